//! What stands at the wrong place among the phases: acts that are carried out before they are declared, and what stands behind a phase that has no end.

use std::collections::BTreeSet;

use super::Finding;
use super::periods::outermost;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_block;
use crate::ruleset::{Block, Callee, KindId, PhaseId, Ruleset, Slot, Statement, StatementKind};
use crate::source::{Clean, Span};

/// Warnings about both.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut findings: Vec<Finding> = resolved_early(rules).into_iter().collect();
    let left = left(rules);
    let outline: Vec<Step<'_>> = rules.procedure.iter().map(|id| Step::Phase(*id)).collect();
    findings.extend(behind_endless(rules, &outline, &left));
    for phase in &rules.phases {
        findings.extend(behind_endless(rules, &steps(&phase.body), &left));
    }
    findings
}

/// One step of the procedure, or of a phase.
#[derive(Clone, Copy)]
pub(super) enum Step<'r> {
    Phase(PhaseId),
    Statement(&'r Statement),
}

/// The steps of a block.
pub(super) fn steps(block: &Block) -> Vec<Step<'_>> {
    let step = |statement| match statement {
        &Statement {
            kind: StatementKind::Phase(id),
            ..
        } => Step::Phase(id),
        other => Step::Statement(other),
    };
    block.iter().map(step).collect()
}

/// Where acts are carried out and declared, and what is rolled and written beside, in all rules or in a step.
#[derive(Default)]
pub(super) struct ActPlaces {
    /// How often they are carried out.
    pub(super) resolves: usize,
    /// How many statements let combatants declare.
    pub(super) declares: usize,
    /// Whether rules add acts.
    adds: bool,
    /// The phases.
    pub(super) phases: Vec<PhaseId>,
    /// The attributes that keep rolls, and where they do.
    pub(super) rolled: Vec<((KindId, Slot), Span)>,
    /// The attributes that are written, those that keep rolls among them.
    pub(super) written: Vec<(KindId, Slot)>,
}

impl ActPlaces {
    /// Those of blocks.
    fn count(&mut self, block: &[Statement]) {
        each_block(block, &mut |block| {
            for Statement { kind, span } in block {
                self.resolves += usize::from(matches!(kind, StatementKind::Resolve { .. }));
                self.declares += usize::from(matches!(kind, StatementKind::Declare { .. }));
                self.adds |= matches!(kind, StatementKind::Does { .. });
                if let StatementKind::Phase(id) = kind {
                    self.phases.push(*id);
                }
                let is_roll = matches!(kind, StatementKind::Roll { .. });
                kind.effects(&mut |effect| {
                    let written = effect.attribute_written();
                    self.written.extend(written);
                    let rolled = written.filter(|_| is_roll).map(|rolled| (rolled, *span));
                    self.rolled.extend(rolled);
                });
            }
        });
    }

    /// Those of all rules, but for what is set back as repetitions of phases begin.
    pub(super) fn everywhere(rules: &Ruleset) -> Self {
        let mut all = ActPlaces::default();
        for callee in rules.callees() {
            match callee {
                Callee::Phase(id) => all.count(&rules.phases[id.index()].body),
                other => (other.blocks(rules).into_iter()).for_each(|block| all.count(block)),
            }
        }
        all.phases = (0..rules.phases.len()).map(PhaseId::from_index).collect();
        all
    }

    /// Those of a step, with all phases within it.
    pub(super) fn of(rules: &Ruleset, step: Step<'_>) -> Self {
        let mut places = ActPlaces::default();
        match step {
            Step::Phase(id) => places.phases.push(id),
            Step::Statement(statement) => places.count(std::slice::from_ref(statement)),
        }
        let mut next = 0;
        while let Some(id) = places.phases.get(next) {
            next += 1;
            places.count(&rules.phases[id.index()].body);
        }
        places
    }
}

/// The only `resolve acts` of the rules, where all that declare come behind it in the same phase.
fn resolved_early(rules: &Ruleset) -> Option<Finding> {
    let all = ActPlaces::everywhere(rules);
    if all.resolves != 1 || all.declares == 0 || all.adds {
        return None;
    }
    let mut around = None;
    let mut sequence: Vec<Step<'_>> = rules.procedure.iter().map(|id| Step::Phase(*id)).collect();
    loop {
        let places = sequence.iter().map(|step| ActPlaces::of(rules, *step));
        let places: Vec<ActPlaces> = places.collect();
        let resolves = places.iter().position(|step| step.resolves > 0)?;
        let declares = places.iter().position(|step| step.declares > 0)?;
        let declared: usize = places.iter().map(|step| step.declares).sum();
        if declared != all.declares || declares < resolves {
            return None;
        }
        if let (true, Step::Phase(id)) = (declares == resolves, sequence[resolves]) {
            around = Some(id);
            sequence = steps(&rules.phases[id.index()].body);
            continue;
        }
        let early = unconditional(rules, sequence[resolves]).filter(|_| resolves < declares)?;
        let (holder, declared) = (around, sequence[declares]);
        return told_early(rules, early, declared, holder);
    }
}

/// The `resolve acts` of a step, where nothing is asked before it.
fn unconditional<'r>(rules: &'r Ruleset, step: Step<'r>) -> Option<&'r Statement> {
    match step {
        Step::Statement(statement) => {
            let is_it = matches!(statement.kind, StatementKind::Resolve { condition: None });
            is_it.then_some(statement)
        }
        Step::Phase(id) => {
            let phase = &rules.phases[id.index()];
            let is_once = !phase.repeats() && phase.condition.is_none();
            let mut within = steps(&phase.body).into_iter();
            within
                .find_map(|step| unconditional(rules, step))
                .filter(|_| is_once)
        }
    }
}

fn told_early(
    rules: &Ruleset,
    early: &Statement,
    declares: Step<'_>,
    around: Option<PhaseId>,
) -> Option<Finding> {
    let phase = around.map(|id| &rules.phases[id.index()]);
    let item = match (phase, declares) {
        (Some(phase), _) => outermost(rules, phase).item,
        (None, Step::Phase(id)) => outermost(rules, &rules.phases[id.index()]).item,
        (None, Step::Statement(_)) => return None,
    };
    let mut outer = phase;
    let mut repeats = false;
    while let Some(one) = outer {
        repeats |= one.repeats();
        outer = one.parent.map(|id| &rules.phases[id.index()]);
    }
    let message = match phase.filter(|_| repeats) {
        Some(phase) => format!(
            "acts are carried out before anything is declared in `{}`: what is declared waits for the next time",
            Clean(&phase.name)
        ),
        None => {
            "acts are carried out before anything is declared, and never again behind it".to_owned()
        }
    };
    let warning = Diagnostic::warning(Code::Unused, early.span, message);
    let warning = warning
        .label("too early")
        .also(place_of(rules, declares), "declared here")
        .help("put `resolve acts` behind what lets them declare");
    is_own(rules, early.span).then(|| Finding::of(item, warning))
}

/// Where a step stands: of a phase its name.
fn place_of(rules: &Ruleset, step: Step<'_>) -> Span {
    match step {
        Step::Phase(id) => {
            let item = rules.phases[id.index()].item;
            rules.items[item.index()].name_span
        }
        Step::Statement(statement) => statement.span,
    }
}

/// Whether a place is one of the file itself.
fn is_own(rules: &Ruleset, place: Span) -> bool {
    place.file == rules.items[0].span.file
}

/// The phases that some statement leaves.
fn left(rules: &Ruleset) -> BTreeSet<PhaseId> {
    let mut left = BTreeSet::new();
    rules.each_statement(&mut |statement| {
        if let StatementKind::Leave(id) = statement {
            left.insert(*id);
        }
    });
    left
}

/// The phase that counts without end in which a phase stays once it has begun: itself, or one that it holds.
fn endless(rules: &Ruleset, id: PhaseId, left: &BTreeSet<PhaseId>) -> Option<PhaseId> {
    let phase = &rules.phases[id.index()];
    if left.contains(&id) || phase.condition.is_some() || phase.turns.is_some() {
        return None;
    }
    let counts_on = phase.counting.is_some_and(|counting| counting.to.is_none());
    if counts_on {
        return Some(id);
    }
    let mut within = steps(&phase.body).into_iter();
    within.find_map(|step| match step {
        Step::Phase(inner) => endless(rules, inner, left),
        Step::Statement(_) => None,
    })
}

/// The first step behind a phase that only the end of the combat ends.
fn behind_endless(
    rules: &Ruleset,
    steps: &[Step<'_>],
    left: &BTreeSet<PhaseId>,
) -> Option<Finding> {
    let pairs = steps.windows(2);
    let mut ends = pairs.filter_map(|pair| match pair {
        [Step::Phase(before), behind] => Some((endless(rules, *before, left)?, *before, *behind)),
        _ => None,
    });
    let (counts, before, behind) = ends.next()?;
    let place = place_of(rules, behind);
    let what = match behind {
        Step::Phase(id) => format!("the phase `{}`", Clean(&rules.phases[id.index()].name)),
        Step::Statement(_) => "this".to_owned(),
    };
    let endless = &rules.phases[counts.index()];
    let message = format!(
        "{what} is never reached: `{}` before it counts on without end, and is left only as the combat ends",
        Clean(&endless.name)
    );
    let counting = place_of(rules, Step::Phase(counts));
    let first = &rules.phases[before.index()].name;
    let warning = Diagnostic::warning(Code::NeverApplies, place, message);
    let warning = warning
        .also(counting, "counts without end")
        .help(format!("put it before `phase {}`", Clean(first)));
    let item = outermost(rules, &rules.phases[before.index()]).item;
    let item = match behind {
        Step::Phase(id) => outermost(rules, &rules.phases[id.index()]).item,
        Step::Statement(_) => item,
    };
    is_own(rules, place).then(|| Finding::of(item, warning))
}
