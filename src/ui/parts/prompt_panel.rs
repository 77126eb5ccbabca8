//! The prompt: as it will be sent, as a template to edit, and back to the built-in one.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::evaluation::{Body, Evaluation, Options, StartError};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::prompt::{PromptError, Template, sha256_hex};
use crate::text::visible::head;
use crate::ui::browser;
use crate::ui::keep::draft;
use crate::ui::later::{Later, Part, later};
use crate::ui::parts::marked_text::unshortened;
use crate::ui::state::App;

/// As much of a rendered prompt as is shown at first, in bytes.
const SHOWN: usize = 100_000;

/// See the module.
#[component]
pub fn PromptPanel() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let open = app.prompt_open;
    let which = RwSignal::new(0_usize);
    let toggle = move |_| {
        app.form.read_from_page();
        open.update(|open| *open = !*open);
    };
    // All that will be sent as things are set. What is added when asking again is named where it is edited.
    let summary = move || {
        let sent = sent(app).iter().filter(|template| !is_again(template.id));
        sent.map(|template| {
            let text = current(app, template);
            view! {
                <span class="prompt-name">{template.id} " v" {template.version} " · " <span class="num">{short(&sha256_hex(&text))}</span></span>
                {(text != template.text).then(|| view! { <span class="tag edited">{strings.prompt_panel.edited}</span> })}
            }
        })
        .collect_view()
    };
    view! {
        <div class="prompt">
            <button
                type="button"
                class="disclose"
                id="prompt-open"
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=toggle
            >
                <span aria-hidden="true" class="chevron">"▸"</span>
                <span>{strings.prompt_panel.heading}</span>
                {summary}
            </button>
            <Show when=move || open.get()>
                <Later part=Part::new(move || body(which)) />
            </Show>
        </div>
    }
}

later!(rooms: fn body(which: RwSignal<usize>) -> AnyView { view! { <Body which /> }.into_any() });

#[component]
fn Body(which: RwSignal<usize>) -> impl IntoView {
    let app = App::get();
    // The panel is drawn anew where other prompts are sent, and not with each key that is pressed in a setting.
    let order = Memo::new(move |_| Order::of(app));
    let template = move || {
        order.with(|order| {
            let id = order.ids.get(which.get()).or(order.ids.first())?;
            let all = untrack(|| app.metric.get()).prompts();
            all.iter().copied().find(|template| template.id == *id)
        })
    };
    view! {
        <div class="prompt-body">
            <Choice which order />
            {move || template().map(|template| view! { <Panel template first=which.get() == 0 /> })}
        </div>
    }
}

/// The prompts that will be sent under what is set now.
fn sent(app: App) -> &'static [&'static Template] {
    let metric = app.metric.get();
    metric.prompts_with(&Options {
        values: app.settings.values(metric),
        ..Options::default()
    })
}

/// All prompts of the metric, by their ids: those that will be sent first, in their order.
#[derive(Clone, PartialEq)]
struct Order {
    metric: &'static str,
    sent: usize,
    ids: Vec<&'static str>,
}

impl Order {
    fn of(app: App) -> Self {
        let metric = app.metric.get();
        let mut ids: Vec<&'static str> = sent(app).iter().map(|template| template.id).collect();
        let sent = ids.len();
        for template in metric.prompts() {
            if !ids.contains(&template.id) {
                ids.push(template.id);
            }
        }
        Self {
            metric: metric.id(),
            sent,
            ids,
        }
    }
}

/// It is added behind another prompt when asking again.
fn is_again(id: &str) -> bool {
    id.ends_with("-again")
}

/// The template as it is used now: the user's edit or the built-in one.
fn current(app: App, template: &Template) -> String {
    app.prompts.with(|edits| {
        edits
            .get(template.id)
            .cloned()
            .unwrap_or_else(|| template.text.to_owned())
    })
}

/// `3f9a1b…c2`: enough to tell two prompts apart.
pub fn short(hash: &str) -> String {
    let (head, tail) = (hash.get(..6), hash.get(hash.len().saturating_sub(2)..));
    match (head, tail) {
        (Some(head), Some(tail)) => format!("{head}…{tail}"),
        _ => hash.to_owned(),
    }
}

/// The prompts of the metric, the main one first.
#[component]
fn Choice(which: RwSignal<usize>, order: Memo<Order>) -> impl IntoView {
    let strings = App::get().strings();
    let buttons = move || {
        let Order { sent, ids, .. } = order.get();
        if ids.len() < 2 {
            return None;
        }
        let buttons = ids
            .iter()
            .enumerate()
            .map(|(at, id)| {
                view! {
                    <button
                        type="button"
                        aria-pressed=move || if which.get() == at { "true" } else { "false" }
                        on:click=move |_| which.set(at)
                    >
                        {prompt_name(&ids, id, at, strings)}
                        {(at >= sent).then(|| format!(" · {}", strings.lang.editor().not_sent))}
                    </button>
                }
            })
            .collect_view();
        Some(
            view! { <div class="segments wrap" role="group" aria-label=strings.lang.editor().which>{buttons}</div> },
        )
    };
    // Another metric, or another way of it, sends other prompts.
    Effect::new(move |_| {
        order.track();
        which.set(0);
    });
    buttons
}

/// A second prompt that is added when asking again is called that; others go by their ids.
fn prompt_name(all: &[&str], id: &str, at: usize, strings: &Strings) -> String {
    if is_again(id) {
        strings.lang.editor().again.to_owned()
    } else if at == 0 && all.iter().any(|id| is_again(id)) {
        strings.lang.editor().main.to_owned()
    } else {
        id.to_owned()
    }
}

#[component]
fn Panel(template: &'static Template, first: bool) -> impl IntoView {
    let strings = App::get().strings();
    if first {
        let template_view = RwSignal::new(false);
        let button = move |name: &'static str, is_template: bool| {
            view! {
                <button
                    type="button"
                    aria-pressed=move || if template_view.get() == is_template { "true" } else { "false" }
                    on:click=move |_| template_view.set(is_template)
                >
                    {name}
                </button>
            }
        };
        view! {
            <div class="segments" role="group" aria-label=strings.lang.editor().view>
                {button(strings.lang.editor().rendered, false)} {button(strings.lang.editor().template, true)}
            </div>
            <Show when=move || template_view.get() fallback=move || view! { <Rendered /> }>
                <Editor template />
            </Show>
        }
        .into_any()
    } else {
        let again =
            is_again(template.id).then(|| view! { <p class="hint">{strings.lang.editor().again_note}</p> });
        view! { {again} <Editor template /> }.into_any()
    }
}

/// The prompt of the first ask, once the form is filled in: as much of it as is shown, and how much more there is.
#[component]
fn Rendered() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let whole = RwSignal::new(false);
    let due = follow(app);
    let prompt = Memo::new(move |_| {
        due.track();
        let metric = app.metric.get();
        let evaluation = Evaluation::start(metric, app.form.sample_of(&app.inputs()), app.options());
        evaluation.map_or_else(
            |error| match error {
                StartError::Prompt { error, .. } => Err(sentence(&error, strings)),
                StartError::Setting(_) => Ok(None),
            },
            |evaluation| {
                let first = evaluation.open_asks().and_then(<[_]>::first);
                match first.map(|ask| &ask.body) {
                    Some(Body::Chat { prompt, .. }) => {
                        let (shown, left) = head(prompt, if whole.get() { usize::MAX } else { SHOWN });
                        Ok(Some((shown.to_owned(), left)))
                    }
                    _ => Ok(None),
                }
            },
        )
    });
    move || match prompt.get() {
        Err(error) => view! { <p class="error">{error}</p> }.into_any(),
        Ok(None) => view! { <p class="hint">{strings.lang.editor().nothing_yet}</p> }.into_any(),
        Ok(Some((shown, left))) => {
            let more = (left > 0).then(|| {
                let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
                view! { <button type="button" class="link" on:click=move |_| whole.set(true)>{name}</button> }
            });
            view! {
                <pre class="prompt-text" dir="auto" tabindex="0" role="region" aria-label=strings.lang.editor().rendered>
                    {unshortened(&shown)}
                </pre>
                {more}
            }
            .into_any()
        }
    }
}

/// Follows what is typed: at once where the texts are short. Long ones make a prompt that takes its time to fill in and
/// to lay out, and nobody is to wait for that between two keys: they are followed when no key was pressed for a while.
fn follow(app: App) -> RwSignal<u32> {
    const LONG: usize = 50_000;
    const WHILE: Duration = Duration::from_millis(1_500);
    let due = RwSignal::new(0_u32);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(Some(timeout)) = waiting.try_get_value() {
            timeout.clear();
        }
    };
    fn wait(app: App, due: RwSignal<u32>, waiting: StoredValue<Option<TimeoutHandle>>) {
        let timeout = set_timeout_with_handle(
            move || {
                if app.form.is_typing() {
                    wait(app, due, waiting);
                } else {
                    due.update(|due| *due = due.wrapping_add(1));
                }
            },
            WHILE,
        );
        waiting.set_value(timeout.ok());
    }
    Effect::new(move |before: Option<()>| {
        app.form.revision.track();
        if before.is_none() {
            return;
        }
        stop();
        if app.form.length() < LONG {
            due.update(|due| *due = due.wrapping_add(1));
        } else {
            wait(app, due, waiting);
        }
    });
    on_cleanup(stop);
    due
}

#[component]
fn Editor(template: &'static Template) -> impl IntoView {
    const AREA: &str = "prompt-template";
    const ERROR: &str = "prompt-template-error";
    let app = App::get();
    let strings = app.strings();
    // A new text area is made on reset only: it owns its text.
    let generation = RwSignal::new(0_u32);
    // At once, not when typing pauses: a run that begins amid the typing sends what stands here. A template is
    // short, unlike a passage.
    let typed = move |_| {
        let Some(text) = browser::value_of(AREA) else {
            return;
        };
        app.prompts.update(|edits| {
            if text == template.text {
                edits.remove(template.id);
            } else {
                edits.insert(template.id.to_owned(), text);
            }
        });
        draft::begin(app);
        app.form.changed();
    };
    let reset = move |_| {
        app.prompts.update(|edits| {
            edits.remove(template.id);
        });
        app.form.changed();
        generation.update(|generation| *generation += 1);
        browser::focus_soon(AREA);
    };
    let error = Memo::new(move |_| {
        let edit = app.prompts.with(|edits| edits.get(template.id).cloned());
        edit.and_then(|edit| template.check(&edit).err())
            .map(|error| sentence(&error, strings))
    });
    let hash = move || {
        fill(
            strings.prompt_panel.hash,
            &[("hash", &sha256_hex(&current(app, template)))],
        )
    };
    let edited = move || app.prompts.with(|edits| edits.contains_key(template.id));
    let note = move || match app.setup.kind.get() {
        JudgeKind::Embedded => strings.lang.editor().unread,
        _ => strings.lang.editor().fork_note,
    };
    let names: Vec<String> = template
        .placeholders
        .iter()
        .filter_map(|names| names.first())
        .map(|name| braced(name))
        .collect();
    view! {
        <label class="sr-only" for=AREA>{strings.lang.editor().template_label}</label>
        {move || {
            generation.track();
            view! {
                <textarea
                    id=AREA
                    class="prompt-text"
                    rows="14"
                    spellcheck="false"
                    prop:value=untrack(|| current(app, template))
                    aria-invalid=move || error.with(Option::is_some).then_some("true")
                    aria-describedby=move || error.with(Option::is_some).then_some(ERROR)
                    on:input=typed
                ></textarea>
            }
        }}
        {move || error.get().map(|error| view! { <p class="error" id=ERROR role="alert">{error}</p> })}
        {(!names.is_empty())
            .then(|| view! { <p class="hint">{fill(strings.lang.editor().placeholders, &[("names", &names.join("  "))])}</p> })}
        <p class="hint hash">{hash}</p>
        <Show when=edited>
            <p class="hint">{note}</p>
            <button type="button" class="secondary" on:click=reset>{strings.lang.editor().reset}</button>
        </Show>
    }
}

fn braced(name: &str) -> String {
    format!("{{{{ {name} }}}}")
}

/// What is wrong with an edited prompt.
fn sentence(error: &PromptError, strings: &Strings) -> String {
    match error {
        PromptError::Unknown { name, line } => fill(
            strings.lang.editor().unknown_placeholder,
            &[("line", &line.to_string()), ("name", &braced(name))],
        ),
        PromptError::Missing { names } => {
            let names: Vec<String> = names.iter().map(|name| braced(name)).collect();
            fill(
                strings.lang.editor().missing_placeholder,
                &[("names", &names.join("  "))],
            )
        }
    }
}
