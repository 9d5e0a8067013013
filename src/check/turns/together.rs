//! Turns of those who are equal: what they do comes together, in the last of them.

use std::rc::Rc;

use super::{Best, Chooser};
use crate::check::elaborator::Elaborator;
use crate::check::statement::block::{block, only_if, put};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_statement;
use crate::ruleset::{Block, Expr, KindId, Local, QueryKind, Slot, StatementKind as Kind};
use crate::source::Span;
use crate::syntax::ast;

/// A phase of turns in which what those do who are equal comes together.
#[derive(Debug)]
pub(in crate::check) struct EqualTurns {
    turns: ast::Turns,
    phase: ast::Name,
    kind: KindId,
    had: Slot,
    local: Local,
    /// The keys of the one whose turn it is, as they were when it was found.
    best: Best,
}

impl Chooser<'_> {
    /// Who is next, and the keys by which others are equal to it, where these have their acts together.
    pub(super) fn with_equals(&self, body: &mut Elaborator<'_>, next: Block) -> Block {
        if !self.turns.together {
            return next;
        }
        let span = self.turns.span;
        let mut best = Best::default();
        let own: Vec<Kind> = (self.turns.keys.iter())
            .map(|key| {
                let local = body.reserve();
                best.keys.push(local);
                put(local, body.sort_key(&key.value).id)
            })
            .collect();
        let found = body.push(Expr::Local(self.local), span);
        let is_found = body.is_known(found, span);
        let keep = block([only_if(is_found, block(own, span))], span);
        body.equals = Some(Rc::new(EqualTurns {
            turns: self.turns.clone(),
            phase: self.phase.clone(),
            kind: self.kind,
            had: self.had,
            local: self.local,
            best,
        }));
        next.iter().chain(keep.iter()).cloned().collect()
    }
}

impl EqualTurns {
    /// A statement that is passed over as long as another one that is equal has not had its turn.
    pub(in crate::check) fn last_of_them(
        &self,
        body: &mut Elaborator<'_>,
        kind: Kind,
        span: Span,
    ) -> Kind {
        let chooser = Chooser {
            turns: &self.turns,
            kind: self.kind,
            had: self.had,
            ties: None,
            local: self.local,
            phase: &self.phase,
        };
        let is_left = chooser.search(body, QueryKind::Any, &self.best, &[], None);
        let is_last = body.push(Expr::Not(is_left), span);
        only_if(is_last, block([kind], span))
    }
}

/// Tells of turns whose acts are to come together where none are carried out.
pub(in crate::check) fn holds_back(body: &mut Elaborator<'_>, turns: &ast::Turns, within: &Block) {
    let mut resolves = false;
    each_statement(within, &mut |statement| {
        resolves |= matches!(statement, Kind::Resolve { .. });
    });
    if turns.together && !resolves {
        let message = "no acts are carried out in this phase, so none can come together";
        let error = Diagnostic::error(Code::WrongPlace, turns.span, message);
        let help = "write `resolve acts` in its braces: it is passed over until the last of those who are equal has declared";
        body.diagnostics.push(error.help(help));
    }
}
