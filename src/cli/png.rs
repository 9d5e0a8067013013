//! Pictures in dots: the SVG drawn by resvg, with the fonts of the system.

use super::Trouble;
use super::output::Output;
use crate::view::outline::Outline;
use crate::view::picture::{Extent, Scheme, picture};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// How many dots of the file a dot of the picture has, in each direction.
const SCALE: u32 = 2;

/// Prints the picture of a run.
pub(super) fn print(outline: &Outline, output: &mut Output) -> Result<(), Trouble> {
    if output.is_terminal() {
        return Err(Trouble::new(
            "a picture in dots cannot be shown here; send it to a file: `> picture.png`",
        ));
    }
    let drawing = picture(outline, Extent::Whole, Scheme::Light);
    output.print_bytes(&dots(&drawing)?);
    Ok(())
}

/// Draws an SVG file.
fn dots(drawing: &str) -> Result<Vec<u8>, Trouble> {
    let trouble = |why: String| Trouble::new(format!("the picture cannot be drawn in dots: {why}"));
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    if options.fontdb.is_empty() {
        return Err(trouble("there is no font on this system".to_owned()));
    }
    let tree = Tree::from_str(drawing, &options).map_err(|error| trouble(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width() * SCALE, size.height() * SCALE);
    let mut pixmap = Pixmap::new(width, height)
        .ok_or_else(|| trouble("it is too large; choose one round with `--round`".to_owned()))?;
    let scale = Transform::from_scale(SCALE as f32, SCALE as f32);
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap
        .encode_png()
        .map_err(|error| trouble(error.to_string()))
}
