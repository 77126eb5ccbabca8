//! Settings: what a user may choose for a metric, described so that a form can be built from it. The chosen values
//! stand in [`super::Options::values`]; their words are in [`crate::i18n`].

use serde_json::Value;

use crate::text::decimal::decimal;

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
    /// A number that may be left open; there is no default.
    Given {
        /// Lowest.
        min: f64,
        /// Highest.
        max: f64,
        /// Whole numbers only.
        whole: bool,
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

/// The settings whose values may not be chosen. A lowest value that is not below the highest is one as well.
pub fn wrong(settings: &[Setting], values: &serde_json::Map<String, Value>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = settings
        .iter()
        .filter(|setting| setting.check(values.get(setting.name)).is_err())
        .map(|setting| setting.name)
        .collect();
    let end = |name: &str| {
        let setting = settings.iter().find(|setting| setting.name == name)?;
        match setting.kind {
            SettingKind::Number { default, .. } => {
                Some(values.get(name).map_or(Some(default), Value::as_f64)).flatten()
            }
            _ => None,
        }
    };
    if let (Some(min), Some(max)) = (end("min"), end("max"))
        && min >= max
        && !names.contains(&"max")
    {
        names.push("max");
    }
    names
}

/// The values that count: those that were chosen, and else the defaults. What was left open is absent.
pub fn effective(
    settings: &[Setting],
    values: &serde_json::Map<String, Value>,
) -> serde_json::Map<String, Value> {
    let of = |setting: &Setting| {
        let chosen = values.get(setting.name).cloned();
        let chosen = chosen.filter(|value| value.as_str().is_none_or(|text| !text.trim().is_empty()));
        Some((setting.name.to_owned(), chosen.or_else(|| setting.default())?))
    };
    settings.iter().filter_map(of).collect()
}

impl Setting {
    /// What counts where nothing is chosen; `None` where nothing then does.
    pub fn default(&self) -> Option<Value> {
        match self.kind {
            SettingKind::Choice(words) => words.first().copied().map(Value::from),
            SettingKind::Whole { default, .. } => Some(Value::from(default)),
            SettingKind::Number { default, .. } => Some(Value::from(default)),
            SettingKind::Given { .. } | SettingKind::Text { .. } => None,
        }
    }

    /// What was typed as a value; `None` for nothing, which is the default. What is no number where one is wanted
    /// comes as the text that it is, and [`Setting::check`] refuses it.
    pub fn read(&self, typed: &str) -> Option<Value> {
        let bare = typed.trim();
        if bare.is_empty() {
            return None;
        }
        let text = || Value::String(bare.to_owned());
        Some(match self.kind {
            SettingKind::Choice(_) => text(),
            SettingKind::Text { .. } => Value::String(typed.to_owned()),
            SettingKind::Whole { .. } | SettingKind::Given { whole: true, .. } => {
                bare.parse::<u64>().map_or_else(|_| text(), Value::from)
            }
            SettingKind::Number { .. } | SettingKind::Given { .. } => {
                let number = decimal(bare).and_then(serde_json::Number::from_f64);
                number.map_or_else(text, Value::Number)
            }
        })
    }

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
            (SettingKind::Given { whole: true, .. }, Some(value)) if value.as_u64().is_none() => false,
            (SettingKind::Number { min, max, .. } | SettingKind::Given { min, max, .. }, Some(value)) => {
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
    fn what_is_typed_is_read_or_refused() {
        let of = |kind| Setting { name: "x", kind };
        let whole = of(SettingKind::Whole {
            min: 1,
            max: 9,
            default: 1,
            odd: true,
        });
        let given = of(SettingKind::Given {
            min: -1.0,
            max: 1.0,
            whole: false,
        });
        let cut = of(SettingKind::Given {
            min: 1.0,
            max: 9.0,
            whole: true,
        });
        assert_eq!(cut.default(), None);
        for (setting, typed, value, fits) in [
            (whole, " 3 ", Some(json!(3)), true),
            (whole, "", None, true),
            (whole, "4", Some(json!(4)), false),
            (whole, "3.5", Some(json!("3.5")), false),
            (whole, "-1", Some(json!("-1")), false),
            (given, "-0.25", Some(json!(-0.25)), true),
            (given, "1.5", Some(json!(1.5)), false),
            (given, "NaN", Some(json!("NaN")), false),
            (given, "0,5", Some(json!("0,5")), false),
            (cut, "", None, true),
            (cut, "3", Some(json!(3)), true),
            (cut, "0", Some(json!(0)), false),
            (cut, "2.5", Some(json!("2.5")), false),
        ] {
            let read = setting.read(typed);
            assert_eq!(read, value, "{typed}");
            assert_eq!(setting.check(read.as_ref()).is_ok(), fits, "{typed}");
        }
    }

    #[test]
    fn a_scale_needs_its_ends_in_order() {
        let number = |name, default| Setting {
            name,
            kind: SettingKind::Number {
                min: -1000.0,
                max: 1000.0,
                default,
            },
        };
        let settings = [
            Setting {
                name: "criterion",
                kind: SettingKind::Text { required: true },
            },
            number("min", 1.0),
            number("max", 5.0),
        ];
        for (values, names) in [
            (json!({"criterion": "c"}), vec![]),
            (json!({"criterion": "c", "min": 5}), vec!["max"]),
            (json!({"criterion": " ", "min": 0, "max": 0.5}), vec!["criterion"]),
        ] {
            assert_eq!(wrong(&settings, values.as_object().unwrap()), names);
        }
    }

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
