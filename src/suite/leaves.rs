//! Which statement left a phase, or a turn, before a combatant could be asked there.

use super::choices::{AttributesRead, ChoiceProbe};
use super::failing::ROOM;
use crate::journal::What;
use crate::ruleset::walk::{blocks_within, each_block};
use crate::ruleset::{
    Block, Expr, ExprId, KindId, MISSING, PhaseId, Ruleset, Statement, StatementKind, Value,
};
use crate::run::Scene;
use crate::source::{Clean, Span};
use crate::view::{Names, PhaseNumbers};

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
        let is_turn = rules.phases[phase.index()].turns.is_some();
        let is_whole = is_turn && leaves(rules, span);
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
        let is_asked_later = declares_after(rules, body, span, &mut comes_again);
        let is_to_come = is_whole && self.has_turn_to_come(phase, scene) && declares(rules, body);
        if !is_asked_later && !is_to_come {
            return None;
        }
        let condition = condition_of(rules, span);
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

/// Whether a statement leaves a phase, and not only the turn in hand.
fn leaves(rules: &Ruleset, span: Span) -> bool {
    let mut found = false;
    let is_it = |one: &Statement| one.span == span && matches!(one.kind, StatementKind::Leave(_));
    for block in rules
        .callees()
        .into_iter()
        .flat_map(|callee| callee.blocks(rules))
    {
        each_block(block, &mut |block| found |= block.iter().any(is_it));
    }
    found
}

/// The blocks within a statement, that of a phase included.
fn blocks<'r>(rules: &'r Ruleset, statement: &'r Statement) -> Vec<&'r Block> {
    match statement.kind {
        StatementKind::Phase(phase) => vec![&rules.phases[phase.index()].body],
        _ => blocks_within(&statement.kind),
    }
}

/// Whether a statement of a block, or within one, lets a combatant declare.
fn declares(rules: &Ruleset, block: &[Statement]) -> bool {
    block.iter().any(|one| {
        matches!(one.kind, StatementKind::Declare { .. })
            || blocks(rules, one)
                .into_iter()
                .any(|block| declares(rules, block))
    })
}

/// Whether a combatant is asked behind a statement of a block, or in what `comes_again` around it: a repetition, or the turns of a phase.
fn declares_after(
    rules: &Ruleset,
    body: &[Statement],
    span: Span,
    comes_again: &mut dyn FnMut(&StatementKind) -> bool,
) -> bool {
    let Some(at) = body.iter().position(|one| holds(rules, one, span)) else {
        return false;
    };
    let within = blocks(rules, &body[at]);
    declares(rules, &body[at + 1..])
        || comes_again(&body[at].kind) && within.iter().any(|block| declares(rules, block))
        || within
            .iter()
            .any(|block| declares_after(rules, block, span, comes_again))
}

/// Whether a statement is the one of a place, or stands around it.
fn holds(rules: &Ruleset, statement: &Statement, span: Span) -> bool {
    let mut within = blocks(rules, statement).into_iter().flatten();
    statement.span == span || within.any(|one| holds(rules, one, span))
}

/// The innermost condition of an `if` in a phase under which the statement of a place stands.
fn condition_of(rules: &Ruleset, span: Span) -> Option<ExprId> {
    let phases = rules.phases.iter();
    phases.fold(None, |found, phase| {
        found.or_else(|| condition_in(&phase.body, span))
    })
}

fn condition_in(block: &[Statement], span: Span) -> Option<ExprId> {
    let is_at = |one: &Statement| one.span == span;
    block.iter().find_map(|statement| {
        let inner = blocks_within(&statement.kind).into_iter();
        let inner = inner.fold(None, |found, block| {
            found.or_else(|| condition_in(block, span))
        });
        inner.or_else(|| match &statement.kind {
            StatementKind::If { branches, .. } => {
                let mut branches = branches.iter();
                branches
                    .find(|(_, block)| block.iter().any(is_at))
                    .map(|branch| branch.0)
            }
            _ => None,
        })
    })
}
