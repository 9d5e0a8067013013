//! Exceptions that can ask opposite things of the same two acts, though neither is over the other: then both fall. Each is shown with two acts for which
//! it is so.

use super::domain::Numbers;
use super::forms;
use super::search::{Goal, Search};
use super::situation::{Form, Situation};
use super::{Finding, tell};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Reckoner;
use crate::ruleset::{ExceptionRule, Movement, Relation, Ruleset, Value};

/// How many conditions may be worked out for one pair of exceptions, and for all together.
const FOR_A_PAIR: u32 = 300;
const FOR_ALL: u32 = 60_000;

/// An exception, and which of the two acts of a situation is its first one.
#[derive(Clone, Copy)]
pub(super) struct Applied<'a> {
    rule: &'a ExceptionRule,
    /// Its place among the exceptions.
    index: usize,
    turned: bool,
}

/// Warnings about all exceptions that can disagree.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let over = rules.closed_over();
    let numbers = Numbers::of(rules);
    let mut reckoner = Reckoner::new(rules);
    let mut budget = FOR_ALL;
    let mut findings = Vec::new();
    for second in 0..rules.exceptions.len() {
        for first in 0..=second {
            if over.contains(&(first, second)) || over.contains(&(second, first)) {
                continue;
            }
            // The options as they are first: what shows with them is told with them.
            let turns: &[bool] = if first == second {
                &[true]
            } else {
                &[false, true]
            };
            let ways = [false, true]
                .into_iter()
                .flat_map(|options| turns.iter().map(move |turned| (options, *turned)));
            let found = ways.into_iter().find_map(|(options, turned)| {
                let one = Applied::of(rules, first, false);
                let other = Applied::of(rules, second, turned);
                let above = Applied::all(rules).filter(|applied| {
                    let of = |rule| over.contains(&(applied.index, rule));
                    of(first) || of(second)
                });
                let goals = goals(rules, one, other, above.collect());
                let mut situation = Situation::new(rules, forms(rules, one, other)?);
                if !options {
                    situation.suppose_options_as_they_are();
                }
                let mut left = FOR_A_PAIR.min(budget);
                budget -= left;
                let search = Search {
                    reckoner: &mut reckoner,
                    situation,
                    numbers: &numbers,
                    goals: &goals,
                    left: &mut left,
                };
                let found = search.find();
                budget += left;
                found.map(|situation| (one, other, situation))
            });
            if let Some((one, other, situation)) = found {
                findings.push(finding(&mut reckoner, one, other, &situation));
            }
        }
    }
    findings
}

/// What the two acts can be, if both exceptions can be about them.
fn forms(rules: &Ruleset, one: Applied<'_>, other: Applied<'_>) -> Option<[Vec<Form>; 2]> {
    let both = |act: usize| -> Vec<Form> {
        let others = forms::waiting(rules, other.pattern(act));
        let mut forms = forms::waiting(rules, one.pattern(act));
        forms.retain(|form| others.contains(form));
        forms
    };
    let forms = [both(0), both(1)];
    forms.iter().all(|forms| !forms.is_empty()).then_some(forms)
}

/// Both apply to acts that are not void and ask for opposite things, and nothing that is over one of them settles it.
fn goals<'a>(
    rules: &'a Ruleset,
    one: Applied<'a>,
    other: Applied<'a>,
    above: Vec<Applied<'a>>,
) -> Vec<Goal<'a>> {
    let mut goals: Vec<Goal<'a>> = Vec::new();
    for applied in [one, other] {
        for &guard in &applied.rule.guards {
            goals.push(Box::new(move |reckoner, situation| {
                let names = applied.names();
                reckoner.value(situation, guard, &names, applied.rule.locals) == Some(1)
            }));
        }
    }
    goals.push(Box::new(move |reckoner, situation| {
        let asked = one.allowed(reckoner, situation);
        let others = other.allowed(reckoner, situation);
        !asked.is_empty()
            && !others.is_empty()
            && !asked.iter().any(|place| others.contains(place))
            && above.iter().all(|stronger| {
                stronger.agrees(&asked, reckoner, situation)
                    && stronger.agrees(&others, reckoner, situation)
            })
    }));
    goals.push(Box::new(move |reckoner, situation| {
        (0..2).all(|act| is_not_void(rules, reckoner, situation, act))
    }));
    goals
}

/// An act that would be void is seen by no exception.
pub(super) fn is_not_void<'a>(
    rules: &'a Ruleset,
    reckoner: &mut Reckoner<'a>,
    situation: &Situation<'a>,
    act: u32,
) -> bool {
    rules.voids.iter().all(|void| {
        let form = situation.form(act);
        let names = [Value::from(act)];
        !forms::means(rules, &void.acts, form)
            || reckoner.value(situation, void.guard, &names, void.locals) == Some(0)
    })
}

impl<'a> Applied<'a> {
    /// Every exception, with the two acts of a situation one way and the other.
    pub fn all(rules: &'a Ruleset) -> impl Iterator<Item = Applied<'a>> {
        let both = move |index| [false, true].map(|turned| Applied::of(rules, index, turned));
        (0..rules.exceptions.len()).flat_map(both)
    }

    fn of(rules: &'a Ruleset, index: usize, turned: bool) -> Self {
        let rule = &rules.exceptions[index];
        Applied {
            rule,
            index,
            turned,
        }
    }

    /// Whether it does not apply to the two acts of a situation, or lets them stand in one of these ways.
    pub fn agrees(
        self,
        places: &[i8],
        reckoner: &mut Reckoner<'a>,
        situation: &Situation<'a>,
    ) -> bool {
        let means = |act: u32| {
            forms::means(
                situation.rules,
                self.pattern(act as usize),
                situation.form(act),
            )
        };
        let names = self.names();
        let applies = means(0)
            && means(1)
            && self.rule.guards.iter().all(|guard| {
                reckoner.value(situation, *guard, &names, self.rule.locals) == Some(1)
            });
        !applies
            || self
                .allowed(reckoner, situation)
                .iter()
                .any(|place| places.contains(place))
    }

    fn names(self) -> [Value; 2] {
        if self.turned { [1, 0] } else { [0, 1] }
    }

    /// The pattern of an act of the situation.
    fn pattern(self, act: usize) -> &'a crate::ruleset::ActPattern {
        match (act == 0) != self.turned {
            true => &self.rule.first,
            false => &self.rule.second,
        }
    }

    /// What it asks of the first act of the situation, or of the second: whether the first moves, and how.
    fn demand(
        self,
        reckoner: &mut Reckoner<'a>,
        situation: &Situation<'a>,
    ) -> Option<(bool, Relation)> {
        let (first_moves, relation) = match self.rule.moves {
            Movement::Relation {
                first_moves,
                relation,
            } => (first_moves, relation),
            Movement::Compare {
                left,
                right,
                first_moves,
            } => {
                let (names, locals) = (self.names(), self.rule.locals);
                let left = reckoner.value(situation, left, &names, locals)?;
                let right = reckoner.value(situation, right, &names, locals)?;
                (first_moves, Relation::of_comparison(left.cmp(&right)))
            }
        };
        Some((first_moves != self.turned, relation))
    }

    /// Where it lets the first act of the situation stand.
    fn allowed(self, reckoner: &mut Reckoner<'a>, situation: &Situation<'a>) -> Vec<i8> {
        let demand = self.demand(reckoner, situation);
        demand.map_or(Vec::new(), |(first_moves, relation)| {
            relation.allowed(first_moves)
        })
    }

    /// `asks act 1 to wait for act 2`
    fn told(self, reckoner: &mut Reckoner<'a>, situation: &Situation<'a>) -> String {
        let Some((first_moves, relation)) = self.demand(reckoner, situation) else {
            return String::new();
        };
        let (mover, other) = if first_moves { (1, 2) } else { (2, 1) };
        let what = match relation {
            Relation::Waits => "to wait for",
            Relation::GoesAhead => "to go ahead of",
            Relation::Joins => "to join",
            Relation::NotBefore => "to come not before",
            Relation::NotAfter => "to come not after",
            Relation::Leads => "to lead",
            Relation::Trails => "to trail",
        };
        format!("asks act {mover} {what} act {other}")
    }
}

fn finding<'a>(
    reckoner: &mut Reckoner<'a>,
    one: Applied<'a>,
    other: Applied<'a>,
    situation: &Situation<'a>,
) -> Finding {
    let rules = situation.rules;
    let place = |applied: Applied<'_>| rules.items[applied.rule.item.index()].name_span;
    let (title, others) = (&one.rule.title, &other.rule.title);
    let itself = title == others;
    let message = match itself {
        true => format!(
            "`{title}` can ask opposite things of the same two acts, taken one way and the other"
        ),
        false => format!(
            "`{title}` and `{others}` can ask opposite things of the same two acts, and neither is over the other"
        ),
    };
    let mut warning = Diagnostic::warning(Code::ExceptionsCanContradict, place(other), message);
    let (asked, others_ask) = (
        one.told(reckoner, situation),
        other.told(reckoner, situation),
    );
    warning = match itself {
        true => warning.label(format!("{asked}, and {others_ask}")).help(
            "let the condition tell the two acts apart",
        ),
        false => warning.label(others_ask).also(place(one), asked).help(format!(
            "say which one counts: `exception \"{others}\" over \"{title}\"`, or let their conditions exclude each other"
        )),
    };
    Finding {
        warning: warning.remark(format!("for example, {}", tell::situation(situation))),
        item: other.rule.item,
        other: (!itself).then_some(one.rule.item),
    }
}
