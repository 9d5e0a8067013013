//! Dice that are rolled again and added as long as they show a certain result: a `repeat while` around the roll.

use super::block::{add_to, block, put};
use crate::check::elaborator::Elaborator;
use crate::ruleset::{
    Amount, Destination, Expr, ExprId, Local, Statement, StatementKind as Kind, Tally, Value,
};
use crate::source::Span;

/// `again on 6 or more at most 3 times`
pub(super) struct RolledAgain {
    /// The results on which the dice are rolled again.
    pub on: Tally<Amount>,
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
        let result = body.reserve();
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
        before.extend(block([roll.clone(), put(sum, rolled)], span));
        let further = block([roll, add_to(sum, rolled)], span);
        let repeat = self.further(body, rolled, further.into(), before, span);
        Some(body.keep_found(sum, keep, repeat, before, span))
    }

    /// What is done once more as long as `shown`, which it makes anew, is a result on which the dice are rolled again. What counts how often is set
    /// in `before`.
    pub fn further(
        self,
        body: &mut Elaborator<'_>,
        shown: ExprId,
        mut once: Vec<Statement>,
        before: &mut Vec<Statement>,
        span: Span,
    ) -> Kind {
        let again = body.is_counted(shown, self.on, span);
        let condition = match self.most {
            None => again,
            Some(most) => {
                let left = body.reserve();
                let [zero, less] = [0, -1].map(|value| body.push(Expr::Const(value), span));
                let is_left = body.push(Expr::Local(left), span);
                before.extend(block([put(left, most)], span));
                once.extend(block([add_to(left, less)], span));
                let may = body.push(Expr::Less(zero, is_left), span);
                body.push(Expr::And([again, may].into()), span)
            }
        };
        Kind::Repeat {
            condition,
            body: once.into(),
        }
    }
}

impl Elaborator<'_> {
    /// What comes behind the statement that has put the result of a roll into a local: it is kept where the roll keeps it. The last statement is returned,
    /// the others are added to `before`.
    pub(super) fn keep_found(
        &mut self,
        found: Local,
        keep: Option<Destination>,
        all: Kind,
        before: &mut Vec<Statement>,
        span: Span,
    ) -> Kind {
        let Some(place) = keep else {
            return all;
        };
        before.push(Statement { kind: all, span });
        let value = self.push(Expr::Local(found), span);
        Kind::Set { place, value }
    }

    /// That a result is one of those that a tally counts; of a tally that adds up, never.
    pub(in crate::check) fn is_counted(
        &mut self,
        result: ExprId,
        tally: Tally<Amount>,
        span: Span,
    ) -> ExprId {
        let (compare, number): (fn(ExprId, ExprId) -> Expr, _) = match tally {
            Tally::Exactly(number) => (Expr::Equal, number),
            Tally::AtLeast(number) => (|result, number| Expr::LessOrEqual(number, result), number),
            Tally::AtMost(number) => (Expr::LessOrEqual, number),
            Tally::Sum | Tally::Highest(_) | Tally::Lowest(_) => {
                return self.push(Expr::Const(0), span);
            }
        };
        let number = match number {
            Amount::Fixed(number) => self.push(Expr::Const(Value::from(number)), span),
            Amount::Worked(number) => number,
        };
        self.push(compare(result, number), span)
    }
}
