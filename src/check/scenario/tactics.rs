//! Tactics in force: which, and who follows them. Each combatant follows one at most.

use super::{Desk, messages};
use crate::check::resolved_names::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, TacticId, slots};
use crate::source::{Clean, Span};
use crate::syntax::ast::{Name, Thing};

impl Desk<'_> {
    /// `tactic brute`, `tactic brute: orc 1, wolves`
    pub(super) fn tactic(&mut self, name: &Name, who: &[Thing]) {
        let tactics = &self.rules.tactics;
        let found = tactics.binary_search_by(|tactic| tactic.name.cmp(&name.text));
        let Ok(id) = found.map(TacticId::from_index) else {
            let known = tactics.iter().map(|tactic| tactic.name.as_str());
            let code = Code::UnknownScenarioThing;
            let error = self.unknown(code, "tactic", name, known);
            let turned = who
                .iter()
                .find(|one| tactics.iter().any(|known| known.name == one.text));
            let kinds = [KindId::COMBATANT, KindId::SIDE];
            let mut follower = kinds
                .into_iter()
                .filter_map(|kind| self.things.find(&name.text, kind));
            if let Some(turned) = turned.filter(|_| follower.next().is_some()) {
                let message = "the tactic stands first, and who follows it behind a colon";
                let place = name.span.to(turned.span);
                let with = format!("{}: {}", turned.text, name.text);
                let error = Diagnostic::error(code, place, message);
                let error = error.help(format!("write `tactic {}`", Clean(&with)));
                return self.found.push(match who.len() {
                    1 => error.guess(place, with),
                    _ => error,
                });
            }
            let error = match tactics.is_empty() {
                true => error.help("a rule file or a library that it uses declares tactics: `tactic brute for combatant c { ... }`"),
                false => error,
            };
            return self.found.push(error);
        };
        self.note(name.span, Meaning::Titled("tactic", name.text.clone()));
        if who.is_empty() {
            return self.general(id, name);
        }
        for one in who {
            let found = self.thing(one, &[KindId::COMBATANT, KindId::SIDE]);
            match self.or_report(found) {
                Some((KindId::SIDE, side)) => {
                    let members: Vec<u32> = self.members(side).collect();
                    members
                        .into_iter()
                        .for_each(|member| self.follow(member, id, one.span));
                }
                Some((_, combatant)) => self.follow(combatant, id, one.span),
                None => {}
            }
        }
    }

    /// A tactic for whomever it fits.
    fn general(&mut self, id: TacticId, name: &Name) {
        match self.said.general.insert(id, name.span) {
            None => self.out.tactics.general.push(id),
            Some(first) => self.found.push(messages::twice(
                &format!("the tactic `{}` is put in force", Clean(&name.text)),
                name.span,
                first,
            )),
        }
    }

    /// The side of a combatant.
    pub(super) fn side_of(&self, combatant: u32) -> Option<u32> {
        u32::try_from(self.out.side_of(combatant)?).ok()
    }

    /// The combatants of a side.
    pub(super) fn members(&self, side: u32) -> impl Iterator<Item = u32> {
        let combatants = self.out.records[KindId::COMBATANT.index()].iter();
        let is_of = move |values: &[(u16, i64)]| values.contains(&(slots::SIDE, i64::from(side)));
        (0..)
            .zip(combatants)
            .filter(move |(_, record)| is_of(&record.values))
            .map(|(index, _)| index)
    }

    fn follow(&mut self, combatant: u32, id: TacticId, span: Span) {
        match self.said.followers.insert(combatant, span) {
            None => self.out.tactics.named.push((combatant, id)),
            Some(first) => {
                let name = self
                    .out
                    .record_name(KindId::COMBATANT, combatant)
                    .unwrap_or_default();
                let message = format!("`{}` follows two tactics", Clean(name));
                let error = Diagnostic::error(Code::DuplicateSetting, span, message)
                    .label("again here")
                    .also(first, "first here");
                self.found.push(error.help("leave one of them out"));
            }
        }
    }

    /// Brings the tactics in force into an order that does not depend on the listing.
    pub(super) fn sort_tactics(&mut self) {
        self.out.tactics.named.sort_unstable();
        self.out.tactics.general.sort_unstable();
    }
}
