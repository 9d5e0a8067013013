//! The forms of output: for people, as a table for other programs, as a picture. All are made from a [`Sheet`](super::report::Sheet) alone.

mod csv;
mod human;
mod svg;

pub use csv::csv;
pub use human::human;
pub use svg::svg;

/// A chance in percent, with as many digits as are worth reading: 0 and 100 stand for what is certain.
pub fn percent(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        1.0 => "100 %".to_owned(),
        share if share < 0.000_05 => "< 0.01 %".to_owned(),
        share if share > 0.999_95 => "> 99.99 %".to_owned(),
        share => format!("{:.2} %", share * 100.0),
    }
}
