//! The command `mores accept`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use mores::InputError;
use project::accept::{Accepted, Change};

use crate::args::duration;
use crate::kept::{self, KeptArgs};
use crate::run::{Done, Exit};
use crate::text::clean;

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores accept
  mores accept com.acme.Door
  mores accept 'com.acme.*' --budget 5m

Exit codes: 0 done; 1 a model could not be learned; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct AcceptArgs {
    /// Names or patterns of subjects in mores.toml; all of them, if nothing is given
    #[arg(value_name = "NAME")]
    names: Vec<PathBuf>,
    #[command(flatten)]
    many: KeptArgs,
    /// How long each subject may take: 500ms, 60s, 5m; what mores.toml says if not given
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,
    /// How much memory each subject may hold: 500MB, 2GB; what mores.toml says if not given
    #[arg(long, value_name = "SIZE", value_parser = kept::memory)]
    memory: Option<project::config::Memory>,
    /// The result as JSON on standard output
    #[arg(long)]
    json: bool,
    /// Shows no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Learns models anew and takes them over.
pub(crate) fn accept(args: &AcceptArgs) -> Result<Done, InputError> {
    let subjects = args.many.subjects(&args.names)?;
    let running = args.many.running(args.budget, args.memory.as_ref())?;
    let line = kept::Steps::new(subjects.subjects.len(), args.quiet || args.json);
    let accepted = project::accept::accept(&subjects, &running, &mut |name| line.step(name))?;
    drop(line);
    let failed = accepted.iter().any(|one| one.change == Change::Failed);
    let output = match args.json {
        true => project::report::accept(&accepted),
        false => text(&accepted),
    };
    let exit = Exit::passing(!failed);
    Ok(Done { output, exit })
}

fn text(accepted: &[Accepted]) -> String {
    let width = accepted.iter().map(|one| one.name.chars().count()).max();
    let width = width.unwrap_or(0).min(60);
    let line = |one: &Accepted| {
        let (change, name) = (one.change.name(), clean(&one.name));
        format!("{change:<9}  {name:<width$}  {}\n", clean(&one.sentence))
    };
    accepted.iter().map(line).collect()
}
