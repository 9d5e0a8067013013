//! From pieces to lines: where the author broke a line it stays broken, what is too long breaks where the tie is loosest.
//!
//! It goes forward once. Before a line is written, it is looked through until it ends or is too long; only what has been
//! looked through is looked through again, so that the time grows with the text and not with its nesting.

use super::tokens::{AlignStop, Tie, Token, TokenGap, TokenGroup, Tokens};
use crate::syntax::grammar::Rule;

/// How wide a line may be.
pub(super) const WIDTH: usize = 140;
/// How much deeper each step is.
const STEP: usize = 2;

/// A line, in cells that can be lined up with those above and below.
#[derive(Debug, Default)]
pub(super) struct LayoutLine {
    pub indent: usize,
    pub cells: Vec<LineCell>,
    /// The entry that it belongs to. `None`: a comment on a line of its own.
    pub entry: Option<LineOwner>,
    /// It begins an entry and ends it.
    pub whole: bool,
    /// It begins an entry.
    pub begins: bool,
    /// An empty line stands before it.
    pub apart: bool,
    /// Where words of the author's line begin.
    pub marks: Vec<AuthorWord>,
}

/// A word of the author's line.
#[derive(Clone, Copy, Debug)]
pub(super) struct AuthorWord {
    pub stop: AlignStop,
    pub column: usize,
    /// The author has left more blanks before it than it needs.
    pub put: bool,
    /// The cell that it stands in, and how far in it.
    pub cell: usize,
    pub offset: usize,
}

/// Whose line it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineOwner {
    pub number: usize,
    pub kind: Rule,
    /// The body that the entry stands in.
    pub body: usize,
    /// Where the entry begins: in the author's text, and here.
    pub column: usize,
    pub start: usize,
}

/// Words that stay together.
#[derive(Debug)]
pub(super) struct LineCell {
    pub stop: AlignStop,
    /// How many blanks stand before it at least.
    pub blanks: usize,
    /// Where it stood in the author's text, if the words before it stood on the same line there.
    pub column: Option<usize>,
    pub text: String,
    pub width: usize,
}

/// Puts the pieces into lines.
pub(super) fn lines(pieces: Tokens<'_>) -> Vec<LayoutLine> {
    let mut writer = LineWriter {
        forced: vec![false; pieces.list.len()],
        pieces,
        frames: vec![OpenGroup::TOP],
        lines: Vec::new(),
    };
    let mut at = 0;
    while at < writer.pieces.list.len() {
        writer.go_on(at);
        let end = writer.settle(at);
        writer.write(at, end);
        at = end;
    }
    writer.lines
}

/// A group that is open.
#[derive(Clone, Copy)]
struct OpenGroup {
    group: TokenGroup,
    /// Where lines begin that break inside.
    indent: usize,
    whose: Option<LineOwner>,
    /// The entry, or its last part behind a body, has gone on to another line.
    goes_on: bool,
}

impl OpenGroup {
    /// What is around the whole text.
    const TOP: OpenGroup = OpenGroup {
        group: TokenGroup::Body,
        indent: 0,
        whose: None,
        goes_on: false,
    };
}

struct LineWriter<'t> {
    pieces: Tokens<'t>,
    /// The gaps at which lines break that the author did not break there.
    forced: Vec<bool>,
    frames: Vec<OpenGroup>,
    lines: Vec<LayoutLine>,
}

/// What there is to do about a line.
enum LineAction {
    /// Nothing; it ends before this piece.
    Fits(usize),
    /// This body is to be broken.
    Open(usize),
    /// It is to be broken at this gap.
    Break(usize),
}

impl LineWriter<'_> {
    /// Notes that the entry in hand goes on to another line.
    fn go_on(&mut self, start: usize) {
        let goes_on = match &self.pieces.list[start] {
            Token::Gap(gap) => matches!(gap.tie, Tie::Fast | Tie::Loose(_) | Tie::Family(..)),
            _ => false,
        };
        if let Some(frame) = self.entry_mut() {
            frame.goes_on |= goes_on;
        }
    }

    /// Breaks the line that begins at a piece until it fits, as far as it can be broken; the gap that ends it.
    fn settle(&mut self, start: usize) -> usize {
        loop {
            match self.look(start) {
                LineAction::Fits(end) => return end,
                LineAction::Open(body) => self.open_body(body),
                LineAction::Break(gap) => self.force(gap),
            }
        }
    }

    /// Breaks a body, and with it those behind an `else` on the same line.
    fn open_body(&mut self, body: usize) {
        let mut next = Some(body);
        while let Some(body) = next.map(|number| &mut self.pieces.bodies[number]) {
            body.broken |= !body.empty;
            next = body.otherwise;
        }
    }

    fn force(&mut self, at: usize) {
        self.forced[at] = true;
        if let Token::Gap(gap) = &self.pieces.list[at]
            && let Tie::Family(_, family) = gap.tie
        {
            for other in std::mem::take(&mut self.pieces.families[family]) {
                self.forced[other] = true;
            }
        }
    }

    /// Looks through a line until it ends or is too long.
    fn look(&self, start: usize) -> LineAction {
        let mut width = 0;
        let mut loosest: Option<(usize, usize)> = None;
        let mut body = None;
        let mut after_comment = false;
        for (at, piece) in self.pieces.list.iter().enumerate().skip(start) {
            match piece {
                Token::Open(_) | Token::Close => {}
                Token::Word(word) => width += word.chars().count(),
                Token::Comment(_) => after_comment = true,
                Token::Gap(gap) if at == start => width = self.indent(gap.tie),
                Token::Gap(gap) if after_comment || self.breaks(at, gap) => {
                    return LineAction::Fits(at);
                }
                Token::Gap(gap) => {
                    let level = match gap.tie {
                        Tie::Loose(level) => level,
                        Tie::Family(level, _) => Some(level),
                        _ => None,
                    };
                    if width > WIDTH && level.is_some() {
                        // Nothing can be done about what stands before; at least it can end here.
                        return LineAction::Break(at);
                    }
                    if let Some(level) = level
                        && loosest.is_none_or(|(known, _)| level <= known)
                    {
                        loosest = Some((level, at));
                    }
                    if let Tie::Brace(number) = gap.tie
                        && !self.broken(number)
                        && !self.pieces.bodies[number].empty
                    {
                        body = body.or(Some(number));
                    }
                    if gap.tie != Tie::Aside {
                        width += gap.blanks;
                    }
                }
            }
            if width > WIDTH {
                match (body, loosest) {
                    (Some(body), _) => return LineAction::Open(body),
                    (None, Some((_, at))) => return LineAction::Break(at),
                    (None, None) => {}
                }
            }
        }
        LineAction::Fits(self.pieces.list.len())
    }

    /// Whether the lines of a body are broken.
    fn broken(&self, body: usize) -> bool {
        self.pieces.bodies[body].broken
    }

    /// Whether the line breaks at a gap.
    fn breaks(&self, at: usize, gap: &TokenGap) -> bool {
        match gap.tie {
            Tie::Fast | Tie::Aside => false,
            Tie::Loose(_) | Tie::Family(..) => gap.broken || self.forced[at],
            Tie::Sibling(body) | Tie::End(body) => self.broken(body),
            Tie::Else => gap.broken,
            Tie::OwnLine => true,
            // Behind a head of several lines, so that they do not run into what stands in the body.
            Tie::Brace(body) => {
                let entry = self.pieces.bodies[body].entry;
                let open = self.entry().filter(|frame| frame.goes_on);
                self.broken(body) && open.is_some_and(|frame| frame.is_entry(entry))
            }
        }
    }

    /// The entry in hand.
    fn entry(&self) -> Option<&OpenGroup> {
        let mut frames = self.frames.iter().rev();
        frames.find(|frame| matches!(frame.group, TokenGroup::Entry(..)))
    }

    fn entry_mut(&mut self) -> Option<&mut OpenGroup> {
        let mut frames = self.frames.iter_mut().rev();
        frames.find(|frame| matches!(frame.group, TokenGroup::Entry(..)))
    }

    /// Where a line begins that breaks at a tie.
    fn indent(&self, tie: Tie) -> usize {
        match tie {
            Tie::End(_) | Tie::Else | Tie::Brace(_) => self
                .entry()
                .and_then(|frame| frame.whose)
                .map_or(0, |whose| whose.start),
            _ => self.frames.last().map_or(0, |frame| frame.indent),
        }
    }

    // ------------------------------------------------------------------ writing

    /// Writes the line from one gap to another.
    fn write(&mut self, start: usize, end: usize) {
        let mut line = LayoutLine::default();
        // Whether the author's line has been the same so far.
        let mut known = true;
        for at in start..end {
            match &self.pieces.list[at] {
                &Token::Gap(gap) if at == start => {
                    line = self.begun(gap);
                    known = gap.broken || line.begins;
                    line.cells.push(LineCell::first(gap));
                }
                &Token::Gap(gap) => {
                    known &= !gap.broken;
                    self.add_gap(&mut line, gap, known);
                }
                Token::Word(word) | Token::Comment(word) => {
                    if let Some(cell) = line.cells.last_mut() {
                        cell.text.push_str(word);
                        cell.width += word.chars().count();
                    }
                }
                &Token::Open(group) => self.open(group, &mut line),
                Token::Close => self.close(&mut line),
            }
        }
        self.lines.push(line);
    }

    /// A line that begins behind a gap.
    fn begun(&self, gap: TokenGap) -> LayoutLine {
        let indent = self.indent(gap.tie);
        let between = matches!(gap.tie, Tie::Sibling(_) | Tie::OwnLine);
        let begins = matches!(gap.tie, Tie::Sibling(_));
        let entry = match gap.tie {
            Tie::OwnLine => None,
            _ if begins => Some(LineOwner {
                number: 0,
                kind: Rule::file,
                body: match gap.tie {
                    Tie::Sibling(body) => body,
                    _ => 0,
                },
                column: gap.column,
                start: indent,
            }),
            _ => self.entry().and_then(|frame| frame.whose),
        };
        LayoutLine {
            indent,
            entry,
            begins,
            apart: gap.empty_line && between && self.may_stand_apart(),
            ..LayoutLine::default()
        }
    }

    /// An empty line can stand before the next one: not at the top, and not behind an opening brace.
    fn may_stand_apart(&self) -> bool {
        let last = self.lines.last().and_then(|line| line.cells.last());
        // A comment can end in a brace, a line before an entry of its body cannot.
        last.is_some_and(|cell| !cell.text.ends_with('{') || cell.text.starts_with('#'))
    }

    fn add_gap(&self, line: &mut LayoutLine, gap: TokenGap, known: bool) {
        let own = self.entry().and_then(|frame| frame.whose);
        let own = own.zip(line.entry);
        let own = own.is_some_and(|(here, whose)| here.number == whose.number);
        let tailed = line.cells.iter().any(|cell| cell.stop > AlignStop::Brace);
        let (stop, blanks) = match gap.stop {
            // A comment says what a text would say.
            AlignStop::Comment if !tailed => (AlignStop::Text, gap.blanks),
            AlignStop::Comment => (AlignStop::Comment, gap.blanks),
            stop if own => (stop, gap.blanks),
            AlignStop::Text | AlignStop::Cites => (AlignStop::Word, 1),
            _ => (AlignStop::Word, gap.blanks),
        };
        let put = gap.white > blanks;
        if stop != AlignStop::Word || known && gap.white > 1 {
            line.cells.push(LineCell {
                stop,
                blanks,
                column: known.then_some(gap.column),
                text: String::new(),
                width: 0,
            });
        } else if let Some(cell) = line.cells.last_mut() {
            cell.text.extend(std::iter::repeat_n(' ', blanks));
            cell.width += blanks;
        }
        if known {
            line.marks.push(AuthorWord {
                stop,
                column: gap.column,
                put,
                cell: line.cells.len() - 1,
                offset: line.cells.last().map_or(0, |cell| cell.width),
            });
        }
    }

    fn open(&mut self, group: TokenGroup, line: &mut LayoutLine) {
        let first = line.cells.len() == 1 && line.cells[0].text.is_empty();
        let entry = self.entry().and_then(|frame| frame.whose);
        let frame = match group {
            TokenGroup::Entry(rule, number) => {
                let whose = match line.entry {
                    Some(begun) if first => LineOwner {
                        number,
                        kind: rule,
                        ..begun
                    },
                    // Inside a line that another entry began.
                    _ => LineOwner {
                        number,
                        kind: rule,
                        body: 0,
                        column: 0,
                        start: line.indent,
                    },
                };
                if first {
                    line.entry = Some(whose);
                }
                OpenGroup {
                    group,
                    indent: line.indent + STEP,
                    whose: Some(whose),
                    goes_on: false,
                }
            }
            TokenGroup::Body => OpenGroup {
                group,
                indent: entry.map_or(0, |whose| whose.start + STEP),
                ..OpenGroup::TOP
            },
            TokenGroup::Part | TokenGroup::Branch => {
                let below = first && group == TokenGroup::Part;
                OpenGroup {
                    group,
                    indent: line.indent + if below { 0 } else { STEP },
                    ..OpenGroup::TOP
                }
            }
        };
        self.frames.push(frame);
    }

    fn close(&mut self, line: &mut LayoutLine) {
        match self.frames.pop() {
            Some(frame) if frame.group == TokenGroup::Body => {
                if let Some(entry) = self.entry_mut() {
                    entry.goes_on = false;
                }
            }
            Some(OpenGroup {
                whose: Some(whose), ..
            }) => {
                let own = line.entry.is_some_and(|own| own.number == whose.number);
                line.whole |= own && line.begins;
            }
            _ => {}
        }
    }
}

impl OpenGroup {
    fn is_entry(&self, number: usize) -> bool {
        matches!(self.group, TokenGroup::Entry(_, own) if own == number)
    }
}

impl LineCell {
    /// What a line begins with.
    fn first(gap: TokenGap) -> LineCell {
        LineCell {
            stop: AlignStop::Word,
            blanks: 0,
            column: Some(gap.column),
            text: String::new(),
            width: 0,
        }
    }
}
