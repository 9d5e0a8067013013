//! Resolved names: what each name of a file stands for, recorded while the file is checked. Editors read it; the check itself never does.

use super::by_kind::ByKind;
use super::keyed;
use super::visit;
use crate::ruleset::{
    ActionId, Declared, EventId, FunctionId, KindId, OptionId, PhaseId, ProcedureId, Ruleset, Slot,
    TableId, UnitId, WordId, slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, StatementKind, TableKey, Type, TypeKind};

use super::symbol_table::SymbolTable;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// A unit.
    Unit(UnitId),
    /// A kind of records.
    Kind(KindId),
    /// An attribute of a kind.
    Attribute(KindId, Slot),
    /// An option.
    Option(OptionId),
    /// A definition.
    Definition(FunctionId),
    /// A table.
    Table(TableId),
    /// A procedure.
    Procedure(ProcedureId),
    /// An event.
    Event(EventId),
    /// An action.
    Action(ActionId),
    /// A phase.
    Phase(PhaseId),
    /// A choice of words that has a name.
    Choice(String),
    /// An item that has a title: its category, and the title.
    Titled(&'static str, String),
    /// One of the words of the rules, and what it is a word for.
    Word(WordUse, WordId),
    /// A name of a body, the key of an attribute, the title of a scenario or of a question, by the place where it is bound.
    Local(Span),
    /// A thing of a scenario, by its kind and name.
    Thing(KindId, String),
}

/// What a word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordUse {
    /// A value that can be chosen.
    Choice,
    /// A stage of an act.
    Stage,
    /// What dice are rolled for.
    Purpose,
    /// A question that is asked.
    Question,
    /// What an act that is cancelled is called.
    Outcome,
    /// A key of an order.
    Key,
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResolvedName {
    /// Where.
    pub span: Span,
    /// What it stands for.
    pub meaning: Meaning,
    /// Whether it is declared here.
    pub declares: bool,
}

/// All names of a file or a scenario, in the order in which the check met them.
#[derive(Clone, Debug, Default)]
pub struct ResolvedNames {
    /// The names.
    pub names: Vec<ResolvedName>,
    /// The types of the names of bodies, by the places where they are bound.
    pub locals: Vec<(Span, Declared)>,
}

impl ResolvedNames {
    /// A name that is used.
    pub(crate) fn uses(&mut self, span: Span, meaning: Meaning) {
        self.names.push(ResolvedName {
            span,
            meaning,
            declares: false,
        });
    }

    /// A name that is declared.
    pub(crate) fn declares(&mut self, span: Span, meaning: Meaning) {
        self.names.push(ResolvedName {
            span,
            meaning,
            declares: true,
        });
    }

    /// How much is noted, for [`back_to`](Self::back_to).
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.names.len(), self.locals.len())
    }

    /// Forgets what was noted since.
    pub(super) fn back_to(&mut self, (names, locals): (usize, usize)) {
        self.names.truncate(names);
        self.locals.truncate(locals);
    }

    /// Everything that another one holds.
    pub(super) fn take(&mut self, other: ResolvedNames) {
        self.names.extend(other.names);
        self.locals.extend(other.locals);
    }

    /// What the items declare, and the types that they name. What stands in bodies is noted where it is read.
    pub(super) fn declarations(
        &mut self,
        by_kind: &ByKind<'_>,
        names: &SymbolTable,
        rules: &Ruleset,
    ) {
        let mut list = DeclarationCollector {
            resolved: self,
            names,
            rules,
        };
        list.units(by_kind);
        list.values(by_kind);
        list.kinds(by_kind);
        list.doings(by_kind);
        list.titles(by_kind);
        list.bodies(by_kind);
    }
}

/// The list of declarations while it is made.
struct DeclarationCollector<'a> {
    resolved: &'a mut ResolvedNames,
    names: &'a SymbolTable,
    rules: &'a Ruleset,
}

impl DeclarationCollector<'_> {
    fn declare<I: Copy>(&mut self, name: &Name, id: Option<&I>, thing: impl FnOnce(I) -> Meaning) {
        if let Some(id) = id {
            self.resolved.declares(name.span, thing(*id));
        }
    }

    fn word(&mut self, name: &Name, sort: WordUse) {
        if let Some(word) = self.names.word(&name.text) {
            self.resolved.declares(name.span, Meaning::Word(sort, word));
        }
    }

    fn units(&mut self, by_kind: &ByKind<'_>) {
        let names = self.names;
        for def in by_kind.units.iter().flat_map(|(_, units)| &units.defs) {
            let unit = names.units.get(&def.name.text);
            self.declare(&def.name, unit, Meaning::Unit);
            if let (Some(plural), Some(unit)) = (&def.plural, unit) {
                self.resolved.uses(plural.span, Meaning::Unit(*unit));
            }
            if let Some((_, unit)) = &def.size
                && let Some(id) = names.units.get(&unit.text)
            {
                self.resolved.uses(unit.span, Meaning::Unit(*id));
            }
        }
    }

    fn ty(&mut self, ty: &Type) {
        let names = self.names;
        match &ty.kind {
            TypeKind::YesNo => {}
            TypeKind::Choice(words) => words
                .iter()
                .for_each(|word| self.word(word, WordUse::Choice)),
            TypeKind::Named(name) => {
                let kind = names.kinds.get(&name.text).copied().map(Meaning::Kind);
                let unit = || names.units.get(&name.text).copied().map(Meaning::Unit);
                let choice = || {
                    let known = names.named_choices.contains_key(&name.text);
                    known.then(|| Meaning::Choice(name.text.clone()))
                };
                if let Some(thing) = kind.or_else(unit).or_else(choice) {
                    self.resolved.uses(name.span, thing);
                }
            }
        }
    }

    fn parameters(&mut self, parameters: &[ast::Parameter]) {
        parameters
            .iter()
            .for_each(|parameter| self.ty(&parameter.ty));
    }

    /// Options, choices, definitions and tables.
    fn values(&mut self, by_kind: &ByKind<'_>) {
        let names = self.names;
        for (_, def) in &by_kind.options {
            self.declare(
                &def.name,
                names.options.get(&def.name.text),
                Meaning::Option,
            );
            self.ty(&def.ty);
        }
        for def in &by_kind.choices {
            let thing = Meaning::Choice(def.name.text.clone());
            self.resolved.declares(def.name.span, thing);
            def.words
                .iter()
                .for_each(|word| self.word(word, WordUse::Choice));
        }
        for (_, def) in &by_kind.lets {
            let id = names.functions.get(&def.name.text);
            self.declare(&def.name, id, Meaning::Definition);
            self.parameters(&def.parameters);
            def.ty.iter().for_each(|ty| self.ty(ty));
        }
        for (_, def) in &by_kind.tables {
            self.declare(&def.name, names.tables.get(&def.name.text), Meaning::Table);
            self.parameters(&def.parameters);
            def.ty.iter().for_each(|ty| self.ty(ty));
            self.key(Some(&def.key));
        }
    }

    /// What a table or an attribute is looked up by.
    fn key(&mut self, key: Option<&TableKey>) {
        if let Some(TableKey::Parameter { parameter, .. }) = key {
            self.ty(&parameter.ty);
        }
    }

    fn kinds(&mut self, by_kind: &ByKind<'_>) {
        let names = self.names;
        for (_, def) in &by_kind.kinds {
            let kind = names.kinds.get(&def.name.text);
            self.declare(&def.name, kind, Meaning::Kind);
            if let (Some(plural), Some(kind)) = (&def.plural, kind) {
                self.resolved.uses(plural.span, Meaning::Kind(*kind));
            }
            if let Some(pair) = &def.pair {
                let (two, _) = pair.parts();
                for (one, slot) in two.into_iter().zip(0..) {
                    self.ty(&one.ty);
                    self.declare(&one.name, kind, |kind| Meaning::Attribute(kind, slot));
                }
            }
            for attribute in &def.attributes {
                let slots =
                    kind.map(|&kind| keyed::slots(self.rules, names, kind, &attribute.name.text));
                let slot = slots.and_then(|mut slots| slots.next());
                self.declare(&attribute.name, kind.zip(slot).as_ref(), |(kind, slot)| {
                    Meaning::Attribute(*kind, slot)
                });
                if kind == Some(&KindId::COMBATANT) {
                    self.kept(&attribute.name, by_kind);
                }
                self.ty(&attribute.ty);
                self.key(attribute.key.as_ref());
                let keyed = names.keyed.get(&attribute.name.text);
                let keyed = keyed.zip(kind).and_then(|(kinds, kind)| kinds.get(kind));
                if let (Some(TableKey::Parameter { parameter, .. }), Some(keyed)) =
                    (&attribute.key, keyed)
                {
                    let place = parameter.name.span;
                    self.resolved.declares(place, Meaning::Local(place));
                    let holds = Declared::certain(keyed.key.clone());
                    self.resolved.locals.push((place, holds));
                }
            }
        }
    }

    /// An attribute that acts have only because an action keeps it is declared with that of combatants.
    fn kept(&mut self, name: &Name, by_kind: &ByKind<'_>) {
        let of_acts = self.rules.kind(KindId::ACT);
        let Some(slot) = slot_of(of_acts, &name.text) else {
            return;
        };
        let names = (by_kind.actions.iter()).flat_map(|(_, def)| &def.keeps);
        let mut names = names.flat_map(|kept| &kept.names);
        let made = of_acts.attributes[usize::from(slot)].span;
        if names.any(|kept| kept.span == made) {
            let meaning = Meaning::Attribute(KindId::ACT, slot);
            self.resolved.declares(name.span, meaning);
        }
    }

    /// Procedures, events, actions and phases.
    fn doings(&mut self, by_kind: &ByKind<'_>) {
        let names = self.names;
        for (_, def) in &by_kind.procedures {
            let id = names.procedures.get(&def.name.text);
            self.declare(&def.name, id, Meaning::Procedure);
            self.parameters(&def.parameters);
            def.ty.iter().for_each(|ty| self.ty(ty));
        }
        for (_, def) in &by_kind.events {
            self.declare(&def.name, names.events.get(&def.name.text), Meaning::Event);
            self.parameters(&def.parameters);
        }
        for (_, def) in &by_kind.actions {
            let id = names.actions.get(&def.name.text);
            self.declare(&def.name, id, Meaning::Action);
            if let (Some(verb), Some(id)) = (&def.verb, id) {
                self.resolved.uses(verb.span, Meaning::Action(*id));
            }
            for stage in def.stages.iter().filter_map(|stage| stage.name.as_ref()) {
                self.word(stage, WordUse::Stage);
            }
        }
        for entry in &by_kind.phases {
            let name = &entry.def.name;
            self.declare(name, names.phases.get(&name.text), Meaning::Phase);
        }
    }

    /// What is known by a title, and what says that it is over it.
    fn titles(&mut self, by_kind: &ByKind<'_>) {
        for (_, def) in &by_kind.exceptions {
            self.title("exception", &def.title, &def.over);
        }
        for (_, def) in &by_kind.placements {
            self.title("placement", &def.title, &def.over);
        }
        for (_, def) in &by_kind.voids {
            self.title("void", &def.title, &[]);
        }
        for (_, def) in &by_kind.triggers {
            self.title("trigger", &def.title, &[]);
        }
        for key in by_kind.orders.iter().flat_map(|(_, order)| &order.keys) {
            key.name
                .iter()
                .for_each(|name| self.word(name, WordUse::Key));
        }
        for (_, def) in &by_kind.tactics {
            let thing = Meaning::Titled("tactic", def.name.text.clone());
            self.resolved.declares(def.name.span, thing);
        }
        for (_, def) in &by_kind.orders {
            if let Some(name) = &def.name {
                let thing = Meaning::Titled("order", name.text.clone());
                self.resolved.declares(name.span, thing);
            }
        }
    }

    fn title(&mut self, category: &'static str, title: &ast::Text, overs: &[ast::Text]) {
        let meaning = |text| Meaning::Titled(category, super::items::plain(text));
        self.resolved.declares(title.span, meaning(title));
        for over in overs {
            self.resolved.uses(over.span, meaning(over));
        }
    }

    /// What statements bring forth: purposes of rolls, questions, outcomes.
    fn bodies(&mut self, by_kind: &ByKind<'_>) {
        for block in &by_kind.blocks {
            visit::block(block, &mut |statement| match &statement.kind {
                StatementKind::Cancel {
                    word: Some(word), ..
                } => self.word(word, WordUse::Outcome),
                StatementKind::Rolls { name, .. } => self.word(name, WordUse::Purpose),
                // A scenario names what is drawn, or rolls for it.
                StatementKind::Draws { name, .. } => {
                    self.word(name, WordUse::Question);
                    self.word(name, WordUse::Purpose);
                }
                StatementKind::Ask { name, ty, .. } => {
                    self.word(name, WordUse::Question);
                    self.ty(ty);
                }
                _ => {}
            });
        }
        let turns = (by_kind.phases.iter()).filter_map(|entry| entry.def.turns.as_ref());
        for rolled in turns.filter_map(|turns| turns.rolled.as_ref()) {
            self.word(&rolled.name, WordUse::Purpose);
        }
    }
}
