//! Looking a metric up. The list itself, with a line for each file of metrics, stands in [`crate::metric`].

use crate::evaluation::Metric;

/// Every metric, in the order of the picker.
pub const ALL: &[&dyn Metric] = super::ALL;

/// The metric with an id.
pub fn find(id: &str) -> Option<&'static dyn Metric> {
    ALL.iter().copied().find(|metric| metric.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_used_once() {
        let ids: std::collections::BTreeSet<&str> = ALL.iter().map(|metric| metric.id()).collect();
        assert_eq!(ids.len(), ALL.len());
    }
}
