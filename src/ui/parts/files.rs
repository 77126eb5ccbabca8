//! Opening files: by a button, or dropped anywhere on the page. What a file holds is told by [`crate::share::file`].

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, FileList, HtmlInputElement};

use crate::evaluation::Inputs;
use crate::i18n::fill;
use crate::sample::Field;
use crate::share::file::{self, FileError, Opened};
use crate::share::link::{LinkError, View};
use crate::ui::browser;
use crate::ui::later::{NotFetched, Waiting, later};
use crate::ui::replaced;
use crate::ui::rooms::{self, Room};
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
            open(app, input.files());
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
            open(app, event.data_transfer().and_then(|data| data.files()));
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

/// Opens the first file; of the others it is said that they are not.
fn open(app: App, files: Option<FileList>) {
    // Read at once: the list is emptied with the control that it came from.
    let Some(files) = files else { return };
    let Some(file) = files.get(0) else { return };
    let others = files.length() - 1;
    spawn_local(async move {
        match opening(app, file, others).await {
            Ok(opening) => opening.await,
            Err(NotFetched) => app.not_fetched(),
        }
    });
}

later!(rooms: fn opening(app: App, file: File, others: u32) -> Waiting {
    Box::pin(async move {
        let name = file.name();
        opened(app, file).await;
        if others > 0 {
            let count = others.to_string();
            let said = fill(app.strings().lang.rooms().one_file, &[("name", &name), ("count", &count)]);
            app.keep.trouble.set(Some(said));
        }
    })
});

async fn opened(app: App, file: File) {
    let name = file.name();
    let bytes = if file.size() > file::MAX_BYTES as f64 {
        Err(FileError::TooBig)
    } else {
        browser::bytes_of(&file).await.ok_or(FileError::NotText)
    };
    let text = bytes.and_then(file::text_of);
    match text {
        Ok(text) => {
            let found = file::read_text(&text);
            show(app, &name, &text, found);
        }
        Err(error) => broken(app, trouble(app, &name, &error), None),
    }
}

/// What a step in the browser's history keeps of a file: its name, and below it its text.
fn kept(name: &str, text: &str) -> String {
    format!("{}\n{text}", name.replace('\n', " "))
}

later!(rooms:
/// The room of a file whose name and text were kept with a step.
pub fn room_of(app: App, kept: String) -> Room {
    let (name, text) = kept.split_once('\n').unwrap_or_default();
    match file::read_text(text) {
        Ok(Opened::Record(record)) => Room::Opened(Arc::new(*record), View::Page),
        Err(error) => Room::Broken(trouble(app, name, &error)),
        // Texts for the form went there when it was opened.
        Ok(_) => Room::Judge,
    }
});

/// Shows what was found in a file.
fn show(app: App, name: &str, text: &str, found: Result<Opened, FileError>) {
    let r = app.strings().lang.rooms();
    let named = [("name", name)];
    match found {
        Ok(Opened::Record(record)) => {
            let room = Room::Opened(Arc::new(*record), View::Page);
            rooms::go_to_file(app, room, Some(&kept(name, text)));
        }
        Ok(Opened::Sample(sample)) => {
            let inputs = untrack(|| app.inputs());
            let fields: Vec<Field> = inputs
                .fields
                .into_iter()
                .filter(|field| sample.has(*field))
                .collect();
            if fields.is_empty() {
                return broken(app, fill(r.file_not_needed, &named), None);
            }
            replaced::about_to_replace(app, &fields);
            app.form.load(&fields, &sample);
            filled(app, fill(r.file_filled, &named));
        }
        Ok(Opened::Chunks(chunks)) => text_into(app, Field::Contexts, &chunks, &named),
        Ok(Opened::Text(text)) => text_into(app, Field::Answer, &[text], &named),
        Err(error) => broken(app, trouble(app, name, &error), Some(&kept(name, text))),
    }
}

/// The sentence for a file that can't be opened.
fn trouble(app: App, name: &str, error: &FileError) -> String {
    let r = app.strings().lang.rooms();
    let named = [("name", name)];
    match error {
        FileError::Empty => fill(r.file_empty, &named),
        FileError::TooBig => fill(r.file_too_big, &named),
        FileError::NotText => fill(r.file_not_text, &named),
        FileError::Lines => fill(r.file_lines, &named),
        FileError::WebPage => fill(r.file_web_page, &named),
        FileError::Report => fill(app.strings().lang.elsewhere().file_report, &named),
        FileError::Unknown(said) => fill(r.file_unknown, &[("name", name), ("said", said)]),
        FileError::NotJson { line, column } => fill(
            r.file_not_json,
            &[
                ("name", name),
                ("line", &line.to_string()),
                ("column", &column.to_string()),
            ],
        ),
        FileError::Link(error) => match error {
            LinkError::Newer(version) => {
                fill(r.file_newer, &[("name", name), ("version", &version.to_string())])
            }
            LinkError::TooBig => fill(r.file_too_big, &named),
            LinkError::TooDeep | LinkError::NoRecord(_) => fill(r.file_no_record, &named),
            LinkError::Foreign | LinkError::Cut { .. } | LinkError::Changed => fill(r.file_changed, &named),
        },
    }
}

fn text_into(app: App, field: Field, texts: &[String], named: &[(&str, &str)]) {
    let r = app.strings().lang.rooms();
    if !Inputs::of(&untrack(|| app.metrics())).fields.contains(&field) {
        return broken(app, fill(r.file_not_needed, named), None);
    }
    replaced::about_to_replace(app, &[field]);
    app.form.set(field, texts);
    filled(app, fill(r.file_filled, named));
}

fn filled(app: App, sentence: String) {
    rooms::go_to(app, Room::Judge);
    app.keep.foreign.set(true);
    app.keep.notice.set(Some(sentence));
}

fn broken(app: App, sentence: String, kept: Option<&str>) {
    rooms::go_to_file(app, Room::Broken(sentence), kept);
}
