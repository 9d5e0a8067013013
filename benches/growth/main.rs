//! How much processor time things take as files grow: every verb on files with 1,000, 2,000, 4,000, 8,000 things of one sort. Measures; asserts nothing about time.
//!
//! `cargo bench --bench growth [-- [FILTER] [--sizes 500,1000] [--table]]`: a filter is a part of `family / verb`. Printed are the lowest times of each size, by what the
//! time grows with each doubling, and the exponent from the smallest size to the largest. `!` marks what more than doubles where it takes long
//! enough to be measured well. `--table` prints the table of `docs/growth.md` in place of that.

mod families;
mod verbs;

use std::time::{Duration, Instant};

use verbs::{Grown, VERBS, Verb};

/// How many things of one sort, unless something else is asked for.
const SIZES: [usize; 4] = [1_000, 2_000, 4_000, 8_000];
/// More than this with twice as much is worth a look: n log n stays below it.
const MOST: f64 = 2.3;
/// Whatever is quicker than this is mostly noise.
const LEAST: Duration = Duration::from_micros(500);
/// How often everything is done, unless that takes longer than [`ENOUGH`].
const MOST_ROUNDS: usize = 9;
/// How long one size may take for all its rounds; one is always done.
const ENOUGH: Duration = Duration::from_millis(150);
/// Somebody who has waited for so long for one size asks for no larger one.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long this thread has had a processor, where the system tells: on a busy machine less than the time that has passed. The system brings its books
/// up to date when the thread gives way.
fn worked() -> Option<Duration> {
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

/// The lowest of several times; `None` where it cannot be done.
fn lowest(grown: &mut Grown, verb: Verb) -> Option<Duration> {
    let began = Instant::now();
    let mut lowest = Duration::MAX;
    for round in 1.. {
        let (start, before) = (Instant::now(), worked());
        if !verb(grown) {
            return None;
        }
        let passed = start.elapsed();
        let worked = worked().zip(before).map(|(after, before)| after - before);
        lowest = lowest.min(worked.unwrap_or(passed));
        if round == MOST_ROUNDS || began.elapsed() > ENOUGH {
            break;
        }
    }
    Some(lowest)
}

/// By what each time is larger than the one before it.
fn ratios(times: &[Duration]) -> Vec<f64> {
    let ratio = |pair: &[Duration]| pair[1].as_secs_f64() / pair[0].as_secs_f64();
    times.windows(2).map(ratio).collect()
}

fn told(family: &str, verb: &str, sizes: &[usize], times: &[Duration], table: bool) {
    let ratios = ratios(times);
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return;
    };
    let growth = sizes[times.len() - 1] as f64 / sizes[0] as f64;
    let exponent = (last.as_secs_f64() / first.as_secs_f64()).ln() / growth.ln();
    let marked =
        (times.iter().skip(1).zip(&ratios)).any(|(time, ratio)| *time > LEAST && *ratio > MOST);
    let mark = if marked { " !" } else { "" };
    let list = |all: Vec<String>, between: &str| all.join(between);
    let shown = times
        .iter()
        .map(|time| format!("{:.2}", time.as_secs_f64() * 1e3));
    let ratios = ratios.iter().map(|ratio| format!("{ratio:.1}"));
    if table {
        let (shown, ratios) = (list(shown.collect(), " | "), list(ratios.collect(), ", "));
        println!("| {family} | {verb} | {shown} | {ratios} |{mark}");
    } else {
        let (shown, ratios) = (list(shown.collect(), " "), list(ratios.collect(), " "));
        println!("{family} / {verb}: {shown} ms; {ratios}; exponent {exponent:.2}{mark}");
    }
}

fn main() {
    let mut sizes = SIZES.to_vec();
    let (mut filter, mut table) = (String::new(), false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--bench" => {}
            "--table" => table = true,
            "--sizes" => {
                let list = args.next().expect("sizes behind `--sizes`");
                sizes = (list.split(','))
                    .map(|size| size.parse().expect("a size"))
                    .collect();
            }
            _ => filter = arg,
        }
    }
    for (family, make) in families::FAMILIES {
        let wanted: Vec<_> = (VERBS.iter())
            .filter(|(verb, _)| format!("{family} / {verb}").contains(&filter))
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); wanted.len()];
        let mut waited = vec![false; wanted.len()];
        for size in &sizes {
            if waited.iter().all(|waited| *waited) {
                break;
            }
            let mut grown = Grown::new(*make, *size);
            if size == &sizes[0]
                && let Some(first) = grown
                    .found()
                    .iter()
                    .find(|one| one.severity == affray::diagnostic::Severity::Error)
            {
                eprintln!("{family}: {}", first.message);
            }
            for (index, (_, verb)) in wanted.iter().enumerate() {
                if !waited[index]
                    && let Some(time) = lowest(&mut grown, *verb)
                {
                    times[index].push(time);
                    waited[index] = time > PATIENCE;
                }
            }
        }
        for ((verb, _), times) in wanted.iter().zip(&times) {
            told(family, verb, &sizes, times, table);
        }
    }
}
