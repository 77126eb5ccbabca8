//! The history: what was kept, to be found, opened, gone on with, scored anew, copied, named and deleted.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use crate::evaluation::State;
use crate::i18n::fill;
use crate::judge::JudgeKind;
use crate::metric::catalogue;
use crate::run::rescore::{Claim, Rescored, rescore};
use crate::share::file::own;
use crate::stats::rational::decimals;
use crate::store::database;
use crate::store::entry::{Entry, Filter};
use crate::store::tabs;
use crate::ui::browser;
use crate::ui::keep::back::reopen;
use crate::ui::keep::deleting::{self, Deleted};
use crate::ui::keep::{self, Mode, draft, writing};
use crate::ui::later::later;
use crate::ui::parts::frame::{Foot, TopBar};
use crate::ui::parts::marked_text::visible;
use crate::ui::remembered;
use crate::ui::rooms::{self, Room};
use crate::ui::state::App;

/// Rows that are shown before one asks for more.
const ROWS: usize = 50;

/// What the list knows.
#[derive(Clone, Copy)]
struct List {
    entries: RwSignal<Option<Vec<Entry>>>,
    running: RwSignal<Vec<String>>,
    filter: RwSignal<Filter>,
    rows: RwSignal<usize>,
    opened: RwSignal<Option<String>>,
    said: RwSignal<String>,
    /// How many were deleted and can be brought back.
    undo: RwSignal<usize>,
    /// What gets the focus once the list has been read anew: drawing it takes the focus away.
    focus: StoredValue<Option<String>>,
}

later!(rooms: /// See the module.
pub fn history() -> AnyView { view! { <HistoryPage /> }.into_any() });

#[component]
fn HistoryPage() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let r = app.strings().lang.rooms();
    let list = List {
        entries: RwSignal::new(None),
        running: RwSignal::new(Vec::new()),
        filter: RwSignal::new(Filter::default()),
        rows: RwSignal::new(ROWS),
        opened: RwSignal::new(None),
        said: RwSignal::new(String::new()),
        undo: RwSignal::new(0),
        focus: StoredValue::new(None),
    };
    let listening = StoredValue::new_local(tabs::Listening::new(move || read(app, list)));
    on_cleanup(move || {
        let _ = listening.try_update_value(Option::take);
    });
    Effect::new(move |_| {
        app.keep.changed.track();
        read(app, list);
    });
    view! {
        <TopBar />
        <main id="main" tabindex="-1" class="page">
            <div class="title"><h1>{k.history}</h1> <p>{r.history_what}</p></div>
            <Controls list />
            <p class="said" role="status" aria-live="polite">{move || list.said.get()}</p>
            <Undo list />
            <Trouble />
            <Rows list />
        </main>
        <Foot />
    }
}

/// Why the history can't be read or written.
#[component]
pub fn Trouble() -> impl IntoView {
    let app = App::get();
    move || {
        app.keep.trouble.get().map(|sentence| {
            view! { <p class="note trouble" role="alert">{sentence}</p> }
        })
    }
}

/// Reads the list: what is shown first at once, the rest when that has been painted. Who leaves the page meanwhile needs
/// it no more.
fn read(app: App, list: List) {
    spawn_local(async move {
        let all = database::entries().await;
        if list.entries.try_with_untracked(|_| ()).is_none() {
            return;
        }
        let all = match all {
            Ok(all) => all,
            Err(error) => {
                list.entries.set(Some(Vec::new()));
                app.keep.trouble.set(Some(keep::store_trouble(app, &error)));
                return;
            }
        };
        let entry = |json: JsValue| serde_json::from_str::<Entry>(&json.as_string()?).ok();
        let is_kept = |entry: &Entry| entry.deleted_ms == 0;
        let first: Vec<Entry> = all
            .iter()
            .rev()
            .filter_map(entry)
            .filter(is_kept)
            .take(ROWS)
            .collect();
        let many = all.length() as usize > ROWS;
        // A list that is already there is not made short again while it is read anew.
        if many && list.entries.with_untracked(Option::is_none) {
            list.entries.set(Some(first));
            TimeoutFuture::new(30).await;
        }
        let (kept, deleted): (Vec<Entry>, Vec<Entry>) = all.iter().rev().filter_map(entry).partition(is_kept);
        let any_open = kept.iter().any(Entry::is_open);
        if list.entries.try_set(Some(kept)).is_some() {
            return;
        }
        list.undo.set(deleted.len());
        if any_open {
            list.running.try_set(tabs::alive().await.0);
        }
        if let Some(Some(id)) = list.focus.try_update_value(Option::take) {
            browser::focus_soon(id);
        }
    });
}

#[component]
fn Controls(list: List) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let k = &strings.keep;
    let r = strings.lang.rooms();
    let metrics = catalogue::ALL
        .iter()
        .map(|metric| view! { <option value=metric.id()>{strings.metric_name(metric.id())}</option> })
        .collect_view();
    let modes = Mode::ALL
        .into_iter()
        .map(|mode| {
            let name = match mode {
                Mode::On => r.mode_on,
                Mode::Tab => r.mode_tab,
                Mode::Off => r.mode_off,
            };
            view! { <option value=mode.id() prop:selected=move || app.keep.mode.get() == mode>{name}</option> }
        })
        .collect_view();
    let narrow = move |change: &dyn Fn(&mut Filter)| {
        list.rows.set(ROWS);
        list.filter.update(|filter| change(filter));
    };
    let delete_all = move |_| {
        if list
            .entries
            .with_untracked(|entries| entries.as_ref().is_some_and(|entries| !entries.is_empty()))
        {
            delete(app, list, None);
        }
    };
    view! {
        <div class="history-controls" role="search">
            <div class="setting wide">
                <label for="history-search">{r.search}</label>
                <input id="history-search" type="search" autocomplete="off" dir="auto" on:input=move |event| {
                    let words = event_target_value(&event);
                    narrow(&|filter| filter.words.clone_from(&words));
                } />
            </div>
            <div class="setting">
                <label for="history-metric">{strings.page.metric}</label>
                <select id="history-metric" on:change=move |event| {
                    let metric = event_target_value(&event);
                    narrow(&|filter| filter.metric.clone_from(&metric));
                }><option value="">{r.all_metrics}</option>{metrics}</select>
            </div>
            <label class="tick"><input id="history-open" type="checkbox" on:change=move |event| {
                let open = event_target_checked(&event);
                narrow(&|filter| filter.open = open);
            } /> {r.only_open}</label>
            <span class="spring"></span>
            <div class="setting">
                <label for="history-mode">{k.mode}</label>
                <select id="history-mode" on:change=move |event| {
                    let id = event_target_value(&event);
                    if let Some(mode) = Mode::ALL.into_iter().find(|mode| mode.id() == id) {
                        app.keep.choose(mode);
                        remembered::mode_changed(mode);
                        draft::mode_changed(mode);
                    }
                }>{modes}</select>
            </div>
            <button type="button" class="secondary" id="history-delete-all" on:click=delete_all>{r.delete_all}</button>
        </div>
    }
}

#[component]
fn Undo(list: List) -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let r = app.strings().lang.rooms();
    let undo = move |_| {
        list.undo.set(0);
        list.said.set(k.undone.to_owned());
        browser::focus_soon("history-search");
        spawn_local(deleting::undo(app));
    };
    move || {
        (list.undo.get() > 0).then(|| {
            view! {
                <div class="note undo">
                    <span>{fill(r.deleted, &[("count", &list.undo.get().to_string())])}</span> " "
                    <button type="button" class="link" id="history-undo" on:click=undo>{k.undo}</button>
                </div>
            }
        })
    }
}

/// Deletes entries, all of them for `None`; for ten seconds they can be brought back.
fn delete(app: App, list: List, ids: Option<Vec<String>>) {
    let texts = &app.strings().back;
    spawn_local(async move {
        let Deleted { count, left } = deleting::delete(app, ids).await;
        let said = (left > 0).then(|| fill(texts.left_under_way, &[("count", &left.to_string())]));
        let _ = list.said.try_set(said.unwrap_or_default());
        if count > 0 {
            browser::focus_soon("history-undo");
        }
    });
}

#[component]
fn Rows(list: List) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let k = &strings.keep;
    let r = strings.lang.rooms();
    let name_of = move |id: &str| {
        strings
            .metric(id)
            .map_or_else(|| id.to_owned(), |texts| texts.name.to_owned())
    };
    let shown = Memo::new(move |_| {
        list.filter.with(|filter| {
            list.entries.with(|entries| {
                let all = entries.as_deref().unwrap_or_default();
                (0..all.len())
                    .filter(|at| all.get(*at).is_some_and(|entry| entry.fits(filter, name_of)))
                    .collect::<Vec<usize>>()
            })
        })
    });
    let usage = move || {
        let (count, bytes) = list.entries.with(|entries| {
            let all = entries.as_deref().unwrap_or_default();
            (all.len(), all.iter().map(|entry| entry.bytes).sum::<usize>())
        });
        let lang = app.lang.get_untracked();
        let (found, count, size) = (
            browser::number(lang, shown.with(Vec::len) as f64),
            browser::number(lang, count as f64),
            size(app, bytes),
        );
        fill(r.usage, &[("found", &found), ("count", &count), ("size", &size)])
    };
    let body = move || {
        if list.entries.with(Option::is_none) {
            return view! { <p class="pad hint">{r.reading}</p> }.into_any();
        }
        if list
            .entries
            .with(|entries| entries.as_ref().is_some_and(Vec::is_empty))
        {
            return view! { <div class="empty"><h2>{r.history_empty}</h2><p>{r.history_teaches}</p></div> }
                .into_any();
        }
        if shown.with(Vec::is_empty) {
            return view! { <p class="pad">{r.none_found}</p> }.into_any();
        }
        let rows = list.rows.get();
        let running = list.running.get();
        let more = shown.with(Vec::len).saturating_sub(rows);
        let top: Vec<Entry> = list.entries.with_untracked(|entries| {
            let all = entries.as_deref().unwrap_or_default();
            shown.with(|shown| {
                shown
                    .iter()
                    .take(rows)
                    .filter_map(|at| all.get(*at).cloned())
                    .collect()
            })
        });
        let rows: Vec<AnyView> = top
            .into_iter()
            .map(|entry| {
                let under_way = running.contains(&entry.id);
                view! { <Row list entry under_way /> }.into_any()
            })
            .collect();
        let more = (more > 0).then(|| {
            view! {
                <button type="button" class="secondary more" on:click=move |_| list.rows.update(|rows| *rows += ROWS)>
                    {fill(k.show_more, &[("count", &more.to_string())])}
                </button>
            }
        });
        view! { <ul class="history">{rows}</ul> {more} }.into_any()
    };
    view! {
        <section class="card" aria-label=k.history>
            <header><p class="hint" id="history-usage">{usage}</p></header>
            {body}
        </section>
    }
}

fn size(app: App, bytes: usize) -> String {
    let lang = app.lang.get_untracked();
    let (amount, unit) = if bytes < 1_000_000 {
        ((bytes as f64 / 1000.0).ceil(), "KB")
    } else {
        ((bytes as f64 / 100_000.0).round() / 10.0, "MB")
    };
    format!("{} {unit}", browser::number(lang, amount))
}

#[component]
fn Row(list: List, entry: Entry, under_way: bool) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let r = strings.lang.rooms();
    let results: Vec<AnyView> = entry
        .results
        .iter()
        .map(|(id, state)| {
            let name = strings
                .metric(id)
                .map_or_else(|| id.clone(), |texts| texts.name.to_owned());
            let value = match state {
                Some(State::Scored(score)) => decimals(score.0),
                Some(State::Unscored(_)) => strings.verdict.unscored.to_owned(),
                Some(State::NotApplicable(_)) => strings.verdict.not_applicable.to_owned(),
                Some(State::Conflict(_)) => strings.verdict.conflict.to_owned(),
                None => "…".to_owned(),
            };
            view! { <span class="chip"><b>{value}</b> " " {name}</span> }.into_any()
        })
        .collect();
    let title = [&entry.name, &entry.excerpt]
        .into_iter()
        .find(|text| !text.is_empty())
        .cloned()
        .unwrap_or_else(|| r.untitled.to_owned());
    let judge = match entry.judge {
        Some(JudgeKind::Embedded) if entry.model.is_empty() => strings.plan.local_model.to_owned(),
        Some(JudgeKind::Embedded) => strings.judge_panel.embedded.to_owned(),
        Some(JudgeKind::ByHand) => strings.judge_panel.by_hand.to_owned(),
        Some(JudgeKind::BuiltIn) => strings.connect.built_in.to_owned(),
        Some(JudgeKind::Api) => entry.model.clone(),
        Some(JudgeKind::Nobody) | None => strings.judge_panel.nobody.to_owned(),
    };
    let open = entry.is_open();
    let state = match (open, under_way) {
        (true, true) => Some(r.under_way),
        (true, false) => Some(r.interrupted),
        _ => None,
    };
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
    let tools = {
        let entry = entry.clone();
        move || {
            is_opened
                .get()
                .then(|| view! { <Tools list entry=entry.clone() under_way /> })
        }
    };
    let title_id = title_id(&entry.id);
    view! {
        <li class="entry">
            <div class="entry-head">
                <button type="button" class="entry-title" id=title_id dir="auto" on:click=show>{visible(&title)}</button>
                {state.map(|state| view! { <span class="tag">{state}</span> })}
                <button type="button" class="quiet" aria-expanded=move || if is_opened.get() { "true" } else { "false" } on:click=toggle>
                    {r.more} <span aria-hidden="true">" ▾"</span>
                </button>
            </div>
            {excerpt}
            {note}
            <p class="entry-facts">{results} <span class="hint">{judge} " · " <time>{time}</time></span></p>
            {tools}
        </li>
    }
    .into_any()
}

/// The id of the button that is an entry's name.
fn title_id(entry: &str) -> String {
    format!("entry-{entry}")
}

/// What can be done with an entry.
#[component]
fn Tools(list: List, entry: Entry, under_way: bool) -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let r = app.strings().lang.rooms();
    let id = StoredValue::new(entry.id.clone());
    let go_on = (entry.is_open() && !under_way).then(|| {
        view! {
            <button type="button" class="secondary" on:click=move |_| {
                spawn_local(async move {
                    reopen(app, id.get_value()).await;
                    crate::ui::running::go_on(app);
                });
            }>{fill(k.go_on, &[("count", &entry.replies.to_string())])}</button>
        }
    });
    let copy = move |_| {
        spawn_local(async move {
            let Some(mut record) = record(app, &id.get_value()).await else {
                return;
            };
            if !record.name.is_empty() {
                record.name = fill(r.copy_of, &[("name", &record.name)]);
            }
            if writing::add(app, &record).await.is_some() {
                list.said.set(r.duplicated.to_owned());
            }
        });
    };
    let again = move |_| {
        spawn_local(async move {
            if let Some(record) = record(app, &id.get_value()).await {
                list.said.set(scored_again(app, &record));
            }
        });
    };
    let remove = (!under_way).then(|| {
        view! {
            <button type="button" class="secondary danger" on:click=move |_| delete(app, list, Some(vec![id.get_value()]))>{r.delete}</button>
        }
    });
    let (name_id, note_id) = (format!("name-{}", entry.id), format!("note-{}", entry.id));
    let (for_name, for_note) = (name_id.clone(), note_id.clone());
    let save = move |_| {
        let (name, note) = (
            browser::value_of(&name_id).unwrap_or_default(),
            browser::value_of(&note_id).unwrap_or_default(),
        );
        // The row is drawn anew, and the button that was pressed goes with it.
        list.focus.set_value(Some(title_id(&id.get_value())));
        spawn_local(async move {
            let (name, note) = (name.trim().to_owned(), note.trim().to_owned());
            if writing::rename(app, &id.get_value(), name, note).await {
                list.said.set(r.saved.to_owned());
            }
        });
    };
    view! {
        <div class="entry-tools">
            <div class="buttons">
                {go_on}
                <button type="button" class="secondary" on:click=again>{r.score_again}</button>
                <button type="button" class="secondary" on:click=copy>{r.duplicate}</button>
                {remove}
            </div>
            <div class="setting-row">
                <div class="setting">
                    <label for=for_name.clone()>{k.name}</label>
                    <input id=for_name type="text" dir="auto" autocomplete="off" prop:value=entry.name />
                </div>
                <div class="setting">
                    <label for=for_note.clone()>{r.note}</label>
                    <input id=for_note type="text" dir="auto" autocomplete="off" prop:value=entry.note />
                </div>
                <button type="button" class="secondary" on:click=save>{r.save}</button>
            </div>
        </div>
    }
    .into_any()
}

async fn record(app: App, id: &str) -> Option<crate::share::record::Record> {
    match database::record(id).await {
        Ok(Some(json)) => own(&json)
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

/// What the replies of a record give now, metric by metric, and whether it is what was noted.
fn scored_again(app: App, record: &crate::share::record::Record) -> String {
    let strings = app.strings();
    let r = strings.lang.rooms();
    let results = rescore(record).into_iter().zip(&record.metrics);
    let sentences: Vec<String> = results
        .map(|(rescored, judged)| {
            let name = strings
                .metric(&judged.id)
                .map_or(judged.id.as_str(), |texts| texts.name);
            let Rescored::Done(scored) = rescored else {
                return fill(r.rescored_unknown, &[("name", name)]);
            };
            let now = crate::share::report::result(&scored.outcome, strings);
            let was = match judged.claimed {
                Some(State::Scored(score)) => decimals(score.0),
                _ => strings.verdict.unscored.to_owned(),
            };
            let sentence = match scored.claim {
                Claim::Holds => r.rescored_same,
                Claim::Differs { .. } | Claim::Impossible(_) => r.rescored_changed,
                Claim::Open => r.rescored_open,
            };
            fill(sentence, &[("name", name), ("now", &now), ("was", &was)])
        })
        .collect();
    sentences.join(" ")
}

/// Leads to the history.
#[component]
pub fn HistoryLink() -> impl IntoView {
    let app = App::get();
    let here = move || matches!(app.keep.room.get(), Room::History).then_some("page");
    view! {
        <button type="button" class="quiet" id="to-history" aria-current=here on:click=move |_| rooms::go_to(app, Room::History)>
            {app.strings().keep.history}
        </button>
    }
}
