//! What changed an attribute of a record, and what last did: for expectations that failed, and for reasons that hang on its value.

use std::collections::BTreeSet;
use std::fmt;

use super::contributions::Contribution;
use super::transcript::phrases;
use super::{Story, moments};
use crate::analysis::InputOf;
use crate::journal::{ActNumber, CellWrite, What};
use crate::ruleset::{
    ActMoment, ExprId, Happening, ItemId, KindId, MISSING, Slot, TriggerId, Value,
};
use crate::scenario::Person;
use crate::source::{Clean, Span, english};

/// A change of an attribute.
#[derive(Clone, Debug)]
pub struct CellChange {
    /// The entry that says so.
    pub entry: usize,
    /// What it was before.
    pub old: Value,
    /// What it was then.
    pub new: Value,
    /// In which circumstances: `, when bob strikes ann`, or nothing.
    pub how: String,
    /// A bound of the attribute held it: what statements added and set came to another value.
    pub held: bool,
    /// The rolls and answers on which it hung: their entries.
    pub given: Vec<usize>,
    /// The statements that made it, each with its item, in the order of the files; none if that was not kept.
    pub statements: Vec<(ItemId, Span)>,
}

/// A change of an attribute in words.
struct ToldChange {
    /// the entry that says so
    entry: usize,
    /// `ann.hp became 0`
    became: String,
    /// ` in round 2`, or nothing
    moment: String,
    /// `, when bob strikes ann`, or nothing
    how: String,
}

impl fmt::Display for ToldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.became, self.moment, self.how)
    }
}

/// What was going on when an entry was written.
#[derive(Default)]
struct Circumstances {
    /// the answers outside of a batch, by their entries
    answers: Vec<usize>,
    /// the last roll since a trigger has responded, by its entry
    roll: Option<usize>,
    /// all rolls so far, by their entries
    rolls: Vec<usize>,
    /// the act that was declared last outside of a batch, and the entry that says so
    declared: Option<(ActNumber, usize)>,
    /// the trigger that has responded since then
    responded: Option<TriggerId>,
}

impl Circumstances {
    fn read(&mut self, index: usize, what: What) {
        match what {
            What::Asked { .. } => self.answers.push(index),
            What::Rolled { .. } => {
                self.roll = Some(index);
                self.rolls.push(index);
            }
            What::Responded { trigger } => {
                self.roll = None;
                self.responded = Some(trigger);
            }
            What::Declared { act, .. } => {
                self.declared = Some((act, index));
                self.responded = None;
            }
            What::BatchBegins { .. }
            | What::BatchEnds
            | What::PhaseBegins { .. }
            | What::PhaseEnds { .. } => *self = Circumstances::default(),
            What::Refused { .. }
            | What::Added { .. }
            | What::Arranged { .. }
            | What::Resolved { .. }
            | What::Corrected { .. }
            | What::Changed { .. }
            | What::Contradiction { .. }
            | What::Cancelled { .. }
            | What::Void { .. }
            | What::Missed { .. }
            | What::Raised { .. }
            | What::Withheld { .. }
            | What::Noted { .. }
            | What::Consulted { .. }
            | What::Placed { .. }
            | What::Made { .. }
            | What::Ended { .. } => {}
        }
    }

    /// What was given on which a change hung, and what was rolled for the acts that did it; where the statements are not known, the last roll by the same item.
    fn given(
        &self,
        story: &Story<'_>,
        (cause, record): (Option<ItemId>, (KindId, u32)),
        (acts, writes): (&[Contribution], &[&CellWrite]),
    ) -> Vec<usize> {
        let mut own = story.rolls_for(acts);
        if let Some(inputs) = story.can_hang_on(writes) {
            own.retain(|&roll| {
                story
                    .input(roll)
                    .is_some_and(|input| inputs.contains(&input))
            });
        }
        let entries = &story.journal.entries;
        let by = |roll: usize| match entries[roll].what {
            What::Rolled {
                who: Person::Combatant(of),
                ..
            } => Some(of),
            _ => None,
        };
        let is_changed = |of: u32| record == (KindId::COMBATANT, of);
        if own.iter().any(|&roll| by(roll).is_some_and(is_changed)) {
            // Of several who roll against the same act only the one that is changed, and who acts.
            let acts = |of: u32| {
                let mut all = acts.iter();
                all.any(|one| story.journal.act(one.act.0).actor == of)
            };
            own.retain(|&roll| by(roll).is_none_or(|of| is_changed(of) || acts(of)));
        }
        if story.is_background_kept()
            && let Some(mut hung) = story.hung_on(writes)
        {
            hung.extend(own);
            return hung.into_iter().collect();
        }
        if !acts.is_empty() {
            return own;
        }
        let is_same = |&&roll: &&usize| entries[roll].cause == cause;
        let last = self.rolls.iter().rfind(is_same);
        last.map_or_else(Vec::new, |&last| story.thrown_with(last))
    }

    /// Whether what an item of the rules does is what a trigger does in response to the declaration of an act.
    fn is_response_to_declaration(&self, story: &Story<'_>, cause: Option<ItemId>) -> bool {
        let rules = story.names.rules;
        let trigger = self
            .responded
            .map(|trigger| &rules.triggers[trigger.index()]);
        let is_procedure = |item| rules.procedures.iter().any(|one| one.item == item);
        trigger.zip(cause).is_some_and(|(trigger, cause)| {
            let moment = ActMoment::Declared;
            matches!(trigger.on, Happening::Act { moment: on, .. } if on == moment)
                && (trigger.item == cause || is_procedure(cause))
        })
    }

    /// How a change came about that an item of the rules says: `, when ann strikes bob`, or nothing. `acts`: those that did it, in words.
    fn words(
        &self,
        story: &Story<'_>,
        (cause, writes): (Option<ItemId>, Option<&[&CellWrite]>),
        mut acts: Vec<String>,
    ) -> String {
        let writes = writes.filter(|_| story.is_background_kept());
        let hung = writes.and_then(|writes| story.hung_on(writes));
        let hand = |roll: usize| story.in_hand(roll).map(|one| one.0);
        let is_its = |&roll: &usize| {
            let by = writes.and_then(|writes| writes.first()?.by.map(|by| by.act));
            let is_hung = |its: &BTreeSet<usize>| its.contains(&roll) && hand(roll) == by;
            hung.as_ref().is_none_or(is_hung)
        };
        let roll = self.roll.filter(is_its);
        let roll = roll.and_then(|entry| rolled(story, entry, cause));
        acts.extend(roll);
        if !acts.is_empty() {
            return format!(", when {}", english::listed(&acts));
        }
        let is_hung = |at: &&usize| hung.as_ref().is_none_or(|its| its.contains(at));
        let mut answers = self.answers.iter().filter(is_hung).copied();
        let is_given = |at: &usize| !story.is_default(*at);
        let answer = (answers.clone().rfind(is_given)).or_else(|| answers.next_back());
        if let Some((act, entry)) = self.declared.filter(|one| answer < Some(one.1))
            && self.is_response_to_declaration(story, cause)
        {
            return format!(", when {} is declared", story.act(act, entry));
        }
        let answer = answer.and_then(|entry| story.answered(entry));
        answer.map_or_else(String::new, |answer| format!(", after {answer}"))
    }
}

/// `ann rolls 12 for courage`, of the entry that says so, if a trigger rolled and the item is that trigger.
fn rolled(story: &Story<'_>, entry: usize, item: Option<ItemId>) -> Option<String> {
    let entry = story.journal.entries.get(entry)?;
    let mut triggers = story.names.rules.triggers.iter();
    let is_its = entry.cause == item && triggers.any(|trigger| Some(trigger.item) == item);
    let What::Rolled {
        who,
        purpose,
        total,
        ..
    } = entry.what
    else {
        return None;
    };
    let (who, purpose) = (story.names.person(who), story.names.word(purpose));
    is_its.then(|| format!("{who} rolls {total} for {purpose}"))
}

impl Story<'_> {
    /// Whether anything was kept beside the journal.
    fn is_background_kept(&self) -> bool {
        !self.background.hands.is_empty()
    }

    /// Whether a default counts for want of an answer, of the entry that says so.
    pub fn is_default(&self, entry: usize) -> bool {
        let what = self.journal.entries.get(entry).map(|entry| entry.what);
        matches!(what, Some(What::Asked { by_default, .. }) if by_default)
    }

    /// `ann answered yes to stays`, `ann answered no to parries, by default`, `ann drew the ace`, of the entry that says so; nothing of a draw that is left to the dice.
    pub fn answered(&self, entry: usize) -> Option<String> {
        let What::Asked {
            who,
            question,
            answer,
            by_default,
            ..
        } = self.journal.entries.get(entry)?.what
        else {
            return None;
        };
        let asked = self.names.rules.questions.get(question.index())?;
        let who = self.names.person(who);
        let said = phrases::answer(self, question, answer, entry);
        match (asked.is_draw, answer) {
            (true, MISSING) => None,
            (true, _) => Some(format!("{who} drew {said}")),
            (false, _) => Some(format!(
                "{who} answered {said} to {}{}",
                self.names.word(asked.name),
                if by_default { ", by default" } else { "" }
            )),
        }
    }

    /// An attribute of a record: `ann.hp`; of the combat by its name alone.
    pub fn attribute_of(&self, (kind, record, slot): (KindId, u32, Slot), entry: usize) -> String {
        let name = self.names.attribute(kind, slot);
        match kind {
            KindId::COMBAT => name,
            KindId::ACT => format!("{name} of {}", self.act(record, entry)),
            kind => {
                let name = self.names.written_attribute(kind, slot);
                format!("{}.{name}", self.names.record(kind, record))
            }
        }
    }

    /// The latest of what last changed each of some attributes before an entry, as [`last_change`](Story::last_change) tells it. Of the attributes of that record that
    /// changed in the same circumstances, the one that its kind declares first: the others follow from it.
    pub fn latest_change(
        &self,
        attributes: impl IntoIterator<Item = (KindId, u32, Slot)>,
        before: usize,
    ) -> Option<(usize, String)> {
        let attributes = attributes.into_iter();
        let changes = attributes.filter_map(|of| Some((of, self.changed_last(of, before)?)));
        let changes: Vec<_> = changes.collect();
        let (of, latest) = changes.iter().max_by_key(|(_, change)| change.entry)?;
        let is_beside = |(other, change): &&((KindId, u32, Slot), ToldChange)| {
            (other.0, other.1) == (of.0, of.1)
                && (&change.moment, &change.how) == (&latest.moment, &latest.how)
                && !latest.how.is_empty()
        };
        let beside = changes.iter().filter(is_beside);
        let first = beside.min_by_key(|(other, _)| other.2);
        let change = first.map_or(latest, |(_, change)| change);
        Some((change.entry, change.to_string()))
    }

    /// What last changed an attribute of a record before an entry, with the entry that says so: `ann.hp became 0 in round 2, when bob strikes ann`. `None`: nothing
    /// did. `O(n)` in the entries before it.
    pub fn last_change(
        &self,
        wanted: (KindId, u32, Slot),
        before: usize,
    ) -> Option<(usize, String)> {
        let change = self.changed_last(wanted, before)?;
        Some((change.entry, change.to_string()))
    }

    fn changed_last(&self, wanted: (KindId, u32, Slot), before: usize) -> Option<ToldChange> {
        let CellChange {
            entry: index,
            new,
            how,
            ..
        } = self.changes(wanted, before).pop()?;
        let (kind, _, slot) = wanted;
        // What is told of is when there were so many entries, the last of them the one at the moment.
        let (index, moment, became, how) = match self.set_again(wanted, index, before) {
            Some((entry, how)) => (entry, entry - 1, "was set again to", how),
            None => (index, index, "became", how),
        };
        let rule = self.names.attribute_rule(kind, slot)?;
        let new = match new {
            MISSING => "missing".to_owned(),
            new => self.value(&rule.declared.ty, new, index),
        };
        let when = match moments(self.journal).get(moment) {
            Some(moment) if !moment.is_empty() => format!(" in {}", self.names.moment(moment)),
            _ => String::new(),
        };
        let name = self.attribute_of(wanted, index);
        Some(ToldChange {
            entry: index,
            became: format!("{name} {became} {new}"),
            moment: when,
            how,
        })
    }

    /// That an attribute was set once more to the value that it had, between the entry that last changed it and another one: how many entries there were by
    /// then, and in which circumstances.
    fn set_again(
        &self,
        wanted: (KindId, u32, Slot),
        changed: usize,
        before: usize,
    ) -> Option<(usize, String)> {
        let is_it = |one: &&CellWrite| {
            one.cell == wanted
                && one.is_equal_setting()
                && (changed + 1..=before).contains(&one.entry)
        };
        let set = self.background.writes.iter().rfind(is_it)?;
        let mut now = Circumstances::default();
        let entries = self.journal.entries.iter().take(set.entry).enumerate();
        entries.for_each(|(index, entry)| now.read(index, entry.what));
        let writes = self.writes(wanted, set.entry, (set.old, set.new));
        let known = self.told(&self.contributions(&writes), wanted);
        let how = now.words(self, (set.cause, Some(&writes)), known);
        let item = set
            .cause
            .and_then(|item| self.names.rules.items.get(item.index()));
        let how = match item {
            Some(item) if !how.starts_with(", when") => {
                format!(", by {} \"{}\"", item.category, Clean(&item.name))
            }
            _ => how,
        };
        Some((set.entry, how))
    }

    /// What was going on when an entry was written that ends an act: `when ann strikes bob`, `after bob answered yes to stays`. `None`: nothing was.
    /// `O(n)` in the entries before it.
    pub fn circumstances(&self, entry_at: usize) -> Option<String> {
        let mut now = Circumstances::default();
        let before = self.journal.entries.iter().take(entry_at).enumerate();
        before.for_each(|(index, entry)| now.read(index, entry.what));
        let cause = self.journal.entries.get(entry_at)?.cause;
        let known = self
            .carried_out(entry_at)
            .map(|(act, stage)| self.act_at(act, stage, entry_at));
        let known = known.into_iter().collect();
        let words = now.words(self, (cause, None), known);
        words.strip_prefix(", ").map(str::to_owned)
    }

    /// What changed an attribute of a record before an entry, in the order of the run. `O(n)` in the entries before it.
    pub fn changes(&self, wanted: (KindId, u32, Slot), before: usize) -> Vec<CellChange> {
        let mut now = Circumstances::default();
        let mut found = Vec::new();
        for (index, entry) in self.journal.entries.iter().take(before).enumerate() {
            match entry.what {
                What::Changed {
                    kind,
                    record,
                    slot,
                    old,
                    new,
                } if (kind, record, slot) == wanted => {
                    let writes = self.writes(wanted, index, (old, new));
                    let acts = self.contributions(&writes);
                    let statements = writes.iter().filter_map(|write| write.cause.zip(write.at));
                    let mut statements: Vec<_> = statements.collect();
                    let of = (wanted.0, wanted.2);
                    let by = (entry.cause, (kind, record));
                    let given = now.given(self, by, (&acts, &writes));
                    let worked_out: Vec<_> = (statements.iter())
                        .flat_map(|&(item, at)| {
                            let index = self.statements();
                            let spans = index.worked_out(self.names.rules, (at, of));
                            // A draw that was not carried out has given nothing.
                            let was_given = |of: InputOf| {
                                matches!(of, InputOf::Roll(_))
                                    || given.iter().any(|&entry| self.input(entry) == Some(of))
                            };
                            let is_done = |(span, under): &(Span, Vec<(ExprId, bool)>)| {
                                index.inputs_at(*span).all(was_given)
                                    && self.can_have_held(&writes, at, under)
                            };
                            let done: Vec<_> = spans.into_iter().filter(is_done).collect();
                            done.into_iter().map(move |(span, _)| (item, span))
                        })
                        .collect();
                    statements.extend(worked_out);
                    statements.sort_by_key(|(_, at)| (at.file, at.start));
                    statements.dedup();
                    found.push(CellChange {
                        entry: index,
                        old,
                        new,
                        how: now.words(
                            self,
                            (entry.cause, Some(&writes)),
                            self.told(&acts, wanted),
                        ),
                        given,
                        held: self.is_held(&writes, wanted),
                        statements,
                    });
                }
                what => now.read(index, what),
            }
        }
        found
    }
}
