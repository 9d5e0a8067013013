//! Dice as the value of what a record has, `damage d8+1`, where its kind keeps the number of sides, and what is added, in attributes of their own.

use std::collections::BTreeMap;

use super::Rewritings;
use super::known::KnownWords;
use super::segment::{LineSegment, joined};
use crate::ruleset::{Amount, Expr, Kind, KindId, Ruleset, Slot, StatementKind, Type};
use crate::syntax::heads_around;

/// Attributes of a kind that keep a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptThrow {
    /// How many dice.
    count: Option<String>,
    /// With how many sides.
    sides: String,
    /// What is added.
    bonus: Option<String>,
}

/// The throws that records keep, by the names of their kinds: attributes by which rules say with how many sides a die is rolled.
pub(super) fn kept(rules: &Ruleset) -> BTreeMap<String, Vec<KeptThrow>> {
    let mut kept: BTreeMap<String, Vec<KeptThrow>> = BTreeMap::new();
    rules.each_statement(&mut |statement| {
        let StatementKind::Roll { count, sides, .. } = statement else {
            return;
        };
        let Some((id, sides)) = attribute(rules, sides) else {
            return;
        };
        let kind = &rules.kinds[id.index()];
        let count = attribute(rules, count).filter(|(of, _)| *of == id);
        let throw = KeptThrow {
            count: count.map(|(_, slot)| rules.attribute(id, slot).name.clone()),
            sides: rules.attribute(id, sides).name.clone(),
            bonus: bonus(rules, kind, sides),
        };
        let known = kept.entry(kind.name.clone()).or_default();
        if !known.contains(&throw) {
            known.push(throw);
        }
    });
    kept
}

/// The attribute that an amount is.
fn attribute(rules: &Ruleset, amount: &Amount) -> Option<(KindId, Slot)> {
    let Amount::Worked(expr) = amount else {
        return None;
    };
    match rules.exprs[expr.index()] {
        Expr::Attribute { kind, slot, .. } => Some((kind, slot)),
        _ => None,
    }
}

/// The number behind the sides of a die that is nought unless something else is said.
fn bonus(rules: &Ruleset, kind: &Kind, sides: Slot) -> Option<String> {
    let next = kind.attributes.get(usize::from(sides) + 1)?;
    let default = next.default.map(|default| &rules.exprs[default.index()]);
    let is_bonus = next.declared.ty == Type::Number(None) && default == Some(&Expr::Const(0));
    is_bonus.then(|| next.name.clone())
}

/// `blow sword { damage d8+1 }`: `die 8, bonus 1`
pub(super) fn thrown(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let (at, (count, sides, bonus)) =
        (1..segment.words.len()).find_map(|at| Some((at, throw(segment.words[at])?)))?;
    let (_, head) = heads_around(segment.file_before).next()?;
    let kind = head
        .split(' ')
        .next()
        .filter(|kind| known.kinds.contains(*kind));
    let throws = known.throws.get(kind.unwrap_or("combatant"))?;
    let lines = throws.iter().filter_map(|kept| {
        let count = match (&kept.count, count) {
            (Some(name), count) => Some(format!("{name} {count}")),
            (None, 1) => None,
            (None, _) => return None,
        };
        let bonus = match (&kept.bonus, bonus) {
            (_, 0) => None,
            (Some(name), bonus) => Some(format!("{name} {bonus}")),
            (None, _) => return None,
        };
        let sides = Some(format!("{} {sides}", kept.sides));
        let told: Vec<String> = [count, sides, bonus].into_iter().flatten().collect();
        let told = told.join(", ");
        let words = &segment.words;
        Some(joined(
            &[&words[..at - 1], &[told.as_str()], &words[at + 1..]].concat(),
        ))
    });
    let message =
        "a record keeps no dice, but with how many sides they are rolled and what is added";
    Some(Rewritings::new(message, lines.collect::<Vec<_>>()))
}

/// `2d6+1`: how many, with how many sides, and what is added.
fn throw(word: &str) -> Option<(u32, u32, i32)> {
    let (count, rest) = word.split_once('d')?;
    let end = rest.find(['+', '-']).unwrap_or(rest.len());
    let (sides, bonus) = rest.split_at(end);
    let count = if count.is_empty() {
        Some(1)
    } else {
        count.parse().ok()
    };
    let bonus = if bonus.is_empty() {
        Some(0)
    } else {
        bonus.parse().ok()
    };
    Some((count?, sides.parse().ok()?, bonus?))
}
