//! Answers about chances as tables of a document, and where the author's prose asks for them. Reckons nothing: it is given what was found.

use super::speak::linked;
use super::tree::{
    Anchor, Document, DocumentBlock, ListItem, Prose, RuleEntry, Section, paragraph, plain_table,
    say,
};
use crate::odds::render::{folded, percent};
use crate::odds::report::{AnswerLine, AnswerTable, Case, How};
use crate::odds::{DefaultTaken, told_together};

/// Fractions with more signs than this are not shown.
const LONGEST_FRACTION: usize = 15;

/// The answers to one question about a scenario, as a section. `seed`: of the runs, where they were played; `defaults`: what they leave to these.
pub fn odds(
    answers: &AnswerTable,
    title: &str,
    scenario: &str,
    seed: u64,
    defaults: &[DefaultTaken],
) -> Section {
    let mut blocks = Vec::new();
    let answers = folded(answers);
    for case in &answers.cases {
        let of = linked(scenario, Anchor::new("example", scenario));
        blocks.push(paragraph(say![
            "Asked of “",
            of,
            "”, over all that its dice can show. ",
            how_found(case, seed)
        ]));
        blocks.extend(lines(&case.lines));
        if let Some(mean) = case.mean {
            let error = mean.error;
            let error = error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
            let digits = if error.is_empty() && mean.mean.fract() == 0.0 {
                0
            } else {
                3
            };
            blocks.push(paragraph(format!(
                "On average {:.digits$}{error}.",
                mean.mean
            )));
        }
    }
    if !defaults.is_empty() {
        let defaults = told_together(defaults).join("; ");
        blocks.push(paragraph(format!(
            "Left to their defaults, though another answer would lead elsewhere: {defaults}."
        )));
    }
    Section {
        title: Prose::from(title).capital(),
        ..Section::new("odds", &answers.question, blocks)
    }
}

/// How sure the figures are.
fn how_found(case: &Case, seed: u64) -> String {
    match &case.found {
        None => "No answer was found.".to_owned(),
        Some(How::Exact { .. }) => "Exact: every run was followed.".to_owned(),
        Some(How::Reckoned { .. }) => {
            "Runs were followed, all but what is next to impossible: the figures are right to about twelve digits.".to_owned()
        }
        Some(How::Played { from, to, faults }) => format!(
            "There are too many runs to follow them all: {} were played, with the seed {seed}. In 95 of 100 such tables the true \
             chance lies within the bounds.",
            to - from - faults
        ),
    }
}

fn lines(lines: &[AnswerLine]) -> Option<DocumentBlock> {
    let surely = |line: &AnswerLine| match (&line.fraction, line.bounds) {
        (Some(fraction), _) if fraction.len() <= LONGEST_FRACTION => fraction.clone(),
        (_, Some((low, high))) => format!("{} to {}", percent(low), percent(high)),
        _ => String::new(),
    };
    let mut heads = vec!["answer", "chance"];
    let any = lines.iter().any(|line| !surely(line).is_empty());
    if any {
        let bounds = lines.iter().any(|line| line.bounds.is_some());
        heads.push(if bounds { "within" } else { "exactly" });
    }
    let rows = lines.iter().map(|line| {
        let mut cells = vec![line.answer.clone().into(), percent(line.share).into()];
        if any {
            cells.push(surely(line).into());
        }
        cells
    });
    let rows = rows.collect();
    plain_table(heads, rows)
}

/// Puts tables where the author's prose asks for them by their titles; gives back those for which it does not ask. What it asks for and was not
/// given is said in its place, and noted.
pub(super) fn put_in_place(document: &mut Document, odds: Vec<Section>) -> Vec<Section> {
    let mut placing = Placing {
        used: vec![false; odds.len()],
        odds: &odds,
        unanswered: Vec::new(),
    };
    placing.blocks(&mut document.front);
    placing.sections(&mut document.sections);
    let Placing {
        used, unanswered, ..
    } = placing;
    document.unanswered = unanswered;
    let left = odds.into_iter().zip(used).filter(|(_, used)| !used);
    left.map(|(section, _)| section).collect()
}

struct Placing<'a> {
    odds: &'a [Section],
    used: Vec<bool>,
    unanswered: Vec<String>,
}

impl Placing<'_> {
    fn sections(&mut self, sections: &mut [Section]) {
        for section in sections {
            self.blocks(&mut section.blocks);
            self.sections(&mut section.sections);
        }
    }

    fn blocks(&mut self, blocks: &mut Vec<DocumentBlock>) {
        for mut block in std::mem::take(blocks) {
            match &mut block {
                DocumentBlock::Remark(remark) => {
                    if let Some(title) = asked(remark) {
                        blocks.extend(self.answers(&title));
                        continue;
                    }
                }
                DocumentBlock::Entry(entry) => {
                    self.blocks(&mut entry.blocks);
                    let asked = self.asked_among(&mut entry.remarks);
                    entry.blocks.extend(asked);
                }
                DocumentBlock::Steps(steps) | DocumentBlock::List(steps) => self.steps(steps),
                _ => {}
            }
            blocks.push(block);
        }
    }

    fn steps(&mut self, steps: &mut [ListItem]) {
        for step in steps {
            self.blocks(&mut step.blocks);
            let asked = self.asked_among(&mut step.remarks);
            step.blocks.extend(asked);
        }
    }

    /// Takes those remarks out that ask for odds; gives the tables. They stand behind the rule, as its consequence.
    fn asked_among(&mut self, remarks: &mut Vec<Prose>) -> Vec<DocumentBlock> {
        let mut found = Vec::new();
        remarks.retain(|remark| match asked(remark) {
            Some(title) => {
                found.extend(self.answers(&title));
                false
            }
            None => true,
        });
        found
    }

    /// All tables of this title.
    fn answers(&mut self, title: &str) -> Vec<DocumentBlock> {
        let wanted = Prose::from(title).capital();
        let anchor = Anchor::new("odds", title);
        let mut found = Vec::new();
        for (section, used) in self.odds.iter().zip(&mut self.used) {
            if section.title == wanted || section.anchor == anchor {
                *used = true;
                found.push(DocumentBlock::Entry(RuleEntry {
                    anchor: section.anchor.clone(),
                    name: section.title.clone(),
                    blocks: section.blocks.clone(),
                    ..RuleEntry::default()
                }));
            }
        }
        if found.is_empty() {
            self.unanswered.push(title.to_owned());
            let said = format!("The odds “{title}” are asked of no example that is told here.");
            found.push(DocumentBlock::Remark(said.into()));
        }
        found
    }
}

/// The title of the odds for which a remark asks: `odds "the spell is spoiled"`, and nothing else.
fn asked(remark: &Prose) -> Option<String> {
    let plain = remark.plain();
    let title = plain.strip_prefix("odds \"")?.strip_suffix('"')?;
    (!title.is_empty() && !title.contains('"')).then(|| title.to_owned())
}
