//! Pools: as many dice as a value says, `(c.pool)*d6`, with other brackets or signs.

use super::Misread;
use super::values::{is_inner, operand_len};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Quoted;
use crate::syntax::grammar::Rule;
use crate::syntax::words;

const WORKED_OUT: &str =
    "a number of dice that is worked out stands in brackets, with `*` behind it";

/// Dice whose number is worked out, directly behind it: `(c.level)d6`.
pub(super) fn dice_without_star(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let sides = found.strip_prefix(['d', 'D'])?;
    if !misread.expects(Rule::star) || !sides.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let piece = misread.piece();
    let (count, behind) = piece.split_at_checked(misread.at_in_piece())?;
    let count = count.trim_end();
    let dice = count.rsplit_once(" rolls ").map_or(count, |(_, dice)| dice);
    if !misread.reads(&format!("{count}*{behind}")) {
        let (with, length) = purpose_first(behind)?;
        let range = count.len() - dice.len()..piece.len() - behind.len() + length;
        return misread.rewriting(
            range,
            &format!("{dice}*{with}"),
            WORKED_OUT,
            "said otherwise",
        );
    }
    let end = misread.start + count.len();
    let complaint = misread
        .error(
            misread.here(found),
            "how many dice there are is multiplied by one of them",
        )
        .label("a `*` is missing before it");
    let die = behind.split_once(" as ").map_or(found, |(die, _)| die);
    let help = format!("write `{}*{}`", Quoted(dice.trim()), Quoted(die.trim()));
    Some(
        complaint
            .help(help)
            .fix(misread.span(end, misread.at), "*", Applicability::Safe),
    )
}

/// `d6 as hits counting 5 or more` for `d6 counting 5 or more as hits`, and how much of the text that was.
fn purpose_first(dice: &str) -> Option<(String, usize)> {
    let (die, rest) = dice.split_once(' ')?;
    let (clauses, purpose) = rest.split_once("as ")?;
    let name = words::first_word(purpose);
    let is_told = words::is_name(name) && clauses.ends_with(' ');
    let length = dice.len() - purpose.len() + name.len();
    is_told.then(|| (format!("{die} as {name} {}", clauses.trim()), length))
}

/// `c rolls c.pool*d10 as hits`: the number of dice stands in brackets.
pub(super) fn counted_dice(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let start = piece.find(" rolls ")? + " rolls ".len();
    let count = operand_len(&piece[start..]);
    let behind = piece[start + count..].trim_start();
    let is_times = count > 0 && behind.starts_with('*');
    let with = format!("({})", &piece[start..start + count]);
    let message = "a number of dice that is worked out stands in brackets";
    let label = "brackets belong around this";
    is_times.then(|| misread.rewriting(start..start + count, &with, message, label))?
}

/// `counting 5 and 6` of dice with six sides: all numbers from one on, up to the highest or the lowest.
pub(super) fn counted_faces(misread: &Misread<'_>) -> Option<Diagnostic> {
    const LINKS: &[&str] = &["and", "or", "to", "up", "through", "&", "-", "–"];
    let piece = misread.piece();
    let (dice, rest) = piece.split_once(" counting ")?;
    let die = dice.split(' ').rev().find_map(|word| word.rsplit_once('d'));
    let sides: u32 = die?.1.parse().ok()?;
    let end = rest.find(['{', '}', '"', '\n']).unwrap_or(rest.len());
    let faces = rest[..end].trim_end();
    let listed = faces.replace("..", " ").replace([',', '-', '–'], " ");
    let words = listed
        .split_whitespace()
        .filter(|word| !LINKS.contains(word));
    let numbers: Option<Vec<u32>> = words
        .map(|word| word.trim_end_matches('s').parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() > 1 && numbers.is_sorted())?;
    let with = match (numbers.first()?, numbers.last()?) {
        (first, last) if *last == sides => format!("{first} or more"),
        (1, last) => format!("{last} or less"),
        _ => return None,
    };
    let start = piece.len() - rest.len();
    let message = "from which number on dice count is said with `or more`";
    misread.rewriting(
        start..start + faces.len(),
        &with,
        message,
        "said in another way",
    )
}

/// `c rolls [c.pool]d6 as hits`, `c rolls {c.pool} x d6 as hits`, `c rolls c.poold6 as hits`: other brackets around the number of dice, or none.
pub(super) fn pool(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let start = piece.find(" rolls ")? + " rolls ".len();
    let rest = piece.get(start..)?;
    let (count, behind) = match rest.chars().next()? {
        open @ ('[' | '{') => {
            let close = if open == '[' { ']' } else { '}' };
            rest[1..].split_once(close)?
        }
        _ => {
            let operand = &rest[..operand_len(rest)];
            let die = operand.trim_end_matches(|c: char| c.is_ascii_digit());
            let count = die.strip_suffix(['d', 'D'])?;
            (count, &rest[count.len()..])
        }
    };
    let is_value = |value: &str| {
        let first = value.chars().next();
        first.is_some_and(|first| !first.is_ascii_digit()) && value.ends_with(is_inner)
    };
    let die = behind.trim_start_matches([' ', '*', 'x', '×']);
    let sides = die.strip_prefix(['d', 'D'])?;
    let digits = sides.find(|c: char| !c.is_ascii_digit());
    let digits = digits.unwrap_or(sides.len());
    let is_pool = is_value(count.trim()) && (digits > 0 || sides.starts_with(['(', '%']));
    let die = format!("d{sides}");
    let plain = format!("({})*", count.trim());
    let with = format!("{plain}{die}");
    let label = "this is said in another way";
    if !is_pool {
        return None;
    }
    if let Some((with, length)) = purpose_first(&die)
        && !misread.reads(&format!("{}{plain}{die}", &piece[..start]))
    {
        let range = start..piece.len() - die.len() + length;
        return misread.rewriting(range, &format!("{plain}{with}"), WORKED_OUT, label);
    }
    let end = piece.len() - die.len();
    let shown = with.len() - sides.len() + digits;
    let range = start..end + 1 + digits;
    misread.rewriting(range, with.get(..shown)?, WORKED_OUT, label)
}
