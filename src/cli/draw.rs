//! Pictures and retelling: `affray run --timeline`, and the forms `svg`, `html` and `markdown`.

use super::Trouble;
use super::args::Format;
use super::output::Output;
use super::run::RunArgs;
use super::why::rounds;
use crate::journal::Journal;
use crate::ruleset::Ruleset;
use crate::scenario::Scenario;
use crate::view::outline::{Outline, outline};
use crate::view::picture::{self, Extent, Scheme, TerminalStyle, picture};
use crate::view::recap::{recap, story};

/// Draws or retells a run, if that is what is wanted.
pub(super) fn draw(
    args: &RunArgs,
    output: &mut Output,
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
) -> Result<bool, Trouble> {
    let wanted = match output.format() {
        Format::Human | Format::Plain => args.timeline,
        Format::Json | Format::Junit => false,
        _ => true,
    };
    if !wanted {
        return match args.round {
            Some(_) => Err(Trouble::new(
                "`--round` is for pictures and the recap; add `--timeline`, or `--format` with `svg`, `html` or `markdown`",
            )),
            None => Ok(false),
        };
    }
    let mut outline = outline(rules, scenario, journal);
    if let Some(number) = args.round {
        outline = outline.only(rounds(rules)?, number);
        if outline.panels.is_empty() {
            let cut = journal
                .cut()
                .map_or_else(String::new, |cut| format!("; {cut}"));
            return Err(Trouble::new(format!(
                "nobody does anything in round {number}{cut}"
            )));
        }
    }
    match output.format() {
        Format::Svg => output.print(&picture(&outline, Extent::Whole, Scheme::Reader)),
        Format::Html => output.print(&page(&outline)),
        Format::Markdown => output.print(&recap(&outline)),
        Format::Plain => output.print(&picture::description(&outline)),
        #[cfg(feature = "png")]
        Format::Png => super::png::print(&outline, output)?,
        _ => {
            let style = TerminalStyle {
                width: output.width(),
                unicode: output.unicode(),
            };
            output.print(&picture::terminal(&outline, &style));
        }
    }
    Ok(true)
}

/// A page with what happens below each picture.
pub(super) fn page(outline: &Outline) -> String {
    let stories = outline.panels.iter().map(|panel| story(outline, panel));
    picture::html(outline, &stories.collect::<Vec<_>>())
}
