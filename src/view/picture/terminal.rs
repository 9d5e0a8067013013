//! The picture in the cells of a terminal, never wider than it: rows and columns as in the large one, bars of block characters, notes below.

use super::description::mark_description;
use super::strip::{Strip, strips};
use super::text::{Measure, wrap};
use crate::view::outline::{LossKind, Mark, MarkFate, Outline, Panel};
use crate::view::push_within;
use unicode_width::UnicodeWidthStr;

/// What a terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// How many columns it has.
    pub width: usize,
    /// It shows block characters; else ASCII alone.
    pub unicode: bool,
}

/// No drawing is narrower.
const NARROWEST: usize = 24;
/// The widths that columns can have.
const WIDTHS: [usize; 6] = [8, 10, 12, 14, 16, 20];
/// The most lines of one mark.
const LINES: usize = 4;

/// The characters of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs {
    pub place: char,
    pub join: [char; 4],
    pub bar: char,
    pub done: [char; 4],
    pub lost: [char; 4],
    pub dots: &'static str,
}

/// With block characters.
const DRAWN: Signs = Signs {
    place: '\u{250a}',
    join: ['\u{250f}', '\u{2503}', '\u{2523}', '\u{2517}'],
    bar: '\u{2550}',
    done: ['\u{25cf}', '\u{25b6}', '\u{25a0}', '\u{25c6}'],
    lost: ['\u{2717}', '\u{2205}', '\u{2298}', '\u{29d6}'],
    dots: "\u{2026}",
};

/// In ASCII alone.
const PLAIN: Signs = Signs {
    place: ':',
    join: ['+', '|', '+', '+'],
    bar: '=',
    done: ['o', '>', '=', '#'],
    lost: ['x', '-', '!', '?'],
    dots: "~",
};

impl Signs {
    /// The sign of a mark: its letter, if it is carried out and has one.
    pub fn of(&self, mark: &Mark) -> String {
        match (&mark.fate, &mark.letter) {
            (MarkFate::Lost(loss), _) => self.lost[match loss.kind {
                LossKind::Cancelled => 0,
                LossKind::Void => 1,
                LossKind::Refused => 2,
                LossKind::Missed => 3,
            }]
            .to_string(),
            (_, Some(letter)) => letter.clone(),
            (MarkFate::Done, None) => self.done[0].to_string(),
            (MarkFate::Begins, None) => self.done[1].to_string(),
            (MarkFate::GoesOn, None) => self.done[2].to_string(),
            (MarkFate::Completes, None) => self.done[3].to_string(),
        }
    }
}

/// Texts measured in cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellWidth;

impl Measure for CellWidth {
    fn width(&self, text: &str) -> i32 {
        i32::try_from(text.width()).unwrap_or(i32::MAX)
    }
}

/// What is written for one mark.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkCell {
    pub sign: String,
    pub lines: Vec<String>,
}

/// The whole run as a drawing. Ends with a newline; no line ends with a space.
pub fn terminal(outline: &Outline, style: &TerminalStyle) -> String {
    let width = style.width.max(NARROWEST);
    let signs = if style.unicode { &DRAWN } else { &PLAIN };
    let mut out = String::new();
    push_within(&mut out, 0, &outline.title, width);
    if !outline.rules.is_empty() {
        push_within(&mut out, 0, &format!("by {}", outline.rules), width);
    }
    if outline.panels.is_empty() {
        out.push_str("\nNobody does anything.\n");
    }
    for panel in &outline.panels {
        draw(&mut out, outline, panel, signs, width);
    }
    legend(&mut out, outline, signs, width);
    if style.unicode { out } else { ascii(&out) }
}

/// A panel, in as many strips as it needs.
fn draw(out: &mut String, outline: &Outline, panel: &Panel, signs: &Signs, width: usize) {
    let widest = outline.rows.iter().map(|name| name.width() + 2);
    let sides = outline.sides.iter().map(|side| side.name.width());
    let names = widest.chain(sides).max().unwrap_or(0) + 1;
    let names = names.clamp(7, (width / 4).max(8));
    let notes = notes(outline, panel);
    let free = width - names;
    let most = free - 2;
    // As few lines as there is room for; where there is none, the columns go on in further strips.
    let mut chosen = spread(panel, &notes, signs, most, LINES);
    for lines in (1..LINES).rev() {
        let next = spread(panel, &notes, signs, most, lines);
        if strips(panel, &next.0, free).len() > strips(panel, &chosen.0, free).len() {
            break;
        }
        chosen = next;
    }
    let (widths, cells) = chosen;
    for (index, columns) in strips(panel, &widths, width - names)
        .into_iter()
        .enumerate()
    {
        out.push('\n');
        let heading = match index {
            0 => panel.heading.clone(),
            _ => format!("{}, further", panel.heading)
                .trim_start_matches(", ")
                .to_string(),
        };
        push_within(out, 0, &heading, width);
        let strip = Strip {
            outline,
            panel,
            signs,
            names,
            columns,
            widths: &widths,
            cells: &cells,
        };
        out.push_str(&strip.draw());
    }
    for (number, note) in notes {
        if let Some(number) = number {
            push_within(out, 1, &format!("({number}) {note}"), width);
        }
    }
    for words in panel.last_words() {
        push_within(out, 1, &words, width);
    }
}

/// The width of each column, at most so wide and with so many lines where that can be, and what is written in it.
fn spread(
    panel: &Panel,
    notes: &[(Option<usize>, String)],
    signs: &Signs,
    most: usize,
    lines: usize,
) -> (Vec<usize>, Vec<MarkCell>) {
    let mut widths = vec![WIDTHS[0].min(most); panel.columns.len()];
    let mut cells = vec![MarkCell::default(); panel.marks.len()];
    for (index, mark) in panel.marks.iter().enumerate() {
        for wider in WIDTHS {
            let width = &mut widths[mark.column];
            *width = (*width).max(wider.min(most));
            let (_, fits) = cell(mark, notes[index].0, signs, *width, lines);
            if fits {
                break;
            }
        }
    }
    for (index, mark) in panel.marks.iter().enumerate() {
        let width = widths[mark.column];
        cells[index] = cell(mark, notes[index].0, signs, width, LINES).0;
    }
    (widths, cells)
}

/// For each mark the number of its note, if more is to be said of it, and the note.
fn notes(outline: &Outline, panel: &Panel) -> Vec<(Option<usize>, String)> {
    let mut count = 0;
    (panel.marks.iter())
        .map(|mark| {
            let reasoned = mark.loss().is_some_and(|loss| !loss.reason.is_empty());
            if mark.tags.is_empty() && !reasoned && !mark.late {
                return (None, String::new());
            }
            count += 1;
            (Some(count), mark_description(outline, mark))
        })
        .collect()
}

/// What is written for a mark in a column of this width, in so many lines, and whether that is all of it, without a broken word.
fn cell(
    mark: &Mark,
    note: Option<usize>,
    signs: &Signs,
    width: usize,
    lines: usize,
) -> (MarkCell, bool) {
    let sign = signs.of(mark);
    let free = width.saturating_sub(sign.width() + 1).max(1);
    let free = i32::try_from(free).unwrap_or(i32::MAX);
    let mut text = match mark.loss() {
        Some(loss) => format!("{}: {}", loss.word, mark.deed),
        None => mark.deed.clone(),
    };
    let note = note.map_or(String::new(), |note| format!("({note})"));
    if !note.is_empty() {
        text = format!("{note} {text}");
    }
    let wrapped = wrap(&text, &CellWidth, free, lines);
    let broken = text
        .split_whitespace()
        .any(|word| CellWidth.width(word) > free);
    let cell = MarkCell {
        sign,
        lines: wrapped.lines,
    };
    (cell, !wrapped.shortened && !broken)
}

/// What the letters mean.
fn legend(out: &mut String, outline: &Outline, signs: &Signs, width: usize) {
    let marks = || outline.panels.iter().flat_map(|panel| &panel.marks);
    let any = |fate: &MarkFate| marks().any(|mark| mark.fate == *fate && mark.letter.is_none());
    let mut parts: Vec<String> = [
        (MarkFate::Begins, 1, "begins"),
        (MarkFate::GoesOn, 2, "goes on"),
        (MarkFate::Completes, 3, "takes effect"),
    ]
    .into_iter()
    .filter(|(fate, ..)| any(fate))
    .map(|(_, sign, text)| format!("{} {text}", signs.done[sign]))
    .collect();
    if outline.panels.iter().any(|panel| !panel.joins.is_empty()) {
        parts.push(format!("{} at the same time", signs.join[1]));
    }
    parts.extend((outline.letters.iter()).map(|(letter, meaning)| format!("{letter} {meaning}")));
    if !parts.is_empty() {
        out.push('\n');
        push_within(out, 0, &parts.join("; "), width);
    }
}

/// Only ASCII: what is not stands as a question mark for each of its cells.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2026}' => out.push_str(PLAIN.dots),
            '\u{2013}' => out.push('-'),
            c if c.is_ascii() => out.push(c),
            c => {
                let mut buffer = [0; 4];
                out.extend(std::iter::repeat_n('?', c.encode_utf8(&mut buffer).width()));
            }
        }
    }
    out
}
