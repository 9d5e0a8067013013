//! Two rule files compared, in structure and in play.

use affray::diff::{CompareOptions, GivenScenario, SearchSettings, TextStyle, text};
use affray::load::{Loaded, Playable};
use affray::source::{Limits, Span, Watcher};

use crate::forms::{DiffWish, Difference, Refusal};
use crate::project::{Project, title_of};

impl Default for DiffWish {
    /// As `affray diff` searches.
    fn default() -> Self {
        let search = SearchSettings::default();
        DiffWish {
            scenarios: Vec::new(),
            search: true,
            seed: search.seed,
            tries: search.tries,
            attribute: false,
            width: 80,
        }
    }
}

pub fn diff(
    project: &mut Project,
    left: &str,
    right: &str,
    wish: &DiffWish,
    watcher: Option<&dyn Watcher>,
) -> Result<Difference, Refusal> {
    let given = given(project, &wish.scenarios, [left, right]);
    let wanted = CompareOptions {
        search: wish.search.then_some(SearchSettings {
            seed: wish.seed,
            tries: wish.tries,
            watcher,
            ..SearchSettings::default()
        }),
        attribution: wish.attribute,
        limits: Limits::DEFAULT,
    };
    let report = project.differences([left, right], &given, wanted)?;
    let style = TextStyle { width: wish.width };
    Ok(Difference {
        text: text(&report, style),
        report,
    })
}

/// Scenarios as each of the two rule files has them.
fn given(project: &mut Project, paths: &[String], rules: [&str; 2]) -> Vec<GivenScenario> {
    let mut given = Vec::new();
    for path in paths {
        let [left, right] = rules.map(|rules| project.load(path, Some(rules)));
        for tree in &left.tree.scenarios {
            let scenarios = match (find(&left, tree.span), find(&right, tree.span)) {
                (Some(one), Some(other)) => Ok([one.scenario.clone(), other.scenario.clone()]),
                (one, _) => {
                    let (which, loaded) = match one {
                        None => (rules[0], &left),
                        Some(_) => (rules[1], &right),
                    };
                    let first = loaded.diagnostics.iter().next();
                    let why = first.map_or("it has errors", |first| first.message.as_str());
                    Err(format!("by {which}: {why}"))
                }
            };
            given.push(GivenScenario {
                file: path.clone(),
                title: title_of(tree, &left),
                scenarios,
            });
        }
    }
    given
}

fn find(loaded: &Loaded, span: Span) -> Option<&Playable> {
    loaded
        .scenarios
        .iter()
        .find(|one| one.scenario.span == span)
}
