//! A program and its dice, played by the engine and by the reference interpreter.

use affray::engine::fault::FaultKind;
use affray::engine::{Decisions, Dice, Ending, Engine, Fault, Observer, Scene};
use affray::journal::What;
use affray::ruleset::{KindId, Ruleset, Slot, Value};
use affray::scenario::Scenario;
use affray::source::Limits;

use crate::interpreter::{Most, Run};
use crate::told::{acts, told};

/// What came of comparing two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// They are the same.
    Same,
    /// The guide does not say what happens: which acts are void depends on how often it is asked.
    Unsettled,
    /// They differ; where first.
    Differ(String),
}

/// How much more work than steps of the engine a run may take.
const WORK: u64 = 2_000;

/// Plays a scenario by the engine and by the reference interpreter, each with dice and decisions of its own, which must be the same, and compares all
/// that can be seen.
pub fn compare<D: Dice, A: Decisions>(
    rules: &Ruleset,
    scenario: &Scenario,
    limits: Limits,
    source: impl Fn() -> (D, A),
) -> Compared {
    let mut engine = Engine::new(rules, limits);
    let (mut dice, mut decisions) = source();
    let mut state = Final {
        rules,
        scenario,
        found: None,
    };
    let ended = engine.play(scenario, &mut dice, &mut decisions, &mut state);
    let ran_out = match &ended {
        Err(fault) => matches!(fault.kind, FaultKind::Steps(_)),
        Ok(_) => false,
    };
    let most = Most {
        entries: match ran_out {
            true => engine.journal().entries.len(),
            false => usize::MAX,
        },
        work: limits.steps.saturating_mul(WORK),
    };
    let (mut dice, mut decisions) = source();
    let mut run = Run::new(rules, scenario, limits, most, &mut dice, &mut decisions);
    let expected = run.play();
    if run.unsettled {
        return Compared::Unsettled;
    }
    let (of_engine, of_reference) = (told(engine.journal()), told(&run.journal));
    let pairs = of_engine.iter().zip(&of_reference);
    if let Some(place) = pairs.clone().position(|(one, other)| one != other) {
        return Compared::Differ(format!(
            "event {place} is\n  {}\nwhere the guide says\n  {}\nafter\n  {}",
            of_engine[place],
            of_reference[place],
            of_engine[place.saturating_sub(6)..place].join("\n  "),
        ));
    }
    // What the engine charges is a matter of what it need not work out, so only what was done by then can be compared.
    if ran_out && !is_over(&expected) {
        return Compared::Same;
    }
    let [longer, shorter] = match of_engine.len() > of_reference.len() {
        true => [&of_engine, &of_reference],
        false => [&of_reference, &of_engine],
    };
    let by = match of_engine.len() > of_reference.len() {
        true => "only the engine goes on",
        false => "only the reference goes on",
    };
    if let Some(more) = longer.get(shorter.len()) {
        return Compared::Differ(format!(
            "{by} after event {} with\n  {more}\nthe engine ended with {ended:?}, the reference with {expected:?}",
            shorter.len()
        ));
    }
    if ended != expected {
        return Compared::Differ(format!("it ended with {ended:?}, not {expected:?}"));
    }
    if acts(engine.journal()) != acts(&run.journal) {
        return Compared::Differ(format!(
            "acts ended as\n  {}\nnot\n  {}",
            acts(engine.journal()).join("\n  "),
            acts(&run.journal).join("\n  ")
        ));
    }
    if let Some(found) = state.found.filter(|found| *found != run.records) {
        return Compared::Differ(format!("records ended as {found:?}, not {:?}", run.records));
    }
    if *engine.exercised() != run.exercised {
        return Compared::Differ(format!(
            "exercised was\n{:?}\nnot\n{:?}",
            engine.exercised(),
            run.exercised
        ));
    }
    Compared::Same
}

fn is_over(ended: &Result<Ending, Fault>) -> bool {
    !matches!(ended, Err(fault) if matches!(fault.kind, FaultKind::Steps(_)))
}

/// All attributes of all records, when a run has ended.
struct Final<'r> {
    rules: &'r Ruleset,
    scenario: &'r Scenario,
    found: Option<Vec<Vec<Vec<Value>>>>,
}

impl Observer for Final<'_> {
    fn ended(&mut self, scene: &mut Scene<'_>) {
        let count = |kind: KindId| {
            let made =
                scene.journal().entries.iter().filter(
                    |entry| matches!(entry.what, What::Made { kind: of, .. } if of == kind),
                );
            let given = self.scenario.records.get(kind.index()).map_or(0, Vec::len);
            match kind {
                KindId::COMBAT => 1,
                KindId::ACT => scene.journal().acts.len(),
                _ => given + made.count(),
            }
        };
        let kinds = self.rules.kinds.iter().enumerate();
        let all = kinds.map(|(number, rule)| {
            let kind = KindId::from_index(number);
            let slots = 0..rule.attributes.len() as Slot;
            let record = |record| slots.clone().map(move |slot| (record, slot));
            let records = (0..count(kind) as u32).map(|it| {
                let attributes = record(it);
                attributes
                    .map(|(record, slot)| scene.attribute(kind, record, slot))
                    .collect()
            });
            records.collect()
        });
        self.found = Some(all.collect());
    }
}
