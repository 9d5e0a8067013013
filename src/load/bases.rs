//! The folders outside of a project whose rule files it may use, as its `affray.toml` names them. Reads text; opens no file.

use std::collections::BTreeMap;

use super::path;

/// The table of `affray.toml` that names folders.
const TABLE: &str = "bases";

/// Folders by their names, as they are written: from the folder of `affray.toml`, with `/` between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bases(pub BTreeMap<String, String>);

impl Bases {
    /// The folders that the text of an `affray.toml` names. Its other tables are ignored.
    ///
    /// # Errors
    ///
    /// The first line below `[bases]` that names no folder, or a heading `bases` whose brackets are wrong, in words that go on after "the file cannot be read: ".
    pub fn read(text: &str) -> Result<Self, String> {
        let mut bases = Bases::default();
        let mut is_inside = false;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.starts_with('[') {
                is_inside = is_heading(number, without_comment(line))?;
            } else if is_inside && !line.is_empty() && !line.starts_with('#') {
                bases.take(number, line)?;
            }
        }
        Ok(bases)
    }

    fn take(&mut self, number: usize, line: &str) -> Result<(), String> {
        let Some((name, folder)) = named(line) else {
            return Err(format!(
                "line {number} of `affray.toml` names no folder; it is written so: `shared = \"../house_rules\"`"
            ));
        };
        if !path::is_base_name(name) {
            return Err(format!(
                "line {number} of `affray.toml` calls a folder `{name}`: its name begins with a letter and has letters, digits, `_` and `-`, two of them at least, and is not `affray`"
            ));
        }
        if let Err(why) = path::folder(folder) {
            return Err(format!(
                "line {number} of `affray.toml` calls the folder `{folder}` `{name}`, and {why}"
            ));
        }
        match self.0.insert(name.to_owned(), folder.to_owned()) {
            None => Ok(()),
            Some(_) => Err(format!(
                "line {number} of `affray.toml` says a second time what `{name}` is"
            )),
        }
    }

    /// The name and the path by which rule files can use a file whose path from the root of the project is `above` folders up and then `rest`.
    pub fn path_to(&self, above: usize, rest: &str) -> Option<String> {
        let whole = format!("{}{rest}", "../".repeat(above));
        self.0.iter().find_map(|(name, folder)| {
            let below = whole.strip_prefix(folder.trim_end_matches('/'))?;
            Some(format!("{name}:{}", below.strip_prefix('/')?))
        })
    }
}

/// Whether a line that begins with a bracket is the heading of the table; an error if it would be with other brackets.
fn is_heading(number: usize, line: &str) -> Result<bool, String> {
    if line.trim_matches(['[', ']', ' ', '\t']) != TABLE {
        return Ok(false);
    }
    let inside = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix(']'));
    match inside.is_some_and(|inside| inside.trim() == TABLE) {
        true => Ok(true),
        false => Err(format!(
            "line {number} of `affray.toml` is no heading; it is written so: `[{TABLE}]`"
        )),
    }
}

/// `shared = "../house_rules"  # a comment`
fn named(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let value = value.trim();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (folder, rest) = value[1..].split_once(quote)?;
    without_comment(rest)
        .is_empty()
        .then_some((name.trim(), folder))
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::Bases;

    #[test]
    fn folders_have_names() {
        let text = "# ours\nname = 3\n[bases] # outside\n\nshared = \"../house\" # mine\nold-ones='../../old/rules/'\n[other]\nx = [\n";
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
        assert_eq!(Bases::read("anything at all"), Ok(Bases::default()));
    }

    #[test]
    fn what_names_no_folder_is_told_with_its_line() {
        for (line, why) in [
            ("shared", "names no folder"),
            ("shared = ../house", "names no folder"),
            ("shared = \"../house", "names no folder"),
            ("shared = \"../house\" and more", "names no folder"),
            ("c = \"../house\"", "two of them at least"),
            ("affray = \"../house\"", "is not `affray`"),
            ("shared.old = \"../house\"", "calls a folder `shared.old`"),
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
            assert_eq!(
                told,
                "line 2 of `affray.toml` is no heading; it is written so: `[bases]`"
            );
        }
        let spaced = Bases::read("[ bases ]\nold = \"../old\"\n");
        assert!(spaced.is_ok_and(|bases| bases.0.contains_key("old")));
        let twice = Bases::read("[bases]\nab = \"a\"\nab = \"b\"\n");
        assert!(twice.is_err_and(|why| why.contains("a second time")));
    }
}
