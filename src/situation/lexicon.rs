//! What rule files let a situation speak of: kinds, attributes, actions and options by their names, with the ids that each rule file gives
//! them. Reads compiled rules only.

use super::{Datum, numbers};
use crate::ruleset::{
    ActionId, Expr, KindId, OptionId, PhaseId, Ruleset, Slot, Type, Value, WordId, slots,
};

/// The words of one or several rule files.
#[derive(Clone, Debug)]
pub struct Lexicon<'r> {
    /// The rule files.
    pub rules: Vec<&'r Ruleset>,
    /// The first four are those of every ruleset.
    pub kinds: Vec<Kind>,
    /// Actions that all of them know.
    pub actions: Vec<Action>,
    /// Options of any of them.
    pub options: Vec<Attribute>,
    /// For each rule file, its main phase: the last of its outermost phases that counts.
    pub mains: Vec<Option<PhaseId>>,
}

/// A kind of things.
#[derive(Clone, Debug)]
pub struct Kind {
    /// `weapon`
    pub name: String,
    /// What it is to each rule file; none: it does not know it.
    pub ids: Vec<Option<KindId>>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

/// An attribute, or an option.
#[derive(Clone, Debug)]
pub struct Attribute {
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
pub struct Action {
    /// `attack`
    pub name: String,
    /// `attacks`
    pub verb: String,
    /// What it is to each rule file.
    pub ids: Vec<ActionId>,
    /// The attribute of acts that is said after the verb.
    pub object: Option<usize>,
    /// The attribute of acts that is said after `at`.
    pub at: Option<usize>,
    /// The attributes of acts that its own rules read, in any of the rule files.
    pub reads: Vec<usize>,
}

impl<'r> Lexicon<'r> {
    /// The words of some rule files (at least one).
    pub fn new(rules: &[&'r Ruleset]) -> Self {
        let mut lexicon = Lexicon {
            rules: rules.to_vec(),
            kinds: kinds(rules),
            actions: Vec::new(),
            options: Vec::new(),
            mains: rules.iter().map(|rules| main_phase(rules)).collect(),
        };
        for kind in 0..lexicon.kinds.len() {
            lexicon.kinds[kind].attributes = attributes(&lexicon, kind);
        }
        lexicon.options = options(&lexicon);
        lexicon.actions = actions(&lexicon);
        lexicon
    }

    /// A kind by its id in one of the rule files.
    pub fn kind(&self, which: usize, id: KindId) -> Option<usize> {
        self.kinds
            .iter()
            .position(|kind| kind.ids[which] == Some(id))
    }

    /// The attributes of acts.
    pub fn of_acts(&self) -> &[Attribute] {
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
    let mut names = Vec::new();
    for name in lists {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn kinds(rules: &[&Ruleset]) -> Vec<Kind> {
    let all = rules.iter().flat_map(|rules| &rules.kinds);
    names(all.map(|kind| kind.name.as_str()))
        .into_iter()
        .map(|name| Kind {
            name: name.to_owned(),
            ids: rules
                .iter()
                .map(|rules| crate::ruleset::kind_id(&rules.kinds, name))
                .collect(),
            attributes: Vec::new(),
        })
        .collect()
}

/// The attributes of a kind that the rule files which know them agree about. What acts always have is not for a situation to say.
fn attributes(lexicon: &Lexicon<'_>, kind: usize) -> Vec<Attribute> {
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
        all.iter().enumerate().skip(usize::from(built_in))
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
        let mut attribute = Attribute {
            name: (*name).to_owned(),
            ty,
            optional: every().all(|attribute| attribute.declared.optional),
            required: every()
                .any(|attribute| !attribute.declared.optional && attribute.default.is_none()),
            told: every().any(|attribute| !attribute.text.is_empty()),
            slots: found
                .iter()
                .map(|found| found.map(|(slot, _)| slot as Slot))
                .collect(),
            sizes,
            unit,
            numbers: Vec::new(),
            usual: Vec::new(),
        };
        if attribute.ty == Ty::Number {
            for (which, found) in found.iter().enumerate() {
                if let (Some((slot, _)), Some(id)) = (found, ids[which]) {
                    numbers::of_attribute(
                        lexicon.rules[which],
                        id,
                        *slot as Slot,
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

fn options(lexicon: &Lexicon<'_>) -> Vec<Attribute> {
    let all = lexicon.rules.iter().flat_map(|rules| &rules.options);
    let read = |name: &str| {
        let found: Vec<_> = lexicon
            .rules
            .iter()
            .map(|rules| {
                let index = rules.options.iter().position(|option| option.name == name);
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
        Some(Attribute {
            usual: (0..found.len()).filter_map(usual).collect(),
            name: name.to_owned(),
            ty,
            optional: false,
            required: false,
            told: true,
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

/// The actions that all rule files know.
fn actions(lexicon: &Lexicon<'_>) -> Vec<Action> {
    let rules = &lexicon.rules;
    let place = |rules: &Ruleset, name: &str| {
        rules
            .actions
            .iter()
            .position(|action| action.name == name)
            .map(ActionId::from_index)
    };
    let read = |first: &crate::ruleset::Action| {
        let ids: Option<Vec<ActionId>> = rules
            .iter()
            .map(|rules| place(rules, &first.name))
            .collect();
        let attribute = |slot: Option<Slot>| {
            let slot = slot?;
            lexicon
                .of_acts()
                .iter()
                .position(|attribute| attribute.slots[0] == Some(slot))
        };
        Some(Action {
            name: first.name.clone(),
            verb: first.verb.clone(),
            ids: ids?,
            object: attribute(first.object),
            at: attribute(first.at),
            reads: reads(lexicon, &first.name),
        })
    };
    rules[0].actions.iter().filter_map(read).collect()
}

/// The attributes of acts that the rules of an action read.
fn reads(lexicon: &Lexicon<'_>, action: &str) -> Vec<usize> {
    let mut reads = Vec::new();
    for (which, rules) in lexicon.rules.iter().enumerate() {
        let Some(action) = rules.actions.iter().find(|known| known.name == action) else {
            continue;
        };
        let whole = rules.items[action.item.index()].span;
        for (expr, span) in rules.exprs.iter().zip(&rules.expr_spans) {
            let Expr::Attribute {
                kind: KindId::ACT,
                slot,
                ..
            } = expr
            else {
                continue;
            };
            let inside =
                span.file == whole.file && whole.start <= span.start && span.end <= whole.end;
            let place = lexicon
                .of_acts()
                .iter()
                .position(|attribute| attribute.slots[which] == Some(*slot));
            if let Some(place) = place
                && inside
                && !reads.contains(&place)
            {
                reads.push(place);
            }
        }
    }
    reads
}

impl Lexicon<'_> {
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
            Type::Stage => return None,
            Type::Record(kind) if *kind == KindId::ACT => return None,
            Type::Record(kind) => (Ty::Thing(self.kind(which, *kind)?), None, 1),
        })
    }
}
