//! What rule files let a situation speak of: kinds, attributes, actions and options by their names, with the ids that each rule file gives
//! them. Reads compiled rules only.

use std::collections::{BTreeMap, BTreeSet};

use super::Datum;
use super::kept::kept;
use super::numbers::{self, ComparedConstants};
use crate::ruleset::{
    ActionId, KindId, OptionId, PhaseId, Ruleset, Slot, Type, Value, WordId, slots,
};
use crate::source::Span;

/// The words of one or several rule files.
#[derive(Clone, Debug)]
pub struct Lexicon<'r> {
    /// The rule files.
    pub rules: Vec<&'r Ruleset>,
    /// The first four are those of every ruleset.
    pub kinds: Vec<LexiconKind>,
    /// Actions of any of them.
    pub actions: Vec<LexiconAction>,
    /// Options of any of them.
    pub options: Vec<LexiconAttribute>,
    /// For each rule file, its main phase: the last of its outermost phases that counts.
    pub mains: Vec<Option<PhaseId>>,
    /// For each rule file and kind of it, the place of that in `kinds`.
    places: Vec<Vec<usize>>,
}

/// A kind of things.
#[derive(Clone, Debug)]
pub struct LexiconKind {
    /// `weapon`
    pub name: String,
    /// What it is to each rule file; none: it does not know it.
    pub ids: Vec<Option<KindId>>,
    /// Its attributes.
    pub attributes: Vec<LexiconAttribute>,
}

/// An attribute, or an option.
#[derive(Clone, Debug)]
pub struct LexiconAttribute {
    /// `hp`
    pub name: String,
    /// What it holds.
    pub ty: Ty,
    /// Whether it may be missing.
    pub optional: bool,
    /// Whether some rule file wants to be told it.
    pub required: bool,
    /// Whether it has a text, and so is for the table to see.
    pub told: bool,
    /// Whether rules keep it: no scenario has to give it, and some rule file sets it without regard to what it was, puts it back, or
    /// reckons its default.
    pub kept: bool,
    /// Its place in the record (of an option: its id) in each rule file; none: it does not know it.
    pub slots: Vec<Option<Slot>>,
    /// How many of the smallest unit one of it is in each rule file.
    pub sizes: Vec<Value>,
    /// The unit, as written for several.
    pub unit: Option<String>,
    /// Numbers at which the rules draw a line, in its unit.
    pub numbers: Vec<Value>,
    /// Of an option: what it is in each rule file that knows it, where nothing is said.
    pub usual: Vec<Datum>,
}

/// What an attribute holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// yes or no
    YesNo,
    /// a number or a quantity
    Number,
    /// one of these words
    Words(Vec<String>),
    /// a text
    Text,
    /// an action
    Action,
    /// a thing of this kind, by its place in the lexicon
    Thing(usize),
}

/// An action.
#[derive(Clone, Debug)]
pub struct LexiconAction {
    /// `attack`
    pub name: String,
    /// `attacks`
    pub verb: String,
    /// What it is to each rule file; none: it does not know it.
    pub ids: Vec<Option<ActionId>>,
    /// Whether all rule files that know it let it be declared.
    pub declarable: bool,
    /// The attribute of acts that is said after the verb.
    pub object: Option<usize>,
    /// The attribute of acts that is said after `at`.
    pub at: Option<usize>,
    /// The attributes of acts that its own rules read, in any of the rule files.
    pub reads: Vec<usize>,
}

impl LexiconAction {
    /// Whether all rule files have it.
    pub fn is_shared(&self) -> bool {
        self.ids.iter().all(Option::is_some)
    }
}

impl<'r> Lexicon<'r> {
    /// The words of some rule files (at least one).
    pub fn new(rules: &[&'r Ruleset]) -> Self {
        let kinds = kinds(rules);
        let mut places: Vec<Vec<usize>> = (rules.iter())
            .map(|rules| vec![0; rules.kinds.len()])
            .collect();
        for (place, kind) in kinds.iter().enumerate() {
            for (places, id) in places.iter_mut().zip(&kind.ids) {
                if let Some(id) = id {
                    places[id.index()] = place;
                }
            }
        }
        let mut lexicon = Lexicon {
            rules: rules.to_vec(),
            kinds,
            places,
            actions: Vec::new(),
            options: Vec::new(),
            mains: rules.iter().map(|rules| main_phase(rules)).collect(),
        };
        let compared: Vec<_> = (rules.iter())
            .map(|rules| numbers::compared(rules))
            .collect();
        let kept: Vec<_> = rules.iter().map(|rules| kept(rules)).collect();
        for kind in 0..lexicon.kinds.len() {
            lexicon.kinds[kind].attributes = attributes(&lexicon, kind, &compared, &kept);
        }
        lexicon.options = options(&lexicon);
        lexicon.actions = actions(&lexicon);
        // What is said when something is declared is for a scenario to say.
        let said = lexicon.actions.iter();
        let said: Vec<usize> = said
            .flat_map(|action| [action.object, action.at])
            .flatten()
            .collect();
        for place in said {
            lexicon.kinds[KindId::ACT.index()].attributes[place].kept = false;
        }
        lexicon
    }

    /// A kind by its id in one of the rule files.
    pub fn kind(&self, which: usize, id: KindId) -> Option<usize> {
        self.places[which].get(id.index()).copied()
    }

    /// The attributes of acts.
    pub fn of_acts(&self) -> &[LexiconAttribute] {
        &self.kinds[KindId::ACT.index()].attributes
    }
}

fn main_phase(rules: &Ruleset) -> Option<PhaseId> {
    let counts = |phase: &&PhaseId| rules.phases[phase.index()].counting.is_some();
    let endless = |phase: &&PhaseId| {
        let counting = rules.phases[phase.index()].counting;
        counting.is_some_and(|counting| counting.to.is_none())
    };
    let procedure = &rules.procedure;
    (procedure.iter().rev().find(endless))
        .or_else(|| procedure.iter().rev().find(counts))
        .copied()
}

/// The names of some lists, each once, in the order in which they are found.
fn names<'n>(lists: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut known = BTreeSet::new();
    lists.filter(|name| known.insert(*name)).collect()
}

/// Which of some things has which name: the first of each.
fn by_name<'n>(
    names: impl DoubleEndedIterator<Item = &'n str> + ExactSizeIterator,
) -> BTreeMap<&'n str, usize> {
    let pairs = names.enumerate().rev();
    pairs.map(|(index, name)| (name, index)).collect()
}

fn kinds(rules: &[&Ruleset]) -> Vec<LexiconKind> {
    let all = rules.iter().flat_map(|rules| &rules.kinds);
    let known: Vec<_> = (rules.iter())
        .map(|rules| by_name(rules.kinds.iter().map(|kind| kind.name.as_str())))
        .collect();
    names(all.map(|kind| kind.name.as_str()))
        .into_iter()
        .map(|name| LexiconKind {
            name: name.to_owned(),
            ids: (known.iter())
                .map(|known| known.get(name).copied().map(KindId::from_index))
                .collect(),
            attributes: Vec::new(),
        })
        .collect()
}

/// The attributes of a kind that the rule files which know them agree about. What acts always have is not for a situation to say.
fn attributes(
    lexicon: &Lexicon<'_>,
    kind: usize,
    compared: &[ComparedConstants],
    kept: &[BTreeSet<(KindId, Slot)>],
) -> Vec<LexiconAttribute> {
    let ids = &lexicon.kinds[kind].ids;
    let of = |which: usize| {
        let id = ids[which];
        let all = id.map_or(&[][..], |id| {
            &lexicon.rules[which].kinds[id.index()].attributes
        });
        let built_in = if id == Some(KindId::ACT) {
            slots::ACT_BUILT_IN
        } else {
            0
        };
        let named = all.iter().enumerate().skip(usize::from(built_in));
        named.filter(|(_, attribute)| !attribute.is_mark)
    };
    let whole = 0..ids.len();
    let known = whole
        .clone()
        .flat_map(of)
        .map(|(_, attribute)| attribute.name.as_str());
    let read = |name: &&str| {
        let found: Vec<Option<(usize, &crate::ruleset::Attribute)>> = whole
            .clone()
            .map(|which| of(which).find(|(_, attribute)| attribute.name == *name))
            .collect();
        let types = found
            .iter()
            .map(|found| found.map(|(_, attribute)| &attribute.declared.ty));
        let (ty, unit, sizes) = lexicon.agreed(types)?;
        let every = || found.iter().flatten().map(|(_, attribute)| attribute);
        let mut attribute = LexiconAttribute {
            name: (*name).to_owned(),
            ty,
            optional: every().all(|attribute| attribute.declared.optional),
            required: every()
                .any(|attribute| !attribute.declared.optional && attribute.default.is_none()),
            told: every().any(|attribute| !attribute.text.is_empty()),
            kept: false,
            slots: found
                .iter()
                .map(|found| found.map(|(slot, _)| slot as Slot))
                .collect(),
            sizes,
            unit,
            numbers: Vec::new(),
            usual: Vec::new(),
        };
        let by_rules = whole.clone().any(|which| {
            let place = ids[which].zip(attribute.slots[which]);
            place.is_some_and(|place| kept[which].contains(&place))
        });
        attribute.kept = by_rules && !attribute.required;
        if attribute.ty == Ty::Number {
            for (which, found) in found.iter().enumerate() {
                if let (Some((slot, _)), Some(id)) = (found, ids[which]) {
                    numbers::of_attribute(
                        lexicon.rules[which],
                        &compared[which],
                        (id, *slot as Slot),
                        attribute.sizes[which],
                        &mut attribute.numbers,
                    );
                }
            }
        }
        Some(attribute)
    };
    names(known).iter().filter_map(read).collect()
}

fn options(lexicon: &Lexicon<'_>) -> Vec<LexiconAttribute> {
    let all = lexicon.rules.iter().flat_map(|rules| &rules.options);
    let known: Vec<_> = (lexicon.rules.iter())
        .map(|rules| by_name(rules.options.iter().map(|option| option.name.as_str())))
        .collect();
    let read = |name: &str| {
        let found: Vec<_> = lexicon
            .rules
            .iter()
            .zip(&known)
            .map(|(rules, known)| {
                let index = known.get(name).copied();
                index.map(|index| (OptionId::from_index(index), &rules.options[index]))
            })
            .collect();
        let types = found
            .iter()
            .map(|found| found.map(|(_, option)| &option.ty));
        let (ty, unit, sizes) = lexicon.agreed(types)?;
        let usual = |which: usize| {
            let value = found[which]?.1.value;
            Some(match &ty {
                Ty::YesNo => Datum::YesNo(value != 0),
                Ty::Number => Datum::Number(value / sizes[which]),
                Ty::Words(words) => {
                    let usual = lexicon.rules[which].word(WordId(value as u32));
                    Datum::Word(words.iter().position(|word| word == usual)?)
                }
                _ => return None,
            })
        };
        Some(LexiconAttribute {
            usual: (0..found.len()).filter_map(usual).collect(),
            name: name.to_owned(),
            ty,
            optional: false,
            required: false,
            told: true,
            kept: false,
            slots: found
                .iter()
                .map(|found| found.map(|(id, _)| id.index() as Slot))
                .collect(),
            sizes,
            unit,
            numbers: Vec::new(),
        })
    };
    names(all.map(|option| option.name.as_str()))
        .into_iter()
        .filter_map(read)
        .collect()
}

/// The actions of all rule files.
fn actions(lexicon: &Lexicon<'_>) -> Vec<LexiconAction> {
    let rules = &lexicon.rules;
    let known: Vec<_> = (rules.iter())
        .map(|rules| by_name(rules.actions.iter().map(|action| action.name.as_str())))
        .collect();
    let reads: Vec<_> = (0..rules.len())
        .map(|which| reads(lexicon, which))
        .collect();
    let read = |name: &str| {
        let ids: Vec<Option<ActionId>> = (known.iter())
            .map(|known| known.get(name).copied().map(ActionId::from_index))
            .collect();
        let (which, id) = (0..)
            .zip(&ids)
            .find_map(|(which, id)| Some((which, (*id)?)))?;
        let first = &rules[which].actions[id.index()];
        let attribute = |slot: Option<Slot>| lexicon.place_among_acts(which, slot?);
        let mut own = BTreeSet::new();
        let all = ids.iter().zip(&reads);
        let all = all.filter_map(|(id, reads)| Some(&reads[(*id)?.index()]));
        let all = all.flatten().copied();
        Some(LexiconAction {
            name: first.name.clone(),
            verb: first.verb.clone(),
            declarable: (rules.iter().zip(&ids))
                .all(|(rules, id)| id.is_none_or(|id| !rules.actions[id.index()].not_declared)),
            object: attribute(first.object),
            at: attribute(first.at),
            reads: all.filter(|place| own.insert(*place)).collect(),
            ids,
        })
    };
    let all = rules.iter().flat_map(|rules| &rules.actions);
    names(all.map(|action| action.name.as_str()))
        .into_iter()
        .filter_map(read)
        .collect()
}

/// By action of a rule file, the attributes of acts that its rules read.
fn reads(lexicon: &Lexicon<'_>, which: usize) -> Vec<Vec<usize>> {
    let rules = lexicon.rules[which];
    let mut reads = vec![Vec::new(); rules.actions.len()];
    let whole = |action: &crate::ruleset::Action| rules.items[action.item.index()].span;
    let spans = rules.actions.iter().map(whole);
    let spans: BTreeMap<Span, usize> = spans.zip(0..).collect();
    for (expr, span) in rules.exprs.iter().zip(&rules.expr_spans) {
        let mut read = None;
        expr.effects(&mut |effect| read = read.or(effect.attribute_read()));
        let Some((KindId::ACT, slot)) = read else {
            continue;
        };
        let end = Span {
            end: u32::MAX,
            ..*span
        };
        let around = spans.range(..=end).next_back();
        let around = around.filter(|(whole, _)| whole.file == span.file && span.end <= whole.end);
        let place = lexicon.place_among_acts(which, slot);
        if let Some((place, (_, action))) = place.zip(around) {
            reads[*action].push(place);
        }
    }
    reads
}

impl Lexicon<'_> {
    /// The place among the attributes of acts of what a rule file has in this slot.
    pub fn place_among_acts(&self, which: usize, slot: Slot) -> Option<usize> {
        let mut attributes = self.of_acts().iter();
        attributes.position(|attribute| attribute.slots[which] == Some(slot))
    }

    /// What the types that some rule files give to one name have in common, its unit, and the size of that in each; nothing if they differ.
    fn agreed<'t>(
        &self,
        types: impl Iterator<Item = Option<&'t Type>>,
    ) -> Option<(Ty, Option<String>, Vec<Value>)> {
        let mut agreed: Option<(Ty, Option<String>)> = None;
        let mut sizes = Vec::new();
        for (which, ty) in types.enumerate() {
            let Some(ty) = ty else {
                sizes.push(1);
                continue;
            };
            let (ty, unit, size) = self.ty(which, ty)?;
            sizes.push(size);
            agreed = Some(match (agreed, ty) {
                (None, ty) => (ty, unit),
                (Some((Ty::Words(all), _)), Ty::Words(others)) => {
                    let both: Vec<String> = all
                        .into_iter()
                        .filter(|word| others.contains(word))
                        .collect();
                    (Ty::Words(both), None)
                }
                (Some(known), ty) if known.0 == ty && known.1 == unit => known,
                _ => return None,
            });
        }
        let (ty, unit) = agreed?;
        (ty != Ty::Words(Vec::new())).then_some((ty, unit, sizes))
    }

    fn ty(&self, which: usize, ty: &Type) -> Option<(Ty, Option<String>, Value)> {
        let rules = self.rules[which];
        Some(match ty {
            Type::YesNo => (Ty::YesNo, None, 1),
            Type::Number(None) => (Ty::Number, None, 1),
            Type::Number(Some(unit)) => {
                let unit = &rules.units[unit.index()];
                (Ty::Number, Some(unit.plural.clone()), unit.size)
            }
            Type::Choice(words) => {
                let mut words: Vec<String> = words
                    .iter()
                    .map(|word| rules.word(*word).to_owned())
                    .collect();
                words.sort();
                (Ty::Words(words), None, 1)
            }
            Type::Text => (Ty::Text, None, 1),
            Type::Action => (Ty::Action, None, 1),
            Type::Stage | Type::Set(_) => return None,
            Type::Record(kind) if *kind == KindId::ACT => return None,
            Type::Record(kind) => (Ty::Thing(self.kind(which, *kind)?), None, 1),
        })
    }
}
