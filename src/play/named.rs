//! Acts named without quotes, one behind the other: `why ann strikes orc 1 orc 2 strikes ann`; and those that are declared in secret.

use super::entry::NOTED;
use super::need::NeedKind;
use super::{Reply, Session};
use crate::ruleset::KindId;

impl Session {
    /// Whether a person is asked for something that can be entered in secret.
    pub fn may_enter_secret(&self, who: &str) -> bool {
        let prompt = &self.now.prompt;
        prompt.declarers.iter().any(|one| one == who) || self.is_asked(who)
    }

    /// Whether a person is asked a question, or for dice.
    fn is_asked(&self, who: &str) -> bool {
        self.now.standing.need.as_ref().is_some_and(|need| {
            !matches!(need.kind, NeedKind::Declaration { .. })
                && self.names().written_person(need.who) == who
        })
    }

    /// Takes what a combatant declares in secret: nothing that is told says what. In the same way what a person answers or rolls.
    pub fn enter_secret(&mut self, who: &str, line: &str) -> Reply {
        if self.is_asked(who) {
            return self.answer_secret(line);
        }
        let kept = self.secrets.clone();
        let combatants = self.now.scenario.records[KindId::COMBATANT.index()].iter();
        let number = (0..).zip(combatants).find(|(_, one)| one.name == who);
        let name = number.map(|(number, _)| self.names().record(KindId::COMBATANT, number));
        self.secrets.extend(name.clone());
        match self.enter(&format!("{who} {}", line.trim())) {
            Reply::Taken { lines, told } => {
                let told = if told == NOTED { "" } else { told.as_str() };
                let who = name.as_deref().unwrap_or(who);
                let told = format!("{who} has declared.\n{told}");
                Reply::Taken { lines, told }
            }
            other => {
                self.secrets = kept;
                other
            }
        }
    }

    fn answer_secret(&mut self, line: &str) -> Reply {
        let who = self.now.standing.need.as_ref().map(|need| need.who);
        let name = who.map_or_else(String::new, |who| self.names().person(who));
        match self.enter(line) {
            Reply::Taken { lines, told } => {
                let says = [format!("{name} is asked: "), format!("{name} roll")];
                let shown = told.lines().filter(|line| {
                    let line = line.trim_start();
                    line != NOTED.trim_end() && !says.iter().any(|says| line.starts_with(says))
                });
                let told: Vec<&str> = shown.collect();
                let told = format!("{name} has answered.\n{}", told.join("\n"));
                let told = format!("{}\n", told.trim_end());
                Reply::Taken { lines, told }
            }
            other => other,
        }
    }

    /// What is told, without the lines that say what was declared in secret; each is told once.
    pub(super) fn without_secrets(&mut self, told: &str) -> String {
        let mut hidden = Vec::new();
        let lines = told.lines().filter(|line| {
            let secret = self.secrets.iter().find(|name| {
                let rest = line.trim_start().strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.starts_with(" declares"))
            });
            hidden.extend(secret.cloned());
            secret.is_none()
        });
        let shown = lines.map(|line| format!("{line}\n")).collect();
        self.secrets.retain(|name| !hidden.contains(name));
        shown
    }

    /// The two acts of a line, or the one: each begins with a combatant and what that does. `None` where it can be read in several ways, or in none.
    pub fn acts_named(&self, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let begins = |&at: &usize| self.begins_act(&words[at..]);
        let begins: Vec<usize> = (0..words.len()).filter(begins).collect();
        match begins[..] {
            [0] => Some(vec![words.join(" ")]),
            [0, second] => Some(vec![words[..second].join(" "), words[second..].join(" ")]),
            _ => None,
        }
    }

    /// Whether words begin with the name of a combatant and an action or a stage of one.
    fn begins_act(&self, words: &[&str]) -> bool {
        let rules = &self.checked.ruleset;
        let is_verb = |word: &str| {
            rules.actions.iter().any(|action| {
                let mut stages = action.stages.iter();
                action.verb == word || stages.any(|stage| rules.word(stage.name) == word)
            })
        };
        let combatants = self.now.scenario.records.get(KindId::COMBATANT.index());
        combatants.into_iter().flatten().any(|combatant| {
            let name = combatant.name.split(' ');
            let count = name.clone().count();
            words.len() > count && name.eq(words[..count].iter().copied()) && is_verb(words[count])
        })
    }
}
