//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

// Each command fits into 80 columns, so that no terminal breaks it and it can be copied.
const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores check out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores emit out/PipedOutputStream.mores.json --as mermaid --legal-only

Exit codes: 0 done, 1 a check that failed or was not decided, 2 bad input.";

const INTERFACE_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java
  mores interface corpus/java/AlternatingBit.java --integers mathematical
  mores interface corpus/java/ReadWriteAcq.java --json --budget 30s
  mores interface corpus/java/PipedOutputStream.java --out out";

const CHECK_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores check out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores check out/PipedOutputStream.mores.json \\
      corpus/java/PipedOutputStream.java \\
      --certificate out/PipedOutputStream.certificate.json

Exit codes: 0 the code conforms, proved; 1 it differs, the certificate is
rejected, or it was not decided; 2 bad input.";

const EMIT_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores emit out/PipedOutputStream.mores.json --as mermaid
  mores emit out/PipedOutputStream.mores.json --as svg --out out/picture.svg";

/// Learns which calls a component allows, proves it, and draws it.
#[derive(Debug, Parser)]
#[command(name = "mores", version, after_help = EXAMPLES, max_term_width = 110)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The legal orders of calls of a class, with guards on their arguments, proved
    #[command(after_help = INTERFACE_EXAMPLES)]
    Interface(InterfaceArgs),
    /// Whether code still does what a saved model says
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// A saved model in another form
    #[command(after_help = EMIT_EXAMPLES)]
    Emit(EmitArgs),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct InterfaceArgs {
    /// A .java or .class file, a jar, or a folder of class files
    #[arg(value_name = "FILE|FOLDER|JAR")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) class: ClassArgs,
    /// The arithmetic of the proof: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    pub(crate) integers: Integers,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Leaves model, pictures, report.html and certificate in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// A model, as `mores interface --out` leaves it
    pub(crate) model: PathBuf,
    /// A .java or .class file, a jar, or a folder of class files
    pub(crate) code: PathBuf,
    #[command(flatten)]
    pub(crate) class: ClassArgs,
    /// Verifies this proof, with code that shares no engine, instead of searching for one
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct EmitArgs {
    /// A model, as `mores interface --out` leaves it
    pub(crate) model: PathBuf,
    /// The form
    #[arg(long = "as", value_enum, value_name = "FORM")]
    pub(crate) form: Form,
    /// Writes to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Leaves illegal calls out of pictures
    #[arg(long)]
    pub(crate) legal_only: bool,
}

/// Which class is meant.
#[derive(Debug, ClapArgs)]
pub(crate) struct ClassArgs {
    /// The class, where there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// Counts methods with package access as part of the interface
    #[arg(long)]
    pub(crate) package_access: bool,
}

/// How to run.
#[derive(Debug, ClapArgs)]
pub(crate) struct RunArgs {
    /// How long it may take: 500ms, 60s, 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) budget: Duration,
    /// The result as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Integers {
    Wrapping,
    Mathematical,
}

impl From<Integers> for mores::Integers {
    fn from(integers: Integers) -> Self {
        match integers {
            Integers::Wrapping => Self::Wrapping,
            Integers::Mathematical => Self::Mathematical,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    Svg,
    Mermaid,
    Dot,
    Html,
    Json,
}

/// A whole number with a unit.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let wrong = || "give a whole number with a unit, like 500ms, 60s or 5m".to_owned();
    let number: u64 = number.parse().map_err(|_| wrong())?;
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        "m" => number.checked_mul(60).map(Duration::from_secs).ok_or_else(wrong),
        "h" => number.checked_mul(3600).map(Duration::from_secs).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        for wrong in ["", "60", "s", "-1s", "1.5s", "9999999999999999999m", "1 s", "1d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
