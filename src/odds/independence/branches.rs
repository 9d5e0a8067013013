//! A run in each outcome of one component, from a boundary to where all outcomes are put together again.

use std::collections::BTreeSet;

use super::Mixed;
use super::components::{ComponentId, Components, MOST_OUTCOMES, Share};
use super::course::{RunInProgress, RunPosition};
use super::dice::{GIVEN_IN_SOME, shares, sums};
use crate::machine::{
    Halt, Pause, Region, Roll, RunSnapshot, UNSETTLED, WatchedRun, abstract_value, column_of,
    is_abstract,
};
use crate::ruleset::Value;
use crate::ruleset::index::{Idx, to_amount, to_number};

/// A run in one outcome of a component.
struct Branch {
    point: RunPosition,
    /// which outcome
    outcome: u32,
    /// how likely it is, with the dice that were rolled since
    share: Share,
    /// how many dice were rolled since
    rolled: u32,
    /// how many steps were taken since
    steps: u64,
    state: Reached,
}

/// Where a branch stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    /// between boundaries
    Midway,
    /// at a boundary
    Boundary,
    /// the run is over
    End,
}

/// How far branches are followed before they are put together.
#[derive(Clone, Copy)]
enum BranchHorizon {
    /// to the next boundary
    Next,
    /// out of a region
    Outside(Region),
}

/// All branches of a component.
struct Branches {
    component: ComponentId,
    /// its columns
    columns: Vec<usize>,
    /// those that have reached the target
    reached: Vec<Branch>,
    /// at which addresses, after how many others, dice were rolled
    rolled: BTreeSet<(u32, u32)>,
}

/// What has become of an attempt.
type Attempt<T> = Result<Result<T, Value>, Mixed>;

impl RunInProgress<'_> {
    /// Follows the run from a boundary in each outcome of the dice on which a value depends, and of all on which it depends besides.
    pub fn branch(&mut self, start: &RunPosition, value: Value) -> Result<(), Mixed> {
        let wanted = self.components.component_of(value)?;
        let mut component = wanted.ok_or(Mixed::Together)?;
        loop {
            self.charge(to_amount(self.components.columns()) / 16)?;
            let columns = self.components.columns_of(component);
            let followed = self.follow(start, component, &columns);
            self.know(&columns, None);
            self.machine.follow_outcomes(false);
            match followed? {
                Ok(()) => return Ok(()),
                Err(value) => {
                    let other = self.components.component_of(value)?;
                    let other = other.ok_or(Mixed::Together)?;
                    component = self.components.join(component, other)?;
                }
            }
        }
    }

    /// The same, for one component; or on what else it depends.
    fn follow(
        &mut self,
        start: &RunPosition,
        component: ComponentId,
        columns: &[usize],
    ) -> Attempt<()> {
        self.machine.go_back(&start.snapshot);
        self.machine.follow_outcomes(true);
        let outermost = self.window.as_ref().map(|window| window.region);
        let regions = self.machine.regions(&start.snapshot, outermost);
        let outcomes = self.components.outcomes(component).to_vec();
        let mut branches: Vec<Branch> = (outcomes.into_iter().zip(0..))
            .map(|(share, outcome)| Branch {
                point: start.clone(),
                outcome,
                share,
                rolled: 0,
                steps: 0,
                state: Reached::Midway,
            })
            .collect();
        let mut rolled = BTreeSet::new();
        let outside = regions.into_iter().map(BranchHorizon::Outside);
        for target in [BranchHorizon::Next].into_iter().chain(outside) {
            let mut all = Branches {
                component,
                columns: columns.to_vec(),
                reached: Vec::new(),
                rolled,
            };
            if let Err(value) = self.advance(branches, target, &mut all)? {
                return Ok(Err(value));
            }
            let mut reached = all.reached.iter();
            if reached.all(|branch| branch.state == Reached::End) {
                self.is_over = true;
                return self.note_branches(&all).map(Ok);
            }
            match self.put_together(&all)? {
                Err(value) => return Ok(Err(value)),
                Ok(true) => return Ok(Ok(())),
                Ok(false) => (branches, rolled) = (all.reached, all.rolled),
            }
        }
        Err(Mixed::Beyond("dice settle where a run goes on"))
    }

    /// Follows branches to a target; or says on what else they depend.
    fn advance(
        &mut self,
        mut branches: Vec<Branch>,
        target: BranchHorizon,
        all: &mut Branches,
    ) -> Attempt<()> {
        branches.reverse();
        while let Some(branch) = branches.pop() {
            if branches.len() + all.reached.len() >= MOST_OUTCOMES {
                return Err(Mixed::Together);
            }
            let is_there = match (branch.state, target) {
                (Reached::End, _) => true,
                (Reached::Midway, _) | (Reached::Boundary, BranchHorizon::Next) => false,
                (Reached::Boundary, BranchHorizon::Outside(region)) => {
                    region.is_left(&branch.point.snapshot)
                }
            };
            if is_there {
                all.reached.push(branch);
                continue;
            }
            self.charge(branch.point.snapshot.size() / 16)?;
            self.machine.go_back(&branch.point.snapshot);
            let columns = std::mem::take(&mut all.columns);
            self.know(&columns, Some(branch.outcome.index()));
            all.columns = columns;
            if let Err(value) = self.advance_one(branch, target, all, &mut branches)? {
                return Ok(Err(value));
            }
        }
        Ok(Ok(()))
    }

    /// Follows a branch to a target, or to where dice are rolled.
    fn advance_one(
        &mut self,
        mut branch: Branch,
        target: BranchHorizon,
        all: &mut Branches,
        branches: &mut Vec<Branch>,
    ) -> Attempt<()> {
        loop {
            let reached = self.machine.go_to_boundary(self.scenario);
            branch.steps += self.machine.steps();
            self.charge(self.machine.steps() + 1)?;
            match reached {
                WatchedRun::Boundary | WatchedRun::Done => {
                    branch.state = match reached {
                        WatchedRun::Done => Reached::End,
                        _ => Reached::Boundary,
                    };
                    let is_there = match target {
                        _ if branch.state == Reached::End => true,
                        BranchHorizon::Next => true,
                        BranchHorizon::Outside(region) => self.machine.has_left(&region),
                    };
                    if !is_there {
                        continue;
                    }
                    let window = self.window.as_ref();
                    if window.is_some_and(|window| self.machine.has_left(&window.region)) {
                        self.machine.forget_line();
                    }
                    branch.point.snapshot = self.machine.snapshot();
                    all.reached.push(branch);
                    return Ok(Ok(()));
                }
                WatchedRun::Pause(Pause::Roll(roll)) => {
                    branches.extend(self.roll_besides(&roll, branch, all)?);
                    return Ok(Ok(()));
                }
                WatchedRun::Pause(pause) => self.answer(&pause, &mut branch.point.asked)?,
                WatchedRun::Halts(Halt::Wants(value)) => return Ok(Err(value)),
                WatchedRun::Halts(Halt::Beyond(why)) => return Err(Mixed::Beyond(why)),
                WatchedRun::Resolves => {
                    return Err(Mixed::Beyond("acts that are resolved in some runs only"));
                }
                WatchedRun::Fault(_) => return Err(Mixed::Fault),
            }
        }
    }

    /// Rolls dice in one branch: the branches that come of it, the last one first.
    fn roll_besides(
        &mut self,
        roll: &Roll,
        branch: Branch,
        all: &mut Branches,
    ) -> Result<Vec<Branch>, Mixed> {
        if self.is_given(roll) {
            return Err(GIVEN_IN_SOME);
        }
        let stands = self.machine.snapshot();
        all.rolled.insert((stands.at(), branch.rolled));
        let sums = sums(&roll.throw)?;
        let mut branches = Vec::with_capacity(sums.len());
        for (&(sum, _), share) in sums.iter().zip(shares(&sums)) {
            self.charge(stands.size() / 16)?;
            self.machine.go_back(&stands);
            self.machine.rolled(sum, &[]).map_err(|_| Mixed::Fault)?;
            branches.push(Branch {
                point: RunPosition {
                    snapshot: self.machine.snapshot(),
                    asked: branch.point.asked.clone(),
                },
                outcome: branch.outcome,
                share: branch.share.and(share)?,
                rolled: branch.rolled + 1,
                steps: branch.steps,
                state: Reached::Midway,
            });
        }
        branches.reverse();
        Ok(branches)
    }

    /// Puts branches together where they stand at one place: whether they do, or on what else they depend.
    fn put_together(&mut self, all: &Branches) -> Attempt<bool> {
        let runs = all.reached.iter().map(|one| &one.point.snapshot);
        let runs: Vec<&RunSnapshot> = runs.collect();
        let looked_at: u64 = runs.iter().map(|run| run.size() / 16).sum();
        self.charge(looked_at)?;
        let mark = self.components.columns();
        let mut columns: Vec<Vec<Value>> = Vec::new();
        let mut wants = None;
        let components = &mut self.components;
        let merged =
            self.machine
                .merge(&runs, &mut |values| match column(components, all, values) {
                    Ok(values) if values.iter().all(|value| *value == values[0]) => values[0],
                    Ok(values) => {
                        columns.push(values);
                        abstract_value(mark + columns.len() - 1)
                    }
                    Err(value) => {
                        wants = wants.or(Some(value).filter(|value| *value != UNSETTLED));
                        UNSETTLED
                    }
                });
        if let Some(value) = wants.filter(|_| merged.is_some()) {
            return Ok(Err(value));
        }
        let Some(merged) = merged else {
            return Ok(Ok(false));
        };
        let from: Vec<u32> = all.reached.iter().map(|branch| branch.outcome).collect();
        let outcomes = self.components.outcomes(all.component).len();
        let is_same = from.iter().copied().eq(0..to_number(outcomes));
        let component = match is_same {
            true => all.component,
            false => {
                let shares = all.reached.iter().map(|branch| branch.share).collect();
                self.components.refine(all.component, from, shares)?
            }
        };
        for values in columns {
            self.charge(1 + to_amount(values.len()) / 8)?;
            self.add_column(component, values);
        }
        self.note_branches(all)?;
        self.machine.follow_outcomes(false);
        self.machine.go_back(&merged);
        Ok(Ok(true))
    }

    /// Notes what was done in branches that are not followed any more: dice rolled, steps taken, declarations asked for.
    fn note_branches(&mut self, all: &Branches) -> Result<(), Mixed> {
        self.rolls += all.rolled.len();
        let steps = all.reached.iter().map(|branch| branch.steps);
        self.longest += steps.max().unwrap_or(0);
        self.asked = self.note_asked(all.reached.iter().map(|branch| &branch.point));
        self.charge(0)
    }
}

/// What a value is in each branch: the values of a column; or on what else it depends.
fn column(
    components: &mut Components,
    all: &Branches,
    values: &[Value],
) -> Result<Vec<Value>, Value> {
    if values.contains(&UNSETTLED) {
        return Err(UNSETTLED);
    }
    let known = values.iter().zip(&all.reached).map(|(&value, branch)| {
        match is_abstract(value) && components.component(column_of(value)) != all.component {
            true => Err(value),
            false => Ok(components.at(value, branch.outcome.index())),
        }
    });
    known.collect()
}
