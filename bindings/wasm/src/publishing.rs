//! Rules as documents, with worked examples and odds.

use affray::document;
use affray::publish::{Pictures, Playing, Publication};
use affray::source::Limits;

use crate::forms::{Refusal, Written};
use crate::project::Project;

/// The document of a rule file; `format`: `html` or `markdown`.
pub fn document(
    project: &mut Project,
    path: &str,
    examples: &[String],
    format: &str,
) -> Result<Written, Refusal> {
    let is_html = match format {
        "html" => true,
        "markdown" => false,
        _ => return Err(Refusal::because("documents are `html` or `markdown`")),
    };
    let own = project.load(path, None);
    let rules = project.expand(path)?;
    let base = match own.base() {
        None => None,
        Some(base) => Some((project.expand(&base)?, base)),
    };
    let mut all = vec![own];
    for example in examples.iter().filter(|example| *example != path) {
        all.push(project.load(example, Some(path)));
    }
    if let Some(wrong) = all.iter().find(|loaded| loaded.diagnostics.has_errors()) {
        return Err(project.refusal(path, &wrong.diagnostics));
    }
    let publication = Publication {
        rules: (path, &rules),
        base: (base.as_ref()).map(|(rules, path)| (path.as_str(), rules)),
        sources: project.sources(),
    };
    let how = Playing {
        pictures: match is_html {
            true => Pictures::Screen,
            false => Pictures::None,
        },
        limits: Limits::DEFAULT,
        jobs: 1,
        watcher: &(),
    };
    let document = publication.document(&all, &how, &mut |_| ());
    let document = document.map_err(|found| project.refusal(path, &found))?;
    Ok(Written {
        text: match is_html {
            true => document::html(&document),
            false => document::markdown(&document),
        },
        unanswered: document.unanswered,
    })
}
