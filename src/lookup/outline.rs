//! How a file is made up: its rule sets, items and scenarios as a tree of symbols, and what can be folded away.

use std::ops::Range;

use super::context::{ContextToken, TokenKind, tokens};
use super::items::phases_in;
use crate::source::Span;
use crate::syntax::ast::{self, EntryKind, Item, ItemKind, Scenario, ScenarioEntry, Text, Which};

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A rule set.
    Rules,
    /// A scenario.
    Scenario,
    /// A kind of records, or units.
    Kind,
    /// An attribute.
    Attribute,
    /// An option.
    Option,
    /// A named choice.
    Choice,
    /// A definition, a table.
    Definition,
    /// A procedure.
    Procedure,
    /// An event.
    Event,
    /// An action.
    Action,
    /// A stage, a word.
    Word,
    /// A phase or a period.
    Phase,
    /// An order, an exception, a placement, a void, a trigger.
    Rule,
    /// A side, a combatant, another thing.
    Thing,
    /// What names a file or a document.
    Source,
}

/// A part of a file that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// What it is, in a word or two.
    pub detail: String,
    /// What kind of part.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// The parts of it.
    pub inner: Vec<Symbol>,
}

/// What can be folded away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the brace, or the first comment, to the end of what is folded; without the closing brace.
    pub range: Range<usize>,
    /// It is a run of comments.
    pub comment: bool,
}

/// The symbols of a file, in the order of the text.
pub fn symbols(tree: &ast::File) -> Vec<Symbol> {
    let mut all: Vec<Symbol> = tree.rules.iter().map(rules).collect();
    all.extend(tree.scenarios.iter().map(scenario));
    all.sort_by_key(|symbol| symbol.span);
    all
}

fn rules(set: &ast::Rules) -> Symbol {
    Symbol {
        name: set.name.text.clone(),
        detail: "rules".to_owned(),
        kind: SymbolKind::Rules,
        span: set.span,
        name_span: set.name.span,
        inner: set.items.iter().map(item).collect(),
    }
}

fn item(item: &Item) -> Symbol {
    let mut symbol = plain_item(item);
    if symbol.name.is_empty() {
        symbol.name.clone_from(&symbol.detail);
    }
    symbol
}

fn plain_item(item: &Item) -> Symbol {
    use SymbolKind::{
        Action, Attribute, Choice, Definition, Event, Kind, Option, Phase, Procedure, Rule, Source,
        Word,
    };
    let make = |kind, detail: &str, name: &str, name_span: Span| Symbol {
        name: name.to_owned(),
        detail: detail.to_owned(),
        kind,
        span: item.span,
        name_span,
        inner: Vec::new(),
    };
    let named = |kind, detail, name: &ast::Name| make(kind, detail, &name.text, name.span);
    let titled = |kind, detail, text: &Text| make(kind, detail, &plain(text), text.span);
    let start = item.span.at_start();
    match &item.kind {
        ItemKind::Source(text) => titled(Source, "source", text),
        ItemKind::Document(def) => named(Source, "statements", &def.prefix),
        ItemKind::NoRule(def) => titled(Source, "no rule", &def.because),
        ItemKind::Uses(text) => titled(Source, "uses", text),
        ItemKind::Remove { category, name, .. } => {
            let detail = format!("remove {}", category.noun());
            make(Rule, &detail, &name.text, name.span)
        }
        ItemKind::RemoveEvery { category, .. } => {
            make(Rule, "remove every", category.noun(), start)
        }
        ItemKind::Replace(new) => {
            let inner = plain_item(new);
            Symbol {
                detail: format!("replace {}", inner.detail),
                span: item.span,
                ..inner
            }
        }
        ItemKind::SetOption { name, .. } => named(Option, "set option", name),
        ItemKind::Part(change) => {
            let owner = change.owner.identity();
            make(Rule, &change.called(), owner.name, owner.span)
        }
        ItemKind::Time(units) => Symbol {
            inner: units_of(units),
            ..make(Kind, "time", "", start)
        },
        ItemKind::Units(units) => Symbol {
            inner: units_of(units),
            ..make(Kind, "units", "", start)
        },
        ItemKind::Option(def) => named(Option, "option", &def.name),
        ItemKind::Choice(def) => named(Choice, "choice", &def.name),
        ItemKind::Kind(def) => Symbol {
            inner: (def.attributes.iter())
                .map(|attribute| leaf(Attribute, "attribute", &attribute.name))
                .collect(),
            ..named(Kind, "kind", &def.name)
        },
        ItemKind::Let(def) => named(Definition, "definition", &def.name),
        ItemKind::Table(def) => named(Definition, "table", &def.name),
        ItemKind::Procedure(def) => named(Procedure, "procedure", &def.name),
        ItemKind::Event(def) => named(Event, "event", &def.name),
        ItemKind::Action(def) => Symbol {
            inner: (def.stages.iter())
                .filter_map(|stage| stage.name.as_ref().map(|name| (stage, name)))
                .map(|(stage, name)| Symbol {
                    span: stage.span,
                    ..leaf(Word, "stage", name)
                })
                .collect(),
            ..named(Action, "action", &def.name)
        },
        ItemKind::Order(def) => {
            let name = def.name.as_ref().or(def.during.as_ref());
            let keys = def.keys.iter().filter_map(|key| key.name.as_ref());
            Symbol {
                inner: keys.map(|name| leaf(Word, "key", name)).collect(),
                ..name.map_or_else(
                    || make(Rule, "order", "", start),
                    |name| named(Rule, "order", name),
                )
            }
        }
        ItemKind::Placement(def) => titled(Rule, "placement", &def.title),
        ItemKind::Exception(def) => titled(Rule, "exception", &def.title),
        ItemKind::Void(def) => titled(Rule, "void", &def.title),
        ItemKind::Tactic(def) => named(Rule, "tactic", &def.name),
        ItemKind::Trigger(def) => titled(Rule, "trigger", &def.title),
        ItemKind::Phase(def) => Symbol {
            inner: (phases_in(&def.body).into_iter())
                .map(|inner| Symbol {
                    span: inner.span,
                    ..leaf(Phase, "phase", &inner.name)
                })
                .collect(),
            ..named(Phase, "phase", &def.name)
        },
    }
}

fn leaf(kind: SymbolKind, detail: &str, name: &ast::Name) -> Symbol {
    Symbol {
        name: name.text.clone(),
        detail: detail.to_owned(),
        kind,
        span: name.span,
        name_span: name.span,
        inner: Vec::new(),
    }
}

fn units_of(units: &ast::Units) -> Vec<Symbol> {
    (units.defs.iter())
        .map(|def| leaf(SymbolKind::Word, "unit", &def.name))
        .collect()
}

fn scenario(scenario: &Scenario) -> Symbol {
    Symbol {
        name: plain(&scenario.title),
        detail: "scenario".to_owned(),
        kind: SymbolKind::Scenario,
        span: scenario.span,
        name_span: scenario.title.span,
        inner: scenario.entries.iter().filter_map(entry).collect(),
    }
}

fn entry(entry: &ScenarioEntry) -> Option<Symbol> {
    let thing = |detail: &str, name: &ast::Thing, span| Symbol {
        name: name.text.clone(),
        detail: detail.to_owned(),
        kind: SymbolKind::Thing,
        span,
        name_span: name.span,
        inner: Vec::new(),
    };
    match &entry.kind {
        EntryKind::Side(side) => Some(Symbol {
            inner: (side.members.iter())
                .map(|member| thing("combatant", &member.name, member.span))
                .collect(),
            ..thing("side", &side.name, entry.span)
        }),
        EntryKind::Record { kind, name, .. } => Some(thing(&kind.text, name, entry.span)),
        EntryKind::Pair { name, .. } => Some(Symbol {
            name: name.written(),
            ..thing(&name.kind.text, &name.one, entry.span)
        }),
        EntryKind::Period(period) => {
            let number = match &period.which {
                Some(Which::Number(number)) => format!(" {}", number.digits),
                Some(Which::Of(thing)) => format!(" of {}", thing.text),
                None => String::new(),
            };
            Some(Symbol {
                name: format!("{}{number}", period.phase.text),
                detail: "period".to_owned(),
                kind: SymbolKind::Phase,
                span: entry.span,
                name_span: period.phase.span,
                inner: period.entries.iter().filter_map(self::entry).collect(),
            })
        }
        _ => None,
    }
}

/// A text without its holes.
pub fn plain(text: &Text) -> String {
    text.with_holes("...")
}

/// What can be folded away: what stands in braces over several lines, and runs of comments.
pub fn folds(text: &str) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut comments: Option<Range<usize>> = None;
    for ContextToken { kind, range } in tokens(text) {
        if kind == TokenKind::Comment {
            let alone = text[..range.start]
                .rsplit('\n')
                .next()
                .is_some_and(|before| before.trim().is_empty());
            let follows = comments.as_ref().is_some_and(|run: &Range<usize>| {
                let between = &text[run.end..range.start];
                between.matches('\n').count() == 1 && between.trim().is_empty()
            });
            comments = match (comments.take(), alone) {
                (Some(run), true) if follows => Some(run.start..range.end),
                (run, _) => {
                    folds.extend(run.and_then(|run| run_of_comments(text, run)));
                    alone.then_some(range)
                }
            };
            continue;
        }
        match text.get(range.clone()) {
            Some("{") => open.push(range.start),
            Some("}") => {
                if let Some(start) = open.pop()
                    && text[start..range.start].contains('\n')
                {
                    let end = text[..range.start].trim_end().len();
                    folds.push(Fold {
                        range: start..end.max(start),
                        comment: false,
                    });
                }
            }
            _ => {}
        }
    }
    folds.extend(comments.and_then(|run| run_of_comments(text, run)));
    folds.sort_by_key(|fold| (fold.range.start, fold.range.end));
    folds
}

fn run_of_comments(text: &str, run: Range<usize>) -> Option<Fold> {
    text[run.clone()].contains('\n').then_some(Fold {
        range: run,
        comment: true,
    })
}

/// The path that stands at a place after `extends`, `uses` or `rules`.
pub fn file_named_at(tree: &ast::File, offset: u32) -> Option<String> {
    let uses = |item: &Item| match &item.kind {
        ItemKind::Uses(text) => Some(text.clone()),
        _ => None,
    };
    let rules = |entry: &ScenarioEntry| match &entry.kind {
        EntryKind::Rules(text) => Some(text.clone()),
        _ => None,
    };
    let sets = tree.rules.iter();
    let mut named: Vec<Text> = Vec::new();
    for set in sets {
        named.extend(set.extends.clone());
        named.extend(set.items.iter().filter_map(uses));
    }
    for scenario in &tree.scenarios {
        named.extend(scenario.entries.iter().filter_map(rules));
    }
    let at = named
        .iter()
        .find(|text| text.span.start <= offset && offset <= text.span.end);
    at.map(plain)
}
