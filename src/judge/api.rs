//! LLM APIs, called straight from the browser.
