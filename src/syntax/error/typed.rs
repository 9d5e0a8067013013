//! Names and their types: `c: combatant` where `combatant c` is written, a name without its type, a type without its name. What a name is called
//! elsewhere in the file says what it may be.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::dice::first_statement;
use super::forms::FORMS;
use super::patterns::line_words;
use super::phrases::matched;
use super::scenario::heads;
use super::values::is_inner;
use super::{Misread, known, read_piece, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, english};
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// How many names are looked at.
pub(super) const MOST_NAMES: usize = 16;

pub(super) const CHANGES: &str =
    "a trigger waits for a change as in `when hp of combatant c falls to 0`";
const AWAITED: &str = "what a trigger waits for stands inside of its braces";
/// How many bytes the longest word has that says so, with its blank.
const MOST_SECRET: usize = 8;

const SECRET: &str = "`secret` stands behind the default, with a comma before it";

/// The places of a word in a text.
pub(super) fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_whole = move |at: &usize| {
        !text[..*at].ends_with(is_inner) && !text[at + word.len()..].starts_with(is_inner)
    };
    let found = text.match_indices(word).map(|(at, _)| at);
    found.filter(is_whole).filter(|_| !word.is_empty())
}

/// `if c.level >= fair`: whether a word is compared by size.
pub(super) fn is_compared(text: &str, word: &str) -> bool {
    let signs = [" <", " >", " <=", " >="];
    let is_signed = |at| {
        signs
            .iter()
            .any(|sign| text[..at].trim_end().ends_with(sign))
    };
    places(text, word).any(is_signed)
}

/// The last word of a text, which only blanks may follow.
pub(super) fn last_word(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '\t']);
    &text[text.rfind(|c| !is_inner(c)).map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    })..]
}

/// The kinds of a file of which there are several records, and its attributes that hold several, found by their declarations whether or not these can be read.
pub(super) struct FileKinds {
    kinds: BTreeSet<String>,
    several: BTreeMap<String, String>,
}

impl Misread<'_> {
    /// Whether the file declares an attribute of this name, or something else with a type.
    pub(super) fn has_attribute(&self, name: &str) -> bool {
        let declared = self.text.match_indices(name).filter(|(at, _)| {
            let before = self.text[..*at].chars().next_back();
            let behind = self.text[at + name.len()..].trim_start_matches([' ', '\t']);
            behind.starts_with(':') && !before.is_some_and(is_inner)
        });
        !name.is_empty() && name.chars().all(is_inner) && declared.count() > 0
    }
}

impl FileKinds {
    /// Those of a file, which is looked through once.
    pub(super) fn of(text: &str) -> Self {
        let behind =
            |at: usize| first_word(text[at + "kind".len()..].trim_start_matches([' ', '\t']));
        let kinds = places(text, "kind").map(behind);
        let kinds = kinds.filter(|kind| !kind.is_empty());
        let kinds = kinds.chain(["combatant", "side", "act"]);
        let kinds: BTreeSet<String> = kinds.map(str::to_owned).collect();
        let mut several = BTreeMap::new();
        for (at, _) in text.match_indices(':') {
            let name = &text[..at];
            let name = &name[name.trim_end_matches(is_inner).len()..];
            let ty = first_word(text[at + 1..].trim_start());
            let kind = english::singular(ty);
            if kind != ty && kinds.contains(&kind) {
                several.entry(name.to_owned()).or_insert(kind);
            }
        }
        FileKinds { kinds, several }
    }
}

impl Misread<'_> {
    /// Whether a word is a type in this file: a kind, or one that is always there.
    pub(super) fn is_type(&self, word: &str) -> bool {
        matches!(word, "combat" | "number" | "yes/no" | "text") || self.is_kind(word)
    }

    /// Whether a word is a kind in this file of which there are several.
    pub(super) fn is_kind(&self, word: &str) -> bool {
        self.declared().kinds.contains(word)
    }

    /// The kind of the records that an attribute of this name holds several of, in this file.
    pub(super) fn kind_of_several(&self, attribute: &str) -> Option<&str> {
        self.declared().several.get(attribute).map(String::as_str)
    }
}

/// The kind that has an attribute of this name, in this file.
pub(super) fn owner<'t>(text: &'t str, attribute: &'t str) -> Option<&'t str> {
    places(text, attribute).find_map(|at| {
        // First, for the search before it takes time by what stands there.
        if !text[at + attribute.len()..].starts_with(':') {
            return None;
        }
        let (_, before) = text[..at].rsplit_once("kind ")?;
        Some(first_word(before)).filter(|kind| !kind.is_empty() && !before.contains("\n}"))
    })
}

/// The names in what stands below a piece whose values are asked for and that have no type there: `blow` of `blow.target`.
fn asked_below<'t>(misread: &Misread<'t>) -> Option<&'t str> {
    let below = misread.text.get(misread.end..)?;
    let mut depth = 0_i32;
    let end = below.find(|sign| {
        depth += match sign {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        depth < 0
    });
    let body = &below[..end.unwrap_or(below.len())];
    let mut asked = body
        .match_indices('.')
        .take(MOST_NAMES)
        .map(|(at, _)| last_word(&body[..at]));
    asked.find(|name| {
        let binds = |at: usize| {
            let word = last_word(&body[..at]);
            word == "let" || word == "as" || misread.is_type(word)
        };
        is_name(name) && *name != "this" && !places(body, name).any(binds)
    })
}

/// `before punch`, `when strike resolves`: the name is missing that the lines below have for the act.
pub(super) fn unnamed_act(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    if misread.place != Place::Happening {
        return None;
    }
    let name = asked_below(misread)?;
    let blanks = piece.rmatch_indices(' ').map(|(blank, _)| blank);
    let ends = blanks.filter(|blank| piece[..*blank].contains(' '));
    [piece.len()].into_iter().chain(ends).find_map(|end| {
        let start = end - last_word(&piece[..end]).len();
        let with = format!("{} {name}", &piece[start..end]);
        let message = "a name is missing";
        let label = format!("the lines below call it `{name}`");
        misread.rewriting(start..end, &with, message, label)
    })
}

/// `when the turn of a combatant ends`: the lines below have a name for whose turn it is.
pub(super) fn unnamed_turn(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let told = ["when a turn", "when the turn", "when turn"].iter();
    let told = told.filter_map(|lead| piece.strip_prefix(lead)).next()?;
    let mut words = told.split_whitespace().peekable();
    let is_owned = words.next_if_eq(&"of").is_some();
    _ = words.next_if(|word| matches!(*word, "a" | "an" | "the" | "any" | "each" | "every"));
    _ = words.next_if(|word| misread.is_kind(word));
    let edge = match words.collect::<Vec<_>>()[..] {
        ["ends" | "finishes"] | ["is", "over"] => "ends",
        ["begins" | "starts"] => "begins",
        _ => return None,
    };
    let name = asked_below(misread).or(is_owned.then_some("c"))?;
    let with = format!("when turn of {name} {edge}");
    let message = "whose turn it is has a name";
    let label = format!("the lines below call it `{name}`");
    let is_here = misread.place == Place::Happening && piece != with;
    is_here.then(|| misread.rewriting(0..piece.len(), &with, message, label))?
}

/// `when c.hp falls to 0`, `when hp of c falls to 0`: the value, the kind that has it and its name, as a trigger names them.
fn named_value(misread: &Misread<'_>) -> Option<(Range<usize>, String)> {
    let piece = misread.piece();
    let start = piece.find(' ')? + 1;
    let mut words = piece[start..].split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    let (last, name, attribute) = match (first.split_once('.'), second.split_once('.')) {
        (Some((name, attribute)), _) => (first, name, attribute),
        (None, Some((name, attribute))) if misread.is_type(first) => (second, name, attribute),
        (None, None) if second == "of" => {
            let name = words.next()?;
            (name, name, first)
        }
        (None, _) => return None,
    };
    let end = start + piece[start..].find(last)? + last.len();
    let kind = owner(misread.text, attribute).unwrap_or("combatant");
    let is_value = misread.place == Place::Happening && is_name(name) && is_name(attribute);
    let is_told = misread.is_type(name);
    let with = format!("{attribute} of {kind} {name}");
    (is_value && !is_told).then_some((start..end, with))
}

/// `the actor is slowed`: what the act has that the item names.
pub(super) fn of_the_act(misread: &Misread<'_>, at: usize) -> Option<(usize, String)> {
    let text = &misread.piece()[at..];
    let rest = text.strip_prefix("the ")?;
    let name = first_word(rest);
    if name != "actor" && owner(misread.text, name) != Some("act") {
        return None;
    }
    let heads: Vec<usize> = heads(misread).map(|(start, _)| start).collect();
    let item = heads.iter().rev().nth(1).copied();
    let item = &misread.text[item.unwrap_or(misread.start)..misread.start + at];
    let value = match first_word(item) {
        "action" => name.to_owned(),
        _ => format!("{}.{name}", act_named(item)?),
    };
    let length = "the ".len() + name.len();
    let rest = &text[length..];
    if rest.starts_with("'s ") {
        return Some((length + "'s ".len(), format!("{value}.")));
    }
    let told = [(" is|are not &", "not "), (" is|are|has &", "")].into_iter();
    let mut flags = told.filter_map(|(pattern, not)| {
        let (told, flag) = matched(pattern, rest)?;
        let is_known = owner(misread.text, flag[0]).is_some();
        is_known.then(|| (length + told, format!("{not}{value}.{}", flag[0])))
    });
    Some(flags.next().unwrap_or((length, value)))
}

/// The name that an item gives to an act: in `for a: strike`, `when strike a resolves`, `order of act a`.
fn act_named(item: &str) -> Option<&str> {
    let words = line_words(item);
    let mut named = words.windows(3).filter_map(|told| match *told {
        ["for", name, ":"] | ["before", _, name] | [_, name, "resolves"] | ["act", name, _] => {
            Some(name)
        }
        _ => None,
    });
    named.rfind(|name| is_name(name))
}

/// What a trigger waits for, in the words of the language: the first of the forms that it fits.
pub(super) fn awaited_as(place: Place, told: &str) -> Option<String> {
    let words = line_words(told);
    let mut forms = FORMS.iter().filter(|(places, _)| *places == [place]);
    forms.find_map(|(_, form)| {
        let fit = form.pattern.fit(told, &words)?;
        Some(fit.fill(form.lines.first()?)? + &told[fit.end..])
    })
}

/// `when c.hp drops to 0`: a change of a value that is named with a dot, in this line or in one that says the same.
pub(super) fn change(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (range, value) = named_value(misread)?;
    let piece = misread.rewritten(&range, &value)?;
    let piece = without_comment(&piece).trim_end();
    let label = "a trigger names it in another way";
    let other = || {
        let with = awaited_as(misread.place, piece)?;
        misread.rewriting(0..misread.piece().len(), &with, CHANGES, label)
    };
    let same = misread.rewriting(range.clone(), &value, CHANGES, label);
    let mut told = same.or_else(other)?;
    let (start, end) = (misread.start + range.start, misread.start + range.end);
    told.primary.span = misread.span(start, end);
    let line = told.fix.as_ref().map(|fix| fix.replacement.as_str());
    let line = line.filter(|line| *line != value).unwrap_or(piece);
    let help = format!("write `{}`", Quoted(line));
    Some(told.help(help))
}

/// `trigger "down" when c.hp drops to 0 { ... }`: what it waits for stands inside of the braces, and is said in other words.
pub(super) fn awaited(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if misread.place != Place::Item || first_word(piece) != "trigger" {
        return None;
    }
    let start = piece.find("\" when ")? + 2;
    let open = start + piece[start..].find('{')?;
    let told = piece[start..open].trim_end();
    let from = misread.start + start;
    let (wrong, expected) = read_piece(Place::Happening, told).err()?;
    let file = (misread.file, misread.text);
    let range = from..from + told.len();
    let inner = Misread::new(file, Place::Happening, range, (from + wrong, expected));
    let fix = known(&inner).fix?;
    let mut with = format!("{{ {told}");
    let at = |place: usize| Some(place.checked_sub(from)? + 2);
    let edited = at(fix.span.range().start)?..at(fix.span.range().end)?;
    with.get(edited.clone())?;
    with.replace_range(edited, &fix.replacement);
    misread.rewriting(
        start..open + 1,
        &with,
        AWAITED,
        "this is said in another way",
    )
}

/// `secret bid: number = 0 "bid"`: what is said of an attribute before its name. It has been read with the attribute before it.
pub(super) fn secret_before(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    // The name of the attribute, which was read as far as its type, can stand behind the piece.
    let around = misread.text[misread.start..].get(..piece.len() + MOST_SECRET);
    let around = around.unwrap_or(&misread.text[misread.start..]);
    let lead = ["secret ", "hidden ", "private "].iter().find_map(|word| {
        let at = around.find(word)?;
        (at <= piece.len()).then_some((misread.start + at, word.len()))
    });
    let (start, length) = lead.filter(|_| misread.place == Place::Attribute)?;
    let own = first_statement(&misread.text[start + length..]);
    let own = own.split_once(" \"").map_or(own, |(own, _)| own.trim_end());
    let name = first_word(own);
    let before = &misread.text[..start];
    let is_apart = before.ends_with(['{', '\n']) || before.ends_with("  ");
    let is_attribute = own[name.len()..].starts_with(':') && read_piece(misread.place, own).is_ok();
    let with = format!("{own}, secret");
    let end = start + length + own.len();
    let complaint = misread.error(misread.span(start, end), SECRET);
    let complaint = complaint.label("this is said in another way");
    let fixed = complaint.write(misread.span(start, end), with);
    (is_apart && is_attribute).then_some(fixed)
}

/// `when wounded`: the event of the file, without the names of what it carries; `before wounded(c)`.
pub(super) fn event_values(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    if misread.place == Place::Happening && piece.starts_with("before ") && piece.contains('(') {
        let message = "an event is answered when it happens; only an act has a `before`";
        let label = "`when` says this here";
        return misread.rewriting(0.."before".len(), "when", message, label);
    }
    let event = piece.strip_prefix("when ").map(str::trim)?;
    let declared = format!("event {event}(");
    let (_, carried) = misread.text.split_once(&declared)?;
    let (carried, _) = carried.split_once(')')?;
    let names: Vec<&str> = carried.split(',').map(last_word).collect();
    // The lines below may have names of their own for them.
    let below = misread.text[misread.end..].split("\n\n").next()?;
    let is_used = |name: &&str| places(below, name).next().is_some();
    names.iter().any(is_used).then_some(())?;
    let with = format!("({})", names.join(", "));
    let message = format!("`{}` carries values, which need names here", Quoted(event));
    let label = format!("`{}` must stand behind this", Quoted(&with));
    let start = piece.len() - event.len();
    let is_event = misread.place == Place::Happening && event == first_word(event);
    let range = start..piece.len();
    is_event.then(|| misread.rewriting(range, &format!("{event}{with}"), message, label))?
}
