//! What an action takes: one thing, or one at another. Here it takes more, or says more of it.

use super::values::is_inner;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::suggest::list_all;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// Words before what an action is aimed at.
const AIMED: &[&str] = &[
    "at", "on", "upon", "against", "to", "toward", "towards", "into", "for",
];

/// Words before what is given beside it.
const GIVEN: &[&str] = &["with", "using", "by", "via", "from", "of"];

/// Words that say nothing here.
const FILLERS: &[&str] = &["a", "an", "the", "and", "plus", "also", "takes", "its"];

/// What stands behind `takes`.
#[derive(Default)]
struct TakenList<'t> {
    /// What the action takes, and what it is aimed at.
    taken: Vec<&'t str>,
    /// Whether a word says at which of them it is aimed.
    aimed: bool,
    /// What an act is told besides.
    given: Vec<&'t str>,
}

impl<'t> TakenList<'t> {
    /// `text`: that of the file, which says of which types they are.
    fn read(list: &'t str, text: &str) -> Self {
        let mut read = TakenList::default();
        let mut link = "";
        // Behind a colon stands a type.
        let parts = list.split([',', '(', ')', '&', '+']);
        let parts = parts.map(|part| part.split(':').next().unwrap_or(part));
        for word in parts.flat_map(str::split_whitespace) {
            if AIMED.contains(&word) || GIVEN.contains(&word) {
                link = word;
            } else if !FILLERS.contains(&word) {
                read.put(word, link, type_of(text, word));
                link = "";
            }
        }
        read
    }

    /// Puts a name behind a word into the list to which it belongs by its type.
    fn put(&mut self, name: &'t str, link: &str, of: Option<&str>) {
        let is_aimed = AIMED.contains(&link);
        let is_value = matches!(of, Some("number" | "yes" | "text"));
        let is_meant = of.is_some() || is_aimed || self.taken.is_empty();
        let is_beside = GIVEN.contains(&link) && of != Some("combatant");
        if is_value || !is_meant || is_beside || self.taken.len() == 2 {
            self.given.push(name);
        } else {
            self.aimed |= is_aimed;
            self.taken.push(name);
        }
    }

    /// The line as it should be; `None` where nothing is wrong with it, or it is not understood.
    fn line(&self, list: &str, text: &str) -> Option<String> {
        let is_aim = |name: &str| type_of(text, name) == Some("combatant");
        match self.taken.as_slice() {
            [aim, thing] if !self.aimed && is_aim(aim) && !is_aim(thing) => {
                Some(format!("takes {thing} at {aim}"))
            }
            [thing, aim] => Some(format!("takes {thing} at {aim}")),
            [thing] if !self.given.is_empty() || list.contains([':', ',']) => {
                Some(format!("takes {thing}"))
            }
            _ => None,
        }
    }
}

/// `takes target, damage`, `takes spell with card`, `takes target: combatant`
pub(super) fn takes_more(misread: &Misread<'_>) -> Option<Diagnostic> {
    const ENDS: &[&str] = &[
        "   ", " does ", " needs ", " stage ", " spends ", " limit ", "\n", "{",
    ];
    let piece = without_comment(misread.piece()).trim_end();
    let rest = piece.strip_prefix("takes")?;
    let end = ENDS.iter().filter_map(|next| rest.find(next)).min();
    let rest = rest[..end.unwrap_or(rest.len())].trim_end();
    let is_list = |c: char| is_inner(c) || matches!(c, ' ' | ',' | ':' | '(' | ')' | '&' | '+');
    let words = rest.split_whitespace();
    let words: Vec<&str> = words
        .filter(|word| !["a", "an", "the"].contains(word))
        .collect();
    // An article is told as a word too many.
    let is_bare = rest.chars().all(|c| c == ' ' || is_inner(c));
    // What is so of it is said by what the action needs.
    let is_condition =
        (words.iter()).any(|word| ["who", "that", "which", "where", "whose"].contains(word));
    let is_right = is_condition || is_bare && matches!(words.as_slice(), [_] | [_, "at", _]);
    let is_here = misread.place == Place::ActionClause && rest.starts_with([' ', '(']);
    if !is_here || is_right || !rest.chars().all(is_list) {
        return None;
    }
    let list = TakenList::read(rest, misread.text);
    let with = list.line(rest, misread.text)?;
    let (message, help) = said(&list, &with, misread.text);
    let label = "this is said in another way";
    let range = 0.."takes".len() + rest.len();
    let mut proposal = misread.rewriting(range.clone(), &with, message, label)?;
    let from = misread.start + "takes".len() + rest.len() - rest.trim_start().len();
    proposal.primary.span = misread.span(from, misread.start + range.end);
    let told = Diagnostic {
        fix: None,
        fallback: None,
        ..proposal.clone()
    };
    Some(proposal.help(&help).or_else(told.help(help)))
}

/// What is said of the list, and what to write.
fn said(list: &TakenList<'_>, with: &str, text: &str) -> (&'static str, String) {
    let with = Quoted(with);
    match list.given.first() {
        None if list.taken.len() == 1 => (
            "an action names here what it takes, and no more",
            format!("write `{with}`; of which type it is says `kind act`"),
        ),
        None => (
            "what an action is aimed at stands behind `at`",
            format!("write `{with}`"),
        ),
        Some(first) => {
            let names = list_all(list.given.iter().copied());
            let example = match type_of(text, first) {
                Some("yes") => (*first).to_owned(),
                Some("number") => format!("{first} 3"),
                _ => format!("{first} ..."),
            };
            let example = Quoted(&example);
            (
                "an action takes one thing, or one at another",
                format!(
                    "write `{with}`; a scenario gives {names} behind a colon, as in `ann attacks orc: {example}`"
                ),
            )
        }
    }
}

/// The first word of the type that an attribute of acts has in this text.
fn type_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let kinds = text.split("kind act").skip(1);
    let mut kinds = kinds.filter_map(|kind| kind.split('}').next());
    kinds.find_map(|attributes| {
        let mut found = attributes.match_indices(name);
        found.find_map(|(at, _)| {
            let ty = attributes[at + name.len()..]
                .strip_prefix(':')?
                .trim_start();
            let ty = ty.strip_prefix("optional ").unwrap_or(ty);
            (!attributes[..at].ends_with(is_inner)).then(|| first_word(ty))
        })
    })
}
