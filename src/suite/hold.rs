//! Holds what happened against what was expected, and says what came instead.

use super::asks::Ask;
use super::log::{How, Log};
use super::watch::Watch;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Expr, ExprId, KindId, MISSING, Type, WordId};
use crate::run::Ending;
use crate::scenario::{
    ActOrder, ActReference, Expectation, ExpectationKind, FactMoment, Moment, Outcome, Path,
};

/// A run that is held against its scenario.
pub struct Hold<'a> {
    /// what happened, by what it was
    pub log: &'a Log<'a>,
    /// what was found of the facts
    pub watch: &'a Watch<'a>,
    /// who was asked to declare, if anything is expected of that
    pub asks: &'a [Ask],
    /// how the run ended
    pub ending: Ending,
}

/// Nothing, or what came instead.
type Held = Result<(), String>;

impl Hold<'_> {
    /// What every expectation of the scenario found.
    pub fn expectations(&self, findings: &mut Diagnostics) {
        for (index, expectation) in self.log.scenario().expectations.iter().enumerate() {
            if let Err(instead) = self.expectation(index, expectation) {
                let finding = Diagnostic::error(
                    Code::ExpectationFailed,
                    expectation.span,
                    "this did not come as expected",
                );
                findings.push(finding.label(instead));
            }
        }
    }

    /// Whether the last expectation of the scenario came so.
    pub fn last(&self) -> bool {
        let expectations = self.log.scenario().expectations.iter();
        let last = expectations.enumerate().next_back();
        last.is_none_or(|(index, expectation)| self.expectation(index, expectation).is_ok())
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
                    .filter(|roll| roll.1 == *purpose && within(&roll.2, moment.as_ref()));
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
            ExpectationKind::MayNotAct(who, moment) => self.may_not_act(*who, moment),
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
                    self.log.reference(reference),
                    self.fate(reference)
                );
            }
            if !all.any(|done| done.batch > after) {
                return format!(
                    "{} came before what is named before it; the order was {}",
                    self.log.reference(reference),
                    self.log.sequence()
                );
            }
        }
        format!(
            "these did not come at the same time; the order was {}",
            self.log.sequence()
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
            .map(|&actor| self.log.names.record(KindId::COMBATANT, actor))
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
            Err(format!("the order was {}", self.log.sequence()))
        }
    }

    fn first_batch(&self, reference: &ActReference) -> Result<usize, String> {
        let first = self.log.all(reference).next().map(|done| done.batch);
        first.ok_or_else(|| {
            format!(
                "{} did not happen{}",
                self.log.reference(reference),
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
                Some(done) => Err(format!("it happened in {}", self.log.when(done))),
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
            Outcome::Is(word, because) => self.state(reference, *word, because.as_deref()),
        }
    }

    fn state(&self, reference: &ActReference, word: WordId, because: Option<&str>) -> Held {
        let log = self.log;
        let so = |act: &u32| log.acts[*act as usize].state() == Some(word);
        let mut reasons = log.meant(reference).filter(so).map(|act| log.reason(act));
        let Some(first) = reasons.next() else {
            let first = log.meant(reference).next();
            return Err(match first.and_then(|act| log.acts[act as usize].state()) {
                Some(state) => format!("it is {}", log.names.word(state)),
                None => "there was no such act".into(),
            });
        };
        let Some(because) = because else {
            return Ok(());
        };
        if first.as_deref() == Some(because) || reasons.flatten().any(|told| told == because) {
            return Ok(());
        }
        Err(match first {
            Some(told) => format!("the reason is \"{told}\""),
            None => "no reason is told".into(),
        })
    }

    /// Whether all that a combatant could declare in a period is refused, or it is not asked there.
    fn may_not_act(&self, who: u32, moment: &Moment) -> Held {
        let is_there = |path: &Path| within(path, Some(moment));
        if !self.log.periods().any(|path| is_there(&path)) {
            return Err("the run did not come so far".into());
        }
        let asks = self.asks.iter();
        let open = |ask: &&Ask| ask.combatant == who && !ask.refused && is_there(&ask.path);
        let Some(ask) = asks.clone().find(open) else {
            return Ok(());
        };
        let mut declared = (self.log.declared.iter())
            .filter(|(act, path)| self.log.acts[*act as usize].actor == who && is_there(path))
            .peekable();
        let when = self.log.names.moment(&ask.path);
        if declared.peek().is_none() {
            let who = self.log.names.record(KindId::COMBATANT, who);
            return Err(format!(
                "{who} is asked in {when} and declares nothing there; an act that it declares would show whether that is refused"
            ));
        }
        let refused = |act: u32| {
            let ended = self.log.acts[act as usize].ended;
            ended.is_some_and(|ended| ended.how == How::Refused)
        };
        match declared.find(|(act, _)| !refused(*act)) {
            Some((act, path)) => Err(format!(
                "{} was not refused in {}",
                self.log.act(*act),
                self.log.names.moment(path)
            )),
            None => Ok(()),
        }
    }

    fn fact(&self, index: usize, fact: ExprId, moment: &FactMoment) -> Held {
        let Some(found) = &self.watch.found[index] else {
            return Err(match moment {
                FactMoment::After(reference) => format!(
                    "{} did not happen{}",
                    self.log.reference(reference),
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
                        self.log.names.value(&ty, value)
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
        let exprs = &self.log.scenario().exprs;
        let sides = exprs[fact.index()].compared().unwrap_or([fact, fact]);
        let known = sides
            .into_iter()
            .find_map(|side| match &exprs[side.index()] {
                Expr::Attribute { kind, slot, .. } => Some(
                    self.log.names.rules.kinds[kind.index()].attributes[*slot as usize]
                        .declared
                        .ty
                        .clone(),
                ),
                Expr::Call(function, _) => Some(
                    self.log.names.rules.functions[function.index()]
                        .declared
                        .ty
                        .clone(),
                ),
                Expr::Option(option) => {
                    Some(self.log.names.rules.options[option.index()].ty.clone())
                }
                _ => None,
            });
        known.unwrap_or(Type::Number(None))
    }

    /// What became of acts that were not carried out.
    fn fate(&self, reference: &ActReference) -> String {
        let state = (self.log)
            .meant(reference)
            .next()
            .and_then(|act| self.log.acts[act as usize].state());
        state.map_or_else(String::new, |state| {
            format!(" ({})", self.log.names.word(state))
        })
    }

    fn when_instead(&self, reference: &ActReference) -> String {
        let any_time = ActReference {
            moment: None,
            ..reference.clone()
        };
        match self.log.all(&any_time).next() {
            Some(done) => format!("it happened in {}", self.log.when(done)),
            None => format!("it did not happen{}", self.fate(&any_time)),
        }
    }
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
