//! What a scenario leaves open of a run: dice, answers and declarations that it does not give, each with the line that would give it.
//!
//! The run goes on beyond what is missing, with dice and answers that are assumed, so that all of it is found at once.

use super::log::around;
use super::need::{Need, NeedKind};
use super::replay::{AskedBefore, AskedDeclarations};
use crate::machine::{Machine, Pause, Roll};
use crate::ruleset::{AskedActions, KindId, PhaseId, Ruleset, Value, WordId};
use crate::run::Ending;
use crate::run::decisions::{self, Asking, Decisions as _, Declaring};
use crate::run::dice::{self, Dice as _, RollRequest, Seeded, one_by_one};
use crate::run::fault::{FaultKind, RunResult};
use crate::scenario::{Path, Person, Scenario};
use crate::source::{Limits, Span};
use crate::view::Names;

/// What a scenario does not give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// In the order of the run.
    pub inputs: Vec<MissingInput>,
    /// How many more there were, which are not listed.
    pub left_out: usize,
    /// Where the run ends as the scenario names no further repetition of the outermost phase that counts: the line that would let it go on, with the number of
    /// the last repetition between its two parts.
    pub goes_on: Option<Insertion>,
}

/// One thing that a scenario does not give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingInput {
    /// What is asked for.
    pub need: Need,
    /// Nothing before it had to be assumed: the run asks for it whatever else is given.
    pub is_certain: bool,
    /// The edit that gives it.
    pub edit: Insertion,
}

/// A line to be inserted, with a value between its two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// Where: an empty stretch of the file of the scenario.
    pub at: Span,
    /// What stands before the value.
    pub before: String,
    /// What stands behind it.
    pub behind: String,
}

/// How many are listed.
const MOST: usize = 1_000;

/// What a scenario does not give of what the rules ask for: dice, unless there is a seed; answers, also where there is a default; declarations, also where a
/// tactic declares. Plays the scenario once, and a part of it again for each answer that is tried.
///
/// `text` is that of the file of the scenario.
pub fn missing(
    rules: &Ruleset,
    scenario: &Scenario,
    seed: Option<u64>,
    text: &str,
    limits: &Limits,
) -> Missing {
    let mut search = NeedSearch {
        names: Names::new(rules, scenario),
        machine: Machine::new(rules, *limits),
        dice: dice::ScriptedDice::new(scenario, seed),
        decisions: decisions::ScriptedDecisions::new(scenario),
        assumed: Seeded::new(0, 0),
        is_certain: true,
        taken: Vec::new(),
        declared: AskedDeclarations::default(),
        text,
        work: limits.work / 10,
        found: Missing::default(),
    };
    // A fault is told by those who play the scenario; what was missing before it is listed.
    _ = search.play();
    search.found
}

struct NeedSearch<'a> {
    names: Names<'a>,
    machine: Machine<'a>,
    dice: dice::ScriptedDice<'a>,
    decisions: decisions::ScriptedDecisions<'a>,
    /// Dice that are missing show what these show.
    assumed: Seeded,
    is_certain: bool,
    /// The rolls and answers of the scenario that were used: for whom and what, asked for in which period, given in which one around it.
    taken: Vec<TakenInputs>,
    /// Who has been asked to declare in which period.
    declared: AskedDeclarations,
    text: &'a str,
    /// How much work is left for trying answers.
    work: u64,
    found: Missing,
}

struct TakenInputs {
    who: Person,
    what: WordId,
    path: Path,
    given: Path,
}

impl NeedSearch<'_> {
    fn play(&mut self) -> RunResult<()> {
        let scenario = self.names.scenario;
        self.machine.start(scenario)?;
        loop {
            match self.machine.resume(scenario)? {
                Pause::Roll(roll) => self.roll(roll)?,
                Pause::Ask {
                    who,
                    question,
                    about,
                    drawable,
                } => self.ask((who, question, &about), &drawable)?,
                Pause::Declare {
                    actor,
                    refused,
                    one,
                    actions,
                } => self.declare(actor, [refused, one], &actions)?,
                Pause::Rests | Pause::Saw(_) => {}
                Pause::Done(Ending::Stopped) => {
                    self.found.goes_on = self.goes_on();
                    return Ok(());
                }
                Pause::Done(Ending::Over | Ending::Played) => return Ok(()),
            }
        }
    }

    fn roll(&mut self, roll: Roll) -> RunResult<()> {
        let path = self.machine.path().to_vec();
        let running = self.machine.running().to_vec();
        let request = RollRequest {
            who: roll.who,
            purpose: roll.purpose,
            throw: roll.throw,
            path: &path,
            running: &running,
        };
        let mut faces = Vec::new();
        let total = match self.dice.roll(&request, &mut faces) {
            Ok(total) => {
                let given = self.dice.latest();
                let given = given.map(|number| &self.names.scenario.dice[number].path);
                self.take(roll.who, roll.purpose, &path, given);
                total
            }
            Err(FaultKind::NoDie { .. }) => {
                let need = Need::of_roll(&self.machine, roll);
                self.note(need, Some(roll.purpose));
                self.is_certain = false;
                one_by_one(&request, &mut faces, |sides| self.assumed.die(sides))
            }
            Err(fault) => return Err(fault.into()),
        };
        self.machine.rolled(total, &faces)
    }

    fn ask(
        &mut self,
        asked: (Person, WordId, &[(KindId, u32)]),
        drawable: &[Value],
    ) -> RunResult<()> {
        let (who, question, about) = asked;
        let path = self.machine.path().to_vec();
        let acts = self.machine.acts_among(about);
        let asking = Asking {
            who,
            question,
            about,
            acts: &acts,
            drawable,
            path: &path,
            running: self.machine.running(),
            journal: self.machine.journal(),
        };
        let mut answer = self.decisions.answer(&asking);
        let only = asking.only();
        if let Some(given) = self.decisions.latest() {
            let given = &self.names.scenario.answers[given].path;
            self.take(who, question, &path, Some(given));
        } else if self.can_note() && only.is_none() {
            let need = Need::of_question(&self.machine, &self.names, asked);
            if let NeedKind::Answer {
                default: None,
                choices,
                ..
            } = &need.kind
            {
                answer = Some(choices.first().map_or(1, |first| first.0));
            }
            self.note(need, Some(question));
            self.is_certain &= answer.is_none();
        }
        self.machine.answered(answer)
    }

    fn declare(
        &mut self,
        actor: u32,
        [refused, one]: [bool; 2],
        actions: &AskedActions,
    ) -> RunResult<()> {
        let path = self.machine.path().to_vec();
        let mut given = Vec::new();
        let declaring = Declaring {
            actor,
            path: &path,
            running: self.machine.running(),
            one,
            actions,
        };
        self.decisions.declarations(&declaring, &mut given);
        let asked = self.declared.ask(actor, actions, &self.machine);
        let is_first = asked == AskedBefore::Never || one;
        if is_first && given.is_empty() && !refused && self.can_note() {
            let need = Need::of_declaration(&self.machine, &self.names, actor, actions);
            self.note(need, None);
        }
        self.machine.declared(&given, self.names.scenario)
    }

    /// Notes which roll or answer of the scenario was used; those from a seed are none.
    fn take(&mut self, who: Person, what: WordId, path: &Path, given: Option<&Path>) {
        if let Some(given) = given {
            self.taken.push(TakenInputs {
                who,
                what,
                path: path.clone(),
                given: given.clone(),
            });
        }
    }

    /// Whether one more is listed, which takes some copies of the machine.
    fn can_note(&mut self) -> bool {
        let copy = 4 * self.machine.journal().entries.len() as u64 + COPY;
        if self.found.inputs.len() < MOST && self.work >= copy {
            self.work -= copy;
            return true;
        }
        self.found.left_out += 1;
        false
    }

    /// `what`: the purpose of a roll, the name of a question.
    fn note(&mut self, need: Need, what: Option<WordId>) {
        if self.found.inputs.len() >= MOST {
            self.found.left_out += 1;
            return;
        }
        let period = match what {
            Some(what) => self.period(need.who, what, &need.path),
            None => need.path.clone(),
        };
        let (before, behind) = need.line(&self.names);
        let (opening, closing) = around(&self.names, &period);
        let edit = self.insertion(&format!("{opening}{before}"), &format!("{behind}{closing}"));
        self.found.inputs.push(MissingInput {
            need,
            is_certain: self.is_certain,
            edit,
        });
    }

    /// The innermost period in which a line is found by what asks for it, and not by what has been asked before and found a line in a period around it.
    fn period(&self, who: Person, what: WordId, path: &[(PhaseId, Value)]) -> Path {
        let is_early = |period: &[(PhaseId, Value)]| {
            let mut taken = self.taken.iter();
            taken.any(|taken| {
                (taken.who, taken.what) == (who, what)
                    && taken.path.starts_with(period)
                    && taken.given.len() < period.len()
            })
        };
        let periods = (0..=path.len()).rev().map(|length| &path[..length]);
        let mut good = periods.filter(|period| !is_early(period));
        good.next().unwrap_or_default().to_vec()
    }

    /// The line that lets a run go on that the scenario itself does not stop.
    fn goes_on(&self) -> Option<Insertion> {
        let Names {
            rules, scenario, ..
        } = self.names;
        let counts = |phase: &&PhaseId| rules.phases[phase.index()].counting.is_some();
        let phase = *rules.procedure.iter().find(counts)?;
        scenario.is_silent_after(phase)?;
        let name = &rules.phases[phase.index()].name;
        Some(self.insertion(&format!("stop after {name} "), ""))
    }

    /// A line as the last one of the scenario, with its two parts.
    fn insertion(&self, before: &str, behind: &str) -> Insertion {
        let span = self.names.scenario.span;
        let own = self.text.get(span.range()).unwrap_or_default();
        let inside = own.trim_end().strip_suffix('}').unwrap_or(own);
        let at = inside.trim_end_matches([' ', '\t']).len();
        let place = span.start + at as u32;
        let begins_line = inside[..at].ends_with('\n');
        Insertion {
            at: Span {
                file: span.file,
                start: place,
                end: place,
            },
            before: format!("{}  {before}", if begins_line { "" } else { "\n" }),
            behind: format!("{behind}\n"),
        }
    }
}

/// What a copy of a machine counts for beside its journal, in steps.
const COPY: u64 = 10_000;
