//! Looks for situations in which two rule files part, and makes the first that is found as small as it can be.

use super::fitness::{OTHER_BOOKS, Promise};
use super::parting::{Parted, Parting};
use super::players::{Both, Players};
use super::trace::{RunTrace, TraceEvent, TraceStep};
use crate::situation::{Focus, Generator, Lexicon, LexiconAction, Situation, shrink};
use crate::source::{Limits, Watcher, on_threads};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How a search goes.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings<'a> {
    /// Where its luck comes from.
    pub seed: u64,
    /// How many situations it tries.
    pub tries: u64,
    /// How many more when it makes the witness smaller.
    pub shrinks: usize,
    /// How each run is played, and how many steps all may take together.
    pub limits: Limits,
    /// It stops at the first situation that parts the two, rather than count how many do.
    pub first: bool,
    /// Who looks on.
    pub watcher: Option<&'a dyn Watcher>,
}

impl SearchSettings<'_> {
    /// Tells who looks on.
    pub(super) fn progress(&self, done: u64, total: u64) {
        if let Some(watcher) = self.watcher {
            watcher.tried(done, total);
        }
    }
}

impl Default for SearchSettings<'_> {
    fn default() -> Self {
        SearchSettings {
            seed: 1,
            tries: 4_000,
            shrinks: 600,
            limits: Limits::DEFAULT,
            first: false,
            watcher: None,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// How many situations were played by both.
    pub tried: u64,
    /// No more were tried, as their runs took this many steps already.
    pub cut: Option<u64>,
    /// How many could not be played to their end by either.
    pub unplayable: u64,
    /// In how many the two part.
    pub parted: u64,
    /// The smallest in which they part, and how it was played.
    pub witness: Option<(Situation, Both)>,
    /// By the names of two kinds of acts (numbers of the shared names): how many pairs were seen, and how many stood otherwise.
    pub pairs: BTreeMap<(ActClass, ActClass), Proportion>,
}

/// A kind of act: the numbers of the names of its action and its stage.
pub type ActClass = (u32, u32);

/// A share of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proportion {
    /// how many were seen
    pub seen: u64,
    /// how many of them differ
    pub differ: u64,
}

/// So many situations are drawn before any of them is played: what is found in these says what is drawn after them.
const STRETCH: u64 = 32;

/// The maximum of threads.
const MOST_THREADS: usize = 8;

/// Looks for situations in which the two rule files of a lexicon part. What it finds is the same on any number of threads.
pub fn search(lexicon: &Lexicon<'_>, focus: &Focus, how: &SearchSettings<'_>) -> SearchResult {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut players = vec![Players::new(lexicon, &how.limits)];
    let drawer = Generator::new(lexicon, focus, how.seed);
    let mut found = SearchResult::default();
    let mut best: Option<(SituationRank, Situation)> = None;
    let mut promising = Promising::default();
    // An action that only one of them has is soon asked about; what comes of it says more.
    let enough = match lexicon.actions.iter().all(LexiconAction::is_shared) {
        true => Parted::Table,
        false => Parted::Outcome,
    };
    let (mut next, mut steps, mut last) = (0, 0, how.tries);
    'search: while next < how.tries {
        let numbers = next..how.tries.min(next + STRETCH);
        next = numbers.end;
        // As long as nothing is found, every third situation is like one that seemed near to it; every other one where the books differ.
        let often = if promising.has_other_books() { 2 } else { 3 };
        let seeks = |best: &Option<(SituationRank, Situation)>| {
            best.as_ref().is_none_or(|(rank, _)| rank.is_poor())
        };
        let drawn = numbers.map(|number| {
            let like = (number % often == often - 1 && seeks(&best)).then(|| promising.take());
            match like.flatten() {
                Some(like) => drawer.vary(&like, number),
                None => drawer.draw(number),
            }
        });
        // The first are small and often enough to show something.
        while next > STRETCH && players.len() < threads.min(MOST_THREADS) {
            let others = players[0].others();
            players.push(others);
        }
        for (mut situation, both, promise) in play(&mut players, drawn.collect(), focus) {
            how.progress(found.tried, how.tries);
            if found.tried >= last {
                break 'search;
            }
            if steps > how.limits.work {
                found.cut = Some(how.limits.work);
                break 'search;
            }
            steps += both.work();
            found.tried += 1;
            if both.courses.iter().all(|course| course.stopped) {
                found.unplayable += 1;
            }
            count_pairs(&both, &mut found.pairs);
            let Some(parting) = both.parting else {
                if seeks(&best) {
                    promising.keep(promise, situation);
                }
                continue;
            };
            found.parted += 1;
            let rank = rank(lexicon, &situation, &both, &parting);
            if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                situation.forget_undeclared();
                best = Some((rank, situation));
            }
            let SituationRank { stops, what, .. } = rank;
            if how.first && !stops && what <= enough {
                last = match rank.is_poor() {
                    true => last.min(found.tried * AGAIN + MORE),
                    false => 0,
                };
            }
        }
    }
    let mut players = players.swap_remove(0);
    let witness = best.map(|(least, start)| {
        let mut judge = |situation: &mut Situation| {
            if steps > how.limits.work {
                found.cut = Some(how.limits.work);
                return None;
            }
            let both = players.both(situation);
            steps += both.work();
            let parting = both.parting.as_ref()?;
            (rank(lexicon, situation, &both, parting) <= least).then(|| both.judged())
        };
        let mut smallest = shrink(start, lexicon, how.shrinks, &mut judge);
        smallest.forget_undeclared();
        let both = players.both(&mut smallest);
        (smallest, both)
    });
    found.witness = witness;
    found
}

/// A situation, how both played it, and how near they came to parting.
type PlayedSituation = (Situation, Both, Promise);

/// Plays situations, each player its share of them.
fn play(players: &mut [Players<'_>], drawn: Vec<Situation>, focus: &Focus) -> Vec<PlayedSituation> {
    let play = |player: &mut Players<'_>, share: Vec<Situation>| -> Vec<PlayedSituation> {
        let one = |mut situation| {
            let both = player.both(&mut situation);
            let promise = match both.parting {
                Some(_) => 0,
                None => player.promise(focus),
            };
            (situation, both, promise)
        };
        share.into_iter().map(one).collect()
    };
    if let [player] = players {
        return play(player, drawn);
    }
    let size = drawn.len().div_ceil(players.len());
    let mut left = drawn.into_iter();
    let threads = players.len();
    let shares = players.iter_mut().map(|player| {
        let share: Vec<Situation> = left.by_ref().take(size).collect();
        (player, share)
    });
    let untaken = Mutex::new(shares.enumerate());
    let next = || {
        untaken
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    let played = on_threads(threads, || {
        let shares = std::iter::from_fn(next);
        let played = shares.map(|(number, (player, share))| (number, play(player, share)));
        played.collect::<BTreeMap<_, _>>()
    });
    let played: BTreeMap<_, _> = played.into_iter().flatten().collect();
    played.into_values().flatten().collect()
}

/// The situations that came nearest to parting the two, each as near as the others.
#[derive(Default)]
struct Promising {
    promise: Promise,
    situations: VecDeque<Situation>,
}

/// How many are kept: the last.
const MOST_PROMISING: usize = 48;

impl Promising {
    fn keep(&mut self, promise: Promise, situation: Situation) {
        if promise < self.promise || promise == 0 {
            return;
        }
        if promise > self.promise {
            self.promise = promise;
            self.situations.clear();
        }
        self.situations.truncate(MOST_PROMISING - 1);
        self.situations.push_front(situation);
    }

    fn has_other_books(&self) -> bool {
        self.promise >= OTHER_BOOKS
    }

    /// Each in turn.
    fn take(&mut self) -> Option<Situation> {
        let next = self.situations.pop_back()?;
        self.situations.push_front(next.clone());
        Some(next)
    }
}

/// How well a situation shows that two rule files part, the least the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SituationRank {
    /// Whether the first of them stops with an error, sooner or later, so that no scenario of it can pass.
    stops: bool,
    /// Whether it says what only rules keep.
    says_kept: bool,
    /// Whether no reader of the run sees what differs.
    is_unseen: bool,
    /// Whether it sets options to something else than the rules do.
    sets_options: bool,
    /// What differs.
    what: Parted,
}

impl SituationRank {
    /// Whether a better one is worth more tries.
    fn is_poor(self) -> bool {
        self.says_kept || self.is_unseen || self.sets_options
    }
}

fn rank(
    lexicon: &Lexicon<'_>,
    situation: &Situation,
    both: &Both,
    parting: &Parting,
) -> SituationRank {
    SituationRank {
        stops: both.courses[0].stopped,
        says_kept: situation.says_kept(lexicon),
        is_unseen: parting.what > Parted::Stop,
        sets_options: !situation.options.is_empty(),
        what: parting.what,
    }
}

/// So many times as many situations as it took to find one that shows something are tried for one that says nothing that rules keep, and so many more.
const AGAIN: u64 = 2;
const MORE: u64 = 600;

/// Adds how the pairs of declared acts stand in both runs.
fn count_pairs(both: &Both, pairs: &mut BTreeMap<(ActClass, ActClass), Proportion>) {
    let [left, right] = [places(&both.courses[0]), places(&both.courses[1])];
    let mut all: Vec<TraceStep> = left.keys().chain(right.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    for (index, one) in all.iter().enumerate() {
        for other in &all[index + 1..] {
            if one.0.actor == other.0.actor {
                continue;
            }
            let stand = |places: &BTreeMap<TraceStep, usize>| {
                places
                    .get(one)
                    .map(|at| places.get(other).map(|than| at.cmp(than)))
            };
            let class = |step: &TraceStep| (step.0.action, step.1);
            let key = if class(one) <= class(other) {
                (class(one), class(other))
            } else {
                (class(other), class(one))
            };
            let share = pairs.entry(key).or_default();
            share.seen += 1;
            share.differ += u64::from(stand(&left) != stand(&right));
        }
    }
}

/// In which batch each stage of each act comes.
fn places(course: &RunTrace) -> BTreeMap<TraceStep, usize> {
    let mut places = BTreeMap::new();
    for (index, event) in course.events.iter().enumerate() {
        if let TraceEvent::Batch(_, steps) = event {
            for step in steps {
                places.entry(*step).or_insert(index);
            }
        }
    }
    places
}
