//! Phases of turns: who is next. What the head of the phase says becomes statements, which are read like those of an author.

mod before;
mod named;
mod together;

pub(super) use before::{claim, declare, read as read_before};
pub(super) use together::{EqualTurns, holds_back};

use std::slice;

use crate::check::elaborator::Elaborator;
use crate::check::items;
use crate::check::kinds::{HAD_TURN, TURN_TIE};
use crate::check::phases::set;
use crate::check::resolved_names::Meaning;
use crate::check::statement::block::{add_to, block, only_if, put};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Block, Expr, ExprId, KindId, Local, MISSING, PhaseId, Query, QueryKind, Slot,
    StatementKind as Kind, Tally, Ties, Turns, Who, slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, PhaseDef, TieRoll};

/// The turns of a phase. `None` if its kind is unknown.
pub(super) fn read(
    body: &mut Elaborator<'_>,
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
    let had = slot_of(body.rules.kind(kind), HAD_TURN)?;
    let ties = (turns.rolled.as_ref()).and_then(|rolled| ties(body, kind, rolled));
    let span = turns.span;
    let local = body.bind_record(&turns.name, kind);
    let filter = body.filter(kind, (&turns.name, local), turns.filter.as_ref());
    let keys = turns.keys.iter();
    let keys = keys.map(|key| (body.sort_key(&key.value).id, key.highest_first));
    let keys = keys.collect();
    let texts = turns.keys.iter().map(|key| key.text.as_ref());
    let key_texts = texts.map(|text| text.map(items::plain).unwrap_or_default());
    let key_texts = key_texts.collect();
    let opening = body.scope(|body| {
        let each = body.reserve();
        let of = body.push(Expr::Local(each), span);
        let value = body.push(Expr::Const(0), span);
        let had_none = [set(body.rules, (kind, had), of, value)].into_iter();
        let forgets = ties.map(|ties| {
            let value = body.push(Expr::Const(MISSING), span);
            set(body.rules, (kind, ties.slot), of, value)
        });
        let claims = claim(body, id).map(|claim| {
            let value = body.push(Expr::Const(MISSING), span);
            set(body.rules, claim, of, value)
        });
        let kind = Kind::Each {
            kind,
            local: each,
            filter: None,
            order: Box::default(),
            body: block(had_none.chain(forgets).chain(claims), span),
        };
        block([kind], span)
    });
    let chooser = Chooser {
        turns,
        kind,
        had,
        ties,
        local,
        phase: &def.name,
    };
    let next = body.scope(|body| chooser.next(body, id));
    let next = chooser.with_equals(body, next);
    body.out.resolved.uses(def.name.span, Meaning::Phase(id));
    Some(Turns {
        kind,
        local,
        had,
        ties,
        together: turns.together,
        claim: claim(body, id).map(|claim| claim.1),
        filter,
        keys,
        key_texts,
        opening,
        next,
    })
}

/// What those roll that are tied. `None` if they cannot roll.
fn ties(body: &mut Elaborator<'_>, kind: KindId, rolled: &TieRoll) -> Option<Ties> {
    if !matches!(kind, KindId::SIDE | KindId::COMBATANT) {
        let what = body.rules.kind(kind).name.as_str();
        let message = format!("a {what} cannot roll: only sides and combatants do");
        let error = Diagnostic::error(Code::WrongType, rolled.span, message);
        body.diagnostics
            .push(error.help("let somebody say who is next: `ties named by gm`"));
        return None;
    }
    Some(Ties {
        purpose: body.names.word(&rolled.name.text)?,
        lowest_first: rolled.lowest_first,
        slot: slot_of(body.rules.kind(kind), TURN_TIE)?,
    })
}

/// Finds who is next.
struct Chooser<'a> {
    turns: &'a ast::Turns,
    kind: KindId,
    had: Slot,
    ties: Option<Ties>,
    /// Of the record that is found.
    local: Local,
    phase: &'a Name,
}

/// What holds of those who can be next.
#[derive(Clone, Debug, Default)]
struct Best {
    /// The keys that are the best, each with the local of its best value.
    keys: Vec<Local>,
    /// Where they stand among the tied.
    tie: Option<TiePosition>,
}

/// Where a record stands among the tied.
#[derive(Clone, Copy, Debug)]
enum TiePosition {
    /// It has not rolled.
    Missing,
    /// At the place that is in this local.
    At(Local),
    /// There or higher.
    AtLeast(Local),
}

impl Best {
    fn tied(&self, tie: TiePosition) -> Best {
        Best {
            tie: Some(tie),
            ..self.clone()
        }
    }
}

impl Chooser<'_> {
    fn next(&self, body: &mut Elaborator<'_>, phase: PhaseId) -> Block {
        let (keys, named) = (&self.turns.keys, self.turns.named.as_ref());
        let rolled = self.turns.rolled.as_ref();
        let mut statements = Vec::new();
        let mut best = Best::default();
        // One of those that are the best in all keys is found, so each key is compared by itself.
        for key in (keys.iter()).filter(|_| named.is_some() || rolled.is_some()) {
            let ask = match key.highest_first {
                true => QueryKind::Highest,
                false => QueryKind::Lowest,
            };
            let found = self.search(body, ask, &best, slice::from_ref(key), None);
            let local = body.reserve();
            statements.push(put(local, found));
            best.keys.push(local);
        }
        match (named, rolled) {
            (None, None) => {
                let ask = match keys.first().is_some_and(|key| key.highest_first) {
                    true => QueryKind::TheHighest,
                    false => QueryKind::TheLowest,
                };
                let found = self.search(body, ask, &best, keys, None);
                statements.push(self.found(found));
            }
            (Some(named), _) => {
                let asked = |body: &mut Elaborator<'_>| self.asked(body, named, &best);
                statements.extend(self.one_of(body, &best, asked));
            }
            (None, Some(rolled)) => {
                let rolled = |body: &mut Elaborator<'_>| self.rolled(body, rolled, &best);
                statements.extend(self.one_of(body, &best, rolled));
            }
        }
        block(self.or_taken(body, phase, statements), self.turns.span)
    }

    /// The only one of those who can be next is it; `among_several` finds one of several.
    fn one_of(
        &self,
        body: &mut Elaborator<'_>,
        best: &Best,
        among_several: impl FnOnce(&mut Elaborator<'_>) -> Option<Block>,
    ) -> Option<Kind> {
        let span = self.turns.span;
        let one = body.push(Expr::Const(1), span);
        let count = self.search(body, QueryKind::Count, best, &[], None);
        let several = body.push(Expr::Less(one, count), span);
        let missing = body.push(Expr::Const(MISSING), span);
        let only = self.search(body, QueryKind::The, best, &[], Some(missing));
        let found = among_several(body)?;
        Some(Kind::If {
            branches: [(several, found)].into(),
            otherwise: block([self.found(only)], span),
        })
    }

    /// Those who are tied roll, and of them those who are tied for the best once more, until one is left. Each keeps a place, the best one the highest,
    /// until its turn begins: a roll is compared with those of the same roll only, and what it has decided stays so.
    fn rolled(&self, body: &mut Elaborator<'_>, rolled: &TieRoll, best: &Best) -> Option<Block> {
        let (ties, kind, span) = (self.ties?, self.kind, rolled.span);
        let [top, from, last] = [(); 3].map(|()| body.reserve());
        let [zero, one, missing] = [0, 1, MISSING].map(|value| body.push(Expr::Const(value), span));
        let [is_top, was_last] = [top, last].map(|local| body.push(Expr::Local(local), span));
        let tied = [TiePosition::At(top), TiePosition::AtLeast(from)];
        let [at_top, from_top] = tied.map(|tie| best.tied(tie));
        let unrolled = best.tied(TiePosition::Missing);
        let unrolled = self.search(body, QueryKind::Any, &unrolled, &[], None);
        // Forgetting comes first, so that the journal tells where a roll begins.
        let anew = self.each(body, best, None, |_, of, _| {
            let values = [missing, zero];
            values
                .map(|value| set(body.rules, (kind, ties.slot), of, value))
                .into()
        });
        let highest = self.query(body, QueryKind::Highest, best, None, |body, local| {
            let of = body.push(Expr::Local(local), span);
            vec![(self.attribute(body, of, ties.slot), true)]
        });
        let roll = self.each(body, &at_top, None, |body, of, tie| {
            let local = body.reserve();
            let result = body.push(Expr::Local(local), span);
            let above = body.push(Expr::Plus(tie, result), span);
            let who = match kind {
                KindId::SIDE => Who::Side(of),
                _ => Who::Combatant(of),
            };
            let keep = body.keep(who, &rolled.name);
            let dice = body.dice(&rolled.dice).into_iter();
            let roll = dice.map(|(count, sides)| Kind::Roll {
                who,
                count,
                sides,
                tally: Tally::Sum,
                purpose: ties.purpose,
                local,
                keep,
            });
            roll.chain([set(body.rules, (kind, ties.slot), of, above)])
                .collect()
        });
        // Results become places: the worst of them has that of which all had been.
        let place = self.each(
            body,
            &from_top,
            Some(rolled.lowest_first),
            |body, of, tie| {
                let differs = body.push(Expr::NotEqual(tie, was_last), span);
                let next = [put(last, tie), add_to(top, one)];
                let next = only_if(differs, block(next, span));
                vec![next, set(body.rules, (kind, ties.slot), of, is_top)]
            },
        );
        let several = self.search(body, QueryKind::Count, &at_top, &[], None);
        let several = body.push(Expr::Less(one, several), span);
        let below = body.push(Expr::Minus(is_top, one), span);
        let (keeps, begins) = (put(from, is_top), put(last, missing));
        let again = block([roll, keeps, begins, put(top, below), place], span);
        let again = Kind::Repeat {
            condition: several,
            body: again,
        };
        let only = self.search(body, QueryKind::The, &at_top, &[], None);
        let anew = only_if(unrolled, block([anew], span));
        Some(block(
            [anew, put(top, highest), again, self.found(only)],
            span,
        ))
    }

    /// Does something for each of those who can be next; by their places among the tied, if it is said whether the highest comes first. `make` is given
    /// the record and its place.
    fn each(
        &self,
        body: &mut Elaborator<'_>,
        best: &Best,
        highest_first: Option<bool>,
        make: impl FnOnce(&mut Elaborator<'_>, ExprId, ExprId) -> Vec<Kind>,
    ) -> Kind {
        body.scope(|body| {
            let local = body.bind_record(&self.turns.name, self.kind);
            let span = self.turns.span;
            let filter = Some(self.filter(body, local, best));
            let of = body.push(Expr::Local(local), span);
            let slot = self.ties.map_or(self.had, |ties| ties.slot);
            let tie = self.attribute(body, of, slot);
            let order = highest_first.map(|highest| (tie, highest)).into_iter();
            Kind::Each {
                kind: self.kind,
                local,
                filter,
                order: order.collect(),
                body: block(make(body, of, tie), span),
            }
        })
    }

    fn found(&self, value: ExprId) -> Kind {
        put(self.local, value)
    }

    /// A search by keys among those who can be next.
    fn search(
        &self,
        body: &mut Elaborator<'_>,
        ask: QueryKind,
        best: &Best,
        keys: &[ast::TurnKey],
        otherwise: Option<ExprId>,
    ) -> ExprId {
        self.query(body, ask, best, otherwise, |body, _| {
            let keys = keys.iter();
            keys.map(|key| (body.sort_key(&key.value).id, key.highest_first))
                .collect()
        })
    }

    /// A search among those who have had no turn, fulfil the condition, and are the best so far. `values` is given the record.
    fn query(
        &self,
        body: &mut Elaborator<'_>,
        ask: QueryKind,
        best: &Best,
        otherwise: Option<ExprId>,
        values: impl FnOnce(&mut Elaborator<'_>, Local) -> Vec<(ExprId, bool)>,
    ) -> ExprId {
        body.scope(|body| {
            let local = body.bind_record(&self.turns.name, self.kind);
            let filter = self.filter(body, local, best);
            let mut values = values(body, local).into_iter();
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

    fn attribute(&self, body: &mut Elaborator<'_>, of: ExprId, slot: Slot) -> ExprId {
        let kind = self.kind;
        body.push(Expr::Attribute { kind, of, slot }, self.turns.span)
    }

    fn filter(&self, body: &mut Elaborator<'_>, local: Local, best: &Best) -> ExprId {
        let span: Span = self.turns.span;
        let of = body.push(Expr::Local(local), span);
        let had = self.attribute(body, of, self.had);
        let mut parts = vec![body.push(Expr::Not(had), span)];
        let asked = self.turns.filter.as_ref();
        parts.extend(body.filter(self.kind, (&self.turns.name, local), asked));
        // A search by all keys passes over those without one by itself.
        let is_found =
            self.turns.named.is_none() && self.turns.rolled.is_none() && best.keys.is_empty();
        let keys = self.turns.keys.iter().filter(|_| !is_found);
        for (number, key) in keys.enumerate() {
            let value = body.sort_key(&key.value);
            if value.optional {
                parts.push(body.is_known(value.id, span));
            }
            if let Some(&local) = best.keys.get(number) {
                let highest = body.push(Expr::Local(local), span);
                parts.push(body.push(Expr::Equal(value.id, highest), span));
            }
        }
        if let (Some(tie), Some(ties)) = (best.tie, self.ties) {
            let own = self.attribute(body, of, ties.slot);
            let mut compared = |local, make: fn(ExprId, ExprId) -> Expr| {
                let local = body.push(Expr::Local(local), span);
                make(local, own)
            };
            let condition = match tie {
                TiePosition::Missing => Expr::Missing(own),
                TiePosition::At(local) => compared(local, Expr::Equal),
                TiePosition::AtLeast(local) => compared(local, Expr::LessOrEqual),
            };
            parts.push(body.push(condition, span));
        }
        match parts[..] {
            [only] => only,
            _ => body.push(Expr::And(parts.into()), span),
        }
    }
}
