//! Values that last until the next turn of their record ends, or of one that an attribute names. A mark beside each says whether it was set in the turn that runs: every statement that
//! writes the one writes the other, a turn takes the mark away as it begins, and a trigger sets back what has none as the turn ends.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::elaborator::Elaborator;
use super::output::Looked;
use super::phases::set;
use super::statement::block::{block, only_if};
use crate::ruleset::{
    Attribute, Block, Destination, Effect, Expr, ExprId, Happening, KindId, Location, PhaseId,
    QueryKind, Slot, Statement, StatementKind as Kind, Trigger, Type, Within, statements,
};
use crate::source::Span;

/// An attribute of a kind.
type LastingValue = (KindId, Slot);

/// Gives an attribute a mark, which these phases of turns take away as they begin.
pub(super) fn declare(checker: &mut Checker, (kind, slot): LastingValue, turns: &[PhaseId]) {
    let Checker { rules, names, .. } = checker;
    let attributes = &mut rules.kinds[kind.index()].attributes;
    let mark = attributes.len() as Slot;
    let of = &attributes[usize::from(slot)];
    let (name, item, span) = (format!("{} anew", of.name), of.item, of.span);
    attributes.push(Attribute::mark(name, Type::YesNo, None, (item, span)));
    names.lasting.insert((kind, slot), mark);
    if let Some(named) = names.named_turns.get(&(kind, slot)).copied() {
        names.named_turns.insert((kind, mark), named);
    }
    for turn in turns {
        let back = names.set_back.entry(*turn).or_default();
        back.push((kind, mark));
    }
}

/// Attributes in the order in which they are set back: what says whose turn another one waits for goes behind that other one, all else as it stands. Quadratic in those that go behind
/// others; in a circle the first goes first.
pub(super) fn in_order(
    all: &[LastingValue],
    named: &BTreeMap<LastingValue, Slot>,
) -> Vec<LastingValue> {
    let names = |one: &LastingValue| {
        let other = named.get(one).map(|slot| (one.0, *slot));
        other.filter(|other| other != one)
    };
    let before: BTreeSet<LastingValue> = all.iter().filter_map(names).collect();
    let (mut waiting, mut sorted): (Vec<LastingValue>, Vec<LastingValue>) =
        all.iter().partition(|one| before.contains(one));
    while !waiting.is_empty() {
        let is_free = |one| !waiting.iter().any(|other| names(other) == Some(one));
        let next = waiting.iter().position(|one| is_free(*one)).unwrap_or(0);
        sorted.push(waiting.remove(next));
    }
    sorted
}

/// Writes the marks wherever bodies write what they belong to, and adds the triggers.
pub(super) fn read(checker: &mut Checker) {
    if checker.names.lasting.is_empty() {
        return;
    }
    let marks = checker.names.lasting.clone();
    let yes = checker
        .out
        .push(Expr::Const(1), checker.rules.items[0].span);
    let marker = Marker { marks: &marks, yes };
    let Checker { rules, out, .. } = checker;
    let phases = out.phases.iter_mut().flatten().map(|phase| &mut phase.body);
    let procedures = rules.procedures.iter_mut().map(|one| &mut one.body);
    let triggers = rules.triggers.iter_mut().map(|one| &mut one.body);
    let stages = rules.actions.iter_mut().flat_map(|one| &mut one.stages);
    let rows = rules.tables.iter_mut().flat_map(|one| &mut one.rows);
    let bodies = phases.chain(procedures).chain(triggers);
    let bodies = bodies.chain(stages.map(|one| &mut one.body));
    for body in bodies.chain(rows.map(|one| &mut one.body)) {
        marker.block(body);
    }
    let turns = checker.names.turns.clone();
    let ends = turns
        .into_iter()
        .filter_map(|(turn, kind)| end(checker, turn, kind, &marks));
    let ends: Vec<Trigger> = ends.collect();
    checker.rules.triggers.splice(0..0, ends);
}

/// The trigger that sets back, as a turn ends, what was not set in that turn.
fn end(
    checker: &mut Checker,
    turn: PhaseId,
    kind: KindId,
    marks: &BTreeMap<LastingValue, Slot>,
) -> Option<Trigger> {
    let named = &checker.names.named_turns;
    let whose = |&(of, slot): &LastingValue| match named.get(&(of, slot)) {
        Some(named) => checker.rules.attribute(of, *named).declared.ty.clone(),
        None => Type::Record(of),
    };
    let own = marks
        .iter()
        .filter(|mark| whose(mark.0) == Type::Record(kind));
    let own: Vec<LastingValue> = own.map(|(value, _)| *value).collect();
    let first = own.first()?;
    let item = checker.rules.attribute(first.0, first.1).item;
    let span = checker.rules.items[item.index()].name_span;
    let mut body = checker.body();
    let turn_of = body.push(Expr::Counter(turn), span);
    let (mut due, mut put_back) = (Vec::new(), Vec::new());
    for value in in_order(&own, &body.names.named_turns) {
        let mark = marks[&value];
        let Some(&named) = body.names.named_turns.get(&value) else {
            let guard = is_due(&mut body, (value, mark), turn_of, span);
            due.push(guard);
            let sets = sets_back(&mut body, value, turn_of, span);
            put_back.push(only_if(guard, block([sets], span)));
            continue;
        };
        let of_it = |body: &mut Elaborator<'_>, local| {
            let (kind, of) = (value.0, body.push(Expr::Local(local), span));
            let named = body.push(
                Expr::Attribute {
                    kind,
                    of,
                    slot: named,
                },
                span,
            );
            let is_named = body.push(Expr::Equal(named, turn_of), span);
            let guard = is_due(body, (value, mark), of, span);
            (of, body.push(Expr::And([is_named, guard].into()), span))
        };
        let any = body.scope(|body| {
            let local = body.reserve();
            let looked = Looked::at(value.0, local, Some(of_it(body, local).1));
            body.ask(QueryKind::Any, &looked, None, None, span)
        });
        due.push(any);
        put_back.push(body.scope(|body| {
            let local = body.reserve();
            let (of, filter) = of_it(body, local);
            let sets = sets_back(body, value, of, span);
            Kind::Each {
                kind: value.0,
                local,
                filter: Some(filter),
                order: Box::default(),
                body: block([sets], span),
            }
        }));
    }
    Some(Trigger {
        title: "until its next turn ends".to_owned(),
        on: Happening::Phase(turn, false),
        guard: Some(body.push(Expr::Or(due.into()), span)),
        locals: body.locals(),
        limit: None,
        body: block(put_back, span),
        item,
    })
}

/// Whether a value of a record was set before the turn that runs, and is not the default.
fn is_due(
    body: &mut Elaborator<'_>,
    ((kind, slot), mark): (LastingValue, Slot),
    of: ExprId,
    span: Span,
) -> ExprId {
    let [held, anew] = [slot, mark].map(|slot| body.push(Expr::Attribute { kind, of, slot }, span));
    let default = body.default_value(kind, slot, of, span);
    let is_older = body.push(Expr::Not(anew), span);
    let is_set = body.push(Expr::NotEqual(held, default), span);
    body.push(Expr::And([is_older, is_set].into()), span)
}

fn sets_back(
    body: &mut Elaborator<'_>,
    (kind, slot): LastingValue,
    of: ExprId,
    span: Span,
) -> Kind {
    let default = body.default_value(kind, slot, of, span);
    set(body.rules, (kind, slot), of, default)
}

/// Writes marks.
struct Marker<'a> {
    marks: &'a BTreeMap<LastingValue, Slot>,
    /// What is written.
    yes: ExprId,
}

impl Marker<'_> {
    fn block(&self, body: &mut Block) {
        let mut marked = Vec::with_capacity(body.len());
        for mut statement in std::mem::take(body) {
            let span = statement.span;
            blocks_within(&mut statement.kind)
                .into_iter()
                .for_each(|block| self.block(block));
            let mut marks = Vec::new();
            statement
                .kind
                .effects(&mut |effect| marks.extend(self.mark(effect)));
            marked.extend(marks.into_iter().map(|kind| Statement { kind, span }));
            marked.push(statement);
        }
        *body = marked.into();
    }

    /// What goes before a statement with this effect.
    fn mark(&self, effect: Effect<'_>) -> Option<Kind> {
        let Effect::Writes(Location::Attribute { kind, slot, of }, _) = effect else {
            return None;
        };
        let place = Destination::Attribute {
            kind,
            of: of?,
            slot: *self.marks.get(&(kind, slot))?,
            tells: None,
            within: Within::default(),
        };
        Some(Kind::Set {
            place,
            value: self.yes,
        })
    }
}

/// The blocks of a statement.
fn blocks_within(statement: &mut Kind) -> Vec<&mut Block> {
    match statement {
        Kind::If {
            branches,
            otherwise,
        } => {
            let branches = branches.iter_mut().map(|branch| &mut branch.1);
            branches.chain([otherwise]).collect()
        }
        Kind::Each { body, .. } | Kind::Repeat { body, .. } => vec![body],
        Kind::Resolve { .. } | Kind::Note(_) | statements!(deed | exit | change) => Vec::new(),
    }
}
