//! What grows: each family makes rule files and scenarios with so many things of one sort, and variants of the same size.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Files that are made, piece by piece. What is empty is left out.
#[derive(Default)]
pub struct Texts {
    /// Further items of the rule file.
    items: String,
    /// Further attributes of combatants.
    attributes: String,
    /// Further keys of the order, before its own.
    keys: String,
    /// The rule file is a variant of one with these items.
    base: String,
    /// Further entries of the scenario, before its round.
    entries: String,
    /// Further members of the first side.
    members: String,
    /// What is declared in its round.
    lines: String,
    /// Its further expectations.
    expects: String,
    /// Further scenarios.
    scenarios: String,
    /// Other files, by their paths.
    files: BTreeMap<String, String>,
}

impl Texts {
    /// All files: `rules.affray`, `scenario.affray` and what they use.
    pub fn files(self) -> BTreeMap<String, String> {
        let Texts {
            items,
            attributes,
            keys,
            base,
            entries,
            members,
            lines,
            expects,
            scenarios,
            mut files,
        } = self;
        let common = format!(
            r#"  time {{ round = 10 seconds }}
  kind combatant {{ hp: number = 10   speed: number = 0   luck: number = 0
{attributes}  }}
  kind act {{ target: optional combatant   damage: number = 0 }}
  action strike "strikes {{target}}" {{ takes target   does {{ subtract damage from target.hp }} }}
  action parry, parries {{ does {{ add 1 to actor.luck }} }}
  order of act a {{
{keys}    by speed: a.actor.speed "the speed"
  }}
  phase round counting from 1 {{
    gm rolls d6 as chance
    if chance > 6 {{ note "never" }}
    each combatant c {{ c declares }}
    resolve acts
  }}
"#
        );
        let rules = match base.is_empty() {
            true => format!("rules growth \"Growth\" {{\n{common}{items}}}\n"),
            false => {
                let below = format!("rules below \"Below\" {{\n{common}{base}}}\n");
                files.insert("base.affray".to_owned(), below);
                format!("rules growth \"Growth\" extends \"base.affray\" {{\n{items}}}\n")
            }
        };
        let scenario = format!(
            r#"scenario "growth" {{
  rules "rules.affray"
  seed 7
{entries}  side one {{ ann {{ hp 20 }}
{members}  }}
  side other {{ bob {{ hp 20, speed 1 }} }}
  round 1 {{
    ann strikes bob: damage 1
    bob strikes ann: damage 1
{lines}  }}
  expect ann strikes bob before bob strikes ann
  odds ann.hp
{expects}}}
{scenarios}"#
        );
        files.insert("rules.affray".to_owned(), rules);
        files.insert("scenario.affray".to_owned(), scenario);
        files
    }
}

/// Makes so many of one sort; where the last is true, a variant of the same size in which every tenth is another.
pub type Make = fn(&mut Texts, usize, bool);

/// So many pieces; each is told its number, and a value that is another for every tenth of a variant.
fn pieces(out: &mut String, count: usize, varied: bool, piece: impl Fn(usize, usize) -> String) {
    for number in 1..=count {
        let value = number
            + if varied && number % 10 == 0 {
                10_000
            } else {
                0
            };
        out.push_str(&piece(number, value));
        out.push('\n');
    }
}

/// Writes a pattern for each number into a part of the texts, `$i` for the number, `$v` for the value.
macro_rules! each {
    ($part:ident, $pattern:literal) => {
        each!($part, "", $pattern, "")
    };
    ($part:ident, $before:literal, $pattern:literal, $after:literal) => {
        |texts, count, varied| {
            texts.$part += $before;
            pieces(&mut texts.$part, count, varied, |number, value| {
                let (number, value) = (number.to_string(), value.to_string());
                $pattern.replace("$i", &number).replace("$v", &value)
            });
            texts.$part += $after;
        }
    };
}

/// All families, by name.
pub const FAMILIES: &[(&str, Make)] = &[
    (
        "kinds",
        each!(items, "  kind thing_$i { worth: number = $v }"),
    ),
    (
        "attributes of one kind",
        each!(attributes, "    trait_$i: number = $v \"trait $i\""),
    ),
    (
        "options",
        each!(items, "  option choice_$i: number = $v \"which\""),
    ),
    ("alternatives of an option", |texts, count, varied| {
        texts.items += "  option style: plain";
        pieces(&mut texts.items, count, varied, |_, v| {
            format!(" | style_{v}")
        });
        texts.items += " = plain\n";
    }),
    (
        "definitions",
        each!(items, "  let sum_$i(combatant c): number = c.hp + $v"),
    ),
    ("definitions in another order", |texts, count, varied| {
        let mut all: Vec<usize> = (1..=count).collect();
        if varied {
            all.chunks_mut(10).for_each(<[usize]>::reverse);
        }
        for i in all {
            _ = writeln!(
                texts.items,
                "  let sum_{i}(combatant c): number = c.hp + {i}"
            );
        }
    }),
    ("definitions under other names", |texts, count, varied| {
        pieces(&mut texts.items, count, varied, |i, v| {
            format!("  let sum_{v}(combatant c): number = c.hp + {i}")
        });
    }),
    ("definitions replaced", |texts, count, varied| {
        pieces(&mut texts.base, count, false, |i, v| {
            format!("  let sum_{i}(combatant c): number = c.hp + {v}")
        });
        pieces(&mut texts.items, count, varied, |i, v| {
            format!("  replace let sum_{i}(combatant c): number = c.hp - {v}")
        });
    }),
    ("definitions removed", |texts, count, _| {
        pieces(&mut texts.base, count, false, |i, v| {
            format!("  let sum_{i}(combatant c): number = c.hp + {v}")
        });
        pieces(&mut texts.items, count, false, |i, _| {
            format!("  remove let sum_{i}")
        });
    }),
    (
        "tables",
        each!(
            items,
            "  table luck_$i on number n from 1 to 2: number { 1: $v   2: 0 }"
        ),
    ),
    ("rows of a table", |texts, count, varied| {
        _ = writeln!(
            texts.items,
            "  table luck on number n from 1 to {count}: number {{"
        );
        pieces(&mut texts.items, count, varied, |i, v| {
            format!("    {i}: {v}")
        });
        texts.items += "  }\n";
    }),
    (
        "procedures",
        each!(items, "  procedure heal_$i(combatant c) { add $v to c.hp }"),
    ),
    (
        "statements of a procedure",
        each!(
            items,
            "  procedure heal(combatant c) {\n",
            "    add $v to c.hp",
            "  }\n  phase last { each combatant c { do heal(c) } }\n"
        ),
    ),
    (
        "actions",
        each!(
            items,
            "  action act_$i \"does $v\" { does { add $v to actor.luck } }"
        ),
    ),
    (
        "actions at once, each doing the next",
        |texts, count, varied| {
            pieces(&mut texts.items, count, varied, |i, v| {
                let next = i + 1;
                format!(
                    "  action act_{i}, acts_{i} \"does {v}\" at once {{ does {{ actor does act_{next} }} }}"
                )
            });
            _ = writeln!(
                texts.items,
                "  action act_{} at once {{ does {{ add 1 to actor.luck }} }}",
                count + 1
            );
            texts.lines += "    ann acts_1\n";
        },
    ),
    ("stages of an action", |texts, count, varied| {
        texts.items += "  action long {\n";
        pieces(&mut texts.items, count, varied, |i, v| {
            format!("    stage part_{i} \"does {v}\" {{ add 1 to actor.luck }}")
        });
        texts.items += "  }\n";
        texts.lines += "    ann longs\n";
    }),
    (
        "events",
        each!(
            items,
            "  event told_$i(combatant c, number n) \"{c} is told $v\""
        ),
    ),
    (
        "triggers of one happening",
        each!(
            items,
            "  trigger \"number $i\" { when strike a resolves   if a.damage > $v   add 1 to a.actor.luck }"
        ),
    ),
    (
        "triggers of different happenings",
        each!(
            items,
            "  event told_$i(combatant c)\n  trigger \"number $i\" { when told_$i(c)   add $v to c.luck }"
        ),
    ),
    (
        "exceptions that agree",
        each!(
            items,
            "  exception \"number $i\" { for a: strike, b: parry   when a.damage = $v   a waits for b }"
        ),
    ),
    (
        "exceptions that contradict each other",
        |texts, count, varied| {
            pieces(&mut texts.items, count, varied, |i, v| {
                let how = ["a waits for b", "a goes ahead of b"][i % 2];
                format!(
                    "  exception \"number {i}\" {{ for a: strike, b: parry   when a.damage > {v}   {how} }}"
                )
            });
        },
    ),
    (
        "exceptions apart by their conditions",
        |texts, count, varied| {
            pieces(&mut texts.items, count, varied, |i, v| {
                let how = ["a waits for b", "a goes ahead of b"][i % 2];
                format!(
                    "  exception \"number {i}\" {{ for a: strike, b: parry   when a.damage = {v}   {how} }}"
                )
            });
        },
    ),
    ("exceptions of different acts", |texts, count, varied| {
        pieces(&mut texts.items, count, varied, |i, v| {
            let how = ["a waits for b", "a goes ahead of b"][i % 2];
            format!(
                "  action act_{i} {{ does {{ add 1 to actor.luck }} }}\n  exception \"number {i}\" {{ for a: act_{i}, b: parry   when a.damage > {v}   {how} }}"
            )
        });
    }),
    ("exceptions one over the other", |texts, count, varied| {
        pieces(&mut texts.items, count, varied, |i, v| {
            let how = ["a waits for b", "a goes ahead of b"][i % 2];
            let over = match i {
                1 => String::new(),
                _ => format!(" over \"number {}\"", i - 1),
            };
            format!(
                "  exception \"number {i}\"{over} {{ for a: strike, b: parry   when a.damage > {v}   {how} }}"
            )
        });
    }),
    (
        "keys of an order",
        each!(keys, "    by key_$i: a.damage * 0 + $v \"key $i\""),
    ),
    (
        "orders",
        each!(
            items,
            "  phase part_$i { }\n  order line_$i during part_$i of act a { by a.damage + $v }"
        ),
    ),
    (
        "placements",
        each!(
            items,
            "  placement \"number $i\" { for a: strike   when a.damage = 10 + $v   place speed = $v }"
        ),
    ),
    (
        "voids",
        each!(
            items,
            "  void \"number $i\" { for a: strike   when a.damage = 10 + $v   because \"of $v\" }"
        ),
    ),
    (
        "phases",
        each!(
            items,
            "  phase part_$i { each combatant c { add $v to c.luck } }"
        ),
    ),
    (
        "phases in a phase",
        each!(
            items,
            "  phase last {\n",
            "    phase part_$i { each combatant c { add $v to c.luck } }",
            "  }\n"
        ),
    ),
    (
        "tactics",
        each!(
            items,
            "  tactic way_$i for combatant c where c.hp < $v { declare parry when c.hp = $v }"
        ),
    ),
    ("tactics in force", |texts, count, varied| {
        pieces(&mut texts.items, count, varied, |i, v| {
            format!(
                "  tactic way_{i} for combatant c where c.hp < 0 {{ declare parry when c.hp = {v} }}"
            )
        });
        pieces(&mut texts.entries, count, false, |i, _| {
            format!("  tactic way_{i}")
        });
        texts.entries += "  stop after round 1\n";
    }),
    (
        "lines of a tactic",
        each!(
            items,
            "  tactic way for combatant c {\n",
            "    declare parry when c.hp = $v",
            "  }\n"
        ),
    ),
    ("statements of the document", |texts, count, varied| {
        _ = writeln!(texts.items, "  statements GR 1..{count}");
        pieces(&mut texts.items, count, varied, |i, v| {
            format!("  let sum_{i}(combatant c): number = c.hp + {v} cites GR-{i}")
        });
    }),
    ("citations of one item", |texts, count, _| {
        _ = write!(
            texts.items,
            "  statements GR 1..{count}\n  let sum(combatant c): number = c.hp cites GR-1"
        );
        (2..=count).for_each(|i| _ = write!(texts.items, ", GR-{i}"));
        texts.items.push('\n');
    }),
    (
        "allow at each item",
        each!(
            items,
            "  option choice_$i: number = $v allow A0218 because \"it is kept for later\""
        ),
    ),
    (
        "allow at one item",
        each!(
            items,
            "  option choice: number = 1\n",
            "    allow A0302 with \"number $v\" because \"so be it\"",
            "\n"
        ),
    ),
    (
        "allow change at one item",
        each!(
            items,
            "  option choice: number = 1\n",
            "    allow change \"$i -> $v\" because \"so be it\"",
            "\n"
        ),
    ),
    (
        "comments",
        each!(items, "  # Number $v of what the author has to say."),
    ),
    (
        "comments at the ends of lines",
        each!(items, "  let sum_$i(combatant c): number = c.hp   # and $v"),
    ),
    ("a long text", |texts, count, varied| {
        texts.items += "  phase last { note \"";
        pieces(&mut texts.items, count, varied, |_, v| format!("word {v} "));
        texts.items = texts.items.replace('\n', " ") + "\" }\n";
    }),
    ("values in a text", |texts, count, varied| {
        texts.items += "  phase last { each combatant c { note \"";
        pieces(&mut texts.items, count, varied, |_, v| {
            format!("{{c.hp + {v}}}")
        });
        texts.items = texts
            .items
            .replace('\n', " ")
            .replace("  phase last", "\n  phase last")
            + "\" } }\n";
    }),
    ("a long sum", |texts, count, varied| {
        texts.items += "  let sum(combatant c): number = c.hp\n";
        pieces(&mut texts.items, count, varied, |_, v| format!("    + {v}"));
    }),
    ("libraries, one for every 32", |texts, count, varied| {
        for number in 1..=count / 32 {
            _ = writeln!(texts.items, "  uses \"lib_{number}.affray\"");
            let mut library = format!("rules lib_{number} {{\n");
            pieces(&mut library, 32, varied, |i, v| {
                format!("  let sum_{number}_{i}(combatant c): number = c.hp + {v}")
            });
            texts
                .files
                .insert(format!("lib_{number}.affray"), library + "}\n");
        }
    }),
    ("combatants", each!(members, "    fighter_$i { hp $v }")),
    ("combatants of one name", |texts, count, _| {
        _ = writeln!(texts.members, "    fighter x {count} {{ hp 9 }}");
    }),
    ("combatants with an act each", |texts, count, varied| {
        pieces(&mut texts.members, count, varied, |i, v| {
            format!("    fighter_{i} {{ hp {v} }}")
        });
        pieces(&mut texts.lines, count, varied, |i, _| {
            format!("    fighter_{i} strikes bob")
        });
    }),
    (
        "combatants in batches of their own",
        |texts, count, varied| {
            pieces(&mut texts.members, count, varied, |i, v| {
                format!("    fighter_{i} {{ hp 9, speed {v} }}")
            });
            pieces(&mut texts.lines, count, varied, |i, _| {
                format!("    fighter_{i} strikes bob")
            });
        },
    ),
    (
        "sides",
        each!(entries, "  side team_$i { fighter_$i { hp $v } }"),
    ),
    ("records", |texts, count, varied| {
        texts.items += "  kind weapon { weight: number = 1 }\n";
        pieces(&mut texts.entries, count, varied, |i, v| {
            format!("  weapon sword_{i} {{ weight {v} }}")
        });
    }),
    ("scenarios", |texts, count, varied| {
        pieces(&mut texts.scenarios, count, varied, |i, v| {
            format!(
                "scenario \"number {i}\" {{\n  rules \"rules.affray\"\n  seed {v}\n  side one {{ ann {{ hp 9 }} }}\n  side other {{ bob {{ hp 9 }} }}\n  round 1 {{ ann strikes bob: damage 1 }}\n  expect bob.hp = 8\n}}"
            )
        });
    }),
    (
        "declarations of one combatant",
        each!(lines, "    ann strikes bob: damage $v"),
    ),
    ("rounds", |texts, count, varied| {
        pieces(&mut texts.expects, count, varied, |i, v| {
            format!(
                "  round {} {{\n    ann strikes bob: damage {v}\n  }}",
                i + 1
            )
        });
    }),
    ("dice", each!(lines, "    gm rolls $v for chance")),
    (
        "expectations of a value",
        each!(expects, "  expect ann.hp = $v"),
    ),
    (
        "expectations of an order",
        each!(expects, "  expect ann strikes bob before bob strikes ann"),
    ),
    (
        "expectations of an act",
        each!(
            expects,
            "  expect ann strikes bob (damage $v) does not happen"
        ),
    ),
    (
        "questions of odds",
        each!(expects, "  odds \"number $v\": bob.hp = $v"),
    ),
    (
        "actions that spend",
        each!(
            items,
            "  action act_$i { spends $v from actor.luck   does { add 1 to actor.hp } }"
        ),
    ),
    ("questions of one procedure", |texts, count, varied| {
        texts.items += "  procedure asks_all(combatant c) {\n";
        pieces(&mut texts.items, count, varied, |i, v| {
            format!(
                "    ask c as asked_{i} \"number {v}?\": yes/no, default no, only if c.luck > {v}\n    if asked_{i} {{ add 1 to c.luck }}"
            )
        });
        texts.items += "  }\n";
    }),
    ("proofs", |texts, count, _| {
        _ = writeln!(texts.items, "  statements GR 1..{count}");
        pieces(&mut texts.entries, count, false, |i, _| {
            format!("  proves GR-{i}")
        });
    }),
    (
        "unknown names",
        each!(items, "  let sum_$i(combatant c): number = sun_$v(c)"),
    ),
    ("unknown attributes", |texts, count, varied| {
        pieces(&mut texts.attributes, count, false, |i, _| {
            format!("    trait_{i}: number = 1")
        });
        pieces(&mut texts.items, count, varied, |i, v| {
            format!("  let sum_{i}(combatant c): number = c.trade_{v}")
        });
    }),
    ("unknown combatants", |texts, count, varied| {
        pieces(&mut texts.members, count, false, |i, _| {
            format!("    fighter_{i}")
        });
        pieces(&mut texts.lines, count, varied, |_, v| {
            format!("    fihgter_{v} strikes bob")
        });
    }),
    ("unknown actions", |texts, count, varied| {
        pieces(&mut texts.items, count, false, |i, _| {
            format!("  action act_{i} {{ does {{ add 1 to actor.luck }} }}")
        });
        pieces(&mut texts.lines, count, varied, |_, v| {
            format!("    ann atc_{v}s")
        });
    }),
    ("open brackets", |texts, count, _| {
        pieces(&mut texts.lines, 1, false, |_, _| {
            format!("    ann {}", "(".repeat(count))
        });
    }),
    ("unknown words", |texts, count, varied| {
        pieces(&mut texts.lines, count, varied, |_, v| {
            format!("    ann strikes bob: danage {v}")
        });
    }),
    ("removed but unknown", |texts, count, varied| {
        pieces(&mut texts.base, count, false, |i, _| {
            format!("  let sum_{i}(combatant c): number = c.hp")
        });
        pieces(&mut texts.items, count, varied, |_, v| {
            format!("  remove let sun_{v}")
        });
    }),
    (
        "duplicate names",
        each!(items, "  let sum(combatant c): number = c.hp + $v"),
    ),
    (
        "duplicate attributes",
        each!(attributes, "    trait: number = $v"),
    ),
    ("duplicate combatants", each!(members, "    cat { hp $v }")),
    ("duplicate rows", |texts, count, varied| {
        texts.items += "  table luck on number n from 1 to 2: number {\n";
        pieces(&mut texts.items, count, varied, |_, v| {
            format!("    1..2: {v}")
        });
        texts.items += "  }\n";
    }),
    (
        "mistakes of syntax",
        each!(items, "  let sum_$i(combatant c: number = $v c.hp"),
    ),
    (
        "mistakes of syntax in statements",
        each!(items, "  phase last {\n", "    add $v too hp", "  }\n"),
    ),
    (
        "mistakes of syntax in lines",
        each!(lines, "    ann strikes: bob, damage = $v"),
    ),
    (
        "misspelt items",
        each!(items, "  acton act_$i { does { add $v to actor.luck } }"),
    ),
    (
        "sentences among items",
        each!(
            items,
            "  Each player then rolls $v dice and the lowest goes first."
        ),
    ),
    (
        "sentences among statements",
        each!(
            items,
            "  phase last {\n",
            "    The player with $v points goes first.",
            "  }\n"
        ),
    ),
    (
        "sentences among lines",
        each!(lines, "    Then ann hits bob for $v points."),
    ),
    (
        "wrong types",
        each!(items, "  let sum_$i(combatant c): number = c.hp is $v"),
    ),
    ("scenarios with a mistake each", |texts, count, varied| {
        pieces(&mut texts.scenarios, count, varied, |i, v| {
            format!(
                "scenario \"number {i}\" {{\n  rules \"rules.affray\"\n  side one {{ ann {{ hp 9 }} }}\n  round 1 {{ ann strikes bobb_{v} }}\n}}"
            )
        });
    }),
    (
        "scenarios with a broken line each",
        |texts, count, varied| {
            pieces(&mut texts.scenarios, count, varied, |i, v| {
                format!(
                    "scenario \"number {i}\" {{\n  rules \"rules.affray\"\n  side one {{ ann {{ hp 9 }} }}\n  side other {{ bob }}\n  round 1 {{ ann strikes: = {v} }}\n}}"
                )
            });
        },
    ),
];
