//! Code of `each`: which records there are is settled before the body, and they are sorted.

use super::code::{Instruction, Register};
use super::emit::{CodeLabel, Emitter};
use crate::ruleset::index::to_short;
use crate::ruleset::{Block, ExprId, KindId};

impl<'a> Emitter<'a, '_> {
    pub(super) fn each(
        &mut self,
        (kind, local): (KindId, u16),
        filter: Option<ExprId>,
        order: &[(ExprId, bool)],
        body: &'a Block,
        exit: CodeLabel,
    ) {
        let to = self.name(local);
        if filter.is_none() && order.is_empty() && self.image.fixed[kind.index()] {
            // Nothing that the body does can change which records there are.
            let place = self.fresh(1);
            let (next, done) = self.next_record(kind, place, to);
            self.block(body, exit);
            self.jump(next);
            self.place(done);
            return;
        }
        self.chooses(filter);
        let start = self.fresh(3);
        let (end, place) = (start + 1, start + 2);
        self.emit(Instruction::Mark { to: start });
        let (next, gathered) = self.next_record(kind, place, to);
        self.unless(filter, next);
        self.emit(Instruction::Push { of: to });
        self.jump(next);
        self.place(gathered);
        self.emit(Instruction::Mark { to: end });
        self.sort((start, end, place), to, order);
        self.emit(Instruction::Copy {
            to: place,
            from: start,
        });
        let (next, done) = (self.iterated(), self.label());
        self.emit(Instruction::NextOf {
            place,
            end,
            to,
            done: done.0,
        });
        let outermost = self.repeats.last_mut().filter(|repeat| repeat.1.is_none());
        let is_outermost = outermost.map(|repeat| repeat.1 = Some(start)).is_some();
        self.block(body, exit);
        if let Some(repeat) = self.repeats.last_mut().filter(|_| is_outermost) {
            repeat.1 = None;
        }
        self.jump(next);
        self.place(done);
        self.emit(Instruction::Release { to: start });
    }

    /// Begins to go through all records of a kind: to where to come back for the next one, and where to go on behind the last.
    fn next_record(
        &mut self,
        kind: KindId,
        place: Register,
        to: Register,
    ) -> (CodeLabel, CodeLabel) {
        self.emit(Instruction::Constant {
            to: place,
            value: 0,
        });
        let (next, done) = (self.iterated(), self.label());
        self.emit(Instruction::NextRecord {
            kind: to_short(kind.index()),
            place,
            to,
            done: done.0,
        });
        (next, done)
    }

    /// Sorts the records between two marks, by a value of each or several.
    fn sort(
        &mut self,
        (start, end, place): (Register, Register, Register),
        to: Register,
        order: &[(ExprId, bool)],
    ) {
        // The most important value last: what it leaves equal stays in the order of the others.
        for (number, &(value, highest_first)) in order.iter().rev().enumerate() {
            let sorted = self.label();
            self.emit(Instruction::Copy {
                to: place,
                from: start,
            });
            let next = self.iterated();
            self.emit(Instruction::NextOf {
                place,
                end,
                to,
                done: sorted.0,
            });
            let free = self.next;
            let of = self.present(value);
            self.next = free;
            self.emit(Instruction::SortKey {
                of,
                record: to,
                highest_first,
            });
            self.jump(next);
            self.place(sorted);
            self.emit(Instruction::Sort {
                from: start,
                again: number > 0,
            });
            self.emit(Instruction::Mark { to: end });
        }
    }
}
