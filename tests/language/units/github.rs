//! `src/diagnostic/github.rs`

use affray::diagnostic::github::commands;
use affray::diagnostic::{Code, Diagnostic, Diagnostics, Findings};
use affray::source::{Sources, Span};

/// The commands for one diagnostic in a file of this name and text.
fn told(
    name: &str,
    text: &str,
    make: impl Fn(&dyn Fn(usize, usize) -> Span) -> Diagnostic,
) -> String {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let diagnostics: Diagnostics = [make(&|start, end| Span::new(file, start, end))]
        .into_iter()
        .collect();
    commands(&Findings {
        diagnostics: &diagnostics,
        sources: &sources,
        folder: "my/",
        is_inside: |name| !name.starts_with("own:"),
    })
}

/// As the runner reads it: `%25`, `%0A`, `%3A` and `%2C` stand for the signs.
#[test]
fn signs_that_end_a_command_are_escaped() {
    let told = told("a,b: 100%.affray", "é x\n", |span| {
        Diagnostic::error(Code::UnknownName, span(3, 4), "50% of `x`: no, not::this")
            .help("first\n::error::second\u{1b}")
    });
    assert_eq!(
        told,
        "::error file=my/a%2Cb%3A 100%25.affray,line=1,col=3,endColumn=3,endLine=1,title=A0201 unknown-name::\
         50%25 of `x`: no, not::this%0Ahelp: first%0A::error::second\\u{1b}\n"
    );
}

#[test]
fn a_place_of_several_lines_has_no_columns() {
    let told = told("a", "ab\ncd\nef\n", |span| {
        Diagnostic::warning(Code::UnknownName, span(1, 6), "x").also(span(6, 7), "here")
    });
    let expected =
        "::warning file=my/a,line=1,endLine=2,title=A0201 unknown-name::x%0Amy/a:3: here\n";
    assert_eq!(told, expected);
}

#[test]
fn a_point_has_one_column_and_a_file_of_no_repository_no_place() {
    let point = told("a", "ab\n", |span| {
        Diagnostic::note(Code::UnknownName, span(2, 2), "x")
    });
    assert_eq!(
        point,
        "::notice file=my/a,line=1,col=3,endColumn=3,endLine=1,title=A0201 unknown-name::x\n"
    );
    let own = told("own:a", "ab\n", |span| {
        Diagnostic::error(Code::UnknownName, span(0, 1), "x")
    });
    assert_eq!(own, "::error title=A0201 unknown-name::x\n");
}
