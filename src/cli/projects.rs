//! Where files come from: the projects on the disk, and standard input. Finds, loads and replaces files; judges nothing.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Trouble;
use super::folders::{Depth, in_folder, scenarios_in};
use super::output::Output;
use super::snapshots::Shelf;
use crate::check::Checked;
use crate::diagnostic::{Diagnostics, Findings};
use crate::load::{
    self, Disk, EXTENSION, Expanded, Files, Loaded, Loader, PROJECT_FILE, SCHEME, UnknownSettings,
    Unreadable, at_most, find_builtin,
};
use crate::snapshot::{ENDING, PENDING_ENDING};
use crate::source::{Clean, Limits, Sources, Span};
use crate::suggest::suggest;

/// The name on the command line that means standard input.
pub(super) const STDIN: &str = "-";
/// What the root of a repository holds.
const REPOSITORY: &str = ".git";

/// All that is loaded, project by project: a file is read once.
#[derive(Default)]
pub(super) struct Projects {
    limits: Limits,
    studies: bool,
    asked: Vec<String>,
    asked_only: Option<String>,
    list: Vec<Project>,
}

/// The files below one folder.
struct Project {
    files: Overlay,
    loader: Loader,
    /// From the root of the repository to that of the project, as `Findings` has it.
    folder: String,
}

/// A file that the caller named, found in its project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NamedFile {
    /// Its project, by its number.
    pub project: usize,
    /// From the root of the project.
    pub path: String,
}

impl NamedFile {
    /// Its path from the root of its project.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// A built-in rule file as one of the project of another file; any other file stays where it is.
    pub fn in_project_of(self, other: &NamedFile) -> NamedFile {
        match self.path.starts_with(SCHEME) {
            true => other.other(self.path),
            false => self,
        }
    }

    /// Another file of the same project, by its path from the root.
    pub fn other(&self, path: String) -> NamedFile {
        NamedFile {
            path,
            project: self.project,
        }
    }
}

impl Projects {
    /// How many files are read ahead at once: so many that all threads have enough to do, so few that one sees how far it is.
    pub const AT_ONCE: usize = 200;

    /// The project around the working folder.
    fn here() -> Result<Disk, Trouble> {
        let around = Disk::around(&Path::new(".").join(STDIN), &Limits::DEFAULT);
        Ok(around.map_err(|error| cannot(".", "read", error))?.0)
    }

    /// Its folder.
    fn folder_here() -> Result<String, Trouble> {
        match Projects::here()?.root().to_str() {
            Some(root) => Ok(root.to_owned()),
            None => Err(Trouble::new(
                "the path of the project is not written in UTF-8; name the files and folders",
            )),
        }
    }

    /// What the caller named; the folder of the project if nothing was.
    pub fn named(paths: &[String]) -> Result<Vec<String>, Trouble> {
        match paths {
            [] => Ok(vec![Projects::folder_here()?]),
            paths => Ok(paths.to_vec()),
        }
    }

    /// Projects whose rule sets are studied too.
    pub fn studying() -> Self {
        Projects {
            studies: true,
            ..Projects::default()
        }
    }

    /// Projects whose scenarios, or the one with a title, are asked these questions too.
    pub fn asking(questions: &[String], only: Option<&str>) -> Self {
        Projects {
            asked: questions.to_vec(),
            asked_only: only.map(str::to_owned),
            ..Projects::default()
        }
    }

    /// Finds all files that the caller named: each once, those of a folder in the order of the alphabet.
    pub fn find(
        &mut self,
        named: &[String],
        stdin_name: Option<&str>,
    ) -> Result<Vec<NamedFile>, Trouble> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut is_read = false;
        for name in named {
            let files = match name.as_str() {
                // Can be read once only.
                STDIN if std::mem::replace(&mut is_read, true) => Vec::new(),
                STDIN => vec![self.stdin(stdin_name)?],
                name if name.starts_with(SCHEME) => vec![self.builtin(name)?],
                name => {
                    let path = Path::new(name);
                    if path.file_name().is_some_and(|name| name == PROJECT_FILE) {
                        let folder = path.parent().filter(|folder| *folder != Path::new(""));
                        let folder = folder.unwrap_or(Path::new("."));
                        return Err(Trouble::new(format!(
                            "`{}` holds the settings of a project and is read with its files: name one of these, or their folder, `{}`",
                            Clean(name),
                            shown(folder)
                        )));
                    }
                    let paths = if path.is_dir() {
                        scenarios_in(path)?
                    } else {
                        vec![path.to_path_buf()]
                    };
                    paths
                        .iter()
                        .map(|path| self.locate(path))
                        .collect::<Result<_, _>>()?
                }
            };
            found.extend(
                files
                    .into_iter()
                    .filter(|file| seen.insert((file.project, file.path.clone()))),
            );
        }
        Ok(found)
    }

    /// Finds one file.
    pub fn find_one(&mut self, name: &str, stdin_name: Option<&str>) -> Result<NamedFile, Trouble> {
        if Path::new(name).is_dir() && name != STDIN {
            return Err(Trouble::new(format!(
                "`{}` is a folder; name one file",
                Clean(name)
            )));
        }
        match self.find(&[name.to_owned()], stdin_name)?.pop() {
            Some(found) => Ok(found),
            None => Err(nothing_at(Path::new(name))),
        }
    }

    /// The path of a file as others of the same project name it.
    pub fn beside(&mut self, file: &NamedFile, name: &str) -> Result<String, Trouble> {
        let other = self.find_one(name, None)?;
        if other.project == file.project {
            return Ok(other.path);
        }
        Err(Trouble::new(format!(
            "`{}` lies outside the project, the folder `{}`",
            Clean(name),
            shown(self.root(file))
        )))
    }

    /// Loads a file with all that it needs; `rules`: its scenarios are played by the rules of that file.
    pub fn load(&mut self, file: &NamedFile, rules: Option<&str>) -> Loaded {
        let project = &mut self.list[file.project];
        project
            .loader
            .load_under(&file.path, rules, &mut project.files)
    }

    /// Who loads the files of a project, and where they lie.
    pub fn workshop(&mut self, file: &NamedFile) -> (&mut Loader, &mut dyn Files) {
        let project = &mut self.list[file.project];
        (&mut project.loader, &mut project.files)
    }

    /// Reads these files now, on so many threads: they are needed later. Without a number, as many as the machine can have at once.
    pub fn prefetch<'f>(
        &mut self,
        files: impl Iterator<Item = &'f NamedFile> + Clone,
        threads: Option<NonZeroUsize>,
    ) {
        let threads = super::numbers::threads(threads);
        for (number, project) in self.list.iter_mut().enumerate() {
            let own = files.clone().filter(|file| file.project == number);
            let paths: Vec<&str> = own.map(NamedFile::path).collect();
            let files = &mut project.files;
            project.loader.prefetch(&paths, threads, files);
        }
    }

    /// The snapshots that are kept or wait in the named folders, and beside the named files; sorted.
    pub fn snapshots(&mut self, named: &[String]) -> Result<Vec<NamedFile>, Trouble> {
        let mut paths = Vec::new();
        for name in named.iter().filter(|name| *name != STDIN) {
            let path = Path::new(name);
            let depth = match path.is_dir() {
                true => Depth::All,
                false => Depth::One,
            };
            let folder = match (depth, path.parent()) {
                (Depth::All, _) => path,
                (Depth::One, Some(parent)) if parent != Path::new("") => parent,
                (Depth::One, _) => Path::new("."),
            };
            paths.extend(in_folder(folder, &[ENDING, PENDING_ENDING], depth)?);
        }
        let found: Result<BTreeSet<_>, _> = paths.iter().map(|path| self.locate(path)).collect();
        Ok(found?.into_iter().collect())
    }

    /// The file at a path, if there is any.
    pub fn at(&mut self, name: &str) -> Option<NamedFile> {
        self.locate(Path::new(name)).ok()
    }

    /// The snapshots of the project of a file.
    pub fn shelf(&self, file: &NamedFile) -> Shelf<'_> {
        Shelf(&self.list[file.project].files.disk)
    }

    /// Where a path lies on the disk that starts from the root of the project of a file.
    pub fn place(&self, file: &NamedFile, path: &str) -> PathBuf {
        self.list[file.project].files.disk.place(path)
    }

    /// A place in a file, for what is said about it as a whole.
    pub fn mention(&mut self, file: &NamedFile) -> Span {
        self.list[file.project].loader.mention(&file.path)
    }

    /// The only rule set of a file, put into one and checked; or what is wrong with it.
    pub fn expand(&mut self, file: &NamedFile) -> Result<(Expanded, Arc<Checked>), Diagnostics> {
        let project = &mut self.list[file.project];
        let (rules, found) = project.loader.expand(&file.path, &mut project.files);
        rules.ok_or(found)
    }

    /// The same; what is wrong with it is reported.
    pub fn rules(
        &mut self,
        file: &NamedFile,
        output: &mut Output,
    ) -> Option<(Expanded, Arc<Checked>)> {
        let rules = self.expand(file);
        rules
            .map_err(|found| output.report(&found, self.sources(file)))
            .ok()
    }

    /// The bytes of a file.
    pub fn read(&mut self, file: &NamedFile) -> Result<Vec<u8>, Trouble> {
        let read = self.list[file.project].files.read(&file.path);
        read.map_err(|why| cannot(&file.path, "read", why))
    }

    /// Puts another text in the place of a file.
    pub fn replace(&self, file: &NamedFile, text: &str) -> Result<(), Trouble> {
        let replaced = self.list[file.project].files.disk.replace(&file.path, text);
        replaced.map_err(|why| cannot(&file.path, "written", why))
    }

    /// Whether a file is the text of standard input.
    pub fn is_stdin(&self, file: &NamedFile) -> bool {
        let stdin = self.list[file.project].files.laid_over.as_ref();
        stdin.is_some_and(|(path, _)| *path == file.path)
    }

    /// Takes this as the text of a file, in place of the one on the disk.
    pub fn lay_over(&mut self, file: &NamedFile, text: Vec<u8>) {
        self.list[file.project].files.laid_over = Some((file.path.clone(), text));
    }

    /// All files that were looked at, as they lie on the disk.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.list.iter().flat_map(|project| {
            let sources = project.loader.sources();
            let disk = &project.files.disk;
            let names = sources.files().map(|file| sources.name(file));
            let on_disk = names.filter(|name| !name.starts_with(SCHEME));
            on_disk.map(|name| disk.place(name))
        })
    }

    /// The texts of the project of a file.
    pub fn sources(&self, file: &NamedFile) -> &Sources {
        self.list[file.project].loader.sources()
    }

    /// What is wrong with files of the project of a file, with what names their places from outside. `sources` has their texts.
    pub fn findings<'a>(
        &'a self,
        file: &NamedFile,
        diagnostics: &'a Diagnostics,
        sources: &'a Sources,
    ) -> Findings<'a> {
        Findings {
            diagnostics,
            sources,
            folder: &self.list[file.project].folder,
            is_inside: load::is_inside,
        }
    }

    /// The path of a file from the root of the repository.
    pub fn path_in_repository(&self, file: &NamedFile) -> String {
        format!("{}{}", self.list[file.project].folder, file.path)
    }

    /// The root of the project of a file.
    pub fn root(&self, file: &NamedFile) -> &Path {
        self.list[file.project].files.disk.root()
    }

    /// How many projects the files belong to.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    fn locate(&mut self, path: &Path) -> Result<NamedFile, Trouble> {
        if path.symlink_metadata().is_err() {
            return Err(nothing_at(path));
        }
        let (disk, path) =
            Disk::around(path, &self.limits).map_err(|error| cannot(path, "read", error))?;
        Ok(NamedFile {
            project: self.project(disk),
            path,
        })
    }

    /// A built-in rule file, as a file of the project around the working folder.
    fn builtin(&mut self, name: &str) -> Result<NamedFile, Trouble> {
        let Some(path) = find_builtin(name) else {
            return Err(Trouble::new(format!(
                "there are no rules `{}` in the program; `affray rules` lists those that there are",
                Clean(name)
            )));
        };
        Ok(NamedFile {
            project: self.project(Projects::here()?),
            path,
        })
    }

    /// Takes in the text of standard input.
    fn stdin(&mut self, name: Option<&str>) -> Result<NamedFile, Trouble> {
        let name = Path::new(name.unwrap_or(STDIN));
        let (disk, path) =
            Disk::around(name, &self.limits).map_err(|error| cannot(name, "read", error))?;
        // What is too long is told as of any text.
        let bytes = at_most(io::stdin().lock(), self.limits.file_bytes as u64);
        let bytes = bytes
            .map_err(|error| Trouble::new(format!("standard input cannot be read: {error}")))?;
        let project = self.project(disk);
        let found = NamedFile { project, path };
        self.lay_over(&found, bytes);
        Ok(found)
    }

    fn project(&mut self, disk: Disk) -> usize {
        let known = self
            .list
            .iter()
            .position(|project| project.files.disk.root() == disk.root());
        known.unwrap_or_else(|| {
            let folder = in_repository(disk.root());
            let files = Overlay {
                disk,
                laid_over: None,
            };
            let loader = Loader::new(self.limits);
            let loader = loader
                .asking("--of", &self.asked)
                .asking_only(self.asked_only.as_deref());
            let loader = if self.studies {
                loader.studying()
            } else {
                loader
            };
            self.list.push(Project {
                files,
                loader,
                folder,
            });
            self.list.len() - 1
        })
    }
}

/// From the root of the repository to that of a project, with a slash at its end; empty where both are the same, and outside of repositories.
fn in_repository(root: &Path) -> String {
    let mut above = root.ancestors();
    let around = above.find(|folder| folder.join(REPOSITORY).exists());
    let within = around.and_then(|around| root.strip_prefix(around).ok());
    let names = within.into_iter().flat_map(Path::components);
    let names = names.map(|name| name.as_os_str().to_string_lossy() + "/");
    names.collect()
}

/// The disk, with another text laid over one of its paths: that of standard input, or of a file that is not mended yet.
struct Overlay {
    disk: Disk,
    laid_over: Option<(String, Vec<u8>)>,
}

impl Files for Overlay {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match &self.laid_over {
            Some((name, bytes)) if name == path => Ok(bytes.clone()),
            _ => self.disk.read(path),
        }
    }

    fn help_outside(&self, above: usize, rest: &str) -> Option<String> {
        self.disk.help_outside(above, rest)
    }

    fn beside(&self, path: &str) -> Vec<String> {
        self.disk.beside(path)
    }

    fn unknown_settings(&mut self) -> Option<UnknownSettings> {
        self.disk.unknown_settings()
    }
}

fn nothing_at(path: &Path) -> Trouble {
    let help = near(path).map_or(String::new(), |near| {
        format!("; did you mean `{}`?", shown(path.with_file_name(near)))
    });
    Trouble::new(format!(
        "there is no file or folder `{}`{help}",
        shown(path)
    ))
}

/// A file of the language in the same folder that is nearly called so.
fn near(path: &Path) -> Option<String> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let files = in_folder(folder, &[EXTENSION], Depth::One).ok()?;
    let names = files.iter().filter_map(|file| file.file_name()?.to_str());
    let whole = format!("{}{EXTENSION}", path.file_name()?.to_str()?);
    if names.clone().any(|name| name == whole) {
        return Some(whole);
    }
    suggest(path.file_name()?.to_str()?, names).map(str::to_owned)
}

/// Something cannot be done with a file or a folder: read, written.
pub(super) fn cannot(place: impl AsRef<Path>, done: &str, why: impl Display) -> Trouble {
    Trouble::new(format!("`{}` cannot be {done}: {why}", shown(place)))
}

/// A path as it is told.
pub(super) fn shown(path: impl AsRef<Path>) -> String {
    Clean(&path.as_ref().display().to_string()).to_string()
}
