//! The table of all diagnostic codes. What each means, with a wrong and a right example, stands in `docs/codes`.
//!
//! Numbers never change their meaning and are never used again. By hundreds: 1 text, 2 names, types and tables,
//! 3 orders, 4 scenarios, 5 runs, 6 files. A0217 (names that look alike) and A0507 (contradicting settings: the journal shows them) stood here
//! and were never given.

use std::fmt;

/// Makes the enum and everything that is known about each code from one table.
macro_rules! codes {
    ($($variant:ident $number:literal $name:literal)*) => {
        /// What kind of trouble a diagnostic reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!($number, " ", $name)] $variant,)*
        }

        impl Code {
            /// Every code, by rising number.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The number that stays the same for ever, such as `A0202`.
            pub const fn number(self) -> &'static str {
                match self { $(Code::$variant => $number,)* }
            }

            /// The short name, such as `duplicate-name`.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// All that is said about it, in markdown.
            pub const fn page(self) -> &'static str {
                match self {
                    $(Code::$variant => include_str!(concat!("../../docs/codes/", $number, ".md")),)*
                }
            }
        }
    };
}

codes! {
    SyntaxError "A0101" "syntax-error"
    NestingTooDeep "A0102" "nesting-too-deep"
    BidiControl "A0103" "bidi-control"
    ControlCharacter "A0104" "control-character"
    NotUtf8 "A0105" "not-utf8"
    FileTooLarge "A0106" "file-too-large"
    SmartQuote "A0107" "smart-quote"
    Unclosed "A0108" "unclosed"
    EmptyFile "A0109" "empty-file"
    TooManyMistakes "A0110" "too-many-mistakes"
    UnknownName "A0201" "unknown-name"
    DuplicateName "A0202" "duplicate-name"
    WrongType "A0203" "wrong-type"
    UnitsDoNotMix "A0204" "units-do-not-mix"
    TableGap "A0205" "table-gap"
    TableOverlap "A0206" "table-overlap"
    UndefinedOrder "A0207" "undefined-order"
    ImportCircle "A0208" "import-circle"
    UnknownOption "A0209" "unknown-option"
    OverCircle "A0210" "over-circle"
    MissingValue "A0211" "missing-value"
    WrongPlace "A0212" "wrong-place"
    DuplicateSetting "A0213" "duplicate-setting"
    Recursion "A0214" "recursion"
    NumberTooLarge "A0215" "number-too-large"
    ImportRefused "A0216" "import-refused"
    Unused "A0218" "unused"
    UnknownStatement "A0219" "unknown-statement"
    CitedWithoutRule "A0220" "cited-without-rule"
    RemovedButUsed "A0221" "removed-but-used"
    ChangesNothing "A0222" "changes-nothing"
    NotPutIn "A0223" "not-put-in"
    ExceptionsContradict "A0301" "exceptions-contradict"
    ExceptionsCanContradict "A0302" "exceptions-can-contradict"
    NeverApplies "A0303" "never-applies"
    Unranked "A0304" "unranked"
    CanContradictTogether "A0305" "can-contradict-together"
    IdleAllow "A0306" "idle-allow"
    UnseenInBatch "A0307" "unseen-in-batch"
    MissingBesideOthers "A0308" "missing-beside-others"
    MayBeMissing "A0309" "may-be-missing"
    AskedInOnePeriod "A0310" "asked-in-one-period"
    NeverEnds "A0311" "never-ends"
    LeftWithoutUse "A0312" "left-without-use"
    AllAskedInTurn "A0313" "all-asked-in-turn"
    MissingDie "A0401" "missing-die"
    UnusedDie "A0402" "unused-die"
    ImpossibleDie "A0403" "impossible-die"
    MissingDecision "A0404" "missing-decision"
    UnusedDecision "A0405" "unused-decision"
    UnusedDeclaration "A0406" "unused-declaration"
    ExpectationFailed "A0407" "expectation-failed"
    UnknownScenarioThing "A0408" "unknown-scenario-thing"
    SnapshotName "A0409" "snapshot-name"
    SnapshotChanged "A0410" "snapshot-changed"
    SnapshotMissing "A0411" "snapshot-missing"
    SnapshotUnowned "A0412" "snapshot-unowned"
    SilentlyRefused "A0413" "silently-refused"
    EndedEarly "A0414" "ended-early"
    ReadTwoWays "A0415" "read-two-ways"
    OutOfSteps "A0501" "out-of-steps"
    Overflow "A0502" "overflow"
    DivisionByZero "A0503" "division-by-zero"
    ValueMissing "A0504" "value-missing"
    TooManyDice "A0505" "too-many-dice"
    EndlessChain "A0506" "endless-chain"
    TooManyActs "A0508" "too-many-acts"
    AmbiguousChoice "A0509" "ambiguous-choice"
    CannotRead "A0601" "cannot-read"
}

impl Code {
    /// Whether a rule file can say that it is meant to be: `allow A0302 because "..."`.
    pub const fn can_be_allowed(self) -> bool {
        matches!(
            self,
            Code::Unused
                | Code::ExceptionsCanContradict
                | Code::NeverApplies
                | Code::Unranked
                | Code::CanContradictTogether
                | Code::UnseenInBatch
                | Code::MissingBesideOthers
                | Code::MayBeMissing
                | Code::AskedInOnePeriod
                | Code::NeverEnds
                | Code::LeftWithoutUse
                | Code::AllAskedInTurn
        )
    }

    /// What it means, in one sentence or a few.
    pub fn meaning(self) -> &'static str {
        self.page().lines().nth(2).unwrap_or_default()
    }

    /// A small text that gets this diagnostic.
    pub fn wrong(self) -> &'static str {
        self.block(0)
    }

    /// The same text put right.
    pub fn right(self) -> &'static str {
        self.block(1)
    }

    /// What has to be known to read the two; empty where nothing has to.
    pub fn note(self) -> &'static str {
        let after = self.page().rsplit_once("\n```\n");
        after.map_or("", |(_, note)| note.trim())
    }

    /// The text of a block of code of the page.
    fn block(self, number: usize) -> &'static str {
        let mut blocks = self.page().split("```affray\n").skip(1);
        let block = blocks
            .nth(number)
            .and_then(|block| block.split_once("\n```"));
        block.map_or("", |(text, _)| text)
    }

    /// The code with this number or name, in whatever case it is typed.
    pub fn find(number_or_name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| {
            code.number().eq_ignore_ascii_case(number_or_name)
                || code.name().eq_ignore_ascii_case(number_or_name)
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}
