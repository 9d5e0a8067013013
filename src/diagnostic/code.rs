//! The table of all diagnostic codes, from which `explain` and the documentation are made.
//!
//! Numbers never change their meaning and are never used again. By hundreds: 1 text, 2 names, types and tables,
//! 3 orders, 4 scenarios, 5 runs, 6 files. A0217 (names that look alike) and A0507 (contradicting settings: the journal shows them) stood here
//! and were never given.

use std::fmt;

use super::examples;

/// Makes the enum and everything that is known about each code from one table.
macro_rules! codes {
    ($($variant:ident $number:literal $name:literal {
        meaning: $meaning:literal
    })*) => {
        /// What kind of trouble a diagnostic reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!($number, " ", $name, ": ", $meaning)] $variant,)*
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

            /// What it means, in one sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Code::$variant => $meaning,)* }
            }
        }
    };
}

codes! {
    SyntaxError "A0101" "syntax-error" {
        meaning: "The text cannot be read as rules or as a scenario from this place on."
    }
    NestingTooDeep "A0102" "nesting-too-deep" {
        meaning: "Brackets, expressions or procedures lie in each other, or lead into each other, deeper than the limit."
    }
    BidiControl "A0103" "bidi-control" {
        meaning: "A hidden character makes the text look different from what it says."
    }
    ControlCharacter "A0104" "control-character" {
        meaning: "The text holds a character that is not shown but commands terminals or hides text."
    }
    NotUtf8 "A0105" "not-utf8" {
        meaning: "The file is not text in the encoding UTF-8."
    }
    FileTooLarge "A0106" "file-too-large" {
        meaning: "The file, or all files of the program together, have more bytes than the limit."
    }
    SmartQuote "A0107" "smart-quote" {
        meaning: "A text is quoted with typographic marks, as word processors type them."
    }
    Unclosed "A0108" "unclosed" {
        meaning: "A bracket or a quotation is opened and never closed."
    }
    EmptyFile "A0109" "empty-file" {
        meaning: "There are neither rules nor scenarios in the file."
    }
    TooManyMistakes "A0110" "too-many-mistakes" {
        meaning: "A file has more mistakes than are worked out; the others are only counted."
    }
    UnknownName "A0201" "unknown-name" {
        meaning: "A name is used that nothing declares."
    }
    DuplicateName "A0202" "duplicate-name" {
        meaning: "Two things of one kind have the same name."
    }
    WrongType "A0203" "wrong-type" {
        meaning: "A value of one kind stands where another kind is needed."
    }
    UnitsDoNotMix "A0204" "units-do-not-mix" {
        meaning: "Quantities with different units are compared, added or set."
    }
    TableGap "A0205" "table-gap" {
        meaning: "A table has no row for a value that can occur."
    }
    TableOverlap "A0206" "table-overlap" {
        meaning: "A table has more than one row for the same value."
    }
    UndefinedOrder "A0207" "undefined-order" {
        meaning: "An order needs a value that can be missing and does not say what then."
    }
    ImportCircle "A0208" "import-circle" {
        meaning: "Files import each other in a circle."
    }
    UnknownOption "A0209" "unknown-option" {
        meaning: "An option is set that the rules do not have."
    }
    OverCircle "A0210" "over-circle" {
        meaning: "Statements are declared over each other in a circle."
    }
    MissingValue "A0211" "missing-value" {
        meaning: "A value is needed that nothing gives."
    }
    WrongPlace "A0212" "wrong-place" {
        meaning: "Something stands where it has no meaning."
    }
    DuplicateSetting "A0213" "duplicate-setting" {
        meaning: "The same thing is set twice in one place."
    }
    Recursion "A0214" "recursion" {
        meaning: "A definition needs itself."
    }
    NumberTooLarge "A0215" "number-too-large" {
        meaning: "A number is larger than the language can count or than a limit allows, or there are more things of one sort than a limit allows."
    }
    ImportRefused "A0216" "import-refused" {
        meaning: "A file may not be used: it lies outside the project, or there are too many. The project of a file is the nearest folder upwards with `affray.toml`, `Cargo.toml` or `.git` in it, else the folder in which the command is given; an empty `affray.toml` makes a folder the project. Nothing outside of the project is read but rule files of folders that its `affray.toml` names below `[bases]`: with `shared = \"../house_rules\"` there, `extends \"shared:duel\"` means `../house_rules/duel.affray`."
    }
    Unused "A0218" "unused" {
        meaning: "Something is declared that nothing uses."
    }
    UnknownStatement "A0219" "unknown-statement" {
        meaning: "A statement is cited or proved that its document does not have."
    }
    CitedWithoutRule "A0220" "cited-without-rule" {
        meaning: "A statement is cited although the file says that no rule is for it."
    }
    RemovedButUsed "A0221" "removed-but-used" {
        meaning: "A variant removes something that the rules it extends still use."
    }
    ChangesNothing "A0222" "changes-nothing" {
        meaning: "A variant replaces, removes or sets something, and nothing becomes different."
    }
    ExceptionsContradict "A0301" "exceptions-contradict" {
        meaning: "Exceptions want opposite orders and none is declared over the other."
    }
    ExceptionsCanContradict "A0302" "exceptions-can-contradict" {
        meaning: "Two exceptions can ask opposite things of the same two acts, and none is declared over the other."
    }
    NeverApplies "A0303" "never-applies" {
        meaning: "A statement can never apply, whatever happens in the combat."
    }
    Unranked "A0304" "unranked" {
        meaning: "No key of any order looks at an action."
    }
    CanContradictTogether "A0305" "can-contradict-together" {
        meaning: "Acts that happen together can set the same value to different things."
    }
    IdleAllow "A0306" "idle-allow" {
        meaning: "A warning is allowed that there is not, or a change that a scenario notices."
    }
    UnseenInBatch "A0307" "unseen-in-batch" {
        meaning: "A stage of an action looks for what it has just had declared, which comes into the line only when the batch is over."
    }
    MissingBesideOthers "A0308" "missing-beside-others" {
        meaning: "A key that can be missing puts acts ahead of others, or behind them, for which it is not meant."
    }
    MayBeMissing "A0309" "may-be-missing" {
        meaning: "A value that may be missing is given where none may be missing."
    }
    AskedInOnePeriod "A0310" "asked-in-one-period" {
        meaning: "Two phases ask for declarations in one period: the first takes all that is declared there."
    }
    NeverEnds "A0311" "never-ends" {
        meaning: "A repetition never ends once it has begun, because nothing in it changes what its condition reads."
    }
    LeftWithoutUse "A0312" "left-without-use" {
        meaning: "A variant replaces or removes all that used something of the rules it extends, which now does nothing."
    }
    MissingDie "A0401" "missing-die" {
        meaning: "The run rolls a die that the scenario does not give."
    }
    UnusedDie "A0402" "unused-die" {
        meaning: "The scenario gives a die that the run never rolls."
    }
    ImpossibleDie "A0403" "impossible-die" {
        meaning: "The scenario gives a die a number that it does not have."
    }
    MissingDecision "A0404" "missing-decision" {
        meaning: "The run asks for a decision that the scenario does not give and that has no default."
    }
    UnusedDecision "A0405" "unused-decision" {
        meaning: "The scenario gives a decision that the run never asks for."
    }
    UnusedDeclaration "A0406" "unused-declaration" {
        meaning: "The scenario declares an act that the run never takes up."
    }
    ExpectationFailed "A0407" "expectation-failed" {
        meaning: "The run did not do what the scenario expects."
    }
    UnknownScenarioThing "A0408" "unknown-scenario-thing" {
        meaning: "The scenario speaks of something that neither it nor the rules declare."
    }
    SnapshotName "A0409" "snapshot-name" {
        meaning: "The file for the transcript of a scenario can have no name, or has the name of another one."
    }
    SnapshotChanged "A0410" "snapshot-changed" {
        meaning: "The transcript of a scenario is not the one that is kept."
    }
    SnapshotMissing "A0411" "snapshot-missing" {
        meaning: "The transcript of a scenario is to be kept, and is not yet."
    }
    SnapshotUnowned "A0412" "snapshot-unowned" {
        meaning: "A transcript is kept for a scenario that is no longer there."
    }
    SilentlyRefused "A0413" "silently-refused" {
        meaning: "A declaration of the scenario is refused or void, and nothing expects it."
    }
    EndedEarly "A0414" "ended-early" {
        meaning: "The run ends before something that the scenario holds for later."
    }
    OutOfSteps "A0501" "out-of-steps" {
        meaning: "The run took more steps, rounds or events than the limit."
    }
    Overflow "A0502" "overflow" {
        meaning: "A calculation gave a number larger than the language can count."
    }
    DivisionByZero "A0503" "division-by-zero" {
        meaning: "A calculation divided by zero."
    }
    ValueMissing "A0504" "value-missing" {
        meaning: "The run needed a value that this combatant, weapon or spell does not have."
    }
    TooManyDice "A0505" "too-many-dice" {
        meaning: "A roll throws more dice, larger dice or more explosions than the limit."
    }
    EndlessChain "A0506" "endless-chain" {
        meaning: "Triggers set each other off without end."
    }
    TooManyActs "A0508" "too-many-acts" {
        meaning: "More acts wait in the line than the limit."
    }
    AmbiguousChoice "A0509" "ambiguous-choice" {
        meaning: "More than one thing fits what was said, and nothing says which is meant."
    }
    CannotRead "A0601" "cannot-read" {
        meaning: "A file cannot be opened or read."
    }
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
        )
    }

    /// A small text that gets this diagnostic.
    pub const fn wrong(self) -> &'static str {
        examples::of(self).wrong
    }

    /// The same text put right.
    pub const fn right(self) -> &'static str {
        examples::of(self).right
    }

    /// What has to be known to read the two; empty where nothing has to.
    pub const fn note(self) -> &'static str {
        examples::of(self).note
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_and_names_are_unique() {
        for pair in Code::ALL.windows(2) {
            assert!(pair[0].number() < pair[1].number(), "{:?}", pair[1]);
        }
        for code in Code::ALL {
            assert_eq!(Code::find(code.name()), Some(*code));
            assert_eq!(Code::find(&code.number().to_lowercase()), Some(*code));
            assert!(code.meaning().ends_with('.'));
        }
        assert_eq!(Code::find("A0000"), None);
    }
}
