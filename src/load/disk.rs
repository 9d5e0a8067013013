//! Files on a disk, below one folder. The only code of the library that opens files to read them; it gives nothing from outside that folder but rule
//! files of the folders that its `affray.toml` names, and changes nothing outside it, whatever links lie in it. What it changes,
//! [`write`](mod@super::write) writes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::bases::{Bases, unknown};
use super::files::is_written_by_hand;
use super::path::in_base;
use super::write::{self, Over};
use super::{Files, UnknownSettings, Unreadable};
use crate::snapshot::Snapshot;
use crate::source::{Clean, Limits};
use crate::suggest::suggest;

/// The file by which an author makes a folder the root of a project.
pub const PROJECT_FILE: &str = "affray.toml";

/// How many files of a folder are named.
const MOST_LISTED: usize = 64;

/// What makes a folder the root of a project.
const MARKS: [&str; 3] = [PROJECT_FILE, "Cargo.toml", ".git"];

/// A project on the disk.
#[derive(Clone, Debug)]
pub struct Disk {
    /// Canonical: absolute and without links.
    root: PathBuf,
    most_bytes: u64,
}

impl Disk {
    /// The files below this folder.
    pub fn below(root: &Path, limits: &Limits) -> io::Result<Disk> {
        Ok(Disk {
            root: root.canonicalize()?,
            most_bytes: limits.file_bytes as u64,
        })
    }

    /// The project of a file, and the path of the file in it: the nearest folder upwards that is marked as a project, else the working
    /// folder, else (for a file that lies elsewhere) the folder of the file.
    pub fn around(file: &Path, limits: &Limits) -> io::Result<(Disk, String)> {
        let place = std::path::absolute(file)?;
        let folder = place.parent().unwrap_or(Path::new(".")).canonicalize()?;
        let working = std::env::current_dir()?.canonicalize()?;
        let root = folder.ancestors().find(|folder| is_marked(folder));
        let root = root.unwrap_or(if folder.starts_with(&working) {
            &working
        } else {
            &folder
        });
        let disk = Disk::below(root, limits)?;
        let name = folder.join(place.file_name().unwrap_or_default());
        let path = disk
            .path_of(&name)
            .ok_or_else(|| io::Error::other("its path is not written in UTF-8"))?;
        Ok((disk, path))
    }

    /// The root of the project.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the root is marked as that of a project, rather than taken for want of a mark.
    pub fn is_marked(&self) -> bool {
        is_marked(&self.root)
    }

    /// The path of a file from the root, with `/` between folders; `None` for a file outside, or a name that is no text.
    pub fn path_of(&self, file: &Path) -> Option<String> {
        let inside = file.strip_prefix(&self.root).ok()?;
        let parts: Option<Vec<&str>> = inside
            .components()
            .map(|part| part.as_os_str().to_str())
            .collect();
        Some(parts?.join("/"))
    }

    /// Puts another text in the place of a file: the whole of it or nothing, whatever happens meanwhile. A link stays one.
    pub fn replace(&self, path: &str, text: &str) -> Result<(), Unreadable> {
        write::write(&self.admitted(path)?, text, Over::Itself, &[])
    }

    /// Puts a snapshot in a file, where there is none or another snapshot: the whole of it or nothing, whatever happens meanwhile.
    pub fn keep(&self, path: &str, snapshot: &Snapshot) -> Result<(), Unreadable> {
        let place = self.beside_others(path)?;
        write::write(&place, &snapshot.written(), Over::Snapshot, &[])
    }

    /// Takes a snapshot away, if it is there. What is no snapshot stays.
    pub fn remove_snapshot(&self, path: &str) -> Result<(), Unreadable> {
        write::remove_snapshot(&self.beside_others(path)?)
    }

    /// Where a file lies that need not be there; its folder must, and within the project.
    fn beside_others(&self, path: &str) -> Result<PathBuf, Unreadable> {
        let place = self.root.join(inside(path)?);
        let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
            return Err(outside());
        };
        let folder = folder.canonicalize().map_err(cannot)?;
        match folder.starts_with(&self.root) {
            true => Ok(folder.join(name)),
            false => Err(outside()),
        }
    }

    /// The file itself, links followed, if it lies in the project.
    fn admitted(&self, path: &str) -> Result<PathBuf, Unreadable> {
        below(&self.root, path)
    }

    /// Where a file lies that the project may read, whether it is there or not.
    pub fn place(&self, path: &str) -> PathBuf {
        let base = in_base(path).and_then(|(name, rest)| Some((self.base(name).ok()??, rest)));
        match base {
            Some((folder, rest)) => folder.join(rest),
            None => self.root.join(path),
        }
    }

    /// The folders that the project names.
    fn bases(&self) -> Result<Bases, Unreadable> {
        if !self.root.join(PROJECT_FILE).exists() {
            return Ok(Bases::default());
        }
        let bytes = read(&self.admitted(PROJECT_FILE)?, self.most_bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        Bases::read(&text).map_err(|why| Unreadable::Cannot(Clean(&why).to_string()))
    }

    /// The folder that the project calls so: canonical, as it is named, and not one that holds the project. `None` if it calls none so.
    fn base(&self, name: &str) -> Result<Option<PathBuf>, Unreadable> {
        let bases = self.bases()?;
        let Some(folder) = bases.0.get(name) else {
            return Ok(None);
        };
        let refuse = |why: &str| {
            let folder = Clean(folder);
            Err(Unreadable::Refused(format!(
                "`{PROJECT_FILE}` calls the folder `{folder}` `{name}`, and {why}"
            )))
        };
        let mut place = self.root.clone();
        for part in Path::new(folder).components() {
            match part {
                Component::ParentDir => _ = place.pop(),
                Component::Normal(part) => place.push(part),
                Component::CurDir | Component::Prefix(_) | Component::RootDir => {}
            }
        }
        match place.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse("there is no such folder")
            }
            Ok(real) if real != place => {
                refuse("a link leads there: name the folder to which it leads")
            }
            Ok(real) if !real.is_dir() => refuse("it is no folder"),
            Ok(real) if self.root.starts_with(&real) => refuse(
                "the project lies in it: name the folder of the rules alone, or move this file up, so that all of it is the project",
            ),
            Ok(real) => Ok(Some(real)),
            Err(error) => refuse(&format!("it cannot be looked at: {error}")),
        }
    }

    /// No folder is called so, and there is no file of this name in the project.
    fn unnamed(&self, name: &str) -> Unreadable {
        let bases = self.bases().unwrap_or_default();
        let meant = suggest(name, bases.0.keys().map(String::as_str));
        Unreadable::Cannot(match meant {
            Some(meant) => {
                format!("`{PROJECT_FILE}` calls no folder `{name}`; did you mean `{meant}:`?")
            }
            None => format!(
                "the project calls no folder `{name}`; its `{PROJECT_FILE}` names folders so: `[bases]`, and below it `{name} = \"../house_rules\"`"
            ),
        })
    }
}

impl Files for Disk {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        let place = match in_base(path) {
            None => self.admitted(path)?,
            Some((name, rest)) => match self.base(name)? {
                Some(folder) => below(&folder, rest)?,
                None => self.admitted(path).map_err(|_| self.unnamed(name))?,
            },
        };
        read(&place, self.most_bytes)
    }

    fn beside(&self, path: &str) -> Vec<String> {
        let Ok(place) = self.admitted(path) else {
            return Vec::new();
        };
        let listed = place.parent().map(std::fs::read_dir);
        let listed = listed.into_iter().flatten().flatten().flatten();
        let names = listed.filter_map(|entry| entry.file_name().into_string().ok());
        let is_other = |name: &String| place.file_name().is_none_or(|own| own != name.as_str());
        let names = names.filter(|name| is_other(name) && is_written_by_hand(name));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names.truncate(MOST_LISTED);
        names
    }

    fn unknown_settings(&mut self) -> Option<UnknownSettings> {
        let bytes = read(&self.admitted(PROJECT_FILE).ok()?, self.most_bytes).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let found = unknown(&text);
        let path = PROJECT_FILE.to_owned();
        (!found.is_empty()).then_some(UnknownSettings { path, text, found })
    }

    fn help_outside(&self, above: usize, rest: &str) -> Option<String> {
        let bases = self.bases().unwrap_or_default();
        if let Some(path) = bases.path_to(above, rest) {
            return Some(format!(
                "write `\"{path}\"`: so `{PROJECT_FILE}` calls that folder"
            ));
        }
        let folder = |folder: &Path| Clean(&folder.display().to_string()).to_string();
        let root = folder(&self.root);
        let larger = folder(self.root.ancestors().nth(above)?);
        let named = rest.rsplit_once('/').map_or(String::new(), |(folder, file)| {
            let folder = format!("{}{folder}", "../".repeat(above));
            let (folder, file) = (Clean(&folder), Clean(file));
            format!(
                ", or have `{PROJECT_FILE}` name the folder: `[bases]`, and below it `shared = \"{folder}\"`; then write `\"shared:{file}\"`"
            )
        });
        Some(match mark_of(&self.root) {
            Some(mark @ PROJECT_FILE) => format!(
                "the project is the folder `{root}`, because `{mark}` is in it: use a file from there, or move `{mark}` to `{larger}`{named}"
            ),
            Some(mark) => {
                format!(
                    "the project is the folder `{root}`, because `{mark}` is in it: use a file from there{named}"
                )
            }
            None => format!(
                "the project is the folder `{root}`: use a file from there, or make `{larger}` the project with an empty file `{PROJECT_FILE}` in it"
            ),
        })
    }
}

/// The bytes of an ordinary file; at most so many.
///
/// # Errors
///
/// The file is not there, is no ordinary one, is larger, or the system says no.
pub fn read(place: &Path, most: u64) -> Result<Vec<u8>, Unreadable> {
    let too_large = |bytes| Err(Unreadable::TooLarge { bytes, most });
    // Before it is opened: to open a pipe can take for ever.
    let about = place.metadata().map_err(cannot)?;
    if !about.is_file() {
        return Err(no_file());
    }
    if about.len() > most {
        return too_large(about.len());
    }
    let file = File::open(place).map_err(cannot)?;
    if !file.metadata().map_err(cannot)?.is_file() {
        return Err(no_file());
    }
    let bytes = at_most(file, most).map_err(cannot)?;
    match bytes.len() as u64 {
        length if length > most => too_large(length),
        _ => Ok(bytes),
    }
}

/// The bytes that come from somewhere: so many, and one more where there are more.
///
/// # Errors
///
/// Those of the reader.
pub fn at_most(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file below a folder, links followed, if they do not lead out of it.
fn below(folder: &Path, path: &str) -> Result<PathBuf, Unreadable> {
    let place = folder.join(inside(path)?);
    let place = place.canonicalize().map_err(cannot)?;
    match place.starts_with(folder) {
        true => Ok(place),
        false => Err(outside()),
    }
}

fn is_marked(folder: &Path) -> bool {
    mark_of(folder).is_some()
}

/// What makes a folder the root of a project, if something does.
fn mark_of(folder: &Path) -> Option<&'static str> {
    MARKS.into_iter().find(|mark| folder.join(mark).exists())
}

fn cannot(error: io::Error) -> Unreadable {
    Unreadable::Cannot(match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "the system does not allow it".to_owned(),
        _ => error.to_string(),
    })
}

/// A path that goes down from the root only.
fn inside(path: &str) -> Result<&Path, Unreadable> {
    let path = Path::new(path);
    let down = |part| matches!(part, Component::Normal(_));
    path.components()
        .all(down)
        .then_some(path)
        .ok_or_else(outside)
}

fn outside() -> Unreadable {
    Unreadable::Refused("it lies outside the project".to_owned())
}

fn no_file() -> Unreadable {
    Unreadable::Refused("it is no ordinary file".to_owned())
}
