//! What is said of a bare name that stands for nothing: why it cannot be seen, or what was probably meant.

use super::dot::NEW_TYPES;
use crate::check::elaborator::{Elaborator, Owner};
use crate::check::pairs;
use crate::check::symbol_table::{meant, unknown};
use crate::check::types;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Action, Kind, KindId, Type, WordId, slot_of};
use crate::source::Span;
use crate::suggest::{list, list_all};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// What a record calls itself in other languages.
const ITSELF: &[&str] = &["self", "itself", "me", "myself", "himself", "herself"];

/// What the target of an act is called in other games.
const AIMED_AT: &[&str] = &["defender", "victim", "opponent", "enemy", "foe"];

/// Of how many words of a choice the one is looked for that was renamed.
const MOST_WORDS: usize = 6;

impl Elaborator<'_> {
    /// The complaint about a name that stands for nothing, at a place where a type is expected.
    pub(super) fn explain_unknown(&self, name: &Name, expected: Option<&Type>) -> Diagnostic {
        let text = &name.text;
        let error = |code, message: String| Diagnostic::error(code, name.span, message);
        if let Some((_, turns)) = self.beyond.iter().find(|(name, _)| name == text) {
            let message = format!("`{text}` cannot be seen inside this phase");
            let complaint =
                error(Code::UnknownName, message).label("a name of the lines around the phase");
            let Some(turns) = turns else {
                return complaint.help(
                    "a phase has only names of its own: keep the value in an attribute of `combat`",
                );
            };
            let phase = &self.rules.phases[turns.index()].name;
            let help = format!("write `{phase}`, which is whose turn it is");
            return complaint.help(help).guess(name.span, phase);
        }
        if let Some(word) = other_word(text).filter(|_| !self.visible().any(|seen| seen == text)) {
            let complaint = error(Code::UnknownName, format!("there is no name `{text}`"));
            return match word {
                "missing" => complaint.help("whether a value is there is asked with `is known`, whether not with `is missing`"),
                _ => complaint.help(format!("write `{word}`")),
            }
            .guess(name.span, word);
        }
        if ITSELF.contains(&text.as_str())
            && !self.visible().any(|seen| seen == text)
            && let Some(word) = self.itself()
        {
            let complaint = error(Code::UnknownName, format!("there is no name `{text}`"));
            return complaint.write(name.span, word);
        }
        let is_target = |bare| self.bare_slot(bare, "target").is_some();
        if AIMED_AT.contains(&text.as_str())
            && self.bare.is_some_and(is_target)
            && !self.visible().any(|seen| seen == text)
        {
            let complaint = error(Code::UnknownName, format!("there is no name `{text}`"));
            return complaint.write(name.span, "target");
        }
        if is_die(text) {
            let who = self.roller();
            let message = "dice are rolled on a line of their own, not inside a value";
            return error(Code::UnknownName, message.to_owned())
                .label("a die")
                .help(match (who.as_str(), self.owner == Owner::Other) {
                    (who, true) if who.contains('.') => format!(
                        "roll it before, in a phase, as in `each combatant c {{ c rolls {text} as score }}` with an attribute `score: number = 0`, and use `{who}.score` here"
                    ),
                    ("actor", true) => format!(
                        "roll it where it is done, as in `actor rolls {text} as result` in `does {{ ... }}`"
                    ),
                    (who, _) => format!(
                        "roll it first, as in `{who} rolls {text} as result`, and use `result` here"
                    ),
                });
        }
        if matches!(text.as_str(), "first" | "last") {
            let help = "what comes first of a key is told by numbers, the lowest first: `then 0 else 1` puts what is so first, `then 1 else 0` last";
            return error(Code::UnknownName, format!("`{text}` is no value")).help(help);
        }
        if matches!(
            text.as_str(),
            "infinity" | "infinite" | "forever" | "unlimited"
        ) {
            let help = "leave it out: a phase that counts without `to` goes on until something ends it, and a number without bounds has none";
            return error(Code::UnknownName, format!("`{text}` is no value")).help(help);
        }
        if matches!(text.as_str(), "random" | "randomly" | "chance") {
            let help = "chance decides between turns with `ties roll d6 as tie` behind the keys; an order reads a roll that an attribute keeps";
            return error(Code::UnknownName, format!("`{text}` is no value")).help(help);
        }
        if matches!(text.as_str(), "unchanged" | "untouched" | "unaffected") {
            let help = "compare with the value that it had before, as in `c.hp = 5`";
            return error(Code::UnknownName, format!("`{text}` is no value")).help(help);
        }
        if self.searched.contains(text) {
            let message = format!("`{text}` can be seen only in its search, which is over here");
            return error(Code::UnknownName, message)
                .label("a name of the search before")
                .help(format!("what belongs to the search goes into brackets: `any ... {text} where (... or ...)`"));
        }
        if let Some((_, named)) = self.closed.iter().rev().find(|(name, _)| name == text) {
            let message = format!("`{text}` can be seen only in the braces in which it is named");
            return error(Code::UnknownName, message)
                .also(*named, "named here")
                .help(format!(
                    "put what asks for `{text}` inside these braces, behind this line"
                ));
        }
        match expected {
            Some(ty @ Type::Choice(words)) => {
                let message = format!("`{text}` is not {}", types::describe(self.rules, ty));
                // The only word that is there is what stood there before, and so is not meant.
                if words.len() == 1 {
                    return error(Code::UnknownName, message)
                        .label("it was given one word, and can be no other");
                }
                let seen = self
                    .visible()
                    .chain(words.iter().map(|word| self.rules.word(*word)));
                let complaint = meant(
                    self.diagnostics,
                    error(Code::UnknownName, message),
                    name,
                    seen,
                );
                // Another word may be meant than the nearest one.
                let all = words
                    .iter()
                    .take(MOST_WORDS + 1)
                    .map(|word| self.rules.word(*word));
                let all: Box<[String]> = all.map(str::to_owned).collect();
                let is_few = all.len() <= MOST_WORDS && self.diagnostics.proposes();
                let complaint = self.with_words(complaint, words);
                return Diagnostic {
                    alternatives: if is_few { all } else { Box::default() },
                    ..complaint
                };
            }
            Some(Type::Stage) => {
                let stages = self.names.stages.iter().map(|word| self.rules.word(*word));
                return unknown(self.diagnostics, name, "stage", stages);
            }
            Some(Type::Action) => {
                let act = &self.rules.kind(KindId::ACT).attributes;
                let takes = |action: &&Action| {
                    let object = action.object.map(|slot| &act[usize::from(slot)].name);
                    object == Some(text)
                };
                let mut takers = self.rules.actions.iter().filter(takes);
                if let (Some(action), None) = (takers.next(), takers.next()) {
                    let message = format!("`{text}` is what an action takes, not an action");
                    let help = format!("write `{}`", action.name);
                    let complaint = error(Code::UnknownName, message).help(help);
                    return complaint.guess(name.span, &action.name);
                }
                let actions = self.names.actions.keys().map(String::as_str);
                let known = actions.chain(self.local_names());
                return unknown(self.diagnostics, name, "action", known);
            }
            _ => {}
        }
        if let Some(function) = self.names.functions.get(text) {
            let function = &self.rules.functions[function.index()];
            let with = self.call_of(function, &mut None);
            let needed = super::given::values(function.parameters.len());
            let complaint = error(Code::MissingValue, format!("`{text}` needs {needed}"))
                .help(format!("write `{with}`"));
            return match with.contains("...") {
                true => complaint,
                false => complaint.guess(name.span, with),
            };
        }
        if self.names.tables.contains_key(text) {
            return error(
                Code::MissingValue,
                format!("the table `{text}` needs a key"),
            )
            .help(format!("write `{text}(...)`"));
        }
        if let Some(kind) = self.names.kinds.get(text) {
            let complaint = error(Code::WrongPlace, format!("`{text}` is a kind, not a value"));
            let is_bare = self.bare.is_some_and(|bare| bare.kind == *kind);
            let only = self.one_of(*kind).or(is_bare.then_some("this"));
            // `any combatant o where side is s`: an attribute of what is looked at.
            let has_it = |kind: KindId| {
                let known = self.rules.kinds.get(kind.index());
                known.is_some_and(|known| slot_of(known, text).is_some())
            };
            let mut locals = self.locals.iter().rev();
            let owner =
                locals.find(|one| matches!(one.declared.ty, Type::Record(kind) if has_it(kind)));
            let owned = owner.map(|local| format!("{}.{text}", local.name));
            let only = owned.as_deref().or(only);
            return match only.filter(|_| !self.names.plurals.contains_key(text)) {
                Some(only) => complaint.write(name.span, only),
                None => complaint.help(format!(
                    "name one of its records: `any {text} x where ...`, `the {text} x where ...`"
                )),
            };
        }
        if let Some(phase) = self.names.phases.get(text) {
            let message = format!("the phase `{text}` has no number, because it does not count");
            let phase = &self.rules.phases[phase.index()];
            let head = self.rules.items[phase.item.index()].span;
            let word = Span::new(
                head.file,
                head.range().start,
                head.range().start + "phase".len(),
            );
            return error(Code::WrongType, message)
                .also(word, "this phase")
                .help(format!(
                    "let it count: `phase {text} counting from 1 {{ ... }}`"
                ));
        }
        if self.diagnostics.proposes()
            && let Some(complaint) = self.later_or_elsewhere(name)
        {
            return complaint;
        }
        let complaint = unknown(self.diagnostics, name, "name", self.visible());
        match expected {
            // `busy: yes/no = casting(c)`: a default has one record.
            Some(Type::Record(kind))
                if complaint.fix.is_none()
                    && (self.bare)
                        .is_some_and(|bare| bare.kind == *kind && bare.before.is_some()) =>
            {
                complaint.write(name.span, "this")
            }
            Some(Type::Record(kind)) if complaint.fix.is_none() => {
                self.only_of_scenarios(complaint, *kind)
            }
            // In an action, a name may be meant as an attribute of its acts.
            _ if complaint.fix.is_none()
                && complaint.help.is_none()
                && self.diagnostics.proposes()
                && matches!(self.owner, Owner::Action(_)) =>
            {
                self.declared_in_kind(complaint, KindId::ACT, name, NEW_TYPES)
            }
            // `by a.actor.initiative + edge`
            None | Some(Type::Number(_))
                if complaint.fix.is_none()
                    && self.diagnostics.proposes()
                    && self.things.is_none()
                    && self.inside.is_empty()
                    && self.owner == Owner::Other =>
            {
                match self.path_to(KindId::COMBATANT) {
                    Some(path) => {
                        let known = complaint.help.as_ref();
                        let known = known.map_or(String::new(), |known| format!("{known}; "));
                        complaint.help(format!(
                            "{known}an attribute is named with its record, `{path}.{text}`, and declared in its kind: `kind combatant {{ {text}: number = 0 }}`"
                        ))
                    }
                    None => complaint,
                }
            }
            _ => complaint,
        }
    }

    /// Who may roll dice here: the combatant that can be seen, the actor of the act.
    fn roller(&self) -> String {
        let acts = self.bare.is_some_and(|bare| bare.kind == KindId::ACT);
        match self.path_to(KindId::COMBATANT) {
            Some(who) => who,
            None if acts => "actor".to_owned(),
            None => "c".to_owned(),
        }
    }

    /// The record that a line is about: the actor of the act, the record whose attributes are named bare, or the only one with a name.
    fn itself(&self) -> Option<&str> {
        match self.bare {
            Some(bare) if bare.kind == KindId::ACT => Some("actor"),
            Some(_) => Some("this"),
            None => self.one_of(KindId::COMBATANT),
        }
    }

    /// What is said in rules of a name where a record is wanted that a scenario may have.
    fn only_of_scenarios(&self, complaint: Diagnostic, kind: KindId) -> Diagnostic {
        let is_of_scenario = self.things.is_none() && complaint.candidates.is_empty();
        let known = (self.rules.kinds.get(kind.index())).filter(|_| is_of_scenario);
        let Some(known) = known.filter(|_| kind != KindId::ACT && kind != KindId::COMBAT) else {
            return complaint;
        };
        let help = format!(
            "rules know no {0} by its name; give the kind `{0}` an attribute that the scenario sets, and ask for that",
            known.name
        );
        complaint.help(help)
    }

    /// The name of an attribute, at a place where it does not stand bare.
    fn later_or_elsewhere(&self, name: &Name) -> Option<Diagnostic> {
        let error = |code, message: String| Diagnostic::error(code, name.span, message);
        if let Some(bare) = self.bare
            && slot_of(self.rules.kind(bare.kind), &name.text).is_some()
        {
            return Some(not_known_yet(name));
        }
        let having: Vec<(KindId, &Kind)> = self.owners(&name.text).collect();
        let of_kinds = list_all(having.iter().map(|(_, kind)| kind.name.as_str()));
        let message = format!(
            "`{}` is an attribute of {of_kinds}, but nothing says of which",
            name.text
        );
        let complaint = error(Code::UnknownName, message);
        let path = |id: KindId| {
            let looked_at = || self.looked_at(id).map(str::to_owned);
            let one = self.one_of(id).map(str::to_owned).or_else(looked_at);
            one.or_else(|| self.path_to(id))
        };
        let paths = having.iter().filter_map(|(id, _)| path(*id));
        let ways: Vec<String> = paths.map(|path| format!("{path}.{}", name.text)).collect();
        if ways.len() > 1 {
            let ways = list(ways.iter().map(String::as_str));
            return Some(complaint.help(format!("write {ways}")));
        }
        let (id, kind) = *having.first()?;
        let only = path(id);
        Some(match only {
            Some(only) => {
                let whole = format!("{only}.{}", name.text);
                complaint.write(name.span, whole)
            }
            None => self.held_bare(complaint, name, kind),
        })
    }

    /// An attribute of a record that another one holds whose attributes stand bare: `actor.hp` in an action.
    fn held_bare(&self, complaint: Diagnostic, name: &Name, kind: &Kind) -> Diagnostic {
        let bare = self.bare.filter(|bare| bare.before.is_none());
        let mut held = bare.map_or_else(Vec::new, |bare| self.led_to(bare.kind, &name.text));
        // What an action does not take may be missing in its acts.
        if let (Owner::Action(taken), Some(bare)) = (self.owner, bare) {
            let is_there = |holder: &&str| {
                let slot = self.bare_slot(bare, holder);
                let is_optional = |slot| self.rules.attribute(bare.kind, slot).declared.optional;
                taken.contains(&slot) || slot.is_none_or(|slot| !is_optional(slot))
            };
            let there: Vec<&str> = held.iter().copied().filter(is_there).collect();
            held = if there.is_empty() { held } else { there };
        }
        let ways: Vec<String> = held
            .iter()
            .map(|holder| format!("{holder}.{}", name.text))
            .collect();
        match ways.as_slice() {
            [] => complaint.help(format!(
                "write `x.{}`, where `x` is the {}",
                name.text, kind.name
            )),
            [only] => complaint.write(name.span, only.as_str()),
            several => complaint.help(format!(
                "write {}",
                list(several.iter().map(String::as_str))
            )),
        }
    }

    /// How the only record of a kind is told from what can be seen here: `c`, `a.actor`, `a.actor.side`.
    pub(in crate::check) fn path_to(&self, kind: KindId) -> Option<String> {
        let by = match kind {
            // Where an act has come about, its target may be meant as well.
            KindId::COMBATANT if !matches!(self.owner, Owner::Trigger(_)) => (KindId::ACT, "actor"),
            KindId::SIDE => (KindId::COMBATANT, "side"),
            _ => return self.one_of(kind).map(str::to_owned),
        };
        let beyond = || Some(format!("{}.{}", self.path_to(by.0)?, by.1));
        self.one_of(kind).map(str::to_owned).or_else(beyond)
    }

    /// The name of the only record of a kind that can be seen here.
    fn one_of(&self, kind: KindId) -> Option<&str> {
        let mut records = self.records_of(kind);
        let first = records.next()?;
        records.next().is_none().then_some(first)
    }

    pub(super) fn with_words(&self, complaint: Diagnostic, words: &[WordId]) -> Diagnostic {
        match &complaint.help {
            Some(_) if complaint.fix.is_some() => {
                let all = types::list_words(self.rules, words);
                complaint.remark(format!("it can be {all}"))
            }
            _ => {
                let all = types::list_words(self.rules, words);
                complaint.help(format!("it can be {all}"))
            }
        }
    }

    /// Every name that can be seen here.
    pub(super) fn visible(&self) -> impl Iterator<Item = &str> {
        let bare = self.bare.and_then(|bare| {
            self.rules
                .kinds
                .get(bare.kind.index())
                .map(|kind| (bare, kind))
        });
        let bare = bare.into_iter().flat_map(|(bare, kind)| {
            kind.declared()
                .take_while(move |(slot, _)| bare.before.is_none_or(|limit| *slot < limit))
                .map(|(_, attribute)| attribute.declared_name())
        });
        let combat = self
            .rules
            .kinds
            .first()
            .into_iter()
            .flat_map(|kind| kind.declared())
            .map(|(_, attribute)| attribute.declared_name());
        let counters = self
            .names
            .phases
            .iter()
            .filter(|(_, phase)| self.names.repeated.contains(phase))
            .map(|(name, _)| name.as_str());
        let things = self
            .things
            .into_iter()
            .flat_map(|scope| scope.things.keys())
            .map(String::as_str);
        self.local_names()
            .chain(things)
            .chain(bare)
            .chain(combat)
            .chain(counters)
            .chain(self.names.options.keys().map(String::as_str))
            .chain(self.names.functions.keys().map(String::as_str))
            .chain(pairs::names(self.rules))
    }
}

/// A name, or names with dots between them, as it is written.
pub(super) fn path(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.text.clone()),
        ExprKind::Numbered(name, number) => Some(format!("{} {}", name.text, number.digits)),
        ExprKind::Dot(inner, name) => Some(format!("{}.{}", path(inner)?, name.text)),
        _ => None,
    }
}

/// The word of the language for one of other languages.
pub(in crate::check) fn other_word(text: &str) -> Option<&'static str> {
    match text {
        "true" => Some("yes"),
        "false" => Some("no"),
        "zero" => Some("0"),
        "null" | "nil" | "none" | "undefined" => Some("missing"),
        _ => None,
    }
}

/// Whether a word is what a die is called: `d6`.
pub(in crate::check) fn is_die(word: &str) -> bool {
    let sides = word.strip_prefix(['d', 'D']).unwrap_or("");
    !sides.is_empty() && sides.bytes().all(|byte| byte.is_ascii_digit())
}

/// The complaint of a default about an attribute of its record that comes later.
pub(super) fn not_known_yet(name: &Name) -> Diagnostic {
    let message = format!("`{}` is not known yet", name.text);
    Diagnostic::error(Code::WrongPlace, name.span, message)
        .help("a default may use only the attributes that stand before it")
}
