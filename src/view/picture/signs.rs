//! The sign of a mark: a shape of its own for everything that can become of an act, so that none is told by colour alone.

use super::layout::{Ink, PlacedText, StyleClass};
use super::text::{Measure, Size};
use crate::view::outline::{LossKind, Mark, MarkFate};

/// The sign of a mark, around this middle: its letter if it is carried out and has one.
pub fn sign(mark: &Mark, side: usize, x: i32, y: i32) -> Vec<Ink> {
    match (&mark.fate, &mark.letter) {
        (MarkFate::Lost(loss), _) => lost(loss.kind, x, y),
        (_, Some(letter)) => lettered(letter, side, x, y),
        (fate, None) => done(fate, side, x, y),
    }
}

/// A letter in a ring.
pub fn lettered(letter: &str, side: usize, x: i32, y: i32) -> Vec<Ink> {
    let width = Size::Word.width(letter);
    let ring = Ink::disc((x, y), 10, StyleClass::Ring(side));
    let letter = Ink::Text(PlacedText {
        x: x - width / 2,
        y: y + 4,
        text: letter.to_string(),
        size: Size::Word,
        width,
        style: StyleClass::Letter,
    });
    vec![ring, letter]
}

/// A disc; of several stages a triangle for the first, a square between, a diamond for the last.
pub fn done(fate: &MarkFate, side: usize, x: i32, y: i32) -> Vec<Ink> {
    let style = StyleClass::Sign(side);
    let shape = |points: Vec<(i32, i32)>| vec![Ink::Shape { points, style }];
    match fate {
        MarkFate::Begins => shape(vec![(x - 5, y - 7), (x + 7, y), (x - 5, y + 7)]),
        MarkFate::GoesOn => shape(vec![
            (x - 5, y - 5),
            (x + 5, y - 5),
            (x + 5, y + 5),
            (x - 5, y + 5),
        ]),
        MarkFate::Completes => shape(vec![(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)]),
        MarkFate::Done | MarkFate::Lost(_) => vec![Ink::disc((x, y), 6, style)],
    }
}

/// A cross for what is cancelled, a struck ring for what is void, a barred square for what is refused, an hourglass for what is missed.
pub fn lost(kind: LossKind, x: i32, y: i32) -> Vec<Ink> {
    let line = |points: &[(i32, i32)]| Ink::line(points, StyleClass::Stroke);
    match kind {
        LossKind::Cancelled => vec![
            line(&[(x - 6, y - 6), (x + 6, y + 6)]),
            line(&[(x - 6, y + 6), (x + 6, y - 6)]),
        ],
        LossKind::Void => vec![
            Ink::disc((x, y), 7, StyleClass::Outline),
            line(&[(x - 5, y + 5), (x + 5, y - 5)]),
        ],
        LossKind::Refused => vec![
            Ink::frame((x - 7, y - 7), (14, 14), StyleClass::Outline),
            line(&[(x - 4, y), (x + 4, y)]),
        ],
        LossKind::Missed => vec![Ink::Shape {
            points: vec![
                (x - 6, y - 7),
                (x + 6, y - 7),
                (x - 6, y + 7),
                (x + 6, y + 7),
            ],
            style: StyleClass::Outline,
        }],
    }
}
