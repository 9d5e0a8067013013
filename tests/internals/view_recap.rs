//! Tests of what is private in `src/view/recap.rs`, which takes them in.

use super::escaped;

#[test]
fn nothing_is_left_of_markdown() {
    assert_eq!(
        escaped("- a *b* [c](d) <e> & #f"),
        r"\- a \*b\* \[c\](d) \<e\> \& \#f"
    );
    assert_eq!(escaped("12. orc 1. falls"), r"12\. orc 1. falls");
    assert_eq!(escaped("http://a www.b x@y"), r"http\://a www\.b x\@y");
}
