//! Questions that stand alone, each as if it were a line `odds ...` of a scenario.

use super::ast::{EntryKind, File, ScenarioEntry, Shift};
use super::{parse, reparse};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Limits, Span};

/// What is put before each question to read it.
const HEAD: &str = "scenario \"asked\" { odds ";

/// The entries that ask these questions. The text of `file` is the questions, each on a line of its own; all places are places in it.
pub fn questions(
    file: FileId,
    asked: &[String],
    limits: &Limits,
) -> (Vec<ScenarioEntry>, Diagnostics) {
    let mut entries = Vec::new();
    let mut found = Diagnostics::new();
    let mut start = 0;
    for question in asked {
        let by = start - HEAD.len() as i64;
        let (from, to) = (start as u32, start as u32 + question.len() as u32);
        let (tree, told) = parse(file, &format!("{HEAD}{question}\n}}\n"), limits);
        let all = tree.scenarios.into_iter().flat_map(|one| one.entries);
        let (questions, others): (Vec<ScenarioEntry>, Vec<ScenarioEntry>) =
            all.partition(|entry| matches!(entry.kind, EntryKind::Odds { .. }));
        for mut entry in questions {
            entry.shift(by);
            entries.push(entry);
        }
        let mut told: Vec<Diagnostic> = told.into_iter().collect();
        if let Some(more) = others.first() {
            // In a scenario that would have to be another line; here there is none.
            told.retain(|one| one.primary.span != more.span);
            told.push(goes_on(more.span));
        }
        for mut one in told {
            reparse::each_place(&mut one, |span| {
                span.shift(by);
                // What is wrong may be that the question does not end where it should.
                span.start = span.start.clamp(from, to);
                span.end = span.end.clamp(from, to);
            });
            found.push(one);
        }
        start += question.len() as i64 + 1;
    }
    (entries, found)
}

/// A question as it is read: words that are none otherwise are those of a transcript, and stand in quotes.
pub fn in_quotes(question: &str, limits: &Limits) -> String {
    let is_read = |question: &str| {
        let (tree, told) = parse(FileId(0), &format!("{HEAD}{question}\n}}\n"), limits);
        !told.has_errors() && asked_in(&tree) == 1
    };
    match as_words(question).filter(|quoted| !is_read(question) && is_read(quoted)) {
        Some(quoted) => quoted,
        None => question.to_owned(),
    }
}

/// A question that has nothing in it but words, as words of a transcript.
pub fn as_words(question: &str) -> Option<String> {
    is_words(question).then(|| format!("\"{question}\""))
}

/// Whether a question has nothing in it but words.
fn is_words(question: &str) -> bool {
    let is_sign = |c: char| matches!(c, ' ' | '\'' | '-' | ',' | ':');
    question.trim().contains(' ') && question.chars().all(|c| c.is_alphanumeric() || is_sign(c))
}

/// How many entries were read.
fn asked_in(tree: &File) -> usize {
    tree.scenarios.iter().map(|one| one.entries.len()).sum()
}

fn goes_on(place: Span) -> Diagnostic {
    let message = "this question goes on where it should have ended";
    Diagnostic::error(Code::SyntaxError, place, message)
        .label("this belongs to no question")
        .help("say when with `at end`, `at end of round 1` or `after ann attacks orc`")
}
