//! Pictures in dots: `affray run --format png`. The bytes depend on the fonts of the system; size and form do not.

mod common;

use common::binary::command;
use common::root;

/// What the program prints about an example in a form.
fn run(form: &str) -> Vec<u8> {
    let example = root().join("examples/halvaine.affray");
    let path = example.to_str().expect("a path in UTF-8");
    let output = command(&["run", path, "--format", form])
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

/// A length of the `svg` element: of ` width="640"`.
fn length(svg: &str, name: &str) -> u32 {
    let behind = svg.split(&format!(" {name}=\"")).nth(1);
    let digits = behind.and_then(|rest| rest.split('"').next());
    digits.and_then(|digits| digits.parse().ok()).expect(name)
}

#[test]
fn a_picture_in_dots_is_the_picture_at_twice_its_size() {
    let png = run("png");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[12..16], *b"IHDR");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    let svg = String::from_utf8(run("svg")).expect("text");
    assert_eq!(
        (number(16), number(20)),
        (2 * length(&svg, "width"), 2 * length(&svg, "height")),
    );
    // One colour all over would be packed into far less.
    assert!(png.len() > 5_000, "{} bytes", png.len());
    assert_eq!(png[png.len() - 8..png.len() - 4], *b"IEND");
}
