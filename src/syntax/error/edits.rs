//! Small edits of a line of which nothing else is known: a word in front of it, a word less, words in another order, a text in quotes, one word more,
//! or another one. The likelier kinds come first. One is proposed where it is the only one of its kind with which the line can be read.

use std::collections::BTreeSet;
use std::ops::Range;

use super::clauses::clause_moved;
use super::foreign::FILLERS;
use super::forms::nearly;
use super::phrases::says_its_own;
use super::several_slips::several_slips;
use super::{Misread, nothing_begins, plain};
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, words};
use crate::syntax::words::{first_word, is_keyword};

/// Finds one kind of edit, among these tokens.
type EditSearch = fn(&Misread<'_>, &[Range<usize>]) -> Option<Diagnostic>;

/// How many bytes are read for the edits of one kind.
pub(super) const MOST_BYTES: usize = 4 << 10;

/// How many edits are kept to be tried with the whole file.
const MOST_EDITS: usize = 3;

/// How many tokens before the place, and behind it, are looked at.
const BEFORE: usize = 5;
const BEHIND: usize = 5;

/// How many words are moved together at most.
const MOST_MOVED: usize = 3;

/// How many words a text has at most that lacks its quotes.
const MOST_WORDS: usize = 12;

/// Words that are easily left out and have no opposite that could be meant as well.
const LEFT_OUT: &[&str] = &[
    "phase", "of", "by", "as", "for", "from", "to", "with", "where", "on", "at", "per", "act",
    "order", "acts",
];

/// Words besides the usual fillers without which a line may be one of the language.
const TOO_MANY: &[&str] = &words![
    option as that to for in on from are be has have its their will must can may also just only
    there does always value named called number which who if and act phase action combatant between
    per round up his her him
];

/// Words that no edit leaves out, puts in or moves alone: the line says another thing with them.
fn is_telling(word: &str) -> bool {
    matches!(word, "not" | "no" | "or" | "mod")
}

/// Whether no more is said of a line than how far it is understood, or how it is written.
pub(super) fn is_general(misread: &Misread<'_>, told: &Diagnostic) -> bool {
    let begins_nothing = || told.message == nothing_begins(first_word(misread.piece()));
    told.fix.is_none() && (begins_nothing() || told.help == plain(misread, misread.found()).help)
}

/// The same complaint, or one with an edit before it where what is said is general.
pub(super) fn edited(misread: &Misread<'_>, told: Diagnostic) -> Diagnostic {
    let is_long = misread.piece().len() > MOST_BYTES;
    if !misread.place.is_in_rules() {
        if told.fix.is_some() || is_long {
            return told;
        }
        let mut found = Vec::new();
        if is_general(misread, &told) {
            misread.renew(MOST_BYTES);
            found.extend(nearly(misread));
        }
        return one_of(misread, found, told);
    }
    if told.fix.is_some() {
        // What is proposed may turn out not to mend the text.
        return match told.fallback.clone() {
            Some(fallback) => told.or_else(edited(misread, *fallback)),
            None => told,
        };
    }
    let mut found = Vec::new();
    if !is_long && is_general(misread, &told) {
        found.extend(small_edits(misread));
        misread.renew(MOST_BYTES);
        found.extend(nearly(misread));
    }
    match is_long {
        true => told,
        false => one_of(misread, found, told),
    }
}

/// The complaint with edits of one slip before it, and with one of several slips behind these.
fn one_of(misread: &Misread<'_>, mut found: Vec<Diagnostic>, told: Diagnostic) -> Diagnostic {
    found.extend(several_slips(misread, &told));
    chained(found, told)
}

/// Edits of one slip, at most one of each kind.
fn small_edits(misread: &Misread<'_>) -> Vec<Diagnostic> {
    let kinds: [EditSearch; 8] = [
        dotted,
        in_front,
        left_out,
        moved,
        clause_moved,
        in_quotes,
        put_in,
        replaced,
    ];
    edits_of(misread, &kinds)
}

/// Those with one word more or less, or with another small one.
pub(super) fn edits_of_words(misread: &Misread<'_>) -> Vec<Diagnostic> {
    edits_of(misread, &[dotted, in_front, left_out, put_in, replaced])
}

fn edits_of(misread: &Misread<'_>, kinds: &[EditSearch]) -> Vec<Diagnostic> {
    let tokens = tokens(misread.piece());
    let found = kinds.iter().filter_map(|kind| {
        misread.renew(MOST_BYTES);
        kind(misread, &tokens)
    });
    found.take(MOST_EDITS).collect()
}

/// Edits of which each is tried where those before it do not mend the text, and what is said where none does.
fn chained(edits: Vec<Diagnostic>, told: Diagnostic) -> Diagnostic {
    (edits.into_iter().rev()).fold(told, |told, edit| edit.or_else(told))
}

/// The words, numbers, texts and signs of the first line of a piece up to its brace; what stands in round brackets belongs to the word before.
fn tokens(piece: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    let (mut depth, mut quoted) = (0_usize, false);
    let mut end = piece.len();
    for (at, sign) in piece.char_indices() {
        let is_apart = depth == 0 && !quoted;
        match sign {
            '{' | '}' | '#' if is_apart => {
                end = at;
                break;
            }
            '\n' => {
                end = at;
                break;
            }
            _ if sign.is_whitespace() && is_apart => {
                tokens.extend(start.take().map(|start| start..at));
                continue;
            }
            ',' | ':' if is_apart => {
                tokens.extend(start.take().map(|start| start..at));
                tokens.push(at..at + 1);
                continue;
            }
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        start.get_or_insert(at);
    }
    tokens.extend(start.map(|start| start..end));
    tokens
}

/// The tokens near the place where the piece goes wrong, and which of them stands there.
fn near<'t>(misread: &Misread<'_>, tokens: &'t [Range<usize>]) -> (&'t [Range<usize>], usize) {
    let at = misread.at_in_piece();
    let here = tokens.partition_point(|token| token.end <= at);
    let from = here.saturating_sub(BEFORE);
    let to = (here + BEHIND).min(tokens.len());
    (&tokens[from..to], here - from)
}

/// The only one of some edits with which the piece can be read; edits that come to the same are one.
pub(super) fn only(
    misread: &Misread<'_>,
    edits: impl Iterator<Item = (Range<usize>, String)>,
) -> Option<(Range<usize>, String)> {
    let mut seen = BTreeSet::new();
    let mut found = None;
    for (range, with) in edits {
        let new = misread.rewritten(&range, &with)?;
        let words: Vec<&str> = new.split_whitespace().collect();
        if !seen.insert(words.join(" ")) || !misread.reads_cleanly(&new) {
            continue;
        }
        if found.replace((range, with)).is_some() {
            return None;
        }
    }
    found
}

/// `a.actor.speed, highest first` for `by a.actor.speed, highest first`: the word that begins the line is missing.
fn in_front(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    // What it would say is seldom meant by a line that says nothing.
    const SELDOM: &[&str] = &["reveal", "remove", "leave", "allow", "keeps"];
    let first = tokens.first()?;
    let begun = first_word(misread.piece());
    if misread.place.begins_with(begun) {
        return None;
    }
    let words = misread.place.words().filter(|word| !SELDOM.contains(word));
    let (_, with) = only(misread, words.map(|word| (0..0, format!("{word} "))))?;
    let word = with.trim_end();
    let piece = misread.piece().get(first.clone())?;
    let message = format!("`{word}` is missing before `{}`", Quoted(piece));
    let label = format!("`{word}` must stand before this");
    let proposal = misread.proposal(first.clone(), &format!("{with}{piece}"), message, label);
    Some(proposal)
}

/// `by if option tie is apart ...`: one word too many, or two.
fn left_out(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (near, here) = near(misread, tokens);
    let is_filler = |token: &Range<usize>| {
        let word = &piece[token.clone()];
        FILLERS.contains(&word) || TOO_MANY.contains(&word)
    };
    let without = |first: usize, last: usize| {
        let (start, end) = (near[first].start, near[last].end);
        let behind = piece[end..].trim_start_matches([' ', '\t']);
        match behind.is_empty() {
            true => piece[..start].trim_end_matches([' ', '\t']).len()..end,
            false => start..piece.len() - behind.len(),
        }
    };
    let last = (here + 2).min(near.len());
    [1, 2].into_iter().find_map(|count| {
        let runs = (0..last).filter(|from| from + count <= near.len());
        let fillers = runs.filter(|from| near[*from..from + count].iter().all(is_filler));
        let edits = fillers.map(|from| (without(from, from + count - 1), String::new()));
        let (range, with) = only(misread, edits)?;
        let dropped = Quoted(piece[range.clone()].trim()).to_string();
        let message = match count {
            1 => format!("`{dropped}` is a word too many"),
            _ => format!("`{dropped}` are words too many"),
        };
        Some(misread.proposal(range, &with, message, "not needed"))
    })
}

/// `target: combatant optional`: the words are there, in another order.
fn moved(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (near, here) = near(misread, tokens);
    let text = |token: &Range<usize>| &piece[token.clone()];
    let is_sign = |token: &Range<usize>| matches!(text(token), "," | ":");
    let can_move = |token: &Range<usize>| {
        let word = text(token);
        !is_telling(word)
            && (is_keyword(word)
                || word.starts_with('"')
                || word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let written = |order: &[&Range<usize>]| {
        let mut out = String::new();
        for token in order {
            if !out.is_empty() && !is_sign(token) {
                out.push(' ');
            }
            out.push_str(text(token));
        }
        out
    };
    let ways = (1..=MOST_MOVED).flat_map(|count| (1..=near.len()).map(move |far| (count, far)));
    ways.into_iter().find_map(|(count, far)| {
        let runs = (0..near.len()).filter(|from| from + count <= near.len());
        let runs = runs.filter(|from| {
            let run = &near[*from..from + count];
            can_move(&run[0]) && !run.iter().any(is_sign)
        });
        let edits = runs.flat_map(|from| {
            let places = [from.checked_sub(far), Some(from + count + far)];
            let places = places.into_iter().flatten().filter(|to| *to <= near.len());
            // What is right before the place where the line goes wrong stays as it is.
            let places =
                places.filter(move |to| from.min(*to) <= here && from.max(*to) + 2 >= here);
            places.filter_map(move |to| {
                let run = from..from + count;
                let (first, last) = (from.min(to), to.max(from + count));
                // A sign stands behind its own word.
                if is_sign(&near[first]) {
                    return None;
                }
                // What is asked in another place is another condition.
                if near[first..last].iter().any(|token| text(token) == "if") {
                    return None;
                }
                // The word with which a line here begins is the first one.
                let head = &near[first];
                if head.start == 0 && misread.place.begins_with(text(head)) {
                    return None;
                }
                // `or more` stays with its number.
                let behind = near.get(last).zip(near.get(last + 1));
                let is_bound = |word| matches!(word, "more" | "less");
                if behind.is_some_and(|(or, word)| text(or) == "or" && is_bound(text(word))) {
                    return None;
                }
                let rest = |range: Range<usize>| near[range].iter();
                let order: Vec<&Range<usize>> = match to < from {
                    true => rest(run.clone()).chain(rest(to..from)).collect(),
                    false => rest(run.end..to).chain(rest(run.clone())).collect(),
                };
                Some((near[first].start..near[last - 1].end, written(&order)))
            })
        });
        let (range, with) = only(misread, edits)?;
        let message = "these words stand in another order";
        Some(misread.proposal(range, &with, message, "in another order"))
    })
}

/// `hp: number hit points`: a text without its quotes.
fn in_quotes(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    const LEADS: &[&str] = &["because", "note", "source", "uses", "extends", "over"];
    let piece = misread.piece();
    let at = misread.at_in_piece();
    let here = tokens.partition_point(|token| token.end <= at);
    let is_prose = |token: &Range<usize>| {
        let word = &piece[token.clone()];
        let inner =
            |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '!' | '?' | '.');
        word.starts_with(char::is_alphanumeric) && word.chars().all(inner)
    };
    [Some(here + 1), here.checked_sub(1), Some(here)]
        .into_iter()
        .flatten()
        .find_map(|from| {
            let words = tokens.get(from..)?;
            let lead = from.checked_sub(1).map(|lead| &piece[tokens[lead].clone()]);
            let is_led = lead.is_some_and(|lead| LEADS.contains(&lead));
            let begun = &piece[words.first()?.clone()];
            let is_number = begun.starts_with(|c: char| c.is_ascii_digit());
            if !is_led && (is_number || says_its_own(begun) || is_keyword(begun) || from > here) {
                return None;
            }
            let count = words.iter().take_while(|token| is_prose(token)).count();
            let least = match is_led {
                true => 1,
                false => 2,
            };
            let ends = (least..=count.min(MOST_WORDS)).map(|count| words[count - 1].end);
            let quoted = |end: usize| {
                let range = words[0].start..end;
                let text = format!("\"{}\"", &piece[range.clone()]);
                (range, text)
            };
            let (range, with) = only(misread, ends.map(quoted))?;
            Some(misread.proposal(range, &with, "a text stands in quotes", "a text"))
        })
}

/// `when round ends` for `when phase round ends`: one word is missing a little before the place.
fn put_in(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (near, here) = near(misread, tokens);
    let gaps = near.get(..(here + 1).min(near.len()))?.iter().skip(1);
    let gaps = gaps.filter(|gap| !matches!(&piece[(*gap).clone()], "," | ":"));
    let edits = gaps.flat_map(|gap| {
        let words = LEFT_OUT.iter();
        words.map(|word| (gap.start..gap.start, format!("{word} ")))
    });
    let (range, with) = only(misread, edits)?;
    let next = near.iter().find(|token| token.start == range.start)?;
    let word = with.trim_end();
    let label = format!("`{word}` must stand before this");
    let whole = format!("{word} {}", &piece[next.clone()]);
    Some(misread.proposal(next.clone(), &whole, format!("`{word}` is missing"), label))
}

/// `target hp` for `target.hp`, where something has an attribute of that name.
fn dotted(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (near, here) = near(misread, tokens);
    let pairs = near.windows(2).take(here + 1);
    let edits = pairs.filter_map(|pair| {
        let (owner, name) = (&piece[pair[0].clone()], &piece[pair[1].clone()]);
        let is_owner = owner
            .chars()
            .all(|c| c == '_' || c == '.' || c.is_alphanumeric());
        let is_meant = is_owner && !is_keyword(owner) && misread.has_attribute(name);
        is_meant.then(|| (pair[0].start..pair[1].end, format!("{owner}.{name}")))
    });
    let (range, with) = only(misread, edits)?;
    let message = "what belongs to something stands behind a dot";
    Some(misread.proposal(range, &with, message, "a dot is missing here"))
}

/// `subtract 2 of c.hp`: one small word for another one.
fn replaced(misread: &Misread<'_>, tokens: &[Range<usize>]) -> Option<Diagnostic> {
    const SMALL: &[&str] = &[
        "of", "from", "to", "by", "at", "on", "in", "with", "for", "as", "per", "where", "while",
        "into", "against", "among",
    ];
    let piece = misread.piece();
    let (near, here) = near(misread, tokens);
    let near = near.get(..(here + 1).min(near.len()))?;
    let small = near
        .iter()
        .filter(|token| SMALL.contains(&&piece[(*token).clone()]));
    let edits = small.flat_map(|token| {
        let others = SMALL.iter().filter(|word| is_keyword(word));
        others.map(|word| (token.clone(), (*word).to_owned()))
    });
    let (range, with) = only(misread, edits)?;
    let typed = Quoted(&piece[range.clone()]).to_string();
    let message = format!("`{typed}` is said in another way here");
    let label = format!("`{with}` says this here");
    Some(misread.proposal(range, &with, message, label))
}
