//! The dialog that helps to choose a metric: all of them, grouped by what one must have, with what each tells, what it
//! costs for the present input, and when not to use it.

use leptos::prelude::*;

use super::cannot::current_plan;
use super::dialog::Dialog;
use crate::evaluation::{Metric, Options, Plan, Shape, plan};
use crate::i18n::{Strings, fill};
use crate::judge::JudgeKind;
use crate::metric::catalogue;
use crate::sample::Field;
use crate::ui::later::{Part, later};
use crate::ui::state::App;

/// What a user may have. Both lists of ids count as one.
const HAVING: [Having; 7] = [
    Having::Field(Field::Question),
    Having::Field(Field::Answer),
    Having::Field(Field::Contexts),
    Having::Field(Field::Reference),
    Having::Field(Field::Essential),
    Having::Field(Field::Samples),
    Having::Ids,
];

#[derive(Clone, Copy, PartialEq)]
enum Having {
    Field(Field),
    Ids,
}

impl Having {
    fn of(field: Field) -> Self {
        match field {
            Field::RetrievedIds | Field::ReferenceIds => Self::Ids,
            field => Self::Field(field),
        }
    }

    fn name(self, strings: &Strings) -> &'static str {
        let p = strings.picker();
        match self {
            Self::Ids => p.ids,
            Self::Field(Field::Question) => p.question,
            Self::Field(Field::Answer) => p.answer,
            Self::Field(Field::Contexts) => p.contexts,
            Self::Field(Field::Reference) => p.reference,
            Self::Field(Field::Samples) => p.samples,
            Self::Field(_) => p.essential,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Ids => "ids",
            Self::Field(Field::Question) => "question",
            Self::Field(Field::Answer) => "answer",
            Self::Field(Field::Contexts) => "contexts",
            Self::Field(Field::Reference) => "reference",
            Self::Field(Field::Samples) => "samples",
            Self::Field(_) => "essential",
        }
    }

    fn filled_in(self, app: App) -> bool {
        match self {
            Self::Ids => app.form.has(Field::RetrievedIds) && app.form.has(Field::ReferenceIds),
            Self::Field(field) => app.form.has(field),
        }
    }
}

/// What a metric can't do without, in the order of [`HAVING`].
fn needed(metric: &dyn Metric) -> Vec<Having> {
    let by_default = metric.needed_with(&Options::default());
    let required: Vec<Having> = metric
        .inputs()
        .iter()
        .filter(|field| {
            !metric.optional().contains(field)
                || metric.hollow_without().contains(field)
                || by_default.contains(field)
        })
        .map(|field| Having::of(*field))
        .collect();
    HAVING
        .into_iter()
        .filter(|having| required.contains(having))
        .collect()
}

/// See the module.
#[component]
pub fn Picker() -> impl IntoView {
    let app = App::get();
    let heading = app.strings().picker().heading;
    let closed = move |()| app.picking.set(false);
    view! {
        <Dialog
            id="metric-picker"
            class="picker"
            open=app.picking.into()
            heading=Signal::stored(heading.to_owned())
            on_close=Callback::new(closed)
            home="metric-compare"
            part=Part::new(body)
        />
    }
}

later!(metrics: fn body() -> AnyView { view! { <Body /> }.into_any() });

#[component]
fn Body() -> impl IntoView {
    let app = App::get();
    app.form.read_from_page();
    let filled: Vec<Having> = HAVING
        .into_iter()
        .filter(|having| having.filled_in(app))
        .collect();
    let only = RwSignal::new(!filled.is_empty());
    let having = RwSignal::new(filled);
    let strings = app.strings();
    let p = strings.picker();
    let boxes = HAVING
        .into_iter()
        .map(|one| {
            let id = format!("have-{}", one.id());
            let of = id.clone();
            view! {
                <label class="have" for=of>
                    <input
                        type="checkbox"
                        id=id
                        prop:checked=move || having.with(|having| having.contains(&one))
                        on:change=move |event| {
                            let checked = event_target_checked(&event);
                            having.update(|having| {
                                having.retain(|other| *other != one);
                                if checked {
                                    having.push(one);
                                }
                            });
                        }
                    />
                    {one.name(strings)}
                </label>
            }
        })
        .collect_view();
    view! {
            <fieldset class="having">
                <legend>{p.have}</legend>
                <div class="haves">{boxes}</div>
                <label class="have only" for="have-only">
                    <input
                        type="checkbox"
                        id="have-only"
                        prop:checked=move || only.get()
                        on:change=move |event| only.set(event_target_checked(&event))
                    />
                    {p.only}
                </label>
            </fieldset>
            <Groups having only />
            <footer class="picker-end">
                <span role="status">{move || together(app)}</span>
                <button type="button" class="primary" on:click=move |_| app.picking.set(false)>{strings.judge_panel.done}</button>
            </footer>
    }
}

#[component]
fn Groups(having: RwSignal<Vec<Having>>, only: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    // Groups in the order of the catalogue, by what is needed.
    let mut groups: Vec<(Vec<Having>, Vec<&'static dyn Metric>)> = Vec::new();
    for metric in catalogue::ALL.iter().copied() {
        let needs = needed(metric);
        match groups.iter_mut().find(|(of, _)| *of == needs) {
            Some((_, metrics)) => metrics.push(metric),
            None => groups.push((needs, vec![metric])),
        }
    }
    let groups = StoredValue::new(groups);
    let list = move || {
        let have = having.get();
        let lacking = |needs: &[Having]| -> Vec<Having> {
            needs
                .iter()
                .copied()
                .filter(|need| !have.contains(need))
                .collect()
        };
        let mut shown = groups.get_value();
        if only.get() {
            shown.retain(|(needs, _)| lacking(needs).is_empty());
        }
        // What needs most of what is there comes first: it says most about it. What needs no text says nothing of any.
        shown.sort_by_key(|(needs, _)| {
            let lacks = lacking(needs).len();
            let used = if lacks == 0 { needs.len() } else { 0 };
            (needs.is_empty(), lacks, std::cmp::Reverse(used))
        });
        if shown.is_empty() {
            return view! { <p class="hint pad">{strings.picker().nothing}</p> }.into_any();
        }
        shown
            .into_iter()
            .map(|(needs, metrics)| {
                let lacks = lacking(&needs);
                view! { <GroupOf needs metrics lacks /> }
            })
            .collect_view()
            .into_any()
    };
    view! { <div class="picker-groups">{list}</div> }
}

fn names(list: &[Having], strings: &Strings) -> String {
    let names: Vec<&str> = list.iter().map(|one| one.name(strings)).collect();
    names.join(strings.picker().and)
}

#[component]
fn GroupOf(needs: Vec<Having>, metrics: Vec<&'static dyn Metric>, lacks: Vec<Having>) -> impl IntoView {
    let strings = App::get().strings();
    let p = strings.picker();
    let heading = if needs.is_empty() {
        p.group_none.to_owned()
    } else {
        fill(p.group, &[("list", &names(&needs, strings))])
    };
    let lacks = (!lacks.is_empty()).then(|| fill(p.lacks, &[("list", &names(&lacks, strings))]));
    let items = metrics
        .into_iter()
        .map(|metric| view! { <Choice metric /> })
        .collect_view();
    view! {
        <section class="picker-group">
            <h3>{heading} {lacks.map(|lacks| view! { <span class="tag">{lacks}</span> })}</h3>
            <ul>{items}</ul>
        </section>
    }
    .into_any()
}

#[component]
fn Choice(metric: &'static dyn Metric) -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let p = strings.picker();
    let texts = strings.metric(metric.id());
    let (name, purpose, avoid, range) = texts.map_or((metric.id(), "", "", ""), |texts| {
        (texts.name, texts.purpose, texts.avoid, texts.range)
    });
    let planned = untrack(|| plan(metric, app.form.sample_for(metric), app.options_of(metric)).ok());
    let lacks = needed(metric).into_iter().any(|need| !need.filled_in(app));
    let called = if lacks {
        calls_of_shape(metric, planned, app)
    } else {
        calls(planned, app)
    };
    let what = format!("picker-{}", metric.id());
    let chosen = Memo::new(move |_| app.metric.get().id() == metric.id());
    let ticked = Memo::new(move |_| app.metrics().iter().any(|one| one.id() == metric.id()));
    let tick_id = format!("tick-{}", metric.id());
    let of_tick = tick_id.clone();
    let tick = move |event| app.tick(metric, event_target_checked(&event));
    let choose = move |_| {
        app.choose(metric);
        app.picking.set(false);
    };
    view! {
        <li class="choice" class:chosen=move || ticked.get()>
            <button
                type="button"
                class="choice-name"
                aria-describedby=what.clone()
                aria-current=move || chosen.get().then_some("true")
                on:click=choose
            >
                {name}
            </button>
            {move || chosen.get().then(|| view! { <span class="tag">{p.chosen}</span> })}
            <label class="tick" for=of_tick>
                <input
                    type="checkbox"
                    id=tick_id
                    aria-label=fill(strings.together().tick_name, &[("name", name)])
                    prop:checked=move || ticked.get()
                    // One metric at least is judged.
                    prop:disabled=move || ticked.get() && !app.several()
                    on:change=tick
                />
                {strings.together().tick}
            </label>
            <div class="choice-what" id=what>
                <p>{purpose}</p>
                <p class="choice-facts">
                    <span>{range}</span>
                    {called.map(|calls| view! { <span>{calls}</span> })}
                    {demands(metric, app, strings).into_iter().map(|demand| view! { <span>{demand}</span> }).collect_view()}
                </p>
                <p class="choice-avoid">{avoid}</p>
            </div>
        </li>
    }
    .into_any()
}

/// How many metrics are ticked, and what they cost together.
fn together(app: App) -> Option<String> {
    let strings = app.strings();
    if !app.several() {
        return None;
    }
    let plan = current_plan(app);
    let mut parts = vec![fill(
        strings.together().count,
        &[("count", &app.metrics().len().to_string())],
    )];
    let shared = plan.map_or(0, |plan| plan.shared);
    parts.extend(calls(plan, app));
    let asked = matches!(app.setup.kind.get(), JudgeKind::ByHand | JudgeKind::Api);
    if shared > 0 && asked {
        parts.push(fill(strings.together().shared, &[("count", &shared.to_string())]));
    }
    Some(parts.join(" · "))
}

/// What a run costs with the chosen judge: calls to a server, prompts to carry by hand, or nothing. `None` where this
/// judge has no way to answer.
fn calls(planned: Option<Plan>, app: App) -> Option<String> {
    let (p, kind) = (app.strings().picker(), app.setup.kind.get());
    let of_calls = |what: &str| format!("{}: {what}", p.calls);
    if planned.is_some_and(|plan| plan.nothing) {
        return Some(of_calls("0"));
    }
    let Some(plan) = planned else {
        return Some(of_calls(p.unknown));
    };
    if let Some(said) = without_calls(&plan, app) {
        return said;
    }
    if plan.calls == 0 {
        return Some(of_calls(p.unknown));
    }
    let (count, all) = app.setup.calls(&plan);
    let exact = count == all;
    let sentence = match kind {
        JudgeKind::ByHand if exact => p.hand,
        JudgeKind::ByHand => p.hand_more,
        _ if exact => p.exact,
        _ => p.more,
    };
    let (count, all) = (count.to_string(), all.to_string());
    let sentence = fill(sentence, &[("count", &count), ("all", &all)]);
    Some(if kind == JudgeKind::Api {
        of_calls(&sentence)
    } else {
        sentence
    })
}

/// What is said where the judge makes no call, whatever the input: the inner `None` where it has no way to answer.
fn without_calls(plan: &Plan, app: App) -> Option<Option<String>> {
    let p = app.strings().picker();
    if plan.computed {
        return Some(Some(format!("{}: {}", p.calls, p.none)));
    }
    if app.setup.cannot(plan, app.strings()).is_some() {
        return Some(None);
    }
    let own = matches!(
        app.setup.kind.get(),
        JudgeKind::Embedded | JudgeKind::BuiltIn | JudgeKind::Nobody
    );
    own.then(|| Some(app.strings().run.cost_embedded.to_owned()))
}

/// The same for an input that is not all there: what the number of calls hangs on.
fn calls_of_shape(metric: &'static dyn Metric, planned: Option<Plan>, app: App) -> Option<String> {
    let p = app.strings().picker();
    let unknown = || Some(format!("{}: {}", p.calls, p.unknown));
    let Some(plan) = planned else {
        return unknown();
    };
    if let Some(said) = without_calls(&plan, app) {
        return said;
    }
    let of_plan = |plan: &Plan| app.setup.calls(plan).1;
    let shape = Shape::of(metric, &untrack(|| app.options_of(metric)), of_plan);
    let (Ok(shape), Some(notes)) = (shape, app.strings().notes()) else {
        return unknown();
    };
    let terms: Vec<String> = [
        (shape.fixed, "{count}"),
        (shape.chunk, notes.per_chunk),
        (shape.sentence, notes.per_sentence),
        (shape.sample, notes.per_sample),
        (shape.pair, notes.per_pair),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, form)| fill(form, &[("count", &count.to_string())]))
    .collect();
    if terms.is_empty() {
        return unknown();
    }
    let form = match app.setup.kind.get() {
        JudgeKind::ByHand => notes.prompts_in_all,
        _ => notes.calls_in_all,
    };
    Some(fill(form, &[("sum", &terms.join(" + "))]))
}

fn demands(metric: &dyn Metric, app: App, strings: &Strings) -> Vec<&'static str> {
    let demands = metric.demands(&untrack(|| app.options_of(metric)));
    if demands.tokens {
        return vec![strings.picker().tokens];
    }
    let told = [
        demands.understanding.then_some(strings.picker().model),
        demands.embeddings.then_some(strings.picker().embeddings),
    ];
    told.into_iter().flatten().collect()
}
