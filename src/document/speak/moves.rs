//! Placements, exceptions and voids in English: which acts, under which conditions, and what becomes of them.

use super::condition::Conditions;
use super::{Speaker, bare_term, conjuncts, pick, plain_text, spaced};
use crate::document::tree::{DocumentBlock, Prose, paragraph, say};
use crate::syntax::ast::{
    ActionDef, Comparator, ExceptionDef, Expr, ExprKind, Movement, Name, PlacementDef, Relation,
    Text, VoidDef,
};

impl Speaker<'_> {
    /// A placement: where an act stands, whatever the keys say.
    pub fn placement(&mut self, placement: &PlacementDef) -> Vec<DocumentBlock> {
        let mark = self.scope.mark();
        let act = match &placement.act {
            Some(act) => self.act_bound(act, false),
            None => "an act".into(),
        };
        let (settings, guards) = self.guards(&placement.guards);
        let places: Vec<Prose> = (placement.places.iter())
            .map(|(key, value)| {
                let value = self.inside(value);
                say![bare_term(spaced(&key.text)), " counts as ", value]
            })
            .collect();
        let mut blocks = self.ruled(say!["for ", act], guards, Prose::list(places, "and"));
        self.options_first(settings, &mut blocks);
        self.over(&placement.over, &mut blocks);
        self.scope.back_to(mark);
        blocks
    }

    /// An exception: what becomes of two acts.
    pub fn exception(&mut self, exception: &ExceptionDef) -> Vec<DocumentBlock> {
        let mark = self.scope.mark();
        let mut pair = Prose::from("for two acts");
        if let Some((first, second)) = &exception.acts {
            let first = self.act_bound(first, true);
            let second = self.act_bound(second, true);
            pair = say!["for ", first, " and ", second];
        }
        let (settings, guards) = self.guards(&exception.guards);
        let moves = match &exception.moves {
            Some(moves) => self.movement(moves, exception),
            None => Prose::default(),
        };
        let mut blocks = self.ruled(pair, guards, moves);
        self.options_first(settings, &mut blocks);
        self.over(&exception.over, &mut blocks);
        self.scope.back_to(mark);
        blocks
    }

    /// When an act is not carried out.
    pub fn void(&mut self, void: &VoidDef) -> Vec<DocumentBlock> {
        let mark = self.scope.mark();
        let act = match &void.act {
            Some(act) => self.act_bound(act, false),
            None => "an act".into(),
        };
        let (settings, guards) = self.guards(&void.guards);
        let spoken = void.act.as_ref().map(|act| self.spoken(&act.name));
        let it = spoken.as_deref().unwrap_or("it");
        let mut outcome = say![it, " is not carried out"];
        if let Some(because) = &void.because {
            let because = self.quoted(because);
            outcome.push(say![": ", because]);
        }
        let mut blocks = self.ruled(say!["for ", act], guards, outcome);
        self.options_first(settings, &mut blocks);
        self.scope.back_to(mark);
        blocks
    }

    /// What an action needs, as a sentence with a blank behind it.
    pub fn needs(&mut self, action: &ActionDef) -> Prose {
        let all = action.needs.iter().map(|need| {
            let condition = self.condition(&need.condition);
            let because = self.quoted(&need.because);
            say![condition, " (otherwise ", because, ")"]
        });
        let all = Prose::list(all.collect(), "and");
        let later = match action.at_once {
            true => ". ",
            false => "; where that is no longer so when its time comes, it is not carried out. ",
        };
        say!["It can be declared only if ", all, later]
    }

    /// Conditions, those first that are about options alone.
    fn guards(&mut self, guards: &[Expr]) -> (Vec<Prose>, Conditions) {
        let flat = guards.iter().flat_map(conjuncts);
        let (settings, others): (Vec<&Expr>, Vec<&Expr>) =
            flat.partition(|guard| self.setting(guard).is_some());
        let said = settings.iter().map(|guard| {
            let holds = self.setting(guard).unwrap_or(false);
            let said = self.condition(guard);
            say![
                "Only where ",
                said,
                pick(holds, " (as it is here).", " (which it is not here).")
            ]
        });
        let said = said.collect();
        (said, self.conditions(&others))
    }

    /// Whether a condition is about one option alone, and whether its default makes it true.
    fn setting(&self, guard: &Expr) -> Option<bool> {
        match &guard.kind {
            ExprKind::Compare {
                op: op @ (Comparator::Equal | Comparator::NotEqual),
                left,
                right,
            } => {
                let ExprKind::Name(name) = &left.kind else {
                    return None;
                };
                let same = self.words.as_set(&name.text, right)?;
                Some(same == (*op == Comparator::Equal))
            }
            ExprKind::Name(name) => {
                let default = &self.words.options.get(name.text.as_str())?.default;
                Some(matches!(default.kind, ExprKind::Yes))
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Name(_) => self.setting(inner).map(|holds| !holds),
                _ => None,
            },
            _ => None,
        }
    }

    fn options_first(&self, settings: Vec<Prose>, blocks: &mut [DocumentBlock]) {
        let said = Prose::joined(settings, " ");
        match blocks.first_mut() {
            Some(DocumentBlock::Paragraph(first)) if !said.is_empty() => {
                *first = say![said, " ", std::mem::take(first)]
            }
            _ => {}
        }
    }

    /// Who it is about, under which conditions, and what then is so: one sentence, or a list.
    fn ruled(&mut self, whom: Prose, guards: Conditions, outcome: Prose) -> Vec<DocumentBlock> {
        if guards.parts.is_empty() {
            return vec![paragraph(say![whom, ": ", outcome].sentence())];
        }
        match guards.short() {
            Some(clause) => vec![paragraph(
                say![whom, ": if ", clause, ", ", outcome].sentence(),
            )],
            None => {
                let (which, list) = guards.in_list();
                vec![
                    paragraph(say![whom, ", if ", which].capital()),
                    DocumentBlock::List(list),
                    paragraph(say!["then ", outcome].sentence()),
                ]
            }
        }
    }

    fn movement(&mut self, movement: &Movement, exception: &ExceptionDef) -> Prose {
        match movement {
            Movement::Relation {
                mover,
                relation,
                reference,
            } => {
                let (mover, reference) = (self.spoken(mover), self.spoken(reference));
                let how = match relation {
                    Relation::Waits => "comes after",
                    Relation::GoesAhead => "goes ahead of",
                    Relation::Joins => "comes together with",
                    Relation::NotBefore => "does not come before",
                    Relation::NotAfter => "does not come after",
                    Relation::Leads => "comes directly before",
                    Relation::Trails => "comes directly after",
                };
                say![mover, format!(" {how} "), reference]
            }
            Movement::Compare { left, right, mover } => {
                let (left, right) = (self.inside(left), self.inside(right));
                let other = exception.acts.as_ref().map(|(first, second)| {
                    if first.name.text == mover.text {
                        second.name.clone()
                    } else {
                        first.name.clone()
                    }
                });
                let mover = self.spoken(mover);
                let other =
                    other.map_or_else(|| "the other".to_owned(), |other| self.spoken(&other));
                say![
                    "compare ",
                    left.clone(),
                    " with ",
                    right.clone(),
                    format!(
                        ": if the first is higher, {mover} comes after {other}; if it is lower, {mover} goes ahead of {other}; if they are equal, both come together"
                    )
                ]
            }
        }
    }

    fn spoken(&self, name: &Name) -> String {
        let spoken = self.scope.spoken(&name.text);
        spoken.unwrap_or_else(|| spaced(&name.text))
    }

    fn over(&self, over: &[Text], blocks: &mut Vec<DocumentBlock>) {
        if over.is_empty() {
            return;
        }
        let titles = over
            .iter()
            .map(|title| Prose::from(format!("“{}”", plain_text(title))))
            .collect();
        blocks.push(paragraph(say![
            "Where it contradicts ",
            Prose::list(titles, "or"),
            ", this rule holds."
        ]));
    }
}
