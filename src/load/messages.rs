//! Diagnostics of the loader about files and paths. Reads nothing.

use super::builtin::{self, BUILTIN, SCHEME};
use super::path::{self, EXTENSION, PathRefusal, well_spelled};
use super::{Files, Parsed, UnknownSetting, Unreadable};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Clean, FileId, Span};
use crate::suggest::{list, suggest};
use crate::syntax::ast;

/// A text without holes, as a path must be.
pub(super) fn plain(text: &ast::Text) -> Result<String, PathRefusal> {
    let whole = text.whole();
    whole.map_err(|_| PathRefusal::Misspelt("a path has no `{...}` in it".to_owned()))
}

/// `shared:duel.affray` for `shared/duel.affray`, where the project calls a folder so that has this file.
pub(super) fn in_base(from: &str, named: &str, files: &mut dyn Files) -> Option<String> {
    let based = named.replacen('/', ":", 1);
    let path = path::resolve(from, &based).ok()?;
    (based != named && files.read(&path).is_ok()).then_some(based)
}

/// A path leads nowhere that may be read.
pub(super) fn misnamed(named: &ast::Text, why: &PathRefusal, files: &dyn Files) -> Diagnostic {
    let complaint = refused(named, &why.to_string());
    let help = match why {
        PathRefusal::Outside { above, rest } => files.help_outside(*above, rest),
        PathRefusal::Misspelt(_) => {
            let whole = format!("{}{EXTENSION}", plain(named).unwrap_or_default());
            let is_file = well_spelled(&whole).is_ok();
            is_file.then(|| match builtin::meant(&whole) {
                Some(meant) => format!("write `\"{meant}\"` for the one that is part of the program, or `\"{whole}\"` for a file of this project"),
                None => format!("write `\"{whole}\"`"),
            })
        }
    };
    match help {
        Some(help) => complaint.help(help),
        None => complaint,
    }
}

/// A file may not be used here.
pub(super) fn refused(named: &ast::Text, why: &str) -> Diagnostic {
    let shown = plain(named).unwrap_or_default();
    let message = format!("the file `{}` may not be used: {why}", Clean(&shown));
    Diagnostic::error(Code::ImportRefused, named.span, message)
        .help("name a file of this project, from the folder of this one: `lib/common.affray`, `../common.affray`")
}

/// A file cannot be had.
pub(super) fn unreadable(path: &str, why: &Unreadable, span: Span) -> Diagnostic {
    let code = match why {
        Unreadable::Cannot(_) => Code::CannotRead,
        Unreadable::Refused(_) => Code::ImportRefused,
        Unreadable::TooLarge { .. } => Code::FileTooLarge,
    };
    let shown = match path.starts_with(SCHEME) {
        true => builtin::short(path),
        false => path,
    };
    let message = format!("the file `{}` cannot be read: {why}", Clean(shown));
    let complaint = Diagnostic::error(code, span, message);
    let help = match (why, path.strip_prefix(SCHEME)) {
        (Unreadable::Cannot(_), Some(name)) => Some(builtin_help(name)),
        (Unreadable::Cannot(_), None) => builtin::meant(path).map(|meant| {
            format!(
                "copy this file too, or name the one that is part of the program: `\"{meant}\"`"
            )
        }),
        (Unreadable::Refused(_) | Unreadable::TooLarge { .. }, _) => None,
    };
    match help {
        Some(help) => complaint.help(help),
        None => complaint,
    }
}

/// A table or a name in the settings of the project means nothing.
pub(super) fn unknown_setting(file: FileId, one: UnknownSetting) -> Diagnostic {
    let place = Span::new(file, one.place.start, one.place.end);
    let complaint = match one.is_meant {
        true => Diagnostic::error(Code::UnknownName, place, one.message),
        false => Diagnostic::warning(Code::UnknownName, place, one.message),
    };
    complaint.help(one.help)
}

/// What would help who names a built-in rule file that there is not.
fn builtin_help(name: &str) -> String {
    let names = BUILTIN.iter().map(|file| builtin::short(file.0));
    match suggest(builtin::short(name), names) {
        Some(meant) => format!("did you mean `\"{SCHEME}{meant}\"`?"),
        None => "`affray rules` lists those that there are".to_owned(),
    }
}

/// Nothing stands in a file.
pub(super) fn empty(file: &Parsed) -> Diagnostic {
    let start = Span::new(file.id, 0, 0);
    Diagnostic::warning(Code::EmptyFile, start, "there is nothing in this file")
        .help("rules begin with `rules NAME {`, a scenario with `scenario \"TITLE\" {`; `affray new NAME` begins a rule file for you")
}

/// The one rule set of a file, for those who name a file and mean its rules. `None` beside the error where the file
/// could not be read well enough to know.
pub(super) fn only_rules(file: &Parsed, named: Span) -> Result<usize, Option<Diagnostic>> {
    match &file.tree.rules[..] {
        [_] => Ok(0),
        [] if file.found.has_errors() => Err(None),
        [] => {
            let message = format!("there are no rules in `{}`", Clean(&file.path));
            let help = "rules begin with `rules NAME {`";
            Err(Some(
                Diagnostic::error(Code::MissingValue, named, message).help(help),
            ))
        }
        many => {
            let names = many.iter().map(|rules| rules.name.text.as_str());
            let message = format!(
                "`{}` holds more than one rule set: which is meant, {}?",
                Clean(&file.path),
                list(names)
            );
            let mut found = Diagnostic::error(Code::AmbiguousChoice, named, message)
                .help("give each rule set a file of its own");
            for rules in many {
                found = found.also(rules.name.span, "one of them");
            }
            Err(Some(found))
        }
    }
}
