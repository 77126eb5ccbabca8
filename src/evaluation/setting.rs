//! Settings: what a user may choose for a metric, described so that a form can be built from it. The chosen values
//! stand in [`super::Options::values`]; their words are in [`crate::i18n`].

use serde_json::Value;

/// One thing to choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name in [`super::Options::values`].
    pub name: &'static str,
    /// What may be chosen.
    pub kind: SettingKind,
}

/// What may be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingKind {
    /// One of several words, the default first.
    Choice(&'static [&'static str]),
    /// A whole number.
    Whole {
        /// Lowest.
        min: u32,
        /// Highest.
        max: u32,
        /// Unless chosen.
        default: u32,
        /// Even numbers are refused (a vote needs a majority).
        odd: bool,
    },
    /// A number.
    Number {
        /// Lowest.
        min: f64,
        /// Highest.
        max: f64,
        /// Unless chosen.
        default: f64,
    },
    /// Free text; a required one must not be blank.
    Text {
        /// The metric can't be judged without it.
        required: bool,
    },
}

/// A value that is not one of those that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} has a value that may not be chosen")]
pub struct WrongSetting(pub &'static str);

impl Setting {
    /// Whether a value may be chosen; absent is the default.
    ///
    /// # Errors
    /// [`WrongSetting`] with the name.
    pub fn check(&self, value: Option<&Value>) -> Result<(), WrongSetting> {
        let wrong = WrongSetting(self.name);
        let fits = match (self.kind, value) {
            (SettingKind::Text { required: true }, value) => value
                .and_then(Value::as_str)
                .is_some_and(|text| !text.trim().is_empty()),
            (_, None) => true,
            (SettingKind::Choice(words), Some(value)) => {
                value.as_str().is_some_and(|word| words.contains(&word))
            }
            (SettingKind::Whole { min, max, odd, .. }, Some(value)) => value
                .as_u64()
                .and_then(|number| u32::try_from(number).ok())
                .is_some_and(|number| (min..=max).contains(&number) && (!odd || number % 2 == 1)),
            (SettingKind::Number { min, max, .. }, Some(value)) => {
                value.as_f64().is_some_and(|number| (min..=max).contains(&number))
            }
            (SettingKind::Text { required: false }, Some(value)) => value.is_string(),
        };
        if fits { Ok(()) } else { Err(wrong) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_may_not_be_chosen_is_refused() {
        let of = |kind| Setting { name: "x", kind };
        let votes = of(SettingKind::Whole {
            min: 1,
            max: 9,
            default: 1,
            odd: true,
        });
        let mode = of(SettingKind::Choice(&["a", "b"]));
        let own = of(SettingKind::Text { required: true });
        for (setting, value, fits) in [
            (votes, None, true),
            (votes, Some(json!(3)), true),
            (votes, Some(json!(2)), false),
            (votes, Some(json!(11)), false),
            (mode, Some(json!("b")), true),
            (mode, Some(json!("c")), false),
            (own, None, false),
            (own, Some(json!(" ")), false),
            (own, Some(json!("clear?")), true),
        ] {
            assert_eq!(setting.check(value.as_ref()).is_ok(), fits, "{value:?}");
        }
    }
}
