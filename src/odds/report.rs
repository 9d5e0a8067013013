//! Answers as they are shown: questions, cases, lines with a chance each. What all forms of output are made from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DefaultTaken;
use super::ask::{Found, NoAnswer, Odds, asking};
use super::distribution::Chance;
use super::exact::Refused;
use super::vary;
use crate::diagnostic::json::{JsonDiagnostic, JsonReport, to_json};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ruleset::index::to_amount;
use crate::ruleset::{KindId, MISSING, PhaseId, Ruleset, Tally, Type, Value};
use crate::scenario::{Asked, Question, Scenario};
use crate::source::{Limits, Sources, english, hash};
use crate::view::{Names, Stood, fault_diagnostic};

/// The version of the form of [`Sheet`]; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// An answer that came in so many of so many runs.
pub(super) fn counted_line(
    answer: String,
    value: Option<Value>,
    times: u64,
    of: u64,
) -> AnswerLine {
    let chance = Chance::Counted { times, of };
    AnswerLine {
        answer,
        value,
        share: chance.share(),
        fraction: None,
        bounds: chance.bounds(),
        times: Some(times),
    }
}

/// All answers about a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sheet {
    /// The version of this form.
    pub schema_version: u32,
    /// The title of the scenario.
    pub scenario: String,
    /// A number for the texts of the scenario and its rules: sheets can be added up only where it is the same.
    pub fingerprint: String,
    /// The seed of all trials, where runs were played.
    pub seed: u64,
    /// The questions.
    pub questions: Vec<AnswerTable>,
    /// What the rules ask and the scenario does not answer: all chances are those of the defaults. Only where another answer would lead elsewhere, in one
    /// of the first few runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<DefaultTaken>,
}

/// All answers about a scenario, as `--format json` prints them and `affray odds merge` reads them.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Part")]
pub struct ChecksummedSheet {
    #[serde(flatten)]
    sheet: Sheet,
    /// A number for all that stands before it (FNV-1a with 64 bits, in hexadecimal digits): a part in which anything was changed is not added up.
    checksum: String,
}

/// A sheet as one line of JSON that ends with its checksum.
///
/// # Errors
///
/// Those of the serializer.
pub fn written(sheet: &Sheet) -> serde_json::Result<String> {
    let sheet = to_json(sheet)?;
    let content = sheet.strip_suffix('}').unwrap_or(&sheet);
    let checksum = hash(content.bytes());
    Ok(format!("{content},\"checksum\":\"{checksum:016x}\"}}\n"))
}

/// The sheet that [`written`] wrote.
///
/// # Errors
///
/// Says what is wrong with it, in words that go on after its name.
pub fn read(part: &[u8]) -> Result<Sheet, &'static str> {
    let read = serde_json::from_slice(part);
    let ChecksummedSheet { sheet, checksum } =
        read.map_err(|_| "holds no answers of `affray odds --format json`")?;
    let end = format!(",\"checksum\":\"{checksum}\"}}");
    let content = part.trim_ascii_end().strip_suffix(end.as_bytes());
    let is_whole = content
        .is_some_and(|content| format!("{:016x}", hash(content.iter().copied())) == checksum);
    match is_whole {
        true => Ok(sheet),
        false => Err("is not as it was written, its checksum says: play this part again"),
    }
}

/// The answers to one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Table")]
pub struct AnswerTable {
    /// The question, or its title.
    pub question: String,
    /// Whether the answers are numbers that can be added and averaged.
    pub numbers: bool,
    /// Whose place is asked, if the question is one for a place in the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place_of: Option<String>,
    /// One for each setting that was varied; a single one without label if nothing was.
    pub cases: Vec<Case>,
}

/// The answers in one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// What is different in this case: `tie together`, `ann.hp 5`, a rule file.
    pub label: String,
    /// Each answer that can come, lowest first. Of a question of yes or no, yes alone.
    pub lines: Vec<AnswerLine>,
    /// The mean of the numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<Mean>,
    /// How the answers were found; nothing if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<How>,
    /// Why there is no answer, or none that is exact though one was looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// A fault of the rules or of the scenario that runs met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultMet>,
}

/// A fault that runs met; how many did is said where it is said how the answers were found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FaultMet {
    /// The first trial that met it; nothing if it was found by following all runs, and no trial met it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<u64>,
    /// What it is, and where.
    pub diagnostic: JsonDiagnostic,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Line")]
pub struct AnswerLine {
    /// The answer, as people read it.
    pub answer: String,
    /// The answer as a number: 0 and 1 for no and yes; nothing where there was no value.
    pub value: Option<Value>,
    /// How likely it is, from 0 to 1.
    pub share: f64,
    /// The chance as a fraction, where it is known without rounding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// The bounds within which the true chance lies in 95 of 100 cases, where runs were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<(f64, f64)>,
    /// In how many of the runs that were played it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
}

/// The mean of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mean {
    /// The mean of those answers that are there.
    pub mean: f64,
    /// How far it may be off in 95 of 100 cases, where runs were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// How answers were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "method", rename_all = "lowercase")]
pub enum How {
    /// Every run was followed, and the chances are fractions without any rounding.
    Exact {
        /// from how many different rolls runs were followed
        states: usize,
        /// these rolls are apart: each was looked at by itself, and not together with the others
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        apart: bool,
    },
    /// Runs were followed, all but some that come less often than once in 10^12 altogether; the chances were reckoned with floating point, right to
    /// about twelve digits.
    Reckoned {
        /// from how many different rolls runs were followed
        states: usize,
    },
    /// Runs were played.
    Played {
        /// the first trial
        from: u64,
        /// the trial behind the last
        to: u64,
        /// trials that met a fault of the rules and are not counted
        faults: u64,
    },
}

impl AnswerTable {
    /// The answers to a question about a scenario.
    pub fn of(question: &Question, scenario: &Scenario, cases: Vec<Case>) -> Self {
        AnswerTable {
            question: question.title.clone(),
            numbers: is_number(question),
            place_of: place_of(question, scenario),
            cases,
        }
    }
}

impl FaultMet {
    /// A fault and the first trial that met it.
    pub fn new(trial: Option<u64>, fault: Diagnostic, sources: &Sources) -> Option<Self> {
        let found = Diagnostics::from_iter([fault]);
        let diagnostic = JsonReport::new(&found, sources).diagnostics.pop()?;
        Some(FaultMet { trial, diagnostic })
    }
}

/// A number for all texts of some files, as sheets have it.
pub fn fingerprint<'a>(all: impl IntoIterator<Item = &'a Sources>) -> String {
    let all = all.into_iter();
    let texts = all.flat_map(|sources| sources.files().map(|file| sources.text(file)));
    let bytes = texts.flat_map(|text| text.bytes().chain([0xff]));
    format!("{:016x}", hash(bytes))
}

/// A fault that runs met, as a diagnostic; in which trial first, if in one.
pub fn fault(
    rules: &Ruleset,
    scenario: &Scenario,
    answer: &Result<Odds, NoAnswer>,
) -> Option<(Option<u64>, Diagnostic)> {
    let (trial, fault) = match answer {
        Ok(answer) => answer.fault()?,
        Err(why) => (None, why.fault()?),
    };
    let told = fault_diagnostic(fault, rules, scenario, &Stood::default());
    Some((trial, told))
}

/// Whose place a question asks for.
fn place_of(question: &Question, scenario: &Scenario) -> Option<String> {
    let Asked::Place(who) = question.of else {
        return None;
    };
    (scenario.record_name(KindId::COMBATANT, who)).map(str::to_owned)
}

/// How an answer was found, and why not exactly.
fn how(answer: &Odds) -> (How, Option<String>) {
    let found = match &answer.found {
        Found::Exactly { states, .. } => {
            let is_reckoned = |line: &(Value, Chance)| matches!(line.1, Chance::Reckoned(_));
            match answer.answers.answers.iter().any(is_reckoned) {
                true => How::Reckoned { states: *states },
                false => How::Exact {
                    states: *states,
                    apart: false,
                },
            }
        }
        Found::Independent { rolls } => How::Exact {
            states: *rolls,
            apart: *rolls > 1,
        },
        Found::Played {
            counts,
            trials,
            because: refused,
        } => {
            let after = format!("cut after trial {}", trials.end);
            let cut = counts.cut.map(|work| Limits::cut(&after, work));
            let both: Vec<String> = refused.iter().map(refusal).chain(cut).collect();
            let because = (!both.is_empty()).then(|| both.join("; "));
            let played = How::Played {
                from: trials.start,
                to: trials.end,
                faults: counts.faults,
            };
            return (played, because);
        }
    };
    (found, None)
}

/// The answers of a case, as they are shown.
pub fn case(
    rules: &Ruleset,
    scenario: &Scenario,
    question: &Question,
    label: String,
    answer: &Result<Odds, NoAnswer>,
) -> Case {
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => {
            return Case {
                label,
                lines: Vec::new(),
                mean: None,
                found: None,
                because: Some(no_answer(why)),
                fault: None,
            };
        }
    };
    let names = Names::new(rules, scenario);
    let ty = type_of(question);
    let (found, because) = how(answer);
    let because = because.or_else(|| match found {
        How::Exact { states: 0, .. } => plays_none(rules, &asking(scenario, &question.of)),
        How::Exact { .. } | How::Reckoned { .. } | How::Played { .. } => None,
    });
    let is_shown = |value: Value| ty != Type::YesNo || value == 1;
    let mut lines: Vec<AnswerLine> = (answer.answers.answers.iter())
        .filter(|line| is_shown(line.0))
        .map(|(value, chance)| line(&names, &ty, *value, chance))
        .collect();
    if ty == Type::YesNo && lines.is_empty() && !answer.answers.answers.is_empty() {
        lines.push(line(&names, &ty, 1, &never(answer)));
    }
    let mean = answer.answers.mean().filter(|_| is_number(question));
    Case {
        label,
        lines,
        mean: mean.map(|(mean, error)| Mean { mean, error }),
        found: Some(found),
        because,
        fault: None,
    }
}

/// That no repetition of the first phase that counts without end is played, where a scenario and what is asked name none.
pub fn plays_none(rules: &Ruleset, scenario: &Scenario) -> Option<String> {
    let mut phases = rules.procedure.iter().copied();
    let is_endless = |phase: &PhaseId| {
        let counting = rules.phases[phase.index()].counting.as_ref();
        counting.is_some_and(|counting| !counting.down && counting.to.is_none())
    };
    let phase = phases.find(is_endless)?;
    let name = &rules.phases[phase.index()].name;
    (scenario.is_silent_after(phase) == Some(Value::MIN)).then(|| {
        format!(
            "no {name} is played, as the scenario names none; `stop after {name} 20` plays so many"
        )
    })
}

/// Whether the answers to a question are numbers.
fn is_number(question: &Question) -> bool {
    matches!(type_of(question), Type::Number(_))
}

fn type_of(question: &Question) -> Type {
    match &question.of {
        Asked::Whether(_) | Asked::First(..) => Type::YesNo,
        Asked::Value(_, ty, _) => ty.clone(),
        Asked::Place(_) => Type::Number(None),
    }
}

/// The chance of what never came.
fn never(answer: &Odds) -> Chance {
    match answer.answers.answers.first() {
        Some((_, Chance::Counted { of, .. })) => Chance::Counted { times: 0, of: *of },
        Some((_, Chance::Reckoned(_))) => Chance::Reckoned(0.0),
        _ => Chance::Exact(dashu_ratio::RBig::ZERO),
    }
}

fn line(names: &Names<'_>, ty: &Type, value: Value, chance: &Chance) -> AnswerLine {
    let answer = vary::shown(names, ty, value);
    let known = (value != MISSING).then_some(value);
    if let Chance::Counted { times, of } = *chance {
        return counted_line(answer, known, times, of);
    }
    AnswerLine {
        answer,
        value: known,
        share: chance.share(),
        fraction: match chance {
            Chance::Exact(fraction) => Some(fraction.to_string()),
            _ => None,
        },
        bounds: None,
        times: None,
    }
}

fn refusal(refused: &Refused) -> String {
    match refused {
        Refused::TooMany(budget) => format!(
            "not exactly: there are more than {} states, or they need more than {} MiB; `--states` allows more",
            english::thousands(to_amount(budget.states)),
            budget.bytes >> 20
        ),
        Refused::Grows(purpose) => format!(
            "not exactly: what is rolled again for {purpose} adds up without end; `at most 3 times` behind `again on ...` gives it one"
        ),
        Refused::TooMuchWork(work) => Limits::cut("not exactly", *work),
        Refused::NeedsJournal => {
            "not exactly: this question looks back at the whole run".to_owned()
        }
        Refused::NamesShownNumber => {
            "not exactly: runs that differ only in the numbers and titles they show are taken as one".to_owned()
        }
        Refused::TooManyResults(throw) => match throw.tally {
            Tally::Sum => format!("not exactly: a roll of {throw} can come to too many sums; it can be played"),
            _ => format!("not exactly: a roll of {throw} can fall in too many ways; it can be played"),
        },
        Refused::Corrected => {
            "not exactly: the game master corrects something in these runs".to_owned()
        }
        Refused::AnswersAboutActs => {
            "not exactly: the scenario names acts about which something is asked".to_owned()
        }
        Refused::AnswersByTitle => {
            "not exactly: the scenario answers by the title of what rules make, which only whole runs tell".to_owned()
        }
        Refused::Circles(unknowns) => format!(
            "not exactly: states lead to each other in circles with {unknowns} unknowns, too many to be solved; they can be played"
        ),
        Refused::Endless => "not exactly: some runs never end; let the rules end the combat, or the scenario say where to stop (`stop after round 20`)".to_owned(),
        Refused::Stopped => "stopped before all runs had been followed".to_owned(),
        Refused::Fault(_) => "not exactly: some runs meet a fault of the rules".to_owned(),
    }
}

/// Why an answer that is not exact is none.
pub(super) fn without_exact(found: &Found) -> String {
    match found {
        Found::Played {
            because: Some(refused),
            ..
        } => refusal(refused),
        _ => "not exactly: runs were played".to_owned(),
    }
}

/// Why there is no answer.
pub(super) fn no_answer(why: &NoAnswer) -> String {
    match why {
        NoAnswer::Refused(refused) => refusal(refused),
        NoAnswer::NothingPlayed => "nothing was played".to_owned(),
    }
}
