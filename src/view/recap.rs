//! A run retold for the log of a group: a few sentences for each round, and how it stands at the end, in markdown. Made of titles, results and reasons as
//! the rules give them; who rolled what to hit, which exceptions moved whom, and what is only counted on, is left out. Knows the outline of the run only.

use std::collections::BTreeMap;

use super::outline::{Column, InterjectionKind, LossKind, Mark, Outline, Panel, change_texts};
use crate::source::{Markdown, each_once, english};

/// The run as markdown: a heading, a paragraph for each round, and how it stands at the end. Ends with a newline.
pub fn recap(outline: &Outline) -> String {
    let mut out = format!("# {}\n", Markdown(&outline.title));
    if !outline.rules.is_empty() {
        out += &format!("\n*by {}*\n", Markdown(&outline.rules));
    }
    if outline.panels.is_empty() {
        out += "\nNobody does anything.\n";
    }
    for panel in &outline.panels {
        let story = story(outline, panel);
        // Where only numbers have changed, by themselves, there is nothing to tell.
        if story.is_empty() {
            continue;
        }
        let heading = match panel.heading.as_str() {
            "" => String::new(),
            heading => format!("**{}.** ", Markdown(heading)),
        };
        out += &format!("\n{heading}{}\n", Markdown(&story));
    }
    let standing: Vec<String> = outline.standing.iter().map(side_told).collect();
    if !standing.is_empty() {
        out += &format!("\n**At the end.** {}\n", Markdown(&standing.join(" ")));
    }
    out
}

/// `Orcs: chief (hp 3 of 9) and orc 1.`
fn side_told((side, members): &(String, Vec<(String, Vec<String>)>)) -> String {
    let members = members
        .iter()
        .map(|(name, values)| match values.is_empty() {
            true => name.clone(),
            false => format!("{name} ({})", values.join(", ")),
        });
    let members = english::listed(&members.collect::<Vec<_>>());
    format!("{}: {members}.", english::capital(side))
}

/// What happens in a panel, in sentences.
pub fn story(outline: &Outline, panel: &Panel) -> String {
    let mut writer = RecapWriter {
        outline,
        panel,
        sentences: Vec::new(),
    };
    for (index, column) in panel.columns.iter().enumerate() {
        writer.sayings(index);
        writer.column(index, column);
    }
    writer.sayings(panel.columns.len());
    panel.last_words().for_each(|words| writer.say(words));
    let sentences: Vec<String> = writer.sentences.iter().map(Sentence::told).collect();
    sentences.join(" ")
}

struct RecapWriter<'a> {
    outline: &'a Outline,
    panel: &'a Panel,
    sentences: Vec<Sentence>,
}

/// A sentence, and what is said in brackets behind it.
struct Sentence {
    text: String,
    asides: Vec<String>,
    /// It only says how it stands with several, one behind the other.
    is_list: bool,
}

impl Sentence {
    fn told(&self) -> String {
        let end = ['.', '!', '?', '\u{2026}'];
        match self.asides.as_slice() {
            [] if self.text.ends_with(end) => self.text.clone(),
            [] => format!("{}.", self.text),
            asides => format!(
                "{} ({}).",
                self.text.trim_end_matches('.'),
                asides.join("; ")
            ),
        }
    }
}

impl RecapWriter<'_> {
    /// Adds a sentence. How it stands with one (`orcs: 3 of 4 still stand`) goes behind what was said so of others.
    fn say(&mut self, text: String) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let of = text.split_once(": ").map(|(of, _)| of);
        let of = of.filter(|of| is_known(self.outline, of));
        if of.is_some_and(|of| self.is_unchanged(text, of)) {
            return;
        }
        let is_list = of.is_some();
        match self.sentences.last_mut() {
            Some(last) if is_list && last.is_list => {
                last.text = format!("{}; {text}", last.text.trim_end_matches('.'));
            }
            // The same may be remarked of several acts.
            Some(last) if last.asides.is_empty() && last.text == english::capital(text) => {}
            _ => self.sentences.push(Sentence {
                text: english::capital(text),
                asides: Vec::new(),
                is_list,
            }),
        }
    }

    /// What is said behind so many columns. Rolls for one purpose are one sentence.
    fn sayings(&mut self, behind: usize) {
        let mut rolls: Vec<&str> = Vec::new();
        let mut of = None;
        for saying in self
            .panel
            .sayings
            .iter()
            .filter(|saying| saying.behind == behind)
        {
            match &saying.what {
                InterjectionKind::Roll { text, purpose } => {
                    if of.is_some_and(|of: &String| of != purpose) {
                        self.rolls(&mut rolls, of);
                    }
                    of = Some(purpose);
                    rolls.push(text);
                }
                InterjectionKind::Note(note) => {
                    self.rolls(&mut rolls, of);
                    self.say(note.clone());
                }
                InterjectionKind::Changes(changes) => {
                    self.rolls(&mut rolls, of);
                    let changes = self.without_states(&without_counts(changes));
                    change_texts(&changes).for_each(|change| self.say(change));
                }
            }
        }
        self.rolls(&mut rolls, of);
    }

    fn rolls(&mut self, rolls: &mut Vec<&str>, purpose: Option<&String>) {
        let rolls = std::mem::take(rolls);
        if let Some(purpose) = purpose.filter(|_| !rolls.is_empty()) {
            self.say(format!("{} for {purpose}", english::listed(&rolls)));
        }
    }

    /// What happens at one time, and what comes of it.
    fn column(&mut self, index: usize, column: &Column) {
        let marks: Vec<&Mark> = (self.panel.marks.iter())
            .filter(|mark| mark.column == index)
            .collect();
        let (early, late): (Vec<&Mark>, Vec<&Mark>) = (marks.iter())
            .filter(|mark| mark.loss().is_some())
            .partition(|mark| mark.is_lost_before(column));
        self.losses(&early);
        let done = marks.iter().filter(|mark| mark.loss().is_none());
        let clauses = self.clauses(done.copied(), column);
        let sentence = match (column.batch, &clauses[..]) {
            (_, []) => String::new(),
            (_, [one]) => one.clone(),
            (true, [one, other]) => format!("{one} while {other}"),
            (true, several) => format!("at the same time, {}", clauses_joined(several)),
            (false, several) => clauses_joined(several),
        };
        let is_silent = sentence.is_empty();
        self.say(sentence);
        for change in change_texts(&self.without_states(&column.changes)) {
            match self.sentences.last_mut() {
                Some(last) if !is_silent => last.asides.push(change),
                _ => self.say(change),
            }
        }
        for note in column.notes.iter().filter(|note| note.of.is_none()) {
            self.say(note.text.clone());
        }
        self.losses(&late);
    }

    /// Without the states (`fallen`) that are told of the same combatant at the end, if that is so of all that come to it in this panel.
    fn without_states(&self, changes: &[(String, Vec<String>)]) -> Vec<(String, Vec<String>)> {
        let members = self.outline.standing.iter().flat_map(|side| &side.1);
        let at_end: BTreeMap<&str, &Vec<String>> = members
            .map(|(name, values)| (name.as_str(), values))
            .collect();
        let later = self.outline.panels.iter().rev();
        let later: Vec<&Panel> = later
            .take_while(|panel| !std::ptr::eq(*panel, self.panel))
            .collect();
        let is_last = |of: &str, part: &String| {
            let mut later = later.iter().flat_map(|panel| panel.changes());
            !later.any(|(other, parts)| other == of && parts.contains(part))
        };
        let is_told = |of: &str, part: &String| {
            let is_at_end = at_end.get(of).is_some_and(|told| told.contains(part));
            is_at_end && is_last(of, part)
        };
        let is_told = |of: &str, part: &String| {
            let mut alike = self
                .panel
                .changes()
                .filter(|change| change.1.contains(part));
            is_told(of, part) && alike.all(|(other, _)| is_told(other, part))
        };
        let changes = changes.iter().map(|(of, parts)| {
            let kept = parts.iter().filter(|part| !is_told(of, part));
            (of.clone(), kept.cloned().collect::<Vec<_>>())
        });
        changes.filter(|(_, parts)| !parts.is_empty()).collect()
    }

    /// Whether the panels before this one last said the same in the place of a text (`orcs: 3 of 4 still stand`) of the same combatant or side.
    fn is_unchanged(&self, text: &str, of: &str) -> bool {
        let before = self.outline.panels.iter();
        let before = before.take_while(|panel| !std::ptr::eq(*panel, self.panel));
        let notes = before.flat_map(Panel::notes).filter(|note| {
            let rest = note.strip_prefix(of);
            rest.is_some_and(|rest| rest.starts_with(": "))
        });
        notes.last().is_some_and(|last| last.trim() == text)
    }

    /// What combatants do, each in one clause, with what is noted of it.
    fn clauses<'m>(&self, marks: impl Iterator<Item = &'m Mark>, column: &Column) -> Vec<String> {
        let mut by_row: Vec<(usize, Vec<String>)> = Vec::new();
        for mark in marks {
            let deed = english::listed(&counted(self.parts(mark, column)));
            match by_row.iter_mut().find(|(row, _)| *row == mark.row) {
                Some((_, known)) => known.push(deed),
                None => by_row.push((mark.row, vec![deed])),
            }
        }
        let told = by_row.iter().map(|(row, deeds)| {
            let last = match deeds.iter().all(|deed| !deed.contains(" and ")) {
                true => " and ",
                false => ", and ",
            };
            format!(
                "{} {}",
                self.outline.rows[*row],
                english::joined(deeds, ", ", last)
            )
        });
        told.collect()
    }

    /// A deed, and what is noted of it: without the actor, and without whom it is aimed at where that has just been said.
    fn parts(&self, mark: &Mark, column: &Column) -> Vec<String> {
        let actor = &self.outline.rows[mark.row];
        let late = match mark.late {
            true => " (late, as its place had gone by)",
            false => "",
        };
        let mut parts = vec![format!("{}{late}", mark.deed)];
        for note in &column.notes {
            if note.of.is_some_and(|of| &self.panel.marks[of] == mark) {
                let rest = note.text.get(actor.len()..).unwrap_or_default();
                let rest = rest.trim().trim_end_matches('.');
                let others = self.outline.rows.iter().filter(|name| *name != actor);
                let named = others.filter(|name| has_words(&mark.deed, name));
                let shorter = named.filter_map(|name| without_name(rest, name)).next();
                parts.push(shorter.unwrap_or_else(|| rest.to_owned()));
            }
        }
        parts
    }

    /// What comes to nothing: the reason first, once for all that it makes vain.
    fn losses(&mut self, marks: &[&Mark]) {
        let mut told: Vec<(&str, Vec<&Mark>)> = Vec::new();
        for mark in marks {
            let Some(loss) = mark.loss() else { continue };
            let reason = match loss.kind {
                LossKind::Missed => "",
                _ => loss.reason.trim_end_matches('.'),
            };
            match told
                .last_mut()
                .filter(|(known, _)| !known.is_empty() && *known == reason)
            {
                Some((_, of_it)) => of_it.push(mark),
                None => told.push((reason, vec![mark])),
            }
        }
        for (reason, marks) in told {
            let actor = &self.outline.rows[marks[0].row];
            let is_own = |mark: &&Mark| mark.row == marks[0].row;
            let of_actor = reason.strip_prefix(actor.as_str());
            let told = if of_actor.is_some_and(|rest| rest.starts_with(' '))
                && marks.iter().all(is_own)
            {
                let deeds: Vec<String> = marks.iter().map(|mark| undone(mark, reason)).collect();
                format!("{reason} and {}", english::listed(&each_once(deeds)))
            } else {
                let clauses = marks.iter().map(|mark| self.vain(mark, reason));
                let clauses = english::listed(&each_once(clauses));
                let is_cancelled = marks[0]
                    .loss()
                    .is_some_and(|loss| loss.kind == LossKind::Cancelled);
                match (reason, is_cancelled) {
                    ("", _) => clauses,
                    (_, true) => format!("{clauses} because {reason}"),
                    (_, false) => format!("{reason}, so {clauses}"),
                }
            };
            self.say(told);
        }
    }

    /// That an act comes to nothing: `ann's sleep is spoiled`, `orc 1 does not strike bob`.
    fn vain(&self, mark: &Mark, reason: &str) -> String {
        let actor = &self.outline.rows[mark.row];
        match (mark.loss(), &mark.thing) {
            (Some(loss), Some(thing)) if loss.kind == LossKind::Cancelled => {
                let is = if english::is_several(thing) {
                    "are"
                } else {
                    "is"
                };
                format!("{} {thing} {is} {}", english::possessive(actor), loss.word)
            }
            _ => format!("{actor} {}", undone(mark, reason)),
        }
    }
}

/// That an act comes to nothing, behind its actor: `does not strike bob`.
fn undone(mark: &Mark, reason: &str) -> String {
    let deed = &mark.base;
    match mark.loss().map(|loss| (loss.kind, loss.word.as_str())) {
        Some((LossKind::Missed, _)) => format!("comes too late to {deed}"),
        Some((LossKind::Refused, _)) => format!("may not {deed}"),
        Some((LossKind::Cancelled, word)) if reason.is_empty() => {
            format!("does not {deed} ({word})")
        }
        _ => format!("does not {deed}"),
    }
}

/// Without changes of numbers: what changes without an act is told at the end.
fn without_counts(changes: &[(String, Vec<String>)]) -> Vec<(String, Vec<String>)> {
    let is_number = |text: &str| {
        text.trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit())
    };
    let counts = |part: &&String| {
        let sides = part.split_once(" -> ");
        let sides = sides.and_then(|(before, to)| Some((before.rsplit_once(' ')?.1, to)));
        sides.is_some_and(|(from, to)| is_number(from) && is_number(to))
    };
    let changes = changes.iter().map(|(of, parts)| {
        let kept = parts.iter().filter(|part| !counts(part));
        (of.clone(), kept.cloned().collect::<Vec<_>>())
    });
    changes.filter(|(_, parts)| !parts.is_empty()).collect()
}

/// Whether this is the name of a combatant or a side.
fn is_known(outline: &Outline, name: &str) -> bool {
    let sides = outline.sides.iter().map(|side| &side.name);
    outline.rows.iter().chain(sides).any(|known| known == name)
}

/// What is said several times in a row said once: `misses twice`.
fn counted(parts: Vec<String>) -> Vec<String> {
    let mut told: Vec<(String, usize)> = Vec::new();
    for part in parts {
        match told.last_mut() {
            Some((last, times)) if *last == part => *times += 1,
            _ => told.push((part, 1)),
        }
    }
    let told = told.into_iter().map(|(part, times)| match times {
        1 => part,
        2 => format!("{part} twice"),
        times => format!("{part} {times} times"),
    });
    told.collect()
}

/// Whether a text has these words in it, as whole words.
fn has_words(text: &str, words: &str) -> bool {
    !words.is_empty() && at_words(text, words).is_some()
}

/// Where these whole words stand in a text.
fn at_words(text: &str, words: &str) -> Option<usize> {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(words).map(|(at, _)| at).find(|&at| {
        is_end(text[..at].chars().next_back()) && is_end(text[at + words.len()..].chars().next())
    })
}

/// `misses orc 1` and `hits orc 1 for 3` without the name.
fn without_name(text: &str, name: &str) -> Option<String> {
    let at = at_words(text, name)?;
    let (before, behind) = (text[..at].trim_end(), &text[at + name.len()..]);
    let is_object = !before.is_empty() && !before.contains(' ');
    (is_object && (behind.is_empty() || behind.starts_with(" for ")))
        .then(|| format!("{before}{behind}"))
}

/// Several acts of one combatant: with commas, where there are no others.
fn clauses_joined(clauses: &[String]) -> String {
    let plain = (clauses.iter()).all(|clause| !clause.contains(',') && !clause.contains(" and "));
    match plain {
        true => english::listed(clauses),
        false => english::joined(clauses, "; ", "; and "),
    }
}
