//! What `why` claims, held against the rules by other means: no answer is without a reason, keys order as it says, and where no change of one thing is
//! said to turn two acts, trying them all one after the other finds none.

use crate::common;

use affray::journal::{ActNumber, Journal, What};
use affray::load::Playable;
use affray::machine::Machine;
use affray::ruleset::{Declared, KindId, MISSING, OptionId, Ruleset, Type, Value};
use affray::run::decisions::{Asking, Declaring, ScriptedDecisions};
use affray::run::{Decisions, dice};
use affray::scenario::Scenario;
use affray::source::Limits;
use affray::why::counterfactual::search;
use affray::why::{
    Aim, Cause, Changed, Keyed, Reason, Run, Selector, WhyQuestion, WhySubject, why,
};
use common::{each_run, run};

/// A stage of an act.
pub(crate) type Stage = (ActNumber, u16);

/// The first acts of the batches, with the stages that were carried out.
fn firsts(journal: &Journal) -> Vec<Stage> {
    let mut firsts = Vec::new();
    let mut begins = false;
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => begins = true,
            What::Resolved { act, stage } if begins => {
                begins = false;
                firsts.push((act, stage));
            }
            _ => {}
        }
    }
    firsts
}

/// Goes through scenarios of the five systems, each so many, and pairs of neighbours in them: all, or the last.
fn each_pair(every: usize, all: bool, mut look: impl FnMut(&str, &Playable, &Run<'_>, [Stage; 2])) {
    let mut number = 0;
    each_run("tests/conformance", |path, playable, played, sources| {
        number += 1;
        if number % every != 0 || played.ending.is_none() {
            return;
        }
        let firsts = firsts(&played.journal);
        let skipped = if all {
            0
        } else {
            firsts.len().saturating_sub(2)
        };
        for two in firsts[skipped..].windows(2) {
            look(
                path,
                playable,
                &run(playable, played, sources),
                [two[0], two[1]],
            );
        }
    });
}

// ---- reasons

/// No reason of a pair of neighbours is without a cause, and keys stand as it says.
#[test]
fn every_reason_holds() {
    let mut keys = 0;
    each_pair(common::stride(), true, |path, _, run, pair| {
        let act = |(act, _): Stage| {
            let record = &run.journal.acts[act as usize];
            Selector {
                actor: record.actor,
                action: Some(record.action),
                stage: None,
                aims: Vec::new(),
                settings: Vec::new(),
                told: None,
                within: Vec::new(),
                typed: String::new(),
            }
        };
        let question = WhyQuestion {
            about: WhySubject::Pair(act(pair[0]), act(pair[1])),
            tries: 0,
            ..WhyQuestion::default()
        };
        for reason in why(run, &question).reasons {
            let Reason::Pair {
                because, answer, ..
            } = reason
            else {
                continue;
            };
            assert!(!because.is_empty(), "{path}: {answer}");
            for cause in &because {
                keys += u32::from(key_holds(path, cause));
            }
        }
    });
    assert!(keys > 10, "{keys} keys");
}

/// Whether a cause is a key whose values could be compared; then they stand as it says.
pub(crate) fn key_holds(path: &str, cause: &Cause) -> bool {
    let Cause::Key {
        first,
        second,
        highest_first,
        ..
    } = cause
    else {
        return false;
    };
    let (Some(one), Some(other)) = (number(first), number(second)) else {
        return false;
    };
    let is_so = if *highest_first {
        one > other
    } else {
        one < other
    };
    assert!(is_so, "{path}: {cause:?}");
    true
}

/// A key as it is shown, as a number in some unit.
fn number(keyed: &Keyed) -> Option<Value> {
    keyed.value.split(' ').next()?.parse().ok()
}

// ---- that nothing turns it

/// Answers of a scenario, of which one is another.
struct Other<'a> {
    given: ScriptedDecisions<'a>,
    asked: usize,
    other: Option<(usize, Value)>,
}

impl Decisions for Other<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        self.given.declarations(declaring, out);
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let answer = self.given.answer(asking);
        self.asked += 1;
        match self.other {
            Some((asked, value)) if asked + 1 == self.asked => Some(value),
            _ => answer,
        }
    }
}

/// Plays scenarios, and knows two stages of declared acts.
struct Table<'r> {
    machine: Machine<'r>,
    wanted: (u32, u16),
    other: (u32, u16),
}

impl Table<'_> {
    /// Whether the wanted act comes in an earlier batch than the other, and both come.
    fn turns(&mut self, scenario: &Scenario, other: Option<(usize, Value)>) -> bool {
        let mut dice = dice::ScriptedDice::without_seed(scenario);
        let mut answers = Other {
            given: ScriptedDecisions::new(scenario),
            asked: 0,
            other,
        };
        let ended = self.machine.play(scenario, &mut dice, &mut answers, None);
        if ended.is_err() {
            return false;
        }
        let journal = self.machine.journal();
        let batch = |(declaration, stage)| batch_of(journal, declaration, stage);
        match (batch(self.wanted), batch(self.other)) {
            (Some(wanted), Some(other)) => wanted < other,
            _ => false,
        }
    }
}

/// In which batch the stage of a declared act is carried out.
fn batch_of(journal: &Journal, declaration: u32, stage: u16) -> Option<usize> {
    let mut batch = 0;
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => batch += 1,
            What::Resolved { act, stage: at }
                if at == stage && journal.acts[act as usize].declaration == Some(declaration) =>
            {
                return Some(batch);
            }
            _ => {}
        }
    }
    None
}

/// Values of a type: all, or of numbers those near one.
fn values(
    rules: &Ruleset,
    scenario: &Scenario,
    declared: &Declared,
    now: Value,
    far: Value,
) -> Vec<Value> {
    let mut values: Vec<Value> = match &declared.ty {
        Type::YesNo => vec![0, 1],
        Type::Choice(words) => words.iter().map(|word| word.0.into()).collect(),
        Type::Record(kind) => (0..scenario.records[kind.index()].len() as Value).collect(),
        Type::Set(kind) => (0..1 << scenario.records[kind.index()].len().min(6)).collect(),
        Type::Action => (0..rules.actions.len() as Value).collect(),
        Type::Number(unit) => {
            let step = unit.map_or(1, |unit| rules.units[unit.index()].size);
            let now = if now == MISSING { 0 } else { now };
            (-far..=far).map(|by| now + by * step).collect()
        }
        Type::Text | Type::Stage => Vec::new(),
    };
    if declared.optional {
        values.push(MISSING);
    }
    values.retain(|&value| value != now);
    values
}

fn set<T: PartialEq>(values: &mut Vec<(T, Value)>, of: T, to: Value) {
    values.retain(|value| value.0 != of);
    values.push((of, to));
}

/// Tries every change of one thing of these kinds; says which turns the order, if one does, and how many were tried.
fn brute(
    table: &mut Table<'_>,
    run: &Run<'_>,
    given: &Scenario,
    far: Value,
    without: &[Changed],
) -> (Option<String>, u32) {
    let rules = run.rules;
    let mut tried = 0;
    let mut try_one = |scenario: &Scenario, other, told: &dyn Fn() -> String| {
        tried += 1;
        table.turns(scenario, other).then(told)
    };
    let mut changed = given.clone();
    if !without.contains(&Changed::Die) {
        let rolled = run
            .journal
            .entries
            .iter()
            .filter_map(|entry| match entry.what {
                What::Rolled {
                    who,
                    purpose,
                    throw,
                    ..
                } => Some((who, purpose, throw.sides)),
                _ => None,
            });
        let rolled: Vec<_> = rolled.collect();
        for (roll, dice) in given.dice.iter().enumerate() {
            let mut alike = rolled
                .iter()
                .filter(|one| (one.0, one.1) == (dice.who, dice.purpose));
            // One number may be the sum of several dice; each face that a single die has is tried.
            let sides = alike.next().map_or(0, |one| one.2);
            for face in 0..dice.faces.len() {
                for to in 1..=Value::from(sides) {
                    changed.dice[roll].faces[face] = to;
                    let found = try_one(&changed, None, &|| format!("roll {roll}: {to}"));
                    if found.is_some() {
                        return (found, tried);
                    }
                }
                changed.dice[roll].faces[face] = dice.faces[face];
            }
        }
    }
    if !without.contains(&Changed::Decision) {
        let asked = run
            .journal
            .entries
            .iter()
            .filter_map(|entry| match entry.what {
                What::Asked {
                    question, answer, ..
                } => Some((rules.questions[question.index()].answer.clone(), answer)),
                What::Placed { first, .. } => Some((
                    Declared {
                        ty: Type::YesNo,
                        optional: false,
                    },
                    first.into(),
                )),
                _ => None,
            });
        for (number, (declared, now)) in asked.enumerate() {
            for to in values(rules, given, &declared, now, far) {
                let found = try_one(given, Some((number, to)), &|| {
                    format!("answer {number}: {to}")
                });
                if found.is_some() {
                    return (found, tried);
                }
            }
        }
    }
    if !without.contains(&Changed::Option) {
        for (index, option) in rules.options.iter().enumerate() {
            let declared = Declared {
                ty: option.ty.clone(),
                optional: false,
            };
            for to in values(rules, given, &declared, option.value, far) {
                set(&mut changed.options, OptionId::from_index(index), to);
                let found = try_one(&changed, None, &|| format!("option {}: {to}", option.name));
                if found.is_some() {
                    return (found, tried);
                }
            }
            changed.options.clone_from(&given.options);
        }
    }
    if without.contains(&Changed::Attribute) {
        return (None, tried);
    }
    for (kind, records) in given.records.iter().enumerate() {
        for (number, record) in records.iter().enumerate() {
            for (slot, rule) in rules.kinds[kind].attributes.iter().enumerate() {
                let slot = slot as u16;
                let now = record.values.iter().find(|value| value.0 == slot);
                let now = now.map_or(MISSING, |value| value.1);
                for to in values(rules, given, &rule.declared, now, far) {
                    set(&mut changed.records[kind][number].values, slot, to);
                    let told = || format!("`{}` of {}: {to}", rule.name, record.name);
                    let found = try_one(&changed, None, &told);
                    if found.is_some() {
                        return (found, tried);
                    }
                }
                changed.records[kind][number]
                    .values
                    .clone_from(&record.values);
            }
        }
    }
    for (number, act) in given.declarations.iter().enumerate() {
        for (slot, rule) in rules.kinds[KindId::ACT.index()]
            .attributes
            .iter()
            .enumerate()
            .skip(5)
        {
            let slot = slot as u16;
            let now = act.settings.iter().find(|value| value.0 == slot);
            let now = now.map_or(MISSING, |value| value.1);
            for to in values(rules, given, &rule.declared, now, far) {
                set(&mut changed.declarations[number].settings, slot, to);
                let told = || format!("`{}` of declaration {number}: {to}", rule.name);
                let found = try_one(&changed, None, &told);
                if found.is_some() {
                    return (found, tried);
                }
            }
            changed.declarations[number]
                .settings
                .clone_from(&act.settings);
        }
    }
    (None, tried)
}

/// Holds each search that finds nothing to trying everything; `far`: how far numbers are moved.
fn nothing_turns_it(every: usize, all: bool, tries: u32, far: Value) {
    let (mut asked, mut nothing, mut tried) = (0, 0, 0);
    each_pair(every, all, |path, playable, run, [before, after]| {
        let declared =
            |(act, stage): Stage| Some((run.journal.acts[act as usize].declaration?, stage));
        let (Some(wanted), Some(other)) = (declared(after), declared(before)) else {
            return;
        };
        if wanted == other {
            return;
        }
        asked += 1;
        let found = search(run, after, before, tries);
        if found
            .turnings
            .iter()
            .any(|turning| turning.aim == Aim::First)
        {
            return;
        }
        nothing += 1;
        let mut table = Table {
            machine: Machine::new(&playable.rules.ruleset, Limits::DEFAULT),
            wanted,
            other,
        };
        let (turned, count) = brute(&mut table, run, &found.scenario, far, &found.untried);
        tried += count;
        assert_eq!(
            turned, None,
            "{path}: {wanted:?} before {other:?}, {:?}",
            found.untried
        );
    });
    println!("{asked} asked, of {nothing} nothing turns it, {tried} changes tried");
    assert!(nothing > 0, "{asked} asked");
}

#[test]
#[ignore = "long"]
fn where_no_change_is_told_there_is_none() {
    nothing_turns_it(20, false, 3_000, 3);
}

/// In no run of all tests: `cargo test --release --test views -- --ignored why_claims::by_the_hour`.
mod by_the_hour {
    #[test]
    #[ignore = "takes an hour"]
    fn where_no_change_of_any_scenario_is_told_there_is_none() {
        super::nothing_turns_it(1, true, 20_000, 60);
    }
}
