//! States that lead to each other in circles, and the order in which all others follow each other. Knows no chances.

use super::explore::{Graph, WayTarget};
use crate::ruleset::index::{Idx, to_number};

/// The knots of a graph: states that lead to each other in circles, each sorted; before every knot come those from which ways lead to it.
/// (R. Tarjan, Depth-first search and linear graph algorithms, 1972; here without recursion.)
pub fn components(graph: &Graph) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = graph.states();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut next = 0;
    let mut components = Vec::new();
    for root in 0..to_number(count) {
        if index[root.index()] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (state, ref mut at)) = calls.last_mut() {
            let here = state.index();
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
                let WayTarget::State(other) = *target else {
                    continue;
                };
                if index[other.index()] == UNSEEN {
                    deeper = Some(other);
                    break;
                }
                if on_stack[other.index()] {
                    low[here] = low[here].min(index[other.index()]);
                }
            }
            if let Some(other) = deeper {
                calls.push((other, 0));
                continue;
            }
            if low[here] == index[here] {
                let start = stack.iter().rposition(|&other| other == state);
                let mut component = stack.split_off(start.unwrap_or(0));
                for other in &component {
                    on_stack[other.index()] = false;
                }
                component.sort_unstable();
                components.push(component);
            }
            calls.pop();
            if let Some(&(before, _)) = calls.last() {
                low[before.index()] = low[before.index()].min(low[here]);
            }
        }
    }
    components.reverse();
    components
}

/// Whether no way leads out of a knot.
pub fn never_ends(graph: &Graph, component: &[u32]) -> bool {
    let within = |target: &WayTarget| match target {
        WayTarget::State(next) => component.binary_search(next).is_ok(),
        WayTarget::Answer(_) => false,
    };
    let mut states = component.iter();
    states.all(|&state| graph.targets(state.index()).iter().all(within))
}

/// The states of a knot (by their places in it) in an order in which every way leads forward but those to the chosen, and the chosen.
pub fn order(graph: &Graph, component: &[u32]) -> (Vec<usize>, Vec<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum ComponentVisit {
        Not,
        Open,
        Done,
    }
    let mut seen = vec![ComponentVisit::Not; component.len()];
    let mut is_chosen = vec![false; component.len()];
    let mut order = Vec::with_capacity(component.len());
    for root in 0..component.len() {
        if seen[root] != ComponentVisit::Not {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (here, ref mut at)) = calls.last_mut() {
            seen[here] = ComponentVisit::Open;
            let targets = graph.targets(component[here].index());
            let mut deeper = None;
            while let Some(target) = targets.get(*at) {
                *at += 1;
                let WayTarget::State(next) = *target else {
                    continue;
                };
                let Ok(next) = component.binary_search(&next) else {
                    continue;
                };
                match seen[next] {
                    ComponentVisit::Not => {
                        deeper = Some(next);
                        break;
                    }
                    ComponentVisit::Open => is_chosen[next] = true,
                    ComponentVisit::Done => {}
                }
            }
            match deeper {
                Some(next) => calls.push((next, 0)),
                None => {
                    seen[here] = ComponentVisit::Done;
                    order.push(here);
                    calls.pop();
                }
            }
        }
    }
    order.reverse();
    let chosen = (0..component.len()).filter(|&here| is_chosen[here]);
    (order, chosen.collect())
}
