//! Which part of a condition fails, in the definitions that it calls, and what that part looks at.

use std::collections::BTreeSet;

use crate::ruleset::{Expr, ExprId, IN_PLAY, KindId, MISSING, Ruleset, Slot, Type, Value, walk};
use crate::run::Scene;

/// Into how many definitions, each called by the one before, a condition is followed.
const DEEPEST: usize = 16;

/// How many further names a condition may need for what it looks through.
pub const ROOM: usize = 64;

/// A condition that is not so, and the names with which it is evaluated.
pub struct Failing<'r> {
    pub rules: &'r Ruleset,
    /// The part of it that fails, as far as it is known.
    pub expr: ExprId,
    pub names: Vec<Value>,
}

impl Failing<'_> {
    fn value(&self, expr: ExprId, scene: &mut Scene<'_>) -> Value {
        scene.value_of(expr, &self.names).unwrap_or(MISSING)
    }

    /// Whether it would not be so either if all that it names were in play.
    pub fn fails_in_play(&self, scene: &mut Scene<'_>) -> bool {
        let parts = match &self.rules.exprs[self.expr.index()] {
            Expr::And(parts) => &parts[..],
            _ => &[],
        };
        let mut parts = parts.iter().filter(|&&part| !is_in_play(self.rules, part));
        parts.any(|&part| self.value(part, scene) != 1)
    }

    /// Goes to the part that fails.
    pub fn narrow(&mut self, scene: &mut Scene<'_>) {
        self.expr = failing(self.rules, self.expr, &mut |one| self.value(one, scene));
    }

    /// Goes to the first part that is so, of a condition that is so because one of its parts is.
    pub fn narrow_held(&mut self, scene: &mut Scene<'_>) {
        if let Expr::Or(parts) = &self.rules.exprs[self.expr.index()] {
            let held = parts.iter().find(|&&part| self.value(part, scene) == 1);
            self.expr = held.copied().unwrap_or(self.expr);
        }
    }

    /// Goes into the definitions of yes or no of which the part is a call, to the part that fails there.
    pub fn enter(&mut self, scene: &mut Scene<'_>) {
        for _ in 0..DEEPEST {
            let Expr::Call(id, arguments) = &self.rules.exprs[self.expr.index()] else {
                return;
            };
            let function = &self.rules.functions[id.index()];
            if function.declared.ty != Type::YesNo {
                return;
            }
            let given = arguments.iter().map(|&one| self.value(one, scene));
            let mut names: Vec<Value> = given.collect();
            names.resize(usize::from(function.locals) + ROOM, MISSING);
            (self.expr, self.names) = (function.body, names);
            self.narrow(scene);
        }
    }

    /// What an expression looks at: what definitions give that are neither yes nor no, and the attributes that it reads besides.
    pub fn looked_at(
        &self,
        expr: ExprId,
        scene: &mut Scene<'_>,
        given: &mut Vec<(ExprId, Value)>,
        read: &mut BTreeSet<(KindId, u32, Slot)>,
    ) {
        let at = &self.rules.exprs[expr.index()];
        match at {
            Expr::Call(id, _) if self.rules.functions[id.index()].declared.ty != Type::YesNo => {
                given.push((expr, self.value(expr, scene)));
            }
            // In them names stand for others.
            Expr::Query(..) | Expr::Call(..) => read.extend(scene.reads_of(expr, &self.names)),
            _ => {
                let parts = walk::parts(at);
                if parts.is_empty() || matches!(at, Expr::Attribute { .. }) {
                    read.extend(scene.reads_of(expr, &self.names));
                }
                for part in parts {
                    self.looked_at(part, scene, given, read);
                }
            }
        }
    }
}

/// The part that fails of a condition that is not so: the first of several that all have to be so.
fn failing(rules: &Ruleset, all: ExprId, is: &mut dyn FnMut(ExprId) -> Value) -> ExprId {
    match &rules.exprs[all.index()] {
        Expr::And(parts) => match parts.iter().find(|&&part| is(part) != 1) {
            Some(&part) => failing(rules, part, is),
            None => all,
        },
        _ => all,
    }
}

/// Whether an expression asks whether a record is in play.
pub fn is_in_play(rules: &Ruleset, expr: ExprId) -> bool {
    matches!(rules.exprs[expr.index()], Expr::Call(id, _) if rules.functions[id.index()].name == IN_PLAY)
}
