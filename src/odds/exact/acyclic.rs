//! How often each state is passed, as fractions, where ways lead on and never back but from a state to itself: as where hit points only fall.
//! All chances are whole numbers over one number to the power of the longest way, found by their `residues`. A state that leads to itself is left
//! sooner or later: of its other ways each is as likely as among these alone.

use crate::ruleset::index::{Idx, to_amount, to_number};
use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_int::ops::{BitTest as _, Gcd as _};
use dashu_ratio::RBig;

use super::components::{components, never_ends};
use super::explore::{Graph, WayTarget};
use super::residues::{LANES, Lanes, MOST_ADDED, Moduli, Residues, add};
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
    let steps = steps(graph, &order);
    let bits = to_amount(onward.base.bit_len()).saturating_mul(to_amount(steps));
    if bits.saturating_mul(to_amount(graph.ways())) > MOST_BITS || graph.ways() > MOST_ADDED {
        return Ok(None);
    }
    let Some(moduli) = Moduli::new(bits, &onward.base) else {
        return Ok(None);
    };
    let place = |target: WayTarget| match target {
        WayTarget::State(state) => state.index(),
        WayTarget::Answer(answer) => states + answer.index(),
    };
    let whole = onward.base.pow(steps);
    let mut passed: Vec<Residues> = Vec::new();
    let mut reached: Vec<Vec<Residues>> = vec![Vec::new(); answers];
    for lanes in moduli.lanes() {
        passed.clear();
        passed.resize(states + answers, Residues::default());
        if let Some(start) = graph.start {
            passed[place(start)] = [1; LANES];
        }
        let shares = onward.residues(&lanes);
        for (number, &state) in order.iter().enumerate() {
            if number % LOOK == LOOK - 1 {
                look(watcher, states)?;
            }
            let here = lanes.reduced(&passed[state]);
            let targets = graph.targets(state);
            for (share, ways) in &shares[onward.of[state]] {
                let flow = lanes.product(&here, share);
                for &way in *ways {
                    add(&mut passed[place(targets[way])], &flow);
                }
            }
        }
        let whole = lanes.of(&whole);
        for (reached, passed) in reached.iter_mut().zip(&passed[states..]) {
            reached.push(lanes.product(&lanes.reduced(passed), &whole));
        }
    }
    let chance = |residues: &Vec<Residues>| {
        let ways = moduli.number(residues);
        RBig::from_parts(ways.into(), whole.clone())
    };
    Ok(Some(reached.iter().map(chance).collect()))
}

/// How many steps the longest way through all states takes.
fn steps(graph: &Graph, order: &[usize]) -> usize {
    let mut steps = vec![1; graph.states()];
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

/// The ways that have the same share of all that lead on from a state.
type SharedBy<T> = Vec<(T, Vec<usize>)>;

/// The shares of all ways that lead on from a state, as parts of one number.
struct OnwardShares {
    base: UBig,
    /// the shares that there are, each with its ways by their numbers
    shares: Vec<SharedBy<UBig>>,
    /// for each state, which of the shares
    of: Vec<usize>,
}

impl OnwardShares {
    fn of(graph: &Graph) -> Self {
        let mut known = BTreeMap::new();
        let mut kinds: Vec<(SharedBy<UBig>, UBig)> = Vec::new();
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
        let shares = kinds.into_iter().map(|(mut shares, total)| {
            let parts = &base / total;
            shares.iter_mut().for_each(|(share, _)| *share *= &parts);
            shares
        });
        OnwardShares {
            shares: shares.collect(),
            base,
            of,
        }
    }

    /// The same as residues, which need not be parts of a number.
    fn residues(&self, lanes: &Lanes) -> Vec<Vec<(Residues, &[usize])>> {
        let inverse = lanes.inverse(&self.base);
        let residues = |share| lanes.product(&lanes.of(share), &inverse);
        let shares = self.shares.iter().map(|shares| {
            let shares = shares.iter();
            shares
                .map(|(share, ways)| (residues(share), &ways[..]))
                .collect()
        });
        shares.collect()
    }
}

/// The ways of a split without the one that leads back, in lowest terms.
fn leaving((ways, total): &(Vec<UBig>, UBig), back: Option<usize>) -> (SharedBy<UBig>, UBig) {
    let total = match back {
        Some(back) => total - &ways[back],
        None => total.clone(),
    };
    let mut others: Vec<usize> = (0..ways.len()).filter(|way| Some(*way) != back).collect();
    others.sort_by(|one, other| ways[*one].cmp(&ways[*other]));
    let alike = others.chunk_by(|one, other| ways[*one] == ways[*other]);
    let shares: SharedBy<&UBig> = alike
        .map(|alike| (&ways[alike[0]], alike.to_vec()))
        .collect();
    let common = shares.iter();
    let common = common.fold(total.clone(), |common, (share, _)| common.gcd(*share));
    let shares = shares
        .into_iter()
        .map(|(share, ways)| (share / &common, ways));
    (shares.collect(), total / common)
}
