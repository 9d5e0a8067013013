//! Where things are: scripts, workers, rule files.

use std::path::PathBuf;
use std::process::Command;

use affray::load::{Files, Loader, Playable, Unreadable};
use affray::source::Limits;

/// The files of the repository.
struct Repository(PathBuf);

impl Files for Repository {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        std::fs::read(self.0.join(path)).map_err(|error| Unreadable::Cannot(error.to_string()))
    }
}

pub struct Places {
    /// The folder of the benchmarks.
    pub here: PathBuf,
    /// Where files may be written.
    pub folder: PathBuf,
    /// The workers: `lua`, built with either of its features, and Python with what `requirements.txt` names.
    pub luajit: PathBuf,
    pub lua54: PathBuf,
    pub python: PathBuf,
}

impl Places {
    pub fn find() -> Self {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let folder =
            std::env::var_os("PEERS_FOLDER").map_or_else(|| here.join("target"), PathBuf::from);
        Places {
            luajit: folder.join("luajit"),
            lua54: folder.join("lua54"),
            python: folder.join("venv/bin/python"),
            here,
            folder,
        }
    }

    /// The first scenario of a file (its path from the root of the repository), checked, with further questions.
    pub fn playable(&self, file: &str, questions: &[String]) -> Playable {
        let mut repository = Repository(self.here.join("../.."));
        let mut loaded = Loader::new(Limits::DEFAULT)
            .asking("--of", questions)
            .load(file, &mut repository);
        assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
        loaded.scenarios.remove(0)
    }

    /// Which Affray this is.
    pub fn affray(&self) -> String {
        let commit = self.said("git", &["describe", "--always", "--dirty"]);
        format!("**Affray** {commit}")
    }

    /// Which Rust all that is written by hand is compiled with.
    pub fn rust(&self) -> String {
        let version = self.said("rustc", &["--version"]);
        let number = version.split(' ').nth(1).unwrap_or_default();
        format!("Rust {number}, by hand")
    }

    /// A name and the version of the crate of this name, as the lock file has it.
    pub fn crate_version(&self, name: &str) -> String {
        let lock = std::fs::read_to_string(self.here.join("Cargo.lock")).unwrap_or_default();
        let head = format!("name = \"{}\"\nversion = \"", name.to_lowercase());
        let version = lock
            .split_once(&head)
            .and_then(|(_, rest)| rest.split('"').next());
        format!("{name} {}", version.unwrap_or_default())
    }

    fn said(&self, program: &str, args: &[&str]) -> String {
        let output = Command::new(program)
            .args(args)
            .current_dir(&self.here)
            .output();
        let text = output.map(|output| output.stdout).unwrap_or_default();
        String::from_utf8_lossy(&text).trim().to_owned()
    }
}
