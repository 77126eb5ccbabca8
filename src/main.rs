//! Mounts the app; in a worker, where there is no window, serves the embedded judge. Everything else lives in the
//! library.

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    if web_sys::window().is_some() {
        assay::ui::mount();
    } else {
        assay::judge::embedded::worker::serve::serve();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("Assay runs in a browser. `make run` builds and serves it.");
}
