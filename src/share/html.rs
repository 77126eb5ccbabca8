//! The Markdown that [`super::report`] writes, as HTML: headings, lists, tables, quotes, bold and code, with its
//! backslashes taken away. Not a reader of other people's Markdown.

use super::timestamp::epoch_ms;

/// A cell of so few characters is not broken.
const SHORT: usize = 14;

/// The body of a page. Whatever the text holds, it is text: only our own marks become elements.
pub(super) fn body(markdown: &str) -> String {
    let mut out = String::new();
    let mut open = None;
    for line in markdown.lines() {
        let block = Block::of(line);
        if open != block.wrapper() {
            close(&mut out, open);
            open = block.wrapper();
            match open {
                // A wide table scrolls in its own place: its words and numbers stay whole.
                Some("table") => out.push_str("<div class=\"wide\" tabindex=\"0\">\n<table>\n"),
                Some(wrapper) => out.push_str(&format!("<{wrapper}>\n")),
                None => {}
            }
        }
        match block {
            // The first row of a table says what its columns are.
            Block::Row(row) if out.ends_with("<table>\n") => write_row(row, "th scope=\"col\"", &mut out),
            block => block.write(&mut out),
        }
    }
    close(&mut out, open);
    out
}

/// Text as it stands between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_escaped(&mut out, c));
    out
}

fn close(out: &mut String, open: Option<&str>) {
    match open {
        Some("table") => out.push_str("</table>\n</div>\n"),
        Some(wrapper) => out.push_str(&format!("</{wrapper}>\n")),
        None => {}
    }
}

enum Block<'a> {
    Blank,
    Head(usize, &'a str),
    Item(&'a str),
    Rule,
    Row(&'a str),
    Quote(&'a str),
    Line(&'a str),
}

impl<'a> Block<'a> {
    fn of(line: &'a str) -> Self {
        if line.is_empty() {
            return Self::Blank;
        }
        if let Some(head) = line.strip_prefix("## ") {
            return Self::Head(2, head);
        }
        if let Some(head) = line.strip_prefix("# ") {
            return Self::Head(1, head);
        }
        if let Some(item) = line.strip_prefix("- ") {
            return Self::Item(item);
        }
        if line.starts_with("| ---") {
            return Self::Rule;
        }
        if let Some(row) = line.strip_prefix('|') {
            return Self::Row(row);
        }
        match line.strip_prefix('>') {
            Some(quote) => Self::Quote(quote.strip_prefix(' ').unwrap_or(quote)),
            None => Self::Line(line),
        }
    }

    fn wrapper(&self) -> Option<&'static str> {
        match self {
            Self::Item(_) => Some("ul"),
            Self::Rule | Self::Row(_) => Some("table"),
            Self::Quote(_) => Some("blockquote"),
            _ => None,
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Blank | Self::Rule => {}
            Self::Head(level, text) => out.push_str(&format!("<h{level}>{}</h{level}>\n", inline(text))),
            Self::Item(text) => out.push_str(&format!("<li dir=\"auto\">{}</li>\n", timed(inline(text)))),
            Self::Row(row) => write_row(row, "td", out),
            Self::Quote(text) | Self::Line(text) => {
                out.push_str(&format!("<p dir=\"auto\">{}</p>\n", inline(text)));
            }
        }
    }
}

fn write_row(row: &str, tag: &str, out: &mut String) {
    let name = tag.split(' ').next().unwrap_or(tag);
    out.push_str("<tr>");
    for cell in cells(row) {
        let mut inner = inline(&cell);
        // "✓ yes" stands on one line.
        if cell.chars().count() <= SHORT && !inner.contains('<') {
            inner = inner.replace(' ', "&nbsp;");
        }
        out.push_str(&format!("<{tag} dir=\"auto\">{inner}</{name}>"));
    }
    out.push_str("</tr>\n");
}

/// A time behind a label, as people write it, with the exact one for programs.
fn timed(item: String) -> String {
    const LENGTH: usize = "2026-11-29T20:53:34Z".len();
    let found = item.find("</b>").and_then(|at| {
        let value = item.get(at..)?.find(|c: char| c.is_ascii_digit())? + at;
        let time = item.get(value..value + LENGTH)?;
        epoch_ms(time).map(|_| (value, time))
    });
    let Some((at, time)) = found else { return item };
    let (before, after) = (
        item.get(..at).unwrap_or_default(),
        item.get(at + LENGTH..).unwrap_or_default(),
    );
    let (day, hour) = (
        time.get(..10).unwrap_or_default(),
        time.get(11..16).unwrap_or_default(),
    );
    format!("{before}<time datetime=\"{time}\">{day}, {hour} UTC</time>{after}")
}

/// The cells of a row: a backslash keeps a bar from being one's end.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in row.trim_end().strip_suffix('|').unwrap_or(row).chars() {
        if c == '|' && !escaped {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut bold, mut code) = (false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let known = ["&lt;", "&amp;"]
            .into_iter()
            .find(|entity| rest.starts_with(entity));
        rest = if let Some(entity) = known {
            out.push_str(entity);
            rest.get(entity.len()..).unwrap_or_default()
        } else if let Some(tail) = rest.strip_prefix("**") {
            out.push_str(if bold { "</b>" } else { "<b>" });
            bold = !bold;
            tail
        } else if c == '`' {
            out.push_str(if code { "</code>" } else { "<code>" });
            code = !code;
            after
        } else if c == '\\' && !code {
            let next = after.chars().next();
            next.into_iter().for_each(|c| push_escaped(&mut out, c));
            after.get(next.map_or(0, char::len_utf8)..).unwrap_or_default()
        } else {
            push_escaped(&mut out, c);
            after
        };
    }
    // What was left open is closed, the inner one first as far as we write any.
    out.push_str(if code { "</code>" } else { "" });
    out.push_str(if bold { "</b>" } else { "" });
    out
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '&' => out.push_str("&amp;"),
        '"' => out.push_str("&quot;"),
        _ => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_report_writes_becomes_elements() {
        for (markdown, html) in [
            ("# A `b` **c**", "<h1>A <code>b</code> <b>c</b></h1>\n"),
            (
                "- a\n- b",
                "<ul>\n<li dir=\"auto\">a</li>\n<li dir=\"auto\">b</li>\n</ul>\n",
            ),
            (
                "| a \\| b | c |\n| --- | --- |",
                "<div class=\"wide\" tabindex=\"0\">\n<table>\n<tr><th scope=\"col\" dir=\"auto\">a&nbsp;|&nbsp;b</th><th scope=\"col\" dir=\"auto\">c</th></tr>\n</table>\n</div>\n",
            ),
            (
                "| a |\n| --- |\n| ✓ yes |",
                "<div class=\"wide\" tabindex=\"0\">\n<table>\n<tr><th scope=\"col\" dir=\"auto\">a</th></tr>\n<tr><td dir=\"auto\">✓&nbsp;yes</td></tr>\n</table>\n</div>\n",
            ),
            (
                "- **Time:** 2026-11-29T20:53:34Z · 1.2 s",
                "<ul>\n<li dir=\"auto\"><b>Time:</b> <time datetime=\"2026-11-29T20:53:34Z\">2026-11-29, 20:53 UTC</time> · 1.2 s</li>\n</ul>\n",
            ),
            (
                "- 2026-11-29T20:53:34Z",
                "<ul>\n<li dir=\"auto\">2026-11-29T20:53:34Z</li>\n</ul>\n",
            ),
            (
                "> x\\*y",
                "<blockquote>\n<p dir=\"auto\">x*y</p>\n</blockquote>\n",
            ),
            ("**a", "<p dir=\"auto\"><b>a</b></p>\n"),
        ] {
            assert_eq!(body(markdown), html, "{markdown}");
        }
    }

    #[test]
    fn foreign_text_stays_text() {
        for hostile in [
            "<script>alert(1)</script>",
            "\\<img src=x onerror=alert(1)>",
            "&lt;img src=x>",
            "\" onload=\"x",
            "`<b>`",
        ] {
            let html = body(hostile);
            for tag in ["<script", "<img", "onload=\"", "<b>`"] {
                assert!(!html.contains(tag), "{html}");
            }
        }
    }
}
