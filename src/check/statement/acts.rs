//! Statements about acts: adding, cancelling, refusing them.

use super::records::AttributeOwner;
use crate::check::elaborator::{Elaborator, Owner};
use crate::check::resolved_names::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, StatementKind as Kind, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name, Text};

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

    /// `cancel a as spoiled because "..."`
    pub(super) fn cancel(
        &mut self,
        act: &ast::Expr,
        word: Option<&Name>,
        because: Option<&Text>,
    ) -> Option<Kind> {
        let act = self
            .value(act, &Type::Record(KindId::ACT), "what is cancelled")
            .id;
        let because = because.map(|because| self.template(because));
        let word = self
            .names
            .word(word.map_or("cancelled", |word| &word.text))?;
        Some(Kind::Cancel { act, word, because })
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
