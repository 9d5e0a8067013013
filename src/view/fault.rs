//! A fault of a run, in the words of the people at the table.

use super::Names;
use super::faulty_part::{between, counter_read, reads_no_default};
use crate::diagnostic::{Code, Diagnostic};
use crate::journal::Journal;
use crate::ruleset::index::to_index;
use crate::ruleset::{Expr, KindId, MOST_IN_SET, PhaseId, Ruleset, Tally, Throw, Type, Value};
use crate::run::decisions::NO_RECORD;
use crate::run::{Fault, FaultKind};
use crate::scenario::{ActReference, Answer, AnswerValue, Scenario};
use crate::source::{Bound, english};

/// Where a run stood when a fault stopped it, as far as that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stood<'a> {
    /// The period.
    pub path: &'a [(PhaseId, Value)],
    /// The answer of the scenario that was given last, if the last question was answered.
    pub answer: Option<usize>,
    /// What names acts, where the journal has been read.
    pub acts: Option<&'a dyn ActNaming>,
    /// What had happened.
    pub journal: Option<&'a Journal>,
}

/// Names for the acts of a run.
pub trait ActNaming: std::fmt::Debug {
    /// An act as the transcript tells it.
    fn told(&self, act: u32) -> String;
    /// An act as a scenario names it.
    fn written(&self, act: u32) -> String;
    /// Whether an act is the one that a scenario names so.
    fn is_meant(&self, act: u32, named: &ActReference) -> bool;
}

const READ_BY_DEFAULTS: &str = "the default of an attribute can read those that stand before it in its kind, and nothing that comes later; those of other kinds, unless their defaults read this kind";

/// What stopped a run, with its place, the period and the remedy.
pub fn fault_diagnostic(
    fault: &Fault,
    rules: &Ruleset,
    scenario: &Scenario,
    stood: &Stood<'_>,
) -> Diagnostic {
    let names = Names {
        journal: stood.journal,
        ..Names::new(rules, scenario)
    };
    let found = in_words(fault, &names, stood);
    let said = matches!(
        fault.kind,
        FaultKind::NoDie { .. } | FaultKind::NoAnswer { .. } | FaultKind::ImpossibleAnswer { .. }
    );
    match stood.path {
        path if path.is_empty() || said => found,
        path => found.remark(format!("the run stopped in {}", names.moment(path))),
    }
}

fn in_words(fault: &Fault, names: &Names<'_>, stood: &Stood<'_>) -> Diagnostic {
    let (rules, scenario) = (names.rules, names.scenario);
    let span = fault.span.unwrap_or(scenario.span);
    match &fault.kind {
        FaultKind::NotThere { kind, record } => {
            let message = format!("{} is not there yet", names.record(*kind, *record));
            Diagnostic::error(Code::ValueMissing, span, message)
                .help("let it join before this is declared")
        }
        FaultKind::Missing => {
            let error = Diagnostic::error(Code::ValueMissing, span, "a value is missing here")
                .help("ask first whether it `is known`, or say what counts instead with `or else`");
            match stood.path.is_empty() && reads_no_default(rules, span) {
                true => error.remark(READ_BY_DEFAULTS),
                false => error,
            }
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
        FaultKind::NotOne { found: 0 } => match between(names, span) {
            Some((name, of)) => {
                let message = format!("these two have no `{name}`: one of them is missing, or both are the same {of}");
                Diagnostic::error(Code::AmbiguousChoice, span, message)
                    .help("ask first, as in `if b is known and a is not b { ... }`")
            }
            None => Diagnostic::error(Code::AmbiguousChoice, span, "there is none of these")
                .help("say what counts then with `or else`"),
        },
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
        .help(format!("see whether something here repeats without end; {}", Bound::Steps.more())),
        FaultKind::TooDeep(limit) => {
            let message = format!(
                "expressions and procedures lead into each other more than {limit} deep here"
            );
            Diagnostic::error(Code::NestingTooDeep, span, message)
                .help("break a long chain into parts, and add the parts up one after the other with `let` or `set`")
        }
        FaultKind::Repetitions { phase, limit } => {
            let phase = &rules.phases[phase.index()];
            let (name, ends) = (&phase.name, match phase.turns {
                Some(_) => "there was always one who had not had a turn: see where `had_turn` is set to no",
                None if scenario.stop.is_some() => "the period that the `stop` of the scenario names never came: see why, or let it stop after another one",
                None => "nothing ended it: give it a last number, `end combat`, or let the scenario `stop after` one",
            });
            Diagnostic::error(Code::OutOfSteps, span, format!("phase `{name}` was repeated {limit} times and was stopped"))
                .help(format!("{ends}; {}", Bound::Rounds.more()))
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
            .help(format!(
                "give the trigger a guard or a limit that ends the chain; {}",
                Bound::Events.more()
            ))
        }
        FaultKind::TooMuch(limit) => Diagnostic::error(
            Code::TooManyActs,
            span,
            format!("the run makes more than {limit} acts, records or journal entries"),
        )
        .help(format!("see whether something here repeats without end; {}", Bound::Events.more())),
        FaultKind::Waiting(limit) => Diagnostic::error(
            Code::TooManyActs,
            span,
            format!("more than {limit} acts wait for their turn at once"),
        )
        .help("see whether something here repeats without end, or let them be resolved in parts"),
        FaultKind::Dice {
            count: 1..,
            sides: sides @ (0 | 1),
        } => Diagnostic::error(
            Code::ImpossibleDie,
            span,
            match sides {
                0 => "a die without sides cannot be rolled",
                _ => "a die with one side cannot be rolled",
            },
        )
        .help("a die has two sides or more: roll only where the number of sides is above 1, as in `if c.die > 1 { ... }`, and say what else holds"),
        FaultKind::Dice { count, sides } => Diagnostic::error(
            Code::TooManyDice,
            span,
            format!("{count} dice with {sides} sides cannot be rolled"),
        )
        .help("there may be no dice, which make 0, but not less than none; a die has two sides or more; both have limits"),
        FaultKind::BeyondSet => Diagnostic::error(
            Code::NumberTooLarge,
            span,
            "a record is beyond what one value can hold several of",
        )
        .help(format!("one value holds some of the first {MOST_IN_SET} records of a kind, in the order of their names")),
        FaultKind::NoDie {
            who,
            purpose,
            throw,
        } => {
            let (name, purpose_name) = (names.person(*who), names.word(*purpose));
            let mut questions = rules.questions.iter();
            if questions.any(|asked| asked.is_draw && asked.name == *purpose) {
                let message = format!(
                    "nothing says what {name} draws as {purpose_name}{}",
                    period("in", names, stood)
                );
                let help = format!(
                    "add `{} answers ... to {}`{}, with what is drawn, or a `seed`{}",
                    names.written_person(*who),
                    rules.word(*purpose),
                    period("to", names, stood),
                    not_reached(names, stood)
                );
                let error = Diagnostic::error(Code::MissingDie, scenario.span, message);
                return error.label("in this scenario").also(span, "it is drawn here").help(help);
            }
            let rolls = names.rolls(*who);
            let attributes = rules.kinds.iter().flat_map(|kind| &kind.attributes);
            let mut keyed = attributes.filter(|one| one.keyed.is_some());
            let each = match keyed.any(|one| one.declared_name() == rules.word(*purpose)) {
                true => ", with a face for each die of the pool",
                false => "",
            };
            Diagnostic::error(
                Code::MissingDie,
                scenario.span,
                format!(
                    "no die is given for {name}, who {rolls} {throw} for {purpose_name}{}",
                    period("in", names, stood)
                ),
            )
            .label("in this scenario")
            .also(span, "it is rolled here")
            .help(format!(
                "add `{} rolls ... for {}`{}{each}, or a `seed`{}",
                names.written_person(*who),
                rules.word(*purpose),
                period("to", names, stood),
                not_reached(names, stood)
            ))
        }
        FaultKind::ImpossibleDie { roll, throw } => {
            let Throw { count, sides, .. } = throw;
            let roll = &scenario.dice[to_index((*roll).into())];
            let message = match count {
                1 => format!("a {throw} cannot show this"),
                _ => format!("{throw} cannot show this"),
            };
            let error =
                Diagnostic::error(Code::ImpossibleDie, roll.span, message).also(span, "it is rolled here");
            let nought = if throw.can_be_nought() { ", and 0 says that it does not count" } else { "" };
            let face = |error: Diagnostic| error.help(format!("a d{sides} shows 1 to {sides}{nought}"));
            match (roll.faces.len(), *count) {
                (1, 1) => face(error),
                (1, count) if throw.tally == Tally::Sum => {
                    let label = format!("read as the sum of {count} dice");
                    error.label(label).help(format!("{count} faces are needed, with commas between them, or their sum"))
                }
                (1, _) => {
                    let (least, most) = throw.bounds();
                    let error = error.label("read as what comes of them");
                    error.help(format!("{throw} come to {least} to {most}; the faces can stand here too, with commas"))
                }
                (given, count) if given == to_index(count.into()) => face(error),
                (_, 2..) => error
                    .label(format!("read as the faces of {throw}"))
                    .help(format!("{count} faces are needed, with commas between them")),
                (given, _) => {
                    let faces: Vec<String> = roll.faces.iter().map(Value::to_string).collect();
                    error
                        .label(format!("read as the {given} faces of one roll"))
                        .help(format!(
                            "for {given} rolls, one after the other, write `{} rolls {} for {}`",
                            names.written_person(roll.who),
                            faces.join(" then "),
                            rules.word(roll.purpose)
                        ))
                }
            }
        }
        FaultKind::NoAnswer {
            who,
            question,
            about,
        } => {
            let word = rules.questions[question.index()].name;
            let question = rules.word(word);
            let when = period("in", names, stood);
            // Without the journal an act has no name that a scenario could write.
            let named = about.iter().filter(|(kind, _)| stood.acts.is_some() || *kind != KindId::ACT);
            let named: Vec<(KindId, u32)> = named.copied().collect();
            let said = about_records(&named, |kind, record| match stood.acts {
                Some(acts) if kind == KindId::ACT => acts.told(record),
                _ => names.record(kind, record),
            });
            let written = about_records(&named, |kind, record| match stood.acts {
                Some(acts) if kind == KindId::ACT => acts.written(record),
                _ => names.written_record(kind, record),
            });
            let message = format!("nobody answers `{question}`{said}{when}");
            let asked = names.person(*who);
            let error = Diagnostic::error(Code::MissingDecision, scenario.span, message)
                .label("in this scenario")
                .also(span, format!("{asked} is asked here, and there is no default"))
                .help(format!(
                    "add `{} answers ... to {question}{written}`{}; `answers ... each time to` answers whenever this is asked",
                    names.written_person(*who),
                    period("to", names, stood)
                ));
            let is_asked = |named: &ActReference| {
                let mut acts = about.iter().filter(|(kind, _)| *kind == KindId::ACT);
                acts.any(|&(_, act)| stood.acts.is_none_or(|acts| acts.is_meant(act, named)))
            };
            let others = scenario.answers.iter().filter(|answer| answer.question == word);
            others.take(MOST_ANSWERS).fold(error, |error, answer| {
                let why = if answer.who != *who {
                    format!("this answers for {}", names.person(answer.who))
                } else if !answer.about.iter().all(|record| about.contains(record)) {
                    format!("this is{}", about_records(&answer.about, |kind, record| names.record(kind, record)))
                } else if !answer.acts.iter().all(is_asked) {
                    "this is about another act".to_owned()
                } else if !answer.path.iter().all(|part| stood.path.contains(part)) {
                    format!("this is good in {}", names.moment(&answer.path))
                } else {
                    "this answered before".to_owned()
                };
                error.also(answer.span, why)
            })
        }
        FaultKind::ImpossibleAnswer {
            question,
            answer,
            allowed,
            ends,
        } => {
            let question = &rules.questions[question.index()];
            let (ty, name) = (&question.answer.ty, rules.word(question.name));
            let given: Option<&Answer> = stood.answer.map(|index| &scenario.answers[index]);
            let told = match given.map(|answer| &answer.value) {
                Some(AnswerValue::Titled { text, .. }) => format!("`{text}`"),
                None if *answer == NO_RECORD => "a title that no record has".to_owned(),
                Some(AnswerValue::Default | AnswerValue::Value(_)) | None => names.value(ty, *answer),
            };
            let message = format!("{told} is no answer that `{name}` allows{}", period("in", names, stood));
            let place = given.map_or(span, |answer| answer.span);
            let told: Vec<String> = allowed.iter().map(|&one| names.value(ty, one)).collect();
            let error = Diagnostic::error(Code::MissingDecision, place, message).label(match &allowed[..] {
                [] if matches!(ty, Type::Record(_)) => "nobody can be named here".to_owned(),
                [] if let Some((from, to)) = *ends => {
                    format!("allowed: {} to {}", names.value(ty, from), names.value(ty, to))
                }
                [first, .., last] if matches!(ty, Type::Number(_)) && is_run(allowed) => {
                    format!("allowed: {} to {}", names.value(ty, *first), names.value(ty, *last))
                }
                [] => String::new(),
                _ => format!("allowed: {}", some(told)),
            });
            match given {
                Some(_) => error.also(span, "it is asked here"),
                None => error,
            }
        }
        FaultKind::NoRow { table, key } => {
            let table = &rules.tables[table.index()];
            let told = names.value(&table.key, *key);
            let message = match table.reads {
                None => format!("the table `{}` has no row for {told}", table.name),
                Some(_) => format!("`{}` has no value for {told}", table.name),
            };
            let error = Diagnostic::error(Code::TableGap, span, message);
            let keys = || table.rows.iter().flat_map(|row| &row.keys);
            let last = keys().map(|keys| keys.1).max().filter(|last| last < key);
            let first = keys().map(|keys| keys.0).min().filter(|first| first > key);
            let (end, function) = match (last, first, &table.key) {
                (Some(last), _, Type::Number(_)) => (last, "lower"),
                (None, Some(first), Type::Number(_)) => (first, "higher"),
                _ => return error,
            };
            let end = names.value(&table.key, end);
            let named = rules.items[table.item.index()].name_span;
            error
                .label("looked up here")
                .also(named, format!("its rows end at {end}"))
                .help(format!("look it up by `{function}({end}, ...)`, or add rows for what lies beyond"))
        }
        FaultKind::Unset { kind, slot } => {
            let kind = &rules.kinds[kind.index()];
            let attribute = &kind.attributes[usize::from(*slot)];
            let name = &attribute.name;
            let error = Diagnostic::error(
                Code::ValueMissing,
                span,
                format!(
                    "`{name}` of {} {} must have a value",
                    english::article(&kind.name),
                    kind.name
                ),
            );
            let default = attribute.default.map(|default| rules.expr_spans[default.index()]);
            error.help(match counter_read(rules, span, stood.path) {
                Some(phase) => format!("`{phase}` has no value before that phase has begun: set it inside of the phase"),
                None if default == fault.span => READ_BY_DEFAULTS.to_owned(),
                None => format!("give it one, give it a default, or declare it `optional`: `{name}: optional ...`"),
            })
        }
        FaultKind::ResolveInside => Diagnostic::error(
            Code::WrongPlace,
            span,
            "acts cannot be resolved from within an act or a trigger",
        )
        .help("`resolve` stands in a phase"),
    }
}

/// Why the run came so far where its `stop` was to end it before, or how to pass over what comes first.
fn not_reached(names: &Names<'_>, stood: &Stood<'_>) -> String {
    let missed = names.scenario.stop.as_ref().filter(|stop| {
        stood.path.iter().any(|(phase, now)| {
            let counting = names.rules.phases[phase.index()].counting.as_ref();
            let within = stop.within.iter().filter(|(around, _)| around == phase);
            counting
                .is_some_and(|counting| { within }.any(|(_, named)| counting.is_past(*now, *named)))
        })
    });
    missed.map_or_else(
        || passed_over(names, stood),
        |stop| {
            let last = stop.number.map(|number| (stop.phase, number));
            let path: Vec<_> = stop.within.iter().copied().chain(last).collect();
            let moment = names.moment(&path);
            format!("; `stop` was to end the run before, but {moment} never came")
        },
    )
}

/// How to pass over what comes before the first phase that counts without an end, where the run stands there. Nothing where it stands elsewhere.
fn passed_over(names: &Names<'_>, stood: &Stood<'_>) -> String {
    let (rules, scenario) = (names.rules, names.scenario);
    let mut counting = rules.phases.iter().filter_map(|phase| {
        let counting = phase.counting.as_ref().filter(|_| phase.parent.is_none())?;
        if counting.to.is_some() {
            return None;
        }
        match rules.exprs[counting.from.index()] {
            Expr::Const(from) => Some((&phase.name, from)),
            _ => None,
        }
    });
    match (counting.next(), scenario.begin, stood.path) {
        (Some((phase, from)), None, []) => format!(
            "; or pass over what comes before {phase} {from} with `begin at {phase} {from}`"
        ),
        (_, _, _) => String::new(),
    }
}

/// ` in round 1, segment 3`, or ` to round 1`, where a line belongs that is missing; nothing where no period runs.
fn period(link: &str, names: &Names<'_>, stood: &Stood<'_>) -> String {
    match stood.path {
        [] => String::new(),
        path => format!(" {link} {}", names.moment(path)),
    }
}

/// Of more answers to a question that another one is missing to, no more is said.
const MOST_ANSWERS: usize = 3;

/// Of more than this, the others are counted.
const MOST: usize = 4;

/// The first of them, and how many others there are: `round 1; round 2; and 4 more`.
pub(crate) fn some(mut all: Vec<String>) -> String {
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    if more > 0 {
        all.push(format!("and {more} more"));
    }
    all.join("; ")
}

/// What a question is about: ` about orc 1, ann`. Empty if it is about no record.
pub(crate) fn about_records(
    about: &[(KindId, u32)],
    name: impl Fn(KindId, u32) -> String,
) -> String {
    let about = about.iter().map(|&(kind, record)| name(kind, record));
    match about.collect::<Vec<_>>().join(", ") {
        all if all.is_empty() => all,
        all => format!(" about {all}"),
    }
}

/// Whether these are numbers one after the other.
fn is_run(numbers: &[Value]) -> bool {
    numbers.windows(2).all(|two| two[1] - two[0] == 1)
}
