//! Draws situations by chance: small ones first, and what a search looks at more often than the rest. The same seed and number always give
//! the same situation.

use super::focus::Focus;
use super::lexicon::{Attribute, Lexicon, Ty};
use super::luck::Stream;
use super::{Datum, Deed, Situation, Thing};
use crate::ruleset::{KindId, Value};

/// How many things of one kind a situation has at most.
const MOST_THINGS: usize = 6;

/// Draws situations.
#[derive(Debug)]
pub struct Drawer<'a> {
    lexicon: &'a Lexicon<'a>,
    focus: &'a Focus,
    seed: u64,
    fighters: Vec<String>,
    sides: Vec<String>,
}

impl<'a> Drawer<'a> {
    /// Draws from a lexicon, with more of what is in focus.
    pub fn new(lexicon: &'a Lexicon<'a>, focus: &'a Focus, seed: u64) -> Self {
        Drawer {
            lexicon,
            focus,
            seed,
            fighters: free(lexicon, FIGHTERS),
            sides: free(lexicon, SIDES),
        }
    }

    /// The situation with this number. The first are the smallest.
    pub fn draw(&self, number: u64) -> Situation {
        let mut drawing = Drawing {
            from: self,
            luck: Stream::new(self.seed, number),
            out: Situation {
                things: vec![Vec::new(); self.lexicon.kinds.len()],
                luck: super::luck::join(self.seed, number),
                ..Situation::default()
            },
            plain: number < 40,
        };
        drawing.all(number);
        drawing.out
    }
}

const FIGHTERS: &[&str] = &["ann", "bob", "cid", "dora", "eve", "finn", "gil", "hugh"];
const SIDES: &[&str] = &["heroes", "ravens", "wolves", "xorns"];

/// Those names that mean nothing else to the rules.
fn free(lexicon: &Lexicon<'_>, names: &[&str]) -> Vec<String> {
    let taken = |name: &str| {
        lexicon.rules.iter().any(|rules| {
            rules.find_word(name).is_some()
                || rules
                    .actions
                    .iter()
                    .any(|action| action.name == name || action.verb == name)
                || rules.kinds.iter().any(|kind| kind.name == name)
                || rules.phases.iter().any(|phase| phase.name == name)
        })
    };
    let free = names.iter().map(|name| {
        if taken(name) {
            format!("{name}_x")
        } else {
            (*name).to_owned()
        }
    });
    free.collect()
}

/// One situation, as it is drawn.
struct Drawing<'a, 'd> {
    from: &'d Drawer<'a>,
    luck: Stream,
    out: Situation,
    /// Only what must be said, or is in focus.
    plain: bool,
}

const SIDE: usize = KindId::SIDE.0 as usize;
const COMBATANT: usize = KindId::COMBATANT.0 as usize;
const COMBAT: usize = KindId::COMBAT.0 as usize;
const ACT: usize = KindId::ACT.0 as usize;

impl Drawing<'_, '_> {
    fn all(&mut self, number: u64) {
        // Two, three, then up to five who fight; one round, then up to three.
        let fighters = match number {
            0..40 => 2,
            40..160 => 2 + self.luck.below(2),
            _ => 2 + self.luck.below(4),
        };
        let sides = if fighters > 2 && self.luck.percent(10) {
            3
        } else {
            2
        };
        self.out.rounds = match number {
            0..40 => 1,
            40..160 => 1 + Value::from(self.luck.percent(30)),
            _ => 1 + self.luck.below(3) as Value,
        };
        self.out.skips = self.luck.percent(70);
        let names = |names: &[String], count: usize| -> Vec<Thing> {
            names
                .iter()
                .take(count)
                .map(|name| Thing {
                    name: name.clone(),
                    settings: Vec::new(),
                })
                .collect()
        };
        self.out.things[SIDE] = names(&self.from.sides, sides);
        self.out.things[COMBATANT] = names(&self.from.fighters, fighters);
        self.options();
        if self.said(COMBAT) {
            self.out.things[COMBAT] = vec![Thing {
                name: "whole".to_owned(),
                settings: Vec::new(),
            }];
        }
        for kind in 0..self.out.things.len() {
            if kind == COMBATANT {
                for fighter in 0..fighters {
                    let side = if fighter < sides {
                        fighter
                    } else {
                        self.luck.below(sides)
                    };
                    self.out.things[COMBATANT][fighter]
                        .settings
                        .push((0, Datum::Thing(side)));
                }
            }
            if kind <= COMBATANT {
                for thing in 0..self.out.things[kind].len() {
                    self.say(kind, thing);
                }
            }
        }
        for fighter in 0..fighters {
            let count = if self.plain {
                1
            } else {
                1 + self.luck.below(self.out.rounds as usize * 2)
            };
            let deeds = (0..count).filter_map(|_| self.deed(fighter)).collect();
            self.out.deeds.push(deeds);
        }
    }

    /// Sets an option or two: those in focus often, any other now and then.
    fn options(&mut self) {
        let all = 0..self.from.lexicon.options.len();
        let (near, far): (Vec<usize>, Vec<usize>) =
            all.partition(|option| self.from.focus.option(*option));
        let mut chosen: Vec<usize> = Vec::new();
        for (from, share) in [(&near, 45), (&near, 15), (&far, 10)] {
            if self.luck.percent(share)
                && let Some(option) = self.luck.one(from)
                && !chosen.contains(option)
            {
                chosen.push(*option);
            }
        }
        for option in chosen {
            let rule = &self.from.lexicon.options[option];
            if let Some(datum) = self.datum(rule, None) {
                self.out.options.push((option, datum));
            }
        }
    }

    /// Whether anything is said of the combat as a whole.
    fn said(&mut self, kind: usize) -> bool {
        let all = &self.from.lexicon.kinds[kind].attributes;
        all.iter().any(|attribute| attribute.required)
            || (0..all.len()).any(|attribute| self.from.focus.attribute(kind, attribute))
    }

    /// Says something of a thing.
    fn say(&mut self, kind: usize, thing: usize) {
        let lexicon = self.from.lexicon;
        for (index, attribute) in lexicon.kinds[kind].attributes.iter().enumerate() {
            let given = self.out.things[kind][thing]
                .settings
                .iter()
                .any(|(known, _)| *known == index);
            if given || !self.wants(kind, index, attribute) {
                continue;
            }
            if let Some(datum) = self.datum(attribute, None) {
                self.out.things[kind][thing].settings.push((index, datum));
            }
        }
    }

    /// Whether an attribute is to be set this time.
    fn wants(&mut self, kind: usize, index: usize, attribute: &Attribute) -> bool {
        let share = match attribute {
            _ if attribute.required => 100,
            _ if self.from.focus.attribute(kind, index) => 55,
            _ if self.plain => 0,
            _ if attribute.told => 8,
            _ => 2,
        };
        self.luck.percent(share)
    }

    /// What a combatant declares.
    fn deed(&mut self, fighter: usize) -> Option<Deed> {
        let lexicon = self.from.lexicon;
        let focus: Vec<usize> = (0..lexicon.actions.len())
            .filter(|action| self.from.focus.action(*action))
            .collect();
        let action = match self.luck.one(&focus) {
            Some(action) if self.luck.percent(75) => *action,
            _ => self.luck.below(lexicon.actions.len().max(1)),
        };
        let rule = lexicon.actions.get(action)?;
        let mut settings = Vec::new();
        for (index, attribute) in lexicon.of_acts().iter().enumerate() {
            let aims = rule.object == Some(index) || rule.at == Some(index);
            let read = rule.reads.contains(&index);
            let wants = if aims {
                self.luck.percent(97) || attribute.required
            } else if read {
                self.luck.percent(if self.from.focus.attribute(ACT, index) {
                    60
                } else if self.plain {
                    20
                } else {
                    35
                }) || attribute.required
            } else {
                self.wants(ACT, index, attribute)
            };
            if wants && let Some(datum) = self.datum(attribute, Some(fighter)) {
                settings.push((index, datum));
            }
        }
        Some(Deed {
            action,
            settings,
            at: None,
        })
    }

    /// A value for an attribute; of a combatant's act it aims at an enemy, as a rule.
    fn datum(&mut self, attribute: &Attribute, of: Option<usize>) -> Option<Datum> {
        if attribute.optional && !attribute.required && self.luck.percent(6) {
            return Some(Datum::Missing);
        }
        Some(match &attribute.ty {
            Ty::YesNo => Datum::YesNo(self.luck.percent(70)),
            Ty::Number => Datum::Number(self.number(attribute)),
            Ty::Words(words) => {
                let focus: Vec<usize> = (0..words.len())
                    .filter(|word| self.from.focus.words.contains(&words[*word]))
                    .collect();
                match self.luck.one(&focus) {
                    Some(word) if self.luck.percent(60) => Datum::Word(*word),
                    _ => Datum::Word(self.luck.below(words.len())),
                }
            }
            Ty::Text => Datum::Text,
            Ty::Action => Datum::Action(self.luck.below(self.from.lexicon.actions.len().max(1))),
            Ty::Thing(COMBATANT) => {
                let count = self.out.things[COMBATANT].len();
                let enemies: Vec<usize> = (0..count)
                    .filter(|other| self.side_of(*other) != of.and_then(|of| self.side_of(of)))
                    .collect();
                match self.luck.one(&enemies) {
                    Some(enemy) if self.luck.percent(88) => Datum::Thing(*enemy),
                    _ => Datum::Thing(self.luck.below(count)),
                }
            }
            Ty::Thing(SIDE) => Datum::Thing(self.luck.below(self.out.things[SIDE].len())),
            Ty::Thing(kind) => Datum::Thing(self.thing(*kind)?),
        })
    }

    fn side_of(&self, fighter: usize) -> Option<usize> {
        match self.out.things[COMBATANT].get(fighter)?.settings.first()? {
            (0, Datum::Thing(side)) => Some(*side),
            _ => None,
        }
    }

    fn number(&mut self, attribute: &Attribute) -> Value {
        let near = self.luck.below(3) as Value - 1;
        let focus = &self.from.focus.numbers;
        let size = focus.iter().filter(|number| **number < 100).count();
        match self.luck.below(100) {
            0..45 if !attribute.numbers.is_empty() => {
                let number = attribute.numbers[self.luck.below(attribute.numbers.len())];
                let moved = number + near;
                if number >= 0 { moved.max(0) } else { moved }
            }
            45..60 if size > 0 => {
                let numbers: Vec<Value> = focus
                    .iter()
                    .copied()
                    .filter(|number| *number < 100)
                    .collect();
                (numbers[self.luck.below(numbers.len())] + near).max(0)
            }
            60..90 => self.luck.below(7) as Value,
            _ => self.luck.below(20) as Value + 1,
        }
    }

    /// A thing of a kind: one that is there, or a new one.
    fn thing(&mut self, kind: usize) -> Option<usize> {
        let there = self.out.things[kind].len();
        if there > 0 && (there >= MOST_THINGS || self.luck.percent(50)) {
            return Some(self.luck.below(there));
        }
        let name = &self.from.lexicon.kinds[kind].name;
        let letter = (b'a' + there as u8) as char;
        self.out.things[kind].push(Thing {
            name: format!("{name}_{letter}"),
            settings: Vec::new(),
        });
        self.say(kind, there);
        Some(there)
    }
}

impl Situation {
    /// Leaves out what is declared on no occasion.
    pub fn forget_undeclared(&mut self) {
        for deeds in &mut self.deeds {
            deeds.retain(|deed| deed.at.is_some());
        }
    }
}
