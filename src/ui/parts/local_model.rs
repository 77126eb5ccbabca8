//! The local embedding model as the user sees it: offered where a metric lacks vectors, fetched with a bar, kept,
//! removed; and what to do where it can't be had.

use leptos::prelude::*;

use crate::i18n::fill;
use crate::i18n::local_model::LocalModelTexts;
use crate::judge::local::client::{Trouble, TroubleKind};
use crate::judge::minilm::BYTES;
use crate::stats::rational::fixed;
use crate::ui::browser;
use crate::ui::later::{Later, Part, later};
use crate::ui::local::{self, Standing};
use crate::ui::state::App;

/// Where it stands on the page: ids of controls, and where the focus goes when they are gone.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    begin: &'static str,
    cancel: &'static str,
    remove: &'static str,
    /// The control of the page for whoever has the model now.
    home: &'static str,
    panel: bool,
}

const OFFER: Place = Place {
    begin: "local-offer",
    cancel: "local-offer-cancel",
    remove: "",
    home: "judge",
    panel: false,
};
const PANEL: Place = Place {
    begin: "local-fetch",
    cancel: "local-cancel",
    remove: "local-remove",
    home: "local-remove",
    panel: true,
};

/// In the judge panel.
#[component]
pub fn LocalModelPanel() -> impl IntoView {
    view! { <Later part=Part::new(panel) /> }
}

/// Where a metric can't be judged for lack of vectors.
#[component]
pub fn LocalModelOffer() -> impl IntoView {
    view! { <Later part=Part::new(offer) /> }
}

later!(local: fn panel() -> AnyView { view! { <Whole /> }.into_any() });
later!(local: fn offer() -> AnyView { view! { <div class="local-model" id="local-model-offer"><State place=OFFER /></div> }.into_any() });

#[component]
fn Whole() -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().local_model();
    let told = app.strings().join(&[texts.what, texts.english, texts.long]);
    view! {
        <section class="settings local-model" aria-labelledby="local-model-heading">
            <h3 id="local-model-heading">{texts.heading}</h3>
            <p class="hint">{told}</p>
            <First />
            <State place=PANEL />
        </section>
    }
    .into_any()
}

fn megabytes(bytes: f64) -> String {
    format!("{:.1}", bytes / 1e6)
}

fn sized(sentence: &str) -> String {
    fill(sentence, &[("size", &fixed(BYTES as f64 / 1e6, 0))])
}

/// Who makes the embeddings, where the API could as well.
#[component]
fn First() -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().local_model();
    let both = Memo::new(move |_| app.setup.has_embeddings() && app.setup.local.is_there());
    move || {
        both.get().then(|| {
            let first = app.setup.local.first;
            let host = move || fill(texts.first_api, &[("host", &app.setup.host())]);
            view! {
                <div class="setting">
                    <label for="local-first">{texts.first}</label>
                    <select id="local-first" on:change=move |event| local::prefer(app, event_target_value(&event) == "local")>
                        <option value="api" selected=!first.get_untracked()>{host}</option>
                        <option value="local" selected=first.get_untracked()>{texts.first_local}</option>
                    </select>
                </div>
            }
        })
    }
}

/// Where it stands, with what can be done now.
#[component]
fn State(place: Place) -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().local_model();
    let standing = app.setup.local.standing;
    if local::files().is_none() {
        return view! { <p class="hint">{texts.missing}</p> }.into_any();
    }
    let told = move || {
        let standing = standing.get();
        let wrong = matches!(standing, Standing::Failed(_));
        (standing != Standing::Fetching)
            .then(|| view! { <p class:error=wrong>{sentence(app, &standing)}</p> })
    };
    let controls = move || match standing.get() {
        Standing::Fetching => view! { <Fetching place /> }.into_any(),
        Standing::Kept | Standing::Ready(_) => view! { <Remove place /> }.into_any(),
        standing => view! { <Begin place standing /> }.into_any(),
    };
    view! { <div class="local-told" role="status">{told}</div> {controls} }.into_any()
}

/// What is said of it; empty before it was asked for.
fn sentence(app: App, standing: &Standing) -> String {
    let texts = app.lang.get_untracked().local_model();
    let join = |sentences: &[&str]| app.strings().join(sentences);
    match standing {
        Standing::Off | Standing::Fetching => String::new(),
        Standing::Kept => texts.kept.to_owned(),
        Standing::Ready(running) => {
            let ready = if running.simd {
                texts.ready
            } else {
                texts.ready_slow
            };
            if running.kept {
                ready.to_owned()
            } else {
                join(&[ready, texts.not_kept_here])
            }
        }
        Standing::Cancelled => texts.cancelled.to_owned(),
        Standing::Removed => sized(texts.removed),
        Standing::Failed(trouble) => join(&[texts.failed, &advice(texts, trouble)]),
    }
}

fn advice(texts: &LocalModelTexts, trouble: &Trouble) -> String {
    let sentence = match trouble.reason {
        TroubleKind::NotKept => texts.gone,
        TroubleKind::NotFetched => texts.not_fetched,
        TroubleKind::WrongHash => texts.wrong_hash,
        TroubleKind::NoRoom => texts.no_room,
        TroubleKind::Broke => texts.broke,
    };
    let detail = match trouble.detail.as_str() {
        "" => "?",
        said => said,
    };
    fill(sentence, &[("detail", detail)])
}

#[component]
fn Begin(place: Place, standing: Standing) -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().local_model();
    let begin = move |_| {
        local::begin(app, move |standing| {
            app.run.message.set(sentence(app, standing));
            let next = match standing {
                Standing::Ready(_) => place.home,
                _ => place.begin,
            };
            // Who has gone on meanwhile is left where they are.
            if browser::has_focus(place.cancel) || browser::focus_is_lost() {
                browser::focus_soon(next);
            }
        });
        browser::focus_soon(place.cancel);
    };
    let name = match (&standing, place.panel) {
        (Standing::Failed(_), _) => texts.again,
        (_, true) => texts.fetch,
        (_, false) => texts.offer,
    };
    let (class, english) = if place.panel {
        ("secondary", None)
    } else {
        ("secondary offer", Some(texts.english))
    };
    view! {
        <button type="button" class=class id=place.begin on:click=begin>{sized(name)}</button>
        {english.map(|english| view! { <p class="hint">{english}</p> })}
    }
    .into_any()
}

#[component]
fn Fetching(place: Place) -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().local_model();
    let progress = app.setup.local.progress;
    let label_id = format!("{}-label", place.cancel);
    let all_there = move || progress.get().0 >= progress.get().1;
    let told = move || {
        let (loaded, total) = progress.get();
        fill(
            texts.progress,
            &[("loaded", &megabytes(loaded)), ("total", &megabytes(total))],
        )
    };
    // Each quarter is said; every step would drown whatever else is.
    let quarter = Memo::new(move |_| {
        let (loaded, total) = progress.get();
        (loaded * 4.0 / total).floor() as u8
    });
    let said = move || match quarter.get() {
        0 => texts.fetching.to_owned(),
        4.. => texts.starting.to_owned(),
        _ => untrack(told),
    };
    view! {
        <div class="local-progress">
            <span id=label_id.clone()>{texts.fetching}</span>
            <progress aria-labelledby=label_id max=move || progress.get().1.to_string() value=move || progress.get().0.to_string()></progress>
            <span class="num">{told}</span>
            <button type="button" class="secondary" id=place.cancel on:click=move |_| app.setup.local.stop()>{texts.cancel}</button>
        </div>
        <p class="hint">{move || all_there().then_some(texts.starting)}</p>
        <p class="sr-only" role="status">{said}</p>
    }
    .into_any()
}

#[component]
fn Remove(place: Place) -> impl IntoView {
    let app = App::get();
    let texts = app.lang.get_untracked().local_model();
    if !place.panel {
        return ().into_any();
    }
    let remove = move |_| {
        local::remove(app, move |standing| {
            app.run.message.set(sentence(app, standing));
            if browser::has_focus(place.remove) || browser::focus_is_lost() {
                browser::focus_soon(place.begin);
            }
        });
    };
    view! {
        <p class="hint">{texts.where_kept}</p>
        <button type="button" class="secondary" id=place.remove on:click=remove>{texts.remove}</button>
    }
    .into_any()
}
