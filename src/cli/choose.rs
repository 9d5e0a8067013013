//! From what was typed to the one scenario that is meant, loaded and free of errors, and to its run.

use super::Trouble;
use super::args::PlayArgs;
use super::meant;
use super::output::Output;
use super::projects::{NamedFile, Projects};
use crate::diagnostic::Diagnostics;
use crate::load::Playable;
use crate::play::{Roller, Session};
use crate::source::{Clean, Limits, Sources};
use crate::suggest::list;
use crate::suite::{self, Played};

/// A scenario that can be played.
pub(super) struct Chosen {
    pub projects: Projects,
    pub file: NamedFile,
    pub playable: Playable,
    /// What was found in its files; no errors.
    pub diagnostics: Diagnostics,
}

/// Loads a file and chooses its scenario. `None`: it has errors, and they are reported, for programs with the version of the form of the answer.
pub(super) fn choose(
    args: &PlayArgs,
    schema_version: u32,
    output: &mut Output,
) -> Result<Option<Chosen>, Trouble> {
    choose_asking(args, None, schema_version, output)
}

/// The same for odds, where the scenario asks some more: of several, that is chosen which alone asks something by itself.
pub(super) fn choose_asking(
    args: &PlayArgs,
    questions: Option<&[String]>,
    schema_version: u32,
    output: &mut Output,
) -> Result<Option<Chosen>, Trouble> {
    let mut projects = Projects::asking(questions.unwrap_or_default(), args.scenario.as_deref());
    let file = projects.find_one(&args.path, args.stdin_filename.as_deref())?;
    if let Some(text) = &args.text {
        projects.lay_over(&file, text.clone().into_bytes());
    }
    let rules = match &args.rules {
        Some(rules) => Some(projects.beside(&file, rules)?),
        None => None,
    };
    let loaded = projects.load(&file, rules.as_deref());
    let is_sound = |typed: &String| {
        let mut titles = loaded.scenarios.iter().map(|one| &one.scenario.title);
        titles.any(|title| title.eq_ignore_ascii_case(typed))
    };
    // A scenario that is named can be played though another one of its file has errors.
    if loaded.diagnostics.has_errors() && !args.scenario.as_ref().is_some_and(is_sound) {
        output.report_alone(&loaded.diagnostics, projects.sources(&file), schema_version)?;
        return match loaded.file {
            Some(_) => Ok(None),
            None => Err(Trouble::new(format!(
                "`{}` cannot be read",
                Clean(&args.path)
            ))),
        };
    }
    output.report(&loaded.diagnostics, projects.sources(&file));
    let playable = pick(loaded.scenarios, args, questions.map(<[String]>::len))?;
    Ok(Some(Chosen {
        projects,
        file,
        playable,
        diagnostics: loaded.diagnostics,
    }))
}

/// The scenario with the title that was typed, or the only one; `asked`: how many questions each was asked from outside, where only those count that
/// ask something.
fn pick(
    mut scenarios: Vec<Playable>,
    args: &PlayArgs,
    asked: Option<usize>,
) -> Result<Playable, Trouble> {
    let path = Clean(&args.path);
    let titles: Vec<String> = scenarios
        .iter()
        .map(|one| one.scenario.title.clone())
        .collect();
    let all = list(titles.iter().map(String::as_str));
    if scenarios.is_empty() {
        return Err(Trouble::new(format!(
            "there is no scenario in `{path}`; a scenario begins with `scenario \"title\" {{`"
        )));
    }
    let asks = |one: &Playable| asked.is_some_and(|asked| one.scenario.questions.len() > asked);
    let mut asking = (0..).zip(&scenarios).filter(|(_, one)| asks(one));
    let only_asking = match (asking.next(), asking.next()) {
        (Some((only, _)), None) => Some(only),
        _ => None,
    };
    let index = match (&args.scenario, only_asking) {
        (None, _) if scenarios.len() == 1 => 0,
        (None, Some(only)) => only,
        (None, None) => {
            return Err(Trouble::new(format!(
                "`{path}` holds several scenarios; say which with `--scenario`: {all}"
            )));
        }
        (Some(typed), _) => {
            let same = |title: &String| title.eq_ignore_ascii_case(typed);
            titles.iter().position(same).ok_or_else(|| {
                let known = titles.iter().map(String::as_str);
                let help = meant(typed, known, &format!("it has {all}"));
                Trouble::new(format!(
                    "there is no scenario `{}` in `{path}`; {help}",
                    Clean(typed)
                ))
            })?
        }
    };
    Ok(scenarios.swap_remove(index))
}

/// Plays a scenario. The log of a fight that was left before its end is played as far as it goes, and the session stands there; with other dice it is
/// played on.
pub(super) fn play(
    args: &PlayArgs,
    playable: &Playable,
    sources: &Sources,
    limits: &Limits,
) -> (Played, Option<Session>) {
    let session = match args.seed {
        None => left(playable, sources, limits),
        Some(_) => None,
    };
    match session {
        Some(session) => (session.played(), Some(session)),
        None => {
            let Playable { rules, scenario } = playable;
            let played = suite::play(&rules.ruleset, scenario, args.seed, limits);
            (played, None)
        }
    }
}

/// The session of a fight that was left before its end, if the scenario is the log of one.
pub(super) fn left(playable: &Playable, sources: &Sources, limits: &Limits) -> Option<Session> {
    let Playable { rules, scenario } = playable;
    let text = sources.text(scenario.span.file);
    if !Session::is_log(text) {
        return None;
    }
    let at = (text, scenario.span.range().start);
    let session = Session::open(rules.clone(), at, (0, 0), Roller::None, *limits);
    session.ok().filter(|session| session.ending().is_none())
}
