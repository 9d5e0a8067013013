//! The rule files that are part of the program: those of `rules/`. Their paths begin with [`SCHEME`]; what they name themselves is found among them too.

/// What the paths of built-in rule files begin with.
pub const SCHEME: &str = "affray:";

/// The built-in rule files by their names, sorted: `lib/sides.affray` and the text.
pub const BUILTIN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// The text of a built-in rule file by its path, with the scheme; `None` if there is none of that name.
pub fn builtin(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix(SCHEME)?;
    let place = BUILTIN.binary_search_by_key(&name, |file| file.0);
    place.ok().map(|place| BUILTIN[place].1)
}

/// The path of a built-in rule file as the command line and rule files may name it: with or without its ending, and here also without the scheme.
/// `None` if there is none of that name.
pub fn find_builtin(named: &str) -> Option<String> {
    let name = named.strip_prefix(SCHEME).unwrap_or(named);
    let known = BUILTIN.iter().find(|file| {
        let stem = file.0.strip_suffix(super::path::EXTENSION);
        file.0 == name || stem == Some(name)
    });
    known.map(|file| format!("{SCHEME}{}", file.0))
}

/// The built-in rule files with which an author can begin: their names, without folder and ending, and their texts.
pub fn templates() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUILTIN.iter().filter_map(|&(path, text)| {
        let name = path.strip_prefix("templates/")?;
        Some((short(name), text))
    })
}

/// How rule files name a built-in one: `affray:lib/sides`, by its path with the scheme.
pub fn short(path: &str) -> &str {
    path.strip_suffix(super::path::EXTENSION).unwrap_or(path)
}

/// The built-in rule file that a path which leads to no file may mean: one whose name the path ends with.
pub(super) fn meant(path: &str) -> Option<String> {
    let ends_so = |name: &str| path == name || path.ends_with(&format!("/{name}"));
    let known = BUILTIN.iter().find(|file| {
        let last = file.0.rsplit('/').next().unwrap_or(file.0);
        ends_so(file.0) || ends_so(last)
    });
    known.map(|file| format!("{SCHEME}{}", short(file.0)))
}

#[cfg(test)]
#[path = "../../tests/internals/load_builtin.rs"]
mod tests;
