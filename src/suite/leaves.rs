//! Which statement left a phase, or a turn, before a combatant could be asked there.

use super::choices::{AttributesRead, ChoiceProbe};
use super::failing::ROOM;
use crate::analysis::Reach;
use crate::journal::What;
use crate::ruleset::walk::blocks_within;
use crate::ruleset::{
    Block, Callee, Effect, Expr, ExprId, KindId, MISSING, PhaseId, Ruleset, Statement,
    StatementKind, Value,
};
use crate::run::Scene;
use crate::source::{Clean, Span};
use crate::view::{Names, PhaseNumbers};
use std::{ptr, slice};

/// Where a phase was left, or a turn.
#[derive(Clone, Debug)]
pub struct LeftPhase {
    /// The phase whose turns were all left; otherwise the last repetition of `path` was.
    pub all_turns_of: Option<PhaseId>,
    /// The repetitions that ran, up to the one that was left.
    pub path: PhaseNumbers,
    /// The statement that left it.
    pub span: Span,
    /// Up to which entry that holds what the condition looked at.
    pub entry: usize,
    /// The innermost condition under which that statement stands, or the part of it that was so.
    pub condition: Option<ExprId>,
    /// What it looked at.
    pub read: AttributesRead,
}

impl LeftPhase {
    /// `the turn of ann was left in round 2`, `phase `turn` was left in round 2`
    pub fn words(&self, names: &Names<'_>) -> String {
        let (what, around) = match (self.all_turns_of, self.path.split_last()) {
            (Some(phase), _) => {
                let name = Clean(&names.rules.phases[phase.index()].name);
                (format!("phase `{name}`"), &self.path[..])
            }
            (None, Some((&(phase, number), around))) => {
                let repetition = names.phase(phase, number);
                match names.rules.phases[phase.index()].turns {
                    Some(_) => (format!("the {repetition}"), around),
                    None => (repetition, around),
                }
            }
            (None, None) => (String::new(), &self.path[..]),
        };
        let when = match around {
            [] => String::new(),
            around => format!(" in {}", names.moment(around)),
        };
        format!("{what} was left{when}")
    }
}

impl ChoiceProbe<'_> {
    /// Where a phase is left, or the turn in hand of one: what is told of that, if the wanted combatant would have been asked later there.
    pub(super) fn left_before(&self, phase: PhaseId, scene: &mut Scene<'_>) -> Option<LeftPhase> {
        let rules = self.rules;
        let running = scene.path().to_vec();
        let depth = running.iter().rposition(|part| part.0 == phase)?;
        let span = scene.statement()?;
        let body = &rules.phases[phase.index()].body;
        let way = way_to(rules, body, span)?;
        let (block, at) = way.last()?;
        let is_turn = rules.phases[phase.index()].turns.is_some();
        let is_whole = is_turn && matches!(block[*at].kind, StatementKind::Leave(_));
        let own_path = (self.wanted.declared).map_or(self.wanted.within, |own| &own.path[..]);
        let is_own = |part: &(PhaseId, Value)| match &rules.phases[part.0.index()].turns {
            Some(turns) if turns.kind == KindId::COMBATANT => {
                part.1 == Value::from(self.wanted.actor) || own_path.contains(part)
            }
            _ => true,
        };
        let around = &running[..depth + usize::from(!is_whole)];
        let mut there = around.to_vec();
        there.extend(is_whole.then(|| (phase, self.number(phase))));
        let is_there = self.is_place(&there, scene.running())
            || there.len() < own_path.len() && own_path.starts_with(&there);
        if !is_there || !around.iter().all(is_own) {
            return None;
        }
        let mut names = scene.names().to_vec();
        names.resize(names.len() + ROOM, MISSING);
        let is = |one: ExprId, scene: &mut Scene<'_>| scene.value_of(one, &names) == Ok(1);
        let mut comes_again = |kind: &StatementKind| match kind {
            StatementKind::Repeat { condition, .. } => is(*condition, scene),
            StatementKind::Phase(of) => self.has_turn_to_come(*of, scene),
            _ => false,
        };
        let is_asked_later = way.iter().any(|&(block, at)| {
            declares(rules, &block[at + 1..])
                || comes_again(&block[at].kind) && declares(rules, slice::from_ref(&block[at]))
        });
        let is_to_come = is_whole && self.has_turn_to_come(phase, scene) && declares(rules, body);
        if !is_asked_later && !is_to_come {
            return None;
        }
        let condition = match way.iter().nth_back(1).map(|&(block, at)| &block[at].kind) {
            Some(StatementKind::If { branches, .. }) => {
                let is_own = |branch: &&(ExprId, Block)| ptr::eq(&*branch.1, *block);
                branches.iter().find(is_own).map(|branch| branch.0)
            }
            _ => None,
        };
        let holds = condition.is_some_and(|one| is(one, scene));
        let condition = condition.map(|all| match &rules.exprs[all.index()] {
            Expr::Or(parts) => parts
                .iter()
                .copied()
                .find(|&one| is(one, scene))
                .unwrap_or(all),
            _ => all,
        });
        let read = condition.map(|one| scene.reads_of(one, &names));
        let mut entry = scene.journal().entries.len();
        if !holds {
            // What stands before it in its block has changed that.
            let item = Some(rules.phases[phase.index()].item);
            let entries = scene.journal().entries.iter().rev();
            let own = entries.take_while(|entry| {
                entry.cause == item
                    && matches!(entry.what, What::Changed { .. } | What::Noted { .. })
            });
            entry -= own.count();
        }
        Some(LeftPhase {
            all_turns_of: is_whole.then_some(phase),
            path: around.to_vec(),
            span,
            entry,
            condition,
            read: read.unwrap_or_default(),
        })
    }

    /// Whether a turn of the wanted combatant, or the turn that is wanted, is still to come in a phase that runs.
    fn has_turn_to_come(&self, phase: PhaseId, scene: &mut Scene<'_>) -> bool {
        let Some(turns) = &self.rules.phases[phase.index()].turns else {
            return false;
        };
        let Ok(own) = u32::try_from(self.number(phase)) else {
            return false;
        };
        let mut names = vec![MISSING; usize::from(turns.local) + 1 + ROOM];
        names[usize::from(turns.local)] = Value::from(own);
        let mut fits = |filter| scene.value_of(filter, &names) == Ok(1);
        let is_allowed = turns.filter.is_none_or(&mut fits);
        is_allowed && scene.attribute(turns.kind, own, turns.had) != 1
    }
}

/// A block around a statement, and the number in it of the statement that holds that one.
type HeldAt<'r> = (&'r [Statement], usize);

/// The blocks around the statement of a place, from this one on to its own, those of phases included. None, if it does not stand in there.
fn way_to<'r>(rules: &'r Ruleset, block: &'r [Statement], span: Span) -> Option<Vec<HeldAt<'r>>> {
    (0..).zip(block).find_map(|(at, statement)| {
        let own = (statement.span == span).then(Vec::new);
        let within = || {
            let blocks = match statement.kind {
                StatementKind::Phase(phase) => vec![&rules.phases[phase.index()].body],
                _ => blocks_within(&statement.kind),
            };
            let mut blocks = blocks.into_iter();
            blocks.find_map(|block| way_to(rules, block, span))
        };
        let inner = own.or_else(within)?;
        Some([vec![(block, at)], inner].concat())
    })
}

/// Whether statements lead to where a combatant declares.
fn declares(rules: &Ruleset, block: &[Statement]) -> bool {
    let leads = |callee: Callee| {
        matches!(
            callee,
            Callee::Phase(_) | Callee::Procedure(_) | Callee::Rows(_)
        )
    };
    let mut found = false;
    Reach::following(rules, leads).block(block, &mut |effect| {
        found |= matches!(effect, Effect::Calls(Callee::Joins(None), _));
    });
    found
}
