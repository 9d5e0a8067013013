//! What the part of the rules or of a scenario reads that a fault blames.

use super::Names;
use crate::ruleset::{Expr, PhaseId, Ruleset, Value};
use crate::source::Span;

/// The kind of a record that a part of the rules or of the scenario finds by the two between which it stands, and the kind of these.
pub(super) fn between<'r>(names: &Names<'r>, part: Span) -> Option<(&'r str, &'r str)> {
    let (rules, scenario) = (names.rules, names.scenario);
    let of_part = |exprs: &[Expr], spans: &[Span]| {
        let mut all = exprs.iter().zip(spans).filter(|(_, span)| **span == part);
        all.find_map(|(expr, _)| expr.only_between(exprs))
    };
    let kind = of_part(&rules.exprs, &rules.expr_spans)
        .or_else(|| of_part(&scenario.exprs, &scenario.expr_spans))?;
    let kind = &rules.kinds[kind.index()];
    let of = &rules.kinds[kind.pair?.of.index()];
    Some((&kind.name, &of.name))
}

/// The phase whose count is read in a part of the rules, where it has none yet.
pub(super) fn counter_read<'r>(
    rules: &'r Ruleset,
    part: Span,
    path: &[(PhaseId, Value)],
) -> Option<&'r str> {
    let mut read = rules.exprs.iter().zip(&rules.expr_spans);
    let is_inside =
        |span: &Span| span.file == part.file && part.range().contains(&(span.start as usize));
    let runs = |phase: &PhaseId| path.iter().any(|(running, _)| running == phase);
    read.find_map(|(expr, span)| match expr {
        Expr::Counter(phase) if is_inside(span) && !runs(phase) => {
            Some(&*rules.phases[phase.index()].name)
        }
        _ => None,
    })
}

/// Whether a part of the rules is an attribute that must have a value: it is missing where a record has not got its defaults yet.
pub(super) fn reads_no_default(rules: &Ruleset, part: Span) -> bool {
    let mut parts = rules.exprs.iter().zip(&rules.expr_spans);
    parts.any(|(expr, span)| match *expr {
        Expr::Attribute { kind, of, slot } if *span == part => {
            let is_certain = !rules.attribute(kind, slot).declared.optional;
            is_certain && matches!(rules.exprs[of.index()], Expr::Local(_))
        }
        _ => false,
    })
}
