//! The program from outside: its verbs, its files, its limits, the language server.

#[path = "../common/mod.rs"]
mod common;

mod action;
mod answers;
mod cli;
mod comfort;
mod conversation;
mod corpus;
mod declaring;
mod depth;
mod ends;
mod files;
mod long_lines;
mod lookup;
mod lsp;
mod names;
mod needs;
mod pipelines;
mod play;
mod play_advice;
mod play_corrections;
mod play_files;
mod play_log;
mod play_terminal;
mod review;
mod rules;
mod suite;
mod unmet;
