//! Visits the statements of the tree. Decides nothing.

use crate::syntax::ast::{Among, Block, Expr, ExprKind, Statement};

/// Calls `visit` for each statement of a block and of the blocks within it, in the order of the text.
pub(super) fn block<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Statement)) {
    for statement in &block.statements {
        visit(statement);
        for inner in statement.kind.blocks() {
            self::block(inner, visit);
        }
    }
}

/// The expressions directly within an expression, without those that see the name of a query, and the queries.
pub(super) fn parts_of(expr: &Expr) -> (Vec<&Expr>, Option<VisitedQuery<'_>>) {
    fn plain(parts: Vec<&Expr>) -> (Vec<&Expr>, Option<VisitedQuery<'_>>) {
        (parts, None)
    }
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Quantity(..)
        | ExprKind::Text(_)
        | ExprKind::Yes
        | ExprKind::No
        | ExprKind::Now
        | ExprKind::Gm
        | ExprKind::Name(_)
        | ExprKind::Numbered(..) => plain(Vec::new()),
        ExprKind::Dot(inner, _)
        | ExprKind::Not(inner)
        | ExprKind::Minus(inner)
        | ExprKind::Known(inner, _)
        | ExprKind::InPlay(inner, _) => plain(vec![inner]),
        ExprKind::InPool(pool, tally) => plain(vec![pool, tally.number()]),
        ExprKind::Call { arguments, .. } => plain(arguments.iter().collect()),
        ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::OrElse(parts) => {
            plain(parts.iter().collect())
        }
        ExprKind::If {
            branches,
            otherwise,
        } => plain(
            branches
                .iter()
                .flat_map(|(a, b)| [a, b])
                .chain([&**otherwise])
                .collect(),
        ),
        ExprKind::Compare { left, right, .. } => plain(vec![left, right]),
        ExprKind::Sum { first, rest } => plain(
            [&**first]
                .into_iter()
                .chain(rest.iter().map(|(_, term)| term))
                .collect(),
        ),
        ExprKind::Product { first, rest } => plain(
            [&**first]
                .into_iter()
                .chain(rest.iter().map(|(_, factor)| factor))
                .collect(),
        ),
        ExprKind::Aggregate {
            value,
            among,
            otherwise,
            ..
        } => (
            otherwise.iter().map(|otherwise| &**otherwise).collect(),
            Some(VisitedQuery {
                among,
                values: vec![value],
            }),
        ),
        ExprKind::Quantifier { among, has, .. } => (
            Vec::new(),
            Some(VisitedQuery {
                among,
                values: has.iter().map(|has| &**has).collect(),
            }),
        ),
        ExprKind::Count(among) | ExprKind::All(among) => {
            let values = Vec::new();
            (Vec::new(), Some(VisitedQuery { among, values }))
        }
        ExprKind::The {
            among,
            chosen,
            otherwise,
        } => (
            otherwise.iter().map(|otherwise| &**otherwise).collect(),
            Some(VisitedQuery {
                among,
                values: chosen.iter().map(|(_, value)| value).collect(),
            }),
        ),
    }
}

/// A query: what is looked at, and what sees its name.
pub(super) struct VisitedQuery<'a> {
    pub among: &'a Among,
    pub values: Vec<&'a Expr>,
}
