//! From the parsed text to its pieces: words as they were written, the gaps between them, and what belongs together.
//! Nothing is decided here about lines. It reads the pairs of pest and the text, no tree.

use pest::iterators::{Pair, Pairs};

use super::spacing::{self, After};
use crate::syntax::grammar::{self, Rule};

/// A piece of a text.
#[derive(Debug)]
pub(super) enum Token<'t> {
    /// Stands before every word and every comment.
    Gap(TokenGap),
    /// What is never taken apart: a name, a sign, a whole text in quotes.
    Word(&'t str),
    /// From `#` to the end of its line.
    Comment(&'t str),
    /// Here begins what belongs together.
    Open(TokenGroup),
    /// Here it ends.
    Close,
}

/// What belongs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenGroup {
    /// An item, a statement, a clause, an entry, a setting; its kind and its number.
    Entry(Rule, usize),
    /// What stands in braces, with them.
    Body,
    /// A part of an entry: a list, a chain, what a search reaches over. Its lines begin below it, if it begins a line.
    Part,
    /// `if a then b`: its lines begin deeper.
    Branch,
}

/// Between two words.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenGap {
    pub tie: Tie,
    /// How many blanks, where the line does not break here.
    pub blanks: usize,
    /// What can stand in a column behind it.
    pub stop: AlignStop,
    /// The author broke the line here.
    pub broken: bool,
    /// The author left an empty line here.
    pub empty_line: bool,
    /// The column of what follows in the author's text, and how many blanks stand before it there.
    pub column: usize,
    pub white: usize,
}

/// How what follows a gap is tied to what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// On one line.
    Fast,
    /// The line may break. The lower the level, the looser the tie; `None`: only the author breaks here.
    Loose(Option<usize>),
    /// Like loose; the gaps of one family break together.
    Family(usize, usize),
    /// The brace that opens the body of this number.
    Brace(usize),
    /// Between what stands in the body of this number, and after its opening brace.
    Sibling(usize),
    /// The brace that closes it.
    End(usize),
    /// `else` behind a body.
    Else,
    /// A comment behind a word.
    Aside,
    /// A comment on a line of its own.
    OwnLine,
}

/// What can be lined up with its like in the lines above and below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AlignStop {
    Word,
    Brace,
    Text,
    Cites,
    Comment,
}

/// A body in braces.
pub(super) struct BracedBody {
    /// Its lines are broken.
    pub broken: bool,
    /// Nothing stands in it.
    pub empty: bool,
    /// The number of the entry that it belongs to.
    pub entry: usize,
    /// The body behind an `else` that stands on the line of its closing brace.
    pub otherwise: Option<usize>,
}

/// A text in pieces.
pub(super) struct Tokens<'t> {
    pub list: Vec<Token<'t>>,
    pub bodies: Vec<BracedBody>,
    /// The places of the gaps of each family.
    pub families: Vec<Vec<usize>>,
}

/// Takes a text apart.
pub(super) fn pieces<'t>(text: &'t str, pairs: Pairs<'t, Rule>) -> Tokens<'t> {
    let mut cutter = Cutter {
        text,
        pieces: Tokens {
            list: Vec::new(),
            bodies: vec![BracedBody {
                broken: true,
                empty: false,
                entry: 0,
                otherwise: None,
            }],
            families: Vec::new(),
        },
        depth: 0,
        entries: 0,
        entry: 0,
        opening: Vec::new(),
        comments: Vec::new(),
        tie: Tie::Fast,
        stop: AlignStop::Word,
        before: None,
        end: 0,
        column: 0,
    };
    for file in pairs {
        for pair in file.into_inner() {
            match pair.as_rule() {
                Rule::comment => cutter.comment(&pair),
                Rule::EOI => {}
                _ => cutter.entry(pair, Tie::Sibling(0)),
            }
        }
    }
    cutter.own_lines();
    cutter.pieces
}

struct Cutter<'t> {
    text: &'t str,
    pieces: Tokens<'t>,
    /// How many groups are open.
    depth: usize,
    /// How many entries there were.
    entries: usize,
    /// The entry in hand.
    entry: usize,
    /// Groups that open with the next word.
    opening: Vec<TokenGroup>,
    /// Comments on lines of their own that stand before the next word: each with its gap.
    comments: Vec<(TokenGap, &'t str)>,
    /// How the next word is tied to what stands before it.
    tie: Tie,
    stop: AlignStop,
    /// The word before: its rule, and the rule that it stands in.
    before: Option<After>,
    /// Where the last word or comment ended, and in which column.
    end: usize,
    column: usize,
}

impl<'t> Cutter<'t> {
    /// An entry of a body.
    fn entry(&mut self, pair: Pair<'t, Rule>, tie: Tie) {
        self.tie = tie;
        self.open_entry(kind_of(&pair));
        let around = std::mem::replace(&mut self.entry, self.entries);
        self.walk(pair, Rule::file);
        self.entry = around;
        self.close();
    }

    fn open_entry(&mut self, rule: Rule) {
        self.entries += 1;
        self.open(TokenGroup::Entry(rule, self.entries));
    }

    fn open(&mut self, group: TokenGroup) {
        self.depth += 1;
        self.opening.push(group);
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.opening.pop().is_none() {
            self.pieces.list.push(Token::Close);
        }
    }

    /// Any pair: a word, or what it is made of.
    fn walk(&mut self, pair: Pair<'t, Rule>, parent: Rule) {
        let rule = pair.as_rule();
        if rule == Rule::comment {
            return self.comment(&pair);
        }
        let mut inner = pair.clone().into_inner().peekable();
        if rule == Rule::text || inner.peek().is_none() {
            if !pair.as_str().is_empty() {
                let span = pair.as_span();
                self.word(span.start(), span.end(), rule, parent);
            }
            return;
        }
        let grouped = spacing::is_group(&pair);
        if grouped {
            self.open(TokenGroup::Part);
        }
        self.parts(rule, inner);
        if grouped {
            self.close();
        }
    }

    /// The parts of a pair in their order.
    fn parts(&mut self, rule: Rule, parts: impl Iterator<Item = Pair<'t, Rule>>) {
        let mut parts = parts.peekable();
        let mut before = None;
        // The gaps before `else` break together.
        let mut family = None;
        let mut body = None;
        while let Some(pair) = parts.next() {
            let part = pair.as_rule();
            match part {
                Rule::comment => {
                    self.comment(&pair);
                    continue;
                }
                Rule::lbrace => {
                    let rest: Vec<_> = std::iter::once(pair).chain(parts.by_ref()).collect();
                    self.body(rule, rest);
                    continue;
                }
                Rule::branch => {
                    let family = *family.get_or_insert_with(|| {
                        self.pieces.families.push(Vec::new());
                        self.pieces.families.len() - 1
                    });
                    self.branch(pair, family);
                }
                Rule::block => body = Some(self.block(pair)),
                Rule::else_if | Rule::else_block => {
                    self.tie = Tie::Else;
                    let at = self.pieces.list.len();
                    for pair in pair.into_inner() {
                        match pair.as_rule() {
                            Rule::block => {
                                let next = self.block(pair);
                                if let Some(body) = body.replace(next).filter(|_| !self.broken(at))
                                {
                                    self.pieces.bodies[body].otherwise = Some(next);
                                }
                            }
                            _ => self.walk(pair, part),
                        }
                    }
                }
                Rule::group_here => {
                    // The `d` of `d(x)` is part of no pair.
                    let start = pair.as_span().start();
                    self.word(start - 1, start, Rule::dice, rule);
                    self.walk(pair, rule);
                }
                _ => {
                    if let Some(looseness) = spacing::may_break(rule, before, &pair) {
                        self.tie = Tie::Loose(looseness.map(|looseness| self.level(looseness)));
                    }
                    self.stop = self.stop.max(spacing::stop(rule, part));
                    self.walk(pair, rule);
                }
            }
            before = Some(part);
        }
    }

    /// Whether the author broke the line at the first gap from a place on.
    fn broken(&self, at: usize) -> bool {
        matches!(self.pieces.list.get(at), Some(Token::Gap(gap)) if gap.broken)
    }

    fn level(&self, looseness: usize) -> usize {
        self.depth * spacing::LEVELS + looseness
    }

    // branch = { kw_if ~ chain ~ kw_then ~ chain ~ kw_else }
    fn branch(&mut self, pair: Pair<'t, Rule>, family: usize) {
        self.open(TokenGroup::Branch);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_else => {
                    self.close();
                    self.tie = Tie::Family(self.level(1), family);
                }
                Rule::kw_then => self.tie = Tie::Loose(Some(self.level(2))),
                _ => {}
            }
            self.walk(part, Rule::branch);
        }
    }

    fn block(&mut self, pair: Pair<'t, Rule>) -> usize {
        self.body(Rule::block, pair.into_inner().collect())
    }

    /// What stands in braces, from the opening one to the closing one.
    fn body(&mut self, rule: Rule, parts: Vec<Pair<'t, Rule>>) -> usize {
        let number = self.pieces.bodies.len();
        let inside = match (parts.first(), parts.last()) {
            (Some(first), Some(last)) => first.as_span().end()..last.as_span().start(),
            _ => 0..0,
        };
        let inside = &self.text[inside];
        let empty = inside.trim().is_empty();
        self.pieces.bodies.push(BracedBody {
            broken: !empty && inside.contains(['\n', '\r']),
            empty,
            entry: self.entry,
            otherwise: None,
        });
        self.open(TokenGroup::Body);
        self.entries_of(rule, number, parts);
        self.close();
        number
    }

    fn entries_of(&mut self, rule: Rule, number: usize, parts: Vec<Pair<'t, Rule>>) {
        let mut parts = parts.into_iter();
        while let Some(pair) = parts.next() {
            match pair.as_rule() {
                Rule::comment => self.comment(&pair),
                Rule::lbrace => {
                    self.tie = Tie::Brace(number);
                    self.stop = AlignStop::Brace;
                    self.walk(pair, rule);
                }
                Rule::rbrace => {
                    self.own_lines();
                    self.tie = Tie::End(number);
                    self.walk(pair, rule);
                }
                Rule::comma => self.walk(pair, rule),
                Rule::statements => self.entries_of(rule, number, pair.into_inner().collect()),
                Rule::kw_then => {
                    self.tie = Tie::Sibling(number);
                    self.open_entry(Rule::together);
                    self.walk(pair, rule);
                    for pair in parts.by_ref() {
                        let done = pair.as_rule() == Rule::together;
                        self.walk(pair, rule);
                        if done {
                            break;
                        }
                    }
                    self.close();
                }
                _ => self.entry(pair, Tie::Sibling(number)),
            }
        }
    }

    // ------------------------------------------------------------------ words, gaps and comments

    fn word(&mut self, start: usize, end: usize, rule: Rule, parent: Rule) {
        self.own_lines();
        let tie = std::mem::replace(&mut self.tie, Tie::Fast);
        let stop = std::mem::replace(&mut self.stop, AlignStop::Word);
        let here = After { rule, parent };
        let blanks = match (tie, self.before) {
            (_, None) => 0,
            (Tie::Sibling(_), Some(before)) => spacing::between_entries(before, here),
            (_, Some(before)) => spacing::blanks(before, here),
        };
        let gap = self.gap(start, tie, stop, blanks);
        self.push_gap(gap);
        for group in self.opening.drain(..) {
            self.pieces.list.push(Token::Open(group));
        }
        self.pieces.list.push(Token::Word(&self.text[start..end]));
        self.before = Some(here);
        self.passed(start, end);
    }

    fn push_gap(&mut self, gap: TokenGap) {
        if let Tie::Family(_, family) = gap.tie {
            self.pieces.families[family].push(self.pieces.list.len());
        }
        self.pieces.list.push(Token::Gap(gap));
    }

    fn comment(&mut self, pair: &Pair<'t, Rule>) {
        let (start, end) = grammar::comment(pair);
        let text = self.text[start..end].trim_end();
        let aside = self.end > 0 && !self.text[self.end..start].contains(['\n', '\r']);
        let tie = if aside { Tie::Aside } else { Tie::OwnLine };
        let gap = self.gap(start, tie, AlignStop::Comment, spacing::BEFORE_TAIL);
        if aside {
            self.push_gap(gap);
            self.pieces.list.push(Token::Comment(text));
        } else {
            self.comments.push((gap, text));
        }
        self.passed(start, end);
    }

    /// The comments that were kept back until it was known what they stand before.
    fn own_lines(&mut self) {
        for (gap, text) in std::mem::take(&mut self.comments) {
            self.pieces.list.push(Token::Gap(gap));
            self.pieces.list.push(Token::Comment(text));
        }
    }

    fn gap(&self, start: usize, tie: Tie, stop: AlignStop, blanks: usize) -> TokenGap {
        let white = &self.text[self.end..start];
        let breaks = white.matches('\n').count().max(white.matches('\r').count());
        let column = self.column_at(start);
        TokenGap {
            tie,
            blanks,
            stop,
            broken: breaks > 0,
            empty_line: breaks > 1,
            column,
            white: white.chars().count(),
        }
    }

    fn passed(&mut self, start: usize, end: usize) {
        self.column = self.column_at(start) + self.text[start..end].chars().count();
        self.end = end;
    }

    /// The column of what follows the last word.
    fn column_at(&self, start: usize) -> usize {
        let white = &self.text[self.end..start];
        match white.rfind(['\n', '\r']) {
            Some(at) => white[at + 1..].chars().count(),
            None => self.column + white.chars().count(),
        }
    }
}

/// What an entry is: of the rules that only lead to others, the one behind them.
fn kind_of(pair: &Pair<'_, Rule>) -> Rule {
    match pair.as_rule() {
        Rule::item | Rule::statement | Rule::entry => {
            let inner = pair.clone().into_inner();
            let mut parts = inner.filter(|part| part.as_rule() != Rule::comment);
            parts.next().map_or(pair.as_rule(), |part| kind_of(&part))
        }
        // Both tell of units, one below the other.
        Rule::time => Rule::units,
        // The head of a table stands above its rows.
        Rule::columns => Rule::row,
        rule => rule,
    }
}
