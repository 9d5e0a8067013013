//! From a rule set to its document: the sections of its author, in the author's order; an overview before them, examples and an index
//! behind them. What the items say is made in `items`.

use std::collections::{BTreeMap, BTreeSet};

use super::items::{BlockBuilder, GivenItem};
use super::remarks::Remarks;
use super::speak::{Dictionary, name_of, plain_text};
use super::tree::{Anchor, Document, DocumentBlock, Prose, Section, paragraph};
use super::{index, overview};
use crate::load::{Expanded, resolve};
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{Item, ItemKind};

/// What a document holds beside its rules: each a section that others have made.
#[derive(Clone, Debug, Default)]
pub struct ExtraSections {
    /// Of a variant: what it changes. It stands first.
    pub errata: Option<Section>,
    /// Worked examples, made by `document::example`.
    pub examples: Vec<Section>,
    /// The digest of the rules, if it is to be told.
    pub digest: Option<u64>,
    /// Tables of odds, made by `document::odds`: they stand where the prose asks for them, the others together.
    pub odds: Vec<Section>,
}

/// The document of a rule set.
pub fn of(rules: &Expanded, sources: &Sources, beside: ExtraSections) -> Document {
    let items = rules.items.iter().map(|item| item.span.file);
    let changes = rules.parts.iter().map(|(change, _)| change.file);
    let files: BTreeSet<FileId> = items.chain(changes).chain([rules.span.file]).collect();
    let remarks = Remarks::new(sources, files.iter().copied());
    let words = Dictionary::new(&rules.items);
    let builder = BlockBuilder {
        words: &words,
        remarks: &remarks,
    };
    let chain = chain(rules.span.file, &remarks, sources, &files);
    let mut document = Document {
        title: name_of(rules.title.as_ref(), &rules.name),
        front: front(rules, &remarks, &chain, beside.digest),
        sections: beside.errata.into_iter().collect(),
        unanswered: Vec::new(),
    };
    let overview = overview::of(rules, &words, &remarks);
    document.sections.push(overview);
    let items: Vec<&Item> = rules.items.iter().filter(|item| has_entry(item)).collect();
    document.sections.extend(
        match chain.iter().any(|file| !remarks.headings(*file).is_empty()) {
            true => by_headings(&builder, (&items, rules), &chain, sources),
            false => by_category(&builder, &items, rules),
        },
    );
    document.sections.extend(unruled(&builder, rules));
    let examples = gathered("Worked examples", beside.examples);
    document.sections.extend(examples);
    let odds = super::odds::put_in_place(&mut document, beside.odds);
    document.sections.extend(gathered("Odds", odds));
    document.sections.extend(index::of(&rules.items));
    document.keep_places_apart();
    document
}

/// Sections under one heading, if there are any.
fn gathered(title: &str, sections: Vec<Section>) -> Option<Section> {
    (!sections.is_empty()).then(|| Section {
        sections,
        ..Section::new("section", title, Vec::new())
    })
}

/// The files that extend each other, the base first; what is used only is not among them.
fn chain(
    file: FileId,
    remarks: &Remarks<'_>,
    sources: &Sources,
    files: &BTreeSet<FileId>,
) -> Vec<FileId> {
    let mut chain = vec![file];
    let mut at = file;
    while let Some(path) = remarks
        .extends(at)
        .and_then(|path| resolve(sources.name(at), path).ok())
    {
        let mut known = files.iter().copied();
        match known.find(|file| sources.name(*file) == path) {
            Some(base) if !chain.contains(&base) => {
                chain.push(base);
                at = base;
            }
            _ => break,
        }
    }
    chain.reverse();
    chain
}

/// Source, digest and introduction.
fn front(
    rules: &Expanded,
    remarks: &Remarks<'_>,
    chain: &[FileId],
    digest: Option<u64>,
) -> Vec<DocumentBlock> {
    let mut blocks = Vec::new();
    for item in &rules.items {
        if let ItemKind::Source(source) = &item.kind {
            let source = plain_text(source);
            blocks.push(paragraph(format!(
                "Source: {}.",
                source.trim_end_matches('.')
            )));
        }
    }
    if let Some(digest) = digest {
        let words = format!(
            "The digest of these rules is {digest:016x}: another one tells that they have changed."
        );
        blocks.push(paragraph(words));
    }
    if let [base, .., _] = chain {
        let title = |file: &FileId| remarks.title(*file).unwrap_or("other rules").to_owned();
        let title = |file| format!("“{}”", title(file));
        blocks.push(paragraph(match &chain[1..chain.len() - 1] {
            [] => format!("This is a variant of {}; all of it stands here, with what the variant changes put in its place.", title(base)),
            [.., last] => format!(
                "This is a variant of {}, which is itself one of {}; all of it stands here, with what each changes put in its place. What the variant changes is told against {}.",
                title(last), title(base), title(last)
            ),
        }));
    }
    let introduction = remarks.introduction(rules.span.file).into_iter();
    blocks.extend(introduction.map(DocumentBlock::Remark));
    blocks
}

/// Whether an item has an entry of its own in the sections.
fn has_entry(item: &Item) -> bool {
    !matches!(
        item.kind,
        ItemKind::Source(_) | ItemKind::Document(_) | ItemKind::NoRule(_) | ItemKind::Uses(_)
    )
}

/// A place among the sections: file of the chain or library, and heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SectionPosition {
    file: usize,
    /// Where the heading stands; 0 before the first.
    heading: u32,
    /// Where the item stands in it.
    place: (u32, usize),
}

/// Items under the headings of their author.
fn by_headings(
    builder: &BlockBuilder<'_>,
    (items, rules): (&[&Item], &Expanded),
    chain: &[FileId],
    sources: &Sources,
) -> Vec<Section> {
    let mut libraries: Vec<FileId> = Vec::new();
    for item in items {
        if !chain.contains(&item.span.file) && !libraries.contains(&item.span.file) {
            libraries.push(item.span.file);
        }
    }
    let files: Vec<FileId> = chain.iter().copied().chain(libraries).collect();
    let mut placed: Vec<(SectionPosition, &Item)> = Vec::new();
    let mut last: Option<SectionPosition> = None;
    for (number, item) in items.iter().enumerate() {
        let file = files
            .iter()
            .position(|file| *file == item.span.file)
            .unwrap_or(0);
        let headings = builder.remarks.headings(item.span.file);
        let before = headings.partition_point(|heading| heading.start < item.span.start);
        let heading = before.checked_sub(1).map_or(0, |last| headings[last].start);
        let own = SectionPosition {
            file,
            heading,
            place: (item.span.start, number),
        };
        // What a variant puts in the place of something stands where that stood.
        let in_place = headings.is_empty()
            && chain.contains(&item.span.file)
            && items[number..]
                .iter()
                .any(|later| later.span.file != item.span.file);
        let home = match (in_place, last) {
            (true, Some(last)) => SectionPosition {
                place: (last.place.0, number),
                ..last
            },
            _ => own,
        };
        last = Some(home);
        placed.push((home, item));
    }
    placed.sort_by_key(|(home, _)| *home);
    let mut sections: Vec<Section> = Vec::new();
    let mut groups: BTreeMap<(usize, u32), Vec<&Item>> = BTreeMap::new();
    for (home, item) in placed {
        groups
            .entry((home.file, home.heading))
            .or_default()
            .push(item);
    }
    // A heading may have nothing but other headings below it.
    for (file, heading) in groups.keys().copied().collect::<Vec<_>>() {
        let headings = builder.remarks.headings(files[file]);
        let up_to = headings.iter().take_while(|one| one.start <= heading);
        if let Some(above) = up_to.filter(|one| one.level == 1).last() {
            groups.entry((file, above.start)).or_default();
        }
    }
    let ends = Ends::new(rules);
    for ((file, heading), items) in groups {
        let id = files[file];
        let headings = builder.remarks.headings(id);
        let found = headings.iter().find(|one| one.start == heading);
        let (title, level) = match found {
            Some(heading) => (heading.title.clone(), heading.level),
            None => (front_title(builder, id, chain, sources), 1),
        };
        let blocks = match items.is_empty() {
            true => {
                let next = headings.iter().find(|one| one.start > heading);
                let end = next.map_or(u32::MAX, |next| next.start);
                let said = builder.remarks.stretch(id, heading, end);
                said.into_iter().map(DocumentBlock::Remark).collect()
            }
            false => builder.blocks(
                (items.into_iter())
                    .map(|item| ends.given(builder, item))
                    .collect(),
            ),
        };
        let section = Section {
            anchor: Anchor::new("section", &format!("{} {title}", sections.len() + 1)),
            ..Section::new("section", &headline(&title), blocks)
        };
        match (level, sections.last_mut()) {
            (2, Some(above)) => above.sections.push(section),
            _ => sections.push(section),
        }
    }
    sections
}

/// With a capital at its first letter, wherever that stands.
fn headline(title: &str) -> String {
    let at = title.find(char::is_alphabetic).unwrap_or(0);
    let (before, rest) = title.split_at(at);
    let mut chars = rest.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    before.chars().chain(first).chain(chars).collect()
}

/// What the part before the first heading of a file is called.
fn front_title(
    builder: &BlockBuilder<'_>,
    file: FileId,
    chain: &[FileId],
    sources: &Sources,
) -> String {
    let title = builder.remarks.title(file);
    let title = title.unwrap_or_else(|| sources.name(file));
    match chain {
        [base, ..] if *base == file => "Foundations".to_owned(),
        _ if chain.contains(&file) => format!("What “{title}” adds"),
        _ => title.to_owned(),
    }
}

/// Where each item and each change of a part ends, by its file: the remarks of the next one begin there.
struct Ends {
    ends: BTreeMap<FileId, Vec<u32>>,
    /// The changes of the parts of each item.
    changes: BTreeMap<Span, Vec<Span>>,
}

impl Ends {
    fn new(rules: &Expanded) -> Self {
        let mut ends: BTreeMap<FileId, Vec<u32>> = BTreeMap::new();
        let mut changes: BTreeMap<Span, Vec<Span>> = BTreeMap::new();
        for (change, item) in &rules.parts {
            changes.entry(*item).or_default().push(*change);
        }
        for span in &rules.written {
            ends.entry(span.file).or_default().push(span.end);
        }
        ends.values_mut().for_each(|ends| ends.sort_unstable());
        Ends { ends, changes }
    }

    /// What the author says before a place.
    fn before(&self, builder: &BlockBuilder<'_>, place: Span) -> Vec<Prose> {
        let before = self.ends.get(&place.file).and_then(|ends| {
            let number = ends.partition_point(|end| *end <= place.start);
            number.checked_sub(1).map(|number| ends[number])
        });
        let begins = builder.remarks.begins(place.file);
        builder.remarks.before(place, before.unwrap_or(begins))
    }

    /// An item with what its author says before it, and what others say before they change parts of it.
    fn given<'i>(&self, builder: &BlockBuilder<'_>, item: &'i Item) -> GivenItem<'i> {
        let changes = self.changes.get(&item.span).into_iter().flatten();
        let places = [item.span].into_iter().chain(changes.copied());
        let remarks = places
            .flat_map(|place| self.before(builder, place))
            .collect();
        GivenItem { item, remarks }
    }
}

/// A heading, and which items stand under it.
type Category = (&'static str, fn(&ItemKind) -> bool);

/// What belongs together where the author gives no headings.
const CATEGORIES: &[Category] = &[
    ("Time and measures", |item| {
        matches!(item, ItemKind::Time(_) | ItemKind::Units(_))
    }),
    ("The procedure", |item| matches!(item, ItemKind::Phase(_))),
    ("The order of acts", |item| {
        matches!(
            item,
            ItemKind::Order(_)
                | ItemKind::Placement(_)
                | ItemKind::Exception(_)
                | ItemKind::Void(_)
        )
    }),
    ("Actions", |item| matches!(item, ItemKind::Action(_))),
    ("What follows when something happens", |item| {
        matches!(item, ItemKind::Trigger(_))
    }),
    ("Tactics", |item| matches!(item, ItemKind::Tactic(_))),
    ("Procedures", |item| matches!(item, ItemKind::Procedure(_))),
    ("Tables", |item| matches!(item, ItemKind::Table(_))),
    ("Definitions", |item| matches!(item, ItemKind::Let(_))),
    ("Options", |item| matches!(item, ItemKind::Option(_))),
    ("What is written down", |item| {
        matches!(item, ItemKind::Kind(_) | ItemKind::Choice(_))
    }),
    ("Events", |item| matches!(item, ItemKind::Event(_))),
];

fn by_category(builder: &BlockBuilder<'_>, items: &[&Item], rules: &Expanded) -> Vec<Section> {
    let ends = Ends::new(rules);
    let mut sections = Vec::new();
    for (title, belongs) in CATEGORIES {
        let own: Vec<GivenItem<'_>> = items
            .iter()
            .filter(|item| belongs(&item.kind))
            .map(|item| ends.given(builder, item))
            .collect();
        if !own.is_empty() {
            sections.push(Section::new("section", title, builder.blocks(own)));
        }
    }
    sections
}

/// The statements that need no rule.
fn unruled(builder: &BlockBuilder<'_>, rules: &Expanded) -> Option<Section> {
    let ends = Ends::new(rules);
    let none = (rules.items.iter()).filter(|item| matches!(item.kind, ItemKind::NoRule(_)));
    let blocks: Vec<DocumentBlock> = none
        .filter_map(|item| {
            Some(DocumentBlock::Entry(
                builder.entry(item, ends.given(builder, item).remarks)?,
            ))
        })
        .collect();
    (!blocks.is_empty()).then(|| Section {
        anchor: Anchor::new("section", "no rule"),
        ..Section::new("section", "What needs no rule", blocks)
    })
}
