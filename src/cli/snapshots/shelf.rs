//! Snapshots on the disk of a project: read, written and removed by way of `load::Disk`, which writes a file as a whole or not at all.

use crate::cli::Trouble;
use crate::cli::projects::cannot;
use crate::load::{Disk, Files};
use crate::snapshot::{Snapshot, pending_beside};

/// The snapshots of a project. Paths start from its root.
pub(in crate::cli) struct Shelf<'a>(pub &'a Disk);

impl Shelf<'_> {
    /// The snapshot in a file; nothing where there is no file. The error goes on after "`x.snap` ".
    pub fn read(&self, path: &str) -> Result<Option<Snapshot>, String> {
        if self.0.root().join(path).symlink_metadata().is_err() {
            return Ok(None);
        }
        let bytes = self.0.clone().read(path);
        let bytes = bytes.map_err(|why| format!("cannot be read: {why}"))?;
        let text = String::from_utf8(bytes).ok();
        match text.as_deref().and_then(Snapshot::read) {
            Some(snapshot) => Ok(Some(snapshot)),
            None => Err("is no snapshot".to_owned()),
        }
    }

    /// Puts a snapshot in a file, where there is none or another snapshot.
    pub fn write(&self, path: &str, snapshot: &Snapshot) -> Result<(), Trouble> {
        let written = self.0.keep(path, snapshot);
        written.map_err(|why| cannot(path, "written", why))
    }

    /// Takes a snapshot away, if it is there.
    pub fn remove(&self, path: &str) -> Result<(), Trouble> {
        let removed = self.0.remove_snapshot(path);
        removed.map_err(|why| cannot(path, "removed", why))
    }

    /// Keeps a transcript that waited: first it is kept, then it waits no longer.
    pub fn accept(&self, kept: &str, snapshot: Snapshot) -> Result<(), Trouble> {
        self.write(kept, &snapshot.accepted())?;
        self.remove(&pending_beside(kept))
    }
}
