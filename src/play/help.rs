//! What can be entered at any time, with the names of the fight.

use super::Session;
use crate::ruleset::{KindId, Type, types};
use crate::source::pairs;

/// How many attributes of acts are listed.
const MOST_SHOWN: usize = 8;

impl Session {
    /// What can be entered at any time, one form on each line.
    pub(super) fn always(&self) -> String {
        let rules = &self.checked.ruleset;
        let mut names = self.combatants();
        let first = names.next().unwrap_or("bram");
        let other = names.next().unwrap_or(first);
        let side = self.now.scenario.record_name(KindId::SIDE, 0);
        let side = side.unwrap_or("orcs");
        let attribute = self.can_be_set().0;
        let attributes = &rules.kinds[KindId::COMBATANT.index()].attributes;
        let of_type = attributes.iter().find(|one| one.name == attribute);
        let value = match of_type.map(|one| &one.declared.ty) {
            Some(Type::YesNo) => "yes",
            Some(Type::Number(_) | Type::Record(_) | Type::Set(_) | types!(word)) | None => "5",
        };
        let tactics = rules.tactics.first().map(|tactic| {
            let form = format!("tactic {}", tactic.name);
            (
                form,
                "from now on a tactic declares for those whom it fits and who say nothing",
            )
        });
        let forms = pairs![
            "undo, undo 3, redo".to_owned() => "back over what was entered, and on again",
            "who, line".to_owned() => "who has acted and how they are; the order of the acts",
            "why, why A, B".to_owned() => "why the acts come in their order, or one of them before another",
            format!("why {first}.{attribute}") => "why an attribute is what it is",
            "odds QUESTION".to_owned() => "how likely something is from here",
            "timeline".to_owned() => "the picture of the fight so far; `picture FILE.svg` or `FILE.html` for a file",
            format!("set {first}.{attribute} = 5 because ...") => "a value is corrected",
            format!("move {first} before {other}") => "whose acts come before (with, after) those of another",
            format!("join {side}: wolf {{ {attribute} {value} }}") => "who has not been there joins",
        ];
        let last = pairs![
            format!("secret {first}") => "what is declared is typed without being shown",
            "save NAME".to_owned() => "the log as it is now is kept in a file of its own as well",
            "end".to_owned() => "the fight ends with this round",
            "quit".to_owned() => "stop for now; nothing is lost",
        ];
        let in_turns = self.turn_phase().is_some();
        let forms = forms
            .into_iter()
            .filter(|(form, _)| !in_turns || !form.starts_with("move "));
        let forms: Vec<_> = forms.chain(tactics).chain(last).collect();
        let width = forms.iter().map(|(form, _)| form.len()).max().unwrap_or(0);
        let lines = forms.iter();
        lines
            .map(|(form, what)| format!("  {form:<width$}  {what}\n"))
            .collect()
    }

    /// What else a declaration can say of an act: the attributes that no action names in its words.
    pub(super) fn beside_acts(&self) -> String {
        let rules = &self.checked.ruleset;
        let is_object = |slot| {
            let mut actions = rules.actions.iter();
            actions.any(|action| action.object == Some(slot) || action.at == Some(slot))
        };
        let built_in = KindId::ACT.built_in();
        let own = (0..).zip(&rules.kinds[KindId::ACT.index()].attributes);
        let own = own.filter(|&(slot, attribute)| {
            slot >= built_in && !attribute.is_mark && !is_object(slot)
        });
        let own: Vec<&str> = own.map(|(_, attribute)| attribute.name.as_str()).collect();
        let shown: Vec<&str> = own.iter().take(MOST_SHOWN).copied().collect();
        let others = match own.len() - shown.len() {
            0 => String::new(),
            others => format!(" and {others} others"),
        };
        match shown.first() {
            Some(first) => format!(
                "  and behind them what else is known of the act, as `: {first} ...`: {}{others}\n",
                shown.join(", ")
            ),
            None => String::new(),
        }
    }
}
