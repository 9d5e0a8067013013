//! What instructions look at beside the state: registers whose values have to be known to carry them out. What they only put elsewhere is not among
//! them.

use super::code::{Instruction, Register};
use super::image::Image;
use crate::ruleset::{Amount, Who};

/// What an instruction looks at that the inner loop of the machine does not carry out.
#[derive(Clone, Copy, Debug, Default)]
pub struct LooksAt {
    /// The registers.
    pub registers: [Option<Register>; 4],
    /// Why an act that does this cannot be carried out by itself.
    pub alone: Option<&'static str>,
}

impl LooksAt {
    fn at<const COUNT: usize>(registers: [Register; COUNT]) -> Self {
        let mut all = [None; 4];
        for (own, register) in all.iter_mut().zip(registers) {
            *own = Some(register);
        }
        LooksAt {
            registers: all,
            alone: None,
        }
    }

    fn refused(self, why: &'static str) -> Self {
        LooksAt {
            alone: Some(why),
            ..self
        }
    }
}

/// The register of the record that rolls or is asked, if it is one.
fn person(who: Who, register: Register) -> Option<Register> {
    match who {
        Who::Gm => None,
        Who::Side(_) | Who::Combatant(_) => Some(register),
    }
}

impl Instruction {
    /// What it looks at, if the inner loop of the machine does not carry it out.
    #[rustfmt::skip]
    pub fn looks_at(&self, image: &Image) -> LooksAt {
        use Instruction::*;
        match *self {
            Roll { site, who, count, sides, number, .. } => {
                let site = &image.rolls[site];
                let amount = |amount, register| match amount {
                    Amount::Fixed(_) => None,
                    Amount::Worked(_) => Some(register),
                };
                let of_tally = site.tally.number().and_then(|&of| amount(of, number));
                let registers = [person(site.who, who), amount(site.count, count), amount(site.sides, sides), of_tally];
                LooksAt { registers, alone: None }
            }
            Ask { site, .. } => {
                let site = &image.asks[site];
                let about = |number: u16| (usize::from(number) < site.about.len()).then_some(site.registers[1] + number);
                let registers = [person(site.who, site.registers[0]), about(0), about(1), about(2)];
                LooksAt { registers, alone: (site.about.len() > 3).then_some("a question about many records") }
            }
            CheckAnswer { of, .. } | RefuseAnswer { of, .. } => LooksAt::at([of]),
            Declare { who, start, .. } => LooksAt::at([who, start]).refused("a declaration in an act"),
            NextDeclared { place, end, .. } | AllDeclared { start: place, end } => LooksAt::at([place, end]),
            Declared { act, .. } | RefuseAct { act } | Judged { act } | JumpUnlessWaiting { act, .. }
            | JumpIfAnnounced { act, .. } | Waits { act, .. } => LooksAt::at([act]),
            MakeAct { actor, .. } => LooksAt::at([actor]).refused("an act that is added by an act"),
            Make { .. } => LooksAt::default().refused("a record that is made by an act"),
            Cancel { act, .. } => LooksAt::at([act]).refused("an act that is cancelled by another"),
            Limit { .. } => LooksAt::default().refused("a trigger with a limit"),
            Consult { key, .. } => LooksAt::at([key]),
            AddTo { to, of, .. } => LooksAt::at([to, of]),
            Set { record, .. } | Give { record, .. } | Defaults { record, .. } => LooksAt::at([record]),
            Add { record, value, subtract: true, .. } => LooksAt::at([record, value]),
            Add { record, subtract: false, .. } => LooksAt::at([record]),
            SortKey { of, record, .. } => LooksAt::at([of, record]),
            Sort { from, .. } => LooksAt::at([from]),
            NextRepetition { number, .. } => LooksAt::at([number, number + 1]),
            NextTurn { number, .. } => LooksAt::at([number]),
            Repeat { number, .. } => LooksAt::at([number, number + 2, number + 3]),
            EndPhase { number, .. } | Repeated { number, .. } => LooksAt::at([number]),
            Elapse { of } | RestoreFlow { of } | SetCounter { of, .. } => LooksAt::at([of]),
            EndSettling { outer } => LooksAt::at([outer]),
            EndResponse { keep } => LooksAt::at([keep, keep + 1]),
            Moment { act, stage, .. } => match stage {
                Some(stage) => LooksAt::at([act, stage]),
                None => LooksAt::at([act]),
            },
            BeginResponse { declared: true, .. } => LooksAt::at([0]),
            NextMissed { place, .. } | NextAnnounced { place, .. } | NextAct { place, .. } => LooksAt::at([place]),
            JumpIfStale { any, .. } => LooksAt::at([any]),
            JumpIfAnnouncedAnew { count, .. } => LooksAt::at([count]),
            BeginJoin { act, cause, next, .. } => LooksAt::at([act, cause, next]),
            NextAtOnce { act, stage, .. } => LooksAt::at([act, stage]),
            EndJoin { act, next } => LooksAt::at([act, next]),
            // The values of these are put elsewhere, or only shown.
            Raise { .. } | Hole { .. } | Answered { .. } | Made { .. } | BeginPhase { .. } | BeginCounting { .. }
            // Triggers are asked for the act in their first register, which is always known.
            | Respond { .. } | Withhold { .. } | BeginResponse { declared: false, .. }
            // These look at no register.
            | TooDeep | JumpUnanswered { .. } | Refuse | Note | JumpIfStopped { .. } | SaveFlow { .. } | Arrive { .. } | ArriveTurn { .. }
            | JumpBeforeBegin { .. } | Finish | SettleOutside { .. } | Settle { .. } | BeginSettling { .. } | NextPending { .. }
            | Link { .. } | Chooses { .. } | BeginResolving | Arrange { .. } | BeginLine { .. } | AskPlace { .. } | OrderLine { .. } | First { .. }
            | TakeBatch { .. } | BeginBatch { .. } | EndBatch | Leave { .. } | LeaveTurn { .. } | EndCombat { .. } | SayBegin | SayEnd { .. }
            // These the inner loop carries out.
            | Constant { .. } | Copy { .. } | Option { .. } | Counter { .. } | Now { .. } | Attribute { .. } | Path { .. }
            | Arithmetic { .. } | Contains { .. } | Present { .. } | Increment { .. } | Accumulate { .. } | Select { .. }
            | AtMostOne { .. } | NoRecord | Cover { .. } | Between { .. } | Jump { .. } | JumpIf { .. } | JumpIfMissing { .. } | JumpIfEqual { .. }
            | JumpIfIs { .. } | JumpIfOrdered { .. } | JumpIfBelow { .. } | JumpIfAttribute { .. } | JumpIfAttributeEqual { .. }
            | JumpIfAttributeBelow { .. } | JumpIfAttributeMissing { .. } | JumpIfCombat { .. } | Combat { .. }
            | NextRecord { .. } | NextWhere { .. } | NextEither { .. } | NextOf { .. } | Call { .. } | Recall { .. } | Keep { .. }
            | Lookup { .. } | Enter { .. } | CallBody { .. } | ReturnConstant { .. } | Return { .. } | ReturnBody | Step
            | JumpSilent { .. } | JumpUnlessOn { .. } | JumpIfOver { .. } | Absorb | Mark { .. } | Push { .. } | Release { .. } | Join { .. }
            | Key { .. } | NoKey | Ruling { .. } => LooksAt::default(),
        }
    }
}
