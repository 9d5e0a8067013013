//! Tactics.

use super::Speller;
use crate::syntax::ast::*;

impl Speller {
    pub fn tactic(&mut self, tactic: &TacticDef) {
        self.named("tactic", Some(&tactic.name));
        self.texted(tactic.text.as_ref());
        self.word("for");
        self.among(&tactic.whom, true);
        self.word("{");
        self.cites_line(&tactic.cites);
        self.lines(&tactic.lines, |speller, line| {
            speller.word("declare");
            if line.acts.is_empty() {
                speller.word("nothing");
            }
            speller.list(&line.acts, Self::tactic_act);
            if let Some(guard) = &line.guard {
                speller.word("when");
                speller.expr(guard);
            }
            speller.cites(&line.cites);
        });
        self.line();
        self.word("}");
    }

    fn tactic_act(&mut self, act: &TacticAct) {
        self.name(&act.action);
        if let Some(object) = &act.object {
            self.expr(object);
        }
        if let Some(at) = &act.at {
            self.word("at");
            self.expr(at);
        }
        self.assignments(&act.settings);
    }
}
