//! Snapshots of scenarios from outside: what `affray test` says of them and writes, `review`, `accept`, `reject`, `pending`, `--watch`, and that
//! no moment at which the program is killed leaves a snapshot that is neither the old nor the new one.
#![cfg(feature = "cli")]

use crate::common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use common::binary::{self, Answer, answer};

/// Rules that are as small as rules can be.
const RULES: &str = r#"
rules duel "The duel" {
  kind combatant { hp: number "hit points" }
  kind act { target: optional combatant }
  action strike "strikes {target}" {
    takes target
    does { subtract 2 from target.hp }
  }
  phase round counting from 1 {
    each combatant c { c declares }
    resolve acts
  }
  order of act a { by 1 }
}
"#;

/// A project in a folder of its own.
struct Project {
    folder: PathBuf,
}

impl Project {
    /// An empty folder, with the rules in it.
    fn new(test: &str) -> Project {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("review")
            .join(test);
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        let project = Project { folder };
        project.write("affray.toml", "");
        project.write("rules.affray", RULES);
        project
    }

    /// A project with a file `fight.affray` of two scenarios, both with snapshots.
    fn of_two(test: &str) -> Project {
        let project = Project::new(test);
        let text = scenario("First blood", "snapshot") + &scenario("A second", "snapshot");
        project.write("fight.affray", &text);
        project
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    /// Changes the rules so that every blow costs another number of hit points.
    fn blows_cost(&self, points: u32) {
        let blow = format!("subtract {points} from");
        self.write("rules.affray", &RULES.replace("subtract 2 from", &blow));
    }

    /// What lies in the folder beside the rules and the scenarios, by name.
    fn snapshots(&self) -> BTreeMap<String, String> {
        let files = fs::read_dir(&self.folder).expect("a folder");
        let named = files.map(|file| {
            let name = file.expect("a file").file_name();
            name.to_string_lossy().into_owned()
        });
        let of_snapshots = named.filter(|name| name.contains(".snap"));
        of_snapshots
            .map(|name| (name.clone(), self.read(&name)))
            .collect()
    }

    fn names(&self) -> Vec<String> {
        self.snapshots().into_keys().collect()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = binary::command(arguments);
        command.current_dir(&self.folder);
        command.env("COLUMNS", "80");
        command
    }

    fn call(&self, arguments: &[&str]) -> Answer {
        answer(self.command(arguments), "")
    }

    fn on_server(&self, arguments: &[&str]) -> Answer {
        let mut command = self.command(arguments);
        command.env("CI", "true");
        answer(command, "")
    }

    fn told(&self, input: &str, arguments: &[&str]) -> Answer {
        answer(self.command(arguments), input)
    }
}

/// A scenario in which ann strikes bob, with some more lines.
fn scenario(title: &str, lines: &str) -> String {
    format!(
        "scenario \"{title}\" {{\n  rules \"rules.affray\"\n  {lines}\n  side red {{ ann {{ hp 9 }} }}\n  \
         side blue {{ bob {{ hp 9 }} }}\n  round 1 {{ ann strikes bob }}\n}}\n"
    )
}

/// An answer, and what then lies in the folder.
fn snapshot(name: &str, project: &Project, answer: &Answer) {
    let told = format!(
        "{}--- files\n{}\n",
        answer.shown(),
        project.names().join("\n")
    );
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(format!("review__{name}"), told);
    });
}

#[test]
fn from_new_to_accepted_to_changed() {
    let project = Project::of_two("story");
    snapshot("new", &project, &project.call(&["test"]).is(1));
    snapshot("pending", &project, &project.call(&["pending"]).is(1));
    snapshot("accept", &project, &project.call(&["accept"]).is(0));
    snapshot("holds", &project, &project.call(&["test"]).is(0));
    let kept = project.snapshots();
    project.blows_cost(3);
    snapshot("changed", &project, &project.call(&["test"]).is(1));
    for form in ["plain", "json", "junit"] {
        let answer = project.call(&["test", "--format", form]).is(1);
        snapshot(&format!("changed_{form}"), &project, &answer);
    }
    assert_eq!(
        project.read("fight__first_blood.snap"),
        kept["fight__first_blood.snap"]
    );
    snapshot("reject", &project, &project.call(&["reject"]).is(0));
    assert_eq!(project.snapshots(), kept);
    project.call(&["test", "--accept"]).is(0);
    assert_ne!(project.snapshots(), kept);
    assert_eq!(project.names().len(), 2);
    // Back to what it was: what waited waits no longer.
    project.blows_cost(2);
    project.call(&["test"]).is(1);
    assert_eq!(project.names().len(), 4);
    project.blows_cost(3);
    project.call(&["test"]).is(0);
    assert_eq!(project.names().len(), 2);
}

#[test]
fn a_snapshot_is_the_transcript_and_says_whose_it_is() {
    let project = Project::of_two("file");
    project.call(&["test", "--accept"]).is(0);
    let run = project.call(&["run", "fight.affray", "--scenario", "A second"]);
    let kept = project.read("fight__a_second.snap");
    let head = "---\nsource: \"fight.affray\"\ndescription: \"A second\"\n---\n";
    assert_eq!(kept, format!("{head}{}", run.stdout));
    let path = project.folder.join("fight__a_second.snap");
    let read = insta::Snapshot::from_file(&path).expect("insta reads it");
    assert_eq!(read.metadata().source(), Some("fight.affray"));
}

#[test]
fn each_is_reviewed_with_one_key() {
    let project = Project::of_two("review");
    project.write("third.affray", &scenario("Third", "snapshot \"last one\""));
    assert_eq!(
        project.call(&["review"]).is(0).stdout,
        "nothing is pending\n"
    );
    project.call(&["test", "--accept"]).is(0);
    project.blows_cost(4);
    project.call(&["test"]).is(1);
    let answer = project.told("n x\na\nr", &["review"]).is(1);
    snapshot("review", &project, &answer);
    let answer = project.told("s", &["review"]).is(1);
    assert!(
        answer.stdout.ends_with("0 accepted, 0 rejected, 1 left\n"),
        "{}",
        answer.stdout
    );
    let answer = project.told("q", &["review"]).is(1);
    assert!(
        answer.stdout.ends_with("0 accepted, 0 rejected, 1 left\n"),
        "{}",
        answer.stdout
    );
    let answer = project.told("A", &["review"]).is(0);
    assert!(
        answer.stdout.ends_with("1 accepted, 0 rejected, 0 left\n"),
        "{}",
        answer.stdout
    );
    for (name, now) in [
        ("fight__first_blood", "9 -> 5"),
        ("fight__a_second", "9 -> 5"),
        ("third__last_one", "9 -> 7"),
    ] {
        let kept = project.read(&format!("{name}.snap"));
        assert!(kept.contains(now), "{name}: {kept}");
    }
    project.call(&["review", "--format", "json"]).is(2);
}

#[test]
fn some_can_be_accepted_or_rejected_by_name() {
    let project = Project::of_two("names");
    project.write(
        "more/third.affray",
        &scenario("Third", "snapshot").replace("rules.affray", "../rules.affray"),
    );
    let waiting = |count: usize| {
        project.call(&["test"]);
        let json = project.call(&["pending", "--format", "json"]).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let schemas = affray::cli::schemas();
        let schema = schemas.iter().find(|(name, _)| *name == "pending.json");
        assert!(jsonschema::is_valid(&schema.expect("its schema").1, &json));
        assert_eq!(
            json["pending"].as_array().map(Vec::len),
            Some(count),
            "{json}"
        );
    };
    waiting(3);
    let accepted = project
        .call(&["accept", "first BLOOD", "--format", "json"])
        .is(0);
    let json: serde_json::Value = serde_json::from_str(&accepted.stdout).expect("JSON");
    assert_eq!(json["accepted"][0], "fight__first_blood.snap");
    waiting(2);
    project.call(&["reject", "./more/third.affray"]).is(0);
    project.call(&["accept", "fight__a_second"]).is(0);
    waiting(1);
    let unknown = project.call(&["accept", "frist blood"]).is(2);
    assert!(
        unknown
            .stderr
            .contains("nothing called `frist blood` is pending; there is `Third`"),
        "{}",
        unknown.stderr
    );
    project.call(&["accept", "more/third__third.snap"]).is(0);
    waiting(0);
    assert_eq!(
        project.call(&["accept"]).is(0).stdout,
        "nothing is pending\n"
    );
}

#[test]
fn where_ci_is_set_nothing_is_written() {
    let project = Project::of_two("ci");
    snapshot("ci_new", &project, &project.on_server(&["test"]).is(1));
    for arguments in [
        &["test", "--accept"][..],
        &["accept"],
        &["reject"],
        &["review"],
    ] {
        let answer = project.on_server(arguments).is(2);
        assert!(
            answer
                .stderr
                .contains("where `CI` is set nothing is written"),
            "{}",
            answer.stderr
        );
    }
    project.call(&["test", "--accept"]).is(0);
    let kept = project.snapshots();
    project.on_server(&["test"]).is(0);
    project.blows_cost(3);
    let changed = project.on_server(&["test"]).is(1);
    assert!(
        changed.stdout.contains("-     bob: hp 9 -> 7"),
        "{}",
        changed.stdout
    );
    assert_eq!(project.snapshots(), kept);
    project.on_server(&["pending"]).is(0);
    for not_set in ["", "0", "False"] {
        let mut command = project.command(&["test"]);
        command.env("CI", not_set);
        answer(command, "").is(1);
        assert_eq!(project.names().len(), 4, "{not_set:?}");
        project.call(&["reject"]).is(0);
    }
}

#[test]
fn what_no_scenario_owns_is_told() {
    let project = Project::of_two("unowned");
    project.call(&["test", "--accept"]).is(0);
    let renamed = scenario("First blow", "snapshot") + &scenario("A second", "");
    project.write("fight.affray", &renamed);
    project.call(&["test"]).is(1);
    project.call(&["accept"]).is(0);
    snapshot("unowned", &project, &project.call(&["test"]).is(0));
    snapshot(
        "unowned_pending",
        &project,
        &project.call(&["pending"]).is(1),
    );
    project.call(&["test", "--deny-warnings"]).is(1);
    // A filter keeps scenarios from being played, not from owning.
    let filtered = project.call(&["test", "--filter", "second"]).is(0);
    assert_eq!(
        filtered.stderr.matches("A0412").count(),
        2,
        "{}",
        filtered.stderr
    );
    // Files that nobody asks about, and those of other programs.
    project.write(
        "other__thing.snap",
        "---\nsource: tests/a.rs\nexpression: x\n---\ntext\n",
    );
    project.write("third.affray", &scenario("Third", ""));
    let third = project.call(&["test", "third.affray"]).is(0);
    assert!(!third.stderr.contains("A0412"), "{}", third.stderr);
    let all = project.call(&["test"]).is(0);
    assert_eq!(all.stderr.matches("A0412").count(), 2, "{}", all.stderr);
    // Nobody knows what is in a file with mistakes.
    project.write("fight.affray", "scenario {");
    let broken = project.call(&["test"]).is(1);
    assert!(!broken.stderr.contains("A0412"), "{}", broken.stderr);
    fs::remove_file(project.folder.join("fight.affray")).expect("it is there");
    let gone = project.call(&["test"]).is(0);
    assert_eq!(gone.stderr.matches("A0412").count(), 3, "{}", gone.stderr);
}

#[test]
fn two_scenarios_cannot_have_one_file() {
    let project = Project::new("clash");
    let text = scenario("First blood", "snapshot") + &scenario("First: BLOOD!", "snapshot");
    project.write("fight.affray", &text);
    project.write("Fight.affray", &scenario("first blood", "snapshot"));
    project.write("бой.affray", &scenario("Бой", "snapshot"));
    snapshot("clash", &project, &project.call(&["test"]).is(1));
    let checked = project.call(&["check", "."]).is(1);
    assert_eq!(
        checked.stderr.matches("A0409").count(),
        3,
        "{}",
        checked.stderr
    );
}

#[test]
fn what_fails_otherwise_is_not_accepted_and_what_faults_is_not_compared() {
    let project = Project::new("fails");
    let fault = "snapshot\n  expect bob.hp = 1 after ann strikes bob";
    project.write("fight.affray", &scenario("Wrong", fault));
    project.call(&["test", "--accept"]).is(1);
    assert_eq!(project.names(), ["fight__wrong.snap.new"]);
    project.call(&["reject"]).is(0);
    project.write(
        "rules.affray",
        &RULES.replace("subtract 2", "subtract 2 / 0 rounded down"),
    );
    project.call(&["test"]).is(1);
    assert!(project.names().is_empty());
}

#[test]
fn what_is_no_snapshot_is_left_alone() {
    let project = Project::of_two("no_snapshot");
    project.write("fight__a_second.snap", "exports[`a`] = 1;\n");
    let answer = project.call(&["test", "--accept"]).is(1);
    assert!(
        answer
            .stderr
            .contains("`fight__a_second.snap` is no snapshot"),
        "{}",
        answer.stderr
    );
    assert_eq!(project.read("fight__a_second.snap"), "exports[`a`] = 1;\n");
    // What a broken-off writing leaves behind is none either.
    project.write(".fight__first_blood.snap.1.tmp", "---\nsource");
    project.call(&["test", "--filter", "First"]).is(0);
    let input = project
        .told(&scenario("Typed", "snapshot"), &["test", "-"])
        .is(0);
    assert!(
        input.stdout.starts_with("1 scenario: 1 passes\n"),
        "{}",
        input.stdout
    );
}

/// Every file of a project, as it is on the disk at this moment, is the old one or the new one.
#[test]
fn a_kill_at_any_moment_leaves_the_old_or_the_new_text() {
    const SCENARIOS: usize = 30;
    let project = Project::new("kill");
    let all: String = (0..SCENARIOS)
        .map(|number| scenario(&format!("number {number}"), "snapshot"))
        .collect();
    project.write("fight.affray", &all);
    let accepted = |points: u32| {
        project.blows_cost(points);
        let started = Instant::now();
        project.call(&["test", "--accept"]).is(0);
        (project.snapshots(), started.elapsed())
    };
    let (one, took) = accepted(3);
    let (other, _) = accepted(2);
    assert_eq!((one.len(), other.len()), (SCENARIOS, SCENARIOS));
    let began = Instant::now();
    let (mut killed, mut between) = (0, 0);
    // Even rounds: moments spread evenly over the time that it takes. Odd ones: as soon as one of the files, each in its turn, is no longer the one that it
    // was. On a machine that is busy with others more rounds are needed until one is killed in between.
    for round in 0_u32.. {
        let spent = began.elapsed();
        let is_enough = killed > 0 && between > 0 && (round >= 40 || spent.as_secs() >= 6);
        if is_enough || spent.as_secs() >= 120 {
            break;
        }
        project.blows_cost(2 + round / 2 % 2);
        let watched = one.keys().nth(round as usize * 7 % SCENARIOS);
        let watched = project.folder.join(watched.expect("a snapshot"));
        let changed = || {
            fs::metadata(&watched)
                .and_then(|about| about.modified())
                .ok()
        };
        let before = changed();
        let mut command = project.command(&["test", "--accept"]);
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = quiet.spawn().expect("the binary starts");
        if round % 2 == 0 {
            thread::sleep(took.mul_f64(f64::from((round * 7) % 20) / 20.0));
        } else {
            let is_running = |child: &mut Child| matches!(child.try_wait(), Ok(None));
            while changed() == before && is_running(&mut child) {}
        }
        _ = child.kill();
        let status = child.wait().expect("the binary ends");
        killed += usize::from(status.code().is_none());
        let now = project.snapshots();
        let is_old = |name: &String| now.get(name) == other.get(name);
        let is_new = |name: &String| now.get(name) == one.get(name);
        let (old, new) = (
            one.keys().filter(|name| is_old(name)).count(),
            one.keys().filter(|name| is_new(name)).count(),
        );
        assert_eq!(old + new, SCENARIOS, "{now:#?}");
        between += usize::from(old > 0 && new > 0);
    }
    assert!(killed > 0, "no call was killed");
    assert!(between > 0, "no call was killed while it wrote");
    // What is left behind is in nobody's way.
    let (last, _) = accepted(3);
    let kept = last.iter().filter(|(name, _)| name.ends_with(".snap"));
    assert!(kept.eq(one.iter()));
}

#[test]
fn watching_tests_again_when_a_file_changes() {
    let project = Project::of_two("watch");
    project.call(&["test", "--accept"]).is(0);
    project
        .call(&["test", "--watch", "--format", "junit"])
        .is(2);
    project.call(&["test", "--watch", "nowhere"]).is(2);
    let mut command = project.command(&["test", "--watch", "fight.affray"]);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = piped
        .stdin(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let output = child.stdout.take().expect("a pipe");
    let (say, heard) = mpsc::channel();
    let listener = thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            _ = say.send(line);
        }
    });
    let next = || heard.recv_timeout(Duration::from_secs(60)).expect("a line");
    assert_eq!(next(), "2 scenarios: 2 pass");
    assert_eq!(next(), "2 snapshots: 2 hold");
    // The rules lie beside what is watched; they are looked at all the same.
    project.blows_cost(5);
    assert_eq!(next(), "2 scenarios: 2 fail");
    assert_eq!(
        next(),
        "2 snapshots: 2 changed; `affray review` goes through them"
    );
    project.call(&["accept"]).is(0);
    assert_eq!(next(), "2 scenarios: 2 pass");
    assert_eq!(next(), "2 snapshots: 2 hold");
    // Nothing changes, so nothing is said.
    assert!(heard.recv_timeout(Duration::from_millis(700)).is_err());
    child.kill().expect("it still runs");
    _ = child.wait();
    listener.join().expect("it ends with the pipe");
}
