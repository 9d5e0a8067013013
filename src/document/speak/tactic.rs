//! Tactics in English: for whom, and what is declared when.

use super::{Speaker, plain_text, spaced};
use crate::document::tree::{DocumentBlock, ListItem, Prose, paragraph, say};
use crate::syntax::ast::{TacticAct, TacticDef};

impl Speaker<'_> {
    /// A tactic: the first of its lines that holds is declared.
    pub fn tactic(&mut self, tactic: &TacticDef) -> Vec<DocumentBlock> {
        let whom = self.among(&tactic.whom, "a", false, |_, record| record);
        let mut blocks: Vec<DocumentBlock> = (tactic.text.iter())
            .map(|text| DocumentBlock::Remark(Prose::from(plain_text(text))))
            .collect();
        let mark = self.scope.mark();
        (self.scope).record(&tactic.whom.name.text, &tactic.whom.kind.text);
        let head = say![
            "for ",
            whom,
            " whose player says nothing: the first of these that holds is declared"
        ];
        blocks.push(paragraph(head.sentence()));
        let mut steps = Vec::new();
        for line in &tactic.lines {
            let acts: Vec<Prose> = line.acts.iter().map(|act| self.planned(act)).collect();
            let mut said = match acts.is_empty() {
                true => "nothing".into(),
                false => Prose::list(acts, "and"),
            };
            if let Some(guard) = &line.guard {
                let guard = self.condition(guard);
                said = say![said, ", if ", guard];
            }
            steps.push(ListItem::from(said.sentence()));
        }
        blocks.push(DocumentBlock::Steps(steps));
        self.scope.back_to(mark);
        blocks
    }

    /// `cast the spell at the weakest foe`
    fn planned(&mut self, act: &TacticAct) -> Prose {
        let mut said: Prose = spaced(&act.action.text).into();
        if let Some(object) = &act.object {
            let object = self.value(object);
            said = say![said, " ", object];
        }
        if let Some(at) = &act.at {
            let at = self.value(at);
            said = say![said, " at ", at];
        }
        let settings = self.settings("act", &act.settings);
        say![said, settings]
    }
}
