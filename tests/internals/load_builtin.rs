//! Tests of what is private in `src/load/builtin.rs`, which takes them in.

use super::*;

#[test]
fn names_are_found_with_and_without_ending_and_scheme() {
    let (name, text) = BUILTIN[0];
    let path = format!("{SCHEME}{name}");
    assert_eq!(builtin(&path), Some(text));
    assert_eq!(builtin(name), None);
    for named in [name, short(name), &path, short(&path)] {
        assert_eq!(find_builtin(named), Some(path.clone()), "{named}");
    }
    assert_eq!(find_builtin("no such rules"), None);
    assert_eq!(
        meant(&format!("some/where/{name}")).as_deref(),
        Some(short(&path))
    );
}

#[test]
fn templates_are_short_and_have_names() {
    let names: Vec<&str> = templates().map(|template| template.0).collect();
    assert!(
        names.contains(&"turns") && names.contains(&"side"),
        "{names:?}"
    );
    for (name, text) in templates() {
        assert!(text.lines().count() <= 100, "{name}");
    }
}

#[test]
fn the_list_is_sorted() {
    assert!(BUILTIN.is_sorted_by_key(|file| file.0));
    assert!(BUILTIN.len() > 5);
}
