//! Where a run stands at a roll: forgets attributes on which its course does not depend any more, and what acts hold to which nothing leads any
//! more. Only for those who ask how runs go on, as in `forget`.

use std::collections::BTreeMap;

use super::acts::MADE;
use super::forget::At;
use super::memory::{ActMemory, Memory, Pending};
use crate::ruleset::{KindId, Local, MISSING, Slot, Value};

/// Where acts can be named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActsNamed {
    /// the attributes whose values are acts
    pub attributes: Vec<(KindId, Slot)>,
    /// whether bodies are carried out for one act after the other
    pub one_by_one: bool,
    /// for statements, how many names their body has, and those that can stand for an act and may be read again where a run stands in them
    pub names: BTreeMap<At, (Local, Box<[Local]>)>,
}

impl Memory {
    /// Forgets these attributes of all records, but those for which something has been gathered.
    pub fn forget_attributes(&mut self, attributes: &[(KindId, Slot)]) {
        for &(kind, slot) in attributes {
            let mut gathered = self.changes.iter();
            if !gathered.any(|change| (change.kind, change.slot) == (kind, slot)) {
                let records = &mut self.state.records[kind.index()];
                (0..records.count()).for_each(|record| records.set(record, slot, MISSING));
            }
        }
    }

    /// Forgets what acts hold to which nothing leads any more. Their numbers stay taken.
    pub fn forget_unreached_acts(&mut self) {
        let Some(reached) = self.reached_acts() else {
            return;
        };
        let width = self.line.width;
        for (act, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
            self.state.records[KindId::ACT.index()].blank(act as u32);
            self.acts[act] = ActMemory::default();
            self.journal.acts[act].declaration = None;
            if let Some(last) = self.line.last.get_mut(act * width..(act + 1) * width) {
                last.fill(0);
            }
        }
        (self.line.asked).retain(|asked| reached.get(asked.0 as usize).is_some_and(|it| *it));
    }

    /// Which acts something leads to: those that can still happen, and all that these, names, other records and what is still to be answered
    /// name. Numbers that could be acts are taken for acts. Nothing where it is not known what can be named.
    fn reached_acts(&self) -> Option<Vec<bool>> {
        let mut search = Search {
            reached: vec![false; self.acts.len()],
            open: Vec::new(),
        };
        let lists = [&self.waiting, &self.state.live, &self.batch];
        lists
            .into_iter()
            .flatten()
            .for_each(|&act| search.reach(act.into()));
        let one_by_one = self.forgetting.acts_named.one_by_one;
        for &one in self
            .scratch
            .iter()
            .filter(|&one| one_by_one || one & MADE != 0)
        {
            search.reach((one & !MADE).into());
        }
        for pending in self.queue.iter().chain(&self.answering) {
            match *pending {
                Pending::Act(act, ..) | Pending::Joins(act, ..) => search.reach(act.into()),
                Pending::Event(_, values) => {
                    self.journal
                        .values(values)
                        .iter()
                        .for_each(|&value| search.reach(value));
                }
            }
        }
        for change in &self.changes {
            search.reach(change.record.into());
            search.reach(change.value);
        }
        let used = self.used.all().iter().flat_map(|used| &used.values);
        used.for_each(|&value| search.reach(value));
        self.reach_by_names(&mut search)?;
        let attributes = &self.forgetting.acts_named.attributes;
        for &(kind, slot) in attributes.iter().filter(|one| one.0 != KindId::ACT) {
            let records = &self.state.records[kind.index()];
            (0..records.count()).for_each(|record| search.reach(records.get(record, slot)));
        }
        while let Some(act) = search.open.pop() {
            for &(_, slot) in attributes.iter().filter(|one| one.0 == KindId::ACT) {
                search.reach(self.state.records[KindId::ACT.index()].get(act, slot));
            }
        }
        Some(search.reached)
    }

    /// Reaches the acts that names stand for; all bodies must be known in which the run stands.
    fn reach_by_names(&self, search: &mut Search) -> Option<()> {
        let values = &self.frames.values;
        let (mut from, mut inner) = (values.len(), None);
        for &(at, base) in &self.stopped {
            // Of each body the innermost statement comes first.
            if inner.replace(base) == Some(base) {
                continue;
            }
            let (locals, acts) = self.forgetting.acts_named.names.get(&at)?;
            if base + usize::from(*locals) != from {
                return None;
            }
            from = base;
            acts.iter()
                .for_each(|&name| search.reach(values[base + usize::from(name)]));
        }
        (from == 0).then_some(())
    }
}

struct Search {
    reached: Vec<bool>,
    open: Vec<u32>,
}

impl Search {
    fn reach(&mut self, act: Value) {
        let place = usize::try_from(act).ok();
        if let Some(reached) = place.and_then(|place| self.reached.get_mut(place))
            && !std::mem::replace(reached, true)
        {
            self.open.push(act as u32);
        }
    }
}
