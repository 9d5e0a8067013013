//! Phases: steps of the procedure that may repeat and count.

use super::cursor::Entered;
use super::fault::{FaultKind, Outcome};
use super::respond::Happened;
use super::run::{Body, Flow, Run};
use crate::journal::What;
use crate::ruleset::{MISSING, Phase, PhaseId, Value};

// The steps of one repetition: triggers respond to its beginning, what follows is settled, the body runs, and the same for its end.
const BEGINS: Value = 0;
const BEGUN: Value = 1;
const RUNS: Value = 2;
const ENDED: Value = 4;
const DONE: Value = 5;

impl<'a> Run<'a, '_> {
    /// Plays a phase: once, or as often as it counts. `first` is where the scenario lets its counting begin.
    pub fn phase(&mut self, id: PhaseId, first: Option<Value>) -> Outcome<Flow> {
        let rules = self.rules;
        let phase: &'a Phase = &rules.phases[id.index()];
        let base = self.open_frame(phase.locals);
        let flow = self.repetitions(id, phase, first, base)?;
        self.close_frame(base);
        match flow {
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
        let Some(counting) = phase.counting else {
            if !self.m.cursor.again() && !self.passes(phase.condition, base)? {
                return Ok(Flow::On);
            }
            return self.once(id, phase, MISSING, base);
        };
        let Entered { at, again } = self.m.cursor.enter([0; 3]);
        let [mut number, mut last, mut repeated] = at;
        if !again {
            number = match first {
                Some(number) => number,
                None => self.value(counting.from, base)?,
            };
            last = match counting.to {
                Some(to) => self.value(to, base)?,
                None => Value::MAX,
            };
        }
        // A run that halted before a repetition is taken up there; in a repetition there is a path.
        let mut halted = again && self.m.path.is_empty();
        let mut has_begun = again && !halted;
        // Looked for only once, and only where it matters.
        let mut silent_after = None;
        let flow = loop {
            if !has_begun && !std::mem::take(&mut halted) {
                let is_first = self.m.state.counter(id) == MISSING;
                (number, repeated) = self.forget_what_is_past(id, base, number, repeated);
                if counting.is_past(number, last) {
                    break Flow::On;
                }
                let is_endless = counting.to.is_none() && self.m.path.is_empty();
                let silent_after = *silent_after.get_or_insert_with(|| {
                    is_endless
                        .then(|| self.scenario.is_silent_after(id))
                        .flatten()
                });
                let is_silent = silent_after.is_some_and(|last| number > last);
                if let Some(flow) = self.ends_before(id, phase, number, is_silent, base)? {
                    break flow;
                }
                // Before the first one, there is nothing that could have come about in several ways.
                if !is_first {
                    self.comes_to_rest(id, [number, last, repeated])?;
                }
            }
            if !has_begun {
                let limit = u64::from(self.limits.rounds);
                if repeated as u64 >= limit {
                    let span = self.rules.items[phase.item.index()].span;
                    return Err(FaultKind::Repetitions { phase: id, limit }.at(span).into());
                }
                repeated += 1;
                self.m.cursor.set([number, last, repeated]);
                self.m.path.push((id, number));
            }
            has_begun = false;
            let flow = self.once(id, phase, number, base)?;
            self.m.path.pop();
            if flow != Flow::On {
                break flow;
            }
            number = counting.next(number);
        };
        self.m.cursor.leave::<3>();
        Ok(flow)
    }

    /// Whether the counting of a phase comes to its end before this repetition, and how; `is_silent`: the scenario holds nothing more.
    fn ends_before(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        number: Value,
        is_silent: bool,
        base: usize,
    ) -> Outcome<Option<Flow>> {
        if self.scenario.stops(id, number, false) {
            return Ok(Some(Flow::Stop));
        }
        let before = self.m.state.counter(id);
        self.count(id, number);
        if !self.passes(phase.condition, base)? {
            return Ok(Some(Flow::On));
        }
        // The rules would go on.
        if is_silent {
            self.count(id, before);
            return Ok(Some(Flow::Stop));
        }
        Ok(None)
    }

    /// One repetition of a phase.
    fn once(&mut self, id: PhaseId, phase: &'a Phase, number: Value, base: usize) -> Outcome<Flow> {
        if !self.m.cursor.again() && number == MISSING && self.scenario.stops(id, number, false) {
            return Ok(Flow::Stop);
        }
        let Entered { at, again } = self.m.cursor.enter([BEGINS, Flow::On.number()]);
        let mut flow = Flow::from_number(at[1]);
        let cause = Some(phase.item);
        if !again {
            self.begin(id, phase, number, base)?;
        }
        let mut step = at[0];
        while step != DONE {
            match step {
                BEGINS => self.happened(Happened::Phase(id, true))?,
                BEGUN | ENDED => self.settle()?,
                RUNS => {
                    let body = Body {
                        base,
                        declared: None,
                        cause,
                    };
                    let quiet = self.plan.quiet.of_phase(id);
                    flow = self.statements(&phase.body, quiet, body)?;
                }
                _ => self.happened(Happened::Phase(id, false))?,
            }
            step = match step {
                RUNS if flow == Flow::Over => DONE,
                step => step + 1,
            };
            self.m.cursor.set([step, flow.number()]);
        }
        self.m.cursor.leave::<2>();
        self.write(cause, What::PhaseEnds { phase: id, number })?;
        self.show(|observer, scene| observer.phase_ended(id, scene));
        self.m.running.pop();
        flow = self.unless_over(flow);
        if flow == Flow::On && self.scenario.stops(id, number, true) {
            return Ok(Flow::Stop);
        }
        Ok(flow)
    }

    /// A repetition begins: time passes, and what is counted for each repetition is counted anew.
    fn begin(&mut self, id: PhaseId, phase: &'a Phase, number: Value, base: usize) -> Outcome<()> {
        if let Some(lasting) = phase.lasting {
            self.m.state.now += self.value(lasting, base)?;
            self.m.line.stale |= self.plan.watched.now;
            self.m.quiet.now_changes();
        }
        self.m.running.push(id);
        self.m.exercised.phases[id.index()] = true;
        let rules = self.rules;
        self.m.used.forget(|trigger| {
            let limit = &rules.triggers[trigger.index()].limit;
            limit.as_ref().is_some_and(|limit| limit.phase == id)
        });
        let now = self.m.state.now;
        self.write(
            Some(phase.item),
            What::PhaseBegins {
                phase: id,
                number,
                now,
            },
        )
    }

    /// The counting of a phase has come to a number.
    fn count(&mut self, id: PhaseId, number: Value) {
        self.m.state.counters[id.index()] = number;
        self.m.line.stale |= self.plan.watched.counter(id);
        self.m.quiet.counter_changes(id);
    }
}
