//! What a search looks at first: the attributes, actions, options, words and numbers that some stretches of rule files mention, seen widely and
//! narrowly, and the pairs of acts that the exceptions there are about.

use super::lexicon::{Lexicon, LexiconAttribute, LexiconKind, Ty};
use crate::ruleset::{ActPattern, ExceptionId, ItemId, PhaseId, Ruleset, Value};
use crate::source::{Sources, Span};
use std::collections::BTreeSet;

/// Stretches of rule files.
#[derive(Clone, Debug, Default)]
pub struct Stretches {
    /// What a search is about.
    pub near: Vec<Span>,
    /// What is around it.
    pub far: Vec<Span>,
    /// What it is about, more narrowly.
    pub aim: FocusLines,
}

/// Lines of rule files.
#[derive(Clone, Debug, Default)]
pub struct FocusLines {
    /// What a search turns on.
    pub near: Vec<String>,
    /// What leads there.
    pub far: Vec<String>,
}

/// How near something is to what a search is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nearness {
    Nowhere,
    Far,
    Near,
}

/// What is mentioned.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// By the items that a search is about and those around them, whole.
    pub(super) wide: Mentions,
    /// By those of their lines on which it turns.
    pub(super) narrow: Mentions,
    /// The two acts of each exception: which actions each of them can be; none: any.
    pub(super) pairs: Vec<[Vec<usize>; 2]>,
    /// The exceptions that are near, by rule file.
    exceptions: Vec<Vec<ExceptionId>>,
    /// The items that are near, by rule file.
    items: Vec<Vec<ItemId>>,
}

/// What some lines mention, by its place in the lexicon.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentions {
    /// It is the narrow one.
    pub is_narrow: bool,
    /// Attributes, by kind.
    attributes: Vec<Vec<Nearness>>,
    /// Kinds.
    kinds: Vec<Nearness>,
    /// Actions.
    actions: Vec<Nearness>,
    /// Options.
    options: Vec<Nearness>,
    /// Words and names that are near, whatever they stand for.
    pub words: BTreeSet<String>,
    /// Numbers that are near.
    pub numbers: Vec<Value>,
    /// A phase before the main one is mentioned.
    pub early: bool,
}

/// The words and numbers of some stretches.
#[derive(Default)]
struct Mentioned {
    words: BTreeSet<String>,
    numbers: Vec<Value>,
}

impl Focus {
    /// What these stretches of rule files mention.
    pub fn on(lexicon: &Lexicon<'_>, stretches: &Stretches, sources: &Sources) -> Self {
        let lines = |spans: &[Span]| Mentioned::by(spans.iter().map(|span| sources.snippet(*span)));
        let exceptions: Vec<Vec<ExceptionId>> = (lexicon.rules.iter())
            .map(|rules| exceptions(rules, &stretches.near))
            .collect();
        let aim = &stretches.aim;
        let [near, far] =
            [&aim.near, &aim.far].map(|all| Mentioned::by(all.iter().map(String::as_str)));
        Focus {
            wide: Mentions::on(
                lexicon,
                lines(&stretches.near),
                lines(&stretches.far),
                false,
            ),
            narrow: Mentions::on(lexicon, near, far, true),
            pairs: pairs(lexicon, &exceptions),
            exceptions,
            items: (lexicon.rules.iter())
                .map(|rules| items(rules, &stretches.near))
                .collect(),
        }
    }

    /// The exceptions that are near, as the rule file with this number has them.
    pub fn exceptions(&self, which: usize) -> &[ExceptionId] {
        self.exceptions.get(which).map_or(&[], Vec::as_slice)
    }

    /// The items that are near, as the rule file with this number has them.
    pub fn items(&self, which: usize) -> &[ItemId] {
        self.items.get(which).map_or(&[], Vec::as_slice)
    }
}

impl Mentions {
    fn on(lexicon: &Lexicon<'_>, near: Mentioned, far: Mentioned, is_narrow: bool) -> Self {
        let nearness = |mentions: &dyn Fn(&BTreeSet<String>) -> bool| {
            if mentions(&near.words) {
                Nearness::Near
            } else if mentions(&far.words) {
                Nearness::Far
            } else {
                Nearness::Nowhere
            }
        };
        let of_attribute = |attribute: &LexiconAttribute| {
            nearness(&|words| {
                words.contains(&attribute.name)
                    || matches!(&attribute.ty, Ty::Words(all) if all.len() > 2 && all.iter().any(|word| words.contains(word)))
            })
        };
        let attributes: Vec<Vec<Nearness>> = (lexicon.kinds.iter())
            .map(|kind| kind.attributes.iter().map(of_attribute).collect())
            .collect();
        let early = |rules: &Ruleset, main: Option<PhaseId>| {
            let before = rules.procedure.iter();
            let mut before = before.take_while(|phase| Some(**phase) != main);
            let mentions = |phase: &PhaseId| {
                let name = &rules.phases[phase.index()].name;
                near.words.contains(name) || is_narrow && far.words.contains(name)
            };
            main.is_some() && before.any(mentions)
        };
        let of_kind = |(kind, attributes): (&LexiconKind, &Vec<Nearness>)| {
            let named = nearness(&|words| words.contains(&kind.name));
            let nearest = attributes.iter().copied().max();
            match nearest {
                Some(nearest) if is_narrow => named.max(nearest),
                _ => named,
            }
        };
        Mentions {
            is_narrow,
            kinds: lexicon.kinds.iter().zip(&attributes).map(of_kind).collect(),
            attributes,
            actions: (lexicon.actions.iter())
                .map(|action| {
                    nearness(&|words| words.contains(&action.name) || words.contains(&action.verb))
                })
                .collect(),
            options: lexicon.options.iter().map(of_attribute).collect(),
            early: (lexicon.rules.iter().zip(&lexicon.mains))
                .any(|(rules, main)| early(rules, *main)),
            words: near.words,
            numbers: near.numbers,
        }
    }

    pub fn attribute(&self, kind: usize, attribute: usize) -> Nearness {
        let known = self.attributes.get(kind).and_then(|all| all.get(attribute));
        known.copied().unwrap_or(Nearness::Nowhere)
    }

    pub fn kind(&self, kind: usize) -> Nearness {
        self.kinds.get(kind).copied().unwrap_or(Nearness::Nowhere)
    }

    pub fn option(&self, option: usize) -> Nearness {
        self.options
            .get(option)
            .copied()
            .unwrap_or(Nearness::Nowhere)
    }

    /// The actions that are so near.
    pub fn actions(&self, nearness: Nearness) -> Vec<usize> {
        let all = 0..self.actions.len();
        all.filter(|action| self.actions[*action] == nearness)
            .collect()
    }
}

impl Mentioned {
    fn by<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut said = Mentioned::default();
        for line in texts.flat_map(str::lines) {
            said.read(line);
        }
        said
    }

    /// Takes in the words and numbers of a line. Texts, comments and citations are for people.
    fn read(&mut self, line: &str) {
        let said = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let said = said.split('#').next().unwrap_or_default();
        for word in said.split(|c: char| !(c == '_' || c.is_alphanumeric())) {
            if word == "cites" {
                return;
            }
            if let Ok(number) = word.parse::<Value>() {
                if !self.numbers.contains(&number) {
                    self.numbers.push(number);
                }
            } else if !word.is_empty() {
                self.words.insert(word.to_owned());
            }
        }
    }
}

/// The exceptions that stand there.
fn exceptions(rules: &Ruleset, spans: &[Span]) -> Vec<ExceptionId> {
    let stands_there = |place: &usize| {
        let item = rules.exceptions[*place].item;
        spans.contains(&rules.items[item.index()].span)
    };
    let all = (0..rules.exceptions.len()).filter(stands_there);
    all.map(ExceptionId::from_index).collect()
}

/// The items that stand there.
fn items(rules: &Ruleset, spans: &[Span]) -> Vec<ItemId> {
    let all = rules.items.iter().enumerate();
    let there = all.filter(|(_, item)| spans.contains(&item.span));
    there.map(|(index, _)| ItemId::from_index(index)).collect()
}

/// The acts of these exceptions.
fn pairs(lexicon: &Lexicon<'_>, exceptions: &[Vec<ExceptionId>]) -> Vec<[Vec<usize>; 2]> {
    let mut pairs = Vec::new();
    for (which, exceptions) in exceptions.iter().enumerate() {
        let actions = |pattern: &ActPattern| -> Vec<usize> {
            let can_be = |action: &usize| {
                let id = lexicon.actions[*action].ids[which];
                pattern.kinds.iter().any(|(action, _)| Some(*action) == id)
            };
            (0..lexicon.actions.len()).filter(can_be).collect()
        };
        for exception in exceptions {
            let rule = &lexicon.rules[which].exceptions[exception.index()];
            let pair = [actions(&rule.first), actions(&rule.second)];
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}
