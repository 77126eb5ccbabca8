//! Every sentence that a user reads, in every language.
//!
//! A language is one file that fills [`Strings`], and a line in `languages!`; the compiler refuses a missing sentence,
//! tests compare the placeholders, and a pseudo-language shows that no sentence comes from anywhere else. Sentences with values hold `{name}` and are filled by [`fill`].

pub mod code;
mod en;
mod guides;
pub mod local_model;
mod lookups;
#[cfg(test)]
mod pseudo;
pub mod quality;
mod settings;
mod steps;
mod strings;
mod zh_hant;

pub use guides::GuideTexts;
pub use lookups::{ReasonSaid, ReasonTexts};
pub use strings::{
    ByHandTexts, ConnectTexts, EditorTexts, ElsewhereTexts, Failures, KeptTexts, MetricTexts, OfMetrics,
    PasteTexts, RoomTexts, SettingTexts, Strings,
};

/// The languages of the app: a line here and a file of sentences each. The last but one is the primary tag that means it.
macro_rules! languages {
    ($($(#[$attribute:meta])* $name:ident { $tag:literal, $own:literal, $short:literal, $primary:literal, $file:ident })*) => {
        /// The languages of the app.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Lang { $($(#[$attribute])* #[doc = $own] $name),* }

        impl Lang {
            /// All languages, in the order of the switch.
            pub const ALL: [Lang; [$($tag),*].len()] = [$(Lang::$name),*];

            /// The BCP 47 tag, as in `?lang=` and on `<html lang>`.
            pub fn tag(self) -> &'static str {
                match self { $(Self::$name => $tag),* }
            }

            /// The name of the language in itself.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $own),* }
            }

            /// A few letters for a button.
            pub fn short(self) -> &'static str {
                match self { $(Self::$name => $short),* }
            }

            fn primary(self) -> &'static str {
                match self { $(Self::$name => $primary),* }
            }

            /// What is said of failed calls. These come with the API judges.
            pub fn failures(self) -> &'static Failures {
                match self { $(Self::$name => &$file::FAILURES),* }
            }

            /// The pages that are fetched when they are opened. To be used there alone: what the first page names comes
            /// with it.
            pub fn rooms(self) -> &'static RoomTexts {
                match self { $(Self::$name => &$file::ROOMS),* }
            }

            /// What is said of keys and texts that are kept over a reload. Fetched like [`Self::rooms`].
            pub fn kept(self) -> &'static KeptTexts {
                match self { $(Self::$name => &$file::KEPT),* }
            }

            /// What is said of what came from elsewhere, and of other tabs. Fetched like [`Self::rooms`].
            pub fn elsewhere(self) -> &'static ElsewhereTexts {
                match self { $(Self::$name => &$file::ELSEWHERE),* }
            }

            /// The set-up of API judges, and two opinions side by side. Fetched like [`Self::rooms`].
            pub fn connect(self) -> &'static ConnectTexts {
                match self { $(Self::$name => &$file::CONNECT),* }
            }

            /// The guided panel of the judge who copies and pastes. Fetched like [`Self::rooms`].
            pub fn hand(self) -> &'static ByHandTexts {
                match self { $(Self::$name => &$file::HAND),* }
            }

            /// What is said where the form is filled by pasting. Fetched like [`Self::rooms`].
            pub fn paste(self) -> &'static PasteTexts {
                match self { $(Self::$name => &$file::PASTE),* }
            }

            /// What stands in the panel of a prompt. Fetched like [`Self::rooms`].
            pub fn editor(self) -> &'static EditorTexts {
                match self { $(Self::$name => &$file::EDITOR),* }
            }

            /// What is said of all metrics but the first. It comes with them.
            pub fn of_metrics(self) -> &'static OfMetrics {
                match self { $(Self::$name => &$file::OF_METRICS),* }
            }

            /// Its sentences, wherever they stand.
            fn own_strings(self) -> &'static Strings {
                match self { $(Self::$name => &$file::STRINGS),* }
            }
        }
    };
}

languages! {
    #[default]
    En { "en", "English", "EN", "en", en }
    ZhHant { "zh-Hant", "繁體中文", "中文", "zh", zh_hant }
}

impl Lang {
    /// Its sentences; English for a language whose file was not fetched ([`languages_are_here`]).
    pub fn strings(self) -> &'static Strings {
        #[cfg(split)]
        return match (self, FETCHED.get()) {
            (Self::En, _) | (_, None) => &en::STRINGS,
            (other, Some(own)) => own(other),
        };
        #[cfg(not(split))]
        self.own_strings()
    }

    /// The language for a tag such as `en-GB`, `zh`, `zh-TW`; `None` for one that we don't have.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|lang| primary.eq_ignore_ascii_case(lang.primary()))
    }

    /// The page "How good is this judge?".
    pub fn quality(self) -> &'static quality::QualityTexts {
        match self {
            Self::En => &quality::EN,
            Self::ZhHant => &quality::ZH_HANT,
        }
    }
}

/// The page of a metric.
pub fn guide(lang: Lang, metric: &str) -> Option<&'static GuideTexts> {
    let guides = match lang {
        Lang::En => guides::EN,
        Lang::ZhHant => guides::ZH_HANT,
    };
    guides.iter().find(|guide| guide.id == metric)
}

/// Where the release is split into files, English comes with the page, and the other languages when one of them is
/// chosen.
#[cfg(split)]
static FETCHED: std::sync::OnceLock<fn(Lang) -> &'static Strings> = std::sync::OnceLock::new();

/// Makes the languages known that don't come with the page. To be called from the file that holds them.
pub fn languages_are_here() {
    #[cfg(split)]
    FETCHED.get_or_init(|| Lang::own_strings);
}

/// What is said of metrics comes with their file, where the release is split.
#[cfg(split)]
static METRICS: std::sync::OnceLock<fn(Lang) -> &'static OfMetrics> = std::sync::OnceLock::new();

/// Makes known what is said of metrics. To be called from the files that show it.
#[cfg(split)]
pub fn metrics_are_here() {
    METRICS.get_or_init(|| Lang::of_metrics);
}

/// What the table of a language itself names comes with the page.
const fn unless_later(all: &'static OfMetrics) -> Option<&'static OfMetrics> {
    if cfg!(split) { None } else { Some(all) }
}

/// Ids and names alone, apart from the other texts.
const fn names_of<const N: usize>(all: &[MetricTexts]) -> [(&'static str, &'static str); N] {
    let mut names = [("", ""); N];
    let (mut all, mut left) = (all, names.as_mut_slice());
    while let ([texts, more @ ..], [name, rest @ ..]) = (all, left) {
        *name = (texts.id, texts.name);
        (all, left) = (more, rest);
    }
    names
}

/// Fills `{name}` placeholders of a sentence in one pass. Unknown names stay as they are.
pub fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, tail)) = rest.split_once('{') {
        out.push_str(before);
        let known = tail.split_once('}').and_then(|(name, after)| {
            values
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value, after))
        });
        match known {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push('{');
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}
