//! The page is built in steps when the app starts, so that the browser can do other things in between: in one go it would
//! stand still for a quarter of a second on a slow phone, most of it spent on code that runs for the first time. Whatever
//! is built later (another language, another page) comes at once.
//!
//! Steps before the page is shown build what it needs; those after it, what nobody sees yet.

use std::sync::{Mutex, PoisonError};

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;

type Task = Box<dyn FnOnce() + Send>;

/// What is still to come. Tasks may add others.
struct Steps {
    /// The app has started, or has not begun to: nothing is put off.
    over: bool,
    before: Vec<Task>,
    after: Vec<Task>,
}

static STEPS: Mutex<Steps> = Mutex::new(Steps {
    over: true,
    before: Vec::new(),
    after: Vec::new(),
});

fn with<T>(act: impl FnOnce(&mut Steps) -> T) -> T {
    act(&mut STEPS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// From now on things are put off, until [`finish`].
pub fn begin() {
    with(|steps| steps.over = false);
}

/// Does all that was put off, a task at a time. `show` is called between what comes before and what comes after.
pub async fn finish(show: impl FnOnce()) {
    while let Some(task) = with(|steps| first(&mut steps.before)) {
        turn().await;
        task();
    }
    turn().await;
    show();
    // Whoever goes to another page at once adds to what was to come before.
    while let Some(task) = with(|steps| {
        let task = first(&mut steps.before).or_else(|| first(&mut steps.after));
        steps.over = task.is_none();
        task
    }) {
        turn().await;
        task();
    }
}

fn first(tasks: &mut Vec<Task>) -> Option<Task> {
    (!tasks.is_empty()).then(|| tasks.remove(0))
}

/// Lets the browser do something else. Where nobody looks, its timers are slow and nobody waits for it.
pub async fn turn() {
    if !document().hidden() {
        TimeoutFuture::new(0).await;
    }
}

/// Does something once the page is shown.
pub fn once_shown(task: impl FnOnce() + Send + 'static) {
    put_off(Box::new(task), true);
}

fn is_over() -> bool {
    with(|steps| steps.over)
}

fn put_off(task: Task, after: bool) {
    if is_over() {
        return task();
    }
    with(|steps| {
        let tasks = if after {
            &mut steps.after
        } else {
            &mut steps.before
        };
        tasks.push(task);
    });
}

/// A part of the page that is a step of its own while the app starts.
#[component]
pub fn Step(
    /// What is built.
    part: fn() -> AnyView,
    /// It may come after the page is shown.
    #[prop(optional)]
    after: bool,
) -> impl IntoView {
    if is_over() {
        return part();
    }
    let there = RwSignal::new(false);
    let come = move || {
        there.try_set(true);
    };
    put_off(Box::new(come), after);
    (move || there.get().then(part)).into_any()
}
