//! Lines up what stands below its like: texts, citations, comments, braces. Moves nothing to another line.
//!
//! A column that lines of one depth share already is kept. Neighbours without one get the nearest that holds them.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{AuthorWord, LayoutLine, LineOwner, WIDTH};
use super::tokens::AlignStop;
use crate::syntax::grammar::Rule;

/// How many blanks a column may cost a line.
const SPREAD: usize = 40;
/// What is lined up without the author having done so, in the order in which it stands in a line.
const TAILS: [AlignStop; 4] = [
    AlignStop::Brace,
    AlignStop::Text,
    AlignStop::Cites,
    AlignStop::Comment,
];

/// How often the columns are worked out at most, while lines fall out of the columns that they had.
const ROUNDS: usize = 5;

/// The text of the lines.
pub(super) fn text(lines: &[LayoutLine]) -> String {
    let runs = runs(lines);
    let mut shared = SharedColumns::of(lines, &runs, |_, _| true);
    let mut rows = placed(lines, &runs, &shared);
    for _ in 1..ROUNDS {
        // A column that one line has left is not shared any more.
        let still = SharedColumns::of(lines, &runs, |number, mark| rows[number].has(mark));
        if still == shared {
            break;
        }
        shared = still;
        rows = placed(lines, &runs, &shared);
    }
    let mut text = String::new();
    for row in &rows {
        row.write(&mut text);
    }
    text
}

/// The lines with places for all their cells.
fn placed<'l>(
    lines: &'l [LayoutLine],
    runs: &[Vec<usize>],
    shared: &SharedColumns,
) -> Vec<AlignedRow<'l>> {
    let rows = lines.iter().enumerate();
    let mut rows: Vec<AlignedRow<'_>> = rows
        .map(|(number, line)| AlignedRow::new(number, line))
        .collect();
    for stop in TAILS {
        for run in runs {
            line_up(&mut rows, run, stop, shared);
        }
    }
    for row in &mut rows {
        row.reach(row.line.cells.len(), shared);
    }
    rows
}

/// Lines below each other that begin entries of one kind in one body, with no empty line between.
fn runs(lines: &[LayoutLine]) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut last = None;
    for (number, line) in lines.iter().enumerate() {
        let Some(whose) = line.entry else {
            last = last.filter(|_| !line.apart);
            continue;
        };
        let key = (whose.body, whose.kind);
        match runs.last_mut() {
            Some(run) if last == Some(key) && !line.apart && line.begins => run.push(number),
            _ => runs.push(vec![number]),
        }
        last = line.whole.then_some(key);
    }
    runs
}

/// The columns that the author's lines share, and into which he has put at least one of them.
#[derive(PartialEq)]
struct SharedColumns {
    /// Of texts, citations and comments.
    tails: BTreeSet<Tail>,
    /// By the number of the line: those of other words, shared with the line above or below.
    words: Vec<BTreeSet<(AlignStop, usize)>>,
}

/// Where entries of one depth begin, and a column counted from there.
type Tail = (usize, usize);

impl SharedColumns {
    /// The columns of those words that count.
    fn of(
        lines: &[LayoutLine],
        runs: &[Vec<usize>],
        counts: impl Fn(usize, &AuthorWord) -> bool,
    ) -> Self {
        let counts = &counts;
        let marks = |number: usize| {
            let line = &lines[number];
            let marks = line.marks.iter().filter(move |mark| counts(number, mark));
            marks.filter_map(|mark| {
                let column = mark.column.checked_sub(line.entry?.column)?;
                Some(((mark.stop, column), mark.put))
            })
        };
        let mut tails: BTreeMap<Tail, (usize, bool)> = BTreeMap::new();
        for (number, line) in lines.iter().enumerate() {
            let Some(whose) = line.entry else { continue };
            for ((_, column), put) in marks(number).filter(|((stop, _), _)| is_tail(*stop)) {
                let (count, any_put) = tails.entry((whose.start, column)).or_default();
                *count += 1;
                *any_put |= put;
            }
        }
        let mut words = vec![BTreeSet::new(); lines.len()];
        for pair in runs.iter().flat_map(|run| run.windows(2)) {
            let below: BTreeMap<_, _> = marks(pair[1]).collect();
            for (mark, put) in marks(pair[0]) {
                if below.get(&mark).is_some_and(|other| put || *other) {
                    words[pair[0]].insert(mark);
                    words[pair[1]].insert(mark);
                }
            }
        }
        let shared = |(tail, (count, put))| (count > 1 && put).then_some(tail);
        SharedColumns {
            tails: tails.into_iter().filter_map(shared).collect(),
            words,
        }
    }
}

fn is_tail(stop: AlignStop) -> bool {
    stop > AlignStop::Brace
}

/// A line, and where its cells begin so far.
struct AlignedRow<'l> {
    line: &'l LayoutLine,
    number: usize,
    starts: Vec<usize>,
}

impl<'l> AlignedRow<'l> {
    fn new(number: usize, line: &'l LayoutLine) -> Self {
        AlignedRow {
            line,
            number,
            starts: vec![line.indent],
        }
    }

    /// Where the next cell can begin at the earliest.
    fn least(&self) -> usize {
        let next = self.starts.len();
        let last = &self.line.cells[next - 1];
        self.starts[next - 1] + last.width + self.line.cells[next].blanks
    }

    /// Where the next cell can begin at the latest for the line to fit.
    fn most(&self) -> usize {
        let rest = &self.line.cells[self.starts.len()..];
        let blanks: usize = rest.iter().skip(1).map(|cell| cell.blanks).sum();
        let words: usize = rest.iter().map(|cell| cell.width).sum();
        WIDTH.saturating_sub(blanks + words)
    }

    /// Where the next cell stays, if it shares a column.
    fn kept(&self, shared: &SharedColumns) -> Option<usize> {
        let whose = self.line.entry?;
        let cell = &self.line.cells[self.starts.len()];
        let column = cell.column?.checked_sub(whose.column)?;
        let known = match is_tail(cell.stop) {
            true => shared.tails.contains(&(whose.start, column)),
            false => shared.words[self.number].contains(&(cell.stop, column)),
        };
        let place = whose.start + column;
        (known && place >= self.least()).then_some(place)
    }

    /// Whether a word stands where it stood in the author's text.
    fn has(&self, mark: &AuthorWord) -> bool {
        let place = |whose: LineOwner| {
            mark.column
                .checked_sub(whose.column)?
                .checked_add(whose.start)
        };
        self.line.entry.and_then(place) == Some(self.starts[mark.cell] + mark.offset)
    }

    /// Places all cells before one of them where they stay.
    fn reach(&mut self, cell: usize, shared: &SharedColumns) {
        while self.starts.len() < cell {
            let place = self.kept(shared).unwrap_or_else(|| self.least());
            self.starts.push(place);
        }
    }

    fn write(&self, text: &mut String) {
        if self.line.apart {
            text.push('\n');
        }
        let mut end = 0;
        for (cell, start) in self.line.cells.iter().zip(&self.starts) {
            text.extend(std::iter::repeat_n(' ', start - end));
            text.push_str(&cell.text);
            end = start + cell.width;
        }
        text.push('\n');
    }
}

/// Lines up what ends the lines of a run.
fn line_up(rows: &mut [AlignedRow<'_>], run: &[usize], stop: AlignStop, shared: &SharedColumns) {
    let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
    let mut free = Vec::new();
    for &number in run {
        let row = &mut rows[number];
        let cells = row.line.cells.iter().enumerate().skip(row.starts.len());
        let Some((cell, _)) = cells.into_iter().find(|(_, cell)| cell.stop == stop) else {
            continue;
        };
        if stop == AlignStop::Brace && !has_brace_column(row.line) {
            continue;
        }
        row.reach(cell, shared);
        match row.kept(shared) {
            Some(place) => {
                row.starts.push(place);
                *kept.entry(place).or_insert(0) += 1;
            }
            None => free.push(number),
        }
    }
    let columns: Vec<usize> = kept
        .into_iter()
        .filter_map(|(place, lines)| (lines > 1).then_some(place))
        .collect();
    // Those that can begin at one place go together wherever they go.
    let mut free_from: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for number in free {
        free_from
            .entry(rows[number].least())
            .or_default()
            .push(number);
    }
    let mut open = Vec::new();
    let mut settled = Vec::new();
    for (least, numbers) in free_from {
        let most = numbers.iter().map(|&number| rows[number].most()).min();
        let most = most.unwrap_or(0).clamp(least, least + SPREAD);
        match columns.get(columns.partition_point(|place| *place < least)) {
            Some(&place) if place <= most => settled.push((place, numbers)),
            _ => open.push((least, most, numbers)),
        }
    }
    settled.extend(gathered(open));
    for (place, numbers) in settled {
        for number in numbers {
            rows[number].starts.push(place);
        }
    }
}

/// Lines by where they can begin at the earliest and at the latest, in this order: together with their neighbours, as far
/// as these suit all of them.
fn gathered(lines: Vec<(usize, usize, Vec<usize>)>) -> Vec<(usize, Vec<usize>)> {
    let mut gathered: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut latest = 0;
    for (least, most, numbers) in lines {
        match gathered.last_mut() {
            Some((place, together)) if least <= latest => {
                *place = least;
                together.extend(numbers);
                latest = latest.min(most);
            }
            _ => {
                gathered.push((least, numbers));
                latest = most;
            }
        }
    }
    gathered
}

/// Whether the braces of such entries are lined up, where each stands on one line.
fn has_brace_column(line: &LayoutLine) -> bool {
    let kinds = [Rule::kind, Rule::units, Rule::member];
    line.whole && line.entry.is_some_and(|whose| kinds.contains(&whose.kind))
}
