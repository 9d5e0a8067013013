//! Blocks whose first line is the mistake: a trigger called an exception, stages inside of `does { }`, an action with parameters. The block is read in other words before these
//! are proposed, and nothing more is said of what stands in it.

use super::Misread;
use super::scenario::heads;
use crate::diagnostic::Diagnostic;
use crate::source::pairs;
use crate::suggest::stem;
use crate::syntax::brackets;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// Blocks with a title in quotes, each with what it is for.
const TITLED: &[(&str, &str)] = &pairs![
    "trigger" => "what is done when something happens is a trigger",
    "exception" => "which of two acts comes first is told by an exception",
    "placement" => "where an act comes in the order is told by a placement",
    "void" => "which acts are not carried out is told by `void`",
];

/// `exception "..." { when strike a resolves ... }`, `does { stage begins { } }`
pub(super) fn head_of_block(misread: &Misread<'_>) -> Option<Diagnostic> {
    match misread.place {
        Place::ExceptionClause | Place::PlacementClause | Place::VoidClause | Place::Happening => {
            other_word(misread)
        }
        Place::Statement if first_word(misread.piece()) == "stage" => stages(misread),
        Place::Item if first_word(misread.piece()) == "action" => parameters(misread),
        Place::ActionClause => undone(misread),
        _ => None,
    }
}

/// Where the block around begins, its first word, and where its braces open and close.
fn block<'t>(misread: &Misread<'t>) -> Option<(usize, &'t str, usize, usize)> {
    let (start, head) = heads(misread).next()?;
    let (open, close) = brackets::body(misread.text.get(start..)?)?;
    Some((start, first_word(head), start + open, start + close))
}

fn other_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (start, word, _, close) = block(misread)?;
    TITLED.iter().find(|(own, _)| *own == word)?;
    let rest = misread.text.get(start + word.len()..close)?;
    let mut others = TITLED.iter().filter(|(other, _)| *other != word);
    let (meant, message) = others
        .find(|(other, _)| misread.reads_cleanly_as(Place::Item, &format!("{other}{rest}")))?;
    let span = misread.span(start, start + word.len());
    let complaint = misread
        .error(span, *message)
        .label("another word says this");
    Some(Diagnostic {
        unread: Some(misread.span(start, close)),
        ..complaint.write(span, *meant)
    })
}

fn stages(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (start, word, open, close) = block(misread)?;
    let inner = misread.text.get(open + 1..close.checked_sub(1)?)?.trim();
    let message = "stages stand in the action itself, in the place of `does`";
    let complaint = misread.error(misread.span(start, start + word.len()), message);
    let complaint = complaint
        .label("nothing stands around stages")
        .help("take `does {` away, and the brace that closes it");
    let is_read = word == "does" && misread.reads_as(Place::ActionClause, inner);
    is_read.then(|| Diagnostic {
        unread: Some(misread.span(start, close)),
        ..complaint.guess(misread.span(start, close), inner)
    })
}

/// `replace action strike {`, `action strike "strikes" { takes target   subtract 1 from target.hp }`: what an act does, without `does { }`.
fn undone(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (start, word, open, close) = block(misread)?;
    let inner = misread.text.get(open + 1..close.checked_sub(1)?)?;
    let message = "what an action does stands behind `does`, in braces";
    let head = misread.text.get(start..open)?.trim_end();
    if let Some(name) = head.strip_prefix("replace action ")
        && let meant = format!("replace does of {name} {{{inner}}}")
        && misread.reads_cleanly_as(Place::Item, &meant)
    {
        let span = misread.span(start, start + head.len());
        let with = format!("replace does of {name}");
        let complaint = misread
            .error(span, message)
            .label("this replaces all of it");
        let complaint = complaint.help(format!("to replace that alone, write `{with} {{`"));
        return Some(Diagnostic {
            unread: Some(misread.span(start, close)),
            ..complaint.guess(span, with)
        });
    }
    let done = misread.text.get(misread.start..close - 1)?.trim_end();
    let with = format!("does {{ {done} }}");
    let is_read = word == "action" && misread.reads_cleanly_as(Place::ActionClause, &with);
    is_read.then(|| {
        let span = misread.span(misread.start, misread.start + done.len());
        let help = match done.contains('\n') {
            true => "write `does {` before this, and `}` behind it".to_owned(),
            false => format!("write `{with}`"),
        };
        let complaint = misread.error(span, message).label("no part of an action");
        Diagnostic {
            unread: Some(misread.span(misread.start, close)),
            ..complaint.help(help).guess(span, with)
        }
    })
}

/// `action strike(combatant target) "strikes {target}" {`: what an action takes, in brackets as of a function.
fn parameters(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let open = piece
        .find('(')
        .filter(|&open| open == misread.at_in_piece())?;
    let close = open + piece[open..].find(')')?;
    let brace = close
        + piece[close..]
            .find('{')
            .filter(|_| !piece[..open].contains('{'))?;
    let name = |written: &str| match written.split_once(':') {
        Some((name, _)) => name.trim().to_owned(),
        None => written.rsplit(' ').next().unwrap_or("").to_owned(),
    };
    let names: Vec<String> = piece[open + 1..close]
        .split(',')
        .map(|one| name(one.trim()))
        .collect();
    let named = piece[..open].trim_end();
    let action = &named[named.rfind(' ')? + 1..];
    // `action cast (casts) {`
    if let [only] = names.as_slice()
        && stem(only) == stem(action)
    {
        let with = format!(", {only}");
        let message = "the verb of an action stands behind a comma";
        return misread.rewriting(named.len()..close + 1, &with, message, "in another way");
    }
    let takes = match names.as_slice() {
        [only] if only.is_empty() => String::new(),
        [only] => format!(" takes {only}"),
        [object, at] => format!(" takes {object} at {at}"),
        _ => return None,
    };
    // The title may stand between, with holes in braces.
    let title = piece[close + 1..].find('"').map(|quote| close + 1 + quote);
    let ends = title.and_then(|begin| Some(begin + 1 + piece[begin + 1..].find('"')?));
    let brace = match title.zip(ends) {
        Some((begin, end)) if begin < brace => end + piece[end..].find('{')?,
        _ => brace,
    };
    let head = piece[close + 1..brace].trim();
    let space = if head.is_empty() { "" } else { " " };
    let with = format!("{space}{head} {{{takes}");
    let message = "what an action takes stands inside of its braces, behind `takes`";
    misread.rewriting(open..brace + 1, &with, message, "an action has no brackets")
}
