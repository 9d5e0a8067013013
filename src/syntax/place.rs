//! The places where lines stand, and the words that begin a line at each of them: how what they begin is read again.

use super::grammar::Rule;
use super::words::first_word;
use crate::suggest::suggest;

/// A word that begins a line.
struct Starter {
    word: &'static str,
    /// The rule of the body of what it begins, in which there can be mistakes of their own.
    body: Option<Rule>,
    /// The rule that a broken line with this word should have been, if not that of the place.
    rule: Option<Rule>,
}

/// Lists of words: `"word" in body as rule`.
macro_rules! starters {
    ($($(#[$doc:meta])* $name:ident: $($word:literal $(in $body:ident)? $(as $rule:ident)?),+;)*) => {$(
        $(#[$doc])*
        const $name: &[Starter] = &[$(Starter {
            word: $word,
            body: starters!(@ $(Rule::$body)?),
            rule: starters!(@ $(Rule::$rule)?),
        }),+];
    )*};
    (@) => { None };
    (@ $some:expr) => { Some($some) };
}

starters! {
    TOP: "rules" in rules_body, "scenario" in scenario_body;

    /// The words with which an item of a rule file begins.
    ITEMS:
        "source",
        "uses",
        "remove",
        "replace",
        "set",
        "time" in units_body,
        "units" in units_body,
        "statements",
        "no",
        "option",
        "choice",
        "kind" in kind_body,
        "let",
        "table" in table_body,
        "procedure" in body,
        "event",
        "action" in action_body,
        "order" in order_body,
        "placement" in placement_body,
        "exception" in exception_body,
        "void" in void_body,
        "trigger" in trigger_body,
        "phase" in body,
        "tactic" in tactic_body,
        "add",
        "first" in body,
        "last" in body,
        "before" in body,
        "after" in body;

    ACTION: "takes", "keeps", "needs", "spends", "limit", "stage" in block, "does" in block, "then" in block;
    ORDER: "by", "circles";
    PLACEMENT: "for", "when", "place";
    EXCEPTION: "for", "when", "compare";
    VOID: "for", "when", "because";
    TACTIC: "declare";
    HAPPENING: "when", "before";

    /// The words with which a statement begins.
    STATEMENTS:
        "set",
        "add",
        "subtract",
        "let",
        "if" in block,
        "else" in block,
        "each" in block,
        "repeat" in block,
        "ask",
        "cancel",
        "refuse",
        "resolve",
        "raise",
        "reveal",
        "shuffle",
        "do",
        "the",
        "consult",
        "end",
        "leave",
        "note",
        "new",
        "phase" in body;
    /// The words that make a statement behind its subject.
    SUBJECT: "rolls", "declares", "does", "takes";

    ENTRIES:
        "rules" as only_rules_file,
        "proves" as only_proves,
        "option" as only_option_choice,
        "snapshot" as only_snapshot,
        "seed" as only_seed,
        "begin" as only_begin_at,
        "stop" as only_stop_at,
        "tactic" as only_in_force,
        "side" in side_body as only_side,
        "expect" as only_expect,
        "odds" as only_odds;
    CORRECTIONS: "gm", "joins";
    /// What begins a line of a period with a word of its own.
    PERIOD: "before" in before_body as only_before_asked,
        "joins" as only_correction;

    /// What stands in most bodies.
    CITES: "cites", "allow";
}

/// The places: what can stand there in a few words, the rule that a line should have been, the lists of words that begin it, and how it is written
/// unless such a word says so.
macro_rules! places {
    ($($place:ident: $noun:literal $rule:ident [$($list:ident),*];)*) => {
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
        }
    };
}

places! {
    Top: "`rules` or `scenario`" only_top [TOP];
    Item: "an item of the rules" only_item [ITEMS];
    Unit: "a unit" only_unit_def [CITES];
    Attribute: "an attribute" only_attribute [CITES];
    Row: "a row of the table" only_row [CITES];
    ActionClause: "`takes`, `keeps`, `needs`, `spends`, `limit`, `stage`, `does`, `then` or `cites`" only_action_clause [ACTION, CITES];
    OrderClause: "a key: `by ...`, or `circles: together`" only_order_clause [ORDER, CITES];
    PlacementClause: "`for`, `when`, `place` or `cites`" only_placement_clause [PLACEMENT, CITES];
    ExceptionClause: "`for`, `when`, `compare`, `cites` or a movement" only_exception_clause [EXCEPTION, CITES];
    VoidClause: "`for`, `when`, `because` or `cites`" only_void_clause [VOID, CITES];
    TacticClause: "`declare ...` or `cites`" only_tactic_clause [TACTIC, CITES];
    Happening: "`when ...` or `before ...`" only_happening [HAPPENING, CITES];
    Statement: "a statement" only_statement [STATEMENTS, SUBJECT];
    TriggerStatement: "a statement" only_statement [STATEMENTS, SUBJECT];
    Entry: "an entry of the scenario" only_entry [ENTRIES, PERIOD];
    PeriodEntry: "what somebody does, or a shorter period" only_period_entry [PERIOD];
    Correction: "a correction of the game master" only_correction [CORRECTIONS];
    Member: "a combatant" only_member [];
    Setting: "a setting" only_setting [];
    Assignment: "an assignment" only_assignment [];
}

impl Place {
    /// Whether this is a place of rules, not of scenarios.
    pub(super) fn is_in_rules(self) -> bool {
        match self {
            Place::Entry
            | Place::PeriodEntry
            | Place::Correction
            | Place::Member
            | Place::Setting => false,
            Place::Top
            | Place::Item
            | Place::Unit
            | Place::Attribute
            | Place::Row
            | Place::ActionClause
            | Place::OrderClause
            | Place::PlacementClause
            | Place::ExceptionClause
            | Place::VoidClause
            | Place::TacticClause
            | Place::Happening
            | Place::Statement
            | Place::TriggerStatement
            | Place::Assignment => true,
        }
    }

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
