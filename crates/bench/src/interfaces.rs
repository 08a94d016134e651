//! The table of interfaces: every class of the corpus, what was found and what it cost.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engines;
use crate::java::{compile, temporary_folder};
use crate::measure::{COLUMNS, Measurement, measure};
use crate::options::Options;
use crate::table::table;

/// Measures what was asked for; the text is the table with what is worth saying below it.
pub fn run(options: &Options) -> Result<String, String> {
    if !options.engines.is_empty() {
        return engines::run(options);
    }
    let sources = sources(&options.classes)?;
    let folder = temporary_folder()?;
    compile(&sources, folder.path())?;
    let mut results = Vec::new();
    for source in &sources {
        let class = name(source);
        for &integers in &options.integers {
            let file = folder
                .path()
                .join(&class)
                .with_extension("class")
                .display()
                .to_string();
            let measured = measure(
                &[file, "--integers".into(), integers.name().into()],
                options.budget,
            );
            results.push(Row {
                class: class.clone(),
                integers: integers.name(),
                measured,
            });
        }
    }
    Ok(show(&results))
}

/// One class with one arithmetic.
struct Row {
    class: String,
    integers: &'static str,
    measured: Result<Measurement, String>,
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let measured = match &self.measured {
            Ok(measured) => measured.cells.clone(),
            Err(_) => COLUMNS
                .map(|column| if column == "verdict" { "failed" } else { "-" }.to_string())
                .into(),
        };
        [self.class.clone(), self.integers.to_string()]
            .into_iter()
            .chain(measured)
            .collect()
    }

    /// Why it is not proved.
    fn remark(&self) -> Option<String> {
        let why = match &self.measured {
            Ok(measured) if measured.proved => return None,
            Ok(measured) => &measured.reason,
            Err(message) => message,
        };
        Some(format!("{} ({}): {why}\n", self.class, self.integers))
    }
}

/// The classes of the corpus of these names; all if there are none.
pub fn sources(classes: &[String]) -> Result<Vec<PathBuf>, String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let unreadable = |error| format!("{} cannot be read: {error}", corpus.display());
    let entries = fs::read_dir(&corpus).map_err(unreadable)?;
    let paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>();
    let mut found = paths.map_err(unreadable)?;
    found.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "java")
    });
    if let Some(missing) = classes
        .iter()
        .find(|class| !found.iter().any(|path| name(path) == **class))
    {
        return Err(format!("there is no class {missing} in the corpus"));
    }
    found.retain(|path| classes.is_empty() || classes.contains(&name(path)));
    found.sort();
    Ok(found)
}

/// The name of the class in a file.
pub fn name(source: &Path) -> String {
    source
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn show(results: &[Row]) -> String {
    let header: Vec<&str> = ["class", "integers"].into_iter().chain(COLUMNS).collect();
    let rows: Vec<Vec<String>> = results.iter().map(Row::cells).collect();
    let remarks: String = results.iter().filter_map(Row::remark).collect();
    let table = table(&header, &["integers", "verdict", "decided by"], &rows);
    [table, summary(results), remarks]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The extremes among the proved ones.
fn summary(results: &[Row]) -> String {
    let proved: Vec<(&Row, &Measurement)> = results
        .iter()
        .filter_map(|row| Some((row, row.measured.as_ref().ok().filter(|m| m.proved)?)))
        .collect();
    let slowest = proved
        .iter()
        .max_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
    let largest = proved.iter().max_by_key(|(_, measured)| measured.megabytes);
    let (Some((slow, time)), Some((large, memory))) = (slowest, largest) else {
        return String::new();
    };
    format!(
        "{} of {} proved; of these the slowest took {:.3} s ({}, {}), the largest {} MB ({}, {})\n",
        proved.len(),
        results.len(),
        time.seconds,
        slow.class,
        slow.integers,
        memory.megabytes,
        large.class,
        large.integers,
    )
}
