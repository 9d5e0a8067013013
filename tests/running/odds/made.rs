//! Rule files made by chance, each with a scenario: rolls of all kinds, keys, bodies, triggers and exceptions, some of which look at what others
//! have rolled.

/// Takes choices one after the other; behind the last, always the first.
struct Choices<'a>(std::slice::Iter<'a, usize>);

impl Choices<'_> {
    /// A number below this.
    fn below(&mut self, most: usize) -> usize {
        self.0.next().map_or(0, |choice| choice % most)
    }

    /// Some of these texts, each once.
    fn some<'t>(&mut self, texts: &[&'t str], least: usize, more: usize) -> Vec<&'t str> {
        let mut some = Vec::new();
        for _ in 0..least + self.below(more) {
            let one = self.of(texts);
            if !some.contains(&one) {
                some.push(one);
            }
        }
        some
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

const STEPS: &[&str] = &[
    "each combatant c { c rolls d(c.die) as initiative }",
    "each combatant c { c rolls d2 as luck }",
    "each side s { s rolls d2 as bonus }",
    "each combatant c { add c.side.bonus to c.initiative }",
    "each combatant c where c.luck = 2 { c rolls d2 as again   add again to c.initiative }",
    "each combatant c { if c.initiative > 1 { set c.flag = yes } else { set c.luck = c.modifier } }",
    "gm rolls d2 as weather   set fog = weather",
    "each combatant c { add fog to c.initiative }",
    "each combatant c { let x = c.initiative * 2 - c.modifier   set c.luck = x mod 3 }",
    "each combatant c in order of c.modifier, highest first { c rolls d2 as luck   subtract luck from c.initiative }",
    "each combatant c where c.flag { subtract 1 from c.side.bonus }",
    "each combatant c where c.modifier = 0 { c rolls (higher(c.luck, 0))*d(2) as pool   add pool to c.initiative }",
    "each combatant c { do hurry(c) }",
    "each combatant c { c rolls d2 as chance   consult turn(c) with chance }",
    "each combatant c where not c.flag { set c.luck = lowest o.initiative among combatant o where o is not c or else 0 }",
    "each combatant c { repeat while c.initiative > 3 { subtract 2 from c.initiative   add 1 to c.luck } }",
    "let n = 0   repeat 3 times as k { gm rolls d2 as gust   if gust = 2 { leave repeat }   set n = k }   add n to fog",
    "repeat while yes { each combatant c in order of c.modifier, highest first, then c.initiative { c rolls d2 as luck   if luck = 2 { leave repeat } }   leave repeat }",
    "set fog = count combatant c where c.flag",
    "ask gm as clear \"Is it clear?\": yes/no, default fog = 1   each combatant c where clear { set c.luck = 0 }",
    "each combatant c where c.luck = 1 { ask c as runs \"Does {c} run?\": yes/no, default c.initiative > 1   set c.flag = runs }",
];

const DECLARED: &[&str] = &[
    "each combatant c { c does strike { target = foe_of(c) } }",
    "each combatant c where not c.flag { c does strike { target = foe_of(c) } }",
    "each combatant c { c does strike { target = foe_of(c) }   if c.luck = 2 { c does dash { slot = c.luck } } }",
    "each combatant c { c does dash { slot = c.modifier, speed = c.initiative }   c does strike { target = foe_of(c) } }",
    "each combatant c { c declares }",
    "each combatant c { if c.flag { refuse declarations of c because \"it is surprised\" } else { c declares } }",
    "each combatant c { c declares }   each combatant c where c.luck = 1 { c does cast }",
];

const BODIES: &[&str] = &[
    "",
    "set actor.acted = yes",
    "subtract 1 from target.hp",
    "actor rolls d2 as to_hit   if to_hit = 2 { subtract to_hit from target.hp }",
    "set target.acted = yes",
    "raise struck(target)",
    "set actor.initiative = 0   add 1 to actor.luck",
    "subtract 1 from target.initiative",
    "if slot = 1 { set actor.acted = yes } else { add slot to target.hp }",
    "set fog = actor.luck",
];

const VOIDS: &[&str] = &[
    "no",
    "no",
    "a.actor.hp <= 1",
    "a.actor.flag and a.action is dash",
    "a.slot = 2",
    "any act b where b.actor is not a.actor and b.slot = 2",
];

const KEYS: &[&str] = &[
    "by a.actor.initiative",
    "by a.actor.initiative, highest first",
    "by a.actor.luck, highest first",
    "by slot: a.slot",
    "by a.actor.side.bonus",
    "by for dash: a.actor.modifier",
    "by a.speed, missing last",
    "by if a.actor.flag then 0 else 1",
    "by fog + a.actor.luck",
    "by if a.stage is completes then 1 else 0",
    "by (a.target.initiative or else 0)",
    "by count act b where b.slot < a.slot",
];

const TRIGGERS: &[&str] = &[
    "trigger \"t\" { when struck(v)   set v.acted = yes }",
    "trigger \"t\" { when struck(v)   if v.hp > 2   add 1 to v.hp }",
    "trigger \"t\" { when struck(v)   v does dash }",
    "trigger \"t\" { when act a is declared   if a.actor.flag   set a.slot = 2 }",
    "trigger \"t\" { when act a is added   set a.slot = a.actor.luck }",
    "trigger \"t\" { when act a is declared   if a.actor.luck = 1   refuse because \"out of luck\" }",
    "trigger \"t\" { when strike a resolves   a.actor rolls d2 as after   set a.actor.acted = after = 1 }",
    "trigger \"t\" { before strike a   if a.actor.luck = 1   set a.actor.flag = yes }",
    "trigger \"t\" { when phase round begins   gm rolls d2 as omen   set fog = omen }",
    "trigger \"t\" { when cast a is void   set a.actor.luck = 3 }",
];

const PLACEMENTS: &[&str] = &[
    "",
    "placement \"p\" { for a: dash   place slot = 2 }",
    "placement \"p\" { for a: act   when a.actor.luck = 1   place slot = 0 }",
];

const EXCEPTIONS: &[&str] = &[
    "",
    "",
    "exception \"e\" { for a: strike, b: dash   when a.actor is b.actor and a.actor.luck = 2   a waits for b }",
    "exception \"e\" { for a: strike, b: strike   when a.actor.modifier > 1   a goes ahead of b }",
    "exception \"e\" { for a: cast.completes, b: strike   when b.target is a.actor   a waits for b }",
];

const RESOLVED: &[&str] = &[
    "resolve acts",
    "resolve acts",
    "phase segment counting from 1 to 3 { resolve acts a while a.actor.initiative <= segment }   resolve acts",
    "resolve acts a while a.actor.initiative <= 2   each combatant c { set c.acted = no }   resolve acts",
    "resolve acts a while a.slot < 2   each combatant c where c.modifier = 1 { c does dash { slot = 3 } }   resolve acts",
    "resolve acts   if any combatant c where c.hp <= 1 { end combat }   each combatant c { c does dash }   resolve acts",
];

/// A rule file and a scenario, as these choices say.
pub fn rules(choices: &[usize]) -> String {
    let choose = &mut Choices(choices.iter());
    let steps = choose.some(STEPS, 0, 5);
    let keys = choose.some(KEYS, 1, 3);
    let rounds = 1 + choose.below(5) / 4;
    let slot = if keys.contains(&"by slot: a.slot") {
        ""
    } else {
        "by slot: 0"
    };
    let mut text = format!(
        "rules made {{
  kind side {{ bonus: number = 0 }}
  kind combat {{ fog: number = 0 }}
  kind combatant {{
    die: number = 2   modifier: number = 0   hp: number = 3   initiative: number = 0   luck: number = 0   flag: yes/no = no   acted: yes/no = no
  }}
  kind act {{ target: optional combatant   slot: number = 1   speed: optional number }}
  event struck(combatant victim)
  let foe_of(combatant c): optional combatant = the combatant o where o.side is not c.side with lowest o.modifier or else none
  procedure hurry(combatant c) {{ c rolls d2 as haste   if haste = 2 {{ add haste to c.initiative }} }}
  table turn(combatant c) on number key from 1 to 2 {{ 1 {{ }}   2 {{ c rolls d2 as spin   set c.luck = spin }} }}
  action strike {{ takes target   does {{ {} }} }}
  action dash, dashes {{ does {{ }} }}
  action cast {{ stage begins {{ }}   stage completes {{ add 1 to actor.luck }} }}
  void \"v\" {{ for a: act   when {}   because \"it cannot\" }}
  order of act a {{
    {}
    {slot}
  }}
  {} {} {}
  phase round counting from 1 to {rounds} {{
    {}
    {}
    {}
  }}
}}
",
        choose.of(BODIES),
        choose.of(VOIDS),
        keys.join("\n    "),
        choose.of(TRIGGERS),
        choose.of(PLACEMENTS),
        choose.of(EXCEPTIONS),
        steps.join("\n    "),
        choose.of(DECLARED),
        choose.of(RESOLVED),
    );
    let mut who = |name: &str| {
        let (die, modifier) = (2 + choose.below(2), choose.below(3));
        format!("{name} {{ die {die}, modifier {modifier} }}")
    };
    let (ann, bob, cy) = (who("ann"), who("bob"), who("cy"));
    let third = if choose.below(2) == 0 {
        cy
    } else {
        String::new()
    };
    text += &format!(
        "scenario \"made\" {{
  stop after round {rounds}
  side one {{ {ann} }}
  side two {{ {bob} {third} }}
  round 1 {{
    ann strikes bob
    bob {}
  }}
",
        choose.of(&["strikes ann", "dashes", "casts"]),
    );
    if choose.below(4) == 0 {
        text += "  ann rolls 2 for haste\n";
    }
    text + "}\n"
}
