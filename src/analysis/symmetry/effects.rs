//! What a body does, and whatever may follow from it: which attributes it looks at and changes, of whom, and in what way. From that it is seen
//! whether bodies come to the same in whatever order they are carried out. Reads the rules and plays nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::{Callee, DEEPEST, ExprId, KindId, Local, Ruleset, Slot, Value, WordId};

/// To whom an expression leads, from a body that is carried out once for each of several: for records, or for acts, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OwnerClass {
    /// to the act for which it is carried out, or one that it has made
    Act,
    /// to the record for which it is carried out, or the combatant of that act
    Own,
    /// to anybody
    Any,
}

/// What the names of a body stand for, where that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bindings {
    /// Names that are bound once and for all.
    pub of: BTreeMap<Local, OwnerClass>,
    /// Whose the acts are is told too: their combatants take turns as they do.
    pub by_actor: bool,
    /// Names below this one belong to the body around.
    pub floor: Local,
}

impl Bindings {
    /// Of a body whose first name stands for an act.
    pub fn of_act(by_actor: bool) -> Self {
        Bindings::given([OwnerClass::Act], by_actor)
    }

    /// Of a body to which these are handed over.
    pub fn given(given: impl IntoIterator<Item = OwnerClass>, by_actor: bool) -> Self {
        let known = (0..).zip(given).filter(|one| one.1 != OwnerClass::Any);
        Bindings {
            of: known.collect(),
            by_actor,
            floor: 0,
        }
    }

    /// The same, but this one stands for one record after the other.
    pub fn without(&self, local: Local) -> Self {
        let mut names = self.clone();
        names.of.remove(&local);
        names
    }
}

/// What is looked at or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EffectTarget {
    /// an attribute
    Attribute(KindId, Slot),
    /// a name of the body around
    Name(Local),
    /// which acts there are, and what becomes of them
    Acts,
}

/// In what way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessMode {
    /// it is looked at
    Read,
    /// something is added to it
    Add,
    /// it becomes this, whatever it was
    Becomes(Value),
    /// it becomes something
    Write,
}

/// What bodies do, and whatever may follow from it.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// What is looked at or changed, whether only of those for whom it is carried out, and in what way.
    pub accesses: BTreeSet<(EffectTarget, bool, AccessMode)>,
    /// Searches for one of several that come to the first listed of those that are equally good.
    pub searches: BTreeSet<ExprId>,
    /// The same, out of the ordinary.
    pub has: BTreeSet<Has>,
}

/// What a body has in it that is not told by what it looks at and changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Has {
    /// it lets others act than those for whom it is carried out
    OthersAct,
    /// it lets a combatant declare
    Declares,
    /// it cancels acts
    Cancels,
    /// it ends the combat
    Ends,
    /// it leaves a phase
    Leaves,
    /// it carries out phases, or resolves acts
    Goes,
    /// it makes records
    Makes,
    /// it sets an attribute of another record to a record
    Refers,
    /// it binds a name anew that was known
    Renames,
    /// a trigger with a limit
    Limit,
    /// a search that stops at the first one may meet a fault at another
    Faults,
    /// there was too much of it
    TooMuch,
}

impl Effects {
    /// Whether it has any of these.
    pub fn has_any(&self, what: &[Has]) -> bool {
        what.iter().any(|one| self.has.contains(one))
    }

    /// The attributes that it changes.
    pub fn changed(&self) -> impl Iterator<Item = (KindId, Slot)> + '_ {
        let changes = self.accesses.iter().filter(|one| one.2 != AccessMode::Read);
        changes.filter_map(|one| match one.0 {
            EffectTarget::Attribute(kind, slot) => Some((kind, slot)),
            EffectTarget::Name(_) | EffectTarget::Acts => None,
        })
    }

    /// Whether its effects on several records commute: what it changes is the record's own, or is only added
    /// to, or always becomes the same; and only the record itself reads it then.
    pub fn commute(&self) -> bool {
        let targets: BTreeSet<EffectTarget> = self.accesses.iter().map(|one| one.0).collect();
        targets.into_iter().all(|target| {
            let all = || self.accesses.iter().filter(|one| one.0 == target);
            let ways: BTreeSet<AccessMode> = all().map(|one| one.2).collect();
            let is_own = all().all(|one| one.1);
            let only = ways.first().filter(|_| ways.len() == 1);
            is_own || only.is_some_and(|&way| way != AccessMode::Write)
        })
    }
}

/// So many steps are taken to find out what a body does; beyond, nothing is said of it.
const MOST_STEPS: u32 = 500_000;

/// Finds out what bodies do.
pub struct EffectFinder<'a> {
    pub rules: &'a Ruleset,
    /// The kinds of the records that may be exchanged; acts are among them.
    pub moved: &'a BTreeSet<KindId>,
    /// Whether what triggers do counts as well.
    pub follows: bool,
    /// What has been found.
    pub found: Effects,
    /// the callees that have been entered, each with what its names stand for
    pub(super) entered: BTreeSet<(Callee, Bindings)>,
    left: u32,
    deep: u32,
}

impl<'a> EffectFinder<'a> {
    /// Nothing found yet.
    pub fn new(rules: &'a Ruleset, moved: &'a BTreeSet<KindId>, follows: bool) -> Self {
        EffectFinder {
            rules,
            moved,
            follows,
            found: Effects::default(),
            entered: BTreeSet::new(),
            left: MOST_STEPS,
            deep: 0,
        }
    }

    /// One more step; nothing further where there have been too many.
    pub(super) fn may_go_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.has(Has::TooMuch);
        }
        self.left > 0
    }

    /// Goes into something that lies in what is looked at; nothing is said of what would lie too deep.
    pub(super) fn within(&mut self, look: impl FnOnce(&mut Self)) {
        if self.deep == DEEPEST {
            return self.has(Has::TooMuch);
        }
        self.deep += 1;
        look(self);
        self.deep -= 1;
    }

    pub(super) fn has(&mut self, what: Has) {
        self.found.has.insert(what);
    }

    pub(super) fn access(&mut self, target: EffectTarget, is_own: bool, way: AccessMode) {
        self.found.accesses.insert((target, is_own, way));
    }

    /// The word of a cancelled act.
    pub(super) fn called(&mut self, word: WordId) {
        self.has(Has::Cancels);
        self.access(
            EffectTarget::Acts,
            false,
            AccessMode::Becomes(word.0.into()),
        );
    }
}
