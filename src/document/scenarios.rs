//! What can be written in scenarios by some rules, as a document: things with their attributes, options, acts, dice, answers, periods, tactics. Made from
//! the compiled rules; the words of the author are taken from the texts as they stand there.

use super::speak::bare_term;
use super::tree::{
    Document, DocumentBlock, Inline, ListItem, Prose, Section, paragraph, plain_table, say,
};
use crate::ruleset::{
    Action, Answerable, Attribute, Expr, ExprId, KindId, PhaseId, Ruleset, TemplateId,
    TemplatePiece, Type, Value, WordId,
};
use crate::scenario::Scenario;
use crate::source::Sources;
use crate::view::Names;

/// The document for those who write scenarios.
pub fn for_scenarios(rules: &Ruleset, sources: &Sources) -> Document {
    let page = Page { rules, sources };
    let sections = [
        Some(page.things()),
        page.options(),
        page.acts(),
        page.dice(),
        page.answers(),
        Some(page.periods()),
        page.tactics(),
    ];
    let front = "What a scenario can say by these rules. Words in capitals are to be filled in.";
    let mut document = Document {
        title: format!("Scenarios of {}", rules.title),
        front: vec![paragraph(front)],
        sections: sections.into_iter().flatten().collect(),
        unanswered: Vec::new(),
    };
    document.keep_places_apart();
    document
}

struct Page<'a> {
    rules: &'a Ruleset,
    sources: &'a Sources,
}

impl Page<'_> {
    /// Sides, combatants, and records of the other kinds.
    fn things(&self) -> Section {
        let mut sections = Vec::new();
        for (index, kind) in self.rules.kinds.iter().enumerate() {
            let id = KindId::from_index(index);
            let form = match id {
                KindId::COMBAT | KindId::ACT => continue,
                KindId::SIDE => "side NAME: SETTINGS { COMBATANTS }".to_owned(),
                KindId::COMBATANT => "side NAME { COMBATANT { SETTINGS } }".to_owned(),
                _ => format!("{} NAME {{ SETTINGS }}", kind.name),
            };
            let blocks = [Some(DocumentBlock::Lines(form)), self.attributes(id)];
            sections.push(section(&kind.name, blocks.into_iter().flatten().collect()));
        }
        Section {
            sections,
            ..section("Who and what is there", Vec::new())
        }
    }

    /// The attributes of a kind that are not kept by the language.
    fn attributes(&self, kind: KindId) -> Option<DocumentBlock> {
        let attributes = &self.rules.kinds[kind.index()].attributes[usize::from(kind.built_in())..];
        let rows: Vec<Vec<Prose>> = (attributes.iter())
            .map(|attribute| {
                vec![
                    bare_term(&attribute.name),
                    self.rules.type_words(&attribute.declared).into(),
                    self.unless_said(attribute).into(),
                    attribute.text.clone().into(),
                ]
            })
            .collect();
        plain_table(["setting", "what it holds", "unless said", "meaning"], rows)
    }

    fn unless_said(&self, attribute: &Attribute) -> String {
        let unsaid = self.rules.items[attribute.item.index()].name_span;
        match attribute.default {
            // It is none or no by itself.
            Some(default)
                if self.rules.exprs[default.index()] == Expr::Const(0)
                    && self.rules.expr_spans[default.index()] == unsaid =>
            {
                self.typed(&attribute.declared.ty, 0)
            }
            Some(default) => self.written(default),
            None if attribute.declared.optional => "none".to_owned(),
            None => "has to be said".to_owned(),
        }
    }

    /// A value as a scenario writes it.
    fn typed(&self, ty: &Type, value: Value) -> String {
        match (ty, u32::try_from(value)) {
            (Type::Choice(_), Ok(word)) => self.rules.word(WordId(word)).to_owned(),
            _ => Names::new(self.rules, &Scenario::default()).value(ty, value),
        }
    }

    /// An expression in the words of its author, in one line.
    fn written(&self, id: ExprId) -> String {
        let words = self.sources.snippet(self.rules.expr_spans[id.index()]);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn options(&self) -> Option<Section> {
        let rows = self.rules.options.iter().map(|option| {
            let declared = crate::ruleset::Declared::certain(option.ty.clone());
            vec![
                bare_term(&option.name),
                self.rules.type_words(&declared).into(),
                self.typed(&option.ty, option.value).into(),
                option.text.clone().into(),
            ]
        });
        let heads = ["option", "settings", "unless said", "meaning"];
        let table = plain_table(heads, rows.collect())?;
        let form = DocumentBlock::Lines("option NAME SETTING".to_owned());
        Some(section("Options", vec![form, table]))
    }

    fn acts(&self) -> Option<Section> {
        let acts = self.rules.declarable().map(|action| self.act(action));
        let acts: Vec<ListItem> = acts.collect();
        let mut blocks = Vec::new();
        if !acts.is_empty() {
            blocks.push(DocumentBlock::List(acts));
        }
        let added = self.rules.actions.iter().filter(|one| one.not_declared);
        let added: Vec<ListItem> = added.map(|action| self.act(action)).collect();
        if !added.is_empty() {
            let how = "Only the rules add these: they can be expected, not declared.";
            blocks.extend([paragraph(how), DocumentBlock::List(added)]);
        }
        if let Some(attributes) = self.attributes(KindId::ACT) {
            let how =
                "What else is to be said of an act stands behind a colon, with commas between.";
            blocks.extend([paragraph(how), attributes]);
        }
        (!blocks.is_empty()).then(|| section("Acts", blocks))
    }

    /// How an act is declared, and its stages.
    fn act(&self, action: &Action) -> ListItem {
        let declared = format!("COMBATANT {}", self.rules.act_words(action));
        let mut said = say![Inline::Strong(declared.clone())];
        let title = self.rules.title_words(&action.stages[0]);
        let told = format!("COMBATANT {title}");
        if !title.is_empty() && told != declared {
            said.push(say![", or ", Inline::Strong(told)]);
        }
        if action.at_once {
            said.push("; at once");
        }
        let mut step = ListItem::from(said);
        if action.stages.len() > 1 {
            let stages = action.stages.iter().map(|stage| {
                let word = self.rules.word(stage.name);
                let title = self.rules.title_words(stage);
                ListItem::from(say![
                    "stage ",
                    bare_term(word),
                    ": ",
                    title,
                    "; expected as ",
                    Inline::Strong(format!("COMBATANT {word} {}", action.name)),
                ])
            });
            step.blocks.push(DocumentBlock::List(stages.collect()));
        }
        step
    }

    fn dice(&self) -> Option<Section> {
        let rolls = self.rules.rollable();
        let words = |roll| Prose::from(Inline::Strong(self.rules.roll_words(roll)));
        let rolls: Vec<ListItem> = rolls.iter().map(|roll| words(roll).into()).collect();
        if rolls.is_empty() {
            return None;
        }
        let how = "In the place of the dice a scenario says what they show: their sum, or each face with commas between.";
        Some(section(
            "Dice",
            vec![paragraph(how), DocumentBlock::List(rolls)],
        ))
    }

    fn answers(&self) -> Option<Section> {
        let questions = self.rules.answerable();
        let steps: Vec<ListItem> = questions.iter().map(|one| self.answer(one)).collect();
        (!steps.is_empty()).then(|| section("Answers", vec![DocumentBlock::List(steps)]))
    }

    /// A question: how it is answered, what it says, about whom in which order, and its default.
    fn answer(&self, question: &Answerable) -> ListItem {
        let mut said = say![Inline::Strong(self.rules.answer_words(question))];
        if question.is_draw {
            said.push("; names the one that is drawn");
            if question.is_chosen {
                said.push(", of those that fit");
            }
            said.push("; unless answered: left to the die, where there are several");
            return said.into();
        }
        if let Some(text) = question.text {
            said.push(" — “");
            said.push(self.question(text));
            said.push("”");
        }
        let about = question
            .about
            .iter()
            .filter_map(|(_, of)| Some(self.written((*of)?)));
        let about: Vec<String> = about.collect();
        match about.as_slice() {
            [] => {}
            [one] => said.push(format!("; about {one}")),
            several => said.push(format!("; about {}, in this order", several.join(", "))),
        }
        if question.about.iter().any(|(kind, _)| *kind == KindId::ACT) {
            said.push("; an act is named as in expectations");
        }
        if question.is_chosen {
            said.push("; only some can be named");
        }
        match (question.default, question.text) {
            (Some(default), _) => {
                said.push(format!("; unless answered: {}", self.written(default)))
            }
            (None, Some(_)) => said.push("; has to be answered"),
            (None, None) => said.push("; unless answered: no, last"),
        }
        said.into()
    }

    /// The text of a question; in the place of values stands what gives them.
    fn question(&self, text: TemplateId) -> Prose {
        let mut said = Prose::default();
        for piece in &self.rules.templates[text.index()].pieces {
            match piece {
                TemplatePiece::Plain(text) => said.push(text.as_str()),
                TemplatePiece::Hole(value, _) => said.push(bare_term(self.written(*value))),
                TemplatePiece::Holder(..) => {}
            }
        }
        said
    }

    /// The phases that count, each within those around it, and the keys by which a moment can be named.
    fn periods(&self) -> Section {
        let repeated = |id: &PhaseId| self.rules.phases[id.index()].repeats();
        let all = (0..self.rules.phases.len()).map(PhaseId::from_index);
        let forms = all.filter(repeated).map(|id| {
            let form = |inner: &str, id: PhaseId| {
                let phase = &self.rules.phases[id.index()];
                let which = if phase.turns.is_some() {
                    "of NAME"
                } else {
                    "NUMBER"
                };
                format!("{} {which} {{ {inner} }}", phase.name)
            };
            let around = self.rules.periods_around(id).into_iter().rev();
            around.fold(form("...", id), |inner, id| form(&inner, id))
        });
        let forms: Vec<String> = forms.collect();
        let mut blocks = match forms.is_empty() {
            true => vec![paragraph(
                "No phase counts: everything stands at the top of the scenario.",
            )],
            false => vec![DocumentBlock::Lines(forms.join("\n"))],
        };
        let mut keys: Vec<WordId> = Vec::new();
        for key in self.rules.orders.iter().flat_map(|order| &order.keys) {
            keys.extend(key.name.filter(|name| !keys.contains(name)));
        }
        if !keys.is_empty() {
            let keys = keys.into_iter().map(|key| bare_term(self.rules.word(key)));
            let moments = Prose::list(keys.collect(), "and");
            blocks.push(paragraph(say![
                "Expectations can also name moments by keys of the order (in KEY NUMBER): ",
                moments,
                "."
            ]));
        }
        section("Periods and moments", blocks)
    }

    fn tactics(&self) -> Option<Section> {
        let tactics = self.rules.tactics.iter().map(|tactic| {
            let mut said = say![Inline::Strong(format!("tactic {}", tactic.name))];
            if !tactic.text.is_empty() {
                said.push(format!(": {}", tactic.text));
            }
            ListItem::from(said)
        });
        let tactics: Vec<ListItem> = tactics.collect();
        let how = "Behind a colon stand the combatants and sides that follow it; without one, all do whom it fits.";
        (!tactics.is_empty()).then(|| {
            section(
                "Tactics",
                vec![DocumentBlock::List(tactics), paragraph(how)],
            )
        })
    }
}

fn section(title: &str, blocks: Vec<DocumentBlock>) -> Section {
    Section {
        title: Prose::from(title).capital(),
        ..Section::new("scenarios", title, blocks)
    }
}
