//! The table of all diagnostic codes, from which `explain` and the documentation are made.
//!
//! Numbers never change their meaning and are never used again. By hundreds: 1 text, 2 names, types and tables,
//! 3 orders, 4 scenarios, 5 runs, 6 files.

use std::fmt;

/// Makes the enum and everything that is known about each code from one table.
macro_rules! codes {
    ($($variant:ident $number:literal $name:literal {
        meaning: $meaning:literal, wrong: $wrong:literal, right: $right:literal $(,)?
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

            /// A small text that gets this diagnostic; empty where no text can show it.
            pub const fn wrong(self) -> &'static str {
                match self { $(Code::$variant => $wrong,)* }
            }

            /// The same text put right.
            pub const fn right(self) -> &'static str {
                match self { $(Code::$variant => $right,)* }
            }
        }
    };
}

codes! {
    SyntaxError "A0101" "syntax-error" {
        meaning: "The text cannot be read as rules or as a scenario from this place on.",
        wrong: "", right: "",
    }
    NestingTooDeep "A0102" "nesting-too-deep" {
        meaning: "Brackets stand inside brackets deeper than the limit.",
        wrong: "", right: "",
    }
    BidiControl "A0103" "bidi-control" {
        meaning: "A hidden character makes the text look different from what it says.",
        wrong: "# strike\u{202E} first", right: "# strike first",
    }
    ControlCharacter "A0104" "control-character" {
        meaning: "The text holds a character that is not shown but commands terminals or hides text.",
        wrong: "# strike\u{1B}[8m first", right: "# strike first",
    }
    NotUtf8 "A0105" "not-utf8" {
        meaning: "The file is not text in the encoding UTF-8.",
        wrong: "", right: "",
    }
    FileTooLarge "A0106" "file-too-large" {
        meaning: "The file, or all files of the program together, have more bytes than the limit.",
        wrong: "", right: "",
    }
    SmartQuote "A0107" "smart-quote" {
        meaning: "A text is quoted with typographic marks, as word processors type them.",
        wrong: "exception “G vs D” {}", right: "exception \"G vs D\" {}",
    }
    Unclosed "A0108" "unclosed" {
        meaning: "A bracket or a quotation is opened and never closed.",
        wrong: "", right: "",
    }
    UnknownName "A0201" "unknown-name" {
        meaning: "A name is used that nothing declares.",
        wrong: "", right: "",
    }
    DuplicateName "A0202" "duplicate-name" {
        meaning: "Two things of one kind have the same name.",
        wrong: "", right: "",
    }
    WrongType "A0203" "wrong-type" {
        meaning: "A value of one kind stands where another kind is needed.",
        wrong: "", right: "",
    }
    UnitsDoNotMix "A0204" "units-do-not-mix" {
        meaning: "Quantities with different units are compared, added or set.",
        wrong: "", right: "",
    }
    TableGap "A0205" "table-gap" {
        meaning: "A table has no row for a value that can occur.",
        wrong: "", right: "",
    }
    TableOverlap "A0206" "table-overlap" {
        meaning: "A table has more than one row for the same value.",
        wrong: "", right: "",
    }
    UndefinedOrder "A0207" "undefined-order" {
        meaning: "An order needs a value that can be missing and does not say what then.",
        wrong: "", right: "",
    }
    ImportCircle "A0208" "import-circle" {
        meaning: "Files import each other in a circle.",
        wrong: "", right: "",
    }
    UnknownOption "A0209" "unknown-option" {
        meaning: "An option is set that the rules do not have.",
        wrong: "", right: "",
    }
    OverCircle "A0210" "over-circle" {
        meaning: "Statements are declared over each other in a circle.",
        wrong: "", right: "",
    }
    MissingValue "A0211" "missing-value" {
        meaning: "A value is needed that nothing gives.",
        wrong: "", right: "",
    }
    WrongPlace "A0212" "wrong-place" {
        meaning: "Something stands where it has no meaning.",
        wrong: "", right: "",
    }
    DuplicateSetting "A0213" "duplicate-setting" {
        meaning: "The same thing is set twice in one place.",
        wrong: "", right: "",
    }
    Recursion "A0214" "recursion" {
        meaning: "A definition needs itself.",
        wrong: "", right: "",
    }
    NumberTooLarge "A0215" "number-too-large" {
        meaning: "A number is larger than the language can count or than a limit allows.",
        wrong: "", right: "",
    }
    ImportRefused "A0216" "import-refused" {
        meaning: "A file may not be imported: it lies outside the project, or there are too many.",
        wrong: "", right: "",
    }
    ConfusableName "A0217" "confusable-name" {
        meaning: "A name looks like another one but is written with other letters.",
        wrong: "", right: "",
    }
    Unused "A0218" "unused" {
        meaning: "Something is declared that nothing uses.",
        wrong: "", right: "",
    }
    ExceptionsContradict "A0301" "exceptions-contradict" {
        meaning: "Exceptions want opposite orders and none is declared over the other.",
        wrong: "", right: "",
    }
    MissingDie "A0401" "missing-die" {
        meaning: "The run rolls a die that the scenario does not give.",
        wrong: "", right: "",
    }
    UnusedDie "A0402" "unused-die" {
        meaning: "The scenario gives a die that the run never rolls.",
        wrong: "", right: "",
    }
    ImpossibleDie "A0403" "impossible-die" {
        meaning: "The scenario gives a die a number that it does not have.",
        wrong: "", right: "",
    }
    MissingDecision "A0404" "missing-decision" {
        meaning: "The run asks for a decision that the scenario does not give and that has no default.",
        wrong: "", right: "",
    }
    UnusedDecision "A0405" "unused-decision" {
        meaning: "The scenario gives a decision that the run never asks for.",
        wrong: "", right: "",
    }
    UnusedDeclaration "A0406" "unused-declaration" {
        meaning: "The scenario declares an act that the run never takes up.",
        wrong: "", right: "",
    }
    ExpectationFailed "A0407" "expectation-failed" {
        meaning: "The run did not do what the scenario expects.",
        wrong: "", right: "",
    }
    UnknownScenarioThing "A0408" "unknown-scenario-thing" {
        meaning: "The scenario speaks of something that neither it nor the rules declare.",
        wrong: "", right: "",
    }
    OutOfSteps "A0501" "out-of-steps" {
        meaning: "The run took more steps, rounds or events than the limit.",
        wrong: "", right: "",
    }
    Overflow "A0502" "overflow" {
        meaning: "A calculation gave a number larger than the language can count.",
        wrong: "", right: "",
    }
    DivisionByZero "A0503" "division-by-zero" {
        meaning: "A calculation divided by zero.",
        wrong: "", right: "",
    }
    ValueMissing "A0504" "value-missing" {
        meaning: "The run needed a value that this combatant, weapon or spell does not have.",
        wrong: "", right: "",
    }
    TooManyDice "A0505" "too-many-dice" {
        meaning: "A roll throws more dice, larger dice or more explosions than the limit.",
        wrong: "", right: "",
    }
    EndlessChain "A0506" "endless-chain" {
        meaning: "Triggers set each other off without end.",
        wrong: "", right: "",
    }
    ContradictingSettings "A0507" "contradicting-settings" {
        meaning: "Acts of one batch set the same value to different things.",
        wrong: "", right: "",
    }
    TooManyActs "A0508" "too-many-acts" {
        meaning: "More acts wait in the line than the limit.",
        wrong: "", right: "",
    }
    AmbiguousChoice "A0509" "ambiguous-choice" {
        meaning: "More than one thing fits what was said, and nothing says which is meant.",
        wrong: "", right: "",
    }
    CannotRead "A0601" "cannot-read" {
        meaning: "A file cannot be opened or read.",
        wrong: "", right: "",
    }
}

impl Code {
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
