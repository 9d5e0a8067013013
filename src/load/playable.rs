//! From a scenario to the rules by which it is played. Knows which file a scenario names, not what a scenario means.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cascades::within;
use super::{Files, Loader, Parsed, Playable, ResolvedScenario, Unread, messages, path};
use crate::check::{self, Meaning};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Clean, Span, english};
use crate::syntax::{self, ast};

/// What came of a scenario.
#[derive(Default)]
pub(super) struct Play {
    /// Ready to run, if nothing is wrong with it.
    pub(super) playable: Option<Playable>,
    /// What its names stand for, where the loader keeps that.
    pub(super) resolved: Option<ResolvedScenario>,
    /// The paths of the files that it needs, found or not.
    pub(super) needed: BTreeSet<String>,
}

/// A file whose rules a scenario is played by, and the place that says so.
type RulesSource = (Arc<Parsed>, Span);

/// How many files are named that may hold the rules of a scenario.
const MOST_NAMED: usize = 4;

impl Loader {
    /// A scenario of a file with its rules, checked; `instead`: by the rules of that file. What is wrong with the rules of `told` files has been told.
    pub(super) fn playable(
        &mut self,
        file: &Arc<Parsed>,
        tree: &ast::Scenario,
        instead: Option<&str>,
        files: &mut dyn Files,
        told: &mut BTreeSet<String>,
        found: &mut Diagnostics,
    ) -> Play {
        let mut play = Play::default();
        let tree = &match syntax::setting::whole(&file.tree, tree) {
            Ok(whole) => whole,
            Err(mistake) => {
                found.extend([mistake]);
                return play;
            }
        };
        let home = match instead {
            Some(path) => (self.given(path, files, found)).map(|home| (home, tree.title.span)),
            None => self
                .home(file, tree, files, &mut play.needed)
                .map_err(|mistake| found.extend(mistake))
                .ok(),
        };
        let Some((home, named)) = home else {
            return play;
        };
        play.needed.insert(home.path.clone());
        let is_new = told.insert(home.path.clone());
        if is_new {
            found.extend(home.found.clone());
        }
        let Some(index) = messages::only_rules(&home, named)
            .map_err(|mistake| found.extend(mistake))
            .ok()
        else {
            return play;
        };
        let ready = self.ready(&home, index, files);
        play.needed.extend(ready.made_of.iter().cloned());
        if is_new {
            found.extend(ready.found.clone());
        }
        let Some(rules) = ready.checked.clone() else {
            return play;
        };
        let mut asking = ast::Scenario::clone(tree);
        let title = messages::plain(&tree.title).unwrap_or_default();
        let only = self.asked_only.as_ref();
        if only.is_none_or(|only| only.eq_ignore_ascii_case(&title)) {
            asking.entries.extend(self.asked.0.iter().cloned());
        }
        let mut examined = check::scenario::examine(&rules, &asking, self.no_diagnostics());
        if examined.1.has_errors() && asking.entries.len() > tree.entries.len() {
            // What is no act and no value by these rules may be words of theirs.
            let complained = |entry: &ast::ScenarioEntry| {
                let mut all = examined.1.iter();
                all.any(|one| within(entry.span, one.primary.span))
            };
            let readings = self.asked.0.iter().zip(&self.asked_as_words);
            let readings = readings.map(|(read, words)| match words {
                Some(words) if complained(read) => words,
                _ => read,
            });
            let mut otherwise = ast::Scenario::clone(tree);
            otherwise.entries.extend(readings.cloned());
            let otherwise = check::scenario::examine(&rules, &otherwise, self.no_diagnostics());
            if !otherwise.1.has_errors() {
                examined = otherwise;
            }
        }
        let (scenario, said, mut names) = examined;
        let setting = syntax::setting::of(&file.tree, tree);
        let own = tree.title.span;
        names.declares(own, Meaning::Local(own));
        if let (Some(like), Some(setting)) = (&tree.like, setting) {
            names.uses(like.span, Meaning::Local(setting.title.span));
        }
        let in_setting = setting.map(|setting| file.found_within(setting.span));
        let unread = Unread::of(
            (file.found_within(tree.span)).chain(in_setting.into_iter().flatten()),
            Some(tree.span),
            &self.sources,
        );
        // What is wrong with a setting is told of the scenario whose it is.
        let is_own = |one: &Diagnostic| {
            let elsewhere = setting.filter(|setting| within(setting.span, one.primary.span));
            elsewhere.is_none()
        };
        found.extend(
            said.into_iter()
                .filter(|one| is_own(one) && !unread.explains(one, &self.sources)),
        );
        play.resolved = ready.resolved.as_ref().map(|resolved| ResolvedScenario {
            span: tree.span,
            title: (scenario.as_ref()).map_or_else(String::new, |one| one.title.clone()),
            proves: (scenario.as_ref()).map_or_else(Vec::new, |one| one.proves.clone()),
            rules: Arc::clone(resolved),
            names,
        });
        let scenario = scenario.filter(|_| unread.is_nothing());
        play.playable = scenario.map(|scenario| Playable { rules, scenario });
        play
    }

    /// The file with the rules of a scenario: the one that it names, else its own.
    fn home(
        &mut self,
        file: &Arc<Parsed>,
        scenario: &ast::Scenario,
        files: &mut dyn Files,
        needed: &mut BTreeSet<String>,
    ) -> Result<RulesSource, Option<Diagnostic>> {
        let mut paths = scenario
            .entries
            .iter()
            .filter_map(|entry| match &entry.kind {
                ast::EntryKind::Rules(path) => Some(path),
                _ => None,
            });
        match (paths.next(), paths.next()) {
            (Some(first), Some(second)) => Err(Some(twice(first, second))),
            (Some(named), None) => {
                let plain =
                    messages::plain(named).and_then(|plain| path::resolve(&file.path, &plain));
                let path = plain.map_err(|why| messages::misnamed(named, &why, files))?;
                needed.insert(path.clone());
                let home = self
                    .file(&path, files)
                    .map_err(|why| messages::unreadable(&path, &why, named.span))?;
                Ok((home, named.span))
            }
            (None, _) if file.tree.rules.is_empty() && !file.found.has_errors() => {
                Err(Some(no_rules(scenario, &files.beside(&file.path))))
            }
            (None, _) => Ok((Arc::clone(file), scenario.title.span)),
        }
    }
}

fn twice(first: &ast::Text, second: &ast::Text) -> Diagnostic {
    Diagnostic::error(
        Code::DuplicateSetting,
        second.span,
        "a scenario is played by the rules of one file",
    )
    .label("a second file")
    .also(first.span, "the first one")
    .help("leave one of them out")
}

/// `beside`: the other files of its folder.
fn no_rules(scenario: &ast::Scenario, beside: &[String]) -> Diagnostic {
    let message = "nothing says by which rules this scenario is played";
    let named = beside.iter().take(MOST_NAMED);
    let named: Vec<String> = named
        .map(|name| format!("`rules \"{}\"`", Clean(name)))
        .collect();
    let how = match named.is_empty() {
        true => "`rules \"../rules/duel.affray\"`".to_owned(),
        false => english::joined(&named, ", ", " or "),
    };
    let error = Diagnostic::error(Code::MissingValue, scenario.title.span, message);
    error.help(format!(
        "name their file as its first line, from the folder of this file: {how}"
    ))
}
