//! `each`: a body for each record that is meant. Which ones, and in which order, is settled before the first body runs.

use super::fault::Outcome;
use super::run::{Body, Flow, Run};
use super::state::World as _;
use crate::ruleset::{Block, ExprId, KindId, Value};

impl<'a> Run<'a, '_> {
    /// Each record that passes the filter, by its number or by a value. Which ones is settled before the first body runs.
    pub fn each(
        &mut self,
        kind: KindId,
        local: usize,
        filter: Option<ExprId>,
        order: Option<(ExprId, bool)>,
        inner: &'a Block,
        body: Body,
    ) -> Outcome<Flow> {
        let start = self.m.scratch.len();
        if !self.m.cursor.again() {
            self.gather(kind, local, filter, order, body.base)?;
        }
        let end = self.m.scratch.len();
        let [start, end, mut at] = (self.m.cursor)
            .enter([start as Value, end as Value, start as Value])
            .at;
        let mut flow = Flow::On;
        while flow == Flow::On && at < end {
            let record = self.m.scratch[at as usize];
            self.m.frames.values[body.base + local] = Value::from(record);
            flow = self.block(inner, body)?;
            at += 1;
            self.m.cursor.set([start, end, at]);
        }
        self.m.cursor.leave::<3>();
        self.m.scratch.truncate(start as usize);
        Ok(flow)
    }

    /// Puts the records that pass the filter on the stack, by their numbers or by a value.
    fn gather(
        &mut self,
        kind: KindId,
        local: usize,
        filter: Option<ExprId>,
        order: Option<(ExprId, bool)>,
        base: usize,
    ) -> Outcome<()> {
        self.m.quiet.reads_list(kind);
        let start = self.m.scratch.len();
        for place in 0..self.m.state.count(kind) {
            let record = self.m.state.nth(kind, place);
            self.m.frames.values[base + local] = Value::from(record);
            self.eval().step()?;
            if self.passes(filter, base)? {
                self.m.scratch.push(record);
            }
        }
        if let Some((value, highest_first)) = order {
            let first = self.m.sorting.len();
            for index in start..self.m.scratch.len() {
                let record = self.m.scratch[index];
                self.m.frames.values[base + local] = Value::from(record);
                let key = self.number(value, base)?;
                let key = if highest_first { -key } else { key };
                self.m.sorting.push((key, record));
            }
            let m = &mut *self.m;
            m.sorting[first..].sort_unstable();
            m.scratch.truncate(start);
            let sorted = m.sorting.drain(first..);
            m.scratch.extend(sorted.map(|(_, record)| record));
        }
        Ok(())
    }
}
