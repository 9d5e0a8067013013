//! What is meant by an entry that is said in other words than the table has: the entry that would be taken, or its form.

use super::Session;
use super::replay::Open;
use crate::ruleset::index::to_number;
use crate::ruleset::{KindId, MOST, Throw, Type, Value, slot_of, slots};

/// Other words for what can be entered at any time, with `|` between them, in lower case.
const COMMANDS: [(&str, &str); 12] = [
    (
        "who",
        "hp|hit points|health|status|state|stats|list|show|show all|sheet|sheets|combatants|party|roster|where|how are they|who is left|who is down",
    ),
    (
        "line",
        "order|the order|initiative order|turn order|queue|acts|turns|who is next|who's next|whose turn|whose turn is it|next who",
    ),
    (
        "next",
        "next round|new round|continue|go|go on|carry on|proceed|resolve|resolve acts|resolve all|run|play|end round|end of round|finish round|round over",
    ),
    (
        "done",
        "all done|done all|no more|that is all|that's all|nobody else|everyone passes|all pass|pass all|skip all",
    ),
    (
        "undo",
        "back|go back|u|oops|revert|take back|undo last|rewind|mistake|delete|delete last",
    ),
    ("redo", "forward|again|undo undo|do again"),
    (
        "end",
        "end fight|end combat|end battle|end the fight|finish|finished|the end|stop fight|game over|over",
    ),
    ("quit", "exit|bye|close|leave|q|stop|pause|log out"),
    (
        "timeline",
        "history|log|chart|draw|drawing|graph|picture of it|show line|show timeline",
    ),
    (
        "?",
        "commands|command|h|info|man|menu|options|how|what|what now|actions|help me",
    ),
    ("why", "explain|reason|how come|because"),
    (
        "roll all",
        "roll everything|auto roll|autoroll|roll for all|roll for everyone|roll the rest|roll rest",
    ),
];

/// Other words for an empty line, which declares nothing, or leaves a question to its default.
const NOTHING: &str = "skip|skips|pass|passes|wait|waits|hold|holds|stay|stays|no action|no|none|nope|-|--|...|do nothing|does nothing|idle|default|enter|next one|nothing more";

/// Other words for `roll`.
const ROLL: &str = "dice|die|throw|random|r|roll it|roll dice|roll them|auto|you roll|roll one";

/// Words that are said beside what dice show.
const BESIDE_DICE: &str = "a|an|the|i|it|is|are|got|get|gets|rolled|rolls|roll|for|on|of|as|shows|show|die|dice|and|total|with";

/// Words between two combatants of which one is put before the other, or elsewhere beside it.
const PLACES: [&str; 3] = ["before", "after", "with"];

/// Words that take from an attribute, and those that add to it.
const LOSES: &str = "loses|lose|takes|take|suffers|is hit for|minus|-";
const GAINS: &str = "gains|gain|heals|heal|regains|plus|+|gets";

/// What is said of one who is out of the fight.
const OUT: &str = "dies|dead|is dead|is down|falls|is out|flees|leaves|is gone|remove|delete|slain|is killed|is slain|drop";

fn is_among(words: &str, one: &str) -> bool {
    words.split('|').any(|word| word == one)
}

impl Session {
    /// What can be entered instead of a line that is not taken, where it says in other words what the table has a word for.
    pub(super) fn meant(&self, line: &str) -> Option<String> {
        let line = line.trim().trim_end_matches(['.', '!', '?']);
        let lower = line.to_lowercase();
        if let Open::Roll(roll) = &self.now.standing.open
            && let Some(dice) = self.dice_meant(&roll.throw, &lower)
        {
            return Some(dice);
        }
        let mut commands = COMMANDS.iter();
        if let Some((command, _)) = commands.find(|(_, words)| is_among(words, &lower)) {
            return Some(format!("write `{command}`"));
        }
        if is_among(NOTHING, &lower) {
            return self.nothing_meant();
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some((who, (0, end))) = self.named_in(&words)
            && is_among(NOTHING, &words[end..].join(" "))
        {
            return Some(format!("write `{who} declares nothing`"));
        }
        self.tactic_meant(&words)
            .or_else(|| self.move_meant(&words))
            .or_else(|| self.set_meant(line))
            .or_else(|| self.join_meant(&words))
            .or_else(|| self.out_meant(&words))
            .or_else(|| self.odds_meant(&words))
    }

    /// What dice show, said with other words around it, or that they are to be rolled.
    fn dice_meant(&self, throw: &Throw, line: &str) -> Option<String> {
        if is_among(ROLL, line) {
            return Some("write `roll`".to_owned());
        }
        let asked = self.now.prompt.text.to_lowercase();
        let split = |text: &str| {
            let parts = text.split(|one: char| !one.is_alphanumeric() && one != '_');
            let parts = parts.filter(|part| !part.is_empty()).map(str::to_owned);
            parts.collect::<Vec<String>>()
        };
        let known = split(&asked.replace('_', " "));
        let (numbers, others): (Vec<String>, Vec<String>) = split(&line.replace('_', " "))
            .into_iter()
            .partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let is_die = |word: &str| {
            word.split_once('d').is_some_and(|(count, sides)| {
                let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
                digits(count) && digits(sides) && !sides.is_empty()
            })
        };
        let is_asked = |word: &String| {
            let mut known = known.iter();
            known.any(|known| known == word || (word.len() > 2 && known.starts_with(word)))
        };
        let are_known = (others.iter())
            .all(|word| is_among(BESIDE_DICE, word) || is_die(word) || is_asked(word));
        if others.is_empty() || !are_known {
            return None;
        }
        // The number of one that is called `goblin 2` is no roll.
        let own = |number: &&String| !known.contains(number);
        let shown: Vec<String> = match numbers.iter().filter(own).cloned().collect::<Vec<_>>() {
            none if none.is_empty() && numbers.len() < 2 => numbers.clone(),
            own => own,
        };
        let faces: Option<Vec<Value>> = shown.iter().map(|face| face.parse().ok()).collect();
        match faces {
            Some(faces) if faces.is_empty() => {
                Some("write `roll`, or what the dice show".to_owned())
            }
            Some(faces) if throw.given(&faces).is_some() => {
                Some(format!("write `{}`", shown.join(" ")))
            }
            _ => None,
        }
    }

    /// That nothing is done, or a question is left to its default.
    fn nothing_meant(&self) -> Option<String> {
        match &self.now.standing.open {
            Open::Declare(..) => Some("write `nothing`, or press Enter".to_owned()),
            Open::Ask { .. } => {
                let default = self.now.prompt.default.as_ref()?;
                Some(format!("press Enter, which answers `{default}`"))
            }
            Open::Roll(_) | Open::Done(_) => None,
        }
    }

    /// `auto`, `tactic`: where the rules have tactics.
    fn tactic_meant(&self, words: &[&str]) -> Option<String> {
        let [first, ..] = words else { return None };
        if !is_among(
            "auto|ai|automatic|autoplay|tactics|tactic",
            &first.to_lowercase(),
        ) {
            return None;
        }
        let tactics = self.checked.ruleset.tactics.iter();
        let forms: Vec<String> = tactics
            .map(|one| format!("`tactic {}`", one.name))
            .collect();
        Some(match forms.is_empty() {
            true => "these rules have no tactics; `done` leaves out all that is still to be declared now".to_owned(),
            false => format!("write {}", forms.join(" or ")),
        })
    }

    /// `orc 1 before bram`
    fn move_meant(&self, words: &[&str]) -> Option<String> {
        let at = words.iter().position(|word| PLACES.contains(word))?;
        let (mover, reference) = (words[..at].join(" "), words[at + 1..].join(" "));
        let is_known = |name: &str| self.combatants().any(|known| known == name);
        (is_known(&mover) && is_known(&reference))
            .then(|| format!("write `move {mover} {} {reference}`", words[at]))
    }

    /// `orc 1.hp = 3`, `orc 1 hp 3`, `hp orc 1 = 3`, `orc 1 loses 3 hp`, `orc 1 takes 3`
    pub(super) fn set_meant(&self, line: &str) -> Option<String> {
        let spaced = line.replace(['=', ':', ','], " ").replace("to ", " ");
        let spaced = self.spaced_attribute(&spaced);
        let mut words: Vec<&str> = spaced.split_whitespace().collect();
        words.retain(|word| {
            !["hp:", "is", "has", "now", "set", "damage", "points", "of"].contains(word)
        });
        let value = words
            .iter()
            .rposition(|word| word.parse::<Value>().is_ok() || is_among("yes|no", word))?;
        let (who, named) = self.named_in(&words)?;
        let attributes = &self.checked.ruleset.kinds[KindId::COMBATANT.index()].attributes;
        let is_attribute = |word: &&&str| attributes.iter().any(|one| one.name == **word);
        let attribute = words.iter().find(is_attribute);
        let number: Value = words[value].parse().unwrap_or_default();
        let (start, end) = named;
        // The number of a name is no value.
        if (start..end).contains(&value) {
            return None;
        }
        let others = (0..words.len()).filter(|&at| !(start..end).contains(&at) && at != value);
        let others: Vec<&str> = others.map(|at| words[at]).collect();
        let others = others
            .iter()
            .filter(|word| Some(**word) != attribute.copied());
        let others: Vec<&str> = others.copied().collect();
        let sign = match others.as_slice() {
            [] if attribute.is_some() && words[value].starts_with(['+', '-']) => 1,
            [] if attribute.is_some() => {
                return Some(format!(
                    "write `set {who}.{} = {}`",
                    attribute?, words[value]
                ));
            }
            [word] if is_among(LOSES, word) => -1,
            [word] if is_among(GAINS, word) => 1,
            _ => return None,
        };
        let attribute = attribute.copied().unwrap_or_else(|| self.can_be_set().0);
        let combatant = self.combatants().position(|name| name == who)?;
        let kind = &self.checked.ruleset.kinds[KindId::COMBATANT.index()];
        let slot = slot_of(kind, attribute)?;
        let is_number = matches!(
            kind.attributes[usize::from(slot)].declared.ty,
            Type::Number(_)
        );
        let records = &self.now.standing.records[KindId::COMBATANT.index()];
        let held = *records.get(combatant)?.get(usize::from(slot))?;
        let becomes = number.checked_mul(sign)?.checked_add(held)?;
        let is_number = is_number && (-MOST..=MOST).contains(&becomes);
        is_number.then(|| format!("write `set {who}.{attribute} = {becomes}`"))
    }

    /// A line with a blank for the point between a combatant and its attribute.
    fn spaced_attribute(&self, line: &str) -> String {
        let mut names = self.combatants();
        let named = names.find(|name| line.contains(&format!("{name}.")));
        named.map_or_else(
            || line.to_owned(),
            |name| line.replacen(&format!("{name}."), &format!("{name} "), 1),
        )
    }

    /// The combatant that words name, the longest name first, and which of the words do.
    fn named_in(&self, words: &[&str]) -> Option<(&str, (usize, usize))> {
        let named = self.combatants().filter_map(|name| {
            let parts: Vec<&str> = name.split(' ').collect();
            let start = (0..words.len()).find(|&at| words[at..].starts_with(&parts))?;
            Some((name, (start, start + parts.len())))
        });
        named.max_by_key(|(_, (start, end))| end - start)
    }

    /// `add wolf`, `wolf joins orcs`
    fn join_meant(&self, words: &[&str]) -> Option<String> {
        let who = match words {
            [
                "add" | "spawn" | "new" | "summon" | "insert" | "enter",
                who @ ..,
            ] => who,
            [who @ .., "joins" | "enters" | "arrives" | "appears"] => who,
            _ => {
                let at = words
                    .iter()
                    .position(|word| ["joins", "join"].contains(word))?;
                &words[..at]
            }
        };
        let sides = self.now.scenario.records.get(KindId::SIDE.index())?;
        let who = (who.iter().copied()).filter(|word| !["a", "an", "the"].contains(word));
        let who: Vec<&str> = who.collect();
        let named = sides
            .iter()
            .find(|side| words.last() == Some(&side.name.as_str()));
        let side = match named {
            Some(side) => side.name.clone(),
            None => self.side_of_such(who.first()?)?,
        };
        let is_plain = !who.is_empty()
            && who
                .iter()
                .all(|word| word.chars().all(char::is_alphanumeric));
        is_plain.then(|| {
            let who = who.join(" ");
            format!("write `join {side}: {who}`, with what it has in braces behind it")
        })
    }

    /// The side of those who are called like a newcomer but for a number, else the last one.
    fn side_of_such(&self, name: &str) -> Option<String> {
        let records = &self.now.standing.records[KindId::COMBATANT.index()];
        let alike = self.combatants().position(|known| {
            let rest = known.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        let alike = alike.and_then(|at| records.get(at)?.get(usize::from(slots::SIDE)));
        let side = alike.and_then(|side| u32::try_from(*side).ok());
        let sides = self.now.scenario.records.get(KindId::SIDE.index())?;
        let last = to_number(sides.len()).checked_sub(1)?;
        let side = self
            .now
            .scenario
            .record_name(KindId::SIDE, side.unwrap_or(last));
        side.map(str::to_owned)
    }

    /// `orc 1 dies`, `remove orc 1`
    fn out_meant(&self, words: &[&str]) -> Option<String> {
        let (who, (start, end)) = self.named_in(words)?;
        let others = [&words[..start], &words[end..]].concat().join(" ");
        is_among(OUT, &others.to_lowercase())
            .then(|| self.no_kill(who).help)
            .flatten()
    }

    /// `chance of ...`, `how likely ...`
    fn odds_meant(&self, words: &[&str]) -> Option<String> {
        let [first, ..] = words else { return None };
        let first = first.to_lowercase();
        let asks = is_among("chance|chances|probability|prob|likely|odd|percent", &first)
            || (first == "how" && words.get(1).is_some_and(|word| *word == "likely"));
        let question = words
            .iter()
            .skip(1)
            .filter(|word| !["of", "that"].contains(word));
        let question: Vec<&str> = question.copied().collect();
        let question = question.join(" ");
        if asks && self.refused_question(&question).is_none() {
            return Some(format!("write `odds {question}`"));
        }
        let name = self.combatants().next()?;
        asks.then(|| format!("write it so: `odds {name}.{} < 3`", self.can_be_set().0))
    }
}
