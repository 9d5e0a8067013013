//! The transitive closure of a set of exceptions: for each pair of acts, what is demanded of the one towards the other.
//!
//! Only exceptions are read here, never keys or places.

use super::relation::{Demand, Exception};

/// What some exceptions demand of the acts that they name, closed under transitivity.
#[derive(Debug, Default)]
pub(super) struct Closure {
    /// The acts that the exceptions name, by index.
    named: Vec<u32>,
    /// For two named acts, by their positions in `named`, what is demanded of the first towards the second.
    demands: Vec<Demand>,
}

impl Closure {
    /// Works out what follows from these exceptions, and forgets what was before.
    pub(super) fn close(&mut self, exceptions: &[Exception]) {
        self.named.clear();
        self.named
            .extend(exceptions.iter().flat_map(|e| [e.mover, e.reference]));
        self.named.sort_unstable();
        self.named.dedup();
        self.demands.clear();
        self.demands
            .resize(self.named.len() * self.named.len(), Demand::Nothing);
        for exception in exceptions {
            let (of_mover, of_reference) = exception.demands();
            self.raise(exception.mover, exception.reference, of_mover);
            self.raise(exception.reference, exception.mover, of_reference);
        }
        self.follow_all();
    }

    /// The acts that the exceptions name, by index.
    pub(super) fn named(&self) -> &[u32] {
        &self.named
    }

    /// What the exceptions demand of act `a` towards act `b`.
    pub(super) fn demand(&self, a: u32, b: u32) -> Demand {
        match (self.position(a), self.position(b)) {
            (Some(a), Some(b)) => self.demands[a * self.named.len() + b],
            _ => Demand::Nothing,
        }
    }

    /// Whether the exceptions demand something of each of the two towards the other. Where nothing is contradictory,
    /// such acts happen together.
    pub(super) fn bind(&self, a: u32, b: u32) -> bool {
        self.demand(a, b) != Demand::Nothing && self.demand(b, a) != Demand::Nothing
    }

    /// Whether the exception is one of a circle that demands of an act to happen before itself.
    pub(super) fn contradicts(&self, exception: &Exception) -> bool {
        self.bind(exception.mover, exception.reference)
            && self.demand(exception.mover, exception.mover) == Demand::Before
    }

    fn position(&self, act: u32) -> Option<usize> {
        self.named.binary_search(&act).ok()
    }

    fn raise(&mut self, a: u32, b: u32, demand: Demand) {
        if let (Some(a), Some(b)) = (self.position(a), self.position(b)) {
            let held = &mut self.demands[a * self.named.len() + b];
            *held = demand.max(*held);
        }
    }

    /// Floyd and Warshall's closure: all ways that lead over `via`, one act after the other. What is demanded along a
    /// way is the greatest demand on it, where a circle from `via` back to itself is part of the way.
    fn follow_all(&mut self) {
        let acts = self.named.len();
        for via in 0..acts {
            let around = self.demands[via * acts + via];
            for from in 0..acts {
                let first = self.demands[from * acts + via];
                if first == Demand::Nothing {
                    continue;
                }
                for to in 0..acts {
                    let second = self.demands[via * acts + to];
                    if second != Demand::Nothing {
                        let held = &mut self.demands[from * acts + to];
                        *held = first.max(second).max(around).max(*held);
                    }
                }
            }
        }
    }
}
