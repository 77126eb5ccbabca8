//! A pseudo-language for tests: English with every sentence in brackets and every letter accented. What is still plain
//! on the way out did not come from the table, so it could not be translated by adding a file.

#![allow(clippy::string_slice)]

use super::en;
use super::strings::{MetricTexts, OfMetrics, SettingTexts, Strings};

/// `⟦Ĵûďĝé {çôûñţ}⟧` but with the placeholder as it is.
fn accented(text: &str) -> &'static str {
    let mut out = String::from("⟦");
    let mut in_placeholder = false;
    for c in text.chars() {
        in_placeholder = c == '{' || (in_placeholder && c != '}');
        match c {
            'a'..='z' | 'A'..='Z' if !in_placeholder => {
                // A letter and an accent: told from any plain letter, and read by people.
                out.push(c);
                out.push('\u{301}');
            }
            _ => out.push(c),
        }
    }
    out.push('⟧');
    Box::leak(out.into_boxed_str())
}

/// The pseudo-language, made like any other: one value of [`Strings`].
fn strings() -> Strings {
    let e = &en::STRINGS;
    Strings {
        lang: e.lang,
        first: metric(&e.first),
        names: Box::leak(e.names.iter().map(|(id, name)| (*id, accented(name))).collect()),
        of_metrics: e.of_metrics.map(|all| &*Box::leak(Box::new(of_metrics(all)))),
        marks: e.marks.mapped(accented),
        flags: e.flags.mapped(accented),
        embedded: e.embedded.mapped(accented),
        page: e.page.mapped(accented),
        form: e.form.mapped(accented),
        run: e.run.mapped(accented),
        prompt_panel: e.prompt_panel.mapped(accented),
        judge_panel: e.judge_panel.mapped(accented),
        verdict: e.verdict.mapped(accented),
        empty: e.empty.mapped(accented),
        evidence: e.evidence.mapped(accented),
        report: e.report.mapped(accented),
        calling: e.calling.mapped(accented),
        keep: e.keep.mapped(accented),
        back: e.back.mapped(accented),
    }
}

fn metric(texts: &MetricTexts) -> MetricTexts {
    MetricTexts {
        name: accented(texts.name),
        purpose: accented(texts.purpose),
        range: accented(texts.range),
        needs: accented(texts.needs),
        teaches: accented(texts.teaches),
        avoid: accented(texts.avoid),
        ..*texts
    }
}

fn of_metrics(all: &OfMetrics) -> OfMetrics {
    let setting = |texts: &SettingTexts| SettingTexts {
        label: accented(texts.label),
        hint: accented(texts.hint),
        choices: Box::leak(
            texts
                .choices
                .iter()
                .map(|(choice, said)| (*choice, accented(said)))
                .collect(),
        ),
        ..*texts
    };
    OfMetrics {
        metrics: Box::leak(all.metrics.iter().map(metric).collect()),
        settings: Box::leak(all.settings.iter().map(setting).collect()),
        labels: all.labels.mapped(accented),
        part_scores: all.part_scores.mapped(accented),
        reasons: all.reasons.mapped(accented),
        change: all.change.mapped(accented),
        picker: all.picker.mapped(accented),
        plan: all.plan.mapped(accented),
        together: all.together.mapped(accented),
        guide: all.guide.mapped(accented),
        fields: all.fields.mapped(accented),
        breakdown: all.breakdown.mapped(accented),
        judged: all.judged.mapped(accented),
        notes: all.notes.mapped(accented),
    }
}

/// Words of plain letters: two or more behind each other, none accented.
fn plain_words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_ascii_alphabetic() || c == '\u{301}'))
        .filter(|word| word.len() > 1 && !word.contains('\u{301}'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn nothing_but_data_is_plain_in_a_report() {
    use crate::evaluation::{Evaluation, Options, Overrides, Reply};
    use crate::metric::catalogue;
    use crate::sample::examples;
    use crate::share::file;
    use crate::share::record::Record;

    let pseudo = strings();
    for metric in catalogue::ALL.iter().copied() {
        let chinese = metric
            .examples()
            .iter()
            .find(|example| example.flavour == examples::Flavour::Chinese);
        let Some(example) = chinese else { continue };
        let options = Options {
            prompts: Default::default(),
            ..example.options(metric)
        };
        let mut evaluation = Evaluation::start(metric, example.sample(), options).unwrap();
        while let Some(path) = evaluation.open_asks().map(|asks| asks[0].path.clone()) {
            evaluation.take(&path, Reply::text("1")).unwrap();
        }
        let mut record = Record::new(&example.sample(), "en");
        record.add(&evaluation, &Overrides::default());
        let report = file::markdown(&record, &pseudo);
        let (report, _) = report.split_once("<!--").unwrap();
        // Code (ids, hashes), times, and what was judged are data.
        let told: String = report
            .lines()
            .filter(|line| !line.starts_with('>'))
            .map(|line| {
                let outside: Vec<&str> = line.split('`').step_by(2).collect();
                outside.join(" ") + "\n"
            })
            .collect();
        let plain: Vec<String> = plain_words(&told)
            .into_iter()
            // Hashes are named; working of a formula has its functions; metrics have ids.
            .filter(|word| !["SHA", "min", "max", "mean", "exp", "ln"].contains(&word.as_str()))
            .filter(|word| {
                !catalogue::ALL
                    .iter()
                    .any(|metric| metric.id().contains(word.as_str()))
            })
            .filter(|word| {
                let sample = serde_json::to_string(&example.sample()).unwrap();
                !sample.contains(word.as_str())
            })
            .collect();
        assert!(plain.is_empty(), "{}: {plain:?} in\n{told}", metric.id());
    }
}

/// The string literals of a source, each with what stands before it.
fn literals(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut begun = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (c, begun) {
            _ if escaped => escaped = false,
            ('\\', _) => escaped = true,
            ('"', None) if !text[..at].ends_with('\'') => begun = Some(at),
            ('"', Some(start)) => {
                found.push((&text[..start], &text[start + 1..at]));
                begun = None;
            }
            _ => {}
        }
    }
    found
}

/// Text nodes and spoken names on screens are sentences of the table, too.
#[test]
fn no_screen_has_a_sentence_of_its_own() {
    fn sources(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    let mut files = Vec::new();
    sources(std::path::Path::new("src/ui"), &mut files);
    assert!(files.len() > 20, "{}", files.len());
    // Names, which are the same in every language.
    let names = ["Assay", "KB", "MB", "JSON", "SHA", "ChatGPT", "Claude"];
    for (path, text) in files {
        for (before, literal) in literals(&text) {
            let bare = before.trim_end();
            let node = bare.ends_with('>') && !bare.ends_with("=>") && !bare.ends_with("->")
                || ["aria-label=", "title=", "placeholder=", "alt="]
                    .iter()
                    .any(|name| before.ends_with(name));
            if !node {
                continue;
            }
            let words = literal
                .split(|c: char| !c.is_alphabetic())
                .filter(|word| word.chars().count() > 1 && !names.contains(word));
            assert_eq!(
                words.count(),
                0,
                "{path}: {literal:?} does not come from the table"
            );
        }
    }
}
