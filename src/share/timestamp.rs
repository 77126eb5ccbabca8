//! A point in time as text.

/// Milliseconds since the Unix epoch as `2026-11-29T20:53:34Z` (UTC, whole seconds). Years 0–9999; empty for what
/// is no such time.
pub fn iso_8601(epoch_ms: f64) -> String {
    const MAX_MS: f64 = 253_402_300_799_999.0;
    const MIN_MS: f64 = -62_167_219_200_000.0;
    if !(MIN_MS..=MAX_MS).contains(&epoch_ms) {
        return String::new();
    }
    let seconds = (epoch_ms / 1000.0).floor() as i64;
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

/// Year, month and day of a number of days since 1970-01-01, Gregorian. Counts in years that begin in March, so
/// that the leap day is a year's last.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

/// Milliseconds since the Unix epoch of what [`iso_8601`] wrote; `None` for anything else, and before 1970.
pub fn epoch_ms(text: &str) -> Option<u64> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let seconds = number(11..13)? * 3600 + number(14..16)? * 60 + number(17..19)?;
    // From the year and month alone, Julian leap days and all: no day is further off than this.
    let guess = (year - 1970) * 365 + (year - 1969) / 4 + (month - 1) * 30 + day;
    let days = (guess - 100..guess + 10).find(|days| civil(*days) == (year, month, day))?;
    let ms = u64::try_from((days * 86_400 + seconds) * 1000).ok()?;
    (iso_8601(ms as f64) == text).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::{epoch_ms, iso_8601};

    #[test]
    fn what_was_written_is_read() {
        for ms in [
            0_u64,
            951_826_154_000,
            1_796_083_199_000,
            4_107_542_400_000,
            253_402_300_799_000,
        ] {
            assert_eq!(epoch_ms(&iso_8601(ms as f64)), Some(ms), "{ms}");
        }
        for text in [
            "",
            "2026-11-29",
            "2026-02-30T00:00:00Z",
            "2026-11-29T24:00:00Z",
            "2026-11-29 20:53:34",
            "日日日日",
        ] {
            assert_eq!(epoch_ms(text), None, "{text}");
        }
    }

    #[test]
    fn known_moments() {
        for (ms, want) in [
            (0.0, "1970-01-01T00:00:00Z"),
            (951_782_399_000.0, "2000-02-28T23:59:59Z"),
            (951_782_400_999.0, "2000-02-29T00:00:00Z"),
            (1_709_164_800_000.0, "2024-02-29T00:00:00Z"),
            (1_796_083_199_000.0, "2026-11-30T23:59:59Z"),
            (-1.0, "1969-12-31T23:59:59Z"),
            (4_102_444_800_000.0, "2100-01-01T00:00:00Z"),
            (f64::NAN, ""),
            (f64::INFINITY, ""),
        ] {
            assert_eq!(iso_8601(ms), want, "{ms}");
        }
    }
}
