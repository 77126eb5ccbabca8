//! Exact rationals for scores. `f64` formatting is wrong at the half (`format!("{:.2}", 1.125)` prints
//! 1.12), so a score that is printed with two decimals is rounded here, in integers.

use num_rational::Ratio;

/// An exact number. Judges write at most nine decimals that count, so `i128` never overflows in a mean.
pub type Rational = Ratio<i128>;

/// A thousand million: numbers from here on are not read exactly.
pub const BEYOND: i128 = 1_000_000_000;

/// A number rounded to two decimals, kept as a whole number of hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(pub i128);

impl Hundredths {
    /// Rounds half up at the third decimal (seed 000: "round up from 3"). Negative halves go up as well.
    pub fn round_half_up(exact: Rational) -> Self {
        Self(
            (exact * Rational::from_integer(100) + Rational::new(1, 2))
                .floor()
                .to_integer(),
        )
    }

    /// The same number as an exact rational.
    pub fn exact(self) -> Rational {
        Rational::new(self.0, 100)
    }

    /// The nearest `f64`.
    pub fn as_f64(self) -> f64 {
        to_f64(self.exact())
    }
}

impl std::fmt::Display for Hundredths {
    /// At most two decimals, no trailing zeros: `4.5`, `0.38`, `3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&plain(self.exact(), 2))
    }
}

/// The nearest `f64` of an exact number (correctly rounded while both parts are below 2⁵³, as scores are).
pub fn to_f64(exact: Rational) -> f64 {
    *exact.numer() as f64 / *exact.denom() as f64
}

/// Prints an exact number with at most `decimals` decimals (rounded half up), without trailing zeros.
pub fn plain(exact: Rational, decimals: u32) -> String {
    let unit = 10_i128.pow(decimals.min(18));
    let scaled = (exact * Rational::from_integer(unit) + Rational::new(1, 2))
        .floor()
        .to_integer();
    let sign = if scaled < 0 { "-" } else { "" };
    let scaled = scaled.abs();
    let (whole, rest) = (scaled / unit, scaled % unit);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let digits = format!("{rest:0width$}", width = decimals as usize);
    format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
}

/// A figure that is no exact rational (a share, a cosine) with at most four decimals, without trailing zeros.
pub fn decimals(value: f64) -> String {
    let text = fixed(value, 4);
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A figure with so many decimals, and without the sign of a zero. Halves go away from zero, as on paper: 9/16 is 0.563.
///
/// What is rounded are the fewest decimals that tell the number from its neighbours: 1.005, which is no `f64`, is 1.01,
/// and not what the `f64` just below it would be.
pub fn fixed(value: f64, places: usize) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let text = value.abs().to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let (kept, rest) = fraction.split_at_checked(places).unwrap_or((fraction, ""));
    let mut digits: Vec<char> = whole.chars().chain(kept.chars()).collect();
    digits.resize(whole.len() + places, '0');
    if rest.starts_with(['5', '6', '7', '8', '9']) {
        let nines = digits.iter().rev().take_while(|digit| **digit == '9').count();
        let at = digits.len() - nines;
        let (before, after) = digits.split_at_mut(at);
        after.fill('0');
        match before.last_mut() {
            Some(last) => *last = char::from_digit(last.to_digit(10).unwrap_or(0) + 1, 10).unwrap_or('9'),
            None => digits.insert(0, '1'),
        }
    }
    if places > 0 {
        digits.insert(digits.len() - places, '.');
    }
    let zero = digits.iter().all(|digit| matches!(digit, '0' | '.'));
    let sign = if value < 0.0 && !zero { "-" } else { "" };
    sign.chars().chain(digits).collect()
}

/// Numbers as they are set in print: `−0.5` with a minus sign, where files and copies write a hyphen. A hyphen within a
/// word or between numbers stays.
pub fn with_minus(text: &str) -> String {
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len() + 2);
    while let Some(c) = rest.next() {
        let signs = c == '-' && !before.is_alphanumeric() && rest.peek().is_some_and(char::is_ascii_digit);
        out.push(if signs { '−' } else { c });
        before = c;
    }
    out
}

/// Reads a plain decimal (`4`, `4.5`, `.9`, `-1`, ASCII digits only) exactly.
///
/// Of the decimals behind the ninth only whether there are any is kept, as a tenth (a program's print of 11/3 has
/// sixteen): none of them rounds up what is below a half, and what is just beyond a bound stays beyond it. `None` for
/// anything else, and for a magnitude of [`BEYOND`] and above.
pub fn parse(text: &str) -> Option<Rational> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    if !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    if whole.len() > 9 {
        return None;
    }
    let (fraction, more) = fraction.split_at_checked(9).unwrap_or((fraction, ""));
    let more = if more.is_empty() { "" } else { "1" };
    let mut numerator: i128 = 0;
    for b in whole.bytes().chain(fraction.bytes()).chain(more.bytes()) {
        numerator = numerator * 10 + i128::from(b - b'0');
    }
    let places = u32::try_from(fraction.len() + more.len()).ok()?;
    let value = Rational::new(numerator, 10_i128.pow(places));
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_half_up_where_floats_round_down() {
        for (n, d, want) in [
            (9, 8, "1.13"),
            (33, 8, "4.13"),
            (31, 8, "3.88"),
            (5, 3, "1.67"),
            (1, 6, "0.17"),
            (7, 2, "3.5"),
            (4, 1, "4"),
        ] {
            assert_eq!(
                Hundredths::round_half_up(Rational::new(n, d)).to_string(),
                want,
                "{n}/{d}"
            );
        }
    }

    #[test]
    fn agrees_with_decimal_long_division_on_every_small_input() {
        for e in 1..=5_i128 {
            for sum in e..=5 * e {
                let by_hand = (sum * 1000 / e + 5) / 10;
                assert_eq!(
                    Hundredths::round_half_up(Rational::new(sum, e)).0,
                    by_hand,
                    "{sum}/{e}"
                );
            }
        }
    }

    #[test]
    fn a_zero_has_no_sign() {
        for (value, want) in [
            (-0.0, "0.000"),
            (-0.0004, "0.000"),
            (-0.0005001, "-0.001"),
            (0.25, "0.250"),
        ] {
            assert_eq!(fixed(value, 3), want, "{value}");
        }
        assert_eq!(decimals(-0.0), "0");
        assert_eq!(fixed(-0.4, 0), "0");
        assert_eq!(decimals(-0.00001), "0");
    }

    #[test]
    fn halves_go_away_from_zero() {
        for (value, places, want) in [
            (9.0 / 16.0, 3, "0.563"),
            (-9.0 / 16.0, 3, "-0.563"),
            (1.0 / 16.0, 3, "0.063"),
            (1.005, 2, "1.01"),
            (0.9995, 3, "1.000"),
            (9.5, 0, "10"),
            (99.96, 1, "100.0"),
            (0.125, 0, "0"),
            (2.0 / 3.0, 3, "0.667"),
            (1e21, 2, "1000000000000000000000.00"),
            (5e-324, 3, "0.000"),
        ] {
            assert_eq!(fixed(value, places), want, "{value} {places}");
        }
        for (value, want) in [
            (0.000_05, "0.0001"),
            (0.123_45, "0.1235"),
            (1.0 / 3.0, "0.3333"),
            (100.0, "100"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(decimals(value), want, "{value}");
        }
        assert_eq!(decimals(f64::NAN), "NaN");
    }

    #[test]
    fn a_minus_is_set_as_one() {
        for (text, want) in [
            (
                "(0.600 + 0.000 + -1.000) / 3 = -0.1333",
                "(0.600 + 0.000 + −1.000) / 3 = −0.1333",
            ),
            ("-1 to 1 · higher is better", "−1 to 1 · higher is better"),
            (
                "GPT-4, 2026-05-01, p-1, - 3, -x",
                "GPT-4, 2026-05-01, p-1, - 3, -x",
            ),
            ("", ""),
        ] {
            assert_eq!(with_minus(text), want);
        }
    }

    #[test]
    fn reads_plain_decimals_only() {
        assert_eq!(parse("4.5"), Some(Rational::new(9, 2)));
        assert_eq!(parse(".9"), Some(Rational::new(9, 10)));
        assert_eq!(parse("-1"), Some(Rational::new(-1, 1)));
        assert_eq!(parse("0004.50000000000000000"), Some(Rational::new(9, 2)));
        assert_eq!(parse("3.6666666666666665"), parse("3.6666666661"));
        for beyond in ["5.00000000001", "5.0000000000000000000000000000000000000001"] {
            assert!(parse(beyond) > parse("5"), "{beyond}");
        }
        assert!(parse("-0.0000000000000001") < parse("0"));
        assert!(parse("0.99999999999999") < parse("1"));
        assert_eq!(
            parse("4.1249999999999999").map(Hundredths::round_half_up),
            Some(Hundredths(412))
        );
        for bad in ["", ".", "-", "4,5", "1e3", "NaN", "12345678901", "4.5.1"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
