//! The command `mores`: arguments in, text and exit codes out. Everything else is in the library.
//!
//! Exit codes: 0 done, whatever the verdict; 1 a check that failed or was not decided; 2 bad input or usage, with one
//! message and nothing written; 3 an answer that is yes only as far as something is known.

mod algebra;
mod args;
mod commands;
mod diff;
mod diff_c;
mod engine;
mod equal;
mod errors;
mod filter;
mod progress;
mod search;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use mores::InputError;

use args::{Args, Command};

fn main() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Interface(args) => commands::interface(&args),
        Command::Check(args) => commands::check(&args),
        Command::Search(args) => search::search(&args),
        Command::Diff(args) => diff::diff(&args),
        Command::Equal(args) => equal::equal(&args),
        Command::Errors(args) => errors::language(&args, mores::Goal::Failures),
        Command::Explain(args) => errors::language(&args, mores::Goal::Ends),
        Command::Filter(args) => filter::filter(&args),
        Command::Compose(args) => algebra::compose(&args),
        Command::Commutes(args) => algebra::two(&args, mores::Law::Commutes),
        Command::Idempotent(args) => algebra::one(&args, mores::Law::Idempotent),
        Command::Injective(args) => algebra::one(&args, mores::Law::Injective),
        Command::Roundtrip(args) => algebra::two(&args, mores::Law::Roundtrip),
        Command::Avoids(args) => algebra::avoids(&args),
        Command::Preimage(args) => algebra::preimage(&args),
        Command::Invert(args) => algebra::invert(&args),
        Command::Includes(args) => algebra::two(&args, mores::Law::Includes),
        Command::Emit(args) => commands::emit(&args),
    };
    match outcome {
        Ok(done) => done.tell(),
        Err(error) => refuse(&error),
    }
}

/// What a command has to say, and how it ends.
struct Done {
    output: String,
    exit: Exit,
}

/// How a command ends that had something to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Done, or the answer is yes.
    Passes,
    /// The answer is no, or there is none.
    Fails,
    /// The answer is yes as far as something is known, and that is not everything.
    Partly,
}

impl Exit {
    fn passing(passes: bool) -> Self {
        if passes { Self::Passes } else { Self::Fails }
    }

    fn code(self) -> ExitCode {
        match self {
            Self::Passes => ExitCode::SUCCESS,
            Self::Fails => ExitCode::from(1),
            Self::Partly => ExitCode::from(3),
        }
    }
}

impl Done {
    /// A reader that has seen enough, like `head`, is no failure.
    fn tell(self) -> ExitCode {
        let mut out = io::stdout().lock();
        match out
            .write_all(self.output.as_bytes())
            .and_then(|()| out.flush())
        {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                refuse(&InputError::new(format!("writing failed: {e}")))
            }
            Ok(()) | Err(_) => self.exit.code(),
        }
    }
}

fn refuse(error: &InputError) -> ExitCode {
    // If not even the message can be written, the exit code still says it.
    let _ = writeln!(io::stderr(), "mores: {error}");
    ExitCode::from(2)
}
