//! Whether brackets and quotes close. Repairs what does not, so that the parser meets only balanced text and can read the
//! rest of the file; every repair keeps the length, so that places stay right. Knows only characters and a few words.

mod pieces;
mod repair;
mod scan;

use std::ops::Range;

use self::pieces::{BracketToken, pieces};
use self::scan::BracketScanner;
use crate::diagnostic::{Capped, Diagnostic};
use crate::source::{FileId, Limits};

/// What was found.
pub(super) struct Brackets {
    /// What is not closed.
    pub found: Vec<Diagnostic>,
    /// What is nested too deep, so that nothing may be read.
    pub too_deep: Option<Diagnostic>,
    /// The text with everything closed, if something was not. Braces that close nothing else may be added at the end.
    pub repaired: Option<String>,
    /// The lines that were repaired: nothing more is to be said about them.
    pub quiet: Vec<Range<usize>>,
    /// What is only to be said if no `{` is missing in a stretch.
    pub perhaps: Vec<(Range<usize>, Diagnostic)>,
}

/// The brackets of a text outside its texts in quotes and its comments.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = (usize, char)> {
    pieces(text).filter_map(|piece| match piece {
        BracketToken::Bracket(at, bracket) => Some((at, bracket)),
        _ => None,
    })
}

/// How many braces are closed where the indentation says that they should have been; more are closed at the end.
const PASSES: usize = 16;

/// Looks at all brackets and quotes of a text.
pub(super) fn check(file: FileId, text: &str, limits: &Limits) -> Brackets {
    let mut found = Capped::new(limits.mistakes);
    let mut all = Brackets {
        found: Vec::new(),
        too_deep: None,
        repaired: None,
        quiet: Vec::new(),
        perhaps: Vec::new(),
    };
    for pass in 1..=PASSES {
        let current = all.repaired.take();
        let mut checker =
            BracketScanner::new(file, current.as_deref().unwrap_or(text), limits, &mut found);
        checker.may_repeat = pass < PASSES;
        for piece in pieces(checker.text) {
            checker.piece(piece);
        }
        let (again, one) = checker.finish();
        all.too_deep = all.too_deep.or(one.too_deep);
        all.quiet.extend(one.quiet);
        all.perhaps.extend(one.perhaps);
        all.repaired = one.repaired.or(current);
        if !again {
            break;
        }
    }
    all.found = found.into_list();
    all
}

/// A text that stands in braces, up to where they close; all of it if they do not.
pub fn until_closed(text: &str) -> &str {
    let mut depth = 0;
    let mut all = brackets(text);
    let end = all.find(|(_, sign)| {
        depth += match sign {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        depth < 0
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// From the first brace to the one that closes it.
pub fn body(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0;
    let mut open = None;
    for (at, bracket) in brackets(text) {
        match bracket {
            '{' => {
                open.get_or_insert(at);
                depth += 1;
            }
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return open.map(|open| (open, at + 1));
                }
            }
            _ => {}
        }
    }
    None
}
