//! Terms: values that are not worked out. Equal terms stand for equal values; what cannot be seen through is a term of its own. Decides nothing.

use std::collections::BTreeMap;

use crate::ruleset::{
    ExprId, KindId, MISSING, OptionId, PhaseId, QueryKind, Ruleset, Slot, TableId, Type, Value,
};

/// A term by its number.
pub(in crate::study) type TermId = u32;

/// A value that is not worked out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::study) enum Term {
    /// A value that is known, or [`MISSING`].
    Const(Value),
    /// One of the acts or values that the question is about, by its name; its kind and whether it can be missing.
    Given(u16, Sort, bool),
    /// Which of its possible actions and stages a given act is.
    Form(u16),
    /// An attribute of a record.
    Attribute(KindId, TermId, Slot),
    /// The setting of an option.
    Option(OptionId),
    /// The number of a phase.
    Counter(PhaseId),
    /// The running clock.
    Now,
    /// A sum of numbers that are not worked out, each so many times, and a number.
    Sum(LinearForm, Value),
    /// A product, quotient or remainder: which, rounded up, of what.
    Reckoned(Reckoned, TermId, TermId),
    /// What a question about records gives, by the expression and the names that it can see.
    Query(ExprId, Vec<TermId>),
    /// What a table gives for a number.
    Row(TableId, Vec<TermId>),
}

/// Numbers that are not worked out, each so many times, in the order of the terms.
pub(in crate::study) type LinearForm = Vec<(TermId, Value)>;

/// What is reckoned without being seen through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::study) enum Reckoned {
    Times,
    Up,
    Down,
    Mod,
}

/// What a term can be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::study) enum Sort {
    /// One of some values.
    Finite(Vec<Value>),
    /// A number.
    Number,
    /// A record, a text, a stage.
    Other,
}

/// All terms of a question, each once.
#[derive(Default)]
pub(super) struct Terms {
    list: Vec<Term>,
    ids: BTreeMap<Term, TermId>,
}

impl Terms {
    /// The number of a term.
    pub fn id(&mut self, term: Term) -> TermId {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let id = self.list.len() as TermId;
        self.list.push(term.clone());
        self.ids.insert(term, id);
        id
    }

    /// Adds the next given thing, of which the number is known: it is never looked for.
    pub fn given(&mut self, name: u16, sort: Sort, optional: bool) {
        self.list.push(Term::Given(name, sort, optional));
    }

    /// A value that is known.
    pub fn constant(&mut self, value: Value) -> TermId {
        self.id(Term::Const(value))
    }

    /// The term with a number.
    pub fn get(&self, id: TermId) -> &Term {
        &self.list[id as usize]
    }

    /// What a term can be, beside missing.
    pub fn sort(&self, rules: &Ruleset, id: TermId) -> Sort {
        match self.get(id) {
            Term::Const(_) | Term::Form(_) => Sort::Other,
            Term::Given(_, sort, _) => sort.clone(),
            Term::Attribute(kind, _, slot) => {
                let attribute = rules.attribute(*kind, *slot);
                sort(rules, &attribute.declared.ty)
            }
            Term::Option(option) => sort(rules, &rules.options[option.index()].ty),
            Term::Counter(phase) if rules.phases[phase.index()].turns.is_some() => Sort::Other,
            Term::Counter(_) | Term::Now | Term::Sum(..) | Term::Reckoned(..) => Sort::Number,
            Term::Query(expr, _) => match ask(rules, *expr) {
                Some(QueryKind::Any | QueryKind::Every) => Sort::Finite(vec![0, 1]),
                Some(QueryKind::The | QueryKind::TheHighest | QueryKind::TheLowest) | None => {
                    Sort::Other
                }
                Some(_) => Sort::Number,
            },
            Term::Row(table, _) => {
                let gives = rules.tables[table.index()].gives.as_ref();
                gives.map_or(Sort::Other, |gives| sort(rules, &gives.ty))
            }
        }
    }

    /// Whether a term can be missing.
    pub fn can_be_missing(&self, rules: &Ruleset, id: TermId) -> bool {
        match self.get(id) {
            Term::Const(value) => *value == MISSING,
            Term::Given(_, _, optional) => *optional,
            Term::Attribute(kind, _, slot) => rules.attribute(*kind, *slot).declared.optional,
            Term::Counter(_) => true,
            Term::Query(expr, _) => !matches!(
                ask(rules, *expr),
                Some(QueryKind::Any | QueryKind::Every | QueryKind::Count | QueryKind::Sum)
            ),
            Term::Row(table, _) => {
                let gives = rules.tables[table.index()].gives.as_ref();
                gives.is_none_or(|gives| gives.optional)
            }
            _ => false,
        }
    }
}

fn ask(rules: &Ruleset, id: ExprId) -> Option<QueryKind> {
    match &rules.exprs[id.index()] {
        crate::ruleset::Expr::Query(query) => Some(query.ask),
        _ => None,
    }
}

/// What a value of a type can be.
pub(super) fn sort(rules: &Ruleset, ty: &Type) -> Sort {
    match ty {
        Type::YesNo => Sort::Finite(vec![0, 1]),
        Type::Choice(words) => Sort::Finite(words.iter().map(|word| Value::from(word.0)).collect()),
        Type::Action => Sort::Finite((0..rules.actions.len() as Value).collect()),
        Type::Number(_) => Sort::Number,
        Type::Text | Type::Stage | Type::Record(_) | Type::Set(_) => Sort::Other,
    }
}
