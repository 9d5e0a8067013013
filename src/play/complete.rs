//! What can come next where something is being typed.

use super::{Session, Wanted};

impl Session {
    /// The words with which the last word of a line can be completed, sorted, each whole.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        let (before, word) = match typed.rfind(' ') {
            Some(at) => (&typed[..at], &typed[at + 1..]),
            None => ("", typed),
        };
        let mut words = match before.trim().is_empty() {
            true => self.first_words(),
            false => self.further_words(before.trim()),
        };
        words.retain(|known| known.starts_with(word) && known != word);
        words.sort();
        words.dedup();
        words
    }

    fn first_words(&self) -> Vec<String> {
        let prompt = self.prompt();
        let commands = [
            "undo", "redo", "who", "line", "why", "odds", "timeline", "end", "quit",
        ];
        let own: &[&str] = match prompt.wanted {
            Wanted::Dice => &["roll"],
            Wanted::Declaration => &["done", "next"],
            Wanted::Answer | Wanted::Nothing => &[],
        };
        let words = commands.iter().chain(own).map(|word| (*word).to_owned());
        let listed = prompt.choices.iter().chain(&prompt.declarers).cloned();
        words.chain(listed).collect()
    }

    /// After a combatant its deeds, after a deed what it can be aimed at.
    fn further_words(&self, before: &str) -> Vec<String> {
        let rules = &self.checked.ruleset;
        if self.prompt().wanted != Wanted::Declaration {
            return match before {
                "roll" => vec!["all".to_owned()],
                _ => Vec::new(),
            };
        }
        if self.prompt().declarers.iter().any(|name| name == before) {
            return rules
                .actions
                .iter()
                .map(|action| action.verb.clone())
                .collect();
        }
        let records = self.now.scenario.records.iter().flatten();
        records
            .map(|record| record.name.clone())
            .chain(["at".to_owned()])
            .collect()
    }
}
