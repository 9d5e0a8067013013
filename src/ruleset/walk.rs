//! Looking into compiled expressions and statements: their parts, and whether two mean the same.

use crate::ruleset::exprs;
use std::collections::BTreeSet;

use super::{
    Block, Callee, Effect, Expr, ExprId, KindId, Local, Location, Ruleset, Slot, Statement,
    StatementKind, TemplateId,
};

/// The parts of an expression, in the order of evaluation.
pub fn parts(expr: &Expr) -> Vec<ExprId> {
    Effect::evaluated(|visit| expr.effects(visit))
}

/// Where an expression names its parts, to take them out of it.
fn places(expr: &mut Expr) -> Vec<&mut ExprId> {
    match expr {
        exprs!(leaf) => Vec::new(),
        Expr::Attribute { of, .. } => vec![of],
        Expr::Not(a) | Expr::Negate(a) | Expr::Missing(a) => vec![a],
        Expr::And(list)
        | Expr::Or(list)
        | Expr::OrElse(list)
        | Expr::Call(_, list)
        | Expr::Lookup(_, list) => list.iter_mut().collect(),
        Expr::Equal(a, b)
        | Expr::NotEqual(a, b)
        | Expr::In(a, b)
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
                .chain(query.then.iter_mut().map(|key| &mut key.0))
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
pub fn each_expr<'r>(exprs: &'r [Expr], start: ExprId, visit: &mut dyn FnMut(&'r Expr)) {
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let expr = &exprs[id.index()];
        visit(expr);
        open.extend(parts(expr));
    }
}

/// Calls `visit` for the effects of an expression and of all that it is made of.
pub fn each_effect_of_expr<'r>(
    exprs: &'r [Expr],
    start: ExprId,
    visit: &mut dyn FnMut(Effect<'r>),
) {
    each_expr(exprs, start, &mut |expr| expr.effects(visit));
}

/// The blocks within a statement, those of phases left out.
pub fn blocks_within(statement: &StatementKind) -> Vec<&Block> {
    let mut blocks = Vec::new();
    statement.effects(&mut |effect| blocks.extend(effect.block()));
    blocks
}

/// Calls `visit` for each statement of a block and of the blocks within it, phases left out.
pub fn each_statement<'r>(block: &'r [Statement], visit: &mut dyn FnMut(&'r StatementKind)) {
    each_block(block, &mut |block| {
        block.iter().for_each(|statement| visit(&statement.kind));
    });
}

/// Calls `visit` for each effect of the statements of a block and of the blocks within it.
pub fn each_effect<'r>(block: &'r [Statement], visit: &mut dyn FnMut(Effect<'r>)) {
    each_statement(block, &mut |statement| statement.effects(visit));
}

/// Calls `visit` for a block and for each block within it, phases left out.
pub fn each_block<'r>(block: &'r [Statement], visit: &mut dyn FnMut(&'r [Statement])) {
    visit(block);
    for statement in block {
        for block in blocks_within(&statement.kind) {
            each_block(block, visit);
        }
    }
}

/// The attributes that statements write, of whatever record. Built-in ones, which no rule can set, are left out.
pub fn attributes_written(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let mut written = BTreeSet::new();
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| written.extend(effect.attribute_written()));
    });
    written.retain(|(kind, slot)| *slot >= kind.built_in());
    written
}

/// Calls `visit` for each expression that the rules look at as a whole: of statements, of clauses, of definitions, of texts. Where a value is put
/// is no expression that is looked at; whose it is, is.
pub fn each_root(rules: &Ruleset, visit: &mut dyn FnMut(ExprId)) {
    for callee in rules.callees() {
        callee.roots(rules).into_iter().for_each(&mut *visit);
        for block in callee.blocks(rules) {
            each_statement(block, &mut |statement| {
                statement_roots(statement).into_iter().for_each(&mut *visit);
            });
        }
    }
    let texts = (0..rules.templates.len()).map(TemplateId::from_index);
    texts
        .flat_map(|text| rules.holes(text))
        .for_each(&mut *visit);
}

/// Calls `visit` for each expression that the line looks at when acts are put in order: of keys, placements, exceptions, voids.
pub fn line_roots(rules: &Ruleset, visit: &mut dyn FnMut(ExprId)) {
    Callee::Line.effects(rules, &mut |effect| {
        if let Effect::Calls(callee, _) = effect {
            callee.roots(rules).into_iter().for_each(&mut *visit);
        }
    });
}

/// The expressions that a statement looks at itself, in the order of evaluation; the statements within it are left out.
pub fn statement_roots(statement: &StatementKind) -> Vec<ExprId> {
    Effect::evaluated(|visit| statement.effects(visit))
}

/// The expressions in the texts that a statement says itself.
pub fn statement_holes(rules: &Ruleset, statement: &StatementKind) -> Vec<ExprId> {
    let mut holes = Vec::new();
    statement.effects(&mut |effect| {
        let text = rules.text_said(effect);
        holes.extend(text.into_iter().flat_map(|text| rules.holes(text)));
    });
    holes
}

/// Calls `visit` for each expression that the statements of a block look at as a whole, texts and the blocks within it included, phases left out.
pub fn block_roots(rules: &Ruleset, block: &[Statement], visit: &mut dyn FnMut(ExprId)) {
    each_statement(block, &mut |statement| {
        statement_roots(statement).into_iter().for_each(&mut *visit);
        let holes = statement_holes(rules, statement);
        holes.into_iter().for_each(&mut *visit);
    });
}

/// Visits the names that an expression reads, and those of its queries.
pub fn each_name(exprs: &[Expr], id: ExprId, visit: &mut dyn FnMut(Local)) {
    each_expr(exprs, id, &mut |expr| {
        // A query without a filter and a value evaluates nothing for its name, and goes through the records by it all the same.
        if let Expr::Query(query) = expr {
            visit(query.local);
        }
        expr.effects(&mut |effect| {
            if let Effect::Reads(Location::Local(name)) = effect {
                visit(name);
            }
        });
    });
}

/// How many names an expression needs, those of its queries included.
pub fn names_needed(exprs: &[Expr], id: ExprId) -> u16 {
    let mut names = 0;
    each_name(exprs, id, &mut |name| names = names.max(name + 1));
    names
}
