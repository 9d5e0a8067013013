//! Mistakes in dice: where they are rolled, and where they stand for a value.

use super::Misread;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Clean;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// Dice where an expression must stand, or dice without a size.
pub(super) fn dice(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let span = misread.here(found);
    let wants_dice = [
        Rule::dice,
        Rule::dice_size,
        Rule::table_key,
        Rule::group_here,
    ]
    .iter()
    .any(|rule| misread.expects(*rule));
    if wants_dice {
        let before = misread.text.get(misread.start..misread.at).unwrap_or("");
        if misread.expects(Rule::group_here) && before.trim_end().ends_with(" d") {
            let at = misread.start + before.trim_end().len();
            let complaint = misread
                .error(
                    misread.span(at - 1, at),
                    "these dice have no number of sides",
                )
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).fix(
                misread.span(at, at),
                "6",
                Applicability::Unsafe,
            ));
        }
        let bare = found.trim_start_matches(|c: char| c.is_ascii_digit());
        if bare.eq_ignore_ascii_case("d") {
            let complaint = misread
                .error(span, "these dice have no number of sides")
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).fix(
                span,
                format!("{found}6"),
                Applicability::Unsafe,
            ));
        }
        return None;
    }
    let digits = found.trim_start_matches(|c: char| c.is_ascii_digit());
    let sides = digits.strip_prefix(['d', 'D'])?;
    if found.len() == digits.len()
        || sides.is_empty()
        || !sides.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let complaint = misread
        .error(
            span,
            "dice are rolled on a line of their own, not inside a value",
        )
        .label("dice");
    Some(complaint.help(format!(
        "roll them first, as in `c rolls {found} as result`, and use `result` here"
    )))
}

/// Dice as other languages call them: `W6`, `2K6`.
pub(super) fn foreign_dice(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    const LETTERS: [char; 6] = ['w', 'W', 'k', 'K', 't', 'T'];
    let (number, sides) = found.split_once(LETTERS)?;
    let are_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if sides.is_empty() || !are_digits(number) || !are_digits(sides) {
        return None;
    }
    let at = misread.at_in_piece();
    let with = format!("{number}d{sides}");
    let message = format!("`{found}` are no dice of the language");
    let label = "the letter of dice is `d`";
    misread.rewriting(at..at + found.len(), &with, message, label)
}

/// `on a 5 or 6 { ... }`, behind dice that were rolled.
pub(super) fn on_faces(misread: &Misread<'_>) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    let piece = misread.piece().get(at..)?;
    let open = piece.find('{')?;
    let mut words = piece[..open].split_whitespace().peekable();
    words.next().filter(|first| *first == "on")?;
    _ = words.next_if(|word| matches!(*word, "a" | "an"));
    let faces: Vec<&str> = words.map(|word| word.trim_end_matches(',')).collect();
    let before = misread.text.get(..misread.at)?;
    let (_, rolled) = before.rsplit_once(" rolls ")?;
    let name = first_word(rolled.split_once(" as ")?.1);
    let is_number = |face: &str| !face.is_empty() && face.bytes().all(|b| b.is_ascii_digit());
    let condition = match faces.as_slice() {
        [face, "or", "more" | "higher" | "better" | "above"] if is_number(face) => {
            format!("{name} >= {face}")
        }
        [face, "or", "less" | "lower" | "below"] if is_number(face) => format!("{name} <= {face}"),
        [face] if is_number(face.trim_end_matches('+')) && face.ends_with('+') => {
            format!("{name} >= {}", face.trim_end_matches('+'))
        }
        _ => {
            let faces: Vec<&&str> = faces.iter().filter(|face| **face != "or").collect();
            if faces.is_empty() || !faces.iter().all(|face| is_number(face)) {
                return None;
            }
            let equal = faces.iter().map(|face| format!("{name} = {face}"));
            equal.collect::<Vec<_>>().join(" or ")
        }
    };
    let message = "what dice must show is a condition behind `if`";
    let end = piece[..open].trim_end().len();
    let with = format!("if {condition}");
    let reads = misread.reads_as(Place::Statement, &format!("{with}{}", &piece[end..]));
    reads.then(|| misread.proposal(at..at + end, &with, message, "said in another way"))
}

/// Dice whose number is worked out, directly behind it: `(c.level)d6`.
pub(super) fn dice_without_star(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let sides = found.strip_prefix(['d', 'D'])?;
    if !misread.expects(Rule::star) || !sides.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let piece = misread.piece();
    let (count, behind) = piece.split_at_checked(misread.at_in_piece())?;
    if !misread.reads(&format!("{}*{behind}", count.trim_end())) {
        return None;
    }
    let end = misread.start + count.trim_end().len();
    let complaint = misread
        .error(
            misread.here(found),
            "how many dice there are is multiplied by one of them",
        )
        .label("a `*` is missing before it");
    let dice = count.rsplit_once(" rolls ").map_or(count, |(_, dice)| dice);
    let die = behind.split_once(" as ").map_or(found, |(die, _)| die);
    let help = format!("write `{}*{}`", Clean(dice.trim()), Clean(die.trim()));
    Some(
        complaint
            .help(help)
            .fix(misread.span(end, misread.at), "*", Applicability::Safe),
    )
}

/// Something added to dice where they are rolled: `2d6+3 as roll`.
pub(super) fn dice_with_more(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let piece = misread.piece();
    let before = piece.get(..misread.at_in_piece())?.trim_end();
    let dice = before.rsplit(' ').next().unwrap_or("");
    let rolled =
        dice.contains(['d', 'D']) && dice.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    if !misread.expects(Rule::kw_as) || !["+", "-"].contains(&found) || !rolled {
        return None;
    }
    let behind = &piece[misread.at_in_piece()..];
    let (more, name) = match behind.split_once(" as ") {
        Some((more, name)) => (more.trim(), first_word(name.trim_start())),
        None => (behind.trim(), "result"),
    };
    let complaint = misread
        .error(misread.here(found), "dice are rolled alone")
        .label("more than dice");
    let more = more[found.len()..].trim_start();
    Some(complaint.help(format!(
        "roll them, as in `{before} as {name}`, and write `{name} {found} {more}` where it is used"
    )))
}

/// Dice that are rolled for nothing: `c rolls d6`.
pub(super) fn dice_without_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let with = format!("{} as result", misread.piece().trim_end());
    if !misread.expects(Rule::kw_as) || !found.is_empty() || !misread.reads(&with) {
        return None;
    }
    let complaint = misread
        .error(misread.here(found), "these dice are rolled for nothing")
        .label("the line ends here");
    Some(complaint.help(format!(
        "keep what they show under a name: `{}`",
        Clean(&with)
    )))
}

/// `hp 2d6` in a scenario, where no dice are rolled.
pub(super) fn dice_of_scenario(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let in_scenario = matches!(
        misread.place,
        Place::Setting | Place::Member | Place::Entry | Place::PeriodEntry | Place::Correction
    );
    let before = misread.before();
    let number = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    let (number, sides) = match number {
        "" => found.split_once(['d', 'D'])?,
        number => (number, found.strip_prefix(['d', 'D'])?),
    };
    let are_dice = [number, sides]
        .iter()
        .all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !in_scenario || !are_dice || sides.is_empty() {
        return None;
    }
    let start = misread.at - (number.len() + 1 + sides.len()).saturating_sub(found.len());
    let span = misread.span(start, misread.at + found.len());
    let complaint = misread.error(span, "a scenario rolls no dice");
    let help = "write the number that they show; several dice have a comma between them, as in `ann rolls 3, 5 for courage`";
    Some(complaint.label("dice").help(help))
}
