//! API keys and the origins that they are for.
