//! The records of which there is one for every two others, and what the scenario says of some: `gap(ann, bob) { width 5 }`.

use std::collections::BTreeMap;

use super::settings::GivenAttributes;
use super::things::MOST_THINGS;
use super::{Desk, messages};
use crate::check::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::index::Idx;
use crate::ruleset::{KindId, kind_id};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, EntryKind, PairName, Setting, Thing};

impl Desk<'_> {
    /// Adds these records, and what is said of them.
    pub(super) fn pairs(&mut self, tree: &ast::Scenario) {
        let kinds = self.rules.kinds.iter();
        let kinds = kinds.filter_map(|kind| Some((kind, kind.pair?)));
        let all =
            kinds.map(|(kind, pair)| (kind, pair.count(self.out.records[pair.of.index()].len())));
        if let Some((kind, count)) = all.into_iter().find(|(_, count)| *count > MOST_THINGS) {
            let message = format!(
                "there would be {count} records of the kind `{}`, one for every two, and there can be no more than {MOST_THINGS}",
                Clean(&kind.name)
            );
            let place = self.out.span.at_start();
            let error = Diagnostic::error(Code::NumberTooLarge, place, message);
            return self
                .found
                .push(error.help("list fewer of those between which they stand"));
        }
        self.out.add_pairs(self.rules, self.out.span.at_start());
        let mut said = BTreeMap::new();
        for entry in &tree.entries {
            if let EntryKind::Pair { name, settings } = &entry.kind {
                let done = self.pair(name, settings, &mut said);
                self.or_report(done);
            }
        }
    }

    /// The record that is called `gap(ann, bob)`.
    pub(super) fn pair_record(&self, name: &PairName) -> Result<(KindId, u32), Diagnostic> {
        let Some(kind) = kind_id(&self.rules.kinds, &name.kind.text) else {
            let known = self.rules.kinds.iter().filter(|kind| kind.pair.is_some());
            let known = known.map(|kind| kind.name.as_str());
            return Err(self.unknown(Code::UnknownName, "kind", &name.kind, known));
        };
        self.note(name.kind.span, Meaning::Kind(kind));
        let of = self.rules.kind(kind);
        let Some(pair) = of.pair else {
            let message = format!(
                "of the kind `{}` there is not one for every two",
                Clean(&of.name)
            );
            let error = Diagnostic::error(Code::WrongPlace, name.kind.span, message);
            return Err(error.help(format!(
                "a `{}` is set up by its own name: `{0} NAME {{ }}`",
                Clean(&of.name)
            )));
        };
        let of_two = |thing: &Thing| self.thing(thing, &[pair.of]).map(|(_, number)| number);
        let two = [of_two(&name.one)?, of_two(&name.other)?];
        if two[0] == two[1] {
            let message = format!(
                "between `{}` and itself there is none",
                Clean(&name.one.text)
            );
            return Err(
                Diagnostic::error(Code::WrongPlace, name.other.span, message).help("name two"),
            );
        }
        Ok((kind, pair.number(two)))
    }

    /// `gap(ann, bob) { width 5 }`
    fn pair(
        &mut self,
        name: &PairName,
        settings: &[Setting],
        said: &mut BTreeMap<(KindId, u32), Span>,
    ) -> Result<(), Diagnostic> {
        let (kind, number) = self.pair_record(name)?;
        let of = self.rules.kind(kind);
        if let Some(first) = said.insert((kind, number), name.span) {
            let what = format!(
                "what stands between `{}` and `{}` is said",
                Clean(&name.one.text),
                Clean(&name.other.text)
            );
            return Err(messages::twice(&what, name.span, first));
        }
        let mut given = GivenAttributes::none(kind);
        self.settings(settings, &mut given);
        self.bounded(&given);
        let is_named = |setting: &&Setting| {
            let mut own = (0..).zip(&of.attributes);
            own.any(|(slot, own)| of.is_of_pair(slot) && own.name == setting.name.text)
        };
        if let Some(setting) = settings.iter().find(is_named) {
            let message = format!("`{}` is said in the brackets", setting.name.text);
            return Err(
                Diagnostic::error(Code::WrongPlace, setting.name.span, message)
                    .help("leave it out here"),
            );
        }
        let record = &mut self.out.records[kind.index()][number.index()];
        record.values.extend(given.values);
        record.span = name.span;
        Ok(())
    }
}
