//! The keys of the acts in the line: evaluated, asked for, and as they are sorted.

use super::state::Waits;
use super::{Machine, Pause};
use crate::journal::What;
use crate::program::Image;
use crate::ruleset::index::{Idx, to_short, to_value};
use crate::ruleset::{Key, KindId, MISSING, MissingPlace, Value};
use crate::run::fault::RunResult;
use crate::scenario::Person;

impl Machine<'_> {
    /// Evaluates the keys of the acts in the line that are not known, and puts them all into it.
    pub(super) fn evaluate_keys(
        &mut self,
        image: &Image,
        order: Option<usize>,
        first: usize,
    ) -> RunResult<()> {
        let line = &mut self.state.line;
        let (count, width) = (line.acts.len(), line.width);
        line.placed.clear();
        line.keys.clear();
        line.keys.resize(count * width, MISSING);
        line.sorted.clear();
        line.sorted.resize(count * (width + 1), 0);
        for (row, &act) in line.sorted.chunks_exact_mut(width + 1).zip(&line.acts) {
            row[0] = -Value::from(self.state.acts[act].urgency);
        }
        let Some(order) = order else { return Ok(()) };
        for index in 0..count {
            let act = self.state.line.acts[index];
            let of = &self.state.acts[act];
            let (action, stage) = (of.action.index(), of.stage);
            let mut evaluated = Ok(());
            if !self.cache.keys[act].stands(stage, 0) {
                let entry = image.keys[order][action][usize::from(stage)];
                self.keys.clear();
                let outcome = self.try_evaluate(image, entry, first, &[Value::from(act)]);
                let known = &mut self.cache.values[act.index() * width..][..self.keys.len()];
                known.copy_from_slice(&self.keys);
                match outcome {
                    Ok(_) => self.cache.keys[act].keep(stage, self.reads, ()),
                    Err(fault) => evaluated = Err((fault, self.keys.len())),
                }
            }
            let known = evaluated
                .as_ref()
                .map_or_else(|&(_, known)| known, |()| width);
            self.key_row(order, index, known);
            if let Err((fault, _)) = evaluated {
                // What was to be asked before the fault is asked first.
                self.fault = Some(fault);
                return match self.state.line.sorted.contains(&UNASKED) {
                    true => Ok(()),
                    false => self.fault.take().map_or(Ok(()), Err),
                };
            }
        }
        Ok(())
    }

    /// Puts the first keys of an act, which are known, into the line.
    fn key_row(&mut self, order: usize, index: usize, known: usize) {
        let rules = self.rules;
        let line = &mut self.state.line;
        let (act, width) = (line.acts[index], line.width);
        let values = &self.cache.values[act.index() * width..][..known];
        let keys = rules.orders[order].keys.iter().zip(values).enumerate();
        for (number, (key, known)) in keys {
            line.keys[index * width + number] = known.value;
            let place = index * (width + 1) + 1 + number;
            line.sorted[place] = match known.orders {
                true => sorted(key, known.value),
                false => 0,
            };
            if let Some(placement) = known.placement {
                let placed = [Value::from(act), to_value(number), placement.into()];
                line.placed.extend(placed);
            }
            let asks = key.missing == Some(MissingPlace::Ask);
            if known.orders && known.value == MISSING && asks {
                let mut asked = line.asked.iter();
                let asked = asked.find(|asked| (asked.0, asked.1) == (act, to_short(number)));
                line.sorted[place] = asked.map_or(UNASKED, |asked| asked_place(asked.2));
            }
        }
    }

    /// Asks where an act stands whose key is missing, if there is one that was not asked about.
    pub(super) fn ask_place(&mut self) -> RunResult<Option<Pause>> {
        let line = &self.state.line;
        let asks = line.order.is_some_and(|order| {
            let mut keys = self.rules.orders[order].keys.iter();
            keys.any(|key| key.missing == Some(MissingPlace::Ask))
        });
        let place = asks.then(|| line.sorted.iter().position(|&place| place == UNASKED));
        let place = place.flatten();
        let (Some(place), Some(order)) = (place, line.order) else {
            return self.fault.take().map_or(Ok(None), Err);
        };
        let (index, key) = (place / (line.width + 1), place % (line.width + 1) - 1);
        let act = line.acts[index];
        let name = self.rules.orders[order].keys[key].name;
        self.state.waits_for = Waits::Place {
            act,
            key: to_short(key),
        };
        let actor = self.state.acts[act].actor;
        Ok(Some(Pause::Ask {
            who: Person::Gm,
            question: name.unwrap_or_default(),
            about: vec![(KindId::COMBATANT, actor)],
            drawable: Vec::new(),
        }))
    }

    /// The game master has said where an act stands.
    pub(super) fn placed_by_answer(
        &mut self,
        act: u32,
        key: u16,
        answer: Option<Value>,
    ) -> RunResult<()> {
        let first = answer == Some(1);
        let line = &mut self.state.line;
        line.asked.push((act, key, first));
        if let Some(place) = line.sorted.iter_mut().find(|place| **place == UNASKED) {
            *place = asked_place(first);
        }
        let placed = What::Placed {
            act,
            key: u32::from(key),
            first,
            by_default: answer.is_none(),
        };
        self.write_for(None, placed)
    }
}

/// Stands for the place of an act that has not been asked about yet.
const UNASKED: Value = Value::MIN;

fn asked_place(first: bool) -> Value {
    if first { Value::MIN + 1 } else { Value::MAX }
}

/// A key as it is sorted: the lower first.
fn sorted(key: &Key, evaluated: Value) -> Value {
    match (evaluated, key.missing) {
        (MISSING, Some(MissingPlace::First)) => Value::MIN + 1,
        (MISSING, Some(MissingPlace::Last)) => Value::MAX,
        (MISSING, _) => 0,
        (value, _) if key.highest_first => -value,
        (value, _) => value,
    }
}
