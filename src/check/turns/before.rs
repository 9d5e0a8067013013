//! What is done before a turn begins, `before turn of c`: a procedure that the phase does with the record whose turn is next. In it another one can take the
//! turn: it comes first, and behind all who do so the turn that was put off.

use super::Chooser;
use crate::check::Checker;
use crate::check::by_kind::ByKind;
use crate::check::elaborator::{Elaborator, Owner};
use crate::check::items;
use crate::check::kinds::TURN_CLAIM;
use crate::check::output::Looked;
use crate::check::phases::set;
use crate::check::statement::block::{block, only_if, put};
use crate::check::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Block, Declared, Expr, ExprId, ItemId, KindId, Local, MISSING, Parameter, PhaseId, Procedure,
    ProcedureId, QueryKind, Slot, StatementKind as Kind, Template, TemplatePiece, Type, slot_of,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, TriggerDef};

/// The kind of the records whose turn others can take, and the attribute that says in which order they come.
type NextTurn = (KindId, Slot);

/// In the procedure, the record whose turn is next.
const NEXT: Local = 0;

/// Declares the procedures, in the order of the titles of the triggers.
pub(in crate::check) fn declare(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let mut all: Vec<_> = by_kind.before_turns().collect();
    all.sort_by_key(|(_, def, ..)| items::plain(&def.title));
    let Checker { rules, names, .. } = checker;
    for (item, _, phase, name) in all {
        let id = names.phases.get(&phase.text);
        let turns = id.and_then(|id| Some((*id, *names.turns.get(id)?)));
        let Some((id, kind)) = turns else {
            continue;
        };
        let procedure = ProcedureId::from_index(rules.procedures.len());
        rules.procedures.push(Procedure {
            name: format!("what comes before {}", phase.text),
            parameters: vec![Parameter {
                name: name.text.clone(),
                declared: Declared::certain(Type::Record(kind)),
                span: name.span,
            }],
            gives: None,
            locals: 0,
            body: Block::default(),
            item,
        });
        names.before_turns.entry(id).or_default().push(procedure);
    }
}

/// The attribute that says who takes turns of a phase, if they can be taken.
pub(in crate::check) fn claim(body: &Elaborator<'_>, phase: PhaseId) -> Option<NextTurn> {
    let kind = body.names.turns.get(&phase)?;
    body.names.before_turns.get(&phase)?;
    next_turn(body, *kind)
}

/// Reads the body of such a trigger.
pub(in crate::check) fn read(
    checker: &mut Checker,
    item: ItemId,
    def: &TriggerDef,
    (phase, name): (&Name, &Name),
) {
    let mut body = checker.body();
    body.owner = Owner::Trigger(false);
    let kind = body.phase(phase).and_then(|id| {
        let kind = body.names.turns.get(&id).copied();
        if kind.is_none() {
            let message = format!("the phase `{}` is the turn of no one", phase.text);
            let error = Diagnostic::error(Code::WrongType, phase.span, message);
            let help = "what is done before it stands before the phase, or `first in` it";
            body.diagnostics.push(error.help(help));
        }
        kind
    });
    body.astray = kind.is_none();
    body.bind_record(name, kind.unwrap_or(crate::check::expr::POISON_KIND));
    body.next_turn = kind.and_then(|kind| next_turn(&body, kind));
    if let Some(limit) = &def.limit {
        let message = "what is done before a turn has no `limit`";
        let error = Diagnostic::error(Code::WrongPlace, limit.span, message);
        let help = "keep it in an attribute that is set back, as `asked: yes/no = no each round`";
        body.diagnostics.push(error.help(help));
    }
    let guard = def.guard.as_ref();
    let guard = guard.map(|guard| body.scope(|body| body.condition(guard)));
    let mut done = body.block(&def.body);
    if let Some(guard) = guard {
        done = block([only_if(guard, done)], def.title.span);
    }
    let locals = body.locals();
    let own = |one: &&mut Procedure| one.item == item;
    if let Some(procedure) = checker.rules.procedures.iter_mut().find(own) {
        (procedure.body, procedure.locals) = (done, locals);
    }
}

fn next_turn(body: &Elaborator<'_>, kind: KindId) -> Option<NextTurn> {
    let claim = slot_of(body.rules.kind(kind), TURN_CLAIM)?;
    Some((kind, claim))
}

impl Elaborator<'_> {
    /// `w takes the turn`
    pub(in crate::check) fn takes_turn(&mut self, who: &ast::Expr, span: Span) -> Option<Kind> {
        let Some(next) = self.next_turn else {
            self.expr(who, Some(&POISON));
            let message = "nothing is said here of whose turn is next";
            let error = Diagnostic::error(Code::WrongPlace, span, message);
            let help =
                "a turn can be taken in a trigger that responds before one: `before turn of c`";
            let is_told = self.astray;
            self.diagnostics
                .extend((!is_told).then(|| error.help(help)));
            return None;
        };
        let wanted = Type::Record(next.0);
        let who = self.value(who, &wanted, "who takes the turn").id;
        let place = self.push(Expr::Local(NEXT), span);
        let is_other = self.push(Expr::NotEqual(who, place), span);
        let holes = [who, place].map(|of| TemplatePiece::Hole(of, wanted.clone()));
        let [taker, other] = holes;
        let between = TemplatePiece::Plain(" takes the turn before ".to_owned());
        let told = self
            .out
            .template(Template::new(vec![taker, between, other], span));
        let last = last_claim(self, next, span);
        let claims = set(self.rules, next, who, last);
        let taken = block([Kind::Note(told), claims], span);
        Some(only_if(is_other, taken))
    }
}

/// One more than the highest claim.
fn last_claim(body: &mut Elaborator<'_>, next: NextTurn, span: Span) -> ExprId {
    let nothing = body.push(Expr::Const(0), span);
    let highest = by_claim(body, (next, QueryKind::Highest), None, span, Some(nothing));
    let one = body.push(Expr::Const(1), span);
    body.push(Expr::Plus(highest, one), span)
}

/// A search among those with a claim: of their claims, or by them. With a name, those in play alone.
fn by_claim(
    body: &mut Elaborator<'_>,
    (next, ask): (NextTurn, QueryKind),
    name: Option<&Name>,
    span: Span,
    otherwise: Option<ExprId>,
) -> ExprId {
    body.scope(|body| {
        let local = body.reserve();
        let of = body.push(Expr::Local(local), span);
        let (kind, slot) = next;
        let claim = body.push(Expr::Attribute { kind, of, slot }, span);
        let mut parts = vec![body.is_known(claim, span)];
        parts.extend(name.and_then(|name| body.filter(kind, (name, local), None)));
        let filter = match parts[..] {
            [only] => only,
            _ => body.push(Expr::And(parts.into()), span),
        };
        let looked = Looked::at(kind, local, Some(filter));
        body.ask(ask, &looked, Some(claim), otherwise, span)
    })
}

impl Chooser<'_> {
    /// Finds who is next where turns can be taken: one who has taken it, or whose turn was put off; else one found in the usual way, before whose turn others
    /// are asked.
    pub(super) fn or_taken(
        &self,
        body: &mut Elaborator<'_>,
        phase: PhaseId,
        usual: Vec<Kind>,
    ) -> Vec<Kind> {
        let procedures = body.names.before_turns.get(&phase).cloned();
        let next = next_turn(body, self.kind);
        let Some((procedures, next)) = procedures.zip(next) else {
            return usual;
        };
        let span = self.turns.span;
        let claimed = |body: &mut Elaborator<'_>, otherwise| {
            let ask = (next, QueryKind::TheLowest);
            by_claim(body, ask, Some(&self.turns.name), span, Some(otherwise))
        };
        let nothing = body.push(Expr::Const(MISSING), span);
        let first = claimed(body, nothing);
        // The name of the turn holds who had the last one until the next is found: what says who names can ask for it.
        let claim = body.reserve();
        let claims = body.push(Expr::Local(claim), span);
        let is_open = body.push(Expr::Missing(claims), span);
        let found = body.push(Expr::Local(self.local), span);
        let is_found = body.is_known(found, span);
        let asks = procedures.into_iter().map(|procedure| Kind::Do {
            procedure,
            arguments: [found].into(),
            local: None,
        });
        let asks: Vec<Kind> = asks.collect();
        let taker = claimed(body, found);
        let is_taken = body.push(Expr::NotEqual(taker, found), span);
        let last = last_claim(body, next, span);
        let put_off = set(body.rules, next, found, last);
        let comes_first = [put_off, self.found(taker)];
        let taken = only_if(is_taken, block(comes_first, span));
        let asked = only_if(is_found, block(asks.into_iter().chain([taken]), span));
        let usual = block(usual.into_iter().chain([asked]), span);
        let next = Kind::If {
            branches: [(is_open, usual)].into(),
            otherwise: block([self.found(claims)], span),
        };
        vec![put(claim, first), next]
    }
}
