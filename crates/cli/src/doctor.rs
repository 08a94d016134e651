//! What mores finds on this machine of what it needs, and what to do about the rest.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args as ClapArgs;
use mores::InputError;
use project::cache::Cache;
use serde::Serialize;

use crate::run::{Done, Exit};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores doctor
  mores doctor --json

Exit codes: 0 everything that is needed is there, 1 something is missing.";

#[derive(Debug, ClapArgs)]
pub(crate) struct DoctorArgs {
    /// The result as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// Everything that was looked for.
#[derive(Serialize)]
struct Diagnosis {
    mores: &'static str,
    /// Whether everything is there that is needed.
    ok: bool,
    findings: Vec<Finding>,
}

/// One thing that was looked for.
#[derive(Serialize)]
struct Finding {
    name: &'static str,
    ok: bool,
    /// What it is there for.
    purpose: &'static str,
    /// What was found, or why it will not do.
    found: String,
    /// Where it lies, if it is a file or a folder.
    path: Option<PathBuf>,
    /// What to do where it is not ok.
    remedy: Option<&'static str>,
}

const JDK: &str = "install a JDK (on Debian: default-jdk-headless), or set JAVA_HOME to one";
const COMPILER: &str = "install a C compiler (on Debian: gcc libc6-dev), or set CC to one";
const CACHE: &str = "set MORES_CACHE to a folder that can be written, or HOME";
const MEMORY: &str = "free some memory, or keep to a limit with --memory 1GB";

/// Below this, the larger classes of the JDK do not fit.
const ENOUGH_MEMORY: u64 = 1 << 30;

/// Says what is there.
pub(crate) fn doctor(args: &DoctorArgs) -> Result<Done, InputError> {
    let findings = vec![
        java(),
        javac(),
        jdk(),
        compiler(),
        preprocessor(),
        solver(),
        memory(),
        cores(),
        cache(),
    ];
    let diagnosis = Diagnosis {
        mores: env!("CARGO_PKG_VERSION"),
        ok: findings.iter().all(|finding| finding.ok),
        findings,
    };
    let output = match args.json {
        true => mores::report::json(&diagnosis),
        false => text(&diagnosis),
    };
    let exit = Exit::passing(diagnosis.ok);
    Ok(Done { output, exit })
}

fn text(diagnosis: &Diagnosis) -> String {
    let mut text = String::new();
    for finding in &diagnosis.findings {
        let mark = if finding.ok { "ok" } else { "missing" };
        let place = finding.path.as_ref();
        let place = place.map_or_else(String::new, |path| format!(", {}", path.display()));
        text += &format!("{mark:8}{:13}{}{place}", finding.name, finding.found);
        if let Some(remedy) = finding.remedy {
            text += &format!(" ({}): {remedy}", finding.purpose);
        }
        text.push('\n');
    }
    text
}

impl Finding {
    fn there(name: &'static str, purpose: &'static str, found: String) -> Self {
        Self {
            name,
            ok: true,
            purpose,
            found,
            path: None,
            remedy: None,
        }
    }

    fn missing(
        name: &'static str,
        purpose: &'static str,
        why: String,
        remedy: &'static str,
    ) -> Self {
        Self {
            ok: false,
            remedy: Some(remedy),
            ..Self::there(name, purpose, why)
        }
    }

    fn at(self, path: Option<PathBuf>) -> Self {
        Self { path, ..self }
    }
}

fn java() -> Finding {
    program(
        "java",
        "runs Java for --replay",
        mores::java_tool("java").as_os_str(),
        JDK,
    )
}

fn javac() -> Finding {
    program(
        "javac",
        "compiles .java files",
        mores::java_tool("javac").as_os_str(),
        JDK,
    )
}

fn jdk() -> Finding {
    let (name, purpose) = ("JDK", "its classes are followed like any other code");
    match mores::java_release() {
        Ok(version) => Finding::there(name, purpose, version),
        Err(_) => Finding::missing(name, purpose, "its classes were not found".to_owned(), JDK),
    }
}

fn compiler() -> Finding {
    program(
        "cc",
        "preprocesses C, and compiles it for --replay",
        &mores::c_compiler(),
        COMPILER,
    )
}

/// Whether the compiler preprocesses a file that includes a header of the library, as it is asked to for every C file.
fn preprocessor() -> Finding {
    let (name, purpose) = ("preprocessor", "reads C");
    let mut command = Command::new(mores::c_compiler());
    command.args(["-E", "-x", "c", "-include", "stdio.h", "/dev/null"]);
    match run(&mut command) {
        Ok(output) if output.contains("printf") => {
            Finding::there(name, purpose, "finds stdio.h".to_owned())
        }
        Ok(_) => Finding::missing(name, purpose, "gives no headers".to_owned(), COMPILER),
        Err(why) => Finding::missing(name, purpose, why, COMPILER),
    }
}

/// The solver is part of the program: where its library is not found, not even this is run.
fn solver() -> Finding {
    let version = format!("Z3 {}", mores::solver_version());
    Finding::there("solver", "decides and proves", version).at(loaded("libz3"))
}

fn memory() -> Finding {
    let (name, purpose) = ("memory", "holds terms and states");
    let Some(free) = available_memory() else {
        return Finding::there(name, purpose, "not known here".to_owned());
    };
    let found = format!("{:.1} GB free", free as f64 / 1e9);
    if free < ENOUGH_MEMORY {
        return Finding::missing(name, purpose, found, MEMORY);
    }
    Finding::there(name, purpose, found)
}

fn cores() -> Finding {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Finding::there("cores", "run engines side by side", cores.to_string())
}

fn cache() -> Finding {
    let (name, purpose) = ("cache", "keeps results of many subjects");
    let Some(folder) = Cache::of_user().map(|cache| cache.folder().to_owned()) else {
        let why = "there is no home for it".to_owned();
        return Finding::missing(name, purpose, why, CACHE);
    };
    let found = match writable(&folder) {
        true if folder.is_dir() => "can be written",
        true => "not made yet",
        false => {
            let why = "cannot be written".to_owned();
            return Finding::missing(name, purpose, why, CACHE).at(Some(folder));
        }
    };
    Finding::there(name, purpose, found.to_owned()).at(Some(folder))
}

/// A program, by what it says of its version.
fn program(
    name: &'static str,
    purpose: &'static str,
    file: &OsStr,
    remedy: &'static str,
) -> Finding {
    match run(Command::new(file).arg("--version")) {
        Ok(said) => {
            let version = said.lines().next().unwrap_or("says no version").to_owned();
            Finding::there(name, purpose, version).at(found_in_path(file))
        }
        Err(why) => Finding::missing(name, purpose, why, remedy),
    }
}

/// What a command prints where it succeeds, otherwise why it does not.
fn run(command: &mut Command) -> Result<String, String> {
    let name = PathBuf::from(command.get_program()).display().to_string();
    let output = command.env("LC_ALL", "C").stdin(Stdio::null()).output();
    let output = output.map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => format!("{name} was not found"),
        _ => format!("{name} cannot be started: {e}"),
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{name} fails, {}", output.status))
    }
}

/// The file that is started by that name, links followed.
fn found_in_path(name: &OsStr) -> Option<PathBuf> {
    let path: OsString = std::env::var_os("PATH").unwrap_or_default();
    let named = Path::new(name);
    let direct = (named.components().count() > 1).then(|| named.to_owned());
    let mut folders = std::env::split_paths(&path).map(|folder| folder.join(named));
    let file = direct.or_else(|| folders.find(|file| file.is_file()))?;
    file.canonicalize().ok()
}

/// The file of a library that this process has loaded, as Linux tells.
fn loaded(library: &str) -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let files = maps
        .lines()
        .filter_map(|line| Some(&line[line.find('/')?..]));
    files
        .map(PathBuf::from)
        .find(|file| file.to_string_lossy().contains(library))
}

/// The bytes that programs can still have, as Linux tells.
fn available_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes * 1024)
}

/// Whether a file can be made in the folder, or, while there is none, in the nearest folder above it. Tried with a file that
/// is gone afterwards.
fn writable(folder: &Path) -> bool {
    let Some(nearest) = folder.ancestors().find(|above| above.exists()) else {
        return false;
    };
    let probe = nearest.join(format!(".mores-doctor-{}", std::process::id()));
    let made = std::fs::File::create_new(&probe).is_ok();
    made && std::fs::remove_file(&probe).is_ok()
}
