//! Draws situations by chance: small ones first, and what a search looks at more often than the rest. The same seed and number always give
//! the same situation.

use super::focus::{Focus, Mentions, Nearness};
use super::lexicon::{Lexicon, LexiconAttribute, Ty};
use super::random::{Stream, below, join};
use super::{Datum, DeclaredDeed, Situation, SituationThing};
use crate::ruleset::{KindId, Value};

/// Draws situations.
#[derive(Debug)]
pub struct Generator<'a> {
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) focus: &'a Focus,
    seed: u64,
    pub(super) fighters: Vec<String>,
    sides: Vec<String>,
}

impl<'a> Generator<'a> {
    /// Draws from a lexicon, with more of what is in focus.
    pub fn new(lexicon: &'a Lexicon<'a>, focus: &'a Focus, seed: u64) -> Self {
        Generator {
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
    pub(super) fn drawing(&self, number: u64) -> Generation<'a, '_> {
        let mut luck = Stream::new(self.seed, number);
        let narrow = luck.percent(NARROW);
        Generation {
            from: self,
            view: if narrow {
                &self.focus.narrow
            } else {
                &self.focus.wide
            },
            luck,
            out: Situation {
                things: vec![Vec::new(); self.lexicon.kinds.len()],
                luck: join(self.seed, number),
                ..Situation::default()
            },
            density: DENSITIES[below(join(self.seed, number), DENSITIES.len() as u64) as usize],
            plain: number < PLAIN,
            thorough: number % 4 == 3,
            keeps_out: below(join(join(self.seed, number), KEPT_OUT), 100) < KEPT_OUT,
            given: Vec::new(),
            favourites: Vec::new(),
            pair: None,
            deep: 0,
        }
    }
}

/// So many situations of a hundred are drawn by the narrow view.
const NARROW: usize = 55;

/// Of so many things in a hundred that are near a situation speaks: some conditions hold where little is said, some where much is.
const DENSITIES: [u64; 3] = [20, 50, 85];

/// So many situations of a hundred say nothing that rules keep.
const KEPT_OUT: u64 = 60;

/// How often something near is said, of a hundred times.
const NEAR: usize = 55;

/// How many actions are a situation's favourites.
const FAVOURITES: usize = 3;

/// How often another setting of an option than its usual one is looked for.
const TRIES_OF_OTHER: usize = 4;

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
pub(super) struct Generation<'a, 'd> {
    pub from: &'d Generator<'a>,
    pub view: &'a Mentions,
    pub luck: Stream,
    pub out: Situation,
    /// Of a hundred things that are near by the narrow view so many are said of nearly all.
    density: u64,
    /// Only what must be said, or is in focus.
    plain: bool,
    /// Nearly all that is in focus is said.
    thorough: bool,
    /// Nothing is said that rules keep.
    keeps_out: bool,
    /// What has been said, by kind and attribute.
    pub given: Vec<(usize, usize, Datum)>,
    /// Actions that are declared more often than others that are not near.
    favourites: Vec<usize>,
    /// What the first combatant and the first of its enemies do, at each other.
    pub pair: Option<[usize; 2]>,
    /// How many things are being made, one for the other.
    pub deep: u32,
}

pub(super) const SIDE: usize = KindId::SIDE.0 as usize;
pub(super) const COMBATANT: usize = KindId::COMBATANT.0 as usize;
const COMBAT: usize = KindId::COMBAT.0 as usize;
const ACT: usize = KindId::ACT.0 as usize;

impl Generation<'_, '_> {
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
        self.out.skips = self.luck.percent(if self.view.early { 25 } else { 70 });
        if self.luck.percent(30) {
            let is_face = |number: &Value| (1..=100).contains(number);
            let numbers = self.view.numbers.iter().copied();
            self.out.faces = numbers.filter(is_face).collect();
        }
        let names = |names: &[String], count: usize| -> Vec<SituationThing> {
            let names = names.iter().take(count).cloned();
            names.map(SituationThing::named).collect()
        };
        self.out.things[SIDE] = names(&self.from.sides, sides);
        self.out.things[COMBATANT] = names(&self.from.fighters, fighters);
        self.options();
        if self.said(COMBAT) {
            self.out.things[COMBAT] = vec![SituationThing::named("whole".to_owned())];
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
        for kind in ACT + 1..self.out.things.len() {
            self.loose(kind);
        }
        self.pair = self.pair();
        let actions = self.from.lexicon.actions.len().max(1);
        self.favourites = (0..FAVOURITES).map(|_| self.luck.below(actions)).collect();
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

    /// Things of a kind at which nothing points: two who stand near each other, say.
    fn loose(&mut self, kind: usize) {
        let kinds = &self.from.lexicon.kinds;
        if self.is_of_pairs(kind) {
            return;
        }
        let mut attributes = kinds.iter().flat_map(|kind| &kind.attributes);
        let share = match self.view.kind(kind) {
            Nearness::Near if self.view.is_narrow => 85,
            Nearness::Near => 60,
            _ if self.plain => 0,
            Nearness::Far => 40,
            Nearness::Nowhere => 15,
        };
        if !attributes.any(|attribute| attribute.ty == Ty::Thing(kind)) && self.luck.percent(share)
        {
            for _ in 0..=self.luck.below(2) {
                self.new_thing(kind);
            }
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
        let [near, far, other] =
            [Nearness::Near, Nearness::Far, Nearness::Nowhere].map(|nearness| {
                let all = 0..self.from.lexicon.options.len();
                all.filter(|option| self.view.option(*option) == nearness)
                    .collect::<Vec<usize>>()
            });
        let mut chosen: Vec<usize> = Vec::new();
        if self.thorough {
            chosen.extend(near.iter().filter(|_| self.luck.percent(90)));
        } else if self.view.is_narrow {
            let share = self.density as usize / 2;
            chosen.extend(near.iter().filter(|_| self.luck.percent(10 + share)));
            chosen.extend(far.iter().filter(|_| self.luck.percent(share / 2)));
        }
        for (from, share) in [(&near, 45), (&near, 15), (&far, 20), (&other, 5)] {
            if self.luck.percent(share)
                && let Some(option) = self.luck.one(from)
                && !chosen.contains(option)
            {
                chosen.push(*option);
            }
        }
        for option in chosen {
            let rule = &self.from.lexicon.options[option];
            // Where the rule files themselves differ, nothing is to hide it.
            let differs = rule.usual.iter().any(|usual| *usual != rule.usual[0]);
            if differs && self.luck.percent(90) {
                continue;
            }
            for _ in 0..TRIES_OF_OTHER {
                let Some(datum) = self.new_datum(rule, None) else {
                    break;
                };
                if !rule.usual.contains(&datum) {
                    self.out.options.push((option, datum));
                    break;
                }
            }
        }
    }

    /// Whether anything is said of the combat as a whole.
    fn said(&mut self, kind: usize) -> bool {
        let all = &self.from.lexicon.kinds[kind].attributes;
        all.iter().any(|attribute| attribute.required)
            || (0..all.len())
                .any(|attribute| self.view.attribute(kind, attribute) > Nearness::Nowhere)
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

    /// Whether an attribute is to be set this time. A situation has its own favourites: of some attributes it says much, of others next to
    /// nothing, so that not everything gets into the way of everything else.
    fn wants(&mut self, kind: usize, index: usize, attribute: &LexiconAttribute) -> bool {
        let kept =
            usize::from(self.is_kept_by_rules(kind, attribute)) + usize::from(attribute.kept);
        let share = match self.view.attribute(kind, index) {
            _ if attribute.required => return true,
            _ if attribute.kept && self.keeps_out => return false,
            Nearness::Near => [NEAR, 25, 12][kept],
            _ if self.plain => 0,
            Nearness::Far => [25, 8, 4][kept],
            Nearness::Nowhere => {
                if attribute.told {
                    6
                } else {
                    2
                }
            }
        };
        self.favoured(kind, index, share)
    }

    /// Whether something that is said so many times of a hundred is said this time.
    fn favoured(&mut self, kind: usize, index: usize, share: usize) -> bool {
        let place = (kind as u64) << 32 | index as u64;
        let luck = join(self.out.luck, place);
        let share = match below(luck, 3) {
            // For all records or for very few: rules mostly compare the same attribute of two records.
            _ if self.view.is_narrow && share >= NEAR => {
                match below(join(luck, 1), 100) < self.density {
                    true => 96,
                    false => 5,
                }
            }
            _ if self.plain => share,
            0 => share / 8,
            1 => share,
            _ => (share * 3 / 2).min(95),
        };
        let share = if self.thorough {
            (share * 3 / 2).min(95)
        } else {
            share
        };
        self.luck.percent(share)
    }

    /// Whether an attribute is there for the rules to remember something: the others of its kind have a text.
    fn is_kept_by_rules(&self, kind: usize, attribute: &LexiconAttribute) -> bool {
        let all = &self.from.lexicon.kinds[kind].attributes;
        !attribute.told && all.iter().any(|other| other.told)
    }

    /// What a combatant declares.
    pub(super) fn deed(&mut self, fighter: usize, is_first: bool) -> Option<DeclaredDeed> {
        let lexicon = self.from.lexicon;
        let near = self.view.actions(Nearness::Near);
        let far = self.view.actions(Nearness::Far);
        let paired = self.pair.and_then(|pair| pair.get(fighter).copied());
        // What is named narrowly may be named as what is not meant.
        let (most_near, most_far) = if self.view.is_narrow {
            (55, 78)
        } else {
            (70, 85)
        };
        let chance = self.luck.below(100);
        let action = match paired {
            Some(action) if is_first => action,
            _ if chance < 20 && self.declared().is_some() => self.declared()?,
            _ if (20..most_near).contains(&chance) && !near.is_empty() => *self.luck.one(&near)?,
            _ if (20..most_far).contains(&chance) && !far.is_empty() => *self.luck.one(&far)?,
            _ if (20..95).contains(&chance) && !self.favourites.is_empty() => {
                *self.luck.one(&self.favourites)?
            }
            _ => self.luck.below(lexicon.actions.len().max(1)),
        };
        let rule = lexicon.actions.get(action).filter(|rule| rule.declarable)?;
        let mut settings = Vec::new();
        for (index, attribute) in lexicon.of_acts().iter().enumerate() {
            let aims = rule.object == Some(index) || rule.at == Some(index);
            let read = rule.reads.contains(&index);
            let wants = if aims {
                self.luck.percent(97) || attribute.required
            } else if read
                && !(attribute.required || attribute.kept && self.keeps_out)
                && !self.is_kept_by_rules(ACT, attribute)
            {
                let share = match self.view.attribute(ACT, index) {
                    Nearness::Near => 60,
                    _ if self.plain => 20,
                    _ => 30,
                };
                self.favoured(ACT, index, share)
            } else {
                self.wants(ACT, index, attribute)
            };
            if wants && let Some(datum) = self.datum((ACT, index), attribute, Some(fighter)) {
                if aims && datum == Datum::Missing && !self.luck.percent(10) {
                    continue;
                }
                settings.push((index, datum));
            }
        }
        Some(DeclaredDeed {
            action,
            settings,
            waits: self.waits(),
            along: !is_first
                && self.luck.percent(if self.out.luck.is_multiple_of(3) {
                    60
                } else {
                    10
                }),
            at: None,
        })
    }

    /// How often a combatant lets a question for declarations pass first.
    fn waits(&mut self) -> u32 {
        match self.luck.below(100) {
            _ if self.plain => 0,
            0..82 => 0,
            82..94 => 1 + self.luck.below(3) as u32,
            _ => 1 + self.luck.below(10) as u32,
        }
    }

    /// What the last who declared something declared first.
    fn declared(&self) -> Option<usize> {
        Some(self.out.deeds.last()?.first()?.action)
    }
}

impl Situation {
    /// Whether it says something that rules keep, and scenarios do not give.
    pub fn says_kept(&self, lexicon: &Lexicon<'_>) -> bool {
        let things = lexicon.kinds.iter().zip(&self.things);
        let of_things = things.flat_map(|(kind, things)| {
            let settings = things.iter().flat_map(|thing| &thing.settings);
            settings.map(|(index, _)| &kind.attributes[*index])
        });
        let settings = self.deeds.iter().flatten().flat_map(|deed| &deed.settings);
        let of_deeds = settings.map(|(index, _)| &lexicon.of_acts()[*index]);
        of_things.chain(of_deeds).any(|attribute| attribute.kept)
    }

    /// Leaves out what is declared on no occasion.
    pub fn forget_undeclared(&mut self) {
        for deeds in &mut self.deeds {
            deeds.retain(|deed| deed.at.is_some());
        }
    }
}
