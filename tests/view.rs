//! What people and programs see of runs: the published schemas, transcripts, reasons, journals for programs.

use std::path::Path;

/// Holds a schema against its published file; with `UPDATE_SCHEMAS=1` it is written instead.
fn published(name: &str, schema: &serde_json::Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs/schema")
        .join(name);
    let mut text = serde_json::to_string_pretty(schema).expect("a schema is JSON");
    text.push('\n');
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &text).expect("the schema can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "docs/schema/{name} is out of date: run the tests with UPDATE_SCHEMAS=1"
    );
}

#[test]
fn schemas_are_up_to_date() {
    published("journal.json", &affray::view::json::schema());
    published("why.json", &affray::why::schema());
    let diagnostics = schemars::schema_for!(affray::diagnostic::json::JsonReport);
    published("diagnostics.json", &diagnostics.to_value());
}
