//! Mistakes in the heads of items and in their clauses; lines that belong to another part of a file.

use super::{Misread, typed, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{self, first_word};

/// `rules "duel" {`
pub(super) fn heading(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let head = piece[..piece.find('{')?]
        .strip_prefix("rules")?
        .trim_start();
    let (title, _) = head.strip_prefix('"')?.split_once('"')?;
    let start = piece.find('"')?;
    let name = words::name_of(title);
    let message = "rules have a name, and behind it they can have a title";
    let with = match name == title {
        true => name,
        false => format!("{name} \"{title}\""),
    };
    misread.rewriting(start..start + title.len() + 2, &with, message, "a title")
}

/// `by highest first a.actor.speed`, `next by highest c.speed, then lowest c.age`, `in order of highest c.speed`
pub(super) fn keys_turned(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let head = &piece[..piece.find('{').unwrap_or(piece.len())];
    let turned = |from: usize| {
        let way = first_word(&head[from..]);
        if !matches!(way, "highest" | "lowest") {
            return None;
        }
        let rest = head[from + way.len()..].trim_start();
        let rest = match first_word(rest) {
            "first" => rest["first".len()..].trim_start_matches([',', ' ']),
            _ => rest,
        };
        let value = rest[..rest.find([',', '"']).unwrap_or(rest.len())].trim_end();
        let end = head.len() - rest.len() + value.len();
        let with = format!("{value}, {way} first");
        Some((from, end, with))
    };
    let leads = ["by ", "then ", "in order of "];
    let places = leads.iter().flat_map(|lead| {
        let found = head.match_indices(lead);
        found.map(|(at, lead)| at + lead.len())
    });
    let mut turned: Vec<(usize, usize, String)> = places.filter_map(turned).collect();
    turned.sort();
    let (first, last) = (turned.first()?.0, turned.last()?.1);
    let mut with = String::new();
    let mut kept = first;
    for (from, end, key) in turned {
        with.push_str(head.get(kept..from)?);
        with.push_str(&key);
        kept = end;
    }
    let message = "the value comes first, then what comes first of it";
    misread.rewriting(first..last, &with, message, "in another order")
}

/// `size: small, large`, `choice size { small, large }`: words to choose from with other signs between or around them.
pub(super) fn other_bars(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let lists = matches!(first_word(piece), "choice" | "option") && misread.place == Place::Item;
    let sign = piece.find([':', '=', '{', '[', '('])?;
    let opens = |c: char| matches!(c, ':' | '=' | '{' | '[' | '(') || c.is_whitespace();
    let from = piece.len() - piece[sign..].trim_start_matches(opens).len();
    let is_closed = piece[sign..from].contains(['{', '[', '(']);
    let length = match is_closed {
        true => piece[from..].find(['}', ']', ')']).map(|end| end + 1),
        false => piece[from..].find(['=', '"', '{', '\n']),
    };
    let typed = piece[from..length.map_or(piece.len(), |length| from + length)].trim_end();
    let end = from + typed.len();
    let separate = typed
        .replace(" or ", ",")
        .replace(['/', '|', ';', '}', ']', ')'], ",");
    let between = |c: char| c == ',' || is_closed && c.is_whitespace();
    let words: Vec<&str> = (separate.split(between).map(str::trim))
        .filter(|word| !word.is_empty())
        .collect();
    // `sword: weapon or nothing`
    let is_word = |word: &&str| {
        words::is_name(word) && !matches!(*word, "nothing" | "none" | "null" | "optional")
    };
    let are_words = words.iter().all(is_word);
    if !(lists || misread.place == Place::Attribute) || words.len() < 2 || !are_words {
        return None;
    }
    let is_compared = |word: &&str| typed::is_compared(misread.text, word);
    let is_ordered = first_word(piece) == "choice" && words.iter().any(is_compared);
    let list = words.join(if is_ordered { " < " } else { " | " });
    if list == typed {
        return None;
    }
    let with = format!(": {list}");
    let message = match is_ordered {
        true => "words that are compared by size have a `<` between them",
        false => "words to choose from have a `|` between them",
    };
    let start = piece[..sign].trim_end().len();
    let mut proposal = misread.rewriting(start..end, &with, message, "in another way")?;
    proposal.primary.span.start = misread.span(misread.start + sign, misread.end).start;
    Some(proposal)
}

/// `table wound(number roll) {`: what is looked up, in the brackets of what a table is given besides.
pub(super) fn table_without_key(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let head = &piece[..piece.find('{')?];
    let bare = || {
        // `table wound number roll {`, `table wound by number roll {`
        let name = words::first_word(head.strip_prefix("table ")?).len() + "table ".len();
        let (before, given) = head.split_at(name);
        let given = given.trim_start();
        let lead = ["by ", "of ", "for ", "with "]
            .iter()
            .find(|lead| given.starts_with(**lead));
        let given = &given[lead.map_or(0, |lead| lead.len())..];
        let end = given.find([':', '{']).unwrap_or(given.len());
        let end = given[..end].trim_end().len();
        let is_key = words::first_word(given) == "number" && !head.contains(['"', '(']);
        is_key.then(|| (before, &given[..end], &given[end..]))
    };
    let bracketed = || {
        let (before, given) = head.split_once('(')?;
        let (given, result) = given.split_once(')')?;
        Some((before, given, result))
    };
    let (before, given, result) = bare().or_else(bracketed)?;
    let is_table = words::first_word(piece) == "table" && misread.place == Place::Item;
    if !is_table || words::first_word(result.trim_start()) == "on" {
        return None;
    }
    let (others, key) = match given.rsplit_once(',') {
        Some((others, key)) => (format!(" ({others})"), key),
        None => (String::new(), given),
    };
    let range = before.trim_end().len()..head.len() - result.len();
    let range_of = key_range(&piece[head.len()..]);
    let keys =
        range_of.filter(|_| words::first_word(key.trim()) == "number" && !key.contains("from "));
    let with = format!("{others} on {}{}", key.trim(), keys.unwrap_or_default());
    let message = "behind `on` stands what is looked up in a table";
    misread.rewriting(range, &with, message, "in another way")
}

/// From which number to which the keys of the rows run: ` from 1 to 6`.
fn key_range(rows: &str) -> Option<String> {
    let keys = rows.split([' ', '\n', '{']);
    let keys = keys.filter_map(|key| key.strip_suffix([':', ',']));
    let ends = keys.flat_map(|key| key.split(".."));
    let numbers = ends.filter_map(|end| end.parse::<i64>().ok());
    let numbers: Vec<i64> = numbers.collect();
    let (lowest, highest) = (numbers.iter().min()?, numbers.iter().max()?);
    let is_open = ["else:", " or more", " or less"]
        .iter()
        .any(|open| rows.contains(open));
    (!is_open).then(|| format!(" from {lowest} to {highest}"))
}

/// How it is said of a word of the language that is meant as a name.
pub const NO_NAME: &str = "is a word of the language and cannot be a name";

pub(in crate::syntax) fn no_name(word: &str) -> String {
    format!("`{word}` {NO_NAME}")
}

/// A word of the language where a name must stand.
pub(super) fn reserved_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let names = [
        Rule::name,
        Rule::thing,
        Rule::words,
        Rule::r#type,
        Rule::parameter,
        Rule::among,
        Rule::act_binding,
        Rule::act_kinds,
        Rule::act_kind,
        Rule::plural,
    ];
    let starts_with_name = [
        Place::Attribute,
        Place::Unit,
        Place::Row,
        Place::Member,
        Place::Setting,
        Place::Assignment,
    ];
    let at_start = misread.at == misread.start && starts_with_name.contains(&misread.place);
    let before = misread.before().trim();
    let behind = misread.behind(found).trim_start();
    // `"strides {to}"`
    let in_hole = before.ends_with('{') && !before.matches('"').count().is_multiple_of(2);
    if !words::is_reserved(found)
        || !at_start && !in_hole && !misread.expected.iter().any(|rule| names.contains(rule))
    {
        return None;
    }
    let error = |message: String| misread.error(misread.here(found), message);
    let label = "a name must stand here";
    if misread.place == Place::Happening && !matches!(before, "when" | "before" | "when phase") {
        let what = Quoted(before);
        let complaint =
            error(format!("`{what}` does not say all")).label("something is missing before this");
        return Some(complaint.help(format!(
            "write `{what}(c)` for an event, with a name for each value that it carries, or `{what} a resolves` for an action"
        )));
    }
    let at = misread.at_in_piece();
    let named = |length: usize| misread.rewritten(&(at..at + length), "some_name ");
    let is_named =
        in_hole || behind.starts_with([':', '=', '(', ')', ',', '{', '|']) || before.ends_with('.');
    let goes_on = !is_named && (words::goes_on(found) || words::begins_statement(found));
    if goes_on && named(0).is_some_and(|with| misread.reads(&with)) {
        let complaint = error(format!("a name is missing before `{found}`")).label(label);
        return Some(match misread.usage() {
            Some(usage) => complaint.help(usage),
            None => complaint,
        });
    }
    if goes_on && before != first_word(before) && misread.place != Place::Happening {
        return None;
    }
    let end = at + "some_name ".len();
    named(found.len()).filter(|with| misread.reads_beyond(with, end))?;
    let complaint = error(no_name(found));
    let noun = match before {
        "" | "let" => "value",
        "when phase" => "phase",
        _ if in_hole || misread.place == Place::Attribute => "value",
        "when" | "before" => "action",
        word if word == first_word(word) => word,
        _ => found,
    };
    let name = match noun == found {
        true => format!("own_{found}"),
        false => format!("{found}_{noun}"),
    };
    let help = format!("choose another name, such as `{name}`");
    Some(complaint.label(label).help(help))
}
