//! Lists of numbers: `{"sentences": [1, 4]}`.

use serde_json::json;

use super::{json as reader, verdict};
use crate::evaluation::{Reason, Stop};

/// The numbers of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// Those that were given, without doubles, in the judge's order.
    pub given: Vec<usize>,
    /// A number that was not given.
    pub invented: bool,
    /// The JSON had to be mended.
    pub repaired: bool,
}

/// Reads the numbers of sentences out of 1…`count`.
///
/// # Errors
/// `EmptyReply`, `Truncated`, or `Unreadable` (no list of sentences).
pub fn read(text: &str, stop: Stop, count: usize) -> Result<Numbers, Reason> {
    let found = reader::read(text, stop, &reader::Expect::list(&["sentences"], &[]))?;
    let mut numbers = Numbers {
        repaired: found.repaired,
        ..Numbers::default()
    };
    for id in verdict::ids(found.get("sentences")) {
        match usize::try_from(id) {
            Ok(number) if (1..=count).contains(&number) => numbers.given.push(number),
            _ => numbers.invented = true,
        }
    }
    Ok(numbers)
}

/// Writes numbers in the form that the prompt asks for.
pub fn write(numbers: &[usize]) -> String {
    json!({"sentences": numbers}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for given in [vec![], vec![1], vec![2, 5, 7]] {
            let read = read(&write(&given), Stop::Stop, 7).unwrap();
            assert_eq!((read.given, read.invented, read.repaired), (given, false, false));
        }
    }
}
