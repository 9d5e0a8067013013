//! The layout of a file: the same words in the same order, on lines and in columns as all files have them.
//!
//! It works on the words of a text and not on the tree, so it can change nothing that the tree is made of. A tree without a
//! text is printed first. Text to tokens (`tokens`), with tables of what may stand where (`spacing`); tokens to lines
//! (`lines`); lines to text (`columns`). Nothing is checked.

mod columns;
mod lines;
mod spacing;
mod tokens;

use super::BeforeTrial;
use super::ast;
use super::printer;
use crate::diagnostic::Diagnostics;
use crate::source::{FileId, Limits};

/// A text in the layout that all files have. A text with a mistake in it is left alone: what is wrong with it comes back.
///
/// No word, sign or comment changes. The layout of a text that has it is the same text. A text that ends with its checksum ([`SUM`]) is that of a program,
/// which goes by its lines: its layout is as it is. Lines end as the first one does.
pub fn format(file: FileId, text: &str, limits: &Limits) -> Result<String, Diagnostics> {
    let mut laid_out = once(file, text, limits)?;
    // A line that moves can leave a column that it shared with another, which then has no reason to stay in it.
    for _ in 0..MOST_PASSES {
        match once(file, &laid_out, limits) {
            Ok(next) if next != laid_out => laid_out = next,
            Ok(_) | Err(_) => break,
        }
    }
    let first = text.split_once('\n').map(|(first, _)| first);
    Ok(
        match first.is_some_and(|first| first.ends_with('\r')) && !is_summed(text) {
            true => laid_out.replace("\r\n", "\n").replace('\n', "\r\n"),
            false => laid_out,
        },
    )
}

/// How often a layout is laid out again at most, until it stays the same.
const MOST_PASSES: usize = 4;

fn once(file: FileId, text: &str, limits: &Limits) -> Result<String, Diagnostics> {
    let read = super::read(
        file,
        text,
        (limits, BeforeTrial::default()),
        |pairs| match is_summed(text) {
            true => text.to_owned(),
            false => columns::text(&lines::lines(tokens::pieces(text, pairs))),
        },
    );
    read.also.ok_or(read.found)
}

/// Begins the line before the last brace of a text that has a checksum of all above.
pub const SUM: &str = "  #| sum ";

fn is_summed(text: &str) -> bool {
    let mut lines = text.trim_end().lines().rev();
    lines.next() == Some("}") && lines.next().is_some_and(|line| line.starts_with(SUM))
}

/// A tree as a text in the layout that all files have. Whoever reads it gets the same tree, apart from places.
pub fn print(tree: &ast::File) -> String {
    let printed = printer::file(tree);
    format(FileId::default(), &printed, &Limits::DEFAULT).unwrap_or(printed)
}
