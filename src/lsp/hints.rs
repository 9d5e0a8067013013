//! When each declared act of a scenario comes, or what becomes of it, behind its line.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;

use super::session::Session;
use super::wire::Refusal;
use crate::lookup::arrivals;
use crate::source::{Limits, Span};
use crate::suite;

/// How many scenarios of a file are played for its hints.
const MOST_PLAYED: usize = 50;

pub(super) fn hints(
    session: &mut Session,
    params: lsp::InlayHintParams,
) -> Result<Vec<lsp::InlayHint>, Refusal> {
    let target = session.target(&params.text_document.uri)?;
    let places = session.places;
    let project = session.projects.at_mut(&target.spot);
    let loaded = project.load(&target.spot.path);
    let sources = project.sources();
    let wanted = |span: Span| {
        let range = places.span(sources, span);
        range.start <= params.range.end && params.range.start <= range.end
    };
    let mut told: BTreeMap<Span, String> = BTreeMap::new();
    let in_view = loaded
        .scenarios
        .iter()
        .filter(|one| wanted(one.scenario.span));
    for playable in in_view.take(MOST_PLAYED) {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
        told.extend(arrivals(rules, scenario, &played.journal));
    }
    let hints = told.into_iter().filter(|(span, _)| wanted(*span));
    Ok(hints
        .map(|(span, text)| lsp::InlayHint {
            position: places.span(sources, span).end,
            label: text.into(),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
        .collect())
}
