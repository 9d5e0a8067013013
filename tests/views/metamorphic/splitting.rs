//! Items moved into a library that the rule file uses.

use affray::syntax::ast::{ItemKind, Rules};

use super::Held;
use super::listing::{Lane, ends_open, lane};
use super::mutant::tree;
use super::structure::played_alike;
use super::told::{Asked, Places, World};
use crate::common::luck::Luck;
use affray::diff::ItemChangeKind;

pub fn holds(world: &World, luck: &mut Luck) -> Result<Held, String> {
    let mut other = world.clone();
    let mut moved = 0;
    let paths: Vec<String> = other.files.keys().cloned().collect();
    for (number, path) in paths.iter().enumerate() {
        let text = &other.files[path];
        let (tree, whole) = tree(text);
        let [rules] = &tree.rules[..] else { continue };
        if !whole || moved > 0 && luck.one_in(3) {
            continue;
        }
        let name = format!("moved_{number}");
        let Some((rest, library)) = split(text, rules, &name, luck) else {
            continue;
        };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let library_path = format!("{folder}/{name}.affray");
        other.files.insert(path.clone(), rest);
        other.files.insert(library_path, library);
        moved += 1;
    }
    if moved == 0 {
        return Ok(Held::Nothing);
    }
    // A study tells of each file what stands in it.
    let asked = Asked {
        places: Places::ByWords,
        study: false,
        under: None,
    };
    let told = world.asked(asked);
    if told
        .check
        .iter()
        .any(|line| line.contains("duplicate-name"))
    {
        // In two files that is another mistake.
        return Ok(Held::Nothing);
    }
    told.difference(&other.asked(asked))?;
    if told.play.is_empty() {
        return Ok(Held::Refused);
    }
    played_alike(world, &other, luck, |change| {
        change.change == ItemChangeKind::Moved
    })
}

/// A file without some of its items, and a library with these. Of items whose order has a meaning the first ones go: what a library holds comes
/// before what stands in the file.
fn split(text: &str, rules: &Rules, name: &str, luck: &mut Luck) -> Option<(String, String)> {
    // What comes from other files stands before both.
    let alone = rules.extends.is_none()
        && !(rules.items.iter()).any(|item| matches!(item.kind, ItemKind::Uses(_)));
    if (rules.items.iter()).any(|item| ends_open(&text[item.span.range()])) {
        return None;
    }
    let mut stays: Vec<Lane> = Vec::new();
    let (mut rest, mut library) = (Vec::new(), Vec::new());
    for item in &rules.items {
        let own = lane(item);
        let movable = match own {
            Lane::Head | Lane::Variant => false,
            Lane::Phases => alone,
            Lane::Units | Lane::Named(..) | Lane::Free => true,
        };
        let words = &text[item.span.range()];
        let behind = own != Lane::Free && stays.contains(&own);
        match movable && !behind && luck.one_in(2) {
            true => library.push(words),
            false => {
                stays.push(own);
                rest.push(words);
            }
        }
    }
    let first = rules.items.first()?.span.range().start;
    let end = rules.span.range().end;
    let uses = format!("uses \"{name}.affray\"");
    rest.push(&uses);
    let items = rest.join("\n  ");
    let rest = format!("{}{items}\n}}{}", &text[..first], &text[end..]);
    let library = format!("rules {name} {{\n  {}\n}}\n", library.join("\n  "));
    Some((rest, library))
}
