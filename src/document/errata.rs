//! What a variant changes in the rules that it extends: each changed item as it was and as it is now, in sentences.

use std::collections::BTreeSet;

use super::items::BlockBuilder;
use super::remarks::Remarks;
use super::speak::{Dictionary, name_of};
use super::tree::{
    Anchor, Document, DocumentBlock, DocumentTable, Inline, ListItem, Prose, RuleEntry, Section,
    each_anchor, paragraph, plain_table, say,
};
use crate::diff::{ItemChange, ItemChangeKind, headline};
use crate::load::Expanded;
use crate::source::{FileId, Sources};
use crate::syntax::ast::{Attribute, Category, Item, ItemKind};

/// A variant, its base, and what differs between the two.
#[derive(Clone, Copy, Debug)]
pub struct ChangedVariant<'a> {
    /// The rules that are extended.
    pub base: &'a Expanded,
    /// The rules that extend them.
    pub variant: &'a Expanded,
    /// Item by item.
    pub changes: &'a [ItemChange],
}

impl ChangedVariant<'_> {
    /// The errata alone, as a document.
    pub fn document(&self, sources: &Sources) -> Document {
        let name = name_of(self.variant.title.as_ref(), &self.variant.name);
        let remarks = Remarks::new(sources, [self.variant.span.file]);
        let mut front = vec![paragraph(format!(
            "Errata to “{}”.",
            name_of(self.base.title.as_ref(), &self.base.name)
        ))];
        let introduction = remarks.introduction(self.variant.span.file).into_iter();
        front.extend(introduction.map(DocumentBlock::Remark));
        let mut document = Document {
            title: name,
            front,
            sections: vec![errata(self, sources)],
            unanswered: Vec::new(),
        };
        super::odds::put_in_place(&mut document, Vec::new());
        document.keep_places_apart();
        document
    }
}

/// The errata as a section.
pub fn errata(changed: &ChangedVariant<'_>, sources: &Sources) -> Section {
    let base = name_of(changed.base.title.as_ref(), &changed.base.name);
    let (before, after) = (
        ErrataWriter::new(changed.base, sources),
        ErrataWriter::new(changed.variant, sources),
    );
    let mut blocks = Vec::new();
    if changed.changes.is_empty() {
        blocks.push(paragraph(format!(
            "This variant changes nothing in “{base}”."
        )));
    }
    // A kind of which only more is noted than before has something added, and nothing changed.
    let seen_as = |change: &ItemChange| match change.change {
        ItemChangeKind::Changed
            if before
                .describe(&change.category, &change.name, &after)
                .is_none() =>
        {
            ItemChangeKind::Added
        }
        how => how,
    };
    let mut parts = |title: &str, is_here: fn(ItemChangeKind) -> bool| {
        let of_it: Vec<&ItemChange> = (changed.changes.iter())
            .filter(|change| is_here(seen_as(change)))
            .collect();
        if of_it.is_empty() {
            return;
        }
        blocks.push(paragraph(Inline::Strong(title.to_owned())));
        for change in of_it {
            let told = change_blocks(change, &before, &after).into_iter();
            blocks.extend(told.map(without_places));
        }
    };
    parts("Added", |how| how == ItemChangeKind::Added);
    parts("Changed", |how| {
        matches!(how, ItemChangeKind::Changed | ItemChangeKind::Renamed)
    });
    parts("At another place", |how| how == ItemChangeKind::Moved);
    parts("Struck out", |how| how == ItemChangeKind::Removed);
    Section {
        anchor: Anchor::new("section", "errata"),
        ..Section::new("section", "What this variant changes", blocks)
    }
}

/// One change in sentences; where an item has none, by its name.
fn change_blocks(
    change: &ItemChange,
    before: &ErrataWriter<'_>,
    after: &ErrataWriter<'_>,
) -> Vec<DocumentBlock> {
    let new_name = match change.change {
        ItemChangeKind::Renamed => change.other.as_deref().unwrap_or(&change.name),
        _ => &change.name,
    };
    let old = before.describe(&change.category, &change.name, after);
    let new = after.describe(&change.category, new_name, before);
    match (change.change, old, new) {
        // Of a kind that only has more, or less, than before, there is one side alone.
        (ItemChangeKind::Added, _, Some(new)) | (ItemChangeKind::Changed, None, Some(new)) => {
            vec![new]
        }
        (ItemChangeKind::Removed, Some(old), _) => vec![old],
        (ItemChangeKind::Changed, Some(old), None) => {
            vec![DocumentBlock::List(vec![read("Struck out:", old)])]
        }
        (ItemChangeKind::Changed, Some(old), Some(new))
            if change.category == Category::Option.noun() && set_anew(&old, &new).is_some() =>
        {
            set_anew(&old, &new).into_iter().collect()
        }
        (
            ItemChangeKind::Changed,
            Some(DocumentBlock::Entry(old)),
            Some(DocumentBlock::Entry(new)),
        ) if let Some(parts) = other_rows(&old, &new).or_else(|| other_steps(&old, &new)) => {
            vec![parts]
        }
        (ItemChangeKind::Changed | ItemChangeKind::Renamed, Some(old), Some(new)) if old != new => {
            vec![DocumentBlock::List(vec![
                read("For:", old),
                read("Read:", new),
            ])]
        }
        _ => vec![paragraph(Prose::from(headline(change)).sentence())],
    }
}

/// An option that is set otherwise, and is the same in all else: one sentence.
fn set_anew(old: &DocumentBlock, new: &DocumentBlock) -> Option<DocumentBlock> {
    let row = |block: &DocumentBlock| match block {
        DocumentBlock::Entry(entry) => match entry.blocks.as_slice() {
            [DocumentBlock::Table(table)] => {
                <[Prose; 4]>::try_from(table.rows.first()?.clone()).ok()
            }
            _ => None,
        },
        _ => None,
    };
    let ([name, settles, choices, was], [same, also, those, is]) = (row(old)?, row(new)?);
    let is_set = name == same && settles == also && choices == those && was != is;
    is_set.then(|| {
        let set = say![
            "The option ",
            name,
            " is “",
            is,
            "”, no longer “",
            was,
            "”. "
        ];
        paragraph(say![set, settles.sentence()])
    })
}

/// A table that has other rows, and is the same in all else: these rows.
fn other_rows(old: &RuleEntry, new: &RuleEntry) -> Option<DocumentBlock> {
    let parts = |entry: &RuleEntry| match entry.blocks.as_slice() {
        [DocumentBlock::Paragraph(head), DocumentBlock::Table(table)] => {
            let uncited = head
                .0
                .iter()
                .filter(|inline| !matches!(inline, Inline::Cite(_)));
            Some((Prose(uncited.cloned().collect()), table.clone()))
        }
        _ => None,
    };
    let ((before, was), (head, is)) = (parts(old)?, parts(new)?);
    let only = |own: &DocumentTable, other: &DocumentTable| {
        let rows = own.rows.iter().filter(|row| !other.rows.contains(row));
        plain_table(own.heads.clone(), rows.cloned().collect())
    };
    if before != head || was.heads != is.heads {
        return None;
    }
    let list = match (only(&was, &is), only(&is, &was)) {
        (None, None) => return None,
        (Some(out), Some(put)) => vec![read("For:", out), read("Read:", put)],
        (Some(out), None) => vec![read("Struck out:", out)],
        (None, Some(put)) => vec![read("Added:", put)],
    };
    let blocks = vec![DocumentBlock::Paragraph(head), DocumentBlock::List(list)];
    Some(DocumentBlock::Entry(RuleEntry {
        blocks,
        ..new.clone()
    }))
}

/// An item of which one stretch of its steps is another one, and that is the same in all else: these steps, with their numbers.
fn other_steps(old: &RuleEntry, new: &RuleEntry) -> Option<DocumentBlock> {
    let steps = |entry: &RuleEntry| {
        let is_steps = |block: &DocumentBlock| matches!(block, DocumentBlock::Steps(_));
        let at = entry.blocks.iter().position(is_steps)?;
        let mut others = entry.blocks.clone();
        match others.remove(at) {
            DocumentBlock::Steps(steps) => Some((at, steps, others)),
            _ => None,
        }
    };
    let ((at, was, others), (place, is, rest)) = (steps(old)?, steps(new)?);
    let is_same = (at, &others, &old.name) == (place, &rest, &new.name);
    let pairs = || was.iter().zip(&is);
    let before = pairs().take_while(|(one, other)| one == other).count();
    let most = was.len().min(is.len()) - before;
    let ends = was.iter().rev().zip(is.iter().rev());
    let behind = ends
        .take(most)
        .take_while(|(one, other)| one == other)
        .count();
    if !is_same || before + behind == 0 {
        return None;
    }
    let stretch = |steps: &[ListItem]| steps[before..steps.len() - behind].to_vec();
    let (out, put) = (stretch(&was), stretch(&is));
    let which = match out.len() {
        0 | 1 => format!("step {}", before + 1),
        several => format!("steps {} to {}", before + 1, before + several),
    };
    let list = |head: String, steps: Vec<ListItem>| read(&head, DocumentBlock::List(steps));
    let list = match (out.is_empty(), put.is_empty()) {
        (true, true) => return None,
        (true, false) if before == 0 => vec![list("Before step 1:".to_owned(), put)],
        (true, false) => vec![list(format!("Behind step {before}:"), put)],
        (false, true) => vec![list(format!("Struck out, {which}:"), out)],
        (false, false) => vec![
            list(format!("For {which}:"), out),
            list("Read:".to_owned(), put),
        ],
    };
    let mut blocks: Vec<DocumentBlock> = new.blocks[..place].to_vec();
    blocks.push(DocumentBlock::List(list));
    Some(DocumentBlock::Entry(RuleEntry {
        blocks,
        ..new.clone()
    }))
}

fn read(head: &str, block: DocumentBlock) -> ListItem {
    ListItem {
        prose: Inline::Strong(head.to_owned()).into(),
        blocks: vec![block],
        ..ListItem::default()
    }
}

/// Says what an item of one rule set says.
struct ErrataWriter<'a> {
    rules: &'a Expanded,
    words: Dictionary<'a>,
    remarks: Remarks<'a>,
}

impl<'a> ErrataWriter<'a> {
    fn new(rules: &'a Expanded, sources: &'a Sources) -> Self {
        let files: BTreeSet<FileId> = rules.items.iter().map(|item| item.span.file).collect();
        ErrataWriter {
            rules,
            words: Dictionary::new(&rules.items),
            remarks: Remarks::new(sources, files),
        }
    }

    fn builder(&self) -> BlockBuilder<'_> {
        BlockBuilder {
            words: &self.words,
            remarks: &self.remarks,
        }
    }

    /// When the records of a kind are in play.
    fn in_play(&self, kind: &str) -> Option<DocumentBlock> {
        let clause = self.rules.items.iter().find_map(|item| match &item.kind {
            ItemKind::Kind(def) if def.name.text == kind => def.in_play.as_ref(),
            _ => None,
        });
        Some(self.builder().in_play(kind, clause?))
    }

    /// The item of this category and name, if there is one and it has sentences. Of a kind: what the other rule set has not.
    fn describe(
        &self,
        category: &str,
        name: &str,
        other: &ErrataWriter<'_>,
    ) -> Option<DocumentBlock> {
        let builder = self.builder();
        if category == Category::Kind.noun() {
            let is_new = |attribute: &&Attribute| {
                let known = other.words.declared(name, &attribute.name.text);
                known.is_none_or(|known| {
                    known.ty.kind != attribute.ty.kind
                        || known.default.is_some() != attribute.default.is_some()
                        || known.terms() != attribute.terms()
                        || known.kept_secret != attribute.kept_secret
                })
            };
            let (mut remarks, mut noted) = (Vec::new(), Vec::new());
            let in_play = self.in_play(name);
            let in_play = in_play.filter(|new| Some(new) != other.in_play(name).as_ref());
            for item in &self.rules.items {
                let own = match &item.kind {
                    ItemKind::Kind(kind) if kind.name.text == name => &kind.attributes,
                    _ => continue,
                };
                let new: Vec<&Attribute> = own.iter().filter(is_new).collect();
                let mut known = other.rules.items.iter();
                let is_known = known.any(|known| known.span == item.span);
                if !new.is_empty() && !is_known {
                    remarks.extend(self.remarks_on(item));
                }
                noted.extend(new);
            }
            let entry = builder.noted(name, &noted, in_play)?;
            return Some(DocumentBlock::Entry(RuleEntry { remarks, ..entry }));
        }
        let is_it = |item: &&Item| {
            item.identity().is_some_and(|identity| {
                let noun = identity.category.noun();
                let same_category =
                    noun == category || (identity.category == Category::Let && category == "let");
                same_category && identity.name == name
            })
        };
        let item = self.rules.items.iter().find(is_it)?;
        let remarks = self.remarks_on(item);
        Some(DocumentBlock::Entry(builder.entry(item, remarks)?))
    }

    /// What the author says before an item.
    fn remarks_on(&self, item: &Item) -> Vec<Prose> {
        let others = self.rules.written.iter();
        let before =
            others.filter(|span| span.file == item.span.file && span.end <= item.span.start);
        let from = before.map(|span| span.end).max();
        let from = from.unwrap_or_else(|| self.remarks.begins(item.span.file));
        self.remarks.before(item.span, from)
    }
}

/// A block without places to refer to: these belong to the whole rules.
fn without_places(mut block: DocumentBlock) -> DocumentBlock {
    each_anchor(std::slice::from_mut(&mut block), &mut |anchor| {
        *anchor = Anchor::default();
    });
    block
}
