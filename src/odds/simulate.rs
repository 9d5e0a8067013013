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

/// Plays trials, each once for all questions; gives what came of each. Stopped early, by the watcher or by the limit of work, what was played without a
/// gap is kept. What is known closely enough counts no further trials.
pub fn simulate(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &[&Asked],
    limits: &Limits,
    plan: &Plan,
    watcher: &dyn OddsWatcher,
) -> Vec<Counts> {
    let start = plan.trials.start;
    let mut all = none_played(asked, start);
    let mut is_known = vec![false; asked.len()];
    watcher.begins(plan.trials.end.saturating_sub(start));
    let mut look = FIRST_LOOK;
    let work = limits.work;
    let player = || TrialPlayer::new(rules, scenario, asked, limits);
    let (mut at, mut steps) = (start, 0);
    while at < plan.trials.end && is_known.contains(&false) {
        // Where it is looked is settled by the numbers of the trials alone, so that every machine stops at the same one.
        let end = match plan.within {
            _ if at == start => plan.trials.end.min(at + BLOCK),
            Some(_) => plan.trials.end.min(start + look),
            None => plan.trials.end,
        };
        let is_first = at == start;
        let left = work - work.min(steps);
        let played = stretch(&player, plan, (asked, at..end, left), watcher);
        let open = all.iter_mut().zip(&played).zip(&is_known);
        for ((counts, played), _) in open.filter(|(_, known)| !**known) {
            counts.add(played);
            counts.cut = (counts.steps > work).then_some(work);
            (at, steps) = (counts.end, counts.steps);
        }
        if at < end {
            break;
        }
        if is_first {
            match all.iter().all(|counts| is_hopeless(counts, plan, work)) {
                true => break,
                false => continue,
            }
        }
        if let Some(wanted) = plan.within {
            let looked = is_known.iter_mut().zip(&all);
            looked.for_each(|(known, counts)| *known |= counts.is_within(wanted));
        }
        look += look / 2;
    }
    all
}

/// Before the first trial.
fn none_played(asked: &[&Asked], start: u64) -> Vec<Counts> {
    let none = Counts {
        end: start,
        ..Counts::default()
    };
    vec![none; asked.len()]
}

/// Plays a stretch of trials on all threads, until they have taken more steps than these.
fn stretch<'a>(
    player: &(dyn Fn() -> TrialPlayer<'a> + Sync),
    plan: &Plan,
    (asked, range, most): (&[&Asked], Range<u64>, u64),
    watcher: &dyn OddsWatcher,
) -> Vec<Counts> {
    let blocks = (range.end - range.start).div_ceil(BLOCK);
    let next = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    // The blocks that are done, how many there are without a gap, and the steps that these took.
    let done: Mutex<(BTreeMap<u64, Vec<Counts>>, u64, u64)> = Mutex::default();
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
                    *steps += next.first().map_or(0, |counts| counts.steps);
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
    let (done, ..) = done.into_inner().unwrap_or_default();
    let mut all = none_played(asked, range.start);
    // What lies behind a gap is not counted, nor what others played when there had been enough.
    for (number, (block, played)) in done.iter().enumerate() {
        if to_amount(number) != *block || all.first().is_none_or(|counts| counts.steps > most) {
            break;
        }
        let each = all.iter_mut().zip(played);
        each.for_each(|(counts, played)| counts.add(played));
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
    monitors: Monitors<'a>,
    /// What came of a trial for each question; or what is to be looked for in its journal.
    came: Vec<Result<Result<Value, Fault>, ActFate<'a>>>,
}

impl<'a> TrialPlayer<'a> {
    fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        asked: &[&'a Asked],
        limits: &Limits,
    ) -> Self {
        TrialPlayer {
            rules,
            scenario,
            machine: Machine::new(rules, *limits),
            dice: dice::ScriptedDice::without_seed(scenario),
            decisions: decisions::ScriptedDecisions::new(scenario),
            monitors: Monitors::of_questions(rules, scenario, asked),
            came: Vec::new(),
        }
    }

    /// What comes of these trials for each question, or of the first of them that take more steps than these.
    fn play(&mut self, seed: u64, trials: Range<u64>, most: u64) -> Vec<Counts> {
        let mut all = vec![Counts::default(); self.monitors.count()];
        for trial in trials {
            let ended = self.trial(seed, trial);
            let steps = Limits::work_of(self.machine.steps(), ended.is_err());
            let journal = self.machine.journal();
            for (index, counts) in all.iter_mut().enumerate() {
                let came = match (&ended, self.came.get(index)) {
                    (Err(fault), _) | (Ok(()), Some(Ok(Err(fault)))) => Err(fault.clone()),
                    (Ok(()), Some(Ok(Ok(answer)))) => Ok(*answer),
                    (Ok(()), Some(Err(fate))) => {
                        let ends_so = suite::ends_so(self.rules, self.scenario, journal, *fate);
                        Ok(Value::from(ends_so))
                    }
                    (Ok(()), None) => continue,
                };
                counts.steps += steps;
                counts.end = trial + 1;
                match came {
                    Ok(answer) => *counts.answers.entry(answer).or_default() += 1,
                    Err(fault) => {
                        counts.faults += 1;
                        counts.first_fault.get_or_insert((trial, fault));
                    }
                }
            }
            if all.first().is_none_or(|counts| counts.steps > most) {
                break;
            }
        }
        all
    }

    /// Plays a trial, and leaves what came of it in `came`.
    fn trial(&mut self, seed: u64, trial: u64) -> Result<(), Fault> {
        self.dice.begin_anew(seed, trial);
        self.decisions.begin_anew();
        self.monitors.clear();
        let (dice, decisions) = (&mut self.dice, &mut self.decisions);
        let monitors = Some(&mut self.monitors as _);
        let ending = (self.machine).play(self.scenario, dice, decisions, monitors)?;
        self.came.clear();
        let mut scene = self.machine.scene();
        let verdicts = self.monitors.verdicts(ending, &mut scene);
        (self.came).extend(verdicts.map(|one| one.map(|verdict| verdict.answer)));
        Ok(())
    }
}
