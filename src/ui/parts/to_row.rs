//! From a pressed row to its words in the evidence and back, where the zones stand below each other.

use leptos::prelude::*;

use crate::ui::browser;
use crate::ui::later::later;
use crate::ui::state::App;

/// The row whose words stay lit.
const ROW: &str = "#verdict .key[aria-pressed=true], #verdict .entity[aria-pressed=true]";
/// Its words; where none of them is there, what is missing. The legend shows a mark as well.
const WORDS: &str = "#evidence mark:not(.legend *), #evidence .lacking.lit";

later!(rooms: /// Brings the words of the row that has just been pressed into sight; the button goes back to it.
pub fn back_to_row() -> AnyView {
    browser::follow(ROW, WORDS);
    let strings = App::get().strings();
    view! {
        <button type="button" class="link to-row" on:click=move |_| browser::focus_first(ROW)>
            <span aria-hidden="true">"↑ "</span> {strings.page.verdict}
        </button>
    }
    .into_any()
});
