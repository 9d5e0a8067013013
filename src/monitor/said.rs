//! Whether an entry of the journal says a text that rules can say.

use crate::journal::{Entry, What};
use crate::ruleset::Value;
use crate::run::Scene;
use crate::scenario::{SaidValue, Sayer, Saying};

/// Whether an entry says a text in this way.
pub(super) fn says(saying: &Saying, entry: &Entry, scene: &Scene<'_>) -> bool {
    let journal = scene.journal();
    let values = match (saying.by, entry.what) {
        (Sayer::Item(item), What::Responded { .. } | What::Void { .. }) => {
            return entry.cause == Some(item);
        }
        (
            Sayer::Event(event),
            What::Raised {
                event: raised,
                values,
            },
        ) if raised == event => values,
        (
            Sayer::Text(text),
            What::Noted { said }
            | What::Refused { because: said, .. }
            | What::Void { because: said, .. }
            | What::Cancelled {
                because: Some(said),
                ..
            }
            | What::Ended {
                because: Some(said),
            },
        ) if said.template == text => said.values,
        _ => return false,
    };
    let values = journal.values(values);
    saying.values.iter().all(|&(holder, wanted)| match holder {
        SaidValue::At(at) => values.get(at) == Some(&wanted),
        SaidValue::ActorOf(at) => {
            let act = values
                .get(at)
                .and_then(|&act| journal.acts.get(usize::try_from(act).ok()?));
            act.is_some_and(|act| Value::from(act.actor) == wanted)
        }
        SaidValue::Titled {
            at,
            kind,
            title,
            hole,
        } => {
            let record = values
                .get(at)
                .and_then(|&record| u32::try_from(record).ok());
            let said = record.and_then(|record| journal.title_of(kind, record));
            let said = said.filter(|said| said.template == title);
            said.is_some_and(|said| {
                hole == 0 || journal.values(said.values).get(hole) == Some(&wanted)
            })
        }
    })
}
