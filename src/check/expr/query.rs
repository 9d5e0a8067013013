//! Questions about the records of a kind.

use crate::check::elaborator::{Elaborator, Typed};
use crate::check::limits::few_values;
use crate::check::output::Looked;
use crate::check::resolved_names::Meaning;
use crate::check::symbol_table::unknown;
use crate::check::types::{self, NUMBER};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, Expr, ExprId, KindId, Local, MISSING, Query, QueryKind, Type};
use crate::source::{Span, words};
use crate::suggest;
use crate::syntax::ast::{self, Aggregate, Among, Name};

/// What combatants are called by the side on which they stand.
const SIDED: &[&str] = &words![
    friend ally comrade companion enemy foe opponent friends allies enemies foes opponents
];

impl Elaborator<'_> {
    /// A kind by its name, in singular or plural.
    pub fn kind(&mut self, name: &Name) -> Option<KindId> {
        if matches!(name.text.as_str(), "a" | "an" | "the" | "one")
            && !self.names.kinds.contains_key(&name.text)
        {
            let message = format!("`{}` is no kind of records", name.text);
            let complaint = Diagnostic::error(Code::UnknownName, name.span, message);
            let help =
                "the kind comes first, then a name for the record, as in `draws card k where ...`";
            self.diagnostics.push(complaint.help(help));
            self.astray = true;
            return None;
        }
        if self.names.actions.contains_key(&name.text) && !self.names.kinds.contains_key(&name.text)
        {
            let text = &name.text;
            let message = format!("`{text}` is an action, and no kind of records");
            let complaint = Diagnostic::error(Code::UnknownName, name.span, message);
            let help =
                format!("which acts they are is a condition: `act a where a.action is {text}`");
            self.diagnostics.push(complaint.help(help));
            self.astray = true;
            return None;
        }
        if SIDED.contains(&name.text.as_str()) && !self.names.kinds.contains_key(&name.text) {
            let message = format!("`{}` is no kind of records", name.text);
            let complaint = Diagnostic::error(Code::UnknownName, name.span, message);
            let help = "who stands by whom is asked of their sides, as in `each combatant o where o.side is c.side` or `o.side is not c.side`";
            self.diagnostics.push(complaint.help(help));
            self.astray = true;
            return None;
        }
        self.named(name, "kind", &self.names.kinds, Meaning::Kind)
    }

    /// A kind where a choice of words could stand as well.
    pub(in crate::check) fn searched_kind(&mut self, name: &Name) -> Option<KindId> {
        let names = self.names;
        let choices = names.named_choices.keys().map(String::as_str);
        let is_near = suggest::suggest(&name.text, choices).is_some();
        if names.kinds.contains_key(&name.text) || !is_near {
            return self.kind(name);
        }
        let known = names.kinds.keys().chain(names.named_choices.keys());
        let known = known.map(String::as_str);
        let complaint = unknown(self.diagnostics, name, "kind or choice", known);
        self.diagnostics.push(complaint);
        None
    }

    /// Binds the name of a query and reads its filter. An unknown kind gives a name that fits everywhere. `asked`: what else is asked of each record.
    fn looked<'e>(
        &mut self,
        among: &'e Among,
        asked: impl IntoIterator<Item = &'e ast::Expr>,
    ) -> Looked {
        let kind = self.searched_kind(&among.kind);
        let kind = kind.unwrap_or(POISON_KIND);
        let local = self.bind_each(&among.name, kind);
        self.searched.push(among.name.text.clone());
        let filter = self.filter_beside(kind, (&among.name, local), among.filter.as_ref(), asked);
        Looked::at(kind, local, filter)
    }

    /// The question what becomes of the records that are looked at.
    pub(in crate::check) fn ask(
        &mut self,
        ask: QueryKind,
        looked: &Looked,
        value: Option<ExprId>,
        otherwise: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        let Looked {
            kind,
            local,
            filter,
        } = *looked;
        let query = Query {
            ask,
            kind,
            local,
            filter,
            value,
            then: Box::default(),
            otherwise,
        };
        self.push(Expr::Query(Box::new(query)), span)
    }

    /// `highest c.hp among combatant c where ... or else 0`
    pub(super) fn aggregate(
        &mut self,
        op: Aggregate,
        value: &ast::Expr,
        among: &Among,
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        if let (Aggregate::Sum, Some(otherwise)) = (op, otherwise) {
            self.diagnostics.push(
                Diagnostic::error(Code::WrongPlace, otherwise.span, "a sum is never missing")
                    .help("leave the `or else` out: the sum of nothing is 0"),
            );
        }
        if self.is_among_values(among) {
            return self.aggregate_values(op, value, among, otherwise, span);
        }
        let ask = match op {
            Aggregate::Highest => QueryKind::Highest,
            Aggregate::Lowest => QueryKind::Lowest,
            Aggregate::Sum => QueryKind::Sum,
        };
        let (looked, value) = self.scope(|body| {
            let looked = body.looked(among, [value]);
            let value = match op {
                Aggregate::Sum => body.any_number(value),
                Aggregate::Highest | Aggregate::Lowest => body.any_size(value),
            };
            (looked, value)
        });
        let otherwise = otherwise.map(|otherwise| self.size_like(otherwise, &value));
        let optional = match (op, &otherwise) {
            (Aggregate::Sum, _) => false,
            (_, None) => true,
            (_, Some(otherwise)) => otherwise.optional,
        };
        let ty = match &otherwise {
            Some(otherwise) => self.either(&value, otherwise),
            None => value.ty,
        };
        let id = self.ask(
            ask,
            &looked,
            Some(value.id),
            otherwise.map(|otherwise| otherwise.id),
            span,
        );
        Typed { id, ty, optional }
    }

    /// `any combatant c where ...`, `every combatant c where ... has ...`
    pub(super) fn quantifier(
        &mut self,
        every: bool,
        among: &Among,
        has: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        if every && has.is_none() {
            let message = "`every` does not say what all of them have";
            let complaint = Diagnostic::error(Code::MissingValue, span, message);
            let (kind, name) = (&among.kind.text, &among.name.text);
            let help = format!("add it after `has`: `every {kind} {name} ... has ...`");
            // `every combatant o where o.side is s`
            let link = among.filter.as_ref().map(|asked| {
                let file = asked.span.file;
                Span::new(file, among.name.span.range().end, asked.span.range().start)
            });
            self.diagnostics
                .push(match link.filter(|_| among.range.is_none()) {
                    Some(link) => (complaint.clone().help(help.clone()).guess(link, " has "))
                        .or_else(complaint.help(help)),
                    None => complaint.help(help),
                });
        }
        if self.is_among_values(among) {
            return self.quantified_values(every, among, has, span);
        }
        let (looked, has) = self.scope(|body| {
            let looked = body.looked(among, has);
            let has = has.map(|has| (body.condition(has), has.span));
            (looked, has)
        });
        let id = match (every, has) {
            (true, has) => {
                let has = has.map(|has| has.0);
                self.ask(QueryKind::Every, &looked, has, None, span)
            }
            (false, None) => self.ask(QueryKind::Any, &looked, None, None, span),
            (false, Some((has, has_span))) => {
                let parts = looked.filter.into_iter().chain([has]).collect();
                let filter = Some(self.push(Expr::And(parts), has_span));
                let looked = Looked { filter, ..looked };
                self.ask(QueryKind::Any, &looked, None, None, span)
            }
        };
        Typed::new(id, Declared::certain(Type::YesNo))
    }

    /// `count combatant c where ...`
    pub(super) fn count(&mut self, among: &Among, span: Span) -> Typed {
        if self.is_among_values(among) {
            return self.count_values(among, span);
        }
        let looked = self.scope(|body| body.looked(among, None));
        let id = self.ask(QueryKind::Count, &looked, None, None, span);
        Typed::new(id, Declared::certain(NUMBER))
    }

    /// `all combatant c where ...`
    pub(super) fn all(&mut self, among: &Among, span: Span) -> Typed {
        if self.is_among_values(among) {
            return self.no_records(among, "only records can be several in one value");
        }
        let looked = self.scope(|body| body.looked(among, None));
        if looked.kind == KindId::ACT {
            let message = "acts cannot be several in one value";
            let complaint = Diagnostic::error(Code::WrongType, span, message);
            return self.complain(
                complaint.help("ask for them where they are needed: `each act a where ...`"),
            );
        }
        let id = self.ask(QueryKind::All, &looked, None, None, span);
        Typed::new(id, Declared::certain(Type::Set(looked.kind)))
    }

    /// The set, or missing if it has no records.
    pub(in crate::check) fn unless_empty(&mut self, set: ExprId) -> ExprId {
        let span = self.out.spans[set.index()];
        let [none, missing] = [0, MISSING].map(|value| self.push(Expr::Const(value), span));
        let is_empty = self.push(Expr::Equal(set, none), span);
        self.push(Expr::If(is_empty, missing, set), span)
    }

    /// The set of a record alone; of a missing one, the empty set. `local`: bound by no search in `one`.
    pub(super) fn set_of_one(
        &mut self,
        kind: KindId,
        local: Local,
        one: ExprId,
        span: Span,
    ) -> ExprId {
        let each = self.push(Expr::Local(local), span);
        let filter = Some(self.push(Expr::Equal(each, one), span));
        let looked = Looked::at(kind, local, filter);
        self.ask(QueryKind::All, &looked, None, None, span)
    }

    /// `the side o where ... or else ...`, `the combatant e where ... with lowest e.hp, then highest e.level`
    pub(super) fn the(
        &mut self,
        among: &Among,
        chosen: &[(bool, ast::Expr)],
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        let chosen = few_values(chosen, "a search", |key| key.1.span, self.diagnostics);
        if self.is_among_values(among) {
            return self.the_value(among, chosen, otherwise, span);
        }
        let (looked, values) = self.scope(|body| {
            let looked = body.looked(among, chosen.iter().map(|key| &key.1));
            let keys = chosen.iter();
            let values = keys.map(|(highest, value)| (body.sort_key(value).id, *highest));
            (looked, values.collect::<Vec<_>>())
        });
        let ty = Type::Record(looked.kind);
        let otherwise =
            otherwise.map(|otherwise| self.value(otherwise, &ty, "what stands after `or else`"));
        let optional = match &otherwise {
            Some(otherwise) => otherwise.optional,
            // Of no records none is chosen.
            None => !chosen.is_empty(),
        };
        let query = Query {
            ask: match values.first() {
                None => QueryKind::The,
                Some((_, true)) => QueryKind::TheHighest,
                Some((_, false)) => QueryKind::TheLowest,
            },
            kind: looked.kind,
            local: looked.local,
            filter: looked.filter,
            value: values.first().map(|key| key.0),
            then: values.iter().skip(1).copied().collect(),
            otherwise: otherwise.map(|otherwise| otherwise.id),
        };
        let id = self.push(Expr::Query(Box::new(query)), span);
        Typed { id, ty, optional }
    }
}

/// The kind of records that were complained about.
pub(in crate::check) const POISON_KIND: KindId = match types::POISON {
    Type::Record(kind) => kind,
    _ => KindId::COMBAT,
};
