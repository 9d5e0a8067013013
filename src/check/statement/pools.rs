//! Dice that are rolled one by one: those that are kept by what they show, `c rolls (c.pool)*d10 as faces`, where the roller has an attribute `faces` with a
//! number as its key (each die adds 1 at the key that it shows); and those that count and are rolled again, `counting 7 or more again on 10`.

use super::again::RolledAgain;
use super::block::{add_to, block, only_if, put};
use super::inputs::WrittenRoll;
use crate::check::elaborator::Elaborator;
use crate::check::keyed::KeyedAttribute;
use crate::check::resolved_names::Meaning;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Amount, Expr, ExprId, Statement, StatementKind as Kind, Tally, Type, Value, Who,
};
use crate::source::{Limits, Span};
use crate::syntax::ast;

/// Dice, and the attribute in which they are counted.
pub(super) struct Pool {
    /// Whose.
    of: ExprId,
    keyed: KeyedAttribute,
}

impl Elaborator<'_> {
    /// The attribute with this name of the roller in which dice are counted by what they show.
    pub(super) fn pool(
        &mut self,
        who: Who,
        &WrittenRoll {
            name, added, tally, ..
        }: &WrittenRoll<'_>,
    ) -> Option<Pool> {
        let (kind, of) = who.record()?;
        let keyed = self.names.keyed.get(&name.text)?.get(&kind)?.clone();
        let holds = &self.rules.attribute(kind, keyed.first).declared.ty;
        if keyed.key != NUMBER || *holds != Type::Number(None) {
            return None;
        }
        let meaning = Meaning::Attribute(kind, keyed.first);
        self.out.resolved.uses(name.span, meaning);
        let too_much = match (tally, added.first()) {
            (Some(ast::Tally::Counting { .. } | ast::Tally::Keeping { .. }), _) => Some((
                name.span,
                "leave out what stands behind the name, or give the roll another one",
            )),
            (_, Some((_, term))) => Some((
                term.span,
                "leave out what is added, or give the roll another name",
            )),
            _ => None,
        };
        if let Some((span, help)) = too_much {
            let message = format!(
                "each die of this roll counts by itself, at the key of `{}` that it shows",
                name.text
            );
            let complaint = Diagnostic::error(Code::WrongPlace, span, message);
            self.diagnostics.push(complaint.help(help));
        }
        Some(Pool { of, keyed })
    }

    /// The statements of a roll into a pool; its own name stands for the sum. The last one is returned, the others are added to `before`.
    pub(super) fn roll_into(
        &mut self,
        pool: &Pool,
        (roll, again): (Kind, Option<RolledAgain>),
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let Kind::Roll {
            sides, local: sum, ..
        } = roll
        else {
            return None;
        };
        self.can_show(pool, sides, span);
        self.roll_each((roll, again), span, before, |inner, shown| {
            let one = inner.push(Expr::Const(1), span);
            let mut kept = block([add_to(sum, shown)], span).into_vec();
            let counted = inner.put_by_key(
                (pool.keyed.table, &[pool.of, shown]),
                (one, |place, value| Kind::Add { place, value }),
                span,
                &mut kept,
            )?;
            kept.extend(block([counted], span));
            Some(kept)
        })
    }

    /// The statements of `counting 7 or more again on 10`: a roll of single dice, for those that are rolled again count anew. The last one is returned, the
    /// others are added to `before`.
    pub(super) fn roll_counting(
        &mut self,
        (roll, again): (Kind, RolledAgain),
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let Kind::Roll {
            local: counted,
            tally,
            keep,
            ..
        } = roll
        else {
            return None;
        };
        let all = self.roll_each((roll, Some(again)), span, before, |inner, shown| {
            let one = inner.push(Expr::Const(1), span);
            let counts = inner.is_counted(shown, tally, span);
            let count = block([add_to(counted, one)], span);
            Some(block([only_if(counts, count)], span).into())
        })?;
        Some(self.keep_found(counted, keep, all, before, span))
    }

    /// The dice of a roll one by one, each with what `kept` makes of its face, and again after it. The local of the roll is 0 before.
    fn roll_each(
        &mut self,
        (roll, again): (Kind, Option<RolledAgain>),
        span: Span,
        before: &mut Vec<Statement>,
        kept: impl FnOnce(&mut Self, ExprId) -> Option<Vec<Statement>>,
    ) -> Option<Kind> {
        let Kind::Roll {
            who,
            count,
            sides,
            purpose,
            local: sum,
            ..
        } = roll
        else {
            return None;
        };
        let face = self.reserve();
        let roll_of = |count| Kind::Roll {
            who,
            count,
            sides,
            tally: Tally::Sum,
            purpose,
            local: face,
            keep: None,
        };
        let nothing = self.push(Expr::Const(0), span);
        let times = match count {
            Amount::Fixed(count) => self.push(Expr::Const(Value::from(count)), span),
            Amount::Worked(count) => {
                let times = self.reserve();
                before.extend(block([put(times, count)], span));
                let times = self.push(Expr::Local(times), span);
                // So many dice no roll has: this one stops the run as any other does.
                let most = self.push(Expr::Const(Value::from(Limits::DEFAULT.dice)), span);
                let negative = self.push(Expr::Less(times, nothing), span);
                let too_many = self.push(Expr::Less(most, times), span);
                let is_wrong = self.push(Expr::Or([negative, too_many].into()), span);
                let refused = block([roll_of(Amount::Worked(times))], span);
                before.extend(block([only_if(is_wrong, refused)], span));
                times
            }
        };
        before.extend(block([put(sum, nothing)], span));
        let single = roll_of(Amount::Fixed(1));
        let mut made = None;
        let repeat = self.counted(times, span, before, |inner, _| {
            let shown = inner.push(Expr::Local(face), span);
            made = kept(inner, shown);
            let mut each = block([single], span).into_vec();
            each.extend(made.clone().unwrap_or_default());
            if let Some(again) = again {
                let mut head = Vec::new();
                let further = again.further(inner, shown, each.clone(), &mut head, span);
                each = head.into_iter().chain(each).collect();
                each.extend(block([further], span));
            }
            each.into()
        });
        made.is_some().then_some(repeat)
    }

    /// Complains where dice of a size that is written down can show what is no key.
    fn can_show(&mut self, pool: &Pool, sides: Amount, span: Span) {
        let Amount::Fixed(sides) = sides else { return };
        let is_key = |face: Value| pool.keyed.keys.iter().any(|&(key, _)| key == face);
        let Some(face) = (1..=Value::from(sides)).find(|&face| !is_key(face)) else {
            return;
        };
        let message = format!("a d{sides} can show {face}, for which the attribute has no value");
        let complaint = Diagnostic::error(Code::WrongPlace, span, message);
        let complaint = complaint.also(pool.keyed.span, "declared here");
        let help = format!("give it the keys `from 1 to {sides}`, or the roll another name");
        self.diagnostics.push(complaint.help(help));
    }
}
