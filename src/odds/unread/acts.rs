//! Which names of a body can stand for an act: what nothing names cannot matter any more. Reads the rules and plays nothing.

use std::collections::BTreeSet;

use crate::machine::{ActsNamed, UnreadNames};
use crate::ruleset::walk::{each_block, each_statement};
use crate::ruleset::{
    At, Callee, Expr, ExprId, Happening, KindId, Local, Parameter, Place, QueryKind, Ruleset, Slot,
    Statement, StatementKind, Type,
};

/// Where acts can be named, but for names that are not read any more.
pub fn acts_named(rules: &Ruleset, unread: &UnreadNames) -> ActsNamed {
    let mut named = ActsNamed {
        attributes: attributes(rules),
        ..ActsNamed::default()
    };
    let mut body = |block: &[Statement], given: Vec<Local>| {
        let acts = acts(rules, block, given.into_iter().collect());
        each_block(block, &mut |block| {
            for statement in block {
                let each_act = matches!(&statement.kind, StatementKind::Each { kind, .. } if *kind == KindId::ACT);
                named.one_by_one |= each_act;
                let at = At::of(statement);
                let unread = unread.get(&at);
                let is_read = |name: &Local| unread.is_none_or(|unread| !unread.contains(name));
                let acts = acts.iter().copied().filter(is_read).collect();
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
fn attributes(rules: &Ruleset) -> Vec<(KindId, Slot)> {
    let kinds = rules.kinds.iter().enumerate();
    let attributes = kinds.flat_map(|(kind, rule)| {
        let attributes = rule.attributes.iter().zip(0..);
        attributes
            .filter(|(attribute, _)| attribute.declared.ty == ACT)
            .map(move |(_, slot)| (KindId::from_index(kind), slot))
    });
    attributes.collect()
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
        _ => of_type(parameters),
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
            if let Some(local) = names_act(rules, statement, &acts) {
                acts.insert(local);
            }
        });
        // One may be named by another that was found to be an act only afterwards.
        if acts.len() == before {
            return acts;
        }
    }
}

/// The name that a statement gives to an act, where these are names of acts.
fn names_act(rules: &Ruleset, statement: &StatementKind, acts: &BTreeSet<Local>) -> Option<Local> {
    match statement {
        StatementKind::Set {
            place: Place::Local(local),
            value,
        } => can_be_act(rules, *value, acts).then_some(*local),
        StatementKind::Each { kind, local, .. } => (*kind == KindId::ACT).then_some(*local),
        StatementKind::Resolve { condition } => condition.map(|condition| condition.0),
        StatementKind::Does { local, .. } => *local,
        StatementKind::New { kind, local, .. } => local.filter(|_| *kind == KindId::ACT),
        StatementKind::Ask {
            question, local, ..
        } => (rules.questions[question.index()].answer.ty == ACT).then_some(*local),
        StatementKind::Set {
            place: Place::Attribute { .. },
            ..
        }
        | StatementKind::Add { .. }
        | StatementKind::Subtract { .. }
        | StatementKind::If { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Declare { .. }
        | StatementKind::RefuseDeclarations { .. }
        | StatementKind::Refuse { .. }
        | StatementKind::Cancel { .. }
        | StatementKind::Raise { .. }
        | StatementKind::Do { .. }
        | StatementKind::Consult { .. }
        | StatementKind::Phase(_)
        | StatementKind::Leave(_)
        | StatementKind::EndCombat { .. }
        | StatementKind::Note(_) => None,
    }
}

/// Whether an expression can give an act.
fn can_be_act(rules: &Ruleset, id: ExprId, acts: &BTreeSet<Local>) -> bool {
    let can_be = |id: &ExprId| can_be_act(rules, *id, acts);
    match &rules.exprs[id.index()] {
        Expr::Local(local) => acts.contains(local),
        Expr::Attribute { kind, slot, .. } => {
            rules.kinds[kind.index()].attributes[usize::from(*slot)]
                .declared
                .ty
                == ACT
        }
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
        | Expr::Option(_)
        | Expr::Counter(_)
        | Expr::Now
        | Expr::Not(_)
        | Expr::And(_)
        | Expr::Or(_)
        | Expr::Negate(_)
        | Expr::Equal(..)
        | Expr::NotEqual(..)
        | Expr::Less(..)
        | Expr::LessOrEqual(..)
        | Expr::Plus(..)
        | Expr::Minus(..)
        | Expr::Times(..)
        | Expr::Divide { .. }
        | Expr::Mod(..)
        | Expr::Higher(..)
        | Expr::Lower(..)
        | Expr::Missing(_)
        | Expr::Text(_) => false,
    }
}
