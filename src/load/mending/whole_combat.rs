//! What the combat as a whole is like, told without its record: `patience 1`, `the combat has patience 1`.

use super::Rewritings;
use super::known::KnownWords;
use super::segment::{LineSegment, is_number, joined, words};
use crate::source::words;

/// Words that say nothing by themselves around a value of the combat.
const BESIDES: &[&str] = &words![
    "the" "combat" "fight" "battle" "set" "sets" "gm" "let" "with" "=" ":" "is" "has" "have"
    "be" "of" "at" "to" "a" "an" "whole" "starts" "start" "begins" "begin" "initial" "initially"
    "starting" "given"
];

/// `patience 1`, `set combat.patience to 1`, `the combat { patience 1 }`, `begin at round 2 with patience 1`
pub(super) fn given(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let message = "what the combat as a whole is like stands in braces behind `combat combat`";
    if segment.opens {
        let names_it = segment.words.contains(&"combat");
        let is_head = names_it && segment.words.iter().all(|word| BESIDES.contains(word));
        return is_head.then(|| Rewritings::new(message, ["combat combat".to_owned()]));
    }
    let begins = (segment.words.iter()).position(|word| matches!(*word, "with" | "and" | ","));
    let begins = begins.filter(|_| segment.words.first() == Some(&"begin"));
    let (lead, told) = segment.words.split_at(begins.unwrap_or_default());
    let told = joined(told).replace("combat's ", "").replace("combat.", "");
    let told = words(&told);
    let parts = told.split(|word| matches!(*word, "," | "and"));
    let parts = parts.map(|part| setting(part, known));
    let settings = parts.collect::<Option<Vec<_>>>()?.join(", ");
    let given = format!("combat combat {{ {settings} }}");
    let lines = [joined(lead), given];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    Some(Rewritings::new(message, [segment.several(&lines)]))
}

/// One attribute of the combat with its value. `None` where something else is told.
fn setting(told: &[&str], known: &KnownWords) -> Option<String> {
    let kept = told.iter().copied();
    let kept: Vec<&str> = kept.filter(|word| !BESIDES.contains(word)).collect();
    let is_known = |word: &str| known.of_combat.contains(word);
    match kept.as_slice() {
        [name] if is_known(name) => Some((*name).to_owned()),
        ["no" | "not", name] if is_known(name) => Some(format!("no {name}")),
        [number, name] if is_known(name) && is_number(number) => Some(format!("{name} {number}")),
        [name, value @ ..] if is_known(name) && value.len() <= 2 => {
            Some(format!("{name} {}", joined(value)))
        }
        _ => None,
    }
}
