//! What the page fetches when it is first needed although no room shows it: metrics, languages.

use crate::evaluation::Metric;
use crate::i18n::{self, Lang};
use crate::metric::catalogue;
use crate::metric::rag_recall::RagRecall;
use crate::ui::later::{NotFetched, later};

/// The metric that comes with the page.
pub const FIRST: &dyn Metric = &RagRecall;

/// The metric with an id; `None`: there is none.
///
/// # Errors
/// The file of the metrics could not be fetched.
pub async fn metric(id: &str) -> Result<Option<&'static dyn Metric>, NotFetched> {
    if id == FIRST.id() {
        return Ok(Some(FIRST));
    }
    match catalogue::IDS.iter().position(|known| *known == id) {
        Some(place) => metric_at(place).await,
        None => Ok(None),
    }
}

/// Makes sure that the sentences of a language are there.
///
/// # Errors
/// Its file could not be fetched.
pub async fn language(lang: Lang) -> Result<(), NotFetched> {
    match lang {
        Lang::En => Ok(()),
        _ => other_languages().await,
    }
}

later!(metrics: fn metric_at(place: usize) -> Option<&'static dyn Metric> {
    catalogue::ALL.get(place).copied()
});

later!(languages: fn other_languages() -> () { i18n::languages_are_here() });
