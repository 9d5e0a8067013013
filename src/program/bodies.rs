//! Bodies that stand in the rules: procedures, rows of tables, stages of actions, phases, tactics.

use super::code::{Address, Instruction, Register};
use super::compile::{Compiler, FrameLayout};
use super::emit::{CodeLabel, Emitter};
use super::image::AskedActionsId;
use super::triggers::call_trigger;
use crate::ruleset::index::{to_number, to_short};
use crate::ruleset::{
    AskedActions, Block, Counting, ItemId, MISSING, PhaseId, Ruleset, Tactic, TriggerId,
};

impl<'a> Compiler<'a, '_> {
    /// Procedures, rows of tables, stages of actions, phases, tactics.
    pub fn bodies(&mut self) {
        let rules = self.rules;
        for (index, procedure) in rules.procedures.iter().enumerate() {
            let given = procedure.parameters.len();
            let frame = named(given, procedure.locals, procedure.item);
            self.image.procedures[index] =
                self.body(frame, |emitter| emit_block(emitter, &procedure.body));
        }
        for table in &rules.tables {
            let given = table.parameters.len() + 1;
            let rows = table.rows.iter().map(|row| {
                let frame = named(given, table.locals.max(to_short(given)), table.item);
                self.body(frame, |emitter| emit_block(emitter, &row.body))
            });
            let rows = rows.collect();
            self.image.rows.push(rows);
        }
        self.stages();
        for index in 0..rules.phases.len() {
            self.phase(PhaseId::from_index(index));
        }
        self.tactics();
    }

    /// The stages of actions, and what they are called.
    fn stages(&mut self) {
        let rules = self.rules;
        for action in &rules.actions {
            let (mut stages, mut titles) = (Vec::new(), Vec::new());
            for stage in &action.stages {
                let frame = named(1, stage.locals, action.item);
                stages.push(self.body(frame, |emitter| emit_block(emitter, &stage.body)));
                let is_plain = rules.templates[stage.title.index()].is_plain(rules);
                let frame = FrameLayout {
                    given: 1,
                    names: stage.locals,
                    item: None,
                };
                titles.push((!is_plain).then(|| {
                    self.body(frame, |emitter| {
                        emitter.say(stage.title);
                        emitter.emit(Instruction::ReturnBody);
                    })
                }));
            }
            self.image.stages.push(stages);
            self.image.titles.push(titles);
        }
    }

    /// Whom tactics fit, and what they declare.
    fn tactics(&mut self) {
        let rules = self.rules;
        for tactic in &rules.tactics {
            let frame = || FrameLayout {
                given: 1,
                names: tactic.locals,
                item: None,
            };
            let guard = self.body(frame(), |emitter| {
                let no = emitter.label();
                emitter.unless(tactic.guard, no);
                emitter.emit(Instruction::ReturnConstant { value: 1 });
                emitter.place(no);
                emitter.emit(Instruction::ReturnConstant { value: 0 });
            });
            self.image.guards.push(guard);
            for place in 0..self.image.asked.len() {
                let place = AskedActionsId::from_index(place);
                let actions = self.image.asked[place].actions.clone();
                let lines = self.body(frame(), |emitter| emit_tactic(emitter, tactic, &actions));
                self.image.asked[place].tactics.push(lines);
            }
        }
    }

    fn phase(&mut self, id: PhaseId) {
        let rules = self.rules;
        let phase = &rules.phases[id.index()];
        let frame = FrameLayout {
            given: 0,
            names: phase.locals,
            item: Some(phase.item),
        };
        let waiting = [true, false].map(|begins| {
            let waiting = self.of_phases.get(&(id, begins));
            waiting.cloned().unwrap_or_default()
        });
        self.image.phases[id.index()] = self.body(frame, |emitter| {
            let number = emitter.fresh(if phase.repeats() { 4 } else { 1 });
            let end = emitter.label();
            match (&phase.turns, phase.counting) {
                (Some(turns), _) => {
                    for (to, value) in [(number + 2, 0), (number + 3, MISSING)] {
                        emitter.emit(Instruction::Constant { to, value });
                    }
                    emitter.block(&turns.opening, end);
                    let again = emitter.placed();
                    emitter.block(&turns.next, end);
                    let from = emitter.name(turns.local);
                    emitter.emit(Instruction::Copy { to: number, from });
                    emitter.emit(Instruction::NextTurn {
                        phase: id,
                        number,
                        done: end.0,
                    });
                    repeated(emitter, id, number, &waiting, again);
                }
                (None, Some(counting)) => {
                    let again = emit_counting(emitter, id, number, counting, end);
                    repeated(emitter, id, number, &waiting, again);
                }
                (None, None) => {
                    emitter.unless(phase.condition, end);
                    emitter.emit(Instruction::Constant {
                        to: number,
                        value: MISSING,
                    });
                    emitter.emit(Instruction::JumpIfStopped {
                        phase: id,
                        target: end.0,
                    });
                    repetition(emitter, id, number, &waiting);
                }
            }
            emitter.place(end);
            if phase.turns.is_some() {
                let of = emitter.fresh(1);
                let value = MISSING;
                emitter.emit(Instruction::Constant { to: of, value });
                emitter.emit(Instruction::SetCounter { phase: id, of });
            }
            emitter.emit(Instruction::Arrive { phase: id });
            emitter.emit(Instruction::ReturnBody);
        });
    }
}

/// The frame of a body that an item of the rules says.
fn named(given: usize, names: u16, item: ItemId) -> FrameLayout {
    FrameLayout {
        given: to_short(given),
        names,
        item: Some(item),
    }
}

/// A body that is nothing but statements.
fn emit_block<'a>(emitter: &mut Emitter<'a, '_>, block: &'a Block) {
    let exit = emitter.label();
    emitter.block(block, exit);
    emitter.place(exit);
    emitter.emit(Instruction::ReturnBody);
}

/// The first line of a tactic that can be declared, by number.
/// The lines of a tactic, but for those that hold acts and none of these actions.
fn emit_tactic<'a>(emitter: &mut Emitter<'a, '_>, tactic: &'a Tactic, asked: &AskedActions) {
    let lines = (0..).zip(&tactic.lines);
    for (number, line) in lines.filter(|(_, line)| line.says_of(asked)) {
        let next = emitter.label();
        emitter.emit(Instruction::Step);
        emitter.unless(line.guard, next);
        for given in line.acts.iter().flat_map(|act| &act.given) {
            let free = emitter.next;
            let of = emitter.operand(given.value);
            if given.aimed {
                emitter.emit(Instruction::JumpIfMissing {
                    of,
                    when: true,
                    target: next.0,
                });
            }
            emitter.emit(Instruction::Copy {
                to: given.local,
                from: of,
            });
            emitter.next = free;
        }
        emitter.emit(Instruction::ReturnConstant { value: number });
        emitter.place(next);
    }
    emitter.emit(Instruction::ReturnConstant { value: MISSING });
}

/// The number of a phase among the bodies that are called by number.
pub(super) fn phase_number(rules: &Ruleset, phase: PhaseId) -> Address {
    to_number(rules.procedures.len()) + phase.0
}

/// Begins to count the repetitions of a phase, in registers from `number` on; where the next one begins.
fn emit_counting(
    emitter: &mut Emitter<'_, '_>,
    id: PhaseId,
    number: Register,
    counting: Counting,
    end: CodeLabel,
) -> CodeLabel {
    let begun = emitter.label();
    emitter.emit(Instruction::BeginCounting {
        phase: id,
        number,
        target: begun.0,
    });
    emitter.value(counting.from, number);
    emitter.place(begun);
    match counting.to {
        Some(to) => emitter.value(to, number + 1),
        None => emitter.emit(Instruction::Constant {
            to: number + 1,
            value: i64::MAX,
        }),
    }
    let again = emitter.placed();
    emitter.emit(Instruction::NextRepetition {
        phase: id,
        number,
        done: end.0,
    });
    again
}

/// A repetition whose number is known, if the condition of its phase holds; then it begins again.
fn repeated(
    emitter: &mut Emitter<'_, '_>,
    id: PhaseId,
    number: Register,
    waiting: &[Vec<TriggerId>; 2],
    again: CodeLabel,
) {
    let condition = emitter.rules.phases[id.index()].condition;
    let (refused, end) = (emitter.label(), emitter.label());
    emitter.chooses(condition);
    emitter.unless(condition, refused);
    emitter.emit(Instruction::Repeat {
        phase: id,
        number,
        done: end.0,
    });
    repetition(emitter, id, number, waiting);
    emitter.emit(Instruction::Repeated {
        phase: id,
        number,
        target: again.0,
    });
    if condition.is_some() {
        emitter.jump(end);
        // The condition was asked with the next number; the last repetition that has begun is the one before.
        emitter.place(refused);
        emitter.emit(Instruction::SetCounter {
            phase: id,
            of: number + 3,
        });
    }
    emitter.place(end);
}

/// One repetition of a phase; `waiting`: the triggers that wait for its beginning and its end.
fn repetition(
    emitter: &mut Emitter<'_, '_>,
    id: PhaseId,
    number: Register,
    waiting: &[Vec<TriggerId>; 2],
) {
    let rules = emitter.rules;
    let phase = &rules.phases[id.index()];
    let (exit, done) = (emitter.label(), emitter.label());
    if let Some(lasting) = phase.lasting {
        let next = emitter.next;
        let of = emitter.operand(lasting);
        emitter.emit(Instruction::Elapse { of });
        emitter.next = next;
    }
    let respond = |emitter: &mut Emitter<'_, '_>, waiting: &[TriggerId]| {
        for &trigger in waiting {
            call_trigger(emitter, trigger, 0);
        }
        let first = emitter.next;
        emitter.emit(Instruction::Settle { first });
    };
    emitter.emit(Instruction::BeginPhase { phase: id, number });
    emitter.block(&phase.prologue, exit);
    respond(emitter, &waiting[0]);
    emitter.jump_if_over(exit);
    match phase.turns {
        Some(_) => {
            emitter.repeats.push((exit, None));
            emitter.block(&phase.body, exit);
            emitter.repeats.pop();
        }
        None => emitter.block(&phase.body, exit),
    }
    emitter.place(exit);
    if phase.turns.is_some() {
        emitter.emit(Instruction::ArriveTurn { phase: id });
    }
    let flow = emitter.fresh(1);
    let first = emitter.next;
    emitter.emit(Instruction::SaveFlow {
        to: flow,
        over: done.0,
    });
    emitter.emit(Instruction::Settle { first });
    respond(emitter, &waiting[1]);
    emitter.emit(Instruction::RestoreFlow { of: flow });
    emitter.place(done);
    emitter.emit(Instruction::EndPhase { phase: id, number });
}
