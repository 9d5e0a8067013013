//! Runs with dice and decisions of the caller. What they give is written down, so that the run can be played again without asking: reasons try
//! changes of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use affray::journal::{Entry, Journal, What};
use affray::load;
use affray::machine::{Machine, Pause, Roll};
use affray::odds::vary::value_of;
use affray::play::DeclarationReader;
use affray::ruleset::{AskedActions, PhaseId, Ruleset, Value};
use affray::run::decisions::{Asking, Decisions, Declaring, ScriptedDecisions};
use affray::run::dice::{self, Dice, RollRequest};
use affray::run::{Ending, Fault, FaultKind};
use affray::scenario::{Answer, AnswerValue, Path, Person, Scenario, ScriptedRoll, Stop};
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
            each_time: false,
            span: self.caller.scenario.span,
        });
        Ok(result)
    }
}

struct OwnDecisions<'a> {
    caller: Caller<'a>,
    scripted: ScriptedDecisions<'a>,
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

impl OwnDecisions<'_> {
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
            acts: Vec::new(),
            value: AnswerValue::Value(value),
            each_time: false,
            span: self.caller.scenario.span,
        });
        Some(value)
    }
}

/// What the caller has declared, and the scenario to which it is added.
struct OwnDeclarations<'a> {
    caller: Caller<'a>,
    reader: DeclarationReader<'a>,
    /// Who was asked in which period, for acts of which actions.
    asked: BTreeSet<(u32, Path, AskedActions)>,
    /// The phase whose repetitions are watched, as nothing else ends the run.
    rounds: Option<PhaseId>,
}

impl OwnDeclarations<'_> {
    /// The lines that the caller gives, for a combatant that is asked in this period for the first time.
    fn given(&mut self, declaring: &Declaring<'_>) -> Option<Vec<String>> {
        let actions = declaring.actions;
        let is_first =
            self.asked
                .insert((declaring.actor, declaring.path.to_vec(), actions.clone()));
        if !is_first && !declaring.one {
            return None;
        }
        let names = Names::new(self.caller.rules, self.caller.scenario);
        let told = (
            names.person(Person::Combatant(declaring.actor)),
            self.caller.path(declaring.path),
            declaring.one,
            actions.verbs(self.caller.rules).collect::<Vec<_>>(),
        );
        Python::attach(|py| {
            self.caller.ask(py, "Declaring", told, |given| {
                given.extract::<Vec<String>>()
            })
        })
    }

    /// Adds what the caller declares, else what the scenario does, to the one that is played. Returns the numbers.
    fn declared(
        &mut self,
        declaring: &Declaring<'_>,
        scripted: &mut ScriptedDecisions<'_>,
        played: &mut Scenario,
    ) -> Vec<u32> {
        if let Some(lines) = self.given(declaring) {
            let mut numbers = Vec::new();
            for line in lines {
                match self.reader.declare(played, declaring, &line) {
                    Ok(number) => numbers.push(number),
                    Err(refusal) => {
                        let (line, reason) = (Clean(&line), refusal.reason);
                        let help = refusal
                            .help
                            .map_or(String::new(), |help| format!("; {help}"));
                        let why = format!("`declare` gave `{line}`: {reason}{help}");
                        self.caller.raised = Some(Failure::usage(why).into());
                        break;
                    }
                }
            }
            return numbers;
        }
        let mut numbers = Vec::new();
        scripted.declarations(declaring, &mut numbers);
        let added = numbers.into_iter().map(|number| {
            let mut declaration = self.caller.scenario.declarations[number as usize].clone();
            declaration.path = declaring.path.to_vec();
            played.declarations.push(declaration);
            played.declarations.len() as u32 - 1
        });
        added.collect()
    }

    /// The repetition that is over, if nobody has declared or done anything in it.
    fn silent(&self, journal: &Journal) -> Option<(Stop, usize)> {
        let watched = self.rounds?;
        let mut begun = journal
            .entries
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(at, entry)| match entry.what {
                What::PhaseBegins { phase, number, .. } => {
                    (phase == watched).then_some((at, number))
                }
                _ => None,
            });
        let ((end, _), (begin, number)) = (begun.next()?, begun.next()?);
        let is_act = |entry: &Entry| {
            matches!(
                entry.what,
                What::Declared { .. } | What::Added { .. } | What::BatchBegins { .. }
            )
        };
        let stop = Stop {
            after: true,
            phase: watched,
            number: Some(number),
            within: Path::new(),
        };
        (!journal.entries[begin..end].iter().any(is_act)).then_some((stop, end))
    }
}

/// A run with dice and decisions of the caller.
struct OwnRun<'a> {
    dice: OwnDice<'a>,
    decisions: OwnDecisions<'a>,
    declarations: Option<OwnDeclarations<'a>>,
    /// With what was declared so far.
    played: Scenario,
}

impl OwnRun<'_> {
    /// Plays to the end, or to the first fault. The number of the entries of the journal that count, if they are not all.
    fn play(&mut self, machine: &mut Machine<'_>) -> Result<(Ending, Option<usize>), Box<Fault>> {
        let mut faces = Vec::new();
        machine.start(&self.played)?;
        loop {
            let pause = machine.resume(&self.played)?;
            let (path, running) = (machine.path().to_vec(), machine.running().to_vec());
            let silent = self
                .declarations
                .as_ref()
                .and_then(|own| own.silent(machine.journal()));
            if let Some((stop, end)) = silent {
                self.played.stop = Some(stop);
                return Ok((Ending::Stopped, Some(end)));
            }
            match pause {
                Pause::Roll(Roll {
                    who,
                    purpose,
                    throw,
                }) => {
                    faces.clear();
                    let (path, running) = (&path, &running);
                    let request = RollRequest {
                        who,
                        purpose,
                        throw,
                        path,
                        running,
                    };
                    let total = self.dice.roll(&request, &mut faces);
                    let total = total.map_err(|kind| Box::new(Fault { kind, span: None }))?;
                    machine.rolled(total, &faces)?;
                }
                Pause::Ask {
                    who,
                    question,
                    about,
                    drawable,
                } => {
                    let acts = machine.acts_among(&about);
                    let (about, path, running) = (&about, &path, &running);
                    let asking = Asking {
                        who,
                        question,
                        about,
                        acts: &acts,
                        drawable: &drawable,
                        path,
                        running,
                        journal: machine.journal(),
                    };
                    // Of the only one nobody is asked.
                    let answer = match asking.only() {
                        Some(_) => self.decisions.scripted.answer(&asking),
                        None => self.decisions.answer(&asking),
                    };
                    if self.raised() {
                        return Ok((Ending::Stopped, None));
                    }
                    machine.answered(answer)?;
                }
                Pause::Declare {
                    actor,
                    one,
                    actions,
                    ..
                } => {
                    let declaring = Declaring {
                        actor,
                        path: &path,
                        running: &running,
                        one,
                        actions: &actions,
                    };
                    let scripted = &mut self.decisions.scripted;
                    let numbers = match &mut self.declarations {
                        Some(own) => own.declared(&declaring, scripted, &mut self.played),
                        None => {
                            let mut numbers = Vec::new();
                            scripted.declarations(&declaring, &mut numbers);
                            numbers
                        }
                    };
                    if self.raised() {
                        return Ok((Ending::Stopped, None));
                    }
                    machine.declared(&numbers, &self.played)?;
                }
                Pause::Rests | Pause::Saw(_) => {}
                Pause::Done(ending) => return Ok((ending, None)),
            }
        }
    }

    fn raised(&self) -> bool {
        let declarations = self.declarations.as_ref();
        let callers = [&self.dice.caller, &self.decisions.caller].into_iter();
        let mut callers = callers.chain(declarations.map(|own| &own.caller));
        callers.any(|caller| caller.raised.is_some())
    }
}

/// What the caller is asked for.
pub struct Callables {
    pub dice: Option<Py<PyAny>>,
    pub decide: Option<Py<PyAny>>,
    pub declare: Option<Py<PyAny>>,
}

/// Plays a scenario. Where the caller gives nothing, its own dice and decisions count, then the seed. Where it declares, the run goes on until the rules or
/// the scenario end it, or nothing is declared and done in a repetition of the outermost phase.
pub fn played(scene: &Arc<Scene>, seed: Option<u64>, own: Callables) -> PyResult<Course> {
    let (rules, scenario) = (&scene.playable.rules.ruleset, &scene.playable.scenario);
    let caller = |call| Caller {
        rules,
        scenario,
        call,
        raised: None,
    };
    let mut played = scenario.clone();
    let declarations = own.declare.map(|declare| {
        played = scenario.endless(rules);
        played.declarations.clear();
        let stops = scenario.stop.is_some() || !scenario.tactics.is_empty();
        let sources = &scene.book.sources;
        let checked = &scene.playable.rules;
        OwnDeclarations {
            caller: caller(Some(declare)),
            reader: DeclarationReader::new(checked, scenario, sources, Limits::DEFAULT),
            asked: BTreeSet::new(),
            rounds: played
                .stop
                .as_ref()
                .filter(|_| !stops)
                .map(|stop| stop.phase),
        }
    });
    let mut run = OwnRun {
        dice: OwnDice {
            caller: caller(own.dice),
            scripted: dice::ScriptedDice::new(scenario, seed),
            record: Vec::new(),
        },
        decisions: OwnDecisions {
            caller: caller(own.decide),
            scripted: ScriptedDecisions::new(scenario),
            record: Vec::new(),
        },
        declarations,
        played,
    };
    let mut machine = Machine::new(rules, Limits::DEFAULT);
    let ended = run.play(&mut machine);
    if ended.is_err() {
        machine.record_acts();
    }
    let OwnRun {
        dice,
        decisions,
        declarations,
        played,
    } = run;
    let declared = declarations.and_then(|own| own.caller.raised);
    if let Some(raised) = declared.or(decisions.caller.raised).or(dice.caller.raised) {
        return Err(raised);
    }
    let recorded = Scenario {
        dice: dice.record,
        answers: decisions.record,
        // All that was rolled is written down.
        seed: None,
        ..played
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
    let is_the_same = match ended {
        Ok((_, Some(count))) => course.begins(&told.entries[..count.min(told.entries.len())]),
        Ok((ending, None)) => course.is(Some(ending), &told),
        Err(_) => course.is(None, &told),
    };
    match is_the_same {
        true => Ok(course),
        false => Err(Failure::usage(
            "`decide` or `declare` left to the scenario what it gave later in the same period: give it both times",
        )
        .into()),
    }
}
