//! Phases of turns: who is next. What the head of the phase says becomes statements, which are read like those of an author.

use std::slice;

use super::body::Body;
use super::kinds::HAD_TURN;
use super::phases::set;
use super::resolved_names::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Block, Declared, Expr, ExprId, KindId, Local, MISSING, PhaseId, Place, Query, QueryKind,
    Statement, StatementKind as Kind, Turns, Type, Who, slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, Name, NextNamed, PhaseDef, Text};

/// The turns of a phase. `None` if its kind is unknown.
pub(super) fn read(
    body: &mut Body<'_>,
    id: PhaseId,
    def: &PhaseDef,
    turns: &ast::Turns,
) -> Option<Turns> {
    let kind = body.kind(&turns.kind)?;
    if kind == KindId::ACT {
        let message = "an act has no turn";
        let error = Diagnostic::error(Code::WrongType, turns.kind.span, message);
        body.diagnostics
            .push(error.help("name what takes turns: `of combatant c`"));
        return None;
    }
    let is_within = |around: &&PhaseId| body.names.turns.get(around) == Some(&kind);
    if let Some(around) = body.inside.iter().find(is_within) {
        let around = &body.rules.phases[around.index()].name;
        let message = format!("this would be a turn within a turn of `{around}`");
        let error = Diagnostic::error(Code::WrongPlace, turns.span, message);
        body.diagnostics
            .push(error.help("let the inner turns be another phase behind it"));
    }
    let had = slot_of(&body.rules.kinds[kind.index()], HAD_TURN)?;
    let span = turns.span;
    let local = body.bind_record(&turns.name, kind);
    let filter = turns.filter.as_ref().map(|filter| body.condition(filter));
    let keys = turns.keys.iter();
    let keys = keys.map(|key| (body.any_number(&key.value).id, key.highest_first));
    let keys = keys.collect();
    let opening = body.scope(|body| {
        let each = body.reserve();
        let of = body.push(Expr::Local(each), span);
        let value = body.push(Expr::Const(0), span);
        let nobody = Statement {
            kind: set(kind, had, of, value),
            span,
        };
        let kind = Kind::Each {
            kind,
            local: each,
            filter: None,
            order: Box::default(),
            body: [nobody].into(),
        };
        [Statement { kind, span }].into()
    });
    let chooser = Chooser {
        turns,
        kind,
        had,
        local,
        phase: &def.name,
    };
    let next = body.scope(|body| chooser.next(body));
    body.out.resolved.uses(def.name.span, Meaning::Phase(id));
    Some(Turns {
        kind,
        local,
        had,
        filter,
        keys,
        opening,
        next,
    })
}

/// Finds who is next.
struct Chooser<'a> {
    turns: &'a ast::Turns,
    kind: KindId,
    had: u16,
    /// Of the record that is found.
    local: Local,
    phase: &'a Name,
}

/// What holds of those who can be next: the keys that are the best, each with the local of its best value.
type Best = Vec<Local>;

impl Chooser<'_> {
    fn next(&self, body: &mut Body<'_>) -> Block {
        let (keys, named) = (&self.turns.keys, self.turns.named.as_ref());
        let mut statements = Vec::new();
        let mut best = Best::new();
        // One of those that are the best in all keys is named, so each key is compared by itself.
        for key in keys.iter().filter(|_| named.is_some()) {
            let ask = match key.highest_first {
                true => QueryKind::Highest,
                false => QueryKind::Lowest,
            };
            let found = self.search(body, ask, &best, slice::from_ref(key), None);
            let local = body.reserve();
            statements.push(Kind::Set {
                place: Place::Local(local),
                value: found,
            });
            best.push(local);
        }
        match named {
            None => {
                let ask = match keys.first().is_some_and(|key| key.highest_first) {
                    true => QueryKind::TheHighest,
                    false => QueryKind::TheLowest,
                };
                let found = self.search(body, ask, &best, keys, None);
                statements.push(self.found(found));
            }
            Some(named) => statements.extend(self.named(body, named, &best)),
        }
        let span = self.turns.span;
        let statements = statements.into_iter();
        statements.map(|kind| Statement { kind, span }).collect()
    }

    /// The only one of those who can be next is it, one of several is named.
    fn named(&self, body: &mut Body<'_>, named: &NextNamed, best: &Best) -> Option<Kind> {
        let span = self.turns.span;
        let one = body.push(Expr::Const(1), span);
        let count = self.search(body, QueryKind::Count, best, &[], None);
        let several = body.push(Expr::Less(one, count), span);
        let missing = body.push(Expr::Const(MISSING), span);
        let only = self.search(body, QueryKind::The, best, &[], Some(missing));
        let asked = self.asked(body, named, best)?;
        Some(Kind::If {
            branches: [(several, asked)].into(),
            otherwise: [Statement {
                kind: self.found(only),
                span,
            }]
            .into(),
        })
    }

    /// Asks who is next; where the first who is to be asked is missing, the one behind `or else`.
    fn asked(&self, body: &mut Body<'_>, named: &NextNamed, best: &Best) -> Option<Block> {
        let (first, second) = match &named.who.kind {
            ExprKind::OrElse(parts) => match &parts[..] {
                [first, second] => (first, Some(second)),
                _ => (&named.who, None),
            },
            _ => (&named.who, None),
        };
        let ask = |body: &mut Body<'_>, who: &ast::Expr| -> Option<(Who, Block)> {
            body.scope(|body| {
                let ask = self.ask(body, named, who, best)?;
                let Kind::Ask { who, local, .. } = ask else {
                    return None;
                };
                let answer = body.push(Expr::Local(local), named.span);
                let kinds = [ask, self.found(answer)].into_iter();
                let span = named.span;
                let block = kinds.map(|kind| Statement { kind, span }).collect();
                Some((who, block))
            })
        };
        let (who, block) = ask(body, first)?;
        let Some(second) = second else {
            return Some(block);
        };
        let (_, otherwise) = ask(body, second)?;
        let known = match who {
            Who::Gm => return Some(block),
            Who::Side(who) | Who::Combatant(who) => who,
        };
        let missing = body.push(Expr::Missing(known), named.span);
        let known = body.push(Expr::Not(missing), named.span);
        let kind = Kind::If {
            branches: [(known, block)].into(),
            otherwise,
        };
        let span = named.span;
        Some([Statement { kind, span }].into())
    }

    /// The question who is next.
    fn ask(
        &self,
        body: &mut Body<'_>,
        named: &NextNamed,
        who: &ast::Expr,
        best: &Best,
    ) -> Option<Kind> {
        let who = body.who(who, "who names the next one")?;
        let usual = Text {
            pieces: vec![ast::Piece::Plain("Whose turn is it?".to_owned())],
            span: named.span,
        };
        let text = body.template(named.question.as_ref().unwrap_or(&usual));
        let answer = Declared {
            ty: Type::Record(self.kind),
            optional: false,
        };
        let default = named.default.as_ref();
        let default = default.map(|default| body.value(default, &answer.ty, "the default").id);
        let among = body.scope(|body| {
            let local = body.bind_record(&self.turns.name, self.kind);
            Some((local, self.filter(body, local, best)))
        });
        let local = body.reserve();
        let name = body.names.word(&self.phase.text)?;
        let question = body.out.question(crate::ruleset::Question {
            name,
            text,
            answer,
            span: named.span,
        });
        Some(Kind::Ask {
            who,
            question,
            about: Box::default(),
            among,
            default,
            local,
        })
    }

    fn found(&self, value: ExprId) -> Kind {
        Kind::Set {
            place: Place::Local(self.local),
            value,
        }
    }

    /// A search among those who have had no turn, fulfil the condition, and are the best by the first keys.
    fn search(
        &self,
        body: &mut Body<'_>,
        ask: QueryKind,
        best: &Best,
        keys: &[ast::TurnKey],
        otherwise: Option<ExprId>,
    ) -> ExprId {
        body.scope(|body| {
            let local = body.bind_record(&self.turns.name, self.kind);
            let filter = self.filter(body, local, best);
            let mut values = keys
                .iter()
                .map(|key| (body.any_number(&key.value).id, key.highest_first));
            let value = values.next().map(|first| first.0);
            let then = values.collect();
            let query = Query {
                ask,
                kind: self.kind,
                local,
                filter: Some(filter),
                value,
                then,
                otherwise,
            };
            body.push(Expr::Query(Box::new(query)), self.turns.span)
        })
    }

    fn filter(&self, body: &mut Body<'_>, local: Local, best: &Best) -> ExprId {
        let span: Span = self.turns.span;
        let of = body.push(Expr::Local(local), span);
        let had = body.push(
            Expr::Attribute {
                kind: self.kind,
                of,
                slot: self.had,
            },
            span,
        );
        let mut parts = vec![body.push(Expr::Not(had), span)];
        parts.extend(
            self.turns
                .filter
                .as_ref()
                .map(|filter| body.condition(filter)),
        );
        for (key, &local) in self.turns.keys.iter().zip(best) {
            let value = body.any_number(&key.value).id;
            let highest = body.push(Expr::Local(local), span);
            parts.push(body.push(Expr::Equal(value, highest), span));
        }
        match parts[..] {
            [only] => only,
            _ => body.push(Expr::And(parts.into()), span),
        }
    }
}
