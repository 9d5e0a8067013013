//! How deep and how large definitions and tables are, those included that they need. Nothing needs itself; what does so all the same, by way
//! of rules that were never checked, counts as too deep.

use crate::ruleset::walk::parts;
use crate::ruleset::{DEEPEST, Expr, ExprId, FunctionId, Ruleset, TableId};

/// How deep a definition leads, and how many parts it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// How many expressions lie in each other.
    pub height: u32,
    /// How many definitions and tables lead into each other.
    pub calls: u32,
    /// How many expressions there are, those of the small definitions included that it needs.
    pub size: u32,
}

/// The largest definition that is put where it is needed, in place of being called.
pub const SMALL: u32 = 48;

/// The costs of all definitions and tables.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// Of definitions.
    pub functions: Vec<Cost>,
    /// Of tables.
    pub tables: Vec<Cost>,
}

/// How many definitions and tables may lead into each other: each takes more of the stack than an expression does.
const MOST_CALLS: u32 = 40;

const TOO_DEEP: Cost = Cost {
    height: DEEPEST + 1,
    calls: MOST_CALLS,
    size: u32::MAX,
};

impl Costs {
    /// Works them out, first of what needs nothing else.
    pub fn of(rules: &Ruleset) -> Self {
        let functions = rules.functions.len();
        let mut costs = Costs {
            functions: vec![TOO_DEEP; functions],
            tables: vec![TOO_DEEP; rules.tables.len()],
        };
        // Definitions first, then tables: 0 not seen, 1 begun, 2 done.
        let mut seen = vec![0_u8; functions + rules.tables.len()];
        let mut open: Vec<usize> = (0..seen.len()).collect();
        while let Some(&item) = open.last() {
            if seen[item] == 0 {
                seen[item] = 1;
                for body in bodies(rules, item) {
                    needs(rules, body, &mut |needed| {
                        if seen[needed] == 0 {
                            open.push(needed);
                        }
                    });
                }
                continue;
            }
            open.pop();
            if seen[item] == 1 {
                seen[item] = 2;
                let all = bodies(rules, item).map(|body| costs.expr(rules, body));
                let cost = all.fold(Cost::default(), |sum, cost| Cost {
                    height: sum.height.max(cost.height),
                    calls: sum.calls.max(cost.calls),
                    size: sum.size.saturating_add(cost.size),
                });
                match item.checked_sub(functions) {
                    Some(table) => costs.tables[table] = cost,
                    None => costs.functions[item] = cost,
                }
            }
        }
        costs
    }

    /// Whether a definition may be called so deep.
    #[inline]
    pub fn may_call(&self, function: FunctionId, depth: u32) -> bool {
        depth + self.functions[function.index()].height <= DEEPEST
    }

    /// Whether a table may be looked up so deep.
    pub fn may_look_up(&self, table: TableId, depth: u32) -> bool {
        depth + self.tables[table.index()].height <= DEEPEST
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
            let below = match expr {
                Expr::Call(function, _) => self.functions[function.index()],
                Expr::Lookup(table, _) => Cost {
                    size: 0,
                    ..self.tables[table.index()]
                },
                _ => Cost::default(),
            };
            let called = matches!(expr, Expr::Call(..) | Expr::Lookup(..));
            cost.calls = cost.calls.max(below.calls + u32::from(called));
            cost.height = cost.height.max(depth + own + below.height);
            cost.size = cost.size.saturating_add(1);
            if below.size <= SMALL {
                cost.size = cost.size.saturating_add(below.size);
            }
            open.extend(parts(expr).into_iter().map(|part| (part, depth + 1)));
        }
        cost
    }
}

/// Whether an expression has no parts.
pub fn is_leaf(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_)
        | Expr::Text(_)
        | Expr::Local(_)
        | Expr::Option(_)
        | Expr::Counter(_)
        | Expr::Now => true,
        Expr::Attribute { .. }
        | Expr::Not(_)
        | Expr::And(_)
        | Expr::Or(_)
        | Expr::OrElse(_)
        | Expr::Negate(_)
        | Expr::Equal(..)
        | Expr::NotEqual(..)
        | Expr::Less(..)
        | Expr::LessOrEqual(..)
        | Expr::Plus(..)
        | Expr::Minus(..)
        | Expr::Times(..)
        | Expr::Divide { .. }
        | Expr::Mod(..)
        | Expr::Higher(..)
        | Expr::Lower(..)
        | Expr::If(..)
        | Expr::Missing(_)
        | Expr::Call(..)
        | Expr::Lookup(..)
        | Expr::Query(_) => false,
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

/// What an expression needs, by number.
fn needs(rules: &Ruleset, start: ExprId, visit: &mut dyn FnMut(usize)) {
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let expr = &rules.exprs[id.index()];
        match expr {
            Expr::Call(function, _) => visit(function.index()),
            Expr::Lookup(table, _) => visit(rules.functions.len() + table.index()),
            _ => {}
        }
        open.extend(parts(expr));
    }
}
