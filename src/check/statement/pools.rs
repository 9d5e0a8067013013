//! Dice that are kept by what they show: `c rolls (c.pool)*d10 as faces`, where the roller has an attribute `faces` with a number as its key. Each die is
//! rolled by itself, and adds 1 at the key that it shows.

use super::block::{add_to, block, put};
use crate::check::elaborator::Elaborator;
use crate::check::keyed::KeyedAttribute;
use crate::check::resolved_names::Meaning;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Amount, Expr, ExprId, KindId, Statement, StatementKind as Kind, Tally, Type, Value, Who,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

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
        name: &Name,
        tally: Option<&ast::Tally>,
    ) -> Option<Pool> {
        let (kind, of) = match who {
            Who::Gm => return None,
            Who::Side(of) => (KindId::SIDE, of),
            Who::Combatant(of) => (KindId::COMBATANT, of),
        };
        let keyed = self.names.keyed.get(&name.text)?.get(&kind)?.clone();
        let holds = &self.rules.attribute(kind, keyed.first).declared.ty;
        if keyed.key != NUMBER || *holds != Type::Number(None) {
            return None;
        }
        let meaning = Meaning::Attribute(kind, keyed.first);
        self.out.resolved.uses(name.span, meaning);
        if tally.is_some() {
            let message = format!(
                "each die of this roll counts by itself, at the key of `{}` that it shows",
                name.text
            );
            let complaint = Diagnostic::error(Code::WrongPlace, name.span, message);
            let help = "leave out what stands behind the name, or give the roll another one";
            self.diagnostics.push(complaint.help(help));
        }
        Some(Pool { of, keyed })
    }

    /// The statements of a roll into a pool; its own name stands for the sum. The last one is returned, the others are added to `before`.
    pub(super) fn roll_into(
        &mut self,
        pool: &Pool,
        roll: Kind,
        span: Span,
        before: &mut Vec<Statement>,
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
        self.can_show(pool, sides, span);
        let [left, face] = [self.reserve(), self.reserve()];
        let [none, one, less] = [0, 1, -1].map(|number| self.push(Expr::Const(number), span));
        let times = match count {
            Amount::Fixed(count) => self.push(Expr::Const(Value::from(count)), span),
            Amount::Worked(count) => count,
        };
        before.extend(block([put(left, times), put(sum, none)], span));
        let shown = self.push(Expr::Local(face), span);
        let single = Kind::Roll {
            who,
            count: Amount::Fixed(1),
            sides,
            tally: Tally::Sum,
            purpose,
            local: face,
            keep: None,
        };
        let each = [add_to(left, less), single, add_to(sum, shown)];
        let mut body: Vec<Statement> = block(each, span).into_vec();
        let counted = self.put_by_key(
            (pool.keyed.table, &[pool.of, shown]),
            (one, |place, value| Kind::Add { place, value }),
            span,
            &mut body,
        )?;
        body.extend(block([counted], span));
        let is_left = self.push(Expr::Local(left), span);
        Some(Kind::Repeat {
            condition: self.push(Expr::Less(none, is_left), span),
            body: body.into(),
        })
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
