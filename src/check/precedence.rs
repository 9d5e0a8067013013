//! Titles, and the precedence of statements: which is over which.

use std::collections::BTreeMap;

use super::cycles;
use super::items;
use super::symbol_table::meant;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::ast::{Name, Text};

/// The titles of statements of one kind, and what each is over.
pub(super) struct Titled<'a> {
    pub what: &'static str,
    pub plural: &'static str,
    pub list: Vec<(&'a Text, &'a [Text])>,
}

impl Titled<'_> {
    /// The title of each; no two may have the same.
    pub fn titles(&self, diagnostics: &mut Diagnostics) -> Vec<String> {
        let mut titles: Vec<String> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for (index, (text, _)) in self.list.iter().enumerate() {
            let title = items::title(text, diagnostics);
            let first = *places.entry(title.clone()).or_insert(index);
            if first != index {
                diagnostics.push(
                    Diagnostic::error(
                        Code::DuplicateName,
                        text.span,
                        format!("`{title}` is the title of two {}", self.plural),
                    )
                    .label("once more here")
                    .also(self.list[first].0.span, "first here")
                    .help("give one of them another title"),
                );
            }
            titles.push(title);
        }
        titles
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
        let span = text.span;
        let inner = Span {
            start: span.start.saturating_add(1).min(span.end),
            end: span.end.saturating_sub(1).max(span.start),
            ..span
        };
        let complaint = Diagnostic::error(
            Code::UnknownName,
            span,
            format!("there is no {} `{title}`", self.what),
        );
        meant(
            found,
            complaint,
            &Name {
                text: title,
                span: inner,
            },
            titles.iter().map(String::as_str),
        )
    }

    fn circle(&self, cycle: &[usize], titles: &[String]) -> Diagnostic {
        // Begins with the first of the file, so that the message does not depend on the search.
        let start = cycle
            .iter()
            .enumerate()
            .min_by_key(|(_, place)| self.list[**place].0.span)
            .map_or(0, |(index, _)| index);
        let turned: Vec<usize> = cycle
            .iter()
            .cycle()
            .skip(start)
            .take(cycle.len())
            .copied()
            .collect();
        let first = turned[0];
        let message = match turned.as_slice() {
            [_] => format!("`{}` is over itself", titles[first]),
            _ => format!("these {} are over each other in a circle", self.plural),
        };
        let mut complaint = Diagnostic::error(Code::OverCircle, self.list[first].0.span, message)
            .help("leave out one `over`, so that one of them is the strongest");
        for (index, place) in turned.iter().enumerate() {
            let below = turned[(index + 1) % turned.len()];
            let text = format!("over `{}`", titles[below]);
            complaint = if index == 0 {
                complaint.label(text)
            } else {
                complaint.also(self.list[*place].0.span, text)
            };
        }
        complaint
    }
}
