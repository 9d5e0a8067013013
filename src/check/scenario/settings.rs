//! Settings: which attributes a scenario gives to a record or an act, each once and with a fitting value, and which are lacking.

use std::collections::BTreeMap;

use super::things::Named;
use super::values::Holder;
use super::{Desk, say};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, Slot, Value, slot_of, slots};
use crate::source::{Clean, Span};
use crate::suggest::list;
use crate::syntax::ast::{self, Setting};

/// The attributes that are given so far.
pub(super) struct Given {
    pub(super) kind: KindId,
    /// Sorted by slot.
    pub(super) values: BTreeMap<Slot, Value>,
    /// All that were named, with or without a good value, and where.
    pub(super) named: BTreeMap<Slot, Span>,
}

impl Given {
    pub(super) fn none(kind: KindId) -> Self {
        Given { kind, values: BTreeMap::new(), named: BTreeMap::new() }
    }
}

impl Desk<'_> {
    /// The values of a record that the scenario names.
    pub(super) fn record_values(&mut self, named: &Named<'_>) -> Vec<(Slot, Value)> {
        let before = named.repeated.then(|| self.found.clone());
        let mut given = Given::none(named.kind);
        self.settings(named.settings, &mut given);
        self.complete(&given, &named.name, named.span);
        if let Some(before) = before {
            self.found = before;
        }
        given.values.into_iter().collect()
    }

    /// Adds settings to what is given.
    pub(super) fn settings(&mut self, settings: &[Setting], given: &mut Given) {
        for setting in settings {
            if let Some(slot) = self.attribute(&setting.name, given.kind) {
                self.give(slot, &setting.value, setting.name.span, given);
            }
        }
    }

    /// Gives an attribute a value, if it has none yet.
    pub(super) fn give(&mut self, slot: Slot, value: &ast::Value, span: Span, given: &mut Given) {
        let attribute = &self.rules.kinds[given.kind.index()].attributes[usize::from(slot)];
        if let Some(first) = given.named.insert(slot, span) {
            return self.found.push(say::twice(&format!("`{}` is given", Clean(&attribute.name)), span, first));
        }
        let value = self.value(&attribute.declared, value, &Holder::attribute(&attribute.name, given.kind));
        if let Some(value) = self.or_report(value) {
            given.values.insert(slot, value);
        }
    }

    /// The attribute of a kind that a scenario may give.
    fn attribute(&mut self, name: &ast::Name, kind: KindId) -> Option<Slot> {
        let about = &self.rules.kinds[kind.index()];
        match slot_of(about, &name.text) {
            Some(slot) if slot >= built_in(kind) => Some(slot),
            Some(_) => {
                let message = format!("`{}` of {} is never given: it follows from the rest", Clean(&name.text), say::a(&about.name));
                self.found.push(Diagnostic::error(Code::WrongPlace, name.span, message).help("leave it out"));
                None
            }
            None => {
                let known = about.attributes.iter().skip(usize::from(built_in(kind))).map(|attribute| attribute.name.as_str());
                let what = format!("attribute of {}", say::a(&about.name));
                let message = format!("there is no {what} that is called `{}`", Clean(&name.text));
                self.found.push(say::meant(Diagnostic::error(Code::UnknownName, name.span, message), &name.text, known));
                None
            }
        }
    }

    /// Says which attributes are lacking.
    pub(super) fn complete(&mut self, given: &Given, whose: &str, span: Span) {
        let kind = &self.rules.kinds[given.kind.index()];
        let from = built_in(given.kind);
        let lacking = (0..).zip(&kind.attributes).filter(|(slot, attribute)| {
            let needed = attribute.default.is_none() && !attribute.declared.optional;
            needed && *slot >= from && !given.named.contains_key(slot)
        });
        let lacking: Vec<_> = lacking.map(|(_, attribute)| attribute).collect();
        let Some(first) = lacking.first() else { return };
        let names = list(lacking.iter().map(|attribute| attribute.name.as_str())).replace(" or ", " and ");
        let help = self.example(&first.declared.ty, &Holder::attribute(&first.name, given.kind));
        let message = format!("{} needs {names}", Clean(whose));
        let mut error = Diagnostic::error(Code::MissingValue, span, message).help(help);
        for attribute in lacking {
            let place = self.rules.items[attribute.item.index()].span;
            error.secondary.dedup_by(|one, other| one.span == other.span);
            error = error.also(place, "these rules want it given: it has no default");
        }
        error.secondary.dedup();
        self.found.push(error);
    }
}

/// How many attributes a kind has before those of the rule file.
fn built_in(kind: KindId) -> Slot {
    match kind {
        KindId::COMBATANT => slots::SIDE + 1,
        KindId::ACT => slots::ACT_BUILT_IN,
        _ => 0,
    }
}
