//! How a command runs, and how it ends.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mores::{Budget, InputError, InterfaceRequest, Progress};

use crate::args::{ClassArgs, RunArgs};
use crate::log::Log;
use crate::progress::{Line, stop_on_interrupt};

pub(crate) fn request(
    path: PathBuf,
    class: &ClassArgs,
    integers: mores::Integers,
) -> InterfaceRequest {
    let class_path = class
        .class_path
        .clone()
        .map_or_else(Vec::new, |paths| paths.0);
    let (class, package_access) = (class.class.clone(), class.package_access);
    InterfaceRequest {
        class,
        class_path,
        integers,
        package_access,
        ..InterfaceRequest::new(path)
    }
}

/// Runs with a budget that an interrupt ends, showing progress.
pub(crate) fn run<T>(
    args: &RunArgs,
    work: impl FnOnce(&Budget, &Line) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let budget = match args.steady {
        true => Budget::steady(args.budget),
        false => Budget::lasting(args.budget),
    };
    let budget = args
        .memory
        .map_or(budget.clone(), |bytes| budget.within_memory(bytes));
    stop_on_interrupt(&budget)?;
    work(&budget, &Line::new(args.quiet, Log::asked_for()?))
}

/// Writes files into a folder, if one was given, as the last phase of a run.
pub(crate) fn written(
    folder: Option<&PathBuf>,
    line: &Line,
    write: impl FnOnce(&Path) -> Result<Vec<PathBuf>, InputError>,
) -> Result<Vec<PathBuf>, InputError> {
    let Some(folder) = folder else {
        return Ok(Vec::new());
    };
    line.working(&|| format!("writing into {}", folder.display()));
    write(folder)
}

/// What a command has to say, and how it ends.
pub(crate) struct Done {
    pub(crate) output: String,
    pub(crate) exit: Exit,
}

/// How a command ends that had something to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, or the answer is yes.
    Passes,
    /// The answer is no, or there is none.
    Fails,
    /// The answer is yes as far as something is known, and that is not everything.
    Partly,
    /// Something of what was given cannot be used, and that is said among other things.
    Refused,
}

impl Exit {
    pub(crate) fn passing(passes: bool) -> Self {
        if passes { Self::Passes } else { Self::Fails }
    }

    fn code(self) -> ExitCode {
        match self {
            Self::Passes => ExitCode::SUCCESS,
            Self::Fails => ExitCode::from(1),
            Self::Partly => ExitCode::from(3),
            Self::Refused => ExitCode::from(2),
        }
    }
}

impl Done {
    /// A reader that has seen enough, like `head`, is no failure.
    pub(crate) fn tell(self) -> ExitCode {
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

pub(crate) fn refuse(error: &InputError) -> ExitCode {
    // If not even the message can be written, the exit code still says it.
    let _ = writeln!(io::stderr(), "mores: {error}");
    ExitCode::from(2)
}
