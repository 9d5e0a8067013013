//! Statements. Only data.

use super::*;

/// Statements in braces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// In order.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `set c.hp = e`
    Set {
        /// What changes.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `add e to c.hp`
    Add {
        /// What changes.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `subtract e from c.hp`
    Subtract {
        /// What changes.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `let x = e`
    Let {
        /// Its name.
        name: Name,
        /// The value.
        value: Expr,
    },
    /// `if .. { } else if .. { } else { }`
    If {
        /// Conditions, each with what it leads to.
        branches: Vec<(Expr, Block)>,
        /// What is left when nothing else holds.
        otherwise: Option<Block>,
    },
    /// `each combatant c where e in order of e, highest first { }`
    Each {
        /// What it is one of.
        kind: Name,
        /// Its name.
        name: Name,
        /// Those for which it holds.
        filter: Option<Expr>,
        /// In which order, and whether the highest comes first.
        order: Option<(Expr, bool)>,
        /// What is done.
        body: Block,
    },
    /// `repeat while e { }`
    Repeat {
        /// While it holds.
        condition: Expr,
        /// What is done.
        body: Block,
    },
    /// `ask gm as obvious about m "text": yes/no, default no`
    Ask {
        /// Who.
        who: Expr,
        /// Its name.
        name: Name,
        /// What it is about.
        about: Vec<Expr>,
        /// What is asked.
        question: Text,
        /// What can be answered.
        ty: Type,
        /// What is searched.
        among: Option<(Name, Expr)>,
        /// The answer when nobody answers.
        default: Option<Expr>,
    },
    /// `cancel a as spoiled because "..."`
    Cancel {
        /// Which act.
        act: Expr,
        /// What it is called then.
        word: Option<Name>,
        /// Why.
        because: Option<Text>,
    },
    /// `refuse because "..."`: the act that is being declared
    Refuse {
        /// Why.
        because: Text,
    },
    /// `refuse declarations of c because "..."`
    RefuseDeclarations {
        /// Who.
        who: Expr,
        /// Why.
        because: Text,
    },
    /// `resolve acts a while e`
    Resolve {
        /// While it holds.
        condition: Option<(Name, Expr)>,
    },
    /// `raise damaged(c, a, n)`
    Raise {
        /// Which.
        event: Name,
        /// In order.
        arguments: Vec<Expr>,
    },
    /// `do procedure(a)`
    Do {
        /// Which.
        procedure: Name,
        /// In order.
        arguments: Vec<Expr>,
    },
    /// `consult table(a) with roll`
    Consult {
        /// Which.
        table: Name,
        /// In order.
        arguments: Vec<Expr>,
        /// What is looked up.
        key: Expr,
    },
    /// `end combat because "..."`
    EndCombat {
        /// Why.
        because: Option<Text>,
    },
    /// `leave phase round`
    Leave {
        /// Which.
        phase: Name,
    },
    /// `note "..."`
    Note {
        /// What is told.
        text: Text,
    },
    /// `new injury as i { owner = c }`
    New {
        /// What it is one of.
        kind: Name,
        /// Its name.
        name: Option<Name>,
        /// What is said of it.
        settings: Vec<(Name, Expr)>,
    },
    /// a phase inside a phase
    Phase(Box<PhaseDef>),
    /// `s rolls d6 as initiative "label"`
    Rolls {
        /// Who.
        who: Expr,
        /// Which dice.
        dice: DiceExpr,
        /// Its name.
        name: Name,
        /// What is told.
        text: Option<Text>,
    },
    /// `c declares in secret`
    Declares {
        /// Who.
        who: Expr,
        /// Whether the others do not learn it.
        secret: bool,
    },
    /// `c does reposte as r next { target = a.actor }`
    Does {
        /// Who.
        who: Expr,
        /// What.
        action: Name,
        /// Its name.
        name: Option<Name>,
        /// Whether as the very next batch.
        next: bool,
        /// What is said of it.
        settings: Vec<(Name, Expr)>,
    },
}
