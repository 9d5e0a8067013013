//! Stretches of a watched run: within which statements it stands, and whether it has left them.

use super::Machine;
use super::merge::RunSnapshot;
use super::state::Flow;
use crate::program::{Address, Instruction};
use crate::ruleset::ActionId;

/// A stretch of a run: what is carried out of a statement, of an iteration of it, or of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// How many calls there are around it.
    depth: usize,
    /// Where its code begins.
    start: Address,
    /// The last address of its code; where a statement with others in it ends there is a boundary, which is outside.
    last: Address,
    /// Here it begins anew.
    again: Address,
}

/// The acts that are to be resolved.
#[derive(Clone, Debug)]
pub struct Resolving {
    /// The statement.
    pub region: Region,
    /// It has a condition.
    pub is_conditional: bool,
    /// The acts.
    pub acts: Vec<u32>,
    at: Address,
}

impl Region {
    /// Whether a run that stands at a boundary has left it.
    pub fn is_left(&self, at: &RunSnapshot) -> bool {
        self.is_left_at(at.at(), at.calls().len())
    }

    fn is_left_at(&self, at: Address, depth: usize) -> bool {
        depth < self.depth
            || depth == self.depth && (at == self.again || !(self.start..self.last).contains(&at))
    }
}

impl Machine<'_> {
    /// The regions within which a run stands, the innermost first, as far as an outermost one. The last is the whole run if there is none.
    pub(crate) fn regions(&self, at: &RunSnapshot, outermost: Option<Region>) -> Vec<Region> {
        let mut regions = Vec::new();
        let mut depth = at.calls().len();
        self.add_regions(at.at(), depth, &mut regions);
        for back in at.calls().rev() {
            // The call as a whole.
            regions.push(Region {
                depth,
                start: 0,
                last: Address::MAX,
                again: Address::MAX,
            });
            depth -= 1;
            self.add_regions(back.saturating_sub(1), depth, &mut regions);
        }
        regions.push(Region {
            depth: 0,
            start: 0,
            last: Address::MAX,
            again: Address::MAX,
        });
        if let Some(place) =
            outermost.and_then(|outermost| regions.iter().position(|one| *one == outermost))
        {
            regions.truncate(place + 1);
        }
        regions
    }

    fn add_regions(&self, at: Address, depth: usize, regions: &mut Vec<Region>) {
        for code in self.image.statements_at(at) {
            let region = Region {
                depth,
                start: code.start,
                last: code.end - 1,
                again: code.start,
            };
            if at == region.last && matches!(self.image.code[at], Instruction::JumpIfOver { .. }) {
                continue;
            }
            let is_innermost = regions.last().is_none_or(|last| last.depth != depth);
            if is_innermost && self.image.iteration(at).is_some() {
                regions.push(Region {
                    again: at,
                    ..region
                });
            }
            regions.push(region);
        }
    }

    /// The acts that are to be resolved, where the run is about to do that.
    pub(crate) fn resolving(&self) -> Option<Resolving> {
        let at = self.state.at;
        let code = self.image.statements_at(at - 1).next()?;
        let mut within = self.image.code_of(code).iter();
        Some(Resolving {
            region: Region {
                depth: self.state.frames.len(),
                start: code.start,
                last: code.end - 1,
                again: code.start,
            },
            is_conditional: within.any(|one| matches!(one, Instruction::Waits { .. })),
            acts: self.state.waiting.clone(),
            at,
        })
    }

    /// Begins once more to resolve acts.
    pub(crate) fn resolve_again(&mut self, resolving: &Resolving) {
        self.state.at = resolving.at;
        self.watch.own.passed = 0;
    }

    /// Whether the run has left a region.
    pub(crate) fn has_left(&self, region: &Region) -> bool {
        region.is_left_at(self.state.at, self.state.frames.len())
    }

    /// Whether the run stands at the end of a statement with others in it, and goes on behind it.
    pub(crate) fn is_at_end(&self, region: &Region) -> bool {
        let state = &self.state;
        (state.at, state.frames.len()) == (region.last, region.depth)
            && state.flow == Flow::On
            && !state.over
    }

    /// Who acts, what, and at which stage by its index.
    pub(crate) fn act(&self, act: u32) -> (u32, ActionId, usize) {
        let known = &self.state.acts[act];
        (known.actor, known.action, usize::from(known.stage))
    }

    /// Whether an act comes as the very next batch.
    pub(crate) fn is_urgent(&self, act: u32) -> bool {
        self.state.acts[act].urgency > 0
    }

    /// Whether an act would be void as things are.
    pub(crate) fn is_suspended(&self, act: u32) -> bool {
        self.state.acts[act].suspended
    }
}
