//! Reading replies: what a judge wrote becomes a typed answer, and a typed answer becomes text again.
//!
//! One mechanism for all metrics: plain JSON first, then think parts, fences, prose, repair ([`json`]); labelled
//! scores ([`score`]); lists ([`list`]); passages ([`recall`]). On these stand the readers of one form each:
//! [`sufficiency`], [`statements`], [`verdicts`], [`single`], [`ratings`], [`numbers`]. Nothing here panics or takes
//! more than linear time, whatever the text.

pub mod about;
pub mod folded;
pub mod free;
pub mod json;
pub mod list;
pub mod numbers;
pub mod ratings;
pub mod recall;
pub mod score;
pub mod single;
pub mod sorted;
pub mod statements;
pub mod sufficiency;
pub mod think;
pub mod verdict;
pub mod verdicts;
