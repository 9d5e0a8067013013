//! Corrections by the game master: what is typed becomes a line of the log that is made where the fight stands.

use super::entry::Wants;
use super::log::within;
use super::replay::Open;
use super::{ItemKind, Refusal, Session};
use crate::ruleset::{KindId, Type};
use crate::scenario::Occasion;

/// How many attributes are listed in a message.
const MOST_SHOWN: usize = 8;

impl Session {
    /// `set bram.hp = 5 because misread`
    pub(super) fn set(&mut self, typed: &str) -> Result<(), Refusal> {
        let (change, because) = reason(typed);
        let placed = change.split_once('=').or_else(|| change.rsplit_once(' '));
        let Some((place, value)) = placed.filter(|placed| placed.0.contains('.')) else {
            return Err(Refusal::new("nothing is set by this")
                .help("`set bram.hp = 5`, or `set bram.hp = 5 because it was misread`"));
        };
        let line = format!("gm sets {} = {}{because}", place.trim(), value.trim());
        self.line_of(&line, Wants::Correction)
    }

    /// `move orc 1 before bram because it is faster`
    pub(super) fn move_acts(&mut self, typed: &str) -> Result<(), Refusal> {
        let (order, because) = reason(typed);
        self.line_of(&format!("gm moves {order}{because}"), Wants::Correction)
    }

    /// `join orcs: wolf x 2 { hp 4 } because they heard it`, `join spell sleep { casting_time 2 segments }`
    pub(super) fn join(&mut self, typed: &str) -> Result<(), Refusal> {
        let (who, because) = reason(typed);
        let of_side = who.split('{').next().is_some_and(|head| head.contains(':'));
        let side = match of_side && !who.starts_with("side ") {
            true => "side ",
            false => "",
        };
        self.line_of(&format!("joins {side}{who}{because}"), Wants::Correction)
    }

    /// What it is to be out of the fight, the rules say: with the attributes that they have.
    pub(super) fn no_kill(&self, who: &str) -> Refusal {
        let kind = &self.checked.ruleset.kinds[KindId::COMBATANT.index()];
        let own = kind
            .attributes
            .iter()
            .skip(usize::from(KindId::COMBATANT.built_in()));
        let shown = own.filter(|attribute| {
            let ty = &attribute.declared.ty;
            !attribute.of_turns && matches!(ty, Type::Number(_) | Type::YesNo)
        });
        let shown: Vec<&str> = (shown.take(MOST_SHOWN))
            .map(|attribute| attribute.name.as_str())
            .collect();
        let who = if who.is_empty() { "orc 1" } else { who };
        let first = shown.first().copied().unwrap_or("hp");
        Refusal::new("what takes a combatant out of the fight is for the rules to say").help(
            format!(
                "set what they look at, as in `set {who}.{first} = 0`; combatants have {}",
                shown.join(", ")
            ),
        )
    }

    /// Takes the line of a correction, before what is asked now.
    pub(super) fn correct(&mut self, line: &str) -> Result<(), Refusal> {
        let standing = &self.now.standing;
        let Some((occasion, number)) = standing.occasion else {
            return Err(match standing.open {
                Open::Done(_) => Refusal::new("the fight is over")
                    .help("`undo` takes back, then it can be corrected"),
                Open::Roll(_) | Open::Ask { .. } | Open::Declare(_) => {
                    Refusal::new("nothing can be corrected while acts are put in order")
                        .help("say first where the act stands")
                }
            });
        };
        let scenario = &self.now.scenario;
        let rules = &self.checked.ruleset;
        let asked = match occasion {
            Occasion::Roll(who, purpose) => {
                let who = self.names().written_person(who);
                format!("{who} rolls for {}", rules.word(purpose))
            }
            Occasion::Answer(who, question) => {
                let who = self.names().written_person(who);
                format!("{who} answers to {}", rules.word(question))
            }
            Occasion::Declaration(combatant) => {
                let name = scenario.record_name(KindId::COMBATANT, combatant);
                format!("{} declares", name.unwrap_or("nobody"))
            }
        };
        let time = match number {
            1 => String::new(),
            number => format!(" {number}"),
        };
        let line = format!("before {asked}{time} {{ {line} }}");
        let line = within(&self.names(), &standing.path, &line);
        self.take(vec![ItemKind::Line(line)])
    }
}

/// What is typed without its reason, and ` because "..."` as scenarios have it; nothing if no reason is given.
fn reason(typed: &str) -> (&str, String) {
    let Some((change, reason)) = typed.split_once(" because ") else {
        return (typed, String::new());
    };
    let reason = reason.trim();
    if reason.starts_with('"') {
        return (change, format!(" because {reason}"));
    }
    let plain: String = (reason.chars())
        .flat_map(|letter| {
            let escaped = matches!(letter, '"' | '\\' | '{' | '}');
            escaped.then_some('\\').into_iter().chain([letter])
        })
        .collect();
    (change, format!(" because \"{plain}\""))
}
