//! Declares what has a name: options, definitions, tables, procedures, events, actions, phases, with their types but without their
//! bodies, so that a name can be used before the place where it is declared.

use std::collections::BTreeMap;

use super::by_kind::ByKind;
use super::limits::few;
use super::symbol_table::{SymbolTable, taken};
use super::types::{self, POISON};
use super::{Checker, items, results};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{
    Action, ActionId, Block, Declared, Event, EventId, ExprId, Function, FunctionId, ItemId,
    KindId, OptionId, OptionRule, Parameter, Phase, PhaseId, Procedure, ProcedureId, Ruleset,
    Stage, Table, TableId, TemplateId, Type, WordId, slot_of,
};
use crate::source::{Span, english};
use crate::syntax::ast::{self, Name, TableKey};

/// Which name stands for which id; the first of two with one name counts.
pub(super) struct NameRegister<'a> {
    what: &'static str,
    places: BTreeMap<&'a str, Span>,
}

impl<'a> NameRegister<'a> {
    /// Of things that are called so in messages.
    pub fn new(what: &'static str) -> Self {
        NameRegister {
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

    /// Lets a name stand for an id, if it is new. Gives the name.
    fn declare<I>(
        &mut self,
        name: &'a Name,
        id: I,
        known: &mut BTreeMap<String, I>,
        diagnostics: &mut Diagnostics,
    ) -> String {
        if self.take(name, diagnostics) {
            known.insert(name.text.clone(), id);
        }
        name.text.clone()
    }
}

/// Declares everything.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    values(checker, by_kind);
    called(checker, by_kind);
    actions(checker, by_kind);
    phases(checker, by_kind);
}

/// Options, definitions and tables share their names: each can stand in an expression.
fn values(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let (rules, names, _, diagnostics) = checker.parts();
    let mut register = NameRegister::new("options, definitions or tables");
    for (index, &(item, def)) in by_kind.options.iter().enumerate() {
        let id = OptionId::from_index(index);
        let name = register.declare(&def.name, id, &mut names.options, diagnostics);
        let ty = types::read(&def.ty, names, diagnostics).ty;
        let text = def.text.as_ref().map(items::plain).unwrap_or_default();
        rules.options.push(OptionRule {
            name,
            ty,
            value: 0,
            text,
            item,
        });
    }
    for (index, &(item, def)) in by_kind.lets.iter().enumerate() {
        let id = FunctionId::from_index(index);
        let name = register.declare(&def.name, id, &mut names.functions, diagnostics);
        rules.functions.push(Function {
            name,
            parameters: parameters(&def.parameters, names, diagnostics),
            locals: 0,
            declared: result(def.ty.as_ref(), names, diagnostics),
            body: ExprId::default(),
            item,
        });
    }
    for (index, &(item, def)) in by_kind.tables.iter().enumerate() {
        let id = TableId::from_index(index);
        let name = register.declare(&def.name, id, &mut names.tables, diagnostics);
        let key = match &def.key {
            TableKey::Dice(_) => types::NUMBER,
            TableKey::Parameter { parameter, .. } => {
                types::read(&parameter.ty, names, diagnostics).ty
            }
        };
        let gives = gives_value(def).then(|| result(def.ty.as_ref(), names, diagnostics));
        rules.tables.push(Table {
            name,
            parameters: parameters(&def.parameters, names, diagnostics),
            key,
            locals: 0,
            gives,
            rows: Vec::new(),
            reads: None,
            item,
        });
    }
}

/// Whether the rows of a table have values, as its type or its first row says.
pub(super) fn gives_value(table: &ast::TableDef) -> bool {
    table.ty.is_some() || table.rows.first().is_some_and(|row| !row.values.is_empty())
}

/// The type that is written, or [`POISON`] until the body is known.
fn result(ty: Option<&ast::Type>, names: &SymbolTable, diagnostics: &mut Diagnostics) -> Declared {
    let read = |ty| types::read(ty, names, diagnostics);
    ty.map_or(Declared::certain(POISON), read)
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

/// Procedures and events: what statements call and raise.
fn called(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let (rules, names, _, diagnostics) = checker.parts();
    let mut register = NameRegister::new("procedures");
    for (index, &(item, def)) in by_kind.procedures.iter().enumerate() {
        let id = ProcedureId::from_index(index);
        rules.procedures.push(Procedure {
            name: register.declare(&def.name, id, &mut names.procedures, diagnostics),
            parameters: parameters(&def.parameters, names, diagnostics),
            gives: match &def.ty {
                Some(ty) => Some(types::read(ty, names, diagnostics)),
                None => results::untold(def),
            },
            locals: 0,
            body: Block::default(),
            item,
        });
    }
    let mut register = NameRegister::new("events");
    for (index, &(item, def)) in by_kind.events.iter().enumerate() {
        let id = EventId::from_index(index);
        rules.events.push(Event {
            name: register.declare(&def.name, id, &mut names.events, diagnostics),
            parameters: parameters(&def.parameters, names, diagnostics),
            text: None,
            of: None,
            item,
        });
    }
    for &(item, def) in &by_kind.triggers {
        if let ast::Happening::Change {
            attribute, kind, ..
        } = &def.happening
        {
            let kind = names.kinds.get(&kind.text).copied();
            kind.and_then(|kind| tell_changes(rules, kind, &attribute.text, item));
        }
    }
}

/// Makes the event that tells of changes of an attribute, unless there is one, or the attribute is kept by the language.
fn tell_changes(rules: &mut Ruleset, kind: KindId, name: &str, item: ItemId) -> Option<()> {
    let id = EventId::from_index(rules.events.len());
    let slot = slot_of(rules.kind(kind), name)?;
    let attribute = &mut rules.kinds[kind.index()].attributes[usize::from(slot)];
    if attribute.told_by.is_some() || slot < kind.built_in() {
        return None;
    }
    attribute.told_by = Some(id);
    let carried = [
        Declared::certain(Type::Record(kind)),
        attribute.declared.clone(),
        attribute.declared.clone(),
    ];
    let parameters = carried.map(|declared| Parameter {
        name: String::new(),
        declared,
        span: Span::default(),
    });
    rules.events.push(Event {
        name: format!("change of {name}"),
        parameters: parameters.into(),
        text: None,
        of: Some((kind, slot)),
        item,
    });
    Some(())
}

fn actions(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let (rules, names, _, diagnostics) = checker.parts();
    let mut register = NameRegister::new("actions");
    let mut verbs = NameRegister::new("verbs");
    for (index, &(item, def)) in by_kind.actions.iter().enumerate() {
        let id = ActionId::from_index(index);
        let name = register.declare(&def.name, id, &mut names.actions, diagnostics);
        if let Some(verb) = &def.verb {
            verbs.take(verb, diagnostics);
        }
        let verb = def.verb.as_ref();
        let verb = verb.map_or_else(|| english::third_person(&name), |verb| verb.text.clone());
        names.verbs.entry(verb.clone()).or_insert(id);
        rules.actions.push(Action {
            name,
            verb,
            object: None,
            at: None,
            at_once: def.at_once,
            not_declared: def.not_declared,
            stages: stages(def, names, diagnostics),
            item,
        });
    }
}

/// The stages of an action without their titles and bodies; an action without any has one that does nothing.
fn stages(def: &ast::ActionDef, names: &SymbolTable, diagnostics: &mut Diagnostics) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let does = names.word("does").unwrap_or_default();
    let what = ("an action", "stages");
    for stage in few(&def.stages, what, |stage| stage.span, diagnostics) {
        let written = stage.name.as_ref();
        let name = written.and_then(|name| names.word(&name.text));
        let name = name.unwrap_or(does);
        if let Some(first) = stages.iter().find(|known| known.name == name) {
            let called = written.map_or("does", |name| name.text.as_str());
            let span = written.map_or(stage.span, |name| name.span);
            let message = format!("`{}` has the stage `{called}` twice", def.name.text);
            let error = Diagnostic::error(Code::DuplicateName, span, message);
            let error = error.label("once more here").also(first.span, "first here");
            diagnostics.push(error.help(match written {
                Some(_) => "give one of them another name, in one word",
                None => {
                    "write it once, or name them: `stage begins { ... }`, `stage completes { ... }`"
                }
            }));
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
    let (rules, names, _, diagnostics) = checker.parts();
    let mut register = NameRegister::new("phases");
    for (index, entry) in by_kind.phases.iter().enumerate() {
        let id = PhaseId::from_index(index);
        let name = register.declare(&entry.def.name, id, &mut names.phases, diagnostics);
        if entry.def.counting.is_some() || entry.def.turns.is_some() {
            names.repeated.insert(id);
        }
        if let Some(kind) = turns_of(entry.def, names) {
            names.turns.insert(id, kind);
        }
        if entry.top {
            rules.procedure.push(id);
        }
        let title = entry.def.title.as_ref();
        let title = title.map(|title| items::title(title, diagnostics));
        rules.phases.push(Phase {
            title: title.unwrap_or_else(|| english::capital(&english::spaced(&name))),
            name,
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
}

/// The kind whose records have turns in a phase.
pub(super) fn turns_of(def: &ast::PhaseDef, names: &SymbolTable) -> Option<KindId> {
    let turns = def.turns.as_ref()?;
    names.kinds.get(&turns.kind.text).copied()
}
