//! What the benchmarks work on: a generated rule file, and a fight of eight by a complete published system.

use std::collections::BTreeMap;
use std::fmt::Write;

use affray::load::{Loader, Playable};
use affray::source::Limits;

/// The rules of the fight.
const SYSTEM: &str = include_str!("../../rules/osric.affray");

/// What they use.
const SIDES: &str = include_str!("../../rules/lib/sides.affray");

/// A rule file of at least so many bytes, without mistakes, made of items of every kind.
#[allow(dead_code, reason = "each benchmark uses its part of this file")]
pub fn rule_file(bytes: usize) -> String {
    let mut text = String::from(
        "rules large \"A large file\" {\n  source \"generated\"\n  time { segment = 6 seconds   round = 10 segments }\n  \
         kind side { initiative: number = 0 }\n  kind combatant { hp: number   guard: number = 0 }\n  \
         kind act { target: optional combatant   damage: number = 0   weight: number = 0 }\n",
    );
    let mut order = String::from("  order of act a {\n");
    let mut number = 0;
    while text.len() + order.len() < bytes {
        number += 1;
        _ = write!(
            text,
            r#"
  # The rules of school {number}.
  option school_{number}: strict | loose = strict   "how school {number} is read"
  let skill_{number} of combatant c: number = if school_{number} is strict then c.hp + {number} else higher(c.guard, {number})
  table luck_{number} on number die from 1 to 6: number {{ 1: 0   2..5: {number}   6: 9 }}
  action blow_{number} "strikes {{target}} in the way of school {number}" {{
    cites LS-{number}
    takes target
    does {{
      if target is known and skill_{number}(actor) > 3 {{
        subtract damage + luck_{number}(higher(1, lower(6, weight))) from target.hp
        note "{{actor}} hits {{target}}"
      }}
    }}
  }}
  phase school_{number}_acts {{
    each combatant c where c.hp > 0 and skill_{number}(c) > 0 in order of c.guard, highest first {{
      c rolls 2d6 as roll_{number}
      if roll_{number} > 7 {{ set c.guard = lower(c.guard + 1, 10) }}
    }}
  }}
  trigger "school {number} is watchful" {{
    when blow_{number} a resolves
    if a.damage > 0
    limit once per school_{number}_acts for a.actor
    note "{{a.actor}} draws blood"
  }}
"#
        );
        _ = writeln!(
            order,
            "    by for blow_{number}: a.weight + skill_{number}(a.actor), highest first \"school {number}\""
        );
    }
    text + &order + "  }\n}\n"
}

/// A fight of four against four that lasts so many rounds: everybody attacks in every round, and nobody falls.
pub fn fight(rounds: u32) -> Playable {
    let mut text = String::from(
        "scenario \"four against four\" {\n  rules \"osric.affray\"\n  begin at round 1\n",
    );
    for (side, flags) in [("red", ""), ("blue", ": run_by_gm")] {
        _ = writeln!(
            text,
            "  side {side}{flags} {{ {side}_fighter x 4 {{ hp 1000 }} }}"
        );
    }
    for round in 1..=rounds {
        _ = writeln!(
            text,
            "  round {round} {{\n    red rolls {} for initiative",
            round % 6 + 1
        );
        _ = writeln!(
            text,
            "    blue rolls {} for initiative",
            (round + 2) % 6 + 1
        );
        for number in 1..=4 {
            _ = writeln!(
                text,
                "    red_fighter {number} attacks blue_fighter {number}: hit, damage 1"
            );
            _ = writeln!(
                text,
                "    blue_fighter {number} attacks red_fighter {number}: no hit"
            );
        }
        text += "  }\n";
    }
    text += "}\n";
    let mut files = BTreeMap::from([
        ("fight.affray".to_owned(), text),
        ("osric.affray".to_owned(), SYSTEM.to_owned()),
        ("lib/sides.affray".to_owned(), SIDES.to_owned()),
    ]);
    let mut loaded = Loader::new(Limits::DEFAULT).load("fight.affray", &mut files);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
    loaded.scenarios.remove(0)
}

/// Plays a fight from beginning to end; returns how many entries its journal has.
#[allow(dead_code, reason = "each benchmark uses its part of this file")]
pub fn play(machine: &mut affray::machine::Machine<'_>, fight: &Playable) -> usize {
    use affray::run::{decisions, dice};
    let scenario = &fight.scenario;
    let mut dice = dice::ScriptedDice::new(scenario, None);
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    let ending = machine.play(scenario, &mut dice, &mut decisions, None);
    assert!(ending.is_ok(), "{ending:?}");
    machine.journal().entries.len()
}
