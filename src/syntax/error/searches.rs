//! Searches without a name for the records that they look at, `any combatant with hp > 0`, and types of several records, `list of combatant`. Each is read
//! in other words before it is proposed.

use super::Misread;
use super::phrases::{bracketed, in_signs, matched, owned, starts, value_len};
use super::rewriting::MOST_BYTES;
use super::scenario::heads;
use super::typed::owner;
use super::values::is_inner;
use crate::diagnostic::Diagnostic;
use crate::source::{english, pairs, words};
use crate::syntax::brackets::until_closed;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name, uses_of};

const OTHERWISE: &str = "this is said in another way";

/// How a search begins in plain English, and here; the word before what must be so of a record.
pub(super) const SEARCHES: &[(&str, &str, &str)] = &[
    ("any ", "any", "where"),
    ("some ", "any", "where"),
    ("there is a ", "any", "where"),
    ("there is any ", "any", "where"),
    ("there is no ", "not any", "where"),
    ("no ", "not any", "where"),
    ("count ", "count", "where"),
    ("the number of ", "count", "where"),
    ("number of ", "count", "where"),
    ("how many ", "count", "where"),
    ("every ", "every", "has"),
    ("all ", "every", "has"),
    ("draws ", "draws", "where"),
    ("the ", "the", "where"),
    ("", "all", "where"),
];

/// Words before what must be so of a record.
const LINKS: &[&str] = &[
    "with", "where", "whose", "having", "has", "have", "is", "are",
];

/// Words before the side of which the records are.
const OF_SIDE: &str = " of|on|from ?the ?side @";

/// What is said of records without an attribute.
const STATES: &[&str] = &["is out of play", "is in play", "is not in play"];

/// `count(combatant c where c.hp > 0)`: brackets stand around all of a search.
pub(super) fn in_brackets(misread: &Misread<'_>) -> Option<Diagnostic> {
    const WORDS: &[&str] = &["count", "sum", "any", "every", "all", "highest", "lowest"];
    let piece = misread.piece();
    WORDS.iter().find_map(|word| {
        let at = uses_of(piece, word).find(|at| piece[at + word.len()..].starts_with('('))?;
        let message = format!("the brackets around a search stand before `{word}`");
        misread.rewriting(
            at..at + word.len() + 1,
            &format!("({word} "),
            message,
            OTHERWISE,
        )
    })
}

/// `any combatant with hp > 0`, `all combatants have hp <= 0`, `combatants in c.foes with hp < 3`
pub(super) fn unnamed(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if piece.len() > MOST_BYTES {
        return None;
    }
    starts(piece).find_map(|at| {
        let (lead, search, before) =
            (SEARCHES.iter()).find(|(lead, ..)| piece[at..].starts_with(lead))?;
        let rest = &piece[at + lead.len()..];
        let records = searched(misread, rest)?;
        // `let foes of combatant c: combatants = all combatants in c.foes`
        let value = piece[..at].trim_end().strip_suffix('=');
        let is_several = value.is_some_and(|head| head.trim_end().ends_with(records.named));
        let (search, before) = match (*search, is_several || !records.within.is_empty()) {
            ("every", true) => ("all", "where"),
            _ => (*search, *before),
        };
        // `ask c as foe "Whom?": combatant where side is not c.side`
        let is_answer = piece[..at].ends_with("\": ") && lead.is_empty();
        let search = if is_answer { "" } else { search };
        if lead.is_empty() && records.named == records.kind && !is_answer {
            return None;
        }
        let rest = records.rest;
        let link = first_word(rest);
        // `with highest hp` chooses one of them.
        let chooses = ["with highest", "with lowest"]
            .iter()
            .any(|one| rest.starts_with(one));
        let is_linked = LINKS.contains(&link) && !chooses;
        // `expect acts of ann in turn of ann`
        let is_told = matches!(misread.place, Place::Entry | Place::PeriodEntry);
        let is_placed = (records.side.is_some() || !records.within.is_empty()) && !is_told;
        // `(count combatants) <= 1`
        let is_end = rest.is_empty() || rest.starts_with([')', '<', '>', '=', '!', '+', '-', '*']);
        let is_counted = search == "count" && is_end && !is_told;
        if !is_linked && !is_placed && !is_counted {
            return None;
        }
        // `any combatant of s is out of play`
        let state = STATES.iter().find(|state| rest.starts_with(**state));
        let state = state.filter(|_| !before.is_empty());
        let (rest, condition) = match (is_linked, state) {
            (true, _) => (&rest[link.len()..], condition_len(&rest[link.len()..])),
            (false, Some(state)) => (rest, state.len()),
            (false, None) => (rest, 0),
        };
        let condition = rest[..condition].trim_end();
        let end = match condition {
            "" => piece[..piece.len() - rest.len()].trim_end().len(),
            _ => piece.len() - rest.len() + condition.len(),
        };
        let letter = letter(misread, at, &records.kind)?;
        let asked = match state {
            Some(state) => format!("{letter} {state}"),
            None => owned(&in_signs(condition.trim_start()), letter),
        };
        let side = (records.side).map(|side| format!("{letter}.side is {side}"));
        let asked = side
            .into_iter()
            .chain([asked].into_iter().filter(|one| !one.is_empty()));
        let asked = asked.collect::<Vec<_>>().join(" and ");
        let before = if asked.is_empty() { "" } else { before };
        let (kind, within) = (&records.kind, &records.within);
        let with = format!("{search} {kind} {letter}{within} {before} {asked}");
        let message = "a name for the records is missing, by which their values are asked for";
        misread.rewriting(at..end, with.trim(), message, "this is said in another way")
    })
}

/// The records that a search without a name for them looks at.
struct Searched<'t> {
    kind: String,
    /// What stands for the kind.
    named: &'t str,
    /// ` in c.foes`
    within: String,
    /// The side that they are on.
    side: Option<&'t str>,
    rest: &'t str,
}

/// The records that are named where a search goes on: `combatants of s`, `combatants in c.foes`, `c.foes`.
fn searched<'t>(misread: &Misread<'_>, rest: &'t str) -> Option<Searched<'t>> {
    let value = &rest[..value_len(rest)];
    if let Some((_, several)) = value.rsplit_once('.') {
        return Some(Searched {
            kind: misread.kind_of_several(several)?.to_owned(),
            named: value,
            within: format!(" in {value}"),
            side: None,
            rest: rest[value.len()..].trim_start(),
        });
    }
    let named = first_word(rest);
    let kind = Some(english::singular(named)).filter(|kind| misread.is_kind(kind))?;
    let behind = &rest[named.len()..];
    let within = matched(" in @", behind).map_or(0, |(length, _)| length);
    let side = matched(OF_SIDE, behind);
    let taken = side.as_ref().map_or(within, |(length, _)| *length);
    Some(Searched {
        kind,
        named,
        within: behind[..within].to_owned(),
        side: side.map(|(_, values)| values[0]),
        rest: behind[taken..].trim_start(),
    })
}

/// A letter for a record of a kind that is searched for at a place: that by which it is asked for there, or what is drawn, below. One that stands for another record already is not
/// taken again.
fn letter(misread: &Misread<'_>, at: usize, kind: &str) -> Option<char> {
    let piece = misread.piece();
    let (before, behind) = piece.split_at(at);
    let inner = heads(misread)
        .next()
        .map_or(0, |(at, head)| at + head.len());
    // `when turn of c ends`
    let earlier = misread.text[inner..misread.start]
        .lines()
        .map(str::trim_start);
    let earlier = earlier.filter(|line| ["when", "before"].contains(&first_word(line)));
    let earlier: String = earlier.collect::<Vec<_>>().join(" ");
    let is_taken = |letter: char| {
        let heads = heads(misread).map(|(_, head)| head);
        heads.chain([before, earlier.as_str()]).any(|head| {
            head.split([' ', ',', '(', ')', ':', '.', '\n'])
                .any(|word| word.chars().eq([letter]))
        })
    };
    let used = match behind.starts_with("draws ") {
        true => named_below(&misread.text[misread.end..]),
        false => named_below(behind),
    };
    let used = used.filter(|name| name.len() == 1);
    let used = used.and_then(|name| name.chars().next());
    let used = used.filter(|letter| !is_taken(*letter));
    let letter = used.or_else(|| kind.chars().next())?;
    Some(if is_taken(letter) { 'o' } else { letter })
}

/// The name of a record of which a body asks for values, before its braces close.
pub fn named_below(body: &str) -> Option<&str> {
    let words = until_closed(body).split(|c| !(c == '.' || is_inner(c)));
    let owned = words.filter_map(|word| word.split_once('.'));
    let owner = owned.filter(|(_, behind)| !behind.is_empty());
    owner.map(|(name, _)| name).find(|name| is_name(name))
}

/// `lowest c.speed of all combatants`, `sum(c.hp) where c.side is s`: which records are meant stands behind `among`.
pub(super) fn reckoned_over(misread: &Misread<'_>, text: &str) -> Option<(usize, String)> {
    let lead = text.strip_prefix("the ").unwrap_or(text);
    let word = first_word(lead);
    let reckoned = match word {
        "highest" | "lowest" | "sum" => word,
        "total" => "sum",
        "maximum" | "max" => "highest",
        "minimum" | "min" => "lowest",
        _ => return None,
    };
    let rest = lead[word.len()..].trim_start_matches(' ');
    let rest = rest.strip_prefix("of ").unwrap_or(rest);
    let (length, value) = match bracketed(rest) {
        Some(length) => (length, &rest[1..length - 1]),
        None => (value_len(rest), &rest[..value_len(rest)]),
    };
    let rest = &rest[length..];
    let (name, attribute) = match value.split_once('.') {
        Some((name, rest)) => (Some(name), rest),
        None => (None, value),
    };
    const OVER: &str = " of|among|over|for|from|in ?the|all|every|each|any ?the @";
    let mut within = String::new();
    let (end, kind) = match matched(OVER, rest) {
        Some((end, values)) => {
            // `c.gear`, which holds several.
            let held = values[0]
                .rsplit_once('.')
                .map_or(values[0], |(_, held)| held);
            match misread.kind_of_several(held) {
                Some(kind) => {
                    within = format!(" in {}", values[0]);
                    (end, kind.to_owned())
                }
                None => (end, english::singular(values[0])),
            }
        }
        None => {
            let is_whole = match first_word(rest.trim_start()) {
                "where" => true,
                // The attributes of the record itself are none of several records.
                "or" | "" => reckoned == word && misread.place != Place::Attribute,
                _ => false,
            };
            (
                0,
                owner(misread.text, attribute)
                    .filter(|_| is_whole)?
                    .to_owned(),
            )
        }
    };
    if length == 0 || !misread.is_kind(&kind) {
        return None;
    }
    let letter = kind.chars().next().map(String::from);
    let name = name.map(str::to_owned).or(letter)?;
    let over = &rest[end..];
    let named = matched(" &", over).filter(|(_, named)| named[0] == name);
    let side = matched(OF_SIDE, over);
    let taken = named
        .or_else(|| side.clone())
        .map_or(0, |(length, _)| length);
    let side = side.map(|(_, side)| format!(" where {name}.side is {}", side[0]));
    let with = format!(
        "{reckoned} {name}.{attribute} among {kind} {name}{within}{}",
        side.unwrap_or_default()
    );
    Some((text.len() - over.len() + taken, with))
}

/// `every combatant c where stands(c) is on s`: what must be so of all of them stands behind `has`.
pub(super) fn on_side_at_end(text: &str) -> Option<(usize, String)> {
    const SIDES: &[(&str, &str)] = &[
        ("is|are|belongs|belong on|to the same side as @", ".side"),
        ("has|have the same side as @", ".side"),
        ("is|are|belongs|belong on|to ?the ?side @", ""),
        ("has|have ?the side @", ""),
    ];
    let (start, values) = matched("every|all|any|count & & where", text)?;
    let (search, joined) = match first_word(text) {
        "every" | "all" => ("every", "has"),
        search => (search, "and"),
    };
    let (kind, name) = (english::singular(values[0]), values[1]);
    let line = start..start + condition_len(&text[start..]);
    let ends = text[line]
        .match_indices(' ')
        .map(|(blank, _)| start + blank);
    ends.into_iter().find_map(|end| {
        let mut found = SIDES
            .iter()
            .filter_map(|(side, of)| Some((matched(side, &text[end + 1..])?, of)));
        let ((length, side), of) = found.next()?;
        let condition = &text[start..end];
        let with = format!(
            "{search} {kind} {name} where{condition} {joined} {name}.side is {}{of}",
            side[0]
        );
        Some((end + 1 + length, with))
    })
}

/// `limb p with lowest c.boxes(p) where c.boxes(p) > 0`: which one is chosen stands behind the condition, and `the` before all.
pub(super) fn chosen(text: &str) -> Option<(usize, String)> {
    let lead = text.strip_prefix("the ").unwrap_or(text);
    let start = text.len() - lead.len();
    let condition = |from: usize| {
        let long = &lead[from..from + condition_len(&lead[from..])];
        let long = long.trim_end();
        long.strip_suffix(" or").unwrap_or(long)
    };
    match matched("& & with ?the ^lowest|highest @ where", lead) {
        Some((length, found)) => {
            let (kind, name, way, value) = (found[0], found[1], found[2], found[3]);
            let asked = condition(length);
            let with = format!("the {kind} {name} where{asked} with {way} {value}");
            Some((start + length + asked.len(), with))
        }
        None => {
            let (length, _) = matched("& & where", lead).filter(|_| start == 0)?;
            let is_chosen = [" with highest ", " with lowest "];
            let asked = condition(length);
            let is_chosen = is_chosen.iter().any(|way| asked.contains(way));
            is_chosen.then(|| (length, format!("the {}", &lead[..length])))
        }
    }
}

/// `only one side s where c.side is s`, `at least 2 combatants c where stands(c)`: how many there are is counted.
pub(super) fn as_many(piece: &str, at: usize) -> Option<(usize, String)> {
    const LEADS: &[(&str, &str)] = &[
        ("only ", "="),
        ("exactly ", "="),
        ("at most ", "<="),
        ("at least ", ">="),
        ("more than ", ">"),
        ("fewer than ", "<"),
    ];
    let text = &piece[at..];
    let (lead, sign) = LEADS.iter().find(|(lead, _)| text.starts_with(lead))?;
    let (number, rest) = text[lead.len()..].split_once(' ')?;
    let number = english::numeral(number).map_or(number.to_owned(), |number| number.to_string());
    let (length, found) = matched("& & where", rest)?;
    let end = length + condition_len(&rest[length..]);
    let asked = rest[length..end].trim_end();
    // Where the fight ends with one who is left, it ends without any.
    let sign = match rest[end..].starts_with("{ end combat") {
        true if *sign == "=" => "<=",
        _ => sign,
    };
    let kind = english::singular(found[0]);
    let with = format!("(count {kind} {} where{asked}) {sign} {number}", found[1]);
    // A part that speaks of none of these may be a condition of its own.
    let searches = rest[..end].match_indices(" where");
    let names = searches.filter_map(|(at, _)| rest[..at].rsplit(' ').next());
    let names: Vec<&str> = names.collect();
    let mut parts = asked.split(" and ").flat_map(|part| part.split(" or "));
    let is_whole = parts.all(|part| {
        part.split(|c| !is_inner(c))
            .any(|word| names.contains(&word))
    });
    let is_number = is_whole && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (text.len() - rest.len() + length + asked.len(), with))
}

/// How far a condition reaches: to a brace, a bracket that closes around it, or a word that goes on behind it.
pub(super) fn condition_len(text: &str) -> usize {
    let mut depth = 0_i32;
    let closes = text.char_indices().find(|(_, sign)| {
        depth += match sign {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth < 0 || matches!(sign, '{' | '}' | '\n' | '"' | ',')
    });
    let end = closes.map_or(text.len(), |(at, _)| at);
    let goes_on = [" then ", " because ", " else "];
    let ends = goes_on.iter().filter_map(|word| text[..end].find(word));
    ends.min().unwrap_or(end)
}

/// `list of combatant`, `combatant[]`: the type of several records is the plural of their kind.
pub(super) fn several(misread: &Misread<'_>, text: &str) -> Option<(usize, String)> {
    const SEVERAL: &[&str] = &words![
        list set group array collection many several multiple some
    ];
    let first = first_word(text);
    let (from, sign) = match text[first.len()..].strip_prefix("[]") {
        Some(_) => (0, "[]"),
        None if SEVERAL.contains(&first.to_lowercase().as_str()) => {
            let rest = text[first.len()..].trim_start_matches([' ', '[', '<', '(']);
            let rest = rest.strip_prefix("of ").unwrap_or(rest);
            (text.len() - rest.len(), "")
        }
        None => return None,
    };
    let kind = first_word(&text[from..]);
    let end = from + kind.len();
    // The whole file is looked through for its plural only where a type stands.
    if kind.is_empty() || text[end..].starts_with(['.', '(']) {
        return None;
    }
    let closed =
        sign.len() + usize::from(text[end + sign.len()..].starts_with([']', '>', ')']) && from > 0);
    let known = format!("kind {kind}, ");
    let plural = match misread.text.split_once(&known) {
        Some((_, rest)) => first_word(rest).to_owned(),
        None if kind.ends_with('s') => kind.to_owned(),
        None => english::plural(kind),
    };
    Some((end + closed, plural))
}

/// How a search is written, where a text ends within one: behind its first word, and no brace since.
pub(super) fn usage(before: &str) -> Option<&'static str> {
    const SEARCHES: &[(&str, &str)] = &pairs![
        "any" => "any combatant c where c.hp > 0 and c.side is s",
        "every" => "every combatant c where c.side is s has c.hp > 0",
        "count" => "count combatant c where c.hp > 0",
        "all" => "all combatant c where c.side is s",
        "the" => "the combatant c where c.side is s with highest c.hp",
        "highest" => "highest c.hp among combatant c where c.side is s",
        "lowest" => "lowest c.hp among combatant c where c.side is s",
        "sum" => "sum c.hp among combatant c where c.side is s",
    ];
    let inside = before.rsplit(['{', '}', '"', '\n']).next()?;
    let words = inside.split(|c: char| !(c == '_' || c.is_alphanumeric()));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.first() == Some(&"remove") {
        return None;
    }
    // `highest first` is the direction of a key.
    let of_word = |at: usize| {
        let is_search = words.get(at + 1).is_none_or(|next| *next != "first");
        // `expect the shield breaks` is prose.
        let is_prose = words[..at] == ["expect"] && words[at] == "the";
        let known = SEARCHES.iter().find(|(search, _)| *search == words[at]);
        known.filter(|_| is_search && !is_prose)
    };
    (0..words.len())
        .rev()
        .find_map(of_word)
        .map(|(_, usage)| *usage)
}

/// `any o in c.foes`: of which kind they are stands before their name.
pub(super) fn kindless(misread: &Misread<'_>, rest: &str) -> Option<(usize, String)> {
    let (length, values) = matched("^any|every|count|all|the|each & in @", rest)?;
    let [search, name, within] = values[..] else {
        return None;
    };
    let attribute = within.rsplit('.').next().unwrap_or(within);
    let known = misread.kind_of_several(attribute);
    let is_within = known.is_some() || attribute != within;
    let kind = known.unwrap_or("combatant");
    let with = format!("{search} {kind} {name} in {within}");
    (is_within && !misread.is_kind(name)).then_some((length, with))
}

/// `set all combatant o where o.hp > 3 .hp = 3`
pub(super) fn set_of_all(text: &str) -> Option<(usize, String)> {
    let all = text.strip_prefix("set all ")?;
    // Laid out, the dot stands right behind a number.
    let of_all = |(dot, _): (usize, &str)| {
        let (before, (name, value)) = (&all[..dot], all[dot + 1..].split_once(" = ")?);
        let is_apart = before.ends_with(|c: char| c == ' ' || c.is_ascii_digit());
        (is_apart && first_word(name) == name).then_some((before.trim_end(), name, value))
    };
    let (searched, name, value) = all.match_indices('.').find_map(of_all)?;
    let end = value.find([' ', '}', '#']).unwrap_or(value.len());
    let record = searched.split(' ').nth(1)?;
    let with = format!(
        "each {searched} {{ set {record}.{name} = {} }}",
        &value[..end]
    );
    Some((text.len() - value.len() + end, with))
}
