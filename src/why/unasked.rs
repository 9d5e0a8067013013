//! Why a combatant was not asked what it declares, or not once more: its turn or the period was left before that. Plays the run again.

use super::Run;
use super::answer::at;
use super::conditions::bare;
use super::failing::Failing;
use super::replay::{ROOM, again};
use super::track::Track;
use crate::journal::{ActNumber, What};
use crate::ruleset::walk::blocks_within;
use crate::ruleset::{
    AskedActions, Block, Expr, ExprId, IN_PLAY, KindId, Local, MISSING, PhaseId, Ruleset, Slot,
    Statement, StatementKind, Value,
};
use crate::run::{Observer, Scene};
use crate::source::Span;
use crate::view::PhaseNumbers;
use std::collections::BTreeSet;

/// That the turn of a combatant in a period, or a phase there, was left before it could be asked: `the turn of ann was left in round 2, as ann.stunned (duel.affray:8): ann.stunned
/// became yes in round 1, when bob hits ann`.
pub fn left(
    run: &Run<'_>,
    track: &Track<'_>,
    actor: u32,
    within: &[(PhaseId, Value)],
) -> Option<String> {
    let mut probe = LeaveProbe {
        rules: run.rules,
        actor,
        within,
        found: None,
    };
    again(run, &mut probe);
    let LeftPhase {
        path,
        span,
        entry,
        condition,
        read,
    } = probe.found?;
    let names = &track.story.names;
    let (&(phase, number), around) = path.split_last()?;
    let what = match run.rules.phases[phase.index()].turns {
        Some(_) => format!("the {}", names.phase(phase, number)),
        None => names.phase(phase, number),
    };
    let when = match around {
        [] => String::new(),
        around => format!(" in {}", names.moment(around)),
    };
    let condition = condition.map(|one| format!(", as {}", names.source(one, track.sources)));
    let condition = condition.unwrap_or_default();
    let place = track.file_line(span);
    let since = track.story.latest_change(read, entry);
    let since = since.map_or_else(String::new, |change| format!(": {}", change.1));
    Some(format!("{what} was left{when}{condition} ({place}){since}"))
}

/// That the combatant that declares an act was not asked for it when others were, and what changed that: `grub was not asked in round 1: not c.attacking`,
/// `grub.attacking became yes in round 1, when ann strikes grub`.
pub fn passed_over(run: &Run<'_>, track: &Track<'_>, act: ActNumber) -> Vec<String> {
    let mut probe = AskProbe {
        rules: run.rules,
        actor: track.story.journal.act(act).actor,
        seen: track.seen(act),
        passed: Vec::new(),
        asked: None,
        found: None,
    };
    again(run, &mut probe);
    let Some(PassedOver {
        path,
        failed,
        read,
        entry,
        ..
    }) = probe.found
    else {
        return Vec::new();
    };
    let names = &track.story.names;
    let source = |id| bare(names.source(id, track.sources));
    let why = match &run.rules.exprs[failed.index()] {
        Expr::Call(id, _) if run.rules.functions[id.index()].name == IN_PLAY => {
            "it was out of play".to_owned()
        }
        Expr::Not(part) => source(*part),
        Expr::Call(..) | Expr::Attribute { .. } => format!("not {}", source(failed)),
        _ => format!("not ({})", source(failed)),
    };
    let who = names.record(KindId::COMBATANT, probe.actor);
    let mut told = vec![format!(
        "{who} was not asked{}: {why}",
        at(&names.moment(&path))
    )];
    let latest = track.story.latest_change(read, probe.seen);
    // What had changed before has not made the condition hold.
    let latest = latest.filter(|change| change.0 >= entry);
    told.extend(latest.map(|change| change.1));
    told
}

/// That a combatant was passed over by a statement that asks each of several.
struct PassedOver {
    /// the statement
    span: Span,
    /// when
    path: PhaseNumbers,
    /// the part of the condition that failed
    failed: ExprId,
    /// what that looked at
    read: BTreeSet<(KindId, u32, Slot)>,
    /// how many entries there were by then
    entry: usize,
}

struct AskProbe<'r> {
    rules: &'r Ruleset,
    actor: u32,
    /// the entry with which the act is declared
    seen: usize,
    /// by statement the last time
    passed: Vec<PassedOver>,
    /// by which statement the combatant was asked last, and when
    asked: Option<(Span, PhaseNumbers)>,
    found: Option<PassedOver>,
}

impl Observer for AskProbe<'_> {
    fn asked(
        &mut self,
        combatant: u32,
        _refused: bool,
        _actions: &AskedActions,
        scene: &mut Scene<'_>,
    ) {
        let Some(span) = scene.statement() else {
            return;
        };
        let entries = scene.journal().entries.len();
        if entries > self.seen {
            return;
        }
        let known = self.passed.iter().position(|one| one.span == span);
        let known = known.map(|known| self.passed.swap_remove(known));
        if combatant == self.actor {
            if entries == self.seen {
                self.found = known.filter(|known| known.path != scene.path());
            }
            self.asked = Some((span, scene.path().to_vec()));
            return;
        }
        // As it was asked it may have come to be one that is not.
        if matches!(&self.asked, Some((by, path)) if *by == span && path == scene.path()) {
            return;
        }
        self.passed.extend(self.passed_by(span, scene).or(known));
    }
}

impl AskProbe<'_> {
    /// How the statement that asks has passed the combatant over.
    fn passed_by(&self, span: Span, scene: &mut Scene<'_>) -> Option<PassedOver> {
        let mut phases = self.rules.phases.iter();
        let (local, filter) = phases.find_map(|phase| filter_in(&phase.body, span))?;
        let mut names = scene.names().to_vec();
        names.resize(names.len() + ROOM, MISSING);
        *names.get_mut(usize::from(local))? = Value::from(self.actor);
        if scene.value_of(filter, &names) != Ok(0) {
            return None;
        }
        let mut condition = Failing {
            rules: self.rules,
            expr: filter,
            names,
        };
        condition.narrow(scene);
        let failed = condition.expr;
        Some(PassedOver {
            span,
            path: scene.path().to_vec(),
            failed,
            read: scene.reads_of(failed, &condition.names),
            entry: scene.journal().entries.len(),
        })
    }
}

/// The name and the condition of the innermost `each combatant` around the statement of a place.
fn filter_in(block: &[Statement], span: Span) -> Option<(Local, ExprId)> {
    block.iter().find_map(|statement| {
        let inner = blocks_within(&statement.kind).into_iter();
        let inner = inner.fold(None, |found, block| {
            found.or_else(|| filter_in(block, span))
        });
        inner.or_else(|| match &statement.kind {
            StatementKind::Each {
                kind: KindId::COMBATANT,
                local,
                filter: Some(filter),
                body,
                ..
            } if body.iter().any(|one| one.span == span) => Some((*local, *filter)),
            _ => None,
        })
    })
}

/// Where a phase was left.
struct LeftPhase {
    /// the repetitions that ran, up to the one that was left
    path: PhaseNumbers,
    /// the statement that left it
    span: Span,
    /// up to which entry that holds what the condition looked at
    entry: usize,
    /// the innermost condition under which that statement stands, or the part of it that was so
    condition: Option<ExprId>,
    /// what it looked at
    read: BTreeSet<(KindId, u32, Slot)>,
}

struct LeaveProbe<'p> {
    rules: &'p Ruleset,
    actor: u32,
    within: &'p [(PhaseId, Value)],
    /// the last one
    found: Option<LeftPhase>,
}

impl Observer for LeaveProbe<'_> {
    fn left(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        let running = scene.path();
        let Some(depth) = running.iter().rposition(|part| part.0 == phase) else {
            return;
        };
        let path = running[..=depth].to_vec();
        let is_own = |part: &(PhaseId, Value)| match &self.rules.phases[part.0.index()].turns {
            Some(turns) if turns.kind == KindId::COMBATANT => {
                part.1 == Value::from(self.actor) || self.within.contains(part)
            }
            _ => true,
        };
        let is_there = running.starts_with(self.within) && running.iter().all(is_own);
        let Some(span) = scene.statement().filter(|_| is_there) else {
            return;
        };
        let mut names = scene.names().to_vec();
        names.resize(names.len() + ROOM, MISSING);
        let mut is = |one: ExprId| scene.value_of(one, &names) == Ok(1);
        let body = &self.rules.phases[phase.index()].body;
        if !declares_after(self.rules, body, span, &mut is) {
            return;
        }
        let condition = condition_of(self.rules, span);
        let holds = condition.is_some_and(&mut is);
        let condition = condition.map(|all| match &self.rules.exprs[all.index()] {
            Expr::Or(parts) => parts.iter().copied().find(|&one| is(one)).unwrap_or(all),
            _ => all,
        });
        let read = condition.map(|one| scene.reads_of(one, &names));
        let read = read.unwrap_or_default();
        let mut entry = scene.journal().entries.len();
        if !holds {
            // What stands before it in its block has changed that.
            let item = Some(self.rules.phases[phase.index()].item);
            let entries = scene.journal().entries.iter().rev();
            let own = entries.take_while(|entry| {
                entry.cause == item
                    && matches!(entry.what, What::Changed { .. } | What::Noted { .. })
            });
            entry -= own.count();
        }
        self.found = Some(LeftPhase {
            path,
            span,
            entry,
            condition,
            read,
        });
    }
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

/// Whether a combatant is asked behind a statement of a block, or in a repetition around it that `is` to come again.
fn declares_after(
    rules: &Ruleset,
    body: &[Statement],
    span: Span,
    is: &mut dyn FnMut(ExprId) -> bool,
) -> bool {
    let Some(at) = body.iter().position(|one| holds(rules, one, span)) else {
        return false;
    };
    let comes_again = match body[at].kind {
        StatementKind::Repeat { condition, .. } => is(condition),
        _ => false,
    };
    let within = blocks(rules, &body[at]);
    declares(rules, &body[at + 1..])
        || comes_again && within.iter().any(|block| declares(rules, block))
        || within
            .iter()
            .any(|block| declares_after(rules, block, span, is))
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
