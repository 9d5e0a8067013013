//! A run from its beginning to its end.

use super::cursor::Entered;
use super::decisions::Decisions;
use super::dice::Dice;
use super::eval::Eval;
use super::exchange::Exchange;
use super::exercised::Exercised;
use super::fault::{Fault, FaultKind, Outcome};
use super::forget::{Apart, At, Forgetting};
use super::memory::Memory;
use super::observe::{Observer, Scene, Window};
use super::plan::Plan;
use super::ranked::Ranked;
use super::state::State;
use super::words::{Reader, Writer};
use crate::journal::{Entry, Journal, Range, Said, What};
use crate::ruleset::{
    ExprId, ItemId, KindId, PhaseId, Ruleset, Slot, TemplateId, TemplatePiece, Value,
};
use crate::scenario::Scenario;
use crate::source::Limits;

/// Plays scenarios by one ruleset. Its memory is kept from run to run.
pub struct Engine<'r> {
    rules: &'r Ruleset,
    plan: Plan,
    limits: Limits,
    memory: Memory,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules ended the combat.
    Over,
    /// The scenario holds nothing more, or says that it stops here.
    Stopped,
    /// The last phase was played to its end.
    Played,
}

impl<'r> Engine<'r> {
    /// An engine for a ruleset.
    pub fn new(rules: &'r Ruleset, limits: Limits) -> Self {
        Engine {
            rules,
            plan: Plan::new(rules),
            limits,
            memory: Memory {
                exercised: Exercised::nothing_of(rules),
                apart: Apart::nothing_of(rules),
                ..Memory::default()
            },
        }
    }

    /// Plays a scenario. The journal can be read afterwards, after a fault too.
    pub fn play(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        observer: &mut dyn Observer,
    ) -> Result<Ending, Fault> {
        let mut run = self.run(scenario, dice, decisions, observer);
        run.whole().map_err(|fault| *fault)
    }

    /// Goes on with a run that stands where a roll was wanted and none was given ([`Engine::take_up`]). The journal holds only what follows.
    pub fn go_on(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        observer: &mut dyn Observer,
    ) -> Result<Ending, Fault> {
        let mut run = self.run(scenario, dice, decisions, observer);
        run.rest().map_err(|fault| *fault)
    }

    fn run<'a>(
        &'a mut self,
        scenario: &'a Scenario,
        dice: &'a mut dyn Dice,
        decisions: &'a mut dyn Decisions,
        observer: &'a mut dyn Observer,
    ) -> Run<'r, 'a> {
        self.memory.stopped.clear();
        self.memory.depth = 0;
        Run {
            rules: self.rules,
            plan: &self.plan,
            limits: &self.limits,
            scenario,
            m: &mut self.memory,
            dice,
            decisions,
            observer,
            most_entries: usize::try_from(u64::from(self.limits.events) * 16).unwrap_or(usize::MAX),
        }
    }

    /// Writes down where the last run stands: it stopped at a roll for which there was no die.
    pub fn write_down(&self, out: &mut Writer) {
        self.memory.write(out);
    }

    /// Puts the run where it stood. The engine must have played the same scenario before.
    pub fn take_up(&mut self, from: &mut Reader<'_>) {
        self.memory.read(from);
    }

    /// What runs forget from now on.
    pub fn forget(&mut self, forgetting: Forgetting) {
        self.memory.forgetting = forgetting;
    }

    /// The attributes whose numbers are kept apart from now on where a run is written down: none of acts, and of each kind only the first 64.
    /// They stand there by kind, record and slot.
    pub fn keep_apart(&mut self, attributes: &[(KindId, Slot)]) {
        self.memory.apart = Apart::of(self.rules, attributes);
    }

    /// Whether statements that would do nothing again are passed over from now on, as they are at first. No run tells; tests hold the one against
    /// the other.
    pub fn pass_over(&mut self, wanted: bool) {
        self.memory.quiet.pass_over(wanted);
    }

    /// Whether a repetition of an outermost phase has begun since the run was taken up.
    pub fn has_begun_anew(&self) -> bool {
        self.memory.begun_anew
    }

    /// The statements within which the last run stands, each with where the names of its body begin: first the one with the roll, then the one
    /// around it, and so on.
    pub fn stands_within(&self) -> &[(At, usize)] {
        &self.memory.stopped
    }

    /// The names of the body with that roll.
    pub fn names_there(&self) -> &[Value] {
        let values = &self.memory.frames.values;
        let base = self.memory.stopped.first().map(|stop| stop.1);
        base.and_then(|base| values.get(base..)).unwrap_or(&[])
    }

    /// Forgets these attributes of all records, where a run stands whose course does not depend on them any more; what has been gathered for them
    /// comes to pass all the same.
    pub fn forget_attributes(&mut self, attributes: &[(KindId, Slot)]) {
        self.memory.forget_attributes(attributes);
    }

    /// Puts ranks in place of the values of an attribute that only orders acts, where a run stands.
    pub fn rank(&mut self, attribute: &Ranked) {
        self.memory.rank(attribute);
    }

    /// Forgets what acts hold to which nothing leads any more, where acts can be named as [`Forgetting::acts_named`] says and by nothing else.
    pub fn forget_unreached_acts(&mut self) {
        self.memory.forget_unreached_acts();
    }

    /// Whether a run was ever not at rest where records were to be exchanged.
    pub fn was_restless(&self) -> bool {
        self.memory.restless
    }

    /// Exchanges records, where the run has halted.
    pub fn exchange(&mut self, exchange: &Exchange) {
        self.memory.exchange(self.rules, exchange);
    }

    /// A window on the run as it stands.
    pub fn scene(&mut self) -> Scene<'_> {
        Scene::of_engine(window(self.rules, &self.plan, &mut self.memory))
    }

    /// The journal of the last run.
    pub fn journal(&self) -> &Journal {
        &self.memory.journal
    }

    /// How many steps of evaluation the last run took.
    pub fn steps(&self) -> u64 {
        self.memory.steps - self.memory.fuel
    }

    /// What of the rules all runs so far have exercised.
    pub fn exercised(&self) -> &Exercised {
        &self.memory.exercised
    }
}

/// What a body tells the phase around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// to go on
    On,
    /// to end this phase
    Leave(PhaseId),
    /// to end the combat
    Over,
    /// to end the run, because the scenario stops here
    Stop,
}

impl Flow {
    /// As a number, for the cursor.
    pub fn number(self) -> Value {
        match self {
            Flow::On => -1,
            Flow::Over => -2,
            Flow::Stop => -3,
            Flow::Leave(phase) => Value::from(phase.0),
        }
    }

    pub fn from_number(number: Value) -> Self {
        match number {
            -1 => Flow::On,
            -2 => Flow::Over,
            -3 => Flow::Stop,
            phase => Flow::Leave(PhaseId(phase as u32)),
        }
    }
}

/// Where a body runs: its names, the act that is being declared (if one is), and the item to which what it does is owed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub base: usize,
    pub declared: Option<u32>,
    pub cause: Option<ItemId>,
}

/// A run in progress.
pub(super) struct Run<'a, 'p> {
    pub rules: &'a Ruleset,
    pub plan: &'p Plan,
    pub limits: &'p Limits,
    pub scenario: &'p Scenario,
    pub m: &'p mut Memory,
    pub dice: &'p mut dyn Dice,
    pub decisions: &'p mut dyn Decisions,
    pub observer: &'p mut dyn Observer,
    /// how many entries the journal may have
    pub most_entries: usize,
}

impl<'a> Run<'a, '_> {
    fn whole(&mut self) -> Outcome<Ending> {
        let ended = self.set_up().and_then(|()| {
            self.show(|observer, scene| observer.began(scene));
            self.rest()
        });
        if ended.is_err() {
            self.record_acts();
        }
        ended
    }

    /// What is left of the run.
    fn rest(&mut self) -> Outcome<Ending> {
        let flow = self.procedure()?;
        let ending = match flow {
            Flow::Over => Ending::Over,
            Flow::Stop => Ending::Stopped,
            Flow::On | Flow::Leave(_) => Ending::Played,
        };
        self.record_acts();
        self.show(|observer, scene| observer.ended(scene));
        Ok(ending)
    }

    /// The phases of the combat, in their order.
    fn procedure(&mut self) -> Outcome<Flow> {
        let begin = self.scenario.begin;
        let first = begin.map_or(0, |(first, _)| {
            let is_first = |phase: &PhaseId| *phase == first;
            let phases = &self.rules.procedure;
            phases.iter().position(is_first).unwrap_or(phases.len())
        });
        let mut at = self.m.cursor.enter([first as Value]).at[0];
        while let Some(&phase) = self.rules.procedure.get(at as usize) {
            let from = begin.filter(|&(first, _)| first == phase);
            match self.phase(phase, from.and_then(|(_, number)| number))? {
                Flow::On | Flow::Leave(_) => {}
                end => return Ok(end),
            }
            at += 1;
            self.m.cursor.set([at]);
        }
        Ok(Flow::On)
    }

    /// Works out expressions on the state as it is.
    pub fn eval(&mut self) -> Eval<'_, State>
    where
        'a: 'a,
    {
        Eval {
            rules: self.rules,
            programs: &self.plan.programs,
            state: &self.m.state,
            frames: &mut self.m.frames,
            exercised: &mut self.m.exercised,
            fuel: &mut self.m.fuel,
            steps: self.m.steps,
            depth: 0,
        }
    }

    /// The value of an expression of the rules.
    pub fn value(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        if self.m.quiet.is_noting() {
            return self.value_watched(id, base);
        }
        let names = self.m.frames.names(base);
        match (self.plan.programs).short(self.rules, id, &self.m.state, names) {
            Some(value) => Ok(value),
            None => self.by_program(id, base),
        }
    }

    /// Apart, so that the short way stays short.
    #[inline(never)]
    fn by_program(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        self.eval().by_program(id, base)
    }

    /// Whether a condition of the rules is true; a missing value is not.
    #[inline]
    pub fn holds(&mut self, id: ExprId, base: usize) -> Outcome<bool> {
        Ok(self.value(id, base)? == 1)
    }

    /// Whether a guard is true, or there is none.
    pub fn passes(&mut self, guard: Option<ExprId>, base: usize) -> Outcome<bool> {
        guard.map_or(Ok(true), |guard| self.holds(guard, base))
    }

    /// Opens the frame of a body, or finds it again.
    pub fn open_frame(&mut self, locals: u16) -> usize {
        let Entered { at, again } = self.m.cursor.enter([self.m.frames.values.len() as Value]);
        if !again {
            self.m.frames.open(locals);
        }
        at[0] as usize
    }

    /// Closes the frame of a body that is done.
    pub fn close_frame(&mut self, base: usize) {
        self.m.cursor.leave::<1>();
        self.m.frames.close(base);
    }

    /// Writes into the journal.
    pub fn write(&mut self, cause: Option<ItemId>, what: What) -> Outcome<()> {
        let journal = &mut self.m.journal;
        if journal.entries.len() >= self.most_entries
            || journal.values.len() / 16 >= self.most_entries
        {
            return too_much(self.most_entries);
        }
        journal.entries.push(Entry { cause, what });
        Ok(())
    }

    /// A text with the present values of its holes.
    pub fn say(&mut self, template: TemplateId, base: usize) -> Outcome<Said> {
        let start = self.m.journal.values.len() as u32;
        for piece in &self.rules.templates[template.index()].pieces {
            if let TemplatePiece::Hole(hole, _) = piece {
                let value = self.value(*hole, base)?;
                self.m.journal.values.push(value);
            }
        }
        Ok(Said {
            template,
            values: Range {
                start,
                end: self.m.journal.values.len() as u32,
            },
        })
    }

    /// Lets the observer look.
    pub fn show(&mut self, look: impl FnOnce(&mut dyn Observer, &mut Scene<'_>)) {
        let mut scene = Scene::of_engine(window(self.rules, self.plan, self.m));
        look(self.observer, &mut scene);
    }

    /// Lets the observer look, with the names of the frame at `base`.
    pub fn show_names(
        &mut self,
        base: usize,
        look: impl FnOnce(&mut dyn Observer, &mut Scene<'_>),
    ) {
        let mut window = window(self.rules, self.plan, self.m);
        window.base = base;
        look(self.observer, &mut Scene::of_engine(window));
    }

    /// Puts the attributes of all acts into the journal, as they are at the end.
    fn record_acts(&mut self) {
        let journal = &mut self.m.journal;
        let Some(records) = self.m.state.records.get(KindId::ACT.index()) else {
            return;
        };
        for (act, number) in journal.acts.iter_mut().zip(0..) {
            let start = journal.values.len() as u32;
            journal.values.extend_from_slice(records.row(number));
            let end = journal.values.len() as u32;
            act.attributes = Range { start, end };
        }
    }
}

#[cold]
fn too_much(entries: usize) -> Outcome<()> {
    Err(FaultKind::TooMuch(entries as u64).into())
}

/// What is seen of a run.
fn window<'a>(rules: &'a Ruleset, plan: &'a Plan, m: &'a mut Memory) -> Window<'a> {
    Window {
        rules,
        programs: &plan.programs,
        state: &m.state,
        journal: &m.journal,
        base: m.frames.values.len(),
        frames: &mut m.frames,
        exercised: &mut m.exercised,
        path: &m.path,
    }
}
