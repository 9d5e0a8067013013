//! The tree of a file as its author wrote it: names, spans, no meaning. Knows no ids, no types, no engine.
//!
//! Every node carries the span of its text, so that whatever is said about it later can be shown at its place.

use crate::source::Span;

/// A name in the author's spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A text in quotes: pieces of prose and holes with expressions.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// In the order in which they stand; escapes are resolved.
    pub pieces: Vec<Piece>,
    /// With the quotes.
    pub span: Span,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Prose.
    Plain(String),
    /// `{expr}`: the value is put in when the text is shown.
    Hole(Expr),
}

/// What an item carries out or a scenario proves: `OS-12`, `OS-12..15`, or a text that names a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// `OS-12`, or the text.
    pub id: String,
    /// The end of a range, `15` or `OS-15` as written.
    pub end: Option<String>,
    /// Where.
    pub span: Span,
}

/// A whole file, with what could be read of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Rule sets, in order.
    pub rules: Vec<Rules>,
    /// Scenarios, in order.
    pub scenarios: Vec<Scenario>,
    /// The spans of all comments, in order; kept beside the tree for the formatter.
    pub comments: Vec<Span>,
}

/// `rules NAME "title" extends "file" { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub name: Name,
    pub title: Option<Text>,
    pub extends: Option<Text>,
    pub items: Vec<Item>,
    pub span: Span,
}

/// One item of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub kind: ItemKind,
    pub span: Span,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `source "..."`: the document that is carried out.
    Source(Text),
    /// `uses "lib/x.affray"`
    Uses(Text),
    /// `remove exception "x"`
    Remove {
        category: Category,
        name: ItemName,
    },
    /// `replace ITEM`
    Replace(Box<Item>),
    /// `set option x = y`
    SetOption {
        name: Name,
        value: Expr,
    },
    /// `time { ... }`
    Time(Units),
    /// `units { ... }`
    Units(Units),
    Option(OptionDef),
    Kind(KindDef),
    /// `let f(a x) = e`
    Let(LetDef),
    Table(TableDef),
    Procedure(ProcedureDef),
    Event(EventDef),
    Action(ActionDef),
    Order(OrderDef),
    Placement(PlacementDef),
    Exception(ExceptionDef),
    Void(VoidDef),
    Trigger(TriggerDef),
    Phase(PhaseDef),
}

/// The kinds of items that have a name, for `remove` and `replace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    Option,
    Kind,
    Let,
    Table,
    Procedure,
    Event,
    Action,
    Order,
    Placement,
    Exception,
    Void,
    Trigger,
    Phase,
}

/// The name of an item: a name, or the text of its title.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemName {
    pub text: String,
    pub span: Span,
}

/// The units of a `time` or `units` block.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    pub defs: Vec<UnitDef>,
    pub cites: Vec<Citation>,
    pub span: Span,
}

/// `round, rounds = 10 segments`
#[derive(Clone, Debug, PartialEq)]
pub struct UnitDef {
    pub name: Name,
    pub plural: Option<Name>,
    /// number and unit it is made of
    pub size: Option<(Number, Name)>,
    pub cites: Vec<Citation>,
}

/// A number as written (digits only); the check reads it, within its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    pub digits: String,
    pub negative: bool,
    pub span: Span,
}

/// `option NAME: TYPE = DEFAULT "text"`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDef {
    pub name: Name,
    pub ty: Type,
    pub default: Expr,
    pub text: Option<Text>,
    pub cites: Vec<Citation>,
}

/// `kind weapon, weapons { ... }`; also adds attributes to `combat`, `side`, `combatant`, `act`.
#[derive(Clone, Debug, PartialEq)]
pub struct KindDef {
    pub name: Name,
    pub plural: Option<Name>,
    pub attributes: Vec<Attribute>,
    pub cites: Vec<Citation>,
}

/// `hp: number = 8 "hit points"`
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: Name,
    pub ty: Type,
    pub default: Option<Expr>,
    pub text: Option<Text>,
    pub cites: Vec<Citation>,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    pub optional: bool,
    pub kind: TypeKind,
    pub span: Span,
}

/// What kind of type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    YesNo,
    /// `a | b | c`
    Choice(Vec<Name>),
    /// `number`, `text`, `action`, `stage`, a unit, a kind
    Named(Name),
}

/// `TYPE NAME`
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub ty: Type,
    pub name: Name,
}

/// `let NAME(params): TYPE = EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct LetDef {
    pub name: Name,
    pub parameters: Vec<Parameter>,
    pub ty: Option<Type>,
    pub value: Expr,
    pub text: Option<Text>,
    pub cites: Vec<Citation>,
}

/// `table NAME "title" (params) on KEY: TYPE { rows }`
#[derive(Clone, Debug, PartialEq)]
pub struct TableDef {
    pub name: Name,
    pub title: Option<Text>,
    pub parameters: Vec<Parameter>,
    pub key: TableKey,
    pub ty: Option<Type>,
    pub rows: Vec<Row>,
    pub cites: Vec<Citation>,
}

/// What a table is looked up by.
#[derive(Clone, Debug, PartialEq)]
pub enum TableKey {
    /// `on d20`: from the lowest to the highest face sum
    Dice(Dice),
    /// `on number n from 1 to 6`, `on damage_type t`, `on action a`
    Parameter {
        parameter: Parameter,
        range: Option<(Expr, Expr)>,
    },
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub keys: Vec<RowKey>,
    pub title: Option<Text>,
    pub value: Option<Expr>,
    pub body: Option<Block>,
    pub cites: Vec<Citation>,
    pub span: Span,
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKey {
    /// `3` or `3..6`
    Numbers { from: Number, to: Option<Number> },
    /// a word
    Word(Name),
}

/// `procedure NAME(params) { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct ProcedureDef {
    pub name: Name,
    pub parameters: Vec<Parameter>,
    pub body: Block,
    pub cites: Vec<Citation>,
}

/// `event NAME(params) "text"`
#[derive(Clone, Debug, PartialEq)]
pub struct EventDef {
    pub name: Name,
    pub parameters: Vec<Parameter>,
    pub text: Option<Text>,
    pub cites: Vec<Citation>,
}

/// `action NAME, verb "title" at once { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDef {
    pub name: Name,
    /// third person, if it is not the name with an `s`
    pub verb: Option<Name>,
    /// what the transcript says of it: `"attacks {target}"`
    pub title: Option<Text>,
    pub at_once: bool,
    /// the attributes that a declaration names without saying so: `takes spell at target`
    pub takes: Option<(Name, Option<Name>)>,
    /// empty: an act with neither effect nor stage
    pub stages: Vec<Stage>,
    pub cites: Vec<Citation>,
}

/// `stage begins "begins to cast {spell}" { ... }`; a plain `does { ... }` is one stage without a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    pub name: Option<Name>,
    pub title: Option<Text>,
    pub body: Block,
    pub cites: Vec<Citation>,
    pub span: Span,
}

/// `order NAME during PHASE of act a { keys }`
#[derive(Clone, Debug, PartialEq)]
pub struct OrderDef {
    pub name: Option<Name>,
    pub during: Option<Name>,
    pub act: Name,
    pub keys: Vec<Key>,
    pub cites: Vec<Citation>,
}

/// `by NAME: for strike | shoot: EXPR, lowest first, missing last "label"`
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    pub name: Option<Name>,
    /// empty: for every act
    pub for_acts: Vec<ActKind>,
    pub value: Expr,
    pub highest_first: bool,
    pub missing: Option<MissingPlace>,
    pub shown: bool,
    pub text: Option<Text>,
    pub cites: Vec<Citation>,
    pub span: Span,
}

/// Where an act stands whose key is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPlace {
    First,
    Last,
    Ask,
}

/// `act`, `cast`, `cast.completes`
#[derive(Clone, Debug, PartialEq)]
pub struct ActKind {
    /// `None` for any act
    pub action: Option<Name>,
    pub stage: Option<Name>,
    pub span: Span,
}

/// `blow: strike | shoot`
#[derive(Clone, Debug, PartialEq)]
pub struct ActBinding {
    pub name: Name,
    pub kinds: Vec<ActKind>,
}

/// `placement "title" over "x" { for a: attack  when E  place KEY = E }`
#[derive(Clone, Debug, PartialEq)]
pub struct PlacementDef {
    pub title: Text,
    pub over: Vec<Text>,
    pub act: Option<ActBinding>,
    pub guards: Vec<Expr>,
    pub places: Vec<(Name, Expr)>,
    pub cites: Vec<Citation>,
}

/// `exception "title" over "x" { for a: strike, b: cast  when E  compare X with Y: a moves }`
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptionDef {
    pub title: Text,
    pub over: Vec<Text>,
    pub acts: Option<(ActBinding, ActBinding)>,
    pub guards: Vec<Expr>,
    pub moves: Option<Movement>,
    pub cites: Vec<Citation>,
}

/// Which act moves, and how.
#[derive(Clone, Debug, PartialEq)]
pub enum Movement {
    /// `compare X with Y: s moves`: s waits when X > Y, joins when equal, goes ahead when X < Y
    Compare {
        left: Expr,
        right: Expr,
        mover: Name,
    },
    /// `a waits for b`
    Relation {
        mover: Name,
        relation: Relation,
        reference: Name,
    },
}

/// The relations that an exception can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Waits,
    GoesAhead,
    Joins,
    NotBefore,
    NotAfter,
    Leads,
    Trails,
}

/// `void "title" { for a: act  when E  because "dead" }`
#[derive(Clone, Debug, PartialEq)]
pub struct VoidDef {
    pub title: Text,
    pub act: Option<ActBinding>,
    pub guards: Vec<Expr>,
    pub because: Option<Text>,
    pub cites: Vec<Citation>,
}

/// `trigger "title" { when ... if E  limit ...  statements }`
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerDef {
    pub title: Text,
    pub happening: Happening,
    pub guard: Option<Expr>,
    pub limit: Option<Limit>,
    pub body: Block,
    pub cites: Vec<Citation>,
}

/// What a trigger waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// `before charge.blow b`, `when attack | shoot a resolves`, `when act a is declared`
    Act {
        kinds: Vec<ActKind>,
        name: Name,
        moment: ActMoment,
    },
    /// `when damaged(c, a, n)`
    Signal { event: Name, names: Vec<Name> },
    /// `when phase round begins`
    Phase { phase: Name, begins: bool },
}

/// The moments in the life of an act that a trigger can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActMoment {
    /// about to be carried out; its batch has not begun
    Before,
    Resolves,
    Declared,
    Added,
    Cancelled,
    Void,
    Missed,
}

/// `limit once per round for c, a.actor`
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    pub times: Option<Number>,
    pub phase: Name,
    pub keys: Vec<Expr>,
    pub span: Span,
}

/// `phase NAME "title" counting from A to B lasting E while E { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseDef {
    pub name: Name,
    pub title: Option<Text>,
    pub counting: Option<(Expr, Option<Expr>)>,
    pub lasting: Option<Expr>,
    pub while_: Option<Expr>,
    pub body: Block,
    pub cites: Vec<Citation>,
    pub span: Span,
}

/// Statements in braces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `set c.hp = e`
    Set { place: Expr, value: Expr },
    /// `add e to c.hp`
    Add { place: Expr, value: Expr },
    /// `subtract e from c.hp`
    Subtract { place: Expr, value: Expr },
    /// `let x = e`
    Let { name: Name, value: Expr },
    /// `if .. { } else if .. { } else { }`
    If {
        branches: Vec<(Expr, Block)>,
        otherwise: Option<Block>,
    },
    /// `each combatant c where e in order of e, highest first { }`
    Each {
        kind: Name,
        name: Name,
        filter: Option<Expr>,
        order: Option<(Expr, bool)>,
        body: Block,
    },
    /// `repeat while e { }`
    Repeat { condition: Expr, body: Block },
    /// `ask gm as obvious about m "text": yes/no, default no`
    Ask {
        who: Expr,
        name: Name,
        about: Vec<Expr>,
        question: Text,
        ty: Type,
        among: Option<(Name, Expr)>,
        default: Option<Expr>,
    },
    /// `cancel a as spoiled because "..."`
    Cancel {
        act: Expr,
        word: Option<Name>,
        because: Option<Text>,
    },
    /// `refuse because "..."`: the act that is being declared
    Refuse { because: Text },
    /// `refuse declarations of c because "..."`
    RefuseDeclarations { who: Expr, because: Text },
    /// `resolve acts a while e`
    Resolve { condition: Option<(Name, Expr)> },
    /// `raise damaged(c, a, n)`
    Raise { event: Name, arguments: Vec<Expr> },
    /// `do procedure(a)`
    Do {
        procedure: Name,
        arguments: Vec<Expr>,
    },
    /// `consult table(a) with roll`
    Consult {
        table: Name,
        arguments: Vec<Expr>,
        key: Expr,
    },
    /// `end combat because "..."`
    EndCombat { because: Option<Text> },
    /// `leave phase round`
    Leave { phase: Name },
    /// `note "..."`
    Note { text: Text },
    /// `new injury as i { owner = c }`
    New {
        kind: Name,
        name: Option<Name>,
        settings: Vec<(Name, Expr)>,
    },
    /// a phase inside a phase
    Phase(Box<PhaseDef>),
    /// `s rolls d6 as initiative "label"`
    Rolls {
        who: Expr,
        dice: DiceExpr,
        name: Name,
        text: Option<Text>,
    },
    /// `c declares in secret`
    Declares { who: Expr, secret: bool },
    /// `c does reposte as r next { target = a.actor }`
    Does {
        who: Expr,
        action: Name,
        name: Option<Name>,
        next: bool,
        settings: Vec<(Name, Expr)>,
    },
}

/// Dice as written: `2d6`, `d%`.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    pub count: Number,
    pub sides: Number,
    pub span: Span,
}

/// Dice whose size may be worked out: `d(weapon.die)`, `3*d(x)`.
#[derive(Clone, Debug, PartialEq)]
pub enum DiceExpr {
    Fixed(Dice),
    Sized {
        count: Option<Number>,
        sides: Box<Expr>,
        span: Span,
    },
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// What an expression is. Chains (`or`, `and`, `+`) are flat lists, so that no chain nests.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Number(Number),
    /// `2 segments`
    Quantity(Number, Name),
    Text(Text),
    Yes,
    No,
    Now,
    Gm,
    /// a bare name
    Name(Name),
    /// `orc 1`
    Numbered(Name, Number),
    /// `e.name`
    Dot(Box<Expr>, Name),
    /// `f(a, b)` and `f of a`
    Call {
        function: Name,
        arguments: Vec<Expr>,
    },
    Not(Box<Expr>),
    Minus(Box<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a or else b or else c`
    OrElse(Vec<Expr>),
    /// `if c then a else ... else z`
    If {
        branches: Vec<(Expr, Expr)>,
        otherwise: Box<Expr>,
    },
    Compare {
        op: Comparator,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `e is known` (true) or `e is missing` (false)
    Known(Box<Expr>, bool),
    /// `a + b - c`
    Sum {
        first: Box<Expr>,
        rest: Vec<(SumOp, Expr)>,
    },
    /// `a * b / c rounded down`
    Product {
        first: Box<Expr>,
        rest: Vec<(ProductOp, Expr)>,
    },
    /// `highest c.x among combatant c where e or else 0`
    Aggregate {
        op: Aggregate,
        value: Box<Expr>,
        among: Box<Among>,
        otherwise: Option<Box<Expr>>,
    },
    /// `any combatant c where e`; `every combatant c where e has e`
    Quantifier {
        every: bool,
        among: Box<Among>,
        has: Option<Box<Expr>>,
    },
    Count(Box<Among>),
    /// `the side o where e or else x`
    The {
        among: Box<Among>,
        otherwise: Option<Box<Expr>>,
    },
}

/// `combatant c where e`
#[derive(Clone, Debug, PartialEq)]
pub struct Among {
    pub kind: Name,
    pub name: Name,
    pub filter: Option<Expr>,
    pub span: Span,
}

/// Comparisons; `is` and `=` are one, `is not` and `!=` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// `+`, `-`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOp {
    Plus,
    Minus,
}

/// `*`, `/`, `mod`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductOp {
    Times,
    /// `rounded up` (true), `rounded down` (false), or unsaid, which the check refuses
    Divide {
        rounded_up: Option<bool>,
    },
    Mod,
}

/// What an aggregate makes of many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    Highest,
    Lowest,
    Sum,
}

// ------------------------------------------------------------------ scenarios

/// `scenario "title" { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    pub title: Text,
    pub entries: Vec<Entry>,
    pub span: Span,
}

/// One entry of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub kind: EntryKind,
    pub span: Span,
}

/// What an entry of a scenario is.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryKind {
    /// `rules "path"`
    Rules(Text),
    Proves(Vec<Citation>),
    /// `option tie gm_order`
    Option {
        name: Name,
        value: Value,
    },
    Seed(Number),
    /// `begin at round 1`
    BeginAt {
        phase: Name,
        number: Option<Number>,
    },
    /// `stop before round 2`, `stop after segment 4`
    Stop {
        after: bool,
        phase: Name,
        number: Option<Number>,
    },
    Side(Side),
    /// `spell sleep { casting_time 2 segments }`
    Record {
        kind: Name,
        name: Thing,
        settings: Vec<Setting>,
    },
    /// `round 1 { ... }`
    Period(Period),
    Line(Line),
    Expect(Expect),
}

/// A name in a scenario, with its number: `orc 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// `orc 1` with one space
    pub text: String,
    pub span: Span,
}

/// `side orcs: run_by_gm { orc x 3 { hp 5 } }`
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    pub name: Thing,
    pub settings: Vec<Setting>,
    pub members: Vec<Member>,
}

/// `orc x 3 { hp 5 }`
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub name: Thing,
    pub times: Option<Number>,
    pub settings: Vec<Setting>,
    pub span: Span,
}

/// `hp 6`, `hit` (yes), `no hit` (no)
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub name: Name,
    pub value: Value,
    pub span: Span,
}

/// A value in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub kind: ValueKind,
    pub span: Span,
}

/// What a value in a scenario is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    Yes,
    No,
    /// `none`: missing
    None,
    Number(Number),
    Quantity(Number, Name),
    Text(Text),
    /// a word or the name of a thing
    Thing(Thing),
}

/// `round 1 { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    pub phase: Name,
    pub number: Option<Number>,
    pub entries: Vec<Entry>,
}

/// What somebody does at the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// `party rolls 5 for initiative`
    Roll {
        who: Thing,
        faces: Vec<Number>,
        purpose: Name,
    },
    /// `gm answers yes to obvious about orc`
    Answer {
        who: Thing,
        value: Value,
        question: Name,
        about: Vec<Thing>,
    },
    /// `halvaine casts sleep at orc 1: loud`
    Declaration {
        who: Thing,
        verb: Name,
        object: Option<Thing>,
        at: Option<Thing>,
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
        who: Vec<Thing>,
        moment: Option<Moment>,
    },
    /// `expect rolls of morale in round 1 = 0`
    Rolls {
        purpose: Thing,
        moment: Option<Moment>,
        count: Number,
    },
    /// `expect acts of zed in round 2 = 1`
    Acts {
        who: Thing,
        moment: Option<Moment>,
        count: Number,
    },
    /// `expect not asked reposte about ben`
    Asked {
        asked: bool,
        question: Name,
        about: Vec<Thing>,
        moment: Option<Moment>,
    },
    /// `expect over`, `expect not over`
    Over(bool),
    /// `expect a before b`
    Relation {
        left: ActRef,
        relation: ActOrder,
        right: ActRef,
    },
    /// `expect halvaine casts sleep is spoiled`, `... does not happen`, or bare: it happens
    Act { act: ActRef, outcome: Outcome },
    /// `expect orc.hp = 3 after halda attacks orc`
    Fact { fact: Expr, at: FactMoment },
}

/// How two acts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActOrder {
    Before,
    With,
    After,
}

/// What became of an act.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Happens,
    DoesNotHappen,
    /// `void`, `refused`, `missed`, `cancelled`, or the word of a `cancel ... as WORD`
    Is(Name),
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

/// `orc 1 attacks halvaine (routine 2) in round 1 segment 4`, `halvaine begins cast`
#[derive(Clone, Debug, PartialEq)]
pub struct ActRef {
    pub actor: Thing,
    /// a verb, or the name of a stage
    pub word: Name,
    pub objects: Vec<Thing>,
    pub settings: Vec<Setting>,
    pub moment: Option<Moment>,
    pub span: Span,
}

/// `round 1 segment 4`, `count 8`
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    pub parts: Vec<(Name, Number)>,
    pub span: Span,
}
