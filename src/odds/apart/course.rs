//! The procedure of a run whose dice are open, phase for phase. What is done must be the same however the dice fall, but for what is done in
//! some falls of one lot alone.
//!
//! Follows the machine's rooms `drive` and `phases`, and gives up wherever a run would do something that is not followed here.

use std::collections::BTreeMap;

use super::Mixed;
use super::acts::{Act, Words};
use super::changes::Window;
use super::open::{Counted, Scripts};
use super::store::{Store, Thing};
use super::worth::{Each, Values, When, Worth};
use crate::ruleset::{EventId, ExprId, KindId, MISSING, Phase, PhaseId, Ruleset, Value};
use crate::scenario::Scenario;
use crate::source::Limits;

/// What a body tells the phase around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    Leave(PhaseId),
    Over,
    Stop,
}

/// Where a body runs: the frame of its names, and the act that is being declared if one is.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub base: u32,
    pub declared: Option<u32>,
}

/// A change that the acts of a batch make, kept until the batch has been carried out.
pub struct Change {
    pub thing: Thing,
    pub worth: Worth,
    pub adds: bool,
    pub here: Option<Each>,
}

/// What is being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// a phase
    Phase,
    /// a trigger
    Trigger,
    /// the body of an act, while its batch is in hand
    Batch,
}

/// A run in progress.
pub struct Course<'a> {
    pub rules: &'a Ruleset,
    pub scenario: &'a Scenario,
    pub limits: &'a Limits,
    pub v: Values<'a>,
    pub scripts: Scripts<'a>,
    /// The rolls that are counted through, run for run.
    pub counted: Counted,
    /// The counting phases that run, and their numbers.
    pub path: Vec<(PhaseId, Value)>,
    /// All phases that run.
    pub running: Vec<PhaseId>,
    /// For each act its action and its stage.
    pub acts: Vec<Act>,
    pub within: Within,
    /// What the body of an act changes.
    pub changes: Vec<Change>,
    /// The events that it raises: which, with what, and in which falls.
    pub raised: Vec<(EventId, Vec<Worth>, Option<Each>)>,
    /// While acts are carried out: which of them is, and what they read and change.
    pub window: Option<Window>,
    /// How large a number can be that acts add to in an order that is not known.
    pub bounds: BTreeMap<Thing, i128>,
    /// How often acts have been resolved.
    pub windows: u32,
    /// The rank of the next first act.
    pub next_rank: Value,
    /// How many blocks of statements are being carried out, one within the other.
    pub deep: u32,
    /// Who has declared something in which period in some runs only.
    pub declared_in_some: Vec<(u32, Vec<(PhaseId, Value)>)>,
    /// Words that the machine itself uses.
    pub words: Words,
    /// How many steps a run may take to work out places anew.
    pub arranging: u64,
    /// How many open rolls there were, whoever rolled.
    pub rolls: usize,
}

/// An empty store for the records of these rules.
fn store(rules: &Ruleset, scenario: &Scenario) -> Store {
    let strides = rules.kinds.iter().map(|kind| kind.attributes.len());
    let combatants = scenario.records.get(KindId::COMBATANT.index());
    Store::new(strides, combatants.map_or(0, Vec::len))
}

impl<'a> Course<'a> {
    /// Ready for a run.
    pub fn new(rules: &'a Ruleset, scenario: &'a Scenario, limits: &'a Limits) -> Self {
        let word = |word| rules.find_word(word).unwrap_or_default();
        Course {
            rules,
            scenario,
            limits,
            v: Values::new(rules, store(rules, scenario), limits.steps / 4),
            scripts: Scripts::new(scenario),
            counted: Counted::default(),
            path: Vec::new(),
            running: Vec::new(),
            acts: Vec::new(),
            within: Within::Phase,
            changes: Vec::new(),
            raised: Vec::new(),
            window: None,
            bounds: BTreeMap::new(),
            windows: 0,
            next_rank: 0,
            deep: 0,
            declared_in_some: Vec::new(),
            words: Words {
                waiting: word("waiting"),
                resolved: word("resolved"),
                void: word("void"),
                refused: word("refused"),
            },
            arranging: 0,
            rolls: 0,
        }
    }

    /// Ready for a run once more; what is counted through stays as it stands.
    pub fn begin_anew(&mut self) {
        let counted = std::mem::take(&mut self.counted);
        let new = Course::new(self.rules, self.scenario, self.limits);
        *self = Course { counted, ..new };
    }

    /// The phases of the combat, in their order.
    pub fn whole(&mut self) -> Result<(), Mixed> {
        if !self.scenario.tactics.is_empty() {
            return Err(Mixed::Beyond("a tactic"));
        }
        self.set_up()?;
        let begin = self.scenario.begin;
        let procedure = &self.rules.procedure;
        let first = begin.map_or(0, |(first, _)| {
            let found = procedure.iter().position(|&phase| phase == first);
            found.unwrap_or(procedure.len())
        });
        for &phase in &procedure[first..] {
            let from = begin
                .filter(|begin| begin.0 == phase)
                .and_then(|begin| begin.1);
            match self.phase(phase, from)? {
                Flow::On | Flow::Leave(_) => {}
                Flow::Over | Flow::Stop => break,
            }
        }
        Ok(())
    }

    /// Plays a phase: once, or as often as it counts.
    pub fn phase(&mut self, id: PhaseId, first: Option<Value>) -> Result<Flow, Mixed> {
        if self.v.here.is_some() || self.within != Within::Phase {
            return Err(Mixed::Beyond("a phase inside what depends on dice"));
        }
        let rules = self.rules;
        let phase: &'a Phase = &rules.phases[id.index()];
        let base = self.v.store.open(phase.locals);
        let flow = self.repetitions(id, phase, first, base)?;
        self.close(base);
        Ok(match flow {
            Flow::Leave(left) if left == id => Flow::On,
            flow => flow,
        })
    }

    fn repetitions(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        first: Option<Value>,
        base: u32,
    ) -> Result<Flow, Mixed> {
        let Some(counting) = phase.counting else {
            return match self.passes(phase.condition, base)? {
                true => self.once(id, phase, MISSING, base),
                false => Ok(Flow::On),
            };
        };
        let number = |run: &mut Self, id| match run.v.fixed(id, base)? {
            MISSING => Err(Mixed::Fault),
            number => Ok(number),
        };
        let mut count = match first {
            Some(first) => first,
            None => number(self, counting.from)?,
        };
        let endless = counting.to.is_none();
        let last = (counting.to).map_or(Ok(Value::MAX), |to| number(self, to))?;
        let mut repeated = 0;
        while !counting.is_past(count, last) {
            if let Some(flow) = self.ends_before(id, phase, count, endless, base)? {
                return Ok(flow);
            }
            repeated += 1;
            if repeated > self.limits.rounds {
                return Err(Mixed::Fault);
            }
            self.path.push((id, count));
            let flow = self.once(id, phase, count, base)?;
            self.path.pop();
            if flow != Flow::On {
                return Ok(flow);
            }
            count = counting.next(count);
        }
        Ok(Flow::On)
    }

    /// Whether the counting of a phase comes to its end before this repetition, and how.
    fn ends_before(
        &mut self,
        id: PhaseId,
        phase: &Phase,
        number: Value,
        endless: bool,
        base: u32,
    ) -> Result<Option<Flow>, Mixed> {
        if self.scenario.stops(id, number, false) {
            return Ok(Some(Flow::Stop));
        }
        let counter = std::mem::replace(&mut self.v.store.counters[id.index()], number);
        if !self.passes(phase.condition, base)? {
            return Ok(Some(Flow::On));
        }
        let is_endless = endless && self.path.is_empty();
        if is_endless && (self.scenario.is_silent_after(id)).is_some_and(|last| number > last) {
            self.v.store.counters[id.index()] = counter;
            return Ok(Some(Flow::Stop));
        }
        Ok(None)
    }

    /// One repetition of a phase.
    fn once(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        number: Value,
        base: u32,
    ) -> Result<Flow, Mixed> {
        if number == MISSING && self.scenario.stops(id, number, false) {
            return Ok(Flow::Stop);
        }
        if let Some(lasting) = phase.lasting {
            match self.v.fixed(lasting, base)? {
                MISSING => return Err(Mixed::Fault),
                lasting => self.v.store.now += lasting,
            }
        }
        self.running.push(id);
        self.of_phase(id, true)?;
        let body = Body {
            base,
            declared: None,
        };
        let flow = self.block(&phase.body, body)?;
        if flow != Flow::Over {
            self.of_phase(id, false)?;
        }
        self.running.pop();
        match flow == Flow::On && self.scenario.stops(id, number, true) {
            true => Ok(Flow::Stop),
            false => Ok(flow),
        }
    }

    /// Whether a condition that depends on no dice is true, or there is none.
    fn passes(&mut self, condition: Option<ExprId>, base: u32) -> Result<bool, Mixed> {
        condition.map_or(
            Ok(true),
            |condition| Ok(self.v.fixed(condition, base)? == 1),
        )
    }

    /// Closes a frame.
    pub fn close(&mut self, base: u32) {
        let v = &mut self.v;
        v.store.close(base, &mut v.lots);
    }

    /// Does something in those falls alone where it is to be done; nothing if there are none.
    pub fn inside<T>(
        &mut self,
        when: When,
        act: impl FnOnce(&mut Self) -> Result<T, Mixed>,
    ) -> Result<Option<T>, Mixed> {
        let here = match when {
            When::Never => return Ok(None),
            When::Always => return act(self).map(Some),
            When::Where(here) => here,
        };
        let outer = self.v.here.replace(here);
        let done = act(self)?;
        self.v.here = outer;
        Ok(Some(done))
    }
}
