//! Triggers, and what calls them when something happens.

use super::code::{Address, Instruction, Register};
use super::compile::{Compiler, FrameLayout};
use super::emit::Emitter;
use crate::ruleset::index::{Idx, to_byte, to_number, to_short};
use crate::ruleset::{ActMoment, ActPattern, Happening, KindId, Trigger, TriggerId, Value, slots};

/// Stands for code that is not there.
const NONE: Address = Address::MAX;

/// The moments in the life of an act, by their numbers.
pub(crate) const MOMENTS: [ActMoment; 7] = [
    ActMoment::Before,
    ActMoment::Resolves,
    ActMoment::Declared,
    ActMoment::Added,
    ActMoment::Cancelled,
    ActMoment::Void,
    ActMoment::Missed,
];

impl<'a> Compiler<'a, '_> {
    /// Triggers, and what calls them.
    pub fn triggers(&mut self) {
        let rules = self.rules;
        for (index, trigger) in rules.triggers.iter().enumerate() {
            let given = match &trigger.on {
                Happening::Act { .. } => 1,
                Happening::Event(event) => rules.events[event.index()].parameters.len(),
                Happening::Phase(..) => 0,
            };
            let frame = FrameLayout {
                given: to_short(given),
                names: trigger.locals.max(to_short(given)),
                item: Some(trigger.item),
            };
            let id = TriggerId::from_index(index);
            let entry = self.body(frame, |emitter| emit_trigger(emitter, id, trigger));
            self.triggers.push(entry);
        }
        for moment in MOMENTS {
            self.moment(moment);
        }
        self.events();
    }

    /// What calls the triggers that wait for a moment in the life of an act.
    fn moment(&mut self, moment: ActMoment) {
        let rules = self.rules;
        let waiting = rules.triggers.iter().enumerate();
        let waiting = waiting.filter_map(|(index, trigger)| match &trigger.on {
            Happening::Act { acts, moment: on } if *on == moment => Some((index, acts)),
            Happening::Act { .. } | Happening::Event(_) | Happening::Phase(..) => None,
        });
        let (waiting, patterns): (Vec<usize>, Vec<&ActPattern>) = waiting.unzip();
        self.image.awaited[moment.index()] = !waiting.is_empty();
        let calls = self.by_stage(&patterns, &mut |compiler, fits| {
            if fits.is_empty() {
                return NONE;
            }
            compiler.body(FrameLayout::routine(2), |emitter| {
                let end = emitter.label();
                for (number, &fitting) in fits.iter().enumerate() {
                    let trigger = TriggerId::from_index(waiting[fitting]);
                    let next = emitter.label();
                    // What has been refused is not asked about any further.
                    if moment == ActMoment::Declared && number > 0 {
                        let right = emitter.fresh(1);
                        let value = Value::from(emitter.image.words.refused.0);
                        emitter.emit(Instruction::Constant { to: right, value });
                        emitter.emit(Instruction::JumpIfAttributeEqual {
                            of: 0,
                            kind: to_byte(KindId::ACT.index()),
                            part: emitter.image.dependencies.part(KindId::ACT, slots::STATE),
                            when: true,
                            slot: slots::STATE,
                            right,
                            target: end.0,
                        });
                        emitter.next = right;
                    }
                    if moment == ActMoment::Before {
                        let first = emitter.fresh(1);
                        emitter.emit(Instruction::JumpIfAnnounced {
                            trigger,
                            act: 0,
                            first,
                            target: next.0,
                        });
                        emitter.next = first;
                    }
                    call_trigger(emitter, trigger, 1);
                    emitter.place(next);
                }
                emitter.place(end);
                emitter.emit(Instruction::ReturnBody);
            })
        });
        let calls = calls.into_iter().map(|stages| {
            let stages = stages.into_iter();
            stages
                .map(|entry| (entry != NONE).then_some(entry))
                .collect()
        });
        let calls = calls.collect();
        self.image.moments.push(calls);
    }

    /// What calls the triggers that wait for an event.
    fn events(&mut self) {
        let rules = self.rules;
        let mut by_event = vec![Vec::new(); rules.events.len()];
        for (index, trigger) in rules.triggers.iter().enumerate() {
            if let Happening::Event(event) = trigger.on {
                by_event[event.index()].push(index);
            }
        }
        for (rule, waiting) in rules.events.iter().zip(by_event) {
            let given = to_short(rule.parameters.len());
            let entry = (!waiting.is_empty()).then(|| {
                self.body(FrameLayout::routine(given), |emitter| {
                    for index in waiting {
                        call_trigger(emitter, TriggerId::from_index(index), given);
                    }
                    emitter.emit(Instruction::ReturnBody);
                })
            });
            self.image.events.push(entry);
        }
    }
}

/// Calls a trigger with so many of the first registers.
pub(super) fn call_trigger(emitter: &mut Emitter<'_, '_>, trigger: TriggerId, given: Register) {
    emitter.emit(Instruction::Link { trigger });
    let next = emitter.next;
    let first = emitter.fresh(usize::from(given).max(1));
    for register in 0..given {
        emitter.emit(Instruction::Copy {
            to: first + register,
            from: register,
        });
    }
    let rules = emitter.rules;
    let target = to_number(rules.procedures.len() + rules.phases.len()) + trigger.0;
    emitter.emit(Instruction::CallBody { first, target });
    emitter.next = next;
}

/// A trigger that is asked: whether it responds, and its response.
fn emit_trigger<'a>(emitter: &mut Emitter<'a, '_>, id: TriggerId, trigger: &'a Trigger) {
    let (withheld, used_up, exit) = (emitter.label(), emitter.label(), emitter.label());
    emitter.chooses(trigger.guard);
    emitter.unless(trigger.guard, withheld);
    if let Some(limit) = &trigger.limit {
        let next = emitter.next;
        let first = emitter.arguments(&limit.keys);
        let to = emitter.fresh(1);
        emitter.emit(Instruction::Limit {
            trigger: id,
            first,
            to,
        });
        emitter.emit(Instruction::JumpIf {
            of: to,
            when: true,
            target: used_up.0,
        });
        emitter.next = next;
    }
    emitter.emit(Instruction::Respond {
        trigger: id,
        act: 0,
    });
    let keep = emitter.fresh(2);
    let is_declared = matches!(
        trigger.on,
        Happening::Act {
            moment: ActMoment::Declared,
            ..
        }
    );
    emitter.emit(Instruction::BeginResponse {
        keep,
        declared: is_declared,
    });
    emitter.block(&trigger.body, exit);
    emitter.place(exit);
    emitter.emit(Instruction::Absorb);
    emitter.emit(Instruction::EndResponse { keep });
    emitter.emit(Instruction::ReturnBody);
    for (label, used_up) in [(withheld, false), (used_up, true)] {
        emitter.place(label);
        emitter.emit(Instruction::Withhold {
            trigger: id,
            act: 0,
            used_up,
        });
        emitter.emit(Instruction::ReturnBody);
    }
}
