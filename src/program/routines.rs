//! The routines that lead from one body to another: settling, the line, batches, acts that come into the line.

use super::code::Instruction;
use super::compile::{Compiler, FrameLayout};
use super::emit::Emitter;
use crate::ruleset::ActMoment;
use crate::ruleset::index::Idx;

impl Compiler<'_, '_> {
    /// Settling, ordering, batches, acts that come into the line.
    pub fn routines(&mut self) {
        let announces = self.image.awaited[ActMoment::Before.index()];
        self.image.settle = self.body(FrameLayout::routine(0), emit_settle);
        self.image.arrange = self.body(FrameLayout::routine(0), emit_arrange);
        self.image.batch = self.body(FrameLayout::routine(0), |emitter| {
            emit_batch(emitter, announces)
        });
        self.image.join = self.body(FrameLayout::routine(3), emit_join);
    }
}

/// Settles what has happened.
fn emit_settle(emitter: &mut Emitter<'_, '_>) {
    let outer = emitter.fresh(1);
    emitter.emit(Instruction::BeginSettling { outer });
    let (again, done) = (emitter.placed(), emitter.label());
    let first = emitter.next;
    emitter.emit(Instruction::NextPending {
        first,
        done: done.0,
    });
    emitter.jump(again);
    emitter.place(done);
    emitter.emit(Instruction::EndSettling { outer });
    emitter.emit(Instruction::ReturnBody);
}

/// Orders the acts, and again for as long as triggers that respond to missed ones change what the order depends on.
fn emit_arrange(emitter: &mut Emitter<'_, '_>) {
    let place = emitter.fresh(3);
    let (any, act) = (place + 1, place + 2);
    // The act is not needed any more when triggers respond to it.
    let first = act;
    let again = emitter.placed();
    let stands = emitter.label();
    emitter.emit(Instruction::BeginLine {
        first,
        stands: stands.0,
    });
    let (ask, asked) = (emitter.placed(), emitter.label());
    emitter.emit(Instruction::AskPlace { done: asked.0 });
    emitter.jump(ask);
    emitter.place(asked);
    emitter.emit(Instruction::OrderLine { first });
    for to in [place, any] {
        emitter.emit(Instruction::Constant { to, value: 0 });
    }
    let (next, done) = (emitter.placed(), emitter.label());
    emitter.emit(Instruction::NextMissed {
        place,
        act,
        done: done.0,
    });
    emitter.emit(Instruction::Constant { to: any, value: 1 });
    emitter.emit(Instruction::Moment {
        moment: ActMoment::Missed,
        act,
        stage: None,
        first,
    });
    emitter.settle_outside(first);
    emitter.jump(next);
    emitter.place(done);
    emitter.emit(Instruction::JumpIfStale {
        any,
        target: again.0,
    });
    emitter.place(stands);
    emitter.emit(Instruction::ReturnBody);
}

/// Carries out the batch at the head of the line; `announces`: its acts are announced before.
fn emit_batch(emitter: &mut Emitter<'_, '_>, announces: bool) {
    let place = emitter.fresh(3);
    let (count, act) = (place + 1, place + 2);
    // The act is not needed any more when triggers respond to it, nor the count when the batch has begun.
    let first = act;
    let (end, all_void) = (emitter.label(), emitter.label());
    let begin = |emitter: &mut Emitter<'_, '_>| {
        emitter.emit(Instruction::Constant {
            to: place,
            value: 0,
        });
        (emitter.placed(), emitter.label())
    };
    if announces {
        emitter.emit(Instruction::TakeBatch { count });
        let (next, done) = begin(emitter);
        emitter.emit(Instruction::NextAnnounced {
            place,
            act,
            first,
            done: done.0,
        });
        emitter.jump(next);
        emitter.place(done);
        emitter.emit(Instruction::Settle { first });
        emitter.emit(Instruction::JumpIfAnnouncedAnew {
            count,
            target: end.0,
        });
    }
    emitter.emit(Instruction::BeginBatch {
        first,
        target: all_void.0,
    });
    let (next, done) = begin(emitter);
    emitter.emit(Instruction::NextAct {
        place,
        first: count,
        done: done.0,
    });
    emitter.emit(Instruction::Absorb);
    emitter.jump(next);
    emitter.place(done);
    emitter.emit(Instruction::Settle { first: place });
    emitter.emit(Instruction::EndBatch);
    emitter.emit(Instruction::ReturnBody);
    emitter.place(all_void);
    emitter.emit(Instruction::Settle { first: place });
    emitter.place(end);
    emitter.emit(Instruction::ReturnBody);
}

/// An act comes into the line, or is carried out at once.
fn emit_join(emitter: &mut Emitter<'_, '_>) {
    let (act, next, cause) = (0, 1, 2);
    let stage = emitter.fresh(1);
    let first = emitter.next;
    let (again, done, end) = (emitter.label(), emitter.label(), emitter.label());
    emitter.emit(Instruction::BeginJoin {
        act,
        cause,
        next,
        first,
        target: end.0,
    });
    emitter.emit(Instruction::Constant {
        to: stage,
        value: 0,
    });
    emitter.emit(Instruction::Moment {
        moment: ActMoment::Added,
        act,
        stage: Some(stage),
        first,
    });
    emitter.emit(Instruction::JumpUnlessWaiting { act, target: end.0 });
    emitter.place(again);
    emitter.emit(Instruction::NextAtOnce {
        act,
        stage,
        first,
        done: done.0,
    });
    emitter.emit(Instruction::Absorb);
    emitter.jump(again);
    emitter.place(done);
    emitter.emit(Instruction::EndJoin { act, next });
    emitter.place(end);
    emitter.emit(Instruction::ReturnBody);
}
