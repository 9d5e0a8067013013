//! What a run comes to, read off its whole journal: plainly, and without the crate's own monitors.

use affray::journal::{Journal, What};
use affray::machine::Machine;
use affray::ruleset::{ExprId, KindId, MISSING, PhaseId, Ruleset, Value, WordId};
use affray::run::{Arena, Dice, Ending, Fault, Observer, Scene, decisions};
use affray::scenario::{
    ActOrder, ActReference, ExpectationKind, FactMoment, Moment, Outcome, Path, Scenario,
};
use affray::suite::ends_so;

/// When something happened: the counting phases, and the keys of the batch.
#[derive(Clone)]
struct When {
    path: Path,
    keys: Vec<(WordId, Value)>,
}

impl When {
    fn is_in(&self, moment: Option<&Moment>) -> bool {
        moment.is_none_or(|moment| {
            moment.path.iter().all(|part| self.path.contains(part))
                && moment.keys.iter().all(|key| self.keys.contains(key))
        })
    }
}

/// A stage that was carried out: the act, the stage, the batch.
struct Done(u32, u16, usize, When);

/// Whether one thing comes as expected in one run.
pub fn judged(
    rules: &Ruleset,
    scenario: &Scenario,
    kind: &ExpectationKind,
    machine: &mut Machine<'_>,
    dice: &mut dyn Dice,
) -> Result<bool, Fault> {
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    if let ExpectationKind::Fact(fact, moment) = kind {
        let mut late = Late {
            rules,
            scenario,
            fact: *fact,
            moment,
            seen: Ok(0),
            is_done: false,
        };
        machine.play(scenario, dice, &mut decisions, Some(&mut late))?;
        return late.seen.map(|seen| seen == 1);
    }
    let ending = machine.play(scenario, dice, &mut decisions, None)?;
    let journal = machine.journal();
    let whens = whens(journal);
    let done = done(rules, journal, &whens);
    let all = |reference: &ActReference| -> Vec<&Done> {
        let is_it = |done: &&Done| {
            is_meant(journal, done.0, reference)
                && reference.stage.is_none_or(|stage| stage == done.1)
                && done.3.is_in(reference.moment.as_ref())
        };
        done.iter().filter(is_it).collect()
    };
    let first = |reference: &ActReference| all(reference).first().map(|done| done.2);
    let entries = || journal.entries.iter().zip(&whens);
    let within = |when: &When, moment: &Option<Moment>| {
        let path = moment.iter().flat_map(|moment| &moment.path);
        path.into_iter().all(|part| when.path.contains(part))
    };
    Ok(match kind {
        ExpectationKind::Said { .. } => unreachable!("a transcript tells it"),
        ExpectationKind::Over(over) => (ending == Ending::Over) == *over,
        ExpectationKind::Relation(left, relation, right) => match (first(left), first(right)) {
            (Some(a), Some(b)) => match relation {
                ActOrder::Before => a < b,
                ActOrder::With => a == b,
                ActOrder::After => a > b,
            },
            _ => false,
        },
        ExpectationKind::Act(act, Outcome::Happens) => first(act).is_some(),
        ExpectationKind::Act(act, Outcome::DoesNotHappen) => first(act).is_none(),
        ExpectationKind::Act(reference, Outcome::Missed) => entries().any(|(entry, when)| {
            matches!(entry.what, What::Missed { act } if is_meant(journal, act, reference))
                && when.is_in(reference.moment.as_ref())
        }),
        ExpectationKind::Act(act, Outcome::Is(word, because)) => {
            let because = because.as_deref();
            let word = *word;
            let fate = affray::monitor::ActFate { act, word, because };
            ends_so(rules, scenario, journal, fate)
        }
        ExpectationKind::Acts(who, moment, count) => {
            let own = done.iter().filter(|done| {
                journal.acts[done.0 as usize].actor == *who && done.3.is_in(moment.as_ref())
            });
            own.count() as Value == *count
        }
        ExpectationKind::Rolls(wanted, moment, count) => {
            let rolls = entries().filter(|(entry, when)| {
                matches!(entry.what, What::Rolled { purpose, .. } if purpose == *wanted)
                    && within(when, moment)
            });
            rolls.count() as Value == *count
        }
        ExpectationKind::Asked {
            asked,
            question: wanted,
            about: records,
            acts,
            moment,
        } => {
            let was = entries().any(|(entry, when)| match entry.what {
                What::Asked {
                    question, about, ..
                } => {
                    let about = journal.values(about);
                    rules.questions[question.index()].name == *wanted
                        && within(when, moment)
                        && records.iter().all(|&(kind, record)| {
                            let named = [Value::from(kind.0), Value::from(record)];
                            about.chunks(2).any(|pair| pair == named)
                        })
                        && acts.iter().all(|named| {
                            about.chunks(2).any(|pair| {
                                pair[0] == Value::from(KindId::ACT.0)
                                    && is_meant(journal, pair[1] as u32, named)
                            })
                        })
                }
                _ => false,
            });
            was == *asked
        }
        ExpectationKind::Declared(who, moment) => {
            let mut came: Vec<u32> = Vec::new();
            for (entry, when) in entries() {
                if let What::Declared { act, .. } = entry.what
                    && within(when, moment)
                {
                    let actor = journal.acts[act as usize].actor;
                    if who.contains(&actor) && !came.contains(&actor) {
                        came.push(actor);
                    }
                }
            }
            came == *who
        }
        ExpectationKind::Order(batches) => {
            let mut after = 0;
            batches.iter().all(|group| {
                let last = done.last().map_or(0, |done| done.2);
                let found = (after + 1..=last).find(|&batch| {
                    let mut taken: Vec<(u32, u16)> = Vec::new();
                    group.iter().all(|reference| {
                        let found = all(reference)
                            .into_iter()
                            .find(|done| done.2 == batch && !taken.contains(&(done.0, done.1)));
                        taken.extend(found.map(|done| (done.0, done.1)));
                        found.is_some()
                    })
                });
                after = found.unwrap_or(after);
                found.is_some()
            })
        }
        ExpectationKind::MayNotAct(..) | ExpectationKind::Fact(..) => {
            unreachable!("the one cannot be asked, the other was judged")
        }
    })
}

fn is_meant(journal: &Journal, act: u32, reference: &ActReference) -> bool {
    let act = &journal.acts[act as usize];
    let attributes = journal.values(act.attributes);
    act.actor == reference.actor
        && act.action == reference.action
        && reference.has_attributes(|slot| attributes[usize::from(slot)])
}

/// When each entry was written.
fn whens(journal: &Journal) -> Vec<When> {
    let mut now = When {
        path: Path::new(),
        keys: Vec::new(),
    };
    let mut whens = Vec::new();
    for entry in &journal.entries {
        match entry.what {
            What::PhaseBegins { phase, number, .. } if number != MISSING => {
                now.path.push((phase, number));
            }
            What::BatchBegins { place, .. } => {
                let pairs = journal.values(place).chunks(2);
                let pair = |pair: &[Value]| (WordId(pair[0] as u32), pair[1]);
                now.keys = pairs.map(pair).collect();
            }
            _ => {}
        }
        whens.push(now.clone());
        if matches!(entry.what, What::PhaseEnds { number, .. } if number != MISSING) {
            now.path.pop();
        }
    }
    whens
}

/// What was carried out. An act at once is a batch of its own.
fn done(rules: &Ruleset, journal: &Journal, whens: &[When]) -> Vec<Done> {
    let mut batch = 0;
    let mut all = Vec::new();
    for (entry, when) in journal.entries.iter().zip(whens) {
        match entry.what {
            What::BatchBegins { .. } => batch += 1,
            What::Resolved { act, stage } => {
                let action = journal.acts[act as usize].action;
                batch += usize::from(rules.actions[action.index()].at_once);
                all.push(Done(act, stage, batch, when.clone()));
            }
            _ => {}
        }
    }
    all
}

/// Looks at a fact when its time comes.
struct Late<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    fact: ExprId,
    moment: &'a FactMoment,
    seen: Result<Value, Fault>,
    is_done: bool,
}

impl Late<'_> {
    fn look(&mut self, scene: &mut Scene<'_>) {
        let arena = Arena {
            exprs: &self.scenario.exprs,
            spans: &self.scenario.expr_spans,
        };
        self.seen = scene.value(arena, self.fact, self.scenario.locals);
    }
}

impl Observer for Late<'_> {
    fn batch_ended(&mut self, scene: &mut Scene<'_>) {
        let is_time = match self.moment {
            FactMoment::After(reference) if !self.is_done => {
                let journal = scene.journal();
                let is_it = |done: &Done| {
                    let act = &journal.acts[done.0 as usize];
                    act.actor == reference.actor
                        && act.action == reference.action
                        && reference
                            .has_attributes(|slot| scene.attribute(KindId::ACT, done.0, slot))
                        && reference.stage.is_none_or(|stage| stage == done.1)
                        && done.3.is_in(reference.moment.as_ref())
                };
                self.is_done = done(self.rules, journal, &whens(journal)).iter().any(is_it);
                self.is_done
            }
            FactMoment::EndOf(moment) if !moment.keys.is_empty() => {
                let journal = scene.journal();
                let last = whens(journal).pop();
                last.is_some_and(|when| when.is_in(Some(moment)))
            }
            _ => false,
        };
        if is_time {
            self.look(scene);
        }
    }

    fn phase_ended(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        if let FactMoment::EndOf(moment) = self.moment
            && moment.keys.is_empty()
            && moment.path.last().is_some_and(|last| last.0 == phase)
            && (moment.path.iter()).all(|part| scene.path().contains(part))
        {
            self.look(scene);
        }
    }

    fn ended(&mut self, scene: &mut Scene<'_>) {
        if *self.moment == FactMoment::End {
            self.look(scene);
        }
    }
}
