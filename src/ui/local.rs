//! The local embedding model on the page: where it stands, fetching and removing it, and its replies. The client of its
//! worker is [`crate::judge::local::client`]'s; what the user sees of it stands in `parts/local_model.rs`. Nothing of it
//! is fetched before someone asks for it.

use std::any::Any;
use std::pin::Pin;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::Element;

use super::browser;
use super::judging::lost;
use super::later::{NotFetched, later};
use super::state::App;
use crate::evaluation::{Ask, FailureKind, NoReply, Reply};
use crate::judge::local::client::{Client, Connected, Files, Running, Trouble, TroubleKind};
use crate::judge::local::{Lost, reply};
use crate::judge::minilm::{BYTES, SHA256};

/// The setting that says that the model was put on this device, by the first digits of its hash.
const KEPT: &str = "local-model";
/// The setting that says that it goes before the provider's.
const PREFERRED: &str = "local-model-first";

/// See the module.
#[derive(Clone, Copy)]
pub struct LocalModel {
    /// Where it stands.
    pub standing: RwSignal<Standing>,
    /// Bytes that have come and all of them, while it is fetched.
    pub progress: RwSignal<(f64, f64)>,
    /// Embeddings come from it even where the chosen provider has them.
    pub first: RwSignal<bool>,
    cancel: StoredValue<Option<oneshot::Sender<()>>>,
    /// A [`Client`], whose code comes later.
    client: StoredValue<Option<Rc<dyn Any>>, LocalStorage>,
}

/// Where the model stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has asked for it.
    Off,
    /// It is on this device, and starts when it is first needed.
    Kept,
    /// It is being fetched, or started.
    Fetching,
    /// It runs.
    Ready(Running),
    /// It can't be had.
    Failed(Trouble),
    /// The user stopped the fetching.
    Cancelled,
    /// It was removed from this device.
    Removed,
}

impl LocalModel {
    /// As this device remembers it.
    pub fn new() -> Self {
        let kept = browser::setting(KEPT).is_some_and(|hash| !hash.is_empty() && SHA256.starts_with(&hash));
        Self {
            standing: RwSignal::new(if kept { Standing::Kept } else { Standing::Off }),
            progress: RwSignal::new((0.0, BYTES as f64)),
            first: RwSignal::new(browser::setting(PREFERRED).as_deref() == Some("yes")),
            cancel: StoredValue::new(None),
            client: StoredValue::new_local(None),
        }
    }

    /// Vectors can be had from it.
    pub fn is_there(self) -> bool {
        matches!(self.standing.get(), Standing::Kept | Standing::Ready(_))
    }

    /// Stops the fetching.
    pub fn stop(self) {
        if let Some(cancel) = self.cancel.try_update_value(Option::take).flatten() {
            let _ = cancel.send(());
        }
    }
}

/// Takes vectors from the model first, or from the provider.
pub fn prefer(app: App, first: bool) {
    app.setup.local.first.set(first);
    browser::set_setting(PREFERRED, if first { "yes" } else { "no" });
}

/// The client of the model's worker, made when it is first asked for.
fn client_of(local: LocalModel) -> Client {
    let known = local.client.get_value();
    if let Some(client) = known.as_deref().and_then(|known| known.downcast_ref::<Client>()) {
        return client.clone();
    }
    let client = Client::default();
    local.client.set_value(Some(Rc::new(client.clone())));
    client
}

/// Where the files of the model are; `None`: this copy of the app is served without it.
pub fn files() -> Option<Files> {
    let head = document();
    let base = head.base_uri().ok()??;
    let address = |name: &str| {
        let meta: Element = head.query_selector(&format!("meta[name=\"{name}\"]")).ok()??;
        let file = meta.get_attribute("content").filter(|file| !file.is_empty())?;
        web_sys::Url::new_with_base(&file, &base)
            .ok()
            .map(|url| url.href())
    };
    Some(Files {
        model: address("assay-model")?,
        simd: address("assay-kernel-simd")?,
        scalar: address("assay-kernel-scalar")?,
    })
}

/// Fetches the model, or starts it where it is on this device. `done` is called in the end, before it shows.
pub fn begin(app: App, done: impl Fn(&Standing) + 'static) {
    let local = app.setup.local;
    if local.standing.get_untracked() == Standing::Fetching {
        return;
    }
    let Some(files) = files() else { return };
    let (sender, stopped) = oneshot::channel();
    local.cancel.set_value(Some(sender));
    local.progress.set((0.0, BYTES as f64));
    local.standing.set(Standing::Fetching);
    spawn_local(async move {
        let client = client_of(local);
        let progress = move |loaded, total| local.progress.set((loaded, total));
        let loading = std::pin::pin!(client.load(&files, true, progress));
        let standing = match select(loading, stopped).await {
            Either::Left((Ok(running), _)) => {
                if running.kept {
                    remember(true);
                }
                Standing::Ready(running)
            }
            Either::Left((Err(trouble), _)) => Standing::Failed(trouble),
            Either::Right(_) => Standing::Cancelled,
        };
        local.cancel.set_value(None);
        done(&standing);
        local.standing.set(standing);
    });
}

/// Removes the model from this device. `done` as above.
pub fn remove(app: App, done: impl Fn(&Standing) + 'static) {
    let local = app.setup.local;
    spawn_local(async move {
        let client = client_of(local);
        let removed = client.remove().await;
        remember(false);
        let standing = match removed {
            Ok(()) => Standing::Removed,
            Err(_) => Standing::Failed(Trouble {
                reason: TroubleKind::Broke,
                detail: String::new(),
            }),
        };
        done(&standing);
        local.standing.set(standing);
    });
}

fn remember(kept: bool) {
    browser::set_setting(
        KEPT,
        if kept {
            SHA256.get(..12).unwrap_or(SHA256)
        } else {
            ""
        },
    );
}

/// Something that ends in a reply.
type Replying = Pin<Box<dyn Future<Output = Reply>>>;

/// The vectors that an ask wants.
pub async fn vectors(app: App, ask: &Ask) -> Reply {
    match replying(app, ask.clone()).await {
        Ok(replying) => replying.await,
        Err(NotFetched) => lost(FailureKind::NotFetched),
    }
}

later!(local: fn replying(app: App, ask: Ask) -> Replying {
    Box::pin(async move {
        let local = app.setup.local;
        let client = client_of(local);
        let Some(files) = files() else {
            return gone(app);
        };
        let loaded = client.load(&files, false, |_, _| {}).await;
        let vocabulary = match loaded {
            Ok(running) => {
                local.standing.set(Standing::Ready(running));
                client.vocabulary()
            }
            Err(trouble) if trouble.reason == TroubleKind::NotKept => return gone(app),
            Err(trouble) => {
                local.standing.set(Standing::Failed(trouble));
                None
            }
        };
        let Some(vocabulary) = vocabulary else {
            return lost(FailureKind::ModelBroke);
        };
        let engine = Connected { client: &client, files: &files };
        match reply(&engine, &vocabulary, &ask.body).await {
            Ok(Some(reply)) => reply,
            Ok(None) => Reply::None(NoReply::Unanswerable),
            Err(Lost::NotKept) => gone(app),
            Err(Lost::Broke) => lost(FailureKind::ModelBroke),
        }
    })
});

/// The browser has given its copy up, or another tab has removed it.
fn gone(app: App) -> Reply {
    remember(false);
    app.setup.local.standing.set(Standing::Failed(Trouble {
        reason: TroubleKind::NotKept,
        detail: String::new(),
    }));
    lost(FailureKind::ModelGone)
}
