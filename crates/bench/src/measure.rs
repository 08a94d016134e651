//! One class, in a process of its own, so that its memory is its own.

use std::process::Command;
use std::time::{Duration, Instant};

use mores::report::{Abstraction, Exploration, Report, VerdictKind};
use mores::{Budget, NoProgress};

use crate::{options, request};

/// The command by which the program calls itself.
pub const COMMAND: &str = "measure-one";

/// How much longer than its budget a class may take before it is ended.
pub const GRACE: Duration = Duration::from_secs(10);

/// What was found and what it cost, each as the text of a column; see [`COLUMNS`].
pub struct Measurement {
    /// The columns.
    pub cells: Vec<String>,
    /// Whether the interface is proved.
    pub proved: bool,
    /// Wall time.
    pub seconds: f64,
    /// The most memory in use.
    pub megabytes: u64,
    /// How far an engine of the papers got: `4/16`, with a star where it explored everything; `-` for the default.
    pub depth: String,
    /// The abstraction, where it was learned over one.
    pub abstracted: Option<Abstracted>,
    /// Why it is not proved; empty if it is.
    pub reason: String,
}

/// What an abstraction was in the end.
#[derive(Debug, PartialEq)]
pub struct Abstracted {
    /// Comparisons in the predicates.
    pub atoms: usize,
    /// How often it was learned from the beginning.
    pub iterations: usize,
    /// Abstract states.
    pub states: usize,
    /// The predicates.
    pub predicates: Vec<String>,
}

/// The columns of a measurement, after the class and the arithmetic.
pub const COLUMNS: [&str; 10] = [
    "methods",
    "symbols",
    "states",
    "verdict",
    "seconds",
    "MB",
    "solver calls",
    "membership",
    "equivalence",
    "decided by",
];

impl Measurement {
    /// The text of a column.
    pub fn cell(&self, column: &str) -> &str {
        COLUMNS
            .iter()
            .position(|name| *name == column)
            .map_or("", |at| &self.cells[at])
    }
}

/// Measures in a new process what `mores interface` with these arguments does.
pub fn measure(args: &[String], budget: Duration) -> Result<Measurement, String> {
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot find itself: {error}"))?;
    let mut command = Command::new(program);
    command
        .arg(COMMAND)
        .arg(budget.as_secs_f64().to_string())
        .args(args);
    let output = command
        .output()
        .map_err(|error| format!("this program cannot start itself: {error}"))?;
    let complaint = String::from_utf8_lossy(&output.stderr).trim().to_string();
    match output.status.code() {
        Some(0) => {}
        Some(_) => return Err(complaint),
        None => return Err(format!("{}: {complaint}", output.status)),
    }
    let text = String::from_utf8_lossy(&output.stdout);
    read(text.trim_end_matches('\n')).ok_or_else(|| format!("unreadable: {text:?}"))
}

/// What the new process does: one line, columns separated by tabs.
pub fn child(args: &[String]) -> Result<String, String> {
    let Some((budget, args)) = args.split_first() else {
        return Err(format!("{COMMAND} SECONDS CLASS..."));
    };
    let (request, time) = (request::parse(args)?, options::seconds(budget)?);
    end_after(GRACE + 2 * time);
    let started = Instant::now();
    let found = mores::interface(&request, &Budget::lasting(time), &NoProgress)
        .map_err(|error| error.to_string())?;
    Ok(line(&found.report, started.elapsed()))
}

/// A budget is kept by looking at it now and then; code that does not look would keep all that follow waiting.
pub fn end_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        eprintln!("it did not end long after its budget");
        std::process::exit(3);
    });
}

fn line(report: &Report, time: Duration) -> String {
    let (counts, effort) = (&report.counts, &report.effort);
    let engine = effort
        .engine
        .iter()
        .find_map(|sentence| sentence.strip_prefix("decided by "))
        .unwrap_or("-");
    let cells = [
        counts.methods.to_string(),
        counts.symbols.to_string(),
        counts.states.to_string(),
        verdict(report),
        format!("{:.3}", time.as_secs_f64()),
        peak_megabytes().to_string(),
        effort.solver_calls.to_string(),
        effort.membership.to_string(),
        effort.equivalence.to_string(),
        engine.to_string(),
        effort.exploration.as_ref().map_or("-".into(), depth),
        effort.abstraction.as_ref().map_or("-".into(), abstraction),
        report.verdict.reason.as_deref().unwrap_or_default().into(),
    ];
    cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t") + "\n"
}

/// `9/1/12/x > 0; y == 1`
fn abstraction(abstraction: &Abstraction) -> String {
    let Abstraction {
        scheme: _,
        predicates,
        atoms,
        iterations,
        refinements: _,
        states,
    } = abstraction;
    format!("{atoms}/{iterations}/{states}/{}", predicates.join(BETWEEN))
}

/// What stands between predicates.
const BETWEEN: &str = "; ";

fn read_abstraction(text: &str) -> Option<Abstracted> {
    let mut parts = text.splitn(4, '/');
    let mut number = || parts.next()?.parse().ok();
    let (atoms, iterations, states) = (number()?, number()?, number()?);
    let predicates = parts
        .next()?
        .split(BETWEEN)
        .filter(|p| !p.is_empty())
        .map(str::to_string)
        .collect();
    Some(Abstracted {
        atoms,
        iterations,
        states,
        predicates,
    })
}

fn depth(exploration: &Exploration) -> String {
    let star = if exploration.complete { "*" } else { "" };
    format!("{}/{}{star}", exploration.k_min, exploration.k_max)
}

fn verdict(report: &Report) -> String {
    match (report.verdict.kind, report.verdict.depth) {
        (VerdictKind::Proved, _) => "proved".into(),
        (VerdictKind::UpTo, Some(depth)) => format!("up to {depth}"),
        (VerdictKind::UpTo, None) => "up to ?".into(),
        (VerdictKind::Violated, _) => "violated".into(),
        (VerdictKind::Unknown, _) if report.is_exact_where_known() => "exact, rest unknown".into(),
        (VerdictKind::Unknown, _) => "unknown".into(),
    }
}

/// The most memory that this process has used so far; 0 where the system does not tell.
pub fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(0, |kilobytes| kilobytes.div_ceil(1024))
}

/// Processor time of this process and of those it waited for; zero where the system does not tell.
pub fn cpu_time() -> f64 {
    cpu_time_of(&std::fs::read_to_string("/proc/self/stat").unwrap_or_default())
}

/// Fields 14 to 17 of Linux' `/proc/self/stat`, in hundredths of a second. The name of the program, which may have spaces,
/// ends with a parenthesis.
fn cpu_time_of(stat: &str) -> f64 {
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Reads the line of the child.
pub fn read(line: &str) -> Option<Measurement> {
    let mut cells: Vec<String> = line.split('\t').map(str::to_string).collect();
    if cells.len() != COLUMNS.len() + 3 {
        return None;
    }
    let reason = cells.pop()?;
    let abstracted = read_abstraction(&cells.pop()?);
    let depth = cells.pop()?;
    let cell = |name: &str| {
        cells[COLUMNS
            .iter()
            .position(|column| *column == name)
            .expect("a column")]
        .as_str()
    };
    let (proved, seconds, megabytes) = (
        cell("verdict") == "proved",
        cell("seconds").parse(),
        cell("MB").parse(),
    );
    let (seconds, megabytes) = (seconds.ok()?, megabytes.ok()?);
    Some(Measurement {
        proved,
        seconds,
        megabytes,
        depth,
        abstracted,
        reason,
        cells,
    })
}

#[cfg(test)]
mod tests {
    use super::{Abstracted, cpu_time_of, peak_megabytes, read};

    #[test]
    fn a_line_of_the_child_is_read_back() {
        let line =
            "5\t6\t4\tup to 7\t0.125\t86\t116\t29\t4\tsearch\t2/7\t-\tthe time budget is spent";
        let measured = read(line).expect("the line is whole");
        assert_eq!(
            (measured.proved, measured.seconds, measured.megabytes),
            (false, 0.125, 86)
        );
        assert_eq!(
            (measured.cells.len(), measured.reason.as_str()),
            (10, "the time budget is spent")
        );
        assert_eq!(
            (measured.depth.as_str(), measured.abstracted),
            ("2/7", None)
        );
        let line = "5\t6\t4\tproved\t0.125\t86\t116\t29\t4\t-\t-\t3/1/9/x / 2 > 0; b\t";
        let abstracted = read(line)
            .expect("the line is whole")
            .abstracted
            .expect("there is one");
        let predicates = vec!["x / 2 > 0".to_string(), "b".into()];
        assert_eq!(
            abstracted,
            Abstracted {
                atoms: 3,
                iterations: 1,
                states: 9,
                predicates
            }
        );
        assert!(read("5\t6\t4\tproved").is_none());
    }

    #[test]
    fn processor_time_is_that_of_the_process_and_its_children() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 0 1 2 3 4 150 25 300 25 20 0 1 0";
        assert_eq!(cpu_time_of(stat), 5.0);
        assert_eq!(cpu_time_of(""), 0.0);
    }

    #[test]
    fn this_process_uses_memory() {
        assert!(peak_megabytes() > 0);
    }
}
