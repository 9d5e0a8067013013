//! A compiled scenario: what goes into a run beside the rules. Data only: names have become ids of the ruleset and indices of records.
//!
//! Records of a kind are numbered in the natural order of their names (`orc 2` before `orc 10`), whatever the order in which the scenario
//! lists them: so nothing that a run does can depend on the listing. `listed` keeps the author's order for showing.

mod correction;
mod expectation;
mod pairs;
mod question;
mod saying;

pub use correction::{ActMove, AttributeChange, Correction, Deed, Occasion};
pub use expectation::*;
pub use question::{Asked, ExpectedChance, Question};
pub use saying::{SaidValue, Sayer, Saying};

use crate::ruleset::index::Idx;
use crate::ruleset::{
    ActionId, AskedActions, Cited, Expr, KindId, OptionId, PhaseId, Ruleset, Slot, TacticId,
    TemplateId, Value, WordId, slots,
};
use crate::source::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A compiled scenario.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// Its title.
    pub title: String,
    /// The statements it proves.
    pub proves: Vec<Cited>,
    /// The records, by kind (the same index as in the ruleset): those that exist at the start, then newcomers; those of the kind act are always none.
    pub records: Vec<Vec<Record>>,
    /// How many records of each kind join in the course of a run. Where there are none at all, it is empty.
    pub joining: Vec<u32>,
    /// For each kind, the records that exist at the start in the order in which the scenario lists them.
    pub listed: Vec<Vec<u32>>,
    /// Options that it sets.
    pub options: Vec<(OptionId, Value)>,
    /// What the combatants declare.
    pub declarations: Vec<Declaration>,
    /// What they declare where it holds nothing for them.
    pub tactics: Tactics,
    /// What the dice show.
    pub dice: Vec<ScriptedRoll>,
    /// What people answer.
    pub answers: Vec<Answer>,
    /// What the game master corrects.
    pub corrections: Vec<Correction>,
    /// Whether its transcript is kept.
    pub snapshot: bool,
    /// Dice that are not scripted are rolled from this seed.
    pub seed: Option<u64>,
    /// Phases of the combat before this one are skipped, and a counting one begins with this number.
    pub begin: Option<(PhaseId, Option<Value>)>,
    /// The phases of turns of the rules, and whose turns they are.
    pub turns: Vec<(PhaseId, KindId)>,
    /// Where the run ends, if the combat does not end before.
    pub stop: Option<Stop>,
    /// What it expects.
    pub expectations: Vec<Expectation>,
    /// What it asks of all its possible runs.
    pub questions: Vec<Question>,
    /// What it expects of the answers.
    pub chances: Vec<ExpectedChance>,
    /// Texts of the scenario; their ids follow those of the ruleset.
    pub texts: Vec<String>,
    /// Expressions of the expectations, over the same records.
    pub exprs: Vec<Expr>,
    /// Their places.
    pub expr_spans: Vec<Span>,
    /// How many names (of queries) they need.
    pub locals: u16,
    /// The whole of it.
    pub span: Span,
}

/// A record at the start of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// `orc 1`
    pub name: String,
    /// The attributes that the scenario gives.
    pub values: Vec<(Slot, Value)>,
    /// Its place.
    pub span: Span,
}

/// A period of a run: repeated phases and their numbers, the outermost first: round 1, segment 4.
pub type Path = Vec<(PhaseId, Value)>;

/// An act that a combatant declares, or that it declares none.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// In which period it is declared (exactly).
    pub path: Path,
    /// The phase without numbers in which alone it counts, if it stands in one.
    pub part: Option<PhaseId>,
    /// The combatant.
    pub actor: u32,
    /// What it is; `None`: nothing is declared where the combatant is asked.
    pub action: Option<ActionId>,
    /// Its attributes.
    pub settings: Vec<(Slot, Value)>,
    /// Its place.
    pub span: Span,
}

impl Declaration {
    /// Whether it says what is declared where acts of these actions are asked for: one of them, or nothing at all.
    pub fn is_asked(&self, asked: &AskedActions) -> bool {
        self.action.is_none_or(|action| asked.hold(action))
    }
}

/// The tactics in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tactics {
    /// Combatants, by number, each with the tactic that it follows whatever that says of whom it is for.
    pub named: Vec<(u32, TacticId)>,
    /// Tactics, by number, for all others whom they fit; the first that fits counts.
    pub general: Vec<TacticId>,
}

impl Tactics {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.general.is_empty()
    }

    /// The tactic that a combatant follows by name.
    pub fn of(&self, combatant: u32) -> Option<TacticId> {
        let place = self.named.binary_search_by_key(&combatant, |named| named.0);
        place.ok().map(|place| self.named[place].1)
    }
}

/// Who rolls or decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Person {
    /// The game master.
    Gm,
    /// A side.
    Side(u32),
    /// A combatant, or its player.
    Combatant(u32),
}

impl Person {
    /// The record of this person; that of the game master is the combat.
    pub fn record(self) -> (KindId, u32) {
        match self {
            Person::Gm => (KindId::COMBAT, 0),
            Person::Side(side) => (KindId::SIDE, side),
            Person::Combatant(combatant) => (KindId::COMBATANT, combatant),
        }
    }
}

/// Whether what counts in a part only, if in one, counts while these phases run.
pub fn runs(part: Option<PhaseId>, running: &[PhaseId]) -> bool {
    part.is_none_or(|part| running.contains(&part))
}

/// What dice show.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptedRoll {
    /// Within which period (or any part of it).
    pub path: Path,
    /// The phase without numbers in which alone it counts, if it stands in one.
    pub part: Option<PhaseId>,
    /// Who rolls.
    pub who: Person,
    /// What for.
    pub purpose: WordId,
    /// The faces; a single number for a roll of several dice is their sum.
    pub faces: Vec<Value>,
    /// Whether it can be taken as often as it is asked for.
    pub each_time: bool,
    /// Its place.
    pub span: Span,
}

/// What a person answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Within which period (or any part of it).
    pub path: Path,
    /// The phase without numbers in which alone it counts, if it stands in one.
    pub part: Option<PhaseId>,
    /// Who answers.
    pub who: Person,
    /// The name of the question.
    pub question: WordId,
    /// About which records; where these and the acts are empty: whichever it is about.
    pub about: Vec<(KindId, u32)>,
    /// About which acts.
    pub acts: Vec<ActReference>,
    /// What.
    pub value: AnswerValue,
    /// Whether it can be given as often as it is asked for.
    pub each_time: bool,
    /// Its place.
    pub span: Span,
}

impl Answer {
    /// Whether it answers a question about these records, of which the acts have these attributes.
    pub fn is_about(&self, records: &[(KindId, u32)], acts: &[Vec<Value>]) -> bool {
        let is_asked = |named: &ActReference| acts.iter().any(|act| named.is_of(act));
        self.about.iter().all(|one| records.contains(one)) && self.acts.iter().all(is_asked)
    }
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerValue {
    /// Nothing: the question is left to its default.
    Default,
    /// A value.
    Value(Value),
    /// A record that rules make, by its title.
    Titled {
        /// the title
        text: Box<str>,
        /// the ways in which rules can come to say it
        ways: Vec<TitledRecord>,
    },
}

/// A title that rules give a record which they make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitledRecord {
    /// The kind of the record.
    pub kind: KindId,
    /// The text.
    pub title: TemplateId,
    /// Values that are told in it, by their holes.
    pub values: Vec<(usize, Value)>,
}

/// Where a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// After the phase, else before it.
    pub after: bool,
    /// Which phase.
    pub phase: PhaseId,
    /// With which number, if it counts; `None`: any.
    pub number: Option<Value>,
    /// In which periods around it.
    pub within: Path,
}

impl Scenario {
    /// Whether it says nothing of a single run: it expects nothing, keeps no transcript, and asks how likely something is.
    pub fn only_asks_for_odds(&self) -> bool {
        self.expectations.is_empty() && !self.snapshot && !self.questions.is_empty()
    }

    /// The setting of an option in its runs.
    pub fn setting(&self, rules: &Ruleset, option: OptionId) -> Value {
        let set = self.options.iter().rfind(|set| set.0 == option);
        set.map_or(rules.options[option.index()].value, |set| set.1)
    }

    /// Whether it says that a run stops before (or after) this repetition of a phase, which stands in these periods.
    pub fn stops(
        &self,
        (phase, number): (PhaseId, Value),
        path: &[(PhaseId, Value)],
        after: bool,
    ) -> bool {
        self.stop.as_ref().is_some_and(|stop| {
            stop.phase == phase
                && stop.after == after
                && stop.number.is_none_or(|wanted| wanted == number)
                && stop.within.iter().all(|period| path.contains(period))
        })
    }

    /// Behind which repetition of an outermost phase that counts without end a run stops, if it does: the last one for which the scenario holds
    /// anything, where it does not itself say where it stops. With tactics in force there is always something to declare.
    pub fn is_silent_after(&self, phase: PhaseId) -> Option<Value> {
        let always_speaks = self.stop.is_some() || !self.tactics.is_empty();
        (!always_speaks).then(|| self.last_of(phase).unwrap_or(Value::MIN))
    }

    /// The scenario without the rule that a run ends where it [holds nothing more](Self::is_silent_after): for runs in which people are asked.
    pub fn endless(&self, rules: &Ruleset) -> Scenario {
        let counts = |phase: &&PhaseId| rules.phases[phase.index()].counting.is_some();
        let mut scenario = self.clone();
        scenario.stop = scenario.stop.take().or_else(|| {
            let phase = *rules.procedure.iter().find(counts)?;
            Some(Stop {
                after: true,
                phase,
                number: Some(Value::MAX),
                within: Path::new(),
            })
        });
        scenario
    }

    /// The last repetition of a phase for which the scenario holds anything: a declaration, a roll, an answer, a correction, or an expectation.
    pub fn last_of(&self, phase: PhaseId) -> Option<Value> {
        let paths = (self
            .declarations
            .iter()
            .map(|declaration| &declaration.path))
        .chain(self.dice.iter().map(|roll| &roll.path))
        .chain(self.answers.iter().map(|answer| &answer.path))
        .chain(self.corrections.iter().map(|correction| &correction.path))
        .chain(self.expectations.iter().filter_map(Expectation::path));
        paths
            .flatten()
            .filter(|part| part.0 == phase)
            .map(|part| part.1)
            .max()
    }

    /// Whether it holds anything that a combatant declares where it is asked for acts of these actions in this period, while these phases run.
    pub fn speaks_for(
        &self,
        combatant: u32,
        path: &[(PhaseId, Value)],
        running: &[PhaseId],
        asked: &AskedActions,
    ) -> bool {
        let mut declared = self.declared_in(combatant, path, running);
        declared.any(|number| self.declarations[number].is_asked(asked))
    }

    /// Leaves of what a combatant has not declared yet and what fits where it is asked for acts of these actions what it declares there, in the order of the
    /// scenario: all of it; where actions are named, the acts, or else the next line that says that nothing is declared.
    pub fn take(&self, left: &mut Vec<u32>, asked: &AskedActions) {
        left.sort_unstable();
        let is_act = |number: &u32| self.declarations[number.index()].action.is_some();
        if !asked.are_all() {
            match left.iter().any(is_act) {
                true => left.retain(is_act),
                false => left.truncate(1),
            }
        }
    }

    /// What a combatant declares where it is asked in this period, while these phases run: numbers of declarations. They stand in it or, if it is the turn of the combatant or of
    /// its side, in the period around it.
    pub fn declared_in(
        &self,
        combatant: u32,
        path: &[(PhaseId, Value)],
        running: &[PhaseId],
    ) -> impl Iterator<Item = usize> {
        let around = self.around_own_turn(combatant, path);
        let declarations = self.declarations.iter().enumerate();
        let meant = move |(_, declaration): &(usize, &Declaration)| {
            declaration.actor == combatant
                && (declaration.path == path || declaration.path == around)
                && runs(declaration.part, running)
        };
        declarations.filter(meant).map(|(number, _)| number)
    }

    /// Whether what a declaration says is declared where its combatant is asked in a period, while these phases run.
    pub fn is_declared_at(
        &self,
        own: &Declaration,
        path: &[(PhaseId, Value)],
        running: &[PhaseId],
    ) -> bool {
        runs(own.part, running)
            && (path == own.path || self.around_own_turn(own.actor, path) == own.path)
    }

    /// The period around the turn of a combatant or of its side, if it is that: what is declared there can stand in either.
    pub fn around_own_turn<'p>(
        &self,
        combatant: u32,
        path: &'p [(PhaseId, Value)],
    ) -> &'p [(PhaseId, Value)] {
        let is_own = |&(phase, record): &(PhaseId, Value)| {
            let turns = self.turns.iter().find(|turns| turns.0 == phase);
            turns.is_some_and(|&(_, kind)| match kind {
                KindId::COMBATANT => record == Value::from(combatant),
                KindId::SIDE => Some(record) == self.side_of(combatant),
                _ => false,
            })
        };
        match path {
            [around @ .., last] if is_own(last) => around,
            _ => path,
        }
    }

    /// The side of a combatant.
    pub fn side_of(&self, combatant: u32) -> Option<Value> {
        let combatants = self.records.get(KindId::COMBATANT.index())?;
        let values = &combatants.get(combatant as usize)?.values;
        let side = values.iter().find(|(slot, _)| *slot == slots::SIDE)?;
        Some(side.1)
    }

    /// How many records of a kind exist at the start.
    pub fn at_start(&self, kind: KindId) -> usize {
        let records = self.records.get(kind.index()).map_or(0, Vec::len);
        let joining = self.joining.get(kind.index()).copied();
        records.saturating_sub(joining.unwrap_or(0) as usize)
    }

    /// The records of a kind that join in the course of a run.
    pub fn newcomers(&self, kind: KindId) -> Range<u32> {
        let count = self.records.get(kind.index()).map_or(0, Vec::len);
        self.at_start(kind) as u32..count as u32
    }

    /// The name of a record of the scenario.
    pub fn record_name(&self, kind: KindId, record: u32) -> Option<&str> {
        self.records
            .get(kind.index())?
            .get(record as usize)
            .map(|record| record.name.as_str())
    }
}
