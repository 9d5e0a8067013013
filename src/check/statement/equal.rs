//! Rolls that are repeated among those who are equal, `each side s { s rolls d6 as initiative again while equal }`: behind the `each`, a `repeat while` two of its
//! records have the same value, in which each of these rolls once more.

use crate::check::elaborator::{Elaborator, Owner};
use crate::check::output::Looked;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Block, Expr, ExprId, KindId, Local, QueryKind, Slot, Statement, StatementKind as Kind, slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, Name, StatementKind};

/// What an `each` goes through: the records of a kind, the name for one of them, and the condition.
#[derive(Clone, Copy)]
pub(super) struct EachRecord<'a> {
    pub kind: KindId,
    pub name: &'a Name,
    pub filter: Option<&'a ast::Expr>,
}

/// The rolls of a block that are repeated while they are equal: each with who rolls and what it is called.
fn rolls(block: &ast::Block) -> impl Iterator<Item = (&ast::Statement, &ast::Expr, &Name)> {
    let statements = block.statements.iter();
    statements.filter_map(|statement| match &statement.kind {
        StatementKind::Rolls {
            who,
            name,
            while_equal: true,
            ..
        } => Some((statement, who, name)),
        _ => None,
    })
}

/// Where such rolls stand.
pub(super) fn places(block: &ast::Block) -> Vec<Span> {
    rolls(block).map(|(.., name)| name.span).collect()
}

impl Elaborator<'_> {
    /// Complains of such a roll that stands elsewhere.
    pub(super) fn rolls_while_equal(&mut self, name: &Name) {
        let message = match self.owner {
            Owner::Action(_) => "no act sees what it rolls before its batch is over",
            _ if self.equal_rolls.contains(&name.span) => return,
            _ => "nothing says here whose rolls can be equal",
        };
        let error = Diagnostic::error(Code::WrongPlace, name.span, message);
        let help = "in a phase, a trigger or a procedure all roll in one `each`: `each side s { s rolls d6 as initiative again while equal }`";
        self.diagnostics.push(error.help(help));
    }

    /// The repetitions behind an `each`; none where something in it `was_wrong`, which would be told once more.
    pub(super) fn repeated_while_equal(
        &mut self,
        among: EachRecord<'_>,
        block: &ast::Block,
        was_wrong: bool,
    ) -> Vec<Kind> {
        rolls(block)
            .filter_map(|(roll, who, rolled)| {
                let slot = self
                    .compared_in(among, who, rolled)
                    .filter(|_| !was_wrong)?;
                let span = rolled.span;
                let mark = self.out.resolved.mark();
                let condition = self.scope(|body| {
                    let (local, filter) = body.equal_ones(among, slot, span);
                    let looked = Looked::at(among.kind, local, Some(filter));
                    body.ask(QueryKind::Any, &looked, None, None, span)
                });
                let each = self.scope(|body| {
                    let (local, filter) = body.equal_ones(among, slot, span);
                    let body = body.block(&ast::Block {
                        statements: vec![roll.clone()],
                    });
                    Kind::Each {
                        kind: among.kind,
                        local,
                        filter: Some(filter),
                        order: Box::default(),
                        body,
                    }
                });
                // What the names stand for is noted once.
                self.out.resolved.back_to(mark);
                let body: Block = [Statement { kind: each, span }].into_iter().collect();
                Some(Kind::Repeat { condition, body })
            })
            .collect()
    }

    /// The attribute in which such a roll is kept.
    fn compared_in(
        &mut self,
        among: EachRecord<'_>,
        who: &ast::Expr,
        rolled: &Name,
    ) -> Option<Slot> {
        let kind = self.rules.kind(among.kind);
        let is_one = matches!(&who.kind, ExprKind::Name(name) if name.text == among.name.text);
        let slot = slot_of(kind, &rolled.text);
        let slot =
            slot.filter(|&slot| self.rules.attribute(among.kind, slot).declared.ty == NUMBER);
        let (place, message, help) = match slot {
            Some(slot) if is_one => return Some(slot),
            Some(_) => (
                who.span,
                "of those who may be equal each rolls for itself".to_owned(),
                format!("write `{} rolls ...`", among.name.text),
            ),
            None => (
                rolled.span,
                format!(
                    "no attribute of `{}` keeps `{}`, so that rolls could be equal",
                    kind.name, rolled.text
                ),
                format!(
                    "declare it: `kind {} {{ {}: number = 0 }}`",
                    kind.name, rolled.text
                ),
            ),
        };
        let error = Diagnostic::error(Code::WrongPlace, place, message);
        self.diagnostics.push(error.help(help));
        None
    }

    /// A name for one of those who are equal, and that it is one of them.
    fn equal_ones(&mut self, among: EachRecord<'_>, slot: Slot, span: Span) -> (Local, ExprId) {
        let EachRecord { kind, name, filter } = among;
        let local = self.bind_record(name, kind);
        let fits = self.filter(kind, (name, local), filter);
        let equal = self.scope(|body| {
            let other = body.bind_record(name, kind);
            let other_fits = body.filter(kind, (name, other), filter);
            let [one, other_one] = [local, other].map(|it| body.push(Expr::Local(it), span));
            let [value, other_value] =
                [one, other_one].map(|of| body.push(Expr::Attribute { kind, of, slot }, span));
            let differs = body.push(Expr::NotEqual(other_one, one), span);
            let is_equal = body.push(Expr::Equal(other_value, value), span);
            let all: Vec<ExprId> = other_fits.into_iter().chain([differs, is_equal]).collect();
            let filter = Some(body.push(Expr::And(all.into()), span));
            let looked = Looked::at(kind, other, filter);
            body.ask(QueryKind::Any, &looked, None, None, span)
        });
        let filter = match fits {
            Some(fits) => self.push(Expr::And([fits, equal].into()), span),
            None => equal,
        };
        (local, filter)
    }
}
