//! A point in time as HTTP writes it, in the three forms that RFC 9110 (5.6.7) has a client read. Knows no clock.

/// Milliseconds since the Unix epoch; `None` for what is no such date. All three forms are in UTC:
///
/// - `Sun, 06 Nov 1994 08:49:37 GMT`, as it is written today
/// - `Sunday, 06-Nov-94 08:49:37 GMT`, of old; two digits name the year that is no more than fifty years ahead of 2026
/// - `Sun Nov  6 08:49:37 1994`, as C writes it
pub fn http_date(text: &str) -> Option<f64> {
    let marks: Vec<&str> = text
        .split([' ', ',', '-'])
        .filter(|mark| !mark.is_empty())
        .collect();
    let (day, month, year, time) = match marks.as_slice() {
        [_, day, month, year, time, "GMT" | "UTC"] => (day, month, year, time),
        [_, month, day, time, year] => (day, month, year, time),
        _ => return None,
    };
    let day = number(day).filter(|day| (1..=31).contains(day))?;
    let month = MONTHS
        .iter()
        .zip(1..)
        .find_map(|(name, at)| name.eq_ignore_ascii_case(month).then_some(at))?;
    let year = match (number(year)?, year.len()) {
        (year, 4) => year,
        (year @ 0..77, 2) => 2000 + year,
        (year, 2) => 1900 + year,
        _ => return None,
    };
    let mut parts = time.split(':');
    let mut part = |most: i64| number(parts.next()?).filter(|part| (0..=most).contains(part));
    // A minute may have a leap second.
    let (hour, minute, second) = (part(23)?, part(59)?, part(60)?);
    if parts.next().is_some() {
        return None;
    }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    Some(seconds as f64 * 1_000.0)
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

fn number(digits: &str) -> Option<i64> {
    let plain = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// Days since 1970-01-01, Gregorian. Years are counted from March, so that the leap day is a year's last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::iso_8601;

    #[test]
    fn dates_are_read() {
        for (text, moment) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
            ("Wed, 21 Oct 2026 07:28:00 GMT", "2026-10-21T07:28:00Z"),
            ("Wednesday, 21-Oct-26 07:28:00 GMT", "2026-10-21T07:28:00Z"),
            ("Thu, 29 Feb 2024 23:59:59 UTC", "2024-02-29T23:59:59Z"),
            ("Fri, 01 Mar 2024 00:00:00 GMT", "2024-03-01T00:00:00Z"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
            ("Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59Z"),
            (" wed, 1 jan 2025 00:00:00 GMT ", "2025-01-01T00:00:00Z"),
        ] {
            assert_eq!(http_date(text).map(iso_8601).as_deref(), Some(moment), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "120",
            "soon",
            "Wed, 21 Oct 2026 07:28:00 PST",
            "Wed, 21 Oct 2026 07:28 GMT",
            "Wed, 21 Oct 2026 24:00:00 GMT",
            "Wed, 21 Oct 2026 07:28:00:00 GMT",
            "Wed, 32 Oct 2026 07:28:00 GMT",
            "Wed, 21 Okt 2026 07:28:00 GMT",
            "Wed, 21 Oct 12026 07:28:00 GMT",
            "Wed, 21 Oct 2026 07:+8:00 GMT",
            "2026-10-21T07:28:00Z",
            "日, 06 Nov 1994 08:49:37",
        ] {
            assert_eq!(http_date(text), None, "{text}");
        }
    }
}
