//! A fight at the table: sessions against runs of their logs, the program through pipes and a terminal, and what is left when it is killed.
#![cfg(feature = "cli")]

use crate::common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use affray::play::{Prompt, Reply, Roller, Session, Wanted};
use affray::run::dice::Seeded;
use affray::view::{TranscriptStyle, transcript};
use affray::{Limits, Loader, play as run};
use common::binary::{self, answer};

use crate::play_log::every_beginning;

/// The rules roll, ask, refuse, and have tactics.
pub const DUEL: &str = r#"rules duel "The duel" {
  kind combatant { hp: number "hit points"   armed: yes/no = yes }
  kind side { initiative: number = 0 }
  kind act { target: optional combatant   damage: number = 1 }
  action strike "strikes {target}" {
    takes target
    does { subtract damage from target.hp }
  }
  action yell "yells" { does { } }
  let foe_of(combatant c): optional combatant = the combatant o where o.side is not c.side and o.hp > 0 with lowest o.hp
  tactic brute "strikes at the weakest" for combatant c where c.armed {
    declare strike foe_of(c)
  }
  trigger "the unarmed" {
    when strike s is declared
    if not s.actor.armed
    refuse because "{s.actor} has no weapon"
  }
  phase round counting from 1 {
    each side s { s rolls d6 as initiative }
    each combatant c where c.hp > 0 { c declares }
    ask gm as fair "Does the weather hold?": yes/no, default yes
    resolve acts
    if not any combatant c where c.hp > 0 and not c.armed { end combat because "nobody yells any more" }
  }
  order of act a { by round   by a.actor.side.initiative, highest first "initiative" }
}

scenario "By the ford" {
  side red  { ann { hp 5 }   bob { hp 2, no armed } }
  side blue { cid { hp 5 } }
}
"#;

/// A file in memory, beside the rules of the project.
fn in_memory(text: &str) -> BTreeMap<String, String> {
    BTreeMap::from([("fights/fight.affray".to_owned(), text.to_owned())])
}

pub fn open(text: &str, seed: u64) -> Session {
    try_open(text, seed).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

/// The session of a text, or why there is none.
pub fn try_open(text: &str, seed: u64) -> Result<Session, String> {
    let loaded = Loader::new(Limits::DEFAULT).load("fights/fight.affray", &mut in_memory(text));
    let errors: Vec<_> = loaded.diagnostics.iter().map(|one| &one.message).collect();
    let one = loaded.scenarios.into_iter().next();
    let one = one.filter(|_| !loaded.diagnostics.has_errors());
    let one = one.ok_or_else(|| format!("{errors:?}"))?;
    let opened = Session::open(
        one.rules,
        (text, one.scenario.span.start as usize),
        (7, seed),
        Roller::None,
        Limits::DEFAULT,
    );
    opened.map_err(|refusal| format!("{refusal:?}"))
}

/// What a run of a log tells.
pub fn told(log: &str) -> String {
    let (played, errors) = played(log);
    assert!(errors.is_empty(), "{errors:?}\n{log}");
    played
}

pub fn played(log: &str) -> (String, Vec<String>) {
    let mut files = in_memory(log);
    let loaded = Loader::new(Limits::DEFAULT).load("fights/fight.affray", &mut files);
    let one = loaded.scenarios.last().expect("a log is a scenario");
    let (rules, scenario) = (&one.rules.ruleset, &one.scenario);
    let played = run(rules, scenario, None, &Limits::DEFAULT);
    let style = TranscriptStyle::default();
    let text = transcript(rules, scenario, &played.journal, &style);
    let errors = played.findings.iter();
    let errors = errors.filter(|one| one.severity == affray::Severity::Error);
    (text, errors.map(|one| one.message.clone()).collect())
}

#[track_caller]
pub fn takes(session: &mut Session, line: &str) -> String {
    match session.enter(line) {
        Reply::Taken { told, .. } => told,
        other => panic!("`{line}` at {:?}: {other:?}", session.prompt()),
    }
}

#[track_caller]
pub fn refuses(session: &mut Session, line: &str, reason: &str) {
    let before = (session.text(), session.prompt().clone());
    match session.enter(line) {
        Reply::Refused(refusal) => assert_eq!(refusal.reason, reason),
        other => panic!("`{line}` is taken: {other:?}"),
    }
    assert_eq!((session.text(), session.prompt().clone()), before);
}

#[test]
fn a_fight_is_entered_line_by_line_and_its_log_tells_the_same() {
    let mut session = open(DUEL, 1);
    assert_eq!(session.prompt().text, "blue: roll d6 for initiative");
    assert_eq!(session.prompt().period, "Round 1");
    refuses(&mut session, "7", "a d6 shows 1 to 6");
    refuses(&mut session, "", "d6 must be rolled");
    assert_eq!(
        takes(&mut session, "4"),
        "\nRound 1\n  blue rolls 4 for initiative (d6)\n"
    );
    takes(&mut session, "2");
    assert_eq!(session.prompt().wanted, Wanted::Declaration);
    assert_eq!(
        session.prompt().text,
        "What does ann do? (Enter: nothing; then: bob, cid)"
    );
    // Out of turn, and without the name of the one that is asked.
    takes(&mut session, "cid strikes ann: damage 2");
    takes(&mut session, "strikes cid");
    refuses(
        &mut session,
        "bob strikes cid",
        "bob strikes cid: refused, because bob has no weapon",
    );
    takes(&mut session, "yells");
    assert_eq!(
        session.prompt().text,
        "the game master: Does the weather hold? (yes, no; Enter: yes)"
    );
    refuses(&mut session, "perhaps", "`perhaps` is no answer");
    let told_last = takes(&mut session, "");
    assert!(told_last.contains("ann: hp 5 -> 3"), "{told_last}");
    assert_eq!(session.prompt().period, "Round 2");
    takes(&mut session, "end");
    assert!(session.ending().is_some());
    assert_eq!(told(&session.text()), session.transcript());
}

/// Asks the same of the game master and of each combatant more than once in a period. An answer and two combatants are called like commands.
const AGAIN: &str = r#"rules again "Again" {
  kind combatant { hp: number "hit points"   looked: number = 0   pace: walk | roll = walk "pace" }
  kind act { target: optional combatant }
  action poke "pokes {target}" { takes target   does { subtract 1 from target.hp } }
  phase round counting from 1 {
    repeat 2 times {
      ask gm as stops "Does it stop?": yes/no, default no
      if stops { end combat because "it stops" }
    }
    each combatant c { c declares one act   resolve acts   c declares one act   resolve acts }
    each combatant c { add 7 to c.looked   ask c as pace "How?": walk | roll, default roll }
  }
  order of act a { by 0 }
}

scenario "Again" {
  side red  { ann { hp 5 }   quit { hp 5 } }
  side blue { undo { hp 5 } }
}
"#;

#[test]
fn what_is_left_out_once_can_be_given_when_it_is_asked_again() {
    let mut session = open(AGAIN, 1);
    let asked = "the game master: Does it stop? (yes, no; Enter: no)";
    assert_eq!(session.prompt().text, asked);
    assert_eq!(
        takes(&mut session, ""),
        "Noted: the game master: Does it stop? no, by default.\n"
    );
    assert_eq!(session.prompt().text, asked);
    takes(&mut session, "y");
    assert!(session.ending().is_some());
    let log = session.text();
    assert!(
        log.contains("  round 1 { gm answers nothing to stops }\n"),
        "{log}"
    );
    assert_eq!(told(&log), session.transcript());

    let mut session = open(AGAIN, 1);
    takes(&mut session, "n");
    takes(&mut session, "");
    assert_eq!(
        session.prompt().text,
        "What does ann do? (Enter: nothing; then: quit, undo)"
    );
    assert_eq!(takes(&mut session, ""), "Noted: ann declares nothing.\n");
    assert!(session.prompt().text.starts_with("What does ann do?"));
    let told_so_far = takes(&mut session, "pokes undo");
    assert!(told_so_far.contains("undo: hp 5 -> 4"), "{told_so_far}");
    let log = session.text();
    let entered = "  round 1 { ann declares nothing }\n  round 1 { ann pokes undo }\n";
    assert!(log.contains(entered), "{log}");
    // Two combatants are called like commands.
    takes(&mut session, "quit pokes ann");
    takes(&mut session, "");
    takes(&mut session, "undo pokes ann");
    takes(&mut session, "done");
    assert_eq!(session.prompt().text, "ann: How? (walk, roll; Enter: roll)");
    // So is an answer.
    takes(&mut session, "roll");
    takes(&mut session, "walk");
    takes(&mut session, "");
    assert_eq!(session.prompt().period, "Round 2");
    takes(&mut session, "end");
    assert_eq!(told(&session.text()), session.transcript());
}

/// Draws what the rules have made, with titles.
const CARDS: &str = r#"rules cards "Cards" {
  choice suit: cups | swords
  kind card { number: number   suit: suit   drawn: yes/no = no until shuffled }
  phase deal { each suit s { repeat 3 times as n { new card "{n} of {s}" { number = n, suit = s } } } }
  phase round counting from 1 to 3 { each combatant c { c draws card k   note "{c} shows {k}" } }
}

scenario "Cards" { side red { ann } }
"#;

#[test]
fn what_rules_make_is_answered_by_its_title() {
    let mut session = open(CARDS, 1);
    let told_so_far = takes(&mut session, "2 of swords");
    assert!(
        told_so_far.contains("ann shows 2 of swords"),
        "{told_so_far}"
    );
    refuses(
        &mut session,
        "2 of swords",
        "`2 of swords` is no answer that `k` allows in round 2: allowed: 1 of cups; 2 of cups; 3 of cups; 1 of swords; and 1 more",
    );
    refuses(
        &mut session,
        "2 of cats",
        "the rules make no card `2 of cats`",
    );
    takes(&mut session, "card 1");
    takes(&mut session, "\"3 of cups\"");
    assert_eq!(session.transcript().matches("ann shows").count(), 3);
    let log = session.text();
    assert!(
        log.contains("round 1 { ann answers \"2 of swords\" to k }"),
        "{log}"
    );
    assert_eq!(told(&log), session.transcript());
}

/// Asks for plans first, then for blows.
const PLANNED: &str = r#"rules planned "Planned" {
  kind combatant { hp: number = 5 "hit points"   ready: yes/no = no "ready" }
  kind act { target: optional combatant }
  action plan, plans "plans" { does { set actor.ready = yes } }
  action strike, strikes "strikes {target}" { takes target   does { subtract 1 from target.hp } }
  action shoot, shoots "shoots {target}" { takes target   does { subtract 2 from target.hp } }
  phase round counting from 1 {
    each combatant c { c declares plan }
    resolve acts
    phase turn of combatant c, next by c.hp {
      c declares strike | shoot
      resolve acts
    }
  }
  order of act a { by 0 }
}

scenario "Planned" {
  side red  { ann }
  side blue { bob { hp 6 } }
}
"#;

#[test]
fn only_acts_of_the_actions_that_are_asked_for_are_taken() {
    let mut session = open(PLANNED, 1);
    let asked = "What does ann do, of plans? (Enter: nothing; then: bob)";
    assert_eq!(session.prompt().text, asked);
    assert_eq!(session.completions("ann "), ["plans"]);
    let help = match session.enter("?") {
        Reply::Said(help) => help,
        other => panic!("{other:?}"),
    };
    assert!(
        help.contains("ann plans\n") && !help.contains("ann strikes"),
        "{help}"
    );
    for line in ["ann strikes bob", "strikes bob"] {
        let Reply::Refused(refusal) = session.enter(line) else {
            panic!("{line} is refused");
        };
        assert_eq!(refusal.reason, "here ann declares only plans");
        assert_eq!(refusal.help, Some(format!("what is asked: {asked}")));
    }
    // She plans nothing, bob plans, she strikes, and he does nothing.
    takes(&mut session, "");
    takes(&mut session, "bob plans");
    let asked = "What does ann do, of strikes or shoots? (Enter: nothing)";
    assert_eq!(session.prompt().text, asked);
    let Reply::Refused(refusal) = session.enter("plans") else {
        panic!("no plan is asked for");
    };
    assert_eq!(refusal.reason, "here ann declares only strikes or shoots");
    let told_so_far = takes(&mut session, "strikes bob");
    assert!(told_so_far.contains("bob: hp 6 -> 5"), "{told_so_far}");
    takes(&mut session, "");
    assert_eq!(session.prompt().period, "Round 2");
    takes(&mut session, "end");
    assert_eq!(told(&session.text()), session.transcript());
}

#[test]
fn a_log_in_which_a_comment_leaves_a_question_out_can_be_gone_on_with() {
    let mut session = open(AGAIN, 1);
    takes(&mut session, "");
    let whole = session.text();
    let written = "  round 1 { gm answers nothing to stops }\n";
    let before = whole.replace(written, "  #| question 0: stops, no by default\n");
    assert_ne!(before, whole);
    let session = open(&before, 1);
    assert_eq!(session.prompt().wanted, Wanted::Answer);
    assert!(session.text().contains("#| question 0: "));
}

#[test]
fn numbers_without_a_text_are_not_told_of_who_has_acted_and_what_is_noted_is() {
    let mut session = open(AGAIN, 1);
    takes(&mut session, "");
    takes(&mut session, "");
    session.enter_secret("undo", "pokes quit");
    let told_of = |session: &mut Session| match session.enter("who") {
        Reply::Said(told) => told,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        told_of(&mut session),
        "ann: asked now, hp 5\nquit: hp 5\nundo: hp 5, pokes quit (noted)\n"
    );
    takes(&mut session, "done");
    takes(&mut session, "done");
    for _ in 0..3 {
        takes(&mut session, "walk");
    }
    assert_eq!(session.prompt().period, "Round 2");
    let told = told_of(&mut session);
    assert!(!told.contains("looked"), "{told}");
}

#[test]
fn what_is_taken_back_stays_in_the_log_as_a_comment() {
    let mut session = open(DUEL, 1);
    takes(&mut session, "4");
    let after_one = (session.prompt().clone(), session.transcript().to_owned());
    takes(&mut session, "2");
    takes(&mut session, "ann strikes cid");
    let after_three = (session.prompt().clone(), session.transcript().to_owned());
    assert!(matches!(session.enter("undo 2"), Reply::Rewritten(_)));
    assert_eq!(
        (session.prompt().clone(), session.transcript().to_owned()),
        after_one
    );
    let log = session.text();
    assert!(
        log.contains("  #| undone: round 1 { ann strikes cid }\n"),
        "{log}"
    );
    assert!(matches!(session.enter("redo"), Reply::Rewritten(_)));
    assert!(matches!(session.enter("redo"), Reply::Rewritten(_)));
    assert_eq!(
        (session.prompt().clone(), session.transcript().to_owned()),
        after_three
    );
    refuses(
        &mut session,
        "redo",
        "nothing was taken back since the last entry",
    );
}

#[test]
fn tactics_propose_and_people_overrule() {
    let mut session = open(DUEL, 1);
    takes(&mut session, "tactic brute");
    takes(&mut session, "roll all");
    assert_eq!(
        session.prompt().text,
        "What does ann do? (Enter: strikes cid, by tactic; then: bob, cid)"
    );
    takes(&mut session, "ann yells");
    takes(&mut session, "done");
    takes(&mut session, "n");
    let told_so_far = session.transcript();
    assert!(told_so_far.contains("ann yells"), "{told_so_far}");
    assert!(
        told_so_far.contains("cid declares: strikes bob"),
        "{told_so_far}"
    );
}

/// What a person could enter here, by chance: good and bad.
fn by_chance(luck: &mut Seeded, prompt: &Prompt) -> String {
    let mut one_of = |lines: &[String]| lines[luck.die(lines.len() as u32) as usize - 1].clone();
    let words = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<Vec<_>>()
    };
    let often = match prompt.wanted {
        Wanted::Dice => words(&["roll", "roll", "roll all", "3", "2", "99"]),
        Wanted::Answer => [words(&["", "", "1", "nonsense"]), prompt.choices.clone()].concat(),
        Wanted::Declaration => {
            let of_actors = prompt.declarers.iter();
            let lines = of_actors.flat_map(|actor| {
                ["strikes cid", "strikes ann: damage 2", "yells", "flies"]
                    .map(|deed| format!("{actor} {deed}"))
            });
            [words(&["", "", "done"]), lines.collect()].concat()
        }
        Wanted::Nothing => words(&["undo", "undo 3"]),
    };
    let seldom = words(&[
        "undo", "redo", "undo 2", "who", "line", "?", "} {", "gm", "\u{1}",
    ]);
    match one_of(&words(&["often", "often", "often", "often", "seldom"])).as_str() {
        "often" => one_of(&often),
        _ => one_of(&seldom),
    }
}

/// A session of entries by chance, and these.
pub fn entered_by_chance(seed: u64) -> (Session, Vec<String>) {
    let mut luck = Seeded::new(seed, 0);
    let mut session = open(DUEL, seed);
    let mut entered = Vec::new();
    for _ in 0..16 {
        let line = by_chance(&mut luck, session.prompt());
        entered.push(line.clone());
        let (before, closing) = (session.text(), session.closing());
        match session.enter(&line) {
            Reply::Taken { lines, .. } => {
                let appended = before.strip_suffix(&closing).expect("it is closed");
                let text = format!("{appended}{}{}", lines.concat(), session.closing());
                assert_eq!(session.text(), text);
                assert_eq!(session.closing().len(), closing.len());
            }
            Reply::Rewritten(_) => {}
            Reply::Said(_) | Reply::Refused(_) => assert_eq!(session.text(), before),
        }
    }
    (session, entered)
}

/// So many sessions of entries by chance: what is shown after each is what a session opened on the log shows, and a run of the log tells the same.
fn sessions_by_chance(count: u64) {
    for seed in 0..count {
        let (mut session, entered) = entered_by_chance(seed);
        let again = open(&session.text(), seed);
        assert_eq!(again.prompt(), session.prompt(), "{seed}: {entered:?}");
        assert_eq!(
            again.transcript(),
            session.transcript(),
            "{seed}: {entered:?}"
        );
        assert_eq!(again.text(), session.text(), "{seed}: {entered:?}");
        if session.ending().is_none() {
            let ended = session.enter("end");
            assert!(
                matches!(ended, Reply::Taken { .. }),
                "{seed}: {entered:?}: {ended:?}"
            );
        }
        assert_eq!(
            told(&session.text()),
            session.transcript(),
            "{seed}: {entered:?}"
        );
    }
}

#[test]
fn sessions_by_chance_are_what_their_logs_say() {
    let count = std::env::var("AFFRAY_SESSIONS").ok();
    sessions_by_chance(count.and_then(|count| count.parse().ok()).unwrap_or(40));
}

/// A fight by each of the published systems.
pub const FIGHTS: [(&str, &str); 5] = [
    ("osric", "hp"),
    ("demon_idol", "hp"),
    ("base_initiative", "hd"),
    ("group_initiative", "hp"),
    ("crucible_of_souls", "hp"),
];

#[test]
fn fights_by_every_system_are_what_runs_of_their_logs_tell() {
    for (seed, (system, points)) in (0..).zip(FIGHTS) {
        let text = format!(
            "scenario \"In the hall\" {{\n  rules \"affray:{system}\"\n  side party {{ ann {{ {points} 6 }}   bob {{ {points} 7 }} }}\n  \
             side wolves {{ wolf x 2 {{ {points} 5 }} }}\n}}\n"
        );
        let mut session = open(&text, seed);
        let mut luck = Seeded::new(seed, 1);
        let mut taken = 0;
        for _ in 0..40 {
            let prompt = session.prompt().clone();
            let line = match prompt.wanted {
                Wanted::Dice => "roll".to_owned(),
                Wanted::Answer if prompt.default.is_some() => String::new(),
                Wanted::Answer => prompt.choices.first().cloned().unwrap_or("1".to_owned()),
                Wanted::Declaration => match luck.die(3) {
                    1 => "next".to_owned(),
                    _ => {
                        let words = session.completions(&format!("{} ", prompt.declarers[0]));
                        // Of one whose act stands, all else may be refused.
                        let words = if words.is_empty() {
                            vec!["nothing".to_owned()]
                        } else {
                            words
                        };
                        let deed = &words[luck.die(words.len() as u32) as usize - 1];
                        let foe = ["", " ann", " wolf 2", " wolf 1"][luck.die(4) as usize - 1];
                        format!("{deed}{foe}")
                    }
                },
                Wanted::Nothing => break,
            };
            match session.enter(&line) {
                Reply::Taken { .. } => taken += 1,
                Reply::Refused(_) if prompt.wanted == Wanted::Declaration => {}
                other => panic!("{system}: `{line}` at {prompt:?}: {other:?}"),
            }
        }
        assert!(taken > 10, "{system}: {taken}");
        let again = open(&session.text(), seed);
        assert_eq!(again.prompt(), session.prompt(), "{system}");
        assert_eq!(again.transcript(), session.transcript(), "{system}");
        if session.ending().is_none() {
            takes(&mut session, "end");
        }
        assert_eq!(told(&session.text()), session.transcript(), "{system}");
    }
}

/// A folder of its own, with the duel in it.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("play")
        .join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("affray.toml"), "").expect("a project");
    fs::write(folder.join("ford.affray"), DUEL).expect("a fight");
    folder
}

pub fn at(folder: &Path, arguments: &[&str], input: &str) -> binary::Answer {
    let mut command = binary::command(arguments);
    command.current_dir(folder);
    answer(command, input)
}

#[test]
fn a_fight_is_played_through_pipes() {
    let folder = folder("pipes");
    let input = "4\n2\nann strikes cid\ndone\n\nquit\n";
    let first = at(&folder, &["play", "ford.affray", "--seed", "3"], input).is(0);
    insta::assert_snapshot!(first.shown());
    // It goes on where it was left.
    let second = at(&folder, &["play", "ford.affray"], "who\nline\nend\n").is(0);
    insta::assert_snapshot!(second.shown());
    let log = fs::read_to_string(folder.join("ford.log.affray")).expect("a log");
    insta::assert_snapshot!(log);
    let run = at(&folder, &["run", "ford.log.affray"], "").is(0);
    assert!(run.stdout.starts_with(&told(&log)), "{}", run.stdout);
    at(
        &folder,
        &["check", "ford.log.affray", "--deny-warnings"],
        "",
    )
    .is(0);
    at(&folder, &["test", "ford.log.affray"], "").is(0);
    // A new fight has a log of its own, and what looks at the fight changes nothing.
    let looks =
        "why\nwhy \"ann strikes\" \"cid strikes\"\nodds ann.hp\ntimeline\nsave kept\nsave kept\n";
    let new = at(
        &folder,
        &["play", "ford.affray", "--new", "--roll", "all"],
        looks,
    )
    .is(0);
    assert!(new.stdout.contains("`ford.log2.affray`"), "{}", new.stdout);
    let kept = fs::read_to_string(folder.join("kept.affray")).expect("saved");
    let log = fs::read_to_string(folder.join("ford.log2.affray")).expect("a log");
    assert_eq!(kept, log);
    at(&folder, &["play", "ford.affray", "--roll", "green"], "").is(2);
    // Of a log only those who fight are taken.
    let afresh = ["play", "ford.affray", "--afresh", "--seed", "1"];
    let afresh = at(&folder, &afresh, "").is(0);
    assert!(
        afresh.stdout.contains("Round 1. Blue: roll d6"),
        "{}",
        afresh.stdout
    );
}

/// A `play` whose answers are read as they come.
struct Live {
    child: std::process::Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Live {
    fn begin(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = binary::command(arguments);
        let piped = command.current_dir(folder).stdin(Stdio::piped());
        let piped = piped.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Live { child, output }
    }

    fn enter(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("it listens");
    }

    /// Reads up to a line with this text; `None` if the output ends before.
    fn until(&mut self, text: &str) -> Option<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line).unwrap_or(0) > 0 {
            if line.contains(text) {
                return Some(line);
            }
            line.clear();
        }
        None
    }

    fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it has ended");
    }
}

/// So many times: rolls are entered, the program is killed with one of them under way, and what was shown is in the log.
fn killed(times: u32) {
    let folder = folder("killed");
    let log = folder.join("ford.log.affray");
    let mut luck = Seeded::new(5, 0);
    for time in 0..times {
        _ = fs::remove_file(&log);
        let mut live = Live::begin(&folder, &["play", "ford.affray"]);
        live.until("roll d6").expect("it asks");
        live.enter("4");
        live.until("blue rolls 4").expect("it tells");
        live.enter("2");
        std::thread::sleep(std::time::Duration::from_micros(u64::from(
            luck.die(20_000),
        )));
        live.kill();
        let text = fs::read_to_string(&log).expect("a log");
        assert!(
            text.contains("round 1 { blue rolls 4 for initiative }\n"),
            "{time}: {text}"
        );
        let mut again = Live::begin(&folder, &["play", "ford.affray"]);
        again.until("blue rolls 4").expect("it goes on");
        again.kill();
    }
}

#[test]
fn what_was_shown_is_in_the_log_of_a_program_that_is_killed() {
    let times = std::env::var("AFFRAY_KILLS").ok();
    killed(times.and_then(|times| times.parse().ok()).unwrap_or(5));
}

#[test]
fn a_log_is_open_once() {
    let folder = folder("locked");
    let mut live = Live::begin(&folder, &["play", "ford.affray"]);
    live.until("roll d6").expect("it asks");
    let second = at(&folder, &["play", "ford.affray"], "").is(2);
    assert!(
        second.stderr.contains("another `affray play` has it open"),
        "{}",
        second.stderr
    );
    live.kill();
    at(&folder, &["play", "ford.affray"], "").is(0);
}

#[test]
fn every_beginning_of_a_log_can_be_gone_on_with() {
    let mut session = open(DUEL, 1);
    for line in ["4", "2", "ann strikes cid", "undo", "bob yells", "done", ""] {
        session.enter(line);
    }
    every_beginning("torn", &session.text(), 1);
}

/// The file may not grow beyond a block: a write fails, and the fight does not go on.
#[test]
#[cfg(target_os = "linux")]
fn a_write_that_fails_ends_the_fight_and_says_so() {
    let folder = folder("full");
    at(&folder, &["play", "ford.affray"], "").is(0);
    let log = folder.join("ford.log.affray");
    let before = fs::read_to_string(&log).expect("a log");
    let blocks = before.len().div_ceil(512);
    let mut command = std::process::Command::new("sh");
    let binary = env!("CARGO_BIN_EXE_affray");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {binary} play ford.affray");
    command.args(["-c", &script]).current_dir(&folder);
    let rolls = "roll\nroll\ndone\n\n".repeat(20);
    let full = answer(command, rolls);
    assert_eq!(full.status, 2, "{}{}", full.stdout, full.stderr);
    assert!(full.stderr.contains("the last"), "{}", full.stderr);
    assert!(
        full.stderr.contains("not in it, all before is"),
        "{}",
        full.stderr
    );
    let again = at(&folder, &["play", "ford.affray"], "").is(0);
    // All that was shown is there.
    let shown = full
        .stdout
        .lines()
        .filter(|line| line.contains(" rolls "))
        .count();
    let kept = again
        .stdout
        .lines()
        .filter(|line| line.contains(" rolls "))
        .count();
    assert_eq!(shown, kept, "{}\n{}", full.stdout, again.stdout);
}
