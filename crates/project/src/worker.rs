//! Runs of the command in processes of their own, several at a time, with limits that hold.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// What to run: `PROGRAM ARGUMENT…`, in the folder where we run, with our environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The arguments of the command.
    pub arguments: Vec<OsString>,
    /// What ends it.
    pub limits: Limits,
}

/// What ends a run that does not end by itself. The command has limits of its own (`--budget`, `--memory`); these are for
/// runs that do not keep them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub time: Duration,
    /// Bytes of address space.
    pub memory: Option<u64>,
}

impl Limits {
    /// Limits around a budget that the command itself is given and counts in work: a third more than that may take, and 3
    /// seconds to start and to print.
    pub fn around(budget: Duration, memory: Option<u64>) -> Self {
        Self {
            time: budget * mores::Budget::LATEST + budget / 3 + Duration::from_secs(3),
            memory,
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// Standard output.
    pub output: Vec<u8>,
    /// Standard error.
    pub errors: Vec<u8>,
    /// How long it took.
    pub took: Duration,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Exited(i32),
    /// By this signal: it crashed, or somebody ended it.
    Killed(i32),
    /// It did not end in time and was ended.
    OutOfTime,
}

/// Runs all jobs, `at_once` of them at a time, and says of each what came of it as soon as that is known, by its position.
/// Jobs are begun in their order. Ends early, with no further job begun, when `each` says `false`.
pub fn run_all(
    program: &Path,
    jobs: &[Job],
    at_once: usize,
    each: impl FnMut(usize, io::Result<Finished>) -> bool,
) {
    side_by_side(jobs.len(), at_once, |at| run(program, &jobs[at]), each);
}

/// Does `count` pieces of work, `at_once` of them at a time, and says what came of each, by its position. Ends early, with
/// no further piece begun, when `each` says `false`, or when all runs are ended.
pub fn side_by_side<T: Send>(
    count: usize,
    at_once: usize,
    work: impl Fn(usize) -> T + Sync,
    mut each: impl FnMut(usize, T) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..at_once.clamp(1, count.max(1)) {
            let (next, work, tell) = (&next, &work, tell.clone());
            scope.spawn(move || {
                let take = || (!is_ended()).then(|| next.fetch_add(1, Ordering::Relaxed));
                while let Some(at) = take().filter(|&at| at < count) {
                    if tell.send((at, work(at))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        for (at, done) in told {
            if !each(at, done) {
                next.store(count, Ordering::Relaxed);
            }
        }
    });
}

/// Runs one job to its end, or to the end of its time.
pub fn run(program: &Path, job: &Job) -> io::Result<Finished> {
    let (mut output, mut errors) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let started = Instant::now();
    let mut command = limited(program, job);
    command.stdin(Stdio::null());
    command
        .stdout(output.try_clone()?)
        .stderr(errors.try_clone()?);
    // A group of its own: javac and cc, which the command starts, end with it.
    let child = command.process_group(0).spawn()?;
    let group = child.id();
    running().push(group);
    // Whoever ends all runs has either seen this one in the list or is seen here.
    if is_ended() {
        end_group(group);
    }
    let status = wait(child, job.limits.time);
    running().retain(|g| *g != group);
    end_group(group);
    let took = started.elapsed();
    let ending = status?.map_or(Ending::OutOfTime, ending);
    Ok(Finished {
        ending,
        output: written(&mut output)?,
        errors: written(&mut errors)?,
        took,
    })
}

/// The groups of processes that run now.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    // A list of numbers is in order even if somebody panicked beside it.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether all runs were ended.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Whether [`end_all`] was called: what ends from then on was ended, and says nothing of its subject.
pub fn is_ended() -> bool {
    ENDED.load(Ordering::SeqCst)
}

/// Ends all runs, and lets no other begin: for an interrupt.
pub fn end_all() {
    ENDED.store(true, Ordering::SeqCst);
    let groups = running().clone();
    groups.into_iter().for_each(end_group);
}

/// `sh -c 'ulimit -v KILOBYTES; exec "$@"' sh PROGRAM ARGUMENT…`: one process in the end, with its own exit status.
fn limited(program: &Path, job: &Job) -> Command {
    let Some(bytes) = job.limits.memory else {
        let mut command = Command::new(program);
        command.args(&job.arguments);
        return command;
    };
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {}; exec \"$@\"", bytes / 1024);
    command.arg("-c").arg(script).arg("sh").arg(program);
    command.args(&job.arguments);
    command
}

/// Waits for a child, for some time; no status if the time was over first.
fn wait(mut child: Child, time: Duration) -> io::Result<Option<ExitStatus>> {
    let group = child.id();
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || tell.send(child.wait()));
        match told.recv_timeout(time) {
            Ok(status) => status.map(Some),
            Err(_) => {
                end_group(group);
                Ok(None)
            }
        }
    })
}

/// Ends a process and all that it started in its group.
fn end_group(group: u32) {
    let kill = Command::new("kill")
        .args(["-KILL", "--", &format!("-{group}")])
        .stderr(Stdio::null())
        .status();
    // Where there is no `kill`, the limits of the run itself end it.
    drop(kill);
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Killed(signal.unwrap_or_default()),
    }
}

fn written(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The command itself, for runs of it.
pub fn this_program() -> io::Result<PathBuf> {
    std::env::current_exe()
}
