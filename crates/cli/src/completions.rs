//! What is made of the command line itself: completions for shells, and pages for `man`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory};
use clap_complete::Shell;
use mores::InputError;

use crate::command_line::Args;
use crate::run::{Done, Exit};

pub(crate) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  source <(mores completions bash)
  mores completions zsh > ~/.zfunc/_mores
  mores completions fish > ~/.config/fish/completions/mores.fish";

pub(crate) const MAN_EXAMPLES: &str = "\
Examples:
  mores man out
  mores man ~/.local/share/man/man1";

#[derive(Debug, ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ManArgs {
    /// The folder that gets the pages: mores.1, and one for each command, mores-interface.1
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// Prints completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Done, InputError> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "mores", &mut text);
    Ok(Done {
        output: String::from_utf8_lossy(&text).into_owned(),
        exit: Exit::Passes,
    })
}

/// Leaves the pages for `man` in a folder.
pub(crate) fn man(args: &ManArgs) -> Result<Done, InputError> {
    let mut root = Args::command().disable_help_subcommand(true);
    root.build();
    let mut pages = vec![("mores.1".to_owned(), page(root.clone())?)];
    for command in root.get_subcommands() {
        let name = format!("mores-{}.1", command.get_name());
        pages.push((name, page(command.clone())?));
    }
    let refused = |e| InputError::new(format!("{} cannot be made: {e}", args.folder.display()));
    std::fs::create_dir_all(&args.folder).map_err(refused)?;
    let mut output = String::new();
    for (name, text) in pages {
        let path = args.folder.join(name);
        mores::write_whole(&path, &text)?;
        output += &format!("wrote {}\n", path.display());
    }
    let exit = Exit::Passes;
    Ok(Done { output, exit })
}

fn page(command: clap::Command) -> Result<String, InputError> {
    let mut page = Vec::new();
    let refused = |e| InputError::new(format!("the page cannot be made: {e}"));
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(refused)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
