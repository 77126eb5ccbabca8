//! A finished evaluation as text to copy: everything as JSON, or what a reader wants as Markdown. Pure; holds no
//! key, because nothing that it is made from has one, and no address: what leaves names a provider, not a host.

use std::collections::BTreeMap;

use serde::Serialize;

use super::iso_8601;
use super::record::{judge_without_address, reply_without_address};
use crate::evaluation::{AskPath, Body, Exchange, Flag, Outcome, Overrides, Parts, PromptRef, Reply, State};
use crate::i18n::{Strings, fill};
use crate::judge::{EMBEDDINGS, JudgeIdentity, JudgeKind, TOKEN_VECTORS};
use crate::metric::breakdown::{Breakdown, Row};
use crate::metric::rag_recall::{Line, RecallParts};
use crate::metric::sufficient_context::SufficiencyParts;
use crate::run::Record;
use crate::sample::Sample;
use crate::stats::rational::decimals;

/// The whole record as indented JSON. Each prompt stands once, by the SHA-256 that its replies name.
pub fn json(sample: &Sample, record: &Record) -> String {
    let whole = Whole::new(sample, record);
    serde_json::to_string_pretty(&whole).unwrap_or_default()
}

/// A sample with the record of one metric.
pub type Judged<'r> = (&'r Sample, &'r Record);

/// One record as it is, several as a JSON list.
pub fn json_of(judged: &[Judged<'_>]) -> String {
    match judged {
        [(sample, record)] => json(sample, record),
        several => {
            let whole: Vec<_> = several
                .iter()
                .map(|(sample, record)| Whole::new(sample, record))
                .collect();
            serde_json::to_string_pretty(&whole).unwrap_or_default()
        }
    }
}

#[derive(Serialize)]
struct Whole<'r> {
    app: &'static str,
    app_version: &'static str,
    metric: &'r str,
    metric_version: u32,
    time: String,
    elapsed_ms: f64,
    cancelled: bool,
    judge: Named,
    settings: &'r serde_json::Map<String, serde_json::Value>,
    state: &'r State,
    scale: crate::evaluation::Scale,
    parts: &'r Parts,
    flags: Vec<&'r Flag>,
    edited: bool,
    overrides: &'r Overrides,
    sample: &'r Sample,
    replies: Vec<Answered<'r>>,
    prompts: BTreeMap<&'r str, &'r str>,
}

/// Who judged, by the name that the page shows.
#[derive(Serialize)]
struct Named {
    kind: serde_json::Value,
    provider: String,
    model: String,
    parameters: Vec<(String, String)>,
}

impl Named {
    fn new(judge: JudgeIdentity) -> Self {
        let local = is_local_model(&judge);
        let kind = if local {
            "local-model".into()
        } else {
            serde_json::to_value(judge.kind).unwrap_or_default()
        };
        let vectors = |(name, _): &&(String, String)| [EMBEDDINGS, TOKEN_VECTORS].contains(&name.as_str());
        let model = judge.parameters.iter().find(vectors).filter(|_| local);
        Self {
            kind,
            model: model.map_or(judge.model, |(_, model)| model.clone()),
            provider: judge.provider,
            parameters: judge.parameters,
        }
    }
}

/// No judge in words: nothing but the local embedding model was asked.
fn is_local_model(judge: &JudgeIdentity) -> bool {
    judge.kind == JudgeKind::Embedded && judge.model.is_empty() && !judge.parameters.is_empty()
}

#[derive(Serialize)]
struct Answered<'r> {
    path: &'r AskPath,
    prompt_sha256: Option<&'r str>,
    template: Option<&'r PromptRef>,
    reply: Reply,
}

impl<'r> Whole<'r> {
    fn new(sample: &'r Sample, record: &'r Record) -> Self {
        let outcome = &record.outcome;
        Self {
            app: "assay",
            app_version: env!("CARGO_PKG_VERSION"),
            metric: &outcome.metric,
            metric_version: outcome.metric_version,
            time: iso_8601(record.started_ms),
            elapsed_ms: record.elapsed_ms,
            cancelled: record.cancelled,
            judge: Named::new(judge_without_address(record.judge.clone())),
            settings: &outcome.settings,
            state: &outcome.state,
            scale: outcome.scale,
            parts: &outcome.parts,
            flags: outcome.flags.iter().collect(),
            edited: outcome.edited,
            overrides: &outcome.overrides,
            sample,
            replies: outcome.trace.iter().map(answered).collect(),
            prompts: outcome.trace.iter().filter_map(prompt_by_hash).collect(),
        }
    }
}

fn answered(exchange: &Exchange) -> Answered<'_> {
    let (prompt_sha256, template) = match &exchange.ask.body {
        Body::Chat { sha256, source, .. } => (Some(sha256.as_str()), Some(source)),
        Body::Embed { .. } | Body::Tokens { .. } => (None, None),
    };
    Answered {
        path: &exchange.ask.path,
        prompt_sha256,
        template,
        reply: reply_without_address(exchange.reply.clone()),
    }
}

fn prompt_by_hash(exchange: &Exchange) -> Option<(&str, &str)> {
    match &exchange.ask.body {
        Body::Chat { sha256, prompt, .. } => Some((sha256, prompt)),
        Body::Embed { .. } | Body::Tokens { .. } => None,
    }
}

/// A readable report in the language of `strings`.
pub fn markdown(sample: &Sample, record: &Record, strings: &Strings) -> String {
    let outcome = &record.outcome;
    let r = &strings.report;
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
        page.item(strings.fields.settings, &cell(&settings));
    }
    page.item(r.result, &result_line(outcome, strings));
    let judge = judge_without_address(record.judge.clone());
    page.item(r.judge, &cell(&judge_line(&judge, strings)));
    page.item(
        r.time,
        &format!(
            "{} · {}",
            iso_8601(record.started_ms),
            seconds(record.elapsed_ms, strings)
        ),
    );
    for exchange in outcome.trace.iter() {
        if let Body::Chat { source, sha256, .. } = &exchange.ask.body {
            let edited = if source.edited {
                format!(" · {}", strings.prompt_panel.edited)
            } else {
                String::new()
            };
            page.item(
                r.prompt,
                &format!("`{}` v{}{edited} · SHA-256 `{sha256}`", source.id, source.version),
            );
        }
    }
    if let Some(reason) = strings.reason_of(outcome, record.judge.kind) {
        page.line("");
        page.line(&reason.what);
        page.line(&reason.next);
    }
    match &outcome.parts {
        Parts::Recall(parts) => recall(&mut page, parts, strings),
        Parts::Sufficiency(parts) => sufficiency(&mut page, parts, strings),
        Parts::Breakdown(parts) => breakdown(&mut page, parts, strings),
        Parts::None => {}
    }
    if !outcome.flags.is_empty() {
        page.head(strings.verdict.warnings);
        outcome
            .flags
            .iter()
            .for_each(|flag| page.line(&format!("- {}", strings.flag(*flag))));
    }
    input(&mut page, sample, strings);
    page.0
}

/// One report as it is; several below each other, with their results listed in front.
pub fn markdown_of(judged: &[Judged<'_>], strings: &Strings) -> String {
    let mut page = Page::default();
    if judged.len() > 1 {
        page.line(&format!("# {}", strings.together.scores));
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

/// The result in a few words: `4.75 / 5`, `Sufficient`, `No score`.
pub fn result(outcome: &Outcome, strings: &Strings) -> String {
    let v = &strings.verdict;
    match (outcome.state, &outcome.parts) {
        (State::Scored(_), Parts::Recall(parts)) => {
            let value = parts
                .lines
                .last()
                .and_then(|line| line.value.clone())
                .unwrap_or_default();
            format!("{value} / {}", outcome.scale.max)
        }
        (State::Scored(_), Parts::Sufficiency(parts)) => {
            let word = if parts.sufficient == Some(true) {
                v.sufficient
            } else {
                v.insufficient
            };
            word.to_owned()
        }
        // "/ 1" would hide that the scale goes below 0.
        (State::Scored(score), Parts::None | Parts::Breakdown(_)) if outcome.scale.min < 0.0 => {
            decimals(score.0)
        }
        (State::Scored(score), Parts::None | Parts::Breakdown(_)) => {
            format!("{} / {}", decimals(score.0), outcome.scale.max)
        }
        (State::Unscored(_), _) => v.unscored.to_owned(),
        (State::NotApplicable(_), _) => v.not_applicable.to_owned(),
        (State::Conflict(_), _) => v.conflict.to_owned(),
    }
}

/// The result where no scale stands beside it: `**0.6305 (-1 to 1)** · edited`. A score of which less is better says so.
fn result_line(outcome: &Outcome, strings: &Strings) -> String {
    let (b, scale) = (&strings.breakdown, outcome.scale);
    let mut line = result(outcome, strings);
    let scored = matches!(outcome.state, State::Scored(_));
    if scored && scale.min < 0.0 {
        let ends = [("min", scale.min.to_string()), ("max", scale.max.to_string())];
        let ends = ends.each_ref().map(|(name, value)| (*name, value.as_str()));
        line = format!("{line} ({})", fill(b.scale, &ends));
    }
    line = format!("**{line}**");
    if scored && !scale.higher_is_better {
        line = format!("{line} · {}", b.lower);
    }
    if outcome.edited {
        line = format!("{line} · {}", b.edited);
    }
    line
}

/// The settings that counted: `Way: by embeddings · Votes: 3`.
pub fn settings_line(outcome: &Outcome, strings: &Strings) -> String {
    // An own definition takes the aspect's place.
    let replaced = |name: &str| name == "aspect" && outcome.settings.contains_key("definition");
    let told = outcome.settings.iter().filter(|(name, _)| !replaced(name));
    let told = told.map(|(name, value)| {
        let texts = strings.setting(&outcome.metric, name);
        let value = match value {
            serde_json::Value::String(word) => texts
                .and_then(|texts| texts.choices.iter().find(|(choice, _)| choice == word))
                .map_or_else(|| word.clone(), |(_, said)| (*said).to_owned()),
            number => number.as_f64().map_or_else(|| number.to_string(), decimals),
        };
        format!("{}: {value}", texts.map_or(name.as_str(), |texts| texts.label))
    });
    told.collect::<Vec<_>>().join(" · ")
}

/// Who judged, with parameters: `gpt-5.1 · api.openai.com · temperature 0`.
pub fn judge_line(judge: &JudgeIdentity, strings: &Strings) -> String {
    let kind = match judge.kind {
        JudgeKind::Embedded if is_local_model(judge) => Some(strings.plan.local_model),
        JudgeKind::Embedded => Some(strings.judge_panel.embedded),
        JudgeKind::ByHand => Some(strings.judge_panel.by_hand),
        JudgeKind::Nobody => Some(strings.judge_panel.nobody),
        JudgeKind::BuiltIn => Some(strings.connect.built_in),
        JudgeKind::Api => None,
    };
    let parameters = judge
        .parameters
        .iter()
        .map(|(name, value)| format!("{name} {value}"));
    kind.map(str::to_owned)
        .into_iter()
        .chain([judge.model.clone(), judge.provider.clone()])
        .chain(parameters)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}

/// A duration in seconds with one decimal.
pub fn seconds(elapsed_ms: f64, strings: &Strings) -> String {
    fill(
        strings.run.elapsed,
        &[("seconds", &format!("{:.1}", elapsed_ms.max(0.0) / 1000.0))],
    )
}

/// What a line of the formula is called.
pub fn line_name(line: Line, strings: &Strings) -> &'static str {
    match line {
        Line::Essential => strings.verdict.essential,
        Line::Bonus => strings.verdict.bonus,
        Line::Combined => strings.verdict.combined,
        Line::Final => strings.verdict.final_line,
    }
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
            .map(|stated| match stated.agrees {
                Some(true) => format!("✓ {}", v.agrees),
                Some(false) => format!("✗ {}", fill(v.wrote, &[("value", &stated.value)])),
                None => fill(v.wrote, &[("value", &stated.value)]),
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
        let score = match (&row.printed, row.fault) {
            (Some(score), _) => score.clone(),
            (None, Some(fault)) => fill(v.no_score, &[("reason", strings.reason(fault).what)]),
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

fn sufficiency(page: &mut Page, parts: &SufficiencyParts, strings: &Strings) {
    let v = &strings.verdict;
    page.line("");
    if let Some(judged) = parts.judged {
        let word = match judged {
            Some(true) => v.sufficient,
            Some(false) => v.insufficient,
            None => v.conflict,
        };
        page.line(changed(word, &parts.note, strings).trim());
        page.line("");
    }
    if let Some(confidence) = parts.confidence {
        page.line(&fill(v.confidence, &[("value", &confidence.to_string())]));
        page.line("");
        page.line(v.confidence_note);
    }
    if !parts.coverage.0.is_empty() {
        page.head(v.coverage);
        page.line(&format!("| {} | {} |", v.entity, v.covered));
        page.line("| --- | --- |");
        for (entity, covered) in &parts.coverage.0 {
            let covered = match covered {
                Some(true) => format!("✓ {}", v.yes),
                Some(false) => format!("✗ {}", v.no),
                None => format!("? {}", v.unknown),
            };
            page.line(&format!("| {} | {covered} |", cell(entity)));
        }
    }
    page.list(v.missing, &parts.missing);
    page.list(v.missing_dropped, &parts.missing_dropped);
    page.list(v.contradictions, &parts.contradictions);
    if !parts.useful.is_empty() {
        page.line("");
        page.line(&fill(v.useful, &[("ids", &ids(&parts.useful))]));
    }
    if !parts.invented.is_empty() {
        page.line("");
        page.line(&fill(v.invented, &[("ids", &ids(&parts.invented))]));
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
            strings.breakdown.nearest,
            &[("value", &value), ("text", &nearest.text)],
        )
    });
    let abstains = row
        .abstains
        .map(|own| fill(strings.breakdown.abstains, &[("value", &strings.mark(own))]));
    let reason = (!row.reason.is_empty()).then(|| row.reason.clone());
    reason
        .into_iter()
        .chain(abstains)
        .chain(nearest)
        .collect::<Vec<_>>()
        .join(" · ")
}

fn breakdown(page: &mut Page, parts: &Breakdown, strings: &Strings) {
    if !parts.lines.is_empty() {
        page.head(strings.report.formula);
    }
    for line in &parts.lines {
        let value = line.value.map_or("?".to_owned(), decimals);
        let working = line.with_value(value);
        page.item(&strings.line_label(line), &working);
    }
    for figure in &parts.figures {
        let value = figure.value.map_or("–".to_owned(), decimals);
        page.item(&strings.line_label(figure), &figure.with_value(value));
    }
    for group in &parts.groups {
        page.head(strings.label(group.label));
        let columns: String = group
            .columns
            .iter()
            .map(|column| format!(" {} |", strings.column(group.label, column)))
            .collect();
        page.line(&format!(
            "| | {} | {} |{columns}",
            strings.verdict.score, strings.verdict.reasoning
        ));
        page.line(&format!(
            "| --- | --- | --- |{}",
            " --- |".repeat(group.columns.len())
        ));
        for row in &group.rows {
            let cells: String = row
                .cells
                .iter()
                .enumerate()
                .map(|(column, mark)| {
                    let change = row.changed_cells.iter().find(|cell| cell.column == column);
                    let said = change.map_or_else(String::new, |cell| {
                        changed(&strings.mark(cell.judged), &cell.note, strings)
                    });
                    format!(" {}{said} |", strings.mark(*mark))
                })
                .collect();
            let mut mark = strings.mark(row.mark);
            if let Some(judged) = row.judged {
                mark.push_str(&changed(&strings.mark(judged), &row.note, strings));
            }
            page.line(&format!(
                "| {} | {mark} | {} |{cells}",
                cell(&strings.row_text(row)),
                cell(&told(row, strings))
            ));
        }
    }
}

/// Behind a changed verdict: that it is one, the judge's own, and the note.
fn changed(judged: &str, note: &str, strings: &Strings) -> String {
    let b = &strings.breakdown;
    let mut out = format!(" ({}; {}", b.edited, fill(b.judge_said, &[("value", judged)]));
    if !note.trim().is_empty() {
        out.push_str("; ");
        out.push_str(&fill(b.note, &[("note", &cell(note))]));
    }
    out.push(')');
    out
}

/// Ids with commas between them.
pub fn ids<T: ToString>(ids: &[T]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
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
        strings.fields.answer
    } else {
        f.answer
    };
    texts.push((answer.to_owned(), &sample.answer));
    texts.push((strings.fields.reference.to_owned(), &sample.reference));
    let samples = numbered(strings.fields.sample, "", 1, &sample.samples);
    texts.extend(samples.into_iter().zip(sample.samples.iter().map(String::as_str)));
    texts.push((strings.fields.retrieved_ids.to_owned(), &retrieved));
    texts.push((strings.fields.reference_ids.to_owned(), &wanted));
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
fn cell(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Options, Overrides};
    use crate::i18n::Lang;
    use serde_json::json;

    /// A record as `run::drive` makes it, with the replies given.
    fn record(metric: &str, replies: &[&str]) -> (Sample, Record) {
        let metric = crate::metric::catalogue::find(metric).unwrap();
        let sample = metric.examples()[0].sample();
        let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
        let mut replies = replies.iter();
        while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
            let reply = replies.next().map_or("", |text| *text);
            evaluation.take(&path, Reply::text(reply)).unwrap();
        }
        let judge = JudgeIdentity {
            kind: JudgeKind::Api,
            provider: "api.openai.com".into(),
            model: "model|x".into(),
            parameters: vec![("temperature".into(), "0".into())],
        };
        let outcome = evaluation.outcome(&Overrides::default());
        (
            sample,
            Record {
                judge,
                started_ms: 0.0,
                elapsed_ms: 2400.0,
                cancelled: false,
                outcome,
            },
        )
    }

    #[test]
    fn json_holds_each_prompt_once_and_every_reply() {
        let (sample, record) = record("rag-recall", &["nonsense"]);
        let value: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
        assert_eq!(value["metric"], "rag-recall");
        assert_eq!(value["judge"]["model"], "model|x");
        assert_eq!(value["time"], "1970-01-01T00:00:00Z");
        assert_eq!(value["sample"]["essential"][0], sample.essential[0]);
        assert_eq!(value["replies"][0]["reply"]["text"]["text"], "nonsense");
        let hash = value["replies"][0]["prompt_sha256"].as_str().unwrap();
        assert!(
            value["prompts"][hash]
                .as_str()
                .unwrap()
                .contains(&sample.essential[0])
        );
        assert_eq!(
            json(&sample, &record).matches("Lismore leaves Oban").count(),
            2,
            "sample and prompt"
        );
    }

    #[test]
    fn markdown_names_result_judge_prompt_and_input() {
        for lang in Lang::ALL {
            let strings = lang.strings();
            let (sample, record) = record("rag-recall", &[""]);
            let text = markdown(&sample, &record, strings);
            for part in [
                strings.verdict.unscored,
                "model\\|x · OpenAI · temperature 0",
                "`rag-recall` v1",
                strings.form.answer,
                "Bicycles travel free of charge.",
            ] {
                assert!(text.contains(part), "{part} in {text}");
            }
        }
    }

    #[test]
    fn a_copy_says_what_was_set_and_which_way_is_better() {
        for (metric, values, replies, told, not) in [
            (
                "aspect-critique",
                json!({"aspect": "harmfulness"}),
                &[r#"{"reason": "r", "verdict": 1}"#][..],
                "Aspect: harmfulness · Votes: 1",
                "higher",
            ),
            (
                "aspect-critique",
                json!({"definition": "Is it kind?"}),
                &[],
                "Your own definition: Is it kind?",
                "Aspect: ",
            ),
            ("factual-correctness", json!({"beta": 2}), &[], "2", "lower"),
            (
                "self-check",
                json!({}),
                &["No"; 9],
                "** · lower is better",
                "higher",
            ),
        ] {
            let metric = crate::metric::catalogue::find(metric).unwrap();
            let mut sample = metric.examples()[0].sample();
            sample
                .answer
                .truncate(sample.answer.find('.').map_or(0, |end| end + 1));
            let options = Options {
                values: values.as_object().unwrap().clone(),
                ..Options::default()
            };
            let mut evaluation = Evaluation::start(metric, sample.clone(), options).unwrap();
            for reply in replies {
                let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) else {
                    break;
                };
                evaluation.take(&path, Reply::text(*reply)).unwrap();
            }
            let (_, mut one) = record("rag-recall", &[]);
            one.outcome = evaluation.outcome(&Overrides::default());
            let text = markdown(&sample, &one, Lang::En.strings());
            assert!(text.contains(told), "{told:?} in {text}");
            assert!(!text.contains(not), "{not:?} in {text}");
            let whole: serde_json::Value = serde_json::from_str(&json_of(&[(&sample, &one)])).unwrap();
            for (name, value) in values.as_object().unwrap() {
                assert_eq!(whole["settings"][name], *value);
            }
            one.outcome.edited = true;
            let both = [(&sample, &one), (&sample, &one)];
            assert_eq!(
                markdown_of(&both, Lang::En.strings()).matches("· edited").count(),
                4,
                "in the list and in each report"
            );
        }
    }

    #[test]
    fn a_copy_holds_no_address() {
        use crate::evaluation::{CallFailure, FailureKind, NoReply};
        for (provider, named) in [
            ("api.openai.com", "OpenAI"),
            ("me.openai.azure.com", "Azure OpenAI"),
            ("llm.intranet.example:8443", ""),
            ("localhost:11434", ""),
        ] {
            let (sample, mut record) = record("rag-recall", &["nonsense"]);
            record.judge.provider = provider.into();
            record
                .judge
                .parameters
                .push(("base".into(), format!("https://{provider}/v1")));
            let trace = std::sync::Arc::make_mut(&mut record.outcome.trace);
            trace[0].reply = Reply::Text(crate::evaluation::TextReply {
                text: "A reply.".into(),
                model: Some(format!("http://{provider}/m")),
                ..Default::default()
            });
            trace.push(trace[0].clone());
            trace[1].reply = Reply::None(NoReply::Failed(CallFailure {
                kind: FailureKind::Server,
                host: provider.into(),
                secure: true,
                status: Some(502),
                detail: format!("upstream {provider} said no"),
                attempts: 4,
            }));
            let judged = [(&sample, &record)];
            for (form, text) in [
                ("json", json(&sample, &record)),
                ("json of several", json_of(&[judged[0], judged[0]])),
                ("markdown", markdown(&sample, &record, Lang::En.strings())),
                (
                    "markdown of several",
                    markdown_of(&[judged[0], judged[0]], Lang::En.strings()),
                ),
            ] {
                assert!(!text.contains(provider), "{form}: {text}");
                assert!(text.contains("model") && text.contains(named), "{form}: {text}");
            }
            let whole: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
            let failed = &whole["replies"][1]["reply"]["none"]["failed"];
            assert_eq!(
                (&failed["kind"], &failed["status"]),
                (&"server".into(), &502.into())
            );
        }
    }

    #[test]
    fn foreign_text_is_no_markup() {
        for (text, want) in [
            (
                "![x](https://e.example/p.png)",
                "\\!\\[x\\](https://e.example/p.png)",
            ),
            ("<img src=x>", "&lt;img src=x>"),
            ("a | b\nc", "a \\| b c"),
        ] {
            assert_eq!(cell(text), want);
        }
    }

    #[test]
    fn a_changed_verdict_is_told_with_the_judges_own() {
        let metric = crate::metric::catalogue::find("faithfulness").unwrap();
        let sample = metric.examples()[0].sample();
        let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
        for reply in [
            r#"{"statements": ["One.", "Two."]}"#,
            r#"{"verdicts": [{"index": 1, "verdict": 1}, {"index": 2, "verdict": 0}]}"#,
        ] {
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            evaluation.take(&path, Reply::text(reply)).unwrap();
        }
        let (_, mut record) = record("faithfulness", &[]);
        let change = crate::evaluation::Override {
            value: true.into(),
            note: "it | does".into(),
        };
        record.outcome = evaluation.outcome(&Overrides([("answer-2".to_owned(), change)].into()));
        let text = markdown(&sample, &record, Lang::En.strings());
        assert!(text.contains("**1 / 1** · edited"), "{text}");
        assert!(
            text.contains("| Two. | ✓ yes (edited; judge: ✗ no; Note: it \\| does) |"),
            "{text}"
        );
        let whole: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
        assert_eq!(whole["overrides"]["answer-2"]["note"], "it | does");
        assert_eq!(whole["parts"]["groups"][0]["rows"][1]["judged"], "no");
    }

    #[test]
    fn a_local_model_is_named_and_its_scale_is_whole() {
        let metric = crate::metric::catalogue::find("answer-similarity").unwrap();
        let sample = metric.examples()[0].sample();
        for (vectors, want) in [
            (vec![vec![3.0, 4.0], vec![4.0, 3.0]], "0.96 / (1 · 1) = 0.96"),
            (
                vec![vec![30_000.0, 40_000.0], vec![4.0, 3.0]],
                "**0.96 (-1 to 1)**",
            ),
            (vec![vec![1.0, 0.0], vec![-2.0, 0.0]], "**-1 (-1 to 1)**"),
        ] {
            let mut evaluation = Evaluation::start(metric, sample.clone(), Options::default()).unwrap();
            let path = evaluation.open_asks().unwrap()[0].path.clone();
            evaluation.take(&path, Reply::Vectors(vectors)).unwrap();
            let (_, mut record) = record("faithfulness", &[]);
            record.outcome = evaluation.outcome(&Overrides::default());
            record.judge = JudgeIdentity {
                kind: JudgeKind::Embedded,
                provider: String::new(),
                model: String::new(),
                parameters: vec![(EMBEDDINGS.into(), "MiniLM".into())],
            };
            let text = markdown(&sample, &record, Lang::En.strings());
            assert!(
                text.contains(want) && text.contains("Local model · embeddings MiniLM"),
                "{text}"
            );
            let whole: serde_json::Value = serde_json::from_str(&json(&sample, &record)).unwrap();
            assert_eq!(
                (&whole["judge"]["kind"], &whole["judge"]["model"]),
                (&"local-model".into(), &"MiniLM".into())
            );
        }
    }
}
