//! mores beside CBMC, program by program: families that grow, and functions of C libraries with free input bytes. The functions are
//! cut out of Debian's sources (`python3 tools/sources.py`), CBMC is fetched by `python3 tools/cbmc.py`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use mores::report::VerdictKind;
use mores::{Budget, LanguageRequest, NoProgress};

use super::{COMMAND, cbmc, seconds};
use crate::java::output_of;
use crate::measure::cpu_time;
use crate::options;
use crate::table::table;

/// The first argument of this table.
pub const NAME: &str = "beside";

/// How long each tool may take with each program unless it is said otherwise.
const BUDGET: Duration = Duration::from_secs(60);

/// A family, its sizes, and how many rounds of a loop one of size n has at most.
type Family = (&'static str, [u32; 3], fn(u32) -> u32);

const FAMILIES: [Family; 6] = [
    ("ifs", [10, 20, 40], |n| n),
    ("nested", [6, 12, 24], |n| n),
    ("max", [8, 16, 32], |n| n),
    ("sort", [4, 6, 8], |n| n),
    ("list", [3, 5, 8], |n| n + 1),
    ("machine", [10, 100, 1000], |n| 2 * n),
];

const COLUMNS: [&str; 7] = ["program", "n", "mores", "CPU s", "CBMC", "CPU s", "times"];

/// A program, and what both are told of it.
struct Program {
    name: String,
    size: Option<u32>,
    file: PathBuf,
    /// How often CBMC unwinds a loop.
    unwind: u32,
}

/// What a tool said, and how much of the processor that took.
struct Said {
    verdict: String,
    seconds: Option<f64>,
}

fn bench() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("errors")
}

fn families() -> impl Iterator<Item = Program> {
    FAMILIES.into_iter().flat_map(|(name, sizes, rounds)| {
        sizes.into_iter().map(move |size| Program {
            name: name.to_owned(),
            size: Some(size),
            file: bench().join("families").join(name).with_extension("c"),
            unwind: rounds(size) + 1,
        })
    })
}

/// The functions of libraries: the text of each says how often its loops go round.
fn functions() -> Result<Vec<Program>, String> {
    let shims = bench().join("functions");
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/programs");
    let listed = fs::read_dir(&shims).map_err(|why| format!("{}: {why}", shims.display()))?;
    let mut names: Vec<PathBuf> = listed
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "c"))
        .collect();
    names.sort();
    let program = |shim: &PathBuf| {
        let text = fs::read_to_string(shim).map_err(|why| format!("{}: {why}", shim.display()))?;
        let unwind = text
            .lines()
            .find_map(|line| line.strip_prefix("//: unwind "));
        let name = shim.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Program {
            file: made.join(&*name).with_extension("c"),
            name: name.into_owned(),
            size: None,
            unwind: unwind
                .and_then(|number| number.trim().parse().ok())
                .unwrap_or(10),
        })
    };
    names.iter().map(program).collect()
}

/// Measures all programs, or those that are named, each tool in a process of its own.
pub fn run(args: &[String]) -> Result<String, String> {
    let (budget, names) = match args {
        [flag, time, rest @ ..] if flag == "--budget" => (options::seconds(time)?, rest),
        names => (BUDGET, names),
    };
    let Some(version) = cbmc::version() else {
        return Err("CBMC is not here: python3 tools/cbmc.py fetches it".to_owned());
    };
    let (mut rows, mut times) = (Vec::new(), BTreeMap::new());
    let mut only_cbmc = Vec::new();
    for program in families().chain(functions()?) {
        if !names.is_empty() && !names.contains(&program.name) {
            continue;
        }
        let size = program.size.map_or("-".to_owned(), |size| size.to_string());
        let (ours, theirs) = (
            said("mores", &program, budget),
            said("cbmc", &program, budget),
        );
        // Less than a hundredth of a second is not told apart.
        let ratio = ours.seconds.zip(theirs.seconds);
        let ratio = ratio.map(|(ours, theirs)| theirs.max(0.01) / ours.max(0.01));
        times.extend(ratio.map(|ratio| (format!("{} {size}", program.name), ratio)));
        if theirs.seconds.is_some() && ours.seconds.is_none() {
            only_cbmc.push(format!("{} {size}", program.name));
        }
        rows.push(vec![
            program.name,
            size,
            ours.verdict,
            ours.seconds.map_or("-".to_owned(), seconds),
            theirs.verdict,
            theirs.seconds.map_or("-".to_owned(), seconds),
            ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}")),
        ]);
    }
    let mean = times.values().map(|ratio| ratio.ln()).sum::<f64>() / times.len().max(1) as f64;
    let only = match only_cbmc.is_empty() {
        true => "no program is decided by CBMC alone".to_owned(),
        false => format!("decided by CBMC alone: {}", only_cbmc.join(", ")),
    };
    Ok(table(&COLUMNS, &["mores", "CBMC"], &rows)
        + &format!(
            "beside {version}, {} s each: where both decide, CBMC takes {:.1} times as long (geometric mean of {}); {only}\n",
            budget.as_secs(),
            mean.exp(),
            times.len()
        ))
}

/// What one of them says of a program. Without seconds: it did not decide.
fn said(tool: &str, program: &Program, budget: Duration) -> Said {
    let measured = || -> Result<String, String> {
        let own = std::env::current_exe()
            .map_err(|error| format!("this program cannot find itself: {error}"))?;
        let mut command = Command::new(own);
        command
            .args([COMMAND, NAME, tool])
            .arg(&program.file)
            .arg(program.size.map_or("-".to_owned(), |size| size.to_string()))
            .arg(program.unwind.to_string())
            .arg(budget.as_secs_f64().to_string());
        output_of(command)
    };
    match measured() {
        Ok(line) => {
            let (verdict, time) = line.trim_end().split_once('\t').unwrap_or((&line, "-"));
            Said {
                verdict: verdict.to_owned(),
                seconds: time.parse().ok(),
            }
        }
        Err(why) => Said {
            verdict: why.trim().to_owned(),
            seconds: None,
        },
    }
}

/// What the new process does: the verdict, and the time of the processor if it is one.
pub fn child(args: &[String]) -> Result<String, String> {
    let [tool, file, size, unwind, budget] = args else {
        return Err(format!("{COMMAND} {NAME} TOOL FILE SIZE UNWIND SECONDS"));
    };
    let budget = options::seconds(budget)?;
    let mut options = vec!["-D__NO_CTYPE".to_owned()];
    if size != "-" {
        options.push(format!("-DN={size}"));
    }
    let verdict = match tool.as_str() {
        "mores" => ours(Path::new(file), options, budget)?,
        _ => theirs(Path::new(file), &options, unwind, budget)?,
    };
    Ok(match verdict {
        Ok(verdict) => format!("{verdict}\t{}\n", seconds(cpu_time())),
        Err(open) => format!("{open}\t-\n"),
    })
}

/// A verdict, or why there is none.
type Verdict = Result<&'static str, &'static str>;

fn ours(file: &Path, options: Vec<String>, budget: Duration) -> Result<Verdict, String> {
    let request = LanguageRequest {
        options,
        ..LanguageRequest::new(file)
    };
    let found = mores::language(&request, &Budget::lasting(budget), &NoProgress)
        .map_err(|why| why.to_string())?;
    let model = &found.report.model;
    let fails = model.words.iter().any(|word| word.witnessed);
    let empty = found.report.counts.accepted == Some(0);
    let proved = found.report.verdict.kind == VerdictKind::Proved && empty;
    Ok(match (fails, proved) {
        (true, _) => Ok("fails"),
        (false, true) => Ok("never fails"),
        (false, false) => Err("not decided"),
    })
}

fn theirs(
    file: &Path,
    options: &[String],
    unwind: &str,
    budget: Duration,
) -> Result<Verdict, String> {
    let mut command = cbmc::command_of(file);
    command
        .args(options)
        .args(["--unwind", unwind, "--unwinding-assertions"]);
    command
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|why| format!("cbmc cannot be started: {why}"))?;
    let started = Instant::now();
    loop {
        match child.try_wait().map_err(|why| why.to_string())? {
            Some(status) => {
                return Ok(match status.code() {
                    Some(0) => Ok("never fails"),
                    Some(10) => Ok("fails"),
                    _ => Err("gives up"),
                });
            }
            None if started.elapsed() > budget => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Err("out of time"));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
