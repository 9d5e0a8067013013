//! How deep and how large definitions and tables are, those included that they need. Nothing needs itself; what does so all the same, by way
//! of rules that were never checked, counts as too deep.

use crate::ruleset::walk::{each_expr, parts};
use crate::ruleset::{Callee, DEEPEST, Effect, Expr, ExprId, FunctionId, Ruleset, callees, exprs};

/// How deep a definition or table leads, and how many parts it has.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// How many expressions lie in each other.
    height: u32,
    /// How many definitions and tables lead into each other.
    calls: u32,
    /// How many expressions there are, those of the definitions included that are inlined in it.
    size: u32,
    /// It goes through records, or a definition does that is inlined in it.
    loops: bool,
}

/// The costs of all definitions and tables.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// Of definitions, then of tables.
    costs: Vec<Cost>,
    functions: usize,
}

/// The largest definition that is inlined, in expressions.
const LARGEST_INLINED: u32 = 96;

/// How many definitions and tables may lead into each other: each takes more of the stack than an expression does.
const MOST_CALLS: u32 = 40;

const TOO_DEEP: Cost = Cost {
    height: DEEPEST + 1,
    calls: MOST_CALLS,
    size: u32::MAX,
    loops: true,
};

impl Costs {
    /// Works them out, first of what needs nothing else.
    pub fn of(rules: &Ruleset) -> Self {
        let functions = rules.functions.len();
        let mut costs = Costs {
            costs: vec![TOO_DEEP; functions + rules.tables.len()],
            functions,
        };
        // 0: not seen; 1: begun; 2: done.
        let mut seen = vec![0_u8; costs.costs.len()];
        let mut open: Vec<usize> = (0..seen.len()).collect();
        while let Some(&item) = open.last() {
            if seen[item] == 0 {
                seen[item] = 1;
                for body in bodies(rules, item) {
                    each_expr(&rules.exprs, body, &mut |expr| {
                        open.extend(costs.needed(expr).filter(|&needed| seen[needed] == 0));
                    });
                }
                continue;
            }
            open.pop();
            if seen[item] == 1 {
                seen[item] = 2;
                let all = bodies(rules, item).map(|body| costs.expr(rules, body));
                costs.costs[item] = all.fold(Cost::default(), |sum, cost| Cost {
                    height: sum.height.max(cost.height),
                    calls: sum.calls.max(cost.calls),
                    size: sum.size.saturating_add(cost.size),
                    loops: sum.loops || cost.loops,
                });
            }
        }
        costs
    }

    /// Whether an expression may stand so deep: with the definition or table that it needs, if it needs one.
    pub fn may_stand(&self, expr: &Expr, depth: u32) -> bool {
        let needed = self.needed(expr).map(|needed| self.costs[needed]);
        depth + needed.unwrap_or_default().height <= DEEPEST
    }

    /// Whether calls of a definition are inlined.
    pub fn is_inlined(&self, function: FunctionId) -> bool {
        self.costs[function.index()].size <= LARGEST_INLINED
    }

    /// Whether a definition goes through records, itself or by what is inlined in it.
    pub fn loops(&self, function: FunctionId) -> bool {
        self.costs[function.index()].loops
    }

    /// The number of the definition or the table that an expression needs.
    fn needed(&self, expr: &Expr) -> Option<usize> {
        let mut needed = None;
        expr.effects(&mut |effect| {
            if let Effect::Calls(callee, _) = effect {
                needed = self.number(callee);
            }
        });
        needed
    }

    /// The number of a definition or a table.
    fn number(&self, callee: Callee) -> Option<usize> {
        match callee {
            Callee::Function(function) => Some(function.index()),
            Callee::Values(table) => Some(self.functions + table.index()),
            Callee::Rows(_)
            | Callee::Procedure(_)
            | Callee::Stage(..)
            | Callee::Trigger(_)
            | Callee::Phase(_)
            | Callee::Triggers(_)
            | callees!(apart | clause | line) => None,
        }
    }

    /// What an expression costs, when all that it needs is known. Chains too deep to follow are not followed to their end.
    fn expr(&self, rules: &Ruleset, start: ExprId) -> Cost {
        let mut cost = Cost::default();
        let mut open = vec![(start, 0)];
        while let Some((id, depth)) = open.pop() {
            if depth > DEEPEST || cost.calls > MOST_CALLS {
                return TOO_DEEP;
            }
            let expr = &rules.exprs[id.index()];
            let own = u32::from(!is_leaf(expr));
            let needed = self.needed(expr);
            let below = needed.map_or(Cost::default(), |needed| self.costs[needed]);
            let is_inlined = needed.is_some_and(|needed| needed < self.functions)
                && below.size <= LARGEST_INLINED;
            cost.calls = cost.calls.max(below.calls + u32::from(needed.is_some()));
            cost.height = cost.height.max(depth + own + below.height);
            cost.size = cost
                .size
                .saturating_add(1 + if is_inlined { below.size } else { 0 });
            cost.loops |= matches!(expr, Expr::Query(_)) || is_inlined && below.loops;
            open.extend(parts(expr).into_iter().map(|part| (part, depth + 1)));
        }
        cost
    }
}

/// Whether an expression has no parts.
pub fn is_leaf(expr: &Expr) -> bool {
    match expr {
        exprs!(leaf) => true,
        Expr::Attribute { .. }
        | Expr::OrElse(_)
        | Expr::If(..)
        | Expr::Missing(_)
        | Expr::In(..)
        | Expr::Query(_)
        | exprs!(reckoning | comparison | logic | call) => false,
    }
}

/// The expressions of a definition or of a table.
fn bodies(rules: &Ruleset, item: usize) -> impl Iterator<Item = ExprId> {
    let functions = rules.functions.len();
    let function = rules.functions.get(item).map(|function| function.body);
    let table = item
        .checked_sub(functions)
        .map(|table| &rules.tables[table]);
    let rows = table.into_iter().flat_map(|table| &table.rows);
    function.into_iter().chain(rows.filter_map(|row| row.value))
}
