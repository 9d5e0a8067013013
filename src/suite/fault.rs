//! A fault of a run, in the words of the people at the table.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Fault, FaultKind};
use crate::ruleset::{KindId, Ruleset};
use crate::scenario::{Person, Scenario};
use crate::view::Names;

/// What stopped a run, with its place and the remedy.
pub fn diagnostic(fault: &Fault, rules: &Ruleset, scenario: &Scenario) -> Diagnostic {
    let names = Names::new(rules, scenario);
    let span = fault.span.unwrap_or(scenario.span);
    match &fault.kind {
        FaultKind::Missing => {
            Diagnostic::error(Code::ValueMissing, span, "a value is missing here")
                .help("ask first whether it `is known`, or say what counts instead with `or else`")
        }
        FaultKind::Overflow => {
            Diagnostic::error(Code::Overflow, span, "this number becomes too large")
                .help("no number may go beyond 1152921504606846976 in either direction")
        }
        FaultKind::DivisionByZero => Diagnostic::error(
            Code::DivisionByZero,
            span,
            "this is zero, and something is divided by it",
        ),
        FaultKind::NotOne { found: 0 } => {
            Diagnostic::error(Code::AmbiguousChoice, span, "there is none of these")
                .help("say what counts then with `or else`")
        }
        FaultKind::NotOne { found } => Diagnostic::error(
            Code::AmbiguousChoice,
            span,
            format!("there are {found} of these, and `the` means the only one"),
        )
        .help("narrow it down with `where`"),
        FaultKind::Steps(limit) => Diagnostic::error(
            Code::OutOfSteps,
            span,
            format!("the run took more than {limit} steps and was stopped here"),
        )
        .help("see whether something here repeats without end"),
        FaultKind::TooDeep(limit) => {
            let message = format!(
                "expressions and procedures lead into each other more than {limit} deep here"
            );
            Diagnostic::error(Code::NestingTooDeep, span, message)
                .help("break a long chain into parts, and add the parts up one after the other with `let` or `set`")
        }
        FaultKind::Repetitions { phase, limit } => {
            let name = &rules.phases[phase.index()].name;
            Diagnostic::error(Code::OutOfSteps, span, format!("phase `{name}` was repeated {limit} times and was stopped"))
                .help("nothing ended it: give it a last number, `end combat`, or let the scenario `stop after` one")
        }
        FaultKind::Chain { limit, triggers } => {
            let chain = triggers
                .iter()
                .map(|title| format!("`{title}`"))
                .collect::<Vec<_>>()
                .join(", then ");
            Diagnostic::error(
                Code::EndlessChain,
                span,
                format!("one thing led to another {limit} times, and the chain was stopped"),
            )
            .remark(format!("the last links were {chain}"))
            .help("give the trigger a guard or a limit that ends the chain")
        }
        FaultKind::TooMuch(limit) => Diagnostic::error(
            Code::TooManyActs,
            span,
            format!("the run makes more than {limit} acts, records or journal entries"),
        ),
        FaultKind::Dice { count, sides } => Diagnostic::error(
            Code::TooManyDice,
            span,
            format!("{count} dice with {sides} sides cannot be rolled"),
        )
        .help("there may be no dice, which make 0, but not less than none; a die has two sides or more; both have limits"),
        FaultKind::Halted => Diagnostic::error(Code::OutOfSteps, span, "the run was halted here"),
        FaultKind::NoDie {
            who,
            purpose,
            count,
            sides,
        } => {
            let (name, purpose_name) = (names.person(*who), names.word(*purpose));
            let dice = if *count == 1 {
                format!("d{sides}")
            } else {
                format!("{count}d{sides}")
            };
            Diagnostic::error(
                Code::MissingDie,
                scenario.span,
                format!("no die is given for {name}, who rolls {dice} for {purpose_name}"),
            )
            .label("in this scenario")
            .also(span, "it is rolled here")
            .help(format!(
                "add `{} rolls ... for {}`, or a `seed`",
                scenario_name(&names, *who),
                rules.word(*purpose)
            ))
        }
        FaultKind::ImpossibleDie { roll, count, sides } => {
            let place = scenario.dice[*roll as usize].span;
            let dice = if *count == 1 {
                format!("a d{sides}")
            } else {
                format!("{count}d{sides}")
            };
            Diagnostic::error(
                Code::ImpossibleDie,
                place,
                format!("{dice} cannot show this"),
            )
            .also(span, "it is rolled here")
        }
        FaultKind::NoAnswer { who, question } => {
            let question = rules.word(rules.questions[question.index()].name);
            Diagnostic::error(
                Code::MissingDecision,
                scenario.span,
                format!("nobody answers `{question}`"),
            )
            .label("in this scenario")
            .also(
                span,
                format!(
                    "{} is asked here, and there is no default",
                    names.person(*who)
                ),
            )
            .help(format!(
                "add `{} answers ... to {question}`",
                scenario_name(&names, *who)
            ))
        }
        FaultKind::ImpossibleAnswer { question, .. } => {
            let question = rules.word(rules.questions[question.index()].name);
            Diagnostic::error(
                Code::MissingDecision,
                span,
                format!("the answer given to `{question}` is not one that it allows"),
            )
        }
        FaultKind::NoRow(key) => Diagnostic::error(
            Code::TableGap,
            span,
            format!("the table has no row for {key}"),
        ),
        FaultKind::Unset { kind, slot } => {
            let kind = &rules.kinds[kind.index()];
            let name = &kind.attributes[*slot as usize].name;
            Diagnostic::error(
                Code::ValueMissing,
                span,
                format!(
                    "`{name}` of {} {} must have a value",
                    article(&kind.name),
                    kind.name
                ),
            )
            .help(format!(
                "give it one, give it a default, or declare it `optional`: `{name}: optional ...`"
            ))
        }
        FaultKind::ResolveInside => Diagnostic::error(
            Code::WrongPlace,
            span,
            "acts cannot be resolved from within an act or a trigger",
        )
        .help("`resolve` stands in a phase"),
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// A person as a scenario names it.
fn scenario_name(names: &Names<'_>, who: Person) -> String {
    match who {
        Person::Gm => "gm".into(),
        Person::Side(side) => names.record(KindId::SIDE, side),
        Person::Combatant(combatant) => names.record(KindId::COMBATANT, combatant),
    }
}
