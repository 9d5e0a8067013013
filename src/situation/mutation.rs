//! Mutates a situation that nearly shows what is sought: another seed, one changed part, one more record or act.

use super::focus::Nearness;
use super::generator::{COMBATANT, Generation, Generator, SIDE};
use super::{Datum, Situation, SituationThing};
use crate::ruleset::Value;

/// How many who fight, and how many repetitions, a situation is varied to at most.
const MOST_FIGHTERS: usize = 5;
const MOST_ROUNDS: Value = 3;

impl Generator<'_> {
    /// A situation like this one. The same seed and number always give the same.
    pub fn vary(&self, like: &Situation, number: u64) -> Situation {
        let mut drawing = self.drawing(number);
        let fresh = drawing.out.luck;
        drawing.out = like.clone();
        drawing.forget();
        for _ in 0..=drawing.luck.below(3) {
            drawing.change(fresh);
        }
        drawing.out
    }
}

impl Generation<'_, '_> {
    /// What came of being played; and what is said is known.
    fn forget(&mut self) {
        self.out.dice.clear();
        self.out.silent.clear();
        for deed in self.out.deeds.iter_mut().flatten() {
            deed.at = None;
        }
        let things = self.out.things.iter().enumerate();
        let said = things.flat_map(|(kind, things)| {
            let settings = things.iter().flat_map(|thing| &thing.settings);
            settings.map(move |(index, datum)| (kind, *index, *datum))
        });
        self.given = said.collect();
    }

    fn change(&mut self, fresh: u64) {
        match self.luck.below(10) {
            0 => self.out.luck = fresh,
            1..5 => self.say_otherwise(),
            5 | 6 => self.declare_otherwise(),
            7 => self.one_more(),
            8 => {
                self.out.options.clear();
                self.options();
            }
            _ if self.out.rounds < MOST_ROUNDS => self.out.rounds += 1,
            _ => self.out.skips = !self.out.skips,
        }
    }

    /// One thing has another value for one attribute, or nothing is said of it.
    fn say_otherwise(&mut self) {
        let lexicon = self.from.lexicon;
        let places: Vec<(usize, usize)> = (self.out.things.iter().enumerate())
            .flat_map(|(kind, things)| (0..things.len()).map(move |thing| (kind, thing)))
            .collect();
        let Some(&(kind, thing)) = self.luck.one(&places) else {
            return;
        };
        let attributes = &lexicon.kinds[kind].attributes;
        let settings = &self.out.things[kind][thing].settings;
        let wanted = |index: &usize| {
            let said = settings.iter().any(|(known, _)| known == index);
            (said || self.view.attribute(kind, *index) > Nearness::Nowhere)
                && (kind, *index) != (COMBATANT, 0)
        };
        let wanted: Vec<usize> = (0..attributes.len()).filter(wanted).collect();
        let Some(&index) = self.luck.one(&wanted) else {
            return;
        };
        let attribute = &attributes[index];
        let datum = match self.luck.percent(15) && !attribute.required {
            true => None,
            false => self.datum((kind, index), attribute, None),
        };
        let settings = &mut self.out.things[kind][thing].settings;
        settings.retain(|(known, _)| *known != index);
        settings.extend(datum.map(|datum| (index, datum)));
    }

    /// Adds an act, or changes one.
    fn declare_otherwise(&mut self) {
        let fighter = self.luck.below(self.out.deeds.len().max(1));
        let Some(deed) = self.deed(fighter, false) else {
            return;
        };
        let Some(deeds) = self.out.deeds.get_mut(fighter) else {
            return;
        };
        let place = self.luck.below(deeds.len() + 1);
        match deeds.get_mut(place) {
            Some(old) => *old = deed,
            None => deeds.push(deed),
        }
    }

    /// One more who fights.
    fn one_more(&mut self) {
        let fighter = self.out.things[COMBATANT].len();
        let sides = self.out.things[SIDE].len();
        if fighter >= MOST_FIGHTERS || sides == 0 {
            return;
        }
        let side = self.luck.below(sides);
        self.out.things[COMBATANT].push(SituationThing {
            name: self.from.fighters[fighter].clone(),
            settings: vec![(0, Datum::Thing(side))],
        });
        self.say(COMBATANT, fighter);
        let deeds = self.deed(fighter, true).into_iter().collect();
        self.out.deeds.push(deeds);
    }
}
