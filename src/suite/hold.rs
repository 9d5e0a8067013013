//! Holds what happened against what was expected, and says what came instead.

use super::log::{Done, Log};
use super::watch::Watch;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::engine::{Ending, decisions, dice};
use crate::ruleset::{Expr, ExprId, KindId, MISSING, Ruleset, Type, WordId};
use crate::scenario::{
    ActOrder, ActReference, Expectation, ExpectationKind, FactMoment, Moment, Outcome, Path,
    Scenario,
};
use crate::view::Names;

/// What every expectation of a scenario found.
pub fn expectations(
    rules: &Ruleset,
    scenario: &Scenario,
    log: &Log,
    watch: &Watch<'_>,
    ending: Ending,
    findings: &mut Diagnostics,
) {
    let hold = Hold::new(rules, scenario, log, watch, ending);
    for (index, expectation) in scenario.expectations.iter().enumerate() {
        if let Err(instead) = hold.expectation(index, expectation) {
            let finding = Diagnostic::error(
                Code::ExpectationFailed,
                expectation.span,
                "this did not come as expected",
            );
            findings.push(finding.label(instead));
        }
    }
}

/// Whether the last expectation of a scenario came so.
pub fn last(
    rules: &Ruleset,
    scenario: &Scenario,
    log: &Log,
    watch: &Watch<'_>,
    ending: Ending,
) -> bool {
    let hold = Hold::new(rules, scenario, log, watch, ending);
    let last = scenario.expectations.iter().enumerate().next_back();
    last.is_none_or(|(index, expectation)| hold.expectation(index, expectation).is_ok())
}

/// What a scenario holds that nobody asked for.
pub fn leftovers(
    scenario: &Scenario,
    dice: &dice::Scripted<'_>,
    decisions: &decisions::Scripted<'_>,
    findings: &mut Diagnostics,
) {
    for roll in dice.unused() {
        let span = scenario.dice[roll].span;
        let message = "this roll was never asked for";
        findings.push(
            Diagnostic::error(Code::UnusedDie, span, message)
                .help("take it out, or see why the rules did not roll"),
        );
    }
    for answer in decisions.unused_answers() {
        let span = scenario.answers[answer].span;
        let message = "this was never asked";
        findings.push(
            Diagnostic::error(Code::UnusedDecision, span, message)
                .help("take it out, or see why the rules did not ask"),
        );
    }
    for declaration in decisions.unused_declarations() {
        let span = scenario.declarations[declaration].span;
        let message = "nobody asked for this declaration in its period";
        let help = "put it into the period in which the rules ask for declarations";
        findings.push(Diagnostic::error(Code::UnusedDeclaration, span, message).help(help));
    }
}

struct Hold<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    log: &'a Log,
    watch: &'a Watch<'a>,
    ending: Ending,
    names: Names<'a>,
}

/// Nothing, or what came instead.
type Held = Result<(), String>;

impl<'a> Hold<'a> {
    fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        log: &'a Log,
        watch: &'a Watch<'a>,
        ending: Ending,
    ) -> Self {
        Hold {
            rules,
            scenario,
            log,
            watch,
            ending,
            names: Names::new(rules, scenario),
        }
    }

    fn expectation(&self, index: usize, expectation: &Expectation) -> Held {
        match &expectation.kind {
            ExpectationKind::Order(batches) => self.order(batches),
            ExpectationKind::Declared(who, moment) => self.declared(who, moment.as_ref()),
            ExpectationKind::Rolls(purpose, moment, count) => {
                let rolls = self
                    .log
                    .rolls
                    .iter()
                    .filter(|roll| roll.0 == *purpose && within(&roll.1, moment.as_ref()));
                counted(rolls.count(), *count, "roll")
            }
            ExpectationKind::Acts(who, moment, count) => {
                let acts = self.log.done.iter().filter(|done| {
                    self.log.acts[done.act as usize].actor == *who
                        && moment.as_ref().is_none_or(|moment| done.when.is_in(moment))
                });
                counted(acts.count(), *count, "act")
            }
            ExpectationKind::Asked {
                asked,
                question,
                about,
                moment,
            } => {
                let was = self.log.asked.iter().any(|known| {
                    known.name == *question
                        && about.iter().all(|record| known.about.contains(record))
                        && within(&known.path, moment.as_ref())
                });
                match (was, asked) {
                    (true, false) => Err("it was asked".into()),
                    (false, true) => Err("it was not asked".into()),
                    _ => Ok(()),
                }
            }
            ExpectationKind::Over(over) => match (self.ending == Ending::Over, over) {
                (true, false) => Err("the combat is over".into()),
                (false, true) => Err("the combat is not over".into()),
                _ => Ok(()),
            },
            ExpectationKind::Relation(left, relation, right) => {
                self.relation(left, *relation, right)
            }
            ExpectationKind::Act(act, outcome) => self.outcome(act, outcome),
            ExpectationKind::Fact(fact, moment) => self.fact(index, *fact, moment),
        }
    }

    /// The named acts, batch after batch; each batch as early as it can be found.
    fn order(&self, batches: &[Vec<ActReference>]) -> Held {
        let mut after = 0;
        for group in batches {
            let found = (after + 1..=self.last_batch()).find(|&batch| self.all_in(group, batch));
            match found {
                Some(batch) => after = batch,
                None => return Err(self.why_not(group, after)),
            }
        }
        Ok(())
    }

    fn last_batch(&self) -> usize {
        self.log.done.last().map_or(0, |done| done.batch)
    }

    /// Whether a batch carried out all of these, each by an act of its own.
    fn all_in(&self, group: &[ActReference], batch: usize) -> bool {
        let mut taken: Vec<(u32, u16)> = Vec::new();
        group.iter().all(|reference| {
            let found = self
                .log
                .all(reference)
                .find(|done| done.batch == batch && !taken.contains(&(done.act, done.stage)));
            taken.extend(found.map(|done| (done.act, done.stage)));
            found.is_some()
        })
    }

    fn why_not(&self, group: &[ActReference], after: usize) -> String {
        for reference in group {
            let mut all = self.log.all(reference).peekable();
            if all.peek().is_none() {
                return format!(
                    "{} did not happen{}",
                    self.reference(reference),
                    self.fate(reference)
                );
            }
            if !all.any(|done| done.batch > after) {
                return format!(
                    "{} came before what is named before it; the order was {}",
                    self.reference(reference),
                    self.sequence()
                );
            }
        }
        format!(
            "these did not come at the same time; the order was {}",
            self.sequence()
        )
    }

    fn declared(&self, who: &[u32], moment: Option<&Moment>) -> Held {
        let mut came: Vec<u32> = Vec::new();
        for (act, path) in &self.log.declared {
            let actor = self.log.acts[*act as usize].actor;
            if within(path, moment) && who.contains(&actor) && !came.contains(&actor) {
                came.push(actor);
            }
        }
        if came == who {
            return Ok(());
        }
        let names: Vec<String> = came
            .iter()
            .map(|&actor| self.names.record(KindId::COMBATANT, actor))
            .collect();
        Err(if names.is_empty() {
            "none of them declared anything".into()
        } else {
            format!("they declared in the order {}", names.join(", "))
        })
    }

    fn relation(&self, left: &ActReference, relation: ActOrder, right: &ActReference) -> Held {
        let (a, b) = (self.first_batch(left)?, self.first_batch(right)?);
        let holds = match relation {
            ActOrder::Before => a < b,
            ActOrder::With => a == b,
            ActOrder::After => a > b,
        };
        if holds {
            Ok(())
        } else {
            Err(format!("the order was {}", self.sequence()))
        }
    }

    fn first_batch(&self, reference: &ActReference) -> Result<usize, String> {
        let first = self.log.all(reference).next().map(|done| done.batch);
        first.ok_or_else(|| {
            format!(
                "{} did not happen{}",
                self.reference(reference),
                self.fate(reference)
            )
        })
    }

    fn outcome(&self, reference: &ActReference, outcome: &Outcome) -> Held {
        let done = self.log.all(reference).next();
        match outcome {
            Outcome::Happens if done.is_some() => Ok(()),
            Outcome::Happens => Err(self.when_instead(reference)),
            Outcome::DoesNotHappen => match done {
                None => Ok(()),
                Some(done) => Err(format!("it happened in {}", self.when(done))),
            },
            Outcome::Missed => {
                let missed = self.log.missed.iter().any(|(act, when)| {
                    self.log.is_meant(*act, reference)
                        && reference
                            .moment
                            .as_ref()
                            .is_none_or(|moment| when.is_in(moment))
                });
                if missed {
                    Ok(())
                } else {
                    Err("its place had not gone by".into())
                }
            }
            Outcome::Is(word) => self.state(reference, *word),
        }
    }

    fn state(&self, reference: &ActReference, word: WordId) -> Held {
        let meant: Vec<u32> = self.meant(reference).collect();
        if meant
            .iter()
            .any(|&act| self.log.acts[act as usize].state() == Some(word))
        {
            return Ok(());
        }
        match meant
            .first()
            .and_then(|&act| self.log.acts[act as usize].state())
        {
            Some(state) => Err(format!("it is {}", self.names.word(state))),
            None => Err("there was no such act".into()),
        }
    }

    /// The acts that a reference means; of its moment only the period in which they were declared or added counts.
    fn meant<'b>(&'b self, reference: &'b ActReference) -> impl Iterator<Item = u32> + 'b {
        (0..self.log.acts.len() as u32).filter(move |&act| {
            self.log.is_meant(act, reference)
                && reference.moment.as_ref().is_none_or(|moment| {
                    let path = &self.log.acts[act as usize].path;
                    moment
                        .path
                        .iter()
                        .all(|part| path.contains(part) || !path.iter().any(|own| own.0 == part.0))
                })
        })
    }

    fn fact(&self, index: usize, fact: ExprId, moment: &FactMoment) -> Held {
        let Some(found) = &self.watch.found[index] else {
            return Err(match moment {
                FactMoment::After(reference) => format!(
                    "{} did not happen{}",
                    self.reference(reference),
                    self.fate(reference)
                ),
                _ => "the run did not come so far".into(),
            });
        };
        match (&found.holds, found.sides) {
            (Ok(true), _) => Ok(()),
            (Ok(false), Some((left, right))) => {
                let ty = self.type_of(fact);
                let show = |value| {
                    if value == MISSING {
                        "missing".into()
                    } else {
                        self.names.value(&ty, value)
                    }
                };
                Err(format!(
                    "{} on the left, {} on the right",
                    show(left),
                    show(right)
                ))
            }
            (Ok(false), None) => Err("it is not so".into()),
            (Err(_), _) => Err("it could not be worked out: a value is missing".into()),
        }
    }

    /// The type of what a comparison compares, as far as its sides show it.
    fn type_of(&self, fact: ExprId) -> Type {
        let exprs = &self.scenario.exprs;
        let sides = match exprs[fact.index()] {
            Expr::Equal(a, b)
            | Expr::NotEqual(a, b)
            | Expr::Less(a, b)
            | Expr::LessOrEqual(a, b) => [a, b],
            _ => [fact, fact],
        };
        let known = sides
            .into_iter()
            .find_map(|side| match &exprs[side.index()] {
                Expr::Attribute { kind, slot, .. } => Some(
                    self.rules.kinds[kind.index()].attributes[*slot as usize]
                        .declared
                        .ty
                        .clone(),
                ),
                Expr::Call(function, _) => {
                    Some(self.rules.functions[function.index()].declared.ty.clone())
                }
                Expr::Option(option) => Some(self.rules.options[option.index()].ty.clone()),
                _ => None,
            });
        known.unwrap_or(Type::Number(None))
    }

    fn reference(&self, reference: &ActReference) -> String {
        let action = &self.rules.actions[reference.action.index()];
        let who = self.names.record(KindId::COMBATANT, reference.actor);
        match reference.stage.filter(|_| action.stages.len() > 1) {
            Some(stage) => format!(
                "{who} {} {}",
                self.names.word(action.stages[stage as usize].name),
                spaced(&action.name)
            ),
            None => format!("{who} {}", spaced(&action.verb)),
        }
    }

    /// What became of acts that were not carried out.
    fn fate(&self, reference: &ActReference) -> String {
        let state = self
            .meant(reference)
            .next()
            .and_then(|act| self.log.acts[act as usize].state());
        state.map_or_else(String::new, |state| {
            format!(" ({})", self.names.word(state))
        })
    }

    fn when_instead(&self, reference: &ActReference) -> String {
        let any_time = ActReference {
            moment: None,
            ..reference.clone()
        };
        match self.log.all(&any_time).next() {
            Some(done) => format!("it happened in {}", self.when(done)),
            None => format!("it did not happen{}", self.fate(&any_time)),
        }
    }

    fn when(&self, done: &Done) -> String {
        let keys = done
            .when
            .keys
            .iter()
            .map(|&(word, value)| format!("{} {value}", self.names.word(word)));
        [self.names.moment(&done.when.path)]
            .into_iter()
            .chain(keys)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Everything that was carried out, in order.
    fn sequence(&self) -> String {
        let mut text = String::new();
        let mut last = 0;
        for done in &self.log.done {
            if !text.is_empty() {
                text.push_str(if done.batch == last {
                    " together with "
                } else {
                    ", then "
                });
            }
            last = done.batch;
            let act = &self.log.acts[done.act as usize];
            let action = &self.rules.actions[act.action.index()];
            let who = self.names.record(KindId::COMBATANT, act.actor);
            text.push_str(&match action.stages.len() {
                1 => format!("{who} {}", spaced(&action.verb)),
                _ => format!(
                    "{who} {} {}",
                    self.names.word(action.stages[done.stage as usize].name),
                    spaced(&action.name)
                ),
            });
        }
        text
    }
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

fn within(path: &Path, moment: Option<&Moment>) -> bool {
    moment.is_none_or(|moment| moment.path.iter().all(|part| path.contains(part)))
}

fn counted(came: usize, expected: i64, what: &str) -> Held {
    if came as i64 == expected {
        return Ok(());
    }
    Err(format!(
        "there {} {came} {what}{}",
        if came == 1 { "was" } else { "were" },
        if came == 1 { "" } else { "s" }
    ))
}
