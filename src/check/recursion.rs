//! Nothing may need itself: no definition, no table, no procedure, no condition of being in play, not even by way of others.

use super::Checker;
use super::by_kind::ByKind;
use super::cycles;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{each_effect, each_effect_of_expr};
use crate::ruleset::{Block, Callee, Effect, ExprId, FunctionId};
use crate::syntax::ast::Name;

/// Says which definitions, tables, procedures and conditions of being in play need themselves.
pub(super) fn check(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let graph = RecursionGraph {
        checker,
        lets: by_kind.lets.len(),
        tables: by_kind.tables.len(),
        procedures: by_kind.procedures.len(),
    };
    let edges = graph.edges();
    let in_play: Vec<Name> = (checker.names.in_play.values())
        .map(|function| {
            let hidden = &checker.out.hidden[function.index() - graph.lets];
            Name {
                text: hidden.name.clone(),
                span: hidden.parameters[0].span,
            }
        })
        .collect();
    let names: Vec<&Name> = by_kind
        .lets
        .iter()
        .map(|(_, def)| &def.name)
        .chain(by_kind.tables.iter().map(|(_, def)| &def.name))
        .chain(by_kind.procedures.iter().map(|(_, def)| &def.name))
        .chain(&in_play)
        .collect();
    for cycle in cycles::cycles(&edges) {
        checker.diagnostics.push(complaint(&cycle, &names));
    }
}

struct RecursionGraph<'a> {
    checker: &'a Checker,
    lets: usize,
    tables: usize,
    procedures: usize,
}

impl RecursionGraph<'_> {
    /// Definitions first, then tables, then procedures, then conditions of being in play.
    fn edges(&self) -> Vec<Vec<usize>> {
        let rules = &self.checker.rules;
        let functions = rules.functions.iter().map(|function| {
            let mut edges = Vec::new();
            self.expr(function.body, &mut edges);
            edges
        });
        // Those that read attributes with a key call nothing.
        let tables = rules.tables.iter().take(self.tables).map(|table| {
            let mut edges = Vec::new();
            for row in &table.rows {
                row.value
                    .iter()
                    .for_each(|&value| self.expr(value, &mut edges));
                self.block(&row.body, &mut edges);
            }
            edges
        });
        // What comes before turns is called by phases alone.
        let procedures = rules.procedures.iter().take(self.procedures);
        let procedures = procedures.map(|procedure| {
            let mut edges = Vec::new();
            self.block(&procedure.body, &mut edges);
            edges
        });
        let in_play = self.checker.names.in_play.values().map(|function| {
            let mut edges = Vec::new();
            let hidden = &self.checker.out.hidden[function.index() - self.lets];
            self.expr(hidden.body, &mut edges);
            edges
        });
        (functions.chain(tables).chain(procedures))
            .chain(in_play)
            .collect()
    }

    fn expr(&self, root: ExprId, edges: &mut Vec<usize>) {
        each_effect_of_expr(&self.checker.out.exprs, root, &mut |effect| {
            edges.extend(self.called(effect));
        });
    }

    fn block(&self, block: &Block, edges: &mut Vec<usize>) {
        each_effect(block, &mut |effect| edges.extend(self.called(effect)));
    }

    /// The definition, table or procedure that is called. Others are no authors' own, or cannot be called.
    fn called(&self, effect: Effect<'_>) -> Option<usize> {
        match effect {
            Effect::Calls(Callee::Function(function), _) => {
                let is_it = |hidden: &FunctionId| *hidden == function;
                match function.index() < self.lets {
                    true => Some(function.index()),
                    false => (self.checker.names.in_play.values())
                        .position(is_it)
                        .map(|place| self.lets + self.tables + self.procedures + place),
                }
            }
            Effect::Calls(Callee::Values(table) | Callee::Rows(table), _) => {
                (table.index() < self.tables).then(|| self.lets + table.index())
            }
            Effect::Calls(Callee::Procedure(procedure), _) => (procedure.index() < self.procedures)
                .then(|| self.lets + self.tables + procedure.index()),
            _ => None,
        }
    }
}

fn complaint(cycle: &[usize], names: &[&Name]) -> Diagnostic {
    let error = |first: usize| {
        let others = if cycle.len() > 1 {
            ", by way of others"
        } else {
            ""
        };
        let message = format!("`{}` needs itself{others}", names[first].text);
        let help = "break the circle: keep a value in an attribute, or use `repeat while`";
        let help = match cycle {
            [_] => format!("{help}; what is replaced is gone, so write out what it said"),
            _ => help.to_owned(),
        };
        Diagnostic::error(Code::Recursion, names[first].span, message).help(help)
    };
    let needs = |next: usize| format!("needs `{}`", names[next].text);
    cycles::complaint(cycle, |node| names[node].span, error, needs)
}
