//! Entries of scenarios in other words: how likely something is, dice that lie there, whose turn it is.

use super::Rewritings;
use super::known::KnownWords;
use super::segment::{LineSegment, is_number, joined};
use crate::syntax;

/// `side orcs: run by gm { ... }`: a name that is written as several words.
pub(super) fn one_name(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let parts = (2..=4).flat_map(|count| words.windows(count).enumerate());
    let mut names = parts.filter(|(_, part)| known.is_said(&part.join("_")));
    let (at, part) = names.next()?;
    let name = part.join("_");
    let (before, behind) = (&words[..at], &words[at + part.len()..]);
    let line = joined(&[before, &[name.as_str()], behind].concat());
    Some(Rewritings::new(format!("`{name}` is one word"), [line]))
}

/// `ann { dice 5, 4, 4 }`: dice that lie there, told one by one.
pub(super) fn lying(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let key = |at: usize, number: &str| format!("{}({number})", words[at]);
    let is_keyed = |at: &usize| {
        let next = words.get(at + 1);
        next.is_some_and(|number| known.values.contains(&key(*at, number)))
    };
    let at = (0..words.len()).find(is_keyed)?;
    let between = |word: &&&str| is_number(word) || matches!(**word, "," | "and");
    let run = words[at + 1..].iter().take_while(between).count();
    // The last comma belongs to what comes next.
    let run = run - usize::from(at + run + 1 < words.len() && words[at + run] == ",");
    let (list, rest) = words[at + 1..].split_at(run);
    let mut counts: Vec<(String, usize)> = Vec::new();
    for number in list.iter().filter(|word| is_number(word)) {
        let name = key(at, number);
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let is_list = list.len() > 1;
    let told = counts.iter().map(|(name, count)| format!("{name} {count}"));
    let told = told.collect::<Vec<_>>().join(", ");
    let line = joined(&[&words[..at], &[told.as_str()], rest].concat());
    let message = "how many dice show a number is told for each number";
    is_list.then(|| Rewritings::new(message, [line]))
}

/// `expect odds "x" is 50 percent`, `expect odds "x" = 0.525`
pub(super) fn chance(segment: &LineSegment<'_>) -> Option<Rewritings> {
    const BETWEEN: &[&str] = &[
        "is", "=", "are", "to", "be", ":", "about", "exactly", "a", "chance", "of",
    ];
    const ODDS: &[&str] = &["odds", "chance", "chances"];
    let words = &segment.words;
    let quoted = words.iter().position(|word| word.starts_with('"'));
    // `expect odds first = 1/2`: a title without its quotes.
    let at = quoted.or_else(|| Some(words.iter().position(|word| ODDS.contains(word))? + 1))?;
    let (lead, told) = (&words[..at], words.get(at + 1..)?);
    let is_lead = |word: &&str| {
        ODDS.contains(word) || matches!(*word, "expect" | "the" | "of" | "that" | "for")
    };
    let names_odds = lead.iter().any(|word| ODDS.contains(word));
    // A question is asked as well, with a `:` behind its title.
    let is_asked = lead.first() == Some(&"odds") && !matches!(told.first(), Some(&("=" | "is")));
    if !lead.iter().all(is_lead) || !names_odds || is_asked {
        return None;
    }
    let title = format!("\"{}\"", words[at].trim_matches('"'));
    let sign = told
        .iter()
        .find(|word| matches!(**word, "<" | ">" | "<=" | ">=" | "!="));
    let told = told
        .iter()
        .filter(|word| !BETWEEN.contains(word) && Some(*word) != sign);
    let told = told.copied().collect::<Vec<_>>().join(" ");
    let (part, of) = share(&told)?;
    let is_told = told.contains(['%', '.']) || told.contains("per");
    let is_rounded = is_told && sign.is_none();
    let simple = syntax::rounded_from(part, of).filter(|_| is_rounded);
    let sign = sign.unwrap_or(&"=");
    let message = match lead {
        _ if quoted.is_none() => "the title of a question stands in quotes",
        ["expect", "odds"] => "a chance is a fraction",
        _ => "`expect odds` has the title of a question behind it, and a fraction",
    };
    let chances = simple.into_iter().chain([lowest(part, of)?]);
    let lines = chances.map(|(part, of)| match of {
        1 => format!("expect odds {title} {sign} {part}"),
        of => format!("expect odds {title} {sign} {part}/{of}"),
    });
    Some(Rewritings::new(message, lines))
}

/// A chance as a fraction, for `0.525`, `52.5%` and `21 in 40`.
fn share(told: &str) -> Option<(u64, u64)> {
    let percent = ["%", "percent", "per cent"]
        .iter()
        .find_map(|sign| told.strip_suffix(sign));
    Some(match percent {
        Some(percent) => {
            let (part, of) = decimal(percent.trim())?;
            (part, of.checked_mul(100)?)
        }
        None => {
            let between = [" in ", " out ", " from ", " : ", "/", " "];
            match between.iter().find_map(|between| told.split_once(between)) {
                Some((part, of)) => (part.trim().parse().ok()?, of.trim().parse().ok()?),
                None => decimal(told)?,
            }
        }
    })
}

/// A fraction in its lowest terms: `21/40` for `525/1000`.
fn lowest(part: u64, of: u64) -> Option<(u64, u64)> {
    let (mut shared, mut rest) = (of, part);
    while rest > 0 {
        (shared, rest) = (rest, shared % rest);
    }
    Some((part.checked_div(shared)?, of.checked_div(shared)?))
}

/// A number with decimals as a fraction.
fn decimal(text: &str) -> Option<(u64, u64)> {
    let (whole, digits) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let of = 10_u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let number = |text: &str| {
        if text.is_empty() {
            Some(0)
        } else {
            text.parse::<u64>().ok()
        }
    };
    let part = number(whole)?
        .checked_mul(of)?
        .checked_add(number(digits)?)?;
    Some((part, of))
}

/// `turn of ann { ... }`, where wagons have turns and ann drives one.
pub(super) fn held(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let scenario = segment.scenario?;
    let at = segment.words.iter().position(|word| *word == "of")? + 1;
    let (who, rest) = segment.words[at..].split_at(segment.thing(at));
    let who = joined(who);
    let owners = known.links.iter().flat_map(|(_, link)| {
        let told = format!("{link} {who}");
        let places = scenario.match_indices(&told);
        let places = places.filter(|(at, _)| {
            let behind = &scenario[at + told.len()..];
            scenario[..*at].ends_with([' ', '{']) && behind.starts_with([',', ' ', '}', '\n'])
        });
        let named = places.filter_map(|(at, _)| {
            let head = scenario[..at].rsplit_once('{')?.0.lines().next_back()?;
            let head: Vec<&str> = head.split_whitespace().collect();
            Some(joined(head.get(1..)?))
        });
        named.collect::<Vec<_>>()
    });
    let lead = joined(&segment.words[..at]);
    let lines = owners.map(|owner| joined(&[&[lead.as_str(), &owner], rest].concat()));
    let message = "a turn is that of the record whose turns the phase has";
    Some(Rewritings::new(message, lines.collect::<Vec<_>>())).filter(|_| !who.is_empty())
}
