//! Opening files: by a button, or dropped anywhere on the page. What a file holds is told by [`crate::share::file`].

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement};

use crate::evaluation::Inputs;
use crate::i18n::fill;
use crate::sample::Field;
use crate::share::file::{self, FileError, Opened};
use crate::share::link::View;
use crate::ui::browser;
use crate::ui::keep::{self, Room};
use crate::ui::later::{NotFetched, later};
use crate::ui::state::App;

/// The button that opens a file.
#[component]
pub fn OpenFile() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let chosen = move |event: leptos::ev::Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                open(app, file);
            }
            // The same file can be chosen again.
            input.set_value("");
        }
    };
    view! {
        <label class="link file">
            {k.open_file}
            <input id="open-file" type="file" class="sr-only" accept=".json,.html,.htm,.txt,.md,.markdown" on:change=chosen />
        </label>
    }
}

/// Takes what is dropped anywhere on the page, and says that it would while something is dragged over it.
#[component]
pub fn DropAnywhere() -> impl IntoView {
    let app = App::get();
    let k = &app.strings().keep;
    let over = RwSignal::new(false);
    let has_files = |event: &DragEvent| {
        event.data_transfer().is_some_and(|data| {
            data.types()
                .iter()
                .any(|kind| kind.as_string().as_deref() == Some("Files"))
        })
    };
    let dragging = window_event_listener(leptos::ev::dragover, move |event| {
        if has_files(&event) {
            event.prevent_default();
            over.set(true);
        }
    });
    let left = window_event_listener(leptos::ev::dragleave, move |event| {
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    let dropped = window_event_listener(leptos::ev::drop, move |event| {
        over.set(false);
        if has_files(&event) {
            event.prevent_default();
            let files = event.data_transfer().and_then(|data| data.files());
            if let Some(file) = files.and_then(|files| files.get(0)) {
                open(app, file);
            }
        }
    });
    on_cleanup(move || {
        dragging.remove();
        left.remove();
        dropped.remove();
    });
    move || {
        over.get()
            .then(|| view! { <div class="drop" aria-hidden="true"><p>{k.drop_here}</p></div> })
    }
}

fn open(app: App, file: File) {
    spawn_local(async move {
        let name = file.name();
        let found = if file.size() > file::MAX_BYTES as f64 {
            Err(FileError::TooBig)
        } else {
            match browser::bytes_of(&file).await {
                Some(bytes) => match read(bytes).await {
                    Ok(found) => found,
                    Err(NotFetched) => return broken(app, app.strings().page.not_fetched.to_owned()),
                },
                None => Err(FileError::NotText),
            }
        };
        show(app, &name, found);
    });
}

later!(rooms: fn read(bytes: Vec<u8>) -> Result<Opened, FileError> { file::read(&bytes) });

/// Shows what was found in a file.
fn show(app: App, name: &str, found: Result<Opened, FileError>) {
    let k = &app.strings().keep;
    let named = [("name", name)];
    match found {
        Ok(Opened::Record(record)) => {
            app.keep.room.set(Room::Opened(Arc::new(*record), View::Page));
            browser::scroll_to_top();
            browser::focus_soon("main");
        }
        Ok(Opened::Sample(sample)) => {
            let inputs = untrack(|| app.inputs());
            let fields: Vec<Field> = inputs
                .fields
                .into_iter()
                .filter(|field| sample.has(*field))
                .collect();
            if fields.is_empty() {
                return broken(app, fill(k.file_not_needed, &named));
            }
            app.form.load(&fields, &sample);
            filled(app, fill(k.file_filled, &named));
        }
        Ok(Opened::Chunks(chunks)) => text_into(app, Field::Contexts, &chunks, &named),
        Ok(Opened::Text(text)) => text_into(app, Field::Answer, &[text], &named),
        Err(error) => {
            let sentence = match &error {
                FileError::Empty => fill(k.file_empty, &named),
                FileError::TooBig => fill(k.file_too_big, &named),
                FileError::NotText => fill(k.file_not_text, &named),
                FileError::WebPage => fill(k.file_web_page, &named),
                FileError::Unknown(said) => fill(k.file_unknown, &[("name", name), ("said", said)]),
                FileError::Link(error) => {
                    format!(
                        "{} {}",
                        fill(k.file_damaged, &named),
                        keep::link_trouble(app, error)
                    )
                }
            };
            broken(app, sentence);
        }
    }
}

fn text_into(app: App, field: Field, texts: &[String], named: &[(&str, &str)]) {
    let k = &app.strings().keep;
    if !Inputs::of(&untrack(|| app.metrics())).fields.contains(&field) {
        return broken(app, fill(k.file_not_needed, named));
    }
    app.form.set(field, texts);
    filled(app, fill(k.file_filled, named));
}

fn filled(app: App, sentence: String) {
    keep::go_to(app, Room::Judge);
    app.keep.foreign.set(true);
    app.keep.notice.set(Some(sentence));
}

fn broken(app: App, sentence: String) {
    app.keep.room.set(Room::Broken(sentence));
    browser::scroll_to_top();
    browser::focus_soon("main");
}
