//! The one table of words: choices, stages, purposes of rolls, questions, outcomes, keys. Gathers them from the whole file
//! before anything is checked, so that no body adds any. Reports nothing.

use crate::source::words;
use std::collections::BTreeMap;

use super::by_kind::ByKind;
use super::cycles::topological_order;
use super::symbol_table::SymbolTable;
use super::visit;
use crate::ruleset::WordId;
use crate::syntax::ast::{Name, Parameter, StatementKind, TableKey, Type, TypeKind};

/// The words that the language itself uses.
pub(super) const ALWAYS: [&str; 7] = words![
    does waiting resolved cancelled void refused missed
];

/// The words that `act.state` can always be.
pub(super) const STATES: [&str; 5] = ["waiting", "resolved", "cancelled", "void", "refused"];

/// Gathers all words; gives the words of `cancel ... as`.
pub(super) fn gather(
    by_kind: &ByKind<'_>,
    names: &mut SymbolTable,
    words: &mut Vec<String>,
) -> Vec<WordId> {
    let mut interner = WordInterner { names, words };
    interner.ordered(by_kind);
    for word in ALWAYS {
        interner.add(word);
    }
    let does = interner.add("does");
    interner.names.stages.insert(does);
    interner.types(by_kind);
    for (_, action) in &by_kind.actions {
        for stage in action.stages.iter().filter_map(|stage| stage.name.as_ref()) {
            let word = interner.add(&stage.text);
            interner.names.stages.insert(word);
        }
    }
    for (_, order) in &by_kind.orders {
        for name in order.keys.iter().filter_map(|key| key.name.as_ref()) {
            interner.add(&name.text);
        }
    }
    let mut outcomes = Vec::new();
    for block in &by_kind.blocks {
        visit::block(block, &mut |statement| match &statement.kind {
            StatementKind::Cancel {
                word: Some(word), ..
            } => outcomes.push(interner.add(&word.text)),
            StatementKind::Rolls { name, .. } | StatementKind::Draws { name, .. } => {
                _ = interner.add(&name.text)
            }
            StatementKind::Ask { name, ty, .. } => {
                interner.add(&name.text);
                interner.ty(ty);
            }
            _ => {}
        });
    }
    // Who is next in a phase of turns is asked by the name of the phase.
    for entry in &by_kind.phases {
        let Some(turns) = &entry.def.turns else {
            continue;
        };
        if turns.named.is_some() {
            interner.add(&entry.def.name.text);
        }
        if let Some(rolled) = &turns.rolled {
            interner.add(&rolled.name.text);
        }
    }
    outcomes
}

struct WordInterner<'a> {
    names: &'a mut SymbolTable,
    words: &'a mut Vec<String>,
}

impl WordInterner<'_> {
    fn add(&mut self, word: &str) -> WordId {
        if let Some(known) = self.names.word(word) {
            return known;
        }
        let id = WordId::from_index(self.words.len());
        self.words.push(word.to_owned());
        self.names.words.insert(word.to_owned(), id);
        id
    }

    fn ty(&mut self, ty: &Type) {
        if let TypeKind::Choice(words) = &ty.kind {
            self.choice(words);
        }
    }

    /// The words of the choices that say which is more: they come first, each behind those that are less, so that they are compared as numbers are.
    fn ordered(&mut self, by_kind: &ByKind<'_>) {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all: Vec<&str> = Vec::new();
        let mut less: Vec<Vec<usize>> = Vec::new();
        for choice in by_kind.choices.iter().filter(|choice| choice.ordered) {
            let mut before = None;
            for word in &choice.words {
                let place = *places.entry(&word.text).or_insert(all.len());
                if place == all.len() {
                    all.push(&word.text);
                    less.push(Vec::new());
                }
                less[place].extend(before.replace(place));
            }
        }
        for place in topological_order(&less) {
            self.add(all[place]);
        }
    }

    fn choice(&mut self, words: &[Name]) {
        for word in words {
            let id = self.add(&word.text);
            self.names.choices.insert(id);
        }
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        parameters
            .iter()
            .for_each(|parameter| self.ty(&parameter.ty));
    }

    fn key(&mut self, key: Option<&TableKey>) {
        if let Some(TableKey::Parameter { parameter, .. }) = key {
            self.ty(&parameter.ty);
        }
    }

    fn types(&mut self, by_kind: &ByKind<'_>) {
        for choice in &by_kind.choices {
            self.choice(&choice.words);
        }
        for (_, option) in &by_kind.options {
            self.ty(&option.ty);
        }
        for (_, kind) in &by_kind.kinds {
            for attribute in &kind.attributes {
                self.ty(&attribute.ty);
                self.key(attribute.key.as_ref());
            }
        }
        for (_, definition) in &by_kind.lets {
            self.parameters(&definition.parameters);
            definition.ty.iter().for_each(|ty| self.ty(ty));
        }
        for (_, table) in &by_kind.tables {
            self.parameters(&table.parameters);
            table.ty.iter().for_each(|ty| self.ty(ty));
            self.key(Some(&table.key));
        }
        for (_, procedure) in &by_kind.procedures {
            self.parameters(&procedure.parameters);
            procedure.ty.iter().for_each(|ty| self.ty(ty));
        }
        for (_, event) in &by_kind.events {
            self.parameters(&event.parameters);
        }
    }
}
