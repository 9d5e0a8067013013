//! Functions of spreadsheets and of other languages in a value: `IF(l = hit, 3, 0)`, `MAX(a, b)`, `ROUNDDOWN(a / 2, 0)`. All of a piece are said at
//! once in the words of the language. Looks at text only.

use std::ops::Range;

use super::phrases::bracketed;
use super::values::is_inner;
use crate::syntax::words::first_word;

/// How deep such functions are looked for in one another.
const DEEPEST: usize = 8;

/// From the first such function of a line to the last, with all that stands in their brackets, and the same in the words of the language. `is`: words
/// are compared with it, and not with `=`.
pub fn spreadsheet(line: &str, is: bool) -> Option<(Range<usize>, String)> {
    let mut found: Option<(Range<usize>, String)> = None;
    let mut from = 0;
    while let Some((start, end, value)) = first(line, from, &FunctionReading { depth: DEEPEST, is })
    {
        let with = match is_operand(&line[..start], &line[end..]) {
            // As a part of a larger value it keeps its brackets.
            true => value.part(),
            false => value.text,
        };
        found = Some(match found {
            None => (start..end, with),
            Some((range, before)) => (
                range.start..end,
                format!("{before}{}{with}", &line[range.end..start]),
            ),
        });
        from = end;
    }
    found.filter(|(range, with)| line[range.clone()] != **with)
}

/// Whether something is a part of a larger value by what stands before and behind it.
fn is_operand(before: &str, behind: &str) -> bool {
    const SIGNS: &[char] = &['+', '-', '*', '/', '<', '>'];
    let (before, behind) = (before.trim_end(), behind.trim_start());
    let words = [" and", " or", " not"];
    before.ends_with(SIGNS)
        || words.iter().any(|word| before.ends_with(word))
        || behind.starts_with(SIGNS)
        || behind.starts_with(['=', '!'])
}

/// How functions are said: how deep they may still stand in one another, and whether words are compared with `is`.
struct FunctionReading {
    depth: usize,
    is: bool,
}

impl FunctionReading {
    fn inner(&self) -> Option<Self> {
        let depth = self.depth.checked_sub(1)?;
        Some(FunctionReading { depth, is: self.is })
    }
}

/// The first function of a text from a place on: where it begins and ends, and its value.
fn first(text: &str, from: usize, said: &FunctionReading) -> Option<(usize, usize, FunctionValue)> {
    let mut places = starts(text).filter(|at| *at >= from);
    places.find_map(|at| {
        let (length, value) = function(&text[at..], said)?;
        Some((at, at + length, value))
    })
}

/// A value in the words of the language, and whether it is one without brackets around it wherever it stands.
struct FunctionValue {
    text: String,
    is_closed: bool,
}

impl FunctionValue {
    fn open(text: String) -> Self {
        FunctionValue {
            text,
            is_closed: false,
        }
    }

    fn closed(text: String) -> Self {
        FunctionValue {
            text,
            is_closed: true,
        }
    }

    /// The value as a part of another one.
    fn part(self) -> String {
        match self.is_closed {
            true => self.text,
            false => format!("({})", self.text),
        }
    }
}

/// Where a word begins, outside of texts.
fn starts(text: &str) -> impl Iterator<Item = usize> {
    let begins = |(at, sign): &(usize, char)| {
        let before = &text[..*at];
        let is_bare = before.matches('"').count().is_multiple_of(2);
        let is_first = !before.ends_with(|c| c == '.' || is_inner(c));
        is_bare && is_first && sign.is_alphabetic()
    };
    text.char_indices().filter(begins).map(|(at, _)| at)
}

/// The function with which a text begins: its length, and the value in the words of the language.
fn function(text: &str, said: &FunctionReading) -> Option<(usize, FunctionValue)> {
    let name = first_word(text);
    let open = text[name.len()..].trim_start_matches(' ');
    let length = bracketed(open)?;
    let inner = &open[1..length - 1];
    let given = parts(inner);
    let value = called(&name.to_lowercase(), &given, &said.inner()?)?;
    Some((text.len() - open.len() + length, value))
}

/// What such a function gives, in the words of the language.
fn called(name: &str, given: &[&str], said: &FunctionReading) -> Option<FunctionValue> {
    let whole = |text: &str| meant(text, said);
    let joined = |word: &str| {
        let parts: Vec<String> = given.iter().map(|part| condition(part, said)).collect();
        (parts.len() > 1).then(|| FunctionValue::open(parts.join(word)))
    };
    let nested = |name: &str| {
        let (last, others) = given.split_last()?;
        let (second, others) = others.split_last()?;
        let two = format!("{name}({}, {})", whole(second), whole(last));
        Some(FunctionValue::closed(
            others.iter().rev().fold(two, |inner, part| {
                format!("{name}({}, {inner})", whole(part))
            }),
        ))
    };
    let rounded = |way: &str| match given {
        [value] | [value, "0"] => {
            let value = whole(value);
            let is_rounded = value.contains(" rounded ");
            (!is_rounded && value.contains('/'))
                .then(|| FunctionValue::open(format!("{value} rounded {way}")))
        }
        _ => None,
    };
    match (name, given) {
        ("if" | "iif" | "when", [asked, value, other]) => Some(FunctionValue::open(format!(
            "if {} then {} else {}",
            asked_for(asked, said),
            whole(value),
            whole(other)
        ))),
        ("and", _) => joined(" and "),
        ("or", _) => joined(" or "),
        ("not", [denied]) if denied.contains([' ', '(']) => Some(FunctionValue::open(format!(
            "not ({})",
            asked_for(denied, said)
        ))),
        ("max", _) | ("maximum", _) => nested("higher"),
        ("min", _) | ("minimum", _) => nested("lower"),
        ("rounddown" | "floor" | "int" | "trunc", _) => rounded("down"),
        ("roundup" | "ceil" | "ceiling", _) => rounded("up"),
        ("mod", [value, by]) => Some(FunctionValue::open(format!(
            "{} mod {}",
            whole(value),
            whole(by)
        ))),
        ("sum", [_, _, ..]) => {
            let parts: Vec<String> = given.iter().map(|part| whole(part)).collect();
            Some(FunctionValue::open(parts.join(" + ")))
        }
        ("abs", [value]) => {
            let (one, other) = value.split_once(" - ")?;
            Some(FunctionValue::closed(format!(
                "difference({}, {})",
                one.trim(),
                other.trim()
            )))
        }
        _ => None,
    }
}

/// A condition, in which words are compared with `is`.
fn asked_for(text: &str, said: &FunctionReading) -> String {
    let text = meant(text, said).replace("==", "=").replace("<>", "!=");
    if !said.is {
        return text;
    }
    let signs = [("!=", "is not"), ("=", "is")];
    let sign = signs.iter().find_map(|(sign, word)| {
        let (left, right) = text.split_once(sign)?;
        let is_compared = !left.ends_with(['<', '>', '!']) && !right.contains('=');
        let is_word = |word: &str| !word.is_empty() && word.chars().all(is_inner);
        let starts = |word: &str| word.starts_with(char::is_alphabetic);
        let (left, right) = (left.trim(), right.trim());
        (is_compared && is_word(right) && starts(right)).then(|| format!("{left} {word} {right}"))
    });
    sign.unwrap_or(text)
}

/// The same as one of several that are joined.
fn condition(text: &str, said: &FunctionReading) -> String {
    let told = asked_for(text, said);
    let is_joined = [" and ", " or "].iter().any(|word| told.contains(word));
    match is_joined {
        true => format!("({told})"),
        false => told,
    }
}

/// A text with all such functions in the words of the language.
fn meant(text: &str, said: &FunctionReading) -> String {
    let text = text.trim();
    match first(text, 0, said) {
        None => text.to_owned(),
        Some((0, end, value)) if end == text.len() => value.text,
        Some((start, end, value)) => {
            let behind = meant(&text[end..], said);
            let blank = if behind.is_empty() { "" } else { " " };
            format!("{}{}{blank}{behind}", &text[..start], value.part())
        }
    }
}

/// What commas or semicolons divide, outside of brackets and texts.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut is_quoted, mut start) = (0_usize, false, 0);
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
