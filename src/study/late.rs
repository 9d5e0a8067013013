//! Attributes that put acts or turns in order, and are rolled only behind these: what is rolled counts the next time, and the first time nothing that is
//! rolled does.

use std::collections::BTreeSet;

use super::Finding;
use super::early::{ActPlaces, Step, steps};
use super::is_own;
use super::periods::outermost;
use crate::analysis::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ExprId, KindId, Phase, Ruleset, Slot};
use crate::source::Clean;

/// An attribute of a kind.
type KeptRoll = (KindId, Slot);

/// Warnings about all attributes that are rolled too late.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let all = ActPlaces::everywhere(rules);
    let candidates: BTreeSet<KeptRoll> = all.rolled.iter().map(|(rolled, _)| *rolled).collect();
    let reads = candidates
        .into_iter()
        .map(|rolled| Readers::of(rules, rolled));
    let late = reads.flat_map(|reads| {
        let mut phases = rules.phases.iter();
        phases.find_map(|phase| reads.told_late(rules, phase, &all))
    });
    late.collect()
}

/// What an attribute that keeps rolls puts in order.
struct Readers {
    rolled: KeptRoll,
    /// The first key of an order that reads it.
    acts: Option<ExprId>,
    /// By phase: the first key of its turns that does.
    turns: Vec<Option<ExprId>>,
}

impl Readers {
    fn of(rules: &Ruleset, rolled: KeptRoll) -> Self {
        let reads = |root: &ExprId| Reach::reads(rules, *root, rolled);
        let keys = rules.orders.iter().flat_map(|order| &order.keys);
        let turns = rules.phases.iter().map(|phase| {
            let keys = phase.turns.iter().flat_map(|turns| turns.keys.iter());
            keys.map(|key| key.0).find(reads)
        });
        Readers {
            rolled,
            acts: keys.map(|key| key.value).find(reads),
            turns: turns.collect(),
        }
    }

    /// How often acts and turns are put in order by it.
    fn count(&self, places: &ActPlaces) -> usize {
        let turns = places.phases.iter();
        let turns = turns.filter(|id| self.turns[id.index()].is_some());
        turns.count() + self.acts.map_or(0, |_| places.resolves)
    }

    /// All that declare and all that it puts in order come in the steps of a phase before the one that rolls it, and nothing else writes it.
    fn told_late(&self, rules: &Ruleset, phase: &Phase, all: &ActPlaces) -> Option<Finding> {
        let steps = steps(&phase.body);
        let places: Vec<ActPlaces> = (steps.iter())
            .map(|step| ActPlaces::of(rules, *step))
            .collect();
        let orders = places.iter().rposition(|step| self.count(step) > 0)?;
        let (before, behind) = places.split_at(orders + 1);
        let written = |places: &ActPlaces| {
            let written = places.written.iter();
            written.filter(|written| **written == self.rolled).count()
        };
        let is_whole = |count: &dyn Fn(&ActPlaces) -> usize, part: &[ActPlaces]| {
            part.iter().map(count).sum::<usize>() == count(all)
        };
        let is_late = is_whole(&|places| self.count(places), before)
            && is_whole(&|places| places.declares, before)
            && is_whole(&written, behind);
        let (orders, _) = steps.get(orders).zip(is_late.then_some(()))?;
        let mut rolled = behind.iter().flat_map(|step| &step.rolled);
        let (_, place) = rolled.find(|(rolled, _)| *rolled == self.rolled)?;
        let (kind, slot) = self.rolled;
        let name = &rules.attribute(kind, slot).name;
        let (what, before) = match orders {
            Step::Statement(_) => ("acts", "`resolve acts`".to_owned()),
            Step::Phase(id) => {
                let inner = &rules.phases[id.index()];
                let what = self.turns[id.index()].map_or("acts", |_| "turns");
                (what, format!("`phase {}`", Clean(&inner.name)))
            }
        };
        let message = format!("`{name}` puts {what} in order before it is rolled");
        let keys = self.turns.iter().flatten().chain(&self.acts);
        let warning = Diagnostic::warning(Code::Unused, *place, message)
            .label("too late: it counts the next time, if there is one");
        let warning = keys.take(1).fold(warning, |warning, key| {
            warning.also(rules.expr_spans[key.index()], "it is looked at here")
        });
        let item = outermost(rules, phase).item;
        let found = Finding::of(item, warning.help(format!("roll it before {before}")));
        is_own(rules, item).then_some(found)
    }
}
