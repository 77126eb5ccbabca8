//! A finished evaluation as text to copy: everything as JSON ([`json`]), or what a reader wants as Markdown
//! ([`markdown`]), and the lines that both and the page share. Pure; holds no key, because nothing that it is made from
//! has one, and no address: what leaves names a provider, not a host.

mod covered;
mod json;
mod markdown;
mod sufficiency;
#[cfg(test)]
mod tests;

pub use covered::{covered, covered_line, judged_of, lacking};
pub use json::{json, json_of};
pub use sufficiency::{
    confidence_band, confidence_note, coverage_line, covered_word, located, place, refused_keys, useful_line,
};

use std::borrow::Cow;

use crate::evaluation::{
    Body, Exchange, Flag, Metric, NoReply, Outcome, Parts, PassageKind, Question, Reply, State, Usage,
};
use crate::i18n::{Strings, fill};
use crate::judge::{
    DRAWN_TEMPERATURE, EMBEDDINGS, JudgeIdentity, JudgeKind, LEFT_OUT, RAISED_FROM, TOKEN_VECTORS,
};
use crate::metric::breakdown::Row;
use crate::metric::catalogue;
use crate::metric::rag_recall::{FormulaLine, Line, PassageRow, Stated};
use crate::prompt::tokens;
use crate::run::Record;
use crate::sample::Sample;
use crate::stats::rational::{decimals, fixed};
use crate::text::visible::named;

/// The metric whose score is a yes or no.
const SUFFICIENT_CONTEXT: &str = "sufficient-context";

/// A sample with the record of one metric.
pub type Judged<'r> = (&'r Sample, &'r Record);

/// No judge in words: nothing but the local embedding model was asked.
fn is_local_model(judge: &JudgeIdentity) -> bool {
    judge.kind == JudgeKind::Embedded && judge.model.is_empty() && !judge.parameters.is_empty()
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

/// The result where no scale stands beside it: `**0.6305 (-1 to 1)** · edited`. A score of which less is better says
/// so, and one for which verdicts are missing.
fn result_line(outcome: &Outcome, strings: &Strings) -> String {
    let (b, scale) = (strings.breakdown(), outcome.scale);
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
    if let Some(notes) = strings.notes().filter(|_| scored && of_own_definition(outcome)) {
        line = format!("{line} · {}", notes.definition_holds);
    }
    if let Some(range) = told_range(&outcome.metric, strings).filter(|_| scored) {
        line = format!("{line} ({range})");
    }
    if let Some((judged, all)) = lacking(outcome) {
        line = format!(
            "{line} · {}",
            judged_of(&judged.to_string(), &all.to_string(), strings)
        );
    }
    if outcome.edited {
        line = format!("{line} · {}", b.edited);
    }
    line
}

/// A readable report in the language of `strings`. Characters that can't be seen are named in it.
pub fn markdown(sample: &Sample, record: &Record, strings: &Strings) -> String {
    named(&markdown::markdown(sample, record, strings))
}

/// One report as it is; several below each other, with their results listed in front.
pub fn markdown_of(judged: &[Judged<'_>], strings: &Strings) -> String {
    named(&markdown::markdown_of(judged, strings))
}

/// What the judge replied, as Markdown that goes below a report; empty where nobody was asked in words.
pub fn replies(record: &Record, strings: &Strings) -> String {
    named(&markdown::replies(&record.outcome, strings))
}

/// The number of a row: the one in its key, or else its place in the group.
pub fn row_number(row: &Row, at: usize) -> String {
    row.key
        .rsplit_once('-')
        .map(|(_, tail)| tail)
        .filter(|tail| tail.chars().all(|c| c.is_ascii_digit()))
        .map_or_else(|| (at + 1).to_string(), str::to_owned)
}

/// Whether the score answers a definition of the user's own: a yes says that it holds, and nobody knows whether that is
/// good.
pub fn of_own_definition(outcome: &Outcome) -> bool {
    outcome.settings.contains_key("definition")
}

/// The range in words, for a metric whose name says the opposite of what a high score means.
pub fn told_range(metric: &str, strings: &Strings) -> Option<&'static str> {
    let texts = strings.metric(metric).filter(|_| metric == "hallucination")?;
    Some(texts.range)
}

/// The settings that counted: `Way: by embeddings · Votes: 3`.
pub fn settings_line(outcome: &Outcome, strings: &Strings) -> String {
    // An own definition takes the aspect's place.
    let replaced = |name: &str| name == "aspect" && of_own_definition(outcome);
    let told = outcome.settings.iter().filter(|(name, _)| !replaced(name));
    let told = told.map(|(name, value)| {
        let (label, value) = setting(&outcome.metric, name, value, strings);
        format!("{label}: {value}")
    });
    told.collect::<Vec<_>>().join(" · ")
}

/// A setting as a reader is told of it: its label and its value.
pub fn setting(metric: &str, name: &str, value: &serde_json::Value, strings: &Strings) -> (String, String) {
    let texts = strings.setting(metric, name);
    let said = match value {
        serde_json::Value::String(word) => texts
            .and_then(|texts| texts.choices.iter().find(|(choice, _)| choice == word))
            .map_or_else(|| word.clone(), |(_, said)| (*said).to_owned()),
        number => number.as_f64().map_or_else(|| number.to_string(), decimals),
    };
    (texts.map_or(name, |texts| texts.label).to_owned(), said)
}

/// What a reader should know beside the result: the warnings, and that a judge which reads no prompt left an edit unread.
/// What is not ours alone holds words of the judge.
pub fn notes(outcome: &Outcome, judge: JudgeKind, strings: &Strings) -> Vec<Cow<'static, str>> {
    let edited =
        |exchange: &Exchange| matches!(&exchange.ask.body, Body::Chat { source, .. } if source.edited);
    let unread = judge == JudgeKind::Embedded && outcome.trace.iter().any(edited);
    let flags = outcome.flags.iter().map(|flag| match (flag, &outcome.parts) {
        (Flag::InventedIds, Parts::Sufficiency(parts)) => {
            let ids = parts.all_invented().join(", ");
            fill(strings.verdict.invented, &[("ids", &ids)]).into()
        }
        _ => strings.flag(*flag).into(),
    });
    flags
        .chain(unread.then_some(strings.verdict.prompt_unread.into()))
        .collect()
}

/// Who judged, with parameters: `gpt-5.1 · api.openai.com · temperature 0`.
pub fn judge_line(judge: &JudgeIdentity, strings: &Strings) -> String {
    let kind = match judge.kind {
        JudgeKind::Embedded if is_local_model(judge) => Some(strings.plan().local_model),
        JudgeKind::Embedded => Some(strings.judge_panel.embedded),
        JudgeKind::ByHand => Some(strings.judge_panel.by_hand),
        JudgeKind::Nobody => Some(strings.judge_panel.nobody),
        JudgeKind::BuiltIn => Some(strings.calling.built_in),
        JudgeKind::Api => None,
    };
    let parameters = judge
        .parameters
        .iter()
        .filter(|(name, _)| ![LEFT_OUT, RAISED_FROM].contains(&name.as_str()))
        .map(|(name, value)| format!("{} {value}", parameter(name, strings)));
    kind.map(str::to_owned)
        .into_iter()
        .chain([judge.model.clone(), judge.provider.clone()])
        .chain(parameters)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}

/// What a model took otherwise than it was set, and how long that holds: a limit that was raised, parameters that it refused.
pub fn learned(judge: &JudgeIdentity, strings: &Strings) -> Vec<String> {
    let Some(notes) = strings.notes() else {
        return Vec::new();
    };
    let at = judge.parameters.iter().position(|(name, _)| name == RAISED_FROM);
    let limit = at.and_then(|at| judge.parameters.get(at.checked_sub(1)?));
    let raised = limit.map(|(field, tokens)| fill(notes.raised, &[("limit", &format!("{field} {tokens}"))]));
    let left_out = judge.parameter(LEFT_OUT);
    let left_out = left_out.map(|list| fill(notes.left_out, &[("list", list)]));
    raised.into_iter().chain(left_out).collect()
}

/// What a parameter of a judge is called. Those that an API takes go by the names that it has for them.
fn parameter<'n>(name: &'n str, strings: &Strings) -> &'n str {
    let notes = strings.notes();
    let said = match name {
        "table" => Some(strings.embedded.table),
        EMBEDDINGS => notes.map(|notes| notes.embeddings),
        TOKEN_VECTORS => notes.map(|notes| notes.token_vectors),
        DRAWN_TEMPERATURE => notes.map(|notes| notes.drawn_temperature),
        _ => None,
    };
    said.unwrap_or(name)
}

/// That several draws of one ask were made at temperature 0, where they can't differ. Answers that the judge draws by
/// itself are always drawn at 1.
pub fn equal_draws(record: &Record, strings: &Strings) -> Option<&'static str> {
    let cold = |value: &str| value.parse::<f64>().is_ok_and(|value| value == 0.0);
    let drawn = |exchange: &Exchange| {
        exchange.ask.path.draw > 0
            && matches!(exchange.ask.body, Body::Chat { .. })
            && !matches!(exchange.ask.question, Question::Answer { .. })
    };
    let cold = record.judge.parameter("temperature").is_some_and(cold);
    (cold && record.outcome.trace.iter().any(drawn))
        .then(|| strings.notes().map(|notes| notes.equal_draws))
        .flatten()
}

/// A claimed score, which may be any number that somebody typed: `0.5`, and `1e308` instead of its 309 digits.
pub fn claimed_score(value: f64) -> String {
    if value.abs() < 1e9 {
        decimals(value)
    } else {
        format!("{value:e}")
    }
}

/// A score that was noted, with its scale: `4.5 / 5`, `0.5 / 1`, `Sufficient`. One of a metric that is not known here
/// stands alone.
pub fn noted_score(metric: &str, value: f64, strings: &Strings) -> String {
    let score = claimed_score(value);
    // Where the scale is a setting, it is not known from here.
    let is_set = |known: &&dyn Metric| known.settings().iter().any(|setting| setting.name == "max");
    match catalogue::find(metric).filter(|known| !is_set(known)) {
        // Its score is an answer; any other number was made up by somebody.
        Some(known) if known.id() == SUFFICIENT_CONTEXT && value == 1.0 => {
            strings.verdict.sufficient.to_owned()
        }
        Some(known) if known.id() == SUFFICIENT_CONTEXT && value == 0.0 => {
            strings.verdict.insufficient.to_owned()
        }
        // "/ 1" would hide that the scale goes below 0.
        Some(known) if known.scale().min >= 0.0 => format!("{score} / {}", known.scale().max),
        Some(_) | None => score,
    }
}

/// A duration in seconds with one decimal.
pub fn seconds(elapsed_ms: f64, strings: &Strings) -> String {
    fill(
        strings.run.elapsed,
        &[("seconds", &fixed(elapsed_ms.max(0.0) / 1000.0, 1))],
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

/// What is said of a total that the judge wrote itself; where a person's changes moved ours, it is held against the
/// judge's own scores, and that is said.
pub fn stated_told(line: &FormulaLine, stated: &Stated, strings: &Strings) -> String {
    let v = &strings.verdict;
    let values = [
        ("value", stated.value.as_str()),
        ("own", line.judged.as_deref().unwrap_or_default()),
    ];
    let moved = strings.notes().filter(|_| line.judged.is_some());
    let sentence = match (stated.agrees, moved) {
        (Some(true), None) => v.agrees,
        (Some(true), Some(notes)) => notes.agrees_unchanged,
        (Some(false), Some(notes)) => notes.wrote_unchanged,
        _ => v.wrote,
    };
    fill(sentence, &values)
}

/// Why a passage has no score: what the judge wrote in its place and the scale, where that is known.
pub fn no_score_told(row: &PassageRow, strings: &Strings) -> Option<String> {
    let what = row
        .fault
        .filter(|_| row.score.is_none())
        .map(|fault| strings.reason(fault).what)?;
    let Some(notes) = strings.notes().filter(|_| !row.written.is_empty()) else {
        return Some(what.to_owned());
    };
    let min = if row.kind == PassageKind::Bonus { "0" } else { "1" };
    let written = fill(notes.wrote_instead, &[("value", &row.written), ("min", min)]);
    Some(strings.join(&[&written, what]))
}

/// Tokens over all calls, as the API reports them.
pub fn tokens_line(outcome: &Outcome, strings: &Strings) -> Option<String> {
    let usages: Vec<Usage> = outcome
        .trace
        .iter()
        .filter_map(|exchange| match &exchange.reply {
            Reply::Text(reply) => reply.usage,
            Reply::None(NoReply::Failed(failure)) => failure.usage,
            _ => None,
        })
        .collect();
    if usages.is_empty() {
        return None;
    }
    let sum = |pick: fn(&Usage) -> Option<u64>| {
        let known: Vec<u64> = usages.iter().filter_map(pick).collect();
        (!known.is_empty()).then(|| known.iter().sum())
    };
    let all = Usage {
        prompt: sum(|usage| usage.prompt),
        completion: sum(|usage| usage.completion),
    };
    Some(spent(all, strings))
}

/// Tokens in words; "?" where a count was not told.
pub fn spent(usage: Usage, strings: &Strings) -> String {
    let count = |tokens: Option<u64>| tokens.map_or_else(|| "?".to_owned(), tokens::grouped);
    let (prompt, completion) = (count(usage.prompt), count(usage.completion));
    fill(
        strings.verdict.tokens_fact,
        &[("prompt", &prompt), ("completion", &completion)],
    )
}

/// Ids with commas between them.
pub fn ids<T: ToString>(ids: &[T]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
