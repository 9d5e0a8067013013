//! Which rolls and answers of a run what statements wrote hung on: those last given before on which the statements [can hang](crate::analysis::Influences).

use std::collections::BTreeSet;

use super::Story;
use crate::analysis::{Influences, InputOf, StatementIndex};
use crate::journal::{CellWrite, What};
use crate::ruleset::{Expr, ExprId, KindId, MISSING, Slot, Value};

impl Story<'_> {
    /// The index of the statements of the rules, made where it is first asked for.
    pub(super) fn statements(&self) -> &StatementIndex {
        let rules = self.names.rules;
        self.statements.get_or_init(|| StatementIndex::new(rules))
    }

    /// The rolls and answers on which statements that wrote an attribute hung, by their entries, the last of each, a pool as a whole: of those among `given`. `None`: the statements are not known.
    pub(super) fn given_for(&self, writes: &[&CellWrite], given: &[usize]) -> Option<Vec<usize>> {
        let mut found = BTreeSet::new();
        for write in writes {
            let influences = self.influences(write, false)?;
            let before = |entry: &&usize| **entry < write.written;
            let last = |of: InputOf, before: usize| {
                let mut given = given.iter().rev();
                given.find(|&&entry| entry < before && self.input(entry) == Some(of))
            };
            for &input in &influences.inputs {
                found.extend(last(input, write.written).filter(before).copied());
            }
            // What an attribute keeps of which it read the value.
            for &read in &influences.reads {
                let kept = self.cell(read, write).and_then(|cell| {
                    let mut all = self.background.writes.iter();
                    all.rfind(|one| one.cell == cell && one.entry < write.written)
                });
                let Some((kept, at)) = kept.and_then(|kept| Some((kept, kept.at?))) else {
                    continue;
                };
                for input in self.statements().inputs_at(at) {
                    found.extend(last(input, kept.entry + 1).copied());
                }
            }
        }
        let all = found.into_iter().flat_map(|entry| self.thrown_with(entry));
        Some(all.collect())
    }

    /// A roll with those that the same person made for the same right before it, as the dice of a pool that are rolled one by one; in their order.
    /// Of another entry that one alone.
    pub(super) fn thrown_with(&self, last: usize) -> Vec<usize> {
        let entries = &self.journal.entries;
        let mut all = vec![last];
        let What::Rolled { who, purpose, .. } = entries[last].what else {
            return all;
        };
        let rules = self.names.rules;
        for (number, entry) in entries[..last].iter().enumerate().rev() {
            match entry.what {
                What::Rolled {
                    who: other,
                    purpose: of,
                    ..
                } if (other, of) == (who, purpose) && entry.cause == entries[last].cause => {
                    all.push(number);
                }
                // The faces are counted as they come.
                What::Changed { kind, slot, .. } => {
                    let attribute = &rules.kinds[kind.index()].attributes[usize::from(slot)];
                    if !attribute.name.starts_with(rules.word(purpose)) {
                        break;
                    }
                }
                _ => break,
            }
        }
        all.reverse();
        all
    }

    /// The rolls and answers on which what statements wrote can hang, in whatever way. `None`: the statements are not known.
    pub(super) fn can_hang_on(&self, writes: &[&CellWrite]) -> Option<BTreeSet<InputOf>> {
        let mut found = BTreeSet::new();
        for write in writes {
            found.extend(self.influences(write, true)?.inputs);
        }
        Some(found)
    }

    fn influences(&self, write: &CellWrite, at_last: bool) -> Option<Influences> {
        let (kind, _, slot) = write.cell;
        let of = (write.at?, (kind, slot));
        Some(self.statements().influences(self.names.rules, of, at_last))
    }

    /// What is given in an entry.
    pub(super) fn input(&self, entry: usize) -> Option<InputOf> {
        match self.journal.entries.get(entry)?.what {
            What::Asked { question, .. } => Some(InputOf::Answer(question)),
            What::Rolled { purpose, .. } => Some(InputOf::Roll(purpose)),
            _ => None,
        }
    }

    /// Which attribute of which record an expression read where a statement wrote something, as far as names and attributes lead to it.
    fn cell(&self, read: ExprId, write: &CellWrite) -> Option<(KindId, u32, Slot)> {
        let Expr::Attribute { kind, of, slot } = self.names.rules.exprs[read.index()] else {
            return None;
        };
        let record = u32::try_from(self.read(of, write)?).ok()?;
        Some((kind, record, slot))
    }

    fn read(&self, expr: ExprId, write: &CellWrite) -> Option<Value> {
        let value = match &self.names.rules.exprs[expr.index()] {
            Expr::Const(value) => *value,
            Expr::Local(name) => *write.names.get(usize::from(*name))?,
            Expr::Attribute { .. } => {
                let (kind, record, slot) = self.cell(expr, write)?;
                self.attribute(kind, record, slot, write.written.saturating_sub(1))?
            }
            _ => return None,
        };
        (value != MISSING).then_some(value)
    }
}
