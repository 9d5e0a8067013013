//! The timeline picture of a run: a row for each combatant, a column for each batch, in dots or in the cells of a terminal.
//!
//! `layout` says where everything stands, as data (`text` measures, `chip` writes, `grid` places, `routes` finds ways for arrows, `ways` draws them, `legend` explains);
//! `svg`, `html` and `terminal` only write it down. Integers only, so the bytes are the same everywhere. No file, no terminal.

mod chip;
mod description;
mod grid;
mod html;
mod layout;
mod legend;
mod palette;
mod routes;
mod signs;
mod strip;
mod svg;
mod terminal;
mod text;
mod ways;

pub use description::description;
pub use html::html;
pub use layout::{Extent, Ink, Layout, PicturePart, PlacedText, StyleClass, layout};
pub use svg::{Scheme, svg};
pub use terminal::{TerminalStyle, terminal};

use super::outline::Outline;

/// The picture of a run, or a part of it, as an SVG file that can also stand inside a page.
pub fn picture(outline: &Outline, extent: Extent, scheme: Scheme) -> String {
    let title = match extent {
        Extent::Panel(index) => {
            let heading = outline
                .panels
                .get(index)
                .map(|panel| panel.heading.as_str());
            format!("{}: {}", outline.title, heading.unwrap_or_default())
        }
        Extent::Whole => outline.title.clone(),
        Extent::Legend => "What the signs mean".to_string(),
    };
    let description = match extent {
        Extent::Panel(index) => (outline.panels.get(index)).map_or(String::new(), |panel| {
            description::panel_description(outline, panel)
        }),
        Extent::Whole => description(outline),
        Extent::Legend => String::new(),
    };
    svg(
        &layout(outline, extent),
        scheme,
        &title,
        description.trim_end(),
    )
}
