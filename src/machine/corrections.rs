//! What the game master does in the course of a run: corrections of attributes, moves of acts, newcomers.

use super::state::{MadeMove, State, Waits};
use super::{Machine, Pause, Roll};
use crate::journal::{Authority, Fate, Ruling, What};
use crate::line::Exception;
use crate::ruleset::index::{Idx, to_number};
use crate::ruleset::{KindId, Slot, Value};
use crate::run::fault::{FaultKind, RunResult};
use crate::scenario::{AttributeChange, Deed, Occasion, Scenario};

impl Machine<'_> {
    /// Makes the corrections that are due where the run pauses. They are in force at once, in a batch too.
    pub(super) fn correct(&mut self, pause: &Pause, scenario: &Scenario) -> RunResult<()> {
        let occasion = match *pause {
            Pause::Roll(Roll { who, purpose, .. }) => Occasion::Roll(who, purpose),
            Pause::Ask { who, question, .. } => Occasion::Answer(who, question),
            Pause::Declare { actor, .. } => Occasion::Declaration(actor),
            Pause::Rests | Pause::Saw(_) | Pause::Done(_) => return Ok(()),
        };
        if !self.can_be_corrected() {
            return Ok(());
        }
        let State {
            corrections,
            path,
            running,
            ..
        } = &mut self.state;
        for correction in corrections.due(&scenario.corrections, occasion, path, running) {
            let deed = &scenario.corrections[correction.index()].deed;
            if !self.is_possible(deed) {
                continue;
            }
            self.write_for(None, What::Corrected { correction })?;
            match *deed {
                Deed::Set(AttributeChange {
                    kind,
                    record,
                    slot,
                    value,
                }) => self.change(kind, record, slot, value, None)?,
                Deed::Join(kind, ref records) => {
                    for record in records.clone() {
                        self.join(kind, record, scenario)?;
                    }
                }
                Deed::Move(acts) => {
                    let path = scenario.corrections[correction.index()].path.clone();
                    let made = MadeMove {
                        correction,
                        acts,
                        path,
                    };
                    self.state.moves.push(made);
                    self.state.line.stale = true;
                }
            }
        }
        Ok(())
    }

    /// Whether a correction can be made where the run pauses: everywhere but while the line is being ordered.
    pub fn can_be_corrected(&self) -> bool {
        !matches!(self.state.waits_for, Waits::Place { .. })
    }

    /// Adds what the moves in force ask for of the acts in the line.
    pub(super) fn apply_moves(&mut self) {
        let exceptions = self.rules.exceptions.len();
        let State {
            moves,
            path,
            line,
            acts,
            ..
        } = &mut self.state;
        let acts = &*acts;
        for made in moves.iter().filter(|made| path.starts_with(&made.path)) {
            let by = Authority::Correction(made.correction);
            let relation = made.acts.relation();
            let acts_of = |actor| {
                let all = (0..).zip(line.acts.iter().copied());
                all.filter(move |&(_, act)| {
                    let of = &acts[act];
                    of.actor == actor && !of.suspended
                })
            };
            for (mover, moved) in acts_of(made.acts.mover) {
                for (reference, other) in acts_of(made.acts.reference) {
                    line.exceptions.push(Exception {
                        rule: by.number(exceptions),
                        mover,
                        relation,
                        reference,
                    });
                    line.rulings.push(Ruling {
                        by,
                        mover: moved,
                        reference: other,
                        relation,
                        fate: Fate::Held,
                        compared: None,
                    });
                }
            }
        }
    }

    /// Whether the records that are named are there, or those that join are the next ones.
    fn is_possible(&self, deed: &Deed) -> bool {
        let count = |kind: KindId| self.state.tables[kind.index()].count();
        match deed {
            Deed::Set(AttributeChange {
                kind,
                record,
                slot,
                value,
            }) => {
                let ty = &self.rules.attribute(*kind, *slot).declared.ty;
                let is_there = ty.record_beyond(*value, count).is_none();
                is_there && *record < count(*kind)
            }
            Deed::Join(kind, records) => records.start == count(*kind),
            Deed::Move(acts) => acts.mover.max(acts.reference) < count(KindId::COMBATANT),
        }
    }

    /// Whether all records that are given to an act are there.
    pub(super) fn check_named(&self, given: &[(Slot, Value)]) -> Result<(), FaultKind> {
        for &(slot, value) in given {
            let ty = &self.rules.attribute(KindId::ACT, slot).declared.ty;
            let count = |kind: KindId| self.state.tables[kind.index()].count();
            if let Some((kind, record)) = ty.record_beyond(value, count) {
                return Err(FaultKind::NotThere { kind, record });
            }
        }
        Ok(())
    }

    /// A record joins, and with it those that stand between it and each other one.
    fn join(&mut self, kind: KindId, record: u32, scenario: &Scenario) -> RunResult<()> {
        self.add_record(kind, record, scenario)?;
        for (number, between) in self.rules.kinds.iter().enumerate() {
            let Some(pair) = between.pair.filter(|pair| pair.of == kind) else {
                continue;
            };
            let [first, end] = [record.index(), record.index() + 1].map(|of| pair.count(of));
            for record in first..end {
                self.add_record(KindId::from_index(number), to_number(record), scenario)?;
            }
        }
        Ok(())
    }

    /// Makes a record that the scenario has, with what it gives it and its defaults.
    fn add_record(&mut self, kind: KindId, record: u32, scenario: &Scenario) -> RunResult<()> {
        self.make_record(kind)?;
        let given = &scenario.records[kind.index()][record.index()].values;
        for &(slot, value) in given {
            self.give(kind, record, slot, value);
        }
        let body = &self.image.bodies[self.state.body];
        let first = self.state.base + usize::from(body.registers);
        self.defaults(kind, record, given, first)?;
        self.write_for(None, What::Made { kind, record })
    }
}
