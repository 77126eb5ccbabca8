//! The metrics that the page fetches when they are first needed.

use crate::evaluation::Metric;
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

later!(metrics: fn metric_at(place: usize) -> Option<&'static dyn Metric> {
    catalogue::ALL.get(place).copied()
});
