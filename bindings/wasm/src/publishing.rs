//! Rules as documents, with worked examples and odds.

use affray::document;
use affray::publish::{Pictures, Playing};
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
    let how = Playing {
        pictures: match is_html {
            true => Pictures::Screen,
            false => Pictures::None,
        },
        limits: Limits::DEFAULT,
        jobs: 1,
        watcher: &(),
    };
    let document = project.document(path, examples, &how)?;
    Ok(Written {
        text: match is_html {
            true => document::html(&document),
            false => document::markdown(&document),
        },
        unanswered: document.unanswered,
    })
}
