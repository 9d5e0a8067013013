//! Items of the rules as blocks of a document: what `speak` says of them, with the author's own prose beside it.

use super::remarks::Remarks;
use super::speak::{Dictionary, Sort, Speaker, cited, plain_text, spaced};
use super::tree::{Block, Entry, Inline, Prose, Step, Table, say};
use crate::source::Span;
use crate::syntax::ast::{
    ActionDef, Attribute, Category, ChoiceDef, Citation, EventDef, ExprKind, Item, ItemKind, KindDef, LetDef, NoRuleDef, OptionDef, Parameter,
    ProcedureDef, Row, RowKey, TableDef, TableKey, Text, TriggerDef, TypeKind, Units,
};

/// Makes blocks of items.
pub(super) struct Maker<'a> {
    pub words: &'a Dictionary<'a>,
    pub remarks: &'a Remarks<'a>,
}

/// An item that is given.
pub(super) struct Given<'a> {
    pub item: &'a Item,
    /// What the author says before it.
    pub remarks: Vec<Prose>,
}

impl<'a> Maker<'a> {
    fn speaker(&self) -> Speaker<'a> {
        Speaker::new(self.words, self.remarks)
    }

    /// Items as blocks; neighbours of one kind stand together where a table or a list is easier to read.
    pub fn blocks(&self, given: Vec<Given<'a>>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut options: Vec<&OptionDef> = Vec::new();
        for Given { item, remarks } in given {
            if let ItemKind::Option(option) = &item.kind {
                if !remarks.is_empty() {
                    self.options(std::mem::take(&mut options), &mut blocks);
                    blocks.extend(remarks.into_iter().map(Block::Remark));
                }
                options.push(option);
                continue;
            }
            self.options(std::mem::take(&mut options), &mut blocks);
            if let Some(entry) = self.entry(item, remarks) {
                blocks.push(Block::Entry(entry));
            }
        }
        self.options(options, &mut blocks);
        blocks
    }

    /// One item as an entry; nothing for what stands elsewhere.
    pub fn entry(&self, item: &'a Item, remarks: Vec<Prose>) -> Option<Entry> {
        let mut entry = match &item.kind {
            ItemKind::Time(units) => self.units("Time", units),
            ItemKind::Units(units) => self.units("Units", units),
            ItemKind::Option(option) => {
                let mut blocks = Vec::new();
                self.options(vec![option], &mut blocks);
                named(Category::Option, &option.name.text, "Option: ", blocks, &[])
            }
            ItemKind::Choice(choice) => self.choice(choice),
            ItemKind::Kind(kind) => self.kind(kind, item.span),
            ItemKind::Let(definition) => self.definition(definition),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Procedure(procedure) => self.procedure(procedure),
            ItemKind::Event(event) => self.event(event),
            ItemKind::Action(action) => self.action(action),
            ItemKind::Order(order) => {
                let name = order.name.as_ref().or(order.during.as_ref()).map_or("", |name| &name.text);
                let shown = if name.is_empty() { "The order of acts".to_owned() } else { format!("The order of acts: {}", spaced(name)) };
                titled(Category::Order, name, &shown, self.speaker().order(order), &order.cites)
            }
            ItemKind::Placement(placement) => {
                let title = plain_text(&placement.title);
                titled(Category::Placement, &title, &title, self.speaker().placement(placement), &placement.cites)
            }
            ItemKind::Exception(exception) => {
                let title = plain_text(&exception.title);
                titled(Category::Exception, &title, &title, self.speaker().exception(exception), &exception.cites)
            }
            ItemKind::Void(void) => {
                let title = plain_text(&void.title);
                titled(Category::Void, &title, &title, self.speaker().void(void), &void.cites)
            }
            ItemKind::Trigger(trigger) => self.trigger(trigger),
            ItemKind::Phase(phase) => {
                let mut speaker = self.speaker();
                let title = phase.title.as_ref().map_or_else(|| spaced(&phase.name.text), plain_text);
                let mut blocks = Vec::new();
                blocks.extend(speaker.repeats(phase).map(|how| Block::Paragraph(how.sentence())));
                blocks.extend(speaker.phase_body(phase));
                titled(Category::Phase, &phase.name.text, &title, blocks, &phase.cites)
            }
            ItemKind::NoRule(unruled) => self.no_rule(unruled),
            _ => return None,
        };
        entry.remarks.splice(0..0, remarks);
        for allow in &item.allows {
            entry.remarks.push(Prose::from(format!("Meant so: {}.", plain_text(&allow.because))));
        }
        Some(entry)
    }

    // ------------------------------------------------------------------ words and units

    fn units(&self, title: &str, units: &Units) -> Entry {
        let said = units.defs.iter().map(|unit| {
            let name = spaced(&unit.name.text);
            let mut said = match &unit.size {
                Some((number, of)) => format!("1 {name} is {} {}", number.digits, spaced(&of.text)),
                None => format!("a measure of its own: the {name}"),
            };
            if unit.size.is_some() {
                said.push('.');
            } else {
                said = format!("The {name} is a measure of its own.");
            }
            let mut said = Prose::from(said);
            push_cited(&mut said, &unit.cites);
            Step::from(said)
        });
        titled(Category::Kind, title, title, vec![Block::List(said.collect())], &units.cites)
    }

    fn choice(&self, choice: &ChoiceDef) -> Entry {
        let words = choice.words.iter().map(|word| Prose::from(spaced(&word.text))).collect();
        let said = say!["One of: ", Prose::list(words, "or"), "."];
        named(Category::Choice, &choice.name.text, "", vec![Block::Paragraph(said)], &choice.cites)
    }

    fn options(&self, options: Vec<&OptionDef>, blocks: &mut Vec<Block>) {
        if options.is_empty() {
            return;
        }
        let rows = options.iter().map(|option| {
            let mut speaker = self.speaker();
            let name = Inline::Strong(spaced(&option.name.text));
            let choices = speaker.kind_of_value(&option.ty);
            let default = bare_word(speaker.value(&option.default), &option.default.kind);
            let mut meaning = option.text.as_ref().map_or_else(Prose::default, |text| text_of(text));
            if let Some(tail) = self.remarks.behind(option.text.as_ref().map_or(option.default.span, |text| text.span)) {
                meaning = join(meaning, tail);
            }
            push_cited(&mut meaning, &option.cites);
            (Dictionary::anchor(Category::Option, &option.name.text), vec![name.into(), meaning.capital(), choices, default])
        });
        let (anchors, rows): (Vec<_>, Vec<_>) = rows.unzip();
        let heads = ["option", "what it settles", "it can be", "here it is"];
        blocks.push(Block::Table(Table {
            heads: heads.map(str::to_owned).to_vec(),
            anchors,
            rows,
        }));
    }

    // ------------------------------------------------------------------ what is written down

    fn kind(&self, kind: &KindDef, item: Span) -> Entry {
        let name = kind.name.text.as_str();
        let mut blocks = Vec::new();
        let mut rows = Vec::new();
        let mut from = kind.name.span.end;
        for attribute in &kind.attributes {
            let remarks = self.remarks.stretch(item.file, from, attribute.name.span.start);
            if !remarks.is_empty() && attribute.name.span.file == item.file {
                attributes_table(std::mem::take(&mut rows), &mut blocks);
                blocks.extend(remarks.into_iter().map(Block::Remark));
            }
            rows.push(self.attribute(name, attribute));
            from = end_of(attribute);
        }
        attributes_table(rows, &mut blocks);
        let shown = match name {
            "combat" => "Noted of the combat as a whole".to_owned(),
            name => format!("Noted of each {}", spaced(name)),
        };
        titled(Category::Kind, name, &shown, blocks, &kind.cites)
    }

    fn attribute(&self, kind: &str, attribute: &Attribute) -> Vec<Prose> {
        let mut speaker = self.speaker();
        speaker.scope.record = Some(kind.to_owned());
        let ty = speaker.kind_of_value(&attribute.ty);
        let default = match &attribute.default {
            Some(default) => bare_word(speaker.value(default), &default.kind),
            None if attribute.ty.optional => "none".into(),
            None => "must be given".into(),
        };
        let mut meaning = attribute.text.as_ref().map_or_else(Prose::default, |text| text_of(text));
        let end = attribute_end(attribute);
        if let Some(tail) = self.remarks.behind(end) {
            meaning = join(meaning, tail);
        }
        push_cited(&mut meaning, &attribute.cites);
        vec![Inline::Strong(spaced(&attribute.name.text)).into(), ty, default, meaning.capital()]
    }

    // ------------------------------------------------------------------ reckoning

    fn definition(&self, definition: &LetDef) -> Entry {
        let mut speaker = self.speaker();
        let parameters: Vec<Prose> = definition.parameters.iter().map(|parameter| speaker.parameter(parameter)).collect();
        let is_yes_no = definition.ty.as_ref().is_some_and(|ty| matches!(ty.kind, TypeKind::YesNo));
        let name = definition.name.text.as_str();
        let mut shown = spaced(name);
        let mut blocks = Vec::new();
        if let Some(text) = &definition.text {
            blocks.push(Block::Paragraph(text_of(text).sentence()));
        }
        if is_yes_no {
            let anchor = Dictionary::anchor(Category::Let, name);
            let head = speaker.said_of(name, anchor, parameters, false);
            blocks.extend(speaker.so_if(head, &definition.value));
        } else {
            blocks.extend(speaker.is_worth(Prose::default(), &definition.value));
            if !parameters.is_empty() {
                let link = if spaced(name).ends_with(" of") { " " } else { " of " };
                shown = format!("{shown}{link}{}", Prose::list(parameters, "and").plain());
            }
        }
        // Whom it is about need not be named again and again.
        if let [one] = definition.parameters.as_slice() {
            if let Some(spoken) = speaker.scope.find(&one.name.text).filter(|local| matches!(local.sort, Sort::Record(_))).map(|local| local.spoken.clone()) {
                blocks = blocks.into_iter().map(|block| with_pronoun(block, &spoken)).collect();
            }
        }
        titled(Category::Let, name, &shown, blocks, &definition.cites)
    }

    fn table(&self, table: &TableDef) -> Entry {
        let mut speaker = self.speaker();
        let parameters: Vec<Prose> = table.parameters.iter().map(|parameter| speaker.parameter(parameter)).collect();
        let (key, head) = match &table.key {
            TableKey::Dice(dice) => {
                let count = if dice.count.digits == "1" { "" } else { &dice.count.digits };
                let dice = format!("{count}d{}", dice.sides.digits);
                (Prose::from(dice.clone()), dice)
            }
            TableKey::Parameter { parameter, .. } => (speaker.parameter(parameter), spaced(&parameter.name.text)),
        };
        let for_whom = match parameters.is_empty() {
            true => Prose::default(),
            false => say!["For ", Prose::list(parameters, "and"), ", "],
        };
        let mut blocks = vec![Block::Paragraph(say![for_whom, "by ", key, ":"].capital())];
        let any_title = table.rows.iter().any(|row| row.title.is_some());
        let any_result = table.rows.iter().any(|row| row.value.is_some() || row.body.is_some());
        let mut heads = vec![head];
        if any_title {
            heads.push("called".to_owned());
        }
        if any_result {
            heads.push("result".to_owned());
        }
        let rows = table.rows.iter().map(|row| self.row(&mut speaker, table, row, any_title, any_result));
        let rows: Vec<Vec<Prose>> = rows.collect();
        blocks.push(Block::Table(Table {
            heads,
            anchors: Vec::new(),
            rows,
        }));
        let name = table.name.text.as_str();
        let title = table.title.as_ref().map_or_else(|| spaced(name), plain_text);
        titled(Category::Table, name, &title, blocks, &table.cites)
    }

    fn row(&self, speaker: &mut Speaker<'a>, table: &TableDef, row: &Row, any_title: bool, any_result: bool) -> Vec<Prose> {
        let on_actions = matches!(&table.key, TableKey::Parameter { parameter, .. } if matches!(&parameter.ty.kind, TypeKind::Named(ty) if ty.text == "action"));
        let keys = row.keys.iter().map(|key| match key {
            RowKey::Numbers { from, to: None } => Prose::from(signed(from)),
            RowKey::Numbers { from, to: Some(to) } => Prose::from(format!("{} to {}", signed(from), signed(to))),
            RowKey::Word(word) if on_actions => {
                Inline::Term(spaced(&word.text), Some(Dictionary::anchor(Category::Action, &word.text))).into()
            }
            RowKey::Word(word) => spaced(&word.text).into(),
        });
        let mut cells = vec![Prose::joined(keys, ", ")];
        if any_title {
            cells.push(row.title.as_ref().map_or_else(Prose::default, |title| text_of(title)));
        }
        if any_result {
            let value = row.value.as_ref().map(|value| bare_word(speaker.value(value), &value.kind));
            let body = row.body.as_ref().map(|body| speaker.told(body));
            cells.push(value.or(body).unwrap_or_default());
        }
        if let Some(last) = cells.last_mut() {
            push_cited(last, &row.cites);
        }
        cells
    }

    // ------------------------------------------------------------------ what is done

    fn procedure(&self, procedure: &ProcedureDef) -> Entry {
        let mut speaker = self.speaker();
        let head = with(&mut speaker, &procedure.parameters);
        let steps = speaker.steps(&procedure.body, Some(procedure.name.span));
        let mut blocks = Vec::new();
        if let Some(head) = head {
            blocks.push(Block::Paragraph(say!["For ", head, ":"]));
        }
        blocks.push(Block::Steps(steps));
        named(Category::Procedure, &procedure.name.text, "", blocks, &procedure.cites)
    }

    fn event(&self, event: &EventDef) -> Entry {
        let mut speaker = self.speaker();
        let mut said = Prose::from("This is said");
        if let Some(head) = with(&mut speaker, &event.parameters) {
            said.push(say![" of ", head]);
        }
        let follow = self.words.answers.get(event.name.text.as_str()).into_iter().flatten();
        let follow: Vec<Prose> = follow.map(|title| Inline::Term(title.clone(), Some(Dictionary::anchor(Category::Trigger, title))).into()).collect();
        match follow.is_empty() {
            true => said.push(", and nothing follows from it"),
            false => said.push(say!["; what follows from it stands under ", Prose::list(follow, "and")]),
        }
        let mut blocks = vec![Block::Paragraph(said.sentence())];
        if let Some(text) = &event.text {
            let text = speaker.text(text);
            blocks.insert(0, Block::Paragraph(text.sentence()));
        }
        named(Category::Event, &event.name.text, "", blocks, &event.cites)
    }

    fn action(&self, action: &ActionDef) -> Entry {
        let mut speaker = self.speaker();
        let name = action.name.text.as_str();
        let mut said = Prose::default();
        for list in &self.words.lists {
            if let Some((_, row)) = list.rows.iter().find(|(action, _)| *action == name) {
                let title = self.words.functions.get(list.name).and_then(|table| table.table.clone()).unwrap_or_default();
                let link = Inline::Term(title, Some(Dictionary::anchor(Category::Table, list.name)));
                said.push(say![link, format!(": {row}. ")]);
            }
        }
        if let Some((first, second)) = &action.takes {
            let mut takes = vec![Prose::from(spaced(&first.text))];
            takes.extend(second.iter().map(|second| Prose::from(spaced(&second.text))));
            said.push(say!["One who declares it names its ", Prose::list(takes, "and its"), ". "]);
        }
        if action.at_once {
            said.push("It is carried out at once, when it is declared or comes about, and has no place in the order. ");
        }
        speaker.scope.inside_act = true;
        if let Some(title) = &action.title {
            let title = speaker.title(title);
            said.push(say!["It is told as: somebody ", title, ". "]);
        }
        let mut blocks = Vec::new();
        if !said.is_empty() {
            blocks.push(Block::Paragraph(trimmed(said)));
        }
        match action.stages.as_slice() {
            [stage] if stage.name.is_none() => {
                let steps = speaker.steps(&stage.body, Some(stage.span.at_start()));
                match steps.is_empty() {
                    true => blocks.push(Block::Paragraph("The rules do nothing more with it.".into())),
                    false => blocks.push(Block::Steps(steps)),
                }
            }
            stages => {
                let mut list = Vec::new();
                for stage in stages {
                    let stage_name = stage.name.as_ref().map_or_else(String::new, |name| spaced(&name.text));
                    let mut head = say!["Stage ", Inline::Strong(stage_name)];
                    if let Some(title) = &stage.title {
                        let title = speaker.title(title);
                        head.push(say![" (told as: somebody ", title, ")"]);
                    }
                    push_cited(&mut head, &stage.cites);
                    let steps = speaker.steps(&stage.body, Some(stage.span.at_start()));
                    if !steps.is_empty() {
                        head.push(":");
                    }
                    list.push(Step {
                        blocks: if steps.is_empty() { Vec::new() } else { vec![Block::Steps(steps)] },
                        ..head.into()
                    });
                }
                blocks.push(Block::Steps(list));
            }
        }
        named(Category::Action, name, "", blocks, &action.cites)
    }

    fn trigger(&self, trigger: &TriggerDef) -> Entry {
        let mut speaker = self.speaker();
        let when = speaker.when(trigger);
        let title = plain_text(&trigger.title);
        let from = trigger.guard.as_ref().map_or(trigger.title.span, |guard| guard.span);
        let steps = speaker.steps(&trigger.body, Some(from));
        let step = super::speak::headed(when, steps);
        let mut blocks = vec![Block::Paragraph(step.prose)];
        blocks.extend(step.blocks);
        titled(Category::Trigger, &title, &title, blocks, &trigger.cites)
    }

    fn no_rule(&self, unruled: &NoRuleDef) -> Entry {
        let which = cited(&unruled.statements).unwrap_or_default();
        let because = text_of(&unruled.because);
        Entry {
            name: format!("No rule for {which}").into(),
            blocks: vec![Block::Paragraph(say!["Because ", because].sentence())],
            ..Entry::default()
        }
    }
}

// ---------------------------------------------------------------------- small things

fn named(category: Category, name: &str, before: &str, blocks: Vec<Block>, cites: &[Citation]) -> Entry {
    titled(category, name, &format!("{before}{}", spaced(name)), blocks, cites)
}

fn titled(category: Category, name: &str, shown: &str, blocks: Vec<Block>, cites: &[Citation]) -> Entry {
    Entry {
        anchor: Dictionary::anchor(category, name),
        name: Prose::from(Inline::Text(shown.to_owned())).capital(),
        remarks: Vec::new(),
        blocks,
        cites: cited(cites),
    }
}

/// The sentences of a block with a pronoun for somebody.
fn with_pronoun(block: Block, spoken: &str) -> Block {
    let steps = |steps: Vec<Step>| {
        let turned = steps.into_iter().map(|step| Step {
            prose: turned(step.prose, spoken),
            blocks: step.blocks.into_iter().map(|block| with_pronoun(block, spoken)).collect(),
            ..step
        });
        turned.collect()
    };
    match block {
        Block::Paragraph(prose) => Block::Paragraph(turned(prose, spoken)),
        Block::List(list) => Block::List(steps(list)),
        Block::Steps(list) => Block::Steps(steps(list)),
        other => other,
    }
}

fn turned(prose: Prose, spoken: &str) -> Prose {
    let capital = Prose::from(spoken).capital().plain();
    let at_start = prose.plain().starts_with(&capital);
    let said = prose.with_pronoun(&capital).with_pronoun(spoken);
    if at_start { said.capital() } else { said }
}

/// A text of the author, as it stands.
fn text_of(text: &Text) -> Prose {
    plain_text(text).into()
}

/// Takes parameters in; how they are spoken of.
fn with(speaker: &mut Speaker<'_>, parameters: &[Parameter]) -> Option<Prose> {
    let parameters: Vec<Prose> = parameters.iter().map(|parameter| speaker.parameter(parameter)).collect();
    (!parameters.is_empty()).then(|| Prose::list(parameters, "and"))
}

fn push_cited(prose: &mut Prose, cites: &[Citation]) {
    if let Some(cited) = cited(cites) {
        prose.push(Inline::Cite(cited));
    }
}

fn join(one: Prose, other: Prose) -> Prose {
    match one.is_empty() {
        true => other,
        false => say![one, "; ", other],
    }
}

/// A single word without the quotes that it has in a sentence.
fn bare_word(said: Prose, kind: &ExprKind) -> Prose {
    match kind {
        ExprKind::Name(_) => Prose::from(said.plain().trim_matches(['“', '”']).to_owned()),
        _ => said,
    }
}

fn signed(number: &crate::syntax::ast::Number) -> String {
    format!("{}{}", if number.negative { "−" } else { "" }, number.digits)
}

fn trimmed(mut said: Prose) -> Prose {
    if let Some(Inline::Text(text)) = said.0.last_mut() {
        text.truncate(text.trim_end().len());
    }
    said
}

fn attributes_table(rows: Vec<Vec<Prose>>, blocks: &mut Vec<Block>) {
    if rows.is_empty() {
        return;
    }
    let heads = ["name", "what it can be", "unless given", "meaning"];
    blocks.push(Block::Table(Table {
        heads: heads.map(str::to_owned).to_vec(),
        anchors: Vec::new(),
        rows,
    }));
}

/// The last place of an attribute before what is said behind it.
fn attribute_end(attribute: &Attribute) -> Span {
    let mut end = attribute.name.span.to(attribute.ty.span);
    for span in attribute.default.iter().map(|default| default.span).chain(attribute.text.iter().map(|text| text.span)) {
        end = end.to(span);
    }
    attribute.cites.iter().fold(end, |end, cite| end.to(cite.span))
}

fn end_of(attribute: &Attribute) -> u32 {
    attribute_end(attribute).end
}
