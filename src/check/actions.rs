//! Actions: what a declaration names, and what each stage does. In a stage the act is local 0 and its attributes stand bare.

use std::collections::BTreeMap;

use super::Checker;
use super::action_limits;
use super::by_kind::ByKind;
use super::elaborator::{Elaborator, Owner};
use super::kept;
use super::resolved_names::Meaning;
use super::spending;
use super::statement::read_only;
use super::symbol_table::{meant, taken};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Action, ActionId, Attribute, Declared, KindId, Slot, Stage, TemplateId, Type, slot_of,
};
use crate::source::{Clean, Span, english};
use crate::suggest;
use crate::syntax::ast::{self, ActionDef, Name};

/// Reads all actions.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    verbs(checker, by_kind);
    for (index, (_, def)) in by_kind.actions.iter().enumerate() {
        let takes = def.takes.as_ref();
        let object = takes.and_then(|(object, _)| taken_attribute(checker, object));
        let at = takes.and_then(|(_, at)| taken_attribute(checker, at.as_ref()?));
        let mut stages = checker.rules.actions[index].stages.clone();
        for (place, stage) in stages.iter_mut().enumerate() {
            let mut body = checker.body();
            body.owner = Owner::Action([object, at]);
            body.bare_record(KindId::ACT, None);
            fill(&mut body, def, def.stages.get(place), stage);
            if place == 0 {
                let spends = spending::prologue(&mut body, def).into_iter();
                let counts = action_limits::prologue(&mut body, ActionId::from_index(index), def);
                let before = spends.chain(counts).chain(kept::prologue(&mut body, def));
                stage.body = before.chain(std::mem::take(&mut stage.body)).collect();
                stage.locals = body.locals();
            }
        }
        let action = &mut checker.rules.actions[index];
        (action.object, action.at, action.stages) = (object, at, stages);
    }
}

/// What is said of a declaration of an action that only rules add.
pub(super) fn not_declared(action: &Action, span: Span, help: &str) -> Diagnostic {
    let message = format!(
        "only the rules add `{}`: nobody declares it",
        Clean(&action.name)
    );
    Diagnostic::error(Code::WrongPlace, span, message).help(help)
}

/// No two actions have the same verb, given or not.
fn verbs(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let actions = &checker.rules.actions;
    // By verb: the first action, and the first one of another name.
    let mut known: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, action) in actions.iter().enumerate() {
        let same = known.entry(&action.verb).or_default();
        let first = same
            .iter()
            .copied()
            .find(|first| actions[*first].name != action.name);
        if same.len() < 2 && (first.is_some() || same.is_empty()) {
            same.push(index);
        }
        if let Some(first) = first {
            let place = |index: usize| {
                let def: &ActionDef = by_kind.actions[index].1;
                def.verb.as_ref().unwrap_or(&def.name)
            };
            let name = Name {
                text: action.verb.clone(),
                span: place(index).span,
            };
            checker
                .diagnostics
                .push(taken(&name, "verbs", place(first).span));
        }
    }
}

/// Declares what actions take and no kind has: that is told once, and what is said of it besides can be read.
pub(super) fn undeclared(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let act = checker.rules.kind(KindId::ACT);
    let known = act.declared().skip(KindId::ACT.built_in().into());
    let known: Vec<String> = known
        .map(|(_, one)| one.declared_name().to_owned())
        .collect();
    for &(item, def) in &by_kind.actions {
        let takes = def.takes.iter();
        for name in takes.flat_map(|(object, at)| [Some(object), at.as_ref()].into_iter().flatten())
        {
            let act = checker.rules.kind(KindId::ACT);
            if slot_of(act, &name.text).is_some() {
                continue;
            }
            let message = format!("`act` has no attribute `{}`", name.text);
            let complaint = Diagnostic::error(Code::UnknownName, name.span, message);
            let known = known.iter().map(String::as_str);
            let complaint = meant(&checker.diagnostics, complaint, name, known);
            if complaint.fix.is_some() || name.text == suggest::CURSOR {
                checker.diagnostics.push(complaint);
                continue;
            }
            let mut kinds = (0..).map(KindId).zip(&checker.rules.kinds);
            let own = kinds.find(|(_, kind)| kind.name == name.text);
            let kind = own.map_or(KindId::COMBATANT, |(kind, _)| kind);
            let ty = format!("optional {}", checker.rules.kind(kind).name);
            // Another one of an act is not meant: it is called otherwise throughout.
            let complaint = Diagnostic {
                alternatives: Box::default(),
                ..complaint
            };
            let complaint = match checker.diagnostics.proposes() {
                true => (checker.body()).declared_in_kind(complaint, KindId::ACT, name, &[&ty]),
                false => complaint,
            };
            checker.diagnostics.push(complaint);
            let declared = Declared {
                ty: Type::Record(kind),
                optional: true,
            };
            let attribute = Attribute::new(name.text.clone(), declared, (item, name.span));
            let act = &mut checker.rules.kinds[KindId::ACT.index()];
            act.attributes.push(attribute);
        }
    }
}

/// The attribute of acts that an action takes; where there is none, that has been told.
fn taken_attribute(checker: &mut Checker, name: &Name) -> Option<Slot> {
    let (rules, _, out, diagnostics) = checker.parts();
    let slot = slot_of(rules.kind(KindId::ACT), &name.text)?;
    let meaning = Meaning::Attribute(KindId::ACT, slot);
    out.resolved.uses(name.span, meaning);
    if slot < KindId::ACT.built_in() {
        diagnostics.push(read_only(name.span, &name.text));
    }
    Some(slot)
}

fn fill(
    body: &mut Elaborator<'_>,
    def: &ActionDef,
    written: Option<&ast::Stage>,
    stage: &mut Stage,
) {
    stage.title = body.scope(|body| title(body, def, written));
    if let Some(written) = written {
        stage.body = body.block(&written.body);
    }
    stage.locals = body.locals();
}

/// What is said of an act: its own words, those of the action, or the verb (`begins cast` for a stage).
fn title(body: &mut Elaborator<'_>, def: &ActionDef, written: Option<&ast::Stage>) -> TemplateId {
    if let Some(title) = written
        .and_then(|stage| stage.title.as_ref())
        .or(def.title.as_ref())
    {
        return body.template(title);
    }
    let (plain, span) = match written.and_then(|stage| stage.name.as_ref()) {
        Some(stage) => (format!("{} {}", stage.text, def.name.text), stage.span),
        None => match &def.verb {
            Some(verb) => (verb.text.clone(), verb.span),
            None => (english::third_person(&def.name.text), def.name.span),
        },
    };
    body.plain_template(plain.replace('_', " "), span)
}
