//! The instructions of a program. Operands of type [`Register`] name a place of the present frame; [`Address`] is an index into the code.
//!
//! Every instruction fits into sixteen bytes. What needs more operands refers to a table of the [`Image`](super::Image).

use super::dependencies::Part;
use super::image::{AskSiteId, AskedActionsId, BodyId, RollSiteId};
pub use super::operation::{Address, Register};
use super::operation::{Arithmetic, Covered, JumpComparison};
use crate::ruleset::{
    ActMoment, ActionId, EventId, FunctionId, KindId, OptionId, PairKind, PhaseId, QueryKind, Slot,
    TableId, TemplateId, TriggerId, Value, WordId,
};

/// One instruction. The fields are named for what they hold; `to` is where a value is put, `target` and `done` where the run goes on.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug)]
#[rustfmt::skip]
pub enum Instruction {
    /// Loads a constant.
    Constant { to: Register, value: Value },
    /// Copies a register.
    Copy { to: Register, from: Register },
    /// Loads the setting of an option.
    Option { to: Register, option: OptionId },
    /// Loads the number of a repeated phase.
    Counter { to: Register, phase: PhaseId },
    /// Loads the clock.
    Now { to: Register },
    /// Loads an attribute; missing if the record is.
    Attribute { to: Register, of: Register, kind: u16, part: Part, slot: Slot },
    /// Loads an attribute of the combat.
    Combat { to: Register, part: Part, slot: Slot },
    /// Loads an attribute of the record that is an attribute of another; missing if either record is.
    Path { to: Register, of: Register, kinds: [u8; 2], parts: [Part; 2], slots: [Slot; 2] },
    /// An arithmetic operation.
    Arithmetic { operation: Arithmetic, to: Register, left: Register, right: Register },
    /// Whether a record is one of several.
    Contains { to: Register, record: Register, set: Register },
    /// Faults where the register is missing.
    Present { of: Register },
    /// Adds one.
    Increment { of: Register },
    /// The highest, lowest or sum so far of a query.
    Accumulate { query: QueryKind, best: Register, value: Register },
    /// The record with the highest or lowest value so far of a query, and that value; of equal ones the first.
    Select { highest: bool, most: Register, value: Register, best: Register, record: Register },
    /// Faults where `the` found more than one record.
    AtMostOne { found: Register },
    /// Faults: `the` found no record.
    NoRecord,
    /// A fault: too many expressions lie in each other.
    TooDeep,
    /// Marks something as exercised.
    Cover { what: Covered },
    /// The record that stands between two; missing if one of them is, or if both are the same.
    Between { to: Register, one: Register, other: Register, pair: PairKind },

    /// Goes on at an address.
    Jump { target: Address },
    /// Where a register is true (or, without `when`, is not).
    JumpIf { of: Register, when: bool, target: Address },
    /// Where a register is missing, or is not.
    JumpIfMissing { of: Register, when: bool, target: Address },
    /// Where two registers are equal, or are not.
    JumpIfEqual { left: Register, right: Register, when: bool, target: Address },
    /// Where a register holds this value, or does not.
    JumpIfIs { of: Register, when: bool, value: i32, target: Address },
    /// Where two numbers compare so, or do not.
    JumpIfOrdered { order: JumpComparison, left: Register, right: Register, when: bool, target: Address },
    /// Where a number is below a constant, or is not.
    JumpIfBelow { of: Register, when: bool, value: i32, target: Address },
    /// Where an attribute holds this value, or does not.
    JumpIfAttribute { of: Register, kind: u8, part: Part, when: bool, slot: Slot, value: i32, target: Address },
    /// Where an attribute equals a register, or does not.
    JumpIfAttributeEqual { of: Register, kind: u8, part: Part, when: bool, slot: Slot, right: Register, target: Address },
    /// Where a number that is an attribute is below a constant, or is not.
    JumpIfAttributeBelow { of: Register, kind: u8, part: Part, when: bool, slot: Slot, value: i32, target: Address },
    /// Where an attribute is missing, or is not.
    JumpIfAttributeMissing { of: Register, kind: u8, part: Part, when: bool, slot: Slot, target: Address },
    /// Where an attribute of the combat holds this value, or does not.
    JumpIfCombat { part: Part, when: bool, slot: Slot, value: i32, target: Address },
    /// The next record of a kind; where there is none, goes on at an address. Costs a step.
    NextRecord { kind: u16, place: Register, to: Register, done: Address },
    /// The next record of a kind whose attribute equals a register, or does not; where there is none, goes on at an address. Costs a step for each
    /// record that it looks at.
    NextWhere { kind: u8, part: Part, when: bool, slot: Slot, right: Register, place: Register, to: Register, done: Address },

    // Calls. A callee's frame begins at the register `first` of the caller, where its arguments are.
    /// Calls a definition; its value is left in `first`.
    Call { first: Register, target: Address },
    /// Before a call: where the value of a definition is known for the record in `of`, puts it into `first` and goes on at an address; otherwise puts
    /// the record there.
    Recall { first: Register, of: Register, function: FunctionId, target: Address },
    /// After it: keeps the value.
    Keep { first: Register },
    /// Calls the row of a table that stands for the last argument; its value is left in `first`.
    Lookup { first: Register, key: Register, table: TableId },
    /// Enters a body of statements, which needs so many registers. So many of them are given; the names behind those are missing at first.
    Enter { body: BodyId, registers: Register, given: Register, names: Register },
    /// Calls a body of statements.
    CallBody { first: Register, target: Address },
    /// Returns from a definition with a constant.
    ReturnConstant { value: Value },
    /// Returns from a definition with the value of a register.
    Return { of: Register },
    /// Returns from a body of statements.
    ReturnBody,

    // Control flow of statements.
    /// A statement begins: costs a step.
    Step,
    /// Behind a call of a body: goes on at `target` unless control flows on, and otherwise at `on`, behind jumps that follow: statements that end
    /// the combat have asked for that themselves. Costs a step where the one that stood there is passed over.
    JumpUnlessOn { target: Address, on: Address, steps: bool },
    /// Ends the combat here if an act or a trigger has ended it; goes on at `target` then, and otherwise at `on`, likewise.
    JumpIfOver { target: Address, on: Address, steps: bool },
    /// Control leaves a phase.
    Leave { phase: PhaseId },
    /// Control leaves a turn.
    LeaveTurn { phase: PhaseId },
    /// The combat ends; the reason was [said](Instruction::SayEnd).
    EndCombat { has_reason: bool },
    /// An act or a trigger is over: that it ends the combat is noted, that it leaves a phase has no effect.
    Absorb,

    // Texts.
    /// Begins a text.
    SayBegin,
    /// The value of a hole.
    Hole { of: Register },
    /// Ends a text.
    SayEnd { template: TemplateId },

    // Changes.
    /// Adds to a name (or takes from it).
    AddTo { to: Register, of: Register, subtract: bool },
    /// Sets an attribute.
    Set { kind: u16, slot: Slot, record: Register, value: Register },
    /// Adds to an attribute (or takes from it).
    Add { kind: u16, slot: Slot, record: Register, value: Register, subtract: bool },
    /// Gives a new record an attribute.
    Give { kind: u16, slot: Slot, record: Register, value: Register },
    /// Gives a new record the defaults of the attributes that it has not.
    Defaults { kind: KindId, record: Register, first: Register },

    // Lists of records.
    /// The end of the stack of records.
    Mark { to: Register },
    /// Pushes a record.
    Push { of: Register },
    /// The next record of a kind, not of acts, that is in either of two registers; where there is none, goes on at an address. Costs a step.
    NextEither { kind: u8, left: Register, right: Register, place: Register, to: Register, done: Address },
    /// The next record between two marks; where there is none, goes on at an address.
    NextOf { place: Register, end: Register, to: Register, done: Address },
    /// Pushes what a record is sorted by.
    SortKey { of: Register, record: Register, highest_first: bool },
    /// Sorts the records behind a mark; equal ones by number or, if they are sorted again, as they stand.
    Sort { from: Register, again: bool },
    /// Takes the stack of records back to a mark.
    Release { to: Register },

    // People.
    /// Rolls dice; the result is put into a register.
    Roll { site: RollSiteId, to: Register, who: Register, count: Register, sides: Register, number: Register },
    /// Asks a person.
    Ask { site: AskSiteId, to: Register },
    /// Jumps to an address if the question was left to its default.
    JumpUnanswered { target: Address },
    /// Faults unless the answer is one of those that the question allows.
    CheckAnswer { site: AskSiteId, of: Register, first: Register },
    /// Faults: the answer is a record that the question does not allow.
    RefuseAnswer { site: AskSiteId, of: Register, first: Register },
    /// Writes down the answer.
    Answered { site: AskSiteId, of: Register },
    /// Asks a combatant for its declarations, which are pushed as records are.
    Declare { who: Register, start: Register, refused: bool, one: bool, actions: AskedActionsId, first: Register },
    /// Goes on behind what settles the declarations if there are none and nothing is to be settled.
    JumpSilent { start: Register, target: Address },
    /// The next declared act between two marks; where there is none, goes on at an address.
    NextDeclared { place: Register, end: Register, to: Register, first: Register, done: Address },
    /// Writes down that an act is declared.
    Declared { act: Register, secret: bool, first: Register },
    /// Refuses an act, for the reason that was said.
    RefuseAct { act: Register },
    /// The act that was declared last is seen from now on, and comes into the line if it is not refused.
    Judged { act: Register },
    /// All acts between two marks are declared.
    AllDeclared { start: Register, end: Register },

    // Acts, records, events.
    /// Refuses the act that is being declared, for the reason that was said.
    Refuse,
    /// Makes an act.
    MakeAct { to: Register, actor: Register, action: ActionId },
    /// An act comes into the line when all is settled that happened before.
    Join { act: Register, next: bool },
    /// Cancels an act.
    Cancel { act: Register, word: WordId, has_reason: bool },
    /// Raises an event with the values from a register on.
    Raise { event: EventId, first: Register },
    /// Carries out the row of a table.
    Consult { table: TableId, first: Register, key: Register },
    /// Makes a record.
    Make { kind: KindId, to: Register },
    /// Writes down that a record was made.
    Made { kind: KindId, record: Register },
    /// Writes down a remark.
    Note,

    // Phases.
    /// A phase is about to be carried out: stops the run if the scenario does so here.
    JumpIfStopped { phase: PhaseId, target: Address },
    /// A counting phase begins. From `number` on there are four registers: the number, the last number, how often it has repeated, and the number
    /// before. Goes on at an address if the scenario says with which number it begins.
    BeginCounting { phase: PhaseId, number: Register, target: Address },
    /// The next repetition of a counting phase; where there is none, goes on at an address.
    NextRepetition { phase: PhaseId, number: Register, done: Address },
    /// The turn of the record in a register is next; where it is missing, goes on at an address.
    NextTurn { phase: PhaseId, number: Register, done: Address },
    /// The number of a phase becomes what is in a register: no further repetition begins, or no turn is left.
    SetCounter { phase: PhaseId, of: Register },
    /// The condition of a repeated phase holds: the repetition begins unless the scenario has nothing more to say.
    Repeat { phase: PhaseId, number: Register, done: Address },
    /// The clock goes on.
    Elapse { of: Register },
    /// A phase begins; its number is in a register.
    BeginPhase { phase: PhaseId, number: Register },
    /// A phase ends.
    EndPhase { phase: PhaseId, number: Register },
    /// A repetition of a repeated phase is over; goes on at an address.
    Repeated { phase: PhaseId, number: Register, target: Address },
    /// Keeps how control flows in a register, and flows on; goes on at an address if the combat is over.
    SaveFlow { to: Register, over: Address },
    /// Control flows as it did.
    RestoreFlow { of: Register },
    /// Control that left this phase flows on.
    Arrive { phase: PhaseId },
    /// Here control goes on that has left a turn of a phase.
    ArriveTurn { phase: PhaseId },
    /// The procedure begins with the phase that the scenario names: goes on at an address if it is a later one.
    JumpBeforeBegin { phase: PhaseId, target: Address },
    /// The run is over.
    Finish,

    // Triggers.
    /// Settles what has happened, unless a batch or a trigger is in hand.
    SettleOutside { first: Register },
    /// Settles what has happened.
    Settle { first: Register },
    /// Begins to settle.
    BeginSettling { outer: Register },
    /// Calls what answers the next thing that has happened; where there is none, goes on at an address.
    NextPending { first: Register, done: Address },
    /// All is settled.
    EndSettling { outer: Register },
    /// Calls the triggers of a moment of an act, at a stage or (without a register of one) at its present stage.
    Moment { moment: ActMoment, act: Register, stage: std::option::Option<Register>, first: Register },
    /// A trigger is asked; faults where that leads on and on.
    Link { trigger: TriggerId },
    /// Goes on at an address if a trigger `before` is done with an act, or the act does not come any more.
    JumpIfAnnounced { trigger: TriggerId, act: Register, first: Register, target: Address },
    /// Counts a response against the limit of a trigger, for the values from a register on; whether it was used up.
    Limit { trigger: TriggerId, first: Register, to: Register },
    /// A trigger responds.
    Respond { trigger: TriggerId, act: Register },
    /// A trigger does not respond.
    Withhold { trigger: TriggerId, act: Register, used_up: bool },
    /// Triggers respond from now on; two registers keep what was before.
    BeginResponse { keep: Register, declared: bool },
    /// What was before.
    EndResponse { keep: Register },

    // The line.
    /// Faults within a batch or a trigger.
    BeginResolving,
    /// Orders the acts anew if anything has changed; faults of it have no place.
    Arrange { first: Register },
    /// Begins to order the acts: evaluates voids and keys. Goes on at an address if the line stands as it is.
    BeginLine { first: Register, stands: Address },
    /// Asks where an act stands whose key is missing; goes on at an address if none is left.
    AskPlace { done: Address },
    /// Orders the acts.
    OrderLine { first: Register },
    /// The next act whose place has gone by; where there is none, goes on at an address.
    NextMissed { place: Register, act: Register, done: Address },
    /// Goes on at an address if the line is to be ordered anew.
    JumpIfStale { any: Register, target: Address },
    /// The first act of the line. Goes on at `none` if there is no act, at `next` if it comes as the very next batch.
    First { to: Register, none: Address, next: Address },
    /// The first act has to wait.
    Waits { act: Register, condition: u32 },
    /// A statement or a phase is about to look at its condition.
    Chooses { condition: u32 },
    /// Takes the batch at the head.
    TakeBatch { count: Register },
    /// The next act of the batch that is to be announced; where there is none, goes on at an address.
    NextAnnounced { place: Register, act: Register, first: Register, done: Address },
    /// Goes on at an address if the acts are to be asked anew.
    JumpIfAnnouncedAnew { count: Register, target: Address },
    /// The batch begins, taken from the head unless it was; goes on at an address if all its acts are void.
    BeginBatch { first: Register, target: Address },
    /// Carries out the next act of the batch; where there is none, the changes of the batch come into force, and the run goes on at an address.
    NextAct { place: Register, first: Register, done: Address },
    /// The batch and what it set off are over.
    EndBatch,
    /// An act comes into the line: goes on at an address if it does not wait any more.
    BeginJoin { act: Register, cause: Register, next: Register, first: Register, target: Address },
    /// Goes on at an address if an act does not wait any more.
    JumpUnlessWaiting { act: Register, target: Address },
    /// Carries out the next stage of an act that never stands in the line; where there is none, or the act stands in the line, goes on at an address.
    NextAtOnce { act: Register, stage: Register, first: Register, done: Address },
    /// The act stands in the line now.
    EndJoin { act: Register, next: Register },

    // What the line works out.
    /// The value of the next key, and the placement that gave it.
    Key { of: Register, placement: u32 },
    /// The next key does not order the act.
    NoKey,
    /// The exception applies (or which of its guards says no); what it compares is in two registers.
    Ruling { failed: u16, left: Register, right: Register },
}
