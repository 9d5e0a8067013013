//! From the tree to the ruleset: names, types, units, orders. Reports everything that it finds, in the order of the text.
//! Uses syntax and ruleset; never the machine or the views.

mod action_limits;
mod actions;
mod by_kind;
mod columns;
mod contradictions;
mod coverage;
mod cycles;
mod declare;
mod defaults;
mod definitions;
mod dice;
mod documents;
mod elaborator;
mod exceptions;
mod expr;
mod facts;
mod in_play;
mod items;
mod kept;
mod keyed;
mod kinds;
mod lasting;
mod limits;
mod locals;
mod number;
mod options;
mod orders;
mod output;
mod pairs;
mod patterns;
mod phases;
mod placements;
mod precedence;
mod recursion;
mod refusals;
mod requirements;
mod resolved_names;
mod results;
pub mod scenario;
mod set_back;
mod spending;
mod statement;
mod symbol_table;
mod tables;
mod tactics;
mod triggers;
mod turns;
mod types;
mod units;
mod visit;
mod within;
mod words;

pub use elaborator::Scope;
pub use facts::{Elaborated, FactArena, expression};
pub use kinds::HAD_TURN;
pub use resolved_names::{Meaning, ResolvedName, ResolvedNames, WordUse};
pub use symbol_table::SymbolTable;
pub use types::describe;

use crate::diagnostic::Diagnostics;
use crate::ruleset::{Item, Ruleset};
use crate::source::Span;
use crate::syntax::ast;
use by_kind::ByKind;
use elaborator::Elaborator;

/// A rule file that was found to be right.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What the machine carries out.
    pub ruleset: Ruleset,
    /// The names of it, for what is said about it elsewhere.
    pub names: SymbolTable,
}

/// A rule file after the check, whether it was found to be right or not.
#[derive(Clone, Debug)]
pub struct Examined {
    /// If there are no errors.
    pub checked: Option<Checked>,
    /// If there are: what is declared, as far as it could be understood; bodies are left out.
    pub draft: Option<Checked>,
    /// What each name stands for.
    pub resolved: ResolvedNames,
    /// Everything that is to be said, in the order of the text.
    pub found: Diagnostics,
}

/// The ruleset as far as it is done.
struct Checker {
    rules: Ruleset,
    names: SymbolTable,
    out: output::CheckOutput,
    diagnostics: Diagnostics,
}

type CheckerParts<'a> = (
    &'a mut Ruleset,
    &'a mut SymbolTable,
    &'a mut output::CheckOutput,
    &'a mut Diagnostics,
);

/// Checks a rule file. `items`: all of them, those of libraries and of the file it extends included, with nothing left to replace or
/// remove. Gives a ruleset if there are no errors, and everything that is to be said, in the order of the text.
pub fn rules(
    name: &ast::Name,
    title: Option<&ast::Text>,
    items: &[&ast::Item],
    span: Span,
) -> (Option<Checked>, Diagnostics) {
    let examined = examine(name, title, items, span, Diagnostics::new());
    (examined.checked, examined.found)
}

/// The same, with what each name stands for, and with what could be understood of a file that has errors. `found`: no diagnostics yet; they say whether those
/// that are added propose anything.
pub fn examine(
    name: &ast::Name,
    title: Option<&ast::Text>,
    items: &[&ast::Item],
    span: Span,
    found: Diagnostics,
) -> Examined {
    let mut checker = Checker::new(name, title, span, found);
    let by_kind = checker.sort(items);
    checker.declare(&by_kind);
    checker
        .out
        .resolved
        .declarations(&by_kind, &checker.names, &checker.rules);
    checker.read(&by_kind);
    documents::all(&mut checker, &by_kind, items);
    checker.judge(&by_kind);
    checker.finish()
}

impl Checker {
    /// Its parts, each to be changed beside the others.
    fn parts(&mut self) -> CheckerParts<'_> {
        let Checker {
            rules,
            names,
            out,
            diagnostics,
        } = self;
        (rules, names, out, diagnostics)
    }

    fn new(
        name: &ast::Name,
        title: Option<&ast::Text>,
        span: Span,
        mut diagnostics: Diagnostics,
    ) -> Self {
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
            names: SymbolTable::default(),
            out: output::CheckOutput::default(),
            diagnostics,
        }
    }

    /// A new body.
    fn body(&mut self) -> Elaborator<'_> {
        Elaborator::new(
            &self.rules,
            &self.names,
            &mut self.out,
            &mut self.diagnostics,
        )
    }

    /// Lists the items. Item 0 is the file as a whole.
    fn sort<'a>(&mut self, items: &[&'a ast::Item]) -> ByKind<'a> {
        ByKind::new(items, |entry| {
            self.rules
                .items
                .push(items::entry(&entry, &mut self.diagnostics));
            crate::ruleset::ItemId::from_index(self.rules.items.len() - 1)
        })
    }

    /// What has a name, and of which type it is.
    fn declare(&mut self, by_kind: &ByKind<'_>) {
        let (rules, names, out, diagnostics) = self.parts();
        rules.source = by_kind.sources.first().map(|text| items::plain(text));
        let outcomes = words::gather(by_kind, names, &mut rules.words);
        rules.dimensions = units::declare(&by_kind.units, &mut rules.units, names, diagnostics);
        kinds::declare(by_kind, rules, names, diagnostics);
        types::choices(&by_kind.choices, names, diagnostics);
        kinds::attributes(by_kind, &outcomes, rules, names, out, diagnostics);
        declare::all(self, by_kind);
        set_back::declare(self, by_kind);
        kept::declare(self, by_kind);
        action_limits::declare(self, by_kind);
        turns::declare(self, by_kind);
        keyed::declare(self);
        in_play::declare(self, by_kind);
        actions::undeclared(self, by_kind);
    }

    /// What the bodies say.
    fn read(&mut self, by_kind: &ByKind<'_>) {
        options::all(self, by_kind);
        within::read_all(self, by_kind);
        definitions::all(self, by_kind);
        defaults::attributes(self, by_kind);
        within::check(self, by_kind);
        set_back::read(self);
        in_play::read(self, by_kind);
        defaults::events(self, by_kind);
        defaults::procedures(self, by_kind);
        actions::all(self, by_kind);
        phases::all(self, by_kind);
        orders::all(self, by_kind);
        placements::placements(self, by_kind);
        exceptions::all(self, by_kind);
        placements::voids(self, by_kind);
        triggers::all(self, by_kind);
        tactics::all(self, by_kind);
        lasting::read(self);
    }

    /// What only the whole file shows.
    fn judge(&mut self, by_kind: &ByKind<'_>) {
        recursion::check(self, by_kind);
        refusals::check(self, by_kind);
        contradictions::check(self, by_kind);
        definitions::untyped(self, by_kind);
        keyed::fill(self);
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
                resolved: out.resolved,
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
            resolved: out.resolved,
            found,
        }
    }
}
