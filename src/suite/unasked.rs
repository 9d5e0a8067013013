//! Why no rule asked for a declaration of the scenario: its combatant was not asked in its period, or for acts of other actions.

use super::asks::Ask;
use super::expectations::JudgedRun;
use crate::ruleset::AskedActions;
use crate::scenario::{Person, runs};
use crate::source::Clean;

/// Why a declaration was not asked for.
pub(super) struct UnaskedReason {
    pub label: String,
    pub help: String,
    /// It is asked for in other periods.
    pub is_elsewhere: bool,
    /// One of them is within the same outermost period.
    pub is_near: bool,
}

/// The period of a declaration, for those who see its line.
pub(super) const HERE: &str = " in this period";

/// Whether a combatant was asked for what a declaration says, in its period.
pub(super) fn is_for(judged: &JudgedRun<'_>, number: usize, ask: &Ask) -> bool {
    let own = &judged.log.scenario().declarations[number];
    ask.combatant == own.actor && is_there(judged, number, ask) && own.is_asked(&ask.actions)
}

/// Whether a combatant was asked in the period of a declaration, for whatever acts.
fn is_there(judged: &JudgedRun<'_>, number: usize, ask: &Ask) -> bool {
    let scenario = judged.log.scenario();
    let own = &scenario.declarations[number];
    scenario.is_declared_at(own, &ask.path, &ask.running)
}

/// Why a declaration was not asked for in its period, which is called so.
pub(super) fn unasked(judged: &JudgedRun<'_>, number: usize, period: &str) -> UnaskedReason {
    let log = judged.log;
    let own = &log.scenario().declarations[number];
    let all = judged.asks.iter().filter(|ask| ask.combatant == own.actor);
    let all: Vec<&Ask> = all.collect();
    let asks = all.iter().filter(|ask| own.is_asked(&ask.actions));
    let asks: Vec<&Ask> = asks.copied().collect();
    let who = log.names.person(Person::Combatant(own.actor));
    let in_period = asks.iter().filter(|ask| is_there(judged, number, ask));
    let in_period = in_period.count();
    let here = all.iter().filter(|ask| is_there(judged, number, ask));
    let others = others(judged, here.copied());
    // What it is asked for, where it is also asked for acts of other actions.
    let action = (asks.len() < all.len()).then(|| action_name(judged, number));
    let of = (action.as_ref()).map_or_else(String::new, |action| format!(" for {action}"));
    let to_declare = action.as_ref().map_or(" to declare", |_| &of);
    let is_in_part = |part| all.iter().any(|ask| runs(Some(part), &ask.running));
    let part = own.part.filter(|&part| !is_in_part(part));
    let near = asks.iter().find(|ask| ask.path.first() == own.path.first());
    let mut is_elsewhere = false;
    let (label, help) = match near.or(asks.first()) {
        _ if let Some(part) = part.filter(|_| !all.is_empty()) => {
            let part = Clean(&log.names.rules.phases[part.index()].name);
            (
                format!("{who} is not asked while `{part}` runs"),
                format!(
                    "take it out of the braces of `{part}`, or see why the rules do not ask there"
                ),
            )
        }
        Some(_) if in_period > 0 => {
            let label = match in_period {
                1 => format!("{who} is asked{of} once{period}, and that is used up"),
                count => {
                    format!("{who} is asked{of} {count} times{period}, and all of them are used up")
                }
            };
            let help = "take out what is too much, or see why the rules do not ask more often";
            (label, help.to_owned())
        }
        _ if self::has_no_turn(judged, number) => (
            format!("{who} has no turn{period}"),
            "see which condition of the phase, behind `where`, did not hold; take it out, or expect that it `does not happen`"
                .to_owned(),
        ),
        None => (
            match &others {
                Some(others) => format!("{who} is asked{period} only for {others}"),
                None => format!("{who} is never asked{to_declare} in this run"),
            },
            "see why the rules do not ask, take it out, or expect that it `does not happen`".to_owned(),
        ),
        Some(near) => {
            is_elsewhere = true;
            let only = others.map(|others| format!(" only for {others}{period}, and"));
            let only = only.unwrap_or_default();
            let when = log.times(asks.iter().map(|ask| &ask.path));
            (
                format!("{who} is asked{only}{to_declare}{when}"),
                format!(
                    "put it into a period in which the rules ask for {}, such as `{}`",
                    action.as_deref().unwrap_or("declarations"),
                    log.names.periods(&near.path)
                ),
            )
        }
    };
    UnaskedReason {
        label,
        help,
        is_elsewhere,
        is_near: is_elsewhere && near.is_some(),
    }
}

/// The name of the action of a declaration.
fn action_name(judged: &JudgedRun<'_>, number: usize) -> String {
    let log = judged.log;
    let action = log.scenario().declarations[number].action;
    action.map_or_else(String::new, |action| {
        Clean(&log.names.rules.actions[action.index()].name).to_string()
    })
}

/// The actions for which a combatant was asked, if it was asked, and never for all: `plan or strike`.
fn others<'a>(judged: &JudgedRun<'_>, asks: impl Iterator<Item = &'a Ask>) -> Option<String> {
    let mut named = Vec::new();
    for ask in asks {
        if ask.actions.are_all() {
            return None;
        }
        let new = ask.actions.names().iter();
        let new: Vec<_> = new
            .filter(|action| !named.contains(*action))
            .copied()
            .collect();
        named.extend(new);
    }
    let asked = AskedActions::named(named);
    let words = asked.words(judged.log.names.rules);
    (!asked.are_all()).then(|| Clean(&words).to_string())
}

/// Whether a declaration stands in a turn that did not come, though the period around it did.
fn has_no_turn(judged: &JudgedRun<'_>, number: usize) -> bool {
    let log = judged.log;
    let path = &log.scenario().declarations[number].path;
    let Some(((phase, _), around)) = path.split_last() else {
        return false;
    };
    let is_of_turns = log.names.rules.phases[phase.index()].turns.is_some();
    let begun = |path: &[_]| log.periods().any(|period| period.starts_with(path));
    is_of_turns && begun(around) && !begun(path)
}
