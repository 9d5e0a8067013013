//! Specialisation: the rules with what is known of the runs of a scenario put in. Conditions that are decided, options, attributes that nothing writes,
//! kinds without records and acts that cannot come about are gone; all ids stay what they are.
//!
//! A run by specialised rules has the journal that it has by the rules themselves, and takes no more steps.

use crate::analysis::{Values, inherit_order};
use crate::ruleset::walk::parts;
use crate::ruleset::{
    Block, Expr, ExprId, Query, Ruleset, Statement, StatementKind, Value, exprs, statements,
};

/// The rules with these values of expressions put in. Time: proportional to the rules.
pub fn specialize(rules: &Ruleset, values: &mut Values<'_>) -> Ruleset {
    let mut specializer = Specializer { rules, values };
    let mut specialized = rules.clone();
    let in_texts = in_texts(rules);
    for index in (0..rules.exprs.len()).filter(|&index| !in_texts[index]) {
        let (expr, from) = specializer.expr(ExprId::from_index(index));
        specialized.exprs[index] = expr;
        specialized.expr_spans[index] = rules.expr_spans[from.index()];
    }
    let mut replace = |block: &mut Block| *block = specializer.block(block);
    for procedure in &mut specialized.procedures {
        replace(&mut procedure.body);
    }
    for phase in &mut specialized.phases {
        if let Some(turns) = &mut phase.turns {
            replace(&mut turns.opening);
            replace(&mut turns.next);
        }
        replace(&mut phase.prologue);
        replace(&mut phase.body);
    }
    for trigger in &mut specialized.triggers {
        replace(&mut trigger.body);
    }
    for action in &mut specialized.actions {
        (action.stages.iter_mut()).for_each(|stage| replace(&mut stage.body));
    }
    for table in &mut specialized.tables {
        (table.rows.iter_mut()).for_each(|row| replace(&mut row.body));
    }
    inherit_order(&specialized, rules);
    specialized
}

/// By expression: whether it stands in a text. Its form says whether what is said is written down or looked up later, so it stays.
fn in_texts(rules: &Ruleset) -> Vec<bool> {
    let mut in_texts = vec![false; rules.exprs.len()];
    let holes = rules.templates.iter().flat_map(|template| template.holes());
    let mut open: Vec<ExprId> = holes.collect();
    while let Some(id) = open.pop() {
        in_texts[id.index()] = true;
        open.extend(parts(&rules.exprs[id.index()]));
    }
    in_texts
}

struct Specializer<'a, 'v> {
    rules: &'a Ruleset,
    values: &'a mut Values<'v>,
}

impl Specializer<'_, '_> {
    /// What stands in place of an expression, and the expression from which that comes. One that cannot be reached stays as it is.
    fn expr(&mut self, id: ExprId) -> (Expr, ExprId) {
        let rules = self.rules;
        let expr = &rules.exprs[id.index()];
        if self.values.of(id).is_none() {
            return (expr.clone(), id);
        }
        if let Some(value) = self.known(id) {
            return (Expr::Const(value), id);
        }
        let specialized = match expr {
            Expr::If(condition, yes, no) => match self.decided(*condition) {
                Some(true) => return self.in_place_of(id, *yes),
                Some(false) => return self.in_place_of(id, *no),
                None => expr.clone(),
            },
            Expr::And(all) => Expr::And(self.parts(all, true)),
            Expr::Or(all) => Expr::Or(self.parts(all, false)),
            Expr::OrElse(all) => {
                let parts = self.alternatives(all);
                match parts[..] {
                    [one] => return self.in_place_of(id, one),
                    _ => Expr::OrElse(parts),
                }
            }
            Expr::Query(query) => {
                let decided = query.filter.and_then(|filter| self.decided(filter));
                Expr::Query(Box::new(Query {
                    filter: query.filter.filter(|_| decided != Some(true)),
                    ..(**query).clone()
                }))
            }
            Expr::Attribute { .. }
            | Expr::Not(_)
            | Expr::Missing(_)
            | Expr::In(..)
            | exprs!(leaf | reckoning | comparison | call) => expr.clone(),
        };
        (specialized, id)
    }

    /// A part in place of the expression that always has its value. A fault of the part has the place of the part; that its value is missing is a fault of
    /// what uses it, and has the place of the whole. Where it could have either, the whole stays.
    fn in_place_of(&mut self, whole: ExprId, part: ExprId) -> (Expr, ExprId) {
        let (expr, from) = self.expr(part);
        match (self.values.of(part).may_be_missing(), has_own_faults(&expr)) {
            (false, _) => (expr, from),
            (true, false) => (expr, whole),
            (true, true) => (self.rules.exprs[whole.index()].clone(), whole),
        }
    }

    /// The only value of an expression that need not be evaluated.
    fn known(&mut self, id: ExprId) -> Option<Value> {
        let value = self.values.of(id).only()?;
        self.values.cannot_fault(id).then_some(value)
    }

    /// Whether a condition that need not be evaluated is true.
    fn decided(&mut self, id: ExprId) -> Option<bool> {
        let values = self.values.of(id);
        let is_decided = values.may_hold() != values.may_fail();
        (is_decided && self.values.cannot_fault(id)).then(|| values.may_hold())
    }

    /// The parts of `and` (or `or`) that are still to be asked: `neutral` is what a part must be to change nothing.
    fn parts(&mut self, all: &[ExprId], neutral: bool) -> Box<[ExprId]> {
        let mut parts = Vec::with_capacity(all.len());
        for &part in all {
            if self.decided(part) == Some(neutral) {
                continue;
            }
            parts.push(part);
            let values = self.values.of(part);
            let settles = match neutral {
                true => !values.may_hold(),
                false => !values.may_fail(),
            };
            if settles {
                break;
            }
        }
        parts.into()
    }

    /// The parts of `or else` that can count.
    fn alternatives(&mut self, all: &[ExprId]) -> Box<[ExprId]> {
        let mut parts = Vec::with_capacity(all.len());
        for &part in all {
            let values = self.values.of(part);
            if values.may_be_present() || !self.values.cannot_fault(part) {
                parts.push(part);
            }
            if !values.may_be_missing() {
                break;
            }
        }
        // All of them are missing.
        parts.extend(all.last().filter(|_| parts.is_empty()));
        parts.into()
    }

    fn block(&mut self, block: &[Statement]) -> Block {
        let mut specialized = Vec::with_capacity(block.len());
        for statement in block {
            self.statement(statement, &mut specialized);
        }
        specialized.into()
    }

    /// Appends what stands in place of a statement: it, or the one of its blocks that is always carried out.
    fn statement(&mut self, statement: &Statement, out: &mut Vec<Statement>) {
        let kind = match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let mut left: Vec<(ExprId, Block)> = Vec::new();
                let mut otherwise = otherwise;
                for (condition, block) in branches {
                    match self.decided(*condition) {
                        Some(false) => {}
                        Some(true) => {
                            otherwise = block;
                            break;
                        }
                        None => left.push((*condition, self.block(block))),
                    }
                }
                let otherwise = self.block(otherwise);
                if left.is_empty() {
                    return out.extend(otherwise);
                }
                StatementKind::If {
                    branches: left.into(),
                    otherwise,
                }
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body,
            } => {
                let decided = filter.and_then(|filter| self.decided(filter));
                if !self.values.has_records(*kind) || decided == Some(false) {
                    return;
                }
                StatementKind::Each {
                    kind: *kind,
                    local: *local,
                    filter: filter.filter(|_| decided.is_none()),
                    order: order.clone(),
                    body: self.block(body),
                }
            }
            StatementKind::Repeat { condition, body } => {
                if self.decided(*condition) == Some(false) {
                    return;
                }
                StatementKind::Repeat {
                    condition: *condition,
                    body: self.block(body),
                }
            }
            kind @ (StatementKind::Resolve { .. }
            | StatementKind::Note(_)
            | statements!(deed | exit | change)) => kind.clone(),
        };
        out.push(Statement {
            kind,
            span: statement.span,
        });
    }
}

/// Whether an expression can fault by itself, whatever its parts do.
fn has_own_faults(expr: &Expr) -> bool {
    match expr {
        Expr::Attribute { .. }
        | Expr::OrElse(_)
        | Expr::If(..)
        | Expr::Missing(_)
        | Expr::In(..)
        | exprs!(leaf | logic | equality) => false,
        Expr::Query(_) | exprs!(reckoning | call | ordering) => true,
    }
}
