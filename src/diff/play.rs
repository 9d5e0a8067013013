//! Plays one situation by two rule files, with the same luck.

use super::course::{Course, Parting, Tongue, parting, tongues};
use crate::engine::{Blind, Engine};
use crate::journal::Journal;
use crate::ruleset::Ruleset;
use crate::situation::{Judged, Lexicon, Names, Record, Shared, Situation, Table, lower};
use crate::source::Limits;

/// Two rule files, ready to play the same situations.
pub struct Pair<'r> {
    lexicon: &'r Lexicon<'r>,
    names: Vec<Names>,
    tongues: Vec<Tongue>,
    engines: Vec<Engine<'r>>,
}

/// One situation, played by both.
#[derive(Clone, Debug)]
pub struct Both {
    /// What happened, by each rule file.
    pub courses: [Course; 2],
    /// What was rolled and said, by each rule file.
    pub records: [Record; 2],
    /// Where the runs part, if they do.
    pub parting: Option<Parting>,
}

/// How long a run in a search may go on.
const LIMITS: Limits = Limits {
    steps: 200_000,
    events: 2_000,
    ..Limits::DEFAULT
};

impl<'r> Pair<'r> {
    /// The first two rule files of a lexicon.
    pub fn new(lexicon: &'r Lexicon<'r>) -> Self {
        Pair {
            lexicon,
            names: lexicon.rules.iter().map(|rules| Names::of(rules)).collect(),
            tongues: tongues(lexicon),
            engines: lexicon
                .rules
                .iter()
                .map(|rules: &&'r Ruleset| Engine::new(rules, LIMITS))
                .collect(),
        }
    }

    /// Plays a situation by both rule files; what is declared when is written into it.
    pub fn play(&mut self, situation: &mut Situation) -> Both {
        let (left, left_record) = self.one(0, situation);
        let (right, right_record) = self.one(1, situation);
        Both {
            parting: parting(&left, &right),
            courses: [left, right],
            records: [left_record, right_record],
        }
    }

    fn one(&mut self, which: usize, situation: &mut Situation) -> (Course, Record) {
        let scenario = lower(situation, self.lexicon, which);
        let table = Table::new(self.lexicon, which, &self.names[which], situation);
        let table = Shared::new(table);
        let (mut dice, mut decisions) = (table.half(), table.half());
        let ended = self.engines[which].play(&scenario, &mut dice, &mut decisions, &mut Blind);
        let course =
            self.tongues[which].course(self.lexicon, which, self.journal(which), ended.is_err());
        (course, table.record())
    }

    /// The journal of the last run by one of them.
    pub fn journal(&self, which: usize) -> &Journal {
        self.engines[which].journal()
    }
}

impl Both {
    /// What a shrinking of the situation needs to know.
    pub fn judged(&self) -> Judged {
        let rolls = self.records.iter().flat_map(|record| &record.rolls);
        let answers = self.records.iter().flat_map(|record| &record.answers);
        Judged {
            dice: rolls.map(|roll| (roll.on, roll.faces.clone())).collect(),
            answered: answers.map(|answer| answer.on).collect(),
        }
    }
}
