//! Does something again whenever a file changes. Looks at the times and lengths of files, not into them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::folders::{Depth, in_folder};
use super::output::Output;
use super::{Status, Trouble};
use crate::snapshot::ENDING;

/// How often files are looked at, and for how long they must stay as they are before it begins: editors write a file in several steps.
const PAUSE: Duration = Duration::from_millis(100);

/// How far the time of a change can lie before the change itself: systems take it from a slow clock.
const GRAIN: Duration = Duration::from_millis(20);

/// The files that can change what comes out. What waits to be accepted is not among them: it is written, never read.
const ENDINGS: [&str; 2] = [".affray", ENDING];

/// What came of one turn.
pub(super) struct WatchOutcome {
    pub status: Status,
    /// The files that it looked at, wherever they lie.
    pub files: Vec<PathBuf>,
}

/// By file: when it was changed, and how long it is.
type Stamps = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Does something at once, and again whenever a file changes that it looks at or that lies below these paths. Ends with the process, or when
/// the output is closed; at once, if the first turn cannot be done.
pub(super) fn watch(
    paths: &[String],
    output: &mut Output,
    mut turn: impl FnMut(&mut Output) -> Result<WatchOutcome, Trouble>,
) -> Result<Status, Trouble> {
    let mut files = Vec::new();
    let mut first = true;
    loop {
        output.start_over();
        let mut before = stamps(paths, &files);
        let began = SystemTime::now() - GRAIN;
        let status = match turn(output) {
            Ok(watched) => {
                files = watched.files;
                watched.status
            }
            Err(trouble) if first => return Err(trouble),
            Err(Trouble(why)) => {
                output.complain(&why);
                Status::Trouble
            }
        };
        first = false;
        // Of what this turn was the first to look at, the time says whether it has changed since.
        for file in &files {
            let unchanged = || stamp(file).filter(|(changed, _)| *changed < began);
            before.entry(file.clone()).or_insert_with(unchanged);
        }
        loop {
            if output.is_unheard() {
                return Ok(status);
            }
            thread::sleep(PAUSE);
            if stamps(paths, &files) != before {
                break;
            }
        }
        let mut seen = stamps(paths, &files);
        loop {
            thread::sleep(PAUSE);
            let now = stamps(paths, &files);
            if now == seen {
                break;
            }
            seen = now;
        }
    }
}

/// The stamps of all files below these paths and of these files.
fn stamps(paths: &[String], files: &[PathBuf]) -> Stamps {
    let below = paths.iter().flat_map(|path| {
        let path = Path::new(path);
        match path.is_dir() {
            true => in_folder(path, &ENDINGS, Depth::All).unwrap_or_default(),
            false => vec![path.to_path_buf()],
        }
    });
    let all = below.chain(files.iter().cloned());
    all.map(|file| {
        let stamp = stamp(&file);
        (file, stamp)
    })
    .collect()
}

/// Nothing, if it is not there.
fn stamp(file: &Path) -> Option<(SystemTime, u64)> {
    let about = fs::metadata(file).ok()?;
    Some((about.modified().ok()?, about.len()))
}
