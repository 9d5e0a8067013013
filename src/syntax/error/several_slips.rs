//! Lines with two or three slips, each of which is known by itself: the first is mended so that more of the line can be read, then what is left is looked at
//! anew. The edit that mends all of them is proposed as one.

use super::edits::edits_of_words;
use super::foreign::{foreign_word, words_meant};
use super::rewriting::read_piece;
use super::{Misread, form, known, phrase};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::rewritten;
use crate::syntax::words::first_word;

/// How many slips a line has at most.
const MOST_SLIPS: usize = 3;

/// How many ways to mend the first slip of a line are looked at.
const MOST_WAYS: usize = 3;

/// How many bytes a line has at most, with what stands in its braces: it is read anew for each way to mend each slip.
const LONGEST: usize = 400;

/// How many bytes a file has at most of which a line is looked at so: it is copied, and looked through for what it declares, for each slip.
const MOST_BYTES: usize = 24 << 10;

/// The complaint with the edit of all slips of a line of which nothing else is known; `None` if there is none.
pub(super) fn several_slips(misread: &Misread<'_>, told: &Diagnostic) -> Option<Diagnostic> {
    let is_long = misread.piece().len() > LONGEST || misread.text.len() > MOST_BYTES;
    if is_long || misread.is_partial() {
        return None;
    }
    // Of a line that is known as a whole it is told what to do.
    if form(misread).is_some() || phrase(misread).is_some() {
        return None;
    }
    let piece = mended(misread, MOST_SLIPS)?;
    let (range, with) = rewritten(misread.piece(), &piece);
    let is_short = !with.contains('\n') && !misread.piece().get(range.clone())?.contains('\n');
    let message = told.message.clone();
    let proposed = || misread.proposal(range.clone(), with, message, told.primary.text.clone());
    is_short.then(proposed)
}

/// The piece with its slips mended, so that it can be read.
fn mended(misread: &Misread<'_>, slips: usize) -> Option<String> {
    let ways = first_steps(misread);
    ways.into_iter().take(MOST_WAYS).find_map(|piece| {
        let before = misread.text.get(..misread.start)?;
        let text = [before, &piece, misread.text.get(misread.end..)?].concat();
        let range = misread.start..misread.start + piece.len();
        let Err((at, expected)) = read_piece(misread.place, &piece) else {
            return misread.reads_cleanly(&piece).then_some(piece);
        };
        // Between the words of one line pest gives up before the blank.
        let rest = piece.get(at..)?;
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let at = (misread.start + at + blanks, expected);
        let next = Misread::new((misread.file, &text), misread.place, range, at);
        let told = known(&next);
        let whole = fixes(&told).find_map(|fix| applied(&next, fix));
        let whole = whole.filter(|piece| next.reads_cleanly(piece));
        let small = || {
            let edits = next.place.is_in_rules().then(|| edits_of_words(&next));
            let mut edits = edits.into_iter().flatten();
            edits.find_map(|edit| applied(&next, edit.fix.as_ref()?))
        };
        let more = || (slips > 2).then(|| mended(&next, slips - 1)).flatten();
        whole.or_else(small).or_else(more)
    })
}

/// The piece with an edit that lets more of it be read, for each that is known.
fn first_steps(misread: &Misread<'_>) -> Vec<String> {
    let partial = misread.partial();
    let told = known(&partial);
    let piece = misread.piece();
    let first = 0..first_word(piece).len();
    let words = words_meant(misread).filter_map(|word| partial.rewritten(&first, word));
    let foreign = foreign_word(&partial);
    let known = foreign.iter().chain([&told]).flat_map(fixes);
    let known = known.filter_map(|fix| applied(&partial, fix));
    let steps = words.chain(known).filter(|piece| partial.reads(piece));
    let mut steps: Vec<String> = normalized(misread).into_iter().chain(steps).collect();
    let in_rules = misread.place.is_in_rules();
    let small = in_rules.then(|| edits_of_words(&partial));
    let small = small.into_iter().flatten();
    steps.extend(small.filter_map(|edit| applied(&partial, edit.fix.as_ref()?)));
    steps
}

/// The piece without signs and small words of other languages for which there is one of this language in every place; `None` if it has none.
fn normalized(misread: &Misread<'_>) -> Option<String> {
    const SIGNS: &[(&str, &str)] = &[
        ("==", "="),
        (":=", "="),
        (" && ", " and "),
        (" || ", " or "),
        ("≤", "<="),
        ("≥", ">="),
        ("≠", "!="),
    ];
    // In scenarios these are words of whole lines that are known.
    const WORDS: &[(&str, &str)] = &[("'s ", "."), ("’s ", "."), (" the ", " "), (" an ", " ")];
    let piece = misread.piece();
    let words = WORDS.iter().filter(|_| misread.place.is_in_rules());
    let parts = piece.split('"').enumerate().map(|(number, part)| {
        let is_text = number % 2 == 1;
        let signs = SIGNS.iter().chain(words.clone()).filter(|_| !is_text);
        signs.fold(part.to_owned(), |part, (typed, meant)| {
            part.replace(typed, meant)
        })
    });
    let whole = parts.collect::<Vec<_>>().join("\"");
    let whole = whole.trim_end_matches([';', '.', ' ']).to_owned();
    (whole != piece).then_some(whole)
}

/// The edits that a complaint proposes, each where those before it do not mend the text.
fn fixes(told: &Diagnostic) -> impl Iterator<Item = &Fix> {
    let chain = std::iter::successors(Some(told), |told| told.fallback.as_deref());
    chain.filter_map(|told| told.fix.as_ref())
}

/// The piece with an edit that lies within it.
fn applied(misread: &Misread<'_>, fix: &Fix) -> Option<String> {
    let range = fix.span.range();
    let range = range.start.checked_sub(misread.start)?..range.end.checked_sub(misread.start)?;
    misread.rewritten(&range, &fix.replacement)
}
