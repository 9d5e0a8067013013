//! Cycles of a graph of small numbers. Knows nothing of what the numbers stand for.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The cycles of a graph, no two with a common member; none is left out that has no member in common with another.
/// `edges`: for each node, where it leads.
pub(super) fn cycles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = CycleSearch {
        edges,
        state: vec![VisitState::New; edges.len()],
        cycles: Vec::new(),
    };
    for start in 0..edges.len() {
        search.from(start);
    }
    search.cycles
}

/// What is said of a cycle: `error` of its first node in the text, at each what `leads` says of the next.
pub(super) fn complaint(
    cycle: &[usize],
    span: impl Fn(usize) -> Span,
    error: impl FnOnce(usize) -> Diagnostic,
    leads: impl Fn(usize) -> String,
) -> Diagnostic {
    // Begins with the first of the text, so that the message does not depend on the search.
    let places = 0..cycle.len();
    let first = places.min_by_key(|&place| span(cycle[place])).unwrap_or(0);
    let turned = [&cycle[first..], &cycle[..first]].concat();
    let mut complaint = error(turned[0]);
    for (index, &node) in turned.iter().enumerate() {
        let text = leads(turned[(index + 1) % turned.len()]);
        complaint = match index {
            0 => complaint.label(text),
            _ => complaint.also(span(node), text),
        };
    }
    complaint
}

/// All nodes, each after those it leads to, as far as cycles allow.
pub(super) fn topological_order(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::with_capacity(edges.len());
    for start in 0..edges.len() {
        let mut path = vec![(start, 0)];
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        while let Some((node, next)) = path.last_mut() {
            match edges[*node].get(*next) {
                Some(&target) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[target], true) {
                        path.push((target, 0));
                    }
                }
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
    }
    order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    OnPath,
    Done,
}

struct CycleSearch<'a> {
    edges: &'a [Vec<usize>],
    state: Vec<VisitState>,
    cycles: Vec<Vec<usize>>,
}

impl CycleSearch<'_> {
    fn from(&mut self, start: usize) {
        if self.state[start] != VisitState::New {
            return;
        }
        self.state[start] = VisitState::OnPath;
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&target) = self.edges[*node].get(*next) else {
                self.state[*node] = VisitState::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match self.state[target] {
                VisitState::New => {
                    self.state[target] = VisitState::OnPath;
                    path.push((target, 0));
                }
                VisitState::OnPath => self.found(&path, target),
                VisitState::Done => {}
            }
        }
    }

    fn found(&mut self, path: &[(usize, usize)], target: usize) {
        let cycle: Vec<usize> = path
            .iter()
            .map(|(node, _)| *node)
            .skip_while(|node| *node != target)
            .collect();
        let new = cycle
            .iter()
            .all(|node| !self.cycles.iter().flatten().any(|known| known == node));
        if new {
            self.cycles.push(cycle);
        }
    }
}

#[cfg(test)]
#[path = "../../tests/internals/check_cycles.rs"]
mod tests;
