//! The record of an evaluation: what is kept, linked and exported. One form for all three.
//!
//! It holds what was judged, what was set, what the judge replied and what a person changed, and the score only as a
//! *claim*: [`crate::run::rescore`] computes it anew from the replies. It has no place for a key, an address or a
//! header, and [`Record::without_addresses`] takes out the host names that failures and judges carry. How a record
//! becomes a link is in [`super::link`], how it becomes a file in [`super::file`].
//!
//! Several metrics may have judged one sample; replies that they share stand once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::evaluation::{AskPath, Evaluation, NoReply, Options, Override, Overrides, Reply, State};
use crate::judge::api::provider::Provider;
use crate::judge::key::paste::begins_like_key;
use crate::judge::{DRAWN_TEMPERATURE, EMBEDDINGS, JudgeIdentity, LEFT_OUT, RAISED_FROM, TOKEN_VECTORS};
use crate::prompt::sha256_hex;
use crate::run::rescore::{Rescored, rescore};
use crate::sample::Sample;

/// The version of the record's form. Every version that was ever published stays readable.
pub const VERSION: u32 = 1;

/// See the module. Fields that hold nothing are left out where it is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// [`VERSION`] of the app that wrote it.
    pub assay: u32,
    /// How much it holds.
    pub holds: Holds,
    /// The metrics, in the order in which they are shown; at least one.
    pub metrics: Vec<Judged>,
    /// What was judged. Empty where only scores are shared.
    pub sample: Sample,
    /// The prompts: built-in ones by id, version and hash, edited ones with their text.
    pub prompts: Vec<Prompt>,
    /// Replies; metrics name them by their place here.
    pub replies: Vec<Reply>,
    /// Who judged.
    pub judge: Option<JudgeIdentity>,
    /// The language of the page, as a BCP 47 tag; empty where nothing came out in any.
    pub language: String,
    /// When the run began, whole milliseconds since the Unix epoch; 0: not told.
    pub started_ms: u64,
    /// How long it took, whole milliseconds.
    pub elapsed_ms: u64,
    /// The run was cancelled.
    pub cancelled: bool,
    /// Tokens of the embeddings of the run, all metrics together, as the API reported them; 0: it did not. A reply of
    /// vectors has no place for them. Never in a link that is shared.
    #[serde(skip_serializing_if = "is_none")]
    pub embedding_tokens: u64,
    /// What its owner calls it. Never in a link.
    pub name: String,
    /// What its owner wrote about it. Never in a link.
    pub note: String,
}

/// How much a record holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// Inputs and settings, to be judged by whoever opens it.
    #[default]
    Inputs,
    /// Inputs, replies and what came out of them.
    Verdict,
    /// Scores and who gave them; neither inputs nor replies, so nothing can be checked.
    Scores,
}

/// What one metric did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judged {
    /// The metric's id.
    pub id: String,
    /// The metric's version; absent: its first.
    #[serde(default = "first")]
    pub version: u32,
    /// What was set, defaults left out. Where only scores are shared, [`COVERED`] stands among it.
    pub settings: Map<String, Value>,
    /// Its replies by path.
    pub took: Vec<Took>,
    /// A person's changed verdicts. Where only scores are shared, one that names and says nothing stands for all.
    pub overrides: Overrides,
    /// What came out, as the writer says. `None`: nothing yet.
    pub claimed: Option<State>,
}

/// A reply that a metric took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Took {
    /// See [`AskPath::step`].
    pub step: String,
    /// See [`AskPath::index`].
    pub index: u32,
    /// See [`AskPath::draw`].
    pub draw: u32,
    /// See [`AskPath::attempt`].
    pub attempt: u32,
    /// The reply's place in [`Record::replies`].
    pub reply: usize,
}

/// A prompt that was used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prompt {
    /// The template's id.
    pub id: String,
    /// The template's version; absent: its first.
    #[serde(default = "first")]
    pub version: u32,
    /// SHA-256 of the template's text as used, lower-case hex; links hold its first twelve digits.
    pub sha256: String,
    /// The text, if it was edited.
    pub text: String,
}

fn first() -> u32 {
    1
}

fn is_none(tokens: &u64) -> bool {
    *tokens == 0
}

/// Where only scores are shared, how many verdicts there are of how many (`1/2`) stands among the settings under this
/// name, which no setting has, unless all are there. So whoever can read a link of version 1 can read such a one.
const COVERED: &str = "judged";

/// How many hex digits of a prompt's hash a link holds.
const SHORT_HASH: usize = 12;

impl Record {
    /// The record of a sample that has not been judged.
    pub fn new(sample: &Sample, language: &str) -> Self {
        Self {
            assay: VERSION,
            holds: Holds::Inputs,
            sample: sample.clone(),
            language: language.to_owned(),
            ..Self::default()
        }
    }

    /// Adds an evaluation with its replies so far. What came out of it is claimed once no ask is open.
    pub fn add(&mut self, evaluation: &Evaluation, overrides: &Overrides) {
        let (metric, options) = (evaluation.metric(), evaluation.options());
        let taken = evaluation
            .transcript()
            .iter()
            .map(|exchange| (&exchange.ask.path, &exchange.reply));
        let took = taken
            .map(|(path, reply)| Took::new(path, self.place_of(reply)))
            .collect();
        let done = evaluation.open_asks().is_none();
        let outcome = done.then(|| evaluation.outcome(overrides));
        self.holds = Holds::Verdict;
        self.add_prompts(evaluation, options);
        self.metrics.push(Judged {
            id: metric.id().to_owned(),
            version: metric.version(),
            settings: options.values.clone(),
            took,
            overrides: outcome
                .as_ref()
                .map_or_else(|| overrides.clone(), |outcome| outcome.overrides.clone()),
            claimed: outcome.map(|outcome| rounded(outcome.state)),
        });
    }

    /// Adds the replies that an evaluation has taken since it was added as the metric at this place. What comes out of it is
    /// not told here.
    pub fn grow(&mut self, place: usize, evaluation: &Evaluation) {
        let there = self.metrics.get(place).map_or(0, |judged| judged.took.len());
        for exchange in evaluation.transcript().iter().skip(there) {
            let took = Took::new(&exchange.ask.path, self.place_of(&exchange.reply));
            if let Some(judged) = self.metrics.get_mut(place) {
                judged.took.push(took);
            }
        }
        self.add_prompts(evaluation, evaluation.options());
    }

    /// The replies of a metric by path, to be given again.
    pub fn replies_of(&self, judged: &Judged) -> Vec<(AskPath, Reply)> {
        judged
            .took
            .iter()
            .filter_map(|took| Some((took.path(), self.replies.get(took.reply)?.clone())))
            .collect()
    }

    /// What its kind allows and no more. What came by a link and says otherwise was made by hand: it would show a score
    /// where nothing was judged, texts where none were shared, or a name, which no link has.
    pub(super) fn of_its_kind(self) -> Self {
        let holds = self.holds;
        self.shared(holds)
    }

    /// The options that a metric was run with.
    pub fn options_of(&self, judged: &Judged) -> Options {
        Options {
            values: judged.settings.clone(),
            prompts: self.edited_prompts(),
        }
    }

    /// Edited templates by prompt id.
    pub fn edited_prompts(&self) -> BTreeMap<String, String> {
        let edited = self.prompts.iter().filter(|prompt| !prompt.text.is_empty());
        edited
            .map(|prompt| (prompt.id.clone(), prompt.text.clone()))
            .collect()
    }

    /// Every metric has come to its end.
    pub fn is_finished(&self) -> bool {
        self.metrics.iter().all(|judged| judged.claimed.is_some())
    }

    /// It was being judged and has not come to its end. Inputs that nobody has judged yet were not.
    pub fn is_interrupted(&self) -> bool {
        let began = self.judge.is_some() || self.started_ms > 0 || !self.replies.is_empty();
        began && self.holds == Holds::Verdict && !self.is_finished()
    }

    /// What is shared of it: no name, no note, no address; and no more than `holds` says.
    pub fn shared(&self, holds: Holds) -> Self {
        let mut record = self.clone().without_addresses();
        let covered = match (self.holds, holds) {
            (Holds::Verdict, Holds::Scores) => rescore(self).iter().map(covered).collect(),
            _ => Vec::new(),
        };
        record.holds = holds;
        record.name.clear();
        record.note.clear();
        record.embedding_tokens = 0;
        for prompt in &mut record.prompts {
            prompt.sha256.truncate(SHORT_HASH);
        }
        match holds {
            Holds::Verdict => {}
            Holds::Inputs => {
                record.replies.clear();
                record.judge = None;
                record.language.clear();
                (record.started_ms, record.elapsed_ms, record.cancelled) = (0, 0, false);
                for judged in &mut record.metrics {
                    judged.took.clear();
                    judged.overrides = Overrides::default();
                    judged.claimed = None;
                }
                // What a run would use is told by the metric's version, but for what was edited.
                record.prompts.retain(|prompt| !prompt.text.is_empty());
            }
            Holds::Scores => {
                record.replies.clear();
                record.sample = Sample::default();
                for judged in &mut record.metrics {
                    judged.took.clear();
                    judged.overrides = that_there_are(&judged.overrides);
                }
                for (judged, covered) in record.metrics.iter_mut().zip(covered) {
                    if let Some((some, all)) = covered {
                        let told = format!("{some}/{all}").into();
                        judged.settings.insert(COVERED.to_owned(), told);
                    }
                }
                for prompt in &mut record.prompts {
                    prompt.text.clear();
                }
            }
        }
        record
    }

    /// Without host names: a judge appears as a provider's name or not at all, a failed call as its kind. Applied
    /// to what leaves, and to whatever comes in.
    pub fn without_addresses(mut self) -> Self {
        self.judge = self.judge.map(judge_without_address);
        self.replies = self.replies.into_iter().map(reply_without_address).collect();
        self
    }

    fn place_of(&mut self, reply: &Reply) -> usize {
        let mut reply = reply.clone();
        if let Reply::Text(text) = &mut reply {
            text.elapsed_ms = text.elapsed_ms.map(f64::round);
        }
        if let Some(place) = self.replies.iter().position(|known| *known == reply) {
            return place;
        }
        self.replies.push(reply);
        self.replies.len() - 1
    }

    fn add_prompts(&mut self, evaluation: &Evaluation, options: &Options) {
        for template in evaluation.metric().prompts() {
            let edited = options
                .prompts
                .get(template.id)
                .filter(|text| *text != template.text);
            let used = evaluation
                .transcript()
                .iter()
                .any(|exchange| match &exchange.ask.body {
                    crate::evaluation::Body::Chat { source, .. } => source.id == template.id,
                    _ => false,
                });
            let known = self.prompts.iter().any(|prompt| prompt.id == template.id);
            if known || !(used || edited.is_some()) {
                continue;
            }
            self.prompts.push(Prompt {
                id: template.id.to_owned(),
                version: template.version,
                sha256: sha256_hex(edited.map_or(template.text, String::as_str)),
                text: edited.cloned().unwrap_or_default(),
            });
        }
    }
}

impl Judged {
    /// Where only scores are shared: how many verdicts there are and how many there should be, as the writer says;
    /// `None` where none is missing.
    pub fn covered(&self) -> Option<(u32, u32)> {
        let told = self.settings.get(COVERED)?.as_str()?;
        let (judged, all) = told.split_once('/')?;
        let both = (judged.parse().ok()?, all.parse().ok()?);
        (both.0 < both.1).then_some(both)
    }

    /// What was set, without what only looks like it.
    pub fn set(&self) -> impl Iterator<Item = (&String, &Value)> {
        let covered = self.covered().is_some();
        let set = self.settings.iter();
        set.filter(move |(name, _)| !(covered && *name == COVERED))
    }
}

fn covered(rescored: &Rescored) -> Option<(usize, usize)> {
    match rescored {
        Rescored::Done(scored) => super::report::lacking(&scored.outcome),
        _ => None,
    }
}

impl Took {
    fn new(path: &AskPath, reply: usize) -> Self {
        Self {
            step: path.step.to_string(),
            index: path.index,
            draw: path.draw,
            attempt: path.attempt,
            reply,
        }
    }

    /// Where the ask of this reply stands.
    pub fn path(&self) -> AskPath {
        AskPath {
            step: self.step.clone().into(),
            index: self.index,
            draw: self.draw,
            attempt: self.attempt,
        }
    }
}

/// Tells of changed verdicts that there are some, and nothing else.
fn that_there_are(overrides: &Overrides) -> Overrides {
    let some = Override {
        value: Value::Null,
        note: String::new(),
    };
    let one = (!overrides.0.is_empty()).then(|| (String::new(), some));
    Overrides(one.into_iter().collect())
}

/// A score with nine decimals: what is written is what is read again, bit by bit.
pub fn rounded(state: State) -> State {
    match state {
        State::Scored(mut score) => {
            score.0 = (score.0 * 1e9).round() / 1e9;
            State::Scored(score)
        }
        other => other,
    }
}

/// Who judged, as it may leave: a provider's name instead of the host, nothing for any other host.
pub(super) fn judge_without_address(mut judge: JudgeIdentity) -> JudgeIdentity {
    judge.provider = provider_name(&judge.provider).to_owned();
    judge.model = model_without_address(&judge.model).to_owned();
    judge.parameters.retain(|(name, value)| is_parameter(name, value));
    judge
}

/// Whether it is a parameter that a judge of ours has, with such a value: what came from elsewhere may name anything,
/// and would be shown as a fact.
fn is_parameter(name: &str, value: &str) -> bool {
    const NUMBERS: [&str; 10] = [
        "temperature",
        DRAWN_TEMPERATURE,
        "top_p",
        "seed",
        "random_seed",
        "max_tokens",
        "max_completion_tokens",
        "max_output_tokens",
        "maxOutputTokens",
        "num_predict",
    ];
    const WORDS: [&str; 4] = ["response_format", "table", EMBEDDINGS, TOKEN_VECTORS];
    // Longer than the address of any model that is known, shorter than what would fill the page.
    const LONGEST: usize = 100;
    match name {
        RAISED_FROM => value.is_empty() || value.parse::<u32>().is_ok(),
        LEFT_OUT => value
            .split(", ")
            .all(|name| ["temperature", "top_p", "seed", "max_tokens"].contains(&name)),
        _ if NUMBERS.contains(&name) => value.parse::<f64>().is_ok_and(f64::is_finite) && value.len() <= 40,
        _ if WORDS.contains(&name) => {
            value.len() <= LONGEST && !holds_address(value) && !begins_like_key(value)
        }
        _ => false,
    }
}

/// A reply as it may leave: a failed call by its kind, without the host and without what was said there, which may
/// name it.
pub(super) fn reply_without_address(mut reply: Reply) -> Reply {
    match &mut reply {
        Reply::None(NoReply::Failed(failure)) => {
            failure.host.clear();
            failure.detail.clear();
        }
        Reply::Text(text) => {
            let model = text.model.take();
            text.model = model.map(|model| model_without_address(&model).to_owned());
        }
        _ => {}
    }
    reply
}

/// A model's name: nothing where it is an address, and of a file's path on someone's machine (so llama.cpp names its
/// models) the file alone.
fn model_without_address(model: &str) -> &str {
    let is_path = model.starts_with(['/', '\\', '~']) || model.get(1..3) == Some(":\\");
    match model {
        _ if holds_address(model) => "",
        _ if is_path => model.rsplit(['/', '\\']).next().unwrap_or_default(),
        _ => model,
    }
}

fn holds_address(text: &str) -> bool {
    text.contains("://")
}

/// A provider's name, by its name or its host; empty for any other host.
pub fn provider_name(provider: &str) -> &'static str {
    Provider::named(provider)
        .filter(|known| known.needs_key || known.name == provider)
        .map_or("", |known| known.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_one_that_a_judge_has() {
        for (name, value, is) in [
            ("temperature", "0", true),
            ("top_p", "0.95", true),
            ("random_seed", "7", true),
            ("max_completion_tokens", "4096", true),
            ("response_format", "json_schema", true),
            ("embeddings", "sentence-transformers/all-MiniLM-L6-v2", true),
            ("token vectors", "all-MiniLM-L6-v2", true),
            ("table", "3f2a9c", true),
            ("authorization", "Bearer sk-123", false),
            ("temperature", "Bearer sk-123", false),
            ("seed", "inf", false),
            ("base", "https://llm.intranet.example", false),
            ("embeddings", "https://llm.intranet.example", false),
            ("embeddings", "sk-proj-0123456789abcdefghijklmnop", false),
            ("note", "Send your key to me", false),
            ("Temperature", "0", false),
            ("", "", false),
        ] {
            assert_eq!(is_parameter(name, value), is, "{name} {value}");
        }
    }

    #[test]
    fn what_was_never_begun_was_not_interrupted() {
        let open = || Judged {
            id: "faithfulness".into(),
            ..Judged::default()
        };
        let begun = |change: fn(&mut Record)| {
            let mut record = Record {
                holds: Holds::Verdict,
                metrics: vec![open()],
                ..Record::default()
            };
            change(&mut record);
            record.is_interrupted()
        };
        assert!(begun(|record| record.started_ms = 1));
        assert!(begun(|record| record.judge = Some(JudgeIdentity::nobody())));
        assert!(begun(|record| record.replies.push(Reply::text("yes"))));
        assert!(!begun(|_| ()), "nothing ever ran");
        assert!(!begun(|record| {
            record.started_ms = 1;
            record.holds = Holds::Inputs;
        }));
        assert!(!begun(|record| {
            record.started_ms = 1;
            let score = crate::evaluation::Score(1.0);
            record.metrics[0].claimed = Some(State::Scored(score));
        }));
    }

    #[test]
    fn no_setting_has_the_name_of_the_coverage() {
        for metric in crate::metric::catalogue::ALL {
            assert!(
                metric.settings().iter().all(|setting| setting.name != COVERED),
                "{}",
                metric.id()
            );
        }
    }

    #[test]
    fn models_keep_their_names_alone() {
        for (given, want) in [
            ("gpt-5.1", "gpt-5.1"),
            ("openai/gpt-5.1:free", "openai/gpt-5.1:free"),
            ("https://llm.intranet.example/v1", ""),
            ("/home/ann/models/small-135m.gguf", "small-135m.gguf"),
            ("~/models/small.gguf", "small.gguf"),
            ("C:\\Users\\ann\\small.gguf", "small.gguf"),
            ("模型", "模型"),
            ("", ""),
        ] {
            assert_eq!(model_without_address(given), want, "{given}");
        }
    }

    #[test]
    fn hosts_become_names_or_nothing() {
        for (given, want) in [
            ("api.openai.com", "OpenAI"),
            ("OpenAI", "OpenAI"),
            ("generativelanguage.googleapis.com", "Google Gemini"),
            ("localhost:11434", ""),
            ("api.deepseek.com", "DeepSeek"),
            ("me.openai.azure.com", "Azure OpenAI"),
            ("openai.azure.com.evil.example", ""),
            ("Ollama", "Ollama"),
            ("llm.intranet.example:8443", ""),
            ("https://api.openai.com/v1?key=x", ""),
            ("", ""),
        ] {
            assert_eq!(provider_name(given), want, "{given}");
        }
    }
}
