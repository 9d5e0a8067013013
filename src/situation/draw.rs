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
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) focus: &'a Focus,
    seed: u64,
    pub(super) fighters: Vec<String>,
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
        let mut drawing = self.drawing(number);
        drawing.all(number);
        drawing.out
    }

    /// An empty sheet.
    pub(super) fn drawing(&self, number: u64) -> Drawing<'a, '_> {
        Drawing {
            from: self,
            luck: Stream::new(self.seed, number),
            out: Situation {
                things: vec![Vec::new(); self.lexicon.kinds.len()],
                luck: super::luck::join(self.seed, number),
                ..Situation::default()
            },
            plain: number < PLAIN,
            thorough: number % 4 == 3,
            given: Vec::new(),
            pair: None,
        }
    }
}

/// So many situations are as plain as they can be, and so many small.
const PLAIN: u64 = 40;
const SMALL: u64 = 160;

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
pub(super) struct Drawing<'a, 'd> {
    pub from: &'d Drawer<'a>,
    pub luck: Stream,
    pub out: Situation,
    /// Only what must be said, or is in focus.
    plain: bool,
    /// Nearly all that is in focus is said.
    thorough: bool,
    /// What has been said, by kind and attribute.
    pub given: Vec<(usize, usize, Datum)>,
    /// What the first combatant and the first of its enemies do, at each other.
    pair: Option<[usize; 2]>,
}

pub(super) const SIDE: usize = KindId::SIDE.0 as usize;
pub(super) const COMBATANT: usize = KindId::COMBATANT.0 as usize;
const COMBAT: usize = KindId::COMBAT.0 as usize;
const ACT: usize = KindId::ACT.0 as usize;

impl Drawing<'_, '_> {
    fn all(&mut self, number: u64) {
        // Two, three, then up to five who fight; one round, then up to three.
        let fighters = match number {
            0..PLAIN => 2,
            PLAIN..SMALL => 2 + self.luck.below(2),
            _ => 2 + self.luck.below(4),
        };
        let sides = if fighters > 2 && self.luck.percent(10) {
            3
        } else {
            2
        };
        self.out.rounds = match number {
            0..PLAIN => 1,
            PLAIN..SMALL => 1 + Value::from(self.luck.percent(30)),
            _ => 1 + self.luck.below(3) as Value,
        };
        self.out.skips = self
            .luck
            .percent(if self.from.focus.early { 25 } else { 70 });
        if self.luck.percent(30) {
            let is_face = |number: &Value| (1..=100).contains(number);
            let numbers = self.from.focus.numbers.iter().copied();
            self.out.faces = numbers.filter(is_face).collect();
        }
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
        self.pair = self.pair();
        for fighter in 0..fighters {
            let count = if self.plain {
                1
            } else {
                1 + self.luck.below(self.out.rounds as usize * 2)
            };
            let deeds = (0..count).filter_map(|deed| self.deed(fighter, deed == 0));
            let deeds = deeds.collect();
            self.out.deeds.push(deeds);
        }
    }

    /// Two acts of an exception that is in focus.
    fn pair(&mut self) -> Option<[usize; 2]> {
        let from = self.from;
        let pair = self.luck.one(&from.focus.pairs)?;
        if self.luck.percent(40) {
            return None;
        }
        let [first, second] = [&pair[0], &pair[1]].map(|actions| {
            let known = self.luck.one(actions).copied();
            known.unwrap_or_else(|| self.luck.below(from.lexicon.actions.len().max(1)))
        });
        Some(if self.luck.percent(50) {
            [first, second]
        } else {
            [second, first]
        })
    }

    /// Sets an option or two: those in focus often, any other now and then.
    pub(super) fn options(&mut self) {
        let all = 0..self.from.lexicon.options.len();
        let (near, far): (Vec<usize>, Vec<usize>) =
            all.partition(|option| self.from.focus.option(*option));
        let mut chosen: Vec<usize> = Vec::new();
        if self.thorough {
            chosen.extend(near.iter().filter(|_| self.luck.percent(90)));
        }
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
            if let Some(datum) = self.new_datum(rule, None) {
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
    pub(super) fn say(&mut self, kind: usize, thing: usize) {
        let lexicon = self.from.lexicon;
        for (index, attribute) in lexicon.kinds[kind].attributes.iter().enumerate() {
            let given = self.out.things[kind][thing]
                .settings
                .iter()
                .any(|(known, _)| *known == index);
            if given || !self.wants(kind, index, attribute) {
                continue;
            }
            if let Some(datum) = self.datum((kind, index), attribute, None) {
                self.out.things[kind][thing].settings.push((index, datum));
            }
        }
    }

    /// Whether an attribute is to be set this time.
    fn wants(&mut self, kind: usize, index: usize, attribute: &Attribute) -> bool {
        let share = match attribute {
            _ if attribute.required => 100,
            _ if self.from.focus.attribute(kind, index) => {
                if self.thorough {
                    90
                } else {
                    55
                }
            }
            _ if self.plain => 0,
            _ if attribute.told => 8,
            _ => 2,
        };
        self.luck.percent(share)
    }

    /// What a combatant declares.
    pub(super) fn deed(&mut self, fighter: usize, is_first: bool) -> Option<Deed> {
        let lexicon = self.from.lexicon;
        let focus = &self.from.focus.actions;
        let paired = self.pair.and_then(|pair| pair.get(fighter).copied());
        let action = match (paired, self.luck.one(focus)) {
            (Some(action), _) if is_first => action,
            _ if self.luck.percent(20) && self.declared().is_some() => self.declared()?,
            (_, Some(action)) if self.luck.percent(75) => *action,
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
                    if self.thorough { 90 } else { 60 }
                } else if self.plain {
                    20
                } else {
                    35
                }) || attribute.required
            } else {
                self.wants(ACT, index, attribute)
            };
            if wants && let Some(datum) = self.datum((ACT, index), attribute, Some(fighter)) {
                settings.push((index, datum));
            }
        }
        Some(Deed {
            action,
            settings,
            along: !is_first && self.luck.percent(35),
            at: None,
        })
    }

    /// What the last who declared something declared first.
    fn declared(&self) -> Option<usize> {
        Some(self.out.deeds.last()?.first()?.action)
    }

    /// A value for an attribute: now and then one that this attribute has elsewhere, or one beside it, for rules compare.
    pub(super) fn datum(
        &mut self,
        place: (usize, usize),
        attribute: &Attribute,
        of: Option<usize>,
    ) -> Option<Datum> {
        let datum = match self.known(place, attribute) {
            Some(known) => known,
            None => self.new_datum(attribute, of)?,
        };
        self.given.push((place.0, place.1, datum));
        Some(datum)
    }

    fn known(&mut self, (kind, index): (usize, usize), attribute: &Attribute) -> Option<Datum> {
        if attribute.ty == Ty::Thing(COMBATANT) || !self.luck.percent(30) {
            return None;
        }
        let kinds = &self.from.lexicon.kinds;
        let comparable = |(of, at, datum): &&(usize, usize, Datum)| {
            let other = &kinds[*of].attributes[*at];
            (*of, *at) == (kind, index)
                || (matches!(datum, Datum::Number(_)) && attribute.ty == Ty::Number)
                    && other.unit == attribute.unit
        };
        let same: Vec<Datum> = self
            .given
            .iter()
            .filter(|given| (given.0, given.1) == (kind, index))
            .map(|(.., datum)| *datum)
            .collect();
        let all: Vec<Datum> = match same.is_empty() || self.luck.percent(25) {
            true => self
                .given
                .iter()
                .filter(comparable)
                .map(|(.., datum)| *datum)
                .collect(),
            false => same,
        };
        Some(match *self.luck.one(&all)? {
            Datum::Number(number) if number > 0 => {
                Datum::Number(number + [0, 0, 0, 1, -1][self.luck.below(5)])
            }
            Datum::Missing if !attribute.optional => return None,
            datum => datum,
        })
    }

    /// A value for an attribute; of a combatant's act it aims at an enemy, as a rule.
    fn new_datum(&mut self, attribute: &Attribute, of: Option<usize>) -> Option<Datum> {
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
                let paired = self.pair.is_some() && of.is_some_and(|of| of < 2);
                match self.luck.one(&enemies) {
                    Some(_) if self.luck.percent(if paired { 80 } else { 25 }) => {
                        Datum::Thing(enemies[0])
                    }
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
