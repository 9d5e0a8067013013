//! Where one thing can be changed: every die, answer and attribute that can bear on two acts, and every option.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::Run;
use super::super::pair::Pair;
use super::super::track::Track;
use super::change::ScenarioChange;
use super::near::Near;
use super::script::{Answered, Script};
use super::uses::{CountedBounds, counted, first_values, read};
use super::values::{Others, Remoteness, ValueRange};
use crate::analysis::Watched;
use crate::journal::{ActNumber, What};
use crate::ruleset::walk::attributes_written;
use crate::ruleset::{
    Attribute, Declared, KindId, MISSING, OptionId, OptionRule, Slot, StatementKind, Type, Value,
    ValueBound, slots,
};
/// How dear a change is: the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InterventionCost {
    /// the rules refuse an act that they did not refuse before; known only when it has been played
    pub refuses: bool,
    /// what is remote is tried last: an option, an attribute that the rules keep, less than nothing
    pub remote: Remoteness,
    /// how large it is
    pub size: u32,
    /// the changed run needs dice that the scenario does not give; known only when it has been played
    pub assumes: bool,
    /// a die, a decision, an attribute, an option
    pub class: InterventionClass,
    /// its place in the journal, in the scenario or in the rules
    pub place: usize,
    /// up before down, words in the order of the rules
    pub turn: usize,
}

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InterventionClass {
    /// what a die shows
    Die,
    /// an answer
    Decision,
    /// an attribute of a record
    Attribute,
    /// an attribute of a declared act
    Act,
    /// an option of the rules
    Option,
}

/// A place where one thing can be changed.
#[derive(Clone, Debug)]
pub struct Intervention {
    /// What it is.
    pub class: InterventionClass,
    /// It belongs to the two acts, or to whom and what they lead to.
    pub near: bool,
    /// The entry of a die or an answer.
    pub entry: Option<usize>,
    place: usize,
    remote: Remoteness,
    range: ValueRange,
    /// with some value
    change: ScenarioChange,
}

impl Intervention {
    /// The changes of a size that are so remote, in the order of their ranks.
    pub fn changes(
        &self,
        size: u32,
        remote: Remoteness,
    ) -> impl Iterator<Item = (InterventionCost, ScenarioChange)> + '_ {
        let changed = move |(turn, value)| {
            let rank = InterventionCost {
                refuses: false,
                remote,
                size,
                assumes: false,
                class: self.class,
                place: self.place,
                turn,
            };
            (rank, self.change.with(value))
        };
        // Where the place is remote, so is every change.
        let levels = Remoteness::ALL.into_iter();
        let levels = levels.filter(move |level| self.remote.max(*level) == remote);
        let values = levels.flat_map(move |level| self.range.of_size(size, level));
        values.enumerate().map(changed)
    }

    /// No change is larger.
    pub fn largest(&self) -> u32 {
        self.range.largest()
    }
}

/// The entry with which the later of two acts left the line.
pub fn until(track: &Track<'_>, pair: Pair) -> usize {
    let left = pair.both().map(|(act, stage)| track.left(act, stage));
    // What never left could have been reached to the very end.
    let until = left.iter().map(|left| left.unwrap_or(usize::MAX)).max();
    until.unwrap_or(usize::MAX)
}

/// All spots up to an entry that can bear on two acts, in the order of their rank.
pub fn all(
    run: &Run<'_>,
    track: &Track<'_>,
    script: &Script<'_>,
    (pair, until): (Pair, usize),
) -> Vec<Intervention> {
    let mut kept = attributes_written(run.rules);
    kept.extend(given_by_rules(run));
    let first = first_values(run);
    let finder = InterventionFinder {
        run,
        track,
        script,
        until,
        near: Near::new(run, pair),
        below_nothing: below_nothing(run, &first),
        first,
        read: read(run.rules),
        counted: counted(run.rules),
        watched: Watched::of(run.rules),
        kept,
    };
    let mut spots = finder.dice();
    spots.extend(finder.answers());
    spots.extend(finder.records());
    spots.extend(finder.acts());
    spots.extend(finder.options());
    spots
}

/// The attributes that rules give to acts that they add, and the scenario to none that it declares.
fn given_by_rules(run: &Run<'_>) -> BTreeSet<(KindId, Slot)> {
    let mut given = BTreeSet::new();
    run.rules.each_statement(&mut |statement| {
        if let StatementKind::Does { settings, .. } = statement {
            given.extend(settings.iter().map(|setting| (KindId::ACT, setting.0)));
        }
    });
    for declaration in &run.scenario.declarations {
        for setting in &declaration.settings {
            given.remove(&(KindId::ACT, setting.0));
        }
    }
    given
}

/// The attributes that are less than nothing of some record at first, of some act, or behind some change in the run.
fn below_nothing(run: &Run<'_>, first: &[Vec<Vec<Value>>]) -> BTreeSet<(KindId, Slot)> {
    let mut found = BTreeSet::new();
    let mut note = |kind: KindId, row: &[Value]| {
        let below = (0..).zip(row).filter(|(_, value)| is_below(**value));
        found.extend(below.map(|(slot, _)| (kind, slot)));
    };
    for (kind, rows) in first.iter().enumerate() {
        let kind = KindId::from_index(kind);
        rows.iter().for_each(|row| note(kind, row));
    }
    for act in &run.journal.acts {
        note(KindId::ACT, run.journal.values(act.attributes));
    }
    for entry in &run.journal.entries {
        if let What::Changed {
            kind, slot, new, ..
        } = entry.what
            && is_below(new)
        {
            found.insert((kind, slot));
        }
    }
    found
}

fn is_below(value: Value) -> bool {
    value != MISSING && value < 0
}

struct InterventionFinder<'f, 'a> {
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
    /// those that the rules compare with the number of a phase
    counted: BTreeMap<(KindId, Slot), CountedBounds>,
    /// the attributes that are less than nothing of some record at some time
    below_nothing: BTreeSet<(KindId, Slot)>,
    /// the attributes that the rules themselves write, or give to the acts that they add
    kept: BTreeSet<(KindId, Slot)>,
}

impl InterventionFinder<'_, '_> {
    fn dice(&self) -> Vec<Intervention> {
        let mut spots = Vec::new();
        for rolled in &self.script.rolls {
            if rolled.entry > self.until {
                break;
            }
            let faces = &self.script.scenario.dice[rolled.roll].faces;
            for (face, &now) in faces.iter().enumerate() {
                let (from, to) = match faces.len() {
                    1 if rolled.throw.count != 1 => rolled.throw.bounds(),
                    _ => (1, rolled.throw.sides.into()),
                };
                spots.push(Intervention {
                    class: InterventionClass::Die,
                    near: self.near.person(rolled.of.0),
                    entry: Some(rolled.entry),
                    place: spots.len(),
                    remote: Remoteness::Near,
                    range: ValueRange::dice(now, from, to),
                    change: ScenarioChange::Die {
                        roll: rolled.roll,
                        face,
                        to: now,
                    },
                });
            }
        }
        spots
    }

    fn answers(&self) -> Vec<Intervention> {
        let asked = self.script.asked.iter().enumerate();
        let asked = asked.filter(|(_, one)| one.entry <= self.until);
        let mut asked: Vec<(usize, &Answered)> = asked.collect();
        // Of several on which it hangs the last one is nearest to the acts.
        asked.sort_by_key(|(_, one)| (self.names_turn(one), Reverse(one.entry)));
        let spot = |(place, (number, one)): (usize, (usize, &Answered))| Intervention {
            class: InterventionClass::Decision,
            near: true,
            entry: Some(one.entry),
            place,
            remote: Remoteness::Near,
            range: ValueRange::answer(self.run, &one.declared, one.now),
            change: ScenarioChange::Answer {
                asked: number,
                to: one.now,
            },
        };
        asked.into_iter().enumerate().map(spot).collect()
    }

    /// Whether an answer says whose turn it is.
    fn names_turn(&self, one: &Answered) -> bool {
        let rules = self.run.rules;
        let mut phases = rules.phases.iter().filter(|phase| phase.turns.is_some());
        phases.any(|phase| phase.name == rules.words[one.question.index()])
    }

    fn options(&self) -> Vec<Intervention> {
        let options = self.run.rules.options.iter().enumerate();
        let spot = |(place, rule): (usize, &OptionRule)| {
            let option = OptionId::from_index(place);
            let declared = Declared::certain(rule.ty.clone());
            let now = self.run.scenario.setting(self.run.rules, option);
            Intervention {
                class: InterventionClass::Option,
                near: false,
                entry: None,
                place,
                remote: Remoteness::Remote,
                range: ValueRange::answer(self.run, &declared, now),
                change: ScenarioChange::Option { option, to: now },
            }
        };
        options.map(spot).collect()
    }

    fn records(&self) -> Vec<Intervention> {
        let mut spots = Vec::new();
        for (kind, records) in self.run.scenario.records.iter().enumerate() {
            let id = KindId::from_index(kind);
            let attributes = &self.run.rules.kinds[kind].attributes;
            let rows = &self.first[kind];
            let others = self.others(id, |slot| {
                rows.iter().map(|row| row[usize::from(slot)]).collect()
            });
            for (number, record) in records.iter().enumerate() {
                for (&slot, others) in &others {
                    let is_given = record.values.iter().any(|value| value.0 == slot);
                    let row = rows.get(number);
                    let Some(&now) = row.and_then(|row| row.get(usize::from(slot))) else {
                        continue;
                    };
                    let rule = &attributes[usize::from(slot)];
                    let near = self.near.record(id, number as u32);
                    spots.push(Intervention {
                        class: InterventionClass::Attribute,
                        near: near && (is_given || self.watched.attribute(id, slot)),
                        entry: None,
                        place: spots.len(),
                        remote: self.remoteness((id, slot), is_given),
                        range: self.range((id, slot), rule, now, others),
                        change: ScenarioChange::Attribute {
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

    fn acts(&self) -> Vec<Intervention> {
        let mut spots = Vec::new();
        let journal = self.run.journal;
        let attributes = &self.run.rules.kinds[KindId::ACT.index()].attributes;
        let others = self.others(KindId::ACT, |slot| {
            let declarations = self.run.scenario.declarations.iter();
            let settings = declarations.flat_map(|one| &one.settings);
            let settings = settings.filter(|setting| setting.0 == slot);
            settings.map(|setting| setting.1).collect()
        });
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
            for (&slot, others) in others.range(slots::STATE + 1..) {
                let is_given = given.settings.iter().any(|setting| setting.0 == slot);
                let Some(now) = self.track.story.attribute(KindId::ACT, act, slot, declared) else {
                    continue;
                };
                let rule = &attributes[usize::from(slot)];
                let near = self.near.record(KindId::ACT, act);
                let range = self.range((KindId::ACT, slot), rule, now, others);
                // That an act is aimed at its own actor instead is what a table thinks of last.
                let is_aim = rule.declared.ty == Type::Record(KindId::COMBATANT);
                let range = match is_aim {
                    true => range.unlikely(record.actor.into()),
                    false => range,
                };
                spots.push(Intervention {
                    class: InterventionClass::Act,
                    near: near && (is_given || self.watched.attribute(KindId::ACT, slot)),
                    entry: None,
                    place: spots.len(),
                    remote: self.remoteness((KindId::ACT, slot), is_given),
                    range,
                    change: ScenarioChange::Act {
                        declaration: declaration as usize,
                        slot,
                        to: now,
                    },
                });
            }
        }
        spots
    }

    /// What an attribute can be instead of what it is: of one that is compared with the number of a phase, what that counts.
    fn range(
        &self,
        attribute: (KindId, Slot),
        rule: &Attribute,
        now: Value,
        others: &Others,
    ) -> ValueRange {
        let falls_below = (rule.default, self.below_nothing.contains(&attribute));
        let range = ValueRange::new(self.run, &rule.declared, falls_below, now, others);
        let number = |bound| match bound {
            Some(ValueBound::Number(number)) => Some(number),
            Some(ValueBound::Attribute(_)) | None => None,
        };
        let range = range.within((number(rule.within.least), number(rule.within.most)));
        match self.counted.get(&attribute) {
            Some(&bounds) => range.within(bounds),
            None => range,
        }
    }

    /// The attributes of a kind that the rules read, each with what it can be anywhere; `elsewhere` gives the values that one has.
    fn others(
        &self,
        kind: KindId,
        elsewhere: impl Fn(Slot) -> Vec<Value>,
    ) -> BTreeMap<Slot, Others> {
        let of = &self.run.rules.kinds[kind.index()];
        let read = (0..).zip(&of.attributes).filter(|&(slot, rule)| {
            let is_fixed = rule.is_mark || of.is_of_pair(slot);
            !is_fixed && self.read.contains(&(kind, slot))
        });
        read.map(|(slot, rule)| {
            // What rules make is there when acts are declared, and not yet where records are given.
            let others = match rule.declared.ty {
                Type::Record(of) if kind == KindId::ACT => Others::of_records(self.run, of),
                _ => Others::new(self.run, &rule.declared, elsewhere(slot)),
            };
            (slot, others)
        })
        .collect()
    }

    /// How far-fetched another value of an attribute is, by whether the scenario gives it: what rules keep is remote, and so are sides.
    fn remoteness(&self, of: (KindId, Slot), is_given: bool) -> Remoteness {
        let is_side = of == (KindId::COMBATANT, slots::SIDE);
        match is_side || !is_given && self.kept.contains(&of) {
            true => Remoteness::Remote,
            false => Remoteness::Near,
        }
    }
}
