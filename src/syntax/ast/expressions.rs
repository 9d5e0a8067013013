//! Dice and expressions. Only data.

use super::*;

/// Dice as written: `2d6`, `d%`.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// How many.
    pub count: Number,
    /// How many sides each has.
    pub sides: Number,
    /// Where.
    pub span: Span,
}

/// Dice whose size and number may be worked out: `d(weapon.die)`, `3*d(x)`, `(c.dice)*d(c.die)`.
#[derive(Clone, Debug, PartialEq)]
pub enum DiceExpr {
    /// `2d6`
    Fixed(Dice),
    /// `3*d(x)`
    Sized {
        /// How many.
        count: Option<Box<Expr>>,
        /// How many sides each has.
        sides: Box<Expr>,
        /// Where.
        span: Span,
    },
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What an expression is. Chains (`or`, `and`, `+`) are flat lists, so that no chain nests.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `3`
    Number(Number),
    /// `2 segments`
    Quantity(Number, Name),
    /// `"..."`
    Text(Text),
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `now`: the place of the clock.
    Now,
    /// `gm`: the game master.
    Gm,
    /// a bare name
    Name(Name),
    /// `orc 1`
    Numbered(Name, Number),
    /// `e.name`
    Dot(Box<Expr>, Name),
    /// `f(a, b)` and `f of a`
    Call {
        /// Which.
        function: Name,
        /// In order.
        arguments: Vec<Expr>,
    },
    /// `not e`
    Not(Box<Expr>),
    /// `-e`
    Minus(Box<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a or else b or else c`
    OrElse(Vec<Expr>),
    /// `if c then a else ... else z`
    If {
        /// Conditions, each with what it leads to.
        branches: Vec<(Expr, Expr)>,
        /// What is left when nothing else holds.
        otherwise: Box<Expr>,
    },
    /// `a < b`
    Compare {
        /// Which.
        op: Comparator,
        /// Left of the sign or word.
        left: Box<Expr>,
        /// Right of it.
        right: Box<Expr>,
    },
    /// `e is known` (true) or `e is missing` (false)
    Known(Box<Expr>, bool),
    /// `a + b - c`
    Sum {
        /// The first part.
        first: Box<Expr>,
        /// The other parts, each with the sign before it.
        rest: Vec<(SumOp, Expr)>,
    },
    /// `a * b / c rounded down`
    Product {
        /// The first part.
        first: Box<Expr>,
        /// The other parts, each with the sign before it.
        rest: Vec<(ProductOp, Expr)>,
    },
    /// `highest c.x among combatant c where e or else 0`
    Aggregate {
        /// Which.
        op: Aggregate,
        /// The value.
        value: Box<Expr>,
        /// What is searched.
        among: Box<Among>,
        /// What is left when nothing else holds.
        otherwise: Option<Box<Expr>>,
    },
    /// `any combatant c where e`; `every combatant c where e has e`
    Quantifier {
        /// Every one; otherwise any.
        every: bool,
        /// What is searched.
        among: Box<Among>,
        /// What they must have.
        has: Option<Box<Expr>>,
    },
    /// `count combatant c where e`
    Count(Box<Among>),
    /// `the side o where e or else x`, `the combatant e where e.hp > 0 with lowest e.hp`
    The {
        /// What is searched.
        among: Box<Among>,
        /// Which of several: that with the highest (true) or lowest value.
        chosen: Option<(bool, Box<Expr>)>,
        /// What is left when nothing else holds.
        otherwise: Option<Box<Expr>>,
    },
}

/// `combatant c where e`
#[derive(Clone, Debug, PartialEq)]
pub struct Among {
    /// What it is.
    pub kind: Name,
    /// Its name.
    pub name: Name,
    /// What must hold for those that count.
    pub filter: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// Comparisons; `is` and `=` are one, `is not` and `!=` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// `+`, `-`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `*`, `/`, `mod`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductOp {
    /// `*`
    Times,
    /// `rounded up` (true), `rounded down` (false), or unsaid, which the check refuses
    Divide {
        /// Up, down, or unsaid.
        rounded_up: Option<bool>,
    },
    /// `mod`
    Mod,
}

/// What an aggregate makes of many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// `highest`
    Highest,
    /// `lowest`
    Lowest,
    /// `sum`
    Sum,
}
