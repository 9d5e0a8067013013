//! The journal for programs: names in place of ids, values in the units of their types. Data and pure functions; prints nothing.
//!
//! `model` and `entry` are the form that is published as a JSON schema, `making` and `making_entry` make it of a journal.

mod entry;
mod inputs;
pub(crate) mod making;
mod making_entry;
mod model;

pub use entry::*;
pub use inputs::{options, settings, values};
pub use making::{journal, periods, records, rule};
pub(crate) use model::is_nothing;
pub use model::*;

use serde::Serialize;

/// The version of this form; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 2;

/// The JSON schema of [`JsonJournal`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(JsonJournal).to_value()
}

/// The journal as JSON lines: one for the run as a whole, one for each act, one for each entry. Every line names the version of its form.
pub fn lines(journal: &JsonJournal) -> serde_json::Result<String> {
    let mut out = String::new();
    let JsonJournal {
        schema_version,
        scenario,
        rules,
        seed,
        acts,
        entries,
        left_out,
    } = journal;
    let head = JsonRow::Run {
        scenario,
        rules,
        seed: *seed,
        left_out: *left_out,
    };
    let rows = std::iter::once(head)
        .chain(acts.iter().map(JsonRow::Act))
        .chain(entries.iter().map(JsonRow::Entry));
    for row in rows {
        let line = VersionedRow {
            schema_version: *schema_version,
            row,
        };
        out.push_str(&crate::diagnostic::json::to_json(&line)?);
        out.push('\n');
    }
    Ok(out)
}

#[derive(Serialize)]
struct VersionedRow<'a> {
    schema_version: u32,
    #[serde(flatten)]
    row: JsonRow<'a>,
}

#[derive(Serialize)]
#[serde(tag = "line", rename_all = "snake_case")]
enum JsonRow<'a> {
    Run {
        scenario: &'a str,
        rules: &'a JsonRules,
        seed: Option<u64>,
        #[serde(skip_serializing_if = "is_nothing")]
        left_out: usize,
    },
    Act(&'a JsonAct),
    Entry(&'a JsonEntry),
}
