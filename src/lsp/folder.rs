//! The files of a project that are not open: below a folder of the disk, or in memory.
#![cfg_attr(not(feature = "cli"), allow(unused_variables))]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::load::{EXTENSION, Files, UnknownSettings, Unreadable};
use crate::snapshot::Snapshot;

#[cfg(feature = "cli")]
use crate::{load::Disk, source::Limits};

/// How many files of a folder are read that are not open in the editor.
#[cfg(feature = "cli")]
const MOST_FILES: usize = 2_000;

/// The root of all files in memory.
const ROOT: &str = "/";

/// Where the files of all projects are.
#[derive(Clone, Debug)]
pub(super) enum Host {
    /// On the disk, in any number of projects.
    #[cfg(feature = "cli")]
    Disk,
    /// In memory: one project.
    Memory(Memory),
}

/// The files of one project.
#[derive(Clone, Debug)]
pub(super) enum Folder {
    #[cfg(feature = "cli")]
    Disk(Disk),
    Memory(Memory),
}

/// Files by their paths from the root. Copies share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Arc<Mutex<BTreeMap<String, String>>>);

impl Default for Host {
    /// The disk; without the feature `cli` no files.
    fn default() -> Self {
        #[cfg(feature = "cli")]
        return Host::Disk;
        #[cfg(not(feature = "cli"))]
        return Host::Memory(Memory::default());
    }
}

impl Host {
    /// The project of a file, and the path of the file in it. `None` if its folder is not there.
    pub(super) fn around(&self, file: &Path) -> Option<(Folder, String)> {
        match self {
            #[cfg(feature = "cli")]
            Host::Disk => {
                let (disk, path) = Disk::around(file, &Limits::DEFAULT).ok()?;
                Some((Folder::Disk(disk), path))
            }
            Host::Memory(memory) => {
                let path = file.strip_prefix(ROOT).ok()?.to_str()?.to_owned();
                Some((Folder::Memory(memory.clone()), path))
            }
        }
    }

    /// The project of this folder, else that of the working folder.
    pub(super) fn below(&self, folder: Option<&PathBuf>) -> Option<Folder> {
        match self {
            #[cfg(feature = "cli")]
            Host::Disk => {
                let folder = folder.cloned().or_else(|| std::env::current_dir().ok())?;
                let disk = Disk::below(&folder, &Limits::DEFAULT).ok()?;
                Some(Folder::Disk(disk))
            }
            Host::Memory(memory) => Some(Folder::Memory(memory.clone())),
        }
    }
}

impl Folder {
    /// The root of the project.
    pub(super) fn root(&self) -> &Path {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.root(),
            Folder::Memory(_) => Path::new(ROOT),
        }
    }

    /// Where a file lies that the project may read.
    pub(super) fn place(&self, path: &str) -> PathBuf {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.place(path),
            Folder::Memory(_) => Path::new(ROOT).join(path),
        }
    }

    /// Whether the root is marked as that of a project, rather than taken for want of a mark.
    pub(super) fn is_marked(&self) -> bool {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.is_marked(),
            Folder::Memory(_) => true,
        }
    }

    /// The paths of the files of the language in a folder and the folders in it, sorted; none if the folder lies outside the project. On a
    /// disk, hidden ones, links to folders and what was built are left out, and those behind the first 2,000.
    pub(super) fn files_below(&self, folder: &Path) -> Vec<String> {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => {
                let canonical = folder.canonicalize();
                let folder = canonical.unwrap_or_else(|_| folder.to_path_buf());
                match folder.starts_with(disk.root()) {
                    true => (files_on_disk(&folder).iter())
                        .filter_map(|file| disk.path_of(file))
                        .collect(),
                    false => Vec::new(),
                }
            }
            Folder::Memory(memory) => {
                let inside = |path: &&String| Path::new(ROOT).join(path).starts_with(folder);
                let is_rules = |path: &&String| path.ends_with(EXTENSION);
                let files = memory.files();
                let paths = files.keys().filter(inside).filter(is_rules);
                paths.cloned().collect()
            }
        }
    }

    /// Puts a snapshot in its file; then nothing is pending in the other file.
    ///
    /// # Errors
    ///
    /// The files cannot be written. Files in memory are changed by their owner alone.
    pub(super) fn accept(
        &self,
        file: &str,
        pending: &str,
        snapshot: &Snapshot,
    ) -> Result<(), Unreadable> {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => {
                disk.keep(file, snapshot)?;
                disk.remove_snapshot(pending)
            }
            Folder::Memory(_) => {
                let why = "files in memory are written by the program that holds them";
                Err(Unreadable::Refused(why.to_owned()))
            }
        }
    }
}

impl Files for Folder {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.read(path),
            Folder::Memory(memory) => memory.files().read(path),
        }
    }

    fn help_outside(&self, above: usize, rest: &str) -> Option<String> {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.help_outside(above, rest),
            Folder::Memory(_) => None,
        }
    }

    fn beside(&self, path: &str) -> Vec<String> {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.beside(path),
            Folder::Memory(memory) => memory.files().beside(path),
        }
    }

    fn unknown_settings(&mut self) -> Option<UnknownSettings> {
        match self {
            #[cfg(feature = "cli")]
            Folder::Disk(disk) => disk.unknown_settings(),
            Folder::Memory(_) => None,
        }
    }
}

impl Memory {
    /// Puts a file in, or takes it away. Whether anything has changed.
    pub(super) fn set(&self, path: &str, text: Option<String>) -> bool {
        let mut files = self.files();
        let before = files.get(path);
        let is_new = before != text.as_ref();
        match text {
            Some(text) => _ = files.insert(path.to_owned(), text),
            None => _ = files.remove(path),
        }
        is_new
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files of the language in a folder of the disk and the folders in it.
#[cfg(feature = "cli")]
fn files_on_disk(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if name.starts_with('.') || name == "target" {
                continue;
            }
            if kind.is_dir() {
                folders.push(entry.path());
            } else if name.ends_with(EXTENSION) {
                found.push(entry.path());
            }
            if found.len() >= MOST_FILES {
                return found;
            }
        }
    }
    found.sort();
    found
}
