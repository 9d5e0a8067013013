//! What the names of a rule set mean: every name that an expression can use, from the items. Says nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use super::{name_of, phases_in, plain_text, spaced, words};
use crate::document::tree::Anchor;
use crate::syntax::ast::{
    ActionDef, Attribute, Category, ChoiceDef, Expr, ExprKind, Happening, Item, ItemKind, KindDef,
    Name, OptionDef, PairDef, Parameter, PhaseDef, ProcedureDef, Row, RowKey, TableDef, TableKey,
    Type, TypeKind,
};

/// What is known of the type of a value: as much as its sentence needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::document) enum ValueShape {
    YesNo,
    Choice,
    Action,
    Stage,
    Text,
    /// A number, with or without a unit.
    Number,
    /// A record of this kind.
    Record(String),
    #[default]
    Unknown,
}

/// A definition, or a table that gives values.
pub(in crate::document) struct FunctionEntry<'a> {
    /// What it is given, by the names of that.
    pub names: Vec<&'a str>,
    /// The first of that is no record, but a number, a word or an answer.
    pub of_value: bool,
    pub sort: ValueShape,
    /// What it gives, where that is written.
    pub ty: Option<&'a Type>,
    pub anchor: Anchor,
    /// The title of a table.
    pub table: Option<String>,
}

/// A table with titles that gives each action its place in a list.
pub(in crate::document) struct ActionList<'a> {
    pub name: &'a str,
    /// Actions and the titles of their rows, in the order of the rows.
    pub rows: Vec<(&'a str, String)>,
}

/// Everything that has a name.
#[derive(Default)]
pub(in crate::document) struct Dictionary<'a> {
    pub options: BTreeMap<&'a str, &'a OptionDef>,
    pub functions: BTreeMap<&'a str, FunctionEntry<'a>>,
    pub actions: BTreeMap<&'a str, &'a ActionDef>,
    pub phases: BTreeMap<&'a str, &'a PhaseDef>,
    pub procedures: BTreeMap<&'a str, &'a ProcedureDef>,
    pub events: BTreeMap<&'a str, &'a [Parameter]>,
    /// The triggers that wait for an event, by its name.
    pub answers: BTreeMap<&'a str, Vec<String>>,
    /// The triggers that wait for acts of an action, by its name.
    pub responses: BTreeMap<&'a str, Vec<String>>,
    /// The plurals of kinds.
    pub kinds: BTreeMap<&'a str, Option<&'a str>>,
    /// Kinds of which there is a record for every two others.
    pub pairs: BTreeMap<&'a str, &'a PairDef>,
    attributes: BTreeMap<(&'a str, &'a str), (&'a Attribute, ValueShape)>,
    choices: BTreeMap<&'a str, &'a ChoiceDef>,
    /// Whether `none` is one of the words of a choice, so that a value of words that is `none` is not missing.
    pub none_is_a_word: bool,
    /// Kinds whose records can be out of play.
    pub in_play: BTreeSet<&'a str>,
    units: BTreeMap<&'a str, &'a str>,
    /// Tables that give each action its place in a list.
    pub lists: Vec<ActionList<'a>>,
}

/// The kind of what the combat as a whole has.
const COMBAT: &str = "combat";

impl<'a> Dictionary<'a> {
    pub fn new(items: &'a [Item]) -> Self {
        let mut words = Dictionary::default();
        for kind in ["combat", "side", "combatant", "act"] {
            words.kinds.insert(kind, None);
        }
        for item in items {
            match &item.kind {
                ItemKind::Kind(kind) => {
                    let plural = kind.plural.as_ref().map(|name| name.text.as_str());
                    let known = words.kinds.entry(&kind.name.text).or_default();
                    *known = known.or(plural);
                }
                ItemKind::Choice(choice) => {
                    words.choices.insert(&choice.name.text, choice);
                    words.none_is_a_word |= choice.words.iter().any(|word| word.text == "none");
                }
                ItemKind::Time(units) | ItemKind::Units(units) => {
                    for unit in &units.defs {
                        let one = unit.name.text.as_str();
                        words.units.insert(one, one);
                        if let Some(plural) = &unit.plural {
                            words.units.insert(&plural.text, one);
                        }
                    }
                }
                _ => {}
            }
        }
        for item in items {
            words.take(&item.kind);
        }
        words
    }

    fn take(&mut self, item: &'a ItemKind) {
        match item {
            ItemKind::Option(option) => {
                self.options.insert(&option.name.text, option);
            }
            ItemKind::Kind(kind) => self.kind(kind),
            ItemKind::Let(definition) => {
                let first = definition
                    .parameters
                    .first()
                    .map(|first| self.sort(&first.ty));
                let function = FunctionEntry {
                    of_value: first.is_some_and(|first| !matches!(first, ValueShape::Record(_))),
                    names: names_of(&definition.parameters).collect(),
                    sort: self.sort_or_unknown(definition.ty.as_ref()),
                    ty: definition.ty.as_ref(),
                    anchor: Anchor::new("definition", &definition.name.text),
                    table: None,
                };
                self.functions.insert(&definition.name.text, function);
            }
            ItemKind::Table(table) => self.table(table),
            ItemKind::Action(action) => {
                self.actions.insert(&action.name.text, action);
            }
            ItemKind::Procedure(procedure) => {
                self.procedures.insert(&procedure.name.text, procedure);
            }
            ItemKind::Event(event) => {
                self.events.insert(&event.name.text, &event.parameters);
            }
            ItemKind::Phase(phase) => self.phase(phase),
            ItemKind::Trigger(trigger) => {
                let title = plain_text(&trigger.title);
                match &trigger.happening {
                    Happening::Signal { event, .. } => {
                        self.answers.entry(&event.text).or_default().push(title);
                    }
                    Happening::Act { kinds, .. } => {
                        for action in kinds.iter().filter_map(|kind| kind.action.as_ref()) {
                            let responses = self.responses.entry(&action.text).or_default();
                            responses.push(title.clone());
                        }
                    }
                    Happening::BeforeTurn { .. }
                    | Happening::Phase { .. }
                    | Happening::Change { .. } => {}
                }
            }
            _ => {}
        }
    }

    fn kind(&mut self, kind: &'a KindDef) {
        let in_play = kind.in_play.as_ref();
        self.in_play
            .extend(in_play.map(|_| kind.name.text.as_str()));
        let pair = kind.pair.as_ref();
        self.pairs
            .extend(pair.map(|pair| (kind.name.text.as_str(), pair)));
        for attribute in &kind.attributes {
            let sort = self.sort(&attribute.ty);
            self.attributes
                .insert((&kind.name.text, &attribute.name.text), (attribute, sort));
        }
    }

    fn table(&mut self, table: &'a TableDef) {
        let name = table.name.text.as_str();
        let key = match &table.key {
            TableKey::Parameter { parameter, .. } => &parameter.name.text,
            TableKey::Dice(_) => "roll",
        };
        let names = names_of(&table.parameters).chain([key]).collect();
        if let TableKey::Parameter { parameter, .. } = &table.key
            && matches!(&parameter.ty.kind, TypeKind::Named(ty) if ty.text == "action")
        {
            let titled = |row: &'a Row| Some((&row.keys, plain_text(row.title.as_ref()?)));
            let mut rows: Vec<(&str, String)> = Vec::new();
            for (keys, title) in table.rows.iter().filter_map(titled) {
                rows.extend(keys.iter().filter_map(|key| match key {
                    RowKey::Word(word) => Some((word.text.as_str(), title.clone())),
                    RowKey::Numbers { .. } | RowKey::Open { .. } | RowKey::Else(_) => None,
                }));
            }
            if !rows.is_empty() {
                self.lists.push(ActionList { name, rows });
            }
        }
        let function = FunctionEntry {
            of_value: false,
            names,
            sort: self.sort_or_unknown(table.ty.as_ref()),
            ty: table.ty.as_ref(),
            anchor: Anchor::new("table", name),
            table: Some(name_of(table.title.as_ref(), &table.name)),
        };
        self.functions.insert(name, function);
    }

    fn phase(&mut self, phase: &'a PhaseDef) {
        self.phases.insert(&phase.name.text, phase);
        for inner in phases_in(&phase.body.statements) {
            self.phase(inner);
        }
    }

    /// What values of a type are.
    pub fn sort(&self, ty: &Type) -> ValueShape {
        match &ty.kind {
            TypeKind::YesNo => ValueShape::YesNo,
            TypeKind::Choice(_) => ValueShape::Choice,
            TypeKind::Named(name) => match name.text.as_str() {
                "number" => ValueShape::Number,
                "text" => ValueShape::Text,
                "action" => ValueShape::Action,
                "stage" => ValueShape::Stage,
                name if self.kinds.contains_key(name) => ValueShape::Record(name.to_owned()),
                name if self.choices.contains_key(name) => ValueShape::Choice,
                _ => ValueShape::Number,
            },
        }
    }

    /// The words that a value of a type can be; none where it is no choice of words.
    pub fn words_of_type<'t>(&self, ty: &'t Type) -> &'t [Name]
    where
        'a: 't,
    {
        match &ty.kind {
            TypeKind::Choice(words) => words,
            TypeKind::Named(name) => {
                (self.choices.get(name.text.as_str())).map_or(&[], |choice| choice.words.as_slice())
            }
            TypeKind::YesNo => &[],
        }
    }

    fn sort_or_unknown(&self, ty: Option<&Type>) -> ValueShape {
        ty.map(|ty| self.sort(ty)).unwrap_or_default()
    }

    /// What an attribute of a kind is; `None` if there is none.
    pub fn attribute(&self, kind: &str, name: &str) -> Option<ValueShape> {
        if let Some((_, sort)) = self.attributes.get(&(kind, name)) {
            return Some(sort.clone());
        }
        let two = self.pairs.get(kind).map(|pair| pair.parts().0);
        if let Some(one) = two.into_iter().flatten().find(|one| one.name.text == name) {
            return Some(self.sort(&one.ty));
        }
        match (kind, name) {
            (_, "had_turn") => Some(ValueShape::YesNo),
            ("combatant", "side") => Some(ValueShape::Record("side".to_owned())),
            ("act", "actor") => Some(ValueShape::Record("combatant".to_owned())),
            ("act", "action") => Some(ValueShape::Action),
            ("act", "stage") => Some(ValueShape::Stage),
            ("act", "begun") => Some(ValueShape::YesNo),
            ("act", "state") => Some(ValueShape::Choice),
            _ => None,
        }
    }

    /// The title of a table.
    pub fn table_title(&self, name: &str) -> String {
        let table = self.functions.get(name);
        table
            .and_then(|table| table.table.clone())
            .unwrap_or_default()
    }

    /// What an attribute with a key is; `None` if there is none.
    pub fn keyed(&self, kind: &str, name: &str) -> Option<ValueShape> {
        let (attribute, sort) = self.attributes.get(&(kind, name))?;
        attribute.key.as_ref().map(|_| sort.clone())
    }

    /// What an attribute of the combat as a whole is.
    pub fn of_the_combat(&self, name: &str) -> Option<ValueShape> {
        self.attribute(COMBAT, name)
    }

    /// A definition such as `reach of` is spoken of as if it were noted of a record: as its reach. Not where something else has that name.
    pub fn noted_name<'s>(&self, shown: &'s str, kind: &str) -> Option<&'s str> {
        let noun = shown.strip_suffix(" of").filter(|_| !kind.is_empty())?;
        let is_taken = self.attribute(kind, &noun.replace(' ', "_")).is_some();
        (!is_taken).then_some(noun)
    }

    /// An attribute as it is declared.
    pub fn declared(&self, kind: &str, name: &str) -> Option<&'a Attribute> {
        let (attribute, _) = self.attributes.get(&(kind, name))?;
        Some(attribute)
    }

    /// Whether a name is that of a unit.
    pub fn is_unit(&self, name: &str) -> bool {
        self.units.contains_key(name)
            || self.units.contains_key(name.trim_end_matches('s'))
            || matches!(name, "second" | "seconds")
    }

    /// Several of a unit, which may be named so already.
    pub fn units(&self, unit: &str) -> String {
        let one = self.units.get(unit);
        if one.map_or(words::is_several(unit), |one| *one != unit) {
            return spaced(unit);
        }
        let mut units = self.units.iter();
        match units.find(|(many, one)| **one == unit && **many != unit) {
            Some((many, _)) => spaced(many),
            None => words::plural(unit),
        }
    }

    /// Whether the rules note anything of a kind, so that the document has a section about it.
    pub fn is_noted(&self, kind: &str) -> bool {
        self.attributes.keys().any(|(of, _)| *of == kind)
    }

    /// The kind of which a type names several: that of `combatants`.
    pub fn kind_of_several(&self, plural: &str) -> Option<&'a str> {
        let is_it = |kind: &&str| match self.kinds[kind] {
            Some(named) => named == plural,
            None => self.plural(kind) == spaced(plural),
        };
        self.kinds.keys().copied().find(is_it)
    }

    /// Whether a type is that of several records.
    pub fn is_several(&self, ty: &Type) -> bool {
        match &ty.kind {
            TypeKind::Named(name) => self.kind_of_several(&name.text).is_some(),
            TypeKind::YesNo | TypeKind::Choice(_) => false,
        }
    }

    /// Several of a kind.
    pub fn plural(&self, kind: &str) -> String {
        match self.kinds.get(kind) {
            Some(Some(plural)) => spaced(plural),
            _ => words::plural(&spaced(kind)),
        }
    }

    /// Whether an option stands as its default says: whether `option is word` is true of the file as it is.
    pub fn as_set(&self, option: &str, wanted: &Expr) -> Option<bool> {
        let default = &self.options.get(option)?.default;
        match (&default.kind, &wanted.kind) {
            (ExprKind::Name(set), ExprKind::Name(wanted)) => Some(set.text == wanted.text),
            (ExprKind::Yes, ExprKind::Yes) | (ExprKind::No, ExprKind::No) => Some(true),
            (ExprKind::Yes, ExprKind::No) | (ExprKind::No, ExprKind::Yes) => Some(false),
            (ExprKind::Number(set), ExprKind::Number(wanted)) => Some(set.digits == wanted.digits),
            _ => None,
        }
    }

    /// The anchor of an item.
    pub fn anchor(category: Category, name: &str) -> Anchor {
        Anchor::new(category.noun(), name)
    }
}

fn names_of(parameters: &[Parameter]) -> impl Iterator<Item = &str> {
    parameters
        .iter()
        .map(|parameter| parameter.name.text.as_str())
}
