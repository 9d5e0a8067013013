//! The precedence of rules: which is over which when their exceptions contradict each other.
//!
//! Rules are numbers here; nothing in this file may know of exceptions or acts.

use crate::ruleset::index::{Idx, to_number, to_value};
use std::collections::VecDeque;

/// A strict partial order of rules: what was declared, and what follows from it by transitivity.
#[derive(Clone, Debug, Default)]
pub struct Precedence {
    /// For each rule the rules that it was declared to be over.
    declared: Vec<Vec<usize>>,
    /// For each rule whether it is over each other one, declared or not.
    is_over: Vec<Vec<bool>>,
    /// For each rule how many are over it.
    depth: Vec<usize>,
}

impl Precedence {
    /// The order of the rules `0..rules` in which none is over another.
    #[must_use]
    pub fn new(rules: usize) -> Self {
        Self {
            declared: vec![Vec::new(); rules],
            is_over: vec![vec![false; rules]; rules],
            depth: vec![0; rules],
        }
    }

    /// Puts one rule over another, and so over all that the other is over.
    ///
    /// Both must be rules of this order; this is asserted in debug builds, and the declaration is skipped in others.
    ///
    /// # Errors
    /// If the weaker rule is the stronger one or already over it, nothing is changed and the ring of rules is
    /// returned: the stronger, then the weaker, each declared over the next and the last over the first.
    pub fn declare(&mut self, stronger: u32, weaker: u32) -> Result<(), Vec<u32>> {
        let rules = self.depth.len();
        let (above, below) = (stronger.index(), weaker.index());
        let known = above < rules && below < rules;
        debug_assert!(
            known,
            "rule {stronger} over rule {weaker}, of {rules} rules"
        );
        if !known {
            return Ok(());
        }
        if above == below {
            return Err(vec![stronger]);
        }
        if self.is_over[below][above] {
            return Err(self.ring(above, below));
        }
        self.declared[above].push(below);
        self.close(above, below);
        Ok(())
    }

    /// Whether rule `a` is over rule `b`. A number behind those of the rules is over all smaller ones.
    #[must_use]
    pub fn is_over(&self, a: u32, b: u32) -> bool {
        match self.is_over.get(a.index()) {
            Some(below) => below.get(b.index()).copied().unwrap_or(false),
            None => a > b,
        }
    }

    /// How many rules are over this one; less than nought for a number behind those of the rules. The smaller, the stronger.
    #[must_use]
    pub fn depth(&self, rule: u32) -> i64 {
        match self.depth.get(rule.index()) {
            Some(&depth) => to_value(depth),
            None => -1 - i64::from(rule),
        }
    }

    /// Draws what follows from `above` being over `below`: whatever is over the first is over whatever is under the second.
    fn close(&mut self, above: usize, below: usize) {
        let rules = self.depth.len();
        for high in (0..rules)
            .filter(|&rule| rule == above || self.is_over[rule][above])
            .collect::<Vec<_>>()
        {
            for low in 0..rules {
                if (low == below || self.is_over[below][low]) && !self.is_over[high][low] {
                    self.is_over[high][low] = true;
                    self.depth[low] += 1;
                }
            }
        }
    }

    /// The stronger rule, then the shortest way of declarations from the weaker one to one that is over the stronger.
    /// Only called when there is such a way; ends because no rule is entered in `came_from` twice.
    fn ring(&self, stronger: usize, weaker: usize) -> Vec<u32> {
        let mut came_from = vec![None; self.depth.len()];
        let mut queue = VecDeque::from([weaker]);
        while let Some(rule) = queue.pop_front() {
            for &next in &self.declared[rule] {
                if next != weaker && came_from[next].is_none() {
                    came_from[next] = Some(rule);
                    queue.push_back(next);
                }
            }
        }
        let mut ring: Vec<u32> =
            std::iter::successors(came_from[stronger], |&rule| came_from[rule])
                .map(to_number)
                .collect();
        ring.push(to_number(stronger));
        ring.reverse();
        ring
    }
}
