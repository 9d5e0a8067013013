//! The ways of the arrows through the gutters between columns and the aisles between rows, where no text stands. Each way has a track of its own
//! wherever two would lie on one another. Knows columns and rows by their numbers, not where they stand.

use crate::view::outline::Panel;

/// The ways of all arrows of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// For each arrow its way.
    pub ways: Vec<Way>,
    /// How many tracks each gutter has.
    pub upright: Vec<usize>,
    /// How many tracks each aisle has.
    pub level: Vec<usize>,
}

/// The way of an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// It leaves its mark on the right.
    pub leaves_right: bool,
    /// It comes to the other mark from the right.
    pub comes_from_right: bool,
    /// The gutter into which it goes, and its track there.
    pub first: (usize, usize),
    /// Through an aisle into another gutter: aisle and track, gutter and track.
    pub then: Option<((usize, usize), (usize, usize))>,
    /// How many arrows come to the same mark from the same side before it.
    pub nth: usize,
}

/// A stretch that needs a track: from, to, and whose it is.
type Stretch = (usize, usize, usize, bool);

/// Finds the ways of all arrows, for rows with so many lanes.
pub fn routes(panel: &Panel, lanes: &[usize], lane_of: &[usize]) -> Routes {
    // Aisles and lanes, numbered from above.
    let mut aisle_at = Vec::with_capacity(lanes.len() + 1);
    let mut at = 0;
    for &count in lanes {
        aisle_at.push(at);
        at += 1 + count.max(1);
    }
    aisle_at.push(at);
    let level_of = |mark: usize| aisle_at[panel.marks[mark].row] + 1 + lane_of[mark];
    let mut ways = vec![Way::default(); panel.arrows.len()];
    let mut upright: Vec<Vec<Stretch>> = vec![Vec::new(); panel.columns.len() + 1];
    let mut level: Vec<Vec<Stretch>> = vec![Vec::new(); lanes.len() + 1];
    for (index, arrow) in panel.arrows.iter().enumerate() {
        let (from, to) = (&panel.marks[arrow.from], &panel.marks[arrow.to]);
        let way = &mut ways[index];
        way.leaves_right = to.column > from.column;
        way.comes_from_right = to.column < from.column;
        let leave = from.column + usize::from(way.leaves_right);
        let come = to.column + usize::from(way.comes_from_right);
        let (start, end) = (level_of(arrow.from), level_of(arrow.to));
        way.first.0 = leave;
        if leave == come {
            upright[leave].push((start.min(end), start.max(end), index, true));
            continue;
        }
        let aisle = from.row + usize::from(to.row >= from.row);
        let middle = aisle_at[aisle];
        way.then = Some(((aisle, 0), (come, 0)));
        upright[leave].push((start.min(middle), start.max(middle), index, true));
        upright[come].push((end.min(middle), end.max(middle), index, false));
        level[aisle].push((leave.min(come), leave.max(come), index, true));
    }
    let mut routes = Routes::default();
    for stretches in upright {
        routes.upright.push(share(stretches, |index, first, track| {
            match (first, &mut ways[index].then) {
                (false, Some((_, (_, second)))) => *second = track,
                _ => ways[index].first.1 = track,
            }
        }));
    }
    for stretches in level {
        routes.level.push(share(stretches, |index, _, track| {
            if let Some(((_, own), _)) = &mut ways[index].then {
                *own = track;
            }
        }));
    }
    let mut arrived = std::collections::BTreeMap::new();
    for (way, arrow) in ways.iter_mut().zip(&panel.arrows) {
        let nth: &mut usize = arrived.entry((arrow.to, way.comes_from_right)).or_default();
        way.nth = *nth;
        *nth += 1;
    }
    routes.ways = ways;
    routes
}

/// Gives each stretch the first track that is free along it, and says how many tracks there are.
fn share(mut stretches: Vec<Stretch>, mut give: impl FnMut(usize, bool, usize)) -> usize {
    stretches.sort_unstable();
    // Where the last stretch of each track ends.
    let mut ends: Vec<usize> = Vec::new();
    for (from, to, index, first) in stretches {
        let free = ends.iter().position(|&end| end < from);
        let track = free.unwrap_or_else(|| {
            ends.push(0);
            ends.len() - 1
        });
        ends[track] = to;
        give(index, first, track);
    }
    ends.len()
}
