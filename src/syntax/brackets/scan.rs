//! The walk over a text that keeps account of what is open. What it finds is said and repaired by `repair`.

use std::ops::Range;

use super::Brackets;
use super::pieces::BracketToken;
use crate::diagnostic::{Capped, Code, Diagnostic};
use crate::source::{FileId, Limits, Span};
use crate::syntax::place::Place;
use crate::syntax::words;

/// A bracket that is open.
#[derive(Clone, Copy)]
pub(super) struct OpenBracket {
    /// Where it stands.
    pub at: usize,
    /// `{` or `(`.
    pub bracket: char,
    /// How far its line is indented.
    pub indent: usize,
}

/// A brace that closed something.
#[derive(Clone, Copy)]
struct Closed {
    at: usize,
    /// Where the line starts that it may belong to.
    head: usize,
    /// How far the line of what it closed is indented.
    indent: usize,
    /// Whether it begins a line that is indented as far.
    fits: bool,
}

/// The state of the walk.
pub(super) struct BracketScanner<'a> {
    pub file: FileId,
    pub text: &'a str,
    pub limits: &'a Limits,
    /// The brackets that are open.
    pub open: Vec<OpenBracket>,
    /// The text as it is repaired; empty as long as nothing was.
    pub bytes: Vec<u8>,
    pub found: &'a mut Capped,
    pub quiet: Vec<Range<usize>>,
    /// How many words that open a search stand in the chain in hand, for each open bracket.
    searches: Vec<usize>,
    /// Their sum.
    all_searches: usize,
    too_deep: Option<Diagnostic>,
    /// The first brace that should have been closed before a line, going by the indentation, and where that line starts.
    pub suspect: Option<(usize, usize)>,
    /// Where the line in hand starts, as far as the text has been seen.
    line: usize,
    /// How far it is indented.
    indent: usize,
    seen: usize,
    /// Where the text ends but for white space.
    pub end: usize,
    /// Where the rule set or scenario in hand begins, and the item in hand.
    pub top: usize,
    item: usize,
    /// The last braces that closed a rule set, and something in it, each with the start of the item before it.
    closers: [Option<(usize, usize)>; 2],
    /// The braces that closed something since a line began with a word.
    closed: Vec<Closed>,
    /// The lines that begin with a word and reach to the line in hand, outermost first: their indentation and that word's place.
    heads: Vec<(usize, usize)>,
    /// The first brace that closed too early, going by what begins a line after it, and the place of that.
    pub early: Option<((usize, usize), Range<usize>)>,
    /// Whether more is closed than was opened.
    pub too_many: bool,
    /// Whether the text can be looked at once more after a repair.
    pub may_repeat: bool,
    pub perhaps: Vec<(Range<usize>, Diagnostic)>,
}

impl<'a> BracketScanner<'a> {
    pub(super) fn new(
        file: FileId,
        text: &'a str,
        limits: &'a Limits,
        found: &'a mut Capped,
    ) -> Self {
        let (open, bytes, quiet) = Default::default();
        BracketScanner {
            file,
            text,
            limits,
            open,
            bytes,
            found,
            quiet,
            searches: vec![0],
            all_searches: 0,
            too_deep: None,
            suspect: None,
            line: 0,
            indent: indent(text),
            seen: 0,
            end: text.trim_end().len(),
            top: 0,
            item: 0,
            closers: [None; 2],
            closed: Vec::new(),
            heads: Vec::new(),
            early: None,
            too_many: false,
            may_repeat: false,
            perhaps: Vec::new(),
        }
    }

    pub(super) fn piece(&mut self, piece: BracketToken<'_>) {
        match piece {
            BracketToken::Bracket(at, bracket @ ('{' | '(')) => {
                if bracket == '{' {
                    self.close_round(at);
                    self.restart();
                }
                self.open(at, bracket);
            }
            BracketToken::Bracket(at, bracket) => self.close(at, bracket),
            BracketToken::Unclosed(range) => self.unclosed_text(range),
            BracketToken::Word(at, word) => self.word(at, word),
            BracketToken::Mark => self.restart(),
        }
    }

    pub(super) fn open(&mut self, at: usize, bracket: char) {
        self.see(at);
        if bracket == '{' {
            // `} else {`: what comes next stands in what opens here.
            let line = self.line;
            self.closed.retain(|closed| closed.at < line);
        }
        let indent = self.indent;
        self.open.push(OpenBracket {
            at,
            bracket,
            indent,
        });
        self.searches.push(0);
    }

    /// A new chain of operators begins.
    fn restart(&mut self) {
        if let Some(searches) = self.searches.last_mut() {
            self.all_searches -= std::mem::take(searches);
        }
    }

    /// Words that open a search nest without brackets; so they are counted with them.
    fn word(&mut self, at: usize, word: &str) {
        if self.is_first_on_line(at) {
            if words::begins_statement(word) {
                self.close_round(at);
            }
            self.suspect_brace(at, 0);
            self.suspect_closer(at, word);
            let own = self.indent;
            self.suspect_closed(at..at + word.len(), |closed| closed.indent < own);
            self.closed.clear();
            while self
                .heads
                .pop_if(|(indent, _)| *indent >= self.indent)
                .is_some()
            {}
            self.heads.push((self.indent, at));
        }
        if words::ends_chain(word) {
            return self.restart();
        }
        if !matches!(
            word,
            "any" | "every" | "count" | "the" | "highest" | "lowest" | "sum"
        ) {
            return;
        }
        if let Some(searches) = self.searches.last_mut() {
            *searches += 1;
            self.all_searches += 1;
        }
        if self.all_searches + self.open.len() > self.limits.nesting && self.too_deep.is_none() {
            let message = format!(
                "brackets and searches are nested more than {} deep",
                self.limits.nesting
            );
            let span = Span::new(self.file, at, at + word.len());
            let refused = Diagnostic::error(Code::NestingTooDeep, span, message)
                .label("this would be one too many")
                .help("give the inner parts names of their own with `let` and use the names");
            self.too_deep = Some(refused);
        }
    }

    /// Moves on to a place and notes the line on which it lies.
    fn see(&mut self, at: usize) {
        if let Some(newline) = self.text[self.seen..at].rfind('\n') {
            self.line = self.seen + newline + 1;
            self.indent = indent(&self.text[self.line..]);
        }
        self.seen = at;
    }

    fn is_first_on_line(&mut self, at: usize) -> bool {
        self.see(at);
        at == self.line + self.indent
    }

    /// A line that is not indented deeper than the line with the innermost open brace speaks for a brace forgotten before it; one that closes
    /// a brace, if it is indented by `less` than that.
    fn suspect_brace(&mut self, at: usize, less: usize) {
        let innermost = self
            .open
            .last()
            .filter(|open| open.bracket == '{' && open.at < self.line);
        if let (None, Some(open)) = (
            self.suspect,
            innermost.filter(|open| self.indent + less <= open.indent),
        ) {
            self.suspect = Some((open.at, at));
        }
    }

    /// A word that has no place at this depth speaks for a brace too many before it, or for one that was not opened.
    fn suspect_closer(&mut self, at: usize, word: &str) {
        let depth = self.open.len();
        let after = self.text[at + word.len()..].trim_start();
        let is_item = Place::Item.begins_with(word)
            && match word {
                "set" => after.starts_with("option"),
                "no" => after.starts_with("rule"),
                _ => true,
            };
        let out_of_place = match depth {
            0 => is_item,
            1 => words::begins_statement(word) && !is_item && word != "expect",
            _ => false,
        };
        if depth == 0 && matches!(word, "rules" | "scenario") {
            self.top = at;
        }
        match self.closers.get(depth) {
            // When an item has begun since, it is its own brace that was not opened.
            Some(Some(closer)) if out_of_place && self.early.is_none() && closer.0 > self.item => {
                self.early = Some((*closer, at..at + word.len()));
            }
            _ if depth <= 1 && is_item => self.item = at,
            _ => {}
        }
    }

    /// A line that does not fit what was closed just before speaks for a brace too many there.
    fn suspect_closed(&mut self, place: Range<usize>, misfits: impl Fn(&Closed) -> bool) {
        let closed = self.closed.iter().find(|closed| misfits(closed));
        if let (None, Some(closed)) = (&self.early, closed) {
            self.early = Some(((closed.at, closed.head), place));
        }
    }

    /// Notes what a closing brace closes.
    fn note_closed(&mut self, at: usize) {
        let first = self.is_first_on_line(at);
        let own = self.indent;
        let outer = self.open.last().map(|open| open.indent);
        if first && outer.is_none_or(|outer| outer < own) {
            // What this one should close is closed already.
            self.suspect_closed(at..at + 1, |closed| closed.indent == own && !closed.fits);
        }
        let reaching = |head: &&(usize, usize)| head.0 <= own;
        let head = self.heads.iter().rfind(reaching).map_or(0, |head| head.1);
        self.closed.extend(outer.map(|indent| Closed {
            at,
            head,
            indent,
            fits: first && indent == own,
        }));
    }

    fn close(&mut self, at: usize, bracket: char) {
        if bracket == '}' {
            self.close_round(at);
            // One that was put in stands before a word.
            let is_typed = !self.text[at + 1..].starts_with(|c: char| !c.is_whitespace());
            if is_typed && self.is_first_on_line(at) {
                self.suspect_brace(at, 1);
            }
            self.note_closed(at);
            if let Some(closer) = self
                .open
                .len()
                .checked_sub(1)
                .and_then(|depth| self.closers.get_mut(depth))
            {
                *closer = Some((at, self.item));
            }
        }
        match self.open.last().map(|open| open.bracket) {
            Some('{') if bracket == '}' => self.pop(),
            Some('(') if bracket == ')' => self.pop(),
            _ if bracket == '}' && self.early.is_some() && self.may_repeat => self.too_many = true,
            _ => self.closes_nothing(at, bracket),
        }
    }

    pub(super) fn pop(&mut self) {
        self.open.pop();
        self.restart();
        if self.searches.len() > 1 {
            self.searches.pop();
        }
    }

    /// The outcome, and whether one more brace was closed so that it is worth looking again.
    pub(super) fn finish(mut self) -> (bool, Brackets) {
        let length = self.text.len();
        self.close_round(length);
        let again =
            self.may_repeat && (self.drop_early() || !self.open.is_empty() && self.close_suspect());
        if !again {
            for open in std::mem::take(&mut self.open) {
                self.unclosed_brace(open.at);
            }
        }
        let repaired =
            (!self.bytes.is_empty()).then(|| String::from_utf8_lossy(&self.bytes).into_owned());
        (
            again,
            Brackets {
                found: Vec::new(),
                too_deep: self.too_deep,
                repaired,
                quiet: self.quiet,
                perhaps: self.perhaps,
            },
        )
    }
}

/// How many blanks a text starts with.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
