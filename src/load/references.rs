//! Which item of a rule set declares or uses which name, from what the check found the names to stand for. Knows ids only to give them their names.

use super::Expanded;
use crate::check::{self, Meaning};
use crate::diagnostic::Diagnostics;
use crate::ruleset::Ruleset;
use crate::source::{FileId, Span};
use crate::syntax::ast;
use std::collections::BTreeMap;

/// A name in an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The item, by its number in the rule set.
    pub item: usize,
    /// Where the name stands; in another file than the item, if a part of the item comes from there.
    pub span: Span,
    /// What it stands for.
    pub to: Referent,
    /// It is declared here.
    pub declares: bool,
}

/// What a name stands for, the same for all rule sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Referent {
    /// What it is: `attribute`, `definition`, `word`, ...
    pub sort: &'static str,
    /// The name of the kind, if it is an attribute.
    pub of: Option<String>,
    /// Its name or title.
    pub name: String,
}

impl Expanded {
    /// The names in all items that stand for something of the rule set, in the order in which the check met them. Names of bodies are left out.
    pub fn references(&self) -> Vec<Reference> {
        let items: Vec<&ast::Item> = self.items.iter().collect();
        let title = self.title.as_ref();
        let examined = check::examine(&self.name, title, &items, self.span, Diagnostics::new());
        let Some(rules) = examined.checked.or(examined.draft) else {
            return Vec::new();
        };
        let owners = self.owners();
        let names = examined.resolved.names.into_iter();
        names
            .filter_map(|name| {
                Some(Reference {
                    item: owner(&owners, name.span)?,
                    span: name.span,
                    to: referent(&name.meaning, &rules.ruleset)?,
                    declares: name.declares,
                })
            })
            .collect()
    }

    /// By where they start: the stretches of text that belong to items, each with its end and the number of the item.
    fn owners(&self) -> BTreeMap<(FileId, u32), (u32, usize)> {
        let stretch = |span: Span, item| ((span.file, span.start), (span.end, item));
        let whole = self.items.iter().enumerate();
        let mut owners: BTreeMap<_, _> = whole
            .map(|(item, whole)| stretch(whole.span, item))
            .collect();
        let parts = self.parts.iter().filter_map(|(part, whole)| {
            let (_, item) = owners.get(&(whole.file, whole.start))?;
            Some(stretch(*part, *item))
        });
        let parts: Vec<_> = parts.collect();
        owners.extend(parts);
        owners
    }
}

fn owner(owners: &BTreeMap<(FileId, u32), (u32, usize)>, span: Span) -> Option<usize> {
    let before = owners.range(..=(span.file, span.start)).next_back();
    let around = before.filter(|((file, _), (end, _))| *file == span.file && span.end <= *end);
    around.map(|(_, (_, item))| *item)
}

/// What a name stands for, by name; nothing for a name of a body or of a scenario.
fn referent(meaning: &Meaning, rules: &Ruleset) -> Option<Referent> {
    let (sort, name) = match meaning {
        Meaning::Unit(id) => ("unit", rules.units.get(id.index())?.name.clone()),
        Meaning::Kind(id) => ("kind", rules.kinds.get(id.index())?.name.clone()),
        Meaning::Attribute(kind, slot) => {
            let kind = rules.kinds.get(kind.index())?;
            let attribute = kind.attributes.get(usize::from(*slot))?;
            return Some(Referent {
                sort: "attribute",
                of: Some(kind.name.clone()),
                name: attribute.declared_name().to_owned(),
            });
        }
        Meaning::Option(id) => ("option", rules.options.get(id.index())?.name.clone()),
        Meaning::Definition(id) => ("definition", rules.functions.get(id.index())?.name.clone()),
        Meaning::Table(id) => ("table", rules.tables.get(id.index())?.name.clone()),
        Meaning::Procedure(id) => ("procedure", rules.procedures.get(id.index())?.name.clone()),
        Meaning::Event(id) => ("event", rules.events.get(id.index())?.name.clone()),
        Meaning::Action(id) => ("action", rules.actions.get(id.index())?.name.clone()),
        Meaning::Phase(id) => ("phase", rules.phases.get(id.index())?.name.clone()),
        Meaning::Choice(name) => ("choice", name.clone()),
        Meaning::Titled(category, title) => (*category, title.clone()),
        Meaning::Word(_, id) => ("word", rules.words.get(id.index())?.clone()),
        Meaning::Local(_) | Meaning::Thing(..) => return None,
    };
    Some(Referent {
        sort,
        of: None,
        name,
    })
}
