//! `affray play`: a fight at the table, from the terminal. Reads lines, writes each into the log, and shows what comes of it; what it means, the session knows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Parser as _};

use super::args::{Cli, Format, PlayArgs, number};
use super::carry_out;
use super::choose::{Chosen, choose};
use super::output::Output;
use super::projects::unwritten;
use super::table::{Entered, Table};
use super::{Status, Trouble};
use crate::diagnostic::json;
use crate::load::write::{LogFile, Over, write};
use crate::load::{EXTENSION, read};
use crate::play::{Reply, Roller, Session, Wanted, afresh};
use crate::source::{Clean, Limits, hash};

/// `affray play`
#[derive(Debug, Args)]
pub(super) struct FightArgs {
    /// The file of the scenario; its log, FILE.log.affray beside it, is gone on with if it is there. A log can be named too
    #[arg(value_name = "FIGHT")]
    pub path: String,
    /// Which scenario, by its title, if the file has several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// Where the dice come from that the program rolls; by chance, if not given
    #[arg(long, value_name = "NUMBER", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// For whom the program rolls unasked: `all`, `none`, `gm`, or sides, with commas between
    #[arg(
        long,
        value_name = "WHO",
        value_delimiter = ',',
        default_value = "none"
    )]
    pub roll: Vec<String>,
    /// Plain lines, without line editing, as for a screen reader
    #[arg(long)]
    pub plain: bool,
    /// Draw the fight so far before each question
    #[arg(long)]
    pub timeline: bool,
    /// Begin a new fight, in a log with the next free number
    #[arg(long)]
    pub new: bool,
    /// As `--new`, and only who fights counts: what the scenario says of the course of the fight, and what it expects, is left out
    #[arg(long)]
    pub afresh: bool,
}

/// What the log of `fight.affray` is called.
const LOG: &str = ".log";

pub(super) fn play(args: &FightArgs, output: &mut Output) -> Result<Status, Trouble> {
    let place = Path::new(&args.path);
    let named = read(place, Limits::HARD.file_bytes as u64);
    let named = named.map_err(|why| cannot(place, "read", &why))?;
    let (log, is_there) = match Session::is_log(&String::from_utf8_lossy(&named)) {
        true => (place.to_owned(), true),
        false => log_beside(place, args.new || args.afresh),
    };
    let opened = match is_there {
        true => Some(LogFile::open(&log).map_err(|why| cannot(&log, "gone on with", &why))?),
        false => None,
    };
    let from = if is_there { log.as_path() } else { place };
    let Some(chosen) = choose(
        &play_args(args, from, is_there),
        json::SCHEMA_VERSION,
        output,
    )?
    else {
        return Ok(Status::Findings);
    };
    let text = match &opened {
        Some((_, text, _)) => text.clone(),
        None => String::from_utf8_lossy(&named).into_owned(),
    };
    let start = chosen.playable.scenario.span.start as usize;
    let text = match args.afresh && !is_there {
        true => afresh(&text, start, output.limits()),
        false => text,
    };
    let digest = digest(&chosen);
    let session = open_session(args, &chosen, &text, digest, output)?;
    let file = match opened {
        Some((mut file, old, damaged)) => {
            if let Some(damaged) = damaged {
                let beside = damaged.display().to_string();
                output.aside(&format!(
                    "the end of the log was torn; what was not whole is kept in `{}`",
                    Clean(&beside)
                ));
            }
            if session.text() != old {
                let replaced = file.replace(&session.text());
                replaced.map_err(|why| cannot(&log, "written", &why))?;
            }
            if session.digest() != digest {
                output
                    .aside("the rules have changed since the fight began; the log fits them still");
            }
            file
        }
        None => {
            let created = LogFile::begin(&log, &session.text());
            created.map_err(|why| cannot(&log, "written", &why))?
        }
    };
    let fight = Fight {
        session,
        file,
        log,
        timeline: args.timeline,
    };
    fight.go_on(args, is_there, output)
}

fn open_session(
    args: &FightArgs,
    chosen: &Chosen,
    text: &str,
    digest: u64,
    output: &Output,
) -> Result<Session, Trouble> {
    let start = chosen.playable.scenario.span.start as usize;
    let session = Session::open(
        chosen.playable.rules.clone(),
        (text, start),
        (digest, args.seed.unwrap_or_else(by_chance)),
        roller(args, chosen)?,
        *output.limits(),
    );
    session.map_err(|refusal| {
        let help = refusal
            .help
            .map_or(String::new(), |help| format!("; {help}"));
        Trouble::new(format!(
            "the fight cannot be played: {}{help}",
            refusal.reason
        ))
    })
}

/// A fight and its log.
struct Fight {
    session: Session,
    file: LogFile,
    log: PathBuf,
    timeline: bool,
}

impl Fight {
    fn go_on(
        mut self,
        args: &FightArgs,
        is_there: bool,
        output: &mut Output,
    ) -> Result<Status, Trouble> {
        let mut table = Table::new(args.plain || output.format() == Format::Plain);
        let log = self.log.display().to_string();
        output.print(&format!(
            "{} `{}`. `?` tells what can be entered.\n\n",
            if is_there {
                "Going on with"
            } else {
                "The log is"
            },
            Clean(&log)
        ));
        output.print(self.session.transcript());
        loop {
            output.print(&format!("\n{}\n", self.question()));
            let Some(entered) = table.read(&self.session)? else {
                break;
            };
            let line = match entered {
                Entered::Line(line) => line,
                Entered::Interrupted => {
                    output.print("`quit` leaves the table; nothing is lost.\n");
                    continue;
                }
            };
            let line = line.trim();
            if table.is_unseen() {
                output.print(&format!("{}\n", format!("> {}", Clean(line)).trim_end()));
            }
            if matches!(line, "quit" | "exit") {
                break;
            }
            self.answer(line, output)?;
            if output.is_unheard() {
                break;
            }
        }
        self.leave(output);
        Ok(Status::Fine)
    }

    /// What is asked, with the period in which it is asked.
    fn question(&self) -> String {
        let prompt = self.session.prompt();
        let under_way = match prompt.under_way.is_empty() || prompt.wanted == Wanted::Nothing {
            true => String::new(),
            false => format!("Under way: {}.\n", prompt.under_way.join("; ")),
        };
        let text = capital(&prompt.text);
        match prompt.period.is_empty() || prompt.wanted == Wanted::Nothing {
            true => format!("{under_way}{text}"),
            false => format!("{under_way}{}. {text}", prompt.period),
        }
    }

    /// Carries an entry out, and shows what comes of it.
    fn answer(&mut self, line: &str, output: &mut Output) -> Result<(), Trouble> {
        if self.looks(line, output)? {
            return Ok(());
        }
        match self.session.enter(line) {
            Reply::Taken { lines, told } => {
                self.written(lines.len(), |file| file.append(&lines))?;
                output.print(&told);
                self.draw(output);
            }
            Reply::Rewritten(told) => {
                let text = self.session.text();
                self.written(1, |file| file.replace(&text))?;
                output.print(&told);
                self.draw(output);
            }
            Reply::Said(said) => output.print(&said),
            Reply::Refused(refusal) => {
                output.print(&format!("Not taken: {}.\n", refusal.reason));
                if let Some(help) = refusal.help {
                    output.print(&format!("  {help}\n"));
                }
            }
        }
        Ok(())
    }

    /// Writes into the log; after a write that failed the fight does not go on.
    fn written(
        &mut self,
        count: usize,
        write: impl FnOnce(&mut LogFile) -> Result<(), crate::load::Unreadable>,
    ) -> Result<(), Trouble> {
        write(&mut self.file).map_err(|why| {
            let lines = if count == 1 { "entry is" } else { "lines are" };
            let log = self.log.display().to_string();
            Trouble::new(format!(
                "`{}` cannot be written: {why}; the last {lines} not in it, all before is",
                Clean(&log)
            ))
        })
    }

    /// What looks at the log and changes nothing.
    fn looks(&mut self, line: &str, output: &mut Output) -> Result<bool, Trouble> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let log = self.log.display().to_string();
        match word {
            "why" => {
                let mut call = vec!["why".to_owned(), log];
                let acts = quoted(rest);
                match (acts.is_empty(), self.session.round()) {
                    (true, Some(round)) => call.extend(["--round".to_owned(), round.to_string()]),
                    _ => call.extend(acts),
                }
                verb(&call, output);
            }
            "odds" if !rest.is_empty() => {
                let call = ["odds".to_owned(), log, "--of".to_owned(), rest.to_owned()];
                verb(&call, output);
            }
            "timeline" if rest.is_empty() => {
                verb(&["run".to_owned(), log, "--timeline".to_owned()], output);
            }
            "save" if !rest.is_empty() => {
                let name = match rest.ends_with(EXTENSION) {
                    true => rest.to_owned(),
                    false => format!("{rest}{EXTENSION}"),
                };
                let saved = write(Path::new(&name), &self.session.text(), Over::Nothing, &[]);
                match saved {
                    Ok(()) => output.print(&format!("saved as `{}`\n", Clean(&name))),
                    Err(why) => output.print(&format!("{}\n", unwritten(&name, &why).0)),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn draw(&mut self, output: &mut Output) {
        if self.timeline {
            let log = self.log.display().to_string();
            verb(&["run".to_owned(), log, "--timeline".to_owned()], output);
        }
    }

    /// The recap of a fight that is over, and where the log lies.
    fn leave(&self, output: &mut Output) {
        if self.session.ending().is_some() {
            output.print(&format!("\n{}", self.session.recap()));
        }
        let log = self.log.display().to_string();
        output.print(&format!(
            "\nThe fight is kept in `{0}`. `affray play {0}` goes on with it, `affray run {0}` tells it again.\n",
            Clean(&log)
        ));
    }
}

/// The text with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.as_str().chars()).collect()
}

/// Carries out another verb, as if it had been typed.
fn verb(call: &[String], output: &mut Output) {
    let call = std::iter::once("affray").chain(call.iter().map(String::as_str));
    let done = Cli::try_parse_from(call).map_err(|error| error.to_string());
    let done = done.and_then(|cli| {
        let mut own = Output::new(&cli.look);
        carry_out(&cli.verb, &mut own).map_err(|Trouble(why)| format!("{why}\n"))
    });
    if let Err(why) = done {
        output.print(&why);
    }
}

/// `"ann attacks orc" "orc attacks ann"`: what stands in quotes; without quotes, the parts between commas.
fn quoted(text: &str) -> Vec<String> {
    let parts: Vec<&str> = match text.contains('"') {
        true => text.split('"').skip(1).step_by(2).collect(),
        false => text.split(',').collect(),
    };
    let parts = parts.into_iter().map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn play_args(args: &FightArgs, path: &Path, is_log: bool) -> PlayArgs {
    PlayArgs {
        path: path.display().to_string(),
        rules: None,
        scenario: args.scenario.clone().filter(|_| !is_log),
        seed: None,
        stdin_filename: None,
    }
}

/// Where the log of a scenario lies: `fight.log.affray`, or the first free one of `fight.log2.affray` and so on; and whether it is there.
fn log_beside(place: &Path, is_new: bool) -> (PathBuf, bool) {
    let stem = place.file_stem().unwrap_or_default().to_string_lossy();
    let named = |number: &str| place.with_file_name(format!("{stem}{LOG}{number}{EXTENSION}"));
    let first = named("");
    if !is_new || !first.exists() {
        let is_there = first.exists();
        return (first, is_there);
    }
    let further = (2..).map(|number: u32| named(&number.to_string()));
    let free = further.into_iter().find(|place| !place.exists());
    (free.unwrap_or(first), false)
}

/// For whom the program rolls, as it was typed.
fn roller(args: &FightArgs, chosen: &Chosen) -> Result<Roller, Trouble> {
    match &args.roll[..] {
        [all] if all == "all" => return Ok(Roller::All),
        [none] if none == "none" => return Ok(Roller::None),
        _ => {}
    }
    let scenario = &chosen.playable.scenario;
    let sides = scenario.records.get(crate::ruleset::KindId::SIDE.index());
    let known: BTreeSet<&str> = (sides.into_iter().flatten())
        .map(|side| side.name.as_str())
        .chain(["gm"])
        .collect();
    for side in &args.roll {
        if !known.contains(side.as_str()) {
            let known: Vec<String> = known
                .iter()
                .map(|side| format!("`{}`", Clean(side)))
                .collect();
            return Err(Trouble::new(format!(
                "there is no side `{}`; `--roll` takes `all`, `none`, {}",
                Clean(side),
                known.join(", ")
            )));
        }
    }
    Ok(Roller::Sides(args.roll.iter().cloned().collect()))
}

/// The digest of the rules and all that they are made of; the file of the scenario itself is none of it.
fn digest(chosen: &Chosen) -> u64 {
    let sources = chosen.projects.sources(&chosen.file);
    let others = sources.files();
    let others = others.filter(|&file| sources.name(file) != chosen.file.path());
    crate::load::digest(others.map(|file| (sources.name(file), sources.text(file))))
}

/// A seed that no run has had before.
fn by_chance() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos() as u64);
    hash(
        now.to_le_bytes()
            .into_iter()
            .chain(std::process::id().to_le_bytes()),
    ) % 1_000_000
}

fn cannot(place: &Path, what: &str, why: &crate::load::Unreadable) -> Trouble {
    let place = place.display().to_string();
    Trouble::new(format!("`{}` cannot be {what}: {why}", Clean(&place)))
}
