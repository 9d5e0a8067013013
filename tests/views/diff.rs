//! What `affray diff` finds: case files with their snapshots, and laws on the rule files of the project.

use crate::common;

use affray::diff::{
    ChangeRef, CompareOptions, ComparedFile, GivenScenario, Report, SearchSettings, TextStyle,
    compare, markdown, text,
};
use affray::load::{Disk, Expanded, Loader};
use affray::source::{FileId, Limits};
use std::sync::Arc;

struct Desk {
    loader: Loader,
    disk: Disk,
}

impl Desk {
    fn new() -> Self {
        Desk {
            loader: Loader::new(Limits::DEFAULT),
            disk: Disk::below(&common::root(), &Limits::DEFAULT).expect("the project"),
        }
    }

    fn rules(&mut self, path: &str) -> (Expanded, Arc<affray::check::Checked>) {
        let (rules, found) = self.loader.expand(path, &mut self.disk);
        rules.unwrap_or_else(|| panic!("{}", common::shown(&found, self.loader.sources())))
    }

    fn given(&mut self, scenarios: &str, rules: [&str; 2]) -> Vec<GivenScenario> {
        let [left, right] = rules.map(|rules| {
            self.loader
                .load_under(scenarios, Some(rules), &mut self.disk)
        });
        left.scenarios
            .into_iter()
            .zip(right.scenarios)
            .map(|(left, right)| GivenScenario {
                file: scenarios.to_owned(),
                title: left.scenario.title.clone(),
                scenarios: Ok([left.scenario, right.scenario]),
            })
            .collect()
    }

    fn compare(
        &mut self,
        left: &str,
        right: &str,
        given: &[GivenScenario],
        wanted: CompareOptions,
    ) -> Report {
        let (one, other) = (self.rules(left), self.rules(right));
        compare(
            ComparedFile {
                file: left,
                rules: &one,
            },
            ComparedFile {
                file: right,
                rules: &other,
            },
            given,
            wanted,
            self.loader.sources(),
        )
    }
}

fn searching(tries: u64) -> CompareOptions<'static> {
    CompareOptions {
        search: Some(SearchSettings {
            tries,
            ..SearchSettings::default()
        }),
        ..CompareOptions::default()
    }
}

const BASE: &str = "tests/cases/diff/base.affray";

/// Each variant of the small game, as a terminal shows what differs.
#[test]
fn variants() {
    for name in [
        "no_exception",
        "option",
        "several",
        "layout_only",
        "keys",
        "blocks",
        "together",
        "removed",
        "alternative",
    ] {
        let mut desk = Desk::new();
        let variant = format!("tests/cases/diff/{name}.affray");
        let given = desk.given(BASE, [BASE, &variant]);
        let mut wanted = searching(400);
        wanted.attribution = true;
        let report = desk.compare(BASE, &variant, &given, wanted);
        insta::assert_snapshot!(name, text(&report, TextStyle { width: 100 }));
        if name == "several" {
            insta::assert_snapshot!("several_markdown", markdown(&report));
            insta::assert_json_snapshot!("several_json", report);
        }
    }
}

/// The head of a phase inside another one is a part of that item.
#[test]
fn heads_of_inner_phases() {
    const INNER: &str = "tests/cases/diff/inner_base.affray";
    let mut desk = Desk::new();
    let report = desk.compare(
        INNER,
        "tests/cases/diff/inner_heads.affray",
        &[],
        searching(0),
    );
    insta::assert_snapshot!("inner_heads", text(&report, TextStyle { width: 100 }));
}

/// A question that comes in both is not what differs, and a situation that shows a change without saying what only rules keep is preferred.
#[test]
fn what_rules_keep_is_not_for_situations_to_say() {
    let [left, right] =
        ["asking", "asking_late"].map(|name| format!("tests/cases/diff/{name}.affray"));
    let report = Desk::new().compare(&left, &right, &[], searching(400));
    insta::assert_snapshot!("asking_late", text(&report, TextStyle { width: 100 }));
}

/// Bookkeeping that nothing shows is told as such, and only where nothing else differs; a larger die shows what the smaller one cannot.
#[test]
fn what_no_transcript_shows_is_told_as_such() {
    const KEPT: &str = "tests/cases/diff/kept.affray";
    for name in ["kept_counts", "kept_dice"] {
        let other = format!("tests/cases/diff/{name}.affray");
        let report = Desk::new().compare(KEPT, &other, &[], searching(400));
        insta::assert_snapshot!(name, text(&report, TextStyle { width: 100 }));
    }
}

/// A batch that stops a run is no other order; where dice are open, what both wait for is told.
#[test]
fn runs_that_stop_or_wait() {
    const HELD: &str = "tests/cases/diff/held.affray";
    let mut desk = Desk::new();
    let [stops, larger] =
        ["stops", "larger_die"].map(|name| format!("tests/cases/diff/{name}.affray"));
    let report = desk.compare(HELD, &stops, &[], searching(400));
    insta::assert_snapshot!("stops", text(&report, TextStyle { width: 100 }));
    let given = desk.given("tests/cases/diff/held_open.affray", [HELD, &larger]);
    let report = desk.compare(HELD, &larger, &given, searching(0));
    insta::assert_snapshot!("larger_die", text(&report, TextStyle { width: 100 }));
    insta::assert_snapshot!("larger_die_markdown", markdown(&report));
}

/// What stands between two: another default, for each of the two in place of both, and an attribute more.
#[test]
fn kinds_of_pairs() {
    for name in ["pairs_wide", "pairs_from", "pairs_high"] {
        let other = format!("tests/cases/diff/{name}.affray");
        let report =
            Desk::new().compare("tests/cases/diff/pairs.affray", &other, &[], searching(100));
        insta::assert_snapshot!(name, text(&report, TextStyle { width: 100 }));
    }
}

/// Once an earlier die is smaller, the run needs fewer of the dice that were written down.
#[test]
fn fewer_dice_are_needed() {
    let [base, other] =
        ["fewer_dice_base", "fewer_dice"].map(|name| format!("tests/cases/diff/{name}.affray"));
    let report = Desk::new().compare(&base, &other, &[], searching(400));
    insta::assert_snapshot!("fewer_dice", text(&report, TextStyle { width: 100 }));
}

/// What belongs together, and what is tried: `name: changes` of each group, and below it what each trial is about and, behind a slash, what that needs.
#[test]
fn groups() {
    let bases = [
        ("together", BASE),
        ("removed", BASE),
        ("house_rules", "affray:osric.affray"),
    ];
    for (name, base) in bases {
        let variant = format!("tests/cases/diff/{name}.affray");
        let report = Desk::new().compare(base, &variant, &[], searching(200));
        let names = |changes: &[ChangeRef]| {
            let names: Vec<&str> = changes.iter().map(|change| &*change.name).collect();
            names.join(", ")
        };
        let mut told = String::new();
        for group in &report.groups {
            told += &format!("{}: {}\n", group.name, names(&group.changes));
            for trial in &group.trials {
                let line = format!("  {} / {}", names(&trial.about), names(&trial.needs));
                told += line.trim_end();
                told.push('\n');
                assert!(!trial.impossible, "{name}: {told}");
            }
        }
        let expected = common::read(&format!("tests/cases/diff/{name}.groups"));
        assert_eq!(told, expected, "{name}");
    }
}

/// What only adds to what other changes of its group add is shown by the second file with and without it: here the flask must be empty, and only the
/// second file has flasks.
#[test]
fn a_change_is_held_against_the_rest_of_its_group() {
    let [left, right] = ["flask", "flasks"].map(|name| format!("tests/cases/diff/{name}.affray"));
    let report = Desk::new().compare(&left, &right, &[], searching(400));
    let mut trials = report.groups.iter().flat_map(|group| &group.trials);
    let about = "void \"empty\"";
    let trial = trials.find(|trial| matches!(&trial.about[..], [only] if only.name == about));
    let trial = trial.expect("a trial of the void alone");
    assert!(trial.shown_without, "{trial:?}");
    let scenario = trial.witness.as_ref().and_then(|one| one.scenario.clone());
    let scenario = scenario.expect("a scenario");
    for words in [right.as_str(), "draughts 0", "drinks"] {
        assert!(scenario.contains(words), "{scenario}");
    }
    let told = format!("without it (-) and with it (+) in {right}");
    for form in [
        text(&report, TextStyle { width: 100 }),
        markdown(&report).replace('\\', ""),
    ] {
        assert!(form.contains(&told), "{form}");
    }
}

/// Each of the house rules has a situation that shows it, and so has each change by which it works.
#[test]
fn house_rules_are_shown_one_by_one() {
    let variant = "tests/cases/diff/house_rules.affray";
    let report = || Desk::new().compare("affray:osric.affray", variant, &[], searching(1_000));
    let first = report();
    let trials = first.groups.iter().flat_map(|group| &group.trials);
    let shown = trials.map(|trial| {
        let about: Vec<&str> = trial.about.iter().map(|change| &*change.name).collect();
        (about.join(", "), trial.witness.is_some())
    });
    let expected = [
        ("definition side_segment", true),
        (
            "phase round, definition first_hits, definition second_hits, procedure strike, action parry",
            true,
        ),
        // To let the guard down changes nothing where it counts for nothing, and so has the debt: both are shown by the second file without them.
        ("phase round", true),
        ("definition first_hits", true),
        ("definition second_hits", true),
        ("procedure strike", true),
        // A parry takes the place of another act.
        ("action parry", true),
        ("action cast", true),
    ];
    let expected = expected.map(|(about, shown)| (about.to_owned(), shown));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    assert_eq!(first, report(), "the same each time");
}

/// Of more changes than can be looked at one by one none is, and that is said.
#[test]
fn too_many_changes_are_not_tried_one_by_one() {
    let mut files = Memory::default();
    let rules = |name: &str, value: usize| {
        let lets = (0..=64).map(|number| format!("  let d{number}: number = {value}\n"));
        format!("rules {name} {{\n{}}}\n", lets.collect::<String>())
    };
    files.add("a.affray", &rules("a", 1));
    files.add("b.affray", &rules("b", 2));
    let mut loader = Loader::new(Limits::DEFAULT);
    let [one, other] = ["a.affray", "b.affray"]
        .map(|path| loader.expand(path, &mut files).0.expect("sound rules"));
    let [left, right] =
        [("a", &one), ("b", &other)].map(|(file, rules)| ComparedFile { file, rules });
    let report = compare(left, right, &[], searching(1), loader.sources());
    assert_eq!(report.groups.len(), 65);
    assert!(report.groups.iter().all(|group| group.trials.is_empty()));
    let said = "no change was tried by itself: there are more than 64";
    assert!(text(&report, TextStyle { width: 100 }).contains(said));
    assert!(markdown(&report).contains(said));
}

/// Tactics differ line by line, and in the play of those scenarios that put them in force.
#[test]
fn tactics() {
    let [left, right] =
        ["tactics", "tactics_changed"].map(|name| format!("tests/cases/diff/{name}.affray"));
    let mut desk = Desk::new();
    let given = desk.given(&left, [&left, &right]);
    let report = desk.compare(&left, &right, &given, searching(20));
    insta::assert_snapshot!(text(&report, TextStyle { width: 100 }));
}

/// Nothing differs from itself, in structure or in play.
#[test]
fn a_file_is_like_itself() {
    let mut desk = Desk::new();
    for path in common::files("rules")
        .iter()
        .filter(|path| !path.contains("lib/"))
    {
        let report = desk.compare(path, path, &[], searching(30));
        assert!(
            !report.differs(),
            "{path}: {}",
            text(&report, TextStyle { width: 100 })
        );
    }
}

/// Layout, comments, and how an expression is spelt do not count: `is` or `=`, with brackets or without.
#[test]
fn a_formatted_copy_is_like_the_file() {
    let mut files = Memory::default();
    let mut loader = Loader::new(Limits::DEFAULT);
    for path in ["rules/osric.affray", "rules/base_initiative.affray"] {
        let source = std::fs::read_to_string(common::root().join(path)).expect("a rule file");
        let shaken = source
            .replace("\n\n", "\n# a comment that was not there\n\n")
            .replace("   ", "     ");
        let formatted = affray::syntax::format(FileId(0), &source, &Limits::DEFAULT);
        files.add(
            "rules/lib/sides.affray",
            &common::read("rules/lib/sides.affray"),
        );
        files.add("rules/a.affray", &source);
        files.add("rules/b.affray", &shaken);
        files.add("rules/c.affray", &formatted.expect("a sound file"));
        let [one, other, third] = ["rules/a.affray", "rules/b.affray", "rules/c.affray"]
            .map(|path| loader.expand(path, &mut files).0.expect("sound rules"));
        files.add("rules/d.affray", &affray::print(&one.0.tree()));
        let fourth = (loader.expand("rules/d.affray", &mut files).0).expect("sound rules");
        for copy in [&other, &third, &fourth] {
            let report = compare(
                ComparedFile {
                    file: "a",
                    rules: &one,
                },
                ComparedFile {
                    file: "b",
                    rules: copy,
                },
                &[],
                CompareOptions::default(),
                loader.sources(),
            );
            assert!(
                !report.differs(),
                "{}",
                text(&report, TextStyle { width: 100 })
            );
        }
        loader = Loader::new(Limits::DEFAULT);
    }
}

/// What has moved is told in one order, in whatever order it was declared.
#[test]
fn what_has_moved_is_told_by_name() {
    let moved = |before: [&str; 5]| -> Vec<(String, Vec<String>)> {
        let mut files = Memory::default();
        for (path, names) in [
            ("a", before),
            ("b", ["three", "four", "five", "one", "two"]),
        ] {
            let mut text = format!("rules {path} {{\n");
            for name in names {
                text += &format!("  let {name}: number = 1\n");
            }
            text += "  kind wound {\n";
            for name in names {
                text += &format!("    {name}: number = 1\n");
            }
            files.add(&format!("{path}.affray"), &(text + "  }\n}\n"));
        }
        let mut loader = Loader::new(Limits::DEFAULT);
        let [one, other] = ["a.affray", "b.affray"]
            .map(|path| loader.expand(path, &mut files).0.expect("sound rules"));
        let [left, right] =
            [("a", &one), ("b", &other)].map(|(file, rules)| ComparedFile { file, rules });
        let report = compare(
            left,
            right,
            &[],
            CompareOptions::default(),
            loader.sources(),
        );
        let told = report.structure.into_iter().map(|change| {
            let parts = change.parts.into_iter().map(|part| part.part);
            (change.name, parts.collect())
        });
        told.collect()
    };
    let told = [
        ("wound", vec!["attribute one", "attribute two"]),
        ("one", vec![]),
        ("two", vec![]),
    ];
    let told = told.map(|(name, parts)| {
        let parts: Vec<String> = parts.into_iter().map(str::to_owned).collect();
        (name.to_owned(), parts)
    });
    assert_eq!(moved(["one", "two", "three", "four", "five"]), told);
    assert_eq!(moved(["two", "one", "three", "four", "five"]), told);
}

/// Every witness can be saved, is sound, and shows the difference when both play it.
#[test]
fn every_witness_differs() {
    for name in ["no_exception", "option", "several", "keys"] {
        let mut desk = Desk::new();
        let variant = format!("tests/cases/diff/{name}.affray");
        let report = desk.compare(BASE, &variant, &[], searching(400));
        let search = report.search.expect("a search");
        let witness = search.witness.expect("a witness").scenario;
        let witness = witness.expect("a scenario that passes");
        let mut files = Memory::default();
        for path in common::files("tests/cases/diff") {
            files.add(&path, &common::read(&path));
        }
        files.add("witness.affray", &witness);
        let mut loader = Loader::new(Limits::DEFAULT);
        let loaded = loader.load("witness.affray", &mut files);
        assert!(
            loaded.diagnostics.is_empty(),
            "{witness}\n{}",
            common::shown(&loaded.diagnostics, loader.sources())
        );
        let mut given = Vec::new();
        let [left, right] = [BASE, &variant]
            .map(|rules| loader.load_under("witness.affray", Some(rules), &mut files));
        for (left, right) in left.scenarios.into_iter().zip(right.scenarios) {
            given.push(GivenScenario {
                file: "witness.affray".to_owned(),
                title: left.scenario.title.clone(),
                scenarios: Ok([left.scenario, right.scenario]),
            });
        }
        let [one, other] =
            [BASE, &variant].map(|path| loader.expand(path, &mut files).0.expect("sound rules"));
        let again = compare(
            ComparedFile {
                file: BASE,
                rules: &one,
            },
            ComparedFile {
                file: &variant,
                rules: &other,
            },
            &given,
            CompareOptions::default(),
            loader.sources(),
        );
        assert!(
            again
                .scenarios
                .iter()
                .all(|scenario| scenario.parting.is_some()),
            "{name}: {witness}"
        );
    }
}

/// The same seed gives the same report.
#[test]
fn a_search_is_the_same_each_time() {
    let variant = "tests/cases/diff/several.affray";
    let report = || Desk::new().compare(BASE, variant, &[], searching(300));
    assert_eq!(report(), report());
}

/// Files in memory.
#[derive(Default)]
struct Memory(std::collections::BTreeMap<String, String>);

impl Memory {
    fn add(&mut self, path: &str, text: &str) {
        self.0.insert(path.to_owned(), text.to_owned());
    }
}

impl affray::load::Files for Memory {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, affray::load::Unreadable> {
        match self.0.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err(affray::load::Unreadable::Cannot("there is none".to_owned())),
        }
    }
}
