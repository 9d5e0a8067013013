//! Dice: typed and held to what they can show, or rolled by the program.

use super::replay::Open;
use super::{Refusal, Roller, Session};
use crate::journal::What;
use crate::machine::Roll;
use crate::ruleset::{KindId, Tally, Throw, Value, slots};
use crate::run::dice::Seeded;
use crate::scenario::Person;

impl Session {
    /// Dice that were typed.
    pub(super) fn rolled(&mut self, roll: &Roll, faces: &[Value]) -> Result<(), Refusal> {
        let throw = roll.throw;
        let Throw { count, sides, .. } = throw;
        if count == 1 && faces.len() > 1 && self.rolled_one_by_one(roll, faces) {
            return Ok(());
        }
        if throw.given(faces).is_none() {
            let (least, most) = throw.bounds();
            let what = match throw.tally {
                Tally::Sum => "their sum",
                _ => "what comes of them,",
            };
            return Err(match count {
                1 if faces.len() > 1 => Refusal::new(format!(
                    "{throw} is one die, and these are {} numbers",
                    faces.len()
                )),
                1 if throw.can_be_nought() => Refusal::new(format!(
                    "a d{sides} shows 1 to {sides}, and 0 says that it does not count"
                )),
                1 => Refusal::new(format!("a d{sides} shows 1 to {sides}")),
                _ => Refusal::new(format!(
                    "{throw} are {count} numbers from 1 to {sides}, or {what} from {least} to {most}"
                )),
            });
        }
        let faces: Vec<String> = faces.iter().map(Value::to_string).collect();
        self.take_in_period(&self.line_giving(&faces.join(", ")))
    }

    /// Takes what several dice show that are rolled each by itself, one after the other for the same person and purpose; whether there are so many.
    fn rolled_one_by_one(&mut self, first: &Roll, faces: &[Value]) -> bool {
        let before = self.clone();
        let all_taken = faces.iter().all(|&face| {
            let Open::Roll(roll) = self.now.standing.open else {
                return false;
            };
            let is_same =
                (roll.who, roll.purpose, roll.throw) == (first.who, first.purpose, first.throw);
            is_same && self.rolled(&roll, &[face]).is_ok()
        });
        if !all_taken {
            *self = before;
        }
        all_taken
    }

    /// What is no number where dice are asked for.
    pub(super) fn no_roll(&self, typed: &str, roll: &Roll) -> Refusal {
        let throw = roll.throw;
        let (least, most) = throw.bounds();
        let what = match throw.count {
            1 => format!("a number from 1 to {}", throw.sides),
            count => format!(
                "{count} numbers from 1 to {}, or what comes of them, from {least} to {most}",
                throw.sides
            ),
        };
        Refusal::new(format!("`{typed}` is nothing that {throw} can show"))
            .help(format!("type {what}, or `roll`"))
    }

    /// The program rolls what is open.
    pub(super) fn roll_one(&mut self) -> Result<(), Refusal> {
        let Open::Roll(roll) = self.now.standing.open else {
            return Err(Refusal::new("no dice are asked for now"));
        };
        let rolled = |entry: &&crate::journal::Entry| matches!(entry.what, What::Rolled { .. });
        let before = self.now.standing.journal.entries.iter().filter(rolled);
        // A stream for each roll: what is rolled again after `undo` shows the same.
        let trial = before.count() as u64 + 1;
        let mut dice = Seeded::new(self.now.scenario.seed.unwrap_or_default(), trial);
        let faces: Vec<Value> = (0..roll.throw.count)
            .map(|_| Value::from(dice.die(roll.throw.sides)))
            .collect();
        self.rolled(&roll, &faces)
    }

    /// The program rolls all that is open.
    pub(super) fn roll_all(&mut self) -> Result<(), Refusal> {
        self.roll_one()?;
        while matches!(self.now.standing.open, Open::Roll(_)) {
            self.roll_one()?;
        }
        Ok(())
    }

    /// The program rolls for those for whom it is to roll unasked.
    pub(super) fn roll_unasked(&mut self) -> Result<(), Refusal> {
        while let Open::Roll(roll) = self.now.standing.open {
            if !self.rolls_for(roll.who) {
                break;
            }
            self.roll_one()?;
        }
        Ok(())
    }

    fn rolls_for(&self, who: Person) -> bool {
        let sides = match &self.roller {
            Roller::None => return false,
            Roller::All => return true,
            Roller::Sides(sides) => sides,
        };
        let side = match who {
            Person::Gm => return sides.contains("gm"),
            Person::Side(side) => side,
            Person::Combatant(combatant) => {
                let records = &self.now.standing.records[KindId::COMBATANT.index()];
                let side = records[combatant as usize][usize::from(slots::SIDE)];
                side as u32
            }
        };
        let name = self.now.scenario.record_name(KindId::SIDE, side);
        name.is_some_and(|name| sides.contains(name))
    }
}

/// `5`, `4 4 3`, `4, 4, 3`, `4+4+3`
pub(super) fn faces(line: &str) -> Option<Vec<Value>> {
    let parts = line.split([' ', ',', '+']).filter(|part| !part.is_empty());
    let faces: Option<Vec<Value>> = parts.map(|part| part.parse().ok()).collect();
    faces.filter(|faces| !faces.is_empty())
}
