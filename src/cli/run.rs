//! `affray run`: plays a scenario and tells what happens.

use super::args::{Format, PlayArgs, RunArgs};
use super::output::Output;
use super::projects::{Found, Projects};
use super::{Status, Trouble};
use crate::diagnostic::json::{JsonReport, to_json};
use crate::load::Playable;
use crate::source::{Clean, Limits};
use crate::suggest::{list, suggest};
