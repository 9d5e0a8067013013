//! Statements: what a phase, an action, a trigger or a procedure carries out.

use super::{
    ActionId, AskedActions, Declared, EventId, ExprId, KindId, Local, PhaseId, ProcedureId,
    QuestionId, Slot, TableId, Tally, TemplateId, Within, WordId,
};
use crate::source::Span;

/// Statements in their order.
pub type Block = Box<[Statement]>;

/// One statement and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// Which statement of the rules this is: its place in memory, for statements have no numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(usize);

impl At {
    /// Of this one.
    pub fn of(statement: &Statement) -> Self {
        At(std::ptr::from_ref(statement).addr())
    }
}

/// Where a value can be put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Destination {
    /// An attribute of a record.
    Attribute {
        /// the kind of the record
        kind: KindId,
        /// which record
        of: ExprId,
        /// which attribute
        slot: Slot,
        /// the event that tells triggers of its changes
        tells: Option<EventId>,
        /// between which numbers it stays
        within: Within,
    },
    /// A name of the body.
    Local(Local),
}

impl Destination {
    /// The event that tells triggers of what is put there.
    pub fn tells(&self) -> Option<EventId> {
        match *self {
            Destination::Attribute { tells, .. } => tells,
            Destination::Local(_) => None,
        }
    }
}

/// Who rolls or decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    /// The game master.
    Gm,
    /// A side.
    Side(ExprId),
    /// A combatant, or its player.
    Combatant(ExprId),
}

/// The pattern of statements of these sorts: `statements!(change | exit)`.
macro_rules! statements {
    (@ change) => { statements!(# Set | Add | Subtract) };
    (@ exit) => { statements!(# Leave | LeaveRepeat | LeaveTurn | EndCombat) };
    (@ deed) => {
        statements!(# Roll | Ask | Declare | RefuseDeclarations | Refuse | Does | Cancel | Raise | Do | Result | Consult | New | Phase)
    };
    (# $($form:ident)|+) => { $($crate::ruleset::StatementKind::$form { .. })|+ };
    ($($sort:ident)|+) => { $(statements!(@ $sort))|+ };
}

pub(crate) use statements;

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Puts a value somewhere.
    Set {
        /// where
        place: Destination,
        /// what
        value: ExprId,
    },
    /// Adds to a number; in a batch, all that is added to it adds up.
    Add {
        /// where
        place: Destination,
        /// how much
        value: ExprId,
    },
    /// Takes from a number.
    Subtract {
        /// where
        place: Destination,
        /// how much
        value: ExprId,
    },
    /// The first branch whose condition is true.
    If {
        /// condition and body
        branches: Box<[(ExprId, Block)]>,
        /// else
        otherwise: Block,
    },
    /// Once for each record, in the order of the names or of values.
    Each {
        /// which records
        kind: KindId,
        /// the name that stands for each
        local: Local,
        /// only those; judged for all of them before the first body
        filter: Option<ExprId>,
        /// the values by which they are sorted, most important first; lowest first, `true`: highest first. None: by name
        order: Box<[(ExprId, bool)]>,
        /// what is done
        body: Block,
    },
    /// As long as it is true.
    Repeat {
        /// the condition
        condition: ExprId,
        /// what is done
        body: Block,
    },
    /// Rolls dice.
    Roll {
        /// who
        who: Who,
        /// how many
        count: Amount,
        /// with how many sides
        sides: Amount,
        /// what is made of the faces
        tally: Tally<Amount>,
        /// what for
        purpose: WordId,
        /// the name of the result
        local: Local,
        /// the attribute of the roller that keeps it
        keep: Option<Destination>,
    },
    /// Asks a person.
    Ask {
        /// who is asked
        who: Who,
        /// what
        question: QuestionId,
        /// about whom: kind and record
        about: Box<[(KindId, ExprId)]>,
        /// which answers it allows, of those of its type
        among: Option<AllowedAnswers>,
        /// the default
        default: Option<ExprId>,
        /// the name of the answer
        local: Local,
    },
    /// Lets a combatant declare what it does in this period.
    Declare {
        /// the combatant
        who: ExprId,
        /// the next act alone; what else it declares in this period is for when it is asked again
        one: bool,
        /// acts of which actions; others that it declares in this period are for another asking
        actions: AskedActions,
        /// not shown to the others before acts are resolved
        secret: bool,
    },
    /// Refuses whatever a combatant would declare in this period.
    RefuseDeclarations {
        /// the combatant
        who: ExprId,
        /// why
        because: TemplateId,
    },
    /// Refuses the act that is being declared.
    Refuse {
        /// why
        because: TemplateId,
    },
    /// Adds an act.
    Does {
        /// who acts
        actor: ExprId,
        /// what it is
        action: ActionId,
        /// the name of the act
        local: Option<Local>,
        /// as the very next batch, not at its own place in the line
        next: bool,
        /// its attributes
        settings: Box<[(Slot, ExprId)]>,
    },
    /// Cancels an act.
    Cancel {
        /// which
        act: ExprId,
        /// what it is then called: `spoiled`; `cancelled` if the file says nothing
        word: WordId,
        /// why
        because: Option<TemplateId>,
    },
    /// Resolves batches from the head of the line.
    Resolve {
        /// as long as this is true of the first act (local name, condition); all if not given
        condition: Option<(Local, ExprId)>,
    },
    /// Raises an event.
    Raise {
        /// which
        event: EventId,
        /// with what
        arguments: Box<[ExprId]>,
    },
    /// Carries out a procedure.
    Do {
        /// which
        procedure: ProcedureId,
        /// with what
        arguments: Box<[ExprId]>,
        /// the name of its result
        local: Option<Local>,
    },
    /// Gives the procedure around it its result, at the end of its body.
    Result {
        /// the name that holds it where the procedure ends
        local: Local,
        /// what it is
        value: ExprId,
    },
    /// Carries out the row of a table.
    Consult {
        /// which
        table: TableId,
        /// its parameters
        arguments: Box<[ExprId]>,
        /// what is looked up
        key: ExprId,
    },
    /// Makes a record.
    New {
        /// of this kind
        kind: KindId,
        /// the name of the record
        local: Option<Local>,
        /// its attributes
        settings: Box<[(Slot, ExprId)]>,
    },
    /// Carries out a phase.
    Phase(PhaseId),
    /// Ends the phase here, and its counting.
    Leave(PhaseId),
    /// Ends the innermost repetition around this in the same body.
    LeaveRepeat,
    /// Ends the turn here; the phase, whose turns they are, goes on with the next one.
    LeaveTurn(PhaseId),
    /// Ends the combat.
    EndCombat {
        /// why
        because: Option<TemplateId>,
    },
    /// Puts a remark into the journal.
    Note(TemplateId),
}

/// How many dice, or how many sides each has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Written down.
    Fixed(u32),
    /// Worked out.
    Worked(ExprId),
}

/// The answers that a question allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AllowedAnswers {
    /// The name that stands for an answer.
    pub name: Local,
    /// Whether it is allowed.
    pub condition: ExprId,
    /// From where to where numbers are allowed; the condition asks this too.
    pub range: Option<(ExprId, ExprId)>,
}

/// A question that a human answers.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonQuestion {
    /// Its name: `obvious`
    pub name: WordId,
    /// As put to the person.
    pub text: TemplateId,
    /// What may be answered.
    pub answer: Declared,
    /// Whether it is a draw: the answer names what is drawn, and without one a die does.
    pub is_draw: bool,
    /// Where it stands.
    pub span: Span,
}
