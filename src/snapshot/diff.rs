//! What is different in another transcript: line by line, and within changed lines word by word. Data, no drawing.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

/// How many lines that stayed are told around each change.
const CONTEXT: usize = 3;

/// From how many pairs of lines (of words) on no way from one to the other is looked for: all that is between the common beginning and the
/// common end counts as changed. Bounds the time for texts that have nothing in common.
const MOST_PAIRS: usize = 9_000_000;

/// All that is different, from the first line to the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Stretches of lines that changed, each with some lines that stayed around it.
    pub hunks: Vec<Hunk>,
}

/// Lines that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// The headings under which its first line stands, the outermost first: those that are no part of it.
    pub under: Vec<String>,
    /// In order; what is gone before what has come.
    pub lines: Vec<DiffLine>,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineMark {
    /// It is in both.
    Same,
    /// It is no longer there.
    Gone,
    /// It is new.
    Come,
}

/// A line of one transcript or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// What became of it.
    pub mark: LineMark,
    /// Its text.
    pub pieces: Vec<LinePiece>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePiece {
    /// What it says.
    pub text: String,
    /// Whether it is what makes the difference, in a line that is otherwise like its counterpart.
    pub changed: bool,
}

/// What is different between two texts.
pub fn difference(old: &str, new: &str) -> Difference {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let groups = group_diff_ops(steps(&old, &new), CONTEXT);
    let hunks = groups.into_iter().map(|group| {
        let lines = group.iter().flat_map(|step| lines(step, &old, &new));
        let first = group.first().map_or(0, |step| step.new_range().start);
        Hunk {
            under: headings(&new, first),
            lines: lines.collect(),
        }
    });
    Difference {
        hunks: hunks.collect(),
    }
}

impl Difference {
    /// How many lines it has.
    pub fn len(&self) -> usize {
        self.hunks.iter().map(|hunk| hunk.lines.len()).sum()
    }

    /// Whether the texts are the same.
    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }
}

/// The lines above a line that are less and less indented. Of what is gone too: its first line has some that stayed above it.
fn headings(lines: &[&str], index: usize) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut inside = lines.get(index).map_or(0, |line| indent(line));
    let mut headings = Vec::new();
    for line in lines[..index].iter().rev() {
        if !line.is_empty() && indent(line) < inside {
            inside = indent(line);
            headings.push(line.trim_start().to_owned());
        }
    }
    headings.reverse();
    headings
}

/// A short way from one list to the other.
fn steps(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let pairs = |a: &[&str], b: &[&str]| a.len().saturating_mul(b.len());
    let first = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[first..], &new[first..]);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let last = ends.take_while(|(a, b)| a == b).count();
    let old_changed = old_rest.len() - last;
    let new_changed = new_rest.len() - last;
    if pairs(&old_rest[..old_changed], &new_rest[..new_changed]) <= MOST_PAIRS {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let replaced = DiffOp::Replace {
        old_index: first,
        old_len: old_changed,
        new_index: first,
        new_len: new_changed,
    };
    let all = [
        equal(0, 0, first),
        replaced,
        equal(first + old_changed, first + new_changed, last),
    ];
    let whole = |step: &DiffOp| !matches!(step, DiffOp::Equal { len: 0, .. });
    all.into_iter().filter(whole).collect()
}

/// The lines of one step.
fn lines(step: &DiffOp, old: &[&str], new: &[&str]) -> Vec<DiffLine> {
    let plain = |mark, lines: &[&str]| -> Vec<DiffLine> {
        let line = |text: &&str| DiffLine {
            mark,
            pieces: vec![LinePiece {
                text: (*text).to_owned(),
                changed: false,
            }],
        };
        lines.iter().map(line).collect()
    };
    let (old, new) = (&old[step.old_range()], &new[step.new_range()]);
    match step {
        DiffOp::Equal { .. } => plain(LineMark::Same, old),
        _ => by_words(old, new)
            .unwrap_or_else(|| [plain(LineMark::Gone, old), plain(LineMark::Come, new)].concat()),
    }
}

/// Lines in whose place others have come, with the words that make the difference. `None` where there are none or all do.
fn by_words(old: &[&str], new: &[&str]) -> Option<Vec<DiffLine>> {
    let (old_words, new_words) = (words(old), words(new));
    let pairs = old_words.len().saturating_mul(new_words.len());
    if pairs == 0 || pairs > MOST_PAIRS {
        return None;
    }
    let steps = capture_diff_slices(Algorithm::Myers, &old_words, &new_words);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    let mut same = 0;
    for step in &steps {
        let changed = !matches!(step, DiffOp::Equal { .. });
        gone.extend(step.old_range().map(|at| (old_words[at], changed)));
        come.extend(step.new_range().map(|at| (new_words[at], changed)));
        if !changed {
            same += said(&old_words, step.old_range());
        }
    }
    let most = said(&old_words, 0..old_words.len()).max(said(&new_words, 0..new_words.len()));
    if same * 2 < most {
        return None;
    }
    Some([marked(LineMark::Gone, gone), marked(LineMark::Come, come)].concat())
}

/// How many words say something.
fn said(words: &[&str], range: Range<usize>) -> usize {
    words[range]
        .iter()
        .filter(|word| !word.trim().is_empty())
        .count()
}

/// The words of lines, and what stands between them; a line break behind each line.
fn words<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let mut words = Vec::new();
    for line in lines {
        let mut rest = *line;
        while let Some(first) = rest.chars().next() {
            let kind = kind_of(first);
            let end = match kind {
                LineKind::Sign => first.len_utf8(),
                _ => rest.find(|c| kind_of(c) != kind).unwrap_or(rest.len()),
            };
            let (word, after) = rest.split_at(end);
            words.push(word);
            rest = after;
        }
        words.push("\n");
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Space,
    Word,
    Sign,
}

fn kind_of(c: char) -> LineKind {
    match c {
        c if c.is_whitespace() => LineKind::Space,
        c if c.is_alphanumeric() || c == '_' => LineKind::Word,
        _ => LineKind::Sign,
    }
}

/// Words as lines again; neighbours of one sort are one piece.
fn marked(mark: LineMark, words: Vec<(&str, bool)>) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    let mut pieces: Vec<LinePiece> = Vec::new();
    for (word, changed) in words {
        if word == "\n" {
            let pieces = std::mem::take(&mut pieces);
            lines.push(DiffLine { mark, pieces });
            continue;
        }
        match pieces.last_mut() {
            Some(last) if last.changed == changed => last.text.push_str(word),
            _ => pieces.push(LinePiece {
                text: word.to_owned(),
                changed,
            }),
        }
    }
    lines
}
