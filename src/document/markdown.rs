//! A document as markdown: everything from outside is escaped, so that no name and no text can become a sign of the form.

use std::fmt::Write as _;

use super::tree::{
    Anchor, Document, DocumentBlock, DocumentTable, Inline, ListItem, Prose, RuleEntry, Section,
};
use crate::source::{Clean, Markdown};

/// The document as markdown, as GitHub and others read it.
pub fn markdown(document: &Document) -> String {
    let mut writer = MarkdownWriter::default();
    _ = writeln!(writer.out, "# {}\n", Markdown(&document.title));
    writer.blocks(&document.front, "");
    if document.sections.len() > 1 {
        writer.out.push_str("## Contents\n\n");
        for section in &document.sections {
            writer.contents(section, 0);
        }
        writer.out.push('\n');
    }
    for section in &document.sections {
        writer.section(section, 2);
    }
    let mut out = writer.out.trim_end().to_owned();
    out.push('\n');
    out
}

#[derive(Default)]
struct MarkdownWriter {
    out: String,
}

impl MarkdownWriter {
    fn contents(&mut self, section: &Section, depth: usize) {
        let title = section.title.plain();
        let title = Markdown(&title);
        _ = writeln!(
            self.out,
            "{}- [{title}](#{})",
            "  ".repeat(depth),
            section.anchor.as_str()
        );
        for inner in &section.sections {
            self.contents(inner, depth + 1);
        }
    }

    fn section(&mut self, section: &Section, level: usize) {
        _ = writeln!(
            self.out,
            "{} {}{}\n",
            "#".repeat(level.min(6)),
            anchor(&section.anchor),
            inline(&section.title)
        );
        self.blocks(&section.blocks, "");
        for inner in &section.sections {
            self.section(inner, level + 1);
        }
    }

    fn blocks(&mut self, blocks: &[DocumentBlock], indent: &str) {
        for block in blocks {
            self.block(block, indent);
            self.out.push('\n');
        }
    }

    fn block(&mut self, block: &DocumentBlock, indent: &str) {
        match block {
            DocumentBlock::Paragraph(prose) => self.line(indent, &inline(prose)),
            DocumentBlock::Remark(prose) => self.line(indent, &format!("> {}", inline(prose))),
            DocumentBlock::Steps(steps) => self.list(steps, indent, true),
            DocumentBlock::List(steps) => self.list(steps, indent, false),
            DocumentBlock::Entry(entry) => self.entry(entry, indent),
            DocumentBlock::Table(table) => self.table(table, indent),
            DocumentBlock::Lines(lines) => {
                // Set in by four blanks, nothing in it means anything.
                for line in lines.lines() {
                    let line = format!("    {}", Clean(line));
                    self.line(indent, line.trim_end());
                }
            }
            // There are no pictures in markdown that needs no other file.
            DocumentBlock::Picture { .. } => {}
        }
    }

    fn line(&mut self, indent: &str, text: &str) {
        match text.is_empty() {
            true => self.out.push('\n'),
            false => _ = writeln!(self.out, "{indent}{text}"),
        }
    }

    fn entry(&mut self, entry: &RuleEntry, indent: &str) {
        for remark in &entry.remarks {
            self.line(indent, &format!("> {}", inline(remark)));
            self.out.push('\n');
        }
        let name = entry.name.plain();
        let mut head = format!("{}**{}**", anchor(&entry.anchor), Markdown(name.trim()));
        let mut blocks = entry.blocks.as_slice();
        // The name stands at the head of the first paragraph.
        if let [DocumentBlock::Paragraph(first), rest @ ..] = blocks {
            head += &format!(": {}", inline(first));
            blocks = rest;
        }
        if let Some(cites) = &entry.cites {
            head += &cited(cites);
        }
        self.line(indent, &head);
        if !blocks.is_empty() {
            self.out.push('\n');
            self.blocks(blocks, indent);
            while self.out.ends_with("\n\n") {
                self.out.pop();
            }
        }
    }

    fn list(&mut self, steps: &[ListItem], indent: &str, numbered: bool) {
        for (number, step) in steps.iter().enumerate() {
            let mark = match numbered {
                true => format!("{}. ", number + 1),
                false => "- ".to_owned(),
            };
            let inner = format!("{indent}{}", " ".repeat(mark.len()));
            let mut head = format!("{}{}", anchor(&step.anchor), inline(&step.prose));
            for remark in &step.remarks {
                head = format!("*{}* {head}", inline(remark));
            }
            self.line(indent, &format!("{mark}{head}"));
            for block in &step.blocks {
                let tight = matches!(block, DocumentBlock::Steps(_) | DocumentBlock::List(_));
                if !tight {
                    self.out.push('\n');
                }
                self.block(block, &inner);
                if !tight {
                    self.out.push('\n');
                }
            }
        }
    }

    fn table(&mut self, table: &DocumentTable, indent: &str) {
        let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        self.line(
            indent,
            &row(table
                .heads
                .iter()
                .map(|head| Markdown(head).to_string())
                .collect()),
        );
        self.line(
            indent,
            &row(table.heads.iter().map(|_| "---".to_owned()).collect()),
        );
        for (number, cells) in table.rows.iter().enumerate() {
            let mut cells: Vec<String> = cells.iter().map(inline).collect();
            if let (Some(first), Some(own)) = (cells.first_mut(), table.anchors.get(number)) {
                *first = anchor(own) + first;
            }
            self.line(indent, &row(cells));
        }
    }
}

/// A place that others can refer to; its name is letters, digits and hyphens.
fn anchor(anchor: &Anchor) -> String {
    match anchor.is_empty() {
        true => String::new(),
        false => format!("<a id=\"{}\"></a>", anchor.as_str()),
    }
}

fn inline(prose: &Prose) -> String {
    let mut out = String::new();
    for piece in &prose.0 {
        match piece {
            Inline::Text(text) => _ = write!(out, "{}", Markdown(text)),
            Inline::Term(text, _) => out.push_str(&marked("*", text)),
            Inline::Strong(text) => out.push_str(&marked("**", text)),
            Inline::Cite(text) => out.push_str(&cited(text)),
        }
    }
    out
}

/// Words between marks: these touch no blank.
fn marked(mark: &str, text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        text => format!("{mark}{}{mark}", Markdown(text)),
    }
}

fn cited(text: &str) -> String {
    format!(" \\[{}\\]", Markdown(text))
}
