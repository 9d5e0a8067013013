//! Rewritings of a broken piece, each read before it is proposed: what does not read is no remedy.

use std::cell::Cell;
use std::ops::Range;

use super::{Misread, expected, plain, position};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::grammar::{self, Rule};
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// How many bytes are read for the remedies of one mistake. One remedy of a longer piece is read all the same.
pub(super) const MOST_BYTES: usize = 16 << 10;

/// What an `else` is read behind, which goes on with what was read before.
const BEFORE_ELSE: &str = "if now { } ";

/// Reads a piece with the rule that it should have been; where it goes wrong, and what could have stood there.
pub(in crate::syntax) fn read_piece(place: Place, piece: &str) -> Result<(), (usize, Vec<Rule>)> {
    let read = |rule, text: &str| {
        let read = grammar::run(rule, text).map(|_| ());
        read.map_err(|wrong| (position(&wrong), expected(&wrong)))
    };
    let is_else = matches!(place, Place::Statement | Place::TriggerStatement);
    if !is_else || first_word(piece) != "else" {
        let told = read(place.rule(piece), piece);
        let is_guard = place == Place::TriggerStatement && first_word(piece) == "if";
        return match told {
            Err((at, _)) if is_guard => match read(Rule::only_if_guard, piece) {
                Err(wrong) if wrong.0 > at => Err(wrong),
                _ => told,
            },
            told => told,
        };
    }
    let whole = format!("{BEFORE_ELSE}{piece}");
    read(Rule::only_statement, &whole)
        .map_err(|(at, expected)| (at.saturating_sub(BEFORE_ELSE.len()), expected))
}

/// Whether a text is read as several lines of a body that stand on one line.
fn reads_as_several(place: Place, piece: &str) -> bool {
    let rule = match place {
        Place::Unit => Rule::units_body,
        Place::Attribute => Rule::kind_body,
        Place::Row => Rule::table_body,
        Place::ActionClause => Rule::action_body,
        Place::OrderClause => Rule::order_body,
        Place::PlacementClause => Rule::placement_body,
        Place::ExceptionClause => Rule::exception_body,
        Place::VoidClause => Rule::void_body,
        Place::TacticClause => Rule::tactic_body,
        Place::Member => Rule::side_body,
        Place::Setting => Rule::settings_body,
        Place::Statement | Place::TriggerStatement => Rule::block,
        Place::Happening => Rule::trigger_body,
        Place::Assignment => Rule::assignments,
        Place::Top | Place::Item | Place::Entry | Place::PeriodEntry | Place::Correction => {
            return false;
        }
    };
    let is_read = |rule, body: &str| {
        grammar::run(rule, body).is_ok_and(|pairs| {
            pairs.as_str() == body && !pairs.flatten().any(|pair| is_broken(pair.as_rule()))
        })
    };
    // A limit stands before the statements of a trigger.
    let is_limit = place == Place::TriggerStatement && first_word(piece) == "limit";
    let (rule, head) = match is_limit {
        true => (Rule::trigger_body, "when a b resolves\n"),
        false => (rule, ""),
    };
    !piece.trim().is_empty() && is_read(rule, &format!("{{ {head}{piece}\n}}"))
}

/// Whether something is no line that could be read.
fn is_broken(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::bad_item | Rule::bad_clause | Rule::bad_entry | Rule::bad_statement
    )
}

/// How much may still be read for remedies.
pub(super) struct Allowance(Cell<usize>);

impl Default for Allowance {
    fn default() -> Self {
        Allowance(Cell::new(MOST_BYTES))
    }
}

impl Allowance {
    /// Takes so much of it; whether there was any left.
    fn take(&self, bytes: usize) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(bytes.max(1)));
        left > 0
    }
}

impl Misread<'_> {
    /// Lets so much be read for what is tried from now on.
    pub(super) fn renew(&self, bytes: usize) {
        self.allowance.0.set(bytes);
    }
}

impl<'a> Misread<'a> {
    /// The same piece, of which a remedy is enough that lets it be read beyond the word at which it goes wrong.
    pub(super) fn partial(&self) -> Self {
        let behind = self.behind(self.found()).trim_start();
        let source = (self.file, self.text);
        let wrong = (self.at, self.expected.clone());
        Misread {
            unread: behind.len().checked_sub(1),
            ..Misread::new(source, self.place, self.start..self.end, wrong)
        }
    }

    /// Whether it is enough that more of the piece is read.
    pub(super) fn is_partial(&self) -> bool {
        self.unread.is_some()
    }

    /// The piece.
    pub(super) fn piece(&self) -> &'a str {
        self.text.get(self.start..self.end).unwrap_or("")
    }

    /// Where the piece goes wrong, counted from its beginning.
    pub(super) fn at_in_piece(&self) -> usize {
        (self.at - self.start).min(self.piece().len())
    }

    /// Whether such a text would have been read at this place.
    pub(super) fn reads(&self, piece: &str) -> bool {
        self.reads_as(self.place, piece)
    }

    /// Whether such a text would have been read at this place, with all that stands in its braces.
    pub(super) fn reads_cleanly(&self, piece: &str) -> bool {
        self.reads_cleanly_as(self.place, piece)
    }

    /// The same at another place.
    pub(super) fn reads_cleanly_as(&self, place: Place, piece: &str) -> bool {
        let is_clean = || {
            let read = grammar::run(place.rule(piece), piece);
            read.map_or(true, |pairs| {
                !pairs.flatten().any(|pair| is_broken(pair.as_rule()))
            })
        };
        let counts = || self.is_partial() || !piece.contains('{') || is_clean();
        self.reads_as(place, piece) && counts()
    }

    /// Whether such a text would have been read at this place, or at least to behind `end`.
    pub(super) fn reads_beyond(&self, piece: &str, end: usize) -> bool {
        let gets_on = || match read_piece(self.place, piece) {
            Ok(()) => true,
            Err((at, _)) => at > end,
        };
        self.allowance.take(piece.len()) && gets_on() || self.reads(piece)
    }

    /// Whether such a text would be read at another place.
    pub(super) fn reads_as(&self, place: Place, piece: &str) -> bool {
        let guards = || place == Place::TriggerStatement && self.guards(piece);
        self.allowance.take(piece.len())
            && (self.is_read(place, piece) || guards() || reads_as_several(place, piece))
    }

    /// Whether all of a piece is read, or as much of it as is enough.
    fn is_read(&self, place: Place, piece: &str) -> bool {
        match read_piece(place, piece) {
            Ok(()) => true,
            Err((at, _)) => {
                let unread = piece.get(at..).unwrap_or("").trim_start().len();
                place == self.place && self.unread.is_some_and(|most| unread <= most)
            }
        }
    }

    /// Whether a text is read as the condition of a trigger.
    pub(super) fn guards(&self, text: &str) -> bool {
        let reads = || grammar::run(Rule::only_if_guard, text).is_ok();
        first_word(text) == "if" && self.allowance.take(text.len()) && reads()
    }

    /// The piece with other words in a part of it.
    pub(super) fn rewritten(&self, range: &Range<usize>, with: &str) -> Option<String> {
        let piece = self.piece();
        let (before, after) = (piece.get(..range.start)?, piece.get(range.end..)?);
        Some(format!("{before}{with}{after}"))
    }

    /// The complaint that proposes other words in a part of the piece, if it can be read with them; without the edit, it says how the line is
    /// written. `range`: from the beginning of the piece.
    pub(super) fn rewriting(
        &self,
        range: Range<usize>,
        with: &str,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Option<Diagnostic> {
        let new = self.rewritten(&range, with)?;
        self.reads(&new)
            .then(|| self.proposal(range, with, message, label))
    }

    /// The same, unread: for what the reader passes over, such as comments.
    pub(super) fn proposal(
        &self,
        range: Range<usize>,
        with: &str,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        let help = match with.trim() {
            "" if with.is_empty() => "delete it".to_owned(),
            "" => "put a blank between them".to_owned(),
            with => format!("write `{}`", Quoted(with)),
        };
        let span = self.span(self.start + range.start, self.start + range.end);
        let message = message.into();
        let told = plain(self, self.found()).help;
        let untold = Diagnostic {
            help: told,
            ..self.error(span, message.as_str()).label("here")
        };
        self.error(span, message)
            .label(label)
            .help(help)
            .guess(span, with)
            .or_else(untold)
    }

    /// Whether the edit of a complaint makes the piece one that can be read. One without an edit proposes nothing.
    pub(super) fn holds(&self, complaint: &Diagnostic) -> bool {
        let Some(fix) = &complaint.fix else {
            return true;
        };
        let range = fix.span.range();
        let Some(start) = range.start.checked_sub(self.start) else {
            return true;
        };
        let range = start..range.end - self.start;
        let new = self.rewritten(&range, &fix.replacement);
        new.is_none_or(|new| self.reads(&new))
    }
}
