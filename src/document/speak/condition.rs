//! What holds or does not hold, as an English clause: `the target is not surprised and the act is at its last stage`.

use super::{Speaker, ValueShape, bare_term, conjuncts, linked, pick, spaced};
use crate::document::tree::{DocumentBlock, Inline, ListItem, Prose, say};
use crate::syntax::ast::{Among, Category, Comparator, Expr, ExprKind, Name};

/// A condition, taken apart where it is long.
pub(in crate::document) struct Conditions {
    /// Each of them a clause.
    pub parts: Vec<Prose>,
    /// The same for a list: what is long in them is taken apart in turn.
    pub steps: Vec<ListItem>,
    /// All of them must hold; else any.
    pub all: bool,
}

/// From how many letters on conditions stand in a list of their own.
const LONG: usize = 150;

impl Conditions {
    /// In one sentence, if it is short.
    pub fn short(&self) -> Option<Prose> {
        let whole: usize = self.parts.iter().map(Prose::len).sum();
        let is_one = self.parts.len() < 2 && self.steps.iter().all(|step| step.blocks.is_empty());
        (is_one || (self.parts.len() < 4 && whole < LONG)).then(|| self.clause())
    }

    /// As a list, and what is said before it.
    pub fn in_list(mut self) -> (Prose, Vec<ListItem>) {
        if let [only] = self.steps.as_mut_slice()
            && let [DocumentBlock::List(within)] = only.blocks.as_mut_slice()
        {
            return (only.prose.clone(), std::mem::take(within));
        }
        let head = match self.all {
            true => "all of this holds:",
            false => "any of this holds:",
        };
        (head.into(), self.steps)
    }

    /// In one sentence.
    pub fn clause(&self) -> Prose {
        listed(self.parts.clone(), self.all)
    }
}

/// Clauses one behind the other; where some hold `and` and `or` themselves, a comma parts them.
pub(super) fn listed(clauses: Vec<Prose>, all: bool) -> Prose {
    let word = if all { "and" } else { "or" };
    let mixed = clauses.iter().any(|clause| {
        let plain = clause.plain();
        plain.contains(" and ") || plain.contains(" or ")
    });
    match mixed && clauses.len() > 1 {
        true => Prose::joined(clauses, &format!(", {word} ")),
        false => Prose::list(clauses, word),
    }
}

impl Speaker<'_> {
    /// A condition as a clause.
    pub fn condition(&mut self, expr: &Expr) -> Prose {
        self.holds(expr, false)
    }

    /// Several conditions, all of which must hold, with the `and`s in them taken apart.
    pub fn conditions(&mut self, exprs: &[&Expr]) -> Conditions {
        let flat: Vec<&Expr> = exprs.iter().flat_map(|expr| conjuncts(expr)).collect();
        if let [one] = flat.as_slice()
            && let ExprKind::Or(parts) = &one.kind
            && self.same_subject(parts, Comparator::Equal).is_none()
        {
            return self.taken_apart(parts.iter().collect(), false);
        }
        self.taken_apart(flat, true)
    }

    fn taken_apart(&mut self, exprs: Vec<&Expr>, all: bool) -> Conditions {
        let parts = exprs
            .iter()
            .map(|part| self.junct(part, all, false))
            .collect();
        let steps = exprs.iter().map(|part| self.step(part, all)).collect();
        Conditions { parts, steps, all }
    }

    /// A part of a list: a clause, or where that is long a list of its own.
    fn step(&mut self, part: &Expr, all: bool) -> ListItem {
        let said = self.junct(part, all, false);
        let inner = match &part.kind {
            ExprKind::And(parts) => Some((parts, true)),
            ExprKind::Or(parts) => Some((parts, false)),
            ExprKind::Quantifier {
                every: false,
                among,
                ..
            } if said.len() > LONG => return self.one_for_which(among).unwrap_or(said.into()),
            _ => None,
        };
        match inner {
            Some((parts, all)) if said.len() > LONG => {
                let head = if all { "all of this:" } else { "any of this:" };
                let steps = parts.iter().map(|part| self.step(part, all)).collect();
                ListItem {
                    blocks: vec![DocumentBlock::List(steps)],
                    ..ListItem::from(Prose::from(head))
                }
            }
            _ => match part.kind {
                ExprKind::If { .. } => out_of_brackets(said).into(),
                _ => said.into(),
            },
        }
    }

    /// That there is a record of which much is said, in a list.
    fn one_for_which(&mut self, among: &Among) -> Option<ListItem> {
        let filter = among.filter.as_ref()?;
        let ExprKind::And(parts) = &filter.kind else {
            return None;
        };
        let any = Among {
            filter: None,
            ..among.clone()
        };
        self.scope.names_all = true;
        let whom = pick(among.kind.text == "combatant", " for whom ", " for which ");
        Some(self.among(&any, "a", false, |speaker, record| {
            let steps = parts.iter().map(|part| speaker.step(part, true)).collect();
            ListItem {
                blocks: vec![DocumentBlock::List(steps)],
                ..say!["there is ", record, whom, "all of this holds:"].into()
            }
        }))
    }

    /// That something holds, or that it does not.
    pub(super) fn holds(&mut self, expr: &Expr, negative: bool) -> Prose {
        match &expr.kind {
            ExprKind::Yes | ExprKind::No => {
                let always = matches!(expr.kind, ExprKind::Yes) != negative;
                if always {
                    "always".into()
                } else {
                    "never".into()
                }
            }
            ExprKind::Not(inner) => self.holds(inner, !negative),
            ExprKind::And(parts) => self.junction(parts, !negative, negative),
            ExprKind::Or(parts) => self.junction(parts, negative, negative),
            ExprKind::Compare { op, left, right } => self.compare(*op, left, right, negative),
            ExprKind::Known(value, known) => self.known(value, *known != negative),
            ExprKind::InPlay(value, in_play) => {
                let value = self.value(value);
                match *in_play != negative {
                    true => say![value, " is in play"],
                    false => say![value, " is out of play"],
                }
            }
            ExprKind::Quantifier {
                every: false,
                among,
                ..
            } => self.any(among, negative),
            ExprKind::Quantifier {
                every: true,
                among,
                has,
            } => self.every(among, has.as_deref(), negative),
            ExprKind::Call {
                function,
                arguments,
            } => self.applies(function, arguments, negative),
            ExprKind::Dot(base, name) => self.quality(base, name, negative),
            ExprKind::Name(name) => self.named(name, negative),
            ExprKind::If {
                branches,
                otherwise,
            } => self.alternatives(branches, otherwise, negative),
            ExprKind::OrElse(several)
                if matches!(
                    several.as_slice(),
                    [
                        _,
                        Expr {
                            kind: ExprKind::No,
                            ..
                        }
                    ]
                ) =>
            {
                self.holds(&several[0], negative)
            }
            _ => {
                let value = self.value(expr);
                say![value, if negative { " is no" } else { " is yes" }]
            }
        }
    }

    fn junction(&mut self, parts: &[Expr], all: bool, negative: bool) -> Prose {
        let op = if negative {
            Comparator::NotEqual
        } else {
            Comparator::Equal
        };
        if !all
            && !negative
            && let Some((subject, others)) = self.same_subject(parts, op)
        {
            return say![subject, " is ", Prose::list(others, "or")];
        }
        if all
            && negative
            && let Some((subject, others)) = self.same_subject(parts, Comparator::Equal)
        {
            return say![subject, " is neither ", Prose::list(others, "nor")];
        }
        let clauses: Vec<Prose> = parts
            .iter()
            .map(|part| self.junct(part, all, negative))
            .collect();
        listed(clauses, all)
    }

    /// A part of a chain: with brackets, where it is a chain of the other kind.
    pub(super) fn junct(&mut self, part: &Expr, all: bool, negative: bool) -> Prose {
        let said = self.holds(part, negative);
        let (mut part, mut negative) = (part, negative);
        while let ExprKind::Not(inner) = &part.kind {
            (part, negative) = (inner, !negative);
        }
        let inner = match &part.kind {
            ExprKind::Or(inner) if self.same_subject(inner, Comparator::Equal).is_none() => {
                Some(negative)
            }
            ExprKind::And(_) => Some(!negative),
            _ => None,
        };
        match inner {
            Some(false) if all => say!["either ", said],
            Some(true)
                if !all
                    && matches!(&part.kind, ExprKind::And(parts) | ExprKind::Or(parts) if parts.len() == 2) =>
            {
                say!["both ", said]
            }
            Some(true) if !all => say!["all of this: ", said],
            _ => said,
        }
    }

    /// `a.action is strike or a.action is shoot`: of one thing, several; each as a noun.
    pub(super) fn same_subject(
        &mut self,
        parts: &[Expr],
        wanted: Comparator,
    ) -> Option<(Prose, Vec<Prose>)> {
        let mut subject: Option<Prose> = None;
        let mut others = Vec::new();
        for part in parts {
            let ExprKind::Compare { op, left, right } = &part.kind else {
                return None;
            };
            if *op != wanted || !matches!(right.kind, ExprKind::Name(_) | ExprKind::Number(_)) {
                return None;
            }
            let this = self.subject_of_choice(left);
            if subject.as_ref().is_some_and(|subject| *subject != this) {
                return None;
            }
            subject = Some(this);
            let other = self.worth(left, right);
            others.push(other);
        }
        Some((subject?, others))
    }

    pub(super) fn is_definition(&self, base: &Expr, name: &Name) -> bool {
        let kind = self.kind_of(base);
        self.words.attribute(&kind, &name.text).is_none()
    }

    pub(super) fn kind_of(&self, base: &Expr) -> String {
        match self.sort(base) {
            ValueShape::Record(kind) => kind,
            _ => String::new(),
        }
    }

    /// An attribute that is yes or no.
    fn quality(&mut self, base: &Expr, name: &Name, negative: bool) -> Prose {
        if self.is_definition(base, name) && self.words.functions.contains_key(name.text.as_str()) {
            return self.applies(name, std::slice::from_ref(base), negative);
        }
        let subject = self.value(base);
        self.marked(subject, &name.text, negative)
    }

    /// A bare name that is yes or no.
    fn named(&mut self, name: &Name, negative: bool) -> Prose {
        let text = name.text.as_str();
        if let Some(local) = self.scope.find(text) {
            let spoken = local.spoken.clone();
            return say![
                bare_term(spoken),
                if negative { " is no" } else { " is yes" }
            ];
        }
        if self.own_attribute(text).is_some() {
            let subject = match &self.scope.record {
                Some(kind) => format!("the {}", spaced(kind)),
                None => "this act".to_owned(),
            };
            return self.marked(subject.into(), text, negative);
        }
        if self.words.options.contains_key(text) {
            let option = self.term(Category::Option, text);
            return say![
                "the option ",
                option,
                pick(negative, " is “no”", " is “yes”")
            ];
        }
        if self.words.functions.contains_key(text) {
            return self.applies(name, &[], negative);
        }
        self.predicate("the combat".into(), text, None, negative)
    }

    /// A definition that is yes or no, of these things.
    pub(super) fn applies(&mut self, function: &Name, arguments: &[Expr], negative: bool) -> Prose {
        if let Some((_, base, key)) = self.keyed(function, arguments) {
            let said = match base {
                Some(base) => self.quality(base, function, negative),
                None => self.named(function, negative),
            };
            return say![said, " for ", self.part(key)];
        }
        let Some(known) = self.words.functions.get(function.text.as_str()) else {
            return bare_term(spaced(&function.text));
        };
        let (anchor, sort) = (known.anchor.clone(), known.sort.clone());
        let names = known.names.clone();
        let values = self.arguments(arguments, &names);
        if sort != ValueShape::YesNo {
            let term = linked(spaced(&function.text), anchor);
            return say![
                term,
                " of ",
                Prose::list(values, "and"),
                if negative { " is no" } else { " is yes" }
            ];
        }
        self.said_of(&function.text, anchor, values, negative)
    }

    /// `if a then b else c` of what holds or does not.
    fn alternatives(
        &mut self,
        branches: &[(Expr, Expr)],
        otherwise: &Expr,
        negative: bool,
    ) -> Prose {
        if let [(condition, then)] = branches {
            // Where one of the two is certain, `and` or `or` says the same.
            let certain = |expr: &Expr| match expr.kind {
                ExprKind::Yes => Some(!negative),
                ExprKind::No => Some(negative),
                _ => None,
            };
            let turned = match (certain(then), certain(otherwise)) {
                (Some(yes), _) => Some((
                    !yes,
                    self.holds(condition, !yes),
                    self.junct(otherwise, !yes, negative),
                )),
                (_, Some(yes)) => Some((
                    !yes,
                    self.holds(condition, yes),
                    self.junct(then, !yes, negative),
                )),
                _ => None,
            };
            if let Some((all, one, other)) = turned {
                let said = listed(vec![one, other], all);
                return say![if all { "both " } else { "either " }, said];
            }
        }
        let mut said = Prose::default();
        for (number, (condition, value)) in branches.iter().enumerate() {
            let condition = self.condition(condition);
            let value = self.holds(value, negative);
            said.push(say![
                if number == 0 { "if " } else { "; else if " },
                condition,
                ", then ",
                value
            ]);
        }
        let rest = self.holds(otherwise, negative);
        say!["(", said, "; otherwise ", rest, ")"]
    }
}

/// A clause without the brackets around the whole of it.
fn out_of_brackets(mut said: Prose) -> Prose {
    let plain = said.plain();
    if !(plain.starts_with('(') && plain.ends_with(')')) {
        return said;
    }
    if let Some(Inline::Text(text)) = said.0.first_mut() {
        text.remove(0);
    }
    if let Some(Inline::Text(text)) = said.0.last_mut() {
        text.pop();
    }
    said
}
