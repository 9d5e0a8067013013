//! The same questions asked of several scenarios, or of one in several cases.

use super::ask::{Method, NoAnswer, Odds, all_places, ask_each};
use super::report::{self, AnswerTable, FaultMet};
use super::simulate::OddsWatcher;
use crate::ruleset::index::{Idx, to_number};
use crate::ruleset::{KindId, Ruleset};
use crate::scenario::{Asked, Question, Scenario};
use crate::source::{Limits, Sources};

/// A scenario of which questions are asked.
pub struct Subject<'a> {
    /// What is different in it.
    pub label: String,
    /// The rules by which it is played.
    pub rules: &'a Ruleset,
    /// The scenario.
    pub scenario: Scenario,
    /// The texts of both.
    pub sources: &'a Sources,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// How many questions the caller added behind those of the scenario (`Loader::asking`).
    pub added: usize,
    /// The place of every combatant.
    pub order: bool,
}

impl Wish {
    /// The questions: what the caller wishes; what the scenario asks itself, if that is nothing.
    pub fn questions(self, scenario: &Scenario) -> Vec<Question> {
        let own = scenario.questions.len().saturating_sub(self.added);
        let mut questions = match self.added == 0 && !self.order {
            true => scenario.questions.clone(),
            false => scenario.questions[own..].to_vec(),
        };
        if self.order {
            let combatants = scenario.records.get(KindId::COMBATANT.index());
            for (index, one) in combatants.into_iter().flatten().enumerate() {
                questions.push(Question {
                    title: format!("place of {}", one.name),
                    of: Asked::Place(to_number(index)),
                    span: one.span,
                });
            }
        }
        questions
    }
}

/// An answer on its way into a table.
pub struct PendingAnswer<'a> {
    /// Of which subject.
    pub subject: usize,
    /// What was asked, in the ids of its rules.
    pub question: &'a Question,
    /// What came of it.
    pub answer: &'a Result<Odds, NoAnswer>,
    /// The same as it is shown.
    pub case: &'a report::Case,
}

/// Asks all of all: a table for each question, with a case for each subject. `heard` is given each answer, in the order of the tables.
pub fn survey(
    subjects: &[Subject<'_>],
    wish: Wish,
    limits: &Limits,
    method: &Method,
    watcher: &dyn OddsWatcher,
    heard: &mut dyn FnMut(PendingAnswer<'_>),
) -> Vec<AnswerTable> {
    // Other rules may number other things: each subject is asked in its own words.
    let asked = subjects
        .iter()
        .map(|subject| wish.questions(&subject.scenario));
    let asked: Vec<Vec<Question>> = asked.collect();
    let Some(first) = asked.first() else {
        return Vec::new();
    };
    let limits = limits.shared_by(first.len() * subjects.len());
    let places: Vec<Vec<Odds>> = subjects
        .iter()
        .map(|subject| match wish.order && method.budget.is_some() {
            true => all_places(subject.rules, &subject.scenario, &limits),
            false => Vec::new(),
        })
        .collect();
    let each = (subjects.iter().zip(&asked)).zip(&places);
    let answers = each.map(|((subject, asked), places)| {
        let known = |question: &Question| match question.of {
            Asked::Place(who) => places.get(who.index()).cloned(),
            _ => None,
        };
        let known: Vec<Option<Odds>> = asked.iter().map(known).collect();
        let open = asked
            .iter()
            .zip(&known)
            .filter(|(_, known)| known.is_none());
        let open: Vec<Question> = open.map(|(question, _)| question.clone()).collect();
        let (rules, scenario) = (subject.rules, &subject.scenario);
        let found = ask_each(rules, scenario, &open, &limits, method, watcher);
        let mut found = found.into_iter();
        let answers = known.into_iter();
        answers
            .map(|known| known.map_or_else(|| found.next(), |known| Some(Ok(known))))
            .collect()
    });
    let answers: Vec<Vec<Option<Result<Odds, NoAnswer>>>> = answers.collect();
    let mut tables = Vec::new();
    for (index, question) in first.iter().enumerate() {
        let mut table = AnswerTable::of(question, &subjects[0].scenario, Vec::new());
        for (number, subject) in subjects.iter().enumerate() {
            let (rules, scenario) = (subject.rules, &subject.scenario);
            let (Some(question), Some(Some(answer))) =
                (asked[number].get(index), answers[number].get(index))
            else {
                continue;
            };
            let label = subject.label.clone();
            let mut case = report::case(rules, scenario, question, label, answer);
            case.fault = report::fault(rules, scenario, answer)
                .and_then(|(trial, found)| FaultMet::new(trial, found, subject.sources));
            heard(PendingAnswer {
                subject: number,
                question,
                answer,
                case: &case,
            });
            table.cases.push(case);
        }
        tables.push(table);
    }
    tables
}
