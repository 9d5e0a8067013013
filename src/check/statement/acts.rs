//! Statements about acts: adding, cancelling, refusing them.

use super::records::AttributeOwner;
use crate::check::actions::not_declared;
use crate::check::elaborator::{Elaborator, Owner};
use crate::check::resolved_names::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ActionId, AskedActions, Expr, ExprId, KindId, StatementKind as Kind, Type};
use crate::source::{Span, words};
use crate::syntax::ast::{self, Name, Text};

/// Words for acts of any action.
const EVERY_ACT: &[&str] = &words![
    act acts action actions all anything everything something
];

impl Elaborator<'_> {
    /// `c does reposte as r next { target = a.actor }`
    pub(super) fn does(
        &mut self,
        who: &ast::Expr,
        action: &Name,
        name: Option<&Name>,
        next: bool,
        settings: &[(Name, ast::Expr)],
    ) -> Option<Kind> {
        let actor = self.combatant(who, "who does something");
        let known = self.named(action, "action", &self.names.actions, Meaning::Action);
        let settings = self.settings(KindId::ACT, settings, &AttributeOwner::Act(action));
        let local = name.map(|name| self.bind_record(name, KindId::ACT));
        Some(Kind::Does {
            actor,
            action: known?,
            local,
            next,
            settings,
        })
    }

    /// `strike | shoot` behind `c declares`; `None` if something is wrong with one of them.
    pub(super) fn asked_actions(&mut self, names: &[Name]) -> Option<AskedActions> {
        let (mut asked, mut is_good) = (Vec::new(), true);
        for name in names {
            let before = self.diagnostics.len();
            if let Some(id) = self.asked_action(name) {
                let action = &self.rules.actions[id.index()];
                if action.not_declared {
                    let help =
                        format!("leave it out; `when {} a is added` waits for it", name.text);
                    let complaint = not_declared(action, name.span, &help);
                    self.diagnostics.push(complaint);
                } else if asked.contains(&id) {
                    let message = "this action stands here twice";
                    self.diagnostics.push(
                        Diagnostic::error(Code::DuplicateSetting, name.span, message)
                            .help("keep one of them"),
                    );
                }
                asked.push(id);
            }
            is_good &= self.diagnostics.len() == before;
        }
        let asked = AskedActions::named(asked);
        self.out.asked.insert(asked.clone());
        is_good.then_some(asked)
    }

    fn asked_action(&mut self, name: &Name) -> Option<ActionId> {
        if self.names.actions.contains_key(&name.text) || !EVERY_ACT.contains(&&*name.text) {
            return self.named(name, "action", &self.names.actions, Meaning::Action);
        }
        let message = format!("`{}` is no action", name.text);
        self.diagnostics.push(Diagnostic::error(Code::UnknownName, name.span, message).help(
            "leave it out: `c declares` takes acts of all actions, `c declares one act` the next one; behind it stand the actions that alone are asked for, as in `c declares strike | shoot`",
        ));
        None
    }

    /// `cancel a as spoiled because "..."`
    pub(super) fn cancel(
        &mut self,
        act: &ast::Expr,
        word: Option<&Name>,
        because: Option<&Text>,
        span: Span,
    ) -> Option<Kind> {
        let cancelled = act;
        let act = self
            .value(act, &Type::Record(KindId::ACT), "what is cancelled")
            .id;
        // One that is called in a way of its own is meant to have been declared.
        if word.is_none() {
            self.cancelled_as_declared((cancelled, act), because, span);
        }
        let because = because.map(|because| self.template(because));
        let word = self
            .names
            .word(word.map_or("cancelled", |word| &word.text))?;
        Some(Kind::Cancel { act, word, because })
    }

    /// Warns of an act that is cancelled by a trigger that waits for its declaration: it has been declared then, where it could be refused.
    fn cancelled_as_declared(
        &mut self,
        (written, act): (&ast::Expr, ExprId),
        because: Option<&Text>,
        span: Span,
    ) {
        // What a trigger waits for is its first local.
        let is_declared = self.owner == Owner::Trigger(true)
            && self.out.exprs.get(act.index()) == Some(&Expr::Local(0));
        if !is_declared {
            return;
        }
        let message = "an act that is cancelled as it is declared has been declared all the same";
        let warning = Diagnostic::warning(Code::Unused, span, message)
            .label("it is told and counted as declared");
        self.diagnostics.push(match because {
            Some(because) => {
                let head = Span::new(span.file, span.range().start, because.span.range().start);
                let help = "write `refuse because ...`, so that it is not declared at all";
                warning.help(help).guess(head, "refuse because ")
            }
            None => warning.also(written.span, "this act").help(
                "write `refuse because \"...\"` with the reason, so that it is not declared at all",
            ),
        });
    }

    /// `refuse because "..."`
    pub(super) fn refuse(&mut self, because: &Text, span: Span) -> Option<Kind> {
        let because = self.template(because);
        if !matches!(self.owner, Owner::Trigger(true) | Owner::Called) {
            self.diagnostics.push(
                Diagnostic::error(Code::WrongPlace, span, "nothing is being declared here that could be refused").help(
                    "this stands in a trigger `when act a is declared`, or in a procedure that it calls; elsewhere write `refuse declarations of c because ...` or `cancel a ...`",
                ),
            );
            return None;
        }
        Some(Kind::Refuse { because })
    }
}
