//! What each item is called and what it cites, for people and for coverage. Looks into no body.

use super::by_kind::ItemEntry;
use super::symbol_table::unknown;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Allow, Cited, Item};
use crate::source::Span;
use crate::syntax::ast::{self, Citation, ItemKind};

/// No range of citations is longer.
const LONGEST_RANGE: u64 = 1000;

/// The entry of an item.
pub(super) fn entry(entry: &ItemEntry<'_>, diagnostics: &mut Diagnostics) -> Item {
    match entry {
        ItemEntry::Phase(phase) => phase_item(phase, diagnostics),
        ItemEntry::Item(item) => {
            let (category, name, name_span) = called(&item.kind);
            let cites = citations(&item.kind).into_iter();
            let cites = cites.filter_map(|citation| cited(citation, diagnostics));
            Item {
                category,
                name,
                span: item.span,
                name_span: name_span.unwrap_or(item.span),
                cites: cites.collect(),
                allows: item
                    .allows
                    .iter()
                    .filter_map(|allow| allowed(allow, diagnostics))
                    .collect(),
            }
        }
    }
}

fn phase_item(phase: &ast::PhaseDef, diagnostics: &mut Diagnostics) -> Item {
    let cites = phase.cites.iter();
    let cites = cites.filter_map(|citation| cited(citation, diagnostics));
    Item {
        category: "phase",
        name: phase.name.text.clone(),
        span: phase.span,
        name_span: phase.name.span,
        cites: cites.collect(),
        allows: Vec::new(),
    }
}

/// A warning that is meant to be; it and a change that need not be noticed must say why.
fn allowed(allow: &ast::Allow, diagnostics: &mut Diagnostics) -> Option<Allow> {
    let because = title(&allow.because, diagnostics);
    if because.trim().is_empty() {
        let what = match allow.what {
            ast::Allowed::Warning { .. } => "the warning is meant to be",
            ast::Allowed::Change(_) => "no scenario need notice the change",
        };
        let message = format!("this does not say why {what}");
        diagnostics.push(
            Diagnostic::error(Code::MissingValue, allow.because.span, message).help(
                "give the reason, in the words of the document: `because \"the referee decides\"`",
            ),
        );
    }
    let (code, with) = match &allow.what {
        ast::Allowed::Warning { code, with } => (code, with),
        ast::Allowed::Change(change) => {
            let words = title(change, diagnostics);
            if !words.contains("->") {
                let message = "this does not say what becomes what";
                diagnostics.push(
                    Diagnostic::error(Code::MissingValue, change.span, message)
                        .help("put the old words and the new ones on either side of an arrow: `\"d6 -> d8\"`"),
                );
            }
            return None;
        }
    };
    let known = Code::ALL.iter().filter(|code| code.can_be_allowed());
    let found = Code::find(&code.text).filter(|code| code.can_be_allowed());
    if found.is_none() {
        let known = known.map(|code| code.number());
        diagnostics.push(unknown(diagnostics, code, "warning", known));
    }
    Some(Allow {
        code: found?,
        with: with.as_ref().map(|text| title(text, diagnostics)),
        because,
        span: allow.span,
    })
}

/// What an item is, and its name or title.
fn called(kind: &ItemKind) -> (&'static str, String, Option<Span>) {
    let named = |category, name: &ast::Name| (category, name.text.clone(), Some(name.span));
    let titled = |category, title: &ast::Text| (category, plain(title), Some(title.span));
    match kind {
        ItemKind::Source(text) => titled("source", text),
        ItemKind::Document(def) => named("statements", &def.prefix),
        ItemKind::NoRule(def) => titled("no rule", &def.because),
        ItemKind::Uses(text) => titled("uses", text),
        ItemKind::Remove { name, .. } => ("remove", name.text.clone(), Some(name.span)),
        ItemKind::RemoveEvery { .. } => ("remove", String::new(), None),
        ItemKind::Replace(item) => called(&item.kind),
        ItemKind::SetOption { name, .. } => named("option", name),
        ItemKind::Part(change) => {
            let owner = change.owner.identity();
            (
                owner.category.noun(),
                owner.name.to_owned(),
                Some(owner.span),
            )
        }
        ItemKind::Time(_) => ("time", String::new(), None),
        ItemKind::Units(_) => ("units", String::new(), None),
        ItemKind::Option(def) => named("option", &def.name),
        ItemKind::Choice(def) => named("choice", &def.name),
        ItemKind::Kind(def) => named("kind", &def.name),
        ItemKind::Let(def) => named("definition", &def.name),
        ItemKind::Table(def) => named("table", &def.name),
        ItemKind::Procedure(def) => named("procedure", &def.name),
        ItemKind::Event(def) => named("event", &def.name),
        ItemKind::Action(def) => named("action", &def.name),
        ItemKind::Order(def) => match &def.name {
            Some(name) => named("order", name),
            None => ("order", String::new(), None),
        },
        ItemKind::Placement(def) => titled("placement", &def.title),
        ItemKind::Exception(def) => titled("exception", &def.title),
        ItemKind::Void(def) => titled("void", &def.title),
        ItemKind::Trigger(def) => titled("trigger", &def.title),
        ItemKind::Phase(def) => named("phase", &def.name),
        ItemKind::Tactic(def) => named("tactic", &def.name),
    }
}

/// The citations of an item and of its parts, in the order of the text as far as the parts go.
pub(super) fn citations(kind: &ItemKind) -> Vec<&Citation> {
    fn all<'a>(
        own: &'a [Citation],
        parts: impl Iterator<Item = &'a Vec<Citation>>,
    ) -> Vec<&'a Citation> {
        own.iter().chain(parts.flatten()).collect()
    }
    match kind {
        ItemKind::Source(_)
        | ItemKind::Document(_)
        | ItemKind::NoRule(_)
        | ItemKind::Uses(_)
        | ItemKind::Remove { .. }
        | ItemKind::RemoveEvery { .. }
        | ItemKind::SetOption { .. } => Vec::new(),
        ItemKind::Replace(item) => citations(&item.kind),
        ItemKind::Part(change) => {
            let new = change.new.iter().filter_map(|new| match new {
                ast::NewPart::Stage(stage) => Some(&stage.cites),
                ast::NewPart::Row(row) => Some(&row.cites),
                ast::NewPart::Key(key) => Some(&key.cites),
                ast::NewPart::Condition(_)
                | ast::NewPart::Title(_)
                | ast::NewPart::Head(_)
                | ast::NewPart::Body(_) => None,
            });
            all(&change.cites, new)
        }
        ItemKind::Time(units) | ItemKind::Units(units) => {
            all(&units.cites, units.defs.iter().map(|def| &def.cites))
        }
        ItemKind::Kind(def) => all(
            &def.cites,
            def.attributes.iter().map(|attribute| &attribute.cites),
        ),
        ItemKind::Table(def) => all(&def.cites, def.rows.iter().map(|row| &row.cites)),
        ItemKind::Action(def) => all(&def.cites, def.stages.iter().map(|stage| &stage.cites)),
        ItemKind::Order(def) => all(&def.cites, def.keys.iter().map(|key| &key.cites)),
        ItemKind::Tactic(def) => all(&def.cites, def.lines.iter().map(|line| &line.cites)),
        ItemKind::Option(def) => def.cites.iter().collect(),
        ItemKind::Choice(def) => def.cites.iter().collect(),
        ItemKind::Let(def) => def.cites.iter().collect(),
        ItemKind::Procedure(def) => def.cites.iter().collect(),
        ItemKind::Event(def) => def.cites.iter().collect(),
        ItemKind::Placement(def) => def.cites.iter().collect(),
        ItemKind::Exception(def) => def.cites.iter().collect(),
        ItemKind::Void(def) => def.cites.iter().collect(),
        ItemKind::Trigger(def) => def.cites.iter().collect(),
        ItemKind::Phase(def) => def.cites.iter().collect(),
    }
}

/// What a citation cites; nothing where it is a range that cannot be.
pub(crate) fn cited(citation: &Citation, diagnostics: &mut Diagnostics) -> Option<Cited> {
    let Some(end) = &citation.end else {
        return Some(Cited::One(citation.id.clone()));
    };
    match range(&citation.id, end) {
        Ok(range) => Some(range),
        Err(why) => {
            diagnostics.push(bad_range(citation.span, why));
            None
        }
    }
}

fn bad_range(span: Span, why: &'static str) -> Diagnostic {
    Diagnostic::error(
        Code::WrongPlace,
        span,
        format!("this range of citations {why}"),
    )
    .help("write the first and the last, as in `OS-12..15`")
}

fn range(first: &str, last: &str) -> Result<Cited, &'static str> {
    let no_number = "has no numbers that can be counted";
    let (prefix, start) = first.rsplit_once('-').ok_or(no_number)?;
    let end = match last.rsplit_once('-') {
        Some((other, _)) if other != prefix => {
            return Err("begins and ends in different documents");
        }
        Some((_, end)) => end,
        None => last,
    };
    let from: u64 = start.parse().map_err(|_| no_number)?;
    let to: u64 = end.parse().map_err(|_| no_number)?;
    match to.checked_sub(from) {
        None => Err("runs backwards"),
        Some(length) if length >= LONGEST_RANGE => Err("is too long"),
        Some(_) => Ok(Cited::Range {
            prefix: prefix.to_owned(),
            digits: start.len(),
            from,
            to,
        }),
    }
}

/// A title: a text that is the same in every combat.
pub(super) fn title(text: &ast::Text, diagnostics: &mut Diagnostics) -> String {
    if let Err(hole) = text.whole() {
        let message = "this title cannot have values put in";
        let error = Diagnostic::error(Code::WrongPlace, hole.span, message);
        diagnostics.push(error.help("write `\\{` for a brace that is shown"));
    }
    plain(text)
}

/// A text without its holes, for titles and labels.
pub(super) fn plain(text: &ast::Text) -> String {
    text.with_holes("...")
}
