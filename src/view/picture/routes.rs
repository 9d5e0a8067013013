//! The ways of the arrows through the gutters between columns and the aisles between rows, where no text stands. Each way has a track of its own
//! wherever two would lie on one another. Knows columns and rows by their numbers, not where they stand.

use crate::view::outline::Panel;
use std::collections::BTreeMap;

/// The ways of all arrows of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// For each arrow its way.
    pub ways: Vec<ArrowRoute>,
    /// How many tracks each gutter has.
    pub upright: Vec<usize>,
    /// How many tracks each aisle has.
    pub level: Vec<usize>,
}

/// The way of an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrowRoute {
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

/// A stretch that needs a track: from, to, and whose it is: an arrow, on its first or second upright way. What begins at one tag runs together.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: usize,
    to: usize,
    tag: (usize, usize),
    arrow: usize,
    second: bool,
}

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
    let mut ways = vec![ArrowRoute::default(); panel.arrows.len()];
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
        let stretch = |one: usize, other: usize, second| Stretch {
            from: one.min(other),
            to: one.max(other),
            tag: (arrow.from, arrow.tag),
            arrow: index,
            second,
        };
        if leave == come {
            upright[leave].push(stretch(start, end, false));
            continue;
        }
        let aisle = from.row + usize::from(to.row >= from.row);
        let middle = aisle_at[aisle];
        way.then = Some(((aisle, 0), (come, 0)));
        upright[leave].push(stretch(start, middle, false));
        upright[come].push(stretch(end, middle, true));
        level[aisle].push(stretch(leave, come, false));
    }
    let mut routes = Routes::default();
    for stretches in upright {
        routes.upright.push(share(&stretches, |stretch, track| {
            match (stretch.second, &mut ways[stretch.arrow].then) {
                (true, Some((_, (_, second)))) => *second = track,
                _ => ways[stretch.arrow].first.1 = track,
            }
        }));
    }
    for stretches in level {
        routes.level.push(share(&stretches, |stretch, track| {
            if let Some(((_, own), _)) = &mut ways[stretch.arrow].then {
                *own = track;
            }
        }));
    }
    let mut arrived = BTreeMap::new();
    for (way, arrow) in ways.iter_mut().zip(&panel.arrows) {
        let nth: &mut usize = arrived.entry((arrow.to, way.comes_from_right)).or_default();
        way.nth = *nth;
        *nth += 1;
    }
    routes.ways = ways;
    routes
}

/// Gives each stretch a track, one for all of a tag and the first that is free along them, and says how many tracks there are.
fn share(stretches: &[Stretch], mut give: impl FnMut(&Stretch, usize)) -> usize {
    // The whole way of each tag here.
    let mut whole: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
    for stretch in stretches {
        let (from, to) = whole
            .entry(stretch.tag)
            .or_insert((stretch.from, stretch.to));
        *from = stretch.from.min(*from);
        *to = stretch.to.max(*to);
    }
    let mut sorted: Vec<_> = whole
        .into_iter()
        .map(|(tag, (from, to))| (from, to, tag))
        .collect();
    sorted.sort_unstable();
    // Where the last way of each track ends.
    let mut ends: Vec<usize> = Vec::new();
    let mut track_of = BTreeMap::new();
    for (from, to, tag) in sorted {
        let free = ends.iter().position(|&end| end < from);
        let track = free.unwrap_or_else(|| {
            ends.push(0);
            ends.len() - 1
        });
        ends[track] = to;
        track_of.insert(tag, track);
    }
    for stretch in stretches {
        give(stretch, track_of[&stretch.tag]);
    }
    ends.len()
}
