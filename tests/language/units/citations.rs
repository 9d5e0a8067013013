//! `src/check/items.rs`: citations

use std::collections::BTreeMap;

use affray::load::Loader;
use affray::source::Limits;

/// What a kind that cites this cites, each statement by itself; else why it cannot.
fn cited(citation: &str) -> Result<Vec<String>, Vec<String>> {
    let text = format!("rules r {{ kind combatant {{ cites {citation} }} }}\n");
    let mut files = BTreeMap::from([("r.affray".to_owned(), text)]);
    let loaded = Loader::new(Limits::DEFAULT).load("r.affray", &mut files);
    if loaded.diagnostics.has_errors() {
        let messages = loaded.diagnostics.iter().map(|one| one.message.clone());
        return Err(messages.collect());
    }
    let items = &loaded.rules[0].ruleset.items;
    let cites = items.iter().flat_map(|item| &item.cites);
    Ok(cites.flat_map(|cited| cited.spelled_out()).collect())
}

#[test]
fn ranges_keep_their_zeros() {
    let ids = |ids: &[&str]| Ok(ids.iter().map(|id| id.to_string()).collect());
    assert_eq!(cited("OS-009..11"), ids(&["OS-009", "OS-010", "OS-011"]));
    assert_eq!(cited("OS-9..OS-9"), ids(&["OS-9"]));
}

#[test]
fn absurd_ranges_are_refused() {
    for (range, why) in [
        ("OS-5..4", "runs backwards"),
        ("OS-1..XY-4", "begins and ends in different documents"),
        ("OS-1..99999999", "is too long"),
        ("OS-a..9", "has no numbers that can be counted"),
    ] {
        let message = format!("this range of citations {why}");
        assert_eq!(cited(range), Err(vec![message]), "{range}");
    }
}
