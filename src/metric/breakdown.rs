//! The breakdown behind a score, in a form that every metric of verdict rows shares: groups of rows (statements,
//! chunks, sentences, votes), the lines of the formula, and further figures.
//!
//! A metric fills it; the screen and the copies render it without knowing the metric. Values under the names that
//! case files use stand in [`Breakdown::named`].

use serde::Serialize;
use serde_json::{Map, Value};

use crate::evaluation::{AskPath, Desk, Reason};
use crate::sample::Field;
use crate::stats::rational::{decimals, fixed};
use crate::text::nearest::{Nearest, nearest};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Breakdown {
    /// Values by their names in case files: `statements`, `verdicts`, `covered`, `items` …
    #[serde(flatten)]
    pub named: Map<String, Value>,
    /// The formula with its numbers, line by line.
    pub lines: Vec<Line>,
    /// Further figures from the same verdicts.
    pub figures: Vec<Line>,
    /// The verdicts.
    pub groups: Vec<Group>,
    /// Scores of other metrics that should go in and are not there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Lacking>,
}

/// A score of another metric that is not there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lacking {
    /// The metric's id.
    pub metric: &'static str,
    /// The fields that it needs and that are empty, where the others were filled in for it.
    pub fields: Vec<Field>,
}

/// One line of the formula, or a figure beside the score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What it computes.
    pub label: Label,
    /// The k of `Precision@k`, the n of n-grams: stands in the label's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// `3 / 4`; empty where the value is given, not computed.
    pub working: String,
    /// Its value; `None` while something is missing, or where there is nothing to compute it from.
    pub value: Option<f64>,
}

impl Line {
    /// A line without a number in its name.
    pub fn new(label: Label, working: impl Into<String>, value: impl Into<Option<f64>>) -> Self {
        Self {
            label,
            at: None,
            working: working.into(),
            // A sum of nothing is -0.0.
            value: value.into().map(|value| value + 0.0),
        }
    }

    /// The line with the number that its name holds.
    pub fn at(mut self, number: usize) -> Self {
        self.at = Some(number);
        self
    }

    /// F1 of a precision and a recall with their numbers.
    pub fn f1(precision: f64, recall: f64, value: f64) -> Self {
        let working = if precision + recall <= 0.0 {
            NOTHING_RIGHT.to_owned()
        } else {
            let (precision, recall) = (fixed(precision, 3), fixed(recall, 3));
            format!("2 · {precision} · {recall} / ({precision} + {recall})")
        };
        Self::new(Label::F, working, value)
    }

    /// The working with its value as a reader sees it. Without a value: – beside a score, which is there without it, and ?
    /// where it is missing.
    pub fn told(&self, scored: bool) -> String {
        let none = if scored { "–" } else { "?" };
        self.with_value(self.value.map_or_else(|| none.to_owned(), decimals))
    }

    /// The working with its value, where there is a working: `3 / 4 = 0.75`. A condition leads to its value with an
    /// arrow of its own: `P + R = 0 → 0`.
    pub fn with_value(&self, value: String) -> String {
        match self.working.as_str() {
            "" => value,
            condition if condition.ends_with('→') => format!("{condition} {value}"),
            working => format!("{working} = {value}"),
        }
    }
}

/// The working of an F whose precision and recall are both 0: 0 by definition, no fraction.
pub const NOTHING_RIGHT: &str = "P + R = 0 →";

/// The working of a share of statements where there is none: 0 by definition, no fraction.
pub const NOTHING_SAID: &str = "S = 0 →";

/// Rows of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// What the rows are.
    pub label: Label,
    /// Columns of marks behind each row's own: a number for each chunk or sample of a matrix, or a symbol such as `P@k`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// The rows, in the order in which they were submitted.
    pub rows: Vec<Row>,
}

impl Group {
    /// What a row's own verdict is about, where its cells are about something else.
    pub fn judged_by(&self) -> Option<Field> {
        match self.label {
            _ if self.columns.is_empty() => None,
            Label::AnswerStatements => Some(Field::Reference),
            Label::ReferenceStatements => Some(Field::Answer),
            _ => None,
        }
    }
}

/// One verdict, or one line of verdicts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Key for overrides: `answer-1`.
    pub key: String,
    /// What was judged.
    pub text: String,
    /// Where it has no text of its own: the field that was judged as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<Field>,
    /// The verdict that counts.
    pub mark: Mark,
    /// Marks for the group's columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Mark>,
    /// The judge's reason or evidence.
    pub reason: String,
    /// The sentence that is nearest to what the judge quoted, where that stands nowhere word for word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
    /// The rating of a sentence that says that there is no answer, and that counts by whether there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abstains: Option<Mark>,
    /// Where its words are looked for when the row is in focus.
    pub light: Option<Light>,
    /// The very bytes of that text, where they are known.
    #[serde(skip)]
    pub span: Option<std::ops::Range<usize>>,
    /// The ask whose reply holds the verdict.
    pub path: Option<AskPath>,
    /// The judge's reasons for the cells, one a column; none at all where no cell has one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cell_reasons: Vec<String>,
    /// The asks whose replies hold the cells, one a column.
    #[serde(skip)]
    pub cell_paths: Vec<AskPath>,
    /// Cells that a person changed, with the judge's own mark and the note.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed_cells: Vec<ChangedCell>,
    /// What a person may put in place of the verdict; `None`: nothing.
    #[serde(skip)]
    pub change: Option<Changeable>,
    /// The same for its cells.
    #[serde(skip)]
    pub cell_change: Option<Changeable>,
    /// The verdict came with a re-ask.
    pub re_asked: bool,
    /// The judge's own verdict, where a person changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Mark>,
    /// The person's note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What tells it from its like: the term of the formula that it counts in (`TP`), the prompt that it answers.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tag: String,
}

/// What a person may put in place of a verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Changeable {
    /// `true` or `false`.
    YesNo,
    /// `true`, `false` or `"unsure"`.
    YesNoUnsure,
    /// A listed mistake: `true` keeps it, `false` strikes it.
    Mistake,
    /// A number within a scale.
    Number {
        /// Lowest.
        min: f64,
        /// Highest.
        max: f64,
        /// Whole numbers only.
        whole: bool,
    },
}

/// A cell that a person changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangedCell {
    /// Its column, from 0.
    pub column: usize,
    /// The judge's own mark.
    pub judged: Mark,
    /// The person's note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Which text a row lights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Light {
    /// The field of the sample.
    pub field: Field,
    /// One entry of a list, from 0; all of them without.
    pub entry: Option<usize>,
}

/// A verdict in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Supported, relevant, yes.
    Yes,
    /// Not supported, not relevant, no.
    No,
    /// The source says the opposite. Only where the judge tells this apart from *not found*.
    Contradicted,
    /// The source says neither this nor the opposite. Only where the judge tells the two apart.
    NotFound,
    /// Neither: unsure.
    Unsure,
    /// No usable verdict.
    Open(Reason),
    /// A rating out of a highest value.
    Rating(f64, f64),
    /// A plain number.
    Number(f64),
    /// Listed by the judge; word for word in the text or not.
    Listed {
        /// It stands in the text word for word.
        verbatim: bool,
    },
    /// Listed by the judge, and struck by a person.
    Struck,
    /// Nothing is judged in this row.
    Plain,
}

impl Mark {
    /// The mark of a verdict; `None` is open for want of one.
    pub fn of(verdict: Option<bool>) -> Self {
        match verdict {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Open(Reason::MissingVerdict),
        }
    }

    /// The verdict of a yes or no.
    pub fn verdict(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No | Self::Contradicted | Self::NotFound => Some(false),
            _ => None,
        }
    }
}

impl Row {
    /// The key for overrides of one of its cells: `answer-1/0`.
    pub fn cell_key(&self, column: usize) -> String {
        format!("{}/{column}", self.key)
    }

    /// Adds a cell with the mark that counts: a person's, or else the judge's.
    pub fn push_cell(&mut self, desk: &mut Desk<'_>, judged: Mark, read: impl Fn(&Value) -> Option<Mark>) {
        let column = self.cells.len();
        // Thousands of cells need no key each where nothing was changed.
        let key = desk.has_overrides().then(|| self.cell_key(column));
        let change = key.and_then(|key| {
            desk.override_at(&key, |change| Some((read(&change.value)?, change.note.clone())))
        });
        match change {
            Some((mark, note)) => {
                self.cells.push(mark);
                self.changed_cells.push(ChangedCell { column, judged, note });
            }
            None => self.cells.push(judged),
        }
    }

    /// Looks for the sentence of these texts that is nearest to a quotation which is not word for word, and has the row
    /// point at it.
    pub fn find_nearest<'t>(&mut self, quotation: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.nearest = nearest(quotation, texts);
        if let Some(found) = &self.nearest {
            self.span = Some(found.range.clone());
            if let Some(light) = &mut self.light {
                light.entry = Some(found.entry);
            }
        }
    }

    /// A row for a verdict on a whole field.
    pub fn of_whole(key: impl Into<String>, field: Field, mark: Mark) -> Self {
        Self {
            whole: Some(field),
            ..Self::new(key, "", mark)
        }
    }

    /// A row that holds a text and its mark, and nothing else yet.
    pub fn new(key: impl Into<String>, text: impl Into<String>, mark: Mark) -> Self {
        Self {
            key: key.into(),
            text: text.into(),
            whole: None,
            mark,
            cells: Vec::new(),
            cell_reasons: Vec::new(),
            cell_paths: Vec::new(),
            changed_cells: Vec::new(),
            change: None,
            cell_change: None,
            reason: String::new(),
            nearest: None,
            abstains: None,
            light: None,
            span: None,
            path: None,
            re_asked: false,
            judged: None,
            note: String::new(),
            tag: String::new(),
        }
    }
}

macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident = $id:literal),* $(,)?) => {
        /// Names of groups, lines and figures. Each has its words in [`crate::i18n`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        pub enum Label {
            $($(#[$doc])* #[serde(rename = $id)] $name),*
        }

        impl Label {
            /// All labels.
            pub const ALL: &'static [Label] = &[$(Self::$name),*];

            /// The id in files.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }
        }
    };
}

labels! {
    /// Statements of the answer.
    AnswerStatements = "answer_statements",
    /// Statements of the reference.
    ReferenceStatements = "reference_statements",
    /// Retrieved chunks.
    Chunks = "chunks",
    /// Statements of the chunks.
    ChunkStatements = "chunk_statements",
    /// Numbered sentences of the chunks.
    ContextSentences = "context_sentences",
    /// Sentences of the answer.
    AnswerSentences = "answer_sentences",
    /// Answers that the judge drew.
    DrawnAnswers = "drawn_answers",
    /// Votes on an aspect.
    Votes = "votes",
    /// Questions made from the answer.
    GeneratedQuestions = "generated_questions",
    /// Mistakes that the judge listed.
    Mistakes = "mistakes",
    /// Two ratings.
    Ratings = "ratings",
    /// Scores of the metrics that go in.
    Scores = "scores",
    /// Whether the question can be answered.
    Answerability = "answerability",
    /// Tokens of the answer.
    AnswerTokens = "answer_tokens",
    /// Tokens of the reference.
    ReferenceTokens = "reference_tokens",
    /// Retrieved ids.
    RetrievedIds = "retrieved_ids",
    /// Ids that should be retrieved.
    ReferenceIds = "reference_ids",
    /// Draws that evade the question.
    Noncommittal = "noncommittal",
    /// Whether each draw evades the question.
    Evasion = "evasion",
    /// Words of the answer.
    AnswerLength = "answer_length",
    /// Words of the reference.
    ReferenceLength = "reference_length",
    /// Precision of n-grams.
    NgramPrecision = "ngram_precision",
    /// BLEU's factor for answers that are too short.
    BrevityPenalty = "brevity_penalty",
    /// Share of supported statements.
    Faithfulness = "faithfulness",
    /// Share of attributed statements.
    ContextRecall = "context_recall",
    /// Share of relevant statements, or mean cosine.
    AnswerRelevancy = "answer_relevancy",
    /// Average precision.
    AveragePrecision = "average_precision",
    /// Precision at the length of the list.
    PrecisionAtK = "precision_at_k",
    /// Recall at the length of the list.
    RecallAtK = "recall_at_k",
    /// Hit at the length of the list.
    HitAtK = "hit_at_k",
    /// Reciprocal rank.
    ReciprocalRank = "mrr",
    /// Normalised discounted cumulative gain.
    Ndcg = "ndcg",
    /// The same of a whole list, beside figures of its first k.
    NdcgWhole = "ndcg_whole",
    /// The same of a whole list.
    ReciprocalRankWhole = "mrr_whole",
    /// Page-level accuracy of a whole list, beside figures of its first k.
    PageAccuracyWhole = "page_accuracy_whole",
    /// Paragraph-level accuracy of a whole list, beside figures of its first k.
    ParagraphAccuracyWhole = "paragraph_accuracy_whole",
    /// Share of relevant sentences.
    ContextRelevance = "context_relevance",
    /// Precision.
    Precision = "precision",
    /// Recall.
    Recall = "recall",
    /// F1 or F_β.
    F = "f",
    /// BLEU.
    Bleu = "bleu",
    /// chrF.
    Chrf = "chrf",
    /// True positives, false positives, false negatives.
    FactualPart = "factual_part",
    /// Similarity of embeddings.
    Similarity = "similarity",
    /// Weighted sum.
    WeightedSum = "weighted_sum",
    /// Mean of ratings or verdicts.
    Mean = "mean",
    /// Majority of votes.
    Majority = "majority",
    /// Harmonic mean.
    HarmonicMean = "harmonic_mean",
    /// The judge's score.
    JudgeScore = "judge_score",
    /// Claims of the reference in the chunks.
    ClaimRecall = "claim_recall",
    /// Relevant chunks.
    ContextPrecision = "context_precision",
    /// Retrieved claims that the answer uses.
    ContextUtilization = "context_utilization",
    /// Wrong claims from relevant chunks.
    NoiseInRelevant = "noise_sensitivity_in_relevant",
    /// Wrong claims from irrelevant chunks.
    NoiseInIrrelevant = "noise_sensitivity_in_irrelevant",
    /// Wrong claims from nowhere.
    Hallucination = "hallucination",
    /// Correct claims from nowhere.
    SelfKnowledge = "self_knowledge",
    /// Page-level accuracy.
    PageAccuracy = "page_accuracy",
    /// Paragraph-level accuracy.
    ParagraphAccuracy = "paragraph_accuracy",
    /// Sentences that not all further answers support.
    Inconsistent = "inconsistent",
    /// Pieces of the texts that the embedding model does not know.
    UnknownPieces = "unknown_pieces",
}
