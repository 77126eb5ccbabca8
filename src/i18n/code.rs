//! Code in sentences: it stands in back-quotes. Which of it is a command, to be copied and run or set, is read off it.

/// A piece of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'s> {
    /// Words.
    Text(&'s str),
    /// A name, a path, an option: `/v1`.
    Code(&'s str),
    /// Something to be run or set: `ollama serve`, `OLLAMA_HOST=0.0.0.0`.
    Command(&'s str),
}

/// The pieces of a sentence. One with a back-quote too many is words alone.
pub fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    if sentence.matches('`').count() % 2 == 1 {
        return vec![Piece::Text(sentence)];
    }
    let parts = sentence.split('`').enumerate();
    parts
        .filter(|(_, part)| !part.is_empty())
        .map(|(at, part)| match at % 2 {
            0 => Piece::Text(part),
            _ if part.contains([' ', '=']) => Piece::Command(part),
            _ => Piece::Code(part),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;

    #[test]
    fn code_is_told_from_words() {
        use Piece::{Code, Command, Text};
        for (sentence, read) in [
            ("Start it.", vec![Text("Start it.")]),
            (
                "Run `ollama list`.",
                vec![Text("Run "), Command("ollama list"), Text(".")],
            ),
            ("`/v1` is missing", vec![Code("/v1"), Text(" is missing")]),
            ("set `A=b`", vec![Text("set "), Command("A=b")]),
            ("it`s", vec![Text("it`s")]),
            ("", vec![]),
        ] {
            assert_eq!(pieces(sentence), read, "{sentence}");
        }
    }

    #[test]
    fn every_advice_has_its_back_quotes_in_pairs() {
        for lang in Lang::ALL {
            for (name, sentence) in lang.failures().all() {
                assert_eq!(sentence.matches('`').count() % 2, 0, "{name}");
            }
        }
    }
}
