//! The answers as a text for people: first the answer, then what decided, then what did not, then what would turn it. Lays out what the reasons
//! hold, and looks nothing up.

use super::answer::{at, behind, clause, named, side, verb};
use super::{
    Aim, Cause, EqualKey, Failed, Keyed, PairOrder, Quote, Reason, Ruled, Stay, Turn, Way, Why,
};
use crate::view::json::{JsonFate, JsonRelation};
use crate::view::push_line;

/// The answer as a text: each place of a rule file is quoted once, with its line numbers.
pub fn render(why: &Why) -> String {
    let mut writer = Writer::default();
    if why.reasons.is_empty() {
        writer.line(0, "nothing was carried out");
    }
    for reason in &why.reasons {
        writer.gap();
        writer.reason(reason);
    }
    writer.out
}

/// How far the causes of a pair are indented.
const PAIR: usize = 1;

/// How far the causes of a batch are indented, which stands below its moment.
const BATCH: usize = 2;

#[derive(Default)]
struct Writer<'a> {
    out: String,
    moment: &'a str,
    /// how far causes are indented
    indent: usize,
    quoted: Vec<&'a Quote>,
}

impl<'a> Writer<'a> {
    fn line(&mut self, indent: usize, text: &str) {
        push_line(&mut self.out, indent, text);
    }

    /// An empty line between parts.
    fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
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
                self.indent = BATCH;
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
                first,
                second,
                order,
                reversed,
                because,
                but,
                turns,
                ..
            } => {
                self.indent = PAIR;
                self.answer(first, second, *order, *reversed, because);
                if !because.is_empty() {
                    self.gap();
                    self.line(0, "what decided");
                    self.causes(because);
                }
                if !but.is_empty() {
                    self.gap();
                    self.line(0, otherwise(*order));
                    self.causes(but);
                }
                if !turns.is_empty() {
                    self.gap();
                }
                for turn in turns {
                    self.turn(turn);
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

    /// The answer, as a sentence in lines.
    fn answer(
        &mut self,
        first: &Stay,
        second: &Stay,
        order: PairOrder,
        reversed: bool,
        because: &[Cause],
    ) {
        if reversed {
            self.line(0, "it is the other way round:");
        }
        let (first, second) = (with_moment(first), with_moment(second));
        let (before, between) = match order {
            PairOrder::Before => ("", "came before "),
            PairOrder::Together => ("", "came together with "),
            PairOrder::Alone => ("", "came, but not "),
            PairOrder::Neither => ("neither came: not ", "and not "),
        };
        self.line(0, &format!("{before}{first}"));
        self.line(0, &format!("{between}{second}"));
        if let Some(clause) = clause(because) {
            self.line(0, &format!("because {clause}"));
        }
    }

    fn causes(&mut self, causes: &'a [Cause]) {
        for (index, cause) in causes.iter().enumerate() {
            if !causes[..index].iter().any(|other| mirrored(other, cause)) {
                self.cause(cause);
            }
        }
    }

    fn cause(&mut self, cause: &'a Cause) {
        match cause {
            Cause::Key {
                equal,
                key,
                first,
                second,
                highest_first,
                against,
                quote,
            } => {
                let which = if *highest_first { "highest" } else { "lowest" };
                let but = if *against { "against " } else { "" };
                self.line(
                    self.indent,
                    &format!("{but}the key \"{key}\", {which} first"),
                );
                self.keyed(first);
                self.keyed(second);
                self.equal("equal before that", equal);
                self.quote(quote);
                for placed in [first, second]
                    .into_iter()
                    .filter_map(|one| one.placed.as_ref())
                {
                    self.quote(placed);
                }
            }
            Cause::Equal { acts, keys } => {
                let acts = acts.join("; ");
                match keys.as_slice() {
                    [] => self.line(self.indent, &format!("no key orders these: {acts}")),
                    keys => {
                        self.line(self.indent, &format!("equal in all keys: {acts}"));
                        self.equal("they are", keys);
                    }
                }
            }
            Cause::Exception { .. } => self.exception(cause),
            Cause::Next { act, by } => {
                self.line(
                    self.indent,
                    &format!("{act}: added as the very next batch{}", behind(by)),
                );
                self.quote_some(by);
            }
            Cause::Later { act, moment, by } => {
                self.line(
                    self.indent,
                    &format!(
                        "{act}: came into the line only{}{}",
                        at_then(moment),
                        behind(by)
                    ),
                );
                self.quote_some(by);
            }
            Cause::Stage { act, after, moment } => {
                self.line(
                    self.indent,
                    &format!("{act}: could only follow {after}{}", at(moment)),
                );
            }
            Cause::AtOnce { act, moment, quote } => {
                self.line(
                    self.indent,
                    &format!(
                        "{act}: carried out at once{}, outside of the line",
                        at(moment)
                    ),
                );
                self.quote_some(quote);
            }
            Cause::Waited {
                act,
                moment,
                failed,
            } => {
                self.line(
                    self.indent,
                    &format!("{act}: first in the line{}, but had to wait", at(moment)),
                );
                self.failed(failed);
            }
            Cause::Missed { act, moment, by } => {
                self.line(
                    self.indent,
                    &format!("{act}: its place had gone by{}", at(moment)),
                );
                if let Some(by) = by {
                    self.line(self.indent + 1, &format!("answered by {}", named(by)));
                    self.quote(by);
                }
            }
            Cause::Ended {
                act,
                fate,
                moment,
                because,
                by,
            } => {
                match fate.as_str() {
                    "waiting" => self.line(
                        self.indent,
                        &format!("{act}: still waiting when the run ended{}", at(moment)),
                    ),
                    fate => self.line(
                        self.indent,
                        &format!("{act}: {fate}{}{}", at(moment), behind(by)),
                    ),
                }
                if let Some(because) = because {
                    self.line(self.indent + 1, because);
                }
                self.quote_some(by);
            }
        }
    }

    fn exception(&mut self, cause: &'a Cause) {
        let Cause::Exception {
            mover,
            relation,
            reference,
            fate,
            compared,
            failed,
            fell_to,
            quote,
        } = cause
        else {
            return;
        };
        self.line(self.indent, &named(quote));
        let would = match (relation, fate) {
            (Some(relation), JsonFate::Held | JsonFate::Moved) => {
                format!("{mover} {} {reference}", verb(*relation))
            }
            (Some(relation), _) => format!("it would say: {mover} {} {reference}", verb(*relation)),
            (None, _) => format!("it would compare, and move {mover} in relation to {reference}"),
        };
        self.line(self.indent + 1, &would);
        if let Some((left, right)) = compared {
            self.line(
                self.indent + 1,
                &format!("compares {} with {}", side(left), side(right)),
            );
        }
        let indent = self.indent + 1;
        match fate {
            JsonFate::Held => self.line(indent, "it stands, and the keys say the same"),
            JsonFate::Moved => self.line(indent, "it stands, against the keys"),
            _ => {}
        }
        match failed {
            Some(failed) => self.failed(failed),
            None => self.quote(quote),
        }
        match fate {
            JsonFate::Overruled => self.line(
                indent,
                "it fell, because this is over it and says otherwise",
            ),
            JsonFate::Weakest => self.line(indent, "it fell, as the weakest of a circle with this"),
            JsonFate::Contradiction => {
                self.line(
                    indent,
                    "it fell, because it goes in a circle with this and none is over another",
                );
            }
            JsonFate::Held | JsonFate::Moved | JsonFate::GuardFailed => {}
        }
        for ruled in fell_to {
            self.ruled(ruled);
        }
    }

    /// An exception that made another fall.
    fn ruled(&mut self, ruled: &'a Ruled) {
        let Ruled {
            mover,
            relation,
            reference,
            quote,
        } = ruled;
        let says = format!("{mover} {} {reference}", verb(*relation));
        self.line(self.indent + 2, &format!("{}: {says}", named(quote)));
        self.quote(quote);
    }

    /// A condition that failed: what it says, what settled it, and the values on both sides.
    fn failed(&mut self, failed: &'a Failed) {
        let values: Vec<String> = failed
            .values
            .iter()
            .map(|one| format!("`{}` is {}", one.source, one.value))
            .collect();
        let values = match values.as_slice() {
            [] => String::new(),
            values => format!(": {}", values.join(", ")),
        };
        let (condition, indent) = (&failed.condition, self.indent + 1);
        match &failed.inner {
            None => self.line(indent, &format!("but `{condition}` is not true{values}")),
            Some(inner) => {
                let is = if failed.inner_holds { "is" } else { "is not" };
                let of = failed.definition.as_ref();
                let of = of.map_or_else(String::new, |name| format!(" in `{name}`"));
                self.line(indent, &format!("but `{condition}` is not true,"));
                self.line(indent, &format!("because{of} `{inner}` {is}{values}"));
            }
        }
        self.quote(&failed.quote);
    }

    fn keyed(&mut self, keyed: &Keyed) {
        let placed = keyed.placed.as_ref();
        let by = placed.map_or_else(String::new, |by| format!(", by {}", named(by)));
        self.line(
            self.indent + 1,
            &format!("{}: {}{by}", keyed.act, keyed.value),
        );
    }

    fn equal(&mut self, word: &str, keys: &[EqualKey]) {
        // Of each batch of a run that would be too much.
        if keys.is_empty() || self.indent > PAIR {
            return;
        }
        let keys: Vec<String> = keys
            .iter()
            .map(|one| format!("{} ({})", one.key, one.value))
            .collect();
        self.line(self.indent + 1, &format!("{word}: {}", keys.join("; ")));
    }

    fn turn(&mut self, turn: &'a Turn) {
        let tried = match turn.complete {
            true => format!("{} tried", thousands(turn.tried)),
            false => format!(
                "{} tried, then given up; `--tries` sets how many",
                thousands(turn.tried)
            ),
        };
        if turn.ways.is_empty() {
            let what = format!(
                "no change of one die, answer or attribute makes {} come first",
                turn.act
            );
            self.line(0, &format!("{what} ({tried})"));
            return;
        }
        self.line(0, &format!("to turn it, the smallest change ({tried})"));
        for way in &turn.ways {
            self.way(turn, way);
        }
        if turn.ways.iter().all(|way| way.aim != Aim::First) {
            self.line(
                1,
                &format!("none was found by which {} comes first", turn.act),
            );
        }
    }

    fn way(&mut self, turn: &Turn, way: &Way) {
        let aim = match way.aim {
            Aim::First => format!("{} comes first", turn.act),
            Aim::Together => "both come together".to_string(),
            Aim::AtAll => "both come".to_string(),
            Aim::Instead => format!("{} comes, and the other does not,", turn.act),
        };
        self.line(1, &format!("{aim} if {}", way.change));
        for assumed in &way.assumed {
            self.line(2, &format!("provided that then {assumed}"));
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
        self.line(
            self.indent + 1,
            &format!("{}:{}{above}", quote.file, quote.line),
        );
        if known {
            return;
        }
        self.quoted.push(quote);
        let last = quote.line as usize + quote.text.len();
        let width = last.to_string().len();
        let indent = quote
            .text
            .iter()
            .filter(|text| !text.trim().is_empty())
            .map(|text| text.len() - text.trim_start_matches(' ').len())
            .min()
            .unwrap_or(0);
        for (index, text) in quote.text.iter().enumerate() {
            let number = quote.line as usize + index;
            let text = text.get(indent..).unwrap_or_default();
            let line = format!("{number:width$} | {text}");
            self.out.push_str(&"  ".repeat(self.indent + 1));
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }
}

/// Whether two causes are one exception for both directions of a pair, that has come to nothing or to the same for the same reason.
fn mirrored(one: &Cause, other: &Cause) -> bool {
    match (one, other) {
        (
            Cause::Exception {
                mover,
                reference,
                failed,
                fate,
                relation,
                compared,
                quote,
                ..
            },
            Cause::Exception {
                mover: other_mover,
                reference: other_reference,
                failed: other_failed,
                fate: other_fate,
                relation: other_relation,
                compared: other_compared,
                quote: other_quote,
                ..
            },
        ) => {
            let joins = *relation == Some(JsonRelation::Joins) && relation == other_relation;
            let alike = failed.is_some() && failed == other_failed;
            (mover, reference) == (other_reference, other_mover)
                && (fate, quote, compared) == (other_fate, other_quote, other_compared)
                && (alike || joins && failed.is_none() && other_failed.is_none())
        }
        _ => false,
    }
}

/// `1,234`
fn thousands(number: u32) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        front => format!("{},{:03}", thousands(front), number % 1_000),
    }
}

/// The heading above what could have made another order.
fn otherwise(order: PairOrder) -> &'static str {
    match order {
        PairOrder::Together => "what could have parted them, and why it did not",
        _ => "what could have made it otherwise, and why it did not",
    }
}

/// An act, and when it left the line.
fn with_moment(stay: &Stay) -> String {
    let fate = stay.fate.as_deref().filter(|fate| *fate != "carried out");
    let parts: Vec<&str> = [fate, stay.left.as_deref().filter(|left| !left.is_empty())]
        .into_iter()
        .flatten()
        .collect();
    match parts.as_slice() {
        [] => stay.act.clone(),
        parts => format!("{} ({})", stay.act, parts.join(" in ")),
    }
}

fn at_then(moment: &str) -> String {
    match moment {
        "" => " then".to_string(),
        moment => at(moment),
    }
}
