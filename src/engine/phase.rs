//! Phases: steps of the procedure that may repeat and count.

use super::fault::{FaultKind, Outcome};
use super::respond::Happened;
use super::run::{Body, Flow, Run};
use crate::journal::What;
use crate::ruleset::{MISSING, Phase, PhaseId, Value};

impl<'a> Run<'a, '_> {
    /// Plays a phase: once, or as often as it counts. `first` is where the scenario lets its counting begin.
    pub fn phase(&mut self, id: PhaseId, first: Option<Value>) -> Outcome<Flow> {
        let rules = self.rules;
        let phase: &'a Phase = &rules.phases[id.index()];
        let base = self.m.frames.open(phase.locals);
        let flow = self.repetitions(id, phase, first, base);
        self.m.frames.close(base);
        match flow? {
            Flow::Leave(left) if left == id => Ok(Flow::On),
            flow => Ok(flow),
        }
    }

    fn repetitions(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        first: Option<Value>,
        base: usize,
    ) -> Outcome<Flow> {
        let Some((from, to)) = phase.counting else {
            if !self.passes(phase.condition, base)? {
                return Ok(Flow::On);
            }
            return self.once(id, phase, MISSING, base);
        };
        let mut number = match first {
            Some(number) => number,
            None => self.value(from, base)?,
        };
        let last = to.map(|to| self.value(to, base)).transpose()?;
        let mut repeated: u64 = 0;
        while last.is_none_or(|last| number <= last) {
            let stops = self.stops(id, number, false, to.is_none());
            if stops && self.scenario.stop.is_some() {
                return Ok(Flow::Stop);
            }
            let before = self.m.state.counter(id);
            self.count(id, number);
            if !self.passes(phase.condition, base)? {
                break;
            }
            // The scenario holds nothing more, and the rules would go on.
            if stops {
                self.count(id, before);
                return Ok(Flow::Stop);
            }
            let limit = u64::from(self.limits.rounds);
            if repeated >= limit {
                let span = self.rules.items[phase.item.index()].span;
                return Err(FaultKind::Repetitions { phase: id, limit }.at(span).into());
            }
            repeated += 1;
            self.m.path.push((id, number));
            let flow = self.once(id, phase, number, base);
            self.m.path.pop();
            match flow? {
                Flow::On => {}
                flow => return Ok(flow),
            }
            number += 1;
        }
        Ok(Flow::On)
    }

    /// One repetition of a phase.
    fn once(&mut self, id: PhaseId, phase: &'a Phase, number: Value, base: usize) -> Outcome<Flow> {
        if number == MISSING && self.stops(id, number, false, false) {
            return Ok(Flow::Stop);
        }
        if let Some(lasting) = phase.lasting {
            self.m.state.now += self.value(lasting, base)?;
            self.m.line.stale |= self.plan.watched.now;
        }
        self.m.running.push(id);
        self.m.exercised.phases[id.index()] = true;
        let rules = self.rules;
        self.m.used.retain(|(trigger, _), _| {
            rules.triggers[trigger.index()]
                .limit
                .as_ref()
                .is_none_or(|limit| limit.phase != id)
        });
        let cause = Some(phase.item);
        self.write(
            cause,
            What::PhaseBegins {
                phase: id,
                number,
                now: self.m.state.now,
            },
        )?;
        self.happened(Happened::Phase(id, true))?;
        self.settle()?;
        let flow = self.block(
            &phase.body,
            Body {
                base,
                declared: None,
                cause,
            },
        )?;
        if flow != Flow::Over {
            self.happened(Happened::Phase(id, false))?;
            self.settle()?;
        }
        self.write(cause, What::PhaseEnds { phase: id, number })?;
        self.show(|observer, scene| observer.phase_ended(id, scene));
        self.m.running.pop();
        if flow == Flow::On && self.stops(id, number, true, false) {
            return Ok(Flow::Stop);
        }
        Ok(flow)
    }

    /// The counting of a phase has come to a number.
    fn count(&mut self, id: PhaseId, number: Value) {
        self.m.state.counters[id.index()] = number;
        self.m.line.stale |= self.plan.watched.counter(id);
    }

    /// Whether the scenario stops before (or after) this repetition of a phase: where it says so, or, of an outermost phase that counts without
    /// end, after the last repetition for which it holds anything. With tactics in force there is always something to declare.
    fn stops(&self, id: PhaseId, number: Value, after: bool, endless: bool) -> bool {
        match self.scenario.stop {
            Some(stop) => {
                stop.phase == id
                    && stop.after == after
                    && stop.number.is_none_or(|wanted| wanted == number)
            }
            None => {
                endless
                    && !after
                    && self.scenario.tactics.is_empty()
                    && self.m.path.is_empty()
                    && self.scenario.last_of(id).is_none_or(|last| number > last)
            }
        }
    }
}
