//! A text as evidence: marked words, invisible characters made visible, a long text in part. Text nodes only.

use std::ops::Range;

use leptos::prelude::*;

use crate::i18n::fill;
use crate::text::visible::{Piece, head, pieces};
use crate::ui::state::App;

/// The text with its marks. `left` characters were cut off before it came here.
#[component]
pub fn MarkedText(
    /// What is shown.
    text: String,
    /// Byte ranges of the words that are found.
    marks: Vec<Range<usize>>,
    /// Their line style: `found` (solid), `dashed`, `wavy`.
    #[prop(default = "found")]
    line: &'static str,
) -> impl IntoView {
    let strings = App::get().strings();
    pieces(&text, &marks)
        .into_iter()
        .map(|piece| match piece {
            Piece::Text { text, marked: true } => view! { <mark class=line>{text}</mark> }.into_any(),
            Piece::Text { text, marked: false } => text.into_any(),
            Piece::Control { name, code } => {
                let title = fill(
                    strings.evidence.control,
                    &[("name", &format!("U+{code:04X} {name}"))],
                );
                view! { <span class="control" title=title>{name}</span> }.into_any()
            }
        })
        .collect_view()
}

/// As much of a text without marks as is shown at first, in bytes: laying out one of megabytes holds up the page.
const SHOWN: usize = 20_000;

/// A text of a judge, a server or a person without marks, its invisible characters made visible; a long one in part.
pub fn visible(text: &str) -> AnyView {
    if text.len() <= SHOWN {
        return unshortened(text);
    }
    let strings = App::get().strings();
    let text = text.to_owned();
    let all = RwSignal::new(false);
    let shown = move || {
        if all.get() {
            return unshortened(&text);
        }
        let (shown, left) = head(&text, SHOWN);
        let name = fill(strings.evidence.show_all, &[("count", &left.to_string())]);
        view! { {unshortened(shown)} "… " <button type="button" class="link" on:click=move |_| all.set(true)>{name}</button> }
            .into_any()
    };
    shown.into_any()
}

/// The same for a text that was shortened before.
pub fn unshortened(text: &str) -> AnyView {
    view! { <MarkedText text=text.to_owned() marks=Vec::new() /> }.into_any()
}
