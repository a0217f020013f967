//! Sortie's program: reads the command line and opens one of its doors.

use std::process::ExitCode;

fn main() -> ExitCode {
    sortie::cli::run()
}
