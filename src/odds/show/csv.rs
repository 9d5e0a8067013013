//! Comma-separated values (RFC 4180), a row for each answer of each case.

use crate::odds::sheet::{How, Sheet};

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

/// A field; one that a spreadsheet would take for a formula gets an apostrophe.
fn field(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err() {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
