//! The causes of an answer as a text: keys, exceptions and what became of acts, each with the lines of the rule file. Looks nothing up.

use super::answer::{at, behind, later, named, side, verb};
use super::render::{PAIR, WhyWriter};
use super::{ActEnd, Cause, EqualKey, Failed, Keyed, Ruled};
use crate::ruleset::Relation;
use crate::view::json::JsonFate;

impl<'a> WhyWriter<'a> {
    pub(super) fn causes(&mut self, causes: &'a [Cause]) {
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
                since,
                quote,
                replaced,
            } => {
                let which = if *highest_first { "highest" } else { "lowest" };
                let but = if *against { "against " } else { "" };
                self.say(&format!("{but}the key \"{key}\", {which} first"));
                self.keyed(first);
                self.keyed(second);
                since.iter().for_each(|since| self.below(since));
                self.equal("equal before that", equal);
                self.quote(quote);
                for one in replaced {
                    self.below(&format!(
                        "it asks `{}`, which a variant has replaced",
                        one.name
                    ));
                    self.quote(one);
                }
                self.quote_some(&first.placed);
                self.quote_some(&second.placed);
            }
            Cause::Corrected { quote } => {
                self.say(&named(quote));
                self.quote(quote);
            }
            Cause::Equal { acts, keys, turns } => {
                let acts = acts.join("; ");
                match (keys.as_slice(), turns) {
                    (keys, Some(phase)) => {
                        self.say(&format!("declared in turns that are equal: {acts}"));
                        self.equal("the turns are", keys);
                        self.quote(phase);
                    }
                    ([], None) => self.say(&format!("no key orders these: {acts}")),
                    (keys, None) => {
                        self.say(&format!("equal in all keys: {acts}"));
                        self.equal("they are", keys);
                    }
                }
            }
            Cause::Exception { .. } => self.exception(cause),
            Cause::Next { act, by } => {
                self.say(&format!(
                    "{act}: added as the very next batch{}",
                    behind(by)
                ));
                self.quote_some(by);
            }
            Cause::TurnBefore { .. } => self.turn_before(cause),
            Cause::Led {
                fact,
                instead,
                given,
                first,
                second,
                added,
                quote,
                ..
            } => {
                let given = given.as_deref();
                let given = given.map_or_else(String::new, |given| format!(" ({given})"));
                let came = if *added { "came" } else { "had its turn" };
                self.say(&format!("{first}: {came} because {fact}{given}"));
                let otherwise = match added {
                    true if second.is_empty() => format!("{first} would not have come"),
                    true => format!("{first} would not have come before {second}"),
                    false => format!("{second} would have come up first"),
                };
                self.below(&format!("had it been {instead}, {otherwise}"));
                self.quote_some(quote);
            }
            Cause::Untried { first, second, cut } => {
                self.say(&format!(
                    "{first}: nothing was found that gave it its turn before {second}"
                ));
                self.below(cut);
            }
            Cause::Later {
                act,
                moment,
                after,
                by,
                declared,
                unasked,
            } => {
                self.say(&format!(
                    "{act}: came into the line only{}",
                    later(moment, after, by)
                ));
                for said in declared.iter().chain(unasked) {
                    self.below(said);
                }
                self.quote_some(by);
            }
            Cause::Stage { act, after, moment } => {
                self.say(&format!("{act}: could only follow {after}{}", at(moment)));
            }
            Cause::AtOnce { act, moment, quote } => {
                self.say(&format!(
                    "{act}: carried out at once{}, outside of the line",
                    at(moment)
                ));
                self.quote_some(quote);
            }
            Cause::Waited {
                act,
                moment,
                failed,
            } => {
                self.say(&format!(
                    "{act}: first in the line{}, but had to wait",
                    at(moment)
                ));
                self.failed(failed);
            }
            Cause::Missed {
                act,
                moment,
                place,
                by,
            } => {
                let so = if by.is_none() {
                    ", so it came next"
                } else {
                    ""
                };
                self.say(&format!("{act}: its place had gone by{}{so}", at(moment)));
                if let Some(place) = place {
                    self.below(place);
                }
                if let Some(by) = by {
                    self.below(&format!("answered by {}", named(by)));
                    self.quote(by);
                }
            }
            Cause::Became {
                act,
                declared,
                since,
            } => {
                self.say(&format!("{act}: declared as {declared}"));
                if let Some(since) = since {
                    self.below(since);
                }
            }
            Cause::Ended {
                act,
                end,
                fate,
                moment,
                because,
                since,
                by,
            } => {
                match end {
                    ActEnd::Stopped => self.say(&format!(
                        "{act}: still waiting when the run stopped{}",
                        at(moment)
                    )),
                    ActEnd::Waiting => self.say(&format!(
                        "{act}: still waiting when the run ended{}{}",
                        at(moment),
                        behind(by)
                    )),
                    ActEnd::Void | ActEnd::Refused | ActEnd::Cancelled => {
                        self.say(&format!("{act}: {fate}{}{}", at(moment), behind(by)));
                    }
                }
                for said in [because, since].into_iter().flatten() {
                    self.below(said);
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
        self.say(&named(quote));
        let would = match (relation, fate) {
            (Some(relation), JsonFate::Held | JsonFate::Moved) => {
                format!("{mover} {} {reference}", verb(*relation))
            }
            (Some(relation), _) => format!("it would say: {mover} {} {reference}", verb(*relation)),
            (None, _) => format!("it would compare, and move {mover} in relation to {reference}"),
        };
        self.below(&would);
        if let Some((left, right)) = compared {
            self.below(&format!("compares {} with {}", side(left), side(right)));
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
            JsonFate::Together => self.line(
                indent,
                "it goes in a circle with this, none is over another, and so their acts come together",
            ),
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
        let values = failed.values.iter();
        let values = values.map(|one| format!("`{}` is {}", one.source, one.value));
        let values: Vec<String> = values.collect();
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
        self.below(&format!("{}: {}{by}", keyed.act, keyed.value));
    }

    fn turn_before(&mut self, cause: &'a Cause) {
        let Cause::TurnBefore {
            first,
            second,
            key,
            highest_first,
            since,
            equal,
            named,
            barred,
            quote,
        } = cause
        else {
            return;
        };
        self.say(&format!("the {first}: before the {second}"));
        let deeper = self.indent + 1;
        if !equal.is_empty() {
            self.line(deeper, &format!("equal: {}", with_values(equal)));
        }
        if let Some((key, left, right)) = key {
            let way = if *highest_first { "highest" } else { "lowest" };
            self.line(deeper, &format!("{key}, {way} first: {left}, not {right}"));
            for set in since {
                self.line(deeper + 1, set);
            }
        }
        match (key, named, barred) {
            (_, _, Some(barred)) => {
                self.line(deeper, barred);
                for stood in since {
                    self.line(deeper + 1, stood);
                }
            }
            (_, Some(named), None) => self.line(deeper, named),
            (None, None, None) => self.line(deeper, "by name"),
            (Some(_), None, None) => {}
        }
        self.quote_some(quote);
    }

    fn equal(&mut self, word: &str, keys: &[EqualKey]) {
        // Of each batch of a run that would be too much.
        if keys.is_empty() || self.indent > PAIR {
            return;
        }
        self.below(&format!("{word}: {}", with_values(keys)));
    }
}

/// `slot (4); reach (2 yards)`
fn with_values(keys: &[EqualKey]) -> String {
    let keys = keys
        .iter()
        .map(|one| format!("{} ({})", one.key, one.value));
    keys.collect::<Vec<_>>().join("; ")
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
            let joins = *relation == Some(Relation::Joins) && relation == other_relation;
            let alike = failed.is_some() && failed == other_failed;
            (mover, reference) == (other_reference, other_mover)
                && (fate, quote, compared) == (other_fate, other_quote, other_compared)
                && (alike || joins && failed.is_none() && other_failed.is_none())
        }
        _ => false,
    }
}
