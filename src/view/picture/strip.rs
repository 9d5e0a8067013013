//! One strip of a drawing for a terminal: as many columns as fit beside one another, on a sheet of cells.

use super::terminal::{CellWidth, MarkCell, Signs};
use super::text::wrap;
use crate::view::outline::{Outline, Panel};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The least width of a place without acts, with the line before it.
const EMPTY: usize = 4;
/// The most lines above a place.
const HEAD: usize = 3;

/// A part of a strip, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A column with its place.
    Column(usize),
    /// A place without acts.
    Empty(usize),
}

/// Cuts a panel into strips that fit into this width.
pub fn strips(panel: &Panel, widths: &[usize], free: usize) -> Vec<Vec<Segment>> {
    let mut strips = vec![Vec::new()];
    let mut used = 0;
    for part in parts(panel) {
        let width = width_of(panel, widths, part);
        if used + width > free && used > 0 {
            strips.push(Vec::new());
            used = 0;
        }
        used += width;
        if let Some(last) = strips.last_mut() {
            last.push(part);
        }
    }
    strips
}

/// How many cells a part has, the line before it included.
fn width_of(panel: &Panel, widths: &[usize], part: Segment) -> usize {
    match part {
        Segment::Column(column) => widths[column] + 1,
        Segment::Empty(place) => (panel.places[place].number.width() + 2).clamp(EMPTY, 10),
    }
}

fn parts(panel: &Panel) -> Vec<Segment> {
    let mut parts = Vec::new();
    let mut column = 0;
    for (index, place) in panel.places.iter().enumerate() {
        if place.columns == 0 {
            parts.push(Segment::Empty(index));
        }
        for _ in 0..place.columns {
            parts.push(Segment::Column(column));
            column += 1;
        }
    }
    parts
}

/// A strip, and all that is needed to draw it.
pub struct Strip<'a> {
    pub outline: &'a Outline,
    pub panel: &'a Panel,
    pub signs: &'a Signs,
    /// How wide the names are.
    pub names: usize,
    pub columns: Vec<Segment>,
    pub widths: &'a [usize],
    pub cells: &'a [MarkCell],
}

impl Strip<'_> {
    /// The lines of the strip.
    pub fn draw(&self) -> String {
        let edges = self.edges();
        let right = edges.last().map_or(self.names, |edge| edge.end);
        let mut out = self.head(&edges, right);
        let lanes = self.lanes();
        for side in &self.outline.sides {
            let mut line = CellRow::new(right);
            line.write(0, &fitted(&side.name, self.names.max(right)));
            out.push_str(&line.finish());
            let rows = lanes.iter().enumerate().skip(side.first);
            for (row, lanes) in rows.take(side.count) {
                out.push_str(&self.row(row, lanes, &edges, right));
            }
        }
        out
    }

    /// Where each part begins and ends; its first cell is the line before it.
    fn edges(&self) -> Vec<Range<usize>> {
        let mut left = self.names;
        (self.columns.iter())
            .map(|part| {
                let start = left;
                left += width_of(self.panel, self.widths, *part);
                start..left
            })
            .collect()
    }

    /// The names of the places above their first columns.
    fn head(&self, edges: &[Range<usize>], right: usize) -> String {
        let mut lines: Vec<CellRow> = (0..HEAD).map(|_| CellRow::new(right)).collect();
        for (index, part) in self.columns.iter().enumerate() {
            let place = self.place(*part);
            if index > 0 && self.place(self.columns[index - 1]) == place {
                continue;
            }
            let end = (index..self.columns.len())
                .take_while(|&other| self.place(self.columns[other]) == place)
                .last()
                .map_or(edges[index].end, |last| edges[last].end);
            let place = &self.panel.places[place];
            let free = end - edges[index].start - 1;
            let text = match place.columns {
                0 if !place.number.is_empty() => &place.number,
                _ => &place.label,
            };
            let free = i32::try_from(free.saturating_sub(1)).unwrap_or(i32::MAX);
            let label = wrap(text, &CellWidth, free, HEAD);
            let label = match label.shortened && !place.number.is_empty() {
                true => vec![place.number.clone()],
                false => label.lines,
            };
            for (line, text) in lines.iter_mut().zip(&label) {
                line.write(edges[index].start + 1, text);
            }
        }
        let lines: Vec<String> = lines.into_iter().map(CellRow::finish).collect();
        lines.concat().trim_end().to_string() + "\n"
    }

    fn place(&self, part: Segment) -> usize {
        match part {
            Segment::Column(column) => self.panel.columns[column].place,
            Segment::Empty(place) => place,
        }
    }

    /// For each row its lanes, each the marks that stand in it in this strip.
    fn lanes(&self) -> Vec<Vec<Vec<usize>>> {
        let mut lanes: Vec<Vec<Vec<usize>>> = vec![Vec::new(); self.outline.rows.len()];
        let here = |column: usize| self.columns.contains(&Segment::Column(column));
        // Acts that take time have a lane of their own, then the others where they find room.
        let mut in_span = vec![false; self.panel.marks.len()];
        for span in &self.panel.spans {
            let marks: Vec<usize> = (span.marks.iter().copied())
                .filter(|&mark| here(self.panel.marks[mark].column))
                .collect();
            span.marks.iter().for_each(|&mark| in_span[mark] = true);
            if !marks.is_empty() || self.passes(span) {
                lanes[span.row].push(marks);
            }
        }
        for (index, mark) in self.panel.marks.iter().enumerate() {
            if in_span[index] || !here(mark.column) {
                continue;
            }
            let of_row = &mut lanes[mark.row];
            let spans = (self.panel.spans.iter())
                .filter(|span| span.row == mark.row)
                .count()
                .min(of_row.len());
            let taken = |lane: &Vec<usize>| {
                (lane.iter()).any(|&other| self.panel.marks[other].column == mark.column)
            };
            match of_row[spans..].iter_mut().find(|lane| !taken(lane)) {
                Some(lane) => lane.push(index),
                None => of_row.push(vec![index]),
            }
        }
        lanes
    }

    /// Whether an act that takes time goes on through the whole strip.
    fn passes(&self, span: &crate::view::outline::ActSpan) -> bool {
        let columns = || {
            (self.columns.iter()).filter_map(|part| match part {
                Segment::Column(column) => Some(*column),
                Segment::Empty(_) => None,
            })
        };
        let (Some(first), Some(last)) = (columns().next(), columns().next_back()) else {
            return false;
        };
        let marks = || span.marks.iter().map(|&mark| self.panel.marks[mark].column);
        let began = span.from_before || marks().any(|column| column < first);
        let goes_on = span.goes_on || marks().any(|column| column > last);
        began && goes_on
    }

    fn row(
        &self,
        row: usize,
        lanes: &[Vec<usize>],
        edges: &[Range<usize>],
        right: usize,
    ) -> String {
        let heights: Vec<usize> = (lanes.iter())
            .map(|lane| {
                let columns = lane.iter().map(|&mark| self.panel.marks[mark].column);
                let of = |column: usize| -> usize {
                    (lane.iter())
                        .filter(|&&mark| self.panel.marks[mark].column == column)
                        .map(|&mark| self.cells[mark].lines.len().max(1))
                        .sum()
                };
                columns.map(of).max().unwrap_or(1)
            })
            .collect();
        let height = heights.iter().sum::<usize>().max(1);
        let mut lines: Vec<CellRow> = (0..height).map(|_| CellRow::new(right)).collect();
        lines[0].write(
            2,
            &fitted(&self.outline.rows[row], self.names.saturating_sub(3)),
        );
        self.rails(row, &mut lines, lanes, &heights, edges);
        let mut top = 0;
        for (lane, height) in lanes.iter().zip(&heights) {
            self.bar(row, lane, &mut lines[top], edges, right);
            let mut written: Vec<(usize, usize)> = Vec::new();
            for &mark in lane {
                let column = self.panel.marks[mark].column;
                let below: usize = (written.iter())
                    .filter(|(other, _)| *other == column)
                    .map(|(_, lines)| lines)
                    .sum();
                let cell = &self.cells[mark];
                let left = self.left_of(column, edges) + 1;
                for (index, text) in cell.lines.iter().enumerate() {
                    let line = &mut lines[top + below + index];
                    if index == 0 {
                        let said = format!("{} {text}", cell.sign);
                        line.write(left, &said);
                        // A bar begins beside the text, not in it.
                        line.open(left + said.width(), self.signs.bar);
                    } else {
                        line.write(left + cell.sign.width() + 1, text);
                    }
                }
                written.push((column, cell.lines.len().max(1)));
            }
            top += height;
        }
        lines.into_iter().map(CellRow::finish).collect()
    }

    fn left_of(&self, column: usize, edges: &[Range<usize>]) -> usize {
        let found = self
            .columns
            .iter()
            .position(|&part| part == Segment::Column(column));
        found.map_or(self.names, |index| edges[index].start)
    }

    /// The lines between places, and those that join what happens at once.
    fn rails(
        &self,
        row: usize,
        lines: &mut [CellRow],
        lanes: &[Vec<usize>],
        heights: &[usize],
        edges: &[Range<usize>],
    ) {
        for (index, part) in self.columns.iter().enumerate() {
            let first = index == 0 || self.place(self.columns[index - 1]) != self.place(*part);
            if first {
                for line in lines.iter_mut() {
                    line.write(edges[index].start, &self.signs.place.to_string());
                }
            }
        }
        for join in &self.panel.joins {
            let column = join.first().map(|&mark| self.panel.marks[mark].column);
            let Some(column) =
                column.filter(|&column| self.columns.contains(&Segment::Column(column)))
            else {
                continue;
            };
            let rows = || join.iter().map(|&mark| self.panel.marks[mark].row);
            let (Some(from), Some(to)) = (rows().min(), rows().max()) else {
                continue;
            };
            if row < from || row > to {
                continue;
            }
            let mut tops = Vec::new();
            let mut top = 0;
            for (lane, height) in lanes.iter().zip(heights) {
                if lane.iter().any(|mark| join.contains(mark)) {
                    tops.push(top);
                }
                top += height;
            }
            let begin = if row == from {
                tops.first().copied().unwrap_or(0)
            } else {
                0
            };
            let end = match tops.last() {
                Some(&last) if row == to => last + 1,
                _ => lines.len(),
            };
            let left = self.left_of(column, edges);
            let [start, on, branch, stop] = self.signs.join;
            for (number, line) in lines.iter_mut().enumerate().take(end).skip(begin) {
                let c = match tops.contains(&number) {
                    true if row == from && number == begin => start,
                    true if row == to && number + 1 == end => stop,
                    true => branch,
                    false => on,
                };
                line.write(left, &c.to_string());
            }
        }
    }

    /// The bar of an act that takes time, in the first line of its lane.
    fn bar(
        &self,
        row: usize,
        lane: &[usize],
        line: &mut CellRow,
        edges: &[Range<usize>],
        right: usize,
    ) {
        let of_lane = |span: &&crate::view::outline::ActSpan| {
            span.row == row
                && match lane.first() {
                    Some(mark) => span.marks.contains(mark),
                    None => self.passes(span) && span.marks.iter().all(|mark| !lane.contains(mark)),
                }
        };
        let Some(span) = self.panel.spans.iter().find(of_lane) else {
            return;
        };
        let lefts = || {
            lane.iter()
                .map(|&mark| self.left_of(self.panel.marks[mark].column, edges))
        };
        let seen = |mark: &usize| lane.contains(mark);
        let earlier = span.from_before || span.marks.first().is_some_and(|mark| !seen(mark));
        let later = span.goes_on || span.marks.last().is_some_and(|mark| !seen(mark));
        let from = if earlier {
            self.names
        } else {
            lefts().min().unwrap_or(right)
        };
        let to = if later {
            right
        } else {
            lefts().max().unwrap_or(self.names) + 1
        };
        for x in from + 1..to {
            line.write(x, &self.signs.bar.to_string());
        }
    }
}

/// A text in one line of so many cells.
fn fitted(text: &str, cells: usize) -> String {
    let width = i32::try_from(cells).unwrap_or(i32::MAX);
    wrap(text, &CellWidth, width, 1).lines.concat()
}

/// A line of cells. The second cell of a wide character is empty.
struct CellRow(Vec<String>);

impl CellRow {
    fn new(width: usize) -> Self {
        CellRow(vec![" ".to_string(); width])
    }

    /// Writes a text from this cell on; what does not fit is left out.
    fn write(&mut self, left: usize, text: &str) {
        let mut at = left;
        for letter in text.graphemes(true) {
            let width = letter.width().max(1);
            if at + width > self.0.len() {
                return;
            }
            // Half a wide character is none.
            if self.0[at].is_empty() {
                self.0[at - 1] = " ".to_string();
            }
            if let Some(next) = self.0.get_mut(at + width).filter(|next| next.is_empty()) {
                *next = " ".to_string();
            }
            self.0[at] = letter.to_string();
            self.0[at + 1..at + width]
                .iter_mut()
                .for_each(String::clear);
            at += width;
        }
    }

    /// Takes this sign out of a cell.
    fn open(&mut self, at: usize, sign: char) {
        if let Some(cell) = self.0.get_mut(at).filter(|cell| cell.starts_with(sign)) {
            *cell = " ".to_string();
        }
    }

    fn finish(self) -> String {
        let mut line = self.0.concat();
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    }
}
