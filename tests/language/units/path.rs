//! `src/load/path.rs`

use affray::load::resolve;

#[test]
fn paths_start_from_the_folder_of_the_naming_file() {
    let ok = |from, named| resolve(from, named).expect("a good path");
    assert_eq!(ok("a.affray", "b.affray"), "b.affray");
    assert_eq!(ok("x/a.affray", "b.affray"), "x/b.affray");
    assert_eq!(ok("x/y/a.affray", "../b.affray"), "x/b.affray");
    assert_eq!(ok("x/a.affray", "./../x/./b.affray"), "x/b.affray");
    assert_eq!(
        ok("x/a.affray", "../rules/common.affray"),
        "rules/common.affray"
    );
}

#[test]
fn built_in_files_name_each_other() {
    let ok = |from, named| resolve(from, named).expect("a good path");
    assert_eq!(ok("x/a.affray", "affray:b"), "affray:b.affray");
    assert_eq!(ok("a.affray", "affray:lib/b.affray"), "affray:lib/b.affray");
    assert_eq!(
        ok("affray:x/a.affray", "../lib/b.affray"),
        "affray:lib/b.affray"
    );
    assert!(resolve("affray:a.affray", "../b.affray").is_err());
    assert!(resolve("a.affray", "affray:../b").is_err());
    assert!(resolve("a.affray", "affray:").is_err());
    assert!(resolve("a.affray", "o:b.affray").is_err());
    assert!(resolve("a.affray", "o.k:b.affray").is_err());
}

#[test]
fn files_of_a_folder_outside_name_each_other() {
    let ok = |from, named| resolve(from, named).expect("a good path");
    assert_eq!(ok("x/a.affray", "shared:b"), "shared:b.affray");
    assert_eq!(ok("a.affray", "shared:lib/b.affray"), "shared:lib/b.affray");
    assert_eq!(
        ok("shared:x/a.affray", "../lib/b.affray"),
        "shared:lib/b.affray"
    );
    assert_eq!(ok("shared:a.affray", "affray:b"), "affray:b.affray");
    for (from, named) in [
        ("shared:a.affray", "../b.affray"),
        ("shared:x/a.affray", "../../b.affray"),
        ("a.affray", "shared:../b"),
        ("a.affray", "shared:x/../../b"),
        ("a.affray", "shared:/etc/b"),
        ("a.affray", "shared://b"),
        ("a.affray", "shared:~/b"),
        ("a.affray", "shared:c:b"),
        ("a.affray", "shared:"),
    ] {
        assert!(resolve(from, named).is_err(), "{from} {named}");
    }
}

#[test]
fn no_path_leads_out() {
    assert!(resolve("a.affray", "../b.affray").is_err());
    assert!(resolve("x/a.affray", "../../x/b.affray").is_err());
    assert!(resolve("x/a.affray", "y/../../../b.affray").is_err());
}
