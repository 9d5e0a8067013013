//! The machine: carries out a [program](crate::program). It never calls out for a die or an answer: it pauses, and goes on when it is given one.
//!
//! [`Machine::start`] sets a scenario up; [`Machine::resume`] runs to the next [`Pause`]; [`Machine::rolled`], [`Machine::answered`] and
//! [`Machine::declared`] give what the run waits for. [`Machine::play`] drives a run with sources of dice and decisions.

mod abstraction;
mod act_collection;
mod acts;
mod background;
pub use background::background;
mod batch;
mod cache;
mod calls;
mod changes;
mod compare;
mod compute;
mod corrections;
mod drive;
mod exchange;
mod execute;
mod exploration;
mod given;
mod inputs;
mod keys;
mod line;
mod merge;
mod observe;
mod ordering;
mod perform;
mod phases;
mod rank_abstraction;
mod regions;
mod row;
mod setup;
mod snapshot;
mod state;
mod trigger_limits;
mod triggers;
mod watch;
mod watched;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::journal::{Entry, Journal, What};
use crate::line::Precedence;
use crate::program::{Address, Image, Marks, PartSet, compile};
use crate::ruleset::index::to_amount;
use crate::ruleset::{
    AskedActions, ExprId, ItemId, KindId, PhaseId, Ruleset, Throw, Value, WordId,
};
use crate::run::coverage::CoverageData;
use crate::run::fault::{Fault, FaultKind, RunResult};
use crate::run::{Ending, Scene};
use crate::scenario::Person;
use crate::source::{Limits, Span};

pub use abstraction::Abstraction;
use cache::Cache;
pub use exchange::{Exchange, Exchanges};
use exploration::Exploration;
pub use given::{Answers, specialized};
pub use merge::{ColumnMerge, RunSnapshot};
pub use regions::{Region, Resolving};
use state::RecordTable;
pub use state::State;
pub use watch::{
    Cell, Cells, Halt, Noted, Notes, UNSETTLED, WatchedRun, abstract_value, column_of, is_abstract,
};

/// Runs scenarios by one rule file. Its memory is kept from run to run. A clone goes on from where the run stands.
#[derive(Clone)]
pub struct Machine<'r> {
    rules: &'r Ruleset,
    image: Arc<Image>,
    limits: Limits,
    /// Which exception is over which.
    over: Precedence,
    state: State,
    /// What was evaluated for the line.
    cache: Cache,
    /// The parts of the state that the code called last has read.
    reads: PartSet,
    journal: Journal,
    coverage: CoverageData,
    /// How many steps are left.
    fuel: u64,
    /// Behind which repetition of a phase a scenario is silent.
    silent_after: Vec<Option<Value>>,
    /// The code of expressions that is not part of a body.
    appended: BTreeMap<ExprId, Address>,
    /// The code of expressions of the scenario that is played, and what the image held before it.
    scenario_code: BTreeMap<ExprId, Address>,
    before_scenario: [usize; 3],
    /// The keys of the act at hand.
    keys: Vec<cache::KeyValue>,
    /// The exception at hand: which guard says no, and what is compared.
    ruling: (Option<u16>, Value, Value),
    /// Whether there is an observer.
    observed: bool,
    /// What is kept beside the journal, if it is.
    background: Option<Box<background::KeptBackground>>,
    /// Whether nothing is declared but by tactics, so that the run need not pause for it.
    unprompted: bool,
    /// The fault of a key, until all places are asked about that come before it.
    fault: Option<Box<Fault>>,
    // Why the run pauses, until that is told.
    pause: Option<Pause>,
    // How long the journal may be.
    longest: usize,
    /// Where the text that is being said begins in the journal.
    saying: u32,
    /// For those who follow runs from roll to roll.
    exploration: Exploration,
    /// For those who watch a run.
    watch: Box<watch::Watch>,
}

/// Why a run pauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Dice are to be rolled: [`Machine::rolled`].
    Roll(Roll),
    /// A person is asked: [`Machine::answered`].
    Ask {
        /// who
        who: Person,
        /// the name of the question
        question: WordId,
        /// about which records
        about: Vec<(KindId, u32)>,
        /// of a draw: what can be drawn
        drawable: Vec<Value>,
    },
    /// A combatant may declare: [`Machine::declared`]. `refused`: all that it declares is refused.
    Declare {
        /// the number of the combatant
        actor: u32,
        /// it is refused
        refused: bool,
        /// one act alone
        one: bool,
        /// acts of which actions
        actions: AskedActions,
    },
    /// A repetition is about to begin, and nothing is left of those before but the state. Nothing is to be answered.
    Rests,
    /// Something has happened that an observer may look at. Nothing is to be answered.
    Saw(Sight),
    /// The run is over.
    Done(Ending),
}

/// What an observer may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// A batch and what it set off are done.
    BatchEnded,
    /// The line has been ordered anew and written down.
    Arranged,
    /// The first act of the line has to wait: this condition is false of it.
    Waits(u32, ExprId),
    /// A statement or a phase is about to look at its condition.
    Chooses(ExprId),
    /// A phase, or the turn in hand of one, is left by a statement.
    Left(PhaseId),
    /// A repetition of a phase is over.
    PhaseEnded(PhaseId),
    /// It has been found whose turn is next in a phase; nothing has changed since.
    TurnFound(PhaseId, u32),
}

/// Dice that are to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Who rolls.
    pub who: Person,
    /// What for.
    pub purpose: WordId,
    /// Which dice.
    pub throw: Throw,
}

impl<'r> Machine<'r> {
    /// A machine for a rule file, which is compiled if it has not been; it is not marked which definitions, procedures and events are exercised.
    pub fn new(rules: &'r Ruleset, limits: Limits) -> Self {
        Machine::with_image(rules, compile(rules, Marks::Nothing), limits)
    }

    /// A machine whose observers are told, too, of the conditions of statements, phases and triggers ([`Observer::chooses`](crate::run::Observer::chooses)).
    pub fn for_observer(rules: &'r Ruleset, limits: Limits) -> Self {
        Machine::with_image(rules, compile(rules, Marks::Conditions), limits)
    }

    /// A machine for a rule file and its code, which any number of machines can share.
    pub fn with_image(rules: &'r Ruleset, image: Arc<Image>, limits: Limits) -> Self {
        let mut over = Precedence::new(rules.exceptions.len());
        for &(stronger, weaker) in &rules.over {
            // The check has refused circles; one that came by another way is left out rather than obeyed.
            let _ = over.declare(stronger.0, weaker.0);
        }
        Machine {
            rules,
            exploration: Exploration::of(rules, &image),
            image,
            limits,
            over,
            state: State::default(),
            cache: Cache::default(),
            reads: 0,
            journal: Journal::default(),
            coverage: CoverageData::nothing_of(rules),
            fuel: limits.steps,
            silent_after: Vec::new(),
            appended: BTreeMap::new(),
            scenario_code: BTreeMap::new(),
            before_scenario: [0; 3],
            keys: Vec::new(),
            ruling: (None, 0, 0),
            saying: 0,
            fault: None,
            pause: None,
            longest: usize::try_from(u64::from(limits.events) * 16).unwrap_or(usize::MAX),
            observed: false,
            background: None,
            unprompted: false,
            watch: Box::default(),
        }
    }

    /// A machine for the same rule file, with the same code.
    pub fn another(&self) -> Self {
        Machine::with_image(self.rules, Arc::clone(&self.image), self.limits)
    }

    /// The attributes of all records as they are, by kind and record.
    pub fn records(&self) -> Vec<Vec<Vec<Value>>> {
        let tables = self.state.tables.iter();
        let rows = |table: &RecordTable| {
            let records = 0..table.count();
            records.map(|record| table.row(record).to_vec()).collect()
        };
        tables.map(rows).collect()
    }

    /// The journal of the last run.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How many steps the run has taken since it was begun or taken up.
    pub fn steps(&self) -> u64 {
        self.limits.steps - self.fuel
    }

    /// A window on the run as it stands.
    pub fn scene(&mut self) -> Scene<'_> {
        Scene::of(self)
    }

    /// What of the rules all runs so far have exercised.
    pub fn coverage(&self) -> &CoverageData {
        &self.coverage
    }

    /// The item to which what the present body does is owed.
    fn cause(&self) -> Option<ItemId> {
        self.image.bodies[self.state.body].item
    }

    /// Writes into the journal, for the present body.
    fn write(&mut self, what: What) -> RunResult<()> {
        let cause = self.cause();
        self.write_for(cause, what)
    }

    fn write_for(&mut self, cause: Option<ItemId>, what: What) -> RunResult<()> {
        let (most, journal) = (self.longest, &mut self.journal);
        if journal.entries.len() >= most || journal.values.len() / 16 >= most {
            return Err(FaultKind::TooMuch(to_amount(most)).into());
        }
        journal.entries.push(Entry { cause, what });
        if self.background.is_some() {
            self.keep_hand();
        }
        Ok(())
    }

    /// Takes one of the steps that are left.
    #[inline]
    fn step(&mut self) -> RunResult<()> {
        match self.fuel.checked_sub(1) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => Err(FaultKind::Steps(self.limits.steps).into()),
        }
    }

    /// A fault without a place arose in the innermost statement that is being carried out.
    #[cold]
    fn placed(&self, mut fault: Box<Fault>) -> Box<Fault> {
        fault.span = fault.span.or_else(|| self.statement());
        fault
    }

    /// The place of the innermost statement that is being carried out, which is the one that asks where a run pauses; `None` outside of all.
    #[cold]
    pub fn statement(&self) -> Option<Span> {
        let own = self.image.statement(self.state.at.saturating_sub(1));
        let calls = self.state.frames.iter().rev();
        let mut calls = calls.map(|frame| self.image.statement(frame.at.saturating_sub(1)));
        own.or_else(|| calls.find_map(|span| span))
    }
}
