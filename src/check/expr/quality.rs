//! What a record is like, asked as if it were the name of another one: `a.actor is dead`.

use super::unknown::{is_die, other_word, path};
use crate::check::elaborator::Elaborator;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Expr as Reckoned, ExprId, Function, Kind, KindId, Slot, Type, WordId, slot_of, types,
};
use crate::source::{english, words};
use crate::suggest::suggest;
use crate::syntax::ast::{Expr, ExprKind};

/// What a record is called that is not down.
const UPRIGHT: &[&str] = &words![
    alive living standing conscious up healthy active fighting stands lives fights
];

/// What a record is called that is down.
const DOWN: &[&str] = &words![
    dead down fallen out defeated killed slain dying unconscious gone downed beaten destroyed falls
    dies lifeless disabled eliminated
];

/// Other states.
const STATES: &[&str] = &words![
    hurt wounded injured bloodied bleeding prone stunned dazed hidden asleep sleeping tired
    exhausted poisoned blinded blind frightened afraid shaken broken routed fled pinned grappled
    helpless surprised paralysed paralyzed mounted armed unarmed ready engaged free flanked
];

impl Elaborator<'_> {
    /// `orc 1 is dead`: what a record is like, asked as if it were the name of another one.
    pub(super) fn quality(
        &self,
        equal: bool,
        ty: &Type,
        left: &Expr,
        right: &Expr,
    ) -> Option<Diagnostic> {
        let (Type::Record(id), ExprKind::Name(said)) = (ty, &right.kind) else {
            return None;
        };
        let kind = self.rules.kinds.get(id.index())?;
        let whole = path(left)?;
        let text = said.text.as_str();
        let is_explained = other_word(text).is_some()
            || is_die(text)
            || self.searched.contains(&said.text)
            || self.beyond.iter().any(|(name, _)| name == text)
            || self.names.kinds.contains_key(text)
            || self.is_choice_of(kind, text);
        if *id == KindId::SIDE || is_explained || !self.is_word(text) {
            return None;
        }
        let message = format!("there is no name `{text}`");
        let complaint = Diagnostic::error(Code::UnknownName, said.span, message);
        let own = self.said_of(*id, kind, &[text], &whole);
        let own = own.map(|meant| match equal {
            true => meant,
            false => format!("not {meant}"),
        });
        if let Some(with) = own.or_else(|| self.attribute_called(*id, equal, &whole, text)) {
            let complaint = complaint.label(format!("asked of {}", english::a(&kind.name)));
            let span = left.span.to(right.span);
            return Some(complaint.write(span, with));
        }
        if self.things.is_none() {
            // Rules know none of them by its name, but may have other words for a state.
            return self.state((*id, kind), equal, &whole, text).map(|meant| {
                let span = left.span.to(right.span);
                let complaint = complaint.label(format!("asked of {}", english::a(&kind.name)));
                match meant {
                    Ok(with) => complaint.write(span, with),
                    Err(help) => complaint.help(help),
                }
            });
        }
        let is_near = self.diagnostics.proposes() && suggest(text, self.visible()).is_some();
        let mut own = kind.attributes.iter().skip(usize::from(id.built_in()));
        let example = own.find_map(|one| match one.declared.ty {
            Type::Number(None) if UPRIGHT.contains(&text) => {
                Some(format!("{whole}.{} > 0", one.name))
            }
            Type::Number(None) => Some(format!("{whole}.{} <= 0", one.name)),
            Type::YesNo => Some(format!("{whole}.{}", one.name)),
            _ => None,
        });
        let help = format!(
            "what {} is like, its attributes tell, as in `{}`",
            english::a(&kind.name),
            example?
        );
        (!is_near).then(|| complaint.help(help))
    }

    /// The yes or no, or the number, that is called so, of the record itself or of the only one to which it leads: `c.side.surprised > 0`.
    fn attribute_called(&self, id: KindId, equal: bool, whole: &str, text: &str) -> Option<String> {
        let slot = |id: KindId| slot_of(self.rules.kind(id), text);
        let (owner, asked) = match (slot(id), self.led_to(id, text).as_slice()) {
            (Some(_), _) => (id, format!("{whole}.{text}")),
            (None, &[through]) => {
                let through_slot = slot_of(self.rules.kind(id), through)?;
                let Type::Record(of) = self.rules.attribute(id, through_slot).declared.ty else {
                    return None;
                };
                (of, format!("{whole}.{through}.{text}"))
            }
            (None, _) => return None,
        };
        match (
            &self.rules.attribute(owner, slot(owner)?).declared.ty,
            equal,
        ) {
            (Type::YesNo, true) => Some(asked),
            (Type::YesNo, false) => Some(format!("not {asked}")),
            (Type::Number(None), true) => Some(format!("{asked} > 0")),
            (Type::Number(None), false) => Some(format!("{asked} = 0")),
            (Type::Number(Some(_)) | Type::Record(_) | Type::Set(_) | types!(word), _) => None,
        }
    }

    /// Whether a word is what an attribute of a kind can be.
    fn is_choice_of(&self, kind: &Kind, text: &str) -> bool {
        let holds = |word: &WordId| {
            let mut types = kind.attributes.iter().map(|one| &one.declared.ty);
            types.any(|ty| matches!(ty, Type::Choice(words) if words.contains(word)))
        };
        self.names.word(text).as_ref().is_some_and(holds)
    }

    /// How a state of a record is asked for in rules, or else what to do about it; `None` for a word that is no state.
    fn state(
        &self,
        (id, kind): (KindId, &Kind),
        equal: bool,
        whole: &str,
        text: &str,
    ) -> Option<Result<String, String>> {
        let (is_down, is_up) = (DOWN.contains(&text), UPRIGHT.contains(&text));
        if !is_down && !is_up && !STATES.contains(&text) {
            return None;
        }
        let own = |words: &[&str]| self.said_of(id, kind, words, whole);
        let (same, other) = match is_up {
            true => (own(UPRIGHT), own(DOWN)),
            false => (own(DOWN), own(UPRIGHT)),
        };
        let denied = |denies: bool, asked: String| match denies {
            true => format!("not {asked}"),
            false => asked,
        };
        if is_down || is_up {
            if self.names.in_play.contains_key(&id) {
                let state = if is_up == equal {
                    "in play"
                } else {
                    "out of play"
                };
                return Some(Ok(format!("{whole} is {state}")));
            }
            if let Some(asked) = same {
                return Some(Ok(denied(!equal, asked)));
            }
            if let Some(asked) = other {
                return Some(Ok(denied(equal, asked)));
            }
        }
        let compared = |slot: Slot| {
            let sign = if is_up == equal { ">" } else { "<=" };
            let name = &self.rules.attribute(id, slot).name;
            format!("{whole}.{name} {sign} 0")
        };
        if let Some(slot) = self.lasts(id, kind).filter(|_| is_down || is_up) {
            return Some(Ok(compared(slot)));
        }
        let declared = format!("declare `{text}: yes/no = no` in the kind `{}`", kind.name);
        let numbers = self.numbers(id, kind).next();
        Some(Err(match numbers {
            Some(slot) => format!(
                "nothing says what is {text}: compare a number, as in `{}`, or {declared} and ask for `{whole}.{text}`",
                compared(slot)
            ),
            None => format!("nothing says what is {text}: {declared} and ask for `{whole}.{text}`"),
        }))
    }

    /// The only attribute or definition of these names that says yes or no of a record, as it is asked for.
    fn said_of(&self, id: KindId, kind: &Kind, words: &[&str], whole: &str) -> Option<String> {
        let attributes = words.iter().filter(|word| {
            let slot = slot_of(kind, word);
            slot.is_some_and(|slot| self.rules.attribute(id, slot).declared.ty == Type::YesNo)
        });
        let attributes = attributes.map(|word| format!("{whole}.{word}"));
        let functions = words.iter().filter(|word| {
            let function = self.names.functions.get(**word);
            function.is_some_and(|function| {
                let function = &self.rules.functions[function.index()];
                says_yes_or_no(function, id)
            })
        });
        let functions = functions.map(|word| format!("{word}({whole})"));
        let mut all = attributes.chain(functions);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// The numbers that a kind declares.
    fn numbers(&self, id: KindId, kind: &Kind) -> impl Iterator<Item = Slot> {
        let own = kind.declared().filter(move |(slot, _)| {
            self.rules.attribute(id, *slot).declared.ty == Type::Number(None)
        });
        let slots: Vec<Slot> = own.map(|(slot, _)| slot).collect();
        slots.into_iter()
    }

    /// The number of a kind at whose end a record is down: the only one that the rules compare with 0 by size, or the only one there is.
    fn lasts(&self, id: KindId, kind: &Kind) -> Option<Slot> {
        let at = |expr: &ExprId| self.out.exprs.get(expr.index());
        let is_zero =
            |expr: &ExprId| matches!(at(expr), Some(Reckoned::Const(value)) if *value == 0);
        let slot = |expr: &ExprId| match at(expr) {
            Some(Reckoned::Attribute { kind, slot, .. }) if *kind == id => Some(*slot),
            _ => None,
        };
        let mut compared: Vec<Slot> = self.numbers(id, kind).collect();
        if compared.len() > 1 && self.diagnostics.proposes() {
            let pairs = self.out.exprs.iter().filter_map(|expr| match expr {
                Reckoned::LessOrEqual(number, zero) | Reckoned::Less(zero, number) => {
                    slot(number).filter(|_| is_zero(zero))
                }
                _ => None,
            });
            let pairs: Vec<Slot> = pairs.collect();
            compared.retain(|slot| pairs.contains(slot));
        }
        match *compared {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// Whether a definition says yes or no of one record of a kind.
fn says_yes_or_no(function: &Function, kind: KindId) -> bool {
    let takes = match &*function.parameters {
        [only] => only.declared.ty == Type::Record(kind),
        _ => false,
    };
    takes && function.declared.ty == Type::YesNo
}
