//! What a run may forget without changing how it goes on: found from what the rules and the question read.

use crate::analysis::{ActsNamed, DeadNames, Reach, first_by_repetition};
use crate::machine::{Abstraction, Exchanges};
use crate::monitor::Monitors;
use crate::ruleset::walk::parts;
use crate::ruleset::{Effect, ExprId, KindId, Location, PhaseId, Ruleset, Slot, TemplateId, Value};
use crate::scenario::{Asked, Saying, Scenario};
use std::collections::BTreeSet;

/// What runs of a scenario may forget while this is asked.
pub fn abstraction(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    monitors: &Monitors<'_>,
) -> Abstraction {
    let counters_read = counters_read(rules, scenario, asked);
    Abstraction {
        acts: !monitors.is_of_acts(),
        beyond: counters_read
            .is_some()
            .then(|| last_number(rules, scenario, monitors)),
        counters_read: counters_read.unwrap_or_default(),
        unread: Vec::new(),
        names: DeadNames::default(),
        acts_named: ActsNamed::default(),
        exchanges: Exchanges::default(),
    }
}

/// The phases of which anything that has a bearing on a run reads how often they have been repeated; nothing where it reads the clock.
fn counters_read(rules: &Ruleset, scenario: &Scenario, asked: &Asked) -> Option<BTreeSet<PhaseId>> {
    // What is read for a text only is never acted upon.
    let mut unread = vec![false; rules.exprs.len()];
    let is_asked = |text| {
        let mut sayings = asked.sayings().iter();
        sayings.any(|one| one.template() == Some(text))
    };
    for text in (0..rules.templates.len()).map(TemplateId::from_index) {
        for hole in rules.holes(text).filter(|_| !is_asked(text)) {
            mark(rules, hole, &mut unread);
        }
    }
    // Repetitions that come one behind the other do so whatever their numbers.
    for order in &rules.orders {
        if let Some(key) = first_by_repetition(rules, order) {
            unread[key.index()] = true;
        }
    }
    let of_rules = rules.exprs.iter().zip(&unread);
    let of_rules = of_rules.filter(|(_, unread)| !**unread);
    let (mut counters, mut reads_clock) = (BTreeSet::new(), false);
    let mut note = |effect: Effect<'_>| {
        if let Effect::Reads(location) = effect {
            match location {
                Location::Counter(phase) => _ = counters.insert(phase),
                Location::Now => reads_clock = true,
                Location::Local(_)
                | Location::Attribute { .. }
                | Location::Records(_)
                | Location::Option(_)
                | Location::Responses(_) => {}
            }
        }
    };
    for (expr, _) in of_rules {
        expr.effects(&mut note);
    }
    // Of the scenario this question alone, and none of its others.
    if let Some(root) = asked.expr() {
        Reach::new(rules).expr_of(&scenario.exprs, root, &mut note);
    }
    (!reads_clock).then_some(counters)
}

/// The attributes that the question reads: they can be read at any time.
pub fn asked_for(rules: &Ruleset, scenario: &Scenario, asked: &Asked) -> BTreeSet<(KindId, Slot)> {
    let mut read = BTreeSet::new();
    let mut reach = Reach::new(rules);
    if let Some(root) = asked.expr() {
        reach.expr_of(&scenario.exprs, root, &mut |effect| {
            read.extend(effect.attribute_read());
        });
    }
    let texts = asked.sayings().iter().filter_map(Saying::template);
    for hole in texts.flat_map(|text| rules.holes(text)) {
        reach.expr(hole, &mut |effect| read.extend(effect.attribute_read()));
    }
    read
}

/// Marks an expression and its parts.
fn mark(rules: &Ruleset, id: ExprId, marked: &mut [bool]) {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        marked[id.index()] = true;
        open.extend(parts(&rules.exprs[id.index()]));
    }
}

/// The last number of a phase that the scenario or the question speaks of: behind it, no number matters.
fn last_number(rules: &Ruleset, scenario: &Scenario, monitors: &Monitors<'_>) -> Value {
    let phases = (0..rules.phases.len()).map(PhaseId::from_index);
    let scripted = phases.filter_map(|phase| scenario.last_of(phase)).max();
    let stop = scenario.stop.as_ref().and_then(|stop| stop.number);
    let asked = monitors.last_number();
    let begun = scenario.begin.and_then(|(_, number)| number);
    let last = [scripted, stop, asked, begun].into_iter().flatten().max();
    last.unwrap_or(1)
}
