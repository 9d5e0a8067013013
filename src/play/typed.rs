//! Dice as people say them: what of a line is meant, and why it is not what is asked for.

use super::rolls::faces;
use super::{Refusal, Session};

/// The verbs with which dice are said.
const ROLLS: [&str; 2] = ["rolls ", "roll "];

/// A line without the verb of a roll before it: `roll 5`.
pub(super) fn without_verb(line: &str) -> &str {
    let mut verbs = ROLLS.iter();
    let said = verbs.find_map(|verb| line.strip_prefix(verb));
    said.unwrap_or(line).trim()
}

/// What a line says behind the verb if it says dice and what they are for, and not who rolls: `5 for initiative`.
pub(super) fn roll_in_words(line: &str) -> Option<&str> {
    let roll = without_verb(line);
    let shown = roll.split_once(" for ")?.0;
    faces(shown).map(|_| roll)
}

impl Session {
    /// Whether a line says what dice show: `5`, `roll 5`, `5 for initiative`, `ann rolls 5 for initiative`.
    pub(super) fn is_roll(&self, line: &str) -> bool {
        let begins = |roll: &str| {
            let first = roll.split([' ', ',']).next().unwrap_or_default();
            !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit())
        };
        let by_name = line.split_once(" rolls ").is_some_and(|(who, roll)| {
            !who.contains('"') && !self.is_verb("rolls") && begins(roll)
        });
        by_name || faces(without_verb(line)).is_some() || roll_in_words(line).is_some()
    }

    /// That a roll is not taken.
    pub(super) fn no_dice(&self) -> Refusal {
        self.not_asked("no dice are asked for now")
    }

    /// The line of a scenario that says something of the person who is asked: `ann rolls 5 for initiative`.
    pub(super) fn of_asked(&self, verb: &str, said: &str) -> String {
        let need = self.now.standing.need.as_ref();
        let who = need.map(|need| self.names().written_person(need.who));
        format!("{} {verb} {said}", who.unwrap_or_default())
    }

    /// Whether a value is one of those that are listed as answers, or none are listed.
    pub(super) fn is_possible(&self, value: &str) -> bool {
        let listed = &self.now.prompt.choices;
        listed.is_empty() || listed.iter().any(|choice| choice == value)
    }
}
