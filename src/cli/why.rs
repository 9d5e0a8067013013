//! `affray why`: why the acts of a run came in their order.

use super::args::WhyArgs;
use super::choose::choose;
use super::output::Output;
use super::{Status, Trouble};

pub(super) fn why(args: &WhyArgs, output: &mut Output) -> Result<Status, Trouble> {
    let Some(_chosen) = choose(&args.play, output)? else {
        return Ok(Status::Findings);
    };
    Err(Trouble::new("not yet"))
}
