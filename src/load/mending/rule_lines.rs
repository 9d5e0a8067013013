//! Lines of rules that name what the language has by another word: dice inside of a value, `count` as a function, yes and no as numbers.

use super::Rewritings;
use super::known::KnownWords;
use super::segment::{LineSegment, is_name};
use crate::diagnostic::{Code, Diagnostic};
use crate::suggest::stem;
use crate::syntax::{dice_of, heads_around, is_keyword, until_gap};

/// How many of those who may roll are tried.
const MOST_ROLLERS: usize = 4;

/// `let aim = d20 + 2`, `set c.hp = c.hp - d6`, `if d20 >= c.aim { ... }`: dice are rolled on a line of their own.
pub(super) fn rolled(segment: &LineSegment<'_>) -> Vec<Rewritings> {
    // What stands apart behind it is a line of its own.
    let line = until_gap(segment.text).unwrap_or(segment.text);
    let rest = &segment.text[line.len()..];
    let Some((at, dice)) = first_dice(line) else {
        return Vec::new();
    };
    let (before, behind) = called(&line[..at], &line[at + dice.len()..]);
    if line.starts_with("else") || before.ends_with("rolls ") {
        return Vec::new();
    }
    let message = "dice are rolled on a line of their own, not inside a value";
    let lines = rollers(segment.file_before).take(MOST_ROLLERS).map(|who| {
        let own = before.strip_prefix(&format!("set {who}."));
        let own = own.and_then(|rest| rest.trim_end().strip_suffix('='));
        let own = own.map(str::trim).filter(|name| is_name(name));
        match named(before).or(own) {
            Some(name) => format!("{who} rolls {dice}{behind} as {name}{rest}"),
            None => format!("{who} rolls {dice} as rolled   {before}rolled{behind}{rest}"),
        }
    });
    lines.map(|line| Rewritings::new(message, [line])).collect()
}

/// What stands before dice and behind them, without a word for rolling: `roll(d6)`, `actor.roll("d6")`, `throw d6`, `d6()`.
fn called<'t>(before: &'t str, behind: &'t str) -> (&'t str, &'t str) {
    const WORDS: [&str; 9] = [
        "roll", "rolls", "rolled", "throw", "throws", "dice", "die", "random", "rand",
    ];
    let is_owner = |letter: char| letter == '_' || letter == '.' || letter.is_alphanumeric();
    let without = |lead: &'t str| {
        let word = lead.trim_end();
        let start = word.trim_end_matches(is_owner).len();
        let last = word[start..].rsplit('.').next()?;
        (WORDS.contains(&last)).then_some(&word[..start])
    };
    let quoted = before.strip_suffix('"').zip(behind.strip_prefix('"'));
    let (inner, rest) = quoted.unwrap_or((before, behind));
    let lead = inner.strip_suffix('(').and_then(without);
    if let Some((lead, rest)) = lead.zip(rest.strip_prefix(')')) {
        return (lead, rest);
    }
    match without(before) {
        Some(lead) => (lead, behind),
        None => (before, behind.strip_prefix("()").unwrap_or(behind)),
    }
}

/// The name that all of a value is given: `aim` for `let aim = `.
fn named(before: &str) -> Option<&str> {
    let name = before.strip_prefix("let ")?.trim_end().strip_suffix('=')?;
    Some(name.trim()).filter(|name| is_name(name))
}

/// The first word of a line that is dice, outside of texts, and where it begins.
fn first_dice(line: &str) -> Option<(usize, &str)> {
    let is_inner = |letter: char| letter == '_' || letter == '.' || letter.is_alphanumeric();
    let mut from = 0;
    let mut quoted = false;
    while from < line.len() {
        let rest = &line[from..];
        let length = rest.find(|letter| !is_inner(letter)).unwrap_or(rest.len());
        let word = &rest[..length];
        if !quoted && dice_of(word).is_some() {
            return Some((from, word));
        }
        let sign = rest[length..].chars().next();
        quoted ^= sign == Some('"');
        from += length + sign.map_or(0, char::len_utf8);
    }
    None
}

/// Who may roll in braces that are open at the end of a text, the nearest first: what `each` and the heads of phases name, the actor of an action,
/// the game master.
fn rollers(before: &str) -> impl Iterator<Item = &str> {
    let named = heads_around(before).filter_map(|(_, head)| {
        let mut words = head.split_whitespace();
        match words.next()? {
            "each" => words.nth(1),
            "phase" => words.skip_while(|word| *word != "of").nth(2),
            "action" => Some("actor"),
            _ => None,
        }
    });
    named.map(|name| name.trim_end_matches(',')).chain(["gm"])
}

/// `count(side) <= 1`: what is counted stands in brackets, with a name for each.
pub(super) fn counted(segment: &LineSegment<'_>) -> Vec<Rewritings> {
    let line = segment.text;
    let found = line.find("count(").and_then(|at| {
        let (kind, behind) = line[at + "count(".len()..].split_once(')')?;
        let letter = kind.chars().next()?;
        is_name(kind).then(|| format!("{}(count {kind} {letter}){behind}", &line[..at]))
    });
    let message = "what is counted is named behind `count`, within the brackets";
    found
        .map(|line| Rewritings::new(message, [line]))
        .into_iter()
        .collect()
}

/// `c.ready > 0`, `c.ready = 1`: what is yes or no by itself.
pub(super) fn flags(segment: &LineSegment<'_>) -> Vec<Rewritings> {
    const YES: [&str; 4] = [" > 0", " >= 1", " = 1", " != 0"];
    const NO: [&str; 4] = [" <= 0", " < 1", " = 0", " != 1"];
    let line = segment.text;
    let is_inner = |letter: char| letter == '_' || letter == '.' || letter.is_alphanumeric();
    let rewritten = |sign: &str, denied: &str| {
        let at = line.find(sign)?;
        let (before, behind) = (&line[..at], &line[at + sign.len()..]);
        let start = before.trim_end_matches(is_inner).len();
        let ends = !behind.starts_with(is_inner);
        ends.then(|| format!("{}{denied}{}{behind}", &before[..start], &before[start..]))
    };
    let yes = YES.iter().filter_map(|sign| rewritten(sign, ""));
    let no = NO.iter().filter_map(|sign| rewritten(sign, "not "));
    let message = "what is yes or no is asked by its name alone";
    yes.chain(no)
        .map(|line| Rewritings::new(message, [line]))
        .collect()
}

/// `= no each round`, where no phase has this name: by a phase that is counted, an outer one before those within it.
pub(super) fn other_phase(
    segment: &LineSegment<'_>,
    known: &KnownWords,
    one: &Diagnostic,
    named: &str,
) -> Option<Rewritings> {
    let told = format!(" each {named}");
    let at = segment.text.find(&told)? + " each ".len();
    let mut phases: Vec<(usize, &str)> = (known.periods.iter())
        .filter(|(name, depth)| **depth < usize::MAX && !known.turns.contains(*name))
        .map(|(name, depth)| (*depth, name.as_str()))
        .collect();
    phases.sort_unstable();
    let (before, behind) = (&segment.text[..at], &segment.text[at + named.len()..]);
    let lines = phases.iter();
    let lines = lines.map(|(_, phase)| format!("{before}{phase}{behind}"));
    let lines: Vec<String> = lines.collect();
    let is_of_phase = one.code == Code::UnknownName && one.message.contains("phase");
    // What a shuffle sets back is told without a phase.
    let is_of_cards = stem(named) == stem("shuffled");
    let only_one = lines.len() == 1;
    (is_of_phase && !is_of_cards).then(|| Rewritings {
        only_one,
        ..Rewritings::new(one.message.as_str(), lines)
    })
}

/// `replace "a hard blow"`, `remove stands`: the item is named without its sort.
pub(super) fn variant(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<Rewritings> {
    let (verb, rest) = match segment.words.as_slice() {
        [verb @ ("replace" | "remove"), rest @ ..] if !rest.is_empty() => (verb, rest),
        _ => return Vec::new(),
    };
    let Some(told) = segment.text.strip_prefix(verb).map(str::trim_start) else {
        return Vec::new();
    };
    // What a procedure is given is left out.
    if let ["procedure", name] = rest
        && let Some(given) = known.given.get(*name)
        && *verb == "replace"
    {
        let message = "what a procedure is given stands in brackets behind its name";
        let line = format!("{verb} procedure {name}{given}");
        return vec![Rewritings::new(message, [line])];
    }
    // The sort is told; it is another one, or there is no such item.
    if rest.first().is_some_and(|sort| is_keyword(sort)) {
        return Vec::new();
    }
    // The name may stand behind a word that is no sort of items.
    let named = rest.iter().take(2).find_map(|word| {
        let name = word.split('(').next().unwrap_or(word);
        let mut items = known
            .items
            .iter()
            .filter(|(_, known)| known == name)
            .peekable();
        items.peek().is_some().then(|| {
            let at = told.find(name).unwrap_or_default();
            items
                .flat_map(|(sort, _)| {
                    let (name, behind) = told[at..].split_at(name.len());
                    // A procedure has brackets.
                    let given = known.given.get(name).map_or("()", String::as_str);
                    let called = (*sort == "procedure" && !behind.starts_with('('))
                        .then(|| format!("{verb} {sort} {name}{given}{behind}"));
                    // `replace speed with 3`
                    let value = ["with", "by", "to", "as", "="].iter().find_map(|lead| {
                        let value = behind.trim_start().strip_prefix(lead)?;
                        (*sort == "let").then(|| format!("{verb} let {name}{given} ={value}"))
                    });
                    let plain = format!("{verb} {sort} {name}{behind}");
                    value.into_iter().chain([plain]).chain(called)
                })
                .collect::<Vec<_>>()
        })
    });
    let message = "what sort of item it is stands before its name";
    named
        .map(|lines| Rewritings::new(message, lines))
        .into_iter()
        .collect()
}
