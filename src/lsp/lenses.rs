//! What can be done with a scenario, above its first line.

use gen_lsp_types as lsp;
use serde_json::json;

use super::commands::{ACCEPT, RUN, WHY};
use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::lookup::plain;

pub(super) fn lenses(
    session: &mut EditorSession,
    params: lsp::CodeLensParams,
) -> Result<Vec<lsp::CodeLens>, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let places = session.places;
    let project = session.projects.at_mut(&target.spot);
    let loaded = project.load(&target.spot.path);
    let sources = project.sources();
    let mut lenses = Vec::new();
    for scenario in &loaded.tree.scenarios {
        let range = places.span(sources, scenario.title.span);
        let title = plain(&scenario.title);
        let kept = loaded
            .snapshots
            .iter()
            .any(|kept| kept.scenario == scenario.span);
        let mut offered = vec![("run", RUN), ("why", WHY)];
        if kept {
            offered.push(("accept snapshot", ACCEPT));
        }
        lenses.extend(offered.into_iter().map(|(name, command)| lsp::CodeLens {
            range,
            command: Some(lsp::Command {
                title: name.to_owned(),
                command: command.to_owned(),
                arguments: Some(vec![json!(params.text_document.uri), json!(title)]),
                tooltip: None,
            }),
            data: None,
        }));
    }
    Ok(lenses)
}
