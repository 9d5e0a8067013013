//! Calls with more or fewer values than are wanted: which are missing or too many, and which names at hand could be meant.

use crate::check::elaborator::{Elaborator, Owner, Typed};
use crate::check::types;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, Function, KindId, Parameter, Type};
use crate::source::Quoted;
use crate::suggest::list_all;
use crate::syntax::ast::{self, Name};

/// What a call needs at one place: its name, empty where it has none, and what it holds.
pub(in crate::check) type WantedValue<'d> = (&'d str, &'d Declared);

/// How far the first value stands behind the bracket at most; `of` is longer.
const WITHIN_BRACKETS: usize = 3;

/// How many names at hand are listed.
const MOST_AT_HAND: usize = 4;

/// What parameters are called and hold.
pub(in crate::check) fn wanted(parameters: &[Parameter]) -> impl Iterator<Item = WantedValue<'_>> {
    parameters
        .iter()
        .map(|parameter| (parameter.name.as_str(), &parameter.declared))
}

/// `2 values`, `1 value`
pub(in crate::check) fn values(count: usize) -> String {
    match count {
        1 => "1 value".to_owned(),
        _ => format!("{count} values"),
    }
}

/// `; at hand are `actor` and `target``
fn told_at_hand(names: &[String]) -> String {
    let few = names.iter().take(MOST_AT_HAND).map(String::as_str);
    match names.len() {
        0 => String::new(),
        1 => format!("; at hand is {}", list_all(few)),
        _ => format!("; at hand are {}", list_all(few)),
    }
}

impl Elaborator<'_> {
    /// What is said of a call that has not as many values as it needs.
    pub(super) fn other_count(
        &self,
        of: &Name,
        arguments: &[ast::Expr],
        given: &[Typed],
        wanted: &[WantedValue<'_>],
    ) -> Diagnostic {
        let (needed, count) = (values(wanted.len()), arguments.len());
        let message = format!("`{}` needs {needed}, not {count}", of.text);
        let complaint = Diagnostic::error(Code::WrongType, of.span, message);
        let written: Vec<String> = arguments.iter().map(ast::Expr::factor_words).collect();
        match (given.len(), wanted.len()) {
            (_, 0) => complaint.help(format!(
                "write `{0}()`, or declare it with what it is given in brackets, as in `{0}(combatant c)`",
                of.text
            )),
            (0, _) => {
                let types = self.types_of(wanted);
                let at_hand = match wanted {
                    [only] => told_at_hand(&self.at_hand(*only, &[])),
                    _ => String::new(),
                };
                complaint.help(format!(
                    "it takes {types}, in brackets behind its name: `{}`{at_hand}",
                    self.filled(&of.text, wanted)
                ))
            }
            (few, all) if few + 1 == all => {
                match place_of_missing((self, wanted), &written, given) {
                    Some(place) => self.one_missing(complaint, (of, arguments), wanted, place),
                    None => complaint.help(format!("it takes {}", self.types_of(wanted))),
                }
            }
            (many, all) if many == all + 1 => {
                let plain = (complaint.clone()).help(format!("it takes {}", self.types_of(wanted)));
                let fits = |left_out: &usize| {
                    let left = (given.iter().enumerate()).filter(|(at, _)| at != left_out);
                    (left.zip(wanted)).all(|((_, one), (_, wanted))| self.fits(one, wanted))
                };
                let mut places = (0..many).filter(fits);
                let only = places.next().filter(|_| places.next().is_none());
                let edit = only.and_then(|place| {
                    let left = (written.iter().enumerate()).filter(|(at, _)| *at != place);
                    let left: Vec<&str> = left.map(|(_, one)| one.as_str()).collect();
                    let with = left.join(", ");
                    let whole = arguments.first()?.span.to(arguments.last()?.span);
                    let help = format!("write `{}({})`", of.text, Quoted(&with));
                    let edit = complaint.help(help);
                    Some(edit.guess(whole, with))
                });
                edit.map_or(plain.clone(), |edit| edit.or_else(plain))
            }
            _ => complaint.help(format!("it takes {}", self.types_of(wanted))),
        }
    }

    /// Of the values one is missing: the call with the only name at hand that fits, or what is to be given, and what is at hand.
    fn one_missing(
        &self,
        complaint: Diagnostic,
        (of, arguments): (&Name, &[ast::Expr]),
        wanted: &[WantedValue<'_>],
        place: usize,
    ) -> Diagnostic {
        let (name, declared) = wanted[place];
        let what = types::describe(self.rules, &declared.ty);
        let complaint = match name {
            "" => complaint.label(format!("{what} is missing")),
            name => complaint.label(format!("`{name}` is missing, {what}")),
        };
        let written: Vec<String> = arguments.iter().map(ast::Expr::factor_words).collect();
        let at_hand = self.at_hand((name, declared), &written);
        let call = |with: &str| {
            let (before, behind) = written.split_at(place.min(written.len()));
            let values = before.iter().map(String::as_str);
            let values = values
                .chain([with])
                .chain(behind.iter().map(String::as_str));
            format!("{}({})", of.text, values.collect::<Vec<_>>().join(", "))
        };
        let told = told_at_hand(&at_hand);
        let with = call("...");
        let plain = format!(
            "write `{}`, with {what} in place of the dots{told}",
            Quoted(&with)
        );
        let plain = complaint.clone().help(plain);
        let ([only], Some(first), Some(last)) =
            (at_hand.as_slice(), arguments.first(), arguments.last())
        else {
            return plain;
        };
        let with = call(only);
        let edit = complaint.help(format!("write `{}`", Quoted(&with)));
        let gap = first.span.range().start.saturating_sub(of.span.range().end);
        let edit = match arguments.get(place) {
            _ if gap > WITHIN_BRACKETS => edit.guess(of.span.to(last.span), with),
            Some(next) => {
                let here = next.span.at_start();
                edit.guess(here, format!("{only}, "))
            }
            None => {
                let here = last.span.at_end();
                edit.guess(here, format!(", {only}"))
            }
        };
        edit.or_else(plain)
    }

    /// What a call needs, in words: `a combatant, then a plain number`.
    fn types_of(&self, wanted: &[WantedValue<'_>]) -> String {
        let types = (wanted.iter()).map(|(_, one)| types::describe(self.rules, &one.ty));
        types.collect::<Vec<_>>().join(", then ")
    }

    /// A call with the names at hand, and dots for what is not known.
    fn filled(&self, of: &str, wanted: &[WantedValue<'_>]) -> String {
        let mut values: Vec<String> = Vec::new();
        for one in wanted {
            let value = match self.at_hand(*one, &values).as_slice() {
                [only] => only.clone(),
                _ => "...".to_owned(),
            };
            values.push(value);
        }
        match values.iter().all(|value| value == "...") {
            true => format!("{of}(...)"),
            false => format!("{of}({})", values.join(", ")),
        }
    }

    /// The names that could be given for a parameter, apart from those that are given already: the one that is called as it is, or else all that fit.
    fn at_hand(&self, (name, declared): WantedValue<'_>, given: &[String]) -> Vec<String> {
        let is_new = |name: &String| !given.contains(name);
        let same = self.holds(name).filter(|found| {
            types::fits(self.rules, &found.ty, &declared.ty)
                && (declared.optional || !found.optional)
        });
        if same.is_some() && is_new(&name.to_owned()) {
            return vec![name.to_owned()];
        }
        let own = self.values_that_fit(&declared.ty).map(str::to_owned);
        let mut all: Vec<String> = own.collect();
        all.extend(self.bare_of(declared));
        all.retain(is_new);
        all
    }

    /// What stands bare here and fits: the record itself, and its attributes; of an action only what it takes, its actor and what all acts have.
    fn bare_of(&self, declared: &Declared) -> Vec<String> {
        let Some(bare) = self.bare else {
            return Vec::new();
        };
        let taken = match self.owner {
            Owner::Action(taken) => Some(taken),
            Owner::Trigger(_) | Owner::Called | Owner::Other => None,
        };
        let is_record = matches!(declared.ty, Type::Record(_));
        let known = self.rules.kinds.get(bare.kind.index());
        let attributes = known.into_iter().flat_map(|kind| kind.declared());
        let attributes =
            attributes.filter(|(slot, _)| bare.before.is_none_or(|limit| *slot < limit));
        let fitting = attributes.filter(|(slot, one)| {
            let is_there = !one.declared.optional
                || declared.optional
                || taken.is_none_or(|taken| taken.contains(&Some(*slot)));
            let is_plain = one.keyed.is_none();
            is_plain && is_there && types::fits(self.rules, &one.declared.ty, &declared.ty)
        });
        let is_own = is_record && declared.ty == Type::Record(bare.kind);
        let own = is_own.then(|| "this".to_owned());
        let names = fitting.map(|(_, one)| one.declared_name().to_owned());
        own.into_iter().chain(names).collect()
    }

    /// Whether a value can be given where something is wanted.
    fn fits(&self, given: &Typed, wanted: &Declared) -> bool {
        given.is_poison() || types::fits(self.rules, &given.ty, &wanted.ty)
    }

    /// A definition with the records of which it can be asked here: that one where it fits, and dots for what is not known.
    pub(super) fn call_of(
        &self,
        function: &Function,
        own: &mut Option<(KindId, String)>,
    ) -> String {
        let values = function.parameters.iter().map(|given| {
            let Type::Record(wanted) = given.declared.ty else {
                return "...".to_owned();
            };
            let known = own
                .take_if(|(kind, _)| *kind == wanted)
                .map(|(_, whole)| whole)
                .or_else(|| self.path_to(wanted));
            let only = || match self.bare_of(&given.declared).as_slice() {
                [only] => Some(only.clone()),
                _ => None,
            };
            known.or_else(only).unwrap_or("...".to_owned())
        });
        let values: Vec<String> = values.collect();
        format!("{}({})", function.name, values.join(", "))
    }
}

/// Which of the values is missing: where those that are given fit around it, and are called as what is wanted; of several places the last.
fn place_of_missing(
    (body, wanted): (&Elaborator<'_>, &[WantedValue<'_>]),
    written: &[String],
    given: &[Typed],
) -> Option<usize> {
    let around = |place: usize| {
        let before = wanted.iter().take(place);
        before.chain(wanted.iter().skip(place + 1))
    };
    let fits = |place: &usize| {
        let mut pairs = given.iter().zip(around(*place));
        pairs.all(|(one, (_, wanted))| body.fits(one, wanted))
    };
    let called = |place: &usize| {
        let pairs = written.iter().zip(around(*place));
        pairs.filter(|(one, (name, _))| one == name).count()
    };
    let places = (0..wanted.len()).filter(fits);
    places.max_by_key(called)
}
