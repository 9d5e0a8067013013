//! What is evaluated when acts are put in order: keys, voids, exceptions.

use std::collections::BTreeMap;

use super::code::{Address, Instruction};
use super::compile::{Compiler, FrameLayout};
use super::emit::Emitter;
use crate::ruleset::index::{to_number, to_short, to_value};
use crate::ruleset::{ActPattern, ActionId, Key, MISSING, Movement};

impl<'a> Compiler<'a, '_> {
    /// What is evaluated when acts are put in order: keys, voids, exceptions.
    pub fn line(&mut self) {
        self.orders();
        self.voids();
        self.exceptions();
    }

    /// The keys of orders, and what becomes of circles.
    fn orders(&mut self) {
        let rules = self.rules;
        for order in &rules.orders {
            let placed = rules.placements.iter().map(|placement| placement.locals);
            let names = placed.chain([order.locals]).max().unwrap_or(1);
            let placed = rules.placements.iter().map(|placement| &placement.acts);
            let patterns = order.keys.iter().map(|key| &key.acts).chain(placed);
            let patterns: Vec<&ActPattern> = patterns.collect();
            let keys = self.by_stage(&patterns, &mut |compiler, fits| {
                let frame = FrameLayout {
                    given: 1,
                    names,
                    item: None,
                };
                let (own, placed) =
                    fits.split_at(fits.partition_point(|&at| at < order.keys.len()));
                let placed: Vec<usize> = placed.iter().map(|at| at - order.keys.len()).collect();
                compiler.body(frame, |emitter| {
                    for (number, key) in order.keys.iter().enumerate() {
                        emit_key(emitter, key, own.binary_search(&number).is_ok(), &placed);
                    }
                    emitter.emit(Instruction::ReturnBody);
                })
            });
            self.image.keys.push(keys);
            let circles = order.circles_together.map(|guard| self.expression(guard));
            self.image.circles.push(circles);
        }
    }

    /// Which void holds of an act, and why.
    fn voids(&mut self) {
        let rules = self.rules;
        let names = rules.voids.iter().map(|rule| rule.locals);
        let names = names.max().unwrap_or(1);
        let patterns: Vec<&ActPattern> = rules.voids.iter().map(|rule| &rule.acts).collect();
        self.image.voids = self.by_stage(&patterns, &mut |compiler, fits| {
            let frame = FrameLayout {
                given: 1,
                names,
                item: None,
            };
            compiler.body(frame, |emitter| {
                for &number in fits {
                    let next = emitter.label();
                    emitter.condition(rules.voids[number].guard, false, next);
                    let value = to_value(number);
                    emitter.emit(Instruction::ReturnConstant { value });
                    emitter.place(next);
                }
                emitter.emit(Instruction::ReturnConstant { value: MISSING });
            })
        });
        for rule in &rules.voids {
            let frame = FrameLayout {
                given: 1,
                names: rule.locals,
                item: None,
            };
            let reason = self.body(frame, |emitter| {
                emitter.say(rule.because);
                emitter.emit(Instruction::ReturnBody);
            });
            self.image.reasons.push(reason);
        }
    }

    /// What exceptions ask of a pair of acts.
    fn exceptions(&mut self) {
        let rules = self.rules;
        for exception in &rules.exceptions {
            let frame = FrameLayout {
                given: 2,
                names: exception.locals,
                item: None,
            };
            let entry = self.body(frame, |emitter| {
                for (number, &guard) in exception.guards.iter().enumerate() {
                    let next = emitter.label();
                    emitter.condition(guard, true, next);
                    emitter.emit(Instruction::Ruling {
                        failed: to_short(number),
                        left: 0,
                        right: 0,
                    });
                    emitter.emit(Instruction::ReturnBody);
                    emitter.place(next);
                }
                let [left, right] = match exception.moves {
                    Movement::Compare { left, right, .. } => {
                        [left, right].map(|side| emitter.operand(side))
                    }
                    Movement::Relation { .. } => [0, 0],
                };
                emitter.emit(Instruction::Ruling {
                    failed: u16::MAX,
                    left,
                    right,
                });
                emitter.emit(Instruction::ReturnBody);
            });
            self.image.exceptions.push(entry);
        }
    }

    /// Code for every stage of every action, of the patterns that mean it, by their numbers; stages of which the same patterns hold share theirs.
    pub fn by_stage(
        &mut self,
        patterns: &[&ActPattern],
        make: &mut dyn FnMut(&mut Self, &[usize]) -> Address,
    ) -> Vec<Vec<Address>> {
        let rules = self.rules;
        let (mut of_all, mut of_action) = (Vec::new(), vec![Vec::new(); rules.actions.len()]);
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.kinds.is_empty() {
                of_all.push(number);
            }
            for (action, _) in &pattern.kinds {
                of_action[action.index()].push(number);
            }
        }
        let mut known: BTreeMap<Vec<usize>, Address> = BTreeMap::new();
        let mut all = Vec::new();
        for (index, action) in rules.actions.iter().enumerate() {
            let mut stages = Vec::new();
            let mut meant: Vec<usize> = [&of_all[..], &of_action[index]].concat();
            meant.sort_unstable();
            meant.dedup();
            for stage in 0..action.stages.len() {
                let id = ActionId::from_index(index);
                let fits = meant.iter().copied();
                let fits: Vec<usize> = fits
                    .filter(|&number| patterns[number].means(rules, id, stage))
                    .collect();
                let entry = match known.get(&fits) {
                    Some(&entry) => entry,
                    None => make(self, &fits),
                };
                known.insert(fits, entry);
                stages.push(entry);
            }
            all.push(stages);
        }
        all
    }
}

/// A key of an order for acts of some stages: by the first placement that fits them and whose guard holds, or its own value. `placed`: which placements
/// fit them.
fn emit_key<'a>(emitter: &mut Emitter<'a, '_>, key: &'a Key, is_ordered: bool, placed: &[usize]) {
    let rules = emitter.rules;
    let done = emitter.label();
    let next = emitter.next;
    for &index in placed {
        let placement = &rules.placements[index];
        let mut places = placement.places.iter();
        let place = (key.name).and_then(|name| places.find(|place| place.0 == name));
        let Some(&(_, place)) = place else { continue };
        let other = emitter.label();
        emitter.unless(placement.guard, other);
        let of = emitter.operand(place);
        emitter.emit(Instruction::Key {
            of,
            placement: to_number(index),
        });
        emitter.jump(done);
        emitter.place(other);
        emitter.next = next;
    }
    if is_ordered {
        let of = emitter.operand(key.value);
        emitter.emit(Instruction::Key {
            of,
            placement: u32::MAX,
        });
    } else {
        emitter.emit(Instruction::NoKey);
    }
    emitter.place(done);
    emitter.next = next;
}
