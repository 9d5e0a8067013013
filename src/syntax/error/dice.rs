//! Mistakes in dice: where they are rolled, and where they stand for a value.

use super::Misread;
use super::values::operand_len;
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// `2d(c.die)`, `2d c.die`: so many dice with as many sides as a value says.
fn sides_asked(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let count = found.strip_suffix(['d', 'D'])?;
    let rest = misread.behind(found);
    let sides = rest.trim_start_matches(' ');
    let (length, inner) = match sides.strip_prefix('(') {
        Some(inner) => inner
            .split_once(')')
            .map(|(inner, _)| (inner.len() + 2, inner))?,
        None => (operand_len(sides), &sides[..operand_len(sides)]),
    };
    let at = misread.at_in_piece();
    let range = at..at + found.len() + (rest.len() - sides.len()) + length;
    let message = "dice whose number of sides is a value are rolled with `d(...)`";
    let label = "this is said in another way";
    let with = format!("{count}*d({inner})");
    let is_counted = !count.is_empty() && !first_word(inner).is_empty();
    is_counted.then(|| misread.rewriting(range, &with, message, label))?
}

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
            return Some(complaint.help(help).guess(misread.span(at, at), "6"));
        }
        let bare = found.trim_start_matches(|c: char| c.is_ascii_digit());
        if let Some(told) = sides_asked(misread, found) {
            return Some(told);
        }
        if bare.eq_ignore_ascii_case("d") {
            let complaint = misread
                .error(span, "these dice have no number of sides")
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).guess(span, format!("{found}6")));
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
    let help = match (misread.place, first_word(misread.piece())) {
        (Place::Attribute, name) => format!(
            "write `= 0`, and roll in a phase: `each combatant c {{ c rolls {found} as {name} }}` keeps the result in the attribute"
        ),
        _ => format!("roll them first, as in `c rolls {found} as result`, and use `result` here"),
    };
    Some(complaint.help(help))
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

/// The text up to where its first statement ends, as far as a line of several is laid out.
pub(super) fn first_statement(text: &str) -> &str {
    let ends = [text.find(['\n', '}', '#']), text.find("  ")];
    let end = ends.into_iter().flatten().min().unwrap_or(text.len());
    text[..end].trim_end()
}

/// `c rolls 3d6 as this.hits`: what dice show has a plain name, and is kept elsewhere by a statement of its own.
pub(super) fn roll_into(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let (rolled, owner) = piece.get(..at)?.rsplit_once(" as ")?;
    let (who, _) = rolled.split_once(" rolls ")?;
    let start = at - owner.len();
    let place = &piece[start..start + operand_len(&piece[start..])];
    let tail = first_statement(&piece[start + place.len()..]);
    let own = (place.strip_prefix(who)).and_then(|rest| rest.strip_prefix('.'));
    let with = match own {
        Some(name) => format!("{name}{tail}"),
        None => format!("rolled{tail}   set {place} = rolled"),
    };
    let message = "what dice show is kept under a name of one word";
    let range = start..start + place.len() + tail.len();
    let mut edit = misread.rewriting(range, &with, message, "this is no name")?;
    edit.primary.span = misread.span(misread.start + start, misread.start + start + place.len());
    (found == "." && owner == first_word(owner)).then_some(edit)
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
        Quoted(&with)
    )))
}

/// `hp 2d6` in a scenario, where no dice are rolled.
pub(super) fn dice_of_scenario(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let in_scenario = matches!(
        misread.place,
        Place::Setting | Place::Member | Place::Entry | Place::PeriodEntry | Place::Correction
    );
    let before = misread.before();
    // `damage d8+1`
    if in_scenario && found.starts_with(['+', '-']) && ends_with_dice(before) {
        let from = before
            .rfind([' ', '\n', '{', ','])
            .map_or(0, |blank| blank + 1);
        let behind = misread.behind(found);
        let end = behind.find([' ', ',', '}', '\n']).unwrap_or(behind.len());
        let span = misread.span(misread.start + from, misread.at + found.len() + end);
        let complaint = misread.error(span, "a scenario rolls no dice");
        let help = "write the number that they show; where the rules roll them, what they have is told apart, as in `die 8, bonus 1`, each by the name that the rules have for it";
        return Some(complaint.label("dice").help(help));
    }
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

/// Whether dice stand at the end of a text, as in `d100`.
pub(super) fn ends_with_dice(text: &str) -> bool {
    let word = text.rsplit(' ').next().unwrap_or("");
    let sides = word.split_once('d').map(|(_, sides)| sides);
    sides.is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|b| b.is_ascii_digit()))
}
