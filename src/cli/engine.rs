//! `sortie engine`: the line protocol on standard input and output.

use std::io::{BufRead, Read, Write};
use std::process::ExitCode;

use super::Failure;
use crate::engine::{LONGEST, Session, greeting};
use crate::rulebook::Library;

/// What to let others play.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of scenarios of your own that may be begun, besides those of the rulesets.
    scenarios: Vec<String>,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    args.scenarios.iter().for_each(|file| library.give(file));
    let mut session = Session::new(library);
    let mut input = std::io::stdin().lock();
    let mut out = super::door::out();
    let mut line = Vec::new();
    writeln!(out, "{}", greeting())?;
    out.flush()?;
    while !session.over {
        line.clear();
        let read = (&mut input).take(LONGEST as u64 + 2).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        if line.len() > LONGEST && !line.ends_with(b"\n") {
            // The rest of a line that is too long is thrown away, not read as
            // lines of its own.
            skip_line(&mut input)?;
        }
        let text = String::from_utf8_lossy(&line);
        writeln!(out, "{}", session.line(text.trim()))?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                input.consume(end + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                input.consume(length);
            }
        }
    }
}
