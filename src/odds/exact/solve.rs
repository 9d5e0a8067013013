//! How often each state is passed, and so how likely each answer is: chances flow along the ways from where all runs begin.
//!
//! Where ways lead in circles (nobody hits, and everything stands as before), the states of the circle are solved together: a few of them are
//! chosen so that every circle passes one of these, how often all others are passed is written as a sum over the chosen, and the chosen are
//! found from as many equations.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::Refused;
use super::explore::{Graph, Target};

/// A kind of number to reckon chances with.
pub trait Number: Clone + PartialEq {
    /// 0
    fn nought() -> Self;
    /// 1
    fn one() -> Self;
    /// so many of so many
    fn share(ways: &UBig, of: &UBig) -> Self;
    /// adds another
    fn add(&mut self, other: &Self);
    /// subtracts another
    fn subtract(&mut self, other: &Self);
    /// times another
    fn times(&self, other: &Self) -> Self;
    /// divided by another that is not nought
    fn divided_by(&self, other: &Self) -> Self;
}

impl Number for RBig {
    fn nought() -> Self {
        RBig::ZERO
    }
    fn one() -> Self {
        RBig::ONE
    }
    fn share(ways: &UBig, of: &UBig) -> Self {
        RBig::from_parts(ways.clone().into(), of.clone())
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn divided_by(&self, other: &Self) -> Self {
        self / other
    }
}

impl Number for f64 {
    fn nought() -> Self {
        0.0
    }
    fn one() -> Self {
        1.0
    }
    fn share(ways: &UBig, of: &UBig) -> Self {
        ways.to_f64().value() / of.to_f64().value()
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn divided_by(&self, other: &Self) -> Self {
        self / other
    }
}

/// More states than this are never chosen in one knot of circles: their equations would take too long.
const MOST_CHOSEN: usize = 400;

/// A graph with the share of each way.
struct Shared<'a, N> {
    graph: &'a Graph,
    /// for each split, the share of each of its ways
    shares: Vec<Vec<N>>,
}

impl<'a, N: Number> Shared<'a, N> {
    fn of(graph: &'a Graph) -> Self {
        let shares = |(ways, total): &(Vec<UBig>, UBig)| {
            let shares = ways.iter().map(|ways| N::share(ways, total));
            shares.collect()
        };
        Shared {
            graph,
            shares: graph.splits.iter().map(shares).collect(),
        }
    }

    /// The ways from a state, each with its share.
    fn ways(&self, state: usize) -> impl Iterator<Item = (Target, &N)> {
        let targets = self.graph.targets(state).iter().copied();
        targets.zip(&self.shares[self.graph.split(state)])
    }
}

/// How likely it is to reach each answer of a graph.
pub fn reached<N: Number>(graph: &Graph) -> Result<Vec<N>, Refused> {
    let shared = Shared::of(graph);
    let mut answers = vec![N::nought(); graph.answers.len()];
    let mut passed = vec![N::nought(); graph.states()];
    match graph.start {
        Some(Target::Answer(answer)) => answers[answer as usize] = N::one(),
        Some(Target::State(state)) => passed[state as usize] = N::one(),
        None => {}
    }
    for knot in knots(graph) {
        if never_ends(graph, &knot) {
            return Err(Refused::Endless);
        }
        if let [state] = knot[..] {
            come_back(graph, state, &mut passed);
        } else {
            solve(&shared, &knot, &mut passed)?;
        }
        for &state in &knot {
            flow(&shared, state, &knot, &mut passed, &mut answers);
        }
    }
    Ok(answers)
}

/// A state that some of its ways lead back to is passed as often as it is entered, times all ways for each of those that leave it.
fn come_back<N: Number>(graph: &Graph, state: u32, passed: &mut [N]) {
    let back = |target: &Target| *target == Target::State(state);
    let targets = graph.targets(state as usize);
    if let Some(back) = targets.iter().position(back) {
        let (ways, total) = &graph.splits[graph.split(state as usize)];
        let leaving = total - &ways[back];
        let here = &mut passed[state as usize];
        *here = here.times(&N::share(total, &leaving));
    }
}

/// Whether no way leads out of a knot.
fn never_ends(graph: &Graph, knot: &[u32]) -> bool {
    let within = |target: &Target| match target {
        Target::State(next) => knot.binary_search(next).is_ok(),
        Target::Answer(_) => false,
    };
    let mut states = knot.iter();
    states.all(|&state| graph.targets(state as usize).iter().all(within))
}

/// Lets what passes a state flow on to all that lies outside its knot.
fn flow<N: Number>(
    shared: &Shared<'_, N>,
    state: u32,
    knot: &[u32],
    passed: &mut [N],
    answers: &mut [N],
) {
    let here = passed[state as usize].clone();
    if here == N::nought() {
        return;
    }
    for (target, share) in shared.ways(state as usize) {
        let flows = || here.times(share);
        match target {
            Target::Answer(answer) => answers[answer as usize].add(&flows()),
            Target::State(next) if knot.binary_search(&next).is_err() => {
                passed[next as usize].add(&flows());
            }
            Target::State(_) => {}
        }
    }
}

/// The knots of a graph: states that lead to each other in circles, each sorted; before every knot come those from which ways lead to it.
/// (R. Tarjan, Depth-first search and linear graph algorithms, 1972; here without recursion.)
fn knots(graph: &Graph) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = graph.states();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut next = 0;
    let mut knots = Vec::new();
    for root in 0..count as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (state, ref mut at)) = calls.last_mut() {
            let here = state as usize;
            if *at == 0 {
                index[here] = next;
                low[here] = next;
                next += 1;
                stack.push(state);
                on_stack[here] = true;
            }
            let targets = graph.targets(here);
            let mut deeper = None;
            while let Some(target) = targets.get(*at) {
                *at += 1;
                let Target::State(other) = *target else {
                    continue;
                };
                if index[other as usize] == UNSEEN {
                    deeper = Some(other);
                    break;
                }
                if on_stack[other as usize] {
                    low[here] = low[here].min(index[other as usize]);
                }
            }
            if let Some(other) = deeper {
                calls.push((other, 0));
                continue;
            }
            if low[here] == index[here] {
                let start = stack.iter().rposition(|&other| other == state);
                let mut knot = stack.split_off(start.unwrap_or(0));
                knot.iter()
                    .for_each(|&other| on_stack[other as usize] = false);
                knot.sort_unstable();
                knots.push(knot);
            }
            calls.pop();
            if let Some(&(before, _)) = calls.last() {
                low[before as usize] = low[before as usize].min(low[here]);
            }
        }
    }
    knots.reverse();
    knots
}

/// A sum over the chosen states of a knot: a number, and so many times each of them.
#[derive(Clone)]
struct Sum<N> {
    number: N,
    times: Vec<N>,
}

impl<N: Number> Sum<N> {
    fn nought(chosen: usize) -> Self {
        Sum {
            number: N::nought(),
            times: vec![N::nought(); chosen],
        }
    }

    fn add(&mut self, other: &Self, share: &N) {
        self.number.add(&other.number.times(share));
        for (own, other) in self.times.iter_mut().zip(&other.times) {
            if *other != N::nought() {
                own.add(&other.times(share));
            }
        }
    }
}

/// How often the states of a knot are passed, from how often they are entered from outside.
fn solve<N: Number>(shared: &Shared<'_, N>, knot: &[u32], passed: &mut [N]) -> Result<(), Refused> {
    let place = |state: u32| knot.binary_search(&state).ok();
    let (order, chosen) = order(shared.graph, knot);
    if chosen.len() > MOST_CHOSEN {
        return Err(Refused::Circles(chosen.len()));
    }
    let rank = |state: usize| chosen.iter().position(|&one| one == state);
    let mut sums: Vec<Sum<N>> = (knot.iter())
        .map(|&state| Sum {
            number: passed[state as usize].clone(),
            ..Sum::nought(chosen.len())
        })
        .collect();
    // What flows into the chosen, among it what comes from themselves.
    let mut into: Vec<Sum<N>> = chosen.iter().map(|&one| sums[one].clone()).collect();
    for (index, &one) in chosen.iter().enumerate() {
        sums[one] = Sum::nought(chosen.len());
        sums[one].times[index] = N::one();
    }
    for &here in &order {
        let state = knot[here] as usize;
        let sum = sums[here].clone();
        for (target, share) in shared.ways(state) {
            let Target::State(next) = target else {
                continue;
            };
            let Some(next) = place(next) else { continue };
            match rank(next) {
                Some(index) => into[index].add(&sum, share),
                None => sums[next].add(&sum, share),
            }
        }
    }
    let found = equations(into).ok_or(Refused::Endless)?;
    for (here, sum) in sums.into_iter().enumerate() {
        let mut whole = sum.number;
        for (times, found) in sum.times.iter().zip(&found) {
            if *times != N::nought() {
                whole.add(&times.times(found));
            }
        }
        passed[knot[here] as usize] = whole;
    }
    Ok(())
}

/// The states of a knot (by their places in it) in an order in which every way leads forward but those to the chosen, and the chosen.
fn order(graph: &Graph, knot: &[u32]) -> (Vec<usize>, Vec<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        Open,
        Done,
    }
    let mut seen = vec![Seen::Not; knot.len()];
    let mut is_chosen = vec![false; knot.len()];
    let mut order = Vec::with_capacity(knot.len());
    for root in 0..knot.len() {
        if seen[root] != Seen::Not {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (here, ref mut at)) = calls.last_mut() {
            seen[here] = Seen::Open;
            let targets = graph.targets(knot[here] as usize);
            let mut deeper = None;
            while let Some(target) = targets.get(*at) {
                *at += 1;
                let Target::State(next) = *target else {
                    continue;
                };
                let Ok(next) = knot.binary_search(&next) else {
                    continue;
                };
                match seen[next] {
                    Seen::Not => {
                        deeper = Some(next);
                        break;
                    }
                    Seen::Open => is_chosen[next] = true,
                    Seen::Done => {}
                }
            }
            match deeper {
                Some(next) => calls.push((next, 0)),
                None => {
                    seen[here] = Seen::Done;
                    order.push(here);
                    calls.pop();
                }
            }
        }
    }
    order.reverse();
    let chosen = (0..knot.len()).filter(|&here| is_chosen[here]).collect();
    (order, chosen)
}

/// Solves x = number + times x for the chosen; `None` where runs never leave the circle.
fn equations<N: Number>(into: Vec<Sum<N>>) -> Option<Vec<N>> {
    let count = into.len();
    // Each row: (1 - times) x = number.
    let mut rows: Vec<(Vec<N>, N)> = (into.into_iter().enumerate())
        .map(|(own, sum)| {
            let row = (sum.times.iter().enumerate()).map(|(index, times)| {
                let mut cell = if index == own { N::one() } else { N::nought() };
                cell.subtract(times);
                cell
            });
            (row.collect(), sum.number)
        })
        .collect();
    for column in 0..count {
        let pivot = (column..count).find(|&row| rows[row].0[column] != N::nought())?;
        rows.swap(column, pivot);
        let (pivot, right) = rows[column].clone();
        for (index, (row, value)) in rows.iter_mut().enumerate() {
            if index == column || row[column] == N::nought() {
                continue;
            }
            let share = row[column].divided_by(&pivot[column]);
            for (cell, other) in row.iter_mut().zip(&pivot).skip(column) {
                cell.subtract(&other.times(&share));
            }
            value.subtract(&right.times(&share));
        }
    }
    Some(
        rows.into_iter()
            .enumerate()
            .map(|(index, (row, value))| value.divided_by(&row[index]))
            .collect(),
    )
}
