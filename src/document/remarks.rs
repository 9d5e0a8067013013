//! The author's own prose: comments as headings and remarks, by their places. Knows texts and spans, no rules.
//!
//! A comment of lines of their own is a remark about what follows it; one at the end of a line, about what stands on it. A line of at least four
//! `=` or `-` and some words is a heading. What begins with `#-` is not for readers. A line `odds "TITLE"` is a paragraph of its own.

use std::collections::BTreeMap;

use super::tree::{Inline, Prose};
use crate::source::{FileId, Limits, Sources, Span};
use crate::syntax;

/// A comment of one or several lines of their own.
#[derive(Clone, Debug)]
struct Comment {
    start: u32,
    lines: Vec<String>,
}

/// A heading of the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AuthorHeading {
    pub start: u32,
    pub title: String,
    /// 1 or 2.
    pub level: u8,
}

#[derive(Debug, Default)]
struct OfFile {
    comments: Vec<Comment>,
    headings: Vec<AuthorHeading>,
    /// Behind what stands on the same line: where they begin.
    tails: Vec<(u32, String)>,
    title: Option<String>,
    extends: Option<String>,
    /// Where its rule set begins.
    begins: u32,
}

/// The remarks of all files that a rule set is made of.
#[derive(Debug)]
pub(super) struct Remarks<'a> {
    sources: &'a Sources,
    files: BTreeMap<FileId, OfFile>,
}

/// How many signs make a line across.
const RULER: usize = 4;

impl<'a> Remarks<'a> {
    /// Reads the comments of these files.
    pub fn new(sources: &'a Sources, files: impl IntoIterator<Item = FileId>) -> Self {
        let files = files.into_iter().map(|file| (file, read(sources, file)));
        Remarks {
            sources,
            files: files.collect(),
        }
    }

    /// What the author says in lines of their own between two places of one file; nothing between places of different files.
    pub fn between(&self, from: Span, to: Span) -> Vec<Prose> {
        if from.file != to.file {
            return Vec::new();
        }
        self.stretch(from.file, from.end, to.start)
    }

    /// What the author says before an item: behind the last heading and the end of the item before.
    pub fn before(&self, item: Span, after: u32) -> Vec<Prose> {
        let Some(file) = self.files.get(&item.file) else {
            return Vec::new();
        };
        let headings = file.headings.iter().map(|heading| heading.start);
        let heading = headings.filter(|start| *start < item.start).max();
        self.stretch(item.file, after.max(heading.unwrap_or(0)), item.start)
    }

    /// What the author says between two offsets of a file.
    pub fn stretch(&self, file: FileId, from: u32, to: u32) -> Vec<Prose> {
        let Some(file) = self.files.get(&file) else {
            return Vec::new();
        };
        let comments = file.comments.iter();
        comments
            .filter(|comment| (from..to).contains(&comment.start))
            .flat_map(|comment| paragraphs(&comment.lines))
            .collect()
    }

    /// What the author says behind a place, on the same line.
    pub fn behind(&self, place: Span) -> Option<Prose> {
        let file = self.files.get(&place.file)?;
        let text = self.sources.text(place.file);
        let rest = text.get(place.end as usize..)?;
        let line = place.end + rest.find('\n').unwrap_or(rest.len()) as u32;
        let mut tails = file.tails.iter();
        let (_, said) = tails.find(|(start, _)| (place.end..=line).contains(start))?;
        Some(Prose::from(said.clone()))
    }

    /// What the author says directly above a scenario: nothing else stands between.
    pub fn above(&self, scenario: Span) -> Vec<Prose> {
        let text = self.sources.text(scenario.file);
        let before = text.get(..scenario.start as usize).unwrap_or("");
        // Back over lines that are empty or comments.
        let mut from = before.len();
        for line in before.split_inclusive('\n').rev() {
            let line_text = line.trim();
            if !line_text.is_empty() && !line_text.starts_with('#') {
                break;
            }
            from -= line.len();
        }
        self.stretch(scenario.file, from as u32, scenario.start)
    }

    /// What stands at the top of a file, before its rules.
    pub fn introduction(&self, file: FileId) -> Vec<Prose> {
        self.stretch(file, 0, self.begins(file))
    }

    /// Where the rule set of a file begins.
    pub fn begins(&self, file: FileId) -> u32 {
        self.files.get(&file).map_or(0, |file| file.begins)
    }

    /// The headings of a file.
    pub fn headings(&self, file: FileId) -> &[AuthorHeading] {
        self.files.get(&file).map_or(&[], |file| &file.headings)
    }

    /// What the rule set of a file is called.
    pub fn title(&self, file: FileId) -> Option<&str> {
        self.files.get(&file)?.title.as_deref()
    }

    /// The path that a file says it extends.
    pub fn extends(&self, file: FileId) -> Option<&str> {
        self.files.get(&file)?.extends.as_deref()
    }
}

fn read(sources: &Sources, file: FileId) -> OfFile {
    let text = sources.text(file);
    let (tree, _) = syntax::parse(file, text, &Limits::DEFAULT);
    let mut found = OfFile::default();
    if let Some(rules) = tree.rules.first() {
        found.begins = rules.span.start;
        found.title = rules.title.as_ref().map(super::speak::plain_text);
        found.extends = rules.extends.as_ref().map(super::speak::plain_text);
    }
    let mut last_line = None;
    let mut strong = false;
    for comment in &tree.comments {
        let said = text.get(comment.range()).unwrap_or("");
        let words = said.trim_start_matches('#');
        let line = sources.line_col(*comment).line;
        let before = text.get(..comment.start as usize).unwrap_or("");
        let own_line = before.rsplit('\n').next().unwrap_or("").trim().is_empty();
        if !own_line {
            found.tails.push((comment.start, words.trim().to_owned()));
            continue;
        }
        if let Some((sign, title)) = heading(words) {
            if !title.is_empty() {
                strong |= sign == '=';
                let level = if sign == '=' { 1 } else { 2 };
                found.headings.push(AuthorHeading {
                    start: comment.start,
                    title,
                    level,
                });
            }
            last_line = None;
            continue;
        }
        if words.starts_with('-') {
            last_line = None;
            continue;
        }
        match (last_line, found.comments.last_mut()) {
            (Some(last), Some(open)) if last + 1 == line => open.lines.push(words.to_owned()),
            _ => found.comments.push(Comment {
                start: comment.start,
                lines: vec![words.to_owned()],
            }),
        }
        last_line = Some(line);
    }
    if !strong {
        let headings = found.headings.iter_mut();
        headings.for_each(|heading| heading.level = 1);
    }
    found
}

/// The words of a heading, and the sign of its line.
fn heading(words: &str) -> Option<(char, String)> {
    let words = words.trim();
    let sign = words.chars().next().filter(|c| ['=', '-'].contains(c))?;
    let rest = words.trim_start_matches(sign);
    if words.len() - rest.len() < RULER {
        return None;
    }
    Some((sign, rest.trim().trim_end_matches(sign).trim().to_owned()))
}

/// The lines of a comment as paragraphs: an empty one parts them. What is set in by more than two blanks is an example of code: left out.
fn paragraphs(lines: &[String]) -> Vec<Prose> {
    let mut out = vec![String::new()];
    for line in lines {
        let words = line.trim();
        if words.is_empty() || line.starts_with("   ") {
            out.push(String::new());
        } else if asks_odds(words) {
            out.extend([words.to_owned(), String::new()]);
        } else if let Some(open) = out.last_mut() {
            let gap = if open.is_empty() { "" } else { " " };
            open.extend([gap, words]);
        }
    }
    out.retain(|said| !said.is_empty());
    let prose = |said: String| match asks_odds(&said) {
        true => said.into(),
        false => with_terms(&said),
    };
    out.into_iter().map(prose).collect()
}

/// Whether a line asks for a table of odds by its title.
fn asks_odds(line: &str) -> bool {
    line.starts_with("odds \"") && line.ends_with('"')
}

/// What stands in backticks is a word of the rules.
fn with_terms(text: &str) -> Prose {
    let mut said = Prose::default();
    let closed = text.matches('`').count() / 2 * 2;
    for (number, piece) in text.splitn(closed + 1, '`').enumerate() {
        match number % 2 {
            0 => said.push(piece),
            _ => said.push(Inline::Term(piece.to_owned(), None)),
        }
    }
    said
}
