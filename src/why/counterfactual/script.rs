//! A run as a scenario in which every die is given, and what becomes of it when one thing is changed. Judges nothing.

use super::super::Run;
use super::change::{ScenarioChange, apply, restore};
use crate::journal::{Journal, What};
use crate::machine::Machine;
use crate::ruleset::{Declared, KindId, PersonQuestion, Ruleset, Throw, Type, Value, WordId};
use crate::run::Decisions;
use crate::run::decisions::{self, Asking, Declaring};
use crate::run::dice::{Dice, RollRequest, ScriptedDice};
use crate::run::fault::{Fault, FaultKind};
use crate::scenario::{Path, Person, Scenario, ScriptedRoll};
use crate::source::{Limits, Span};
use crate::suite::{ChoiceProbe, WantedAct};
use crate::view::{PhaseNumbers, Story, moments};

/// A roll of the first run.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// the entry of the journal
    pub entry: usize,
    /// which roll of the scenario as it was played
    pub roll: usize,
    /// who rolled, and what for
    pub of: (Person, WordId),
    /// which dice
    pub throw: Throw,
}

/// A question of the first run, and its answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// the entry of the journal
    pub entry: usize,
    /// when it was asked
    pub path: Path,
    /// who was asked
    pub who: Person,
    /// what
    pub question: WordId,
    /// about which records
    pub about: Vec<(KindId, u32)>,
    /// which answer of the scenario was given; `None`: the default
    pub given: Option<usize>,
    /// what could be answered
    pub declared: Declared,
    /// it is a draw, which is left to the dice without an answer
    pub is_draw: bool,
    /// what was answered
    pub now: Value,
}

impl Answered {
    /// Whether a line of a scenario that answers this question, as narrowly as it can, answers another one too.
    pub fn fits(&self, other: &Answered) -> bool {
        (self.who, self.question) == (other.who, other.question)
            && other.path.starts_with(&self.path)
            && self.about.iter().all(|about| other.about.contains(about))
    }
}

impl Answered {
    /// ` about ann, bob`, or nothing.
    pub(super) fn about_words(&self, story: &Story<'_>) -> String {
        let about = self
            .about
            .iter()
            .map(|&(kind, record)| story.value(&Type::Record(kind), record.into(), self.entry));
        match about.collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            about => format!(" about {}", about.join(", ")),
        }
    }
}

/// A roll that a changed run asks for beyond those that there are.
#[derive(Clone, Debug, PartialEq)]
pub struct AssumedRoll {
    /// Who rolls, what for and when, and what was taken for it.
    pub roll: ScriptedRoll,
    /// Which one it is of those of the same period, person and purpose, from 1; `None`: the only one.
    pub number: Option<usize>,
}

/// The run as a scenario, and a machine to play it with changes.
pub struct Script<'r> {
    /// The scenario as it was played: with every die given.
    pub scenario: Scenario,
    /// The rolls of the first run.
    pub rolls: Vec<Rolled>,
    /// The questions of the first run, in order.
    pub asked: Vec<Answered>,
    /// a copy to change
    changed: Scenario,
    machine: Machine<'r>,
    rules: &'r Ruleset,
    limits: Limits,
    /// what was assumed in the last run, and how many rolls there were before it
    assumed: Vec<(usize, ScriptedRoll)>,
}

impl<'r> Script<'r> {
    /// The script of a run: plays it once more to see which of the scenario's dice and answers were taken when.
    pub fn new(run: &Run<'r>) -> Self {
        let mut scenario = run.scenario.clone();
        let mut machine = Machine::new(run.rules, limits(run));
        let mut dice = DiceLog {
            dice: ScriptedDice::new(run.scenario, run.seed),
            rolls: Vec::new(),
            new: Vec::new(),
        };
        let mut answers = AnswerLog {
            decisions: decisions::ScriptedDecisions::new(run.scenario),
            asked: Vec::new(),
        };
        // A fault stops this run where it stopped the first one.
        _ = machine.play(run.scenario, &mut dice, &mut answers, None);
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
            asked: answered(run, answers.asked),
            machine,
            rules: run.rules,
            limits: limits(run),
            assumed: Vec::new(),
        }
    }

    /// Plays with a change. Dice beyond those that there are show what the same dice showed in the first run, or else their middle.
    ///
    /// # Errors
    ///
    /// The fault that stops it; the journal tells what was before that.
    pub fn play(&mut self, change: &ScenarioChange) -> Result<(), Fault> {
        apply(&mut self.changed, change);
        let mut dice = Lent {
            dice: ScriptedDice::new(&self.changed, None),
            rolls: &self.rolls,
            scenario: &self.scenario,
            count: 0,
            assumed: Vec::new(),
        };
        let mut answers = Otherwise::new(&self.changed, change);
        let ended = self
            .machine
            .play(&self.changed, &mut dice, &mut answers, None);
        self.assumed = dice.assumed;
        restore(&mut self.changed, &self.scenario, change);
        ended.map(|_| ())
    }

    /// Plays with a change and with these dice beyond those that there are, and no others.
    ///
    /// # Errors
    ///
    /// The fault that stops it.
    pub fn play_plainly(
        &mut self,
        change: &ScenarioChange,
        dice: &[AssumedRoll],
    ) -> Result<(), Fault> {
        self.change_with(change, dice);
        let mut given = ScriptedDice::new(&self.changed, None);
        let mut answers = Otherwise::new(&self.changed, change);
        let ended = self
            .machine
            .play(&self.changed, &mut given, &mut answers, None);
        self.change_back(change);
        ended.map(|_| ())
    }

    fn change_with(&mut self, change: &ScenarioChange, dice: &[AssumedRoll]) {
        apply(&mut self.changed, change);
        let dice = dice.iter().map(|one| one.roll.clone());
        self.changed.dice.extend(dice);
    }

    fn change_back(&mut self, change: &ScenarioChange) {
        self.changed.dice.truncate(self.scenario.dice.len());
        restore(&mut self.changed, &self.scenario, change);
    }

    /// Whether a condition keeps the combatant of a declaration from being asked for it, in the run with a change and with these dice.
    pub fn is_not_asked(
        &mut self,
        change: &ScenarioChange,
        dice: &[AssumedRoll],
        declaration: usize,
    ) -> bool {
        self.change_with(change, dice);
        let own = &self.changed.declarations[declaration];
        let wanted = WantedAct::declared(own);
        let mut probe = ChoiceProbe::new(self.rules, &self.changed, wanted);
        let mut given = ScriptedDice::new(&self.changed, None);
        let mut answers = Otherwise::new(&self.changed, change);
        let mut machine = Machine::for_observer(self.rules, self.limits);
        // It is stopped where the run was that is known.
        _ = machine.play(&self.changed, &mut given, &mut answers, Some(&mut probe));
        let is_not_asked = !probe.untaken.is_empty();
        self.change_back(change);
        is_not_asked
    }

    /// The journal of the last run.
    pub fn journal(&self) -> &Journal {
        self.machine.journal()
    }

    /// How many steps the last run took.
    pub fn steps(&self) -> u64 {
        self.machine.steps()
    }

    /// The dice that the last run with a change asked for beyond those that there were.
    pub fn assumed(&self) -> Vec<AssumedRoll> {
        if self.assumed.is_empty() {
            return Vec::new();
        }
        let entries = self.journal().entries.iter().zip(moments(self.journal()));
        let rolls = entries.filter_map(|(entry, moment)| match entry.what {
            What::Rolled { who, purpose, .. } => Some((who, purpose, moment)),
            _ => None,
        });
        let rolls: Vec<_> = rolls.collect();
        let numbered = |(before, roll): &(usize, ScriptedRoll)| {
            let alike = |other: &&(Person, WordId, PhaseNumbers)| {
                (other.0, other.1, &other.2) == (roll.who, roll.purpose, &roll.path)
            };
            let number = rolls.iter().take(before + 1).filter(alike).count();
            let is_only = rolls.iter().filter(alike).count() <= 1;
            AssumedRoll {
                roll: roll.clone(),
                number: (!is_only).then_some(number),
            }
        };
        self.assumed.iter().map(numbered).collect()
    }

    /// Whether the last run with a change asked for any such dice.
    pub fn assumes(&self) -> bool {
        !self.assumed.is_empty()
    }
}

/// A changed run may take some more steps than the first, not all that a run may take.
fn limits(run: &Run<'_>) -> Limits {
    let entries = run.journal.entries.len() + run.journal.left_out;
    let steps = 200_000 + 2_000 * entries as u64;
    Limits {
        steps: steps.min(run.limits.steps),
        ..run.limits
    }
}

/// The dice of the first run, and which of them were taken when; those from a seed are written down.
struct DiceLog<'a> {
    dice: ScriptedDice<'a>,
    rolls: Vec<Rolled>,
    new: Vec<ScriptedRoll>,
}

impl Dice for DiceLog<'_> {
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
            throw: request.throw,
        });
        Ok(total)
    }
}

/// A roll of a scenario for a request.
fn scripted(request: &RollRequest<'_>, faces: Vec<Value>) -> ScriptedRoll {
    ScriptedRoll {
        path: request.path.to_vec(),
        part: None,
        who: request.who,
        purpose: request.purpose,
        faces,
        each_time: false,
        span: Span::default(),
    }
}

/// The answers of the first run, and which of them were given when.
struct AnswerLog<'a> {
    decisions: decisions::ScriptedDecisions<'a>,
    asked: Vec<Answered>,
}

impl Decisions for AnswerLog<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        self.decisions.declarations(declaring, out);
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let answer = self.decisions.answer(asking);
        if is_open(asking, answer) {
            return answer;
        }
        self.asked.push(Answered {
            entry: 0,
            path: asking.path.to_vec(),
            who: asking.who,
            question: asking.question,
            about: asking.about.to_vec(),
            given: self.decisions.latest().filter(|_| answer.is_some()),
            declared: Declared::certain(Type::YesNo),
            is_draw: false,
            now: 0,
        });
        answer
    }
}

/// Whether a draw is left open in which there is only one record to be drawn: nothing else can be answered, and the journal does not tell of it.
fn is_open(asking: &Asking<'_>, answer: Option<Value>) -> bool {
    answer.is_none() && asking.only().is_some()
}

/// The questions with what the journal knows of them; one that a fault stopped is left out.
fn answered(run: &Run<'_>, asked: Vec<Answered>) -> Vec<Answered> {
    let entries = run.journal.entries.iter().enumerate();
    let known = entries.filter_map(|(entry, known)| match known.what {
        What::Asked {
            question, answer, ..
        } => Some((entry, Some(&run.rules.questions[question.index()]), answer)),
        What::Placed { first, .. } => Some((entry, None, Value::from(first))),
        _ => None,
    });
    let with =
        |(asked, (entry, rule, now)): (Answered, (_, Option<&PersonQuestion>, _))| Answered {
            entry,
            declared: rule.map_or(asked.declared, |rule| rule.answer.clone()),
            is_draw: rule.is_some_and(|rule| rule.is_draw),
            now,
            ..asked
        };
    asked.into_iter().zip(known).map(with).collect()
}

/// The decisions of a scenario, one of them changed.
struct Otherwise<'a> {
    decisions: decisions::ScriptedDecisions<'a>,
    asked: usize,
    other: Option<(usize, Value)>,
}

impl<'a> Otherwise<'a> {
    fn new(scenario: &'a Scenario, change: &ScenarioChange) -> Self {
        Otherwise {
            decisions: decisions::ScriptedDecisions::new(scenario),
            asked: 0,
            other: match change {
                ScenarioChange::Answer { asked, to } => Some((*asked, *to)),
                _ => None,
            },
        }
    }
}

impl Decisions for Otherwise<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        self.decisions.declarations(declaring, out);
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let given = self.decisions.answer(asking);
        if is_open(asking, given) {
            return given;
        }
        self.asked += 1;
        let other = self.other.filter(|&(at, _)| at + 1 == self.asked);
        other.map_or(given, |(_, to)| Some(to))
    }
}

/// How often in a row the same dice show what they showed in the first run: what is rolled again on that would go on without end.
const MOST_ALIKE: usize = 8;

/// The dice of a changed run: those of the scenario, and where there are none, what the same person rolled for the same purpose in the first run; else
/// the middle of what the dice can show.
struct Lent<'a> {
    dice: ScriptedDice<'a>,
    rolls: &'a [Rolled],
    scenario: &'a Scenario,
    /// how many rolls there were so far
    count: usize,
    assumed: Vec<(usize, ScriptedRoll)>,
}

impl Dice for Lent<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        self.count += 1;
        let missing = match self.dice.roll(request, faces) {
            Err(missing @ FaultKind::NoDie { .. }) => missing,
            other => return other,
        };
        let same = |rolled: &&Rolled| {
            rolled.of == (request.who, request.purpose) && rolled.throw == request.throw
        };
        let is_again = |(at, one): &(usize, &(usize, ScriptedRoll))| {
            let (before, assumed) = one;
            before + at + 2 == self.count
                && (assumed.who, assumed.purpose) == (request.who, request.purpose)
        };
        let latest = self.assumed.iter().rev().enumerate();
        let is_endless = latest.take(MOST_ALIKE).filter(is_again).count() == MOST_ALIKE;
        let lent = self.rolls.iter().find(same).filter(|_| !is_endless);
        let given = match lent {
            Some(lent) => self.scenario.dice[lent.roll].faces.clone(),
            None => vec![request.throw.middle()],
        };
        let result = request.throw.given(&given).ok_or(missing)?;
        if request.throw.can_show(&given) {
            faces.extend_from_slice(&given);
        }
        self.assumed
            .push((self.count - 1, scripted(request, given)));
        Ok(result)
    }
}
