//! What expressions look at, which searches they make, and whether a search that stops early may pass over a fault.

use std::cell::Cell;

use super::effects::{AccessMode, Bindings, EffectFinder, EffectTarget, Has, OwnerClass};
use crate::ruleset::walk::parts;
use crate::ruleset::{
    DEEPEST, Effect, Expr, ExprId, KindId, Local, Location, MISSING, Query, QueryKind, Ruleset,
    Type, collected, effect, exprs, slots,
};

impl EffectFinder<'_> {
    /// To whom an expression leads.
    pub(super) fn whose(&self, id: ExprId, names: &Bindings) -> OwnerClass {
        let expr = &self.rules.exprs[id.index()];
        if let Expr::Local(local) = expr {
            return names.of.get(local).copied().unwrap_or(OwnerClass::Any);
        }
        match expr.attribute() {
            Some((KindId::ACT, slots::ACTOR, of))
                if names.by_actor && self.whose(of, names) == OwnerClass::Act =>
            {
                OwnerClass::Own
            }
            Some(_) | None => OwnerClass::Any,
        }
    }

    /// An expression is worked out.
    pub fn looks(&mut self, id: ExprId, names: &Bindings) {
        if self.may_go_on() {
            self.within(|finder| finder.looks_into(id, names));
        }
    }

    fn looks_into(&mut self, id: ExprId, names: &Bindings) {
        let rules = self.rules;
        let expr = &rules.exprs[id.index()];
        if let Expr::Query(query) = expr
            && self.moved.contains(&query.kind)
        {
            let known: Vec<Local> = names.of.keys().copied().collect();
            if matches!(query.ask, QueryKind::TheHighest | QueryKind::TheLowest) {
                self.found.searches.insert(id);
            } else if passes_over_faults(rules, &rules.exprs, query, &known) {
                self.has(Has::Faults);
            }
        }
        for effect in collected(|visit| expr.effects(visit)) {
            match effect {
                Effect::Evaluates { expr, binds: None } => self.looks(expr, names),
                Effect::Evaluates {
                    expr,
                    binds: Some(local),
                } => self.looks(expr, &names.without(local)),
                Effect::Reads(location) => self.reads(location, names),
                Effect::Calls(callee, arguments) => {
                    let inner = self.handed_over(arguments, names);
                    self.enter(callee, &inner);
                }
                // An expression does nothing of this.
                Effect::Binds(_)
                | Effect::Runs { .. }
                | Effect::Writes(..)
                | Effect::Makes(_)
                | effect!(aside) => {}
            }
        }
    }

    pub(super) fn reads(&mut self, location: Location, names: &Bindings) {
        match location {
            Location::Local(local) if local < names.floor => {
                self.access(EffectTarget::Name(local), false, AccessMode::Read);
            }
            // What an act is, and whose, never changes.
            Location::Attribute {
                kind: KindId::ACT,
                slot: slots::ACTOR | slots::ACTION,
                of: _,
            } => {}
            Location::Records(KindId::ACT)
            | Location::Attribute {
                kind: KindId::ACT,
                slot: slots::STATE,
                of: _,
            } => self.access(EffectTarget::Acts, false, AccessMode::Read),
            Location::Attribute { kind, slot, of } => {
                let is_own = of.is_some_and(|of| self.whose(of, names) != OwnerClass::Any);
                self.access(
                    EffectTarget::Attribute(kind, slot),
                    is_own,
                    AccessMode::Read,
                );
            }
            // These are no one's own, and no body of those that are compared changes them: phases, new records and limits are refused.
            Location::Local(_)
            | Location::Records(_)
            | Location::Counter(_)
            | Location::Now
            | Location::Option(_)
            | Location::Responses(_) => {}
        }
    }

    /// What the names of a callee stand for that is given these.
    pub(super) fn handed_over(&self, arguments: &[ExprId], names: &Bindings) -> Bindings {
        let given = arguments.iter().map(|&one| self.whose(one, names));
        Bindings::given(given, names.by_actor)
    }
}

/// Whether a search stops at the first one that it finds, and might have met a fault at another.
pub fn passes_over_faults(rules: &Ruleset, exprs: &[Expr], query: &Query, known: &[Local]) -> bool {
    let stops = matches!(query.ask, QueryKind::Any | QueryKind::Every);
    let mut known = known.to_vec();
    known.push(query.local);
    let mut all = query.filter.into_iter().chain(query.values());
    let left = Cell::new(MOST_LOOKED_AT);
    stops && all.any(|part| may_fail(rules, exprs, part, &known, (0, &left)))
}

/// So many expressions are looked at.
const MOST_LOOKED_AT: u32 = 10_000;

/// Whether working out an expression may meet a fault. `known`: names that are never missing. Numbers too large to be reckoned with are not
/// thought of. `so_far`: how deep it lies in others, and how many expressions may still be looked at: behind that, it may.
fn may_fail(
    rules: &Ruleset,
    exprs: &[Expr],
    id: ExprId,
    known: &[Local],
    so_far: (u32, &Cell<u32>),
) -> bool {
    let (depth, left) = so_far;
    left.set(left.get().saturating_sub(1));
    if left.get() == 0 || depth > DEEPEST {
        return true;
    }
    let so_far = (depth + 1, left);
    let fails = |part: ExprId| may_fail(rules, exprs, part, known, so_far);
    let is_there = |part: ExprId| is_there(rules, exprs, part, known);
    let expr = &exprs[id.index()];
    match expr {
        Expr::Less(a, b)
        | Expr::LessOrEqual(a, b)
        | Expr::Plus(a, b)
        | Expr::Minus(a, b)
        | Expr::Times(a, b)
        | Expr::Higher(a, b)
        | Expr::Lower(a, b) => fails(*a) || fails(*b) || !is_there(*a) || !is_there(*b),
        Expr::Negate(a) => fails(*a) || !is_there(*a),
        Expr::Divide { left, right, .. } | Expr::Mod(left, right) => {
            let divisor = &exprs[right.index()];
            let is_sound = matches!(divisor, Expr::Const(number) if *number > 0);
            fails(*left) || !is_there(*left) || !is_sound
        }
        Expr::Lookup(..) => true,
        Expr::Call(function, arguments) => {
            let function = &rules.functions[function.index()];
            let inner: Vec<Local> = (0..function.parameters.len() as Local).collect();
            arguments.iter().any(|&part| fails(part))
                || may_fail(rules, &rules.exprs, function.body, &inner, so_far)
        }
        Expr::Query(query) => {
            let mut known = known.to_vec();
            known.push(query.local);
            let fails = |part: ExprId| may_fail(rules, exprs, part, &known, so_far);
            let finds = !matches!(query.ask, QueryKind::The);
            !finds || parts(expr).into_iter().any(fails)
        }
        Expr::Attribute { .. }
        | Expr::OrElse(_)
        | Expr::If(..)
        | Expr::Missing(_)
        | Expr::In(..)
        | exprs!(leaf | logic | equality) => parts(expr).into_iter().any(fails),
    }
}

/// Whether the value of an expression is never missing.
fn is_there(rules: &Ruleset, exprs: &[Expr], id: ExprId, known: &[Local]) -> bool {
    match &exprs[id.index()] {
        Expr::Const(value) => *value != MISSING,
        Expr::Local(local) => known.contains(local),
        Expr::Attribute { kind, of, slot } => {
            let attribute = rules.attribute(*kind, *slot);
            !attribute.declared.optional && is_there(rules, exprs, *of, known)
        }
        Expr::Call(function, _) => !rules.functions[function.index()].declared.optional,
        Expr::Query(query) => matches!(query.ask, QueryKind::Count | QueryKind::Sum),
        Expr::OrElse(all) => all
            .last()
            .is_some_and(|&last| is_there(rules, exprs, last, known)),
        Expr::If(_, a, b) => is_there(rules, exprs, *a, known) && is_there(rules, exprs, *b, known),
        Expr::Option(_) | Expr::Now | Expr::Text(_) | exprs!(reckoning) => true,
        // Not asked.
        Expr::Counter(_)
        | Expr::Missing(_)
        | Expr::In(..)
        | Expr::Lookup(..)
        | exprs!(comparison | logic) => false,
    }
}

/// Whether a type is that of such records.
pub fn is_record_of(ty: &Type, is_meant: impl Fn(KindId) -> bool) -> bool {
    matches!(ty, Type::Record(kind) if is_meant(*kind))
}
