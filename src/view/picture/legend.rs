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
    let mut items: Vec<(SignDrawing<'_>, String)> = Vec::new();
    for (fate, text) in [
        (MarkFate::Done, "is carried out"),
        (MarkFate::Begins, "begins"),
        (MarkFate::GoesOn, "goes on"),
        (MarkFate::Completes, "takes effect"),
    ] {
        if any(&|mark| mark.fate == fate && mark.letter.is_none()) {
            let sign = move |x, y| done(&fate, 0, x, y);
            items.push((Box::new(sign), text.to_string()));
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
            items.push((Box::new(move |x, y| lost(kind, x, y)), words.join(", ")));
        }
    }
    if outline.panels.iter().any(|panel| !panel.joins.is_empty()) {
        items.push((Box::new(joined), "at the same time".to_string()));
    }
    if outline.panels.iter().any(|panel| !panel.arrows.is_empty()) {
        let text = "from an act that a rule has moved to the act that it refers to";
        items.push((Box::new(arrow), text.to_string()));
    }
    for (letter, meaning) in &outline.letters {
        items.push((Box::new(|x, y| lettered(letter, 0, x, y)), meaning.clone()));
    }
    if items.is_empty() {
        return;
    }
    let mut x = BORDER + 10;
    for (drawing, text) in items {
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
        let mut part = drawing(x, middle);
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

/// What stands before a text of the legend, around a middle.
type SignDrawing<'a> = Box<dyn Fn(i32, i32) -> Vec<Ink> + 'a>;

fn joined(x: i32, y: i32) -> Vec<Ink> {
    let line = |from, to| Ink::line(&[from, to], StyleClass::Join);
    vec![
        line((x - 4, y - 8), (x - 4, y + 8)),
        line((x - 4, y - 8), (x + 4, y - 8)),
        line((x - 4, y + 8), (x + 4, y + 8)),
    ]
}

fn arrow(x: i32, y: i32) -> Vec<Ink> {
    vec![
        Ink::line(&[(x - 9, y), (x + 9, y)], StyleClass::Arrow),
        Ink::Shape {
            points: vec![(x + 9, y), (x + 3, y - 4), (x + 3, y + 4)],
            style: StyleClass::Head,
        },
    ]
}
