//! Mounts the app. Everything else lives in the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    assay::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("Assay runs in a browser. `make run` builds and serves it.");
}
