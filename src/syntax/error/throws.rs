//! Rolls in another order, or in words of the table: `c rolls 4d6 drop lowest as might`, `c rolls d20 with advantage as aim`.

use super::Misread;
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::place::Place;
use crate::syntax::words::{begins_statement, is_name};

/// Which of the dice count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeptEnd {
    Highest,
    Lowest,
}

impl KeptEnd {
    fn of(word: &str) -> Option<KeptEnd> {
        match word {
            "highest" | "best" | "top" | "higher" | "better" | "high" => Some(KeptEnd::Highest),
            "lowest" | "worst" | "bottom" | "lower" | "worse" | "low" => Some(KeptEnd::Lowest),
            _ => None,
        }
    }

    fn other(self) -> KeptEnd {
        match self {
            KeptEnd::Highest => KeptEnd::Lowest,
            KeptEnd::Lowest => KeptEnd::Highest,
        }
    }

    fn word(self) -> &'static str {
        match self {
            KeptEnd::Highest => "highest",
            KeptEnd::Lowest => "lowest",
        }
    }
}

/// A roll, as far as it has been read.
#[derive(Default)]
struct SpokenRoll<'t> {
    dice: Option<&'t str>,
    name: Option<&'t str>,
    side: Option<KeptEnd>,
    /// How many of the dice are kept, or left out.
    count: Option<u64>,
    drops: bool,
    /// Two dice in place of one.
    twice: bool,
    /// How far it reaches.
    end: usize,
}

/// How many dice there are, and what follows their number; `None` for what is no dice.
pub fn dice_of(word: &str) -> Option<(u64, &str)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, die) = word.split_at(digits);
    let sides = die.strip_prefix(['d', 'D'])?;
    let are_sides = sides == "%" || !sides.is_empty() && sides.bytes().all(|b| b.is_ascii_digit());
    let number = match number {
        "" => 1,
        number => number.parse().ok()?,
    };
    are_sides.then_some((number, die))
}

impl<'t> SpokenRoll<'t> {
    /// Reads what stands behind `rolls`. `None` where it is something else than a roll.
    fn read(text: &'t str) -> Option<Self> {
        const FILLERS: &[&str] = &[
            "with", "the", "a", "an", "and", "of", "taking", "take", "on", "using", "dice", "die",
            "at", "then",
        ];
        let mut throw = SpokenRoll::default();
        let mut is_named = false;
        let mut read = 0;
        for piece in text.split_inclusive(char::is_whitespace) {
            let start = read;
            read += piece.len();
            let token = piece.trim_end();
            if token.is_empty() {
                continue;
            }
            let word = token.trim_end_matches(',');
            let is_count = throw.side.is_some() || throw.drops;
            match word {
                _ if word.starts_with(['"', '#', '{', '}']) || begins_statement(word) => break,
                "as" | "for" | "into" | "called" | "named" | "->" | "=" | "to" => is_named = true,
                "keep" | "keeps" | "keeping" | "kept" => throw.side = Some(KeptEnd::Highest),
                "drop" | "drops" | "dropping" | "dropped" | "without" | "ignore" | "ignoring"
                | "discard" | "discarding" => {
                    throw.drops = true;
                    throw.side = Some(KeptEnd::Lowest);
                }
                "advantage" | "disadvantage" => {
                    throw.twice = true;
                    let side = match word {
                        "advantage" => KeptEnd::Highest,
                        _ => KeptEnd::Lowest,
                    };
                    throw.side = Some(side);
                }
                _ if FILLERS.contains(&word) => {}
                _ if let Some(side) = KeptEnd::of(word) => throw.side = Some(side),
                _ if dice_of(word).is_some() => {
                    if throw.dice.replace(word).is_some() {
                        return None;
                    }
                }
                _ if let Ok(count) = word.parse() => {
                    if !is_count || throw.count.replace(count).is_some() {
                        return None;
                    }
                }
                _ if is_name(word) && (throw.name.is_none() || is_named) => {
                    is_named = false;
                    if throw.name.replace(word).is_some() {
                        return None;
                    }
                }
                _ => return None,
            }
            throw.end = start + token.len();
        }
        Some(throw)
    }

    /// The roll as it is written here.
    fn written(&self, dice: &str, name: &str) -> Option<String> {
        let (number, die) = dice_of(dice)?;
        let count = self.count.unwrap_or(1);
        let (dice, kept) = match self.side {
            None => (dice.to_owned(), None),
            Some(side) if self.twice && number <= 2 => (format!("2{die}"), Some((side, 1))),
            Some(side) if self.drops => (
                dice.to_owned(),
                Some((side.other(), number.checked_sub(count)?)),
            ),
            Some(side) => (dice.to_owned(), Some((side, count))),
        };
        Some(match kept {
            Some((_, 0)) => return None,
            Some((side, count)) => format!("{dice} as {name} keeping {} {count}", side.word()),
            None => format!("{dice} as {name}"),
        })
    }
}

/// A roll of which all is said, in another order or in other words; or of which the dice are not said.
pub(super) fn throw(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let verbs = [" rolls ", " roll "].iter();
    let (at, verb) = verbs
        .filter_map(|verb| piece.find(verb).map(|at| (at, *verb)))
        .min()?;
    let who = &piece[..at];
    let plain = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    let is_statement = matches!(misread.place, Place::Statement | Place::TriggerStatement);
    if !is_statement || !who.chars().all(plain) {
        return None;
    }
    let from = at + verb.len();
    let throw = SpokenRoll::read(&piece[from..])?;
    let span = misread.here(misread.found());
    let lead = format!("{who} rolls");
    match (throw.dice, throw.name) {
        // Only `as` is missing.
        (Some(dice), Some(name)) if piece[from..from + throw.end] == format!("{dice} {name}") => {
            None
        }
        (Some(dice), Some(name)) => {
            let with = format!("{lead} {}", throw.written(dice, name)?);
            let message = "the dice come first, then their name, then which of them count";
            let label = "this is said in another way";
            let proposal = misread.rewriting(0..from + throw.end, &with, message, label)?;
            let mut proposal = proposal;
            proposal.primary.span = span;
            Some(proposal)
        }
        (Some(dice), None) if throw.side.is_some() => {
            let written = throw.written(dice, "result")?;
            let complaint = misread.error(span, "these dice have no name");
            let help = format!("the name stands behind `as`: `{} {written}`", Quoted(&lead));
            Some(complaint.label("in another way").help(help))
        }
        (None, Some(name)) => {
            let complaint = misread.error(span, "it is not said which dice are rolled");
            let written = throw.written("d6", name)?;
            let help = format!(
                "the dice stand before `as`: `{} {written}`, or which dice they are",
                Quoted(&lead)
            );
            Some(complaint.label("no dice").help(help))
        }
        _ => None,
    }
}
