//! Where a run stands at a roll: forgets what acts hold to which nothing leads any more. Only for those who ask how runs go on, as in `forget`.

use super::Machine;
use super::acts::MADE;
use super::state::{Act, Pending};
use crate::analysis::ActsNamed;
use crate::ruleset::index::{Idx, to_record};
use crate::ruleset::{KindId, MISSING, Value};

impl Machine<'_> {
    /// Forgets what acts hold to which nothing leads any more, where acts can be named as
    /// [`Forgetting::acts_named`](super::Forgetting::acts_named) says and by nothing else. Their numbers stay taken.
    pub(crate) fn collect_unreachable_acts(&mut self) {
        let Some(abstraction) = self.exploration.abstraction.take() else {
            return;
        };
        let reached = self.reached_acts(&abstraction.acts_named);
        self.exploration.abstraction = Some(abstraction);
        let Some(reached) = reached else {
            return;
        };
        let state = &mut self.state;
        let width = state.line.width;
        for (act, _) in (0..).zip(&reached).filter(|(_, reached)| !**reached) {
            state.tables[KindId::ACT.index()].row_mut(act).fill(MISSING);
            state.acts[act] = Act::default();
            let own = act.index() * width;
            if let Some(last) = state.line.last.get_mut(own..own + width) {
                last.fill(0);
            }
        }
        (state.line.asked).retain(|asked| reached.get(asked.0.index()).is_some_and(|it| *it));
    }

    /// Which acts something leads to: those that can still happen, and all that these, names, other records and what is still to be answered
    /// name. Numbers that could be acts are taken for acts. Nothing where it is not known what can be named.
    fn reached_acts(&mut self, named: &ActsNamed) -> Option<Vec<bool>> {
        let mut search = ActSearch {
            reached: vec![false; self.state.acts.len()],
            open: Vec::new(),
        };
        self.reach_by_names(named, &mut search)?;
        let state = &self.state;
        let lists = [&state.waiting, &state.live, &state.batch];
        let all = lists.into_iter().flatten().chain(&state.declared);
        all.for_each(|&act| search.reach(act.into()));
        for &one in (state.records.iter()).filter(|&one| named.one_by_one || one & MADE != 0) {
            search.reach((one & !MADE).into());
        }
        for pending in &state.queue {
            match pending {
                Pending::Act(act, ..) | Pending::Joins(act, ..) => search.reach((*act).into()),
                Pending::Event(_, values) => values.iter().for_each(|&value| search.reach(value)),
            }
        }
        for change in &state.changes {
            search.reach(change.record.into());
            search.reach(change.value);
        }
        let used = state.used.all().iter().flat_map(|used| &used.values);
        used.for_each(|&value| search.reach(value));
        let attributes = &named.attributes;
        for &(kind, slot) in attributes.iter().filter(|one| one.0 != KindId::ACT) {
            let table = &state.tables[kind.index()];
            (0..table.count()).for_each(|record| search.reach(table.get(record, slot)));
        }
        while let Some(act) = search.open.pop() {
            for &(_, slot) in attributes.iter().filter(|one| one.0 == KindId::ACT) {
                search.reach(state.tables[KindId::ACT.index()].get(act, slot));
            }
        }
        Some(search.reached)
    }

    /// Reaches the acts that names stand for, and those that are given to what answers them; it must be known for all bodies in which the run
    /// stands.
    fn reach_by_names(&mut self, named: &ActsNamed, search: &mut ActSearch) -> Option<()> {
        for number in 0..self.bodies() {
            let standing = self.standing(number);
            let body = self.image.bodies[standing.body];
            if body.item.is_some() && body.names > 0 {
                let within = self.statements_at(standing.at);
                let names = named.names.get(within.first()?)?;
                let registers = &self.state.registers[standing.base..];
                (names.iter()).for_each(|&name| search.reach(registers[usize::from(name)]));
            } else {
                let given = usize::from(self.exploration.acts_given[standing.body]);
                let given = &self.state.registers[standing.base..][..given];
                given.iter().for_each(|&value| search.reach(value));
            }
        }
        Some(())
    }
}

struct ActSearch {
    reached: Vec<bool>,
    open: Vec<u32>,
}

impl ActSearch {
    fn reach(&mut self, act: Value) {
        let place = usize::try_from(act).ok();
        if let Some(reached) = place.and_then(|place| self.reached.get_mut(place))
            && !std::mem::replace(reached, true)
        {
            self.open.push(to_record(act));
        }
    }
}
