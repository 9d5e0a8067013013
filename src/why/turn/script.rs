//! A run as a scenario in which every die is given, and what becomes of it when one thing is changed. Judges nothing.

use super::super::Run;
use crate::engine::decisions::{self, Asking};
use crate::engine::dice::{Dice, RollRequest, Scripted};
use crate::engine::fault::FaultKind;
use crate::engine::{Blind, Decisions, Engine};
use crate::journal::{Journal, What};
use crate::ruleset::{KindId, PhaseId, Slot, Value, WordId};
use crate::scenario::{Answer, Person, Scenario, ScriptedRoll};
use crate::source::{Limits, Span};

/// One thing that is changed in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// What dice show.
    Die {
        /// which roll of the scenario
        roll: usize,
        /// which of its faces
        face: usize,
        /// what it shows instead
        to: Value,
    },
    /// An answer that the scenario gives.
    Answer {
        /// which
        answer: usize,
        /// what is answered instead
        to: Value,
    },
    /// An answer where the scenario gives none.
    NewAnswer(Answer),
    /// An attribute of a record.
    Attribute {
        /// the kind
        kind: KindId,
        /// the record
        record: u32,
        /// the attribute
        slot: Slot,
        /// what it is instead
        to: Value,
    },
    /// An attribute of a declared act.
    Act {
        /// the declaration
        declaration: usize,
        /// the attribute
        slot: Slot,
        /// what it is instead
        to: Value,
    },
}

/// Makes a change in a scenario.
fn apply(scenario: &mut Scenario, change: &Change) {
    match change {
        Change::Die { roll, face, to } => scenario.dice[*roll].faces[*face] = *to,
        Change::Answer { answer, to } => scenario.answers[*answer].value = *to,
        Change::NewAnswer(answer) => scenario.answers.push(answer.clone()),
        Change::Attribute {
            kind,
            record,
            slot,
            to,
        } => {
            let kind = kind.index();
            give(
                &mut scenario.records[kind][*record as usize].values,
                *slot,
                *to,
            );
        }
        Change::Act {
            declaration,
            slot,
            to,
        } => give(
            &mut scenario.declarations[*declaration].settings,
            *slot,
            *to,
        ),
    }
}

fn give(values: &mut Vec<(Slot, Value)>, slot: Slot, to: Value) {
    match values.iter_mut().find(|value| value.0 == slot) {
        Some(value) => value.1 = to,
        None => values.push((slot, to)),
    }
}

/// Takes a change back.
fn restore(changed: &mut Scenario, scenario: &Scenario, change: &Change) {
    match change {
        Change::Die { roll, .. } => changed.dice[*roll].clone_from(&scenario.dice[*roll]),
        Change::Answer { answer, .. } => {
            changed.answers[*answer].clone_from(&scenario.answers[*answer]);
        }
        Change::NewAnswer(_) => changed.answers.truncate(scenario.answers.len()),
        Change::Attribute { kind, record, .. } => {
            let (kind, record) = (kind.index(), *record as usize);
            changed.records[kind][record].clone_from(&scenario.records[kind][record]);
        }
        Change::Act { declaration, .. } => {
            changed.declarations[*declaration].clone_from(&scenario.declarations[*declaration]);
        }
    }
}

/// A roll of the first run.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// the entry of the journal
    pub entry: usize,
    /// which roll of the scenario as it was played
    pub roll: usize,
    /// who rolled, and what for
    pub of: (Person, WordId),
    /// how many dice, with how many sides
    pub dice: (u32, u32),
}

/// The run as a scenario, and an engine to play it with changes.
pub struct Script<'r> {
    /// The scenario as it was played: with every die given.
    pub scenario: Scenario,
    /// The rolls of the first run.
    pub rolls: Vec<Rolled>,
    /// For each question of the first run, in order, the answer of the scenario that was given.
    pub answers: Vec<Option<usize>>,
    /// a copy to change
    changed: Scenario,
    engine: Engine<'r>,
    assumed: Vec<ScriptedRoll>,
}

impl<'r> Script<'r> {
    /// The script of a run: plays it once more to see which of the scenario's dice and answers were taken when.
    pub fn of(run: &Run<'r>) -> Self {
        let mut scenario = run.scenario.clone();
        let mut engine = Engine::new(run.rules, limits(run.journal));
        let mut dice = Log {
            dice: Scripted::new(run.scenario, run.seed),
            rolls: Vec::new(),
            new: Vec::new(),
        };
        let mut answers = AnswerLog {
            decisions: decisions::Scripted::new(run.scenario),
            given: Vec::new(),
        };
        // A fault stops this run where it stopped the first one.
        _ = engine.play(run.scenario, &mut dice, &mut answers, &mut Blind);
        let entries = run.journal.entries.iter().enumerate();
        let entries = entries.filter(|(_, entry)| matches!(entry.what, What::Rolled { .. }));
        let rolls = dice.rolls.into_iter().zip(entries);
        let rolls = rolls.map(|(roll, (entry, _))| Rolled { entry, ..roll });
        let rolls = rolls.collect();
        scenario.dice.append(&mut dice.new);
        scenario.seed = None;
        Script {
            changed: scenario.clone(),
            scenario,
            rolls,
            answers: answers.given,
            engine,
            assumed: Vec::new(),
        }
    }

    /// Plays with a change. Dice beyond those that there are show what the same dice showed in the first run. `None`: a fault stops it.
    pub fn play(&mut self, change: &Change) -> Option<()> {
        apply(&mut self.changed, change);
        let mut dice = Lent {
            dice: Scripted::new(&self.changed, None),
            rolls: &self.rolls,
            scenario: &self.scenario,
            assumed: Vec::new(),
        };
        let mut answers = decisions::Scripted::new(&self.changed);
        let ended = self
            .engine
            .play(&self.changed, &mut dice, &mut answers, &mut Blind);
        self.assumed = dice.assumed;
        restore(&mut self.changed, &self.scenario, change);
        ended.ok().map(|_| ())
    }

    /// Plays with a change and with these dice beyond those that there are, and no others.
    pub fn play_plainly(&mut self, change: &Change, dice: &[ScriptedRoll]) -> Option<()> {
        apply(&mut self.changed, change);
        self.changed.dice.extend_from_slice(dice);
        let mut given = Scripted::new(&self.changed, None);
        let mut answers = decisions::Scripted::new(&self.changed);
        let ended = self
            .engine
            .play(&self.changed, &mut given, &mut answers, &mut Blind);
        self.changed.dice.truncate(self.scenario.dice.len());
        restore(&mut self.changed, &self.scenario, change);
        ended.ok().map(|_| ())
    }

    /// The journal of the last run.
    pub fn journal(&self) -> &Journal {
        self.engine.journal()
    }

    /// The dice that the last run asked for beyond those that there were.
    pub fn assumed(&self) -> &[ScriptedRoll] {
        &self.assumed
    }
}

/// A changed run may take some more steps than the first, not all that a run may take.
fn limits(journal: &Journal) -> Limits {
    let steps = 200_000 + 2_000 * journal.entries.len() as u64;
    Limits {
        steps: steps.min(Limits::DEFAULT.steps),
        ..Limits::DEFAULT
    }
}

/// The dice of the first run, and which of them were taken when; those from a seed are written down.
struct Log<'a> {
    dice: Scripted<'a>,
    rolls: Vec<Rolled>,
    new: Vec<ScriptedRoll>,
}

impl Dice for Log<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        let total = self.dice.roll(request, faces)?;
        let roll = self.dice.latest().unwrap_or_else(|| {
            self.new.push(scripted(request, faces.clone()));
            self.dice.count() + self.new.len() - 1
        });
        self.rolls.push(Rolled {
            entry: 0,
            roll,
            of: (request.who, request.purpose),
            dice: (request.count, request.sides),
        });
        Ok(total)
    }
}

/// A roll of a scenario for a request.
fn scripted(request: &RollRequest<'_>, faces: Vec<Value>) -> ScriptedRoll {
    ScriptedRoll {
        path: request.path.to_vec(),
        who: request.who,
        purpose: request.purpose,
        faces,
        span: Span::default(),
    }
}

/// The answers of the first run, and which of them were given when.
struct AnswerLog<'a> {
    decisions: decisions::Scripted<'a>,
    given: Vec<Option<usize>>,
}

impl Decisions for AnswerLog<'_> {
    fn declarations(&mut self, actor: u32, path: &[(PhaseId, Value)], out: &mut Vec<u32>) {
        self.decisions.declarations(actor, path, out);
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let answer = self.decisions.answer(asking);
        self.given.push(self.decisions.latest());
        answer
    }
}

/// The dice of a changed run: those of the scenario, and where there are none, what the same person rolled for the same purpose in the first run.
struct Lent<'a> {
    dice: Scripted<'a>,
    rolls: &'a [Rolled],
    scenario: &'a Scenario,
    assumed: Vec<ScriptedRoll>,
}

impl Dice for Lent<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        let missing = match self.dice.roll(request, faces) {
            Err(missing @ FaultKind::NoDie { .. }) => missing,
            other => return other,
        };
        let same = |rolled: &&Rolled| {
            rolled.of == (request.who, request.purpose)
                && rolled.dice == (request.count, request.sides)
        };
        let lent = self.rolls.iter().find(same).ok_or(missing)?;
        let given = &self.scenario.dice[lent.roll].faces;
        if given.len() == request.count as usize {
            faces.extend_from_slice(given);
        }
        self.assumed.push(scripted(request, given.clone()));
        Ok(given.iter().sum())
    }
}
