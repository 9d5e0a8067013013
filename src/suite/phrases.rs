//! How what findings speak of is called: acts, times, persons, as people say it and as a scenario has it. Judges nothing.

use super::log::{ExecutedStage, RunLog};
use crate::ruleset::{ActionId, KindId, MISSING, PhaseId, Slot, Type, Value, WordId};
use crate::scenario::{ActReference, Path};
use crate::source::{Clean, english};
use crate::view::{ActNaming, some};

impl RunLog<'_> {
    /// An act as an expectation names it: `ann begins cast`, `ann strikes grub`.
    pub fn reference(&self, reference: &ActReference) -> String {
        let value_of = |slot| {
            let mut settings = reference.settings.iter();
            settings.find(|one| one.0 == slot).map(|one| one.1)
        };
        self.deed(
            (reference.actor, reference.action, reference.stage),
            value_of,
        )
    }

    /// A stage of an act, with what it is aimed at.
    fn deed(
        &self,
        (actor, action, stage): (u32, ActionId, Option<u16>),
        value_of: impl Fn(Slot) -> Option<Value>,
    ) -> String {
        let action = &self.names.rules.actions[action.index()];
        let who = self.names.record(KindId::COMBATANT, actor);
        let done = match stage.filter(|_| action.stages.len() > 1) {
            Some(stage) => format!(
                "{who} {} {}",
                self.names.word(action.stages[stage as usize].name),
                english::spaced(&action.name)
            ),
            None => format!("{who} {}", english::spaced(&action.verb)),
        };
        let aims = [(action.object, " "), (action.at, " at ")];
        let aims = aims.into_iter().filter_map(|(slot, link)| {
            let slot = slot?;
            let value = value_of(slot).filter(|value| *value != MISSING)?;
            let ty = &self.names.rules.attribute(KindId::ACT, slot).declared.ty;
            Some(format!("{link}{}", self.names.value(ty, value)))
        });
        done + &aims.collect::<String>()
    }

    /// An act as the transcript tells it.
    pub fn act(&self, act: u32) -> String {
        self.story().act(act, self.journal.entries.len())
    }

    /// When something was done: `round 1, count 8`.
    pub fn when(&self, done: &ExecutedStage) -> String {
        let keys = (done.when.keys.iter())
            .map(|&(word, value)| format!("{} {value}", self.names.word(word)));
        [self.names.moment(&done.when.path)]
            .into_iter()
            .chain(keys)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Everything that was carried out, in order; by rounds, if there are several.
    pub fn sequence(&self) -> String {
        let round = |done: &ExecutedStage| {
            let outermost = &done.when.path[..done.when.path.len().min(1)];
            self.names.moment(outermost)
        };
        let mut rounds: Vec<String> = self.done.iter().map(round).collect();
        rounds.dedup();
        let has_rounds = rounds.len() > 1;
        let (mut text, mut last, mut last_round) = (String::new(), 0, String::new());
        for done in &self.done {
            let begins = round(done) != last_round && has_rounds;
            text.push_str(match (text.is_empty(), begins) {
                (true, _) => "",
                (false, true) => "; ",
                (false, false) if done.batch == last => " together with ",
                (false, false) => ", then ",
            });
            if begins {
                last_round = round(done);
                text.push_str(&format!("in {last_round}: "));
            }
            last = done.batch;
            let act = self.act_record(done.act);
            let value_of = |slot: Slot| act.attributes.get(usize::from(slot)).copied();
            text.push_str(&self.deed((act.actor, act.action, Some(done.stage)), value_of));
        }
        text
    }

    /// Several times, each once: ` in round 1; round 2, segment 3; and 4 more`. Nothing where there is no period.
    pub fn times<'p>(&self, paths: impl Iterator<Item = &'p Path>) -> String {
        let mut times: Vec<String> = Vec::new();
        for path in paths {
            let time = self.names.moment(path);
            if !time.is_empty() && !times.contains(&time) {
                times.push(time);
            }
        }
        match times.is_empty() {
            true => String::new(),
            false => format!(" in {}", some(times)),
        }
    }

    /// A record by its name, an act as the transcript tells it.
    pub fn thing(&self, kind: KindId, record: u32) -> String {
        self.story()
            .record(kind, record, self.journal.entries.len())
    }

    /// An act as a scenario names it: `orc_chief attacks ann`; with its period, if others would be meant too.
    pub fn written(&self, number: u32) -> String {
        let act = self.act_record(number);
        let (mut text, settings) = self.named(number);
        let alike = |other: &super::log::FinalAct| {
            let has = |&(slot, value): &(Slot, Value)| other.attributes[usize::from(slot)] == value;
            (other.actor, other.action) == (act.actor, act.action)
                && other.path != act.path
                && settings.iter().all(has)
        };
        if self.acts.iter().any(alike) && !act.path.is_empty() {
            text.push_str(&format!(" in {}", self.period(&act.path)));
        }
        text
    }

    /// An act as a scenario names it, and the attributes by which that names it.
    pub fn named(&self, number: u32) -> (String, Vec<(Slot, Value)>) {
        let act = self.act_record(number);
        let (rules, scenario) = (self.names.rules, self.scenario());
        let action = &rules.actions[act.action.index()];
        let mut text = format!(
            "{} {}",
            self.names.written_record(KindId::COMBATANT, act.actor),
            Clean(&action.verb)
        );
        let mut settings: Vec<(Slot, Value)> = Vec::new();
        for (slot, link) in [(action.object, " "), (action.at, " at ")] {
            let Some(slot) = slot else { continue };
            let value = act.attributes[usize::from(slot)];
            let attribute = rules.attribute(KindId::ACT, slot);
            let named = match attribute.declared.ty {
                Type::Record(kind) => u32::try_from(value)
                    .ok()
                    .and_then(|record| scenario.record_name(kind, record)),
                Type::Choice(_) => u32::try_from(value)
                    .ok()
                    .map(|word| rules.word(WordId(word))),
                _ => None,
            };
            if let Some(named) = named {
                text.push_str(&format!("{link}{}", Clean(named)));
                settings.push((slot, value));
            }
        }
        (text, settings)
    }

    /// A period as a scenario names it: `round 1 segment 3`.
    pub fn period(&self, path: &[(PhaseId, Value)]) -> String {
        let parts = path.iter();
        let parts = parts.map(|&(phase, number)| self.names.written_phase(phase, number));
        parts.collect::<Vec<_>>().join(" ")
    }
}

impl ActNaming for RunLog<'_> {
    fn told(&self, act: u32) -> String {
        self.act(act)
    }

    fn written(&self, act: u32) -> String {
        self.named(act).0
    }

    fn is_meant(&self, act: u32, named: &ActReference) -> bool {
        RunLog::is_meant(self, act, named)
    }
}
