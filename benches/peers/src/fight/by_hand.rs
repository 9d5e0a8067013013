//! The fight of `examples/to_the_death.affray` by `rules/variants/osric_to_the_death.affray`, written by hand: only what can come about in it.

/// Dice from words of 32 bits, by the same method as the engine's.
pub struct Dice<'a> {
    pub words: &'a [u32],
    pub at: usize,
}

impl Dice<'_> {
    pub fn die(&mut self, sides: u32) -> i32 {
        loop {
            let product = u64::from(self.words[self.at]) * u64::from(sides);
            self.at = if self.at + 1 == self.words.len() {
                0
            } else {
                self.at + 1
            };
            if product as u32 >= sides.wrapping_neg() % sides {
                return (product >> 32) as i32 + 1;
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tactic {
    Warrior,
    Brute,
    Hunter,
    Caster,
}

#[derive(Clone, Copy)]
struct Sheet {
    side: usize,
    tactic: Tactic,
    hp: i32,
    armour_class: i32,
    hits_class_0_on: i32,
    to_hit_bonus: i32,
    damage_die: u32,
    damage_bonus: i32,
    /// What it gets for a missile in hand.
    missile: Option<i32>,
    stands_at: i32,
    /// Casting time and damage of its spell.
    spell: Option<(i32, i32)>,
    castings: i32,
}

const NOBODY: Sheet = Sheet {
    side: ORCS,
    tactic: Tactic::Warrior,
    hp: 0,
    armour_class: 10,
    hits_class_0_on: 20,
    to_hit_bonus: 0,
    damage_die: 6,
    damage_bonus: 0,
    missile: None,
    stands_at: 0,
    spell: None,
    castings: 1,
};

const ORCS: usize = 0;
const PARTY: usize = 1;

const ORC: Sheet = Sheet {
    tactic: Tactic::Brute,
    hp: 7,
    armour_class: 6,
    hits_class_0_on: 19,
    damage_die: 8,
    stands_at: 11,
    ..NOBODY
};

/// In the order of their names.
const SHEETS: [Sheet; 8] = [
    // bram
    Sheet {
        side: PARTY,
        hp: 14,
        armour_class: 4,
        hits_class_0_on: 18,
        damage_die: 8,
        damage_bonus: 1,
        stands_at: 10,
        ..NOBODY
    },
    // chief
    Sheet {
        tactic: Tactic::Hunter,
        hp: 13,
        armour_class: 5,
        hits_class_0_on: 18,
        damage_die: 8,
        damage_bonus: 1,
        stands_at: 12,
        ..NOBODY
    },
    // halvaine
    Sheet {
        side: PARTY,
        tactic: Tactic::Caster,
        hp: 6,
        spell: Some((2, 6)),
        castings: 2,
        ..NOBODY
    },
    // lio
    Sheet {
        side: PARTY,
        hp: 9,
        armour_class: 6,
        to_hit_bonus: 2,
        missile: Some(2),
        stands_at: 2,
        ..NOBODY
    },
    ORC,
    ORC,
    // shaman
    Sheet {
        tactic: Tactic::Caster,
        hp: 6,
        armour_class: 8,
        spell: Some((3, 4)),
        castings: 2,
        stands_at: 15,
        ..NOBODY
    },
    // tamsin
    Sheet {
        side: PARTY,
        hp: 10,
        armour_class: 5,
        hits_class_0_on: 19,
        damage_die: 8,
        stands_at: 9,
        ..NOBODY
    },
];

/// What can be declared, and at whom.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Attack(usize),
    Shoot(usize),
    Cast(usize),
    Flee,
}

/// When somebody declares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Surprise(i32),
    Round(i32),
}

/// What is left of a fight.
pub struct Outcome {
    pub rounds: i32,
    pub hp: [i32; 8],
    pub fled: [bool; 8],
}

struct Fight<N> {
    hp: [i32; 8],
    fled: [bool; 8],
    castings: [i32; 8],
    /// What each has declared and not yet begun.
    declared: [Option<Act>; 8],
    /// The spell that each is casting: at whom, begun when.
    casting: [Option<(usize, i32)>; 8],
    now: i32,
    period: Period,
    /// Is told of every declaration: when, and who declares what.
    note: N,
}

pub fn play(dice: &mut Dice<'_>, note: impl FnMut(Period, usize, Act)) -> Outcome {
    let mut fight = Fight {
        hp: SHEETS.map(|sheet| sheet.hp),
        fled: [false; 8],
        castings: SHEETS.map(|sheet| sheet.castings),
        declared: [None; 8],
        casting: [None; 8],
        now: 0,
        period: Period::Surprise(0),
        note,
    };
    let rounds = fight.whole(dice);
    Outcome {
        rounds,
        hp: fight.hp,
        fled: fight.fled,
    }
}

impl<N: FnMut(Period, usize, Act)> Fight<N> {
    /// Gives how many rounds it took.
    fn whole(&mut self, dice: &mut Dice<'_>) -> i32 {
        if self.surprise(dice) {
            return 0;
        }
        let mut round = 1;
        loop {
            self.period = Period::Round(round);
            self.round(dice);
            if self.is_decided() {
                return round;
            }
            round += 1;
        }
    }

    /// Says whether all is decided then.
    fn surprise(&mut self, dice: &mut Dice<'_>) -> bool {
        let mut length = [0; 2];
        for side in [ORCS, PARTY] {
            let die = dice.die(6);
            length[side] = if die <= 2 { die } else { 0 };
        }
        let segments = length[ORCS].max(length[PARTY]);
        for segment in 1..=segments {
            self.now += 1;
            self.period = Period::Surprise(segment);
            for c in 0..8 {
                if length[SHEETS[c].side] < segment {
                    self.declare(c);
                }
            }
            self.resolve(dice, |_| true);
            // A casting takes effect at the close of its last segment.
            self.spells(|began, casting_time, now| began + casting_time - 1 == now);
        }
        segments > 0 && self.is_decided()
    }

    fn round(&mut self, dice: &mut Dice<'_>) {
        let start = self.now;
        for side in [ORCS, PARTY] {
            for c in 0..8 {
                if SHEETS[c].side == side {
                    self.declare(c);
                }
            }
        }
        // The die of one side is the segment of the other.
        let (orcs, party) = (dice.die(6), dice.die(6));
        let side_segment = [party, orcs];
        let shifted = |c: usize| side_segment[SHEETS[c].side] - SHEETS[c].missile.unwrap_or(0);
        let segment_for = |c: usize, act: Act| match act {
            Act::Attack(_) => side_segment[SHEETS[c].side],
            _ => shifted(c).clamp(1, 10),
        };
        for segment in 1..=10 {
            self.now = start + segment;
            self.spells(|began, casting_time, now| began + casting_time == now);
            let declared = self.declared;
            let here = |c: usize| declared[c].is_some_and(|act| segment_for(c, act) == segment);
            let early = |c: usize| !matches!(declared[c], Some(Act::Attack(_))) && shifted(c) < 1;
            for place in -2..=0 {
                self.resolve(dice, |c| {
                    here(c) && place == if early(c) { shifted(c) - 1 } else { 0 }
                });
            }
        }
    }

    fn can_fight(&self, c: usize) -> bool {
        self.hp[c] > 0 && !self.fled[c]
    }

    fn is_decided(&self) -> bool {
        let stands = |side: usize| (0..8).any(|c| SHEETS[c].side == side && self.can_fight(c));
        !(stands(ORCS) && stands(PARTY))
    }

    /// The first of those foes of whom a number is lowest.
    fn foe(&self, c: usize, number: impl Fn(usize) -> i32) -> Option<usize> {
        (0..8)
            .filter(|&e| SHEETS[e].side != SHEETS[c].side && self.can_fight(e))
            .min_by_key(|&e| number(e))
    }

    fn weakest_foe(&self, c: usize) -> Option<usize> {
        self.foe(c, |e| self.hp[e])
    }

    fn nearest_foe(&self, c: usize) -> Option<usize> {
        self.foe(c, |e| (SHEETS[e].stands_at - SHEETS[c].stands_at).abs())
    }

    fn casting_foe(&self, c: usize) -> Option<usize> {
        let foes = (0..8).filter(|&e| SHEETS[e].side != SHEETS[c].side && self.can_fight(e));
        foes.filter(|&e| SHEETS[e].spell.is_some() && self.castings[e] > 0)
            .min_by_key(|&e| (SHEETS[e].stands_at - SHEETS[c].stands_at).abs())
    }

    fn is_engaged(&self, c: usize) -> bool {
        (0..8).any(|a| {
            SHEETS[a].side != SHEETS[c].side
                && self.can_fight(a)
                && (matches!(self.declared[a], Some(Act::Attack(t) | Act::Shoot(t) | Act::Cast(t)) if t == c)
                    || self.casting[a].is_some_and(|(target, _)| target == c))
        })
    }

    fn declare(&mut self, c: usize) {
        if !self.can_fight(c) || self.casting[c].is_some() {
            return;
        }
        let badly_hurt = self.hp[c] * 4 <= SHEETS[c].hp;
        self.declared[c] = match SHEETS[c].tactic {
            Tactic::Warrior if badly_hurt => Some(Act::Flee),
            Tactic::Warrior if SHEETS[c].missile.is_some() => self.weakest_foe(c).map(Act::Shoot),
            Tactic::Warrior => self.nearest_foe(c).map(Act::Attack),
            Tactic::Brute => self.weakest_foe(c).map(Act::Attack),
            Tactic::Hunter => self
                .casting_foe(c)
                .or_else(|| self.nearest_foe(c))
                .map(Act::Attack),
            Tactic::Caster if badly_hurt => Some(Act::Flee),
            Tactic::Caster if self.castings[c] > 0 && !self.is_engaged(c) => {
                self.foe(c, |e| -self.hp[e]).map(Act::Cast)
            }
            Tactic::Caster => self.nearest_foe(c).map(Act::Attack),
        };
        if let Some(act) = self.declared[c] {
            (self.note)(self.period, c, act);
        }
    }

    /// All that is chosen: where both sides act, at once; else friends who strike at one target come one after the other.
    fn resolve(&mut self, dice: &mut Dice<'_>, chosen: impl Fn(usize) -> bool) {
        let mut waiting = [None; 8];
        for c in 0..8 {
            if let Some(act) = self.declared[c]
                && chosen(c)
            {
                self.declared[c] = None;
                waiting[c] = Some(act);
            }
        }
        while waiting.iter().any(Option::is_some) {
            self.batch(dice, &mut waiting);
        }
    }

    /// Acts of the dead and of those who fled, and those at somebody who fled, come to nothing.
    fn is_void(&self, c: usize, act: Act) -> bool {
        !self.can_fight(c)
            || matches!(act, Act::Attack(target) | Act::Shoot(target) | Act::Cast(target) if self.fled[target])
    }

    /// Carries out what comes next of the acts that wait, all at the same time.
    fn batch(&mut self, dice: &mut Dice<'_>, waiting: &mut [Option<Act>; 8]) {
        let mut acts_for = [false; 2];
        for c in 0..8 {
            match waiting[c] {
                Some(act) if self.is_void(c, act) => waiting[c] = None,
                Some(_) => acts_for[SHEETS[c].side] = true,
                None => {}
            }
        }
        let is_contested = acts_for == [true; 2];
        let mut struck_at = [false; 8];
        let mut damage = [0; 8];
        let mut acts = [None; 8];
        for c in 0..8 {
            let Some(act) = waiting[c] else {
                continue;
            };
            if let Act::Attack(target) | Act::Shoot(target) = act {
                if struck_at[target] && !is_contested {
                    continue;
                }
                struck_at[target] = true;
                // Whose target is down turns to the weakest; the dice fall even if nobody is left.
                let mut at = target;
                if self.hp[target] <= 0 {
                    at = self.weakest_foe(c).unwrap_or(target);
                }
                let dealt = roll_attack(dice, &SHEETS[c], &SHEETS[at]);
                if self.hp[at] > 0 {
                    damage[at] += dealt;
                }
            }
            acts[c] = waiting[c].take();
        }
        for c in 0..8 {
            match acts[c] {
                Some(Act::Flee) => self.fled[c] = true,
                Some(Act::Cast(target)) => {
                    self.castings[c] -= 1;
                    self.casting[c] = Some((target, self.now));
                }
                _ => {}
            }
        }
        self.suffer(damage);
    }

    /// Spells that are due take effect, all at the same time; on the dead they have none.
    fn spells(&mut self, is_due: impl Fn(i32, i32, i32) -> bool) {
        let mut damage = [0; 8];
        for c in 0..8 {
            if let (Some((target, began)), Some((casting_time, spell))) =
                (self.casting[c], SHEETS[c].spell)
                && is_due(began, casting_time, self.now)
            {
                self.casting[c] = None;
                if self.hp[target] > 0 {
                    damage[target] += spell;
                }
            }
        }
        self.suffer(damage);
    }

    /// Damage counts at once, and spoils castings; so does the death of the caster or the flight of the target.
    fn suffer(&mut self, damage: [i32; 8]) {
        for c in 0..8 {
            self.hp[c] -= damage[c];
            if damage[c] > 0
                || self.hp[c] <= 0
                || self.casting[c].is_some_and(|(target, _)| self.fled[target])
            {
                self.casting[c] = None;
            }
        }
    }
}

fn roll_attack(dice: &mut Dice<'_>, attacker: &Sheet, victim: &Sheet) -> i32 {
    let die = dice.die(20);
    let needed = attacker.hits_class_0_on - victim.armour_class;
    let hits = match die {
        1 => false,
        20 => true,
        _ => die + attacker.to_hit_bonus >= needed,
    };
    match hits {
        true => (dice.die(attacker.damage_die) + attacker.damage_bonus).max(1),
        false => 0,
    }
}
