//! A JSON parser that mends what models get wrong, in one pass over the text and without going back.
//!
//! What it mends: trailing and missing commas, single and typographic quotes as delimiters, Python's and
//! JavaScript's constants, raw line breaks and tabs in strings, lone backslashes (they stay), comments, unquoted
//! keys, doubled braces. What it doesn't: a string, list or object without its end. Where in a reply a value
//! stands, and which counts, is the parent's matter.

use serde_json::{Map, Number, Value};

use crate::text::decimal::decimal;

/// Deeper values are refused: no reply needs them, and recursion has to end.
const MAX_DEPTH: usize = 64;
/// The longest key without quotes, in bytes.
const MAX_BARE_KEY: usize = 80;

/// A value that was read.
pub(super) struct Parsed {
    pub value: Value,
    /// Where the text goes on.
    pub end: usize,
    /// The text had to be changed.
    pub repaired: bool,
}

/// Why no value could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Not JSON, nor near it.
    Syntax,
    /// The text ends inside the value. `begun`: enough was there to be sure that a value was meant.
    Incomplete { begun: bool },
    /// `limit` was reached.
    Limit,
}

/// What opening a list or an object costs, in bytes looked at.
const OPENING: usize = 16;

/// Reads the value that begins at `start`, looking no further than `limit` (a byte position). Also gives what that
/// cost, in bytes looked at.
pub(super) fn parse_at(text: &str, start: usize, limit: usize) -> (Result<Parsed, Fault>, usize) {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes().get(..limit.min(text.len())).unwrap_or_default(),
        at: start,
        repaired: false,
        begun: false,
        opened: 0,
    };
    let result = match parser.value(0, Place::Item) {
        Ok(value) => Ok(Parsed {
            value,
            end: parser.at,
            repaired: parser.repaired,
        }),
        Err(Stop::Syntax) => Err(Fault::Syntax),
        Err(Stop::End) if limit < text.len() => Err(Fault::Limit),
        Err(Stop::End) => Err(Fault::Incomplete { begun: parser.begun }),
    };
    (result, parser.at.saturating_sub(start) + OPENING * parser.opened)
}

enum Stop {
    Syntax,
    End,
}

/// Where a string stands: what may follow it tells a closing quote from an apostrophe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Key,
    Member,
    Item,
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    repaired: bool,
    begun: bool,
    opened: usize,
}

impl<'t> Parser<'t> {
    fn value(&mut self, depth: usize, place: Place) -> Result<Value, Stop> {
        match self.peek().ok_or(Stop::End)? {
            b'{' => self.object(depth + 1),
            b'[' => self.array(depth + 1),
            b'"' => self.plain_string().map(Value::String),
            b'0'..=b'9' | b'.' => self.number(),
            b'-' | b'+' => match self.byte(1) {
                Some(b'I' | b'i') => {
                    self.at += 1;
                    self.word()
                }
                _ => self.number(),
            },
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            _ if self.quote().is_some() => self.odd_string(place).map(Value::String),
            _ => Err(Stop::Syntax),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Stop> {
        if depth > MAX_DEPTH {
            return Err(Stop::Syntax);
        }
        self.at += 1;
        self.opened += 1;
        let doubled = self.peek() == Some(b'{');
        if doubled {
            self.at += 1;
            self.repaired = true;
        }
        let mut map = Map::new();
        loop {
            self.space()?;
            match self.peek().ok_or(Stop::End)? {
                b'}' => break,
                b',' => {
                    self.at += 1;
                    self.repaired = true;
                    continue;
                }
                _ => {}
            }
            let key = self.key()?;
            self.space()?;
            self.colon()?;
            self.begun |= depth == 1;
            self.space()?;
            let value = self.value(depth, Place::Member)?;
            let text_before = value.is_string();
            map.insert(key, value);
            self.separator(b'}', text_before)?;
        }
        self.at += 1;
        if doubled {
            self.space()?;
            if self.peek().ok_or(Stop::End)? != b'}' {
                return Err(Stop::Syntax);
            }
            self.at += 1;
        }
        Ok(Value::Object(map))
    }

    fn array(&mut self, depth: usize) -> Result<Value, Stop> {
        if depth > MAX_DEPTH {
            return Err(Stop::Syntax);
        }
        self.at += 1;
        self.opened += 1;
        let mut items = Vec::new();
        loop {
            self.space()?;
            match self.peek().ok_or(Stop::End)? {
                b']' => break,
                b',' => {
                    self.at += 1;
                    self.repaired = true;
                    continue;
                }
                _ => {}
            }
            let value = self.value(depth, Place::Item)?;
            let text_before = !value.is_object();
            items.push(value);
            self.begun |= depth == 1 && self.peek() == Some(b',');
            self.separator(b']', text_before)?;
        }
        self.at += 1;
        Ok(Value::Array(items))
    }

    /// Behind a member or an item: a comma, the end, or a comma that was left out. It is taken as left out where
    /// the next thing begins on a new line or can't be part of the last (`careful` unset).
    fn separator(&mut self, close: u8, careful: bool) -> Result<(), Stop> {
        let before = self.at;
        self.space()?;
        let next = self.peek().ok_or(Stop::End)?;
        if next == close {
            return Ok(());
        }
        if next == b',' || self.rest().starts_with('，') {
            self.repaired |= next != b',';
            self.at += if next == b',' { 1 } else { '，'.len_utf8() };
            self.space()?;
            self.repaired |= self.peek() == Some(close);
            return Ok(());
        }
        let between = self.bytes.get(before..self.at).unwrap_or_default();
        let starts = matches!(next, b'"' | b'{' | b'[' | b'0'..=b'9' | b'-') || self.quote().is_some();
        if starts && (!careful || between.contains(&b'\n')) {
            self.repaired = true;
            return Ok(());
        }
        Err(Stop::Syntax)
    }

    fn key(&mut self) -> Result<String, Stop> {
        if self.peek() == Some(b'"') {
            return self.plain_string();
        }
        if self.quote().is_some() {
            return self.odd_string(Place::Key);
        }
        let length = self.bare_key(self.at).ok_or(Stop::Syntax)?;
        let key = self.slice(self.at, self.at + length).trim().to_owned();
        self.at += length;
        self.repaired = true;
        if self.at >= self.bytes.len() {
            return Err(Stop::End);
        }
        Ok(key)
    }

    /// The length of a key without quotes, up to its colon (or the end of the text).
    fn bare_key(&self, from: usize) -> Option<usize> {
        let rest = self.text.get(from..self.bytes.len())?;
        let mut letters = false;
        for (i, c) in rest.char_indices() {
            match c {
                ':' | '：' => return letters.then_some(i),
                '_' | '-' | '$' | ' ' | '.' => {}
                _ if c.is_alphanumeric() => letters = true,
                _ => return None,
            }
            if i > MAX_BARE_KEY {
                return None;
            }
        }
        letters.then_some(rest.len())
    }

    fn colon(&mut self) -> Result<(), Stop> {
        match self.peek().ok_or(Stop::End)? {
            b':' => self.at += 1,
            _ if self.rest().starts_with('：') => {
                self.at += '：'.len_utf8();
                self.repaired = true;
            }
            _ => return Err(Stop::Syntax),
        }
        Ok(())
    }

    /// A string between plain double quotes. The first one that no backslash escapes ends it: guessing at
    /// another would change text.
    fn plain_string(&mut self) -> Result<String, Stop> {
        let start = self.at + 1;
        self.at = start;
        let (mut escapes, mut lone) = (false, false);
        loop {
            match self.peek().ok_or(Stop::End)? {
                b'"' => break,
                b'\\' => {
                    let next = self.byte(1).ok_or(Stop::End)?;
                    escapes = true;
                    lone |= !is_escape(self.rest(), next);
                    self.at += if next < 0x80 { 2 } else { 1 };
                }
                byte => {
                    self.repaired |= byte < 0x20;
                    self.at += 1;
                }
            }
        }
        let raw = self.slice(start, self.at);
        let text = if escapes {
            unescape(raw, lone, None)
        } else {
            Ok(raw.to_owned())
        };
        self.at += 1;
        self.repaired |= lone || text.is_err();
        Ok(text.unwrap_or_else(|mended| mended))
    }

    /// A string between single or typographic quotes. Inside, such a quote is text unless what follows it can
    /// follow a string.
    fn odd_string(&mut self, place: Place) -> Result<String, Stop> {
        let open = self.quote().ok_or(Stop::Syntax)?;
        self.repaired = true;
        let start = self.at + open.len_utf8();
        self.at = start;
        let mut escapes = false;
        loop {
            let rest = self.rest();
            let c = rest.chars().next().ok_or(Stop::End)?;
            if c == '\\' {
                let next = rest.chars().nth(1).ok_or(Stop::End)?;
                escapes = true;
                self.at += 1 + next.len_utf8();
                continue;
            }
            if ends(open, c) && self.may_follow(self.at + c.len_utf8(), place) {
                let raw = self.slice(start, self.at);
                self.at += c.len_utf8();
                let text = if escapes {
                    unescape(raw, false, Some(open))
                } else {
                    Ok(raw.to_owned())
                };
                return Ok(text.unwrap_or_else(|mended| mended));
            }
            self.at += c.len_utf8();
        }
    }

    /// Whether what stands at `at` can follow a string in this place.
    fn may_follow(&self, at: usize, place: Place) -> bool {
        let next = self.after_space(at);
        let Some(byte) = self.bytes.get(next).copied() else {
            return true;
        };
        match (byte, place) {
            (b':', Place::Key) | (b'}', Place::Member) | (b']', Place::Item) => true,
            (_, Place::Key) => self.text.get(next..).is_some_and(|rest| rest.starts_with('：')),
            (b',', _) => self.may_begin(next + 1, place),
            _ => {
                let line_break = self.bytes.get(at..next).unwrap_or_default().contains(&b'\n');
                line_break && self.quote_at(next).is_some()
            }
        }
    }

    /// Whether the next member or item can begin at `at`.
    fn may_begin(&self, at: usize, place: Place) -> bool {
        let next = self.after_space(at);
        let Some(byte) = self.bytes.get(next).copied() else {
            return true;
        };
        if matches!(byte, b'}' | b']' | b'"') || self.quote_at(next).is_some() {
            return true;
        }
        match place {
            Place::Item => matches!(byte, b'{' | b'[' | b'0'..=b'9' | b'-'),
            _ => self.bare_key(next).is_some(),
        }
    }

    fn number(&mut self) -> Result<Value, Stop> {
        let start = self.at;
        while let Some(byte) = self.peek() {
            let part = match byte {
                b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E' | b'%' | b'_' => true,
                // A slash is a fraction's, or a comment's.
                b'/' => self.byte(1).is_some_and(|next| next.is_ascii_digit()),
                _ => false,
            };
            if !part {
                break;
            }
            self.at += 1;
        }
        if self.peek().is_some_and(|next| next.is_ascii_alphanumeric()) {
            return Err(Stop::Syntax);
        }
        let token = self.slice(start, self.at);
        if let Ok(number) = serde_json::from_str::<Number>(token) {
            return Ok(Value::Number(number));
        }
        let value = mend_number(token).ok_or(Stop::Syntax)?;
        self.repaired = true;
        Ok(value)
    }

    fn word(&mut self) -> Result<Value, Stop> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
        {
            self.at += 1;
        }
        if self.at >= self.bytes.len() {
            return Err(Stop::End);
        }
        let word = self.slice(start, self.at);
        let strict = matches!(word, "true" | "false" | "null");
        let value = match word.to_ascii_lowercase().as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" | "none" | "nil" | "undefined" | "nan" | "infinity" | "inf" => Value::Null,
            "yes" | "no" => Value::String(word.to_owned()),
            _ => return Err(Stop::Syntax),
        };
        self.repaired |= !strict;
        Ok(value)
    }

    /// Steps over white space, and over what is none in JSON: comments, wide and zero-width spaces.
    fn space(&mut self) -> Result<(), Stop> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if self.byte(1) == Some(b'/') => self.comment("\n"),
                Some(b'/') if self.byte(1) == Some(b'*') => {
                    self.comment("*/");
                    if self.at >= self.bytes.len() {
                        return Err(Stop::End);
                    }
                }
                Some(b'#') => self.comment("\n"),
                Some(0x80..) => {
                    let c = self.rest().chars().next().ok_or(Stop::End)?;
                    if !(c.is_whitespace() || crate::text::fold::is_invisible(c)) {
                        return Ok(());
                    }
                    self.at += c.len_utf8();
                    self.repaired = true;
                }
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self, end: &str) {
        self.repaired = true;
        let rest = self.rest();
        let length = rest
            .get(1..)
            .and_then(|r| r.find(end))
            .map_or(rest.len(), |at| 1 + at + end.len());
        self.at = (self.at + length).min(self.bytes.len());
    }

    fn after_space(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    }

    /// The quote here, if it is one that JSON doesn't know.
    fn quote(&self) -> Option<char> {
        self.quote_at(self.at)
    }

    fn quote_at(&self, at: usize) -> Option<char> {
        let c = self.text.get(at..)?.chars().next()?;
        matches!(c, '\'' | '‘' | '’' | '‚' | '“' | '”' | '„' | '‟' | '＂').then_some(c)
    }

    fn peek(&self) -> Option<u8> {
        self.byte(0)
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn rest(&self) -> &'t str {
        self.slice(self.at, self.bytes.len())
    }

    fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }
}

/// Whether a string opened by `open` can be closed by `c`.
fn ends(open: char, c: char) -> bool {
    match open {
        '\'' => c == '\'',
        '‘' | '’' | '‚' => matches!(c, '’' | '‘' | '\''),
        _ => matches!(c, '”' | '“' | '‟' | '＂' | '"'),
    }
}

/// Whether the backslash at the start of `text`, followed by `next`, is one of JSON's escapes.
fn is_escape(text: &str, next: u8) -> bool {
    match next {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => true,
        b'u' => hex4(text.get(2..).unwrap_or_default()).is_some(),
        _ => false,
    }
}

/// LaTeX commands that begin like one of JSON's escapes. In a string with a lone backslash they are what was
/// meant.
const LATEX: [&str; 40] = [
    "nu",
    "ne",
    "neq",
    "neg",
    "nabla",
    "not",
    "notin",
    "ni",
    "newline",
    "tau",
    "theta",
    "times",
    "text",
    "textbf",
    "textit",
    "texttt",
    "to",
    "tan",
    "tanh",
    "top",
    "triangle",
    "tfrac",
    "tilde",
    "rho",
    "right",
    "rightarrow",
    "rm",
    "rangle",
    "rceil",
    "rfloor",
    "beta",
    "bar",
    "begin",
    "bf",
    "big",
    "bigl",
    "bigr",
    "binom",
    "boxed",
    "bullet",
];

/// Reads the escapes of a string. With `lone`, the string holds a backslash that is no escape: those stay, and so
/// do commands of LaTeX. `quote`: the string's own quote, which may be escaped.
///
/// `Err` holds the text as well; half a surrogate pair was replaced in it.
fn unescape(raw: &str, lone: bool, quote: Option<char>) -> Result<String, String> {
    let mut out = String::with_capacity(raw.len());
    let mut broken = false;
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let c = after.chars().next().unwrap_or_default();
        rest = after.get(c.len_utf8()..).unwrap_or_default();
        let latex = lone && is_latex(after);
        match c {
            _ if latex => {
                out.push('\\');
                out.push(c);
            }
            '"' | '\\' | '/' => out.push(c),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'u' if hex4(rest).is_some() => {
                let (unit, used) = code_point(rest);
                broken |= unit.is_none();
                out.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = rest.get(used..).unwrap_or_default();
            }
            _ if Some(c) == quote => out.push(c),
            _ => {
                out.push('\\');
                // At the end of the text there is no character behind the backslash.
                if !after.is_empty() {
                    out.push(c);
                }
            }
        }
    }
    out.push_str(rest);
    if broken { Err(out) } else { Ok(out) }
}

fn is_latex(after: &str) -> bool {
    let length = after.bytes().take(12).take_while(u8::is_ascii_alphabetic).count();
    let word = after.get(..length).unwrap_or_default();
    // Nobody means a form feed or a backspace in front of a letter.
    LATEX.contains(&word) || (word.len() > 1 && word.starts_with(['b', 'f']))
}

/// JSON in which every half of a surrogate pair that stands alone is the escape of U+FFFD; `None` where there is none.
pub(super) fn with_whole_characters(text: &str) -> Option<String> {
    let mut out = String::new();
    let (mut rest, mut changed) = (text, false);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at_checked(at)?;
        out.push_str(before);
        let hex = escape.strip_prefix("\\u").filter(|hex| hex4(hex).is_some());
        let (unit, length) = match hex.map(code_point) {
            Some((unit, used)) => (unit, used + 2),
            None => (Some('\\'), 1 + escape.chars().nth(1).map_or(0, char::len_utf8)),
        };
        let (escape, behind) = escape.split_at_checked(length)?;
        out.push_str(if unit.is_some() { escape } else { "\\ufffd" });
        changed |= unit.is_none();
        rest = behind;
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// The character of `\uXXXX` (and of the second half of a pair), and how many bytes it took behind the `u`.
fn code_point(rest: &str) -> (Option<char>, usize) {
    let first = hex4(rest).unwrap_or_default();
    if let Some(c) = char::from_u32(first) {
        return (Some(c), 4);
    }
    let second = rest.get(4..).and_then(|r| r.strip_prefix("\\u")).and_then(hex4);
    match second {
        Some(low @ 0xdc00..=0xdfff) if first < 0xdc00 => {
            let unit = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
            (char::from_u32(unit), 10)
        }
        _ => (None, 4),
    }
}

fn hex4(text: &str) -> Option<u32> {
    let digits = text.get(..4)?;
    digits
        .bytes()
        .all(|b| b.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}

/// `+1`, `.5`, `5.`, `007`, `1_000` are numbers; `90%` and `4/5` are kept as text; a number beyond all floats is
/// no number (null).
fn mend_number(token: &str) -> Option<Value> {
    let plain = token.replace('_', "");
    if let Ok(whole) = plain.parse::<i64>() {
        return Some(Value::from(whole));
    }
    if let Some(float) = decimal(&plain) {
        return Some(Number::from_f64(float).map_or(Value::Null, Value::Number));
    }
    let number = |part: &str| decimal(part).is_some();
    let percent = plain.strip_suffix('%').is_some_and(number);
    let fraction = plain.split_once('/').is_some_and(|(n, d)| number(n) && number(d));
    (percent || fraction).then_some(Value::String(plain))
}
