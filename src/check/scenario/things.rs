//! Who and what there is at the start: sides, combatants and all other records, numbered in the natural order of their names.
//! Gives them their names; what they are like, `settings` finds out.

use std::collections::{BTreeMap, BTreeSet};

use super::members::{MOST_TIMES, is_bare};
use super::{Desk, messages, natural};
use crate::check::{Meaning, pairs};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, kind_id, slots};
use crate::scenario::Record;
use crate::source::{Clean, Span, english};
use crate::syntax::ast::{self, EntryKind, Member, Setting, Side, Thing};

/// How many records a scenario may have.
pub(super) const MOST_THINGS: usize = 10_000;

/// The records of a scenario by their names.
#[derive(Default)]
pub(super) struct Things {
    by_name: BTreeMap<String, Vec<(KindId, u32)>>,
}

/// A record of the scenario, before it is made.
pub(super) struct NamedThing<'a> {
    pub(super) kind: KindId,
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) settings: &'a [Setting],
    /// The side of a combatant.
    side: Option<&'a str>,
    /// It joins in the course of a run.
    pub(super) joins: bool,
    /// It is one more of the same, made by `x 3`: what is wrong with it has been said.
    pub(super) repeated: bool,
}

impl Things {
    /// Every record of that name.
    pub(super) fn all(&self, name: &str) -> &[(KindId, u32)] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The record of that name and kind.
    pub(super) fn find(&self, name: &str, kind: KindId) -> Option<u32> {
        self.all(name)
            .iter()
            .find(|(other, _)| *other == kind)
            .map(|(_, index)| *index)
    }

    /// All names, and of what kind they are.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, &[(KindId, u32)])> {
        self.by_name
            .iter()
            .map(|(name, all)| (name.as_str(), all.as_slice()))
    }
}

impl<'a> Desk<'a> {
    /// All records that the scenario names, in its order, each under a name of its own.
    pub(super) fn gather<'t>(&mut self, tree: &'t ast::Scenario) -> Vec<NamedThing<'t>> {
        let mut named = Vec::new();
        for entry in &tree.entries {
            self.gather_entry(entry, false, &mut named);
        }
        let mut named = self.without_doubles(named);
        if let Some(first) = named.get(MOST_THINGS) {
            let message = format!("a scenario can hold no more than {MOST_THINGS} things");
            self.found.push(
                Diagnostic::error(Code::NumberTooLarge, first.span, message).label("one too many"),
            );
            named.truncate(MOST_THINGS);
        }
        self.number(&named);
        named
    }

    fn gather_entry<'t>(
        &mut self,
        entry: &'t ast::ScenarioEntry,
        inside: bool,
        named: &mut Vec<NamedThing<'t>>,
    ) {
        match &entry.kind {
            EntryKind::Side(side) => self.gather_side(side, named),
            EntryKind::Record {
                kind,
                name,
                settings,
            } => {
                if inside && kind_id(&self.rules.kinds, &kind.text).is_some() {
                    self.is_there_from_the_start(&name.text, entry.span);
                }
                let noun = kind;
                if let Some(kind) = self.kind_of_record(kind, name) {
                    self.note(noun.span, Meaning::Kind(kind));
                    named.push(record(kind, name, settings));
                }
            }
            EntryKind::Pair { name, .. } if inside => {
                self.is_there_from_the_start(&name.written(), entry.span);
            }
            EntryKind::Line(line) if !inside => {
                if let Some((kind, name)) = self.bare_record(line)
                    && let Some(kind) = kind_id(&self.rules.kinds, &kind.text)
                {
                    named.push(NamedThing {
                        repeated: true,
                        ..record(
                            kind,
                            &Thing {
                                text: name.text.clone(),
                                span: name.span,
                            },
                            &[],
                        )
                    });
                }
            }
            EntryKind::Newcomers { side, member, .. } => {
                let first = named.len();
                self.gather_member(Some(&side.text), member, named);
                named[first..].iter_mut().for_each(|one| one.joins = true);
            }
            EntryKind::NewThing {
                kind,
                name,
                settings,
                ..
            } => {
                let noun = kind;
                let kind = self.kind_of_record(kind, name);
                if let Some(kind) = kind.filter(|&kind| kind != KindId::COMBAT) {
                    self.note(noun.span, Meaning::Kind(kind));
                    named.push(NamedThing {
                        joins: true,
                        ..record(kind, name, settings)
                    });
                }
            }
            EntryKind::Before { entries, .. } => {
                for entry in entries {
                    self.gather_entry(entry, true, named);
                }
            }
            EntryKind::Period(period) => {
                for entry in &period.entries {
                    self.gather_entry(entry, true, named);
                }
            }
            _ => {}
        }
    }

    fn is_there_from_the_start(&mut self, name: &str, place: Span) {
        let message = format!(
            "`{}` is there from the start, it cannot begin in a period",
            Clean(name)
        );
        let help = "put it outside, at the top of the scenario";
        self.found
            .push(Diagnostic::error(Code::WrongPlace, place, message).help(help));
    }

    fn gather_side<'t>(&mut self, side: &'t Side, named: &mut Vec<NamedThing<'t>>) {
        let before = self.before_braces(side);
        let own = side.settings.len() - usize::from(before.is_some());
        named.push(record(KindId::SIDE, &side.name, &side.settings[..own]));
        if let Some(member) = before {
            return named.push(NamedThing {
                kind: KindId::COMBATANT,
                name: member.text.clone(),
                span: member.span,
                settings: &[],
                side: Some(&side.name.text),
                joins: false,
                repeated: true,
            });
        }
        let mut members = side.members.iter().peekable();
        while let Some(member) = members.next() {
            if self.is_of_side(member) {
                members.next_if(|next| is_bare(next));
                continue;
            }
            // `rob with hp 4`
            let mut ahead = members.clone();
            let with = ahead.next_if(|next| next.name.text == "with" && is_bare(next));
            if with.is_some()
                && ahead
                    .next()
                    .is_some_and(|next| self.is_setting_of(member, next))
            {
                members.next();
            }
            let mut settings = Vec::new();
            while let Some(next) = members.next_if(|next| self.is_setting_of(member, next)) {
                settings.push(next);
            }
            self.without_braces(side, member, &settings);
            let next = members.peek().copied();
            let behind = next.and_then(|next| self.times_behind_braces(member, next));
            let word = || next.and_then(|next| self.times_in_one_word(member, next));
            match behind.or_else(word) {
                None => {
                    let first = named.len();
                    self.gather_member(Some(&side.name.text), member, named);
                    let told = !settings.is_empty();
                    named[first..]
                        .iter_mut()
                        .for_each(|one| one.repeated |= told);
                }
                Some(times) => {
                    let further = members.next().map_or(&[][..], |next| &next.settings);
                    let settings = if is_bare(member) {
                        further
                    } else {
                        &member.settings
                    };
                    named.extend((1..=times).map(|number| NamedThing {
                        side: Some(&side.name.text),
                        name: format!("{} {number}", member.name.text),
                        repeated: number > 1,
                        ..record(KindId::COMBATANT, &member.name, settings)
                    }));
                }
            }
        }
    }

    fn gather_member<'t>(
        &mut self,
        side: Option<&'t str>,
        member: &'t Member,
        named: &mut Vec<NamedThing<'t>>,
    ) {
        let one = NamedThing {
            side,
            ..record(KindId::COMBATANT, &member.name, &member.settings)
        };
        match self.times(member) {
            None => named.push(one),
            Some(_) if named.len() > MOST_THINGS => {}
            Some(times) => named.extend((1..=times).map(|number| NamedThing {
                name: format!("{} {number}", member.name.text),
                repeated: number > 1,
                ..one
            })),
        }
    }

    /// How many combatants a member stands for, if it says so.
    fn times(&mut self, member: &Member) -> Option<i64> {
        let times = member.times.as_ref()?;
        let name = Clean(&member.name.text);
        if member.name.text.contains(' ') {
            let message =
                format!("`{name}` has a number already, so there cannot be several of it");
            let help =
                "give the name without its number: `orc x 3` makes `orc 1`, `orc 2` and `orc 3`";
            self.found
                .push(Diagnostic::error(Code::WrongPlace, times.span, message).help(help));
            return None;
        }
        match messages::number(times) {
            Ok(times @ 1..=MOST_TIMES) => Some(times),
            wrong => {
                let code = if wrong.is_ok_and(|times| times < 1) {
                    Code::WrongType
                } else {
                    Code::NumberTooLarge
                };
                let message = format!("`{name}` can be there once to {MOST_TIMES} times");
                self.found
                    .push(Diagnostic::error(code, times.span, message));
                Some(1)
            }
        }
    }

    /// The kind that a record is of, if scenarios may have records of it.
    fn kind_of_record(&mut self, name: &ast::Name, thing: &Thing) -> Option<KindId> {
        let help = match kind_id(&self.rules.kinds, &name.text) {
            Some(KindId::COMBATANT) => {
                "name it within the side that it fights for: `side party { ann { hp 6 } }`"
            }
            Some(KindId::SIDE) => "write it so: `side party { ann { hp 6 } }`",
            Some(KindId::ACT) => "say what somebody does: `ann attacks orc`",
            Some(kind) if self.rules.kind(kind).pair.is_some() => {
                self.found
                    .extend(pairs::refused(self.rules, kind, name.span));
                return None;
            }
            Some(kind) => {
                self.is_one(name, thing);
                return Some(kind);
            }
            None if self.is_turn(&name.text) => {
                let (turn, of) = (Clean(&name.text), Clean(&thing.text));
                let message = format!("`of` is missing behind `{turn}`");
                let help = format!(
                    "write `{turn} of {of} {{ ... }}`, with `{of}` before what is done in each line"
                );
                let error = Diagnostic::error(Code::UnknownName, name.span, message);
                self.found.push(error.help(help));
                return None;
            }
            None => {
                let of_rules = |kind: &&str| !["side", "combatant", "act"].contains(kind);
                let known = self
                    .rules
                    .kinds
                    .iter()
                    .map(|kind| kind.name.as_str())
                    .filter(of_rules);
                self.found
                    .push(self.unknown(Code::UnknownName, "kind", name, known));
                return None;
            }
        };
        let message = format!("{} is not made in this way", english::a(&name.text));
        self.found
            .push(Diagnostic::error(Code::WrongPlace, name.span, message).help(help));
        None
    }

    /// Whether a name is that of a phase of turns.
    fn is_turn(&self, name: &str) -> bool {
        let phase = self.checked.names.phases.get(name);
        phase.is_some_and(|phase| self.rules.phases[phase.index()].turns.is_some())
    }

    /// Says of `card x 3` that only combatants are listed so.
    fn is_one(&mut self, kind: &ast::Name, thing: &Thing) {
        let Some(times) = thing.text.strip_prefix("x ") else {
            return;
        };
        let (of, times) = (Clean(&kind.text), Clean(times));
        let message = format!("only combatants can be there several times by `x {times}`");
        let help = format!(
            "give each a name of its own (`{of} {of} 1 {{ ... }}`), or let the rules make them: `repeat {times} times {{ new {of} {{ ... }} }}`"
        );
        let error = Diagnostic::error(Code::WrongPlace, thing.span, message);
        self.found.push(error.help(help));
    }

    /// Takes out what has the name of another thing. Sides and combatants share their names, for both roll and decide; of the combat
    /// there is one only.
    fn without_doubles<'t>(&mut self, named: Vec<NamedThing<'t>>) -> Vec<NamedThing<'t>> {
        let mut taken: BTreeMap<(KindId, String), Span> = BTreeMap::new();
        let mut reported = BTreeSet::new();
        let mut kept = Vec::new();
        for one in named {
            let group = if one.kind == KindId::COMBATANT {
                KindId::SIDE
            } else {
                one.kind
            };
            let name = if one.kind == KindId::COMBAT {
                "combat"
            } else {
                &one.name
            };
            let first = *taken.entry((group, name.to_owned())).or_insert(one.span);
            if first == one.span {
                kept.push(one);
                continue;
            }
            if !reported.insert((one.span, first)) {
                continue;
            }
            let error = Diagnostic::error(
                Code::DuplicateName,
                one.span,
                format!("there are two things called `{}`", Clean(name)),
            )
            .label("the second")
            .also(first, "the first")
            .help("give each a name of its own; `orc x 3` makes `orc 1`, `orc 2` and `orc 3`");
            self.found.push(error);
        }
        kept
    }

    /// Numbers the records of each kind by their names.
    fn number(&mut self, named: &[NamedThing<'_>]) {
        let kinds = self.rules.kinds.len();
        self.out.records = vec![Vec::new(); kinds];
        self.out.listed = vec![Vec::new(); kinds];
        for kind in (0..kinds).map(KindId::from_index) {
            let mut own: Vec<&NamedThing<'_>> =
                named.iter().filter(|one| one.kind == kind).collect();
            // Newcomers follow in the order in which they join.
            own.sort_by(|one, other| match (one.joins, other.joins) {
                (false, false) => natural::compare(&one.name, &other.name),
                (one, other) => one.cmp(&other),
            });
            let joining = own.iter().filter(|one| one.joins).count() as u32;
            if joining > 0 {
                self.out.joining.resize(kinds, 0);
                self.out.joining[kind.index()] = joining;
            }
            for (index, one) in own.iter().enumerate() {
                self.things
                    .by_name
                    .entry(one.name.clone())
                    .or_default()
                    .push((kind, index as u32));
                self.resolved
                    .borrow_mut()
                    .declares(one.span, Meaning::Thing(kind, one.name.clone()));
                self.out.records[kind.index()].push(Record {
                    name: one.name.clone(),
                    values: Vec::new(),
                    span: one.span,
                });
            }
            let numbers = named
                .iter()
                .filter(|one| one.kind == kind && !one.joins)
                .filter_map(|one| self.things.find(&one.name, kind));
            self.out.listed[kind.index()] = numbers.collect();
        }
    }

    /// Gives the records their values.
    pub(super) fn fill(&mut self, named: &[NamedThing<'_>]) {
        for one in named {
            let Some(index) = self.things.find(&one.name, one.kind) else {
                continue;
            };
            let mut values = self.record_values(one);
            if let Some(side) = one
                .side
                .and_then(|side| self.things.find(side, KindId::SIDE))
            {
                values.insert(0, (slots::SIDE, i64::from(side)));
            }
            self.out.records[one.kind.index()][index as usize].values = values;
        }
        if self.out.records[KindId::COMBAT.index()].is_empty() {
            self.combat_itself();
        }
    }

    /// The record of the combat, where the scenario says nothing about it.
    fn combat_itself(&mut self) {
        let span = self.out.span.at_start();
        let combat = NamedThing {
            kind: KindId::COMBAT,
            name: "combat".to_owned(),
            span,
            settings: &[],
            side: None,
            joins: false,
            repeated: false,
        };
        let values = self.record_values(&combat);
        self.out.records[KindId::COMBAT.index()].push(Record {
            name: combat.name,
            values,
            span,
        });
        self.out.listed[KindId::COMBAT.index()].push(0);
    }
}

fn record<'t>(kind: KindId, name: &Thing, settings: &'t [Setting]) -> NamedThing<'t> {
    NamedThing {
        kind,
        name: name.text.clone(),
        span: name.span,
        settings,
        side: None,
        joins: false,
        repeated: false,
    }
}
