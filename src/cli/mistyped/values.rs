//! What is wrong with the values of a command: one that does not fit, none, one too many, two that exclude each other.

use std::error::Error as _;

use clap::Arg;
use clap::error::{ContextKind, ContextValue};

use super::{Mistyped, asked_behind, is_scenario, quoted};
use crate::load::EXTENSION;
use crate::source::Clean;
use crate::suggest::{list, suggest};

impl Mistyped<'_> {
    /// Two flags that exclude each other, one that is given twice, or words beside a verb of a verb.
    pub(super) fn conflict(&self) -> String {
        let plain = self.plain();
        let (one, other) = (
            self.flag_of(ContextKind::InvalidArg),
            self.flag_of(ContextKind::PriorArg),
        );
        match plain.as_slice() {
            [file, more @ ..] if self.verb_name() == "odds" && !more.is_empty() => {
                asked_behind(file, more)
            }
            _ if one.is_empty() => {
                let verb = self.verb_name();
                format!("there is a word too many: `affray {verb} --help` says what takes a value")
            }
            _ if one == other || other.is_empty() => {
                format!("`{one}` is given twice: leave one of them out")
            }
            _ => format!("`{one}` and `{other}` exclude each other: leave one of the two out"),
        }
    }

    /// The flag of a context, without what stands behind it.
    fn flag_of(&self, kind: ContextKind) -> String {
        let shown = self.context(kind);
        let word = shown.split([' ', '=', '[']).next().unwrap_or(shown);
        Clean(word).to_string()
    }

    /// A value that does not fit, or none.
    pub(super) fn value(&self) -> String {
        let flag = self.flag_of(ContextKind::InvalidArg);
        let value = self.context(ContextKind::InvalidValue);
        let known: Vec<&str> = match self.error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(known)) => known.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        // A file in the place of the value.
        if value.is_empty() || !known.is_empty() && value.ends_with(EXTENSION) {
            return self.without_value(&flag, &known);
        }
        let shown = Clean(value);
        let what = match flag.starts_with('-') {
            true => format!("`{flag}` cannot be `{shown}`"),
            false => format!("`{shown}` cannot stand here"),
        };
        let typed = |word: &&str| {
            **word == *value
                || word
                    .strip_prefix(&*flag)
                    .is_some_and(|rest| rest.strip_prefix('=') == Some(value))
        };
        let at = self.words.iter().position(typed);
        let near = suggest(value, known.iter().copied());
        match (near, at, self.error.source()) {
            (Some(near), Some(at), _) => {
                let with = match self.words[at].split_once('=') {
                    Some((flag, _)) => format!("{flag}={near}"),
                    None => near.to_owned(),
                };
                format!("{what}; did you mean `{}`?", self.with(at, &with))
            }
            (_, _, Some(why)) => format!("{what}: {why}"),
            (_, _, None) if known.is_empty() => format!("{what}; {}", self.see_help()),
            (_, _, None) => format!("{what}; it can be {}", list(known)),
        }
    }

    /// A flag that needs something behind it.
    fn without_value(&self, flag: &str, known: &[&str]) -> String {
        let arg = self.flag(flag.trim_start_matches('-'));
        let names = arg.and_then(Arg::get_value_names).unwrap_or_default();
        let name = names.first().map_or("VALUE", |name| name.as_str());
        let named = arg.map(Arg::get_default_values).unwrap_or_default();
        let default = named.first().and_then(|value| value.to_str());
        let example = known.first().copied().or(default);
        let example = example.unwrap_or(match name {
            "NUMBER" => "5",
            name => name,
        });
        let at = self
            .words
            .iter()
            .position(|word| *word == flag || word.strip_suffix('=') == Some(flag));
        let command = self.with(at.unwrap_or(self.words.len()), &format!("{flag} {example}"));
        match known.is_empty() {
            true => format!("`{flag}` needs a value behind it: `{command}`"),
            false => format!(
                "`{flag}` needs a value behind it, {}: `{command}`",
                list(known.iter().copied())
            ),
        }
    }

    pub(super) fn no_equals(&self) -> String {
        let flag = self.flag_of(ContextKind::InvalidArg);
        format!("a value stands behind `{flag}` with `=` between them: `{flag}=...`")
    }

    /// More or fewer values than something takes.
    pub(super) fn number_of_values(&self) -> String {
        let plain = self.plain();
        match (self.verb_name(), plain.as_slice()) {
            ("why", [file, title, _, _]) if is_scenario(file, title) => {
                let at = self.words.iter().position(|word| word == title);
                let at = at.unwrap_or(self.words.len());
                format!(
                    "which scenario is said with `--scenario`: `{}`",
                    self.with(at, &format!("--scenario {}", quoted(title)))
                )
            }
            ("why", [file, more @ ..]) if more.iter().any(|act| act.contains(' ')) => {
                let acts: Vec<String> = more.iter().take(2).map(|act| quoted(act)).collect();
                format!(
                    "two acts are compared, as in `affray why {} {}`",
                    quoted(file),
                    acts.join(" ")
                )
            }
            ("why", [file, more @ ..]) => format!(
                "two acts are compared, and each stands in quotes, as in `affray why {} {} \"...\"`",
                quoted(file),
                quoted(&more.join(" "))
            ),
            _ => {
                let flag = self.flag_of(ContextKind::InvalidArg);
                format!(
                    "`{flag}` takes another number of values; {}",
                    self.see_help()
                )
            }
        }
    }
}
