//! What is said at the table of entries that are not taken, and of how the fight stands.
#![cfg(feature = "cli")]

use affray::play::{Reply, Session, Wanted};

use crate::play::{DUEL, at, folder, open, takes};

/// Fights in turns; who is asked a second time can only take back what it has declared.
const WATCH: &str = r#"rules watch "The watch" {
  kind combatant {
    hp: number "hit points"
    quick: number = 0
    on_guard: yes/no = no "on guard"
    in play while hp > 0 "down"
  }
  kind act { target: optional combatant   damage: number = 1 }
  kind combat { changing: yes/no = no }
  action strike "strikes {target}" { takes target   does { subtract damage from target.hp } }
  action guard "is on guard" { does { set actor.on_guard = yes } }
  action relent "relents" { does { } }
  trigger "what stands" {
    when act a is declared
    if changing and a.action is not relent
    refuse because "what is declared stands"
  }
  phase round counting from 1 {
    set changing = no
    each combatant c { c declares }
    set changing = yes
    phase late { each combatant c { c declares } }
    resolve acts
    ask gm as tale "What is told of it?": text, default ""
    phase turn of combatant c, next by c.quick, highest first { c declares   resolve acts }
  }
  order of act a { by a.actor.quick, highest first }
}

scenario "At the gate" {
  side red  { ann { hp 5, quick 3 }   bob { hp 5, quick 2 } }
  side blue { cid { hp 5 } }
}
"#;

/// What is said of a line that is not taken, and what can be done.
fn refusal(session: &mut Session, line: &str) -> String {
    match session.enter(line) {
        Reply::Refused(refusal) => {
            format!("{}: {}", refusal.reason, refusal.help.unwrap_or_default())
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_roll_in_words_is_taken_where_dice_are_asked_for_and_else_told_so() {
    let mut session = open(DUEL, 1);
    insta::assert_snapshot!(refusal(&mut session, "4 2"));
    takes(&mut session, "4 for initiative");
    takes(&mut session, "rolls 2 for initiative");
    for line in [
        "roll 6",
        "6",
        "5 for initiative",
        "blue rolls 4 for initiative",
        "ann rolls 5",
    ] {
        let said = refusal(&mut session, line);
        assert!(
            said.starts_with("no dice are asked for now: what is asked: What does ann do?"),
            "{line}: {said}"
        );
    }
    takes(&mut session, "done");
    let said = refusal(&mut session, "roll 6");
    assert!(said.starts_with("no dice are asked for now"), "{said}");
}

#[test]
fn advice_is_taken_as_it_is_typed() {
    let mut session = open(DUEL, 1);
    takes(&mut session, "4");
    takes(&mut session, "2");
    let said = [
        "Ann Strikes cid",
        "ann Strikes cid",
        "stirkes cid",
        "ann stirkes cid",
        "dances",
    ];
    let said = said.map(|line| refusal(&mut session, line));
    insta::assert_debug_snapshot!(said);
    takes(&mut session, "done");
    insta::assert_snapshot!(refusal(&mut session, "maybe"));
    insta::assert_snapshot!(refusal(&mut session, "yess"));
    takes(&mut session, "answers no to fair");
    let mut session = open(DUEL, 1);
    for line in ["4", "2", "done"] {
        takes(&mut session, line);
    }
    insta::assert_snapshot!(takes(&mut session, ""));
}

#[test]
fn what_stands_is_told_with_what_can_be_declared_beside_it() {
    let mut session = open(WATCH, 1);
    takes(&mut session, "ann strikes cid");
    takes(&mut session, "done");
    insta::assert_snapshot!(session.prompt());
    let Reply::Said(help) = session.enter("?") else {
        panic!("no help")
    };
    insta::assert_snapshot!(help);
    insta::assert_snapshot!(takes(&mut session, ""));
    takes(&mut session, "done");
    insta::assert_snapshot!(session.prompt());
    insta::assert_snapshot!(refusal(&mut session, "They laughed"));
    takes(&mut session, "\"They laughed\"");
}

#[test]
fn turns_are_not_moved_and_who_is_asked_and_who_is_down_is_marked() {
    let mut session = open(WATCH, 1);
    for line in ["ann strikes cid: damage 5", "done", "done", ""] {
        takes(&mut session, line);
    }
    let Reply::Said(who) = session.enter("who") else {
        panic!("nothing said")
    };
    insta::assert_snapshot!(who);
    insta::assert_snapshot!(refusal(&mut session, "move bob before ann"));
    assert!(refusal(&mut session, "cid strikes ann").starts_with("cid is out of play: "));
}

#[test]
fn reasons_at_the_table_are_those_of_the_log() {
    let folder = folder("advice");
    let input = "4\n2\nann strikes cid\nwhy ann.hp\nwhy ann\nwhy ann.hpx\nwhy zed\nodds ann.hpx\n";
    let shown = at(&folder, &["play", "ford.affray", "--seed", "3"], input)
        .is(0)
        .stdout;
    insta::assert_snapshot!(shown);
    let log = std::fs::read_to_string(folder.join("ford.log.affray")).expect("a log");
    let ahead = log.replace("  #| sum", "  round 1 { cid strikes ann }\n  #| sum");
    std::fs::write(folder.join("ahead.affray"), ahead).expect("written");
    let told = at(
        &folder,
        &["why", "ahead.affray", "cid strikes ann", "ann strikes cid"],
        "",
    )
    .is(0)
    .stdout;
    insta::assert_snapshot!(told);
}

/// Entries in other words than those of the table, by what is asked as they are typed.
const IN_OTHER_WORDS: [(&[&str], &[&str]); 3] = [
    (
        &[],
        &[
            "d6",
            "roll d6",
            "random",
            "blue 4",
            "4 initiative",
            "initiative: 4",
            "blue rolled a 4",
            "hp",
            "skip",
            "auto",
        ],
    ),
    (
        &["4", "2"],
        &[
            "skip",
            "ann passes",
            "status",
            "turn order",
            "next round",
            "go back",
            "exit",
            "history",
            "auto",
            "cid before ann",
            "cid.hp = 1",
            "cid hp 1",
            "hp cid = 1",
            "set cid hp 1",
            "set cid hp to 1",
            "cid loses 2 hp",
            "cid loses 9223372036854775807 hp",
            "cid takes 2 damage",
            "bob heals 3",
            "cid hp +2",
            "bob not armed",
            "add wolf",
            "wolf joins red",
            "cid dies",
            "remove cid",
            "chance of ann.hp < 3",
            "how likely is that",
            "ann hits cid",
            "ann strikes",
        ],
    ),
    (
        &["4", "2", "done"],
        &["skip", "default", "who's next", "cid loses 1 hp"],
    ),
];

#[test]
fn other_words_are_told_with_those_of_the_table() {
    let mut said = String::new();
    for (before, lines) in IN_OTHER_WORDS {
        let mut session = open(DUEL, 1);
        for line in before {
            takes(&mut session, line);
        }
        said += &format!("{}\n", session.prompt().text);
        for line in lines {
            let told = match session.clone().enter(line) {
                Reply::Refused(refusal) => refusal,
                other => panic!("{line}: {other:?}"),
            };
            let help = told.help.unwrap_or_default();
            said += &format!("  {line}\n    {}\n    {help}\n", told.reason);
            // What is to be written is taken.
            let written = help
                .strip_prefix("write `")
                .and_then(|help| help.strip_suffix('`'));
            let is_of_terminal =
                |line: &str| ["timeline", "quit"].contains(&line) || line.starts_with("odds ");
            let written = written.filter(|line| !line.contains('`') && !is_of_terminal(line));
            let refused = written.map(|written| session.clone().enter(written));
            assert!(
                !matches!(refused, Some(Reply::Refused(_))),
                "{line}: {refused:?}"
            );
        }
    }
    insta::assert_snapshot!(said);
}

/// Acts whose key is set as they are declared, and that roll as they come.
const RANKED: &str = r#"rules ranked "By rank" {
  kind combatant { hp: number = 9   speed: number = 0 }
  kind act { target: optional combatant   rank: optional number "rank" }
  action hit, hits "hits {target}" {
    takes target
    does {
      actor rolls d6 as damage
      subtract damage from target.hp
    }
  }
  trigger "its rank" {
    when act a is declared
    set a.rank = a.actor.speed
  }
  phase round counting from 1 {
    each combatant c { c declares }
    resolve acts
  }
  order of act a { by a.rank, highest first, missing last "rank" }
}

scenario "Four" {
  side red { ann { speed 2 }   bob { speed 5 } }
  side blue { cid { speed 3 }   dan { speed 2 } }
}
"#;

#[test]
fn acts_that_wait_are_told_in_their_order_and_why() {
    let folder = folder("waiting");
    std::fs::write(folder.join("four.affray"), RANKED).expect("written");
    let input = "\
ann hits cid
line
why ann hits cid, bob hits cid
bob hits cid
why ann hits cid, bob hits cid
cid hits ann
dan hits ann
line
why ann hits cid, cid hits ann
why ann hits cid, dan hits ann
why ann hits cid, bob hits cid
";
    let shown = at(&folder, &["play", "four.affray", "--seed", "3"], input)
        .is(0)
        .stdout;
    insta::assert_snapshot!(shown);
}

/// Dice of which each is kept by what it shows, and so rolled by itself.
const POOL: &str = r#"rules pool "Pool" {
  kind combatant { dice on number face from 1 to 6: number = 0 "dice"   size: number = 3 }
  phase round counting from 1 {
    each combatant c { c rolls (c.size)*d6 as dice }
    each combatant c { c declares }
    resolve acts
  }
  action wait, waits { does { } }
  order of act a { by a.actor.dice(6), highest first }
}

scenario "Two" {
  side red { ann }
  side blue { bob }
}
"#;

#[test]
fn dice_that_are_rolled_each_by_itself_are_typed_together() {
    let mut session = open(POOL, 1);
    assert_eq!(
        refusal(&mut session, "4 4 3 1"),
        "d6 is one die, and these are 4 numbers: "
    );
    let told = takes(&mut session, "4 4 3");
    assert_eq!(told, "\nRound 1\n  ann rolls 4, 4, 3 for dice (3d6)\n");
    assert_eq!(session.prompt().text, "bob: roll d6 for dice");
    takes(&mut session, "1 2");
    assert_eq!(
        takes(&mut session, "6"),
        "  bob rolls 1, 2, 6 for dice (3d6)\n"
    );
    assert_eq!(session.prompt().wanted, Wanted::Declaration);
}
