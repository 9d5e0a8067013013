//! Bare names and names after a dot: what they stand for, from the inside out.

use crate::check::body::{Bare, Body, Typed};
use crate::check::names::{meant, unknown};
use crate::check::types::{self, NUMBER, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Declared, Expr, FunctionId, KindId, Local, MISSING, OptionId, PhaseId, Slot, Type, Value,
    slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, Number};

/// What a bare name stands for, if it is not a word.
enum Found {
    Thing(KindId, u32),
    Local(Local, Declared),
    This,
    Bare(KindId, Slot),
    Combat(Slot),
    Counter(PhaseId),
    Option(OptionId),
    Function(FunctionId),
}

impl Body<'_> {
    /// A bare name.
    pub(super) fn name(&mut self, name: &Name, expected: Option<&Type>) -> Typed {
        let found = self.find(&name.text);
        let word = expected.and_then(|ty| {
            self.word_of(ty, &name.text)
                .map(|value| (value, ty.clone()))
        });
        match (found, word) {
            (Some(found), Some((value, ty))) => {
                if types::fits(self.rules, &self.type_of(&found).ty, &ty) {
                    self.found(found, name.span)
                } else {
                    self.typed(Expr::Const(value), name.span, ty)
                }
            }
            (Some(found), None) => self.found(found, name.span),
            (None, Some((value, ty))) => {
                let ty = if let Type::Choice(_) = ty {
                    Type::Choice(vec![word_id(value)])
                } else {
                    ty
                };
                self.typed(Expr::Const(value), name.span, ty)
            }
            (None, None) => self.unbound(name, expected),
        }
    }

    /// Whether a name can only be a word here.
    pub(super) fn is_word(&self, name: &str) -> bool {
        self.find(name).is_none()
    }

    fn find(&self, name: &str) -> Option<Found> {
        if let Some(binding) = self.local(name) {
            return Some(Found::Local(binding.local, binding.declared.clone()));
        }
        if let Some((kind, index)) = self.things.and_then(|scope| scope.things.get(name)) {
            return Some(Found::Thing(*kind, *index));
        }
        if let Some(bare) = self.bare {
            if name == "this" && bare.before.is_none() {
                return Some(Found::This);
            }
            if let Some(slot) = self.bare_slot(bare, name) {
                return Some(Found::Bare(bare.kind, slot));
            }
        }
        if let Some(slot) = self.combat_slot(name) {
            return Some(Found::Combat(slot));
        }
        if let Some(phase) = self
            .names
            .phases
            .get(name)
            .filter(|phase| self.names.counting.contains(phase))
        {
            return Some(Found::Counter(*phase));
        }
        if let Some(option) = self.names.options.get(name) {
            return Some(Found::Option(*option));
        }
        let function = self.names.functions.get(name)?;
        self.rules.functions[function.index()]
            .parameters
            .is_empty()
            .then_some(Found::Function(*function))
    }

    fn bare_slot(&self, bare: Bare, name: &str) -> Option<Slot> {
        let slot = slot_of(self.rules.kinds.get(bare.kind.index())?, name)?;
        bare.before.is_none_or(|limit| slot < limit).then_some(slot)
    }

    /// An attribute of the combat, unless it is one that comes later than the default that is being read.
    fn combat_slot(&self, name: &str) -> Option<Slot> {
        let in_its_default = matches!(
            self.bare,
            Some(Bare {
                kind: KindId::COMBAT,
                before: Some(_)
            })
        );
        if in_its_default {
            None
        } else {
            slot_of(self.rules.kinds.first()?, name)
        }
    }

    fn attribute_type(&self, kind: KindId, slot: Slot) -> Declared {
        self.rules.kinds[kind.index()].attributes[usize::from(slot)]
            .declared
            .clone()
    }

    fn type_of(&self, found: &Found) -> Declared {
        let plain = |ty| Declared {
            ty,
            optional: false,
        };
        match found {
            Found::Thing(kind, _) => plain(Type::Record(*kind)),
            Found::Local(_, declared) => declared.clone(),
            Found::This => plain(Type::Record(
                self.bare.map_or(KindId::ACT, |bare| bare.kind),
            )),
            Found::Bare(kind, slot) => self.attribute_type(*kind, *slot),
            Found::Combat(slot) => self.attribute_type(KindId::COMBAT, *slot),
            Found::Counter(_) => plain(NUMBER),
            Found::Option(option) => plain(self.rules.options[option.index()].ty.clone()),
            Found::Function(function) => self.rules.functions[function.index()].declared.clone(),
        }
    }

    fn found(&mut self, found: Found, span: Span) -> Typed {
        let Declared { ty, optional } = self.type_of(&found);
        let expr = match found {
            Found::Thing(_, index) => Expr::Const(Value::from(index)),
            Found::Local(local, _) => Expr::Local(local),
            Found::This => Expr::Local(0),
            Found::Bare(kind, slot) => Expr::Attribute {
                kind,
                of: self.push(Expr::Local(0), span),
                slot,
            },
            Found::Combat(slot) => Expr::Attribute {
                kind: KindId::COMBAT,
                of: self.push(Expr::Const(0), span),
                slot,
            },
            Found::Counter(phase) => Expr::Counter(phase),
            Found::Option(option) => Expr::Option(option),
            Found::Function(function) => Expr::Call(function, Box::default()),
        };
        Typed {
            id: self.push(expr, span),
            ty,
            optional,
        }
    }

    /// The value of a word where a type is wanted.
    fn word_of(&self, ty: &Type, text: &str) -> Option<Value> {
        match ty {
            Type::Choice(words) => self
                .names
                .word(text)
                .filter(|word| words.contains(word))
                .map(|word| Value::from(word.0)),
            Type::Stage => self
                .names
                .word(text)
                .filter(|word| self.names.stages.contains(word))
                .map(|word| Value::from(word.0)),
            Type::Action => self
                .names
                .actions
                .get(text)
                .map(|action| Value::from(action.0)),
            _ => None,
        }
    }

    /// A name that nothing declares: a word without a place that says which, or a mistake.
    fn unbound(&mut self, name: &Name, expected: Option<&Type>) -> Typed {
        if expected == Some(&POISON) {
            return self.poison(name.span);
        }
        if name.text == "none"
            && let Some(ty) = expected
        {
            let id = self.push(Expr::Const(MISSING), name.span);
            return Typed {
                id,
                ty: ty.clone(),
                optional: true,
            };
        }
        if !matches!(expected, Some(Type::Choice(_) | Type::Stage | Type::Action))
            && let Some(typed) = self.free_word(name)
        {
            return typed;
        }
        let complaint = self.explain_unknown(name, expected);
        self.complain(complaint)
    }

    /// A word at a place that wants no particular type.
    fn free_word(&mut self, name: &Name) -> Option<Typed> {
        if let Some(word) = self.names.word(&name.text) {
            if self.names.choices.contains(&word) {
                return Some(self.typed(
                    Expr::Const(Value::from(word.0)),
                    name.span,
                    Type::Choice(vec![word]),
                ));
            }
            if self.names.stages.contains(&word) {
                return Some(self.typed(Expr::Const(Value::from(word.0)), name.span, Type::Stage));
            }
        }
        let action = self.names.actions.get(&name.text)?;
        Some(self.typed(Expr::Const(Value::from(action.0)), name.span, Type::Action))
    }

    fn explain_unknown(&self, name: &Name, expected: Option<&Type>) -> Diagnostic {
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
        match expected {
            Some(ty @ Type::Choice(words)) => {
                let message = format!("`{text}` is not {}", types::describe(self.rules, ty));
                let seen = self
                    .visible()
                    .chain(words.iter().map(|word| self.names.word_text(*word)));
                return self
                    .with_words(meant(error(Code::UnknownName, message), name, seen), words);
            }
            Some(Type::Stage) => {
                let stages = self
                    .names
                    .stages
                    .iter()
                    .map(|word| self.names.word_text(*word));
                return unknown(name, "stage", stages);
            }
            Some(Type::Action) => {
                return unknown(
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
        if let Some(complaint) = self.later_or_elsewhere(name) {
            return complaint;
        }
        unknown(name, "name", self.visible())
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

    fn with_words(&self, complaint: Diagnostic, words: &[crate::ruleset::WordId]) -> Diagnostic {
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
    fn visible(&self) -> impl Iterator<Item = &str> {
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

    /// `orc 1`
    pub(super) fn numbered(&mut self, name: &Name, number: &Number, span: Span) -> Typed {
        let thing = format!("{} {}", name.text, number.digits);
        if let Some((kind, index)) = self.things.and_then(|scope| scope.things.get(&thing)) {
            return self.typed(Expr::Const(Value::from(*index)), span, Type::Record(*kind));
        }
        if self.things.is_some() {
            let whole = Name { text: thing, span };
            let complaint = unknown(&whole, "thing", self.visible());
            return self.complain(complaint);
        }
        self.complain(
            Diagnostic::error(
                Code::WrongPlace,
                span,
                format!("`{thing}` is a thing of a scenario; rules do not know it"),
            )
            .help("give a kind an attribute and let the scenario set it"),
        )
    }

    /// `e.name`
    pub(super) fn dot(&mut self, of: &ast::Expr, name: &Name, span: Span) -> Typed {
        let record = self.expr(of, None);
        if record.is_poison() {
            return record;
        }
        let Type::Record(kind) = record.ty else {
            let what = types::describe(self.rules, &record.ty);
            let message = format!("{what} has no attributes, so it has no `{}`", name.text);
            return self.complain(Diagnostic::error(Code::WrongType, name.span, message));
        };
        if let Some(slot) = slot_of(&self.rules.kinds[kind.index()], &name.text) {
            let declared = self.attribute_type(kind, slot);
            let id = self.push(
                Expr::Attribute {
                    kind,
                    of: record.id,
                    slot,
                },
                span,
            );
            return Typed {
                id,
                ty: declared.ty,
                optional: declared.optional || record.optional,
            };
        }
        if let Some(function) = self
            .names
            .functions
            .get(&name.text)
            .filter(|function| self.takes_only(**function, kind))
        {
            let declared = self.rules.functions[function.index()].declared.clone();
            let id = self.push(Expr::Call(*function, Box::new([record.id])), span);
            return Typed {
                id,
                ty: declared.ty,
                optional: declared.optional,
            };
        }
        let complaint = self.no_attribute(kind, name);
        self.complain(complaint)
    }

    fn takes_only(&self, function: FunctionId, kind: KindId) -> bool {
        matches!(self.rules.functions[function.index()].parameters.as_slice(),
            [Type::Record(wanted)] if *wanted == kind || Type::Record(*wanted) == POISON)
    }

    /// The complaint that records of a kind have no such attribute.
    pub fn no_attribute(&self, kind: KindId, name: &Name) -> Diagnostic {
        let known = &self.rules.kinds[kind.index()];
        let complaint = Diagnostic::error(
            Code::UnknownName,
            name.span,
            format!("`{}` has no attribute `{}`", known.name, name.text),
        );
        let functions = self
            .names
            .functions
            .iter()
            .filter(|(_, function)| self.takes_only(**function, kind))
            .map(|(name, _)| name.as_str());
        meant(
            complaint,
            name,
            known
                .attributes
                .iter()
                .map(|attribute| attribute.name.as_str())
                .chain(functions),
        )
    }
}

/// The word that is the value of a choice.
fn word_id(value: Value) -> crate::ruleset::WordId {
    crate::ruleset::WordId(u32::try_from(value).unwrap_or_default())
}
