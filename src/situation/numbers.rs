//! The numbers at which rules draw a line for an attribute: what it is compared with, and its default. Reads expressions only.

use crate::ruleset::{Expr, ExprId, KindId, MISSING, Ruleset, Slot, Value};

/// Adds to `numbers` what the rules compare this attribute with, counted in units of `size`.
pub(super) fn of_attribute(
    rules: &Ruleset,
    kind: KindId,
    slot: Slot,
    size: Value,
    numbers: &mut Vec<Value>,
) {
    let mut add = |value: Value| {
        if value != MISSING && value % size == 0 && !numbers.contains(&(value / size)) {
            numbers.push(value / size);
        }
    };
    let default = rules.kinds[kind.index()].attributes[usize::from(slot)].default;
    if let Some(Expr::Const(value)) = default.map(|id| &rules.exprs[id.index()]) {
        add(*value);
    }
    let reads = |id: ExprId| reads(rules, id, kind, slot);
    for expr in &rules.exprs {
        let (Expr::Equal(a, b) | Expr::NotEqual(a, b) | Expr::Less(a, b) | Expr::LessOrEqual(a, b)) =
            expr
        else {
            continue;
        };
        for (one, other) in [(a, b), (b, a)] {
            if let Expr::Const(value) = rules.exprs[other.index()]
                && reads(*one)
            {
                add(value);
            }
        }
    }
    numbers.sort_unstable();
}

/// Whether an expression is this attribute, or reckons with it.
fn reads(rules: &Ruleset, id: ExprId, kind: KindId, slot: Slot) -> bool {
    match &rules.exprs[id.index()] {
        Expr::Attribute {
            kind: of, slot: at, ..
        } => *of == kind && *at == slot,
        Expr::OrElse(all) => all.iter().any(|part| reads(rules, *part, kind, slot)),
        Expr::Plus(a, b) | Expr::Minus(a, b) => {
            reads(rules, *a, kind, slot) || reads(rules, *b, kind, slot)
        }
        _ => false,
    }
}
