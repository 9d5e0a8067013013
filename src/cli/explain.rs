//! `affray explain`: what a code means, with a wrong and a right example. Works without any file.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{ExplainArgs, Format};
use super::meant;
use super::output::{Output, json_line};
use super::{Status, Trouble};
use crate::diagnostic::Code;
use crate::diagnostic::json::SCHEMA_VERSION;
use crate::source::Clean;

/// The answer for programs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Explanations {
    schema_version: u32,
    codes: Vec<Explanation>,
}

/// What is known of one code.
#[derive(Debug, Serialize, JsonSchema)]
struct Explanation {
    code: &'static str,
    name: &'static str,
    meaning: &'static str,
    wrong: &'static str,
    right: &'static str,
    /// What has to be known to read the examples; empty where nothing has to.
    note: &'static str,
}

pub(super) fn explain(args: &ExplainArgs, output: &mut Output) -> Result<Status, Trouble> {
    let codes = match &args.code {
        Some(typed) => vec![Code::find(typed).ok_or_else(|| unknown(typed))?],
        None => Code::ALL.to_vec(),
    };
    let text = match (output.format(), &codes[..]) {
        (Format::Json, _) => in_json(&codes)?,
        (_, [code]) => page(*code),
        _ => list(&codes),
    };
    output.print(&text);
    Ok(Status::Fine)
}

fn page(code: Code) -> String {
    let mut page = format!("{code}\n\n{}\n", code.meaning());
    for (title, example) in [("Wrong", code.wrong()), ("Right", code.right())] {
        _ = write!(page, "\n{title}:\n\n");
        for line in example.lines() {
            let line = Clean(line).to_string();
            _ = writeln!(page, "{}", format!("    {line}").trim_end());
        }
    }
    if !code.note().is_empty() {
        _ = write!(page, "\n{}\n", code.note());
    }
    page
}

fn list(codes: &[Code]) -> String {
    let mut list = String::new();
    for code in codes {
        _ = writeln!(
            list,
            "{}  {}\n       {}",
            code.number(),
            code.name(),
            code.meaning()
        );
    }
    list
}

fn in_json(codes: &[Code]) -> Result<String, Trouble> {
    let codes = codes.iter().map(|code| Explanation {
        code: code.number(),
        name: code.name(),
        meaning: code.meaning(),
        wrong: code.wrong(),
        right: code.right(),
        note: code.note(),
    });
    let answer = Explanations {
        schema_version: SCHEMA_VERSION,
        codes: codes.collect(),
    };
    json_line(&answer)
}

fn unknown(typed: &str) -> Trouble {
    let known = Code::ALL
        .iter()
        .flat_map(|code| [code.number(), code.name()]);
    let help = meant(typed, known, "`affray explain` lists all codes");
    Trouble::new(format!("there is no code `{}`; {help}", Clean(typed)))
}
