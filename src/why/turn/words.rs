//! Changes in words. Looks up names, tries nothing.

use super::super::track::Track;
use super::super::{Changed, Way};
use super::script::Change;
use super::{Found, Turning};
use crate::journal::ActNumber;
use crate::ruleset::{KindId, MISSING, PhaseId, Slot, Value, WordId};
use crate::scenario::{Answer, ScriptedRoll};
use crate::source::Clean;

/// A change and what it brings about.
pub fn way(track: &Track<'_>, found: &Found, turning: &Turning) -> Way {
    let (what, change) = told(track, found, &turning.change);
    Way {
        aim: turning.aim,
        what,
        change,
        size: turning.size,
        assumed: turning
            .assumed
            .iter()
            .map(|roll| assumed(track, roll))
            .collect(),
    }
}

fn told(track: &Track<'_>, found: &Found, change: &Change) -> (Changed, String) {
    let names = &track.story.names;
    match change {
        Change::Die { roll, face, to } => {
            let given = &found.scenario.dice[*roll];
            let mut changed = given.clone();
            changed.faces[*face] = *to;
            let not = faces(&given.faces);
            let moment = moment(track, &given.path);
            let alone =
                |other: &&ScriptedRoll| (other.who, other.purpose) == (given.who, given.purpose);
            // Where the same dice are rolled again and again, the period says which.
            let when = match found.scenario.dice.iter().filter(alone).count() {
                1 => String::new(),
                _ => moment,
            };
            let told = rolls(track, &changed, &when);
            (Changed::Die, format!("{told}, not {not}"))
        }
        Change::Answer { answer, to } => {
            let given = &found.scenario.answers[*answer];
            let not = answer_value(track, given.question, given.value);
            let told = answers(track, given, *to, "");
            (Changed::Decision, format!("{told}, not {not}"))
        }
        Change::NewAnswer(answer) => {
            let when = moment(track, &answer.path);
            (
                Changed::Decision,
                answers(track, answer, answer.value, &when),
            )
        }
        Change::Attribute {
            kind,
            record,
            slot,
            to,
        } => {
            let of = match *kind {
                KindId::COMBAT => "the combat".to_string(),
                kind => names.record(kind, *record),
            };
            let now = found.scenario.records[kind.index()][*record as usize]
                .values
                .iter();
            let now = now
                .clone()
                .find(|value| value.0 == *slot)
                .map(|value| value.1);
            let now = now.or_else(|| track.story.attribute(*kind, *record, *slot, 0));
            (
                Changed::Attribute,
                attribute(track, &of, *kind, *slot, now, *to),
            )
        }
        Change::Act {
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
            let of = format!("`{}`", track.act_whole(act, seen));
            (
                Changed::Attribute,
                attribute(track, &of, KindId::ACT, *slot, now, *to),
            )
        }
    }
}

/// ``reaction` of halvaine is 2, not 0`
fn attribute(
    track: &Track<'_>,
    of: &str,
    kind: KindId,
    slot: Slot,
    now: Option<Value>,
    to: Value,
) -> String {
    let names = &track.story.names;
    let rule = names.attribute_rule(kind, slot);
    // By the name that the scenario has to use.
    let name = rule.map_or_else(String::new, |rule| Clean(&rule.name).to_string());
    let shown = |value| match rule {
        Some(rule) => names.value(&rule.declared.ty, value),
        None => value.to_string(),
    };
    let not = now.map_or_else(String::new, |now| format!(", not {}", shown(now)));
    format!("`{name}` of {of} is {}{not}", shown(to))
}

/// `the roll of party for initiative is 3`
fn rolls(track: &Track<'_>, roll: &ScriptedRoll, when: &str) -> String {
    let names = &track.story.names;
    let (who, purpose) = (names.person(roll.who), names.word(roll.purpose));
    format!(
        "the roll of {who} for {purpose}{when} is {}",
        faces(&roll.faces)
    )
}

fn assumed(track: &Track<'_>, roll: &ScriptedRoll) -> String {
    rolls(track, roll, &moment(track, &roll.path))
}

fn faces(faces: &[Value]) -> String {
    let shown: Vec<String> = faces.iter().map(Value::to_string).collect();
    shown.join(", ")
}

/// `the answer of the game master to obvious about orc 1 is yes`
fn answers(track: &Track<'_>, answer: &Answer, value: Value, when: &str) -> String {
    let names = &track.story.names;
    let about: Vec<String> = answer
        .about
        .iter()
        .map(|&(kind, record)| names.record(kind, record))
        .collect();
    let about = match about.as_slice() {
        [] => String::new(),
        about => format!(" about {}", about.join(", ")),
    };
    let (who, question) = (names.person(answer.who), names.word(answer.question));
    let value = answer_value(track, answer.question, value);
    format!("the answer of {who} to {question}{about}{when} is {value}")
}

/// An answer by the type of the question; where a key has no value, the question is whether the act comes first.
fn answer_value(track: &Track<'_>, question: WordId, value: Value) -> String {
    let names = &track.story.names;
    let rule = names
        .rules
        .questions
        .iter()
        .find(|rule| rule.name == question);
    match rule {
        Some(rule) => names.value(&rule.answer.ty, value),
        None if value == MISSING => "none".to_string(),
        None => (if value == 1 { "yes" } else { "no" }).to_string(),
    }
}

/// ` in round 1`, or nothing
fn moment(track: &Track<'_>, path: &[(PhaseId, Value)]) -> String {
    match path {
        [] => String::new(),
        path => format!(" in {}", track.story.names.moment(path)),
    }
}
