//! Files on a disk, below one folder. The only code of the library that opens files; it gives nothing from outside that folder
//! and changes nothing outside it, whatever links lie in it.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process;

use super::{Files, Unreadable};
use crate::source::{Clean, Limits};

/// The file by which an author makes a folder the root of a project.
const PROJECT_FILE: &str = "affray.toml";

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
        let place = self.admitted(path)?;
        let rights = place.metadata().map_err(cannot)?.permissions();
        if rights.readonly() {
            return Err(Unreadable::Refused("it is write-protected".to_owned()));
        }
        write_whole(&place, text, Some(rights)).map_err(cannot)
    }

    /// Puts a text in a file, whether there is one or not: the whole of it or nothing, whatever happens meanwhile. A link is replaced.
    pub fn put(&self, path: &str, text: &str) -> Result<(), Unreadable> {
        write_whole(&self.beside_others(path)?, text, None).map_err(cannot)
    }

    /// Takes a file away, if it is there.
    pub fn remove(&self, path: &str) -> Result<(), Unreadable> {
        match fs::remove_file(self.beside_others(path)?) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot(error)),
            _ => Ok(()),
        }
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

    /// The file itself, links followed, if it may be read.
    fn admitted(&self, path: &str) -> Result<PathBuf, Unreadable> {
        let place = self.root.join(inside(path)?);
        let place = place.canonicalize().map_err(cannot)?;
        if !place.starts_with(&self.root) {
            return Err(outside());
        }
        let about = place.metadata().map_err(cannot)?;
        if !about.is_file() {
            return Err(no_file());
        }
        if about.len() > self.most_bytes {
            return Err(Unreadable::TooLarge(about.len()));
        }
        Ok(place)
    }
}

impl Files for Disk {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        let mut file = File::open(self.admitted(path)?).map_err(cannot)?;
        if !file.metadata().map_err(cannot)?.is_file() {
            return Err(no_file());
        }
        let mut bytes = Vec::new();
        let most = self.most_bytes + 1;
        Read::by_ref(&mut file)
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(cannot)?;
        if bytes.len() as u64 == most {
            return Err(Unreadable::TooLarge(most));
        }
        Ok(bytes)
    }

    fn help_outside(&self, above: usize) -> Option<String> {
        let folder = |folder: &Path| Clean(&folder.display().to_string()).to_string();
        let root = folder(&self.root);
        let larger = folder(self.root.ancestors().nth(above)?);
        Some(match mark_of(&self.root) {
            Some(mark @ PROJECT_FILE) => format!(
                "the project is the folder `{root}`, because `{mark}` is in it: use a file from there, or move `{mark}` to `{larger}`"
            ),
            Some(mark) => {
                format!(
                    "the project is the folder `{root}`, because `{mark}` is in it: use a file from there"
                )
            }
            None => format!(
                "the project is the folder `{root}`: use a file from there, or make `{larger}` the project with an empty file `{PROJECT_FILE}` in it"
            ),
        })
    }
}

/// Puts a text in the place of a file. Whoever looks, at whatever moment, and however this ends, sees the old text or the new one.
fn write_whole(place: &Path, text: &str, rights: Option<Permissions>) -> io::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let mut name = OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    // Hidden and with an ending of its own, so that nobody takes what a broken-off writing leaves behind for the file.
    name.push(format!(".{}.tmp", process::id()));
    let beside = folder.join(name);
    _ = fs::remove_file(&beside);
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        if let Some(rights) = rights {
            file.set_permissions(rights)?;
        }
        file.sync_all()?;
        fs::rename(&beside, place)
    });
    if written.is_err() {
        _ = fs::remove_file(&beside);
        return written;
    }
    // So that the new name outlasts a loss of power too; where folders cannot be opened, the system sees to that.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
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
