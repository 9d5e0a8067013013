//! How far the rules are covered, for people: what no scenario has exercised, cited or proved, and a line of counts. Prints nothing.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::mutants::MutantOutcomes;
use super::report::JsonGap;
use super::unnoticed::JsonShare;
use crate::ruleset::{StatementId, ranges};
use crate::source::{Clean, Sources};
use crate::suite::{Coverage, Gap, Statements};
use crate::view::push_line;

/// The coverage of a ruleset, with its places as people read them.
pub(super) struct ShownCoverage {
    /// The file of the ruleset.
    pub file: String,
    /// Its gaps.
    pub gaps: Vec<JsonGap>,
    pub of: Coverage,
}

impl ShownCoverage {
    pub fn new(of: Coverage, sources: &Sources) -> Self {
        let gap = |gap: &Gap| JsonGap {
            file: sources.name(gap.span.file).to_owned(),
            line: sources.line_col(gap.span).line,
            name: gap.name.clone(),
            never: gap.never.to_owned(),
        };
        ShownCoverage {
            file: sources.name(of.file).to_owned(),
            gaps: of.gaps.iter().map(gap).collect(),
            of,
        }
    }

    pub fn is_complete(&self) -> bool {
        self.of.is_complete()
    }
}

/// Ruleset by ruleset; nothing where there is none. `changed`: what came of changes of the rule files, if any were made.
pub(super) fn render(all: &[ShownCoverage], changed: Option<&[MutantOutcomes]>) -> String {
    let mut out = String::new();
    for covered in all {
        let ShownCoverage { file, gaps, of } = covered;
        _ = writeln!(
            out,
            "\n{}, {}: {}{}",
            Clean(&of.title),
            Clean(file),
            counts(of),
            noticed(of, changed)
        );
        for of_file in gaps.chunk_by(|a, b| a.file == b.file) {
            _ = writeln!(out, "  {}", Clean(&of_file[0].file));
            let number = of_file.iter().map(|gap| gap.line).max();
            let width = number.unwrap_or(0).to_string().len();
            for gap in of_file {
                let (line, name) = (gap.line, Clean(&gap.name));
                _ = writeln!(out, "    {line:width$}  {name}: {}", gap.never);
            }
        }
        if let Some(statements) = &of.statements {
            line(&mut out, "no rule cites", &statements.not_cited);
            line(&mut out, "no scenario proves", &statements.not_proved);
        }
    }
    out
}

/// `items 143/150, statements cited 156/156, proved 150/156, 2 need no rule`
fn counts(of: &Coverage) -> String {
    let items = format!("items {}/{}", of.items - of.gaps.len(), of.items);
    let Some(Statements {
        all,
        unruled,
        not_cited,
        not_proved,
    }) = &of.statements
    else {
        return items;
    };
    let cited = all - not_cited.len();
    let proved = all - not_proved.len();
    let unruled = match unruled {
        0 => String::new(),
        1 => ", 1 needs no rule".to_owned(),
        many => format!(", {many} need no rule"),
    };
    format!("{items}, statements cited {cited}/{all}, proved {proved}/{all}{unruled}")
}

/// `, changes noticed 812/1033`
fn noticed(of: &Coverage, changed: Option<&[MutantOutcomes]>) -> String {
    match share(of, changed) {
        Some(JsonShare { all, noticed }) => format!(", changes noticed {noticed}/{all}"),
        None => String::new(),
    }
}

/// How many of the changes of the file of a ruleset are noticed, if any were made.
pub(super) fn share(of: &Coverage, changed: Option<&[MutantOutcomes]>) -> Option<JsonShare> {
    let mut changed = changed?.iter();
    let own = changed.find(|changed| changed.of.file == of.file)?;
    Some(JsonShare::new(own))
}

fn line(out: &mut String, what: &str, statements: &BTreeSet<StatementId>) {
    if !statements.is_empty() {
        push_line(out, 1, &format!("{what}: {}", ranges(statements)));
    }
}
