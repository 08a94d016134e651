//! The command `mores`: arguments in, text and exit codes out. Everything else is in the library.
//!
//! Exit codes: 0 done, whatever the verdict; 1 a check that failed or was not decided; 2 bad input or usage, with one
//! message and nothing written; 3 an answer that is yes only as far as something is known; 101 a defect of mores.

mod accept;
mod algebra;
mod args;
mod check;
mod command_line;
mod commands;
mod completions;
mod diff;
mod diff_c;
mod doctor;
mod engine;
mod equal;
mod errors;
mod fault;
mod filter;
mod generate;
mod init;
mod kept;
mod log;
mod pipeline;
mod progress;
mod run;
mod search;
mod survey;
mod text;
mod versions;

use std::process::ExitCode;

use clap::Parser;

use command_line::{Args, Command};

fn main() -> ExitCode {
    fault::guarded(command)
}

fn command() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Interface(args) => commands::interface(&args),
        Command::Survey(args) => survey::run(&args),
        Command::SurveyTask(args) => survey::task(&args),
        Command::Check(args) => check::check(&args),
        Command::Accept(args) => accept::accept(&args),
        Command::Init(args) => init::init(&args),
        Command::Search(args) => search::search(&args),
        Command::Diff(args) => diff::diff(*args),
        Command::Equal(args) => equal::equal(&args),
        Command::Errors(args) => errors::language(&args, mores::Goal::Failures),
        Command::Explain(args) => errors::language(&args, mores::Goal::Ends),
        Command::Filter(args) => filter::filter(&args),
        Command::Generate(args) => generate::generate(&args),
        Command::Pipeline(args) => pipeline::pipeline(&args),
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
        Command::Doctor(args) => doctor::doctor(&args),
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => completions::man(&args),
    };
    match outcome {
        Ok(done) => done.tell(),
        Err(error) => run::refuse(&error),
    }
}
