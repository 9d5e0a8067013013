//! Looking into compiled expressions and statements: their parts, and whether two mean the same.

use super::{Expr, ExprId, Statement, StatementKind};

/// The parts of an expression.
pub fn parts(expr: &Expr) -> Vec<ExprId> {
    places(&mut expr.clone())
        .into_iter()
        .map(|part| *part)
        .collect()
}

/// Where an expression names its parts.
fn places(expr: &mut Expr) -> Vec<&mut ExprId> {
    match expr {
        Expr::Const(_)
        | Expr::Local(_)
        | Expr::Option(_)
        | Expr::Counter(_)
        | Expr::Now
        | Expr::Text(_) => Vec::new(),
        Expr::Attribute { of, .. } => vec![of],
        Expr::Not(a) | Expr::Negate(a) | Expr::Missing(a) => vec![a],
        Expr::And(list)
        | Expr::Or(list)
        | Expr::OrElse(list)
        | Expr::Call(_, list)
        | Expr::Lookup(_, list) => list.iter_mut().collect(),
        Expr::Equal(a, b)
        | Expr::NotEqual(a, b)
        | Expr::Less(a, b)
        | Expr::LessOrEqual(a, b)
        | Expr::Plus(a, b)
        | Expr::Minus(a, b)
        | Expr::Times(a, b)
        | Expr::Mod(a, b)
        | Expr::Higher(a, b)
        | Expr::Lower(a, b)
        | Expr::Divide {
            left: a, right: b, ..
        } => vec![a, b],
        Expr::If(a, b, c) => vec![a, b, c],
        Expr::Query(query) => {
            let query = &mut **query;
            query
                .filter
                .iter_mut()
                .chain(&mut query.value)
                .chain(&mut query.otherwise)
                .collect()
        }
    }
}

/// Whether two expressions are written alike, wherever they stand.
pub fn alike(exprs: &[Expr], one: ExprId, other: ExprId) -> bool {
    let mut pairs = vec![(one, other)];
    while let Some((one, other)) = pairs.pop() {
        if one == other {
            continue;
        }
        let (mut a, mut b) = (exprs[one.index()].clone(), exprs[other.index()].clone());
        let (in_a, in_b) = (blanked(&mut a), blanked(&mut b));
        if a != b || in_a.len() != in_b.len() {
            return false;
        }
        pairs.extend(in_a.into_iter().zip(in_b));
    }
    true
}

/// Takes the parts out of an expression.
fn blanked(expr: &mut Expr) -> Vec<ExprId> {
    places(expr).into_iter().map(std::mem::take).collect()
}

/// Calls `visit` for every expression that an expression is made of, itself included.
pub fn each_expr(exprs: &[Expr], start: ExprId, visit: &mut dyn FnMut(&Expr)) {
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let expr = &exprs[id.index()];
        visit(expr);
        open.extend(parts(expr));
    }
}

/// Calls `visit` for each statement of a block and of the blocks within it, phases left out.
pub fn each_statement(block: &[Statement], visit: &mut dyn FnMut(&StatementKind)) {
    for statement in block {
        visit(&statement.kind);
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                branches
                    .iter()
                    .for_each(|(_, block)| each_statement(block, visit));
                each_statement(otherwise, visit);
            }
            StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => {
                each_statement(body, visit)
            }
            _ => {}
        }
    }
}
