//! Why the turn of one record came before that of another: plays the run again up to the earlier turn, and looks at what its phase asked then.

use super::answer::behind;
use super::pair::Pair;
use super::replay::{self, FoundTurn, Meeting};
use super::track::Track;
use super::{Cause, EqualKey, Quote, Run, keys};
use crate::journal::{ActNumber, Line, What};
use crate::ruleset::{ExprId, KindId, MISSING, PhaseId, Slot, Ties, Type, Value};
use crate::scenario::Person;
use crate::view::{CellChange, PhaseNumbers};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many attributes of a key are told of at most.
const FEW: usize = 4;

/// What decided that the turn in which the first act was declared came before that of the second; `None` if they were not declared in two turns of one
/// phase.
pub fn cause(run: &Run<'_>, track: &Track<'_>, pair: Pair) -> Option<Cause> {
    let met = meeting(run, track, pair)?;
    let FoundTurn {
        values,
        read,
        barred,
        given,
        barred_by,
    } = replay::turn(run, track, &met);
    if met.is_apart && barred.is_none() {
        return None;
    }
    let (taken, put_off) = match taken(track, &met) {
        Some((how, false)) => (Some(how), None),
        Some((how, true)) => (None, Some(how)),
        None => (None, None),
    };
    let barred = barred.filter(|_| taken.is_none());
    let came_by = later(track, &met, pair);
    let names = &track.story.names;
    let shown = |key: ExprId, value: Value| shown(track, key, value, met.entry);
    let is_compared = barred.is_none() && taken.is_none();
    let (mut equal, mut since) = (Vec::new(), Vec::new());
    let mut decided = None;
    // Keys are compared of those alone who can have a turn.
    let keys = met.turns.keys.iter().zip(&met.turns.key_texts);
    let compared = keys.zip(&values).zip(&read);
    for (((&(key, highest_first), text), &(left, right)), read) in compared.filter(|_| is_compared)
    {
        let source = key_name(track, key, text);
        if left == right {
            equal.push(EqualKey {
                key: source,
                value: shown(key, left),
            });
        } else {
            decided = Some((source, shown(key, left), shown(key, right), highest_first));
            let read: BTreeSet<_> = read.iter().flatten().copied().collect();
            let set = read
                .into_iter()
                .filter_map(|attribute| set(track, attribute, met.entry));
            since.extend(set.take(FEW));
            break;
        }
    }
    if barred.is_some() {
        since.extend(given);
        since.extend(stood(track, barred_by, met.entry));
        since.extend(given_back(track, &met, pair));
    }
    let turn = |record| names.phase(met.phase, Value::from(record));
    Some(Cause::TurnBefore {
        first: turn(met.records.0),
        second: turn(met.records.1),
        highest_first: decided.as_ref().is_some_and(|decided| decided.3),
        named: taken
            .or_else(|| named(track, &met, put_off.as_deref()).filter(|_| decided.is_none()))
            .map(|how| match came_by {
                Some(came_by) => format!("{how}; {came_by}"),
                None => how,
            })
            .or_else(|| {
                let tied = decided.is_none() && barred.is_none();
                let ties = met.turns.ties.filter(|_| tied);
                let rolled = ties.and_then(|ties| rolled(track, &met, ties));
                rolled.or_else(|| put_off.filter(|_| tied))
            }),
        key: decided.map(|(key, left, right, _)| (key, left, right)),
        since,
        equal,
        barred,
        quote: track.quote_head(met.phase),
    })
}

/// Why acts of one batch stand together that no key of its line tells apart: some were declared in two turns of a phase in which acts of equal turns come
/// together, or the keys of the line are equal.
pub fn equal(
    run: &Run<'_>,
    track: &Track<'_>,
    line: &Line,
    acts: &[ActNumber],
    entry: usize,
) -> Vec<Cause> {
    let here = |act| (act, track.stage_at(act, entry));
    let pairs = acts
        .iter()
        .skip(1)
        .map(|&act| Pair::of([here(acts[0]), here(act)]));
    let turns = pairs.filter_map(|pair| equal_turns(run, track, pair));
    let turns = turns.take(1).map(|(keys, phase)| Cause::Equal {
        acts: track.acts(acts, entry),
        keys,
        turns: Some(phase),
    });
    let mut causes: Vec<Cause> = turns.collect();
    let equal = keys::all_equal(track, line, acts, entry);
    let is_empty = matches!(&equal, Cause::Equal { keys, .. } if keys.is_empty());
    causes.extend(Some(equal).filter(|_| causes.is_empty() || !is_empty));
    causes
}

/// The keys in which two turns of a phase are equal whose acts come together, and the phase.
fn equal_turns(run: &Run<'_>, track: &Track<'_>, pair: Pair) -> Option<(Vec<EqualKey>, Quote)> {
    let met = meeting(run, track, pair).filter(|met| met.turns.together)?;
    let values = replay::turn(run, track, &met).values;
    let keys = met.turns.keys.iter().zip(&met.turns.key_texts).zip(values);
    let keys = keys.map(|(((key, _), text), (value, _))| EqualKey {
        key: key_name(track, *key, text),
        value: shown(track, *key, value, met.entry),
    });
    Some((keys.collect(), track.quote_head(met.phase)?))
}

/// A key of turns as it is called: its text, or else what stands in the file.
fn key_name(track: &Track<'_>, key: ExprId, text: &str) -> String {
    match text {
        "" => track.story.names.source(key, track.sources),
        text => text.to_owned(),
    }
}

/// A value of a key of turns as it is written.
fn shown(track: &Track<'_>, key: ExprId, value: Value, entry: usize) -> String {
    let ty = track.story.names.type_of(key);
    let ty = ty.unwrap_or(Type::Number(None));
    track.story.value(&ty, value, entry)
}

/// An act that was carried out when an entry was written, and the first act of other batches that was declared in another turn of the same phase: in the
/// order in which they came.
pub fn beside<'b>(
    run: &Run<'_>,
    track: &Track<'_>,
    (act, entry): (ActNumber, usize),
    mut others: impl Iterator<Item = &'b (usize, Vec<ActNumber>)>,
) -> Option<Pair> {
    let here = (act, track.stage_at(act, entry));
    others.find_map(|(came, acts)| {
        let &other = acts.first()?;
        let there = (other, track.stage_at(other, *came));
        let pair = match *came < entry {
            true => Pair::of([there, here]),
            false => Pair::of([here, there]),
        };
        meeting(run, track, pair).map(|_| pair)
    })
}

/// How attributes that a condition read stood before an entry: what set them, the last change first, then those that nothing had changed.
pub fn stood(track: &Track<'_>, read: BTreeSet<(KindId, u32, Slot)>, before: usize) -> Vec<String> {
    let story = &track.story;
    let told = read.into_iter().filter_map(|attribute| {
        if let Some((entry, became)) = story.last_change(attribute, before) {
            return Some((Reverse(Some(entry)), became));
        }
        let (kind, record, slot) = attribute;
        let value = story.attribute(kind, record, slot, before)?;
        let declared = &story.names.attribute_rule(kind, slot)?.declared;
        let value = match value {
            MISSING => "missing".to_owned(),
            value => story.value(&declared.ty, value, before),
        };
        let attribute = story.attribute_of(attribute, before);
        Some((Reverse(None), format!("{attribute} was {value}")))
    });
    let mut told: Vec<_> = told.collect();
    told.sort();
    told.into_iter().map(|(_, said)| said).take(FEW).collect()
}

/// What last set an attribute before an entry, and where the rules say so: `ann.place became 2, by phase "muster" (duel.affray:12)`.
pub fn set(track: &Track<'_>, attribute: (KindId, u32, Slot), before: usize) -> Option<String> {
    let (entry, became) = track.story.last_change(attribute, before)?;
    let changed = track.story.changes(attribute, before).pop()?.entry;
    // Of what was only set again it is told already by what.
    let by = (changed == entry).then(|| by_item(track, changed));
    Some(became + &by.unwrap_or_default())
}

/// By which item of the rules an entry was written, and where that stands: `, by phase "muster" (duel.affray:12)`, or nothing.
fn by_item(track: &Track<'_>, entry: usize) -> String {
    let by = track.story.journal.entries[entry].cause;
    let by = by.and_then(|item| track.quote_item(item));
    by.as_ref().map_or_else(String::new, |place| {
        format!(",{} ({}:{})", behind(&by), place.file, place.line)
    })
}

/// Where the turn of the first act came before one of the second: in one repetition of the phase around both, or in an earlier one in which the other
/// had none.
pub fn meeting<'r>(run: &Run<'r>, track: &Track<'_>, pair: Pair) -> Option<Meeting<'r>> {
    let path = |act| track.moments.get(track.seen(act));
    let (first, second) = (path(pair.acts.0)?, path(pair.acts.1)?);
    let parts = || first.iter().zip(second).enumerate();
    let (differ, _) = parts().find(|(_, (one, other))| one != other)?;
    let turns_of = |phase: PhaseId| run.rules.phases[phase.index()].turns.as_ref();
    let (depth, (one, other)) = parts()
        .skip(differ)
        .find(|(_, (one, _))| turns_of(one.0).is_some())?;
    let turns = turns_of(one.0)?;
    let alike = parts()
        .take(depth + 1)
        .all(|(_, (one, other))| one.0 == other.0);
    let is_apart = depth > differ;
    let has_turn = |moment: &PhaseNumbers| {
        moment.len() > depth && moment[..depth] == first[..depth] && moment[depth] == *other
    };
    if !alike || one == other || is_apart && track.moments.iter().any(has_turn) {
        return None;
    }
    let entries = &track.story.journal.entries;
    let begins = |&entry: &usize| {
        matches!(entries[entry].what, What::PhaseBegins { phase, .. } if phase == one.0)
            && track.moments[entry][..] == first[..=depth]
    };
    let entry = (0..=track.seen(pair.acts.0)).rev().find(begins)?;
    Some(Meeting {
        phase: one.0,
        turns,
        records: (u32::try_from(one.1).ok()?, u32::try_from(other.1).ok()?),
        entry,
        is_apart,
    })
}

/// That a record which had had its turn before that of another can have one again since then: `ann.had turn became no in round 1, by trigger "comes in"`.
fn given_back(track: &Track<'_>, met: &Meeting<'_>, pair: Pair) -> Option<String> {
    let had = (met.turns.kind, met.records.1, met.turns.had);
    let entries = &track.story.journal.entries[met.entry..track.seen(pair.acts.1)];
    let is_back = |what: What| matches!(what, What::Changed { kind, record, slot, new: 0, .. } if (kind, record, slot) == had);
    let back = entries.iter().rposition(|entry| is_back(entry.what))?;
    set(track, had, met.entry + back + 1)
}

/// That the earlier turn was taken before another one, or had been put off, and which of them.
fn taken(track: &Track<'_>, met: &Meeting<'_>) -> Option<(String, bool)> {
    let (slot, kind, story) = (met.turns.claim?, met.turns.kind, &track.story);
    let claim = |record| {
        let claim = story.changes((kind, record, slot), met.entry).pop();
        claim.filter(|claim| claim.new != MISSING)
    };
    let first = met.records.0;
    let CellChange {
        new: own,
        how,
        entry,
        ..
    } = claim(first)?;
    let entries = story.journal.entries.iter().take(met.entry);
    let records: BTreeSet<u32> = entries
        .filter_map(|entry| match entry.what {
            What::Changed {
                kind: of,
                record,
                slot: which,
                ..
            } if (of, which) == (kind, slot) => Some(record),
            _ => None,
        })
        .collect();
    let claims = records.into_iter();
    let claims = claims.filter_map(|record| Some((claim(record)?.new, record)));
    let (last, put_off) = claims.max()?;
    let [who, other] = [first, put_off].map(|record| story.names.record(kind, record));
    Some(match own == last {
        true => (format!("the turn of {who} was only put off"), true),
        false => {
            let by = by_item(track, entry);
            (
                format!("{who} took the turn before {other}{how}{by}"),
                false,
            )
        }
    })
}

/// How the later turn came about, if it was taken before another one: `ock took the turn before cap, after ock answered yes to jumps`.
fn later(track: &Track<'_>, met: &Meeting<'_>, pair: Pair) -> Option<String> {
    let entry = begin(track, met.phase, pair.acts.1)?;
    let records = (met.records.1, met.records.0);
    let met = Meeting {
        records,
        entry,
        ..*met
    };
    let (how, put_off) = taken(track, &met)?;
    (!put_off).then_some(how)
}

/// The entry with which the turn began in which an act came up.
fn begin(track: &Track<'_>, phase: PhaseId, act: ActNumber) -> Option<usize> {
    let seen = track.seen(act);
    let begins = |what| matches!(what, What::PhaseBegins { phase: one, .. } if one == phase);
    let entries = track.story.journal.entries.get(..=seen)?;
    entries.iter().rposition(|entry| begins(entry.what))
}

/// Who named the earlier turn, if a person did since the turn before it; of one that was put off, also earlier.
fn named(track: &Track<'_>, met: &Meeting<'_>, put_off: Option<&str>) -> Option<String> {
    let rules = track.story.names.rules;
    let name = &rules.phases[met.phase.index()].name;
    let before = track.story.journal.entries[..met.entry].iter().rev();
    let around = rules.phases[met.phase.index()].parent;
    // What was asked in an earlier turn, or before the phase, was asked for another one.
    let before = before.take_while(|entry| match entry.what {
        What::PhaseBegins { phase, .. } => {
            Some(phase) != around && (phase != met.phase || put_off.is_some())
        }
        _ => true,
    });
    let mut answers = before.filter_map(|entry| match entry.what {
        What::Asked {
            who,
            question,
            answer,
            by_default,
            ..
        } if rules.word(rules.questions[question.index()].name) == name => {
            Some((who, answer, by_default))
        }
        _ => None,
    });
    let (who, answer, by_default) = answers.next()?;
    if answer != Value::from(met.records.0) {
        return None;
    }
    let names = &track.story.names;
    let named = names.record(met.turns.kind, met.records.0);
    let who = match by_default {
        true => "the default".to_owned(),
        false => names.person(who),
    };
    let but = put_off.map_or_else(String::new, |put_off| format!("; {put_off}"));
    Some(format!("{who} named {named}{but}"))
}

/// What the two rolled as they were tied.
fn rolled(track: &Track<'_>, met: &Meeting<'_>, ties: Ties) -> Option<String> {
    let (names, kind) = (&track.story.names, met.turns.kind);
    let rolls = |record| {
        let mut rolls = Vec::new();
        for entry in track.story.journal.entries[..met.entry].iter().rev() {
            match entry.what {
                What::Rolled {
                    who: Person::Side(who) | Person::Combatant(who),
                    purpose,
                    total,
                    ..
                } if (who, purpose) == (record, ties.purpose) => rolls.push(total.to_string()),
                // What came before is forgotten.
                What::Changed {
                    kind: of,
                    record: whose,
                    slot,
                    new: MISSING,
                    ..
                } if (of, whose, slot) == (kind, record, ties.slot) => break,
                _ => {}
            }
        }
        rolls.reverse();
        (!rolls.is_empty()).then(|| (names.record(kind, record), rolls.join(" then ")))
    };
    let (first, second) = (rolls(met.records.0)?, rolls(met.records.1)?);
    let way = if ties.lowest_first {
        "lowest"
    } else {
        "highest"
    };
    let (who, rolls) = first;
    let (other, others) = second;
    let purpose = names.word(ties.purpose);
    Some(format!(
        "{who} rolled {rolls} for {purpose}, {other} {others}, the {way} first"
    ))
}
