//! Where elaborated expressions, texts, and what else bodies bring forth are gathered. Data only; knows no names and no tree.

use std::collections::BTreeSet;

use super::resolved_names::ResolvedNames;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk;
use crate::ruleset::{
    AskedActions, Expr, ExprId, Function, FunctionId, KindId, Local, PersonQuestion, Phase,
    QuestionId, Ruleset, Template, TemplateId, TextId,
};
use crate::source::Span;

/// What the bodies of a file have brought forth so far.
#[derive(Default)]
pub(super) struct CheckOutput {
    pub exprs: Vec<Expr>,
    pub spans: Vec<Span>,
    /// How many expressions lie in each other in each of them.
    pub heights: Vec<u32>,
    /// Texts that are values; their ids follow those that the ruleset has already.
    pub texts: Vec<String>,
    pub templates: Vec<Template>,
    pub questions: Vec<PersonQuestion>,
    /// Of which actions combatants are asked for acts.
    pub asked: BTreeSet<AskedActions>,
    /// Phases by their ids, once their bodies are done.
    pub phases: Vec<Option<Phase>>,
    /// Definitions that no author wrote: defaults that need names of their own.
    pub hidden: Vec<Function>,
    /// The names, and what they stand for.
    pub resolved: ResolvedNames,
    /// How often something was read for one of several keys or numbers.
    pub copies: usize,
}

/// So often something can be read for one of several keys or numbers, in a whole file.
const MOST_COPIES: usize = 20_000;

/// The records that a query looks at.
pub(super) struct Looked {
    pub kind: KindId,
    pub local: Local,
    pub filter: Option<ExprId>,
}

impl Looked {
    /// Those of a kind that the filter lets through; the local stands for each.
    pub fn at(kind: KindId, local: Local, filter: Option<ExprId>) -> Self {
        Looked {
            kind,
            local,
            filter,
        }
    }
}

impl CheckOutput {
    /// Adds an expression.
    pub fn push(&mut self, expr: Expr, span: Span) -> ExprId {
        let parts = walk::parts(&expr).into_iter();
        let height = parts.map(|part| self.height(part) + 1).max();
        self.heights.push(height.unwrap_or(0));
        self.exprs.push(expr);
        self.spans.push(span);
        ExprId::from_index(self.exprs.len() - 1)
    }

    /// How many expressions lie in each other in this one.
    pub fn height(&self, id: ExprId) -> u32 {
        self.heights[id.index()]
    }

    /// The id of a text that is a value; equal texts have one id.
    pub fn text(&mut self, rules: &Ruleset, text: String) -> TextId {
        if let Some(known) = rules.texts.iter().position(|other| *other == text) {
            return TextId::from_index(known);
        }
        let index = self
            .texts
            .iter()
            .position(|other| *other == text)
            .unwrap_or_else(|| {
                self.texts.push(text);
                self.texts.len() - 1
            });
        TextId::from_index(rules.texts.len() + index)
    }

    /// Counts what is read for each of so many keys or numbers.
    ///
    /// # Errors
    ///
    /// That it is too much for one file; said once.
    pub fn count_copies(&mut self, copies: usize, span: Span) -> Result<(), Option<Diagnostic>> {
        let before = self.copies;
        self.copies = before.saturating_add(copies);
        if self.copies <= MOST_COPIES {
            return Ok(());
        }
        if before > MOST_COPIES {
            return Err(None);
        }
        let message = format!(
            "the keys and the numbers that are searched are more than {MOST_COPIES}, taken together"
        );
        let refused = Diagnostic::error(Code::NumberTooLarge, span, message);
        Err(Some(
            refused.help("let keys and searches run over fewer numbers"),
        ))
    }

    /// Adds a text with holes.
    pub fn template(&mut self, template: Template) -> TemplateId {
        self.templates.push(template);
        TemplateId::from_index(self.templates.len() - 1)
    }

    /// Adds a question.
    pub fn question(&mut self, question: PersonQuestion) -> QuestionId {
        self.questions.push(question);
        QuestionId::from_index(self.questions.len() - 1)
    }

    /// Adds a definition that no author wrote.
    pub fn hide(&mut self, rules: &Ruleset, function: Function) -> FunctionId {
        self.hidden.push(function);
        FunctionId::from_index(rules.functions.len() + self.hidden.len() - 1)
    }
}
