//! What is written down: units, words, options, the attributes of kinds, as lists and tables.

use super::{BlockBuilder, named, push_cited, text_of, titled};
use crate::document::speak::{Dictionary, article, spaced};
use crate::document::tree::{
    DocumentBlock, DocumentTable, Inline, ListItem, Prose, RuleEntry, paragraph, plain_table, say,
};
use crate::source::{Span, english};
use crate::syntax::ast::{
    Attribute, Between, Category, ChoiceDef, Citation, Expr, ExprKind, InPlay, KindDef, OptionDef,
    PairDef, SetBack, SetBackWhen, Text, TypeKind, Units,
};

impl BlockBuilder<'_> {
    /// Some attributes of a kind, and when its records are in play.
    pub fn noted(
        &self,
        kind: &str,
        attributes: &[&Attribute],
        in_play: Option<DocumentBlock>,
    ) -> Option<RuleEntry> {
        let rows = attributes.iter().map(|one| self.attribute(kind, one));
        let rows = attributes_table(rows.collect());
        let blocks: Vec<DocumentBlock> = rows.into_iter().chain(in_play).collect();
        let shown = format!("Noted of each {}", spaced(kind));
        (!blocks.is_empty()).then(|| titled(Category::Kind, kind, &shown, blocks, &[]))
    }

    pub(super) fn units(&self, title: &str, units: &Units) -> RuleEntry {
        let said = units.defs.iter().map(|unit| {
            let name = spaced(&unit.name.text);
            let mut said = Prose::from(match &unit.size {
                Some((number, of)) => {
                    format!("1 {name} is {} {}.", number.digits, spaced(&of.text))
                }
                None => format!("The {name} is a measure of its own."),
            });
            push_cited(&mut said, &unit.cites);
            ListItem::from(said)
        });
        let blocks = vec![DocumentBlock::List(said.collect())];
        titled(Category::Kind, title, title, blocks, &units.cites)
    }

    pub(super) fn choice(&self, choice: &ChoiceDef) -> RuleEntry {
        let words = choice.words.iter().map(|word| spaced(&word.text).into());
        let (head, link) = match choice.ordered {
            true => ("From the lowest to the highest: ", "and"),
            false => ("One of: ", "or"),
        };
        let blocks = vec![paragraph(say![
            head,
            Prose::list(words.collect(), link),
            "."
        ])];
        named(
            Category::Choice,
            &choice.name.text,
            "",
            blocks,
            &choice.cites,
        )
    }

    pub(super) fn options(&self, options: Vec<&OptionDef>, blocks: &mut Vec<DocumentBlock>) {
        if options.is_empty() {
            return;
        }
        let rows = options.iter().map(|option| {
            let mut speaker = self.speaker();
            let name = Inline::Strong(spaced(&option.name.text));
            let choices = speaker.kind_of_value(&option.ty);
            let default = speaker.default_of(&option.ty, &option.default);
            let text = option.text.as_ref();
            let end = text.map_or(option.default.span, |text| text.span);
            let meaning = self.meaning(text, end, &option.cites);
            let anchor = Dictionary::anchor(Category::Option, &option.name.text);
            (anchor, vec![name.into(), meaning, choices, default])
        });
        let (anchors, rows): (Vec<_>, Vec<_>) = rows.unzip();
        let heads = ["option", "what it settles", "it can be", "here it is"];
        blocks.push(DocumentBlock::Table(DocumentTable {
            heads: heads.map(str::to_owned).to_vec(),
            anchors,
            rows,
        }));
    }

    pub(super) fn kind(&self, kind: &KindDef, item: Span) -> RuleEntry {
        let name = kind.name.text.as_str();
        let mut blocks = Vec::new();
        let mut rows = Vec::new();
        let mut from = kind.name.span.end;
        for attribute in &kind.attributes {
            let to = attribute.name.span.start;
            let remarks = self.remarks.stretch(item.file, from, to);
            if !remarks.is_empty() && attribute.name.span.file == item.file {
                blocks.extend(attributes_table(std::mem::take(&mut rows)));
                blocks.extend(remarks.into_iter().map(DocumentBlock::Remark));
            }
            rows.push(self.attribute(name, attribute));
            from = attribute_end(attribute).end;
        }
        blocks.extend(attributes_table(rows));
        let in_play = kind.in_play.as_ref();
        blocks.extend(in_play.map(|clause| self.in_play(name, clause)));
        let between = kind
            .pair
            .as_ref()
            .map(|pair| match &pair.parts().0[0].ty.kind {
                TypeKind::Named(of) if matches!(pair, PairDef::Mutual { .. }) => {
                    format!(" between two {}", self.words.plural(&of.text))
                }
                TypeKind::Named(of) => {
                    let of = spaced(&of.text);
                    format!(" from {} {of} to another", article(&of))
                }
                TypeKind::YesNo | TypeKind::Choice(_) => String::new(),
            });
        let shown = match name {
            "combat" => "Noted of the combat as a whole".to_owned(),
            name => format!(
                "Noted of each {}{}",
                spaced(name),
                between.unwrap_or_default()
            ),
        };
        titled(Category::Kind, name, &shown, blocks, &kind.cites)
    }

    /// When a record takes part, and what follows for one that does not.
    pub fn in_play(&self, kind: &str, clause: &InPlay) -> DocumentBlock {
        let mut speaker = self.speaker();
        speaker.scope.record = Some(kind.to_owned());
        let kind = spaced(kind);
        speaker.scope.is_in_play = true;
        let holds = speaker.condition(&clause.condition);
        let state = match &clause.text {
            Some(text) => say!["It is ", text_of(text), " otherwise"],
            None => "Otherwise it is out of play".into(),
        };
        let follows = match kind.as_str() {
            "combatant" => {
                ": it has no turn, declares nothing, nothing that is asked of all finds it, and its acts are void."
            }
            _ => ", and nothing that is asked of all finds it.",
        };
        let subject = format!("{} {kind}", article(&kind));
        let said = say![subject, " is in play while ", holds, ". ", state, follows];
        paragraph(said.capital())
    }

    pub(super) fn attribute(&self, kind: &str, attribute: &Attribute) -> Vec<Prose> {
        let mut speaker = self.speaker();
        speaker.scope.record = Some(kind.to_owned());
        let mut name = Prose::from(Inline::Strong(spaced(&attribute.name.text)));
        if let Some(key) = &attribute.key {
            name = say![name, " for each ", speaker.looked_up_by(key)];
        }
        let ty = speaker.kind_of_value(&attribute.ty);
        let is_none =
            |default: &Expr| matches!(&default.kind, ExprKind::Name(name) if name.text == "none");
        let default = match &attribute.default {
            Some(default) if attribute.ty.optional && is_none(default) => "none".into(),
            Some(default) => speaker.default_of(&attribute.ty, default),
            None if attribute.ty.optional || self.words.is_several(&attribute.ty) => "none".into(),
            None => "must be given".into(),
        };
        let default = match &attribute.set_back {
            Some(SetBack { when, .. }) => match when {
                SetBackWhen::Each { phases } => {
                    let phases: Vec<_> = phases.iter().map(|phase| spaced(&phase.text)).collect();
                    say![default, ", again each ", english::listed(&phases)]
                }
                SetBackWhen::Shuffled => {
                    let is_mark = attribute.ty.kind == TypeKind::YesNo && attribute.key.is_none();
                    let until = if is_mark { " until it is drawn" } else { "" };
                    let default = say![default, until];
                    say![
                        default,
                        ", again as ",
                        self.words.plural(kind),
                        " are shuffled"
                    ]
                }
                SetBackWhen::TurnBegins => say![default, ", again as its next turn begins"],
                SetBackWhen::TurnEnds => say![default, ", again as its next turn ends"],
                SetBackWhen::TurnOf { whose, ends } => {
                    let edge = if *ends { "ends" } else { "begins" };
                    let whose = spaced(&whose.text);
                    say![
                        default,
                        format!(", again as the next turn of its {whose} {edge}")
                    ]
                }
            },
            None => default,
        };
        let default = match attribute.kept_secret {
            true => say![default, "; secret until it is revealed"],
            false => default,
        };
        let ty = match &attribute.within {
            Some(Between::From { least, most: None }) => {
                say![ty, ", at least ", speaker.value(least)]
            }
            Some(Between::From {
                least,
                most: Some(most),
            }) => say![
                ty,
                " from ",
                speaker.value(least),
                " to ",
                speaker.value(most)
            ],
            Some(Between::AtMost { most }) => say![ty, ", at most ", speaker.value(most)],
            None => ty,
        };
        let end = attribute_end(attribute);
        let meaning = self.meaning(attribute.text.as_ref(), end, &attribute.cites);
        vec![name, ty, default, meaning]
    }

    /// What the author says of something, in its text and behind its end.
    fn meaning(&self, text: Option<&Text>, end: Span, cites: &[Citation]) -> Prose {
        let texts = text.map(text_of).filter(|text| !text.is_empty());
        let mut said = Prose::joined(texts.into_iter().chain(self.remarks.behind(end)), "; ");
        push_cited(&mut said, cites);
        said.capital()
    }
}

fn attributes_table(rows: Vec<Vec<Prose>>) -> Option<DocumentBlock> {
    plain_table(["name", "what it can be", "unless given", "meaning"], rows)
}

/// The last place of an attribute before what is said behind it.
fn attribute_end(attribute: &Attribute) -> Span {
    let text = attribute.text.iter().map(|text| text.span);
    let cites = attribute.cites.iter().map(|cite| cite.span);
    let parts = attribute.clauses().chain(text).chain(cites);
    parts.fold(attribute.name.span.to(attribute.ty.span), Span::to)
}
