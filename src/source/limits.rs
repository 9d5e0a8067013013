//! Every bound of the language in one place: the defaults, and the maxima that no flag can raise.
//! Data only. A limit refuses with a diagnostic; it never clamps.

use super::english::thousands;
use crate::suggest::list;

/// How much a text, a run or a report may take.
///
/// The defaults suit a person at a terminal. A host may lower them; flags may raise them up to [`Limits::HARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep brackets may be nested.
    pub nesting: usize,
    /// How many bytes one file may have.
    pub file_bytes: usize,
    /// How many bytes all files of one program may have together.
    pub total_bytes: usize,
    /// How many imports may lead from the first file to the last.
    pub import_depth: usize,
    /// How many files one program may be made of.
    pub files: usize,
    /// How many steps of evaluation a run may take.
    pub steps: u64,
    /// How many rounds a run may last.
    pub rounds: u32,
    /// How many events a run may record.
    pub events: u32,
    /// How many dice one roll may throw.
    pub dice: u32,
    /// How many sides a die may have.
    pub sides: u32,
    /// How many mistakes of one file are worked out before the rest is only counted.
    pub mistakes: usize,
    /// How many diagnostics of one file are shown before the rest is only counted.
    pub shown: usize,
    /// How many steps the runs of one answer may take together, where a scenario is played again and again.
    pub work: u64,
    /// How much of a run is told, in entries of the journal.
    pub told: usize,
}

impl Limits {
    /// How many words a choice may have, attributes a kind, stages an action, keys an order, lines a tactic, and exceptions a rule file: each is held
    /// against all others. No flag raises it.
    pub const OF_ONE_SORT: usize = 1_000;

    /// By how many values a search may choose or an `each` sort its records: few enough for the registers of searches within each other. No flag
    /// raises it.
    pub const SORT_VALUES: usize = 100;

    /// How many columns a table can have: the value of a row is as deep as it has columns.
    pub const COLUMNS: usize = 100;

    /// What holds unless someone asks for something else.
    pub const DEFAULT: Limits = Limits {
        nesting: 32,
        file_bytes: 4 << 20,
        total_bytes: 16 << 20,
        import_depth: 32,
        files: 256,
        steps: 1_000_000,
        rounds: 1_000,
        events: 100_000,
        dice: 10_000,
        sides: 1_000_000,
        mistakes: 500,
        shown: 50,
        work: 500_000_000,
        told: 50_000,
    };

    /// The maxima of all flags. The code is tested to be safe up to here.
    pub const HARD: Limits = Limits {
        nesting: 32,
        file_bytes: 64 << 20,
        total_bytes: 256 << 20,
        import_depth: 64,
        files: 4_096,
        steps: 1_000_000_000,
        rounds: 100_000,
        events: 10_000_000,
        dice: 1_000_000,
        sides: i32::MAX as u32,
        mistakes: 10_000,
        shown: 10_000,
        work: 1_000_000_000_000,
        told: 10_000_000,
    };

    /// How much of the work a run takes of so many steps. One that a fault stops counts tenfold: it brings the answer no nearer.
    pub fn work_of(steps: u64, is_stopped: bool) -> u64 {
        steps.saturating_mul(if is_stopped { 10 } else { 1 })
    }

    /// What is said of something that was cut, and where, as the runs for it took all the work that they might.
    pub fn cut(what: &str, work: u64) -> String {
        let more = Bound::Work.more();
        let work = thousands(work);
        format!("{what}: the runs take more than {work} steps; {more}")
    }

    /// The same, where so many answers share the work.
    pub fn shared_by(&self, answers: usize) -> Limits {
        Limits {
            work: self.work / answers.max(1) as u64,
            ..*self
        }
    }

    /// Sets one of the limits that a flag can choose, as in `steps=5000000`.
    ///
    /// # Errors
    ///
    /// In one sentence: the limit has no such name, or cannot be this.
    pub fn choose(&mut self, chosen: &str) -> Result<(), String> {
        let (name, number) = chosen.split_once('=').unwrap_or((chosen, ""));
        let named = Bound::ALL.into_iter().find(|bound| bound.name() == name);
        let Some(bound) = named else {
            return Err(format!(
                "there are limits for {}",
                list(Bound::ALL.map(Bound::name))
            ));
        };
        let hard = bound.highest();
        let number: u64 = (number.parse().ok())
            .filter(|number| (1..=hard).contains(number))
            .ok_or_else(|| format!("write `{name}=NUMBER`, with a number from 1 to {hard}"))?;
        match bound {
            Bound::Steps => self.steps = number,
            Bound::Rounds => self.rounds = number as u32,
            Bound::Events => self.events = number as u32,
            Bound::Work => self.work = number,
            Bound::Told => self.told = number as usize,
        }
        Ok(())
    }
}

/// One of the limits that a flag can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::rounds`]
    Rounds,
    /// [`Limits::events`]
    Events,
    /// [`Limits::work`]
    Work,
    /// [`Limits::told`]
    Told,
}

impl Bound {
    const ALL: [Bound; 5] = [
        Bound::Steps,
        Bound::Rounds,
        Bound::Events,
        Bound::Work,
        Bound::Told,
    ];

    fn name(self) -> &'static str {
        match self {
            Bound::Steps => "steps",
            Bound::Rounds => "rounds",
            Bound::Events => "events",
            Bound::Work => "work",
            Bound::Told => "told",
        }
    }

    fn highest(self) -> u64 {
        match self {
            Bound::Steps => Limits::HARD.steps,
            Bound::Rounds => Limits::HARD.rounds.into(),
            Bound::Events => Limits::HARD.events.into(),
            Bound::Work => Limits::HARD.work,
            Bound::Told => Limits::HARD.told as u64,
        }
    }

    /// The remedy where something was cut or stopped at this limit, in the same words everywhere.
    pub fn more(self) -> String {
        format!("a higher `--limit {}=NUMBER` allows more", self.name())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
