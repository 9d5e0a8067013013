//! What people decide: declarations and answers. The machine asks a source; it never asks a person itself.

use super::dice::around;
use super::varint::{VarintReader, VarintWriter};
use crate::journal::Journal;
use crate::ruleset::index::{Idx, to_number};
use crate::ruleset::{AskedActions, KindId, PhaseId, Value, WordId};
use crate::scenario::{Answer, AnswerValue, Person, Scenario, runs};
use std::cmp::Reverse;

/// A question that the rules put to a person.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// Who is asked.
    pub who: Person,
    /// The name of the question.
    pub question: WordId,
    /// About which records.
    pub about: &'a [(KindId, u32)],
    /// The attributes of the acts among them.
    pub acts: &'a [Vec<Value>],
    /// Of a draw: what can be drawn.
    pub drawable: &'a [Value],
    /// The period: repeated phases and their numbers, the outermost first.
    pub path: &'a [(PhaseId, Value)],
    /// The phases that run, the outermost first.
    pub running: &'a [PhaseId],
    /// What has happened.
    pub journal: &'a Journal,
}

/// The number of no record: no question allows it.
pub const NO_RECORD: Value = 1 << 30;

impl Asking<'_> {
    /// Of a draw: what is drawn, where it is the only one.
    pub fn only(&self) -> Option<Value> {
        match self.drawable {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// What an answer of the scenario says here; `None`: the default. Of several records with one title it is the first that can be drawn, and where no
    /// record has it, one that is not there.
    fn value(&self, answer: &Answer) -> Option<Value> {
        match &answer.value {
            AnswerValue::Default => None,
            AnswerValue::Value(value) => Some(*value),
            AnswerValue::Titled { ways, .. } => {
                let titled = ways.iter().flat_map(|way| self.journal.titled(way));
                let all: Vec<Value> = titled.map(Value::from).collect();
                let can_be = all.iter().find(|one| self.drawable.contains(one));
                Some(can_be.or(all.first()).copied().unwrap_or(NO_RECORD))
            }
        }
    }
}

/// A combatant may declare.
#[derive(Clone, Copy, Debug)]
pub struct Declaring<'a> {
    /// The number of the combatant.
    pub actor: u32,
    /// The period: repeated phases and their numbers, the outermost first.
    pub path: &'a [(PhaseId, Value)],
    /// The phases that run, the outermost first.
    pub running: &'a [PhaseId],
    /// The next act alone.
    pub one: bool,
    /// Acts of which actions.
    pub actions: &'a AskedActions,
}

/// A source of decisions.
pub trait Decisions {
    /// What a combatant declares in a period, of the actions that are asked for: numbers of the scenario's declarations, put into `out`, which is empty, in
    /// their order.
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>);

    /// Whether it never declares anything, so that it need not be asked.
    fn declares_nothing(&self) -> bool {
        false
    }

    /// The answer to a question; `None` leaves it to its default.
    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value>;
}

/// Decisions as a scenario gives them.
#[derive(Clone, Debug)]
pub struct ScriptedDecisions<'a> {
    scenario: &'a Scenario,
    /// for each combatant, its declarations by their period (that around its own turn), and there by number
    declared: Vec<Vec<u32>>,
    /// the numbers of the answers by who answers what within which period; there those in a part first, then those that say most about whom, then
    /// those that are good once
    answers: Vec<usize>,
    /// by declaration: how often some rule has asked for it; more than once is told as twice
    asked: Vec<u8>,
    answered: Vec<bool>,
    latest: Option<usize>,
    /// answers that were not taken as only this could be drawn
    passed: Vec<(usize, Value)>,
    /// the combatant that was asked last what it declares, and how many have been asked in a row that had nothing to declare
    silent: (u32, u32),
}

impl<'a> ScriptedDecisions<'a> {
    /// The decisions of a scenario.
    pub fn new(scenario: &'a Scenario) -> Self {
        let mut declared: Vec<Vec<u32>> = Vec::new();
        for (number, declaration) in scenario.declarations.iter().enumerate() {
            let actor = declaration.actor.index();
            if declared.len() <= actor {
                declared.resize_with(actor + 1, Vec::new);
            }
            declared[actor].push(to_number(number));
        }
        for numbers in &mut declared {
            numbers.sort_by_key(|&number| period(scenario, number));
        }
        let mut answers: Vec<usize> = (0..scenario.answers.len()).collect();
        answers.sort_by_key(|&number| {
            let answer = &scenario.answers[number];
            (
                key(answer),
                answer.part.is_none(),
                Reverse(answer.about.len() + answer.acts.len()),
                answer.each_time,
            )
        });
        ScriptedDecisions {
            scenario,
            declared,
            answers,
            asked: vec![0; scenario.declarations.len()],
            answered: vec![false; scenario.answers.len()],
            latest: None,
            passed: Vec::new(),
            silent: (0, 0),
        }
    }

    /// All declarations and answers can be given again.
    pub fn begin_anew(&mut self) {
        self.asked.fill(0);
        self.answered.fill(false);
        self.latest = None;
        self.passed.clear();
    }

    /// The number of the answer of the scenario that was given last; `None`: the last question was left to its default.
    pub fn latest(&self) -> Option<usize> {
        self.latest
    }

    /// The combatant that was asked last what it declares, and how many have been asked in a row that had nothing to declare.
    pub(crate) fn silent(&self) -> (u32, u32) {
        self.silent
    }

    /// Writes down what is still open.
    pub fn write_down(&self, out: &mut VarintWriter) {
        out.all(self.asked.iter().map(|&asked| Value::from(asked > 0)));
        out.all(self.answered.iter().map(|&answered| Value::from(answered)));
    }

    /// Takes for open what was written down.
    pub fn take_up(&mut self, from: &mut VarintReader<'_>) {
        from.all(&mut self.asked, |asked| u8::from(asked > 0));
        from.all(&mut self.answered, |answered| answered == 1);
    }

    /// The declarations that no rule asked for, by number.
    pub fn unused_declarations(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.asked.len()).filter(|&number| self.asked[number] == 0)
    }

    /// Whether the combatant of a declaration was asked again in its period when nothing was left to be declared there.
    pub fn asked_again(&self, declaration: u32) -> bool {
        self.asked[declaration.index()] > 1
    }

    /// What alone could be drawn when an answer named something else.
    pub fn drawn_instead(&self, answer: usize) -> Option<Value> {
        let mut passed = self.passed.iter();
        passed.find(|passed| passed.0 == answer).map(|one| one.1)
    }

    /// The answers to questions that no rule asked, by number.
    pub fn unused_answers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.answered.len()).filter(|&index| !self.answered[index])
    }
}

/// The period of a declaration.
fn period(scenario: &Scenario, declaration: u32) -> &[(PhaseId, Value)] {
    &scenario.declarations[declaration.index()].path
}

/// By what answers are found.
fn key(answer: &Answer) -> (Person, WordId, &[(PhaseId, Value)]) {
    (answer.who, answer.question, &answer.path)
}

impl Decisions for ScriptedDecisions<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        let Declaring {
            actor,
            path,
            running,
            one,
            actions,
        } = *declaring;
        self.silent = (actor, self.silent.1.saturating_add(1));
        let Some(numbers) = self.declared.get(actor.index()) else {
            return;
        };
        let scenario = self.scenario;
        let within = |path: &[(PhaseId, Value)]| {
            let first = numbers.partition_point(|&number| period(scenario, number) < path);
            let count =
                numbers[first..].partition_point(|&number| period(scenario, number) == path);
            &numbers[first..first + count]
        };
        let around = scenario.around_own_turn(actor, path);
        let around = match around.len() < path.len() {
            true => within(around),
            false => &[],
        };
        let own = within(path);
        if own.is_empty() && around.is_empty() {
            return;
        }
        let counts = |number: &u32| {
            let declaration = &scenario.declarations[number.index()];
            runs(declaration.part, running) && declaration.is_asked(actions)
        };
        let here = own.iter().chain(around).copied().filter(counts);
        let is_left = |number: &u32| self.asked[number.index()] == 0;
        if one && let Some(next) = here.clone().filter(is_left).min() {
            self.asked[next.index()] = 1;
            self.silent.1 = 0;
            out.push(next);
            return;
        }
        out.extend(here.clone().filter(is_left));
        scenario.take(out, actions);
        if !out.is_empty() {
            self.silent.1 = 0;
        }
        for number in here {
            let asked = &mut self.asked[number.index()];
            if *asked > 0 || out.contains(&number) {
                *asked = (*asked + 1).min(2);
            }
        }
    }

    fn declares_nothing(&self) -> bool {
        self.scenario.declarations.is_empty()
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let answers = &self.scenario.answers;
        let first = |period| {
            let wanted = (asking.who, asking.question, period);
            let start = self
                .answers
                .partition_point(|&number| key(&answers[number]) < wanted);
            let within = self.answers[start..].iter().copied();
            let mut within = within.take_while(|&number| key(&answers[number]) == wanted);
            within.find(|&number| {
                let answer = &answers[number];
                (answer.each_time || !self.answered[number])
                    && runs(answer.part, asking.running)
                    && answer.is_about(asking.about, asking.acts)
            })
        };
        // The innermost period that answers it, there the one that says most about whom, there the first.
        let mut found = around(asking.path).find_map(first);
        if let (Some(index), Some(only)) = (found, asking.only())
            && asking.value(&answers[index]) != Some(only)
        {
            // It may be for another draw.
            if !self.passed.contains(&(index, only)) {
                self.passed.push((index, only));
            }
            found = None;
        }
        self.latest = found;
        let index = found?;
        self.answered[index] = true;
        asking.value(&self.scenario.answers[index])
    }
}
