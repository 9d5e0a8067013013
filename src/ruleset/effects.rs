//! Effects: what an expression or a statement evaluates, reads, writes, binds, makes, calls and carries out, and how control leaves it.
//!
//! [`Expr::effects`] and [`StatementKind::effects`] match every form exhaustively and visit the effects in the order of evaluation, those that no
//! syntax shows included. Analyses filter them in place of matches of their own, so a new form cannot pass for one that does nothing. What lies behind
//! a call is told by [`Callee::effects`].
//!
//! What is visited may happen: conditions are not judged. Faults are no effects, and neither is what the journal notes.

use super::{
    ActMoment, Amount, Block, Callee, Expr, ExprId, KindId, Local, OptionId, PhaseId, Place,
    QuestionId, Ruleset, Signal, Slot, StatementKind, TemplateId, Who, slots,
};

/// One effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect<'r> {
    /// Evaluates an expression. In it, and in it alone, `binds` stands for one record after the other.
    Evaluates {
        /// the expression
        expr: ExprId,
        /// the name that it can use
        binds: Option<Local>,
    },
    /// Carries out a block, or passes it over.
    Runs {
        /// the block
        block: &'r Block,
        /// stands for one record after the other in it
        binds: Option<Local>,
        /// it may be carried out several times
        repeats: bool,
    },
    /// Gives a name its value for the statements that follow.
    Binds(Local),
    /// Reads something by itself.
    Reads(Location),
    /// Writes something by itself. What a new record holds at first is no write.
    Writes(Location, Update),
    /// Makes a record of a kind, which writes [`Location::Records`] as well. The attributes of a new record are not told as writes.
    Makes(KindId),
    /// Calls something with arguments. These are evaluated before, and told by effects of their own.
    Calls(Callee, &'r [ExprId]),
    /// Says a text, which evaluates its [`holes`](Ruleset::holes).
    Says(TemplateId),
    /// Waits for the people at the table.
    Awaits(Input),
    /// Control leaves here.
    Exits(Exit),
}

/// What can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// A name of the body.
    Local(Local),
    /// An attribute.
    Attribute {
        /// the kind of the record
        kind: KindId,
        /// which attribute
        slot: Slot,
        /// which record; `None`: no expression says it
        of: Option<ExprId>,
    },
    /// Which records of a kind there are; of acts, which of them can still happen.
    Records(KindId),
    /// The number of a counting phase.
    Counter(PhaseId),
    /// The running clock.
    Now,
    /// The setting of an option.
    Option(OptionId),
}

/// How a location is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Update {
    /// It holds another value, whatever it held.
    Set,
    /// Something is added to what it holds.
    Add,
}

/// What the people at the table give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Dice.
    Dice,
    /// An answer.
    Answer(QuestionId),
    /// Declarations.
    Declarations,
}

/// How control can leave a statement other than to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// To the end of a phase and of its counting.
    Leave(PhaseId),
    /// To the end of the combat.
    EndCombat,
}

impl<'r> Effect<'r> {
    /// The attribute that is read.
    pub fn attribute_read(self) -> Option<(KindId, Slot)> {
        match self {
            Effect::Reads(Location::Attribute { kind, slot, .. }) => Some((kind, slot)),
            _ => None,
        }
    }

    /// The attribute that is written.
    pub fn attribute_written(self) -> Option<(KindId, Slot)> {
        match self {
            Effect::Writes(Location::Attribute { kind, slot, .. }, _) => Some((kind, slot)),
            _ => None,
        }
    }

    /// The block that is carried out.
    pub fn block(self) -> Option<&'r Block> {
        match self {
            Effect::Runs { block, .. } => Some(block),
            _ => None,
        }
    }

    /// The name that is given a value, or is used for one record after the other.
    pub fn name_bound(self) -> Option<Local> {
        match self {
            Effect::Binds(local) | Effect::Writes(Location::Local(local), _) => Some(local),
            Effect::Evaluates { binds, .. } | Effect::Runs { binds, .. } => binds,
            _ => None,
        }
    }
}

impl From<Place> for Location {
    fn from(place: Place) -> Self {
        match place {
            Place::Attribute { kind, of, slot } => Location::Attribute {
                kind,
                slot,
                of: Some(of),
            },
            Place::Local(local) => Location::Local(local),
        }
    }
}

/// An attribute of acts that the engine itself writes, of whatever act.
fn of_act(slot: Slot, of: Option<ExprId>) -> Location {
    Location::Attribute {
        kind: KindId::ACT,
        slot,
        of,
    }
}

fn evaluates<'r>(expr: ExprId) -> Effect<'r> {
    Effect::Evaluates { expr, binds: None }
}

fn branch(block: &Block) -> Effect<'_> {
    Effect::Runs {
        block,
        binds: None,
        repeats: false,
    }
}

/// The condition of which one record after the other is asked.
fn asks<'r>(condition: Option<(Local, ExprId)>) -> Option<Effect<'r>> {
    condition.map(|(local, expr)| Effect::Evaluates {
        expr,
        binds: Some(local),
    })
}

impl Expr {
    /// Visits the effects of the expression itself; those of its operands are effects of what it evaluates.
    pub fn effects<'r>(&'r self, visit: &mut dyn FnMut(Effect<'r>)) {
        let mut all = |operands: &[ExprId]| {
            operands
                .iter()
                .for_each(|&operand| visit(evaluates(operand)));
        };
        match self {
            Expr::Const(_) | Expr::Text(_) => {}
            Expr::Local(local) => visit(Effect::Reads(Location::Local(*local))),
            Expr::Option(option) => visit(Effect::Reads(Location::Option(*option))),
            Expr::Counter(phase) => visit(Effect::Reads(Location::Counter(*phase))),
            Expr::Now => visit(Effect::Reads(Location::Now)),
            Expr::Attribute { kind, of, slot } => {
                all(&[*of]);
                visit(Effect::Reads(Location::Attribute {
                    kind: *kind,
                    slot: *slot,
                    of: Some(*of),
                }));
            }
            Expr::Not(a) | Expr::Negate(a) | Expr::Missing(a) => all(&[*a]),
            Expr::And(list) | Expr::Or(list) | Expr::OrElse(list) => all(list),
            Expr::Equal(a, b)
            | Expr::NotEqual(a, b)
            | Expr::Less(a, b)
            | Expr::LessOrEqual(a, b)
            | Expr::Plus(a, b)
            | Expr::Minus(a, b)
            | Expr::Times(a, b)
            | Expr::Divide {
                left: a, right: b, ..
            }
            | Expr::Mod(a, b)
            | Expr::Higher(a, b)
            | Expr::Lower(a, b) => all(&[*a, *b]),
            Expr::If(a, b, c) => all(&[*a, *b, *c]),
            Expr::Call(function, arguments) => {
                all(arguments);
                visit(Effect::Calls(Callee::Function(*function), arguments));
            }
            Expr::Lookup(table, arguments) => {
                all(arguments);
                visit(Effect::Calls(Callee::Values(*table), arguments));
            }
            Expr::Query(query) => {
                visit(Effect::Reads(Location::Records(query.kind)));
                for &expr in query.filter.iter().chain(&query.value) {
                    visit(Effect::Evaluates {
                        expr,
                        binds: Some(query.local),
                    });
                }
                query
                    .otherwise
                    .into_iter()
                    .for_each(|otherwise| visit(evaluates(otherwise)));
            }
        }
    }
}

impl Expr {
    /// The two sides of a comparison.
    pub fn compared(&self) -> Option<[ExprId; 2]> {
        match *self {
            Expr::Equal(a, b)
            | Expr::NotEqual(a, b)
            | Expr::Less(a, b)
            | Expr::LessOrEqual(a, b) => Some([a, b]),
            _ => None,
        }
    }
}

impl StatementKind {
    /// Visits the effects of the statement itself; those of the blocks within it are effects of their statements.
    pub fn effects<'r>(&'r self, visit: &mut dyn FnMut(Effect<'r>)) {
        match self {
            StatementKind::Set { place, value } => {
                visit(evaluates(*value));
                writes(*place, Update::Set, visit);
            }
            StatementKind::Add { place, value } | StatementKind::Subtract { place, value } => {
                visit(evaluates(*value));
                writes(*place, Update::Add, visit);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, block) in branches {
                    visit(evaluates(*condition));
                    visit(branch(block));
                }
                visit(branch(otherwise));
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body,
            } => {
                let binds = Some(*local);
                visit(Effect::Reads(Location::Records(*kind)));
                let order = order.map(|order| order.0);
                for expr in filter.iter().copied().chain(order) {
                    visit(Effect::Evaluates { expr, binds });
                }
                visit(Effect::Runs {
                    block: body,
                    binds,
                    repeats: true,
                });
            }
            StatementKind::Repeat { condition, body } => {
                visit(evaluates(*condition));
                visit(Effect::Runs {
                    block: body,
                    binds: None,
                    repeats: true,
                });
            }
            StatementKind::Roll {
                who,
                count,
                sides,
                purpose: _,
                local,
                keep,
            } => {
                person(*who, visit);
                for amount in [count, sides] {
                    match amount {
                        Amount::Fixed(_) => {}
                        Amount::Worked(amount) => visit(evaluates(*amount)),
                    }
                }
                visit(Effect::Awaits(Input::Dice));
                visit(Effect::Binds(*local));
                keep.iter()
                    .for_each(|keep| writes(*keep, Update::Set, visit));
            }
            StatementKind::Ask {
                who,
                question,
                about,
                among,
                default,
                local,
            } => {
                person(*who, visit);
                about.iter().for_each(|about| visit(evaluates(about.1)));
                visit(Effect::Awaits(Input::Answer(*question)));
                default
                    .iter()
                    .for_each(|default| visit(evaluates(*default)));
                asks(*among).into_iter().for_each(&mut *visit);
                visit(Effect::Binds(*local));
            }
            StatementKind::Declare { who, secret: _ } => {
                visit(evaluates(*who));
                declared(visit);
                visit(Effect::Calls(
                    Callee::Triggers(Signal::Act(ActMoment::Declared)),
                    &[],
                ));
                visit(Effect::Calls(Callee::Joins(None), &[]));
            }
            StatementKind::RefuseDeclarations { who, because } => {
                visit(evaluates(*who));
                declared(visit);
                visit(Effect::Says(*because));
                visit(Effect::Writes(of_act(slots::STATE, None), Update::Set));
            }
            StatementKind::Refuse { because } => {
                visit(Effect::Says(*because));
                visit(Effect::Writes(of_act(slots::STATE, None), Update::Set));
            }
            StatementKind::Does {
                actor,
                action,
                local,
                next: _,
                settings,
            } => {
                visit(evaluates(*actor));
                makes(KindId::ACT, settings, *local, visit);
                visit(Effect::Calls(Callee::Joins(Some(*action)), &[]));
            }
            StatementKind::Cancel {
                act,
                word: _,
                because,
            } => {
                visit(evaluates(*act));
                because.iter().for_each(|&text| visit(Effect::Says(text)));
                let state = of_act(slots::STATE, Some(*act));
                visit(Effect::Reads(state));
                visit(Effect::Writes(state, Update::Set));
                visit(Effect::Writes(Location::Records(KindId::ACT), Update::Set));
                visit(Effect::Calls(
                    Callee::Triggers(Signal::Act(ActMoment::Cancelled)),
                    &[],
                ));
            }
            StatementKind::Resolve { condition } => {
                visit(Effect::Reads(Location::Records(KindId::ACT)));
                visit(Effect::Calls(Callee::Line, &[]));
                asks(*condition).into_iter().for_each(&mut *visit);
                visit(Effect::Calls(Callee::Batches, &[]));
            }
            StatementKind::Raise { event, arguments } => {
                arguments.iter().for_each(|&one| visit(evaluates(one)));
                visit(Effect::Calls(
                    Callee::Triggers(Signal::Event(*event)),
                    arguments,
                ));
            }
            StatementKind::Do {
                procedure,
                arguments,
            } => {
                arguments.iter().for_each(|&one| visit(evaluates(one)));
                visit(Effect::Calls(Callee::Procedure(*procedure), arguments));
            }
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                let looked_up = arguments.iter().chain([key]);
                looked_up.for_each(|&one| visit(evaluates(one)));
                visit(Effect::Calls(Callee::Rows(*table), arguments));
            }
            StatementKind::New {
                kind,
                local,
                settings,
            } => makes(*kind, settings, *local, visit),
            StatementKind::Phase(phase) => visit(Effect::Calls(Callee::Phase(*phase), &[])),
            StatementKind::Leave(phase) => visit(Effect::Exits(Exit::Leave(*phase))),
            StatementKind::EndCombat { because } => {
                because.iter().for_each(|&text| visit(Effect::Says(text)));
                visit(Effect::Exits(Exit::EndCombat));
            }
            StatementKind::Note(text) => visit(Effect::Says(*text)),
        }
    }
}

/// A value is put somewhere, or added to what is there.
fn writes<'r>(place: Place, update: Update, visit: &mut dyn FnMut(Effect<'r>)) {
    let location = Location::from(place);
    match place {
        Place::Attribute { of, .. } => visit(evaluates(of)),
        Place::Local(_) => {}
    }
    match update {
        Update::Set => {}
        Update::Add => visit(Effect::Reads(location)),
    }
    visit(Effect::Writes(location, update));
}

/// Somebody rolls or is asked.
fn person<'r>(who: Who, visit: &mut dyn FnMut(Effect<'r>)) {
    match who {
        Who::Gm => {}
        Who::Side(id) | Who::Combatant(id) => visit(evaluates(id)),
    }
}

/// A record is made, and given its attributes.
fn makes<'r>(
    kind: KindId,
    settings: &[(Slot, ExprId)],
    local: Option<Local>,
    visit: &mut dyn FnMut(Effect<'r>),
) {
    visit(Effect::Makes(kind));
    settings
        .iter()
        .for_each(|setting| visit(evaluates(setting.1)));
    visit(Effect::Calls(Callee::Defaults(kind), &[]));
    local
        .into_iter()
        .for_each(|local| visit(Effect::Binds(local)));
}

/// Acts are declared, by people or by a tactic; what becomes of them is still to be told.
fn declared<'r>(visit: &mut dyn FnMut(Effect<'r>)) {
    visit(Effect::Awaits(Input::Declarations));
    visit(Effect::Calls(Callee::Tactics, &[]));
    visit(Effect::Makes(KindId::ACT));
    visit(Effect::Calls(Callee::Defaults(KindId::ACT), &[]));
    visit(Effect::Calls(Callee::Titles, &[]));
}

impl Ruleset {
    /// The expressions in a text.
    pub fn holes(&self, text: TemplateId) -> impl Iterator<Item = ExprId> + '_ {
        self.templates[text.index()].holes()
    }

    /// The text that an effect says: a question is put in words.
    pub fn text_said(&self, effect: Effect<'_>) -> Option<TemplateId> {
        match effect {
            Effect::Says(text) => Some(text),
            Effect::Awaits(Input::Answer(question)) => Some(self.questions[question.index()].text),
            _ => None,
        }
    }
}
