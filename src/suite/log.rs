//! A journal read once from its beginning to its end, so that expectations find at hand what they ask about. Reads the journal alone.

use std::cell::OnceCell;

use crate::journal::{Journal, Said, What};
use crate::machine::background;
use crate::ruleset::{KindId, MISSING, Ruleset, Slot, Value, WordId, slots};
use crate::scenario::{ActReference, Moment, Path, Person, Scenario};
use crate::source::Limits;
use crate::view::{Names, Story, moments};

/// A stage of an act that was carried out.
#[derive(Clone, Debug)]
pub struct ExecutedStage {
    /// which act
    pub act: u32,
    /// which stage
    pub stage: u16,
    /// the number of its batch; acts of one batch share it
    pub batch: usize,
    /// the entry of the journal
    pub entry: usize,
    /// when
    pub when: When,
}

/// A time of the run: repeated phases and their numbers, and the named keys of the batch.
#[derive(Clone, Debug, Default)]
pub struct When {
    /// the outermost first
    pub path: Path,
    /// words and values
    pub keys: Vec<(WordId, Value)>,
}

impl When {
    /// Whether this is within the moment.
    pub fn is_in(&self, moment: &Moment) -> bool {
        moment.has(&self.path) && moment.keys.iter().all(|key| self.keys.contains(key))
    }
}

/// A question that was asked.
#[derive(Clone, Debug)]
pub struct AskedQuestion {
    /// its name
    pub name: WordId,
    /// who was asked
    pub who: Person,
    /// about which records
    pub about: Vec<(KindId, u32)>,
    /// when
    pub path: Path,
    /// the default counted, for want of an answer
    pub by_default: bool,
}

/// What happened, by what it was.
#[derive(Debug)]
pub struct RunLog<'a> {
    /// what everything is called
    pub names: Names<'a>,
    /// the journal
    pub journal: &'a Journal,
    /// the acts: actor, action, attributes at the end
    pub acts: Vec<FinalAct>,
    /// stages carried out, in order
    pub done: Vec<ExecutedStage>,
    /// acts declared, in order, and when
    pub declared: Vec<(u32, Path)>,
    /// acts that were missed, and when
    pub missed: Vec<(u32, When)>,
    /// rolls: who rolled, what for, and when
    pub rolls: Vec<(Person, WordId, Path)>,
    /// questions, and when
    pub asked: Vec<AskedQuestion>,
    /// the periods that ran when the journal ends
    pub last: Path,
    /// how it was played, if what is told of it is to tell which acts changed what: its seed and limits
    played: Option<(Option<u64>, Limits)>,
    story: OnceCell<Story<'a>>,
}

/// An act at the end of the run.
#[derive(Clone, Debug)]
pub struct FinalAct {
    /// who
    pub actor: u32,
    /// what
    pub action: crate::ruleset::ActionId,
    /// all attributes
    pub attributes: Vec<Value>,
    /// when it was declared or added
    pub path: Path,
    /// the declaration of the scenario that it comes from, by number
    pub declaration: Option<u32>,
    /// how it ended, if it was not carried out to its end
    pub ended: Option<Ended>,
}

/// How an act ended that was not carried out to its end.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// in which way
    pub how: NotCarriedOut,
    /// why, if a reason is given
    pub because: Option<Said>,
    /// the entry of the journal
    pub entry: usize,
}

/// In which way an act ends that is not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCarriedOut {
    /// it was refused when it was declared
    Refused,
    /// it was void when its time came
    Void,
    /// it was cancelled
    Cancelled,
}

impl FinalAct {
    /// The word of its state at the end.
    pub fn state(&self) -> Option<WordId> {
        self.attributes
            .get(slots::STATE as usize)
            .filter(|&&word| word != MISSING)
            .map(|&word| WordId(word as u32))
    }
}

impl<'a> RunLog<'a> {
    /// An act of the run.
    pub fn act_record(&self, act: u32) -> &FinalAct {
        &self.acts[act as usize]
    }

    fn act_record_mut(&mut self, act: u32) -> &mut FinalAct {
        &mut self.acts[act as usize]
    }

    /// Reads a journal.
    pub fn new(rules: &'a Ruleset, scenario: &'a Scenario, journal: &'a Journal) -> Self {
        let mut log = RunLog {
            names: Names::new(rules, scenario),
            journal,
            acts: Vec::with_capacity(journal.acts.len()),
            done: Vec::new(),
            declared: Vec::new(),
            missed: Vec::new(),
            rolls: Vec::new(),
            asked: Vec::new(),
            last: Path::new(),
            played: None,
            story: OnceCell::new(),
        };
        for act in &journal.acts {
            let attributes = journal.values(act.attributes).to_vec();
            log.acts.push(FinalAct {
                actor: act.actor,
                action: act.action,
                attributes,
                path: Path::new(),
                declaration: act.declaration,
                ended: None,
            });
        }
        let mut reader = JournalReader {
            log,
            path: Path::new(),
            keys: Vec::new(),
            batch: 0,
        };
        for (index, entry) in journal.entries.iter().enumerate() {
            reader.read(index, entry.what);
        }
        RunLog {
            last: reader.path,
            ..reader.log
        }
    }

    /// The same of a run that was played with this seed and these limits, so that it can be told which acts changed what.
    pub fn played(self, seed: Option<u64>, limits: Limits) -> Self {
        RunLog {
            played: Some((seed, limits)),
            ..self
        }
    }

    /// The scenario that was played.
    pub fn scenario(&self) -> &'a Scenario {
        self.names.scenario
    }

    /// How it is told. Plays the run once more, the first time, if it is known how it was played.
    pub fn story(&self) -> &Story<'a> {
        let (rules, scenario) = (self.names.rules, self.names.scenario);
        let story = || {
            let mut story = Story::new(self.names, self.journal);
            if let Some((seed, limits)) = &self.played {
                story.background = background(rules, scenario, *seed, limits);
            }
            story
        };
        self.story.get_or_init(story)
    }

    /// Why an act was not carried out to its end, as the transcript tells it.
    pub fn reason(&self, act: u32) -> Option<String> {
        let ended = self.act_record(act).ended?;
        let because = ended.because?;
        Some(self.story().said(because, ended.entry))
    }

    /// Every repetition of a repeated phase that began.
    pub fn periods(&self) -> impl Iterator<Item = Path> + '_ {
        let entries = self.journal.entries.iter().zip(moments(self.journal));
        entries.filter_map(|(entry, path)| match entry.what {
            What::PhaseBegins { number, .. } if number != MISSING => Some(path),
            _ => None,
        })
    }

    /// The acts that a reference means; of its moment only the period in which they were declared or added counts.
    pub fn meant<'b>(&'b self, reference: &'b ActReference) -> impl Iterator<Item = u32> + 'b {
        (0..self.acts.len() as u32).filter(move |&act| {
            self.is_meant(act, reference) && self.can_be_in(act, reference.moment.as_ref())
        })
    }

    /// Whether the period in which an act was declared or added can be that of a moment.
    pub fn can_be_in(&self, act: u32, moment: Option<&Moment>) -> bool {
        let path = &self.act_record(act).path;
        moment.is_none_or(|moment| {
            let can_be = |part| path.contains(part) || !path.iter().any(|own| own.0 == part.0);
            moment.path.iter().all(can_be)
        })
    }

    /// Whether an act is the one that an expectation names, whatever its stage and time.
    pub fn is_meant(&self, act: u32, reference: &ActReference) -> bool {
        let act = self.act_record(act);
        let value_of = |slot: Slot| {
            act.attributes
                .get(slot as usize)
                .copied()
                .unwrap_or(MISSING)
        };
        act.actor == reference.actor
            && act.action == reference.action
            && reference.has_attributes(value_of)
    }

    /// Whether what was done is what an expectation names.
    pub fn matches(&self, done: &ExecutedStage, reference: &ActReference) -> bool {
        self.is_meant(done.act, reference)
            && reference.stage.is_none_or(|stage| stage == done.stage)
            && reference
                .moment
                .as_ref()
                .is_none_or(|moment| done.when.is_in(moment))
    }

    /// For each of these the act by which a batch carried it out, each another one; the numbers of what was done. `None`: not all were carried out there.
    pub fn found_in(&self, group: &[ActReference], batch: usize) -> Option<Vec<usize>> {
        let mut taken: Vec<usize> = Vec::new();
        for reference in group {
            let mut done = self.done.iter().enumerate();
            let found = done.find(|(number, done)| {
                done.batch == batch && !taken.contains(number) && self.matches(done, reference)
            });
            taken.push(found?.0);
        }
        Some(taken)
    }

    /// The first batch behind this one that carried out all of these, and by which acts.
    pub fn first_behind(
        &self,
        after: usize,
        group: &[ActReference],
    ) -> Option<(usize, Vec<usize>)> {
        let last = self.done.last().map_or(0, |done| done.batch);
        let mut batches = after + 1..=last;
        batches.find_map(|batch| Some((batch, self.found_in(group, batch)?)))
    }

    /// Everything done that an expectation names, in order.
    pub fn all<'b>(
        &'b self,
        reference: &'b ActReference,
    ) -> impl Iterator<Item = &'b ExecutedStage> {
        self.done
            .iter()
            .filter(move |done| self.matches(done, reference))
    }
}

/// What has been read of a journal, and the moment that it has come to.
struct JournalReader<'a> {
    log: RunLog<'a>,
    /// the phases that are running
    path: Path,
    /// the keys of the present batch
    keys: Vec<(WordId, Value)>,
    /// how many batches have begun
    batch: usize,
}

impl JournalReader<'_> {
    /// The present moment.
    fn now(&self) -> When {
        When {
            path: self.path.clone(),
            keys: self.keys.clone(),
        }
    }

    /// Reads the next entry.
    fn read(&mut self, entry: usize, what: What) {
        let (rules, journal) = (self.log.names.rules, self.log.journal);
        let ended = |how, because| {
            Some(Ended {
                how,
                because,
                entry,
            })
        };
        match what {
            What::PhaseBegins { phase, number, .. } if number != MISSING => {
                self.path.push((phase, number))
            }
            What::PhaseEnds { number, .. } if number != MISSING => {
                self.path.pop();
            }
            What::BatchBegins { place, .. } => {
                self.batch += 1;
                self.keys = journal
                    .pairs(place)
                    .map(|(word, value)| (WordId(word as u32), value))
                    .collect();
            }
            What::Resolved { act, stage } => {
                // An act at once stands in no batch: it is one of its own.
                if rules.actions[journal.act(act).action.index()].at_once {
                    self.batch += 1;
                }
                let (batch, when) = (self.batch, self.now());
                self.log.done.push(ExecutedStage {
                    act,
                    stage,
                    batch,
                    entry,
                    when,
                });
            }
            What::Declared { act, .. } => {
                self.log.act_record_mut(act).path.clone_from(&self.path);
                self.log.declared.push((act, self.path.clone()));
            }
            What::Added { act, .. } if self.log.act_record(act).path.is_empty() => {
                self.log.act_record_mut(act).path.clone_from(&self.path);
            }
            What::Refused { act, because } => {
                self.log.act_record_mut(act).ended = ended(NotCarriedOut::Refused, Some(because));
            }
            What::Void { act, because } => {
                self.log.act_record_mut(act).ended = ended(NotCarriedOut::Void, Some(because));
            }
            What::Cancelled { act, because, .. } => {
                self.log.act_record_mut(act).ended = ended(NotCarriedOut::Cancelled, because);
            }
            What::Missed { act } => {
                let when = self.now();
                self.log.missed.push((act, when));
            }
            What::Rolled { who, purpose, .. } => {
                self.log.rolls.push((who, purpose, self.path.clone()))
            }
            What::Asked {
                who,
                question,
                about,
                by_default,
                ..
            } => self.log.asked.push(AskedQuestion {
                name: rules.questions[question.index()].name,
                who,
                about: journal
                    .pairs(about)
                    .map(|(kind, record)| (KindId(kind as u32), record as u32))
                    .collect(),
                path: self.path.clone(),
                by_default,
            }),
            _ => {}
        }
    }
}
