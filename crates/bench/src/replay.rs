//! What is learned of the corpora, held against the real `java` and the compiled programs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::report::{Replay, Verdict};
use mores::{Budget, FilterRequest, InterfaceRequest, LanguageRequest, NoProgress};

use crate::options::seconds;
use crate::table::table;

/// For each subject.
const BUDGET: Duration = Duration::from_secs(20);

/// A kind of subjects, and the folder of the corpora that they lie in.
const FOLDERS: [(Kind, &str); 4] = [
    (Kind::Interface, "java"),
    (Kind::Filter, "java/filters"),
    (Kind::Language, "c/errors"),
    (Kind::Filter, "c/filters"),
];

/// What is given to programs when they are tested, and no program.
const NO_PROGRAM: &str = "harness";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Interface,
    Language,
    Filter,
}

/// Runs `bench replay`.
pub fn run(args: &[String]) -> Result<String, String> {
    let (budget, words) = match args {
        [option, value, words @ ..] if option == "--budget" => (seconds(value)?, words),
        words => (BUDGET, words),
    };
    let mut rows = Vec::new();
    for (kind, folder) in FOLDERS {
        for path in sources(folder)? {
            let name = path
                .strip_prefix(corpus())
                .unwrap_or(&path)
                .display()
                .to_string();
            if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
                rows.push((name, replayed(kind, &path, budget)));
            }
        }
    }
    Ok(show(&rows))
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn sources(folder: &str) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("corpus/{folder} cannot be listed: {error}");
    let entries = corpus()
        .join(folder)
        .read_dir()
        .and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(unreadable)?;
    let is_source = |path: &PathBuf| {
        let known = path
            .extension()
            .is_some_and(|end| end == "java" || end == "c");
        known && path.file_stem().is_some_and(|stem| stem != NO_PROGRAM)
    };
    let mut paths: Vec<PathBuf> = entries
        .iter()
        .map(std::fs::DirEntry::path)
        .filter(is_source)
        .collect();
    paths.sort();
    Ok(paths)
}

fn replayed(kind: Kind, path: &Path, budget: Duration) -> Result<(Verdict, Replay), String> {
    let budget = Budget::lasting(budget);
    let found = match kind {
        Kind::Interface => {
            let request = InterfaceRequest {
                replay: true,
                ..InterfaceRequest::new(path)
            };
            mores::interface(&request, &budget, &NoProgress)
                .map(|a| (a.report.verdict, a.report.replay))
        }
        Kind::Language => {
            let request = LanguageRequest {
                replay: true,
                ..LanguageRequest::new(path)
            };
            mores::language(&request, &budget, &NoProgress)
                .map(|a| (a.report.verdict, a.report.replay))
        }
        Kind::Filter => {
            let request = FilterRequest {
                replay: true,
                ..FilterRequest::new(path)
            };
            mores::filter(&request, &budget, &NoProgress)
                .map(|a| (a.report.verdict, a.report.replay))
        }
    };
    found.map_err(|error| error.message)
}

/// A subject, with what came of it.
type Row = (String, Result<(Verdict, Replay), String>);

fn show(rows: &[Row]) -> String {
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let table = table(
        &["subject", "verdict", "runs", "remark"],
        &["verdict", "remark"],
        &cells,
    );
    let done: Vec<&Replay> = rows
        .iter()
        .filter_map(|(_, found)| Some(&found.as_ref().ok()?.1))
        .collect();
    let run = done.iter().filter(|replay| replay.done).count();
    let runs: u64 = done.iter().map(|replay| replay.runs).sum();
    let contradicted = done.iter().filter(|replay| replay.contradicted).count();
    format!(
        "{table}\n{} subjects: {run} were run, {runs} runs in all, {contradicted} contradicted\n",
        rows.len()
    )
}

fn cells((name, found): &Row) -> Vec<String> {
    match found {
        Ok((verdict, replay)) => {
            let remark = match replay.contradicted {
                true => verdict.reason.clone(),
                false => replay.unable.clone(),
            };
            let kind = format!("{:?}", verdict.kind).to_lowercase();
            vec![
                name.clone(),
                kind,
                replay.runs.to_string(),
                remark.unwrap_or_default(),
            ]
        }
        Err(why) => vec![
            name.clone(),
            "refused".to_owned(),
            "0".to_owned(),
            why.clone(),
        ],
    }
}
