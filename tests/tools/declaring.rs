//! Declarations that a program gives in the course of a run, held against a scenario that has them written down.

use std::collections::BTreeMap;

use affray::{
    AskedActions, DeclarationReader, Declaring, Limits, Loaded, Loader, Machine, Pause,
    TranscriptStyle, play, transcript,
};

/// Acts have texts, and there are turns in which one act is declared.
const HALL: &str = r#"rules hall "In the hall" {
  kind combatant { calm: number }
  kind act { words: optional text   target: optional combatant }
  action speak "says {words}" { takes words }
  action calm "calms {target}" {
    takes target
    does { subtract 1 from target.calm }
  }
  phase round counting from 1 {
    each combatant c { c declares }
    resolve acts
    phase turn of combatant t, next by t.calm, highest first {
      t declares one act
      resolve acts
    }
  }
  order of act a { by 0 }
}
"#;

fn loaded(scenario: &str) -> (Loader, Loaded) {
    let text = format!("{HALL}{scenario}");
    let mut files = BTreeMap::from([("hall.affray".to_owned(), text)]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load("hall.affray", &mut files);
    let found: Vec<&str> = loaded
        .diagnostics
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert!(!loaded.diagnostics.has_errors(), "{found:?}");
    (loader, loaded)
}

#[test]
fn what_is_declared_in_the_course_of_a_run_is_as_if_it_were_written_down() {
    let (_, written) = loaded(
        r#"scenario "Words" {
  stop after round 1
  side hosts { ann { calm 3 } bo { calm 2 } }
  round 1 {
    ann says: words "good evening"
    ann calms bo
    bo says: words "never"
  }
}
"#,
    );
    let (loader, bare) = loaded(
        "scenario \"Words\" {\n  stop after round 1\n  side hosts { ann { calm 3 } bo { calm 2 } }\n}",
    );
    let (rules, scenario) = (&bare.scenarios[0].rules, &bare.scenarios[0].scenario);
    let sources = loader.sources();
    let reader = DeclarationReader::new(rules, scenario, sources, Limits::DEFAULT);
    let mut played = scenario.clone();
    let mut machine = Machine::new(&rules.ruleset, Limits::DEFAULT);
    machine.start(&played).expect("no fault");
    loop {
        match machine.resume(&played).expect("no fault") {
            Pause::Declare {
                actor,
                one,
                actions,
                ..
            } => {
                let declaring = Declaring {
                    actor,
                    path: machine.path(),
                    running: machine.running(),
                    one,
                    actions: &actions,
                };
                let lines: &[&str] = match (actor, one) {
                    (_, true) => &[],
                    (0, false) => &["says: words \"good evening\"", "ann calms bo"],
                    (_, false) => &["says: words \"never\""],
                };
                let mut declare = |line: &&str| {
                    reader
                        .declare(&mut played, &declaring, line)
                        .expect("a declaration")
                };
                let numbers: Vec<u32> = lines.iter().map(&mut declare).collect();
                machine.declared(&numbers, &played).expect("no fault");
            }
            Pause::Roll(_) | Pause::Ask { .. } | Pause::Rests | Pause::Saw(_) => {}
            Pause::Done(_) => break,
        }
    }
    let style = TranscriptStyle::default();
    let told = transcript(&rules.ruleset, &played, machine.journal(), &style);
    let one = &written.scenarios[0];
    let run = play(&one.rules.ruleset, &one.scenario, None, &Limits::DEFAULT);
    let expected = transcript(&one.rules.ruleset, &one.scenario, &run.journal, &style);
    assert_eq!(told, expected);
    assert!(
        told.contains("good evening") && told.contains("never"),
        "{told}"
    );
}

#[test]
fn what_is_no_declaration_of_the_combatant_is_refused() {
    let (loader, bare) =
        loaded("scenario \"Words\" {\n  side hosts { ann { calm 3 } bo { calm 2 } }\n} # the end");
    let (rules, scenario) = (&bare.scenarios[0].rules, &bare.scenarios[0].scenario);
    let sources = loader.sources();
    let reader = DeclarationReader::new(rules, scenario, sources, Limits::DEFAULT);
    let round = rules.ruleset.procedure[0];
    let declaring = Declaring {
        actor: 0,
        path: &[(round, 1)],
        running: &[round],
        one: false,
        actions: &AskedActions::default(),
    };
    let mut played = scenario.clone();
    for line in [
        "",
        "ann",
        "dances",
        "bo calms ann",
        "calms nobody",
        "calms bo }",
        "calms bo } } scenario \"Other\" {",
        "calms bo # and",
        "calms bo\n  bo calms ann",
        "rolls 3 for calm",
        "answers yes to calm",
        "gm sets bo.calm to 0",
    ] {
        let refused = reader.declare(&mut played, &declaring, line);
        assert!(refused.is_err(), "{line}: {refused:?}");
    }
    assert_eq!(played.declarations, scenario.declarations);
    assert_eq!(
        reader.declare(&mut played, &declaring, "declares nothing"),
        Ok(0)
    );
    assert_eq!(
        reader.declare(&mut played, &declaring, " ann calms bo "),
        Ok(1)
    );
    assert_eq!(played.declarations.len(), 2);
}
