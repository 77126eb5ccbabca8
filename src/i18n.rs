//! Every sentence that a user reads, in every language.
//!
//! A language is one file that fills [`Strings`]; the compiler refuses a missing one, and a test compares the
//! placeholders. Sentences with values hold `{name}` and are filled by [`fill`].

mod en;
mod guides;
mod lookups;
pub mod quality;
mod settings;
mod strings;
mod zh_hant;

pub use guides::GuideTexts;
pub use lookups::{ReasonSaid, ReasonTexts};
pub use strings::{Failures, MetricTexts, SettingTexts, Strings};

/// The languages of the app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Traditional Chinese.
    ZhHant,
}

impl Lang {
    /// All languages, in the order of the switch.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::ZhHant];

    /// The BCP 47 tag, as in `?lang=` and on `<html lang>`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::ZhHant => "zh-Hant",
        }
    }

    /// The page "How good is this judge?".
    pub fn quality(self) -> &'static quality::QualityTexts {
        match self {
            Self::En => &quality::EN,
            Self::ZhHant => &quality::ZH_HANT,
        }
    }

    /// The name of the language in itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::ZhHant => "繁體中文",
        }
    }

    /// The language for a tag such as `en-GB`, `zh`, `zh-TW`; `None` for one that we don't have.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag
            .split(['-', '_'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match primary.as_str() {
            "en" => Some(Self::En),
            "zh" => Some(Self::ZhHant),
            _ => None,
        }
    }

    /// Its sentences.
    pub fn strings(self) -> &'static Strings {
        match self {
            Self::En => &en::STRINGS,
            #[cfg(not(split))]
            Self::ZhHant => &zh_hant::STRINGS,
            #[cfg(split)]
            Self::ZhHant => FETCHED.get().copied().unwrap_or(&en::STRINGS),
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

/// Where the release is split into files, English comes with the page and another language when it is chosen: until
/// [`fetched_zh_hant`] was called, [`Lang::strings`] gives English for it.
#[cfg(split)]
static FETCHED: std::sync::OnceLock<&'static Strings> = std::sync::OnceLock::new();

/// Makes Traditional Chinese known. To be called from the file that holds it.
pub fn fetched_zh_hant() {
    #[cfg(split)]
    FETCHED.get_or_init(|| &zh_hant::STRINGS);
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
