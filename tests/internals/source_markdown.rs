//! Tests of what is private in `src/source/markdown.rs`, which takes them in.

use super::Markdown;

fn escaped(text: &str) -> String {
    Markdown(text).to_string()
}

#[test]
fn nothing_is_left_of_markdown() {
    assert_eq!(
        escaped("- a *b* [c](d) <e> & #f"),
        r"\- a \*b\* \[c\](d) &lt;e&gt; &amp; \#f"
    );
    assert_eq!(escaped("12. orc 1. falls"), r"12\. orc 1. falls");
    assert_eq!(escaped("1.5 = 3) x"), r"1.5 = 3) x");
    assert_eq!(escaped("http://a www.b x@y"), r"http\://a www\.b x\@y");
    assert_eq!(escaped("a\nb\u{202e}"), r"a b\\u{202e}");
}
