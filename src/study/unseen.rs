//! Statements of a batch that look for what was declared in the same batch: it comes into the line when the batch is over, so they do not find it.

use std::collections::BTreeSet;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{blocks_within, each_expr_reached, statement_roots};
use crate::ruleset::{Block, Expr, ExprId, KindId, Ruleset, Statement, StatementKind};
use crate::source::Span;

/// Warnings about all actions that look for acts declared in one of their stages.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let in_batches = rules.actions.iter().filter(|action| !action.at_once);
    let seeking = in_batches.filter_map(|action| {
        let (declared, place) = action.stages.iter().find_map(|stage| {
            let mut reading = Reading {
                rules,
                called: BTreeSet::new(),
                declared: None,
                deep: 0,
            };
            reading.block(&stage.body)
        })?;
        let message = "what is declared while this act is carried out is not seen here";
        let warning = Diagnostic::warning(Code::UnseenInBatch, place, message)
            .also(declared, "it is declared here")
            .help(format!(
                "it comes into the line when the batch is over: look for it in a trigger, `when {} a resolves`",
                action.name
            ));
        Some(Finding {
            warning,
            item: action.item,
            other: None,
        })
    });
    seeking.collect()
}

/// How many blocks are read one within the other; what stands deeper is not looked at.
const MOST_BLOCKS: u32 = 128;

/// The reading of a stage, in the order of its statements.
struct Reading<'r> {
    rules: &'r Ruleset,
    /// the procedures that have been read
    called: BTreeSet<usize>,
    /// where something was declared
    declared: Option<Span>,
    /// how many blocks are being read, one within the other
    deep: u32,
}

impl Reading<'_> {
    /// Where something is declared, and where it is looked for behind that, if it is.
    fn block(&mut self, block: &[Statement]) -> Option<(Span, Span)> {
        if self.deep == MOST_BLOCKS {
            return None;
        }
        self.deep += 1;
        let found = block.iter().find_map(|statement| self.statement(statement));
        self.deep -= 1;
        found
    }

    fn statement(&mut self, statement: &Statement) -> Option<(Span, Span)> {
        if let Some(declared) = self.declared {
            let mut seeks = matches!(
                statement.kind,
                StatementKind::Each {
                    kind: KindId::ACT,
                    ..
                }
            )
            .then_some(statement.span);
            statement_roots(&statement.kind, &mut |root| {
                if seeks.is_none() && looks_at_acts(self.rules, root) {
                    seeks = Some(self.rules.expr_spans[root.index()]);
                }
            });
            if let Some(place) = seeks {
                return Some((declared, place));
            }
        }
        match &statement.kind {
            StatementKind::Declare { .. } => self.declared = Some(statement.span),
            StatementKind::Do { procedure, .. } if self.called.insert(procedure.index()) => {
                let body: &Block = &self.rules.procedures[procedure.index()].body;
                return self.block(body);
            }
            StatementKind::Consult { table, .. } => {
                let mut rows = self.rules.tables[table.index()].rows.iter();
                return rows.find_map(|row| self.block(&row.body));
            }
            StatementKind::If { .. }
            | StatementKind::Each { .. }
            | StatementKind::Repeat { .. } => {
                return blocks_within(&statement.kind).find_map(|block| self.block(block));
            }
            StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Subtract { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Ask { .. }
            | StatementKind::RefuseDeclarations { .. }
            | StatementKind::Refuse { .. }
            | StatementKind::Does { .. }
            | StatementKind::Cancel { .. }
            | StatementKind::Resolve { .. }
            | StatementKind::Raise { .. }
            | StatementKind::Do { .. }
            | StatementKind::New { .. }
            | StatementKind::Phase(_)
            | StatementKind::Leave(_)
            | StatementKind::EndCombat { .. }
            | StatementKind::Note(_) => {}
        }
        None
    }
}

/// Whether an expression asks about the acts of the line, itself or in a definition.
fn looks_at_acts(rules: &Ruleset, root: ExprId) -> bool {
    let mut found = false;
    each_expr_reached(rules, root, &mut |expr| {
        found |= matches!(expr, Expr::Query(query) if query.kind == KindId::ACT);
    });
    found
}
