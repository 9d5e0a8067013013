//! A panel while it is gathered, and what is made of it when all of it is known: arrows, bars that go on, places without anybody.

use super::places::PlaceKey;
use super::{Arrow, Column, MarkFate, Panel, RoundPlace};
use crate::journal::ActNumber;
use crate::ruleset::Relation;
use std::collections::BTreeMap;

/// More places than this without anybody doing anything are drawn as one.
const EMPTY_PLACES: usize = 6;

/// A panel, and what is only of use while it is gathered.
#[derive(Debug, Default)]
pub(super) struct PanelSheet {
    pub panel: Panel,
    /// By which phase it goes: the entry with which that began.
    pub of: Option<usize>,
    pub keys: Vec<PlaceKey>,
    /// The entry of each mark.
    pub entries: Vec<usize>,
    /// For each mark and tag the act that it refers to, and where that stands.
    pub moved: Vec<(usize, usize, ActNumber, Relation)>,
    /// Which span an act has.
    pub spans: BTreeMap<ActNumber, usize>,
}

impl PanelSheet {
    /// Adds a column to a place.
    pub fn push_column(&mut self, place: usize, batch: bool) -> usize {
        self.panel.places[place].columns += 1;
        self.panel.columns.push(Column {
            place,
            batch,
            ..Column::default()
        });
        self.panel.columns.len() - 1
    }

    /// The panel, if anything is done in it, or told of a part of the combat that has a name of its own.
    pub fn finish(mut self) -> Option<Panel> {
        let panel = &self.panel;
        let is_told = !panel.heading.is_empty() && !panel.sayings.is_empty();
        if panel.marks.is_empty() && panel.ending.is_none() && !is_told {
            return None;
        }
        for span in &mut self.panel.spans {
            let last = span.marks.last().map(|&mark| &self.panel.marks[mark].fate);
            span.goes_on = !matches!(last, Some(MarkFate::Completes | MarkFate::Lost(_)));
        }
        for &(from, tag, reference, relation) in &self.moved {
            if let Some(to) = self.mark_of(reference, self.entries[from], relation) {
                let arrow = Arrow { from, tag, to };
                if !self.panel.arrows.contains(&arrow) {
                    self.panel.arrows.push(arrow);
                }
            }
        }
        self.thin_out();
        Some(self.panel)
    }

    /// The mark of the act that an exception refers to: the last one before, if the other came after it; else the first one after.
    fn mark_of(&self, reference: ActNumber, entry: usize, relation: Relation) -> Option<usize> {
        let of_it = |mark: &usize| self.panel.marks[*mark].act == reference;
        let first_after = self.entries.partition_point(|&other| other < entry);
        let before = (0..first_after).rev().find(of_it);
        let after = (first_after..self.entries.len()).find(of_it);
        match relation {
            Relation::Waits | Relation::NotBefore | Relation::Trails => before.or(after),
            _ => after.or(before),
        }
    }

    /// Takes out empty places where not all are counted by one phase, and makes one of many empty ones in a row.
    fn thin_out(&mut self) {
        let shape = |key: &PlaceKey| match key {
            PlaceKey::Counted(path) => Some(path.iter().map(|part| part.0).collect::<Vec<_>>()),
            _ => None,
        };
        let mut shapes: Vec<_> = self.keys.iter().filter_map(shape).collect();
        shapes.dedup();
        let keep_empty = shapes.len() == 1;
        let places = std::mem::take(&mut self.panel.places);
        let mut new_index = Vec::with_capacity(places.len());
        let mut empty: Vec<RoundPlace> = Vec::new();
        for place in places {
            if place.columns == 0 {
                if keep_empty {
                    empty.push(place);
                }
                new_index.push(usize::MAX);
                continue;
            }
            self.panel.places.extend(fewer(std::mem::take(&mut empty)));
            new_index.push(self.panel.places.len());
            self.panel.places.push(place);
        }
        self.panel.places.extend(fewer(empty));
        for column in &mut self.panel.columns {
            column.place = new_index[column.place];
        }
    }
}

/// Many empty places as one.
fn fewer(places: Vec<RoundPlace>) -> Vec<RoundPlace> {
    match &places[..] {
        [first, .., last] if places.len() > EMPTY_PLACES => {
            let label = format!("{}\u{2013}{}", first.number, last.number);
            vec![RoundPlace {
                number: label.clone(),
                label,
                columns: 0,
            }]
        }
        _ => places,
    }
}
