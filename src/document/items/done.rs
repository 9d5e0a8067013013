//! What is done: procedures, actions, what follows from events, and what needs no rule.

use super::{BlockBuilder, called, named, push_cited, text_of, with};
use crate::document::speak::{Dictionary, cited, headed, linked, spaced};
use crate::document::tree::{DocumentBlock, Inline, ListItem, Prose, RuleEntry, paragraph, say};
use crate::syntax::ast::{
    ActionDef, Category, EventDef, ExprKind, Name, NoRuleDef, ProcedureDef, TriggerDef,
};
use std::collections::BTreeMap;

impl BlockBuilder<'_> {
    pub(super) fn procedure(&self, procedure: &ProcedureDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let head = with(&mut speaker, &procedure.parameters);
        let head = head.map(|head| paragraph(say!["For ", head, ":"]));
        let steps = speaker.steps(&procedure.body, Some(procedure.name.span));
        let blocks = head
            .into_iter()
            .chain([DocumentBlock::Steps(steps)])
            .collect();
        let name = &procedure.name.text;
        named(Category::Procedure, name, "", blocks, &procedure.cites)
    }

    /// What is said of an action that does nothing by itself.
    fn nothing_more(&self, action: &ActionDef) -> Prose {
        match trigger_terms(&self.words.responses, &action.name) {
            None => "The rules do nothing more with it.".into(),
            Some(titles) => say!["What follows from it stands under ", titles, "."],
        }
    }

    pub(super) fn event(&self, event: &EventDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let mut said = Prose::from("This is said");
        if let Some(head) = with(&mut speaker, &event.parameters) {
            said.push(say![" of ", head]);
        }
        match trigger_terms(&self.words.answers, &event.name) {
            None => said.push(", and nothing follows from it"),
            Some(titles) => said.push(say!["; what follows from it stands under ", titles]),
        }
        let mut blocks = vec![paragraph(said.sentence())];
        if let Some(text) = &event.text {
            let text = speaker.text(text);
            blocks.insert(0, paragraph(text.sentence()));
        }
        named(Category::Event, &event.name.text, "", blocks, &event.cites)
    }

    pub(super) fn action(&self, action: &ActionDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let name = action.name.text.as_str();
        let mut said = Prose::default();
        for list in &self.words.lists {
            if let Some((_, row)) = list.rows.iter().find(|(action, _)| *action == name) {
                let title = self.words.table_title(list.name);
                let link = linked(title, Dictionary::anchor(Category::Table, list.name));
                said.push(say![link, format!(": {row}. ")]);
            }
        }
        if action.not_declared {
            said.push("Nobody declares it: it comes about by the rules alone. ");
        }
        if let Some((first, second)) = &action.takes {
            let takes = [first].into_iter().chain(second);
            let takes = takes.map(|name| spaced(&name.text).into()).collect();
            let who = match action.not_declared {
                true => "It has its ",
                false => "One who declares it names its ",
            };
            said.push(say![who, Prose::list(takes, "and its"), ". "]);
        }
        let kept = action.keeps.iter().flat_map(|kept| &kept.names);
        let kept: Vec<Prose> = kept.map(|name| spaced(&name.text).into()).collect();
        if !kept.is_empty() {
            let list = Prose::list(kept, "and the");
            said.push(say![
                "From then on, who does it has the ",
                list,
                " that it names. "
            ]);
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
            let refused = match action.not_declared {
                true => "; where there is less, it is void. ",
                false => {
                    "; where there is less, it cannot be declared, and is void when its time comes. "
                }
            };
            said.push(say!["It takes ", value, " from ", from, refused]);
        }
        for limit in &action.limits {
            let (times, phase) = speaker.how_often(&limit.limit);
            let can = match limit.limit.keys.first().map(|key| &key.kind) {
                Some(ExprKind::Name(named)) => {
                    format!("The same {} can be named for it", spaced(&named.text))
                }
                _ => "Each combatant can do it".to_owned(),
            };
            said.push(say![can, " at most ", times, " in each ", phase, ". "]);
        }
        if let Some(title) = &action.title {
            let title = speaker.title(title, action);
            said.push(say!["It is told as: somebody ", title, ". "]);
        }
        let mut blocks = Vec::new();
        if !said.is_empty() {
            blocks.push(paragraph(trimmed(said)));
        }
        match action.stages.as_slice() {
            [] => {}
            [stage] if stage.name.is_none() => {
                let steps = speaker.steps(&stage.body, Some(stage.span.at_start()));
                match steps.is_empty() {
                    true => blocks.push(paragraph(self.nothing_more(action))),
                    false => blocks.push(DocumentBlock::Steps(steps)),
                }
            }
            stages => {
                let mut list = Vec::new();
                for stage in stages {
                    let name = stage.name.as_ref();
                    let stage_name = name.map_or_else(String::new, |name| spaced(&name.text));
                    let mut head = say!["Stage ", Inline::Strong(stage_name)];
                    if let Some(title) = &stage.title {
                        let title = speaker.title(title, action);
                        head.push(say![" (told as: somebody ", title, ")"]);
                    }
                    push_cited(&mut head, &stage.cites);
                    let steps = speaker.steps(&stage.body, Some(stage.span.at_start()));
                    let mut item = ListItem::from(head);
                    if !steps.is_empty() {
                        item.prose.push(":");
                        item.blocks.push(DocumentBlock::Steps(steps));
                    }
                    list.push(item);
                }
                blocks.push(DocumentBlock::Steps(list));
            }
        }
        if let Some(then) = &action.then {
            let steps = speaker.steps(&then.body, Some(then.span.at_start()));
            let head = "When all that happens at the same time has been carried out";
            let step = headed(say![head], steps);
            blocks.push(paragraph(step.prose));
            blocks.extend(step.blocks);
        }
        named(Category::Action, name, "", blocks, &action.cites)
    }

    pub(super) fn trigger(&self, trigger: &TriggerDef) -> RuleEntry {
        let mut speaker = self.speaker();
        let when = speaker.when(trigger);
        let guard = trigger.guard.as_ref();
        let from = guard.map_or(trigger.title.span, |guard| guard.span);
        let steps = speaker.steps(&trigger.body, Some(from));
        let step = headed(when, steps);
        let mut blocks = vec![paragraph(step.prose)];
        blocks.extend(step.blocks);
        called(Category::Trigger, &trigger.title, blocks, &trigger.cites)
    }

    pub(super) fn no_rule(&self, unruled: &NoRuleDef) -> RuleEntry {
        let which = cited(&unruled.statements).unwrap_or_default();
        let because = text_of(&unruled.because);
        RuleEntry {
            name: format!("No rule for {which}").into(),
            blocks: vec![paragraph(say!["Because ", because].sentence())],
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

/// The titles of the triggers that wait for something of this name, with links to them.
fn trigger_terms(known: &BTreeMap<&str, Vec<String>>, name: &Name) -> Option<Prose> {
    let titles = known.get(name.text.as_str())?.iter();
    let terms = titles.map(|title| linked(title, Dictionary::anchor(Category::Trigger, title)));
    Some(Prose::list(terms.collect(), "and"))
}
