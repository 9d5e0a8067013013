//! `affray completions`: what a shell needs to complete commands. Knows nothing of them but what `args` declares.

use clap::Args;
use clap_complete::Shell;

use super::output::Output;
use super::{Status, Trouble, manual};

/// `affray completions`
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// For which shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs, output: &mut Output) -> Result<Status, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut manual::command(), "affray", &mut script);
    output.print(&String::from_utf8_lossy(&script));
    Ok(Status::Fine)
}
