//! Dice in English: which are rolled, and what is made of their faces.

use super::{Speaker, ValueShape, dice_of, emphasised, spaced};
use crate::document::tree::{Prose, say};
use crate::syntax::ast::{
    Category, DiceExpr, Expr, ExprKind, Extreme, Name, RollAgain, SumOp, Tally, Text, Towards,
};

impl Speaker<'_> {
    pub(super) fn rolls(
        &mut self,
        who: &Expr,
        (dice, added): (&DiceExpr, &[(SumOp, Expr)]),
        name: &Name,
        tally: Option<&Tally>,
        text: Option<&Text>,
    ) -> Prose {
        let keeps_faces = match self.sort(who) {
            ValueShape::Record(kind) => self.words.keyed(&kind, &name.text).is_some(),
            _ => false,
        };
        let who = self.value(who);
        let is_pool = !is_one_die(dice);
        let mut dice = self.dice(dice);
        let mut added = self.added(added);
        if tally.is_none() && !keeps_faces {
            dice.push(std::mem::take(&mut added));
        }
        let mut tally = tally.map(|tally| self.tally(tally, is_pool, keeps_faces));
        if keeps_faces {
            let noted = ", and it is noted how many dice show each number";
            tally = Some(say![noted, tally.unwrap_or_default()]);
        }
        let what_for = match text {
            Some(text) => {
                let text = self.text(text);
                say![" ", text]
            }
            None => say![" for ", emphasised(name)],
        };
        self.scope
            .push(&name.text, spaced(&name.text), ValueShape::Number);
        let goes_on = dice.plain().contains(" for ");
        let told = match goes_on {
            true => say![who, " rolls,", what_for, ", ", dice],
            false => say![who, " rolls ", dice, what_for],
        };
        let told = match tally {
            Some(tally) => say![told, tally],
            None => told,
        };
        match added.is_empty() {
            true => told,
            false => say![told, "; the result is that", added],
        }
    }

    /// What is made of the faces, behind the roll: of one die or of several, each of which is kept by itself or not.
    fn tally(&mut self, tally: &Tally, is_pool: bool, keeps_faces: bool) -> Prose {
        match tally {
            Tally::Counting {
                number,
                towards,
                again,
            } => {
                let number = self.inside(number);
                let counted = say![
                    ", and the dice that show ",
                    number,
                    or_others(*towards),
                    " are counted"
                ];
                let Some(again) = again else {
                    return counted;
                };
                let on = self.inside(&again.number);
                let others = or_others(again.towards);
                let most = self.at_most(again);
                say![
                    counted,
                    "; each that shows ",
                    on,
                    others,
                    " is rolled again and counts again",
                    most
                ]
            }
            Tally::Again(again) => {
                let shown = say![self.inside(&again.number), or_others(again.towards)];
                let most = self.at_most(again);
                match (keeps_faces, is_pool) {
                    (true, _) => {
                        say![
                            "; each that shows ",
                            shown,
                            " is rolled again and counts too",
                            most
                        ]
                    }
                    (false, true) => say![
                        "; as long as they come to ",
                        shown,
                        ", all of them are rolled again and added up",
                        most
                    ],
                    (false, false) => say![
                        "; as long as it shows ",
                        shown,
                        ", it is rolled again and added up",
                        most
                    ],
                }
            }
            Tally::Keeping { which, number } => {
                let which = match which {
                    Extreme::Highest => "highest",
                    Extreme::Lowest => "lowest",
                };
                let is_one = matches!(&number.kind, ExprKind::Number(one) if one.digits == "1");
                let number = self.inside(number);
                match is_one {
                    true => say![format!(", and the {which} one counts")],
                    false => say![", and the ", number, format!(" {which} are added up")],
                }
            }
        }
    }

    /// What is made of the dice that lie in a pool.
    pub(super) fn in_pool(&mut self, pool: &Expr, tally: &Tally) -> Prose {
        let pool = match &pool.kind {
            ExprKind::Call {
                function,
                arguments,
            } if let [of] = &arguments[..] => self.attribute(of, function),
            _ => self.value(pool),
        };
        match tally {
            Tally::Counting {
                number, towards, ..
            } => {
                let number = self.inside(number);
                let others = or_others(*towards);
                say!["how many of ", pool, " show ", number, others]
            }
            Tally::Again(again) => say![self.inside(&again.number), " of ", pool],
            Tally::Keeping { which, number } => {
                let which = which.word();
                match number_of(number) {
                    Some("1") => say![format!("the {which} of "), pool],
                    Some(number) => say![format!("the sum of the {number} {which} of "), pool],
                    None => {
                        let number = self.as_many(number);
                        say![
                            format!("the sum of the {which} of "),
                            pool,
                            ", as many as ",
                            number
                        ]
                    }
                }
            }
        }
    }

    /// How often dice are rolled again, behind all else.
    fn at_most(&mut self, again: &RollAgain) -> Prose {
        match &again.most {
            Some(most) => say![", at most ", self.inside(most), " times more"],
            None => "".into(),
        }
    }

    pub(super) fn dice(&mut self, dice: &DiceExpr) -> Prose {
        match dice {
            DiceExpr::Fixed(dice) => dice_of(dice).into(),
            DiceExpr::Sized {
                count: None, sides, ..
            } if self.option_of(sides).is_some() => {
                let (name, default) = self.option_of(sides).unwrap_or_default();
                say![
                    format!("d{default} (the option "),
                    self.term(Category::Option, &name),
                    ")"
                ]
            }
            DiceExpr::Sized {
                count: Some(count),
                sides,
                ..
            } if let Some(sides) = number_of(sides) => match number_of(count) {
                Some("1") => format!("d{sides}").into(),
                Some(count) => format!("{count}d{sides}").into(),
                None => say![format!("as many d{sides} as "), self.as_many(count)],
            },
            DiceExpr::Sized { count, sides, .. } => {
                let sides = self.as_many(sides);
                match count
                    .as_deref()
                    .filter(|count| number_of(count) != Some("1"))
                {
                    None => say!["a die with as many sides as ", sides],
                    Some(count) => {
                        let count = self.as_many(count);
                        say![
                            "as many dice as ",
                            count,
                            ", each with as many sides as ",
                            sides
                        ]
                    }
                }
            }
        }
    }

    /// A number behind `as many as`.
    fn as_many(&mut self, number: &Expr) -> Prose {
        super::value::without(self.inside(number), "what ")
    }

    /// An option that is a number, and what it is.
    fn option_of(&self, expr: &Expr) -> Option<(String, String)> {
        let ExprKind::Name(name) = &expr.kind else {
            return None;
        };
        match &self.words.options.get(name.text.as_str())?.default.kind {
            ExprKind::Number(number) => Some((name.text.clone(), number.digits.clone())),
            _ => None,
        }
    }
}

/// Whether dice are one at all times.
fn is_one_die(dice: &DiceExpr) -> bool {
    match dice {
        DiceExpr::Fixed(dice) => dice.count.digits == "1",
        DiceExpr::Sized { count, .. } => {
            (count.as_deref()).is_none_or(|count| number_of(count) == Some("1"))
        }
    }
}

/// What else counts like a number.
fn or_others(towards: Option<Towards>) -> &'static str {
    match towards {
        None => "",
        Some(Towards::More) => " or more",
        Some(Towards::Less) => " or less",
    }
}

/// The digits of a number that is written as such.
fn number_of(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Number(number) => Some(&number.digits),
        _ => None,
    }
}
