//! Lines of scenarios and variants that are not understood, as their author may have meant them: the line itself in other words. Each rewriting is
//! read and checked before it is proposed; of several that hold, none is made, and all are named.

mod acts;
mod entries;
mod expects;
mod gates;
mod joined_lines;
mod known;
mod patterns;
mod record_dice;
mod renamed;
mod rolls;
mod rule_lines;
mod segment;
mod slips;
mod told_of_acts;
mod whole_combat;

use std::collections::{BTreeMap, BTreeSet};

use self::known::KnownWords;
use self::patterns::fitting;
pub(super) use self::renamed::places_named;
use self::segment::LineSegment;
use super::trial::{FileTrial, MessageKey, TrialFile, key};
use super::{Loaded, Loader};
use crate::diagnostic::{Applicability, Code, Diagnostic, Diagnostics, Severity};
use crate::source::{Clean, Quoted, Span};
use crate::suggest::list;

/// How many rewritings are tried for the lines of one file.
const TRIALS: usize = 48;

/// How many rewritings of one sort are tried for one line.
const MOST_ALIKE: usize = 6;

/// How many lines of a file are rewritten.
const MOST_LINES: usize = 6;

/// Rewritings of one line that say what is wrong with it in the same way.
pub(super) struct Rewritings {
    /// What is wrong with the line.
    message: String,
    /// The line in other words.
    lines: Vec<String>,
    /// Whether nothing is said where several of them hold.
    only_one: bool,
}

/// A message with the line in other words.
struct Mended {
    said: Diagnostic,
    /// The messages that are left with it, in their order.
    left: Vec<MessageKey>,
}

impl Mended {
    /// Whether a message follows from the mistake: it is gone with the edit.
    fn solves(&self, one: &MessageKey) -> bool {
        self.said.fix.is_some() && self.left.binary_search(one).is_err()
    }
}

impl Rewritings {
    fn new(message: impl Into<String>, lines: impl IntoIterator<Item = String>) -> Self {
        Rewritings {
            message: message.into(),
            lines: lines.into_iter().collect(),
            only_one: false,
        }
    }
}

impl Loader {
    /// Puts the line itself in other words into those messages about lines that propose no edit; `untried`: the messages before any trial.
    pub(super) fn mended(
        &self,
        named: TrialFile<'_>,
        loaded: &Loaded,
        (untried, found): (Diagnostics, Diagnostics),
    ) -> Diagnostics {
        let is_open = |one: &&Diagnostic| one.severity == Severity::Error && one.fix.is_none();
        let open = found.iter().filter(is_open).count();
        // What is found besides can follow from a mistake for which an edit is proposed already.
        let is_cause = |one: &&Diagnostic| one.severity == Severity::Error && one.fix.is_some();
        let errors = found.iter().filter(|one| one.severity == Severity::Error);
        let has_followers = self.trials.0 > 0 && errors.count() > 1;
        let most = if has_followers { MOST_LINES } else { 0 };
        let edits: Vec<&Diagnostic> = found.iter().filter(is_cause).take(most).collect();
        // The nearest name need not be the one that was renamed.
        let is_guess = |one: &&Diagnostic| {
            let fix = one.fix.as_ref().filter(|_| is_cause(one));
            fix.is_some_and(|fix| fix.applicability == Applicability::Unsafe)
                && !one.alternatives.is_empty()
        };
        let guesses: Vec<&Diagnostic> = found.iter().filter(is_guess).take(MOST_LINES).collect();
        if self.trials.0 == 0 || open == 0 && edits.is_empty() && guesses.is_empty() {
            return found;
        }
        let known = KnownWords::of(self, loaded);
        let mut trial = FileTrial::new(self, named, &untried, TRIALS);
        let line = |one: &Diagnostic| self.sources().line_col(one.primary.span).line;
        // Where an edit has failed, something else is said than a trial finds.
        let (mut exact, mut of_line) = (BTreeMap::new(), BTreeMap::new());
        for one in untried.iter() {
            exact.entry(key(one)).or_insert(one);
            of_line.entry((one.code, line(one))).or_insert(one);
        }
        let first = |one: &Diagnostic| -> Diagnostic {
            let exact = exact.get(&key(one));
            let first = exact.or_else(|| of_line.get(&(one.code, line(one))));
            first.map_or_else(|| one.clone(), |first| (*first).clone())
        };
        let solved = |mended: &[(&Diagnostic, Mended)], one: &Diagnostic| {
            let is_mended = mended.iter().any(|(old, _)| *old == one);
            // That a file cannot be read follows from nothing that is said in a line.
            let follows = one.code != Code::CannotRead;
            let first = key(&first(one));
            follows && !is_mended && mended.iter().any(|(_, other)| other.solves(&first))
        };
        let mut mended: Vec<(&Diagnostic, Mended)> = Vec::new();
        for one in guesses {
            let sorts = |segment: &LineSegment<'_>, _: &mut FileTrial<'_>| {
                self.renamed(segment, loaded, one)
            };
            mended.extend(
                self.rewritten((&first(one), one), loaded, &mut trial, sorts)
                    .map(|new| (one, new)),
            );
        }
        for one in edits {
            let is_told = mended.iter().any(|(old, _)| *old == one);
            if !is_told && !solved(&mended, one) && trial.mends(&first(one), one) {
                let (said, left) = (one.clone(), trial.left_over().to_vec());
                mended.push((one, Mended { said, left }));
            }
        }
        for one in found.iter().filter(is_open).take(MOST_LINES) {
            let untold = first(one);
            let sorts = |segment: &LineSegment<'_>, trial: &mut FileTrial<'_>| {
                let mut sorts = match segment.scenario {
                    Some(_) => {
                        scenario_rewritings(segment, &known, one, trial.reads_others(&untold))
                    }
                    None => rule_rewritings(segment, &known),
                };
                sorts.extend(self.renamed(segment, loaded, one));
                let named = self.sources().snippet(one.primary.span);
                sorts.extend(rule_lines::other_phase(segment, &known, one, named));
                sorts
            };
            if !solved(&mended, one) {
                let new = self.rewritten((&untold, one), loaded, &mut trial, sorts);
                let new = new.or_else(|| self.sort_told(one, loaded, &known));
                mended.extend(new.map(|new| (one, new)));
            }
        }
        let said = |one: &Diagnostic| {
            let at = mended.iter().position(|(old, _)| *old == one)?;
            // Two messages of one line have one edit.
            let (before, new) = (&mended[..at], &mended[at].1.said);
            let is_said = |(_, other): &(_, Mended)| new.fix.is_some() && other.said.fix == new.fix;
            Some(Some(new).filter(|_| !before.iter().any(is_said)))
        };
        let kept = found.iter().filter(|one| !solved(&mended, one));
        let list = kept.filter_map(|one| said(one).unwrap_or(Some(one)).cloned());
        let mut list: Diagnostics = list.collect();
        list.sort();
        list
    }

    /// The sort of an item that a variant names without it, where its lines have other mistakes besides.
    fn sort_told(&self, one: &Diagnostic, loaded: &Loaded, known: &KnownWords) -> Option<Mended> {
        let place = one.primary.span;
        let text = self.sources().text(place.file);
        let segment = LineSegment::around(text, place.range().start, loaded, place.file)?;
        let sort = rule_lines::variant(&segment, known).pop();
        let sort = sort.filter(|_| segment.scenario.is_none())?;
        let said = Diagnostic::error(one.code, place, sort.message);
        let said = Diagnostic {
            unread: one.unread,
            ..said.help(format!("write `{}`", Quoted(sort.lines.last()?)))
        };
        let left = Vec::new();
        Some(Mended { said, left })
    }

    /// What is said of a line in place of a message, if a rewriting of it holds; `first`: the message before any trial.
    fn rewritten(
        &self,
        (first, one): (&Diagnostic, &Diagnostic),
        loaded: &Loaded,
        trial: &mut FileTrial<'_>,
        sorts: impl Fn(&LineSegment<'_>, &mut FileTrial<'_>) -> Vec<Rewritings>,
    ) -> Option<Mended> {
        let place = one.primary.span;
        let text = self.sources().text(place.file);
        self.path_of(place.file)?;
        let segment = LineSegment::around(text, place.range().start, loaded, place.file)?;
        let sorts = sorts(&segment, trial);
        let mut seen = BTreeSet::from([segment.text.to_owned()]);
        sorts.into_iter().find_map(|sort| {
            let new = sort
                .lines
                .into_iter()
                .filter(|line| seen.insert(line.clone()));
            let read: Vec<String> = new.filter(|line| segment.reads(line)).collect();
            let tried = read.into_iter().take(MOST_ALIKE);
            let mut holding: Vec<(String, Mended)> = tried
                .filter_map(|line| {
                    let edited = edited(one, &segment, &line, &sort.message);
                    let holds = trial.mends(first, &edited);
                    let left = trial.left_over().to_vec();
                    holds.then_some((line, Mended { said: edited, left }))
                })
                .collect();
            // What leaves more messages does not mend as much.
            let fewest = holding.iter().map(|(_, mended)| mended.left.len()).min()?;
            holding.retain(|(_, mended)| mended.left.len() == fewest);
            if sort.only_one && holding.len() > 1 {
                return None;
            }
            let help = match holding.first()?.0.lines().count() {
                1 => format!(
                    "write {}",
                    list(holding.iter().map(|(line, _)| line.as_str()))
                ),
                _ => several_lines(&holding[0].0, holding.len() > 1),
            };
            let is_only = holding.len() == 1;
            let (_, Mended { said, left }) = holding.swap_remove(0);
            let fix = said.fix.clone().filter(|_| is_only);
            let mut said = Diagnostic { fix, ..said }.help(help);
            // A name is told as where a near one is known.
            if let (true, Some(fix)) = (sort.only_one, &said.fix) {
                said.primary.text = format!("did you mean `{}`?", Clean(&fix.replacement));
            }
            Some(Mended { said, left })
        })
    }
}

/// The rewritings of a line of rules, the likeliest first.
fn rule_rewritings(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<Rewritings> {
    let mut sorts = rule_lines::variant(segment, known);
    sorts.extend(fitting(segment, known, &["Rule"]));
    sorts.extend(rule_lines::rolled(segment));
    sorts.extend(rule_lines::counted(segment));
    sorts.extend(rule_lines::flags(segment));
    sorts
}

/// The rewritings of a line of a scenario, the likeliest first.
fn scenario_rewritings(
    segment: &LineSegment<'_>,
    known: &KnownWords,
    one: &Diagnostic,
    others_are_read: bool,
) -> Vec<Rewritings> {
    // Without rules nothing tells which of them is meant.
    if known.kinds.is_empty() {
        return Vec::new();
    }
    let likely = [
        joined_lines::joined_lines(segment, known),
        whole_combat::given(segment, known),
    ];
    let fitting = |heads| fitting(segment, known, heads);
    let asked = [
        acts::all_of(segment, known),
        acts::bracketed(segment),
        entries::one_name(segment, known),
        rolls::rolls(segment, known),
        rolls::answers(segment, known),
        expects::asked(segment, known),
    ];
    let told = [
        told_of_acts::outcome(segment, known),
        told_of_acts::told(segment, known),
    ];
    let others = [
        record_dice::thrown(segment, known),
        entries::chance(segment),
        entries::lying(segment, known),
        entries::held(segment, known),
    ];
    let likely = (likely.into_iter().flatten())
        .chain(fitting(&["Answer", "Expectation"]))
        .chain(asked.into_iter().flatten())
        .chain(fitting(&["Act"]))
        .chain(told.into_iter().flatten())
        .chain(fitting(&["Told"]))
        .chain(others.into_iter().flatten())
        .chain(fitting(&["Entry", "Line", "Head"]));
    // Where a name is unknown, what is wrong is the name; where it is said which other one is meant, too.
    let is_of_form = match one.code {
        Code::WrongType | Code::WrongPlace => one.help.is_none(),
        code => matches!(code, Code::SyntaxError | Code::UnknownName),
    };
    let slips = match is_of_form && others_are_read {
        true => slips::slips(segment, known),
        false => Vec::new(),
    };
    let moments = fitting(&["Moment"]).into_iter();
    let numbered = acts::numbered(segment, known);
    moments.chain(numbered).chain(likely).chain(slips).collect()
}

/// How lines in place of one are proposed. `is_one_way`: they can be others.
fn several_lines(lines: &str, is_one_way: bool) -> String {
    let lines: Vec<String> = (lines.lines())
        .map(|line| format!("`{}`", Quoted(line.trim())))
        .collect();
    let such_as = if is_one_way { "such as " } else { "" };
    match lines.as_slice() {
        [first, second] => format!("write two lines, {such_as}{first} and {second}"),
        [first, second, ..] => {
            format!("write {such_as}{first}, on the next line {second}, and so on")
        }
        _ => format!("write {}", lines.concat()),
    }
}

/// The message with the line in other words; the edit is that part of the line which differs.
fn edited(one: &Diagnostic, segment: &LineSegment<'_>, line: &str, message: &str) -> Diagnostic {
    let (from, until, with) = segment.difference(line);
    let span = |from, until| {
        Span::new(
            one.primary.span.file,
            segment.start + from,
            segment.start + until,
        )
    };
    let edit = span(from, until);
    let are_several = line.contains('\n');
    let shown = match edit.range().is_empty() {
        _ if are_several => span(0, segment.text.len()),
        true => span(segment.word_before(from), segment.word_behind(from)),
        false => {
            let typed = &segment.text[from..until];
            let blanks = typed.len() - typed.trim_start().len();
            span(from + blanks, from + blanks + typed.trim().len())
        }
    };
    let unread = one.unread;
    let label = match (edit.range().is_empty(), with.trim()) {
        _ if are_several => "several lines in one".to_owned(),
        (false, "") => "not needed".to_owned(),
        (true, with) => format!("`{}` must stand here", Quoted(with)),
        (false, _) => "this is said in another way".to_owned(),
    };
    let complaint = Diagnostic::error(one.code, shown, message)
        .label(label)
        .help(format!("write `{}`", Quoted(line)));
    Diagnostic {
        unread,
        ..complaint
    }
    .guess(edit, with)
}
