//! Comma-separated values (RFC 4180), a row for each answer of each case.

use crate::odds::report::{How, Sheet};
use crate::source::is_hidden;

/// A sheet as comma-separated values.
pub fn csv(sheet: &Sheet) -> String {
    let mut text =
        "scenario,question,case,answer,share,fraction,low,high,times,method\r\n".to_owned();
    for table in &sheet.questions {
        for case in &table.cases {
            let method = match &case.found {
                Some(How::Exact { .. }) => "exact",
                Some(How::Reckoned { .. }) => "reckoned",
                Some(How::Played { .. }) => "played",
                None => "none",
            };
            for line in &case.lines {
                let (low, high) = line.bounds.unzip();
                let number =
                    |number: Option<f64>| number.map_or(String::new(), |it| it.to_string());
                let fields = [
                    field(&sheet.scenario),
                    field(&table.question),
                    field(&case.label),
                    field(&line.answer),
                    line.share.to_string(),
                    line.fraction.clone().unwrap_or_default(),
                    number(low),
                    number(high),
                    line.times.map_or(String::new(), |times| times.to_string()),
                    method.to_owned(),
                ];
                text += &fields.join(",");
                text += "\r\n";
            }
        }
    }
    text
}

/// A field; one that a spreadsheet could take for a formula gets an apostrophe.
fn field(text: &str) -> String {
    let text = match is_formula(text) {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    match text.contains(['"', ',', ';', '\t', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// Whether a spreadsheet could take a text for a formula: it begins with a sign of one, as wide as it may be, behind anything that is skipped, or with
/// what ends a cell (OWASP, CSV Injection). A number is none.
fn is_formula(text: &str) -> bool {
    const SIGNS: [char; 9] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '−'];
    let is_skipped = |c: char| {
        c.is_whitespace()
            || is_hidden(c)
            || matches!(c, '"' | '\'' | '\u{200b}'..='\u{200d}' | '\u{2060}')
    };
    let begins = text.trim_start_matches(is_skipped).starts_with(SIGNS);
    let breaks = text.starts_with(['\t', '\r', '\n']);
    breaks || begins && text.parse::<f64>().is_err()
}

#[cfg(test)]
#[path = "../../../tests/internals/odds_render_csv.rs"]
mod tests;
