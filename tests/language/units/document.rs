//! `src/ruleset/document.rs`

use std::collections::BTreeSet;

use affray::ruleset::{StatementId, ranges};

fn ids(cited: &[&str]) -> BTreeSet<StatementId> {
    cited
        .iter()
        .filter_map(|id| StatementId::parse(id))
        .collect()
}

#[test]
fn zeros_before_a_number_make_no_difference() {
    assert_eq!(StatementId::parse("DI-07"), StatementId::parse("DI-7"));
    assert_eq!(StatementId::parse("DI-12a"), None);
    assert_eq!(StatementId::parse("DI"), None);
    assert_eq!(StatementId::parse("-7"), None);
    let silence = StatementId::parse("BI-Q3").expect("a number");
    assert_eq!(
        (silence.prefix.as_str(), silence.to_string().as_str()),
        ("BI-Q", "BI-Q3")
    );
}

#[test]
fn neighbours_are_told_as_ranges() {
    let told = ranges(&ids(&[
        "DI-9", "DI-32", "DI-28", "DI-30", "DI-029", "DI-31", "DI-40", "DI-41", "XX-42",
    ]));
    assert_eq!(told, "DI-9, DI-28..32, DI-40, DI-41, XX-42");
    assert_eq!(ranges(&BTreeSet::new()), "");
}
