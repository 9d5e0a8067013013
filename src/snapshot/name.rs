//! What the file of a snapshot is called: so that it can be called so on every system.

/// The most characters that a name may have, before its ending.
pub const LONGEST: usize = 80;

/// The most of them that come from the file of the scenario.
const LONGEST_STEM: usize = 38;

/// Between the name of the file and the title. Neither of them holds it, so two names are the same only if both parts are.
///
/// It also keeps the name from being that of a device: none of those has it.
const BETWEEN: &str = "__";

/// For a file whose own name has nothing that can be used.
const NAMELESS: &str = "scenarios";

/// The name of the snapshot of a scenario, made of the file it stands in (without `.affray`) and its title: `[a-z0-9_-]{1,80}`.
///
/// `None`: nothing of the title can be in a name. Different titles can come to the same name; the caller looks out for that.
pub fn file_stem(scenario_file: &str, title: &str) -> Option<String> {
    let stem = safe(scenario_file, LONGEST_STEM);
    let stem = if stem.is_empty() { NAMELESS } else { &stem };
    let title = safe(title, LONGEST - BETWEEN.len() - stem.len());
    (!title.is_empty()).then(|| format!("{stem}{BETWEEN}{title}"))
}

/// Lower-case letters and digits; one `_` for whatever is between them, `-` where the text has it.
fn safe(text: &str, longest: usize) -> String {
    let mut name = String::new();
    let mut gap = false;
    for c in text.chars().map(|c| c.to_ascii_lowercase()) {
        let dash = c == '-' && !gap;
        if !(c.is_ascii_lowercase() || c.is_ascii_digit() || dash) {
            gap = true;
            continue;
        }
        if gap && !name.is_empty() {
            name.push('_');
        }
        gap = false;
        name.push(c);
    }
    name.truncate(longest);
    name.trim_matches(['_', '-']).to_owned()
}
