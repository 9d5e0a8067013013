//! Where one thing can be changed: every die, answer and attribute that can bear on two acts, and what it can be changed to, by size.

use super::super::Run;
use super::super::pair::Pair;
use super::super::track::Track;
use super::near::Near;
use super::script::{Change, Script};
use super::uses::{first_values, read};
use crate::engine::{Watched, watched};
use crate::journal::{ActNumber, What};
use crate::ruleset::walk::attributes_written;
use crate::ruleset::{Expr, ExprId, KindId, MISSING, Slot, Type, Value, WordId, slots};
use crate::scenario::{Answer, Person};
use crate::source::Span;
use std::collections::BTreeSet;

/// The largest change that is tried.
pub const LARGEST: u32 = 60;

/// How dear a change is: the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// how large it is
    pub size: u32,
    /// a die, a decision, an attribute
    pub class: Class,
    /// its place in the journal or in the scenario
    pub place: usize,
    /// up before down, words in the order of the rules
    pub turn: usize,
}

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// what a die shows
    Die,
    /// an answer
    Decision,
    /// an attribute of a record
    Attribute,
    /// an attribute of a declared act
    Act,
}

/// A place where one thing can be changed.
#[derive(Clone, Debug)]
pub struct Spot {
    class: Class,
    place: usize,
    /// It belongs to the two acts, or to whom and what they lead to.
    pub near: bool,
    now: Value,
    range: Range,
    change: Change,
}

/// What a value can be.
#[derive(Clone, Debug)]
enum Range {
    /// numbers from, to, in steps
    Numbers(Value, Value, Value),
    /// one of these
    Others(Vec<Value>),
}

impl Spot {
    /// The changes of a size.
    pub fn changes(&self, size: u32) -> Vec<Change> {
        let values = match &self.range {
            Range::Numbers(from, to, step) => {
                let by = Value::from(size) * step;
                let both = [self.now.saturating_add(by), self.now.saturating_sub(by)];
                both.into_iter()
                    .filter(|value| (from..=to).contains(&value))
                    .collect()
            }
            Range::Others(values) if size == 1 => values.clone(),
            Range::Others(_) => Vec::new(),
        };
        let changed = |value| match self.change.clone() {
            Change::Die { roll, face, .. } => Change::Die {
                roll,
                face,
                to: value,
            },
            Change::Answer { answer, .. } => Change::Answer { answer, to: value },
            Change::NewAnswer(answer) => Change::NewAnswer(Answer { value, ..answer }),
            Change::Attribute {
                kind, record, slot, ..
            } => Change::Attribute {
                kind,
                record,
                slot,
                to: value,
            },
            Change::Act {
                declaration, slot, ..
            } => Change::Act {
                declaration,
                slot,
                to: value,
            },
        };
        values.into_iter().map(changed).collect()
    }

    /// The rank of a change of this spot.
    pub fn rank(&self, size: u32, turn: usize) -> Rank {
        Rank {
            size,
            class: self.class,
            place: self.place,
            turn,
        }
    }
}

/// All spots that come before the later of two acts, in the order of their rank.
pub fn all(run: &Run<'_>, track: &Track<'_>, script: &Script<'_>, pair: Pair) -> Vec<Spot> {
    let left = [
        track.left(pair.acts.0, pair.stages.0),
        track.left(pair.acts.1, pair.stages.1),
    ];
    // What never left could have been reached to the very end.
    let until = left.iter().map(|left| left.unwrap_or(usize::MAX)).max();
    let until = until.unwrap_or(usize::MAX);
    let finder = Finder {
        run,
        track,
        script,
        until,
        near: Near::of(run, pair),
        first: first_values(run),
        read: read(run.rules),
        watched: watched(run.rules),
        kept: attributes_written(run.rules),
    };
    let mut spots = finder.dice();
    spots.extend(finder.answers());
    spots.extend(finder.records());
    spots.extend(finder.acts());
    spots
}

struct Finder<'f, 'a> {
    run: &'f Run<'a>,
    track: &'f Track<'a>,
    script: &'f Script<'a>,
    until: usize,
    near: Near,
    /// the attributes of all records but acts as they were at first
    first: Vec<Vec<Vec<Value>>>,
    /// the attributes that the rules read anywhere
    read: BTreeSet<(KindId, Slot)>,
    watched: Watched,
    /// the attributes that the rules themselves write
    kept: BTreeSet<(KindId, Slot)>,
}

impl Finder<'_, '_> {
    fn dice(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for rolled in &self.script.rolls {
            if rolled.entry > self.until {
                break;
            }
            let (count, sides) = (Value::from(rolled.dice.0), Value::from(rolled.dice.1));
            let faces = &self.script.scenario.dice[rolled.roll].faces;
            for (face, &now) in faces.iter().enumerate() {
                let range = match faces.len() {
                    1 => Range::Numbers(count, count * sides, 1),
                    _ => Range::Numbers(1, sides, 1),
                };
                spots.push(Spot {
                    class: Class::Die,
                    place: spots.len(),
                    near: self.near.person(rolled.of.0),
                    now,
                    range,
                    change: Change::Die {
                        roll: rolled.roll,
                        face,
                        to: now,
                    },
                });
            }
        }
        spots
    }

    fn answers(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        let entries = self.run.journal.entries.iter().enumerate();
        let asked = entries
            .filter(|(_, entry)| matches!(entry.what, What::Asked { .. } | What::Placed { .. }));
        for ((index, entry), given) in asked.zip(&self.script.answers) {
            if index > self.until {
                break;
            }
            let path = self.track.moments[index].clone();
            let answer = |who, question, about| Answer {
                path,
                who,
                question,
                about,
                value: MISSING,
                span: Span::default(),
            };
            let (new, ty, now) = match entry.what {
                What::Asked {
                    who,
                    question,
                    about,
                    answer: now,
                    ..
                } => {
                    let Some(rule) = self.run.rules.questions.get(question.index()) else {
                        continue;
                    };
                    let about = self.run.journal.values(about).chunks_exact(2);
                    let about = about.map(|pair| (KindId(pair[0] as u32), pair[1] as u32));
                    let new = answer(who, rule.name, about.collect());
                    (new, rule.answer.ty.clone(), now)
                }
                What::Placed {
                    act, key, first, ..
                } => {
                    let actor = self.run.journal.acts[act as usize].actor;
                    let about = vec![(KindId::COMBATANT, actor)];
                    let name = self.key_name(index, key);
                    (
                        answer(Person::Gm, name, about),
                        Type::YesNo,
                        Value::from(first),
                    )
                }
                _ => continue,
            };
            let Some(range) = self.range(&ty, None, now) else {
                continue;
            };
            spots.push(Spot {
                class: Class::Decision,
                place: spots.len(),
                near: true,
                now,
                range,
                change: match *given {
                    Some(answer) => Change::Answer { answer, to: now },
                    None => Change::NewAnswer(new),
                },
            });
        }
        spots
    }

    /// The name of a key of the order that was in force when an entry was written: the question where an act without it stands.
    fn key_name(&self, entry: usize, key: u32) -> WordId {
        let journal = self.run.journal;
        // The line is written down after the question; the order was in force for both.
        let line = self
            .track
            .arranged
            .partition_point(|&arranged| arranged < entry);
        let line = journal.lines.get(line).or(journal.lines.last());
        let order = line.and_then(|line| self.run.rules.orders.get(line.order as usize));
        let key = order.and_then(|order| order.keys.get(key as usize));
        key.and_then(|key| key.name).unwrap_or_default()
    }

    fn records(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (kind, records) in self.run.scenario.records.iter().enumerate() {
            let id = KindId::from_index(kind);
            let attributes = &self.run.rules.kinds[kind].attributes;
            for (number, record) in records.iter().enumerate() {
                for slot in 0..attributes.len() as Slot {
                    let is_given = record.values.iter().any(|value| value.0 == slot);
                    let Some(&now) = self.first[kind]
                        .get(number)
                        .and_then(|row| row.get(usize::from(slot)))
                    else {
                        continue;
                    };
                    if !self.is_the_authors(id, slot, is_given) {
                        continue;
                    }
                    let attribute = &attributes[usize::from(slot)];
                    let Some(range) = self.range(&attribute.declared.ty, attribute.default, now)
                    else {
                        continue;
                    };
                    let near = self.near.record(id, number as u32);
                    spots.push(Spot {
                        class: Class::Attribute,
                        place: spots.len(),
                        near: near && (is_given || self.watched.attribute(id, slot)),
                        now,
                        range,
                        change: Change::Attribute {
                            kind: id,
                            record: number as u32,
                            slot,
                            to: now,
                        },
                    });
                }
            }
        }
        spots
    }

    fn acts(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        let journal = self.run.journal;
        let attributes = &self.run.rules.kinds[KindId::ACT.index()].attributes;
        for (act, record) in journal.acts.iter().enumerate() {
            let act = act as ActNumber;
            let Some(declaration) = record.declaration else {
                continue;
            };
            let declared = self.track.seen(act);
            if declared > self.until {
                continue;
            }
            let Some(given) = self.run.scenario.declarations.get(declaration as usize) else {
                continue;
            };
            for slot in slots::STATE + 1..attributes.len() as Slot {
                let is_given = given.settings.iter().any(|setting| setting.0 == slot);
                let Some(now) = self.track.story.attribute(KindId::ACT, act, slot, declared) else {
                    continue;
                };
                if !self.is_the_authors(KindId::ACT, slot, is_given) {
                    continue;
                }
                let attribute = &attributes[usize::from(slot)];
                let Some(range) = self.range(&attribute.declared.ty, attribute.default, now) else {
                    continue;
                };
                let near = self.near.record(KindId::ACT, act);
                spots.push(Spot {
                    class: Class::Act,
                    place: spots.len(),
                    near: near && (is_given || self.watched.attribute(KindId::ACT, slot)),
                    now,
                    range,
                    change: Change::Act {
                        declaration: declaration as usize,
                        slot,
                        to: now,
                    },
                });
            }
        }
        spots
    }

    /// Whether an attribute is the author's to set, and of any effect: it is read, and where it is not given it is not kept by the rules.
    fn is_the_authors(&self, kind: KindId, slot: Slot, is_given: bool) -> bool {
        self.read.contains(&(kind, slot)) && (is_given || !self.kept.contains(&(kind, slot)))
    }

    /// What a value of a type can be changed to; a missing one, a text and a record stay as they are.
    fn range(&self, ty: &Type, default: Option<ExprId>, now: Value) -> Option<Range> {
        if now == MISSING {
            return None;
        }
        let default = default.and_then(|default| self.run.rules.exprs.get(default.index()));
        let nought = now <= 0 || matches!(default, Some(Expr::Const(0)));
        Some(match ty {
            Type::YesNo => Range::Others(vec![Value::from(now != 1)]),
            Type::Choice(words) => {
                let words = words.iter().map(|word| Value::from(word.0));
                Range::Others(words.filter(|&word| word != now).collect())
            }
            Type::Number(None) => {
                // What is nought by default may be a modifier; what is not, counts something.
                let from = if nought { Value::MIN } else { now.min(1) };
                Range::Numbers(from, Value::MAX, 1)
            }
            Type::Number(Some(unit)) => {
                let step = self
                    .run
                    .rules
                    .units
                    .get(unit.index())
                    .map_or(1, |unit| unit.size);
                let from = if nought { 0 } else { step };
                Range::Numbers(now.min(from), Value::MAX, step)
            }
            Type::Text | Type::Action | Type::Stage | Type::Record(_) => return None,
        })
    }
}
