//! Phases, as far as they are more than code: counting, the clock, where the scenario begins and stops.

use super::Machine;
use super::state::{Flow, Waits};
use crate::journal::{Range, What};
use crate::program::{Dependencies, Register};
use crate::ruleset::index::to_number;
use crate::ruleset::{KindId, MISSING, PhaseId, Value};
use crate::run::Ending;
use crate::run::fault::{FaultKind, RunResult};
use crate::scenario::Scenario;

impl Machine<'_> {
    /// How the run has ended; writes down what acts are like.
    pub(super) fn ending(&mut self) -> Ending {
        self.record_acts();
        match self.state.flow {
            Flow::Over => Ending::Over,
            Flow::Stop => Ending::Stopped,
            Flow::On | Flow::Leave(_) | Flow::LeaveTurn(_) => Ending::Played,
        }
    }

    /// Puts the attributes of all acts into the journal, as they are now: for a run that goes no further.
    #[doc(hidden)]
    pub fn record_acts(&mut self) {
        let Some(table) = self.state.tables.get(KindId::ACT.index()) else {
            return;
        };
        let journal = &mut self.journal;
        for (act, number) in journal.acts.iter_mut().zip(0..) {
            let start = to_number(journal.values.len());
            journal.values.extend_from_slice(table.row(number));
            let end = to_number(journal.values.len());
            act.attributes = Range { start, end };
        }
    }

    /// Whether the combat begins with a later phase.
    pub(super) fn begins_later(&self, phase: PhaseId, scenario: &Scenario) -> bool {
        let Some((first, _)) = scenario.begin else {
            return false;
        };
        let place = |phase: PhaseId| self.rules.procedure.iter().position(|&one| one == phase);
        place(first).is_none_or(|first| place(phase).is_some_and(|place| place < first))
    }

    /// A counting phase begins; whether the scenario says with which number.
    pub(super) fn begin_counting(
        &mut self,
        phase: PhaseId,
        number: Register,
        scenario: &Scenario,
    ) -> bool {
        self.state.put(number + 2, 0);
        match scenario.begin {
            Some((first, Some(given))) if first == phase => {
                self.state.put(number, given);
                true
            }
            _ => false,
        }
    }

    /// Whether there is another repetition, but for the condition of the phase.
    pub(super) fn next_repetition(
        &mut self,
        phase: PhaseId,
        number: Register,
        scenario: &Scenario,
    ) -> bool {
        if self.state.path.is_empty() {
            self.abstract_past(phase, number);
        }
        let rule = &self.rules.phases[phase.index()];
        let (next, last) = (self.state.get(number), self.state.get(number + 1));
        if (rule.counting).is_none_or(|counting| counting.is_past(next, last)) {
            return false;
        }
        if scenario.stops((phase, next), &self.state.path, false) {
            self.state.flow = Flow::Stop;
            return false;
        }
        let before = self.state.counters[phase.index()];
        self.state.put(number + 3, before);
        self.count(phase, next);
        true
    }

    /// Whether there is another turn, but for the condition of the phase.
    pub(super) fn next_turn(
        &mut self,
        phase: PhaseId,
        number: Register,
        scenario: &Scenario,
    ) -> bool {
        let next = self.state.get(number);
        if next == MISSING {
            return false;
        }
        if scenario.stops((phase, next), &self.state.path, false) {
            self.state.flow = Flow::Stop;
            return false;
        }
        self.count(phase, next);
        true
    }

    /// A repetition begins, unless the scenario has nothing more to say. If the run is to rest before it, it waits for that.
    pub(super) fn repeat(&mut self, phase: PhaseId, number: Register) -> RunResult<bool> {
        let rule = &self.rules.phases[phase.index()];
        let next = self.state.get(number);
        if std::mem::take(&mut self.state.waits_for) != Waits::Rest {
            let is_endless = rule.counting.is_some_and(|counting| counting.to.is_none());
            let before = self.state.get(number + 3);
            if is_endless
                && self.state.path.is_empty()
                && self.silent_after[phase.index()].is_some_and(|last| next > last)
            {
                self.count(phase, before);
                self.state.flow = Flow::Stop;
                return Ok(false);
            }
            // It is not read any more.
            self.state.put(number + 3, MISSING);
            // Before the first one, there is nothing that could have come about in several ways.
            if before != MISSING && self.comes_to_rest(phase, number) {
                self.state.waits_for = Waits::Rest;
                return Ok(true);
            }
        }
        let repeated = self.state.get(number + 2);
        let limit = u64::from(self.limits.rounds);
        if repeated.unsigned_abs() >= limit {
            let span = self.rules.items[rule.item.index()].span;
            return Err(FaultKind::Repetitions { phase, limit }.at(span).into());
        }
        self.state.put(number + 2, repeated + 1);
        self.state.path.push((phase, next));
        self.period_changes();
        Ok(true)
    }

    /// A repetition is over; whether another may follow.
    pub(super) fn repeated(&mut self, phase: PhaseId, number: Register) -> bool {
        self.state.path.pop();
        self.period_changes();
        if self.state.flow != Flow::On {
            return false;
        }
        if let Some(counting) = self.rules.phases[phase.index()].counting {
            let next = counting.next(self.state.get(number));
            self.state.put(number, next);
        }
        true
    }

    /// A period begins or is over: other moves are in force.
    fn period_changes(&mut self) {
        self.state.line.stale |= !self.state.moves.is_empty();
    }

    /// A repetition of a phase has begun or is over: another order may be in force. Places go by within a turn, and within what the order names.
    fn order_changes(&mut self, phase: PhaseId, begins: bool) {
        let (order, rules) = (self.order(), self.rules);
        let line = &mut self.state.line;
        line.reorders = order != line.order;
        let in_force = order.filter(|_| !line.reorders);
        let is_turn = begins && rules.phases[phase.index()].turns.is_some();
        if is_turn || in_force.is_some_and(|order| rules.begins_anew(order, phase, begins)) {
            line.clock.clear();
        }
    }

    pub(super) fn count(&mut self, phase: PhaseId, number: Value) {
        self.state.counters[phase.index()] = number;
        self.changed(self.image.dependencies.counter(phase));
    }

    /// The clock goes on.
    pub(super) fn elapse(&mut self, time: Value) {
        self.state.now += time;
        self.changed(Dependencies::CLOCK);
    }

    /// A phase begins: what is counted for each repetition is counted anew.
    pub(super) fn begin_phase(&mut self, phase: PhaseId, number: Register) -> RunResult<()> {
        self.state.running.push(phase);
        self.order_changes(phase, true);
        let rules = self.rules;
        self.coverage.phases[phase.index()] = true;
        let (number, now) = (self.state.get(number), self.state.now);
        self.state.used.forget(|trigger, values| {
            let limit = &rules.triggers[trigger.index()].limit;
            (limit.as_ref()).is_some_and(|limit| limit.begins_anew(values, phase, number))
        });
        self.write(What::PhaseBegins { phase, number, now })
    }

    /// A phase ends.
    pub(super) fn end_phase(
        &mut self,
        phase: PhaseId,
        number: Register,
        scenario: &Scenario,
    ) -> RunResult<()> {
        let number = self.state.get(number);
        self.write(What::PhaseEnds { phase, number })?;
        self.state.running.pop();
        self.order_changes(phase, false);
        if self.is_over() {
            self.state.flow = Flow::Over;
        }
        if self.state.flow == Flow::On && scenario.stops((phase, number), &self.state.path, true) {
            self.state.flow = Flow::Stop;
        }
        Ok(())
    }

    /// Whether the scenario stops the run before a phase that does not count.
    pub(super) fn stops_before(&mut self, phase: PhaseId, scenario: &Scenario) -> bool {
        let stops = scenario.stops((phase, MISSING), &self.state.path, false);
        if stops {
            self.state.flow = Flow::Stop;
        }
        stops
    }
}
