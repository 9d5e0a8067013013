//! When each declared act of a scenario comes, or what becomes of it, behind its line.

use std::collections::BTreeMap;
use std::time::Duration;

use gen_lsp_types as lsp;

use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::lookup::outcomes;
use crate::source::{Limits, Span};
use crate::suite;
use crate::syntax::ast;

/// How many scenarios of a file are played for its hints.
const MOST_PLAYED: usize = 50;
/// How long they are played; those that are left say so.
const TIME: Duration = Duration::from_millis(500);
/// How many steps each of them may take.
const STEPS: u64 = 100_000;

pub(super) fn hints(
    session: &mut EditorSession,
    params: lsp::InlayHintParams,
) -> Result<Vec<lsp::InlayHint>, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let places = session.places;
    let project = session.projects.at_mut(&target.spot);
    let loaded = project.load(&target.spot.path);
    let sources = project.sources();
    let wanted = |span: Span| places.is_touched(sources, span, &params.range);
    let mut told: BTreeMap<Span, String> = BTreeMap::new();
    let in_view = loaded
        .scenarios
        .iter()
        .filter(|one| wanted(one.scenario.span));
    let limits = Limits {
        steps: session.limits.steps.min(STEPS),
        ..session.limits
    };
    let began = session.interrupt.now();
    for (number, playable) in in_view.enumerate() {
        session.interrupt.ask();
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        if number >= MOST_PLAYED || began.is_some_and(|began| began.elapsed() > TIME) {
            let head = title(&loaded.tree, scenario.span);
            told.extend(head.map(|span| (span, "not played for hints".to_owned())));
            continue;
        }
        let played = suite::play(rules, scenario, None, &limits);
        told.extend(outcomes(rules, scenario, &played.journal));
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

/// Where the title of the scenario at a place stands.
fn title(tree: &ast::File, scenario: Span) -> Option<Span> {
    let mut all = tree.scenarios.iter();
    let found = all.find(|one| one.span == scenario)?;
    Some(found.title.span)
}
