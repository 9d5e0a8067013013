//! Lines of scenarios in other words than those of the language, told by the words of their rules: the patterns of `grammar/entries.txt`.

use std::sync::LazyLock;

use super::Rewritings;
use super::entries::cardinal;
use super::known::{KnownWords, same};
use super::segment::{LineSegment, is_name, is_number, joined, thing};
use crate::ruleset::KindId;
use crate::source::english;

/// Longer lines fit none.
const MOST_WORDS: usize = 40;

/// Which lines a pattern is of; those of one sort are tried together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntrySort {
    /// What is expected, and what people answer.
    Expectation,
    /// An act, or what is asked of one.
    Act,
    /// An act with words too many.
    Told,
    /// Any other entry.
    Entry,
}

/// A pattern of lines with those that can be meant.
struct EntryForm {
    sort: EntrySort,
    /// Whether braces open behind it, where that counts.
    opens: Option<bool>,
    /// What is wrong with such a line.
    wrong: &'static str,
    /// The words and holes, with the lists in place of their names.
    parts: Vec<String>,
    lines: Vec<&'static str>,
}

static FORMS: LazyLock<Vec<EntryForm>> =
    LazyLock::new(|| forms(include_str!("../../../grammar/entries.txt")));

/// The forms that such a text lists.
fn forms(text: &'static str) -> Vec<EntryForm> {
    let (mut lists, mut forms): (Vec<(&str, &str)>, Vec<EntryForm>) = Default::default();
    let (mut head, mut wrong) = ("", "");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some(form) = line.strip_prefix("  ") else {
            lists.extend(line.split_once(" = "));
            (head, wrong) = line.split_once(": ").unwrap_or((head, wrong));
            continue;
        };
        let mut lines = form.split(" => ");
        let listed = |part: &str| {
            let at = part.find(char::is_uppercase).unwrap_or(part.len());
            let list = lists.iter().find(|(name, _)| *name == &part[at..]);
            list.map_or_else(
                || part.to_owned(),
                |(_, words)| part[..at].to_owned() + words,
            )
        };
        forms.push(EntryForm {
            sort: match head {
                "Expectation" | "Answer" => EntrySort::Expectation,
                "Act" => EntrySort::Act,
                "Told" => EntrySort::Told,
                _ => EntrySort::Entry,
            },
            opens: ["Line", "Head"].contains(&head).then_some(head == "Head"),
            wrong,
            parts: (lines.next().into_iter().flat_map(str::split_whitespace))
                .map(listed)
                .collect(),
            lines: lines.collect(),
        });
    }
    forms
}

/// What stood in the holes of a pattern, by their names.
type FilledHoles<'f> = Vec<(&'f str, String)>;

/// The lines that can be meant by one that fits patterns of a sort.
pub(super) fn fitting(
    segment: &LineSegment<'_>,
    known: &KnownWords,
    sort: EntrySort,
) -> Vec<Rewritings> {
    let mut all: Vec<Rewritings> = Vec::new();
    let forms = FORMS
        .iter()
        .filter(|form| form.sort == sort && form.opens.is_none_or(|opens| opens == segment.opens));
    for form in forms.filter(|_| segment.words.len() <= MOST_WORDS) {
        let mut fits = Vec::new();
        fit(
            &form.parts,
            &segment.words,
            known,
            &mut Vec::new(),
            &mut fits,
        );
        for holes in fits {
            let lines = form
                .lines
                .iter()
                .flat_map(|line| meant(line, &holes, known));
            let message = filled(form.wrong, &holes);
            match all.last_mut().filter(|last| last.message == message) {
                Some(last) => last.lines.extend(lines),
                None => all.push(Rewritings::new(message, lines)),
            }
        }
    }
    all
}

/// Finds all ways in which words are those of a pattern.
fn fit<'f>(
    parts: &'f [String],
    words: &[&str],
    known: &KnownWords,
    holes: &mut FilledHoles<'f>,
    fits: &mut Vec<FilledHoles<'f>>,
) {
    let Some((part, rest)) = parts.split_first() else {
        fits.extend(words.is_empty().then(|| holes.clone()));
        return;
    };
    let (name, part) = match part.split_once('=').filter(|(name, _)| is_name(name)) {
        Some((name, part)) => (name, part),
        None => (part.trim_matches(['$', '@', '*']), part.as_str()),
    };
    let is_one = |list: &str, word: &&&str| list.split('|').any(|one| one == **word);
    let lengths = match part.split_at(1) {
        ("$", _) => usize::from(!part.ends_with('*'))..=words.len(),
        (sign @ ("*" | "+" | "?"), list) if !list.is_empty() => {
            let most = if sign == "?" { 1 } else { words.len() };
            let taken = words
                .iter()
                .take(most)
                .take_while(|word| is_one(list, word));
            let taken = taken.count();
            if sign == "+" && taken == 0 {
                return;
            }
            taken..=taken
        }
        _ => {
            let read = words
                .first()
                .and_then(|first| match part.strip_prefix('@') {
                    Some(hole) => one(hole, words, known),
                    None if part == "\"" => {
                        first.starts_with('"').then(|| (1, (*first).to_owned()))
                    }
                    None => is_one(part, &first).then(|| (1, (*first).to_owned())),
                });
            let Some((length, value)) = read else { return };
            holes.push((name, value));
            fit(rest, &words[length..], known, holes, fits);
            holes.pop();
            return;
        }
    };
    for length in lengths {
        let (taken, behind) = words.split_at(length);
        holes.push((name, joined(taken)));
        fit(rest, behind, known, holes, fits);
        holes.pop();
    }
}

/// How many words stand in such a hole at the beginning of some, and what they say.
fn one(hole: &str, words: &[&str], known: &KnownWords) -> Option<(usize, String)> {
    let word = *words.first()?;
    let own = |value: Option<&str>| value.map(|value| (1, value.to_owned()));
    match hole {
        "who" => {
            let name = word.strip_suffix("'s").unwrap_or(word);
            let length = thing(&[&[name], &words[1..]].concat());
            let who = joined(&[&[name], &words[1..length.max(1)]].concat());
            (length > 0 && !matches!(word, "expect" | "odds")).then_some((length, who))
        }
        "lead" => match words {
            ["odds", _, ":", ..] => Some((3, joined(&words[..3]))),
            _ => own(matches!(word, "expect" | "odds").then_some(word)),
        },
        "name" => own(is_name(word).then_some(word)),
        "number" => own(is_number(word).then_some(word)),
        "nth" => own(Some(cardinal(word).as_str()).filter(|number| is_number(number))),
        "count" => {
            let often = ["never", "once", "twice", "thrice"];
            let often = often.iter().position(|known| *known == word);
            let number = cardinal(word);
            let number = often.map_or(number, |often| often.to_string());
            is_number(&number).then_some((1, number))
        }
        "begin" => own(word
            .starts_with(|c: char| c == '(' || c.is_alphabetic())
            .then_some(word)),
        "verb" => own(known.verb(word)),
        "test" => own(known.test(word)),
        "state" => own(same(&known.states, word)),
        "value" => own(same(&known.values, word)),
        "question" => {
            let one = english::singular(word);
            own(same(&known.questions, word).or_else(|| same(&known.questions, &one)))
        }
        "kind" => own(known.kinds.get(word).map(String::as_str)),
        _ => own(Some(word)),
    }
}

/// A line with what stood in the holes: one for each attribute, where it names any.
fn meant(line: &str, holes: &FilledHoles<'_>, known: &KnownWords) -> Vec<String> {
    let told = line.split(' ').map(|word| filled(word, holes));
    let told: Vec<String> = told.filter(|word| !word.is_empty()).collect();
    let line = joined(&told.join(" ").split(' ').collect::<Vec<_>>());
    let sign = ["%link", "%holder"]
        .into_iter()
        .find(|sign| line.contains(sign));
    let Some(sign) = sign else { return vec![line] };
    let is_meant = |kind: KindId| (kind == KindId::COMBATANT) == (sign == "%link");
    let links = known.links.iter().filter(|(kind, _)| is_meant(*kind));
    links.map(|(_, link)| line.replace(sign, link)).collect()
}

/// A text with what stood in the holes.
fn filled(text: &str, holes: &FilledHoles<'_>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, hole)) = rest.split_once('$') {
        out.push_str(before);
        let end = hole.find(|c: char| !c.is_ascii_lowercase());
        let (name, behind) = hole.split_at(end.unwrap_or(hole.len()));
        let value = holes.iter().find(|(own, _)| *own == name);
        let value = value.map_or("", |(_, value)| value);
        rest = behind;
        if let Some(behind) = behind.strip_prefix("/one") {
            out.push_str(&english::singular(value));
            rest = behind;
        } else if let Some(behind) = behind.strip_prefix("/nth") {
            out.push_str(&period(value));
            rest = behind;
        } else {
            out.push_str(value);
        }
    }
    out + rest
}

/// A period with its number behind it: `round 1` for `the 1st round`.
fn period(told: &str) -> String {
    let words: Vec<String> = told.split(' ').map(cardinal).collect();
    match &words[..] {
        [number, name] if is_number(number) => format!("{name} {number}"),
        words => joined(words),
    }
}
