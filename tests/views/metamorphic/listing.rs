//! Nothing depends on the order in which a scenario lists sides, combatants, dice, answers and declarations, nor, but where the language says so,
//! on the order of the items of a rule file: only on what they say.
//!
//! Only the order among the lines of one actor (or one roller) is kept, for it has a meaning: first die, second die.

use affray::check::scenario::scenario;
use affray::diff::ItemChangeKind;
use affray::load::Loader;
use affray::ruleset::Ruleset;
use affray::source::Limits;
use affray::suite;
use affray::syntax::ast::{
    self, Category, EntryKind, Item, ItemKind, Line, Scenario, ScenarioEntry, Which,
};
use affray::syntax::setting;
use affray::view::{TranscriptStyle, transcript};

use super::Held;
use super::mutant::tree;
use super::structure::played_alike;
use super::told::{Asked, Places, World};
use crate::common::{self, luck::Luck};

/// Items among which the order has a meaning.
#[derive(Clone, PartialEq)]
pub enum Lane {
    /// What is said of the document: "comes first".
    Head,
    /// What a file takes from others and does with their items.
    Variant,
    /// Units are made of others.
    Units,
    /// "The phases of the file, in their order, are the combat."
    Phases,
    /// Items of one name: the attributes of a kind ("a default may use the attributes of the same record that stand before it"), and mistakes.
    Named(Category, String),
    /// It has no name; its order means nothing.
    Free,
}

/// Where an item belongs.
pub fn lane(item: &Item) -> Lane {
    match &item.kind {
        ItemKind::Source(_) | ItemKind::Document(_) | ItemKind::NoRule(_) => Lane::Head,
        ItemKind::Uses(_)
        | ItemKind::Remove { .. }
        | ItemKind::RemoveEvery { .. }
        | ItemKind::Replace(_)
        | ItemKind::Part(_)
        | ItemKind::SetOption { .. } => Lane::Variant,
        ItemKind::Time(_) | ItemKind::Units(_) => Lane::Units,
        ItemKind::Phase(_) => Lane::Phases,
        ItemKind::Option(_)
        | ItemKind::Choice(_)
        | ItemKind::Kind(_)
        | ItemKind::Let(_)
        | ItemKind::Table(_)
        | ItemKind::Procedure(_)
        | ItemKind::Event(_)
        | ItemKind::Action(_)
        | ItemKind::Order(_)
        | ItemKind::Placement(_)
        | ItemKind::Exception(_)
        | ItemKind::Void(_)
        | ItemKind::Trigger(_)
        | ItemKind::Tactic(_) => match item.identity() {
            Some(known) => Lane::Named(known.category, known.name.to_owned()),
            None => Lane::Free,
        },
    }
}

pub fn holds(world: &World, luck: &mut Luck) -> Result<Held, String> {
    let (rules, scenario) = match luck.below(3) {
        0 => (true, false),
        1 => (false, true),
        _ => (true, true),
    };
    let mut other = world.clone();
    if rules {
        for text in other.files.values_mut() {
            let (tree, whole) = tree(text);
            if let (true, [rules]) = (whole, &tree.rules[..]) {
                *text = relisted(text, rules, luck);
            }
        }
    }
    let mut as_it_is = Scenario::clone;
    let mut relisted = |tree: &Scenario| match scenario {
        true => shuffled(tree, luck),
        false => tree.clone(),
    };
    type Rework<'a> = &'a mut dyn FnMut(&Scenario) -> Scenario;
    let all: [(&World, Rework<'_>); 2] = [(world, &mut as_it_is), (&other, &mut relisted)];
    let [one, two] = all.map(|(world, instead)| {
        // Which example a study finds first depends on where it begins, and it ends after some.
        let asked = Asked {
            places: Places::ByWords,
            study: false,
            under: None,
        };
        let told = world.reworked(asked, instead);
        match scenario {
            true => told.without_heads(),
            false => told,
        }
    });
    if one.reaches_a_limit() || two.reaches_a_limit() {
        return Ok(Held::Nothing);
    }
    one.difference(&two)?;
    if one.play.is_empty() {
        return Ok(Held::Refused);
    }
    played_alike(world, &other, luck, |change| {
        change.change == ItemChangeKind::Moved
    })
}

/// Whether an item ends in a name that takes up what follows: `... is not count` before `option contact: ...` is read as `count option contact`.
pub fn ends_open(item: &str) -> bool {
    item.ends_with("count")
}

/// A file with its items in another order.
fn relisted(text: &str, rules: &ast::Rules, luck: &mut Luck) -> String {
    let open = (rules.items.iter()).any(|item| ends_open(&text[item.span.range()]));
    let Some(first) = rules.items.first().filter(|_| !open) else {
        return text.to_owned();
    };
    let mut items: Vec<&Item> = rules.items.iter().collect();
    luck.shuffle(&mut items);
    for own in rules
        .items
        .iter()
        .map(lane)
        .filter(|own| *own != Lane::Free)
    {
        let mut before = rules.items.iter().filter(|item| lane(item) == own);
        for item in items.iter_mut().filter(|item| lane(item) == own) {
            *item = before.next().expect("as many as before");
        }
    }
    let items: Vec<&str> = items.iter().map(|item| &text[item.span.range()]).collect();
    let (start, end) = (first.span.range().start, rules.span.range().end);
    let items = items.join("\n  ");
    format!("{}{items}\n}}{}", &text[..start], &text[end..])
}

/// Whether anything is corrected, or comes in, among entries or within them.
fn corrects(entries: &[ScenarioEntry]) -> bool {
    entries.iter().any(|entry| match &entry.kind {
        EntryKind::Period(period) => corrects(&period.entries),
        EntryKind::Correction { .. }
        | EntryKind::Move { .. }
        | EntryKind::Newcomers { .. }
        | EntryKind::NewThing { .. }
        | EntryKind::Before { .. } => true,
        _ => false,
    })
}

/// Whose line it is, or which period; lines of one person and blocks of one period keep their order. Corrections of one moment are made in the order
/// in which they stand, so where there are any, all of them and all periods keep it.
fn owner(entry: &ScenarioEntry, corrects: bool) -> Option<(&str, Option<&str>)> {
    match &entry.kind {
        EntryKind::Correction { .. }
        | EntryKind::Move { .. }
        | EntryKind::Newcomers { .. }
        | EntryKind::NewThing { .. }
        | EntryKind::Before { .. } => Some(("corrections", None)),
        EntryKind::Period(_) if corrects => Some(("corrections", None)),
        EntryKind::Line(
            Line::Roll { who, .. }
            | Line::Answer { who, .. }
            | Line::Nothing { who }
            | Line::Declaration { who, .. }
            | Line::Told { who, .. },
        ) => Some((&who.text, None)),
        EntryKind::Period(period) => {
            let which = period.which.as_ref().map_or("", |which| match which {
                Which::Number(number) => number.digits.as_str(),
                Which::Of(thing) => thing.text.as_str(),
            });
            Some((&period.phase.text, Some(which)))
        }
        _ => None,
    }
}

/// Shuffles entries, and within those of each owner puts the old order back.
fn shuffle_entries(entries: &mut [ScenarioEntry], luck: &mut Luck) {
    let before: Vec<ScenarioEntry> = entries.to_vec();
    luck.shuffle(entries);
    let corrects = corrects(&before);
    let mut owners: Vec<_> = (before.iter())
        .filter_map(|entry| owner(entry, corrects))
        .collect();
    owners.sort_unstable();
    owners.dedup();
    for whose in owners {
        let mut own = before
            .iter()
            .filter(|entry| owner(entry, corrects) == Some(whose));
        for entry in entries
            .iter_mut()
            .filter(|entry| owner(entry, corrects) == Some(whose))
        {
            *entry = own.next().expect("as many as before").clone();
        }
    }
    for entry in entries {
        match &mut entry.kind {
            EntryKind::Side(side) => luck.shuffle(&mut side.members),
            EntryKind::Period(period) => shuffle_entries(&mut period.entries, luck),
            _ => {}
        }
    }
}

fn shuffled(tree: &Scenario, luck: &mut Luck) -> Scenario {
    let mut tree = tree.clone();
    shuffle_entries(&mut tree.entries, luck);
    tree
}

/// What must be the same: everything that is told of the run. The head, which lists who fights as the author does, is left out.
fn told(rules: &Ruleset, scenario: &affray::scenario::Scenario) -> String {
    let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
    let text = transcript(
        rules,
        scenario,
        &played.journal,
        &TranscriptStyle { verbose: true },
    );
    text.split_once("\n\n")
        .map_or(String::new(), |(_, story)| story.to_owned())
}

#[test]
#[ignore = "long"]
fn the_listing_does_not_matter() {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut luck = Luck::of(7);
    let mut played = 0;
    for path in common::files("tests/conformance")
        .into_iter()
        .chain(common::files("tests/cases/engine"))
    {
        let mut disk = affray::load::Disk::below(&common::root(), &Limits::DEFAULT)
            .expect("the project can be read");
        let loaded = loader.load(&path, &mut disk);
        for (playable, tree) in loaded.scenarios.iter().zip(&loaded.tree.scenarios) {
            let rules = &playable.rules;
            let tree = &*setting::whole(&loaded.tree, tree).expect("its setting is there");
            let first = told(&rules.ruleset, &playable.scenario);
            for _ in 0..3 / common::stride() {
                let tree = shuffled(tree, &mut luck);
                let (other, findings) = scenario(rules, &tree);
                let Some(other) = other else {
                    panic!(
                        "{path}: the shuffled scenario is refused\n{}",
                        common::shown(&findings, loader.sources())
                    )
                };
                let second = told(&rules.ruleset, &other);
                assert!(
                    first == second,
                    "{path}: the listing matters\n{first}\n\n{second}"
                );
                played += 1;
            }
        }
    }
    assert!(played > 300, "only {played} shuffled scenarios were played");
}
