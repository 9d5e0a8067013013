//! Where instructions lead.

use super::code::{Address, Instruction};

/// Where an instruction leads.
pub(super) enum JumpTarget<'i> {
    /// It may jump to an address, which is a label until its body is emitted.
    Jump(&'i mut Address),
    /// It calls a definition, which is a number until the program is linked.
    Function(&'i mut Address),
    /// It calls a body of statements, likewise.
    Body(&'i mut Address),
}

impl Instruction {
    /// Calls `visit` with all to which the instruction leads.
    pub(super) fn each_target(&mut self, visit: &mut dyn FnMut(JumpTarget<'_>)) {
        use Instruction::*;
        match self {
            Jump { target }
            | JumpIf { target, .. }
            | JumpIfMissing { target, .. }
            | JumpIfEqual { target, .. }
            | JumpIfIs { target, .. }
            | JumpIfOrdered { target, .. }
            | JumpIfBelow { target, .. }
            | JumpIfAttribute { target, .. }
            | JumpIfAttributeEqual { target, .. }
            | JumpIfAttributeBelow { target, .. }
            | JumpIfAttributeMissing { target, .. }
            | JumpIfCombat { target, .. }
            | JumpUnlessOn { target, .. }
            | JumpIfOver { target, .. }
            | Recall { target, .. }
            | JumpUnanswered { target }
            | JumpSilent { target, .. }
            | JumpIfStopped { target, .. }
            | BeginCounting { target, .. }
            | SaveFlow { over: target, .. }
            | Repeated { target, .. }
            | JumpBeforeBegin { target, .. }
            | JumpIfAnnounced { target, .. }
            | JumpIfStale { target, .. }
            | JumpIfAnnouncedAnew { target, .. }
            | BeginBatch { target, .. }
            | BeginLine { stands: target, .. }
            | BeginJoin { target, .. }
            | JumpUnlessWaiting { target, .. }
            | NextRecord { done: target, .. }
            | NextWhere { done: target, .. }
            | NextEither { done: target, .. }
            | NextOf { done: target, .. }
            | NextDeclared { done: target, .. }
            | NextRepetition { done: target, .. }
            | NextTurn { done: target, .. }
            | Repeat { done: target, .. }
            | NextPending { done: target, .. }
            | AskPlace { done: target }
            | NextMissed { done: target, .. }
            | NextAnnounced { done: target, .. }
            | NextAct { done: target, .. }
            | NextAtOnce { done: target, .. } => visit(JumpTarget::Jump(target)),
            Call { target, .. } => visit(JumpTarget::Function(target)),
            CallBody { target, .. } => visit(JumpTarget::Body(target)),
            First { none, next, .. } => {
                visit(JumpTarget::Jump(none));
                visit(JumpTarget::Jump(next));
            }
            Constant { .. }
            | Copy { .. }
            | Option { .. }
            | Counter { .. }
            | Now { .. }
            | Attribute { .. }
            | Combat { .. }
            | Path { .. }
            | Keep { .. }
            | Arithmetic { .. }
            | Contains { .. }
            | Present { .. }
            | Increment { .. }
            | Accumulate { .. }
            | Select { .. }
            | AtMostOne { .. }
            | NoRecord
            | TooDeep
            | Cover { .. }
            | Between { .. }
            | Lookup { .. }
            | Enter { .. }
            | ReturnConstant { .. }
            | Return { .. }
            | ReturnBody
            | Step
            | Leave { .. }
            | LeaveTurn { .. }
            | EndCombat { .. }
            | Absorb
            | SayBegin
            | Hole { .. }
            | SayEnd { .. }
            | AddTo { .. }
            | Set { .. }
            | Add { .. }
            | Give { .. }
            | Defaults { .. }
            | Mark { .. }
            | Push { .. }
            | SortKey { .. }
            | Sort { .. }
            | Release { .. }
            | Roll { .. }
            | Ask { .. }
            | CheckAnswer { .. }
            | RefuseAnswer { .. }
            | Answered { .. }
            | Declare { .. }
            | Declared { .. }
            | RefuseAct { .. }
            | Judged { .. }
            | AllDeclared { .. }
            | Refuse
            | MakeAct { .. }
            | Join { .. }
            | Cancel { .. }
            | Raise { .. }
            | Consult { .. }
            | Make { .. }
            | Made { .. }
            | Note
            | Elapse { .. }
            | BeginPhase { .. }
            | EndPhase { .. }
            | RestoreFlow { .. }
            | Arrive { .. }
            | ArriveTurn { .. }
            | SetCounter { .. }
            | Finish
            | SettleOutside { .. }
            | Settle { .. }
            | BeginSettling { .. }
            | EndSettling { .. }
            | Moment { .. }
            | Link { .. }
            | Limit { .. }
            | Respond { .. }
            | Withhold { .. }
            | BeginResponse { .. }
            | EndResponse { .. }
            | BeginResolving
            | Arrange { .. }
            | OrderLine { .. }
            | Waits { .. }
            | Chooses { .. }
            | TakeBatch { .. }
            | EndBatch
            | EndJoin { .. }
            | Key { .. }
            | NoKey
            | Ruling { .. } => {}
        }
    }
}
