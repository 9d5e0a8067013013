//! Documents and differences of rule files that are named by their paths.

use super::{Playing, Publication, PublishedRules};
use crate::diagnostic::Diagnostics;
use crate::diff::{CompareOptions, ComparedFile, GivenScenario, Report, compare};
use crate::document::Document;
use crate::load::{Files, Loader};

/// The only rule set of a file.
fn rules(
    loader: &mut Loader,
    files: &mut dyn Files,
    path: &str,
) -> Result<PublishedRules, Diagnostics> {
    let (rules, found) = loader.expand(path, files);
    rules.ok_or(found)
}

/// The document of a rule file. The scenarios in it and in the `examples`, paths of other files, are played by its rules and told in it.
///
/// # Errors
///
/// What is wrong with the files, what an example does not come to as it expects, or the fault that its runs meet.
pub fn document_of(
    loader: &mut Loader,
    files: &mut dyn Files,
    path: &str,
    examples: &[String],
    how: &Playing<'_>,
) -> Result<Document, Diagnostics> {
    let own = loader.load(path, files);
    let read = rules(loader, files, path)?;
    let base = match own.base() {
        None => None,
        Some(base) => Some((rules(loader, files, &base)?, base)),
    };
    let mut all = vec![own];
    for example in examples.iter().filter(|example| *example != path) {
        all.push(loader.load_under(example, Some(path), files));
    }
    if let Some(wrong) = all.iter().find(|loaded| loaded.diagnostics.has_errors()) {
        return Err(wrong.diagnostics.clone());
    }
    let publication = Publication {
        rules: (path, &read),
        base: base.as_ref().map(|(rules, path)| (path.as_str(), rules)),
        sources: loader.sources(),
    };
    publication.document(&all, how, &mut |_| ())
}

/// What differs between two rule files, given by their paths, and how each of these scenarios goes by the two.
///
/// # Errors
///
/// What is wrong with the first that has errors.
pub fn differences(
    loader: &mut Loader,
    files: &mut dyn Files,
    [left, right]: [&str; 2],
    scenarios: &[GivenScenario],
    wanted: CompareOptions<'_>,
) -> Result<Report, Diagnostics> {
    let one = rules(loader, files, left)?;
    let other = rules(loader, files, right)?;
    let one = ComparedFile {
        file: left,
        rules: &one,
    };
    let other = ComparedFile {
        file: right,
        rules: &other,
    };
    Ok(compare(one, other, scenarios, wanted, loader.sources()))
}
