//! A tree moved to another place of its file, because the text before it, or some words in it, have become longer or shorter.
//!
//! The lists below name every field, so that none can be forgotten.

use super::*;

/// How places move.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Step {
    /// Places from here on move.
    pub from: u32,
    /// By so many bytes, but not beyond the start of a file.
    pub by: i64,
    /// Places before that come to stand here at most.
    pub most: u32,
}

/// What has places that can move.
pub(in crate::syntax) trait Shift {
    /// Moves places.
    fn step(&mut self, step: Step);

    /// Moves all places by so many bytes.
    fn shift(&mut self, by: i64) {
        self.step(Step {
            from: 0,
            by,
            most: 0,
        });
    }
}

impl Shift for Span {
    fn step(&mut self, step: Step) {
        let moved = |at: u32| match at >= step.from {
            true => (i64::from(at) + step.by).clamp(0, i64::from(u32::MAX)) as u32,
            false => at.min(step.most),
        };
        (self.start, self.end) = (moved(self.start), moved(self.end));
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn step(&mut self, step: Step) {
        self.iter_mut().for_each(|one| one.step(step));
    }
}

impl<T: Shift> Shift for Option<T> {
    fn step(&mut self, step: Step) {
        self.iter_mut().for_each(|one| one.step(step));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn step(&mut self, step: Step) {
        (**self).step(step);
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn step(&mut self, step: Step) {
        self.0.step(step);
        self.1.step(step);
    }
}

/// Types without places.
macro_rules! still {
    ($($name:ident)*) => {$(
        impl Shift for $name {
            fn step(&mut self, _: Step) {}
        }
    )*};
}

/// Types whose fields have places.
macro_rules! structs {
    ($($name:ident { $($field:ident)* })*) => {$(
        impl Shift for $name {
            fn step(&mut self, step: Step) {
                let $name { $($field),* } = self;
                $($field.step(step);)*
            }
        }
    )*};
}

/// Types with several forms, each in brackets or braces.
macro_rules! enums {
    ($($name:ident { $($form:ident $(($($part:ident)*))? $({$($field:ident)*})?)* })*) => {$(
        impl Shift for $name {
            fn step(&mut self, step: Step) {
                match self {
                    $($name::$form $(($($part),*))? $({ $($field),* })? => {
                        $($($part.step(step);)*)?
                        $($($field.step(step);)*)?
                        _ = step;
                    })*
                }
            }
        }
    )*};
}

still! { bool String Category MissingPlace Relation ActMoment Comparator SumOp Aggregate ActOrder }

structs! {
    Name { text span }
    Text { pieces span }
    Citation { id end span }
    Allow { what because span }
    File { rules scenarios comments }
    Rules { name title extends items span }
    Item { kind allows span }
    DocumentDef { prefix first last }
    NoRuleDef { statements because }
    ItemName { text span }
    Units { defs cites span }
    UnitDef { name plural size cites }
    Number { digits negative span }
    OptionDef { name ty default text cites }
    ChoiceDef { name words cites }
    KindDef { name plural attributes cites }
    Attribute { name ty default text cites }
    Type { optional kind span }
    Parameter { ty name }
    LetDef { name parameters ty value text cites }
    TableDef { name title parameters key ty rows cites }
    Row { keys title value body cites span }
    ProcedureDef { name parameters body cites }
    EventDef { name parameters text cites }
    ActionDef { name verb title at_once takes stages cites }
    Stage { name title body cites span }
    OrderDef { name during act keys circles cites }
    Circles { guard span }
    Key { name for_acts value highest_first missing shown text cites span }
    ActKind { action stage span }
    ActBinding { name kinds }
    PlacementDef { title over act guards places cites }
    ExceptionDef { title over acts guards moves cites }
    VoidDef { title act guards because cites }
    TriggerDef { title happening guard limit body cites }
    Limit { times phase keys span }
    TacticDef { name text whom lines cites }
    TacticLine { acts guard cites span }
    TacticAct { action object at settings }
    Counting { down from to }
    PhaseDef { name title counting lasting while_ body cites span }
    Dice { count sides span }
    Expr { kind span }
    Among { kind name filter span }
    Block { statements }
    Statement { kind span }
    Scenario { title entries span }
    Entry { kind span }
    Thing { text span }
    Side { name settings members }
    Member { name times settings span }
    Setting { name value span }
    Value { kind span }
    Period { phase number entries }
    ActRef { actor word objects told settings moment span }
    Moment { parts span }
}

enums! {
    Piece {
        Plain(a)
        Hole(a)
    }
    Allowed {
        Warning { code with }
        Change(a)
    }
    ItemKind {
        Source(a)
        Document(a)
        NoRule(a)
        Uses(a)
        Remove { category name }
        RemoveEvery(a)
        Replace(a)
        SetOption { name value }
        Time(a)
        Units(a)
        Option(a)
        Choice(a)
        Kind(a)
        Let(a)
        Table(a)
        Procedure(a)
        Event(a)
        Action(a)
        Order(a)
        Placement(a)
        Exception(a)
        Void(a)
        Trigger(a)
        Tactic(a)
        Phase(a)
    }
    TypeKind {
        YesNo
        Choice(a)
        Named(a)
    }
    TableKey {
        Dice(a)
        Parameter { parameter range }
    }
    RowKey {
        Numbers { from to }
        Word(a)
    }
    Movement {
        Compare { left right mover }
        Relation { mover relation reference }
    }
    Happening {
        Act { kinds name moment }
        Signal { event names }
        Phase { phase begins }
    }
    DiceExpr {
        Fixed(a)
        Sized { count sides span }
    }
    ExprKind {
        Number(a)
        Quantity(a b)
        Text(a)
        Yes
        No
        Now
        Gm
        Name(a)
        Numbered(a b)
        Dot(a b)
        Call { function arguments }
        Not(a)
        Minus(a)
        And(a)
        Or(a)
        OrElse(a)
        If { branches otherwise }
        Compare { op left right }
        Known(a b)
        Sum { first rest }
        Product { first rest }
        Aggregate { op value among otherwise }
        Quantifier { every among has }
        Count(a)
        The { among chosen otherwise }
    }
    ProductOp {
        Times
        Divide { rounded_up }
        Mod
    }
    StatementKind {
        Set { place value }
        Add { place value }
        Subtract { place value }
        Let { name value }
        If { branches otherwise }
        Each { kind name filter order body }
        Repeat { condition body }
        Ask { who name about question ty among default }
        Cancel { act word because }
        Refuse { because }
        RefuseDeclarations { who because }
        Resolve { condition }
        Raise { event arguments }
        Do { procedure arguments }
        Consult { table arguments key }
        EndCombat { because }
        Leave { phase }
        Note { text }
        New { kind name settings }
        Phase(a)
        Rolls { who dice name text }
        Declares { who secret }
        Does { who action name next settings }
    }
    EntryKind {
        Rules(a)
        Proves(a)
        Option { name value }
        Snapshot(a)
        Seed(a)
        BeginAt { phase number }
        Stop { after phase number }
        Side(a)
        Record { kind name settings }
        Period(a)
        Line(a)
        Expect(a)
        Odds { title of }
        Tactic { name who }
    }
    Question {
        Place(a)
        Of(a)
        First(a b c)
    }
    ValueKind {
        Yes
        No
        None
        Number(a)
        Quantity(a b)
        Text(a)
        Thing(a)
    }
    Line {
        Roll { who faces purpose }
        Answer { who value question about }
        Declaration { who verb object at settings }
        Told { who words settings }
    }
    Expect {
        Order(a)
        Declared { who moment }
        Rolls { purpose moment count }
        Acts { who moment count }
        Asked { asked question about moment }
        MayNotAct { who moment }
        Over(a)
        Relation { left relation right }
        Act { act outcome }
        Fact { fact at }
    }
    Outcome {
        Happens
        DoesNotHappen
        Is(a b)
    }
    FactMoment {
        End
        After(a)
        EndOf(a)
    }
}
