//! A run on the page: what is under way, how to cancel it, and the last outcome.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser::{self, BrowserClock, now_ms};
use super::settings::control_id;
use super::setup::{self, PageJudge};
use super::state::App;
use crate::evaluation::{Ask, Evaluation, Metric, Outcome, Override, Overrides, StartError, State, plan};
use crate::i18n::{Strings, fill};
use crate::judge::by_hand::ByHand;
use crate::run::{Progress, Record, drive};
use crate::sample::check::{Fault, faults};
use crate::sample::{Field, Sample};
use crate::share::report;

/// How many asks are sent at once.
const AT_ONCE: usize = 4;
const TICK: Duration = Duration::from_millis(100);

/// The run of the page. At most one is under way.
#[derive(Clone, Copy)]
pub struct Run {
    /// When the run under way began; `None`: none is.
    pub since: RwSignal<Option<f64>>,
    /// Now, while a run is under way.
    pub now: RwSignal<f64>,
    /// How far it is.
    pub progress: RwSignal<Option<Progress>>,
    /// The ask that waits for a paste.
    pub by_hand: RwSignal<Option<Ask>>,
    /// The pasted text so far.
    pub draft: RwSignal<String>,
    /// A failed call that is tried again after a pause.
    pub retry: RwSignal<Option<Retry>>,
    /// The last outcome.
    pub finished: RwSignal<Option<Arc<Finished>>>,
    /// The last scores of this tab by metric.
    pub scores: RwSignal<BTreeMap<&'static str, f64>>,
    /// What the live region says.
    pub message: RwSignal<String>,
    cancel: StoredValue<Option<oneshot::Sender<()>>>,
    hand: StoredValue<Option<ByHand>, LocalStorage>,
}

/// A pause before a call is tried again.
#[derive(Clone, Debug, PartialEq)]
pub struct Retry {
    /// The host that failed or asked to wait.
    pub host: String,
    /// Which try comes next, from 2.
    pub attempt: u32,
    /// Seconds to wait.
    pub seconds: f64,
}

impl Retry {
    /// The sentence that says so.
    pub fn sentence(&self, strings: &Strings) -> String {
        let (seconds, attempt) = (format!("{:.1}", self.seconds), self.attempt.to_string());
        let values = [
            ("host", self.host.as_str()),
            ("seconds", seconds.as_str()),
            ("attempt", attempt.as_str()),
        ];
        fill(strings.run.retrying, &values)
    }
}

/// An outcome with the frozen copy of what was judged.
#[derive(Clone)]
pub struct Finished {
    /// The metric.
    pub metric: &'static dyn Metric,
    /// What was judged.
    pub sample: Arc<Sample>,
    /// Outcome, judge and time.
    pub record: Record,
    /// The form's revision that was judged.
    pub revision: u32,
    /// The evaluation, so that a changed verdict can be scored again.
    pub evaluation: Evaluation,
    /// A person's changed verdicts.
    pub overrides: Overrides,
}

impl Finished {
    /// The outcome as the judge left it.
    pub fn unchanged(&self) -> Outcome {
        self.evaluation.outcome(&Overrides::default())
    }
}

impl Run {
    /// Nothing is under way.
    pub fn new() -> Self {
        Self {
            since: RwSignal::new(None),
            now: RwSignal::new(0.0),
            progress: RwSignal::new(None),
            by_hand: RwSignal::new(None),
            draft: RwSignal::new(String::new()),
            retry: RwSignal::new(None),
            finished: RwSignal::new(None),
            scores: RwSignal::new(BTreeMap::new()),
            message: RwSignal::new(String::new()),
            cancel: StoredValue::new(None),
            hand: StoredValue::new_local(None),
        }
    }

    /// Milliseconds since the run began.
    pub fn elapsed_ms(self) -> Option<f64> {
        Some((self.now.get() - self.since.get()?).max(0.0))
    }

    /// Stops the run under way; what was read stays.
    pub fn cancel(self) {
        let cancel = self.cancel.try_update_value(Option::take).flatten();
        if let Some(cancel) = cancel {
            let _ = cancel.send(());
        }
    }

    /// Stops a run that waits for a person; one that is answered by itself goes on.
    pub fn cancel_by_hand(self) {
        if self.hand.with_value(Option::is_some) {
            self.by_hand.set(None);
            self.draft.set(String::new());
            self.cancel();
        }
    }

    /// Gives the pasted reply.
    pub fn paste(self, text: &str) {
        self.by_hand.set(None);
        self.draft.set(String::new());
        self.hand
            .with_value(|hand| hand.as_ref().map(|hand| hand.paste(text)));
    }

    /// Leaves the waiting ask without a reply.
    pub fn skip(self) {
        self.by_hand.set(None);
        self.draft.set(String::new());
        self.hand.with_value(|hand| hand.as_ref().map(ByHand::skip));
    }

    /// Changes a verdict of the last outcome, or takes the change back; the score is computed anew.
    pub fn change(self, app: App, key: &str, change: Option<Override>) {
        let Some(finished) = self.finished.get_untracked() else {
            return;
        };
        let undone = change.is_none();
        let mut overrides = finished.overrides.clone();
        match change {
            Some(change) => {
                overrides.0.insert(key.to_owned(), change);
            }
            None => {
                overrides.0.remove(key);
            }
        }
        self.score_again(app, &finished, overrides, undone);
    }

    /// Takes all changes back.
    pub fn undo_all(self, app: App) {
        if let Some(finished) = self.finished.get_untracked() {
            self.score_again(app, &finished, Overrides::default(), true);
        }
    }

    fn score_again(self, app: App, finished: &Finished, overrides: Overrides, undone: bool) {
        let mut changed = finished.clone();
        changed.record.outcome = changed.evaluation.outcome(&overrides);
        changed.overrides = overrides;
        let strings = app.strings();
        let result = report::result(&changed.record.outcome, strings);
        let sentence = if undone {
            strings.change.undone
        } else {
            strings.change.changed
        };
        self.message.set(fill(sentence, &[("result", &result)]));
        self.keep_score(&changed);
        self.finished.set(Some(Arc::new(changed)));
    }

    fn keep_score(self, finished: &Finished) {
        self.scores.update(|scores| match finished.record.outcome.state {
            State::Scored(score) => {
                scores.insert(finished.metric.id(), score.0);
            }
            _ => {
                scores.remove(finished.metric.id());
            }
        });
    }

    /// The last outcome, if it is one of this metric.
    pub fn finished_for(self, metric: &dyn Metric) -> Option<Arc<Finished>> {
        self.finished
            .get()
            .filter(|finished| finished.metric.id() == metric.id())
    }
}

/// Judges what the form holds, or says what is wrong with it and puts the focus there.
pub fn start(app: App) {
    let run = app.run;
    if run.since.get_untracked().is_some() {
        return;
    }
    let strings = app.strings();
    app.form.read_from_page();
    let metric = app.metric.get_untracked();
    let sample = Arc::new(app.form.sample_for(metric));
    let wrong = faults(metric.inputs(), metric.optional(), &sample);
    app.form.faults.set(wrong.clone());
    if let Some(first) = wrong.first() {
        run.message
            .set(fill(strings.run.fix_form, &[("count", &wrong.len().to_string())]));
        focus_fault(app, *first);
        return;
    }
    if let Some(first) = untrack(|| app.settings.wrong(metric)).first() {
        app.settings.tried.set(true);
        run.message.set(fill(strings.run.fix_form, &[("count", "1")]));
        browser::focus_soon(control_id(first));
        return;
    }
    let options = untrack(|| app.options());
    let planned = match plan(metric, sample.clone(), options.clone()) {
        Ok(planned) => planned,
        Err(StartError::Prompt { .. }) => {
            run.message.set(strings.run.prompt_wrong.to_owned());
            app.prompt_open.set(true);
            browser::focus_soon("prompt-template");
            return;
        }
        Err(StartError::Setting(wrong)) => {
            browser::focus_soon(control_id(wrong.0));
            return;
        }
    };
    // Calls that are paid for and can't lead to a score are not begun.
    if let Some(cannot) = untrack(|| app.setup.cannot(&planned, strings)).filter(|cannot| cannot.costs) {
        run.message.set(cannot.sentence);
        browser::focus_soon("cannot");
        return;
    }
    let judge = if planned.computed {
        PageJudge::Nobody
    } else {
        match setup::judge(app) {
            Ok(judge) => judge,
            Err(lacks) => {
                run.message.set(lacks.sentence(strings));
                app.setup.open.set(true);
                browser::focus_soon(lacks.control());
                return;
            }
        }
    };
    if matches!(judge, PageJudge::Api(_))
        && let Some(consent) = untrack(|| app.setup.asks_consent(&planned))
    {
        app.setup.consent.set(Some(consent));
        return;
    }
    let Ok(evaluation) = Evaluation::start(metric, sample.clone(), options) else {
        return;
    };
    go(app, metric, sample, evaluation, judge);
}

fn go(
    app: App,
    metric: &'static dyn Metric,
    sample: Arc<Sample>,
    mut evaluation: Evaluation,
    judge: PageJudge,
) {
    let run = app.run;
    let revision = app.form.revision.get_untracked();
    let (sender, receiver) = oneshot::channel();
    run.cancel.set_value(Some(sender));
    run.hand.set_value(judge.hand());
    app.light_none();
    let began = now_ms();
    run.now.set(began);
    run.progress.set(None);
    run.retry.set(None);
    run.since.set(Some(began));
    run.message.set(app.strings().run.running.to_owned());
    let ticking = set_interval_with_handle(move || run.now.set(now_ms()), TICK);
    spawn_local(async move {
        // Lets the page show that it runs before a judge that works on this thread begins.
        TimeoutFuture::new(20).await;
        let cancelled = async {
            // A sender that is gone can't cancel any more: wait for ever.
            if receiver.await.is_err() {
                futures::future::pending::<()>().await;
            }
        };
        let at_once = judge.at_once(AT_ONCE);
        let progress = move |progress| run.progress.set(Some(progress));
        let record = drive(
            &mut evaluation,
            &judge,
            &BrowserClock,
            at_once,
            cancelled,
            progress,
        )
        .await;
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
        let strings = app.strings();
        let result = report::result(&record.outcome, strings);
        run.message.set(fill(strings.run.done, &[("result", &result)]));
        run.since.set(None);
        run.retry.set(None);
        run.by_hand.set(None);
        run.draft.set(String::new());
        run.hand.set_value(None);
        run.cancel.set_value(None);
        if app.metric.get_untracked().id() == metric.id() {
            browser::keep_focus_and_show("judge", "verdict");
        }
        let finished = Finished {
            metric,
            sample,
            record,
            revision,
            evaluation,
            overrides: Overrides::default(),
        };
        run.keep_score(&finished);
        run.finished.set(Some(Arc::new(finished)));
    });
}

fn focus_fault(app: App, fault: Fault) {
    let entries = app.form.entries(fault.field).get_untracked();
    let entry = entries.get(fault.index.unwrap_or(0));
    browser::focus_soon(entry.map_or_else(
        || add_button_id(fault.field).to_owned(),
        |entry| entry.element_id(),
    ));
}

/// The id of the button that adds a text to a field.
pub fn add_button_id(field: Field) -> &'static str {
    match field {
        Field::Bonus => "add-bonus",
        Field::Contexts => "add-chunk",
        Field::Samples => "add-sample",
        _ => "add-essential",
    }
}
