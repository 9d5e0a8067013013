//! Lines in other words than those of the language, with the same line in its words: the patterns of `grammar/remedies.txt`. Each remedy is read before
//! it is proposed.

use std::ops::Range;
use std::sync::LazyLock;

use self::Remedy::{Say, Write};
use super::edits::is_general;
use super::patterns::{Fit, fit, near_fit, tokens};
use super::{Misread, besides_forms, plain, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;

/// What is said of a line that fits a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) enum Remedy {
    /// The line as it is written in the language. Nothing else is read here that fits the pattern.
    Write(&'static str),
    /// What to do about it.
    Say(&'static str),
}

/// A pattern of lines.
#[derive(Clone, Debug)]
pub(super) struct LineForm {
    /// The places where such lines stand.
    pub(super) places: Vec<Place>,
    pub(super) pattern: &'static str,
    pub(super) remedy: Remedy,
    /// What is wrong with such a line.
    wrong: &'static str,
}

/// All forms, in the order in which they are tried.
pub(super) static FORMS: LazyLock<Vec<LineForm>> =
    LazyLock::new(|| forms(include_str!("../../../grammar/remedies.txt")));

/// The forms that a text in the format of `grammar/remedies.txt` lists. A line that is none is passed over.
fn forms(text: &'static str) -> Vec<LineForm> {
    let (mut places, mut wrong, mut forms) = (Vec::new(), "", Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some(form) = line.strip_prefix("  ") else {
            if let Some((named, said)) = line.split_once(": ") {
                places = named.split(", ").filter_map(Place::named).collect();
                wrong = said;
            }
            continue;
        };
        let edit = form
            .split_once(" => ")
            .map(|(pattern, line)| (pattern, Write(line)));
        let help = || {
            form.split_once(" :: ")
                .map(|(pattern, help)| (pattern, Say(help)))
        };
        forms.extend(edit.or_else(help).map(|(pattern, remedy)| LineForm {
            places: places.clone(),
            pattern,
            remedy,
            wrong,
        }));
    }
    forms
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

impl LineForm {
    /// The piece with the line that is meant in place of what fits the pattern, if that can be read.
    fn rewriting(
        &self,
        misread: &Misread<'_>,
        fit: &Fit<'_>,
        line: &str,
        piece: &str,
    ) -> Option<Diagnostic> {
        let label = "this is said in another way";
        let with = fit.fill(line)?;
        let differs = difference(&piece[..fit.end], &with);
        let mut proposal = match piece[..fit.end].contains('\n') {
            // Of several lines only what differs is written anew.
            true => {
                let end = with.len() - (fit.end - differs.end);
                let with = with.get(differs.start..end)?;
                misread.rewriting(differs.clone(), with, self.wrong, label)?
            }
            false => misread.rewriting(0..fit.end, &with, self.wrong, label)?,
        };
        let (from, to) = (misread.start + differs.start, misread.start + differs.end);
        proposal.primary.span = misread.span(from, to);
        Some(proposal)
    }

    /// Whether the line that is meant holds everything that stands in the holes of the pattern.
    fn keeps_all(&self, line: &str) -> bool {
        let parts = self.pattern.split_whitespace();
        let mut holes = parts.filter_map(|part| part.strip_prefix(['$', '@', '#', '~', '"']));
        holes.all(|name| line.contains(&format!("${}", name.trim_end_matches([',', ':']))))
    }
}

/// Edits of a piece that is nearly one of a pattern, if nothing of what it says is lost by them.
pub(super) fn nearly(misread: &Misread<'_>) -> Vec<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    if piece.contains('\n') {
        return Vec::new();
    }
    let tokens = tokens(piece);
    let rewriting = |form: &LineForm, pattern, line| {
        let fit = near_fit(pattern, piece, &tokens)?;
        form.rewriting(misread, &fit, line, piece)
    };
    let otherwise = forms_at(misread.place).filter_map(|form| match form.remedy {
        Write(line) if form.keeps_all(line) => rewriting(form, form.pattern, line),
        Write(_) | Say(_) => None,
    });
    // And those that are nearly the line that is meant.
    let rightly = forms_at(misread.place).filter_map(|form| match form.remedy {
        Write(line) if !line.contains('/') => rewriting(form, line, line),
        Write(_) | Say(_) => None,
    });
    let found = otherwise.chain(rightly);
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

/// The forms of a place, in their order.
fn forms_at(place: Place) -> impl Iterator<Item = &'static LineForm> {
    let place = match place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    FORMS
        .iter()
        .filter(move |form| form.places.contains(&place))
}

/// What is said of the first pattern that the piece fits, and where its edit does not mend the text, of the next.
pub(in crate::syntax) fn form(misread: &Misread<'_>) -> Option<Diagnostic> {
    let whole = without_comment(misread.piece()).trim_end();
    // What stands apart from the rest of its line, then all of it.
    let pieces = until_gap(whole).into_iter().chain([whole]);
    let pieces = pieces.map(|piece| (piece, tokens(piece)));
    let pieces: Vec<(&str, Vec<&str>)> = pieces.collect();
    let forms =
        (pieces.iter()).flat_map(|piece| forms_at(misread.place).map(move |form| (piece, form)));
    let found = forms.filter_map(|((piece, tokens), form)| {
        let fit = fit(form.pattern, piece, tokens)?;
        match form.remedy {
            Write(line) => form.rewriting(misread, &fit, line, piece),
            Say(help) => {
                let end = match piece.contains('\n') {
                    true => fit.end,
                    false => piece.len(),
                };
                let span = misread.span(misread.start, misread.start + end);
                let complaint = misread.error(span, form.wrong).label("here");
                Some(complaint.help(fit.fill(help)?))
            }
        }
    });
    let found: Vec<Diagnostic> = found.take(MOST_TRIED).collect();
    let first = found.first()?.clone();
    // What is said without an edit is said in the end.
    let last = found.iter().position(|one| one.fix.is_none());
    let (edits, last) = match last {
        Some(last) => (&found[..last], found[last].clone()),
        None => {
            let later = besides_forms(misread);
            let told = match is_general(misread, &later) {
                true => Diagnostic {
                    // A file that is named may not be there: the help shows the line all the same.
                    help: match first.help.as_ref().filter(|help| help.contains(".affray")) {
                        Some(shown) => Some(shown.clone()),
                        None => plain(misread, misread.found()).help,
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
