//! From a path to checked rules and scenarios: reads files, follows `extends`, `uses` and `rules`, puts rule sets together and has them
//! checked. Opens no file itself: it asks [`Files`]. Only `disk` and `write`, with the feature `native`, touch a disk.

#[cfg(feature = "native")]
pub mod append;
mod assembly;
#[cfg(feature = "native")]
mod bases;
mod builtin;
mod cascades;
#[cfg(feature = "native")]
mod disk;
mod expand;
mod files;
mod gather;
mod inherited;
mod invalidation;
mod libraries;
mod mending;
mod merge;
mod messages;
mod path;
mod playable;
mod prefetch;
mod references;
mod rephrase;
mod resolved;
mod snapshots;
mod trial;
mod untaken;
#[cfg(feature = "native")]
pub mod write;
mod wrong_names;

pub use assembly::{Assembly, ItemPlace};
pub use builtin::{BUILTIN, SCHEME, builtin, find_builtin, short, templates};
#[cfg(feature = "native")]
pub use disk::{Disk, PROJECT_FILE, at_most, read};
pub use expand::Expanded;
pub use files::{EXTENSION, Files, UnknownSetting, UnknownSettings, Unreadable, digest};
pub use path::{is_inside, resolve};
pub use references::{Reference, Referent};
pub use resolved::{ResolvedRules, ResolvedScenario};
pub use snapshots::Kept;

use cascades::Unread;
use trial::Trials;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::check::{self, Checked};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::scenario::Scenario;
use crate::source::guard::admit;
use crate::source::{FileId, Limits, Sources, Span, Watcher};
use crate::study::{self, Inherited};
use crate::syntax::{self, ast, setting};

/// Loads files, and remembers what it has read, parsed and checked: many scenarios can share their rules.
///
/// A file is read once. Who wants to see a change on the disk begins with a new loader.
#[derive(Clone, Debug, Default)]
pub struct Loader {
    limits: Limits,
    /// Rule sets are studied too.
    studies: bool,
    /// What every scenario asks beside its own questions, and what is wrong with it.
    asked: (Vec<ast::ScenarioEntry>, Diagnostics),
    /// Each of them as words of a transcript, if it can be.
    asked_as_words: Vec<Option<ast::ScenarioEntry>>,
    /// The title of the only scenario that is asked this.
    asked_only: Option<String>,
    /// What names stand for is kept.
    resolves: bool,
    /// Is told what is checked and studied.
    watcher: Option<Arc<dyn Watcher + Send + Sync>>,
    sources: Sources,
    /// By their paths.
    parsed: BTreeMap<String, Arc<Parsed>>,
    /// Files whose text has changed, as they were read before.
    stale: BTreeMap<String, Arc<Parsed>>,
    /// By the path of the file and the index of the rule set in it.
    rules: BTreeMap<(String, usize), Arc<Ready>>,
    /// The files of snapshots, each with the line that wants it.
    snapshots: BTreeMap<String, Span>,
    /// How often a file is read and checked again to try the edits that are proposed for it.
    trials: Trials,
    /// How many mistakes are mended in the texts of a trial.
    mended: usize,
}

/// A file, and all that was made of it.
#[derive(Debug)]
pub struct Loaded {
    /// Its path from the root of the project.
    pub path: String,
    /// Its number; `None` if it could not be read.
    pub file: Option<FileId>,
    /// Its tree.
    pub tree: Arc<ast::File>,
    /// Its rule sets, without those that have errors.
    pub rules: Vec<Arc<Checked>>,
    /// Its scenarios, without those that have errors or whose rules have.
    pub scenarios: Vec<Playable>,
    /// Those of all its scenarios whose transcript is kept.
    pub snapshots: Vec<Kept>,
    /// What the names in its rule sets and its scenarios stand for, where the loader keeps that.
    pub resolved: (Vec<Arc<ResolvedRules>>, Vec<Arc<ResolvedScenario>>),
    /// The paths of all files that it needs, found or not; its own too.
    pub needed: BTreeSet<String>,
    /// What is wrong with all that was needed for it, sorted.
    pub diagnostics: Diagnostics,
}

impl Loaded {
    /// The path of the file that its first rule set extends.
    pub fn base(&self) -> Option<String> {
        let rules = self.tree.rules.first()?;
        resolve(&self.path, &rules.extends.as_ref()?.plain()).ok()
    }

    /// The tree of one of its scenarios, with what it takes from another.
    pub(crate) fn tree_of(&self, playable: &Playable) -> Option<Cow<'_, ast::Scenario>> {
        let mut trees = self.tree.scenarios.iter();
        let tree = trees.find(|tree| tree.span == playable.scenario.span)?;
        setting::whole(&self.tree, tree).ok()
    }

    /// The [`digest`] of all texts that it needs.
    pub fn digest(&self, sources: &Sources) -> u64 {
        let needed = self.needed.iter().filter_map(|path| {
            let text = sources.files().find(|&one| sources.name(one) == path)?;
            Some((path.as_str(), sources.text(text)))
        });
        digest(needed)
    }
}

/// A scenario and its rules, ready to run.
#[derive(Clone, Debug)]
pub struct Playable {
    /// The rules by which it is played.
    pub rules: Arc<Checked>,
    /// The scenario.
    pub scenario: Scenario,
}

/// A file that was read.
#[derive(Clone, Debug)]
struct Parsed {
    /// From the root of the project.
    path: String,
    id: FileId,
    tree: Arc<ast::File>,
    found: Diagnostics,
}

/// A rule set that was put together and checked.
#[derive(Debug)]
struct Ready {
    checked: Option<Arc<Checked>>,
    /// What its names stand for, where the loader keeps that.
    resolved: Option<Arc<ResolvedRules>>,
    /// If it extends another one: what the study compares it with, where it is studied.
    inherited: Option<Inherited>,
    /// The paths of all files that it is made of.
    made_of: BTreeSet<String>,
    /// About all files that it is made of.
    found: Diagnostics,
}

impl Loader {
    /// A loader that has read nothing yet.
    pub fn new(limits: Limits) -> Self {
        Loader {
            limits,
            ..Loader::default()
        }
    }

    /// Has the rule sets studied too: what is allowed but probably not meant is then among the diagnostics.
    pub fn studying(mut self) -> Self {
        self.studies = true;
        self
    }

    /// Has every scenario ask this too, as if it stood in it as `odds ...`; what cannot be read is told, in a text of this name, with a line for each.
    pub fn asking(mut self, name: &str, questions: &[String]) -> Self {
        if questions.is_empty() {
            return self;
        }
        let questions = questions.iter();
        let questions: Vec<String> = questions
            .map(|question| syntax::in_quotes(question, &self.limits))
            .collect();
        let file = self.sources.add(name, questions.join("\n"));
        self.asked = syntax::questions(file, &questions, &self.limits);
        let as_words = questions.iter().map(|question| {
            let words = syntax::as_words(question)?;
            let read = syntax::questions(file, &[words], &self.limits);
            read.0.into_iter().next()
        });
        self.asked_as_words = as_words.collect();
        self
    }

    /// Has only the scenario with this title asked, if one is named.
    pub fn asking_only(mut self, title: Option<&str>) -> Self {
        self.asked_only = title.map(str::to_owned);
        self
    }

    /// Keeps what the names in rule sets and scenarios stand for.
    pub fn resolving(mut self) -> Self {
        self.resolves = true;
        self
    }

    /// Tells this watcher, while a file is loaded, how many of its rule sets and scenarios have been checked; and how far its study is.
    pub fn watched_by(mut self, watcher: Arc<dyn Watcher + Send + Sync>) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// Tells the watcher the progress.
    fn progress(&self, done: usize, total: usize) {
        if let Some(watcher) = &self.watcher {
            watcher.tried(done as u64, total as u64);
        }
    }

    /// The texts read so far; all places in diagnostics and rules are places in them.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// A place in a file that is none of the texts: for what is said about that file as a whole.
    pub fn mention(&mut self, path: &str) -> Span {
        Span::new(self.sources.add(path, ""), 0, 0)
    }

    /// Loads a file with everything that it needs. The path starts from the root of the project.
    pub fn load(&mut self, path: &str, files: &mut dyn Files) -> Loaded {
        self.load_under(path, None, files)
    }

    /// Loads a file whose scenarios are all to be played by the rules of another file.
    pub fn load_under(&mut self, path: &str, rules: Option<&str>, files: &mut dyn Files) -> Loaded {
        let mut loaded = self.untried(path, rules, files);
        let found = std::mem::take(&mut loaded.diagnostics);
        let found = self.with_settings(files, found);
        let found = wrong_names::declared_otherwise(found, &self.sources);
        let tried = self.tried((path, rules), found.clone());
        let mended = self.mended((path, rules), &loaded, (found, tried));
        let told = cascades::without_uses(&mended);
        loaded.diagnostics = wrong_names::told_once(&told, &loaded.tree, &self.sources);
        loaded
    }

    /// The same, with what in the settings of the project means nothing. That a folder is unknown follows from it.
    fn with_settings(&mut self, files: &mut dyn Files, found: Diagnostics) -> Diagnostics {
        let Some(settings) = files.unknown_settings() else {
            return found;
        };
        let known = self.sources.files();
        let known = known.filter(|&file| self.sources.name(file) == settings.path);
        let same = |file: &FileId| self.sources.text(*file) == settings.text;
        let file = { known }.find(same);
        let file = file.unwrap_or_else(|| self.sources.add(&settings.path, settings.text));
        let told = settings
            .found
            .into_iter()
            .map(|one| messages::unknown_setting(file, one));
        let follows = |one: &&Diagnostic| {
            let place = self.sources.snippet(one.primary.span);
            one.code == Code::CannotRead && path::in_base(place.trim_matches('"')).is_some()
        };
        let mut all: Diagnostics = told.collect();
        all.extend(found.iter().filter(|one| !follows(one)).cloned());
        all.sort();
        all
    }

    /// Loads a file, with all edits that are proposed for it, whether they hold or not.
    fn untried(&mut self, path: &str, rules: Option<&str>, files: &mut dyn Files) -> Loaded {
        let mut loaded = Loaded {
            path: path.to_owned(),
            file: None,
            tree: Arc::default(),
            rules: Vec::new(),
            scenarios: Vec::new(),
            snapshots: Vec::new(),
            resolved: Default::default(),
            needed: BTreeSet::from([path.to_owned()]),
            diagnostics: Diagnostics::new(),
        };
        self.progress(0, 1);
        if let Some(file) = self.given(path, files, &mut loaded.diagnostics) {
            let (sets, scenarios) = (&file.tree.rules, &file.tree.scenarios);
            let total = sets.len() + scenarios.len();
            loaded.file = Some(file.id);
            loaded.tree = Arc::clone(&file.tree);
            loaded.diagnostics.extend(file.found.clone());
            loaded.diagnostics.extend(self.asked.1.clone());
            if file.is_empty() {
                loaded.diagnostics.push(messages::empty(&file));
            }
            for index in 0..sets.len() {
                self.progress(index, total);
                let ready = self.ready(&file, index, files);
                loaded.diagnostics.extend(ready.found.clone());
                loaded.rules.extend(ready.checked.clone());
                loaded.resolved.0.extend(ready.resolved.clone());
                loaded.needed.extend(ready.made_of.iter().cloned());
            }
            let mut told = match file.tree.rules.is_empty() {
                true => BTreeSet::new(),
                false => BTreeSet::from([file.path.clone()]),
            };
            for (number, scenario) in scenarios.iter().enumerate() {
                self.progress(sets.len() + number, total);
                let found = &mut loaded.diagnostics;
                let play = self.playable(&file, scenario, rules, files, &mut told, found);
                loaded.scenarios.extend(play.playable);
                loaded.resolved.1.extend(play.resolved.map(Arc::new));
                loaded.needed.extend(play.needed);
                let kept = self.kept(&file.path, scenario, &mut loaded.diagnostics);
                loaded.snapshots.extend(kept);
            }
        }
        loaded.diagnostics.sort();
        loaded
    }

    /// A file that the caller names.
    fn given(
        &mut self,
        path: &str,
        files: &mut dyn Files,
        found: &mut Diagnostics,
    ) -> Option<Arc<Parsed>> {
        let why = match self.file(path, files) {
            Ok(file) => return Some(file),
            Err(why) => why,
        };
        let nowhere = self.mention(path);
        found.push(messages::unreadable(path, &why, nowhere));
        None
    }

    /// A file, read and parsed once.
    fn file(&mut self, path: &str, files: &mut dyn Files) -> Result<Arc<Parsed>, Unreadable> {
        if let Some(known) = self.parsed.get(path) {
            return Ok(Arc::clone(known));
        }
        let bytes = match (builtin(path), path.starts_with(SCHEME)) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, true) => {
                let why = "there are no such rules in the program";
                return Err(Unreadable::Cannot(why.to_owned()));
            }
            (None, false) => files.read(path)?,
        };
        if let Some(file) = self.renewed(path, &bytes) {
            return Ok(file);
        }
        let admitted = self.admit(path, bytes);
        let file = Arc::new(self.parse(path, &admitted));
        self.parsed.insert(path.to_owned(), Arc::clone(&file));
        Ok(file)
    }

    /// Takes a file in; if it may not be read, with the reason.
    fn admit(&mut self, path: &str, bytes: Vec<u8>) -> (FileId, Option<Diagnostic>) {
        // How much all files of one program may have together is counted when they are put together.
        let alone = Limits {
            total_bytes: usize::MAX,
            ..self.limits
        };
        admit(&mut self.sources, path, bytes, &alone)
    }

    /// The path of a file that was read.
    fn path_of(&self, file: FileId) -> Option<&str> {
        let known = self.parsed.values().find(|parsed| parsed.id == file);
        known.map(|parsed| parsed.path.as_str())
    }

    /// Parses a file that was taken in.
    fn parse(&self, path: &str, (id, refused): &(FileId, Option<Diagnostic>)) -> Parsed {
        let (tree, found) = match refused {
            None => syntax::parse(*id, self.sources.text(*id), &self.limits),
            Some(why) => (ast::File::default(), Diagnostics::from_iter([why.clone()])),
        };
        Parsed {
            path: path.to_owned(),
            id: *id,
            tree: Arc::new(tree),
            found,
        }
    }

    /// One rule set of a file, put together and checked once.
    fn ready(&mut self, file: &Arc<Parsed>, index: usize, files: &mut dyn Files) -> Arc<Ready> {
        let key = (file.path.clone(), index);
        if let Some(known) = self.rules.get(&key) {
            return Arc::clone(known);
        }
        let gathered = gather::gather(self, files, file, index);
        let parts = &gathered.parts;
        let made_of = gathered.paths;
        let unread = parts.iter().flat_map(|part| part.file.found_in_rules());
        let mut unread = Unread::of(unread, None, &self.sources);
        unread.file |= gathered.found.has_errors();
        let mut found = gathered.found;
        let merged = merge::merge(parts, &self.sources);
        let items: Vec<&ast::Item> = merged.items.iter().map(AsRef::as_ref).collect();
        let set = &file.tree.rules[index];
        let examined = check::examine(
            &set.name,
            set.title.as_ref(),
            &items,
            set.span,
            self.no_diagnostics(),
        );
        let said = merge::retell(examined.found, &merged.gone, &items, parts, &self.sources);
        found.extend(
            (merged.found.into_iter().chain(said))
                .filter(|one| !unread.explains(one, &self.sources)),
        );
        let sound = unread.is_nothing() && !found.has_errors();
        let checked = examined.checked.map(Arc::new);
        let resolved = self.resolves.then(|| {
            Arc::new(ResolvedRules {
                index,
                trees: (parts.iter())
                    .map(|part| Arc::clone(&part.file.tree))
                    .collect(),
                declared: checked
                    .clone()
                    .or(examined.draft.map(Arc::new))
                    .unwrap_or_default(),
                names: examined.resolved,
            })
        });
        let checked = checked.filter(|_| sound);
        for part in parts {
            found.extend(part.file.found.clone());
        }
        let is_studied = checked.is_some() && (self.studies || self.resolves);
        let inherited = match is_studied {
            true => self.inherited(file, index, files),
            false => None,
        };
        if let Some(checked) = checked.as_ref().filter(|_| self.studies) {
            found.extend(own_study(checked, file.id, inherited.as_ref(), None));
        }
        found.sort();
        let ready = Arc::new(Ready {
            checked,
            resolved,
            inherited,
            made_of,
            found,
        });
        self.rules.insert(key, Arc::clone(&ready));
        ready
    }
}

/// What the study says about a rule set and the file in which it stands.
fn own_study(
    checked: &Checked,
    file: FileId,
    inherited: Option<&Inherited>,
    watcher: Option<&dyn Watcher>,
) -> Vec<Diagnostic> {
    // What the files around it come to is told where they are studied.
    let own = |one: &Diagnostic| one.spans().any(|span| span.file == file);
    study::watched(&checked.ruleset, inherited, watcher)
        .into_iter()
        .filter(own)
        .collect()
}
