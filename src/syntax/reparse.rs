//! A text that was read before and has been edited in one place: only the items around that place are read again, the others are moved.
//!
//! What comes out is what reading the whole text gives. Where that is not sure, nothing comes out, and the whole text must be read.
//!
//! While somebody types, brackets and quotes stand open most of the time. So it is the texts with everything closed that are compared, as the
//! parser meets them; what is wrong with brackets is found out anew.

use std::borrow::Cow;
use std::ops::Range;

use super::ast::{File, Item, PlaceShift, Shift};
use super::grammar::{self, Rule};
use super::{brackets, build};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Limits, Span, guard};

/// One place of a text that has become another.
struct ReparseEdit {
    start: usize,
    old_end: usize,
    /// How much longer the text is now.
    by: i64,
}

/// A text as the parser meets it, and what was found before that.
#[derive(Default)]
struct RepairedText<'a> {
    /// With all brackets and quotes closed, and of the same length.
    text: Cow<'a, str>,
    /// What does not close.
    found: Vec<Diagnostic>,
    /// The lines that were repaired.
    quiet: Vec<Range<usize>>,
}

/// What is at hand.
struct Reparser<'a> {
    file: FileId,
    old: &'a RepairedText<'a>,
    new: &'a RepairedText<'a>,
    limits: &'a Limits,
    edit: ReparseEdit,
}

/// What was read again.
struct ReparsedPart {
    /// Where it stood in the old text.
    old: Range<usize>,
    /// The rule set, and which of its items are replaced; or the scenario.
    place: ReplacedPart,
    read: build::BuiltPart,
}

/// What a part takes the place of, by numbers.
enum ReplacedPart {
    Items(usize, Range<usize>),
    Scenario(usize),
}

/// Reads an edited text by way of what was read of the old one.
pub fn reparse(
    file: FileId,
    old_text: &str,
    tree: File,
    found: &Diagnostics,
    text: &str,
    limits: &Limits,
) -> Option<(File, Diagnostics)> {
    // Which mistakes are only counted, reading the whole text tells.
    let is_counted = |one: &Diagnostic| one.code == Code::TooManyMistakes;
    if found.iter().any(is_counted) {
        return None;
    }
    let new = met(file, text, limits)?;
    let old = match found.is_empty() {
        true => RepairedText {
            text: Cow::Borrowed(old_text),
            ..RepairedText::default()
        },
        false => met(file, old_text, limits)?,
    };
    let reparser = Reparser {
        file,
        old: &old,
        new: &new,
        limits,
        edit: edit(&old.text, &new.text),
    };
    let part = reparser
        .in_rules(&tree)
        .or_else(|| reparser.in_scenario(&tree))?;
    let found = reparser.complaints(found, &part)?;
    Some((reparser.join(tree, part), found))
}

/// Reads one item of a text again, with a stretch of it in other words. Its places stay those of the text: what is new stands where the old
/// words do. Nothing if it cannot be read then, or is no longer one item.
pub fn reworded(
    text: &str,
    item: Span,
    stretch: Span,
    with: &str,
    limits: &Limits,
) -> Option<Item> {
    let (old, start) = (stretch.range(), item.start as usize);
    let edited = [text.get(..old.start)?, with, text.get(old.end..)?].concat();
    let by = with.len() as i64 - old.len() as i64;
    let end = usize::try_from(i64::from(item.end) + by).ok()?;
    let pairs = grammar::run(Rule::only_items, edited.get(start..end)?).ok()?;
    let read = build::part(item.file, &edited, limits, Vec::new(), start, pairs);
    let mut items = read.items.into_iter();
    let mut item = items.next()?;
    item.step(PlaceShift {
        from: u32::try_from(old.start + with.len()).ok()?,
        by: -by,
        most: stretch.end,
    });
    (items.next().is_none() && read.found.is_empty()).then_some(item)
}

/// A text as the parser meets it. Nothing if what is wrong with it concerns more than the lines on which it is wrong.
fn met<'a>(file: FileId, text: &'a str, limits: &Limits) -> Option<RepairedText<'a>> {
    let scan = guard::scan(file, text, limits);
    if !scan.found.is_empty() || !scan.may_parse {
        return None;
    }
    let brackets = brackets::check(file, text, limits);
    let met = RepairedText {
        text: brackets.repaired.map_or(Cow::Borrowed(text), Cow::Owned),
        found: brackets.found,
        quiet: brackets.quiet,
    };
    let is_whole =
        met.text.len() == text.len() && brackets.perhaps.is_empty() && brackets.too_deep.is_none();
    is_whole.then_some(met)
}

/// The smallest edit that makes one text of the other, out to whole characters.
fn edit(old: &str, new: &str) -> ReparseEdit {
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let mut start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    while !old.is_char_boundary(start) {
        start -= 1;
    }
    let rest = a[start..].iter().rev().zip(b[start..].iter().rev());
    let mut same = rest.take_while(|(x, y)| x == y).count();
    while !old.is_char_boundary(old.len() - same) {
        same -= 1;
    }
    ReparseEdit {
        start,
        old_end: old.len() - same,
        by: new.len() as i64 - old.len() as i64,
    }
}

impl Reparser<'_> {
    /// Whether the edit stands within something, and neither begins nor ends with it.
    fn is_within(&self, span: Span) -> bool {
        (span.start as usize) < self.edit.start && self.edit.old_end < span.end as usize
    }

    /// Where a place behind the edit is now.
    fn moved(&self, at: usize) -> Option<usize> {
        usize::try_from(at as i64 + self.edit.by).ok()
    }

    /// Reads the items around the edit again, with one before and one after it that have not changed: if both come out as they were, so do
    /// all the others.
    fn in_rules(&self, tree: &File) -> Option<ReparsedPart> {
        let number = tree.rules.iter().position(|set| self.is_within(set.span))?;
        let set = &tree.rules[number];
        let items = &set.items;
        let before = items.partition_point(|item| (item.span.end as usize) < self.edit.start);
        let after = items.partition_point(|item| item.span.start as usize <= self.edit.old_end);
        let first = before.checked_sub(1);
        let start = match first {
            Some(first) => items[first].span.start as usize,
            None => {
                let head = [&set.title, &set.extends].into_iter().flatten();
                let head = head.map(|text| text.span.end).max();
                let from = head.unwrap_or(set.name.span.end) as usize;
                let rest = self.old.text.get(from..)?;
                let brace = brackets::brackets(rest).find(|(_, bracket)| *bracket == '{')?;
                from + brace.0 + 1
            }
        };
        let (last, end) = match items.get(after) {
            Some(item) => (after + 1, item.span.end as usize),
            None => (items.len(), (set.span.end as usize).checked_sub(1)?),
        };
        if start > self.edit.start || self.edit.old_end > end {
            return None;
        }
        let read = self.read(Rule::only_items, start..self.moved(end)?)?;
        let same_first = first.is_none_or(|first| read.items.first() == Some(&items[first]));
        let same_last = items.get(after).is_none_or(|item| {
            let mut item = item.clone();
            item.shift(self.edit.by);
            read.items.last() == Some(&item)
        });
        let both = first.is_none() || items.get(after).is_none() || read.items.len() > 1;
        (same_first && same_last && both).then(|| ReparsedPart {
            old: start..end,
            place: ReplacedPart::Items(number, first.unwrap_or(0)..last),
            read,
        })
    }

    /// Reads the scenario around the edit again.
    fn in_scenario(&self, tree: &File) -> Option<ReparsedPart> {
        let mut scenarios = tree.scenarios.iter();
        let number = scenarios.position(|one| self.is_within(one.span))?;
        let span = tree.scenarios[number].span;
        let new = span.start as usize..self.moved(span.end as usize)?;
        let read = self.read(Rule::only_scenario, new.clone())?;
        let whole = matches!(read.scenarios.as_slice(), [one] if one.span.range() == new);
        whole.then(|| ReparsedPart {
            old: span.range(),
            place: ReplacedPart::Scenario(number),
            read,
        })
    }

    /// Reads a piece of the new text.
    fn read(&self, rule: Rule, piece: Range<usize>) -> Option<build::BuiltPart> {
        let (text, start) = (&*self.new.text, piece.start);
        let pairs = grammar::run(rule, text.get(piece)?).ok()?;
        let quiet = self.new.quiet.clone();
        Some(build::part(
            self.file,
            text,
            self.limits,
            quiet,
            start,
            pairs,
        ))
    }

    /// What is wrong: with brackets, in the part that was read again, and as before outside of it. Nothing if a complaint spoke of both.
    fn complaints(&self, old: &Diagnostics, part: &ReparsedPart) -> Option<Diagnostics> {
        if self.quiet_outside(part)? != self.was_quiet_outside(part)? {
            return None;
        }
        let is_alike = self.nests_alike(part)?;
        let mut all = part.read.found.clone();
        let old = old.iter().filter(|one| !self.old.found.contains(one));
        for one in old {
            let places: Vec<Range<usize>> = places(one).map(Span::range).collect();
            if places.iter().all(|range| is_inside(range, &part.old)) {
                continue;
            }
            let mut kept = one.clone();
            if places.iter().all(|range| range.start >= part.old.end) {
                // What is said of a line can depend on the braces in which it stands.
                if !is_alike {
                    return None;
                }
                shift(&mut kept, self.edit.by);
            } else if !places.iter().all(|range| range.end <= part.old.start) {
                return None;
            }
            all.push(kept);
        }
        if all.len() > self.limits.mistakes {
            return None;
        }
        let mut all: Diagnostics = all.into_iter().collect();
        all.extend(self.new.found.iter().cloned());
        all.sort();
        Some(all)
    }

    /// Whether a part has as many braces and quotes as before.
    fn nests_alike(&self, part: &ReparsedPart) -> Option<bool> {
        let new = part.old.start..self.moved(part.old.end)?;
        let [old, new] = [
            self.old.text.get(part.old.clone())?,
            self.new.text.get(new)?,
        ];
        let count = |text: &str, mark: u8| text.bytes().filter(|byte| *byte == mark).count();
        let mut marks = b"{}\"".iter();
        Some(marks.all(|&mark| count(old, mark) == count(new, mark)))
    }

    /// What was repaired outside of the part. Nothing if it reaches into it.
    fn quiet_outside(&self, part: &ReparsedPart) -> Option<Vec<Range<usize>>> {
        outside(
            &self.new.quiet,
            &(part.old.start..self.moved(part.old.end)?),
        )
    }

    /// What was repaired there in the old text, where it is now.
    fn was_quiet_outside(&self, part: &ReparsedPart) -> Option<Vec<Range<usize>>> {
        let quiet = outside(&self.old.quiet, &part.old)?.into_iter();
        let moved = quiet.map(|range| match range.start < part.old.start {
            true => Some(range),
            false => Some(self.moved(range.start)?..self.moved(range.end)?),
        });
        moved.collect()
    }

    /// The tree with the part in its place, and what stands behind it moved.
    fn join(&self, mut tree: File, part: ReparsedPart) -> File {
        let behind = |span: Span| span.start as usize >= part.old.end;
        let by = self.edit.by;
        match part.place {
            ReplacedPart::Items(number, range) => {
                let set = &mut tree.rules[number];
                set.items[range.end..]
                    .iter_mut()
                    .for_each(|item| item.shift(by));
                set.items.splice(range, part.read.items);
                set.span = Span::new(
                    self.file,
                    set.span.start as usize,
                    self.moved(set.span.end as usize).unwrap_or_default(),
                );
            }
            ReplacedPart::Scenario(number) => {
                let read = part.read.scenarios.into_iter();
                tree.scenarios.splice(number..=number, read);
            }
        }
        let sets = tree.rules.iter_mut();
        sets.filter(|set| behind(set.span))
            .for_each(|set| set.shift(by));
        let scenarios = tree.scenarios.iter_mut();
        scenarios
            .filter(|scenario| behind(scenario.span))
            .for_each(|scenario| scenario.shift(by));
        let old = std::mem::take(&mut tree.comments);
        let (before, rest): (Vec<Span>, Vec<Span>) = old
            .into_iter()
            .partition(|comment| comment.start < part.old.start as u32);
        let mut after: Vec<Span> = rest
            .into_iter()
            .filter(|comment| behind(*comment))
            .collect();
        after.shift(by);
        tree.comments = before;
        tree.comments.extend(part.read.comments);
        tree.comments.extend(after);
        tree
    }
}

fn is_inside(range: &Range<usize>, whole: &Range<usize>) -> bool {
    whole.start <= range.start && range.end <= whole.end
}

/// The stretches that lie outside of a part. Nothing if one lies on its border.
fn outside(stretches: &[Range<usize>], part: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let others = stretches.iter().filter(|range| !is_inside(range, part));
    let apart = |range: &Range<usize>| range.end < part.start || part.end < range.start;
    others
        .map(|range| apart(range).then(|| range.clone()))
        .collect()
}

/// All places of a diagnostic, its correction included.
fn places(one: &Diagnostic) -> impl Iterator<Item = Span> + '_ {
    one.spans().chain(one.fix.iter().map(|fix| fix.span))
}

/// Moves all places of a diagnostic.
fn shift(one: &mut Diagnostic, by: i64) {
    each_place(one, |span| span.shift(by));
}

/// Changes all places of a diagnostic, and of what is said in its place where its edit does not hold.
pub(super) fn each_place(one: &mut Diagnostic, change: impl Fn(&mut Span)) {
    let mut next = Some(one);
    while let Some(one) = next {
        own_places(one, &change);
        next = one.fallback.as_deref_mut();
    }
}

fn own_places(one: &mut Diagnostic, change: &impl Fn(&mut Span)) {
    change(&mut one.primary.span);
    let labels = one.secondary.iter_mut().map(|label| &mut label.span);
    let fixes = one.fix.iter_mut().map(|fix| &mut fix.span);
    labels.chain(fixes).chain(&mut one.unread).for_each(change);
}
