//! The page of the chosen metric, in a dialog: what it tells, its formula with the numbers of the open evaluation, its
//! steps, prompts and source, and how it differs from well-known code.

use leptos::prelude::*;

use super::dialog::Dialog;
use crate::evaluation::{Parts, State};
use crate::stats::rational::with_minus;
use crate::text::formula::{mathml, paragraph};
use crate::ui::later::{Part, later};
use crate::ui::rooms;
use crate::ui::state::App;

/// See the module. The address holds `page=metric` while it is open.
#[component]
pub fn Guide() -> impl IntoView {
    let app = App::get();
    let closed = move |()| {
        rooms::close_dialog(rooms::METRIC, app.reading);
    };
    let heading = Signal::derive(move || app.metric_texts().name.to_owned());
    view! { <Dialog id="metric-page" class="guide" open=app.reading.into() heading on_close=Callback::new(closed) home="metric-about" part=Part::new(body) /> }
}

later!(metrics: fn body() -> AnyView { view! { <Body /> }.into_any() });

#[component]
fn Body() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let heads = strings.guide();
    let metric = app.metric.get_untracked();
    let texts = untrack(|| app.metric_texts());
    let guide = crate::i18n::guide(app.lang.get_untracked(), metric.id()).map(|guide| {
        let formulas: String = guide.formula.lines().map(paragraph).collect();
        let steps = guide
            .steps
            .iter()
            .map(|step| view! { <li>{*step}</li> })
            .collect_view();
        view! {
            <h3>{heads.formula}</h3>
            <div class="formula-text" tabindex="0" role="region" aria-label=heads.formula inner_html=formulas></div>
            <Numbers />
            <h3>{heads.steps}</h3>
            <ol>{steps}</ol>
            <h3>{heads.differs}</h3>
            <p>{guide.differs}</p>
            <h3>{heads.source}</h3>
            <p>{guide.source}</p>
        }
    });
    let prompts = metric
        .prompts()
        .iter()
        .map(|template| {
            let name = format!("{} v{}", template.id, template.version);
            view! {
                <details>
                    <summary>{name.clone()}</summary>
                    <pre dir="auto" tabindex="0" role="region" aria-label=name>{template.text}</pre>
                </details>
            }
        })
        .collect_view();
    let none = metric
        .prompts()
        .is_empty()
        .then(|| view! { <p>{heads.no_prompts}</p> });
    view! {
        <div class="guide-body">
            <h3>{heads.definition}</h3>
            <p>{texts.purpose}</p>
            <p>{texts.teaches}</p>
            <p class="guide-tags"><span class="tag">{texts.range}</span> " " <span class="tag">{texts.needs}</span></p>
            <h3>{heads.avoid}</h3>
            <p>{texts.avoid}</p>
            {guide}
            <h3>{heads.prompts}</h3>
            {prompts}
            {none}
        </div>
    }
}

/// The formula lines of the open evaluation of this metric.
#[component]
fn Numbers() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let finished = untrack(|| app.run.finished_for(app.metric.get()));
    let lines: Vec<(String, String)> = finished.map_or_else(Vec::new, |finished| {
        let shown = |working: &str, value: String| {
            if working.is_empty() {
                value
            } else {
                format!("{working} = {value}")
            }
        };
        match &finished.record.outcome.parts {
            Parts::Breakdown(parts) => parts
                .lines
                .iter()
                // A figure that is given or left open has nothing to fill in.
                .chain(parts.figures.iter().filter(|figure| !figure.working.is_empty()))
                .map(|line| {
                    let scored = matches!(finished.record.outcome.state, State::Scored(_));
                    (strings.line_label(line), with_minus(&line.told(scored)))
                })
                .collect(),
            Parts::Recall(parts) => parts
                .lines
                .iter()
                .map(|line| {
                    let value = line.value.clone().unwrap_or_else(|| "?".to_owned());
                    let name = crate::share::report::line_name(line.line, strings).to_owned();
                    (name, shown(&line.working, value))
                })
                .collect(),
            Parts::Sufficiency(parts) => {
                let v = &strings.verdict;
                let verdict = parts.sufficient.map(|sufficient| {
                    let word = if sufficient { v.sufficient } else { v.insufficient };
                    (word.to_owned(), if sufficient { "1" } else { "0" }.to_owned())
                });
                verdict.into_iter().collect()
            }
            Parts::None => Vec::new(),
        }
    });
    (!lines.is_empty()).then(|| {
        let lines = lines
            .into_iter()
            .map(|(name, working)| view! { <dt>{name}</dt> <dd class="working" tabindex="0" inner_html=mathml(&working)></dd> })
            .collect_view();
        view! {
            <p class="hint">{strings.guide().now}</p>
            <dl class="formula plain">{lines}</dl>
        }
    })
}
