//! Items of the rules as blocks of a document: what `speak` says of them, with the author's own prose beside it.

mod done;
mod noted;
mod reckoned;

use super::remarks::Remarks;
use super::speak::{Dictionary, Speaker, cited, plain_text, spaced};
use super::tree::{DocumentBlock, Inline, Prose, RuleEntry};
use crate::document::speak::name_of;
use crate::document::tree::paragraph;
use crate::syntax::ast::{Category, Citation, Item, ItemKind, OptionDef, Parameter, Text};

/// Makes blocks of items.
pub(super) struct BlockBuilder<'a> {
    pub words: &'a Dictionary<'a>,
    pub remarks: &'a Remarks<'a>,
}

/// An item that is given.
pub(super) struct GivenItem<'a> {
    pub item: &'a Item,
    /// What the author says before it.
    pub remarks: Vec<Prose>,
}

impl<'a> BlockBuilder<'a> {
    fn speaker(&self) -> Speaker<'a> {
        Speaker::new(self.words, self.remarks)
    }

    /// Items as blocks; neighbours of one kind stand together where a table or a list is easier to read.
    pub fn blocks(&self, given: Vec<GivenItem<'a>>) -> Vec<DocumentBlock> {
        let mut blocks = Vec::new();
        let mut options: Vec<&OptionDef> = Vec::new();
        for GivenItem { item, remarks } in given {
            if let ItemKind::Option(option) = &item.kind {
                if !remarks.is_empty() {
                    self.options(std::mem::take(&mut options), &mut blocks);
                    blocks.extend(remarks.into_iter().map(DocumentBlock::Remark));
                }
                options.push(option);
                continue;
            }
            self.options(std::mem::take(&mut options), &mut blocks);
            let Some(entry) = self.entry(item, remarks) else {
                continue;
            };
            // What another file adds to a kind stands with the rest of it.
            let is_more = matches!(item.kind, ItemKind::Kind(_)) && entry.cites.is_none();
            let known = blocks.iter_mut().find_map(|block| match block {
                DocumentBlock::Entry(known) if is_more && known.anchor == entry.anchor => {
                    Some(known)
                }
                _ => None,
            });
            match known {
                Some(known) => {
                    (known.blocks).extend(entry.remarks.into_iter().map(DocumentBlock::Remark));
                    known.blocks.extend(entry.blocks);
                }
                None => blocks.push(DocumentBlock::Entry(entry)),
            }
        }
        self.options(options, &mut blocks);
        blocks
    }

    /// One item as an entry; nothing for what stands elsewhere.
    pub fn entry(&self, item: &'a Item, remarks: Vec<Prose>) -> Option<RuleEntry> {
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
                let blocks = self.speaker().order(order);
                match order.name.as_ref().or(order.during.as_ref()) {
                    Some(name) => {
                        let before = "The order of acts: ";
                        named(Category::Order, &name.text, before, blocks, &order.cites)
                    }
                    None => {
                        let shown = "The order of acts";
                        titled(Category::Order, "", shown, blocks, &order.cites)
                    }
                }
            }
            ItemKind::Placement(placement) => {
                let blocks = self.speaker().placement(placement);
                called(
                    Category::Placement,
                    &placement.title,
                    blocks,
                    &placement.cites,
                )
            }
            ItemKind::Exception(exception) => {
                let blocks = self.speaker().exception(exception);
                called(
                    Category::Exception,
                    &exception.title,
                    blocks,
                    &exception.cites,
                )
            }
            ItemKind::Void(void) => {
                let blocks = self.speaker().void(void);
                called(Category::Void, &void.title, blocks, &void.cites)
            }
            ItemKind::Trigger(trigger) => self.trigger(trigger),
            ItemKind::Tactic(tactic) => {
                let (name, blocks) = (&tactic.name.text, self.speaker().tactic(tactic));
                named(Category::Tactic, name, "Tactic: ", blocks, &tactic.cites)
            }
            ItemKind::Phase(phase) => {
                let mut speaker = self.speaker();
                let title = name_of(phase.title.as_ref(), &phase.name);
                let how = speaker.repeats(phase).map(|how| paragraph(how.sentence()));
                let blocks = how.into_iter().chain(speaker.phase_body(phase)).collect();
                titled(
                    Category::Phase,
                    &phase.name.text,
                    &title,
                    blocks,
                    &phase.cites,
                )
            }
            ItemKind::NoRule(unruled) => self.no_rule(unruled),
            _ => return None,
        };
        entry.remarks.splice(0..0, remarks);
        Some(entry)
    }
}

fn named(
    category: Category,
    name: &str,
    before: &str,
    blocks: Vec<DocumentBlock>,
    cites: &[Citation],
) -> RuleEntry {
    let shown = format!("{before}{}", spaced(name));
    titled(category, name, &shown, blocks, cites)
}

fn called(
    category: Category,
    title: &Text,
    blocks: Vec<DocumentBlock>,
    cites: &[Citation],
) -> RuleEntry {
    let title = plain_text(title);
    titled(category, &title, &title, blocks, cites)
}

fn titled(
    category: Category,
    name: &str,
    shown: &str,
    blocks: Vec<DocumentBlock>,
    cites: &[Citation],
) -> RuleEntry {
    RuleEntry {
        anchor: Dictionary::anchor(category, name),
        name: Prose::from(Inline::Text(shown.to_owned())).capital(),
        remarks: Vec::new(),
        blocks,
        cites: cited(cites),
    }
}

/// A text of the author, as it stands.
fn text_of(text: &Text) -> Prose {
    plain_text(text).into()
}

/// Takes parameters in; how they are spoken of.
fn with(speaker: &mut Speaker<'_>, parameters: &[Parameter]) -> Option<Prose> {
    let parameters = parameters
        .iter()
        .map(|parameter| speaker.parameter(parameter));
    let parameters: Vec<Prose> = parameters.collect();
    (!parameters.is_empty()).then(|| Prose::list(parameters, "and"))
}

fn push_cited(prose: &mut Prose, cites: &[Citation]) {
    if let Some(cited) = cited(cites) {
        prose.push(Inline::Cite(cited));
    }
}
