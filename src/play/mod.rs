//! A fight at the table: people roll and decide, the rules keep the order. Touches no terminal and no file.
//!
//! A [`Session`] says what is asked ([`Session::prompt`]) and takes what is entered ([`Session::enter`]). What was entered is the [log](Session::text), an
//! ordinary scenario. After each entry the fight is played anew by its log, from the beginning to what is open; so the session shows what a run of the
//! log tells, and to take something back is to play without it. An entry costs a few runs of the fight so far.

mod answering;
mod answers;
mod complete;
mod correct;
mod declaring;
mod entry;
mod help;
pub mod json;
mod log;
mod meant;
mod missing;
mod named;
mod need;
mod offered;
mod prompt;
mod replay;
mod rolls;
mod stands;
mod text;
mod typed;
mod undo;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::{self, Checked};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::run::Ending;
use crate::scenario::Scenario;
use crate::source::{FileId, Limits};
use crate::view::{
    Names, TranscriptStyle, transcript, transcript_for_players, transcript_without_values,
};
use crate::{suite, syntax};
pub use declaring::DeclarationReader;
#[cfg(feature = "cli")]
pub(crate) use entry::OVER;
use log::{ItemKind, Log, LogLine};
pub use missing::{Insertion, Missing, MissingInput, missing};
pub use need::{Need, NeedKind};
pub use prompt::{Prompt, Wanted};
use replay::{Ahead, FightRules, Open, Standing, replay};
pub use text::{afresh, rules_named};

/// For whom the program rolls unasked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Roller {
    /// For no combatant: people type what their dice show.
    #[default]
    None,
    /// For all.
    All,
    /// For these sides and their combatants, by their names; `gm` is the game master.
    Sides(BTreeSet<String>),
}

/// Why an entry is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong, in one sentence, in lower case and without a final full stop.
    pub reason: String,
    /// What can be done.
    pub help: Option<String>,
}

/// What becomes of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is taken: these lines come to the end of the log, and this is what came of it.
    Taken {
        /// Each with its end; they stand before [`Session::closing`].
        lines: Vec<String>,
        /// New lines of the transcript; if there are none, that it is noted.
        told: String,
    },
    /// Something was taken back, or taken again: the log is another text.
    Rewritten(String),
    /// It asks something, and this is the answer.
    Said(String),
    /// It is not taken, and nothing has changed.
    Refused(Refusal),
}

/// A fight that is being played.
#[derive(Clone, Debug)]
pub struct Session {
    checked: Arc<Checked>,
    limits: Limits,
    log: Log,
    /// Steps that were taken back and can be taken again, the last one first to come.
    redo: Vec<u32>,
    roller: Roller,
    /// The names of those who have declared in secret what has not been told yet.
    secrets: BTreeSet<String>,
    /// What the entry in hand leaves to defaults, or undeclared, in words.
    left_out: Vec<String>,
    now: FightSituation,
}

/// A fight as it stands, and what is shown of it.
#[derive(Clone, Debug)]
struct FightSituation {
    scenario: Scenario,
    standing: Standing,
    transcript: String,
    /// The same without secret values that have not been revealed.
    shown: String,
    prompt: Prompt,
}

impl Session {
    /// Begins a fight, or goes on with one: `text` is the file of a scenario, or a log. Of a file with several scenarios the one that begins at the byte
    /// `start` is played. `digest`: that of the rules. `seed`: for dice that the program rolls, unless the scenario has one. The program rolls what it is to
    /// roll unasked, so the log can have grown.
    ///
    /// # Errors
    ///
    /// The first mistake of the scenario, or the first line of the log that does not fit.
    pub fn open(
        checked: Arc<Checked>,
        (text, start): (&str, usize),
        (digest, seed): (u64, u64),
        roller: Roller,
        limits: Limits,
    ) -> Result<Self, Refusal> {
        let log = match Log::read(text) {
            Some(log) => log,
            None if Log::is_log(text) => {
                return Err(Refusal::new(
                    "the head of the log, or its end, is not as `affray play` writes it",
                ));
            }
            None => Log::new(&text::base(text, start, &limits), digest),
        };
        let scenario = read(&checked, &log.text(), &limits)?;
        let rules = FightRules {
            ruleset: &checked.ruleset,
            limits,
        };
        fits(&checked, &rules, &log, &scenario, &limits)?;
        let standing = replay(&rules, &scenario, &log.passed(), Ahead::Stop)?;
        let now = FightSituation {
            scenario,
            standing,
            transcript: String::new(),
            shown: String::new(),
            prompt: Prompt::default(),
        };
        let mut session = Session {
            checked,
            limits,
            log,
            redo: Vec::new(),
            roller,
            secrets: BTreeSet::new(),
            left_out: Vec::new(),
            now,
        };
        session.show();
        if session.now.scenario.seed.is_none() {
            session.take(vec![ItemKind::Line(format!("seed {seed}"))])?;
        }
        session.roll_unasked()?;
        Ok(session)
    }

    /// The digest of the rules with which a fight began, and the first line of its log that does not fit these rules. `None` if it is no log, or if what
    /// stands above all lines does not fit. Plays the fight a few times: as often as its lines can be halved.
    pub fn misfit(checked: &Checked, text: &str, limits: &Limits) -> Option<(u64, String)> {
        let log = Log::read(text)?;
        let rules = FightRules {
            ruleset: &checked.ruleset,
            limits: *limits,
        };
        let fits = |count: usize| {
            let mut log = log.clone();
            log.items.truncate(count);
            let scenario = read(checked, &log.text(), limits);
            scenario.is_ok_and(|scenario| fits(checked, &rules, &log, &scenario, limits).is_ok())
        };
        if !fits(0) {
            return None;
        }
        let (mut fitting, mut too_many) = (0, log.items.len());
        while fitting + 1 < too_many {
            let middle = fitting + (too_many - fitting) / 2;
            match fits(middle) {
                true => fitting = middle,
                false => too_many = middle,
            }
        }
        let line = log.items.get(fitting)?.words().to_owned();
        Some((log.digest, line))
    }

    /// The log: the text of a scenario.
    pub fn text(&self) -> String {
        self.log.text()
    }

    /// The end of the log: the checksum of all above, and the brace of the scenario. Its length is always the same.
    pub fn closing(&self) -> String {
        self.log.closing()
    }

    /// Whether the log that was opened is as it was written, by its checksum; `None` where it has none, as its end was torn.
    pub fn is_whole(&self) -> Option<bool> {
        self.log.is_whole
    }

    /// Whether a text is a log, and not a scenario as an author has written it.
    pub fn is_log(text: &str) -> bool {
        Log::is_log(text)
    }

    /// The digest of the rules when the fight began.
    pub fn digest(&self) -> u64 {
        self.log.digest
    }

    /// What is asked now.
    pub fn prompt(&self) -> &Prompt {
        &self.now.prompt
    }

    /// What the fight waits for, and what is asked, in one line; `None` where it is over.
    pub fn asks(&self) -> Option<(&Need, String)> {
        let need = self.now.standing.need.as_ref()?;
        Some((need, need.text(&self.names())))
    }

    /// What has happened so far.
    pub fn transcript(&self) -> &str {
        &self.now.transcript
    }

    /// What has happened so far, as it is shown at the table: without secret values that have not been revealed.
    pub fn shown(&self) -> &str {
        &self.now.shown
    }

    /// What has happened so far, for the players to read: without secret values and what was declared in secret. Tells the whole fight anew.
    pub fn transcript_for_players(&self) -> String {
        let journal = self.now.standing.journal.truncated(self.limits.told);
        transcript_for_players(&self.checked.ruleset, &self.now.scenario, &journal)
    }

    /// How the fight has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.now.standing.open {
            Open::Done(ending) => Some(ending),
            Open::Roll(_) | Open::Ask { .. } | Open::Declare(..) => None,
        }
    }

    fn names(&self) -> Names<'_> {
        Names::new(&self.checked.ruleset, &self.now.scenario)
    }

    fn rules(&self) -> FightRules<'_> {
        FightRules {
            ruleset: &self.checked.ruleset,
            limits: self.limits,
        }
    }

    /// The fight as it stands, with something tried out.
    fn ahead(&self, ahead: Ahead) -> Result<Standing, Refusal> {
        replay(&self.rules(), &self.now.scenario, &self.log.passed(), ahead)
    }

    /// Takes lines into the log, if they fit.
    fn take(&mut self, kinds: Vec<ItemKind>) -> Result<(), Refusal> {
        let step = self.log.items.last().map_or(0, |item| item.step + 1);
        self.take_in(step, kinds)
    }

    /// The same, as a part of a step.
    fn take_in(&mut self, step: u32, kinds: Vec<ItemKind>) -> Result<(), Refusal> {
        let mut log = self.log.clone();
        let items = kinds.into_iter().map(|kind| LogLine {
            kind,
            step,
            undone: false,
        });
        log.items.extend(items);
        let (scenario, standing) = self.tried(&log)?;
        self.check(&log, &scenario, &standing)?;
        self.log = log;
        self.now.scenario = scenario;
        self.now.standing = standing;
        self.show();
        Ok(())
    }

    /// The fight by another log.
    fn tried(&self, log: &Log) -> Result<(Scenario, Standing), Refusal> {
        let known = self.log.text().len() - self.log.closing().len();
        let scenario = read_further(&self.checked, &log.text(), known, &self.limits)?;
        let standing = replay(&self.rules(), &scenario, &log.passed(), Ahead::Stop)?;
        Ok((scenario, standing))
    }

    /// Whether further lines are used, and change nothing of what has been settled.
    fn check(&self, log: &Log, scenario: &Scenario, standing: &Standing) -> Result<(), Refusal> {
        let before = &self.now.standing;
        let declares = scenario.declarations.len() > self.now.scenario.declarations.len();
        let unused = |standing: &Standing| {
            let unused = &standing.unused;
            unused.first_behind(scenario, &self.now.scenario).is_some()
        };
        if declares && self.declares_another(scenario, standing) {
            return Err(self.only_some_actions());
        }
        let silent;
        let judged = match declares && unused(standing) {
            true => {
                // It may be of one of those who are asked next.
                silent = replay(&self.rules(), scenario, &log.passed(), Ahead::Silence)?;
                &silent
            }
            false => standing,
        };
        if unused(judged) {
            return Err(self.not_asked(self.unasked(scenario)));
        }
        // What ends the run takes back the round that has just begun.
        let ends = scenario.stop != self.now.scenario.stop;
        let corrects = scenario.corrections.len() > self.now.scenario.corrections.len();
        // What declares may come before declarations that nothing has followed yet; a correction comes behind them.
        let settled = match corrects {
            true => before.journal.entries.len(),
            false => before.settled,
        };
        let settled = &before.journal.entries[..settled];
        if !ends && !judged.journal.entries.starts_with(settled) {
            return Err(
                Refusal::new("this would change what has happened already in this period")
                    .help("take back with `undo` what came after it"),
            );
        }
        match declares {
            true => self.refused_by_rules(scenario, judged),
            false => Ok(()),
        }
    }

    /// Works out what is shown.
    fn show(&mut self) {
        let journal = &self.now.standing.journal;
        let journal = journal.truncated(self.limits.told);
        let (rules, scenario) = (&self.checked.ruleset, &self.now.scenario);
        self.now.transcript = transcript(rules, scenario, &journal, &TranscriptStyle::default());
        self.now.shown = transcript_without_values(rules, scenario, &journal);
        self.now.prompt = self.put_in_words();
    }

    /// Adds where the run of the log ends, where that does not follow from its lines.
    fn settle_end(&mut self, step: u32) -> Result<(), Refusal> {
        if self.ending().is_none() || self.now.scenario.stop.is_some() {
            return Ok(());
        }
        let (rules, scenario) = (&self.checked.ruleset, &self.now.scenario);
        let run = suite::play(rules, scenario, None, &self.limits);
        let told = transcript(rules, scenario, &run.journal, &TranscriptStyle::default());
        if told == self.now.transcript {
            return Ok(());
        }
        let line = self
            .stop_line(true)
            .ok_or_else(|| Refusal::new("the log does not come to the end that has been played"))?;
        self.take_in(step, vec![ItemKind::Line(line)])
    }
}

impl Refusal {
    fn new(reason: impl Into<String>) -> Self {
        Refusal {
            reason: reason.into(),
            help: None,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Refusal {
            help: Some(help.into()),
            ..self
        }
    }

    /// The message of a check, without its place: that is the line that was entered.
    fn of(diagnostic: &Diagnostic) -> Self {
        let label = &diagnostic.primary.text;
        let reason = match label.is_empty() || diagnostic.help.is_some() {
            true => diagnostic.message.clone(),
            false => format!("{}: {label}", diagnostic.message),
        };
        Refusal {
            reason,
            help: diagnostic.help.clone(),
        }
    }

    /// The first error among messages.
    fn of_first(found: &Diagnostics) -> Option<Self> {
        let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
        found.iter().find(is_error).map(Refusal::of)
    }
}

/// Whether all lines of a log are used: where the rules have changed since, they may ask for others.
fn fits(
    checked: &Checked,
    rules: &FightRules<'_>,
    log: &Log,
    scenario: &Scenario,
    limits: &Limits,
) -> Result<(), Refusal> {
    let begun = read(checked, &Log::new(log.base(), log.digest).text(), limits)?;
    let ahead = replay(rules, scenario, &log.passed(), Ahead::Silence)?;
    match ahead.unused.first_behind(scenario, &begun) {
        None => Ok(()),
        Some(span) => {
            let text = log.text();
            let line = text.get(span.range()).unwrap_or_default();
            Err(Refusal::new(format!(
                "the rules do not ask for this line of the log: `{line}`"
            ))
            .help("play by the rules with which the fight began, or take the line out"))
        }
    }
}

/// The scenario of a log. What is declared from a byte on is refused where it does not say what it is aimed at and cannot be carried out without.
fn read_further(
    checked: &Checked,
    text: &str,
    from: usize,
    limits: &Limits,
) -> Result<Scenario, Refusal> {
    let (scenario, found) = read_with(checked, text, limits)?;
    let is_new = |one: &&Diagnostic| {
        one.code == Code::MissingValue && one.primary.span.range().start >= from
    };
    match found.iter().find(is_new) {
        Some(lacking) => Err(Refusal::of(lacking)),
        None => Ok(scenario),
    }
}

/// The scenario of a log.
fn read(checked: &Checked, text: &str, limits: &Limits) -> Result<Scenario, Refusal> {
    read_with(checked, text, limits).map(|(scenario, _)| scenario)
}

/// The scenario of a log, with the warnings about it.
fn read_with(
    checked: &Checked,
    text: &str,
    limits: &Limits,
) -> Result<(Scenario, Diagnostics), Refusal> {
    let (tree, found) = syntax::parse(FileId::default(), text, limits);
    if let Some(refusal) = Refusal::of_first(&found) {
        return Err(refusal);
    }
    let scenario = tree.scenarios.last();
    let scenario = scenario.ok_or_else(|| Refusal::new("there is no scenario"))?;
    let (scenario, found) = check::scenario::scenario(checked, scenario);
    match (scenario, Refusal::of_first(&found)) {
        (Some(scenario), None) => Ok((scenario, found)),
        (_, refusal) => Err(refusal.unwrap_or_else(|| Refusal::new("the scenario has mistakes"))),
    }
}
