//! Parts of conditions: what they compare, which of them fails, and how they are written. Knows no run.

use crate::ruleset::{Expr, ExprId, Ruleset, Value};

/// Whether an expression reckons with the clock.
pub fn reads_clock(rules: &Ruleset, id: ExprId) -> bool {
    match rules.exprs.get(id.index()) {
        Some(Expr::Now) => true,
        Some(Expr::Plus(left, right) | Expr::Minus(left, right)) => {
            reads_clock(rules, *left) || reads_clock(rules, *right)
        }
        _ => false,
    }
}

/// A condition without brackets around the whole of it.
pub fn bare(text: String) -> String {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let depth = |depth: Option<u32>, letter: char| match (depth, letter) {
        (Some(depth), '(') => Some(depth + 1),
        (Some(depth), ')') => depth.checked_sub(1),
        (depth, _) => depth,
    };
    match inside {
        Some(inside) if inside.chars().fold(Some(0), depth).is_some() => inside.to_string(),
        _ => text,
    }
}

/// What a condition compares; a condition that compares nothing, itself.
pub fn sides(node: Option<&Expr>, id: ExprId) -> Vec<ExprId> {
    match node {
        Some(Expr::Missing(of)) => vec![*of],
        node => (node.and_then(Expr::compared)).map_or(vec![id], |sides| sides.to_vec()),
    }
}

/// The part that fails of a condition that is not so: the first of several that all have to be so.
pub fn failing(rules: &Ruleset, all: ExprId, is: &mut dyn FnMut(ExprId) -> Value) -> ExprId {
    match &rules.exprs[all.index()] {
        Expr::And(parts) => match parts.iter().find(|&&part| is(part) != 1) {
            Some(&part) => failing(rules, part, is),
            None => all,
        },
        _ => all,
    }
}
