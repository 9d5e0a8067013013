//! The files that an input can import, read once, and a loader that has checked them already.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use affray::load::{Files, Loader, Unreadable};
use affray::source::Limits;

/// Small enough that no text takes long.
pub const LIMITS: Limits = Limits {
    work: 1_000_000,
    steps: 20_000,
    rounds: 12,
    events: 2_000,
    dice: 200,
    ..Limits::DEFAULT
};

/// The path of an input, from the root of the project.
pub const HERE: &str = "here.affray";

/// The files of the project, by their paths from its root.
pub fn library() -> &'static BTreeMap<String, String> {
    static LIBRARY: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut files = BTreeMap::new();
        for folder in [
            "rules",
            "examples",
            "benches/guard",
            "tests/lib",
            "tests/cases",
            "tests/variants",
            "tests/procedures",
            "tests/conformance",
        ] {
            gather(&root().join(folder), "affray", &mut files);
        }
        files
    })
}

/// The root of the project.
pub fn root() -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders.find(|folder| folder.join("grammar").is_dir());
    root.expect("the root of the project").to_path_buf()
}

/// All texts below a folder whose names end in this, by their paths from the root of the project.
pub fn gather(folder: &Path, ending: &str, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, ending, files);
        } else if path.extension().is_some_and(|own| own == ending)
            && let Ok(text) = std::fs::read_to_string(&path)
            && let Ok(name) = path.strip_prefix(root())
        {
            files.insert(name.to_string_lossy().into_owned(), text);
        }
    }
}

/// The inputs that are kept of a target in a folder beside this crate, `corpus` or `found`, with their names, in the order of these.
pub fn corpus(folder: &str, target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = root().join("tests/fuzz").join(folder).join(target);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let read = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        Some((name, std::fs::read(entry.path()).ok()?))
    };
    let mut inputs: Vec<(String, Vec<u8>)> = entries.filter_map(read).collect();
    inputs.sort();
    inputs
}

/// Some texts, laid over the library.
pub struct Overlay<'t>(pub Vec<(&'static str, &'t str)>);

impl<'t> Overlay<'t> {
    /// An input alone.
    pub fn of(text: &'t str) -> Self {
        Overlay(vec![(HERE, text)])
    }
}

impl Files for Overlay<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        let own = self.0.iter().find(|(own, _)| *own == path);
        let text = own.map(|(_, text)| *text);
        let text = text.or_else(|| library().get(path).map(String::as_str));
        match text {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => Err(Unreadable::Cannot("there is no such file".to_owned())),
        }
    }
}

/// A loader that has checked the large rule files already, so that an input that plays by them costs only its own text.
pub fn loader() -> Loader {
    static BASE: OnceLock<Loader> = OnceLock::new();
    let base = BASE.get_or_init(|| {
        let mut loader = Loader::new(LIMITS);
        for path in library().keys().filter(|path| is_base(path)) {
            loader.load(path, &mut Overlay(Vec::new()));
        }
        loader
    });
    base.clone()
}

fn is_base(path: &str) -> bool {
    path.starts_with("rules/") || path.starts_with("tests/lib/")
}
