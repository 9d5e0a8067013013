//! Dice that are rolled again and added as long as they show a certain result: a `repeat while` around the roll.

use super::block::{add_to, block, put};
use crate::check::elaborator::Elaborator;
use crate::ruleset::{Expr, ExprId, Statement, StatementKind as Kind};
use crate::source::Span;
use crate::syntax::ast::Towards;

/// `again on 6 or more at most 3 times`
pub(super) struct RolledAgain {
    /// The result on which the dice are rolled again.
    pub number: ExprId,
    /// Which others count like it.
    pub towards: Option<Towards>,
    /// How often at most.
    pub most: Option<ExprId>,
}

impl RolledAgain {
    /// The statements around a roll, which keep the sum of all results where the roll would keep its own. The last one is returned, the others are added
    /// to `before`.
    pub fn roll(
        self,
        body: &mut Elaborator<'_>,
        roll: Kind,
        before: &mut Vec<Statement>,
        span: Span,
    ) -> Option<Kind> {
        let Kind::Roll {
            who,
            count,
            sides,
            tally,
            purpose,
            local: sum,
            keep,
        } = roll
        else {
            return None;
        };
        let [result, left] = [body.reserve(), body.reserve()];
        let roll = Kind::Roll {
            who,
            count,
            sides,
            tally,
            purpose,
            local: result,
            keep: None,
        };
        let rolled = body.push(Expr::Local(result), span);
        let number = self.number;
        let again = body.push(
            match self.towards {
                None => Expr::Equal(rolled, number),
                Some(Towards::More) => Expr::LessOrEqual(number, rolled),
                Some(Towards::Less) => Expr::LessOrEqual(rolled, number),
            },
            span,
        );
        let mut first = vec![roll.clone(), put(sum, rolled)];
        let mut further = vec![roll, add_to(sum, rolled)];
        let condition = match self.most {
            None => again,
            Some(most) => {
                let [zero, less] = [0, -1].map(|value| body.push(Expr::Const(value), span));
                let is_left = body.push(Expr::Local(left), span);
                first.push(put(left, most));
                further.push(add_to(left, less));
                let may = body.push(Expr::Less(zero, is_left), span);
                body.push(Expr::And([again, may].into()), span)
            }
        };
        before.extend(first.into_iter().map(|kind| Statement { kind, span }));
        let repeat = Kind::Repeat {
            condition,
            body: block(further, span),
        };
        let Some(place) = keep else {
            return Some(repeat);
        };
        before.push(Statement { kind: repeat, span });
        let value = body.push(Expr::Local(sum), span);
        Some(Kind::Set { place, value })
    }
}
