//! The rules at a glance: the scale of time, the list of actions, the sequence of play.

use std::collections::BTreeMap;

use super::remarks::Remarks;
use super::speak::{Dictionary, Speaker, article, linked, name_of, phases_in, spaced};
use super::tree::{DocumentBlock, DocumentTable, ListItem, Prose, Section, paragraph};
use crate::load::Expanded;
use crate::syntax::ast::{ActionDef, Category, ItemKind, PhaseDef};

pub(super) fn of(rules: &Expanded, words: &Dictionary<'_>, remarks: &Remarks<'_>) -> Section {
    let mut sections = Vec::new();
    let mut scale = Vec::new();
    let mut actions: Vec<&ActionDef> = Vec::new();
    let mut phases = Vec::new();
    for item in &rules.items {
        match &item.kind {
            ItemKind::Time(units) => {
                let sizes = units.defs.iter().filter_map(|unit| {
                    let (number, of) = unit.size.as_ref()?;
                    Some(format!(
                        "{} {} is {} {}",
                        article(&unit.name.text),
                        spaced(&unit.name.text),
                        number.digits,
                        spaced(&of.text)
                    ))
                });
                scale.extend(sizes.map(Prose::from));
            }
            ItemKind::Action(action) if !action.not_declared => actions.push(action),
            ItemKind::Phase(phase) => phases.push(phase),
            _ => {}
        }
    }
    let mut part = |title: &str, block| sections.push(Section::new("glance", title, vec![block]));
    if !scale.is_empty() {
        part(
            "The scale of time",
            paragraph(Prose::list(scale, "and").sentence()),
        );
    }
    if !actions.is_empty() {
        part("What one can do", list(actions, words, remarks));
    }
    if !phases.is_empty() {
        let steps = phases.into_iter().map(outline).collect();
        part("The sequence of play", DocumentBlock::Steps(steps));
    }
    Section {
        sections,
        ..Section::new("section", "At a glance", Vec::new())
    }
}

/// The actions, with their places in the lists that the rules have of them; in the order of the first of these.
fn list(
    mut actions: Vec<&ActionDef>,
    words: &Dictionary<'_>,
    remarks: &Remarks<'_>,
) -> DocumentBlock {
    let lists = words.lists.iter().map(|list| words.table_title(list.name));
    let heads: Vec<String> = (["action", "told as", "one names"]
        .map(str::to_owned)
        .into_iter())
    .chain(lists)
    .collect();
    let lists: Vec<BTreeMap<&str, (usize, &str)>> = (words.lists.iter())
        .map(|list| {
            let rows = list.rows.iter().enumerate().rev();
            rows.map(|(place, (name, title))| (&**name, (place, &**title)))
                .collect()
        })
        .collect();
    if let Some(first) = lists.first() {
        let place = |action: &ActionDef| first.get(action.name.text.as_str());
        actions.sort_by_key(|action| place(action).map_or(usize::MAX, |(place, _)| *place));
    }
    let rows = actions.iter().map(|action| {
        let mut speaker = Speaker::new(words, remarks);
        speaker.scope.inside_act = true;
        let name = action.name.text.as_str();
        let told = speaker.told_as(action);
        let takes = match &action.takes {
            Some((first, Some(second))) => {
                format!("{}, {}", spaced(&first.text), spaced(&second.text))
            }
            Some((first, None)) => spaced(&first.text),
            None => String::new(),
        };
        let mut row = vec![
            linked(spaced(name), Dictionary::anchor(Category::Action, name)),
            told,
            takes.into(),
        ];
        for list in &lists {
            let own = list.get(name);
            row.push(own.map_or_else(Prose::default, |(_, title)| (*title).to_owned().into()));
        }
        row
    });
    DocumentBlock::Table(DocumentTable {
        rows: rows.collect(),
        heads,
        ..DocumentTable::default()
    })
}

/// A phase with those inside it, by their titles alone.
fn outline(phase: &PhaseDef) -> ListItem {
    let title = name_of(phase.title.as_ref(), &phase.name);
    let mut said = linked(title, Dictionary::anchor(Category::Phase, &phase.name.text)).capital();
    if phase.counting.is_some() {
        said.push(" (repeated)");
    }
    if let Some(turns) = &phase.turns {
        said.push(format!(
            " (each {}, one after the other)",
            spaced(&turns.kind.text)
        ));
    }
    let inner = phases_in(&phase.body.statements).into_iter();
    let inner: Vec<ListItem> = inner.map(outline).collect();
    let mut step = ListItem::from(said);
    if !inner.is_empty() {
        step.blocks.push(DocumentBlock::Steps(inner));
    }
    step
}
