//! Phases. Each has a frame of its own, so a phase within a body does not see the names around it.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::Elaborator;
use super::types::NUMBER;
use crate::ruleset::{
    Block, Counting, Expr, ExprId, KindId, Local, MISSING, Phase, PhaseId, Ruleset, Slot,
    Statement, StatementKind, Turns, Type, UnitId,
};
use crate::syntax::ast::PhaseDef;

/// Reads the phases of the combat; those within them are read on the way.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (index, entry) in by_kind
        .phases
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.top)
    {
        let mut body = checker.body();
        compile(&mut body, PhaseId::from_index(index), entry.def);
    }
}

/// Reads a phase that stands in a body; gives its id unless another phase has its name.
pub(super) fn inner(around: &mut Elaborator<'_>, def: &PhaseDef) -> Option<PhaseId> {
    let id = *around.names.phases.get(&def.name.text)?;
    compile(&mut around.for_phase(), id, def);
    Some(id)
}

fn compile(body: &mut Elaborator<'_>, id: PhaseId, def: &PhaseDef) {
    let counting = def.counting.as_ref().map(|counting| {
        let from = body.value(&counting.from, &NUMBER, "the first number of a phase");
        let to = (counting.to.as_ref())
            .map(|to| body.value(to, &NUMBER, "the last number of a phase").id);
        Counting {
            down: counting.down,
            from: from.id,
            to,
        }
    });
    let needs_local = body.names.set_back.contains_key(&id);
    let each = needs_local.then(|| body.reserve());
    let turns = def.turns.as_ref();
    let turns = turns.and_then(|turns| super::turns::read(body, id, def, turns));
    let units = (0_usize..).zip(&body.rules.units);
    let mut of_time = units.filter(|(_, unit)| unit.dimension == 0);
    let first = of_time.clone().next();
    // What counts segments lasts so many of them.
    let own = of_time.find(|(_, unit)| unit.name == def.name.text);
    let time = own.or(first).map(|(index, _)| UnitId::from_index(index));
    let lasting = def.lasting.as_ref().map(|lasting| {
        body.value(lasting, &Type::Number(time), "how long a phase lasts")
            .id
    });
    let condition = def
        .while_
        .as_ref()
        .map(|condition| body.condition(condition));
    body.inside.push(id);
    let block = body.block(&def.body);
    if let Some(turns) = &def.turns {
        super::turns::holds_back(body, turns, &block);
    }
    let prologue = prologue(body, id, def, each, turns.as_ref());
    let stub = body.rules.phases[id.index()].clone();
    let phase = Phase {
        counting,
        turns,
        prologue,
        lasting,
        condition,
        locals: body.locals(),
        body: block,
        ..stub
    };
    if body.out.phases.len() <= id.index() {
        body.out.phases.resize(id.index() + 1, None);
    }
    body.out.phases[id.index()] = Some(phase);
}

/// What is set back as a repetition begins: attributes of all records, in a turn those of the record whose turn it is.
fn prologue(
    body: &mut Elaborator<'_>,
    id: PhaseId,
    def: &PhaseDef,
    each: Option<Local>,
    turns: Option<&Turns>,
) -> Block {
    let span = def.name.span;
    let mut statements = Vec::new();
    if let Some(turns) = turns {
        let of = body.push(Expr::Local(turns.local), span);
        let value = body.push(Expr::Const(1), span);
        statements.push(set(body.rules, (turns.kind, turns.had), of, value));
        for slot in turns
            .ties
            .map(|ties| ties.slot)
            .into_iter()
            .chain(turns.claim)
        {
            let value = body.push(Expr::Const(MISSING), span);
            statements.push(set(body.rules, (turns.kind, slot), of, value));
        }
    }
    let named = |attribute| body.names.named_turns.get(&attribute).copied();
    let default = |(kind, slot)| body.rules.attribute(kind, slot).default;
    let constant = |attribute| {
        let value = default(attribute);
        value.is_some_and(|value| body.out.exprs[value.index()].constant().is_some())
    };
    let all = body.names.set_back.get(&id).map_or(&[][..], Vec::as_slice);
    // What reads nothing is set back in one record after the other.
    let groups = all.chunk_by(|&one, &other| {
        one.0 == other.0 && named(one) == named(other) && constant(one) && constant(other)
    });
    let groups: Vec<_> = groups
        .filter_map(|group| {
            let first = *group.first()?;
            let values = group.iter().filter_map(|&one| Some((one.1, default(one)?)));
            Some((first.0, named(first), values.collect::<Vec<_>>()))
        })
        .collect();
    for (kind, named, values) in groups {
        let Some(local) = each.filter(|_| !values.is_empty()) else {
            continue;
        };
        let of = body.push(Expr::Local(local), span);
        let filter = turns.filter(|turns| named.is_some() || turns.kind == kind);
        let filter = filter.map(|turns| {
            let whose = match named {
                Some(slot) => body.push(Expr::Attribute { kind, of, slot }, span),
                None => of,
            };
            let own = body.push(Expr::Local(turns.local), span);
            body.push(Expr::Equal(whose, own), span)
        });
        statements.push(StatementKind::Each {
            kind,
            local,
            filter,
            order: Box::default(),
            body: { values.into_iter() }
                .map(|(slot, value)| Statement {
                    kind: set(body.rules, (kind, slot), of, value),
                    span,
                })
                .collect(),
        });
    }
    let statements = statements.into_iter();
    statements.map(|kind| Statement { kind, span }).collect()
}

/// `set of.slot = value`
pub(super) fn set(
    rules: &Ruleset,
    (kind, slot): (KindId, Slot),
    of: ExprId,
    value: ExprId,
) -> StatementKind {
    StatementKind::Set {
        place: rules.destination(kind, of, slot),
        value,
    }
}
