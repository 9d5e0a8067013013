//! About how likely runs come to each place, while they are being followed: what is next to impossible can be left out, so that sums that can grow
//! without end have chances, too. What was left out is weighed when the graph is solved; this only says where to stop.

use std::collections::VecDeque;

use crate::ruleset::index::Idx;

use super::explore::WayTarget;

/// Places that runs come to less often are next to impossible. A million of them are as likely together as what [`MOST_LEFT_OUT`] allows.
const NEGLIGIBLE: f64 = 1e-18;

/// Runs that come to a place less often than this have gone on as only those do that can go on without end: 250 dice in a row have shown a six.
const WITHOUT_END: f64 = 1e-200;

/// What is left out may be as likely as this altogether: answers are right to twelve digits.
pub const MOST_LEFT_OUT: f64 = 1e-12;

/// The places to which runs come, and those that are still to be looked at, in the order in which they are found.
#[derive(Default)]
pub struct Likelihood {
    places: Vec<ReachedPlace>,
    queue: VecDeque<u32>,
    /// some place is less likely than [`WITHOUT_END`]
    goes_on: bool,
}

/// How often runs come to a place.
#[derive(Clone, Copy, Default)]
struct ReachedPlace {
    /// as far as was found
    reached: f64,
    /// of that, what was passed on to the places that follow
    passed_on: f64,
    /// it is in the queue
    waits: bool,
}

impl Likelihood {
    /// So many more runs come to a place, which is the next new one or known. It is to be looked at (again) if that is worth it.
    pub fn come(&mut self, state: u32, times: f64) {
        let is_new = state.index() == self.places.len();
        if is_new {
            self.places.push(ReachedPlace::default());
            self.goes_on |= times < WITHOUT_END;
        }
        let place = &mut self.places[state.index()];
        place.reached += times;
        let is_more = place.reached >= NEGLIGIBLE.max(2.0 * place.passed_on);
        if is_new || (is_more && !place.waits) {
            place.waits = true;
            self.queue.push_back(state);
        }
    }

    /// The next place to look at.
    pub fn next(&mut self) -> Option<u32> {
        let state = self.queue.pop_front()?;
        self.places[state.index()].waits = false;
        Some(state)
    }

    /// Whether it is next to impossible that runs come to a place.
    pub fn is_negligible(&self, state: u32) -> bool {
        self.places[state.index()].reached < NEGLIGIBLE
    }

    /// Whether most places are next to impossible: what was followed so far was mostly not worth it.
    pub fn is_mostly_negligible(&self) -> bool {
        let places = self.places.iter();
        let negligible = places.filter(|place| place.reached < NEGLIGIBLE);
        negligible.count() * 2 > self.places.len()
    }

    /// Whether what was followed goes on without end, as far as can be seen, and was mostly not worth it. Looked at where the places have doubled.
    pub fn is_endless(&self) -> bool {
        self.goes_on && self.places.len().is_power_of_two() && self.is_mostly_negligible()
    }

    /// Passes on what has come to a place and was not passed on before: `shares` of it go to `targets`.
    pub fn pass_on(&mut self, state: u32, targets: &[WayTarget], shares: &[f64]) {
        let place = &mut self.places[state.index()];
        let more = place.reached - place.passed_on;
        place.passed_on = place.reached;
        for (target, share) in targets.iter().zip(shares) {
            if let WayTarget::State(next) = *target {
                self.come(next, more * share);
            }
        }
    }

    /// About how many bytes it takes for each place.
    pub const BYTES: usize = size_of::<ReachedPlace>() + size_of::<u32>();
}
