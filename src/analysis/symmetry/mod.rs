//! Whether it matters in a run which of several alike records is listed first. The machine takes records and acts in the order of their numbers
//! in many places; here each of them is shown to do no harm, or nothing is taken for alike:
//!
//! - a loop over records or acts that can be exchanged: its bodies, with all that follows from them, must come to the same in any order
//!   (`effects`), end nothing and let no other record act;
//! - the acts of a batch: they read the state as it was, and what they change is put in force together, of several settings the highest; so they
//!   must not set an attribute of another record to a record, cancel or end anything;
//! - what triggers respond to one after the other: the responses must come to the same in any order; a limit is refused;
//! - a search for the one with the highest or lowest value, which takes the first listed of equals: see [`Listing::tells`];
//! - a search that stops at the first one it finds must not pass over a fault at another;
//! - voids, which are judged one after the other while acts drop out: they must not look at other acts;
//! - records that are made, which are numbered as they come; the first act of a batch, on which it depends whether acts are resolved; exceptions, whose circles are looked for act by act: refused.
//!
//! Keys, placements, texts, questions to people and dice depend on no listing: each stands for itself, and what the scenario scripts is over.
//! Not thought of: limits of a run, such as that of its steps, and numbers too large to be reckoned with.

mod effects;
mod expressions;
mod statements;

use std::collections::BTreeSet;

use super::Reach;
use crate::ruleset::walk::{each_expr, each_statement};
use crate::ruleset::{
    ActMoment, Callee, Effect, Expr, ExprId, KindId, Local, Location, PhaseId, Query, QueryKind,
    Ruleset, Signal, Slot, Statement, StatementKind, TriggerId, Type, callees, effect, exprs,
};
use effects::{AccessMode, Bindings, EffectFinder, EffectTarget, Effects, Has, OwnerClass};
use expressions::{is_record_of, passes_over_faults};

/// What is known of rules while records are to be exchanged.
pub struct Listing<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The kinds of the records that may be exchanged; acts are among them.
    pub moved: BTreeSet<KindId>,
    /// Before repetitions of this phase.
    pub phase: PhaseId,
    /// The attributes that statements write.
    pub assigned: &'a BTreeSet<(KindId, Slot)>,
    /// Those that are written before they are read, in each repetition.
    pub unread: BTreeSet<(KindId, Slot)>,
}

/// What must not come of bodies whose order is that of a listing.
const OUT_OF_ORDER: [Has; 9] = [
    Has::OthersAct,
    Has::Leaves,
    Has::Goes,
    Has::Makes,
    Has::Renames,
    Has::Limit,
    Has::Faults,
    Has::TooMuch,
    Has::Declares,
];

impl<'a> Listing<'a> {
    /// The kinds of which some are searched for; nothing where it may matter who is listed first.
    pub fn searched(&self) -> Option<BTreeSet<KindId>> {
        let rules = self.rules;
        let mut keys = rules.orders.iter().flat_map(|order| &order.keys);
        let mut makes = false;
        rules.each_statement(&mut |statement| {
            statement.effects(&mut |effect| {
                makes |= matches!(effect, Effect::Makes(kind) if kind != KindId::ACT);
            });
        });
        let is_sound = rules.exceptions.is_empty()
            && !makes
            && !keys.any(|key| matches!(key.ty, Type::Record(_)))
            && (self.blocks().iter()).all(|&(block, in_batch)| self.is_even(block, in_batch))
            && self.batches_are_even()
            && self.responses_are_even()
            && self.voids_are_even();
        if !is_sound {
            return None;
        }
        self.searches()
    }

    fn finder(&self, follows: bool) -> EffectFinder<'_> {
        EffectFinder::new(self.rules, &self.moved, follows)
    }

    /// All bodies that can be carried out after the first repetition of the phase has begun, and whether they are carried out in a batch only.
    fn blocks(&self) -> Vec<(&'a [Statement], bool)> {
        let rules = self.rules;
        let mut reach = Reach::following(rules, |callee| matches!(callee, Callee::Phase(_)));
        for phase in self.later_phases() {
            reach.callee(Callee::Phase(phase), &mut |_| {});
        }
        let phases = reach.entered();
        let mut blocks = Vec::new();
        for callee in rules.callees() {
            let in_batch = match callee {
                Callee::Stage(action, _) => !rules.actions[action.index()].at_once,
                Callee::Phase(_) if !phases.contains(&callee) => continue,
                Callee::Phase(_)
                | Callee::Rows(_)
                | Callee::Procedure(_)
                | Callee::Trigger(_)
                | Callee::Triggers(_)
                | callees!(apart | clause | line | values) => false,
            };
            let of_callee = callee.blocks(rules).into_iter();
            blocks.extend(of_callee.map(|block| (&**block, in_batch)));
        }
        blocks
    }

    /// The phase and those behind it.
    fn later_phases(&self) -> impl Iterator<Item = PhaseId> + 'a {
        let phase = self.phase;
        let all = self.rules.procedure.iter().copied();
        all.skip_while(move |&one| one != phase)
    }

    /// Whether all loops of a body come to the same in any order, and acts are not resolved for as long as something is true of the first.
    fn is_even(&self, block: &[Statement], in_batch: bool) -> bool {
        let mut is_even = true;
        each_statement(block, &mut |statement| {
            let (mut through, mut asks) = (None, false);
            statement.effects(&mut |effect| match effect {
                Effect::Reads(Location::Records(kind)) => through = Some(kind),
                Effect::Evaluates { binds, .. } => asks |= binds.is_some(),
                Effect::Runs {
                    block,
                    binds: Some(local),
                    ..
                } => {
                    let moved = through.filter(|kind| self.moved.contains(kind));
                    is_even &=
                        moved.is_none_or(|kind| self.loop_is_even(kind, local, block, in_batch));
                }
                Effect::Calls(Callee::Batches, _) => is_even &= !asks,
                Effect::Calls(..)
                | Effect::Runs { .. }
                | Effect::Binds(_)
                | Effect::Makes(_)
                | effect!(aside | access) => {}
            });
        });
        is_even
    }

    fn loop_is_even(&self, kind: KindId, local: Local, body: &[Statement], in_batch: bool) -> bool {
        let whose = match kind {
            KindId::ACT => OwnerClass::Act,
            _ => OwnerClass::Own,
        };
        let mut names = Bindings {
            of: [(local, whose)].into(),
            by_actor: true,
            floor: local,
        };
        // In a batch, attributes change and triggers respond when it is over.
        let mut finder = self.finder(!in_batch);
        finder.block(body, &mut names);
        let mut found = finder.found;
        (found.accesses).retain(|one| !in_batch || !matches!(one.0, EffectTarget::Attribute(..)));
        // Who declares is whose turn it is, or others act.
        found.has.remove(&Has::Declares);
        found.commute() && !found.has_any(&OUT_OF_ORDER) && !found.has_any(&[Has::Ends])
    }

    fn batches_are_even(&self) -> bool {
        let mut finder = self.finder(false);
        let actions = self.rules.actions.iter().filter(|action| !action.at_once);
        for stage in actions.flat_map(|action| &action.stages) {
            finder.block(&stage.body, &mut Bindings::of_act(true));
        }
        let found = finder.found;
        let others = [Has::Cancels, Has::Ends, Has::Refers];
        !found.has_any(&OUT_OF_ORDER) && !found.has_any(&others)
    }

    /// What is answered one after the other: before a batch by itself, all else when something has happened.
    fn responses_are_even(&self) -> bool {
        let [mut before, mut others] = [self.finder(false), self.finder(false)];
        let act = Bindings::of_act(true);
        for (id, trigger) in (0..).map(TriggerId).zip(&self.rules.triggers) {
            let callee = Callee::Trigger(id);
            match trigger.on.signal() {
                Signal::Act(ActMoment::Before) => before.enter(callee, &act),
                // Their order is that of cancelling.
                Signal::Act(ActMoment::Cancelled) => {
                    others.enter(callee, &Bindings::of_act(false));
                }
                // This one belongs to the declaring combatant.
                Signal::Act(ActMoment::Declared) => {}
                Signal::Act(
                    ActMoment::Resolves | ActMoment::Added | ActMoment::Void | ActMoment::Missed,
                ) => others.enter(callee, &act),
                Signal::Event(_) => others.enter(callee, &Bindings::default()),
                // Of phases one begins or ends at a time.
                Signal::Phase(..) => {}
            }
        }
        others.enter(Callee::Joins(None), &act);
        let is_even = |found: &Effects| found.commute() && !found.has_any(&OUT_OF_ORDER);
        is_even(&before.found) && is_even(&others.found)
    }

    fn voids_are_even(&self) -> bool {
        let mut finder = self.finder(false);
        for void in &self.rules.voids {
            finder.looks(void.guard, &Bindings::default());
        }
        let mut looked_at = finder.found.accesses.iter();
        !looked_at.any(|one| *one == (EffectTarget::Acts, false, AccessMode::Read))
    }

    /// The kinds of which some are searched for, if it never matters who is listed first. What is done from the beginning of a repetition is gone
    /// through step by step, for what it has changed so far.
    fn searches(&self) -> Option<BTreeSet<KindId>> {
        let mut searched = BTreeSet::new();
        let mut changed = BTreeSet::new();
        self.steps_of(self.phase, &mut changed, &mut searched)?;
        let mut later = self.finder(true);
        for phase in self.later_phases().filter(|&phase| phase != self.phase) {
            later.phase(phase);
        }
        changed.extend(self.assigned);
        self.judge(later.found, &mut changed, &mut searched)?;
        Some(searched)
    }

    fn steps_of(
        &self,
        phase: PhaseId,
        changed: &mut BTreeSet<(KindId, Slot)>,
        searched: &mut BTreeSet<KindId>,
    ) -> Option<()> {
        let around = || {
            let mut around = self.finder(true);
            around.phase_around(phase);
            around.found
        };
        self.judge(around(), changed, searched)?;
        for statement in &self.rules.phases[phase.index()].body {
            if let StatementKind::Phase(inner) = statement.kind
                && !self.rules.phases[inner.index()].repeats()
            {
                self.steps_of(inner, changed, searched)?;
                continue;
            }
            let mut step = self.finder(true);
            step.statement(statement, &mut Bindings::default());
            self.judge(step.found, changed, searched)?;
        }
        // It ends, and it is looked at whether it is to be repeated.
        self.judge(around(), changed, searched)
    }

    /// A step is done that has these effects: nothing if it makes a search that may come to the first listed.
    fn judge(
        &self,
        found: Effects,
        changed: &mut BTreeSet<(KindId, Slot)>,
        searched: &mut BTreeSet<KindId>,
    ) -> Option<()> {
        changed.extend(found.changed());
        if found.has_any(&[Has::Faults, Has::TooMuch]) {
            return None;
        }
        for search in found.searches {
            let Expr::Query(query) = &self.rules.exprs[search.index()] else {
                return None;
            };
            self.tells(query, changed).then_some(())?;
            searched.insert(query.kind);
        }
        Some(())
    }

    /// Whether a search can only find records equally good that are alike in all respects. All attributes that can be different between two of
    /// them, and matter, must be the same of those: what it looks for, or what its condition asks of each. And none of it may have changed
    /// since the repetition began, for then two can be the same by now that were different, and have different things before them.
    fn tells(&self, query: &Query, changed: &BTreeSet<(KindId, Slot)>) -> bool {
        let kind = query.kind;
        let mut told = BTreeSet::new();
        for value in query.values() {
            told.extend(self.own_attribute(query, value));
        }
        query
            .filter
            .iter()
            .for_each(|&filter| self.pins(query, filter, &mut told));
        let matters = |one: &&(KindId, Slot)| !self.unread.contains(one);
        let mut living = self.assigned.iter().filter(matters);
        kind != KindId::ACT
            && living.all(|&(of, slot)| {
                let declared = &self.rules.attribute(of, slot).declared;
                let names_one = of != KindId::ACT && is_record_of(&declared.ty, |ty| ty == kind);
                let is_told = told.contains(&slot) && !changed.contains(&(of, slot));
                !names_one && (of != kind || is_told)
            })
    }

    /// The attribute of the record in question that is the value of an expression.
    fn own_attribute(&self, query: &Query, id: ExprId) -> Option<Slot> {
        let expr = &self.rules.exprs[id.index()];
        if let Expr::Negate(inner) = expr {
            return self.own_attribute(query, *inner);
        }
        let (kind, slot, of) = expr.attribute()?;
        let is_own = self.rules.exprs[of.index()] == Expr::Local(query.local);
        (kind == query.kind && is_own).then_some(slot)
    }

    /// The attributes that are the same of all records for which a condition is true.
    fn pins(&self, query: &Query, filter: ExprId, told: &mut BTreeSet<Slot>) {
        let is_definite = |slot: &Slot| {
            let kind = &self.rules.kinds[query.kind.index()];
            !kind.attributes[usize::from(*slot)].declared.optional
        };
        match &self.rules.exprs[filter.index()] {
            Expr::And(all) => all.iter().for_each(|&part| self.pins(query, part, told)),
            Expr::Attribute { .. } => told.extend(self.own_attribute(query, filter)),
            Expr::Not(inner) => {
                let own = self.own_attribute(query, *inner);
                told.extend(own.filter(is_definite));
            }
            Expr::Equal(a, b) => {
                for (one, other) in [(a, b), (b, a)] {
                    let other = &self.rules.exprs[other.index()];
                    if matches!(other, Expr::Const(_) | Expr::Option(_)) {
                        told.extend(self.own_attribute(query, *one));
                    }
                }
            }
            // These tell nothing, as far as is known.
            Expr::Or(_)
            | Expr::OrElse(_)
            | Expr::NotEqual(..)
            | Expr::If(..)
            | Expr::Missing(_)
            | Expr::In(..)
            | Expr::Query(_)
            | exprs!(leaf | reckoning | call | ordering) => {}
        }
    }
}

/// Whether an expression beside the rules may come to the first listed of some records of these kinds.
pub fn searches(rules: &Ruleset, exprs: &[Expr], root: ExprId, moved: &BTreeSet<KindId>) -> bool {
    let mut finder = EffectFinder::new(rules, moved, false);
    let mut found = false;
    each_expr(exprs, root, &mut |expr| {
        if let Expr::Query(query) = expr
            && moved.contains(&query.kind)
        {
            let takes_first = matches!(query.ask, QueryKind::TheHighest | QueryKind::TheLowest);
            found |= takes_first || passes_over_faults(rules, exprs, query, &[]);
        }
        expr.effects(&mut |effect| {
            if let Effect::Calls(callee, _) = effect {
                finder.enter(callee, &Bindings::default());
            }
        });
    });
    let unsound = finder.found.has_any(&[Has::Faults, Has::TooMuch]);
    found || unsound || !finder.found.searches.is_empty()
}
