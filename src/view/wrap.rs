//! Breaks long lines between words. Knows nothing of what they say.

use unicode_segmentation::UnicodeSegmentation;

/// How many columns a line may have, where it can be broken.
pub const WIDTH: usize = 100;

/// Adds a line to `out`, indented by so many steps of two columns; what does not fit goes on four columns further in. No line ends with a space.
pub fn push_line(out: &mut String, indent: usize, text: &str) {
    push_within(out, indent, text, WIDTH);
}

/// The same within so many columns.
pub fn push_within(out: &mut String, indent: usize, text: &str, width: usize) {
    let mut column = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let length = word.graphemes(true).count();
        if column == 0 {
            column = start_line(out, indent * 2);
        } else if column + 1 + length > width {
            out.push('\n');
            column = start_line(out, indent * 2 + 4);
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

fn start_line(out: &mut String, columns: usize) -> usize {
    out.extend(std::iter::repeat_n(' ', columns));
    columns
}

#[cfg(test)]
#[path = "../../tests/internals/view_wrap.rs"]
mod tests;
