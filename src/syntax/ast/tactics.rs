//! Tactics: what combatants declare of themselves. Only data.

use super::*;

/// `tactic NAME "text" for combatant c where E { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct TacticDef {
    /// Its name.
    pub name: Name,
    /// What it is, in a few words.
    pub text: Option<Text>,
    /// For whom it is.
    pub whom: Among,
    /// The first that holds counts.
    pub lines: Vec<TacticLine>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `declare draw, attack at E { armed = yes } when E`
#[derive(Clone, Debug, PartialEq)]
pub struct TacticLine {
    /// What is declared; `nothing` if empty.
    pub acts: Vec<TacticAct>,
    /// Only where this holds.
    pub guard: Option<Expr>,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// `cast c.spell at E { loud = yes }`
#[derive(Clone, Debug, PartialEq)]
pub struct TacticAct {
    /// What is done.
    pub action: Name,
    /// With what, or whom.
    pub object: Option<Expr>,
    /// At whom.
    pub at: Option<Expr>,
    /// What is said of it.
    pub settings: Vec<(Name, Expr)>,
}
