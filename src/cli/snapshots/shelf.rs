//! Snapshots on the disk of a project. The only code that writes any; it writes a file as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::cli::Trouble;
use crate::load::{Disk, Files, Unreadable};
use crate::snapshot::{ENDING, PENDING_ENDING, Snapshot};
use crate::source::Clean;

/// The snapshots of a project. Paths start from its root.
pub(in crate::cli) struct Shelf<'a>(pub &'a Disk);

impl Shelf<'_> {
    /// The snapshot in a file; nothing where there is no file. The error goes on after "`x.snap` ".
    pub fn read(&self, path: &str) -> Result<Option<Snapshot>, String> {
        if self.0.root().join(path).symlink_metadata().is_err() {
            return Ok(None);
        }
        let bytes = self.0.clone().read(path).map_err(|why| match why {
            Unreadable::Cannot(why) | Unreadable::Refused(why) => format!("cannot be read: {why}"),
            Unreadable::TooLarge(bytes) => {
                format!("cannot be read: it is too large ({bytes} bytes)")
            }
        })?;
        let text = String::from_utf8(bytes).ok();
        match text.as_deref().and_then(Snapshot::read) {
            Some(snapshot) => Ok(Some(snapshot)),
            None => Err("is no snapshot".to_owned()),
        }
    }

    /// Puts a snapshot in a file, whatever was in it before.
    pub fn write(&self, path: &str, snapshot: &Snapshot) -> Result<(), Trouble> {
        let written = self
            .place(path)
            .and_then(|place| replace(&place, snapshot.written().as_bytes()));
        written.map_err(|error| cannot(path, "written", &error))
    }

    /// Takes a file away, if it is there.
    pub fn remove(&self, path: &str) -> Result<(), Trouble> {
        let removed = self.place(path).and_then(fs::remove_file);
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(cannot(path, "removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// Keeps a transcript that waited: first it is kept, then it waits no longer.
    pub fn accept(&self, kept: &str, snapshot: Snapshot) -> Result<(), Trouble> {
        self.write(kept, &snapshot.accepted())?;
        self.remove(&pending_path(kept))
    }

    /// Where a file of the project lies. Its folder must be there, and no link may lead out of the project.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let place = self.0.root().join(path);
        let folder = place.parent().unwrap_or(Path::new(".")).canonicalize()?;
        if !folder.starts_with(self.0.root()) {
            return Err(io::Error::other("it lies outside the project"));
        }
        Ok(folder.join(place.file_name().unwrap_or_default()))
    }
}

/// Where a transcript waits for which there is, or will be, a snapshot at this path.
pub(in crate::cli) fn pending_path(kept: &str) -> String {
    let stem = kept.strip_suffix(ENDING).unwrap_or(kept);
    format!("{stem}{PENDING_ENDING}")
}

/// Puts a text in the place of a file. Whoever looks, at whatever moment, and however this ends, sees the old text or the new one.
fn replace(place: &Path, text: &[u8]) -> io::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    // Hidden and with an ending of its own, so that nobody takes what a broken-off writing leaves behind for a snapshot.
    let beside = folder.join(format!(".{name}.{}.tmp", process::id()));
    _ = fs::remove_file(&beside);
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(text)?;
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

fn cannot(path: &str, done: &str, error: &io::Error) -> Trouble {
    Trouble::new(format!("`{}` cannot be {done}: {error}", Clean(path)))
}
