//! How large definitions are, those included that are inlined in them: what decides whether a call is inlined.

use crate::ruleset::walk::parts;
use crate::ruleset::{Expr, ExprId, FunctionId, Ruleset};

/// The largest definition that is inlined, in expressions.
const LARGEST_INLINED: u32 = 96;

/// The sizes of all definitions.
#[derive(Debug)]
pub(super) struct Sizes(Vec<u32>);

impl Sizes {
    /// Works them out. A definition that needs itself, as only rules that were never checked have one, is never inlined.
    pub fn of(rules: &Ruleset) -> Self {
        let mut sizes = Sizes(vec![u32::MAX; rules.functions.len()]);
        let mut seen = vec![false; rules.functions.len()];
        let mut open: Vec<usize> = (0..seen.len()).collect();
        while let Some(&function) = open.last() {
            let body = rules.functions[function].body;
            if !std::mem::replace(&mut seen[function], true) {
                each_call(rules, body, &mut |callee| {
                    if !seen[callee.index()] {
                        open.push(callee.index());
                    }
                });
                continue;
            }
            open.pop();
            if sizes.0[function] == u32::MAX {
                sizes.0[function] = sizes.of_expr(rules, body);
            }
        }
        sizes
    }

    /// Nothing is inlined.
    pub fn none(rules: &Ruleset) -> Self {
        Sizes(vec![u32::MAX; rules.functions.len()])
    }

    /// Whether calls of a definition are inlined.
    pub fn is_inlined(&self, function: FunctionId) -> bool {
        self.0[function.index()] <= LARGEST_INLINED
    }

    fn of_expr(&self, rules: &Ruleset, start: ExprId) -> u32 {
        let (mut size, mut open) = (0_u32, vec![start]);
        while let Some(id) = open.pop() {
            let expr = &rules.exprs[id.index()];
            size = size.saturating_add(1);
            if let Expr::Call(function, _) = expr
                && self.is_inlined(*function)
            {
                size = size.saturating_add(self.0[function.index()]);
            }
            if size > LARGEST_INLINED {
                return u32::MAX;
            }
            open.extend(parts(expr));
        }
        size
    }
}

fn each_call(rules: &Ruleset, start: ExprId, visit: &mut dyn FnMut(FunctionId)) {
    crate::ruleset::walk::each_expr(&rules.exprs, start, &mut |expr| {
        if let Expr::Call(function, _) = expr {
            visit(*function);
        }
    });
}
