//! Runs a command that is not trusted: in an empty folder, with limits, without a network where the system allows that.
//!
//! The limits are those of the shell (`ulimit`), the network is taken away by `unshare` where that works. This is no
//! prison: the command runs as the user and can read and write what the user can. It keeps programs that go wrong from
//! doing harm, not programs that want to.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// What a run may use. What asks for more is ended, or is refused what it asks for, as the system does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time. Processor time has a limit of its own, [`PROCESSOR_SHARE`] times as much, for processes that got away.
    pub time: Duration,
    /// Bytes of address space; `None` for programs with limits of their own, such as `java -Xmx`, which reserve more
    /// than they use.
    pub memory: Option<u64>,
    /// Bytes of each file that is written; standard output and standard error are two of them.
    pub file_size: u64,
    /// Files that are open at a time.
    pub open_files: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory: Some(1 << 30),
            file_size: 16 << 20,
            open_files: 64,
        }
    }
}

/// Seconds of processor time for each second of wall time: programs with several threads use more than one.
const PROCESSOR_SHARE: u64 = 8;

/// The unit in which the shell counts sizes of files, in bytes.
const BLOCK: u64 = 512;

/// What to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The program, by a path or by a name in the user's search path.
    pub program: PathBuf,
    /// Its arguments. Paths must be absolute: the run starts in a folder of its own.
    pub arguments: Vec<String>,
    /// What standard input holds: a file, so that a run never waits for more.
    pub input: Vec<u8>,
    /// Variables of the environment beside the search path, and the home and temporary folder, which are the empty one.
    pub environment: Vec<(String, String)>,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard output, as far as the limit on files allows.
    pub output: Vec<u8>,
    /// What it wrote to standard error, likewise.
    pub errors: Vec<u8>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit status.
    Exited(i32),
    /// By a signal.
    Killed(i32),
    /// It did not end in time.
    OutOfTime,
    /// It wrote more than it may, so what it would have done is not known.
    TooMuchOutput,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Killed(signal) => write!(f, "signal {signal}"),
            Self::OutOfTime => write!(f, "no end in time"),
            Self::TooMuchOutput => write!(f, "too much output"),
        }
    }
}

/// Whether runs are without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// They have none.
    None,
    /// The system offers no way to take it from them.
    AsItIs,
}

/// A place for runs. Everything in it vanishes with it.
pub struct Sandbox {
    folder: TempDir,
    limits: Limits,
    runs: usize,
}

impl Sandbox {
    /// A new place, in the system's folder for temporary files.
    pub fn new(limits: Limits) -> io::Result<Self> {
        Ok(Self {
            folder: tempfile::Builder::new().prefix("mores-replay-").tempdir()?,
            limits,
            runs: 0,
        })
    }

    /// Whether runs are without a network.
    pub fn network(&self) -> Network {
        match without_network().is_empty() {
            true => Network::AsItIs,
            false => Network::None,
        }
    }

    /// A folder for what is needed to run (compiled code), which is not the folder that runs start in.
    pub fn tools(&self) -> io::Result<PathBuf> {
        let tools = self.folder.path().join("tools");
        fs::create_dir_all(&tools)?;
        Ok(tools)
    }

    /// How many runs there were.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// From now on, other limits.
    pub(crate) fn allow(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Runs a command to its end, or to the end of its time. All processes that it leaves behind in its group are ended.
    pub fn run(&mut self, call: &Call) -> io::Result<Finished> {
        let place = Place::new(
            &self.folder.path().join(format!("run{}", self.runs)),
            &call.input,
        )?;
        self.runs += 1;
        let child = self.command(call, &place)?.spawn()?;
        let group = child.id();
        let status = wait(child, self.limits.time);
        end_group(group);
        let output = place.written(OUTPUT, self.limits.file_size)?;
        let errors = place.written(ERRORS, self.limits.file_size)?;
        let full = [&output, &errors]
            .iter()
            .any(|w| w.len() as u64 >= blocks(self.limits.file_size) * BLOCK);
        let ending = match status? {
            None => Ending::OutOfTime,
            Some(_) if full => Ending::TooMuchOutput,
            Some(status) => ending(status),
        };
        place.remove()?;
        Ok(Finished {
            ending,
            output,
            errors,
        })
    }

    /// `unshare … sh -c 'ulimit …; exec "$@"' sh PROGRAM ARGUMENT…`: one process in the end, with its own exit status.
    fn command(&self, call: &Call, place: &Place) -> io::Result<Command> {
        let wrapper: Vec<&str> = without_network()
            .iter()
            .copied()
            .chain(["sh", "-c"])
            .collect();
        let mut command = Command::new(wrapper[0]);
        command
            .args(&wrapper[1..])
            .arg(self.limited())
            .arg("sh")
            .arg(&call.program)
            .args(&call.arguments);
        command
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command
            .env("HOME", place.start())
            .env("TMPDIR", place.start());
        command.envs(call.environment.iter().map(|(name, value)| (name, value)));
        command.current_dir(place.start());
        command.stdin(File::open(place.file(INPUT))?);
        command.stdout(File::create(place.file(OUTPUT))?);
        command.stderr(File::create(place.file(ERRORS))?);
        command.process_group(0);
        Ok(command)
    }

    /// The script that sets the limits and becomes the command.
    fn limited(&self) -> String {
        let Limits {
            time,
            memory,
            file_size,
            open_files,
        } = self.limits;
        let processor = (time.as_secs() + 1).saturating_mul(PROCESSOR_SHARE);
        let files = blocks(file_size);
        let memory = memory.map_or(String::new(), |bytes| {
            format!("ulimit -v {} && ", bytes / 1024)
        });
        format!(
            "ulimit -c 0 && ulimit -t {processor} && ulimit -f {files} && ulimit -n {open_files} && {memory}exec \"$@\""
        )
    }
}

/// A size in the shell's unit, at least one.
fn blocks(bytes: u64) -> u64 {
    (bytes / BLOCK).max(1)
}

/// The names of the three streams as files, beside the folder that a run starts in.
const INPUT: &str = "input";
const OUTPUT: &str = "output";
const ERRORS: &str = "errors";

/// Where one run takes place: its empty folder and, beside that, its streams.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(folder: &Path, input: &[u8]) -> io::Result<Self> {
        let place = Self {
            folder: folder.to_owned(),
        };
        fs::create_dir_all(place.start())?;
        fs::write(place.file(INPUT), input)?;
        Ok(place)
    }

    /// The empty folder.
    fn start(&self) -> PathBuf {
        self.folder.join("empty")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What was written to a stream, up to so many bytes.
    fn written(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.file(name))?
            .take(limit)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(self.folder)
    }
}

/// The status of a child when it ends, or nothing if it does not end in time; it is ended then.
fn wait(mut child: Child, time: Duration) -> io::Result<Option<ExitStatus>> {
    let group = child.id();
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(child.wait()));
    match receive.recv_timeout(time) {
        Ok(status) => status.map(Some),
        Err(_) => {
            end_group(group);
            // It is dead, but must have been waited for before its files are looked at.
            receive.recv().map_err(io::Error::other)?.map(|_| None)
        }
    }
}

/// Runs a command of the user's own, such as a compiler, which has no limit but time. How it ended, and what it wrote to
/// standard error.
pub(crate) fn timed(command: &mut Command, time: Duration) -> io::Result<(Ending, Vec<u8>)> {
    let mut errors = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(errors.try_clone()?).process_group(0);
    let status = wait(command.spawn()?, time)?;
    let mut said = Vec::new();
    errors.rewind()?;
    errors.read_to_end(&mut said)?;
    Ok((status.map_or(Ending::OutOfTime, ending), said))
}

/// Ends whatever is left of a group of processes. There is nothing to do if that fails: the group is empty then.
fn end_group(group: u32) {
    let script = format!("kill -s KILL -- -{group}");
    let quiet = Command::new("sh")
        .args(["-c", &script])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    drop(quiet);
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Killed(signal.unwrap_or_default()),
    }
}

/// Ways to run a command without a network, the best first: as the same user, as a root that only it can see, or with
/// the rights of the real root.
const WITHOUT_NETWORK: [&[&str]; 3] = [
    &["unshare", "--user", "--map-current-user", "--net", "--"],
    &["unshare", "--user", "--map-root-user", "--net", "--"],
    &["unshare", "--net", "--"],
];

/// The first way that works on this system; empty if none does.
fn without_network() -> &'static [&'static str] {
    static WAY: OnceLock<&[&str]> = OnceLock::new();
    let works = |way: &&&[&str]| {
        let mut command = Command::new(way[0]);
        command
            .args(&way[1..])
            .arg("true")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    WAY.get_or_init(|| {
        WITHOUT_NETWORK
            .iter()
            .find(works)
            .copied()
            .unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Call {
        Call {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            ..Call::default()
        }
    }

    fn run_within(limits: Limits, call: &Call) -> Finished {
        Sandbox::new(limits)
            .and_then(|mut sandbox| sandbox.run(call))
            .expect("a shell can be run")
    }

    fn run(script: &str) -> Finished {
        run_within(Limits::default(), &shell(script))
    }

    /// Whether a process that was ended is gone; it may take a moment, and somebody must wait for it.
    fn ends(process: &str) -> bool {
        (0..1000).any(|_| {
            let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            let gone = status.is_empty() || status.contains("State:\tZ");
            if !gone {
                thread::sleep(Duration::from_millis(10));
            }
            gone
        })
    }

    #[test]
    fn what_is_written_and_how_it_ended_come_back() {
        let call = Call {
            input: b"in\n".to_vec(),
            ..shell("read line; echo \"$line\" out; echo err >&2; exit 3")
        };
        let finished = run_within(Limits::default(), &call);
        let expected = Finished {
            ending: Ending::Exited(3),
            output: b"in out\n".to_vec(),
            errors: b"err\n".to_vec(),
        };
        assert_eq!(finished, expected);
    }

    #[test]
    fn a_signal_is_no_exit_status() {
        assert_eq!(run("kill -ABRT $$").ending, Ending::Killed(6));
    }

    #[test]
    fn every_run_starts_in_an_empty_folder_of_its_own() {
        let mut sandbox = Sandbox::new(Limits::default()).expect("there is room for a folder");
        for _ in 0..2 {
            let finished = sandbox
                .run(&shell("ls -A; touch file"))
                .expect("a shell can be run");
            assert_eq!(
                (finished.ending, finished.output),
                (Ending::Exited(0), Vec::new())
            );
        }
        assert_eq!(sandbox.runs(), 2);
    }

    #[test]
    fn the_environment_is_not_the_users() {
        let finished = run("env");
        let text = String::from_utf8_lossy(&finished.output).into_owned();
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| Some(line.split_once('=')?.0))
            .collect();
        assert!(
            names.iter().all(
                |name| ["PATH", "HOME", "TMPDIR", "PWD", "OLDPWD", "_", "SHLVL"].contains(name)
            ),
            "{text}"
        );
    }

    #[test]
    fn a_run_without_an_end_is_ended_with_what_it_started() {
        let limits = Limits {
            time: Duration::from_millis(300),
            ..Limits::default()
        };
        let finished = run_within(limits, &shell("sleep 1000 & echo $!; wait"));
        assert_eq!(finished.ending, Ending::OutOfTime);
        let child = String::from_utf8_lossy(&finished.output).trim().to_owned();
        assert!(ends(&child), "process {child} is still there");
    }

    #[test]
    fn what_is_left_behind_by_a_run_is_ended() {
        let finished = run("sleep 1000 > /dev/null 2>&1 & echo $!");
        assert_eq!(finished.ending, Ending::Exited(0));
        let child = String::from_utf8_lossy(&finished.output).trim().to_owned();
        assert!(ends(&child), "process {child} is still there");
    }

    #[test]
    fn files_memory_and_output_have_limits() {
        let limits = Limits {
            file_size: 4096,
            memory: Some(256 << 20),
            ..Limits::default()
        };
        assert_eq!(
            run_within(limits, &shell("yes")).ending,
            Ending::TooMuchOutput
        );
        let written = run_within(limits, &shell("yes > file; wc -c < file"));
        assert_eq!(String::from_utf8_lossy(&written.output).trim(), "4096");
        let large = run_within(
            limits,
            &shell("head -c 400000000 /dev/zero | tail -c 390000000 | wc -c"),
        );
        assert_ne!(String::from_utf8_lossy(&large.output).trim(), "390000000");
        let limits = Limits {
            open_files: 5,
            ..limits
        };
        assert_ne!(
            run_within(limits, &shell("exec 3</dev/null 4</dev/null 5</dev/null")).ending,
            Ending::Exited(0)
        );
    }

    #[test]
    fn where_the_network_can_be_taken_away_it_is() {
        let finished = run("cat /proc/net/dev");
        let others = String::from_utf8_lossy(&finished.output)
            .lines()
            .skip(2)
            .filter(|l| !l.trim().starts_with("lo:"))
            .count();
        let sandbox = Sandbox::new(Limits::default()).expect("there is room for a folder");
        match sandbox.network() {
            Network::None => assert_eq!(others, 0),
            Network::AsItIs => {}
        }
    }
}
