//! Acts are resolved: which comes first, where dice are open, and what their bodies do.
//!
//! While acts are resolved their order is not known. So each act is carried out by itself, and what any act, key, void or condition reads is
//! held against what the others change: where nothing of one is read by another, the order does not matter, and the keys that put the acts in
//! line are still those that counted when the first of them came. Follows the engine's rooms `arrange`, `exceptions` and `batch`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Mixed;
use super::acts::Act;
use super::course::{Body, Course, Flow, Within};
use super::store::{Depends, Holding, Thing};
use super::worth::{Each, When, Worth};
use crate::ruleset::{
    ActMoment, ExprId, Key, KindId, Local, MISSING, MOST, MissingPlace, Order, Value, slots,
};

/// Acts that are being resolved.
#[derive(Default)]
pub struct Window {
    /// which of them is looked at; nothing: several
    act: Option<u32>,
    /// what was read, and for which act
    read: BTreeSet<(Thing, Option<u32>)>,
    /// what was changed
    changed: BTreeMap<Thing, Changed>,
}

/// A change that acts have made.
struct Changed {
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

/// An act that waits, as the line sees it.
struct Waiting {
    act: u32,
    waits: When,
    /// 1 where it is void
    void: Worth,
    /// what it is sorted by
    keys: Vec<Worth>,
    /// where it is to be resolved now
    comes: When,
    rank: Worth,
}

impl<'a> Course<'a> {
    /// Resolves the acts that wait, as far as the condition is true.
    pub fn resolve(&mut self, condition: Option<(Local, ExprId)>, base: u32) -> Result<(), Mixed> {
        if self.within != Within::Phase || self.v.here.is_some() || self.window.is_some() {
            return Err(Mixed::Beyond("acts that are resolved in some runs only"));
        }
        self.window = Some(Window::default());
        self.v.read = Some(RefCell::default());
        let before = self.v.steps();
        let order = self.order();
        if let Some((order, guard)) = order.and_then(|order| Some((order, order.circles_together?)))
        {
            let own = self.v.store.open(order.locals);
            self.v.value(guard, own)?;
            self.close(own);
            self.note_reads();
        }
        let mut line = Vec::new();
        for act in self.v.store.line.clone() {
            let waits = self.v.look(self.v.store.waits(act))?;
            let waits = self.v.when(waits, |waits| waits == 1)?;
            let waiting =
                self.inside(waits, |run| run.waiting(act, waits, order, condition, base))?;
            line.extend(waiting);
        }
        self.exceptions(&line)?;
        // A run can work out places anew after each of its batches.
        self.arranging += (self.v.steps() - before).saturating_mul(line.len() as u64 + 1);
        if self.rank(&mut line)? {
            for waiting in &line {
                self.inside(waiting.comes, |run| run.carry_out(waiting, order))?;
            }
            self.windows += 1;
        }
        self.note_reads();
        self.v.read = None;
        self.window
            .take()
            .map_or(Ok(()), |window| window.is_apart())?;
        let store = &mut self.v.store;
        let mut acts = std::mem::take(&mut store.line);
        acts.retain(|&act| {
            let waits = store.holding(store.waits(act));
            waits.depends != Depends::Not || waits.value == 1
        });
        store.line = acts;
        Ok(())
    }

    /// The order in force.
    fn order(&self) -> Option<&'a Order> {
        let orders = self.rules.orders.iter();
        let mut in_force = orders.filter(|order| {
            order
                .during
                .is_none_or(|phase| self.running.contains(&phase))
        });
        in_force.next()
    }

    /// What was read since is read for the act that is looked at.
    fn note_reads(&mut self) {
        let Some((read, window)) = self.v.read.as_ref().zip(self.window.as_mut()) else {
            return;
        };
        let mut read = read.borrow_mut();
        for thing in read.drain(..) {
            if matches!(thing, Thing::Attribute(..) | Thing::Line) {
                window.read.insert((thing, window.act));
            }
        }
    }

    /// Looks at another act from now on.
    fn look_at(&mut self, act: Option<u32>) {
        self.note_reads();
        if let Some(window) = &mut self.window {
            window.act = act;
        }
    }

    /// An act that waits: where it is void, its keys, and whether it is to be resolved now.
    fn waiting(
        &mut self,
        act: u32,
        waits: When,
        order: Option<&'a Order>,
        condition: Option<(Local, ExprId)>,
        base: u32,
    ) -> Result<Waiting, Mixed> {
        self.look_at(Some(act));
        let stage = self.acts[act as usize].stage;
        let void = self.void(act, stage)?;
        let keys = self.keys(act, stage, order)?;
        let comes = match condition {
            None => When::Always,
            Some((local, condition)) => {
                self.call(Thing::Name(base + u32::from(local)), act);
                self.v.holds(condition, base)?
            }
        };
        self.look_at(None);
        Ok(Waiting {
            act,
            waits,
            void,
            keys,
            comes: match comes {
                When::Always => waits,
                comes => comes,
            },
            rank: Worth::Same(MISSING),
        })
    }

    /// 1 where an act is void, else 0.
    fn void(&mut self, act: u32, stage: usize) -> Result<Worth, Mixed> {
        let flag = self.v.store.open(1);
        let is_void = Thing::Name(flag);
        self.v.put(is_void, Worth::Same(0))?;
        for rule in &self.rules.voids {
            if !self.fits(&rule.acts, act, stage) {
                continue;
            }
            let known = self.v.look(is_void)?;
            let left = self.v.when(known, |void| void == 0)?;
            self.inside(left, |run| {
                let base = run.v.store.open(rule.locals);
                run.v
                    .put(Thing::Name(base), Worth::Same(Value::from(act)))?;
                let when = run.v.holds(rule.guard, base)?;
                run.inside(when, |run| {
                    run.v.say(rule.because, base)?;
                    run.v.put(is_void, Worth::Same(1))
                })?;
                run.close(base);
                Ok(())
            })?;
        }
        let void = self.v.look(is_void)?;
        let void = self.v.fix(void);
        self.close(flag);
        Ok(void)
    }

    /// What an act is sorted by.
    fn keys(
        &mut self,
        act: u32,
        stage: usize,
        order: Option<&'a Order>,
    ) -> Result<Vec<Worth>, Mixed> {
        let Some(order) = order else {
            return Ok(Vec::new());
        };
        let base = self.v.store.open(order.locals);
        self.v
            .put(Thing::Name(base), Worth::Same(Value::from(act)))?;
        let mut keys = Vec::with_capacity(order.keys.len());
        for key in &order.keys {
            let sorted = self.key(act, stage, key, base)?;
            keys.push(self.v.fix(sorted));
        }
        self.close(base);
        Ok(keys)
    }

    /// Where a key puts an act: by the first placement that names it and whose guard is true, or by its own value.
    fn key(&mut self, act: u32, stage: usize, key: &'a Key, base: u32) -> Result<Worth, Mixed> {
        let place = self.v.store.open(2);
        let (sorted, is_placed) = (Thing::Name(place), Thing::Name(place + 1));
        self.v.put(sorted, Worth::Same(0))?;
        self.v.put(is_placed, Worth::Same(0))?;
        for placement in &self.rules.placements {
            let named = |place: &&(_, ExprId)| Some(place.0) == key.name;
            let Some(&(_, value)) = placement.places.iter().find(named) else {
                continue;
            };
            if !self.fits(&placement.acts, act, stage) {
                continue;
            }
            let known = self.v.look(is_placed)?;
            let left = self.v.when(known, |placed| placed == 0)?;
            self.inside(left, |run| {
                let own = run.v.store.open(placement.locals);
                run.v.put(Thing::Name(own), Worth::Same(Value::from(act)))?;
                let when = match placement.guard {
                    Some(guard) => run.v.holds(guard, own)?,
                    None => When::Always,
                };
                run.inside(when, |run| {
                    let value = run.sorted(key, value, own)?;
                    run.v.put(sorted, value)?;
                    run.v.put(is_placed, Worth::Same(1))
                })?;
                run.close(own);
                Ok(())
            })?;
        }
        if self.fits(&key.acts, act, stage) {
            let known = self.v.look(is_placed)?;
            let left = self.v.when(known, |placed| placed == 0)?;
            self.inside(left, |run| {
                let value = run.sorted(key, key.value, base)?;
                run.v.put(sorted, value)
            })?;
        }
        let worth = self.v.look(sorted)?;
        let worth = self.v.fix(worth);
        self.close(place);
        Ok(worth)
    }

    /// What a value of a key is sorted by.
    fn sorted(&mut self, key: &Key, value: ExprId, base: u32) -> Result<Worth, Mixed> {
        let worth = self.v.value(value, base)?;
        if key.missing == Some(MissingPlace::Ask) {
            return Err(Mixed::Beyond("a key whose place the game master says"));
        }
        self.v
            .each_value(worth, |value| match (value, key.missing) {
                (MISSING, Some(MissingPlace::First)) => Value::MIN + 1,
                (MISSING, Some(MissingPlace::Last)) => Value::MAX,
                (MISSING, _) => 0,
                (value, _) if key.highest_first => -value,
                (value, _) => value,
            })
    }

    /// No exception may have a say, at whatever stage the acts are.
    fn exceptions(&mut self, line: &[Waiting]) -> Result<(), Mixed> {
        self.look_at(None);
        let stages = |run: &Self, act: u32| {
            let Act { action, stage, .. } = run.acts[act as usize];
            stage..run.rules.actions[action.index()].stages.len()
        };
        for exception in &self.rules.exceptions {
            for a in line {
                for b in line.iter().filter(|b| b.act != a.act) {
                    let mut firsts = stages(self, a.act);
                    let mut seconds = stages(self, b.act);
                    let later = firsts.len() + seconds.len() > 2;
                    if !firsts.any(|stage| self.fits(&exception.first, a.act, stage))
                        || !seconds.any(|stage| self.fits(&exception.second, b.act, stage))
                    {
                        continue;
                    }
                    if later {
                        return Err(Mixed::Beyond("an exception about acts of several stages"));
                    }
                    let base = self.v.store.open(exception.locals);
                    self.v
                        .put(Thing::Name(base), Worth::Same(Value::from(a.act)))?;
                    self.v
                        .put(Thing::Name(base + 1), Worth::Same(Value::from(b.act)))?;
                    if self.all_hold(&exception.guards, base)? {
                        return Err(Mixed::Beyond("an exception that moves an act"));
                    }
                    self.close(base);
                }
            }
        }
        Ok(())
    }

    /// Whether conditions can all be true.
    fn all_hold(&mut self, guards: &[ExprId], base: u32) -> Result<bool, Mixed> {
        let Some((&guard, others)) = guards.split_first() else {
            return Ok(true);
        };
        let when = self.v.holds(guard, base)?;
        let hold = self.inside(when, |run| run.all_hold(others, base))?;
        Ok(hold.unwrap_or(false))
    }

    /// Gives each act its rank among all that were ever in line. Gives whether any of them is to come now; then all that are, are before all that
    /// are not.
    fn rank(&mut self, line: &mut [Waiting]) -> Result<bool, Mixed> {
        // All that the place of an act depends on, taken together, before anything is counted.
        for waiting in line.iter() {
            let mut lot = None;
            for worth in waiting.keys.iter().chain([&waiting.void]) {
                lot = self.v.together(lot, *worth)?;
            }
            for when in [waiting.waits, waiting.comes] {
                if let When::Where(each) = when {
                    lot = self.v.together(lot, Worth::Each(each))?;
                }
            }
        }
        let mut rows: Vec<(usize, usize)> = Vec::new();
        let mut cells: Vec<Value> = Vec::new();
        let mut lots = Vec::with_capacity(line.len());
        for (index, waiting) in line.iter().enumerate() {
            let lot = waiting.keys.iter().find_map(|worth| match worth {
                Worth::Each(each) => Some(each.lot),
                Worth::Same(_) => None,
            });
            lots.push(lot);
            for fall in 0..lot.map_or(1, |lot| self.v.lots.falls(lot)) {
                rows.push((index, fall));
                cells.extend(waiting.keys.iter().map(|&key| self.v.at(key, fall)));
            }
        }
        let width = line.first().map_or(0, |first| first.keys.len());
        let row = |number: usize| &cells[number * width..(number + 1) * width];
        let mut sorted: Vec<usize> = (0..rows.len()).collect();
        sorted.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
        let mut ranks = vec![0; rows.len()];
        for (place, &number) in sorted.iter().enumerate() {
            let is_new = place > 0 && row(sorted[place - 1]) != row(number);
            self.next_rank += Value::from(is_new);
            ranks[number] = self.next_rank;
        }
        self.next_rank += 1;
        let mut at = 0;
        for (waiting, lot) in line.iter_mut().zip(lots) {
            waiting.rank = match lot {
                None => Worth::Same(ranks[at]),
                Some(lot) => {
                    let own = ranks[at..at + self.v.lots.falls(lot)].to_vec();
                    Worth::Each(self.v.keep(lot, own))
                }
            };
            at += lot.map_or(1, |lot| self.v.lots.falls(lot));
        }
        self.is_cut(line)
    }

    /// Whether any act is to come now; then all that are must stand before all that are not.
    fn is_cut(&mut self, line: &[Waiting]) -> Result<bool, Mixed> {
        let (mut last, mut first_left) = (Value::MIN, Value::MAX);
        let mut several_stages = false;
        for waiting in line {
            let comes = self.inside(waiting.comes, |run| run.v.all_of(waiting.rank))?;
            last = last.max(
                comes
                    .and_then(|ranks| ranks.last().copied())
                    .unwrap_or(last),
            );
            let left = self.left(waiting)?;
            let left = self.inside(left, |run| run.v.all_of(waiting.rank))?;
            let left = left.and_then(|ranks| ranks.first().copied());
            first_left = first_left.min(left.unwrap_or(first_left));
            let action = self.acts[waiting.act as usize].action;
            several_stages |= self.rules.actions[action.index()].stages.len() > 1;
        }
        if last >= first_left || several_stages && first_left < Value::MAX && last > Value::MIN {
            return Err(Mixed::Beyond(
                "acts that wait for a time behind others that come",
            ));
        }
        Ok(last > Value::MIN)
    }

    /// Where an act waits and is not to come now.
    fn left(&mut self, waiting: &Waiting) -> Result<When, Mixed> {
        let comes = match waiting.comes {
            When::Never => return Ok(waiting.waits),
            When::Always => return Ok(When::Never),
            When::Where(comes) => Worth::Each(comes),
        };
        let when = waiting.waits;
        let left = self.inside(when, |run| run.v.when(comes, |comes| comes != 1))?;
        Ok(match left {
            Some(When::Always) => when,
            left => left.unwrap_or(When::Never),
        })
    }

    /// Carries out an act that comes, with all its stages.
    fn carry_out(&mut self, waiting: &Waiting, order: Option<&'a Order>) -> Result<(), Mixed> {
        let act = waiting.act;
        self.look_at(Some(act));
        let action = &self.rules.actions[self.acts[act as usize].action.index()];
        let first = self.acts[act as usize].stage;
        let missed = self.windows > 0 || action.stages.len() > 1;
        let mut void = waiting.void;
        for stage in first..action.stages.len() {
            if missed && self.waits_for(act, stage, ActMoment::Missed) {
                return Err(Mixed::Beyond("an act that can be missed"));
            }
            if stage > first {
                self.v.step()?;
                let waits = self.v.look(self.v.store.waits(act))?;
                let waits = self.v.when(waits, |waits| waits == 1)?;
                let known = self.inside(waits, |run| {
                    run.keys(act, stage, order)?;
                    run.void(act, stage)
                })?;
                let Some(known) = known else { break };
                void = known;
            }
            let rank = (stage == first).then_some(waiting.rank);
            let waits = self.v.look(self.v.store.waits(act))?;
            let waits = self.v.when(waits, |waits| waits == 1)?;
            self.inside(waits, |run| run.stage(act, stage, void, rank))?;
        }
        self.acts[act as usize].stage = action.stages.len() - 1;
        self.look_at(None);
        Ok(())
    }

    /// One stage of an act whose batch comes.
    fn stage(
        &mut self,
        act: u32,
        stage: usize,
        void: Worth,
        rank: Option<Worth>,
    ) -> Result<(), Mixed> {
        let alive = self.v.when(void, |void| void == 0)?;
        let fallen = self.v.when(void, |void| void != 0)?;
        self.inside(fallen, |run| run.drop_void(act, stage))?;
        if !self.waits_for(act, stage, ActMoment::Before) {
            self.inside(alive, |run| run.perform_stage(act, stage, rank))?;
            return Ok(());
        }
        self.inside(alive, |run| {
            run.of_act(act, stage, ActMoment::Before)?;
            let void = run.void(act, stage)?;
            let alive = run.v.when(void, |void| void == 0)?;
            let fallen = run.v.when(void, |void| void != 0)?;
            run.inside(fallen, |run| run.drop_void(act, stage))?;
            run.inside(alive, |run| run.perform_stage(act, stage, rank))?;
            Ok(())
        })?;
        Ok(())
    }

    fn drop_void(&mut self, act: u32, stage: usize) -> Result<(), Mixed> {
        if self.waits_for(act, stage, ActMoment::Void) {
            return Err(Mixed::Beyond("a trigger for an act that is void"));
        }
        self.end_act(act, self.words.void.0)
    }

    fn end_act(&mut self, act: u32, word: u32) -> Result<(), Mixed> {
        let state = Thing::Attribute(KindId::ACT, act, slots::STATE);
        self.apply(state, Worth::Same(Value::from(word)), false)?;
        self.v.put(self.v.store.waits(act), Worth::Same(0))
    }

    /// Carries out the body of a stage; what it changes is put in force together, and then answered.
    fn perform_stage(&mut self, act: u32, stage: usize, rank: Option<Worth>) -> Result<(), Mixed> {
        if let Some(rank) = rank {
            let first = Thing::First(self.acts[act as usize].actor);
            let known = self.v.look(first)?;
            let earliest = self.v.zip(known, rank, |known, rank| match known {
                MISSING => Ok(rank),
                known => Ok(known.min(rank)),
            })?;
            self.v.put(first, earliest)?;
        }
        self.title(act, stage)?;
        let action = &self.rules.actions[self.acts[act as usize].action.index()];
        let own = &action.stages[stage];
        let base = self.v.store.open(own.locals);
        self.v
            .put(Thing::Name(base), Worth::Same(Value::from(act)))?;
        self.within = Within::Batch;
        let body = Body {
            base,
            declared: None,
        };
        let flow = self.block(&own.body, body)?;
        self.close(base);
        self.within = Within::Phase;
        if flow != Flow::On {
            return Err(Mixed::Beyond("an act that ends something"));
        }
        self.apply_changes()?;
        let begun = Thing::Attribute(KindId::ACT, act, slots::BEGUN);
        self.apply(begun, Worth::Same(1), false)?;
        match action.stages.get(stage + 1) {
            Some(next) => {
                let thing = Thing::Attribute(KindId::ACT, act, slots::STAGE);
                self.apply(thing, Worth::Same(Value::from(next.name.0)), false)?;
            }
            None => self.end_act(act, self.words.resolved.0)?,
        }
        for (event, given, here) in std::mem::take(&mut self.raised) {
            let outer = std::mem::replace(&mut self.v.here, here);
            self.of_event(event, &given)?;
            self.v.here = outer;
        }
        self.of_act(act, stage, ActMoment::Resolves)
    }

    /// Puts in force what a body has changed: the settings first, then what is added.
    fn apply_changes(&mut self) -> Result<(), Mixed> {
        let changes = std::mem::take(&mut self.changes);
        for (index, one) in changes.iter().enumerate() {
            let same = |other: &&super::course::Change| other.thing == one.thing && !other.adds;
            for other in changes[index + 1..].iter().filter(same) {
                if !one.adds && self.overlap(one.here, other.here)? {
                    return Err(Mixed::Beyond("an act that sets one value twice"));
                }
            }
        }
        let outer = self.v.here;
        for adds in [false, true] {
            for change in changes.iter().filter(|change| change.adds == adds) {
                self.v.here = change.here;
                self.apply(change.thing, change.worth, change.adds)?;
            }
        }
        self.v.here = outer;
        Ok(())
    }

    /// Whether there is a fall in both.
    fn overlap(&mut self, one: Option<Each>, other: Option<Each>) -> Result<bool, Mixed> {
        let (Some(one), Some(other)) = (one, other) else {
            return Ok(true);
        };
        let when = self.inside(When::Where(one), |run| {
            run.v.when(Worth::Each(other), |is| is == 1)
        })?;
        Ok(!matches!(when, None | Some(When::Never)))
    }

    /// Notes a change that an act makes. Where others change the same, it is not settled any more what it is, and nothing else is to be done.
    pub fn is_shared(&mut self, thing: Thing, worth: Worth, adds: bool) -> Result<bool, Mixed> {
        if self.window.is_none() {
            return Ok(false);
        }
        // What may be missing is too large to be added to.
        let size = |value: Value| match value {
            MISSING => TOO_LARGE,
            value => i128::from(value).abs(),
        };
        let own = self
            .v
            .all_of(worth)?
            .into_iter()
            .map(size)
            .max()
            .unwrap_or(0);
        let unsettled = self.v.store.holding(thing).depends == Depends::Unsettled;
        let old = match unsettled {
            true => self.bounds.get(&thing).copied().unwrap_or(TOO_LARGE),
            false => {
                let old = self.v.look_unnoted(thing)?;
                self.v.all_of(old)?.into_iter().map(size).max().unwrap_or(0)
            }
        };
        let Some(window) = &mut self.window else {
            return Ok(false);
        };
        let Some(most) = window.note_change(thing, old, own, adds, unsettled)? else {
            return Ok(false);
        };
        if adds {
            // What is added to must be there, and stays there.
            if !unsettled {
                let old = self.v.look_unnoted(thing)?;
                self.v.present(old)?;
            }
        } else if !self.is_optional(thing) {
            self.v.present(worth)?;
        }
        self.bounds.insert(thing, most);
        if let Depends::On(lot) = self.v.store.holding(thing).depends {
            self.v.lots.forget(lot, thing);
        }
        let depends = Depends::Unsettled;
        let value = MISSING;
        self.v.store.hold(thing, Holding { value, depends });
        Ok(true)
    }
}

impl Window {
    /// Notes that the act that is looked at changes a thing by so much, which was so large: gives how large it can be if others change it too.
    fn note_change(
        &mut self,
        thing: Thing,
        old: i128,
        own: i128,
        adds: bool,
        unsettled: bool,
    ) -> Result<Option<i128>, Mixed> {
        let by = self.act.unwrap_or(u32::MAX);
        let changed = self.changed.entry(thing).or_insert(Changed {
            by,
            shared: unsettled,
            sets: false,
            adds: false,
            most: old,
        });
        changed.shared |= changed.by != by;
        changed.adds |= adds;
        changed.sets |= !adds;
        changed.most = match adds {
            true => changed.most + own,
            false => changed.most.max(own),
        };
        match changed.shared {
            false => Ok(None),
            true if changed.adds && changed.sets => Err(Mixed::Together),
            true if adds && changed.most > i128::from(MOST) => Err(Mixed::Fault),
            true => Ok(Some(changed.most)),
        }
    }

    /// Nothing that an act changes may have been read for another; nor may the line have been looked at, for it changes with every act.
    fn is_apart(&self) -> Result<(), Mixed> {
        for (thing, by) in &self.read {
            let changed = self.changed.get(thing);
            let by_others =
                changed.is_some_and(|changed| changed.shared || Some(changed.by) != *by);
            if by_others || *thing == Thing::Line && !self.changed.is_empty() {
                return Err(Mixed::Beyond("acts that look at each other"));
            }
        }
        Ok(())
    }
}
