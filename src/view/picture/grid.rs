//! Where the chips of a panel stand: lanes for what falls together, the widths of columns, the heights of rows. Numbers only.

use super::chip::Chip;
use super::routes::{Routes, routes};
use super::text::{Measure, Size, wrap};
use crate::view::outline::{Outline, Panel};

/// The widths that columns can have.
const WIDTHS: [i32; 6] = [96, 112, 128, 144, 160, 176];
/// Up to this width a column grows so that its texts have two lines at most.
const SHORT: i32 = 128;
/// The least width of a place without acts.
const EMPTY: i32 = 22;
/// The widths that names can have.
const NAMES: (i32, i32) = (72, 150);
/// Between chips that stand one below the other.
pub const GAP: i32 = 4;
/// Left of each column: where the chips of a batch are joined.
pub const RAIL: i32 = 10;
/// From one way to the next.
pub const TRACK: i32 = 7;
/// The name of a side.
pub const BAND: i32 = 21;
/// Behind the last column, where an act goes on.
const BEYOND: i32 = 24;
/// The least height of a row.
const LOW: i32 = 22;

/// Where everything of a panel stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// How wide the names of the combatants are.
    pub names: i32,
    /// The names in lines.
    pub name_lines: Vec<Vec<String>>,
    /// The left edge and the width of each place.
    pub places: Vec<(i32, i32)>,
    /// What is written above each place.
    pub labels: Vec<Vec<String>>,
    /// The left edge and the width of the chips of each column.
    pub columns: Vec<(i32, i32)>,
    /// The left edge of the gutter before each column, and of the one behind the last.
    pub gutters: Vec<i32>,
    /// The upper edge of each row gutter: above each row, and below the last.
    pub aisles: Vec<i32>,
    /// The upper edge and the height of each row.
    pub rows: Vec<(i32, i32)>,
    /// The upper edge of the band of each side.
    pub bands: Vec<i32>,
    /// For each lane of each row its upper edge.
    pub lanes: Vec<Vec<i32>>,
    /// For each mark its lane.
    pub lane_of: Vec<usize>,
    /// For each span its lane.
    pub lane_of_span: Vec<usize>,
    /// For each mark its text.
    pub chips: Vec<Chip>,
    /// For each mark its upper edge.
    pub tops: Vec<i32>,
    /// The ways of the arrows.
    pub routes: Routes,
    /// The right edge.
    pub width: i32,
    /// The lower edge.
    pub height: i32,
    /// How high the labels of the places are.
    pub head: i32,
}

impl Grid {
    /// Lays a panel out.
    pub fn new(outline: &Outline, panel: &Panel) -> Self {
        let mut grid = Grid::default();
        grid.assign_lanes(outline, panel);
        grid.routes = routes(
            panel,
            &grid.lanes_of_rows(outline.rows.len()),
            &grid.lane_of,
        );
        grid.measure_names(outline);
        grid.spread_columns(panel);
        grid.stack_rows(outline, panel);
        grid
    }

    /// Gives each mark and span the first lane of its row that is free there.
    fn assign_lanes(&mut self, outline: &Outline, panel: &Panel) {
        let last = panel.columns.len().saturating_sub(1);
        self.lane_of = vec![usize::MAX; panel.marks.len()];
        self.lane_of_span = vec![0; panel.spans.len()];
        // What stands in a row: from column, to column, the span or the mark.
        let mut stretches: Vec<(usize, usize, usize, bool, usize)> = Vec::new();
        let mut in_span = vec![false; panel.marks.len()];
        for (index, span) in panel.spans.iter().enumerate() {
            let columns = span.marks.iter().map(|&mark| panel.marks[mark].column);
            let first = columns.clone().min().filter(|_| !span.from_before);
            let end = columns.max().filter(|_| !span.goes_on);
            stretches.push((
                span.row,
                first.unwrap_or(0),
                end.unwrap_or(last),
                true,
                index,
            ));
            span.marks.iter().for_each(|&mark| in_span[mark] = true);
        }
        for (index, mark) in panel.marks.iter().enumerate() {
            if !in_span[index] {
                stretches.push((mark.row, mark.column, mark.column, false, index));
            }
        }
        // Spans first among what begins together, so that they lie straight.
        stretches.sort_by_key(|&(row, from, to, is_span, index)| (row, from, !is_span, to, index));
        let mut free_from: Vec<Vec<usize>> = vec![Vec::new(); outline.rows.len()];
        for (row, from, to, is_span, index) in stretches {
            let lanes = &mut free_from[row];
            let lane = lanes.iter().position(|&free| free <= from);
            let lane = lane.unwrap_or_else(|| {
                lanes.push(0);
                lanes.len() - 1
            });
            lanes[lane] = to + 1;
            if is_span {
                self.lane_of_span[index] = lane;
                let marks = &panel.spans[index].marks;
                marks.iter().for_each(|&mark| self.lane_of[mark] = lane);
            } else {
                self.lane_of[index] = lane;
            }
        }
        self.lanes = free_from.iter().map(|lanes| vec![0; lanes.len()]).collect();
    }

    fn lanes_of_rows(&self, rows: usize) -> Vec<usize> {
        (0..rows).map(|row| self.lanes[row].len()).collect()
    }

    fn measure_names(&mut self, outline: &Outline) {
        let rows = outline.rows.iter().map(|name| Size::Body.width(name) + 24);
        let sides = (outline.sides.iter()).map(|side| Size::Word.width(&side.name) + 16);
        let widest = rows.chain(sides).max().unwrap_or(0);
        self.names = widest.clamp(NAMES.0, NAMES.1);
        self.name_lines = (outline.rows.iter())
            .map(|name| wrap(name, &Size::Body, self.names - 22, 2).lines)
            .collect();
    }

    /// Chooses the width of each column, and puts the columns beside one another.
    fn spread_columns(&mut self, panel: &Panel) {
        self.chips = vec![Chip::default(); panel.marks.len()];
        let mut marks_of: Vec<Vec<usize>> = vec![Vec::new(); panel.columns.len()];
        for (index, mark) in panel.marks.iter().enumerate() {
            marks_of[mark.column].push(index);
        }
        let mut widths = Vec::with_capacity(panel.columns.len());
        for marks in &marks_of {
            let mut width = WIDTHS[0];
            for wider in WIDTHS {
                width = wider;
                let mut whole = true;
                for &mark in marks {
                    self.chips[mark] = Chip::new(&panel.marks[mark], width);
                    whole &= !self.chips[mark].shortened;
                    whole &= !self.chips[mark].long || width >= SHORT;
                }
                if whole {
                    break;
                }
            }
            widths.push(width);
        }
        let gutter = |column: usize| {
            let tracks = self.routes.upright.get(column).copied().unwrap_or_default();
            4 + TRACK * i32::try_from(tracks).unwrap_or(0)
        };
        let mut x = self.names;
        let mut column = 0;
        for place in &panel.places {
            let left = x;
            for _ in 0..place.columns {
                self.gutters.push(x);
                x += gutter(column) + RAIL;
                self.columns.push((x, widths[column]));
                x += widths[column];
                column += 1;
            }
            let label = place_label(place.columns, &place.label, &place.number, x - left);
            let widest = label.iter().map(|line| Size::Small.width(line)).max();
            let least = if place.columns == 0 { EMPTY } else { 0 };
            x = x.max(left + widest.map_or(0, |width| width + 8).max(least));
            self.places.push((left, x - left));
            self.labels.push(label);
        }
        self.gutters.push(x);
        // A bar that goes on is seen to do so.
        let on = panel.spans.iter().any(|span| span.goes_on);
        self.width = x + gutter(column) + if on { BEYOND } else { 4 };
        let lines = self.labels.iter().map(Vec::len).max().unwrap_or(0);
        self.head = Size::Small.line() * i32::try_from(lines).unwrap_or(0) + 6;
    }

    /// Puts rows, lanes and chips below one another.
    fn stack_rows(&mut self, outline: &Outline, panel: &Panel) {
        let count = outline.rows.len();
        // What stands in one lane and one column is stacked.
        let mut cells: Vec<(usize, usize, usize, usize)> = (panel.marks.iter().enumerate())
            .map(|(index, mark)| (mark.row, self.lane_of[index], mark.column, index))
            .collect();
        cells.sort_unstable();
        let mut heights: Vec<Vec<i32>> = (self.lanes.iter())
            .map(|lanes| vec![LOW; lanes.len()])
            .collect();
        self.tops = vec![0; panel.marks.len()];
        let mut before = None;
        let mut below = 0;
        for &(row, lane, column, index) in &cells {
            if before.replace((row, lane, column)) != Some((row, lane, column)) {
                below = 0;
            }
            self.tops[index] = below;
            below += self.chips[index].height + GAP;
            let height = &mut heights[row][lane];
            *height = (*height).max(below - GAP);
        }
        let aisle = |row: usize| {
            let tracks = self.routes.level.get(row).copied().unwrap_or_default();
            3 + TRACK * i32::try_from(tracks).unwrap_or(0)
        };
        let mut y = self.head;
        let mut row = 0;
        for side in &outline.sides {
            self.bands.push(y);
            y += BAND;
            for _ in 0..side.count {
                self.aisles.push(y);
                y += aisle(row);
                let top = y;
                for (lane, height) in self.lanes[row].iter_mut().zip(&heights[row]) {
                    *lane = y;
                    y += height + GAP;
                }
                let lines = i32::try_from(self.name_lines[row].len()).unwrap_or(0);
                y = y.max(top + (lines * Size::Body.line() + 6).max(LOW));
                self.rows.push((top, y - top));
                row += 1;
            }
        }
        debug_assert_eq!(row, count);
        self.aisles.push(y);
        self.height = y + aisle(count);
        for (index, mark) in panel.marks.iter().enumerate() {
            self.tops[index] += self.lanes[mark.row][self.lane_of[index]];
        }
    }
}

/// What is written above a place: its label where there is room for it, else its number.
fn place_label(columns: usize, label: &str, number: &str, free: i32) -> Vec<String> {
    if columns == 0 && !number.is_empty() {
        return wrap(number, &Size::Small, 60, 1).lines;
    }
    let free = free.max(70) - 8;
    wrap(label, &Size::Small, free, 3).lines
}
