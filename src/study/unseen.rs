//! Stages that look for what they do: what the acts of a batch declare and change is there when the batch is over, so they find no act, and the value of
//! before.
//!
//! Follows the statements of a stage, of the procedures and rows that it carries out and of the definitions that it asks. Only records that are told
//! apart by names and attributes are looked at (`target.hp`); a key that is worked out can be any. What is not looked at is passed over. What is done under one
//! condition is not looked for under another one that excludes it.

use super::Finding;
use super::never::wanted;
use super::proof::{NameBinding, Prover, WantedCondition};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{alike, each_effect_of_expr, parts};
use crate::ruleset::{
    ActMoment, Callee, Declared, Effect, Expr, ExprId, KindId, Local, Location, Ruleset, Signal,
    Slot, Statement, StatementKind, Type, collected, effect,
};
use crate::source::Span;

/// Warnings about all stages that look for what they declare, or read back what they change.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let in_batches = rules.actions.iter().filter(|action| !action.at_once);
    let stages =
        in_batches.flat_map(|action| action.stages.iter().map(move |stage| (action, stage)));
    let mut prover = Prover::new(rules);
    let findings = stages.filter_map(|(action, stage)| {
        let mut reading = StageReading {
            rules,
            prover: &mut prover,
            locals: stage.locals,
            under: Vec::new(),
            asks: false,
            done: Vec::new(),
            found: None,
            left: MOST_STEPS,
        };
        reading.block(&stage.body, &NameOwners::Own);
        let (unseen, place) = reading.found?;
        let (message, here, help) = match &unseen.what {
            BatchEffect::Declared => (
                "what is declared while this act is carried out is not seen here".to_owned(),
                "it is declared here",
                "it comes into the line when the batch is over: look for it in `then { ... }` of the action".to_owned(),
            ),
            BatchEffect::SetAgain(kind, slot) => (
                format!("this act sets `{}` twice", rules.attribute(*kind, *slot).name),
                "it is set here as well",
                "what acts set counts when their batch is over, and of two values the highest is kept: keep the value in a name (`let left = ...`) and set the attribute once".to_owned(),
            ),
            BatchEffect::Changed(change) => {
                let name = &rules.attribute(change.kind, change.slot).name;
                let keep = match change.is_given {
                    true => "end the procedure with `the result is ...` and use the result by its name",
                    false => "keep the new value in a name (`let left = ...`) and use that",
                };
                (
                    format!("this act changes `{name}`, and reads here what it was before"),
                    "it is changed here",
                    format!("what acts change counts when their batch is over: {keep}, or ask in `then {{ ... }}` of the action"),
                )
            }
        };
        Some(Finding::of(action.item, Diagnostic::warning(Code::UnseenInBatch, place, message)
                .also(unseen.span, here)
                .help(help)))
    });
    findings.collect()
}

/// So many statements and expressions of a stage are looked at.
const MOST_STEPS: u32 = 10_000;

/// Which record: what a name of the stage stands for, and the attributes that lead on from there. `None`: the combat.
#[derive(Clone, Debug, PartialEq)]
struct RecordPath {
    name: Option<Local>,
    path: Vec<Slot>,
}

/// What the names of a body stand for.
enum NameOwners {
    /// Those of the stage, for themselves.
    Own,
    /// The parameters of a callee.
    Given(Vec<Option<RecordPath>>),
}

/// What the stage has done that is not seen before the batch is over, and where.
#[derive(Clone, PartialEq)]
struct Unseen {
    what: BatchEffect,
    span: Span,
    under: Vec<StageCondition>,
}

/// A condition of the stage itself, and whether it is true.
type StageCondition = (ExprId, bool);

#[derive(Clone, PartialEq)]
enum BatchEffect {
    /// something was declared
    Declared,
    /// an attribute was changed
    Changed(Change),
    /// one that was set is set to something else
    SetAgain(KindId, Slot),
}

/// An attribute that the stage has changed.
#[derive(Clone, PartialEq)]
struct Change {
    kind: KindId,
    slot: Slot,
    of: RecordPath,
    /// Whether it keeps what the people at the table give.
    is_given: bool,
    /// Whether something was added to what it held.
    adds: bool,
    /// What it was set to by the stage itself, not by what it carries out.
    value: Option<ExprId>,
}

impl Unseen {
    /// Whether it is a change of a record to which this name of the stage leads.
    fn is_by_way_of(&self, name: Local) -> bool {
        matches!(&self.what, BatchEffect::Changed(change) if change.of.name == Some(name))
    }
}

/// The reading of a stage, in the order of its statements.
struct StageReading<'r, 'p> {
    rules: &'r Ruleset,
    prover: &'p mut Prover<'r>,
    /// How many names the stage has.
    locals: u16,
    /// What is so where the reading stands.
    under: Vec<StageCondition>,
    /// Whether it stands in a condition.
    asks: bool,
    done: Vec<Unseen>,
    /// the first thing that is looked for, and where
    found: Option<(Unseen, Span)>,
    /// how many steps are left
    left: u32,
}

impl StageReading<'_, '_> {
    /// Whether nothing more is to be looked at.
    fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 || self.found.is_some()
    }

    fn block(&mut self, block: &[Statement], names: &NameOwners) {
        for statement in block {
            if self.is_over() {
                return;
            }
            self.statement(statement, names);
        }
    }

    fn statement(&mut self, statement: &Statement, names: &NameOwners) {
        let before = self.done.clone();
        let mut after = Vec::new();
        let (mut is_given, mut value) = (false, None);
        let is_own = matches!(names, NameOwners::Own);
        let branches = is_own && matches!(statement.kind, StatementKind::If { .. });
        let (around, mut asked) = (self.under.clone(), Vec::new());
        for effect in collected(|visit| statement.kind.effects(visit)) {
            match effect {
                Effect::Evaluates { expr, .. } => {
                    value.get_or_insert(expr);
                    asked.extend(branches.then_some((expr, true)));
                    self.under = [around.as_slice(), &asked].concat();
                    self.asks = branches;
                    self.expr(expr, names);
                    self.asks = false;
                }
                Effect::Says(text) => {
                    for hole in self.rules.holes(text) {
                        self.expr(hole, names);
                    }
                }
                // Of several blocks one is carried out.
                Effect::Runs { block, binds, .. } => {
                    self.under = [around.as_slice(), &asked].concat();
                    after.extend(self.inner((block, binds), &before, names));
                    asked.iter_mut().for_each(|(_, is)| *is = false);
                }
                Effect::Writes(Location::Attribute { kind, slot, of }, update) => {
                    let of = of.and_then(|of| self.owner(kind, of, names));
                    let change = of.map(|of| Change {
                        kind,
                        slot,
                        of,
                        is_given,
                        adds: update.adds(),
                        value: value.filter(|_| is_own && !update.adds()),
                    });
                    (change.iter()).for_each(|change| self.sets_again(change, statement.span));
                    after.extend(change.map(|change| Unseen {
                        what: BatchEffect::Changed(change),
                        span: statement.span,
                        under: self.under.clone(),
                    }));
                }
                Effect::Binds(name) | Effect::Writes(Location::Local(name), _) => {
                    if is_own {
                        self.done.retain(|one| !one.is_by_way_of(name));
                        self.forget(name);
                    }
                }
                Effect::Calls(callee @ (Callee::Procedure(_) | Callee::Rows(_)), arguments) => {
                    let given = self.given(arguments, names);
                    for block in callee.blocks(self.rules) {
                        self.block(block, &given);
                    }
                }
                Effect::Reads(Location::Records(KindId::ACT)) => self.seeks_acts(statement.span),
                Effect::Calls(Callee::Triggers(Signal::Act(ActMoment::Declared)), _) => {
                    after.push(Unseen {
                        what: BatchEffect::Declared,
                        span: statement.span,
                        under: self.under.clone(),
                    });
                }
                Effect::Awaits(_) => is_given = true,
                // What follows from others comes when the batch is over.
                Effect::Calls(..) | Effect::Makes(_) | Effect::Exits(_) | effect!(access) => {}
            }
        }
        self.under = around;
        for one in after {
            if !self.done.contains(&one) {
                self.done.push(one);
            }
        }
    }

    /// What a block does behind all of this, but for records to which the name leads that it binds.
    fn inner(
        &mut self,
        (block, binds): (&[Statement], Option<Local>),
        before: &[Unseen],
        names: &NameOwners,
    ) -> Vec<Unseen> {
        let done = std::mem::replace(&mut self.done, before.to_vec());
        binds.into_iter().for_each(|name| self.forget(name));
        self.block(block, names);
        binds.into_iter().for_each(|name| self.forget(name));
        let mut inner = std::mem::replace(&mut self.done, done);
        inner.retain(|one| !binds.is_some_and(|name| one.is_by_way_of(name)));
        inner
    }

    /// A name stands for something else from here on: what was asked of it is not known any more.
    fn forget(&mut self, name: Local) {
        let rules = self.rules;
        let is_of_it = |condition: ExprId| {
            let mut reads = false;
            each_effect_of_expr(&rules.exprs, condition, &mut |effect| {
                reads |= effect == Effect::Reads(Location::Local(name));
            });
            reads
        };
        let done = self.done.iter_mut().map(|one| &mut one.under);
        for under in done.chain([&mut self.under]) {
            under.retain(|(condition, _)| !is_of_it(*condition));
        }
    }

    /// What was done is not done here, because the conditions exclude each other. A condition itself may be meant to ask for what something was added to.
    fn is_apart(&mut self, one: &Unseen) -> bool {
        let adds = matches!(&one.what, BatchEffect::Changed(change) if change.adds);
        if one.under.is_empty() || self.under.is_empty() || self.asks && adds {
            return false;
        }
        let declared = Declared {
            ty: Type::Text,
            optional: true,
        };
        let given = vec![NameBinding::Value(declared); usize::from(self.locals)];
        let both = one.under.iter().chain(&self.under);
        let both = both.map(|&(expr, is)| wanted(expr, &given, self.locals, is));
        let both: Vec<WantedCondition> = both.collect();
        !self.prover.possible(&given, &both)
    }

    /// The first of these that is done here.
    fn first_done(&mut self, is_it: impl Fn(&Unseen) -> bool) -> Option<Unseen> {
        let done: Vec<Unseen> = self.done.iter().filter(|one| is_it(one)).cloned().collect();
        done.into_iter().find(|one| !self.is_apart(one))
    }

    /// The acts of the line are looked at.
    fn seeks_acts(&mut self, place: Span) {
        if self.found.is_none() {
            let declared = self.first_done(|one| one.what == BatchEffect::Declared);
            self.found = declared.map(|one| (one, place));
        }
    }

    /// An attribute is set: it must not have been set to another value.
    fn sets_again(&mut self, change: &Change, place: Span) {
        let exprs = &self.rules.exprs;
        let is_it = |one: &Unseen| {
            let BatchEffect::Changed(before) = &one.what else {
                return false;
            };
            let is_same = before.value.zip(change.value);
            let is_same = is_same.is_none_or(|(one, other)| alike(exprs, one, other));
            let place = (before.kind, before.slot, &before.of);
            !is_same && place == (change.kind, change.slot, &change.of)
        };
        if self.found.is_none()
            && let Some(one) = self.first_done(is_it)
        {
            let what = BatchEffect::SetAgain(change.kind, change.slot);
            self.found = Some((Unseen { what, ..one }, place));
        }
    }

    /// Looks for what has been changed in an expression, and in the definitions that it asks.
    fn expr(&mut self, id: ExprId, names: &NameOwners) {
        if self.done.is_empty() || self.is_over() {
            return;
        }
        let expr = &self.rules.exprs[id.index()];
        for effect in collected(|visit| expr.effects(visit)) {
            match effect {
                Effect::Reads(Location::Attribute { kind, slot, of }) => {
                    let Some(of) = of.and_then(|of| self.owner(kind, of, names)) else {
                        continue;
                    };
                    let is_it = |one: &Unseen| {
                        matches!(&one.what, BatchEffect::Changed(change)
                            if (change.kind, change.slot) == (kind, slot) && change.of == of)
                    };
                    if let Some(one) = self.first_done(is_it) {
                        self.found = Some((one, self.rules.expr_spans[id.index()]));
                        return;
                    }
                }
                Effect::Reads(Location::Records(KindId::ACT)) => {
                    self.seeks_acts(self.rules.expr_spans[id.index()]);
                }
                Effect::Calls(callee, arguments) => {
                    let given = self.given(arguments, names);
                    let found = self.found.is_some();
                    for root in callee.roots(self.rules) {
                        self.expr(root, &given);
                    }
                    // It is told where the stage asks.
                    if let (Some((_, place)), false) = (&mut self.found, found) {
                        *place = self.rules.expr_spans[id.index()];
                    }
                }
                Effect::Evaluates { .. }
                | Effect::Runs { .. }
                | Effect::Binds(_)
                | Effect::Makes(_)
                | effect!(aside | access) => {}
            }
        }
        for part in parts(expr) {
            self.expr(part, names);
        }
    }

    /// The record that an expression stands for.
    fn owner(&self, kind: KindId, id: ExprId, names: &NameOwners) -> Option<RecordPath> {
        if kind == KindId::COMBAT {
            let path = Vec::new();
            return Some(RecordPath { name: None, path });
        }
        match &self.rules.exprs[id.index()] {
            Expr::Local(local) => match names {
                NameOwners::Own => Some(RecordPath {
                    name: Some(*local),
                    path: Vec::new(),
                }),
                NameOwners::Given(given) => given.get(usize::from(*local)).cloned().flatten(),
            },
            Expr::Attribute { kind, of, slot } => {
                let mut owner = self.owner(*kind, *of, names)?;
                owner.path.push(*slot);
                Some(owner)
            }
            _ => None,
        }
    }

    fn given(&self, arguments: &[ExprId], names: &NameOwners) -> NameOwners {
        // Which kind it has is told by what reads it.
        let owner = |&argument: &ExprId| self.owner(KindId::ACT, argument, names);
        NameOwners::Given(arguments.iter().map(owner).collect())
    }
}
