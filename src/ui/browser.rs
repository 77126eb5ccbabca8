//! What the page asks of the browser: the address, small settings, focus, the clipboard. Each does nothing where
//! the browser refuses.

use crate::i18n::Lang;
use crate::judge::api::{PageContext, Seen, System};
use crate::share::iso_8601;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, FocusOptions, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

/// A parameter of the page's address.
pub fn query(name: &str) -> Option<String> {
    let search = web_sys::window()?.location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get(name)
}

/// The page's address with parameters set in its query, or taken out where a value is empty.
fn address_with(pairs: &[(&str, &str)], fragment: bool) -> Option<String> {
    let location = web_sys::window()?.location();
    let params = web_sys::UrlSearchParams::new_with_str(&location.search().ok()?).ok()?;
    for (name, value) in pairs {
        if value.is_empty() {
            params.delete(name);
        } else {
            params.set(name, value);
        }
    }
    let query = String::from(params.to_string());
    let mut address = location.pathname().ok()?;
    if !query.is_empty() {
        address.push('?');
        address.push_str(&query);
    }
    if fragment {
        address.push_str(&location.hash().ok()?);
    }
    Some(address)
}

/// Sets parameters of the page's address without loading it anew and without a step in the history.
pub fn set_query(pairs: &[(&str, &str)]) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    if let (Some(history), Some(address)) = (history, address_with(pairs, true)) {
        let kept = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&kept, "", Some(&address));
    }
}

/// Takes parameters out of the page's address, without loading it anew and without a step in the history.
pub fn drop_query(names: &[&str]) {
    let pairs: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
    set_query(&pairs);
}

/// A step in the browser's history, to the page's address with these parameters and without its fragment. `kept` is a
/// text that stays with the step. In a frame the history is that of the page around it: there it is no step.
pub fn step(pairs: &[(&str, &str)], kept: Option<&str>) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    let (Some(history), Some(address)) = (history, address_with(pairs, false)) else {
        return;
    };
    let kept = kept.map_or(JsValue::NULL, JsValue::from_str);
    let done = if framed() {
        history.replace_state_with_url(&kept, "", Some(&address))
    } else {
        history.push_state_with_url(&kept, "", Some(&address))
    };
    // Too much text for this browser: the step goes without.
    if done.is_err() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// The text that was kept with this step.
pub fn kept_with_step() -> Option<String> {
    web_sys::window()?.history().ok()?.state().ok()?.as_string()
}

/// A step back in the browser's history.
pub fn back() {
    if let Some(Ok(history)) = web_sys::window().map(|window| window.history()) {
        let _ = history.back();
    }
}

/// The text of the file that was chosen in an input.
pub async fn chosen_text(event: &web_sys::Event) -> Option<String> {
    let input = event.target()?;
    let get = |from: &JsValue, name: &str| js_sys::Reflect::get(from, &name.into()).ok();
    let file = get(&get(&input, "files")?, "0")?;
    let text: js_sys::Function = get(&file, "text")?.dyn_into().ok()?;
    let promise: js_sys::Promise = text.call0(&file).ok()?.dyn_into().ok()?;
    // The same file can be chosen again.
    let _ = js_sys::Reflect::set(&input, &"value".into(), &"".into());
    JsFuture::from(promise).await.ok()?.as_string()
}

/// The languages that the user prefers, best first.
pub fn languages() -> Vec<String> {
    let Some(window) = web_sys::window() else {
        return Vec::new();
    };
    window
        .navigator()
        .languages()
        .iter()
        .filter_map(|tag| tag.as_string())
        .collect()
}

/// A small setting that outlives the tab: language and theme, never a key.
pub fn setting(name: &str) -> Option<String> {
    on_device(&format!("assay.{name}"))
}

/// Keeps a small setting. False where the browser does not let us.
pub fn set_setting(name: &str, value: &str) -> bool {
    set_on_device(&format!("assay.{name}"), Some(value))
}

/// Something that this device remembers.
pub fn on_device(name: &str) -> Option<String> {
    web_sys::window()?.local_storage().ok()??.get_item(name).ok()?
}

/// Whether this tab or this device remembers something of this name.
pub fn remembers(name: &str) -> bool {
    [for_tab(name), on_device(name)]
        .into_iter()
        .flatten()
        .any(|kept| !kept.is_empty())
}

/// Has this device remember something, or forget it. False where the browser refuses.
pub fn set_on_device(name: &str, value: Option<&str>) -> bool {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    storage.is_some_and(|storage| put(&storage, name, value))
}

/// Has this device forget all that has names with this beginning, but for what is to be kept by the rest of its name.
pub fn forget_on_device(beginning: &str, keep: impl Fn(&str) -> bool) {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    let Some(storage) = storage else { return };
    let names: Vec<String> = (0..storage.length().unwrap_or(0))
        .filter_map(|at| storage.key(at).ok().flatten())
        .filter(|name| name.strip_prefix(beginning).is_some_and(|rest| !keep(rest)))
        .collect();
    for name in names {
        let _ = storage.remove_item(&name);
    }
}

fn put(storage: &web_sys::Storage, name: &str, value: Option<&str>) -> bool {
    match value {
        Some(value) => storage.set_item(name, value).is_ok(),
        None => storage.remove_item(name).is_ok(),
    }
}

/// Sets an attribute of `<html>`.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// Milliseconds since the Unix epoch.
pub fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// The browser's clock for [`crate::run::drive`].
pub struct BrowserClock;

impl crate::run::Clock for BrowserClock {
    fn now_ms(&self) -> f64 {
        now_ms()
    }
}

/// Whether the user's keyboard has ⌘ where others have Ctrl.
pub fn is_apple() -> bool {
    let agent = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
    agent.is_some_and(|agent| agent.contains("Mac OS") || agent.contains("iPhone") || agent.contains("iPad"))
}

/// What stands in a text area, an input or a select.
pub fn value_of(id: &str) -> Option<String> {
    let element = document().get_element_by_id(id)?;
    if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
        return Some(area.value());
    }
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        return Some(input.value());
    }
    element
        .dyn_ref::<HtmlSelectElement>()
        .map(HtmlSelectElement::value)
}

/// Focuses an element once what is being drawn stands on the page.
pub fn focus_soon(id: impl Into<String>) {
    focus_when_there(id.into(), FRAMES);
}

/// Focuses an element where nothing else has the focus: the control that had it is gone, or stands in a dialog that
/// has been closed, from where browsers take it a little later.
pub fn focus_if_lost(home: &'static str) {
    request_animation_frame(move || {
        let lost = document().active_element().is_none_or(|element| {
            element.tag_name() == "BODY" || matches!(element.closest("dialog:not([open])"), Ok(Some(_)))
        });
        if lost {
            focus_soon(home);
        }
    });
}

/// Draws the page anew, and has the focus stay where its content begins if it was there.
pub fn keep_focus_on_main<T>(draw: impl FnOnce() -> T) {
    let was = has_focus("main");
    draw();
    if was {
        focus_soon("main");
    }
}

/// As many frames as it may take until an element is there whose file has to be fetched.
const FRAMES: u32 = 300;

fn focus_when_there(id: String, frames: u32) {
    request_animation_frame(move || {
        let element = document()
            .get_element_by_id(&id)
            .and_then(|element| element.dyn_into::<HtmlElement>().ok());
        match element {
            Some(element) => {
                open_around(&element);
                let options = FocusOptions::new();
                options.set_prevent_scroll(sticks_in_sight(&element));
                let _ = element.focus_with_options(&options);
            }
            None if frames > 0 => focus_when_there(id, frames - 1),
            None => {}
        }
    });
}

/// What is folded away takes no focus.
fn open_around(element: &Element) {
    if element.tag_name() != "SUMMARY"
        && let Ok(Some(folded)) = element.closest("details:not([open])")
    {
        let _ = folded.set_attribute("open", "");
    }
}

/// Browsers would scroll to where an element stood if it did not stick to the edge of the window.
fn sticks_in_sight(element: &Element) -> bool {
    let sticks = matches!(element.closest(".go, .bar"), Ok(Some(_)));
    let place = element.get_bounding_client_rect();
    sticks && place.top() >= 0.0 && root_size().is_some_and(|(_, height)| place.bottom() <= f64::from(height))
}

/// Whether an element has the focus.
pub fn has_focus(id: &str) -> bool {
    document()
        .active_element()
        .is_some_and(|element| element.id() == id)
}

/// Whether the focus is within an element of a kind.
pub fn focus_is_in(selector: &str) -> bool {
    document()
        .active_element()
        .is_some_and(|element| matches!(element.closest(selector), Ok(Some(_))))
}

/// Nothing has the focus: what had it is gone.
pub fn focus_is_lost() -> bool {
    document()
        .active_element()
        .is_none_or(|element| element.tag_name() == "BODY")
}

/// Selects the text of a text area.
pub fn select_text_soon(id: &'static str) {
    request_animation_frame(move || {
        let area = document()
            .get_element_by_id(id)
            .and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok());
        if let Some(area) = area {
            let _ = area.focus();
            area.select();
        }
    });
}

/// Copies a text. False where the browser has no clipboard for this page or refuses.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    let navigator = window.navigator();
    // `navigator.clipboard` is undefined outside secure contexts, though its type says otherwise.
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"));
    if !clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        return false;
    }
    JsFuture::from(navigator.clipboard().write_text(text))
        .await
        .is_ok()
}

/// What the explanation of a failed call needs to know of the page.
pub fn page_context() -> PageContext {
    let window = web_sys::window();
    let location = window.as_ref().map(web_sys::Window::location);
    PageContext {
        origin: location
            .as_ref()
            .and_then(|location| location.origin().ok())
            .unwrap_or_default(),
        https: location
            .and_then(|location| location.protocol().ok())
            .is_some_and(|protocol| protocol == "https:"),
        online: window.is_none_or(|window| window.navigator().on_line()),
        system: system(),
        seen: Seen::default(),
        preset: "",
        test: None,
    }
}

fn system() -> System {
    let agent = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
    let agent = agent.unwrap_or_default();
    let is = |name: &str| agent.contains(name);
    if is("Windows") {
        System::Windows
    } else if is("iPhone") || is("iPad") || is("Android") {
        System::Other
    } else if is("Mac OS") {
        System::Mac
    } else if is("Linux") {
        System::Linux
    } else {
        System::Other
    }
}

/// After a run: the focus goes to `home` where the control that had it is gone, and the zone `shown` is brought into
/// view: on a narrow page, where the zones stand below each other, always; on a wide one where its top is out of
/// sight.
pub fn keep_focus_and_show(home: &'static str, shown: &'static str) {
    focus_if_lost(home);
    request_animation_frame(move || {
        request_animation_frame(move || {
            if let Some(zone) = document().get_element_by_id(shown)
                && (is_narrow() || !top_in_sight(&zone))
            {
                zone.scroll_into_view();
            }
        });
    });
}

/// From here on down, the zones of the page stand below each other.
const NARROW: i32 = 900;
/// What the bar on top covers.
const BAR_PX: f64 = 48.0;
/// The least of a zone that has to be seen: its head and the score.
const HEAD_PX: f64 = 160.0;

/// Whether the zones of the page stand below each other.
pub fn is_narrow() -> bool {
    root_size().is_some_and(|(width, _)| width <= NARROW)
}

/// Brings the first element of a kind into sight, unless it is; and only from where one of another kind is in sight, which
/// was pressed for it.
pub fn follow(from: &'static str, to: &'static str) {
    let in_sight = |element: &Element, height: i32| {
        let place = element.get_bounding_client_rect();
        place.top() >= BAR_PX && place.bottom() <= f64::from(height)
    };
    // What is lit is drawn first.
    request_animation_frame(move || {
        request_animation_frame(move || {
            let first = |selector| document().query_selector(selector).ok().flatten();
            let (Some((_, height)), Some(from), Some(to)) = (root_size(), first(from), first(to)) else {
                return;
            };
            if in_sight(&from, height) && !in_sight(&to, height) {
                to.scroll_into_view();
            }
        });
    });
}

/// Focuses the first element of a kind.
pub fn focus_first(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

fn top_in_sight(zone: &Element) -> bool {
    let top = zone.get_bounding_client_rect().top();
    root_size().is_some_and(|(_, height)| (BAR_PX..=f64::from(height) - HEAD_PX).contains(&top))
}

/// Width and height of the window without scroll bars.
fn root_size() -> Option<(i32, i32)> {
    let root = document().document_element()?;
    Some((root.client_width(), root.client_height()))
}

/// The page's whole address.
pub fn address() -> Option<String> {
    web_sys::window()?.location().href().ok()
}

/// Whether the address has a fragment.
pub fn has_fragment() -> bool {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.is_some_and(|hash| !hash.is_empty())
}

/// Whether the page is shown in a frame on another page.
pub fn framed() -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    match window.top() {
        Ok(Some(top)) => top != window,
        // A page from elsewhere, which does not let us see it.
        _ => true,
    }
}

/// Something that this tab remembers over a reload.
pub fn for_tab(name: &str) -> Option<String> {
    web_sys::window()?.session_storage().ok()??.get_item(name).ok()?
}

/// Remembers something for this tab, or forgets it. False where the browser refuses.
pub fn set_for_tab(name: &str, value: Option<&str>) -> bool {
    let storage = web_sys::window().and_then(|window| window.session_storage().ok().flatten());
    storage.is_some_and(|storage| put(&storage, name, value))
}

/// A number as the language writes it: `12,345.5`.
pub fn number(lang: Lang, value: f64) -> String {
    js_sys::Number::from(value).to_locale_string(lang.tag()).into()
}

/// A point in time in the user's own time zone: see [`dates`].
pub fn date(lang: Lang, epoch_ms: f64) -> String {
    dates(lang)(epoch_ms)
}

/// Writes points in time as the language does, in the user's own time zone and in the form of their country where the
/// browser says which that is. Empty for no time, and for one that no calendar has. Making it takes far longer than using
/// it.
pub fn dates(lang: Lang) -> impl Fn(f64) -> String {
    // Another script is another form than the page's.
    let same = |tag: &String| {
        !["zh-CN", "zh-SG", "zh-Hans"]
            .iter()
            .any(|other| tag.starts_with(other))
    };
    // American English stands in most browsers' lists and says nothing of the country, but as the first of them.
    let says = |place: usize, tag: &String| {
        let region = tag.split_once('-').is_some_and(|(_, region)| region != "US");
        Lang::from_tag(tag) == Some(lang) && same(tag) && (place == 0 || region)
    };
    let own = languages().into_iter().enumerate();
    let own = own.into_iter().find(|(place, tag)| says(*place, tag));
    // Day, month by its name and year are read alike everywhere; the order of one country is not.
    let usual = if lang == Lang::En { "en-GB" } else { lang.tag() };
    let tag = own.map_or_else(|| usual.to_owned(), |(_, tag)| tag);
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::of1(&tag.into()), &options).format();
    move |epoch_ms| {
        if epoch_ms <= 0.0 || iso_8601(epoch_ms).is_empty() {
            return String::new();
        }
        let written = format.call1(&JsValue::UNDEFINED, &epoch_ms.into());
        written
            .ok()
            .and_then(|written| written.as_string())
            .unwrap_or_default()
    }
}

/// The time of day in the user's own time zone: `14:03:27`.
pub fn time(lang: Lang, epoch_ms: f64) -> String {
    let options = js_sys::Object::new();
    for (name, value) in [("timeStyle", "medium".into()), ("hour12", false.into())] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value);
    }
    js_sys::Date::new(&epoch_ms.into())
        .to_locale_string(lang.tag(), &options)
        .into()
}

/// Shows the top of the page.
pub fn scroll_to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// The service workers, where the browser has them for this page.
pub fn service_workers(window: &web_sys::Window) -> Option<web_sys::ServiceWorkerContainer> {
    let navigator = window.navigator();
    let container = js_sys::Reflect::get(&navigator, &"serviceWorker".into()).ok()?;
    container.is_object().then(|| navigator.service_worker())
}

/// Offers a text as a file to be saved.
pub fn save(name: &str, kind: &str, text: &str) -> bool {
    let parts = js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) else {
        return false;
    };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else {
        return false;
    };
    let anchor = document()
        .create_element("a")
        .ok()
        .and_then(|element| element.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(anchor) = &anchor {
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
    }
    // Not before the browser has begun to save it.
    set_timeout(
        move || {
            let _ = web_sys::Url::revoke_object_url(&url);
        },
        std::time::Duration::from_secs(30),
    );
    anchor.is_some()
}

/// The bytes of a file.
pub async fn bytes_of(file: &web_sys::File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}
