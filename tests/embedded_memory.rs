//! The embedded judge over two megabytes: how much memory it takes at most. A test binary of its own, for its allocator
//! counts every byte.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unsafe_code
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use assay::i18n::Lang;
use assay::judge::embedded::{Table, verify};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands every call on to the system's allocator and only counts beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const SIZE: usize = 2 << 20;
/// Times the input.
const MOST: usize = 80;

#[test]
fn two_megabytes_take_no_more_than_a_known_multiple() {
    let table = Table::parse(include_bytes!("../public/words-3.txt")).unwrap();
    for piece in [
        "Ferry 12 carries 35 cars from Ellmark to Tosund, not to Lund. ",
        "渡輪不載 12 輛車從台北到高雄。",
        "a ",
    ] {
        let text = piece.repeat(SIZE / piece.len());
        let statements = [
            "Ferry 12 carries 53 cars from Tosund to Ellmark.".to_owned(),
            text.clone(),
        ];
        let before = NOW.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let told = verify::verdicts(&table, Lang::En, &statements, std::slice::from_ref(&text));
        let peak = PEAK.load(Ordering::Relaxed) - before;
        assert_eq!(told.len(), 2);
        assert!(
            told.iter().all(|(_, why)| why.len() < 20_000),
            "{piece}: reasons are short"
        );
        assert!(peak < MOST * SIZE, "{piece}: {} times the input", peak / SIZE);
    }
}
