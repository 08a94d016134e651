//! A survey: every class of a jar, of a folder, of a package, each in a process of its own with limits, and one page and one
//! table of what was found.
//!
//! A survey is a folder. What is finished lies there under a checksum of all that it depends on, so that the same survey
//! goes on where it stopped, whoever has run its parts: threads of this process, or workers elsewhere that share the folder.

mod folder;
mod index;
mod page;
mod row;
mod rules;
mod table;
mod task;

use std::collections::BTreeMap;
use std::path::PathBuf;

use mores::InputError;

pub use folder::Folder;
pub use index::Index;
pub use page::page;
pub use row::{Numbers, Row, Word};
pub use rules::{Rule, When, one_line, rules};
pub use table::table;
pub use task::{Ended, Outcome, PerSubject, Task, read_tasks, write_tasks};

use crate::cache::Key;
use crate::subjects::{Subject, subjects};
use crate::{hq, worker};

/// What is surveyed, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Jars, folders, files, packages and classes of the JDK.
    pub named: Vec<PathBuf>,
    /// Folders and jars with further classes.
    pub class_path: Vec<PathBuf>,
    /// The limits of each run.
    pub limits: PerSubject,
    /// Whether what is finished is done again.
    pub fresh: bool,
    /// Who runs it.
    pub runners: Runners,
}

/// Who runs the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runners {
    /// So many processes at a time, here.
    Here(usize),
    /// The workers of a HyperQueue server, which share the folder.
    HyperQueue,
}

/// What is told while a survey runs.
pub struct Told<'t> {
    /// How many subjects are finished.
    pub finished: usize,
    /// How many there are.
    pub all: usize,
    /// The last one that was finished.
    pub row: &'t Row,
}

/// Surveys into a folder, and leaves a page, a table and their JSON there.
pub fn survey(
    request: &Request,
    folder: &Folder,
    mut tell: impl FnMut(Told<'_>),
) -> Result<Index, InputError> {
    let found = subjects(&request.named, &request.class_path)?;
    if request.runners == Runners::HyperQueue {
        hq::check()?;
    }
    let tasks = tasks(request, &found.subjects)?;
    let (mut rows, mut left) = (BTreeMap::new(), Vec::new());
    for (at, task) in tasks.iter().enumerate() {
        let kept = folder.finished(task).filter(|_| !request.fresh);
        match kept.filter(|outcome| !outcome.is_crash()) {
            Some(outcome) => drop(rows.insert(at, Row::of(task, &outcome))),
            None => left.push(at),
        }
    }
    let run: Vec<Task> = left.iter().map(|&at| tasks[at].clone()).collect();
    let mut each = |number: usize, outcome: Outcome| {
        let at = left[number];
        let row = Row::of(&tasks[at], &outcome);
        let (finished, all) = (rows.len() + 1, tasks.len());
        tell(Told {
            finished,
            all,
            row: &row,
        });
        rows.insert(at, row);
    };
    let ran = match request.runners {
        Runners::Here(jobs) => run_here(&run, jobs, folder, &mut each),
        Runners::HyperQueue => hq::run(&run, folder, &mut each),
    };
    let missing = (0..tasks.len()).filter(|at| !rows.contains_key(at));
    let missing = missing.map(|at| tasks[at].name.clone()).collect();
    let rows = rows.into_values().collect();
    let index = Index::of(request, found.left_out, rows, missing);
    // Whatever went wrong, what is finished can be read.
    leave(&index, folder)?;
    ran.map(|()| index)
}

/// The task of each subject.
fn tasks(request: &Request, subjects: &[Subject]) -> Result<Vec<Task>, InputError> {
    let inputs = inputs(request)?;
    let names = task::folder_names(subjects);
    let tasks = subjects.iter().zip(names);
    tasks
        .map(|(subject, name)| Task::of(subject, name, request.limits, &inputs))
        .collect()
}

/// The files in front.
fn leave(index: &Index, folder: &Folder) -> Result<(), InputError> {
    std::fs::create_dir_all(folder.path()).map_err(|e| cannot_write(folder, &e))?;
    let file = |name: &str| folder.path().join(name);
    mores::write_whole(&file("index.json"), &index.to_json())?;
    mores::write_whole(&file("index.txt"), &table(index, false))?;
    mores::write_whole(&file("index.html"), &page(index))
}

/// A checksum of the files that subjects come from, of the JDK, and of this program itself.
fn inputs(request: &Request) -> Result<String, InputError> {
    let mut key = Key::new();
    let program = worker::this_program().and_then(|path| key.path("program", &path).map(|_| ()));
    program.map_err(|e| InputError::new(format!("this program cannot be read: {e}")))?;
    let named = request.named.iter().map(|path| ("named", path));
    let further = request.class_path.iter().map(|path| ("class path", path));
    for (role, path) in named.chain(further) {
        let unreadable = |e| InputError::new(format!("{} cannot be read: {e}", path.display()));
        key.text(role, &path.to_string_lossy());
        if path.exists() {
            key.path(role, path).map_err(unreadable)?;
        }
    }
    // Where there is no JDK, whoever needs one says so.
    key.text("jdk", &mores::java_release().unwrap_or_default());
    Ok(key.name())
}

/// Runs tasks in processes of this machine, some at a time, and says what came of each. Those that an interrupt ends are
/// not spoken of.
fn run_here(
    tasks: &[Task],
    jobs: usize,
    folder: &Folder,
    each: &mut dyn FnMut(usize, Outcome),
) -> Result<(), InputError> {
    let mut trouble = None;
    let perform = |at: usize| tasks[at].perform(folder);
    worker::side_by_side(tasks.len(), jobs, perform, |at, performed| {
        match performed {
            Ok(Some(outcome)) => each(at, outcome),
            Ok(None) => {}
            // A folder that cannot be written to is no matter of one task.
            Err(error) => trouble = Some(error),
        }
        trouble.is_none()
    });
    match trouble {
        Some(error) => Err(cannot_write(folder, &error)),
        None => Ok(()),
    }
}

pub(crate) fn cannot_write(folder: &Folder, error: &std::io::Error) -> InputError {
    let path = folder.path().display();
    InputError::new(format!("{path} cannot be written to: {error}"))
}
