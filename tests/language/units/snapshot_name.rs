//! `src/snapshot/name.rs`

use affray::snapshot::file_stem;

#[test]
fn names_are_safe_and_keep_their_words() {
    let name = |file, title| file_stem(file, title).unwrap_or_default();
    assert_eq!(name("duel", "First blood"), "duel__first_blood");
    assert_eq!(
        name("The Mill", "Ann's 2nd duel -- at dawn!"),
        "the_mill__ann_s_2nd_duel_at_dawn"
    );
    assert_eq!(name("duel", "hit-and-run"), "duel__hit-and-run");
    assert_eq!(name("a__b", "c__d"), "a_b__c_d");
    assert_eq!(name("con", "nul"), "con__nul");
    assert_eq!(name("../../etc", "passwd"), "etc__passwd");
    assert_eq!(name("бой", "Überfall"), "scenarios__berfall");
    assert_eq!(file_stem("duel", "Бой"), None);
    assert_eq!(file_stem("duel", "-_ "), None);
}
