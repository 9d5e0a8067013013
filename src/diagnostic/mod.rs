//! What the project tells people about their rule files: one type for every stage.
//!
//! Base layer: uses `source` and `suggest` only. `report` and `view` alone know miette's traits,
//! `render` alone draws for a terminal.
//!
//! Prose: lower case, no final full stop, the user's own words in backticks, no names of Rust types.
//! The message says what is wrong, the labels show where, the help says what to do.

mod code;
mod collection;
mod excerpt;
mod findings;
pub mod github;
pub mod json;
#[cfg(feature = "native")]
mod render;
mod report;
pub mod sarif;
mod view;

pub use code::Code;
pub(crate) use collection::Capped;
pub use collection::Diagnostics;
pub use findings::Findings;
#[cfg(feature = "native")]
pub use render::{RenderStyle, render};
pub use report::MietteReport;
pub use view::Views;

use crate::source::{Quoted, Span};

/// One thing to tell about a text: what is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// What kind of trouble it is; `affray explain` tells more about it.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The place to look at first.
    pub primary: Label,
    /// Other places that belong to it, in any file.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// An edit that does it.
    pub fix: Option<Fix>,
    /// What is said instead where the edit, tried out, does not mend the text; `None`: the same without the edit.
    pub fallback: Option<Box<Diagnostic>>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// All names that could stand at its place; listed for the word at the cursor of an editor alone.
    pub candidates: Box<[String]>,
    /// The names that could stand at the place where none of them is near to what stands there.
    pub alternatives: Box<[String]>,
    /// All that cannot be read because of it; what it declares is not known.
    pub unread: Option<Span>,
}

/// How much a diagnostic matters.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rules cannot be used as they are.
    Error,
    /// The rules can be used, but probably do not say what was meant.
    Warning,
    /// Good to know.
    Note,
}

/// A place, and what is to be said about it. The text may be empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words shown at the place.
    pub text: String,
}

/// An edit that removes the trouble.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// What is replaced; a point to insert something.
    pub span: Span,
    /// What takes its place.
    pub replacement: String,
    /// Whether a program may do it unasked.
    pub applicability: Applicability,
}

/// Whether an edit may be made unasked.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Applicability {
    /// It is what was meant, and nothing else changes its meaning.
    Safe,
    /// It is a guess; a person should look at it.
    Unsafe,
}

impl Diagnostic {
    /// All places that it names.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let labels = std::iter::once(&self.primary).chain(&self.secondary);
        labels.map(|label| label.span)
    }

    /// From the beginning to the end of its place and of what cannot be read because of it.
    pub fn reach(&self) -> Span {
        let place = self.primary.span;
        self.unread.map_or(place, |unread| place.to(unread))
    }

    /// Something that keeps the rules from being used.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Error, code, span, message.into())
    }

    /// Something that is probably not what was meant.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Warning, code, span, message.into())
    }

    /// Something that is good to know.
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Note, code, span, message.into())
    }

    fn new(severity: Severity, code: Code, span: Span, message: String) -> Self {
        Diagnostic {
            code,
            severity,
            message,
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            help: None,
            fix: None,
            fallback: None,
            notes: Vec::new(),
            candidates: Box::default(),
            alternatives: Box::default(),
            unread: None,
        }
    }

    /// Says something at the main place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Shows another place, in this file or in another.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.secondary.push(Label { span, text });
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers an edit.
    pub fn fix(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        applicability: Applicability,
    ) -> Self {
        self.fix = Some(Fix {
            span,
            replacement: replacement.into(),
            applicability,
        });
        self
    }

    /// Offers an edit at which a person should look.
    pub fn guess(self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix(span, replacement, Applicability::Unsafe)
    }

    /// Says what to write, and offers to do so; a person should look at it.
    pub fn write(self, span: Span, with: impl Into<String>) -> Self {
        let with = with.into();
        let help = format!("write `{}`", Quoted(with.trim()));
        self.help(help).guess(span, with)
    }

    /// Names what is said instead where the edit turns out not to mend the text.
    pub fn or_else(mut self, fallback: Diagnostic) -> Self {
        self.fallback = Some(Box::new(fallback));
        self
    }

    /// What is left to say where the edit does not mend the text.
    pub fn without_fix(mut self) -> Self {
        let unread = self.unread;
        match self.fallback.take() {
            Some(fallback) => Diagnostic {
                unread,
                ..*fallback
            },
            None => Diagnostic { fix: None, ..self },
        }
    }

    /// Adds something worth knowing.
    pub fn remark(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}
