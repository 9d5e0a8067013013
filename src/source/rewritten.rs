//! Where two texts differ.

use std::ops::Range;

/// Returns the lines of a text that stand otherwise in a new text, without the blanks before the first of them, and what stands there in the new text. Takes
/// time for one look at both.
pub fn rewritten<'n>(old: &str, new: &'n str) -> (Range<usize>, &'n str) {
    let is_same = |(one, other): &(char, char)| one == other;
    let length = |(one, _): (char, char)| one.len_utf8();
    let before: usize = (old.chars().zip(new.chars()))
        .take_while(is_same)
        .map(length)
        .sum();
    let line = old[..before].rfind('\n').map_or(0, |line| line + 1);
    let indent = old[line..before].trim_start_matches([' ', '\t']);
    let start = before - indent.len();
    let ends = old[start..].chars().rev().zip(new[start..].chars().rev());
    let behind: usize = ends.take_while(is_same).map(length).sum();
    let end = old.len() - behind;
    let end = old[end..].find('\n').map_or(old.len(), |line| end + line);
    (start..end, &new[start..new.len() - (old.len() - end)])
}
