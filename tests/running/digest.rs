//! The digest of seeded runs: one for every machine, of everything that a run tells.

use std::collections::{BTreeMap, BTreeSet};

use affray::load::{Loader, Playable};
use affray::source::Limits;
use affray::suite::{DigestTooLong, runs_digest};

use crate::common;

/// Scenarios of every kind: the five systems, fights that play themselves, turns, reactions, delays, pools, open-ended dice, cards; corrections.
const PATHS: [&str; 14] = [
    "examples/halvaine.affray",
    "examples/the_bell_tower.affray",
    "examples/the_ford_at_dusk.affray",
    "examples/the_idol_chamber.affray",
    "examples/the_pale_lanterns.affray",
    "examples/to_the_death.affray",
    "examples/duel_to_the_death.affray",
    "examples/dice/1_pools.affray",
    "examples/dice/3_open_ended.affray",
    "examples/dice/4_deck.affray",
    "examples/turns/3_reactions.affray",
    "examples/turns/4_delays.affray",
    "examples/tour/7_tactics.affray",
    "tests/cases/engine/corrections.affray",
];

fn digest(playable: &Playable, runs: u64) -> String {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    runs_digest(rules, scenario, 0..runs, &Limits::DEFAULT).expect("few runs")
}

/// The only scenario of a text, as the digest of some of its runs.
fn digest_of(path: &str, text: &str) -> String {
    let mut files = BTreeMap::from([(path.to_owned(), text.to_owned())]);
    let loaded = Loader::new(Limits::DEFAULT).load(path, &mut files);
    assert!(!loaded.diagnostics.has_errors(), "{path}");
    digest(&loaded.scenarios[0], 20)
}

/// What is kept was worked out on one machine. Where another one differs, something depends on the machine; where all differ, the rules of these
/// scenarios, the seeded stream or the form of the journal have changed.
#[test]
fn the_digests_are_those_that_are_kept() {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut told = String::new();
    for path in PATHS {
        let (scenarios, _) = common::load(&mut loader, path);
        for playable in scenarios {
            let title = &playable.scenario.title;
            told += &format!("{}  {path}: {title}\n", digest(&playable, 100));
        }
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("digest__kept", told);
    });
}

const DICED: &str = r#"
rules r "R" {
  kind combatant { hp: number = 6 }
  kind act { target: optional combatant }
  action strike, strikes "strikes {target}" {
    takes target
    does {
      actor rolls d6 as harm
      subtract harm from target.hp
    }
  }
  phase round counting from 1 {
    each combatant c { c declares }
    resolve acts
  }
  order of act a { by a.actor.hp, highest first }
}
scenario "s" {
  side x { ann }
  side y { bob { hp 5 } }
  round 1 {
    ann strikes bob
    bob strikes ann
  }
  stop after round 1
}
"#;

/// Whatever a run tells is part of the digest: dice, values, the order, how it ended. The name of the file is not.
#[test]
fn a_digest_is_of_all_that_a_run_tells_and_of_nothing_else() {
    let same = digest_of("s.affray", DICED);
    assert_eq!(digest_of("elsewhere/t.affray", DICED), same);
    assert_eq!(
        digest_of("s.affray", &format!("# A remark.\n{DICED}")),
        same
    );
    let mut all = BTreeSet::from([same]);
    let changes = [
        ("rolls d6", "rolls d8"),
        ("hp: number = 6", "hp: number = 7"),
        ("highest first", "lowest first"),
        ("stop after round 1", "stop after round 2"),
        ("bob strikes ann", "bob strikes bob"),
        ("  ann strikes", "  ann rolls 3 for harm\n  ann strikes"),
        ("subtract harm", "set actor.hp = 1\n subtract harm"),
        ("subtract harm", "note \"{actor} hits\"\n subtract harm"),
        (
            "subtract harm",
            "let half = 6 / (harm - 6) rounded down\n subtract harm",
        ),
        (
            "subtract harm",
            "set actor.hp = 6 * 9999999999999999 * 9999999999999999\n subtract harm",
        ),
    ];
    for (from, to) in changes {
        let text = DICED.replace(from, to);
        assert_ne!(text, DICED, "{from}");
        all.insert(digest_of("s.affray", &text));
    }
    assert_eq!(all.len(), changes.len() + 1);
}

/// Every seed counts, and its place.
#[test]
fn a_digest_is_of_all_seeds() {
    let mut files = BTreeMap::from([("s.affray".to_owned(), DICED.to_owned())]);
    let loaded = Loader::new(Limits::DEFAULT).load("s.affray", &mut files);
    let playable = &loaded.scenarios[0];
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let of = |seeds| runs_digest(rules, scenario, seeds, &Limits::DEFAULT).expect("few runs");
    assert_eq!(of(3..3), format!("{:016x}", affray::source::hash([])));
    let digests = BTreeSet::from([of(0..20), of(0..21), of(1..21), of(u64::MAX - 20..u64::MAX)]);
    assert_eq!(digests.len(), 4);
}

/// Rules that never end take the work that they may, and no more.
#[test]
fn too_much_work_is_refused() {
    let mut files = BTreeMap::from([("s.affray".to_owned(), DICED.to_owned())]);
    let loaded = Loader::new(Limits::DEFAULT).load("s.affray", &mut files);
    let playable = &loaded.scenarios[0];
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let runs = |work| {
        let limits = Limits {
            work,
            ..Limits::DEFAULT
        };
        match runs_digest(rules, scenario, 0..u64::MAX, &limits) {
            Err(DigestTooLong { runs, work: told }) if told == work => runs,
            other => panic!("{other:?} with {work}"),
        }
    };
    // A run is told in more than 500 bytes, which count for 100 steps.
    let few = runs(100_000);
    assert!((1..1_000).contains(&few), "{few}");
    let many = runs(1_000_000);
    assert!((few * 9..few * 11).contains(&many), "{few}, {many}");
    assert_eq!(runs(0), 0);
    assert_eq!(
        DigestTooLong {
            runs: 10,
            work: 1_000
        }
        .to_string(),
        "there is no digest, only 10 runs were played: the runs take more than 1,000 steps; a higher `--limit work=NUMBER` allows more"
    );
}
