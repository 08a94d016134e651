//! Filter functions of C libraries and tools, and filter methods of Java libraries, unchanged, by default options: how many are proved, and
//! why the others are not.
//!
//! `tools/sources.py` makes the files in `.deps/filters` of what is in `crates/bench/filters/c` and the sources of Debian. What is proved is held
//! against the compiled function. The methods are listed in `crates/bench/filters/java.txt`; they are held against the real class.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mores::report::VerdictKind;
use mores::transducer::Transducer;
use mores::{Budget, FilterRequest, NoProgress};

use crate::engines::in_parallel;
use crate::java::output_of;
use crate::measure::{GRACE, cpu_time, end_after, peak_megabytes};
use crate::options::seconds;
use crate::table::table;

/// The command by which the program calls itself.
pub const COMMAND: &str = "measure-wild-filter";

/// How long one filter may take unless it is said otherwise.
const BUDGET: Duration = Duration::from_secs(10);

/// How the names of methods begin; behind it are jar, class and method.
const JAVA: &str = "java ";

/// The methods: jar or `-` for the JDK, class, method, and the jars that it needs.
const METHODS: &str = include_str!("../filters/java.txt");

const HEADER: [&str; 7] = [
    "filter", "verdict", "states", "runs", "CPU s", "MB", "reason",
];

/// Measures all functions, or those whose names contain one of the words, each in a process of its own.
pub fn run(args: &[String]) -> Result<String, String> {
    let (mut budget, mut jobs, mut words) = (BUDGET, 1, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--budget" => budget = seconds(args.next().map_or("", String::as_str))?,
            "--jobs" => {
                let given = args.next().and_then(|given| given.parse().ok());
                jobs = given.ok_or("--jobs N, how many at a time")?;
            }
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            word => words.push(word.to_owned()),
        }
    }
    let names = names()?;
    let meant = |name: &String| words.is_empty() || words.iter().any(|word| name.contains(word));
    let names: Vec<String> = names.into_iter().filter(meant).collect();
    let rows = in_parallel(&names, jobs, &|name: &String| {
        let row = row(name, budget);
        eprintln!("{name}: {}", row[1]);
        row
    });
    let (java, c): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row[0].starts_with(JAVA));
    let table = table(&HEADER, &["verdict", "reason"], &rows);
    let (c, java) = (summary("C", &c), summary("Java", &java));
    Ok(format!("{table}\n{c}{java}"))
}

/// How many of some rows are proved, and how many are wrong.
fn summary(language: &str, rows: &[&Vec<String>]) -> String {
    let count = |verdict: &str| rows.iter().filter(|row| row[1] == verdict).count();
    let (proved, wrong, all) = (count("proved"), count("contradicted"), rows.len());
    let share = proved * 100 / all.max(1);
    format!(
        "{language}: {proved} of {all} proved ({share} %), {wrong} contradicted by the real thing\n"
    )
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn names() -> Result<Vec<String>, String> {
    let listed = std::fs::read_dir(root().join(".deps/filters"))
        .map_err(|_| "there are no filters of others: run ./x bench filters --wild")?;
    let mut names: Vec<String> = listed
        .filter_map(|entry| {
            Some(
                entry
                    .ok()?
                    .path()
                    .file_stem()?
                    .to_string_lossy()
                    .into_owned(),
            )
        })
        .collect();
    names.sort();
    let methods = METHODS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    names.extend(methods.map(|line| format!("{JAVA}{line}")));
    Ok(names)
}

/// What a line of the list says.
fn method(line: &str) -> Result<FilterRequest, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [jar, class, method, options @ ..] = &words[..] else {
        return Err(format!("JAR CLASS METHOD: {line}"));
    };
    let path = match *jar {
        "-" => PathBuf::from(class),
        jar => root().join(".deps/jars").join(jar),
    };
    let named = (*jar != "-").then(|| (*class).to_owned());
    let needed = options.iter().filter(|option| option.ends_with(".jar"));
    Ok(FilterRequest {
        function: Some((*method).to_owned()),
        class: named,
        class_path: needed.map(|jar| root().join(jar)).collect(),
        replay: true,
        ..FilterRequest::new(path)
    })
}

/// A function's row of the table; what the process could not do is told as its reason.
fn row(name: &str, budget: Duration) -> Vec<String> {
    let measured = std::env::current_exe()
        .map_err(|error| error.to_string())
        .and_then(|program| {
            let mut command = Command::new(program);
            command
                .args([COMMAND, name])
                .arg(budget.as_secs_f64().to_string());
            output_of(command)
        });
    let cells = match &measured {
        Ok(line) => line
            .trim_end()
            .splitn(HEADER.len() - 1, '\t')
            .map(str::to_owned)
            .collect(),
        Err(why) => {
            let why = why.trim().lines().last().unwrap_or_default().to_owned();
            let dash = || "-".to_owned();
            vec!["refused".to_owned(), dash(), dash(), dash(), dash(), why]
        }
    };
    let mut row = vec![name.to_owned()];
    row.extend(cells);
    row.resize(HEADER.len(), String::new());
    row
}

/// What the new process does: one line, columns separated by tabs.
pub fn child(args: &[String]) -> Result<String, String> {
    let [name, budget] = args else {
        return Err(format!("{COMMAND} FILTER SECONDS"));
    };
    let time = seconds(budget)?;
    end_after(GRACE + 2 * time);
    let found = mores::filter(&request(name)?, &Budget::lasting(time), &NoProgress)
        .map_err(|error| error.to_string())?
        .report;
    let fails = found.model.as_ref().is_some_and(only_fails);
    let replay = found.replay;
    let verdict = match (replay.contradicted, found.verdict.kind, found.verdict.depth) {
        (true, ..) => "contradicted".to_owned(),
        (_, VerdictKind::Proved, _) if fails => "only fails".to_owned(),
        (_, VerdictKind::Proved, _) => "proved".to_owned(),
        (_, VerdictKind::UpTo, Some(depth)) => format!("up to {depth}"),
        _ => "unknown".to_owned(),
    };
    let cells = [
        verdict,
        found.counts.states.to_string(),
        replay.runs.to_string(),
        format!("{:.2}", cpu_time()),
        peak_megabytes().to_string(),
        found.verdict.reason.unwrap_or_default(),
    ];
    Ok(cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t") + "\n")
}

/// Whether a model says of all inputs that they fail.
fn only_fails(model: &Transducer) -> bool {
    let fails = |id: u64| {
        let mut states = model.states.iter();
        states.any(|state| state.id == id && state.failure.is_some())
    };
    model.starts.iter().all(|start| fails(start.state))
}

/// What the lines at the beginning of the file say: which function, and the values of which parameters.
fn request(name: &str) -> Result<FilterRequest, String> {
    if let Some(line) = name.strip_prefix(JAVA) {
        return method(line);
    }
    let path = root().join(".deps/filters").join(format!("{name}.c"));
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{name} cannot be read: {error}"))?;
    let said = |what: &'static str| {
        let lines = text.lines();
        lines.filter_map(move |line| line.strip_prefix("//: ")?.strip_prefix(what))
    };
    let usual = name.split('.').next().unwrap_or(name);
    let function = said("function ").next().unwrap_or(usual).trim().to_owned();
    let values = said("with ")
        .flat_map(str::split_whitespace)
        .filter_map(|given| {
            let (name, value) = given.split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        });
    Ok(FilterRequest {
        function: Some(function),
        values: values.collect(),
        replay: true,
        ..FilterRequest::new(path.clone())
    })
}
