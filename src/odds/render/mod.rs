//! The forms of output: for people, as a table for other programs, as a picture. All are made from a [`Sheet`](super::report::Sheet) alone.

use super::report::{AnswerLine, AnswerTable};

mod csv;
mod human;
mod svg;

pub use csv::csv;
pub use human::human;
pub use svg::svg;

/// So rare that it is shown as less than a hundredth of a percent.
const RARE: f64 = 0.000_05;

/// More answers than this that are all rare, at one end of a table, are one.
const MOST_RARE: usize = 3;

/// A table as people read it: of numbers that are all rare, those at either end are one, "38 or more".
pub fn folded(table: &AnswerTable) -> AnswerTable {
    let mut table = table.clone();
    // Of places, several tables are one.
    if table.numbers && table.place_of.is_none() {
        for lines in table.cases.iter_mut().map(|case| &mut case.lines) {
            fold(lines, "or more");
            lines.reverse();
            fold(lines, "or less");
            lines.reverse();
        }
    }
    table
}

/// Makes one of the last answers that are all rare.
fn fold(lines: &mut Vec<AnswerLine>, beyond: &str) {
    let is_rare = |line: &&AnswerLine| {
        line.value.is_some() && line.bounds.is_none() && line.share < RARE && line.share > 0.0
    };
    let rare = lines.iter().rev().take_while(is_rare).count();
    if rare > MOST_RARE && rare < lines.len() {
        let all = lines.split_off(lines.len() - rare);
        lines.push(AnswerLine {
            answer: format!("{} {beyond}", all[0].answer),
            value: all[0].value,
            share: all.iter().map(|line| line.share).sum(),
            fraction: None,
            bounds: None,
            times: None,
        });
    }
}

/// A chance in percent, with as many digits as are worth reading: 0 and 100 stand for what is certain.
pub fn percent(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        1.0 => "100 %".to_owned(),
        share if share < RARE => "< 0.01 %".to_owned(),
        share if share > 0.999_95 => "> 99.99 %".to_owned(),
        share => format!("{:.2} %", share * 100.0),
    }
}
