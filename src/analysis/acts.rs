//! Which names of a body can stand for an act: what nothing names cannot matter any more. Reads the rules and plays nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::DeadNames;
use crate::ruleset::walk::{each_block, each_statement};
use crate::ruleset::{
    At, Callee, Effect, Expr, ExprId, Happening, Input, KindId, Local, Location, Parameter,
    QueryKind, Ruleset, Slot, Statement, StatementKind, Type, Update, callees, effect, exprs,
};

/// Where acts can be named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActsNamed {
    /// the attributes whose values are acts
    pub attributes: Vec<(KindId, Slot)>,
    /// whether bodies are carried out for one act after the other
    pub one_by_one: bool,
    /// for statements, the names that can stand for an act and may be read again where a run stands in them
    pub names: BTreeMap<At, Box<[Local]>>,
}

/// Where acts can be named, but for names that are not read any more.
pub fn acts_named(rules: &Ruleset, dead: &DeadNames) -> ActsNamed {
    let mut named = ActsNamed {
        attributes: attributes_of_acts(rules).collect(),
        ..ActsNamed::default()
    };
    let mut body = |block: &[Statement], given: Vec<Local>| {
        let acts = acts(rules, block, given.into_iter().collect());
        each_block(block, &mut |block| {
            for statement in block {
                let mut is_through = false;
                statement.kind.effects(&mut |effect| {
                    is_through |= effect == Effect::Reads(Location::Records(KindId::ACT));
                    let repeats = matches!(effect, Effect::Runs { binds: Some(_), .. });
                    named.one_by_one |= is_through && repeats;
                });
                let at = At::of(statement);
                let dead = dead.get(&at);
                let is_live = |name: &Local| dead.is_none_or(|dead| !dead.contains(name));
                let acts = acts.iter().copied().filter(is_live).collect();
                named.names.insert(at, acts);
            }
        });
    };
    for callee in rules.callees() {
        let given = given(rules, callee);
        (callee.blocks(rules).into_iter()).for_each(|block| body(block, given.clone()));
    }
    named
}

const ACT: Type = Type::Record(KindId::ACT);

/// The attributes whose values are acts.
pub fn attributes_of_acts(rules: &Ruleset) -> impl Iterator<Item = (KindId, Slot)> + '_ {
    rules.kinds.iter().enumerate().flat_map(|(kind, rule)| {
        let attributes = rule.attributes.iter().zip(0..);
        attributes
            .filter(|(attribute, _)| attribute.declared.ty == ACT)
            .map(move |(_, slot)| (KindId::from_index(kind), slot))
    })
}

/// The names of statements' bodies that stand for acts from the beginning.
fn given(rules: &Ruleset, callee: Callee) -> Vec<Local> {
    let parameters = callee.signature(rules).map_or(&[][..], |(_, all)| all);
    let parameters = Parameter::types(parameters);
    match callee {
        Callee::Stage(..) => vec![0],
        Callee::Rows(table) => of_type(parameters.chain([&rules.tables[table.index()].key])),
        Callee::Trigger(trigger) => match rules.triggers[trigger.index()].on {
            Happening::Act { .. } => vec![0],
            Happening::Event(event) => {
                of_type(Parameter::types(&rules.events[event.index()].parameters))
            }
            Happening::Phase(..) => Vec::new(),
        },
        Callee::Procedure(_)
        | Callee::Phase(_)
        | Callee::Triggers(_)
        | callees!(apart | clause | line | values) => of_type(parameters),
    }
}

/// The first names of a body, as many as there are types, that stand for acts.
fn of_type<'t>(types: impl Iterator<Item = &'t Type>) -> Vec<Local> {
    let acts = types.zip(0..).filter(|(ty, _)| **ty == ACT);
    acts.map(|(_, local)| local).collect()
}

/// The names of a body that can stand for acts, where these do so from the beginning.
fn acts(rules: &Ruleset, block: &[Statement], mut acts: BTreeSet<Local>) -> BTreeSet<Local> {
    loop {
        let before = acts.len();
        each_statement(block, &mut |statement| {
            let known = acts.clone();
            names_of_acts(rules, statement, &known, &mut |local| {
                _ = acts.insert(local)
            });
        });
        // One may be named by another that was found to be an act only afterwards.
        if acts.len() == before {
            return acts;
        }
    }
}

/// The names that a statement gives to acts, where these are names of acts.
fn names_of_acts(
    rules: &Ruleset,
    statement: &StatementKind,
    acts: &BTreeSet<Local>,
    visit: &mut dyn FnMut(Local),
) {
    let (mut is_through, mut is_given, mut is_set) = (false, false, false);
    statement.effects(&mut |effect| match effect {
        Effect::Reads(Location::Records(kind)) => is_through |= kind == KindId::ACT,
        Effect::Makes(kind) => is_given |= kind == KindId::ACT,
        Effect::Calls(Callee::Procedure(id), _) => {
            let gives = rules.procedures[id.index()].gives.as_ref();
            is_given |= gives.is_some_and(|gives| gives.ty == ACT);
        }
        Effect::Awaits(Input::Answer(question)) => {
            is_given |= rules.questions[question.index()].answer.ty == ACT;
        }
        Effect::Evaluates { expr, binds } => {
            is_set |= can_be_act(rules, expr, acts);
            binds
                .filter(|_| is_through)
                .into_iter()
                .for_each(&mut *visit);
        }
        Effect::Runs { binds, .. } => {
            binds
                .filter(|_| is_through)
                .into_iter()
                .for_each(&mut *visit);
        }
        Effect::Binds(local) if is_given => visit(local),
        Effect::Writes(Location::Local(local), Update::Set) if is_set => visit(local),
        Effect::Binds(_) | Effect::Calls(..) | effect!(aside | access) => {}
    });
}

/// Whether an expression can give an act.
fn can_be_act(rules: &Ruleset, id: ExprId, acts: &BTreeSet<Local>) -> bool {
    let can_be = |id: &ExprId| can_be_act(rules, *id, acts);
    match &rules.exprs[id.index()] {
        Expr::Local(local) => acts.contains(local),
        Expr::Attribute { kind, slot, .. } => rules.attribute(*kind, *slot).declared.ty == ACT,
        Expr::OrElse(all) => all.iter().any(can_be),
        Expr::If(_, one, other) => can_be(one) || can_be(other),
        Expr::Call(function, _) => rules.functions[function.index()].declared.ty == ACT,
        Expr::Lookup(table, _) => {
            let gives = rules.tables[table.index()].gives.as_ref();
            gives.is_some_and(|gives| gives.ty == ACT)
        }
        Expr::Query(query) => {
            let chooses = matches!(
                query.ask,
                QueryKind::The | QueryKind::TheHighest | QueryKind::TheLowest
            );
            chooses && query.kind == KindId::ACT || query.otherwise.as_ref().is_some_and(can_be)
        }
        // Of the rules none names an act.
        Expr::Const(_)
        | Expr::Missing(_)
        | Expr::In(..)
        | Expr::Text(_)
        | exprs!(reckoning | comparison | kept | logic) => false,
    }
}
