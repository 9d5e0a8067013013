//! Makes the JSON form of one entry of a journal.

use super::making::{JsonBuilder, periods};
use super::{JsonAttribute, JsonEntry, JsonValue, JsonWhat};
use crate::journal::{Entry, Range, What};
use crate::ruleset::{EventId, KindId, MISSING, PhaseId, Tally, TriggerId, Type, Value, WordId};
use crate::view::PhaseNumbers;

/// One entry of a journal.
pub(super) fn entry(
    builder: &JsonBuilder<'_>,
    index: usize,
    entry: &Entry,
    moment: &PhaseNumbers,
) -> JsonEntry {
    JsonEntry {
        moment: builder.story.names.moment(moment),
        at: periods(&builder.story.names, moment),
        rule: builder.rule(entry.cause),
        hidden: builder.story.is_secret(index),
        what: what(builder, index, entry),
    }
}

fn what(builder: &JsonBuilder<'_>, index: usize, entry: &Entry) -> JsonWhat {
    let (story, names) = (&builder.story, &builder.story.names);
    let act = |act| builder.act_name(act, index);
    match entry.what {
        What::PhaseBegins { phase, number, now } => JsonWhat::PhaseBegins {
            phase: phase_name(builder, phase),
            number: number_of(number),
            now,
        },
        What::PhaseEnds { phase, number } => JsonWhat::PhaseEnds {
            phase: phase_name(builder, phase),
            number: number_of(number),
        },
        What::Rolled {
            who,
            purpose,
            throw,
            faces,
            total,
        } => JsonWhat::Rolled {
            who: names.written_person(who),
            purpose: names.written_word(purpose),
            sides: throw.sides,
            tally: (throw.tally != Tally::Sum).then(|| throw.tally.to_string()),
            faces: story.journal.values(faces).to_vec(),
            total,
        },
        What::Asked {
            who,
            question,
            said,
            about,
            answer,
            by_default,
        } => {
            let rule = names.rules.questions.get(question.index());
            JsonWhat::Asked {
                who: names.written_person(who),
                question: rule.map_or_else(String::new, |rule| names.written_word(rule.name)),
                text: story.said(said, index),
                about: about_of(builder, index, about),
                answer: rule.map_or(JsonValue::Number(answer), |rule| {
                    builder.value(&rule.answer.ty, answer, index)
                }),
                by_default,
            }
        }
        What::Declared {
            act: number,
            secret,
        } => JsonWhat::Declared {
            act: act(number),
            secret,
        },
        What::Refused {
            act: number,
            because,
        } => JsonWhat::Refused {
            act: act(number),
            because: story.said(because, index),
        },
        What::Added { act: number, next } => JsonWhat::Added {
            act: act(number),
            next,
        },
        What::Arranged { line } => JsonWhat::Arranged {
            line: builder.line(story.journal.line(line), index),
        },
        What::BatchBegins { acts, place } => JsonWhat::BatchBegins {
            acts: (story.journal.values(acts).iter())
                .map(|&number| act(number as u32))
                .collect(),
            place: place_of(builder, index, place),
        },
        What::Resolved { act: number, stage } => JsonWhat::Resolved {
            act: act(number),
            stage: (story.action(number))
                .and_then(|action| action.stages.get(usize::from(stage)))
                .map_or_else(String::new, |stage| names.written_word(stage.name)),
            text: story.act_at(number, stage, index),
        },
        What::BatchEnds => JsonWhat::BatchEnds,
        What::Corrected { correction } => JsonWhat::Corrected {
            text: story.correction(correction, index),
        },
        What::Changed {
            kind,
            record,
            slot,
            old,
            new,
        } => JsonWhat::Changed {
            of: names.written_kind(kind),
            record: record_name(builder, kind, record, index),
            attribute: names.written_attribute(kind, slot),
            old: builder.value_of(kind, slot, old, index),
            new: builder.value_of(kind, slot, new, index),
        },
        What::Contradiction {
            kind,
            record,
            slot,
            kept,
            dropped,
        } => JsonWhat::Contradiction {
            of: names.written_kind(kind),
            record: record_name(builder, kind, record, index),
            attribute: names.written_attribute(kind, slot),
            kept: builder.value_of(kind, slot, kept, index),
            dropped: builder.value_of(kind, slot, dropped, index),
        },
        What::Cancelled {
            act: number,
            word,
            because,
        } => JsonWhat::Cancelled {
            act: act(number),
            word: names.written_word(word),
            because: because.map(|because| story.said(because, index)),
        },
        What::Void {
            act: number,
            because,
        } => JsonWhat::Void {
            act: act(number),
            because: story.said(because, index),
        },
        What::Missed { act: number } => JsonWhat::Missed { act: act(number) },
        What::Raised { event, values } => raised(builder, index, event, values),
        What::Responded { trigger } => JsonWhat::Responded {
            trigger: trigger_title(builder, trigger),
        },
        What::Withheld { trigger, used_up } => JsonWhat::Withheld {
            trigger: trigger_title(builder, trigger),
            used_up,
        },
        What::Noted { said } => JsonWhat::Noted {
            text: story.said(said, index),
        },
        What::Consulted { table, row, key } => {
            let table = names.rules.tables.get(table.index());
            let row = table.and_then(|table| table.rows.get(row as usize));
            JsonWhat::Consulted {
                table: table.map_or_else(String::new, |table| table.name.clone()),
                row: row.map_or_else(String::new, |row| row.title.clone()),
                key: table.map_or(JsonValue::Number(key), |table| {
                    builder.value(&table.key, key, index)
                }),
            }
        }
        What::Placed {
            act: number,
            key,
            first,
            by_default,
        } => JsonWhat::Placed {
            act: act(number),
            key: key_at(builder, index, key),
            first,
            by_default,
        },
        What::Made { kind, record } => JsonWhat::Made {
            of: names.written_kind(kind),
            record: record_name(builder, kind, record, index),
        },
        What::Ended { because } => JsonWhat::Ended {
            because: because.map(|because| story.said(because, index)),
        },
    }
}

fn phase_name(builder: &JsonBuilder<'_>, phase: PhaseId) -> String {
    builder.story.names.written_phase(phase, MISSING)
}

fn number_of(number: Value) -> Option<Value> {
    (number != MISSING).then_some(number)
}

fn record_name(builder: &JsonBuilder<'_>, kind: KindId, record: u32, index: usize) -> String {
    let (ty, value) = (Type::Record(kind), Value::from(record));
    let written = builder.story.names.written_value(&ty, value);
    written.unwrap_or_else(|| builder.story.value(&ty, value, index))
}

/// The records that a question is about: kind and record in turn.
fn about_of(builder: &JsonBuilder<'_>, index: usize, about: Range) -> Vec<String> {
    let pairs = builder.story.journal.pairs(about);
    pairs
        .map(|(kind, record)| record_name(builder, KindId(kind as u32), record as u32, index))
        .collect()
}

/// The named keys of the place of a batch: word and value in turn.
fn place_of(builder: &JsonBuilder<'_>, index: usize, place: Range) -> Vec<JsonAttribute> {
    let orders = &builder.story.names.rules.orders;
    let keys = || orders.iter().flat_map(|order| &order.keys);
    let pairs = builder.story.journal.pairs(place);
    pairs
        .map(|(word, value)| {
            let word = WordId(word as u32);
            let key = keys().find(|key| key.name == Some(word));
            JsonAttribute {
                name: builder.story.names.written_word(word),
                value: key.map_or(JsonValue::Number(value), |key| {
                    builder.value(&key.ty, value, index)
                }),
            }
        })
        .collect()
}

fn raised(builder: &JsonBuilder<'_>, index: usize, event: EventId, values: Range) -> JsonWhat {
    let Some(event) = builder.story.names.rules.events.get(event.index()) else {
        return JsonWhat::Raised {
            event: String::new(),
            values: Vec::new(),
        };
    };
    let values = builder.story.journal.values(values).iter();
    JsonWhat::Raised {
        event: event.name.clone(),
        values: (event.parameters.iter().zip(values))
            .map(|(parameter, &value)| JsonAttribute {
                name: parameter.name.clone(),
                value: builder.value(&parameter.declared.ty, value, index),
            })
            .collect(),
    }
}

fn trigger_title(builder: &JsonBuilder<'_>, trigger: TriggerId) -> String {
    let trigger = builder.story.names.rules.triggers.get(trigger.index());
    trigger.map_or_else(String::new, |trigger| trigger.title.clone())
}

/// The name of a key in the order in force when an entry was written.
fn key_at(builder: &JsonBuilder<'_>, index: usize, key: u32) -> String {
    let entries = &builder.story.journal.entries;
    // The line for which the game master is asked is written down just behind the question.
    let line = entries[index..].iter().find_map(|entry| match entry.what {
        What::Arranged { line } => builder.story.journal.get_line(line),
        _ => None,
    });
    let orders = &builder.story.names.rules.orders;
    let order = line.and_then(|line| orders.get(line.order as usize));
    let key = order.and_then(|order| order.keys.get(key as usize));
    key.map_or_else(String::new, |key| {
        builder.story.names.key(key, builder.sources)
    })
}
