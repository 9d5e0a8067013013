//! How each thing is written, for help texts.

use super::Misread;
use crate::syntax::build::Place;
use crate::syntax::words;

/// How the thing in hand is written.
pub(super) fn usage(misread: &Misread<'_>) -> Option<String> {
    let text = misread.text.get(misread.start..misread.end)?;
    let word = words::first_word(text);
    let pattern = match (misread.place, word) {
        (Place::Top, "rules") => "rules name \"title\" extends \"file\" { ... }",
        (Place::Top, "scenario") => "scenario \"title\" { ... }",
        (Place::Item, "option") => "option tie: gm_order | together = together",
        (Place::Item, "choice") => "choice size: small | large",
        (Place::Item, "kind") => "kind weapon, weapons { speed: number }",
        (Place::Item, "let") => "let half(number n): number = n / 2 rounded up",
        (Place::Item, "table") => "table morale on 2d6: text { 2..7: \"holds\" }",
        (Place::Item, "procedure") => "procedure check(side s) { ... }",
        (Place::Item, "event") => "event damaged(combatant c, number n)",
        (Place::Item, "action") => "action cast, casts \"casts {spell}\" { takes spell at target }",
        (Place::Item, "order") => "order name during phase of act a { by ... }",
        (Place::Item, "placement") => {
            "placement \"title\" over \"other\" { for a: attack  place key = 1 }"
        }
        (Place::Item, "exception") => {
            "exception \"title\" over \"other\" { for a: strike, b: cast  a waits for b }"
        }
        (Place::Item, "void") => "void \"title\" { for a: act  when ...  because \"...\" }",
        (Place::Item, "tactic") => {
            "tactic name \"text\" for combatant c { declare flee when c.hp < 3  declare nothing }"
        }
        (Place::TacticClause, "declare") => "declare attack foe_of(c) when c.armed",
        (Place::Item, "trigger") => "trigger \"title\" { when attack a resolves  ... }",
        (Place::Item, "replace") => "replace option tie: together | apart = apart",
        (Place::Item, "remove") if text.contains(" every") => "remove every exception",
        (Place::Item, "remove") => "remove exception \"title\"",
        (Place::Item, "set") => "set option tie = together",
        (_, "phase") => "phase round counting from 1 to 10 lasting 1 segment while ... { ... }",
        (Place::OrderClause, "by") => "by name: value, highest first, missing last \"label\"",
        (_, "compare") => "compare x with y: a moves",
        (Place::ExceptionClause, "for") => "for a: strike, b: cast.completes",
        (_, "for") => "for a: strike | shoot",
        (Place::PlacementClause, "place") => "place key = value",
        (Place::Statement | Place::TriggerStatement, "limit") => "limit once per round for c",
        (Place::Happening, _) => "when attack a resolves",
        (Place::Statement | Place::TriggerStatement, word) => statement_usage(word)?,
        (Place::Attribute, _) => "hp: number = 8 \"hit points\"",
        (Place::Unit, _) => "round, rounds = 10 segments",
        (Place::Row, _) => "2..5: value",
        (Place::Entry, "expect") => "expect ann attacks orc before orc attacks ann",
        (Place::Entry, "odds") => "odds \"the spell is spoiled\": ann casts sleep is spoiled",
        (Place::Entry, "tactic") => "tactic brute: orc 1, orc 2",
        (Place::Entry, "side") => "side party { ann { hp 8 } }",
        (Place::Entry, "begin") => "begin at round 1",
        (Place::Entry, "stop") => "stop after round 3",
        (Place::Entry, "seed") => "seed 5",
        (Place::Entry, "snapshot") => "snapshot",
        (Place::Entry, "proves") => "proves OS-12, OS-14..16",
        (Place::Entry, "rules") => "rules \"../rules/duel.affray\"",
        (Place::Entry, "option") => "option tie together",
        (Place::Entry | Place::PeriodEntry, _) => "ann attacks orc: hit, damage 3",
        (Place::Member, _) => "orc x 3 { hp 5 }",
        (Place::Setting, _) => "hp 6",
        (Place::Assignment, _) => "owner = c",
        _ => return None,
    };
    Some(format!("it is written like this: `{pattern}`"))
}

fn statement_usage(word: &str) -> Option<&'static str> {
    Some(match word {
        "set" => "set c.hp = 8",
        "add" => "add 2 to c.hp",
        "subtract" => "subtract 2 from c.hp",
        "let" => "let x = 8",
        "if" => "if c.hp > 0 { ... } else { ... }",
        "each" => "each combatant c where c.hp > 0 { ... }",
        "repeat" => "repeat while c.hp > 0 { ... }",
        "ask" => "ask gm as obvious about c \"is it obvious to {c}?\": yes/no, default no",
        "cancel" => "cancel a as spoiled because \"...\"",
        "refuse" => "refuse because \"...\"",
        "resolve" => "resolve acts a while a.segment <= now",
        "raise" => "raise damaged(c, 3)",
        "do" => "do check(s)",
        "consult" => "consult morale(s) with roll",
        "end" => "end combat because \"...\"",
        "leave" => "leave phase round",
        "note" => "note \"...\"",
        "new" => "new injury as i { owner = c }",
        _ => "c rolls 2d6 as result",
    })
}
