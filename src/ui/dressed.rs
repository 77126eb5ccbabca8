//! The style of what is fetched later comes with it: a first evaluation needs half of all style alone, and nothing that
//! is shown later is shown undressed for a moment.
//!
//! The sheets are adopted by the document, which the page's security policy allows where it allows no inline style. They
//! stand behind those that index.html names, so of two equally specific rules the later one counts.

use std::sync::Once;

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;

/// In this order; each begins with what it is for.
const SHEETS: &str = concat!(
    include_str!("../../style/later/judge-panel.css"),
    include_str!("../../style/later/form.css"),
    include_str!("../../style/later/verdict.css"),
    include_str!("../../style/later/breakdown.css"),
    include_str!("../../style/later/picker.css"),
    include_str!("../../style/later/quality.css"),
    include_str!("../../style/later/keep.css"),
    include_str!("../../style/later/print.css"),
);

/// Gives the page the style of what is fetched later. To be called from the files that are; a worker has no page.
pub fn dress() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A browser that knows no such sheets shows everything, plainly.
        let _ = adopted();
    });
}

fn adopted() -> Result<(), JsValue> {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return Ok(());
    };
    let sheet = web_sys::CssStyleSheet::new()?;
    sheet.replace_sync(SHEETS)?;
    // Put in the place of the list: some browsers let none be added to it.
    let name = "adoptedStyleSheets".into();
    let sheets = Array::from(&Reflect::get(&document, &name)?);
    sheets.push(&sheet);
    Reflect::set(&document, &name, &sheets).map(|_| ())
}
