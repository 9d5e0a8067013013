//! Comparisons in English: equal or not, less or more, on one side or on two.

use super::relative::of_one;
use super::{Speaker, ValueShape, bare_term, pick, spaced};
use crate::document::tree::{Prose, say};
use crate::syntax::ast::{Category, Comparator, Expr, ExprKind, Name, Piece, Type};

impl Speaker<'_> {
    pub(super) fn compare(
        &mut self,
        op: Comparator,
        left: &Expr,
        right: &Expr,
        negative: bool,
    ) -> Prose {
        if op == Comparator::In {
            let word = pick(negative, " is not one of ", " is one of ");
            let (one, all) = (self.value(left), self.value(right));
            return say![one, word, all];
        }
        let op = if negative { opposite(op) } else { op };
        match op {
            Comparator::Equal => self.same(left, right, true),
            Comparator::NotEqual => self.same(left, right, false),
            _ => {
                let words = match op {
                    Comparator::Less => " is lower than ",
                    Comparator::LessOrEqual => " is at most ",
                    Comparator::Greater => " is higher than ",
                    _ => " is at least ",
                };
                self.sized(words, op, left, right)
            }
        }
    }

    fn sized(&mut self, words: &str, op: Comparator, left: &Expr, right: &Expr) -> Prose {
        // `(count ...) >= 1`: there is one.
        let number = match &right.kind {
            ExprKind::Number(number) if !number.negative => Some(number.digits.as_str()),
            _ => None,
        };
        if let ExprKind::Count(among) = &left.kind {
            match (op, number) {
                (Comparator::GreaterOrEqual, Some("1")) | (Comparator::Greater, Some("0")) => {
                    return self.any(among, false);
                }
                (Comparator::Less, Some("1")) => return self.any(among, true),
                _ => {}
            }
        }
        let left_value = self.inside(left);
        let right_value = self.inside(right);
        say![left_value, words, right_value]
    }

    /// The two are one, or are not.
    fn same(&mut self, left: &Expr, right: &Expr, same: bool) -> Prose {
        let said = self.both_sides(left, right, same);
        let said = said.or_else(|| self.in_common(left, right, same));
        if let Some(said) = said.or_else(|| self.done_by(left, right, same)) {
            return said;
        }
        if let ExprKind::Yes | ExprKind::No = &right.kind {
            return self.holds(left, matches!(right.kind, ExprKind::No) == same);
        }
        if let (ExprKind::Count(among), ExprKind::Number(number)) = (&left.kind, &right.kind)
            && number.digits == "0"
        {
            return self.any(among, same);
        }
        let is_word = self.words.none_is_a_word && self.sort(left) == ValueShape::Choice;
        if matches!(&right.kind, ExprKind::Name(name) if name.text == "none" && !is_word && self.scope.find("none").is_none())
        {
            let value = self.value(left);
            return say![value, if same { " is not given" } else { " is given" }];
        }
        let is_empty_text = matches!(&right.kind, ExprKind::Text(text) if text.pieces.iter().all(|piece| matches!(piece, Piece::Plain(plain) if plain.is_empty())));
        if is_empty_text {
            let value = self.value(left);
            return say![value, pick(same, " says nothing", " says something")];
        }
        if self.sort(left) == ValueShape::YesNo && self.sort(right) == ValueShape::YesNo {
            let (one, other) = (self.condition(left), self.condition(right));
            return say![
                one,
                pick(same, " exactly if ", " exactly if it is not so that "),
                other
            ];
        }
        let subject = self.subject_of_choice(left);
        let worth = match right.kind {
            ExprKind::If { .. } => self.inside(right),
            _ => self.worth(left, right),
        };
        let is_reckoned = match &right.kind {
            ExprKind::Name(name) => self.scope.find(&name.text).is_some(),
            ExprKind::Number(_) | ExprKind::Quantity(..) | ExprKind::Now => false,
            _ => self.sort(right) == ValueShape::Number,
        };
        let verb = match (self.sort(left) == ValueShape::Number && is_reckoned, same) {
            (true, true) => " equals ",
            (true, false) => " differs from ",
            (false, true) => " is ",
            (false, false) => " is not ",
        };
        say![subject, verb, worth]
    }

    /// `a.worn_by is c`: it is worn by c; `turn is c`: it is the turn of c.
    fn done_by(&mut self, left: &Expr, right: &Expr, same: bool) -> Option<Prose> {
        let is = if same { "is " } else { "is not " };
        for (turn, whose) in [(left, right), (right, left)] {
            if let ExprKind::Name(name) = &turn.kind
                && self.is_turn(&name.text)
            {
                let is_led_to = matches!(whose.kind, ExprKind::Dot(..));
                let whose = self.value(whose);
                if is_led_to {
                    let turn = self.phase(&name.text);
                    return Some(say!["the ", turn, " ", is, "that of ", whose]);
                }
                let turn = super::value::of(self.phase(&name.text), whose);
                return Some(say!["it ", is, turn]);
            }
        }
        let (base, term, _) = self.done(left)?;
        Some(say![base, " ", is, term, " ", self.value(right)])
    }

    /// Of `a.worn_by`, a record by which something is done: a, `worn by`, and what kind of record that is.
    pub(super) fn done(&mut self, expr: &Expr) -> Option<(Prose, Prose, String)> {
        let ExprKind::Dot(base, name) = &expr.kind else {
            return None;
        };
        let ValueShape::Record(kind) = self.sort(expr) else {
            return None;
        };
        super::words::is_done(&name.text).then(|| {
            let term = self.attribute_term(Some(&self.kind_of(base)), &name.text);
            (self.value(base), term, spaced(&kind))
        })
    }

    /// `a.round = b.round`: two of whom the same is noted.
    fn in_common(&mut self, left: &Expr, right: &Expr, same: bool) -> Option<Prose> {
        let ((one, name), (other, same_name)) = (of_one(left)?, of_one(right)?);
        let (kind, kinds) = (self.kind_of(one), self.kind_of(other));
        let is_record = !kind.is_empty() && kind == kinds;
        if name.text != same_name.text || !is_record || name.text == "action" {
            return None;
        }
        let term = self.common_term(&kind, name);
        let (one, other) = (self.value(one), self.value(other));
        let have = match same {
            true => " have the same ",
            false => " do not have the same ",
        };
        Some(say![one, " and ", other, have, term])
    }

    /// What is compared with a word: an act rather than its action.
    pub(super) fn subject_of_choice(&mut self, left: &Expr) -> Prose {
        match &left.kind {
            ExprKind::Dot(base, name) if tells_act(name) && self.kind_of(base) == "act" => {
                self.value(base)
            }
            ExprKind::Name(name) if tells_act(name) && self.scope.inside_act => "this act".into(),
            _ => self.inside(left),
        }
    }

    /// What it is compared with.
    pub(super) fn worth(&mut self, left: &Expr, right: &Expr) -> Prose {
        let ExprKind::Name(name) = &right.kind else {
            return self.value(right);
        };
        let text = name.text.as_str();
        if self.scope.find(text).is_some() {
            return self.value(right);
        }
        match self.sort(left) {
            ValueShape::Action if self.words.actions.contains_key(text) => {
                self.term(Category::Action, text)
            }
            ValueShape::Stage => say!["at its stage ", bare_term(spaced(text))],
            _ if self.can_be_word(left, text) => format!("“{}”", spaced(text)).into(),
            ValueShape::Choice | ValueShape::Unknown if !self.is_choice(text) => {
                format!("“{}”", spaced(text)).into()
            }
            _ => self.value(right),
        }
    }

    /// A value that is one of several words: a bare name is the word, whatever else is called so.
    pub(super) fn one_of_words(&mut self, value: &Expr) -> Prose {
        match &value.kind {
            ExprKind::Name(name)
                if self.scope.find(&name.text).is_none()
                    && (name.text != "none" || self.words.none_is_a_word)
                    && !self.is_choice(&name.text) =>
            {
                format!("“{}”", spaced(&name.text)).into()
            }
            _ => self.value(value),
        }
    }

    /// Whether the declared type of a value has a word: the bare name is that word then, whatever else is called so.
    fn can_be_word(&self, value: &Expr, word: &str) -> bool {
        let ty = match &value.kind {
            ExprKind::Name(name) | ExprKind::Call { function: name, .. } => {
                self.type_of_name(&name.text)
            }
            ExprKind::Dot(base, name) => (self.words.declared(&self.kind_of(base), &name.text))
                .map(|attribute| &attribute.ty)
                .or_else(|| self.words.functions.get(name.text.as_str())?.ty),
            _ => None,
        };
        let words = ty.map_or(&[][..], |ty| self.words.words_of_type(ty));
        words.iter().any(|one| one.text == word)
    }

    /// The declared type of what a name stands for, that of a local name left out.
    fn type_of_name(&self, name: &str) -> Option<&Type> {
        if self.scope.find(name).is_some() {
            return None;
        }
        let kind = self.scope.record.as_deref().unwrap_or("act");
        let attribute = [kind, "combat"]
            .into_iter()
            .find_map(|kind| self.words.declared(kind, name));
        let option = self.words.options.get(name).map(|option| &option.ty);
        let function = self.words.functions.get(name);
        (attribute.map(|attribute| &attribute.ty).or(option))
            .or_else(|| function.and_then(|function| function.ty))
    }

    /// Whether a bare name stands for something that is itself one of several words.
    fn is_choice(&self, name: &str) -> bool {
        let function = self.words.functions.get(name);
        let option = self.words.options.get(name);
        let sorts = [
            function.map(|function| function.sort.clone()),
            option.map(|option| self.words.sort(&option.ty)),
            self.own_attribute(name),
            self.words.of_the_combat(name),
        ];
        sorts.contains(&Some(ValueShape::Choice))
    }

    /// `a.side is b.side`: two are on one side, or on two.
    fn both_sides(&mut self, left: &Expr, right: &Expr, same: bool) -> Option<Prose> {
        fn member(expr: &Expr) -> Option<&Expr> {
            match &expr.kind {
                ExprKind::Dot(base, name) if name.text == "side" => Some(base),
                _ => None,
            }
        }
        let (one, other) = (self.value(member(left)?), member(right));
        let is = match other {
            Some(_) => pick(
                same,
                " is on the same side as ",
                " is on another side than ",
            ),
            None => pick(same, " is on ", " is not on "),
        };
        Some(say![one, is, self.value(other.unwrap_or(right))])
    }
}

/// Whether an attribute of an act says what kind of act it is.
fn tells_act(name: &Name) -> bool {
    matches!(name.text.as_str(), "action" | "stage")
}

fn opposite(op: Comparator) -> Comparator {
    match op {
        Comparator::Equal => Comparator::NotEqual,
        Comparator::NotEqual => Comparator::Equal,
        Comparator::Less => Comparator::GreaterOrEqual,
        Comparator::LessOrEqual => Comparator::Greater,
        Comparator::Greater => Comparator::LessOrEqual,
        Comparator::GreaterOrEqual => Comparator::Less,
        // Said by itself.
        Comparator::In => Comparator::In,
    }
}
