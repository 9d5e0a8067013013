//! Questions in the words of a transcript: which remarks, reasons, events and titles of the rules a text can be, and with which values.

use super::Desk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Effect, EventId, Expr, ExprId, ItemId, KindId, MISSING, Ruleset, TemplateId, TemplatePiece,
    Type, Value, slot_of, slots,
};
use crate::scenario::{SaidValue, Sayer, Saying, TitledRecord};
use crate::source::{Clean, Span, english};
use crate::suggest::{list, suggest};

/// How many texts are named where none was meant.
const MOST_NAMED: usize = 6;

/// In so many ways each text is spelled out to find which was meant.
const MOST_COMPARED: usize = 500;

/// A text of the rules, with what stands in its holes.
struct SayableText<'r> {
    by: Sayer,
    pieces: Vec<SayablePiece<'r>>,
}

/// A piece of such a text.
#[derive(Clone, Copy)]
enum SayablePiece<'r> {
    Plain(&'r str),
    /// A value of a type, and what holds it.
    Value(SaidValue, &'r Type),
    /// What only a run can tell.
    Opaque,
}

/// How far words have been read.
enum ReadExtent {
    Whole,
    /// To the end of the words: what follows in the text is a value.
    Lead,
}

/// A value that words name: what holds it, its type, and the value.
type ReadValue<'r> = (SaidValue, &'r Type, Value);

impl<'r> Desk<'r> {
    /// The ways in which a run can come to say these words: those that are a whole text, or else those with which one begins, up to a value.
    pub(super) fn sayings(&self, words: &str) -> Vec<Saying> {
        let words = words.trim().trim_end_matches('.').trim_end();
        let (mut whole, mut leads) = (Vec::new(), Vec::new());
        for text in texts(self.rules) {
            self.fits(&text, 0, words, &mut Vec::new(), &mut |read, values| {
                let saying = Saying {
                    by: text.by,
                    values: values.iter().map(|one| (one.0, one.2)).collect(),
                    of_whole_runs: values.iter().any(|one| {
                        matches!(one.1, Type::Number(_))
                            || matches!(one.0, SaidValue::Titled { .. })
                    }),
                };
                match read {
                    ReadExtent::Whole => whole.push(saying),
                    ReadExtent::Lead => leads.push(saying),
                }
            });
        }
        if whole.is_empty() { leads } else { whole }
    }

    /// Goes through the ways in which words are a text from a piece on.
    fn fits(
        &self,
        text: &SayableText<'r>,
        from: usize,
        words: &str,
        values: &mut Vec<ReadValue<'r>>,
        found: &mut dyn FnMut(ReadExtent, &[ReadValue<'r>]),
    ) {
        match text.pieces.get(from) {
            None if words.is_empty() => found(ReadExtent::Whole, values),
            None | Some(SayablePiece::Opaque) if !words.is_empty() => {}
            None => {}
            Some(SayablePiece::Opaque | SayablePiece::Value(..))
                if words.is_empty() && from > 0 =>
            {
                found(ReadExtent::Lead, values);
            }
            Some(SayablePiece::Opaque) => {}
            Some(SayablePiece::Plain(prose)) => {
                let is_last = from + 1 == text.pieces.len();
                let end = prose.trim_end_matches('.');
                let full = if is_last { end } else { prose };
                if let Some(rest) = words.strip_prefix(full) {
                    self.fits(text, from + 1, rest, values, found);
                } else if !is_last && !words.is_empty() && is_lead(words, prose) {
                    self.fits(text, from + 1, "", values, found);
                }
            }
            Some(&SayablePiece::Value(holder, ty)) => {
                for (name, value) in self.values_told(ty, words) {
                    if let Some(rest) = words.strip_prefix(name.as_str()) {
                        values.push((holder, ty, value));
                        self.fits(text, from + 1, rest, values, found);
                        values.pop();
                    }
                }
                let (SaidValue::At(at), Type::Record(kind)) = (holder, ty) else {
                    return;
                };
                // What rules have made is told by its title.
                for title in self.rules.titles(*kind) {
                    let told = |hole| SaidValue::Titled {
                        at,
                        kind: *kind,
                        title,
                        hole,
                    };
                    // Before the title stand the record itself and a colon.
                    let own = pieces(self.rules, title, &|hole, _| Some(told(hole)));
                    let rest = &text.pieces[from + 1..];
                    let whole = SayableText {
                        by: text.by,
                        pieces: own
                            .into_iter()
                            .skip(2)
                            .chain(rest.iter().copied())
                            .collect(),
                    };
                    values.push((told(0), ty, MISSING));
                    self.fits(&whole, 0, words, values, found);
                    values.pop();
                }
            }
        }
    }

    /// The values of a type that words can begin with, as transcripts tell them.
    fn values_told(&self, ty: &Type, words: &str) -> Vec<(String, Value)> {
        let rules = self.rules;
        let numbered = |names: &mut dyn Iterator<Item = &String>| {
            names
                .zip(0..)
                .map(|(name, id)| (english::spaced(name), id))
                .collect()
        };
        let mut values: Vec<(String, Value)> = match ty {
            Type::YesNo => vec![("no".to_owned(), 0), ("yes".to_owned(), 1)],
            Type::Number(unit) => number_told(rules, *unit, words).into_iter().collect(),
            Type::Choice(choice) => (choice.iter())
                .map(|word| (english::spaced(rules.word(*word)), Value::from(word.0)))
                .collect(),
            Type::Stage => numbered(&mut rules.words.iter()),
            Type::Action => numbered(&mut rules.actions.iter().map(|action| &action.name)),
            Type::Text => (rules.texts.iter().cloned()).zip(0..).collect(),
            Type::Record(kind) => self.records_told(*kind, words),
            Type::Set(_) => Vec::new(),
        };
        values.push(("none".to_owned(), MISSING));
        values
    }

    fn records_told(&self, wanted: KindId, words: &str) -> Vec<(String, Value)> {
        let named = self.things.names().filter_map(|(name, all)| {
            let found = all.iter().find(|(kind, _)| *kind == wanted)?;
            Some((english::spaced(name), Value::from(found.1)))
        });
        // Those that rules make have a number: `card 12`.
        let made = self.made.0.iter().filter(|made| made.1 == wanted);
        let made = made.filter_map(|(kind, ..)| {
            let number = words.strip_prefix(kind.as_str())?.strip_prefix(' ')?;
            let digits = number.find(|c: char| !c.is_ascii_digit());
            let name = &words[..words.len() - number.len() + digits.unwrap_or(number.len())];
            Some((name.to_owned(), Value::from(self.made.record(name)?.1)))
        });
        named.chain(made).collect()
    }

    /// The ways in which words are the title of a record that rules make.
    pub(super) fn titled(&self, kind: KindId, words: &str) -> Vec<TitledRecord> {
        let mut found = Vec::new();
        for title in self.rules.titles(kind) {
            let own = pieces(self.rules, title, &|hole, _| Some(SaidValue::At(hole)));
            let text = SayableText {
                by: Sayer::Text(title),
                // Before the title stand the record itself and a colon.
                pieces: own.into_iter().skip(2).collect(),
            };
            self.fits(&text, 0, words, &mut Vec::new(), &mut |read, values| {
                let values = values.iter().map(|&(holder, _, value)| match holder {
                    SaidValue::At(hole) => Some((hole, value)),
                    // A title within a title.
                    SaidValue::ActorOf(_) | SaidValue::Titled { .. } => None,
                });
                if let (ReadExtent::Whole, Some(values)) = (read, values.collect()) {
                    found.push(TitledRecord {
                        kind,
                        title,
                        values,
                    });
                }
            });
        }
        found
    }

    /// Says that no record of a kind has this title, if rules give any of them one.
    pub(super) fn no_title(&self, kind: KindId, words: &str, span: Span) -> Option<Diagnostic> {
        let title = self.rules.titles(kind).next()?;
        let template = self.rules.templates[title.index()].pieces.iter().skip(2);
        let shape: String = template
            .map(|piece| match piece {
                TemplatePiece::Plain(prose) => prose.as_str(),
                TemplatePiece::Hole(..) => "...",
                TemplatePiece::Holder(..) => "",
            })
            .collect();
        let name = &self.rules.kind(kind).name;
        let message = format!("the rules make no {name} `{}`", Clean(words));
        let error = Diagnostic::error(Code::UnknownScenarioThing, span, message);
        Some(error.help(format!(
            "those that they make are called `{shape}`; each can be named by its number too: `{name} 12`"
        )))
    }

    /// Says that the rules never say these words; with what was probably meant, or some of what they say. `quoted`: the place is one of a text in quotes.
    pub(super) fn never_said(&self, words: &str, span: Span) -> Diagnostic {
        let message = format!("these rules never say `{}`", Clean(words));
        let error = Diagnostic::error(Code::UnknownScenarioThing, span, message);
        if !self.found.proposes() {
            return error;
        }
        if let Some(near) = self.near_saying(words) {
            return error
                .label(format!("did you mean `{}`?", Clean(&near)))
                .help(format!("write `\"{}\"`", Clean(&near)))
                .guess(span, format!("\"{near}\""));
        }
        if self.is_act(words) {
            let error = self.act_in_quotes(words, span);
            return error.write(span, words);
        }
        if let Some((who, "win" | "wins" | "won")) = words.rsplit_once(' ')
            && let [(KindId::SIDE, _)] = self.things.all(who)
        {
            return error.help(self.who_wins(who));
        }
        let some = self.examples();
        match some.is_empty() {
            true => error.help("ask for an act or a value: `ann casts sleep is spoiled`, `ann.hp`"),
            false => error.help(format!(
                "what they say is, for instance, {}",
                list(some.iter().map(String::as_str))
            )),
        }
    }

    /// Whether words begin with a combatant of the scenario and an action.
    pub(super) fn is_act(&self, words: &str) -> bool {
        let parts: Vec<&str> = words.split_whitespace().collect();
        (1..parts.len()).any(|count| {
            let who = self.things.all(&parts[..count].join(" "));
            let is_combatant = who.iter().any(|one| one.0 == KindId::COMBATANT);
            is_combatant && self.find_action(parts[count]).is_some()
        })
    }

    /// Says that words in quotes are an act.
    pub(super) fn act_in_quotes(&self, words: &str, span: Span) -> Diagnostic {
        let message = format!("these rules never say `{}`", Clean(words));
        let error = Diagnostic::error(Code::UnknownScenarioThing, span, message);
        error.label("this is an act: what is expected of it stands without quotes")
    }

    /// How it is asked whether a side wins.
    pub(super) fn who_wins(&self, side: &str) -> String {
        let combatants = self.rules.kind(KindId::COMBATANT);
        let stands = match slot_of(combatants, "hp") {
            Some(_) => "c.hp > 0",
            None => "...",
        };
        format!(
            "who wins is a fact of your rules: ask for it, as in `any combatant c where c.side is {} and {stands}`",
            Clean(side)
        )
    }

    /// What the rules can say that is nearly these words.
    pub(super) fn near_saying(&self, words: &str) -> Option<String> {
        let mut known = Vec::new();
        for text in texts(self.rules) {
            let mut spelled = Vec::new();
            self.spell_out(&text, 0, String::new(), MOST_COMPARED, &mut spelled);
            known.append(&mut spelled);
        }
        suggest(words, known.iter().map(|(known, _)| known.as_str())).map(str::to_owned)
    }

    /// Some of what the rules can say, each once.
    fn examples(&self) -> Vec<String> {
        let mut examples: Vec<String> = Vec::new();
        for text in texts(self.rules) {
            let mut known = Vec::new();
            self.spell_out(&text, 0, String::new(), 1, &mut known);
            let told = known.pop().map(|(said, is_whole)| match is_whole {
                true => said,
                false => format!("{said} ..."),
            });
            examples.extend(told.filter(|one| !examples.contains(one)));
            if examples.len() == MOST_NAMED {
                break;
            }
        }
        examples
    }

    /// The text with each record, word and text that can stand in its holes, up to the first other value, and whether that is all of it; so many are
    /// listed at most.
    fn spell_out(
        &self,
        text: &SayableText<'_>,
        from: usize,
        so_far: String,
        most: usize,
        known: &mut Vec<(String, bool)>,
    ) {
        if known.len() >= most {
            return;
        }
        match text.pieces.get(from) {
            Some(SayablePiece::Plain(prose)) => {
                self.spell_out(text, from + 1, so_far + prose, most, known);
            }
            Some(SayablePiece::Value(_, ty)) if !matches!(ty, Type::Number(_)) => {
                for (name, value) in self.values_told(ty, "") {
                    if value != MISSING {
                        self.spell_out(text, from + 1, format!("{so_far}{name}"), most, known);
                    }
                }
            }
            next @ (None | Some(SayablePiece::Value(..) | SayablePiece::Opaque)) => {
                let is_whole = next.is_none();
                // What stands in brackets with the value is left out with it.
                let open = so_far.rfind('(').filter(|_| !is_whole);
                let open = open.filter(|&open| !so_far[open..].contains(')'));
                let words = so_far[..open.unwrap_or(so_far.len())].trim();
                let words = words.trim_end_matches('.').to_owned();
                known.extend((!words.is_empty()).then_some((words, is_whole)));
            }
        }
    }
}

/// Whether some whole words are the beginning of others.
fn is_lead(words: &str, prose: &str) -> bool {
    let rest = prose.strip_prefix(words);
    rest.is_some_and(|rest| rest.starts_with(' '))
}

/// A number at the beginning of some words, in its unit.
fn number_told(
    rules: &Ruleset,
    unit: Option<crate::ruleset::UnitId>,
    words: &str,
) -> Option<(String, Value)> {
    let digits = words.strip_prefix('-').unwrap_or(words);
    let length = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    let (number, rest) = words.split_at(words.len() - digits.len() + length);
    let count: Value = number.parse().ok()?;
    let Some(unit) = unit else {
        return Some((number.to_owned(), count));
    };
    let wanted = &rules.units[unit.index()];
    let told = rest.split_whitespace().next()?;
    let unit = (rules.units.iter())
        .filter(|unit| unit.dimension == wanted.dimension)
        .find(|unit| [&unit.name, &unit.plural].contains(&&told.to_owned()))?;
    Some((format!("{number} {told}"), count.checked_mul(unit.size)?))
}

/// All that a run can say: remarks, reasons, events, and the titles of triggers and of what makes acts void.
fn texts(rules: &Ruleset) -> Vec<SayableText<'_>> {
    let mut said: Vec<TemplateId> = rules.voids.iter().map(|void| void.because).collect();
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| {
            if let Effect::Says(text) = effect {
                said.push(text);
            }
        });
    });
    said.sort_unstable();
    said.dedup();
    let mut texts: Vec<SayableText<'_>> = (said.into_iter())
        .map(|id| SayableText {
            by: Sayer::Text(id),
            pieces: pieces(rules, id, &|at, _| Some(SaidValue::At(at))),
        })
        .collect();
    for (id, event) in rules.events.iter().enumerate() {
        let by = Sayer::Event(EventId::from_index(id));
        texts.extend(event.text.map(|text| SayableText {
            by,
            pieces: pieces(rules, text, &|_, hole| carried(rules, hole)),
        }));
    }
    let triggers = rules
        .triggers
        .iter()
        .map(|one| (one.item, one.title.as_str()));
    let voids = rules.voids.iter().map(|one| (one.item, one.title.as_str()));
    let titled = |(item, title): (ItemId, _)| SayableText {
        by: Sayer::Item(item),
        pieces: vec![SayablePiece::Plain(title)],
    };
    texts.extend(triggers.chain(voids).map(titled));
    texts
}

/// The pieces of a text. `holder`: what holds the value of a hole, by its number.
fn pieces<'r>(
    rules: &'r Ruleset,
    text: TemplateId,
    holder: &dyn Fn(usize, ExprId) -> Option<SaidValue>,
) -> Vec<SayablePiece<'r>> {
    let mut holes = 0..;
    let pieces = rules.templates[text.index()].pieces.iter();
    pieces
        .filter_map(|piece| match piece {
            TemplatePiece::Plain(prose) => Some(SayablePiece::Plain(prose)),
            // A value of the text that is not shown.
            TemplatePiece::Holder(..) => {
                holes.next();
                None
            }
            TemplatePiece::Hole(hole, ty) => {
                let at = holes.next().unwrap_or_default();
                let is_act = matches!(ty, Type::Record(KindId::ACT) | Type::Set(_));
                Some(match holder(at, *hole).filter(|_| !is_act) {
                    Some(holder) => SayablePiece::Value(holder, ty),
                    None => SayablePiece::Opaque,
                })
            }
        })
        .collect()
}

/// What holds the value of a hole in the text of an event: what it carries, or the actor of an act that it carries.
fn carried(rules: &Ruleset, hole: ExprId) -> Option<SaidValue> {
    match rules.exprs[hole.index()] {
        Expr::Local(local) => Some(SaidValue::At(local.into())),
        Expr::Attribute {
            kind: KindId::ACT,
            of,
            slot: slots::ACTOR,
        } => match rules.exprs[of.index()] {
            Expr::Local(local) => Some(SaidValue::ActorOf(local.into())),
            _ => None,
        },
        _ => None,
    }
}
