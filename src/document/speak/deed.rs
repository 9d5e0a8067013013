//! Single deeds in English: what is set, asked, rolled, made and done.

use super::{Dictionary, Speaker, ValueShape, emphasised, linked, pick, spaced, words};
use crate::document::tree::{Inline, Prose, say};
use crate::syntax::ast::{
    self, AskAmong, AskedActs, Category, Expr, ExprKind, Name, Parameter, Text,
};

/// That something is so no longer, from the clause that it is not.
fn ends(said: Prose) -> Prose {
    let turns = [
        (" is not ", " is no longer "),
        (" cannot ", " can no longer "),
        (" may not ", " may no longer "),
        (" must not ", " no longer has to "),
        (" has not ", " no longer counts as having "),
    ];
    let mut turned = None;
    let pieces = said.0.iter().map(|inline| match inline {
        Inline::Text(text) if turned.is_none() => {
            turned = (turns.iter())
                .find(|(not, _)| text.contains(not))
                .map(|(not, longer)| text.replacen(not, longer, 1));
            Inline::Text(turned.clone().unwrap_or_else(|| text.clone()))
        }
        other => other.clone(),
    });
    let pieces = Prose(pieces.collect());
    match turned {
        Some(_) => pieces,
        None => say![said, " from now on"],
    }
}

impl Speaker<'_> {
    pub(super) fn set(&mut self, place: &Expr, value: &Expr) -> Prose {
        let sort = self.sort(place);
        if let (ValueShape::YesNo, ExprKind::Name(name)) = (&sort, &place.kind)
            && self.scope.find(&name.text).is_some()
        {
            let name = emphasised(name);
            return match &value.kind {
                ExprKind::Yes => say![name, " becomes yes"],
                ExprKind::No => say![name, " becomes no"],
                _ => say![
                    name,
                    " becomes yes if ",
                    self.condition(value),
                    ", otherwise no"
                ],
            };
        }
        if sort == ValueShape::YesNo {
            return match &value.kind {
                ExprKind::Yes => say![self.holds(place, false), " from now on"],
                ExprKind::No => ends(self.holds(place, true)),
                _ => {
                    let said = self.holds(place, false);
                    let if_so = self.condition(value);
                    let if_so = self.of_the_same(place, if_so);
                    say![said, " from now on if ", if_so, ", otherwise not"]
                }
            };
        }
        let is_none = matches!(&value.kind, ExprKind::Name(name) if name.text == "none");
        if let Some((base, term, kind)) = self.done(place) {
            let other = match is_none {
                true => format!("no {kind}").into(),
                false => self.value(value),
            };
            return say![base, " is ", term, " ", other, " from now on"];
        }
        let place_said = self.value(place);
        if is_none {
            return say![place_said, " is cleared"];
        }
        let value = self.worth(place, value);
        let value = self.of_the_same(place, value);
        say![place_said, " becomes ", value]
    }

    /// What is said in one sentence with an attribute of a record, with a pronoun for that record where no other is mentioned.
    fn of_the_same(&self, place: &Expr, said: Prose) -> Prose {
        let ExprKind::Dot(base, _) = &place.kind else {
            return said;
        };
        let ExprKind::Name(name) = &base.kind else {
            return said;
        };
        let plain = said.plain();
        match self.scope.find(&name.text) {
            Some(local)
                if !self
                    .scope
                    .others(&local.spoken)
                    .any(|other| plain.contains(other)) =>
            {
                let spoken = local.spoken.clone();
                said.with_pronoun(&spoken)
            }
            _ => said,
        }
    }

    /// The answers that a question allows.
    fn allowed_answers(&mut self, ty: &ast::Type, sort: &ValueShape, among: &AskAmong) -> Prose {
        let AskAmong {
            name,
            range,
            filter,
        } = among;
        let filter = filter.as_ref();
        if let Some((from, to)) = range {
            return self.numbers("a number ", name, (from, to), filter);
        }
        let kind = match (sort, &ty.kind) {
            (ValueShape::Record(kind), _) => kind.clone(),
            (ValueShape::Choice, ast::TypeKind::Named(choice)) => choice.text.clone(),
            _ => {
                let said = self.kind_of_value(ty);
                self.scope.push(&name.text, "it".to_owned(), sort.clone());
                let Some(filter) = filter else { return said };
                return say![said, " where ", self.condition(filter)];
            }
        };
        let noun = spaced(&kind);
        self.scope.record(&name.text, &kind);
        let described = self.described(&noun, &name.text, &kind, filter);
        let article = match described.plain().starts_with("other ") {
            true => "an".to_owned(),
            false => format!("{} ", words::article(&noun)),
        };
        say![article, described]
    }

    pub(super) fn ask(
        &mut self,
        who: &Expr,
        (name, question): (&Name, &Text),
        ty: &ast::Type,
        among: Option<&AskAmong>,
        default: Option<&Expr>,
    ) -> Prose {
        let who = self.value(who);
        let question = self.quoted(question);
        let mark = self.scope.mark();
        let sort = self.words.sort(ty);
        let answers = match among {
            Some(among) => self.allowed_answers(ty, &sort, among),
            None => self.kind_of_value(ty),
        };
        self.scope.back_to(mark);
        let otherwise = default.map(|default| {
            let default = match self.sort(default) {
                ValueShape::YesNo if !matches!(default.kind, ExprKind::Yes | ExprKind::No) => {
                    let condition = self.condition(default);
                    say!["yes if ", condition]
                }
                ValueShape::Unknown | ValueShape::YesNo if sort == ValueShape::Choice => {
                    self.one_of_words(default)
                }
                _ => self.value(default),
            };
            say!["; unless said otherwise, ", default]
        });
        let spoken = match &sort {
            ValueShape::Record(_) if words::is_thing(&name.text) => {
                format!("the {}", spaced(&name.text))
            }
            ValueShape::Record(_) => format!("the answer “{}”", spaced(&name.text)),
            _ => spaced(&name.text),
        };
        self.scope.push(&name.text, spoken, sort);
        say![
            "ask ",
            who,
            ": ",
            question,
            " (",
            emphasised(name),
            ": ",
            answers,
            otherwise.unwrap_or_default(),
            ")"
        ]
    }

    pub(super) fn resolve(&mut self, condition: Option<&(Name, Expr)>) -> Prose {
        let Some((name, condition)) = condition else {
            return "carry out the acts in their order".into();
        };
        let mark = self.scope.mark();
        self.scope.push(
            &name.text,
            "the next act".to_owned(),
            ValueShape::Record("act".to_owned()),
        );
        let condition = self.condition(condition);
        self.scope.back_to(mark);
        say!["carry out the acts in their order, as long as ", condition]
    }

    pub(super) fn raise(&mut self, event: &Name, arguments: &[Expr]) -> Prose {
        let parameters = (self.words.events.get(event.text.as_str())).copied();
        let handed = self.handed(parameters.unwrap_or_default(), arguments);
        self.event(&event.text, handed)
    }

    /// Whom something is done for, and with what: ` for the orc and the blow (amount: 3)`. What says nothing by itself is named.
    pub(super) fn handed(&mut self, parameters: &[Parameter], arguments: &[Expr]) -> Prose {
        let (mut whom, mut with) = (Vec::new(), Vec::new());
        for (number, argument) in arguments.iter().enumerate() {
            let parameter = parameters.get(number);
            let sort = parameter.map(|parameter| self.words.sort(&parameter.ty));
            let value = match &sort {
                Some(sort) => self.given(sort, argument),
                None => self.value(argument),
            };
            match parameter.filter(|_| !matches!(sort, Some(ValueShape::Record(_)))) {
                Some(parameter) if value.plain() != spaced(&parameter.name.text) => {
                    with.push(say![emphasised(&parameter.name), ": ", value]);
                }
                _ => whom.push(value),
            }
        }
        let mut said = Prose::default();
        if !whom.is_empty() {
            said.push(say![" for ", Prose::list(whom, "and")]);
        }
        if !with.is_empty() {
            said.push(say![" (", Prose::joined(with, "; "), ")"]);
        }
        said
    }

    /// What is given for something of this sort.
    fn given(&mut self, sort: &ValueShape, value: &Expr) -> Prose {
        let is_bare = match &value.kind {
            ExprKind::Yes | ExprKind::No => true,
            ExprKind::Name(name) => self.scope.find(&name.text).is_some(),
            _ => false,
        };
        match sort {
            ValueShape::YesNo if !is_bare => say!["yes if ", self.condition(value)],
            ValueShape::Choice => self.one_of_words(value),
            _ => self.value(value),
        }
    }

    pub(super) fn new_record(
        &mut self,
        kind: &Name,
        (name, title): (Option<&Name>, Option<&Text>),
        settings: &[(Name, Expr)],
    ) -> Prose {
        let settings = self.settings(&kind.text, settings);
        if let Some(name) = name {
            self.scope.record(&name.text, &kind.text);
        }
        let term = self.term(Category::Kind, &kind.text);
        let called = title.map(|title| say![", called ", self.quoted(title)]);
        say![
            "write down a new ",
            term,
            called.unwrap_or_default(),
            settings
        ]
    }

    /// `: target the attacker, damage 3`
    pub(super) fn settings(&mut self, kind: &str, settings: &[(Name, Expr)]) -> Prose {
        let said = settings.iter().map(|(name, value)| {
            let sort = self.words.attribute(kind, &name.text).unwrap_or_default();
            let value = self.given(&sort, value);
            say![emphasised(name), ": ", value]
        });
        let said: Vec<Prose> = said.collect();
        match said.is_empty() {
            true => Prose::default(),
            false => say![" (", Prose::joined(said, "; "), ")"],
        }
    }

    /// `c declares one act in secret`, `c declares strike | shoot`
    pub(super) fn declares(&mut self, who: &Expr, acts: &AskedActs, secret: bool) -> Prose {
        let which = acts.actions.iter().map(|action| self.verb(action));
        let which = Prose::joined(which.collect::<Vec<_>>(), " or ");
        let what = match (acts.one, acts.actions.is_empty()) {
            (true, true) => say![" declares one thing that it will do"],
            (false, true) => say![" declares what it will do"],
            (true, false) => say![" declares one thing that it will do: how it ", which],
            (false, false) => say![" declares whether it ", which, ", and how"],
        };
        let unseen = if secret { ", unseen by the others" } else { "" };
        say![self.value(who), what, unseen]
    }

    /// The verb of an action: `strikes`.
    fn verb(&self, action: &Name) -> Prose {
        let known = self.words.actions.get(action.text.as_str());
        let verb = known.and_then(|action| action.verb.as_ref());
        let verb = verb.map_or_else(
            || words::plural(&spaced(&action.text)),
            |verb| spaced(&verb.text),
        );
        linked(verb, Dictionary::anchor(Category::Action, &action.text))
    }

    pub(super) fn does(
        &mut self,
        who: &Expr,
        action: &Name,
        name: Option<&Name>,
        next: bool,
        settings: &[(Name, Expr)],
    ) -> Prose {
        let who = self.value(who);
        let settings = self.settings("act", settings);
        if let Some(name) = name {
            self.scope.record(&name.text, "act");
        }
        let verb = self.verb(action);
        let when = pick(next, " at once, before anything else", "");
        say![who, " ", verb, settings, when]
    }
}
