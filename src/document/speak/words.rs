//! How names go with their subjects. Knows no rules.

pub(in crate::document) use crate::source::english::{article, spaced};
pub(super) use crate::source::english::{base_form, is_several, plural, possessive};

/// The numbers that are written as words.
pub(super) fn counted(number: &str) -> String {
    let words = ["none", "once", "twice", "three times", "four times"];
    let known = number.parse::<usize>().ok();
    match known.and_then(|number| words.get(number)) {
        Some(word) => (*word).to_owned(),
        None => format!("{number} times"),
    }
}

/// How a name of something that holds or does not hold goes with its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// `is surprised`, `is in reach`: these words follow `is`
    Is(String),
    /// `can fight`, `has fallen`: begins with a verb that takes `not` behind itself: it, and the rest
    Helped(String, String),
    /// `takes time`: a verb in the third person, and the rest
    Does(String, String),
    /// `morale due`, `missile in hand`: a part of the subject, and what it is
    Part(String, String),
    /// `no sense of smell`: the subject has none
    Lacks(String),
    /// a noun, or what no rule of this room knows
    Other(String),
}

const HELPERS: &[&str] = &[
    "can", "may", "must", "will", "would", "should", "could", "might", "is", "are", "was", "were",
    "has", "had", "does", "did",
];
const PLACES: &[&str] = &[
    "in", "on", "at", "under", "over", "out", "off", "up", "down", "away", "behind", "before",
    "near", "inside", "outside", "within", "without", "beyond", "ahead", "past", "by", "too",
    "not", "very", "well", "never", "always", "still", "first", "last",
];
/// Verbs of what is over: `has fled`.
const PAST: &[&str] = &[
    "fled", "escaped", "died", "won", "begun", "ended", "arrived",
];
/// Qualities by which one of two is told from the other.
const TELLING: &[&str] = &[
    "quick", "slow", "long", "short", "early", "late", "first", "second", "last", "other",
    "strong", "weak", "high", "low", "new", "old", "big", "large", "small", "fast", "near", "far",
    "heavy", "light", "armed", "unarmed", "bare", "many", "few", "good", "bad", "ready", "later",
    "earlier", "sooner", "former", "latter",
];
/// Participles and qualities that no ending shows.
const QUALITIES: &str = "
    bound held lost shot hurt run set dead alive prone ready busy early late slow fast quick
    first last free done gone won met blind deaf mute lame secret open large small big new old
    able unable sure safe strong weak plain obvious natural simple complex taken broken fallen
    thrown hidden even level unarmed breathless still mounted useless empty visible invisible
    present absent targetable fit whole high low equal alone awake asleep afraid bad good
    better worse close far short long minor major special immune vulnerable due badly put spent
    standard immediate ambidextrous neutral instant known unknown made struck outdoors indoors
    begun here there driven caught cut
";
/// What a record is of which a part is so: one whose head is level is level-headed.
const OF_THE_WHOLE: &[&str] = &[
    "armed", "backed", "blooded", "clawed", "eyed", "faced", "fingered", "footed", "haired",
    "handed", "headed", "hearted", "horned", "legged", "limbed", "minded", "mouthed", "shielded",
    "sighted", "skinned", "spirited", "tailed", "tempered", "tongued", "toothed", "willed",
    "winged", "witted",
];
/// Nouns that end like participles or verbs.
const NOUNS: &str = "
    speed need deed seed reed thing nothing something ring king wing morning evening hireling
    sibling being building offspring hundred
";

/// Whether a word is among these.
fn lists(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|one| one == word)
}

/// Whether a word is one that can follow `is` by itself.
fn is_quality(word: &str) -> bool {
    let by_its_end =
        word.len() > 3 && (word.ends_with("ed") || word.ends_with("ing")) && !lists(NOUNS, word);
    lists(QUALITIES, word) || by_its_end || (word.starts_with("un") && word.len() > 6)
}

/// Whether a name is that of a thing: a word that says nothing of its subject, as `foe` and `unit`.
pub(super) fn is_thing(name: &str) -> bool {
    name.len() > 2 && !name.contains('_') && matches!(manner(name), Manner::Other(_))
}

/// How a name goes with its subject. `several`: it is said of more than one thing.
pub(super) fn manner(name: &str) -> Manner {
    let words = spaced(name);
    let (first, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let rest = rest.to_owned();
    if first == "cannot" {
        return Manner::Helped("can".to_owned(), format!("not {rest}"));
    }
    // `is_attack`: an attack; `is_melee`, `is_here` stand as they are.
    if HELPERS.contains(&first) && !rest.is_empty() {
        return Manner::Helped(first.to_owned(), rest);
    }
    // `off arm lame`: a part that lies on one side.
    if first == "off"
        && let Some((part, state)) = part(&words)
    {
        return Manner::Part(part, state);
    }
    if PAST.contains(&first) {
        return Manner::Helped("has".to_owned(), words);
    }
    // `bound by oath`, but not `broken rib`: that is a thing.
    let goes_on = rest.split(' ').next().is_some_and(|next| {
        next.is_empty()
            || PLACES.contains(&next)
            || ["to", "of", "for", "with", "from", "back"].contains(&next)
    });
    if PLACES.contains(&first) || (is_quality(first) && goes_on) {
        return Manner::Is(words);
    }
    let is_verb = first.len() > 3
        && !is_quality(first)
        && first.ends_with('s')
        && !first.ends_with("ss")
        && !first.ends_with("us");
    if first == "no" && !rest.is_empty() {
        return Manner::Lacks(rest);
    }
    if is_verb {
        return Manner::Does(first.to_owned(), rest);
    }
    if OF_THE_WHOLE.contains(&rest.as_str()) {
        return Manner::Is(words.replace(' ', "-"));
    }
    if let Some((part, state)) = part(&words) {
        return Manner::Part(part, state);
    }
    match words.contains(" by ") {
        true => Manner::Is(words),
        false => Manner::Other(words),
    }
}

/// `morale due`: the morale is due; `missile in hand`: the missile is in hand.
fn part(words: &str) -> Option<(String, String)> {
    let split: Vec<&str> = words.split(' ').collect();
    let is_state = |at: usize| {
        (at + 1 == split.len() && is_quality(split[at]))
            || (at + 1 < split.len() && ["in", "on", "at", "out"].contains(&split[at]))
    };
    // `put low` is done to a combatant, not to one of its attributes.
    if lists("put set cut held struck made taken thrown go", split[0]) {
        return None;
    }
    let at = (1..split.len()).find(|&at| is_state(at))?;
    let part = split[..at].join(" ");
    (!wants_more(&part)).then(|| (part, split[at..].join(" ")))
}

/// Whether a name ends in a word that wants something behind it: `time of`, `compared with`.
pub(super) fn wants_more(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or("");
    lists(
        "of for to from with between than before after against",
        last,
    )
}

/// Whether a name says what is done by or to another: `worn by`, `aimed at`.
pub(super) fn is_done(name: &str) -> bool {
    match spaced(name).rsplit_once(' ') {
        Some((_, "by")) => true,
        Some((first, "at" | "to" | "with" | "from" | "against" | "for" | "on")) => {
            is_quality(first)
        }
        _ => false,
    }
}

/// Whether a name says by itself which one is meant: `this moment`.
pub(super) fn is_determined(words: &str) -> bool {
    let first = words.split(' ').next().unwrap_or("");
    lists("this that these those each every all any no", first)
}

/// Words that stand for something and are the name of nothing.
const STAND_INS: &[&str] = &[
    "who", "whom", "whose", "which", "what", "this", "that", "these", "those", "one", "another",
    "him", "his", "her", "hers", "she", "its", "them", "they", "their", "theirs", "you", "your",
    "yours", "our", "ours", "mine", "self", "any", "each", "every", "all", "none", "both", "from",
    "with", "for", "into", "here", "there",
];

/// Whether a thing can be called by a name: it is longer than a letter or two, and no word that only stands for a name.
pub(super) fn can_be_called(name: &str) -> bool {
    name.chars().count() > 2 && !STAND_INS.contains(&name)
}

/// Whether a name for one of two says of what quality it is, rather than what it is.
pub(super) fn is_adjective(name: &str) -> bool {
    let stem = name.strip_suffix("er");
    TELLING.contains(&name) || stem.is_some_and(|stem| TELLING.contains(&stem))
}

#[cfg(test)]
#[path = "../../../tests/internals/document_speak_words.rs"]
mod tests;
