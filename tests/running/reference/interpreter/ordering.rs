//! "The line: the order of acts": where acts stand whose keys are known, by the exceptions that apply. Acts are numbers here.

use std::collections::{BTreeMap, BTreeSet};

use affray::ruleset::Relation;

/// One act moves in relation to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exception {
    /// The rule that says so.
    pub rule: usize,
    /// The act that moves.
    pub mover: u32,
    /// How it is to stand.
    pub relation: Relation,
    /// The act to which it is to stand so.
    pub reference: u32,
}

/// An exception that does not stand, and the others that it contradicts.
#[derive(Clone, Debug)]
pub struct Fallen {
    pub exception: Exception,
    pub why: Fall,
    pub others: Vec<Exception>,
}

/// Why an exception falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// It contradicts what is over it.
    Under,
    /// It is the weakest of a circle.
    Weakest,
    /// It falls with the whole circle.
    Contradiction,
    /// It falls with the whole circle, whose acts come together.
    Together,
}

/// Acts in order.
#[derive(Clone, Debug, Default)]
pub struct Ordered {
    pub batches: Vec<Vec<u32>>,
    pub fallen: Vec<Fallen>,
    /// The exceptions that stand whose movers have left their places.
    pub moved: Vec<Exception>,
}

/// What is asked of one act towards another: nothing, that it comes not after it, that it comes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ask {
    Nothing,
    NotAfter,
    Before,
}

impl Exception {
    /// Of the mover towards the reference, and of the reference towards the mover.
    fn asks(&self) -> [Ask; 2] {
        match self.relation {
            Relation::Waits | Relation::Trails => [Ask::Nothing, Ask::Before],
            Relation::GoesAhead | Relation::Leads => [Ask::Before, Ask::Nothing],
            Relation::Joins => [Ask::NotAfter, Ask::NotAfter],
            Relation::NotBefore => [Ask::Nothing, Ask::NotAfter],
            Relation::NotAfter => [Ask::NotAfter, Ask::Nothing],
        }
    }

    fn keeps_near(&self) -> bool {
        matches!(self.relation, Relation::Leads | Relation::Trails)
    }

    fn holds(&self, batches: &[Vec<u32>]) -> bool {
        let place = |act: u32| batches.iter().position(|batch| batch.contains(&act));
        let (mover, reference) = (place(self.mover), place(self.reference));
        let is_met = |ask, one, other| match ask {
            Ask::Nothing => true,
            Ask::NotAfter => one <= other,
            Ask::Before => one < other,
        };
        let [of_mover, of_reference] = self.asks();
        is_met(of_mover, mover, reference) && is_met(of_reference, reference, mover)
    }
}

/// What follows from exceptions: for each two acts, what is asked of the one towards the other, by however many others it leads.
struct Closure {
    acts: usize,
    asks: Vec<Ask>,
}

impl Closure {
    fn of(exceptions: &[Exception], acts: usize) -> Self {
        let mut closure = Closure {
            acts,
            asks: vec![Ask::Nothing; acts * acts],
        };
        for exception in exceptions {
            let [of_mover, of_reference] = exception.asks();
            closure.raise(exception.mover, exception.reference, of_mover);
            closure.raise(exception.reference, exception.mover, of_reference);
        }
        // As long as anything new follows.
        while closure.follow() {}
        closure
    }

    fn ask(&self, one: u32, other: u32) -> Ask {
        self.asks[one as usize * self.acts + other as usize]
    }

    fn raise(&mut self, one: u32, other: u32, ask: Ask) -> bool {
        let held = &mut self.asks[one as usize * self.acts + other as usize];
        let is_new = ask > *held;
        *held = ask.max(*held);
        is_new
    }

    fn follow(&mut self) -> bool {
        let acts = 0..self.acts as u32;
        let mut any = false;
        for via in acts.clone() {
            for from in acts.clone() {
                let first = self.ask(from, via);
                for to in acts.clone().filter(|_| first != Ask::Nothing) {
                    let second = self.ask(via, to);
                    if second != Ask::Nothing {
                        any |= self.raise(from, to, first.max(second));
                    }
                }
            }
        }
        any
    }

    /// Whether something is asked of each of the two towards the other.
    fn binds(&self, one: u32, other: u32) -> bool {
        self.ask(one, other) != Ask::Nothing && self.ask(other, one) != Ask::Nothing
    }
}

/// Sets of exceptions that contradict each other: together they ask of an act that it comes before itself.
fn circles(exceptions: &[Exception], acts: usize) -> Vec<Vec<Exception>> {
    // One alone contradicts nothing.
    if exceptions.len() < 2 {
        return Vec::new();
    }
    let closure = Closure::of(exceptions, acts);
    let mut circles: Vec<Vec<Exception>> = Vec::new();
    for exception in exceptions {
        let mover = exception.mover;
        if closure.binds(mover, exception.reference) && closure.ask(mover, mover) == Ask::Before {
            match circles
                .iter_mut()
                .find(|circle| closure.binds(circle[0].mover, mover))
            {
                Some(circle) => circle.push(*exception),
                None => circles.push(vec![*exception]),
            }
        }
    }
    circles
}

/// Which exceptions stand (`over`: of each two rules of which one is over the other, the stronger and the weaker): "one that contradicts what is over it falls; of a circle of contradictions the weakest fall, and where none is over another,
/// the whole circle falls", or comes together.
fn standing(
    exceptions: &[Exception],
    acts: usize,
    over: &BTreeSet<(usize, usize)>,
    together: bool,
    fallen: &mut Vec<Fallen>,
) -> Vec<Exception> {
    let is_over =
        |stronger: &Exception, weaker: &Exception| over.contains(&(stronger.rule, weaker.rule));
    let strength = |exception: &Exception| {
        let above = over.iter().filter(|pair| pair.1 == exception.rule);
        (above.count(), *exception)
    };
    let mut strongest_first = exceptions.to_vec();
    strongest_first.sort_by_key(strength);
    strongest_first.dedup();
    let others = |circle: &[Exception], exception: &Exception| -> Vec<Exception> {
        let others = circle.iter().filter(|other| *other != exception);
        others.copied().collect()
    };
    let mut stands: Vec<Exception> = Vec::new();
    for exception in strongest_first {
        let above = stands.iter().copied();
        let mut above: Vec<Exception> = above.filter(|other| is_over(other, &exception)).collect();
        let is_open = circles(&above, acts).is_empty();
        above.push(exception);
        match circles(&above, acts).first().filter(|_| is_open) {
            Some(circle) => fallen.push(Fallen {
                exception,
                why: Fall::Under,
                others: others(circle, &exception),
            }),
            None => stands.push(exception),
        }
    }
    loop {
        let circles = circles(&stands, acts);
        if circles.is_empty() {
            stands.sort_by_key(strength);
            return stands;
        }
        let mut falling = Vec::new();
        for circle in &circles {
            let under = |it: &&Exception| circle.iter().any(|by| is_over(by, it));
            let above = |it: &&Exception| circle.iter().any(|by| is_over(it, by));
            let weakest = circle.iter().filter(|it| under(it) && !above(it));
            let weakest: Vec<Exception> = weakest.copied().collect();
            let (meant, why) = match (weakest.is_empty(), together) {
                (false, _) => (&weakest, Fall::Weakest),
                (true, false) => (circle, Fall::Contradiction),
                (true, true) => (circle, Fall::Together),
            };
            falling.extend(meant.iter().map(|exception| Fallen {
                exception: *exception,
                why,
                others: others(circle, exception),
            }));
        }
        stands.retain(|it| falling.iter().all(|fallen| fallen.exception != *it));
        let joined = falling.iter().filter(|fallen| fallen.why == Fall::Together);
        stands.extend(joined.map(|fallen| Exception {
            relation: Relation::Joins,
            ..fallen.exception
        }));
        fallen.append(&mut falling);
    }
}

/// Where acts with these ranks stand: sorted by them; then "the movers of the exceptions that do not hold are taken out and put back at the place that
/// changes the fewest relations given by the keys". "If an exception then fails that held before, its mover is taken out too."
pub fn order(
    ranks: &[u32],
    exceptions: &[Exception],
    over: &BTreeSet<(usize, usize)>,
    together: bool,
) -> Ordered {
    let mut ordered = Ordered::default();
    let acts = ranks.len();
    let stands = standing(exceptions, acts, over, together, &mut ordered.fallen);
    let mut movers: Vec<u32> = Vec::new();
    loop {
        ordered.moved.clone_from(&stands);
        ordered.moved.retain(|it| movers.contains(&it.mover));
        ordered.batches = place(ranks, &ordered.moved);
        let failing = stands.iter().filter(|it| !it.holds(&ordered.batches));
        let failing: Vec<u32> = failing.map(|exception| exception.mover).collect();
        if failing.is_empty() {
            return ordered;
        }
        movers.extend(failing);
    }
}

/// All acts: those that no exception names by their ranks, the others put back among them, each after what it refers to.
fn place(ranks: &[u32], exceptions: &[Exception]) -> Vec<Vec<u32>> {
    let acts = 0..ranks.len() as u32;
    let closure = Closure::of(exceptions, ranks.len());
    let is_named = |act: &u32| (exceptions.iter()).any(|it| [it.mover, it.reference].contains(act));
    let mut batches: Vec<Vec<u32>> = Vec::new();
    let mut by_rank: Vec<u32> = acts.clone().filter(|act| !is_named(act)).collect();
    by_rank.sort_by_key(|&act| ranks[act as usize]);
    for batch in by_rank.chunk_by(|&a, &b| ranks[a as usize] == ranks[b as usize]) {
        batches.push(batch.to_vec());
    }
    let named: Vec<u32> = acts.filter(is_named).collect();
    let levels = levels(&named, exceptions);
    let step = |act: u32| {
        let leads = exceptions
            .iter()
            .any(|it| it.mover == act && it.keeps_near());
        let is_before = |&other: &u32| {
            closure.ask(other, act) != Ask::Nothing && closure.ask(act, other) == Ask::Nothing
        };
        let before = named
            .iter()
            .copied()
            .filter(|other| is_before(other))
            .count();
        (leads, levels[&act], ranks[act as usize], before)
    };
    let mut steps: Vec<_> = named.iter().map(|&act| (step(act), act)).collect();
    steps.sort();
    for at_once in steps.chunk_by(|a, b| a.0 == b.0) {
        let at_once: Vec<u32> = at_once.iter().map(|step| step.1).collect();
        let places: Vec<(usize, u32)> = (at_once.iter())
            .map(|&act| {
                let place = best_place(act, &at_once, &batches, ranks, exceptions, &closure);
                (place, act)
            })
            .collect();
        // Places are batches and the gaps between them: batch i is place 2i + 1.
        let mut with = Vec::new();
        for place in 0..=2 * batches.len() {
            let mut batch = match place % 2 {
                1 => batches[place / 2].clone(),
                _ => Vec::new(),
            };
            batch.extend(places.iter().filter(|put| put.0 == place).map(|put| put.1));
            batch.sort_unstable();
            with.push(batch);
        }
        with.retain(|batch| !batch.is_empty());
        batches = with;
    }
    batches
}

/// Of each act 0 if it refers to nothing; else one more than the highest among those that it refers to, by however many others, and that do not refer
/// back.
fn levels(named: &[u32], exceptions: &[Exception]) -> BTreeMap<u32, usize> {
    let reached = |from: u32| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(act) = open.pop() {
            for exception in exceptions.iter().filter(|it| it.mover == act) {
                if reached.insert(exception.reference) {
                    open.push(exception.reference);
                }
            }
        }
        reached
    };
    let all: BTreeMap<u32, BTreeSet<u32>> = named.iter().map(|&it| (it, reached(it))).collect();
    let mut levels: BTreeMap<u32, usize> = named.iter().map(|&it| (it, 0)).collect();
    // No way down is longer than there are acts.
    for _ in named {
        for (act, below) in all.iter().filter(|(_, below)| !below.is_empty()) {
            let ahead = below.iter().filter(|it| !all[*it].contains(act));
            let level = 1 + ahead.map(|it| levels[it]).max().unwrap_or(0);
            levels.insert(*act, level);
        }
    }
    levels
}

/// The allowed place that changes the fewest relations given by the keys, or that is nearest to what is led or trailed; the earliest of equally good ones.
fn best_place(
    act: u32,
    at_once: &[u32],
    batches: &[Vec<u32>],
    ranks: &[u32],
    exceptions: &[Exception],
    closure: &Closure,
) -> usize {
    let place_of = |act: u32| {
        let batch = batches.iter().position(|batch| batch.contains(&act));
        batch.map(|batch| 2 * batch + 1)
    };
    let is_allowed = |place: &usize| {
        (0..ranks.len() as u32).all(|other| {
            let Some(at) = place_of(other) else {
                return true;
            };
            let before = match closure.ask(act, other) {
                Ask::Nothing => true,
                Ask::NotAfter => *place <= at,
                Ask::Before => *place < at,
            };
            let after = match closure.ask(other, act) {
                Ask::Nothing => true,
                Ask::NotAfter => at <= *place,
                Ask::Before => at < *place,
            };
            before && after
        })
    };
    // Acts that come together have what they lead or trail in common.
    let with = at_once
        .iter()
        .filter(|&&it| it == act || closure.binds(it, act));
    let near: Vec<usize> = with
        .flat_map(|&with| {
            let leads = move |it: &&Exception| it.mover == with && it.keeps_near();
            exceptions.iter().filter(leads)
        })
        .filter_map(|exception| place_of(exception.reference))
        .collect();
    let cost = |place: &usize| -> usize {
        if !near.is_empty() {
            return near.iter().map(|other| place.abs_diff(*other)).sum();
        }
        let change = |(index, other): (usize, u32)| {
            let by_keys = ranks[act as usize].cmp(&ranks[other as usize]) as i8;
            let stands = place.cmp(&(2 * index + 1)) as i8;
            usize::from(by_keys.abs_diff(stands))
        };
        let others = batches.iter().enumerate();
        let others = others.flat_map(|(index, batch)| batch.iter().map(move |&it| (index, it)));
        others.map(change).sum()
    };
    let allowed = (0..=2 * batches.len()).filter(is_allowed);
    allowed
        .min_by_key(|place| (cost(place), *place))
        .unwrap_or(0)
}
