//! Names after a dot: attributes, and definitions of one record; and the numbered things of a scenario.

use super::unknown::{not_known_yet, path};
use crate::check::elaborator::{Elaborator, Typed};
use crate::check::keyed::KeyedAttribute;
use crate::check::resolved_names::Meaning;
use crate::check::symbol_table::{meant, too_few, unknown};
use crate::check::types::{self, POISON};
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::ruleset::{
    Action, Declared, Expr, FunctionId, Item, Kind, KindId, MISSING, Parameter, Query, QueryKind,
    Type, Value, slot_of,
};
use crate::source::Span;
use crate::suggest::suggest;
use crate::syntax::ast::{self, ExprKind, Name, Number};

/// What the type of an attribute could be that is not declared, with its default.
pub(super) const NEW_TYPES: &[&str] = &["number = 0", "yes/no = no", "optional combatant"];

impl Elaborator<'_> {
    /// `orc 1`
    pub(super) fn numbered(&mut self, name: &Name, number: &Number, span: Span) -> Typed {
        let thing = format!("{} {}", name.text, number.digits);
        if let Some((kind, index)) = self.things.and_then(|scope| scope.things.get(&thing)) {
            let (kind, index) = (*kind, *index);
            self.out.resolved.uses(span, Meaning::Thing(kind, thing));
            return self.typed(Expr::Const(Value::from(index)), span, Type::Record(kind));
        }
        if let Some((kind, index)) = self.things.and_then(|scope| scope.made.record(&thing)) {
            self.out.resolved.uses(span, Meaning::Thing(kind, thing));
            return self.made(kind, index, span);
        }
        if self.things.is_some() {
            let whole = Name { text: thing, span };
            let mut complaint = unknown(self.diagnostics, &whole, "thing", self.visible());
            if self.diagnostics.proposes() && complaint.candidates.is_empty() {
                let plain = Diagnostic::error(complaint.code, span, complaint.message.clone());
                complaint = too_few(plain, &whole.text, self.visible()).unwrap_or(complaint);
            }
            return self.complain(complaint);
        }
        self.complain(
            Diagnostic::error(
                Code::WrongPlace,
                span,
                format!("`{thing}` is a thing of a scenario; rules do not know it"),
            )
            .help("give a kind an attribute and let the scenario set it"),
        )
    }

    /// A record that rules make. As long as it is not there, it is missing, or a fault where the scope says so.
    fn made(&mut self, kind: KindId, index: u32, span: Span) -> Typed {
        let count = Query {
            ask: QueryKind::Count,
            kind,
            local: self.reserve(),
            filter: None,
            value: None,
            then: Box::default(),
            otherwise: None,
        };
        if self.things.is_some_and(|scope| scope.must_be_there) && !self.is_asked_whether_known {
            let [each, this] = [Expr::Local(count.local), Expr::Const(Value::from(index))]
                .map(|side| self.push(side, span));
            let only = Query {
                ask: QueryKind::The,
                filter: Some(self.push(Expr::Equal(each, this), span)),
                ..count
            };
            return self.typed(Expr::Query(Box::new(only)), span, Type::Record(kind));
        }
        let count = self.push(Expr::Query(Box::new(count)), span);
        let [record, missing] =
            [Value::from(index), MISSING].map(|value| self.push(Expr::Const(value), span));
        let is_there = self.push(Expr::Less(record, count), span);
        let guarded = Expr::If(is_there, record, missing);
        let made = self.typed(guarded, span, Type::Record(kind));
        Typed {
            optional: true,
            ..made
        }
    }

    /// `e.name`
    pub(super) fn dot(&mut self, of: &ast::Expr, name: &Name, span: Span) -> Typed {
        if let Some(complaint) = self.dot_of_combat(of, name) {
            return self.complain(complaint);
        }
        if let Some(complaint) = self.other_letter(of, name) {
            return self.complain(complaint);
        }
        if self.diagnostics.proposes()
            && let Some(complaint) = self.asked_of_none(of, name)
        {
            return self.complain(complaint);
        }
        let record = self.expr(of, None);
        if record.is_poison() {
            return record;
        }
        let Type::Record(kind) = record.ty else {
            let names = self.names;
            if names.functions.contains_key(&name.text) || names.tables.contains_key(&name.text) {
                return self.call(name, std::slice::from_ref(of), span);
            }
            let what = types::describe(self.rules, &record.ty);
            let message = format!("{what} has no attributes, so it has no `{}`", name.text);
            return self.complain(Diagnostic::error(Code::WrongType, name.span, message));
        };
        if let Some(slot) = slot_of(self.rules.kind(kind), &name.text) {
            if let (Some(bare), Expr::Local(local)) =
                (self.bare, &self.out.exprs[record.id.index()])
                && *local == self.bare_local()
                && bare.before.is_some_and(|limit| slot >= limit)
            {
                return self.complain(not_known_yet(name));
            }
            let mut declared = self.attribute_type(kind, slot);
            declared.optional |= record.optional;
            let meaning = Meaning::Attribute(kind, slot);
            self.out.resolved.uses(name.span, meaning);
            let of = record.id;
            let id = self.push(Expr::Attribute { kind, of, slot }, span);
            return Typed::new(id, declared);
        }
        let function = self.names.functions.get(&name.text).copied();
        if let Some(function) = function.filter(|&function| self.takes_only(function, kind)) {
            let meaning = Meaning::Definition(function);
            self.out.resolved.uses(name.span, meaning);
            let id = self.push(Expr::Call(function, Box::new([record.id])), span);
            let declared = &self.rules.functions[function.index()].declared;
            return Typed::new(id, declared.clone());
        }
        if let Some(procedure) = self.names.procedures.get(&name.text) {
            return self.procedure_as_value(name, *procedure);
        }
        let told = self.said_without_dot(of, name, span, kind);
        let complaint = told.unwrap_or_else(|| self.no_attribute(kind, name));
        self.complain(complaint)
    }

    /// `c.answer` for `answer`, `a.dealt` for `dealt(a, c)`, `ask c.player` for `ask c`: no attribute, but a name of these lines, a
    /// definition that is given more, or the one who is asked.
    fn said_without_dot(
        &self,
        of: &ast::Expr,
        name: &Name,
        span: Span,
        kind: KindId,
    ) -> Option<Diagnostic> {
        let whole = path(of)?;
        let error = |message: String| Diagnostic::error(Code::UnknownName, name.span, message);
        let text = &name.text;
        if let Some(local) = self.local(text).filter(|_| text.len() > 1) {
            let ty = &local.declared.ty;
            if let Some(longer) = self.longer_name(kind, text, ty) {
                let complaint = self
                    .no_attribute(kind, name)
                    .label(format!("did you mean `{longer}`?"));
                let complaint = Diagnostic {
                    notes: Vec::new(),
                    ..complaint
                };
                let complaint = complaint.help(format!("write `{whole}.{longer}`"));
                return Some(complaint.guess(name.span, longer));
            }
            let message = format!("`{text}` is a name of these lines, not an attribute");
            let complaint = error(message).help(format!("write `{text}`"));
            return Some(complaint.guess(span, text.clone()));
        }
        if matches!(text.as_str(), "player" | "players") {
            let message = format!("who plays `{whole}` is no attribute");
            let help =
                format!("it is asked by itself: `ask {whole} as ...`; the game master is `gm`");
            return Some(error(message).help(help));
        }
        let function = &self.rules.functions[self.names.functions.get(text)?.index()];
        let mut own = Some((kind, whole));
        let with = self.call_of(function, &mut own);
        let complaint = error(format!("`{text}` is a definition, not an attribute"));
        let complaint = complaint.help(format!("write `{with}`"));
        let attributes = self.rules.kind(kind).declared();
        let near = suggest(text, attributes.map(|(_, one)| one.declared_name()));
        match (own, with.contains("...")) {
            (Some(_), _) => None,
            (None, true) => near.is_none().then_some(complaint),
            (None, false) => Some(complaint.guess(span, with)),
        }
    }

    /// The only attribute of a kind whose name has all words of another one and more, and that holds something else: `parries_made` for `parries`.
    fn longer_name(&self, kind: KindId, text: &str, other_than: &Type) -> Option<&str> {
        let words: Vec<&str> = text.split('_').collect();
        let is_longer = |name: &str| {
            let longer: Vec<&str> = name.split('_').collect();
            longer.len() > words.len() && words.iter().all(|word| longer.contains(word))
        };
        let attributes = self.rules.kinds.get(kind.index())?.declared();
        let mut longer = attributes.filter(|(_, one)| {
            is_longer(one.declared_name()) && !types::fits(self.rules, &one.declared.ty, other_than)
        });
        let (_, only) = longer.next()?;
        longer.next().is_none().then_some(only.declared_name())
    }

    /// The complaint about `combat.light`.
    fn dot_of_combat(&self, of: &ast::Expr, name: &Name) -> Option<Diagnostic> {
        let combat = self.rules.kind(KindId::COMBAT);
        let ExprKind::Name(base) = &of.kind else {
            return None;
        };
        if base.text != combat.name || self.local(&base.text).is_some() {
            return None;
        }
        slot_of(combat, &name.text)?;
        let message = "what the combat as a whole has stands without a dot";
        let before = Span {
            end: name.span.start,
            ..base.span
        };
        let complaint = Diagnostic::error(Code::WrongPlace, before, message);
        let help = format!("write `{}`", name.text);
        Some((complaint.help(help)).fix(before, String::new(), Applicability::Safe))
    }

    fn takes_only(&self, function: FunctionId, kind: KindId) -> bool {
        matches!(self.rules.functions[function.index()].parameters.as_slice(),
            [Parameter { declared: Declared { ty: Type::Record(wanted), .. }, .. }]
                if *wanted == kind || Type::Record(*wanted) == POISON)
    }

    /// What is said of an act, or of a side, where its combatants have such an attribute.
    fn of_combatants(&self, kind: KindId, name: &str) -> Option<String> {
        slot_of(self.rules.kind(KindId::COMBATANT), name)?;
        let said = match kind {
            KindId::ACT => format!("write `actor.{name}` behind the act, or `target.{name}`"),
            KindId::SIDE if self.things.is_some() => {
                format!("name one of the side, and `.{name}` behind it")
            }
            _ => return None,
        };
        Some(format!("`{name}` belongs to combatants: {said}"))
    }

    /// The complaint that records of a kind have no such attribute.
    pub fn no_attribute(&self, kind: KindId, name: &Name) -> Diagnostic {
        let known = self.rules.kind(kind);
        if (self.names.keyed.get(&name.text)).is_some_and(|kinds| kinds.contains_key(&kind)) {
            let message = format!("`{}` has a value for each key", name.text);
            let complaint = Diagnostic::error(Code::WrongPlace, name.span, message);
            let name = &name.text;
            let numbers = self.names.keyed[name][&kind].ends().map_or(String::new(), |(first, last)| {
                format!("; of all of them, `each number n from {first} to {last} {{ ... {name}(n) ... }}`")
            });
            return complaint.help(format!("say which: `{name}(...)`{numbers}"));
        }
        let complaint = Diagnostic::error(
            Code::UnknownName,
            name.span,
            format!("`{}` has no attribute `{}`", known.name, name.text),
        );
        if let Some(verb) = self.verb_for(name) {
            let dot = Span {
                start: name.span.start.saturating_sub(1),
                ..name.span
            };
            return complaint
                .help("an act is told by who does what")
                .guess(dot, format!(" {verb} {}", name.text));
        }
        // A key by itself: `c.arm` for `c.boxes(arm)`.
        let is_key = |of: &KeyedAttribute| of.keys.iter().any(|(_, key)| *key == name.text);
        let mut keyed = self.names.keyed.iter();
        if let Some((whole, _)) = keyed.find(|(_, kinds)| kinds.get(&kind).is_some_and(is_key)) {
            let with = format!("{whole}({})", name.text);
            let complaint = complaint.label(format!("one of the keys of `{whole}`"));
            return complaint.write(name.span, with);
        }
        if let Some(help) = self.of_combatants(kind, &name.text) {
            return complaint.help(help);
        }
        if let [through] = self.led_to(kind, &name.text)[..] {
            let with = format!("{through}.{}", name.text);
            return complaint.write(name.span, with);
        }
        let functions = self
            .names
            .functions
            .iter()
            .filter(|(_, function)| self.takes_only(**function, kind))
            .map(|(name, _)| name.as_str());
        let complaint = meant(
            self.diagnostics,
            complaint,
            name,
            known
                .declared()
                .map(|(_, attribute)| attribute.declared_name())
                .chain(functions),
        );
        match complaint.fix.is_some() || !self.diagnostics.proposes() {
            true => complaint,
            false => self.declared_in_kind(complaint, kind, name, NEW_TYPES),
        }
    }

    /// The complaint with the line that declares the attribute: of the first of these types with which the text holds.
    pub(in crate::check) fn declared_in_kind(
        &self,
        complaint: Diagnostic,
        kind: KindId,
        name: &Name,
        types: &[&str],
    ) -> Diagnostic {
        let (known, text) = (self.rules.kind(kind), &name.text);
        let lead = match (&complaint.help, complaint.candidates.is_empty()) {
            (Some(help), _) => format!("{help}; a new one is declared in its kind:"),
            (None, true) => "declare it in its kind:".to_owned(),
            (None, false) => return complaint,
        };
        let help = |ty: &str| format!("{lead} `kind {} {{ {text}: {ty} }}`", known.name);
        let plain = match types {
            [only] => help(only),
            _ => format!(
                "{}, or `{text}: number = 0` for a number",
                help("yes/no = no")
            ),
        };
        let plain = complaint.clone().help(plain);
        // The first item is the file as a whole.
        let items = self.rules.items.iter().enumerate().skip(1);
        let mut own = items.filter(|(_, item)| item.span.file == name.span.file);
        // Before the first attribute that the file gives the kind, or in a block of its own.
        let is_block = |item: &Item| item.category == "kind" && item.name == known.name;
        let block = own.clone().find(|(_, item)| is_block(item));
        let first = block.and_then(|(at, _)| {
            let mut attributes = known.declared().filter(|(_, one)| one.item.index() == at);
            attributes.next().map(|(_, first)| first.span)
        });
        let user = own.find(|(_, item)| item.span.to(name.span) == item.span);
        let user = user.filter(|_| block.is_none()).map(|(_, item)| item.span);
        let Some(place) = first.or(user).filter(|_| self.things.is_none()) else {
            return plain;
        };
        types.iter().rev().fold(plain, |plain, ty| {
            let with = match first {
                Some(_) => format!("{text}: {ty}   "),
                None => format!("kind {} {{ {text}: {ty} }}\n  ", known.name),
            };
            let told = complaint.clone().help(help(ty));
            (told.guess(place.at_start(), with)).or_else(plain)
        })
    }

    /// The attributes of a kind that lead to a record with an attribute of this name: `side` of combatants, for one of sides.
    pub(super) fn led_to(&self, kind: KindId, name: &str) -> Vec<&str> {
        let known = self.rules.kinds.get(kind.index());
        let attributes = known.into_iter().flat_map(Kind::declared);
        let leads = attributes.filter(|(_, one)| match one.declared.ty {
            // Of a kind that is not known there is none.
            Type::Record(of) if one.keyed.is_none() => {
                let of = self.rules.kinds.get(of.index());
                of.is_some_and(|of| slot_of(of, name).is_some())
            }
            _ => false,
        });
        leads.map(|(_, one)| one.name.as_str()).collect()
    }

    /// The kinds that have an attribute of this name, but for the combat.
    pub(in crate::check) fn owners(&self, name: &str) -> impl Iterator<Item = (KindId, &Kind)> {
        let kinds = (0..).map(KindId).zip(&self.rules.kinds).skip(1);
        kinds.filter(move |(_, kind)| slot_of(kind, name).is_some())
    }

    /// Whether something had this name that ends before, or does not reach here.
    pub(in crate::check) fn is_hidden(&self, name: &str) -> bool {
        self.searched.iter().any(|known| known == name)
            || (self.closed.iter().map(|(name, _)| name))
                .chain(self.beyond.iter().map(|(name, _)| name))
                .any(|known| known == name)
    }

    /// `c.hp` where another letter stands for the record.
    fn other_letter(&self, of: &ast::Expr, name: &Name) -> Option<Diagnostic> {
        let ExprKind::Name(base) = &of.kind else {
            return None;
        };
        let text = base.text.as_str();
        let is_over = self.is_hidden(text);
        let is_letter = text.chars().count() == 1 && self.is_word(text) && !is_over;
        let own = self
            .bare
            .and_then(|bare| self.rules.kinds.get(bare.kind.index()));
        if is_letter && own.is_some_and(|kind| slot_of(kind, &name.text).is_some()) {
            let message = format!("there is no name `{text}`");
            let complaint = Diagnostic::error(Code::UnknownName, base.span, message).help(format!(
                "attributes of its own stand bare: write `{}`",
                name.text
            ));
            let place = base.span.to(name.span);
            return Some(complaint.guess(place, &name.text));
        }
        let mut owners = self.owners(&name.text);
        let path = owners.find_map(|(id, _)| self.path_to(id).filter(|_| is_letter));
        let message = format!("there is no name `{text}`");
        let complaint = Diagnostic::error(Code::UnknownName, base.span, message);
        // `weather.fog`, as in languages in which words belong to their choice.
        let Some(path) = path else {
            let is_choice = !is_over && self.is_word(text);
            self.names.word(&name.text).filter(|_| is_choice)?;
            let complaint = complaint.help(format!("write the word alone: `{}`", name.text));
            let whole = base.span.to(name.span);
            return Some(complaint.guess(whole, &name.text));
        };
        let help = format!("write `{path}.{}`", name.text);
        Some((complaint.help(help)).guess(base.span, path))
    }

    /// What one does with a thing of the scenario, if it is the object of an action: `casts`.
    fn verb_for(&self, name: &Name) -> Option<&str> {
        let (kind, _) = self.things?.things.get(&name.text)?;
        let act = &self.rules.kind(KindId::ACT).attributes;
        let is_object = |action: &&Action| {
            let object = action
                .object
                .map(|slot| &act[usize::from(slot)].declared.ty);
            object == Some(&Type::Record(*kind))
        };
        let action = self.rules.actions.iter().find(is_object)?;
        Some(&action.verb)
    }
}
