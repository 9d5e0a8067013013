//! The answers as a text for people. Lays out what the reasons hold, and looks nothing up.

use super::{Cause, Compared, Quote, Reason, Stay, Why};
use crate::view::json::{JsonFate, JsonRelation};
use crate::view::push_line;

/// The answer as a text: each place of a rule file is quoted once, with its line numbers.
pub fn render(why: &Why) -> String {
    let mut writer = Writer::default();
    if why.reasons.is_empty() {
        writer.line(0, "nothing was carried out");
    }
    for reason in &why.reasons {
        if !writer.out.is_empty() {
            writer.out.push('\n');
        }
        writer.reason(reason);
    }
    writer.out
}

#[derive(Default)]
struct Writer<'a> {
    out: String,
    moment: &'a str,
    quoted: Vec<&'a Quote>,
}

impl<'a> Writer<'a> {
    fn line(&mut self, indent: usize, text: &str) {
        push_line(&mut self.out, indent, text);
    }

    fn reason(&mut self, reason: &'a Reason) {
        match reason {
            Reason::Batch {
                moment,
                acts,
                after,
                because,
                together,
            } => {
                self.moment(moment);
                self.line(1, &acts.join("; at the same time "));
                match after.first() {
                    None => self.line(2, "nothing came before it"),
                    Some(first) => self.line(2, &format!("after {first}")),
                }
                self.causes(because);
                self.causes(together);
            }
            Reason::Pair {
                moment,
                first,
                second,
                together,
                reversed,
                because,
                but,
            } => {
                self.moment(moment);
                if *reversed {
                    self.line(1, "it was the other way round:");
                }
                let stand = if *together { "together with" } else { "before" };
                self.line(1, &format!("{first} {stand} {second}"));
                self.causes(because);
                if !but.is_empty() {
                    self.line(1, &format!("what could have put {second} first:"));
                    self.causes(but);
                }
            }
            Reason::Apart { acts } => {
                self.line(0, "they never stood in one line");
                for stay in acts {
                    self.stay(stay);
                }
            }
            Reason::Absent { act } => self.line(0, &format!("there is no act like: {act}")),
        }
    }

    fn moment(&mut self, moment: &'a str) {
        if self.moment != moment || self.out.is_empty() {
            self.moment = moment;
            self.line(0, moment);
        }
    }

    fn stay(&mut self, stay: &'a Stay) {
        let came = match &stay.came {
            None => "never came into the line".to_string(),
            Some(moment) => format!("came into the line{}", at(moment)),
        };
        let next = if stay.next {
            " as the very next batch"
        } else {
            ""
        };
        let left = match (&stay.fate, &stay.left) {
            (Some(fate), Some(moment)) => format!("; {fate}{}", at(moment)),
            _ => "; still in it at the end".to_string(),
        };
        self.line(1, &format!("{}: {came}{next}{left}", stay.act));
        if let Some(by) = &stay.by {
            self.line(2, &format!("added by {} \"{}\"", by.category, by.name));
            self.quote(by);
        }
    }

    fn causes(&mut self, causes: &'a [Cause]) {
        for cause in causes {
            self.cause(cause);
        }
    }

    fn cause(&mut self, cause: &'a Cause) {
        match cause {
            Cause::Key {
                key,
                first,
                second,
                highest_first,
                against,
                quote,
            } => {
                let by = if *against { "against" } else { "by" };
                let which = if *highest_first { "highest" } else { "lowest" };
                self.line(2, &format!("{by} the key: {key}, {which} first"));
                self.line(3, &format!("{}: {}", first.act, first.value));
                self.line(3, &format!("{}: {}", second.act, second.value));
                self.quote(quote);
            }
            Cause::Equal { .. } => self.line(2, "equal in all keys"),
            Cause::Exception {
                mover,
                relation,
                reference,
                fate,
                compared,
                guard,
                overruled_by,
                quote,
            } => {
                let move_ = relation.map_or_else(
                    || format!("it would move {mover} in relation to {reference}"),
                    |relation| format!("{mover} {} {reference}", verb(relation)),
                );
                let title = format!("{} \"{}\"", quote.category, quote.name);
                self.line(2, &format!("by the {title}: {move_}"));
                if let Some((left, right)) = compared {
                    self.line(3, &format!("{} against {}", side(left), side(right)));
                }
                self.line(3, &outcome(*fate, guard.as_deref(), overruled_by));
                self.quote(quote);
            }
            Cause::Next { act, by } => {
                self.line(2, &format!("{act}: added as the very next batch{}", of(by)));
                self.quote_some(by);
            }
            Cause::Later { act, moment, by } => {
                let when = at(moment);
                self.line(
                    2,
                    &format!("{act}: came into the line only then{when}{}", of(by)),
                );
                self.quote_some(by);
            }
            Cause::Stage { act } => {
                self.line(
                    2,
                    &format!("{act}: came into the line for this stage only then"),
                );
            }
        }
    }

    fn quote_some(&mut self, quote: &'a Option<Quote>) {
        if let Some(quote) = quote {
            self.quote(quote);
        }
    }

    /// The lines of a rule file, as they stand there; only the first time.
    fn quote(&mut self, quote: &'a Quote) {
        let known = self.quoted.contains(&quote);
        let above = if known { ", quoted above" } else { "" };
        self.line(3, &format!("{}:{}{above}", quote.file, quote.line));
        if known {
            return;
        }
        self.quoted.push(quote);
        let last = quote.line as usize + quote.text.len();
        let width = last.to_string().len();
        for (index, text) in quote.text.iter().enumerate() {
            let number = quote.line as usize + index;
            let line = format!("      {number:width$} | {text}");
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }
}

fn at(moment: &str) -> String {
    match moment {
        "" => String::new(),
        moment => format!(" ({moment})"),
    }
}

fn of(by: &Option<Quote>) -> String {
    by.as_ref().map_or_else(String::new, |by| {
        format!(" by the {} \"{}\"", by.category, by.name)
    })
}

fn side(compared: &Compared) -> String {
    format!("{} ({})", compared.value, compared.source)
}

fn verb(relation: JsonRelation) -> &'static str {
    match relation {
        JsonRelation::Waits => "waits for",
        JsonRelation::GoesAhead => "goes ahead of",
        JsonRelation::Joins => "joins",
        JsonRelation::NotBefore => "goes not before",
        JsonRelation::NotAfter => "goes not after",
        JsonRelation::Leads => "goes directly before",
        JsonRelation::Trails => "goes directly after",
    }
}

fn outcome(fate: JsonFate, guard: Option<&str>, overruled_by: &[String]) -> String {
    let titles: Vec<String> = overruled_by
        .iter()
        .map(|title| format!("\"{title}\""))
        .collect();
    let over = match titles.as_slice() {
        [] => String::new(),
        titles => format!(" by {}", titles.join(", ")),
    };
    match fate {
        JsonFate::Held => "it stands; the keys say the same".to_string(),
        JsonFate::Moved => "it stands, and moved its act".to_string(),
        JsonFate::Overruled => format!("it fell: overruled{over}"),
        JsonFate::Weakest => format!("it fell: the weakest of a circle{over}"),
        JsonFate::Contradiction => {
            "it fell: a circle of contradictions, none of them over another".to_string()
        }
        JsonFate::Together => {
            "it fell with its circle, none of them over another; their acts come together"
                .to_string()
        }
        JsonFate::GuardFailed => format!(
            "it does not apply: not true is `{}`",
            guard.unwrap_or_default()
        ),
    }
}
