//! Chances by playing: every trial has dice of its own, numbered, so that any threads and any shards give the same.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::distribution::{Chance, Distribution};
use crate::machine::Machine;
use crate::monitor::{ActFate, Monitors};
use crate::ruleset::index::to_amount;
use crate::ruleset::{Ruleset, Value};
use crate::run::{Fault, decisions, dice};
use crate::scenario::{Asked, Scenario};
use crate::source::{Limits, on_threads};
use crate::suite;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// the seed of all streams
    pub seed: u64,
    /// which trials
    pub trials: Range<u64>,
    /// on how many threads
    pub jobs: usize,
    /// stop when every chance is known this closely
    pub within: Option<f64>,
}

/// What came of the trials: how often each answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// for each answer, how often
    pub answers: BTreeMap<Value, u64>,
    /// the trials that were played: all before this one
    pub end: u64,
    /// trials that met a fault of the rules, and the fault of the first of them
    pub faults: u64,
    /// the first trial that met a fault, and which
    pub first_fault: Option<(u64, Fault)>,
    /// how many steps all trials took together
    pub steps: u64,
    /// no more were played, as they took this many steps already
    pub cut: Option<u64>,
}

impl Counts {
    /// The answers and how likely they are.
    pub fn distribution(&self) -> Distribution {
        Distribution::counted(self.answers.iter().map(|(&answer, &times)| (answer, times)))
    }

    /// Adds other trials.
    pub fn add(&mut self, other: &Counts) {
        for (&answer, &times) in &other.answers {
            *self.answers.entry(answer).or_default() += times;
        }
        self.faults += other.faults;
        let first = |counts: &Counts| counts.first_fault.clone();
        let faults = [first(self), first(other)].into_iter().flatten();
        self.first_fault = faults.min_by_key(|fault| fault.0);
        self.end = self.end.max(other.end);
        self.steps += other.steps;
        self.cut = self.cut.or(other.cut);
    }

    /// Whether every chance is known this closely.
    fn is_within(&self, wanted: f64) -> bool {
        let is_known = |(_, chance): &(Value, Chance)| {
            let (low, high) = chance.bounds().unwrap_or((0.0, 0.0));
            (high - low) / 2.0 <= wanted
        };
        self.distribution().answers.iter().all(is_known)
    }
}

/// So many trials are taken at once by a thread; the watcher is asked after each such block.
const BLOCK: u64 = 50;

/// If none of the first block comes to its end, and all trials would take more steps than they may, no more are played.
fn is_hopeless(counts: &Counts, plan: &Plan, work: u64) -> bool {
    let trials = plan.trials.end.saturating_sub(plan.trials.start);
    counts.answers.is_empty() && counts.steps.saturating_mul(trials / BLOCK) > work
}

/// After so many trials it is looked for the first time whether enough is known, and then after each half as many more.
const FIRST_LOOK: u64 = 2_000;

/// Who looks on while runs are followed or trials are played, and may stop that.
pub trait OddsWatcher: Sync {
    /// At most so many states have been followed. Gives whether to go on.
    fn followed(&self, _states: u64) -> bool {
        true
    }
    /// At most so many trials are about to be played.
    fn begins(&self, _trials: u64) {}
    /// So many more trials are done. Gives whether to go on.
    fn done(&self, trials: u64) -> bool;
}

/// Never stops.
impl OddsWatcher for () {
    fn done(&self, _trials: u64) -> bool {
        true
    }
}

/// Plays trials. Stopped early, by the watcher or by the limit of work, what was played without a gap is kept.
pub fn simulate(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    limits: &Limits,
    plan: &Plan,
    watcher: &dyn OddsWatcher,
) -> Counts {
    let mut counts = Counts {
        end: plan.trials.start,
        ..Counts::default()
    };
    watcher.begins(plan.trials.end.saturating_sub(plan.trials.start));
    let mut look = FIRST_LOOK;
    let work = limits.work;
    let player = || TrialPlayer::new(rules, scenario, asked, limits);
    while counts.end < plan.trials.end {
        // Where it is looked is settled by the numbers of the trials alone, so that every machine stops at the same one.
        let end = match plan.within {
            _ if counts.end == plan.trials.start => plan.trials.end.min(counts.end + BLOCK),
            Some(_) => plan.trials.end.min(plan.trials.start + look),
            None => plan.trials.end,
        };
        let range = counts.end..end;
        let left = work - counts.steps.min(work);
        let played = stretch(&player, plan, (range.clone(), left), watcher);
        let stopped = played.end < end;
        counts.add(&played);
        counts.cut = (counts.steps > work).then_some(work);
        if range.start == plan.trials.start && !stopped {
            match is_hopeless(&counts, plan, work) {
                true => break,
                false => continue,
            }
        }
        if stopped || plan.within.is_some_and(|wanted| counts.is_within(wanted)) {
            break;
        }
        look += look / 2;
    }
    counts
}

/// Plays a stretch of trials on all threads, until they have taken more steps than these.
fn stretch<'a>(
    player: &(dyn Fn() -> TrialPlayer<'a> + Sync),
    plan: &Plan,
    (range, most): (Range<u64>, u64),
    watcher: &dyn OddsWatcher,
) -> Counts {
    let blocks = (range.end - range.start).div_ceil(BLOCK);
    let next = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    // The blocks that are done, how many there are without a gap, and the steps that these took.
    let done: Mutex<(BTreeMap<u64, Counts>, u64, u64)> = Mutex::new((BTreeMap::new(), 0, 0));
    let work = || {
        let mut player = player();
        while !stopped.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                break;
            }
            let start = range.start + block * BLOCK;
            let end = range.end.min(start + BLOCK);
            let counts = player.play(plan.seed, start..end, most);
            if let Ok(mut done) = done.lock() {
                let (blocks, whole, steps) = &mut *done;
                blocks.insert(block, counts);
                while let Some(next) = blocks.get(whole) {
                    *whole += 1;
                    *steps += next.steps;
                }
                if *steps > most {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            if !watcher.done(end - start) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    on_threads(plan.jobs, work);
    let mut all = Counts {
        end: range.start,
        ..Counts::default()
    };
    let (done, ..) = done.into_inner().unwrap_or_default();
    // What lies behind a gap is not counted, nor what others played when there had been enough.
    for (number, (block, counts)) in done.iter().enumerate() {
        if to_amount(number) != *block || all.steps > most {
            break;
        }
        all.add(counts);
    }
    all
}

/// Plays trials one after the other.
struct TrialPlayer<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    machine: Machine<'a>,
    dice: dice::ScriptedDice<'a>,
    decisions: decisions::ScriptedDecisions<'a>,
    looker: Looker<'a>,
}

/// Who answers the question: from a few numbers, or from the whole journal.
enum Looker<'a> {
    Monitors(Box<Monitors<'a>>),
    Journal(ActFate<'a>),
}

impl<'a> TrialPlayer<'a> {
    fn new(rules: &'a Ruleset, scenario: &'a Scenario, asked: &'a Asked, limits: &Limits) -> Self {
        let looker = match Monitors::of_question(rules, scenario, asked) {
            Ok(monitors) => Looker::Monitors(Box::new(monitors)),
            Err(fate) => Looker::Journal(fate),
        };
        TrialPlayer {
            rules,
            scenario,
            machine: Machine::new(rules, *limits),
            dice: dice::ScriptedDice::without_seed(scenario),
            decisions: decisions::ScriptedDecisions::new(scenario),
            looker,
        }
    }

    /// These trials, or the first of them that take more steps than these.
    fn play(&mut self, seed: u64, trials: Range<u64>, most: u64) -> Counts {
        let mut counts = Counts::default();
        for trial in trials {
            let came = self.trial(seed, trial);
            counts.steps += Limits::work_of(self.machine.steps(), came.is_err());
            counts.end = trial + 1;
            match came {
                Ok(answer) => *counts.answers.entry(answer).or_default() += 1,
                Err(fault) => {
                    counts.faults += 1;
                    counts.first_fault.get_or_insert((trial, fault));
                }
            }
            if counts.steps > most {
                break;
            }
        }
        counts
    }

    fn trial(&mut self, seed: u64, trial: u64) -> Result<Value, Fault> {
        self.dice.begin_anew(seed, trial);
        self.decisions.begin_anew();
        match &mut self.looker {
            Looker::Monitors(monitors) => {
                monitors.clear();
                let ending = (self.machine).play(
                    self.scenario,
                    &mut self.dice,
                    &mut self.decisions,
                    Some(&mut **monitors),
                )?;
                monitors.answer(ending, &mut self.machine.scene())
            }
            Looker::Journal(fate) => {
                let (dice, decisions) = (&mut self.dice, &mut self.decisions);
                (self.machine).play(self.scenario, dice, decisions, None)?;
                let journal = self.machine.journal();
                let ends_so = suite::ends_so(self.rules, self.scenario, journal, *fate);
                Ok(Value::from(ends_so))
            }
        }
    }
}
