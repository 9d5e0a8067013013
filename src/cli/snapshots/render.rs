//! A difference as people read it: `-` before what is kept, `+` before what happens now, and the words that make the difference. Prints nothing.

use unicode_segmentation::UnicodeSegmentation;

use crate::snapshot::{DiffLine, Difference, LineMark, LinePiece};

/// How many lines of a difference are shown before the rest is only counted.
const SHOWN: usize = 200;

const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const STRONG: &str = "\u{1b}[1;4m";
const FAINT: &str = "\u{1b}[2m";
const OFF: &str = "\u{1b}[0m";

/// How a difference is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct DifferenceStyle {
    /// No line is wider.
    pub width: usize,
    /// With colours, and the words that make the difference underlined.
    pub color: bool,
    /// Without colours: with a line of `^` under those words.
    pub marks: bool,
}

/// The difference, line by line.
pub(in crate::cli) fn render(difference: &Difference, style: DifferenceStyle) -> String {
    let mut out = String::new();
    let mut shown = 0;
    for (index, hunk) in difference.hunks.iter().enumerate() {
        if shown >= SHOWN {
            break;
        }
        match hunk.under.is_empty() {
            true if index == 0 => {}
            true => out.push_str("  ...\n"),
            false => {
                let under = format!("... {}", hunk.under.join(", "));
                let pieces = vec![LinePiece {
                    text: under,
                    changed: false,
                }];
                let mark = LineMark::Same;
                draw(&mut out, &DiffLine { mark, pieces }, style);
            }
        }
        for line in hunk.lines.iter().take(SHOWN - shown) {
            draw(&mut out, line, style);
            shown += 1;
        }
    }
    let more = difference.len() - shown;
    if more > 0 {
        out.push_str(&format!("  ... and {more} lines more\n"));
    }
    out
}

/// One line; what is too long goes on in the next one, with the same sign.
fn draw(out: &mut String, line: &DiffLine, style: DifferenceStyle) {
    let (sign, color) = match line.mark {
        LineMark::Same => (' ', FAINT),
        LineMark::Gone => ('-', RED),
        LineMark::Come => ('+', GREEN),
    };
    // In a line that is all different, nothing is marked.
    let differs = line.pieces.iter().any(|piece| piece.changed);
    let room = style.width.saturating_sub(2).max(1);
    let mut rows = vec![TerminalRow::default()];
    for piece in &line.pieces {
        for character in piece.text.graphemes(true) {
            let cells = cells(character);
            if rows.last().is_some_and(|row| row.cells + cells > room) {
                rows.push(TerminalRow::default());
            }
            let marked = differs && piece.changed;
            if let Some(row) = rows.last_mut() {
                row.push(character, cells, marked, style.color.then_some(color));
            }
        }
    }
    for row in rows {
        let text = row.text.trim_end();
        match style.color {
            true => out.push_str(&format!("{color}{sign} {text}{OFF}\n")),
            false => out.push_str(format!("{sign} {text}").trim_end()),
        }
        if !style.color {
            out.push('\n');
            if style.marks && row.under.contains('^') {
                out.push_str(&format!("  {}\n", row.under.trim_end()));
            }
        }
    }
}

/// A line of the terminal.
#[derive(Default)]
struct TerminalRow {
    text: String,
    /// What stands under it.
    under: String,
    cells: usize,
    marked: bool,
}

impl TerminalRow {
    fn push(&mut self, character: &str, cells: usize, marked: bool, color: Option<&str>) {
        if let Some(color) = color.filter(|_| marked != self.marked) {
            match marked {
                true => self.text.push_str(STRONG),
                false => self.text.push_str(&format!("{OFF}{color}")),
            }
        }
        self.marked = marked;
        self.text.push_str(character);
        self.cells += cells;
        let under = if marked { "^" } else { " " };
        self.under.push_str(&under.repeat(cells));
    }
}

/// How many columns a character takes, or more: those from the scripts of East Asia and pictures take two.
fn cells(character: &str) -> usize {
    let wide = |c: char| c >= '\u{1100}' && !('\u{2000}'..='\u{22ff}').contains(&c);
    1 + usize::from(character.chars().any(wide))
}

#[cfg(test)]
#[path = "../../../tests/internals/cli_snapshots_render.rs"]
mod tests;
