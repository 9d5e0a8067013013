//! Between which numbers changes leave an attribute: `momentum: number = 2 from -6 to 10`, `hp: number at most full_hp`.

use std::collections::BTreeMap;

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::Typed;
use super::keyed;
use super::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, KindId, MISSING, Ruleset, Slot, Type, Value, ValueBound, Within};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, Between};

/// Reads the bounds of all attributes. Where several files have an attribute, those of the last one that has any count.
pub(super) fn read_all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for entry in by_kind.attributes(&checker.names) {
        let (kind, attribute) = (entry.kind, entry.def);
        let Some(between) = &attribute.within else {
            continue;
        };
        let slots = keyed::slots(&checker.rules, &checker.names, kind, &attribute.name.text);
        let Some(first) = slots.clone().next() else {
            continue;
        };
        if let Some(within) = read(checker, (kind, first), attribute, between) {
            let attributes = &mut checker.rules.kinds[kind.index()].attributes;
            slots.for_each(|slot| attributes[usize::from(slot)].within = within);
        }
    }
}

/// Checks that no attribute bounds itself, and that all defaults lie within the bounds.
pub(super) fn check(checker: &mut Checker, by_kind: &ByKind<'_>) {
    chains(checker, by_kind);
    defaults_within(checker, by_kind);
}

fn read(
    checker: &mut Checker,
    (kind, slot): (KindId, Slot),
    attribute: &ast::Attribute,
    between: &Between,
) -> Option<Within> {
    let name = &attribute.name;
    let ty = checker.rules.attribute(kind, slot).declared.ty.clone();
    let (least, most) = match between {
        Between::From { least, most } => (Some(least), most.as_ref()),
        Between::AtMost { most } => (None, Some(most)),
    };
    let both = || least.into_iter().chain(most);
    if !matches!(ty, Type::Number(_)) {
        let place = both().fold(name.span, |_, bound| bound.span);
        let message = format!(
            "`{}` is {}, and only numbers have bounds",
            name.text,
            types::describe(&checker.rules, &ty)
        );
        let error = Diagnostic::error(Code::WrongType, place, message);
        checker.diagnostics.extend((ty != POISON).then_some(error));
        return None;
    }
    let mut bounds = [least, most].map(|expr| {
        let expr = expr?;
        let mut body = checker.body();
        body.bare_record(kind, None);
        let typed = body.value(expr, &ty, &format!("a bound of `{}`", name.text));
        bound(checker, (kind, slot), &typed, expr.span)
    });
    let number = |bound: &Option<ValueBound>| match bound {
        Some(ValueBound::Number(number)) => Some(*number),
        Some(ValueBound::Attribute(_)) | None => None,
    };
    if let (Some(low), Some(high), Some(expr)) = (number(&bounds[0]), number(&bounds[1]), most)
        && low > high
    {
        let message = format!("`{}` cannot be from {low} to {high}", name.text);
        let error = Diagnostic::error(Code::WrongPlace, expr.span, message).help(format!(
            "the lower number stands first: `from {high} to {low}`"
        ));
        checker.diagnostics.push(error);
        bounds = [None, None];
    }
    let [least, most] = bounds;
    Some(Within { least, most })
}

/// A bound: a number, or another attribute of the record.
fn bound(
    checker: &mut Checker,
    (kind, of): (KindId, Slot),
    typed: &Typed,
    span: Span,
) -> Option<ValueBound> {
    if !matches!(typed.ty, Type::Number(_)) {
        return None;
    }
    let exprs = &checker.out.exprs;
    let expr = &exprs[typed.id.index()];
    if let Some(number) = expr.constant() {
        return Some(ValueBound::Number(number));
    }
    if let Expr::Negate(inner) = expr
        && let Some(number) = exprs[inner.index()].constant()
    {
        return Some(ValueBound::Number(-number));
    }
    let (message, help) = match expr.attribute() {
        Some((known, slot, record)) if exprs[record.index()] == Expr::Local(0) => {
            if known == kind && slot != of {
                return Some(ValueBound::Attribute(slot));
            }
            (
                "a value does not bound itself",
                "name another attribute of the record, or a number",
            )
        }
        _ => (
            "a bound is a number, or another attribute of the record",
            "keep what is worked out in an attribute, with it as the default, and name that here",
        ),
    };
    let error = Diagnostic::error(Code::WrongPlace, span, message);
    checker.diagnostics.push(error.help(help));
    None
}

/// A default that is a number lies within bounds that are numbers. Each can be that of another file; told where the last one of them stands.
fn defaults_within(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let mut places: BTreeMap<(KindId, Slot), (Span, bool)> = BTreeMap::new();
    for entry in by_kind.attributes(&checker.names) {
        let (kind, attribute) = (entry.kind, entry.def);
        let name = &attribute.name;
        let first = keyed::slots(&checker.rules, &checker.names, kind, &name.text).next();
        let bounds = attribute.within.as_ref().map(|_| (name.span, false));
        let default = attribute.default.as_ref();
        let place = default.map(|expr| (expr.span, true)).or(bounds);
        places.extend(first.zip(place).map(|(slot, place)| ((kind, slot), place)));
    }
    for ((kind, slot), (place, is_default)) in places {
        let known = checker.rules.attribute(kind, slot);
        let default = known.default.map(|id| &checker.out.exprs[id.index()]);
        if let Some(number) = default.and_then(Expr::constant)
            && let Some(message) =
                beyond(&checker.rules, (kind, slot), known.within, number, |_| {
                    MISSING
                })
        {
            let error = Diagnostic::error(Code::NumberTooLarge, place, message)
                .help("give it a number within its bounds, or other bounds");
            checker.diagnostics.push(match is_default {
                true => error,
                false => error.label(format!("it is {number} at first")),
            });
        }
    }
}

/// That a number lies beyond the bounds of an attribute, if it does; `get` gives the attributes of the record, as far as they are known.
pub(super) fn beyond(
    rules: &Ruleset,
    (kind, slot): (KindId, Slot),
    within: Within,
    number: Value,
    get: impl Fn(Slot) -> Value,
) -> Option<String> {
    let nearest = within.nearest(number, get);
    if number == MISSING || nearest == number {
        return None;
    }
    let attribute = rules.attribute(kind, slot);
    let way = if nearest < number { "above" } else { "below" };
    let bound = rules.amount(&attribute.declared.ty, nearest);
    Some(format!(
        "`{}` is never {way} {bound}",
        Clean(&attribute.name)
    ))
}

/// What bounds an attribute has no bounds itself that change.
fn chains(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for entry in by_kind.attributes(&checker.names) {
        let (kind, attribute) = (entry.kind, entry.def);
        let own = keyed::slots(&checker.rules, &checker.names, kind, &attribute.name.text);
        let within = |slot: Slot| checker.rules.attribute(kind, slot).within;
        let bounded = own.clone().next();
        let mut bounds = bounded.into_iter().flat_map(|slot| within(slot).slots());
        let Some(through) = bounds.find(|&slot| within(slot).slots().next().is_some()) else {
            continue;
        };
        let other = &checker.rules.attribute(kind, through).name;
        let message = format!(
            "`{}` is bounded by `{other}`, which is bounded by another attribute itself",
            attribute.name.text
        );
        let error = Diagnostic::error(Code::WrongPlace, attribute.name.span, message)
            .help(format!("give `{other}` numbers as bounds, or none"));
        checker.diagnostics.push(error);
        let attributes = &mut checker.rules.kinds[kind.index()].attributes;
        own.for_each(|slot| attributes[usize::from(slot)].within = Within::default());
    }
}
