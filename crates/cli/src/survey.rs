//! The command `mores survey`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use mores::{InputError, Progress};
use project::survey::{Folder, PerSubject, Request, Runners, Told, read_tasks, survey, table};
use project::worker;

use crate::args::{Paths, duration, paths, size};
use crate::progress::Line;
use crate::run::{Done, Exit};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores survey corpus/versions/old --out out/survey --jobs 2
  mores survey 'java.util.*' --out out/survey --budget 10s
  mores survey .deps/jars/commons-io.jar --out out/survey --times
  mores survey corpus/c/errors --json --budget 5s
  mores survey 'java.util.**' --out out/survey --on hq

Exit codes: 0 done, whatever was found; with --exit-code 1 if a class crashed
mores; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct SurveyArgs {
    /// Jars, folders of sources or class files, packages of the JDK (java.util.*, with those below java.util.**), classes
    #[arg(value_name = "JAR|FOLDER|PATTERN|CLASS", required = true)]
    named: Vec<PathBuf>,
    /// Folders and jars with further classes that the code needs, separated as the system separates paths
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    class_path: Option<Paths>,
    /// Leaves index.html, index.json, index.txt and the files of each class in this folder; the same command goes on
    /// there where it stopped
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How long each class may take: 500ms, 10s, 5m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    budget: Duration,
    /// How much memory each class may hold: 500MB, 2GB
    #[arg(long, value_name = "SIZE", default_value = "1500MB", value_parser = size)]
    memory: u64,
    /// How many classes are looked at at a time; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Does anew what is finished
    #[arg(long, requires = "out")]
    fresh: bool,
    /// Where classes are looked at: on this machine, or on the workers of a HyperQueue server that share the folder
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = On::Here)]
    on: On,
    /// Adds how long each class took, which differs from run to run
    #[arg(long)]
    times: bool,
    /// The result as JSON on standard output
    #[arg(long)]
    json: bool,
    /// Exits with 1 if a class crashed mores
    #[arg(long)]
    exit_code: bool,
    /// Shows no progress
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum On {
    /// This machine
    Here,
    /// The HyperQueue server of HQ_SERVER_DIR
    Hq,
}

/// What a worker of HyperQueue is given.
#[derive(Debug, ClapArgs)]
pub(crate) struct TaskArgs {
    folder: PathBuf,
    tasks: PathBuf,
    number: usize,
}

/// Surveys and shows the table.
pub(crate) fn run(args: &SurveyArgs) -> Result<Done, InputError> {
    let cannot = |e: io::Error| InputError::new(format!("the folder cannot be made: {e}"));
    let class_path = args
        .class_path
        .clone()
        .map_or_else(Vec::new, |paths| paths.0);
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let request = Request {
        named: args.named.clone(),
        class_path,
        limits: PerSubject {
            budget: args.budget,
            memory: args.memory,
        },
        fresh: args.fresh,
        runners: match args.on {
            On::Here => Runners::Here(jobs),
            On::Hq => Runners::HyperQueue,
        },
    };
    end_on_interrupt()?;
    let shown = Shown::new(args.quiet);
    // Without a folder to leave things in, they vanish in the end.
    let folder = match &args.out {
        Some(out) => Folder::at(out),
        None => Folder::vanishing().map_err(cannot)?,
    };
    let index = survey(&request, &folder, |told| shown.tell(&told))?;
    drop(shown);
    Ok(Done {
        output: match args.json {
            true => index.to_json(),
            false => table(&index, args.times),
        },
        exit: Exit::passing(!args.exit_code || index.crashes() == 0),
    })
}

/// Runs one task, for HyperQueue. Where the tasks are gone, the survey was ended, and there is nothing to do.
pub(crate) fn task(args: &TaskArgs) -> Result<Done, InputError> {
    let cannot = |e: io::Error| InputError::new(format!("the task cannot be run: {e}"));
    let done = Done {
        output: String::new(),
        exit: Exit::Passes,
    };
    if !args.tasks.exists() {
        return Ok(done);
    }
    let tasks = read_tasks(&args.tasks).map_err(cannot)?;
    let none = || InputError::new(format!("there is no task {}", args.number));
    let task = tasks.get(args.number).ok_or_else(none)?;
    end_on_interrupt()?;
    task.perform(&Folder::at(&args.folder)).map_err(cannot)?;
    Ok(done)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The first interrupt ends all runs, and what is finished is shown; the second ends the program.
fn end_on_interrupt() -> Result<(), InputError> {
    let interrupt = || match worker::is_ended() {
        true => std::process::exit(130),
        false => worker::end_all(),
    };
    ctrlc::set_handler(interrupt)
        .map_err(|e| InputError::new(format!("interrupts cannot be handled: {e}")))
}

/// Progress: one line that is drawn over on a terminal, a line for each class elsewhere.
struct Shown {
    line: Line,
    in_lines: bool,
}

impl Shown {
    fn new(quiet: bool) -> Self {
        Self {
            line: Line::new(quiet, None),
            in_lines: !quiet && !io::stderr().is_terminal(),
        }
    }

    fn tell(&self, told: &Told<'_>) {
        let (finished, all) = (told.finished, told.all);
        let (name, verdict) = (crate::text::clean(&told.row.name), told.row.verdict.text());
        let text = format!("{finished} of {all}  {name}: {verdict}");
        if self.in_lines {
            // Progress that cannot be shown is no failure.
            let _ = writeln!(io::stderr(), "{text}");
        }
        self.line.working(&|| text.clone());
    }
}
