//! Makes a situation smaller for as long as something stays true of it: fewer who fight, fewer acts, fewer words about them, smaller
//! numbers. What must stay true is for the caller to say; nothing is run here.

use super::lexicon::Lexicon;
use super::{Datum, DeclaredDeed, SharedOccasion, Situation};
use crate::ruleset::{KindId, Value};
use std::collections::BTreeSet;

/// What the caller found when it played a situation of which it is still true.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The dice that were rolled.
    pub dice: Vec<(SharedOccasion, Vec<Value>)>,
    /// The occasions with an answer other than the default.
    pub answered: Vec<SharedOccasion>,
}

/// The smallest situation that is found from this one, with at most `tries` attempts. `judge` plays a situation and says whether it still
/// shows what is sought; it may write into it when what is declared is declared.
pub fn shrink(
    start: Situation,
    lexicon: &Lexicon<'_>,
    tries: usize,
    judge: &mut dyn FnMut(&mut Situation) -> Option<Judged>,
) -> Situation {
    let mut shrinking = Shrinking {
        needed: needed(lexicon),
        best: start,
        found: Judged::default(),
        left: tries,
        lexicon,
        judge,
    };
    let mut first = shrinking.best.clone();
    match (shrinking.judge)(&mut first) {
        Some(found) => (shrinking.best, shrinking.found) = (first, found),
        None => return shrinking.best,
    }
    loop {
        let before = shrinking.best.size();
        shrinking.round();
        if shrinking.best.size() >= before || shrinking.left == 0 {
            return shrinking.best;
        }
    }
}

/// By action, the attributes of acts without which the acts of some rule file cannot be carried out: a situation without them shows nothing but that.
fn needed(lexicon: &Lexicon<'_>) -> BTreeSet<(usize, usize)> {
    let mut needed = BTreeSet::new();
    for (which, rules) in lexicon.rules.iter().enumerate() {
        let with = rules.carried_out_with();
        for (number, action) in lexicon.actions.iter().enumerate() {
            let of_action = action.ids[which].and_then(|id| with.get(&id));
            for (slot, _) in of_action.into_iter().flatten() {
                let place = lexicon.place_among_acts(which, *slot);
                needed.extend(place.map(|place| (number, place)));
            }
        }
    }
    needed
}

struct Shrinking<'a> {
    /// What stays of acts.
    needed: BTreeSet<(usize, usize)>,
    best: Situation,
    found: Judged,
    left: usize,
    lexicon: &'a Lexicon<'a>,
    judge: &'a mut dyn FnMut(&mut Situation) -> Option<Judged>,
}

const COMBATANT: usize = KindId::COMBATANT.0 as usize;

impl Shrinking<'_> {
    /// Keeps what a change makes of the best situation, if it is smaller and still judged true.
    fn attempt(&mut self, change: impl FnOnce(&mut Situation)) -> bool {
        if self.left == 0 {
            return false;
        }
        let mut changed = self.best.clone();
        change(&mut changed);
        if changed.size() >= self.best.size() {
            return false;
        }
        self.left -= 1;
        match (self.judge)(&mut changed) {
            Some(found) => {
                self.best = changed;
                self.found = found;
                true
            }
            None => false,
        }
    }

    fn round(&mut self) {
        self.attempt(|situation| situation.skips = true);
        while self.best.rounds > 1 && self.attempt(|situation| situation.rounds -= 1) {}
        for kind in (0..self.best.things.len()).rev() {
            for thing in (0..self.best.things[kind].len()).rev() {
                // Without any who fight it is no situation.
                if kind == COMBATANT && self.best.things[kind].len() == 1 {
                    break;
                }
                let lexicon = self.lexicon;
                self.attempt(|situation| situation.without(lexicon, kind, thing));
            }
        }
        for actor in 0..self.best.deeds.len() {
            for deed in (0..self.best.deeds[actor].len()).rev() {
                self.attempt(|situation| _ = situation.deeds[actor].remove(deed));
            }
        }
        for option in (0..self.best.options.len()).rev() {
            self.attempt(|situation| _ = situation.options.remove(option));
        }
        for place in self.places() {
            let mut index = place.settings(&mut self.best).len();
            while index > 0 {
                index -= 1;
                let stays = self.is_needed(place, index);
                if stays || !self.attempt(|situation| _ = place.settings(situation).remove(index)) {
                    self.simplify(place, index);
                }
            }
        }
        self.dice();
        for on in self.found.answered.clone() {
            if self.left > 0 {
                let mut changed = self.best.clone();
                changed.silent.insert(on);
                self.left -= 1;
                if let Some(found) = (self.judge)(&mut changed) {
                    (self.best, self.found) = (changed, found);
                }
            }
        }
    }

    /// Whether a setting is of an act that cannot be carried out without it.
    fn is_needed(&self, place: SettingsOwner, index: usize) -> bool {
        let SettingsOwner::Deed(actor, deed) = place else {
            return false;
        };
        let deed = &self.best.deeds[actor][deed];
        self.needed.contains(&(deed.action, deed.settings[index].0))
    }

    /// Where settings stand.
    fn places(&self) -> Vec<SettingsOwner> {
        let things = self.best.things.iter().enumerate();
        let things = things.flat_map(|(kind, all)| {
            (0..all.len()).map(move |thing| SettingsOwner::Thing(kind, thing))
        });
        let deeds = self.best.deeds.iter().enumerate();
        let deeds = deeds.flat_map(|(actor, all)| {
            (0..all.len()).map(move |deed| SettingsOwner::Deed(actor, deed))
        });
        things.chain(deeds).collect()
    }

    /// A smaller number in place of a number.
    fn simplify(&mut self, place: SettingsOwner, index: usize) {
        while let Datum::Number(number) = place.settings(&mut self.best)[index].1 {
            let smaller = [1, 0, number / 2, number - number.signum()];
            let done = smaller.into_iter().any(|smaller| {
                smaller != number
                    && self.attempt(|situation| {
                        place.settings(situation)[index].1 = Datum::Number(smaller)
                    })
            });
            if !done {
                return;
            }
        }
    }

    /// Writes the dice down, and makes each of them as small as it can be.
    fn dice(&mut self) {
        let shown = self.found.dice.clone();
        let mut written = self.best.clone();
        written.dice = shown.iter().cloned().collect();
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let Some(found) = (self.judge)(&mut written) else {
            return;
        };
        (self.best, self.found) = (written, found);
        for (on, faces) in shown {
            for die in 0..faces.len() {
                for smaller in [1, faces[die] / 2, faces[die] - 1] {
                    // Another run can have needed fewer of them.
                    let now = self.best.dice.get(&on).and_then(|faces| faces.get(die));
                    let now = now.copied().unwrap_or_default();
                    if (1..now).contains(&smaller)
                        && self.attempt(|situation| {
                            let faces = situation.dice.get_mut(&on);
                            if let Some(face) = faces.and_then(|faces| faces.get_mut(die)) {
                                *face = smaller;
                            }
                        })
                    {
                        break;
                    }
                }
            }
        }
    }
}

/// Where settings stand.
#[derive(Clone, Copy, Debug)]
enum SettingsOwner {
    Thing(usize, usize),
    Deed(usize, usize),
}

impl SettingsOwner {
    fn settings(self, situation: &mut Situation) -> &mut Vec<(usize, Datum)> {
        match self {
            SettingsOwner::Thing(kind, thing) => &mut situation.things[kind][thing].settings,
            SettingsOwner::Deed(actor, deed) => &mut situation.deeds[actor][deed].settings,
        }
    }
}

impl Situation {
    /// Takes a thing out, with all that is said of it and done to it.
    fn without(&mut self, lexicon: &Lexicon<'_>, kind: usize, thing: usize) {
        self.things[kind].remove(thing);
        if kind == COMBATANT && thing < self.deeds.len() {
            self.deeds.remove(thing);
        }
        let points_at = |attributes: &[super::LexiconAttribute],
                         (index, datum): &(usize, Datum)| {
            attributes[*index].ty == super::Ty::Thing(kind) && *datum == Datum::Thing(thing)
        };
        let of_acts = lexicon.of_acts();
        for deeds in &mut self.deeds {
            deeds.retain(|deed: &DeclaredDeed| {
                !deed
                    .settings
                    .iter()
                    .any(|setting| points_at(of_acts, setting))
            });
        }
        let moved = |attributes: &[super::LexiconAttribute], settings: &mut Vec<(usize, Datum)>| {
            settings.retain(|setting| !points_at(attributes, setting));
            for (index, datum) in settings {
                if let Datum::Thing(at) = datum
                    && attributes[*index].ty == super::Ty::Thing(kind)
                    && *at > thing
                {
                    *at -= 1;
                }
            }
        };
        for (of, things) in lexicon.kinds.iter().zip(&mut self.things) {
            for thing in things {
                moved(&of.attributes, &mut thing.settings);
            }
        }
        for deed in self.deeds.iter_mut().flatten() {
            moved(of_acts, &mut deed.settings);
        }
    }
}
