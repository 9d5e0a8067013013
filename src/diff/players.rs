//! Plays situations by several rule files, with the same luck.

use super::fitness::{FitnessRun, Promise, promise};
use super::parting::{Parting, parting};
use super::search::ActClass;
use super::trace::{RunTrace, Tongue, tongues};
use crate::journal::Journal;
use crate::machine::Machine;
use crate::run::Fault;
use crate::scenario::Scenario;
use crate::situation::{
    Focus, Inputs, Judged, Lexicon, LexiconNames, RecordedInputs, SharedInputs, Situation, lower,
};
use crate::source::Limits;

/// The rule files of a lexicon, ready to play the same situations.
pub struct Players<'r> {
    lexicon: &'r Lexicon<'r>,
    names: Vec<LexiconNames>,
    tongues: Vec<Tongue>,
    words: Vec<String>,
    machines: Vec<Machine<'r>>,
}

/// One situation, played by the first two.
#[derive(Clone, Debug)]
pub struct Both {
    /// What happened, by each rule file.
    pub courses: [RunTrace; 2],
    /// What was rolled and said, by each rule file.
    pub records: [RecordedInputs; 2],
    /// Where the runs part, if they do.
    pub parting: Option<Parting>,
    /// How many steps each took.
    pub steps: [u64; 2],
    /// What stopped each.
    pub faults: [Option<Fault>; 2],
}

/// A run in a search is over sooner than others: after so many steps and events.
const STEPS: u64 = 200_000;
const EVENTS: u32 = 2_000;

impl Both {
    /// How much of the work of a search it took.
    pub fn work(&self) -> u64 {
        let each = self.courses.iter().zip(self.steps);
        each.map(|(course, steps)| Limits::work_of(steps, course.stopped))
            .sum()
    }
}

impl<'r> Players<'r> {
    /// Players for all rule files of a lexicon, who play within these limits.
    pub fn new(lexicon: &'r Lexicon<'r>, limits: &Limits) -> Self {
        let (tongues, words) = tongues(lexicon);
        let limits = Limits {
            steps: limits.steps.min(STEPS),
            events: limits.events.min(EVENTS),
            ..*limits
        };
        Players {
            lexicon,
            names: lexicon
                .rules
                .iter()
                .map(|rules| LexiconNames::of(rules))
                .collect(),
            tongues,
            words,
            machines: lexicon
                .rules
                .iter()
                .map(|rules| Machine::new(rules, limits))
                .collect(),
        }
    }

    /// Others like these.
    pub fn others(&self) -> Self {
        Players {
            lexicon: self.lexicon,
            names: self.names.clone(),
            tongues: self.tongues.clone(),
            words: self.words.clone(),
            machines: self.machines.iter().map(Machine::another).collect(),
        }
    }

    /// Plays a situation by the first two rule files; what is declared when is written into it.
    pub fn both(&mut self, situation: &mut Situation) -> Both {
        let (left, left_record, left_fault) = self.play_to_fault(0, situation);
        let (right, right_record, right_fault) = self.play_to_fault(1, situation);
        Both {
            parting: parting(&left, &right),
            courses: [left, right],
            records: [left_record, right_record],
            steps: [self.steps(0), self.steps(1)],
            faults: [left_fault, right_fault],
        }
    }

    /// How many steps the last run by one of them took.
    pub fn steps(&self, which: usize) -> u64 {
        self.machines[which].steps()
    }

    /// Plays a situation by one rule file; what is declared when is written into it.
    pub fn play(&mut self, which: usize, situation: &mut Situation) -> (RunTrace, RecordedInputs) {
        let (course, record, _) = self.play_to_fault(which, situation);
        (course, record)
    }

    /// The same, with what stopped the run.
    fn play_to_fault(
        &mut self,
        which: usize,
        situation: &mut Situation,
    ) -> (RunTrace, RecordedInputs, Option<Fault>) {
        let scenario = lower(situation, self.lexicon, which);
        let table = SharedInputs::new(Inputs::new(
            self.lexicon,
            which,
            &self.names[which],
            situation,
        ));
        let (mut dice, mut decisions) = (table.half(), table.half());
        let ended = self.machines[which].play(&scenario, &mut dice, &mut decisions, None);
        let course = self.course(which, self.journal(which), ended.is_err());
        (course, table.record(), ended.err())
    }

    /// How near the last runs by the first two came to parting.
    pub fn promise(&self, focus: &Focus) -> Promise {
        promise([0, 1].map(|which| FitnessRun {
            journal: self.journal(which),
            tongue: &self.tongues[which],
            exceptions: focus.exceptions(which),
            items: focus.items(which),
        }))
    }

    /// The journal of the last run by one of them.
    pub fn journal(&self, which: usize) -> &Journal {
        self.machines[which].journal()
    }

    /// The course of a run by one of them.
    pub fn course(&self, which: usize, journal: &Journal, stopped: bool) -> RunTrace {
        self.tongues[which].course(self.lexicon, which, journal, stopped)
    }

    /// What a kind of act is called: by its action, and by its stage if it has several.
    pub fn class(&self, (action, stage): ActClass) -> String {
        let [action, stage] = [action, stage].map(|number| &self.words[number as usize]);
        if stage == "does" {
            action.clone()
        } else {
            format!("{action}.{stage}")
        }
    }

    /// The scenario of a situation for one of them.
    pub fn scenario(&self, which: usize, situation: &Situation) -> Scenario {
        lower(situation, self.lexicon, which)
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
