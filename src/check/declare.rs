//! Declares what has a name: options, definitions, tables, procedures, events, actions, phases, with their types but without their
//! bodies, so that a name can be used before the place where it is declared.

use crate::source::english;
use std::collections::BTreeMap;

use super::by_kind::ByKind;
use super::limits::few;
use super::resolved_names::Meaning;
use super::symbol_table::{SymbolTable, taken, unknown};
use super::types::{self, POISON};
use super::{Checker, items};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{
    Action, ActionId, Block, Declared, Event, ExprId, Function, FunctionId, KindId, OptionRule,
    Parameter, Phase, PhaseId, Procedure, Stage, Table, TemplateId, WordId, slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, TableKey};

/// Which name stands for which id; the first of two with one name counts.
pub(super) struct Register<'a> {
    what: &'static str,
    places: BTreeMap<&'a str, Span>,
}

impl<'a> Register<'a> {
    /// Of things that are called so in messages.
    pub fn new(what: &'static str) -> Self {
        Register {
            what,
            places: BTreeMap::new(),
        }
    }

    /// Whether the name is new; else says where it was first.
    pub fn take(&mut self, name: &'a Name, diagnostics: &mut Diagnostics) -> bool {
        match self.places.get(name.text.as_str()) {
            Some(first) => {
                diagnostics.push(taken(name, self.what, *first));
                false
            }
            None => self.places.insert(&name.text, name.span).is_none(),
        }
    }
}

/// Declares everything.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    values(checker, by_kind);
    procedures(checker, by_kind);
    events(checker, by_kind);
    actions(checker, by_kind);
    phases(checker, by_kind);
}

/// Options, definitions and tables share their names: each can stand in an expression.
fn values(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let Checker {
        rules,
        names,
        diagnostics,
        ..
    } = checker;
    let mut register = Register::new("options, definitions or tables");
    for (index, (item, def)) in by_kind.options.iter().enumerate() {
        if register.take(&def.name, diagnostics) {
            names.options.insert(
                def.name.text.clone(),
                crate::ruleset::OptionId::from_index(index),
            );
        }
        let ty = types::read(&def.ty, names, diagnostics).ty;
        let text = def.text.as_ref().map(items::plain).unwrap_or_default();
        rules.options.push(OptionRule {
            name: def.name.text.clone(),
            ty,
            value: 0,
            text,
            item: *item,
        });
    }
    for (index, (item, def)) in by_kind.lets.iter().enumerate() {
        if register.take(&def.name, diagnostics) {
            names
                .functions
                .insert(def.name.text.clone(), FunctionId::from_index(index));
        }
        rules.functions.push(Function {
            name: def.name.text.clone(),
            parameters: parameters(&def.parameters, names, diagnostics),
            locals: 0,
            declared: result(def.ty.as_ref(), names, diagnostics),
            body: ExprId::default(),
            item: *item,
        });
    }
    for (index, (item, def)) in by_kind.tables.iter().enumerate() {
        if register.take(&def.name, diagnostics) {
            names.tables.insert(
                def.name.text.clone(),
                crate::ruleset::TableId::from_index(index),
            );
        }
        let key = match &def.key {
            TableKey::Dice(_) => types::NUMBER,
            TableKey::Parameter { parameter, .. } => {
                types::read(&parameter.ty, names, diagnostics).ty
            }
        };
        let gives = gives_value(def).then(|| result(def.ty.as_ref(), names, diagnostics));
        rules.tables.push(Table {
            name: def.name.text.clone(),
            parameters: parameters(&def.parameters, names, diagnostics),
            key,
            locals: 0,
            gives,
            rows: Vec::new(),
            item: *item,
        });
    }
}

/// Whether the rows of a table have values, as its type or its first row says.
pub(super) fn gives_value(table: &ast::TableDef) -> bool {
    table.ty.is_some() || table.rows.first().is_some_and(|row| row.value.is_some())
}

/// The type that is written, or [`POISON`] until the body is known.
fn result(ty: Option<&ast::Type>, names: &SymbolTable, diagnostics: &mut Diagnostics) -> Declared {
    ty.map_or(
        Declared {
            ty: POISON,
            optional: false,
        },
        |ty| types::read(ty, names, diagnostics),
    )
}

fn parameters(
    parameters: &[ast::Parameter],
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) -> Vec<Parameter> {
    let read = parameters.iter().map(|parameter| Parameter {
        name: parameter.name.text.clone(),
        declared: types::read(&parameter.ty, names, diagnostics),
        span: parameter.name.span,
    });
    read.collect()
}

fn procedures(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let Checker {
        rules,
        names,
        diagnostics,
        ..
    } = checker;
    let mut register = Register::new("procedures");
    for (index, (item, def)) in by_kind.procedures.iter().enumerate() {
        if register.take(&def.name, diagnostics) {
            names.procedures.insert(
                def.name.text.clone(),
                crate::ruleset::ProcedureId::from_index(index),
            );
        }
        let parameters = parameters(&def.parameters, names, diagnostics);
        rules.procedures.push(Procedure {
            name: def.name.text.clone(),
            parameters,
            locals: 0,
            body: Block::default(),
            item: *item,
        });
    }
}

fn events(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let Checker {
        rules,
        names,
        diagnostics,
        ..
    } = checker;
    let mut register = Register::new("events");
    for (index, (item, def)) in by_kind.events.iter().enumerate() {
        if register.take(&def.name, diagnostics) {
            names.events.insert(
                def.name.text.clone(),
                crate::ruleset::EventId::from_index(index),
            );
        }
        let parameters = parameters(&def.parameters, names, diagnostics);
        rules.events.push(Event {
            name: def.name.text.clone(),
            parameters,
            text: None,
            item: *item,
        });
    }
}

fn actions(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let Checker {
        rules,
        names,
        diagnostics,
        ..
    } = checker;
    let mut register = Register::new("actions");
    let mut verbs = Register::new("verbs");
    for (index, (item, def)) in by_kind.actions.iter().enumerate() {
        let id = ActionId::from_index(index);
        if register.take(&def.name, diagnostics) {
            names.actions.insert(def.name.text.clone(), id);
        }
        if let Some(verb) = &def.verb {
            verbs.take(verb, diagnostics);
        }
        let verb = def.verb.as_ref().map_or_else(
            || english::third_person(&def.name.text),
            |verb| verb.text.clone(),
        );
        names.verbs.entry(verb.clone()).or_insert(id);
        rules.actions.push(Action {
            name: def.name.text.clone(),
            verb,
            object: None,
            at: None,
            at_once: def.at_once,
            stages: stages(def, names, diagnostics),
            item: *item,
        });
    }
}

/// The stages of an action without their titles and bodies; an action without any has one that does nothing.
fn stages(def: &ast::ActionDef, names: &SymbolTable, diagnostics: &mut Diagnostics) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let does = names.word("does").unwrap_or_default();
    let what = ("an action", "stages");
    for stage in few(&def.stages, what, |stage| stage.span, diagnostics) {
        let name = stage
            .name
            .as_ref()
            .and_then(|name| names.word(&name.text))
            .unwrap_or(does);
        if let Some(first) = stages.iter().find(|known| known.name == name) {
            let called = stage
                .name
                .as_ref()
                .map_or("does", |name| name.text.as_str());
            let span = stage.name.as_ref().map_or(stage.span, |name| name.span);
            diagnostics.push(
                Diagnostic::error(
                    Code::DuplicateName,
                    span,
                    format!("`{}` has the stage `{called}` twice", def.name.text),
                )
                .label("once more here")
                .also(first.span, "first here"),
            );
        }
        stages.push(empty_stage(name, stage.span));
    }
    if stages.is_empty() {
        stages.push(empty_stage(does, def.name.span));
    }
    stages
}

fn empty_stage(name: WordId, span: Span) -> Stage {
    Stage {
        name,
        title: TemplateId::default(),
        locals: 0,
        body: Block::default(),
        span,
    }
}

fn phases(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let Checker {
        names,
        diagnostics,
        rules,
        out,
    } = checker;
    let mut register = Register::new("phases");
    for (index, entry) in by_kind.phases.iter().enumerate() {
        let id = PhaseId::from_index(index);
        if register.take(&entry.def.name, diagnostics) {
            names.phases.insert(entry.def.name.text.clone(), id);
        }
        if entry.def.counting.is_some() || entry.def.turns.is_some() {
            names.repeated.insert(id);
        }
        if let Some(kind) = turns_of(entry.def, names) {
            names.turns.insert(id, kind);
        }
        if entry.top {
            rules.procedure.push(id);
        }
        let title = entry
            .def
            .title
            .as_ref()
            .map(|title| items::title(title, diagnostics));
        rules.phases.push(Phase {
            name: entry.def.name.text.clone(),
            title: title.unwrap_or_else(|| capitalised(&entry.def.name.text)),
            parent: entry.parent,
            counting: None,
            turns: None,
            prologue: Block::default(),
            lasting: None,
            condition: None,
            locals: 0,
            body: Block::default(),
            item: entry.item,
        });
    }
    for (_, def) in &by_kind.kinds {
        for attribute in &def.attributes {
            let Some(name) = &attribute.set_back else {
                continue;
            };
            if attribute.default.is_none() {
                let message = format!(
                    "`{}` is set back to its default, and has none",
                    attribute.name.text
                );
                let error = Diagnostic::error(Code::MissingValue, attribute.name.span, message);
                diagnostics.push(error.help("give it one: `= no each round`"));
            }
            let Some(id) = names.phases.get(&name.text).copied() else {
                let known = names.phases.keys().map(String::as_str);
                let complaint = unknown(diagnostics, name, "phase", known);
                diagnostics.push(complaint);
                continue;
            };
            out.resolved.uses(name.span, Meaning::Phase(id));
            let kind = names.kinds.get(&def.name.text).copied();
            let slot =
                kind.and_then(|kind| slot_of(&rules.kinds[kind.index()], &attribute.name.text));
            if let (Some(kind), Some(slot)) = (kind, slot) {
                names.set_back.entry(id).or_default().push((kind, slot));
            }
        }
    }
}

/// The kind whose records have turns in a phase.
pub(super) fn turns_of(def: &ast::PhaseDef, names: &SymbolTable) -> Option<KindId> {
    let turns = def.turns.as_ref()?;
    names.kinds.get(&turns.kind.text).copied()
}

/// `surprise_round` as a title: `Surprise round`.
fn capitalised(name: &str) -> String {
    english::capital(&name.replace('_', " "))
}
