//! Dice and answers: what the scenario gives, what is open, and what is counted through run for run. An open roll makes a lot of its own; one
//! that is made in some falls of a lot only goes into that lot.

use super::Mixed;
use super::course::Course;
use super::worth::Worth;
use crate::odds::distribution::ways;
use crate::ruleset::{Amount, ExprId, KindId, MISSING, QuestionId, Value, Who, WordId};
use crate::run::Dice as _;
use crate::run::dice::{self, RollRequest};
use crate::run::{FaultKind, decisions};
use crate::scenario::{Person, Scenario};

/// What the scenario gives: dice and declarations, each used once.
pub struct Scripts<'a> {
    pub dice: dice::Scripted<'a>,
    pub decisions: decisions::Scripted<'a>,
}

impl<'a> Scripts<'a> {
    pub fn new(scenario: &'a Scenario) -> Self {
        Scripts {
            dice: dice::Scripted::without_seed(scenario),
            decisions: decisions::Scripted::new(scenario),
        }
    }
}

/// Sums that dice can show, each with the number of ways in which they do.
pub type Sums = Vec<(Value, u128)>;

/// Rolls that are not taken as lots but counted through, run for run, like the wheels of a counter.
#[derive(Debug, Default)]
pub struct Counted {
    /// Whether rolls of sides and of the game master are counted through.
    pub on: bool,
    /// Whether there was one that could be.
    pub could_be: bool,
    /// each roll: at which of its sums it stands
    wheels: Vec<(usize, Sums)>,
    at: usize,
}

impl Counted {
    /// All rolls of sides and of the game master are to be counted through.
    pub fn through() -> Self {
        Counted {
            on: true,
            ..Counted::default()
        }
    }

    fn next(&mut self, sums: Sums) -> Value {
        if self.at == self.wheels.len() {
            self.wheels.push((0, sums));
        }
        self.at += 1;
        let (at, sums) = &self.wheels[self.at - 1];
        sums[*at].0
    }

    /// Ready for the next run; `false` if there is none.
    pub fn turn(&mut self) -> bool {
        self.wheels.truncate(self.at);
        self.at = 0;
        while let Some((at, sums)) = self.wheels.last_mut() {
            if *at + 1 < sums.len() {
                *at += 1;
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    /// In how many ways of how many the dice fall that are counted through as they stand.
    pub fn share(&self) -> Option<(u128, u128)> {
        self.wheels[..self.at]
            .iter()
            .try_fold((1_u128, 1_u128), |(ways, of), (at, sums)| {
                let all = sums.iter().map(|sum| sum.1).sum();
                Some((ways.checked_mul(sums[*at].1)?, of.checked_mul(all)?))
            })
    }
}

/// How many different sums one roll may come to.
const MOST_SUMS: u64 = 4_000;

/// In how many ways so many dice show each sum.
fn sums(count: u32, sides: u32) -> Result<Sums, Mixed> {
    if u64::from(count) * u64::from(sides) > MOST_SUMS {
        return Err(Mixed::Together);
    }
    if count == 1 {
        return Ok((1..=Value::from(sides)).map(|face| (face, 1)).collect());
    }
    let ways = ways(count, sides).into_iter().enumerate();
    ways.map(|(index, ways)| {
        let ways = u128::try_from(ways).map_err(|_| Mixed::Together)?;
        Ok((Value::from(count) + index as Value, ways))
    })
    .collect()
}

impl Course<'_> {
    fn person(&mut self, who: Who, base: u32) -> Result<Person, Mixed> {
        let mut record = |id| match self.v.fixed(id, base)? {
            MISSING => Err(Mixed::Fault),
            record => Ok(record as u32),
        };
        Ok(match who {
            Who::Gm => Person::Gm,
            Who::Side(side) => Person::Side(record(side)?),
            Who::Combatant(combatant) => Person::Combatant(record(combatant)?),
        })
    }

    fn amount(&mut self, amount: Amount, base: u32) -> Result<Worth, Mixed> {
        match amount {
            Amount::Fixed(known) => Ok(Worth::Same(Value::from(known))),
            Amount::Worked(worked) => self.v.number(worked, base),
        }
    }

    /// How many dice with how many sides, if the rules allow so many.
    fn within_limits(&self, count: Value, sides: Value) -> Result<(u32, u32), Mixed> {
        let known = u32::try_from(count).ok().zip(u32::try_from(sides).ok());
        known
            .filter(|known| {
                known.0 <= self.limits.dice && (2..=self.limits.sides).contains(&known.1)
            })
            .ok_or(Mixed::Fault)
    }

    /// Rolls dice: gives their sum.
    pub fn roll(
        &mut self,
        who: Who,
        count: Amount,
        sides: Amount,
        purpose: WordId,
        base: u32,
    ) -> Result<Worth, Mixed> {
        let who = self.person(who, base)?;
        let (count, sides) = (self.amount(count, base)?, self.amount(sides, base)?);
        let everywhere = self.v.here.is_none() && self.window.is_none();
        let (Worth::Same(count), Worth::Same(sides), true) = (count, sides, everywhere) else {
            let given = &self.scenario.dice;
            if given
                .iter()
                .any(|roll| roll.who == who && roll.purpose == purpose)
            {
                return Err(Mixed::Beyond(
                    "dice that are given for a roll of some runs only",
                ));
            }
            return self.roll_besides(count, sides);
        };
        let (count, sides) = self.within_limits(count, sides)?;
        if count == 0 {
            return Ok(Worth::Same(0));
        }
        let request = RollRequest {
            who,
            purpose,
            count,
            sides,
            path: &self.path,
        };
        match self.scripts.dice.roll(&request, &mut Vec::new()) {
            Ok(sum) => return Ok(Worth::Same(sum)),
            Err(FaultKind::NoDie { .. }) => {}
            Err(_) => return Err(Mixed::Fault),
        }
        self.rolls += 1;
        let shared = !matches!(who, Person::Combatant(_));
        self.counted.could_be |= shared;
        let sums = sums(count, sides)?;
        if shared && self.counted.on {
            return Ok(Worth::Same(self.counted.next(sums)));
        }
        self.new_lot(&sums)
    }

    fn new_lot(&mut self, sums: &Sums) -> Result<Worth, Mixed> {
        let thing = self.v.interim();
        let lot = self.v.lots.roll(sums, thing).map_err(|_| Mixed::Together)?;
        Ok(Worth::Each(self.v.kept(lot, thing)))
    }

    /// Dice that are rolled in some falls of a lot only, or so many of them as these falls say.
    fn roll_besides(&mut self, count: Worth, sides: Worth) -> Result<Worth, Mixed> {
        self.rolls += 1;
        let each = [count, sides].into_iter().find_map(|worth| match worth {
            Worth::Each(each) => Some(each),
            Worth::Same(_) => None,
        });
        let Some(lot) = self.v.here.or(each).map(|each| each.lot) else {
            // In all runs, while acts are carried out.
            let (Worth::Same(count), Worth::Same(sides)) = (count, sides) else {
                return Err(Mixed::Together);
            };
            let (count, sides) = self.within_limits(count, sides)?;
            return match count {
                0 => Ok(Worth::Same(0)),
                count => self.new_lot(&self::sums(count, sides)?),
            };
        };
        for worth in [count, sides] {
            if let Worth::Each(each) = worth {
                self.v
                    .lots
                    .join(lot, each.lot)
                    .map_err(|_| Mixed::Together)?;
            }
        }
        let mut known: Vec<((u32, u32), Sums)> = Vec::new();
        let mut rolled = Vec::with_capacity(self.v.lots.falls(lot));
        for fall in 0..self.v.lots.falls(lot) {
            if !self.v.is_here(fall) {
                rolled.push(Vec::new());
                continue;
            }
            let dice = self.within_limits(self.v.at(count, fall), self.v.at(sides, fall))?;
            if dice.0 == 0 {
                rolled.push(vec![(0, 1)]);
                continue;
            }
            if !known.iter().any(|known| known.0 == dice) {
                known.push((dice, sums(dice.0, dice.1)?));
            }
            let found = known.iter().find(|known| known.0 == dice);
            rolled.push(found.map(|known| known.1.clone()).unwrap_or_default());
        }
        let thing = self.v.interim();
        let besides = self.v.lots.roll_besides(lot, &rolled, thing);
        besides.map_err(|_| Mixed::Together)?;
        Ok(Worth::Each(self.v.kept(lot, thing)))
    }

    /// Puts a question that nobody answers in the scenario: the default counts.
    pub fn ask(
        &mut self,
        who: Who,
        id: QuestionId,
        about: &[(KindId, ExprId)],
        default: Option<ExprId>,
        base: u32,
    ) -> Result<Worth, Mixed> {
        let question = &self.rules.questions[id.index()];
        self.person(who, base)?;
        self.v.say(question.text, base)?;
        for &(_, record) in about {
            self.v.number(record, base)?;
        }
        let answers = &self.scenario.answers;
        if answers
            .iter()
            .any(|answer| answer.question == question.name)
        {
            return Err(Mixed::Beyond("a question that the scenario answers"));
        }
        self.v.value(default.ok_or(Mixed::Fault)?, base)
    }
}
