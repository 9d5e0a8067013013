//! Kinds of records and their attributes. Defaults are done elsewhere, once definitions are known.

use std::collections::BTreeMap;

use super::by_kind::{ByKind, PhaseEntry};
use super::declare::turns_of;
use super::keyed::{self, AttributeKeys, KeyedAttribute};
use super::output::CheckOutput;
use super::pairs;
use super::symbol_table::{SymbolTable, taken};
use super::types::{self, POISON};
use super::words::STATES;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{
    Attribute, Declared, Kind, KindId, Ruleset, Slot, TableId, Type, WordId, slot_of, slots,
};
use crate::source::{Limits, Span, english};
use crate::syntax::ast::{self, KindDef};

/// The kinds that are always there, in the order of their ids, with their plurals.
const BUILT_IN: [(&str, &str); 4] = [
    ("combat", "combats"),
    ("side", "sides"),
    ("combatant", "combatants"),
    ("act", "acts"),
];

/// Declares the names of all kinds, singular and plural.
pub(super) fn declare(
    by_kind: &ByKind<'_>,
    rules: &mut Ruleset,
    names: &mut SymbolTable,
    diagnostics: &mut Diagnostics,
) {
    for (singular, plural) in BUILT_IN {
        let id = KindId::from_index(rules.kinds.len());
        rules.kinds.push(Kind {
            name: singular.to_owned(),
            plural: plural.to_owned(),
            attributes: Vec::new(),
            pair: None,
        });
        names.kinds.insert(singular.to_owned(), id);
        names.kinds.insert(plural.to_owned(), id);
        names.plurals.insert(plural.to_owned(), id);
    }
    for (_, def) in &by_kind.kinds {
        check_name(def, names, diagnostics);
        let new = KindId::from_index(rules.kinds.len());
        let id = *names.kinds.entry(def.name.text.clone()).or_insert(new);
        if id == new {
            rules.kinds.push(Kind {
                name: def.name.text.clone(),
                plural: english::plural(&def.name.text),
                attributes: Vec::new(),
                pair: None,
            });
        }
    }
    // Plurals give way to names: `kind arms` is not hidden by the plural of `kind arm`.
    for (_, def) in &by_kind.kinds {
        let Some(id) = names.kinds.get(&def.name.text).copied() else {
            continue;
        };
        let plural = def.plural.as_ref().map_or_else(
            || english::plural(&def.name.text),
            |plural| plural.text.clone(),
        );
        if def.plural.is_some() {
            rules.kinds[id.index()].plural.clone_from(&plural);
        }
        if !names.kinds.contains_key(&plural) {
            names.kinds.insert(plural.clone(), id);
            names.plurals.insert(plural, id);
        }
    }
}

fn check_name(def: &KindDef, names: &SymbolTable, diagnostics: &mut Diagnostics) {
    let name = &def.name;
    if types::RESERVED.contains(&name.text.as_str()) {
        let message = format!("`{}` is already the name of a type", name.text);
        let error = Diagnostic::error(Code::DuplicateName, name.span, message);
        diagnostics.push(error.help("give the kind another name"));
    }
    if names.units.contains_key(&name.text) {
        let message = format!("`{}` is already the name of a unit", name.text);
        let error = Diagnostic::error(Code::DuplicateName, name.span, message);
        diagnostics.push(error.help("give the kind another name"));
    }
}

/// Declares the attributes of all kinds, the built-in ones first.
pub(super) fn attributes(
    by_kind: &ByKind<'_>,
    outcomes: &[WordId],
    rules: &mut Ruleset,
    names: &mut SymbolTable,
    out: &mut CheckOutput,
    diagnostics: &mut Diagnostics,
) {
    built_in_attributes(outcomes, rules, names);
    names.needed.insert(KindId::COMBATANT, vec![slots::SIDE]);
    pairs::attributes(by_kind, rules, names, diagnostics);
    let mut places: BTreeMap<(KindId, &str), Vec<Span>> = BTreeMap::new();
    let mut keyed_before = 0;
    for entry in by_kind.attributes(names) {
        let (kind, attribute) = (entry.kind, entry.def);
        let declared = types::read_with(
            (&attribute.ty, attribute.default.as_ref()),
            names,
            diagnostics,
        );
        let keys = match &attribute.key {
            None => None,
            Some(key) => match keyed::keys(&attribute.name, key, by_kind, names, diagnostics) {
                None => {
                    names.unkeyed.insert(attribute.name.text.clone());
                    continue;
                }
                keys => keys,
            },
        };
        let made = keys.as_ref().map_or(1, |(_, keys)| keys.len());
        if keys.is_some()
            && let Err(refused) = out.count_copies(made, attribute.name.span)
        {
            diagnostics.extend(refused);
            names.unkeyed.insert(attribute.name.text.clone());
            continue;
        }
        let earlier = places
            .entry((kind, attribute.name.text.as_str()))
            .or_default();
        earlier.push(attribute.name.span);
        if let [earlier @ .., here] = earlier.as_slice()
            && let [first, ..] = earlier
        {
            match earlier.iter().find(|place| place.file == here.file) {
                Some(own) => diagnostics.push(taken(&attribute.name, "attributes", *own)),
                None => once_more(
                    rules,
                    names,
                    kind,
                    attribute,
                    (&declared, keys.as_ref()),
                    *first,
                )
                .unwrap_or_else(|complaint| diagnostics.push(complaint)),
            }
        } else if slot_of(rules.kind(kind), &attribute.name.text).is_some() {
            diagnostics.push(always_there(&attribute.name, &entry.of.name));
        } else if rules.kind(kind).attributes.len() + made > Limits::OF_ONE_SORT {
            let most = Limits::OF_ONE_SORT;
            let message = format!("a kind can have no more than {most} attributes");
            let place = attribute.name.span;
            diagnostics.push(Diagnostic::error(Code::NumberTooLarge, place, message));
        } else {
            let is_set = matches!(declared.ty, Type::Set(_));
            let first = rules.kind(kind).attributes.len() as Slot;
            if attribute.default.is_none() && !declared.optional && !is_set {
                let slots = (first..).take(made);
                names.needed.entry(kind).or_default().extend(slots);
            }
            let text = attribute.text.as_ref().map(super::items::plain);
            let of = (entry.item, attribute.name.span);
            let one = Attribute {
                text: text.unwrap_or_default(),
                secret: attribute.kept_secret,
                ..Attribute::new(attribute.name.text.clone(), declared, of)
            };
            let attributes = &mut rules.kinds[kind.index()].attributes;
            match keys {
                None => attributes.push(one),
                Some((key, keys)) => {
                    attributes.extend(keys.iter().map(|(_, written)| one.of_key(first, written)));
                    let name = one.name;
                    let table = TableId::from_index(by_kind.tables.len() + keyed_before);
                    keyed_before += 1;
                    let keyed = KeyedAttribute {
                        key,
                        keys,
                        first,
                        span: attribute.name.span,
                        table,
                    };
                    names.keyed.entry(name).or_default().insert(kind, keyed);
                }
            }
        }
    }
    for entry in &by_kind.phases {
        attributes_of_turns(entry, by_kind, rules, names, diagnostics);
    }
    unlisted_have_defaults(by_kind, rules, names, diagnostics);
}

/// Complains about attributes without a default of the combat and of what stands between two records: no scenario gives them all.
fn unlisted_have_defaults(
    by_kind: &ByKind<'_>,
    rules: &Ruleset,
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) {
    for (_, def) in &by_kind.kinds {
        let Some(kind) = names.kinds.get(&def.name.text).copied() else {
            continue;
        };
        let of = match rules.kind(kind).pair {
            Some(_) => format!("each `{}`", def.name.text),
            None if kind == KindId::COMBAT => "the combat".to_owned(),
            None => continue,
        };
        let needed = names.needed.get(&kind);
        let is_needed = |slot: Slot| needed.is_some_and(|needed| needed.contains(&slot));
        for attribute in &def.attributes {
            let name = &attribute.name;
            if !keyed::slots(rules, names, kind, &name.text).any(is_needed) {
                continue;
            }
            let message = format!("nothing gives `{}` of {of} its first value", name.text);
            let complaint = Diagnostic::error(Code::MissingValue, name.span, message);
            diagnostics.push(complaint.help(match kind {
                KindId::COMBAT => "not every scenario says it (`combat combat { ... }`): give it a default behind `=`, or make it `optional`",
                _ => "scenarios name only some of them: give it a default behind `=`, or make it `optional`",
            }));
        }
    }
}

/// The attribute in which phases of turns keep which records have had theirs.
pub const HAD_TURN: &str = "had_turn";

/// The one in which they keep where the tied stand who have rolled.
pub(super) const TURN_TIE: &str = "turn_tie";

/// The one in which they keep who takes the turn before another one, and whose turn is put off: in which order they come.
pub(super) const TURN_CLAIM: &str = "turn_claim";

fn attributes_of_turns(
    entry: &PhaseEntry<'_>,
    by_kind: &ByKind<'_>,
    rules: &mut Ruleset,
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) {
    let (Some(kind), Some(turns)) = (turns_of(entry.def, names), &entry.def.turns) else {
        return;
    };
    let had = (HAD_TURN, "who has had a turn", Type::YesNo, false);
    let tie = (
        TURN_TIE,
        "how the tied have rolled",
        Type::Number(None),
        true,
    );
    let tie = turns.rolled.is_some().then_some(tie);
    let claim = (TURN_CLAIM, "who comes before", Type::Number(None), true);
    let mut before = by_kind.before_turns();
    let is_asked_before = before.any(|(_, _, phase, _)| phase.text == entry.def.name.text);
    let claim = is_asked_before.then_some(claim);
    for (name, says, ty, optional) in [had].into_iter().chain(tie).chain(claim) {
        let attributes = &mut rules.kinds[kind.index()].attributes;
        match attributes.iter().find(|attribute| attribute.name == name) {
            Some(known) if known.of_turns => {}
            Some(_) => {
                let phase = &entry.def.name;
                let message = format!(
                    "`{name}` says {says} in `{}`, and is already an attribute",
                    phase.text
                );
                let error = Diagnostic::error(Code::DuplicateName, phase.span, message);
                diagnostics.push(error.help("give the attribute another name"));
            }
            None => attributes.push(Attribute {
                of_turns: true,
                ..Attribute::new(
                    name.to_owned(),
                    Declared { ty, optional },
                    (entry.item, entry.def.name.span),
                )
            }),
        }
    }
}

/// An attribute that another file has already is the same one, if the types agree: a text or default given later counts, and it is secret if one of them says so. (The defaults
/// themselves are read once all definitions are known.)
fn once_more(
    rules: &mut Ruleset,
    names: &mut SymbolTable,
    kind: KindId,
    attribute: &ast::Attribute,
    (declared, keys): (&Declared, Option<&AttributeKeys>),
    first: Span,
) -> Result<(), Diagnostic> {
    let name = &attribute.name;
    let slots = keyed::slots(rules, names, kind, &name.text);
    let Some(slot) = slots.clone().next() else {
        return Ok(());
    };
    let keyed = names.keyed.get(&name.text).and_then(|of| of.get(&kind));
    if keys.map(|(_, keys)| keys) != keyed.map(|keyed| &keyed.keys) {
        let message = format!("`{}` has other keys in another file", name.text);
        return Err(Diagnostic::error(Code::DuplicateName, name.span, message)
            .also(first, "with these keys here")
            .help("give both the same keys, or one of them another name"));
    }
    let known = &rules.kind(kind).attributes[usize::from(slot)];
    let of = &rules.kind(kind).name;
    if known.declared != *declared && known.declared.ty != POISON && declared.ty != POISON {
        let type_name = |declared: &Declared| {
            let ty = types::describe(rules, &declared.ty);
            if declared.optional {
                format!("{ty}, or missing")
            } else {
                ty
            }
        };
        let message = format!(
            "`{}` of `{of}` is {} here and {} in another file",
            name.text,
            type_name(declared),
            type_name(&known.declared)
        );
        return Err(Diagnostic::error(Code::DuplicateName, name.span, message)
            .label("of this type here")
            .also(first, "of the other type here")
            .help("give both the same type, or one of them another name"));
    }
    if attribute.default.is_some()
        && let Some(needed) = names.needed.get_mut(&kind)
    {
        needed.retain(|other| !slots.contains(other));
    }
    for slot in slots {
        let known = &mut rules.kinds[kind.index()].attributes[usize::from(slot)];
        known.secret |= attribute.kept_secret;
        if let Some(text) = &attribute.text {
            known.tell(super::items::plain(text));
        }
    }
    Ok(())
}

fn always_there(name: &ast::Name, kind: &ast::Name) -> Diagnostic {
    Diagnostic::error(
        Code::DuplicateName,
        name.span,
        format!("every {} has `{}` already", kind.text, name.text),
    )
    .help("give the attribute another name")
}

fn built_in_attributes(outcomes: &[WordId], rules: &mut Ruleset, names: &SymbolTable) {
    let mut states: Vec<WordId> = STATES
        .iter()
        .filter_map(|word| names.word(word))
        .chain(outcomes.iter().copied())
        .collect();
    states.sort_unstable();
    states.dedup();
    let always: [(KindId, &str, Type, &str); 6] = [
        (
            KindId::COMBATANT,
            "side",
            Type::Record(KindId::SIDE),
            "the side it belongs to",
        ),
        (
            KindId::ACT,
            "actor",
            Type::Record(KindId::COMBATANT),
            "who acts",
        ),
        (KindId::ACT, "action", Type::Action, "what it is"),
        (
            KindId::ACT,
            "stage",
            Type::Stage,
            "the stage that comes next",
        ),
        (
            KindId::ACT,
            "begun",
            Type::YesNo,
            "whether a stage has been carried out",
        ),
        (
            KindId::ACT,
            "state",
            Type::Choice(states),
            "what has become of it",
        ),
    ];
    for (kind, name, ty, text) in always {
        let (declared, of) = (Declared::certain(ty), Default::default());
        rules.kinds[kind.index()].attributes.push(Attribute {
            text: text.to_owned(),
            ..Attribute::new(name.to_owned(), declared, of)
        });
    }
}
