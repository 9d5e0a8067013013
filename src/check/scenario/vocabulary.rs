//! The words that a rule file brings forth for scenarios: what dice are rolled for, what is asked, how a cancelled act is called.
//! Reads the compiled rules only.

use std::collections::BTreeSet;

use crate::ruleset::{Declared, KindId, Ruleset, StatementKind, Tally, Who, WordId};

/// What a scenario can speak of, beside its own things.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// What the rules roll dice for.
    pub purposes: BTreeSet<WordId>,
    /// The kinds of those who roll for each; the combat stands for the game master.
    pub(super) rollers: BTreeSet<(WordId, KindId)>,
    /// Whether the rules ask anybody to declare.
    pub(super) asks_for_acts: bool,
    /// What the rules ask, and what may be answered. One name can be asked in several ways.
    pub questions: Vec<(WordId, Declared)>,
    /// Those of rolls that may come to 0, as dice are counted in them or kept.
    pub tallied: BTreeSet<WordId>,
    /// The kinds that questions are about.
    pub asked_about: BTreeSet<(WordId, KindId)>,
    /// How the rules call acts that they cancel.
    pub outcomes: BTreeSet<WordId>,
}

impl Vocabulary {
    /// The vocabulary of some rules.
    pub fn new(rules: &Ruleset) -> Self {
        let mut vocabulary = Vocabulary::default();
        for question in rules.answerable() {
            let about = question
                .about
                .iter()
                .map(|&(kind, _)| (question.name, kind));
            vocabulary.asked_about.extend(about);
            vocabulary.questions.push((question.name, question.answer));
        }
        rules.each_statement(&mut |statement| match statement {
            StatementKind::Roll {
                who,
                purpose,
                tally,
                ..
            } => {
                vocabulary.purposes.insert(*purpose);
                let kind = match who {
                    Who::Gm => KindId::COMBAT,
                    Who::Side(_) => KindId::SIDE,
                    Who::Combatant(_) => KindId::COMBATANT,
                };
                vocabulary.rollers.insert((*purpose, kind));
                if *tally != Tally::Sum {
                    vocabulary.tallied.insert(*purpose);
                }
            }
            StatementKind::Declare { .. } => vocabulary.asks_for_acts = true,
            StatementKind::Cancel { word, .. } => _ = vocabulary.outcomes.insert(*word),
            _ => {}
        });
        vocabulary
    }
}
