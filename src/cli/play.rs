//! `affray play`: opens a fight at the table, or goes on with one: its log, and the rules by which it is played.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::args::{Format, PlayArgs};
use super::choose::{Chosen, choose};
use super::fight::Fight;
use super::numbers::number;
use super::output::Output;
use super::projects::{cannot, shown};
use super::{Status, Trouble};
use crate::diagnostic::json;
use crate::load::write::{FoundLog, LogFile, Over, write};
use crate::load::{EXTENSION, read, resolve};
use crate::play::{Refusal, Roller, Session, afresh, rules_named};
use crate::source::{Clean, Limits, hash};
use crate::syntax;

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
    /// Go on by the rules with which the fight began, which are kept beside its log
    #[arg(long)]
    pub old_rules: bool,
    /// Begin a new fight, in a log with the next free number
    #[arg(long)]
    pub new: bool,
    /// As `--new`, and only who fights counts: what the scenario says of the course of the fight, and what it expects, is left out
    #[arg(long)]
    pub afresh: bool,
}

/// What ends a file of rules that is kept.
const KEPT: &str = "# Kept by affray play: the rules with which the fight of the log began.";

/// What the log of `fight.affray` is called.
const LOG: &str = ".log";

pub(super) fn play(args: &FightArgs, output: &mut Output) -> Result<Status, Trouble> {
    let place = Path::new(&args.path);
    let named = read(place, Limits::HARD.file_bytes as u64);
    let named = named.map_err(|why| cannot(place, "read", why))?;
    let (log, is_there) = match Session::is_log(&String::from_utf8_lossy(&named)) {
        true => (place.to_owned(), true),
        false => log_beside(place, args.new || args.afresh),
    };
    let opened = match is_there {
        true => Some(open_log(&log)?),
        false => None,
    };
    let from = if is_there { log.as_path() } else { place };
    let kept = kept_beside(&log);
    if args.old_rules && !(is_there && kept.exists()) {
        return Err(Trouble::new(
            "there are no rules beside the log with which a fight has begun",
        ));
    }
    let rules = args.old_rules.then(|| kept.display().to_string());
    let Some(mut chosen) = choose(
        &PlayArgs {
            path: from.display().to_string(),
            rules,
            scenario: args.scenario.clone().filter(|_| !is_there),
            seed: None,
            stdin_filename: None,
            text: opened.as_ref().map(|(_, found)| found.text.clone()),
        },
        json::SCHEMA_VERSION,
        output,
    )?
    else {
        return Ok(Status::Findings);
    };
    let text = match &opened {
        Some((_, found)) => found.text.clone(),
        None => String::from_utf8_lossy(&named).into_owned(),
    };
    let start = chosen.playable.scenario.span.start as usize;
    let text = match args.afresh && !is_there {
        true => afresh(&text, start, output.limits()),
        false => text,
    };
    let digest = digest(&chosen);
    let session = open_session(args, &chosen, &text, digest, output);
    let session =
        session.map_err(|refusal| misfit(&chosen, &text, (digest, &kept), refusal, output))?;
    if !args.old_rules && (!is_there || session.digest() == digest) {
        keep_rules(&mut chosen, &text, &kept)?;
    }
    let file = match opened {
        Some((mut file, found)) => {
            let old = &found.text;
            let mended = file.mend(&found);
            let damaged = mended.map_err(|why| cannot(&log, "written", why))?;
            if let Some(damaged) = damaged {
                output.aside(&format!(
                    "the end of the log was torn; what was not whole is kept in `{}`",
                    shown(damaged)
                ));
            }
            if session.is_whole() == Some(false) {
                let beside = file.keep(old).map_err(|why| cannot(&log, "kept", why))?;
                output.aside(&format!(
                    "the log is not as it was written: it has been changed by hand, or is damaged; as it was found, it is kept in `{}`",
                    shown(beside)
                ));
            }
            if session.text() != *old {
                let replaced = file.replace(&session.text());
                replaced.map_err(|why| cannot(&log, "written", why))?;
            }
            if session.digest() != digest && !args.old_rules {
                output.aside(&format!(
                    "the rules have changed since the fight began; the log fits them still{}",
                    going_on(&kept)
                ));
            }
            file
        }
        None => {
            let created = LogFile::begin(&log, &session.text());
            created.map_err(|why| cannot(&log, "written", why))?
        }
    };
    let fight = Fight {
        session,
        file,
        log,
        timeline: args.timeline,
        plain: args.plain || output.format() == Format::Plain,
        retold: false,
    };
    fight.go_on(is_there, output)
}

fn open_session(
    args: &FightArgs,
    chosen: &Chosen,
    text: &str,
    digest: u64,
    output: &Output,
) -> Result<Session, Opening> {
    let start = chosen.playable.scenario.span.start as usize;
    let session = Session::open(
        chosen.playable.rules.clone(),
        (text, start),
        (digest, args.seed.unwrap_or_else(by_chance)),
        roller(args, chosen).map_err(Opening::Trouble)?,
        *output.limits(),
    );
    session.map_err(Opening::Refused)
}

/// Why a fight is not opened.
enum Opening {
    Trouble(Trouble),
    Refused(Refusal),
}

/// Says why a log cannot be gone on with; if its rules have changed, at which line they stop fitting.
fn misfit(
    chosen: &Chosen,
    text: &str,
    (digest, kept): (u64, &Path),
    opening: Opening,
    output: &Output,
) -> Trouble {
    let refusal = match opening {
        Opening::Trouble(trouble) => return trouble,
        Opening::Refused(refusal) => refusal,
    };
    let help = refusal
        .help
        .map_or(String::new(), |help| format!("; {help}"));
    let reason = format!("{}{help}", refusal.reason);
    let misfit = Session::misfit(&chosen.playable.rules, text, output.limits());
    Trouble::new(match misfit {
        Some((begun, line)) if begun != digest => format!(
            "the rules have changed since the fight began, and its log stops fitting at `{}`: {reason}{}",
            Clean(&line),
            going_on(kept)
        ),
        Some((_, line)) => format!(
            "the fight cannot be played: its log stops fitting at `{}`: {reason}",
            Clean(&line)
        ),
        None => format!("the fight cannot be played: {reason}"),
    })
}

/// That a fight can go on by the rules with which it began, if they are there.
fn going_on(kept: &Path) -> String {
    match kept.exists() {
        true => format!(
            "; `--old-rules` goes on by those with which it began, kept in `{}`",
            shown(kept)
        ),
        false => String::new(),
    }
}

/// Where the rules lie with which a fight began: `fight.log.rules.affray`.
fn kept_beside(log: &Path) -> PathBuf {
    let stem = log.file_stem().unwrap_or_default().to_string_lossy();
    log.with_file_name(format!("{stem}.rules{EXTENSION}"))
}

/// Keeps the rules beside the log, with all that they extend and use; where they stand in the log itself there is nothing to keep.
fn keep_rules(chosen: &mut Chosen, text: &str, kept: &Path) -> Result<(), Trouble> {
    let named = rules_named(text, &Limits::HARD);
    let path = named.and_then(|named| resolve(chosen.file.path(), &named).ok());
    let Some(path) = path else { return Ok(()) };
    let rules = chosen.file.other(path);
    let Ok((expanded, _)) = chosen.projects.expand(&rules) else {
        return Ok(());
    };
    let text = format!("{}\n{KEPT}\n", syntax::print(&expanded.tree()).trim_end());
    let is_kept =
        read(kept, Limits::HARD.file_bytes as u64).is_ok_and(|old| old == text.as_bytes());
    if is_kept {
        return Ok(());
    }
    write(kept, &text, Over::Own(KEPT), &[]).map_err(|why| cannot(kept, "written", why))
}

/// Opens what stands in the place of a log, and changes nothing; what is no log is refused.
fn open_log(log: &Path) -> Result<(LogFile, FoundLog), Trouble> {
    let refused = |why| cannot(log, "gone on with", why);
    // Before it is locked, as that makes a file beside it.
    let there = read(log, Limits::HARD.file_bytes as u64).map_err(refused)?;
    if Session::is_log(&String::from_utf8_lossy(&there)) {
        return LogFile::open(log).map_err(refused);
    }
    Err(Trouble::new(format!(
        "`{}` is there already, and is no log of a fight; `--new` begins a fight in another file",
        shown(log)
    )))
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
