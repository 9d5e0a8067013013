//! The line where dice are open: where each act is void, what it is sorted by, and its rank. No exception may have a say. Follows the machine's
//! room `line`.

use super::Mixed;
use super::acts::Act;
use super::course::Course;
use super::store::Thing;
use super::worth::{When, Worth};
use crate::ruleset::{ExprId, Key, Local, MISSING, MissingPlace, Order, Value};

/// An act that waits, as the line sees it.
pub struct Waiting {
    pub act: u32,
    pub waits: When,
    /// 1 where it is void
    pub void: Worth,
    /// what it is sorted by
    pub keys: Vec<Worth>,
    /// where it is to be resolved now
    pub comes: When,
    pub rank: Worth,
}

impl<'a> Course<'a> {
    /// An act that waits: where it is void, its keys, and whether it is to be resolved now.
    pub fn waiting(
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
    pub fn void(&mut self, act: u32, stage: usize) -> Result<Worth, Mixed> {
        if self.rules.voids.is_empty() {
            return Ok(Worth::Same(0));
        }
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
        let fallen = self.v.when(void, |void| void == 1)?;
        if let Some(window) = &mut self.window {
            window.any_void |= !matches!(fallen, When::Never);
        }
        self.close(flag);
        Ok(void)
    }

    /// What an act is sorted by.
    pub fn keys(
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
    pub fn key(&mut self, act: u32, stage: usize, key: &'a Key, base: u32) -> Result<Worth, Mixed> {
        let mut places = self.rules.placements.iter().flat_map(|rule| &rule.places);
        if !places.any(|place| Some(place.0) == key.name) {
            return match self.fits(&key.acts, act, stage) {
                true => self.sorted(key, key.value, base),
                false => Ok(Worth::Same(0)),
            };
        }
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
    pub fn sorted(&mut self, key: &Key, value: ExprId, base: u32) -> Result<Worth, Mixed> {
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
    pub fn exceptions(&mut self, line: &[Waiting]) -> Result<(), Mixed> {
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
    pub fn all_hold(&mut self, guards: &[ExprId], base: u32) -> Result<bool, Mixed> {
        let Some((&guard, others)) = guards.split_first() else {
            return Ok(true);
        };
        let when = self.v.holds(guard, base)?;
        let hold = self.inside(when, |run| run.all_hold(others, base))?;
        Ok(hold.unwrap_or(false))
    }

    /// Gives each act its rank among all that were ever in line. Gives whether any of them is to come now; then all that are, are before all that
    /// are not.
    pub fn rank(&mut self, line: &mut [Waiting], is_conditional: bool) -> Result<bool, Mixed> {
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
        let mut rows = 0;
        let mut cells: Vec<Value> = Vec::new();
        let mut lots = Vec::with_capacity(line.len());
        for waiting in line.iter() {
            let lot = waiting.keys.iter().find_map(|worth| match worth {
                Worth::Each(each) => Some(each.lot),
                Worth::Same(_) => None,
            });
            lots.push(lot);
            let falls = lot.map_or(1, |lot| self.v.lots.falls(lot));
            self.v.put_rows(&waiting.keys, falls, &mut cells);
            rows += falls;
        }
        let width = line.first().map_or(0, |first| first.keys.len());
        let row = |number: usize| &cells[number * width..(number + 1) * width];
        let mut sorted: Vec<usize> = (0..rows).collect();
        sorted.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
        let mut ranks = vec![0; rows];
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
        self.is_cut(line, is_conditional)
    }

    /// Whether any act is to come now; then all that are must stand before all that are not.
    pub fn is_cut(&mut self, line: &[Waiting], is_conditional: bool) -> Result<bool, Mixed> {
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
            let void = self.inside(left, |run| run.v.when(waiting.void, |void| void == 1))?;
            if !matches!(void, None | Some(When::Never)) {
                return Err(Mixed::Beyond("an act that is void and goes on waiting"));
            }
            let left = self.inside(left, |run| run.v.all_of(waiting.rank))?;
            let left = left.and_then(|ranks| ranks.first().copied());
            first_left = first_left.min(left.unwrap_or(first_left));
            let action = self.acts[waiting.act as usize].action;
            several_stages |= self.rules.actions[action.index()].stages.len() > 1;
        }
        let comes = last > Value::MIN;
        if last >= first_left || comes && several_stages && is_conditional {
            return Err(Mixed::Beyond(
                "acts that wait for a time behind others that come",
            ));
        }
        Ok(comes)
    }

    /// Where an act waits and is not to come now.
    pub fn left(&mut self, waiting: &Waiting) -> Result<When, Mixed> {
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
}
