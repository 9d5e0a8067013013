//! The words of the rules by which the scenarios of a file are played: what a rewriting can put into a line.

use std::collections::{BTreeMap, BTreeSet};

use super::record_dice::KeptThrow;
use super::{gates, record_dice};
use crate::check::scenario::Vocabulary;
use crate::load::{Loaded, Loader};
use crate::ruleset::walk::each_statement;
use crate::ruleset::{Action, Block, KindId, PhaseId, Ruleset, StatementKind, Type, WordId, types};
use crate::suggest::stem;
use crate::syntax::ast::{self, Category};

/// Words of rules.
#[derive(Debug, Default)]
pub(super) struct KnownWords {
    /// What is rolled for.
    pub(super) purposes: BTreeSet<String>,
    /// What is asked.
    pub(super) questions: BTreeSet<String>,
    /// Those of which all answers are given by `gm`.
    pub(super) of_gm: BTreeSet<String>,
    /// How scenarios name actions.
    pub(super) verbs: BTreeSet<String>,
    /// What is rolled for as actions are carried out, by how scenarios name these.
    pub(super) rolled: BTreeMap<String, BTreeSet<String>>,
    /// The attributes of the combat as a whole.
    pub(super) of_combat: BTreeSet<String>,
    /// The titles of actions, by how scenarios name these.
    pub(super) titles: BTreeMap<String, String>,
    /// What an act has that is a number, and what it may be told to be.
    pub(super) numbers: BTreeSet<String>,
    pub(super) flags: BTreeSet<String>,
    /// What a combatant has that is a number.
    pub(super) values: BTreeSet<String>,
    /// What is asked of one combatant in brackets.
    pub(super) tests: BTreeSet<String>,
    /// What a combatant is or is not.
    pub(super) states: BTreeSet<String>,
    /// What holds one record: attributes of combatants, and of other kinds those that hold a combatant.
    pub(super) links: BTreeSet<(KindId, String)>,
    /// Periods and keys of orders by which a moment is named, with the number of periods around them.
    pub(super) periods: BTreeMap<String, usize>,
    /// The kinds of records that scenarios set up.
    pub(super) kinds: BTreeSet<String>,
    /// Phases of turns.
    pub(super) turns: BTreeSet<String>,
    /// The options of the rules.
    pub(super) options: BTreeSet<String>,
    /// The attributes of acts that are one of some words, by these words.
    pub(super) choices: BTreeMap<String, Vec<String>>,
    /// What must be so of an act before a number of it counts.
    pub(super) gates: BTreeMap<String, BTreeSet<String>>,
    /// The throws that records keep in attributes, by their kinds.
    pub(super) throws: BTreeMap<String, Vec<KeptThrow>>,
    /// The questions that are answered with a text.
    pub(super) of_text: BTreeSet<String>,
    /// What the procedures and definitions of other files are given, in brackets, and what they result in, by their names.
    pub(super) given: BTreeMap<String, String>,
    /// The items that a variant can change: the word of their sort, and their name, a title in quotes.
    pub(super) items: BTreeSet<(&'static str, String)>,
}

impl KnownWords {
    /// The words of all rules that were read for a file.
    pub(super) fn of(loader: &Loader, loaded: &Loaded) -> Self {
        let mut known = KnownWords::default();
        let ready = loader.rules.iter();
        let ready = ready.filter(|((path, _), _)| loaded.needed.contains(path));
        for checked in ready.filter_map(|(_, ready)| ready.checked.as_ref()) {
            known.take(&checked.ruleset);
        }
        for path in &loaded.needed {
            let items = loader.parsed.get(path).into_iter();
            let items = items.filter(|file| Some(file.id) != loaded.file);
            let items = items.flat_map(|file| &file.tree.rules);
            for item in items.flat_map(|rules| &rules.items) {
                known.items.extend(named(item));
                let (name, sign) = match &item.kind {
                    ast::ItemKind::Procedure(procedure) => (&procedure.name, '{'),
                    ast::ItemKind::Let(definition) => (&definition.name, '='),
                    _ => continue,
                };
                let behind = name.span.at_end().to(item.span.at_end());
                let given = loader.sources().snippet(behind).split(sign).next();
                let given = given.unwrap_or_default().trim().to_owned();
                known.given.insert(name.text.clone(), given);
            }
        }
        let options = known
            .items
            .iter()
            .filter(|(sort, _)| *sort == Category::Option.word());
        let options: Vec<String> = options.map(|(_, name)| name.clone()).collect();
        known.options.extend(options);
        known
    }

    fn take(&mut self, rules: &Ruleset) {
        let vocabulary = Vocabulary::new(rules);
        let word = |id: &_| rules.word(*id).to_owned();
        self.purposes.extend(vocabulary.purposes.iter().map(word));
        let questions = vocabulary.questions.iter();
        self.questions.extend(questions.map(|(id, _)| word(id)));
        let (of_gm, of_others): (Vec<_>, Vec<_>) =
            (rules.answerable().into_iter()).partition(|asked| asked.who.is_none());
        self.of_gm
            .extend(of_gm.iter().map(|asked| word(&asked.name)));
        for asked in &of_others {
            self.of_gm.remove(&word(&asked.name));
        }
        let texts = rules.answerable().into_iter();
        let texts = texts.filter(|asked| asked.answer.ty == Type::Text);
        self.of_text.extend(texts.map(|asked| word(&asked.name)));
        self.throws.extend(record_dice::kept(rules));
        for (number, gates) in gates::gates(rules) {
            self.gates.entry(number).or_default().extend(gates);
        }
        let verbs = rules.actions.iter().map(|action| action.verb.clone());
        self.verbs.extend(verbs);
        for action in &rules.actions {
            let own = self.rolled.entry(action.verb.clone()).or_default();
            own.extend(rolled_by(rules, action).iter().map(word));
        }
        let options = rules.options.iter().map(|option| option.name.clone());
        self.options.extend(options);
        let of_combat = &rules.kinds[KindId::COMBAT.index()].attributes;
        let of_combat = of_combat.iter().map(|one| one.name.clone());
        self.of_combat.extend(of_combat);
        let title = |action: &Action| rules.title_words(&action.stages[0]);
        let titles = rules.actions.iter();
        self.titles
            .extend(titles.map(|action| (action.verb.clone(), title(action))));
        for (index, phase) in rules.phases.iter().enumerate() {
            let around = rules.periods_around(PhaseId::from_index(index)).len();
            let period = phase.repeats().then(|| (phase.name.clone(), around));
            self.periods.extend(period);
            let turn = phase.turns.is_some().then(|| phase.name.clone());
            self.turns.extend(turn);
        }
        let keys = rules.orders.iter().flat_map(|order| &order.keys);
        let keys = keys.filter_map(|key| Some((word(&key.name?), usize::MAX)));
        self.periods.extend(keys);
        for (kind, attribute) in attributes(rules) {
            let name = attribute.name.clone();
            match (kind, &attribute.declared.ty) {
                (KindId::ACT, Type::Number(_)) => _ = self.numbers.insert(name),
                (KindId::ACT, Type::Choice(words)) => {
                    for one in words {
                        let own = self.choices.entry(word(one)).or_default();
                        if !own.contains(&name) {
                            own.push(name.clone());
                        }
                    }
                }
                (KindId::ACT, Type::YesNo) => _ = self.flags.insert(name),
                (_, Type::Number(_)) => _ = self.values.insert(name),
                (_, Type::YesNo) => _ = self.states.insert(name),
                (_, Type::Record(_) | Type::Set(_) | types!(word)) => {}
            }
        }
        for (index, kind) in rules.kinds.iter().enumerate() {
            let id = KindId::from_index(index);
            self.kinds.insert(kind.name.clone());
            let holds = |ty: &Type| match (id, ty) {
                (KindId::ACT | KindId::COMBAT | KindId::SIDE, _) => false,
                (KindId::COMBATANT, Type::Record(held)) => *held != KindId::SIDE,
                (_, ty) => *ty == Type::Record(KindId::COMBATANT),
            };
            let links = kind.attributes.iter().filter(|one| holds(&one.declared.ty));
            self.links.extend(links.map(|one| (id, one.name.clone())));
        }
        let tests = rules.functions.iter().filter(|function| {
            let asks_one = matches!(&function.parameters[..], [one] if one.declared.ty == Type::Record(KindId::COMBATANT));
            asks_one && function.declared.ty == Type::YesNo
        });
        self.tests
            .extend(tests.map(|function| function.name.clone()));
    }

    /// Whether it is the name of something that a line can say.
    pub(super) fn is_said(&self, name: &str) -> bool {
        let lists = [&self.purposes, &self.questions, &self.numbers, &self.flags];
        let mut lists = lists.into_iter().chain([&self.values, &self.states]);
        lists.any(|list| list.contains(name))
    }

    /// The verb with the same stem.
    pub(super) fn verb(&self, word: &str) -> Option<&str> {
        same(&self.verbs, word)
    }

    /// What is asked of a combatant in brackets, by a word with the same stem.
    pub(super) fn test(&self, word: &str) -> Option<&str> {
        same(&self.tests, word)
    }
}

/// The word with the same stem.
pub(super) fn same<'k>(known: &'k BTreeSet<String>, word: &str) -> Option<&'k str> {
    let exact = known.get(word);
    let near = || known.iter().find(|one| stem(one) == stem(word));
    exact.or_else(near).map(String::as_str)
}

/// What is rolled for as an action is carried out, in procedures that it does too.
fn rolled_by(rules: &Ruleset, action: &Action) -> BTreeSet<WordId> {
    let mut open: Vec<&Block> = action.stages.iter().map(|stage| &stage.body).collect();
    let (mut purposes, mut done) = (BTreeSet::new(), BTreeSet::new());
    while let Some(block) = open.pop() {
        each_statement(block, &mut |statement| {
            if let StatementKind::Roll { purpose, .. } = statement {
                purposes.insert(*purpose);
            }
            if let StatementKind::Do { procedure, .. } = statement
                && done.insert(*procedure)
            {
                open.push(&rules.procedures[procedure.index()].body);
            }
        });
    }
    purposes
}

/// The attributes of acts, combatants and sides.
fn attributes(rules: &Ruleset) -> impl Iterator<Item = (KindId, &crate::ruleset::Attribute)> {
    [KindId::ACT, KindId::COMBATANT, KindId::SIDE]
        .into_iter()
        .flat_map(|kind| {
            let attributes = &rules.kinds[kind.index()].attributes;
            attributes.iter().map(move |attribute| (kind, attribute))
        })
}

/// The word and the name of an item that has a name.
fn named(item: &ast::Item) -> Option<(&'static str, String)> {
    let identity = item.identity()?;
    let name = match identity.category.is_titled() {
        true => format!("\"{}\"", identity.name),
        false => identity.name.to_owned(),
    };
    Some((identity.category.word(), name))
}
