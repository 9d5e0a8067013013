//! What a game master does at the table: corrects values, has newcomers join, reads secret declarations; and logs that were changed by others.
#![cfg(feature = "cli")]

use std::fs;

use affray::play::{Reply, Session, Wanted};
use affray::run::dice::Seeded;

use crate::play::{DUEL, at, folder, open, played, refuses, takes, told};

#[test]
fn a_correction_is_made_where_the_fight_stands() {
    let mut session = open(DUEL, 1);
    takes(&mut session, "4");
    let told_of_it = takes(&mut session, "set ann.hp = 9 because the sheet was \"wet\"");
    assert_eq!(
        told_of_it,
        "  the game master sets hp of ann to 9, because the sheet was \"wet\"\n  ann: hp 5 -> 9\n"
    );
    takes(&mut session, "2");
    takes(&mut session, "ann strikes cid");
    takes(&mut session, "set bob.armed yes");
    takes(&mut session, "bob strikes cid");
    takes(&mut session, "set bob.armed = no");
    let log = session.text();
    for line in [
        "  round 1 { before red rolls for initiative { gm sets ann.hp = 9 because \"the sheet was \\\"wet\\\"\" } }\n",
        "  round 1 { before bob declares { gm sets bob.armed = yes } }\n",
    ] {
        assert!(log.contains(line), "{log}");
    }
    takes(&mut session, "done");
    takes(&mut session, "");
    // The second time that blue is asked in the run, and the first in its round.
    takes(&mut session, "set cid.hp = 1");
    takes(&mut session, "3");
    let log = session.text();
    assert!(
        log.contains("  round 2 { before blue rolls for initiative { gm sets cid.hp = 1 } }\n"),
        "{log}"
    );
    takes(&mut session, "end");
    assert_eq!(told(&session.text()), session.transcript());
}

#[test]
fn acts_are_moved_where_the_fight_stands() {
    let mut session = open(DUEL, 1);
    // By their dice ann comes first.
    for line in ["2", "4", "ann strikes cid"] {
        takes(&mut session, line);
    }
    assert_eq!(session.completions("move an"), ["ann"]);
    assert_eq!(session.completions("move ann b"), ["before"]);
    assert_eq!(session.completions("move ann before c"), ["cid"]);
    let moved = takes(&mut session, "move cid before ann because he is \"quick\"");
    assert_eq!(
        moved,
        "  the game master moves cid before ann, because he is \"quick\"\n"
    );
    refuses(
        &mut session,
        "move cid before cid",
        "the acts of a combatant cannot be moved in relation to themselves",
    );
    refuses(&mut session, "move cid", "this is not understood");
    refuses(
        &mut session,
        "move dan after ann",
        "there is no combatant `dan`",
    );
    takes(&mut session, "cid strikes ann");
    takes(&mut session, "done");
    let resolved = takes(&mut session, "");
    let place = |what: &str| resolved.find(what).expect(what);
    assert!(
        place("cid strikes ann") < place("ann strikes cid\n"),
        "{resolved}"
    );
    assert!(
        resolved.contains("moved: before ann strikes cid [the game master]"),
        "{resolved}"
    );
    takes(&mut session, "end");
    assert_eq!(told(&session.text()), session.transcript());
}

#[test]
fn what_cannot_be_corrected_is_refused_in_the_words_of_the_rules() {
    let mut session = open(DUEL, 1);
    refuses(
        &mut session,
        "set ann.hpp = 9",
        "there is no attribute `hpp` of a combatant",
    );
    refuses(&mut session, "set dan.hp = 9", "there is no thing `dan`");
    refuses(
        &mut session,
        "set ann.hp = yes",
        "`hp` is a number, not yes",
    );
    refuses(
        &mut session,
        "set ann.side = blue",
        "`side` of a combatant is never given: it follows from the rest",
    );
    refuses(&mut session, "set ann", "nothing is set by this");
    refuses(
        &mut session,
        "kill ann",
        "what takes a combatant out of the fight is for the rules to say",
    );
    refuses(&mut session, "join green: dan", "there is no side `green`");
    refuses(
        &mut session,
        "join blue: ann",
        "there are two things called `ann`",
    );
    refuses(
        &mut session,
        "gm sets ann.hp = 3\ngm sets ann.hp = 4",
        "this is not understood",
    );
    refuses(&mut session, "brisk", "`brisk` is nothing that d6 can show");
    takes(&mut session, "end");
    refuses(&mut session, "set ann.hp = 3", "the fight is over");
}

/// The help of what is refused.
#[track_caller]
fn helps(session: &mut Session, line: &str, reason: &str, help: &str) {
    refuses(session, line, reason);
    let Reply::Refused(refusal) = session.enter(line) else {
        panic!("`{line}` is taken");
    };
    assert_eq!(refusal.help.as_deref(), Some(help), "`{line}`");
}

#[test]
fn a_misspelt_combatant_is_looked_for_among_the_names() {
    let mut session = open(DUEL, 1);
    helps(
        &mut session,
        "anne strikes cid",
        "there is no combatant `anne`",
        "write `ann strikes cid`",
    );
    for line in ["4", "2"] {
        takes(&mut session, line);
    }
    for (line, name, help) in [
        ("anne strikes cid", "anne", "write `ann strikes cid`"),
        (
            "Bob   yells: damage 3",
            "Bob",
            "write `bob yells: damage 3`",
        ),
        (
            "the stranger strikes cid",
            "the stranger",
            "it can be `ann`, `bob` or `cid`",
        ),
    ] {
        let reason = format!("there is no combatant `{name}`");
        helps(&mut session, line, &reason, help);
    }
    helps(
        &mut session,
        "bob",
        "this does not say what bob does",
        "write it behind the name, as in `bob strikes TARGET`",
    );
    // The name is right: what is wrong is something else.
    refuses(
        &mut session,
        "ann strikes dan",
        "there is no combatant `dan`",
    );
    // Commands in any case.
    assert!(matches!(session.enter("WHO"), Reply::Said(_)));
    takes(&mut session, "Set bob.hp = 7");
    takes(&mut session, "DONE");
    takes(&mut session, "Yes");
}

#[test]
fn a_command_that_lacks_something_shows_how_it_is_written() {
    let mut session = open(DUEL, 1);
    for (command, form) in [
        ("odds", "odds ann.hp < 3"),
        ("save", "save NAME"),
        ("picture", "picture fight.svg"),
        ("secret", "secret ann"),
        ("move", "move ann before bob"),
        ("join", "join blue: wolf"),
    ] {
        helps(
            &mut session,
            command,
            &format!("`{command}` needs something behind it"),
            &format!("as in `{form}`"),
        );
    }
    helps(
        &mut session,
        "set ann.hp = 3 because",
        "no reason stands behind `because`",
        "`set ann.hp = 3 because it was misread`, or `set ann.hp = 3`",
    );
    helps(
        &mut session,
        "join dan { hp 3 }",
        "this does not say which side is joined",
        "`join blue: dan { hp 3 }` or `join red: dan { hp 3 }`",
    );
    takes(&mut session, "join blue: dan x 2 { hp 3 }");
    helps(
        &mut session,
        "join blue: dan x 2 { hp 3 }",
        "there are two things called `dan 1`",
        "the next one is `dan 3`: `join blue: dan 3 { ... }`",
    );
    takes(&mut session, "join blue: dan 3 { hp 3 }");
    // Of many attributes some are listed.
    let fight = "scenario \"hall\" {\n  rules \"affray:osric\"\n  begin at round 1\n  side red { ann { hp 6 } }\n  side blue { cid { hp 6 } }\n}\n";
    helps(
        &mut open(fight, 1),
        "set ann.dead = yes",
        "there is no attribute `dead` of a combatant",
        "combatants have hp, surprise_bonus, cannot_be_surprised, surprises_on, own_surprise, missile_bonus, missile_in_hand, routines",
    );
}

#[test]
fn several_steps_are_taken_again_at_once() {
    let mut session = open(DUEL, 1);
    for line in ["4", "2", "ann strikes cid"] {
        takes(&mut session, line);
    }
    let before = (session.text(), session.prompt().clone());
    assert!(matches!(session.enter("undo 3"), Reply::Rewritten(_)));
    helps(
        &mut session,
        "redo all",
        "`redo` takes a number",
        "`redo`, or `redo 3`",
    );
    assert_eq!(
        session.enter("redo 2"),
        Reply::Rewritten(
            "taken again: round 1 { blue rolls 4 for initiative }\n\
             taken again: round 1 { red rolls 2 for initiative }\n"
                .to_owned()
        )
    );
    assert!(matches!(session.enter("redo 7"), Reply::Rewritten(_)));
    assert_eq!((session.text(), session.prompt().clone()), before);
    refuses(
        &mut session,
        "redo 2",
        "nothing was taken back since the last entry",
    );
}

#[test]
fn who_joins_is_asked_from_then_on() {
    let mut session = open(DUEL, 1);
    for line in ["4", "2"] {
        takes(&mut session, line);
    }
    let joined = takes(
        &mut session,
        "join blue: dan x 2 { hp 3 } because they heard the noise",
    );
    assert_eq!(
        joined,
        "  the game master has dan 1, dan 2 join blue, because they heard the noise\n"
    );
    takes(&mut session, "ann strikes dan 2: damage 2");
    for line in ["done", "", "5", "3", "ann yells", "dan 2 strikes ann"] {
        takes(&mut session, line);
    }
    assert!(matches!(session.enter("who"), Reply::Said(text) if text.contains("dan 2: hp 1")));
    takes(&mut session, "end");
    assert_eq!(told(&session.text()), session.transcript());
    let again = open(&session.text(), 1);
    assert_eq!(again.transcript(), session.transcript());
}

/// Sessions by chance in which values are corrected and others join, taken back and taken again: what a run of the log tells is what was shown.
#[test]
fn corrections_by_chance_are_what_their_logs_say() {
    let sessions = std::env::var("AFFRAY_SESSIONS").ok();
    let sessions = sessions.and_then(|count| count.parse().ok()).unwrap_or(15);
    for seed in 0..sessions {
        let mut luck = Seeded::new(seed, 3);
        let mut session = open(DUEL, seed);
        let mut joined = 0;
        for _ in 0..14 {
            let wanted = session.prompt().wanted;
            let line = match (luck.die(8), wanted) {
                (1, _) => "undo".to_owned(),
                (2, _) => "redo".to_owned(),
                (3, _) => format!("set ann.hp = {}", luck.die(9)),
                (4, _) => {
                    joined += 1;
                    format!("join blue: eve{joined} {{ hp {} }}", luck.die(4))
                }
                (5, _) => "set bob.armed = yes because found".to_owned(),
                (6, _) => "move cid before ann".to_owned(),
                (_, Wanted::Dice) => "roll".to_owned(),
                (_, Wanted::Declaration) => "done".to_owned(),
                (_, Wanted::Answer) => String::new(),
                (_, Wanted::Nothing) => break,
            };
            session.enter(&line);
        }
        let again = open(&session.text(), seed);
        assert_eq!(
            again.transcript(),
            session.transcript(),
            "{}",
            session.text()
        );
        assert_eq!(again.prompt(), session.prompt(), "{}", session.text());
        if session.ending().is_none() {
            session.enter("end");
        }
        if session.ending().is_some() {
            let (text, errors) = played(&session.text());
            assert_eq!((text.as_str(), errors), (session.transcript(), Vec::new()));
        }
    }
}

#[test]
fn what_is_declared_in_secret_is_not_shown() {
    let folder = folder("secret");
    let input = "4\n2\nsecret bob\nyels\nsecret bob\nyells\nsecret eve\nsecret ann\nstrikes cid\nwho\nquit\n";
    let shown = at(&folder, &["play", "ford.affray", "--seed", "3"], input)
        .is(0)
        .stdout;
    let (before, after) = shown.split_once("> who").expect("asked");
    assert!(before.contains("bob has declared."), "{before}");
    assert!(
        before.contains("what was typed cannot be taken from bob now"),
        "{before}"
    );
    assert!(
        before.contains("Not taken: eve is not asked to declare now."),
        "{before}"
    );
    assert!(
        !["yels", "yells", "strikes"]
            .iter()
            .any(|word| before.contains(word)),
        "{before}"
    );
    assert!(
        after.contains("ann: hp 5, strikes cid (to come)"),
        "{after}"
    );
    let log = fs::read_to_string(folder.join("ford.log.affray")).expect("a log");
    assert!(log.contains("round 1 { ann strikes cid }"), "{log}");
}

const BIDS: &str = r#"rules bids "Bids" {
  kind combatant { hp: number = 3 "hit points"   bid: number = 0, secret "bid"   luck: number = 0, secret }
  phase round counting from 1 {
    each combatant c { ask c as bid "How much does {c} bid?": number, default 0 }
    each combatant c { c rolls d6 as luck }
    each combatant c { reveal c.bid }
    ask gm as fair "Is it fair?": yes/no
  }
}
scenario "Bids" { side red { ann }   side blue { bob } }
"#;

#[test]
fn secret_values_are_not_shown_before_they_are_revealed() {
    let mut session = open(BIDS, 1);
    assert_eq!(takes(&mut session, "3"), "Noted.\n");
    assert!(!session.may_enter_secret("ann") && session.may_enter_secret("bob"));
    let answered = |told: &str| Reply::Taken {
        lines: Vec::new(),
        told: format!("bob has answered.\n{told}"),
    };
    let without_lines = |reply: Reply| match reply {
        Reply::Taken { told, .. } => Reply::Taken {
            lines: Vec::new(),
            told,
        },
        other => other,
    };
    let reply = session.enter_secret("bob", "5");
    assert_eq!(without_lines(reply), answered(""));
    assert_eq!(takes(&mut session, "4"), "Noted.\n");
    let reply = session.enter_secret("bob", "6");
    let revealed = "\nRound 1\n  revealed: ann: bid 3\n  revealed: bob: bid 5\n";
    assert_eq!(without_lines(reply), answered(revealed));
    // Somebody else's answer is everybody's business.
    assert_eq!(
        takes(&mut session, "yes"),
        "  the game master is asked: Is it fair? Answer: yes\n"
    );
    for hidden in ["Answer: 3", "Answer: 5", "rolls 4", "0 -> 5"] {
        assert!(session.transcript().contains(hidden), "{hidden}");
        assert!(!session.shown().contains(hidden), "{hidden}");
        assert!(
            !session.transcript_for_players().contains(hidden),
            "{hidden}"
        );
    }
    takes(&mut session, "end");
    assert_eq!(told(&session.text()), session.transcript());
}

// The value itself is open: the question, its answer and the change are hidden because they were entered in secret.
const SIDES_BID: &str = r#"rules bids "Bids" {
  kind side { bid: number = 0 "bid" }
  phase round counting from 1 {
    each side s { ask s as bid "How much?": number, default 0 }
    ask gm as fair "Is it fair?": yes/no
  }
}
scenario "Bids" { side orcs { ann }   side party { bob } }
"#;

#[test]
fn the_secret_answer_of_a_side_named_as_several_is_not_shown() {
    let mut session = open(SIDES_BID, 1);
    let asked = ["orcs", "party"].iter();
    let mut first = asked.filter(|who| session.may_enter_secret(who));
    assert_eq!(first.next(), Some(&"orcs"));
    for who in ["orcs", "party"] {
        match session.enter_secret(who, "17") {
            Reply::Taken { told, .. } => {
                let has = if who == "orcs" { "have" } else { "has" };
                assert!(
                    told.starts_with(&format!("{who} {has} answered.")),
                    "{told}"
                );
                assert!(!told.contains("17"), "{told}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn acts_are_named_without_quotes_and_pictures_are_drawn() {
    let folder = folder("looks");
    let input = "4\n2\nann strikes cid\ncid strikes ann\ndone\n\nwhy cid strikes ann ann strikes cid\n\
                 why cid strikes ann ann strikes cid bob yells\npicture fight.svg\npicture fight.svg\npicture ford.affray\npicture mine.html\nquit\n";
    fs::write(folder.join("mine.html"), "<p>mine</p>\n").expect("written");
    let shown = at(&folder, &["play", "ford.affray", "--seed", "3"], input)
        .is(0)
        .stdout;
    assert!(
        shown.contains("came before ann strikes cid (round 1)"),
        "{shown}"
    );
    assert!(
        shown.contains("It is not clear which acts are meant."),
        "{shown}"
    );
    assert_eq!(shown.matches("drawn in `fight.svg`").count(), 2, "{shown}");
    assert!(shown.contains("`NAME.svg` or `NAME.html`"), "{shown}");
    assert!(shown.contains("it was not made by this command"), "{shown}");
    let drawn = fs::read_to_string(folder.join("fight.svg")).expect("a picture");
    assert!(
        drawn.starts_with("<svg") && drawn.ends_with("<!-- Drawn by affray play. -->\n"),
        "{drawn}"
    );
    assert_eq!(
        fs::read_to_string(folder.join("mine.html")).expect("mine"),
        "<p>mine</p>\n"
    );
}

const CLASH: &str = "scenario \"clash\" {\n  rules \"clash_rules.affray\"\n  side red { ann { hp 5 } }\n  side blue { cid { hp 5 } }\n}\n";

/// The rules of the duel in a file of their own, with a trigger or without.
fn clash_rules(refuses: bool) -> String {
    let (rules, _) = DUEL.split_once("\nscenario ").expect("a scenario");
    match refuses {
        true => rules.replace("if not s.actor.armed", "if s.actor.hp > 0"),
        false => rules
            .replace("hp: number \"hit points\"", "vigour: number \"vigour\"")
            .replace(".hp", ".vigour"),
    }
}

#[test]
fn a_fight_goes_on_by_the_rules_with_which_it_began() {
    let folder = folder("old_rules");
    let rules = folder.join("clash_rules.affray");
    let (original, _) = DUEL.split_once("\nscenario ").expect("a scenario");
    fs::write(&rules, original).expect("written");
    fs::write(folder.join("clash.affray"), CLASH).expect("written");
    at(&folder, &["play", "clash.affray", "--old-rules"], "").is(2);
    at(
        &folder,
        &["play", "clash.affray"],
        "4\n2\nann strikes cid\nset cid.hp = 4\nquit\n",
    )
    .is(0);
    let kept = fs::read_to_string(folder.join("clash.log.rules.affray")).expect("kept");
    assert!(kept.contains("action yell"), "{kept}");
    // Rules that refuse what was declared: the log fits no more from there on.
    fs::write(&rules, clash_rules(false)).expect("written");
    let broken = at(&folder, &["play", "clash.affray"], "").is(1);
    assert!(broken.stderr.contains("hp"), "{}", broken.stderr);
    fs::write(
        &rules,
        original.replace("s rolls d6 as initiative", "s rolls d6 as luck"),
    )
    .expect("written");
    let broken = at(&folder, &["play", "clash.affray"], "");
    assert!(broken.status != 0, "{}", broken.stdout);
    fs::write(
        &rules,
        original.replace(
            "each combatant c where c.hp > 0 { c declares }",
            "each combatant c where c.side.initiative > 3 { c declares }",
        ),
    )
    .expect("written");
    let misfit = at(&folder, &["play", "clash.affray"], "").is(2);
    assert!(
        misfit
            .stderr
            .contains("its log stops fitting at `round 1 { ann strikes cid }`"),
        "{}",
        misfit.stderr
    );
    assert!(
        misfit.stderr.contains("`--old-rules` goes on by those"),
        "{}",
        misfit.stderr
    );
    let old = at(
        &folder,
        &["play", "clash.affray", "--old-rules"],
        "done\nquit\n",
    )
    .is(0);
    assert!(old.stdout.contains("cid: hp 5 -> 4"), "{}", old.stdout);
    // Rules that say otherwise what is still to come.
    fs::write(&rules, clash_rules(true).replace("refuse because", "note")).expect("written");
    let other = at(&folder, &["play", "clash.affray"], "quit\n").is(0);
    assert!(
        other
            .stderr
            .contains("the rules have changed since the fight began"),
        "{}",
        other.stderr
    );
    // What the program has not made stays.
    fs::write(folder.join("clash.log2.rules.affray"), original).expect("written");
    at(&folder, &["play", "clash.affray", "--new"], "quit\n").is(2);
}

/// Flips bits of a log, one at a time: it is refused, or it is told that it is not as it was written, or what it says is the same.
#[test]
fn flipped_bits_are_noticed_or_harmless() {
    let flips = std::env::var("AFFRAY_FLIPS").ok();
    let flips: u32 = flips.and_then(|count| count.parse().ok()).unwrap_or(300);
    let mut session = open(DUEL, 1);
    for line in [
        "4",
        "2",
        "ann strikes cid",
        "undo",
        "bob yells",
        "set ann.hp = 4",
        "done",
        "",
        "5",
    ] {
        session.enter(line);
    }
    let log = session.text();
    let entered = log.find("  # Entered").expect("the entries");
    let folder = folder("flips");
    let place = folder.join("fight.log.affray");
    let mut luck = Seeded::new(11, 0);
    let [mut refused, mut noticed, mut harmless] = [0; 3];
    for _ in 0..flips {
        let byte = entered + luck.die((log.len() - entered) as u32) as usize - 1;
        let mut flipped = log.clone().into_bytes();
        flipped[byte] ^= 1 << (luck.die(8) - 1);
        fs::write(&place, &flipped).expect("written");
        let Ok((mut file, found)) = affray::load::write::LogFile::open(&place) else {
            refused += 1;
            continue;
        };
        if file.mend(&found).expect("it is mended").is_some() {
            noticed += 1;
            continue;
        }
        let text = found.text;
        match crate::play::try_open(&text, 1) {
            Err(_) => refused += 1,
            Ok(opened) if opened.is_whole() == Some(false) => noticed += 1,
            Ok(opened) => {
                assert_eq!(opened.transcript(), session.transcript(), "{text}");
                assert_eq!(opened.prompt(), session.prompt(), "{text}");
                harmless += 1;
            }
        }
    }
    println!("{flips} bits: {refused} refused, {noticed} noticed, {harmless} harmless");
}
