//! Why a combatant was not asked what it declares, or not once more: its turn or the period was left before that. Plays the run again.

use super::Run;
use super::answer::at;
use super::conditions::bare;
use super::replay::again;
use super::track::Track;
use super::turns;
use crate::journal::{ActNumber, What};
use crate::ruleset::walk::blocks_within;
use crate::ruleset::{
    Block, Expr, ExprId, KindId, MISSING, PhaseId, Ruleset, Slot, Statement, StatementKind, Value,
};
use crate::run::{Observer, Scene};
use crate::source::Span;
use crate::suite::{Choice, ChoiceProbe, ROOM, WantedAct};
use crate::view::{PhaseNumbers, some};
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

/// That a combatant was not asked for an act that it was to declare, by which condition, and what changed that last: `ann was not asked in round 2, turn of ann: not
/// (c.steps > 0) (duel.affray:14); ann.steps became 0 in round 1, when ann walks`. `None`: no condition kept it from being asked.
pub fn not_asked(run: &Run<'_>, track: &Track<'_>, wanted: WantedAct<'_>) -> Option<String> {
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let choice = probe.telling(&track.story)?;
    let mut told = not_asked_by(track, &wanted, &probe, choice);
    let place = run.rules.expr_spans[choice.condition.index()];
    told += &format!(" ({})", track.file_line(place));
    let names = &track.story.names;
    let given = choice.given.iter().filter_map(|&(call, value)| {
        let ty = names.type_of(call)?;
        let value = match value {
            MISSING => "missing".to_owned(),
            value => track.story.value(&ty, value, choice.entry),
        };
        let source = bare(names.source(call, track.sources));
        Some(format!("{source} was {value}"))
    });
    let latest = track.story.latest_change(choice.read.clone(), choice.entry);
    let since = match latest {
        Some(change) => vec![change.1],
        None => turns::stood(track, choice.read.clone(), choice.entry),
    };
    for said in given.chain(since) {
        told += &format!("; {said}");
    }
    Some(told)
}

/// That a combatant was asked for an act that nothing declared, and when.
pub fn asked_in_vain(run: &Run<'_>, track: &Track<'_>, wanted: WantedAct<'_>) -> Option<String> {
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let names = &track.story.names;
    let who = names.record(KindId::COMBATANT, wanted.actor);
    let mut times: Vec<String> = Vec::new();
    for time in probe.asked.iter().map(|path| names.moment(path)) {
        if !times.contains(&time) {
            times.push(time);
        }
    }
    let there = match times.len() {
        0 => return None,
        1 => " there",
        _ => "",
    };
    let when = at(&some(times));
    let tactics = track.by_tactics(wanted.actor, &probe.asked);
    let instead = match tactics.is_empty() {
        true => String::new(),
        false => format!(": {}", tactics.join(", ")),
    };
    Some(format!(
        "{who} was asked{when}, and no such act was declared{there}{instead}"
    ))
}

/// `ann was not asked in round 2, turn of ann: not (c.steps > 0)`
fn not_asked_by(
    track: &Track<'_>,
    wanted: &WantedAct<'_>,
    probe: &ChoiceProbe<'_>,
    choice: &Choice,
) -> String {
    let names = &track.story.names;
    let why = failed(track, probe, choice);
    let who = names.record(KindId::COMBATANT, wanted.actor);
    let action = wanted.action.filter(|_| probe.asked_otherwise);
    let action = action.map_or_else(String::new, |action| {
        format!(" for {}", names.action(action))
    });
    let when = at(&names.moment(&choice.path));
    format!("{who} was not asked{action}{when}: {why}")
}

/// What held where a condition settled it, in the words of the file: `not (c.steps > 0)`.
pub fn failed(track: &Track<'_>, probe: &ChoiceProbe<'_>, choice: &Choice) -> String {
    let names = &track.story.names;
    let source = |id| bare(names.source(id, track.sources));
    match &names.rules.exprs[choice.condition.index()] {
        _ if probe.is_out_of_play(choice) => "it was out of play".to_owned(),
        _ if choice.holds => source(choice.condition),
        Expr::Not(part) => source(*part),
        Expr::Call(..) | Expr::Attribute { .. } | Expr::Local(_) => {
            format!("not {}", source(choice.condition))
        }
        _ => format!("not ({})", source(choice.condition)),
    }
}

/// That the combatant that declares the second act was not asked for it where the first was declared, and what changed that, or who is asked: `grub was not asked in round 1: not
/// c.attacking`, `grub.attacking became yes in round 1, when ann strikes grub`.
pub fn passed_over(
    run: &Run<'_>,
    track: &Track<'_>,
    (first, second): (ActNumber, ActNumber),
) -> Vec<String> {
    let act = track.story.journal.act(second);
    let seen = track.seen(second);
    let wanted = WantedAct {
        actor: act.actor,
        action: Some(act.action),
        added: false,
        aims: &[],
        declared: None,
        within: &[],
        until: seen,
    };
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let moment = |act| &track.moments[track.seen(act)];
    let is_before = |one: &&Choice| one.path != *moment(second);
    let is_then = |one: &&Choice| is_before(one) && moment(first).starts_with(&one.path);
    let is_since = |one: &&Choice| is_before(one) && one.entry >= track.seen(first);
    let all = probe.untaken.iter();
    let choice = (all.clone().rfind(is_then)).or_else(|| all.clone().rfind(is_since));
    // Where others were asked in its place, what settles which is asked may have changed since then.
    let since = choice.map_or(track.seen(first), |choice| choice.entry);
    let chosen_by = probe.taken.iter().flat_map(|one| one.1.iter().copied());
    let change = |read: BTreeSet<_>| {
        let latest = track.story.latest_change(read, seen);
        // What had changed before has not made the condition hold.
        latest.filter(|change| change.0 >= since)
    };
    let chosen = change(chosen_by.collect());
    let Some(choice) = choice else {
        return chosen.into_iter().map(|change| change.1).collect();
    };
    let mut told = vec![not_asked_by(track, &wanted, &probe, choice)];
    // By another condition than it was not asked by it may have come to be asked.
    let is_by_it = probe.taken.iter().any(|one| one.0.whole == choice.whole);
    let changed = match is_by_it {
        true => change(choice.read.clone()),
        false => chosen.or_else(|| {
            let read = probe.taken.iter().flat_map(|one| one.0.read.iter());
            change(read.copied().collect())
        }),
    };
    told.extend(changed.map(|change| change.1));
    told
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
