//! Completion, what could be written at a cursor: names that the check would know there, and words of the language that can stand there.
//!
//! The caller puts the word [`CURSOR`] there, has the text checked, and passes what the check said of it: every complaint about an
//! unknown name comes with the names that it knows.

use std::collections::BTreeSet;

use super::context::Context;
use crate::check::Checked;
use crate::diagnostic::Diagnostics;
use crate::ruleset::Ruleset;
use crate::source::FileId;
use crate::suggest::CURSOR;

/// What is offered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completion {
    /// What kind of word it is.
    pub kind: CompletionKind,
    /// The word.
    pub word: String,
    /// What it is, in a few words.
    pub detail: String,
}

/// What kind of word is offered; those that fit best come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// An attribute.
    Attribute,
    /// An action, or its verb.
    Action,
    /// A word of a choice, a stage.
    Word,
    /// An option.
    Option,
    /// A definition or a table.
    Definition,
    /// A procedure or an event.
    Procedure,
    /// A phase.
    Phase,
    /// A kind of records, a unit, a type.
    Kind,
    /// Any other name: of a body, of a thing.
    Name,
    /// A word of the language.
    Keyword,
}

/// Words that begin a value.
const VALUES: [&str; 15] = [
    "all", "any", "count", "every", "gm", "highest", "if", "lowest", "no", "not", "now", "sum",
    "the", "yes", "of",
];

/// Words that go on after a value.
const BEHIND: [&str; 12] = [
    "and",
    "is",
    "is known",
    "is missing",
    "is not",
    "mod",
    "or",
    "or else",
    "rounded down",
    "rounded up",
    "then",
    "where",
];

/// What can be put behind the cursor so that the text around it can be read, one after the other.
pub fn endings(context: &Context) -> &'static [&'static str] {
    match context.last() {
        "raise" | "do" => &["()"],
        "consult" => &[" with 1"],
        "each" => &[" x { }"],
        "all" | "any" | "every" | "count" | "the" | "among" => &[" x"],
        "option" => &["", " x"],
        _ if context.begins() => match context.around.first().map(String::as_str) {
            Some("scenario") => &["", " x"],
            _ => &[" declares", " = 1", ""],
        },
        _ => unfinished(context),
    }
}

/// What is missing yet behind the cursor in a line that begins so.
fn unfinished(context: &Context) -> &'static [&'static str] {
    let has = |word: &str| context.before.iter().any(|one| one == word);
    match context.before.first().map(String::as_str) {
        Some("set" | "let") if !has("=") => &["", " = 1"],
        Some("add") if !has("to") => &["", " to x"],
        Some("subtract") if !has("from") => &["", " from x"],
        Some("if" | "else" | "repeat" | "each") => &["", " { }", " x"],
        _ => &["", " x"],
    }
}

/// What could be written at a place, the fitting things first. `found`: what the check says of the text with the cursor in it.
pub fn complete(
    context: &Context,
    file: FileId,
    found: &Diagnostics,
    declared: Option<&Checked>,
) -> Vec<Completion> {
    if context.in_prose {
        return Vec::new();
    }
    let mut completions = BTreeSet::new();
    let complaints = found
        .iter()
        .filter(|one| one.primary.span.file == file && !one.candidates.is_empty());
    let mut known = false;
    for candidate in complaints.flat_map(|one| &one.candidates) {
        known = true;
        if candidate != CURSOR {
            completions.insert(completion(candidate, context, declared));
        }
    }
    if context.after_dot {
        return completions.into_iter().collect();
    }
    let keywords = if context.begins() {
        context.starters()
    } else if known {
        VALUES.to_vec()
    } else {
        BEHIND.to_vec()
    };
    let in_scenario = context
        .around
        .first()
        .is_some_and(|word| word == "scenario");
    if context.begins() || !in_scenario {
        completions.extend(keywords.iter().map(|word| Completion {
            kind: CompletionKind::Keyword,
            word: (*word).to_owned(),
            detail: String::new(),
        }));
    }
    completions.into_iter().collect()
}

/// A word with what is known of it.
fn completion(word: &str, context: &Context, declared: Option<&Checked>) -> Completion {
    let (kind, detail) = declared
        .and_then(|checked| describe(word, context, checked))
        .unwrap_or((CompletionKind::Name, String::new()));
    Completion {
        kind,
        word: word.to_owned(),
        detail,
    }
}

fn describe(word: &str, context: &Context, checked: &Checked) -> Option<(CompletionKind, String)> {
    let (rules, names) = (&checked.ruleset, &checked.names);
    let attribute = || {
        let attributes = rules.kinds.iter().flat_map(|kind| &kind.attributes);
        let mut named = attributes.filter(|attribute| attribute.declared_name() == word);
        named.next().map(|attribute| {
            let ty = rules.type_words(&attribute.declared);
            let text = match attribute.text.as_str() {
                "" => ty,
                text => format!("{ty}  {text}"),
            };
            (CompletionKind::Attribute, text)
        })
    };
    if context.after_dot
        && let Some(found) = attribute()
    {
        return Some(found);
    }
    let by_verb = || {
        let actions = rules.actions.iter();
        let mut named = actions.filter(|action| action.name == word || action.verb == word);
        named.next()
    };
    if let Some(line) = in_scenarios(word, context, rules) {
        return Some((CompletionKind::Word, line));
    }
    if let Some(option) = names.options.get(word) {
        let option = rules.options.get(option.index())?;
        return Some((CompletionKind::Option, option.text.clone()));
    }
    if let Some(id) = names.functions.get(word) {
        let function = rules.functions.get(id.index())?;
        let gives = rules.type_words(&function.declared);
        return Some((CompletionKind::Definition, format!("definition: {gives}")));
    }
    if names.tables.contains_key(word) {
        return Some((CompletionKind::Definition, "table".to_owned()));
    }
    if by_verb().is_some() {
        return Some((CompletionKind::Action, "action".to_owned()));
    }
    if names.procedures.contains_key(word) {
        return Some((CompletionKind::Procedure, "procedure".to_owned()));
    }
    if names.events.contains_key(word) {
        return Some((CompletionKind::Procedure, "event".to_owned()));
    }
    if names.phases.contains_key(word) {
        return Some((CompletionKind::Phase, "phase".to_owned()));
    }
    if names.kinds.contains_key(word) || names.named_choices.contains_key(word) {
        return Some((CompletionKind::Kind, "kind".to_owned()));
    }
    if names.units.contains_key(word) {
        return Some((CompletionKind::Kind, "unit".to_owned()));
    }
    if let Some(id) = names.word(word)
        && (names.choices.contains(&id) || names.stages.contains(&id))
    {
        return Some((CompletionKind::Word, "word".to_owned()));
    }
    attribute()
}

/// The line of a scenario that answers a question of this name, or gives a roll for this purpose, where one is named.
fn in_scenarios(word: &str, context: &Context, rules: &Ruleset) -> Option<String> {
    if context
        .around
        .first()
        .is_none_or(|around| around != "scenario")
    {
        return None;
    }
    match context.last() {
        "to" => {
            let mut questions = rules.answerable().into_iter();
            let question = questions.find(|question| rules.word(question.name) == word)?;
            Some(rules.answer_words(&question))
        }
        "for" => {
            let mut rolls = rules.rollable().into_iter();
            let roll = rolls.find(|roll| rules.word(roll.purpose) == word)?;
            Some(rules.roll_words(&roll))
        }
        _ => None,
    }
}
