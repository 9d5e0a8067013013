//! A compiled rule file: one list of instructions, and the tables to which they refer. Data only; holds nothing of a run.

use super::code::{Address, Instruction, Register};
use super::dependencies::Dependencies;
use crate::analysis::Costs;
use crate::ruleset::index::{Idx, IndexVec};
use crate::ruleset::{
    AllowedAnswers, Amount, AskedActions, At, FunctionId, ItemId, KindId, QuestionId, Slot, Tally,
    Value, Who, WordId, ids,
};
use crate::source::Span;

ids! {
    /// A body of statements, or a definition: its place in [`Image::bodies`].
    BodyId,
    /// A roll of the rules: its place in [`Image::rolls`].
    RollSiteId,
    /// A question of the rules: its place in [`Image::asks`].
    AskSiteId,
    /// Actions of which combatants are asked for acts: their place in [`Image::asked`].
    AskedActionsId,
}

/// What code marks beside what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Marks {
    /// nothing
    #[default]
    Nothing,
    /// which definitions, procedures and events are exercised
    Exercised,
    /// for observers, at which conditions statements and phases are about to look
    Conditions,
}

/// A compiled rule file.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// The code of all bodies, one after the other.
    pub code: IndexVec<Address, Instruction>,
    /// The places to which the faults of instructions are owed: of the expression, and of the two that it is made of. By address.
    pub places: Vec<(Address, [Span; 3])>,
    /// The code of each statement; of those within each other the innermost first.
    pub statements: Vec<StatementCode>,
    /// Where the iterations of statements begin, by address, and there the first register that is not in use.
    pub iterations: Vec<(Address, Register)>,
    /// By address: in how many blocks of statements of its body an instruction lies.
    pub blocks: Vec<u8>,
    /// With fewer calls within each other no more blocks lie in each other than may.
    pub shallow: usize,
    /// The bodies of statements.
    pub bodies: IndexVec<BodyId, Body>,
    /// The addresses of definitions.
    pub functions: Vec<Address>,
    /// By table, the addresses of the values of its rows.
    pub values: Vec<Vec<Option<Address>>>,
    /// By table, the addresses of the bodies of its rows.
    pub rows: Vec<Vec<Address>>,
    /// What the code marks beside what it does.
    pub marks: Marks,
    /// By kind: whether its records are those of the scenario, all through the run.
    pub fixed: Vec<bool>,
    /// In which order kinds get their defaults when a run begins.
    pub order_of_defaults: Vec<KindId>,
    /// How deep definitions and tables lead.
    pub costs: Costs,
    /// What the order of acts depends on.
    pub dependencies: Dependencies,
    /// The addresses of procedures.
    pub procedures: Vec<Address>,
    /// By action, the addresses of its stages.
    pub stages: Vec<Vec<Address>>,
    /// The addresses of phases.
    pub phases: Vec<Address>,
    /// By moment of an act, action and stage: what calls the triggers that wait for it, if any do.
    pub moments: Vec<Vec<Vec<Option<Address>>>>,
    /// Whether any trigger waits for a moment.
    pub awaited: [bool; 7],
    /// By event: what calls the triggers that wait for it, if any do.
    pub events: Vec<Option<Address>>,
    /// Settles what has happened.
    pub settle: Address,
    /// Orders the acts.
    pub arrange: Address,
    /// Carries out the batch at the head of the line.
    pub batch: Address,
    /// An act comes into the line.
    pub join: Address,
    /// By order, action and stage: evaluates the keys of an act.
    pub keys: Vec<Vec<Vec<Address>>>,
    /// By order: whether the acts of a circle of exceptions come together.
    pub circles: Vec<Option<Address>>,
    /// By action and stage: the first void that holds of an act, by number.
    pub voids: Vec<Vec<Address>>,
    /// By void: says why.
    pub reasons: Vec<Address>,
    /// By exception: judges a pair of acts.
    pub exceptions: Vec<Address>,
    /// By action and stage: says what it is called, where that cannot be looked up later.
    pub titles: Vec<Vec<Option<Address>>>,
    /// By kind: what its attributes are where they are not given.
    pub defaults: Vec<Vec<(Slot, FirstValue)>>,
    /// By tactic: whether it fits a combatant.
    pub guards: Vec<Address>,
    /// Of which actions combatants are asked for acts: of all, then those that are named somewhere.
    pub asked: IndexVec<AskedActionsId, AskedSite>,
    /// The rolls.
    pub rolls: IndexVec<RollSiteId, RollSite>,
    /// The questions.
    pub asks: IndexVec<AskSiteId, AskSite>,
    /// Words that the machine itself uses.
    pub words: BuiltinWords,
}

/// A body of statements, or a definition.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// How many names it has.
    pub names: Register,
    /// How many registers it uses.
    pub registers: Register,
    /// How many blocks of its statements lie in each other.
    pub blocks: u8,
    /// The item to which what it does is owed.
    pub item: Option<ItemId>,
}

/// The code of a statement, that of the statements within it included.
#[derive(Clone, Copy, Debug)]
pub struct StatementCode {
    /// Where it begins.
    pub start: Address,
    /// The address behind it.
    pub end: Address,
    /// Which statement.
    pub at: At,
    /// Where that stands.
    pub span: Span,
    /// The first register that is not in use where it begins and ends.
    pub free: Register,
}

/// The default of an attribute.
#[derive(Clone, Copy, Debug)]
pub enum FirstValue {
    /// a constant
    Constant(Value),
    /// the value of this code, for the record
    Code(Address),
    /// a fault: it must be given
    None,
}

/// Actions of which combatants are asked for acts.
#[derive(Clone, Debug, Default)]
pub struct AskedSite {
    /// The actions.
    pub actions: AskedActions,
    /// By tactic: the first of its lines that can be declared and holds an act of them, or says that nothing is declared, by number; missing if there is
    /// none.
    pub tactics: Vec<Address>,
}

/// A roll of the rules.
#[derive(Clone, Copy, Debug)]
pub struct RollSite {
    /// Who rolls; the record is in a register.
    pub who: Who,
    /// What for.
    pub purpose: WordId,
    /// How many dice.
    pub count: Amount,
    /// With how many sides.
    pub sides: Amount,
    /// What is made of the faces.
    pub tally: Tally<Amount>,
    /// The first register that is not in use any more when they are rolled.
    pub free: Register,
}

/// A question of the rules.
#[derive(Clone, Debug)]
pub struct AskSite {
    /// Who is asked; the record is in a register.
    pub who: Who,
    /// What.
    pub question: QuestionId,
    /// About records of these kinds; they are in registers one after the other.
    pub about: Box<[KindId]>,
    /// Where the one who is asked is, and the first of the records that it is about.
    pub registers: [Register; 2],
    /// Which answers it allows.
    pub among: Option<AllowedAnswers>,
}

/// Words that the machine itself uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinWords {
    /// in the line, or about to be
    pub waiting: WordId,
    /// all stages carried out
    pub resolved: WordId,
    /// void when its time came
    pub void: WordId,
    /// refused when declared
    pub refused: WordId,
}

impl Image {
    /// The place of the actions of which a statement asks for acts.
    pub(super) fn asked_for(&self, actions: &AskedActions) -> AskedActionsId {
        let mut known = self.asked.iter();
        let place = known.position(|site| site.actions == *actions);
        place.map_or(AskedActionsId::default(), AskedActionsId::from_index)
    }

    /// Stands for the address of a definition until all are known.
    pub(super) fn function(&self, function: FunctionId) -> Address {
        function.0
    }

    /// The place to which the fault of an instruction is owed.
    pub fn place(&self, at: Address, part: usize) -> Option<Span> {
        let found = self.places.binary_search_by_key(&at, |place| place.0);
        found.ok().map(|index| self.places[index].1[part])
    }

    /// The first register that is not in use where an iteration of a statement begins, if one begins at this address.
    pub fn iteration(&self, at: Address) -> Option<Register> {
        let found = (self.iterations).binary_search_by_key(&at, |iteration| iteration.0);
        found.ok().map(|index| self.iterations[index].1)
    }

    /// The innermost statement to which an instruction belongs.
    pub fn statement(&self, at: Address) -> Option<Span> {
        self.statements_at(at).next().map(|code| code.span)
    }

    /// The statements to which an instruction belongs, the innermost first.
    pub fn statements_at(&self, at: Address) -> impl Iterator<Item = &StatementCode> {
        let all = self.statements.iter();
        all.filter(move |code| (code.start..code.end).contains(&at))
    }

    /// The instructions of a statement.
    pub fn code_of(&self, statement: &StatementCode) -> &[Instruction] {
        &self.code.as_slice()[statement.start.index()..statement.end.index()]
    }

    /// In how many blocks of its body the call lies that returns to an address.
    pub fn blocks_around(&self, at: usize) -> u32 {
        let blocks = at.checked_sub(1).and_then(|call| self.blocks.get(call));
        blocks.copied().map_or(0, u32::from)
    }

    /// How many blocks of a body lie in each other, by its address.
    pub fn blocks_within(&self, entry: Address) -> u32 {
        match self.code[entry] {
            Instruction::Enter { body, .. } => u32::from(self.bodies[body].blocks),
            _ => 0,
        }
    }

    /// How much code there is, for [`release`](Image::release).
    pub fn mark(&self) -> [usize; 3] {
        [self.code.len(), self.places.len(), self.bodies.len()]
    }

    /// Takes away what was [appended](super::append) behind a mark.
    pub fn release(&mut self, [code, places, bodies]: [usize; 3]) {
        self.code.truncate(code);
        self.places.truncate(places);
        self.bodies.truncate(bodies);
    }
}
