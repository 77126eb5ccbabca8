//! One entry of the history: what it was, and what can be done with it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{List, delete};
use crate::evaluation::State;
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::run::rescore::{Claim, Rescored, rescore};
use crate::share::file::own;
use crate::share::iso_8601;
use crate::share::report::{judged_of, noted_score};
use crate::stats::rational::with_minus;
use crate::store::database;
use crate::store::entry::{Entry, Reworded};
use crate::ui::browser;
use crate::ui::keep::back::{is_foreign, reopen};
use crate::ui::keep::writing::Renamed;
use crate::ui::keep::{self, writing};
use crate::ui::parts::marked_text::visible;
use crate::ui::state::App;

#[component]
pub(super) fn Row(list: List, entry: Entry, under_way: bool) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let r = strings.lang.rooms();
    let e = strings.lang.elsewhere();
    let unjudged = entry.is_unjudged();
    let results: Vec<AnyView> = entry
        .results
        .iter()
        .map(|(id, state)| {
            let name = strings
                .metric(id)
                .map_or_else(|| id.clone(), |texts| texts.name.to_owned());
            let value = state.map_or_else(|| "…".to_owned(), |state| noted(id, state, strings));
            // What was noted is not what the code of today gives.
            let now = entry.now.iter().find(|(of, _)| of == id).map(|(_, now)| {
                let told = fill(r.now_gives, &[("now", &noted(id, *now, strings))]);
                view! { " " <i class="changed">{told}</i> }
            });
            let edited = entry
                .edited
                .contains(id)
                .then(|| view! { " " <i>{strings.breakdown().edited}</i> });
            let lacking = entry
                .lacking
                .iter()
                .find(|(of, ..)| of == id)
                .map(|(_, some, all)| {
                    let told = judged_of(&some.to_string(), &all.to_string(), strings);
                    view! { " " <i>{told}</i> }
                });
            // What nobody has judged has no value to wait for.
            let value = (!unjudged).then(|| view! { <b>{value}</b> " " });
            view! { <span class="chip">{value} {name} {now} {lacking} {edited}</span> }.into_any()
        })
        .collect();
    let title = [&entry.name, &entry.excerpt]
        .into_iter()
        .find(|text| !text.is_empty())
        .cloned()
        .unwrap_or_else(|| r.untitled.to_owned());
    let judge = judge_of(&entry, strings);
    let open = entry.is_open();
    let state = match (open, under_way) {
        (true, true) => Some(r.under_way),
        (true, false) => Some(r.interrupted),
        _ => unjudged.then_some(e.not_judged),
    };
    let elsewhere = entry
        .foreign
        .then(|| view! { <span class="tag">{e.from_elsewhere}</span> });
    let goes = (!entry.tab.is_empty()).then(|| view! { <span class="tag">{r.goes_with_tab}</span> });
    let (id, of) = (entry.id.clone(), entry.id.clone());
    let is_opened = Memo::new(move |_| list.opened.with(|opened| opened.as_ref() == Some(&of)));
    let toggle = {
        let id = id.clone();
        move |_| {
            let id = id.clone();
            list.opened.update(|opened| {
                *opened = if opened.as_ref() == Some(&id) {
                    None
                } else {
                    Some(id)
                }
            });
        }
    };
    let show = {
        let id = id.clone();
        move |_| {
            let id = id.clone();
            spawn_local(reopen(app, id));
        }
    };
    let excerpt = (!entry.name.is_empty())
        .then(|| view! { <p class="excerpt" dir="auto">{visible(&entry.excerpt)}</p> });
    let note = (!entry.note.is_empty())
        .then(|| view! { <p class="entry-note" dir="auto">{visible(&entry.note)}</p> });
    let time = browser::date(app.lang.get_untracked(), entry.started_ms as f64);
    let dot = (!judge.is_empty() && !time.is_empty()).then_some(" · ");
    let tools = {
        let entry = entry.clone();
        move || {
            is_opened
                .get()
                .then(|| view! { <Tools list entry=entry.clone() under_way /> })
        }
    };
    let (title_id, more_id) = (title_id(&entry.id), button_id("more", &entry.id));
    let more_named = format!("{more_id} {title_id}");
    view! {
        <li class="entry">
            <div class="entry-head">
                <button type="button" class="entry-title" id=title_id dir="auto" on:click=show>{visible(&title)}</button>
                {state.map(|state| view! { <span class="tag">{state}</span> })}
                {elsewhere}
                {goes}
                <button type="button" class="quiet" id=more_id aria-labelledby=more_named aria-expanded=move || if is_opened.get() { "true" } else { "false" } on:click=toggle>
                    {r.more} <span aria-hidden="true">" ▾"</span>
                </button>
            </div>
            {excerpt}
            {note}
            <p class="entry-facts">{results} <span class="hint">{judge} {dot} <time datetime=iso_8601(entry.started_ms as f64)>{time}</time></span></p>
            {tools}
        </li>
    }
    .into_any()
}

/// Who has judged it, as its row says it; empty where nobody has, or nobody says who did.
pub(super) fn judge_of(entry: &Entry, strings: &Strings) -> String {
    match entry.judge {
        Some(JudgeKind::Embedded) if entry.model.is_empty() => strings.plan().local_model.to_owned(),
        Some(JudgeKind::Embedded) => strings.judge_panel.embedded.to_owned(),
        Some(JudgeKind::ByHand) => strings.judge_panel.by_hand.to_owned(),
        Some(JudgeKind::BuiltIn) => strings.calling.built_in.to_owned(),
        Some(JudgeKind::Api) => entry.model.clone(),
        None if entry.is_unjudged() || entry.replies > 0 => String::new(),
        Some(JudgeKind::Nobody) | None => strings.judge_panel.nobody.to_owned(),
    }
}

/// A noted result in a few words.
fn noted(metric: &str, state: State, strings: &Strings) -> String {
    match state {
        State::Scored(score) => with_minus(&noted_score(metric, score.0, strings)),
        State::Unscored(_) => strings.verdict.unscored.to_owned(),
        State::NotApplicable(_) => strings.verdict.not_applicable.to_owned(),
        State::Conflict(_) => strings.verdict.conflict.to_owned(),
    }
}

/// The id of the field for an entry's name.
pub(super) fn name_id(entry: &str) -> String {
    format!("name-{entry}")
}

/// The id of the field for its note.
pub(super) fn note_id(entry: &str) -> String {
    format!("note-{entry}")
}

/// The id of the button that is an entry's name.
fn title_id(entry: &str) -> String {
    format!("entry-{entry}")
}

/// The id of another button of an entry. Those of all rows have the same words: each is named by itself and its entry's
/// title, so that they can be told apart where one hears their names alone.
fn button_id(what: &str, entry: &str) -> String {
    format!("{what}-{entry}")
}

/// What can be done with an entry.
#[component]
fn Tools(list: List, entry: Entry, under_way: bool) -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let r = app.strings().lang.rooms();
    let e = app.strings().lang.elsewhere();
    let id = StoredValue::new(entry.id.clone());
    // A button's id, and what names it.
    let button = |what: &str| {
        let own = button_id(what, &entry.id);
        let named = format!("{own} {}", title_id(&entry.id));
        (own, named)
    };
    let (go_id, go_named) = button("go-on");
    let (again_id, again_named) = button("again");
    let (copy_id, copy_named) = button("duplicate");
    let (delete_id, delete_named) = button("delete");
    let (save_id, save_named) = button("save");
    let go_on = (entry.is_open() && !under_way).then(|| {
        view! {
            <button type="button" class="secondary" id=go_id aria-labelledby=go_named on:click=move |_| {
                spawn_local(async move {
                    reopen(app, id.get_value()).await;
                    crate::ui::running::go_on(app);
                });
            }>{fill(k.go_on, &[("count", &entry.replies.to_string())])}</button>
        }
    });
    let copy = move |_| {
        spawn_local(async move {
            let Some((mut record, foreign)) = record(app, &id.get_value()).await else {
                return;
            };
            if !record.name.is_empty() {
                record.name = fill(r.copy_of, &[("name", &record.name)]);
            }
            if writing::add(app, &record, foreign).await.is_some() {
                list.said.set(r.duplicated.to_owned());
            }
        });
    };
    let again = move |_| {
        spawn_local(async move {
            let id = id.get_value();
            if let Some((record, _)) = record(app, &id).await {
                let (said, changed) = scored_again(app, &record);
                // Whoever comes back to the list sees it as well.
                writing::note_changed(app, &id, &record, changed).await;
                let _ = list.said.try_set(said);
            }
        });
    };
    let again = (!entry.is_unjudged())
        .then(|| view! { <button type="button" class="secondary" id=again_id aria-labelledby=again_named on:click=again>{r.score_again}</button> });
    let remove = (!under_way).then(|| {
        view! {
            <button type="button" class="secondary danger" id=delete_id aria-labelledby=delete_named on:click=move |_| delete(app, list, Some(vec![id.get_value()]))>{r.delete}</button>
        }
    });
    let (for_name, for_note) = (name_id(&entry.id), note_id(&entry.id));
    // The list may be drawn anew at any time, by another tab as well: what is being changed here stays, and what is not
    // follows the entry.
    let typed = list
        .typed
        .with_value(|typed| typed.get(&entry.id).cloned())
        .unwrap_or_default();
    let follows = |typed: Reworded, stands: String| match typed.is_change() {
        true => typed,
        false => Reworded {
            was: stands.clone(),
            now: stands,
        },
    };
    let texts = StoredValue::new((follows(typed.0, entry.name), follows(typed.1, entry.note)));
    let (name, note) = texts.with_value(|(name, note)| (name.now.clone(), note.now.clone()));
    let read = move || {
        let id = id.get_value();
        texts.update_value(|(name, note)| {
            name.now = browser::value_of(&name_id(&id)).unwrap_or_default();
            note.now = browser::value_of(&note_id(&id)).unwrap_or_default();
        });
        list.typed.update_value(|typed| {
            typed.insert(id, texts.get_value());
        });
    };
    let clash = move || {
        let clash = list.clash.get().filter(|(of, _)| *of == id.get_value());
        clash.map(|(_, told)| view! { <p class="note" role="alert" dir="auto">{visible(&told)}</p> })
    };
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        read();
        // The row is drawn anew, and the button that was pressed goes with it.
        list.focus.set_value(Some(title_id(&id.get_value())));
        let (mut name, mut note) = texts.get_value();
        spawn_local(async move {
            let id = id.get_value();
            for text in [&mut name, &mut note] {
                text.now = text.now.trim().to_owned();
            }
            match writing::rename(app, &id, &name, &note).await {
                Renamed::Done => {
                    list.typed.try_update_value(|typed| typed.remove(&id));
                    list.clash.try_set(None);
                    list.said.try_set(r.saved.to_owned());
                }
                Renamed::Other(their_name, their_note) => {
                    list.focus.try_set_value(None);
                    let other = [(k.name, &name, &their_name), (r.note, &note, &their_note)];
                    let told: Vec<String> = other
                        .into_iter()
                        .filter(|(_, mine, theirs)| mine.over(theirs).is_none())
                        .map(|(label, _, theirs)| {
                            fill(e.named_elsewhere, &[("field", label), ("text", theirs)])
                        })
                        .collect();
                    let told = format!("{} {}", told.join(" "), e.named_save_again);
                    // Whoever has read it and saves again means it.
                    for (text, theirs) in [(&mut name, their_name), (&mut note, their_note)] {
                        if text.over(&theirs).is_none() {
                            text.was = theirs;
                        }
                    }
                    texts.try_set_value((name.clone(), note.clone()));
                    list.typed
                        .try_update_value(|typed| typed.insert(id.clone(), (name, note)));
                    list.clash.try_set(Some((id, told)));
                }
                Renamed::Not => {
                    list.focus.try_set_value(None);
                }
            }
        });
    };
    view! {
        <div class="entry-tools">
            <div class="buttons">
                {go_on}
                {again}
                <button type="button" class="secondary" id=copy_id aria-labelledby=copy_named on:click=copy>{r.duplicate}</button>
                {remove}
            </div>
            <form class="setting-row" on:submit=save>
                <div class="setting">
                    <label for=for_name.clone()>{k.name}</label>
                    <input id=for_name type="text" dir="auto" autocomplete="off" prop:value=name on:input=move |_| read() />
                </div>
                <div class="setting">
                    <label for=for_note.clone()>{r.note}</label>
                    <input id=for_note type="text" dir="auto" autocomplete="off" prop:value=note on:input=move |_| read() />
                </div>
                <button type="submit" class="secondary" id=save_id aria-labelledby=save_named>{r.save}</button>
                {clash}
            </form>
        </div>
    }
    .into_any()
}

/// What the replies of a record give now, metric by metric, and whether it is what was noted; and beside the sentence, what
/// is not.
fn scored_again(app: App, record: &crate::share::record::Record) -> (String, Vec<(String, State)>) {
    let strings = app.strings();
    let r = strings.lang.rooms();
    let mut changed = Vec::new();
    let results = rescore(record).into_iter().zip(&record.metrics);
    let sentences: Vec<String> = results
        .map(|(rescored, judged)| {
            let name = strings
                .metric(&judged.id)
                .map_or(judged.id.as_str(), |texts| texts.name);
            let Rescored::Done(scored) = rescored else {
                return fill(r.rescored_unknown, &[("name", name)]);
            };
            let now = with_minus(&crate::share::report::result(&scored.outcome, strings));
            let was = match judged.claimed {
                Some(State::Scored(score)) => with_minus(&noted_score(&judged.id, score.0, strings)),
                _ => strings.verdict.unscored.to_owned(),
            };
            let sentence = match scored.claim {
                Claim::Holds => r.rescored_same,
                Claim::Differs | Claim::Impossible(_) => {
                    changed.push((judged.id.clone(), scored.outcome.state));
                    r.rescored_changed
                }
                Claim::Open => r.rescored_open,
            };
            fill(sentence, &[("name", name), ("now", &now), ("was", &was)])
        })
        .collect();
    (sentences.join(" "), changed)
}

async fn record(app: App, id: &str) -> Option<(crate::share::record::Record, bool)> {
    match database::kept(id).await {
        Ok(Some((entry, json))) => own(&json)
            .map(|record| (record, is_foreign(&entry)))
            .map_err(|error| app.keep.trouble.set(Some(keep::link_trouble(app, &error))))
            .ok(),
        Ok(None) => {
            app.keep
                .trouble
                .set(Some(app.strings().keep.entry_gone.to_owned()));
            None
        }
        Err(error) => {
            app.keep.trouble.set(Some(keep::store_trouble(app, &error)));
            None
        }
    }
}
