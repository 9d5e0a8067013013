//! Titles, and the precedence of statements: which is over which.

use std::collections::BTreeMap;

use super::cycles;
use super::items;
use super::symbol_table::meant;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, english};
use crate::syntax::ast::{Name, Text};

/// The titles of statements of one kind, and what each is over.
pub(super) struct TitledStatements<'a> {
    pub what: &'static str,
    pub plural: &'static str,
    pub list: Vec<(&'a Text, &'a [Text])>,
    /// What the statements of the other kind are, and their titles.
    pub apart: (&'static str, Vec<&'a Text>),
}

/// The title of each statement of a kind; no two may have the same.
pub(super) fn titles<'t>(
    plural: &str,
    texts: impl Iterator<Item = &'t Text>,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let mut places: BTreeMap<String, Span> = BTreeMap::new();
    let title = |text: &Text| {
        let title = items::title(text, diagnostics);
        let first = *places.entry(title.clone()).or_insert(text.span);
        if first != text.span {
            let message = format!("`{title}` is the title of two {plural}");
            let error = Diagnostic::error(Code::DuplicateName, text.span, message);
            let error = error.label("once more here").also(first, "first here");
            diagnostics.push(error.help("give one of them another title"));
        }
        title
    };
    texts.map(title).collect()
}

impl<'a> TitledStatements<'a> {
    /// Statements of one kind by their title and what they are over, apart from those of another kind.
    pub fn new(
        (what, plural): (&'static str, &'static str),
        list: impl Iterator<Item = (&'a Text, &'a Vec<Text>)>,
        other: &'static str,
        apart: impl Iterator<Item = &'a Text>,
    ) -> Self {
        TitledStatements {
            what,
            plural,
            list: list.map(|(title, over)| (title, over.as_slice())).collect(),
            apart: (other, apart.collect()),
        }
    }

    /// Their titles, and which is over which.
    pub fn sorted_out(&self, diagnostics: &mut Diagnostics) -> (Vec<String>, Vec<(usize, usize)>) {
        let texts = self.list.iter().map(|one| one.0);
        let titles = titles(self.plural, texts, diagnostics);
        let over = self.over(&titles, diagnostics);
        (titles, over)
    }

    /// Which is over which, by their places in the list: (stronger, weaker). A circle is a mistake.
    pub fn over(&self, titles: &[String], diagnostics: &mut Diagnostics) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let places = titles.iter().enumerate().rev();
        let places: BTreeMap<&str, usize> = places
            .map(|(place, title)| (title.as_str(), place))
            .collect();
        for (stronger, (_, over)) in self.list.iter().enumerate() {
            for text in *over {
                let title = items::title(text, diagnostics);
                match places.get(title.as_str()) {
                    Some(&weaker) => pairs.push((stronger, weaker)),
                    None => diagnostics.push(self.unknown(diagnostics, text, title, titles)),
                }
            }
        }
        let mut edges = vec![Vec::new(); titles.len()];
        pairs
            .iter()
            .for_each(|(stronger, weaker)| edges[*stronger].push(*weaker));
        for cycle in cycles::cycles(&edges) {
            diagnostics.push(self.circle(&cycle, titles));
        }
        pairs
    }

    fn unknown(
        &self,
        found: &Diagnostics,
        text: &Text,
        title: String,
        titles: &[String],
    ) -> Diagnostic {
        let (other, apart) = &self.apart;
        if apart.iter().any(|text| items::plain(text) == title) {
            let (what, plural) = (self.what, self.plural);
            let (own, other) = (english::a(what), english::a(other));
            let message = format!("`{title}` is {other}, not {own}");
            let error = Diagnostic::error(Code::UnknownName, text.span, message);
            return error.help(format!(
                "{own} is over other {plural} only; placements count before all exceptions"
            ));
        }
        let message = format!("there is no {} `{title}`", self.what);
        let complaint = Diagnostic::error(Code::UnknownName, text.span, message);
        let inner = Span {
            start: text.span.start.saturating_add(1).min(text.span.end),
            end: text.span.end.saturating_sub(1).max(text.span.start),
            ..text.span
        };
        let name = Name {
            text: title,
            span: inner,
        };
        meant(found, complaint, &name, titles.iter().map(String::as_str))
    }

    fn circle(&self, cycle: &[usize], titles: &[String]) -> Diagnostic {
        let span = |node: usize| self.list[node].0.span;
        let error = |first: usize| {
            let message = match cycle {
                [_] => format!("`{}` is over itself", titles[first]),
                _ => format!("these {} are over each other in a circle", self.plural),
            };
            Diagnostic::error(Code::OverCircle, span(first), message)
                .help("leave out one `over`, so that one of them is the strongest")
        };
        let over = |below: usize| format!("over `{}`", titles[below]);
        cycles::complaint(cycle, span, error, over)
    }
}
