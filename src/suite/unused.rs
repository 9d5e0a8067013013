//! What a scenario holds that no rule asked for: rolls, answers, declarations, corrections. Of each it says when the like was asked for; what comes after the
//! end of the run is summed up, for it has one cause.

use std::collections::BTreeMap;

use super::asks::Ask;
use super::expectations::JudgedRun;
use super::log::RunLog;
use super::unasked::{HERE, UnaskedReason, is_for, unasked};
use super::unexpected::is_barred;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::journal::{Journal, What};
use crate::ruleset::walk::each_block;
use crate::ruleset::{Ruleset, Statement, StatementKind, TemplateId, Value, WordId};
use crate::run::{Ending, decisions, dice};
use crate::scenario::{Answer, Path, Person, Scenario};
use crate::source::{Clean, Span, english};
use crate::view::{about_records, moments, some};

/// What to do with a declaration that a condition kept from being asked for.
const WHY_SO: &str = "see why that is so, take it out, or expect that it `does not happen`";

/// Something that a scenario gives and a run has not used, by its number in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnusedInput {
    /// a roll
    Roll(usize),
    /// an answer
    Answer(usize),
    /// a declaration
    Declaration(usize),
    /// a correction
    Correction(usize),
}

/// What a run has not used of what its scenario gives; sorted.
pub fn left(
    scenario: &Scenario,
    dice: &dice::ScriptedDice<'_>,
    decisions: &decisions::ScriptedDecisions<'_>,
    journal: &Journal,
) -> Vec<UnusedInput> {
    let rolls = dice.unused().map(UnusedInput::Roll);
    let answers = decisions.unused_answers().map(UnusedInput::Answer);
    let declarations = decisions.unused_declarations();
    let declarations = declarations.filter(|&number| !is_barred(scenario, number));
    let declarations = declarations.map(UnusedInput::Declaration);
    let corrected = journal.corrected();
    let corrections = (0..scenario.corrections.len())
        .filter(|&number| !corrected.contains(&(number as u32)))
        .map(UnusedInput::Correction);
    let left = rolls.chain(answers).chain(declarations).chain(corrections);
    left.collect()
}

/// Reports what a run has left over.
pub fn report(judged: &JudgedRun<'_>, left: Vec<UnusedInput>, findings: &mut Diagnostics) {
    if left.is_empty() {
        return;
    }
    let end = RunEnd::new(judged);
    let (mut behind, mut before): (Vec<UnusedInput>, Vec<UnusedInput>) = left
        .into_iter()
        .partition(|&left| end.is_before(judged, left));
    if !behind.is_empty() {
        before.retain(|&left| {
            let open = end.is_within(judged, left);
            behind.extend(open.then_some(left));
            !open
        });
        findings.push(end.summed_up(judged, &behind));
    }
    for together in in_the_wrong_period(judged, &mut before) {
        findings.push(misplaced(judged, &together));
    }
    findings.extend(before.into_iter().map(|left| alone(judged, left)));
}

/// Takes out what stands in one place where it is not asked for, if that is more than one declaration: those, and the rolls and answers behind them.
fn in_the_wrong_period(
    judged: &JudgedRun<'_>,
    left: &mut Vec<UnusedInput>,
) -> Vec<Vec<UnusedInput>> {
    let mut first: BTreeMap<&Path, (usize, u32)> = BTreeMap::new();
    for &one in left.iter() {
        if let UnusedInput::Declaration(number) = one
            && unasked(judged, number, HERE).is_elsewhere
        {
            let (path, span) = place(judged, one);
            let known = first.entry(path).or_insert((0, span.start));
            *known = (known.0 + 1, known.1.min(span.start));
        }
    }
    first.retain(|_, (count, _)| *count > 1);
    let groups = first.into_iter().map(|(path, (_, start))| {
        let is_of = |&one: &UnusedInput| {
            let (of, span) = place(judged, one);
            let is_misplaced = match one {
                UnusedInput::Declaration(number) => unasked(judged, number, HERE).is_elsewhere,
                UnusedInput::Roll(_) | UnusedInput::Answer(_) => true,
                UnusedInput::Correction(_) => false,
            };
            of == path && span.start >= start && is_misplaced
        };
        let group: Vec<UnusedInput> = left.iter().copied().filter(is_of).collect();
        left.retain(|one| !group.contains(one));
        group
    });
    groups.collect()
}

/// One finding for several declarations in one place where they are not asked for, and what belongs to them.
fn misplaced(judged: &JudgedRun<'_>, left: &[UnusedInput]) -> Diagnostic {
    let declared = left.iter().filter_map(|&left| match left {
        UnusedInput::Declaration(number) => Some((place(judged, left).1, number)),
        _ => None,
    });
    // They begin with the first declaration.
    let first = declared.min_by_key(|(span, _)| span.start);
    let (first, number) = first.unwrap_or((judged.log.scenario().span, 0));
    let message = "nobody asked for these declarations in their period";
    let error = Diagnostic::error(Code::UnusedDeclaration, first, message);
    if let Some(settled) = judged.replays.not_asked(judged, number) {
        let label = format!("from here on {}; {}", count(left), settled.label);
        let help = "see why that is so, take them out, or expect that they `do not happen`";
        return error
            .label(label)
            .help(help)
            .also(settled.place, settled.beside);
    }
    let UnaskedReason { label, help, .. } = unasked(judged, number, HERE);
    error
        .label(format!("from here on {}; {label}", count(left)))
        .help(help.replacen("put it", "put them", 1))
}

/// Where a run ended.
pub(super) struct RunEnd {
    /// the period that began last
    pub last: Path,
    /// the periods in which the rules ended the combat, if they did
    pub over: Option<Path>,
    /// every period that began
    begun: Vec<Path>,
}

impl RunEnd {
    pub fn new(judged: &JudgedRun<'_>) -> Self {
        let journal = judged.log.journal;
        let begun: Vec<Path> = judged.log.periods().collect();
        let mut entries = journal.entries.iter();
        let ended = entries.position(|entry| matches!(entry.what, What::Ended { .. }));
        RunEnd {
            last: begun.last().cloned().unwrap_or_default(),
            over: ended.map(|entry| moments(journal).swap_remove(entry)),
            begun,
        }
    }

    /// Whether the run ended before the period of something could begin.
    pub fn is_before(&self, judged: &JudgedRun<'_>, left: UnusedInput) -> bool {
        let path = place(judged, left).0;
        let common = path.iter().zip(&self.last).take_while(|(a, b)| a == b);
        let common = common.count();
        match (path.get(common), self.last.get(common)) {
            (None, _) => false,
            (Some(wanted), Some(last)) if wanted.0 == last.0 => {
                let rule = &judged.log.names.rules.phases[wanted.0.index()];
                if rule.turns.is_some() {
                    // Turns come in no order of their records; where the others have been taken, this one did not come for another reason.
                    let turn = &path[..=common];
                    return judged.ending == Ending::Over
                        && !self.begun.iter().any(|begun| begun.starts_with(turn));
                }
                let counting = rule.counting.as_ref();
                counting.map_or(wanted.1 > last.1, |one| one.is_past(wanted.1, last.1))
            }
            (Some(wanted), _) => {
                let mut begun = self.begun.iter().flatten();
                judged.ending != Ending::Played && !begun.any(|part| part.0 == wanted.0)
            }
        }
    }

    /// Whether a roll or an answer was still good when the rules ended the combat.
    fn is_within(&self, judged: &JudgedRun<'_>, left: UnusedInput) -> bool {
        let good = |over: &Path| over.starts_with(place(judged, left).0);
        !matches!(
            left,
            UnusedInput::Declaration(_) | UnusedInput::Correction(_)
        ) && self.over.as_ref().is_some_and(good)
    }

    /// What ended the run, when and why: `the combat is over in round 2 because bob fled`; and the text of the reason.
    pub fn words(&self, judged: &JudgedRun<'_>) -> (String, Option<TemplateId>) {
        let log = judged.log;
        let what = match judged.ending {
            Ending::Over => "the combat is over",
            Ending::Stopped if log.scenario().stop.is_some() => "the scenario stops the run",
            Ending::Stopped => "the run ends",
            Ending::Played => "the procedure ends",
        };
        let when = log.times(std::iter::once(self.over.as_ref().unwrap_or(&self.last)));
        let entries = log.journal.entries.iter().enumerate();
        let why = entries.rev().find_map(|(index, entry)| match entry.what {
            What::Ended { because } => because.map(|said| (said, index)),
            _ => None,
        });
        let reason = why.map_or(String::new(), |(said, index)| {
            format!(" because {}", log.story().said(said, index))
        });
        let text = why.map(|(said, _)| said.template);
        (format!("{what}{when}{reason}"), text)
    }

    /// One finding for all that the run did not come to.
    fn summed_up(&self, judged: &JudgedRun<'_>, left: &[UnusedInput]) -> Diagnostic {
        let log = judged.log;
        let (ended, text) = self.words(judged);
        let spans = left.iter().map(|&left| place(judged, left).1);
        let first = spans.min().unwrap_or(log.scenario().span);
        let message = format!("{ended}, before this");
        let mut finding = Diagnostic::error(Code::EndedEarly, first, message)
            .label(count(left))
            .help("take out what comes later, or see why the run does not come so far");
        if let Some(text) = text {
            let rule = &log.names.rules.templates[text.index()];
            finding = finding.also(rule.span, "it ends here");
        }
        finding
    }
}

/// `not used: 3 rolls, 1 answer, 9 declarations`
fn count(left: &[UnusedInput]) -> String {
    let [mut rolls, mut answers, mut declarations, mut corrections] = [0; 4];
    for left in left {
        *match left {
            UnusedInput::Roll(_) => &mut rolls,
            UnusedInput::Answer(_) => &mut answers,
            UnusedInput::Declaration(_) => &mut declarations,
            UnusedInput::Correction(_) => &mut corrections,
        } += 1;
    }
    let all = [
        (rolls, "roll"),
        (answers, "answer"),
        (declarations, "declaration"),
        (corrections, "correction"),
    ];
    let counts = all.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, noun)| english::counted(count, noun));
    format!("not used: {}", counts.collect::<Vec<_>>().join(", "))
}

/// The period of something, and its place in the file.
pub(super) fn place<'a>(judged: &JudgedRun<'a>, left: UnusedInput) -> (&'a Path, Span) {
    let scenario = judged.log.scenario();
    match left {
        UnusedInput::Roll(roll) => (&scenario.dice[roll].path, scenario.dice[roll].span),
        UnusedInput::Answer(answer) => (
            &scenario.answers[answer].path,
            scenario.answers[answer].span,
        ),
        UnusedInput::Declaration(number) => {
            let declaration = &scenario.declarations[number];
            (&declaration.path, declaration.span)
        }
        UnusedInput::Correction(number) => {
            let correction = &scenario.corrections[number];
            (&correction.path, correction.span)
        }
    }
}

/// Something that is left over although the run came so far.
fn alone(judged: &JudgedRun<'_>, left: UnusedInput) -> Diagnostic {
    let (log, span) = (judged.log, place(judged, left).1);
    let scenario = log.scenario();
    match left {
        UnusedInput::Roll(roll) => {
            let roll = &scenario.dice[roll];
            let alike = |known: &&(Person, _, _)| (known.0, known.1) == (roll.who, roll.purpose);
            let rolled: Vec<&Path> = log.rolls.iter().filter(alike).map(|it| &it.2).collect();
            let (who, purpose) = (log.names.person(roll.who), log.names.word(roll.purpose));
            let never = rolled.is_empty();
            let label = match never {
                true => format!("{who} never rolls for {purpose} in this run"),
                false => format!(
                    "{who} rolled for {purpose} {}{}",
                    times(rolled.len()),
                    log.times(rolled.into_iter())
                ),
            };
            let error = Diagnostic::error(Code::UnusedDie, span, "this roll was never asked for");
            let is_it = |kind: &StatementKind| matches!(kind, StatementKind::Roll { purpose, .. } if *purpose == roll.purpose);
            let place = first_place(log.names.rules, &is_it).filter(|_| never);
            let error = error
                .label(label)
                .help("take it out, or see why the rules did not roll");
            place.into_iter().fold(error, |error, place| {
                error.also(place, "it would be rolled here")
            })
        }
        UnusedInput::Answer(answer) => {
            if let Some(only) = judged.decisions.drawn_instead(answer) {
                return not_drawn(log, scenario.answers[answer].question, only, span);
            }
            let Answer { question, who, .. } = scenario.answers[answer];
            let alike = || log.asked.iter().filter(|asked| asked.name == question);
            let never = alike().next().is_none();
            let rules = log.names.rules;
            let is_it = |kind: &StatementKind| matches!(kind, StatementKind::Ask { question: asks, .. } if rules.questions[asks.index()].name == question);
            let place = first_place(rules, &is_it).filter(|_| never);
            let other = alike()
                .all(|asked| asked.who != who)
                .then(|| alike().next());
            let asked: Vec<String> = alike()
                .map(|asked| {
                    let about = about_records(&asked.about, |kind, record| log.thing(kind, record));
                    let when = log.times(std::iter::once(&asked.path));
                    format!("{}{about}{when}", log.names.person(asked.who))
                })
                .collect();
            let question = Clean(log.names.rules.word(question)).to_string();
            let label = match asked.is_empty() {
                true => format!("nobody was asked `{question}` in this run"),
                false => format!("`{question}` was asked of {}", some(asked)),
            };
            let help = match other.flatten() {
                Some(other) => format!(
                    "write `{} answers ... to {question}`",
                    log.names.written_person(other.who)
                ),
                None => match alike()
                    .find(|asked| asked.by_default)
                    .and_then(|asked| asked.path.first())
                {
                    Some(&(phase, number)) => format!(
                        "name the period in which it is asked, as `{}`, or take it out",
                        log.names.written_phase(phase, number)
                    ),
                    None => "take it out, or see why the rules did not ask".to_owned(),
                },
            };
            let error = Diagnostic::error(Code::UnusedDecision, span, "this was never asked");
            place
                .into_iter()
                .fold(error.label(label).help(help), |error, place| {
                    error.also(place, "it would be asked here")
                })
        }
        UnusedInput::Declaration(number) => {
            let message = "nobody asked for this declaration in its period";
            let error = Diagnostic::error(Code::UnusedDeclaration, span, message);
            let reason = unasked(judged, number, HERE);
            if let Some(settled) = judged.replays.not_asked(judged, number) {
                let help = match reason.is_near {
                    true => reason.help,
                    false => WHY_SO.to_owned(),
                };
                return (error.label(settled.label).help(help)).also(settled.place, settled.beside);
            }
            error.label(reason.label).help(reason.help)
        }
        UnusedInput::Correction(number) => {
            let label = match scenario.corrections[number].before {
                Some(_) => "that is not asked so often in this period",
                None => "nothing is asked in this period",
            };
            let message = "this correction was never made";
            Diagnostic::error(Code::UnusedDecision, span, message)
                .label(label)
                .help(
                    "name what is asked in this period, and before which a correction can be made",
                )
        }
    }
}

/// Reports declarations of a run that a fault stopped which stand in a period in whose parts alone their combatants were asked: what was not declared is
/// why the run came to where something is missing.
pub fn report_asked_within(judged: &JudgedRun<'_>, findings: &mut Diagnostics) {
    let scenario = judged.log.scenario();
    for number in judged.decisions.unused_declarations() {
        let own = &scenario.declarations[number];
        let asks = judged.asks.iter().filter(|ask| ask.combatant == own.actor);
        let mut within = asks.filter(|ask| ask.path.starts_with(&own.path));
        let only_in_parts =
            |ask: &Ask| !is_for(judged, number, ask) && ask.path.len() > own.path.len();
        let Some(first) = within.next() else { continue };
        if only_in_parts(first) && within.all(only_in_parts) {
            let unused = UnusedInput::Declaration(number);
            findings.push(alone(judged, unused));
        }
    }
}

/// The first statement of this kind in the rules.
fn first_place(rules: &Ruleset, is_it: &dyn Fn(&StatementKind) -> bool) -> Option<Span> {
    let mut place = None;
    let mut visit = |block: &[Statement]| {
        let mut found = block.iter().filter(|statement| is_it(&statement.kind));
        place = place.or_else(|| found.next().map(|statement| statement.span));
    };
    for callee in rules.callees() {
        let blocks = callee.blocks(rules).into_iter();
        blocks.for_each(|block| each_block(block, &mut visit));
    }
    place
}

/// An answer names what could not be drawn, as there was only one.
fn not_drawn(log: &RunLog<'_>, question: WordId, only: Value, span: Span) -> Diagnostic {
    let asked = log.names.rules.answerable();
    let asked = asked.iter().find(|asked| asked.name == question);
    let only = asked.map_or_else(String::new, |asked| log.names.value(&asked.answer.ty, only));
    Diagnostic::error(Code::UnusedDecision, span, "this could not be drawn")
        .label(format!("only {only} was left"))
        .help("name that one, or take it out: the only one is drawn without being named")
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}
