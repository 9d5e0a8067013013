//! A fight at the table.

use std::collections::BTreeMap;

use affray::play::{Reply, Roller, Session, Wanted, afresh};
use affray::source::{Limits, Sources, hash};

use crate::forms::{Entered, Refusal, Table};
use crate::project::Project;

/// A fight that people play.
pub struct Fight(Session);

impl Fight {
    /// Begins the fight of a scenario, or goes on with a log. `rolls`: the program rolls unasked. `is_afresh`: only who fights counts.
    pub fn open(
        project: &mut Project,
        path: &str,
        title: Option<&str>,
        (seed, rolls, is_afresh): (u64, bool, bool),
    ) -> Result<Self, Refusal> {
        let (playable, _) = project.playable(path, title, None)?;
        let text = project.files.get(path).cloned().unwrap_or_default();
        let start = playable.scenario.span.start as usize;
        let text = match is_afresh && !Session::is_log(&text) {
            true => afresh(&text, start, &Limits::DEFAULT),
            false => text,
        };
        let roller = match rolls {
            true => Roller::All,
            false => Roller::None,
        };
        let digest = digest(project.sources(), path);
        let session = Session::open(
            playable.rules,
            (&text, start),
            (digest, seed),
            roller,
            Limits::DEFAULT,
        );
        session.map(Fight).map_err(|why| {
            let help = why.help.map_or(String::new(), |help| format!("; {help}"));
            Refusal::because(format!("the fight cannot be played: {}{help}", why.reason))
        })
    }

    /// How it stands.
    pub fn table(&self) -> Table {
        let session = &self.0;
        let prompt = session.prompt().clone();
        Table {
            wanted: match prompt.wanted {
                Wanted::Dice => "dice",
                Wanted::Answer => "answer",
                Wanted::Declaration => "declaration",
                Wanted::Nothing => "nothing",
            },
            period: prompt.period,
            text: prompt.text,
            default: prompt.default,
            choices: prompt.choices,
            under_way: prompt.under_way,
            declarers: prompt.declarers,
            transcript: session.transcript().to_owned(),
            for_players: session.transcript_for_players(),
            log: session.text(),
            who: self.said("who"),
            line: self.said("line"),
            over: session.ending().is_some(),
            recap: session.recap(),
        }
    }

    /// The words with which the last word of a line can be completed.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        self.0.completions(typed)
    }

    /// Takes what was entered.
    pub fn enter(&mut self, line: &str) -> Entered {
        let (reply, told, help) = match self.0.enter(line) {
            Reply::Taken { told, .. } => ("taken", told, None),
            Reply::Rewritten(told) => ("rewritten", told, None),
            Reply::Said(said) => ("said", said, None),
            Reply::Refused(why) => ("refused", why.reason, why.help),
        };
        Entered {
            reply,
            told,
            help,
            table: self.table(),
        }
    }

    /// What is said to a question that changes nothing.
    fn said(&self, question: &str) -> String {
        match self.0.clone().enter(question) {
            Reply::Said(said) => said,
            Reply::Taken { .. } | Reply::Rewritten(_) | Reply::Refused(_) => String::new(),
        }
    }
}

/// A number for the rules and all that they are made of; not for the file of the scenario itself.
fn digest(sources: &Sources, path: &str) -> u64 {
    let others = sources.files().filter(|&file| sources.name(file) != path);
    let texts: BTreeMap<&str, &str> = others
        .map(|file| (sources.name(file), sources.text(file)))
        .collect();
    hash(
        texts
            .iter()
            .flat_map(|(name, text)| name.bytes().chain([0]).chain(text.bytes())),
    )
}
