//! The worker's side: reads the table that `public/worker.js` was given, then answers one question after the other.

use std::sync::Arc;

use js_sys::{Reflect, Uint8Array, global};
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen::{JsCast, throw_str};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::{Answer, Job, NOT_FETCHED};
use crate::evaluation::{PassageId, Question};
use crate::i18n::Lang;
use crate::judge::embedded::rules::Otherwise;
use crate::judge::embedded::{EmbeddedJudge, Table, passages};
use crate::later::{NotFetched, later};

/// Answers questions from now on. Where the table can't be read it throws, and the page goes on without a worker.
pub fn serve() {
    let Ok(scope) = global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let bytes = Reflect::get(&scope, &JsValue::from_str("assayTable"))
        .ok()
        .and_then(|table| table.dyn_into::<Uint8Array>().ok())
        .map(|table| table.to_vec())
        .unwrap_or_default();
    let table = match Table::parse(&bytes) {
        Ok(table) => Arc::new(table),
        Err(error) => throw_str(&error.to_string()),
    };
    let answers = scope.clone();
    let answer = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else {
            return;
        };
        let (table, answers) = (table.clone(), answers.clone());
        spawn_local(async move {
            let said = match answer(table, text).await {
                Ok(Some(answer)) => answer,
                Ok(None) => throw_str("a question that cannot be read"),
                Err(NotFetched) => NOT_FETCHED.to_owned(),
            };
            let _ = answers.post_message(&JsValue::from_str(&said));
        });
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    answer.forget();
}

async fn answer(table: Arc<Table>, text: String) -> Result<Option<String>, NotFetched> {
    let Some(job) = read(table.clone(), text).await? else {
        return Ok(None);
    };
    crate::later::language(job.lang).await?;
    match job.question {
        Question::Passages { .. } => {
            let (job, looked_at) = if job.doubtful.is_empty() {
                (job, Vec::new())
            } else {
                looked_at(table.clone(), job).await?
            };
            passages_told(table, job, looked_at).await
        }
        _ => anything(table, job).await,
    }
}

/// A job that was read.
struct Read {
    id: u32,
    lang: Lang,
    question: Question,
    /// The passages that the rules have to look at.
    doubtful: Vec<PassageId>,
}

/// What the rules said of passages.
type LookedAt = Vec<(PassageId, Otherwise)>;

later!(embedded: fn read(table: Arc<Table>, text: String) -> Option<Read> {
    serde_json::from_str::<Job<'_>>(&text).ok().map(|job| {
        let question = job.question.into_owned();
        Read {
            id: job.id,
            lang: Lang::from_tag(&job.lang).unwrap_or_default(),
            doubtful: match &question {
                Question::Passages { sample, wanted } => passages::doubtful(&table, sample, wanted),
                _ => Vec::new(),
            },
            question,
        }
    })
});

later!(rules: fn looked_at(table: Arc<Table>, job: Read) -> (Read, LookedAt) {
    let said = match &job.question {
        Question::Passages { sample, .. } => passages::looked_at(&table, sample, &job.doubtful),
        _ => Vec::new(),
    };
    (job, said)
});

later!(embedded: fn passages_told(table: Arc<Table>, job: Read, looked_at: LookedAt) -> Option<String> {
    let judge = EmbeddedJudge::new(table, job.lang);
    let text = match &job.question {
        Question::Passages { sample, wanted } => Some(judge.passages_with(sample, wanted, &looked_at)),
        _ => None,
    };
    written(job.id, text)
});

later!(metrics: fn anything(table: Arc<Table>, job: Read) -> Option<String> {
    let judge = EmbeddedJudge::new(table, job.lang);
    written(job.id, judge.answer(&job.question))
});

fn written(id: u32, text: Option<String>) -> Option<String> {
    serde_json::to_string(&Answer { id, text }).ok()
}
