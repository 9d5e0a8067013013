//! From the tree to the ruleset: names, types, units, orders. Reports everything that it finds, in the order of the text.
//! Uses syntax and ruleset; never the machine or the views.

mod actions;
mod body;
mod contradictions;
mod coverage;
mod declare;
mod defaults;
mod definitions;
mod dice;
mod documents;
mod exceptions;
mod expr;
mod facts;
mod items;
mod kinds;
mod many;
mod names;
mod number;
mod options;
mod orders;
mod output;
mod over;
mod patterns;
mod phases;
mod placements;
mod recursion;
mod refusals;
mod ring;
pub mod scenario;
mod seen;
mod sorted;
mod statement;
mod tables;
mod tactics;
mod triggers;
mod types;
mod units;
mod walk;
mod words;

pub use body::Scope;
pub use facts::{Arena, Elaborated, expression};
pub use names::Names;
pub use seen::{Meaning, Seen, Sighting, Sort};
pub use types::describe;

use crate::diagnostic::Diagnostics;
use crate::ruleset::{Item, Ruleset};
use crate::source::Span;
use crate::syntax::ast;
use sorted::Sorted;

/// A rule file that was found to be right.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What the machine carries out.
    pub ruleset: Ruleset,
    /// The names of it, for what is said about it elsewhere.
    pub names: Names,
}

/// A rule file after the check, whether it was found to be right or not.
#[derive(Clone, Debug)]
pub struct Examined {
    /// If there are no errors.
    pub checked: Option<Checked>,
    /// If there are: what is declared, as far as it could be understood; bodies are left out.
    pub draft: Option<Checked>,
    /// What each name stands for.
    pub seen: Seen,
    /// Everything that is to be said, in the order of the text.
    pub found: Diagnostics,
}

/// The ruleset as far as it is done.
struct Checker {
    rules: Ruleset,
    names: Names,
    out: output::Output,
    diagnostics: Diagnostics,
}

/// Checks a rule file. `items`: all of them, those of libraries and of the file it extends included, with nothing left to replace or
/// remove. Gives a ruleset if there are no errors, and everything that is to be said, in the order of the text.
pub fn rules(
    name: &ast::Name,
    title: Option<&ast::Text>,
    items: &[&ast::Item],
    span: Span,
) -> (Option<Checked>, Diagnostics) {
    let examined = examine(name, title, items, span);
    (examined.checked, examined.found)
}

/// The same, with what each name stands for, and with what could be understood of a file that has errors.
pub fn examine(
    name: &ast::Name,
    title: Option<&ast::Text>,
    items: &[&ast::Item],
    span: Span,
) -> Examined {
    let mut checker = Checker::new(name, title, span);
    let sorted = checker.sort(items);
    checker.declare(&sorted);
    checker
        .out
        .seen
        .declarations(&sorted, &checker.names, &checker.rules);
    checker.read(&sorted);
    documents::all(&mut checker, &sorted, items);
    checker.judge(&sorted);
    checker.finish()
}

impl Checker {
    fn new(name: &ast::Name, title: Option<&ast::Text>, span: Span) -> Self {
        let mut diagnostics = Diagnostics::new();
        let title = title.map_or_else(
            || name.text.clone(),
            |title| items::title(title, &mut diagnostics),
        );
        let whole = Item {
            category: "rules",
            name: name.text.clone(),
            span,
            name_span: name.span,
            cites: Vec::new(),
            allows: Vec::new(),
        };
        let rules = Ruleset {
            name: name.text.clone(),
            title,
            items: vec![whole],
            ..Ruleset::default()
        };
        Checker {
            rules,
            names: Names::default(),
            out: output::Output::default(),
            diagnostics,
        }
    }

    /// Lists the items. Item 0 is the file as a whole.
    fn sort<'a>(&mut self, items: &[&'a ast::Item]) -> Sorted<'a> {
        Sorted::new(items, |entry| {
            self.rules
                .items
                .push(items::entry(&entry, &mut self.diagnostics));
            crate::ruleset::ItemId::from_index(self.rules.items.len() - 1)
        })
    }

    /// What has a name, and of which type it is.
    fn declare(&mut self, sorted: &Sorted<'_>) {
        let Checker {
            rules,
            names,
            diagnostics,
            ..
        } = self;
        rules.source = sorted.sources.first().map(|text| items::plain(text));
        let outcomes = words::gather(sorted, names, &mut rules.words);
        rules.dimensions = units::declare(&sorted.units, &mut rules.units, names, diagnostics);
        kinds::declare(sorted, rules, names, diagnostics);
        types::choices(&sorted.choices, names, diagnostics);
        kinds::attributes(sorted, &outcomes, rules, names, diagnostics);
        declare::all(self, sorted);
    }

    /// What the bodies say.
    fn read(&mut self, sorted: &Sorted<'_>) {
        options::all(self, sorted);
        definitions::all(self, sorted);
        defaults::attributes(self, sorted);
        defaults::events(self, sorted);
        defaults::procedures(self, sorted);
        actions::all(self, sorted);
        phases::all(self, sorted);
        orders::all(self, sorted);
        placements::placements(self, sorted);
        exceptions::all(self, sorted);
        placements::voids(self, sorted);
        triggers::all(self, sorted);
        tactics::all(self, sorted);
    }

    /// What only the whole file shows.
    fn judge(&mut self, sorted: &Sorted<'_>) {
        recursion::check(self, sorted);
        refusals::check(self, sorted);
        contradictions::check(self, sorted);
        definitions::untyped(self, sorted);
    }

    fn finish(self) -> Examined {
        let Checker {
            mut rules,
            names,
            out,
            diagnostics: mut found,
        } = self;
        found.sort();
        if found.has_errors() {
            return Examined {
                checked: None,
                draft: Some(Checked {
                    ruleset: rules,
                    names,
                }),
                seen: out.seen,
                found,
            };
        }
        rules.texts = out.texts;
        rules.templates = out.templates;
        rules.questions = out.questions;
        rules.functions.extend(out.hidden);
        rules.phases = out.phases.into_iter().flatten().collect();
        rules.exprs = out.exprs;
        rules.expr_spans = out.spans;
        let checked = Checked {
            ruleset: rules,
            names,
        };
        Examined {
            checked: Some(checked),
            draft: None,
            seen: out.seen,
            found,
        }
    }
}
