//! Changes in words, `c.hp <= 0 -> c.hp < 0`: as they are told, and as an item allows them. Only the words count, not where they stand or
//! how they are laid out, so a phrase outlives changes of other lines.

use std::ops::Range;

use super::Change;
use crate::source::Span;
use crate::syntax;

/// What stands between the old words and the new ones.
const ARROW: &str = "->";

/// What stands for all old words that follow.
const AND_SO_ON: &str = "...";

/// Old words longer than this are cut short.
const LONGEST: usize = 60;

/// So many words around a change tell it from others at most.
const MOST_AROUND: usize = 12;

/// So many words before it are tried alone.
const MOST_BEFORE: usize = 6;

/// An item before and after a change, word by word.
pub(super) struct Reworded<'t> {
    old: &'t Words,
    new: Words,
    /// How many words at the beginning are the same, and at the end.
    same: (usize, usize),
    /// How many words of those stand before the change, and behind it.
    around: (usize, usize),
}

/// A text, word by word.
pub(super) struct Words {
    text: String,
    places: Vec<Range<usize>>,
}

impl Words {
    pub fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        Words {
            places: places(&text),
            text,
        }
    }

    fn word(&self, number: usize) -> &str {
        &self.text[self.places[number].clone()]
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.places.iter().map(|place| &self.text[place.clone()])
    }

    fn count(&self) -> usize {
        self.places.len()
    }

    /// The text of some of the words, on one line.
    fn shown(&self, words: Range<usize>) -> String {
        match (
            self.places.get(words.start),
            self.places[..words.end].last(),
        ) {
            (Some(first), Some(last)) if !words.is_empty() => {
                syntax::plain(&self.text[first.start..last.end])
            }
            _ => String::new(),
        }
    }
}

impl<'t> Reworded<'t> {
    /// `item`: the place of the words in their file.
    pub fn of(old: &'t Words, item: Span, change: &Change) -> Self {
        let at = |place: u32| (place - item.start) as usize;
        let (from, to) = (at(change.span.start), at(change.span.end));
        let new = Words::of([&old.text[..from], &change.with, &old.text[to..]].concat());
        let most = old.count().min(new.count());
        let pairs = old.all().zip(new.all());
        let before = pairs.take_while(|(old, new)| old == new).count();
        let behind = |most: usize| {
            let pairs = old.all().rev().zip(new.all().rev()).take(most);
            pairs.take_while(|(old, new)| old == new).count()
        };
        let places = || old.places.iter();
        let first = places().filter(|place| place.end <= from).count();
        let first = before.min(first);
        let last = places().filter(|place| place.start >= to).count();
        let last = behind(most - first).min(last);
        let same = (before, behind(most));
        Reworded {
            old,
            new,
            same,
            around: (first, last),
        }
    }

    /// The words that go, and those that come.
    fn changed(&self) -> (Vec<&str>, Vec<&str>) {
        let (old, new) = self.ranges(0, 0);
        let old = old.map(|number| self.old.word(number));
        (
            old.collect(),
            new.map(|number| self.new.word(number)).collect(),
        )
    }

    /// Where the old words and the new ones stand, with so many before and behind them that are the same.
    fn ranges(&self, before: usize, behind: usize) -> (Range<usize>, Range<usize>) {
        let start = self.around.0.saturating_sub(before);
        let rest = self.around.1.saturating_sub(behind);
        (
            start..self.old.count() - rest,
            start..self.new.count() - rest,
        )
    }

    /// The shortest phrase for the change that fits none of the others.
    pub fn phrase(&self, others: &[Reworded<'_>]) -> String {
        let is_other = |other: &&Reworded<'_>| !std::ptr::eq(*other, self);
        let alike = |other: &&Reworded<'_>| other.changed() == self.changed();
        let alike: Vec<_> = others.iter().filter(is_other).filter(alike).collect();
        let behind = self.whole_name();
        // What stands before a change mostly belongs to it; what stands behind may be the next attribute.
        let before = (0..=MOST_BEFORE).map(|words| (words, behind));
        let around = (1..MOST_AROUND).map(|words| (words, behind + words));
        let mut phrases = before.chain(around).map(|around| self.told(around));
        let own = |phrase: &String| !alike.iter().any(|other| other.fits(phrase));
        phrases.find(own).unwrap_or_else(|| self.told((0, behind)))
    }

    /// Where no words go: how many words behind the new ones make one name, `c . hp`.
    fn whole_name(&self) -> usize {
        let (old, _) = self.ranges(0, 0);
        let at =
            |by: usize| (old.start + by < self.old.count()).then(|| self.old.word(old.start + by));
        match old.is_empty() {
            true => (1..)
                .step_by(2)
                .find(|by| at(*by) != Some("."))
                .unwrap_or(1),
            false => 0,
        }
    }

    /// The phrase with so many words around the change.
    fn told(&self, around: (usize, usize)) -> String {
        let (old, new) = self.ranges(around.0, around.1);
        let (mut old, new) = (self.old.shown(old), self.new.shown(new));
        if let Some((cut, _)) = old.char_indices().nth(LONGEST) {
            let end = old[..cut].rfind(' ').unwrap_or(cut);
            old = format!("{} {AND_SO_ON}", &old[..end]);
        }
        format!("{old} {ARROW} {new}").trim().to_owned()
    }

    /// Whether a phrase means this change.
    pub fn fits(&self, phrase: &str) -> bool {
        let Some((gone, come)) = phrase.rsplit_once(ARROW) else {
            return false;
        };
        let gone = gone.trim();
        let (gone, open) = match gone.strip_suffix(AND_SO_ON) {
            Some(begin) => (begin, true),
            None => (gone, false),
        };
        let (gone, come) = (Words::of(gone), Words::of(come));
        let (before, behind) = self.same;
        // However many words around the change the phrase holds.
        (0..=before).any(|start| {
            let room = self.new.count().checked_sub(start + come.count());
            let Some(rest) = room.filter(|rest| *rest <= behind) else {
                return false;
            };
            let old = start..self.old.count() - rest;
            let new = start..self.new.count() - rest;
            if old.start > old.end || !open && old.len() != gone.count() || old.len() < gone.count()
            {
                return false;
            }
            let begins = old.zip(gone.all());
            let comes = new.zip(come.all());
            begins
                .into_iter()
                .all(|(at, word)| self.old.word(at) == word)
                && comes
                    .into_iter()
                    .all(|(at, word)| self.new.word(at) == word)
        })
    }
}

/// The phrase for an item that is taken out as a whole: `exception ... ->`.
pub(super) fn item(words: &Words) -> String {
    let first = words.all().next().unwrap_or_default();
    format!("{first} {AND_SO_ON} {ARROW}")
}

/// The places of the words of a text: names and numbers, texts in quotes, signs. Comments are left out.
fn places(text: &str) -> Vec<Range<usize>> {
    let part = |c: char| c == '_' || c.is_alphanumeric();
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => quoted(rest),
            c if part(c) => rest.find(|c| !part(c)).unwrap_or(rest.len()),
            _ if ["<=", ">=", "!=", ".."]
                .iter()
                .any(|sign| rest.starts_with(sign)) =>
            {
                2
            }
            c => c.len_utf8(),
        };
        if first != '#' && !first.is_whitespace() {
            places.push(at..at + length);
        }
        at += length;
    }
    places
}

/// How long a text in quotes is.
fn quoted(text: &str) -> usize {
    let mut escaped = true;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !escaped || *c == '\n';
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}
