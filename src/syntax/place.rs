//! The places where lines stand, and the words that begin a line at each of them: how what they begin is written, and how it is read again.

use super::grammar::Rule;
use super::words::{first_word, is_keyword};
use crate::suggest::suggest;

/// A word that begins a line.
struct Starter {
    word: &'static str,
    /// How what it begins is written.
    usage: Option<&'static str>,
    /// The rule of the body of what it begins, in which there can be mistakes of their own.
    body: Option<Rule>,
    /// The rule that a broken line with this word should have been, if not that of the place.
    rule: Option<Rule>,
}

/// Lists of words: `"word" "usage" in body as rule`.
macro_rules! starters {
    ($($(#[$doc:meta])* $name:ident: $($word:literal $($usage:literal)? $(in $body:ident)? $(as $rule:ident)?),+;)*) => {$(
        $(#[$doc])*
        const $name: &[Starter] = &[$(Starter {
            word: $word,
            usage: starters!(@ $($usage)?),
            body: starters!(@ $(Rule::$body)?),
            rule: starters!(@ $(Rule::$rule)?),
        }),+];
    )*};
    (@) => { None };
    (@ $some:expr) => { Some($some) };
}

starters! {
    TOP: "rules" "rules name \"title\" extends \"file\" { ... }" in rules_body, "scenario" "scenario \"title\" { ... }" in scenario_body;

    /// The words with which an item of a rule file begins.
    ITEMS:
        "source",
        "uses",
        "remove" "remove exception \"title\"",
        "replace" "replace option tie: together | apart = apart",
        "set" "set option tie = together",
        "time" in units_body,
        "units" in units_body,
        "statements",
        "no",
        "option" "option tie: gm_order | together = together",
        "choice" "choice size: small | large",
        "kind" "kind weapon, weapons { speed: number }" in kind_body,
        "let" "let half(number n): number = n / 2 rounded up",
        "table" "table morale on 2d6: text { 2..7: \"holds\" }" in table_body,
        "procedure" "procedure check(side s) { ... }" in body,
        "event" "event damaged(combatant c, number n)",
        "action" "action cast, casts \"casts {spell}\" { takes spell at target }" in action_body,
        "order" "order name during phase of act a each phase { by ... }" in order_body,
        "placement" "placement \"title\" over \"other\" { for a: attack  place key = 1 }" in placement_body,
        "exception" "exception \"title\" over \"other\" { for a: strike, b: cast  a waits for b }" in exception_body,
        "void" "void \"title\" { for a: act  when ...  because \"...\" }" in void_body,
        "trigger" "trigger \"title\" { when attack a resolves  ... }" in trigger_body,
        "phase" in body,
        "tactic" "tactic name \"text\" for combatant c { declare flee when c.hp < 3  declare nothing }" in tactic_body,
        "add" "add key to the order before \"speed\" by a.actor.reach, highest first",
        "first" "first in phase round { ... }" in body,
        "last" "last in phase round { ... }" in body,
        "before" "before phase melee { ... }" in body,
        "after" "after phase melee { ... }" in body;

    ACTION: "takes" "takes target` or `takes spell at target", "keeps" "keeps stance", "needs" "needs target.zone is actor.zone because \"{target} is out of reach\"", "spends" "spends 2 from actor.mana", "limit" "limit once per round", "stage" "stage begins \"begins to cast {spell}\" { ... }" in block, "does" in block, "then" in block;
    ORDER: "by" "by name: value, highest first, missing last \"label\"", "circles";
    PLACEMENT: "for", "when" "when a.actor.delayed", "place" "place key = value";
    EXCEPTION: "for" "for a: strike, b: cast.completes", "when" "when a.target is b.actor", "compare";
    VOID: "for", "when" "when a.actor.hp <= 0", "because";
    TACTIC: "declare" "declare attack foe_of(c) when c.armed";
    HAPPENING: "when", "before";

    /// The words with which a statement begins.
    STATEMENTS:
        "set" "set c.hp = 8",
        "add" "add 2 to c.hp",
        "subtract" "subtract 2 from c.hp",
        "let" "let x = 8",
        "if" "if c.hp > 0 { ... } else { ... }" in block,
        "else" in block,
        "each" "each combatant c where c.hp > 0 { ... }" in block,
        "repeat" "repeat while c.hp > 0 { ... }` or `repeat 3 times { ... }" in block,
        "ask" "ask gm as obvious about c \"is it obvious to {c}?\": yes/no, default no",
        "cancel" "cancel a as spoiled because \"...\"",
        "refuse" "refuse because \"...\"",
        "resolve" "resolve acts a while a.segment <= now",
        "raise" "raise damaged(c, 3)",
        "reveal" "reveal c.bid",
        "shuffle" "shuffle cards` or `shuffle card k where k.holder is missing",
        "do" "do check(s)` or `do test(c) as got",
        "the" "the result is got",
        "consult" "consult morale(s) with roll",
        "end" "end combat because \"...\"",
        "leave" "leave phase round`, `leave turn` or `leave repeat",
        "note" "note \"...\"",
        "new" "new injury as i { owner = c }` or `new token \"fire at {c.zone}\"",
        "phase" in body;
    /// How a part of an item is replaced or removed alone, by what it is.
    PARTS:
        "stage" "replace stage begins of cast \"begins\" { ... }",
        "does" "replace does of flee { ... }",
        "row" "replace row 20 of injury: value",
        "key" "replace key \"speed\" of the order by a.actor.reach, highest first",
        "condition" "replace condition of exception \"title\" when ...",
        "title" "replace title of action cast \"casts {spell}\"",
        "head" "replace head of phase round counting from 1 to 10";
    /// The same where a part is added.
    ADDED:
        "stage" "add stage recovers to cast after completes { ... }",
        "row" "add row fire to injury: value",
        "condition" "add condition to exception \"title\" when ...",
        "alternative" "add alternative to exception \"title\" when ...";
    /// The words that make a statement behind its subject.
    SUBJECT: "rolls", "declares", "does", "takes";

    ENTRIES:
        "rules" "rules \"../rules/duel.affray\"" as only_rules_file,
        "proves" "proves OS-12, OS-14..16" as only_proves,
        "option" "option tie together" as only_option_choice,
        "snapshot" "snapshot" as only_snapshot,
        "seed" "seed 5" as only_seed,
        "begin" "begin at round 1" as only_begin_at,
        "stop" "stop after round 3` or `stop after turn of ann in round 2" as only_stop_at,
        "tactic" "tactic brute: orc 1, orc 2" as only_in_force,
        "side" "side party { ann { hp 8 } }" in side_body as only_side,
        "expect" "expect ann.hp = 6`, `expect ann attacks orc before orc attacks ann`, `expect ann attacks orc is void`, `expect acts of ann in round 1 = 1`, `expect \"a remark\" in round 1" as only_expect,
        "odds" "odds \"the spell is spoiled\": ann casts sleep is spoiled" as only_odds;
    CORRECTIONS: "gm" "gm sets ann.hp = 5 because \"misread\"", "joins" "joins side orcs: wolf x 2 { hp 4 }";
    /// What begins a line of a period with a word of its own.
    PERIOD: "before" "before ann declares { gm sets ann.hp = 5 }" in before_body as only_before_asked,
        "joins" "joins side orcs: wolf x 2 { hp 4 }" as only_correction;

    /// What stands in most bodies.
    CITES: "cites", "allow";
    /// How things are written that can stand at several places.
    ANYWHERE:
        "phase" "phase round counting from 1 to 10 lasting 1 segment while ... { ... }",
        "compare" "compare x with y: a moves",
        "for" "for a: strike | shoot";
}

/// The places: what can stand there in a few words, the rule that a line should have been, the lists of words that begin it, and how it is written
/// unless such a word says so.
macro_rules! places {
    ($($place:ident: $noun:literal $rule:ident [$($list:ident),*] $($usage:literal)?;)*) => {
        /// Where a line stands: decides what it should have been.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Place { $($place,)* }

        impl Place {
            /// The place of this name, if it is one.
            pub(super) fn named(name: &str) -> Option<Self> {
                [$((stringify!($place), Place::$place)),*].into_iter().find_map(|(known, place)| (known == name).then_some(place))
            }

            /// The lists of words that can begin a line here.
            fn lists(self) -> &'static [&'static [Starter]] {
                match self { $(Place::$place => &[$($list),*],)* }
            }

            /// What can stand here, in a few words.
            pub(super) fn noun(self) -> &'static str {
                match self { $(Place::$place => $noun,)* }
            }

            /// The rule that a line should have been, unless its words say more.
            fn own_rule(self) -> Rule {
                match self { $(Place::$place => Rule::$rule,)* }
            }

            /// How a line is written, unless its first word says so.
            fn own_usage(self) -> Option<&'static str> {
                match self { $(Place::$place => starters!(@ $($usage)?),)* }
            }
        }
    };
}

places! {
    Top: "`rules` or `scenario`" only_top [TOP];
    Item: "an item of the rules" only_item [ITEMS];
    Unit: "a unit" only_unit_def [CITES] "round, rounds = 10 segments";
    Attribute: "an attribute" only_attribute [CITES] "hp: number = 8 \"hit points\"`, `mana: number = 3 from 0 to 5`, `ready: yes/no = no each turn`, `edge: blunt | sharp`, `foe: optional combatant";
    Row: "a row of the table" only_row [CITES] "2..5: value";
    ActionClause: "`takes`, `keeps`, `needs`, `spends`, `limit`, `stage`, `does`, `then` or `cites`" only_action_clause [ACTION, CITES];
    OrderClause: "a key: `by ...`, or `circles: together`" only_order_clause [ORDER, CITES];
    PlacementClause: "`for`, `when`, `place` or `cites`" only_placement_clause [PLACEMENT, CITES];
    ExceptionClause: "`for`, `when`, `compare`, `cites` or a movement" only_exception_clause [EXCEPTION, CITES];
    VoidClause: "`for`, `when`, `because` or `cites`" only_void_clause [VOID, CITES];
    TacticClause: "`declare ...` or `cites`" only_tactic_clause [TACTIC, CITES];
    Happening: "`when ...` or `before ...`" only_happening [HAPPENING, CITES] "when attack a resolves`, `before attack a`, `when turn of c begins`, `when phase round ends`, `when hp of combatant c falls to 0";
    Statement: "a statement" only_statement [STATEMENTS, SUBJECT] "c rolls 2d6 as result";
    TriggerStatement: "a statement" only_statement [STATEMENTS, SUBJECT] "c rolls 2d6 as result";
    Entry: "an entry of the scenario" only_entry [ENTRIES, PERIOD] "ann attacks orc: hit, damage 3";
    PeriodEntry: "what somebody does, or a shorter period" only_period_entry [PERIOD] "ann attacks orc: hit, damage 3";
    Correction: "a correction of the game master" only_correction [CORRECTIONS] "gm sets ann.hp = 5 because \"misread\"";
    Member: "a combatant" only_member [] "orc x 3 { hp 5 }";
    Setting: "a setting" only_setting [] "hp 6";
    Assignment: "an assignment" only_assignment [] "owner = c";
}

/// Where the verb stands behind who does something: how a line is written, by its verb; without one, in general.
type Usages = &'static [(&'static str, &'static str)];
const VERBS: &[(&[Place], Usages)] = &[
    (
        &[Place::Statement, Place::TriggerStatement],
        &[
            ("roll", "c rolls 2d6 as result"),
            ("draw", "c draws card k where k.suit is cups"),
            ("declare", "c declares"),
            ("doe", "c does flee"),
            (
                "",
                "set c.hp = 8`, `if c.hp < 3 { ... }`, `do check(c)`, `c rolls 2d6 as result",
            ),
        ],
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        &[
            ("roll", "ann rolls 3, 5 for courage"),
            ("answer", "gm answers yes to hidden"),
        ],
    ),
];

impl Place {
    /// What a line here is called that begins with no word of its own.
    pub(super) fn line(self) -> &'static str {
        match self {
            Place::Unit => "this unit",
            Place::Attribute => "this attribute",
            Place::Row => "this row",
            Place::Member => "this combatant",
            Place::Setting | Place::Assignment => "this value",
            Place::Correction => "this correction",
            Place::Top
            | Place::Item
            | Place::ActionClause
            | Place::OrderClause
            | Place::PlacementClause
            | Place::ExceptionClause
            | Place::VoidClause
            | Place::TacticClause
            | Place::Happening
            | Place::Statement
            | Place::TriggerStatement
            | Place::Entry
            | Place::PeriodEntry => "this line",
        }
    }

    fn starter(self, word: &str) -> Option<&'static Starter> {
        let mut starters = self.lists().iter().copied().flatten();
        starters.find(|starter| starter.word == word)
    }

    /// The words that can begin a line here.
    pub(super) fn words(self) -> impl Iterator<Item = &'static str> {
        self.lists().iter().copied().flatten().map(|one| one.word)
    }

    /// Whether a word can begin a line here.
    pub(super) fn begins_with(self, word: &str) -> bool {
        self.starter(word).is_some()
    }

    /// The word that can begin a line here and was probably meant; the word itself if it is none of them.
    pub(super) fn nearest(self, word: &str) -> &str {
        match self.begins_with(word) {
            true => word,
            false => suggest(word, self.words()).unwrap_or(word),
        }
    }

    /// The rule that a broken line should have been.
    pub(super) fn rule(self, text: &str) -> Rule {
        let word = first_word(text);
        let second = first_word(text[word.len()..].trim_start());
        match (self, word, second) {
            (Place::TriggerStatement, "limit", _) => Rule::only_limit,
            (Place::PeriodEntry, "expect", _) => Rule::only_entry,
            (Place::Entry, "expect", "order") => Rule::only_expect_order,
            (Place::Entry, "expect", "declared") => Rule::only_expect_declared,
            (Place::Entry, "expect", "odds") => Rule::only_expect_odds,
            (Place::Entry, "expect", "rolls") => Rule::only_expect_count,
            (Place::Entry, "expect", "acts") if text.contains("acts of ") => {
                Rule::only_expect_count
            }
            _ => {
                let own = self.starter(word).and_then(|starter| starter.rule);
                own.unwrap_or(self.own_rule())
            }
        }
    }

    /// How the body of a thing is read whose head is broken, by its first word.
    pub(super) fn body_rule(self, word: &str) -> Option<Rule> {
        let word = self.nearest(word);
        match (self, word) {
            // It could stand there if it were a phase.
            (Place::Statement | Place::TriggerStatement, "procedure") => Some(Rule::body),
            _ => self.starter(word)?.body,
        }
    }

    /// How a line is written in which there is such a verb.
    fn usage_by_verb(self, text: &str) -> Option<&'static str> {
        let (_, verbs) = VERBS.iter().find(|(places, _)| places.contains(&self))?;
        let has = |verb: &str| {
            let mut words = text.split(|c: char| !(c == '_' || c.is_alphanumeric()));
            words.any(|word| word.strip_suffix('s').unwrap_or(word) == verb)
        };
        let of_verb = verbs.iter().find(|(verb, _)| verb.is_empty() || has(verb));
        of_verb.map(|(_, usage)| *usage)
    }

    /// How a line is written.
    pub(super) fn usage(self, text: &str) -> Option<&'static str> {
        let word = first_word(text);
        let of = |starter: Option<&'static Starter>| starter.and_then(|starter| starter.usage);
        let anywhere = ANYWHERE.iter().find(|starter| starter.word == word);
        match (self, word) {
            (Place::Entry, "expect") if text.contains(" odds") => {
                Some("expect odds \"the spell is spoiled\" = 1/7")
            }
            (Place::Item, "remove") if text.contains(" every") => Some("remove every exception"),
            (Place::Item, "replace" | "add") => {
                let second = first_word(text[word.len()..].trim_start());
                let parts = if word == "add" { ADDED } else { PARTS };
                let near = || suggest(second, parts.iter().map(|part| part.word));
                let meant = near().filter(|_| !is_keyword(second)).unwrap_or(second);
                let part = parts.iter().find(|part| part.word == meant);
                of(part).or(of(self.starter(word)))
            }
            (_, "phase") if is_of_turns(text) => Some(match text.contains("ties") {
                true => {
                    "phase turn of combatant c, next by c.initiative, ties roll d6 as tie { ... }"
                }
                false => "phase turn of combatant c where c.hp > 0, next by c.initiative { ... }",
            }),
            (Place::TriggerStatement, "limit") => Some("limit once per round for c"),
            (Place::Statement, "limit") => {
                Some("trigger \"title\" { when attack a resolves   limit once per round ... }")
            }
            (Place::Entry | Place::PeriodEntry | Place::Correction, "gm")
                if first_word(text[word.len()..].trim_start()) == "moves" =>
            {
                Some("gm moves orc before ann because \"it is faster\"")
            }
            (Place::Entry, _) if text[word.len()..].starts_with('(') => {
                Some("gap(ann, orc) { width 5 }")
            }
            (Place::PeriodEntry | Place::Correction, _) if text[word.len()..].starts_with('(') => {
                Some("gm sets gap(ann, orc).width = 5")
            }
            _ => (of(self.starter(word)).or(of(anywhere)))
                .or_else(|| self.usage_by_verb(text))
                .or(self.own_usage()),
        }
    }
}

/// Whether the head of a phase says whose turns it has.
fn is_of_turns(text: &str) -> bool {
    let head = text.split('{').next().unwrap_or_default();
    let mut words = head.split(|c: char| !(c == '_' || c.is_alphanumeric()));
    words.any(|word| matches!(word, "of" | "next" | "ties"))
}

/// The words that can begin a line within things that begin with these words, the outermost first; none where any name can.
pub fn starters_within(around: &[&str]) -> Vec<&'static str> {
    match around {
        // `replace` stands before the word for the item, so it is what begins it.
        ["rules", "replace"] => REPLACED.to_vec(),
        // What it waits for, then statements.
        ["rules", "trigger"] => {
            let statements = STATEMENTS.iter().map(|one| one.word);
            let happening = ["when", "before", "limit", "cites", "allow"];
            happening.into_iter().chain(statements).collect()
        }
        _ => {
            let place = places_within(around).into_iter().next();
            place.into_iter().flat_map(Place::words).collect()
        }
    }
}

/// The places within things that begin with these words, the outermost first: several where the words alone do not tell which it is.
pub(super) fn places_within(around: &[&str]) -> Vec<Place> {
    let in_scenario = around.first() == Some(&"scenario");
    vec![match around {
        [] => Place::Top,
        ["rules"] => Place::Item,
        ["scenario"] => Place::Entry,
        [.., "side"] if in_scenario => Place::Member,
        [.., "side", _] if in_scenario => Place::Setting,
        [.., "before"] if in_scenario => Place::Correction,
        // A period, or a thing with its attributes.
        _ if in_scenario => return vec![Place::PeriodEntry, Place::Setting],
        [.., "kind"] => Place::Attribute,
        [.., "time" | "units"] => Place::Unit,
        [.., "table"] => Place::Row,
        [.., "action"] => Place::ActionClause,
        [.., "order"] => Place::OrderClause,
        [.., "placement"] => Place::PlacementClause,
        [.., "exception"] => Place::ExceptionClause,
        [.., "void"] => Place::VoidClause,
        [.., "tactic"] => Place::TacticClause,
        [.., "new"] => Place::Assignment,
        ["rules", "trigger"] => return vec![Place::Happening, Place::TriggerStatement],
        _ => Place::Statement,
    }]
}

/// In the body of whatever is replaced: what can begin a clause or a statement there.
const REPLACED: &[&str] = &[
    "takes", "keeps", "needs", "spends", "limit", "stage", "does", "by", "circles", "for", "when",
    "place", "compare", "because", "if", "set", "add", "subtract", "let", "each", "resolve",
    "reveal", "phase", "note", "cites", "allow",
];
