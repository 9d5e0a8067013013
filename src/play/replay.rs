//! A fight played from its beginning by all that its log holds, to the first roll, question or declaration that the log leaves open.
//!
//! Dice, answers and declarations come from the scenario, found as every run of a scenario finds them; so what a session shows is what a run of its log
//! tells.

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::need::Need;
use super::stands::{RefusedActions, refused_actions};
use crate::journal::{Journal, What};
use crate::machine::{Machine, Pause, Roll};
use crate::ruleset::{AskedActions, KindId, MISSING, PhaseId, Ruleset, Value, WordId};
use crate::run::decisions::{self, Asking, Decisions as _, Declaring};
use crate::run::dice::{self, Dice as _, RollRequest};
use crate::run::{Ending, Fault, FaultKind};
use crate::scenario::{Occasion, Path, Person, Scenario};
use crate::source::{Limits, Span};
use crate::suite::ROOM;
use crate::view::{Names, Stood, fault_diagnostic};

/// What a fight is played by.
#[derive(Clone, Debug)]
pub(super) struct FightRules<'a> {
    pub ruleset: &'a Ruleset,
    pub limits: Limits,
}

/// A question or a declaration of a run: how many came before it. They are counted apart, so that a declaration that is put before others changes no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InputNumber {
    Question(u32),
    Declaration(u32),
}

/// What a fight waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Dice.
    Roll(Roll),
    /// An answer.
    Ask {
        who: Person,
        question: WordId,
        about: Vec<(KindId, u32)>,
    },
    /// What a combatant declares, of these actions.
    Declare(u32, AskedActions),
    /// Nothing: it is over.
    Done(Ending),
}

/// A fight as far as its log goes.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub journal: Journal,
    pub open: Open,
    /// What it asks of people there; `None` where it is over, and where it has been tried how it goes on.
    pub need: Option<Need>,
    /// The period in which it stands.
    pub path: Path,
    /// In which part of it a declaration must stand that is not taken earlier in the period.
    pub part: Option<PhaseId>,
    /// What is asked for, and for which time in this period; `None` where nothing can be corrected.
    pub occasion: Option<(Occasion, u32)>,
    /// How often combatants have been asked to declare.
    pub declarations: u32,
    /// How many entries of the journal no further declaration can change: those before the run of declarations in which it stands.
    pub settled: usize,
    /// The rolls, answers and declarations of the scenario that have not been used.
    pub unused: UnusedNumbers,
    /// Who was asked to declare where the log holds nothing and [`Ahead::Silence`] went on.
    pub silent: Vec<u32>,
    /// What the combatant that is asked cannot declare, as far as an act of it stands.
    pub refused: RefusedActions,
    /// The combatants that are out of play, as the rules say.
    pub out: BTreeSet<u32>,
    /// The attributes of all records, by kind.
    pub records: Vec<Vec<Vec<Value>>>,
}

/// What a scenario holds and no rule has asked for, by number.
#[derive(Clone, Debug)]
pub(super) struct UnusedNumbers {
    pub rolls: Vec<usize>,
    pub answers: Vec<usize>,
    pub declarations: Vec<usize>,
    pub corrections: Vec<usize>,
}

impl UnusedNumbers {
    /// The place of the first of it in the file, of what does not stand in an earlier form of the scenario.
    pub fn first_behind(&self, scenario: &Scenario, earlier: &Scenario) -> Option<Span> {
        let behind = |numbers: &[usize], count: usize| {
            let numbers = numbers.iter().copied();
            numbers
                .filter(|&number| number >= count)
                .collect::<Vec<_>>()
        };
        let rolls = behind(&self.rolls, earlier.dice.len()).into_iter();
        let answers = behind(&self.answers, earlier.answers.len()).into_iter();
        let declarations = behind(&self.declarations, earlier.declarations.len()).into_iter();
        let corrections = behind(&self.corrections, earlier.corrections.len()).into_iter();
        (rolls.map(|number| scenario.dice[number].span))
            .chain(answers.map(|number| scenario.answers[number].span))
            .chain(declarations.map(|number| scenario.declarations[number].span))
            .chain(corrections.map(|number| scenario.corrections[number].span))
            .min_by_key(|span| span.start)
    }
}

/// Where combatants have been asked to declare.
#[derive(Debug, Default)]
pub(super) struct AskedDeclarations(BTreeMap<(u32, Path, Option<PhaseId>), Vec<AskedActions>>);

/// Where a combatant that is asked to declare has been asked before. What it declares in a period, or in a part of it, is taken when it is asked there
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedBefore {
    /// Not in this period.
    Never,
    /// In this period, but not in this part of it.
    InPeriod,
    /// In this part of the period.
    Here,
}

impl AskedDeclarations {
    /// Notes that a combatant is asked for acts of these actions where a machine stands; whether it has been asked there for all of these before.
    pub fn ask(
        &mut self,
        actor: u32,
        actions: &AskedActions,
        machine: &Machine<'_>,
    ) -> AskedBefore {
        let mut is_new = |part| {
            let place = (actor, machine.path().to_vec(), part);
            let before = self.0.entry(place).or_default();
            let is_new = !before.iter().any(|before| before.hold_all(actions));
            if is_new {
                before.push(actions.clone());
            }
            is_new
        };
        let in_part = machine.part().is_some_and(|part| is_new(Some(part)));
        match (is_new(None), in_part) {
            (true, _) => AskedBefore::Never,
            (false, true) => AskedBefore::InPeriod,
            (false, false) => AskedBefore::Here,
        }
    }
}

/// What is tried where the log leaves something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Nothing.
    Stop,
    /// No combatant declares anything, as long as nothing happens but declarations.
    Silence,
}

/// Plays a fight to what is open. `passed`: questions that are left to their defaults, and declarations that are left out.
///
/// # Errors
///
/// Says why the fight cannot be played by its log.
pub(super) fn replay(
    rules: &FightRules<'_>,
    scenario: &Scenario,
    passed: &BTreeSet<InputNumber>,
    ahead: Ahead,
) -> Result<Standing, Refusal> {
    let endless = scenario.endless(rules.ruleset);
    let machine = Machine::new(rules.ruleset, rules.limits);
    let mut replay = Replay {
        rules: rules.ruleset,
        scenario: &endless,
        machine,
        dice: dice::ScriptedDice::without_seed(&endless),
        decisions: decisions::ScriptedDecisions::new(&endless),
        passed,
        ahead,
        questions: 0,
        declarations: 0,
        settled: 0,
        looked_at: 0,
        silent_from: None,
        asked: Vec::new(),
        declared: AskedDeclarations::default(),
        part: None,
        silent: Vec::new(),
    };
    let open = replay.play();
    let need = match (&open, ahead) {
        (Ok(open), Ahead::Stop) => replay.need(open),
        (Ok(_), Ahead::Silence) | (Err(_), _) => None,
    };
    let refused = match (&open, ahead) {
        (Ok(Open::Declare(actor, actions)), Ahead::Stop) => {
            let names = Names::new(rules.ruleset, scenario);
            refused_actions(&replay.machine, &names, *actor, actions)
        }
        _ => RefusedActions::default(),
    };
    replay.machine.record_acts();
    let out = replay.out();
    let path = replay.path();
    let answer = replay.decisions.latest();
    let open = open.map_err(|fault| {
        let stood = Stood {
            path: &path,
            answer,
            acts: None,
            journal: Some(replay.machine.journal()),
        };
        Refusal::of(&fault_diagnostic(&fault, rules.ruleset, scenario, &stood))
    })?;
    let occasion = match open {
        Open::Roll(_) | Open::Ask { .. } | Open::Declare(..) => replay.occasion(&path),
        Open::Done(_) => None,
    };
    let corrected = replay.machine.journal().corrected();
    Ok(Standing {
        unused: UnusedNumbers {
            corrections: (0..scenario.corrections.len())
                .filter(|&number| !corrected.contains(&(number as u32)))
                .collect(),
            rolls: replay.dice.unused().collect(),
            answers: replay.decisions.unused_answers().collect(),
            declarations: replay.decisions.unused_declarations().collect(),
        },
        records: replay.machine.records(),
        journal: replay.machine.journal().clone(),
        part: match open {
            Open::Declare(..) => replay.part,
            Open::Roll(_) | Open::Ask { .. } | Open::Done(_) => None,
        },
        path,
        occasion,
        declarations: replay.declarations,
        open,
        need,
        refused,
        out,
        settled: replay.settled,
        silent: replay.silent,
    })
}

struct Replay<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    machine: Machine<'a>,
    dice: dice::ScriptedDice<'a>,
    decisions: decisions::ScriptedDecisions<'a>,
    passed: &'a BTreeSet<InputNumber>,
    ahead: Ahead,
    questions: u32,
    declarations: u32,
    settled: usize,
    /// How many entries of the journal there were at the last pause.
    looked_at: usize,
    /// How much was settled where the first combatant was silent.
    silent_from: Option<usize>,
    /// What has been asked for in which period, as far as corrections can be made before it.
    asked: Vec<(Occasion, Path)>,
    declared: AskedDeclarations,
    /// The part in which a combatant is asked to declare that has been asked in another one of the period.
    part: Option<PhaseId>,
    silent: Vec<u32>,
}

impl Replay<'_> {
    fn play(&mut self) -> Result<Open, Fault> {
        self.machine.start(self.scenario).map_err(|fault| *fault)?;
        loop {
            let pause = self.machine.resume(self.scenario);
            let open = match pause.map_err(|fault| *fault)? {
                Pause::Roll(roll) => self.roll(roll)?,
                Pause::Ask {
                    who,
                    question,
                    about,
                    drawable,
                } => self.ask((who, question, about), &drawable)?,
                Pause::Declare {
                    actor,
                    refused,
                    one,
                    actions,
                } => self.declare(actor, [refused, one], actions)?,
                Pause::Rests | Pause::Saw(_) => None,
                Pause::Done(ending) => Some(Open::Done(ending)),
            };
            if let Some(open) = open {
                return Ok(open);
            }
        }
    }

    /// What is asked where the run stands.
    fn need(&self, open: &Open) -> Option<Need> {
        let names = Names::new(self.rules, self.scenario);
        match open {
            Open::Roll(roll) => Some(Need::of_roll(&self.machine, *roll)),
            Open::Ask {
                who,
                question,
                about,
            } => Some(Need::of_question(
                &self.machine,
                &names,
                (*who, *question, about),
            )),
            Open::Declare(actor, actions) => {
                let need = Need::of_declaration(&self.machine, &names, *actor, actions);
                Some(need)
            }
            Open::Done(_) => None,
        }
    }

    /// The combatants that are out of play.
    fn out(&mut self) -> BTreeSet<u32> {
        let Some(in_play) = self.rules.in_play(KindId::COMBATANT) else {
            return BTreeSet::new();
        };
        let mut names = vec![MISSING; usize::from(in_play.locals) + ROOM];
        let records = self.machine.records();
        let count = records.get(KindId::COMBATANT.index()).map_or(0, Vec::len);
        let mut scene = self.machine.scene();
        let is_out = |combatant: &u32| {
            names[0] = Value::from(*combatant);
            scene.value_of(in_play.body, &names) == Ok(0)
        };
        (0..).take(count).filter(is_out).collect()
    }

    fn path(&mut self) -> Path {
        self.machine.scene().path().to_vec()
    }

    /// Notes what is asked for.
    fn note(&mut self, occasion: Occasion, path: &Path) {
        if self.machine.can_be_corrected() {
            self.asked.push((occasion, path.clone()));
        }
    }

    /// What was asked for last, and for which time in this period.
    fn occasion(&self, path: &Path) -> Option<(Occasion, u32)> {
        let last = self
            .asked
            .last()
            .filter(|_| self.machine.can_be_corrected())?;
        let alike = |asked: &&(Occasion, Path)| asked.0 == last.0 && asked.1.starts_with(path);
        Some((last.0, self.asked.iter().filter(alike).count() as u32))
    }

    /// What came before is settled where something else than declarations has happened since the last pause.
    fn settle(&mut self, is_declaration: bool) {
        let entries = &self.machine.journal().entries;
        let since = &entries[self.looked_at..];
        if !is_declaration || since.iter().any(|entry| settles(&entry.what)) {
            self.settled = entries.len();
        }
        self.looked_at = entries.len();
    }

    fn roll(&mut self, roll: Roll) -> Result<Option<Open>, Fault> {
        self.settle(false);
        let path = self.path();
        self.note(Occasion::Roll(roll.who, roll.purpose), &path);
        let request = RollRequest {
            who: roll.who,
            purpose: roll.purpose,
            throw: roll.throw,
            path: &path,
            running: self.machine.running(),
        };
        let mut faces = Vec::new();
        match self.dice.roll(&request, &mut faces) {
            Ok(total) => {
                let rolled = self.machine.rolled(total, &faces);
                rolled.map(|()| None).map_err(|fault| *fault)
            }
            Err(FaultKind::NoDie { .. }) => Ok(Some(Open::Roll(roll))),
            Err(kind) => Err(Fault { kind, span: None }),
        }
    }

    fn ask(
        &mut self,
        (who, question, about): (Person, WordId, Vec<(KindId, u32)>),
        drawable: &[Value],
    ) -> Result<Option<Open>, Fault> {
        self.settle(false);
        let path = self.path();
        self.note(Occasion::Answer(who, question), &path);
        let acts = self.machine.acts_among(&about);
        let asking = Asking {
            who,
            question,
            about: &about,
            acts: &acts,
            drawable,
            path: &path,
            running: self.machine.running(),
            journal: self.machine.journal(),
        };
        let given = self.decisions.answer(&asking);
        let only = asking.only();
        let is_left = || self.passed.contains(&InputNumber::Question(self.questions));
        // What the scenario leaves to its default is no value, and answered.
        if self.decisions.latest().is_none() && !is_left() && only.is_none() {
            return Ok(Some(Open::Ask {
                who,
                question,
                about,
            }));
        }
        self.questions += 1;
        let answered = self.machine.answered(given);
        answered.map(|()| None).map_err(|fault| *fault)
    }

    fn declare(
        &mut self,
        actor: u32,
        [refused, one]: [bool; 2],
        actions: AskedActions,
    ) -> Result<Option<Open>, Fault> {
        self.settle(true);
        let path = self.path();
        self.note(Occasion::Declaration(actor), &path);
        let mut given = Vec::new();
        let declaring = Declaring {
            actor,
            path: &path,
            running: self.machine.running(),
            one,
            actions: &actions,
        };
        self.decisions.declarations(&declaring, &mut given);
        let asked = self.declared.ask(actor, &actions, &self.machine);
        self.part = match asked {
            AskedBefore::InPeriod if !one => self.machine.part(),
            AskedBefore::InPeriod | AskedBefore::Never | AskedBefore::Here => None,
        };
        let is_first = asked != AskedBefore::Here || one;
        let is_open = given.is_empty() && !refused && is_first;
        let turn = InputNumber::Declaration(self.declarations);
        if is_open && !self.passed.contains(&turn) {
            match self.ahead {
                Ahead::Stop => return Ok(Some(Open::Declare(actor, actions))),
                Ahead::Silence => {
                    if *self.silent_from.get_or_insert(self.settled) != self.settled {
                        return Ok(Some(Open::Declare(actor, actions)));
                    }
                }
            }
            self.silent.push(actor);
        }
        self.declarations += 1;
        let declared = self.machine.declared(&given, self.scenario);
        declared.map(|()| None).map_err(|fault| *fault)
    }
}

/// Whether something has happened that a declaration before it could not follow any more.
fn settles(what: &What) -> bool {
    match what {
        What::PhaseBegins { .. }
        | What::PhaseEnds { .. }
        | What::Rolled { .. }
        | What::Asked { .. }
        | What::Placed { .. }
        | What::BatchBegins { .. }
        | What::BatchEnds
        | What::Resolved { .. }
        | What::Void { .. }
        | What::Missed { .. }
        | What::Consulted { .. }
        | What::Made { .. }
        | What::Corrected { .. }
        | What::Contradiction { .. }
        | What::Ended { .. } => true,
        What::Declared { .. }
        | What::Refused { .. }
        | What::Added { .. }
        | What::Arranged { .. }
        | What::Changed { .. }
        | What::Cancelled { .. }
        | What::Raised { .. }
        | What::Responded { .. }
        | What::Withheld { .. }
        | What::Noted { .. } => false,
    }
}
