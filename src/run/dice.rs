//! Where the numbers on the dice come from. The machine rolls nothing itself: it asks a source, and the source may be a scenario's script,
//! a seeded stream, or anything else that a caller gives.

use super::fault::FaultKind;
use super::varint::{VarintReader, VarintWriter};
use crate::ruleset::index::{lower_half, to_number};
use crate::ruleset::{PhaseId, Throw, Value, WordId};
use crate::scenario::{Person, Scenario, ScriptedRoll};
use rand::rand_core::{Rng as _, SeedableRng as _};
use rand::rngs::ChaCha8Rng;

/// A roll that the rules ask for.
#[derive(Clone, Copy, Debug)]
pub struct RollRequest<'a> {
    /// Who rolls.
    pub who: Person,
    /// What for.
    pub purpose: WordId,
    /// Which dice.
    pub throw: Throw,
    /// The period: repeated phases and their numbers, the outermost first.
    pub path: &'a [(PhaseId, Value)],
    /// The phases that run, the outermost first.
    pub running: &'a [PhaseId],
}

/// A source of dice.
pub trait Dice {
    /// Rolls: puts the faces into `faces`, or nothing if only their result is known; returns the result, in most throws the sum.
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind>;
}

/// The version of the seeded stream: the same seed gives the same dice on every machine and in every later release with this number.
pub const STREAM_VERSION: u8 = 1;

/// Dice from a seed: portable and reproducible; one independent stream for each trial.
#[derive(Debug)]
pub struct Seeded {
    stream: ChaCha8Rng,
}

impl Seeded {
    /// The stream of this seed and trial.
    pub fn new(seed: u64, trial: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[31] = STREAM_VERSION;
        let mut stream = ChaCha8Rng::from_seed(bytes);
        stream.set_stream(trial);
        Seeded { stream }
    }

    /// One die with so many sides (at least 1): Lemire's multiplication, with rejection, so that every face is exactly as likely as
    /// any other (Lemire, Fast Random Integer Generation in an Interval, 2019).
    pub fn die(&mut self, sides: u32) -> u32 {
        let mut draw = || u64::from(self.stream.next_u32()) * u64::from(sides);
        let mut product = draw();
        // What is rejected lies below a number smaller than the sides, so that it is seldom needed.
        if lower_half(product) < sides {
            let reject_below = sides.wrapping_neg() % sides;
            while lower_half(product) < reject_below {
                product = draw();
            }
        }
        lower_half(product >> 32) + 1
    }
}

/// Rolls one die after the other: puts the faces into `faces`, and returns their result.
pub fn one_by_one(
    request: &RollRequest<'_>,
    faces: &mut Vec<Value>,
    mut die: impl FnMut(u32) -> u32,
) -> Value {
    let begin = faces.len();
    let Throw { count, sides, .. } = request.throw;
    faces.extend((0..count).map(|_| Value::from(die(sides))));
    request.throw.result(&faces[begin..])
}

impl Dice for Seeded {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        Ok(one_by_one(request, faces, |sides| self.die(sides)))
    }
}

/// Dice as a scenario gives them; what it does not give is rolled from its seed, if it has one.
#[derive(Debug)]
pub struct ScriptedDice<'a> {
    scenario: &'a Scenario,
    /// the numbers of its rolls by who rolls what for within which period and part; of alike ones those that are used come first, and one that
    /// can be taken each time last
    sorted: Vec<usize>,
    /// whether any stands in a part
    in_parts: bool,
    used: Vec<bool>,
    latest: Option<usize>,
    /// the rolls whose number can be read in two ways, each with a face that counts
    doubtful: Vec<(usize, Value)>,
    seeded: Option<Seeded>,
}

impl<'a> ScriptedDice<'a> {
    /// The dice of a scenario; `seed` stands in for the scenario's own.
    pub fn new(scenario: &'a Scenario, seed: Option<u64>) -> Self {
        let seeded = seed.or(scenario.seed).map(|seed| Seeded::new(seed, 0));
        ScriptedDice {
            seeded,
            ..Self::without_seed(scenario)
        }
    }

    /// The dice of a scenario; what it does not give is not rolled, whatever seed it has.
    pub fn without_seed(scenario: &'a Scenario) -> Self {
        let mut sorted: Vec<usize> = (0..scenario.dice.len()).collect();
        sorted
            .sort_by_key(|&number| (key(&scenario.dice[number]), scenario.dice[number].each_time));
        ScriptedDice {
            scenario,
            sorted,
            in_parts: scenario.dice.iter().any(|roll| roll.part.is_some()),
            used: vec![false; scenario.dice.len()],
            latest: None,
            doubtful: Vec::new(),
            seeded: None,
        }
    }

    /// All rolls can be used again; what the scenario does not give is rolled from the stream of this trial.
    pub fn begin_anew(&mut self, seed: u64, trial: u64) {
        self.used.fill(false);
        self.latest = None;
        self.doubtful.clear();
        self.seeded = Some(Seeded::new(seed, trial));
    }

    /// How many rolls the scenario gives.
    pub fn count(&self) -> usize {
        self.used.len()
    }

    /// The number of the roll of the scenario that was taken last; `None`: the last one was rolled from the seed.
    pub fn latest(&self) -> Option<usize> {
        self.latest
    }

    /// The rolls of the scenario, by number, of which the number that was read as a face could be how many dice count; each with a face that counts.
    pub fn doubtful(&self) -> &[(usize, Value)] {
        &self.doubtful
    }

    /// Writes down which rolls are used.
    pub fn write_down(&self, out: &mut VarintWriter) {
        out.all(self.used.iter().map(|&used| Value::from(used)));
    }

    /// Takes the use of the rolls for what was written down.
    pub fn take_up(&mut self, from: &mut VarintReader<'_>) {
        from.all(&mut self.used, |used| used == 1);
    }

    /// The rolls of the scenario that no rule asked for, by number.
    pub fn unused(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.used.len()).filter(|&roll| !self.used[roll])
    }
}

/// By what rolls are found.
fn key(roll: &ScriptedRoll) -> (Person, WordId, &[(PhaseId, Value)], Option<PhaseId>) {
    (roll.who, roll.purpose, &roll.path, roll.part)
}

/// The periods that hold a period, itself included, the innermost first.
pub(super) fn around(path: &[(PhaseId, Value)]) -> impl Iterator<Item = &[(PhaseId, Value)]> {
    (0..=path.len()).rev().map(|length| &path[..length])
}

impl Dice for ScriptedDice<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        let alike = |period, part| {
            let wanted = (request.who, request.purpose, period, part);
            let place = self.sorted.partition_point(|&number| {
                let roll = &self.scenario.dice[number];
                let own = key(roll);
                own < wanted || own == wanted && self.used[number] && !roll.each_time
            });
            let number = *self.sorted.get(place)?;
            (key(&self.scenario.dice[number]) == wanted).then_some(number)
        };
        // The innermost part, then none.
        let first = |period| {
            let parts = request.running.iter().rev().filter(|_| self.in_parts);
            let mut parts = parts.copied().map(Some).chain([None]);
            parts.find_map(|part| alike(period, part))
        };
        // The innermost period that gives one, and there the first.
        let found = around(request.path).find_map(first);
        self.latest = found;
        let Some(index) = found else {
            return match &mut self.seeded {
                Some(seeded) => seeded.roll(request, faces),
                None => Err(FaultKind::NoDie {
                    who: request.who,
                    purpose: request.purpose,
                    throw: request.throw,
                }),
            };
        };
        self.used[index] = true;
        let given = &self.scenario.dice[index].faces;
        let Some(result) = request.throw.given(given) else {
            return Err(FaultKind::ImpossibleDie {
                roll: to_number(index),
                throw: request.throw,
            });
        };
        let other = request.throw.read_otherwise(given);
        self.doubtful.extend(other.map(|face| (index, face)));
        if request.throw.can_show(given) {
            faces.extend_from_slice(given);
        }
        Ok(result)
    }
}
