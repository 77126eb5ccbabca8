//! A reply, character for character as its readers compare it: width, case and HTML aside. What labels and numbers are
//! is not known here.

/// Characters of a reply, folded one to one: full-width digits and punctuation become plain, letters lower case.
/// Positions in the folded text are positions in the original.
pub struct Folded {
    /// The characters as they came.
    pub original: Vec<char>,
    /// The folded characters; those that HTML names (`&amp;`) as what they are, with blanks behind them.
    pub chars: Vec<char>,
    /// Every character that HTML names stands for what it names, also in what is said.
    pub escaped: bool,
}

impl Folded {
    /// Folds a text.
    pub fn new(text: &str) -> Self {
        let mut original: Vec<char> = Vec::with_capacity(text.len());
        original.extend(text.chars());
        let mut chars: Vec<char> = original.iter().map(|c| fold(*c)).collect();
        if text.contains('<') {
            blank_html(&mut chars);
        }
        if text.contains('&') {
            name_characters(&mut chars);
        }
        Self {
            original,
            chars,
            escaped: false,
        }
    }

    /// The folded character at a position.
    pub fn at(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// The original text of a range; in a reply that is `html`, without its tags and with the characters that it names.
    pub fn text(&self, from: usize, to: usize, html: bool) -> String {
        let mut out = String::new();
        let mut in_tag = false;
        let to = to.min(self.original.len());
        let mut next = from;
        while next < to {
            let at = next;
            next += 1;
            let (Some(c), Some(folded)) = (self.original.get(at), self.at(at)) else {
                break;
            };
            if (html || self.escaped)
                && !in_tag
                && let Some((named, length)) = named(&self.original, at)
            {
                out.push(named);
                next = at + length;
                continue;
            }
            if html && *c == '<' && folded != '<' {
                in_tag = true;
                // Emphasis may stand inside a word.
                let tag = self.original.get(at + 1..at + 3).unwrap_or_default();
                match folded {
                    '|' => out.push_str(" | "),
                    '\n' => out.push('\n'),
                    _ if matches!(tag, ['b' | 'B', 'r' | 'R']) => out.push(folded),
                    _ => {}
                }
            }
            if !in_tag {
                // A line break within a row of a table.
                out.push(if *c == '\n' { folded } else { *c });
            }
            in_tag &= *c != '>';
        }
        out
    }

    /// Whether a tag that opens something stands directly in front of a position, so that the text around it is HTML. One
    /// that closes may belong to a text that only speaks of tags.
    pub fn tag_in_front(&self, at: usize) -> bool {
        let at = |back: usize| at.checked_sub(back).filter(|at| *at < self.original.len());
        let behind = |back: &usize| {
            let c = at(*back).and_then(|at| self.original.get(at));
            !c.is_some_and(|c| c.is_whitespace() || matches!(c, '*' | '_'))
        };
        let Some(end) = (1..).find(behind).and_then(at) else {
            return false;
        };
        if self.original.get(end) != Some(&'>') || self.at(end) == Some('>') {
            return false;
        }
        let start = (0..end).rev().find(|at| self.original.get(*at) == Some(&'<'));
        start.is_some_and(|start| self.original.get(start + 1) != Some(&'/'))
    }

    /// Whether a range holds a character that HTML names.
    pub fn has_named(&self, from: usize, to: usize) -> bool {
        let to = to.min(self.original.len());
        (from..to).any(|at| named(&self.original, at).is_some())
    }

    /// Whether a cell of an HTML table begins at a position, and whether it is one of its head.
    pub fn html_cell(&self, at: usize) -> Option<bool> {
        let cell = self.at(at) == Some('|') && self.original.get(at) == Some(&'<');
        cell.then(|| matches!(self.original.get(at + 2), Some('h' | 'H')))
    }

    /// Whether the folded text goes on with `word` (lower case).
    pub fn has(&self, at: usize, word: &str) -> bool {
        let mut at = at;
        word.chars().all(|c| {
            at += 1;
            self.at(at - 1) == Some(c)
        })
    }
}

fn fold(c: char) -> char {
    match c {
        '\t' => ' ',
        '\r' => '\n',
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        '\u{ff01}'..='\u{ff5e}' => {
            let plain = char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c);
            plain.to_ascii_lowercase()
        }
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '−' | '‑' | '‐' => '-',
        '∶' | '﹕' => ':',
        '\u{3000}' | '\u{a0}' | '\u{202f}' => ' ',
        // Zero-width characters and marks of direction.
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => ' ',
        '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\u{660}'..='\u{669}' => ascii_digit(c, 0x660),
        '\u{6f0}'..='\u{6f9}' => ascii_digit(c, 0x6f0),
        '٪' => '%',
        '٫' => '.',
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

fn ascii_digit(c: char, zero: u32) -> char {
    char::from_digit(u32::from(c) - zero, 10).unwrap_or(c)
}

/// What stands in the place of an HTML tag: a blank for emphasis, a line break for blocks, a bar for the cells of a
/// table. Other tags stay.
fn instead_of(tag: &str, closes: bool) -> Option<char> {
    match tag {
        "b" | "strong" | "i" | "em" | "u" | "span" | "code" | "mark" | "small" | "font" | "sup" | "sub"
        | "a" => Some(' '),
        "p" | "br" | "hr" | "li" | "ul" | "ol" | "div" | "pre" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "tr" | "table" | "thead" | "tbody" | "blockquote" => Some('\n'),
        "td" | "th" => Some(if closes { ' ' } else { '|' }),
        _ => None,
    }
}

/// Takes the HTML out of folded text, character for character: a reply in HTML reads like one in Markdown.
fn blank_html(chars: &mut [char]) {
    let mut at = 0;
    let mut in_cell = false;
    let mut row = None;
    let mut name = String::with_capacity(12);
    while at < chars.len() {
        let Some(end) = tag_end(chars, at) else {
            at += 1;
            continue;
        };
        let inner = chars.get(at + 1..end).unwrap_or_default();
        let closes = inner.first() == Some(&'/');
        let letters = inner.iter().skip(usize::from(closes));
        name.clear();
        name.extend(letters.take_while(|c| c.is_ascii_alphanumeric()).take(12));
        let Some(mut first) = instead_of(&name, closes) else {
            at += 1;
            continue;
        };
        match name.as_str() {
            "td" | "th" => in_cell = !closes,
            "tr" | "table" => {
                in_cell = false;
                // A row stays one line, also if it was written on many.
                let written = row.and_then(|row| chars.get_mut(row..at)).unwrap_or_default();
                written.iter_mut().filter(|c| **c == '\n').for_each(|c| *c = ' ');
                row = (name == "tr" && !closes).then_some(end + 1);
            }
            _ if in_cell => first = ' ',
            _ => {}
        }
        for (i, c) in chars.iter_mut().take(end + 1).skip(at).enumerate() {
            *c = if i == 0 { first } else { ' ' };
        }
        at = end + 1;
    }
}

/// The character that HTML names at a position, and how long its name is.
fn named(chars: &[char], at: usize) -> Option<(char, usize)> {
    const NAMES: [(&str, char); 7] = [
        ("nbsp;", ' '),
        ("amp;", '&'),
        ("lt;", '<'),
        ("gt;", '>'),
        ("quot;", '"'),
        ("#39;", '\''),
        ("apos;", '\''),
    ];
    let name = chars
        .get(at..)
        .filter(|rest| rest.first() == Some(&'&'))?
        .get(1..)?;
    let here = |wanted: &&(&str, char)| {
        let here = name.iter().map(char::to_ascii_lowercase);
        here.take(wanted.0.len()).eq(wanted.0.chars())
    };
    let (name, c) = NAMES.iter().find(here)?;
    Some((*c, 1 + name.len()))
}

/// Puts the usual characters that HTML names where their names begin: behind the tags, so that none poses as one.
fn name_characters(chars: &mut [char]) {
    let mut at = 0;
    while at < chars.len() {
        let (c, length) = match named(chars, at) {
            Some((c, length)) => (Some(c), length),
            None => (None, 1),
        };
        if let Some(c) = c {
            let mut place = chars.iter_mut().skip(at).take(length);
            place.next().into_iter().for_each(|first| *first = c);
            place.for_each(|rest| *rest = ' ');
        }
        at += length;
    }
}

/// Where a short tag that begins at `at` ends.
fn tag_end(chars: &[char], at: usize) -> Option<usize> {
    if chars.get(at) != Some(&'<')
        || !chars
            .get(at + 1)
            .is_some_and(|c| c.is_ascii_lowercase() || *c == '/')
    {
        return None;
    }
    let rest = chars.get(at + 1..)?.iter().take(120);
    let end = rest.clone().position(|c| matches!(c, '>' | '<' | '\n'))?;
    (chars.get(at + 1 + end) == Some(&'>')).then_some(at + 1 + end)
}
