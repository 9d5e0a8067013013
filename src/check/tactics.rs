//! Tactics: for whom they are, and what each line declares. The combatant is local 0.

use super::Checker;
use super::actions::not_declared;
use super::by_kind::ByKind;
use super::declare::NameRegister;
use super::elaborator::Elaborator;
use super::items;
use super::limits::few;
use super::resolved_names::Meaning;
use super::statement::AttributeOwner;
use super::symbol_table::unknown;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Action, AskedActions, ExprId, KindId, Slot, Tactic, TacticAct, TacticAttribute, TacticLine,
    Type,
};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, Name, TacticDef};

/// Reads all tactics; they are kept in the order of their names.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let mut tactics: Vec<Tactic> = Vec::new();
    let mut register = NameRegister::new("tactics");
    for (item, def) in &by_kind.tactics {
        register.take(&def.name, &mut checker.diagnostics);
        let text = def.text.as_ref();
        let text = text.map(|text| items::title(text, &mut checker.diagnostics));
        let mut body = checker.body();
        let guard = whom(&mut body, def);
        let lines = few(
            &def.lines,
            ("a tactic", "lines"),
            |one| one.span,
            body.diagnostics,
        );
        let lines: Vec<Option<TacticLine>> = lines
            .iter()
            .map(|written| body.scope(|body| line(body, written)))
            .collect();
        unreachable(&mut body, def, &lines);
        tactics.push(Tactic {
            name: def.name.text.clone(),
            text: text.unwrap_or_default(),
            locals: body.locals(),
            guard,
            lines: lines.into_iter().flatten().collect(),
            item: *item,
        });
    }
    tactics.sort_by(|a, b| a.name.cmp(&b.name));
    checker.rules.tactics = tactics;
}

/// Binds the combatant, and reads for which it is.
fn whom(body: &mut Elaborator<'_>, def: &TacticDef) -> Option<ExprId> {
    let whom = &def.whom;
    let is_unknown = !body.names.kinds.contains_key(&whom.kind.text);
    if is_unknown && matches!(&*whom.kind.text, "all" | "every" | "each" | "any" | "the") {
        let message = "a tactic is written for one combatant, whoever follows it";
        let whole = whom.kind.span.to(whom.name.span);
        let help = format!(
            "write `for combatant c`; who follows it is said in the scenario: `tactic {}: {}`",
            Clean(&def.name.text),
            Clean(&whom.name.text)
        );
        let complaint = Diagnostic::error(Code::UnknownName, whole, message);
        body.diagnostics
            .push(complaint.help(help).guess(whole, "combatant c"));
    } else if body
        .kind(&whom.kind)
        .is_some_and(|kind| kind != KindId::COMBATANT)
    {
        let message = format!("no `{}` declares anything", Clean(&whom.kind.text));
        let help = format!(
            "a tactic is for combatants: `for combatant {}`",
            Clean(&whom.name.text)
        );
        let complaint = Diagnostic::error(Code::WrongType, whom.kind.span, message);
        body.diagnostics.push(complaint.help(help));
    }
    body.bind_record(&whom.name, KindId::COMBATANT);
    let filter = whom.filter.as_ref();
    filter.map(|filter| body.scope(|body| body.condition(filter)))
}

fn line(body: &mut Elaborator<'_>, line: &ast::TacticLine) -> Option<TacticLine> {
    let guard = line.guard.as_ref();
    let guard = guard.map(|guard| body.scope(|body| body.condition(guard)));
    let acts: Vec<Option<TacticAct>> = line.acts.iter().map(|written| act(body, written)).collect();
    Some(TacticLine {
        guard,
        acts: acts.into_iter().collect::<Option<_>>()?,
        span: line.span,
    })
}

/// An act that a line declares: as a person would declare it, with expressions in place of names.
fn act(body: &mut Elaborator<'_>, act: &ast::TacticAct) -> Option<TacticAct> {
    let known = body.names.actions.get(&act.action.text).copied();
    if let Some(known) = known {
        let resolved = &mut body.out.resolved;
        resolved.uses(act.action.span, Meaning::Action(known));
    } else {
        let actions = body.names.actions.keys().map(String::as_str);
        let complaint = unknown(body.diagnostics, &act.action, "action", actions);
        body.diagnostics.push(complaint);
        let written = act.object.iter().chain(&act.at);
        let written = written.chain(act.settings.iter().map(|(_, value)| value));
        written.for_each(|value| _ = body.expr(value, Some(&super::types::POISON)));
    }
    let rules = body.rules;
    let action = &rules.actions[known?.index()];
    if action.not_declared {
        let help = "let the rules add it: `c does ACTION { ... }` in a trigger or a phase";
        body.diagnostics
            .push(not_declared(action, act.action.span, help));
    }
    let mut aims: Vec<(Name, &ast::Expr)> = Vec::new();
    for (written, slot, is_object) in [
        (&act.object, action.object, true),
        (&act.at, action.at, false),
    ] {
        match (written, slot) {
            (None, _) => {}
            (Some(written), Some(slot)) => {
                aims.push((attribute(body, slot, written.span), written))
            }
            (Some(written), None) => takes_nothing(body, action, written.span, is_object),
        }
    }
    let aimed = aims.len();
    let aims = aims.into_iter().map(|(name, value)| (name, value.clone()));
    let settings: Vec<(Name, ast::Expr)> = aims.chain(act.settings.iter().cloned()).collect();
    // What is given is kept while the line is judged, so that nothing is declared if one of its acts is aimed at nothing.
    let locals: Vec<_> = settings.iter().map(|_| body.reserve()).collect();
    let given = body.settings(KindId::ACT, &settings, &AttributeOwner::Act(&act.action));
    // A set without records is nothing to aim at.
    let given: Vec<(Slot, ExprId)> = (given.iter())
        .map(
            |&(slot, value)| match body.rules.attribute(KindId::ACT, slot).declared.ty {
                Type::Set(_) => (slot, body.unless_empty(value)),
                _ => (slot, value),
            },
        )
        .collect();
    let given = given.iter().zip(locals).enumerate();
    Some(TacticAct {
        action: known?,
        given: given
            .map(|(place, (&(slot, value), local))| TacticAttribute {
                slot,
                value,
                local,
                aimed: place < aimed,
            })
            .collect(),
    })
}

/// The name of an attribute of acts, as if it had been written there.
fn attribute(body: &Elaborator<'_>, slot: Slot, span: Span) -> Name {
    let attributes = &body.rules.kind(KindId::ACT).attributes;
    Name {
        text: attributes[usize::from(slot)].name.clone(),
        span,
    }
}

fn takes_nothing(body: &mut Elaborator<'_>, action: &Action, span: Span, is_object: bool) {
    let name = Clean(&action.name);
    let shown = |slot: Option<Slot>, before: &str| {
        let slot = slot.map(|slot| attribute(body, slot, span).text.to_uppercase());
        slot.map_or_else(String::new, |slot| format!("{before}{slot}"))
    };
    let (object, at) = (shown(action.object, " "), shown(action.at, " at "));
    let place = if is_object { "after it" } else { "after `at`" };
    let message = format!("`{name}` takes nothing {place}");
    let help = match action.object.or(action.at) {
        Some(_) => format!("write it so: `declare {name}{object}{at}`"),
        None => format!(
            "write `declare {name}`, or say in the action what it is aimed at, as in `takes target`"
        ),
    };
    let complaint = Diagnostic::error(Code::WrongPlace, span, message).help(help);
    body.diagnostics.push(complaint);
}

/// A line that is never declared: wherever acts of its actions are asked for, one above it can always be declared that says something of these too.
fn unreachable(body: &mut Elaborator<'_>, def: &TacticDef, lines: &[Option<TacticLine>]) {
    let always =
        |line: &ast::TacticLine| line.guard.is_none() && line.acts.iter().all(aims_at_nothing);
    let Some(last) = def.lines.iter().position(always) else {
        return;
    };
    let asked = &body.out.asked;
    let asked: Vec<AskedActions> = match asked.is_empty() {
        true => vec![AskedActions::default()],
        false => asked.iter().cloned().collect(),
    };
    let above = |number: usize, asked: &AskedActions| {
        let mut above = def.lines[..number].iter().zip(lines);
        let above = above.find(|(written, line)| {
            always(written) && line.as_ref().is_some_and(|line| line.says_of(asked))
        });
        above.map(|(written, _)| written.span)
    };
    let below = lines.iter().enumerate().skip(last + 1);
    let hidden = below.filter_map(|(number, line)| {
        let line = line.as_ref()?;
        let asked = asked.iter().filter(|asked| line.says_of(asked));
        let above: Option<Vec<Span>> = asked.map(|asked| above(number, asked)).collect();
        Some((line.span, above?.first().copied()?))
    });
    if let Some((below, above)) = hidden.take(1).next() {
        body.diagnostics.push(
            Diagnostic::error(Code::WrongPlace, below, "this is never declared")
                .also(above, "this always comes before it")
                .help("put it before that line, or say `when` that line is declared"),
        );
    }
}

fn aims_at_nothing(act: &ast::TacticAct) -> bool {
    act.object.is_none() && act.at.is_none()
}
