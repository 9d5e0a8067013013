//! Orders, placements, exceptions, voids, triggers and phases. Only data.

use super::*;

/// `order NAME during PHASE of act a { keys }`
#[derive(Clone, Debug, PartialEq)]
pub struct OrderDef {
    /// Its name.
    pub name: Option<Name>,
    /// The phase for which it holds.
    pub during: Option<Name>,
    /// The name of the act in it.
    pub act: Name,
    /// The most important first.
    pub keys: Vec<Key>,
    /// What becomes of circles, if it says so.
    pub circles: Option<Circles>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `circles: together when E`: the acts of a circle of exceptions that none of them settles come together.
#[derive(Clone, Debug, PartialEq)]
pub struct Circles {
    /// Only where this holds.
    pub guard: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// `by NAME: for strike | shoot: EXPR, lowest first, missing last "label"`
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: Option<Name>,
    /// empty: for every act
    pub for_acts: Vec<ActKind>,
    /// Its value.
    pub value: Expr,
    /// Whether the highest comes first; otherwise the lowest.
    pub highest_first: bool,
    /// Where acts stand that have none.
    pub missing: Option<MissingPlace>,
    /// Whether the transcript shows it.
    pub shown: bool,
    /// What it means, in a few words.
    pub text: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// Where an act stands whose key is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPlace {
    /// Before all others.
    First,
    /// After all others.
    Last,
    /// Where the game master says.
    Ask,
}

/// `act`, `cast`, `cast.completes`
#[derive(Clone, Debug, PartialEq)]
pub struct ActKind {
    /// `None` for any act
    pub action: Option<Name>,
    /// The stage, if only one is meant.
    pub stage: Option<Name>,
    /// Where.
    pub span: Span,
}

/// `blow: strike | shoot`
#[derive(Clone, Debug, PartialEq)]
pub struct ActBinding {
    /// Its name.
    pub name: Name,
    /// Any of these.
    pub kinds: Vec<ActKind>,
}

/// `placement "title" over "x" { for a: attack  when E  place KEY = E }`
#[derive(Clone, Debug, PartialEq)]
pub struct PlacementDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// What it outweighs.
    pub over: Vec<Text>,
    /// The name of the act in it.
    pub act: Option<ActBinding>,
    /// All of them must hold.
    pub guards: Vec<Expr>,
    /// Keys and what they become.
    pub places: Vec<(Name, Expr)>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `exception "title" over "x" { for a: strike, b: cast  when E  compare X with Y: a moves }`
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptionDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// What it outweighs.
    pub over: Vec<Text>,
    /// The two acts.
    pub acts: Option<(ActBinding, ActBinding)>,
    /// All of them must hold.
    pub guards: Vec<Expr>,
    /// What becomes of them.
    pub moves: Option<Movement>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// Which act moves, and how.
#[derive(Clone, Debug, PartialEq)]
pub enum Movement {
    /// `compare X with Y: s moves`: s waits when X > Y, joins when equal, goes ahead when X < Y
    Compare {
        /// Left of the sign or word.
        left: Expr,
        /// Right of it.
        right: Expr,
        /// The act that moves.
        mover: Name,
    },
    /// `a waits for b`
    Relation {
        /// The act that moves.
        mover: Name,
        /// How.
        relation: Relation,
        /// The act that it moves in relation to.
        reference: Name,
    },
}

/// The relations that an exception can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `a waits for b`
    Waits,
    /// `a goes ahead of b`
    GoesAhead,
    /// `a joins b`
    Joins,
    /// `a not before b`
    NotBefore,
    /// `a not after b`
    NotAfter,
    /// `a leads b`: directly before.
    Leads,
    /// `a trails b`: directly after.
    Trails,
}

/// `void "title" { for a: act  when E  because "dead" }`
#[derive(Clone, Debug, PartialEq)]
pub struct VoidDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// The name of the act in it.
    pub act: Option<ActBinding>,
    /// All of them must hold.
    pub guards: Vec<Expr>,
    /// The reason that is told.
    pub because: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `trigger "title" { when ... if E  limit ...  statements }`
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// What sets it off.
    pub happening: Happening,
    /// What must hold then.
    pub guard: Option<Expr>,
    /// How often it can happen.
    pub limit: Option<Limit>,
    /// What it does.
    pub body: Block,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// What a trigger waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// `before charge.blow b`, `when attack | shoot a resolves`, `when act a is declared`
    Act {
        /// Any of these.
        kinds: Vec<ActKind>,
        /// Its name.
        name: Name,
        /// When.
        moment: ActMoment,
    },
    /// `when damaged(c, a, n)`
    Signal {
        /// Which.
        event: Name,
        /// Names for its values.
        names: Vec<Name>,
    },
    /// `when phase round begins`
    Phase {
        /// Which.
        phase: Name,
        /// When it begins; otherwise when it ends.
        begins: bool,
    },
}

/// The moments in the life of an act that a trigger can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActMoment {
    /// about to be carried out; its batch has not begun
    Before,
    /// It has been carried out.
    Resolves,
    /// Somebody has declared it.
    Declared,
    /// It has come into the line.
    Added,
    /// It has been cancelled.
    Cancelled,
    /// It could not be carried out.
    Void,
    /// Its place has gone by.
    Missed,
}

/// `limit once per round for c, a.actor`
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// How often; once if unsaid.
    pub times: Option<Number>,
    /// The phase.
    pub phase: Name,
    /// The most important first.
    pub keys: Vec<Expr>,
    /// Where.
    pub span: Span,
}

/// `counting from A to B`
#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    /// `counting down`
    pub down: bool,
    /// The first number.
    pub from: Expr,
    /// The last, if it ends by itself.
    pub to: Option<Expr>,
}

/// `phase NAME "title" counting from A to B lasting E while E { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseDef {
    /// Its name.
    pub name: Name,
    /// What it is called in the transcript.
    pub title: Option<Text>,
    /// From where to where it counts.
    pub counting: Option<Counting>,
    /// How long one count lasts.
    pub lasting: Option<Expr>,
    /// What must hold for it to begin again.
    pub while_: Option<Expr>,
    /// What it does.
    pub body: Block,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}
