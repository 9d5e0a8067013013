//! Acts in other words: what is told of them without a colon, acts that do not happen, and acts of which only the actor is named.

use super::Rewritings;
use super::known::{KnownWords, same};
use super::segment::{LineSegment, is_number, joined, words};
use crate::ruleset::KindId;
use crate::source::{english, words};

/// `ann strides 5`, where the title is `strides to square {goal}`: a number behind the verb.
pub(super) fn numbered(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<Rewritings> {
    let words = &segment.words;
    let is_verb = |at: &usize| known.titles.contains_key(words[at - 1]) && is_number(words[*at]);
    let Some(at) = (2..words.len()).find(is_verb) else {
        return Vec::new();
    };
    let (lead, number, rest) = (joined(&words[..at - 1]), words[at], &words[at + 1..]);
    let said = |act: String| joined(&[&[lead.as_str(), &act], rest].concat());
    let (verb, title) = (words[at - 1], &known.titles[words[at - 1]]);
    let numbers = known.numbers.iter();
    let told = numbers.clone().filter_map(|name| {
        let (before, _) = title.split_once(&format!(" {}", name.to_uppercase()))?;
        Some(said(format!("{before} {number}")))
    });
    let message = "an act is told in the words of its title";
    let told = Rewritings::new(message, told);
    let in_brackets = numbers.map(|name| said(format!("{verb} ({name} {number})")));
    let message = "what is told of an act stands in brackets here, the name before its value";
    let in_brackets = (words[0] == "expect").then(|| Rewritings::new(message, in_brackets));
    [told].into_iter().chain(in_brackets).collect()
}

/// `ann bursts all wolves`: each one of those of a side, or of one name, is named.
pub(super) fn all_of(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let from = usize::from(words[0] == "expect");
    let verb = from + segment.thing(from);
    known.verb(words.get(verb)?)?;
    let is_all = |word: &&str| matches!(*word, "all" | "the" | "of" | "every" | "each" | "at");
    let leads = words[verb + 1..].iter().take_while(|word| is_all(word));
    let at = verb + 1 + leads.count();
    let named = words.get(at)?;
    let one = english::singular(named);
    let members: Vec<(&str, String)> = segment.members().collect();
    let who = joined(&words[from..verb]);
    let own = members
        .iter()
        .find(|(_, name)| *name == who)
        .map(|(side, _)| side);
    let numbers = numbers(&words[at + 1..]);
    let is_one = |(side, name): &&(&str, String)| match (*named, &numbers) {
        ("enemies" | "foes" | "opponents", _) => Some(side) != own,
        ("friends" | "allies", _) => Some(side) == own && *name != who,
        (_, Some(numbers)) => numbers
            .iter()
            .any(|number| *name == format!("{one} {number}")),
        (named, None) if members.iter().any(|(side, _)| *side == named) => *side == named,
        (_, None) => name.split(' ').next() == Some(&one),
    };
    let all: Vec<&str> = (members.iter().filter(is_one))
        .map(|(_, name)| name.as_str())
        .collect();
    let (last, others) = all.split_last().filter(|(_, others)| !others.is_empty())?;
    let all = format!("{} and {last}", others.join(", "));
    let rest = if numbers.is_some() {
        &[]
    } else {
        &words[at + 1..]
    };
    let line = joined(&[&words[..=verb], &[all.as_str()], rest].concat());
    Some(Rewritings::new("each of several is named", [line]))
}

/// `1, 2 and 3`, `1-3`, `1..3`: the numbers of several that have one name. `None` where something else stands there.
fn numbers(words: &[&str]) -> Option<Vec<u32>> {
    let told = joined(words).replace("..", "-").replace(" to ", "-");
    let told = told.replace(" and ", ", ");
    let parts = told.split(',').map(str::trim).map(|part| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (to < from + 12).then_some(from..=to)
    });
    let parts: Vec<_> = parts.collect::<Option<_>>()?;
    Some(parts.into_iter().flatten().collect())
}

/// `ann: strikes goblin 1, damage 4`
pub(super) fn coloned(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let who = segment.thing(0);
    known.verb(words.get(who + 1).filter(|_| words[who] == ":")?)?;
    let act = [&words[..who], &words[who + 1..]].concat();
    let mut told = act.clone();
    if let Some(comma) = told.iter().position(|word| *word == ",") {
        told[comma] = ":";
    }
    let message = "no `:` stands between who acts and what is done";
    Some(Rewritings::new(message, [joined(&told), joined(&act)]))
}

/// `ann strikes at goblin 1`: only a word is too many.
pub(super) fn aimed(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let verb = segment.thing(0);
    let (act, rest) = words.split_at_checked(verb + 1)?;
    known.verb(act[verb])?;
    let aim = rest.first().filter(|word| is_aim(word))?;
    let message = format!("`{aim}` is a word too many");
    let line = joined(&[act, &rest[1..]].concat());
    Some(Rewritings::new(message, [line]))
}

/// `ann casts sparks on goblin 1`: `at` stands before what an act is aimed at besides what it takes.
pub(super) fn aimed_at(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    const AIMS: &[&str] = &words![
        on upon against over to towards toward onto into targeting for with
    ];
    let words = &segment.words;
    let verb = segment.thing(0);
    known.verb(words.get(verb)?)?;
    let aims = (verb + 2..words.len()).filter(|at| AIMS.contains(&words[*at]));
    let lines = aims.map(|at| joined(&[&words[..at], &["at"], &words[at + 1..]].concat()));
    let message = "what an act is aimed at stands behind `at`";
    Some(Rewritings::new(message, lines.collect::<Vec<_>>()))
}

/// Whether a word leads on to what an act is aimed at, and says nothing by itself.
pub(super) fn is_aim(word: &&str) -> bool {
    matches!(
        *word,
        "at" | "against" | "on" | "the" | "to" | "a" | "an" | "towards"
    )
}

/// `ann goblin 1 strikes`: the verb stands behind who acts.
pub(super) fn shifted(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let verb = words.iter().position(|word| known.verbs.contains(*word))?;
    let rest = [&words[..verb], &words[verb + 1..]].concat();
    let who = match rest.as_slice() {
        [_, number, _, ..] if is_number(number) => 2,
        [_, _, ..] => 1,
        _ => return None,
    };
    let line = joined(&[&rest[..who], &[words[verb]], &rest[who..]].concat());
    let is_act = !matches!(words[0], "expect" | "odds");
    is_act.then(|| Rewritings::new("the verb stands behind who acts", [line]))
}

/// `orc 1 will charge ann`, `ann tries to strike orc 1`
pub(super) fn helped(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    const HELPERS: &[&str] = &[
        "will", "shall", "must", "wants", "tries", "is", "does", "to", "now", "then",
    ];
    let words = &segment.words;
    let who = segment.thing(0);
    let told = words.get(who..)?;
    let helpers = told.iter().take_while(|word| HELPERS.contains(word));
    let (helpers, act) = told.split_at(helpers.count());
    let (verb, rest) = act.split_first()?;
    let verb = known.verb(verb)?;
    let is_act = !helpers.is_empty() && !matches!(words[0], "expect" | "odds");
    let line = joined(&[&words[..who], &[verb], rest].concat());
    let message = "what is done is told by the verb alone";
    is_act.then(|| Rewritings::new(message, [line]))
}

/// `expect orc 1 does not strike ann`, `expect ann does not stand`, `expect the combat is over`
pub(super) fn denied(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let (lead, rest) = words.split_first()?;
    let rest = match *lead {
        "expect" => rest,
        "odds" if rest.get(1) == Some(&":") => rest.get(2..)?,
        "odds" => rest,
        _ => return None,
    };
    let from = words.len() - rest.len();
    let lead = joined(&words[..from]);
    if let Some(line) = over(rest) {
        let message = "that the combat is over is said with `over`";
        return Some(Rewritings::new(message, [format!("{lead} {line}")]));
    }
    const NOT: &[&str] = &[
        "does", "do", "did", "doesn't", "don't", "didn't", "never", "won't", "will", "cannot",
        "can", "can't", "isn't", "aren't", "is", "are", "must", "should",
    ];
    // `ann strikes grub never happens`
    let (rest, happens) = match rest {
        [act @ .., "never", "happens" | "happen"] | [act @ .., "not", "happens"] => (act, true),
        rest => (rest, false),
    };
    let who = segment.thing(from);
    let (who, told) = rest.split_at(who.min(rest.len()));
    let helpers = told
        .iter()
        .take_while(|word| NOT.contains(word) || **word == "not")
        .count();
    let (helpers, told) = told.split_at(helpers);
    let denies = |word: &&str| word.contains("n't") || matches!(*word, "not" | "never" | "cannot");
    let is_denied = happens || helpers.iter().any(denies);
    let (verb, object) = told.split_first()?;
    let who = joined(who);
    let state = |held: String| match is_denied {
        true => format!("{lead} not {held}"),
        false => format!("{lead} {held}"),
    };
    let mut lines = Vec::new();
    if object.is_empty() {
        lines.extend(known.test(verb).map(|test| state(format!("{test}({who})"))));
        lines.extend(same(&known.states, verb).map(|held| state(format!("{who}.{held}"))));
    }
    if let Some(verb) = known.verb(verb) {
        let object: String = object.iter().map(|word| format!(" {word}")).collect();
        let ending = if is_denied { " does not happen" } else { "" };
        lines.push(format!("{lead} {who} {verb}{object}{ending}"));
    }
    let message = match is_denied {
        true => "what is not so stands behind `not`, and an act `does not happen`",
        false => "whether something is so is asked with its name in the rules",
    };
    (!who.is_empty()).then(|| Rewritings::new(message, lines))
}

/// `combat is over`, `the fight has not ended`
fn over(words: &[&str]) -> Option<&'static str> {
    const WHAT: &[&str] = &["combat", "fight", "battle", "it", "everything", "all"];
    const ENDED: &[&str] = &["over", "ended", "ends", "finished", "done"];
    let words = words.strip_prefix(&["the"]).unwrap_or(words);
    let (what, rest) = words.split_first()?;
    let (ended, between) = rest.split_last()?;
    const BETWEEN: &[&str] = &["is", "has", "not", "to", "be", "does"];
    let is_between = between.iter().all(|word| BETWEEN.contains(word));
    let is_said = WHAT.contains(what) && ENDED.contains(ended) && is_between;
    let denied = between.contains(&"not");
    is_said.then_some(if denied { "not over" } else { "over" })
}

/// `expect ann acts before goblin 2`: each act as its actor declares it.
pub(super) fn named(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    const RELATIONS: &[&str] = &["before", "with", "after", "then"];
    let words = &segment.words;
    let is_outcome = |at: usize| {
        let behind = words.get(at + 1);
        words[at] == "is" && behind.is_some_and(|word| !RELATIONS.contains(word) && !bare(&[word]))
    };
    let ends = |from: usize| {
        (from..words.len()).find(|at| RELATIONS.contains(&words[*at]) || is_outcome(*at))
    };
    let start = match words.first() {
        Some(&"expect") => 1,
        Some(&"odds") if words.get(2) == Some(&":") => 3,
        Some(&"odds") => 1,
        _ if segment.is_order() => 0,
        _ => return None,
    };
    let mut lines = vec![joined(&words[..start])];
    let mut from = start;
    let (mut is_bare, mut is_after_outcome) = (false, false);
    // An actor alone is no question about acts.
    ends(start)?;
    while from < words.len() {
        let until = ends(from).unwrap_or(words.len());
        let who = segment.thing(from).min(until - from);
        let names_nothing = who > 0 && bare(&words[from + who..until]) && !is_after_outcome;
        let acts = match names_nothing {
            true => declared(segment, known, &joined(&words[from..from + who])),
            false => vec![joined(&words[from..until])],
        };
        is_bare |= names_nothing;
        is_after_outcome = until < words.len() && is_outcome(until);
        let relation = words
            .get(until)
            .map_or(String::new(), |word| format!(" {word}"));
        lines = lines
            .iter()
            .flat_map(|line| {
                let relation = &relation;
                acts.iter().map(move |act| match line.is_empty() {
                    true => format!("{act}{relation}"),
                    false => format!("{line} {act}{relation}"),
                })
            })
            .collect();
        from = until + 1;
    }
    let message = "an act is named by its actor and its verb";
    is_bare.then(|| Rewritings::new(message, lines))
}

/// Whether these words behind an actor name no act.
fn bare(words: &[&str]) -> bool {
    const ANY: &[&str] = &[
        "act", "acts", "go", "goes", "move", "moves", "come", "comes", "is", "first", "one",
        "attack", "attacks",
    ];
    words.iter().all(|word| ANY.contains(word))
}

/// The acts that are declared in the scenario, each once.
pub(super) fn declared_in(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<String> {
    let mut acts = Vec::new();
    for line in segment.lines() {
        let words = words(line);
        let verb = words.iter().position(|word| known.verbs.contains(*word));
        let end = words.iter().position(|word| *word == ":");
        let act = joined(&words[..end.unwrap_or(words.len())]);
        if matches!(verb, Some(1 | 2)) && words[0] != "expect" && !acts.contains(&act) {
            acts.push(act);
        }
    }
    acts
}

/// The acts that a combatant declares in the scenario, each once.
pub(super) fn declared(segment: &LineSegment<'_>, known: &KnownWords, who: &str) -> Vec<String> {
    let mut acts = declared_in(segment, known);
    acts.retain(|act| {
        let told = act.strip_prefix(who).map(words);
        told.is_some_and(|told| told.first().is_some_and(|verb| known.verbs.contains(*verb)))
    });
    acts
}

/// `ann { hp 9, with axe }`: what one has is told by the attribute that holds it.
pub(super) fn equipped(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    const VERBS: &[&str] = &[
        "with", "has", "wields", "wielding", "carries", "carrying", "wears", "wearing", "holds",
        "holding", "uses", "armed",
    ];
    const SMALL: &[&str] = &["with", "a", "an", "the"];
    let words = &segment.words;
    let at = words.iter().position(|word| VERBS.contains(word))?;
    let behind = &words[at + 1..];
    let small = behind
        .iter()
        .take_while(|word| SMALL.contains(word))
        .count();
    let held = &behind[small..];
    let links = known.links.iter();
    let links = links.filter(|(kind, _)| *kind == KindId::COMBATANT && !held.is_empty());
    let lines = links.map(|(_, link)| joined(&[&words[..at], &[link.as_str()], held].concat()));
    let message = "what somebody has is told by the attribute that holds it";
    Some(Rewritings::new(message, lines.collect::<Vec<_>>()))
}

/// `ann attacks [orc 1, orc 2]`, `ann attacks (orc 1, orc 2)`
pub(super) fn bracketed(segment: &LineSegment<'_>) -> Option<Rewritings> {
    let line = segment.text;
    let open = line.find(['[', '('])?;
    let close = line.rfind([']', ')']).filter(|close| open < *close)?;
    let inner = line[open + 1..close].split(',').map(str::trim);
    let inner: Vec<&str> = inner.filter(|one| !one.is_empty()).collect();
    let with = [&line[..open], &inner.join(" and "), &line[close + 1..]].concat();
    let message = "several stand side by side, without brackets";
    Some(Rewritings::new(message, [with]))
}
