//! What expressions of the rules looked at in the course of a run, as far as scenario and journal tell.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::Story;
use crate::evaluator::{Evaluator, World};
use crate::journal::What;
use crate::ruleset::index::to_number;
use crate::ruleset::{ExprId, KindId, MISSING, OptionId, PhaseId, Slot, Value};

/// How many steps an expression may take.
const STEPS: u64 = 20_000;

/// An attribute of a record.
pub(super) type PastCell = (KindId, u32, Slot);

/// A run as it stood when an entry had been written.
pub(super) struct PastWorld<'w, 'a> {
    story: &'w Story<'a>,
    entry: usize,
    /// the acts that could still happen
    acts: Vec<u32>,
    /// how many records of each kind there were
    counts: Vec<u32>,
    /// an attribute that had another value
    supposed: Option<(PastCell, Value)>,
    read: RefCell<BTreeSet<PastCell>>,
}

impl<'w, 'a> PastWorld<'w, 'a> {
    /// `O(n)` in the entries before it.
    pub(super) fn new(story: &'w Story<'a>, entry: usize) -> Self {
        let rules = story.names.rules;
        let given = &story.names.scenario.records;
        let given = (0..rules.kinds.len()).map(|kind| given.get(kind).map_or(0, Vec::len));
        let mut counts: Vec<u32> = given.map(to_number).collect();
        let mut acts = Vec::new();
        for entry in story.journal.entries.iter().take(entry + 1) {
            match entry.what {
                What::Made { kind, .. } => counts[kind.index()] += 1,
                What::Declared { act, .. } | What::Added { act, .. } if !acts.contains(&act) => {
                    acts.push(act);
                }
                What::Refused { act, .. }
                | What::Cancelled { act, .. }
                | What::Void { act, .. } => acts.retain(|&one| one != act),
                _ => {}
            }
        }
        PastWorld {
            story,
            entry,
            acts,
            counts,
            supposed: None,
            read: RefCell::default(),
        }
    }

    /// The value of an expression with these names, if it can be told, and the attributes that it read.
    pub(super) fn look(&self, id: ExprId, names: &[Value]) -> (Option<Value>, BTreeSet<PastCell>) {
        let mut evaluator = Evaluator::new(self.story.names.rules, STEPS);
        let value = evaluator.value(self, id, names);
        (value, self.read.take())
    }

    /// Its value if an attribute had another one.
    pub(super) fn look_if(
        &mut self,
        id: ExprId,
        names: &[Value],
        cell: PastCell,
        value: Value,
    ) -> Option<Value> {
        self.supposed = Some((cell, value));
        let found = self.look(id, names).0;
        self.supposed = None;
        found
    }

    /// The last phase that had begun and is wanted.
    fn began(&self, wanted: impl Fn(PhaseId) -> bool) -> Option<(Value, Value)> {
        let entries = self.story.journal.entries.iter().take(self.entry + 1);
        entries.rev().find_map(|entry| match entry.what {
            What::PhaseBegins { phase, number, now } => wanted(phase).then_some((number, now)),
            _ => None,
        })
    }
}

impl World for PastWorld<'_, '_> {
    fn option(&self, option: OptionId) -> Value {
        let names = &self.story.names;
        names.scenario.setting(names.rules, option)
    }

    fn counter(&self, phase: PhaseId) -> Value {
        self.began(|one| one == phase)
            .map_or(MISSING, |began| began.0)
    }

    fn now(&self) -> Value {
        self.began(|_| true).map_or(0, |began| began.1)
    }

    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        let Ok(record) = u32::try_from(record) else {
            return MISSING;
        };
        let cell = (kind, record, slot);
        self.read.borrow_mut().insert(cell);
        match self.supposed {
            Some((of, value)) if of == cell => value,
            _ => (self.story.attribute(kind, record, slot, self.entry)).unwrap_or(MISSING),
        }
    }

    fn count(&self, kind: KindId) -> u32 {
        match kind {
            KindId::ACT => to_number(self.acts.len()),
            kind => self.counts[kind.index()],
        }
    }

    fn nth(&self, kind: KindId, place: u32) -> u32 {
        match kind {
            KindId::ACT => self.acts[place as usize],
            _ => place,
        }
    }
}
