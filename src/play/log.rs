//! The log of a fight: the text of an ordinary scenario, in which each line that was entered stands behind the others, in the order of entering.
//!
//! Each line is whole in itself: `round 2 { segment 4 { orc attacks ann: hit } }`. What a run of the log need not know stands in comments: what was left
//! out or to its default, what was taken back, and the digest of the rules.

use std::collections::BTreeSet;

use super::replay::InputNumber;
use crate::ruleset::{PhaseId, Value};
use crate::source::hash;
use crate::syntax::SUM;
use crate::view::Names;

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogLine {
    pub kind: ItemKind,
    /// Lines that were entered together have the same number.
    pub step: u32,
    /// It was taken back.
    pub undone: bool,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// A line of the scenario.
    Line(String),
    /// Questions were left to their defaults, or declarations left out: the first of them, how many, and in words.
    Passed(InputNumber, u32, String),
    /// A comment by hand.
    Remark(String),
}

/// The text of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Log {
    base: String,
    /// The digest of the rules when the fight began.
    pub digest: u64,
    pub items: Vec<LogLine>,
    /// Whether the text that was read is as it was written; `None` where that is not known, as its end was torn.
    pub is_whole: Option<bool>,
}

const BEGINS: &str = "  # Entered at the table with `affray play`, in this order.";
const RULES: &str = "  #| rules ";
const QUESTION: &str = "#| question ";
const DECLARATION: &str = "#| declaration ";
/// So many declarations can be left out in one line.
const MOST_PASSED: u32 = 100_000;
const UNDONE: &str = "#| undone: ";

impl Log {
    /// The log of a fight that begins: the file of the scenario, without its last brace.
    pub fn new(base: &str, digest: u64) -> Self {
        Log {
            base: base.trim_end().to_owned(),
            digest,
            items: Vec::new(),
            is_whole: None,
        }
    }

    /// Whether a text is a log.
    pub fn is_log(text: &str) -> bool {
        // Each of these alone, so that a log of which one is damaged is not taken for a scenario.
        let marks = [BEGINS, RULES, SUM];
        let mut lines = text.lines();
        lines.any(|line| marks.iter().any(|mark| line.starts_with(mark)))
    }

    /// Reads a log; `None` if it is none, or does not end with the brace of its scenario.
    pub fn read(text: &str) -> Option<Self> {
        let (base, rest) = text.split_once(BEGINS)?;
        let mut lines = rest.trim_start_matches(['\r', '\n']).lines();
        let digest = lines.next()?.strip_prefix(RULES)?;
        let mut log = Log::new(base, u64::from_str_radix(digest.trim(), 16).ok()?);
        let entered = rest.trim_end().strip_suffix('}')?;
        let sum = entered.lines().last().filter(|line| line.starts_with(SUM));
        log.is_whole = sum.map(|sum| {
            let above = text.len() - rest.len() + entered.len() - sum.len() - 1;
            text[above..] == closing(&text[..above])
        });
        let entered = entered
            .lines()
            .skip(2)
            .filter(|line| !line.starts_with(SUM));
        for line in entered.map(str::trim).filter(|line| !line.is_empty()) {
            let step = log.items.len() as u32;
            log.items.push(LogLine::read(line, step));
        }
        Some(log)
    }

    /// The file up to where the scenario ended.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n{BEGINS}\n{RULES}{:016x}\n", self.base, self.digest);
        for item in &self.items {
            text.push_str(&item.line());
        }
        text.push_str(&closing(&text));
        text
    }

    /// What stands behind the last line: the checksum, and the brace of the scenario.
    pub fn closing(&self) -> String {
        let text = self.text();
        text[text.len() - CLOSING..].to_owned()
    }

    /// The questions and declarations that were passed.
    pub fn passed(&self) -> BTreeSet<InputNumber> {
        let items = self.items.iter().filter(|item| !item.undone);
        let mut passed = BTreeSet::new();
        for item in items {
            let ItemKind::Passed(first, count, _) = &item.kind else {
                continue;
            };
            let all = 0..(*count).min(MOST_PASSED);
            passed.extend(all.map(|further| match first {
                InputNumber::Question(first) => {
                    InputNumber::Question(first.saturating_add(further))
                }
                InputNumber::Declaration(first) => {
                    InputNumber::Declaration(first.saturating_add(further))
                }
            }));
        }
        passed
    }

    /// The number of the last step that is in force, if anything was entered.
    pub fn last_step(&self) -> Option<u32> {
        let mut items = self.items.iter().rev();
        let is_entered =
            |item: &&LogLine| !item.undone && !matches!(item.kind, ItemKind::Remark(_));
        items.find(is_entered).map(|item| item.step)
    }
}

/// How long the end of a log is.
const CLOSING: usize = SUM.len() + 16 + "\n}\n".len();

/// The end of a log in which this stands above.
fn closing(above: &str) -> String {
    format!("{SUM}{:016x}\n}}\n", hash(above.bytes()))
}

impl LogLine {
    /// The line in the file, with its end.
    pub fn line(&self) -> String {
        let undone = if self.undone { UNDONE } else { "" };
        match &self.kind {
            ItemKind::Line(line) => format!("  {undone}{line}\n"),
            ItemKind::Passed(turn, count, words) => {
                let (what, first) = match turn {
                    InputNumber::Question(first) => (QUESTION, first),
                    InputNumber::Declaration(first) => (DECLARATION, first),
                };
                let further = match count {
                    1 => String::new(),
                    count => format!(" and {} more", count - 1),
                };
                format!("  {undone}{what}{first}{further}: {words}\n")
            }
            ItemKind::Remark(words) => format!("  {words}\n"),
        }
    }

    /// What was entered, for people.
    pub fn words(&self) -> &str {
        match &self.kind {
            ItemKind::Line(words) | ItemKind::Passed(_, _, words) | ItemKind::Remark(words) => {
                words
            }
        }
    }

    fn read(line: &str, step: u32) -> Self {
        let (undone, line) = match line.strip_prefix(UNDONE) {
            Some(line) => (true, line),
            None => (false, line),
        };
        let numbered = |what: &str| {
            let (numbers, words) = line.strip_prefix(what)?.split_once(": ")?;
            let (first, further) = match numbers.strip_suffix(" more") {
                Some(numbers) => numbers.split_once(" and ")?,
                None => (numbers, "0"),
            };
            let further: u32 = further.parse().ok()?;
            Some((first.parse().ok()?, further.checked_add(1)?, words))
        };
        let question = numbered(QUESTION);
        let question =
            question.map(|(first, count, words)| (InputNumber::Question(first), count, words));
        let passed = question.or_else(|| {
            let (first, count, words) = numbered(DECLARATION)?;
            Some((InputNumber::Declaration(first), count, words))
        });
        let kind = match passed {
            Some((first, count, words)) => ItemKind::Passed(first, count, words.to_owned()),
            None if line.starts_with('#') => ItemKind::Remark(line.to_owned()),
            None => ItemKind::Line(line.to_owned()),
        };
        LogLine { kind, step, undone }
    }
}

/// A line within its period: `round 2 { segment 4 { ... } }`, `round 2 { turn of ann { ... } }`, and a part of it: `round 2 { missiles { ... } }`.
pub(super) fn within(
    names: &Names<'_>,
    path: &[(PhaseId, Value)],
    part: Option<PhaseId>,
    line: &str,
) -> String {
    if let Some(part) = part {
        let part = &names.rules.phases[part.index()].name;
        return within(names, path, None, &format!("{part} {{ {line} }}"));
    }
    let (opening, closing) = around(names, path);
    format!("{opening}{line}{closing}")
}

/// What stands before and behind a line within its period.
pub(super) fn around(names: &Names<'_>, path: &[(PhaseId, Value)]) -> (String, String) {
    let opened = path.iter().map(|&(phase, number)| {
        let period = names.written_phase(phase, number);
        format!("{period} {{ ")
    });
    (opened.collect(), " }".repeat(path.len()))
}
