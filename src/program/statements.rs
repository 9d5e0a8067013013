//! Code of statements.

use super::code::{Address, Instruction, Register};
use super::emit::{CodeLabel, Emitter};
use super::image::{AskSite, AskSiteId, RollSite, RollSiteId, StatementCode};
use super::operation::Covered;
use crate::ruleset::index::{to_number, to_short};
use crate::ruleset::{
    Amount, At, Block, Destination, ExprId, KindId, Slot, Statement, StatementKind, statements,
};

impl<'a> Emitter<'a, '_> {
    /// Statements in their order; control that does not flow on jumps to `exit`.
    pub fn block(&mut self, block: &'a Block, exit: CodeLabel) {
        for statement in block {
            let next = self.next;
            let start = self.here();
            self.emit(Instruction::Step);
            self.statement(statement, exit);
            self.next = next;
            if !is_simple(&statement.kind) {
                self.jump_if_over(exit);
            }
            self.image.statements.push(StatementCode {
                start,
                end: self.here(),
                at: At::of(statement),
                span: statement.span,
                free: next,
            });
        }
    }

    fn statement(&mut self, statement: &'a Statement, exit: CodeLabel) {
        // Of what a statement has evaluated nothing is in use any more where others are carried out for it.
        let free = self.next;
        match &statement.kind {
            StatementKind::Set { place, value } => match *place {
                Destination::Local(local) => self.assign(*value, local),
                Destination::Attribute { .. } => {
                    let value = self.operand(*value);
                    self.set(place, value);
                    self.tell_change(place, free);
                }
            },
            StatementKind::Add { place, value } => {
                self.add(place, *value, false);
                self.tell_change(place, free);
            }
            StatementKind::Subtract { place, value } => {
                self.add(place, *value, true);
                self.tell_change(place, free);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let end = self.label();
                for (condition, block) in branches {
                    let next = self.label();
                    self.chooses(Some(*condition));
                    self.condition(*condition, false, next);
                    self.block(block, exit);
                    self.jump(end);
                    self.place(next);
                }
                self.block(otherwise, exit);
                self.place(end);
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body,
            } => self.each((*kind, *local), *filter, order, body, exit),
            StatementKind::Repeat { condition, body } => {
                let (again, end) = (self.placed(), self.label());
                self.chooses(Some(*condition));
                self.condition(*condition, false, end);
                self.emit(Instruction::Step);
                self.repeats.push((end, None));
                self.block(body, exit);
                self.repeats.pop();
                self.jump(again);
                self.place(end);
            }
            StatementKind::Roll {
                who,
                count,
                sides,
                tally,
                purpose,
                local,
                keep,
            } => {
                let person = self.person(*who);
                let number = tally.number().copied().unwrap_or(Amount::Fixed(0));
                let [count_in, sides_in, number] =
                    [*count, *sides, number].map(|amount| match amount {
                        Amount::Fixed(_) => 0,
                        Amount::Worked(amount) => self.present(amount),
                    });
                let site = RollSiteId::from_index(self.image.rolls.len());
                self.image.rolls.push(RollSite {
                    who: *who,
                    purpose: *purpose,
                    count: *count,
                    sides: *sides,
                    tally: *tally,
                    free,
                });
                let to = self.name(*local);
                self.emit(Instruction::Roll {
                    site,
                    to,
                    who: person,
                    count: count_in,
                    sides: sides_in,
                    number,
                });
                if let Some(keep) = keep {
                    self.set(keep, to);
                    self.tell_change(keep, free);
                }
            }
            StatementKind::Ask {
                who,
                question,
                about,
                among,
                default,
                local,
            } => {
                let person = self.person(*who);
                self.say(self.rules.questions[question.index()].text);
                let first = self.fresh(about.len());
                for (register, &(_, record)) in (first..).zip(about) {
                    self.value(record, register);
                    self.emit_at(Instruction::Present { of: register }, [record; 3]);
                }
                let site = AskSiteId::from_index(self.image.asks.len());
                self.image.asks.push(AskSite {
                    who: *who,
                    question: *question,
                    about: about.iter().map(|about| about.0).collect(),
                    registers: [person, first],
                    among: *among,
                });
                self.ask(site, *default, *local);
            }
            StatementKind::Declare {
                who,
                one,
                actions,
                secret,
            } => {
                self.asks_to_declare(*who, (*one, actions, *secret), free);
            }
            StatementKind::RefuseDeclarations { who, because } => {
                self.refuses_declarations(*who, *because, free);
            }
            StatementKind::Refuse { because } => {
                self.say(*because);
                self.emit(Instruction::Refuse);
            }
            StatementKind::Does {
                actor,
                action,
                local,
                next,
                settings,
            } => {
                let actor = self.present(*actor);
                let values = self.settings(settings);
                let act = self.fresh(1);
                self.emit(Instruction::MakeAct {
                    to: act,
                    actor,
                    action: *action,
                });
                self.give(KindId::ACT, act, &values);
                if let Some(local) = local {
                    let to = self.name(*local);
                    self.emit(Instruction::Copy { to, from: act });
                }
                self.emit(Instruction::Join { act, next: *next });
                self.settle_outside(free);
            }
            StatementKind::Cancel { act, word, because } => {
                let act = self.present(*act);
                because.iter().for_each(|&because| self.say(because));
                self.emit(Instruction::Cancel {
                    act,
                    word: *word,
                    has_reason: because.is_some(),
                });
                self.settle_outside(free);
            }
            StatementKind::Resolve { condition } => self.resolve(*condition, exit, free),
            StatementKind::Raise { event, arguments } => {
                self.cover(Covered::Event(*event));
                let first = self.arguments(arguments);
                self.emit(Instruction::Raise {
                    event: *event,
                    first,
                });
                self.settle_outside(free);
            }
            StatementKind::Do {
                procedure,
                arguments,
                local,
            } => {
                self.cover(Covered::Procedure(*procedure));
                let first = self.arguments(arguments);
                // The frame of the procedure begins with its arguments; what it gives is left there.
                self.fresh(1);
                // Its address is known when all bodies are emitted.
                self.call_body(first, procedure.0, exit);
                if let Some(local) = local {
                    let result = self.rules.procedures[procedure.index()].result();
                    let to = self.name(*local);
                    let from = first + result;
                    self.emit(Instruction::Copy { to, from });
                }
            }
            StatementKind::Result { local, value } => self.assign(*value, *local),
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                let first = self.fresh(arguments.len() + 1);
                for (register, argument) in (first..).zip(arguments) {
                    self.value(*argument, register);
                }
                let of = first + to_short(arguments.len());
                self.value(*key, of);
                self.emit_at(Instruction::Present { of }, [*key; 3]);
                self.emit(Instruction::Consult {
                    table: *table,
                    first,
                    key: of,
                });
                self.jump_unless_on(exit);
            }
            StatementKind::New {
                kind,
                local,
                settings,
            } => {
                let values = self.settings(settings);
                let record = self.fresh(1);
                self.emit(Instruction::Make {
                    kind: *kind,
                    to: record,
                });
                self.give(*kind, record, &values);
                if let Some(local) = local {
                    let to = self.name(*local);
                    self.emit(Instruction::Copy { to, from: record });
                }
                self.emit(Instruction::Made {
                    kind: *kind,
                    record,
                });
            }
            StatementKind::Phase(phase) => {
                let first = self.fresh(1);
                let target = to_number(self.image.procedures.len()) + phase.0;
                self.call_body(first, target, exit);
            }
            StatementKind::Leave(phase) => {
                self.emit(Instruction::Leave { phase: *phase });
                self.jump(exit);
            }
            StatementKind::LeaveTurn(phase) => {
                // If this is the body of the phase, what an `each` around it holds would stay over the turns to come.
                if let Some(to) = self.repeats.iter().find_map(|&(_, held)| held) {
                    self.emit(Instruction::Release { to });
                }
                self.emit(Instruction::LeaveTurn { phase: *phase });
                self.jump(exit);
            }
            StatementKind::LeaveRepeat => {
                if let Some(&(end, held)) = self.repeats.last() {
                    if let Some(to) = held {
                        self.emit(Instruction::Release { to });
                    }
                    self.jump(end);
                }
            }
            StatementKind::EndCombat { because } => {
                because.iter().for_each(|&because| self.say(because));
                self.emit(Instruction::EndCombat {
                    has_reason: because.is_some(),
                });
                self.jump(exit);
            }
            StatementKind::Note(text) => {
                self.say(*text);
                self.emit(Instruction::Note);
            }
        }
    }

    /// Goes on at a label if an act or a trigger has ended the combat.
    pub fn jump_if_over(&mut self, label: CodeLabel) {
        self.emit(Instruction::JumpIfOver {
            target: label.0,
            on: Address::MAX,
            steps: false,
        });
    }

    /// Behind a call of a body: goes on at a label unless control flows on.
    pub fn jump_unless_on(&mut self, label: CodeLabel) {
        self.emit(Instruction::JumpUnlessOn {
            target: label.0,
            on: Address::MAX,
            steps: false,
        });
    }

    fn call_body(&mut self, first: Register, target: Address, exit: CodeLabel) {
        self.emit(Instruction::CallBody { first, target });
        self.jump_unless_on(exit);
    }

    /// Settles what has happened, unless a batch or a trigger is in hand.
    pub fn settle_outside(&mut self, first: Register) {
        self.emit(Instruction::SettleOutside { first });
    }

    /// Lets triggers respond to a change, outside a batch.
    fn tell_change(&mut self, place: &Destination, free: Register) {
        if place.tells().is_some() {
            self.settle_outside(free);
        }
    }

    /// Puts the value of a register somewhere.
    fn set(&mut self, place: &Destination, value: Register) {
        match *place {
            Destination::Local(local) => {
                let to = self.name(local);
                self.emit(Instruction::Copy { to, from: value });
            }
            Destination::Attribute {
                kind,
                of,
                slot,
                tells: _,
                within: _,
            } => {
                let record = self.present(of);
                self.emit(Instruction::Set {
                    kind: to_short(kind.index()),
                    slot,
                    record,
                    value,
                });
            }
        }
    }

    fn add(&mut self, place: &Destination, value: ExprId, subtract: bool) {
        let value = self.present(value);
        match *place {
            Destination::Local(local) => {
                let to = self.name(local);
                self.emit(Instruction::AddTo {
                    to,
                    of: value,
                    subtract,
                });
            }
            Destination::Attribute {
                kind,
                of,
                slot,
                tells: _,
                within: _,
            } => {
                let record = self.present(of);
                self.emit(Instruction::Add {
                    kind: to_short(kind.index()),
                    slot,
                    record,
                    value,
                    subtract,
                });
            }
        }
    }

    /// Gives a new record its attributes and the defaults of the others.
    /// The values that a new record is given, worked out before it is there.
    fn settings(&mut self, settings: &'a [(Slot, ExprId)]) -> Vec<(Slot, Register)> {
        let settings = settings.iter();
        settings
            .map(|&(slot, value)| (slot, self.operand(value)))
            .collect()
    }

    fn give(&mut self, kind: KindId, record: Register, values: &[(Slot, Register)]) {
        for &(slot, value) in values {
            self.emit(Instruction::Give {
                kind: to_short(kind.index()),
                slot,
                record,
                value,
            });
        }
        let first = self.next;
        self.emit(Instruction::Defaults {
            kind,
            record,
            first,
        });
    }

    fn resolve(&mut self, condition: Option<(u16, ExprId)>, exit: CodeLabel, free: Register) {
        self.emit(Instruction::BeginResolving);
        let (again, take, end) = (self.placed(), self.label(), self.label());
        let act = match condition {
            Some((local, _)) => self.name(local),
            None => self.fresh(1),
        };
        self.emit(Instruction::Step);
        self.emit(Instruction::Arrange { first: free });
        self.jump_if_over(exit);
        let head = self.fresh(1);
        self.emit(Instruction::First {
            to: head,
            none: end.0,
            next: take.0,
        });
        if let Some((_, condition)) = condition {
            self.emit(Instruction::Copy {
                to: act,
                from: head,
            });
            self.condition(condition, true, take);
            self.emit(Instruction::Waits {
                act,
                condition: condition.0,
            });
            self.jump(end);
        }
        self.place(take);
        let (target, first) = (BATCH, free);
        self.emit(Instruction::CallBody { first, target });
        self.jump_if_over(exit);
        self.jump(again);
        self.place(end);
    }
}

/// Stands for the address of the batch until it is known.
pub(super) const BATCH: Address = Address::MAX;

/// Whether nothing can follow from a statement before the next one.
fn is_simple(statement: &StatementKind) -> bool {
    match statement {
        StatementKind::Set { place, .. }
        | StatementKind::Add { place, .. }
        | StatementKind::Subtract { place, .. } => place.tells().is_none(),
        StatementKind::Note(_) => true,
        StatementKind::If { .. }
        | StatementKind::Each { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Resolve { .. }
        | statements!(deed | exit) => false,
    }
}
