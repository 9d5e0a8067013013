//! What is said about additions, replacements, removals and settings that cannot be meant. Decides nothing.

use super::{DeclarationSite, ItemKey, MergeAction, MergeChange};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Clean, Sources, Span, english};
use crate::suggest::{CURSOR, list, suggest};
use crate::syntax;
use crate::syntax::ast::{Category, Identity, LetDef};

impl MergeAction {
    /// `replaced`
    fn past(self) -> &'static str {
        match self {
            MergeAction::Replaced => "replaced",
            MergeAction::Removed => "removed",
            MergeAction::Set => "set",
            MergeAction::Changed => "changed",
        }
    }
}

/// Nothing has this name; `known`: all names, where something is to be proposed.
pub(super) fn unknown<'k>(
    wanted: &Identity<'_>,
    done: MergeAction,
    known: Option<impl Iterator<Item = &'k ItemKey> + Clone>,
) -> Diagnostic {
    let code = match wanted.category {
        Category::Option => Code::UnknownOption,
        _ => Code::UnknownName,
    };
    let past = done.past();
    let message = format!("there is no {} that can be {past}", wanted.shown());
    let error = Diagnostic::error(code, wanted.span, message);
    let Some(known) = known else {
        return error;
    };
    let names: Vec<&str> = (known.clone())
        .filter(|(category, _)| *category == wanted.category)
        .map(|(_, name)| name.as_str())
        .collect();
    if wanted.name == CURSOR {
        let candidates = names.into_iter().map(str::to_owned).collect();
        return Diagnostic {
            candidates,
            ..error
        };
    }
    if done == MergeAction::Changed && names == [""] {
        return error.help("the order has no name: write `the order`");
    }
    if let (Category::Order, "", [only]) = (wanted.category, wanted.name, &names[..]) {
        let with = format!("order {only}");
        let message = format!("the order has a name here: `{}`", Clean(only));
        let error = Diagnostic::error(code, wanted.span, message);
        return error.write(wanted.span, with);
    }
    let elsewhere = known.clone().find(|(_, name)| name == wanted.name);
    if let Some(near) = suggest(wanted.name, names.iter().copied()) {
        let written = written(wanted.category, near);
        return error
            .help(format!("did you mean `{}`?", Clean(near)))
            .guess(wanted.span, written);
    }
    match elsewhere {
        Some((category, name)) => error.help(format!(
            "`{}` is {}",
            Clean(name),
            english::a(category.noun())
        )),
        None if names.is_empty() => error.help(format!(
            "what these rules extend and use has no {} at all",
            wanted.category.noun()
        )),
        None if names.len() <= 8 => {
            let names: Vec<String> = names
                .iter()
                .map(|name| written(wanted.category, name))
                .collect();
            let help = format!("it can be {}", list(names.iter().map(String::as_str)));
            match &names[..] {
                [only] => error.help(help).guess(wanted.span, only),
                _ => error.help(help),
            }
        }
        None => error,
    }
}

/// More than one thing has this name.
pub(super) fn ambiguous(
    wanted: &Identity<'_>,
    done: MergeAction,
    spots: &[DeclarationSite],
) -> Diagnostic {
    let message = format!(
        "there is more than one {} that can be {} here",
        wanted.shown(),
        done.past()
    );
    spots.iter().fold(
        Diagnostic::error(Code::AmbiguousChoice, wanted.span, message),
        |error, spot| error.also(spot.span, "one of them"),
    )
}

/// One file does two things with one item.
pub(super) fn twice(wanted: &Identity<'_>, now: MergeChange, earlier: MergeChange) -> Diagnostic {
    let (first, second) = (earlier.done.past(), now.done.past());
    let message = if first == second {
        format!("the {} is {first} twice", wanted.shown())
    } else {
        format!("the {} is {first} and {second}", wanted.shown())
    };
    Diagnostic::error(Code::DuplicateSetting, wanted.span, message)
        .label(format!("{second} here"))
        .also(earlier.span, format!("{first} here"))
        .help(match (wanted.category, now.done, earlier.done) {
            (Category::Phase, MergeAction::Changed, MergeAction::Removed)
            | (Category::Phase, MergeAction::Removed, MergeAction::Changed) => {
                "put the statements beside another phase, or write `first in phase ...` or `last in phase ...` of the one around it; or leave the phase in"
            }
            _ => "leave one of the two out",
        })
}

/// Two files of which neither builds on the other do something with one item.
pub(super) fn conflict(
    wanted: &Identity<'_>,
    now: MergeChange,
    earlier: MergeChange,
) -> Diagnostic {
    let (first, second) = (earlier.done.past(), now.done.past());
    let done = if first == second {
        format!("{first} by two files")
    } else {
        format!("{first} by one file and {second} by another")
    };
    let message = format!(
        "the {} is {done}, and neither builds on the other",
        wanted.shown()
    );
    Diagnostic::error(Code::DuplicateSetting, wanted.span, message)
        .also(earlier.span, format!("{first} here"))
        .help("leave one of the two out")
}

/// A file changes what stands in itself.
pub(super) fn own(wanted: &Identity<'_>, done: MergeAction, item: Span) -> Diagnostic {
    let message = format!(
        "the {} stands in this very file, and is {} in it",
        wanted.shown(),
        done.past()
    );
    let help = match done {
        MergeAction::Removed => "take it out",
        MergeAction::Replaced => "leave one of the two out",
        MergeAction::Set => "write the value where the option is declared",
        MergeAction::Changed => "write it there",
    };
    Diagnostic::error(Code::DuplicateSetting, wanted.span, message)
        .also(item, "it stands here")
        .help(help)
}

/// A file below has removed it.
pub(super) fn removed_below(
    wanted: &Identity<'_>,
    now: MergeChange,
    earlier: MergeChange,
) -> Diagnostic {
    let message = format!(
        "there is no {} any more that can be {}",
        wanted.shown(),
        now.done.past()
    );
    let help = match now.done {
        MergeAction::Replaced => "write it without `replace` to add it again",
        MergeAction::Removed => "leave this out",
        MergeAction::Set => "add the option again, or leave this out",
        MergeAction::Changed => "add it again, or leave this out",
    };
    Diagnostic::error(Code::UnknownName, wanted.span, message)
        .also(earlier.span, "removed here")
        .help(help)
}

/// An item is added whose name a file below has already.
pub(super) fn there_already(
    identity: &Identity<'_>,
    item: Span,
    first: Span,
    sources: &Sources,
) -> Diagnostic {
    let message = format!(
        "the {} is in `{}` already",
        identity.shown(),
        Clean(sources.name(first.file))
    );
    Diagnostic::error(Code::DuplicateName, identity.span, message)
        .label("once more here")
        .also(first, "first here")
        .help(format!(
            "write `replace {} ...` to put it in the place of that one, or give it another name",
            identity.category.word()
        ))
        .guess(item.at_start(), "replace ")
}

/// An item is replaced by what it is.
pub(super) fn same_again(identity: &Identity<'_>, whole: Span, old: Span) -> Diagnostic {
    let message = format!(
        "the {} is replaced by the very same thing",
        identity.shown()
    );
    Diagnostic::warning(Code::ChangesNothing, identity.span, message)
        .label("says the same")
        .also(old, "as this")
        .help("leave it out")
        .guess(whole, "")
}

/// A definition of values is replaced by one that has none and uses their names. `None`: it is not so.
pub(super) fn head_missing(old: &LetDef, new: &LetDef, sources: &Sources) -> Option<Diagnostic> {
    let words = syntax::words(sources.snippet(new.value.span));
    let mut names = old.parameters.iter().map(|one| &one.name.text);
    let used = names.find(|name| words.contains(*name))?;
    if !new.parameters.is_empty() {
        return None;
    }
    let end = match (&old.ty, &new.ty) {
        (Some(ty), Some(_)) => ty.span,
        _ => old.value.span,
    };
    let head = sources.snippet(old.name.span.at_end().to(end.at_start()));
    let head = syntax::plain(head);
    let head = head.trim_end_matches([' ', ':', '=']);
    let name = &new.name;
    let message = format!("nothing says what `{}` is", Clean(used));
    let error = Diagnostic::error(Code::UnknownName, name.span, message)
        .label("its values are missing behind this")
        .also(old.name.span, "as here");
    let help = format!("write `{}{head}`", Clean(&name.text));
    Some(error.help(help).guess(name.span.at_end(), head))
}

/// An option is set to what it is.
pub(super) fn set_already(
    identity: &Identity<'_>,
    value: &str,
    whole: Span,
    old: Span,
) -> Diagnostic {
    let message = format!("the {} is `{}` already", identity.shown(), Clean(value));
    Diagnostic::warning(Code::ChangesNothing, identity.span, message)
        .label("changes nothing")
        .also(old, "it is so by this")
        .help("leave it out")
        .guess(whole, "")
}

/// There is nothing that `remove every` could mean.
pub(super) fn none_of_them(category: Category, said_at: Span) -> Diagnostic {
    let message = format!("what these rules extend has no {}", category.noun());
    Diagnostic::warning(Code::ChangesNothing, said_at, message)
        .label("removes nothing")
        .help("leave it out")
        .guess(said_at, "")
}

/// `remove every` where no file is extended.
pub(super) fn nothing_extended(category: Category, said_at: Span) -> Diagnostic {
    let message = format!(
        "these rules extend no other file, so there is no {} to remove",
        category.noun()
    );
    Diagnostic::error(Code::WrongPlace, said_at, message)
        .help("begin with `rules NAME extends \"FILE.affray\" {`")
}

/// How a name is written: a title in quotes.
fn written(category: Category, name: &str) -> String {
    match category.is_titled() {
        true => quoted(name),
        false => name.to_owned(),
    }
}

/// In quotes.
pub(super) fn quoted(name: &str) -> String {
    let escaped: String = (name.chars())
        .flat_map(|c| {
            let slash = matches!(c, '"' | '\\' | '{' | '}').then_some('\\');
            slash.into_iter().chain([c])
        })
        .collect();
    format!("\"{escaped}\"")
}
