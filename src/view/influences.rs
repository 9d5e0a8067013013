//! Which rolls and answers of a run what statements wrote hung on: those last given before on which the statements [can hang](crate::analysis::Influences), and those on
//! which the attributes hung that they looked at.

use std::collections::BTreeSet;

use super::Story;
use super::past::{PastCell, PastWorld};
use crate::analysis::{Influences, InputOf, StatementIndex, names_read, read_for_value};
use crate::journal::{CellWrite, What};
use crate::ruleset::index::to_short;
use crate::ruleset::{ExprId, KindId, Type};
use crate::source::Span;

/// Through how many attributes it is followed what a statement hung on.
const FURTHEST: usize = 4;

impl Story<'_> {
    /// The index of the statements of the rules, made where it is first asked for.
    pub(super) fn statements(&self) -> &StatementIndex {
        let rules = self.names.rules;
        self.statements.get_or_init(|| StatementIndex::new(rules))
    }

    /// The rolls and answers on which statements that wrote an attribute hung, by their entries, of each the last, a pool as a whole. `None`: the statements are not known.
    pub(super) fn hung_on(&self, writes: &[&CellWrite]) -> Option<BTreeSet<usize>> {
        let mut found = BTreeSet::new();
        let mut open = Vec::new();
        for write in writes {
            open.push((*write, self.influences(write, false)?, 0));
        }
        let mut seen = BTreeSet::new();
        while let Some((write, influences, far)) = open.pop() {
            for &input in &influences.inputs {
                found.extend(self.given_last(input, write));
            }
            for cell in self.looked_at(write, &influences, far == 0) {
                let is_own = writes.iter().any(|write| write.cell == cell);
                if is_own || far == FURTHEST || !seen.insert((cell, write.written)) {
                    continue;
                }
                for kept in self.last_writes(cell, write.written) {
                    let its = self.influences(kept, false);
                    open.extend(its.map(|its| (kept, its, far + 1)));
                }
            }
        }
        let all = found.into_iter().flat_map(|entry| self.thrown_with(entry));
        Some(all.collect())
    }

    /// What was last given of a sort before a statement wrote something, since the present phase or batch began, for the same act or none.
    fn given_last(&self, of: InputOf, write: &CellWrite) -> Option<usize> {
        let entries = self.journal.entries.iter().take(write.written).enumerate();
        let since = entries.rev().take_while(|(_, entry)| {
            !matches!(
                entry.what,
                What::PhaseBegins { .. }
                    | What::PhaseEnds { .. }
                    | What::BatchBegins { .. }
                    | What::BatchEnds
            )
        });
        let act = write.by.map(|by| by.act);
        let mut its = since.map(|(at, _)| at);
        its.find(|&at| self.input(at) == Some(of) && self.in_hand(at).map(|by| by.0) == act)
    }

    /// The attributes on which a statement hung by what it looked at: those that make up the values that it wrote; of conditions, and of those in which records were looked for, those
    /// whose value before would have made it otherwise, and if it is wanted those that were set.
    fn looked_at(
        &self,
        write: &CellWrite,
        influences: &Influences,
        with_set: bool,
    ) -> BTreeSet<PastCell> {
        let rules = self.names.rules;
        let mut past = PastWorld::new(self, write.written.saturating_sub(1));
        let mut found = BTreeSet::new();
        let values = influences.values.iter().map(|&root| (root, true));
        let conditions = influences.conditions.iter().map(|&root| (root, false));
        for (root, is_value) in values.chain(conditions) {
            let (now, read) = past.look(root, &write.names);
            let by_value = is_value.then(|| read_for_value(rules, root));
            // Where an attribute is another record, what is asked of those at hand has nothing to do with it.
            let at_hand = names_read(rules, root);
            let is_at_hand = |last: &CellWrite| {
                let rule = rules.attribute(last.cell.0, last.cell.2);
                let mut names = at_hand.iter();
                !matches!(rule.declared.ty, Type::Record(_))
                    || names.any(|&name| write.names.get(usize::from(name)) == Some(&last.value))
            };
            found.extend(read.into_iter().filter(|&cell| {
                let is_read = |values: &BTreeSet<_>| values.contains(&(cell.0, cell.2));
                by_value.as_ref().is_some_and(is_read)
                    || self.last_writes(cell, write.written).iter().any(|last| {
                        with_set && !last.adds && is_at_hand(last)
                            || past.look_if(root, &write.names, cell, last.old) != now
                    })
            }));
        }
        // What a trigger responds to has changed.
        let told = influences.event.into_iter().flat_map(|event| {
            let record = write.names.first().map(|&record| u32::try_from(record));
            let kinds = (0..).zip(&self.names.rules.kinds);
            kinds.filter_map(move |(kind, of)| {
                let slot = (of.attributes.iter()).position(|one| one.told_by == Some(event))?;
                Some((KindId(kind), record?.ok()?, to_short(slot)))
            })
        });
        found.extend(told);
        found
    }

    /// Whether such conditions can have been as they must be for one of the writes of a statement, going by its names. What looks at attributes too may have been
    /// otherwise before.
    pub(super) fn can_have_held(
        &self,
        writes: &[&CellWrite],
        statement: Span,
        conditions: &[(ExprId, bool)],
    ) -> bool {
        let can_have = |write: &&&CellWrite| {
            let past = PastWorld::new(self, write.written.saturating_sub(1));
            conditions.iter().all(|&(root, holds)| {
                let (now, read) = past.look(root, &write.names);
                !read.is_empty() || now.is_none_or(|now| (now == 1) == holds)
            })
        };
        let mut its = writes.iter().filter(|write| write.at == Some(statement));
        conditions.is_empty() || its.any(|write| can_have(&write))
    }

    /// What statements wrote into an attribute that came into force last, by when so many entries were written.
    fn last_writes(&self, cell: PastCell, before: usize) -> Vec<&CellWrite> {
        let all = &self.background.writes;
        let end = all.partition_point(|write| write.entry < before);
        let mut its = all[..end].iter().rev().filter(|write| write.cell == cell);
        let Some(last) = its.next() else {
            return Vec::new();
        };
        let same = its.take_while(|write| write.entry == last.entry);
        std::iter::once(last).chain(same).collect()
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
}
