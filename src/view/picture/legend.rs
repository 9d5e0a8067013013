//! What the signs and letters of a picture mean: of those that stand in it.

use super::layout::{BORDER, Canvas, Ink, StyleClass, written};
use super::signs::{done, lettered, lost};
use super::text::{Measure, Size, wrap};
use crate::view::outline::{LossKind, Mark, MarkFate, Outline};

/// The height of a line of the legend.
const LINE: i32 = 26;
/// From a sign to its text, and from a text to the next sign.
const TEXT: i32 = 16;
const NEXT: i32 = 22;
/// The widest text.
const WIDEST: i32 = 420;

/// Adds the legend below what is drawn.
pub(super) fn legend(outline: &Outline, canvas: &mut Canvas, width: i32) {
    let marks = || outline.panels.iter().flat_map(|panel| &panel.marks);
    let any = |is: &dyn Fn(&Mark) -> bool| marks().any(is);
    let mut items: Vec<(Vec<Ink>, String)> = Vec::new();
    for (fate, text) in [
        (MarkFate::Done, "is carried out"),
        (MarkFate::Begins, "begins"),
        (MarkFate::GoesOn, "goes on"),
        (MarkFate::Completes, "takes effect"),
    ] {
        if any(&|mark| mark.fate == fate && mark.letter.is_none()) {
            items.push((done(&fate, 0, 0, 0), text.to_string()));
        }
    }
    for kind in [
        LossKind::Cancelled,
        LossKind::Void,
        LossKind::Refused,
        LossKind::Missed,
    ] {
        let mut words: Vec<&str> = marks()
            .filter_map(|mark| mark.loss())
            .filter(|loss| loss.kind == kind)
            .map(|loss| loss.word.as_str())
            .collect();
        words.sort_unstable();
        words.dedup();
        if !words.is_empty() {
            items.push((lost(kind, 0, 0), words.join(", ")));
        }
    }
    if outline.panels.iter().any(|panel| !panel.joins.is_empty()) {
        let join = |points: &[(i32, i32)]| Ink::Path {
            points: points.to_vec(),
            style: StyleClass::Join,
        };
        let ink = vec![
            join(&[(-4, -8), (-4, 8)]),
            join(&[(-4, -8), (4, -8)]),
            join(&[(-4, 8), (4, 8)]),
        ];
        items.push((ink, "at the same time".to_string()));
    }
    if outline.panels.iter().any(|panel| !panel.arrows.is_empty()) {
        let ink = vec![
            Ink::Path {
                points: vec![(-9, 0), (9, 0)],
                style: StyleClass::Arrow,
            },
            Ink::Shape {
                points: vec![(9, 0), (3, -4), (3, 4)],
                style: StyleClass::Head,
            },
        ];
        let text = "from an act that a rule has moved to the act that it refers to";
        items.push((ink, text.to_string()));
    }
    for (letter, meaning) in &outline.letters {
        items.push((lettered(letter, 0, 0, 0), meaning.clone()));
    }
    if items.is_empty() {
        return;
    }
    let mut x = BORDER + 10;
    for (ink, text) in items {
        let line = wrap(&text, &Size::Body, WIDEST.min(width - 40), 1).lines;
        let long = line
            .iter()
            .map(|line| Size::Body.width(line))
            .max()
            .unwrap_or(0);
        if x > BORDER + 10 && x + TEXT + long > BORDER + width {
            x = BORDER + 10;
            canvas.y += LINE;
        }
        let middle = canvas.y + LINE / 2;
        let mut part: Vec<Ink> = ink.into_iter().map(|ink| moved(ink, x, middle)).collect();
        part.extend(written(
            &line,
            Size::Body,
            x + TEXT,
            middle - 8,
            StyleClass::Soft,
        ));
        canvas.said(text, part);
        x += TEXT + long + NEXT;
    }
    canvas.y += LINE;
}

/// Strokes around another middle.
fn moved(ink: Ink, dx: i32, dy: i32) -> Ink {
    let all = |points: Vec<(i32, i32)>| points.iter().map(|(x, y)| (x + dx, y + dy)).collect();
    match ink {
        Ink::Text(mut text) => {
            text.x += dx;
            text.y += dy;
            Ink::Text(text)
        }
        Ink::Frame {
            x,
            y,
            width,
            height,
            style,
        } => Ink::Frame {
            x: x + dx,
            y: y + dy,
            width,
            height,
            style,
        },
        Ink::Disc {
            x,
            y,
            radius,
            style,
        } => Ink::Disc {
            x: x + dx,
            y: y + dy,
            radius,
            style,
        },
        Ink::Path { points, style } => Ink::Path {
            points: all(points),
            style,
        },
        Ink::Shape { points, style } => Ink::Shape {
            points: all(points),
            style,
        },
    }
}
