//! Text: words, sentences, folding, and aligning one text with another. Nothing here knows a metric or a judge.
//!
//! [`words`] cuts a text into comparable words with the help of [`script`] (what kind of character is this?, with
//! [`marks`]),
//! [`numbers`], [`amounts`], [`stem`] and [`stop`]; [`align`] compares two texts by them, [`stands`] looks
//! through many. [`normalise`] folds whole texts for
//! verbatim search. [`bleu`], [`chrf`] (both on [`ngrams`]) and [`rouge`] (with [`porter`]) are the text metrics; [`nfkc`]
//! and [`fold`] make spelling variants equal; [`quotations`] finds again what a reason quotes; [`decimal`] reads numbers; [`language`] tells languages apart; [`visible`] shows what a reader can't see.

pub mod align;
pub mod amounts;
pub mod bleu;
pub mod chrf;
pub mod decimal;
pub mod fold;
pub mod formula;
pub mod language;
pub mod marks;
pub mod nearest;
pub mod nfkc;
pub mod ngrams;
pub mod normalise;
pub mod numbers;
pub mod porter;
pub mod quotations;
pub mod rouge;
pub mod script;
pub mod sentences;
pub mod stands;
pub mod stem;
pub mod stop;
pub mod visible;
pub mod words;
