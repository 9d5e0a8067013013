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
    /// Its name.
    pub name: Name,
    /// What it is called in the transcript.
    pub title: Option<Text>,
    /// The file that it changes.
    pub extends: Option<Text>,
    /// In order.
    pub items: Vec<Item>,
    /// Where.
    pub span: Span,
}

/// One item of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where.
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
        /// What kind of item.
        category: Category,
        /// Its name.
        name: ItemName,
    },
    /// `replace ITEM`
    Replace(Box<Item>),
    /// `set option x = y`
    SetOption {
        /// Its name.
        name: Name,
        /// The value.
        value: Expr,
    },
    /// `time { ... }`
    Time(Units),
    /// `units { ... }`
    Units(Units),
    /// `option ...`
    Option(OptionDef),
    /// `kind ...`
    Kind(KindDef),
    /// `let f(a x) = e`
    Let(LetDef),
    /// `table ...`
    Table(TableDef),
    /// `procedure ...`
    Procedure(ProcedureDef),
    /// `event ...`
    Event(EventDef),
    /// `action ...`
    Action(ActionDef),
    /// `order ...`
    Order(OrderDef),
    /// `placement ...`
    Placement(PlacementDef),
    /// `exception ...`
    Exception(ExceptionDef),
    /// `void ...`
    Void(VoidDef),
    /// `trigger ...`
    Trigger(TriggerDef),
    /// `phase ...`
    Phase(PhaseDef),
}

/// The kinds of items that have a name, for `remove` and `replace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// `option ...`
    Option,
    /// `kind ...`
    Kind,
    /// `let ...`
    Let,
    /// `table ...`
    Table,
    /// `procedure ...`
    Procedure,
    /// `event ...`
    Event,
    /// `action ...`
    Action,
    /// `order ...`
    Order,
    /// `placement ...`
    Placement,
    /// `exception ...`
    Exception,
    /// `void ...`
    Void,
    /// `trigger ...`
    Trigger,
    /// `phase ...`
    Phase,
}

/// The name of an item: a name, or the text of its title.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemName {
    /// What it means, in a few words.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// The units of a `time` or `units` block.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    /// In order.
    pub defs: Vec<UnitDef>,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// `round, rounds = 10 segments`
#[derive(Clone, Debug, PartialEq)]
pub struct UnitDef {
    /// Its name.
    pub name: Name,
    /// Its name for several.
    pub plural: Option<Name>,
    /// number and unit it is made of
    pub size: Option<(Number, Name)>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// A number as written (digits only); the check reads it, within its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Without sign.
    pub digits: String,
    /// Whether a minus stands before it.
    pub negative: bool,
    /// Where.
    pub span: Span,
}

/// `option NAME: TYPE = DEFAULT "text"`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDef {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// What it is unless something else is said.
    pub default: Expr,
    /// What it means, in a few words.
    pub text: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `kind weapon, weapons { ... }`; also adds attributes to `combat`, `side`, `combatant`, `act`.
#[derive(Clone, Debug, PartialEq)]
pub struct KindDef {
    /// Its name.
    pub name: Name,
    /// Its name for several.
    pub plural: Option<Name>,
    /// In order.
    pub attributes: Vec<Attribute>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `hp: number = 8 "hit points"`
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// What it is unless something else is said.
    pub default: Option<Expr>,
    /// What it means, in a few words.
    pub text: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Whether it can be missing.
    pub optional: bool,
    /// What it is.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// What kind of type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `yes/no`
    YesNo,
    /// `a | b | c`
    Choice(Vec<Name>),
    /// `number`, `text`, `action`, `stage`, a unit, a kind
    Named(Name),
}

/// `TYPE NAME`
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Name,
}

/// `let NAME(params): TYPE = EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct LetDef {
    /// Its name.
    pub name: Name,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// Its type.
    pub ty: Option<Type>,
    /// Its value.
    pub value: Expr,
    /// What it means, in a few words.
    pub text: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `table NAME "title" (params) on KEY: TYPE { rows }`
#[derive(Clone, Debug, PartialEq)]
pub struct TableDef {
    /// Its name.
    pub name: Name,
    /// What it is called in the transcript.
    pub title: Option<Text>,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// What it is looked up by.
    pub key: TableKey,
    /// Its type.
    pub ty: Option<Type>,
    /// In order.
    pub rows: Vec<Row>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// What a table is looked up by.
#[derive(Clone, Debug, PartialEq)]
pub enum TableKey {
    /// `on d20`: from the lowest to the highest face sum
    Dice(Dice),
    /// `on number n from 1 to 6`, `on damage_type t`, `on action a`
    Parameter {
        /// What is looked up.
        parameter: Parameter,
        /// From where to where.
        range: Option<(Expr, Expr)>,
    },
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The most important first.
    pub keys: Vec<RowKey>,
    /// What it is called in the transcript.
    pub title: Option<Text>,
    /// Its value.
    pub value: Option<Expr>,
    /// What it does.
    pub body: Option<Block>,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKey {
    /// `3` or `3..6`
    Numbers {
        /// The number, or the first one.
        from: Number,
        /// The last one.
        to: Option<Number>,
    },
    /// a word
    Word(Name),
}

/// `procedure NAME(params) { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct ProcedureDef {
    /// Its name.
    pub name: Name,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub body: Block,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `event NAME(params) "text"`
#[derive(Clone, Debug, PartialEq)]
pub struct EventDef {
    /// Its name.
    pub name: Name,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// What it means, in a few words.
    pub text: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `action NAME, verb "title" at once { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDef {
    /// Its name.
    pub name: Name,
    /// third person, if it is not the name with an `s`
    pub verb: Option<Name>,
    /// what the transcript says of it: `"attacks {target}"`
    pub title: Option<Text>,
    /// Whether it is done at once, outside the line.
    pub at_once: bool,
    /// the attributes that a declaration names without saying so: `takes spell at target`
    pub takes: Option<(Name, Option<Name>)>,
    /// empty: an act with neither effect nor stage
    pub stages: Vec<Stage>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `stage begins "begins to cast {spell}" { ... }`; a plain `does { ... }` is one stage without a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its name.
    pub name: Option<Name>,
    /// What it is called in the transcript.
    pub title: Option<Text>,
    /// What it does.
    pub body: Block,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// `order NAME during PHASE of act a { keys }`
#[derive(Clone, Debug, PartialEq)]
pub struct OrderDef {
    /// Its name.
    pub name: Option<Name>,
    /// The phase for which it holds.
    pub during: Option<Name>,
    /// The name of the act in it.
    pub act: Name,
    /// The most important first.
    pub keys: Vec<Key>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `by NAME: for strike | shoot: EXPR, lowest first, missing last "label"`
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: Option<Name>,
    /// empty: for every act
    pub for_acts: Vec<ActKind>,
    /// Its value.
    pub value: Expr,
    /// Whether the highest comes first; otherwise the lowest.
    pub highest_first: bool,
    /// Where acts stand that have none.
    pub missing: Option<MissingPlace>,
    /// Whether the transcript shows it.
    pub shown: bool,
    /// What it means, in a few words.
    pub text: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// Where an act stands whose key is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPlace {
    /// Before all others.
    First,
    /// After all others.
    Last,
    /// Where the game master says.
    Ask,
}

/// `act`, `cast`, `cast.completes`
#[derive(Clone, Debug, PartialEq)]
pub struct ActKind {
    /// `None` for any act
    pub action: Option<Name>,
    /// The stage, if only one is meant.
    pub stage: Option<Name>,
    /// Where.
    pub span: Span,
}

/// `blow: strike | shoot`
#[derive(Clone, Debug, PartialEq)]
pub struct ActBinding {
    /// Its name.
    pub name: Name,
    /// Any of these.
    pub kinds: Vec<ActKind>,
}

/// `placement "title" over "x" { for a: attack  when E  place KEY = E }`
#[derive(Clone, Debug, PartialEq)]
pub struct PlacementDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// What it outweighs.
    pub over: Vec<Text>,
    /// The name of the act in it.
    pub act: Option<ActBinding>,
    /// All of them must hold.
    pub guards: Vec<Expr>,
    /// Keys and what they become.
    pub places: Vec<(Name, Expr)>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `exception "title" over "x" { for a: strike, b: cast  when E  compare X with Y: a moves }`
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptionDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// What it outweighs.
    pub over: Vec<Text>,
    /// The two acts.
    pub acts: Option<(ActBinding, ActBinding)>,
    /// All of them must hold.
    pub guards: Vec<Expr>,
    /// What becomes of them.
    pub moves: Option<Movement>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// Which act moves, and how.
#[derive(Clone, Debug, PartialEq)]
pub enum Movement {
    /// `compare X with Y: s moves`: s waits when X > Y, joins when equal, goes ahead when X < Y
    Compare {
        /// Left of the sign or word.
        left: Expr,
        /// Right of it.
        right: Expr,
        /// The act that moves.
        mover: Name,
    },
    /// `a waits for b`
    Relation {
        /// The act that moves.
        mover: Name,
        /// How.
        relation: Relation,
        /// The act that it moves in relation to.
        reference: Name,
    },
}

/// The relations that an exception can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `a waits for b`
    Waits,
    /// `a goes ahead of b`
    GoesAhead,
    /// `a joins b`
    Joins,
    /// `a not before b`
    NotBefore,
    /// `a not after b`
    NotAfter,
    /// `a leads b`: directly before.
    Leads,
    /// `a trails b`: directly after.
    Trails,
}

/// `void "title" { for a: act  when E  because "dead" }`
#[derive(Clone, Debug, PartialEq)]
pub struct VoidDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// The name of the act in it.
    pub act: Option<ActBinding>,
    /// All of them must hold.
    pub guards: Vec<Expr>,
    /// The reason that is told.
    pub because: Option<Text>,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// `trigger "title" { when ... if E  limit ...  statements }`
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerDef {
    /// What it is called in the transcript.
    pub title: Text,
    /// What sets it off.
    pub happening: Happening,
    /// What must hold then.
    pub guard: Option<Expr>,
    /// How often it can happen.
    pub limit: Option<Limit>,
    /// What it does.
    pub body: Block,
    /// What it carries out.
    pub cites: Vec<Citation>,
}

/// What a trigger waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// `before charge.blow b`, `when attack | shoot a resolves`, `when act a is declared`
    Act {
        /// Any of these.
        kinds: Vec<ActKind>,
        /// Its name.
        name: Name,
        /// When.
        moment: ActMoment,
    },
    /// `when damaged(c, a, n)`
    Signal {
        /// Which.
        event: Name,
        /// Names for its values.
        names: Vec<Name>,
    },
    /// `when phase round begins`
    Phase {
        /// Which.
        phase: Name,
        /// When it begins; otherwise when it ends.
        begins: bool,
    },
}

/// The moments in the life of an act that a trigger can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActMoment {
    /// about to be carried out; its batch has not begun
    Before,
    /// It has been carried out.
    Resolves,
    /// Somebody has declared it.
    Declared,
    /// It has come into the line.
    Added,
    /// It has been cancelled.
    Cancelled,
    /// It could not be carried out.
    Void,
    /// Its place has gone by.
    Missed,
}

/// `limit once per round for c, a.actor`
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// How often; once if unsaid.
    pub times: Option<Number>,
    /// The phase.
    pub phase: Name,
    /// The most important first.
    pub keys: Vec<Expr>,
    /// Where.
    pub span: Span,
}

/// `phase NAME "title" counting from A to B lasting E while E { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseDef {
    /// Its name.
    pub name: Name,
    /// What it is called in the transcript.
    pub title: Option<Text>,
    /// From where to where it counts.
    pub counting: Option<(Expr, Option<Expr>)>,
    /// How long one count lasts.
    pub lasting: Option<Expr>,
    /// What must hold for it to begin again.
    pub while_: Option<Expr>,
    /// What it does.
    pub body: Block,
    /// What it carries out.
    pub cites: Vec<Citation>,
    /// Where.
    pub span: Span,
}

/// Statements in braces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// In order.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `set c.hp = e`
    Set {
        /// What changes.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `add e to c.hp`
    Add {
        /// What changes.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `subtract e from c.hp`
    Subtract {
        /// What changes.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `let x = e`
    Let {
        /// Its name.
        name: Name,
        /// The value.
        value: Expr,
    },
    /// `if .. { } else if .. { } else { }`
    If {
        /// Conditions, each with what it leads to.
        branches: Vec<(Expr, Block)>,
        /// What is left when nothing else holds.
        otherwise: Option<Block>,
    },
    /// `each combatant c where e in order of e, highest first { }`
    Each {
        /// What it is one of.
        kind: Name,
        /// Its name.
        name: Name,
        /// Those for which it holds.
        filter: Option<Expr>,
        /// In which order, and whether the highest comes first.
        order: Option<(Expr, bool)>,
        /// What is done.
        body: Block,
    },
    /// `repeat while e { }`
    Repeat {
        /// While it holds.
        condition: Expr,
        /// What is done.
        body: Block,
    },
    /// `ask gm as obvious about m "text": yes/no, default no`
    Ask {
        /// Who.
        who: Expr,
        /// Its name.
        name: Name,
        /// What it is about.
        about: Vec<Expr>,
        /// What is asked.
        question: Text,
        /// What can be answered.
        ty: Type,
        /// What is searched.
        among: Option<(Name, Expr)>,
        /// The answer when nobody answers.
        default: Option<Expr>,
    },
    /// `cancel a as spoiled because "..."`
    Cancel {
        /// Which act.
        act: Expr,
        /// What it is called then.
        word: Option<Name>,
        /// Why.
        because: Option<Text>,
    },
    /// `refuse because "..."`: the act that is being declared
    Refuse {
        /// Why.
        because: Text,
    },
    /// `refuse declarations of c because "..."`
    RefuseDeclarations {
        /// Who.
        who: Expr,
        /// Why.
        because: Text,
    },
    /// `resolve acts a while e`
    Resolve {
        /// While it holds.
        condition: Option<(Name, Expr)>,
    },
    /// `raise damaged(c, a, n)`
    Raise {
        /// Which.
        event: Name,
        /// In order.
        arguments: Vec<Expr>,
    },
    /// `do procedure(a)`
    Do {
        /// Which.
        procedure: Name,
        /// In order.
        arguments: Vec<Expr>,
    },
    /// `consult table(a) with roll`
    Consult {
        /// Which.
        table: Name,
        /// In order.
        arguments: Vec<Expr>,
        /// What is looked up.
        key: Expr,
    },
    /// `end combat because "..."`
    EndCombat {
        /// Why.
        because: Option<Text>,
    },
    /// `leave phase round`
    Leave {
        /// Which.
        phase: Name,
    },
    /// `note "..."`
    Note {
        /// What is told.
        text: Text,
    },
    /// `new injury as i { owner = c }`
    New {
        /// What it is one of.
        kind: Name,
        /// Its name.
        name: Option<Name>,
        /// What is said of it.
        settings: Vec<(Name, Expr)>,
    },
    /// a phase inside a phase
    Phase(Box<PhaseDef>),
    /// `s rolls d6 as initiative "label"`
    Rolls {
        /// Who.
        who: Expr,
        /// Which dice.
        dice: DiceExpr,
        /// Its name.
        name: Name,
        /// What is told.
        text: Option<Text>,
    },
    /// `c declares in secret`
    Declares {
        /// Who.
        who: Expr,
        /// Whether the others do not learn it.
        secret: bool,
    },
    /// `c does reposte as r next { target = a.actor }`
    Does {
        /// Who.
        who: Expr,
        /// What.
        action: Name,
        /// Its name.
        name: Option<Name>,
        /// Whether as the very next batch.
        next: bool,
        /// What is said of it.
        settings: Vec<(Name, Expr)>,
    },
}

/// Dice as written: `2d6`, `d%`.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// How many.
    pub count: Number,
    /// How many sides each has.
    pub sides: Number,
    /// Where.
    pub span: Span,
}

/// Dice whose size may be worked out: `d(weapon.die)`, `3*d(x)`.
#[derive(Clone, Debug, PartialEq)]
pub enum DiceExpr {
    /// `2d6`
    Fixed(Dice),
    /// `3*d(x)`
    Sized {
        /// How many.
        count: Option<Number>,
        /// How many sides each has.
        sides: Box<Expr>,
        /// Where.
        span: Span,
    },
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What an expression is. Chains (`or`, `and`, `+`) are flat lists, so that no chain nests.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `3`
    Number(Number),
    /// `2 segments`
    Quantity(Number, Name),
    /// `"..."`
    Text(Text),
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `now`: the place of the clock.
    Now,
    /// `gm`: the game master.
    Gm,
    /// a bare name
    Name(Name),
    /// `orc 1`
    Numbered(Name, Number),
    /// `e.name`
    Dot(Box<Expr>, Name),
    /// `f(a, b)` and `f of a`
    Call {
        /// Which.
        function: Name,
        /// In order.
        arguments: Vec<Expr>,
    },
    /// `not e`
    Not(Box<Expr>),
    /// `-e`
    Minus(Box<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a or else b or else c`
    OrElse(Vec<Expr>),
    /// `if c then a else ... else z`
    If {
        /// Conditions, each with what it leads to.
        branches: Vec<(Expr, Expr)>,
        /// What is left when nothing else holds.
        otherwise: Box<Expr>,
    },
    /// `a < b`
    Compare {
        /// Which.
        op: Comparator,
        /// Left of the sign or word.
        left: Box<Expr>,
        /// Right of it.
        right: Box<Expr>,
    },
    /// `e is known` (true) or `e is missing` (false)
    Known(Box<Expr>, bool),
    /// `a + b - c`
    Sum {
        /// The first part.
        first: Box<Expr>,
        /// The other parts, each with the sign before it.
        rest: Vec<(SumOp, Expr)>,
    },
    /// `a * b / c rounded down`
    Product {
        /// The first part.
        first: Box<Expr>,
        /// The other parts, each with the sign before it.
        rest: Vec<(ProductOp, Expr)>,
    },
    /// `highest c.x among combatant c where e or else 0`
    Aggregate {
        /// Which.
        op: Aggregate,
        /// The value.
        value: Box<Expr>,
        /// What is searched.
        among: Box<Among>,
        /// What is left when nothing else holds.
        otherwise: Option<Box<Expr>>,
    },
    /// `any combatant c where e`; `every combatant c where e has e`
    Quantifier {
        /// Every one; otherwise any.
        every: bool,
        /// What is searched.
        among: Box<Among>,
        /// What they must have.
        has: Option<Box<Expr>>,
    },
    /// `count combatant c where e`
    Count(Box<Among>),
    /// `the side o where e or else x`
    The {
        /// What is searched.
        among: Box<Among>,
        /// What is left when nothing else holds.
        otherwise: Option<Box<Expr>>,
    },
}

/// `combatant c where e`
#[derive(Clone, Debug, PartialEq)]
pub struct Among {
    /// What it is.
    pub kind: Name,
    /// Its name.
    pub name: Name,
    /// What must hold for those that count.
    pub filter: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// Comparisons; `is` and `=` are one, `is not` and `!=` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// `+`, `-`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `*`, `/`, `mod`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductOp {
    /// `*`
    Times,
    /// `rounded up` (true), `rounded down` (false), or unsaid, which the check refuses
    Divide {
        /// Up, down, or unsaid.
        rounded_up: Option<bool>,
    },
    /// `mod`
    Mod,
}

/// What an aggregate makes of many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// `highest`
    Highest,
    /// `lowest`
    Lowest,
    /// `sum`
    Sum,
}

// ------------------------------------------------------------------ scenarios

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

/// `orc 1 attacks ann (routine 2) in round 1 segment 4`, `ann begins cast`
#[derive(Clone, Debug, PartialEq)]
pub struct ActRef {
    /// Who acts.
    pub actor: Thing,
    /// a verb, or the name of a stage
    pub word: Name,
    /// What or whom it is about.
    pub objects: Vec<Thing>,
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
