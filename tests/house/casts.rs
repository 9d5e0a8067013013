//! Casts: `as` with a type that holds numbers says neither why nothing is lost nor what is. `src/ruleset/index.rs` has the few conversions that the
//! compiler cannot check; elsewhere `From`, `TryFrom` and the types of ids do. What still stands may only become less.

use super::layers::{Text, code, texts};

/// Types of numbers, and other names for them in `src`.
const NUMBERS: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "char",
    "Value",
    "Register",
    "Slot",
    "Local",
    "Address",
    "Part",
    "ActNumber",
    "ComponentId",
];

/// How many casts a room may have at most; none where it is not named. Where some are gone, lower the number.
const MOST: &[(&str, usize)] = &[
    ("analysis", 8),
    ("check", 12),
    ("cli", 21),
    ("corpus", 3),
    ("diagnostic", 11),
    ("diff", 9),
    ("document", 6),
    ("journal", 14),
    ("line", 2),
    ("load", 11),
    ("lookup", 6),
    ("lsp", 27),
    ("mutants", 7),
    ("odds", 9),
    ("play", 18),
    ("publish", 1),
    ("ruleset", 23),
    ("scenario", 5),
    ("situation", 56),
    ("snapshot", 2),
    ("source", 35),
    ("starter", 1),
    ("study", 24),
    ("suite", 19),
    ("syntax", 59),
    ("view", 35),
    ("why", 63),
];

/// How many casts there are on a line of code.
fn casts(line: &str) -> usize {
    let of_number = |rest: &&str| {
        let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_');
        NUMBERS.contains(&word.take(1).collect::<String>().as_str())
    };
    let is_import = line.trim_start().starts_with("use ");
    let casts = line.split(" as ").skip(1).filter(of_number);
    if is_import { 0 } else { casts.count() }
}

#[test]
fn a_line_is_searched_for_casts() {
    assert_eq!(casts("let at = rows[number as usize] as u32;"), 2);
    assert_eq!(casts("fn as_number(&self) -> &dyn Into<u32> {"), 0);
    assert_eq!(casts("use std::fmt::Write as _;"), 0);
    assert_eq!(casts("<u32 as Idx>::index(number)"), 0);
    assert_eq!(casts("(share * BAR as f64).round() as usize"), 2);
}

#[test]
fn no_room_casts_more_than_it_did() {
    let texts = texts();
    let mut wrong = Vec::new();
    let mut rooms: Vec<&str> = texts.iter().map(|text| text.room.as_str()).collect();
    rooms.dedup();
    for room in rooms {
        let most = MOST.iter().find(|(name, _)| *name == room);
        let most = most.map_or(0, |(_, most)| *most);
        let of_room = texts.iter().filter(|text| text.room == room);
        let all: Vec<String> = of_room.flat_map(places).collect();
        if all.len() > most {
            let count = all.len();
            let all = all.join("\n  ");
            wrong.push(format!(
                "`{room}` casts {count} times, at most {most}:\n  {all}"
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Each cast of a file: where, and the line.
fn places(text: &Text) -> Vec<String> {
    let file = text.path.to_string_lossy().replace('\\', "/");
    let lines = code(&text.text).filter(|(_, line)| casts(line) > 0);
    let told = lines.flat_map(|(number, line)| {
        let told = format!("src/{file}:{number}: {}", line.trim());
        std::iter::repeat_n(told, casts(line))
    });
    told.collect()
}
