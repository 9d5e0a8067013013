//! Completion, what could be written at a cursor: names that the check would know there, and words of the language that can stand there.
//!
//! The caller puts the word [`CURSOR`] there, has the text checked, and passes what the check said of it: every complaint about an
//! unknown name comes with the names that it knows.

use std::collections::BTreeSet;

use super::context::Context;
use crate::check::Checked;
use crate::diagnostic::Diagnostics;
use crate::ruleset::{KindId, Ruleset};
use crate::source::{FileId, words};
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
const BEHIND: [&str; 12] = words![
    "and" "is" "is known" "is missing" "is not" "mod" "or" "or else" "rounded down" "rounded up"
    "then" "where"
];

/// What a line can end with behind a name, tried where nothing shorter shows which names fit.
const WHOLE: [&str; 28] = [
    "",
    " x",
    "()",
    "(x)",
    " = 1",
    " { }",
    " x { }",
    " x resolves",
    " resolves",
    " then 1 else 1",
    " because \"x\"",
    " = 1 because \"x\"",
    " with 1",
    " to x",
    " from x",
    ": 1",
    ": number",
    "): number = 1",
    " x): number = 1",
    " waits for x",
    " declares { }",
    " as x \"x\": yes/no",
    ")",
    ") { }",
    ", x) { }",
    ") because \"x\"",
    ").x = 1",
    ", x).x = 1",
];

/// What can be put behind the cursor so that the text around it can be read, one after the other.
pub fn endings(context: &Context, text: &str) -> Vec<&'static str> {
    let mut endings = usual_endings(context).to_vec();
    let whole = context.whole_with(text, &cursor(context), &WHOLE);
    endings.extend(whole.into_iter().filter(|_| !context.begins()));
    // A line of a scenario that begins with a word of its own is no declaration.
    let first = context.before.first().map_or("", String::as_str);
    if context.in_scenario() && context.starters().contains(&first) {
        let usual = usual_endings(context).len();
        endings.rotate_left(usual);
    }
    endings
}

/// The name that is put there.
pub fn cursor(context: &Context) -> String {
    match context.titled {
        true => format!("\"{CURSOR}\""),
        false => CURSOR.to_owned(),
    }
}

/// What mostly goes on at such a place.
fn usual_endings(context: &Context) -> &'static [&'static str] {
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

/// What could be written at a place of a text, the fitting things first. `found`: what the check says of the text with the cursor in it.
pub fn complete(
    context: &Context,
    text: &str,
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
        let never = declared.is_some_and(|checked| is_never(candidate, context, checked));
        if candidate != CURSOR && !never {
            completions.insert(completion(candidate, context, declared));
        }
    }
    if context.begins() && context.in_scenario() && !context.around.iter().any(|one| one == "side")
    {
        let phases = declared
            .into_iter()
            .flat_map(|checked| checked.names.phases.keys());
        let is_outermost = context.around.len() == 1;
        let kinds = declared.filter(|_| is_outermost).into_iter();
        let kinds = kinds.flat_map(|checked| &checked.ruleset.kinds);
        let listed = (0..).map(KindId::from_index).zip(kinds);
        let listed = listed.filter(|(id, _)| id.built_in() == 0);
        let names = phases.map(String::as_str).chain(["gm"]);
        let names = names.chain(listed.map(|(_, kind)| kind.name.as_str()));
        completions.extend(names.map(|name| completion(name, context, declared)));
    }
    if context.after_dot {
        return completions.into_iter().collect();
    }
    let openings = context.openings(text).filter(|_| !context.begins());
    let mut keywords: Vec<String> = Vec::new();
    if context.begins() {
        keywords.extend(context.starters().into_iter().map(str::to_owned));
    } else if let Some(openings) = openings {
        let values: &[&str] = if openings.value { &VALUES } else { &[] };
        let behind: &[&str] = if openings.behind_value { &BEHIND } else { &[] };
        keywords.extend(values.iter().chain(behind).map(|word| (*word).to_owned()));
        keywords.extend(openings.words);
    } else if known && !context.in_scenario() {
        keywords.extend(VALUES.map(str::to_owned));
    }
    completions.extend(keywords.into_iter().map(|word| Completion {
        kind: CompletionKind::Keyword,
        word,
        detail: String::new(),
    }));
    completions.into_iter().collect()
}

/// Whether a word is known to the check, and cannot stand here all the same: an act that is not declared, or one behind a kind of things.
fn is_never(word: &str, context: &Context, checked: &Checked) -> bool {
    let actions = &checked.ruleset.actions;
    let Some(action) = actions.iter().find(|action| action.verb == word) else {
        return false;
    };
    let first = context.before.first().map_or("", String::as_str);
    let declares = context.in_scenario() && !matches!(first, "expect" | "odds");
    declares && (action.not_declared || checked.names.kinds.contains_key(first))
}

/// A word with what is known of it.
fn completion(word: &str, context: &Context, declared: Option<&Checked>) -> Completion {
    let (kind, detail) = declared
        .and_then(|checked| describe(word, context, checked))
        .unwrap_or((CompletionKind::Name, String::new()));
    Completion {
        kind,
        word: match context.titled {
            true => format!("\"{word}\""),
            false => word.to_owned(),
        },
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
    if !context.in_scenario() {
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
