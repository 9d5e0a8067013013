//! The results of procedures. `the result is E` stands at the end of the body: each way through it ends with one, and nothing follows.

use super::Checker;
use super::elaborator::{Elaborator, Typed};
use super::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, Local, ProcedureId, StatementKind as Kind};
use crate::source::Span;
use crate::syntax::ast::{self, ProcedureDef, StatementKind};

/// The result that the body in hand has to give.
pub(super) struct ProcedureResult {
    local: Local,
    declared: Declared,
    /// The statements with which its ways end.
    last: Vec<Span>,
    /// The name of the procedure, and the end of its head, if this does not say what the result is.
    untold: Option<(ast::Name, Span)>,
}

/// The result of a procedure that ends with one of which its head says nothing. What it is, is told where it is given.
pub(super) fn untold(def: &ProcedureDef) -> Option<Declared> {
    (results(&def.body) > 0).then(|| Declared::certain(POISON))
}

/// The result that a procedure gives, if it has one. A way through its body that ends without it is told.
pub(super) fn wanted(
    checker: &mut Checker,
    index: usize,
    def: &ProcedureDef,
) -> Option<ProcedureResult> {
    let procedure = &checker.rules.procedures[index];
    let (local, declared) = (procedure.result(), procedure.gives.clone()?);
    let mut last = Vec::new();
    // One that stands elsewhere is told by itself.
    if !ends(&def.body, &mut last) && results(&def.body) == last.len() {
        let name = &def.name;
        let message = format!("`{}` does not always end with its result", name.text);
        let help = "the last line of the body, and of each branch of an `if` at its end, is `the result is ...`; an `if` there needs an `else`";
        let error = Diagnostic::error(Code::MissingValue, name.span, message);
        checker.diagnostics.push(error.help(help));
    }
    let untold = def.ty.is_none().then(|| {
        // The bracket behind the last parameter, or both where there is none.
        let (last, brackets) = match def.parameters.last() {
            Some(last) => (last.name.span, 1),
            None => (def.name.span, 2),
        };
        let end = Span {
            end: last.end + brackets,
            ..last
        };
        (def.name.clone(), end.at_end())
    });
    Some(ProcedureResult {
        local,
        declared,
        last,
        untold,
    })
}

/// Whether each way through a block ends with a result; the results at the ends of its ways.
fn ends(block: &ast::Block, last: &mut Vec<Span>) -> bool {
    let Some(statement) = block.statements.last() else {
        return false;
    };
    match &statement.kind {
        StatementKind::Result { .. } => {
            last.push(statement.span);
            true
        }
        StatementKind::If {
            branches,
            otherwise,
        } => {
            let blocks = branches.iter().map(|(_, block)| block);
            let all = blocks.chain(otherwise).map(|block| ends(block, last));
            // Each of them is looked at, also behind one that does not end so.
            let without = all.filter(|ends| !ends).count();
            without == 0 && otherwise.is_some()
        }
        _ => false,
    }
}

/// How many results stand in a block.
fn results(block: &ast::Block) -> usize {
    let statements = block.statements.iter();
    let each = statements.map(|statement| {
        let here = usize::from(matches!(statement.kind, StatementKind::Result { .. }));
        here + statement
            .kind
            .blocks()
            .into_iter()
            .map(results)
            .sum::<usize>()
    });
    each.sum()
}

impl Elaborator<'_> {
    /// `the result is value`
    pub(super) fn result(&mut self, value: &ast::Expr, span: Span) -> Option<Kind> {
        let Some(ProcedureResult {
            local,
            declared,
            last,
            untold,
        }) = &mut self.result
        else {
            let message = "a result is what a procedure gives to the line that does it";
            let help = "say in its head what it is, as in `procedure test(combatant c): number { ... }`; the line is `do test(c) as got`";
            let error = Diagnostic::error(Code::WrongPlace, span, message);
            self.diagnostics.push(error.help(help));
            self.expr(value, None);
            return None;
        };
        if !last.contains(&span) {
            let message = "something follows this, but a procedure ends with its result";
            let help =
                "keep it in a name until then: `let got = ...`, and at the end `the result is got`";
            let error = Diagnostic::error(Code::WrongPlace, span, message);
            self.diagnostics.push(error.help(help));
        }
        let (local, declared, untold) = (*local, declared.clone(), untold.take());
        let typed = self.value(value, &declared.ty, "the result");
        if let Some((name, end)) = untold {
            let message = format!(
                "the head of `{}` does not say what its result is",
                name.text
            );
            let error = Diagnostic::error(Code::MissingValue, name.span, message);
            let error = error.also(span, "its result");
            let ty = self.rules.type_words(&typed.declared());
            self.diagnostics.push(match typed.is_poison() {
                true => error.help(
                    "it stands behind its brackets: `procedure test(combatant c): number { ... }`",
                ),
                false => (error.help(format!("write `: {ty}` behind the brackets")))
                    .guess(end, format!(": {ty}")),
            });
        }
        let help = "say `optional` in the head of the procedure, or give another value";
        self.require_known(&typed, value.span, declared.optional, "the result", help);
        Some(Kind::Result {
            local,
            value: typed.id,
        })
    }

    /// A procedure in the place of a value.
    pub(super) fn procedure_as_value(&mut self, name: &ast::Name, procedure: ProcedureId) -> Typed {
        let gives = self.rules.procedures[procedure.index()].gives.is_some();
        let called = &name.text;
        let message = format!("`{called}` is a procedure, which is done on a line of its own");
        let help = match gives {
            true => format!("write `do {called}(...) as got` on a line before, and `got` here"),
            false => format!(
                "write `do {called}(...)` on a line before; a procedure with a result ends with `the result is ...`"
            ),
        };
        let error = Diagnostic::error(Code::WrongPlace, name.span, message);
        self.complain(error.help(help))
    }

    /// What the result of a procedure is, where it is given a name.
    pub(super) fn result_of(
        &mut self,
        procedure: &ast::Name,
        gives: Option<&Declared>,
        name: &ast::Name,
    ) -> Option<Declared> {
        if gives.is_none() {
            let message = format!("`{}` has no result that could have a name", procedure.text);
            let help = "a procedure with a result says so in its head, as in `procedure test(combatant c): number { ... }`, and ends with `the result is ...`";
            let error = Diagnostic::error(Code::WrongPlace, name.span, message);
            self.diagnostics.push(error.help(help));
        }
        gives.cloned()
    }
}
