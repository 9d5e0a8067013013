//! What is kept beside the journal for those who ask for reasons.

use std::collections::VecDeque;

use super::Machine;
use super::state::GatheredChange;
use crate::journal::{ActInHand, Background, CellWrite};
use crate::program::Address;
use crate::ruleset::{KindId, MISSING, Ruleset, Slot, Value};
use crate::run::decisions::ScriptedDecisions;
use crate::run::dice::ScriptedDice;
use crate::run::observe::Look;
use crate::scenario::Scenario;
use crate::source::Limits;

/// What is kept, and what it takes to know it.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptBackground {
    kept: Background,
    /// What was written and is not in force yet.
    gathered: Vec<CellWrite>,
    /// The acts that were in hand when the events were raised that no trigger has responded to.
    raised: VecDeque<Option<ActInHand>>,
    /// Calls for an act, the outermost first: how many frames there were, where the caller goes on, and the act.
    calls: Vec<(usize, Address, Option<ActInHand>)>,
}

/// What is kept beside the journal of a run of a scenario with this seed, or with that of the scenario. Plays it once more.
pub fn background(
    rules: &Ruleset,
    scenario: &Scenario,
    seed: Option<u64>,
    limits: &Limits,
) -> Background {
    let mut machine = Machine::new(rules, *limits);
    machine.keep_background();
    let mut dice = ScriptedDice::new(scenario, seed);
    let mut decisions = ScriptedDecisions::new(scenario);
    // What it comes to is known.
    _ = machine.play(scenario, &mut dice, &mut decisions, None);
    machine.take_background()
}

impl Machine<'_> {
    /// Keeps from now on beside the journal which act is in hand and what statements write.
    pub fn keep_background(&mut self) {
        self.background = Some(Box::default());
    }

    /// What was kept beside the journal, if it was; nothing more is kept.
    pub fn take_background(&mut self) -> Background {
        let background = self.background.take();
        background.map_or_else(Background::default, |one| one.kept)
    }

    /// Code is about to be called for an act, or for none.
    pub(super) fn takes_in_hand(&mut self, act: Option<ActInHand>) {
        if let Some(background) = &mut self.background {
            let (depth, at) = (self.state.frames.len(), self.state.at);
            background.calls.retain(|call| call.0 < depth);
            background.calls.push((depth, at, act));
        }
    }

    /// The act for which the code is carried out that is being carried out.
    fn in_hand(&self) -> Option<ActInHand> {
        let calls = self.background.as_ref()?.calls.iter();
        let frames = &self.state.frames;
        // Of a call that has returned, another frame stands in its place, or none.
        let is_open = |(depth, at, _): &&(usize, Address, Option<ActInHand>)| {
            frames.get(*depth).is_some_and(|frame| frame.at == *at)
        };
        calls.rev().find(is_open)?.2
    }

    /// An event is about to be put into the queue.
    #[cold]
    pub(super) fn keep_raised(&mut self) {
        let by = self.in_hand();
        if let Some(background) = &mut self.background {
            background.raised.push_back(by);
        }
    }

    /// The first event of the queue has been taken out of it: the act that was in hand when it was raised.
    pub(super) fn take_raised(&mut self) -> Option<ActInHand> {
        self.background.as_mut()?.raised.pop_front().flatten()
    }

    /// An entry is about to be written.
    #[cold]
    pub(super) fn keep_hand(&mut self) {
        let by = self.in_hand();
        if let Some(background) = &mut self.background {
            background.kept.hands.push(by);
        }
    }

    /// A statement has written something, which is not in force yet.
    #[cold]
    pub(super) fn keep_write(&mut self, change: &GatheredChange) {
        let (by, at) = (self.in_hand(), self.statement());
        let names = self.names().into();
        if let Some(background) = &mut self.background {
            background.gathered.push(CellWrite {
                cell: (change.kind, change.record, change.slot),
                written: self.journal.entries.len(),
                entry: 0,
                adds: change.adds,
                value: change.value,
                old: MISSING,
                new: MISSING,
                cause: change.cause,
                at,
                by,
                names,
            });
        }
    }

    /// What was written into an attribute comes into force.
    #[cold]
    pub(super) fn keep_in_force(&mut self, cell: (KindId, u32, Slot), old: Value, new: Value) {
        let entry = self.journal.entries.len();
        if let Some(background) = &mut self.background {
            let ready = (background.gathered).extract_if(.., |write| write.cell == cell);
            let ready = ready.map(|write| CellWrite {
                entry,
                old,
                new,
                ..write
            });
            background.kept.writes.extend(ready);
        }
    }
}
