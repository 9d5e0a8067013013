//! `affray man`: the pages of the manual, in the form of the program `man`. Their words come from `args` and `manual`.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use super::meant;
use super::output::Output;
use super::projects::cannot;
use super::save::write_all;
use super::{Status, Trouble, manual};
use crate::load::write::{Over, make_folder};
use crate::source::{Clean, english};

/// The last line of a page that was written into a folder.
const MADE: &str = ".\\\" Made by affray man, which may write over it.";

/// The section of the manual for programs.
const SECTION: &str = "1";

/// `affray man`
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The page of this verb; without it, the page of the program
    #[arg(value_name = "VERB", conflicts_with = "out")]
    pub verb: Option<String>,
    /// Write all pages into this folder, over those that this has written there before
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<String>,
    /// Write the pages over files that `affray man` has not made
    #[arg(long, requires = "out")]
    pub force: bool,
}

pub(super) fn man(args: &ManArgs, output: &mut Output) -> Result<Status, Trouble> {
    let mut whole = manual::command().disable_help_subcommand(true);
    whole.build();
    match (&args.out, &args.verb) {
        (Some(folder), _) => {
            make_folder(Path::new(folder)).map_err(|why| cannot(folder, "written", why))?;
            let pages = pages(&whole, Path::new(folder))?;
            let over = match args.force {
                true => Over::Any,
                false => Over::Marked(&[MADE]),
            };
            write_all(&pages, over)?;
            output.print(&format!(
                "wrote {} into `{}`\n",
                english::counted(pages.len(), "page"),
                Clean(folder)
            ));
        }
        (None, None) => output.print(&page(&whole).map_err(trouble)?),
        (None, Some(verb)) => {
            let found = whole
                .find_subcommand(verb)
                .ok_or_else(|| unknown(verb, &whole))?;
            output.print(&page(found).map_err(trouble)?);
        }
    }
    Ok(Status::Fine)
}

/// The page of the program and of each verb, with what is to stand at its end and where it is to lie.
fn pages(whole: &Command, folder: &Path) -> Result<Vec<(PathBuf, String)>, Trouble> {
    let file = |command: &Command| {
        let place = folder.join(format!("{}.{SECTION}", title(command)));
        let page = page(command).map_err(trouble)?;
        Ok((place, page + MADE + "\n"))
    };
    let commands = [whole].into_iter().chain(whole.get_subcommands());
    commands.map(file).collect()
}

/// `affray`, `affray-check`
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page of the program or of a verb.
fn page(command: &Command) -> io::Result<String> {
    let man = Man::new(command.clone())
        .section(SECTION)
        .source(concat!("affray ", env!("CARGO_PKG_VERSION")))
        .manual("Affray");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    rest(command).to_writer(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The sections that `args` does not know: examples, the status, the environment, what to read next.
fn rest(command: &Command) -> Roff {
    let mut roff = Roff::default();
    let examples = manual::examples(command.get_name());
    if !examples.is_empty() {
        roff.control("SH", ["EXAMPLES"]);
    }
    for (typed, what) in examples {
        entry(&mut roff, bold(typed), what);
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (status, what) in manual::STATUSES {
        entry(&mut roff, bold(*status), what);
    }
    roff.control("SH", ["ENVIRONMENT"]);
    for (name, what) in manual::ENVIRONMENT {
        entry(&mut roff, italic(*name), what);
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(match command.has_subcommands() {
        true => "affray help VERB says the same in the terminal.",
        false => "affray(1)",
    })]);
    roff
}

/// A head with what is said about it, indented below.
fn entry(roff: &mut Roff, head: Inline, what: &str) {
    roff.control("TP", []);
    roff.text([head]);
    roff.text([roman(what)]);
}

fn trouble(error: io::Error) -> Trouble {
    Trouble::new(error.to_string())
}

fn unknown(typed: &str, whole: &Command) -> Trouble {
    let verbs = whole.get_subcommands().map(Command::get_name);
    let help = meant(typed, verbs, "`affray help` lists all verbs");
    Trouble::new(format!("there is no verb `{}`; {help}", Clean(typed)))
}
