//! Tests of what is private in `src/odds/render/csv.rs`, which takes them in.

use super::*;

#[test]
fn what_a_spreadsheet_could_take_for_a_formula_is_neutralised() {
    for cell in [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "=",
        "-",
        "－2+3",
        "＝1+1",
        "＋1",
        "＠SUM(A1)",
        "−2+3",
        " =1+1",
        "\u{a0}=1+1",
        "\u{3000}＝1+1",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        "\tann",
        "\rann",
        "\nann",
        "\"=1+1",
        "'=1+1",
        "\u{feff}=1+1",
        "\u{200b}=1+1",
        "\0=1+1",
        "=HYPERLINK(\"http://x\",\"y\")",
        "-2+3+cmd|' /C calc'!A0",
        "- 1",
    ] {
        let field = field(cell);
        let inner = field.trim_start_matches('"');
        assert!(inner.starts_with('\''), "{cell:?}: {field}");
    }
    for cell in [
        "",
        "ann",
        "-1",
        "-1.5",
        "+2",
        "0",
        "1/36",
        "a=b",
        "ann - bob",
        "yes",
        "5 + 1",
    ] {
        assert_eq!(field(cell), cell);
    }
    assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
}
