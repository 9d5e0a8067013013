//! How scenarios say what the rules know: types as they are written, verbs with what they take, questions with whom they are about. What a scenario fills
//! in stands in capitals.

use super::{
    Action, Amount, Declared, Expr, ExprId, KindId, Local, MissingPlace, PhaseId, Ruleset, Slot,
    Stage, StatementKind, Tally, TemplateId, TemplatePiece, Type, Who, WordId,
};

/// A question as a scenario can answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answerable {
    /// Its name.
    pub name: WordId,
    /// Who is asked; of a record, its kind.
    pub who: Option<KindId>,
    /// About what, in the order of the rules: its kind and, if the rules name it, the expression that does.
    pub about: Vec<(KindId, Option<ExprId>)>,
    /// What can be answered.
    pub answer: Declared,
    /// Only records for which something is true.
    pub is_chosen: bool,
    /// Whether it is a draw, which a die settles without an answer.
    pub is_draw: bool,
    /// The default, if there is one.
    pub default: Option<ExprId>,
    /// As put to the person; of a key, there is none.
    pub text: Option<TemplateId>,
}

/// A roll as a scenario can give it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollable {
    /// What for.
    pub purpose: WordId,
    /// Who rolls; of a record, its kind.
    pub who: Option<KindId>,
    /// How many dice.
    pub count: Amount,
    /// With how many sides.
    pub sides: Amount,
    /// What is made of the faces.
    pub tally: Tally<Amount>,
}

impl Who {
    /// The record that rolls or is asked, and its kind; none of the game master.
    pub fn record(self) -> Option<(KindId, ExprId)> {
        match self {
            Who::Gm => None,
            Who::Side(of) => Some((KindId::SIDE, of)),
            Who::Combatant(of) => Some((KindId::COMBATANT, of)),
        }
    }
}

impl Ruleset {
    /// The titles that records of a kind can be given as they are made: the record, a colon, and what it is called.
    pub fn titles(&self, kind: KindId) -> impl Iterator<Item = TemplateId> {
        let all = (0..).map(TemplateId::from_index).zip(&self.templates);
        let titles = all.filter(move |(_, one)| {
            let of = one.pieces.first();
            let is_its = |of: &TemplatePiece| matches!(of, TemplatePiece::Hole(_, Type::Record(made)) if *made == kind);
            one.titles && of.is_some_and(is_its)
        });
        titles.map(|(id, _)| id)
    }

    /// A type as it is written.
    pub fn type_words(&self, declared: &Declared) -> String {
        let kind = |kind: KindId| self.kinds.get(kind.index()).map(|kind| kind.name.clone());
        let unknown = || "?".to_owned();
        let name = match &declared.ty {
            Type::YesNo => "yes/no".to_owned(),
            Type::Number(None) => "number".to_owned(),
            Type::Number(Some(unit)) => {
                let unit = self.units.get(unit.index());
                unit.map_or_else(|| "number".to_owned(), |unit| unit.plural.clone())
            }
            Type::Choice(words) => {
                let words = words.iter().map(|word| self.words.get(word.index()));
                let words: Vec<String> =
                    (words.map(|word| word.cloned().unwrap_or_else(unknown))).collect();
                words.join(" | ")
            }
            Type::Text => "text".to_owned(),
            Type::Action => "action".to_owned(),
            Type::Stage => "stage".to_owned(),
            Type::Record(id) => kind(*id).unwrap_or_else(unknown),
            Type::Set(id) => {
                let kind = self.kinds.get(id.index());
                kind.map_or_else(unknown, |kind| kind.plural.clone())
            }
        };
        match declared.optional {
            true => format!("optional {name}"),
            false => name,
        }
    }

    /// The actions that scenarios and tactics can declare.
    pub(crate) fn declarable(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(|action| !action.not_declared)
    }

    /// An action as a scenario declares it: `casts SPELL at TARGET`.
    pub fn act_words(&self, action: &Action) -> String {
        let at = action
            .at
            .map(|slot| format!(" at {}", self.to_fill_in(slot)));
        let object = action.object.map(|slot| (slot, self.to_fill_in(slot)));
        let number = object.clone().filter(|(slot, _)| {
            let attribute = self.attribute(KindId::ACT, *slot);
            matches!(attribute.declared.ty, Type::Number(_))
        });
        // A number stands where the title has it, or behind a colon.
        if let Some((slot, name)) = number {
            let title = self.title_words(&action.stages[0]);
            let own = &self.attribute(KindId::ACT, slot).name;
            return match title.split(' ').any(|word| word == name) {
                true => title,
                false => format!("{}{}: {own} {name}", action.verb, at.unwrap_or_default()),
            };
        }
        let object = object.map(|(_, name)| format!(" {name}"));
        [Some(action.verb.clone()), object, at]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The title of a stage, as far as a scenario can say it: `begins to cast SPELL`.
    pub fn title_words(&self, stage: &Stage) -> String {
        let mut words = String::new();
        for piece in &self.templates[stage.title.index()].pieces {
            match piece {
                TemplatePiece::Plain(text) => words.push_str(text),
                TemplatePiece::Holder(..) => {}
                TemplatePiece::Hole(hole, _) => match self.exprs[hole.index()] {
                    Expr::Attribute {
                        kind: KindId::ACT,
                        of,
                        slot,
                    } if matches!(self.exprs[of.index()], Expr::Local(Local::MIN)) => {
                        words.push_str(&self.to_fill_in(slot));
                    }
                    _ => break,
                },
            }
        }
        words.trim_end().to_owned()
    }

    fn to_fill_in(&self, slot: Slot) -> String {
        self.attribute(KindId::ACT, slot).name.to_uppercase()
    }

    /// An answer as a scenario gives it: `gm answers yes/no to obvious about COMBATANT`.
    pub fn answer_words(&self, question: &Answerable) -> String {
        let fill_in = |kind: KindId| self.kind(kind).name.to_uppercase();
        let who = question.who.map_or_else(|| "gm".to_owned(), fill_in);
        let answer = match question.answer.ty {
            Type::Record(kind) => fill_in(kind),
            Type::Number(_) | Type::Text => {
                let answer = Declared {
                    optional: false,
                    ..question.answer.clone()
                };
                self.type_words(&answer).to_uppercase()
            }
            Type::YesNo | Type::Choice(_) | Type::Action | Type::Stage | Type::Set(_) => {
                let answer = Declared {
                    optional: false,
                    ..question.answer.clone()
                };
                self.type_words(&answer)
            }
        };
        let none = if question.answer.optional {
            " | none"
        } else {
            ""
        };
        let about: Vec<String> = question
            .about
            .iter()
            .map(|(kind, _)| fill_in(*kind))
            .collect();
        let about = match about.as_slice() {
            [] => String::new(),
            about => format!(" about {}", about.join(", ")),
        };
        format!(
            "{who} answers {answer}{none} to {}{about}",
            self.word(question.name)
        )
    }

    /// A roll as a scenario gives it: `SIDE rolls d6 for initiative`. Dice that are worked out are called `dice`.
    pub fn roll_words(&self, roll: &Rollable) -> String {
        let who = roll.who.map(|kind| self.kind(kind).name.to_uppercase());
        let dice = match (roll.count, roll.sides) {
            (Amount::Fixed(1), Amount::Fixed(sides)) => format!("d{sides}"),
            (Amount::Fixed(count), Amount::Fixed(sides)) => format!("{count}d{sides}"),
            (Amount::Worked(_), Amount::Fixed(sides)) => format!("several d{sides}"),
            (Amount::Fixed(_) | Amount::Worked(_), Amount::Worked(_)) => "dice".to_owned(),
        };
        let who = who.unwrap_or_else(|| "gm".to_owned());
        format!("{who} rolls {dice} for {}", self.word(roll.purpose))
    }

    /// All questions that a scenario can answer, in the order of the rules; those of keys that can be missing last.
    pub fn answerable(&self) -> Vec<Answerable> {
        let mut asked = Vec::new();
        self.each_statement(&mut |statement| {
            if let StatementKind::Ask {
                who,
                question,
                about,
                among,
                default,
                ..
            } = statement
            {
                // In a draft they are still to come.
                let Some(puts) = self.questions.get(question.index()) else {
                    return;
                };
                let answerable = Answerable {
                    name: puts.name,
                    who: who.record().map(|(kind, _)| kind),
                    about: about.iter().map(|&(kind, of)| (kind, Some(of))).collect(),
                    answer: puts.answer.clone(),
                    is_chosen: among.is_some(),
                    is_draw: puts.is_draw,
                    default: *default,
                    text: Some(puts.text),
                };
                asked.push((*question, answerable));
            }
        });
        asked.sort_by_key(|(id, _)| *id);
        let mut found: Vec<Answerable> = asked.into_iter().map(|(_, asked)| asked).collect();
        for key in self.orders.iter().flat_map(|order| &order.keys) {
            if let (Some(name), Some(MissingPlace::Ask)) = (key.name, key.missing) {
                found.push(Answerable {
                    name,
                    who: None,
                    about: vec![(KindId::COMBATANT, None)],
                    answer: Declared::certain(Type::YesNo),
                    is_chosen: false,
                    is_draw: false,
                    default: None,
                    text: None,
                });
            }
        }
        found
    }

    /// All rolls that a scenario can give, in the order of the rules, each once.
    pub fn rollable(&self) -> Vec<Rollable> {
        let mut found: Vec<Rollable> = Vec::new();
        self.each_statement(&mut |statement| {
            if let StatementKind::Roll {
                who,
                count,
                sides,
                tally,
                purpose,
                ..
            } = *statement
            {
                let roll = Rollable {
                    purpose,
                    who: who.record().map(|(kind, _)| kind),
                    count,
                    sides,
                    tally,
                };
                let words = self.roll_words(&roll);
                if !found.iter().any(|other| self.roll_words(other) == words) {
                    found.push(roll);
                }
            }
        });
        found
    }

    /// The phases of turns, and whose turns they are.
    pub fn phases_of_turns(&self) -> Vec<(PhaseId, KindId)> {
        let phases = self.phases.iter().enumerate();
        phases
            .filter_map(|(index, phase)| {
                let turns = phase.turns.as_ref()?;
                Some((PhaseId::from_index(index), turns.kind))
            })
            .collect()
    }

    /// The phases around a phase, the innermost first.
    fn phases_around(&self, id: PhaseId) -> impl Iterator<Item = PhaseId> {
        let outer = |id: PhaseId| self.phases[id.index()].parent;
        std::iter::successors(outer(id), move |&around| outer(around))
    }

    /// Whether a phase stands in another one, at any depth.
    pub(crate) fn is_within(&self, id: PhaseId, other: PhaseId) -> bool {
        self.phases_around(id).any(|around| around == other)
    }

    /// Whether no place of an order has gone by when a repetition of a phase begins, or is over.
    pub(crate) fn begins_anew(&self, order: usize, phase: PhaseId, begins: bool) -> bool {
        let each = self.orders[order].each;
        each.is_some_and(|each| each == phase || (begins && self.is_within(each, phase)))
    }

    /// The repeated phases around a phase, the outermost first.
    pub fn periods_around(&self, id: PhaseId) -> Vec<PhaseId> {
        let repeats = |around: &PhaseId| self.phases[around.index()].repeats();
        let mut around: Vec<PhaseId> = self.phases_around(id).filter(repeats).collect();
        around.reverse();
        around
    }
}
