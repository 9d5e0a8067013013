//! What to say about the lines that no rule accepts: each is parsed once more with the rule it should have been, which
//! tells where it goes wrong and what could have stood there. Says one thing for each mistake, and nothing about its echoes.

use std::ops::Range;

use pest::iterators::Pair;

use super::Builder;
use super::describe::Node;
use super::parts::Parts;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::ast::Block;
use crate::syntax::brackets;
use crate::syntax::error::{self, Misread};
use crate::syntax::grammar::{self, Rule, is_token};
use crate::syntax::place::Place;
use crate::syntax::{display, words};

/// For how many broken lines of a file small edits are searched for.
const SEARCHED: usize = 16;

/// For how many it is looked for what is known of such mistakes.
const EXPLAINED: usize = 64;

/// How long a broken piece is at most that is looked into, and a line on which one begins, in bytes.
const LONGEST: usize = 128 << 10;
const LONGEST_LINE: usize = 16 << 10;

/// How many broken things may stand around one that is looked into.
const REPLAYS: usize = 4;

impl Builder<'_> {
    /// Hands each proper child of a body to `good`, and explains the others.
    pub(super) fn sequence<'i>(
        &mut self,
        pair: Pair<'i, Rule>,
        place: Place,
        mut good: impl FnMut(&mut Self, Pair<'i, Rule>),
    ) {
        let mut before = None;
        let mut run = Vec::new();
        for child in pair.into_inner() {
            match child.as_rule() {
                rule if rule == Rule::comment || rule == Rule::EOI || is_token(rule) => {}
                Rule::bad_item | Rule::bad_clause | Rule::bad_statement | Rule::bad_entry => {
                    run.push(child)
                }
                _ => {
                    self.explain(place, before, &run);
                    run.clear();
                    before = Some(self.span(&child));
                    good(self, child);
                }
            }
        }
        self.explain(place, before, &run);
    }

    /// Explains broken lines that follow each other. `before` is the proper thing before them, in the same body.
    // By itself, so that it takes no room in frames that nest.
    #[inline(never)]
    pub(super) fn explain(&mut self, place: Place, before: Option<Span>, run: &[Pair<'_, Rule>]) {
        let spans = run.iter().map(|bad| self.span(bad));
        let spans: Vec<Span> = spans.filter(|bad| bad.range().start >= self.told).collect();
        let mut rest = &spans[..];
        let mut before = before;
        while let Some((first, others)) = rest.split_first() {
            let echoes = others
                .iter()
                .take_while(|next| self.goes_on(place, *first, **next))
                .count();
            let end = rest[echoes].end;
            let bad = Span { end, ..*first };
            let is_first = before.is_none() && place == Place::TriggerStatement;
            match before.take() {
                _ if self.is_full() => self.leave(bad),
                Some(before) => self.explain_after(place, before, bad),
                None => self.explain_one(place, bad, bad),
            }
            rest = &rest[echoes + 1..];
            // What stands behind a condition is read as it stands only where that can be read.
            let is_limit = |bad: &Span| self.text[bad.range()].starts_with("limit ");
            let is_guard =
                |bad: &Span| grammar::run(Rule::only_if_guard, &self.text[bad.range()]).is_ok();
            let is_behind = self.guard_before(place, bad) != bad;
            if rest
                .first()
                .is_some_and(|next| is_behind && is_limit(next) || is_first && is_guard(next))
            {
                rest = &rest[1..];
            }
        }
    }

    /// Whether enough has been explained, with what is mended already.
    fn is_full(&self) -> bool {
        self.found.is_full() || self.before.mended + self.found.len() >= self.limits.mistakes
    }

    /// Counts a broken piece when enough has been explained.
    fn leave(&mut self, bad: Span) {
        self.said += 1;
        let end = bad.end.min(self.length as u32);
        let start = bad.start.min(end);
        self.found
            .leave(Span { start, end, ..bad }, Severity::Error);
    }

    /// Whether a broken line is only the rest of the broken line before it.
    fn goes_on(&self, place: Place, first: Span, next: Span) -> bool {
        let text = self.text.get(next.start as usize..).unwrap_or("");
        let counted =
            place == Place::Row && text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let word = words::first_word(text);
        if (word.is_empty() && !counted) || words::goes_on(word) {
            return true;
        }
        let head = self.text.get(first.range()).unwrap_or("");
        let is_item = |word| Place::Item.begins_with(word);
        if place == Place::Top && is_item(words::first_word(head)) && is_item(word) {
            // What is outside of the rule set, the next one is too.
            return true;
        }
        if place == Place::Top && !head.contains('{') {
            // The brace of the rule set is missing, so what follows belongs to it.
            let meant = place.nearest(words::first_word(head));
            return place.begins_with(meant) && !place.begins_with(word);
        }
        let has_braces = brackets::brackets(head).any(|(_, bracket)| bracket == '{');
        !has_braces && self.indent(next) > self.indent(first)
    }

    /// How far the line is indented on which a span begins.
    fn indent(&self, span: Span) -> usize {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let line = &self.text[before.rfind('\n').map_or(0, |newline| newline + 1)..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// Explains a broken piece behind a proper thing: the end of its line, or something of its own.
    fn explain_after(&mut self, place: Place, before: Span, bad: Span) {
        if !self.is_rest_of(before, bad) || self.begins_anew(place, bad) {
            return self.explain_one(place, bad, bad);
        }
        // `when a.x >` and on the next line `compare ...`: the thing has swallowed the word that begins the next one.
        let read = self
            .text
            .get(before.start as usize..bad.start as usize)
            .unwrap_or("");
        let last = read
            .rfind('\n')
            .map(|newline| newline + read[newline..].len() - read[newline..].trim_start().len());
        let Some(last) = last.filter(|last| place.begins_with(words::first_word(&read[*last..])))
        else {
            return self.explain_one(place, before, bad);
        };
        let next = before.start + last as u32;
        let first = self.trimmed(before.start as usize, next as usize);
        let reads = |text: &str| grammar::run(place.rule(text), text).is_ok();
        let is_first = !reads(&read[..first.range().len()]);
        let next = Span { start: next, ..bad };
        // What could be read alone is not wrong.
        let is_next = !is_first || !self.text.get(next.range()).is_some_and(reads);
        if is_first {
            let end = if is_next { first.end } else { bad.end };
            self.explain_up_to(place, (first, first), end);
        }
        if is_next {
            self.explain_one(place, next, next);
        }
    }

    /// Parses the text from `from` to the end of the broken piece with the rule it should have been, and says what is wrong.
    fn explain_one(&mut self, place: Place, from: Span, bad: Span) {
        self.explain_up_to(place, (from, bad), bad.end);
    }

    /// The same where what is not read because of it reaches up to `end`.
    fn explain_up_to(&mut self, place: Place, (from, bad): (Span, Span), end: u32) {
        let text = self.text;
        let from = self.guard_before(place, from);
        let bad_text = text.get(bad.range()).unwrap_or("");
        let whole = text
            .get(from.start as usize..bad.end as usize)
            .unwrap_or("");
        let (at, expected) = match error::read_piece(place, whole) {
            Ok(()) => (bad.start as usize, Vec::new()),
            Err((at, expected)) => (from.start as usize + at, expected),
        };
        // Between the words of one line pest gives up before the blank.
        let blanks = text.get(at..bad.end as usize).map_or(0, |rest| {
            rest.len() - rest.trim_start_matches([' ', '\t']).len()
        });
        let at = at + blanks;
        let unopened =
            (expected.iter()).any(|rule| display::display(*rule).as_deref() == Some("`{`"));
        let piece = from.start as usize..bad.end as usize;
        let misread = Misread::new((self.file, text), place, piece.clone(), (at, expected));
        let length = self.length as u32;
        let stretch = Span {
            end: end.min(length),
            ..from
        };
        let said = (text.get(stretch.range())).and_then(|piece| self.before.of(piece, from.start));
        let so_far = self.before.mended + self.found.len();
        let is_long = !self.is_short(piece);
        let mut complaint = said.unwrap_or_else(|| match so_far {
            _ if is_long => error::briefly(&misread),
            ..SEARCHED => error::explain(&misread),
            SEARCHED..EXPLAINED => error::known(&misread),
            EXPLAINED.. => error::briefly(&misread),
        });
        complaint.unread.get_or_insert(Span {
            start: from.start.min(length),
            end: end.min(length),
            ..bad
        });
        // Where the whole block around is said in another way, its lines are not wrong by themselves.
        if let Some(around) = complaint.unread.filter(|around| around.start < from.start) {
            self.told = self.told.max(around.range().end);
        }
        // What is inside is that of the word which is proposed for the first one.
        let proposed = (complaint.fix.as_ref()).filter(|fix| fix.span.start == bad.start);
        let head = match proposed.map(|fix| words::first_word(&fix.replacement)) {
            Some(proposed) if !proposed.is_empty() => proposed.to_owned(),
            _ => words::first_word(bad_text).to_owned(),
        };
        // Where a word has been told to be no name, it is so wherever the name is used.
        let marked = text.get(complaint.primary.span.range()).unwrap_or("");
        let words = [misread.found(), marked].map(error::no_name).into_iter();
        if let Some(no_name) = { words }.find(|said| self.found.says(said)) {
            (complaint.message, complaint.fix, complaint.fallback) = (no_name, None, None);
        }
        let opens = (complaint.fix.as_ref()).is_some_and(|fix| fix.replacement == " {");
        // Only what is said can explain a `}` that closes nothing.
        if self.report(self.inside(complaint)) && unopened {
            self.unopened.push(at);
        }
        if !opens {
            self.look_inside(place, bad, (bad_text, &head), at);
        }
    }

    /// Whether a piece, and the line on which it begins, is no longer than what is looked into.
    fn is_short(&self, piece: Range<usize>) -> bool {
        let (text, start) = (self.text.as_bytes(), piece.start.min(self.text.len()));
        let before = text[..start].iter().rev().take(LONGEST_LINE);
        let behind = text[start..].iter().take(LONGEST_LINE);
        let ends = |line: &mut dyn Iterator<Item = &u8>| {
            let mut length = 0;
            let mut own = line.inspect(|_| length += 1);
            own.any(|byte| *byte == b'\n') || length < LONGEST_LINE
        };
        piece.len() <= LONGEST && ends(&mut { before }) && ends(&mut { behind })
    }

    /// The same from the `if` on, where the condition of a trigger was read up to there.
    fn guard_before(&self, place: Place, from: Span) -> Span {
        let range = from.range();
        let before = self.text.get(..range.start).unwrap_or("");
        let is_here = place == Place::TriggerStatement;
        let line = before.rfind(['\n', '{', '}', '"', '#']);
        let line = line.map_or(0, |sign| sign + 1);
        match before[line..].rfind("if ").filter(|_| is_here) {
            Some(guard) => self.trimmed(line + guard, range.end),
            None => from,
        }
    }

    /// A complaint with its places moved into what was really written.
    fn inside(&self, mut complaint: Diagnostic) -> Diagnostic {
        let length = self.length as u32;
        let span = &mut complaint.primary.span;
        (span.start, span.end) = (span.start.min(length), span.end.min(length));
        complaint
    }

    /// Whether a broken piece is the end of the line on which a proper thing was read.
    fn is_rest_of(&self, before: Span, bad: Span) -> bool {
        let between = self.text.get(before.end as usize..bad.start as usize);
        let read = self.text.get(before.range()).unwrap_or("");
        between.is_some_and(|gap| !gap.contains(['\n', ','])) && !read.ends_with('}')
    }

    /// Whether a broken piece begins a line as other languages do, and would stand there in the words of this one.
    fn begins_anew(&self, place: Place, bad: Span) -> bool {
        let piece = bad.start as usize..bad.end as usize;
        let text = &self.text[piece.clone()];
        let word = words::first_word(text);
        let behind = text[word.len()..].trim_start();
        let is_attribute = place == Place::Attribute && behind.starts_with([':', '=']);
        let is_name = !matches!(word, "" | "number" | "text");
        // What stands apart is no condition of what stands before it.
        let is_apart = self.text[..piece.start].ends_with("  ");
        if word == "if" && (is_apart || text.contains('{')) || is_attribute && is_name {
            return true;
        }
        // `c rolls d6 as die   consult wound(die)`
        let is_clause = is_apart && place == Place::ActionClause;
        if (words::begins_statement(word) || is_clause) && place.begins_with(word) {
            return true;
        }
        let at = (piece.start, Vec::new());
        error::is_foreign(&Misread::new((self.file, self.text), place, piece, at))
    }

    /// When only the head of something is broken, its body may still have mistakes of its own.
    fn look_inside(&mut self, place: Place, bad: Span, (text, head): (&str, &str), at: usize) {
        let Some((open, close)) = brackets::body(text) else {
            return;
        };
        let echoes = place == Place::Top && text[..open].contains('\n');
        // `trigger "..." when ... {`: what it waits for is not inside.
        let title = text[..open].splitn(3, '"').nth(2).unwrap_or_default();
        let mut words = title.split_whitespace();
        let awaits = head == "trigger" && words.any(|word| matches!(word, "when" | "before"));
        if self.replays >= REPLAYS || at > bad.start as usize + open || echoes || awaits {
            return;
        }
        let Some(rule) = place.body_rule(head) else {
            return;
        };
        let Ok(pairs) = grammar::run(rule, &text[open..close]) else {
            return;
        };
        let offset = std::mem::replace(&mut self.offset, bad.start as usize + open);
        self.replays += 1;
        for pair in pairs {
            self.discard(rule, pair);
        }
        self.replays -= 1;
        self.offset = offset;
    }

    /// Builds a body for its complaints only.
    fn discard(&mut self, rule: Rule, pair: Pair<'_, Rule>) {
        let place = match rule {
            Rule::rules_body => return drop(self.rules_body(pair)),
            Rule::scenario_body => return drop(self.entries(pair, Place::Entry)),
            Rule::body => return drop(self.body(pair)),
            Rule::block => return drop(Block::build(self, pair)),
            Rule::trigger_body => return drop(self.trigger_body(pair)),
            Rule::exception_body => Place::ExceptionClause,
            Rule::placement_body => Place::PlacementClause,
            Rule::void_body => Place::VoidClause,
            Rule::tactic_body => Place::TacticClause,
            Rule::order_body => Place::OrderClause,
            Rule::kind_body => Place::Attribute,
            Rule::units_body => Place::Unit,
            Rule::action_body => Place::ActionClause,
            Rule::table_body => Place::Row,
            Rule::side_body => Place::Member,
            _ => return,
        };
        self.sequence(pair, place, |builder, pair| {
            let block = Parts::of(pair).find(|part| part.as_rule() == Rule::block);
            _ = block.map(|block| Block::build(builder, block));
        });
    }
}
