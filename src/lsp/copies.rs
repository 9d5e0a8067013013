//! The rule files that are part of the program, as addresses that editors can open: copies in the user's cache folder, which are write-protected; where none
//! can be written, texts that the server makes.

#[cfg(feature = "cli")]
use std::env;
#[cfg(feature = "cli")]
use std::path::{Path, PathBuf};
#[cfg(feature = "cli")]
use std::sync::OnceLock;

#[cfg(feature = "cli")]
use super::places::uri_of;
use super::publish::SCHEME as VIRTUAL;
#[cfg(feature = "cli")]
use crate::load::{BUILTIN, PROJECT_FILE, write};
use crate::load::{SCHEME, builtin};
#[cfg(feature = "cli")]
use crate::source::hash;

/// What the addresses of built-in rule files have behind the scheme, where they are no files.
const FOLDER: &str = "/rules/";

/// Whether a path is that of a built-in rule file.
pub(super) fn is_builtin(path: &str) -> bool {
    path.starts_with(SCHEME)
}

/// The address of a built-in rule file; `None` if the path is that of no such file.
pub(super) fn uri(path: &str) -> Option<String> {
    let name = path.strip_prefix(SCHEME)?;
    Some(copied(name).unwrap_or_else(|| format!("{VIRTUAL}:{FOLDER}{name}")))
}

/// The address of the copy of a built-in rule file.
#[cfg(feature = "cli")]
fn copied(name: &str) -> Option<String> {
    static COPIES: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = COPIES.get_or_init(|| copies(&cache()?)).as_ref()?;
    Some(uri_of(&folder.join(name)))
}

/// Without a disk there are no copies.
#[cfg(not(feature = "cli"))]
fn copied(_: &str) -> Option<String> {
    None
}

/// The built-in rule file at an address that is none of a file.
pub(super) fn text(address: &str) -> Option<&'static str> {
    builtin(&format!("{SCHEME}{}", address.strip_prefix(FOLDER)?))
}

/// Copies all built-in rule files, so that those that they name are found beside them, into a folder for their state, and returns it. `None` if one
/// cannot be written.
#[cfg(feature = "cli")]
fn copies(cache: &Path) -> Option<PathBuf> {
    let bytes = BUILTIN.iter().flat_map(|(name, text)| [name, text]);
    let digest = hash(bytes.flat_map(|part| part.bytes()));
    let folder = cache.join("affray").join(format!("rules-{digest:016x}"));
    // The folder is a project of its own, whatever lies above it.
    let mark = (PROJECT_FILE, "");
    for (name, text) in [mark].iter().chain(BUILTIN) {
        write::keep_copy(&folder.join(name), text).ok()?;
    }
    Some(folder)
}

/// The folder in which programs of the user keep what can be made again.
#[cfg(feature = "cli")]
fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let named = absolute("XDG_CACHE_HOME");
    let home = || {
        let inner = match cfg!(target_os = "macos") {
            true => "Library/Caches",
            false => ".cache",
        };
        Some(absolute("HOME")?.join(inner))
    };
    named.or_else(|| absolute("LOCALAPPDATA")).or_else(home)
}
