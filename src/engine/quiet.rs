//! What did nothing and would do nothing again: statements of a phase that left no trace are passed over as long as nothing has changed that
//! they have read, and nobody has anything to declare in them.
//!
//! Most segments of a round are like that: everybody is asked, and nobody has anything to say. What is passed over is charged the steps that it
//! took, so that nobody can notice. Knows nothing of what statements mean.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::Outcome;
use super::marks::{Marks, Reading};
use super::run::{Body, Flow, Run};
use crate::ruleset::walk::{each_effect, each_effect_of_expr};
use crate::ruleset::{
    Callee, Effect, KindId, Location, PhaseId, Ruleset, Slot, Statement, StatementKind, slots,
};

/// A set of statements that may be passed over, a bit for each.
type Set = u64;

/// More statements than this are not watched; the others are always carried out.
const MOST: usize = Set::BITS as usize;

/// Which statements may be passed over: by phase, for each statement of its body, by its number.
#[derive(Debug, Default)]
pub(super) struct Quiet {
    bodies: Vec<Vec<Option<usize>>>,
}

impl Quiet {
    /// What may be passed over by these rules.
    pub fn new(rules: &Ruleset) -> Self {
        let leaving = leaving(rules);
        let mut number = 0;
        let mut numbered = |statement| {
            let may = number < MOST && may_be_passed_over(rules, &leaving, statement);
            number += usize::from(may);
            may.then(|| number - 1)
        };
        let phases = rules.phases.iter();
        let bodies = phases.map(|phase| phase.body.iter().map(&mut numbered).collect());
        Quiet {
            bodies: bodies.collect(),
        }
    }

    /// Those of a phase's body, by its statements.
    pub fn of_phase(&self, phase: PhaseId) -> &[Option<usize>] {
        &self.bodies[phase.index()]
    }
}

/// What is known in a run.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// these did nothing, and nothing has changed since that they have read, but for what has `changed`
    quiet: Set,
    /// these did nothing when they were last carried out
    seemed: Set,
    /// in these, somebody was asked for declarations
    declaring: Set,
    /// what each of them has read, and the steps that it took
    reads: Vec<(Marks, u64)>,
    /// what has changed since this was last looked at
    changed: Option<Marks>,
    /// what is being read, while a statement is carried out that did nothing the last time
    noting: bool,
    read: Reading,
    asks: bool,
    /// everything is to be carried out
    wants_all: bool,
}

impl Known {
    /// Whether anything is passed over from now on.
    pub fn pass_over(&mut self, wanted: bool) {
        self.wants_all = !wanted;
        self.forget();
    }

    /// Nothing is known.
    pub fn forget(&mut self) {
        (self.quiet, self.seemed) = (0, 0);
        self.changed = None;
        self.noting = false;
    }

    /// Whether it is being noted what is read.
    #[inline]
    pub fn is_noting(&self) -> bool {
        self.noting
    }

    /// What has been read, to be added to.
    pub fn read(&self) -> &Reading {
        &self.read
    }

    /// Somebody is asked for declarations.
    pub fn asks(&mut self) {
        self.asks = true;
    }

    /// An attribute is read, to be compared with what is put there.
    pub fn reads_attribute(&self, kind: KindId, slot: Slot) {
        if self.noting {
            self.read.add_attribute(kind, slot);
        }
    }

    /// It is looked which records of a kind there are; of acts, also how far they have come.
    pub fn reads_list(&self, kind: KindId) {
        if self.noting {
            self.read.add_list(kind);
        }
    }

    fn changed(&mut self) -> &mut Marks {
        self.changed.get_or_insert_default()
    }

    /// An attribute has changed.
    #[inline]
    pub fn attribute_changes(&mut self, kind: KindId, slot: Slot) {
        self.changed().add_attribute(kind, slot);
    }

    /// There are other records of a kind.
    pub fn list_changes(&mut self, kind: KindId) {
        self.changed().add_list(kind);
    }

    /// Other acts wait, or they have come further.
    pub fn acts_change(&mut self) {
        let changed = self.changed();
        changed.add_list(KindId::ACT);
        for slot in [slots::STATE, slots::STAGE, slots::BEGUN] {
            changed.add_attribute(KindId::ACT, slot);
        }
    }

    /// The clock goes on.
    pub fn now_changes(&mut self) {
        self.changed().add_now();
    }

    /// A phase has come to another number.
    pub fn counter_changes(&mut self, phase: PhaseId) {
        self.changed().add_counter(phase);
    }

    /// Whether a statement would do nothing again, if nobody has anything to declare (where that is asked); and the steps that it took.
    fn quiet(&mut self, number: usize) -> Option<(bool, u64)> {
        if let Some(changed) = self.changed.take() {
            let mut left = self.quiet;
            while left != 0 {
                let number = left.trailing_zeros();
                let wakes = self.reads[number as usize].0.meet(&changed);
                self.quiet &= !(Set::from(wakes) << number);
                left &= left - 1;
            }
        }
        let is = |set: Set| set >> number & 1 == 1;
        is(self.quiet).then(|| (is(self.declaring), self.reads[number].1))
    }

    /// A statement is about to be carried out.
    fn begin(&mut self, number: usize) {
        self.noting = self.seemed >> number & 1 == 1;
        self.read.take();
        self.asks = false;
    }

    /// It has been carried out in so many steps, or came to a fault; says whether it was noted what it has read.
    fn end(&mut self, number: usize, did_nothing: bool, steps: u64) {
        let noted = std::mem::take(&mut self.noting);
        let own = 1 << number;
        self.seemed &= !own;
        if !did_nothing || self.wants_all {
            return;
        }
        self.seemed |= own;
        if noted {
            if self.reads.len() <= number {
                self.reads.resize_with(number + 1, Default::default);
            }
            self.reads[number] = (self.read.take(), steps);
            self.quiet |= own;
            self.declaring = self.declaring & !own | Set::from(self.asks) << number;
        }
    }
}

impl<'a> Run<'a, '_> {
    /// Carries out a statement of a phase that may be passed over.
    pub fn perform_unless_quiet(
        &mut self,
        number: usize,
        statement: &'a Statement,
        body: Body,
    ) -> Outcome<Flow> {
        let m = &*self.m;
        if m.responding || m.in_batch || m.cursor.again() || !m.queue.is_empty() {
            return self.perform(statement, body);
        }
        if let Some((declares, steps)) = self.m.quiet.quiet(number)
            && (!declares || self.decisions.is_silent(&self.m.path))
            && let Some(left) = self.m.fuel.checked_sub(steps)
        {
            self.m.fuel = left;
            return Ok(Flow::On);
        }
        let (before, fuel) = (self.traces(), self.m.fuel);
        self.m.quiet.begin(number);
        let performed = self.perform(statement, body);
        let did_nothing = matches!(performed, Ok(Flow::On))
            && self.traces() == before
            && (!self.m.quiet.asks || self.decisions.is_silent(&self.m.path));
        let steps = fuel - self.m.fuel;
        self.m.quiet.end(number, did_nothing, steps);
        performed
    }

    /// What grows as soon as anything happens: whatever is rolled, asked, made or changed stands in the journal.
    fn traces(&self) -> [usize; 3] {
        let journal = &self.m.journal;
        [
            journal.entries.len(),
            journal.values.len(),
            journal.acts.len(),
        ]
    }
}

/// Whether a statement of a phase may be passed over: it is not done at once, neither resolves nor plays or leaves a phase, and has to do with no
/// names of the body around it.
fn may_be_passed_over(rules: &Ruleset, leaving: &BTreeSet<Callee>, statement: &Statement) -> bool {
    let is_long = matches!(
        statement.kind,
        StatementKind::Each { .. } | StatementKind::Do { .. } | StatementKind::If { .. }
    );
    let block = std::slice::from_ref(statement);
    let mut stays = true;
    each_effect(block, &mut |effect| {
        stays &= !leaves(effect)
            && !matches!(effect, Effect::Calls(callee, _) if leaving.contains(&callee));
    });
    is_long && stays && stands_alone(rules, block)
}

/// Which procedures and tables resolve acts or play, leave or end anything, by themselves or by what they carry out: goes once over each body, and then
/// from those that leave to those that carry them out.
fn leaving(rules: &Ruleset) -> BTreeSet<Callee> {
    let mut callers: BTreeMap<Callee, Vec<Callee>> = BTreeMap::new();
    let mut open = Vec::new();
    for caller in rules.callees() {
        for block in caller.blocks(rules) {
            each_effect(block, &mut |effect| match effect {
                Effect::Calls(callee @ (Callee::Procedure(_) | Callee::Rows(_)), _) => {
                    callers.entry(callee).or_default().push(caller);
                }
                effect if leaves(effect) => open.push(caller),
                _ => {}
            });
        }
    }
    let mut leaving = BTreeSet::new();
    while let Some(callee) = open.pop() {
        if leaving.insert(callee) {
            open.extend(callers.remove(&callee).into_iter().flatten());
        }
    }
    leaving
}

/// Whether a statement by itself resolves acts, or plays, leaves or ends anything.
fn leaves(effect: Effect<'_>) -> bool {
    match effect {
        Effect::Exits(_) | Effect::Calls(Callee::Batches | Callee::Phase(_), _) => true,
        Effect::Evaluates { .. }
        | Effect::Runs { .. }
        | Effect::Binds(_)
        | Effect::Reads(_)
        | Effect::Writes(..)
        | Effect::Makes(_)
        | Effect::Calls(..)
        | Effect::Says(_)
        | Effect::Awaits(_) => false,
    }
}

/// Whether these statements have to do with no names but those that they bind themselves, each for as long as it is read.
fn stands_alone(rules: &Ruleset, block: &[Statement]) -> bool {
    let (mut bound, mut used) = (BTreeSet::new(), BTreeSet::new());
    let mut puts = false;
    each_effect(block, &mut |effect| {
        bound.extend(effect.name_bound());
        match effect {
            Effect::Writes(Location::Local(_), _) => puts = true,
            Effect::Evaluates { expr, .. } => {
                each_effect_of_expr(&rules.exprs, expr, &mut |effect| {
                    bound.extend(effect.name_bound());
                    if let Effect::Reads(Location::Local(local)) = effect {
                        used.insert(local);
                    }
                });
            }
            _ => {}
        }
    });
    !puts && used.is_subset(&bound)
}
