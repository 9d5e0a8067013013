//! Headings and indentation. A heading is written when something is first told beneath it. Knows nothing of the run.

use crate::view::wrap::push_line;

/// The text so far, and where in it we are.
#[derive(Debug, Default)]
pub struct Pages {
    out: String,
    headings: Vec<PageHeading>,
    /// steps beneath the innermost heading
    inner: usize,
}

#[derive(Debug)]
struct PageHeading {
    text: String,
    written: bool,
    /// a label of batches, not a phase
    label: bool,
}

impl Pages {
    /// Opens a heading; it is written as soon as there is a line beneath it.
    pub fn open(&mut self, text: String) {
        self.unlabel();
        self.headings.push(PageHeading {
            text,
            written: false,
            label: false,
        });
    }

    /// Closes the innermost heading.
    pub fn close(&mut self) {
        self.unlabel();
        self.headings.pop();
    }

    /// Puts what follows beneath a label, unless it stands there already.
    pub fn label(&mut self, text: String) {
        let same = |heading: &PageHeading| heading.label && heading.text == text;
        if !self.headings.last().is_some_and(same) {
            self.unlabel();
            self.headings.push(PageHeading {
                text,
                written: false,
                label: true,
            });
        }
    }

    /// Leaves the label, if what follows would stand beneath one.
    pub fn unlabel(&mut self) {
        if self.headings.last().is_some_and(|heading| heading.label) {
            self.headings.pop();
        }
    }

    /// Goes a step further in, for what belongs to the line before.
    pub fn step_in(&mut self) {
        self.inner += 1;
    }

    /// Comes so many steps out again.
    pub fn step_out(&mut self, steps: usize) {
        self.inner = self.inner.saturating_sub(steps);
    }

    /// Writes a line, and the headings above it that are not written yet.
    pub fn line(&mut self, text: &str) {
        for (depth, heading) in self.headings.iter_mut().enumerate() {
            if !std::mem::replace(&mut heading.written, true) {
                if depth == 0 {
                    self.out.push('\n');
                }
                push_line(&mut self.out, depth, &heading.text);
            }
        }
        push_line(&mut self.out, self.headings.len() + self.inner, text);
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }
}
