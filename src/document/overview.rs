//! The rules at a glance: the scale of time, the list of actions, the sequence of play.

use std::collections::BTreeMap;

use super::build::link;
use super::remarks::Remarks;
use super::speak::{Dictionary, Speaker, article, plain_text, spaced};
use super::tree::{Anchor, DocumentBlock, DocumentTable, ListItem, Prose, Section};
use crate::load::Expanded;
use crate::syntax::ast::{ActionDef, Category, ItemKind, PhaseDef, Statement, StatementKind};

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
    if !scale.is_empty() {
        sections.push(part(
            "The scale of time",
            vec![DocumentBlock::Paragraph(
                Prose::list(scale, "and").sentence(),
            )],
        ));
    }
    if !actions.is_empty() {
        sections.push(part("What one can do", vec![list(actions, words, remarks)]));
    }
    if !phases.is_empty() {
        let steps = phases.into_iter().map(outline).collect();
        sections.push(part(
            "The sequence of play",
            vec![DocumentBlock::Steps(steps)],
        ));
    }
    Section {
        title: "At a glance".into(),
        anchor: Anchor::new("section", "at a glance"),
        blocks: Vec::new(),
        sections,
    }
}

fn part(title: &str, blocks: Vec<DocumentBlock>) -> Section {
    Section {
        title: title.into(),
        anchor: Anchor::new("glance", title),
        blocks,
        sections: Vec::new(),
    }
}

/// The actions, with their places in the lists that the rules have of them; in the order of the first of these.
fn list(
    mut actions: Vec<&ActionDef>,
    words: &Dictionary<'_>,
    remarks: &Remarks<'_>,
) -> DocumentBlock {
    let mut heads: Vec<String> = vec![
        "action".to_owned(),
        "told as".to_owned(),
        "one names".to_owned(),
    ];
    let title = |table: &str| {
        words
            .functions
            .get(table)
            .and_then(|table| table.table.clone())
            .unwrap_or_default()
    };
    heads.extend(words.lists.iter().map(|list| title(list.name)));
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
            link(spaced(name), Dictionary::anchor(Category::Action, name)),
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
        anchors: Vec::new(),
    })
}

/// A phase with those inside it, by their titles alone.
fn outline(phase: &PhaseDef) -> ListItem {
    let title = phase
        .title
        .as_ref()
        .map_or_else(|| spaced(&phase.name.text), plain_text);
    let mut said = link(title, Dictionary::anchor(Category::Phase, &phase.name.text)).capital();
    if phase.counting.is_some() {
        said.push(" (repeated)");
    }
    if let Some(turns) = &phase.turns {
        said.push(format!(
            " (each {}, one after the other)",
            spaced(&turns.kind.text)
        ));
    }
    let mut inner = Vec::new();
    phases_in(&phase.body.statements, &mut inner);
    let mut step = ListItem::from(said);
    if !inner.is_empty() {
        step.blocks.push(DocumentBlock::Steps(
            inner.into_iter().map(outline).collect(),
        ));
    }
    step
}

fn phases_in<'t>(statements: &'t [Statement], found: &mut Vec<&'t PhaseDef>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Phase(phase) => found.push(phase),
            kind => {
                let blocks = kind.blocks().into_iter();
                blocks.for_each(|block| phases_in(&block.statements, found));
            }
        }
    }
}
