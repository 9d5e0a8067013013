//! The emitter: appends instructions, resolves labels, hands out the registers of a frame, and keeps the places to which faults are owed.

use super::code::{Address, Instruction, Register};
use super::image::{Image, Marks};
use super::operation::Covered;
use super::targets::JumpTarget;
use crate::ruleset::index::{Idx, to_number, to_short};
use crate::ruleset::{Expr, ExprId, Ruleset};
use crate::source::Span;

/// An address that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeLabel(pub u32);

/// Emits the code of one body: labels and registers are its own.
pub(super) struct Emitter<'a, 'i> {
    pub rules: &'a Ruleset,
    /// The list in which the expressions at hand lie: those of the rules, or of a scenario.
    pub exprs: &'a [Expr],
    pub spans: &'a [Span],
    /// Whether small definitions are inlined.
    pub inlines: bool,
    pub image: &'i mut Image,
    /// Where this body begins.
    start: Address,
    /// The addresses of the labels.
    labels: Vec<Address>,
    /// The registers of the names of the definition that is inlined here; otherwise names are the first registers.
    pub scope: Option<Vec<Register>>,
    /// The ends of the repetitions around the statement at hand, each with the mark of the outermost `each` in it that holds records of the stack.
    pub repeats: Vec<(CodeLabel, Option<Register>)>,
    /// How deep the expression at hand lies in others.
    pub depth: u32,
    /// The first register that is free.
    pub next: Register,
    /// How many registers the body uses.
    pub most: Register,
}

/// How many jumps are followed that lead to each other.
const MOST_THREADED: usize = 8;

/// More registers than a frame of any checked body needs.
const MOST_REGISTERS: Register = 30_000;

impl<'a, 'i> Emitter<'a, 'i> {
    /// For a body with so many names.
    pub fn new(rules: &'a Ruleset, image: &'i mut Image, names: u16) -> Self {
        Emitter {
            rules,
            exprs: &rules.exprs,
            spans: &rules.expr_spans,
            inlines: true,
            start: to_number(image.code.len()),
            image,
            labels: Vec::new(),
            scope: None,
            repeats: Vec::new(),
            depth: 0,
            next: names,
            most: names,
        }
    }

    /// Appends an instruction.
    pub fn emit(&mut self, instruction: Instruction) {
        self.image.code.push(instruction);
    }

    /// Marks something as exercised, where that is wanted.
    pub fn cover(&mut self, what: Covered) {
        if self.image.marks == Marks::Exercised {
            self.emit(Instruction::Cover { what });
        }
    }

    /// Shows the condition at which a statement or a phase is about to look, where that is wanted.
    pub fn chooses(&mut self, condition: Option<ExprId>) {
        if let (Marks::Conditions, Some(condition)) = (self.image.marks, condition) {
            let condition = condition.0;
            self.emit(Instruction::Chooses { condition });
        }
    }

    /// Appends an instruction that can fault: for an expression as a whole, or for one of the two that it is made of.
    pub fn emit_at(&mut self, instruction: Instruction, of: [ExprId; 3]) {
        let at = self.here();
        let places = of.map(|id| self.spans[id.index()]);
        self.image.places.push((at, places));
        self.image.code.push(instruction);
    }

    /// The address of the next instruction.
    pub fn here(&self) -> Address {
        to_number(self.image.code.len())
    }

    /// A label, to be [placed](Emitter::place).
    pub fn label(&mut self) -> CodeLabel {
        self.labels.push(Address::MAX);
        CodeLabel(to_number(self.labels.len()) - 1)
    }

    /// Places a label at the next instruction.
    pub fn place(&mut self, label: CodeLabel) {
        self.labels[label.0.index()] = self.here();
    }

    /// A label that is placed at the next instruction.
    pub fn placed(&mut self) -> CodeLabel {
        let label = self.label();
        self.place(label);
        label
    }

    /// The same, where an iteration of a statement begins.
    pub fn iterated(&mut self) -> CodeLabel {
        self.image.iterations.push((self.here(), self.next));
        self.placed()
    }

    /// Jumps to a label.
    pub fn jump(&mut self, label: CodeLabel) {
        self.emit(Instruction::Jump { target: label.0 });
    }

    /// So many registers one after the other; the first of them.
    pub fn fresh(&mut self, count: usize) -> Register {
        let first = self.next;
        let next = usize::from(first) + count;
        self.next = to_short(next.min(usize::from(MOST_REGISTERS)));
        self.most = self.most.max(self.next);
        first
    }

    /// Resolves the labels; how many registers the body uses.
    pub fn finish(self) -> Register {
        let start = self.start.index();
        for instruction in self.image.code.iter_mut().skip(start) {
            instruction.each_target(&mut |target| match target {
                JumpTarget::Jump(target) => *target = self.labels[target.index()],
                JumpTarget::Function(_) | JumpTarget::Body(_) => {}
            });
        }
        for at in start..self.image.code.len() {
            let mut instruction = self.image.code.as_slice()[at];
            instruction.each_target(&mut |target| {
                if let JumpTarget::Jump(target) = target {
                    *target = self.threaded(*target, None);
                }
            });
            if let Instruction::JumpIfOver { target, on, steps }
            | Instruction::JumpUnlessOn { target, on, steps } = &mut instruction
            {
                *on = self.threaded(to_number(at) + 1, Some(*target));
                *steps = matches!(self.image.code.get(*on), Some(Instruction::Step));
                *on += u32::from(*steps);
            }
            self.image.code[to_number(at)] = instruction;
        }
        self.most
    }

    /// Where a run comes to that goes on at an address, behind jumps; and, where the combat is not over, behind those that ask for it and lead where
    /// that is so to `over`.
    fn threaded(&self, mut at: Address, over: Option<Address>) -> Address {
        // Circles of jumps are passed by.
        for _ in 0..MOST_THREADED {
            at = match self.image.code.get(at) {
                Some(&Instruction::Jump { target }) => target,
                Some(&Instruction::JumpIfOver { target, .. }) if over == Some(target) => at + 1,
                _ => break,
            };
        }
        at
    }
}
