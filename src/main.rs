//! The command line of Affray. All of it is in `affray::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    affray::cli::main()
}
