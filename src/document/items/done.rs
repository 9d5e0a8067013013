//! What is done: procedures, actions, what follows from events, and what needs no rule.

use super::{BlockBuilder, named, push_cited, text_of, titled, with};
use crate::document::speak::{Dictionary, cited, headed, plain_text, spaced};
use crate::document::tree::{DocumentBlock, Inline, ListItem, Prose, RuleEntry, say};
use crate::syntax::ast::{ActionDef, Category, EventDef, NoRuleDef, ProcedureDef, TriggerDef};

impl BlockBuilder<'_> {
    pub(super) fn procedure(&self, procedure: &ProcedureDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let head = with(&mut speaker, &procedure.parameters);
        let steps = speaker.steps(&procedure.body, Some(procedure.name.span));
        let mut blocks = Vec::new();
        if let Some(head) = head {
            blocks.push(DocumentBlock::Paragraph(say!["For ", head, ":"]));
        }
        blocks.push(DocumentBlock::Steps(steps));
        named(
            Category::Procedure,
            &procedure.name.text,
            "",
            blocks,
            &procedure.cites,
        )
    }

    /// What is said of an action that does nothing by itself.
    fn nothing_more(&self, action: &ActionDef) -> Prose {
        let titles = self.words.responses.get(action.name.text.as_str());
        let titles = titles.map_or(&[][..], Vec::as_slice);
        match titles.is_empty() {
            true => "The rules do nothing more with it.".into(),
            false => {
                let titles = titles.iter().map(|title| trigger_term(title)).collect();
                say![
                    "What follows from it stands under ",
                    Prose::list(titles, "and"),
                    "."
                ]
            }
        }
    }

    pub(super) fn event(&self, event: &EventDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let mut said = Prose::from("This is said");
        if let Some(head) = with(&mut speaker, &event.parameters) {
            said.push(say![" of ", head]);
        }
        let follow = self
            .words
            .answers
            .get(event.name.text.as_str())
            .into_iter()
            .flatten();
        let follow: Vec<Prose> = follow.map(|title| trigger_term(title)).collect();
        match follow.is_empty() {
            true => said.push(", and nothing follows from it"),
            false => said.push(say![
                "; what follows from it stands under ",
                Prose::list(follow, "and")
            ]),
        }
        let mut blocks = vec![DocumentBlock::Paragraph(said.sentence())];
        if let Some(text) = &event.text {
            let text = speaker.text(text);
            blocks.insert(0, DocumentBlock::Paragraph(text.sentence()));
        }
        named(Category::Event, &event.name.text, "", blocks, &event.cites)
    }

    pub(super) fn action(&self, action: &ActionDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let name = action.name.text.as_str();
        let mut said = Prose::default();
        for list in &self.words.lists {
            if let Some((_, row)) = list.rows.iter().find(|(action, _)| *action == name) {
                let title = self
                    .words
                    .functions
                    .get(list.name)
                    .and_then(|table| table.table.clone())
                    .unwrap_or_default();
                let link =
                    Inline::Term(title, Some(Dictionary::anchor(Category::Table, list.name)));
                said.push(say![link, format!(": {row}. ")]);
            }
        }
        if action.not_declared {
            said.push("Nobody declares it: it comes about by the rules alone. ");
        }
        if let Some((first, second)) = &action.takes {
            let mut takes = vec![Prose::from(spaced(&first.text))];
            takes.extend(
                second
                    .iter()
                    .map(|second| Prose::from(spaced(&second.text))),
            );
            let who = match action.not_declared {
                true => "It has its ",
                false => "One who declares it names its ",
            };
            said.push(say![who, Prose::list(takes, "and its"), ". "]);
        }
        if action.at_once {
            said.push("It is carried out at once, when it is declared or comes about, and has no place in the order. ");
        }
        speaker.scope.inside_act = true;
        if !action.needs.is_empty() {
            said.push(speaker.needs(action));
        }
        for spending in &action.spends {
            let [value, from] = [&spending.value, &spending.from].map(|part| speaker.inside(part));
            said.push(say![
                "It takes ",
                value,
                " from ",
                from,
                "; where there is less, it cannot be declared, and is void when its time comes. "
            ]);
        }
        if let Some(title) = &action.title {
            let title = speaker.title(title, action);
            said.push(say!["It is told as: somebody ", title, ". "]);
        }
        let mut blocks = Vec::new();
        if !said.is_empty() {
            blocks.push(DocumentBlock::Paragraph(trimmed(said)));
        }
        match action.stages.as_slice() {
            [stage] if stage.name.is_none() => {
                let steps = speaker.steps(&stage.body, Some(stage.span.at_start()));
                match steps.is_empty() {
                    true => blocks.push(DocumentBlock::Paragraph(self.nothing_more(action))),
                    false => blocks.push(DocumentBlock::Steps(steps)),
                }
            }
            stages => {
                let mut list = Vec::new();
                for stage in stages {
                    let stage_name = stage
                        .name
                        .as_ref()
                        .map_or_else(String::new, |name| spaced(&name.text));
                    let mut head = say!["Stage ", Inline::Strong(stage_name)];
                    if let Some(title) = &stage.title {
                        let title = speaker.title(title, action);
                        head.push(say![" (told as: somebody ", title, ")"]);
                    }
                    push_cited(&mut head, &stage.cites);
                    let steps = speaker.steps(&stage.body, Some(stage.span.at_start()));
                    if !steps.is_empty() {
                        head.push(":");
                    }
                    list.push(ListItem {
                        blocks: if steps.is_empty() {
                            Vec::new()
                        } else {
                            vec![DocumentBlock::Steps(steps)]
                        },
                        ..head.into()
                    });
                }
                blocks.push(DocumentBlock::Steps(list));
            }
        }
        named(Category::Action, name, "", blocks, &action.cites)
    }

    pub(super) fn trigger(&self, trigger: &TriggerDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let when = speaker.when(trigger);
        let title = plain_text(&trigger.title);
        let from = trigger
            .guard
            .as_ref()
            .map_or(trigger.title.span, |guard| guard.span);
        let steps = speaker.steps(&trigger.body, Some(from));
        let step = headed(when, steps);
        let mut blocks = vec![DocumentBlock::Paragraph(step.prose)];
        blocks.extend(step.blocks);
        titled(Category::Trigger, &title, &title, blocks, &trigger.cites)
    }

    pub(super) fn no_rule(&self, unruled: &NoRuleDef) -> RuleEntry {
        let which = cited(&unruled.statements).unwrap_or_default();
        let because = text_of(&unruled.because);
        RuleEntry {
            name: format!("No rule for {which}").into(),
            blocks: vec![DocumentBlock::Paragraph(
                say!["Because ", because].sentence(),
            )],
            ..RuleEntry::default()
        }
    }
}

fn trimmed(mut said: Prose) -> Prose {
    if let Some(Inline::Text(text)) = said.0.last_mut() {
        text.truncate(text.trim_end().len());
    }
    said
}

/// The title of a trigger, with a link to it.
fn trigger_term(title: &str) -> Prose {
    let anchor = Dictionary::anchor(Category::Trigger, title);
    Inline::Term(title.to_owned(), Some(anchor)).into()
}
