//! A run that is followed from one roll to the next: taken up where it stands, with the sum that the dice show there.

use std::collections::BTreeMap;

use super::bounds::Bounds;
use super::{Refused, Shortcuts};
use crate::analysis::{
    Counters, Liveness, NameUse, Points, RollUses, acts_named, compared, counters, dead_names,
    ordering,
};
use crate::journal::What;
use crate::machine::{Exchange, Machine};
use crate::monitor::Monitors;
use crate::odds::abstraction::{abstraction, asked_for};
use crate::odds::simulate::OddsWatcher;
use crate::odds::symmetry::{Orbits, Symmetry, symmetry};
use crate::ruleset::index::{Idx, to_amount, to_number, to_value};
use crate::ruleset::{At, KindId, PhaseId, Ruleset, Slot, Throw, Value};
use crate::run::dice::{self, RollRequest};
use crate::run::varint::{VarintReader, VarintWriter};
use crate::run::{Dice, Ending, Fault, FaultKind, Scene, decisions};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;
use crate::suite::{UnusedInput, left};

/// The dice of a scenario, and for the roll at which the run stands the sum that is being tried.
struct TriedDice<'a> {
    scripted: dice::ScriptedDice<'a>,
    next: Option<Value>,
}

impl Dice for TriedDice<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        match self.next.take() {
            Some(sum) => Ok(sum),
            None => self.scripted.roll(request, faces),
        }
    }
}

/// A run that is being followed.
pub struct Follower<'a> {
    scenario: &'a Scenario,
    machine: Machine<'a>,
    dice: TriedDice<'a>,
    decisions: decisions::ScriptedDecisions<'a>,
    monitors: Monitors<'a>,
    row: VarintWriter,
    counted: CountedNumbers,
    compared: RollUses,
    /// what is not read any more at each roll
    here: Option<Points<'a>>,
    /// whether what acts hold to which nothing leads any more is forgotten
    forgets_acts: bool,
    /// scratch: the statements within which the run stands
    within: Vec<At>,
    /// the cuts of all rolls at which the run has stood, by number
    cuts: Vec<Vec<Value>>,
    /// their numbers
    classes: BTreeMap<Vec<Value>, u32>,
    /// scratch: the names that the statement behind a roll looks at
    names: Vec<Value>,
    alike: Symmetry,
    /// the run has halted before a round
    rests: bool,
    /// how many steps all runs may take together, and how many of them are left
    work: u64,
    left: u64,
    /// what the scenario gives and no run has used so far
    pub unused: Vec<UnusedInput>,
}

/// The counted numbers of a scenario, as they are written down: by kind, record and attribute.
#[derive(Debug, Default)]
struct CountedNumbers {
    /// by kind: the first of its numbers, and its counted attributes
    kinds: Vec<(usize, Vec<Slot>)>,
    /// the cuts of each number
    cuts: Vec<Vec<Value>>,
}

impl CountedNumbers {
    /// The place of one of them.
    fn place(&self, kind: KindId, record: u32, slot: Slot) -> Option<usize> {
        let (first, slots) = self.kinds.get(kind.index())?;
        let place = slots.iter().position(|&counted| counted == slot)?;
        Some(first + record.index() * slots.len() + place)
    }
}

/// A roll at which a run stands; no dice at all where it has halted before a round.
#[derive(Clone, Copy, Debug, Default)]
pub struct PendingRoll {
    /// Which dice.
    pub throw: Throw,
    /// Which cuts its results have; nothing where each sum is one by itself.
    classes: Option<u32>,
}

/// Rolls that can come to more sums than this are not tried out for what the next statement makes of them.
const MOST_TRIED: Value = 1_000;

/// Where a run came to.
#[derive(Clone, Copy, Debug)]
pub enum Arrival {
    /// It stands at a roll; where, lies in the follower's row.
    Stands(PendingRoll),
    /// It is over, with this answer.
    Over(Value),
}

impl<'a> Follower<'a> {
    /// Ready to begin; with a question that only whole journals answer, nothing can be followed.
    pub fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        asked: &'a Asked,
        limits: &Limits,
        shortcuts: Shortcuts,
        watcher: &'a dyn OddsWatcher,
    ) -> Result<Self, Refused> {
        if asked.sayings().iter().any(|saying| saying.of_whole_runs) {
            return Err(Refused::NamesShownNumber);
        }
        let monitors = Monitors::of_question(rules, scenario, asked);
        let monitors = monitors.map_err(|_| Refused::NeedsJournal)?;
        let mut follower = Follower::plain(rules, scenario, limits, monitors);
        follower.forgets_acts = shortcuts.acts && !follower.monitors.is_of_acts();
        follower.unused = follower.left_over();
        let mut forgetting = abstraction(rules, scenario, asked, &follower.monitors);
        let liveness = Liveness::new(
            rules,
            !scenario.tactics.is_empty(),
            asked_for(rules, scenario, asked),
            Box::new(move || watcher.followed(0)),
        );
        if shortcuts.unread {
            forgetting.unread = liveness.dead_between();
        }
        if shortcuts.names {
            forgetting.names = dead_names(rules);
        }
        if follower.forgets_acts {
            forgetting.acts_named = acts_named(rules, &forgetting.names);
        }
        if shortcuts.alike {
            let alike = symmetry(rules, scenario, asked, limits, &liveness);
            follower.alike = alike.unwrap_or_default();
        }
        if shortcuts.here {
            follower.here = Some(Points::new(liveness));
        }
        let settings = |option| scenario.setting(rules, option);
        if shortcuts.compared {
            follower.compared = compared(rules, &settings);
        }
        if shortcuts.counted {
            follower.count(rules, asked, &mut forgetting.unread);
        }
        if shortcuts.ranks
            && !follower.monitors.names_keys()
            && let Some(here) = &mut follower.here
            && let Some(ordering) = ordering(rules, &scenario.exprs)
        {
            here.ranks(ordering, &forgetting.unread);
        }
        if shortcuts.alike {
            forgetting.exchanges = follower.alike.exchanges.clone();
            // Which of the counted numbers are less is known only where rounds are put together.
            forgetting.exchanges.halts = follower.width() > 0;
        }
        follower.machine.forget(forgetting);
        Ok(follower)
    }

    /// Takes no shortcuts.
    fn plain(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        limits: &Limits,
        monitors: Monitors<'a>,
    ) -> Self {
        Follower {
            scenario,
            machine: Machine::new(rules, *limits),
            dice: TriedDice {
                scripted: dice::ScriptedDice::without_seed(scenario),
                next: None,
            },
            decisions: decisions::ScriptedDecisions::new(scenario),
            row: VarintWriter::default(),
            monitors,
            counted: CountedNumbers::default(),
            compared: RollUses::new(),
            here: None,
            forgets_acts: false,
            within: Vec::new(),
            cuts: Vec::new(),
            classes: BTreeMap::new(),
            names: Vec::new(),
            alike: Symmetry::default(),
            rests: false,
            work: limits.work,
            left: limits.work,
            unused: Vec::new(),
        }
    }

    /// Counts the numbers that need not be told in rows, which are not forgotten then.
    fn count(&mut self, rules: &Ruleset, asked: &Asked, unread: &mut Vec<(PhaseId, KindId, Slot)>) {
        let scenario = self.scenario;
        let settings = |option| scenario.setting(rules, option);
        let beside = asked.expr().map(|root| (&scenario.exprs[..], root));
        let counted = counters(rules, &settings, beside);
        // A number that is forgotten would be none any more.
        unread.retain(|&(_, kind, slot)| !counted.contains_key(&(kind, slot)));
        // Rows do not tell these numbers, so that what depends on them cannot be found out for a row.
        self.compared.retain(|_, one| !one.reads(rules, &counted));
        if let Some(here) = &mut self.here {
            here.keep(counted.keys().copied());
        }
        self.keep_apart(counted);
    }

    fn keep_apart(&mut self, counted: Counters) {
        let attributes: Vec<(KindId, Slot)> = counted.keys().copied().collect();
        self.machine.keep_apart(&attributes);
        let numbers = &mut self.counted;
        for kind in (0..self.scenario.records.len().max(1)).map(KindId::from_index) {
            let own = attributes.iter().filter(|one| one.0 == kind);
            let slots: Vec<Slot> = own.map(|one| one.1).collect();
            let records = match kind {
                KindId::COMBAT => 1,
                kind => self.scenario.records.get(kind.index()).map_or(0, Vec::len),
            };
            numbers.kinds.push((numbers.cuts.len(), slots.clone()));
            for _ in 0..records {
                let cuts = slots.iter().map(|&slot| counted[&(kind, slot)].clone());
                numbers.cuts.extend(cuts);
            }
        }
    }

    /// How many numbers are counted.
    pub fn width(&self) -> usize {
        self.counted.cuts.len()
    }

    /// What may be exchanged, with the counted numbers that change places then.
    pub fn orbits(&self) -> Orbits {
        let with_numbers = |exchange: &Exchange| {
            let mut swaps = Vec::new();
            for &(kind, one, other) in &exchange.pairs {
                let slots = self.counted.kinds.get(kind.index()).map(|kind| &kind.1);
                for &slot in slots.into_iter().flatten() {
                    let place = |record| self.counted.place(kind, record, slot);
                    swaps.extend(place(one).zip(place(other)));
                }
            }
            (exchange.clone(), swaps)
        };
        let all = &self.alike.exchanges.all;
        Orbits::new(all.iter().map(with_numbers).collect())
    }

    /// Whether the run has halted where alike records can be exchanged.
    pub fn rests(&self) -> bool {
        self.rests
    }

    /// Whether records were taken for alike that need not be.
    pub fn is_doubtful(&self) -> bool {
        self.alike.only_at_rest && self.machine.was_restless()
    }

    /// Where the run would stand if records of a place were exchanged; its counted numbers do not matter.
    pub fn turn(&mut self, row: &[u8], exchange: &Exchange) -> &[u8] {
        self.take_up(row, &[]);
        self.machine.exchange(exchange);
        self.write_down();
        self.row.bytes()
    }

    /// Where the run stands, as a row and counted numbers.
    pub fn place(&self) -> (&[u8], &[Value]) {
        (self.row.bytes(), self.row.apart())
    }

    /// The sums from which on others may follow than from the sum below; nothing where that is so of every sum.
    pub fn cuts(&self, roll: PendingRoll) -> Option<&[Value]> {
        let number = roll.classes?;
        self.cuts.get(number.index()).map(Vec::as_slice)
    }

    /// Whether a repetition of an outermost phase has begun on the way.
    pub fn has_begun_anew(&self) -> bool {
        self.machine.has_begun_anew()
    }

    /// From the beginning to the first roll.
    pub fn begin(&mut self) -> Result<Arrival, Refused> {
        let begun = self.machine.start(self.scenario);
        begun.map_err(Refused::Fault)?;
        let ended = self.run();
        self.came(ended)
    }

    /// Goes on from a place, where the dice show this sum; draws the bounds within which runs that stand alike but for the counted numbers go
    /// on alike.
    pub fn go_on(
        &mut self,
        row: &[u8],
        numbers: &[Value],
        result: Option<Value>,
        bounds: &mut Bounds,
    ) -> Result<Arrival, Refused> {
        self.take_up(row, numbers);
        self.dice.next = result;
        let ended = self.run();
        if !numbers.is_empty() {
            self.draw(numbers, bounds);
        }
        self.came(ended)
    }

    /// Goes on from where the machine stands.
    fn run(&mut self) -> Result<Option<Ending>, Fault> {
        let monitors = Some(&mut self.monitors as _);
        (self.machine).go_on(self.scenario, &mut self.dice, &mut self.decisions, monitors)
    }

    fn take_up(&mut self, row: &[u8], numbers: &[Value]) {
        let mut from = VarintReader::new(row, numbers);
        self.machine.take_up(&mut from);
        self.dice.scripted.take_up(&mut from);
        self.decisions.take_up(&mut from);
        let (running, path) = (self.machine.running(), self.machine.path());
        self.monitors.take_up(&mut from, running, path);
    }

    fn write_down(&mut self) {
        self.row.clear();
        self.machine.write_down(&mut self.row);
        self.dice.scripted.write_down(&mut self.row);
        self.decisions.write_down(&mut self.row);
        self.monitors.write_down(&mut self.row);
    }

    /// Draws the bounds of what has just been carried out. Whatever looked at a number saw it as it was at first, or after a change.
    fn draw(&self, numbers: &[Value], bounds: &mut Bounds) {
        for (place, &number) in numbers.iter().enumerate() {
            bounds.keep_side(place, number, number, &self.counted.cuts[place]);
        }
        for entry in &self.machine.journal().entries {
            if let What::Changed {
                kind,
                record,
                slot,
                new,
                ..
            } = entry.what
                && let Some(place) = self.counted.place(kind, record, slot)
            {
                bounds.keep_side(place, numbers[place], new, &self.counted.cuts[place]);
            }
        }
    }

    /// What the run has not used so far; sorted.
    fn left_over(&self) -> Vec<UnusedInput> {
        let journal = self.machine.journal();
        left(self.scenario, &self.dice.scripted, &self.decisions, journal)
    }

    fn came(&mut self, ended: Result<Option<Ending>, Fault>) -> Result<Arrival, Refused> {
        let refused = |fault| Refused::Fault(Box::new(fault));
        self.rests = false;
        if !self.unused.is_empty() {
            let left = self.left_over();
            (self.unused).retain(|one| left.binary_search(one).is_ok());
        }
        // Where the run stands must be written down, too.
        let steps = self.machine.steps() + to_amount(self.row.bytes().len()) / 64;
        let left = self.left.checked_sub(steps);
        self.left = left.ok_or(Refused::TooMuchWork(self.work))?;
        match ended {
            Ok(Some(ending)) => {
                let answer = (self.monitors).answer(ending, &mut Scene::of(&mut self.machine));
                answer.map(Arrival::Over).map_err(refused)
            }
            Ok(None) => {
                self.look()?;
                self.write_down();
                self.rests = true;
                Ok(Arrival::Stands(PendingRoll::default()))
            }
            Err(Fault {
                kind: FaultKind::NoDie { throw, .. },
                ..
            }) => {
                self.look()?;
                self.forget();
                self.write_down();
                let classes = self.classes_of(&throw);
                Ok(Arrival::Stands(PendingRoll { throw, classes }))
            }
            Err(fault) => Err(refused(fault)),
        }
    }

    /// Lets the monitors see where the run stands.
    fn look(&mut self) -> Result<(), Refused> {
        self.monitors.read(&Scene::of(&mut self.machine));
        let fault = self.monitors.fault();
        fault.map_or(Ok(()), |fault| Err(Refused::Fault(Box::new(fault))))
    }

    /// Forgets what does not matter any more where the run stands.
    fn forget(&mut self) {
        self.machine.stands_within(&mut self.within);
        self.machine.clear_dead_names();
        if let Some(here) = &mut self.here {
            let loose = here.loose(&self.within);
            self.machine.clear_dead_attributes(&loose.unread);
            (loose.ranked.iter()).for_each(|one| self.machine.rank(one));
        }
        if self.forgets_acts {
            self.machine.collect_unreachable_acts();
        }
    }

    /// Which cuts the sums of the roll have at which the run stands.
    fn classes_of(&mut self, throw: &Throw) -> Option<u32> {
        let compare = self.compared.get(self.within.first()?)?;
        let mut cuts = compare.cuts.clone();
        if let Some((local, next)) = &compare.next {
            let names = &mut self.names;
            names.clear();
            names.extend_from_slice(self.machine.names_there());
            let place = usize::from(*local);
            if place >= names.len() {
                return None;
            }
            let (least, most) = throw.bounds();
            if most - least > MOST_TRIED {
                return None;
            }
            let mut below = None;
            for sum in least..=most {
                names[place] = sum;
                let here = made_of(next, names, &mut Scene::of(&mut self.machine));
                if here.is_none() || here != below {
                    cuts.push(sum);
                }
                below = here;
            }
            cuts.sort_unstable();
            cuts.dedup();
        }
        if let Some(&known) = self.classes.get(&cuts) {
            return Some(known);
        }
        let new = to_number(self.cuts.len());
        self.cuts.push(cuts.clone());
        self.classes.insert(cuts, new);
        Some(new)
    }
}

/// What the statement behind the roll makes of these names; nothing where it cannot be worked out.
fn made_of(next: &NameUse, names: &[Value], scene: &mut Scene<'_>) -> Option<Value> {
    match next {
        NameUse::Value(root) => scene.value_of(*root, names).ok(),
        NameUse::First(roots) => {
            for (number, &root) in roots.iter().enumerate() {
                if scene.value_of(root, names).ok()? != 0 {
                    return Some(to_value(number));
                }
            }
            Some(to_value(roots.len()))
        }
    }
}
