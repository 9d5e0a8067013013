//! What is reckoned or looked up: definitions and tables.

use super::{BlockBuilder, push_cited, text_of, titled};
use crate::document::speak::{
    Dictionary, Speaker, ValueShape, dice_of, linked, name_of, signed, spaced,
};
use crate::document::tree::{
    DocumentBlock, ListItem, Prose, RuleEntry, paragraph, plain_table, say,
};
use crate::syntax::ast::{
    Category, ExprKind, LetDef, Parameter, Row, RowKey, TableDef, TableKey, TypeKind,
};

impl<'a> BlockBuilder<'a> {
    pub(super) fn definition(&self, definition: &LetDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let parameters = definition.parameters.iter();
        let parameters: Vec<Prose> = parameters.map(|one| speaker.parameter(one)).collect();
        let ty = definition.ty.as_ref();
        let is_yes_no = ty.is_some_and(|ty| ty.kind == TypeKind::YesNo);
        let name = definition.name.text.as_str();
        let mut shown = spaced(name);
        let mut blocks = Vec::new();
        if let Some(text) = &definition.text {
            blocks.push(paragraph(text_of(text).sentence()));
        }
        if is_yes_no {
            let anchor = Dictionary::anchor(Category::Let, name);
            let is_never = matches!(definition.value.kind, ExprKind::No);
            let head = speaker.said_of(name, anchor, parameters, is_never);
            blocks.extend(speaker.so_if(head, &definition.value));
        } else {
            blocks.extend(speaker.is_worth(Prose::default(), &definition.value));
            if !parameters.is_empty() {
                let words = spaced(name);
                let last = words.split(' ').next_back().unwrap_or_default();
                let ends = |ends: &[&str]| ends.contains(&last);
                let one = parameters.len() == 1;
                let link = match (
                    ends(&["of", "from", "for", "to"]) || one && ends(&["before", "after"]),
                    ends(&["against", "at", "in", "by", "on"]),
                ) {
                    (true, _) => " ",
                    (_, true) => " for ",
                    _ => " of ",
                };
                shown = format!("{shown}{link}{}", Prose::list(parameters, "and").plain());
            }
        }
        // Whom it is about need not be named again and again.
        if let [one] = definition.parameters.as_slice()
            && !speaker.scope.names_all
            && let Some(spoken) = speaker
                .scope
                .find(&one.name.text)
                .filter(|local| matches!(local.sort, ValueShape::Record(_)))
                .map(|local| local.spoken.clone())
        {
            let told = blocks.into_iter();
            blocks = told.map(|block| with_pronoun(block, &spoken)).collect();
        }
        titled(Category::Let, name, &shown, blocks, &definition.cites)
    }

    pub(super) fn table(&self, table: &TableDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let by = table.columns.as_ref().map(|columns| &columns.by.kind);
        let is_across = |parameter: &Parameter| matches!(by, Some(ExprKind::Name(name)) if name.text == parameter.name.text);
        let spoken = table.parameters.iter().map(|parameter| {
            let spoken = speaker.parameter(parameter);
            (!is_across(parameter)).then_some(spoken)
        });
        let parameters: Vec<Prose> = spoken.collect::<Vec<_>>().into_iter().flatten().collect();
        let (key, head) = match &table.key {
            TableKey::Dice(dice) => {
                let dice = dice_of(dice);
                (Prose::from(dice.clone()), dice)
            }
            TableKey::Parameter { parameter, .. } => {
                let said = speaker.parameter(parameter);
                let spoken = said.plain();
                (said, spoken)
            }
        };
        let for_whom = match parameters.is_empty() {
            true => Prose::default(),
            false => say!["For ", Prose::list(parameters, "and"), ", "],
        };
        let across = match &table.columns {
            Some(columns) => say![", and across by ", speaker.value(&columns.by)],
            None => Prose::default(),
        };
        let mut blocks = vec![paragraph(say![for_whom, "by ", key, across, ":"].capital())];
        let any_title = table.rows.iter().any(|row| row.title.is_some());
        let has_result = |row: &Row| !row.values.is_empty() || row.body.is_some();
        let any_result = table.rows.iter().any(has_result);
        let mut heads = vec![head];
        if any_title {
            heads.push("called".to_owned());
        }
        match &table.columns {
            Some(columns) => heads.extend(columns.columns.iter().map(|column| {
                let keys = column.keys.iter().map(|key| key_of(key, false));
                Prose::joined(keys, ", ").plain()
            })),
            None if any_result => heads.push("result".to_owned()),
            None => {}
        }
        let rows = table.rows.iter();
        let rows = rows.map(|row| self.row(&mut speaker, table, row, any_title, any_result));
        blocks.extend(plain_table(heads, rows.collect()));
        let title = name_of(table.title.as_ref(), &table.name);
        titled(
            Category::Table,
            &table.name.text,
            &title,
            blocks,
            &table.cites,
        )
    }

    fn row(
        &self,
        speaker: &mut Speaker<'a>,
        table: &TableDef,
        row: &Row,
        any_title: bool,
        any_result: bool,
    ) -> Vec<Prose> {
        let on_actions = matches!(&table.key, TableKey::Parameter { parameter, .. } if matches!(&parameter.ty.kind, TypeKind::Named(ty) if ty.text == "action"));
        let keys = row.keys.iter().map(|key| key_of(key, on_actions));
        let mut cells = vec![Prose::joined(keys, ", ")];
        if any_title {
            cells.push(row.title.as_ref().map_or_else(Prose::default, text_of));
        }
        if any_result {
            let values = row.values.iter().map(|value| match &table.ty {
                Some(ty) => speaker.default_of(ty, value),
                None => speaker.value(value),
            });
            cells.extend(values);
            if row.values.is_empty() {
                let body = row.body.as_ref().map(|body| speaker.sentences(body));
                cells.push(body.unwrap_or_default());
            }
        }
        if let Some(last) = cells.last_mut() {
            push_cited(last, &row.cites);
        }
        cells
    }
}

/// What a row or a column stands for.
fn key_of(key: &RowKey, is_action: bool) -> Prose {
    match key {
        RowKey::Numbers { from, to: None } => signed(from).into(),
        RowKey::Numbers { from, to: Some(to) } => {
            format!("{} to {}", signed(from), signed(to)).into()
        }
        RowKey::Open { .. } => key.words().into(),
        RowKey::Word(word) if is_action => linked(
            spaced(&word.text),
            Dictionary::anchor(Category::Action, &word.text),
        ),
        RowKey::Word(word) => spaced(&word.text).into(),
        RowKey::Else(_) => "otherwise".to_owned().into(),
    }
}

/// The sentences of a block with a pronoun for a record.
fn with_pronoun(block: DocumentBlock, spoken: &str) -> DocumentBlock {
    let inner = |block| with_pronoun(block, spoken);
    let steps = |steps: Vec<ListItem>| {
        let turned = steps.into_iter().map(|step| ListItem {
            prose: turned(step.prose, spoken),
            blocks: step.blocks.into_iter().map(inner).collect(),
            ..step
        });
        turned.collect()
    };
    match block {
        DocumentBlock::Paragraph(prose) => paragraph(turned(prose, spoken)),
        DocumentBlock::List(list) => DocumentBlock::List(steps(list)),
        DocumentBlock::Steps(list) => DocumentBlock::Steps(steps(list)),
        other => other,
    }
}

fn turned(prose: Prose, spoken: &str) -> Prose {
    let capital = Prose::from(spoken).capital().plain();
    let at_start = prose.plain().starts_with(&capital);
    let said = prose.with_pronoun(&capital).with_pronoun(spoken);
    if at_start { said.capital() } else { said }
}
