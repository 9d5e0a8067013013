//! A scenario that would notice a change: the smallest situation in which the rules with and without it part, with what happens as comments.

use std::fmt::Write;
use std::sync::Arc;

use super::{Mutation, MutationOperator};
use crate::check::{self, Checked};
use crate::diff::{CompareOptions, ComparedFile, RunMoment, SearchSettings, Witness, compare};
use crate::load::Expanded;
use crate::source::{FileId, Limits, Sources, Span};
use crate::suite::Player;
use crate::syntax::{self, ast};

/// What came of the search for a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposed {
    /// The scenario, if one was found.
    pub scenario: Option<String>,
    /// No more situations were tried, as their runs took this many steps already.
    pub cut: Option<u64>,
}

/// Looks for a situation in which a rule set and the same with a change of one item part. `rules`: with all that it extends and uses; `file`: as
/// it is called; `title`: of the scenario.
pub fn propose(
    (file, rules): (&str, &(Expanded, Arc<Checked>)),
    item: Span,
    change: &Mutation,
    title: &str,
    how: SearchSettings<'_>,
    sources: &Sources,
) -> Proposed {
    let limits = how.limits;
    let Some(other) = changed(&rules.0, item, change, &limits, sources) else {
        return Proposed::default();
    };
    let [left, right] =
        [(file, rules), ("", &other)].map(|(file, rules)| ComparedFile { file, rules });
    let wanted = CompareOptions {
        search: Some(how),
        attribution: false,
        limits,
    };
    let Some(search) = compare(left, right, &[], wanted, sources).search else {
        return Proposed::default();
    };
    Proposed {
        cut: search.cut,
        scenario: search
            .witness
            .and_then(|witness| scenario(witness, [&rules.1, &other.1], title, &limits)),
    }
}

/// A situation as a scenario, with what happens by both rule sets.
fn scenario(
    witness: Witness,
    [rules, other]: [&Checked; 2],
    title: &str,
    limits: &Limits,
) -> Option<String> {
    let found = witness.scenario?;
    let (_, body) = found.split_once('\n')?;
    let mut scenario = format!("scenario {} {{\n{body}", quoted(title));
    let moments = [witness.parting.left, witness.parting.right];
    let [now, then] = moments.map(|moment| moment.map_or_else(nothing, |moment| describe(&moment)));
    let expected = expectations(witness_words(&now), witness_words(&then));
    let passes = |rules, expected: &str| passes(rules, &scenario, expected, limits);
    let holds = expected
        .into_iter()
        .find(|expected| passes(rules, expected) && !passes(other, expected));
    scenario.truncate(scenario.trim_end().len().saturating_sub(1));
    _ = writeln!(scenario, "  # now: {}", now.0);
    _ = writeln!(scenario, "  # with the change: {}", then.0);
    if let Some(holds) = holds {
        _ = writeln!(scenario, "  # expect {holds}");
    }
    scenario.push_str("}\n");
    Some(scenario)
}

/// The rule set with the change in it, checked.
fn changed(
    rules: &Expanded,
    item: Span,
    change: &Mutation,
    limits: &Limits,
    sources: &Sources,
) -> Option<(Expanded, Arc<Checked>)> {
    let mut rules = rules.clone();
    let is_meant = |one: &ast::Item| item.holds(one.span);
    let old = rules.items.iter().position(is_meant)?;
    match change.operator {
        MutationOperator::Item => drop(rules.items.remove(old)),
        _ => {
            let text = sources.text(item.file);
            let new = syntax::reworded(text, item, change.span, &change.with, limits)?;
            rules.items[old] = match new.kind {
                ast::ItemKind::Replace(new) => *new,
                _ => new,
            };
        }
    }
    let checked = rules.check()?;
    Some((rules, Arc::new(checked)))
}

/// What happens, on one line, and when.
type DescribedMoment = (String, Option<(String, String)>);

fn nothing() -> DescribedMoment {
    ("nothing more happens".to_owned(), None)
}

fn describe(moment: &RunMoment) -> DescribedMoment {
    let happens = moment.happens.replace('\n', " ");
    let line = match moment.when.as_str() {
        "" => happens.clone(),
        when => format!("{when}: {happens}"),
    };
    (line, Some((happens, moment.when.replace(',', ""))))
}

fn witness_words(told: &DescribedMoment) -> Option<(&str, &str)> {
    let (happens, when) = told.1.as_ref()?;
    Some((happens, when))
}

/// What could be expected where this happens now, and that with the change, the plainest first. None is known to be readable, or to hold.
fn expectations(now: Option<(&str, &str)>, then: Option<(&str, &str)>) -> Vec<String> {
    let mut all = Vec::new();
    if let Some((happens, when)) = now {
        match happens.split_once(": ") {
            Some((who, what)) => {
                if let Some((name, values)) = what.split_once(' ')
                    && let Some((_, value)) = values.split_once(" -> ")
                {
                    all.push(format!("{who}.{name} = {value}"));
                    all.push(format!("{who}.{name} is {value}"));
                }
                all.push(format!("{what} is {who}"));
            }
            None => {
                all.push(happens.to_owned());
                all.push(format!("{happens} in {when}"));
            }
        }
    }
    if let Some((happens, _)) = then {
        all.push(format!("{happens} does not happen"));
        if let Some((now, _)) = now {
            all.push(format!("{now} before {happens}"));
            all.push(format!("{now} with {happens}"));
        }
        if let Some((who, what)) = happens.split_once(": ")
            && let Some((name, values)) = what.split_once(' ')
            && let Some((value, _)) = values.split_once(" -> ")
        {
            all.push(format!("{who}.{name} = {value}"));
        }
    }
    all
}

/// Whether a scenario passes with one more expectation.
fn passes(rules: &Checked, scenario: &str, expected: &str, limits: &Limits) -> bool {
    let body = scenario.trim_end().trim_end_matches('}');
    let text = format!("{body}  expect {expected}\n}}\n");
    let (tree, found) = syntax::parse(FileId::default(), &text, limits);
    if found.has_errors() || expected.contains('\n') {
        return false;
    }
    let scenario = tree.scenarios.first();
    let scenario = scenario.and_then(|tree| check::scenario::scenario(rules, tree).0);
    scenario.is_some_and(|scenario| {
        let mut player = Player::new(&rules.ruleset, limits);
        player.play(&scenario, None).passes()
    })
}

/// A title in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '{' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out + "\""
}
