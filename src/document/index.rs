//! An index of the statements that the rules carry out: for each, where.

use std::collections::BTreeMap;

use super::speak::{Dictionary, linked, name_of, phases_in, spaced};
use super::tree::{Anchor, Prose, Section, plain_table};
use crate::ruleset::StatementId;
use crate::syntax::ast::{Category, Citation, Item, ItemKind, PhaseDef};

/// What cites, as a link.
type CitingPlaces = BTreeMap<(String, u64, String), Vec<Prose>>;

pub(super) fn of(items: &[Item]) -> Option<Section> {
    let mut places = CitingPlaces::new();
    for item in items {
        collect(item, &mut places);
    }
    let rows = places
        .into_iter()
        .map(|((_, _, shown), found)| vec![Prose::from(shown), Prose::joined(found, "; ")]);
    let table = plain_table(["statement", "carried out by"], rows.collect())?;
    Some(Section {
        anchor: Anchor::new("section", "index"),
        ..Section::new(
            "section",
            "Where each statement is carried out",
            vec![table],
        )
    })
}

fn collect(item: &Item, places: &mut CitingPlaces) {
    let Some(identity) = item.identity() else {
        if let ItemKind::Time(units) | ItemKind::Units(units) = &item.kind {
            let anchor = Anchor::new("kind", "Time");
            put(&units.cites, "the scale of time", &anchor, places);
        }
        return;
    };
    let anchor = Dictionary::anchor(identity.category, identity.name);
    let shown = match identity.name {
        "" => "the order of acts".to_owned(),
        name => spaced(name),
    };
    let mut cite = |cites: &[Citation]| put(cites, &shown, &anchor, places);
    match &item.kind {
        ItemKind::Option(one) => cite(&one.cites),
        ItemKind::Choice(one) => cite(&one.cites),
        ItemKind::Kind(one) => {
            cite(&one.cites);
            let attributes = one.attributes.iter();
            attributes.for_each(|attribute| cite(&attribute.cites));
        }
        ItemKind::Let(one) => cite(&one.cites),
        ItemKind::Table(one) => {
            cite(&one.cites);
            one.rows.iter().for_each(|row| cite(&row.cites));
        }
        ItemKind::Procedure(one) => cite(&one.cites),
        ItemKind::Event(one) => cite(&one.cites),
        ItemKind::Action(one) => {
            cite(&one.cites);
            one.stages.iter().for_each(|stage| cite(&stage.cites));
        }
        ItemKind::Order(one) => {
            cite(&one.cites);
            one.keys.iter().for_each(|key| cite(&key.cites));
        }
        ItemKind::Placement(one) => cite(&one.cites),
        ItemKind::Exception(one) => cite(&one.cites),
        ItemKind::Void(one) => cite(&one.cites),
        ItemKind::Trigger(one) => cite(&one.cites),
        ItemKind::Tactic(one) => {
            cite(&one.cites);
            one.lines.iter().for_each(|line| cite(&line.cites));
        }
        ItemKind::Phase(one) => phase(one, places),
        _ => {}
    }
}

fn phase(one: &PhaseDef, places: &mut CitingPlaces) {
    let title = name_of(one.title.as_ref(), &one.name);
    let anchor = Dictionary::anchor(Category::Phase, &one.name.text);
    put(&one.cites, &title, &anchor, places);
    for inner in phases_in(&one.body.statements) {
        phase(inner, places);
    }
}

/// Sorted by document and number; a range by its beginning.
fn put(cites: &[Citation], shown: &str, anchor: &Anchor, places: &mut CitingPlaces) {
    for citation in cites {
        let told = super::speak::cited(std::slice::from_ref(citation)).unwrap_or_default();
        let (prefix, number) = match StatementId::parse(&citation.id) {
            Some(id) => (id.prefix, id.number),
            None => (citation.id.clone(), 0),
        };
        let found = places.entry((prefix, number, told)).or_default();
        let place = linked(shown, anchor.clone());
        if !found.contains(&place) {
            found.push(place);
        }
    }
}
