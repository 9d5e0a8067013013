//! A stream of twenty-sided dice from a seed: faces that are portable, beside streams that may change with every release.

use affray::run::dice::Seeded;
use rand::RngExt as _;
use rand::SeedableRng as _;

use crate::harness::Work;
use crate::peer::Inside;
use crate::places::Places;

pub fn work(places: &Places) -> Work {
    let mut work = Work {
        title: "Twenty-sided dice from a seed",
        unit: "die",
        compared: (1, None),
        aim: "2 times rand's SmallRng",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    let mut ours = Seeded::new(7, 0);
    add(
        &mut work,
        format!("{}, portable", places.affray()),
        move || ours.die(20),
    );
    let mut chacha = rand::rngs::ChaCha8Rng::seed_from_u64(7);
    let rand = places.crate_version("rand");
    add(
        &mut work,
        format!("{rand}, ChaCha8Rng, portable"),
        move || chacha.random_range(1..=20_u32),
    );
    let mut small = rand::rngs::SmallRng::seed_from_u64(7);
    add(&mut work, format!("{rand}, SmallRng"), move || {
        small.random_range(1..=20_u32)
    });
    let mut fast = fastrand::Rng::with_seed(7);
    add(&mut work, places.crate_version("fastrand"), move || {
        fast.u32(1..=20)
    });
    work
}

/// Streams differ by their nature, so what is compared is whether the dice are even: Pearson's sum over so many dice is below what it exceeds once
/// in a million times.
fn add(work: &mut Work, name: String, die: impl FnMut() -> u32 + 'static) {
    const DICE: u32 = 1_000_000;
    let die = std::rc::Rc::new(std::cell::RefCell::new(die));
    let same = die.clone();
    let even = move |_| {
        let mut counts = [0_u32; 20];
        for _ in 0..DICE {
            counts[(die.borrow_mut())() as usize - 1] += 1;
        }
        let expected = f64::from(DICE) / 20.0;
        let sum: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        vec![if sum < 63.7 {
            "even".to_owned()
        } else {
            format!("uneven: {sum}")
        }]
    };
    let roll = move |count| {
        let mut die = same.borrow_mut();
        (0..count).map(|_| u64::from(die())).sum()
    };
    work.invite(
        "",
        Ok::<_, String>(Inside {
            name,
            answers: even,
            work: roll,
        }),
    );
}
