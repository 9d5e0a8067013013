//! Draws the values of attributes: new ones, near the numbers at which rules draw a line, and those that others have already, for rules
//! compare.

use super::generator::{COMBATANT, Generation, SIDE};
use super::lexicon::{LexiconAttribute, Ty};
use super::{Datum, SituationThing};
use crate::ruleset::Value;

/// How many things may be made one for the other; a chain of kinds that goes on is left as it is.
const MOST_THINGS_FOR_ONE: u32 = 32;

/// How many things of one kind a situation has at most.
const MOST_THINGS: usize = 6;

impl Generation<'_, '_> {
    /// A value for an attribute: now and then one that this attribute has elsewhere, or one beside it, for rules compare.
    pub(super) fn datum(
        &mut self,
        place: (usize, usize),
        attribute: &LexiconAttribute,
        of: Option<usize>,
    ) -> Option<Datum> {
        let datum = match self.known(place, attribute) {
            Some(known) => known,
            None => self.new_datum(attribute, of)?,
        };
        self.given.push((place.0, place.1, datum));
        Some(datum)
    }

    fn known(
        &mut self,
        (kind, index): (usize, usize),
        attribute: &LexiconAttribute,
    ) -> Option<Datum> {
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
    pub(super) fn new_datum(
        &mut self,
        attribute: &LexiconAttribute,
        of: Option<usize>,
    ) -> Option<Datum> {
        if attribute.optional && !attribute.required && self.luck.percent(6) {
            return Some(Datum::Missing);
        }
        Some(match &attribute.ty {
            Ty::YesNo => Datum::YesNo(self.luck.percent(70)),
            Ty::Number => Datum::Number(self.number(attribute)),
            Ty::Words(words) => {
                let focus: Vec<usize> = (0..words.len())
                    .filter(|word| self.view.words.contains(&words[*word]))
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

    fn number(&mut self, attribute: &LexiconAttribute) -> Value {
        let near = self.luck.below(3) as Value - 1;
        let focus = &self.view.numbers;
        // What is usually none, or compared with it, can go below: a penalty, say.
        if attribute.unit.is_none() && attribute.numbers.contains(&0) && self.luck.percent(10) {
            return -1 - self.luck.below(4) as Value;
        }
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
        if self.deep == MOST_THINGS_FOR_ONE || self.is_of_pairs(kind) {
            return None;
        }
        self.deep += 1;
        self.new_thing(kind);
        self.deep -= 1;
        Some(there)
    }

    /// Whether there is one for every two others by itself.
    pub(super) fn is_of_pairs(&self, kind: usize) -> bool {
        let lexicon = self.from.lexicon;
        let mut known = lexicon.kinds[kind].ids.iter().zip(&lexicon.rules);
        known.any(|(id, rules)| id.is_some_and(|id| rules.kinds[id.index()].pair.is_some()))
    }

    pub(super) fn new_thing(&mut self, kind: usize) {
        let there = self.out.things[kind].len();
        let name = &self.from.lexicon.kinds[kind].name;
        let letter = (b'a' + there as u8) as char;
        self.out.things[kind].push(SituationThing::named(format!("{name}_{letter}")));
        self.say(kind, there);
    }
}
