//! Mistakes in the lines of scenarios.

use super::chances::expected_chance;
use super::homes::HOMES;
use super::periods::{next_period, which_period};
use super::typed::owner;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// The head of the braces that a line stands in: where it begins, and its text.
pub(super) fn head<'t>(misread: &Misread<'t>) -> Option<(usize, &'t str)> {
    heads(misread).next()
}

/// The heads of all braces that a line stands in, the innermost first.
pub(super) fn heads<'t>(misread: &Misread<'t>) -> impl Iterator<Item = (usize, &'t str)> + 't {
    heads_around(misread.text.get(..misread.start).unwrap_or(""))
}

/// What stands before the braces that are still open at the end of a text, from the innermost on, each with where it begins.
pub fn heads_around(before: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0;
    let open = before.char_indices().rev().filter_map(move |(at, sign)| {
        depth += match sign {
            '}' => 1,
            '{' => -1,
            _ => 0,
        };
        (depth < 0).then(|| {
            depth = 0;
            at
        })
    });
    open.map(move |open| {
        // Holes of texts are no braces.
        let mut quoted = false;
        let ends = |sign: char| {
            quoted ^= sign == '"';
            sign == '\n' || !quoted && matches!(sign, '{' | '}')
        };
        let line = before[..open].rfind(ends).map_or(0, |at| at + 1);
        let start = open - before[line..open].trim_start().len();
        (start, before[start..open].trim_end())
    })
}

/// `round one { ann attacks orc: hit }`, `kind weapon { speed: number }` in a scenario: it has been read as a thing with its settings.
pub(super) fn around_settings(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::Setting {
        return None;
    }
    let (start, head) = head(misread)?;
    let unread = Some(misread.span(start, start + head.len()));
    let of_all = |complaint: Diagnostic| {
        Some(Diagnostic {
            unread,
            ..complaint
        })
    };
    let word = first_word(head);
    let rest = head[word.len()..].trim();
    let at = start + head.len() - rest.len();
    let line = misread.text.get(..misread.start)?.rfind('\n');
    let line = misread
        .text
        .get(line.map_or(0, |newline| newline + 1)..misread.end)?;
    let is_line = !line.contains('{') && misread.reads_as(Place::PeriodEntry, line.trim());
    // `settling round 1 { ann rolls 5 for nerve }`
    if let Some((named, number)) = rest.split_once(' ').filter(|_| is_line) {
        let is_phase = |name: &&str| misread.text.contains(&format!("phase {name} "));
        let name = [word, named].into_iter().find(is_phase)?;
        let number: u32 = number.parse().ok()?;
        let span = misread.span(start, start + head.len());
        let message = "one period has one name and one number";
        let with = format!("{name} {number}");
        let complaint = misread.error(span, message).label("two names");
        return of_all(complaint.write(span, with));
    }
    if is_line {
        let (name, number) = which_period(misread, word, rest)?;
        let from = if name == word { at } else { start };
        let error = |message: &str| misread.error(misread.span(from, start + head.len()), message);
        let complaint =
            error("which period this is must be a number").label("a number must stand here");
        let with = format!("{} {number}", Quoted(name));
        let span = misread.span(start, start + head.len());
        return of_all(complaint.write(span, with));
    }
    if word == "side" {
        let message = "a side stands outside of all periods";
        let complaint = misread.error(misread.span(start, start + word.len()), message);
        let help = "move it before the first period; who comes later joins a side, as in `joins side orcs: wolf x 2 { hp 4 }`";
        return of_all(complaint.label("inside of a period").help(help));
    }
    let is_item = Place::Item.begins_with(word) && !Place::Entry.begins_with(word);
    if !is_item || !misread.reads_as(Place::Attribute, misread.piece()) {
        return None;
    }
    let (_, home, help) = &HOMES[0];
    let message = format!("`{word}` stands {home}, not in a scenario");
    let complaint = misread.error(misread.span(start, start + word.len()), message);
    of_all(complaint.label("at another place").help(*help))
}

/// Lines that say what is meant and miss a word, or have one too many.
pub(super) fn scenario_line(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if !matches!(misread.place, Place::Entry | Place::PeriodEntry) {
        return None;
    }
    entry_in_period(misread)
        .or_else(|| next_period(misread))
        .or_else(|| roll_without_purpose(misread))
        .or_else(|| several_actors(misread, found))
        .or_else(|| shorter_period_first(misread, found))
        .or_else(|| expected_chance(misread))
}

/// `heroes roll 2`
fn roll_without_purpose(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let is_told = piece.contains(" roll ") || piece.contains(" rolls ");
    let with = |purpose: &str| format!("{piece} for {purpose}");
    if !is_told || piece.contains(" for ") || !misread.reads(&with("result")) {
        return None;
    }
    let message = "what these dice are rolled for is not said";
    let label = "the line ends here";
    let at = misread.start + piece.len();
    let complaint = misread.error(misread.span(at, at), message).label(label);
    let mut purposes = purposes(misread.text);
    purposes.sort_unstable();
    purposes.dedup();
    Some(match purposes.as_slice() {
        [only] => complaint
            .help(format!("write `{}`", Quoted(&with(only))))
            .guess(misread.span(at, at), format!(" for {only}")),
        _ => complaint
            .help("write behind `for` what the rules roll for, as in `ann rolls 3, 5 for courage`"),
    })
}

/// The names behind `as` in lines in which dice are rolled.
fn purposes(text: &str) -> Vec<&str> {
    let rolls = text.match_indices(" rolls ");
    let names = rolls.filter_map(|(at, word)| {
        let line = text[at + word.len()..].lines().next()?;
        let (_, name) = line.split_once(" as ")?;
        Some(first_word(name))
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// `seed 7`, `expect ann.hp = 4` inside of a round.
fn entry_in_period(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let word = first_word(piece);
    let is_entry = Place::Entry.begins_with(word) && !Place::PeriodEntry.begins_with(word);
    if misread.place != Place::PeriodEntry || !is_entry || !misread.reads_as(Place::Entry, piece) {
        return None;
    }
    let span = misread.span(misread.start, misread.start + word.len());
    let message = format!("`{word}` stands outside of all periods");
    let complaint = misread.error(span, message).label("inside of a period");
    let help = match (word, head(misread)) {
        ("expect", Some((_, head))) => {
            let when = format!("{piece} at end of {head}");
            match misread.reads_as(Place::Entry, &when) {
                true => format!(
                    "move it behind the last period; when it is so can be said behind it, as in `{}`",
                    Quoted(&when)
                ),
                false => "move it behind the last period".to_owned(),
            }
        }
        ("odds", _) => "move it behind the last period".to_owned(),
        _ => "move it before the first period".to_owned(),
    };
    Some(complaint.help(help))
}

/// `ann hits bob   bob declares nothing`
pub(super) fn two_on_one_line(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let verbs = [" declares ", " rolls ", " roll ", " answers "];
    let verb = verbs.iter().filter_map(|verb| piece.rfind(verb)).max();
    let is_line = matches!(misread.place, Place::Entry | Place::PeriodEntry);
    let verb = verb.filter(|verb| verb + 1 >= misread.at_in_piece());
    let comma = piece
        .find(", ")
        .filter(|comma| !piece[..*comma].contains([':', '{', '"']));
    if !is_line || verb.is_none() && comma.is_none() {
        return None;
    }
    let gaps = piece[..verb.unwrap_or_default()].match_indices(' ');
    let mut gaps = gaps.map(|(blank, _)| blank).rev().chain(comma);
    let place = misread.place;
    let start = gaps.find_map(|gap| {
        let (first, second) = (
            piece[..gap].trim_end(),
            piece[gap..].trim_start_matches([',', ' ']),
        );
        let are_two =
            !first.is_empty() && misread.reads_as(place, second) && misread.reads_as(place, first);
        are_two.then(|| piece.len() - second.len())
    })?;
    let message = "this line goes on where it should have ended";
    let span = misread.span(misread.start + start, misread.end);
    let complaint = misread
        .error(span, message)
        .label("read as something else that is done");
    let help = "begin a new line here: each act, roll and answer has a line of its own";
    Some(complaint.help(help))
}

/// `rob has hp 4 and weapon knife`, `rob: 4 hp`
pub(super) fn has_values(misread: &Misread<'_>) -> Option<Diagnostic> {
    const LEADS: &[&str] = &["has ", "have ", "having ", "with ", ":"];
    let line = misread.piece().lines().next()?;
    let name = first_word(line);
    let told = line[name.len()..].trim_start();
    let told = LEADS.iter().find_map(|lead| told.strip_prefix(lead))?;
    let value = |told: &str| {
        let value = match told.trim().split_once(' ') {
            Some((number, name)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{name} {number}")
            }
            _ => told.trim().to_owned(),
        };
        misread.reads_as(Place::Setting, &value).then_some(value)
    };
    let mut values = Vec::new();
    let mut taken = 0;
    for part in told.split(',') {
        let Some(part_values) = part.split(" and ").map(value).collect::<Option<Vec<_>>>() else {
            break;
        };
        values.extend(part_values);
        taken += part.len() + 1;
    }
    let end = line.len() - told.len() + taken.checked_sub(1)?;
    let with = format!("{name} {{ {} }}", values.join(", "));
    let message = "what a combatant has stands in braces";
    let label = "this is said in another way";
    let span = misread.span(misread.start, misread.start + end);
    let told = misread.error(span, message).label(label);
    let told = told.help(format!("write `{}`", Quoted(&with)));
    let proposal = || misread.rewriting(0..end, &with, message, label);
    let is_member = misread.place == Place::Member && !name.is_empty();
    is_member.then(|| proposal().unwrap_or(told))
}

/// `goblin 1, goblin 2 strike ann`
fn several_actors(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let is_name = |text: &str| {
        let mut words = text.split(' ');
        let name = words
            .next()
            .is_some_and(|word| !first_word(word).is_empty());
        let number = words
            .next()
            .is_none_or(|word| word.bytes().all(|c| c.is_ascii_digit()));
        name && number && words.next().is_none()
    };
    let who = misread.before().trim();
    let behind = misread.behind(found).trim_start();
    // `sparks { damage 2, casting_time 3 }`
    let is_told = owner(misread.text, first_word(who)).is_some();
    if !matches!(found, "," | "and") || !is_name(who) || first_word(behind).is_empty() || is_told {
        return None;
    }
    let complaint = misread.error(
        misread.here(found),
        "each line says what one combatant does",
    );
    let help = format!(
        "write a line for each, which begins with its name: one for `{}`, and one for the next",
        Quoted(who)
    );
    Some(complaint.label("another one").help(help))
}

/// `... in turn of ann in round 1`
fn shorter_period_first(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let (before, behind) = (piece.get(..at)?, piece.get(at + found.len()..)?);
    let (_, shorter) = before.rsplit_once(" in ")?;
    let start = before.len() - shorter.len();
    if !matches!(found, "in" | "of") {
        return None;
    }
    let ends = behind.match_indices(' ').map(|(blank, _)| blank);
    let ends = ends.chain([behind.len()]).collect::<Vec<_>>();
    ends.into_iter().rev().find_map(|end| {
        let longer = behind[..end].trim();
        let with = format!("{longer} {}", shorter.trim());
        let message = "the longer period comes first, then the shorter one";
        let range = start..at + found.len() + end;
        let is_period = longer.contains(' ');
        is_period.then(|| misread.rewriting(range, &with, message, "in another order"))?
    })
}

/// `hp 6, not armed`
pub(super) fn not_for_no(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    let message = "what does not hold is set with `no`";
    let is_setting = matches!(
        misread.place,
        Place::Setting | Place::Entry | Place::PeriodEntry | Place::Member | Place::Correction
    );
    (is_setting && found == "not")
        .then(|| misread.rewriting(at..at + found.len(), "no", message, "`no` says this here"))?
}

/// `round 1:` with its lines below, up to a brace.
pub(super) fn period_with_colon(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = super::without_comment(misread.piece()).trim_end();
    let head = piece.strip_suffix(':')?;
    let (name, number) = head.split_once(' ')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let is_period = is_number && name == first_word(name) && misread.place == Place::Entry;
    let message = "what a period holds stands in braces";
    is_period.then(|| misread.proposal(head.len()..piece.len(), " {", message, "here"))
}

/// `expect declared: ann strikes grub`
pub(super) fn declared_acts(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let mut words = misread.before().split_whitespace();
    let is_list = words.next() == Some("expect")
        && words
            .next()
            .is_some_and(|word| word.starts_with("declared"));
    if !is_list || !misread.expects(Rule::comma) || !found.starts_with(char::is_alphabetic) {
        return None;
    }
    let complaint = misread.error(
        misread.here(found),
        "`expect declared` lists who declares, not what",
    );
    let help = "write the names with commas between them, as in `expect declared: ann, grub`; what somebody does is expected by itself, as in `expect ann strikes grub`";
    let label = "neither a `,` nor the end of the list";
    Some(complaint.label(label).help(help))
}

/// `side reds ann, bob`
pub(super) fn members_without_braces(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let is_side = misread.before().split_whitespace().next() == Some("side");
    let wants_braces = misread.expects(Rule::side_body) || misread.expects(Rule::lbrace);
    if !is_side || !wants_braces || !found.starts_with(char::is_alphabetic) {
        return None;
    }
    let complaint = misread.error(misread.here(found), "the members of a side stand in braces");
    let help = format!("write `{{ {found} }}`, as in `side party {{ ann, bob {{ hp 8 }} }}`");
    Some(complaint.label("`{` must stand before this").help(help))
}

/// `rules duel`: the rules of its own file, by their name.
pub(super) fn own_rules(misread: &Misread<'_>) -> Option<Diagnostic> {
    let name = misread.piece().strip_prefix("rules ")?.trim();
    let is_own = |line: &str| {
        line.strip_prefix("rules ")
            .is_some_and(|rest| first_word(rest) == name)
    };
    let message = "a scenario goes by the rules of its own file, which are not named";
    let span = misread.span(misread.start, misread.end);
    (misread.place == Place::Entry && is_name(name) && misread.text.lines().any(is_own)).then(
        || {
            let complaint = misread.error(span, message).label("not needed");
            complaint.help("delete the line").guess(span, "")
        },
    )
}
