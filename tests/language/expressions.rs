//! The evaluator held against another reading of the same expressions, whatever their form.

use affray::evaluator::{Evaluator, World};
use affray::ruleset::{
    Declared, Expr, ExprId, Function, FunctionId, ItemId, KindId, Local, MISSING, MOST, OptionId,
    Parameter, PhaseId, Query, QueryKind, Ruleset, Slot, Type, Value,
};
use affray::source::Span;
use proptest::prelude::*;
use std::cell::Cell;

/// Three records of each kind, whose attributes lead back to them.
struct Small;

impl World for Small {
    fn option(&self, option: OptionId) -> Value {
        Value::from(option.0) + 1
    }
    fn counter(&self, phase: PhaseId) -> Value {
        if phase.0 == 0 { MISSING } else { 2 }
    }
    fn now(&self) -> Value {
        3
    }
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        match (record, slot) {
            (0..3, 0) => (record + 1) % 3,
            (1..3, 1) => Value::from(kind.0) - record,
            (0..3, 2) => record % 2,
            _ => MISSING,
        }
    }
    fn count(&self, _: KindId) -> u32 {
        3
    }
    fn nth(&self, _: KindId, place: u32) -> u32 {
        (place + 1) % 3
    }
}

/// An expression as a tree; names count from the innermost.
#[derive(Clone, Debug)]
enum Tree {
    Const(Value),
    Name(Local),
    Option(u32),
    Counter(u32),
    Now,
    Attribute(u32, Slot, Box<Tree>),
    One(u8, Box<Tree>),
    Two(u8, Box<Tree>, Box<Tree>),
    Three(Box<Tree>, Box<Tree>, Box<Tree>),
    Many(u8, Vec<Tree>),
    Call(u32, Box<Tree>, Box<Tree>),
    Query(QueryKind, Option<Box<Tree>>, Box<Tree>, Option<Box<Tree>>),
    /// Chosen by values, each with whether the highest is the best.
    Choose(Vec<(bool, Tree)>, Option<Box<Tree>>, Option<Box<Tree>>),
}

fn tree() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![
        6 => -3..4_i64,
        1 => Just(MISSING),
        1 => Just(MOST),
        1 => Just(1 << 40),
    ];
    let leaf = prop_oneof![
        number.prop_map(Tree::Const),
        (0..3_u16).prop_map(Tree::Name),
        (0..2_u32).prop_map(Tree::Option),
        (0..2_u32).prop_map(Tree::Counter),
        Just(Tree::Now),
    ];
    leaf.prop_recursive(5, 40, 3, |part| {
        let part = part.prop_map(Box::new);
        let asks = prop::sample::select(vec![
            QueryKind::Highest,
            QueryKind::Lowest,
            QueryKind::Sum,
            QueryKind::Count,
            QueryKind::Any,
            QueryKind::Every,
            QueryKind::All,
            QueryKind::The,
        ]);
        let key = (prop::bool::ANY, part.clone().prop_map(|part| *part));
        prop_oneof![
            2 => (prop::collection::vec(key, 1..4), prop::option::of(part.clone()), prop::option::of(part.clone()))
                .prop_map(|(keys, filter, other)| Tree::Choose(keys, filter, other)),
            3 => (0..2_u32, 0..4_u16, part.clone()).prop_map(|(k, s, of)| Tree::Attribute(k, s, of)),
            2 => (0..3_u8, part.clone()).prop_map(|(how, a)| Tree::One(how, a)),
            6 => (0..13_u8, part.clone(), part.clone()).prop_map(|(how, a, b)| Tree::Two(how, a, b)),
            2 => (part.clone(), part.clone(), part.clone()).prop_map(|(a, b, c)| Tree::Three(a, b, c)),
            3 => (0..3_u8, prop::collection::vec(part.clone().prop_map(|part| *part), 1..4))
                .prop_map(|(how, all)| Tree::Many(how, all)),
            2 => (0..2_u32, part.clone(), part.clone()).prop_map(|(f, a, b)| Tree::Call(f, a, b)),
            2 => (asks, prop::option::of(part.clone()), part.clone(), prop::option::of(part))
                .prop_map(|(ask, filter, value, other)| Tree::Query(ask, filter, value, other)),
        ]
    })
}

/// Puts a tree into a list of expressions. A definition may call those before it.
fn put(tree: &Tree, exprs: &mut Vec<Expr>, deep: Local, callable: u32) -> ExprId {
    let mut part = |tree: &Tree, deep: Local| put(tree, exprs, deep, callable);
    let expr = match tree {
        Tree::Const(value) => Expr::Const(*value),
        Tree::Name(name) => Expr::Local(deep - 1 - name),
        Tree::Option(option) => Expr::Option(OptionId(*option)),
        Tree::Counter(phase) => Expr::Counter(PhaseId(*phase)),
        Tree::Now => Expr::Now,
        Tree::Attribute(kind, slot, of) => Expr::Attribute {
            kind: KindId(*kind),
            of: part(of, deep),
            slot: *slot,
        },
        Tree::One(how, a) => {
            let a = part(a, deep);
            [Expr::Not(a), Expr::Negate(a), Expr::Missing(a)][usize::from(*how)].clone()
        }
        Tree::Two(how, a, b) => {
            let (a, b) = (part(a, deep), part(b, deep));
            let divide = |up| Expr::Divide {
                left: a,
                right: b,
                up,
            };
            [
                Expr::Equal(a, b),
                Expr::NotEqual(a, b),
                Expr::Less(a, b),
                Expr::LessOrEqual(a, b),
                Expr::Plus(a, b),
                Expr::Minus(a, b),
                Expr::Times(a, b),
                Expr::Higher(a, b),
                Expr::Lower(a, b),
                Expr::In(a, b),
                divide(true),
                divide(false),
                Expr::Mod(a, b),
            ][usize::from(*how)]
            .clone()
        }
        Tree::Three(a, b, c) => Expr::If(part(a, deep), part(b, deep), part(c, deep)),
        Tree::Many(how, all) => {
            let all: Box<[ExprId]> = all.iter().map(|tree| part(tree, deep)).collect();
            match how {
                0 => Expr::And(all),
                1 => Expr::Or(all),
                _ => Expr::OrElse(all),
            }
        }
        Tree::Call(function, a, b) if *function < callable => {
            let arguments = [part(a, deep), part(b, deep), part(a, deep)];
            Expr::Call(FunctionId(*function), Box::new(arguments))
        }
        Tree::Call(_, a, b) => Expr::Plus(part(a, deep), part(b, deep)),
        Tree::Query(ask, filter, value, otherwise) => Expr::Query(Box::new(Query {
            ask: *ask,
            kind: KindId(1),
            local: deep,
            filter: filter.as_ref().map(|filter| part(filter, deep + 1)),
            value: Some(part(value, deep + 1)),
            then: Box::default(),
            otherwise: otherwise.as_ref().map(|otherwise| part(otherwise, deep)),
        })),
        Tree::Choose(keys, filter, otherwise) => {
            let filter = filter.as_ref().map(|filter| part(filter, deep + 1));
            let values: Vec<ExprId> = keys.iter().map(|key| part(&key.1, deep + 1)).collect();
            let then = values.iter().zip(keys).map(|(value, key)| (*value, key.0));
            Expr::Query(Box::new(Query {
                ask: match keys[0].0 {
                    true => QueryKind::TheHighest,
                    false => QueryKind::TheLowest,
                },
                kind: KindId(1),
                local: deep,
                filter,
                value: Some(values[0]),
                then: then.skip(1).collect(),
                otherwise: otherwise.as_ref().map(|otherwise| part(otherwise, deep)),
            }))
        }
    };
    exprs.push(expr);
    ExprId::from_index(exprs.len() - 1)
}

/// The value of an expression, read part by part; `None` for a fault.
fn plain(rules: &Ruleset, id: ExprId, names: &mut [Value], steps: &Cell<u32>) -> Option<Value> {
    let mut of = |id: &ExprId| plain(rules, *id, names, steps);
    let within = |value: Value| (-MOST..=MOST).contains(&value).then_some(value);
    let known = |value: Value| (value != MISSING).then_some(value);
    Some(match &rules.exprs[id.index()] {
        Expr::Const(value) => *value,
        Expr::Local(local) => names[usize::from(*local)],
        Expr::Option(option) => Small.option(*option),
        Expr::Counter(phase) => Small.counter(*phase),
        Expr::Now => Small.now(),
        Expr::Attribute { kind, of: a, slot } => Small.attribute(*kind, of(a)?, *slot),
        Expr::Not(a) => Value::from(of(a)? != 1),
        Expr::Missing(a) => Value::from(of(a)? == MISSING),
        Expr::Negate(a) => within(-known(of(a)?)?)?,
        Expr::And(all) => {
            for part in all {
                if of(part)? != 1 {
                    return Some(0);
                }
            }
            1
        }
        Expr::Or(all) => {
            for part in all {
                if of(part)? == 1 {
                    return Some(1);
                }
            }
            0
        }
        Expr::OrElse(all) => {
            for part in all {
                let value = of(part)?;
                if value != MISSING {
                    return Some(value);
                }
            }
            MISSING
        }
        Expr::If(a, b, c) => {
            if of(a)? == 1 {
                of(b)?
            } else {
                of(c)?
            }
        }
        Expr::Equal(a, b) => Value::from(of(a)? == of(b)?),
        Expr::NotEqual(a, b) => Value::from(of(a)? != of(b)?),
        Expr::In(a, b) => {
            let (record, set) = (of(a)?, of(b)?);
            let can_be = set != MISSING && (0..60).contains(&record);
            Value::from(can_be && set >> record & 1 == 1)
        }
        Expr::Less(a, b) => Value::from(known(of(a)?)? < known(of(b)?)?),
        Expr::LessOrEqual(a, b) => Value::from(known(of(a)?)? <= known(of(b)?)?),
        Expr::Plus(a, b) => within(known(of(a)?)?.checked_add(known(of(b)?)?)?)?,
        Expr::Minus(a, b) => within(known(of(a)?)?.checked_sub(known(of(b)?)?)?)?,
        Expr::Times(a, b) => within(known(of(a)?)?.checked_mul(known(of(b)?)?)?)?,
        Expr::Higher(a, b) => within(known(of(a)?)?.max(known(of(b)?)?))?,
        Expr::Lower(a, b) => within(known(of(a)?)?.min(known(of(b)?)?))?,
        Expr::Divide { left, right, up } => {
            let (a, b) = (
                i128::from(known(of(left)?)?),
                i128::from(known(of(right)?)?),
            );
            if b == 0 {
                return None;
            }
            // Down is towards less, whatever the signs.
            let (a, b) = if b < 0 { (-a, -b) } else { (a, b) };
            let quotient = if *up {
                -(-a).div_euclid(b)
            } else {
                a.div_euclid(b)
            };
            within(Value::try_from(quotient).ok()?)?
        }
        Expr::Mod(left, right) => {
            let (a, b) = (known(of(left)?)?, known(of(right)?)?);
            if b == 0 {
                return None;
            }
            let rest = a.rem_euclid(b);
            if b < 0 && rest != 0 { rest + b } else { rest }
        }
        Expr::Call(function, arguments) => {
            steps.set(steps.get() + 1);
            let mut inner = Vec::new();
            for argument in arguments {
                inner.push(plain(rules, *argument, names, steps)?);
            }
            inner.resize(16, MISSING);
            plain(
                rules,
                rules.functions[function.index()].body,
                &mut inner,
                steps,
            )?
        }
        Expr::Query(query) => return asked(rules, query, names, steps),
        Expr::Lookup(..) | Expr::Text(_) => None?,
    })
}

fn asked(rules: &Ruleset, query: &Query, names: &mut [Value], steps: &Cell<u32>) -> Option<Value> {
    let (mut found, mut best) = (0, MISSING);
    let mut candidates: Vec<(Vec<Value>, Value)> = Vec::new();
    for place in 0..3 {
        steps.set(steps.get() + 1);
        let record = Value::from(Small.nth(query.kind, place));
        names[usize::from(query.local)] = record;
        if let Some(filter) = query.filter
            && plain(rules, filter, names, steps)? != 1
        {
            continue;
        }
        found += 1;
        if matches!(query.ask, QueryKind::Any) {
            return Some(1);
        }
        if matches!(query.ask, QueryKind::The) {
            best = record;
        }
        if query.ask == QueryKind::All {
            let can_be = (0..60).contains(&record);
            best = best.max(0) | can_be.then(|| 1 << record)?;
        }
        if matches!(
            query.ask,
            QueryKind::Any | QueryKind::Count | QueryKind::The | QueryKind::All
        ) {
            continue;
        }
        if matches!(query.ask, QueryKind::TheHighest | QueryKind::TheLowest) {
            let mut values = Vec::new();
            let first = (query.value?, query.ask == QueryKind::TheHighest);
            for &(value, highest) in [first].iter().chain(&query.then) {
                match plain(rules, value, names, steps)? {
                    MISSING => break,
                    value => values.push(if highest { -value } else { value }),
                }
            }
            if values.len() == 1 + query.then.len() {
                candidates.push((values, record));
            }
            continue;
        }
        let value = plain(rules, query.value?, names, steps)?;
        match query.ask {
            QueryKind::Every if value != 1 => return Some(0),
            QueryKind::Every => continue,
            _ if value == MISSING => continue,
            _ if best == MISSING => best = value,
            QueryKind::Highest => best = best.max(value),
            QueryKind::Lowest => best = best.min(value),
            _ => best += value,
        }
        if !(-MOST..=MOST).contains(&best) {
            return None;
        }
    }
    // Of equal ones the first stays the first.
    candidates.sort_by(|one, other| one.0.cmp(&other.0));
    if let Some((_, record)) = candidates.first() {
        best = *record;
    }
    match query.ask {
        QueryKind::Any => Some(0),
        QueryKind::Every => Some(1),
        QueryKind::Count => Some(found),
        QueryKind::Sum | QueryKind::All => Some(if best == MISSING { 0 } else { best }),
        QueryKind::The if found > 1 => None,
        _ if best != MISSING => Some(best),
        ask => match query.otherwise {
            Some(otherwise) => plain(rules, otherwise, names, steps),
            None if ask == QueryKind::The => None,
            None => Some(MISSING),
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// The names 0 to 2 stand for values; two definitions, the second of which may call the first, take three arguments each.
    #[test]
    fn a_compiled_expression_gives_what_it_says(
        first in tree(),
        second in tree(),
        asked in tree(),
        given in prop::array::uniform3(prop_oneof![0..3_i64, Just(MISSING)]),
    ) {
        let mut rules = Ruleset::default();
        for (index, tree) in [&first, &second].into_iter().enumerate() {
            let body = put(tree, &mut rules.exprs, 3, index as u32);
            rules.functions.push(Function {
                name: String::new(),
                parameters: vec![
                    Parameter {
                        name: String::new(),
                        declared: Declared { ty: Type::Number(None), optional: true },
                        span: Span::default(),
                    };
                    3
                ],
                locals: 16,
                declared: Declared { ty: Type::Number(None), optional: true },
                body,
                item: ItemId(0),
            });
        }
        let id = put(&asked, &mut rules.exprs, 3, 2);
        rules.expr_spans = vec![Span::default(); rules.exprs.len()];
        let mut names = given.to_vec();
        names.resize(16, MISSING);
        let steps = Cell::new(0);
        let expected = plain(&rules, id, &mut names, &steps);
        // So many steps no expression may take there.
        prop_assume!(steps.get() < 5_000);
        let compiled = Evaluator::new(&rules, 1_000_000).value(&Small, id, &given);
        prop_assert_eq!(compiled, expected);
    }
}
