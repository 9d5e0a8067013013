//! Answers to what is asked of a session: what can be entered, who has acted, how the line stands.

use std::collections::BTreeSet;

use super::prompt::{Wanted, listed};
use super::stands::{UNDER_WAY, WAITS, state};
use super::{FightSituation, Session};
use crate::diagnostic::Diagnostics;
use crate::journal::{ActNumber, Journal, What};
use crate::machine::Machine;
use crate::ruleset::{KindId, MISSING, PhaseId, Slot, Type, Value, slots};
use crate::scenario::Person;
use crate::source::{each_once, english};
use crate::suite::Played;
use crate::view::outline::{Outline, outline};
use crate::view::recap::recap;
use crate::view::{KnownToPlayers, Story};

impl Session {
    /// What is asked, and what can be entered.
    pub(super) fn help(&self) -> String {
        let prompt = &self.now.prompt;
        let mut text = format!("{}\n", prompt.text);
        match prompt.wanted {
            Wanted::Dice => text.push_str(
                "  5, or 4 4 3          what the dice show, or their sum\n  \
                 roll, roll all       the program rolls these dice, or all that are asked for now\n",
            ),
            Wanted::Answer => text.push_str("  y, n, a name ...     the answer, as it is listed\n"),
            Wanted::Declaration => {
                text.push_str("  what they do, in these words:\n");
                let rules = &self.checked.ruleset;
                let who = prompt.declarers.first().map_or("", String::as_str);
                for action in self.offered(who) {
                    text.push_str(&format!("    {who} {}\n", rules.act_words(action)));
                }
                text.push_str(&self.beside_acts());
                text.push_str("  done, next           no further declarations now, or until something happens\n");
            }
            Wanted::Nothing => {}
        }
        text + &self.always()
    }

    /// Who has acted and who will, and how they are.
    pub(super) fn who(&self) -> String {
        let FightSituation { standing, .. } = &self.now;
        let journal = &standing.journal;
        let story = Story::new(self.names(), journal);
        let last = journal.entries.len().saturating_sub(1);
        let begun = begun(journal, standing.path.first().map(|part| part.0));
        let acts = acts_since(&story, begun);
        let mut text = String::new();
        let asked = standing.need.as_ref().map(|need| need.who);
        let mut present = listed(&story.names, KindId::COMBATANT);
        let newcomers = self.now.scenario.newcomers(KindId::COMBATANT);
        present.extend(newcomers.filter(|&one| one < self.present(KindId::COMBATANT)));
        for combatant in present {
            let name = story.names.record(KindId::COMBATANT, combatant);
            let mut parts = self.state_words(combatant);
            if standing.out.contains(&combatant) {
                parts.insert(0, "out of play".to_owned());
            }
            if asked == Some(Person::Combatant(combatant)) {
                parts.insert(0, "asked now".to_owned());
            }
            let own = acts
                .iter()
                .filter(|(act, _)| journal.act(*act).actor == combatant);
            parts.extend(own.map(|(act, state)| format!("{} ({state})", story.deed(*act, last))));
            parts.extend(self.noted(combatant).map(|deed| format!("{deed} (noted)")));
            text.push_str(&match parts.is_empty() {
                true => format!("{name}\n"),
                false => format!("{name}: {}\n", parts.join(", ")),
            });
        }
        text
    }

    /// What a combatant has declared in the present period and has not been asked for, in the words of the log.
    fn noted(&self, combatant: u32) -> impl Iterator<Item = String> {
        let FightSituation {
            standing, scenario, ..
        } = &self.now;
        let text = self.log.text();
        let name = self.names().written_record(KindId::COMBATANT, combatant);
        let unused = standing.unused.declarations.iter();
        unused.filter_map(move |&number| {
            let declared = &scenario.declarations[number];
            let is_meant = declared.actor == combatant && declared.path == standing.path;
            let line = text.get(declared.span.range()).filter(|_| is_meant)?;
            Some(line.strip_prefix(&name)?.trim().to_owned())
        })
    }

    /// The attributes of a combatant that the scenario gives, or that have changed and are more than a number without a text of its own, as they are.
    fn state_words(&self, combatant: u32) -> Vec<String> {
        let kind = KindId::COMBATANT;
        let names = self.names();
        let FightSituation {
            scenario, standing, ..
        } = &self.now;
        let given = scenario.records[kind.index()].get(combatant as usize);
        let given = given.map_or(&[][..], |record| &record.values);
        let entries = standing.journal.entries.iter();
        let changed: BTreeSet<Slot> = entries
            .filter_map(|entry| match entry.what {
                What::Changed {
                    kind: KindId::COMBATANT,
                    record,
                    slot,
                    ..
                } if record == combatant => Some(slot),
                _ => None,
            })
            .collect();
        let attributes = &self.checked.ruleset.kinds[kind.index()].attributes;
        let row = &standing.records[kind.index()][combatant as usize];
        let known = KnownToPlayers::new(&names, &standing.journal);
        let turn = standing.path.last().filter(|(phase, _)| {
            let turns = &self.checked.ruleset.phases[phase.index()].turns;
            turns.as_ref().is_some_and(|turns| turns.kind == kind)
        });
        let turn = turn.map(|part| part.1);
        let told = (0..)
            .zip(attributes.iter().zip(row))
            .filter(|(slot, (attribute, _))| {
                let in_turn = attribute.of_turns && turn == Some(Value::from(combatant));
                !attribute.is_mark && !in_turn && known.knows((kind, combatant, *slot))
            })
            .filter(|(slot, (attribute, value))| {
                let is_given = given.iter().any(|one| one.0 == *slot);
                let is_told = match attribute.declared.ty {
                    Type::YesNo => **value == 1,
                    _ => **value != MISSING && *slot != slots::SIDE,
                };
                let is_bare =
                    attribute.text.is_empty() && matches!(attribute.declared.ty, Type::Number(_));
                is_told && (is_given || changed.contains(slot) && !is_bare)
            });
        told.map(|(_, (attribute, &value))| {
            let name = english::spaced(&attribute.name);
            match &attribute.declared.ty {
                Type::YesNo => name,
                ty => format!("{name} {}", names.value(ty, value)),
            }
        })
        .collect()
    }

    /// The acts of which one stage has been carried out and another is to come.
    pub(super) fn under_way(&self) -> Vec<String> {
        let journal = &self.now.standing.journal;
        let story = Story::new(self.names(), journal);
        let last = journal.entries.len().saturating_sub(1);
        let acts = 0..journal.acts.len() as ActNumber;
        let begun = acts.filter(|&act| state(&story, act) == Some(UNDER_WAY));
        begun.map(|act| story.act_for_all(act, last)).collect()
    }

    /// The fight so far, as pictures show it.
    pub fn outline(&self) -> Outline {
        let (rules, scenario) = (&self.checked.ruleset, &self.now.scenario);
        let journal = self.now.standing.journal.truncated(self.limits.told);
        outline(rules, scenario, &journal)
    }

    /// The fight so far, as a run tells it that a fault stopped: without an ending, and with nothing found.
    pub fn played(&self) -> Played {
        let (rules, scenario) = (self.rules(), &self.now.scenario);
        let mut machine = Machine::new(rules.ruleset, self.limits);
        let started = machine.start(scenario);
        Played {
            journal: self.now.standing.journal.truncated(self.limits.told),
            ending: None,
            fault: None,
            findings: Diagnostics::default(),
            start: started.map_or_else(|_| Vec::new(), |()| machine.records()),
            end: self.now.standing.records.clone(),
        }
    }

    /// The fight retold.
    pub fn recap(&self) -> String {
        recap(&self.outline())
    }

    /// The number of the outermost period, if one has begun.
    pub fn round(&self) -> Option<Value> {
        self.now.standing.path.first().map(|part| part.1)
    }

    /// The acts that wait: those in the line, in their order, then those that have not been put in order yet.
    pub(super) fn line(&self) -> String {
        let journal = &self.now.standing.journal;
        let story = Story::new(self.names(), journal);
        let last = journal.entries.len().saturating_sub(1);
        let waits = |&act: &ActNumber| matches!(state(&story, act), Some(WAITS | UNDER_WAY));
        let (mut text, mut number, mut stand) = (String::new(), 0, Vec::new());
        if let Some(line) = journal.lines.last() {
            let mut acts = journal
                .values(line.acts)
                .iter()
                .map(|&act| act as ActNumber);
            for &size in journal.values(line.batches) {
                let batch = acts.by_ref().take(size as usize);
                let waiting: Vec<ActNumber> = batch.filter(waits).collect();
                if waiting.is_empty() {
                    continue;
                }
                number += 1;
                let told: Vec<String> = waiting.iter().map(|&act| story.act(act, last)).collect();
                text.push_str(&format!("{number}. {}\n", told.join(", with ")));
                stand.extend(waiting);
            }
        }
        let all = (0..).zip(&journal.acts).map(|(act, _)| act);
        let others = all.filter(|act| !stand.contains(act) && waits(act));
        let others: Vec<String> = others.map(|act| story.act(act, last)).collect();
        if !others.is_empty() {
            let others = others.join(", ");
            text.push_str(&format!("not put in order yet: {others}\n"));
        }
        match text.is_empty() {
            true => "no act waits\n".to_owned(),
            false => text,
        }
    }
}

/// Where the present repetition of a phase begins in the journal.
fn begun(journal: &Journal, phase: Option<PhaseId>) -> usize {
    let begins = |what: &What| matches!(what, What::PhaseBegins { phase: begun, .. } if Some(*begun) == phase);
    let mut entries = journal.entries.iter();
    entries.rposition(|entry| begins(&entry.what)).unwrap_or(0)
}

/// The acts of which a part of the journal tells, each once, with what has become of them.
fn acts_since(story: &Story<'_>, from: usize) -> Vec<(ActNumber, &'static str)> {
    let entries = story.journal.entries[from..].iter();
    let told = each_once(entries.filter_map(|entry| entry.act())).into_iter();
    told.filter_map(|act| Some((act, state(story, act)?)))
        .collect()
}

/// The lines of a text behind those that it has in common with an earlier one.
pub(super) fn news(before: &str, after: &str) -> String {
    let common = before.lines().zip(after.lines());
    let common = common.take_while(|(before, after)| before == after).count();
    after
        .lines()
        .skip(common)
        .map(|line| format!("{line}\n"))
        .collect()
}
