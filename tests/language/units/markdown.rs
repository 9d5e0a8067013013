//! Text of Markdown: nothing from outside is a sign of it.

use affray::source::Markdown;

#[test]
fn nothing_is_left_of_markdown() {
    let escaped = |text: &str| Markdown(text).to_string();
    assert_eq!(
        escaped("- a *b* [c](d) <e> & #f"),
        r"\- a \*b\* \[c\](d) &lt;e> &amp; \#f"
    );
    assert_eq!(escaped("12. orc 1. falls"), r"12\. orc 1. falls");
    assert_eq!(escaped("> hp 4 -> 3"), r"\> hp 4 -> 3");
    assert_eq!(escaped("1.5 = 3) x"), "1.5 = 3) x");
    assert_eq!(escaped("http://a www.b x@y"), r"http\://a www\.b x\@y");
    assert_eq!(escaped("a\nb\u{202e}"), r"a b\\u{202e}");
}
