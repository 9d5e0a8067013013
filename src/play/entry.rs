//! What is entered at the table: a line becomes lines of the log, or an answer, or is refused with its reason.

use super::answers::news;
use super::log::within;
use super::replay::{Ahead, InputNumber, Open};
use super::rolls::faces;
use super::typed::{roll_in_words, without_verb};
use super::{ItemKind, Names, Refusal, Reply, Session, Standing};
use crate::journal::What;
use crate::ruleset::{KindId, StatementKind};
use crate::scenario::{Person, Scenario};
use crate::source::{FileId, Limits};
use crate::syntax::{self, ast};
use crate::view::Story;

/// What is told where nothing has happened.
pub(super) const NOTED: &str = "Noted.\n";

/// What scenarios write for a question that is left to its default.
const NOTHING: &str = "nothing";

/// What scenarios write behind a combatant that declares nothing where it is asked.
const DECLARES_NOTHING: &str = "declares nothing";
/// The same without the combatant.
const NOTHING_DECLARED: &str = "nothing";

/// What can be entered when a fight is over.
pub const OVER: &str = "`quit` leaves the table, `undo` takes back what came last; `why`, `timeline` and `picture fight.html` show how it went";

/// How much of a line is read.
const LONGEST: usize = 4096;

impl Session {
    /// Takes what was entered.
    pub fn enter(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let Some((word, rest)) = self.command(line) else {
            return self.attempt(|session| session.stated(line));
        };
        let is_plain = rest.is_empty();
        match word.as_str() {
            "?" | "help" if is_plain => Reply::Said(self.help()),
            "who" if is_plain => Reply::Said(self.who()),
            "line" if is_plain => Reply::Said(self.line()),
            "undo" => self.undo(rest),
            "redo" => self.redo(rest),
            _ => self.attempt(|session| session.carried_out(line, &word, rest)),
        }
    }

    /// Carries a command out that changes the log, or takes what is none.
    fn carried_out(&mut self, line: &str, word: &str, rest: &str) -> Result<(), Refusal> {
        let whole = format!("{word} {rest}");
        match (word, rest) {
            ("", _) => self.pass(),
            ("done", "") => self.pass_all(),
            ("next", "") => self.pass_on(),
            ("end", "") => self.end(),
            ("roll", "") => self.roll_one(),
            ("roll", "all") => self.roll_all(),
            ("odds" | "picture" | "save" | "secret" | "move" | "join", "") => Err(self.form(word)),
            ("tactic", _) => self.line_of(&whole, Wants::Tactic),
            ("set", _) => self.set(rest),
            ("kill", _) => Err(self.no_kill(rest)),
            ("join", _) => self.join(rest),
            ("move", _) => self.move_acts(rest),
            ("gm", _) if rest.starts_with("sets ") || rest.starts_with("moves ") => {
                self.line_of(&whole, Wants::Correction)
            }
            ("joins", _) => self.line_of(&whole, Wants::Correction),
            _ => self.stated(line),
        }
    }

    /// Takes what an entry gives, and all that follows from it, or leaves the fight as it was.
    fn attempt(&mut self, enter: impl FnOnce(&mut Self) -> Result<(), Refusal>) -> Reply {
        let kept = self.clone();
        self.left_out.clear();
        let entered = enter(self).and_then(|()| self.roll_unasked());
        match entered.and_then(|()| self.settle_end(self.step())) {
            Ok(()) => self.taken(&kept),
            Err(refusal) => {
                *self = kept;
                Reply::Refused(refusal)
            }
        }
    }

    /// What is no command: dice, an answer, or a line of a scenario.
    fn stated(&mut self, line: &str) -> Result<(), Refusal> {
        self.plain(line).map_err(|refusal| {
            let refusal = match is_of_others(line) || self.is_roll(line) {
                true => refusal,
                false => self.misnamed(line).unwrap_or(refusal),
            };
            let says_act = line.split_whitespace().any(|word| self.is_verb(word));
            match (
                self.meant(line).filter(|_| !says_act),
                &self.now.standing.open,
            ) {
                (Some(help), Open::Roll(roll)) => self.no_roll(line, roll).help(help),
                (Some(help), _) => refusal.help(help),
                (None, _) => refusal,
            }
        })
    }

    /// The number of the last step.
    fn step(&self) -> u32 {
        self.log.items.last().map_or(0, |item| item.step)
    }

    /// What has been taken since an earlier moment, as one step.
    fn taken(&mut self, before: &Session) -> Reply {
        let from = before.log.items.len();
        let step = before.log.items.last().map_or(0, |item| item.step + 1);
        let mut lines = Vec::new();
        for item in &mut self.log.items[from..] {
            item.step = step;
            lines.push(item.line());
        }
        self.redo.clear();
        let told = news(&before.now.shown, &self.now.shown);
        let mut told = self.without_secrets(&told);
        let mut words = std::mem::take(&mut self.left_out);
        if told.is_empty() {
            words.dedup();
            told = match words.is_empty() {
                true => NOTED.to_owned(),
                false => format!("Noted: {}.\n", words.join(", ")),
            };
        }
        Reply::Taken { lines, told }
    }

    /// What is neither a command nor empty: dice, an answer, or a line of a scenario.
    fn plain(&mut self, line: &str) -> Result<(), Refusal> {
        if line.len() > LONGEST {
            return Err(Refusal::new("this line is too long"));
        }
        match self.now.standing.open.clone() {
            Open::Done(_) => Err(self.is_over()),
            Open::Roll(roll) => match faces(without_verb(line)) {
                Some(faces) => self.rolled(&roll, &faces),
                None if line.contains(" rolls ") || self.begins_with_combatant(line) => {
                    self.line_of(line, Wants::Line)
                }
                None => match roll_in_words(line) {
                    Some(roll) => self.line_of(&self.of_asked("rolls", roll), Wants::Line),
                    None => Err(self.no_roll(line, &roll)),
                },
            },
            Open::Ask { .. } if faces(line).is_none() && self.is_roll(line) => Err(self.no_dice()),
            Open::Declare(..) if self.is_roll(line) => Err(self.no_dice()),
            Open::Ask { .. } => match line.strip_prefix("answers ") {
                Some(answer) if line.contains(" to ") => {
                    self.line_of(&self.of_asked("answers", answer), Wants::Line)
                }
                _ if is_answer(line) => self.line_of(line, Wants::Line),
                _ => self.answered(line),
            },
            Open::Declare(..) if line == NOTHING_DECLARED => self.pass(),
            Open::Declare(actor, _) if line.contains(';') && !line.contains('"') => {
                self.declared_together(actor, line)
            }
            Open::Declare(actor, _) => {
                let typed = self.line_of(line, Wants::Line);
                let Err(refusal) = typed else { return Ok(()) };
                // The combatant that is asked need not be named.
                let actor = self.names().written_record(KindId::COMBATANT, actor);
                let named = self.line_of(&format!("{actor} {line}"), Wants::Line);
                named.map_err(|by_name| match self.begins_with_combatant(line) {
                    true => refusal,
                    false => by_name,
                })
            }
        }
    }

    /// `walks 4; strikes orc 1`: several acts of one declaration, each as its own line of the log.
    fn declared_together(&mut self, actor: u32, line: &str) -> Result<(), Refusal> {
        let actor = self.names().written_record(KindId::COMBATANT, actor);
        let acts = line.split(';').map(str::trim).filter(|act| !act.is_empty());
        let lines = acts.map(|act| match self.begins_with_combatant(act) {
            true => act.to_owned(),
            false => format!("{actor} {act}"),
        });
        let lines: Vec<String> = lines.collect();
        for line in &lines {
            one_entry(line, Wants::Line, &self.limits)?;
        }
        self.take_lines(&lines)
    }

    pub(super) fn begins_with_combatant(&self, line: &str) -> bool {
        self.combatants().any(|name| {
            let rest = line.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    }

    /// A line as scenarios have it; in the present period or in none.
    pub(super) fn line_of(&mut self, line: &str, wants: Wants) -> Result<(), Refusal> {
        one_entry(line, wants, &self.limits)?;
        match wants {
            Wants::Line => self.take_in_period(line),
            Wants::Correction => self.correct(line),
            Wants::Tactic => self.take(vec![ItemKind::Line(line.to_owned())]),
        }
    }

    /// Takes a line in the present period, or in one around it if a line that was there before would be found later.
    pub(super) fn take_in_period(&mut self, line: &str) -> Result<(), Refusal> {
        self.take_lines(std::slice::from_ref(&line))
    }

    /// The same of several lines at once.
    fn take_lines<S: AsRef<str>>(&mut self, lines: &[S]) -> Result<(), Refusal> {
        let path = self.now.standing.path.clone();
        let mut refusal = None;
        for length in (0..=path.len()).rev() {
            let part = self.now.standing.part.filter(|_| length == path.len());
            let names = self.names();
            let lines = lines.iter().map(|line| {
                let line = within(&names, &path[..length], part, line.as_ref());
                ItemKind::Line(line)
            });
            match self.take(lines.collect()) {
                Ok(()) => return Ok(()),
                Err(error) => _ = refusal.get_or_insert(error),
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    /// The line of the log that gives what is open.
    pub(super) fn line_giving(&self, value: &str) -> String {
        let need = self.now.standing.need.as_ref();
        need.map_or_else(String::new, |need| {
            let (before, behind) = need.line(&self.names());
            format!("{before}{value}{behind}")
        })
    }

    /// Leaves what is open to its default, or undeclared.
    fn pass(&mut self) -> Result<(), Refusal> {
        let prompt = &self.now.prompt;
        match &self.now.standing.open {
            Open::Roll(roll) => {
                let dice = roll.throw;
                Err(Refusal::new(format!("{dice} must be rolled"))
                    .help("type what the dice show, or `roll`"))
            }
            Open::Done(_) => Err(self.is_over()),
            Open::Ask { .. } => {
                let Some(default) = &prompt.default else {
                    let choices = prompt.choices.join(", ");
                    return Err(Refusal::new("this question has no default")
                        .help(format!("what can be answered: {choices}")));
                };
                let asked = self.asks().map(|asked| asked.1).unwrap_or_default();
                self.left_out.push(format!("{asked} {default}, by default"));
                // An answer of this name would be taken for it.
                let value = match prompt.choices.iter().any(|choice| choice == NOTHING) {
                    true => default.clone(),
                    false => NOTHING.to_owned(),
                };
                self.take_in_period(&self.line_giving(&value))
            }
            Open::Declare(actor, _) => {
                let who = Person::Combatant(*actor);
                let actor = self.names().record(KindId::COMBATANT, *actor);
                let words = match &prompt.default {
                    Some(proposal) => format!("{actor} {proposal}, by tactic"),
                    None if self.standing_acts(who).is_empty() => {
                        format!("{actor} {DECLARES_NOTHING}")
                    }
                    None => format!("{actor} {DECLARES_NOTHING} more"),
                };
                self.left_out.push(words.clone());
                // A line would silence a tactic in the whole period.
                if self.now.scenario.tactics.is_empty() {
                    return self.take_in_period(&self.line_giving(DECLARES_NOTHING));
                }
                let first = InputNumber::Declaration(self.now.standing.declarations);
                self.take(vec![ItemKind::Passed(first, 1, words)])
            }
        }
    }

    /// Leaves out all declarations of this moment.
    fn pass_all(&mut self) -> Result<(), Refusal> {
        if !matches!(self.now.standing.open, Open::Declare(..)) {
            return Err(Refusal::new("no declarations are asked for now"));
        }
        let ahead = self.ahead(Ahead::Silence)?;
        let words = "no further declarations".to_owned();
        self.left_out.push(words.clone());
        let standing = &self.now.standing;
        if self.declares_one_by_one() && self.now.scenario.tactics.is_empty() {
            let names = self.names();
            let lines = ahead.silent.iter().map(|&actor| {
                let actor = names.written_record(KindId::COMBATANT, actor);
                let line = format!("{actor} {DECLARES_NOTHING}");
                ItemKind::Line(within(&names, &standing.path, standing.part, &line))
            });
            return self.take(lines.collect());
        }
        let first = standing.declarations;
        self.take(vec![ItemKind::Passed(
            InputNumber::Declaration(first),
            ahead.declarations - first,
            words,
        )])
    }

    /// Whether a combatant can be asked to declare several times in a period.
    fn declares_one_by_one(&self) -> bool {
        let mut found = false;
        self.checked.ruleset.each_statement(&mut |statement| {
            found |= matches!(statement, StatementKind::Declare { one: true, .. });
        });
        found
    }

    /// That the fight is over, and what can be done then.
    pub(super) fn is_over(&self) -> Refusal {
        Refusal::new("the fight is over").help(OVER)
    }

    /// Leaves out all declarations until something happens of which the transcript tells.
    fn pass_on(&mut self) -> Result<(), Refusal> {
        let told = self.now.transcript.clone();
        self.pass_all()?;
        while self.now.transcript == told && matches!(self.now.standing.open, Open::Declare(..)) {
            self.pass_all()?;
        }
        Ok(())
    }

    /// Ends the fight: before the present round if nothing was entered in it, else after it, with all that is open left out.
    fn end(&mut self) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(self.is_over());
        }
        let entered = self.entered_in_round();
        let line = self.stop_line(entered);
        let line = line.ok_or_else(|| {
            Refusal::new("no round has begun in which the fight could end").help("`quit` leaves it")
        })?;
        self.take(vec![ItemKind::Line(line)])?;
        while self.ending().is_none() {
            match self.now.standing.open {
                Open::Roll(_) => self.roll_all()?,
                Open::Ask { .. } => self.pass()?,
                Open::Declare(..) => self.pass_all()?,
                Open::Done(_) => {}
            }
        }
        Ok(())
    }

    /// Whether something was rolled, answered or declared in the present round.
    fn entered_in_round(&self) -> bool {
        let standing = &self.now.standing;
        let declared = &self.now.scenario.declarations;
        let mut open = standing.unused.declarations.iter();
        if open.any(|&number| declared[number].path == standing.path) {
            return true;
        }
        let round = standing.path.first().map(|part| part.0);
        let begins =
            |what: &What| matches!(what, What::PhaseBegins { phase, .. } if Some(*phase) == round);
        let entries = self.now.standing.journal.entries.iter().rev();
        let mut here = entries.take_while(|entry| !begins(&entry.what));
        here.any(|entry| {
            matches!(
                entry.what,
                What::Rolled { .. }
                    | What::Asked { .. }
                    | What::Declared { .. }
                    | What::Corrected { .. }
                    | What::Placed { .. }
            )
        })
    }

    /// `stop after round 3`: of the round that stands, or was the last one.
    pub(super) fn stop_line(&self, after: bool) -> Option<String> {
        let rules = &self.checked.ruleset;
        let counts =
            |phase: &crate::ruleset::PhaseId| rules.phases[phase.index()].counting.is_some();
        let entries = self.now.standing.journal.entries.iter().rev();
        let (phase, number) = entries.into_iter().find_map(|entry| match entry.what {
            What::PhaseBegins { phase, number, .. }
                if counts(&phase) && rules.periods_around(phase).is_empty() =>
            {
                Some((phase, number))
            }
            _ => None,
        })?;
        let when = if after { "after" } else { "before" };
        let phase = &rules.phases[phase.index()].name;
        Some(format!("stop {when} {phase} {number}"))
    }

    /// The rules' own reason, if they refuse the declaration that was entered last.
    pub(super) fn refused_by_rules(
        &self,
        scenario: &Scenario,
        standing: &Standing,
    ) -> Result<(), Refusal> {
        let journal = &standing.journal;
        let newest = Some(scenario.declarations.len() as u32 - 1);
        let refused = journal.entries.iter().enumerate();
        let refused = refused.rev().find_map(|(index, entry)| match entry.what {
            What::Refused { act, because } if journal.act(act).declaration == newest => {
                Some((index, act, because))
            }
            _ => None,
        });
        let Some((index, act, because)) = refused else {
            return Ok(());
        };
        let story = Story::new(Names::new(&self.checked.ruleset, scenario), journal);
        let (act, because) = (story.act(act, index), story.said(because, index));
        Err(Refusal::new(format!("{act}: refused, because {because}")))
    }
}

/// Whether a line is no declaration, but a roll or an answer as scenarios have it.
fn is_of_others(line: &str) -> bool {
    line.contains(" rolls ") || is_answer(line)
}

/// Whether a line is a whole answer, as scenarios have it.
fn is_answer(line: &str) -> bool {
    line.contains(" answers ") && line.contains(" to ")
}

/// What kind of entry a line is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    /// A roll, an answer or a declaration.
    Line,
    /// What the game master corrects.
    Correction,
    /// What puts a tactic in force.
    Tactic,
}

/// Whether a line is one entry of a scenario, of this kind.
pub(super) fn one_entry(line: &str, wants: Wants, limits: &Limits) -> Result<(), Refusal> {
    let text = format!("scenario \"entered\" {{\n{line}\n}}\n");
    let (tree, found) = syntax::parse(FileId::default(), &text, limits);
    let not_understood = || {
        Refusal::new("this is not understood")
            .help("`?` shows what is asked and what can be entered")
    };
    if let Some(refusal) = Refusal::of_first(&found) {
        return Err(match refusal.help {
            Some(_) => refusal,
            None => refusal.help("`?` shows what is asked and what can be entered"),
        });
    }
    let entries = match (&tree.scenarios[..], &tree.rules[..]) {
        ([scenario], []) => &scenario.entries[..],
        _ => return Err(not_understood()),
    };
    let fits = |entry: &ast::ScenarioEntry| match wants {
        Wants::Line => matches!(entry.kind, ast::EntryKind::Line(_)),
        Wants::Correction => matches!(
            entry.kind,
            ast::EntryKind::Correction { .. }
                | ast::EntryKind::Move { .. }
                | ast::EntryKind::Newcomers { .. }
                | ast::EntryKind::NewThing { .. }
        ),
        Wants::Tactic => matches!(entry.kind, ast::EntryKind::Tactic { .. }),
    };
    match entries {
        [entry] if fits(entry) => Ok(()),
        _ => Err(not_understood()),
    }
}
