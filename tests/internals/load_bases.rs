//! Tests of what is private in `src/load/bases.rs`, which takes them in.

use super::Bases;

#[test]
fn folders_have_names() {
    let text = "# ours\nname = 3\n[bases] # outside\n\nshared = \"../house\" # mine\nold-ones='../../old/rules/'\n[other]\nx = []\n";
    let bases = Bases::read(text).expect("a good text");
    let named: Vec<(&str, &str)> = (bases.0.iter())
        .map(|(name, folder)| (name.as_str(), folder.as_str()))
        .collect();
    assert_eq!(
        named,
        [("old-ones", "../../old/rules/"), ("shared", "../house")]
    );
    let to = |above, rest| bases.path_to(above, rest);
    assert_eq!(
        to(1, "house/lib/a.affray").as_deref(),
        Some("shared:lib/a.affray")
    );
    assert_eq!(
        to(2, "old/rules/b.affray").as_deref(),
        Some("old-ones:b.affray")
    );
    assert_eq!(to(1, "houses/a.affray"), None);
    assert_eq!(to(2, "house/a.affray"), None);
    assert_eq!(Bases::read("# mine\n"), Ok(Bases::default()));
}

#[test]
fn what_means_nothing_is_told_at_its_place() {
    let told = |text: &str| {
        let unknown = super::unknown(text);
        let told = unknown.into_iter().map(|one| {
            (
                text[one.place].to_owned(),
                one.message,
                one.help,
                one.is_meant,
            )
        });
        told.collect::<Vec<_>>()
    };
    assert!(told("# ours\n[bases]\nshared = \"../house\"\n").is_empty());
    for heading in ["base", "basis", "Bases", "folders"] {
        let told = told(&format!("[{heading}]\nshared = \"../house\"\n"));
        let [(place, message, help, is_meant)] = told.as_slice() else {
            panic!("{heading}: {told:?}");
        };
        assert_eq!((place.as_str(), *is_meant), (heading, true));
        assert_eq!(*message, format!("there is no table `[{heading}]`"));
        assert_eq!(help, "write `[bases]`");
    }
    let told_of = |text: &str| told(text).pop().expect("something is told");
    assert!(!told_of("[bases]\n[editor]\nx = 1\n").3);
    assert_eq!(told_of("name = \"duel\"\n").1, "there is no setting `name`");
    let outside = told_of("shared = \"../house\"\n");
    assert_eq!(outside.1, "`shared` stands in no table");
    assert!(outside.3);
    let bare = told_of("[bases]\nshared = ../house # ours\n");
    assert_eq!(bare.0, "shared = ../house # ours");
    let quotes = "this line has a path that does not stand in quotes";
    assert_eq!((bare.1.as_str(), bare.3), (quotes, true));
    assert_eq!(bare.2, "a folder is named so: `shared = \"../house\"`");
}

#[test]
fn what_names_no_folder_is_told_with_its_line() {
    for (line, why) in [
        ("shared = 3", "names no folder"),
        ("shared", "no value"),
        ("shared = ../house", "a folder is named so"),
        (
            "house = ../house # ours",
            "has a path that does not stand in quotes; a folder is named so: `house = \"../house\"`",
        ),
        (
            "house = \"..\\house\\rules\"",
            "divides folders by a backslash and not by `/`; a folder is named so: `house = \"../house/rules\"`",
        ),
        ("house = \"../house", "has quotes that are not closed"),
        ("house = \"../house\" too", "goes on behind the path"),
        ("shared = \"../house", "a folder is named so"),
        ("shared = \"../house\" and more", "a folder is named so"),
        ("old = \"../older\"", "calls a second folder `old`"),
        ("c = \"../house\"", "two of them at least"),
        ("affray = \"../house\"", "is not `affray`"),
        ("shared.old = \"../house\"", "names no folder"),
        ("shared = \"\"", "it is empty"),
        ("shared = \"/etc\"", "not from the root of the disk"),
        ("shared = \"~/rules\"", "not from a home folder"),
        ("shared = \"C:/rules\"", "no drive letter"),
        ("shared = '..\\house'", "not by a backslash"),
        ("shared = \"../con\"", "the name of a device"),
        ("shared = \"..//house\"", "a `/` too many"),
        ("shared = \"../%2e%2e\"", "may not contain `%`"),
    ] {
        let told = Bases::read(&format!("[bases]\nold = \"../old\"\n{line}\n"));
        let told = told.expect_err(line);
        assert!(told.starts_with("line 3 of `affray.toml` "), "{told}");
        assert!(told.contains(why), "{line}: {told}");
    }
    for heading in ["[bases", "[[bases]]", "[bases]]"] {
        let told = Bases::read(&format!("\n{heading} # ours\nold = \"../old\"\n"));
        let told = told.expect_err(heading);
        assert!(told.starts_with("line 2 of `affray.toml` is no"), "{told}");
    }
    let spaced = Bases::read("[ bases ]\nold = \"../old\"\n");
    assert!(spaced.is_ok_and(|bases| bases.0.contains_key("old")));
}

#[test]
fn little_of_a_name_or_a_path_without_end_is_told() {
    let long = "x".repeat(100_000);
    for text in [
        format!("[bases]\n{long} = 3 4"),
        format!("[bases]\n\"{long} x\" = \"a\""),
        format!("[bases]\nab = \"{long}\""),
        format!("[bases]\nab = {long}"),
        format!("[bases]\n{long} = \"a\"\n{long} = \"b\""),
    ] {
        let told = Bases::read(&text).expect_err("a mistake");
        assert!(told.len() < 500, "{told}");
    }
    let unknown = super::unknown(&format!("[{long}]"));
    assert!(unknown.iter().all(|one| one.message.len() < 500));
}
