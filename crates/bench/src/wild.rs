//! Classes of others, all methods, by default options: of how many can a person read the result, and what keeps the rest
//! from it?
//!
//! A result can be read if it comes in time and in little memory, no guard is long, something can be called after
//! construction, few calls are unknown, and it is proved, exact but for named unknowns, or exact up to some calls.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use mores::report::{Answer, Report, VerdictKind};
use mores::{Budget, InterfaceRequest, NoProgress};

use crate::measure::{GRACE, end_after, peak_megabytes};
use crate::options::seconds;
use crate::table::table;

/// The command by which the program calls itself.
pub const COMMAND: &str = "wild-one";

/// A class a line, behind its jar if it is not of the JDK; `#` begins a remark.
const CLASSES: &str = include_str!("../wild.txt");

/// A guard with more characters is not read by anybody.
const LONGEST_GUARD: usize = 160;
/// More unknown calls than one in so many are too many.
const UNKNOWN: usize = 5;
/// So many calls are far enough.
const DEEP: u64 = 6;
const MOST_MEGABYTES: u64 = 1_500;
/// The longest reason that is printed.
const WIDEST: usize = 110;

const HEADER: [&str; 10] = [
    "class", "readable", "verdict", "states", "seconds", "MB", "guard", "unknown", "beyond", "runs",
];
/// Columns of [`HEADER`].
const READABLE: usize = 1;
const VERDICT: usize = 2;
const RUNS: usize = 9;
/// What stands in the column of runs where the real class does something else.
const CONTRADICTED: &str = "contradicted";
/// How long the real class may run beside.
const REPLAYING: Duration = Duration::from_secs(300);
const REPLAY: &str = "--replay";

/// Measures the classes whose lines contain one of the words given, or all. With `--replay` the real classes are run, too.
pub fn run(args: &[String]) -> Result<String, String> {
    let (mut budget, mut wanted) = ("10".to_owned(), Vec::new());
    let mut options = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--budget" => budget = args.next().cloned().unwrap_or_default(),
            REPLAY => options.push(REPLAY),
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            word => wanted.push(word.to_string()),
        }
    }
    seconds(&budget)?;
    options.push(&budget);
    let lines = lines().filter(|line| wanted.is_empty() || wanted.iter().any(|w| line.contains(w)));
    let rows: Vec<Vec<String>> = lines.map(|line| measured(line, &options)).collect();
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row[..HEADER.len()].to_vec())
        .collect();
    let mut text = table(&HEADER, &["readable", "verdict"], &cells);
    let count = |column: usize, what: &str| rows.iter().filter(|row| row[column] == what).count();
    let (readable, proved) = (count(READABLE, "yes"), count(VERDICT, "proved"));
    let all = rows.len();
    let share = |part: usize| 100 * part / all.max(1);
    text += &format!(
        "\n{readable} of {all} can be read ({} %), {proved} are proved ({} %)\n\n",
        share(readable),
        share(proved)
    );
    if options.contains(&REPLAY) {
        let runs = rows.iter().filter_map(|row| row[RUNS].parse::<u64>().ok());
        let (runs, wrong): (u64, usize) = (runs.sum(), count(RUNS, CONTRADICTED));
        text += &format!("{runs} runs of the real classes, {wrong} models contradicted\n\n");
    }
    for row in rows.iter().filter(|row| row[READABLE] != "yes") {
        text += &format!("{}: {}\n", row[0], row[HEADER.len()]);
    }
    Ok(text)
}

fn lines() -> impl Iterator<Item = &'static str> {
    CLASSES
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A row of the table, and the reason behind it.
fn measured(line: &str, options: &[&str]) -> Vec<String> {
    let class = line.rsplit(' ').next().unwrap_or(line).to_owned();
    let said = || -> Result<String, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.arg(COMMAND).args(options).args(line.split(' '));
        let output = command.output().map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        }
    };
    let cells: Vec<String> = match said() {
        Ok(text) => text.split('\t').map(str::to_owned).collect(),
        Err(why) => {
            let none = vec!["-".to_owned(); HEADER.len() - 2];
            let why = why.lines().next().unwrap_or_default().to_owned();
            [vec!["no".to_owned()], none, vec![why]].concat()
        }
    };
    let mut row = vec![class];
    row.extend(cells);
    row.resize(HEADER.len() + 1, String::new());
    row
}

/// What the new process does: one line, columns separated by tabs.
pub fn child(args: &[String]) -> Result<String, String> {
    let replay = args.first().is_some_and(|arg| arg == REPLAY);
    let [budget, line @ ..] = &args[usize::from(replay)..] else {
        return Err(format!("{COMMAND} [{REPLAY}] SECONDS [JAR] CLASS"));
    };
    let (mut request, time) = (request(line)?, seconds(budget)?);
    request.replay = replay;
    let beside = if replay { REPLAYING } else { Duration::ZERO };
    end_after(GRACE + 2 * time + beside);
    let started = Instant::now();
    let found = mores::interface(&request, &Budget::lasting(time), &NoProgress)
        .map_err(|error| error.to_string())?;
    let cost = (started.elapsed(), peak_megabytes());
    Ok(cells(&found.report, cost, time).join("\t") + "\n")
}

fn request(line: &[String]) -> Result<InterfaceRequest, String> {
    let [jar, class] = line else {
        let class = line.first().ok_or("a class is missing")?;
        return Ok(InterfaceRequest::new(class));
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/jars");
    let listed = std::fs::read_dir(&folder).map_err(|_| "there are no jars: run ./x bench wild")?;
    let jars = listed.filter_map(|entry| Some(entry.ok()?.path()));
    let mut others: Vec<PathBuf> = jars.filter(|path| !path.ends_with(jar)).collect();
    others.sort();
    Ok(InterfaceRequest {
        class: Some(class.clone()),
        class_path: others,
        ..InterfaceRequest::new(folder.join(jar))
    })
}

/// The cells of a row, the reason last.
fn cells(report: &Report, (time, megabytes): (Duration, u64), budget: Duration) -> Vec<String> {
    let guards = report
        .model
        .alphabet
        .iter()
        .map(|s| s.guard.chars().count());
    let longest = guards.max().unwrap_or(0);
    let Calls {
        all: calls,
        unknown,
        beyond,
    } = Calls::of(report);
    let mut why = Vec::new();
    if !report.replay.done && time > budget.mul_f64(1.1) + Duration::from_secs(1) {
        why.push("it takes longer than its budget".to_owned());
    }
    if megabytes > MOST_MEGABYTES {
        why.push(format!("{megabytes} MB"));
    }
    if longest > LONGEST_GUARD {
        why.push(format!("a guard of {longest} characters"));
    }
    if unknown * UNKNOWN > calls {
        why.push(format!(
            "{unknown} of {calls} calls are unknown: {}",
            commonest(report)
        ));
    }
    if !can_be_called(report) {
        why.push("nothing can be called".to_owned());
    }
    why.extend(untold(report));
    let readable = if why.is_empty() { "yes" } else { "no" };
    let mut reason = why.join("; ").replace(['\t', '\n'], " ");
    if let Some((end, _)) = reason.char_indices().nth(WIDEST) {
        reason.truncate(end);
    }
    vec![
        readable.to_owned(),
        verdict(report),
        report.counts.states.to_string(),
        format!("{:.1}", time.as_secs_f64()),
        megabytes.to_string(),
        longest.to_string(),
        format!("{} %", 100 * unknown / calls.max(1)),
        format!("{} %", 100 * beyond / calls.max(1)),
        runs(report),
        reason,
    ]
}

fn verdict(report: &Report) -> String {
    let kind = match report.verdict.kind {
        VerdictKind::Proved => "proved",
        VerdictKind::UpTo => "up to",
        VerdictKind::Unknown => "unknown",
        VerdictKind::Violated => "violated",
    };
    let depth = report.verdict.depth.map(|depth| format!(" {depth}"));
    format!("{kind}{}", depth.unwrap_or_default())
}

/// Why a verdict says too little, if it does.
fn untold(report: &Report) -> Option<String> {
    let verdict = &report.verdict;
    let reason = verdict.reason.clone().unwrap_or_default();
    let told = match verdict.kind {
        VerdictKind::Proved => true,
        VerdictKind::UpTo => verdict.depth.is_some_and(|depth| depth >= DEEP),
        VerdictKind::Unknown => report.is_exact_where_known() || !reason.contains("budget"),
        VerdictKind::Violated => false,
    };
    (!told).then(|| format!("{}: {reason}", self::verdict(report)))
}

/// The states in which calls are made.
fn is_open(report: &Report, state: u64) -> bool {
    let mut states = report.model.states.iter();
    states.any(|s| s.id == state && s.answer == Answer::Ok)
}

/// How often the real class was run, or what came of it.
fn runs(report: &Report) -> String {
    let replay = &report.replay;
    match (replay.contradicted, replay.done) {
        (true, _) => CONTRADICTED.to_owned(),
        (false, true) => replay.runs.to_string(),
        (false, false) => "-".to_owned(),
    }
}

/// How many calls there are; calls that need an object which is not there are none.
struct Calls {
    all: usize,
    unknown: usize,
    /// After which nothing was looked at.
    beyond: usize,
}

impl Calls {
    fn of(report: &Report) -> Self {
        let model = &report.model;
        let constructs = |symbol: &str| {
            let method = model.alphabet.iter().find(|s| s.symbol == symbol);
            let method = method.and_then(|s| model.methods.iter().find(|m| m.name == s.method));
            method.is_some_and(|m| m.constructs)
        };
        let counted = model.transitions.iter().filter(|t| {
            is_open(report, t.from) && (t.from == model.initial) == constructs(&t.symbol)
        });
        let is_beyond = |id: u64| model.states.iter().any(|s| s.id == id && s.beyond);
        Self {
            unknown: counted.clone().filter(|t| t.unknown.is_some()).count(),
            beyond: counted.clone().filter(|t| is_beyond(t.to)).count(),
            all: counted.count(),
        }
    }
}

/// The commonest reason for an unknown call.
fn commonest(report: &Report) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in report
        .model
        .transitions
        .iter()
        .filter_map(|t| t.unknown.as_ref())
    {
        *reasons.entry(&cause.what).or_default() += 1;
    }
    let most = reasons.into_iter().max_by_key(|&(_, count)| count);
    most.map_or(String::new(), |(what, _)| what.to_owned())
}

fn can_be_called(report: &Report) -> bool {
    let model = &report.model;
    let mut transitions = model.transitions.iter();
    transitions.any(|t| t.from != model.initial && is_open(report, t.from))
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn the_list_has_classes_of_the_jdk_and_of_jars() {
        let of_jars = lines().filter(|line| line.contains(".jar ")).count();
        assert!(of_jars >= 40 && lines().count() - of_jars >= 60);
    }
}
