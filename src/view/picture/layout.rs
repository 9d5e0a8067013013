//! The layout of a picture: everything that is drawn, with its place in whole dots. Pure data, in the order in which it is drawn; how it looks
//! is the business of the palette.

use super::chip::{MARGIN, TEXT_LEFT, ruling};
use super::grid::{BAND, GAP, Grid};
use super::legend::legend;
use super::signs::sign;
use super::text::{Measure, Size, wrap};
use super::ways::{arrow_ink, stretches};
use crate::source::english;
use crate::view::outline::{Outline, Panel};

/// Around the whole picture.
pub const BORDER: i32 = 12;
/// A picture is at least so wide.
const NARROW: i32 = 480;
/// How wide a legend by itself is.
const BROAD: i32 = 900;
/// How high the middle of a sign stands below the upper edge of its chip.
const SIGN: i32 = 13;
/// How far right of the left edge.
const SIGN_LEFT: i32 = 14;

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// What is drawn, in this order.
    pub parts: Vec<PicturePart>,
}

/// Some strokes, and what is said of them on wish.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PicturePart {
    /// The text of its tooltip; empty where there is none.
    pub saying: String,
    /// The number of the act that it shows, if it shows one.
    pub act: Option<u32>,
    /// Its strokes.
    pub ink: Vec<Ink>,
}

/// One stroke.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ink {
    /// A line of text.
    Text(PlacedText),
    /// A rectangle.
    Frame {
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        style: StyleClass,
    },
    /// A circle.
    Disc {
        x: i32,
        y: i32,
        radius: i32,
        style: StyleClass,
    },
    /// An open line.
    Path {
        points: Vec<(i32, i32)>,
        style: StyleClass,
    },
    /// A closed one, filled.
    Shape {
        points: Vec<(i32, i32)>,
        style: StyleClass,
    },
}

impl Ink {
    /// A rectangle: its upper left corner, its width and height.
    pub(super) fn frame((x, y): (i32, i32), (width, height): (i32, i32), style: StyleClass) -> Ink {
        Ink::Frame {
            x,
            y,
            width,
            height,
            style,
        }
    }

    /// A circle around a middle.
    pub(super) fn disc((x, y): (i32, i32), radius: i32, style: StyleClass) -> Ink {
        Ink::Disc {
            x,
            y,
            radius,
            style,
        }
    }

    /// An open line.
    pub(super) fn line(points: &[(i32, i32)], style: StyleClass) -> Ink {
        Ink::Path {
            points: points.to_vec(),
            style,
        }
    }
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedText {
    /// Its left edge.
    pub x: i32,
    /// The line on which its letters stand.
    pub y: i32,
    /// What it says.
    pub text: String,
    /// How large it is.
    pub size: Size,
    /// How wide it can be.
    pub width: i32,
    /// How it looks.
    pub style: StyleClass,
}

/// What something is, for its look. Sides are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StyleClass {
    /// The ground of the picture.
    Ground,
    /// Every other place.
    Shade,
    /// The band of a side.
    Band,
    /// The stripe at the name of a side.
    Stripe(usize),
    /// Between rows and places.
    Rule,
    /// An act that is carried out.
    Chip(usize),
    /// One that comes to nothing.
    Lost,
    /// While an act lasts.
    Bar(usize),
    /// Joins what happens at once.
    Join,
    /// From the act that moved.
    Arrow,
    /// The head of an arrow.
    Head,
    /// A filled sign.
    Sign(usize),
    /// The ring around a letter.
    Ring(usize),
    /// A stroke of a sign.
    Stroke,
    /// An empty sign.
    Outline,
    /// The letter of a sign.
    Letter,
    /// Text.
    Ink,
    /// Text that stands back.
    Soft,
}

/// How many looks there are for sides.
pub const SIDES: usize = 6;

/// What is drawn of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything: title, panels, legend.
    Whole,
    /// The panel with this index, by itself.
    Panel(usize),
    /// The legend by itself.
    Legend,
}

/// The picture of a run, or a part of it.
pub fn layout(outline: &Outline, extent: Extent) -> Layout {
    let whole = extent == Extent::Whole;
    let panels = match extent {
        Extent::Whole => &outline.panels[..],
        Extent::Panel(index) => outline.panels.get(index..=index).unwrap_or_default(),
        Extent::Legend => &[],
    };
    let grids: Vec<Grid> = (panels.iter())
        .map(|panel| Grid::new(outline, panel))
        .collect();
    let inner = grids.iter().map(|grid| grid.width).max().unwrap_or(0);
    let inner = inner.max(if extent == Extent::Legend {
        BROAD
    } else {
        NARROW
    });
    let mut canvas = Canvas {
        y: BORDER,
        ..Canvas::default()
    };
    if whole {
        canvas.text(&outline.title, Size::Title, inner, StyleClass::Ink);
        if !outline.rules.is_empty() {
            let by = format!("by {}", outline.rules);
            canvas.text(&by, Size::Body, inner, StyleClass::Soft);
        }
        canvas.y += 10;
    }
    if whole && panels.is_empty() {
        canvas.text("Nobody does anything.", Size::Body, inner, StyleClass::Ink);
    }
    for (panel, grid) in panels.iter().zip(&grids) {
        if whole {
            canvas.text(&panel.heading, Size::Heading, inner, StyleClass::Ink);
        }
        canvas.panel(outline, panel, grid);
        for words in panel.last_words() {
            canvas.y += 4;
            canvas.text(
                &english::capital(&words),
                Size::Word,
                inner,
                StyleClass::Ink,
            );
        }
        canvas.y += if whole { 16 } else { 0 };
    }
    if !matches!(extent, Extent::Panel(_)) {
        legend(outline, &mut canvas, inner);
    }
    let (width, height) = (inner + 2 * BORDER, canvas.y + BORDER);
    let ground = PicturePart {
        saying: String::new(),
        act: None,
        ink: vec![Ink::frame((0, 0), (width, height), StyleClass::Ground)],
    };
    canvas.parts.insert(0, ground);
    Layout {
        width,
        height,
        parts: canvas.parts,
    }
}

/// What has been drawn, and where the next thing comes.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    pub parts: Vec<PicturePart>,
    pub y: i32,
}

impl Canvas {
    /// Adds strokes that speak for themselves.
    pub fn plain(&mut self, ink: Vec<Ink>) {
        self.said(String::new(), ink);
    }

    /// Adds strokes, and what is said of them.
    pub fn said(&mut self, saying: String, ink: Vec<Ink>) {
        self.parts.push(PicturePart {
            saying,
            act: None,
            ink,
        });
    }

    /// Writes a text in as many as three lines.
    fn text(&mut self, text: &str, size: Size, width: i32, style: StyleClass) {
        let lines = wrap(text, &size, width, 3).lines;
        self.plain(written(&lines, size, BORDER, self.y, style));
        self.y += size.line() * i32::try_from(lines.len()).unwrap_or(0);
    }

    fn panel(&mut self, outline: &Outline, panel: &Panel, grid: &Grid) {
        let (left, top) = (BORDER, self.y);
        self.backdrop(outline, panel, grid, left, top);
        self.bars(outline, panel, grid, left, top);
        self.joins(panel, grid, left, top);
        for (index, arrow) in panel.arrows.iter().enumerate() {
            let ink = arrow_ink(panel, grid, index, arrow, left, top);
            let mark = &panel.marks[arrow.from];
            let tag = &mark.tags[arrow.tag];
            let other = &panel.marks[arrow.to];
            let saying = format!(
                "{} {}: {} {} {} [{}]",
                outline.rows[mark.row],
                mark.deed,
                tag.relation,
                outline.rows[other.row],
                other.deed,
                tag.rule
            );
            self.said(saying, ink);
        }
        for (index, mark) in panel.marks.iter().enumerate() {
            let side = side_of(outline, mark.row);
            let (x, width) = grid.columns[mark.column];
            let (x, y) = (left + x, top + grid.tops[index]);
            let chip = &grid.chips[index];
            let style = match mark.loss() {
                Some(_) => StyleClass::Lost,
                None => StyleClass::Chip(side),
            };
            let mut ink = vec![Ink::frame((x, y), (width, chip.height), style)];
            ink.extend(sign(mark, side, x + SIGN_LEFT, y + SIGN));
            let mut line_top = y + MARGIN;
            for (size, line) in &chip.lines {
                let style = if *size == Size::Small {
                    StyleClass::Soft
                } else {
                    StyleClass::Ink
                };
                let lines = std::slice::from_ref(line);
                ink.extend(written(lines, *size, x + TEXT_LEFT, line_top, style));
                line_top += size.line();
            }
            self.parts.push(PicturePart {
                saying: ruling(panel, mark, &outline.rows[mark.row]),
                act: Some(mark.act),
                ink,
            });
        }
        self.y += grid.height;
    }

    /// The ground of a panel: places, bands of sides, names.
    fn backdrop(&mut self, outline: &Outline, panel: &Panel, grid: &Grid, left: i32, top: i32) {
        let mut ink = Vec::new();
        for (index, &(x, width)) in grid.places.iter().enumerate() {
            if index % 2 == 1 {
                ink.push(Ink::frame(
                    (left + x, top),
                    (width, grid.height),
                    StyleClass::Shade,
                ));
            }
            let ends = [(left + x, top), (left + x, top + grid.height)];
            ink.push(Ink::line(&ends, StyleClass::Rule));
        }
        self.plain(ink);
        for (index, place) in panel.places.iter().enumerate() {
            let x = left + grid.places[index].0 + 4;
            let lines = written(
                &grid.labels[index],
                Size::Small,
                x,
                top + 2,
                StyleClass::Soft,
            );
            self.said(place.label.clone(), lines);
        }
        for (index, side) in outline.sides.iter().enumerate() {
            let y = top + grid.bands[index];
            let name = wrap(&side.name, &Size::Word, grid.names - 12, 1).lines;
            let (corner, stripe) = ((left, y), StyleClass::Stripe(index % SIDES));
            let mut ink = vec![
                Ink::frame(corner, (grid.width, BAND - 2), StyleClass::Band),
                Ink::frame(corner, (5, BAND - 2), stripe),
            ];
            ink.extend(written(
                &name,
                Size::Word,
                left + 10,
                y + 2,
                StyleClass::Ink,
            ));
            self.said(side.name.clone(), ink);
        }
        for (row, name) in outline.rows.iter().enumerate() {
            let (y, height) = grid.rows[row];
            let lines = &grid.name_lines[row];
            let mut ink = written(lines, Size::Body, left + 14, top + y + 3, StyleClass::Ink);
            let stripe = StyleClass::Stripe(side_of(outline, row));
            ink.push(Ink::frame((left, top + y), (5, height - 2), stripe));
            let y = top + y + height;
            ink.push(Ink::line(
                &[(left, y), (left + grid.width, y)],
                StyleClass::Rule,
            ));
            self.said(name.clone(), ink);
        }
    }

    fn bars(&mut self, outline: &Outline, panel: &Panel, grid: &Grid, left: i32, top: i32) {
        for (index, span) in panel.spans.iter().enumerate() {
            let side = side_of(outline, span.row);
            let y = top + grid.lanes[span.row][grid.lane_of_span[index]] + SIGN;
            for (from, to) in stretches(panel, grid, span) {
                let bar = Ink::frame((left + from, y - 4), (to - from, 8), StyleClass::Bar(side));
                let actor = &outline.rows[span.row];
                let deed = span
                    .marks
                    .first()
                    .map_or("", |&mark| &panel.marks[mark].deed);
                self.said(format!("{actor} {deed}").trim_end().to_string(), vec![bar]);
            }
        }
    }

    fn joins(&mut self, panel: &Panel, grid: &Grid, left: i32, top: i32) {
        for join in &panel.joins {
            let Some(&first) = join.first() else { continue };
            let x = left + grid.columns[panel.marks[first].column].0;
            let ys: Vec<i32> = join
                .iter()
                .map(|&mark| top + grid.tops[mark] + SIGN)
                .collect();
            let (from, to) = (ys.iter().min(), ys.iter().max());
            let (Some(&from), Some(&to)) = (from, to) else {
                continue;
            };
            let join = |from, to| Ink::line(&[from, to], StyleClass::Join);
            let mut ink = vec![join((x - GAP, from), (x - GAP, to))];
            ink.extend(ys.iter().map(|&y| join((x - GAP, y), (x, y))));
            self.said("at the same time".to_string(), ink);
        }
    }
}

/// The look of the side of a row.
pub(super) fn side_of(outline: &Outline, row: usize) -> usize {
    let of = |side: &crate::view::outline::SideRows| {
        (side.first..side.first + side.count).contains(&row)
    };
    outline.sides.iter().position(of).unwrap_or(0) % SIDES
}

/// Lines of text below this upper edge.
pub(super) fn written(
    lines: &[String],
    size: Size,
    x: i32,
    top: i32,
    style: StyleClass,
) -> Vec<Ink> {
    let base = (size.line() - size.points()) / 2 + size.points() * 85 / 100;
    (lines.iter().zip(0..))
        .map(|(line, number)| {
            Ink::Text(PlacedText {
                x,
                y: top + number * size.line() + base,
                text: line.clone(),
                size,
                width: size.width(line),
                style,
            })
        })
        .collect()
}
