//! Runs with dice and decisions of the caller. What they give is written down, so that the run can be played again without asking: reasons try
//! changes of it.

use std::sync::Arc;

use affray::load;
use affray::machine::Machine;
use affray::odds::vary::value_of;
use affray::ruleset::{PhaseId, Ruleset, Value};
use affray::run::FaultKind;
use affray::run::decisions::{self, Asking, Decisions, Declaring};
use affray::run::dice::{self, Dice, RollRequest};
use affray::scenario::{Answer, Scenario, ScriptedRoll};
use affray::source::{Clean, Limits};
use affray::view::Names;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::book::Scene;
use crate::course::{self, Course};
use crate::failure::Failure;

/// A callable, and what it raised.
struct Caller<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    call: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Caller<'_> {
    /// Calls it with an object of a class of the package; `None` where there is no callable, it returns `None`, or it has raised something.
    fn ask<'p, T>(
        &mut self,
        py: Python<'p>,
        class: &str,
        arguments: impl IntoPyObject<'p, Target = PyTuple, Output = Bound<'p, PyTuple>, Error = PyErr>,
        read: impl FnOnce(&Bound<'p, PyAny>) -> PyResult<T>,
    ) -> Option<T> {
        let call = self.call.as_ref().filter(|_| self.raised.is_none())?;
        let told = (|| {
            let class = py.import("affray.run")?.getattr(class)?;
            let asked = class.call1(arguments.into_pyobject(py)?)?;
            let given = call.bind(py).call1((asked,))?;
            match given.is_none() {
                true => Ok(None),
                false => read(&given).map(Some),
            }
        })();
        told.unwrap_or_else(|raised| {
            self.raised = Some(raised);
            None
        })
    }

    fn path(&self, path: &[(PhaseId, Value)]) -> Vec<(String, Value)> {
        let name = |phase: PhaseId| self.rules.phases[phase.index()].name.clone();
        let named = path.iter().map(|&(phase, number)| (name(phase), number));
        named.collect()
    }
}

struct OwnDice<'a> {
    caller: Caller<'a>,
    scripted: dice::ScriptedDice<'a>,
    record: Vec<ScriptedRoll>,
}

impl OwnDice<'_> {
    /// The faces that the caller gives, or their sum.
    fn given(&mut self, request: &RollRequest<'_>) -> Option<Vec<Value>> {
        let names = Names::new(self.caller.rules, self.caller.scenario);
        let throw = request.throw;
        let told = (
            names.person(request.who),
            names.word(request.purpose),
            throw.to_string(),
            throw.count,
            throw.sides,
            self.caller.path(request.path),
        );
        Python::attach(|py| {
            self.caller.ask(py, "Roll", told, |given| {
                let sum = given.extract::<Value>().map(|sum| vec![sum]);
                sum.or_else(|_| given.extract::<Vec<Value>>())
            })
        })
    }
}

impl Dice for OwnDice<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        let RollRequest {
            who,
            purpose,
            throw,
            path,
            ..
        } = *request;
        let given = self.given(request);
        let stopped = FaultKind::NoDie {
            who,
            purpose,
            throw,
        };
        if self.caller.raised.is_some() {
            return Err(stopped);
        }
        let begin = faces.len();
        let (shown, result) = match given {
            None => {
                let result = self.scripted.roll(request, faces)?;
                match &faces[begin..] {
                    [] => (vec![result], result),
                    shown => (shown.to_vec(), result),
                }
            }
            Some(given) => {
                let Some(result) = throw.given(&given) else {
                    let why = format!("`dice` gave {given:?}, which {throw} cannot show");
                    self.caller.raised = Some(Failure::usage(why).into());
                    return Err(stopped);
                };
                if given.len() == throw.count as usize {
                    faces.extend_from_slice(&given);
                }
                (given, result)
            }
        };
        self.record.push(ScriptedRoll {
            path: path.to_vec(),
            part: None,
            who,
            purpose,
            faces: shown,
            span: self.caller.scenario.span,
        });
        Ok(result)
    }
}

struct OwnDecisions<'a> {
    caller: Caller<'a>,
    scripted: decisions::ScriptedDecisions<'a>,
    record: Vec<Answer>,
}

impl OwnDecisions<'_> {
    /// The answer that the caller gives, as scenarios write it.
    fn given(&mut self, asking: &Asking<'_>) -> Option<String> {
        let names = Names::new(self.caller.rules, self.caller.scenario);
        let about = asking.about.iter();
        let about: Vec<String> = about.map(|&(kind, one)| names.record(kind, one)).collect();
        let told = (
            names.person(asking.who),
            names.word(asking.question),
            about,
            self.caller.path(asking.path),
        );
        Python::attach(|py| {
            self.caller.ask(py, "Question", told, |given| {
                match given.extract::<bool>() {
                    Ok(true) => Ok("yes".to_owned()),
                    Ok(false) => Ok("no".to_owned()),
                    Err(_) => Ok(given.str()?.to_string()),
                }
            })
        })
    }

    fn read(&self, asking: &Asking<'_>, text: &str) -> Result<Value, Failure> {
        let (rules, scenario) = (self.caller.rules, self.caller.scenario);
        let mut questions = rules.questions.iter();
        let question = questions.find(|known| known.name == asking.question);
        let value = question.and_then(|known| value_of(rules, scenario, &known.answer.ty, text));
        value.ok_or_else(|| {
            let name = Names::new(rules, scenario).word(asking.question);
            let text = Clean(text);
            Failure::usage(format!(
                "`decide` gave `{text}`, which is no answer to `{name}`"
            ))
        })
    }
}

impl Decisions for OwnDecisions<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        self.scripted.declarations(declaring, out);
    }

    fn declares_nothing(&self) -> bool {
        self.scripted.declares_nothing()
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let value = match self.given(asking).map(|text| self.read(asking, &text)) {
            Some(Ok(value)) => value,
            Some(Err(wrong)) => {
                self.caller.raised = Some(wrong.into());
                return None;
            }
            None => self.scripted.answer(asking)?,
        };
        self.record.push(Answer {
            path: asking.path.to_vec(),
            part: None,
            who: asking.who,
            question: asking.question,
            about: asking.about.to_vec(),
            value: Some(value),
            span: self.caller.scenario.span,
        });
        Some(value)
    }
}

/// Plays a scenario. Where the caller gives nothing, its own dice and decisions count, then the seed.
pub fn played(
    scene: &Arc<Scene>,
    seed: Option<u64>,
    dice: Option<Py<PyAny>>,
    decide: Option<Py<PyAny>>,
) -> PyResult<Course> {
    let (rules, scenario) = (&scene.playable.rules.ruleset, &scene.playable.scenario);
    let caller = |call| Caller {
        rules,
        scenario,
        call,
        raised: None,
    };
    let mut dice = OwnDice {
        caller: caller(dice),
        scripted: dice::ScriptedDice::new(scenario, seed),
        record: Vec::new(),
    };
    let mut decisions = OwnDecisions {
        caller: caller(decide),
        scripted: decisions::ScriptedDecisions::new(scenario),
        record: Vec::new(),
    };
    let mut machine = Machine::new(rules, Limits::DEFAULT);
    let ended = machine.play(scenario, &mut dice, &mut decisions, None);
    if let Some(raised) = decisions.caller.raised.or(dice.caller.raised) {
        return Err(raised);
    }
    let recorded = Scenario {
        dice: dice.record,
        answers: decisions.record,
        // All that was rolled is written down.
        seed: None,
        ..scenario.clone()
    };
    let again = Arc::new(Scene {
        book: Arc::clone(&scene.book),
        playable: load::Playable {
            rules: Arc::clone(&scene.playable.rules),
            scenario: recorded,
        },
        index: scene.index,
        settings: scene.settings.clone(),
    });
    let course = course::played(&again, None);
    let told = machine.journal().truncated(Limits::DEFAULT.told);
    match course.is(ended.ok(), &told) {
        true => Ok(course),
        false => Err(Failure::usage(
            "`decide` left a question to its default and answered it later in the same period: answer it both times",
        )
        .into()),
    }
}
