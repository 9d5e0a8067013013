//! Tests of what is private in `src/diagnostic/render.rs`, which takes them in.

use super::*;

#[test]
fn what_panics_is_written_in_another_way() {
    let shown = attempt(|_| panic!("a line is too long"))
        .or_else(|| attempt(|out| out.write_str("plain words")));
    assert_eq!(shown.as_deref(), Some("plain words"));
    assert_eq!(attempt(|_| Err(fmt::Error)), None);
}
