//! What can come next where something is being typed.

use super::{Session, Wanted};
use crate::ruleset::KindId;

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
            "undo", "redo", "who", "line", "why", "odds", "timeline", "picture", "set", "move",
            "join", "secret", "end", "quit",
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

    /// What a correction can begin with, a newcomer, and whose declaration can be secret.
    fn words_of_command(&self, before: &str) -> Option<Vec<String>> {
        let (command, typed) = before.split_once(' ').unwrap_or((before, ""));
        let names = |kind: KindId| {
            let records = self.now.scenario.records[kind.index()].iter();
            records.map(|record| record.name.clone())
        };
        let kind = KindId::COMBATANT;
        let all: Vec<String> = match command {
            "set" => {
                let attributes = &self.checked.ruleset.kinds[kind.index()].attributes;
                let own = attributes.iter().skip(usize::from(kind.built_in()));
                let own = own.filter(|attribute| !attribute.is_mark);
                let own: Vec<&str> = own.map(|attribute| attribute.name.as_str()).collect();
                let places = |name: String| own.iter().map(move |own| format!("{name}.{own}"));
                names(kind).flat_map(places).collect()
            }
            // Who is moved, how, and in relation to whom.
            "move" => {
                let others = |order: String| match typed.starts_with(&order) {
                    true => names(kind)
                        .map(|other| format!("{order} {other}"))
                        .collect(),
                    false => vec![order],
                };
                let orders = |name: String| match typed.starts_with(&name) {
                    true => ["before", "with", "after"]
                        .map(|order| others(format!("{name} {order}")))
                        .concat(),
                    false => vec![name],
                };
                names(kind).flat_map(orders).collect()
            }
            "join" => names(KindId::SIDE).map(|name| name + ":").collect(),
            "secret" => self.prompt().declarers.clone(),
            _ => return None,
        };
        // Of names with blanks the words that have been typed are left out.
        let rest = all.iter().filter_map(|whole| match typed {
            "" => Some(whole.as_str()),
            typed => whole.strip_prefix(typed)?.strip_prefix(' '),
        });
        Some(rest.map(str::to_owned).collect())
    }

    /// After a combatant its deeds, after a deed what it can be aimed at.
    fn further_words(&self, before: &str) -> Vec<String> {
        if let Some(words) = self.words_of_command(before) {
            return words;
        }
        if self.prompt().wanted != Wanted::Declaration {
            return match before {
                "roll" => vec!["all".to_owned()],
                _ => Vec::new(),
            };
        }
        if self.prompt().declarers.iter().any(|name| name == before) {
            let offered = self.offered(before);
            return offered.map(|action| action.verb.clone()).collect();
        }
        let records = self.now.scenario.records.iter().flatten();
        records
            .map(|record| record.name.clone())
            .chain(["at".to_owned()])
            .collect()
    }
}
