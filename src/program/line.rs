//! What is evaluated when acts are put in order: keys, voids, exceptions.

use std::collections::BTreeMap;

use super::code::{Address, Instruction};
use super::compile::{Compiler, FrameLayout};
use super::emit::Emitter;
use crate::ruleset::index::{to_number, to_short, to_value};
use crate::ruleset::{ActionId, Key, MISSING, Movement};

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
            let keys = self.by_stage(
                &mut |_, action, stage| {
                    let keys = order
                        .keys
                        .iter()
                        .map(|key| key.acts.means(rules, action, stage));
                    let placed = rules.placements.iter();
                    let placed = placed.map(|rule| rule.acts.means(rules, action, stage));
                    keys.chain(placed).collect()
                },
                &mut |compiler, fits| {
                    let frame = FrameLayout {
                        given: 1,
                        names,
                        item: None,
                    };
                    compiler.body(frame, |emitter| {
                        for (number, key) in order.keys.iter().enumerate() {
                            let placements = &fits[order.keys.len()..];
                            emit_key(emitter, key, (fits[number], placements));
                        }
                        emitter.emit(Instruction::ReturnBody);
                    })
                },
            );
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
        self.image.voids = self.by_stage(
            &mut |_, action, stage| {
                let rules_of = rules.voids.iter();
                rules_of
                    .map(|rule| rule.acts.means(rules, action, stage))
                    .collect()
            },
            &mut |compiler, fits| {
                let frame = FrameLayout {
                    given: 1,
                    names,
                    item: None,
                };
                compiler.body(frame, |emitter| {
                    for (number, rule) in rules.voids.iter().enumerate() {
                        if fits[number] {
                            let next = emitter.label();
                            emitter.condition(rule.guard, false, next);
                            let value = to_value(number);
                            emitter.emit(Instruction::ReturnConstant { value });
                            emitter.place(next);
                        }
                    }
                    emitter.emit(Instruction::ReturnConstant { value: MISSING });
                })
            },
        );
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

    /// Code for every stage of every action; stages of which the same rules hold share theirs.
    pub fn by_stage(
        &mut self,
        fitting: &mut dyn FnMut(&mut Self, ActionId, usize) -> Vec<bool>,
        make: &mut dyn FnMut(&mut Self, &[bool]) -> Address,
    ) -> Vec<Vec<Address>> {
        let mut known: BTreeMap<Vec<bool>, Address> = BTreeMap::new();
        let mut all = Vec::new();
        for (index, action) in self.rules.actions.iter().enumerate() {
            let mut stages = Vec::new();
            for stage in 0..action.stages.len() {
                let id = ActionId::from_index(index);
                let fits = fitting(self, id, stage);
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

/// A key of an order for acts of some stages: by the first placement that fits them and whose guard holds, or its own value. `fits`: whether the
/// key orders them, and which placements fit them.
fn emit_key<'a>(
    emitter: &mut Emitter<'a, '_>,
    key: &'a Key,
    (is_ordered, placements): (bool, &[bool]),
) {
    let rules = emitter.rules;
    let done = emitter.label();
    let next = emitter.next;
    for (index, placement) in rules.placements.iter().enumerate() {
        let place = placement.places.iter();
        let place = place.filter(|_| placements[index]);
        let place = (key.name).and_then(|name| place.clone().find(|place| place.0 == name));
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
