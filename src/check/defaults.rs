//! Defaults of attributes, the texts of events, and the bodies of procedures.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::Owner;
use super::{keyed, results};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, ExprId, Function, ItemId, KindId, MISSING, Parameter, Slot, Type};
use crate::source::Span;
use crate::syntax::ast::{self, TableKey};

/// Reads the defaults of all attributes. The record is local 0; it has only the attributes before.
pub(super) fn attributes(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for entry in by_kind.attributes(&checker.names) {
        let (kind, attribute) = (entry.kind, entry.def);
        let Some(default) = &attribute.default else {
            continue;
        };
        let slots = keyed::slots(&checker.rules, &checker.names, kind, &attribute.name.text);
        let errors = checker.diagnostics.len();
        for slot in slots {
            if checker.diagnostics.len() > errors {
                break;
            }
            let mark = checker.out.resolved.mark();
            let id = default_of(
                checker,
                (kind, slot),
                attribute.key.as_ref(),
                default,
                entry.item,
            );
            let is_none = checker.out.exprs.get(id.index()) == Some(&Expr::Const(MISSING));
            if is_none && !checker.rules.attribute(kind, slot).declared.optional {
                let error = never_missing(attribute, default.span);
                checker.diagnostics.push(error);
            }
            checker.rules.kinds[kind.index()].attributes[usize::from(slot)].default = Some(id);
            // What the names stand for is noted once.
            if checker
                .rules
                .attribute(kind, slot)
                .keyed
                .is_some_and(|first| first != slot)
            {
                checker.out.resolved.back_to(mark);
            }
        }
    }
    unsaid(checker);
}

/// `foe: combatant = none`
fn never_missing(attribute: &ast::Attribute, default: Span) -> Diagnostic {
    let message = format!(
        "`{}` is nothing at first, and is not declared as what can be missing",
        attribute.name.text
    );
    let help = "what can be missing is `optional`: write it before the type";
    let at = attribute.ty.span.at_start();
    Diagnostic::error(Code::WrongType, default, message)
        .help(help)
        .guess(at, "optional ")
}

/// What needs no default: before the first turn, none has had one; several records are none at first.
fn unsaid(checker: &mut Checker) {
    let Checker { rules, out, .. } = checker;
    let items = &rules.items;
    for attribute in rules.kinds.iter_mut().flat_map(|kind| &mut kind.attributes) {
        let is_set = matches!(attribute.declared.ty, Type::Set(_));
        let is_of_turns = attribute.of_turns && !attribute.declared.optional;
        if (is_of_turns || is_set) && attribute.default.is_none() {
            let span = items[attribute.item.index()].name_span;
            attribute.default = Some(out.push(Expr::Const(0), span));
        }
    }
}

fn default_of(
    checker: &mut Checker,
    (kind, slot): (KindId, Slot),
    key: Option<&TableKey>,
    default: &ast::Expr,
    item: ItemId,
) -> ExprId {
    let mut body = checker.body();
    let attribute = body.rules.attribute(kind, slot);
    // Those of one declaration do not see each other.
    body.bare_record(kind, Some(attribute.keyed.unwrap_or(slot)));
    body.constants
        .extend(keyed::key_of(body.names, (kind, attribute), slot, key));
    let value = body.value(
        default,
        &attribute.declared.ty,
        &format!("the default of `{}`", attribute.name),
    );
    let locals = body.locals();
    if locals <= 1 {
        return value.id;
    }
    let name = format!("{}.{}", body.rules.kind(kind).name, attribute.name);
    let declared = attribute.declared.clone();
    // A default has no frame for names of its own: it becomes a definition of its record.
    let function = Function {
        name,
        parameters: vec![Parameter::record(kind, default.span)],
        locals,
        declared,
        body: value.id,
        item,
    };
    let Checker { rules, out, .. } = checker;
    let hidden = out.hide(rules, function);
    let record = out.push(Expr::Local(0), default.span);
    out.push(Expr::Call(hidden, Box::new([record])), default.span)
}

/// Reads the texts of events. What an event carries are its only names.
pub(super) fn events(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (index, (_, def)) in by_kind.events.iter().enumerate() {
        let mut body = checker.body();
        body.bind_parameters(&body.rules.events[index].parameters);
        let own = body.locals();
        let Some(text) = &def.text else { continue };
        let template = body.template(text);
        if body.locals() > own {
            let message = "the text of an event cannot ask about records";
            let error = Diagnostic::error(Code::WrongPlace, text.span, message);
            body.diagnostics
                .push(error.help("make a definition of the question and put that in"));
        }
        checker.rules.events[index].text = Some(template);
    }
}

/// Reads the bodies of procedures.
pub(super) fn procedures(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (index, (_, def)) in by_kind.procedures.iter().enumerate() {
        let result = results::wanted(checker, index, def);
        let mut body = checker.body();
        body.owner = Owner::Called;
        body.bind_parameters(&body.rules.procedures[index].parameters);
        if result.is_some() {
            body.reserve();
        }
        body.result = result;
        let block = body.block(&def.body);
        let locals = body.locals();
        let procedure = &mut checker.rules.procedures[index];
        (procedure.body, procedure.locals) = (block, locals);
    }
}
