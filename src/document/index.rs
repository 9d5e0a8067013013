//! An index of the statements that the rules carry out: for each, where.

use std::collections::BTreeMap;

use super::build::link;
use super::speak::{Dictionary, plain_text, spaced};
use super::tree::{Anchor, DocumentBlock, DocumentTable, Prose, Section};
use crate::ruleset::StatementId;
use crate::syntax::ast::{ActionDef, Citation, Item, ItemKind, PhaseDef, Statement, StatementKind};

/// What cites, as a link.
type CitingPlaces = BTreeMap<(String, u64, String), Vec<Prose>>;

pub(super) fn of(items: &[Item]) -> Option<Section> {
    let mut places = CitingPlaces::new();
    for item in items {
        collect(item, &mut places);
    }
    if places.is_empty() {
        return None;
    }
    let rows = places
        .into_iter()
        .map(|((_, _, shown), found)| vec![Prose::from(shown), Prose::joined(found, "; ")]);
    Some(Section {
        title: "Where each statement is carried out".into(),
        anchor: Anchor::new("section", "index"),
        blocks: vec![DocumentBlock::Table(DocumentTable {
            heads: vec!["statement".to_owned(), "carried out by".to_owned()],
            anchors: Vec::new(),
            rows: rows.collect(),
        })],
        sections: Vec::new(),
    })
}

fn collect(item: &Item, places: &mut CitingPlaces) {
    let Some(identity) = item.identity() else {
        if let ItemKind::Time(units) | ItemKind::Units(units) = &item.kind {
            put(
                &units.cites,
                "the scale of time",
                &Anchor::new("kind", "Time"),
                places,
            );
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
            one.attributes
                .iter()
                .for_each(|attribute| cite(&attribute.cites));
        }
        ItemKind::Let(one) => cite(&one.cites),
        ItemKind::Table(one) => {
            cite(&one.cites);
            one.rows.iter().for_each(|row| cite(&row.cites));
        }
        ItemKind::Procedure(one) => cite(&one.cites),
        ItemKind::Event(one) => cite(&one.cites),
        ItemKind::Action(one) => action(one, &mut cite),
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

fn action(action: &ActionDef, cite: &mut impl FnMut(&[Citation])) {
    cite(&action.cites);
    action.stages.iter().for_each(|stage| cite(&stage.cites));
}

fn phase(one: &PhaseDef, places: &mut CitingPlaces) {
    let title = one
        .title
        .as_ref()
        .map_or_else(|| spaced(&one.name.text), plain_text);
    put(
        &one.cites,
        &title,
        &Dictionary::anchor(crate::syntax::ast::Category::Phase, &one.name.text),
        places,
    );
    inner(&one.body.statements, places);
}

fn inner(statements: &[Statement], places: &mut CitingPlaces) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Phase(one) => phase(one, places),
            kind => (kind.blocks().into_iter()).for_each(|block| inner(&block.statements, places)),
        }
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
        let place = link(shown, anchor.clone());
        if !found.contains(&place) {
            found.push(place);
        }
    }
}
