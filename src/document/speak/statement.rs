//! What is done, as English sentences in steps.

use super::{Dictionary, Speaker, ValueShape, bare_term, emphasised, linked, spaced, words};
use crate::document::tree::{DocumentBlock, ListItem, Prose, paragraph, say};
use crate::source::Span;
use crate::syntax::ast::{
    self, Category, Expr, ExprKind, Name, PhaseDef, Statement, StatementKind, Text,
};

impl Speaker<'_> {
    /// Statements as steps, with the author's remarks before them. `from`: where the first may have remarks from.
    pub fn steps(&mut self, block: &ast::Block, from: Option<Span>) -> Vec<ListItem> {
        let mark = self.scope.mark();
        let mut steps = Vec::new();
        let mut before = from;
        let mut asked = None;
        for (number, statement) in block.statements.iter().enumerate() {
            let remarks = match before {
                Some(before) => self.remarks.between(before.at_end(), statement.span),
                None => Vec::new(),
            };
            before = Some(statement.span);
            let mut step = self.statement(&block.statements[number..], asked.take());
            step.remarks.splice(0..0, remarks.into_iter().map(ended));
            if !step.prose.is_empty() || !step.remarks.is_empty() {
                steps.push(step);
            }
            if let StatementKind::Ask { name, .. } = &statement.kind {
                asked = Some(name.text.clone());
            }
        }
        self.scope.back_to(mark);
        steps
    }

    /// Statements as sentences in one paragraph, where no steps can stand.
    pub fn sentences(&mut self, block: &ast::Block) -> Prose {
        fn flat(step: ListItem) -> Prose {
            let mut said = step.prose;
            for block in step.blocks {
                if let DocumentBlock::Steps(steps) | DocumentBlock::List(steps) = block {
                    for step in steps {
                        said.push(" ");
                        said.push(flat(step));
                    }
                }
            }
            said
        }
        Prose::joined(self.steps(block, None).into_iter().map(flat), " ")
    }

    /// The first of these statements. `asked`: the question that the statement before it has asked.
    fn statement(&mut self, statements: &[Statement], asked: Option<String>) -> ListItem {
        let (statement, rest) = (&statements[0], &statements[1..]);
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => return self.branches(branches, otherwise.as_ref(), asked),
            StatementKind::Each {
                kind,
                name,
                range,
                filter,
                order,
                body,
            } => {
                let filter = filter.as_ref();
                return self.for_each((kind, name), range.as_ref(), filter, order, body);
            }
            StatementKind::Repeat { condition, body } => {
                let condition = self.condition(condition);
                return self.with_body(say!["As long as ", condition], body, statement.span);
            }
            StatementKind::RepeatTimes { count, name, body } => {
                return self.repeat_times(count, name.as_ref(), body, statement.span);
            }
            StatementKind::Phase(phase) => return self.inner_phase(phase),
            StatementKind::Set { place, value } => self.set(place, value),
            StatementKind::Add { place, value } => {
                let (value, place) = (self.inside(value), self.value(place));
                say!["add ", value, " to ", place]
            }
            StatementKind::Subtract { place, value } => {
                let (value, place) = (self.inside(value), self.value(place));
                say!["subtract ", value, " from ", place]
            }
            StatementKind::Let { name, value } => self.let_it_be(name, value, rest),
            StatementKind::Ask {
                who,
                name,
                about: _,
                question,
                ty,
                among,
                default,
                only,
            } => {
                let default = default.as_deref();
                let only = only.as_ref().map(|only| self.condition(only));
                let asked = self.ask(who, (name, question), ty, among.as_ref(), default);
                match only {
                    Some(only) => say![asked, ", but only if ", only],
                    None => asked,
                }
            }
            StatementKind::Cancel { act, word, because } => {
                let act = self.value(act);
                let word = word
                    .as_ref()
                    .map_or_else(|| "cancelled".to_owned(), |word| spaced(&word.text));
                let said = say![act, " comes to nothing: it is ", bare_term(word)];
                self.because(said, because.as_ref())
            }
            StatementKind::Refuse { because } => {
                self.because("the act is refused".into(), Some(because))
            }
            StatementKind::RefuseDeclarations { who, because } => {
                let who = self.value(who);
                self.because(
                    say!["whatever ", who, " would declare is refused"],
                    Some(because),
                )
            }
            StatementKind::Resolve { condition } => self.resolve(condition.as_ref()),
            StatementKind::Raise { event, arguments } => self.raise(event, arguments),
            StatementKind::Do {
                procedure,
                arguments,
                name,
            } => {
                let known = (self.words.procedures.get(procedure.text.as_str())).copied();
                let parameters = known.map(|known| &known.parameters[..]);
                let handed = self.handed(parameters.unwrap_or_default(), arguments);
                let term = self.term(Category::Procedure, &procedure.text);
                let said = say!["go through “", term, "”", handed];
                match name {
                    Some(name) => say![said, self.named_result(name, known)],
                    None => said,
                }
            }
            StatementKind::Result { value } => say!["the result is ", self.value(value)],
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                let key = self.value(key);
                let shown = (self.words.functions.get(table.text.as_str()))
                    .and_then(|table| table.table.clone());
                let term = linked(
                    shown.unwrap_or_else(|| spaced(&table.text)),
                    Dictionary::anchor(Category::Table, &table.text),
                );
                let values = self.several(arguments);
                let for_whom = match values.is_empty() {
                    true => Prose::default(),
                    false => say![" for ", Prose::list(values, "and")],
                };
                say![
                    "look up ",
                    key,
                    " on the table ",
                    term,
                    for_whom,
                    " and do what it says"
                ]
            }
            StatementKind::EndCombat { because } => {
                self.because("the combat ends".into(), because.as_ref())
            }
            StatementKind::LeaveTurn => "this turn is over".into(),
            StatementKind::LeaveRepeat => "this is the end of the repetition".into(),
            StatementKind::Leave { phase } => say!["this is the end of ", self.phase(&phase.text)],
            StatementKind::Note { text } => {
                let text = self.quoted(text);
                say!["say: ", text]
            }
            StatementKind::Reveal { shown } => match (&shown.kind, self.sort(shown)) {
                (ExprKind::Name(_), ValueShape::Record(kind)) if kind != "act" => {
                    say!["reveal all that is secret of ", self.value(shown)]
                }
                _ => say!["reveal ", self.value(shown)],
            },
            StatementKind::Shuffle { kind, which } => self.shuffle(kind, which.as_ref()),
            StatementKind::New {
                kind,
                title,
                name,
                settings,
            } => self.new_record(kind, (name.as_ref(), title.as_ref()), settings),
            StatementKind::Rolls {
                who,
                dice,
                added,
                name,
                tally,
                while_equal,
                text,
            } => {
                let told = self.rolls(who, (dice, added), name, tally.as_ref(), text.as_ref());
                match while_equal {
                    true => say![told, "; those who are equal roll again, until none are"],
                    false => told,
                }
            }
            StatementKind::Draws {
                who,
                kind,
                name,
                filter,
                order: _,
            } => self.draws(who, kind, name, filter.as_ref()),
            StatementKind::TakesTurn { who } => {
                say![
                    self.value(who),
                    " has the turn first, and then comes the one whose turn it was to be"
                ]
            }
            StatementKind::Declares { who, acts, secret } => self.declares(who, acts, *secret),
            StatementKind::Does {
                who,
                action,
                name,
                next,
                settings,
            } => self.does(who, action, name.as_ref(), *next, settings),
        }
        .sentence()
        .into()
    }

    /// `gm draws card k where not k.drawn`. The name stands from then on for what is drawn.
    fn draws(&mut self, who: &Expr, kind: &Name, name: &Name, filter: Option<&Expr>) -> Prose {
        let said = self.value(who);
        // An attribute of this name keeps it.
        let is_kept = match self.sort(who) {
            ValueShape::Record(owner) => self.words.attribute(&owner, &name.text).is_some(),
            _ => false,
        };
        let drawn = self.each(&kind.text, &name.text, filter);
        let article = words::article(&drawn.plain());
        let drawn = match is_kept {
            true => say![
                drawn.without(&format!(" (the {})", spaced(&name.text))),
                " as its ",
                emphasised(name)
            ],
            false => drawn,
        };
        say![said, " draws ", article, " ", drawn, ", if there is one"]
    }

    /// `shuffle card k where k.holder is missing`
    fn shuffle(&mut self, kind: &Name, which: Option<&(Name, Expr)>) -> Prose {
        let kind = self.words.kind_of_several(&kind.text).unwrap_or(&kind.text);
        match which {
            None => say!["shuffle the ", self.words.plural(kind)],
            Some((name, filter)) => {
                let each = self.each(kind, &name.text, Some(filter));
                say!["shuffle every ", each]
            }
        }
    }

    fn because(&mut self, said: Prose, because: Option<&Text>) -> Prose {
        match because {
            Some(text) => {
                let text = self.quoted(text);
                say![said, " (", text, ")"]
            }
            None => said,
        }
    }

    /// A head, and what is done under it: on one line if that is one short sentence.
    pub(super) fn with_body(&mut self, head: Prose, body: &ast::Block, span: Span) -> ListItem {
        let steps = self.steps(body, Some(span.at_start()));
        headed(head, steps)
    }

    fn branches(
        &mut self,
        branches: &[(Expr, ast::Block)],
        otherwise: Option<&ast::Block>,
        asked: Option<String>,
    ) -> ListItem {
        let mut steps = Vec::new();
        for (number, (condition, body)) in branches.iter().enumerate() {
            let head = if number == 0 { "If " } else { "Or else, if " };
            let answered = asked
                .as_ref()
                .filter(|_| number == 0)
                .and_then(|asked| answer(condition, asked));
            let from = condition.span;
            let step = match answered {
                Some(true) => self.with_body("If so".into(), body, from),
                Some(false) => self.with_body("If not".into(), body, from),
                None => {
                    let conditions = self.conditions(&[condition]);
                    match conditions.short() {
                        Some(clause) => self.with_body(say![head, clause], body, from),
                        None => {
                            let (which, list) = conditions.in_list();
                            let mut step = ListItem::from(say![head, which]);
                            step.blocks.push(DocumentBlock::List(list));
                            let then =
                                headed("Then".into(), self.steps(body, Some(from.at_start())));
                            step.blocks.push(paragraph(then.prose));
                            step.blocks.extend(then.blocks);
                            step
                        }
                    }
                }
            };
            steps.push(step);
        }
        if let Some(block) = otherwise {
            // Remarks from where the body before it ends.
            let from = branches.last().map(|(condition, body)| {
                (body.statements.last()).map_or(condition.span, |last| last.span)
            });
            let inner = self.steps(block, from);
            steps.push(headed("Otherwise".into(), inner));
        }
        if steps.len() == 1 {
            return steps.remove(0);
        }
        let is_short = steps.iter().all(|step| {
            step.blocks.is_empty()
                && step.remarks.is_empty()
                && !step.prose.plain().contains(", if ")
        });
        if is_short && steps.iter().map(|step| step.prose.len()).sum::<usize>() < 320 {
            return Prose::joined(steps.into_iter().map(|step| step.prose), " ").into();
        }
        if let [first, second] = steps.as_mut_slice() {
            // Two cases read better one behind the other than as a list.
            if first.blocks.is_empty()
                && second.remarks.is_empty()
                && !first.prose.plain().contains(", if ")
            {
                return ListItem {
                    prose: say![first.prose.clone(), " ", second.prose.clone()],
                    blocks: second.blocks.clone(),
                    ..ListItem::default()
                };
            }
        }
        ListItem {
            prose: "The first of these that applies:".into(),
            blocks: vec![DocumentBlock::List(steps)],
            ..ListItem::default()
        }
    }

    /// A phase inside a phase.
    fn inner_phase(&mut self, phase: &PhaseDef) -> ListItem {
        let heading = self.phase_heading(phase);
        let mut step = ListItem {
            anchor: Dictionary::anchor(Category::Phase, &phase.name.text),
            prose: heading,
            ..ListItem::default()
        };
        step.blocks = self.phase_body(phase);
        step
    }
}

/// A head, and the steps under it: in one sentence if there is but one and it is short.
pub(in crate::document) fn headed(head: Prose, steps: Vec<ListItem>) -> ListItem {
    if let [step] = steps.as_slice() {
        let is_plain = step.remarks.is_empty() && step.anchor.is_empty();
        let is_head = matches!(
            step.blocks.as_slice(),
            [DocumentBlock::List(_) | DocumentBlock::Steps(_)]
        ) && step.prose.plain().ends_with(':');
        // A case inside a case keeps its own line, so that its `otherwise` is not taken for that of the other.
        let said = step.prose.plain();
        // Nor does one condition follow upon another in one sentence.
        let condition = head.plain();
        let conditional = condition.starts_with("If ")
            || condition.starts_with("Or else, if ")
            || condition.contains(", if ");
        let nested = said.starts_with("If ")
            && (conditional || said.contains(" Otherwise") || said.contains(" Or else"));
        if is_plain
            && !nested
            && (step.blocks.is_empty() || is_head)
            && head.len() + step.prose.len() < 260
        {
            let gap = if condition == "Then" { " " } else { ", " };
            return ListItem {
                prose: say![head, gap, small(step.prose.clone())].capital(),
                blocks: step.blocks.clone(),
                ..ListItem::default()
            };
        }
    }
    if steps.is_empty() {
        return say![head, ", nothing is done."].capital().into();
    }
    ListItem {
        prose: say![head, ":"].capital(),
        blocks: vec![DocumentBlock::Steps(steps)],
        ..ListItem::default()
    }
}

/// A remark that a sentence follows: with a full stop where it has none.
fn ended(mut remark: Prose) -> Prose {
    if remark
        .plain()
        .ends_with(|last: char| last.is_alphanumeric() || last == ')')
    {
        remark.push(".");
    }
    remark
}

/// Without the capital of its beginning.
pub(super) fn small(mut said: Prose) -> Prose {
    use crate::document::tree::Inline;
    // What stands in italics is a word of the rules, which have no capitals.
    if let Some(Inline::Text(text) | Inline::Term(text, None)) = said.0.first_mut() {
        let mut chars = text.chars();
        if let Some(first) = chars.next() {
            let rest = chars.as_str();
            if !rest.starts_with(|c: char| c.is_uppercase()) {
                *text = first.to_lowercase().chain(rest.chars()).collect();
            }
        }
    }
    said
}

/// Whether a condition is but the answer to this question: that it is yes, or no.
fn answer(condition: &Expr, asked: &str) -> Option<bool> {
    match &condition.kind {
        ExprKind::Name(name) if name.text == asked => Some(true),
        ExprKind::Not(inner) => answer(inner, asked).map(|yes| !yes),
        _ => None,
    }
}
