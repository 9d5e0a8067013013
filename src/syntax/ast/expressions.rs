//! Dice and expressions. Only data.

use super::*;

macro_rules! expression_nodes {
    ($make:ident) => {
        each_node! { $make
            /// Dice as written: `2d6`, `d%`.
            struct DiceLiteral {
                count: Number,
                /// How many sides each has.
                sides: Number,
                span: Span,
            }

            /// Dice whose size and number may be worked out: `d(weapon.die)`, `3*d(x)`, `(c.dice)*d(c.die)`.
            enum DiceExpr {
                /// `2d6`
                Fixed (dice: DiceLiteral),
                /// `3*d(x)`
                Sized {
                    count: Option<Box<Expr>>,
                    /// How many sides each has.
                    sides: Box<Expr>,
                    span: Span,
                },
            }

            /// An expression.
            struct Expr {
                kind: ExprKind,
                span: Span,
            }

            /// What an expression is. Chains (`or`, `and`, `+`) are flat lists, so that no chain nests.
            enum ExprKind {
                /// `3`
                Number (number: Number),
                /// `2 segments`
                Quantity (number: Number, unit: Name),
                /// `"..."`
                Text (text: Text),
                /// `yes`
                Yes,
                /// `no`
                No,
                /// `now`: the place of the clock.
                Now,
                /// `gm`: the game master.
                Gm,
                /// a bare name
                Name (name: Name),
                /// `orc 1`
                Numbered (name: Name, number: Number),
                /// `e.name`
                Dot (inner: Box<Expr>, name: Name),
                /// `f(a, b)` and `f of a`
                Call {
                    /// Which.
                    function: Name,
                    arguments: Vec<Expr>,
                },
                /// `not e`
                Not (inner: Box<Expr>),
                /// `-e`
                Minus (inner: Box<Expr>),
                /// `a and b and c`
                And (parts: Vec<Expr>),
                /// `a or b or c`
                Or (parts: Vec<Expr>),
                /// `a or else b or else c`
                OrElse (parts: Vec<Expr>),
                /// `if c then a else ... else z`
                If {
                    /// Conditions, each with what it leads to.
                    branches: Vec<(Expr, Expr)>,
                    otherwise: Box<Expr>,
                },
                /// `a < b`
                Compare {
                    /// Which.
                    op: Comparator,
                    left: Box<Expr>,
                    right: Box<Expr>,
                },
                /// `e is known` (true) or `e is missing` (false)
                Known (inner: Box<Expr>, known: bool),
                /// `e is in play` (true) or `e is out of play` (false)
                InPlay (inner: Box<Expr>, in_play: bool),
                /// `c.dice keeping highest 2`, `c.dice counting 7 or more`: of the dice that lie in a pool
                InPool (pool: Box<Expr>, tally: Box<Tally>),
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
                    value: Box<Expr>,
                    among: Box<Among>,
                    otherwise: Option<Box<Expr>>,
                },
                /// `any combatant c where e`; `every combatant c where e has e`
                Quantifier {
                    /// Every one; otherwise any.
                    every: bool,
                    among: Box<Among>,
                    /// What they must have.
                    has: Option<Box<Expr>>,
                },
                /// `count combatant c where e`
                Count (among: Box<Among>),
                /// `all combatant c where e`: all of them as one value
                All (among: Box<Among>),
                /// `the side o where e or else x`, `the combatant e where e.hp > 0 with lowest e.hp`
                The {
                    among: Box<Among>,
                    /// Which of several: that with the highest (true) or lowest value, of equal ones by the next. None: the only one.
                    chosen: Vec<(bool, Expr)>,
                    otherwise: Option<Box<Expr>>,
                },
            }

            /// `combatant c where e`
            struct Among {
                kind: Name,
                name: Name,
                /// From where to where numbers are looked at.
                range: Option<(Expr, Expr)>,
                /// What must hold for those that count.
                filter: Option<Expr>,
                span: Span,
            }

            /// Comparisons; `is` and `=` are one, `is not` and `!=` too.
            words Comparator {
                /// `=`
                Equal = equals | kw_is "=",
                /// `!=`
                NotEqual = op_ne | is_not "!=",
                /// `<`
                Less = op_lt "<",
                /// `<=`
                LessOrEqual = op_le "<=",
                /// `>`
                Greater = op_gt ">",
                /// `>=`
                GreaterOrEqual = op_ge ">=",
                /// `in`: whether a record is one of several.
                In = in_set "in",
            }

            /// `+`, `-`
            words SumOp {
                /// `+`
                Plus = plus "+",
                /// `-`
                Minus = minus_between "-",
            }

            /// `*`, `/`, `mod`
            #[derive(Copy, Eq)]
            enum ProductOp {
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
            words Aggregate {
                /// `highest`
                Highest = kw_highest "highest",
                /// `lowest`
                Lowest = kw_lowest "lowest",
                /// `sum`
                Sum = kw_sum "sum",
            }
        }
    };
}
pub(in crate::syntax) use expression_nodes;

expression_nodes!(type_node);
