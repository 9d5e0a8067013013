//! Plays the fight of a file and asks at the table what the dice show.
//!
//! ```sh
//! cargo run --example table -- examples/rust/duel.affray
//! ```
//!
//! Dice that the scenario gives are taken from it; for all others a line is read from standard input. It holds the faces (`3 5`) or their sum; an
//! empty line, or the end of the input, leaves the roll to the program.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;

use affray::{
    Dice, Disk, FaultKind, Limits, Loader, Machine, Names, Playable, RenderStyle, RollRequest,
    ScriptedDecisions, ScriptedDice, SeededDice, Stood, TranscriptStyle, Value, fault_diagnostic,
    render_diagnostics, transcript,
};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name the file of a fight")?;
    let limits = Limits::DEFAULT;
    let (mut disk, path) = Disk::around(Path::new(&file), &limits)?;
    let mut loader = Loader::new(limits);
    let loaded = loader.load(&path, &mut disk);
    let style = RenderStyle::default();
    eprint!(
        "{}",
        render_diagnostics(&loaded.diagnostics, loader.sources(), &style)
    );
    let fight = loaded.scenarios.first().ok_or("there is no fight in it")?;
    match play(fight, &mut io::stdin().lock(), &mut io::stdout()) {
        Ok(text) => print!("\n{text}"),
        Err(found) => eprint!(
            "{}",
            render_diagnostics(&[found].into_iter().collect(), loader.sources(), &style)
        ),
    }
    Ok(())
}

/// Plays a fight, with dice from this input. Returns the transcript.
///
/// # Errors
///
/// The message about the fault that stopped the run.
fn play(
    fight: &Playable,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<String, affray::Diagnostic> {
    let (rules, scenario) = (&fight.rules.ruleset, &fight.scenario);
    let mut dice = TableDice {
        names: Names::new(rules, scenario),
        scripted: ScriptedDice::without_seed(scenario),
        seeded: SeededDice::new(scenario.seed.unwrap_or(0), 0),
        input,
        output,
    };
    let mut machine = Machine::new(rules, Limits::DEFAULT);
    let mut decisions = ScriptedDecisions::new(scenario);
    match machine.play(scenario, &mut dice, &mut decisions, None) {
        Ok(_) => {
            let style = TranscriptStyle::default();
            Ok(transcript(rules, scenario, machine.journal(), &style))
        }
        Err(fault) => Err(fault_diagnostic(&fault, rules, scenario, &Stood::default())),
    }
}

/// Dice that people at a table roll.
struct TableDice<'a> {
    names: Names<'a>,
    /// What the scenario gives.
    scripted: ScriptedDice<'a>,
    /// What rolls in place of an empty line.
    seeded: SeededDice,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl Dice for TableDice<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        match self.scripted.roll(request, faces) {
            Err(FaultKind::NoDie { .. }) => {}
            given => return given,
        }
        let who = self.names.person(request.who);
        let purpose = self.names.word(request.purpose);
        let throw = request.throw;
        loop {
            // A prompt that cannot be written leaves the question as it is.
            let _ = write!(self.output, "{who} rolls {throw} for {purpose}: ");
            let _ = self.output.flush();
            let mut line = String::new();
            let read = self.input.read_line(&mut line);
            let shown: Result<Vec<Value>, _> = line.split_whitespace().map(str::parse).collect();
            match (read, shown) {
                (Ok(1..), Ok(shown)) if shown.is_empty() => {}
                (Ok(1..), Ok(shown)) => {
                    if let Some(result) = throw.given(&shown) {
                        if throw.can_show(&shown) {
                            faces.extend_from_slice(&shown);
                        }
                        return Ok(result);
                    }
                    continue;
                }
                (Ok(1..), Err(_)) => continue,
                (Ok(0) | Err(_), _) => {}
            }
            return self.seeded.roll(request, faces);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// What is shown for the duel with this input.
    fn played(input: &str) -> (String, String) {
        let text = include_str!("duel.affray").to_owned();
        let mut files = BTreeMap::from([("duel.affray".to_owned(), text)]);
        let loaded = Loader::new(Limits::DEFAULT).load("duel.affray", &mut files);
        let mut asked = Vec::new();
        let text = play(&loaded.scenarios[0], &mut input.as_bytes(), &mut asked);
        let asked = String::from_utf8(asked).expect("text");
        (text.expect("no fault"), asked)
    }

    #[test]
    fn asks_for_what_the_scenario_leaves_open() {
        let (text, asked) = played("2\n");
        assert_eq!(asked, "bob rolls d6 for speed: ");
        assert!(text.contains("bob rolls 2 for speed (d6)"), "{text}");
    }

    #[test]
    fn asks_again_where_no_die_shows_that() {
        let (text, asked) = played("7\nsix\n6\n");
        assert_eq!(asked.matches("bob rolls").count(), 3);
        assert!(text.contains("bob rolls 6 for speed (d6)"), "{text}");
    }

    #[test]
    fn rolls_where_nothing_is_typed() {
        let (by_line, _) = played("\n");
        let (by_end, _) = played("");
        assert_eq!(by_line, by_end);
        assert!(by_end.contains("bob rolls"), "{by_end}");
    }
}
