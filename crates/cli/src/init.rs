//! The command `mores init`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use mores::InputError;
use project::config::FILE;

use crate::run::{Done, Exit};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores init
  mores init services/billing --force

Exit codes: 0 done; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct InitArgs {
    /// The folder of the code base
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Overwrites a configuration that is there
    #[arg(long)]
    force: bool,
}

/// Writes a configuration for what is found. Nothing is learned.
pub(crate) fn init(args: &InitArgs) -> Result<Done, InputError> {
    let path = args.folder.join(FILE);
    let shown = path.strip_prefix(".").unwrap_or(&path).display();
    if !args.folder.is_dir() {
        let folder = args.folder.display();
        return Err(InputError::new(format!("{folder} is no folder")));
    }
    if path.exists() && !args.force {
        let what = "is there already; --force overwrites it";
        return Err(InputError::new(format!("{shown} {what}")));
    }
    let text = project::init::init(&args.folder)?;
    mores::write_whole(&path, &text)?;
    Ok(Done {
        output: format!(
            "wrote {shown}\nNext: look at it, then run mores accept, and commit both.\n"
        ),
        exit: Exit::Passes,
    })
}
