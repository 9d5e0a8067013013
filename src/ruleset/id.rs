//! Ids: small numbers in place of names. An id is an index into the list of its name in [`Ruleset`](super::Ruleset).

/// Declares types of ids.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The id with this index; the lists of a ruleset are limited far below `u32::MAX`.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("lists of a ruleset are limited"))
            }

            /// Its place in its list.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::ruleset::index::Idx for $name {
            #[inline(always)]
            fn index(self) -> usize {
                $name::index(self)
            }
        }
    )*};
}
pub(crate) use ids;

ids! {
    /// A unit.
    UnitId,
    /// A word of a choice, a purpose, a stage, an outcome.
    WordId,
    /// A text that is a value.
    TextId,
    /// A text with holes.
    TemplateId,
    /// A kind of record.
    KindId,
    /// An option.
    OptionId,
    /// A definition.
    FunctionId,
    /// A table.
    TableId,
    /// A procedure.
    ProcedureId,
    /// An event.
    EventId,
    /// An action.
    ActionId,
    /// An exception.
    ExceptionId,
    /// A trigger.
    TriggerId,
    /// A tactic.
    TacticId,
    /// A phase.
    PhaseId,
    /// A question.
    QuestionId,
    /// An expression.
    ExprId,
    /// An item of the rule file.
    ItemId,
}

impl KindId {
    /// The one record of the combat as a whole.
    pub const COMBAT: KindId = KindId(0);
    /// Sides.
    pub const SIDE: KindId = KindId(1);
    /// Combatants.
    pub const COMBATANT: KindId = KindId(2);
    /// Acts.
    pub const ACT: KindId = KindId(3);

    /// How many attributes of the kind the language keeps; they come first.
    pub fn built_in(self) -> Slot {
        match self {
            KindId::COMBATANT => slots::SIDE + 1,
            KindId::ACT => slots::ACT_BUILT_IN,
            _ => 0,
        }
    }
}

/// The place of an attribute in its record.
pub type Slot = u16;

/// The place of a local name in the frame of a body.
pub type Local = u16;

/// The attributes that every combatant and every act has, before those that the rule file adds.
pub mod slots {
    use super::Slot;
    /// combatant: its side
    pub const SIDE: Slot = 0;
    /// act: the combatant who acts
    pub const ACTOR: Slot = 0;
    /// act: what it is
    pub const ACTION: Slot = 1;
    /// act: the word of the stage that comes next (`does` for an action without stages)
    pub const STAGE: Slot = 2;
    /// act: yes once a stage has been carried out
    pub const BEGUN: Slot = 3;
    /// act: the word of its state: `waiting`, `resolved`, `cancelled`, `void`, `refused`
    pub const STATE: Slot = 4;
    /// how many attributes every act has
    pub const ACT_BUILT_IN: Slot = 5;
}
