//! Operands and what stands in brackets; `chains` puts them together. Nesting is bounded here, chains are loops.

use pest::iterators::Pair;

use super::Builder;
use super::describe::{Node, Take, Word};
use super::parts::{self, Parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

/// What stands before a primary, the primary, and what stands behind it: attributes, at last what is made of a pool.
type Around<'p> = (Vec<Pair<'p, Rule>>, Pair<'p, Rule>, Vec<Pair<'p, Rule>>);

expression_nodes!(build_node);

impl Node for Expr {
    const RULES: &'static [Rule] = &[Rule::expr];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        builder.expr(pair)
    }
}

impl Builder<'_> {
    // expr = { branch* ~ chain }; branch = { kw_if ~ chain ~ kw_then ~ chain ~ kw_else }
    fn expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        if self.depth > self.limits.nesting {
            self.report(too_deep(span));
            return None;
        }
        self.depth += 1;
        let made = self.either(span, Parts::of(pair));
        self.depth -= 1;
        made
    }

    fn either(&mut self, span: Span, mut parts: Parts<'_>) -> Option<Expr> {
        let mut branches = Vec::new();
        for pair in parts.take_all(Rule::branch) {
            let mut parts = Parts::of(pair);
            branches.push((self.chain(parts.next()?)?, self.chain(parts.next()?)?));
        }
        let last = self.chain(parts.part(Rule::chain)?)?;
        if branches.is_empty() {
            return Some(last);
        }
        Some(Expr {
            kind: ExprKind::If {
                branches,
                otherwise: Box::new(last),
            },
            span,
        })
    }

    /// An operand that stands for itself: no operators around it.
    pub(super) fn whole_operand(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let nots = pair
            .clone()
            .into_inner()
            .find(|child| child.as_rule() == Rule::kw_not);
        if let Some(not) = nots {
            self.misplaced_not(self.span(&not));
        }
        self.operand(pair)
    }

    pub(super) fn misplaced_not(&mut self, span: Span) {
        let message = "`not` stands before a whole comparison, not inside one";
        self.report(
            Diagnostic::error(Code::SyntaxError, span, message)
                .help("put what is denied in brackets: `(not x)`"),
        );
    }

    // operand = { kw_not* ~ (minus | of)* ~ primary ~ dot* ~ in_pool? }; the `not`s are counted by the chain
    pub(super) fn operand(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        // Only what nests is worked out here: what stands around it needs no room on the stack meanwhile.
        let outer = self.depth;
        let (before, primary, after) = self.around(pair)?;
        let made = self.primary(primary);
        self.depth = outer;
        self.put_around(before, made?, after)
    }

    /// What stands before a primary, the primary, and what stands behind it; all of it counts as nesting, the `not`s too.
    fn around<'p>(&mut self, pair: Pair<'p, Rule>) -> Option<Around<'p>> {
        let whole = self.span(&pair);
        let mut nots = 0;
        let mut parts = pair
            .into_inner()
            .filter(|pair| pair.as_rule() != Rule::comment)
            .peekable();
        while parts
            .next_if(|pair| pair.as_rule() == Rule::kw_not)
            .is_some()
        {
            nots += 1;
        }
        let mut before = Vec::new();
        while let Some(pair) =
            parts.next_if(|pair| matches!(pair.as_rule(), Rule::minus | Rule::of))
        {
            before.push(pair);
        }
        let primary = parts.next()?;
        let is_behind = |pair: &Pair<'p, Rule>| matches!(pair.as_rule(), Rule::dot | Rule::in_pool);
        let after: Vec<_> = parts.filter(is_behind).collect();
        let around = nots + before.len() + after.len();
        if around > 0 && self.depth + around > self.limits.nesting {
            self.report(too_deep(whole));
            return None;
        }
        self.depth += around;
        Some((before, primary, after))
    }

    fn put_around(
        &mut self,
        before: Vec<Pair<'_, Rule>>,
        mut made: Expr,
        mut after: Vec<Pair<'_, Rule>>,
    ) -> Option<Expr> {
        let mut tally = after.pop_if(|pair| pair.as_rule() == Rule::in_pool);
        for dot in after {
            let span = made.span.to(self.span(&dot));
            let parts = &mut Parts::of(dot);
            let name = self.take(parts)?;
            let kind = match parts.peek() {
                None => ExprKind::Dot(Box::new(made), name),
                Some(_) => ExprKind::Call {
                    function: name,
                    arguments: [vec![made], self.take_in(parts, Rule::arguments)?].concat(),
                },
            };
            made = Expr { kind, span };
        }
        for pair in before.into_iter().rev() {
            // `-c.dice keeping highest 2` takes what is kept away, and `dice of c` is the pool.
            if pair.as_rule() == Rule::minus {
                made = self.put_in_pool(made, tally.take())?;
            }
            let span = self.span(&pair).to(made.span);
            let kind = if pair.as_rule() == Rule::minus {
                ExprKind::Minus(Box::new(made))
            } else {
                ExprKind::Call {
                    function: self.take(&mut Parts::of(pair))?,
                    arguments: vec![made],
                }
            };
            made = Expr { kind, span };
        }
        self.put_in_pool(made, tally)
    }

    // in_pool = { counts | keeps }
    fn put_in_pool(&mut self, pool: Expr, tally: Option<Pair<'_, Rule>>) -> Option<Expr> {
        let Some(pair) = tally else {
            return Some(pool);
        };
        let span = pool.span.to(self.span(&pair));
        let tally = self.take(&mut Parts::of(pair))?;
        let kind = ExprKind::InPool(Box::new(pool), tally);
        Some(Expr { kind, span })
    }

    // primary = { named | quantity | text | kw_yes | kw_no | kw_now | kw_gm | group | aggregate | quantifier | count | the }
    fn primary(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        let inner = pair
            .into_inner()
            .find(|pair| pair.as_rule() != Rule::comment)?;
        let kind = match inner.as_rule() {
            Rule::named => self.named(inner)?,
            Rule::quantity => self.quantity(inner)?,
            Rule::text => ExprKind::Text(Text::build(self, inner)?),
            Rule::kw_yes => ExprKind::Yes,
            Rule::kw_no => ExprKind::No,
            Rule::kw_now => ExprKind::Now,
            Rule::kw_gm => ExprKind::Gm,
            Rule::group => {
                let made = self.take::<Expr>(&mut Parts::of(inner))?;
                return Some(Expr { span, ..made });
            }
            _ => return self.nested(inner),
        };
        Some(Expr { kind, span })
    }

    // named = ${ name ~ (SPACE* ~ arguments | SPACE+ ~ number)? }
    fn named(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let parts = &mut Parts::of(pair);
        let name = self.take(parts)?;
        if parts.peek().is_none() {
            return Some(ExprKind::Name(name));
        }
        Some(match self.take(parts)? {
            Some(number) => ExprKind::Numbered(name, number),
            None => ExprKind::Call {
                function: name,
                arguments: self.take_in(parts, Rule::arguments)?,
            },
        })
    }

    // quantity = ${ number ~ (SPACE+ ~ unit)? }
    fn quantity(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        Some(match self.take(&mut Parts::of(pair))? {
            (number, Some(unit)) => ExprKind::Quantity(number, unit),
            (number, None) => ExprKind::Number(number),
        })
    }

    // aggregate, quantifier, count, the: what searches, and nests without brackets
    fn nested(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let span = self.span(&pair);
        if self.depth > self.limits.nesting {
            self.report(too_deep(span));
            return None;
        }
        self.depth += 1;
        let kind = self.search(pair);
        self.depth -= 1;
        Some(Expr { kind: kind?, span })
    }

    fn search(&mut self, pair: Pair<'_, Rule>) -> Option<ExprKind> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let op = parts.word();
        let every = parts.has(Rule::kw_every);
        if rule == Rule::aggregate {
            let value = Box::new(self.chain(parts.part(Rule::sum_chain)?)?);
            let among = self.take(&mut parts)?;
            return Some(ExprKind::Aggregate {
                op: op?,
                value,
                among,
                otherwise: self.take_otherwise(&mut parts),
            });
        }
        let among = self.take(&mut parts)?;
        Some(match rule {
            Rule::quantifier => {
                let has = parts
                    .part(Rule::has)
                    .and_then(|pair| self.chain(Parts::of(pair).next()?));
                ExprKind::Quantifier {
                    every,
                    among,
                    has: has.map(Box::new),
                }
            }
            Rule::count => ExprKind::Count(among),
            Rule::all => ExprKind::All(among),
            _ => ExprKind::The {
                among,
                chosen: self.take_chosen(&mut parts)?,
                otherwise: self.take_otherwise(&mut parts),
            },
        })
    }

    // otherwise = { kw_or ~ kw_else ~ operand }
    fn take_otherwise(&mut self, parts: &mut Parts<'_>) -> Option<Box<Expr>> {
        let otherwise = parts.part(Rule::otherwise)?;
        let operand = Parts::of(otherwise).part(Rule::operand)?;
        self.whole_operand(operand).map(Box::new)
    }

    /// What must hold of those that are looked for: `combatant c in s where e` is `combatant c where c in s and e`.
    // within = { kw_in ~ operand }
    pub(super) fn within(
        &mut self,
        name: &Name,
        within: Option<Pair<'_, Rule>>,
        filter: Option<Expr>,
    ) -> Option<Expr> {
        let Some(within) = within else {
            return filter;
        };
        let span = self.span(&within);
        let right = self.whole_operand(Parts::of(within).part(Rule::operand)?)?;
        let left = Expr {
            kind: ExprKind::Name(name.clone()),
            span: name.span,
        };
        let kind = ExprKind::Compare {
            op: Comparator::In,
            left: Box::new(left),
            right: Box::new(right),
        };
        let is_in = Expr { kind, span };
        let Some(filter) = filter else {
            return Some(is_in);
        };
        let whole = span.to(filter.span);
        let parts = match filter.kind {
            ExprKind::And(parts) => std::iter::once(is_in).chain(parts).collect(),
            kind => vec![
                is_in,
                Expr {
                    kind,
                    span: filter.span,
                },
            ],
        };
        let kind = ExprKind::And(parts);
        Some(Expr { kind, span: whole })
    }

    // chosen = { kw_with ~ extreme ~ (comma ~ kw_then ~ extreme)* }
    fn take_chosen(&mut self, parts: &mut Parts<'_>) -> Option<Vec<(bool, Expr)>> {
        let Some(chosen) = parts.part(Rule::chosen) else {
            return Some(Vec::new());
        };
        let extremes = Parts::of(chosen).take_all(Rule::extreme);
        (extremes.into_iter().map(|pair| self.extreme(pair))).collect()
    }

    // number_range = { kw_from ~ operand ~ kw_to ~ operand }
    fn number_range(&mut self, parts: &mut Parts<'_>) -> Option<Option<(Expr, Expr)>> {
        let Some(pair) = parts.part(Rule::number_range) else {
            return Some(None);
        };
        let mut ends = Parts::of(pair).take_all(Rule::operand).into_iter();
        let (from, to) = (ends.next()?, ends.next()?);
        Some(Some((self.operand(from)?, self.operand(to)?)))
    }

    // extreme = { (kw_highest | kw_lowest) ~ sum_chain ~ !kw_among }
    fn extreme(&mut self, pair: Pair<'_, Rule>) -> Option<(bool, Expr)> {
        let highest = parts::has(&pair, Rule::kw_highest);
        let value = self.chain(Parts::of(pair).part(Rule::sum_chain)?)?;
        Some((highest, value))
    }
}

// among = { name ~ name ~ number_range? ~ within? ~ where_chain? }
impl Node for Among {
    const RULES: &'static [Rule] = &[Rule::among];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let kind = builder.take(parts)?;
        let name: Name = builder.take(parts)?;
        let range = builder.number_range(parts)?;
        let within = parts.part(Rule::within);
        let filter = parts
            .part(Rule::where_chain)
            .and_then(|pair| builder.chain(Parts::of(pair).next()?));
        let filter = builder.within(&name, within, filter);
        Some(Among {
            kind,
            name,
            range,
            filter,
            span: builder.take(parts)?,
        })
    }
}

// dice | dice_size
impl Node for DiceExpr {
    const RULES: &'static [Rule] = &[Rule::dice, Rule::dice_size];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        if pair.as_rule() == Rule::dice {
            return DiceLiteral::build(builder, pair).map(DiceExpr::Fixed);
        }
        let parts = &mut Parts::of(pair);
        let count = match builder.take::<Option<Number>>(parts)? {
            Some(number) => Some(Box::new(Expr {
                span: number.span,
                kind: ExprKind::Number(number),
            })),
            None => builder.take_in(parts, Rule::dice_count)?,
        };
        let sides = match parts.part(Rule::die) {
            Some(die) => {
                let (place, written) = (builder.span(&die), die.as_str().get(1..)?);
                let start = place.start as usize + 1;
                let span = Span::new(builder.file, start, start + written.len());
                let kind = ExprKind::Number(die_sides(written, span));
                Box::new(Expr { kind, span })
            }
            None => builder.take_in(parts, Rule::group_here)?,
        };
        Some(DiceExpr::Sized {
            count,
            sides,
            span: builder.take(parts)?,
        })
    }
}

// dice = @{ ASCII_DIGIT* ~ ("d" | "D") ~ ("%" | ASCII_DIGIT+) }
impl Node for DiceLiteral {
    const RULES: &'static [Rule] = &[Rule::dice];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let (count, sides) = pair.as_str().split_once(['d', 'D'])?;
        let start = span.start as usize;
        let place = |written: &str, start| Span::new(builder.file, start, start + written.len());
        Some(DiceLiteral {
            count: number_or(count, "1", place(count, start)),
            sides: die_sides(sides, place(sides, start + count.len() + 1)),
            span,
        })
    }
}

/// How many sides a die has that is written with them: `6`, `%`.
fn die_sides(written: &str, span: Span) -> Number {
    number_or(written, "100", span)
}

/// A number as written, or what is meant where there is none.
fn number_or(written: &str, meant: &str, span: Span) -> Number {
    let is_written = written.starts_with(|c: char| c.is_ascii_digit());
    Number {
        digits: if is_written { written } else { meant }.to_owned(),
        negative: false,
        span,
    }
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::NestingTooDeep,
        span,
        "this expression is nested too deep",
    )
    .help("give the inner parts names of their own with `let` and use the names")
}
