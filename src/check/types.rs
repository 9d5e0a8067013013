//! Types: reading them, saying them in words, and which value fits where. Knows no expressions.

use std::collections::BTreeMap;

use super::expr::{is_die, other_word};
use super::limits::few;
use super::symbol_table::{NamedChoice, SymbolTable, taken, unknown};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Declared, KindId, Ruleset, Type, UnitId, WordId};
use crate::source::{Span, english};
use crate::suggest;
use crate::syntax::ast::{self, TypeKind};

/// The names of types that are no kinds and no units.
pub(super) const RESERVED: [&str; 4] = ["number", "text", "action", "stage"];

/// The type of what was complained about already: it fits everywhere, so that no other complaint follows.
/// It never leaves the check, because a file with complaints gives no ruleset.
pub(super) const POISON: Type = Type::Record(KindId(u32::MAX));

/// A number without a unit.
pub(super) const NUMBER: Type = Type::Number(None);

/// Reads a type; [`POISON`] where it is none.
pub(super) fn read(ty: &ast::Type, names: &SymbolTable, diagnostics: &mut Diagnostics) -> Declared {
    read_with((ty, None), names, diagnostics)
}

/// The same with the value behind it, which can be said in the same words of another language: `bool = false`.
pub(super) fn read_with(
    (ty, default): (&ast::Type, Option<&ast::Expr>),
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) -> Declared {
    let read = match &ty.kind {
        TypeKind::YesNo => Type::YesNo,
        TypeKind::Choice(words) => choice(words, names, diagnostics),
        TypeKind::Named(name) => named((name, default), names, diagnostics),
    };
    if ty.optional && matches!(read, Type::Set(_)) {
        let message = "several records are never missing: there can be none of them";
        diagnostics.push(
            Diagnostic::error(Code::WrongType, ty.span, message).help("leave `optional` out"),
        );
    }
    Declared {
        ty: read,
        optional: ty.optional,
    }
}

/// Declares the choices that have a name. Kinds and units are known by now: they share their names with them.
pub(super) fn choices(
    choices: &[&ast::ChoiceDef],
    names: &mut SymbolTable,
    diagnostics: &mut Diagnostics,
) {
    let mut places: BTreeMap<&str, Span> = BTreeMap::new();
    for def in choices {
        let name = &def.name;
        let other = if RESERVED.contains(&name.text.as_str()) {
            Some("a type")
        } else if names.kinds.contains_key(&name.text) {
            Some("a kind")
        } else if names.units.contains_key(&name.text) {
            Some("a unit")
        } else {
            None
        };
        if let Some(other) = other {
            let message = format!("`{}` is already the name of {other}", name.text);
            let error = Diagnostic::error(Code::DuplicateName, name.span, message);
            diagnostics.push(error.help("give the choice another name"));
        }
        let ty = choice(&def.words, names, diagnostics);
        match places.get(name.text.as_str()) {
            Some(first) => diagnostics.push(taken(name, "choices", *first)),
            None => {
                places.insert(&name.text, name.span);
                let words = def.words.iter().filter_map(|word| names.word(&word.text));
                let words: Vec<WordId> = words.collect();
                let ordered = def.ordered;
                diagnostics.extend((ordered && !words.is_sorted()).then(|| other_way_round(def)));
                let choice = NamedChoice { ty, words, ordered };
                names.named_choices.insert(name.text.clone(), choice);
            }
        }
    }
}

fn other_way_round(def: &ast::ChoiceDef) -> Diagnostic {
    let message = "two of these words stand the other way round in another choice";
    let error = Diagnostic::error(Code::WrongPlace, def.name.span, message);
    error.help(
        "a word has one place among those that are compared with it: give one of them another name",
    )
}

fn choice(words: &[ast::Name], names: &SymbolTable, diagnostics: &mut Diagnostics) -> Type {
    let mut ids: Vec<WordId> = Vec::new();
    let mut places: BTreeMap<&str, Span> = BTreeMap::new();
    for word in few(words, ("a choice", "words"), |word| word.span, diagnostics) {
        let first = *places.entry(&word.text).or_insert(word.span);
        if first != word.span {
            let message = format!("`{}` stands twice in one choice", word.text);
            let error = Diagnostic::error(Code::DuplicateName, word.span, message);
            diagnostics.push(error.also(first, "first here"));
        }
        ids.extend(names.word(&word.text));
    }
    ids.sort_unstable();
    ids.dedup();
    Type::Choice(ids)
}

/// Says once that there are no units, where something may be one; the outcome is the one given.
pub(super) fn no_units<T>(complaint: Diagnostic, diagnostics: &mut Diagnostics, outcome: T) -> T {
    const HELP: &str = "a unit is declared first, as in `time { segment = 6 seconds }`";
    let is_said = |one: &Diagnostic| one.help.as_deref() == Some(HELP);
    if !diagnostics.iter().any(is_said) {
        diagnostics.push(complaint.help(HELP));
    }
    outcome
}

fn named(
    (name, default): (&ast::Name, Option<&ast::Expr>),
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) -> Type {
    match name.text.as_str() {
        "number" => return NUMBER,
        "text" => return Type::Text,
        "action" => return Type::Action,
        "stage" => return Type::Stage,
        _ => {}
    }
    if let Some(kind) = names.plurals.get(&name.text) {
        if *kind == KindId::ACT {
            let message = "acts cannot be several in one value";
            let complaint = Diagnostic::error(Code::WrongType, name.span, message);
            diagnostics.push(complaint.help("there is no end of acts; ask for them where they are needed: `each act a where ...`"));
            return POISON;
        }
        return Type::Set(*kind);
    }
    if let Some(kind) = names.kinds.get(&name.text) {
        return Type::Record(*kind);
    }
    if let Some(unit) = names.units.get(&name.text) {
        return Type::Number(Some(*unit));
    }
    if let Some(choice) = names.named_choices.get(&name.text) {
        return choice.ty.clone();
    }
    let known = names
        .kinds
        .keys()
        .chain(names.units.keys())
        .chain(names.named_choices.keys())
        .map(String::as_str)
        .chain(RESERVED);
    let complaint = unknown(diagnostics, name, "type", known);
    if names.units.is_empty() && name.text.ends_with('s') && complaint.help.is_none() {
        return no_units(complaint, diagnostics, POISON);
    }
    diagnostics.push(match foreign(&name.text) {
        _ if is_die(&name.text) => complaint
            .label("dice are no type")
            .help(format!(
                "what they show is a `number`; they are rolled where it is done, as in `c rolls {} as result`",
                name.text
            ))
            .guess(name.span, "number"),
        Some(meant)
            if complaint.candidates.is_empty()
                && let Some((value, span)) = default.and_then(foreign_value) =>
        {
            let with = format!("{meant} = {value}");
            let told = complaint.clone().label(format!("`{meant}` says this here"));
            let alone = told.clone().write(name.span, meant);
            told.write(name.span.to(span), with)
                .or_else(alone)
        }
        Some(meant) if complaint.candidates.is_empty() => complaint
            .label(format!("`{meant}` says this here"))
            .write(name.span, meant),
        _ => complaint,
    });
    POISON
}

/// The type that says what a word of other languages says.
fn foreign(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "boolean" | "bool" | "flag" => "yes/no",
        "int" | "integer" | "float" | "double" | "num" => "number",
        "string" | "str" | "char" => "text",
        _ => return None,
    })
}

/// The value that a word of other languages says, and where it stands.
fn foreign_value(value: &ast::Expr) -> Option<(&'static str, Span)> {
    let ast::ExprKind::Name(name) = &value.kind else {
        return None;
    };
    let word = other_word(&name.text).filter(|word| *word != "missing")?;
    Some((word, value.span))
}

/// The dimension of a unit; `None` for plain numbers.
pub(super) fn dimension(rules: &Ruleset, unit: Option<UnitId>) -> Option<u16> {
    unit.and_then(|unit| rules.units.get(unit.index()))
        .map(|unit| unit.dimension)
}

/// Whether a value of the one type can be put where the other is wanted.
pub(super) fn fits(rules: &Ruleset, found: &Type, wanted: &Type) -> bool {
    match (found, wanted) {
        (found, wanted) if *found == POISON || *wanted == POISON => true,
        (Type::Number(found), Type::Number(wanted)) => {
            dimension(rules, *found) == dimension(rules, *wanted)
        }
        (Type::Choice(found), Type::Choice(wanted)) => {
            found.iter().all(|word| wanted.binary_search(word).is_ok())
        }
        (found, wanted) => found == wanted,
    }
}

/// The type that holds the values of both, if there is one. The unit of the first is kept.
pub(super) fn join(rules: &Ruleset, one: &Type, other: &Type) -> Option<Type> {
    match (one, other) {
        (Type::Choice(words), Type::Choice(more)) => {
            let mut all: Vec<WordId> = words.iter().chain(more).copied().collect();
            all.sort_unstable();
            all.dedup();
            Some(Type::Choice(all))
        }
        (one, other) if *one == POISON => Some(other.clone()),
        (one, other) => fits(rules, other, one).then(|| one.clone()),
    }
}

/// Whether values of both can be told apart by `=`.
pub(super) fn comparable(rules: &Ruleset, one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Choice(words), Type::Choice(more)) => {
            words.iter().any(|word| more.binary_search(word).is_ok())
        }
        (one, other) => fits(rules, one, other),
    }
}

/// A type in words, with its article.
pub fn describe(rules: &Ruleset, ty: &Type) -> String {
    match ty {
        Type::YesNo => "yes or no".to_owned(),
        Type::Number(None) => "a plain number".to_owned(),
        Type::Number(Some(unit)) => {
            format!(
                "a number of {}",
                rules
                    .units
                    .get(unit.index())
                    .map_or("units", |unit| &unit.plural)
            )
        }
        Type::Choice(words) => match words.as_slice() {
            [word] => format!("the word `{}`", rules.word(*word)),
            words => format!("one of {}", list_words(rules, words)),
        },
        Type::Text => "a text".to_owned(),
        Type::Action => "an action".to_owned(),
        Type::Stage => "a stage".to_owned(),
        Type::Record(kind) => {
            let name = rules
                .kinds
                .get(kind.index())
                .map_or("record", |kind| &kind.name);
            english::a(name)
        }
        Type::Set(kind) => {
            let kind = rules.kinds.get(kind.index());
            format!("several {}", kind.map_or("records", |kind| &kind.plural))
        }
    }
}

/// Words as prose, not too many.
pub(super) fn list_words(rules: &Ruleset, words: &[WordId]) -> String {
    const SHOWN: usize = 8;
    let shown = suggest::list(words.iter().take(SHOWN).map(|word| rules.word(*word)));
    if words.len() > SHOWN {
        format!("{shown}, ...")
    } else {
        shown
    }
}

/// The complaint that a value does not fit. `subject`: what must be of the type, as `a condition`.
pub(super) fn mismatch(
    rules: &Ruleset,
    span: Span,
    subject: &str,
    wanted: &Type,
    found: &Type,
) -> Diagnostic {
    let (must, is) = (describe(rules, wanted), describe(rules, found));
    let both_numbers = matches!((wanted, found), (Type::Number(_), Type::Number(_)));
    let code = if both_numbers {
        Code::UnitsDoNotMix
    } else {
        Code::WrongType
    };
    let complaint = Diagnostic::error(
        code,
        span,
        format!("{subject} must be {must}, but this is {is}"),
    )
    .label(format!("this is {is}"));
    if let (Type::Record(KindId::COMBATANT), Type::Record(KindId::SIDE)) = (wanted, found) {
        return complaint.help("a side has combatants: `each combatant c where c.side is ... { ... }` goes through them");
    }
    of_units(complaint, rules, span, wanted, found)
}

/// Adds how a plain number becomes one of a unit, or the other way round.
pub(super) fn of_units(
    complaint: Diagnostic,
    rules: &Ruleset,
    span: Span,
    wanted: &Type,
    found: &Type,
) -> Diagnostic {
    match (wanted, found) {
        (Type::Number(Some(unit)), Type::Number(None)) => match rules.units.get(unit.index()) {
            Some(unit) => complaint
                .help(format!(
                    "say of what: `... {}`, or multiply by `1 {}`",
                    unit.plural, unit.name
                ))
                .guess(span.at_end(), format!(" {}", unit.plural)),
            None => complaint,
        },
        (Type::Number(None), Type::Number(Some(unit))) => match rules.units.get(unit.index()) {
            Some(unit) => {
                complaint.help(format!("divide by `1 {}` to get a plain number", unit.name))
            }
            None => complaint,
        },
        (Type::Number(Some(one)), Type::Number(Some(other))) => {
            let plural = |unit: UnitId| &rules.units[unit.index()].plural;
            let (one, name, other) = (plural(*one), &rules.units[one.index()].name, plural(*other));
            complaint.help(format!("write it in {one}, or, where both measure the same, say how many {other} are one {name} where these are declared"))
        }
        (Type::YesNo, Type::Choice(words)) if complaint.help.is_none() => match words.first() {
            Some(word) => complaint.help(format!(
                "compare it with a word, as in `... is {}`",
                rules.word(*word)
            )),
            None => complaint,
        },
        (Type::YesNo, Type::Number(_)) if complaint.help.is_none() => {
            complaint.help("compare it with a number, as in `... > 0`")
        }
        (Type::YesNo, Type::Record(_)) if complaint.help.is_none() => complaint
            .help("ask whether there is one with `is known`")
            .guess(span.at_end(), " is known"),
        _ => complaint,
    }
}
