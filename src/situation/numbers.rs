//! The numbers at which rules draw a line for an attribute: what it is compared with, and its default. Reads expressions only.

use std::collections::BTreeMap;

use crate::analysis::{Constant, each_threshold};
use crate::ruleset::walk::parts;
use crate::ruleset::{Expr, ExprId, KindId, MISSING, Ruleset, Slot, Value};

/// The constants with which rules compare each attribute, or what is reckoned with it, in the order of the expressions.
pub(super) type ComparedConstants = BTreeMap<(KindId, Slot), Vec<Value>>;

/// Goes once over all expressions.
pub(super) fn compared(rules: &Ruleset) -> ComparedConstants {
    let mut compared = ComparedConstants::new();
    each_threshold(
        &rules.exprs,
        &mut |operand, threshold| match threshold.constant {
            Constant::Literal(value) => each_read(rules, operand, &mut |read| {
                compared.entry(read).or_default().push(value);
            }),
            Constant::Negated(_) | Constant::Option(_) => {}
        },
    );
    compared
}

/// Adds to `numbers` what the rules compare this attribute with, and its default, counted in units of `size`.
pub(super) fn of_attribute(
    rules: &Ruleset,
    compared: &ComparedConstants,
    (kind, slot): (KindId, Slot),
    size: Value,
    numbers: &mut Vec<Value>,
) {
    let default = rules.attribute(kind, slot).default;
    let default = default.and_then(|id| match rules.exprs[id.index()] {
        Expr::Const(value) => Some(value),
        _ => None,
    });
    for value in default
        .iter()
        .chain(compared.get(&(kind, slot)).into_iter().flatten())
    {
        if *value != MISSING && value % size == 0 {
            numbers.push(value / size);
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
}

/// Calls `visit` for each attribute that an expression is, or is a sum or a difference of. Of what is reckoned with it otherwise no line is known.
fn each_read(rules: &Ruleset, id: ExprId, visit: &mut dyn FnMut((KindId, Slot))) {
    let expr = &rules.exprs[id.index()];
    if let Some((kind, slot, _)) = expr.attribute() {
        visit((kind, slot));
    } else if matches!(expr, Expr::OrElse(_) | Expr::Plus(..) | Expr::Minus(..)) {
        let parts = parts(expr).into_iter();
        parts.for_each(|part| each_read(rules, part, visit));
    }
}
