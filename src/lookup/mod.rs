//! What stands at a place of a file: which name means what, where it is declared and used, how a file is made up, what could be written
//! next. For those who show files to people who write them. Pure: reads no file, knows no editor and no protocol.

mod completion;
mod context;
mod highlight;
mod hover;
mod items;
mod outcomes;
mod outline;
mod rename;
mod selection;
mod signature;

pub use completion::{Completion, CompletionKind, complete, cursor, endings};
pub use context::{Context, context_at};
pub use highlight::{Highlight, HighlightKind, highlight};
pub use outcomes::outcomes;
pub use outline::{Fold, Symbol, SymbolKind, file_named_at, folds, plain, symbols};
pub use rename::{Renaming, fits_as_name};
pub use selection::selections;
pub use signature::{Signature, signature_at};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::check::{Meaning, ResolvedName, ResolvedNames};
use crate::load::{ResolvedRules, ResolvedScenario};
use crate::ruleset::Ruleset;
use crate::source::{FileId, Sources, Span};

/// Rule sets and scenarios with the meaning of every name in them.
#[derive(Debug, Default)]
pub struct NameIndex {
    /// The rule sets; each is a world of names of its own, though worlds share files.
    worlds: Vec<Arc<ResolvedRules>>,
    scenarios: Vec<Arc<ResolvedScenario>>,
    /// Scenarios whose names are not listed, that may use or prove something.
    beside: Vec<Arc<ResolvedScenario>>,
    /// Every name by its place.
    index: BTreeMap<Span, BTreeSet<(NameKey, bool)>>,
    /// Names that stand for an item of another file, and where that is named: `replace`, `remove`, `set option`.
    links: Vec<(Span, Span)>,
}

/// Something with a name: in which world, and what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NameKey {
    home: NameScope,
    meaning: Meaning,
}

/// Where the meaning of a name holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NameScope {
    World(usize),
    Scenario(usize),
    /// Names of bodies are known by their places.
    Anywhere,
}

/// A place where something is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// Where.
    pub span: Span,
    /// Whether it is declared there.
    pub declares: bool,
}

impl NameIndex {
    /// The index of these rule sets and scenarios.
    pub fn new(
        worlds: impl IntoIterator<Item = Arc<ResolvedRules>>,
        scenarios: impl IntoIterator<Item = Arc<ResolvedScenario>>,
    ) -> Self {
        let mut index = NameIndex::default();
        for world in worlds {
            index.world(&world);
        }
        for scenario in scenarios {
            let world = index.world(&scenario.rules);
            let number = index.scenarios.len();
            index.list(
                &scenario.names,
                NameScope::World(world),
                NameScope::Scenario(number),
            );
            index.scenarios.push(scenario);
        }
        index
    }

    /// Scenarios of other files that may use or prove something.
    pub fn beside(mut self, scenarios: Vec<Arc<ResolvedScenario>>) -> Self {
        self.beside = scenarios;
        self
    }

    /// All scenarios, each once.
    fn all_scenarios(&self) -> impl Iterator<Item = &ResolvedScenario> {
        let own = self.scenarios.iter();
        let others = self.beside.iter();
        let others = others.filter(|one| !self.scenarios.iter().any(|own| own.span == one.span));
        own.chain(others).map(|scenario| &**scenario)
    }

    /// The rules that are indexed, as far as they could be understood.
    fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        let worlds = self.worlds.iter();
        worlds.map(|world| &world.declared.ruleset)
    }

    /// The number of a rule set, which is taken in if it is new.
    fn world(&mut self, world: &Arc<ResolvedRules>) -> usize {
        let known = self.worlds.iter().position(|one| Arc::ptr_eq(one, world));
        known.unwrap_or_else(|| {
            let number = self.worlds.len();
            self.list(&world.names, NameScope::World(number), NameScope::Anywhere);
            self.links.extend(items::links(world));
            self.worlds.push(Arc::clone(world));
            number
        })
    }

    fn list(&mut self, resolved: &ResolvedNames, world: NameScope, own: NameScope) {
        for ResolvedName {
            span,
            meaning,
            declares,
        } in &resolved.names
        {
            let home = match meaning {
                Meaning::Local(_) => NameScope::Anywhere,
                Meaning::Thing(..) => own,
                _ => world,
            };
            let key = NameKey {
                home,
                meaning: meaning.clone(),
            };
            self.index
                .entry(*span)
                .or_default()
                .insert((key, *declares));
        }
    }

    /// The name at a place: the shortest that reaches over it or ends there.
    fn name_at(&self, file: FileId, offset: u32) -> Option<Span> {
        let first = Span {
            file,
            start: 0,
            end: 0,
        };
        let here = Span {
            file,
            start: offset,
            end: u32::MAX,
        };
        let listed = self.index.range(first..=here).map(|(span, _)| *span);
        let linked = self.links.iter().flat_map(|(from, to)| [*from, *to]);
        listed
            .chain(linked)
            .filter(|span| span.file == file && span.start <= offset && offset <= span.end)
            .min_by_key(|span| (span.end - span.start, span.start))
    }

    /// What the name at a span stands for.
    fn keys(&self, span: Span) -> impl Iterator<Item = &NameKey> {
        self.index
            .get(&span)
            .into_iter()
            .flatten()
            .map(|(key, _)| key)
    }

    /// The place of the name at a place in a file.
    pub fn span_at(&self, file: FileId, offset: u32) -> Option<Span> {
        self.name_at(file, offset)
    }

    /// Where the name at a place is declared. On `replace`, `remove` and `set option`: where the other file declares it.
    pub fn definitions(&self, file: FileId, offset: u32) -> Vec<Span> {
        let Some(span) = self.name_at(file, offset) else {
            return Vec::new();
        };
        let linked: BTreeSet<Span> = (self.links.iter())
            .filter(|(from, _)| *from == span)
            .map(|(_, to)| *to)
            .collect();
        if !linked.is_empty() {
            return linked.into_iter().collect();
        }
        let wanted: BTreeSet<&NameKey> = self.keys(span).collect();
        self.places_of(&wanted)
            .into_iter()
            .filter(|place| place.declares)
            .map(|place| place.span)
            .collect()
    }

    /// Everywhere the name at a place stands, in all files that are indexed.
    pub fn references(&self, file: FileId, offset: u32) -> Vec<Occurrence> {
        match self.name_at(file, offset) {
            Some(span) => self.family(span, false),
            None => Vec::new(),
        }
    }

    /// All places of what a name stands for, through all worlds that share its declaration. `coupled`: also of what shares a place with it,
    /// as a roll does with the attribute that keeps it.
    fn family(&self, span: Span, coupled: bool) -> Vec<Occurrence> {
        let mut found: BTreeSet<Occurrence> = BTreeSet::new();
        let mut known: BTreeSet<&NameKey> = self.keys(span).collect();
        let place = |span, declares| Occurrence { span, declares };
        // What is replaced or removed may have no name of its own where it is: the title of a key, an exception that is gone.
        let mut declared: BTreeSet<Span> = BTreeSet::new();
        for (from, to) in self
            .links
            .iter()
            .filter(|link| link.0 == span || link.1 == span)
        {
            known.extend(self.keys(*to).chain(self.keys(*from)));
            declared.insert(*to);
        }
        for &(from, to) in self.links.iter().filter(|link| declared.contains(&link.1)) {
            found.extend([place(from, false), place(to, true)]);
        }
        let mut linked: BTreeMap<Span, Vec<Occurrence>> = BTreeMap::new();
        for &(from, to) in &self.links {
            linked.entry(to).or_default().push(place(from, false));
            linked.entry(from).or_default().push(place(to, true));
        }
        // From names to their places, from those to the other names there, until none is new.
        let mut open = known.clone();
        while !open.is_empty() {
            let round = std::mem::take(&mut open);
            for (span, all) in &self.index {
                for (key, declared) in all.iter().filter(|(key, _)| round.contains(key)) {
                    found.insert(Occurrence {
                        span: *span,
                        declares: *declared,
                    });
                    for (other, declares) in all {
                        let same = *declared && *declares && same_kind(key, other);
                        if (same || coupled) && known.insert(other) {
                            open.insert(other);
                        }
                    }
                    for other in linked.get(span).into_iter().flatten() {
                        open.extend(self.keys(other.span).filter(|key| known.insert(key)));
                        found.insert(*other);
                    }
                }
            }
        }
        // A place where something is declared and another thing used is one place.
        let declared: BTreeSet<Span> = (found.iter())
            .filter(|place| place.declares)
            .map(|place| place.span)
            .collect();
        found.retain(|place| place.declares || !declared.contains(&place.span));
        found.into_iter().collect()
    }

    fn places_of(&self, wanted: &BTreeSet<&NameKey>) -> BTreeSet<Occurrence> {
        let mut places = BTreeSet::new();
        for (span, all) in &self.index {
            for (_, declares) in all.iter().filter(|(key, _)| wanted.contains(key)) {
                places.insert(Occurrence {
                    span: *span,
                    declares: *declares,
                });
            }
        }
        places
    }

    /// What is known of the name at a place, for people: its place, and prose in Markdown.
    pub fn hover(&self, file: FileId, offset: u32, sources: &Sources) -> Option<(Span, String)> {
        let span = self.name_at(file, offset)?;
        let told = hover::hover(self, span, sources)?;
        Some((span, told))
    }
}

/// Whether two names of two worlds that are declared at one place can be the same thing.
fn same_kind(one: &NameKey, other: &NameKey) -> bool {
    std::mem::discriminant(&one.meaning) == std::mem::discriminant(&other.meaning)
        && match (&one.meaning, &other.meaning) {
            (Meaning::Word(one, _), Meaning::Word(other, _)) => one == other,
            _ => true,
        }
}
