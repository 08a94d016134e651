//! The programs of `corpus/c/loops` by default options: each false one should come with a word, each true one with a proof.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use mores::report::VerdictKind;
use mores::{Budget, LanguageArtifacts, LanguageRequest, NoProgress};

use super::COMMAND;
use crate::java::output_of;
use crate::options;
use crate::table::table;

/// How long each program may take unless it is said otherwise.
const BUDGET: Duration = Duration::from_secs(20);

/// The first argument of this table.
pub const NAME: &str = "loops";

const COLUMNS: [&str; 5] = ["program", "in truth", "verdict", "decided", "seconds"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/loops")
}

/// All programs with what is true of them: whether they fail.
fn programs() -> Result<Vec<(String, bool)>, String> {
    let path = folder().join("expected.txt");
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let named = lines.filter_map(|line| line.split_once(": "));
    Ok(named
        .map(|(name, what)| (name.to_owned(), what.starts_with("fails")))
        .collect())
}

/// Measures all programs, or those that are named, each in a process of its own.
pub fn run(args: &[String]) -> Result<String, String> {
    let (budget, names) = match args {
        [flag, time, rest @ ..] if flag == "--budget" => (options::seconds(time)?, rest),
        names => (BUDGET, names),
    };
    let (mut rows, mut decided) = (Vec::new(), 0);
    for (name, fails) in programs()? {
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let cells =
            measure(&name, budget).unwrap_or_else(|why| vec![why, "no".to_owned(), "-".to_owned()]);
        decided += usize::from(cells[1] == "yes");
        let truth = if fails { "fails" } else { "never fails" };
        rows.push([vec![name, truth.to_owned()], cells].concat());
    }
    let all = rows.len();
    Ok(table(&COLUMNS, &["in truth", "verdict", "decided"], &rows)
        + &format!("{decided} of {all} are decided\n"))
}

fn measure(name: &str, budget: Duration) -> Result<Vec<String>, String> {
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot find itself: {error}"))?;
    let mut command = Command::new(program);
    command
        .args([COMMAND, NAME, name])
        .arg(budget.as_secs_f64().to_string());
    let output = output_of(command)?;
    Ok(output.trim_end().split('\t').map(str::to_owned).collect())
}

/// What the new process does: the verdict, whether it is right and decides, and how long it took.
pub fn child(name: &str, budget: &str) -> Result<String, String> {
    let budget = Budget::lasting(options::seconds(budget)?);
    let fails = programs()?
        .iter()
        .any(|(known, fails)| known == name && *fails);
    let request = LanguageRequest::new(folder().join(name).with_extension("c"));
    let start = Instant::now();
    let found = mores::language(&request, &budget, &NoProgress).map_err(|why| why.to_string())?;
    let took = start.elapsed().as_secs_f64();
    let (verdict, decided) = judged(&found, fails);
    Ok(format!("{verdict}\t{decided}\t{took:.1}\n"))
}

/// What is said, and whether that decides the program. What is said and is not true is marked.
fn judged(found: &LanguageArtifacts, fails: bool) -> (String, &'static str) {
    let words = found
        .report
        .model
        .words
        .iter()
        .filter(|word| word.witnessed)
        .count();
    // An automaton with words is proved to fail, though no inputs may be known.
    let empty = found.report.counts.accepted == Some(0);
    let proved = found.report.verdict.kind == VerdictKind::Proved && empty;
    let said = match (words, proved) {
        (0, true) => "never fails, proved".to_owned(),
        (0, false) if found.report.counts.words > 0 => "words without inputs".to_owned(),
        (0, false) => "nothing was found".to_owned(),
        (1, _) => "a word".to_owned(),
        _ => format!("{words} words"),
    };
    let decided = match (words > 0, proved) {
        (true, _) if fails => "yes",
        (false, true) if !fails && found.certificate.is_some() => "yes",
        (true, _) | (false, true) => "WRONG",
        (false, false) => "no",
    };
    (said, decided)
}
