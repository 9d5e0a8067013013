//! `src/source/xml.rs`

use affray::source::{BIDI_CONTROLS, Xml};

#[test]
fn signs_mean_nothing_and_nothing_deceives() {
    let shown = Xml("<a href=\"x\" b='&'>\n\t\u{1b}\u{0}\u{ffff}龍").to_string();
    assert_eq!(
        shown,
        "&lt;a href=&quot;x&quot; b=&#39;&amp;&#39;&gt;\n \u{fffd}\u{fffd}\u{fffd}龍"
    );
    for (control, name) in BIDI_CONTROLS {
        assert_eq!(Xml(&control.to_string()).to_string(), "\u{fffd}", "{name}");
    }
}
