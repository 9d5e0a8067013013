//! A rule file written out: all that it extends and uses, in one file.

use affray::load::Loader;
use affray::syntax::print;

use super::Held;
use super::structure::{differences, same_but};
use super::told::{Asked, LIMITS, Places, World, lines_differ};
use crate::common::luck::Luck;

pub fn holds(world: &World, luck: &mut Luck) -> Result<Held, String> {
    let Some(home) = world.home() else {
        return Ok(Held::Nothing);
    };
    let Some(text) = written_out(world, &home) else {
        // What is wrong cannot be written out.
        return Ok(Held::Refused);
    };
    let folder = home.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = format!("{folder}/written_out.affray");
    let mut other = world.clone();
    other.files.insert(path.clone(), text.clone());
    let asked = |under| Asked {
        places: Places::ByWords,
        study: false,
        under,
    };
    let [one, two] = [(world, None), (&other, Some(path.as_str()))]
        .map(|(world, under)| world.asked(asked(under)));
    // What is told of places quotes the words that the tree has, which need not be the author's.
    let story = |lines: &[String]| -> Vec<String> {
        let short = |line: &String| {
            let place = line.find(" [").filter(|_| is_diagnostic(line));
            line[..place.unwrap_or(line.len())].to_owned()
        };
        lines.iter().map(short).collect()
    };
    lines_differ(&story(&one.play), &story(&two.play))?;
    if luck.one_in(6) {
        let again = written_out(&other, &path).unwrap_or_default();
        let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
        lines_differ(&lines(&text), &lines(&again))?;
        let changes = differences((world, &home), (&other, &path));
        same_but(changes, |_| false)?;
    }
    Ok(match one.play.is_empty() {
        true => Held::Refused,
        false => Held::Played,
    })
}

fn is_diagnostic(line: &str) -> bool {
    ["Error A", "Warning A", "Note A"]
        .iter()
        .any(|start| line.starts_with(start))
}

/// What `affray check --expand` prints; nothing for rules with mistakes.
fn written_out(world: &World, path: &str) -> Option<String> {
    let mut loader = Loader::new(LIMITS);
    let (expanded, _) = loader.expand(path, &mut world.files.clone());
    expanded.map(|(expanded, _)| print(&expanded.tree()))
}
