//! "The procedure": the phases of the combat, and how they count.

use affray::journal::What;
use affray::ruleset::{Counting, MISSING, Phase, PhaseId, Value};
use affray::run::Ending;
use affray::run::fault::{FaultKind, RunResult};

use super::triggers::Happened;
use super::{Body, Flow, Frame, Run, frame};

impl<'a> Run<'a> {
    /// "The phases of the file, in their order, are the combat." "`begin at round 1` skips the phases before."
    pub(super) fn procedure(&mut self) -> RunResult<Ending> {
        let begin = self.scenario.begin;
        let mut skips = begin.is_some();
        for &phase in &self.rules.procedure {
            let is_first = begin.filter(|begin| begin.0 == phase);
            skips &= is_first.is_none();
            if skips {
                continue;
            }
            match self.phase(phase, is_first.and_then(|begin| begin.1))? {
                Flow::On | Flow::Leave(_) | Flow::LeaveRepeat | Flow::LeaveTurn(_) => {}
                Flow::Over => return Ok(Ending::Over),
                Flow::Stop => return Ok(Ending::Stopped),
            }
        }
        Ok(Ending::Played)
    }

    /// Plays a phase: once, or as often as it counts. `first` is where the scenario lets its counting begin.
    pub(super) fn phase(&mut self, id: PhaseId, first: Option<Value>) -> RunResult<Flow> {
        let phase = &self.rules.phases[id.index()];
        let names = &mut frame(phase.locals);
        let flow = match phase.counting {
            _ if phase.turns.is_some() => self.turns(id, phase, names)?,
            Some(counting) => self.repetitions(id, phase, counting, first, names)?,
            None if !self.passes(phase.condition, names)? => Flow::On,
            None if self.scenario.stops((id, MISSING), &self.path, false) => Flow::Stop,
            None => self.repetition(id, phase, MISSING, names)?,
        };
        // "`leave phase round` ends a phase and its counting."
        Ok(match flow {
            Flow::Leave(left) if left == id => Flow::On,
            flow => flow,
        })
    }

    /// "`counting from A to B` repeats; without `to` it repeats until something ends it." A run ends "after the last repetition of the outermost
    /// counting phase for which the scenario holds anything".
    fn repetitions(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        counting: Counting,
        first: Option<Value>,
        names: &mut Frame,
    ) -> RunResult<Flow> {
        let mut number = match first {
            Some(first) => first,
            None => self.value(counting.from, names)?,
        };
        let last = match counting.to {
            Some(to) => self.value(to, names)?,
            None => Value::MAX,
        };
        let mut repeated = 0;
        loop {
            let is_past = match counting.down {
                true => number < last || last == MISSING,
                false => number > last,
            };
            if is_past {
                return Ok(Flow::On);
            }
            if self.scenario.stops((id, number), &self.path, false) {
                return Ok(Flow::Stop);
            }
            let before = std::mem::replace(&mut self.counters[id.index()], number);
            if !self.passes(phase.condition, names)? {
                self.counters[id.index()] = before;
                return Ok(Flow::On);
            }
            let is_endless = counting.to.is_none() && self.path.is_empty();
            let silent = self.scenario.is_silent_after(id).filter(|_| is_endless);
            if silent.is_some_and(|last| number > last) {
                self.counters[id.index()] = before;
                return Ok(Flow::Stop);
            }
            let limit = u64::from(self.limits.rounds);
            if repeated == limit {
                let span = self.rules.items[phase.item.index()].span;
                return Err(FaultKind::Repetitions { phase: id, limit }.at(span).into());
            }
            repeated += 1;
            self.path.push((id, number));
            let flow = self.repetition(id, phase, number, names)?;
            self.path.pop();
            if flow != Flow::On {
                return Ok(flow);
            }
            number += if counting.down { -1 } else { 1 };
        }
    }

    /// "`phase turn of combatant c` is repeated: each time it is the turn of one who has had none, until none is left."
    fn turns(&mut self, id: PhaseId, phase: &'a Phase, names: &mut Frame) -> RunResult<Flow> {
        let Some(turns) = &phase.turns else {
            return Ok(Flow::On);
        };
        let (cause, declared) = (Some(phase.item), None);
        let mut flow = self.block(&turns.opening, names, Body { cause, declared })?;
        let mut repeated = 0;
        while flow == Flow::On {
            flow = self.block(&turns.next, names, Body { cause, declared })?;
            let whose = names[usize::from(turns.local)];
            if flow != Flow::On || whose == MISSING {
                break;
            }
            if self.scenario.stops((id, whose), &self.path, false) {
                flow = Flow::Stop;
                break;
            }
            self.counters[id.index()] = whose;
            if !self.passes(phase.condition, names)? {
                break;
            }
            let limit = u64::from(self.limits.rounds);
            if repeated == limit {
                let span = self.rules.items[phase.item.index()].span;
                return Err(FaultKind::Repetitions { phase: id, limit }.at(span).into());
            }
            repeated += 1;
            self.path.push((id, whose));
            flow = self.repetition(id, phase, whose, names)?;
            self.path.pop();
        }
        // Between turns it is the turn of none.
        self.counters[id.index()] = MISSING;
        Ok(flow)
    }

    /// One repetition: time passes, triggers respond to its beginning, the body runs, triggers respond to its end.
    fn repetition(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        number: Value,
        names: &mut Frame,
    ) -> RunResult<Flow> {
        // "`lasting 1 segment` moves the clock `now` on by that much as each repetition begins."
        if let Some(lasting) = phase.lasting {
            self.now += self.value(lasting, names)?;
        }
        self.running.push(id);
        self.coverage.phases[id.index()] = true;
        // "As a turn begins, places begin anew".
        if phase.turns.is_some() {
            self.clock = None;
        }
        // "`each impulse` behind the act: no place has gone by as an impulse begins, or a round around it."
        let outer = |id: PhaseId| self.rules.phases[id.index()].parent;
        let mut named = std::iter::successors(self.begun_anew(), |&inner| outer(inner));
        if named.any(|named| named == id) {
            self.clock = None;
        }
        // "`limit once per round for c`: at most once in one repetition of that phase for each c."
        // "`limit once per turn of c`: until the next turn of c begins. Where c is missing, in each turn."
        let rules = self.rules;
        self.used.retain(|(trigger, values), _| {
            let limit = &rules.triggers[trigger.index()].limit;
            limit.as_ref().is_none_or(|limit| {
                let whose = [number, MISSING];
                limit.phase != Some(id) || (limit.whose && !whose.contains(&values[0]))
            })
        });
        let (cause, now) = (Some(phase.item), self.now);
        let phase_begins = What::PhaseBegins {
            phase: id,
            number,
            now,
        };
        self.write(cause, phase_begins)?;
        let declared = None;
        self.block(&phase.prologue, names, Body { cause, declared })?;
        self.happened(&Happened::Phase(id, true))?;
        self.settle()?;
        let mut flow = self.block(&phase.body, names, Body { cause, declared })?;
        // "`leave turn` ends the turn; the next one comes."
        if flow == Flow::LeaveTurn(id) {
            flow = Flow::On;
        }
        if flow != Flow::Over {
            self.happened(&Happened::Phase(id, false))?;
            self.settle()?;
        }
        if self.is_to_end() {
            flow = Flow::Over;
        }
        self.write(cause, What::PhaseEnds { phase: id, number })?;
        self.running.pop();
        // "...or as an impulse is over."
        if self.begun_anew() == Some(id) {
            self.clock = None;
        }
        match flow {
            Flow::On if self.scenario.stops((id, number), &self.path, true) => Ok(Flow::Stop),
            flow => Ok(flow),
        }
    }
}
