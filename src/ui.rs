//! The screens: the only place that knows Leptos.
//!
//! [`pages`] put [`parts`] together; parts take values and callbacks. What a page knows is [`state`], what is
//! typed [`form`] and [`settings`], what is under way [`running`], who judges [`setup`], [`judging`] and [`local`], which
//! page is shown [`rooms`], what outlives it [`keep`], what is fetched when it is first needed [`later`] and
//! [`fetched`] with its style in [`dressed`], how it starts [`steps`]. Sentences come from [`crate::i18n`].
//!
//! The whole page is built anew when the language changes. So whatever must outlive that (texts, what is open)
//! lives in the state, and no part needs a signal for each sentence.

mod browser;
mod dressed;
mod fetched;
mod form;
mod judging;
mod keep;
mod keys;
mod later;
mod local;
mod openrouter;
mod pages;
mod parts;
mod prices;
mod readers;
mod remembered;
mod replaced;
mod retold;
mod rooms;
mod running;
mod settings;
mod setup;
mod state;
mod steps;
mod worker;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

use crate::evaluation::Metric;
use crate::i18n::Lang;
use later::{Later, Part};
use rooms::Room;
use state::App;

pub use dressed::dress;

/// Mounts the app into the page's `#app`; a page without one gets it in its body.
pub fn mount() {
    // A build that is not split has all there from the start.
    #[cfg(not(split))]
    dress();
    spawn_local(async {
        let beginning = asked_for().await;
        steps::turn().await;
        let root = move || view! { <Root beginning /> };
        let place = document().get_element_by_id("app");
        let Some(Ok(place)) = place.map(JsCast::dyn_into::<HtmlElement>) else {
            return leptos::mount::mount_to_body(root);
        };
        // Built aside, so that the page comes whole, and the browser measures it once.
        place.remove();
        steps::begin();
        leptos::mount::mount_to(place.clone(), root).forget();
        steps::finish(|| {
            if let Some(start) = document().get_element_by_id("start") {
                start.remove();
            }
            if let Some(body) = document().body() {
                let _ = body.prepend_with_node_1(&place);
            }
        })
        .await;
    });
}

/// What the page begins with.
struct Beginning {
    lang: Lang,
    metric: &'static dyn Metric,
    also: Vec<&'static dyn Metric>,
}

/// Language and metrics as the address, the settings and the browser say. What can't be fetched is left at what comes
/// with the page.
async fn asked_for() -> Beginning {
    let lang = browser::query("lang")
        .or_else(|| browser::setting("lang"))
        .into_iter()
        .chain(browser::languages())
        .find_map(|tag| Lang::from_tag(&tag))
        .unwrap_or_default();
    let metric = fetched_metrics(browser::query("metric"));
    let also = fetched_metrics(browser::query("also"));
    let (spoken, metric, also) = futures::join!(crate::later::language(lang), metric, also);
    Beginning {
        lang: spoken.map_or_else(|_| Lang::default(), |()| lang),
        metric: metric.first().copied().unwrap_or(fetched::FIRST),
        also,
    }
}

async fn fetched_metrics(ids: Option<String>) -> Vec<&'static dyn Metric> {
    let mut metrics = Vec::new();
    for id in ids.unwrap_or_default().to_ascii_lowercase().split(',') {
        metrics.extend(fetched::metric(id).await.ok().flatten());
    }
    metrics
}

fn page(part: Part) -> AnyView {
    view! { <Later part page=true /> }.into_any()
}

#[component]
fn Root(beginning: Beginning) -> impl IntoView {
    let app = App::new(beginning.lang, beginning.metric, beginning.also);
    app.follow_language_and_theme();
    readers::fetch_when_needed(app.setup);
    provide_context(app);
    openrouter::come_back(app);
    keep::back::begin(app);
    rooms::follow(app);
    steps::once_shown(move || worker::begin(app));
    let room = move || {
        app.lang.track();
        match app.keep.room.get() {
            Room::Judge => view! { <pages::judge::JudgePage /> }.into_any(),
            Room::History => page(Part::new(pages::history::history)),
            Room::How => page(Part::new(pages::how::how)),
            Room::Opened(record, view) => {
                page(Part::new(move || pages::opened::opened(record.clone(), view)))
            }
            Room::Broken(sentence) => page(Part::new(move || pages::opened::broken(sentence.clone()))),
            Room::Opening => {
                view! { <parts::frame::Framed>{later::waiting()}</parts::frame::Framed> }.into_any()
            }
        }
    };
    view! { {room} <parts::files::DropAnywhere /> }
}
