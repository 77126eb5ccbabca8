//! What an outcome cost, beside what the whole run did: by the user's prices, as far as tokens were told.

use leptos::prelude::*;

use crate::i18n::fill;
use crate::judge::EMBEDDINGS;
use crate::judge::api::prices::{Cost, Left, amount};
use crate::judge::local::is_own;
use crate::run::Record;
use crate::ui::later::later;
use crate::ui::state::App;

later!(rooms: /// See the module. Follows the table: a price may be entered after the run.
pub fn cost_fact(record: Record) -> AnyView {
    let app = App::get();
    let told = told(app, &record);
    view! { {move || told().map(|cost| view! { <li class="cost-fact">{cost}</li> })} }.into_any()
});

fn told(app: App, record: &Record) -> impl Fn() -> Option<String> + Send + use<> {
    let (host, model) = (record.judge.provider.clone(), record.judge.model.clone());
    let embedding = record.judge.parameter(EMBEDDINGS).map(str::to_owned);
    let here = embedding.as_deref().is_some_and(is_own);
    // All metrics and embeddings together, where this was the last run.
    let run = app.setup.learned.get_value().spent_by(record.started_ms);
    // Or else as the record tells it, for all its metrics together.
    let tokens = run.as_ref().and_then(|run| run.embedding_tokens());
    let tokens = tokens.or(record.embedding_tokens);
    let run = StoredValue::new_local(run);
    let own = record.outcome.trace.clone();
    let mut all: Vec<_> = app.run.finished.with_untracked(|all| {
        let traces = all.iter().map(|one| one.record.outcome.trace.clone());
        traces.collect()
    });
    let several = all.len() > 1;
    if !several {
        all = vec![own.clone()];
    }
    move || {
        let price = |model: &str| app.setup.prices.of(&host, model);
        let (words, vectors) = (price(&model), embedding.as_deref().and_then(price));
        let (words, vectors) = (words.as_ref(), vectors.as_ref());
        let traces: Vec<_> = all.iter().map(|trace| trace.as_slice()).collect();
        let left = Left {
            own: &own,
            all: &traces,
            here,
            tokens,
        };
        let spent = run.with_value(|run| run.as_ref()?.cost(words, vectors));
        let whole = cost_line(spent.or_else(|| left.whole(words, vectors))?, app);
        if !several {
            return Some(whole);
        }
        let own = left.own(words, vectors).map(|cost| cost_line(cost, app));
        let heading = app.strings().together().heading;
        Some(format!("{} · {heading}: {whole}", own.unwrap_or_default()))
    }
}

/// What was paid, in words.
pub fn cost_line(cost: Cost, app: App) -> String {
    let texts = &app.strings().calling;
    let currency = app.setup.prices.table.with(|table| table.currency.clone());
    let told = |sentence, value| {
        let amount = amount(value);
        fill(sentence, &[("amount", &amount), ("currency", &currency)])
    };
    match cost {
        Cost::Known(value) => told(texts.cost_known, value),
        Cost::AtLeast(value) => told(texts.cost_at_least, value),
        Cost::Unknown => texts.cost_unknown.to_owned(),
    }
}
