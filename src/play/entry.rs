//! What is entered at the table: a line becomes lines of the log, or an answer, or is refused with its reason.

use super::answers::news;
use super::log::within;
use super::replay::{Ahead, Open, Turn};
use super::{ItemKind, Names, Refusal, Reply, Roller, Session, Standing};
use crate::journal::What;
use crate::machine::Roll;
use crate::ruleset::{KindId, Tally, Throw, Value, WordId, slots};
use crate::run::dice::Seeded;
use crate::scenario::{Person, Scenario};
use crate::source::{Limits, Sources};
use crate::syntax::{self, ast};
use crate::view::Story;

/// How much of a line is read.
const LONGEST: usize = 4096;

impl Session {
    /// Takes what was entered.
    pub fn enter(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let is_plain = rest.is_empty();
        match word {
            "?" | "help" if is_plain => Reply::Said(self.help()),
            "who" if is_plain => Reply::Said(self.who()),
            "line" if is_plain => Reply::Said(self.line()),
            "undo" => self.undo(rest),
            "redo" if is_plain => self.redo(),
            _ => {
                let kept = self.clone();
                let entered = match (word, rest) {
                    ("", _) => self.pass(),
                    ("done", "") => self.pass_all(),
                    ("next", "") => self.pass_on(),
                    ("end", "") => self.end(),
                    ("roll", "") => self.roll_one(),
                    ("roll", "all") => self.roll_all(),
                    ("tactic", _) => self.line_of(line, false),
                    _ => self.plain(line),
                };
                let after = entered.and_then(|()| self.roll_unasked());
                match after.and_then(|()| self.settle_end(self.step())) {
                    Ok(()) => self.taken(&kept),
                    Err(refusal) => {
                        *self = kept;
                        Reply::Refused(refusal)
                    }
                }
            }
        }
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
        let mut told = news(&before.now.transcript, &self.now.transcript);
        if told.is_empty() {
            let words = self.log.items[from..]
                .iter()
                .filter_map(|item| match &item.kind {
                    ItemKind::Passed(_, _, words) => Some(words.as_str()),
                    ItemKind::Line(_) | ItemKind::Remark(_) => None,
                });
            let mut words: Vec<&str> = words.collect();
            words.dedup();
            told = match words.is_empty() {
                true => "Noted.\n".to_owned(),
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
            Open::Done(_) => {
                Err(Refusal::new("the fight is over").help("`undo` takes back, `quit` ends"))
            }
            Open::Roll(roll) => match faces(line) {
                Some(faces) => self.rolled(&roll, &faces),
                None => self.line_of(line, true),
            },
            Open::Ask {
                who,
                question,
                about,
            } => match is_answer(line) {
                true => self.line_of(line, true),
                false => self.answered(line, (who, question, &about)),
            },
            Open::Declare(_) if faces(line).is_some() => {
                Err(Refusal::new("no dice are asked for now")
                    .help(format!("what is asked: {}", self.now.prompt.text)))
            }
            Open::Declare(actor) => {
                let typed = self.line_of(line, true);
                let Err(refusal) = typed else { return Ok(()) };
                // The combatant that is asked need not be named.
                let actor = self.names_in_log(KindId::COMBATANT, actor);
                let named = self.line_of(&format!("{actor} {line}"), true);
                named.map_err(|by_name| match self.begins_with_combatant(line) {
                    true => refusal,
                    false => by_name,
                })
            }
        }
    }

    fn names_in_log(&self, kind: KindId, record: u32) -> String {
        let name = self.now.scenario.record_name(kind, record);
        name.unwrap_or("nobody").to_owned()
    }

    fn begins_with_combatant(&self, line: &str) -> bool {
        let records = self.now.scenario.records.get(KindId::COMBATANT.index());
        let mut names = records.into_iter().flatten().map(|record| &record.name);
        names.any(|name| {
            let rest = line.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    }

    /// A line as scenarios have it; in the present period or in none.
    fn line_of(&mut self, line: &str, in_period: bool) -> Result<(), Refusal> {
        one_entry(line, in_period, &self.limits)?;
        match in_period {
            true => self.take_in_period(line),
            false => self.take(vec![ItemKind::Line(line.to_owned())]),
        }
    }

    /// Takes a line in the present period, or in one around it if a line that was there before would be found later.
    fn take_in_period(&mut self, line: &str) -> Result<(), Refusal> {
        let path = self.now.standing.path.clone();
        let mut refusal = None;
        for length in (0..=path.len()).rev() {
            let line = within(&self.names(), &path[..length], line);
            match self.take(vec![ItemKind::Line(line)]) {
                Ok(()) => return Ok(()),
                Err(error) => _ = refusal.get_or_insert(error),
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    /// Dice that were typed.
    fn rolled(&mut self, roll: &Roll, faces: &[Value]) -> Result<(), Refusal> {
        let throw = roll.throw;
        let Throw { count, sides, .. } = throw;
        if throw.given(faces).is_none() {
            let (least, most) = throw.bounds();
            let what = match throw.tally {
                Tally::Sum => "their sum",
                _ => "what comes of them,",
            };
            return Err(match count {
                1 => Refusal::new(format!("a d{sides} shows 1 to {sides}")),
                _ => Refusal::new(format!(
                    "{throw} are {count} numbers from 1 to {sides}, or {what} from {least} to {most}"
                )),
            });
        }
        let faces: Vec<String> = faces.iter().map(Value::to_string).collect();
        let who = self.person_in_log(roll.who);
        let purpose = self.checked.ruleset.word(roll.purpose);
        self.take_in_period(&format!("{who} rolls {} for {purpose}", faces.join(", ")))
    }

    /// An answer that was typed.
    fn answered(
        &mut self,
        typed: &str,
        (who, question, about): (Person, WordId, &[(KindId, u32)]),
    ) -> Result<(), Refusal> {
        let value = match typed {
            "y" => "yes",
            "n" => "no",
            typed => typed,
        };
        let named = about
            .iter()
            .filter_map(|&(kind, record)| self.now.scenario.record_name(kind, record));
        let named: Vec<&str> = named.collect();
        let about = match named.is_empty() {
            true => String::new(),
            false => format!(" about {}", named.join(", ")),
        };
        let who = self.person_in_log(who);
        let question = self.checked.ruleset.word(question);
        let line = format!("{who} answers {value} to {question}{about}");
        if one_entry(&line, true, &self.limits).is_err() {
            let wanted = &self.now.prompt.choices;
            let help = format!("what can be answered: {}", wanted.join(", "));
            let refusal = Refusal::new(format!("`{typed}` is no answer"));
            return Err(match wanted.is_empty() {
                true => refusal,
                false => refusal.help(help),
            });
        }
        self.take_in_period(&line)
    }

    /// Leaves what is open to its default, or undeclared.
    fn pass(&mut self) -> Result<(), Refusal> {
        let standing = &self.now.standing;
        let (turn, words) = match &standing.open {
            Open::Roll(roll) => {
                let dice = roll.throw;
                return Err(Refusal::new(format!("{dice} must be rolled"))
                    .help("type what the dice show, or `roll`"));
            }
            Open::Done(_) => return Err(Refusal::new("the fight is over")),
            Open::Ask { question, .. } => {
                let Some(default) = &self.now.prompt.default else {
                    let choices = self.now.prompt.choices.join(", ");
                    return Err(Refusal::new("this question has no default")
                        .help(format!("what can be answered: {choices}")));
                };
                let question = self.checked.ruleset.word(*question);
                let words = format!("{question}, {default} by default");
                (Turn::Question(standing.questions), words)
            }
            Open::Declare(actor) => {
                let actor = self.names().record(KindId::COMBATANT, *actor);
                let words = match &self.now.prompt.default {
                    Some(proposal) => format!("{actor} {proposal}, by tactic"),
                    None => format!("{actor} declares nothing"),
                };
                (Turn::Declaration(standing.declarations), words)
            }
        };
        self.take(vec![ItemKind::Passed(turn, 1, words)])
    }

    /// Leaves out all declarations of this moment.
    fn pass_all(&mut self) -> Result<(), Refusal> {
        if !matches!(self.now.standing.open, Open::Declare(_)) {
            return Err(Refusal::new("no declarations are asked for now"));
        }
        let ahead = self.ahead(Ahead::Silence);
        let ahead = ahead.map_err(|stuck| stuck.refusal(&self.checked, &self.now.scenario))?;
        let first = self.now.standing.declarations;
        self.take(vec![ItemKind::Passed(
            Turn::Declaration(first),
            ahead.declarations - first,
            "no further declarations".to_owned(),
        )])
    }

    /// Leaves out all declarations until something happens of which the transcript tells.
    fn pass_on(&mut self) -> Result<(), Refusal> {
        let told = self.now.transcript.clone();
        self.pass_all()?;
        while self.now.transcript == told && matches!(self.now.standing.open, Open::Declare(_)) {
            self.pass_all()?;
        }
        Ok(())
    }

    /// The program rolls what is open.
    fn roll_one(&mut self) -> Result<(), Refusal> {
        let Open::Roll(roll) = self.now.standing.open else {
            return Err(Refusal::new("no dice are asked for now"));
        };
        let rolled = |entry: &&crate::journal::Entry| matches!(entry.what, What::Rolled { .. });
        let before = self.now.standing.journal.entries.iter().filter(rolled);
        // A stream for each roll: what is rolled again after `undo` shows the same.
        let trial = before.count() as u64 + 1;
        let mut dice = Seeded::new(self.now.scenario.seed.unwrap_or_default(), trial);
        let faces: Vec<Value> = (0..roll.throw.count)
            .map(|_| Value::from(dice.die(roll.throw.sides)))
            .collect();
        self.rolled(&roll, &faces)
    }

    /// The program rolls all that is open.
    fn roll_all(&mut self) -> Result<(), Refusal> {
        self.roll_one()?;
        while matches!(self.now.standing.open, Open::Roll(_)) {
            self.roll_one()?;
        }
        Ok(())
    }

    /// The program rolls for those for whom it is to roll unasked.
    pub(super) fn roll_unasked(&mut self) -> Result<(), Refusal> {
        while let Open::Roll(roll) = self.now.standing.open {
            if !self.rolls_for(roll.who) {
                break;
            }
            self.roll_one()?;
        }
        Ok(())
    }

    fn rolls_for(&self, who: Person) -> bool {
        let sides = match &self.roller {
            Roller::None => return false,
            Roller::All => return true,
            Roller::Sides(sides) => sides,
        };
        let side = match who {
            Person::Gm => return sides.contains("gm"),
            Person::Side(side) => side,
            Person::Combatant(combatant) => {
                let records = &self.now.standing.records[KindId::COMBATANT.index()];
                let side = records[combatant as usize][usize::from(slots::SIDE)];
                side as u32
            }
        };
        let name = self.now.scenario.record_name(KindId::SIDE, side);
        name.is_some_and(|name| sides.contains(name))
    }

    /// Ends the fight: before the present round if nothing was entered in it, else after it, with all that is open left out.
    fn end(&mut self) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::new("the fight is over"));
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
                Open::Declare(_) => self.pass_all()?,
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

/// `5`, `4 4 3`, `4, 4, 3`, `4+4+3`
fn faces(line: &str) -> Option<Vec<Value>> {
    let parts = line.split([' ', ',', '+']).filter(|part| !part.is_empty());
    let faces: Option<Vec<Value>> = parts.map(|part| part.parse().ok()).collect();
    faces.filter(|faces| !faces.is_empty())
}

/// Whether a line is a whole answer, as scenarios have it.
fn is_answer(line: &str) -> bool {
    line.contains(" answers ") && line.contains(" to ")
}

/// Whether a line is one entry of a scenario, of those that can be entered while the fight goes on.
fn one_entry(line: &str, in_period: bool, limits: &Limits) -> Result<(), Refusal> {
    let text = format!("scenario \"entered\" {{\n{line}\n}}\n");
    let mut sources = Sources::new();
    let file = sources.add("entered", text.as_str());
    let (tree, found) = syntax::parse(file, &text, limits);
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
    match entries {
        [entry] if in_period && matches!(entry.kind, ast::EntryKind::Line(_)) => Ok(()),
        [entry] if !in_period && matches!(entry.kind, ast::EntryKind::Tactic { .. }) => Ok(()),
        _ => Err(not_understood()),
    }
}
