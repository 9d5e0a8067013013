//! Lines in other words than those of the language, with the same line in its words: the patterns of `grammar/remedies.txt`. Each remedy is read before
//! it is proposed.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::edits::is_general;
use super::paraphrases::{is_small, same_as};
use super::patterns::{LineFit, LineForm, LinePattern, line_forms, line_words};
use super::{Misread, besides_forms, plain, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::place::Place;

/// All forms with the places where such lines stand, in the order in which they are tried.
pub(super) static FORMS: LazyLock<Vec<(Vec<Place>, LineForm)>> = LazyLock::new(|| {
    let forms = line_forms(include_str!("../../../grammar/remedies.txt"));
    let mut last = ("", Vec::new());
    let with_places = forms.into_iter().map(|form| {
        if form.head != last.0 {
            let places = form.head.split(", ").filter_map(Place::named);
            last = (form.head, places.collect());
        }
        (last.1.clone(), form)
    });
    with_places.collect()
});

/// Whether the line that is meant holds everything that stands in the holes of the pattern.
fn keeps_all(form: &LineForm) -> bool {
    let mut holes = form.pattern.holes();
    holes.all(|name| form.lines[0].contains(&format!("${name}")))
}

/// How many patterns that a piece fits are tried one after the other.
const MOST_TRIED: usize = 3;

/// From the first word of a text that differs from another one to the last; the word behind it where only something is missing.
pub(super) fn difference(old: &str, new: &str) -> Range<usize> {
    let is_edge = |at: usize| old[..at].ends_with(' ') || at == 0;
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b);
    let same = same.count();
    let start = (0..=same)
        .rev()
        .find(|at| old.is_char_boundary(*at) && is_edge(*at));
    let start = start.unwrap_or_default();
    let most = (old.len() - start).min(new.len() - start);
    let ends = old.bytes().rev().zip(new.bytes().rev());
    let same = ends.take(most).take_while(|(a, b)| a == b).count();
    let is_end = |at: &usize| old.is_char_boundary(*at) && old[*at..].starts_with(' ');
    let end = (old.len() - same..old.len()).find(is_end);
    match end.filter(|end| *end > start) {
        Some(end) => start..end,
        None => start..old.len(),
    }
}

/// The piece with the line that is meant in place of what fits the pattern, if that can be read.
fn rewriting(
    misread: &Misread<'_>,
    (form, fit): (&LineForm, &LineFit<'_>),
    piece: &str,
) -> Option<Diagnostic> {
    let label = "this is said in another way";
    let with = fit.fill(form.lines.first()?)?;
    // What is put into braces is whole.
    let opens = with.ends_with('}') && !piece[..fit.end].contains('{');
    if opens && !misread.reads_cleanly(&with) {
        return None;
    }
    let differs = difference(&piece[..fit.end], &with);
    let mut proposal = match piece[..fit.end].contains('\n') {
        // Of several lines only what differs is written anew.
        true => {
            let end = with.len() - (fit.end - differs.end);
            let with = with.get(differs.start..end)?;
            misread.rewriting(differs.clone(), with, form.wrong, label)?
        }
        false => misread.rewriting(0..fit.end, &with, form.wrong, label)?,
    };
    let (from, to) = (misread.start + differs.start, misread.start + differs.end);
    proposal.primary.span = misread.span(from, to);
    Some(proposal)
}

/// The edit that puts a piece into braces, without the last of them: that may be there.
fn opening_alone(misread: &Misread<'_>, edit: &Diagnostic) -> Option<Diagnostic> {
    let fix = edit.fix.as_ref()?;
    let with = fix.replacement.strip_suffix(" }")?;
    let is_new = !misread.piece().contains(['{', '}']) && with.matches('{').count() == 1;
    let alone = edit.clone().help(format!("write `{}`", Quoted(with)));
    is_new.then(|| alone.guess(fix.span, with))
}

/// Edits of a piece that is nearly one of a pattern, if nothing of what it says is lost by them.
pub(super) fn nearly(misread: &Misread<'_>) -> Vec<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    if piece.contains('\n') {
        return Vec::new();
    }
    let mut words = line_words(piece);
    words.retain(|word| !is_small(word));
    let Some(first) = words.first() else {
        return Vec::new();
    };
    let mut alike: Vec<&str> = same_as(first).collect();
    alike.push(first);
    let forms = || forms_at(misread.place).filter(|form| !form.lines.is_empty());
    let otherwise = forms().filter_map(|form| {
        let fit = form.pattern.near_fit(piece, &words, &alike)?;
        keeps_all(form).then_some((form, fit))
    });
    // And those that are nearly the line that is meant.
    let plain = forms().filter(|form| !form.lines[0].contains('/'));
    let rightly = plain.filter_map(|form| {
        let pattern = LinePattern::new(form.lines[0], Arc::default());
        Some((form, pattern.near_fit(piece, &words, &alike)?))
    });
    let near = otherwise.chain(rightly);
    let found = near.filter_map(|(form, fit)| rewriting(misread, (form, &fit), piece));
    found.take(MOST_TRIED).collect()
}

/// What stands before the first blanks of a line that part one thing from the next one, outside of texts and braces; `None` if there are none.
pub fn until_gap(piece: &str) -> Option<&str> {
    let (mut quoted, mut depth) = (false, 0_usize);
    let mut before = '\n';
    let gap = piece.char_indices().find(|(at, sign)| {
        quoted ^= *sign == '"';
        match sign {
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_gap = *sign == ' ' && before == ' ' && !quoted && depth == 0;
        before = *sign;
        // A text belongs to what stands before it.
        let goes_on = || piece[*at..].trim_start().starts_with(char::is_alphabetic);
        is_gap && goes_on()
    });
    let (end, _) = gap?;
    Some(piece[..end].trim_end()).filter(|part| !part.is_empty() && !part.contains('\n'))
}

/// A line without the reason at its end. `None` if it gives none.
pub fn without_reason(line: &str) -> Option<&str> {
    let (before, reason) = line.rsplit_once(" because ")?;
    let text = reason.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('"')).then(|| before.trim_end())
}

impl<'a> Misread<'a> {
    /// The same with what was read before it on its line. `None` if it stands at the beginning, or behind braces that are open.
    fn with_its_line(&self) -> Option<Misread<'a>> {
        let before = self.text.get(..self.start)?;
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let blanks = before[line..].len() - before[line..].trim_start().len();
        let read = &before[line + blanks..];
        let is_whole = read.matches('{').count() == read.matches('}').count();
        let begun = line + blanks..self.end;
        (is_whole && !read.trim().is_empty()).then(|| {
            let wrong = (self.at, self.expected.clone());
            Misread::new((self.file, self.text), self.place, begun, wrong)
        })
    }
}

/// The forms of a place, in their order.
fn forms_at(place: Place) -> impl Iterator<Item = &'static LineForm> {
    let place = match place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    let here = FORMS
        .iter()
        .filter(move |(places, _)| places.contains(&place));
    here.map(|(_, form)| form)
}

/// What is said of the first pattern that the piece fits, and where its edit does not mend the text, of the next.
pub(in crate::syntax) fn form(misread: &Misread<'_>) -> Option<Diagnostic> {
    form_within(misread, misread)
}

/// The same of a line whose last words, `broken`, are not understood.
fn form_within(misread: &Misread<'_>, broken: &Misread<'_>) -> Option<Diagnostic> {
    let whole = without_comment(misread.piece()).trim_end();
    // What stands apart from the rest of its line, then all of it, then all but its reason.
    let pieces = until_gap(whole).into_iter().chain([whole]);
    let pieces = pieces.chain(without_reason(whole));
    let pieces = pieces.map(|piece| (piece, line_words(piece)));
    let pieces: Vec<(&str, Vec<&str>)> = pieces.collect();
    let forms =
        (pieces.iter()).flat_map(|piece| forms_at(misread.place).map(move |form| (piece, form)));
    let found = forms.filter_map(|((piece, words), form)| {
        let fit = form.pattern.fit(piece, words)?;
        let Some(help) = form.help else {
            let edit = rewriting(misread, (form, &fit), piece)?;
            let opening = opening_alone(misread, &edit);
            return Some([Some(edit), opening]);
        };
        let end = match piece.contains('\n') {
            true => fit.end,
            false => piece.len(),
        };
        let span = misread.span(misread.start, misread.start + end);
        let complaint = misread.error(span, form.wrong).label("here");
        Some([Some(complaint.help(fit.fill(help)?)), None])
    });
    let found = found.flatten().flatten();
    let found: Vec<Diagnostic> = found.take(MOST_TRIED).collect();
    let Some(first) = found.first().cloned() else {
        return form_within(&misread.with_its_line()?, broken);
    };
    // What is said without an edit is said in the end.
    let last = found.iter().position(|one| one.fix.is_none());
    let (edits, last) = match last {
        Some(last) => (&found[..last], found[last].clone()),
        None => {
            let later = besides_forms(broken);
            let told = match is_general(broken, &later) {
                true => Diagnostic {
                    // A file that is named may not be there: the help shows the line all the same.
                    help: match first.help.as_ref().filter(|help| help.contains(".affray")) {
                        Some(shown) => Some(shown.clone()),
                        None => plain(broken, broken.found()).help,
                    },
                    fix: None,
                    fallback: None,
                    ..first
                },
                false => later,
            };
            (&found[..], told)
        }
    };
    let chained = (edits.iter().rev()).fold(last, |told, edit| edit.clone().or_else(told));
    Some(chained)
}
