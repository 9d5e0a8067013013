//! Targets that read what is no rule text: answers of `affray odds`, and the files of snapshots.

use affray::odds::merge::merge as put_together;
use affray::odds::render;
use affray::odds::report::Sheet;
use affray::snapshot::{Snapshot, difference, file_stem};

use super::parts;

/// Sheets are put together the same whichever comes first, and what comes of it can be shown and read again.
pub fn merge(data: &[u8]) {
    let texts = parts(data);
    let read = texts.iter().map(|text| serde_json::from_str::<Sheet>(text));
    let Ok(sheets) = read.collect::<Result<Vec<Sheet>, _>>() else {
        return;
    };
    let named = |number: usize, sheet: &Sheet| (number.to_string(), sheet.clone());
    let forth: Vec<_> = sheets
        .iter()
        .enumerate()
        .map(|(number, sheet)| named(number, sheet))
        .collect();
    let mut back = forth.clone();
    back.reverse();
    let (forth, back) = (put_together(forth), put_together(back));
    assert_eq!(forth.is_ok(), back.is_ok());
    let Ok(sheet) = forth else { return };
    for width in [0, 80] {
        render::human(&sheet, width, true);
    }
    _ = (render::csv(&sheet), render::svg(&sheet));
    let written = serde_json::to_string(&sheet).expect("it is written");
    assert!(
        serde_json::from_str::<Sheet>(&written).is_ok(),
        "it is not read again:\n{written}"
    );
}

/// A snapshot that is written is read as it was. Nothing differs from itself.
pub fn snapshot(data: &[u8]) {
    let texts = parts(data);
    for text in &texts {
        file_stem(text, text);
        if let Some(snapshot) = Snapshot::read(text) {
            file_stem(&snapshot.source, &snapshot.title);
            let again = Snapshot::read(&snapshot.written());
            assert_eq!(again.as_ref(), Some(&snapshot), "written it is another");
            assert!(snapshot.keeps(&snapshot.transcript));
        }
        assert!(difference(text, text).is_empty(), "it differs from itself");
    }
    if let [old, new, ..] = &texts[..] {
        assert_eq!(
            difference(old, new).is_empty(),
            difference(new, old).is_empty()
        );
    }
}
