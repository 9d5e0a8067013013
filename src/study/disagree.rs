//! Exceptions that can ask opposite things of the same two acts, though neither is over the other: then both fall. Each is shown with two acts for which
//! it is so.

use std::collections::BTreeSet;

use super::applied::{Applied, is_not_void};
use super::domain::FileNumbers;
use super::forms;
use super::search::{Goal, Search};
use super::supposition::{ActionStage, Supposition};
use super::{Finding, describe};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluator::Evaluator;
use crate::ruleset::Ruleset;

/// How many conditions may be worked out for one pair of exceptions, and for all together.
const FOR_A_PAIR: u32 = 150;
const FOR_ALL: u32 = 60_000;
/// How many steps they may take together.
const STEPS: u64 = 3_000_000;

/// Warnings about all exceptions that can disagree.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut pairs = Pairs::new(rules);
    let mut findings = Vec::new();
    for second in 0..rules.exceptions.len() {
        for first in 0..=second {
            if pairs.left == 0 {
                return findings;
            }
            findings.extend(pairs.pair(first, second));
        }
    }
    findings
}

/// The pairs of exceptions, and what is needed again and again to look into them.
struct Pairs<'a> {
    rules: &'a Ruleset,
    over: BTreeSet<(usize, usize)>,
    /// For each exception all that are over it.
    above: Vec<Vec<usize>>,
    numbers: FileNumbers,
    evaluator: Evaluator<'a>,
    /// How many conditions may still be worked out.
    left: u32,
}

impl<'a> Pairs<'a> {
    fn new(rules: &'a Ruleset) -> Self {
        let over = rules.closed_over();
        let mut above = vec![Vec::new(); rules.exceptions.len()];
        for (stronger, weaker) in &over {
            above[*weaker].push(*stronger);
        }
        Pairs {
            rules,
            over,
            above,
            numbers: FileNumbers::new(rules),
            evaluator: Evaluator::new(rules, STEPS),
            left: FOR_ALL,
        }
    }

    /// The warning about two exceptions, or about one with itself.
    fn pair(&mut self, first: usize, second: usize) -> Option<Finding> {
        if self.over.contains(&(first, second)) || self.over.contains(&(second, first)) {
            return None;
        }
        let one = Applied::new(self.rules, first, false);
        let turns = if first == second {
            &[true][..]
        } else {
            &[false, true]
        };
        // With the options as they are first: what shows with them is told with them.
        for options_as_they_are in [true, false] {
            for turned in turns {
                let other = Applied::new(self.rules, second, *turned);
                if let Some(situation) = self.search(one, other, options_as_they_are) {
                    return Some(finding(&mut self.evaluator, one, other, &situation));
                }
            }
        }
        None
    }

    /// Looks for two acts for which two exceptions disagree.
    fn search(
        &mut self,
        one: Applied<'a>,
        other: Applied<'a>,
        options_as_they_are: bool,
    ) -> Option<Supposition<'a>> {
        self.left = self.left.saturating_sub(1);
        let mut situation = Supposition::new(self.rules, forms(self.rules, one, other)?);
        if options_as_they_are {
            situation.suppose_options_as_they_are();
        }
        let above = [one, other]
            .into_iter()
            .flat_map(|applied| &self.above[applied.index]);
        let above = above.flat_map(|index| Applied::both_ways(self.rules, *index));
        let goals = goals(self.rules, one, other, above.collect());
        let mut left = FOR_A_PAIR.min(self.left);
        self.left -= left;
        let search = Search {
            evaluator: &mut self.evaluator,
            situation,
            numbers: &self.numbers,
            goals: &goals,
            left: &mut left,
        };
        let found = search.find();
        self.left += left;
        found
    }
}

/// What the two acts can be, if both exceptions can be about them.
fn forms(rules: &Ruleset, one: Applied<'_>, other: Applied<'_>) -> Option<[Vec<ActionStage>; 2]> {
    let both = |act: usize| -> Vec<ActionStage> {
        let mut forms = forms::waiting(rules, one.pattern(act));
        forms.retain(|form| forms::means(rules, other.pattern(act), *form));
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
            goals.push(Box::new(move |evaluator, situation| {
                let names = applied.names();
                evaluator.value(situation, guard, &names) == Some(1)
            }));
        }
    }
    goals.push(Box::new(move |evaluator, situation| {
        let asked = one.allowed(evaluator, situation);
        let others = other.allowed(evaluator, situation);
        !asked.is_empty()
            && !others.is_empty()
            && !asked.iter().any(|place| others.contains(place))
            && above.iter().all(|stronger| {
                stronger.agrees(&asked, evaluator, situation)
                    && stronger.agrees(&others, evaluator, situation)
            })
    }));
    goals.push(Box::new(move |evaluator, situation| {
        (0..2).all(|act| is_not_void(rules, evaluator, situation, act))
    }));
    goals
}

fn finding<'a>(
    evaluator: &mut Evaluator<'a>,
    one: Applied<'a>,
    other: Applied<'a>,
    situation: &Supposition<'a>,
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
        one.describe(evaluator, situation),
        other.describe(evaluator, situation),
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
        warning: warning.remark(format!("for example, {}", describe::situation(situation))),
        item: other.rule.item,
        other: (!itself).then_some(one.rule.item),
    }
}
