//! A text as evidence: marked words, invisible characters made visible, a long text in part. Text nodes only.

use std::ops::Range;

use leptos::prelude::*;

use crate::i18n::fill;
use crate::text::visible::{Piece, pieces};
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

/// A text of a judge or a person without marks, its invisible characters made visible.
pub fn visible(text: &str) -> AnyView {
    view! { <MarkedText text=text.to_owned() marks=Vec::new() /> }.into_any()
}
