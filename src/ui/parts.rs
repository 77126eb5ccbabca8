//! The parts that pages are put together from, a file each.

pub mod bar;
pub mod by_hand;
pub mod copy;
pub mod empty;
pub mod evidence;
pub mod examples;
pub mod facts;
pub mod go;
pub mod input;
pub mod judge_panel;
pub mod marked_text;
pub mod passages;
pub mod paste;
pub mod prompt_panel;
pub mod raw;
pub mod recall;
pub mod sufficiency;
pub mod text_box;
pub mod unscored;
pub mod verdict;
