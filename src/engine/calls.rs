//! Bodies that statements carry out by name, in frames of their own: procedures, and rows of tables.

use super::fault::{FaultKind, Outcome};
use super::run::{Body, Flow, Run};
use crate::journal::What;
use crate::ruleset::{ExprId, ProcedureId, TableId, Value};
use crate::source::Span;

impl<'a> Run<'a, '_> {
    /// Carries out a procedure in a frame of its own.
    pub fn procedure_call(
        &mut self,
        procedure: ProcedureId,
        arguments: &'a [ExprId],
        body: Body,
    ) -> Outcome<Flow> {
        let rules = self.rules;
        self.m.exercised.procedures[procedure.index()] = true;
        let procedure = &rules.procedures[procedure.index()];
        let again = self.m.cursor.again();
        let base = self.open_frame(procedure.locals);
        if !again {
            for (index, &argument) in arguments.iter().enumerate() {
                self.m.frames.values[base + index] = self.value(argument, body.base)?;
            }
        }
        let flow = self.block(
            &procedure.body,
            Body {
                base,
                declared: body.declared,
                cause: Some(procedure.item),
            },
        )?;
        self.close_frame(base);
        Ok(flow)
    }

    /// Carries out the row of a table that stands for a key.
    pub fn consult(
        &mut self,
        table: TableId,
        arguments: &'a [ExprId],
        key: ExprId,
        span: Span,
        body: Body,
    ) -> Outcome<Flow> {
        let rules = self.rules;
        let id = table;
        let table = &rules.tables[table.index()];
        let again = self.m.cursor.again();
        let base = self.open_frame(table.locals);
        let mut row = 0;
        if !again {
            for (index, &argument) in arguments.iter().enumerate() {
                self.m.frames.values[base + index] = self.value(argument, body.base)?;
            }
            let key = self.number(key, body.base)?;
            self.m.frames.values[base + arguments.len()] = key;
            let is_meant = |&(from, to): &(Value, Value)| from <= key && key <= to;
            let found = (table.rows.iter()).position(|row| row.keys.iter().any(is_meant));
            let Some(found) = found else {
                return Err(FaultKind::NoRow(key).at(span).into());
            };
            row = found;
            self.m.exercised.rows[id.index()][row] = true;
            self.write(
                Some(table.item),
                What::Consulted {
                    table: id,
                    row: row as u32,
                    key,
                },
            )?;
        }
        let row = self.m.cursor.enter([row as Value]).at[0] as usize;
        let flow = self.block(
            &table.rows[row].body,
            Body {
                base,
                declared: body.declared,
                cause: Some(table.item),
            },
        )?;
        self.m.cursor.leave::<1>();
        self.close_frame(base);
        Ok(flow)
    }
}
