//! A run does not depend on the order in which a scenario lists sides, combatants, dice, answers and declarations: only on what they say.
//!
//! Every worked case is shuffled several times and played again. Only the order among the lines of one actor (or one roller) is kept, for
//! it has a meaning: first die, second die.

mod common;

use affray::check::scenario::scenario;
use affray::load::Loader;
use affray::ruleset::Ruleset;
use affray::source::Limits;
use affray::suite;
use affray::syntax::ast::{Entry, EntryKind, Line, Scenario};
use affray::view::{TranscriptStyle, transcript};

/// A small generator of numbers, so that the shuffles are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Whose line it is, or which period; lines of one person and blocks of one period keep their order.
fn owner(entry: &Entry) -> Option<(&str, Option<&str>)> {
    match &entry.kind {
        EntryKind::Line(
            Line::Roll { who, .. }
            | Line::Answer { who, .. }
            | Line::Declaration { who, .. }
            | Line::Told { who, .. },
        ) => Some((&who.text, None)),
        EntryKind::Period(period) => {
            let number = period.number.as_ref();
            let number = number.map_or("", |number| number.digits.as_str());
            Some((&period.phase.text, Some(number)))
        }
        _ => None,
    }
}

/// Shuffles entries, and within those of each owner puts the old order back.
fn shuffle_entries(entries: &mut [Entry], numbers: &mut Numbers) {
    let before: Vec<Entry> = entries.to_vec();
    numbers.shuffle(entries);
    let mut owners: Vec<_> = before.iter().filter_map(owner).collect();
    owners.sort_unstable();
    owners.dedup();
    for whose in owners {
        let mut own = before.iter().filter(|entry| owner(entry) == Some(whose));
        for entry in entries
            .iter_mut()
            .filter(|entry| owner(entry) == Some(whose))
        {
            *entry = own.next().expect("as many as before").clone();
        }
    }
    for entry in entries {
        match &mut entry.kind {
            EntryKind::Side(side) => numbers.shuffle(&mut side.members),
            EntryKind::Period(period) => shuffle_entries(&mut period.entries, numbers),
            _ => {}
        }
    }
}

fn shuffled(tree: &Scenario, numbers: &mut Numbers) -> Scenario {
    let mut tree = tree.clone();
    shuffle_entries(&mut tree.entries, numbers);
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
fn the_listing_does_not_matter() {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut numbers = Numbers(7);
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
            let first = told(&rules.ruleset, &playable.scenario);
            for _ in 0..3 {
                let tree = shuffled(tree, &mut numbers);
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
