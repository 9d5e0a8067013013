//! Corrections by the game master: what is typed becomes a line of the log that is made where the fight stands.

use super::entry::Wants;
use super::log::within;
use super::replay::Open;
use super::stands::acts_of;
use super::{ItemKind, Refusal, Session};
use crate::ruleset::{KindId, PhaseId, Type};
use crate::scenario::{Deed, Occasion};
use crate::suggest::list;
use crate::view::Story;
use std::collections::BTreeSet;

/// How many attributes are listed in a message.
const MOST_SHOWN: usize = 8;

impl Session {
    /// `set bram.hp = 5 because misread`
    pub(super) fn set(&mut self, typed: &str) -> Result<(), Refusal> {
        let (change, because) = reason("set", typed)?;
        let placed = change.split_once('=').or_else(|| change.rsplit_once(' '));
        let Some((place, value)) = placed.filter(|placed| placed.0.contains('.')) else {
            let form = "`set bram.hp = 5`, or `set bram.hp = 5 because it was misread`";
            let meant = self.set_meant(change);
            return Err(Refusal::new("nothing is set by this")
                .help(meant.unwrap_or_else(|| form.to_owned())));
        };
        let line = format!("gm sets {} = {}{because}", place.trim(), value.trim());
        let attributes = &self.checked.ruleset.kinds[KindId::COMBATANT.index()].attributes;
        let is_unknown = (place.trim().rsplit_once('.')).is_some_and(|(who, attribute)| {
            self.combatants().any(|name| name == who)
                && attributes.iter().all(|known| known.name != attribute)
        });
        let set = self.line_of(&line, Wants::Correction);
        set.map_err(|refusal| match (is_unknown, &refusal.help) {
            (true, None) => refusal.help(format!("combatants have {}", self.can_be_set().1)),
            _ => refusal,
        })
    }

    /// `move orc 1 before bram because it is faster`
    pub(super) fn move_acts(&mut self, typed: &str) -> Result<(), Refusal> {
        let (order, because) = reason("move", typed)?;
        let waiting = self.combatants_in_line();
        let turn = self.turn_phase();
        self.line_of(&format!("gm moves {order}{because}"), Wants::Correction)?;
        let made = self.now.scenario.corrections.last();
        let Some((Deed::Move(made), phase)) = made.map(|made| &made.deed).zip(turn) else {
            return Ok(());
        };
        let idle = [made.mover, made.reference];
        let Some(&idle) = idle.iter().find(|who| !waiting.contains(who)) else {
            return Ok(());
        };
        let who = self.names().record(KindId::COMBATANT, idle);
        let phase = &self.checked.ruleset.phases[phase.index()];
        Err(Refusal::new(format!(
            "this moves acts that wait in one turn, and {who} has none in this one"
        ))
        .help(format!(
            "whose {} comes before another one, the rules find by what they order them by: `set` can change that",
            phase.name
        )))
    }

    /// The phase of turns in which the fight stands, if the innermost that repeats is one.
    pub(super) fn turn_phase(&self) -> Option<PhaseId> {
        let innermost = self.now.standing.path.last()?.0;
        let rules = &self.checked.ruleset;
        rules.phases[innermost.index()]
            .turns
            .is_some()
            .then_some(innermost)
    }

    /// The combatants of which an act waits.
    fn combatants_in_line(&self) -> BTreeSet<u32> {
        let story = Story::new(self.names(), &self.now.standing.journal);
        let all = 0..self.present(KindId::COMBATANT);
        all.filter(|&one| !acts_of(&story, one).is_empty())
            .collect()
    }

    /// `join orcs: wolf x 2 { hp 4 } because they heard it`, `join spell sleep { casting_time 2 segments }`
    pub(super) fn join(&mut self, typed: &str) -> Result<(), Refusal> {
        let (who, because) = reason("join", typed)?;
        let head = who.split('{').next().unwrap_or(who);
        let of_side = head.split_once(':');
        let mut kinds = self.checked.ruleset.kinds.iter();
        let first = head.split_whitespace().next().unwrap_or_default();
        if of_side.is_none() && !kinds.any(|kind| kind.name == first) {
            let sides = self.now.scenario.records.get(KindId::SIDE.index());
            let sides = sides.into_iter().flatten();
            let forms = sides.map(|side| format!("join {}: {who}", side.name));
            let forms: Vec<String> = forms.take(MOST_SHOWN).collect();
            let forms = list(forms.iter().map(String::as_str));
            return Err(Refusal::new("this does not say which side is joined").help(forms));
        }
        let side = match of_side.is_some() && !who.starts_with("side ") {
            true => "side ",
            false => "",
        };
        let joined = self.line_of(&format!("joins {side}{who}{because}"), Wants::Correction);
        joined.map_err(|refusal| {
            let next = of_side.and_then(|(side, names)| self.next_number(side, names));
            match next {
                Some(next) => refusal.help(next),
                None => refusal,
            }
        })
    }

    /// How another combatant joins where `wolf x 2` would be called as some are that are there.
    fn next_number(&self, side: &str, names: &str) -> Option<String> {
        let name = names.split_once(" x ")?.0.trim();
        let mut sides = self.now.scenario.records[KindId::SIDE.index()].iter();
        sides.find(|known| known.name == side.trim())?;
        let numbered = self.combatants().filter_map(|known| {
            let number = known.strip_prefix(name)?.strip_prefix(' ')?;
            number.parse::<u64>().ok()
        });
        let next = numbered.max()?.checked_add(1)?;
        Some(format!(
            "the next one is `{name} {next}`: `join {side}: {name} {next} {{ ... }}`"
        ))
    }

    /// How a command is written that needs something behind it.
    pub(super) fn form(&self, command: &str) -> Refusal {
        let mut names = self.combatants();
        let first = names.next().unwrap_or("bram");
        let form = match command {
            "odds" => format!("odds {first}.{} < 3", self.can_be_set().0),
            "picture" => "picture fight.svg".to_owned(),
            "save" => "save NAME".to_owned(),
            "move" => format!("move {first} before {}", names.next().unwrap_or("orc")),
            "join" => {
                let side = self.now.scenario.record_name(KindId::SIDE, 0);
                format!("join {}: wolf", side.unwrap_or("orcs"))
            }
            _ => format!("{command} {first}"),
        };
        Refusal::new(format!("`{command}` needs something behind it"))
            .help(format!("as in `{form}`"))
    }

    /// What it is to be out of the fight, the rules say: with the attributes that they have.
    pub(super) fn no_kill(&self, who: &str) -> Refusal {
        let (first, all) = self.can_be_set();
        let who = if who.is_empty() { "orc 1" } else { who };
        Refusal::new("what takes a combatant out of the fight is for the rules to say").help(
            format!("set what they look at, as in `set {who}.{first} = 0`; combatants have {all}"),
        )
    }

    /// Attributes of combatants that can be set to a number, yes or no: the first of them, and some of them listed.
    pub(super) fn can_be_set(&self) -> (&str, String) {
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
        (shown.first().copied().unwrap_or("hp"), shown.join(", "))
    }

    /// Takes the line of a correction, before what is asked now.
    pub(super) fn correct(&mut self, line: &str) -> Result<(), Refusal> {
        let standing = &self.now.standing;
        let Some((occasion, number)) = standing.occasion else {
            return Err(match standing.open {
                Open::Done(_) => Refusal::new("the fight is over")
                    .help("`undo` takes back, then it can be corrected"),
                Open::Roll(_) | Open::Ask { .. } | Open::Declare(..) => {
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
        let line = within(&self.names(), &standing.path, None, &line);
        self.take(vec![ItemKind::Line(line)])
    }
}

/// What is typed without its reason, and ` because "..."` as scenarios have it; nothing if no reason is given.
fn reason<'t>(command: &str, typed: &'t str) -> Result<(&'t str, String), Refusal> {
    if let Some(change) = typed.strip_suffix(" because") {
        return Err(
            Refusal::new("no reason stands behind `because`").help(format!(
                "`{command} {change} because it was misread`, or `{command} {change}`"
            )),
        );
    }
    let Some((change, reason)) = typed.split_once(" because ") else {
        return Ok((typed, String::new()));
    };
    let reason = reason.trim();
    if reason.starts_with('"') {
        return Ok((change, format!(" because {reason}")));
    }
    let plain: String = (reason.chars())
        .flat_map(|letter| {
            let escaped = matches!(letter, '"' | '\\' | '{' | '}');
            escaped.then_some('\\').into_iter().chain([letter])
        })
        .collect();
    Ok((change, format!(" because \"{plain}\"")))
}
