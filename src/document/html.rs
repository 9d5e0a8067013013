//! A document as one HTML file that needs nothing else: no script, no request. Everything from outside is escaped.

use std::fmt::Write as _;

use super::in_one_line;
use super::tree::{
    Anchor, Document, DocumentBlock, DocumentTable, Inline, ListItem, Prose, RuleEntry, Section,
};
use crate::source::Xml;

/// Readable in light and dark, narrow and wide, and when printed in black and white.
const STYLE: &str = include_str!("page.css");

/// The document as a page.
pub fn html(document: &Document) -> String {
    let mut writer = HtmlWriter {
        out: String::new(),
        anchors: document.anchors(),
    };
    let title = escaped(&document.title);
    // Whatever else might be wrong: a page that may fetch nothing and run nothing cannot be made to.
    _ = write!(
        writer.out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<header>\n<h1>{title}</h1>\n"
    );
    writer.blocks(&document.front);
    writer.out.push_str("</header>\n");
    if document.sections.len() > 1 {
        writer
            .out
            .push_str("<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n");
        writer.contents(&document.sections);
        writer.out.push_str("</nav>\n");
    }
    for section in &document.sections {
        writer.section(section, 2);
    }
    writer.out.push_str("</main>\n</body>\n</html>\n");
    writer.out
}

struct HtmlWriter {
    out: String,
    /// The places that links can lead to.
    anchors: std::collections::BTreeSet<Anchor>,
}

impl HtmlWriter {
    fn contents(&mut self, sections: &[Section]) {
        self.out.push_str("<ul>\n");
        for section in sections {
            _ = write!(
                self.out,
                "<li><a href=\"#{}\">{}</a>",
                section.anchor.as_str(),
                escaped(&section.title.plain())
            );
            if !section.sections.is_empty() {
                self.out.push('\n');
                self.contents(&section.sections);
            }
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ul>\n");
    }

    fn section(&mut self, section: &Section, level: usize) {
        let level = level.min(6);
        _ = writeln!(
            self.out,
            "<section>\n<h{level}{}>{}</h{level}>",
            id(&section.anchor),
            self.inline(&section.title)
        );
        self.blocks(&section.blocks);
        for inner in &section.sections {
            self.section(inner, level + 1);
        }
        self.out.push_str("</section>\n");
    }

    fn blocks(&mut self, blocks: &[DocumentBlock]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &DocumentBlock) {
        match block {
            DocumentBlock::Paragraph(prose) => {
                _ = writeln!(self.out, "<p>{}</p>", self.inline(prose))
            }
            DocumentBlock::Remark(prose) => self.remark(prose),
            DocumentBlock::Steps(steps) => self.list("ol", steps),
            DocumentBlock::List(steps) => self.list("ul", steps),
            DocumentBlock::Entry(entry) => self.entry(entry),
            DocumentBlock::Table(table) => self.table(table),
            DocumentBlock::Lines(lines) => {
                // Line by line: what is hidden in them is shown.
                let lines: Vec<String> = lines.lines().map(escaped).collect();
                _ = writeln!(self.out, "<pre>{}</pre>", lines.join("\n"));
            }
            DocumentBlock::Picture { svg, shows } => {
                _ = writeln!(
                    self.out,
                    "<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>",
                    escaped(shows)
                )
            }
        }
    }

    fn remark(&mut self, prose: &Prose) {
        _ = writeln!(self.out, "<p class=\"remark\">{}</p>", self.inline(prose));
    }

    fn entry(&mut self, entry: &RuleEntry) {
        _ = writeln!(self.out, "<article{}>", id(&entry.anchor));
        entry.remarks.iter().for_each(|remark| self.remark(remark));
        let cites = entry.cites.as_deref().map_or_else(String::new, cited);
        let name = self.inline(&entry.name);
        // The name stands at the head of the first paragraph.
        let rest = match entry.blocks.as_slice() {
            [DocumentBlock::Paragraph(first), rest @ ..] => {
                _ = writeln!(
                    self.out,
                    "<p><b class=\"name\">{name}.</b> {}{cites}</p>",
                    self.inline(first)
                );
                rest
            }
            blocks => {
                _ = writeln!(self.out, "<p><b class=\"name\">{name}.</b>{cites}</p>");
                blocks
            }
        };
        self.blocks(rest);
        self.out.push_str("</article>\n");
    }

    fn list(&mut self, tag: &str, steps: &[ListItem]) {
        _ = writeln!(self.out, "<{tag}>");
        for step in steps {
            _ = write!(self.out, "<li{}>", id(&step.anchor));
            for remark in &step.remarks {
                _ = write!(
                    self.out,
                    "<span class=\"remark\">{}</span> ",
                    self.inline(remark)
                );
            }
            self.out.push_str(&self.inline(&step.prose));
            if !step.blocks.is_empty() {
                self.out.push('\n');
                self.blocks(&step.blocks);
            }
            self.out.push_str("</li>\n");
        }
        _ = writeln!(self.out, "</{tag}>");
    }

    fn table(&mut self, table: &DocumentTable) {
        self.out
            .push_str("<div class=\"wide\"><table>\n<thead><tr>");
        for head in &table.heads {
            _ = write!(self.out, "<th scope=\"col\">{}</th>", escaped(head));
        }
        self.out.push_str("</tr></thead>\n<tbody>\n");
        for (number, cells) in table.rows.iter().enumerate() {
            let own = table.anchors.get(number).map_or_else(String::new, id);
            _ = write!(self.out, "<tr{own}>");
            for cell in cells {
                _ = write!(self.out, "<td>{}</td>", self.inline(cell));
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</tbody>\n</table></div>\n");
    }

    fn inline(&self, prose: &Prose) -> String {
        let pieces = prose.0.iter().map(|piece| match piece {
            Inline::Text(text) => escaped(text),
            Inline::Term(text, Some(anchor)) if self.anchors.contains(anchor) => format!(
                "<a class=\"term\" href=\"#{}\">{}</a>",
                anchor.as_str(),
                escaped(text)
            ),
            Inline::Term(text, _) => format!("<i>{}</i>", escaped(text)),
            Inline::Strong(text) => format!("<b>{}</b>", escaped(text)),
            Inline::Cite(text) => cited(text),
        });
        pieces.collect()
    }
}

fn id(anchor: &Anchor) -> String {
    match anchor.is_empty() {
        true => String::new(),
        false => format!(" id=\"{}\"", anchor.as_str()),
    }
}

fn cited(text: &str) -> String {
    format!(" <span class=\"cite\">[{}]</span>", escaped(text))
}

/// Text that means nothing to a browser, inside an element or an attribute in quotes.
fn escaped(text: &str) -> String {
    Xml(&in_one_line(text)).to_string()
}
