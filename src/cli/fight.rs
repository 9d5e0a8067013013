//! A fight at the table, from the terminal: reads lines, writes each into the log, and shows what comes of it; what it means, the session knows.

use std::path::{Path, PathBuf};

use clap::Parser as _;

use super::args::{Cli, Format};
use super::carry_out;
use super::draw::page;
use super::output::Output;
use super::projects::{cannot, shown};
use super::table::{Entered, LineSource};
use super::{Status, Trouble};
use crate::load::EXTENSION;
use crate::load::write::{LogFile, Over, write};
use crate::play::{OVER, Refusal, Reply, Session};
use crate::source::Clean;
use crate::view::picture::{Extent, Scheme, picture};

/// What ends each picture that is drawn at the table.
const DRAWN: &str = "<!-- Drawn by affray play. -->";

/// The answer to Ctrl-C.
const STAYS: &str = "`quit` leaves the table; nothing is lost.\n";

/// A fight and its log.
pub(super) struct Fight {
    pub session: Session,
    pub file: LogFile,
    pub log: PathBuf,
    pub timeline: bool,
    /// Whether lines are plain, as for a screen reader.
    pub plain: bool,
    /// Whether the recap of its end has been shown.
    pub retold: bool,
}

impl Fight {
    /// Reads lines until the table is left.
    pub fn go_on(mut self, is_there: bool, output: &mut Output) -> Result<Status, Trouble> {
        let mut table = LineSource::new(self.plain);
        output.print(&format!(
            "{} `{}`. `?` tells what can be entered.\n\n",
            if is_there {
                "Going on with"
            } else {
                "The log is"
            },
            shown(&self.log)
        ));
        output.print(self.session.shown());
        loop {
            output.print(&format!("\n{}\n", self.session.prompt()));
            self.retell(output);
            let Some(entered) = table.read(&self.session)? else {
                break;
            };
            let line = match entered {
                Entered::Line(line) => line,
                Entered::Interrupted => {
                    output.print(STAYS);
                    continue;
                }
            };
            let line = line.trim();
            if table.is_unseen() {
                output.print(&format!("{}\n", format!("> {}", Clean(line)).trim_end()));
            }
            let command = self.session.command(line);
            if command.is_some_and(|(word, rest)| {
                rest.is_empty() && matches!(word.as_str(), "quit" | "exit")
            }) {
                break;
            }
            self.answer(line, &table, output)?;
            if output.is_unheard() {
                break;
            }
        }
        self.leave(output);
        Ok(Status::Fine)
    }

    /// Carries an entry out, and shows what comes of it.
    fn answer(
        &mut self,
        line: &str,
        table: &LineSource,
        output: &mut Output,
    ) -> Result<(), Trouble> {
        if self.looks(line, table, output)? {
            return Ok(());
        }
        let reply = self.session.enter(line);
        self.replied(reply, output)
    }

    /// Writes what was taken into the log, and shows what came of it.
    fn replied(&mut self, reply: Reply, output: &mut Output) -> Result<(), Trouble> {
        match reply {
            Reply::Taken { lines, told } => {
                let closing = self.session.closing();
                self.written(lines.len(), |file| file.append(&lines, &closing))?;
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
            Reply::Refused(refusal) => refused(&refusal, output),
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
            let why = format!("{why}; the last {lines} not in it, all before is");
            cannot(&self.log, "written", why)
        })
    }

    /// What looks at the log and changes nothing.
    fn looks(
        &mut self,
        line: &str,
        table: &LineSource,
        output: &mut Output,
    ) -> Result<bool, Trouble> {
        let Some((word, rest)) = self.session.command(line) else {
            return Ok(false);
        };
        let log = self.log.display().to_string();
        match word.as_str() {
            "why" => self.why(rest, output),
            "picture" if !rest.is_empty() => self.picture(rest, output),
            "secret" if !rest.is_empty() => self.secret(rest, table, output)?,
            "odds" if !rest.is_empty() => match self.session.refused_question(rest) {
                Some(refusal) => refused(&refusal, output),
                None => {
                    let call = ["odds".to_owned(), log, "--of".to_owned(), rest.to_owned()];
                    self.verb(&call, output);
                }
            },
            "timeline" if rest.is_empty() => {
                self.verb(&["run".to_owned(), log, "--timeline".to_owned()], output);
            }
            "save" if !rest.is_empty() => {
                let name = match rest.ends_with(EXTENSION) {
                    true => rest.to_owned(),
                    false => format!("{rest}{EXTENSION}"),
                };
                let saved = write(Path::new(&name), &self.session.text(), Over::Nothing, &[]);
                match saved {
                    Ok(()) => output.print(&format!("saved as `{}`\n", Clean(&name))),
                    Err(why) => output.print(&format!("{}\n", cannot(&name, "written", why).0)),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Why the acts of the round come in their order, or one of two before the other.
    fn why(&self, named: &str, output: &mut Output) {
        let mut call = vec!["why".to_owned(), self.log.display().to_string()];
        let is_quoted = named.contains(['"', ',']);
        let acts = match is_quoted || named.is_empty() {
            true => Some(quoted(named)),
            false => self.session.acts_named(named),
        };
        match (acts, self.session.round()) {
            (None, _) => {
                return output.print(
                    "It is not clear which acts are meant. Name two, each by who and what, with a comma between: `why ann strikes, orc 1 strikes ann`.\n",
                );
            }
            (Some(acts), Some(round)) if acts.is_empty() => {
                call.extend(["--round".to_owned(), round.to_string()]);
            }
            (Some(acts), _) => call.extend(acts),
        }
        self.verb(&call, output);
    }

    /// Draws the fight so far into a file.
    fn picture(&self, name: &str, output: &mut Output) {
        let outline = self.session.outline();
        let drawn = match name.rsplit_once('.').map(|parts| parts.1) {
            Some("svg") => picture(&outline, Extent::Whole, Scheme::Reader),
            Some("html") => page(&outline),
            _ => {
                return output
                    .print("A picture comes into a file called `NAME.svg` or `NAME.html`.\n");
            }
        };
        let drawn = format!("{}\n{DRAWN}\n", drawn.trim_end());
        match write(Path::new(name), &drawn, Over::Own(DRAWN), &[]) {
            Ok(()) => output.print(&format!("drawn in `{}`\n", Clean(name))),
            Err(why) => output.print(&format!("{}\n", cannot(name, "written", why).0)),
        }
    }

    /// Reads what a combatant declares, or what is answered or rolled, without showing it.
    fn secret(
        &mut self,
        who: &str,
        table: &LineSource,
        output: &mut Output,
    ) -> Result<(), Trouble> {
        if !self.session.may_enter_secret(who) {
            output.print(&format!(
                "Not taken: {} is not asked to declare now.\n",
                Clean(who)
            ));
            return Ok(());
        }
        output.print("What is typed now is not shown. (It stands in the log, and `who` and `line` tell it.)\n");
        let line = match table.read_secret()? {
            Some(Entered::Line(line)) => line,
            Some(Entered::Interrupted) => {
                output.print(STAYS);
                return Ok(());
            }
            None => return Ok(()),
        };
        let reply = self.session.enter_secret(who, &line);
        self.replied(reply, output)
    }

    /// Carries out another verb, as if it had been typed.
    fn verb(&self, call: &[String], output: &mut Output) {
        let call = std::iter::once("affray").chain(call.iter().map(String::as_str));
        let done = Cli::try_parse_from(call).map_err(|error| error.to_string());
        let done = done.and_then(|mut cli| {
            cli.look.format = self.plain.then_some(Format::Plain);
            let mut own = Output::new(&cli.look);
            carry_out(&cli.verb, &mut own).map_err(|Trouble(why)| {
                let end = if why.ends_with('?') { "" } else { "." };
                format!("Not taken: {why}{end}\n")
            })
        });
        if let Err(why) = done {
            output.print(&why);
        }
    }

    fn draw(&mut self, output: &mut Output) {
        if self.timeline {
            let log = self.log.display().to_string();
            self.verb(&["run".to_owned(), log, "--timeline".to_owned()], output);
        }
    }

    /// The recap of a fight that has come to its end, and what can be entered then.
    fn retell(&mut self, output: &mut Output) {
        let is_over = self.session.ending().is_some();
        if is_over && !self.retold {
            output.print(&format!("\n{}\n{OVER}.\n", self.session.recap()));
        }
        self.retold = is_over;
    }

    /// Where the log lies.
    fn leave(&self, output: &mut Output) {
        output.print(&format!(
            "\nThe fight is kept in `{0}`. `affray play {0}` goes on with it, `affray run {0}` tells it again.\n",
            shown(&self.log)
        ));
    }
}

/// Says why an entry is not taken.
fn refused(refusal: &Refusal, output: &mut Output) {
    output.print(&format!("Not taken: {}.\n", refusal.reason));
    if let Some(help) = &refusal.help {
        output.print(&format!("  {help}\n"));
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
