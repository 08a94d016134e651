//! Concrete stepping: how many bytecodes a second the interpreter executes, beside the JVM's own interpreter.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use front::jvm::Source;
use ir::interp::{Machine, Outcome, Value};
use ir::{Component, FunctionId};

use crate::java::{compile, output_of, temporary_folder};
use crate::listing::Listing;
use crate::table::table;

/// The loops, with how often each goes round in one run.
const LOOPS: [(&str, i32); 3] = [
    ("arithmetic", 2_000_000),
    ("array", 1_000_000),
    ("calls", 1_000_000),
];

/// Runs of a loop; the fastest counts, since nothing but other work on the machine makes one slower than another.
const RUNS: u32 = 5;

/// What the arithmetic loop has to reach, in millions of bytecodes a second.
const WANTED: f64 = 20.0;

/// Measures all loops; the text is a table.
pub fn run() -> Result<String, String> {
    let folder = temporary_folder()?;
    compile(
        &[Path::new(env!("CARGO_MANIFEST_DIR")).join("java/Stepping.java")],
        folder.path(),
    )?;
    let listing = Listing::parse(&listed(folder.path())?);
    let source = Source {
        class: Some("Stepping".into()),
        ..Source::new(folder.path())
    };
    let component = front::jvm::load(&source).map_err(|error| error.to_string())?;
    let rows = LOOPS
        .iter()
        .map(|&(name, rounds)| row(&component, &listing, folder.path(), name, rounds));
    Ok(show(&rows.collect::<Result<Vec<_>, _>>()?))
}

/// One loop, on both interpreters.
struct Row {
    name: &'static str,
    iteration: u64,
    bytecodes: u64,
    ours: Duration,
    java: Duration,
}

impl Row {
    /// Millions of bytecodes a second.
    fn rate(&self, time: Duration) -> f64 {
        self.bytecodes as f64 / time.as_secs_f64() / 1e6
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.name.into(),
            self.iteration.to_string(),
            format!("{:.1}", self.bytecodes as f64 / 1e6),
            format!("{:.3}", self.ours.as_secs_f64()),
            format!("{:.1}", self.rate(self.ours)),
            format!("{:.1}", self.rate(self.java)),
            format!("{:.2}", self.java.as_secs_f64() / self.ours.as_secs_f64()),
        ]
    }
}

fn row(
    component: &Component,
    listing: &Listing,
    folder: &Path,
    name: &'static str,
    rounds: i32,
) -> Result<Row, String> {
    let iteration = listing
        .iteration(name)
        .ok_or_else(|| format!("the loop of {name} cannot be counted"))?;
    let entry = component.methods.iter().find(|entry| entry.name == name);
    let function = entry
        .ok_or_else(|| format!("there is no method {name}"))?
        .function;
    let (result, ours) = on_machine(component, function, rounds)?;
    let (expected, java) = on_java(folder, name, rounds)?;
    if result != expected {
        return Err(format!(
            "{name}: the interpreter says {result}, Java {expected}"
        ));
    }
    Ok(Row {
        name,
        iteration,
        bytecodes: iteration * rounds.unsigned_abs() as u64,
        ours,
        java,
    })
}

/// The result and the time of the fastest run, translation not counted.
fn on_machine(
    component: &Component,
    function: FunctionId,
    rounds: i32,
) -> Result<(i64, Duration), String> {
    let mut machine = Machine::new(&component.program);
    for &initialiser in &component.initialisers {
        returned(machine.call(initialiser, &[], u64::MAX))?;
    }
    let mut call =
        |rounds: i32| returned(machine.call(function, &[Value::Int(rounds.into())], u64::MAX));
    call(1)?;
    let (mut result, mut best) = (None, Duration::MAX);
    for _ in 0..RUNS {
        let started = Instant::now();
        result = call(rounds)?;
        best = best.min(started.elapsed());
    }
    match result {
        Some(Value::Int(result)) => Ok((result, best)),
        other => Err(format!("a number is expected, not {other:?}")),
    }
}

fn returned(outcome: Outcome) -> Result<Option<Value>, String> {
    match outcome {
        Outcome::Returned(value) => Ok(value),
        other => Err(format!("the loop does not end well: {other:?}")),
    }
}

/// The same on the JVM's interpreter.
fn on_java(folder: &Path, name: &str, rounds: i32) -> Result<(i64, Duration), String> {
    let mut java = Command::new("java");
    java.args(["-Xint", "-cp"]).arg(folder).args([
        "Stepping",
        name,
        &rounds.to_string(),
        &RUNS.to_string(),
    ]);
    let text = output_of(java)?;
    let mut numbers = text.split_whitespace().map(str::parse::<i64>);
    let (Some(Ok(result)), Some(Ok(nanoseconds))) = (numbers.next(), numbers.next()) else {
        return Err(format!("java prints {text:?}"));
    };
    Ok((result, Duration::from_nanos(nanoseconds.unsigned_abs())))
}

fn listed(folder: &Path) -> Result<String, String> {
    let mut javap = Command::new("javap");
    let files: Vec<PathBuf> = ["Stepping", "Stepping$Step", "Stepping$Up", "Stepping$Down"]
        .map(|c| folder.join(c).with_extension("class"))
        .into();
    javap.args(["-c", "-p"]).args(files);
    output_of(javap)
}

fn show(rows: &[Row]) -> String {
    let header = [
        "loop",
        "bytecodes/round",
        "millions",
        "seconds",
        "millions/s",
        "java -Xint",
        "ratio",
    ];
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let mut text = table(&header, &[], &cells);
    if let Some(row) = rows.iter().find(|row| row.name == "arithmetic") {
        let rate = row.rate(row.ours);
        let reached = if rate >= WANTED { "reached" } else { "missed" };
        text += &format!(
            "\n{rate:.1} million bytecodes a second on the arithmetic loop, on one core; {WANTED} are wanted: {reached}\n\
             bytecodes of a round are counted in the class file by javap; time is that of the fastest of {RUNS} runs\n"
        );
    }
    text
}
