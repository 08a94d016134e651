//! The tasks of a survey on the workers of a HyperQueue server, which may be on other machines that share the folder.
//!
//! The client is the Python package `hyperqueue`, which is of the server's version; results come back as files. A worker that
//! is lost is HyperQueue's matter: its tasks are given to others.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;
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

/// Whether there is a server to run tasks on; an error says why not.
pub fn check() -> Result<(), InputError> {
    let mut client = client(0, &[])?;
    let status = client.wait().map_err(|e| no_client(&e))?;
    match status.success() {
        true => Ok(()),
        false => Err(trouble(status.code(), &mut client)),
    }
}

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
    let scratch = folder.scratch().map_err(failed)?;
    let mut client = submit(tasks, folder, scratch.path()).map_err(failed)??;
    let mut left: Vec<usize> = (0..tasks.len()).collect();
    let status = loop {
        let over = client.try_wait().map_err(|e| no_client(&e))?;
        left.retain(|&at| {
            let finished = folder.finished(&tasks[at]);
            let is_left = finished.is_none();
            finished.into_iter().for_each(|outcome| each(at, outcome));
            is_left
        });
        if worker::is_ended() {
            // With the folder the list of tasks vanishes: those that have not begun find none, and end at once.
            drop(client.kill().and_then(|()| client.wait()));
            return Ok(());
        }
        if let Some(status) = over {
            break status;
        }
        thread::sleep(PAUSE);
    };
    if !status.success() {
        return Err(trouble(status.code(), &mut client));
    }
    // The job is over: what has left nothing behind by now never will.
    for at in left {
        let why = "the workers of HyperQueue gave no result";
        each(at, Outcome::not_run(why.to_owned()));
    }
    Ok(())
}

/// Writes the list of tasks and starts a client that submits them and waits for them.
fn submit(
    tasks: &[Task],
    folder: &Folder,
    scratch: &Path,
) -> io::Result<Result<Child, InputError>> {
    for task in tasks {
        folder.forget(task)?;
    }
    let list = scratch.canonicalize()?.join("tasks.json");
    write_tasks(&list, tasks)?;
    let (path, program) = (folder.path().canonicalize()?, worker::this_program()?);
    let command: [&OsStr; 4] = [
        program.as_ref(),
        TASK.as_ref(),
        path.as_ref(),
        list.as_ref(),
    ];
    Ok(client(tasks.len(), &command))
}

/// The client, with so many tasks of a command; with none it only looks whether the server is there.
fn client(tasks: usize, command: &[&OsStr]) -> Result<Child, InputError> {
    let mut python = Command::new("python3");
    python.args(["-c", CLIENT]);
    python.arg(std::env::var_os("HQ_SERVER_DIR").unwrap_or_default());
    python.arg(tasks.to_string()).args(command);
    python.stdin(Stdio::null()).stdout(Stdio::null());
    python.stderr(Stdio::piped());
    python.spawn().map_err(|e| no_client(&e))
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
        "HyperQueue does not run the survey: {last}; what is finished is kept"
    ))
}
