//! What authors write who know other languages, or plain English, with what stands for it here. Each remedy is read before it is proposed.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Clean;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{begins_statement, first_word};

/// The first of these remedies that can be read.
pub(super) fn habit(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    foreign_comment(misread)
        .or_else(|| possessive(misread, found))
        .or_else(|| single_quotes(misread, found))
        .or_else(|| foreign_word(misread))
        .or_else(|| bare_call(misread))
        .or_else(|| number_of(misread))
        .or_else(|| change_without_set(misread))
        .or_else(|| other_else(misread))
        .or_else(|| missing_braces(misread, found))
        .or_else(|| colon_for_brace(misread, found))
        .or_else(|| heading(misread))
        .or_else(|| key_turned(misread))
        .or_else(|| dot_missing(misread))
        .or_else(|| setting_outside(misread))
        .or_else(|| foreign_inside(misread, found))
}

/// Words with which lines of other languages begin: where, what is typed, what stands for it.
const FIRST: &[(Place, &[&str], &str)] = &[
    (Place::Statement, &["while"], "repeat while"),
    (
        Place::Statement,
        &["print", "say", "log", "echo", "write"],
        "note",
    ),
    (
        Place::Statement,
        &["var", "const", "local", "define"],
        "let",
    ),
    (Place::Statement, &["elseif", "elif", "elsif"], "else if"),
    (Place::Statement, &["foreach"], "each"),
    (Place::Statement, &["unless"], "if not"),
    (
        Place::Item,
        &["import", "include", "use", "require"],
        "uses",
    ),
    (
        Place::Item,
        &["function", "func", "def", "fn", "sub"],
        "procedure",
    ),
    (
        Place::Item,
        &["class", "struct", "record", "entity"],
        "kind",
    ),
    (Place::Item, &["enum"], "choice"),
    (Place::Item, &["var", "const", "define"], "let"),
    (Place::Item, &["function", "func", "def", "fn"], "let"),
    (Place::Item, &["delete", "drop", "without"], "remove"),
    (Place::Statement, &["when"], "if"),
    (Place::ExceptionClause, &["if"], "when"),
    (Place::PlacementClause, &["if"], "when"),
    (Place::VoidClause, &["if"], "when"),
];

/// A word with which lines of other languages begin.
pub(super) fn foreign_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let word = first_word(piece);
    let place = match misread.place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    let message = format!("`{}` begins nothing that can stand here", Clean(word));
    if place == Place::Statement && word == "for" {
        let rest = piece[word.len()..].trim_start();
        let meant = (first_word(rest) == "each").then_some(piece.len() - rest.len())?;
        return misread.rewriting(0..meant, "", message, "`each` alone says it");
    }
    let known = FIRST
        .iter()
        .filter(|(at, typed, _)| *at == place && typed.contains(&word));
    // `resolves` for `resolve`
    let verb = word
        .strip_suffix('s')
        .filter(|verb| place.begins_with(verb) && !place.begins_with(word));
    known
        .map(|(.., meant)| *meant)
        .chain(verb)
        .find_map(|meant| {
            let label = format!("`{meant}` says this here");
            // A file is named behind it, which may not be there: the help shows the whole line.
            let (end, with) = match meant == "uses" {
                true => (piece.len(), format!("{meant}{}", &piece[word.len()..])),
                false => (word.len(), meant.to_owned()),
            };
            misread
                .rewriting(0..end, &with, message.clone(), label.clone())
                .or_else(|| typed_let(misread, meant, message.clone(), label))
        })
}

/// `trip(c)` as a statement.
fn bare_call(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let called = first_word(piece);
    if called.is_empty() || !piece[called.len()..].starts_with('(') || !piece.ends_with(')') {
        return None;
    }
    let message = format!("`{}` by itself does nothing", Clean(called));
    let label = "`do` carries out a procedure";
    let help =
        format!("write `do {called}(...)` for a procedure, `raise {called}(...)` for an event");
    let span = misread.span(misread.start, misread.start + piece.len());
    let plain = misread.error(span, message.clone()).help(help);
    let proposal = misread.rewriting(0..0, "do ", message, label)?;
    Some(proposal.or_else(plain))
}

/// `number of sides s`, `casting_time: number of segments`
fn number_of(misread: &Misread<'_>) -> Option<Diagnostic> {
    const WORDS: &str = "number of ";
    let piece = misread.piece();
    let start = piece.get(..misread.at_in_piece())?.rfind("number")?;
    let rest = piece[start..]
        .starts_with(WORDS)
        .then_some(start + WORDS.len())?;
    let counted = || {
        misread.rewriting(
            start..rest - 1,
            "count",
            "records are counted with `count`",
            "`count` says this here",
        )
    };
    let typed = || {
        misread.rewriting(
            start..rest,
            "",
            "a number of a unit has the unit as its type",
            "not needed",
        )
    };
    counted().or_else(typed)
}

/// `var x: number = 3`: a value of a statement has no type.
fn typed_let(
    misread: &Misread<'_>,
    meant: &str,
    message: String,
    label: String,
) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (colon, equals) = (piece.find(':')?, piece.find('=')?);
    let name = piece.get(first_word(piece).len()..colon)?.trim();
    if meant != "let" || equals < colon {
        return None;
    }
    misread.rewriting(0..equals, &format!("let {name} "), message, label)
}

/// A comment as other languages write it.
fn foreign_comment(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let begins = |from: usize| {
        let rest = piece.get(from..)?;
        (rest.starts_with("//") || rest.starts_with("/*")).then_some(from)
    };
    let start = begins(at).or_else(|| begins(at.checked_sub(1)?))?;
    let line = piece[start..].lines().next().unwrap_or("").trim_end();
    let stars = line.starts_with("/*");
    let inner = line[2..].trim();
    let inner = match stars {
        true => inner.strip_suffix("*/").unwrap_or(inner).trim_end(),
        false => inner,
    };
    let before = piece[..start].trim();
    let message = format!("`{}` begins no comment", &line[..2]);
    let label = "a comment begins with `#`";
    let is_whole = !stars || line.ends_with("*/");
    if !is_whole {
        let span = misread.span(misread.start + start, misread.start + start + 2);
        let complaint = misread.error(span, message).label(label);
        return Some(complaint.help("begin each line of the comment with `#`"));
    }
    let range = start..start + line.len();
    let with = format!("# {inner}");
    let rest = piece[range.end..].trim();
    match before.is_empty() && rest.is_empty() {
        true => Some(misread.proposal(range, &with, message, label)),
        false => misread.rewriting(range, &with, message, label),
    }
}

/// `target's hp`
fn possessive(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let rest = piece.get(at..)?.strip_prefix("'s")?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let owned = piece[..at].ends_with(|c: char| c == '_' || c.is_alphanumeric());
    if found != "'" || !owned || blanks == 0 {
        return None;
    }
    let message = "what belongs to something stands behind a dot";
    misread.rewriting(at..at + 2 + blanks, ".", message, "`.` says this here")
}

/// `note 'hit'`
fn single_quotes(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let line = piece.get(at..)?.lines().next()?;
    let end = line.get(1..)?.find('\'')? + 1;
    let inner = line.get(1..end)?;
    if found != "'" || inner.contains(['"', '\\']) {
        return None;
    }
    let message = "texts stand in double quotes";
    let with = format!("\"{inner}\"");
    misread.rewriting(at..at + end + 1, &with, message, "single quotes")
}

/// `c.hp = 8`, `c.hp += 2`, `c.hp++`: a value is changed by a statement.
fn change_without_set(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !matches!(misread.place, Place::Statement | Place::TriggerStatement) {
        return None;
    }
    let piece = misread.piece();
    let set = match first_word(piece) {
        "set" => piece.len() - piece["set".len()..].trim_start().len(),
        _ => 0,
    };
    let rest = &piece[set..];
    let end = rest.find(|c: char| !(c == '_' || c == '.' || c.is_alphanumeric()))?;
    let (place, behind) = (&rest[..end], rest[end..].trim_start());
    if place.is_empty() || place.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    const CHANGES: &[(&str, &str)] = &[
        ("++", "add 1 to"),
        ("--", "subtract 1 from"),
        ("+=", "add"),
        ("-=", "subtract"),
        (":=", "set"),
        ("=", "set"),
    ];
    let (sign, change) = CHANGES.iter().find(|(sign, _)| behind.starts_with(sign))?;
    let by = behind[sign.len()..].trim();
    let with = match *change {
        "add" => format!("add {by} to {place}"),
        "subtract" => format!("subtract {by} from {place}"),
        "set" => format!("set {place} = {by}"),
        whole => format!("{whole} {place}"),
    };
    let first = first_word(change);
    let message = format!("a value is changed with `{first}`");
    misread.rewriting(
        0..piece.len(),
        &with,
        message,
        format!("`{first}` says this here"),
    )
}

/// `else c.hp < 3 { ... }`, `else set c.armed = yes`
fn other_else(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if first_word(piece) != "else" {
        return None;
    }
    let rest = piece["else".len()..].trim_start();
    let start = piece.len() - rest.len();
    let message = "`else` has no condition of its own";
    let condition =
        || misread.rewriting(start..start, "if ", message, "`if` must stand before this");
    let braces = || braced(misread, start);
    if rest.starts_with("if ") || rest.is_empty() {
        return None;
    }
    braces().or_else(condition)
}

/// Braces around the rest of the piece.
fn braced(misread: &Misread<'_>, from: usize) -> Option<Diagnostic> {
    let piece = misread.piece();
    let rest = piece.get(from..)?.trim();
    if !misread.reads_as(Place::Statement, rest) {
        return None;
    }
    let with = format!("{{ {rest} }}");
    let message = "what is done then stands in braces";
    let label = "`{` must stand before this, and `}` behind it";
    misread.rewriting(from..piece.len(), &with, message, label)
}

/// `if c.hp < 3 set c.armed = no`, `if c.hp < 3 then { ... }`
fn missing_braces(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    if found != "then" {
        return braced(misread, at)
            .filter(|_| begins_statement(found) || misread.expects(Rule::lbrace));
    }
    let behind = piece.get(at + found.len()..)?;
    let rest = at + found.len() + (behind.len() - behind.trim_start().len());
    let message = "`then` stands in expressions only";
    if piece[rest..].starts_with('{') {
        return misread.rewriting(at..rest, "", message, "not needed before `{`");
    }
    let done = piece[rest..].trim();
    let with = format!("{{ {done} }}");
    misread
        .rewriting(at..piece.len(), &with, message, "a `{` is needed here")
        .filter(|_| misread.reads_as(Place::Statement, done))
}

/// `if c.hp < 3:` with what is done on the next lines.
fn colon_for_brace(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let opens = matches!(
        first_word(piece),
        "if" | "else" | "each" | "repeat" | "phase"
    );
    if found != ":" || !misread.expects(Rule::lbrace) || !opens {
        return None;
    }
    let head = piece.get(..at)?.trim();
    let message = "a `:` begins nothing here";
    let complaint = misread
        .error(misread.here(found), message)
        .label("a `{` is needed here");
    Some(complaint.help(format!(
        "what is done stands in braces: `{} {{ ... }}`",
        Clean(head)
    )))
}

/// `rules "duel" {`, `scenario ann and bob {`
fn heading(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let word = first_word(piece);
    let head_end = piece.find('{')?;
    let start = piece.len() - piece[word.len()..].trim_start().len();
    let head = piece.get(start..head_end)?.trim_end();
    match word {
        "rules" => {
            let (title, _) = head.strip_prefix('"')?.split_once('"')?;
            let name: String = (title.to_lowercase().chars())
                .map(|c| if c.is_alphanumeric() { c } else { '_' })
                .collect();
            let message = "rules have a name, and behind it they can have a title";
            misread.rewriting(start..start + title.len() + 2, &name, message, "a title")
        }
        "scenario" if !head.contains(['"', '\n']) && !head.is_empty() => {
            let with = format!("\"{head}\"");
            let range = start..start + head.len();
            misread.rewriting(
                range,
                &with,
                "the title of a scenario stands in quotes",
                "a title",
            )
        }
        _ => None,
    }
}

/// `by highest first a.actor.speed`
fn key_turned(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::OrderClause {
        return None;
    }
    let rest = misread.piece().strip_prefix("by ")?.trim_start();
    let ways = ["highest first", "lowest first", "highest", "lowest"];
    let way = ways.iter().find(|way| rest.starts_with(**way))?;
    let value = rest[way.len()..].trim().trim_start_matches(',').trim();
    let way = first_word(way);
    let with = format!("by {value}, {way} first");
    let message = "the value comes first, then what comes first of it";
    misread.rewriting(0..misread.piece().len(), &with, message, "in another order")
}

/// `expect bob hp = 3`
fn dot_missing(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let rest = piece.strip_prefix("expect ")?;
    let first = first_word(rest);
    let blank = "expect ".len() + first.len();
    let message = "what belongs to something stands behind a dot";
    let label = "`.` must stand here";
    misread
        .rewriting(blank..blank + 1, ".", message, label)
        .filter(|_| !first.is_empty())
}

/// `ann { hp 3 }` outside of all sides: `ann` has been read as a period.
fn setting_outside(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let before = misread
        .text
        .get(..misread.start)?
        .trim_end()
        .strip_suffix('{')?;
    let who = before.rsplit(['\n', '{', '}']).next()?.trim();
    if misread.place != Place::PeriodEntry
        || who.is_empty()
        || !misread.reads_as(Place::Setting, piece)
    {
        return None;
    }
    let message = format!(
        "`{}` belongs to a combatant, and a combatant to a side",
        Clean(piece)
    );
    let complaint = misread
        .error(misread.span(misread.start, misread.end), message)
        .label("here stands what is done");
    Some(complaint.help(format!(
        "combatants stand inside a side: `side heroes {{ {} {{ {} }} }}`",
        Clean(who),
        Clean(piece)
    )))
}

/// Words and signs inside of a line: what is typed, and what stands for it.
const INSIDE: &[(&str, &str)] = &[
    ("with", "where"),
    ("to", "="),
    ("declare", "declares"),
    ("roll", "rolls"),
    ("before", "ahead of"),
    ("descending", "highest first"),
    ("desc", "highest first"),
    ("ascending", "lowest first"),
    ("asc", "lowest first"),
    ("equals", "="),
    ("xor", "!="),
    ("*", "x"),
];

/// Words that say nothing here.
const FILLERS: &[&str] = &["the", "a", "an", "of", "then", "do", "is"];

fn foreign_inside(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    let message = || format!("`{}` cannot stand here", Clean(found));
    let range = at..at + found.len();
    let known = INSIDE.iter().filter(|(typed, _)| *typed == found);
    let mut meant = known.filter_map(|(_, meant)| {
        let label = format!("`{meant}` says this here");
        misread.rewriting(range.clone(), meant, message(), label)
    });
    meant.next().or_else(|| filler(misread))
}

/// How many words before the place can be one too many.
const WORDS_BEFORE: usize = 3;

/// A word too many, at the place or a little before it.
fn filler(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let starts = before
        .rmatch_indices([' ', '\t'])
        .map(|(blank, _)| blank + 1);
    [at].into_iter()
        .chain(starts.take(WORDS_BEFORE))
        .find_map(|start| {
            let word = first_word(piece.get(start..)?);
            let behind = piece.get(start + word.len()..)?;
            let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
            if !FILLERS.contains(&word) {
                return None;
            }
            let message = format!("`{word}` cannot stand here");
            misread.rewriting(
                start..start + word.len() + blanks,
                "",
                message,
                "a word too many",
            )
        })
}
