//! What is said about changes of parts that cannot be meant. Decides nothing.

use super::messages::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Clean, Limits, Span, words};
use crate::suggest::{CURSOR, list, suggest};
use crate::syntax::ast::{ItemName, ItemPart, PartChange, PartVerb, RowKey};
use crate::syntax::{is_name, uses_of};

impl PartChange {
    /// The kind of the part and its name: ``stage `begins` ``.
    pub(super) fn part_shown(&self) -> String {
        let named = |noun: &str, name: Option<&str>| match name {
            Some(name) => format!("{noun} `{}`", Clean(name)),
            None => noun.to_owned(),
        };
        let text = |name: &Option<ItemName>| name.as_ref().map(|name| name.text.clone());
        match &self.part {
            ItemPart::Stage(name) => named("stage", Some(&name.text)),
            ItemPart::Does => "`does`".to_owned(),
            ItemPart::Rows(keys) => format!("row for {}", Clean(&RowKey::list(keys))),
            ItemPart::Key(key) => named("key", text(key).as_deref()),
            ItemPart::Condition(condition) => named("condition", text(condition).as_deref()),
            ItemPart::Alternative => "condition".to_owned(),
            ItemPart::Title(None) => "title".to_owned(),
            ItemPart::Title(Some(stage)) => named("title of the stage", Some(&stage.text)),
            ItemPart::Head => "head".to_owned(),
            ItemPart::Whole => "body".to_owned(),
        }
    }

    /// ``the stage `begins` of the action `cast` ``
    fn whole_shown(&self) -> String {
        let owner = self.owner.identity().shown();
        match self.part {
            ItemPart::Whole => format!("the {owner}"),
            ItemPart::Does => format!("{} of the {owner}", self.part_shown()),
            _ => format!("the {} of the {owner}", self.part_shown()),
        }
    }

    /// The name of the part, where it stands, and whether it is written in quotes.
    fn part_name(&self) -> Option<(&str, Span, bool)> {
        match &self.part {
            ItemPart::Stage(name) | ItemPart::Title(Some(name)) => {
                Some((&name.text, name.span, false))
            }
            ItemPart::Key(Some(name)) | ItemPart::Condition(Some(name)) => {
                Some((&name.text, name.span, true))
            }
            _ => None,
        }
    }

    /// What happens to the part.
    fn past(&self) -> &'static str {
        match self.verb {
            PartVerb::Replace => "replaced",
            PartVerb::Remove => "removed",
            PartVerb::Add | PartVerb::First | PartVerb::Last => "added to",
            PartVerb::Before | PartVerb::After => "changed",
        }
    }
}

/// The item has no such part; `known`: the names of those that it has.
pub(super) fn unknown(change: &PartChange, known: Vec<String>) -> Diagnostic {
    let owner = change.owner.identity().shown();
    let message = format!("the {owner} has no {}", change.part_shown());
    let (name, span) = match change.part_name() {
        Some((name, span, _)) => (name, span),
        None => ("", change.owner.span),
    };
    let error = Diagnostic::error(Code::UnknownName, span, message);
    let is_quoted = change.part_name().is_some_and(|(.., quoted)| quoted);
    let meant = match change.part {
        ItemPart::Stage(_) if ENDS.contains(&name) => known.last().map(|stage| (stage, "last")),
        ItemPart::Stage(_) if BEGINS.contains(&name) => known.first().map(|stage| (stage, "first")),
        _ => None,
    };
    match meant {
        Some((stage, which)) => {
            (error.help(format!("write `{stage}`, its {which} stage"))).guess(span, stage)
        }
        None => nearest(error, (name, span, is_quoted), known),
    }
}

/// What the first stage of an action, and its last one, may be called in another file.
const BEGINS: &[&str] = &["begins", "begin", "starts", "start", "opens", "first"];
const ENDS: &[&str] = &words![
    ends end finishes finish completes complete done lands resolves last
];

/// There is nothing beside which this could come.
pub(super) fn unknown_neighbour(
    change: &PartChange,
    part: &ItemName,
    known: Vec<String>,
) -> Diagnostic {
    let (owner, noun) = (change.owner.identity().shown(), noun(change));
    let message = format!("the {owner} has no {noun} `{}`", Clean(&part.text));
    let error = Diagnostic::error(Code::UnknownName, part.span, message);
    nearest(error, (&part.text, part.span, noun == "key"), known)
}

fn noun(change: &PartChange) -> &'static str {
    match change.part {
        ItemPart::Stage(_) | ItemPart::Does => "stage",
        _ => "key",
    }
}

/// Adds the name that was probably meant, or all if they are few.
fn nearest(
    error: Diagnostic,
    (name, span, is_quoted): (&str, Span, bool),
    known: Vec<String>,
) -> Diagnostic {
    if name == CURSOR {
        return Diagnostic {
            candidates: known.into(),
            ..error
        };
    }
    let names = || known.iter().map(String::as_str);
    // A key that has no name is called what it is: `a.actor.hp` for `hp`.
    let holds = |known: &&str| is_name(name) && uses_of(known, name).next().is_some();
    let mut holding = names().filter(holds);
    let holding = holding.next().filter(|_| holding.next().is_none());
    if let Some(near) = suggest(name, names()).or(holding) {
        let written = match is_quoted || !is_name(near) {
            true => quoted(near),
            false => near.to_owned(),
        };
        let help = format!("did you mean `{}`?", Clean(near));
        return error.help(help).guess(span, written);
    }
    match known.len() {
        1..=8 => error.help(format!("it can be {}", list(names()))),
        _ => error,
    }
}

/// More than one part is meant; `known`: how they can be named.
pub(super) fn several(change: &PartChange, spans: &[Span], known: Vec<String>) -> Diagnostic {
    let owner = change.owner.identity().shown();
    let message = format!(
        "the {owner} has more than one {} that this can mean",
        noun(change)
    );
    let at = change
        .part_name()
        .map_or(change.owner.span, |(_, span, _)| span);
    let error = Diagnostic::error(Code::AmbiguousChoice, at, message);
    let error = (spans.iter().take(8)).fold(error, |error, span| error.also(*span, "one of them"));
    error.help(format!(
        "say which: {}",
        list(known.iter().take(8).map(String::as_str))
    ))
}

/// There is such a part.
pub(super) fn there_already(change: &PartChange, there: Span) -> Diagnostic {
    let owner = change.owner.identity().shown();
    let message = format!("the {owner} has a {} already", change.part_shown());
    let at = change
        .part_name()
        .map_or(change.owner.span, |(_, span, _)| span);
    Diagnostic::error(Code::DuplicateName, at, message)
        .also(there, "here")
        .help(match change.part {
            ItemPart::Rows(_) => "`replace row ... of ...` puts another one in its place",
            _ => {
                "`replace stage ... of ...` puts another one in its place; or give it another name"
            }
        })
}

/// A stage is added to an action that does all at once.
pub(super) fn without_stages(change: &PartChange, does: Span) -> Diagnostic {
    let owner = change.owner.identity().shown();
    let message = format!("the {owner} has no stages but `does`");
    Diagnostic::error(Code::WrongPlace, change.owner.span, message)
        .also(does, "this is all that it does")
        .help("replace the whole action with one that has stages, or write `last in does of ...`")
}

/// Two things are done with one part in this file, or with what this file has put there.
pub(super) fn again(change: &PartChange, first: Span) -> Diagnostic {
    let message = format!("{} is changed twice", change.whole_shown());
    Diagnostic::error(Code::DuplicateSetting, change.owner.span, message)
        .label(format!("{} here", change.past()))
        .also(first, "this file has put this there")
        .help("write both in one")
}

/// Two files of which neither builds on the other change one part.
pub(super) fn conflict(change: &PartChange, earlier: Span) -> Diagnostic {
    let message = format!(
        "{} is changed by two files, and neither builds on the other",
        change.whole_shown()
    );
    Diagnostic::error(Code::DuplicateSetting, change.owner.span, message)
        .also(earlier, "the other has put this there")
        .help("leave one of the two out")
}

/// A file below has removed the part.
pub(super) fn removed_below(change: &PartChange, removed: Span) -> Diagnostic {
    let message = format!("{} is no longer there", change.whole_shown());
    let at = change
        .part_name()
        .map_or(change.owner.span, |(_, span, _)| span);
    Diagnostic::error(Code::UnknownName, at, message)
        .also(removed, "removed here")
        .help(match change.verb {
            PartVerb::Remove => "leave this out",
            _ => "add it again, or leave this out",
        })
}

/// A condition is added to a definition that gives something else.
pub(super) fn no_condition(change: &PartChange, gives: Span) -> Diagnostic {
    let message = format!(
        "the {} does not give yes or no, so it has no condition",
        change.owner.identity().shown()
    );
    Diagnostic::error(Code::WrongType, change.owner.span, message)
        .also(gives, "this is what it gives")
        .help("write `replace let ...` with another value, as in `if ... then ... else ...`")
}

/// An item is changed in more parts than are allowed.
pub(super) fn too_many(change: &PartChange) -> Diagnostic {
    let message = format!(
        "there can be no more than {} changes of parts of the {}",
        Limits::OF_ONE_SORT,
        change.owner.identity().shown()
    );
    Diagnostic::error(Code::NumberTooLarge, change.owner.span, message)
        .label("one too many")
        .help("replace it as a whole")
}

/// Nothing would be left of a definition.
pub(super) fn without_value(change: &PartChange, value: Span) -> Diagnostic {
    let message = format!(
        "nothing would be left of the {}",
        change.owner.identity().shown()
    );
    Diagnostic::error(Code::MissingValue, change.owner.span, message)
        .also(value, "this is all that it says")
        .help("write `replace let ...` with another value")
}

/// An item of this kind has no such parts.
pub(super) fn misplaced(change: &PartChange) -> Diagnostic {
    let message = match change.verb {
        PartVerb::Before | PartVerb::After => {
            format!(
                "only phases can stand beside the {}",
                change.owner.identity().shown()
            )
        }
        _ => format!("nothing can be {} {}", change.past(), change.whole_shown()),
    };
    let error = Diagnostic::error(Code::WrongPlace, change.owner.span, message);
    let inside = match change.verb {
        PartVerb::Before => "first in",
        PartVerb::After => "last in",
        _ => return error,
    };
    let start = change.span.range().start;
    let word = Span::new(change.span.file, start, start + change.verb.word().len());
    error
        .label("this phase is one of the combat itself")
        .help(format!(
            "write `{inside} phase ...`, or the statements in a phase of their own"
        ))
        .guess(word, inside)
}

/// Everything stays as it is.
pub(super) fn changes_nothing(change: &PartChange) -> Diagnostic {
    let message = format!("{} is that already", change.whole_shown());
    Diagnostic::warning(Code::ChangesNothing, change.owner.span, message)
        .label("changes nothing")
        .help("leave it out")
        .guess(change.span, "")
}
