//! Bare names: what they stand for, from the inside out.

use crate::check::elaborator::{Bare, Elaborator, NamedConstant, Typed};
use crate::check::resolved_names::{Meaning, WordUse};
use crate::check::types::{self, NUMBER, POISON};
use crate::diagnostic::Applicability;
use crate::ruleset::{
    ActionId, Declared, Expr, FunctionId, KindId, Local, MISSING, OptionId, PhaseId, Slot, Type,
    Value, WordId, slot_of,
};
use crate::source::Span;
use crate::suggest::CURSOR;
use crate::syntax::ast::Name;

/// What a bare name stands for, if it is not a word.
enum BareNameMeaning {
    Thing(KindId, u32),
    Local(Local, Declared, Span),
    Constant(NamedConstant),
    This,
    Bare(KindId, Slot),
    Combat(Slot),
    Counter(PhaseId),
    Option(OptionId),
    Function(FunctionId),
}

/// For how many unknown names of a body of which nothing is told it is looked what may be meant.
const MOST_IN_VAIN: u32 = 100;

impl Elaborator<'_> {
    /// A bare name.
    pub(super) fn name(&mut self, name: &Name, expected: Option<&Type>) -> Typed {
        let found = self.find(&name.text);
        let word = expected.and_then(|ty| {
            self.word_of(ty, &name.text)
                .map(|value| (value, ty.clone()))
        });
        match (found, word) {
            (Some(found), Some((value, ty))) => {
                if types::fits(self.rules, &self.type_of(&found).ty, &ty) {
                    self.found(found, name)
                } else {
                    self.note_word(&ty, value, name.span);
                    self.typed(Expr::Const(value), name.span, ty)
                }
            }
            (Some(found), None) => self.found(found, name),
            (None, Some((value, ty))) => {
                self.note_word(&ty, value, name.span);
                let ty = if let Type::Choice(_) = ty {
                    Type::Choice(vec![word_id(value)])
                } else {
                    ty
                };
                self.typed(Expr::Const(value), name.span, ty)
            }
            (None, None) => self.unbound(name, expected),
        }
    }

    /// Whether a name can only be a word here.
    pub(in crate::check) fn is_word(&self, name: &str) -> bool {
        self.find(name).is_none()
    }

    /// What a name holds here, unless it is a word.
    pub(super) fn holds(&self, name: &str) -> Option<Declared> {
        self.find(name).map(|found| self.type_of(&found))
    }

    fn find(&self, name: &str) -> Option<BareNameMeaning> {
        if let Some(constant) = self.constant(name) {
            return Some(BareNameMeaning::Constant(constant.clone()));
        }
        if let Some(binding) = self.local(name) {
            return Some(BareNameMeaning::Local(
                binding.local,
                binding.declared.clone(),
                binding.span,
            ));
        }
        if let Some((_, phase)) = self.whose_turn.as_ref().filter(|(own, _)| own == name) {
            return Some(BareNameMeaning::Counter(*phase));
        }
        if let Some((kind, index)) = self.things.and_then(|scope| scope.things.get(name)) {
            return Some(BareNameMeaning::Thing(*kind, *index));
        }
        if let Some(bare) = self.bare {
            if name == "this" {
                return Some(BareNameMeaning::This);
            }
            if let Some(slot) = self.bare_slot(bare, name) {
                return Some(BareNameMeaning::Bare(bare.kind, slot));
            }
        }
        if let Some(slot) = self.combat_slot(name) {
            return Some(BareNameMeaning::Combat(slot));
        }
        if let Some(phase) = self
            .names
            .phases
            .get(name)
            .filter(|phase| self.names.repeated.contains(phase))
        {
            return Some(BareNameMeaning::Counter(*phase));
        }
        if let Some(option) = self.names.options.get(name) {
            return Some(BareNameMeaning::Option(*option));
        }
        let function = self.names.functions.get(name)?;
        self.rules.functions[function.index()]
            .parameters
            .is_empty()
            .then_some(BareNameMeaning::Function(*function))
    }

    pub(in crate::check) fn bare_slot(&self, bare: Bare, name: &str) -> Option<Slot> {
        let slot = slot_of(self.rules.kinds.get(bare.kind.index())?, name)?;
        bare.before.is_none_or(|limit| slot < limit).then_some(slot)
    }

    /// An attribute of the combat, unless it is one that comes later than the default that is being read.
    fn combat_slot(&self, name: &str) -> Option<Slot> {
        let in_its_default = matches!(
            self.bare,
            Some(Bare {
                kind: KindId::COMBAT,
                before: Some(_),
                ..
            })
        );
        if in_its_default {
            None
        } else {
            slot_of(self.rules.kinds.first()?, name)
        }
    }

    pub(super) fn attribute_type(&self, kind: KindId, slot: Slot) -> Declared {
        self.rules.attribute(kind, slot).declared.clone()
    }

    fn type_of(&self, found: &BareNameMeaning) -> Declared {
        let plain = Declared::certain;
        match found {
            BareNameMeaning::Thing(kind, _) => plain(Type::Record(*kind)),
            BareNameMeaning::Local(_, declared, _) => declared.clone(),
            BareNameMeaning::Constant(constant) => plain(constant.ty.clone()),
            BareNameMeaning::This => plain(Type::Record(
                self.bare.map_or(KindId::ACT, |bare| bare.kind),
            )),
            BareNameMeaning::Bare(kind, slot) => self.attribute_type(*kind, *slot),
            BareNameMeaning::Combat(slot) => self.attribute_type(KindId::COMBAT, *slot),
            BareNameMeaning::Counter(phase) => match self.names.turns.get(phase) {
                Some(kind) => Declared {
                    ty: Type::Record(*kind),
                    optional: !self.inside.contains(phase)
                        && self.whose_turn.as_ref().is_none_or(|own| own.1 != *phase),
                },
                None => plain(NUMBER),
            },
            BareNameMeaning::Option(option) => plain(self.rules.options[option.index()].ty.clone()),
            BareNameMeaning::Function(function) => {
                self.rules.functions[function.index()].declared.clone()
            }
        }
    }

    pub(super) fn bare_local(&self) -> Local {
        self.bare.map_or(0, |bare| bare.local)
    }

    fn found(&mut self, found: BareNameMeaning, name: &Name) -> Typed {
        let declared = self.type_of(&found);
        self.note(&found, &name.text, name.span);
        let span = name.span;
        let expr = match found {
            BareNameMeaning::Thing(_, index) => Expr::Const(Value::from(index)),
            BareNameMeaning::Local(local, ..) => Expr::Local(local),
            BareNameMeaning::Constant(constant) => Expr::Const(constant.value),
            BareNameMeaning::This => Expr::Local(self.bare_local()),
            BareNameMeaning::Bare(kind, slot) => Expr::Attribute {
                kind,
                of: self.push(Expr::Local(self.bare_local()), span),
                slot,
            },
            BareNameMeaning::Combat(slot) => Expr::Attribute {
                kind: KindId::COMBAT,
                of: self.push(Expr::Const(0), span),
                slot,
            },
            BareNameMeaning::Counter(phase) => Expr::Counter(phase),
            BareNameMeaning::Option(option) => Expr::Option(option),
            BareNameMeaning::Function(function) => Expr::Call(function, Box::default()),
        };
        Typed::new(self.push(expr, span), declared)
    }

    /// Notes what a name stands for.
    fn note(&mut self, found: &BareNameMeaning, name: &str, span: Span) {
        let thing = match found {
            BareNameMeaning::Thing(kind, _) => Meaning::Thing(*kind, name.to_owned()),
            BareNameMeaning::This => return,
            BareNameMeaning::Constant(constant) => Meaning::Local(constant.span),
            BareNameMeaning::Local(_, _, bound) => Meaning::Local(*bound),
            BareNameMeaning::Bare(kind, slot) => Meaning::Attribute(*kind, *slot),
            BareNameMeaning::Combat(slot) => Meaning::Attribute(KindId::COMBAT, *slot),
            BareNameMeaning::Counter(phase) => Meaning::Phase(*phase),
            BareNameMeaning::Option(option) => Meaning::Option(*option),
            BareNameMeaning::Function(function) => Meaning::Definition(*function),
        };
        self.out.resolved.uses(span, thing);
    }

    /// Notes what a word stands for.
    fn note_word(&mut self, ty: &Type, value: Value, span: Span) {
        let thing = match ty {
            Type::Stage => Meaning::Word(WordUse::Stage, word_id(value)),
            Type::Action => Meaning::Action(ActionId(word_id(value).0)),
            _ => Meaning::Word(WordUse::Choice, word_id(value)),
        };
        self.out.resolved.uses(span, thing);
    }

    /// The value of a word where a type is wanted.
    pub(super) fn word_of(&self, ty: &Type, text: &str) -> Option<Value> {
        let names = self.names;
        let (word, value) = (names.word(text), |word: WordId| Value::from(word.0));
        match ty {
            Type::Choice(words) => word.filter(|word| words.contains(word)).map(value),
            Type::Stage => word.filter(|word| names.stages.contains(word)).map(value),
            Type::Action => Some(Value::from(names.actions.get(text)?.0)),
            _ => None,
        }
    }

    /// A name that nothing declares: a word without a place that says which, or a mistake.
    fn unbound(&mut self, name: &Name, expected: Option<&Type>) -> Typed {
        if expected == Some(&POISON) && name.text != CURSOR {
            return self.poison(name.span);
        }
        if name.text == "none"
            && let Some(ty) = expected
        {
            // Of several records `none` is a value, which holds no record.
            let is_set = matches!(ty, Type::Set(_));
            let value = if is_set { 0 } else { MISSING };
            let id = self.push(Expr::Const(value), name.span);
            return Typed {
                id,
                ty: ty.clone(),
                optional: !is_set,
            };
        }
        if !matches!(expected, Some(Type::Choice(_) | Type::Stage | Type::Action))
            && let Some(typed) = self.free_word(name)
        {
            return typed;
        }
        let says_nothing = self.astray || self.told.contains(&name.text);
        if says_nothing && self.in_vain >= MOST_IN_VAIN && name.text != CURSOR {
            return self.poison(name.span);
        }
        let complaint = self.explain_unknown(name, expected);
        let has_remedy = complaint.fix.is_some() || !complaint.candidates.is_empty();
        // What is not understood may declare it: only a slip is told all the same.
        let is_slip =
            (complaint.fix.as_ref()).is_some_and(|fix| fix.applicability == Applicability::Safe);
        let is_declared = self.astray && !is_slip && complaint.candidates.is_empty();
        if is_declared || !has_remedy && !self.told.insert(name.text.clone()) {
            self.in_vain += 1;
            return self.poison(name.span);
        }
        self.complain(complaint)
    }

    /// A word at a place that wants no particular type.
    fn free_word(&mut self, name: &Name) -> Option<Typed> {
        if let Some(word) = self.names.word(&name.text) {
            let found = match self.names.choices.contains(&word) {
                true => Some((WordUse::Choice, Type::Choice(vec![word]))),
                false if self.names.stages.contains(&word) => Some((WordUse::Stage, Type::Stage)),
                false => None,
            };
            if let Some((sort, ty)) = found {
                let resolved = &mut self.out.resolved;
                resolved.uses(name.span, Meaning::Word(sort, word));
                return Some(self.typed(Expr::Const(Value::from(word.0)), name.span, ty));
            }
        }
        let action = self.names.actions.get(&name.text)?;
        self.out.resolved.uses(name.span, Meaning::Action(*action));
        Some(self.typed(Expr::Const(Value::from(action.0)), name.span, Type::Action))
    }
}

/// The word that is the value of a choice.
fn word_id(value: Value) -> WordId {
    WordId(u32::try_from(value).unwrap_or_default())
}
