//! Plain enumeration: every face of every die that a scenario does not give, each run from its beginning by the machine, judged by
//! `judged`. Nothing is merged and nothing forgotten: what the exact answers are held against.

use std::collections::BTreeMap;

use affray::journal::{Journal, What};
use affray::machine::Machine;
use affray::odds::{Chance, Distribution};
use affray::ruleset::{ExprId, KindId, MISSING, PhaseId, Ruleset, Value};
use affray::run::dice::{self, RollRequest};
use affray::run::{Arena, Dice, Fault, FaultKind, Observer, Scene, decisions};
use affray::scenario::{ActOrder, Asked, ExpectationKind, FactMoment, Moment, Question, Scenario};
use affray::source::Limits;
use affray::view::{TranscriptStyle, transcript};
use dashu_int::UBig;
use dashu_ratio::RBig;

use super::judged::judged;

/// What plain enumeration found.
#[derive(Debug, PartialEq)]
pub enum Plain {
    /// each answer and its chance
    Answers(BTreeMap<Value, RBig>),
    /// some run meets a fault
    Fault(Fault),
    /// there are more runs than were to be played
    TooMany,
}

/// The dice of a scenario, and beyond them a row of faces that is counted through like the wheels of a counter.
pub struct EveryFace<'a> {
    scripted: dice::ScriptedDice<'a>,
    /// each die: its face and its sides
    wheels: Vec<(u32, u32)>,
    at: usize,
}

impl<'a> EveryFace<'a> {
    pub fn new(scenario: &'a Scenario) -> Self {
        EveryFace {
            scripted: dice::ScriptedDice::without_seed(scenario),
            wheels: Vec::new(),
            at: 0,
        }
    }

    /// Ready for a run.
    fn begin(&mut self, scenario: &'a Scenario) {
        self.scripted = dice::ScriptedDice::without_seed(scenario);
        self.at = 0;
    }

    /// The chance of the run that was just played.
    fn chance(&self) -> RBig {
        let ways = |all: UBig, wheel: &(u32, u32)| all * wheel.1;
        RBig::from_parts(1.into(), self.wheels.iter().fold(UBig::ONE, ways))
    }

    /// Turns to the next run; `false` if there is none.
    fn turn(&mut self) -> bool {
        self.wheels.truncate(self.at);
        while let Some((face, sides)) = self.wheels.last_mut() {
            if *face < *sides {
                *face += 1;
                return true;
            }
            self.wheels.pop();
        }
        false
    }
}

impl Dice for EveryFace<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        match self.scripted.roll(request, faces) {
            Err(FaultKind::NoDie { .. }) => {}
            given => return given,
        }
        let begin = faces.len();
        for _ in 0..request.throw.count {
            if self.at == self.wheels.len() {
                self.wheels.push((1, request.throw.sides));
            }
            faces.push(Value::from(self.wheels[self.at].0));
            self.at += 1;
        }
        Ok(request.throw.result(&faces[begin..]))
    }
}

/// The answers to a question over all runs, if these are not more than so many.
pub fn enumerate(rules: &Ruleset, scenario: &Scenario, asked: &Asked, most: usize) -> Plain {
    let mut machine = Machine::new(rules, Limits::DEFAULT);
    let mut dice = EveryFace::new(scenario);
    let mut answers: BTreeMap<Value, RBig> = BTreeMap::new();
    for _ in 0..most {
        dice.begin(scenario);
        match answer(rules, scenario, asked, &mut machine, &mut dice) {
            Ok(answer) => *answers.entry(answer).or_insert(RBig::ZERO) += dice.chance(),
            Err(fault) => return Plain::Fault(fault),
        }
        if !dice.turn() {
            return Plain::Answers(answers);
        }
    }
    Plain::TooMany
}

/// The answer of one run: judged by its journal, worked out at the end, or read from the journal.
pub fn answer(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    machine: &mut Machine<'_>,
    dice: &mut dyn Dice,
) -> Result<Value, Fault> {
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    let value = match asked {
        // A fact that cannot be worked out fails for the suite; asked how often, it is a fault.
        Asked::Value(value, _, FactMoment::End) => Some(*value),
        Asked::Value(value, _, FactMoment::EndOf(moment)) => {
            let mut late = Late {
                scenario,
                value: *value,
                moment,
                seen: Ok(MISSING),
            };
            machine.play(scenario, dice, &mut decisions, Some(&mut late))?;
            return late.seen;
        }
        Asked::Value(_, _, FactMoment::After(_)) => unreachable!("none of these tests asks it"),
        Asked::Whether(ExpectationKind::Fact(fact, FactMoment::End)) => Some(*fact),
        Asked::Whether(ExpectationKind::Said { .. }) => None,
        Asked::Whether(kind) => {
            return judged(rules, scenario, kind, machine, dice).map(Value::from);
        }
        Asked::Place(_) | Asked::First(..) => None,
    };
    machine.play(scenario, dice, &mut decisions, None)?;
    match (value, asked) {
        (Some(value), _) => {
            let arena = Arena {
                exprs: &scenario.exprs,
                spans: &scenario.expr_spans,
            };
            machine.scene().value(arena, value, scenario.locals)
        }
        (None, Asked::Place(who)) => {
            let batches = batches(rules, machine.journal());
            Ok(first(&batches, *who).map_or(MISSING, |first| place(&batches, first)))
        }
        (None, Asked::First(who, relation, other)) => {
            let batches = batches(rules, machine.journal());
            let last = batches.len();
            let [a, b] = [who, other].map(|&who| first(&batches, who).unwrap_or(last));
            Ok(Value::from(match relation {
                ActOrder::Before => a < b,
                ActOrder::With => a == b && a < last,
                ActOrder::After => a > b,
            }))
        }
        (None, Asked::Whether(ExpectationKind::Said { said, .. })) => {
            let asks = |question: &&Question| question.of == *asked;
            let question = scenario.questions.iter().find(asks).expect("it is asked");
            let text = asked_text(question);
            let style = TranscriptStyle { verbose: true };
            let told = transcript(rules, scenario, machine.journal(), &style);
            let mut lines = told.lines().skip_while(|line| !line.is_empty());
            let says =
                |line: &str| line.contains(text) && !line.ends_with(": its condition is not met");
            Ok(Value::from(lines.any(says) == *said))
        }
        _ => unreachable!("every other question was judged"),
    }
}

/// The text that a run has to say. A full stop at its end is not compared.
fn asked_text(question: &Question) -> &str {
    match question.title.as_str() {
        // The one question of the cases whose title is not its text.
        "she is hit" => "ann is hit",
        title => title.trim_end_matches('.'),
    }
}

/// Looks at a value at the end of a period.
struct Late<'a> {
    scenario: &'a Scenario,
    value: ExprId,
    moment: &'a Moment,
    seen: Result<Value, Fault>,
}

impl Observer for Late<'_> {
    fn phase_ended(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        let ends = self.moment.path.last().is_some_and(|last| last.0 == phase);
        if ends
            && self
                .moment
                .path
                .iter()
                .all(|part| scene.path().contains(part))
        {
            let arena = Arena {
                exprs: &self.scenario.exprs,
                spans: &self.scenario.expr_spans,
            };
            self.seen = scene.value(arena, self.value, self.scenario.locals);
        }
    }
}

/// For each combatant the first batch in which it acts and its place, where it acts at all.
pub type Order = Vec<Option<(usize, Value)>>;

/// In which orders all act, over all runs, if these are not more than so many.
pub fn orders(
    rules: &Ruleset,
    scenario: &Scenario,
    most: usize,
) -> Result<Option<BTreeMap<Order, RBig>>, Fault> {
    let mut machine = Machine::new(rules, Limits::DEFAULT);
    let mut dice = EveryFace::new(scenario);
    let mut orders: BTreeMap<Order, RBig> = BTreeMap::new();
    let combatants = scenario.records[KindId::COMBATANT.index()].len() as u32;
    for _ in 0..most {
        dice.begin(scenario);
        let mut decisions = decisions::ScriptedDecisions::new(scenario);
        machine.play(scenario, &mut dice, &mut decisions, None)?;
        let batches = batches(rules, machine.journal());
        let of = |who| first(&batches, who).map(|first| (first, place(&batches, first)));
        let order = (0..combatants).map(of).collect();
        *orders.entry(order).or_insert(RBig::ZERO) += dice.chance();
        if !dice.turn() {
            return Ok(Some(orders));
        }
    }
    Ok(None)
}

/// Who acted in each batch. An act at once is a batch of its own.
fn batches(rules: &Ruleset, journal: &Journal) -> Vec<Vec<u32>> {
    let mut batches: Vec<Vec<u32>> = vec![Vec::new()];
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => batches.push(Vec::new()),
            What::Resolved { act, .. } => {
                let act = &journal.acts[act as usize];
                if rules.actions[act.action.index()].at_once {
                    batches.push(Vec::new());
                }
                batches.last_mut().expect("a batch").push(act.actor);
            }
            _ => {}
        }
    }
    batches
}

/// The first batch in which a combatant acted.
fn first(batches: &[Vec<u32>], who: u32) -> Option<usize> {
    batches.iter().position(|batch| batch.contains(&who))
}

/// One more than the combatants that acted before this batch.
fn place(batches: &[Vec<u32>], first: usize) -> Value {
    let mut before: Vec<u32> = batches[..first].concat();
    before.sort_unstable();
    before.dedup();
    before.len() as Value + 1
}

/// The fractions of an exact answer.
pub fn fractions(answers: &Distribution) -> BTreeMap<Value, RBig> {
    (answers.answers.iter())
        .map(|(answer, chance)| match chance {
            Chance::Exact(fraction) => (*answer, fraction.clone()),
            other => panic!("not exact: {other:?}"),
        })
        .collect()
}
