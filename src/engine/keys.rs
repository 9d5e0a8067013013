//! The keys of the acts that wait: what each key of the order says of each act, where no placement says otherwise. What was found out before stands
//! as long as nothing has changed that was read for it (`kept`).

use super::decisions::Asking;
use super::fault::Outcome;
use super::kept::KeyPlace;
use super::marks::Marks;
use super::run::Run;
use crate::journal::What;
use crate::ruleset::{Key, KindId, MISSING, MissingPlace, Order, Value};
use crate::scenario::Person;

impl<'a> Run<'a, '_> {
    /// The keys of all acts that wait: first those that are only looked up, which nobody can notice, then the others, act by act.
    pub fn keys(&mut self, order: Option<usize>, changed: &Marks) -> Outcome<()> {
        let Run { rules, plan, m, .. } = self;
        let line = &mut m.line;
        let (count, width) = (line.acts.len(), line.width);
        let looked_up = order.map_or(&[][..], |order| &plan.looked_up[order]);
        line.kept.begin_keys(looked_up, changed);
        line.placed.clear();
        line.keys.clear();
        line.keys.resize(count * width, MISSING);
        line.sorted.clear();
        line.sorted.resize(count * (width + 1), 0);
        for (row, &act) in line.sorted.chunks_exact_mut(width + 1).zip(&line.acts) {
            row[0] = -Value::from(m.acts[act as usize].urgency);
        }
        let Some(order) = order.map(|order| &rules.orders[order]) else {
            return Ok(());
        };
        for (number, key) in order.keys.iter().enumerate() {
            if looked_up[number].is_some() {
                let values = line.keys.iter_mut().skip(number).step_by(width);
                (plan.programs).look_up(key.value, &m.state, &line.acts, values);
                let values = line.keys.iter().skip(number).step_by(width);
                let places = line.sorted.iter_mut().skip(number + 1).step_by(width + 1);
                for (place, &value) in places.zip(values) {
                    *place = sorted(key, value);
                }
            }
        }
        if looked_up.iter().all(Option::is_some) {
            for &act in &line.acts {
                line.kept.know(act, m.acts[act as usize].stage);
            }
            return Ok(());
        }
        for index in 0..count {
            self.keys_of(index, order, looked_up)?;
        }
        Ok(())
    }

    /// The keys of an act that must be worked out.
    fn keys_of(
        &mut self,
        index: usize,
        order: &'a Order,
        looked_up: &[Option<Marks>],
    ) -> Outcome<()> {
        let act = self.m.line.acts[index];
        let stage = self.m.acts[act as usize].stage;
        let known = self.m.line.kept.is_known(act, stage);
        let base = self.m.frames.open(order.locals);
        self.m.frames.values[base] = Value::from(act);
        for (number, key) in order.keys.iter().enumerate() {
            if looked_up[number].is_some() {
                continue;
            }
            let place = self.kept_place(act, number, key, known, base)?;
            let line = &mut self.m.line;
            line.keys[index * line.width + number] = place.key;
            line.sorted[index * (line.width + 1) + 1 + number] = place.sorted;
            if let Some(placement) = place.placement {
                let placed = [Value::from(act), number as Value, placement.into()];
                line.placed.extend(placed);
            }
        }
        self.m.line.kept.know(act, stage);
        self.m.frames.close(base);
        Ok(())
    }

    /// Where a key puts an act: as it did before, if that stands.
    fn kept_place(
        &mut self,
        act: u32,
        number: usize,
        key: &'a Key,
        known: bool,
        base: usize,
    ) -> Outcome<KeyPlace> {
        if known && let Some(place) = self.m.line.kept.place(act, number) {
            return Ok(place);
        }
        let place = self.place(act, number, key, base)?;
        self.m.line.kept.keep(act, number, place);
        Ok(place)
    }

    /// Where a key puts an act.
    fn place(&mut self, act: u32, number: usize, key: &'a Key, base: usize) -> Outcome<KeyPlace> {
        let Some((worked_out, placement)) = self.key(act, key, base)? else {
            // It does not order this act.
            return Ok(KeyPlace {
                key: MISSING,
                ..KeyPlace::default()
            });
        };
        let sorted = match (worked_out, key.missing) {
            (MISSING, Some(MissingPlace::Ask)) => self.ask_place(act, number, key)?,
            _ => sorted(key, worked_out),
        };
        Ok(KeyPlace {
            key: worked_out,
            sorted,
            placement,
        })
    }

    /// The value of a key: by the first placement that names it and whose guard is true (and which that is), or its own; nothing where it does
    /// not order the act.
    fn key(
        &mut self,
        act: u32,
        key: &'a Key,
        base: usize,
    ) -> Outcome<Option<(Value, Option<u32>)>> {
        let rules = self.rules;
        let stage = self.m.acts[act as usize].stage;
        if let Some(name) = key.name {
            for (index, placement) in rules.placements.iter().enumerate() {
                let Some(&(_, place)) = placement.places.iter().find(|place| place.0 == name)
                else {
                    continue;
                };
                if !self.fits(&placement.acts, act, stage) {
                    continue;
                }
                let own = self.m.frames.open(placement.locals);
                self.m.frames.values[own] = Value::from(act);
                let passes = match placement.guard {
                    Some(guard) => self.holds_noted(guard, own)?,
                    None => true,
                };
                let value = match passes {
                    true => Some(self.value_noted(place, own)?),
                    false => None,
                };
                self.m.frames.close(own);
                if let Some(value) = value {
                    self.m.exercised.placements[index] = true;
                    return Ok(Some((value, Some(index as u32))));
                }
            }
        }
        match self.fits(&key.acts, act, stage) {
            true => Ok(Some((self.value_noted(key.value, base)?, None))),
            false => Ok(None),
        }
    }

    /// Where an act stands whose key is missing, as the game master says; asked once and remembered.
    fn ask_place(&mut self, act: u32, number: usize, key: &Key) -> Outcome<Value> {
        let number = number as u16;
        let known = self
            .m
            .line
            .asked
            .iter()
            .find(|asked| (asked.0, asked.1) == (act, number))
            .map(|asked| asked.2);
        let first = match known {
            Some(first) => first,
            None => {
                let actor = self.m.journal.acts[act as usize].actor;
                let asking = Asking {
                    who: Person::Gm,
                    question: key.name.unwrap_or_default(),
                    about: &[(KindId::COMBATANT, actor)],
                    path: &self.m.path,
                };
                let answer = self.decisions.answer(&asking);
                let first = answer == Some(1);
                self.m.line.asked.push((act, number, first));
                let by_default = answer.is_none();
                self.write(
                    None,
                    What::Placed {
                        act,
                        key: u32::from(number),
                        first,
                        by_default,
                    },
                )?;
                first
            }
        };
        Ok(if first { Value::MIN + 1 } else { Value::MAX })
    }
}

/// A key as it is sorted: the lower first.
fn sorted(key: &Key, worked_out: Value) -> Value {
    match (worked_out, key.missing) {
        (MISSING, Some(MissingPlace::First)) => Value::MIN + 1,
        (MISSING, Some(MissingPlace::Last)) => Value::MAX,
        (MISSING, _) => 0,
        (value, _) if key.highest_first => -value,
        (value, _) => value,
    }
}
