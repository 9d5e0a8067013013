//! Cascading errors: those that follow from a text which could not be read are left out, as they go away with their cause. Looks at places and codes only.

use std::collections::BTreeSet;

use super::Parsed;
use super::builtin::SCHEME;
use super::path::EXTENSION;
use crate::check::HAD_TURN;
use crate::diagnostic::{Applicability, Code, Diagnostic, Diagnostics, Severity};
use crate::source::{FileId, Sources, Span, english};
use crate::syntax;

/// What could not be read of some files.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Whether a file is missing, or another one is named than is meant: any name may be declared in it.
    pub(super) file: bool,
    /// From a line that would give something a name to the end of its braces: any unknown name may be meant for it.
    nameless: Vec<Span>,
    /// The lines with an error.
    lines: BTreeSet<(FileId, u32)>,
    /// The words on these lines, and in what cannot be read because of them: they may be declared there.
    words: BTreeSet<String>,
}

impl Unread {
    /// What these errors keep from being read, of one place alone where one is given.
    pub(super) fn of<'a>(
        found: impl IntoIterator<Item = &'a Diagnostic>,
        place: Option<Span>,
        sources: &Sources,
    ) -> Self {
        let mut unread = Unread::default();
        let is_inner = |letter: char| letter.is_alphanumeric() || letter == '_';
        for one in found {
            if one.severity != Severity::Error {
                continue;
            }
            let (file, number) = line(one.primary.span, sources);
            let is_new = unread.lines.insert((file, number));
            let whole = is_new.then(|| whole_line(file, number, sources));
            let unread_here = one
                .unread
                .map(|all| place.map_or(all, |place| all.within(place)));
            for piece in whole.into_iter().chain(unread_here) {
                // The path of a file declares nothing.
                let text = sources.snippet(piece);
                let names_file = |token: &&str| token.contains(EXTENSION) || token.contains(SCHEME);
                unread.file |= text.split_whitespace().any(|token| names_file(&token));
                if is_nameless(text.trim_start()) {
                    unread.nameless.push(to_end_of_braces(piece, sources));
                }
                let tokens = text.split_whitespace().filter(|token| !names_file(token));
                let words = tokens.flat_map(|token| token.split(|letter| !is_inner(letter)));
                // `orc 1` may be one of those of `orc`, or of `orcs`.
                let words = words.flat_map(|word| [word.to_owned(), english::singular(word)]);
                unread.words.extend(words);
                let named = text.split("let ").skip(1);
                let named = named.filter_map(|rest| rest.split(|letter| !is_inner(letter)).next());
                let named = named.map(|name| format!("let {name}"));
                unread.words.extend(named);
                // Who has had a turn is kept where there are turns.
                let is_of_turns = text.trim_start().starts_with("phase ") && text.contains(" of ");
                unread
                    .words
                    .extend(is_of_turns.then(|| HAD_TURN.to_owned()));
            }
        }
        unread
    }

    /// Whether all could be read.
    pub(super) fn is_nothing(&self) -> bool {
        self.lines.is_empty() && !self.file
    }

    /// Whether something may be wrong only because of what could not be read: a name that may be declared there, a value that may be
    /// given there, anything on the same line.
    pub(super) fn explains(&self, said: &Diagnostic, sources: &Sources) -> bool {
        use Code::{
            MissingValue, UndefinedOrder, UnitsDoNotMix, UnknownName, UnknownOption,
            UnknownScenarioThing, WrongPlace, WrongType,
        };
        let may_stand_there = matches!(
            said.code,
            UnknownName | UnknownOption | UnknownScenarioThing | MissingValue | UndefinedOrder
        );
        let plain_slip = said
            .fix
            .as_ref()
            .is_some_and(|fix| fix.applicability == Applicability::Safe);
        let unknown = matches!(
            said.code,
            UnknownName | UnknownOption | UnknownScenarioThing
        );
        let name = sources.snippet(said.primary.span);
        let name = name.split(' ').next().unwrap_or(name);
        let named_there = self.words.contains(name);
        let mut nameless = self.nameless.iter();
        let is_nameless = nameless.any(|part| within(*part, said.primary.span));
        let declared_there = !unknown || self.file || is_nameless || named_there;
        // A row of the table may be what cannot be read.
        let row_there = said.code == Code::TableGap
            && (self.words.contains(name) || self.reaches_into_body(said.primary.span, sources));
        // `target.hp`, of which the kind may be declared in a file that is missing.
        let placed_there = self.file && said.code == WrongPlace;
        // `spell.casting_time`, of which the type may be declared there.
        let is_mixed = matches!(said.code, UnitsDoNotMix | WrongType);
        let attributes = sources.snippet(said.primary.span).split('.').skip(1);
        let typed_there = is_mixed && attributes.into_iter().any(|one| self.words.contains(one));
        // `k.drawn`, where `k` is named there, or `k` itself.
        let place = sources.snippet(said.primary.span);
        let owned_there = said.code == Code::WrongPlace
            && match place.split_once('.') {
                Some((owner, _)) => self.words.contains(owner),
                None => self.words.contains(&format!("let {place}")),
            };
        // An option that is removed, where what else speaks of it is to be replaced there.
        let last = place.split(' ').next_back();
        let removed_there =
            said.code == Code::RemovedButUsed && last.is_some_and(|name| self.words.contains(name));
        said.candidates.is_empty()
            && !self.is_nothing()
            && (typed_there
                || owned_there
                || placed_there
                || removed_there
                || row_there
                || may_stand_there && (!plain_slip || unknown && named_there) && declared_there
                || self.lines.contains(&line(said.primary.span, sources)))
    }
}

impl Unread {
    /// Whether there is an error in the braces that come next behind a place.
    fn reaches_into_body(&self, head: Span, sources: &Sources) -> bool {
        let start = head.range().end;
        let text = sources.text(head.file).get(start..).unwrap_or("");
        let end = syntax::body(text).map_or(start, |(_, end)| start + end);
        let last = line(Span::new(head.file, end, end), sources);
        let mut errors = self.lines.range(line(head, sources)..=last);
        errors.next().is_some()
    }
}

impl Parsed {
    /// Whether nothing stands in the file, not even something that cannot be read.
    pub(super) fn is_empty(&self) -> bool {
        self.tree.rules.is_empty() && self.tree.scenarios.is_empty() && self.found.is_empty()
    }

    /// What is wrong with the file outside of its scenarios; begun within one, what cannot be read may reach into rules.
    pub(super) fn found_in_rules(&self) -> impl Iterator<Item = &Diagnostic> {
        let scenarios = &self.tree.scenarios;
        let in_scenario = |span: Span| {
            let behind = scenarios.partition_point(|one| one.span.start <= span.start);
            let before = behind.checked_sub(1).map(|last| &scenarios[last]);
            before.is_some_and(|scenario| within(scenario.span, span))
        };
        self.found.iter().filter(move |one| {
            let mut sets = self.tree.rules.iter();
            !in_scenario(one.primary.span) || sets.any(|set| meet(set.span, one.reach()))
        })
    }

    /// What is wrong with the file within this place; begun before it, what cannot be read may reach into it.
    pub(super) fn found_within(&self, outer: Span) -> impl Iterator<Item = &Diagnostic> {
        let found = self.found.as_slice();
        let from = found.partition_point(|one| one.primary.span.start < outer.start);
        let (before, near) = found.split_at(from);
        near.iter()
            .take_while(move |one| one.primary.span.start <= outer.end)
            .filter(move |one| within(outer, one.primary.span))
            .chain((before.iter()).filter(move |one| meet(outer, one.reach())))
    }
}

/// The same without the uses of a name that is told to be none where it stands first.
pub(super) fn without_uses(found: &Diagnostics) -> Diagnostics {
    let mut no_names = BTreeSet::new();
    let told = found.iter().filter(|one| {
        let place = (one.primary.span.file, one.message.as_str());
        !one.message.ends_with(syntax::NO_NAME) || no_names.insert(place)
    });
    told.cloned().collect()
}

pub(super) fn within(outer: Span, inner: Span) -> bool {
    outer.holds(inner)
}

fn meet(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}

/// Whether a line that cannot be read would give something a name: a question, a draw, what a trigger waits for.
fn is_nameless(line: &str) -> bool {
    let is_question = line.starts_with("ask ") && !line.contains(" as ");
    let is_awaited = ["when ", "before "]
        .iter()
        .any(|word| line.starts_with(word));
    is_question || is_awaited || line.contains(" draws ")
}

/// From a place to where the braces close that it stands in.
fn to_end_of_braces(from: Span, sources: &Sources) -> Span {
    let start = from.range().start;
    let behind = sources.text(from.file).get(start..).unwrap_or("");
    Span::new(from.file, start, start + syntax::until_closed(behind).len())
}

/// The text of a line.
fn whole_line(file: FileId, number: u32, sources: &Sources) -> Span {
    let text = sources.text(file);
    let start = |line| (sources.lines(file)).map_or(0, |lines| lines.start_of(line, text));
    Span::new(file, start(number as usize - 1), start(number as usize))
}

fn line(span: Span, sources: &Sources) -> (FileId, u32) {
    (span.file, sources.line_col(span).line)
}
