//! Monitors: automata that look on while a scenario is played, one for each expectation or question, and give its verdict when the run is over.
//!
//! A monitor remembers a few numbers, brought up to date whenever a batch has ended or a roll is wanted. So the journal can be forgotten on the way, and
//! runs that differ in nothing that matters are alike. Suites and odds judge runs by the same ones.

mod automaton;
mod form;
mod said;
mod state;
mod view;

use crate::journal::What;
use crate::ruleset::{AskedActions, MISSING, PhaseId, Ruleset, Value};
use crate::run::varint::{VarintReader, VarintWriter};
use crate::run::{Ending, Fault, Observer, Scene};
use crate::scenario::{Asked, FactMoment, Path, Scenario};

use automaton::{ASKED, Monitor, NOW};
pub use form::ActFate;
use form::Form;
use view::{MonitorView, is_within, numbered};

/// Monitors of one run, which read its journal together.
pub struct Monitors<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    all: Vec<Result<Monitor<'a>, ActFate<'a>>>,
    /// The repeated phases that ran when the journal was read last.
    /// The phases that run, with their numbers.
    running: Path,
    /// How much of the journal has been read.
    read: usize,
}

/// What a run has come to, as one monitor sees it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Yes (1), no (0), a value, or nothing where there is none; or the fault that evaluating it met.
    pub answer: Result<Value, Fault>,
    /// Whether it was answered before the run was over: of a fact, whether its time came.
    pub came: bool,
    /// Of a fact: how many entries the journal had when it was looked at.
    pub at: usize,
    /// Of a fact that is not so: the values of both sides, if it compares.
    pub sides: Option<(Value, Value)>,
}

impl<'a> Monitors<'a> {
    /// A monitor for one question.
    ///
    /// # Errors
    ///
    /// What only the whole journal can judge.
    pub fn of_question(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        asked: &'a Asked,
    ) -> Result<Self, ActFate<'a>> {
        let form = Form::of(asked)?;
        Ok(Monitors::new(rules, scenario, vec![Ok(form)], false))
    }

    /// A monitor for each of several questions, but for those that only the whole journal can judge.
    pub fn of_questions(rules: &'a Ruleset, scenario: &'a Scenario, asked: &[&'a Asked]) -> Self {
        let forms = asked.iter().map(|asked| Form::of(asked));
        Monitors::new(rules, scenario, forms.collect(), false)
    }

    /// How many there are, those among them that only the whole journal can judge.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// A monitor for each expectation of a scenario, but for those that only the whole journal can judge.
    pub fn of_expectations(rules: &'a Ruleset, scenario: &'a Scenario) -> Self {
        let expectations = scenario.expectations.iter();
        let forms = expectations.map(|expected| Form::of_expectation(&expected.kind));
        Monitors::new(rules, scenario, forms.collect(), true)
    }

    fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        forms: Vec<Result<Form<'a>, ActFate<'a>>>,
        explains: bool,
    ) -> Self {
        let all = forms.into_iter();
        let all = all.map(|form| form.map(|form| Monitor::new(form, explains)));
        Monitors {
            rules,
            scenario,
            all: all.collect(),
            running: Path::new(),
            read: 0,
        }
    }

    fn monitors(&mut self) -> impl Iterator<Item = &mut Monitor<'a>> {
        self.all.iter_mut().flatten()
    }

    /// Whether any is about certain acts, so that no act may be forgotten.
    pub fn is_of_acts(&self) -> bool {
        let mut all = self.all.iter().flatten();
        all.any(|one| {
            matches!(
                one.form,
                Form::State(..)
                    | Form::Seen(..)
                    | Form::Relation(..)
                    | Form::Order(_)
                    | Form::Declared(..)
                    | Form::MayNotAct(..)
            )
        })
    }

    /// Whether any names keys of batches by their values.
    pub fn names_keys(&self) -> bool {
        let mut all = self.all.iter().flatten();
        all.any(Monitor::names_keys)
    }

    /// The last number of a repeated phase that any of them names.
    pub fn last_number(&self) -> Option<Value> {
        let all = self.all.iter().flatten();
        all.flat_map(Monitor::numbers).max()
    }

    /// Forgets the run.
    pub fn clear(&mut self) {
        for one in self.monitors() {
            one.clear();
        }
        self.running.clear();
        self.read = 0;
    }

    /// Writes down what is remembered.
    pub fn write_down(&self, out: &mut VarintWriter) {
        for one in self.all.iter().flatten() {
            one.state.write_down(one.names_keys(), out);
        }
    }

    /// Remembers what was written down. `running`: the phases that run, `path`: those that are repeated, and their numbers.
    pub fn take_up(
        &mut self,
        from: &mut VarintReader<'_>,
        running: &[PhaseId],
        path: &[(PhaseId, Value)],
    ) {
        for one in self.monitors() {
            one.clear();
            let names_keys = one.names_keys();
            one.state.take_up(names_keys, from);
        }
        self.running.clear();
        self.running.extend(numbered(running, path));
        self.read = 0;
    }

    /// Reads what the journal holds since it was read last.
    pub fn read(&mut self, scene: &Scene<'_>) {
        let journal = scene.journal();
        for entry in &journal.entries[self.read.min(journal.entries.len())..] {
            match entry.what {
                What::PhaseBegins { phase, number, .. } => self.running.push((phase, number)),
                What::PhaseEnds { .. } => {
                    self.running.pop();
                }
                _ => {}
            }
            let view = MonitorView {
                rules: self.rules,
                running: &self.running,
                scene,
            };
            for one in self.all.iter_mut().flatten() {
                if !one.is_settled() {
                    one.entry(entry, &view);
                }
            }
        }
        self.read = journal.entries.len();
    }

    /// The fault that evaluating a fact has met, if one has.
    pub fn fault(&mut self) -> Option<Fault> {
        self.monitors().find_map(|one| one.fault.take())
    }

    /// What the first of them has come to when the run is over.
    ///
    /// # Errors
    ///
    /// The fault that evaluating it met.
    pub fn answer(&mut self, ending: Ending, scene: &mut Scene<'_>) -> Result<Value, Fault> {
        self.read(scene);
        let first = self.all.iter_mut().flatten().next();
        first.map_or(Ok(MISSING), |one| {
            one.verdict(ending, self.scenario, scene).answer
        })
    }

    /// What each has come to when the run is over; or what only the whole journal can judge.
    pub fn verdicts(
        &mut self,
        ending: Ending,
        scene: &mut Scene<'_>,
    ) -> impl Iterator<Item = Result<Verdict, ActFate<'a>>> {
        self.read(scene);
        let scenario = self.scenario;
        let all = self.all.iter_mut();
        all.map(move |one| match one {
            Ok(one) => Ok(one.verdict(ending, scenario, scene)),
            Err(fate) => Err(*fate),
        })
    }
}

impl Observer for Monitors<'_> {
    fn asked(&mut self, combatant: u32, refused: bool, _: &AskedActions, scene: &mut Scene<'_>) {
        for one in self.monitors() {
            if let Form::MayNotAct(who, moment) = one.form
                && who == combatant
                && !refused
                && is_within(scene.path(), Some(moment))
                && moment
                    .part
                    .is_none_or(|part| scene.running().contains(&part))
            {
                one.state.seen[0] |= ASKED;
            }
        }
    }

    fn batch_ended(&mut self, scene: &mut Scene<'_>) {
        self.read(scene);
        let scenario = self.scenario;
        for one in self.all.iter_mut().flatten() {
            let Form::Value(value, moment, sort) = one.form else {
                continue;
            };
            let is_time = match moment {
                FactMoment::End => false,
                FactMoment::After(_) => {
                    let is_open = one.state.answer.is_none() && one.fault.is_none();
                    is_open && one.state.seen[0] == NOW
                }
                // The end of a count is the end of its last batch: whatever comes later replaces it.
                FactMoment::EndOf(moment) => {
                    !moment.keys.is_empty()
                        && std::mem::take(&mut one.state.in_moment[0])
                        && is_within(&self.running, Some(moment))
                }
            };
            if is_time {
                one.evaluate(value, sort, scenario, scene);
            }
        }
    }

    fn phase_ended(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        let scenario = self.scenario;
        for one in self.all.iter_mut().flatten() {
            // Whatever comes later replaces it, so the answer is kept where it can still change.
            if let Form::Value(value, FactMoment::EndOf(moment), sort) = one.form
                && moment.keys.is_empty()
                && moment.part.or(moment.path.last().map(|last| last.0)) == Some(phase)
                && is_within(scene.path(), Some(moment))
            {
                one.evaluate(value, sort, scenario, scene);
            }
        }
    }
}
