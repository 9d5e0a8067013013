//! What is asked of a machine by those who follow runs from roll to roll: where a run stands, and what it forgets there. The journal of a run that
//! has forgotten something cannot be shown.

use std::sync::Arc;

use super::Machine;
use super::abstraction::Abstraction;
use super::snapshot::RowColumns;
use crate::program::{Address, BodyId, Image, Instruction, Register};
use crate::ruleset::index::{Idx, IndexVec, to_short};
use crate::ruleset::{At, KindId, PhaseId, Ruleset, Slot, Value};

/// What a machine keeps for those who follow runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Exploration {
    /// What runs forget; nothing by default.
    pub abstraction: Option<Abstraction>,
    /// What rows hold.
    pub columns: RowColumns,
    /// A repetition of an outermost phase has begun since the run was taken up.
    pub begun_anew: bool,
    /// A run was not at rest where records were to be exchanged.
    pub restless: bool,
    /// By address, the statements to which an instruction belongs, as far as that was asked.
    statements: Vec<Option<Arc<[At]>>>,
    /// By body that no item of the rules names: how many of its first registers can stand for acts.
    pub acts_given: IndexVec<BodyId, Register>,
}

/// A body that is being carried out.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActiveBody {
    /// the instruction at which it stands
    pub at: Address,
    /// which body
    pub body: BodyId,
    /// where its registers begin
    pub base: usize,
}

impl Exploration {
    /// For a rule file.
    pub fn of(rules: &Ruleset, image: &Image) -> Self {
        let mut acts_given = IndexVec::from(vec![0; image.bodies.len()]);
        let mut gives = |entry: Address, count: Register| {
            if let Instruction::Enter { body, .. } = image.code[entry] {
                acts_given[body] = count;
            }
        };
        gives(image.join, 1);
        let moments = image.moments.iter().flatten().flatten();
        moments.flatten().for_each(|&entry| gives(entry, 1));
        for (entry, event) in image.events.iter().zip(&rules.events) {
            (entry.iter()).for_each(|&entry| gives(entry, to_short(event.parameters.len())));
        }
        Exploration {
            columns: RowColumns::of(rules, &image.fixed, &[]),
            acts_given,
            ..Exploration::default()
        }
    }
}

impl Machine<'_> {
    /// What runs forget from now on.
    pub(crate) fn forget(&mut self, abstraction: Abstraction) {
        self.exploration.abstraction = Some(abstraction);
    }

    /// The attributes whose numbers are kept apart from now on where a run is written down: none of acts. They stand there by kind, record and
    /// slot.
    pub(crate) fn keep_apart(&mut self, attributes: &[(KindId, Slot)]) {
        self.exploration.columns = RowColumns::of(self.rules, &self.image.fixed, attributes);
    }

    /// The period in which the run stands: repeated phases and their numbers, the outermost first.
    pub fn path(&self) -> &[(PhaseId, Value)] {
        &self.state.path
    }

    /// All phases that run, the outermost first.
    pub fn running(&self) -> &[PhaseId] {
        &self.state.running
    }

    /// The innermost phase that runs, if it does not repeat.
    pub(crate) fn part(&self) -> Option<PhaseId> {
        let innermost = self.state.running.last().copied();
        innermost.filter(|phase| !self.rules.phases[phase.index()].repeats())
    }

    /// Whether a repetition of an outermost phase has begun since the run was taken up.
    pub(crate) fn has_begun_anew(&self) -> bool {
        self.exploration.begun_anew
    }

    /// Whether a run was ever not at rest where records were to be exchanged.
    pub(crate) fn was_restless(&self) -> bool {
        self.exploration.restless
    }

    /// The statements within which the run stands: first the one with the roll, then the one around it, and so on.
    pub(crate) fn stands_within(&mut self, out: &mut Vec<At>) {
        out.clear();
        for number in 0..self.bodies() {
            let at = self.standing(number).at;
            out.extend_from_slice(&self.statements_at(at));
        }
    }

    /// The names of the body with that roll.
    pub(crate) fn names_there(&self) -> &[Value] {
        let names = usize::from(self.image.bodies[self.state.body].names);
        &self.state.registers[self.state.base..][..names]
    }

    /// How many bodies are being carried out.
    pub(super) fn bodies(&self) -> usize {
        self.state.frames.len() + 1
    }

    /// One of them; the innermost is the first.
    pub(super) fn standing(&self, number: usize) -> ActiveBody {
        let state = &self.state;
        match number.checked_sub(1) {
            None => ActiveBody {
                at: state.at - 1,
                body: state.body,
                base: state.base,
            },
            Some(number) => {
                let frame = &state.frames[state.frames.len() - 1 - number];
                ActiveBody {
                    at: frame.at.saturating_sub(1),
                    body: frame.body,
                    base: frame.base.index(),
                }
            }
        }
    }

    /// The statements to which an instruction belongs, the innermost first.
    pub(super) fn statements_at(&mut self, at: Address) -> Arc<[At]> {
        let (image, known) = (&self.image, &mut self.exploration.statements);
        if known.len() <= at.index() {
            known.resize(image.code.len(), None);
        }
        let found = || image.statements_at(at).map(|code| code.at).collect();
        Arc::clone(known[at.index()].get_or_insert_with(found))
    }
}
