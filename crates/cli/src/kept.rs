//! What the commands about all subjects of a code base have in common, and how a check of them is shown.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use mores::{InputError, Progress};
use project::cache::Cache;
use project::check::{Outcome, Running, Status};
use project::config::{self, Budget, Memory, Subjects};
use project::{Summary, Undecided, annotations, junit, markdown, report, sarif, worker};

use crate::progress::Line;
use crate::run::{Done, Exit};
use crate::text::clean;

/// Which subjects, and how they are run.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
pub(crate) struct KeptArgs {
    /// This configuration instead of the nearest mores.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How many subjects are run at a time; as many as there are cores if not given
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// Neither takes results that were kept nor keeps any
    #[arg(long)]
    no_cache: bool,
}

/// What is left of a check of all subjects.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
pub(crate) struct ReportArgs {
    /// What to make of subjects that were not decided
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = UndecidedArg::Fail)]
    undecided: UndecidedArg,
    /// Writes the differences as SARIF 2.1.0 to this file
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Writes a test case for each subject as JUnit XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes a comment for a pull request to this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Also prints what does not conform as commands of a workflow, which shows it beside the lines
    #[arg(long, value_enum, value_name = "OF", conflicts_with = "json")]
    annotations: Option<AnnotationsArg>,
    /// Also shows how long each subject took, or that its result was kept
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UndecidedArg {
    Fail,
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnnotationsArg {
    Github,
}

pub(crate) fn memory(text: &str) -> Result<Memory, String> {
    Memory::read(text)
}

impl KeptArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.config.is_some() || self.jobs.is_some() || self.no_cache
    }

    /// The subjects that are named, or all. From here on the current folder is that of the configuration, which its paths
    /// are relative to.
    pub(crate) fn subjects(&self, names: &[PathBuf]) -> Result<Subjects, InputError> {
        let here = current()?;
        let file = match &self.config {
            Some(file) => here.join(file),
            None => config::find(&here)?,
        };
        let folder = file.parent().unwrap_or(Path::new("."));
        std::env::set_current_dir(folder).map_err(|e| {
            InputError::new(format!("{}: cannot be entered: {e}", folder.display()))
        })?;
        let names: Vec<String> = names
            .iter()
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        config::read(Path::new(file.file_name().unwrap_or_default()))?.named(&names)
    }

    /// How to run them. An interrupt ends all runs.
    pub(crate) fn running(
        &self,
        budget: Option<Duration>,
        memory: Option<&Memory>,
    ) -> Result<Running, InputError> {
        let unknown = |e| InputError::new(format!("this program cannot be found: {e}"));
        ctrlc::set_handler(|| {
            worker::end_all();
            std::process::exit(130);
        })
        .map_err(|e| InputError::new(format!("interrupts cannot be handled: {e}")))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Running {
            program: worker::this_program().map_err(unknown)?,
            jobs: self.jobs.unwrap_or(cores),
            cache: Cache::of_user().filter(|_| !self.no_cache),
            budget: budget.map(|time| Budget {
                text: format!("{}ms", time.as_millis()),
                time,
            }),
            memory: memory.cloned(),
        })
    }
}

fn current() -> Result<PathBuf, InputError> {
    std::env::current_dir()
        .map_err(|e| InputError::new(format!("the current folder cannot be found: {e}")))
}

/// Where reports go, whatever the current folder becomes.
pub(crate) struct Reports {
    undecided: Undecided,
    sarif: Option<PathBuf>,
    junit: Option<PathBuf>,
    markdown: Option<PathBuf>,
    annotations: Option<AnnotationsArg>,
    verbose: bool,
}

impl ReportArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.undecided == UndecidedArg::Pass
            || self.sarif.is_some()
            || self.junit.is_some()
            || self.markdown.is_some()
            || self.annotations.is_some()
            || self.verbose
    }

    pub(crate) fn resolved(&self) -> Result<Reports, InputError> {
        let here = current()?;
        let resolved = |path: &Option<PathBuf>| path.as_ref().map(|path| here.join(path));
        Ok(Reports {
            undecided: match self.undecided {
                UndecidedArg::Fail => Undecided::Fails,
                UndecidedArg::Pass => Undecided::Passes,
            },
            sarif: resolved(&self.sarif),
            junit: resolved(&self.junit),
            markdown: resolved(&self.markdown),
            annotations: self.annotations,
            verbose: self.verbose,
        })
    }
}

/// Counts runs on standard error, where that is a terminal.
pub(crate) struct Steps {
    line: Line,
    done: Cell<usize>,
    all: usize,
}

impl Steps {
    pub(crate) fn new(all: usize, quiet: bool) -> Self {
        Self {
            line: Line::new(quiet, None),
            done: Cell::new(0),
            all,
        }
    }

    pub(crate) fn step(&self, name: &str) {
        let done = (self.done.get() + 1).min(self.all);
        self.done.set(done);
        self.line
            .working(&|| format!("{done}/{}  {name}", self.all));
    }
}

/// Writes what was asked for, and says how the check ends.
pub(crate) fn conclude(
    outcomes: &[Outcome],
    reports: &Reports,
    json: bool,
) -> Result<Done, InputError> {
    let Reports {
        undecided, verbose, ..
    } = *reports;
    let files = [
        (&reports.sarif, sarif::sarif(outcomes)),
        (&reports.junit, junit::junit(outcomes, undecided)),
        (&reports.markdown, markdown::markdown(outcomes)),
    ];
    for (path, text) in files {
        if let Some(path) = path {
            mores::write_whole(path, &text)?;
        }
    }
    let summary = Summary::of(outcomes);
    let annotated = match reports.annotations {
        Some(AnnotationsArg::Github) => annotations::github(outcomes, undecided),
        None => String::new(),
    };
    let output = match json {
        true => report::check(outcomes, undecided),
        false => annotated + &text(outcomes, &summary, verbose),
    };
    let exit = match summary.has_bad_input() {
        true => Exit::Refused,
        false => Exit::passing(summary.passes(undecided)),
    };
    Ok(Done { output, exit })
}

/// A line for each subject, and below it what differs.
fn text(outcomes: &[Outcome], summary: &Summary, verbose: bool) -> String {
    let width = outcomes.iter().map(|o| o.name.chars().count()).max();
    let width = width.unwrap_or(0).min(60);
    let mut out = String::new();
    for outcome in outcomes {
        let (status, name) = (outcome.status.name(), clean(&outcome.name));
        let told = match outcome.status {
            Status::Differs => place(outcome),
            _ => clean(&outcome.sentence),
        };
        let cost = if verbose {
            cost(outcome)
        } else {
            String::new()
        };
        out.push_str(&format!("{status:<9}  {name:<width$}  {told}{cost}\n"));
        for difference in &outcome.differences {
            let end = if difference.witness.is_empty() {
                ""
            } else {
                ":"
            };
            out.push_str(&format!("    {}{end}\n", clean(&difference.message)));
            for line in &difference.witness {
                out.push_str(&format!("        {}\n", clean(line)));
            }
        }
    }
    out + &format!("{}\n", summary.sentence())
}

fn place(outcome: &Outcome) -> String {
    let place = outcome.location.as_ref();
    place.map_or_else(String::new, |at| {
        clean(&format!("{}:{}", at.file.display(), at.line))
    })
}

fn cost(outcome: &Outcome) -> String {
    match (outcome.cached, outcome.millis) {
        (true, _) => "  (cached)".to_owned(),
        (false, Some(millis)) => format!("  ({:.2} s)", millis as f64 / 1000.0),
        (false, None) => String::new(),
    }
}
