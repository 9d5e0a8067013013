//! The part of a line that a message is about: between braces, without its comment.

use crate::load::Loaded;
use crate::source::{FileId, Span};
use crate::syntax::{self, ast};
pub(super) use crate::syntax::{joined_words as joined, line_words as words};

/// A part of a line.
pub(super) struct LineSegment<'t> {
    /// What is written there, without blanks around it.
    pub(super) text: &'t str,
    /// Its words; commas and colons stand by themselves, texts in quotes are one word.
    pub(super) words: Vec<&'t str>,
    /// Where it begins in the file.
    pub(super) start: usize,
    /// The text of the scenario that it belongs to.
    pub(super) scenario: Option<&'t str>,
    /// Whether braces open behind it.
    pub(super) opens: bool,
    /// The text of the file before it.
    pub(super) file_before: &'t str,
    /// What stands before it and behind it on its line.
    before: &'t str,
    behind: &'t str,
}

impl<'t> LineSegment<'t> {
    /// The part of a line around a place.
    pub(super) fn around(text: &'t str, at: usize, loaded: &Loaded, file: FileId) -> Option<Self> {
        let is_home = loaded.file == Some(file);
        let within = |scenario: &&ast::Scenario| {
            let place = Span::new(file, at, at);
            is_home && scenario.span.to(place) == scenario.span
        };
        let scenario = loaded.tree.scenarios.iter().find(within);
        let scenario = scenario.and_then(|one| text.get(one.span.range()));
        let start = text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
        let line = without_comment(text[start..].lines().next()?);
        let at = (at - start).min(line.len());
        let (from, until) = bounds(line, at);
        let (from, mut until) = trimmed(line, from, until);
        // A reason belongs to each way of saying the rest.
        let rest = syntax::without_reason(&line[from..until]).filter(|_| scenario.is_some());
        until = rest.map_or(until, |rest| from + rest.len());
        let words = words(&line[from..until]);
        let behind = line[until..].trim();
        (!words.is_empty()).then(|| LineSegment {
            text: &line[from..until],
            words,
            start: start + from,
            scenario,
            file_before: &text[..start + from],
            opens: behind.starts_with('{'),
            before: &line[..from],
            behind,
        })
    }

    /// Several lines in place of this part, as deep in as it stands.
    pub(super) fn several(&self, lines: &[String]) -> String {
        let blanks = self.before.len() - self.before.trim_start().len();
        let within = if self.before.contains('{') { 2 } else { 0 };
        lines.join(&format!("\n{}", " ".repeat(blanks + within)))
    }

    /// Whether the line can be read with other words in place of this part.
    pub(super) fn reads(&self, with: &str) -> bool {
        if with.contains('\n') {
            return with
                .lines()
                .all(|line| syntax::reads_in_scenario(line.trim()));
        }
        let line = format!("{}{with} {}", self.before, self.behind);
        let (open, close) = (line.matches('{').count(), line.matches('}').count());
        match self.scenario {
            Some(_) if open >= close => {
                syntax::reads_in_scenario(&format!("{line}{}", "}".repeat(open - close)))
            }
            // It belongs to braces that opened on a line before.
            Some(_) => true,
            None => true,
        }
    }

    /// What differs in another line: from where to where, and what stands there instead. Whole words differ.
    pub(super) fn difference(&self, line: &str) -> (usize, usize, String) {
        let same = |(one, other): &(char, char)| one == other;
        let ahead = self.text.chars().zip(line.chars()).take_while(same);
        let mut from: usize = ahead.map(|(letter, _)| letter.len_utf8()).sum();
        let is_inner = |letter: char| letter == '_' || letter.is_alphanumeric();
        let splits = |text: &str, at: usize| {
            text[..at].ends_with(is_inner) && text[at..].starts_with(is_inner)
        };
        while from > 0 && (splits(self.text, from) || splits(line, from)) {
            from -= self.text[..from]
                .chars()
                .next_back()
                .map_or(0, char::len_utf8);
        }
        let (old, new) = (&self.text[from..], &line[from..]);
        let behind = old.chars().rev().zip(new.chars().rev()).take_while(same);
        let mut tail: usize = behind.map(|(letter, _)| letter.len_utf8()).sum();
        while tail > 0 && (splits(old, old.len() - tail) || splits(new, new.len() - tail)) {
            tail -= old[old.len() - tail..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        }
        let with = new[..new.len() - tail].to_owned();
        (from, self.text.len() - tail, with)
    }

    /// Where the word before a place begins.
    pub(super) fn word_before(&self, at: usize) -> usize {
        let before = self.text[..at].trim_end();
        before.rfind(' ').map_or(0, |blank| blank + 1)
    }

    /// Where the word behind a place ends; the place itself if there is none.
    pub(super) fn word_behind(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let blanks = rest.len() - rest.trim_start().len();
        let word = rest
            .trim_start()
            .find(' ')
            .unwrap_or(rest.trim_start().len());
        at + blanks + word
    }

    /// The lines of its scenario, each without its comment, cut at braces.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'t str> {
        let lines = self.scenario.into_iter().flat_map(str::lines);
        let parts = lines.flat_map(|line| without_comment(line).split(['{', '}']));
        parts.map(str::trim).filter(|part| !part.is_empty())
    }

    /// The combatants of its scenario, each with its side.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'t str, String)> {
        let sides = self.scenario.unwrap_or("").split("side ").skip(1);
        sides.flat_map(|text| {
            let side = text.split([' ', ':', '{']).next().unwrap_or("");
            members(text).flat_map(move |told| named(told).map(move |name| (side, name)))
        })
    }

    /// How many words from one on are a name: `ann`, `goblin 1`.
    pub(super) fn thing(&self, from: usize) -> usize {
        self.words.get(from..).map_or(0, thing)
    }
}

/// How many words at the beginning of some are a name: `ann`, `goblin 1`.
pub(super) fn thing(words: &[&str]) -> usize {
    match words {
        [name, number, ..] if is_name(name) && is_number(number) => 2,
        [name, ..] if is_name(name) => 1,
        _ => 0,
    }
}

/// What stands directly in the first braces of a text, cut at commas and at the braces within.
fn members(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let body = text.split_once('{').map_or("", |(_, body)| body);
    let parts = body.split_inclusive(['{', '}', ',', '\n']);
    let parts = parts.map_while(move |part| {
        let own = depth == 0;
        depth += match part.as_bytes().last() {
            Some(b'{') => 1,
            Some(b'}') => -1,
            _ => 0,
        };
        (depth >= 0).then_some(own.then(|| part.trim_end_matches(['{', ',', '\n']).trim()))
    });
    parts.flatten().filter(|part| !part.is_empty())
}

/// The names that `wolf x 3` gives, or `ann`.
fn named(told: &str) -> impl Iterator<Item = String> {
    const MOST: u32 = 12;
    let several = told.split_once(" x ");
    let times = several.and_then(|(_, times)| times.trim().parse().ok());
    let name = several.map_or(told, |(name, _)| name);
    (1..=times.unwrap_or(1).min(MOST)).map(move |number| match several {
        Some(_) => format!("{name} {number}"),
        None => name.to_owned(),
    })
}

/// Whether a word is a number.
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word can be a name, or is written as one.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
        && word
            .chars()
            .all(|letter| letter == '_' || letter.is_alphanumeric())
}

/// A line without its comment.
pub(super) fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let end = line.find(|letter| {
        quoted ^= letter == '"';
        letter == '#' && !quoted
    });
    &line[..end.unwrap_or(line.len())]
}

/// From where to where no braces stand around a place of a line.
fn bounds(line: &str, at: usize) -> (usize, usize) {
    let mut quoted = false;
    let braces = line.char_indices().filter(|(_, letter)| {
        quoted ^= *letter == '"';
        matches!(letter, '{' | '}') && !quoted
    });
    let (mut from, mut until) = (0, line.len());
    for (brace, _) in braces {
        match brace < at {
            true => from = brace + 1,
            false => until = until.min(brace),
        }
    }
    (from, until)
}

fn trimmed(line: &str, from: usize, until: usize) -> (usize, usize) {
    let part = &line[from..until];
    let start = from + part.len() - part.trim_start().len();
    (start, start + part.trim().len())
}
