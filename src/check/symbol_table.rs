//! The symbol table of a rule file: its names and what they stand for. Knows no expressions.

use std::collections::{BTreeMap, BTreeSet};

use super::action_limits::LimitMark;
use super::keyed::KeyedAttribute;
use crate::diagnostic::{Applicability, Code, Diagnostic, Diagnostics};
use crate::ruleset::{
    ActionId, EventId, FunctionId, KindId, OptionId, PhaseId, ProcedureId, Slot, TableId, Type,
    UnitId, WordId,
};
use crate::suggest;
use crate::syntax::ast;

/// A choice of words that has a name.
#[derive(Clone, Debug)]
pub struct NamedChoice {
    /// The type of its words.
    pub ty: Type,
    /// Its words, in the order in which they are written.
    pub words: Vec<WordId>,
    /// Whether each word is more than those before it; then their ids ascend.
    pub ordered: bool,
}

/// Every name of a rule file.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    /// Units, in singular and plural.
    pub units: BTreeMap<String, UnitId>,
    /// Kinds, in singular and plural.
    pub kinds: BTreeMap<String, KindId>,
    /// Kinds in plural, where that is not the name of another kind.
    pub plurals: BTreeMap<String, KindId>,
    /// Choices of words that have a name.
    pub named_choices: BTreeMap<String, NamedChoice>,
    /// Options.
    pub options: BTreeMap<String, OptionId>,
    /// Definitions.
    pub functions: BTreeMap<String, FunctionId>,
    /// Tables.
    pub tables: BTreeMap<String, TableId>,
    /// Procedures.
    pub procedures: BTreeMap<String, ProcedureId>,
    /// Events.
    pub events: BTreeMap<String, EventId>,
    /// Actions, by name.
    pub actions: BTreeMap<String, ActionId>,
    /// The first action with each verb.
    pub verbs: BTreeMap<String, ActionId>,
    /// Phases, nested ones too.
    pub phases: BTreeMap<String, PhaseId>,
    /// The phases that are repeated: their names stand for the number of a repetition, or the record whose turn it is.
    pub repeated: BTreeSet<PhaseId>,
    /// Phases of turns, and whose turns they are.
    pub turns: BTreeMap<PhaseId, KindId>,
    /// The attributes that a phase sets back to their defaults as it begins.
    pub set_back: BTreeMap<PhaseId, Vec<(KindId, Slot)>>,
    /// The attributes of each kind that a shuffle sets back to their defaults.
    pub shuffled: BTreeMap<KindId, Vec<Slot>>,
    /// The one of these that draws change, and where it is declared.
    pub drawn: BTreeMap<KindId, (Slot, crate::source::Span)>,
    /// The attributes that last until a turn ends, each with the one that says whether it was set in the turn that runs.
    pub lasting: BTreeMap<(KindId, Slot), Slot>,
    /// The attributes that last until a turn of the record that another attribute names, each with that one; so do the marks of those that last until it ends.
    pub named_turns: BTreeMap<(KindId, Slot), Slot>,
    /// What is done before the turns of phases.
    pub before_turns: BTreeMap<PhaseId, Vec<ProcedureId>>,
    /// What says how often an action can still be done, in the order of its limits.
    pub limits: BTreeMap<ActionId, Vec<LimitMark>>,
    /// The definitions of defaults that are needed elsewhere than in a new record.
    pub defaults: BTreeMap<(KindId, Slot), FunctionId>,
    /// The definitions that say which records of a kind are in play.
    pub in_play: BTreeMap<KindId, FunctionId>,
    /// The attributes with a key, by name and kind.
    pub keyed: BTreeMap<String, BTreeMap<KindId, KeyedAttribute>>,
    /// Attributes whose keys could not be understood.
    pub unkeyed: BTreeSet<String>,
    /// Every word.
    pub words: BTreeMap<String, WordId>,
    /// The words of choices.
    pub choices: BTreeSet<WordId>,
    /// The words of stages.
    pub stages: BTreeSet<WordId>,
    /// The attributes of each kind that must be given: not optional, without default, not kept by the language.
    pub needed: BTreeMap<KindId, Vec<Slot>>,
}

impl SymbolTable {
    /// Whether words can be compared by size: all of them stand in one choice that says so.
    pub fn are_ordered(&self, words: &[WordId]) -> bool {
        let mut choices = self.named_choices.values().filter(|choice| choice.ordered);
        choices.any(|choice| words.iter().all(|word| choice.words.contains(word)))
    }

    /// The id of a word, if the rules know it.
    pub fn word(&self, text: &str) -> Option<WordId> {
        self.words.get(text).copied()
    }
}

/// The complaint that nothing has this name, with the nearest of the names that could stand there, see [`meant`].
pub(super) fn unknown<'a>(
    found: &Diagnostics,
    name: &ast::Name,
    what: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let complaint = Diagnostic::error(
        Code::UnknownName,
        name.span,
        format!("there is no {what} `{}`", name.text),
    );
    meant(found, complaint, name, candidates)
}

/// How many names that could stand at a place are listed with a complaint.
const MOST_ALTERNATIVES: usize = 8;

/// Adds what was probably meant, or all that could be meant if that is not much; nothing where so much else was `found` that it proposes no more.
pub(super) fn meant<'a>(
    found: &Diagnostics,
    complaint: Diagnostic,
    name: &ast::Name,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    if !found.proposes() && name.text != suggest::CURSOR {
        return complaint;
    }
    let mut known: Vec<&str> = candidates.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    if name.text == suggest::CURSOR {
        let candidates = known.into_iter().map(str::to_owned).collect();
        return Diagnostic {
            candidates,
            ..complaint
        };
    }
    let all = (1..=MOST_ALTERNATIVES)
        .contains(&known.len())
        .then(|| format!("it can be {}", suggest::list(known.iter().copied())));
    let spaced = spaced(&name.text, &known);
    let near = spaced.or_else(|| suggest::suggest(&name.text, known.iter().copied()));
    if let Some(near) = near.or_else(|| same_stem(&name.text, &known)) {
        let slips = || known.iter().filter(|other| one_slip(&name.text, other));
        let certain = spaced.is_some() || slips().eq([&near]);
        let applicability = if certain {
            Applicability::Safe
        } else {
            Applicability::Unsafe
        };
        let plain = Diagnostic {
            help: all,
            ..complaint.clone()
        };
        return complaint
            .label(format!("did you mean `{near}`?"))
            .help(format!("write `{near}`"))
            .fix(name.span, near, applicability)
            .or_else(plain);
    }
    match all.or_else(|| alike(&name.text, &known)) {
        Some(all) if known.len() > MOST_ALTERNATIVES => complaint.help(all),
        Some(all) => Diagnostic {
            alternatives: known.into_iter().map(str::to_owned).collect(),
            ..complaint.help(all)
        },
        None => complaint,
    }
}

/// The only name that has the same letters and digits: `orc 1` for `orc1` and `orc_1`.
fn spaced<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).collect() };
    let own = letters(typed);
    let mut same = known.iter().filter(|other| letters(other) == own);
    same.next().copied().filter(|_| same.next().is_none())
}

/// The only name that is another form of the same word: `cast` for `casting`.
fn same_stem<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let stem = suggest::stem(typed);
    let mut same = known.iter().filter(|other| suggest::stem(other) == stem);
    let only = same.next().filter(|_| same.next().is_none());
    only.copied().filter(|other| *other != typed)
}

/// The names that have a word in common with this one: `missile_attack` for `melee_attack`.
fn alike(typed: &str, known: &[&str]) -> Option<String> {
    let words = |name: &str| -> Vec<String> {
        let words = name.split('_').filter(|word| word.len() > 2);
        words.map(|word| suggest::stem(word).to_owned()).collect()
    };
    let own = words(typed);
    let shares = |other: &&&str| words(other).iter().any(|word| own.contains(word));
    let alike: Vec<&str> = known.iter().filter(shares).take(8).copied().collect();
    (!alike.is_empty()).then(|| format!("there is {}", suggest::list_all(alike)))
}

/// Whether one letter less, more, other or swapped makes one word of the other.
pub(super) fn one_slip(typed: &str, meant: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    let (short, long) = if a.len() <= b.len() {
        (&a, &b)
    } else {
        (&b, &a)
    };
    let head = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    match long.len() - short.len() {
        0 => {
            short[head..].iter().skip(1).eq(long[head..].iter().skip(1))
                || matches!((&short[head..], &long[head..]), ([a, b, rest @ ..], [c, d, others @ ..])
                    if a == d && b == c && rest == others)
        }
        1 => short[head..] == long[head + 1..],
        _ => false,
    }
}

/// What is said of `orc 3` where there are less of them; nothing where there is none that is called so.
pub(super) fn too_few(
    complaint: Diagnostic,
    thing: &str,
    known: impl Iterator<Item = impl AsRef<str>>,
) -> Option<Diagnostic> {
    let (first, number) = thing.split_once(' ')?;
    let is_alike = |name: &str| {
        name.strip_prefix(first)
            .is_some_and(|rest| rest.starts_with(' '))
    };
    let all: Vec<_> = known
        .filter(|name| is_alike(name.as_ref()))
        .take(8)
        .collect();
    let others: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    let there = match others.as_slice() {
        [] => return None,
        [only] => format!("there is only {}", suggest::list([*only])),
        several => format!("there are {}", suggest::list_all(several.iter().copied())),
    };
    let more = format!("; `{first} x {number}` gives so many");
    let counts = number
        .parse()
        .is_ok_and(|number: usize| number > others.len());
    Some(complaint.help(
        there
            + if counts && others.len() < 8 {
                &more
            } else {
                ""
            },
    ))
}

/// The complaint that a name is taken.
pub(super) fn taken(name: &ast::Name, what: &str, first: crate::source::Span) -> Diagnostic {
    Diagnostic::error(
        Code::DuplicateName,
        name.span,
        format!("`{}` is the name of two {what}", name.text),
    )
    .label("once more here")
    .also(first, "first here")
    .help("give one of them another name")
}
