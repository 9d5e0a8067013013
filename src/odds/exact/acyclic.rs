//! How often each state is passed, as fractions, where ways lead on and never back but from a state to itself: as where hit points only fall.
//! All chances are whole numbers over powers of one number, so that nothing is reduced before the end. A state that leads to itself is left
//! sooner or later: of its other ways each is as likely as among these alone.

use crate::ruleset::index::{Idx, to_amount, to_number};
use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_int::ops::{BitTest as _, Gcd as _};
use dashu_ratio::RBig;

use super::components::{components, never_ends};
use super::explore::{Graph, WayTarget};
use super::{Refused, look};
use crate::odds::simulate::OddsWatcher;

/// More work than this, in bits that are multiplied, is left to fractions that are reduced at each step.
const MOST_BITS: u64 = 1 << 33;

/// After so many states the watcher is told.
const LOOK: usize = 1_024;

/// How likely it is to reach each answer; nothing where that is not for this method.
pub fn reached(graph: &Graph, watcher: &dyn OddsWatcher) -> Result<Option<Vec<RBig>>, Refused> {
    let components = components(graph);
    let mut knots = components.iter();
    if knots.any(|component| never_ends(graph, component)) {
        return Err(Refused::Endless);
    }
    let [states, answers] = [graph.states(), graph.answers.len()];
    let mut order = Vec::with_capacity(states);
    for component in components {
        let [state] = component[..] else {
            return Ok(None);
        };
        order.push(state.index());
    }
    let onward = OnwardShares::of(graph);
    let bits = to_amount(graph.ways()) * to_amount(onward.base.bit_len());
    if bits.saturating_mul(steps(graph, &order)) > MOST_BITS {
        return Ok(None);
    }
    let mut powers = Powers(vec![UBig::ONE, onward.base.clone()]);
    let mut passed: Vec<Scaled> = vec![Scaled::default(); states + answers];
    let place = |target: WayTarget| match target {
        WayTarget::State(state) => state.index(),
        WayTarget::Answer(answer) => states + answer.index(),
    };
    if let Some(start) = graph.start {
        passed[place(start)].add(0, &UBig::ONE);
    }
    // Memory to be used again for each way.
    let mut flows = UBig::ZERO;
    for (number, state) in order.into_iter().enumerate() {
        if number % LOOK == LOOK - 1 {
            look(watcher, states)?;
        }
        let (power, here) = std::mem::take(&mut passed[state]).whole(&mut powers);
        if here == UBig::ZERO {
            continue;
        }
        let targets = graph.targets(state);
        let mut before = None;
        for (way, share) in &onward.shares[onward.of[state]] {
            // Many ways have the same share.
            if before.replace(share) != Some(share) {
                flows.clone_from(&here);
                flows *= share;
            }
            if targets[*way] != WayTarget::State(to_number(state)) {
                passed[place(targets[*way])].add(power + 1, &flows);
            }
        }
    }
    let answers = passed.split_off(states).into_iter();
    let reached = answers.map(|answer| {
        let (power, ways) = answer.whole(&mut powers);
        RBig::from_parts(ways.into(), onward.base.pow(power))
    });
    Ok(Some(reached.collect()))
}

/// How many steps the longest way through all states takes.
fn steps(graph: &Graph, order: &[usize]) -> u64 {
    let mut steps = vec![1_u64; graph.states()];
    for &state in order {
        for &target in graph.targets(state) {
            if let WayTarget::State(next) = target
                && next.index() != state
            {
                steps[next.index()] = steps[next.index()].max(steps[state] + 1);
            }
        }
    }
    steps.into_iter().max().unwrap_or(1)
}

/// The shares of all ways that lead on from a state, as parts of one number.
struct OnwardShares {
    base: UBig,
    /// for ways by their numbers, the smallest first
    shares: Vec<Vec<(usize, UBig)>>,
    /// for each state, which of the shares
    of: Vec<usize>,
}

impl OnwardShares {
    fn of(graph: &Graph) -> Self {
        let mut known = BTreeMap::new();
        let mut kinds: Vec<(Vec<UBig>, UBig)> = Vec::new();
        let of = (0..graph.states()).map(|state| {
            let itself = |target: &WayTarget| *target == WayTarget::State(to_number(state));
            let back = graph.targets(state).iter().position(itself);
            *known.entry((graph.split(state), back)).or_insert_with(|| {
                kinds.push(leaving(&graph.splits[graph.split(state)], back));
                kinds.len() - 1
            })
        });
        let of = of.collect();
        let base = kinds.iter().fold(UBig::ONE, |base, (_, total)| {
            let common = (&base).gcd(total);
            base / common * total
        });
        let shares = kinds.into_iter().map(|(ways, total)| {
            let parts = &base / total;
            let shares = ways.into_iter().map(|ways| ways * &parts).enumerate();
            let mut shares: Vec<_> = shares.collect();
            shares.sort_by(|one, other| one.1.cmp(&other.1));
            shares
        });
        OnwardShares {
            shares: shares.collect(),
            base,
            of,
        }
    }
}

/// The ways of a split without the one that leads back, in lowest terms.
fn leaving((ways, total): &(Vec<UBig>, UBig), back: Option<usize>) -> (Vec<UBig>, UBig) {
    let total = match back {
        Some(back) => total - &ways[back],
        None => total.clone(),
    };
    let others = ways.iter().enumerate();
    let others = others.filter(|(index, _)| Some(*index) != back);
    let common = others.fold(total.clone(), |common, (_, ways)| common.gcd(ways));
    let ways = ways.iter().map(|ways| ways / &common).collect();
    (ways, total / common)
}

/// A sum of numbers over powers of the base, by power.
#[derive(Clone, Default)]
struct Scaled(Vec<(usize, UBig)>);

impl Scaled {
    fn add(&mut self, power: usize, number: &UBig) {
        // What comes next mostly comes by as many steps.
        match self.0.iter_mut().rfind(|part| part.0 == power) {
            Some(part) => part.1 += number,
            None => self.0.push((power, number.clone())),
        }
    }

    /// The sum, over the highest power.
    fn whole(mut self, powers: &mut Powers) -> (usize, UBig) {
        self.0.sort_unstable_by_key(|part| part.0);
        let mut sum = (0, UBig::ZERO);
        for (power, number) in self.0 {
            sum = (power, sum.1 * powers.get(power - sum.0) + number);
        }
        sum
    }
}

/// The powers of the base, as far as they were wanted.
struct Powers(Vec<UBig>);

impl Powers {
    fn get(&mut self, power: usize) -> &UBig {
        while self.0.len() <= power {
            let next = &self.0[self.0.len() - 1] * &self.0[1];
            self.0.push(next);
        }
        &self.0[power]
    }
}
