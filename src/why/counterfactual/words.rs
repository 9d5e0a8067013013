//! Changes in words. Looks up names, tries nothing.

use super::super::answer::at;
use super::super::pair::Pair;
use super::super::track::Track;
use super::super::{Cause, Changed, Run, Way};
use super::change::ScenarioChange;
use super::script::{Answered, AssumedRoll, Script};
use super::{Counterfactuals, Turning};
use crate::journal::{ActNumber, What};
use crate::ruleset::index::to_index;
use crate::ruleset::{KindId, MISSING, PhaseId, Slot, Value};
use crate::run::{Fault, FaultKind};
use crate::scenario::{Path, Scenario, ScriptedRoll};
use crate::source::{Clean, Limits, Span};
use crate::view::{Stood, fault_diagnostic};

/// A change and what it brings about.
pub fn way(track: &Track<'_>, found: &Counterfactuals, turning: &Turning) -> Way {
    let told = describe(track, &found.scenario, &found.asked, &turning.change);
    let not = (told.now).map_or_else(String::new, |now| format!(", not {now}"));
    let assumed = turning.assumed.iter().map(|one| assumed(track, one));
    let stops = turning.stop.as_ref();
    Way {
        aim: turning.aim,
        what: told.what,
        change: format!("{} is {}{not}", told.of, told.to),
        size: turning.size,
        assumed: assumed.collect(),
        stops: stops.map(|stop| self::stops(track, found, turning, stop)),
        refuses: turning
            .refuses
            .map(|act| track.act_at(act, 0, track.seen(act))),
        beside: turning.beside,
    }
}

/// `bob is no answer that `unit` allows in round 1`: what stops a changed run.
fn stops(
    track: &Track<'_>,
    found: &Counterfactuals,
    turning: &Turning,
    (fault, path): &(Fault, Path),
) -> String {
    let names = &track.story.names;
    match fault.kind {
        FaultKind::ImpossibleDie { roll, throw } => {
            let given = found.scenario.dice.iter();
            let mut given = given.chain(turning.assumed.iter().map(|one| &one.roll));
            let of = given.nth(to_index(roll.into())).map(|given| {
                let of = rolls(track, given, &moment(track, &given.path));
                format!(
                    "{of} is {}, which does not fit {throw}",
                    faces(&given.faces)
                )
            });
            of.unwrap_or_default()
        }
        _ => {
            let stood = Stood {
                path,
                ..Stood::default()
            };
            fault_diagnostic(fault, names.rules, names.scenario, &stood).message
        }
    }
}

/// What gave the first of two acts its turn, or added it (`added`), as a cause: the change by which the second would have had it, and the entry of what is changed.
pub fn led(
    run: &Run<'_>,
    track: &Track<'_>,
    script: &Script<'_>,
    (pair, added, is_alone): (Pair, bool, bool),
    (entry, change): (Option<usize>, &ScenarioChange),
) -> Cause {
    let told = describe(track, &script.scenario, &script.asked, change);
    let [first, second] = acts(track, pair);
    let asked = |entry: usize| {
        let entry = &run.journal.entries[entry];
        match entry.what {
            What::Asked { question, .. } => Some(track.quote_question(question)),
            _ => track.quote_item(entry.cause?),
        }
    };
    Cause::Led {
        what: told.what,
        fact: format!("{} is {}", told.of, told.now.unwrap_or_default()),
        instead: told.to,
        given: given(run, script, change).map(|span| track.file_line(span)),
        first,
        second: if is_alone { String::new() } else { second },
        added,
        quote: entry.and_then(asked),
    }
}

/// That what gave one of two acts its turn was not found, as the runs took so many steps before everything was tried.
pub fn not_led(track: &Track<'_>, pair: Pair, work: u64) -> Cause {
    let [first, second] = acts(track, pair);
    let cut = Limits::cut("not everything was tried", work);
    Cause::Untried { first, second, cut }
}

/// Two acts, as they were when they came.
fn acts(track: &Track<'_>, pair: Pair) -> [String; 2] {
    pair.both().map(|(act, stage)| {
        let entry = track.left(act, stage).unwrap_or(track.seen(act));
        track.act_at(act, stage, entry)
    })
}

/// Where the scenario says what is changed, if it does.
fn given(run: &Run<'_>, script: &Script<'_>, change: &ScenarioChange) -> Option<Span> {
    let scenario = run.scenario;
    match change {
        ScenarioChange::Die { roll, .. } => scenario.dice.get(*roll).map(|roll| roll.span),
        ScenarioChange::Answer { asked, .. } => {
            let given = script.asked[*asked].given?;
            Some(scenario.answers[given].span)
        }
        ScenarioChange::Attribute {
            kind, record, slot, ..
        } => {
            let record = &scenario.records[kind.index()][*record as usize];
            let is_given = record.values.iter().any(|value| value.0 == *slot);
            is_given.then_some(record.span)
        }
        ScenarioChange::Act { declaration, .. } => Some(scenario.declarations[*declaration].span),
        ScenarioChange::Option { .. } => None,
    }
}

/// A change in words: `the roll of party for initiative`, `6`, `5`.
struct ChangeWords {
    what: Changed,
    /// what is changed
    of: String,
    /// what it is instead
    to: String,
    /// what it is
    now: Option<String>,
}

fn describe(
    track: &Track<'_>,
    scenario: &Scenario,
    asked: &[Answered],
    change: &ScenarioChange,
) -> ChangeWords {
    let names = &track.story.names;
    match change {
        ScenarioChange::Die { roll, face, to } => {
            let given = &scenario.dice[*roll];
            let mut changed = given.faces.clone();
            changed[*face] = *to;
            let same =
                |other: &ScriptedRoll| (other.who, other.purpose) == (given.who, given.purpose);
            // Where the same dice are rolled again and again, the period and the number there say which.
            let when = match scenario.dice.iter().filter(|other| same(other)).count() {
                1 => String::new(),
                _ => {
                    let alike = |other: &&ScriptedRoll| same(other) && other.path == given.path;
                    let before = scenario.dice[..*roll].iter().filter(alike).count();
                    let all = scenario.dice.iter().filter(alike).count();
                    moment(track, &given.path) + &nth(before + 1, all)
                }
            };
            ChangeWords {
                what: Changed::Die,
                of: rolls(track, given, &when),
                to: faces(&changed),
                now: Some(faces(&given.faces)),
            }
        }
        ScenarioChange::Answer { asked: number, to } => {
            let one = &asked[*number];
            let shown = |value| names.value(&one.declared.ty, value);
            ChangeWords {
                what: Changed::Decision,
                of: answers(track, asked, *number),
                to: shown(*to),
                now: Some(match one.now == MISSING && one.is_draw {
                    true => {
                        let drawn = drawn(track, one).map(shown);
                        drawn.unwrap_or_else(|| "left to the dice".to_owned())
                    }
                    false => shown(one.now),
                }),
            }
        }
        ScenarioChange::Attribute {
            kind,
            record,
            slot,
            to,
        } => {
            let of = match *kind {
                KindId::COMBAT => "the combat".to_string(),
                kind => names.record(kind, *record),
            };
            let mut given = scenario.records[kind.index()][*record as usize]
                .values
                .iter();
            let now = given.find(|value| value.0 == *slot).map(|value| value.1);
            let now = now.or_else(|| track.story.attribute(*kind, *record, *slot, 0));
            attribute(track, &of, *kind, *slot, now, *to)
        }
        ScenarioChange::Act {
            declaration,
            slot,
            to,
        } => {
            let number = u32::try_from(*declaration).ok();
            let acts = &track.story.journal.acts;
            let act = acts.iter().position(|act| act.declaration == number);
            let act = act.unwrap_or_default() as ActNumber;
            let seen = track.seen(act);
            let now = track.story.attribute(KindId::ACT, act, *slot, seen);
            let whole = |act| track.act_whole(act, track.seen(act));
            let mut others = (0..).take(acts.len()).filter(|&other| other != act);
            // Where others are told in the same words, the period says which.
            let when = match others.any(|other| whole(other) == whole(act)) {
                true => moment(track, &track.moments[seen]),
                false => String::new(),
            };
            let of = format!("`{}`{when}", whole(act));
            attribute(track, &of, KindId::ACT, *slot, now, *to)
        }
        ScenarioChange::Option { option, to } => {
            let rule = &names.rules.options[option.index()];
            let mut given = scenario.options.iter();
            let now = given.rfind(|given| given.0 == *option);
            let now = now.map_or(rule.value, |now| now.1);
            ChangeWords {
                what: Changed::Option,
                of: format!("option `{}`", Clean(&rule.name)),
                to: names.value(&rule.ty, *to),
                now: Some(names.value(&rule.ty, now)),
            }
        }
    }
}

/// What was drawn where nothing is named: the last that the line about the draw tells.
fn drawn(track: &Track<'_>, one: &Answered) -> Option<Value> {
    const MOST: usize = 2;
    let journal = track.story.journal;
    let mut behind = journal.entries.get(one.entry + 1..)?.iter().take(MOST);
    behind.find_map(|entry| match entry.what {
        What::Noted { said } => journal.values(said.values).last().copied(),
        _ => None,
    })
}

/// ``reaction` of halvaine`
fn attribute(
    track: &Track<'_>,
    of: &str,
    kind: KindId,
    slot: Slot,
    now: Option<Value>,
    to: Value,
) -> ChangeWords {
    let names = &track.story.names;
    let rule = names.attribute_rule(kind, slot);
    // By the name that the scenario has to use.
    let name = rule.map_or_else(String::new, |rule| Clean(&rule.name).to_string());
    let shown = |value: Value| match rule {
        Some(rule) => names.value(&rule.declared.ty, value),
        None => value.to_string(),
    };
    ChangeWords {
        what: Changed::Attribute,
        of: format!("`{name}` of {of}"),
        to: shown(to),
        now: now.map(shown),
    }
}

/// `the roll of party for initiative`
fn rolls(track: &Track<'_>, roll: &ScriptedRoll, when: &str) -> String {
    let names = &track.story.names;
    let (who, purpose) = (names.person(roll.who), names.word(roll.purpose));
    format!("the roll of {who} for {purpose}{when}")
}

/// `the roll of party for initiative in round 2 is 3`
fn assumed(track: &Track<'_>, AssumedRoll { roll, number }: &AssumedRoll) -> String {
    let number = number.map_or_else(String::new, numbered);
    let of = rolls(track, roll, &(moment(track, &roll.path) + &number));
    format!("{of} is {}", faces(&roll.faces))
}

fn faces(faces: &[Value]) -> String {
    let shown: Vec<String> = faces.iter().map(Value::to_string).collect();
    shown.join(", ")
}

/// `the answer of the game master to obvious about orc 1`, `what ann draws for held`; when, where the scenario does not give it, or it is asked again.
fn answers(track: &Track<'_>, asked: &[Answered], number: usize) -> String {
    let names = &track.story.names;
    let one = &asked[number];
    let about = one.about_words(&track.story);
    let same = |other: &Answered| {
        (other.who, other.question, &other.about) == (one.who, one.question, &one.about)
    };
    let alone = asked.iter().filter(|other| same(other)).count() == 1;
    let when = match (one.given, alone) {
        (Some(_), true) => String::new(),
        _ => {
            let fits = |other: &&Answered| one.fits(other);
            let before = asked[..number].iter().filter(fits).count();
            let all = asked.iter().filter(fits).count();
            moment(track, &one.path) + &nth(before + 1, all)
        }
    };
    let (who, question) = (names.person(one.who), names.word(one.question));
    match one.is_draw {
        true => format!("what {who} draws for {question}{about}{when}"),
        false => format!("the answer of {who} to {question}{about}{when}"),
    }
}

/// ` (number 2)` of several, nothing of the only one
fn nth(number: usize, all: usize) -> String {
    match all {
        0 | 1 => String::new(),
        _ => numbered(number),
    }
}

/// ` (number 2)`
fn numbered(number: usize) -> String {
    format!(" (number {number})")
}

/// ` in round 1`, or nothing
fn moment(track: &Track<'_>, path: &[(PhaseId, Value)]) -> String {
    at(&track.story.names.moment(path))
}
