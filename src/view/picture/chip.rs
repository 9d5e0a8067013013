//! What is written about one mark: its lines, broken to the width of its column, and the ruling that is shown beside it on wish.

use super::description::deed_description;
use super::text::{Measure, Size, wrap};
use crate::view::outline::{Mark, Panel};

/// From the edge of a chip to its text: room for its sign.
pub const TEXT_LEFT: i32 = 27;
/// From the text to the right edge.
pub const TEXT_RIGHT: i32 = 6;
/// Above and below the text.
pub const MARGIN: i32 = 5;
/// A chip is never lower than its sign needs.
const LOWEST: i32 = 26;

/// The most lines of a deed, a reason, the name of a rule.
const DEED: usize = 3;
const REASON: usize = 4;
const RULE: usize = 3;

/// The text of one mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chip {
    /// Its lines with their sizes.
    pub lines: Vec<(Size, String)>,
    /// For each tag the first of its lines.
    pub tags: Vec<usize>,
    /// How high it is.
    pub height: i32,
    /// Something had to be left out, or a word broken.
    pub shortened: bool,
    /// Its deed, or the name of a rule, takes more than two lines.
    pub long: bool,
}

impl Chip {
    /// The text of a mark in a chip of this width.
    pub fn new(mark: &Mark, width: i32) -> Self {
        let mut chip = Chip::default();
        let free = width - TEXT_LEFT - TEXT_RIGHT;
        if let Some(loss) = mark.loss() {
            chip.add(Size::Word, &loss.word, free, 2);
        }
        chip.add(Size::Body, &mark.deed, free, DEED);
        if mark.late {
            chip.add(Size::Small, "late: its place had gone by", free, 2);
        }
        if let Some(loss) = mark.loss() {
            chip.add(Size::Small, &loss.reason, free, REASON);
        }
        for tag in &mark.tags {
            chip.tags.push(chip.lines.len());
            let text = format!("{}: {}", tag.relation, tag.rule);
            chip.add(Size::Small, &text, free, RULE);
        }
        let lines: i32 = chip.lines.iter().map(|(size, _)| size.line()).sum();
        chip.height = (lines + 2 * MARGIN).max(LOWEST);
        chip
    }

    fn add(&mut self, size: Size, text: &str, width: i32, most: usize) {
        let wrapped = wrap(text, &size, width, most);
        self.shortened |= wrapped.shortened;
        // A word that had to be broken reads as badly as one that is left out.
        self.long |= wrapped.lines.len() > 2;
        let longest = text.split_whitespace().map(|word| size.width(word)).max();
        self.shortened |= longest.is_some_and(|longest| longest > width);
        self.lines
            .extend(wrapped.lines.into_iter().map(|line| (size, line)));
    }

    /// The middle of a line below the upper edge of the chip.
    pub fn middle_of(&self, line: usize) -> i32 {
        let above: i32 = self
            .lines
            .iter()
            .take(line)
            .map(|(size, _)| size.line())
            .sum();
        let own = self.lines.get(line).map_or(0, |(size, _)| size.line() / 2);
        (MARGIN + above + own).min(self.height - 3)
    }
}

/// The ruling on a mark, in sentences: what is shown on wish, and read to those who do not see the picture.
pub fn ruling(panel: &Panel, mark: &Mark, actor: &str) -> String {
    let column = &panel.columns[mark.column];
    let place = panel
        .places
        .get(column.place)
        .map_or("", |place| place.label.as_str());
    let mut lines = Vec::new();
    if !place.is_empty() {
        lines.push(place.to_string());
    }
    lines.push(deed_description(actor, mark));
    if mark.late {
        lines.push("late: its place had gone by".to_string());
    }
    for tag in &mark.tags {
        for reference in &tag.references {
            lines.push(format!("{} {reference} [{}]", tag.relation, tag.rule));
        }
    }
    if column.batch && mark.loss().is_none() {
        let notes = column.notes.iter().map(|note| note.text.clone());
        let results = notes.chain(column.changes_told());
        lines.extend(results.map(|result| format!("\u{2192} {result}")));
    }
    lines.join("\n")
}
