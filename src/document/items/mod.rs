//! Items of the rules as blocks of a document: what `speak` says of them, with the author's own prose beside it.

mod done;
mod noted;
mod reckoned;

use super::remarks::Remarks;
use super::speak::{Dictionary, Speaker, cited, plain_text, spaced};
use super::tree::{DocumentBlock, Inline, Prose, RuleEntry};
use crate::syntax::ast::{
    Allow, Allowed, Category, Citation, Item, ItemKind, OptionDef, Parameter, Text,
};

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
                let name = order
                    .name
                    .as_ref()
                    .or(order.during.as_ref())
                    .map_or("", |name| &name.text);
                let shown = if name.is_empty() {
                    "The order of acts".to_owned()
                } else {
                    format!("The order of acts: {}", spaced(name))
                };
                titled(
                    Category::Order,
                    name,
                    &shown,
                    self.speaker().order(order),
                    &order.cites,
                )
            }
            ItemKind::Placement(placement) => {
                let title = plain_text(&placement.title);
                titled(
                    Category::Placement,
                    &title,
                    &title,
                    self.speaker().placement(placement),
                    &placement.cites,
                )
            }
            ItemKind::Exception(exception) => {
                let title = plain_text(&exception.title);
                titled(
                    Category::Exception,
                    &title,
                    &title,
                    self.speaker().exception(exception),
                    &exception.cites,
                )
            }
            ItemKind::Void(void) => {
                let title = plain_text(&void.title);
                titled(
                    Category::Void,
                    &title,
                    &title,
                    self.speaker().void(void),
                    &void.cites,
                )
            }
            ItemKind::Trigger(trigger) => self.trigger(trigger),
            ItemKind::Tactic(tactic) => titled(
                Category::Tactic,
                &tactic.name.text,
                &format!("Tactic: {}", spaced(&tactic.name.text)),
                self.speaker().tactic(tactic),
                &tactic.cites,
            ),
            ItemKind::Phase(phase) => {
                let mut speaker = self.speaker();
                let title = phase
                    .title
                    .as_ref()
                    .map_or_else(|| spaced(&phase.name.text), plain_text);
                let mut blocks = Vec::new();
                blocks.extend(
                    speaker
                        .repeats(phase)
                        .map(|how| DocumentBlock::Paragraph(how.sentence())),
                );
                blocks.extend(speaker.phase_body(phase));
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
        // Which changes no scenario need notice is for its author.
        let warned = |allow: &&Allow| matches!(allow.what, Allowed::Warning { .. });
        for allow in item.allows.iter().filter(warned) {
            entry.remarks.push(Prose::from(format!(
                "Meant so: {}.",
                plain_text(&allow.because)
            )));
        }
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
    titled(
        category,
        name,
        &format!("{before}{}", spaced(name)),
        blocks,
        cites,
    )
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
    let parameters: Vec<Prose> = parameters
        .iter()
        .map(|parameter| speaker.parameter(parameter))
        .collect();
    (!parameters.is_empty()).then(|| Prose::list(parameters, "and"))
}

fn push_cited(prose: &mut Prose, cites: &[Citation]) {
    if let Some(cited) = cited(cites) {
        prose.push(Inline::Cite(cited));
    }
}
