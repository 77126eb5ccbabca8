//! Decimal numbers as people and judges write them: `4`, `-0.5`, `.5`, `5.`, `1e3`. No words (`inf`, `NaN`), no
//! digits of other scripts, no thousands.
//!
//! Natively the standard library reads the digits. In WASM the JavaScript engine does, which has the tables already:
//! those for exact reading are ten kilobytes that don't compress. Both round alike (a test in the browser compares them).

/// The number that a text is, rounded to the nearest `f64`; infinite where it is beyond all of them. `None` for anything
/// but a number, white space around it included.
pub fn decimal(text: &str) -> Option<f64> {
    is_decimal(text).then(|| value(text))
}

/// A number as a person types it: with a point or one decimal comma, white space around it, in full width. What could be
/// thousands (`1,000`) is none: read as the other it would be a thousand times off.
pub fn typed_decimal(typed: &str) -> Option<f64> {
    let typed = narrow(typed);
    match typed.split_once(',') {
        Some((whole, decimals)) => {
            let thousands = decimals.len() == 3 && whole != "0";
            let digits = decimals.bytes().all(|byte| byte.is_ascii_digit());
            if thousands || !digits || whole.contains('.') {
                return None;
            }
            decimal(&format!("{whole}.{decimals}"))
        }
        None => decimal(&typed),
    }
}

/// Without white space around it, full-width digits and signs as plain ones.
pub fn narrow(typed: &str) -> String {
    let narrow = |c| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    typed.trim().chars().map(narrow).collect()
}

fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        None => (unsigned, "0"),
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && digits(decimals)
        && !(whole.is_empty() && decimals.is_empty())
        && digits(exponent)
        && !exponent.is_empty()
}

#[cfg(not(target_arch = "wasm32"))]
fn value(text: &str) -> f64 {
    // Whatever `is_decimal` lets through is read.
    text.parse().unwrap_or(f64::NAN)
}

#[cfg(target_arch = "wasm32")]
fn value(text: &str) -> f64 {
    wasm_bindgen::JsValue::from_str(text).unchecked_into_f64()
}

#[cfg(test)]
mod tests {
    use super::{decimal, typed_decimal};

    #[test]
    fn what_a_person_types_is_read() {
        for (text, number) in [
            ("0.7", Some(0.7)),
            ("0,7", Some(0.7)),
            (" 0,7 ", Some(0.7)),
            ("０．７", Some(0.7)),
            ("０，７", Some(0.7)),
            ("１", Some(1.0)),
            ("0,125", Some(0.125)),
            ("1,0", Some(1.0)),
            (",5", Some(0.5)),
            ("-0,5", Some(-0.5)),
            ("1,000", None),
            ("1,5,0", None),
            ("1.5,0", None),
            ("0,7x", None),
            (",", None),
            ("", None),
        ] {
            assert_eq!(typed_decimal(text), number, "{text:?}");
        }
    }

    #[test]
    fn numbers_are_read_and_nothing_else() {
        for (text, number) in [
            ("4", Some(4.0)),
            ("-0.5", Some(-0.5)),
            ("+1", Some(1.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("007", Some(7.0)),
            ("1e3", Some(1000.0)),
            ("1E-2", Some(0.01)),
            ("1e999", Some(f64::INFINITY)),
            ("0.1", Some(0.1)),
            ("", None),
            (".", None),
            ("-", None),
            ("e5", None),
            ("1e", None),
            ("1e+", None),
            ("1.2.3", None),
            ("0x10", None),
            ("inf", None),
            ("NaN", None),
            (" 1", None),
            ("1_000", None),
            ("1,5", None),
            ("４", None),
        ] {
            assert_eq!(decimal(text), number, "{text:?}");
        }
    }
}
