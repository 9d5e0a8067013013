//! Files laid out by the program, and laid out anyhow.

use affray::syntax::format;

use super::Held;
use super::mutant::tree;
use super::structure::played_alike;
use super::told::{LIMITS, Places, World};
use crate::common::{
    luck::Luck,
    shake::{Gap, shaken},
};

pub fn holds(world: &World, luck: &mut Luck) -> Result<Held, String> {
    let mut other = world.clone();
    let anyhow = luck.one_in(2);
    for text in other.files.values_mut() {
        // Where a line cannot be read, the layout says how far it goes.
        let (tree, whole) = tree(text);
        if !whole {
            continue;
        }
        if anyhow {
            let scenarios: Vec<_> = tree.scenarios.iter().map(|one| one.span.range()).collect();
            let often = 2 + luck.below(30);
            *text = shaken(text, |gap| {
                let in_scenario = scenarios.iter().any(|span| span.contains(&gap.at));
                match luck.one_in(often) {
                    true => white(gap, in_scenario, luck),
                    false => gap.white.to_owned(),
                }
            });
        } else if let Ok(laid_out) = format(Default::default(), text, &LIMITS) {
            *text = laid_out;
        }
    }
    let told = world.told(Places::ByWords);
    told.difference(&other.told(Places::ByWords))?;
    if told.play.is_empty() {
        return Ok(Held::Refused);
    }
    played_alike(world, &other, luck, |_| false)
}

/// Other white space that means the same. "Line breaks do not matter, but for these: a unit stands on the line of its number, the number of a
/// numbered name on the line of its name, the name of a record on the line of its kind, and in a scenario every act, roll and answer on a line of
/// its own."
fn white(gap: &Gap<'_>, in_scenario: bool, luck: &mut Luck) -> String {
    let broken = gap.white.contains('\n');
    let word = |c: char| c == '_' || c.is_alphanumeric();
    let near_number = gap.before.is_numeric() || gap.behind.is_some_and(char::is_numeric);
    let words = word(gap.before) && gap.behind.is_some_and(word);
    // A bracket behind a name makes a call of it.
    let call = word(gap.before) && gap.behind == Some('(');
    let kept = in_scenario || (words && near_number) || call || gap.ends_comment;
    let breaks = [
        "\n",
        "\r\n",
        "\n\n\n   ",
        " # a comment\n",
        "\n  # alone\n\n",
    ];
    let blanks = [" ", "   ", "\t"];
    let of: Vec<&str> = match (broken, kept) {
        (true, true) => breaks.to_vec(),
        (false, true) => blanks.to_vec(),
        (_, false) => breaks.iter().chain(&blanks).copied().collect(),
    };
    luck.choose(&of).copied().unwrap_or(" ").to_owned()
}
