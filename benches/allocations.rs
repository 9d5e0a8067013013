//! How often a round takes memory: counts calls of the allocator in the steady state of a fight of eight.

mod common;

use std::alloc::System;

use affray::machine::Machine;
use affray::source::Limits;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Calls of the allocator and bytes in one run, when the machine has played this fight before.
fn cost(rounds: u32) -> (usize, usize) {
    let fight = common::fight(rounds);
    let mut machine = Machine::new(&fight.rules.ruleset, Limits::DEFAULT);
    common::play(&mut machine, &fight);
    let region = Region::new(MEMORY);
    common::play(&mut machine, &fight);
    let change = region.change();
    (
        change.allocations + change.reallocations,
        change.bytes_allocated,
    )
}

fn main() {
    let (short, short_bytes) = cost(1);
    let (long, long_bytes) = cost(11);
    let per_round = |long: usize, short: usize| long.saturating_sub(short) as f64 / 10.0;
    println!("allocations: {short} in a run of 1 round, {long} in a run of 11 rounds");
    println!(
        "allocations per round in the steady state: {:.1} ({:.0} bytes)",
        per_round(long, short),
        per_round(long_bytes, short_bytes)
    );
}
