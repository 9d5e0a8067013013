//! A program and its dice, played by the machine and by the reference interpreter.

use affray::journal::What;
use affray::machine::Machine;

use affray::program::{Marks, compile};
use affray::ruleset::{Expr, ExprId, KindId, PhaseId, Ruleset, Slot, Value};
use affray::run::fault::FaultKind;
use affray::run::{Arena, CoverageData, Decisions, Dice, Ending, Fault, Observer, Scene};
use affray::scenario::Scenario;
use affray::source::{Limits, Span};

use super::interpreter::{Most, Run};
use super::told::{acts, told};

/// What came of comparing two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// They are the same; how they ended, in a word.
    Same(String),
    /// The guide does not say what happens: which acts are void depends on how often it is asked.
    Unsettled,
    /// They differ; where first.
    Differ(String),
}

/// How much more work than steps of the machine a run may take.
const WORK: u64 = 2_000;

/// a machine and what reference interpreters have exercised. The machine is used again and again, so that what it keeps is put to the test too.
pub struct Pair<'r> {
    rules: &'r Ruleset,
    limits: Limits,
    machine: Machine<'r>,
    /// The rules specialised to the scenario, and a machine for them.
    specialized: &'r Ruleset,
    special: Machine<'r>,
    coverage: CoverageData,
}

impl<'r> Pair<'r> {
    pub fn new(rules: &'r Ruleset, specialized: &'r Ruleset, limits: Limits) -> Self {
        Pair {
            rules,
            limits,
            specialized,
            special: Machine::new(specialized, limits),
            machine: Machine::with_image(rules, compile(rules, Marks::Exercised), limits),
            coverage: CoverageData::nothing_of(rules),
        }
    }

    /// Plays a scenario by the machine and by a reference interpreter, each with dice and decisions of its own, which must be the same, and compares all
    /// that can be seen.
    pub fn compare<D: Dice, A: Decisions>(
        &mut self,
        scenario: &Scenario,
        source: impl Fn() -> (D, A),
    ) -> Compared {
        let (rules, limits) = (self.rules, self.limits);
        let (mut dice, mut decisions) = source();
        let mut state = Final {
            rules,
            scenario,
            found: None,
            counted: Vec::new(),
        };
        let ended = self
            .machine
            .play(scenario, &mut dice, &mut decisions, Some(&mut state));
        let journal = self.machine.journal();
        // What the machine charges is a matter of what it need not work out, and how often it tells an empty line one of what it need not look at:
        // so only what was done by then can be compared.
        let ran_out = is_cut(&ended, limits);
        let most = Most {
            entries: match ran_out {
                true => journal.entries.len(),
                false => usize::MAX,
            },
            work: limits.steps.saturating_mul(WORK),
        };
        let (mut dice, mut decisions) = source();
        let special = (self.special).play(scenario, &mut dice, &mut decisions, None);
        let of_machine = told(journal);
        let mut of_special_rules = None;
        if !ran_out {
            let of_special = told(self.special.journal());
            if (&special, &of_special) != (&ended, &of_machine) {
                let mut pairs = of_special.iter().zip(&of_machine);
                let place = pairs.position(|(one, other)| one != other);
                let place = place.unwrap_or(of_special.len().min(of_machine.len()));
                of_special_rules = Some(format!(
                    "specialised rules end with {special:?}, not {ended:?}; event {place} is\n  {:?}\nnot\n  {:?}",
                    of_special.get(place),
                    of_machine.get(place),
                ));
            }
        }
        let (mut dice, mut decisions) = source();
        let mut run = Run::new(rules, scenario, limits, most, &mut dice, &mut decisions);
        let expected = run.play();
        if run.unsettled {
            *self = Pair::new(rules, self.specialized, limits);
            return Compared::Unsettled;
        }
        if let Some(how) = of_special_rules {
            return Compared::Differ(how);
        }
        let of_reference = told(&run.journal);
        let mut pairs = of_machine.iter().zip(&of_reference);
        if let Some(place) = pairs.position(|(one, other)| one != other) {
            return Compared::Differ(format!(
                "event {place} is\n  {:?}\nwhere the guide says\n  {:?}\nafter\n  {:#?}",
                of_machine[place],
                of_reference[place],
                &of_machine[place.saturating_sub(6)..place],
            ));
        }
        // Entries that are not compared count against the limit too.
        let goes_on = of_reference.len() > of_machine.len();
        if ran_out && (goes_on || is_cut(&expected, limits) || is_limit(&expected)) {
            *self = Pair::new(rules, self.specialized, limits);
            return Compared::Same("cut".to_owned());
        }
        let (who, longer, shorter) = match of_machine.len() > of_reference.len() {
            true => ("machine", &of_machine, &of_reference),
            false => ("reference", &of_reference, &of_machine),
        };
        if let Some(more) = longer.get(shorter.len()) {
            return Compared::Differ(format!(
                "only the {who} goes on after event {} with\n  {more:?}\nthe machine ended with {ended:?}, the reference with {expected:?}",
                shorter.len()
            ));
        }
        if ended != expected {
            return Compared::Differ(format!("it ended with {ended:?}, not {expected:?}"));
        }
        let (of_machine, of_reference) = (acts(journal), acts(&run.journal));
        if of_machine != of_reference {
            return Compared::Differ(format!(
                "acts ended as\n{of_machine:#?}\nnot\n{of_reference:#?}"
            ));
        }
        if let Some(found) = state.found.filter(|found| *found != run.records) {
            let records = &run.records;
            return Compared::Differ(format!("records ended as\n{found:?}\nnot\n{records:?}"));
        }
        if ended.is_ok() && state.counted != run.counted() {
            let (one, other) = (state.counted, run.counted());
            return Compared::Differ(format!("clock and phases ended as {one:?}, not {other:?}"));
        }
        self.coverage.add(&run.coverage);
        let (one, other) = (self.machine.coverage(), &self.coverage);
        if one != other {
            return Compared::Differ(format!("exercised was\n{one:?}\nnot\n{other:?}"));
        }
        let how = match &ended {
            Ok(ending) => format!("{ending:?}"),
            Err(fault) => format!("{:?}", fault.kind),
        };
        let word = how.split(|c: char| !c.is_alphanumeric()).next();
        Compared::Same(word.unwrap_or_default().to_owned())
    }
}

/// Whether a run was ended by a limit of which the guide does not say where exactly it is reached.
fn is_cut(ended: &Result<Ending, Fault>, limits: Limits) -> bool {
    let entries = u64::from(limits.events) * 16;
    match ended {
        Err(fault) => match fault.kind {
            // A body whose blocks would lie too deep is not begun, whichever of them are carried out.
            FaultKind::Steps(_) | FaultKind::TooDeep(_) => true,
            FaultKind::TooMuch(most) => most == entries,
            _ => false,
        },
        Ok(_) => false,
    }
}

/// Whether a run was ended by a limit. Which of two limits is reached first depends on what is charged against each.
fn is_limit(ended: &Result<Ending, Fault>) -> bool {
    ended.as_ref().is_err_and(|fault| {
        matches!(
            fault.kind,
            FaultKind::Steps(_)
                | FaultKind::TooDeep(_)
                | FaultKind::TooMuch(_)
                | FaultKind::Waiting(_)
                | FaultKind::Chain { .. }
                | FaultKind::Repetitions { .. }
        )
    })
}

/// All attributes of all records, when a run has ended.
struct Final<'r> {
    rules: &'r Ruleset,
    scenario: &'r Scenario,
    found: Option<Vec<Vec<Vec<Value>>>>,
    /// The clock, and the number of each phase.
    counted: Vec<Value>,
}

impl Observer for Final<'_> {
    fn ended(&mut self, scene: &mut Scene<'_>) {
        let count = |kind: KindId| {
            let made =
                scene.journal().entries.iter().filter(
                    |entry| matches!(entry.what, What::Made { kind: of, .. } if of == kind),
                );
            let given = self.scenario.at_start(kind);
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
        let phases = (0..self.rules.phases.len()).map(PhaseId::from_index);
        let exprs = [Expr::Now].into_iter().chain(phases.map(Expr::Counter));
        let exprs: Vec<Expr> = exprs.collect();
        let spans = &vec![Span::default(); exprs.len()];
        for number in 0..exprs.len() {
            let exprs = &exprs;
            let value = scene.value(Arena { exprs, spans }, ExprId::from_index(number), 0);
            self.counted.extend(value);
        }
    }
}
