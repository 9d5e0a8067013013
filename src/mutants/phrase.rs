//! Changes in words, `c.hp <= 0 -> c.hp < 0`: as they are told, and as an item allows them. Only the words count, not where they stand or
//! how they are laid out, so a phrase outlives changes of other lines.

use std::ops::Range;

use super::Mutation;
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

/// An item before and after a change, word by word. No word goes on to the next line, so that only the lines of the change are read again.
pub(super) struct Reworded<'t> {
    old: &'t PhraseWords,
    /// The lines of the change as they are now.
    lines: PhraseWords,
    /// Which of the old words stood in these lines.
    gone: Range<usize>,
    /// How many words at the beginning are the same, and at the end.
    same: (usize, usize),
    /// How many words of those stand before the change, and behind it.
    around: (usize, usize),
}

/// The words of a change, as an item allows it.
pub(super) struct MutationPhrase {
    gone: PhraseWords,
    come: PhraseWords,
    /// More words go than those.
    open: bool,
}

/// A text, word by word.
pub(super) struct PhraseWords {
    text: String,
    places: Vec<Range<usize>>,
}

impl PhraseWords {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        PhraseWords {
            places: places(&text),
            text,
        }
    }

    fn word(&self, number: usize) -> &str {
        &self.text[self.places[number].clone()]
    }

    fn count(&self) -> usize {
        self.places.len()
    }

    /// From where to where in the text some of the words stand.
    fn stretch(&self, words: Range<usize>) -> Range<usize> {
        match &self.places[words] {
            [first, .., last] => first.start..last.end,
            [only] => only.clone(),
            [] => 0..0,
        }
    }
}

impl<'t> Reworded<'t> {
    /// `item`: the place of the words in their file. Takes time with the lines of the change.
    pub fn new(old: &'t PhraseWords, item: Span, change: &Mutation) -> Self {
        let at = |place: u32| (place - item.start) as usize;
        let (from, to) = (at(change.span.start), at(change.span.end));
        let text = &old.text;
        let start = text[..from].rfind('\n').map_or(0, |before| before + 1);
        let end = text[to..].find('\n').map_or(text.len(), |by| to + by + 1);
        let ending_by = |at: usize| old.places.partition_point(|place| place.end <= at);
        let starting_by = |at: usize| old.places.partition_point(|place| place.start < at);
        let gone = ending_by(start)..starting_by(end);
        let mut reworded = Reworded {
            old,
            lines: PhraseWords::new([&text[start..from], &change.with, &text[to..end]].concat()),
            same: (gone.start, old.count() - gone.end),
            gone,
            around: (0, 0),
        };
        let most = old.count().min(reworded.count());
        let is_same = |old: usize, new: usize| reworded.old.word(old) == reworded.word(new);
        let (old_count, new_count) = (old.count(), reworded.count());
        let (mut before, mut behind) = reworded.same;
        while before < most && is_same(before, before) {
            before += 1;
        }
        while behind < most && is_same(old_count - 1 - behind, new_count - 1 - behind) {
            behind += 1;
        }
        let first = before.min(ending_by(from));
        let last = (old_count - starting_by(to)).min(behind).min(most - first);
        reworded.same = (before, behind);
        reworded.around = (first, last);
        reworded
    }

    /// How many words there are now.
    fn count(&self) -> usize {
        self.old.count() - self.gone.len() + self.lines.count()
    }

    /// One of the words as they are now.
    fn word(&self, number: usize) -> &str {
        match number.checked_sub(self.gone.start) {
            None => self.old.word(number),
            Some(by) if by < self.lines.count() => self.lines.word(by),
            Some(by) => self.old.word(self.gone.end + by - self.lines.count()),
        }
    }

    /// The text of some of the words as they are now, on one line.
    fn shown(&self, words: Range<usize>) -> String {
        let (start, end) = (self.gone.start, self.gone.start + self.lines.count());
        let (first, last) = (words.start.clamp(start, end), words.end.clamp(start, end));
        let later = |number: usize| number.max(end) - end + self.gone.end;
        let parts = [
            &self.old.text[self
                .old
                .stretch(words.start.min(start)..words.end.min(start))],
            &self.lines.text[self.lines.stretch(first - start..last - start)],
            &self.old.text[self.old.stretch(later(words.start)..later(words.end))],
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        syntax::plain(&parts.collect::<Vec<_>>().join("\n"))
    }

    /// Whether the same words go, and the same come.
    fn is_like(&self, other: &Reworded<'_>) -> bool {
        let (own, others) = (self.ranges(0, 0), other.ranges(0, 0));
        let goes = own.0.map(|number| self.old.word(number));
        let comes = own.1.map(|number| self.word(number));
        goes.eq(others.0.map(|number| other.old.word(number)))
            && comes.eq(others.1.map(|number| other.word(number)))
    }

    /// Where the old words and the new ones stand, with so many before and behind them that are the same.
    fn ranges(&self, before: usize, behind: usize) -> (Range<usize>, Range<usize>) {
        let start = self.around.0.saturating_sub(before);
        let rest = self.around.1.saturating_sub(behind);
        (start..self.old.count() - rest, start..self.count() - rest)
    }

    /// The shortest phrase for the change that fits none of the others.
    pub fn phrase(&self, others: &[Reworded<'_>]) -> String {
        let is_other = |other: &&Reworded<'_>| !std::ptr::eq(*other, self);
        let alike = |other: &&Reworded<'_>| self.is_like(other);
        let alike: Vec<_> = others.iter().filter(is_other).filter(alike).collect();
        let behind = self.whole_name();
        // What stands before a change mostly belongs to it; what stands behind may be the next attribute.
        let before = (0..=MOST_BEFORE).map(|words| (words, behind));
        let around = (1..MOST_AROUND).map(|words| (words, behind + words));
        let mut phrases = before
            .chain(around)
            .map(|around| self.phrase_around(around));
        let own = |phrase: &String| {
            let phrase = MutationPhrase::parse(phrase);
            !phrase.is_some_and(|phrase| alike.iter().any(|other| other.fits(&phrase)))
        };
        phrases
            .find(own)
            .unwrap_or_else(|| self.phrase_around((0, behind)))
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
    fn phrase_around(&self, around: (usize, usize)) -> String {
        let (old, new) = self.ranges(around.0, around.1);
        let old = &self.old.text[self.old.stretch(old)];
        let (mut old, new) = (syntax::plain(old), self.shown(new));
        if let Some((cut, _)) = old.char_indices().nth(LONGEST) {
            let end = old[..cut].rfind(' ').unwrap_or(cut);
            old = format!("{} {AND_SO_ON}", &old[..end]);
        }
        format!("{old} {ARROW} {new}").trim().to_owned()
    }

    /// Whether a phrase means this change.
    pub fn fits(&self, phrase: &MutationPhrase) -> bool {
        let MutationPhrase { gone, come, open } = phrase;
        let (before, behind) = self.same;
        let Some(most) = self.count().checked_sub(come.count()) else {
            return false;
        };
        // However many words around the change the phrase holds.
        (most.saturating_sub(behind)..=before.min(most)).any(|start| {
            let rest = most - start;
            let old = (self.old.count() - rest).checked_sub(start);
            let is_long_enough = old.is_some_and(|old| match open {
                true => old >= gone.count(),
                false => old == gone.count(),
            });
            is_long_enough
                && (0..gone.count()).all(|at| self.old.word(start + at) == gone.word(at))
                && (0..come.count()).all(|at| self.word(start + at) == come.word(at))
        })
    }
}

impl MutationPhrase {
    /// Reads a phrase; `None` if there is no arrow in it.
    pub fn parse(phrase: &str) -> Option<Self> {
        let (gone, come) = phrase.rsplit_once(ARROW)?;
        let gone = gone.trim();
        let (gone, open) = match gone.strip_suffix(AND_SO_ON) {
            Some(begin) => (begin, true),
            None => (gone, false),
        };
        Some(MutationPhrase {
            gone: PhraseWords::new(gone),
            come: PhraseWords::new(come),
            open,
        })
    }
}

/// The phrase for an item that is taken out as a whole: `exception ... ->`.
pub(super) fn item(words: &PhraseWords) -> String {
    let first = words.places.first().map_or("", |_| words.word(0));
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
