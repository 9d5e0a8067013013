//! The words of the language: which begin what, which only go on, which are kept from being names.

use super::build::Place;
use crate::suggest::suggest;

/// The word at the start of a text; empty if it starts otherwise.
pub(super) fn first_word(text: &str) -> &str {
    let end = text
        .find(|c: char| !(c == '_' || c.is_alphanumeric()))
        .unwrap_or(text.len());
    if text.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
        &text[..end]
    } else {
        ""
    }
}

/// The words with which an item of a rule file begins.
pub(super) const ITEMS: &[&str] = &[
    "source",
    "uses",
    "remove",
    "replace",
    "set",
    "time",
    "units",
    "statements",
    "no",
    "option",
    "choice",
    "kind",
    "let",
    "table",
    "procedure",
    "event",
    "action",
    "order",
    "placement",
    "exception",
    "void",
    "trigger",
    "phase",
    "tactic",
];

/// The words with which a statement begins, and those that make one behind its subject.
pub(super) const STATEMENTS: &[&str] = &[
    "set", "add", "subtract", "let", "if", "else", "each", "repeat", "ask", "cancel", "refuse",
    "resolve", "raise", "do", "consult", "end", "leave", "note", "new", "phase", "rolls",
    "declares", "does",
];

const ENTRIES: &[&str] = &[
    "rules", "proves", "option", "snapshot", "seed", "begin", "stop", "tactic", "side", "expect",
    "odds",
];

/// The words that can begin a line at a place.
pub(super) fn starters(place: Place) -> &'static [&'static str] {
    match place {
        Place::Top => &["rules", "scenario"],
        Place::Item => ITEMS,
        Place::ActionClause => &["takes", "stage", "does", "cites", "allow"],
        Place::OrderClause => &["by", "circles", "cites", "allow"],
        Place::PlacementClause => &["for", "when", "place", "cites", "allow"],
        Place::ExceptionClause => &["for", "when", "compare", "cites", "allow"],
        Place::VoidClause => &["for", "when", "because", "cites", "allow"],
        Place::TacticClause => &["declare", "cites", "allow"],
        Place::Happening => &["when", "before"],
        Place::Statement => STATEMENTS,
        Place::TriggerStatement => STATEMENTS,
        Place::Entry => ENTRIES,
        Place::PeriodEntry => &[],
        Place::Unit | Place::Attribute | Place::Row => &["cites", "allow"],
        Place::Member | Place::Setting | Place::Assignment => &[],
    }
}

/// The words that can begin a line within things that begin with these words, the outermost first; none where any name can.
pub fn starters_within(around: &[&str]) -> &'static [&'static str] {
    let in_scenario = around.first() == Some(&"scenario");
    let place = match around {
        [] => Place::Top,
        ["rules"] => Place::Item,
        ["scenario"] => Place::Entry,
        [.., "side"] if in_scenario => Place::Member,
        _ if in_scenario => Place::PeriodEntry,
        [.., "kind"] => Place::Attribute,
        [.., "time" | "units"] => Place::Unit,
        [.., "table"] => Place::Row,
        [.., "action"] => Place::ActionClause,
        [.., "order"] => Place::OrderClause,
        [.., "placement"] => Place::PlacementClause,
        [.., "exception"] => Place::ExceptionClause,
        [.., "void"] => Place::VoidClause,
        [.., "new"] => Place::Assignment,
        // `replace` stands before the word for the item, so it is what begins it.
        ["rules", "replace"] => return REPLACED,
        ["rules", "trigger"] => return TRIGGERED,
        _ => Place::Statement,
    };
    starters(place)
}

/// In the body of whatever is replaced: what can begin a clause or a statement there.
const REPLACED: &[&str] = &[
    "takes", "stage", "does", "by", "circles", "for", "when", "place", "compare", "because", "if",
    "set", "add", "subtract", "let", "each", "resolve", "phase", "note", "cites", "allow",
];

/// In a trigger: what it waits for, then statements.
const TRIGGERED: &[&str] = &[
    "when", "before", "limit", "cites", "allow", "set", "add", "subtract", "let", "if", "else",
    "each", "repeat", "ask", "cancel", "refuse", "resolve", "raise", "do", "consult", "end",
    "leave", "note", "new", "phase",
];

/// Whether a text can be a name.
pub fn is_name(text: &str) -> bool {
    super::grammar::run(super::grammar::Rule::name, text).is_ok_and(|pairs| pairs.as_str() == text)
}

/// Words of the language that can be names elsewhere.
const OTHERS: &[&str] = &[
    "act",
    "action",
    "acts",
    "added",
    "after",
    "ahead",
    "allow",
    "answers",
    "asked",
    "at",
    "before",
    "begin",
    "begins",
    "by",
    "cancelled",
    "change",
    "choice",
    "circles",
    "combat",
    "compare",
    "count",
    "declarations",
    "declared",
    "during",
    "ends",
    "event",
    "exception",
    "extends",
    "first",
    "for",
    "goes",
    "happen",
    "joins",
    "kind",
    "last",
    "leads",
    "missed",
    "moves",
    "next",
    "none",
    "once",
    "option",
    "optional",
    "order",
    "over",
    "per",
    "place",
    "placement",
    "procedure",
    "proves",
    "remove",
    "replace",
    "resolves",
    "roll",
    "rule",
    "rules",
    "scenario",
    "secret",
    "seed",
    "shown",
    "side",
    "snapshot",
    "source",
    "stage",
    "statements",
    "stop",
    "table",
    "takes",
    "time",
    "times",
    "together",
    "trails",
    "trigger",
    "units",
    "up",
    "down",
    "uses",
    "void",
    "waits",
    "with",
];

/// Whether a word is one of the language.
pub fn is_keyword(word: &str) -> bool {
    is_reserved(word) || OTHERS.contains(&word)
}

/// The word that can begin a line at a place and was probably meant; the word itself if it is none of them.
pub(super) fn nearest(word: &str, place: Place) -> &str {
    if starters(place).contains(&word) {
        word
    } else {
        suggest(word, starters(place).iter().copied()).unwrap_or(word)
    }
}

/// What can stand at a place, in a few words.
pub(super) fn noun(place: Place) -> &'static str {
    match place {
        Place::Top => "`rules` or `scenario`",
        Place::Item => "an item of the rules",
        Place::Unit => "a unit",
        Place::Attribute => "an attribute",
        Place::Row => "a row of the table",
        Place::ActionClause => "`takes`, `stage`, `does` or `cites`",
        Place::OrderClause => "a key: `by ...`, or `circles: together`",
        Place::PlacementClause => "`for`, `when`, `place` or `cites`",
        Place::ExceptionClause => "`for`, `when`, `compare`, `cites` or a movement",
        Place::VoidClause => "`for`, `when`, `because` or `cites`",
        Place::TacticClause => "`declare ...` or `cites`",
        Place::Happening => "`when ...` or `before ...`",
        Place::Statement | Place::TriggerStatement => "a statement",
        Place::Entry => "an entry of the scenario",
        Place::PeriodEntry => "what somebody does, or a shorter period",
        Place::Member => "a combatant",
        Place::Setting => "a setting",
        Place::Assignment => "an assignment",
    }
}

/// Whether a word at the start of a line can only go on with what began before.
pub(super) fn goes_on(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "about", "among", "and", "as", "because", "counting", "default", "else", "from", "has",
        "in", "is", "lasting", "mod", "of", "or", "rounded", "then", "to", "where", "while",
    ];
    WORDS.contains(&word)
}

/// Whether a word cannot stand inside an expression, so that a new one begins after it.
pub(super) fn ends_chain(word: &str) -> bool {
    // Asked of every word of a text: a `match` looks at the length first.
    matches!(
        word,
        "about"
            | "add"
            | "as"
            | "ask"
            | "because"
            | "by"
            | "cancel"
            | "cites"
            | "consult"
            | "counting"
            | "declares"
            | "default"
            | "do"
            | "does"
            | "each"
            | "end"
            | "expect"
            | "from"
            | "in"
            | "lasting"
            | "leave"
            | "let"
            | "limit"
            | "new"
            | "note"
            | "phase"
            | "raise"
            | "refuse"
            | "repeat"
            | "resolve"
            | "rolls"
            | "set"
            | "subtract"
            | "to"
            | "when"
            | "while"
    )
}

/// Whether a word begins a statement or an item and can stand nowhere inside an expression.
pub(super) fn begins_statement(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "add", "ask", "cancel", "cites", "consult", "do", "each", "end", "expect", "leave", "let",
        "limit", "new", "note", "phase", "raise", "refuse", "repeat", "resolve", "set", "subtract",
        "when",
    ];
    WORDS.contains(&word)
}

/// The words that are kept from being names: the rule `keyword` of the grammar.
const RESERVED: &[&str] = &[
    "about", "add", "among", "and", "any", "as", "ask", "because", "cancel", "cites", "consult",
    "counting", "declares", "default", "do", "does", "each", "else", "end", "every", "expect",
    "from", "gm", "has", "highest", "if", "in", "is", "known", "lasting", "leave", "let", "limit",
    "lowest", "missing", "mod", "new", "no", "not", "note", "now", "of", "or", "phase", "raise",
    "refuse", "repeat", "resolve", "rolls", "rounded", "set", "subtract", "sum", "the", "then",
    "to", "when", "where", "while", "yes",
];

/// Whether a word is kept from being a name.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::grammar::{Rule, run};

    /// The words in the alternatives of the rule `keyword`.
    fn keywords_of_the_grammar() -> Vec<&'static str> {
        let grammar = include_str!("../../grammar/affray.pest");
        let from = grammar.find("\nkeyword ").unwrap_or_default();
        let rule = grammar[from..].split("\n}").next().unwrap_or_default();
        rule.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn reserved_words_are_the_keywords_of_the_grammar() {
        let mut keywords = keywords_of_the_grammar();
        keywords.sort_unstable();
        assert_eq!(keywords, RESERVED);
    }

    #[test]
    fn no_reserved_word_is_a_name_and_longer_words_are() {
        for word in RESERVED {
            assert!(run(Rule::name, word).is_err(), "{word}");
            let longer = format!("{word}x");
            assert!(
                run(Rule::name, &longer).is_ok_and(|pairs| pairs.as_str() == longer),
                "{longer}"
            );
        }
    }
}
