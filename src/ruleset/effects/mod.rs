//! Effects: what an expression or a statement evaluates, reads, writes, binds, makes, calls and carries out, and how control leaves it.
//!
//! [`Expr::effects`] and [`StatementKind::effects`] match every form exhaustively and visit the effects in the order of evaluation, those that no
//! syntax shows included. Analyses filter them in place of matches of their own, so a new form cannot pass for one that does nothing. What lies behind
//! a call is told by [`Callee::effects`].
//!
//! What is visited may happen: conditions are not judged. Faults are no effects, and neither is what the journal notes.

mod callee;
mod expr;
mod statement;

pub(crate) use callee::callees;
pub use callee::{Callee, Signal};
pub use expr::Comparison;

use super::{
    Block, Destination, ExprId, KindId, Local, OptionId, PhaseId, QuestionId, Ruleset, Slot,
    TemplateId, TriggerId,
};

/// The pattern of effects of these sorts: `effect!(access | aside)`.
macro_rules! effect {
    (@ access) => { Effect::Reads(_) | Effect::Writes(..) };
    (@ aside) => { effect!(@ told) | Effect::Exits(_) };
    (@ told) => { Effect::Says(_) | Effect::Awaits(_) };
    ($($sort:ident)|+) => { $(effect!(@ $sort))|+ };
}

pub(crate) use effect;

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
    /// Carries out a block. Of the blocks of one statement that do not repeat, exactly one is carried out.
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
    /// The number of a repeated phase.
    Counter(PhaseId),
    /// The running clock.
    Now,
    /// The setting of an option.
    Option(OptionId),
    /// How often a trigger has responded in the present run of the phase of its limit.
    Responses(TriggerId),
}

/// How a location is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Update {
    /// It holds another value, whatever it held.
    Set,
    /// Something is added to what it holds.
    Add,
    /// The same, as far as bounds allow: several of these do not add up.
    AddWithin,
}

impl Update {
    /// Whether something is added.
    pub fn adds(self) -> bool {
        match self {
            Update::Set => false,
            Update::Add | Update::AddWithin => true,
        }
    }
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
    /// To the end of a turn of a phase of turns.
    Turn(PhaseId),
    /// To the end of the innermost [`StatementKind::Repeat`](super::StatementKind::Repeat) around it: of the innermost block that repeats and binds no name.
    Repeat,
    /// To the end of the combat.
    EndCombat,
}

/// All effects that something visits: for walks that recurse, and should not have the visiting on the stack.
pub fn collected<'r>(effects: impl FnOnce(&mut dyn FnMut(Effect<'r>))) -> Vec<Effect<'r>> {
    let mut all = Vec::new();
    effects(&mut |effect| all.push(effect));
    all
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

    /// The expressions that are evaluated, in the order in which the effects come.
    pub(super) fn evaluated(effects: impl FnOnce(&mut dyn FnMut(Effect<'r>))) -> Vec<ExprId> {
        let mut evaluated = Vec::new();
        effects(&mut |effect| {
            if let Effect::Evaluates { expr, .. } = effect {
                evaluated.push(expr);
            }
        });
        evaluated
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

impl From<Destination> for Location {
    fn from(place: Destination) -> Self {
        match place {
            Destination::Attribute { kind, of, slot, .. } => Location::Attribute {
                kind,
                slot,
                of: Some(of),
            },
            Destination::Local(local) => Location::Local(local),
        }
    }
}

/// An attribute of acts that the machine itself writes, of whatever act.
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
