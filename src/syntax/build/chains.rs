//! Flat chains of operators, put in order by precedence. Loops, one for each level, over a queue of links; no recursion.

use std::collections::VecDeque;

use pest::iterators::Pair;

use super::Builder;
use super::describe::Word;
use super::parts::{self, Parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

/// A link of a chain.
enum ChainLink {
    Operand {
        /// Where each `not` before it stands.
        nots: Vec<Span>,
        value: Expr,
    },
    Operator(ChainOperator, Span),
    /// `is known`, `is out of play`
    Test((ExprForm, bool), Span),
    /// `rounded up`, `rounded down`
    Rounded(bool, Span),
}

#[derive(Clone, Copy, PartialEq)]
enum ChainOperator {
    OrElse,
    Or,
    And,
    Compare(Comparator),
    Sum(SumOp),
    Product(ProductOp),
}

type Links = VecDeque<ChainLink>;

/// Makes an expression of a value and of whether something holds of it.
type ExprForm = fn(Box<Expr>, bool) -> ExprKind;

/// What a test asks, and whether that shall hold.
fn test(pair: &Pair<'_, Rule>) -> Option<(ExprForm, bool)> {
    match pair.clone().into_inner().next()?.as_rule() {
        Rule::is_known => Some((ExprKind::Known, true)),
        Rule::is_missing => Some((ExprKind::Known, false)),
        Rule::is_in_play => Some((ExprKind::InPlay, true)),
        Rule::is_out_of_play => Some((ExprKind::InPlay, false)),
        _ => None,
    }
}

impl Builder<'_> {
    /// chain, and_chain, sum_chain or product_chain: they differ only in the operators that they let in.
    pub(super) fn chain(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut links = Links::new();
        for pair in pair.into_inner() {
            let span = self.span(&pair);
            links.push_back(match pair.as_rule() {
                Rule::comment => continue,
                Rule::operand => {
                    let tokens = pair
                        .clone()
                        .into_inner()
                        .filter(|child| child.as_rule() == Rule::kw_not);
                    let nots = tokens.map(|not| self.span(&not)).collect();
                    ChainLink::Operand {
                        nots,
                        value: self.operand(pair)?,
                    }
                }
                Rule::test => ChainLink::Test(test(&pair)?, span),
                Rule::rounded => ChainLink::Rounded(parts::has(&pair, Rule::kw_up), span),
                Rule::or_else => ChainLink::Operator(ChainOperator::OrElse, span),
                Rule::kw_or => ChainLink::Operator(ChainOperator::Or, span),
                Rule::kw_and => ChainLink::Operator(ChainOperator::And, span),
                _ => ChainLink::Operator(Parts::of(pair).word()?, span),
            });
        }
        self.or_else(&mut links)
    }

    fn or_else(&mut self, links: &mut Links) -> Option<Expr> {
        let list = self.list(links, ChainOperator::OrElse, Self::or)?;
        Some(flat(list, ExprKind::OrElse))
    }

    fn or(&mut self, links: &mut Links) -> Option<Expr> {
        let list = self.list(links, ChainOperator::Or, Self::and)?;
        Some(flat(list, ExprKind::Or))
    }

    fn and(&mut self, links: &mut Links) -> Option<Expr> {
        let list = self.list(links, ChainOperator::And, Self::negation)?;
        Some(flat(list, ExprKind::And))
    }

    /// Parts of one level with one operator between them.
    fn list(
        &mut self,
        links: &mut Links,
        between: ChainOperator,
        part: fn(&mut Self, &mut Links) -> Option<Expr>,
    ) -> Option<Vec<Expr>> {
        let mut list = vec![part(self, links)?];
        while links.front().is_some_and(
            |link| matches!(link, ChainLink::Operator(operator, _) if *operator == between),
        ) {
            links.pop_front();
            list.push(part(self, links)?);
        }
        Some(list)
    }

    /// `not`s deny the comparison that begins behind them.
    fn negation(&mut self, links: &mut Links) -> Option<Expr> {
        let nots = match links.front_mut() {
            Some(ChainLink::Operand { nots, .. }) => std::mem::take(nots),
            _ => return None,
        };
        let mut made = self.comparison(links)?;
        for not in nots.into_iter().rev() {
            let span = not.to(made.span);
            made = Expr {
                kind: ExprKind::Not(Box::new(made)),
                span,
            };
        }
        Some(made)
    }

    fn comparison(&mut self, links: &mut Links) -> Option<Expr> {
        let left = self.sum(links)?;
        let made = match links.front() {
            Some(&ChainLink::Test(test, end)) => {
                links.pop_front();
                let span = left.span.to(end);
                let (kind, holds) = test;
                Expr {
                    kind: kind(Box::new(left), holds),
                    span,
                }
            }
            Some(&ChainLink::Operator(ChainOperator::Compare(op), _)) => {
                links.pop_front();
                let right = self.sum(links)?;
                let span = left.span.to(right.span);
                Expr {
                    kind: ExprKind::Compare {
                        op,
                        left: Box::new(left),
                        right: Box::new(right),
                    },
                    span,
                }
            }
            _ => left,
        };
        match links.front() {
            Some(
                &ChainLink::Test(_, second)
                | &ChainLink::Operator(ChainOperator::Compare(_), second),
            ) => {
                let message = "a comparison cannot be compared again";
                let complaint = Diagnostic::error(Code::SyntaxError, second, message)
                    .label("a second comparison")
                    .also(made.span, "this is a comparison already")
                    .help("join two comparisons with `and`, as in `a < b and b < c`, or put one of them in brackets");
                let middle = match &made.kind {
                    ExprKind::Compare { right, .. } => self.text.get(right.span.range()),
                    _ => None,
                };
                self.report(match middle {
                    Some(middle) => {
                        let with = format!("and {middle} ");
                        complaint.guess(second.at_start(), with)
                    }
                    None => complaint,
                });
                None
            }
            Some(&ChainLink::Rounded(_, span)) => {
                let message = "`rounded` stands behind a division";
                let complaint = Diagnostic::error(Code::SyntaxError, span, message);
                self.report(
                    complaint.help(
                        "say it right after the number that divides: `(a + b) / 2 rounded up`",
                    ),
                );
                None
            }
            _ => Some(made),
        }
    }

    fn sum(&mut self, links: &mut Links) -> Option<Expr> {
        let first = self.product(links)?;
        let mut span = first.span;
        let mut rest = Vec::new();
        while let Some(&ChainLink::Operator(ChainOperator::Sum(op), _)) = links.front() {
            links.pop_front();
            let value = self.product(links)?;
            span = span.to(value.span);
            rest.push((op, value));
        }
        if rest.is_empty() {
            return Some(first);
        }
        let first = Box::new(first);
        let kind = ExprKind::Sum { first, rest };
        Some(Expr { kind, span })
    }

    fn product(&mut self, links: &mut Links) -> Option<Expr> {
        let first = self.plain_operand(links)?;
        let mut span = first.span;
        let mut rest = Vec::new();
        while let Some(&ChainLink::Operator(ChainOperator::Product(mut op), _)) = links.front() {
            links.pop_front();
            let value = self.plain_operand(links)?;
            span = span.to(value.span);
            if let (ProductOp::Divide { rounded_up }, Some(&ChainLink::Rounded(up, end))) =
                (&mut op, links.front())
            {
                *rounded_up = Some(up);
                span = span.to(end);
                links.pop_front();
            }
            rest.push((op, value));
        }
        if rest.is_empty() {
            return Some(first);
        }
        let first = Box::new(first);
        let kind = ExprKind::Product { first, rest };
        Some(Expr { kind, span })
    }

    fn plain_operand(&mut self, links: &mut Links) -> Option<Expr> {
        match links.pop_front() {
            Some(ChainLink::Operand { nots, value }) => {
                if let Some(not) = nots.first() {
                    self.misplaced_not(*not);
                }
                Some(value)
            }
            _ => None,
        }
    }
}

/// One expression as it is, several as a list.
fn flat(mut list: Vec<Expr>, kind: fn(Vec<Expr>) -> ExprKind) -> Expr {
    match (list.len(), list.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            list.extend(last);
            let span = list
                .iter()
                .map(|part| part.span)
                .reduce(Span::to)
                .unwrap_or_default();
            Expr {
                kind: kind(list),
                span,
            }
        }
    }
}

impl Word for ChainOperator {
    fn of(rule: Rule) -> Option<Self> {
        let other = match rule {
            Rule::kw_and => Some(ChainOperator::And),
            Rule::star => Some(ChainOperator::Product(ProductOp::Times)),
            Rule::slash => Some(ChainOperator::Product(ProductOp::Divide {
                rounded_up: None,
            })),
            Rule::kw_mod => Some(ChainOperator::Product(ProductOp::Mod)),
            _ => None,
        };
        let sum = || SumOp::of(rule).map(ChainOperator::Sum);
        let compare = || Comparator::of(rule).map(ChainOperator::Compare);
        other.or_else(sum).or_else(compare)
    }
}
