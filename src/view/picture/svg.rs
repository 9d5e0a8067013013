//! Writes a layout down as SVG. Everything that comes from outside is escaped; numbers are whole, so the bytes are the same everywhere.

use super::layout::{Ink, Layout, PlacedText};
use super::palette::{adaptive, class, fixed};
use super::text::{Size, is_common};
use crate::source::Xml;
use std::fmt::Write;

/// Whose colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As the reader likes it: light or dark.
    #[default]
    Reader,
    /// Light, in colours that need no reader who understands style sheets well.
    Light,
    /// Dark, in the same way.
    Dark,
}

/// A picture as SVG: a whole file, that can also stand inside a page. `title` and `description` are for those who do not see it.
pub fn svg(layout: &Layout, scheme: Scheme, title: &str, description: &str) -> String {
    let (width, height) = (layout.width, layout.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"affray-picture\" role=\"img\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
    );
    _ = writeln!(out, "<title>{}</title>", Xml(title));
    _ = writeln!(out, "<desc>{}</desc>", Xml(description));
    let colours = match scheme {
        Scheme::Reader => adaptive(),
        Scheme::Light => fixed(false),
        Scheme::Dark => fixed(true),
    };
    _ = writeln!(out, "<style>{}{colours}</style>", letters());
    for part in &layout.parts {
        if part.saying.is_empty() {
            part.ink.iter().for_each(|ink| stroke(&mut out, ink));
        } else {
            _ = writeln!(out, "<g><title>{}</title>", Xml(&part.saying));
            part.ink.iter().for_each(|ink| stroke(&mut out, ink));
            out.push_str("</g>\n");
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The style sheet of the letters.
fn letters() -> String {
    let mut out = String::from(
        ".affray-picture text{font-family:system-ui,\"DejaVu Sans\",Verdana,sans-serif;white-space:pre}",
    );
    for size in [
        Size::Title,
        Size::Heading,
        Size::Body,
        Size::Word,
        Size::Small,
    ] {
        let weight = if size.bold() { ";font-weight:700" } else { "" };
        _ = write!(
            out,
            ".affray-picture .{}{{font-size:{}px{weight}}}",
            class_of(size),
            size.points()
        );
    }
    out
}

fn class_of(size: Size) -> &'static str {
    match size {
        Size::Title => "ap-title",
        Size::Heading => "ap-heading",
        Size::Body => "ap-body",
        Size::Word => "ap-word",
        Size::Small => "ap-small",
    }
}

fn stroke(out: &mut String, ink: &Ink) {
    match ink {
        Ink::Text(text) => write_text(out, text),
        Ink::Frame {
            x,
            y,
            width,
            height,
            style,
        } => {
            let class = class(*style);
            let round = if class.starts_with("ap-chip") || class == "ap-lost" {
                " rx=\"4\""
            } else {
                ""
            };
            _ = writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}/>"
            );
        }
        Ink::Disc {
            x,
            y,
            radius,
            style,
        } => {
            let class = class(*style);
            _ = writeln!(
                out,
                "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
            );
        }
        Ink::Path { points, style } => {
            let (class, points) = (class(*style), spelled(points));
            _ = writeln!(out, "<polyline class=\"{class}\" points=\"{points}\"/>");
        }
        Ink::Shape { points, style } => {
            let (class, points) = (class(*style), spelled(points));
            _ = writeln!(out, "<polygon class=\"{class}\" points=\"{points}\"/>");
        }
    }
}

fn spelled(points: &[(i32, i32)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    points.join(" ")
}

fn write_text(out: &mut String, text: &PlacedText) {
    let (size, look) = (class_of(text.size), class(text.style));
    // Text whose width is not known is fitted to the space that it has.
    let fit = match is_common(&text.text) {
        true => String::new(),
        false => format!(
            " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
            text.width
        ),
    };
    _ = writeln!(
        out,
        "<text class=\"{size} {look}\" x=\"{}\" y=\"{}\"{fit}>{}</text>",
        text.x,
        text.y,
        Xml(&text.text)
    );
}
