//! Questions that stand alone, each as if it were a line `odds ...` of a scenario.

use super::ast::{Entry, EntryKind, Shift};
use super::{parse, reparse};
use crate::diagnostic::Diagnostics;
use crate::source::{FileId, Limits};

/// What is put before each question to read it.
const HEAD: &str = "scenario \"asked\" { odds ";

/// The entries that ask these questions. The text of `file` is the questions, each on a line of its own; all places are places in it.
pub fn questions(file: FileId, asked: &[String], limits: &Limits) -> (Vec<Entry>, Diagnostics) {
    let mut entries = Vec::new();
    let mut found = Diagnostics::new();
    let mut start = 0;
    for question in asked {
        let by = start - HEAD.len() as i64;
        let (tree, told) = parse(file, &format!("{HEAD}{question}\n}}\n"), limits);
        let all = tree.scenarios.into_iter().flat_map(|one| one.entries);
        for mut entry in all.filter(|entry| matches!(entry.kind, EntryKind::Odds { .. })) {
            entry.shift(by);
            entries.push(entry);
        }
        for mut one in told {
            reparse::shift(&mut one, by);
            found.push(one);
        }
        start += question.len() as i64 + 1;
    }
    (entries, found)
}
