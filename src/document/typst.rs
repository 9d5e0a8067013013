//! A document for the typesetter typst. All that comes from outside stands in strings of its code, where a quote and a backslash are the only
//! signs that mean anything.

use std::fmt::Write as _;

use super::in_one_line;
use super::tree::{
    Anchor, Document, DocumentBlock, DocumentTable, Inline, ListItem, Prose, RuleEntry, Section,
};
use crate::source::Clean;

/// How the pages look, and the few words that the rest is written in.
const HEAD: &str = include_str!("page.typ");

/// The document as a file for typst.
pub fn typst(document: &Document) -> String {
    let mut writer = TypstWriter {
        out: format!(
            "{HEAD}\n#set document(title: {})\n#titled({})\n\n",
            string(&document.title),
            string(&document.title)
        ),
        anchors: document.anchors(),
    };
    writer.blocks(&document.front, 0);
    if document.sections.len() > 1 {
        writer.out.push_str("#outline(depth: 2)\n\n");
    }
    for section in &document.sections {
        writer.section(section, 1);
    }
    writer.out
}

struct TypstWriter {
    out: String,
    /// The places that there are: what leads elsewhere is no link.
    anchors: std::collections::BTreeSet<Anchor>,
}

impl TypstWriter {
    fn section(&mut self, section: &Section, level: usize) {
        let title = self.inline(&section.title);
        _ = writeln!(
            self.out,
            "#heading(level: {level})[{title}]{}\n",
            label(&section.anchor)
        );
        self.blocks(&section.blocks, 0);
        for inner in &section.sections {
            self.section(inner, level + 1);
        }
    }

    fn blocks(&mut self, blocks: &[DocumentBlock], depth: usize) {
        for block in blocks {
            let text = self.block(block, depth);
            _ = writeln!(self.out, "{text}\n");
        }
    }

    /// A block as markup: what calls a function of the head, or text that was escaped.
    fn block(&mut self, block: &DocumentBlock, depth: usize) -> String {
        match block {
            DocumentBlock::Paragraph(prose) => self.inline(prose),
            DocumentBlock::Remark(prose) => format!("#remark[{}]", self.inline(prose)),
            DocumentBlock::Steps(steps) => self.list("enum", steps, depth),
            DocumentBlock::List(steps) => self.list("list", steps, depth),
            DocumentBlock::Entry(entry) => self.entry(entry, depth),
            DocumentBlock::Table(table) => self.table(table),
            DocumentBlock::Lines(lines) => {
                let lines: Vec<String> =
                    lines.lines().map(|line| Clean(line).to_string()).collect();
                format!("#raw(block: true, {})", quoted(&lines.join("\n")))
            }
            DocumentBlock::Picture { svg, shows } => format!(
                "#figure(image(bytes({}), format: \"svg\"), caption: [{}])",
                quoted(svg),
                written(shows)
            ),
        }
    }

    fn entry(&mut self, entry: &RuleEntry, depth: usize) -> String {
        let mut out = String::new();
        for remark in &entry.remarks {
            _ = writeln!(out, "#remark[{}]\n", self.inline(remark));
        }
        let cites = entry.cites.as_deref().map_or_else(String::new, cited);
        let name = format!(
            "#name[{}]{}",
            self.inline(&entry.name),
            label(&entry.anchor)
        );
        let mut rest = entry.blocks.as_slice();
        match rest {
            [DocumentBlock::Paragraph(first), others @ ..] => {
                _ = write!(out, "{name} {}{cites}", self.inline(first));
                rest = others;
            }
            _ => _ = write!(out, "{name}{cites}"),
        }
        for block in rest {
            _ = write!(out, "\n\n{}", self.block(block, depth));
        }
        out
    }

    fn list(&mut self, call: &str, steps: &[ListItem], depth: usize) -> String {
        let mut out = format!("#{call}(");
        for step in steps {
            out.push_str("\n[");
            for remark in &step.remarks {
                _ = write!(out, "#emph[{}] ", self.inline(remark));
            }
            out.push_str(&self.inline(&step.prose));
            out.push_str(&place(&step.anchor));
            for block in &step.blocks {
                _ = write!(out, "\n\n{}", self.block(block, depth + 1));
            }
            out.push_str("],");
        }
        out.push_str("\n)");
        out
    }

    fn table(&mut self, table: &DocumentTable) -> String {
        let columns = table.heads.len();
        let heads = table
            .heads
            .iter()
            .map(|head| format!("[{}]", written(head)));
        let heads: Vec<String> = heads.collect();
        let mut out = format!("#rows({columns}, ({},),", heads.join(", "));
        for (number, cells) in table.rows.iter().enumerate() {
            out.push('\n');
            for (column, cell) in cells.iter().enumerate() {
                let own = (column == 0).then(|| table.anchors.get(number)).flatten();
                let own = own.map_or_else(String::new, place);
                _ = write!(out, "[{}{own}], ", self.inline(cell));
            }
        }
        out.push_str("\n)");
        out
    }

    fn inline(&self, prose: &Prose) -> String {
        let pieces = prose.0.iter().map(|piece| match piece {
            Inline::Text(text) => written(text),
            Inline::Term(text, Some(anchor)) if self.anchors.contains(anchor) => {
                format!(
                    "#link(label({}))[#emph[{}]]",
                    string(anchor.as_str()),
                    written(text)
                )
            }
            Inline::Term(text, _) => format!("#emph[{}]", written(text)),
            Inline::Strong(text) => format!("#strong[{}]", written(text)),
            Inline::Cite(text) => cited(text),
        });
        pieces.collect()
    }
}

fn label(anchor: &Anchor) -> String {
    match anchor.is_empty() {
        true => String::new(),
        false => format!(" <{}>", anchor.as_str()),
    }
}

/// A label on nothing.
fn place(anchor: &Anchor) -> String {
    match anchor.is_empty() {
        true => String::new(),
        false => format!("#metadata(none){}", label(anchor)),
    }
}

fn cited(text: &str) -> String {
    format!("#cited[{}]", written(text))
}

/// Text in the place of markup: a string, so that nothing in it means anything. The semicolon ends the code.
fn written(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("#{};", string(text)),
    }
}

/// A string of the language, on one line.
fn string(text: &str) -> String {
    quoted(&in_one_line(text))
}

/// A string of the language; line breaks stay.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
