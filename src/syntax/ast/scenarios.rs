//! Scenarios and what they expect. Only data.

use super::*;

/// `scenario "title" { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it is called in the transcript.
    pub title: Text,
    /// In order.
    pub entries: Vec<Entry>,
    /// Where.
    pub span: Span,
}

/// One entry of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// Where.
    pub span: Span,
}

/// What an entry of a scenario is.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryKind {
    /// `rules "path"`
    Rules(Text),
    /// `proves OS-12`
    Proves(Vec<Citation>),
    /// `option tie gm_order`
    Option {
        /// Its name.
        name: Name,
        /// The value.
        value: Value,
    },
    /// `snapshot`, `snapshot "by night"`
    Snapshot(Option<Text>),
    /// `seed 5`
    Seed(Number),
    /// `begin at round 1`
    BeginAt {
        /// Which.
        phase: Name,
        /// Its count, if it has one.
        number: Option<Number>,
    },
    /// `stop before round 2`, `stop after segment 4`
    Stop {
        /// After it; otherwise before it.
        after: bool,
        /// Which.
        phase: Name,
        /// Its count, if it has one.
        number: Option<Number>,
    },
    /// `tactic brute`, `tactic brute: orc 1, wolves`
    Tactic {
        /// Which.
        name: Name,
        /// Who follows it; whomever it fits, if empty.
        who: Vec<Thing>,
    },
    /// `side party { ... }`
    Side(Side),
    /// `spell sleep { casting_time 2 segments }`
    Record {
        /// What it is one of.
        kind: Name,
        /// Its name.
        name: Thing,
        /// What is said of it.
        settings: Vec<Setting>,
    },
    /// `round 1 { ... }`
    Period(Period),
    /// What somebody does.
    Line(Line),
    /// `expect ...`
    Expect(Expect),
    /// `odds "the spell is spoiled": ...`
    Odds {
        /// What it is called.
        title: Option<Text>,
        /// What is asked.
        of: Question,
    },
}

/// What is asked of all runs of a scenario.
#[allow(
    clippy::large_enum_variant,
    reason = "a scenario holds few, and they are read once"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// `place of ann`: as which of the combatants somebody acts.
    Place(Thing),
    /// `orc 1 before ann`: whether the one acts before, with or after the other.
    First(Thing, ActOrder, Thing),
    /// How often something is so, or how much something is.
    Of(Expect),
}

/// A name in a scenario, with its number: `orc 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// `orc 1` with one space
    pub text: String,
    /// Where.
    pub span: Span,
}

/// `side orcs: run_by_gm { orc x 3 { hp 5 } }`
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Its name.
    pub name: Thing,
    /// What is said of it.
    pub settings: Vec<Setting>,
    /// In order.
    pub members: Vec<Member>,
}

/// `orc x 3 { hp 5 }`
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: Thing,
    /// How often; once if unsaid.
    pub times: Option<Number>,
    /// What is said of it.
    pub settings: Vec<Setting>,
    /// Where.
    pub span: Span,
}

/// `hp 6`, `hit` (yes), `no hit` (no)
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Value,
    /// Where.
    pub span: Span,
}

/// A value in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub kind: ValueKind,
    /// Where.
    pub span: Span,
}

/// What a value in a scenario is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `none`: missing
    None,
    /// `3`
    Number(Number),
    /// `2 segments`
    Quantity(Number, Name),
    /// `"..."`
    Text(Text),
    /// a word or the name of a thing
    Thing(Thing),
}

/// `round 1 { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    /// The phase.
    pub phase: Name,
    /// Its count.
    pub number: Option<Number>,
    /// In order.
    pub entries: Vec<Entry>,
}

/// What somebody does at the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// `party rolls 5 for initiative`
    Roll {
        /// Who.
        who: Thing,
        /// What the dice show.
        faces: Vec<Number>,
        /// What for.
        purpose: Name,
    },
    /// `gm answers yes to obvious about orc`
    Answer {
        /// Who.
        who: Thing,
        /// The value.
        value: Value,
        /// What is asked.
        question: Name,
        /// What it is about.
        about: Vec<Thing>,
    },
    /// `ann casts sleep at orc 1: loud`
    Declaration {
        /// Who.
        who: Thing,
        /// What is done.
        verb: Name,
        /// With what.
        object: Option<Thing>,
        /// At whom, or when.
        at: Option<Thing>,
        /// What is said of it.
        settings: Vec<Setting>,
    },
    /// `ann uses light on orc: loud`: an act in the words of its title.
    Told {
        /// Who.
        who: Thing,
        /// Names, prepositions and numbers; at least two.
        words: Vec<Name>,
        /// What is said of it.
        settings: Vec<Setting>,
    },
}

/// What a scenario expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `expect order { a, b then c }`
    Order(Vec<Vec<ActRef>>),
    /// `expect declared: a, b in round 1`
    Declared {
        /// Who.
        who: Vec<Thing>,
        /// When.
        moment: Option<Moment>,
    },
    /// `expect rolls of morale in round 1 = 0`
    Rolls {
        /// What for.
        purpose: Thing,
        /// When.
        moment: Option<Moment>,
        /// How many.
        count: Number,
    },
    /// `expect acts of zed in round 2 = 1`
    Acts {
        /// Who.
        who: Thing,
        /// When.
        moment: Option<Moment>,
        /// How many.
        count: Number,
    },
    /// `expect not asked reposte about ben`
    Asked {
        /// Whether it is asked.
        asked: bool,
        /// What is asked.
        question: Name,
        /// What it is about.
        about: Vec<Thing>,
        /// When.
        moment: Option<Moment>,
    },
    /// `expect ann may not act in round 1 segment 3`
    MayNotAct {
        /// Who.
        who: Thing,
        /// When.
        moment: Moment,
    },
    /// `expect over`, `expect not over`
    Over(bool),
    /// `expect a before b`
    Relation {
        /// Left of the sign or word.
        left: ActRef,
        /// How.
        relation: ActOrder,
        /// Right of it.
        right: ActRef,
    },
    /// `expect ann casts sleep is spoiled`, `... does not happen`, or bare: it happens
    Act {
        /// Which act.
        act: ActRef,
        /// What becomes of it.
        outcome: Outcome,
    },
    /// `expect orc.hp = 3 after ann attacks orc`
    Fact {
        /// What must be true.
        fact: Expr,
        /// At whom, or when.
        at: FactMoment,
    },
}

/// How two acts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActOrder {
    /// `before`: earlier.
    Before,
    /// `with`: in one batch.
    With,
    /// `after`: later.
    After,
}

/// What became of an act.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It happens.
    Happens,
    /// `does not happen`
    DoesNotHappen,
    /// `void`, `refused`, `missed`, `cancelled`, or the word of a `cancel ... as WORD`; and why
    Is(Name, Option<Text>),
}

/// When a fact is looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum FactMoment {
    /// when the run is over
    End,
    /// when the act and what it set off are done
    After(ActRef),
    /// when the period is over
    EndOf(Moment),
}

/// `orc 1 attacks ann (routine 2) in round 1 segment 4`, `ann begins cast`
#[derive(Clone, Debug, PartialEq)]
pub struct ActRef {
    /// Who acts.
    pub actor: Thing,
    /// a verb, or the name of a stage
    pub word: Name,
    /// What or whom it is about.
    pub objects: Vec<Thing>,
    /// What follows in the words of its title, from a preposition on: `on orc 2`.
    pub told: Vec<Name>,
    /// What is said of it.
    pub settings: Vec<Setting>,
    /// When.
    pub moment: Option<Moment>,
    /// Where.
    pub span: Span,
}

/// `round 1 segment 4`, `count 8`
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The longest period first.
    pub parts: Vec<(Name, Number)>,
    /// Where.
    pub span: Span,
}
