//! Tests of what is private in `src/cli/crash.rs`, which takes them in.

use super::*;

#[test]
fn a_panic_becomes_a_report() {
    let crash = guard(|| -> u8 { panic!("a \u{1b}[31m row is lost") });
    let typed = ["affray", "run", "my duel.affray"].map(OsString::from);
    let report = crash.expect_err("it panics").report(&typed);
    assert!(report.contains(r"a \u{1b}[31m row is lost"), "{report}");
    assert!(report.contains("crash.rs:"), "{report}");
    assert!(
        report.contains("command: affray run 'my duel.affray'"),
        "{report}"
    );
    assert_eq!(guard(|| 3), Ok(3));
}
