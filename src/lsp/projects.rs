//! The files at hand: open texts laid over the disk, loaded project by project. Finds and loads; says nothing to anybody.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Capped, Diagnostic, Diagnostics};
use crate::load::{EXTENSION, Files, Loaded, Loader, UnknownSettings, Unreadable};
use crate::lookup::NameIndex;
use crate::source::{FileId, Limits, Sources};

use super::folder::{Folder, Host};
use super::interrupt::Interrupt;
use super::places::{path_of, uri_of};
use super::shift::Edit;

/// A text that is open in the editor.
#[derive(Clone, Debug)]
pub(super) struct OpenDocument {
    pub text: String,
    pub version: i32,
    /// As the client spells its address.
    pub uri: String,
}

/// A folder, with the open texts laid over it.
#[derive(Clone, Debug)]
pub(super) struct EditorOverlay {
    pub folder: Folder,
    pub open: BTreeMap<String, OpenDocument>,
}

impl Files for EditorOverlay {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match self.open.get(path) {
            Some(document) => Ok(document.text.clone().into_bytes()),
            None => self.folder.read(path),
        }
    }

    fn help_outside(&self, above: usize, rest: &str) -> Option<String> {
        self.folder.help_outside(above, rest)
    }

    fn beside(&self, path: &str) -> Vec<String> {
        self.folder.beside(path)
    }

    fn unknown_settings(&mut self) -> Option<UnknownSettings> {
        self.folder.unknown_settings()
    }
}

/// What is said about files, by their paths.
pub(super) type FileMessages = BTreeMap<String, Vec<Diagnostic>>;

/// The files below one folder.
pub(super) struct EditorProject {
    pub files: EditorOverlay,
    interrupt: Arc<Interrupt>,
    loader: Loader,
    /// By their paths.
    loaded: BTreeMap<String, Arc<Loaded>>,
    /// What loading each file had to say.
    said: BTreeMap<String, FileMessages>,
    /// What the study had to say about the rules in each file. It is kept until it is studied again.
    studied: BTreeMap<String, FileMessages>,
    /// Files whose rules are to be studied.
    unstudied: BTreeSet<String>,
    /// Files that are not open in the editor and have not been read yet.
    unseen: BTreeSet<String>,
    /// The one of them that is being looked at.
    in_hand: Option<String>,
    /// Files about which something new may be to say.
    pub news: BTreeSet<String>,
    /// All its files have been looked for.
    whole: bool,
    /// The names in and around a file, until anything changes.
    indexes: BTreeMap<String, Arc<NameIndex>>,
}

/// A file in its project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ProjectFile {
    pub project: usize,
    pub path: String,
}

/// All projects that have a file at hand.
pub(super) struct EditorProjects {
    /// Where files are that are not open.
    host: Host,
    /// Stops what they do.
    interrupt: Arc<Interrupt>,
    pub list: Vec<EditorProject>,
    /// The folders that the client has opened.
    pub folders: Vec<PathBuf>,
}

impl EditorProjects {
    /// None yet.
    pub(super) fn new(host: Host, interrupt: Arc<Interrupt>) -> Self {
        EditorProjects {
            host,
            interrupt,
            list: Vec::new(),
            folders: Vec::new(),
        }
    }

    /// Where a file lies. Texts that are not among the files of the host lie in the folder of the client.
    pub(super) fn spot(&mut self, uri: &str) -> Option<ProjectFile> {
        let around = path_of(uri).and_then(|path| self.host.around(&path));
        let (folder, path) = match around {
            Some(found) => found,
            None => {
                let folder = self.host.below(self.folders.first())?;
                let inner = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
                let name: String = uri
                    .chars()
                    .map(|c| if inner(c) { c } else { '_' })
                    .collect();
                (folder, format!("{name}{EXTENSION}"))
            }
        };
        let project = self.project(folder);
        Some(ProjectFile { project, path })
    }

    fn project(&mut self, folder: Folder) -> usize {
        let known = self
            .list
            .iter()
            .position(|one| one.files.folder.root() == folder.root());
        known.unwrap_or_else(|| {
            let interrupt = Arc::clone(&self.interrupt);
            self.list.push(EditorProject::new(folder, interrupt));
            self.list.len() - 1
        })
    }

    /// The project of a folder that the client has opened, all of whose files are to be looked at.
    pub(super) fn look_through(&mut self, folder: &Path) {
        let Some((around, _)) = self.host.around(&folder.join("x")) else {
            return;
        };
        let number = self.project(around);
        let project = &mut self.list[number];
        let found = project.files.folder.files_below(folder).into_iter();
        let new = found.filter(|path| !project.loaded.contains_key(path));
        project.unseen.extend(new);
    }

    /// Schedules all files of the project of a file: a search for every use of a name includes files that are not open.
    pub(super) fn look_around(&mut self, spot: &ProjectFile) {
        let project = &mut self.list[spot.project];
        if std::mem::replace(&mut project.whole, true) {
            return;
        }
        let files = &project.files.folder;
        let folder = match files.is_marked() {
            true => files.root().to_path_buf(),
            false => {
                let file = files.root().join(&spot.path);
                file.parent().unwrap_or(files.root()).to_path_buf()
            }
        };
        self.look_through(&folder);
    }

    /// The project of a file.
    pub(super) fn at(&self, spot: &ProjectFile) -> &EditorProject {
        &self.list[spot.project]
    }

    pub(super) fn at_mut(&mut self, spot: &ProjectFile) -> &mut EditorProject {
        &mut self.list[spot.project]
    }
}

impl EditorProject {
    fn new(folder: Folder, interrupt: Arc<Interrupt>) -> Self {
        EditorProject {
            files: EditorOverlay {
                folder,
                open: BTreeMap::new(),
            },
            loader: EditorProject::loader(&interrupt),
            interrupt,
            loaded: BTreeMap::new(),
            said: BTreeMap::new(),
            studied: BTreeMap::new(),
            unstudied: BTreeSet::new(),
            unseen: BTreeSet::new(),
            in_hand: None,
            news: BTreeSet::new(),
            whole: false,
            indexes: BTreeMap::new(),
        }
    }

    fn loader(interrupt: &Arc<Interrupt>) -> Loader {
        // Edits are tried at every change of a text: a few times only.
        let loader = Loader::new(Limits::DEFAULT).resolving().trying(4);
        loader.watched_by(Arc::<Interrupt>::clone(interrupt))
    }

    /// Forgets all that was made of the files, but not the files: after a mistake of the program itself.
    pub(super) fn start_over(&mut self) {
        self.loader = EditorProject::loader(&self.interrupt);
        let again: BTreeSet<String> = self.loaded.keys().cloned().collect();
        self.loaded.clear();
        self.indexes.clear();
        self.studied.clear();
        self.unstudied.clear();
        self.unseen.extend(again);
        // The mistake would be made again.
        if let Some(path) = self.in_hand.take() {
            self.unseen.remove(&path);
        }
    }

    pub(super) fn sources(&self) -> &Sources {
        self.loader.sources()
    }

    /// The address of a file, as the client spells it if it is open.
    pub(super) fn uri(&self, path: &str) -> String {
        match self.files.open.get(path) {
            Some(document) => document.uri.clone(),
            None => {
                super::copies::uri(path).unwrap_or_else(|| uri_of(&self.files.folder.place(path)))
            }
        }
    }

    /// The file at a number.
    pub(super) fn path(&self, file: FileId) -> &str {
        self.sources().name(file)
    }

    /// A file has another text. `edit`: where, if it is one place.
    pub(super) fn changed(&mut self, path: &str, edit: Option<Edit>) {
        self.indexes.clear();
        let file = self.loaded.get(path).and_then(|loaded| loaded.file);
        let needing: Vec<String> = (self.loaded.iter())
            .filter(|(own, loaded)| *own == path || loaded.needed.contains(path))
            .map(|(own, _)| own.clone())
            .collect();
        self.loader.changed(path);
        for own in needing {
            self.loaded.remove(&own);
            if let Some(said) = self.said.get_mut(&own) {
                said.remove(path);
            }
            self.unseen.insert(own);
        }
        if self.files.open.contains_key(path) {
            self.unseen.insert(path.to_owned());
        }
        self.news.insert(path.to_owned());
        for said in self.studied.values_mut() {
            if let (Some(file), Some(edit)) = (file, edit) {
                for diagnostics in said.values_mut() {
                    super::shift::shift(diagnostics, file, edit);
                }
            } else {
                said.remove(path);
            }
        }
    }

    /// Loads a file, unless nothing has changed since.
    pub(super) fn load(&mut self, path: &str) -> Arc<Loaded> {
        if let Some(known) = self.loaded.get(path) {
            return Arc::clone(known);
        }
        let loaded = Arc::new(self.loader.load(path, &mut self.files));
        let said = by_file(&loaded.diagnostics, self.loader.sources());
        self.news.extend(said.keys().cloned());
        let before = self.said.insert(path.to_owned(), said);
        self.news
            .extend(before.into_iter().flatten().map(|(path, _)| path));
        self.news.insert(path.to_owned());
        self.unseen.remove(path);
        if !loaded.rules.is_empty() && self.files.open.contains_key(path) {
            self.unstudied.insert(path.to_owned());
        }
        self.loaded.insert(path.to_owned(), Arc::clone(&loaded));
        loaded
    }

    /// Loads all open files that have changed, or need one that has.
    pub(super) fn load_open(&mut self) {
        let open: Vec<String> = self.files.open.keys().cloned().collect();
        for path in open {
            self.load(&path);
        }
    }

    /// The pause before the next work in the background; `None` where there is none.
    pub(super) fn has_work(&self) -> Option<BackgroundWork> {
        if !self.unstudied.is_empty() {
            return Some(BackgroundWork::Study);
        }
        (!self.unseen.is_empty()).then_some(BackgroundWork::Look)
    }

    /// Studies the rules of one file.
    pub(super) fn study(&mut self) {
        let Some(path) = self.unstudied.first().cloned() else {
            return;
        };
        // What is stopped stays to be done.
        let is_loaded = self.loaded.contains_key(&path);
        let found = is_loaded.then(|| self.loader.study(&path));
        self.unstudied.remove(&path);
        let Some(found) = found else {
            return;
        };
        let said = by_file(&found, self.loader.sources());
        self.news.extend(said.keys().cloned());
        let before = self.studied.insert(path, said);
        self.news
            .extend(before.into_iter().flatten().map(|(path, _)| path));
    }

    /// Reads one file that is not open, or that is not there any more.
    pub(super) fn look(&mut self) {
        let Some(path) = self.unseen.first().cloned() else {
            return;
        };
        self.in_hand = Some(path.clone());
        match self.files.open.contains_key(&path) || self.files.read(&path).is_ok() {
            true => _ = self.load(&path),
            false => self.forget(&path),
        }
        self.unseen.remove(&path);
        self.in_hand = None;
    }

    /// Notes that a file which is not open may have been created.
    pub(super) fn look_at(&mut self, path: &str) {
        self.unseen.insert(path.to_owned());
    }

    /// A file is gone.
    fn forget(&mut self, path: &str) {
        self.loader.forget(path);
        self.loaded.remove(path);
        let before = [self.said.remove(path), self.studied.remove(path)];
        let before = before.into_iter().flatten().flatten();
        self.news.extend(before.map(|(path, _)| path));
        self.news.insert(path.to_owned());
    }

    /// Loads all files of the folders of the client.
    pub(super) fn load_all(&mut self) {
        while !self.unseen.is_empty() {
            self.look();
        }
    }

    /// All that is said about a file at present.
    pub(super) fn about(&self, path: &str) -> Vec<Diagnostic> {
        // What the file itself comes to before what others make of it.
        let own = self.said.get(path).into_iter();
        let said = own.chain(self.said.values()).chain(self.studied.values());
        let mut all: Diagnostics = said
            .filter_map(|said| said.get(path))
            .flatten()
            .cloned()
            .collect();
        all.drop_retold();
        all.sort();
        all.into_iter().collect()
    }

    /// The names in a file and in all that it needs.
    pub(super) fn index(&mut self, path: &str) -> Arc<NameIndex> {
        if let Some(known) = self.indexes.get(path) {
            return Arc::clone(known);
        }
        let loaded = self.load(path);
        let (worlds, scenarios) = &loaded.resolved;
        let others = self.loaded.values().flat_map(|loaded| &loaded.resolved.1);
        let index = NameIndex::new(worlds.iter().cloned(), scenarios.iter().cloned())
            .beside(others.cloned().collect());
        let index = Arc::new(index);
        self.indexes.insert(path.to_owned(), Arc::clone(&index));
        index
    }

    /// The names in all files that are loaded.
    pub(super) fn whole_index(&mut self) -> Arc<NameIndex> {
        const ALL: &str = "";
        if let Some(known) = self.indexes.get(ALL) {
            return Arc::clone(known);
        }
        self.load_open();
        self.load_all();
        let worlds = self.loaded.values().flat_map(|loaded| &loaded.resolved.0);
        let scenarios = self.loaded.values().flat_map(|loaded| &loaded.resolved.1);
        let index = Arc::new(NameIndex::new(worlds.cloned(), scenarios.cloned()));
        self.indexes.insert(ALL.to_owned(), Arc::clone(&index));
        index
    }

    /// A loader with these texts in place of those at hand, for trying something out.
    pub(super) fn trial(&self, texts: BTreeMap<String, String>) -> (Loader, EditorOverlay) {
        let (mut loader, mut files) = (self.loader.clone(), self.files.clone());
        for (path, text) in texts {
            loader.changed(&path);
            let uri = self.uri(&path);
            let version = 0;
            files.open.insert(path, OpenDocument { text, version, uri });
        }
        (loader, files)
    }

    /// Whether an open file needs this one, or is it.
    pub(super) fn is_needed(&self, path: &str) -> bool {
        let mut open = self.files.open.keys();
        open.any(|own| {
            let loaded = self.loaded.get(own);
            own == path || loaded.is_some_and(|loaded| loaded.needed.contains(path))
        })
    }

    /// The paths of all files that are loaded.
    pub(super) fn paths(&self) -> impl Iterator<Item = &String> {
        self.loaded.keys()
    }
}

/// Work in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BackgroundWork {
    /// Read a file that is not open.
    Look,
    /// Study rules.
    Study,
}

/// Diagnostics by the files that they are about, of each file no more than the limit.
fn by_file(found: &Diagnostics, sources: &Sources) -> FileMessages {
    let mut said: BTreeMap<&str, Capped> = BTreeMap::new();
    for one in found {
        let path = sources.name(one.primary.span.file);
        let none = || Capped::new(Limits::DEFAULT.mistakes);
        said.entry(path).or_insert_with(none).push(one.clone());
    }
    let said = said.into_iter();
    said.map(|(path, said)| (path.to_owned(), said.into_list()))
        .collect()
}
