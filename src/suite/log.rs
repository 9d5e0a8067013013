//! A journal read once from its beginning to its end, so that expectations find at hand what they ask about. Reads the journal alone.

use crate::journal::{Journal, Range, What};
use crate::ruleset::{KindId, MISSING, Ruleset, Slot, Value, WordId, slots};
use crate::scenario::{ActReference, Moment, Path};

/// A stage of an act that was carried out.
#[derive(Clone, Debug)]
pub struct Done {
    /// which act
    pub act: u32,
    /// which stage
    pub stage: u16,
    /// the number of its batch; acts of one batch share it
    pub batch: usize,
    /// when
    pub when: When,
}

/// A time of the run: counting phases and their numbers, and the named keys of the batch.
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
        moment.path.iter().all(|part| self.path.contains(part))
            && moment.keys.iter().all(|key| self.keys.contains(key))
    }
}

/// A question that was asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// its name
    pub name: WordId,
    /// about which records
    pub about: Vec<(KindId, u32)>,
    /// when
    pub path: Path,
}

/// What happened, by what it was.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// the acts: actor, action, attributes at the end
    pub acts: Vec<Act>,
    /// stages carried out, in order
    pub done: Vec<Done>,
    /// acts declared, in order, and when
    pub declared: Vec<(u32, Path)>,
    /// acts that were missed, and when
    pub missed: Vec<(u32, When)>,
    /// purposes of rolls, and when
    pub rolls: Vec<(WordId, Path)>,
    /// questions, and when
    pub asked: Vec<Question>,
}

/// An act at the end of the run.
#[derive(Clone, Debug)]
pub struct Act {
    /// who
    pub actor: u32,
    /// what
    pub action: crate::ruleset::ActionId,
    /// all attributes
    pub attributes: Vec<Value>,
    /// when it was declared or added
    pub path: Path,
}

impl Act {
    /// The word of its state at the end.
    pub fn state(&self) -> Option<WordId> {
        self.attributes
            .get(slots::STATE as usize)
            .filter(|&&word| word != MISSING)
            .map(|&word| WordId(word as u32))
    }
}

impl Log {
    /// Reads a journal.
    pub fn of(rules: &Ruleset, journal: &Journal) -> Self {
        let mut log = Log::default();
        for act in &journal.acts {
            let attributes = journal.values(act.attributes).to_vec();
            log.acts.push(Act {
                actor: act.actor,
                action: act.action,
                attributes,
                path: Path::new(),
            });
        }
        let mut path = Path::new();
        let mut keys = Vec::new();
        let mut batch = 0;
        for entry in &journal.entries {
            match entry.what {
                What::PhaseBegins { phase, number, .. } if number != MISSING => {
                    path.push((phase, number))
                }
                What::PhaseEnds { number, .. } if number != MISSING => {
                    path.pop();
                }
                What::BatchBegins { place, .. } => {
                    batch += 1;
                    keys = pairs(journal, place)
                        .map(|(word, value)| (WordId(word as u32), value))
                        .collect();
                }
                What::Resolved { act, stage } => {
                    // An act at once stands in no batch: it is one of its own.
                    if rules.actions[journal.acts[act as usize].action.index()].at_once {
                        batch += 1;
                    }
                    let when = When {
                        path: path.clone(),
                        keys: keys.clone(),
                    };
                    log.done.push(Done {
                        act,
                        stage,
                        batch,
                        when,
                    });
                }
                What::Declared { act, .. } => {
                    log.acts[act as usize].path.clone_from(&path);
                    log.declared.push((act, path.clone()));
                }
                What::Added { act, .. } if log.acts[act as usize].path.is_empty() => {
                    log.acts[act as usize].path.clone_from(&path);
                }
                What::Missed { act } => {
                    log.missed.push((
                        act,
                        When {
                            path: path.clone(),
                            keys: keys.clone(),
                        },
                    ));
                }
                What::Rolled { purpose, .. } => log.rolls.push((purpose, path.clone())),
                What::Asked {
                    question, about, ..
                } => log.asked.push(Question {
                    name: rules.questions[question.index()].name,
                    about: pairs(journal, about)
                        .map(|(kind, record)| (KindId(kind as u32), record as u32))
                        .collect(),
                    path: path.clone(),
                }),
                _ => {}
            }
        }
        log
    }

    /// Whether an act is the one that an expectation names, whatever its stage and time.
    pub fn is_meant(&self, act: u32, reference: &ActReference) -> bool {
        let act = &self.acts[act as usize];
        let has =
            |&(slot, value): &(Slot, Value)| act.attributes.get(slot as usize) == Some(&value);
        act.actor == reference.actor
            && act.action == reference.action
            && reference.settings.iter().all(has)
    }

    /// Whether what was done is what an expectation names.
    pub fn matches(&self, done: &Done, reference: &ActReference) -> bool {
        self.is_meant(done.act, reference)
            && reference.stage.is_none_or(|stage| stage == done.stage)
            && reference
                .moment
                .as_ref()
                .is_none_or(|moment| done.when.is_in(moment))
    }

    /// Everything done that an expectation names, in order.
    pub fn all<'a>(&'a self, reference: &'a ActReference) -> impl Iterator<Item = &'a Done> {
        self.done
            .iter()
            .filter(move |done| self.matches(done, reference))
    }
}

fn pairs(journal: &Journal, range: Range) -> impl Iterator<Item = (Value, Value)> + '_ {
    journal
        .values(range)
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
}
