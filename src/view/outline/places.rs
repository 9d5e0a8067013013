//! To which place of a round something belongs: the inner repeated phase that runs, else the shown key of its act, else the phase that runs, else
//! how many batches came before. Keeps the phases that run.

use crate::journal::{ActNumber, Line};
use crate::ruleset::{MISSING, PhaseId, Value};
use crate::view::Story;
use crate::view::transcript::phrases;

/// What a place is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKey {
    /// Counting phases inside the outermost one.
    Counted(Vec<(PhaseId, Value)>),
    /// Shown keys of an order, and the phase in which they are.
    Shown(String, Option<PhaseId>),
    /// A phase that does not count.
    Phase(PhaseId),
    /// The batch with this number, where nothing else tells.
    Batch(usize),
    /// Before the first batch, where nothing else tells.
    Nowhere,
}

/// A phase that runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    phase: PhaseId,
    number: Value,
    /// The entry with which it began.
    entry: usize,
}

/// The phases that run, the outermost first.
#[derive(Debug, Default)]
pub struct Phases(Vec<Running>);

impl Phases {
    /// A phase begins.
    pub fn begin(&mut self, phase: PhaseId, number: Value, entry: usize) {
        self.0.push(Running {
            phase,
            number,
            entry,
        });
    }

    /// A phase ends, and whatever still runs in it.
    pub fn end(&mut self, phase: PhaseId) {
        if let Some(index) = self.0.iter().rposition(|running| running.phase == phase) {
            self.0.truncate(index);
        }
    }

    /// The phase that has a panel: the outermost counting one, or the outermost of all. Which, its number, and the entry with which it began.
    pub fn outermost(&self) -> Option<(PhaseId, Value, usize)> {
        let found = self.0.get(self.paneled()?)?;
        Some((found.phase, found.number, found.entry))
    }

    fn paneled(&self) -> Option<usize> {
        let counting = self.0.iter().position(|running| running.number != MISSING);
        counting.or((!self.0.is_empty()).then_some(0))
    }

    /// The repeated phases inside the outermost one.
    pub fn counted(&self) -> Vec<(PhaseId, Value)> {
        (self.0.iter())
            .filter(|running| running.number != MISSING)
            .skip(1)
            .map(|running| (running.phase, running.number))
            .collect()
    }

    /// The innermost phase inside the one that has the panel.
    pub fn inside(&self) -> Option<PhaseId> {
        let inside = &self.0[self.paneled().map_or(0, |index| index + 1)..];
        inside.last().map(|running| running.phase)
    }

    /// What the place of an act is known by, or of something that is no act of the line (`shown`: none); `standing`: the shown key that was last
    /// and still counts, `batch`: the number of the batch, if it is one.
    pub fn key(
        &self,
        story: &Story<'_>,
        shown: Option<(&Line, ActNumber)>,
        standing: Option<&str>,
        batch: Option<usize>,
    ) -> PlaceKey {
        let counted = self.counted();
        if !counted.is_empty() {
            return PlaceKey::Counted(counted);
        }
        let label = shown.and_then(|(line, act)| phrases::label(story, line, act));
        if let Some(label) = label.or(standing.map(str::to_owned)) {
            return PlaceKey::Shown(label, self.inside());
        }
        match (self.inside(), batch) {
            (Some(phase), _) => PlaceKey::Phase(phase),
            (None, Some(batch)) => PlaceKey::Batch(batch),
            (None, None) => PlaceKey::Nowhere,
        }
    }
}

impl PlaceKey {
    /// How the place is called, and its number alone.
    pub fn label(&self, story: &Story<'_>) -> (String, String) {
        match self {
            PlaceKey::Counted(path) => {
                let parts: Vec<String> = (path.iter())
                    .map(|&(phase, number)| story.names.heading(phase, number))
                    .collect();
                let number = path
                    .last()
                    .map(|&(phase, number)| story.names.which(phase, number));
                (parts.join(", "), number.unwrap_or_default())
            }
            PlaceKey::Shown(label, _) => (label.clone(), String::new()),
            PlaceKey::Phase(phase) => (story.names.heading(*phase, MISSING), String::new()),
            PlaceKey::Batch(number) => (number.to_string(), number.to_string()),
            PlaceKey::Nowhere => (String::new(), String::new()),
        }
    }
}
