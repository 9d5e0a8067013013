//! The interface of the crate: what `src/lib.rs` re-exports, with fields, variants and methods, read from the sources and held by a snapshot. Each
//! of them has documentation.
//!
//! The reader knows the layout of `cargo fmt`: an item begins in the first column and ends with a line that begins with `}` or `)`, its parts are
//! indented by four spaces. Of an item that a macro declares, only its documentation is listed, and what stands outside of the macro.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// One name that `src/lib.rs` re-exports.
#[derive(Debug)]
struct Export {
    /// `run::dice`
    module: Vec<String>,
    /// `Seeded`
    item: String,
    /// `SeededDice`
    name: String,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The names in the `pub use` statements of a text.
fn exports(text: &str) -> Vec<Export> {
    let mut exports = Vec::new();
    for statement in text.split("\npub use ").skip(1) {
        let tree = statement.split(';').next().expect("a statement");
        let tree: String = tree.split_whitespace().collect::<Vec<_>>().join(" ");
        expand(&tree, &[], &mut exports);
    }
    exports
}

/// Adds the names of a use tree below a module.
fn expand(tree: &str, above: &[String], exports: &mut Vec<Export>) {
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, group.strip_suffix('}')),
        None => (tree, None),
    };
    let (path, alias) = path.split_once(" as ").unwrap_or((path, ""));
    let mut module: Vec<String> = above.to_vec();
    let parts = path.split("::").map(str::trim);
    module.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
    match group {
        Some(group) => {
            let (mut depth, mut start) = (0, 0);
            for (at, letter) in group.char_indices().chain([(group.len(), ',')]) {
                match letter {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        let part = group[start..at].trim();
                        start = at + 1;
                        if !part.is_empty() {
                            expand(part, &module, exports);
                        }
                    }
                    _ => {}
                }
            }
        }
        None => {
            let item = module.pop().expect("a name");
            let name = if alias.is_empty() { &item } else { alias };
            exports.push(Export {
                name: name.to_owned(),
                module,
                item,
            });
        }
    }
}

/// The text of the file of a module itself; empty where there is none.
fn own_text(module: &[String]) -> String {
    let place = module.iter().fold(source(), |place, part| place.join(part));
    let own = [place.with_extension("rs"), place.join("mod.rs")];
    let text = own.iter().find_map(|path| fs::read_to_string(path).ok());
    text.unwrap_or_default()
}

/// The Rust files of a module and of all modules in it.
fn texts(module: &[String]) -> Vec<String> {
    let place = module.iter().fold(source(), |place, part| place.join(part));
    let mut open = vec![place.with_extension("rs"), place];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") && path.exists() {
            found.push(path);
        }
    }
    found.sort();
    let read = |path: &PathBuf| fs::read_to_string(path).expect("text");
    found.iter().map(read).collect()
}

/// The module that declares an item, by way of the re-exports of the modules above it, and what the item is called there.
fn declaring(module: &[String], item: &str) -> Option<(Vec<String>, String)> {
    let text = own_text(module);
    let lines: Vec<&str> = text.lines().collect();
    if (0..lines.len()).any(|line| declaration(&lines, line, item).is_some()) {
        return Some((module.to_vec(), item.to_owned()));
    }
    exports(&text).into_iter().find_map(|again| {
        let below: Vec<String> = module.iter().chain(&again.module).cloned().collect();
        match again.item.as_str() {
            "*" => declaring(&below, item),
            own if again.name == item => declaring(&below, own),
            _ => None,
        }
    })
}

/// The sort and the documentation of an item, if this line declares it: in the first column, or within a macro.
fn declaration(lines: &[&str], line: usize, item: &str) -> Option<(String, String)> {
    let text = lines[line];
    let sort = match declared(text.trim_start()) {
        Some((sort, name)) if name == item => sort,
        // An id in the list of the macro that declares ids.
        _ if text.trim().strip_suffix(',') == Some(item) => "struct",
        _ => return None,
    };
    let docs = documentation(lines, line);
    let is_item = text.starts_with("pub ") || !docs.is_empty() && sort != "fn";
    is_item.then(|| (sort.to_owned(), docs))
}

/// The first paragraph of the documentation above a line; attributes may stand between.
fn documentation(lines: &[&str], line: usize) -> String {
    let mut above = lines[..line].iter().rev().map(|line| line.trim_start());
    let mut docs = Vec::new();
    while let Some(line) = above.next() {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.trim());
        } else if docs.is_empty() && line.ends_with(']') {
            if !line.starts_with("#[") {
                above.find(|line| line.starts_with("#["));
            }
        } else {
            break;
        }
    }
    let docs = docs.into_iter().rev();
    let first: Vec<&str> = docs.take_while(|doc| !doc.is_empty()).collect();
    first.join(" ")
}

/// The name at the beginning of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The sort of an item that a line declares, and its name.
fn declared(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("pub ")?;
    let rest = rest
        .strip_prefix("const fn ")
        .map_or(rest, |_| &rest["const ".len()..]);
    let (sort, rest) = rest.split_once(' ')?;
    let sorts = ["struct", "enum", "trait", "fn", "type", "const"];
    sorts.contains(&sort).then(|| (sort, word(rest)))
}

/// The type whose methods an `impl` block holds; `None` for other lines and for implementations of traits.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(parameters) => parameters.split_once('>')?.1,
        None => rest,
    };
    (!rest.contains(" for ")).then(|| word(rest.trim_start()))
}

/// An item as the snapshot shows it; `None` where the files do not declare it.
fn listed(export: &Export) -> Option<(String, String)> {
    let (module, item) = declaring(&export.module, &export.item)?;
    let mut found = None;
    let mut parts: BTreeMap<String, String> = BTreeMap::new();
    let own = own_text(&module);
    for text in &texts(&module) {
        let lines: Vec<&str> = text.lines().collect();
        let mut within: Option<String> = None;
        for (at, line) in lines.iter().enumerate() {
            let here = declaration(&lines, at, &item).filter(|_| *text == own);
            if let Some(one) = here {
                assert!(found.is_none(), "{item} is declared twice in {module:?}");
                within = (line.starts_with("pub ") && line.ends_with('{')).then(|| one.0.clone());
                found = Some(one);
            } else if implemented(line) == Some(item.as_str()) {
                within = Some("impl".to_owned());
            } else if line.starts_with(['}', ')']) {
                within = None;
            }
            let Some(part) = line.strip_prefix("    ") else {
                continue;
            };
            let name = match within.as_deref() {
                Some("struct") => part.strip_prefix("pub ").map(word),
                Some("enum") => part.starts_with(char::is_uppercase).then(|| word(part)),
                Some("trait") => part.strip_prefix("fn ").map(word),
                Some("impl") => declared(part).map(|(_, name)| name),
                _ => None,
            };
            if let Some(name) = name {
                parts.insert(name.to_owned(), documentation(&lines, at));
            }
        }
    }
    let (sort, docs) = found?;
    let name = &export.name;
    assert!(!docs.is_empty(), "{name} has no documentation");
    let bare: Vec<&String> = parts
        .iter()
        .filter(|part| part.1.is_empty())
        .map(|part| part.0)
        .collect();
    assert!(bare.is_empty(), "{name} has no documentation of {bare:?}");
    let mut text = format!("{sort} {name}\n");
    for part in parts.keys() {
        let _ = writeln!(text, "    {part}");
    }
    Some((name.clone(), text))
}

#[test]
fn the_interface_is_on_record() {
    let text = fs::read_to_string(source().join("lib.rs")).expect("the crate");
    let exports = exports(&text);
    assert!(exports.len() > 50, "{}", exports.len());
    let items: BTreeMap<String, String> = exports
        .iter()
        .map(|export| listed(export).unwrap_or_else(|| panic!("{export:?} is not declared")))
        .collect();
    assert_eq!(items.len(), exports.len(), "no name stands for two items");
    let listing: String = items.into_values().collect();
    insta::assert_snapshot!(listing);
}

#[test]
fn no_module_is_part_of_the_interface() {
    let text = fs::read_to_string(source().join("lib.rs")).expect("the crate");
    let lines: Vec<&str> = text.lines().collect();
    let shown: Vec<&str> = (1..lines.len())
        .filter(|&at| lines[at].starts_with("pub mod ") && lines[at - 1] != "#[doc(hidden)]")
        .map(|at| lines[at])
        .collect();
    assert!(shown.is_empty(), "{shown:?}");
}
