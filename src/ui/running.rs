//! A run on the page: what is under way, how to cancel it, and the last outcomes.
//!
//! A run judges one sample by the metrics that were chosen for it, one or several. [`Run::finished`] holds what came
//! out: a [`Finished`] a metric, in the order of the catalogue, all of one run. Which of them is looked at is the page's
//! matter ([`App::metric`]; [`Run::finished_for`]). A changed verdict puts a new [`Finished`] in the place of the old
//! one, so who keeps outcomes watches [`Run::finished`]. What a [`Finished`] is made of (metric, options, transcript,
//! overrides, record) is all that it takes to score it again.

use std::sync::Arc;
use std::time::Duration;

use futures::channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::browser::{self, BrowserClock, now_ms};
use super::judging::{self, PageJudge, RunJudge};
use super::keep::Known;
use super::keep::changes::{Change, verdict_changed};
use super::keep::resume::{left_of, resume};
use super::keep::writing::Keeper;
use super::later::NotFetched;
use super::settings::control_id;
use super::state::App;
use crate::evaluation::{
    Ask, Evaluation, Metric, Options, Outcome, Override, Overrides, StartError, State, plan, plan_together,
};
use crate::i18n::fill;
use crate::judge::by_hand::ByHand;
use crate::judge::{Judge, JudgeIdentity, JudgeKind};
use crate::run::part_scores::PartScores;
use crate::run::{Progress, Record, Together, drive_together};
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
    /// What the run waits for, and until when: a call that is tried again after a pause.
    pub waits: RwSignal<Option<String>>,
    /// The outcomes of the last run, one a metric; none before the first.
    pub finished: RwSignal<Vec<Arc<Finished>>>,
    /// The scores of this tab.
    pub scores: RwSignal<PartScores>,
    /// What the live region says.
    pub message: RwSignal<String>,
    starting: StoredValue<bool>,
    /// What goes on as soon as its calls are allowed.
    asked_for: StoredValue<Option<Known>>,
    cancel: StoredValue<Option<oneshot::Sender<()>>>,
    hand: StoredValue<Option<ByHand>, LocalStorage>,
    /// How far the evaluations are of a run that waits for a person.
    pub under_way: StoredValue<Vec<Evaluation>>,
    /// The form's revision when the run began.
    pub began_at: StoredValue<u32>,
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
    /// Asks that the calls for other metrics of the run answered.
    pub shared: usize,
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
            waits: RwSignal::new(None),
            finished: RwSignal::new(Vec::new()),
            scores: RwSignal::new(PartScores::default()),
            message: RwSignal::new(String::new()),
            starting: StoredValue::new(false),
            asked_for: StoredValue::new(None),
            cancel: StoredValue::new(None),
            hand: StoredValue::new_local(None),
            under_way: StoredValue::new(Vec::new()),
            began_at: StoredValue::new(0),
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

    /// Changes a verdict of the outcome that is looked at, or takes the change back; the score is computed anew.
    pub fn change(self, app: App, key: &str, change: Option<Override>) {
        let Some(finished) = untrack(|| self.finished_for(app.metric.get())) else {
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
        if let Some(finished) = untrack(|| self.finished_for(app.metric.get())) {
            self.score_again(app, &finished, Overrides::default(), true);
        }
    }

    fn score_again(self, app: App, finished: &Finished, overrides: Overrides, undone: bool) {
        let change = Change {
            metric: finished.metric.id(),
            before: finished.overrides.clone(),
            now: overrides.clone(),
        };
        let strings = app.strings();
        let result = report::result(&self.put_overrides(finished, overrides), strings);
        let sentence = if undone {
            strings.change().undone
        } else {
            strings.change().changed
        };
        self.message.set(fill(sentence, &[("result", &result)]));
        verdict_changed(app, change);
    }

    /// Puts other changed verdicts in the place of those of an outcome, and gives what comes out.
    pub fn put_overrides(self, finished: &Finished, overrides: Overrides) -> Outcome {
        let mut changed = finished.clone();
        changed.record.outcome = changed.evaluation.outcome(&overrides);
        changed.overrides = overrides;
        let outcome = changed.record.outcome.clone();
        let mut all = self.finished.get_untracked();
        let id = changed.metric.id();
        self.replace(&mut all, changed);
        // What is made of this score follows it.
        let of_run: Vec<&Finished> = all.iter().map(|one| &**one).collect();
        for again in taken(&of_run, Some(id)) {
            self.replace(&mut all, again);
        }
        self.finished.set(all);
        outcome
    }

    fn replace(self, all: &mut [Arc<Finished>], by: Finished) {
        self.keep_score(&by);
        let by = Arc::new(by);
        for one in all.iter_mut().filter(|one| one.metric.id() == by.metric.id()) {
            *one = by.clone();
        }
    }

    /// Shows outcomes that were there before.
    pub fn show(self, mut finished: Vec<Arc<Finished>>) {
        let changed: Vec<&str> = finished
            .iter()
            .filter(|one| one.record.outcome.edited)
            .map(|one| one.metric.id())
            .collect();
        // What was made of a changed score is changed with it.
        for one in &mut finished {
            let parts = one.metric.takes_scores();
            if changed.iter().any(|id| parts.contains(id)) {
                Arc::make_mut(one).record.outcome.edited = true;
            }
        }
        finished.iter().for_each(|one| self.keep_score(one));
        self.finished.set(finished);
    }

    fn keep_score(self, finished: &Finished) {
        let (id, state) = (finished.metric.id(), finished.record.outcome.state);
        self.scores
            .update(|scores| scores.keep(id, state, &finished.sample));
    }

    /// The outcome of this metric, if the last run judged by it.
    pub fn finished_for(self, metric: &dyn Metric) -> Option<Arc<Finished>> {
        self.finished
            .with(|all| all.iter().find(|one| one.metric.id() == metric.id()).cloned())
    }
}

/// A metric of a run, before it begins.
struct Job {
    metric: &'static dyn Metric,
    options: Options,
    /// Nobody is asked.
    computed: bool,
}

/// Judges what the form holds, or says what is wrong with it and puts the focus there.
pub fn start(app: App) {
    start_with(app, None);
}

/// Goes on with the interrupted evaluation that stands on the page: replies that are there are not asked again.
pub fn go_on(app: App) {
    if let Some(known) = app.keep.open.get_untracked() {
        start_with(app, Some(known));
    }
}

/// The calls that were asked about are allowed: judges, or goes on, as was wanted.
pub fn allowed(app: App) {
    let known = app.run.asked_for.try_update_value(Option::take).flatten();
    start_with(app, known);
}

fn start_with(app: App, known: Option<Known>) {
    let run = app.run;
    // A judge that has to be fetched takes a moment: a second click begins no second run.
    if run.since.get_untracked().is_some() || run.starting.get_value() {
        return;
    }
    run.starting.set_value(true);
    spawn_local(async move {
        begin(app, known).await;
        run.starting.set_value(false);
    });
}

async fn begin(app: App, known: Option<Known>) {
    let run = app.run;
    let strings = app.strings();
    if browser::framed() {
        run.message.set(strings.keep.framed.to_owned());
        return;
    }
    app.form.read_from_page();
    let metrics = untrack(|| app.metrics());
    let inputs = untrack(|| app.inputs());
    let sample = Arc::new(app.form.sample_of(&inputs));
    let wrong = faults(&inputs.fields, &inputs.optional, &sample);
    app.form.faults.set(wrong.clone());
    if let Some(first) = wrong.first() {
        run.message
            .set(fill(strings.run.fix_form, &[("count", &wrong.len().to_string())]));
        focus_fault(app, *first);
        return;
    }
    let mut jobs = Vec::new();
    for metric in metrics {
        let Some(job) = job(app, metric, &sample) else {
            return;
        };
        jobs.push(job);
    }
    let of = jobs.iter().map(|job| (job.metric, job.options.clone())).collect();
    let planned = plan_together(sample.clone(), of).unwrap_or_default();
    let judge = match judging::judge(app, &planned).await {
        Ok(Ok(judge)) => judge,
        Err(NotFetched) => {
            app.not_fetched();
            return;
        }
        Ok(Err(lacks)) => {
            let sentence = lacks.sentence(strings);
            run.message.set(sentence.clone());
            app.setup.notice.set(Some(sentence));
            app.setup.open.set(true);
            browser::focus_soon(lacks.control());
            return;
        }
    };
    let evaluations = jobs
        .iter()
        .map(|job| Evaluation::start(job.metric, sample.clone(), job.options.clone()))
        .collect::<Result<Vec<_>, _>>();
    let Ok(mut evaluations) = evaluations else { return };
    // What can't go on is told before anything is asked about.
    let mut left = None;
    if let Some(known) = known.clone() {
        let Ok(looking) = left_of(app, known, evaluations.clone(), judge.identity()).await else {
            return app.not_fetched();
        };
        let Some(found) = looking.await else { return };
        left = Some(found);
    }
    // Texts that came from elsewhere, and the first call to a server, go out when their owner has said so.
    if matches!(judge.words, PageJudge::Model(_, JudgeKind::Api)) {
        let foreign = app.keep.foreign.get_untracked();
        let asks = untrack(|| app.setup.asks_consent(&planned, foreign));
        let asks = match left {
            Some(left) => asks.and_then(|asks| asks.going_on(left.open, left.answered)),
            None => asks,
        };
        if let Some(consent) = asks {
            run.asked_for.set_value(known);
            app.setup.consent.set(Some(consent));
            return;
        }
    }
    let (mut held, mut overrides) = (None, Vec::new());
    if let Some(known) = known.clone() {
        let Ok(resuming) = resume(app, known, evaluations, judge.identity()).await else {
            return app.not_fetched();
        };
        let Some(resumed) = resuming.await else { return };
        app.setup.learned.get_value().goes_on();
        evaluations = resumed.evaluations;
        (held, overrides) = (resumed.held, resumed.overrides);
    }
    let keeper = Keeper::begin(
        app,
        &evaluations,
        judge.identity(),
        known,
        held,
        overrides.clone(),
    );
    go(app, sample, jobs, evaluations, judge, keeper, overrides);
}

/// A metric with its options, or the focus where they are wrong.
fn job(app: App, metric: &'static dyn Metric, sample: &Arc<Sample>) -> Option<Job> {
    let (run, strings) = (app.run, app.strings());
    let show = || {
        if metric.id() != app.metric.get_untracked().id() {
            app.choose(metric);
        }
    };
    if let Some(first) = untrack(|| app.settings.wrong(metric)).first() {
        show();
        app.settings.tried.set(true);
        run.message.set(fill(strings.run.fix_form, &[("count", "1")]));
        browser::focus_soon(control_id(first));
        return None;
    }
    let options = untrack(|| app.options_of(metric));
    let planned = match plan(metric, sample.clone(), options.clone()) {
        Ok(planned) => planned,
        Err(StartError::Prompt { .. }) => {
            show();
            run.message.set(strings.run.prompt_wrong.to_owned());
            app.prompt_open.set(true);
            browser::focus_soon("prompt-template");
            return None;
        }
        Err(StartError::Setting(wrong)) => {
            show();
            browser::focus_soon(control_id(wrong.0));
            return None;
        }
    };
    // What can't lead to a score is not begun.
    if let Some(cannot) = untrack(|| app.setup.cannot(&planned, strings)) {
        run.message.set(cannot.sentence);
        browser::focus_soon("cannot");
        return None;
    }
    Some(Job {
        metric,
        options,
        computed: planned.computed,
    })
}

fn go(
    app: App,
    sample: Arc<Sample>,
    jobs: Vec<Job>,
    mut evaluations: Vec<Evaluation>,
    judge: RunJudge,
    keeper: Keeper,
    overrides: Vec<Overrides>,
) {
    let run = app.run;
    let revision = app.form.revision.get_untracked();
    run.began_at.set_value(revision);
    let (sender, receiver) = oneshot::channel();
    run.cancel.set_value(Some(sender));
    run.hand.set_value(judge.words.hand());
    let hand = run.hand.with_value(Option::is_some);
    if hand {
        run.under_way.set_value(evaluations.clone());
    }
    app.light_none();
    let began = now_ms();
    run.now.set(began);
    run.progress.set(None);
    run.waits.set(None);
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
        let at_once = judge.words.at_once(AT_ONCE);
        let kept = keeper.clone();
        let progress = move |progress, evaluations: &[Evaluation]| {
            run.progress.set(Some(progress));
            kept.replies(evaluations);
            if hand {
                run.under_way.set_value(evaluations.to_vec());
            }
        };
        let mut together = Together::new(&mut evaluations);
        let records =
            drive_together(&mut together, &judge, &BrowserClock, at_once, cancelled, progress).await;
        let shared: Vec<usize> = (0..records.len()).map(|place| together.shared(place)).collect();
        if let Ok(ticking) = ticking {
            ticking.clear();
        }
        let mut overrides = overrides.into_iter();
        let mut finished: Vec<Finished> = jobs
            .iter()
            .zip(records.into_iter().zip(evaluations).zip(shared))
            .map(|(job, ((mut record, evaluation), shared))| {
                if job.computed {
                    record.judge = JudgeIdentity::nobody();
                }
                let overrides = overrides.next().unwrap_or_default();
                if !overrides.0.is_empty() {
                    record.outcome = evaluation.outcome(&overrides);
                }
                Finished {
                    metric: job.metric,
                    sample: sample.clone(),
                    record,
                    revision,
                    evaluation,
                    overrides,
                    shared,
                }
            })
            .collect();
        let made = taken(&finished.iter().collect::<Vec<_>>(), None);
        for again in made {
            if let Some(place) = finished
                .iter_mut()
                .find(|one| one.metric.id() == again.metric.id())
            {
                *place = again;
            }
        }
        run.message.set(told(app, &finished));
        // What the server said of the model's context is no signal of its own.
        app.setup.models.update(|_| ());
        run.since.set(None);
        run.waits.set(None);
        run.by_hand.set(None);
        run.draft.set(String::new());
        run.hand.set_value(None);
        run.cancel.set_value(None);
        let shown = app.metric.get_untracked().id();
        if finished.iter().any(|one| one.metric.id() == shown) {
            browser::keep_focus_and_show("judge", "verdict");
        }
        finished.iter().for_each(|one| run.keep_score(one));
        run.finished.set(finished.into_iter().map(Arc::new).collect());
        keeper.end();
    });
}

/// What metrics that are made of the scores of others come to with those of their own run. `of`: only those that take
/// the score of this metric; `None`: all.
fn taken(all: &[&Finished], of: Option<&str>) -> Vec<Finished> {
    all.iter()
        .filter_map(|one| {
            let parts = one.metric.takes_scores();
            if parts.is_empty() || of.is_some_and(|id| !parts.contains(&id)) {
                return None;
            }
            let mut options = one.evaluation.options().clone();
            let mut edited = false;
            for part in all.iter().filter(|part| parts.contains(&part.metric.id())) {
                let outcome = &part.record.outcome;
                edited |= outcome.edited;
                match outcome.state {
                    State::Scored(score) => {
                        options.values.insert(part.metric.id().to_owned(), score.0.into())
                    }
                    _ => options.values.remove(part.metric.id()),
                };
            }
            let evaluation = Evaluation::start(one.metric, one.sample.clone(), options).ok()?;
            let mut again = (*one).clone();
            again.record.outcome = evaluation.outcome(&one.overrides);
            again.record.outcome.edited |= edited;
            again.evaluation = evaluation;
            Some(again)
        })
        .collect()
}

/// What the live region says of a finished run: the result, or each metric with its result.
fn told(app: App, finished: &[Finished]) -> String {
    let strings = app.strings();
    let result = |one: &Finished| report::result(&one.record.outcome, strings);
    let results = match finished {
        [one] => result(one),
        several => {
            let named = |one: &Finished| format!("{}: {}", strings.metric_name(one.metric.id()), result(one));
            several.iter().map(named).collect::<Vec<_>>().join("; ")
        }
    };
    fill(strings.run.done, &[("result", &results)])
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
