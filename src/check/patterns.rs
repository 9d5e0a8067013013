//! Which acts are meant: `act`, `cast`, `cast.completes`.

use super::elaborator::Elaborator;
use super::resolved_names::{Meaning, WordUse};
use super::symbol_table::{meant, unknown};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ActPattern, KindId};
use crate::syntax::ast::{ActBinding, ActKind};

impl Elaborator<'_> {
    /// Reads which acts are meant; empty for every act.
    pub fn pattern(&mut self, kinds: &[ActKind]) -> ActPattern {
        let mut pattern = ActPattern::default();
        let mut every = false;
        for kind in kinds {
            let Some(action) = &kind.action else {
                every = true;
                continue;
            };
            let Some(id) = self.names.actions.get(&action.text).copied() else {
                let known = self.names.actions.keys().map(String::as_str).chain(["act"]);
                self.diagnostics
                    .push(unknown(self.diagnostics, action, "action", known));
                continue;
            };
            self.out.resolved.uses(action.span, Meaning::Action(id));
            let stage = match &kind.stage {
                None => None,
                Some(stage) => {
                    let rules = self.rules;
                    let stages = &rules.actions[id.index()].stages;
                    let word = self
                        .names
                        .word(&stage.text)
                        .filter(|word| stages.iter().any(|known| known.name == *word));
                    if word.is_none() {
                        let message = format!("`{}` has no stage `{}`", action.text, stage.text);
                        let complaint = Diagnostic::error(Code::UnknownName, stage.span, message);
                        let known = stages.iter().map(|stage| rules.word(stage.name));
                        self.diagnostics
                            .push(meant(self.diagnostics, complaint, stage, known));
                        continue;
                    }
                    if let Some(word) = word {
                        let thing = Meaning::Word(WordUse::Stage, word);
                        self.out.resolved.uses(stage.span, thing);
                    }
                    word
                }
            };
            if pattern.kinds.contains(&(id, stage)) {
                let message = "this kind of act stands here twice";
                self.diagnostics.push(Diagnostic::error(
                    Code::DuplicateSetting,
                    kind.span,
                    message,
                ));
            }
            pattern.kinds.push((id, stage));
        }
        if every {
            pattern.kinds.clear();
        }
        pattern
    }

    /// Binds the name of an act and reads which acts it can be.
    pub fn act(&mut self, binding: &ActBinding) -> ActPattern {
        self.bind_record(&binding.name, KindId::ACT);
        self.pattern(&binding.kinds)
    }
}
