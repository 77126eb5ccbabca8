//! The history: what was kept, to be found, opened, gone on with, scored anew, copied, named and deleted. An entry
//! stands in [`row`].

mod row;

use row::Row;

use std::collections::HashMap;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use crate::i18n::fill;
use crate::metric::catalogue;
use crate::store::database;
use crate::store::entry::{Entry, Filter, Reworded, folded, searched};
use crate::store::tabs;
use crate::ui::browser;
use crate::ui::keep::deleting::{self, Deleted};
use crate::ui::keep::{self, Mode, draft};
use crate::ui::later::later;
use crate::ui::parts::frame::{Foot, TopBar};
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
    /// Places in `entries` of those that fit the filter.
    shown: Memo<Vec<usize>>,
    /// Their texts by id, as far as they were read: not before somebody searches.
    texts: RwSignal<HashMap<String, String>>,
    /// Texts are being read.
    reading: StoredValue<bool>,
    rows: RwSignal<usize>,
    opened: RwSignal<Option<String>>,
    said: RwSignal<String>,
    /// How many were deleted and can be brought back.
    undo: RwSignal<usize>,
    /// What gets the focus once the list has been read anew: drawing it takes the focus away.
    focus: StoredValue<Option<String>>,
    /// Names and notes that are being typed, by the entry's id: a row that is drawn anew has them.
    typed: StoredValue<HashMap<String, (Reworded, Reworded)>>,
    /// What another tab has written of an entry meanwhile, in words; and the entry's id before it.
    clash: RwSignal<Option<(String, String)>>,
    /// How many are kept, until all of them are read.
    count: RwSignal<usize>,
    /// This browser lets nothing be read or kept.
    blocked: RwSignal<bool>,
}

later!(rooms: /// See the module.
pub fn history() -> AnyView { view! { <HistoryPage /> }.into_any() });

#[component]
fn HistoryPage() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let r = app.strings().lang.rooms();
    let strings = app.strings();
    let entries = RwSignal::new(None::<Vec<Entry>>);
    let filter = RwSignal::new(Filter::default());
    let texts = RwSignal::new(HashMap::<String, String>::new());
    let name_of = move |id: &str| {
        strings
            .metric(id)
            .map_or_else(|| id.to_owned(), |texts| texts.name.to_owned())
    };
    // What the rows say of judge and time, by id: written for all once somebody searches.
    let rows_say = StoredValue::new(HashMap::<String, String>::new());
    let shown = Memo::new(move |_| {
        filter.with(|filter| {
            let searches = !filter.words.trim().is_empty();
            entries.with(|entries| {
                let all = entries.as_deref().unwrap_or_default();
                if searches {
                    rows_say.update_value(|said| say_rows(app, all, said));
                }
                let fits = |texts: Option<&HashMap<String, String>>| {
                    let fits = |entry: &Entry| {
                        let texts = texts.and_then(|texts| texts.get(&entry.id));
                        let texts = texts.map_or("", String::as_str);
                        rows_say.with_value(|said| {
                            let row = said.get(&entry.id).map_or("", String::as_str);
                            entry.fits(filter, texts, row, name_of)
                        })
                    };
                    let places = all.iter().enumerate().filter(|(_, entry)| fits(entry));
                    places.map(|(at, _)| at).collect::<Vec<usize>>()
                };
                match searches {
                    true => texts.with(|texts| fits(Some(texts))),
                    false => fits(None),
                }
            })
        })
    });
    let list = List {
        entries,
        texts,
        reading: StoredValue::new(false),
        filter,
        shown,
        running: RwSignal::new(Vec::new()),
        rows: RwSignal::new(ROWS),
        opened: RwSignal::new(None),
        said: RwSignal::new(String::new()),
        undo: RwSignal::new(0),
        focus: StoredValue::new(None),
        typed: StoredValue::new(HashMap::new()),
        clash: RwSignal::new(None),
        count: RwSignal::new(0),
        blocked: RwSignal::new(false),
    };
    Effect::new(move |_| {
        let searches = filter.with(|filter| !filter.words.trim().is_empty());
        if searches && entries.with(Option::is_some) {
            read_texts(list);
        }
    });
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

/// What the rows say of judge and time, to be searched; those that are known stay. Who judges is known before an entry is
/// first written.
fn say_rows(app: App, all: &[Entry], said: &mut HashMap<String, String>) {
    let strings = app.strings();
    let date = browser::dates(app.lang.get_untracked());
    for entry in all {
        if !said.contains_key(&entry.id) {
            let row = format!(
                "{} {}",
                row::judge_of(entry, strings),
                date(entry.started_ms as f64)
            );
            said.insert(entry.id.clone(), folded(&row));
        }
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

/// Newest entries that are read before all others: a screen, and some that may be hidden.
const NEWEST: u32 = 64;

/// Reads the list: what is shown first at once, the rest when that has been painted. Who leaves the page meanwhile needs
/// it no more.
fn read(app: App, list: List) {
    // Another tab may have chosen what is kept.
    let mode = app.keep.mode();
    if app.keep.mode.get_untracked() != mode {
        app.keep.mode.set(mode);
    }
    spawn_local(async move {
        let here = tabs::this_tab();
        let entry = |json: JsValue| serde_json::from_str::<Entry>(&json.as_string()?).ok();
        let is_kept = |entry: &Entry| entry.is_kept(&here);
        // A list that is already there is not made short again while it is read anew.
        if list.entries.try_with_untracked(Option::is_none) == Some(true)
            && let Ok((newest, count)) = database::newest(NEWEST).await
            && count > NEWEST
        {
            let first = newest.iter().rev().filter_map(entry).filter(is_kept);
            let first: Vec<Entry> = first.take(ROWS).collect();
            list.count.try_set(count as usize);
            list.entries.try_set(Some(first));
            TimeoutFuture::new(30).await;
        }
        let all = database::entries().await;
        if list.entries.try_with_untracked(|_| ()).is_none() {
            return;
        }
        list.blocked.set(all.is_err());
        let all = match all {
            Ok(all) => all,
            Err(error) => {
                list.entries.set(Some(Vec::new()));
                app.keep.trouble.set(Some(keep::store_trouble(app, &error)));
                return;
            }
        };
        let (kept, hidden): (Vec<Entry>, Vec<Entry>) = all.iter().rev().filter_map(entry).partition(is_kept);
        let deleted = hidden.iter().filter(|entry| entry.deleted_ms > 0).count();
        let any_open = kept.iter().any(Entry::is_open);
        let typing = typing(list);
        list.count.set(0);
        if list.entries.try_set(Some(kept)).is_some() {
            return;
        }
        // The button goes with what it offers.
        if deleted == 0 && browser::has_focus("history-undo") {
            browser::focus_soon("history-search");
        }
        list.undo.set(deleted);
        if any_open {
            list.running.try_set(tabs::under_way().await);
        }
        let focus = list.focus.try_update_value(Option::take).flatten();
        if let Some(id) = focus.or(typing.filter(|id| !browser::has_focus(id))) {
            browser::focus_soon(id);
        }
    });
}

/// The field in which a name or a note is being typed.
fn typing(list: List) -> Option<String> {
    let entry = list.opened.try_get_untracked().flatten()?;
    let fields = [row::name_id(&entry), row::note_id(&entry)];
    fields.into_iter().find(|id| browser::has_focus(id))
}

/// Texts that are read at once: the newest soon, the others in few steps, since each draws the list anew.
const FIRST_TEXTS: usize = 200;
const MORE_TEXTS: usize = 1_000;

/// Reads the texts that are searched and were not read yet.
fn read_texts(list: List) {
    if list
        .reading
        .try_update_value(|reading| std::mem::replace(reading, true))
        != Some(false)
    {
        return;
    }
    spawn_local(async move {
        let mut most = FIRST_TEXTS;
        loop {
            let missing = list.texts.try_with_untracked(|texts| {
                list.entries.with_untracked(|entries| {
                    let all = entries.iter().flatten().map(|entry| &entry.id);
                    let missing = all.filter(|id| !texts.contains_key(*id));
                    missing.take(most).cloned().collect::<Vec<String>>()
                })
            });
            let Some(ids) = missing.filter(|ids| !ids.is_empty()) else {
                break;
            };
            let Ok(records) = database::records(&ids).await else {
                break;
            };
            let read = ids.into_iter().zip(records).map(|(id, record)| {
                let texts = record.and_then(|record| searched(&record));
                (id, texts.unwrap_or_default())
            });
            if list.texts.try_update(|texts| texts.extend(read)).is_none() {
                break;
            }
            most = MORE_TEXTS;
        }
        let _ = list.reading.try_update_value(|reading| *reading = false);
    });
}

#[component]
fn Controls(list: List) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
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
    // What is looked for is what is meant.
    let narrowed = move || list.filter.with(|filter| *filter != Filter::default());
    let delete_all = move |_| {
        // An empty list says nothing of what is hidden until its closed tab comes back: that goes as well.
        if !untrack(narrowed) {
            return delete(app, list, None);
        }
        let ids = list.entries.with_untracked(|entries| {
            let all = entries.as_deref().unwrap_or_default();
            let shown = list.shown.get_untracked();
            let ids = shown.iter().filter_map(|at| Some(all.get(*at)?.id.clone()));
            ids.collect::<Vec<_>>()
        });
        if !ids.is_empty() {
            delete(app, list, Some(ids));
        }
    };
    let delete_label = move || match narrowed() {
        true => {
            let count = browser::number(app.lang.get_untracked(), list.shown.with(Vec::len) as f64);
            fill(r.delete_these, &[("count", &count)])
        }
        false => r.delete_all.to_owned(),
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
            <div class="setting" hidden=move || list.blocked.get()>
                <label for="history-mode">{r.mode}</label>
                <select id="history-mode" aria-describedby="history-mode-what" on:change=move |event| {
                    let id = event_target_value(&event);
                    if let Some(mode) = Mode::ALL.into_iter().find(|mode| mode.id() == id) {
                        let lasts = app.keep.choose(mode);
                        remembered::mode_changed(mode);
                        draft::mode_changed(mode);
                        tabs::tell_changed();
                        list.said.set(match lasts {
                            true => String::new(),
                            false => strings.lang.kept().mode_not_kept.to_owned(),
                        });
                        spawn_local(async move {
                            if deleting::mode_chosen(app, mode).await > 0 {
                                list.said.try_set(r.mode_on_now.to_owned());
                            }
                        });
                    }
                }>{modes}</select>
            </div>
            <button type="button" class="secondary" id="history-delete-all" on:click=delete_all>{delete_label}</button>
        </div>
        <p class="hint mode-what" id="history-mode-what" aria-live="polite">{move || match app.keep.mode.get() {
            Mode::On => "",
            Mode::Tab => r.mode_tab_what,
            Mode::Off => r.mode_off_what,
        }}</p>
    }
}

#[component]
fn Undo(list: List) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let k = &strings.keep;
    let r = strings.lang.rooms();
    let undo = move |_| {
        list.undo.set(0);
        browser::focus_soon("history-search");
        spawn_local(async move {
            if let Some(count) = deleting::undo(app).await {
                // The ten seconds may have passed between the two.
                let said = if count > 0 {
                    k.undone
                } else {
                    strings.lang.kept().undone_late
                };
                list.said.try_set(said.to_owned());
            }
        });
    };
    move || {
        (list.undo.get() > 0).then(|| {
            let count = browser::number(app.lang.get_untracked(), list.undo.get() as f64);
            view! {
                <div class="note undo">
                    <span>{fill(r.deleted, &[("count", &count)])}</span> " "
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
        let left = (left > 0).then(|| browser::number(app.lang.get_untracked(), left as f64));
        let said = left.map(|count| fill(texts.left_under_way, &[("count", &count)]));
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
    let shown = list.shown;
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
        // Before all are read nothing is known but their number.
        match list.count.get() {
            0 => {}
            count => return format!("{}…", browser::number(lang, count as f64)),
        }
        if list.blocked.get() {
            return String::new();
        }
        fill(r.usage, &[("found", &found), ("count", &count), ("size", &size)])
    };
    // Rows whose entry is the same stay as they are: somebody may be typing in one.
    let top = move || {
        let (rows, running) = (list.rows.get(), list.running.get());
        list.entries.with(|entries| {
            let all = entries.as_deref().unwrap_or_default();
            shown.with(|shown| {
                let top = shown.iter().take(rows).filter_map(|at| all.get(*at));
                let drawn = top.map(|entry| {
                    let json = serde_json::to_string(entry).unwrap_or_default();
                    (json, running.contains(&entry.id), entry.clone())
                });
                drawn.collect::<Vec<_>>()
            })
        })
    };
    let stands = Memo::new(move |_| {
        list.entries.with(|entries| match entries {
            None => Stands::Reading,
            Some(_) if list.blocked.get() => Stands::Blocked,
            Some(all) if all.is_empty() => Stands::Empty,
            Some(_) if shown.with(Vec::is_empty) => Stands::NoneFound,
            Some(_) => Stands::Rows,
        })
    });
    let more = move || {
        let more = shown
            .with(Vec::len)
            .max(list.count.get())
            .saturating_sub(list.rows.get());
        (more > 0).then(|| {
            let more = browser::number(app.lang.get_untracked(), more as f64);
            view! {
                <button type="button" class="secondary more" on:click=move |_| list.rows.update(|rows| *rows += ROWS)>
                    {fill(k.show_more, &[("count", &more)])}
                </button>
            }
        })
    };
    let body = move || match stands.get() {
        Stands::Reading => view! { <p class="pad hint">{r.reading}</p> }.into_any(),
        Stands::Blocked => view! { <p class="pad">{r.history_blocked}</p> }.into_any(),
        Stands::Empty => {
            view! { <div class="empty"><h2>{r.history_empty}</h2><p>{r.history_teaches}</p></div> }.into_any()
        }
        Stands::NoneFound => view! { <p class="pad">{r.none_found}</p> }.into_any(),
        Stands::Rows => view! {
            <ul class="history">
                <For each=top key=|(json, under_way, _)| (json.clone(), *under_way) let:drawn>
                    {{ let (_, under_way, entry) = drawn; view! { <Row list entry under_way /> } }}
                </For>
            </ul>
            {more}
        }
        .into_any(),
    };
    view! {
        <section class="card" aria-label=k.history>
            <header><p class="hint" id="history-usage">{usage}</p></header>
            {body}
        </section>
    }
}

/// What stands in the place of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Reading,
    Blocked,
    Empty,
    NoneFound,
    Rows,
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
