//! A project in memory: its files, what is in them, and new ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use affray::check::Checked;
use affray::diagnostic::Diagnostics;
use affray::diagnostic::json::{JsonDiagnostic, JsonReport};
use affray::diff::{CompareOptions, GivenScenario, Report};
use affray::document::Document;
use affray::load::{self, BUILTIN, Expanded, Loaded, Loader, Playable, SCHEME};
use affray::publish::{Playing, differences, document_of};
use affray::source::{Clean, Limits, Sources, Span};
use affray::starter;
use affray::syntax::ast::{EntryKind, Scenario, Text};

use crate::forms::{Begun, BuiltIn, Contents, Refusal, RulesHead, ScenarioHead};

/// Files by their paths from the root, and what has been made of them.
#[derive(Default)]
pub struct Project {
    pub files: BTreeMap<String, String>,
    loader: Loader,
}

impl Project {
    /// No files.
    pub fn new() -> Self {
        Project {
            files: BTreeMap::new(),
            loader: Loader::new(Limits::DEFAULT),
        }
    }

    /// Puts a file in, or takes it away.
    pub fn set_file(&mut self, path: &str, text: Option<String>) {
        if self.files.get(path) == text.as_ref() {
            return;
        }
        match text {
            Some(text) => {
                self.files.insert(path.to_owned(), text);
                self.loader.changed(path);
            }
            None => {
                self.files.remove(path);
                self.loader.forget(path);
            }
        }
    }

    pub fn sources(&self) -> &Sources {
        self.loader.sources()
    }

    pub fn load(&mut self, path: &str, rules: Option<&str>) -> Loaded {
        self.loader.load_under(path, rules, &mut self.files)
    }

    /// A rule set put into one and checked.
    pub fn expand(&mut self, path: &str) -> Result<(Expanded, Arc<Checked>), Refusal> {
        let (rules, found) = self.loader.expand(path, &mut self.files);
        rules.ok_or_else(|| self.refusal(path, &found))
    }

    /// The document of a rule file, with the scenarios of other files as worked examples.
    pub fn document(
        &mut self,
        path: &str,
        examples: &[String],
        how: &Playing<'_>,
    ) -> Result<Document, Refusal> {
        let made = document_of(&mut self.loader, &mut self.files, path, examples, how);
        made.map_err(|found| self.refusal(path, &found))
    }

    /// What differs between two rule files, and how these scenarios go by them.
    pub fn differences(
        &mut self,
        [left, right]: [&str; 2],
        scenarios: &[GivenScenario],
        wanted: CompareOptions<'_>,
    ) -> Result<Report, Refusal> {
        let (loader, files) = (&mut self.loader, &mut self.files);
        let made = differences(loader, files, [left, right], scenarios, wanted);
        made.map_err(|found| {
            let first = found.iter().next();
            let path = first.map_or(left, |one| self.sources().name(one.primary.span.file));
            self.refusal(path, &found)
        })
    }

    /// The scenario of a file that is meant: the one of this title, or the first.
    pub fn playable(
        &mut self,
        path: &str,
        title: Option<&str>,
        rules: Option<&str>,
    ) -> Result<(Playable, Diagnostics), Refusal> {
        let loaded = self.load(path, rules);
        pick(loaded, title).map_err(|found| self.refusal(path, &found))
    }

    /// What is wrong with a file.
    pub fn refusal(&self, path: &str, found: &Diagnostics) -> Refusal {
        refusal(path, found, self.sources())
    }

    pub fn told(&self, found: &Diagnostics) -> Vec<JsonDiagnostic> {
        JsonReport::new(found, self.sources()).diagnostics
    }

    pub fn line(&self, span: Span) -> u32 {
        self.sources().line_col(span).line
    }

    pub fn contents(&mut self, path: &str) -> Contents {
        let loaded = self.load(path, None);
        let rules = loaded.tree.rules.iter().map(|rules| RulesHead {
            name: rules.name.text.clone(),
            title: rules
                .title
                .as_ref()
                .map_or(rules.name.text.clone(), Text::plain),
            extends: (rules.extends.as_ref())
                .and_then(|extends| load::resolve(path, &extends.plain()).ok()),
        });
        let scenarios = loaded.tree.scenarios.iter().map(|tree| ScenarioHead {
            title: title_of(tree, &loaded),
            line: self.line(tree.title.span),
            playable: loaded
                .scenarios
                .iter()
                .any(|one| one.scenario.span == tree.span),
            rules: rules_of(tree, path),
        });
        Contents {
            rules: rules.collect(),
            scenarios: scenarios.collect(),
            needed: loaded.needed.iter().cloned().collect(),
        }
    }

    /// A new rule file: a variant of a base, or one of a kind, or one with notes to learn from.
    pub fn begin(
        &mut self,
        name: &str,
        base: Option<&str>,
        template: Option<&str>,
    ) -> Result<Begun, Refusal> {
        let path = starter::file_name(name).map_err(Refusal::because)?;
        if self.files.contains_key(&path) {
            let why = format!("`{}` is there already", Clean(&path));
            return Err(Refusal::because(why));
        }
        let begun = |text, plays| Begun {
            path: path.clone(),
            text,
            plays,
        };
        if let Some(base) = base {
            let (expanded, checked) = self.expand(base)?;
            let named = match base.starts_with(SCHEME) {
                true => load::short(base),
                false => base,
            };
            let base = starter::Base {
                named,
                expanded: &expanded,
                rules: &checked.ruleset,
                sources: self.loader.sources(),
            };
            let made = starter::variant(name, &path, &base, &mut self.files.clone());
            return Ok(begun(made.text, made.plays));
        }
        let Some(template) = template else {
            return Ok(begun(starter::fresh(name), true));
        };
        let known = load::templates().find(|known| known.0 == template);
        let text = known.and_then(|(_, text)| starter::renamed(text, name));
        let text = text.ok_or_else(|| Refusal::because("there is no such kind of rule file"))?;
        Ok(begun(text, true))
    }
}

/// The scenario of a loaded file that is meant; what is wrong with the file, if anything is.
pub fn pick(loaded: Loaded, title: Option<&str>) -> Result<(Playable, Diagnostics), Diagnostics> {
    let mut scenarios = loaded.scenarios.into_iter();
    let found = match title {
        Some(title) => scenarios.find(|one| one.scenario.title == title),
        None => scenarios.next(),
    };
    match found {
        Some(found) => Ok((found, loaded.diagnostics)),
        None => Err(loaded.diagnostics),
    }
}

/// What is wrong with a file.
pub fn refusal(path: &str, found: &Diagnostics, sources: &Sources) -> Refusal {
    let path = Clean(path);
    Refusal {
        message: match found.has_errors() {
            true => format!("`{path}`, or a file that it needs, has errors"),
            false => format!("what is asked for is not in `{path}`"),
        },
        diagnostics: JsonReport::new(found, sources).diagnostics,
    }
}

/// The files that are part of the library.
pub fn built_in() -> Vec<BuiltIn> {
    let files = BUILTIN.iter().map(|(name, text)| BuiltIn {
        path: format!("{SCHEME}{name}"),
        text,
    });
    files.collect()
}

/// The title of a scenario, also of one that has errors.
pub fn title_of(tree: &Scenario, loaded: &Loaded) -> String {
    let mut playable = loaded.scenarios.iter();
    let known = playable.find(|one| one.scenario.span == tree.span);
    known.map_or_else(|| tree.title.plain(), |one| one.scenario.title.clone())
}

/// The path of the rules of a scenario, where it names some.
pub fn rules_of(tree: &Scenario, path: &str) -> Option<String> {
    let mut entries = tree.entries.iter();
    let rules = entries.find_map(|entry| match &entry.kind {
        EntryKind::Rules(rules) => Some(rules),
        _ => None,
    })?;
    load::resolve(path, &rules.plain()).ok()
}
