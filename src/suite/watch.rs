//! Looks on while a scenario is played, and works out the facts that it expects when their time has come.

use crate::journal::What;
use crate::ruleset::{ExprId, KindId, PhaseId, Slot, Value};
use crate::run::{Arena, Fault, Observer, Scene};
use crate::scenario::{ActReference, ExpectationKind, FactMoment, Moment, Scenario};

/// What was found of a fact.
#[derive(Clone, Debug)]
pub struct Found {
    /// whether it was true, or the fault that working it out met
    pub holds: Result<bool, Fault>,
    /// if it compares: the values of both sides
    pub sides: Option<(Value, Value)>,
}

/// The facts of a scenario and what was found of them.
pub struct Watch<'a> {
    scenario: &'a Scenario,
    /// by expectation; `None`: its time has not come
    pub found: Vec<Option<Found>>,
    read: usize,
}

impl<'a> Watch<'a> {
    /// Ready to look on.
    pub fn new(scenario: &'a Scenario) -> Self {
        Watch {
            scenario,
            found: vec![None; scenario.expectations.len()],
            read: 0,
        }
    }

    /// Works out every fact whose time this is.
    fn look(
        &mut self,
        scene: &mut Scene<'_>,
        is_time: impl Fn(&FactMoment, &Scene<'_>, bool) -> bool,
    ) {
        for (index, expectation) in self.scenario.expectations.iter().enumerate() {
            let ExpectationKind::Fact(fact, moment) = &expectation.kind else {
                continue;
            };
            if is_time(moment, scene, self.found[index].is_some()) {
                self.found[index] = Some(self.work_out(scene, *fact));
            }
        }
    }

    fn work_out(&self, scene: &mut Scene<'_>, fact: ExprId) -> Found {
        let arena = Arena {
            exprs: &self.scenario.exprs,
            spans: &self.scenario.expr_spans,
        };
        let mut value = |id| scene.value(arena, id, self.scenario.locals);
        let holds = value(fact).map(|value| value == 1);
        let sides = self.scenario.exprs[fact.index()].compared();
        let sides = sides.and_then(|[a, b]| value(a).ok().zip(value(b).ok()));
        Found { holds, sides }
    }

    /// Whether the last batch carried out the act that is meant.
    fn just_done(&self, from: usize, reference: &ActReference, scene: &Scene<'_>) -> bool {
        let journal = scene.journal();
        let mut in_moment = true;
        journal.entries[from..]
            .iter()
            .any(|entry| match entry.what {
                What::BatchBegins { place, .. } => {
                    in_moment = reference
                        .moment
                        .as_ref()
                        .is_none_or(|moment| self.is_in(moment, journal.values(place), scene));
                    false
                }
                What::Resolved { act, stage } => {
                    let record = &journal.acts[act as usize];
                    let has = |&(slot, value): &(Slot, Value)| {
                        scene.attribute(KindId::ACT, act, slot) == value
                    };
                    in_moment
                        && record.actor == reference.actor
                        && record.action == reference.action
                        && reference.stage.is_none_or(|wanted| wanted == stage)
                        && reference.settings.iter().all(has)
                }
                _ => false,
            })
    }

    fn is_in(&self, moment: &Moment, place: &[Value], scene: &Scene<'_>) -> bool {
        let has = |key: &(crate::ruleset::WordId, Value)| {
            place
                .chunks_exact(2)
                .any(|pair| pair[0] == Value::from(key.0.0) && pair[1] == key.1)
        };
        moment.path.iter().all(|part| scene.path().contains(part)) && moment.keys.iter().all(has)
    }
}

impl Observer for Watch<'_> {
    fn batch_ended(&mut self, scene: &mut Scene<'_>) {
        let from = std::mem::replace(&mut self.read, scene.journal().entries.len());
        let mut due = vec![false; self.found.len()];
        for (index, expectation) in self.scenario.expectations.iter().enumerate() {
            if let ExpectationKind::Fact(_, moment) = &expectation.kind {
                due[index] = match moment {
                    FactMoment::After(reference) => {
                        self.found[index].is_none() && self.just_done(from, reference, scene)
                    }
                    // The end of a count is the end of its last batch: whatever comes later replaces it.
                    FactMoment::EndOf(moment) if !moment.keys.is_empty() => {
                        let place =
                            scene.journal().entries[from..]
                                .iter()
                                .rev()
                                .find_map(|entry| match entry.what {
                                    What::BatchBegins { place, .. } => Some(place),
                                    _ => None,
                                });
                        place.is_some_and(|place| {
                            self.is_in(moment, scene.journal().values(place), scene)
                        })
                    }
                    _ => false,
                };
            }
        }
        for (index, _) in due.iter().enumerate().filter(|(_, due)| **due) {
            if let ExpectationKind::Fact(fact, _) = &self.scenario.expectations[index].kind {
                self.found[index] = Some(self.work_out(scene, *fact));
            }
        }
    }

    fn phase_ended(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        self.look(scene, |moment, scene, _| match moment {
            FactMoment::EndOf(moment) => {
                moment.keys.is_empty()
                    && moment.path.last().is_some_and(|last| last.0 == phase)
                    && moment.path.iter().all(|part| scene.path().contains(part))
            }
            _ => false,
        });
    }

    fn ended(&mut self, scene: &mut Scene<'_>) {
        self.look(scene, |moment, _, known| {
            *moment == FactMoment::End && !known
        });
    }
}
