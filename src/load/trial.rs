//! Edits that diagnostics propose, tried out: each must make its message go and bring no other. What does not hold is not shown.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::cascades::within;
use super::{Files, Loader, Unreadable};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Fix, Severity};
use crate::source::{FileId, Sources, Span, rewritten};
use crate::syntax::uses_of;

/// How many times a file is read and checked to try the edits proposed for it.
const TRIALS: usize = 16;

/// How many bytes are read and checked for it, unless one trial alone has more.
const MOST_BYTES: usize = 2 << 20;

/// How many further slips of a line are mended together with the first.
const MOST_FOLLOWED: usize = 2;

/// How many trials are left for other messages.
const SPARED: usize = 6;

/// A file as it was named, and the file by whose rules its scenarios are played instead of their own.
pub(super) type TrialFile<'a> = (&'a str, Option<&'a str>);

/// The number of trials of a loader, before it is told otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trials(pub(super) usize);

impl Default for Trials {
    fn default() -> Self {
        Trials(TRIALS)
    }
}

/// The texts that are edited. A trial reads no file that was not read before: what an edit names may be no file of the author's.
struct Edited(BTreeMap<String, String>);

impl Files for Edited {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match self.0.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err(Unreadable::Cannot("it was not read before".to_owned())),
        }
    }
}

/// Lines of files.
type FileLines = BTreeSet<(FileId, u32)>;

/// What is compared of a message: edits move places.
pub(super) type MessageKey = (FileId, Code, String);

pub(super) fn key(one: &Diagnostic) -> MessageKey {
    (one.primary.span.file, one.code, one.message.clone())
}

fn counted<'a>(list: impl IntoIterator<Item = &'a Diagnostic>) -> BTreeMap<MessageKey, usize> {
    let mut counts = BTreeMap::new();
    for one in list {
        *counts.entry(key(one)).or_default() += 1;
    }
    counts
}

/// Whether a message is about how the text is read, so that what is behind it has not been checked.
pub(super) fn is_of_reading(code: Code) -> bool {
    matches!(code, Code::SyntaxError | Code::Unclosed | Code::SmartQuote)
}

/// The trials of one file.
pub(super) struct FileTrial<'l> {
    loader: &'l Loader,
    named: TrialFile<'l>,
    /// The messages before any edit.
    before: BTreeMap<MessageKey, usize>,
    /// The scenarios have not been checked, for what is wrong with the rules.
    unchecked: bool,
    left: usize,
    bytes: usize,
    /// The messages behind the last edits, in their order.
    after: Vec<MessageKey>,
}

impl Loader {
    /// Tries this many times at most the edits that are proposed for a file; none: no edit is proposed.
    pub fn trying(mut self, trials: usize) -> Self {
        self.trials = Trials(trials);
        self
    }

    /// None yet. Where no edit is tried, as in a trial itself, none is proposed.
    pub(super) fn no_diagnostics(&self) -> Diagnostics {
        match self.trials.0 {
            0 => Diagnostics::bare(),
            _ => Diagnostics::new(),
        }
    }

    /// Whether a message is about a scenario.
    fn is_in_scenario(&self, one: &Diagnostic) -> bool {
        let place = one.primary.span;
        let mut files = self.parsed.values().filter(|file| file.id == place.file);
        files.any(|file| {
            let mut scenarios = file.tree.scenarios.iter();
            scenarios.any(|scenario| within(scenario.span, place))
        })
    }

    /// Takes out the edits that do not mend the text; where another one is named for such a case, that is tried next. Takes time for a few
    /// readings and checks of the file, however many mistakes it has.
    pub(super) fn tried(&self, named: TrialFile<'_>, found: Diagnostics) -> Diagnostics {
        let mut list: Vec<Diagnostic> = match self.trials.0 {
            0 => found.iter().cloned().collect(),
            _ => self.rephrased(&found),
        };
        let mut trial = FileTrial::new(self, named, &found, self.trials.0);
        let mut held: BTreeSet<usize> = BTreeSet::new();
        // The first edit of each message that did not hold.
        let mut tried: BTreeMap<usize, Diagnostic> = BTreeMap::new();
        loop {
            let proposing: Vec<Proposal<'_>> = (found.iter().zip(&list).enumerate())
                .filter(|(index, (_, now))| now.fix.is_some() && !held.contains(index))
                .map(|(index, (first, now))| Proposal { index, first, now })
                .collect();
            if proposing.is_empty() {
                // What holds needs no other one, and is said once.
                for index in held {
                    list[index].fallback = None;
                }
                list.dedup_by(|next, one| {
                    let is_same = next.fix.is_some() && next.fix == one.fix;
                    next == one || is_same && next.message == one.message
                });
                return without_those_told(list);
            }
            trial.group(&proposing, &mut held);
            let failed = proposing.iter().map(|one| (one.index, one.first));
            let failed = failed.filter(|(index, _)| !held.contains(index));
            let failed: Vec<(usize, Diagnostic)> = failed
                .map(|(index, first)| (index, first.clone()))
                .collect();
            for (index, first) in failed {
                let now = list[index].clone();
                list[index] = now.clone().without_fix();
                let tried = tried.entry(index).or_insert(now);
                // Where another thing is said in the end, the first edit is not what is meant. Lines of scenarios are mended by their rules.
                let last = &list[index];
                let is_last = last.fix.is_none() && last.message == tried.message;
                let is_last = is_last && !self.is_in_scenario(last);
                if is_last && let Some(followed) = trial.followed(&first, tried) {
                    list[index] = followed;
                    held.insert(index);
                }
            }
        }
    }
}

/// The messages but for those whose place another one names that says the same, with an edit that holds theirs.
fn without_those_told(list: Vec<Diagnostic>) -> Diagnostics {
    let told = list.iter().flat_map(|one| {
        let edit = one.fix.as_ref().map(|fix| fix.span);
        let others = one.secondary.iter();
        others.filter_map(move |other| Some(((one.message.clone(), other.span), edit?)))
    });
    let told: BTreeMap<(String, Span), Span> = told.collect();
    let is_told = |one: &Diagnostic| {
        let edit = told.get(&(one.message.clone(), one.primary.span));
        let own = one.fix.as_ref().map(|fix| fix.span);
        edit.zip(own)
            .is_some_and(|(edit, own)| edit.to(own) == *edit && own != *edit)
    };
    list.into_iter().filter(|one| !is_told(one)).collect()
}

/// An edit to be tried.
#[derive(Clone, Copy)]
struct Proposal<'d> {
    /// Which of the diagnostics has it.
    index: usize,
    /// The diagnostic before any trial: a trial finds it again in these words.
    first: &'d Diagnostic,
    /// The same with the edit.
    now: &'d Diagnostic,
}

impl<'l> FileTrial<'l> {
    /// So many trials of a file in which all this was found.
    pub(super) fn new(
        loader: &'l Loader,
        named: TrialFile<'l>,
        found: &Diagnostics,
        trials: usize,
    ) -> Self {
        FileTrial {
            loader,
            named,
            before: counted(found),
            unchecked: (found.iter())
                .any(|one| one.severity == Severity::Error && !loader.is_in_scenario(one)),
            left: trials,
            bytes: MOST_BYTES,
            after: Vec::new(),
        }
    }

    /// Tries these edits together, and the two halves of them where that does not hold.
    fn group(&mut self, group: &[Proposal<'_>], held: &mut BTreeSet<usize>) {
        if group.is_empty() {
            return;
        }
        if self.holds(group) {
            held.extend(group.iter().map(|one| one.index));
        } else if let (first, second @ [_, ..]) = group.split_at(group.len() / 2)
            && !first.is_empty()
        {
            self.group(first, held);
            self.group(second, held);
        }
    }

    /// Whether the edit of a message makes it go and brings no other; `first`: the message before any trial.
    pub(super) fn mends(&mut self, first: &Diagnostic, now: &Diagnostic) -> bool {
        let index = 0;
        self.holds(&[Proposal { index, first, now }])
    }

    /// The message with an edit that mends also what its own edit lets be seen on its lines, where both make it go and bring no other message.
    fn followed(&mut self, first: &Diagnostic, now: &Diagnostic) -> Option<Diagnostic> {
        let mut now = now.clone();
        for _ in 0..MOST_FOLLOWED {
            let fix = now.fix.as_ref().filter(|_| self.left > SPARED)?;
            let file = fix.span.file;
            let path = self.loader.path_of(file)?;
            let group = [Proposal {
                index: 0,
                first,
                now: &now,
            }];
            let (texts, _) = self.edited(&group, self.loader.sources())?;
            let text = texts.get(path)?.clone();
            let (_, after) = self.checked(&group, texts, Trials(1))?;
            let start = fix.span.range().start;
            let own = start..start + fix.replacement.len();
            let is_beside = |place: Range<usize>| {
                let both = own.start.min(place.start)..own.end.max(place.end);
                text.get(both).is_some_and(|both| !both.contains('\n'))
            };
            let mut seen = after.iter().filter(|one| {
                let is_new = !self.before.contains_key(&key(one));
                is_new && one.primary.span.file == file && is_beside(one.primary.span.range())
            });
            let next = seen
                .next()?
                .fix
                .as_ref()
                .filter(|next| next.span.file == file)?;
            let mut mended = text.clone();
            mended.get(next.span.range())?;
            mended.replace_range(next.span.range(), &next.replacement);
            let old = self.loader.sources().text(file);
            let (range, with) = rewritten(old, &mended);
            if with.trim().is_empty()
                || with.contains('\n')
                || old.get(range.clone())?.contains('\n')
            {
                return None;
            }
            let span = Span::new(file, range.start, range.end);
            now = now.write(span, with);
            if self.mends(first, &now) {
                return Some(now);
            }
        }
        None
    }

    /// Whether all these edits make their messages go and bring no other.
    fn holds(&mut self, group: &[Proposal<'_>]) -> bool {
        let Some((texts, lines)) = self.edited(group, self.loader.sources()) else {
            return false;
        };
        let Some((loader, after)) = self.checked(group, texts, Trials(0)) else {
            return false;
        };
        self.after = after.iter().map(key).collect();
        self.after.sort();
        self.brings_nothing(group, (&loader, &after), &lines)
    }

    /// Reads and checks such texts, edited so; `None` if that may not be done again.
    fn checked(
        &mut self,
        group: &[Proposal<'_>],
        texts: BTreeMap<String, String>,
        trials: Trials,
    ) -> Option<(Loader, Diagnostics)> {
        if self.left == 0 || self.bytes == 0 {
            return None;
        }
        self.left -= 1;
        let size: usize = texts.values().map(String::len).sum();
        self.bytes = self.bytes.saturating_sub(size);
        let mut loader = Loader {
            studies: false,
            resolves: false,
            trials,
            mended: (group.iter())
                .filter(|one| is_of_reading(one.first.code))
                .count(),
            ..self.loader.clone()
        };
        for path in texts.keys() {
            loader.changed(path);
        }
        let (path, rules) = self.named;
        let after = loader.untried(path, rules, &mut Edited(texts)).diagnostics;
        Some((loader, after))
    }

    /// Whether all messages behind these edits, found by this loader, were there before or could not be found then; `lines` are those that are edited.
    fn brings_nothing(
        &self,
        group: &[Proposal<'_>],
        (loader, after): (&Loader, &Diagnostics),
        lines: &FileLines,
    ) -> bool {
        let sources = self.loader.sources();
        let gone = counted(group.iter().map(|one| one.first));
        let reads = group.iter().any(|one| is_of_reading(one.first.code));
        // A name that is unknown at one place is so at others, which may not have been looked at before.
        let unknown = match group {
            [Proposal { first, .. }] if first.code == Code::UnknownName => {
                let name = sources.snippet(first.primary.span);
                (!name.is_empty()).then(|| format!("`{name}`"))
            }
            _ => None,
        };
        let fixes = group.iter().filter_map(|one| one.now.fix.as_ref());
        let touched: Vec<&str> = fixes
            .flat_map(|fix| [sources.snippet(fix.span), &*fix.replacement])
            .collect();
        // What could not be checked before is not brought by the edit, unless it is about what was edited.
        let is_elsewhere = |one: &Diagnostic| {
            let place = one.primary.span;
            let line = loader.sources().line_col(place).line;
            !lines.contains(&(place.file, line))
        };
        // Of messages in the same words those about what was edited count last, wherever it stands.
        let (others, edited): (Vec<_>, Vec<_>) = after.iter().partition(|one| is_elsewhere(one));
        let mut count: BTreeMap<MessageKey, usize> = BTreeMap::new();
        others.into_iter().chain(edited).all(|one| {
            let key = key(one);
            let so_far = count.entry(key.clone()).or_default();
            *so_far += 1;
            let before = self.before.get(&key).copied().unwrap_or_default();
            let was_there = *so_far + gone.get(&key).copied().unwrap_or_default() <= before;
            let is_of_name = || {
                let mut name = unknown.iter().filter(|_| one.code != Code::WrongType);
                name.any(|name| one.message.contains(name))
            };
            // Scenarios are checked once the rules are right. What is about other names than the edit was wrong with them before.
            let is_scenarios = || {
                let is_new = self.unchecked && loader.is_in_scenario(one);
                is_new && !touched.iter().any(|text| is_about(one, text))
            };
            was_there
                || one.code == Code::TooManyMistakes
                || (reads && !is_of_reading(one.code) || is_of_name() || is_scenarios())
                    && is_elsewhere(one)
        })
    }

    /// Whether other lines of the file can be read, so that a name which is not known there would be told.
    pub(super) fn reads_others(&self, first: &Diagnostic) -> bool {
        let (own, mut keys) = (key(first), self.before.keys());
        !keys.any(|other| other.0 == own.0 && is_of_reading(other.1) && *other != own)
    }

    /// The messages that were left when the last edits were tried.
    pub(super) fn left_over(&self) -> &[MessageKey] {
        &self.after
    }

    /// The texts with these edits, by their paths, and the lines that they touch. `None` where two of them meet, or a text is none of a file.
    fn edited(
        &self,
        group: &[Proposal<'_>],
        sources: &Sources,
    ) -> Option<(BTreeMap<String, String>, FileLines)> {
        let mut fixes: Vec<&Fix> = group
            .iter()
            .filter_map(|one| one.now.fix.as_ref())
            .collect();
        fixes.sort_by_key(|fix| fix.span);
        fixes.dedup();
        let meet = |pair: &[&Fix]| {
            pair[0].span.file == pair[1].span.file && pair[0].span.end >= pair[1].span.start
        };
        if fixes.windows(2).any(meet) {
            return None;
        }
        let (mut texts, mut lines) = (BTreeMap::new(), BTreeSet::new());
        // What could not be read because of a mistake was not checked: an edit that brings messages there is not known to be meant.
        for unread in group.iter().filter_map(|one| one.first.unread) {
            let line_of = |place| sources.line_col(place).line;
            let touched = line_of(unread)..=line_of(unread.at_end());
            lines.extend(touched.map(|line| (unread.file, line)));
        }
        for fix in fixes.into_iter().rev() {
            let file = fix.span.file;
            let path = self.loader.path_of(file)?;
            let text: &mut String = texts
                .entry(path.to_owned())
                .or_insert_with(|| sources.text(file).to_owned());
            text.get(fix.span.range())?;
            text.replace_range(fix.span.range(), &fix.replacement);
            lines.insert((file, sources.line_col(fix.span).line));
        }
        Some((texts, lines))
    }
}

/// Whether a message quotes a name that stands in a text.
fn is_about(one: &Diagnostic, text: &str) -> bool {
    let mut quoted = one.message.split('`').skip(1).step_by(2);
    quoted.any(|name| !name.is_empty() && uses_of(text, name).next().is_some())
}
