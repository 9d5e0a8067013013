//! Orders and their keys. The act is local 0.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::by_kind::ByKind;
use super::declare::NameRegister;
use super::elaborator::{Elaborator, Typed};
use super::limits::few;
use super::types;
use super::{items, visit};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, ExprId, Key, KindId, MissingPlace, Order, PhaseId, Ruleset, walk};
use crate::source::Span;
use crate::syntax::ast::{self, Block, Name, OrderDef, StatementKind};

/// Reads all orders; one of an inner phase stands before one of an outer phase, and that of the whole combat last.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    names(checker, by_kind);
    needed(checker, by_kind);
    let mut orders = Vec::new();
    for (item, def) in &by_kind.orders {
        let mut body = checker.body();
        let during = def.during.as_ref().and_then(|name| body.phase(name));
        let each = def.each.as_ref().and_then(|name| body.phase(name));
        // It is about no single act, so the name of the act is not known yet.
        let circles_together =
            (def.circles.as_ref()).map(|circles| circles_together(&mut body, circles));
        body.bind_record(&def.act, KindId::ACT);
        let keys = few(
            &def.keys,
            ("an order", "keys"),
            |key| key.span,
            body.diagnostics,
        );
        let keys = keys
            .iter()
            .map(|written| body.scope(|body| key(body, written)))
            .collect();
        let name = def
            .name
            .as_ref()
            .map(|name| name.text.clone())
            .unwrap_or_default();
        orders.push(Order {
            name,
            during,
            each,
            locals: body.locals(),
            keys,
            circles_together,
            item: *item,
        });
    }
    let rules = &mut checker.rules;
    orders.sort_by_key(|order| std::cmp::Reverse(order.during.map(|phase| depth(rules, phase))));
    rules.orders = orders;
}

/// How many phases stand around a phase.
fn depth(rules: &Ruleset, phase: PhaseId) -> usize {
    std::iter::successors(Some(phase), |phase| rules.phases[phase.index()].parent).count()
}

/// No two orders with one name, or for one phase, or for the whole combat.
fn names(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let place = |def: &OrderDef| {
        def.name
            .as_ref()
            .or(def.during.as_ref())
            .unwrap_or(&def.act)
            .span
    };
    let mut register = NameRegister::new("orders");
    let mut of_phases: BTreeMap<Option<&str>, Span> = BTreeMap::new();
    for (_, def) in &by_kind.orders {
        if let Some(name) = &def.name {
            register.take(name, &mut checker.diagnostics);
        }
        let phase = def.during.as_ref().map(|name| name.text.as_str());
        let first = *of_phases.entry(phase).or_insert(place(def));
        if first != place(def) {
            let what = phase.map_or("the whole combat".to_owned(), |name| {
                format!("the phase `{name}`")
            });
            let message = format!("there are two orders for {what}");
            let error = Diagnostic::error(Code::DuplicateName, place(def), message)
                .label("once more here")
                .also(first, "first here")
                .help("make one of them, or say for which phase: `order during PHASE of act a`");
            checker.diagnostics.push(error);
        }
        let mut keys = NameRegister::new("keys");
        for name in def.keys.iter().filter_map(|key| key.name.as_ref()) {
            keys.take(name, &mut checker.diagnostics);
        }
    }
}

/// Where acts are resolved, something must say in which order.
fn needed(checker: &mut Checker, by_kind: &ByKind<'_>) {
    if by_kind.orders.iter().any(|(_, def)| def.during.is_none()) {
        return;
    }
    let named = |phase: &Name| {
        let during = |def: &OrderDef| {
            def.during
                .as_ref()
                .is_some_and(|own| own.text == phase.text)
        };
        by_kind.orders.iter().any(|(_, def)| during(def))
    };
    // Within a turn acts come together where nothing is said.
    let ordered = by_kind.phases.iter();
    let ordered = ordered.filter(|entry| entry.def.turns.is_some() || named(&entry.def.name));
    let ordered = ordered.map(|entry| (entry.def.span, &entry.def.body));
    let (mut ordered, bodies): (Vec<Span>, Vec<&Block>) = ordered.unzip();
    // What a variant has put into such a phase stands in another file.
    let mut added = Vec::new();
    for (phase, body) in ordered.iter().zip(bodies) {
        visit::block(body, &mut |statement| {
            if !stands_within(statement.span, &[*phase]) {
                added.push(statement.span);
            }
        });
    }
    ordered.append(&mut added);
    let (mut places, mut calls) = (Vec::new(), Vec::new());
    for block in &by_kind.blocks {
        visit::block(block, &mut |statement| match &statement.kind {
            StatementKind::Resolve { .. } => places.push(statement.span),
            StatementKind::Do { procedure, .. } => calls.push((procedure, statement.span)),
            _ => {}
        });
    }
    // A trigger resolves none, unless it comes before a turn.
    let mut responses = BTreeSet::new();
    let before_turn =
        |def: &ast::TriggerDef| matches!(def.happening, ast::Happening::BeforeTurn { .. });
    for (_, def) in by_kind.triggers.iter().filter(|one| !before_turn(one.1)) {
        visit::block(&def.body, &mut |statement| {
            responses.insert(statement.span);
        });
    }
    places.retain(|place| !responses.contains(place) && !stands_within(*place, &ordered));
    if !places.is_empty() {
        ordered = called_within(by_kind, &ordered, &calls);
        places.retain(|&place| !stands_within(place, &ordered));
    }
    let Some(&first) = places.iter().min() else {
        return;
    };
    let help = "add an order for the whole combat: `order of act a { by ... }`";
    let message = "nothing says in which order acts come";
    let error = Diagnostic::error(Code::UndefinedOrder, first, message).help(help);
    checker.diagnostics.push(error);
}

/// The bodies of procedures that are called there alone, directly or by way of each other. Time: calls times stretches.
fn called_within(by_kind: &ByKind<'_>, there: &[Span], calls: &[(&Name, Span)]) -> Vec<Span> {
    let bodies = by_kind.procedures.iter().filter_map(|(_, def)| {
        let (first, last) = def
            .body
            .statements
            .first()
            .zip(def.body.statements.last())?;
        Some((first.span.to(last.span), def.name.text.as_str()))
    });
    let mut bodies: Vec<(Span, &str)> = bodies.collect();
    bodies.sort_unstable();
    // What is called, by the procedure that does it; elsewhere by none.
    let mut callees: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
    for (name, place) in calls.iter().filter(|call| !stands_within(call.1, there)) {
        let at = (place.file, place.start);
        let before = bodies.partition_point(|body| (body.0.file, body.0.start) <= at);
        let around = bodies[..before].last();
        let around = around.filter(|body| stands_within(*place, &[body.0]));
        callees
            .entry(around.map(|body| body.1))
            .or_default()
            .push(&name.text);
    }
    let mut outside: BTreeSet<&str> = BTreeSet::new();
    let mut open = callees.remove(&None).unwrap_or_default();
    while let Some(name) = open.pop() {
        if outside.insert(name) {
            open.extend(callees.remove(&Some(name)).into_iter().flatten());
        }
    }
    let called: BTreeSet<&str> = calls.iter().map(|call| call.0.text.as_str()).collect();
    bodies.retain(|(_, name)| called.contains(name) && !outside.contains(name));
    bodies.into_iter().map(|body| body.0).collect()
}

fn stands_within(place: Span, stretches: &[Span]) -> bool {
    let mut around = stretches.iter();
    around.any(|one| one.file == place.file && one.range().contains(&(place.start as usize)))
}

/// Where the acts of a circle come together: always, if nothing is said.
fn circles_together(body: &mut Elaborator<'_>, circles: &ast::Circles) -> ExprId {
    match &circles.guard {
        Some(guard) => body.condition(guard),
        None => body.push(Expr::Const(1), circles.span),
    }
}

/// The first attribute of acts that may be missing and that an expression goes through, by its name.
fn optional_of_acts(body: &Elaborator<'_>, value: ExprId) -> Option<String> {
    let expr = &body.out.exprs[value.index()];
    let own = match expr {
        Expr::Attribute { kind, slot, .. } if *kind == KindId::ACT => {
            let attribute = body.rules.attribute(*kind, *slot);
            (attribute.declared.optional).then(|| attribute.name.clone())
        }
        _ => None,
    };
    own.or_else(|| {
        let mut parts = walk::parts(expr).into_iter();
        parts.find_map(|part| optional_of_acts(body, part))
    })
}

fn key(body: &mut Elaborator<'_>, written: &ast::Key) -> Key {
    let acts = body.pattern(&written.for_acts);
    let value = body.expr(&written.value, None);
    sortable(body, &value, written.value.span);
    if value.optional && written.missing.is_none() {
        let message = "this key can be missing, and nothing says where such an act stands";
        let mut help =
            "add `, missing last`, `, missing first` or `, missing ask` after it".to_owned();
        if let Some(name) = optional_of_acts(body, value.id) {
            help += &format!("; where no act lacks `{name}`, declare it without `optional`");
        }
        let error = Diagnostic::error(Code::UndefinedOrder, written.value.span, message);
        body.diagnostics.push(error.help(help));
    }
    Key {
        name: written
            .name
            .as_ref()
            .and_then(|name| body.names.word(&name.text)),
        acts,
        value: value.id,
        ty: value.ty,
        highest_first: written.highest_first,
        missing: written.missing.map(|missing| match missing {
            ast::MissingPlace::First => MissingPlace::First,
            ast::MissingPlace::Last => MissingPlace::Last,
            ast::MissingPlace::Ask => MissingPlace::Ask,
        }),
        shown: written.shown,
        text: written.text.as_ref().map(items::plain).unwrap_or_default(),
        span: written.span,
    }
}

/// Acts are sorted by numbers, by yes and no, or by words of which it is said which is more.
fn sortable(body: &mut Elaborator<'_>, value: &Typed, span: Span) {
    if !value.is_poison() && !body.is_sortable(&value.ty) {
        let message = format!(
            "acts cannot be sorted by {}",
            types::describe(body.rules, &value.ty)
        );
        body.diagnostics.push(
            Diagnostic::error(Code::WrongType, span, message)
                .help("make a number of it: `if a.x is slow then 2 else 1`, or a table"),
        );
    }
}
