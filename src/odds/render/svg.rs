//! A picture: a bar for each answer. Whole numbers only, so that its bytes are the same everywhere.

use super::{folded, percent};
use crate::odds::report::Sheet;
use crate::source::Xml;

const WIDTH: usize = 720;
const LINE: usize = 24;
const LEFT: usize = 300;
const BAR: usize = 280;
/// So many signs fit left of the bars, and so many into a whole line.
const LEFT_OF_BARS: usize = 32;
const WHOLE_LINE: usize = 70;

/// A sheet as a picture, readable on light and on dark ground.
pub fn svg(sheet: &Sheet) -> String {
    let mut rows = String::new();
    let mut top = LINE;
    let mut put = |class: &str, x: usize, text: &str, top: usize| {
        let most = match class {
            "answer" => LEFT_OF_BARS,
            _ => WHOLE_LINE,
        };
        let text = escaped(&shortened(text, most));
        rows += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{top}\">{text}</text>\n");
    };
    put("title", 12, &sheet.scenario, top);
    let mut bars = String::new();
    for table in sheet.questions.iter().map(folded) {
        top += LINE * 3 / 2;
        put("question", 12, &table.question, top);
        for case in &table.cases {
            let one = case.lines.len() == 1 && !table.numbers;
            if !one && !case.label.is_empty() {
                top += LINE;
                put("case", 24, &case.label, top);
            }
            for line in &case.lines {
                top += LINE;
                let name = match one && !case.label.is_empty() {
                    true => &case.label,
                    false => &line.answer,
                };
                put("answer", 36, name, top);
                let length = (line.share * BAR as f64).round() as usize;
                bars += &format!(
                    "<rect class=\"ground\" x=\"{LEFT}\" y=\"{y}\" width=\"{BAR}\" height=\"16\"/>\n\
                     <rect class=\"bar\" x=\"{LEFT}\" y=\"{y}\" width=\"{length}\" height=\"16\"/>\n",
                    y = top - 13
                );
                put("share", LEFT + BAR + 12, &percent(line.share), top);
            }
            if let Some(mean) = case.mean {
                top += LINE;
                put("note", 36, &format!("on average {:.3}", mean.mean), top);
            }
            if let Some(why) = case.because.as_ref().filter(|_| case.lines.is_empty()) {
                top += LINE;
                put("note", 36, why, top);
            }
        }
    }
    let height = top + LINE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n{bars}{rows}</svg>\n",
        title = escaped(&sheet.scenario)
    )
}

const STYLE: &str = "text{font:14px system-ui,sans-serif;fill:#1b1b1b}.title{font-weight:700;font-size:16px}\
.question{font-weight:600}.case,.note{font-style:italic}.paper{fill:#fff}.bar{fill:#0072b2}.ground{fill:#e6e6e6}\
@media(prefers-color-scheme:dark){text{fill:#eee}.paper{fill:#16181c}.ground{fill:#333}.bar{fill:#56b4e9}}";

fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Text that is nothing but text in XML, on one line.
fn escaped(text: &str) -> String {
    Xml(&text.replace('\n', " ")).to_string()
}
