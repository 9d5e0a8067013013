//! How often each state is passed, and so how likely each answer is: chances flow along the ways from where all runs begin.
//!
//! Where ways lead in circles (all miss, and everything stands as before), the states of the circle are solved together: a few of them are
//! chosen so that every circle passes one of these, how often all others are passed is written as a sum over the chosen, and the chosen are
//! found from as many equations.

use crate::ruleset::index::Idx;
use dashu_int::UBig;
use dashu_ratio::RBig;
use std::ops::{AddAssign, SubAssign};

use super::components::{components, never_ends, order};
use super::explore::{Graph, WayTarget};
use super::{Refused, look};
use crate::odds::simulate::OddsWatcher;

/// A kind of number to reckon chances with.
pub trait SolverNumber:
    Clone + PartialEq + for<'n> AddAssign<&'n Self> + for<'n> SubAssign<&'n Self>
{
    /// 0
    fn nought() -> Self;
    /// 1
    fn one() -> Self;
    /// so many of so many
    fn share(ways: &UBig, of: &UBig) -> Self;

    /// times another
    fn times(&self, other: &Self) -> Self;
    /// divided by another that is not nought
    fn divided_by(&self, other: &Self) -> Self;
}

impl SolverNumber for RBig {
    fn nought() -> Self {
        RBig::ZERO
    }
    fn one() -> Self {
        RBig::ONE
    }
    fn share(ways: &UBig, of: &UBig) -> Self {
        RBig::from_parts(ways.clone().into(), of.clone())
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn divided_by(&self, other: &Self) -> Self {
        self / other
    }
}

impl SolverNumber for f64 {
    fn nought() -> Self {
        0.0
    }
    fn one() -> Self {
        1.0
    }
    fn share(ways: &UBig, of: &UBig) -> Self {
        ways.to_f64().value() / of.to_f64().value()
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

/// After so many states, or components of them, the watcher is told.
const LOOK: usize = 1_024;

/// Within a knot sooner: each of its states is a sum over all that were chosen.
const LOOK_WITHIN: usize = 32;

/// A graph with the share of each way.
struct WeightedGraph<'a, N> {
    graph: &'a Graph,
    /// for each split, the share of each of its ways
    shares: Vec<Vec<N>>,
    watcher: &'a dyn OddsWatcher,
}

impl<'a, N: SolverNumber> WeightedGraph<'a, N> {
    fn of(graph: &'a Graph, watcher: &'a dyn OddsWatcher) -> Self {
        let shares = |(ways, total): &(Vec<UBig>, UBig)| {
            let shares = ways.iter().map(|ways| N::share(ways, total));
            shares.collect()
        };
        WeightedGraph {
            graph,
            shares: graph.splits.iter().map(shares).collect(),
            watcher,
        }
    }

    /// Tells the watcher that the work goes on.
    fn look(&self) -> Result<(), Refused> {
        look(self.watcher, self.graph.states())
    }

    /// The ways from a state, each with its share.
    fn ways(&self, state: usize) -> impl Iterator<Item = (WayTarget, &N)> {
        let targets = self.graph.targets(state).iter().copied();
        targets.zip(&self.shares[self.graph.split(state)])
    }
}

/// How likely it is to reach each answer of a graph.
pub fn reached<N: SolverNumber>(
    graph: &Graph,
    watcher: &dyn OddsWatcher,
) -> Result<Vec<N>, Refused> {
    let shared = WeightedGraph::of(graph, watcher);
    let mut answers = vec![N::nought(); graph.answers.len()];
    let mut passed = vec![N::nought(); graph.states()];
    match graph.start {
        Some(WayTarget::Answer(answer)) => answers[answer.index()] = N::one(),
        Some(WayTarget::State(state)) => passed[state.index()] = N::one(),
        None => {}
    }
    for (number, component) in components(graph).into_iter().enumerate() {
        if number % LOOK == LOOK - 1 {
            shared.look()?;
        }
        if never_ends(graph, &component) {
            return Err(Refused::Endless);
        }
        if let [state] = component[..] {
            come_back(graph, state, &mut passed);
        } else {
            solve(&shared, &component, &mut passed)?;
        }
        for &state in &component {
            flow(&shared, state, &component, &mut passed, &mut answers);
        }
    }
    Ok(answers)
}

/// A state that some of its ways lead back to is passed as often as it is entered, times all ways for each of those that leave it.
fn come_back<N: SolverNumber>(graph: &Graph, state: u32, passed: &mut [N]) {
    let back = |target: &WayTarget| *target == WayTarget::State(state);
    let targets = graph.targets(state.index());
    if let Some(back) = targets.iter().position(back) {
        let (ways, total) = &graph.splits[graph.split(state.index())];
        let leaving = total - &ways[back];
        let here = &mut passed[state.index()];
        *here = here.times(&N::share(total, &leaving));
    }
}

/// Lets what passes a state flow on to all that lies outside its knot.
fn flow<N: SolverNumber>(
    shared: &WeightedGraph<'_, N>,
    state: u32,
    component: &[u32],
    passed: &mut [N],
    answers: &mut [N],
) {
    let here = passed[state.index()].clone();
    if here == N::nought() {
        return;
    }
    for (target, share) in shared.ways(state.index()) {
        let flows = || here.times(share);
        match target {
            WayTarget::Answer(answer) => answers[answer.index()] += &flows(),
            WayTarget::State(next) if component.binary_search(&next).is_err() => {
                passed[next.index()] += &flows();
            }
            WayTarget::State(_) => {}
        }
    }
}

/// A sum over the chosen states of a knot: a number, and so many times each of them.
#[derive(Clone)]
struct Sum<N> {
    number: N,
    times: Vec<N>,
}

impl<N: SolverNumber> Sum<N> {
    fn nought(chosen: usize) -> Self {
        Sum {
            number: N::nought(),
            times: vec![N::nought(); chosen],
        }
    }

    fn add(&mut self, other: &Self, share: &N) {
        self.number += &other.number.times(share);
        for (own, other) in self.times.iter_mut().zip(&other.times) {
            if *other != N::nought() {
                *own += &other.times(share);
            }
        }
    }
}

/// How often the states of a knot are passed, from how often they are entered from outside.
fn solve<N: SolverNumber>(
    shared: &WeightedGraph<'_, N>,
    component: &[u32],
    passed: &mut [N],
) -> Result<(), Refused> {
    let place = |state: u32| component.binary_search(&state).ok();
    let (order, chosen) = order(shared.graph, component);
    if chosen.len() > MOST_CHOSEN {
        return Err(Refused::Circles(chosen.len()));
    }
    let rank = |state: usize| chosen.iter().position(|&one| one == state);
    let mut sums: Vec<Sum<N>> = (component.iter())
        .map(|&state| Sum {
            number: passed[state.index()].clone(),
            ..Sum::nought(chosen.len())
        })
        .collect();
    // What flows into the chosen, among it what comes from themselves.
    let mut into: Vec<Sum<N>> = chosen.iter().map(|&one| sums[one].clone()).collect();
    for (index, &one) in chosen.iter().enumerate() {
        sums[one] = Sum::nought(chosen.len());
        sums[one].times[index] = N::one();
    }
    for (number, &here) in order.iter().enumerate() {
        if number % LOOK_WITHIN == LOOK_WITHIN - 1 {
            shared.look()?;
        }
        let state = component[here].index();
        let sum = sums[here].clone();
        for (target, share) in shared.ways(state) {
            let WayTarget::State(next) = target else {
                continue;
            };
            let Some(next) = place(next) else { continue };
            match rank(next) {
                Some(index) => into[index].add(&sum, share),
                None => sums[next].add(&sum, share),
            }
        }
    }
    let found = equations(into, &|| shared.look())?;
    for (here, sum) in sums.into_iter().enumerate() {
        let mut whole = sum.number;
        for (times, found) in sum.times.iter().zip(&found) {
            if *times != N::nought() {
                whole += &times.times(found);
            }
        }
        passed[component[here].index()] = whole;
    }
    Ok(())
}

/// Solves x = number + times x for the chosen, if runs leave the circle; looks up at each row.
fn equations<N: SolverNumber>(
    into: Vec<Sum<N>>,
    look: &dyn Fn() -> Result<(), Refused>,
) -> Result<Vec<N>, Refused> {
    let count = into.len();
    // Each row: (1 - times) x = number.
    let mut rows: Vec<(Vec<N>, N)> = (into.into_iter().enumerate())
        .map(|(own, sum)| {
            let row = (sum.times.iter().enumerate()).map(|(index, times)| {
                let mut cell = if index == own { N::one() } else { N::nought() };
                cell -= times;
                cell
            });
            (row.collect(), sum.number)
        })
        .collect();
    for column in 0..count {
        let pivot = (column..count).find(|&row| rows[row].0[column] != N::nought());
        let pivot = pivot.ok_or(Refused::Endless)?;
        rows.swap(column, pivot);
        let (pivot, right) = rows[column].clone();
        for (index, (row, value)) in rows.iter_mut().enumerate() {
            if index == column || row[column] == N::nought() {
                continue;
            }
            look()?;
            let share = row[column].divided_by(&pivot[column]);
            for (cell, other) in row.iter_mut().zip(&pivot).skip(column) {
                *cell -= &other.times(&share);
            }
            *value -= &right.times(&share);
        }
    }
    Ok(rows
        .into_iter()
        .enumerate()
        .map(|(index, (row, value))| value.divided_by(&row[index]))
        .collect())
}
