//! What players are not to read: what tells of an act that was declared in secret and of which nothing has been carried out yet.

use super::Story;
use crate::journal::{ActNumber, Journal, Range, Said, What};
use crate::ruleset::{KindId, TemplatePiece, Type, Value};
use crate::scenario::{AttributeChange, Deed};
use std::collections::BTreeMap;

/// The acts that were declared in secret, each with the entry from which on everyone knows of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Secrecy(BTreeMap<ActNumber, usize>);

impl Secrecy {
    /// Reads a journal once.
    pub fn new(journal: &Journal) -> Self {
        let mut known_from = BTreeMap::new();
        for (index, entry) in journal.entries.iter().enumerate() {
            if let What::Declared { act, secret: true } = entry.what {
                known_from.entry(act).or_insert(usize::MAX);
            }
            if let What::Resolved { act, .. } = entry.what
                && let Some(from) = known_from.get_mut(&act)
            {
                *from = index.min(*from);
            }
        }
        Secrecy(known_from)
    }

    fn hides(&self, act: ActNumber, entry: usize) -> bool {
        self.0.get(&act).is_some_and(|&from| entry < from)
    }
}

impl Story<'_> {
    /// Whether an entry is to be kept from the players: it names an act that was declared in secret and of which no stage has been carried out by
    /// then, or an act that refers to one.
    pub fn is_secret(&self, index: usize) -> bool {
        if self.secrecy.0.is_empty() {
            return false;
        }
        let names = |act: ActNumber| self.names_secret(act, index);
        let says = |said: Said| self.says_secret(said, index);
        let shows = |ty: &Type, value: Value| self.shows_secret(ty, value, index);
        let is_of = |kind: KindId, record: u32| kind == KindId::ACT && names(record);
        let rules = self.names.rules;
        match self.journal.entries[index].what {
            What::PhaseBegins { .. }
            | What::PhaseEnds { .. }
            | What::Rolled { .. }
            | What::BatchEnds
            | What::Responded { .. }
            | What::Withheld { .. } => false,
            What::Asked {
                question,
                said,
                about,
                answer,
                ..
            } => {
                let question = rules.questions.get(question.index());
                let mut about = self.journal.values(about).chunks_exact(2);
                says(said)
                    || about.any(|pair| is_of(KindId(pair[0] as u32), pair[1] as u32))
                    || question.is_some_and(|question| shows(&question.answer.ty, answer))
            }
            What::Declared { act, .. }
            | What::Added { act, .. }
            | What::Resolved { act, .. }
            | What::Missed { act }
            | What::Placed { act, .. } => names(act),
            What::Refused { act, because } | What::Void { act, because } => {
                names(act) || says(because)
            }
            What::Cancelled { act, because, .. } => names(act) || because.is_some_and(says),
            What::Arranged { line } => {
                let line = self.journal.get_line(line);
                line.is_some_and(|line| self.lists_secret(line.acts, index))
            }
            What::BatchBegins { acts, .. } => self.lists_secret(acts, index),
            What::Corrected { correction } => {
                let corrections = &self.names.scenario.corrections;
                let correction = corrections.get(correction as usize);
                correction.is_some_and(|correction| match &correction.deed {
                    &Deed::Set(AttributeChange {
                        kind,
                        record,
                        slot,
                        value,
                    }) => is_of(kind, record) || self.holds_secret((kind, slot), value, index),
                    Deed::Join(kind, records) => records.clone().any(|record| is_of(*kind, record)),
                    // It names combatants, not what they do.
                    Deed::Move(_) => false,
                })
            }
            What::Changed {
                kind,
                record,
                slot,
                old: one,
                new: other,
            }
            | What::Contradiction {
                kind,
                record,
                slot,
                kept: one,
                dropped: other,
            } => {
                let holds = |value| self.holds_secret((kind, slot), value, index);
                is_of(kind, record) || holds(one) || holds(other)
            }
            What::Raised { event, values } => {
                let event = rules.events.get(event.index());
                let parameters = event.iter().flat_map(|event| &event.parameters);
                let mut carried = parameters.zip(self.journal.values(values));
                carried.any(|(parameter, &value)| shows(&parameter.declared.ty, value))
            }
            What::Noted { said } => says(said),
            What::Consulted { table, key, .. } => {
                let table = rules.tables.get(table.index());
                table.is_some_and(|table| shows(&table.key, key))
            }
            What::Made { kind, record } => is_of(kind, record),
            What::Ended { because } => because.is_some_and(says),
        }
    }

    /// Whether the words for an act tell of one that is a secret at this entry: of itself, or of one that its attributes or titles name.
    pub(super) fn names_secret(&self, act: ActNumber, entry: usize) -> bool {
        let hides = |value: Value| {
            let act = ActNumber::try_from(value);
            act.is_ok_and(|act| self.secrecy.hides(act, entry))
        };
        let kinds = self.names.rules.kinds.get(KindId::ACT.index());
        let attributes = kinds.iter().flat_map(|kind| &kind.attributes);
        let mut slots = (0..).zip(attributes);
        let mut titles = self.titles_of(act);
        hides(Value::from(act))
            || slots.any(|(slot, attribute)| {
                let value = || self.attribute(KindId::ACT, act, slot, entry);
                attribute.declared.ty == Type::Record(KindId::ACT) && value().is_some_and(hides)
            })
            || titles.any(|said| self.acts_said(said).any(hides))
    }

    fn lists_secret(&self, acts: Range, entry: usize) -> bool {
        let mut acts = self.journal.values(acts).iter();
        acts.any(|&act| self.shows_secret(&Type::Record(KindId::ACT), act, entry))
    }

    fn holds_secret(&self, (kind, slot): (KindId, u16), value: Value, entry: usize) -> bool {
        let rule = self.names.attribute_rule(kind, slot);
        rule.is_some_and(|rule| self.shows_secret(&rule.declared.ty, value, entry))
    }

    fn shows_secret(&self, ty: &Type, value: Value, entry: usize) -> bool {
        let act = ActNumber::try_from(value);
        *ty == Type::Record(KindId::ACT) && act.is_ok_and(|act| self.names_secret(act, entry))
    }

    fn says_secret(&self, said: Said, entry: usize) -> bool {
        let ty = Type::Record(KindId::ACT);
        self.acts_said(said)
            .any(|act| self.shows_secret(&ty, act, entry))
    }

    /// The acts that a text names, by their numbers.
    fn acts_said(&self, said: Said) -> impl Iterator<Item = Value> + '_ {
        let template = self.template(said.template);
        let pieces = template.into_iter().flat_map(|template| &template.pieces);
        let holes = pieces.filter_map(|piece| match piece {
            TemplatePiece::Plain(_) => None,
            TemplatePiece::Hole(_, ty) => Some(ty),
        });
        let values = self.journal.values(said.values).iter();
        let filled = holes.zip(values);
        filled.filter_map(|(ty, &value)| (*ty == Type::Record(KindId::ACT)).then_some(value))
    }
}
