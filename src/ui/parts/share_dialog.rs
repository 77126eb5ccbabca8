//! The dialog that shares: how much, what the receiver will see, a link with its length against what messengers take,
//! a QR code for a short one, and files. Nothing is sent; a link is made when the dialog opens, not while one types.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::copy::{Copied, CopyOutcome, copy};
use super::dialog::Dialog;
use crate::i18n::{Lang, Strings, fill};
use crate::metric::catalogue;
use crate::share::link::{self, View};
use crate::share::record::{Holds, Record};
use crate::share::{file, qr};
use crate::ui::browser;
use crate::ui::keep::back::named_on_page;
use crate::ui::keep::writing;
use crate::ui::later::{Part, later};
use crate::ui::pages::opened::{Reading, banner};
use crate::ui::parts::marked_text::visible;
use crate::ui::state::App;

/// What a link may be long, and who takes it, shortest first.
const LIMITS: [usize; 4] = [1_900, 2_000, 4_000, 8_000];

/// See the module.
#[component]
pub fn ShareDialog() -> impl IntoView {
    let app = App::get();
    let closed = move |()| app.keep.sharing.set(false);
    let heading = Signal::stored(app.strings().keep.share.to_owned());
    view! {
        <Dialog id="share-dialog" class="share-dialog" open=app.keep.sharing.into() heading on_close=Callback::new(closed) home="share" part=Part::new(body) />
    }
}

later!(rooms: fn body() -> AnyView { view! { <Body /> }.into_any() });

#[component]
fn Body() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let r = strings.lang.rooms();
    let whole = Arc::new(untrack(|| writing::record_of_page(app)));
    let judged = whole.holds == Holds::Verdict;
    let holds = RwSignal::new(if judged { Holds::Verdict } else { Holds::Inputs });
    let copied = RwSignal::new(Copied::No);
    let doors: Vec<AnyView> = [
        (Holds::Inputs, r.share_inputs, r.share_inputs_what),
        (Holds::Verdict, r.share_verdict, r.share_verdict_what),
        (Holds::Scores, r.share_scores, r.share_scores_what),
    ]
    .into_iter()
    .filter(|(kind, ..)| judged || *kind == Holds::Inputs)
    .map(|(kind, name, what)| {
        let id = format!("share-{kind:?}").to_lowercase();
        let chosen = move || holds.get() == kind;
        let pick = move |_| {
            copied.set(Copied::No);
            holds.set(kind);
        };
        view! {
            <div class="door" class:chosen=chosen>
                <input type="radio" name="share" id=id.clone() prop:checked=chosen on:change=pick />
                <label for=id>{name}</label>
                <p>{what}</p>
            </div>
        }
        .into_any()
    })
    .collect();
    // The texts may have been changed since they were judged: the inputs are those that stand there.
    let typed = untrack(|| writing::typed(app)).shared(Holds::Inputs);
    let stale = judged && !same_inputs(&typed, &whole.shared(Holds::Inputs));
    let of_kind = whole.clone();
    let shared = Memo::new(move |_| {
        Kind(Arc::new(match holds.get() {
            Holds::Inputs => typed.clone(),
            other => of_kind.shared(other),
        }))
    });
    let stale =
        stale.then(|| view! { <p class="note" id="share-stale">{strings.lang.elsewhere().share_stale}</p> });
    let link = Memo::new(move |_| link_of(&shared.get().0, View::Page));
    let status = move || link.with(|link| told(link.chars().count(), app.lang.get_untracked(), strings));
    let meter = move || link.with(|link| (link.len().min(8_000)).to_string());
    let over = move || link.with(|link| link.len() > 8_000);
    let preview = move || {
        let record = shared.get().0;
        let banner = banner(&record, strings);
        view! { <div class="preview"><div class="banner">{banner}</div><Reading record /></div> }.into_any()
    };
    // What is long waits until one asks for it; the banner and the beginning stand there at once.
    let short = whole_is_short(&whole);
    let previewing = RwSignal::new(short);
    let beginning = (!short).then(|| {
        let begins = beginning(&whole);
        move || {
            (!previewing.get()).then(|| {
                let record = shared.get().0;
                let begins = (record.holds != Holds::Scores).then(|| view! { <p class="begins" dir="auto">{visible(&begins)}</p> });
                let heading = strings.lang.elsewhere().share_begins;
                view! { <section class="preview" aria-label=heading><h3>{heading}</h3><div class="banner">{banner(&record, strings)}</div>{begins}</section> }
            })
        }
    });
    view! {
        {stale}
        <div class="doors" role="radiogroup" aria-label=r.share_how_much>{doors}</div>
        <div class="settings share-link">
            <div class="setting">
                <label for="share-link">{r.link}</label>
                <div class="link-row">
                    <input id="share-link" type="text" readonly dir="ltr" prop:value=move || link.get() on:focus=|event| {
                        use wasm_bindgen::JsCast;
                        let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
                        if let Some(input) = input {
                            input.select();
                        }
                    } />
                    <button type="button" class="primary" id="share-copy" on:click=move |_| copy(link.get_untracked(), copied)>{r.copy_link}</button>
                </div>
                <meter min="0" max="8000" high="4000" low="1900" optimum="0" value=meter aria-label=r.length></meter>
                <p class="hint" class:over=over id="share-length">{status}</p>
                <CopyOutcome copied />
            </div>
            <Qr link />
            <Embedding shared copied />
        </div>
        <div class="settings">
            <h3>{r.files}</h3>
            <p class="hint">{r.files_what}</p>
            <Files whole />
        </div>
        <details class="preview-box" prop:open=short on:toggle=move |event| previewing.set(is_open(&event))>
            <summary>{r.preview}</summary>
            <Show when=move || previewing.get()>{preview}</Show>
        </details>
        {beginning}
        <footer><span class="hint foot-hint">{r.share_never}</span></footer>
    }
}

/// A preview that is longer is not drawn before one asks for it, in bytes of its texts and replies.
const SHORT: usize = 20_000;
/// As much of it is shown until then, in characters.
const BEGINS: usize = 240;

fn whole_is_short(record: &Record) -> bool {
    let sample = &record.sample;
    let lists = [
        &sample.essential,
        &sample.bonus,
        &sample.contexts,
        &sample.samples,
    ];
    let texts = [&sample.question, &sample.answer, &sample.reference];
    let lengths = lists.into_iter().flatten().chain(texts).map(String::len);
    lengths.sum::<usize>() <= SHORT && record.replies.len() <= 40
}

/// The beginning of the first text.
fn beginning(record: &Record) -> String {
    let sample = &record.sample;
    let texts = [&sample.question, &sample.answer, &sample.reference];
    let first = texts.into_iter().chain(&sample.essential).chain(&sample.contexts);
    let first = first.map(|text| text.trim()).find(|text| !text.is_empty());
    let mut begins: String = first.unwrap_or_default().chars().take(BEGINS).collect();
    begins.push('…');
    begins
}

fn is_open(event: &web_sys::Event) -> bool {
    use wasm_bindgen::JsCast;
    let details = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    details.is_some_and(|details| details.has_attribute("open"))
}

/// Whether two sets of inputs say the same. Scores that were handed on within a run are no input.
fn same_inputs(one: &Record, other: &Record) -> bool {
    let of = |record: &Record| {
        let metrics = record.metrics.iter().map(|judged| {
            let handed_on = catalogue::find(&judged.id).map_or(&[][..], |metric| metric.takes_scores());
            let mut settings = judged.settings.clone();
            settings.retain(|name, _| {
                let part = handed_on.contains(&name.as_str());
                !(part && record.metrics.iter().any(|judged| judged.id == *name))
            });
            (judged.id.clone(), settings)
        });
        metrics.collect::<Vec<_>>()
    };
    one.sample == other.sample && of(one) == of(other) && one.edited_prompts() == other.edited_prompts()
}

/// A record, compared by where it stands: a new one is made with each choice.
#[derive(Clone)]
struct Kind(Arc<Record>);

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The address of this page with the record in its fragment.
fn link_of(record: &Record, view: View) -> String {
    let address = browser::address().unwrap_or_default();
    let page = address.split(['?', '#']).next().unwrap_or_default();
    format!("{page}{}", link::encode(record, view))
}

/// The length, and where it fits.
fn told(length: usize, lang: Lang, strings: &Strings) -> String {
    let r = strings.lang.rooms();
    let fits = match LIMITS.iter().position(|limit| length <= *limit) {
        Some(0) => r.fits_anywhere,
        Some(1) => r.fits_discord,
        Some(2) => r.fits_slack,
        Some(_) => r.fits_mail,
        None => r.fits_nowhere,
    };
    let number = browser::number(lang, length as f64);
    format!("{} {fits}", fill(r.characters, &[("count", &number)]))
}

#[component]
fn Qr(link: Memo<String>) -> impl IntoView {
    let app = App::get();
    let r = app.strings().lang.rooms();
    let longest = browser::number(app.lang.get_untracked(), qr::LONGEST as f64);
    move || {
        let code = link.with(|link| qr::encode(link));
        match code {
            None => view! { <p class="hint">{fill(r.no_qr, &[("count", &longest)])}</p> }.into_any(),
            Some(code) => {
                let side = code.size + 8;
                let view_box = format!("-4 -4 {side} {side}");
                view! {
                    <details>
                        <summary>{r.qr}</summary>
                        <svg class="qr" role="img" aria-label=r.qr_label viewBox=view_box shape-rendering="crispEdges">
                            <rect x="-4" y="-4" width=side height=side fill="#fff" />
                            <path d=code.path() fill="#000" />
                        </svg>
                    </details>
                }
                .into_any()
            }
        }
    }
}

/// The element for a page of one's own.
#[component]
fn Embedding(shared: Memo<Kind>, copied: RwSignal<Copied>) -> impl IntoView {
    let r = App::get().strings().lang.rooms();
    let text = move || {
        let address = link_of(&shared.get_untracked().0, View::Embed);
        format!(
            "<iframe src=\"{address}\" width=\"100%\" height=\"640\" loading=\"lazy\" title=\"Assay\"></iframe>"
        )
    };
    view! {
        <p><button type="button" class="link" id="share-embed" on:click=move |_| copy(text(), copied)>{r.copy_embed}</button></p>
    }
}

#[component]
fn Files(whole: Arc<Record>) -> impl IntoView {
    let app = App::get();
    let r = app.strings().lang.rooms();
    let buttons: Vec<AnyView> = [
        ("json", "application/json", r.save_json),
        ("md", "text/markdown", r.save_markdown),
        ("html", "text/html", r.save_html),
    ]
    .into_iter()
    .map(|(ending, kind, label)| {
        let whole = whole.clone();
        let save = move |_| {
            let mut whole = (*whole).clone();
            spawn_local(async move {
                // What its owner calls it stands in the history alone, and in no link.
                if whole.holds == Holds::Verdict
                    && let Some(named) = named_on_page(app).await
                {
                    (whole.name, whole.note) = named;
                }
                let strings = app.strings();
                let text = match ending {
                    "json" => file::json(&whole),
                    "md" => file::markdown(&whole, strings),
                    _ => file::page(&whole, strings, app.lang.get_untracked().tag()),
                };
                browser::save(&format!("{}.{ending}", name_of(&whole)), kind, &text);
            });
        };
        view! { <button type="button" class="secondary" id=format!("save-{ending}") on:click=save>{label}</button> }.into_any()
    })
    .collect();
    view! { <div class="buttons">{buttons}</div> }
}

/// A file name: `assay-faithfulness-2026-11-30`.
fn name_of(record: &Record) -> String {
    let metric = record.metrics.first().map_or("", |judged| judged.id.as_str());
    let time = match record.started_ms {
        0 => browser::now_ms(),
        started => started as f64,
    };
    let day: String = crate::share::iso_8601(time).chars().take(10).collect();
    format!("assay-{metric}-{day}")
}
