//! What a run does with the scenario that its author will not expect: declarations that were refused or void, and that no expectation speaks of; where the scenario
//! is to blame for what stopped the run. Acts that are cancelled are the ordinary course of
//! a fight, and what tactics and rules do was not declared by the scenario: nothing is said of them.

use super::log::{NotCarriedOut, RunLog};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::journal::What;
use crate::ruleset::{KindId, MISSING, PhaseId, Slot, Value};
use crate::run::dice::ScriptedDice;
use crate::run::{Fault, FaultKind, decisions};
use crate::scenario::{
    ActReference, ExpectationKind, FactMoment, Moment, Outcome, Path, Scenario, ScriptedRoll,
};
use crate::source::Clean;

/// Warns of each. A scenario whose transcript is kept says all that happens; one that only asks for odds says nothing of a single run.
pub fn warn(
    log: &RunLog<'_>,
    decisions: &decisions::ScriptedDecisions<'_>,
    findings: &mut Diagnostics,
) {
    let scenario = log.scenario();
    if scenario.snapshot || scenario.only_asks_for_odds() {
        return;
    }
    for (number, act) in log.acts.iter().enumerate() {
        let (Some(declaration), Some(ended)) = (act.declaration, act.ended) else {
            continue;
        };
        let number = number as u32;
        let fate = match ended.how {
            NotCarriedOut::Refused => "refused",
            NotCarriedOut::Void => "void",
            NotCarriedOut::Cancelled => continue,
        };
        let mut expected = scenario.expectations.iter();
        if expected.any(|expectation| speaks_of(log, number, &expectation.kind)) {
            continue;
        }
        let message = format!("`{}` is {fate}, and nothing expects it", log.act(number));
        let place = scenario.declarations[declaration as usize].span;
        let mut help = format!(
            "if that is right, add `expect {} is {fate}`",
            log.written(number)
        );
        if ended.how == NotCarriedOut::Refused
            && decisions.asked_again(declaration)
            && is_one_of_several(log, declaration)
        {
            let who = log.names.record(KindId::COMBATANT, act.actor);
            help += &format!(
                "; {who} was asked again in this period, when all of it had been declared at once: if this is meant for then, let the phase that \
                 asks count, so that it is a period of its own"
            );
        }
        let mut warning = Diagnostic::warning(Code::SilentlyRefused, place, message).help(help);
        if let Some((because, reason)) = ended.because.zip(log.reason(number)) {
            let rule = &log.names.rules.templates[because.template.index()];
            warning = warning
                .label(format!("{fate} because {reason}"))
                .also(rule.span, "by this rule");
        }
        findings.push(warning);
    }
}

/// Warns of numbers that were read as the face of a single die and could be how many dice count.
pub fn warn_of_doubtful(scenario: &Scenario, dice: &ScriptedDice<'_>, findings: &mut Diagnostics) {
    for &(roll, counts) in dice.doubtful() {
        let span = scenario.dice[roll].span;
        let message = "this 1 is read as the face of the only die, which does not count";
        let help = format!("write `0` for that, or a face that counts, as in `{counts}`");
        findings.push(Diagnostic::warning(Code::ReadTwoWays, span, message).help(help));
    }
}

/// Whether a combatant declares more than this in the same period.
fn is_one_of_several(log: &RunLog<'_>, declaration: u32) -> bool {
    let all = &log.scenario().declarations;
    let own = &all[declaration as usize];
    let same = all
        .iter()
        .filter(|other| (other.actor, &other.path) == (own.actor, &own.path));
    same.count() > 1
}

/// Whether an expectation says what becomes of an act, or how far it came.
fn speaks_of(log: &RunLog<'_>, act: u32, kind: &ExpectationKind) -> bool {
    let names = |reference: &ActReference| {
        log.is_meant(act, reference) && log.can_be_in(act, reference.moment.as_ref())
    };
    let came = |reference: &ActReference| {
        log.is_meant(act, reference) && log.all(reference).any(|done| done.act == act)
    };
    let of_period = |who: u32, moment: Option<&Moment>| {
        log.act_record(act).actor == who && log.can_be_in(act, moment)
    };
    match kind {
        ExpectationKind::Order(batches) => batches.iter().flatten().any(came),
        ExpectationKind::Relation(left, _, right) => came(left) || came(right),
        ExpectationKind::Act(reference, Outcome::Happens) => came(reference),
        ExpectationKind::Act(reference, Outcome::DoesNotHappen | Outcome::Missed) => {
            names(reference)
        }
        ExpectationKind::Act(reference, Outcome::Is(word, _)) => {
            names(reference) && log.act_record(act).state() == Some(*word)
        }
        ExpectationKind::Acts(who, moment, _) => of_period(*who, moment.as_ref()),
        ExpectationKind::MayNotAct(who, moment) => of_period(*who, Some(moment)),
        ExpectationKind::Fact(_, FactMoment::After(reference)) => came(reference),
        ExpectationKind::Fact(_, FactMoment::End | FactMoment::EndOf(_))
        | ExpectationKind::Declared(..)
        | ExpectationKind::Rolls(..)
        | ExpectationKind::Asked { .. }
        | ExpectationKind::Said { .. }
        | ExpectationKind::Over(_) => false,
    }
}

/// Whether it is expected that the combatant of a declaration may not act in its period, or that the act does not happen, so that it goes unused.
pub(super) fn is_barred(scenario: &Scenario, number: usize) -> bool {
    let declaration = &scenario.declarations[number];
    let is_within = |path: &Path| path.iter().all(|part| declaration.path.contains(part));
    let value_of = |slot: Slot| {
        let mut given = declaration.settings.iter();
        given
            .find(|given| given.0 == slot)
            .map_or(MISSING, |given| given.1)
    };
    scenario.expectations.iter().any(|it| match &it.kind {
        ExpectationKind::MayNotAct(who, moment) => {
            *who == declaration.actor && is_within(&moment.path)
        }
        ExpectationKind::Act(act, Outcome::DoesNotHappen) => {
            (act.actor, Some(act.action)) == (declaration.actor, declaration.action)
                && act.has_attributes(value_of)
                && (act.moment.iter()).all(|moment| is_within(&moment.path))
        }
        ExpectationKind::Act(..)
        | ExpectationKind::Order(_)
        | ExpectationKind::Relation(..)
        | ExpectationKind::Acts(..)
        | ExpectationKind::Fact(..)
        | ExpectationKind::Declared(..)
        | ExpectationKind::Rolls(..)
        | ExpectationKind::Asked { .. }
        | ExpectationKind::Said { .. }
        | ExpectationKind::Over(_) => false,
    })
}

/// In a run that never ended: so many who are asked in a row and have nothing to declare are no chance.
const SILENT: u32 = 100;

/// What is said of a run without an end in which a combatant is asked again and again what it declares, and has nothing left.
pub(super) fn still_asked(
    error: Diagnostic,
    fault: &Fault,
    log: &RunLog<'_>,
    decisions: &decisions::ScriptedDecisions<'_>,
) -> Diagnostic {
    let (actor, silent) = decisions.silent();
    let FaultKind::Steps(_) = fault.kind else {
        return error;
    };
    if silent < SILENT {
        return error;
    }
    let (who, when) = (
        log.names.record(KindId::COMBATANT, actor),
        log.names.moment(&log.last),
    );
    error.help(format!(
        "{who} is asked again and again what to declare in {when}, and the scenario has nothing left for that: add it, let the scenario stop before, or let the rules go on where nothing is declared"
    ))
}

/// What is said of a die that is missing, where the scenario has that roll in another period and it is left over: there.
pub(super) fn rolled_elsewhere(
    error: Diagnostic,
    fault: &Fault,
    log: &RunLog<'_>,
    dice: &ScriptedDice<'_>,
) -> Diagnostic {
    let FaultKind::NoDie { who, purpose, .. } = &fault.kind else {
        return error;
    };
    let rolls = dice.unused().map(|roll| &log.scenario().dice[roll]);
    let is_it = |roll: &&ScriptedRoll| roll.who == *who && roll.purpose == *purpose;
    let mut rolls = rolls.filter(|roll| is_it(roll) && roll.path != log.last);
    let (Some(roll), Some((phase, number))) = (rolls.next(), log.last.first()) else {
        return error;
    };
    let label = format!(
        "this roll stands {} and is not used",
        log.times([&roll.path].into_iter()).trim()
    );
    let period = log.names.written_phase(*phase, *number);
    let mut moved = error.label(label).help(format!(
        "name the period in which it stands `{period}`, or add a roll there"
    ));
    moved.primary.span = roll.span;
    moved
}

/// What is said of a die that is missing, where a declaration of an earlier period was never asked for: there the run took another way.
pub(super) fn passed_over(
    error: Diagnostic,
    fault: &Fault,
    log: &RunLog<'_>,
    decisions: &decisions::ScriptedDecisions<'_>,
) -> Diagnostic {
    let (FaultKind::NoDie { .. }, Some(now)) = (&fault.kind, log.last.first()) else {
        return error;
    };
    let left = decisions.unused_declarations();
    let mut left = left.map(|number| &log.scenario().declarations[number]);
    let is_before = |(phase, number): &(PhaseId, Value)| *phase == now.0 && *number < now.1;
    let passed = left.find(|one| one.path.first().is_some_and(is_before));
    let Some(passed) = passed else {
        return error;
    };
    let why = "see first why the rules did not ask for what is declared before";
    // In the turn of another one.
    let own = passed.path.iter().find_map(|&(phase, whose)| {
        let turns = log.names.rules.phases[phase.index()].turns.as_ref()?;
        let is_other = turns.kind == KindId::COMBATANT && whose != Value::from(passed.actor);
        is_other.then(|| log.names.written_phase(phase, Value::from(passed.actor)))
    });
    let why = own.map_or(why.to_owned(), |own| {
        format!("{why}: write `{own} {{ ... }}` around it")
    });
    let mut moved = (error.label("nobody asked for this declaration")).remark(why);
    moved.primary.span = passed.span;
    moved
}

/// What is said of a missing value, where the act in hand names nothing that it is aimed at: its declaration.
pub(super) fn aimless(error: Diagnostic, fault: &Fault, log: &RunLog<'_>) -> Diagnostic {
    let (FaultKind::Missing, Some(place)) = (&fault.kind, fault.span) else {
        return error;
    };
    let batches = log.journal.entries.iter().rev();
    let in_hand = batches.filter_map(|entry| match entry.what {
        What::BatchBegins { acts, .. } => Some(log.journal.values(acts)),
        _ => None,
    });
    let in_hand = in_hand.take(1).flatten();
    let lacking = in_hand.filter_map(|&number| {
        let act = log.acts.get(usize::try_from(number).ok()?)?;
        let action = &log.names.rules.actions[act.action.index()];
        let item = log.names.rules.items[action.item.index()].span;
        let (object, declaration) = (action.object?, act.declaration?);
        let is_missing = act.attributes[usize::from(object)] == MISSING;
        let is_there = item.file == place.file
            && item.range().start <= place.range().start
            && place.range().end <= item.range().end;
        (is_missing && is_there).then_some((action, object, declaration))
    });
    let Some((action, object, declaration)) = lacking.take(1).next() else {
        return error;
    };
    let scenario = log.scenario();
    let declared = &scenario.declarations[declaration as usize];
    let name = Clean(&log.names.rules.attribute(KindId::ACT, object).name).to_string();
    let who = log.names.written_record(KindId::COMBATANT, declared.actor);
    let verb = Clean(&action.verb);
    let message = format!("`{who} {verb}` does not say its {name}, which is needed here");
    let help = format!(
        "write `{who} {verb} {}`, with a name from the scenario; where it may be left out, the action asks first whether `{name} is known`",
        name.to_uppercase()
    );
    let mut told = error
        .also(place, format!("its {name} is missing here"))
        .help(help);
    told.message = message;
    told.primary.span = declared.span;
    told
}
