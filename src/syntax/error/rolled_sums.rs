//! Rolls with what is added to them, put in another way: `2 + d20 as aim`, `3d6 + 2d8 as pool`, `d20 plus 2 as aim`, `d20 as aim + 2`, `d20 * 2 as aim`.

use super::Misread;
use super::dice::first_statement;
use super::throws::dice_of;
use super::typed::owner;
use crate::diagnostic::Diagnostic;
use crate::syntax::words::first_word;

/// Words for what is added and taken away.
const SIGNS: &[(&str, &str)] = &[
    (" plus ", " + "),
    (" minus ", " - "),
    (" with a bonus of ", " + "),
    (" with a penalty of ", " - "),
    (" modified by ", " + "),
    (", adding ", " + "),
    (" adding ", " + "),
];

/// What is added to dice, in another order, in words, or with further dice.
pub(super) fn rolled_sum(misread: &Misread<'_>) -> Option<Diagnostic> {
    let whole = first_statement(misread.piece());
    let (who, rolled) = whole.split_once(" rolls ")?;
    let (first, second) = rolled.split_once(" as ")?;
    let (all, name, more) = match has_dice(first) {
        true => {
            let behind = second.trim_start();
            let name = first_word(behind);
            (first, name, behind.strip_prefix(name)?.trim())
        }
        false if has_dice(second) && first == first_word(first) => (second, first, ""),
        false => return None,
    };
    let sum = without_brackets(all.trim().trim_end_matches(','));
    let roll = MeantRoll { who, name };
    let (with, message) = match roll.multiplied(misread, &sum.replace(" times ", " * ")) {
        Some(with) if more.is_empty() => (with, "what a roll shows is multiplied behind it"),
        _ => roll.added(&format!("{sum} {more}"))?,
    };
    let message = match all {
        _ if !more.is_empty() => "what is added to dice stands before the name",
        _ if all == second => "dice stand before the name",
        _ if all.trim_start().starts_with('(') => "a roll stands without brackets",
        _ => message,
    };
    let label = "this is said in another way";
    let mut edit = misread.rewriting(0..whole.len(), &with, message, label)?;
    edit.primary.span = misread.here(misread.found());
    Some(edit)
}

/// Who rolls, and what for.
struct MeantRoll<'t> {
    who: &'t str,
    name: &'t str,
}

impl MeantRoll<'_> {
    /// Dice and what is added to them, and why they are not said so. Of several dice each has a roll of its own.
    fn added(&self, sum: &str) -> Option<(String, &'static str)> {
        let MeantRoll { who, name } = self;
        let with_signs = |sum: String, (words, sign): &(&str, &str)| sum.replace(words, sign);
        let in_signs = SIGNS.iter().fold(sum.to_owned(), with_signs);
        let terms = terms(&in_signs)?;
        let first = terms
            .iter()
            .position(|(sign, term)| *sign == '+' && are_dice(term))?;
        let mut all = terms[first].1.to_owned();
        let mut further = String::new();
        let mut count = 1;
        for (number, (sign, term)) in terms.iter().enumerate() {
            if number == first {
                continue;
            }
            let term = match are_dice(term) {
                true => {
                    count += 1;
                    further += &format!("{who} rolls {term} as {name}_{count}   ");
                    format!("{name}_{count}")
                }
                false if term.starts_with("if ") => format!("({term})"),
                false => (*term).to_owned(),
            };
            all += &format!(" {sign} {term}");
        }
        let message = match count {
            1 if in_signs != sum => "what is added to dice has a sign before it",
            1 if first > 0 => "what is added to dice stands behind them",
            1 => "an `if` that is added stands in brackets",
            _ => "dice are not added to other dice",
        };
        Some((format!("{further}{who} rolls {all} as {name}"), message))
    }

    /// `d20 * 2`: the roll, and the product of what it shows.
    fn multiplied(&self, misread: &Misread<'_>, product: &str) -> Option<String> {
        let MeantRoll { who, name } = self;
        let dice = product.split([' ', '*', '/']).next()?;
        let behind = product.strip_prefix(dice)?.trim_start();
        if !are_dice(dice) || !behind.starts_with(['*', '/']) {
            return None;
        }
        // An attribute that is called so keeps what was rolled.
        let kept = match owner(misread.text, name) {
            Some(_) => format!("set {who}.{name}"),
            None => format!("let {name}"),
        };
        Some(format!(
            "{who} rolls {dice} as rolled   {kept} = rolled {behind}"
        ))
    }
}

/// Dice of a size that is written down or worked out.
fn are_dice(term: &str) -> bool {
    dice_of(term).is_some() || term.starts_with("d(") && term.ends_with(')')
}

/// Whether there are dice among the words of a text.
fn has_dice(text: &str) -> bool {
    let mut words = text.split([' ', ',', '+', '-', '*', '/', '(', ')']);
    words.any(|word| dice_of(word).is_some()) || text.contains("d(")
}

/// What stands in brackets that are around all of a text.
fn without_brackets(text: &str) -> &str {
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let inner = inner.filter(|inner| !inner.contains(['(', ')']));
    inner.map_or(text, str::trim)
}

/// What is added and taken away outside of brackets, each with its sign; what begins with `if` reaches to the end. `None` where brackets do not match.
fn terms(sum: &str) -> Option<Vec<(char, &str)>> {
    let (mut terms, mut sign, mut start) = (Vec::new(), '+', 0);
    let mut depth = 0_usize;
    for (at, c) in sum.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            '+' | '-' if depth == 0 && !sum[start..].trim_start().starts_with("if ") => {
                terms.push((sign, sum[start..at].trim()));
                (sign, start) = (c, at + 1);
            }
            _ => {}
        }
    }
    terms.push((sign, sum[start..].trim()));
    (depth == 0 && terms.iter().all(|(_, term)| !term.is_empty())).then_some(terms)
}
