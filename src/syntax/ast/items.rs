//! Rule sets and the items that define words: options, kinds, tables, actions. Only data.

use super::*;

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
    /// The warnings about it that are meant to be, wherever in it they stand.
    pub allows: Vec<Allow>,
    /// Where.
    pub span: Span,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `source "..."`: the document that is carried out.
    Source(Text),
    /// `statements DI 1..158`
    Document(DocumentDef),
    /// `no rule for DI-1, DI-96 because "a heading"`
    NoRule(NoRuleDef),
    /// `uses "lib/x.affray"`
    Uses(Text),
    /// `remove exception "x"`
    Remove {
        /// What kind of item.
        category: Category,
        /// Its name.
        name: ItemName,
    },
    /// `remove every exception`
    RemoveEvery(Category),
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
    /// `choice ...`
    Choice(ChoiceDef),
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
    /// `tactic ...`
    Tactic(TacticDef),
}

/// `statements DI 1..158`: how the statements of a document are numbered.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentDef {
    /// What stands before the numbers: `DI`.
    pub prefix: Name,
    /// The first number.
    pub first: Number,
    /// The last number, if there is more than one.
    pub last: Option<Number>,
}

/// `no rule for DI-1, DI-96..98 because "a heading"`
#[derive(Clone, Debug, PartialEq)]
pub struct NoRuleDef {
    /// The statements that need no rule.
    pub statements: Vec<Citation>,
    /// Why.
    pub because: Text,
}

/// The kinds of items that have a name, for `remove` and `replace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// `option ...`
    Option,
    /// `choice ...`
    Choice,
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
    /// `tactic ...`
    Tactic,
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

/// `choice NAME: a | b | c`: a name for a choice of words, to be used as a type.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceDef {
    /// Its name.
    pub name: Name,
    /// Two or more.
    pub words: Vec<Name>,
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
#[expect(
    clippy::large_enum_variant,
    reason = "there are few tables, and each has one key"
)]
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
