//! Which expressions cannot fault, so that they need not be evaluated where their value is known.

use super::{Domain, Values};
use crate::ruleset::{Expr, ExprId, QueryKind, exprs};

/// How many expressions and definitions are looked into, in each other.
const DEEPEST_LOOK: u32 = 128;

impl Values<'_> {
    /// Whether an expression that can be reached cannot fault, whatever its values are. One in doubt counts as one that can. Time: each expression is
    /// looked at once.
    pub fn cannot_fault(&mut self, id: ExprId) -> bool {
        self.is_safe(id, 0)
    }

    fn is_safe(&mut self, id: ExprId, depth: u32) -> bool {
        if let Some(known) = self.safe[id.index()] {
            return known;
        }
        if depth > DEEPEST_LOOK {
            return false;
        }
        let is_safe = !self.of(id).is_none() && self.looks_safe(id, depth + 1);
        self.safe[id.index()] = Some(is_safe);
        is_safe
    }

    fn looks_safe(&mut self, id: ExprId, depth: u32) -> bool {
        let rules = self.rules;
        match &rules.exprs[id.index()] {
            exprs!(leaf) => true,
            Expr::Attribute { of: part, .. } | Expr::Not(part) | Expr::Missing(part) => {
                self.is_safe(*part, depth)
            }
            // What comes behind the part that settles it is never evaluated.
            Expr::And(all) => self.are_safe(all, depth, |part| !part.may_hold()),
            Expr::Or(all) => self.are_safe(all, depth, |part| !part.may_fail()),
            Expr::OrElse(all) => self.are_safe(all, depth, |part| !part.may_be_missing()),
            Expr::Equal(a, b) | Expr::NotEqual(a, b) | Expr::In(a, b) => {
                self.are_safe(&[*a, *b], depth, |_| false)
            }
            Expr::Less(a, b) | Expr::LessOrEqual(a, b) | Expr::Higher(a, b) | Expr::Lower(a, b) => {
                self.is_present(*a, depth) && self.is_present(*b, depth)
            }
            Expr::Negate(part) => self.is_present(*part, depth),
            // A single result has been tried; of others one may be too large.
            Expr::Plus(a, b) | Expr::Minus(a, b) | Expr::Times(a, b) => [a, b]
                .into_iter()
                .all(|&part| self.is_present(part, depth) && self.of(part).only().is_some()),
            Expr::If(condition, yes, no) => {
                let known = self.of(*condition);
                self.is_safe(*condition, depth)
                    && (!known.may_hold() || self.is_safe(*yes, depth))
                    && (!known.may_fail() || self.is_safe(*no, depth))
            }
            Expr::Call(function, arguments) => {
                let body = rules.functions[function.index()].body;
                self.are_safe(arguments, depth, |_| false) && self.is_safe(body, depth)
            }
            Expr::Query(query) => {
                let mut may_be_safe = match query.ask {
                    QueryKind::Any
                    | QueryKind::Every
                    | QueryKind::Count
                    | QueryKind::Highest
                    | QueryKind::Lowest
                    | QueryKind::TheHighest
                    | QueryKind::TheLowest => true,
                    QueryKind::Sum | QueryKind::All => !self.has_records(query.kind),
                    QueryKind::The => false,
                };
                if self.has_records(query.kind) {
                    let filter = query.filter;
                    may_be_safe &= filter.is_none_or(|filter| self.is_safe(filter, depth));
                    let finds = filter.is_none_or(|filter| self.of(filter).may_hold());
                    may_be_safe &= !finds || query.values().all(|value| self.is_safe(value, depth));
                }
                let otherwise = query.otherwise;
                may_be_safe && otherwise.is_none_or(|otherwise| self.is_safe(otherwise, depth))
            }
            Expr::Divide { .. } | Expr::Mod(..) | Expr::Lookup(..) => false,
        }
    }

    /// Whether none of these can fault, as far as they are evaluated: up to the first that settles it.
    fn are_safe(&mut self, all: &[ExprId], depth: u32, settles: fn(Domain) -> bool) -> bool {
        for &part in all {
            if !self.is_safe(part, depth) {
                return false;
            }
            if settles(self.of(part)) {
                break;
            }
        }
        true
    }

    fn is_present(&mut self, id: ExprId, depth: u32) -> bool {
        self.is_safe(id, depth) && !self.of(id).may_be_missing()
    }
}
