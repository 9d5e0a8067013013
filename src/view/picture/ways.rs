//! Lines between chips, in dots: the bars of acts that take time, and the arrows on the ways that `routes` has found.

use super::grid::{Grid, TRACK};
use super::layout::{Ink, StyleClass};
use crate::view::outline::{ActSpan, Arrow, Panel};

/// Where the bar of a span is seen: between its marks, before the first if it began earlier, behind the last if it goes on.
pub fn stretches(panel: &Panel, grid: &Grid, span: &ActSpan) -> Vec<(i32, i32)> {
    let end = grid.width - 4;
    let mut columns: Vec<usize> = span
        .marks
        .iter()
        .map(|&mark| panel.marks[mark].column)
        .collect();
    columns.dedup();
    let mut from = span.from_before.then_some(grid.names);
    let mut found = Vec::new();
    for column in columns {
        let (x, width) = grid.columns[column];
        if let Some(from) = from {
            found.push((from, x));
        }
        from = Some(x + width);
    }
    if let Some(from) = from.filter(|_| span.goes_on) {
        found.push((from, end));
    }
    found.retain(|(from, to)| from < to);
    found
}

/// The way of an arrow, and its head.
pub fn arrow_ink(
    panel: &Panel,
    grid: &Grid,
    index: usize,
    arrow: &Arrow,
    left: i32,
    top: i32,
) -> Vec<Ink> {
    let way = grid.routes.ways[index];
    let edge = |mark: usize, right: bool| {
        let (x, width) = grid.columns[panel.marks[mark].column];
        left + x + if right { width } else { 0 }
    };
    let track = |number: usize| TRACK * i32::try_from(number).unwrap_or(0);
    let gutter = |(gutter, number): (usize, usize)| left + grid.gutters[gutter] + 4 + track(number);
    let chip = &grid.chips[arrow.from];
    let line = chip.tags.get(arrow.tag).copied().unwrap_or_default();
    let start = (
        edge(arrow.from, way.leaves_right),
        top + grid.tops[arrow.from] + chip.middle_of(line),
    );
    let room = (grid.chips[arrow.to].height - 10).max(1);
    let nth = i32::try_from(way.nth).unwrap_or(0);
    let end = (
        edge(arrow.to, way.comes_from_right),
        top + grid.tops[arrow.to] + 5 + nth * 6 % room,
    );
    let mut points = vec![start, (gutter(way.first), start.1)];
    if let Some(((aisle, number), second)) = way.then {
        let y = top + grid.aisles[aisle] + 3 + track(number);
        points.extend([(gutter(way.first), y), (gutter(second), y)]);
    }
    let last = points[points.len() - 1].0;
    points.extend([(last, end.1), end]);
    let back = if way.comes_from_right { 6 } else { -6 };
    let head = vec![end, (end.0 + back, end.1 - 4), (end.0 + back, end.1 + 4)];
    vec![
        Ink::Path {
            points,
            style: StyleClass::Arrow,
        },
        Ink::Shape {
            points: head,
            style: StyleClass::Head,
        },
    ]
}
