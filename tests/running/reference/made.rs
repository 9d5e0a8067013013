//! Rule files made by chance, each with a scenario: every construct of the language, with expressions and statements that lie in each other. What is
//! made mostly checks; what does not is made again.

use std::fmt::Write as _;

use crate::common::luck::Luck;

/// A rule file and a scenario by a seed.
pub fn program(seed: u64) -> String {
    let mut luck = Luck::of(seed);
    Maker {
        has_turns: luck.one_in(2),
        has_fallen: luck.one_in(3),
        luck,
        fresh: 0,
        definitions: 0,
        procedures: 0,
        phases: Vec::new(),
        in_turn: false,
        text: String::new(),
        indent: 0,
    }
    .program()
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Number,
    YesNo,
    Side,
    Combatant,
    Someone,
    Act,
    SomeAct,
    Wound,
}

/// The names that can be used, each with what it stands for.
type Scope = Vec<(String, Ty)>;

/// Where statements stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Phase,
    /// A procedure or a row that a phase may carry out.
    Procedure,
    Stage,
    Trigger,
    /// A trigger `is declared`.
    Declared,
}

struct Maker {
    luck: Luck,
    fresh: usize,
    /// How many of the definitions are there to be used: none needs itself.
    definitions: usize,
    procedures: usize,
    /// The phases around the statements, the innermost last.
    phases: Vec<&'static str>,
    /// Whether a phase of turns stands around what is written now.
    in_turn: bool,
    /// Combatants can be out of play.
    has_fallen: bool,
    /// There is a phase of turns.
    has_turns: bool,
    text: String,
    indent: usize,
}

const ACTIONS: [&str; 6] = ["strike", "shoot", "dash", "cast", "brace", "parry"];
const ACTIONS_ASKED: [&str; 5] = [
    "strike",
    "shoot | strike",
    "dash",
    "cast | parry",
    "brace | dash | shoot",
];
const KINDS: [&str; 12] = [
    "act",
    "act",
    "act",
    "strike",
    "dash",
    "cast",
    "cast.completes",
    "cast.begins",
    "strike | shoot",
    "parry",
    "shoot | cast.completes",
    "dash | parry",
];
const RELATIONS: [&str; 7] = [
    "waits for",
    "goes ahead of",
    "joins",
    "not before",
    "not after",
    "leads",
    "trails",
];

impl Maker {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.luck.below(of.len())]
    }

    fn name(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    fn line(&mut self, text: &str) {
        if text.starts_with('}') {
            self.indent -= 1;
        }
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
        if text.ends_with('{') {
            self.indent += 1;
        }
    }

    // ------------------------------------------------------------ expressions

    fn named(&mut self, scope: &Scope, ty: Ty) -> Option<String> {
        let all: Vec<&String> = scope
            .iter()
            .filter(|it| it.1 == ty)
            .map(|it| &it.0)
            .collect();
        self.luck.choose(&all).map(|name| (*name).clone())
    }

    /// A combatant that is there.
    fn combatant(&mut self, scope: &Scope) -> Option<String> {
        let own = self.named(scope, Ty::Combatant);
        let act = self.named(scope, Ty::Act).map(|act| format!("{act}.actor"));
        match (own, act) {
            (Some(_), Some(act)) if self.luck.one_in(4) => Some(act),
            (own, act) => own.or(act),
        }
    }

    /// A combatant that may be missing.
    fn someone(&mut self, scope: &Scope, depth: usize) -> String {
        let combatant = self.combatant(scope);
        let act = self.named(scope, Ty::Act);
        let someone = self.named(scope, Ty::Someone);
        match (self.luck.below(9), combatant, act, someone) {
            (0 | 1, Some(c), ..) if self.definitions > 3 => format!("foe_of({c})"),
            (2, Some(c), ..) => format!("{c}.foe"),
            (3, Some(c), ..) => c,
            (4 | 5, _, Some(a), _) => format!("{a}.target"),
            (6, _, _, Some(it)) => it,
            (7, ..) if depth > 0 => {
                let (name, inner) = self.bound(scope, "combatant", Ty::Combatant);
                let (yes, by) = (self.yes(&inner, depth - 1), self.number(&inner, 0));
                let most = self.one(&["lowest", "highest"]);
                let then = match self.luck.one_in(3) {
                    true => {
                        let most = self.one(&["lowest", "highest"]);
                        format!(", then {most} {}", self.number(&inner, 0))
                    }
                    false => String::new(),
                };
                format!("(the combatant {name} where {yes} with {most} {by}{then} or else none)")
            }
            (8, Some(c), ..) => format!("(if {c}.flag then {c}.foe else none)"),
            (_, Some(c), ..) => c,
            _ => "none".to_owned(),
        }
    }

    /// A name for each record of a kind, and the scope with it.
    fn bound(&mut self, scope: &Scope, _kind: &str, ty: Ty) -> (String, Scope) {
        let name = self.name("x");
        let mut inner = scope.clone();
        inner.push((name.clone(), ty));
        (name, inner)
    }

    /// A kind of record, with what a name for it stands for.
    fn kind(&mut self) -> (&'static str, Ty) {
        match self.luck.below(10) {
            0..=4 => ("combatant", Ty::Combatant),
            5..=7 => ("act", Ty::Act),
            8 => ("side", Ty::Side),
            _ => ("wound", Ty::Wound),
        }
    }

    fn number(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.luck.one_in(3) {
            return self.plain_number(scope);
        }
        let depth = depth - 1;
        let c = self.combatant(scope);
        let pick = self.luck.below(16);
        let two = |it: &mut Self| (it.number(scope, depth), it.number(scope, depth));
        match (pick, c) {
            (0 | 1, _) => {
                let (a, b) = two(self);
                let sign = self.one(&["+", "-", "+", "*"]);
                format!("({a} {sign} {b})")
            }
            (2, _) => {
                let (a, sort) = (self.number(scope, depth), self.one(&["up", "down"]));
                let by = self.one(&["2", "3", "-2", "2", "3", "higher(fog, 1)", "fog"]);
                format!("({a} / {by} rounded {sort})")
            }
            (3, _) => {
                let (a, by) = (self.number(scope, depth), self.one(&["2", "3", "5", "-3"]));
                format!("({a} mod {by})")
            }
            (4, _) => {
                let (a, b) = two(self);
                let which = self.one(&["higher", "lower", "difference"]);
                format!("{which}({a}, {b})")
            }
            (5 | 6, _) => {
                let yes = self.yes(scope, depth);
                let (a, b) = two(self);
                format!("(if {yes} then {a} else {b})")
            }
            (7 | 8, _) => {
                let (kind, ty) = self.kind();
                let (name, inner) = self.bound(scope, kind, ty);
                if self.luck.one_in(4) {
                    return format!("(count {kind} {name})");
                }
                let yes = self.yes(&inner, depth);
                format!("(count {kind} {name} where {yes})")
            }
            (9, _) => {
                let (kind, ty) = self.kind();
                let (name, inner) = self.bound(scope, kind, ty);
                let (yes, value) = (self.yes(&inner, depth), self.plain_number(&inner));
                let most = self.one(&["highest", "lowest"]);
                format!("({most} {value} among {kind} {name} where {yes} or else 1)")
            }
            (10, _) => {
                let (kind, ty) = self.kind();
                let (name, inner) = self.bound(scope, kind, ty);
                let (yes, value) = (self.yes(&inner, depth), self.plain_number(&inner));
                format!("(sum {value} among {kind} {name} where {yes})")
            }
            (11, _) if self.definitions > 4 => {
                let (a, key) = (self.number(scope, depth), self.number(scope, 0));
                match self.luck.one_in(12) {
                    true => format!("worth({a}, {key})"),
                    false => format!("worth({a}, higher(1, lower(4, {key})))"),
                }
            }
            (12, Some(c)) if self.definitions > 2 && self.luck.one_in(2) => format!("burden({c})"),
            (12, Some(c)) if self.definitions > 0 => format!("power({c})"),
            (13, Some(c)) if self.definitions > 1 => {
                let other = self.combatant(scope).unwrap_or_default();
                format!("gap({c}, {other})")
            }
            (14, Some(c)) => {
                let key = self.face(scope, depth);
                format!("{c}.pips({key})")
            }
            (15, Some(c)) if self.luck.one_in(4) => {
                let between = self.between(scope, &c);
                format!("({between})")
            }
            (15, Some(c)) if self.luck.one_in(2) => {
                let (least, most) = (self.luck.below(4), self.one(&["highest", "lowest"]));
                let then = self.one(&["", ", then lowest c.hp - fog", ", then highest c.shade(t)"]);
                let then = then.replace("c.", &format!("{c}."));
                let tint = format!(
                    "(the tint t where {c}.shade(t) > {least} with {most} {c}.shade(t){then} or else deep)"
                );
                match self.luck.below(4) {
                    0 => format!("(sum {c}.shade(t) among tint t where {tint} != t)"),
                    1 => format!("(count tint t where ({c}.shade(t) < {least} or t is pale))"),
                    _ => format!("{c}.shade{tint}"),
                }
            }
            (15, Some(c)) => {
                let (least, most) = (self.luck.below(2), self.one(&["highest", "lowest", "sum"]));
                let otherwise = self.one(&["or else 1", "or else fog"]);
                match most {
                    "sum" => format!("(sum n * {c}.pips(n) among number n from -1 to 3)"),
                    _ => format!(
                        "({most} n among number n from 0 to 3 where {c}.pips(n) > {least} {otherwise})"
                    ),
                }
            }
            _ => self.plain_number(scope),
        }
    }

    /// A value between two: mostly between one and another one.
    fn between(&mut self, scope: &Scope, c: &str) -> String {
        let other = self.combatant(scope).unwrap_or_default();
        let other = match self.luck.below(8) {
            0 if !other.is_empty() => other,
            _ => format!("(the combatant o where o != {c} with lowest o.hp or else {c})"),
        };
        match self.luck.below(2) {
            0 => format!("tie({c}, {other}).pull"),
            _ => format!("spite({c}, {other}).force"),
        }
    }

    /// A key of the attribute that has one, or now and then none of its keys.
    fn face(&mut self, scope: &Scope, depth: usize) -> String {
        match self.luck.below(12) {
            0..3 => self.one(&["0", "2", "3"]).to_owned(),
            3 => self.number(scope, 0),
            _ => format!("({}) mod 4", self.number(scope, depth)),
        }
    }

    fn plain_number(&mut self, scope: &Scope) -> String {
        let c = self.combatant(scope);
        let act = self.named(scope, Ty::Act);
        let own = self.named(scope, Ty::Number);
        let side = self.named(scope, Ty::Side);
        let wound = self.named(scope, Ty::Wound);
        match (self.luck.below(18), c, act, own) {
            (0..=4, Some(c), ..) => {
                let what =
                    self.one(&["hp", "initiative", "modifier", "die", "score", "initiative"]);
                format!("{c}.{what}")
            }
            (5, Some(c), ..) => format!("({c}.luck or else 2)"),
            (6, Some(c), ..) => format!("{c}.side.bonus"),
            (7, Some(c), ..) => format!("({c}.foe.hp or else {c}.hp)"),
            (8, Some(c), ..) if self.luck.one_in(4) => format!("{c}.luck"),
            (9 | 10, _, Some(a), _) => format!("{a}.slot"),
            (11, _, Some(a), _) => match self.luck.below(3) {
                0 => format!("({a}.speed or else 1)"),
                1 => format!("({a}.target.hp or else 0)"),
                _ => format!("({a}.via.length or else {a}.slot)"),
            },
            (12 | 13, _, _, Some(it)) => it,
            (14, ..) => match (side, wound) {
                (Some(side), _) => format!("{side}.bonus"),
                (_, Some(wound)) => format!("{wound}.size"),
                _ => "level".to_owned(),
            },
            (15, ..) => "fog".to_owned(),
            (16, ..) if self.phases.contains(&"round") => "round".to_owned(),
            (17, ..) if self.phases.contains(&"segment") => "segment".to_owned(),
            _ => self.luck.below(5).to_string(),
        }
    }

    fn yes(&mut self, scope: &Scope, depth: usize) -> String {
        let c = self.combatant(scope);
        let act = self.named(scope, Ty::Act);
        if depth > 0 && !self.luck.one_in(3) {
            let depth = depth - 1;
            let two = |it: &mut Self| (it.yes(scope, depth), it.yes(scope, depth));
            match self.luck.below(7) {
                0 => {
                    let (a, b) = two(self);
                    return format!("({a} and {b})");
                }
                1 => {
                    let (a, b) = two(self);
                    return format!("({a} or {b})");
                }
                2 => {
                    let a = self.yes(scope, depth);
                    return format!("not ({a})");
                }
                3 => {
                    let (kind, ty) = self.kind();
                    let (name, inner) = self.bound(scope, kind, ty);
                    let a = self.yes(&inner, depth);
                    return format!("(any {kind} {name} where {a})");
                }
                4 => {
                    let (kind, ty) = self.kind();
                    let (name, inner) = self.bound(scope, kind, ty);
                    let (a, b) = (self.yes(&inner, depth), self.yes(&inner, depth));
                    return format!("(every {kind} {name} where {a} has {b})");
                }
                _ => {
                    let (a, b) = (self.number(scope, depth), self.number(scope, depth));
                    let sign = self.one(&["<", "<=", ">", ">=", "=", "!="]);
                    return format!("({a} {sign} {b})");
                }
            }
        }
        match (self.luck.below(22), c, act) {
            (20 | 21, Some(c), _) => {
                let other = self.someone(scope, 0);
                match other.as_str() {
                    "none" => format!("({c} in {c}.pals)"),
                    other => format!("({other} in {c}.pals)"),
                }
            }
            (0 | 1, Some(c), _) => format!("{c}.flag"),
            (2, Some(c), _) => format!("{c}.acted"),
            (3, Some(c), _) => format!("({c}.stance is fast)"),
            (4, Some(c), _) => {
                let other = self.someone(scope, 0);
                match other.as_str() {
                    "none" => format!("({c}.foe is known)"),
                    other => format!("({c} is {other})"),
                }
            }
            (5, Some(c), _) if self.has_fallen => {
                let state = self.one(&["is in play", "is out of play"]);
                format!("({c} {state})")
            }
            (5, Some(c), _) => format!("({c}.luck is missing)"),
            (6, Some(c), _) if self.definitions > 2 => format!("is_weak({c})"),
            (7, Some(c), _) => format!("({c}.delay > 1 segment)"),
            (8 | 9, _, Some(a)) => {
                let action = self.one(&ACTIONS);
                format!("({a}.action is {action})")
            }
            (10, _, Some(a)) => format!("({a}.stage is completes)"),
            (11, _, Some(a)) => format!("{a}.begun"),
            (12, _, Some(a)) => format!("{a}.hit"),
            (13, _, Some(a)) => format!("({a}.state is waiting)"),
            (14, Some(c), Some(a)) => format!("({a}.target is {c})"),
            (15, ..) => "(mode is fierce)".to_owned(),
            (16, ..) => "open_ground".to_owned(),
            (17, ..) => "(now >= 2 segments)".to_owned(),
            _ => {
                let (a, b) = (self.plain_number(scope), self.luck.below(5));
                let sign = self.one(&["<", "<=", ">", ">=", "=", "!="]);
                format!("({a} {sign} {b})")
            }
        }
    }

    // ------------------------------------------------------------ statements

    /// Some statements, each on lines of its own.
    fn body(&mut self, at: At, scope: &Scope, least: usize, more: usize, depth: usize) {
        let mut scope = scope.clone();
        for _ in 0..least + self.luck.below(more + 1) {
            self.statement(at, &mut scope, depth);
        }
    }

    fn block(&mut self, at: At, head: &str, scope: &Scope, depth: usize) {
        self.line(&format!("{head} {{"));
        self.body(at, scope, 1, 2, depth);
        self.line("}");
    }

    fn statement(&mut self, at: At, scope: &mut Scope, depth: usize) {
        let c = self.combatant(scope);
        let act = self.named(scope, Ty::Act);
        match self.luck.below(42) {
            0..=7 => self.change(scope),
            8..=10 if depth > 0 => {
                let yes = self.yes(scope, 2);
                self.block(at, &format!("if {yes}"), scope, depth - 1);
                if self.luck.one_in(3) {
                    let yes = self.yes(scope, 1);
                    self.block(at, &format!("else if {yes}"), scope, depth - 1);
                }
                if self.luck.one_in(2) {
                    self.block(at, "else", scope, depth - 1);
                }
            }
            11..=14 if depth > 0 => self.each(at, scope, depth),
            15 | 16 => {
                let (name, value) = (self.name("n"), self.number(scope, 2));
                self.line(&format!("let {name} = {value}"));
                scope.push((name, Ty::Number));
            }
            17 => {
                let (name, value) = (self.name("w"), self.someone(scope, 1));
                if value != "none" {
                    self.line(&format!("let {name} = {value}"));
                    let ty = if c.as_ref() == Some(&value) {
                        Ty::Combatant
                    } else {
                        Ty::Someone
                    };
                    scope.push((name, ty));
                }
            }
            18 if depth > 0 => {
                let name = self.name("n");
                let times = self.luck.below(4);
                match self.luck.below(3) {
                    0 => {
                        self.line(&format!("let {name} = {times}"));
                        self.line(&format!("repeat while {name} > 0 {{"));
                        self.line(&format!("subtract 1 from {name}"));
                    }
                    1 => {
                        let times = self.plain_number(scope);
                        self.line(&format!("repeat ({times}) mod 4 times as {name} {{"));
                    }
                    _ => self.line(&format!("repeat {times} times as {name} {{")),
                }
                let mut inner = scope.clone();
                inner.push((name, Ty::Number));
                self.leave_repeat(&inner);
                self.body(at, &inner, 1, 1, depth - 1);
                self.leave_repeat(&inner);
                self.line("}");
            }
            19..=21 => self.roll(scope),
            22 | 23 => self.ask(scope),
            24 | 25 => {
                if let Some(c) = c {
                    let next = self.one(&["", "", " next"]);
                    self.does(&c, next, scope);
                }
            }
            26 | 38 | 39 => {
                if let Some(a) = act {
                    let word = self.one(&["", " as spoiled", " as dropped"]);
                    let because = self.because(scope, true);
                    self.line(&format!("cancel {a}{word}{because}"));
                } else if depth > 0 {
                    let (name, inner) = self.bound(scope, "act", Ty::Act);
                    let yes = self.yes(&inner, 1);
                    self.line(&format!("each act {name} where {yes} {{"));
                    self.line(&format!("cancel {name} as spoiled"));
                    self.line("}");
                }
            }
            27 | 28 => match (c, act, self.named(scope, Ty::Side)) {
                (_, _, Some(side)) if self.luck.one_in(2) => {
                    self.line(&format!("raise called({side})"));
                }
                (Some(c), act, _) => {
                    let act = act.unwrap_or_else(|| "none".to_owned());
                    let n = self.number(scope, 1);
                    self.line(&format!("raise struck({c}, {act}, {n})"));
                }
                (None, ..) => self.change(scope),
            },
            29 if self.procedures > 0 => {
                if let Some(c) = c {
                    let n = self.number(scope, 1);
                    let which = 1 + self.luck.below(self.procedures);
                    let done = format!("do work{which}({c}, {n})");
                    if self.luck.one_in(3) {
                        self.line(&done);
                    } else {
                        let name = self.name("got");
                        self.line(&format!("{done} as {name}"));
                        scope.push((name, Ty::Number));
                    }
                }
            }
            30 if self.procedures > 0 => {
                if let Some(c) = c {
                    let key = self.number(scope, 1);
                    let key = match self.luck.one_in(12) {
                        true => key,
                        false => format!("higher(1, lower(3, {key}))"),
                    };
                    self.line(&format!("consult mishap({c}) with {key}"));
                }
            }
            31 => {
                if let Some(c) = c {
                    let size = self.number(scope, 1);
                    let name = self.name("i");
                    self.line(&format!(
                        "new wound as {name} {{ owner = {c}, size = {size} }}"
                    ));
                    scope.push((name, Ty::Wound));
                }
            }
            32 => match c {
                Some(c) if self.luck.one_in(3) => {
                    let shown = self.one(&["", ".stance", ".score"]);
                    self.line(&format!("reveal {c}{shown}"));
                }
                _ => {
                    let said = self.said(scope);
                    self.line(&format!("note \"{said}\""));
                }
            },
            33 | 34 if at == At::Declared => {
                let because = self.because(scope, false);
                self.line(&format!("refuse{because}"));
            }
            33 | 40 if at != At::Declared => {
                if let Some(c) = c {
                    self.declares(&c, scope, at);
                }
            }
            35 if self.luck.one_in(8) => {
                let because = self.because(scope, true);
                self.line(&format!("end combat{because}"));
            }
            36 if at == At::Phase => self.resolve(scope),
            37 if at == At::Phase && self.luck.one_in(4) => {
                let phases = self.phases.clone();
                if let Some(phase) = self.luck.choose(&phases) {
                    match self.in_turn && self.luck.one_in(2) {
                        true => self.line("leave turn"),
                        false => self.line(&format!("leave phase {phase}")),
                    }
                }
            }
            _ => self.change(scope),
        }
    }

    fn said(&mut self, scope: &Scope) -> String {
        let (number, c) = (self.number(scope, 1), self.combatant(scope));
        match (self.luck.below(3), c) {
            (0, _) => "so it is".to_owned(),
            (1, Some(c)) => format!("{{{c}}} and {{{number}}}"),
            _ => format!("it is {{{number}}}"),
        }
    }

    fn because(&mut self, scope: &Scope, may_lack: bool) -> String {
        match may_lack && self.luck.one_in(2) {
            true => String::new(),
            false => format!(" because \"{}\"", self.said(scope)),
        }
    }

    /// A change of an attribute.
    fn change(&mut self, scope: &Scope) {
        let c = self.combatant(scope);
        let act = self.named(scope, Ty::Act);
        let side = self.named(scope, Ty::Side);
        let number = self.number(scope, 2);
        let (record, attributes): (String, &[&str]) = match (self.luck.below(10), c, act) {
            (0..=5, Some(c), _) => (
                c,
                &[
                    "hp",
                    "initiative",
                    "initiative",
                    "score",
                    "modifier",
                    "pips",
                ],
            ),
            (6..=8, _, Some(act)) => (act, &["slot", "slot", "speed"]),
            (9, Some(c), _) => {
                let places = ["flag", "acted", "foe", "stance", "luck", "delay", "pals"];
                let place = self.one(&places);
                if place == "pals" {
                    let other = self.someone(scope, 1);
                    let set = match other.as_str() {
                        "none" => format!("{c}.pals"),
                        other => other.to_owned(),
                    };
                    let line = match self.luck.below(4) {
                        0 => format!("add {set} to {c}.pals"),
                        1 => format!("subtract {set} from {c}.pals"),
                        2 => format!("set {c}.pals = {set}"),
                        _ => {
                            let (name, inner) = self.bound(scope, "combatant", Ty::Combatant);
                            let yes = self.yes(&inner, 1);
                            format!("set {c}.pals = all combatant {name} where {yes}")
                        }
                    };
                    return self.line(&line);
                }
                let value = match place {
                    "flag" | "acted" => self.yes(scope, 1),
                    "foe" => self.someone(scope, 1),
                    "stance" => self.one(&["slow", "fast"]).to_owned(),
                    "luck" if self.luck.one_in(3) => "none".to_owned(),
                    "luck" => number,
                    _ => {
                        let segments = self.luck.below(4);
                        return self.line(&format!("add {segments} segments to {c}.delay"));
                    }
                };
                return self.line(&format!("set {c}.{place} = {value}"));
            }
            (_, Some(c), _) => (c, &["hp", "initiative"]),
            (_, None, _) => match side {
                Some(side) if self.luck.one_in(2) => (side, &["bonus"]),
                Some(_) | None => {
                    let how = self.one(&["set fog = (", "add (", "subtract ("]);
                    let end = match how {
                        "set fog = (" => ") mod 5",
                        "add (" => ") mod 3 to fog",
                        _ => ") mod 3 from fog",
                    };
                    return self.line(&format!("{how}{number}{end}"));
                }
            },
        };
        let attribute = self.one(attributes);
        let small = format!("(({number}) mod 4)");
        if attributes == ["hp", "initiative"] && self.luck.one_in(8) {
            let between = self.between(scope, &record);
            return self.line(&format!("add {small} to {between}"));
        }
        let attribute = match attribute {
            "pips" => format!("pips({})", self.face(scope, 1)),
            other => other.to_owned(),
        };
        match self.luck.below(3) {
            _ if attribute == "speed" => self.line(&format!("set {record}.speed = {number}")),
            0 => self.line(&format!("set {record}.{attribute} = {number}")),
            1 => self.line(&format!("add {small} to {record}.{attribute}")),
            _ => self.line(&format!("subtract {small} from {record}.{attribute}")),
        }
    }

    /// Leaves a repetition now and then, from within an `each` or not.
    fn leave_repeat(&mut self, scope: &Scope) {
        match self.luck.below(6) {
            0 => {
                let yes = self.yes(scope, 1);
                self.line(&format!("if {yes} {{ leave repeat }}"));
            }
            1 => {
                let (kind, ty) = self.kind();
                let (name, inner) = self.bound(scope, kind, ty);
                let (yes, by) = (self.yes(&inner, 1), self.plain_number(&inner));
                self.line(&format!(
                    "each {kind} {name} in order of {by} {{ if {yes} {{ leave repeat }} }}"
                ));
            }
            _ => {}
        }
    }

    fn each(&mut self, at: At, scope: &Scope, depth: usize) {
        if let Some(c) = self.combatant(scope).filter(|_| self.luck.one_in(8)) {
            let name = self.name("t");
            let filter = match self.luck.below(5) {
                0 => String::new(),
                4 => format!(
                    " where any combatant x where x.shade({name}) > {}",
                    self.luck.below(3)
                ),
                most => format!(" where {c}.shade({name}) < {}", most + 2),
            };
            let by = self.number(scope, 1);
            self.line(&format!("each tint {name}{filter} {{"));
            self.line(&format!("add (({by}) mod 3) to {c}.shade({name})"));
            self.body(at, scope, 0, 1, depth - 1);
            self.line("}");
            return;
        }
        if self.luck.one_in(8) {
            let (name, inner) = self.bound(scope, "number", Ty::Number);
            let (from, to) = (self.number(scope, 0), self.luck.below(4));
            // Few of them: they may come in each other.
            let mut head = format!("each number {name} from ({from}) mod 3 to {to}");
            if self.luck.one_in(3) {
                head = format!(
                    "each number {name} from 0 to {to} where {}",
                    self.yes(&inner, 1)
                );
            }
            return self.block(at, &head, &inner, depth - 1);
        }
        let (kind, ty) = self.kind();
        let (name, inner) = self.bound(scope, kind, ty);
        let mut head = format!("each {kind} {name}");
        if let ("combatant", Some(c)) = (kind, self.combatant(scope))
            && self.luck.one_in(5)
        {
            head += &format!(" in {c}.pals");
        }
        if self.luck.one_in(2) {
            head += &format!(" where {}", self.yes(&inner, 1));
        }
        if self.luck.one_in(3) {
            head += &format!(" in order of {}", self.sort_key(&inner));
            head += self.one(&["", ", highest first", ", lowest first"]);
            while self.luck.one_in(3) {
                head += &format!(", then {}", self.sort_key(&inner));
                head += self.one(&["", ", highest first", ", lowest first"]);
            }
        }
        self.block(at, &head, &inner, depth - 1);
    }

    fn roll(&mut self, scope: &mut Scope) {
        let c = self.combatant(scope);
        let dice = match (self.luck.below(6), &c) {
            (0, Some(c)) => format!("d({c}.die)"),
            (1, Some(c)) => format!("(higher({c}.initiative mod 3, 0))*d(4)"),
            (2, _) => "2d4".to_owned(),
            (3, Some(c)) if self.luck.one_in(6) => format!("({c}.hp)*d(3)"),
            (4, _) => "3*d(3)".to_owned(),
            _ => "d6".to_owned(),
        };
        let tally = match (self.luck.below(12), &c) {
            (0, Some(c)) => format!(" counting {c}.luck or more"),
            (1, Some(c)) => format!(" keeping highest {c}.hp"),
            (2, _) => " counting 3 or more".to_owned(),
            (3, _) => " counting 2 or less".to_owned(),
            (4, _) => " counting 3".to_owned(),
            (5, _) => " keeping lowest 1".to_owned(),
            (6, Some(c)) => {
                format!(" counting {c}.luck or more again on 3 or more at most 1 times")
            }
            (7, _) => " counting 2 again on 1 at most 2 times".to_owned(),
            (8, _) => " again on 4 or more at most 1 times".to_owned(),
            _ => String::new(),
        };
        let side = self.named(scope, Ty::Side);
        match (self.luck.below(5), c, side) {
            // Each die counts at the key that it shows.
            (0, Some(c), _) if self.luck.one_in(3) => {
                let dice = match self.luck.below(4) {
                    0 | 1 => format!("(({}) mod 3)*d3", self.plain_number(scope)),
                    2 => format!("({c}.hp)*d3"),
                    _ => "2d3".to_owned(),
                };
                // Who rolls is looked for anew with each die.
                let who = match self.luck.one_in(2) {
                    true => format!("(the combatant x where x is {c})"),
                    false => c,
                };
                let again = self.one(&["", "", "", " again on 3 at most 1 times"]);
                self.line(&format!("{who} rolls {dice} as pips{again}"));
                scope.push(("pips".to_owned(), Ty::Number));
            }
            (0, _, Some(side)) => {
                self.line(&format!("{side} rolls {dice} as bonus{tally}"));
                scope.push(("bonus".to_owned(), Ty::Number));
            }
            (0..=2, Some(c), _) => {
                let what = self.one(&["initiative", "luck", "initiative", "hp"]);
                // The result has that name in the lines that follow, also where it was that of another.
                self.line(&format!("{c} rolls {dice} as {what}{tally}"));
                scope.push((what.to_owned(), Ty::Number));
            }
            (3, Some(c), _) => {
                let name = self.name("r");
                self.line(&format!("{c} rolls {dice} as {name}{tally}"));
                scope.push((name, Ty::Number));
            }
            (..) => {
                let name = self.name("r");
                self.line(&format!("gm rolls {dice} as {name}{tally}"));
                scope.push((name, Ty::Number));
            }
        }
    }

    fn ask(&mut self, scope: &mut Scope) {
        let c = self.combatant(scope);
        let who = match (&c, self.named(scope, Ty::Side)) {
            (Some(c), _) if self.luck.one_in(2) => c.clone(),
            (_, Some(side)) if self.luck.one_in(2) => side,
            _ => "gm".to_owned(),
        };
        let about = match &c {
            Some(c) if self.luck.one_in(2) => format!(" about {c}"),
            _ => String::new(),
        };
        let (name, said) = (self.name("q"), self.said(scope));
        let has_default = !self.luck.one_in(12);
        let asked = |this: &mut Self, name: &str, ty: &str, default: String| {
            let default = match has_default {
                true => format!(", default {default}"),
                false => String::new(),
            };
            this.line(&format!(
                "ask {who} as {name}{about} \"{said}?\": {ty}{default}"
            ));
        };
        match (self.luck.below(6), c) {
            (0 | 1, _) => {
                let default = self.yes(scope, 1);
                asked(self, &name, "yes/no", default);
                scope.push((name, Ty::YesNo));
                let number = self.number(scope, 0);
                let yes = scope.last().map_or("", |it| &it.0);
                self.line(&format!("if {yes} {{ set fog = ({number}) mod 4 }}"));
            }
            (2, _) => {
                let default = self.number(scope, 1);
                let mut ty = "number".to_owned();
                if self.luck.one_in(2) {
                    let (one, inner) = self.bound(scope, "number", Ty::Number);
                    let (from, to) = (self.luck.below(3), self.number(scope, 1));
                    ty = format!("number {one} from {from} to ({to}) + 2");
                    if self.luck.one_in(2) {
                        ty += &format!(" where {}", self.yes(&inner, 1));
                    }
                }
                asked(self, &name, &ty, default);
                scope.push((name, Ty::Number));
            }
            (3 | 4, Some(c)) => {
                let (one, inner) = self.bound(scope, "combatant", Ty::Combatant);
                let yes = self.yes(&inner, 1);
                asked(self, &name, &format!("combatant {one} where {yes}"), c);
                scope.push((name, Ty::Combatant));
            }
            (5, Some(c)) if who == c && !scope.iter().any(|known| known.0 == "flag") => {
                asked(self, "flag", "yes/no", "no".to_owned());
                scope.push(("flag".to_owned(), Ty::YesNo));
            }
            _ => {
                let mut ty = "slow | fast".to_owned();
                if self.luck.one_in(2) {
                    let one = self.name("x");
                    let yes = self.yes(scope, 1);
                    ty += &format!(" {one} where {one} is slow or {yes}");
                }
                asked(self, &name, &ty, "fast".to_owned());
                self.line(&format!("if {name} is slow {{ add 1 to fog }}"));
            }
        }
    }

    fn does(&mut self, c: &str, next: &str, scope: &mut Scope) {
        let action = self.one(&ACTIONS);
        let (target, slot) = (self.someone(scope, 0), self.number(scope, 1));
        let mut settings = vec![format!("target = {target}")];
        if self.luck.one_in(2) {
            settings.push(format!("slot = {slot}"));
        }
        if self.luck.one_in(4) {
            settings.push(format!("speed = {}", self.number(scope, 0)));
        }
        let name = match self.luck.one_in(4) {
            true => {
                let name = self.name("a");
                scope.push((name.clone(), Ty::Act));
                format!(" as {name}")
            }
            false => String::new(),
        };
        self.line(&format!(
            "{c} does {action}{name}{next} {{ {} }}",
            settings.join(", ")
        ));
    }

    /// What somebody declares; several askings have acts resolved between them, where that can be.
    fn declares(&mut self, c: &str, scope: &Scope, at: At) {
        let resolves = matches!(at, At::Phase | At::Procedure);
        let between = if resolves {
            "resolve acts"
        } else {
            "note \"again\""
        };
        match self.luck.below(9) {
            7 => {
                let action = self.one(&ACTIONS_ASKED);
                self.line(&format!("{c} declares {action}"));
            }
            8 => {
                let action = self.one(&ACTIONS_ASKED);
                self.line(&format!("{c} declares one {action} in secret"));
                self.line(between);
                self.line(&format!("{c} declares"));
            }
            6 => {
                self.line(&format!("{c} declares one act"));
                self.line(between);
                self.line(&format!("{c} declares one act"));
            }
            0 => self.line(&format!("{c} declares in secret")),
            1 => {
                let because = self.because(scope, false);
                self.line(&format!("refuse declarations of {c}{because}"));
            }
            _ => self.line(&format!("{c} declares")),
        }
    }

    fn resolve(&mut self, scope: &Scope) {
        if self.luck.one_in(2) {
            return self.line("resolve acts");
        }
        let (name, inner) = self.bound(scope, "act", Ty::Act);
        let condition = match self.luck.below(3) {
            0 if self.phases.contains(&"segment") => format!("{name}.slot <= segment"),
            0 | 1 => format!("{name}.actor.initiative <= {}", self.luck.below(6)),
            _ => self.yes(&inner, 1),
        };
        self.line(&format!("resolve acts {name} while {condition}"));
    }

    // ------------------------------------------------------------ items

    fn program(mut self) -> String {
        let options = [self.luck.below(4), self.luck.below(2), self.luck.below(2)];
        let modifier = self.one(&[
            "modifier: number = 0 \"a modifier\"",
            "modifier: number = 0 from -2 \"a modifier\"",
        ]);
        let hp = self.one(&[
            "hp: number = 4",
            "hp: number = 4 from 0",
            "hp: number = 4 at most top",
            "hp: number = 4 from -1 to top",
        ]);
        let pips = self.one(&[
            "pips on number n from -1 to 3: number = lower(n, 1) \"pips\"",
            "pips on number n from -1 to 3: number = lower(n, 1) from -1 to 2 \"pips\"",
        ]);
        let acted = self.one(&["acted: yes/no = no", "acted: yes/no = no each round"]);
        let in_play = match self.has_fallen {
            true => self.one(&[
                "in play while hp > 0",
                "in play while not flag and hp > 1 \"away\"",
            ]),
            false => "",
        };
        let side = self.one(&["", "in play while any combatant c where c.side is this"]);
        let wound = self.one(&["", "in play while size > 0"]);
        self.line("rules made \"Made\" {");
        for item in [
            "time { segment = 6 seconds   round = 10 segments }",
            "kind side {",
            "bonus: number = 0",
            side,
            "}",
            "choice tint: pale | dim | deep",
            "kind combat { fog: number = 0   start: segments = 0 segments }",
            "kind combatant {",
            "die: number = 3",
            modifier,
            hp,
            "top: number = 5",
            "initiative: number = modifier * 2",
            "luck: optional number",
            "flag: yes/no = no",
            acted,
            "foe: optional combatant",
            "stance: slow | fast = slow, secret",
            "pals: combatants \"pals\"",
            pips,
            "shade on tint t: number = if t is dim then hp else 1 \"shade\"",
            "delay: segments = 0 segments",
            "score: number = hp + initiative, secret",
            in_play,
            "}",
            "kind weapon { length: number = 2 }",
            "kind wound {",
            "owner: combatant",
            "size: number = owner.modifier",
            wound,
            "}",
            "kind tie between combatant one and combatant other { pull: number = 1 }",
            "kind spite from combatant holder to combatant foe { force: number = holder.modifier }",
            "kind act {",
            "target: optional combatant",
            "slot: number = 1",
            "speed: optional number",
            "hit: yes/no = no",
            "via: optional weapon",
            "}",
            "event struck(combatant victim, optional act by, number n) \"{victim} is struck for {n}\"",
            "event called(side s)",
        ] {
            self.line(item);
        }
        self.line(&format!("option level: number = {}", options[0]));
        self.line(&format!(
            "option open_ground: yes/no = {}",
            ["no", "yes"][options[1]]
        ));
        self.line(&format!(
            "option mode: calm | fierce = {}",
            ["calm", "fierce"][options[2]]
        ));
        self.reckoned();
        self.carried_out();
        self.ordered();
        self.triggers();
        self.tactics();
        self.procedure();
        self.line("}");
        self.scenario();
        self.text
    }

    /// Definitions and a table of values, each of which can use those before it.
    fn reckoned(&mut self) {
        let one = |names: &[&str]| -> Scope {
            let names = names.iter();
            names
                .map(|name| ((*name).to_owned(), Ty::Combatant))
                .collect()
        };
        let power = self.number(&one(&["c"]), 2);
        self.line(&format!("let power(combatant c): number = {power}"));
        self.definitions = 1;
        let gap = self.number(&one(&["c", "d"]), 2);
        self.line(&format!(
            "let gap(combatant c, combatant d): number = {gap}"
        ));
        self.definitions = 2;
        let parts: Vec<String> = (0..18).map(|_| self.plain_number(&one(&["c"]))).collect();
        self.line(&format!(
            "let burden(combatant c): number = ({}) mod 7",
            parts.join(" + ")
        ));
        let weak = self.yes(&one(&["c"]), 2);
        self.line(&format!("let is_weak(combatant c): yes/no = {weak}"));
        self.definitions = 3;
        let (filter, by) = (
            self.yes(&one(&["o", "c"]), 1),
            self.plain_number(&one(&["o"])),
        );
        let most = self.one(&["lowest", "highest"]);
        let filter = match self.luck.one_in(2) {
            true => format!(" and {filter}"),
            false => String::new(),
        };
        self.line(&format!(
            "let foe_of(combatant c): optional combatant = the combatant o where o.side is not c.side{filter} with {most} {by} or else none"
        ));
        self.definitions = 4;
        let scope = vec![("n".to_owned(), Ty::Number)];
        let (a, b) = (self.number(&scope, 1), self.number(&scope, 1));
        self.line("table worth (number n) on number key from 1 to 4: number {");
        match self.luck.one_in(2) {
            true => {
                let by = self.number(&scope, 1);
                self.line(&format!("by {by}: 0 or less | 1, 3 | else"));
                self.line(&format!("1: {a} | n | 1"));
                self.line(&format!("3: 2 | {b} | n"));
                self.line("else: n | 0 | -1");
            }
            false => {
                self.line(&format!("1: {a}"));
                self.line("2..3: n");
                self.line(&format!("4 or more: {b}"));
            }
        }
        self.line("}");
        self.definitions = 5;
    }

    /// The end of a procedure.
    fn result(&mut self, scope: &Scope) {
        let forks = self.luck.one_in(3);
        if forks {
            let yes = self.yes(scope, 1);
            self.line(&format!("if {yes} {{"));
            self.body(At::Procedure, scope, 0, 1, 0);
        }
        let value = self.number(scope, 2);
        self.line(&format!("the result is {value}"));
        if forks {
            self.line("}");
            self.line("else {");
            let value = self.number(scope, 1);
            self.line(&format!("the result is {value}"));
            self.line("}");
        }
    }

    /// Actions, procedures, a table whose rows do something.
    fn carried_out(&mut self) {
        let given = vec![
            ("c".to_owned(), Ty::Combatant),
            ("n".to_owned(), Ty::Number),
        ];
        for number in 1..=2 {
            self.line(&format!(
                "procedure work{number}(combatant c, number n): number {{"
            ));
            self.body(At::Procedure, &given, 1, 2, 1);
            self.result(&given);
            self.line("}");
            self.procedures = number;
        }
        self.procedures = 0;
        self.line("table mishap (combatant c) on number key from 1 to 3 {");
        for row in ["1 \"Slip\" {", "2..3 {"] {
            self.line(row);
            self.body(At::Procedure, &given[..1].to_vec(), 0, 2, 1);
            self.line("}");
        }
        self.line("}");
        self.procedures = 2;
        let own = vec![
            ("this".to_owned(), Ty::Act),
            ("actor".to_owned(), Ty::Combatant),
            ("target".to_owned(), Ty::Someone),
        ];
        for (head, takes) in [
            ("strike \"strikes {target}\"", "takes target"),
            ("shoot", "takes target at via"),
            ("dash, dashes", ""),
            (
                "parry, parries \"parries {target} in {if hit then 1 else 2}\"",
                "takes target",
            ),
            ("brace at once", "takes target"),
        ] {
            self.line(&format!("action {head} {{"));
            if !takes.is_empty() {
                self.line(takes);
            }
            if self.luck.one_in(8) {
                let needs = self.one(&[
                    "needs actor.hp > slot because \"{actor} is weak\"",
                    "needs not hit because \"hit\"",
                    "needs target.flag or else yes because \"{target} has no flag\"",
                    "needs any combatant x where x.hp > 1 because \"all are weak\"",
                ]);
                self.line(needs);
            }
            if self.luck.one_in(8) {
                let spends = self.one(&[
                    "spends 1 from actor.hp",
                    "spends slot from actor.side.bonus",
                    "spends (if hit then 2 else 0) from fog",
                ]);
                self.line(spends);
            }
            self.line("does {");
            if self.luck.one_in(2) {
                self.line("if target is known {");
                let what = self.one(&[
                    "subtract 1 from target.hp",
                    "set target.initiative = slot",
                    "set target.flag = not target.flag",
                ]);
                self.line(what);
                self.line("}");
            }
            // Chains of what comes next, which end.
            for _ in 0..self.luck.below(4).saturating_sub(1) {
                let then = self.one(&["dash", "parry", "strike"]);
                let slot = self.one(&["slot - 1", "slot - 2", "(slot - 1) mod 2"]);
                self.line("if slot > 0 {");
                self.line(&format!(
                    "actor does {then} next {{ target = target, slot = {slot} }}"
                ));
                self.line("}");
            }
            self.body(At::Stage, &own, 0, 2, 2);
            self.line("}");
            self.line("}");
        }
        self.line("action cast {");
        self.line("takes target");
        for stage in [
            "begins \"begins a spell\"",
            "completes \"completes a spell\"",
        ] {
            self.line(&format!("stage {stage} {{"));
            self.body(At::Stage, &own, 0, 2, 1);
            self.line("}");
        }
        self.line("}");
    }

    /// Orders, placements, exceptions, voids.
    fn ordered(&mut self) {
        let acts = |names: &[&str]| -> Scope {
            let names = names.iter();
            names.map(|name| ((*name).to_owned(), Ty::Act)).collect()
        };
        let during = match self.luck.below(3) {
            0 => &["during melee ", ""][..],
            1 => &["during segment ", "during melee ", ""],
            _ => &[""],
        };
        for (number, during) in during.iter().enumerate() {
            let each = self.one(&["", "", " each round", " each segment"]);
            self.line(&format!("order turns{number} {during}of act a{each} {{"));
            let keys = 1 + self.luck.below(3);
            let slot = self.luck.below(keys + 1);
            for key in 0..=keys {
                if key == slot {
                    let value = match self.luck.below(3) {
                        0 => "0".to_owned(),
                        _ => "a.slot".to_owned(),
                    };
                    self.line(&format!("by slot: {value}"));
                    continue;
                }
                let decides = key == 0 || self.luck.one_in(2);
                self.key(&acts(&["a"]), decides);
            }
            if self.luck.one_in(3) {
                let yes = self.yes(&Scope::new(), 1);
                let when = self.one(&["circles: together", "circles: together when "]);
                let yes = if when.ends_with("when ") {
                    yes
                } else {
                    String::new()
                };
                self.line(&format!("{when}{yes}"));
            }
            self.line("}");
        }
        for number in 0..self.luck.below(3) {
            let over = if number > 0 { " over \"p0\"" } else { "" };
            self.line(&format!("placement \"p{number}\"{over} {{"));
            let kinds = self.one(&KINDS);
            self.line(&format!("for a: {kinds}"));
            if self.luck.one_in(2) {
                let yes = self.yes(&acts(&["a"]), 1);
                self.line(&format!("when {yes}"));
            }
            let place = self.number(&acts(&["a"]), 1);
            self.line(&format!("place slot = {place}"));
            self.line("}");
        }
        for number in 0..self.luck.below(6) {
            let mut over: Vec<String> = Vec::new();
            for other in 0..number {
                if self.luck.one_in(4) {
                    over.push(format!("\"e{other}\""));
                }
            }
            let over = match over.is_empty() {
                true => String::new(),
                false => format!(" over {}", over.join(", ")),
            };
            self.line(&format!("exception \"e{number}\"{over} {{"));
            let (one, other) = (self.one(&KINDS), self.one(&KINDS));
            self.line(&format!("for a: {one}, b: {other}"));
            let both = acts(&["a", "b"]);
            for _ in 0..1 + self.luck.below(2) {
                let yes = match self.luck.below(4) {
                    0 => "a.target is b.actor".to_owned(),
                    1 => "a.actor is not b.actor".to_owned(),
                    _ => self.yes(&both, 1),
                };
                self.line(&format!("when {yes}"));
            }
            match self.luck.one_in(4) {
                true => {
                    let (one, other) = (self.plain_number(&both), self.plain_number(&both));
                    let moves = self.one(&["a", "b"]);
                    self.line(&format!("compare {one} with {other}: {moves} moves"));
                }
                false => {
                    let relation = self.one(&RELATIONS);
                    self.line(&format!("a {relation} b"));
                }
            }
            self.line("}");
        }
        for number in 0..self.luck.below(3) {
            self.line(&format!("void \"v{number}\" {{"));
            let kinds = self.one(&KINDS);
            self.line(&format!("for a: {kinds}"));
            let yes = match self.luck.below(3) {
                0 => "a.actor.hp <= 0".to_owned(),
                1 => "a.target is missing and a.slot = 2".to_owned(),
                _ => self.yes(&acts(&["a"]), 1),
            };
            self.line(&format!("when {yes}"));
            let because = self.because(&acts(&["a"]), false);
            self.line(because.trim());
            self.line("}");
        }
    }

    fn key(&mut self, scope: &Scope, decides: bool) {
        let mut key = "by ".to_owned();
        if self.luck.one_in(2) {
            key += &format!("{}: ", self.name("key"));
        }
        if self.luck.one_in(5) {
            let kinds = self.one(&["strike", "dash", "cast.completes", "strike | shoot"]);
            key += &format!("for {kinds}: ");
        }
        if self.luck.one_in(3) {
            let value = self.one(&[
                "a.speed",
                "a.actor.luck",
                "a.via.length",
                "a.target.initiative",
            ]);
            let missing = self.one(&["first", "last", "ask", "last"]);
            key += &format!("{value}, missing {missing}");
        } else if self.luck.one_in(5) {
            key += self.one(&["count wound w where w.owner is a.actor", "burden(a.actor)"]);
        } else if decides {
            key += self.one(&["a.actor.initiative", "a.actor.side.bonus", "a.actor.score"]);
        } else {
            key += &self.number(scope, 2);
        }
        if self.luck.one_in(3) {
            key += ", highest first";
        }
        if self.luck.one_in(3) {
            key += ", shown";
        }
        self.line(&key);
    }

    fn triggers(&mut self) {
        self.phases = vec!["round"];
        for number in 0..self.luck.below(6) {
            self.line(&format!("trigger \"t{number}\" {{"));
            let kinds = self.one(&KINDS);
            let some = self.one(&[
                "strike",
                "dash",
                "cast.completes",
                "act",
                "parry",
                "strike | shoot",
            ]);
            let act = || vec![("a".to_owned(), Ty::Act)];
            let (happening, scope, at) = match self.luck.below(20) {
                16.. => self.value_change(),
                0 | 1 => (format!("when {some} a resolves"), act(), At::Trigger),
                2..=4 => (format!("before {some} a"), act(), At::Trigger),
                5 | 6 => (format!("when {kinds} a is declared"), act(), At::Declared),
                7 => (format!("when {kinds} a is added"), act(), At::Trigger),
                8 | 14 | 15 => (format!("when {kinds} a is cancelled"), act(), At::Trigger),
                9 => (format!("when {kinds} a is void"), act(), At::Trigger),
                10 => (format!("when {kinds} a is missed"), act(), At::Trigger),
                11 => {
                    let scope = vec![
                        ("v".to_owned(), Ty::Combatant),
                        ("b".to_owned(), Ty::SomeAct),
                        ("n".to_owned(), Ty::Number),
                    ];
                    ("when struck(v, b, n)".to_owned(), scope, At::Trigger)
                }
                12 => (
                    "when called(s)".to_owned(),
                    vec![("s".to_owned(), Ty::Side)],
                    At::Trigger,
                ),
                _ => {
                    let edge = self.one(&["begins", "ends"]);
                    let whose = ("w".to_owned(), Ty::Combatant);
                    match self.has_turns && self.luck.one_in(2) {
                        true => (format!("when turn of w {edge}"), vec![whose], At::Trigger),
                        false => (
                            format!("when phase round {edge}"),
                            Scope::new(),
                            At::Trigger,
                        ),
                    }
                }
            };
            self.line(&happening);
            if self.luck.below(3) > 0 {
                let yes = self.yes(&scope, 1);
                self.line(&format!("if {yes}"));
            }
            if self.luck.one_in(3) {
                let times = self.one(&["once", "2 times", "once"]);
                let key = match (self.combatant(&scope), self.luck.one_in(2)) {
                    (Some(c), true) => format!(" for {c}"),
                    _ => String::new(),
                };
                let per = match (
                    self.combatant(&scope),
                    self.has_turns && self.luck.one_in(2),
                ) {
                    (Some(whose), true) => format!("turn of {whose}"),
                    _ => self.one(&["round", "round", "combat"]).to_owned(),
                };
                self.line(&format!("limit {times} per {per}{key}"));
            }
            if self.luck.one_in(3)
                && let Some(c) = self.combatant(&scope)
            {
                let next = self.one(&["", " next", " next"]);
                let mut own = scope.clone();
                self.does(&c, next, &mut own);
            }
            if self.luck.one_in(5)
                && let Some(act) = self.named(&scope, Ty::Act)
            {
                self.line(&format!("cancel {act} as dropped"));
            }
            self.body(at, &scope, 1, 2, 1);
            self.line("}");
        }
        self.phases.clear();
    }

    /// What a trigger waits for that waits for a change of a value.
    fn value_change(&mut self) -> (String, Scope, At) {
        const WATCHED: [(&str, &str, Ty); 11] = [
            ("hp", "combatant", Ty::Combatant),
            ("hp", "combatant", Ty::Combatant),
            ("initiative", "combatant", Ty::Combatant),
            ("score", "combatant", Ty::Combatant),
            ("bonus", "side", Ty::Side),
            ("size", "wound", Ty::Wound),
            ("slot", "act", Ty::Act),
            ("luck", "combatant", Ty::Combatant),
            ("flag", "combatant", Ty::Combatant),
            ("foe", "combatant", Ty::Combatant),
            ("pals", "combatant", Ty::Combatant),
        ];
        let (attribute, of, ty) = WATCHED[self.luck.below(WATCHED.len())];
        let is_number = !["flag", "foe", "pals"].contains(&attribute);
        let mut scope = vec![("x".to_owned(), ty)];
        let mut happening = format!("when {attribute} of {of} x ");
        happening += match is_number {
            true => self.one(&["changes", "falls", "falls", "rises"]),
            false => "changes",
        };
        if is_number && self.luck.one_in(3) {
            let to = self.luck.below(5);
            happening += &format!(" to {to}");
        }
        if is_number && attribute != "luck" && self.luck.one_in(2) {
            happening += " from old";
            scope.push(("old".to_owned(), Ty::Number));
        }
        (happening, scope, At::Trigger)
    }

    fn tactics(&mut self) {
        let scope = vec![("c".to_owned(), Ty::Combatant)];
        self.phases = vec!["round"];
        for name in ["brute", "sly"] {
            let filter = match self.luck.one_in(2) {
                true => format!(" where {}", self.yes(&scope, 1)),
                false => String::new(),
            };
            self.line(&format!("tactic {name} for combatant c{filter} {{"));
            for _ in 0..1 + self.luck.below(3) {
                let mut line = match self.luck.below(5) {
                    0 => "declare dash { slot = c.modifier }".to_owned(),
                    1 => "declare nothing".to_owned(),
                    2 => format!("declare brace foe_of(c), cast {}", self.someone(&scope, 1)),
                    3 => format!(
                        "declare cast c.foe, strike foe_of(c) {{ slot = {} }}",
                        self.number(&scope, 1)
                    ),
                    _ => format!("declare strike {}", self.someone(&scope, 1)),
                };
                let always = self.luck.one_in(3);
                if !always {
                    line += &format!(" when {}", self.yes(&scope, 1));
                }
                self.line(&line);
                if always {
                    break;
                }
            }
            self.line("}");
        }
        self.phases.clear();
    }

    fn procedure(&mut self) {
        if self.luck.one_in(2) {
            self.line("phase opening {");
            self.phases.push("opening");
            self.body(At::Phase, &Scope::new(), 1, 2, 2);
            self.phases.pop();
            self.line("}");
        }
        let count = self.one(&[
            "from 1",
            "from 1 to 3",
            "from 1 to 2",
            "from -1 to 1",
            "down from 3 to 1",
        ]);
        let lasting = self.one(&["", " lasting 1 round", " lasting 2 segments"]);
        let condition = match self.luck.one_in(4) {
            true => format!(" while {}", self.yes(&Scope::new(), 1)),
            false => String::new(),
        };
        self.line(&format!(
            "phase round counting {count}{lasting}{condition} {{"
        ));
        self.phases.push("round");
        self.body(At::Phase, &Scope::new(), 0, 2, 2);
        if !self.luck.one_in(5) {
            self.line("each combatant c {");
            let scope = vec![("c".to_owned(), Ty::Combatant)];
            self.body(At::Phase, &scope, 0, 1, 1);
            self.declares("c", &scope, At::Phase);
            self.line("}");
        }
        self.body(At::Phase, &Scope::new(), 0, 2, 2);
        for _ in 0..1 + self.luck.below(2) {
            match self.luck.below(5) {
                0 => self.inner("segment", "counting from 1 to 3 lasting 1 segment"),
                1 => self.inner("melee", ""),
                2 if self.has_turns => self.turn(),
                _ => self.resolve(&Scope::new()),
            }
            self.body(At::Phase, &Scope::new(), 0, 2, 2);
        }
        self.phases.pop();
        self.line("}");
        if self.has_turns && !self.text.contains("phase turn ") {
            self.turn();
        }
        // The phases that orders name must be there.
        for phase in ["segment", "melee"] {
            if !self.text.contains(&format!("phase {phase} ")) {
                self.inner(phase, "");
            }
        }
    }

    /// A phase that resolves acts, once in the file.
    fn inner(&mut self, name: &'static str, counting: &str) {
        if self.text.contains(&format!("phase {name} ")) {
            return self.resolve(&Scope::new());
        }
        self.line(&format!("phase {name} {counting} {{"));
        // What does not count has no number.
        if name == "melee" || !counting.is_empty() {
            self.phases.push(name);
        }
        if self.luck.one_in(3) {
            self.line("each combatant c { c declares }");
        }
        self.body(At::Phase, &Scope::new(), 0, 1, 1);
        self.resolve(&Scope::new());
        self.body(At::Phase, &Scope::new(), 0, 1, 1);
        self.phases.retain(|phase| *phase != name);
        self.line("}");
    }

    fn sort_key(&mut self, scope: &Scope) -> String {
        match self.luck.one_in(4) {
            true => format!("({})", self.yes(scope, 1)),
            false => self.number(scope, 1),
        }
    }

    /// A phase of turns, once in the file.
    fn turn(&mut self) {
        if self.text.contains("phase turn ") {
            return self.resolve(&Scope::new());
        }
        let scope = vec![("c".to_owned(), Ty::Combatant)];
        let mut head = "phase turn of combatant c".to_owned();
        if self.luck.one_in(2) {
            head += &format!(" where {}", self.yes(&scope, 1));
        }
        let keys = self.luck.below(3);
        for key in 0..keys {
            let link = if key == 0 { ", next by " } else { ", then " };
            head += &format!("{link}{}", self.sort_key(&scope));
            head += self.one(&["", ", highest first", ", lowest first"]);
        }
        head += match keys {
            0 => ", next named by gm",
            _ => self.one(&[
                "",
                "",
                ", ties named by gm",
                ", ties together",
                ", ties roll d2 as tie",
                ", ties roll 2*d(c.die) as luck, lowest first",
            ]),
        };
        self.line(&format!("{head} {{"));
        self.in_turn = true;
        self.body(At::Phase, &scope, 0, 1, 1);
        self.declares("c", &scope, At::Phase);
        if self.luck.one_in(6) {
            self.line("if c.luck is missing { set c.had_turn = no   set c.luck = 1 }");
        }
        self.resolve(&scope);
        self.body(At::Phase, &scope, 0, 1, 1);
        self.in_turn = false;
        self.line("}");
    }

    fn scenario(&mut self) {
        self.line("scenario \"made\" {");
        for (tactic, whom) in [("brute", ["", ": ann"]), ("sly", ["", ": bob"])] {
            if self.luck.one_in(4) {
                let whom = self.one(&whom);
                self.line(&format!("tactic {tactic}{whom}"));
            }
        }
        let stop = self.one(&[
            "",
            "stop after round 2",
            "stop after round 1",
            "stop before round 3",
            "stop after round 3",
        ]);
        if !stop.is_empty() {
            self.line(stop);
        }
        self.line("weapon club { length 2 }");
        self.line("weapon pike { length 4 }");
        let many = !self.luck.one_in(3);
        for (side, fighters) in [("one", &["ann", "cy"][..]), ("two", &["bob", "dee"])] {
            let bonus = self.luck.below(3);
            self.line(&format!("side {side}: bonus {bonus} {{"));
            for name in &fighters[..1 + usize::from(many)] {
                let (die, modifier, hp) = (
                    2 + self.luck.below(4),
                    self.luck.below(4),
                    1 + self.luck.below(6),
                );
                let more = self.one(&[
                    "",
                    ", flag",
                    ", luck 2",
                    ", luck 1, flag",
                    ", stance fast",
                    ", initiative 3",
                ]);
                self.line(&format!(
                    "{name} {{ die {die}, modifier {modifier}, hp {hp}{more} }}"
                ));
            }
            self.line("}");
        }
        let names: &[&str] = if many {
            &["ann", "bob", "cy", "dee"]
        } else {
            &["ann", "bob"]
        };
        for round in [1, 2] {
            self.line(&format!("round {round} {{"));
            for name in names {
                for _ in 0..self.luck.below(4) {
                    self.declaration(name, names);
                }
            }
            if self.luck.one_in(3) && self.text.contains("phase segment counting") {
                let segment = 1 + self.luck.below(3);
                self.line(&format!("segment {segment} {{"));
                let name = self.one(names);
                self.declaration(name, names);
                self.line("}");
            }
            self.line("}");
        }
        self.line("}");
    }

    fn declaration(&mut self, name: &str, names: &[&str]) {
        let target = self.one(names);
        let act = match self.luck.below(7) {
            0 | 1 => format!("strikes {target}"),
            2 => format!("shoots {target} at {}", self.one(&["club", "pike"])),
            3 => "dashes".to_owned(),
            4 => format!("casts {target}"),
            5 => format!("parries {target}"),
            _ => format!("braces {target}"),
        };
        let more = self.one(&[
            "",
            "",
            ": slot 2",
            ": slot 0, hit",
            ": speed 3",
            ": slot 3, speed 1",
        ]);
        self.line(&format!("{name} {act}{more}"));
    }
}
