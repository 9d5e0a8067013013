//! Expectations that failed: what was expected, and what came instead.

use super::again::Replays;
use super::asks::Ask;
use super::log::{NotCarriedOut, RunLog};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::monitor::{ActFate, Verdict};
use crate::ruleset::{Comparison, Expr, ExprId, KindId, MISSING, Slot, Type, Value};
use crate::run::decisions::ScriptedDecisions;
use crate::run::{Ending, Fault, FaultKind};
use crate::scenario::{ActReference, ExpectationKind, FactMoment, Moment, Outcome, Path};
use crate::source::{Span, each_once, english};
use crate::view::{Stood, fault_diagnostic};

/// A run with the verdicts on its expectations.
pub struct JudgedRun<'a> {
    /// what happened, by what it was
    pub log: &'a RunLog<'a>,
    /// what it has come to, by expectation
    pub verdicts: &'a [Result<Verdict, ActFate<'a>>],
    /// who was asked to declare, if anything is expected of that
    pub asks: &'a [Ask],
    /// how the run ended
    pub ending: Ending,
    /// what was taken of the scenario, and what was passed over
    pub decisions: &'a ScriptedDecisions<'a>,
    /// how it can be played again
    pub replays: &'a Replays,
}

impl JudgedRun<'_> {
    /// What every expectation of the scenario found.
    pub fn expectations(&self, findings: &mut Diagnostics) {
        let expectations = self.log.scenario().expectations.iter();
        for (expectation, verdict) in expectations.zip(self.verdicts) {
            let instead = match verdict {
                Ok(verdict) if verdict.answer == Ok(1) => continue,
                Ok(verdict) => self.instead(&expectation.kind, verdict),
                Err(fate) => match ends_so(self.log, *fate) {
                    Ok(()) => continue,
                    Err(instead) => instead,
                },
            };
            let finding = Diagnostic::error(
                Code::ExpectationFailed,
                expectation.span,
                "this did not come as expected",
            );
            let finding = match &expectation.kind {
                ExpectationKind::Order(batches) if self.came_apart(batches) => finding.help(
                    "a `,` stands between acts that come at the same time, `then` between those that come one after the other",
                ),
                _ => finding,
            };
            let finding = finding.label(instead);
            let change = match verdict {
                Ok(verdict) => self.last_change(&expectation.kind, verdict),
                Err(_) => None,
            };
            findings.push(match change {
                Some(change) => finding.remark(change),
                None => finding,
            });
        }
    }

    /// What came instead of what was expected.
    fn instead(&self, expected: &ExpectationKind, verdict: &Verdict) -> String {
        match expected {
            ExpectationKind::Order(batches) => self.order(batches),
            ExpectationKind::Declared(who, moment) => self.declared(who, moment.as_ref()),
            ExpectationKind::Rolls(purpose, moment, _) => {
                let rolls = self.log.rolls.iter();
                let meant =
                    rolls.filter(|roll| roll.1 == *purpose && within(&roll.2, moment.as_ref()));
                counted(meant.count(), "roll")
            }
            ExpectationKind::Acts(who, moment, _) => {
                let acts = self.log.done.iter().filter(|done| {
                    self.log.act_record(done.act).actor == *who
                        && moment.as_ref().is_none_or(|moment| done.when.is_in(moment))
                });
                counted(acts.count(), "act")
            }
            ExpectationKind::Asked { asked: true, .. } => "it was not asked".into(),
            ExpectationKind::Asked { asked: false, .. } => "it was asked".into(),
            ExpectationKind::Said { said: true, .. } => "it was not said".into(),
            ExpectationKind::Said { said: false, .. } => "it was said".into(),
            ExpectationKind::MayNotAct(who, moment) => self.may_act(*who, moment),
            ExpectationKind::Over(true) => "the combat is not over".into(),
            ExpectationKind::Over(false) => "the combat is over".into(),
            ExpectationKind::Relation(left, _, right) => self.relation(left, right),
            ExpectationKind::Act(act, outcome) => self.outcome(act, outcome),
            ExpectationKind::Fact(fact, moment) => self.fact(*fact, moment, verdict),
        }
    }

    /// Which of the named acts did not come as they should, batch after batch; each batch as early as it can be found.
    fn order(&self, batches: &[Vec<ActReference>]) -> String {
        let mut after = 0;
        for group in batches {
            match self.log.first_behind(after, group) {
                Some((batch, _)) => after = batch,
                None => return self.why_not(group, after),
            }
        }
        format!("the order was {}", self.log.sequence())
    }

    /// Whether acts that are expected at the same time came one after the other.
    fn came_apart(&self, batches: &[Vec<ActReference>]) -> bool {
        let mut after = 0;
        for group in batches {
            match self.log.first_behind(after, group) {
                Some((batch, _)) => after = batch,
                None => {
                    let comes = |act| self.log.all(act).any(|done| done.batch > after);
                    return group.len() > 1 && group.iter().all(comes);
                }
            }
        }
        false
    }

    fn why_not(&self, group: &[ActReference], after: usize) -> String {
        for reference in group {
            let Some(last) = self.log.all(reference).map(|done| done.batch).max() else {
                return self.did_not_happen(reference);
            };
            if last <= after {
                return format!(
                    "{} came {} what is named before it; the order was {}",
                    self.log.reference(reference),
                    if last == after {
                        "together with"
                    } else {
                        "before"
                    },
                    self.log.sequence()
                );
            }
        }
        format!(
            "these did not come at the same time; the order was {}",
            self.log.sequence()
        )
    }

    fn declared(&self, who: &[u32], moment: Option<&Moment>) -> String {
        let mut came: Vec<u32> = Vec::new();
        for (act, path) in &self.log.declared {
            let actor = self.log.act_record(*act).actor;
            if within(path, moment) && who.contains(&actor) && !came.contains(&actor) {
                came.push(actor);
            }
        }
        let names: Vec<String> = came
            .iter()
            .map(|&actor| self.log.names.record(KindId::COMBATANT, actor))
            .collect();
        match names.is_empty() {
            true => "none of them declared anything".into(),
            false => format!("they declared in the order {}", names.join(", ")),
        }
    }

    fn relation(&self, left: &ActReference, right: &ActReference) -> String {
        let mut both = [left, right].into_iter();
        match both.find(|one| self.log.all(one).next().is_none()) {
            Some(one) => self.did_not_happen(one),
            None => format!("the order was {}", self.log.sequence()),
        }
    }

    fn did_not_happen(&self, reference: &ActReference) -> String {
        let (act, fate) = (self.log.reference(reference), self.fate(reference));
        format!("{act} did not happen{fate}")
    }

    fn outcome(&self, act: &ActReference, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Happens => self.when_instead(act),
            Outcome::DoesNotHappen => match self.log.all(act).next() {
                Some(done) => format!("it happened in {}", self.log.when(done)),
                None => "it happened".into(),
            },
            Outcome::Missed => "its place had not gone by".into(),
            Outcome::Is(..) => in_what_state(self.log, act),
        }
    }

    /// What a combatant could declare in a period that is not refused, or that the run did not come so far.
    fn may_act(&self, who: u32, moment: &Moment) -> String {
        let is_there = |path: &Path| within(path, Some(moment));
        let asks = self.asks.iter();
        let open = |ask: &&Ask| ask.combatant == who && !ask.refused && is_there(&ask.path);
        let ask = match asks.clone().find(open) {
            Some(ask) if self.log.periods().any(|path| is_there(&path)) => ask,
            _ => return self.not_so_far(),
        };
        let mut declared = (self.log.declared.iter())
            .filter(|(act, path)| self.log.act_record(*act).actor == who && is_there(path));
        let refused = |act: u32| {
            let ended = self.log.act_record(act).ended;
            ended.is_some_and(|ended| ended.how == NotCarriedOut::Refused)
        };
        match declared.find(|(act, _)| !refused(*act)) {
            Some((act, path)) => format!(
                "{} was not refused in {}",
                self.log.act(*act),
                self.log.names.moment(path)
            ),
            None => {
                let when = self.log.names.moment(&ask.path);
                let who = self.log.names.record(KindId::COMBATANT, who);
                format!(
                    "{who} is asked in {when} and declares nothing there; an act that it declares would show whether that is refused"
                )
            }
        }
    }

    fn fact(&self, fact: ExprId, moment: &FactMoment, verdict: &Verdict) -> String {
        match (&verdict.answer, verdict.sides, moment) {
            (Err(fault), ..) => self.faulty(fault),
            (Ok(_), _, FactMoment::After(reference)) if !verdict.came => {
                self.did_not_happen(reference)
            }
            (Ok(_), ..) if !verdict.came => self.not_so_far(),
            (Ok(_), Some(sides), _) => self.comparison(fact, sides),
            (Ok(_), None, _) => self.yes_or_no(fact),
        }
    }

    /// That something stands behind the end of the run, and where that was.
    fn not_so_far(&self) -> String {
        let last = self.log.periods().last().unwrap_or_default();
        match self.log.names.moment(&last) {
            nowhere if nowhere.is_empty() => "the run did not come so far".into(),
            last => format!("the run did not come so far: it ended in {last}"),
        }
    }

    /// What an attribute was that is yes or no, of which the other is expected.
    fn yes_or_no(&self, fact: ExprId) -> String {
        let exprs = &self.log.scenario().exprs;
        let (of, word) = match exprs[fact.index()] {
            Expr::Not(of) => (of, "yes"),
            _ => (fact, "no"),
        };
        match self.attribute_of(of) {
            Some((_, name)) => format!("{name} is {word}"),
            None => "it is not so".into(),
        }
    }

    /// The comparisons and attributes that a fact is made of, without `not`, `and` and `or`.
    fn parts(&self, fact: ExprId) -> Vec<ExprId> {
        match self.log.scenario().exprs[fact.index()] {
            Expr::Not(of) => self.parts(of),
            Expr::And(ref all) | Expr::Or(ref all) => {
                all.iter().flat_map(|&part| self.parts(part)).collect()
            }
            _ => vec![fact],
        }
    }

    /// Why a fact has no answer.
    fn faulty(&self, fault: &Fault) -> String {
        let scenario = self.log.scenario();
        let of_fault = |span: &Span| Some(*span) == fault.span;
        let made = (scenario.exprs.iter().zip(&scenario.expr_spans))
            .filter(|(_, span)| of_fault(span))
            .find_map(|(expr, _)| expr.only_record(&scenario.exprs));
        match (made, &fault.kind) {
            (Some((kind, record)), FaultKind::NotOne { found: 0 }) => {
                format!("there is no {}", self.log.names.record(kind, record))
            }
            _ => {
                let told =
                    fault_diagnostic(fault, self.log.names.rules, scenario, &Stood::default());
                format!("it could not be worked out: {}", told.message)
            }
        }
    }

    /// What the sides of a comparison were: `ann.hp is 0, not 3`.
    fn comparison(&self, fact: ExprId, (left, right): (Value, Value)) -> String {
        let ty = self.type_of(fact);
        let show = |value| match value {
            MISSING => "missing".into(),
            value => self.log.names.value(&ty, value),
        };
        let exprs = &self.log.scenario().exprs;
        let compared = exprs[fact.index()].comparison();
        let is_equality = compared.is_some_and(|(how, _)| how == Comparison::Equal)
            && !matches!(exprs[fact.index()], Expr::NotEqual(..));
        let [one, other] = compared.map_or([None, None], |(_, sides)| {
            sides.map(|side| self.attribute_of(side).map(|attribute| attribute.1))
        });
        let (left, right) = (show(left), show(right));
        match (one, other) {
            (Some(one), Some(other)) => format!("{one} is {left}, and {other} is {right}"),
            (Some(one), None) if is_equality => format!("{one} is {left}, not {right}"),
            (None, Some(other)) if is_equality => format!("{other} is {right}, not {left}"),
            (Some(one), None) => format!("{one} is {left}"),
            (None, Some(other)) => format!("{other} is {right}"),
            (None, None) if is_equality => format!("it is {left}, not {right}"),
            (None, None) => format!("one side is {left}, the other {right}"),
        }
    }

    /// The attribute of a record of the scenario that an expression is, and what it is called.
    fn attribute_of(&self, id: ExprId) -> Option<((KindId, u32, Slot), String)> {
        let exprs = &self.log.scenario().exprs;
        let (kind, slot, of) = exprs[id.index()].attribute()?;
        let record = u32::try_from(exprs[of.index()].constant()?).ok()?;
        let attribute = (kind, record, slot);
        let end = self.log.journal.entries.len();
        Some((attribute, self.log.story().attribute_of(attribute, end)))
    }

    /// What last changed the attributes that a fact looks at, before it was looked at: `ann.hp became 0 in round 2, when bob strikes ann`.
    fn last_change(&self, expected: &ExpectationKind, verdict: &Verdict) -> Option<String> {
        let ExpectationKind::Fact(fact, _) = expected else {
            return None;
        };
        if !verdict.came {
            return None;
        }
        let exprs = &self.log.scenario().exprs;
        let sides = self.parts(*fact).into_iter().flat_map(|part| {
            let compared = exprs[part.index()].compared();
            compared.map_or_else(|| vec![part], |sides| sides.to_vec())
        });
        let known = sides.filter_map(|side| self.attribute_of(side));
        let changes = each_once(known.map(|(attribute, name)| {
            let change = self.log.story().last_change(attribute, verdict.at);
            change.map_or_else(|| format!("nothing changed {name}"), |(_, change)| change)
        }));
        (!changes.is_empty()).then(|| changes.join("; "))
    }

    /// The type of what a comparison compares, as far as its sides show it.
    fn type_of(&self, fact: ExprId) -> Type {
        let exprs = &self.log.scenario().exprs;
        let sides = exprs[fact.index()].compared().unwrap_or([fact, fact]);
        let known = sides
            .into_iter()
            .find_map(|side| match &exprs[side.index()] {
                Expr::Attribute { kind, slot, .. } => Some(
                    self.log
                        .names
                        .rules
                        .attribute(*kind, *slot)
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
            .and_then(|act| self.log.act_record(act).state());
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
    moment.is_none_or(|moment| moment.has(path))
}

fn counted(came: usize, what: &str) -> String {
    let were = if came == 1 { "was" } else { "were" };
    format!("there {were} {}", english::counted(came, what))
}

/// Nothing if an act has ended so; or what came instead.
pub fn ends_so(log: &RunLog<'_>, fate: ActFate<'_>) -> Result<(), String> {
    let so = |act: &u32| log.act_record(*act).state() == Some(fate.word);
    let mut reasons = (log.meant(fate.act)).filter(so).map(|act| log.reason(act));
    let Some(first) = reasons.next() else {
        return Err(in_what_state(log, fate.act));
    };
    let Some(because) = fate.because else {
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

fn in_what_state(log: &RunLog<'_>, act: &ActReference) -> String {
    let first = log.meant(act).next();
    match first.and_then(|act| log.act_record(act).state()) {
        Some(state) => format!("it is {}", log.names.word(state)),
        None => "there was no such act".into(),
    }
}
