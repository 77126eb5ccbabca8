//! stub
/// Mounts.
pub fn mount() {}
