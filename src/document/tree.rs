//! A document as a neutral tree: sections, paragraphs, numbered steps, tables, definitions. Knows no form in which it is written, and no rules.

use std::collections::{BTreeMap, BTreeSet};

/// A whole document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// What stands before the first section.
    pub front: Vec<DocumentBlock>,
    /// In order.
    pub sections: Vec<Section>,
    /// Titles of odds for which the author's prose asks, and that are not given.
    pub unanswered: Vec<String>,
}

impl Document {
    /// Gives each place a name of its own: where two would have the same, the later ones are numbered.
    pub(super) fn keep_places_apart(&mut self) {
        let mut known = BTreeMap::new();
        for section in &mut self.sections {
            section.keep_places_apart(&mut known);
        }
    }

    /// Every place that something can refer to.
    pub(super) fn anchors(&self) -> BTreeSet<Anchor> {
        let mut found = BTreeSet::new();
        for section in &self.sections {
            section.anchors(&mut found);
        }
        found
    }
}

/// How often each place was met.
type PlaceCounts = BTreeMap<String, usize>;

impl Anchor {
    fn keep_apart(&mut self, known: &mut PlaceCounts) {
        if self.is_empty() {
            return;
        }
        let count = known.entry(self.0.clone()).or_default();
        *count += 1;
        if *count > 1 {
            self.0 = format!("{}--{count}", self.0);
        }
    }
}

/// Changes every place in these blocks that something can refer to.
pub(super) fn each_anchor(blocks: &mut [DocumentBlock], change: &mut dyn FnMut(&mut Anchor)) {
    for block in blocks {
        match block {
            DocumentBlock::Steps(steps) | DocumentBlock::List(steps) => {
                for step in steps {
                    change(&mut step.anchor);
                    each_anchor(&mut step.blocks, change);
                }
            }
            DocumentBlock::Entry(entry) => {
                change(&mut entry.anchor);
                each_anchor(&mut entry.blocks, change);
            }
            DocumentBlock::Table(table) => table.anchors.iter_mut().for_each(&mut *change),
            _ => {}
        }
    }
}

impl Section {
    fn keep_places_apart(&mut self, known: &mut PlaceCounts) {
        self.anchor.keep_apart(known);
        each_anchor(&mut self.blocks, &mut |anchor| anchor.keep_apart(known));
        for section in &mut self.sections {
            section.keep_places_apart(known);
        }
    }

    fn anchors(&self, found: &mut BTreeSet<Anchor>) {
        found.insert(self.anchor.clone());
        anchors(&self.blocks, found);
        for section in &self.sections {
            section.anchors(found);
        }
    }
}

fn anchors(blocks: &[DocumentBlock], found: &mut BTreeSet<Anchor>) {
    for block in blocks {
        match block {
            DocumentBlock::Steps(steps) | DocumentBlock::List(steps) => {
                for step in steps {
                    found.insert(step.anchor.clone());
                    anchors(&step.blocks, found);
                }
            }
            DocumentBlock::Entry(entry) => {
                found.insert(entry.anchor.clone());
                anchors(&entry.blocks, found);
            }
            DocumentBlock::Table(table) => found.extend(table.anchors.iter().cloned()),
            _ => {}
        }
    }
}

/// A part with a heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// What it is called.
    pub title: Prose,
    /// By what others refer to it.
    pub anchor: Anchor,
    /// What stands before the sections inside it.
    pub blocks: Vec<DocumentBlock>,
    /// Sections inside it.
    pub sections: Vec<Section>,
}

impl Section {
    /// A part that holds no other.
    pub(super) fn new(category: &str, title: &str, blocks: Vec<DocumentBlock>) -> Self {
        Section {
            title: title.into(),
            anchor: Anchor::new(category, title),
            blocks,
            sections: Vec::new(),
        }
    }
}

/// By what a place of a document is known: letters, digits and hyphens alone, so that it is safe in every form.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Anchor(String);

impl Anchor {
    /// The anchor of a thing of this category and name; whatever is no letter of the alphabet or digit becomes its number.
    pub fn new(category: &str, name: &str) -> Self {
        let mut out = String::new();
        for c in format!("{category}-{name}").chars() {
            match c {
                'a'..='z' | '0'..='9' => out.push(c),
                'A'..='Z' => out.push(c.to_ascii_lowercase()),
                ' ' | '_' | '-' => out.push('-'),
                other => out.push_str(&format!("x{:x}", u32::from(other))),
            }
        }
        Anchor(out)
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A piece of the body.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentBlock {
    /// Sentences.
    Paragraph(Prose),
    /// The author's own prose.
    Remark(Prose),
    /// Numbered.
    Steps(Vec<ListItem>),
    /// Not numbered.
    List(Vec<ListItem>),
    /// A rule with its name.
    Entry(RuleEntry),
    /// Rows and columns.
    Table(DocumentTable),
    /// Lines that stay as they are.
    Lines(String),
    /// A picture: the text of an SVG image that this program has made, and what it shows.
    Picture {
        /// The image.
        svg: String,
        /// In words.
        shows: String,
    },
}

/// Sentences as a block.
pub(super) fn paragraph(said: impl Into<Prose>) -> DocumentBlock {
    DocumentBlock::Paragraph(said.into())
}

/// A table to whose rows nothing refers, if it has any rows.
pub(super) fn plain_table<H: Into<String>>(
    heads: impl IntoIterator<Item = H>,
    rows: Vec<Vec<Prose>>,
) -> Option<DocumentBlock> {
    let table = DocumentTable {
        heads: heads.into_iter().map(H::into).collect(),
        anchors: Vec::new(),
        rows,
    };
    (!table.rows.is_empty()).then_some(DocumentBlock::Table(table))
}

/// An item of a list, with what belongs to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListItem {
    /// By what others refer to it; may be empty.
    pub anchor: Anchor,
    /// The author's own prose about it.
    pub remarks: Vec<Prose>,
    /// What it says.
    pub prose: Prose,
    /// What goes on below it.
    pub blocks: Vec<DocumentBlock>,
}

impl From<Prose> for ListItem {
    fn from(prose: Prose) -> Self {
        ListItem {
            prose,
            ..ListItem::default()
        }
    }
}

/// A rule with its name: the name stands at the head of its first paragraph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleEntry {
    /// By what others refer to it.
    pub anchor: Anchor,
    /// What it is called.
    pub name: Prose,
    /// The author's own prose about it.
    pub remarks: Vec<Prose>,
    /// What it says.
    pub blocks: Vec<DocumentBlock>,
    /// What it carries out.
    pub cites: Option<String>,
}

/// Rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentTable {
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// By what others refer to each row; may be empty.
    pub anchors: Vec<Anchor>,
    /// Each as long as the heads.
    pub rows: Vec<Vec<Prose>>,
}

/// A stretch of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    /// Plain.
    Text(String),
    /// A word of these rules; where it is explained, if anywhere.
    Term(String, Option<Anchor>),
    /// What stands out.
    Strong(String),
    /// What is cited, in small letters.
    Cite(String),
}

/// Text with terms in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prose(pub Vec<Inline>);

impl Prose {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts something at its end.
    pub fn push(&mut self, piece: impl Into<Prose>) {
        for inline in piece.into().0 {
            match (self.0.last_mut(), inline) {
                (_, Inline::Text(text)) if text.is_empty() => {}
                (Some(Inline::Text(last)), Inline::Text(text)) => last.push_str(&text),
                (_, inline) => self.0.push(inline),
            }
        }
    }

    /// With a capital at its beginning.
    pub fn capital(mut self) -> Self {
        if let Some(Inline::Text(text) | Inline::Term(text, _) | Inline::Strong(text)) =
            self.0.first_mut()
        {
            let (bracket, rest) = text.split_at(text.len() - text.trim_start_matches('(').len());
            let mut chars = rest.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            *text = bracket.chars().chain(first).chain(chars).collect();
        }
        self
    }

    /// As a sentence: with a capital at its beginning and a full stop at its end.
    pub fn sentence(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let mut whole = self.capital();
        // The name of something ends no sentence, whatever its last sign is.
        let is_ended = matches!(whole.0.last(), Some(Inline::Text(text))
            if text.trim_end_matches(['”', ')']).ends_with(['.', '?', '!', ':']));
        if !is_ended {
            whole.push(".");
        }
        whole
    }

    /// What follows these words at its beginning.
    pub(super) fn after(&self, head: &str) -> Option<Self> {
        let [Inline::Text(first), rest @ ..] = self.0.as_slice() else {
            return None;
        };
        let mut whole = Prose::from(first.strip_prefix(head)?);
        rest.iter().for_each(|inline| whole.push(inline.clone()));
        Some(whole)
    }

    /// Without anything but its words.
    pub fn plain(&self) -> String {
        let words = self.0.iter().map(|inline| match inline {
            Inline::Text(text)
            | Inline::Term(text, _)
            | Inline::Strong(text)
            | Inline::Cite(text) => text.as_str(),
        });
        words.collect()
    }

    /// The same without some words of its plain texts.
    pub fn without(self, words: &str) -> Self {
        let pieces = self.0.into_iter().map(|inline| match inline {
            Inline::Text(text) => Inline::Text(text.replace(words, "")),
            other => other,
        });
        Prose(pieces.collect())
    }

    /// The same with a pronoun for a record that it mentions: `the orc’s hp` becomes `its hp`. Unchanged where it mentions another record too.
    pub fn with_pronoun(self, spoken: &str) -> Self {
        let plain = self.plain();
        let others = [
            " whose ", " who ", " that ", " where ", "another ", " other ", "there is",
        ];
        if others.iter().any(|other| plain.contains(other)) {
            return self;
        }
        // What is said aloud names whom it means.
        let mut quoted = false;
        let pieces = self.0.into_iter().map(|inline| match inline {
            Inline::Text(text) => {
                let mut said = String::new();
                for piece in text.split_inclusive(['“', '”']) {
                    match quoted {
                        true => said.push_str(piece),
                        false => said.push_str(&pronoun(piece, spoken)),
                    }
                    quoted = match piece.chars().last() {
                        Some('“') => true,
                        Some('”') => false,
                        _ => quoted,
                    };
                }
                Inline::Text(said)
            }
            other => other,
        });
        Prose(pieces.collect())
    }

    /// How many letters it has.
    pub fn len(&self) -> usize {
        self.plain().chars().count()
    }

    /// Several, with something between.
    pub fn joined(parts: impl IntoIterator<Item = Prose>, between: &str) -> Self {
        let mut whole = Prose::default();
        for part in parts {
            if !whole.is_empty() {
                whole.push(between);
            }
            whole.push(part);
        }
        whole
    }

    /// `a`, `a and b`, `a, b and c`
    pub fn list(parts: Vec<Prose>, word: &str) -> Self {
        let last = parts.len().saturating_sub(1);
        let mut whole = Prose::default();
        for (number, part) in parts.into_iter().enumerate() {
            match number {
                0 => {}
                _ if number == last => whole.push(format!(" {word} ")),
                _ => whole.push(", "),
            }
            whole.push(part);
        }
        whole
    }
}

impl From<&str> for Prose {
    fn from(text: &str) -> Self {
        Prose::from(text.to_owned())
    }
}

impl From<String> for Prose {
    fn from(text: String) -> Self {
        match text.is_empty() {
            true => Prose::default(),
            false => Prose(vec![Inline::Text(text)]),
        }
    }
}

impl From<Inline> for Prose {
    fn from(inline: Inline) -> Self {
        Prose(vec![inline])
    }
}

/// A text with `it` and `its` in the place of these words.
fn pronoun(text: &str, spoken: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(spoken) {
        let after = &rest[at + spoken.len()..];
        let inside = rest[..at].ends_with(char::is_alphanumeric)
            || after.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        out.push_str(&rest[..at]);
        rest = after;
        if inside {
            out.push_str(spoken);
        } else if let Some(after) = rest.strip_prefix("’s").or_else(|| rest.strip_prefix('’')) {
            out.push_str("its");
            rest = after;
        } else {
            out.push_str("it");
        }
    }
    out + rest
}

/// Puts pieces of prose one behind the other.
macro_rules! say {
    ($($piece:expr),* $(,)?) => {{
        let mut prose = $crate::document::tree::Prose::default();
        $( prose.push($piece); )*
        prose
    }};
}
pub(super) use say;
