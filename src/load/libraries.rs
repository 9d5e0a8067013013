//! What the libraries of the program declare, to tell which of them rules lack whose names are unknown.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::Loader;
use super::builtin::{BUILTIN, SCHEME, short};
use super::cascades::within;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Limits, Span};
use crate::syntax::{self, ast};

/// A library of the program and the names that it declares.
pub(super) struct Library {
    /// Its path, as rules name it.
    path: &'static str,
    names: BTreeSet<String>,
}

/// All of them; they are parsed once.
static LIBRARIES: LazyLock<Vec<Library>> = LazyLock::new(|| {
    let all = BUILTIN.iter().filter(|(path, _)| path.starts_with("lib/"));
    all.map(|&(path, text)| {
        let file = syntax::parse(FileId::default(), text, &Limits::default()).0;
        let items = file.rules.iter().flat_map(|rules| &rules.items);
        Library {
            path: short(path),
            names: items.flat_map(declared).collect(),
        }
    })
    .collect()
});

impl Loader {
    /// The name that is unknown, if nothing else is meant by it.
    fn unknown_name(&self, one: &Diagnostic) -> Option<&str> {
        let place = one.primary.span;
        let name = self.sources().snippet(place);
        // An edit at another place declares the name.
        let is_there = |edit: Span| edit.to(place) == edit || place.to(edit) == place;
        let is_meant = one.fix.as_ref().is_some_and(|fix| is_there(fix.span));
        (one.code == Code::UnknownName && !is_meant).then_some(name)
    }

    /// The library of the program that declares several of the unknown names.
    pub(super) fn library_of(&self, found: &Diagnostics) -> Option<&'static Library> {
        let unknown = found.iter().filter_map(|one| self.unknown_name(one));
        let unknown: BTreeSet<&str> = unknown.collect();
        if unknown.len() < 2 {
            return None;
        }
        let is_known = |library: &Library, name: &&&str| library.names.contains(**name);
        let mut all = LIBRARIES.iter();
        all.find(|library| {
            unknown
                .iter()
                .filter(|name| is_known(library, name))
                .count()
                > 1
        })
    }

    /// The mistake with the line that is missing, where a library declares the name.
    pub(super) fn with_library(&self, one: &Diagnostic, library: &Library) -> Option<Diagnostic> {
        let place = one.primary.span;
        self.unknown_name(one)
            .filter(|name| library.names.contains(*name))?;
        let file = self.parsed.values().find(|file| file.id == place.file)?;
        let mut sets = file.tree.rules.iter();
        let first = sets.find(|set| within(set.span, place))?.items.first()?;
        let path = library.path;
        let line = format!("uses \"{SCHEME}{path}\"");
        let message = "a library declares this, and these rules do not use it";
        let complaint = Diagnostic::error(one.code, place, message)
            .label(format!("declared in `{SCHEME}{path}`"))
            .help(format!("write `{line}` before all else in these rules"))
            .guess(first.span.at_start(), format!("{line}\n  "));
        Some(complaint.or_else(one.clone()))
    }
}

/// The names that an item declares, attributes of kinds too.
fn declared(item: &ast::Item) -> Vec<String> {
    let own = |name: &ast::Name| vec![name.text.clone()];
    match &item.kind {
        ast::ItemKind::Kind(def) => {
            let attributes = def.attributes.iter();
            attributes.map(|one| one.name.text.clone()).collect()
        }
        ast::ItemKind::Let(def) => own(&def.name),
        ast::ItemKind::Procedure(def) => own(&def.name),
        _ => Vec::new(),
    }
}
