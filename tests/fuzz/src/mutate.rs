//! Changes of rule texts by words, lines and blocks rather than bytes, so that many of them still can be read.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use super::Input;
use super::files::library;

/// What texts are changed with: the words, lines and blocks of the files of the project.
struct Stock {
    words: Vec<&'static str>,
    /// By their first words, so that a line can be replaced by one that may stand there.
    lines: BTreeMap<&'static str, Vec<&'static str>>,
    /// Lines up to the one that closes what the first opens, by how far they are indented.
    blocks: BTreeMap<usize, Vec<&'static str>>,
}

fn stock() -> &'static Stock {
    static STOCK: OnceLock<Stock> = OnceLock::new();
    STOCK.get_or_init(|| {
        let (mut words, mut lines, mut blocks) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for text in library().values() {
            words.extend(
                pieces(text)
                    .into_iter()
                    .filter(|piece| !piece.trim().is_empty()),
            );
            let starts = line_starts(text);
            for (number, &start) in starts.iter().enumerate() {
                let line = line_at(text, start);
                let Some(first) = pieces(line.trim()).first().copied() else {
                    continue;
                };
                lines.entry(first).or_insert_with(Vec::new).push(line);
                if let Some(end) =
                    block_end(text, &starts[number..]).filter(|end| end - start < 600)
                {
                    blocks
                        .entry(indent(line))
                        .or_insert_with(Vec::new)
                        .push(&text[start..end]);
                }
            }
        }
        words.sort_unstable();
        words.dedup();
        for some in lines.values_mut().chain(blocks.values_mut()) {
            some.sort_unstable();
            some.dedup();
        }
        Stock {
            words,
            lines,
            blocks,
        }
    })
}

/// Words, runs of blanks, and single signs: together they are the text.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut pieces = Vec::new();
    let (mut start, mut last) = (0, 2);
    for (at, c) in text.char_indices() {
        if at > start && (kind(c) != last || last == 2) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = kind(c);
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

fn line_starts(text: &str) -> Vec<usize> {
    let after = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0)
        .chain(after.filter(|at| *at < text.len()))
        .collect()
}

/// A line with its end.
fn line_at(text: &str, start: usize) -> &str {
    text[start..]
        .split_inclusive('\n')
        .next()
        .unwrap_or_default()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where a block ends that begins at the first of these lines; nothing if that opens none.
fn block_end(text: &str, starts: &[usize]) -> Option<usize> {
    let first = line_at(text, *starts.first()?);
    if !first.trim_end().ends_with('{') {
        return None;
    }
    let close = starts[1..].iter().find(|start| {
        let line = line_at(text, **start);
        indent(line) == indent(first) && line.trim_start().starts_with('}')
    })?;
    Some(close + line_at(text, *close).len())
}

/// An input with one to three changes, of at most so many bytes.
pub fn mutate(data: &[u8], input: Input, seed: u64, most: usize) -> Vec<u8> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut parts: Vec<String> = super::parts(data);
    if input == Input::TwoRules && parts.len() < 2 {
        parts.push(parts[0].clone());
    }
    for _ in 0..*[1, 1, 2, 3].choose(&mut chance).expect("some") {
        let which = chance.random_range(0..parts.len() + 1);
        match input {
            Input::TwoRules => {
                let other = parts[1 - which % 2].clone();
                let part = &mut parts[which % 2];
                match chance.random_range(0..16) {
                    0 => *part = other,
                    _ => *part = changed(part, &mut chance),
                }
            }
            _ if which == 0 || chance.random_range(0..2) == 0 => {
                parts[0] = changed(&parts[0], &mut chance)
            }
            _ if which == parts.len() => {
                if parts.len() < 8 {
                    let more = further(&mut chance);
                    parts.push(more);
                }
            }
            _ if chance.random_range(0..4) == 0 => _ = parts.remove(which),
            _ => parts[which] = further(&mut chance),
        }
    }
    let mut bytes = parts.join("\0").into_bytes();
    bytes.truncate(most);
    bytes
}

/// A few bytes that say where, then a few words.
fn further(chance: &mut ChaCha8Rng) -> String {
    let numbers = chance.random_range(0..7);
    let mut part: String = (0..numbers)
        .map(|_| char::from(chance.random_range(1..128_u8)))
        .collect();
    for _ in 0..chance.random_range(0..5) {
        part += stock().words.choose(chance).copied().unwrap_or_default();
        part += *["", " ", " ", "\n"].choose(chance).expect("some");
    }
    part
}

/// A text with one change.
fn changed(text: &str, chance: &mut ChaCha8Rng) -> String {
    const EDGES: [&str; 16] = [
        "0",
        "-1",
        "1",
        "2",
        "7",
        "100",
        "2147483647",
        "-2147483648",
        "9223372036854775807",
        "99999999999999999999",
        "1000000",
        "\"\"",
        "\"{x}\"",
        "\"é龍\"",
        "# é",
        "2d6",
    ];
    if chance.random_range(0..2) == 0 {
        return lines_changed(text, chance);
    }
    let mut now = pieces(text);
    let solid: Vec<usize> = (0..now.len())
        .filter(|at| !now[*at].trim().is_empty())
        .collect();
    let (Some(&at), Some(&other)) = (solid.choose(chance), solid.choose(chance)) else {
        return stock()
            .blocks
            .get(&0)
            .and_then(|some| some.choose(chance))
            .map_or(String::new(), |block| (*block).to_owned());
    };
    match chance.random_range(0..8) {
        0 => _ = now.remove(at),
        1 => now.insert(at, now[other]),
        2 => now.swap(at, other),
        3 => now[at] = EDGES.choose(chance).expect("some"),
        4 => now[at] = stock().words.choose(chance).expect("some"),
        5 => _ = now.drain(at..(at + chance.random_range(1..6)).min(now.len())),
        6 => now.insert(at, stock().words.choose(chance).expect("some")),
        _ => now[at] = now[other],
    }
    now.concat()
}

fn lines_changed(text: &str, chance: &mut ChaCha8Rng) -> String {
    let starts = line_starts(text);
    let number = chance.random_range(0..starts.len());
    let start = starts[number];
    let line = line_at(text, start);
    let end = start + line.len();
    let block = block_end(text, &starts[number..]);
    let with = |from: usize, to: usize, put: &str| format!("{}{put}{}", &text[..from], &text[to..]);
    let other = starts[chance.random_range(0..starts.len())];
    let stocked = |some: Option<&Vec<&'static str>>, chance: &mut ChaCha8Rng| {
        some.and_then(|some| some.choose(chance))
            .copied()
            .unwrap_or_default()
    };
    let first = pieces(line.trim()).first().copied().unwrap_or_default();
    match chance.random_range(0..9) {
        0 => with(start, end, ""),
        1 => with(start, block.unwrap_or(end), ""),
        2 => with(other, other, &text[start..block.unwrap_or(end)]),
        3 => with(start, end, line_at(text, other)),
        4 | 5 => with(start, end, stocked(stock().lines.get(first), chance)),
        6 => {
            let all: Vec<&Vec<&str>> = stock().lines.values().collect();
            with(start, start, stocked(all.choose(chance).copied(), chance))
        }
        _ => {
            let put = stocked(stock().blocks.get(&indent(line)), chance);
            let end = if chance.random_range(0..3) == 0 {
                block.unwrap_or(start)
            } else {
                start
            };
            with(start, end, put)
        }
    }
}

/// The first input with a line or block of the second.
pub fn crossed(one: &[u8], other: &[u8], seed: u64, most: usize) -> Vec<u8> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let (mut parts, others) = (super::parts(one), super::parts(other));
    let (into, from) = (&parts[0], &others[0]);
    let (places, starts) = (line_starts(into), line_starts(from));
    let number = chance.random_range(0..starts.len());
    let start = starts[number];
    let end = block_end(from, &starts[number..]).unwrap_or(start + line_at(from, start).len());
    let indented = indent(line_at(from, start));
    let like: Vec<usize> = places
        .iter()
        .copied()
        .filter(|at| indent(line_at(into, *at)) == indented)
        .collect();
    let at = *like
        .choose(&mut chance)
        .or(places.choose(&mut chance))
        .expect("a line");
    parts[0] = format!("{}{}{}", &into[..at], &from[start..end], &into[at..]);
    if let (Some(other), true) = (others.last(), others.len() > 1) {
        parts.push(other.clone());
    }
    let mut bytes = parts.join("\0").into_bytes();
    bytes.truncate(most);
    bytes
}
