//! Parts of conditions: what they compare, which of them fails, how they are written, and of which acts they are asked. Knows no run.

use std::collections::BTreeSet;

use crate::journal::ActNumber;
use crate::ruleset::{Expr, ExprId, KindId, Ruleset, Slot};

/// The number of entries there were when something began to hold, and the attributes that made it so.
pub type VoidSince = (usize, BTreeSet<(KindId, u32, Slot)>);

/// An act that was void or refused, of which it is asked what its rule looked at.
#[derive(Clone, Copy, Debug)]
pub struct VoidAct {
    /// the act
    pub act: ActNumber,
    /// the entry that says so
    pub entry: usize,
    /// the condition of the rule, and how many names it needs
    pub condition: (ExprId, u16),
    /// it was refused as it was declared: what its rule has looked at is seen behind that
    pub refused: bool,
}

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
