//! Which records are in play: what a kind says of it becomes a definition of one record, and a condition of every search.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::{Elaborator, Typed};
use super::items;
use super::statement::block::{block, only_if};
use super::symbol_table::taken;
use super::types;
use super::visit::{self, VisitedQuery};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActPattern, Declared, Expr, ExprId, Function, IN_PLAY, ItemId, KindId, Local, Parameter,
    StatementKind as Kind, Template, TemplatePiece, Type, VoidRule, slots,
};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, InPlay, KindDef, Name};

/// The kinds that say when their records are in play.
fn all<'a>(by_kind: &'a ByKind<'a>) -> impl Iterator<Item = (ItemId, &'a KindDef, &'a InPlay)> {
    let kinds = by_kind.kinds.iter();
    kinds.filter_map(|&(item, def)| Some((item, def, def.in_play.as_ref()?)))
}

/// Declares the definitions, without their bodies.
pub(super) fn declare(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let mut first: Vec<(KindId, Span)> = Vec::new();
    for (item, def, clause) in all(by_kind) {
        let Some(&kind) = checker.names.kinds.get(&def.name.text) else {
            continue;
        };
        let name = Name {
            text: IN_PLAY.to_owned(),
            span: clause.span,
        };
        if let Some((_, earlier)) = first.iter().find(|(known, _)| *known == kind) {
            let complaint = taken(&name, "conditions of its kind", *earlier);
            let kind = &def.name.text;
            let help = format!(
                "keep one of them; a variant replaces the whole kind: `replace kind {kind} {{ ... }}`"
            );
            checker.diagnostics.push(complaint.help(help));
            continue;
        }
        if matches!(kind, KindId::ACT | KindId::COMBAT) {
            let message = format!("`{}` is never out of play", def.name.text);
            let error = Diagnostic::error(Code::WrongPlace, clause.span, message);
            checker.diagnostics.push(error.help(match kind {
                KindId::ACT => "an act that shall not be carried out is void: `void \"...\" { for a: act when ... because \"...\" }`",
                _ => "the combat ends where a phase says so: `end combat`",
            }));
            continue;
        }
        first.push((kind, clause.span));
        let function = Function {
            name: IN_PLAY.to_owned(),
            parameters: vec![Parameter::record(kind, clause.span)],
            locals: 1,
            declared: Declared::certain(Type::YesNo),
            body: ExprId::default(),
            item,
        };
        if let Some(text) = &clause.text {
            items::title(text, &mut checker.diagnostics);
        }
        let (rules, names, out, _) = checker.parts();
        names.in_play.insert(kind, out.hide(rules, function));
    }
}

/// Reads the conditions. The record is local 0, and its attributes stand bare.
pub(super) fn read(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (_, def, clause) in all(by_kind) {
        let kind = checker.names.kinds.get(&def.name.text).copied();
        let function = kind.and_then(|kind| Some((kind, *checker.names.in_play.get(&kind)?)));
        let Some((kind, function)) = function else {
            continue;
        };
        let first = checker.rules.functions.len();
        let mut body = checker.body();
        body.bare_record(kind, None);
        let condition = body.condition(&clause.condition);
        let locals = body.locals();
        let hidden = &mut checker.out.hidden[function.index() - first];
        (hidden.body, hidden.locals) = (condition, locals);
    }
}

/// The acts of a combatant that is out of play are void.
pub(super) fn void(checker: &mut Checker, by_kind: &ByKind<'_>) -> Option<VoidRule> {
    let is_combatant = |(_, def, _): &(ItemId, &KindDef, &InPlay)| {
        checker.names.kinds.get(&def.name.text) == Some(&KindId::COMBATANT)
    };
    let (item, _, clause) = all(by_kind).find(is_combatant)?;
    let state = (clause.text.as_ref()).map_or("out of play".to_owned(), items::plain);
    let mut body = checker.body();
    let span = clause.span;
    let act = body.reserve();
    let of = body.push(Expr::Local(act), span);
    let actor = body.push(
        Expr::Attribute {
            kind: KindId::ACT,
            of,
            slot: slots::ACTOR,
        },
        span,
    );
    let in_play = body.in_play(KindId::COMBATANT, actor, span)?;
    let guard = body.push(Expr::Not(in_play), span);
    let pieces = vec![
        TemplatePiece::Hole(actor, Type::Record(KindId::COMBATANT)),
        TemplatePiece::Plain(format!(" is {state}")),
    ];
    let because = body.out.template(Template::new(pieces, span));
    Some(VoidRule {
        title: state,
        acts: ActPattern::default(),
        locals: body.locals(),
        guard,
        because,
        item,
    })
}

impl Elaborator<'_> {
    /// That a record is in play. `None` if all of its kind always are.
    pub(super) fn in_play(&mut self, kind: KindId, of: ExprId, span: Span) -> Option<ExprId> {
        let function = *self.names.in_play.get(&kind)?;
        Some(self.push(Expr::Call(function, Box::new([of])), span))
    }

    /// The condition of a search for records of a kind, `name` standing for each of them: they are in play, unless the condition itself, or another of
    /// the values that are `asked` of each, says whether they shall be.
    pub(super) fn filter_beside<'e>(
        &mut self,
        kind: KindId,
        (name, local): (&Name, Local),
        condition: Option<&'e ast::Expr>,
        asked: impl IntoIterator<Item = &'e ast::Expr>,
    ) -> Option<ExprId> {
        let read = condition.map(|condition| self.condition(condition));
        let mut all = condition.into_iter().chain(asked);
        let is_said = all.any(|value| asks(value, &name.text));
        if is_said || !self.names.in_play.contains_key(&kind) {
            return read;
        }
        let of = self.push(Expr::Local(local), name.span);
        let in_play = self.in_play(kind, of, name.span)?;
        Some(match read {
            None => in_play,
            Some(read) => self.push(Expr::And([in_play, read].into()), name.span),
        })
    }

    /// The same where nothing but the condition is asked of each.
    pub(super) fn filter(
        &mut self,
        kind: KindId,
        each: (&Name, Local),
        condition: Option<&ast::Expr>,
    ) -> Option<ExprId> {
        self.filter_beside(kind, each, condition, None)
    }

    /// `c is in play`, `c is out of play`
    pub(super) fn is_in_play(&mut self, inner: &ast::Expr, in_play: bool, span: Span) -> Typed {
        let record = self.expr(inner, None);
        if record.is_poison() {
            return record;
        }
        let Type::Record(kind) = record.ty else {
            let what = types::describe(self.rules, &record.ty);
            let message = format!("{what} is neither in play nor out of it");
            let complaint = Diagnostic::error(Code::WrongType, inner.span, message);
            return self.complain(complaint.help("name a record: `c is in play`"));
        };
        let Some(asked) = self.in_play(kind, record.id, span) else {
            let name = &self.rules.kind(kind).name;
            let message = format!("nothing says when a `{name}` is in play");
            let help = format!("say it in its kind: `kind {name} {{ in play while ... }}`");
            return self.complain(Diagnostic::error(Code::UnknownName, span, message).help(help));
        };
        // A record that is missing is not in play. One that a loop or a parameter names is there.
        let asked = match record.optional || !matches!(inner.kind, ExprKind::Name(_)) {
            true => {
                let known = self.is_known(record.id, span);
                self.push(Expr::And([known, asked].into()), span)
            }
            false => asked,
        };
        let asked = match in_play {
            true => asked,
            false => self.push(Expr::Not(asked), span),
        };
        Typed::new(asked, Declared::certain(Type::YesNo))
    }

    /// A declaration by a combatant, passed over if that is out of play.
    pub(super) fn declare_in_play(&mut self, who: ExprId, declare: Kind, span: Span) -> Kind {
        match self.in_play(KindId::COMBATANT, who, span) {
            None => declare,
            Some(in_play) => only_if(in_play, block([declare], span)),
        }
    }
}

/// Whether a condition asks of the record of this name whether it is in play.
fn asks(condition: &ast::Expr, name: &str) -> bool {
    if let ExprKind::InPlay(inner, _) = &condition.kind
        && matches!(&inner.kind, ExprKind::Name(of) if of.text == name)
    {
        return true;
    }
    let (parts, asked) = visit::parts_of(condition);
    let within = asked
        .into_iter()
        .flat_map(|VisitedQuery { among, values }| {
            let filter = among.filter.iter().chain(values);
            filter.filter(|_| among.name.text != name)
        });
    parts.into_iter().chain(within).any(|part| asks(part, name))
}
