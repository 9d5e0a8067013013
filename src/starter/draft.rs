//! A file that is not written yet, tried out where it will lie: the loader reads it beside the files that are there.

use crate::load::{Files, Loaded, Loader, Unreadable};
use crate::source::Limits;
use crate::suite;

/// A place where drafts are tried out. Other files are read and understood once, however many drafts there are.
pub(super) struct Drafts<'f> {
    /// Where the file will lie.
    place: String,
    files: &'f mut dyn Files,
    loader: Loader,
    tried: usize,
}

/// The draft before all other files.
struct Laid<'d> {
    path: &'d str,
    text: &'d str,
    files: &'d mut dyn Files,
}

impl Files for Laid<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        if path == self.path {
            Ok(self.text.as_bytes().to_vec())
        } else {
            self.files.read(path)
        }
    }
}

impl<'f> Drafts<'f> {
    /// A desk for a file at this path.
    pub fn new(place: &str, files: &'f mut dyn Files) -> Self {
        Drafts {
            place: place.to_owned(),
            files,
            loader: Loader::new(Limits::DEFAULT),
            tried: 0,
        }
    }

    /// Whether a draft has no errors.
    pub fn is_sound(&mut self, text: &str) -> bool {
        !self.load(text).diagnostics.has_errors()
    }

    /// Whether nothing is to be said about a draft, and nothing about the play of its scenarios.
    pub fn passes(&mut self, text: &str) -> bool {
        let loaded = self.load(text);
        loaded.diagnostics.is_empty()
            && loaded.scenarios.len() == loaded.tree.scenarios.len()
            && loaded.scenarios.iter().all(|one| {
                suite::play(&one.rules.ruleset, &one.scenario, None, &Limits::DEFAULT)
                    .findings
                    .is_empty()
            })
    }

    /// Loads a draft under a name of its own in the folder of the file: the loader remembers what it has read by its path.
    fn load(&mut self, text: &str) -> Loaded {
        self.tried += 1;
        let path = format!("{}.{}", self.place, self.tried);
        let mut files = Laid {
            path: &path,
            text,
            files: self.files,
        };
        self.loader.load(&path, &mut files)
    }
}
