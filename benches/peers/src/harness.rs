//! Lets all peers of a piece of work answer, holds the answers against each other, and only then measures: peer by peer in turn, over several
//! rounds, so that whatever else the machine does strikes all of them alike.

use std::time::Duration;

use crate::peer::Peer;

/// A piece of work.
pub struct Work {
    pub title: &'static str,
    /// What is counted: `round`, `fight`.
    pub unit: &'static str,
    /// How many answers are compared, and to how many digits (`None`: letter by letter).
    pub compared: (usize, Option<i32>),
    /// What is aimed at.
    pub aim: &'static str,
    /// Who does it; the first is this program.
    pub peers: Vec<Box<dyn Peer>>,
    /// Who is not here, and why.
    pub missing: Vec<(String, String)>,
}

impl Work {
    /// Adds somebody who may not be here.
    pub fn invite(&mut self, name: &str, peer: Result<impl Peer + 'static, String>) {
        match peer {
            Ok(peer) => self.peers.push(Box::new(peer)),
            Err(why) => self.missing.push((name.to_owned(), why)),
        }
    }
}

/// How long is measured.
#[derive(Clone, Copy)]
pub struct Plan {
    pub rounds: usize,
    pub sample: Duration,
    /// Who has taken so long is not asked again.
    pub most: Duration,
}

/// Compares, measures, prints. Gives whether all answered alike.
pub fn carry_out(mut work: Work, plan: Plan) -> bool {
    println!("\n## {}\n\nAim: {}.\n", work.title, work.aim);
    let alike = compare(&mut work);
    if !alike {
        println!("Nothing is measured: the answers differ.");
        return false;
    }
    measure(&mut work, plan);
    for (name, why) in &work.missing {
        println!("Missing: {name} ({why}).");
    }
    true
}

/// Takes out who cannot answer; says whether all others answer alike.
fn compare(work: &mut Work) -> bool {
    let (count, digits) = work.compared;
    let mut first: Option<(String, Vec<String>)> = None;
    let mut alike = true;
    let mut able = Vec::new();
    for mut peer in work.peers.drain(..) {
        let name = peer.name().to_owned();
        let answers = match peer.answers(count) {
            Ok(answers) => answers,
            Err(why) => {
                work.missing.push((name, why));
                continue;
            }
        };
        able.push(peer);
        let Some((of, expected)) = &first else {
            first = Some((name, answers));
            continue;
        };
        let differs = (0..expected.len().max(answers.len())).find(|&number| {
            let (left, right) = (expected.get(number), answers.get(number));
            !left
                .zip(right)
                .is_some_and(|(left, right)| same(left, right, digits))
        });
        if let Some(number) = differs {
            alike = false;
            let shown = |answers: &[String]| answers.get(number).cloned().unwrap_or_default();
            println!(
                "Answer {number} of {of}:\n{}\nof {name}:\n{}\n",
                shown(expected),
                shown(&answers)
            );
        }
    }
    work.peers = able;
    if alike && work.peers.len() > 1 {
        let exactness = digits.map_or_else(String::new, |digits| format!(", to {digits} digits"));
        let answers = if count == 1 { "answer" } else { "answers" };
        println!("{count} {answers} of each compared: all alike{exactness}.\n");
    }
    alike
}

/// Whether two answers are the same: word by word, numbers to so many digits.
fn same(left: &str, right: &str, digits: Option<i32>) -> bool {
    let Some(digits) = digits else {
        return left == right;
    };
    let (left, right) = (left.split(' '), right.split(' '));
    left.clone().count() == right.clone().count()
        && left.zip(right).all(
            |(left, right)| match (left.parse::<f64>(), right.parse::<f64>()) {
                (Ok(left), Ok(right)) => {
                    (left - right).abs() <= 10f64.powi(-digits) * left.abs().max(right.abs())
                }
                _ => left == right,
            },
        )
}

fn measure(work: &mut Work, plan: Plan) {
    // Warm-up, and how many times the work has to be done to fill a sample.
    let mut counts = Vec::new();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); work.peers.len()];
    for (number, peer) in work.peers.iter_mut().enumerate() {
        let mut count = 1;
        loop {
            let took = peer.time(count).unwrap_or(plan.sample);
            // Where even one takes long, the first time counts.
            if count == 1 && took > plan.sample * 10 {
                times[number].push(took.as_secs_f64());
            }
            if took >= plan.sample / 4 || count >= 1 << 32 {
                let wanted = plan.sample.as_secs_f64() / took.as_secs_f64().max(1e-9);
                counts.push(((count as f64 * wanted) as usize).max(1));
                break;
            }
            count *= 4;
        }
    }
    for _ in 0..plan.rounds {
        for (number, peer) in work.peers.iter_mut().enumerate() {
            let spent: f64 = times[number].iter().sum::<f64>() * counts[number] as f64;
            if spent > plan.most.as_secs_f64() {
                continue;
            }
            match peer.time(counts[number]) {
                Ok(took) => times[number].push(took.as_secs_f64() / counts[number] as f64),
                Err(why) => println!("{}: {why}", peer.name()),
            }
        }
    }
    println!(
        "| who | a {}: median | lowest | Affray against it |",
        work.unit
    );
    println!("| --- | ---: | ---: | ---: |");
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        (times[times.len() / 2], times[0])
    };
    // Where this program is missing, nothing is held against it.
    let ours = (work
        .peers
        .first()
        .is_some_and(|first| first.name().contains("Affray")))
    .then(|| median(&mut times[0]).0);
    for (peer, times) in work.peers.iter().zip(&mut times) {
        let (middle, lowest) = median(times);
        let against = ours.map_or_else(|| "-".to_owned(), |ours| ratio(middle / ours));
        println!(
            "| {} | {} | {} | {against} |",
            peer.name(),
            shown(middle),
            shown(lowest)
        );
    }
    println!();
}

/// So many times as quick.
fn ratio(ratio: f64) -> String {
    match ratio {
        r if r >= 10.0 => format!("{r:.0} ×"),
        r if r >= 0.1 => format!("{r:.2} ×"),
        r => format!("{r:.4} ×"),
    }
}

/// A time in a unit that suits it.
fn shown(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.digits$} {unit}")
}
