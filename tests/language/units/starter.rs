//! `src/starter/mod.rs`

use affray::starter::{file_name, fresh};

#[test]
fn names_are_those_of_the_language_and_of_files() {
    for name in ["goblins", "border_wars", "_x1", "königin"] {
        assert_eq!(file_name(name), Ok(format!("{name}.affray")));
    }
    let said = |name: &str| file_name(name).expect_err("no name");
    assert!(said("my-rules").ends_with("try `my_rules`"));
    assert!(said("goblins.affray").ends_with("not the file; try `goblins`"));
    assert!(said("2nd edition").ends_with("try `rules_2nd_edition`"));
    assert!(said("while").ends_with("a word of the language; try `rules_while`"));
    assert!(said("a {} rules b").contains("letters, digits"));
    assert!(said("../x").ends_with("try `x`"));
    assert!(said("").contains("letters, digits"));
    assert!(said("con").contains("the name of a device"));
}

#[test]
fn titles_are_names_as_people_write_them() {
    for (name, title) in [("border_wars", "Border wars"), ("_", "_")] {
        let text = fresh(name);
        assert!(
            text.contains(&format!("\nrules {name} \"{title}\" {{\n")),
            "{text}"
        );
    }
}
