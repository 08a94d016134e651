//! One subject of a survey: what is run for it, and what came of that.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::InputError;
use serde::{Deserialize, Serialize};

use super::folder::Folder;
use crate::cache::Key;
use crate::subjects::Subject;
use crate::worker::{self, Ending, Finished, Job, Limits};

/// What to run for a subject. It is plain data: another process, on another machine, may run it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// What people call the subject.
    pub name: String,
    /// The folder of its files, among those of all subjects.
    pub folder: String,
    /// A checksum of all that the result depends on.
    pub key: String,
    /// The command and its arguments, without its budget and where to leave files.
    pub arguments: Vec<String>,
    /// Its budget in milliseconds.
    pub budget: u64,
    /// Bytes of address space that it may have; nothing if there is no limit.
    pub address_space: Option<u64>,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ended,
    /// The report that it printed; empty if it printed none.
    pub report: String,
    /// What it said on standard error.
    pub said: String,
    /// Wall time of the run.
    pub seconds: f64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// With this exit code.
    Exited(i32),
    /// By this signal.
    Killed(i32),
    /// It did not end in time and was ended.
    OutOfTime,
    /// It could not be run.
    NotRun,
}

/// The limits of each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerSubject {
    /// What the command is given as its budget.
    pub budget: Duration,
    /// And as its memory, in bytes.
    pub memory: u64,
}

impl Task {
    /// The task of a subject, in a folder of this name. `inputs` is the checksum of the files that all subjects come from.
    pub(super) fn of(
        subject: &Subject,
        folder: String,
        limits: PerSubject,
        inputs: &str,
    ) -> Result<Self, InputError> {
        let mut arguments = Vec::new();
        for argument in subject.arguments() {
            let text = argument.into_string().map_err(|wrong| {
                let shown = wrong.to_string_lossy().into_owned();
                InputError::new(format!("{shown} is no text: its name cannot be passed on"))
            })?;
            arguments.push(text);
        }
        let memory = format!("{}kB", limits.memory / 1000);
        arguments.extend(["--json", "--quiet", "--steady", "--memory", &memory].map(str::to_owned));
        let budget = limits.budget.as_millis().try_into().unwrap_or(u64::MAX);
        let mut key = Key::new();
        key.text("version", mores::report::VERSION);
        key.text("inputs", inputs).text("name", &subject.name);
        key.text("budget", &format!("{budget} ms"));
        for argument in &arguments {
            key.text("argument", argument);
        }
        Ok(Self {
            name: subject.name.clone(),
            folder,
            key: key.name(),
            arguments,
            budget,
            address_space: address_space(subject, limits.memory),
        })
    }

    /// Runs it and keeps what came of it, with the files that it left. Nothing is kept if all runs were ended meanwhile.
    pub fn perform(&self, folder: &Folder) -> io::Result<Option<Outcome>> {
        let scratch = folder.scratch()?;
        let files = scratch.path().join("files");
        let program = worker::this_program()?;
        let outcome = Outcome::of(worker::run(&program, &self.job(&files)));
        if worker::is_ended() {
            return Ok(None);
        }
        folder.keep(self, &outcome, &files)?;
        Ok(Some(outcome))
    }

    fn job(&self, files: &Path) -> Job {
        let budget = Duration::from_millis(self.budget);
        let mut arguments: Vec<_> = self.arguments.iter().map(Into::into).collect();
        let time = format!("{}ms", budget.as_millis());
        arguments.extend(["--budget".into(), time.into(), "--out".into(), files.into()]);
        Job {
            arguments,
            limits: Limits::around(budget, self.address_space),
        }
    }
}

/// The command keeps its memory below a limit itself. Should it fail to, this ends it: addresses are cheaper than memory,
/// and libraries take more of them than they use. Java compilers take most of what there is, so that sources have no such
/// limit.
fn address_space(subject: &Subject, memory: u64) -> Option<u64> {
    const BESIDE: u64 = 2 << 30;
    let compiles = subject.path.extension().is_some_and(|end| end == "java");
    (!compiles).then(|| memory.saturating_mul(2).saturating_add(BESIDE))
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Exited(code) => Self::Exited(code),
            Ending::Killed(signal) => Self::Killed(signal),
            Ending::OutOfTime => Self::OutOfTime,
        }
    }
}

impl Outcome {
    fn of(run: io::Result<Finished>) -> Self {
        match run {
            Ok(run) => Self {
                ending: run.ending.into(),
                report: String::from_utf8_lossy(&run.output).into_owned(),
                said: String::from_utf8_lossy(&run.errors).into_owned(),
                seconds: run.took.as_secs_f64(),
            },
            Err(error) => Self::not_run(error.to_string()),
        }
    }

    /// Nothing was run.
    pub(crate) fn not_run(why: String) -> Self {
        Self {
            ending: Ended::NotRun,
            report: String::new(),
            said: why,
            seconds: 0.0,
        }
    }

    /// Whether the subject crashed the command, or the command could not be run: that is worth another try.
    pub fn is_crash(&self) -> bool {
        match self.ending {
            Ended::Exited(code) => code != 0 && code != 2,
            Ended::Killed(_) | Ended::NotRun => true,
            Ended::OutOfTime => false,
        }
    }
}

/// A name for the folder of each subject, unique and safe in paths and links.
pub(super) fn folder_names(subjects: &[Subject]) -> Vec<String> {
    let mut taken = std::collections::BTreeSet::new();
    let name = |subject: &Subject| {
        let safe = |c: char| {
            if c.is_ascii_alphanumeric() || ".-_".contains(c) {
                c
            } else {
                '_'
            }
        };
        let plain: String = subject.name.chars().map(safe).collect();
        // Names that differ in case only are one name on some systems.
        let fresh = |name: &String| !taken.contains(&name.to_lowercase());
        let numbered = (2..).map(|n| format!("{plain}-{n}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let chosen = names.find(fresh).unwrap_or(plain);
        taken.insert(chosen.to_lowercase());
        chosen
    };
    subjects.iter().map(name).collect()
}

/// Tasks in a file.
pub fn write_tasks(path: &Path, tasks: &[Task]) -> io::Result<()> {
    fs::write(path, serde_json::to_vec(tasks).map_err(io::Error::other)?)
}

/// Tasks of a file.
pub fn read_tasks(path: &PathBuf) -> io::Result<Vec<Task>> {
    serde_json::from_slice(&fs::read(path)?).map_err(io::Error::other)
}
