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
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

/// A figure with so many decimals, and without the sign of a zero.
pub fn fixed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| matches!(b, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
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
        assert_eq!(decimals(-0.00001), "0");
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
