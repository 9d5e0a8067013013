//! What is said of a bare name that stands for nothing: why it cannot be seen, or what was probably meant.

use crate::check::body::Body;
use crate::check::symbol_table::{meant, unknown};
use crate::check::types;
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::ruleset::{Type, WordId, slot_of};
use crate::syntax::ast::Name;

impl Body<'_> {
    /// The complaint about a name that stands for nothing, at a place where a type is expected.
    pub(super) fn explain_unknown(&self, name: &Name, expected: Option<&Type>) -> Diagnostic {
        let text = &name.text;
        let error = |code, message: String| Diagnostic::error(code, name.span, message);
        if self.beyond.contains(text) {
            return error(
                Code::UnknownName,
                format!("`{text}` cannot be seen inside this phase"),
            )
            .label("a name of the lines around the phase")
            .help("a phase has only names of its own: keep the value in an attribute of `combat`");
        }
        let other_word = match text.as_str() {
            "true" => Some("yes"),
            "false" => Some("no"),
            _ => None,
        };
        if let Some(word) = other_word {
            return error(Code::UnknownName, format!("there is no name `{text}`"))
                .help(format!("write `{word}`"))
                .fix(name.span, word, Applicability::Unsafe);
        }
        if self.searched.contains(text) {
            let message = format!("`{text}` can be seen only in its search, which is over here");
            return error(Code::UnknownName, message)
                .label("a name of the search before")
                .help(format!("what belongs to the search goes into brackets: `any ... {text} where (... or ...)`"));
        }
        match expected {
            Some(ty @ Type::Choice(words)) => {
                let message = format!("`{text}` is not {}", types::describe(self.rules, ty));
                let seen = self
                    .visible()
                    .chain(words.iter().map(|word| self.rules.word(*word)));
                return self.with_words(
                    meant(
                        self.diagnostics,
                        error(Code::UnknownName, message),
                        name,
                        seen,
                    ),
                    words,
                );
            }
            Some(Type::Stage) => {
                let stages = self.names.stages.iter().map(|word| self.rules.word(*word));
                return unknown(self.diagnostics, name, "stage", stages);
            }
            Some(Type::Action) => {
                return unknown(
                    self.diagnostics,
                    name,
                    "action",
                    self.names
                        .actions
                        .keys()
                        .map(String::as_str)
                        .chain(self.visible()),
                );
            }
            _ => {}
        }
        if let Some(function) = self.names.functions.get(text) {
            let count = self.rules.functions[function.index()].parameters.len();
            return error(
                Code::MissingValue,
                format!("`{text}` needs {}", super::call::values(count)),
            )
            .help(format!("write `{text}(...)`"));
        }
        if self.names.tables.contains_key(text) {
            return error(
                Code::MissingValue,
                format!("the table `{text}` needs a key"),
            )
            .help(format!("write `{text}(...)`"));
        }
        if self.names.kinds.contains_key(text) {
            return error(Code::WrongPlace, format!("`{text}` is a kind, not a value")).help(
                format!(
                    "name one of its records: `any {text} x where ...`, `the {text} x where ...`"
                ),
            );
        }
        if self.names.phases.contains_key(text) {
            return error(
                Code::WrongType,
                format!("the phase `{text}` has no number, because it does not count"),
            );
        }
        if self.diagnostics.proposes()
            && let Some(complaint) = self.later_or_elsewhere(name)
        {
            return complaint;
        }
        unknown(self.diagnostics, name, "name", self.visible())
    }

    /// The name of an attribute, at a place where it does not stand bare.
    fn later_or_elsewhere(&self, name: &Name) -> Option<Diagnostic> {
        let error = |code, message: String| Diagnostic::error(code, name.span, message);
        if let Some(bare) = self.bare
            && slot_of(&self.rules.kinds[bare.kind.index()], &name.text).is_some()
        {
            let message = format!("`{}` is not known yet", name.text);
            return Some(
                error(Code::WrongPlace, message)
                    .help("a default may use only the attributes that stand before it"),
            );
        }
        let kind = self
            .rules
            .kinds
            .iter()
            .skip(1)
            .find(|kind| slot_of(kind, &name.text).is_some())?;
        let message = format!(
            "`{}` is an attribute of `{}`, but nothing says of which",
            name.text, kind.name
        );
        Some(error(Code::UnknownName, message).help(format!(
            "write `x.{}`, where `x` is the {}",
            name.text, kind.name
        )))
    }

    fn with_words(&self, complaint: Diagnostic, words: &[WordId]) -> Diagnostic {
        match &complaint.help {
            Some(_) if complaint.fix.is_some() => {
                let all = types::list_words(self.rules, words);
                complaint.remark(format!("it can be {all}"))
            }
            _ => {
                let all = types::list_words(self.rules, words);
                complaint.help(format!("it can be {all}"))
            }
        }
    }

    /// Every name that can be seen here.
    pub(super) fn visible(&self) -> impl Iterator<Item = &str> {
        let bare = self.bare.and_then(|bare| {
            self.rules
                .kinds
                .get(bare.kind.index())
                .map(|kind| (bare, kind))
        });
        let bare = bare.into_iter().flat_map(|(bare, kind)| {
            kind.attributes
                .iter()
                .take(bare.before.map_or(usize::MAX, usize::from))
                .map(|attribute| attribute.name.as_str())
        });
        let combat = self
            .rules
            .kinds
            .first()
            .into_iter()
            .flat_map(|kind| &kind.attributes)
            .map(|attribute| attribute.name.as_str());
        let counters = self
            .names
            .phases
            .iter()
            .filter(|(_, phase)| self.names.counting.contains(phase))
            .map(|(name, _)| name.as_str());
        let things = self
            .things
            .into_iter()
            .flat_map(|scope| scope.things.keys())
            .map(String::as_str);
        self.local_names()
            .chain(things)
            .chain(bare)
            .chain(combat)
            .chain(counters)
            .chain(self.names.options.keys().map(String::as_str))
            .chain(self.names.functions.keys().map(String::as_str))
    }
}
