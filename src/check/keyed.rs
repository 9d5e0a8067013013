//! Attributes with a key, `pips on number face from 1 to 10: number`: one attribute for each key, `pips(1)` to `pips(10)`, and a table that finds the one
//! whose key is worked out. All else of the rules knows only these.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::{Elaborator, NamedConstant, Typed};
use super::options;
use super::statement::block::{block, put};
use super::symbol_table::{SymbolTable, taken};
use super::tables;
use super::types::{self, NUMBER, POISON};
use super::{dice, number};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::index::to_short;
use crate::ruleset::{
    Attribute, Block, Destination, Expr, ExprId, KindId, Parameter, Ruleset, Slot, Statement,
    StatementKind as Kind, Table, TableId, TableRow, Type, Value, slot_of,
};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, ExprKind, Name, TableKey};

/// So many keys one attribute can have: each is an attribute of every record.
const MOST_KEYS: usize = 100;

/// What tells the values of an attribute apart, and each key with how it is written.
pub(super) type AttributeKeys = (Type, Vec<(Value, String)>);

/// An attribute with a key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedAttribute {
    /// What tells its values apart.
    pub key: Type,
    /// Each key, with how it is written, in the order of the slots.
    pub keys: Vec<(Value, String)>,
    /// The attribute of the first key; the others follow it.
    pub first: Slot,
    /// Where its name stands.
    pub span: Span,
    /// What finds the value of a key.
    pub table: TableId,
}

impl KeyedAttribute {
    /// The attributes of all keys, in order.
    pub fn slots(&self) -> Range<Slot> {
        self.first..self.first + to_short(self.keys.len())
    }

    /// The attribute of a key.
    fn slot(&self, key: Value) -> Option<Slot> {
        let mut all = self.slots().zip(&self.keys);
        all.find(|(_, (known, _))| *known == key)
            .map(|(slot, _)| slot)
    }

    /// The first and the last key, if they are numbers.
    pub fn ends(&self) -> Option<(&str, &str)> {
        let ends = self.keys.first().zip(self.keys.last());
        let ends = ends.filter(|_| self.key == NUMBER);
        ends.map(|((_, first), (_, last))| (first.as_str(), last.as_str()))
    }

    /// `1, 2, 3, ...`, at most eight of them.
    fn listed(&self) -> String {
        const SHOWN: usize = 8;
        let keys = self.keys.iter().map(|(_, written)| written.as_str());
        let more = (self.keys.len() > SHOWN).then_some("...");
        suggest::list_all(keys.take(SHOWN).chain(more))
    }
}

/// `number n in c.dice`: the first and the last key of the attribute in which the numbers are looked for, and where it stands.
pub(super) fn keys_in<'n>(
    names: &'n SymbolTable,
    filter: &ast::Expr,
) -> Option<(&'n str, &'n str, Span)> {
    let ast::ExprKind::Compare { op, right, .. } = &filter.kind else {
        return None;
    };
    let ast::ExprKind::Dot(_, attribute) = &right.kind else {
        return None;
    };
    let mut kinds = names.keyed.get(&attribute.text)?.values();
    let (first, last) = kinds.next()?.ends()?;
    (*op == ast::Comparator::In).then_some((first, last, right.span))
}

/// The attributes that a declaration makes: one, or one for each key; none if there is no such attribute.
pub(super) fn slots(rules: &Ruleset, names: &SymbolTable, kind: KindId, name: &str) -> Range<Slot> {
    if let Some(keyed) = names.keyed.get(name).and_then(|kinds| kinds.get(&kind)) {
        return keyed.slots();
    }
    match slot_of(rules.kind(kind), name) {
        Some(slot) => slot..slot + 1,
        None => 0..0,
    }
}

/// Reads what tells the values of an attribute apart, and all keys.
pub(super) fn keys(
    of: &Name,
    key: &TableKey,
    by_kind: &ByKind<'_>,
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) -> Option<AttributeKeys> {
    let plain = |all: Vec<Value>| all.into_iter().map(|key| (key, key.to_string())).collect();
    let (parameter, range) = match key {
        TableKey::Dice(dice) => {
            let (count, sides) = dice::fixed(dice, diagnostics)?;
            let (lowest, highest) = (Value::from(count), Value::from(count * sides));
            return Some((NUMBER, plain(numbers(of, lowest, highest, diagnostics)?)));
        }
        TableKey::Parameter { parameter, range } => (parameter, range),
    };
    let ty = types::read(&parameter.ty, names, diagnostics).ty;
    let place = parameter.ty.span;
    let refused = match (&ty, range) {
        (ty, _) if *ty == POISON => return None,
        (Type::Number(None), Some((from, to))) => {
            return Some((NUMBER, plain(self::range(of, (from, to), diagnostics)?)));
        }
        (Type::Number(None), None) => {
            let message = "nothing says from where to where the keys run";
            let help = format!("add it: `on number {} from 1 to 6`", parameter.name.text);
            Diagnostic::error(Code::MissingValue, place, message).help(help)
        }
        (Type::Choice(words), None) => {
            let all = names.words.iter().filter(|(_, id)| words.contains(id));
            let all = all.map(|(word, id)| (Value::from(id.0), word.clone()));
            let mut all: Vec<(Value, String)> = all.collect();
            all.sort_unstable();
            return Some((ty, few(of, all, diagnostics)?));
        }
        (Type::Action, None) => {
            let all = (0..).zip(&by_kind.actions);
            let all = all.map(|(id, (_, action))| (id, action.name.text.clone()));
            return Some((Type::Action, few(of, all.collect(), diagnostics)?));
        }
        (_, Some((from, _))) => {
            let message = "only plain numbers run from one to another";
            Diagnostic::error(Code::WrongPlace, from.span, message)
        }
        (ty, None) => {
            let message =
                "the values of an attribute are told apart by a number, a word or an action";
            let help = match ty {
                Type::Record(_) => {
                    "what stands between two records is a kind of its own: `kind bond from combatant holder to combatant other { worth: number = 0 }`, then `bond(a, b).worth`"
                }
                _ => "`on number n from 1 to 6`, or a choice of words",
            };
            Diagnostic::error(Code::WrongType, place, message).help(help)
        }
    };
    diagnostics.push(refused);
    None
}

/// The numbers from one that is written to another.
pub(super) fn range(
    of: &Name,
    (from, to): (&ast::Expr, &ast::Expr),
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Value>> {
    let [from, to] = [from, to].map(|end| written(end, diagnostics));
    numbers(of, from?, to?, diagnostics)
}

fn numbers(of: &Name, from: Value, to: Value, diagnostics: &mut Diagnostics) -> Option<Vec<Value>> {
    // One more than may be shows that there are too many.
    few(of, (from..=to).take(MOST_KEYS + 1).collect(), diagnostics)
}

/// Refuses too many keys, and none.
fn few<T>(of: &Name, keys: Vec<T>, diagnostics: &mut Diagnostics) -> Option<Vec<T>> {
    let refused = match keys.len() {
        0 => {
            let message = format!("`{}` stands for no number", of.text);
            Diagnostic::error(Code::WrongPlace, of.span, message)
                .help("the lowest stands first: `from 1 to 6`")
        }
        1..=MOST_KEYS => return Some(keys),
        _ => {
            let message = format!("`{}` stands for more than {MOST_KEYS} values", of.text);
            Diagnostic::error(Code::NumberTooLarge, of.span, message)
        }
    };
    diagnostics.push(refused);
    None
}

/// A number that is written down.
fn written(end: &ast::Expr, diagnostics: &mut Diagnostics) -> Option<Value> {
    match &end.kind {
        ExprKind::Number(number) => number::read(number, diagnostics),
        ExprKind::Minus(inner) => match &inner.kind {
            ExprKind::Number(number) => number::read(number, diagnostics).map(|value| -value),
            _ => plain_number(end, diagnostics),
        },
        _ => plain_number(end, diagnostics),
    }
}

/// Whether this is a number as it is written.
pub(super) fn is_written(end: &ast::Expr) -> bool {
    match &end.kind {
        ExprKind::Number(_) => true,
        ExprKind::Minus(inner) => matches!(inner.kind, ExprKind::Number(_)),
        _ => false,
    }
}

fn plain_number(end: &ast::Expr, diagnostics: &mut Diagnostics) -> Option<Value> {
    let message = "where the numbers begin and end is known before the combat";
    let error = Diagnostic::error(Code::WrongPlace, end.span, message);
    diagnostics.push(error.help("write a number"));
    None
}

/// The key for which one of the attributes of a declaration stands.
pub(super) fn key_of(
    names: &SymbolTable,
    (kind, attribute): (KindId, &Attribute),
    slot: Slot,
    key: Option<&TableKey>,
) -> Option<NamedConstant> {
    let keyed = names.keyed.get(attribute.declared_name())?.get(&kind)?;
    let (_, (value, _)) = keyed
        .slots()
        .zip(&keyed.keys)
        .find(|(known, _)| *known == slot)?;
    let (name, span) = match key? {
        TableKey::Parameter { parameter, .. } => (&*parameter.name.text, parameter.name.span),
        TableKey::Dice(dice) => (tables::ROLL, dice.span),
    };
    Some(NamedConstant {
        name: name.to_owned(),
        span,
        ty: keyed.key.clone(),
        value: *value,
        locals: 0,
    })
}

/// Fills the tables that are asked. The others read nothing, so that nothing which is known of single keys is lost.
pub(super) fn fill(checker: &mut Checker) {
    let (rules, names, out, _) = checker.parts();
    let looked_up = out.exprs.iter().filter_map(|expr| match expr {
        Expr::Lookup(table, _) => Some(*table),
        _ => None,
    });
    let looked_up: BTreeSet<TableId> = looked_up.collect();
    for (&kind, keyed) in names.keyed.values().flatten() {
        if !looked_up.contains(&keyed.table) {
            continue;
        }
        let span = keyed.span;
        let of = out.push(Expr::Local(0), span);
        let rows = keyed.slots().zip(&keyed.keys);
        let rows = rows.map(|(slot, &(key, _))| TableRow {
            keys: vec![(key, key)],
            title: String::new(),
            value: Some(out.push(Expr::Attribute { kind, of, slot }, span)),
            body: Block::default(),
            span,
        });
        rules.tables[keyed.table.index()].rows = rows.collect();
    }
}

/// Declares the tables that find the values of keys, behind those of the authors.
pub(super) fn declare(checker: &mut Checker) {
    let (rules, names, _, diagnostics) = checker.parts();
    for (name, kinds) in &names.keyed {
        let known = names.functions.get(name);
        let known = known.map(|id| rules.functions[id.index()].item);
        let table = names.tables.get(name);
        let known = known.or(table.map(|id| rules.tables[id.index()].item));
        for (&kind, keyed) in kinds {
            let attribute = rules.attribute(kind, keyed.first);
            let (item, gives) = (attribute.item, attribute.declared.clone());
            let span = keyed.span;
            if let Some(other) = known {
                let name = Name {
                    text: name.clone(),
                    span,
                };
                let other = rules.items[other.index()].name_span;
                diagnostics.push(taken(
                    &name,
                    "definitions, tables and attributes with a key",
                    other,
                ));
            }
            let parameter = Parameter::record(kind, span);
            let at = keyed.table.index();
            let table = Table {
                name: name.clone(),
                parameters: vec![parameter],
                key: keyed.key.clone(),
                locals: 2,
                gives: Some(gives),
                rows: Vec::new(),
                reads: Some((kind, keyed.first)),
                item,
            };
            if rules.tables.len() <= at {
                rules.tables.resize(at + 1, table.clone());
            }
            rules.tables[at] = table;
        }
    }
}

impl Elaborator<'_> {
    /// `c.pips(3)`, and `pips(3)` of the record whose attributes stand bare. `None` if no attribute with a key is called so.
    pub(super) fn keyed(
        &mut self,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let names = self.names;
        if names.unkeyed.contains(&name.text) {
            let spoiled = arguments.iter();
            spoiled.for_each(|argument| _ = self.expr(argument, Some(&POISON)));
            self.astray = true;
            return Some(self.poison(span));
        }
        let kinds = names.keyed.get(&name.text)?;
        let refused = |message: String| {
            let error = Diagnostic::error(Code::WrongType, name.span, message);
            error.help(format!("write `c.{}(...)`, with one key", name.text))
        };
        let (record, key) = match arguments {
            [key] => match self.bare_holder(kinds, name.span) {
                Some(record) => (record, key),
                None => {
                    let holder = self.expr(key, Some(&POISON)).ty;
                    let is_holder =
                        matches!(holder, Type::Record(kind) if kinds.contains_key(&kind));
                    let message = match is_holder {
                        true => format!("`{}` needs one key", name.text),
                        false => format!("nothing says whose `{}` this is", name.text),
                    };
                    return Some(self.complain(refused(message)));
                }
            },
            [of, key] => (self.expr(of, None), key),
            _ => {
                let message = format!("`{}` needs one key", name.text);
                return Some(self.complain(refused(message)));
            }
        };
        if record.is_poison() {
            return Some(record);
        }
        let Some((kind, keyed)) = self.keyed_of(&record, kinds, name) else {
            return Some(self.poison(name.span));
        };
        let subject = format!("the key of `{}`", name.text);
        let errors = self.diagnostics.len();
        let typed = self.value(key, &keyed.key, &subject);
        if self.diagnostics.len() > errors && self.diagnostics.has_errors() {
            return Some(self.poison(key.span));
        }
        self.require_known(&typed, key.span, false, &subject, "give a key");
        let mut declared = self.rules.attribute(kind, keyed.first).declared.clone();
        declared.optional |= record.optional;
        let of = record.id;
        let read = match options::plain(self.out, typed.id) {
            // Only the rules bring the table along.
            None if self.things.is_some() => {
                let message = "a scenario names a key as it is written";
                let error = Diagnostic::error(Code::WrongPlace, key.span, message);
                let help = format!("write one of {}", keyed.listed());
                return Some(self.complain(error.help(help)));
            }
            None => Expr::Lookup(keyed.table, [of, typed.id].into()),
            Some(value) => match keyed.slot(value) {
                Some(slot) => Expr::Attribute { kind, of, slot },
                None => {
                    let message = format!("`{}` has no such key", name.text);
                    let error = Diagnostic::error(Code::TableGap, key.span, message);
                    let help = format!("its keys are {}", keyed.listed());
                    return Some(self.complain(error.help(help)));
                }
            },
        };
        Some(Typed::new(self.push(read, span), declared))
    }

    /// The record whose attributes stand bare here, of the kinds that have the attribute.
    pub(super) fn bare_holder(
        &mut self,
        kinds: &BTreeMap<KindId, KeyedAttribute>,
        span: Span,
    ) -> Option<Typed> {
        let bare = self.bare.filter(|bare| {
            let keyed = kinds.get(&bare.kind);
            keyed.is_some_and(|keyed| bare.before.is_none_or(|limit| keyed.first < limit))
        });
        let (kind, holder) = match bare {
            Some(bare) => (bare.kind, Expr::Local(bare.local)),
            None if kinds.contains_key(&KindId::COMBAT) => (KindId::COMBAT, Expr::Const(0)),
            None => return None,
        };
        Some(self.typed(holder, span, Type::Record(kind)))
    }

    /// Whether something can still be read for each of so many keys or numbers; says so where it cannot.
    pub(super) fn few_copies(&mut self, copies: usize, span: Span) -> bool {
        let counted = self.out.count_copies(copies, span);
        let is_fine = counted.is_ok();
        self.diagnostics.extend(counted.err().flatten());
        is_fine
    }

    /// Puts a value where an expression finds one by its key. The record, the key and the value are worked out once, `before` what depends on the key.
    pub(super) fn put_by_key(
        &mut self,
        (table, found): (TableId, &[ExprId]),
        (value, how): (ExprId, fn(Destination, ExprId) -> Kind),
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let names = self.names;
        let mut all = names.keyed.values().flatten();
        let (&kind, keyed) = all.find(|(_, keyed)| keyed.table == table)?;
        let &[of, key] = found else { return None };
        if !self.few_copies(keyed.keys.len(), span) {
            return None;
        }
        let mut once = |part| {
            let local = self.reserve();
            before.push(Statement {
                kind: put(local, part),
                span,
            });
            (local, self.push(Expr::Local(local), span))
        };
        let [(_, of), (_, key), (local, value)] = [of, key, value].map(&mut once);
        let branches = keyed.slots().zip(&keyed.keys);
        let branches = branches.map(|(slot, &(known, _))| {
            let known = self.push(Expr::Const(known), span);
            let is_it = self.push(Expr::Equal(key, known), span);
            let place = self.rules.destination(kind, of, slot);
            (is_it, block([how(place, value)], span))
        });
        let branches = branches.collect();
        // For any other key this is the fault that reading it is.
        let none = self.push(Expr::Lookup(table, [of, key].into()), span);
        Some(Kind::If {
            branches,
            otherwise: block([put(local, none)], span),
        })
    }
}
