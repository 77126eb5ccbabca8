//! Sentences with commands in them: each as code, and what can be run with a button that copies it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::i18n::code::{Piece, pieces};
use crate::ui::browser;
use crate::ui::parts::marked_text::visible;
use crate::ui::state::App;

/// A sentence whose code looks like code.
pub fn with_code(sentence: &str) -> AnyView {
    shown(sentence, false)
}

/// The same, with a button beside each command. The sentence may hold what came from elsewhere.
pub fn with_commands(sentence: &str) -> AnyView {
    shown(sentence, true)
}

fn shown(sentence: &str, to_copy: bool) -> AnyView {
    pieces(sentence)
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => visible(text),
            Piece::Command(code) if to_copy => view! { <Command code=code.to_owned() /> }.into_any(),
            Piece::Command(code) | Piece::Code(code) => {
                let code = code.to_owned();
                view! { <code dir="ltr">{code}</code> }.into_any()
            }
        })
        .collect_view()
        .into_any()
}

#[component]
fn Command(code: String) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let texts = strings.lang.connect();
    let copied = RwSignal::new(false);
    let text = code.clone();
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            // Where the browser refuses, the text is there to be marked.
            if browser::copy(&text).await {
                let _ = copied.try_set(true);
                app.run.message.set(strings.verdict.copied.to_owned());
            }
        });
    };
    let label = format!("{}: {code}", texts.copy_command);
    let word = move || {
        if copied.get() {
            strings.verdict.copied
        } else {
            texts.copy_command
        }
    };
    view! {
        <span class="command">
            <code dir="ltr" tabindex="0">{code}</code>
            <button type="button" class="link" aria-label=label on:click=copy>{word}</button>
        </span>
    }
    .into_any()
}
