//! What the model costs, and what a run may spend: the user's own table, which ships empty.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::setting_input::{TextInput, number_error};
use crate::i18n::{ConnectTexts, fill};
use crate::judge::api::prices::{Price, Prices, PricesError, amount_of};
use crate::text::visible::named;
use crate::ui::browser;
use crate::ui::parts::marked_text::visible;
use crate::ui::state::App;

/// See the module.
#[component]
pub fn PriceForm() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let texts = strings.lang.connect();
    let setup = app.setup;
    let book = setup.prices;
    let is_amount: fn(&str) -> bool = |typed| amount_of(typed).is_some();
    book.keep_cap();
    let cap_error = number_error(book.cap, is_amount, texts.bad_cap);
    // Whose price is entered: as typed now.
    let of = Memo::new(move |_| (setup.host(), setup.model_name()));
    let entry = move || {
        let (host, model) = of.get();
        if host.is_empty() || model.is_empty() {
            return view! { <p class="hint">{texts.price_needs_model}</p> }.into_any();
        }
        let heading = fill(texts.price_of, &[("model", &model), ("host", &host)]);
        view! { <p class="label">{heading}</p> <Entry host model /> }.into_any()
    };
    view! {
        <details class="more" id="prices">
            <summary>{texts.prices}</summary>
            <p class="hint">{texts.prices_hint}</p>
            <TextInput id="spending-cap" label=texts.cap value=book.cap error=cap_error mode="decimal" />
            {entry}
            <Table />
        </details>
    }
    .into_any()
}

/// The two fields follow the table: what is imported, removed or changed in another tab is seen in them.
#[component]
fn Entry(host: String, model: String) -> impl IntoView {
    let app = App::get();
    let texts = app.strings().lang.connect();
    let book = app.setup.prices;
    let known = {
        let (host, model) = (host.clone(), model.clone());
        Memo::new(move |_| book.of(&host, &model).map(|price| [price.input, price.output]))
    };
    let wrong = RwSignal::new([false, false]);
    let half = RwSignal::new(false);
    Effect::new(move |_| {
        known.track();
        wrong.set([false, false]);
        half.set(false);
    });
    let read = move || {
        let typed = |id| browser::value_of(id).unwrap_or_default();
        let (input, output) = (typed("price-input"), typed("price-output"));
        let blank = [&input, &output].map(|typed| typed.trim().is_empty());
        let (host, model) = (host.clone(), model.clone());
        let amounts = [amount_of(&input), amount_of(&output)];
        match amounts {
            [Some(input), Some(output)] => book.change(|table| {
                table.set(Price {
                    host,
                    model,
                    input,
                    output,
                });
            }),
            // Half a price, or one that can't be read, is none: what was there stays until both fields are empty.
            _ if blank == [true, true] => book.change(|table| table.remove(&host, &model)),
            _ => {}
        }
        wrong.set([0, 1].map(|at| blank.get(at) == Some(&false) && amounts.get(at) == Some(&None)));
        half.set(blank[0] != blank[1]);
    };
    let read = Callback::new(move |()| read());
    let field = |at: usize, id: &'static str, label| {
        let is_wrong = move || wrong.with(|wrong| wrong.get(at) == Some(&true));
        let error_id = format!("{id}-error");
        let described = {
            let error_id = error_id.clone();
            move || is_wrong().then(|| error_id.clone())
        };
        let value = move || {
            let known = known.get();
            let amount = known.and_then(|known| known.get(at).copied());
            amount.map(|amount| amount.to_string()).unwrap_or_default()
        };
        view! {
            <div class="setting">
                <label for=id>{label}</label>
                <input
                    id=id
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    prop:value=value
                    aria-invalid=move || is_wrong().then_some("true")
                    aria-describedby=described
                    on:change=move |_| read.run(())
                />
                {move || is_wrong().then(|| view! { <p class="error" id=error_id.clone()>{texts.bad_price}</p> })}
            </div>
        }
    };
    view! {
        <div class="setting-row">
            {field(0, "price-input", texts.price_input)}
            {field(1, "price-output", texts.price_output)}
        </div>
        <div role="status">
            {move || half.get().then(|| view! { <p class="hint" id="price-half">{texts.half_price}</p> })}
        </div>
    }
    .into_any()
}

/// Why a file of prices was not taken.
fn refused(error: PricesError, texts: &ConnectTexts) -> String {
    match error {
        PricesError::Json(line) => fill(texts.prices_json, &[("line", &line.to_string())]),
        PricesError::Form(line) => fill(texts.prices_form, &[("line", &line.to_string())]),
        PricesError::Lacks(name) => fill(texts.prices_lacks, &[("name", &name)]),
        PricesError::Version(version) => fill(texts.prices_version, &[("version", &version.to_string())]),
        PricesError::Price(row) => fill(texts.prices_row, &[("row", &row.to_string())]),
        PricesError::TooLarge => texts.prices_too_large.to_owned(),
        PricesError::Currency { here, given } => {
            let named = |currency: String| match currency.as_str() {
                "" => "–".to_owned(),
                _ => currency,
            };
            fill(
                texts.prices_currency,
                &[("here", &named(here)), ("given", &named(given))],
            )
        }
    }
}

/// All prices, with their way out and in.
#[component]
fn Table() -> impl IntoView {
    let app = App::get();
    let strings = app.strings();
    let texts = strings.lang.connect();
    let book = app.setup.prices;
    let told = RwSignal::new(None::<Result<String, String>>);
    let rows = move || {
        let table = book.table.get();
        table
            .prices
            .into_iter()
            .map(|price| {
                let name = format!("{} · {}", price.model, price.host);
                let label = fill(texts.price_remove, &[("name", &named(&name))]);
                let line = format!("{name}: {} / {} {}", price.input, price.output, table.currency);
                let remove = move |_| book.change(|table| table.remove(&price.host, &price.model));
                view! {
                    <li>{visible(&line)} " " <button type="button" class="link" aria-label=label on:click=remove>"×"</button></li>
                }
            })
            .collect_view()
    };
    let import = move |event: leptos::ev::Event| {
        spawn_local(async move {
            let Some(text) = browser::chosen_text(&event).await else {
                return;
            };
            let currency = || book.table.with_untracked(|table| table.currency.clone());
            let before = currency();
            let outcome = book
                .import(&text)
                .map(|count| {
                    let told = fill(texts.imported, &[("count", &count.to_string())]);
                    let now = currency();
                    if now == before {
                        return told;
                    }
                    // What a run may spend has no currency of its own.
                    let changed = fill(texts.prices_now, &[("currency", &now)]);
                    app.strings().join(&[&told, &changed])
                })
                .map_err(|error| fill(texts.not_imported, &[("detail", &refused(error, texts))]));
            let _ = told.try_set(Some(outcome));
        });
    };
    let address = move || {
        let text = book.table.with(Prices::write);
        format!(
            "data:application/json;charset=utf-8,{}",
            String::from(js_sys::encode_uri_component(&text))
        )
    };
    view! {
        <ul class="prices">{rows}</ul>
        <div class="setting-row">
            <div class="setting">
                <label for="price-currency">{texts.currency}</label>
                <input
                    id="price-currency"
                    type="text"
                    maxlength="3"
                    prop:value=move || book.table.with(|table| table.currency.clone())
                    on:change=move |event| {
                        let typed = event_target_value(&event).trim().to_owned();
                        book.change(|table| table.currency = typed);
                    }
                />
            </div>
            <div class="setting"><a class="secondary" id="prices-export" download="assay-prices.json" href=address>{texts.export}</a></div>
            <div class="setting">
                <label for="prices-import">{texts.import}</label>
                <input id="prices-import" type="file" accept=".json,application/json" on:change=import />
            </div>
        </div>
        <div role="status">
            {move || told.get().map(|told| match told {
                Ok(sentence) => view! { <p class="notice">{sentence}</p> }.into_any(),
                Err(sentence) => view! { <p class="error">{sentence}</p> }.into_any(),
            })}
        </div>
    }
    .into_any()
}
