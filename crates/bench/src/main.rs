//! Benchmarks of the tool on its own corpus.

mod interfaces;
mod measure;
mod options;
mod table;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: bench interfaces [--integers wrapping|mathematical] [--budget SECONDS] [CLASS...]

Learns the interface of every class of corpus/java (or only of those named), with both kinds of integers unless one is
chosen, each in a process of its own, and prints what was found and what it cost. Compiling Java is not counted. The
budget (10 seconds) is for each class.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first() {
        Some((command, rest)) if command == "interfaces" => options::parse(rest).and_then(|o| interfaces::run(&o)),
        Some((command, rest)) if command == measure::COMMAND => measure::child(rest),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::from(2)
        }
    }
}
