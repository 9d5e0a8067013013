//! What sets attributes back to their defaults: a phase as it begins, a turn, a shuffle. What a shuffle puts back, draws take out.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::Elaborator;
use super::phases::set;
use super::resolved_names::Meaning;
use super::symbol_table::{SymbolTable, unknown};
use super::types::POISON;
use super::{keyed, lasting};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{
    Declared, Expr, ExprId, Function, KindId, Local, MISSING, Parameter, PhaseId, Slot,
    StatementKind as Kind, Type, slot_of, walk,
};
use crate::source::{Span, english};
use crate::suggest;
use crate::syntax::ast::{Attribute, Name, SetBack, SetBackWhen};

const BESIDES: &str = "besides a phase, `until its next turn begins`, `until its next turn ends`, `until the next turn of ATTRIBUTE ends` and `until shuffled` set a value back";

/// Notes what sets which attributes back.
pub(super) fn declare(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (_, def) in &by_kind.kinds {
        let kind = checker.names.kinds.get(&def.name.text).copied();
        for attribute in &def.attributes {
            let Some(set_back) = &attribute.set_back else {
                continue;
            };
            let (rules, name) = (&checker.rules, &attribute.name);
            let slots = kind.map(|kind| keyed::slots(rules, &checker.names, kind, &name.text));
            let slots: Vec<Slot> = slots.into_iter().flatten().collect();
            let first = kind.zip(slots.first().copied());
            let declared = first.map(|(kind, slot)| rules.attribute(kind, slot).declared.clone());
            let error = without_default(attribute, set_back, declared.as_ref());
            checker.diagnostics.extend(error);
            let named = match (&set_back.when, kind) {
                (SetBackWhen::TurnOf { whose, .. }, Some(kind)) => {
                    match named(checker, kind, whose) {
                        Some(named) => Some(named),
                        None => continue,
                    }
                }
                _ => None,
            };
            let whose = named.map(|(_, of)| checker.rules.kind(of).name.clone());
            let phases = phases(checker, set_back, whose.as_ref().unwrap_or(&def.name.text));
            if let Some((kind, (named, _))) = kind.zip(named) {
                let all = slots.iter().map(|slot| ((kind, *slot), named));
                checker.names.named_turns.extend(all);
            }
            if let (SetBackWhen::TurnEnds | SetBackWhen::TurnOf { ends: true, .. }, Some(kind)) =
                (&set_back.when, kind)
            {
                for slot in slots {
                    lasting::declare(checker, (kind, slot), &phases);
                }
                continue;
            }
            for phase in phases {
                let back = checker.names.set_back.entry(phase).or_default();
                back.extend(
                    kind.into_iter()
                        .flat_map(|kind| slots.iter().map(move |slot| (kind, *slot))),
                );
            }
            if let (SetBackWhen::Shuffled, Some(kind)) = (&set_back.when, kind) {
                let shuffled = checker.names.shuffled.entry(kind).or_default();
                shuffled.extend(&slots);
                let is_mark = declared == Some(Declared::certain(Type::YesNo));
                if let (true, [slot]) = (is_mark, &slots[..]) {
                    mark(checker, (kind, *slot), name);
                }
            }
        }
    }
    let (_, names, _, _) = checker.parts();
    for all in names.set_back.values_mut() {
        *all = lasting::in_order(all, &names.named_turns);
    }
}

/// An attribute that is set back needs a value to which it is.
fn without_default(
    attribute: &Attribute,
    set_back: &SetBack,
    declared: Option<&Declared>,
) -> Option<Diagnostic> {
    let is_set = declared.is_some_and(|it| matches!(it.ty, Type::Set(_)));
    if attribute.default.is_some() || is_set {
        return None;
    }
    let first = match declared {
        Some(Declared { optional: true, .. }) => "none",
        Some(Declared {
            ty: Type::Number(_),
            ..
        }) => "0",
        Some(Declared {
            ty: Type::YesNo, ..
        }) => "no",
        _ => "...",
    };
    let message = format!(
        "`{}` is set back to its default, and has none",
        attribute.name.text
    );
    let error = Diagnostic::error(Code::MissingValue, attribute.name.span, message);
    let when = set_back.words();
    Some(error.help(format!("give it one: `= {first} {when}`")))
}

/// The attribute of a kind that names whose turn it is, and the kind of that record.
fn named(checker: &mut Checker, kind: KindId, whose: &Name) -> Option<(Slot, KindId)> {
    let known = checker.rules.kind(kind);
    let Some(slot) = slot_of(known, &whose.text) else {
        let names = known.declared().map(|(_, one)| one.name.as_str());
        let complaint = unknown(&checker.diagnostics, whose, "attribute", names);
        checker.diagnostics.push(complaint);
        return None;
    };
    let ty = &known.attributes[usize::from(slot)].declared.ty;
    // What is wrong with its type is told already.
    if *ty == POISON {
        return None;
    }
    if let Type::Record(of) = ty {
        return Some((slot, *of));
    }
    let what = super::types::describe(&checker.rules, ty);
    let message = format!("`{}` is {what}, which has no turn", whose.text);
    let error = Diagnostic::error(Code::WrongType, whose.span, message);
    let help = "name an attribute that is a combatant, or `until its next turn ends` for turns of the record itself";
    checker.diagnostics.push(error.help(help));
    None
}

/// The complaint that there is no phase of a name that attributes could be set back by, or acts be limited in. Of other phases those that are counted are
/// named, an outer one before those within it.
pub(super) fn no_phase(names: &SymbolTable, found: &Diagnostics, phase: &Name) -> Diagnostic {
    let all = names.phases.keys().map(String::as_str);
    let is_near = suggest::suggest(&phase.text, all).is_some();
    let those = (names.phases.iter()).filter(|(_, id)| is_near || names.repeated.contains(id));
    let complaint = unknown(found, phase, "phase", those.map(|(name, _)| name.as_str()));
    if complaint.fix.is_some() || phase.text == suggest::CURSOR {
        return complaint;
    }
    let ids = names.phases.iter().map(|(name, id)| (*id, name.as_str()));
    let is_counted = |id: &PhaseId| names.repeated.contains(id) && !names.turns.contains_key(id);
    let mut counted: Vec<(PhaseId, &str)> = ids.filter(|(id, _)| is_counted(id)).collect();
    counted.sort_unstable();
    let is_of_cards = suggest::stem(&phase.text) == suggest::stem("shuffled");
    if counted.is_empty() || is_of_cards || !found.proposes() {
        return complaint.remark(BESIDES);
    }
    let counted = counted.iter().map(|(_, name)| *name);
    complaint.help(format!("it can be {}", suggest::list(counted)))
}

/// The phases that set an attribute back as they begin.
fn phases(checker: &mut Checker, set_back: &SetBack, of: &str) -> Vec<PhaseId> {
    let (_, names, out, diagnostics) = checker.parts();
    match &set_back.when {
        SetBackWhen::Shuffled => Vec::new(),
        SetBackWhen::Each { phases } => {
            let known = |phase: &Name| match names.phases.get(&phase.text).copied() {
                None => {
                    let complaint = no_phase(names, diagnostics, phase);
                    diagnostics.push(complaint);
                    None
                }
                Some(id) => {
                    out.resolved.uses(phase.span, Meaning::Phase(id));
                    Some(id)
                }
            };
            let mut known: Vec<PhaseId> = phases.iter().filter_map(known).collect();
            known.sort_unstable();
            known.dedup();
            known
        }
        SetBackWhen::TurnBegins | SetBackWhen::TurnEnds | SetBackWhen::TurnOf { .. } => {
            let kind = names.kinds.get(of);
            let turns = names.turns.iter().filter(|turn| Some(turn.1) == kind);
            let turns: Vec<PhaseId> = turns.map(|turn| *turn.0).collect();
            if turns.is_empty() {
                let a = english::a(&english::spaced(of));
                let message = format!("no phase is the turn of {a}");
                let error = Diagnostic::error(Code::MissingValue, set_back.span, message);
                let help = format!(
                    "a phase of turns is written `phase turn of {of} c, next by ... {{ ... }}`; behind its value `each round` sets an attribute back as each phase `round` begins"
                );
                diagnostics.push(error.help(help));
            }
            turns
        }
    }
}

/// The attribute that says which records of a kind have been drawn: the one with yes or no that a shuffle sets back.
fn mark(checker: &mut Checker, (kind, slot): (KindId, Slot), name: &Name) {
    let known = *checker.names.drawn.entry(kind).or_insert((slot, name.span));
    if known.0 != slot {
        let message = format!(
            "`{}` says already what has been drawn",
            checker.rules.attribute(kind, known.0).name
        );
        let error = Diagnostic::error(Code::DuplicateName, name.span, message);
        let help = "one attribute with yes or no is changed by draws; leave `until shuffled` out here, and set it back where the rules shuffle";
        let error = error.label("so this cannot say it").also(known.1, "here");
        checker.diagnostics.push(error.help(help));
    }
}

/// Defaults that read their record become definitions of it, where they are needed elsewhere.
pub(super) fn read(checker: &mut Checker) {
    let (rules, names, out, _) = checker.parts();
    let shuffled = names.shuffled.iter();
    let shuffled = shuffled.flat_map(|(kind, slots)| slots.iter().map(|slot| (*kind, *slot)));
    let all: Vec<(KindId, Slot)> = shuffled.chain(names.lasting.keys().copied()).collect();
    for (kind, slot) in all {
        let attribute = rules.attribute(kind, slot);
        let Some(default) = attribute.default else {
            continue;
        };
        if out.exprs[default.index()].constant().is_some() {
            continue;
        }
        let span = out.spans[default.index()];
        let function = Function {
            name: format!("{}.{}", rules.kind(kind).name, attribute.name),
            parameters: vec![Parameter::record(kind, span)],
            locals: 1,
            declared: attribute.declared.clone(),
            body: default,
            item: attribute.item,
        };
        let id = out.hide(rules, function);
        names.defaults.insert((kind, slot), id);
    }
}

impl Elaborator<'_> {
    /// What an attribute of a record is by default.
    pub(super) fn default_value(
        &mut self,
        kind: KindId,
        slot: Slot,
        of: ExprId,
        span: Span,
    ) -> ExprId {
        if let Some(function) = self.names.defaults.get(&(kind, slot)) {
            return self.push(Expr::Call(*function, Box::new([of])), span);
        }
        let default = self.rules.attribute(kind, slot).default;
        default.unwrap_or_else(|| self.push(Expr::Const(MISSING), span))
    }

    /// Sets back what a shuffle does.
    pub(super) fn put_back(&mut self, kind: KindId, of: Local, span: Span) -> Vec<Kind> {
        let of = self.push(Expr::Local(of), span);
        let slots = self.names.shuffled.get(&kind).into_iter().flatten();
        let slots = slots.map(|&slot| {
            let value = self.default_value(kind, slot, of, span);
            set(self.rules, (kind, slot), of, value)
        });
        slots.collect()
    }

    /// Adds to the condition of a draw that the record has not been drawn, unless the condition asks that itself.
    pub(super) fn not_drawn(
        &mut self,
        kind: KindId,
        each: Local,
        filter: Option<ExprId>,
        span: Span,
    ) -> Option<ExprId> {
        let Some(&(slot, _)) = self.names.drawn.get(&kind) else {
            return filter;
        };
        let of = self.push(Expr::Local(each), span);
        if filter.is_some_and(|filter| self.asks_for(filter, (kind, slot), each)) {
            return filter;
        }
        let mark = self.push(Expr::Attribute { kind, of, slot }, span);
        let default = self.default_value(kind, slot, of, span);
        let undrawn = match self.out.exprs[default.index()].constant() {
            Some(0) => self.push(Expr::Not(mark), span),
            Some(_) => mark,
            None => self.push(Expr::Equal(mark, default), span),
        };
        Some(match filter {
            Some(filter) => self.push(Expr::And([filter, undrawn].into()), span),
            None => undrawn,
        })
    }

    /// Whether an expression asks for an attribute of the record that a local holds.
    fn asks_for(&self, expr: ExprId, attribute: (KindId, Slot), each: Local) -> bool {
        let expr = &self.out.exprs[expr.index()];
        if let Expr::Attribute { kind, of, slot } = *expr
            && (kind, slot) == attribute
            && self.out.exprs[of.index()] == Expr::Local(each)
        {
            return true;
        }
        let mut parts = walk::parts(expr).into_iter();
        parts.any(|part| self.asks_for(part, attribute, each))
    }

    /// Notes that a record has been drawn.
    pub(super) fn take(&mut self, kind: KindId, of: Local, span: Span) -> Option<Kind> {
        let &(slot, _) = self.names.drawn.get(&kind)?;
        let of = self.push(Expr::Local(of), span);
        let default = self.default_value(kind, slot, of, span);
        let value = match self.out.exprs[default.index()].constant() {
            // One that is missing is an error already.
            Some(value) => self.push(Expr::Const(i64::from(value == 0)), span),
            None => self.push(Expr::Not(default), span),
        };
        Some(set(self.rules, (kind, slot), of, value))
    }
}
