//! The tasks of a survey on the workers of a HyperQueue server, which may be on other machines that share the folder.
//!
//! The client is the Python package `hyperqueue`, which is of the server's version; results come back as files. A worker that
//! is lost is HyperQueue's matter: its tasks are given to others.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use mores::InputError;

use crate::survey::{Folder, Outcome, Task, cannot_write, write_tasks};
use crate::worker;

/// The client, for `python3 -c`.
const CLIENT: &str = include_str!("hq.py");
/// Its exit code where the package is not there.
const MISSING: i32 = 3;
/// Between two looks at what is finished.
const PAUSE: Duration = Duration::from_millis(200);

/// The command of a task; the folder, the file of tasks and the number of the task follow.
pub const TASK: &str = "survey-task";

/// Runs tasks and says what came of each. Those that an interrupt ends are not spoken of.
pub fn run(
    tasks: &[Task],
    folder: &Folder,
    each: &mut dyn FnMut(usize, Outcome),
) -> Result<(), InputError> {
    if tasks.is_empty() {
        return Ok(());
    }
    let failed = |error: io::Error| cannot_write(folder, &error);
    for task in tasks {
        folder.forget(task).map_err(failed)?;
    }
    let scratch = folder.scratch().map_err(failed)?;
    let path = folder.path().canonicalize().map_err(failed)?;
    let file = path.join(
        scratch
            .path()
            .strip_prefix(folder.path())
            .unwrap_or(scratch.path()),
    );
    let file = file.join("tasks.json");
    write_tasks(&file, tasks).map_err(failed)?;
    let mut client = submit(tasks.len(), &path, &file)?;
    let mut left: Vec<usize> = (0..tasks.len()).collect();
    let mut look = || {
        left.retain(|&at| match folder.finished(&tasks[at]) {
            Some(outcome) => {
                each(at, outcome);
                false
            }
            None => true,
        });
        left.len()
    };
    loop {
        let over = client.try_wait().map_err(|e| no_client(&e))?;
        look();
        if worker::is_ended() {
            // Tasks that have not begun find no file, and end at once.
            drop(fs::remove_file(&file));
            drop(client.kill());
            drop(client.wait());
            return Ok(());
        }
        if let Some(status) = over {
            if !status.success() {
                return Err(trouble(status.code(), &mut client));
            }
            break;
        }
        thread::sleep(PAUSE);
    }
    // The job is over: what has left nothing behind by now never will.
    for at in left {
        let why = "the workers of HyperQueue gave no result";
        each(at, Outcome::not_run(why.to_owned()));
    }
    Ok(())
}

fn submit(count: usize, folder: &PathBuf, file: &PathBuf) -> Result<Child, InputError> {
    let program = worker::this_program().map_err(|e| no_client(&e))?;
    let mut command = Command::new("python3");
    command.args(["-c", CLIENT]);
    command.arg(std::env::var_os("HQ_SERVER_DIR").unwrap_or_default());
    command.arg(count.to_string()).arg(program).arg(TASK);
    command.arg(folder).arg(file);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::piped());
    command.spawn().map_err(|e| no_client(&e))
}

fn no_client(error: &io::Error) -> InputError {
    InputError::new(format!(
        "python3, which talks to HyperQueue, cannot be run: {error}"
    ))
}

fn trouble(code: Option<i32>, client: &mut Child) -> InputError {
    if code == Some(MISSING) {
        return InputError::new(
            "HyperQueue was not found: python3 has no package hyperqueue (pip install hyperqueue)",
        );
    }
    let mut said = String::new();
    if let Some(errors) = &mut client.stderr {
        // What cannot be read is not shown.
        drop(errors.read_to_string(&mut said));
    }
    let last = said.trim().lines().last().unwrap_or("nothing").to_owned();
    InputError::new(format!(
        "HyperQueue did not run the survey: {last}; what is finished is kept"
    ))
}
