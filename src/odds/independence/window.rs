//! Acts are resolved where dice are open.
//!
//! While acts are resolved their order is not known. So each act is carried out by itself, as if it alone were in the line, and what any act, key, void
//! or condition reads is held against what the others change: where nothing of one is read by another, the order does not matter, and the keys that put
//! the acts in line are still those that counted when the first of them came.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::Mixed;
use super::course::{RunInProgress, RunPosition};
use crate::machine::{
    Cell, Cells, Halt, Noted, Notes, Resolving, UNSETTLED, WatchedRun, column_of, is_abstract,
};
use crate::ruleset::index::{Idx, to_amount, to_value};
use crate::ruleset::{ActMoment, ActPattern, Happening, MISSING, MOST, Type, Value};

/// How large numbers can be to which acts add in an order that is not known.
pub type AddendBounds = BTreeMap<Cell, i128>;

/// An act that waits, and what has become of it.
pub struct Waiting {
    pub actor: u32,
    /// where it waited: 0, 1 or abstract, as what follows
    pub waited: Value,
    /// where it goes on waiting
    pub waits: Value,
    /// where it was carried out
    pub acted: Value,
    /// what it is sorted by
    pub keys: Vec<Value>,
    /// among all that were ever in line
    pub rank: Value,
    has_stages: bool,
}

/// What acts have read and changed.
#[derive(Default)]
struct Window {
    /// what was read, and by which act if that was one
    read: Vec<(Option<u32>, Notes)>,
    changed: HashMap<Cell, ActChange, foldhash::fast::FixedState>,
    /// all that was changed
    cells: Cells,
}

/// A change that acts have made.
struct ActChange {
    by: u32,
    /// others have changed it too
    shared: bool,
    sets: bool,
    adds: bool,
    /// as large it can be, whatever order they come in
    most: i128,
}

/// Larger than any number.
const TOO_LARGE: i128 = 1 << 100;

impl RunInProgress<'_> {
    /// Resolves the acts that wait, as far as the condition is true.
    pub fn resolve(&mut self) -> Result<(), Mixed> {
        let resolving = self.machine.resolving();
        let resolving = resolving.ok_or(Mixed::Beyond("acts that are not there"))?;
        if resolving.acts.is_empty() {
            return Ok(());
        }
        let start = self.point();
        let before = self.longest;
        let mut window = Window::default();
        self.machine.note(true);
        self.exceptions(&start, &resolving)?;
        window.read.push((None, self.machine.note(true)));
        let waits = resolving.acts.iter();
        let waits = waits.map(|&act| (act, self.machine.is_waiting(act)));
        let waits: Vec<(u32, Value)> = waits.collect();
        self.window = Some(resolving.clone());
        let mut acts = Vec::with_capacity(waits.len());
        for &(act, waited) in &waits {
            acts.push(self.alone(act, waited, &resolving, &mut window)?);
        }
        self.window = None;
        self.machine.note(false);
        // A run can work out places anew after each of its batches.
        self.longest += (self.longest - before).saturating_mul(to_amount(acts.len()));
        self.charge(to_amount(acts.len()))?;
        window.is_independent()?;
        let left = waits.iter().zip(&acts).filter(|(_, act)| act.waits != 0);
        let left: Vec<(u32, Value)> = left.map(|(&(act, _), of)| (act, of.waits)).collect();
        self.machine.put_in_line(&left);
        self.rank(&mut acts)?;
        if self.is_cut(&acts, resolving.is_conditional)? {
            self.windows += 1;
        }
        self.note_firsts(&acts)
    }

    /// Resolves one act as if there were no other.
    fn alone(
        &mut self,
        act: u32,
        waited: Value,
        resolving: &Resolving,
        window: &mut Window,
    ) -> Result<Waiting, Mixed> {
        if self.machine.is_urgent(act) {
            return Err(Mixed::Beyond("an act that comes as the very next batch"));
        }
        self.machine.resolve_again(resolving);
        self.machine.leave_alone(act, waited, &window.cells);
        self.go_on()?;
        if !self.machine.is_at_end(&resolving.region) {
            return Err(Mixed::Beyond("an act that ends something"));
        }
        let waits = self.machine.is_waiting(act);
        if waits != 0 && self.machine.is_suspended(act) {
            return Err(Mixed::Beyond("an act that is void and goes on waiting"));
        }
        let (actor, action, stage) = self.machine.act(act);
        let stages = self.rules.actions[action.index()].stages.len();
        let (notes, keys, acted) = self.machine.leave_together();
        let has_stages = stages > 1;
        let can_be_missed = self.windows > 0 || has_stages;
        if can_be_missed
            && waits != waited
            && self.awaits_missed(|acts| {
                (0..=stage).any(|stage| acts.means(self.rules, action, stage))
            })
        {
            return Err(Mixed::Beyond("an act that can be missed"));
        }
        for noted in &notes.changes {
            self.note_change(act, noted, window)?;
        }
        window.read.push((Some(act), notes));
        Ok(Waiting {
            actor,
            waited,
            waits,
            acted,
            keys,
            rank: MISSING,
            has_stages,
        })
    }

    /// Whether a trigger waits for acts that are missed, some of which are meant.
    fn awaits_missed(&self, is_meant: impl Fn(&ActPattern) -> bool) -> bool {
        self.rules.triggers.iter().any(|trigger| match &trigger.on {
            Happening::Act { acts, moment } => *moment == ActMoment::Missed && is_meant(acts),
            Happening::Event(_) | Happening::Phase(..) => false,
        })
    }

    /// No exception may have a say, at whatever stage the acts are.
    fn exceptions(&mut self, start: &RunPosition, resolving: &Resolving) -> Result<(), Mixed> {
        let rules = self.rules;
        for (number, exception) in rules.exceptions.iter().enumerate() {
            for &a in &resolving.acts {
                for &b in resolving.acts.iter().filter(|&&b| b != a) {
                    let fits = |pattern: &ActPattern, act: u32| {
                        let (_, action, stage) = self.machine.act(act);
                        let stages = stage..rules.actions[action.index()].stages.len();
                        let is_last = stages.len() == 1;
                        let mut stages = stages;
                        (
                            stages.any(|stage| pattern.means(rules, action, stage)),
                            is_last,
                        )
                    };
                    let (first, second) = (fits(&exception.first, a), fits(&exception.second, b));
                    if !first.0 || !second.0 {
                        continue;
                    }
                    if !first.1 || !second.1 {
                        return Err(Mixed::Beyond("an exception about acts of several stages"));
                    }
                    if self.can_move(start, number, [a, b])? {
                        return Err(Mixed::Beyond("an exception that moves an act"));
                    }
                }
            }
        }
        self.machine.go_back(&start.snapshot);
        Ok(())
    }

    /// Whether an exception has a say about two acts in any outcome.
    fn can_move(
        &mut self,
        start: &RunPosition,
        exception: usize,
        acts: [u32; 2],
    ) -> Result<bool, Mixed> {
        let mut component = None;
        loop {
            let (count, columns) = component.map_or((1, Vec::new()), |component| {
                let count = self.components.outcomes(component).len();
                (count, self.components.columns_of(component))
            });
            let mut outcomes = 0..count;
            let found = loop {
                let Some(outcome) = outcomes.next() else {
                    break Ok(false);
                };
                self.charge(start.snapshot.size() / 16)?;
                self.machine.go_back(&start.snapshot);
                self.know(&columns, Some(outcome));
                match self.machine.is_moved(exception, acts) {
                    Ok(false) => {}
                    moved => break moved,
                }
            };
            self.know(&columns, None);
            match found {
                Ok(is_moved) => return Ok(is_moved),
                Err(WatchedRun::Halts(Halt::Wants(value))) => {
                    let other = self.components.component_of(value)?;
                    let other = other.ok_or(Mixed::Together)?;
                    component = Some(match component {
                        Some(component) => self.components.join(component, other)?,
                        None => other,
                    });
                }
                Err(WatchedRun::Halts(Halt::Beyond(why))) => return Err(Mixed::Beyond(why)),
                Err(_) => return Err(Mixed::Fault),
            }
        }
    }

    /// How large a value can be; what may be missing is too large to be added to.
    fn size(&mut self, value: Value) -> Result<i128, Mixed> {
        let size = |value: Value| match value {
            MISSING => TOO_LARGE,
            value => i128::from(value).abs(),
        };
        if !is_abstract(value) {
            return Ok(size(value));
        }
        self.components.component_of(value)?;
        let values = self.components.values(column_of(value)).iter();
        Ok(values.map(|&value| size(value)).max().unwrap_or(0))
    }

    /// Notes a change that an act has made. Where others change the same, only additions may meet additions, and they may not lead too far.
    fn note_change(&mut self, act: u32, noted: &Noted, window: &mut Window) -> Result<(), Mixed> {
        let was_unsettled = noted.old == UNSETTLED;
        let old = match was_unsettled {
            true => self.bounds.get(&noted.cell).copied().unwrap_or(TOO_LARGE),
            false => self.size(noted.old)?,
        };
        let own = self.size(noted.value)?;
        window.cells.insert(noted.cell);
        let changed = window.changed.entry(noted.cell).or_insert(ActChange {
            by: act,
            shared: was_unsettled,
            sets: false,
            adds: false,
            most: old,
        });
        changed.shared |= changed.by != act;
        let attribute = self.rules.attribute(noted.cell.0, noted.cell.2);
        if noted.adds && matches!(attribute.declared.ty, Type::Set(_)) {
            return Err(Mixed::Beyond(
                "records that are added to others by acts that are looked at one by one",
            ));
        }
        changed.adds |= noted.adds;
        changed.sets |= !noted.adds;
        changed.most = match noted.adds {
            true => changed.most + own,
            false => changed.most.max(own),
        };
        if !changed.shared {
            return Ok(());
        }
        if changed.adds && changed.sets {
            return Err(Mixed::Together);
        }
        if noted.adds && changed.most > i128::from(MOST)
            || own == TOO_LARGE && !attribute.declared.optional
        {
            return Err(Mixed::Fault);
        }
        self.bounds.insert(noted.cell, changed.most);
        Ok(())
    }

    /// Gives each act its rank among all that were ever in line.
    fn rank(&mut self, acts: &mut [Waiting]) -> Result<(), Mixed> {
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for act in acts.iter() {
            // All on which the place of an act depends is taken together, before anything is counted.
            let inputs = [&act.keys[..], &[act.waited, act.waits, act.acted]].concat();
            self.map(&inputs, &mut |row| {
                rows.push(row[..act.keys.len()].to_vec());
                0
            })?;
        }
        rows.sort_unstable();
        rows.dedup();
        for act in acts.iter_mut() {
            let next = self.next_rank;
            act.rank = self.map(&act.keys, &mut |row| {
                let place = rows.binary_search_by(|other| other[..].cmp(row));
                next + to_value(place.unwrap_or(0))
            })?;
        }
        self.next_rank += to_value(rows.len());
        Ok(())
    }

    /// Whether any act comes now; then all that do must stand before all that do not.
    fn is_cut(&mut self, acts: &[Waiting], is_conditional: bool) -> Result<bool, Mixed> {
        let (mut last, mut first_left) = (Value::MIN, Value::MAX);
        for act in acts {
            self.map(&[act.rank, act.waited, act.waits], &mut |row| {
                match (row[1], row[2]) {
                    (0, _) => {}
                    (_, 0) => last = last.max(row[0]),
                    _ => first_left = first_left.min(row[0]),
                }
                0
            })?;
        }
        let comes = last > Value::MIN;
        let has_stages = acts.iter().any(|act| act.has_stages);
        if last >= first_left || comes && has_stages && is_conditional {
            return Err(Mixed::Beyond(
                "acts that wait for a time behind others that come",
            ));
        }
        Ok(comes)
    }

    /// Notes the ranks of the first acts.
    fn note_firsts(&mut self, acts: &[Waiting]) -> Result<(), Mixed> {
        for act in acts {
            let first = self.firsts[act.actor.index()];
            let earliest = self.map(&[first, act.rank, act.acted], &mut |row| match *row {
                [first, _, 0] => first,
                [MISSING, rank, _] => rank,
                [first, rank, _] => first.min(rank),
                _ => MISSING,
            })?;
            self.firsts[act.actor.index()] = earliest;
        }
        Ok(())
    }
}

impl Window {
    /// Nothing that an act changes may have been read for another; nor may the line have been looked at, for it changes with every act.
    fn is_independent(&self) -> Result<(), Mixed> {
        let mut notes = self.read.iter().map(|(_, notes)| notes);
        // An act that is void waits, and is not seen.
        let line_moves = !self.changed.is_empty() || notes.any(|notes| notes.is_void);
        for (act, notes) in &self.read {
            let by_others = notes.reads.iter().any(|cell| {
                let changed = self.changed.get(cell);
                changed.is_some_and(|changed| changed.shared || Some(changed.by) != *act)
            });
            // An act by itself sees no other.
            if by_others || notes.reads_line && (act.is_some() || line_moves) {
                return Err(Mixed::Beyond("acts that look at each other"));
            }
        }
        Ok(())
    }
}
