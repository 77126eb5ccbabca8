//! A finished evaluation as Markdown: what a reader wants of it. Foreign text can't become markup.

use std::borrow::Cow;

use super::{
    Judged, confidence_band, confidence_note, coverage_line, covered_line, covered_word, equal_draws,
    judge_line, lacking, learned, line_name, located, no_score_told, notes, place, refused_keys, result_line,
    row_number, seconds, settings_line, spent, stated_told, tokens_line, useful_line,
};
use crate::evaluation::{Body, Outcome, Parts, Reply, State};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::metric::breakdown::{Breakdown, Label, Row};
use crate::metric::rag_recall::RecallParts;
use crate::metric::sufficient_context::SufficiencyParts;
use crate::run::Record;
use crate::sample::Sample;
use crate::share::iso_8601;
use crate::share::record::judge_without_address;
use crate::stats::rational::decimals;

/// A readable report in the language of `strings`.
pub fn markdown(sample: &Sample, record: &Record, strings: &Strings) -> String {
    let outcome = &record.outcome;
    let (r, v) = (&strings.report, &strings.verdict);
    let name = strings
        .metric(&outcome.metric)
        .map_or(outcome.metric.as_str(), |texts| texts.name);
    let mut page = Page::default();
    page.line(&format!("# {}", r.heading));
    page.line("");
    page.item(
        r.metric,
        &format!("{name} (`{}` v{})", outcome.metric, outcome.metric_version),
    );
    let settings = settings_line(outcome, strings);
    if !settings.is_empty() {
        page.item(strings.fields().settings, &cell(&settings));
    }
    let mut result = result_line(outcome, strings);
    // Where verdicts are missing the line says so already.
    if lacking(outcome).is_none()
        && let Some(covered) = covered_line(outcome, record.judge.kind, strings)
    {
        result = format!("{result} · {covered}");
    }
    page.item(r.result, &result);
    let judge = judge_without_address(record.judge.clone());
    let mut who = judge_line(&judge, strings);
    for sentence in learned(&judge, strings) {
        who = format!("{who} · {sentence}");
    }
    page.item(r.judge, &cell(&who));
    let mut took = format!(
        "{} · {}",
        iso_8601(record.started_ms),
        seconds(record.elapsed_ms, strings)
    );
    if let Some(tokens) = tokens_line(outcome, strings) {
        took = format!("{took} · {tokens}");
    }
    page.item(r.time, &took);
    for exchange in outcome.trace.iter() {
        if let Body::Chat { source, sha256, .. } = &exchange.ask.body {
            let edited = if source.edited && record.judge.kind != JudgeKind::Embedded {
                format!(" · {}", strings.prompt_panel.edited)
            } else {
                String::new()
            };
            // The page shows the template's hash, which is the same for every sample.
            let hash = |sentence, hash: &str| fill(sentence, &[("hash", &format!("`{hash}`"))]);
            let template = hash(strings.prompt_panel.hash, &source.template_sha256);
            let sent = hash(v.prompt_title, sha256);
            page.item(
                r.prompt,
                &format!(
                    "`{}` v{}{edited} · {template} · {sent}",
                    source.id, source.version
                ),
            );
        }
    }
    if let Some(reason) = strings.reason_of(outcome, record.judge.kind) {
        page.line("");
        page.line(&reason.what);
        for refused in refused_keys(outcome, strings) {
            page.line(&cell(&refused));
        }
        page.line(&reason.next);
    }
    match &outcome.parts {
        Parts::Recall(parts) => recall(&mut page, parts, strings),
        Parts::Sufficiency(parts) => sufficiency(&mut page, parts, sample, strings),
        Parts::Breakdown(parts) => {
            let scored = matches!(outcome.state, State::Scored(_));
            breakdown(&mut page, parts, scored, strings);
        }
        Parts::None => {}
    }
    let notes = notes(outcome, record.judge.kind, strings);
    let notes: Vec<Cow<'_, str>> = notes
        .into_iter()
        .chain(equal_draws(record, strings).map(Cow::Borrowed))
        .collect();
    if !notes.is_empty() {
        page.head(v.warnings);
    }
    for note in notes {
        let note = match note {
            Cow::Borrowed(ours) => ours.to_owned(),
            Cow::Owned(with_theirs) => cell(&with_theirs),
        };
        page.line(&format!("- {note}"));
    }
    input(&mut page, sample, strings);
    page.0
}

/// What the judge replied, word for word, each with what it cost.
pub fn replies(outcome: &Outcome, strings: &Strings) -> String {
    let v = &strings.verdict;
    let mut page = Page::default();
    for (at, exchange) in outcome.trace.iter().enumerate() {
        // Vectors are nothing to read.
        let (text, usage) = match &exchange.reply {
            Reply::Text(reply) => (reply.text.as_str(), reply.usage),
            Reply::None(_) => (v.raw_none, None),
            Reply::Vectors(_) | Reply::Tokens(_) => continue,
        };
        if page.0.is_empty() {
            page.head(v.raw);
        }
        let name = match exchange.ask.path.attempt {
            0 => v.raw_one,
            _ => v.raw_again,
        };
        let name = fill(name, &[("number", &(at + 1).to_string())]);
        let usage = usage.map_or_else(String::new, |usage| format!(" · {}", spent(usage, strings)));
        page.line(&format!("**{name}**{usage}"));
        page.line("");
        page.quote(text);
        page.line("");
    }
    page.0
}

/// One report as it is; several below each other, with their results listed in front.
pub fn markdown_of(judged: &[Judged<'_>], strings: &Strings) -> String {
    let mut page = Page::default();
    if judged.len() > 1 {
        page.line(&format!("# {}", strings.together().scores));
        page.line("");
        for (_, record) in judged {
            let outcome = &record.outcome;
            let name = strings
                .metric(&outcome.metric)
                .map_or(outcome.metric.as_str(), |texts| texts.name);
            page.item(name, &result_line(outcome, strings));
        }
        page.line("");
    }
    for (sample, record) in judged {
        page.line(&markdown(sample, record, strings));
    }
    page.0
}

fn recall(page: &mut Page, parts: &RecallParts, strings: &Strings) {
    let v = &strings.verdict;
    if !parts.lines.is_empty() {
        page.head(strings.report.formula);
    }
    for line in &parts.lines {
        let working = if line.working.is_empty() {
            v.no_bonus
        } else {
            &line.working
        };
        let value = line.value.as_deref().unwrap_or("?");
        let checks: Vec<String> = line
            .stated
            .iter()
            .map(|stated| {
                let said = stated_told(line, stated, strings);
                match stated.agrees {
                    Some(true) => format!("✓ {said}"),
                    Some(false) => format!("✗ {said}"),
                    None => said,
                }
            })
            .collect();
        // The final line is stated twice, as calculation and as score: one check where both say the same.
        let mut checks = checks;
        checks.dedup();
        page.item(
            line_name(line.line, strings),
            &format!("{working} = {value} {}", checks.join(" ")),
        );
    }
    if let Some(stated) = &parts.stated_final {
        page.item(v.stated, stated);
    }
    if parts.passages.is_empty() {
        return;
    }
    page.head(v.breakdown);
    page.line(&format!("| {} | {} | {} |", v.passage, v.score, v.reasoning));
    page.line("| --- | --- | --- |");
    for row in &parts.passages {
        let score = match (&row.printed, no_score_told(row, strings)) {
            (Some(score), _) => score.clone(),
            (None, Some(why)) => fill(v.no_score, &[("reason", &cell(&why))]),
            (None, None) => v.unscored.to_owned(),
        };
        let said = row.judged.as_ref().map_or_else(String::new, |judged| {
            let judged = judged.map_or_else(|| v.unscored.to_owned(), decimals);
            changed(&judged, &row.note, strings)
        });
        page.line(&format!(
            "| {} | {score}{said} | {} |",
            row.key,
            cell(&row.reasoning)
        ));
    }
    if !parts.extra.is_empty() {
        let extra: Vec<String> = parts
            .extra
            .iter()
            .map(|row| format!("{} ({})", row.key, row.printed.as_deref().unwrap_or("?")))
            .collect();
        page.line("");
        page.item(v.extra, &extra.join(", "));
    }
}

fn sufficiency(page: &mut Page, parts: &SufficiencyParts, sample: &Sample, strings: &Strings) {
    let v = &strings.verdict;
    page.line("");
    if let Some(judged) = parts.judged {
        let word = match judged {
            Some(true) => v.sufficient,
            Some(false) => v.insufficient,
            None if parts.keys.is_some() => v.conflict,
            None => strings.marks.open,
        };
        page.line(changed(word, &parts.note, strings).trim());
        page.line("");
    }
    if !parts.verdict_only {
        page.line(&coverage_line(parts, strings));
        page.line("");
        if let Some(confidence) = parts.confidence {
            let said = fill(v.confidence, &[("value", &decimals(confidence))]);
            page.line(&format!("{said} · {}", confidence_band(confidence, strings)));
            page.line("");
            page.line(confidence_note(parts, strings));
        } else {
            page.line(v.confidence_unknown);
        }
    }
    if !parts.coverage.0.is_empty() {
        page.head(v.coverage);
        page.line(&format!("| {} | {} | {} |", v.entity, v.covered, v.where_));
        page.line("| --- | --- | --- |");
        let located = located(&parts.coverage, &sample.contexts);
        for ((entity, covered), chunks) in parts.coverage.0.iter().zip(located) {
            let mark = match covered {
                Some(true) => '✓',
                Some(false) => '✗',
                None => '?',
            };
            let place = place(*covered, &chunks, strings);
            let covered = covered_word(*covered, strings);
            page.line(&format!("| {} | {mark} {covered} | {place} |", cell(entity)));
        }
    }
    let extra: Vec<String> = parts
        .extra_coverage
        .0
        .iter()
        .map(|(entity, covered)| format!("{entity}: {}", covered_word(*covered, strings)))
        .collect();
    page.list(v.missing, &parts.missing);
    page.list(v.missing_dropped, &parts.missing_dropped);
    page.list(v.contradictions, &parts.contradictions);
    page.list(v.extra_entities, &extra);
    if !parts.verdict_only {
        page.line("");
        page.line(&useful_line(parts, strings));
    }
    if !parts.reasoning.is_empty() {
        page.head(v.reasoning);
        page.quote(&parts.reasoning);
    }
}

/// The judge's reason, that the sentence abstains, and the nearest match of a quotation that is not word for word.
fn told(row: &Row, strings: &Strings) -> String {
    let nearest = row.nearest.as_ref().map(|nearest| {
        let value = decimals(nearest.similarity);
        fill(
            strings.breakdown().nearest,
            &[("value", &value), ("text", &nearest.text)],
        )
    });
    let abstains = row
        .abstains
        .map(|own| fill(strings.breakdown().abstains, &[("value", &strings.mark(own))]));
    let reason = (!row.reason.is_empty()).then(|| row.reason.clone());
    reason
        .into_iter()
        .chain(abstains)
        .chain(nearest)
        .collect::<Vec<_>>()
        .join(" · ")
}

fn breakdown(page: &mut Page, parts: &Breakdown, scored: bool, strings: &Strings) {
    if !parts.lines.is_empty() {
        page.head(strings.report.formula);
    }
    for line in &parts.lines {
        let why = if scored { strings.no_value(parts, line) } else { "" };
        page.item(&strings.line_label(line), &with_why(line.told(scored), why));
    }
    for figure in &parts.figures {
        let why = strings.no_value(parts, figure);
        page.item(&strings.line_label(figure), &with_why(figure.told(true), why));
    }
    for group in &parts.groups {
        page.head(strings.label(group.label));
        let columns: String = group
            .columns
            .iter()
            .map(|column| format!(" {} |", strings.column(group.label, column)))
            .collect();
        let by = group
            .judged_by()
            .map_or_else(String::new, |field| format!(" · {}", strings.field(field)));
        let b = strings.breakdown();
        let (what, verdict) = match group.label {
            Label::RetrievedIds => (b.id, b.wanted),
            Label::ReferenceIds => (b.id, b.retrieved),
            _ => (b.what, b.verdict),
        };
        page.line(&format!(
            "| # | {what} | {verdict}{by} | {} |{columns}",
            strings.verdict.reasoning
        ));
        page.line(&format!(
            "| --- | --- | --- | --- |{}",
            " --- |".repeat(group.columns.len())
        ));
        for (at, row) in group.rows.iter().enumerate() {
            let cells: String = row
                .cells
                .iter()
                .enumerate()
                .map(|(column, mark)| {
                    let change = row.changed_cells.iter().find(|cell| cell.column == column);
                    let said = change.map_or_else(String::new, |cell| {
                        changed(&strings.mark(cell.judged), &cell.note, strings)
                    });
                    let why = row.cell_reasons.get(column).filter(|why| !why.trim().is_empty());
                    let why = why.map_or_else(String::new, |why| format!(" · {}", cell(why)));
                    format!(" {}{said}{why} |", strings.mark(*mark))
                })
                .collect();
            let mut mark = strings.mark(row.mark);
            if let Some(judged) = row.judged {
                mark.push_str(&changed(&strings.mark(judged), &row.note, strings));
            }
            let tag = strings.row_tag(group.label, row);
            let tag = tag.map_or_else(String::new, |tag| format!("[{tag}] "));
            page.line(&format!(
                "| {} | {} | {mark} | {} |{cells}",
                row_number(row, at),
                cell(&(tag + &strings.row_text(row))),
                cell(&told(row, strings))
            ));
        }
    }
}

/// A value, and why there is none.
fn with_why(value: String, why: &str) -> String {
    match why {
        "" => value,
        why => format!("{value} · {why}"),
    }
}

/// Behind a changed verdict: that it is one, the judge's own, and the note.
fn changed(judged: &str, note: &str, strings: &Strings) -> String {
    let b = strings.breakdown();
    let mut out = format!(" ({}; {}", b.edited, fill(b.judge_said, &[("value", judged)]));
    if !note.trim().is_empty() {
        out.push_str("; ");
        out.push_str(&fill(b.note, &[("note", &cell(note))]));
    }
    out.push(')');
    out
}

fn input(page: &mut Page, sample: &Sample, strings: &Strings) {
    let f = &strings.form;
    page.head(strings.report.input);
    let numbered = |name: &str, letter: &str, from: usize, list: &'_ [String]| -> Vec<String> {
        (0..list.len())
            .map(|at| format!("{name} {letter}{}", at + from))
            .collect()
    };
    let (retrieved, wanted) = (sample.retrieved_ids.join("\n"), sample.reference_ids.join("\n"));
    let mut texts: Vec<(String, &str)> = vec![(f.question.to_owned(), &sample.question)];
    for (names, list) in [
        (
            numbered(f.essential, "E", 1, &sample.essential),
            &sample.essential,
        ),
        (numbered(f.bonus, "B", 1, &sample.bonus), &sample.bonus),
        (numbered(f.chunk, "", 0, &sample.contexts), &sample.contexts),
    ] {
        texts.extend(names.into_iter().zip(list.iter().map(String::as_str)));
    }
    let answer = if sample.essential.is_empty() {
        strings.fields().answer
    } else {
        f.answer
    };
    texts.push((answer.to_owned(), &sample.answer));
    texts.push((strings.fields().reference.to_owned(), &sample.reference));
    let samples = numbered(strings.fields().sample, "", 1, &sample.samples);
    texts.extend(samples.into_iter().zip(sample.samples.iter().map(String::as_str)));
    texts.push((strings.fields().retrieved_ids.to_owned(), &retrieved));
    texts.push((strings.fields().reference_ids.to_owned(), &wanted));
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        page.line(&format!("**{name}**"));
        page.line("");
        page.quote(text);
        page.line("");
    }
}

#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn head(&mut self, name: &str) {
        self.line("");
        self.line(&format!("## {name}"));
        self.line("");
    }

    fn item(&mut self, name: &str, value: &str) {
        self.line(&format!("- {name}: {}", value.trim_end()));
    }

    fn list(&mut self, name: &str, items: &[String]) {
        if !items.is_empty() {
            self.head(name);
            items
                .iter()
                .for_each(|item| self.line(&format!("- {}", cell(item))));
        }
    }

    fn quote(&mut self, text: &str) {
        text.lines()
            .for_each(|line| self.line(&format!("> {}", escape(line))));
    }
}

/// Foreign text on one line of a table or list.
pub(super) fn cell(text: &str) -> String {
    escape(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Foreign text may not become markup: it could load an image where the report is pasted.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}
