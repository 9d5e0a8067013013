//! The answers as a text for people: first the answer, then what decided, then what did not, then what would turn it. Lays out what the reasons
//! hold, and looks nothing up. `causes` does the causes.

use super::answer::{at, clause};
use super::counterfactual::REACH;
use super::{
    Aim, AttributeStep, Cause, Changed, PairOrder, Quote, Reason, Stay, StoppedRun, Turn, Way, Why,
};
use crate::source::{Limits, english};
use crate::view::push_line;

/// The answer as a text: each place of a rule file is quoted once, with its line numbers.
pub fn render(why: &Why) -> String {
    let mut writer = WhyWriter::default();
    if let Some(stopped) = &why.stopped {
        writer.stopped(stopped);
    }
    if why.reasons.is_empty() {
        writer.gap();
        writer.line(0, "nothing was carried out");
    }
    for reason in &why.reasons {
        writer.gap();
        writer.reason(reason);
    }
    if let Some(cut) = &why.cut {
        writer.gap();
        writer.line(0, cut);
    }
    writer.out
}

/// How far the causes of a pair are indented.
pub(super) const PAIR: usize = 1;

/// How far the causes of a batch are indented, which stands below its moment.
const BATCH: usize = 2;

#[derive(Default)]
pub(super) struct WhyWriter<'a> {
    out: String,
    moment: &'a str,
    /// how far causes are indented
    pub(super) indent: usize,
    quoted: Vec<&'a Quote>,
}

impl<'a> WhyWriter<'a> {
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        push_line(&mut self.out, indent, text);
    }

    /// A line as far in as causes are.
    pub(super) fn say(&mut self, text: &str) {
        self.line(self.indent, text);
    }

    /// A line below a cause.
    pub(super) fn below(&mut self, text: &str) {
        self.line(self.indent + 1, text);
    }

    /// An empty line between parts.
    fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// What stopped the run.
    fn stopped(&mut self, stopped: &StoppedRun) {
        let StoppedRun { moment, error, at } = stopped;
        let when = match moment.as_str() {
            moment if moment.is_empty() || error.ends_with(moment) => String::new(),
            moment => format!(" in {moment}"),
        };
        let at = match at.as_str() {
            "" => String::new(),
            at => format!(" ({at})"),
        };
        self.line(0, &format!("the run stopped{when}: {error}{at}"));
    }

    fn reason(&mut self, reason: &'a Reason) {
        match reason {
            Reason::Batch {
                moment,
                acts,
                after,
                first_of,
                because,
                together,
            } => {
                self.indent = BATCH;
                self.moment(moment);
                self.line(1, &acts.join("; at the same time "));
                match after.first() {
                    None => {
                        let period = first_of.iter().filter(|period| !period.is_empty());
                        let period = period.map(|period| format!(" in {period}"));
                        self.line(2, &format!("the first{}", period.collect::<String>()));
                    }
                    Some(first) => self.line(2, &format!("after {first}")),
                }
                self.causes(because);
                self.causes(together);
            }
            Reason::Ended {
                moment,
                act,
                because,
            } => {
                self.indent = BATCH;
                self.moment(moment);
                self.line(1, act);
                self.line(2, "did not come");
                self.causes(because);
            }
            Reason::Pair {
                first,
                second,
                order,
                reversed,
                because,
                but,
                turns,
                unsettled,
                answer: _,
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
                    self.turn(turn, turns.len() > 1);
                }
                if *unsettled {
                    self.gap();
                    self.line(0, "no change was sought: the run stopped before it was settled how they stand");
                }
                self.tactics([first, second]);
            }
            Reason::Attribute {
                attribute,
                value,
                moment,
                reached,
                first,
                joined,
                not_yet,
                given,
                changes,
                omitted,
            } => {
                self.indent = 1;
                let when = match (moment.as_str(), reached) {
                    ("", _) => " at the end".to_owned(),
                    (moment, true) => format!(" at the end of {moment}"),
                    (moment, false) => {
                        format!(" at the end; the run does not come to {moment}")
                    }
                };
                let joined = joined.iter().map(|joined| format!(", {joined}"));
                let joined: String = joined.collect();
                if *not_yet {
                    self.line(0, &format!("{attribute} has no value{when}{joined}"));
                    return;
                }
                self.line(0, &format!("{attribute} is {value}{when}"));
                let given = given
                    .iter()
                    .map(|at| format!(", as the scenario says ({at})"));
                let given: String = given.collect();
                let first = format!("{first} at first{given}{joined}");
                self.say(&first);
                match omitted {
                    0 => {}
                    1 => self.say("1 change is left out here"),
                    omitted => self.say(&format!("{omitted} changes are left out here")),
                }
                changes.iter().for_each(|change| self.change(change));
                if changes.is_empty() {
                    self.say("nothing changed it");
                }
            }
            Reason::Absent {
                act,
                others,
                declared,
                because,
                turns,
            } => {
                let why = because.iter().map(|why| format!(": {why}"));
                let why: String = why.collect();
                match declared {
                    Some(at) => {
                        let words =
                            format!("the scenario declares it ({at}), but it never came up{why}");
                        self.line(0, &format!("{act}: {words}"));
                    }
                    None if others.is_empty() => {
                        self.line(0, &format!("there is no act like: {act}"));
                    }
                    None => self.line(0, &format!("there is no act like: {act}{why}")),
                }
                match others.as_slice() {
                    [] if declared.is_some() => {}
                    [] => {
                        self.line(1, &format!("no act of this combatant came up at all{why}"));
                    }
                    others => self.line(1, &format!("there is: {}", others.join("; "))),
                }
                for turn in turns {
                    self.gap();
                    self.turn(turn, false);
                }
            }
        }
    }

    /// A change of an attribute.
    fn change(&mut self, change: &'a AttributeStep) {
        let AttributeStep {
            moment,
            value,
            how,
            rolls,
            quotes,
        } = change;
        self.say(&format!("{value}{}{how}", at(moment)));
        rolls.iter().for_each(|roll| self.below(roll));
        quotes.iter().for_each(|quote| self.quote(quote));
    }

    /// What declared an act that the scenario does not declare.
    fn tactics(&mut self, stays: [&'a Stay; 2]) {
        let mut heading = "what a tactic declared";
        for stay in stays {
            let Some(quote) = &stay.tactic else { continue };
            if !heading.is_empty() {
                self.gap();
                self.line(0, heading);
                heading = "";
            }
            let declared = stay.declared.as_ref().unwrap_or(&stay.act);
            self.line(1, &format!("tactic {}: {declared}", quote.name));
            self.quote(quote);
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
            PairOrder::WaitsBehind => ("", "came; still waiting is "),
            PairOrder::WaitsBefore => ("", "waits before "),
            PairOrder::WaitsTogether => ("", "waits together with "),
            PairOrder::WaitsUnordered => ("", "waits, and is not put in order yet with "),
        };
        self.line(0, &format!("{before}{first}"));
        self.line(0, &format!("{between}{second}"));
        if let Some(clause) = clause(because) {
            self.line(0, &format!("because {clause}"));
        }
    }

    /// `several`: what turns it is told for each of the two.
    fn turn(&mut self, turn: &'a Turn, several: bool) {
        let tried = format!("{} tried", english::thousands(turn.tried.into()));
        let tried = match (turn.complete, turn.cut) {
            (true, _) => tried,
            (false, None) => {
                let long = turn.of.map_or_else(String::new, |of| {
                    format!(
                        " as the runs are long for {}",
                        english::thousands(of.into())
                    )
                });
                format!("{tried}, then given up{long}; a larger `--tries` tries more")
            }
            (false, Some(work)) => Limits::cut(&format!("{tried}, then cut"), work),
        };
        if turn.ways.is_empty() {
            let none = none_of(turn);
            self.line(0, &format!("{none} makes {} come first", turn.act));
            self.line(1, &format!("{tried}; {}", reach(turn)));
            return;
        }
        let found = if turn.complete { "" } else { " found" };
        let way = match several {
            true => format!(" so that {} comes first", turn.act),
            false => String::new(),
        };
        self.line(
            0,
            &format!("to turn it{way}, the smallest change{found} ({tried})"),
        );
        for way in &turn.ways {
            self.way(turn, way);
        }
        if turn.ways.iter().all(|way| way.aim != Aim::First) {
            let (act, reach) = (&turn.act, reach(turn));
            self.line(
                1,
                &format!("none was found by which {act} comes first; {reach}"),
            );
        }
    }

    fn way(&mut self, turn: &Turn, way: &Way) {
        let aim = match way.aim {
            Aim::First => format!("{} comes first", turn.act),
            Aim::Together => "both come together".to_string(),
            Aim::AtAll => "both come".to_string(),
            Aim::Instead => format!("{} comes, and the other does not,", turn.act),
            Aim::Another => format!(
                "another act of the words {} comes first, and not this one,",
                turn.act
            ),
        };
        self.line(1, &format!("{aim} if {}", way.change));
        if way.beside {
            self.line(
                2,
                match way.aim {
                    Aim::Another => "then the other does not come",
                    Aim::AtAll | Aim::Together | Aim::First | Aim::Instead => {
                        "then another act of the words of the other comes all the same"
                    }
                },
            );
        }
        if let Some(act) = &way.refuses {
            self.line(2, &format!("then the rules refuse {act}"));
        }
        for assumed in &way.assumed {
            self.line(2, &format!("provided that then {assumed}"));
        }
        if let Some(stops) = &way.stops {
            self.line(2, &format!("then the run stops: {stops}"));
        }
    }

    pub(super) fn quote_some(&mut self, quote: &'a Option<Quote>) {
        if let Some(quote) = quote {
            self.quote(quote);
        }
    }

    /// The lines of a rule file, as they stand there; only the first time.
    pub(super) fn quote(&mut self, quote: &'a Quote) {
        let known = self.quoted.contains(&quote);
        let above = if known { ", quoted above" } else { "" };
        self.below(&format!("{}:{}{above}", quote.file, quote.line));
        if known {
            return;
        }
        self.quoted.push(quote);
        let last = quote.line as usize + quote.text.len();
        let width = last.to_string().len();
        let written = quote.text.iter().filter(|text| !text.trim().is_empty());
        let indents = written.map(|text| text.len() - text.trim_start_matches(' ').len());
        let indent = indents.min().unwrap_or(0);
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

/// `no change of one die or answer`, and of what not all was tried
fn none_of(turn: &Turn) -> String {
    const ALL: [(Changed, &str, &str); 4] = [
        (Changed::Die, "die", "dice"),
        (Changed::Decision, "answer", "answers"),
        (Changed::Attribute, "attribute", "attributes"),
        (Changed::Option, "option", "options"),
    ];
    let open = |kind: &&(Changed, &str, &str)| turn.untried.contains(&kind.0);
    let done: Vec<&str> = (ALL.iter().filter(|kind| !open(kind)))
        .map(|kind| kind.1)
        .collect();
    let open: Vec<&str> = ALL.iter().filter(open).map(|kind| kind.2).collect();
    match (done.as_slice(), open.as_slice()) {
        // With other results of these dice a change can do what it did not do here.
        _ if turn.assuming > 0 => "no change that was tried".to_string(),
        ([], _) => "no change that was tried".to_string(),
        (done, []) => format!("no change of one {}", english::joined(done, ", ", " or ")),
        (done, open) => format!(
            "no change of one {}, and none that was tried of {},",
            english::joined(done, ", ", " or "),
            english::listed(open)
        ),
    }
}

/// How far numbers were moved, and what became of runs.
fn reach(turn: &Turn) -> String {
    let reach = format!("numbers as far as {REACH} up and down");
    let changes = |count, one: &str, several: &str| match count {
        0 => None,
        1 => Some(format!("; 1 change {one}")),
        count => Some(format!(
            "; {} changes {several}",
            english::thousands(count.into())
        )),
    };
    let assuming = changes(turn.assuming, "needs", "need").map(|need| {
        format!("{need} dice that the scenario does not give, with one result of each")
    });
    let stopped = changes(turn.stopped, "stops", "stop");
    let stopped = stopped.map(|stop| format!("{stop} the run with an error"));
    reach + &assuming.unwrap_or_default() + &stopped.unwrap_or_default()
}

/// The heading above what could have made another order.
fn otherwise(order: PairOrder) -> &'static str {
    match order.is_together() {
        true => "what could have parted them, and why it did not",
        false => "what could have made it otherwise, and why it did not",
    }
}

/// An act, and when it left the line.
fn with_moment(stay: &Stay) -> String {
    let fate = stay.fate.as_deref().filter(|fate| *fate != "carried out");
    let left = stay.left.as_deref();
    let left = left.filter(|left| !left.is_empty() && !stay.act.ends_with(left));
    let parts: Vec<&str> = fate.into_iter().chain(left).collect();
    match parts.as_slice() {
        [] => stay.act.clone(),
        parts => format!("{} ({})", stay.act, parts.join(" in ")),
    }
}
