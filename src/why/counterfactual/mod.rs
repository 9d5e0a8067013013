//! The smallest change of one thing that makes another order of two acts: found by playing the scenario again with that one change, so it is true.
//!
//! `defaults` finds the questions whose defaults decided something.
//!
//! `script` has the run as a scenario in which every die is given, and plays it with changes; `spots` are the places where one thing can be changed, by
//! way of what `near` and `uses` know, `values` what it can be changed to; `words` tells the changes; `led` finds what gave one of two acts its turn. Uses
//! the machine, and knows nothing of lines and keys.
//!
//! The smallest change is the one of the smallest size; of equal sizes one that needs no further dice, then a die before a decision before an attribute; of those, the one that stands first in
//! the journal or the scenario; but of answers the last one, and those that say whose turn it is behind all others. Options, attributes that the rules keep and values below what is usual come last, whatever their size. What the order
//! of the acts reads is tried first, so that a search that is cut short has tried what is likely;
//! but then everything smaller than what was found is tried as well.

mod absent;
mod change;
mod defaults;
mod interventions;
pub mod led;
mod near;
mod script;
mod uses;
mod values;
mod words;

pub(super) use absent::{AbsentAct, search_absent};
pub use change::ScenarioChange;
pub use defaults::{Default, Defaults, defaults, other_defaults};
pub use script::{Answered, AssumedRoll};
pub use values::REACH;

use super::came::{ActIdentity, Awaited, came, refused_anew};
use super::pair::Pair;
use super::track::Track;
use super::{Aim, Changed, Run, Turn};
use crate::journal::{ActNumber, Journal};
use crate::run::Fault;
use crate::scenario::{Path, Scenario};
use crate::source::{Limits, Watcher};
use crate::view::{Names, Story, last_moment};
use interventions::{Intervention, InterventionClass, InterventionCost};
use script::Script;
use std::collections::BTreeSet;
use values::Remoteness;

/// How many entries of journals a search may lead to for each change that it may try: so that long runs are not played as often as short ones.
const WORK: usize = 100;

/// And how many steps they may take, within the limit of work.
const STEPS: u64 = 3_000;

/// A change that brings something about.
#[derive(Clone, Debug, PartialEq)]
pub struct Turning {
    /// What it brings about.
    pub aim: Aim,
    /// What is changed in the scenario as it was played.
    pub change: ScenarioChange,
    /// How large it is.
    pub size: u32,
    /// Dice that the changed run asks for beyond those of the first.
    pub assumed: Vec<AssumedRoll>,
    /// What stops the changed run once that is settled, and when.
    pub stop: Option<(Fault, Path)>,
    /// Where only one of the two comes: another act of the words of the other comes as well, or, where another comes in place of the wanted one, the other does not.
    pub beside: bool,
    /// The first declared act that the rules refuse then, and did not refuse before.
    pub refuses: Option<ActNumber>,
    rank: InterventionCost,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Counterfactuals {
    /// The scenario as it was played: with every die given.
    pub scenario: Scenario,
    /// The questions of the first run.
    pub asked: Vec<Answered>,
    /// The changes, the smallest first.
    pub turnings: Vec<Turning>,
    /// How many changes were tried.
    pub tried: u32,
    /// How many of them stop the run with an error before the order is settled, or with one of the rules.
    pub stopped: u32,
    /// How many of the others need dice that the scenario does not give.
    pub assuming: u32,
    /// No more were tried, as their runs took this many steps already.
    pub cut: Option<u64>,
    /// The search was given up before so many were tried.
    pub of: Option<u32>,
    /// What could have been changed further when the search was given up; none: everything was tried that could be smaller than what was found.
    pub untried: Vec<Changed>,
}

/// Looks for the smallest changes after which the first of two stages of acts comes before the second.
pub fn search(
    run: &Run<'_>,
    first: (ActNumber, u16),
    second: (ActNumber, u16),
    tries: u32,
) -> Counterfactuals {
    let story = Story::new(Names::new(run.rules, run.scenario), run.journal);
    let track = Track::new(story, run.sources);
    search_of(run, &track, Pair::of([first, second]), tries)
}

/// The same, of a run that has been looked through.
pub(super) fn search_of(
    run: &Run<'_>,
    track: &Track<'_>,
    pair: Pair,
    tries: u32,
) -> Counterfactuals {
    let identities =
        [pair.acts.0, pair.acts.1].map(|act| ActIdentity::of(run.rules, run.journal, act));
    let until = interventions::until(track, pair);
    search_for(
        run,
        track,
        (pair, until),
        (aims(run, pair), identities),
        tries,
    )
}

fn search_for(
    run: &Run<'_>,
    track: &Track<'_>,
    (pair, until): (Pair, usize),
    (aims, identities): (Vec<Aim>, [Option<ActIdentity>; 2]),
    tries: u32,
) -> Counterfactuals {
    let mut script = Script::new(run);
    let scenario = script.scenario.clone();
    let mut search = CounterfactualSearch {
        found: vec![None; aims.len()],
        instead: None,
        another: None,
        aims,
        tried: 0,
        stopped: 0,
        assuming: 0,
        untried: BTreeSet::new(),
        tries,
        work: 0,
        steps: 0,
        most_steps: run.limits.work.min(STEPS.saturating_mul(tries.into())),
        pair,
        identities,
        wants_another: false,
        first: run.journal,
        watcher: run.watcher,
    };
    search.wants_another = !search.comes_another(run.journal);
    let spots = interventions::all(run, track, &script, (pair, until));
    for remote in Remoteness::ALL {
        for near in [true, false] {
            let spots = spots.iter().filter(|spot| spot.near == near);
            search.through(&mut script, &spots.collect::<Vec<_>>(), remote);
        }
    }
    let mut untried: Vec<Changed> = search.untried.iter().map(|&class| class.into()).collect();
    untried.dedup();
    Counterfactuals {
        scenario,
        asked: script.asked,
        turnings: search.cheapest(),
        tried: search.tried,
        stopped: search.stopped,
        assuming: search.assuming,
        cut: (!untried.is_empty() && search.steps > run.limits.work).then_some(run.limits.work),
        of: (!untried.is_empty() && search.tried < tries).then_some(tries),
        untried,
    }
}

/// What is not so yet, the least first.
fn aims(run: &Run<'_>, pair: Pair) -> Vec<Aim> {
    match pair
        .both()
        .map(|(act, stage)| came(run.journal, act, stage))
    {
        [Some(a), Some(b)] if a.0 == b.0 => vec![Aim::First],
        [Some(_), Some(_)] => vec![Aim::Together, Aim::First],
        _ => vec![Aim::AtAll, Aim::Together, Aim::First],
    }
}

struct CounterfactualSearch<'a> {
    aims: Vec<Aim>,
    /// for each aim the smallest change so far
    found: Vec<Option<Turning>>,
    /// the smallest after which only the wanted act comes
    instead: Option<Turning>,
    /// the smallest after which only another act of the words of the wanted one comes
    another: Option<Turning>,
    tried: u32,
    stopped: u32,
    assuming: u32,
    untried: BTreeSet<InterventionClass>,
    tries: u32,
    /// how many entries the changed runs have written
    work: usize,
    /// how many steps they have taken
    steps: u64,
    most_steps: u64,
    pair: Pair,
    identities: [Option<ActIdentity>; 2],
    /// in the first run no other act of the words of the wanted one comes before the other
    wants_another: bool,
    /// the journal of the first run
    first: &'a Journal,
    watcher: Option<&'a dyn Watcher>,
}

impl CounterfactualSearch<'_> {
    /// Tries the changes of these spots that are so remote, from the smallest on, as long as they could be smaller than what was found.
    fn through(&mut self, script: &mut Script<'_>, spots: &[&Intervention], remote: Remoteness) {
        let largest = spots.iter().map(|spot| spot.largest()).max().unwrap_or(0);
        for size in 1..=largest {
            let smallest = InterventionCost {
                refuses: false,
                remote,
                size,
                assumes: false,
                class: InterventionClass::Die,
                place: 0,
                turn: 0,
            };
            if !self.wants(&smallest) {
                return;
            }
            for (index, spot) in spots.iter().enumerate() {
                for (rank, change) in spot.changes(size, remote) {
                    // What follows is no smaller.
                    if !self.wants(&rank) {
                        return;
                    }
                    if self.is_used_up() {
                        let done = |spot: usize| if spot < index { size + 1 } else { size };
                        self.leave(spots, remote, done);
                        return;
                    }
                    if let Some(watcher) = self.watcher {
                        watcher.tried(self.tried.into(), self.tries.into());
                    }
                    self.tried += 1;
                    let is_stopped = self.judge(script, change, rank);
                    self.work += script.journal().entries.len();
                    self.steps += Limits::work_of(script.steps(), is_stopped);
                }
            }
        }
    }

    fn is_used_up(&self) -> bool {
        self.tried == self.tries
            || self.work > WORK.saturating_mul(self.tries as usize)
            || self.steps > self.most_steps
    }

    /// Notes what these spots could still be changed to from some size on.
    fn leave(&mut self, spots: &[&Intervention], remote: Remoteness, from: impl Fn(usize) -> u32) {
        for (index, spot) in spots.iter().enumerate() {
            // One of a class is enough to say that some of it is untried.
            if self.untried.contains(&spot.class) {
                continue;
            }
            // A die can have many faces; each is as good as another here.
            let open = (from(index)..=spot.largest()).take(1 + 2 * REACH as usize);
            let mut changes = open.flat_map(|size| spot.changes(size, remote));
            if changes.next().is_some() {
                self.untried.insert(spot.class);
            }
        }
    }

    /// Whether a change of this rank would be the smallest for some aim.
    fn wants(&self, rank: &InterventionCost) -> bool {
        // What brings the dearest aim about brings the others about too.
        let of = |found: &Option<Turning>| found.as_ref().is_none_or(|found| *rank < found.rank);
        self.found.last().is_some_and(of)
    }

    /// Plays with a change, and keeps it if it is the smallest for some aim. Whether a fault stopped the run.
    fn judge(
        &mut self,
        script: &mut Script<'_>,
        change: ScenarioChange,
        rank: InterventionCost,
    ) -> bool {
        let fault = script.play(&change).err();
        let is_stopped = fault.is_some();
        let reached = self.reached(script, &change, fault.as_ref());
        if is_stopped && reached.is_none() {
            self.stopped += 1;
            return true;
        }
        self.assuming += u32::from(script.assumes());
        if let Some(reached) = reached {
            let stop = fault.map(|fault| (fault, last_moment(script.journal())));
            self.keep(script, (change, rank), reached, stop);
        }
        is_stopped
    }

    /// Keeps what brings an aim about, if it is the smallest that does.
    fn keep(
        &mut self,
        script: &mut Script<'_>,
        (change, rank): (ScenarioChange, InterventionCost),
        reached: Aim,
        stop: Option<(Fault, Path)>,
    ) {
        let assumed = script.assumed();
        // Only what a plain run of the changed scenario shows as well is told.
        if !assumed.is_empty() {
            let fault = script.play_plainly(&change, &assumed).err();
            let is_same = fault.as_ref() == stop.as_ref().map(|stop| &stop.0);
            if !is_same || self.reached(script, &change, fault.as_ref()) != Some(reached) {
                return;
            }
        }
        // Where the run stopped, a condition may keep the other act from being asked for.
        let other = self.identities[1].as_ref().filter(|_| stop.is_some());
        let other = other.and_then(|other| other.still_to_declare(script.journal()));
        let is_left_out = reached == Aim::First
            && other.is_some_and(|other| script.is_not_asked(&change, &assumed, other));
        let reached = if is_left_out { Aim::Instead } else { reached };
        let refuses = refused_anew(self.first, script.journal());
        let rank = InterventionCost {
            refuses: refuses.is_some(),
            assumes: !assumed.is_empty(),
            ..rank
        };
        let beside = self.is_beside(reached, script.journal());
        let turning = |aim| Turning {
            aim,
            change: change.clone(),
            size: rank.size,
            assumed: assumed.clone(),
            stop: stop.clone(),
            beside,
            refuses,
            rank,
        };
        let improves = |found: &Option<Turning>| found.as_ref().is_none_or(|one| rank < one.rank);
        let alone = match reached {
            Aim::AtAll | Aim::Together | Aim::First => None,
            Aim::Instead => Some(&mut self.instead),
            Aim::Another => Some(&mut self.another),
        };
        if let Some(found) = alone {
            if improves(found) {
                *found = Some(turning(reached));
            }
            return;
        }
        for (aim, found) in self.aims.iter().zip(&mut self.found) {
            if *aim <= reached && improves(found) {
                *found = Some(turning(*aim));
            }
        }
    }

    /// What the last run has come to; of one that was stopped, what was settled by then, if it was not the rules that failed.
    fn reached(
        &self,
        script: &Script<'_>,
        change: &ScenarioChange,
        stopped: Option<&Fault>,
    ) -> Option<Aim> {
        if stopped.is_some_and(|fault| !fault.is_of_input()) {
            return None;
        }
        let journal = script.journal();
        // An act of which rules make another one there is not the one that is asked about.
        let mut known = self.identities.iter().flatten();
        if known.any(|act| act.is_another(journal, change.declaration())) {
            return None;
        }
        let pair = self.pair.both().into_iter();
        let mut at = self
            .identities
            .iter()
            .zip(pair)
            .map(|(identity, (_, stage))| {
                let act = identity.as_ref()?.find(journal)?;
                came(journal, act, stage).map(|came| came.0)
            });
        let Some(first) = at.next()? else {
            let is_another = self.wants_another && stopped.is_none() && self.comes_another(journal);
            return is_another.then_some(Aim::Another);
        };
        let Some(second) = at.next().flatten() else {
            let other = self.identities[1].as_ref();
            let beside = self.identities[0].as_ref();
            let beside = beside.and_then(|act| act.find(journal));
            let waits = stopped.and(other);
            let waits = waits.map(|other| other.waits(journal, &script.scenario, beside));
            return Some(match waits {
                Some(Awaited::Later) => Aim::First,
                Some(Awaited::InBatch) => Aim::Together,
                Some(Awaited::Never) | None => Aim::Instead,
            });
        };
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Less => Aim::First,
            std::cmp::Ordering::Equal => Aim::Together,
            std::cmp::Ordering::Greater => Aim::AtAll,
        })
    }

    /// What is to be told of the other act where only one of the two comes.
    fn is_beside(&self, reached: Aim, journal: &Journal) -> bool {
        let [_, (_, stage)] = self.pair.both();
        let comes = |act| came(journal, act, stage).is_some();
        let Some(other) = &self.identities[1] else {
            return false;
        };
        match reached {
            Aim::AtAll | Aim::Together | Aim::First => false,
            Aim::Instead => other.others(journal).any(comes),
            Aim::Another => !other.find(journal).is_some_and(comes),
        }
    }

    /// Whether an act that is told as the wanted one and is another comes before the other act.
    fn comes_another(&self, journal: &Journal) -> bool {
        let [Some(wanted), Some(other)] = &self.identities else {
            return false;
        };
        let came = |act, stage| came(journal, act, stage).map(|came| came.0);
        let [(_, stage), (_, other_stage)] = self.pair.both();
        let second = other.find(journal).and_then(|act| came(act, other_stage));
        let mut firsts = wanted.others(journal).filter_map(|act| came(act, stage));
        firsts.any(|first| second.is_none_or(|second| first < second))
    }

    /// For each aim its change, without those by which a further one is reached as well.
    fn cheapest(&self) -> Vec<Turning> {
        let mut all: Vec<Turning> = self.found.iter().flatten().cloned().collect();
        let mut kept: Vec<Turning> = Vec::new();
        while let Some(turning) = all.pop() {
            if kept.iter().all(|other| turning.rank < other.rank) {
                kept.push(turning);
            }
        }
        kept.reverse();
        if self.found.last().is_none_or(Option::is_none) {
            kept.extend(self.instead.clone().or_else(|| self.another.clone()));
        }
        kept
    }
}

impl From<InterventionClass> for Changed {
    fn from(class: InterventionClass) -> Changed {
        match class {
            InterventionClass::Die => Changed::Die,
            InterventionClass::Decision => Changed::Decision,
            InterventionClass::Attribute | InterventionClass::Act => Changed::Attribute,
            InterventionClass::Option => Changed::Option,
        }
    }
}

impl Counterfactuals {
    /// In words.
    pub(super) fn describe(&self, track: &Track<'_>, pair: Pair) -> Turn {
        let [(act, stage), _] = pair.both();
        let entry = track.left(act, stage);
        let entry = entry.unwrap_or(track.story.journal.entries.len());
        self.describe_as(track, track.act_at(act, stage, entry))
    }

    /// The same, where the act that was to come first is called so.
    pub(super) fn describe_as(&self, track: &Track<'_>, act: String) -> Turn {
        let ways = self.turnings.iter();
        let ways = ways.map(|turning| words::way(track, self, turning));
        Turn {
            act,
            ways: ways.collect(),
            tried: self.tried,
            stopped: self.stopped,
            assuming: self.assuming,
            complete: self.untried.is_empty(),
            cut: self.cut,
            of: self.of,
            untried: self.untried.clone(),
        }
    }
}
