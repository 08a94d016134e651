//! The stream filters of `corpus/c/filters` with both engines: following the program, and the method of Botinčan and Babić ("Sigma*", 2013).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mores::report::{Verdict, VerdictKind};
use mores::transducer::TransducerReport;
use mores::{Budget, FilterEngine, FilterRequest, NoProgress};

use crate::java::output_of;
use crate::measure::{GRACE, cpu_time, end_after, peak_megabytes};
use crate::options::seconds;
use crate::table::table;

/// The command by which the program calls itself.
pub const COMMAND: &str = "measure-filter";

/// How long one engine may take with one filter unless it is said otherwise.
const BUDGET: Duration = Duration::from_secs(20);

/// The sanitizers stand before all other filters, in the order of the corpus' own table.
const SANITIZERS: [&str; 13] = [
    "html_escape",
    "pre_escape",
    "xml_escape",
    "cleanse_css",
    "css_url_escape",
    "url_query_escape",
    "json_escape",
    "prefix_line",
    "cleanse_attribute",
    "javascript_escape",
    "snippet_escape",
    "javascript_number",
    "validate_url",
];

const ENGINES: [FilterEngine; 2] = [FilterEngine::Explore, FilterEngine::SigmaStar];

/// What is measured of a filter with an engine, after their names. The process says one thing more: why it is not proved.
const COLUMNS: [&str; 14] = [
    "verdict",
    "states",
    "transitions",
    "lookback",
    "registers",
    "starts",
    "stateless",
    "linear",
    "conjecture",
    "abstraction",
    "predicates",
    "solver calls",
    "CPU s",
    "MB",
];

/// Measures all filters, or those that are named, each with each engine in a process of its own.
pub fn run(args: &[String]) -> Result<String, String> {
    let (budget, names) = arguments(args)?;
    let pairs = names
        .iter()
        .flat_map(|name| ENGINES.map(|engine| (name, engine)));
    let rows: Vec<Row> = pairs
        .map(|(name, engine)| Row::measure(name, engine, budget))
        .collect();
    Ok(show(&rows, budget))
}

/// The budget and the filters to measure.
fn arguments(args: &[String]) -> Result<(Duration, Vec<String>), String> {
    let all = filters()?;
    let (mut budget, mut names) = (BUDGET, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--budget" => budget = seconds(args.next().map_or("", String::as_str))?,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            name if all.iter().any(|known| known == name) => names.push(name.to_owned()),
            name => return Err(format!("there is no filter {name} in corpus/c/filters")),
        }
    }
    Ok((budget, if names.is_empty() { all } else { names }))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/filters")
}

/// All filters: the sanitizers, then the others by name.
fn filters() -> Result<Vec<String>, String> {
    let unreadable = |error| format!("the filters of the corpus cannot be listed: {error}");
    let entries = folder()
        .read_dir()
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(unreadable)?;
    let paths = entries
        .iter()
        .map(std::fs::DirEntry::path)
        .filter(|path| path.extension().is_some_and(|e| e == "c"));
    let mut names: Vec<String> = paths
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let rank = |name: &str| {
        SANITIZERS
            .iter()
            .position(|known| *known == name)
            .unwrap_or(SANITIZERS.len())
    };
    names.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
    Ok(names)
}

/// A filter of the corpus is a whole program, or the function that has the name of the file.
fn request(name: &str, engine: FilterEngine) -> Result<FilterRequest, String> {
    let path = folder().join(name).with_extension("c");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{name} cannot be read: {error}"))?;
    let function = (!text.contains("int main(")).then(|| name.to_owned());
    Ok(FilterRequest {
        function,
        engine,
        ..FilterRequest::new(path)
    })
}

/// A filter with an engine.
struct Row {
    name: String,
    engine: FilterEngine,
    /// As many cells as [`COLUMNS`], and why it is not proved.
    measured: Result<Vec<String>, String>,
}

impl Row {
    fn measure(name: &str, engine: FilterEngine, budget: Duration) -> Self {
        Self {
            name: name.to_owned(),
            engine,
            measured: measure(name, engine, budget),
        }
    }

    fn cells(&self) -> Vec<String> {
        let names = [self.name.clone(), self.engine.name().to_owned()];
        let measured = COLUMNS.map(|column| self.cell(column).to_owned());
        names.into_iter().chain(measured).collect()
    }

    fn cell(&self, column: &str) -> &str {
        match (
            &self.measured,
            COLUMNS.iter().position(|name| *name == column),
        ) {
            (Ok(cells), Some(at)) => &cells[at],
            (Err(_), _) if column == "verdict" => "failed",
            (Ok(_) | Err(_), _) => "-",
        }
    }

    /// Why it is not proved.
    fn remark(&self) -> Option<String> {
        let why = match &self.measured {
            Ok(cells) => cells[COLUMNS.len()].as_str(),
            Err(message) => message.trim(),
        };
        (!why.is_empty()).then(|| format!("{}, {}: {why}\n", self.name, self.engine.name()))
    }
}

fn measure(name: &str, engine: FilterEngine, budget: Duration) -> Result<Vec<String>, String> {
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot find itself: {error}"))?;
    let mut command = Command::new(program);
    command
        .args([COMMAND, engine.name(), name])
        .arg(budget.as_secs_f64().to_string());
    read(&output_of(command)?)
}

/// Reads the line of the child.
fn read(line: &str) -> Result<Vec<String>, String> {
    let cells: Vec<String> = line
        .trim_end_matches('\n')
        .split('\t')
        .map(str::to_owned)
        .collect();
    if cells.len() == COLUMNS.len() + 1 {
        Ok(cells)
    } else {
        Err(format!("unreadable: {line:?}"))
    }
}

/// What the new process does: one line, columns separated by tabs.
pub fn child(args: &[String]) -> Result<String, String> {
    let (request, time) = asked(args)?;
    end_after(GRACE + 2 * time);
    measured(&request, time)
}

fn asked(args: &[String]) -> Result<(FilterRequest, Duration), String> {
    let [engine, name, budget] = args else {
        return Err(format!("{COMMAND} ENGINE FILTER SECONDS"));
    };
    let named = ENGINES.into_iter().find(|known| known.name() == engine);
    let request = request(
        name,
        named.ok_or_else(|| format!("there is no engine {engine}"))?,
    )?;
    Ok((request, seconds(budget)?))
}

fn measured(request: &FilterRequest, time: Duration) -> Result<String, String> {
    let found = mores::filter(request, &Budget::lasting(time), &NoProgress)
        .map_err(|error| error.to_string())?;
    Ok(line(&found.report))
}

fn line(report: &TransducerReport) -> String {
    let (counts, effort) = (&report.counts, &report.effort);
    let model = report.model.as_ref();
    let properties = model.map(|m| m.properties).unwrap_or_default();
    let refined = effort.refined.unwrap_or_default();
    // Without a model there is nothing to count.
    let size = |count: usize| {
        report
            .model
            .as_ref()
            .map_or("-".to_owned(), |_| count.to_string())
    };
    let cells = [
        verdict(&report.verdict),
        size(counts.states),
        size(counts.transitions),
        size(counts.lookback),
        size(counts.registers),
        size(report.model.as_ref().map_or(0, |model| model.starts.len())),
        yes_or_no(properties.stateless),
        yes_or_no(properties.linear),
        refined.conjecture.to_string(),
        refined.abstraction.to_string(),
        refined.predicates.to_string(),
        effort.solver_calls.to_string(),
        format!("{:.2}", cpu_time()),
        peak_megabytes().to_string(),
        reason(&report.verdict),
    ];
    cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t") + "\n"
}

fn verdict(verdict: &Verdict) -> String {
    match (verdict.kind, verdict.depth) {
        (VerdictKind::Proved, _) => "proved".into(),
        (VerdictKind::UpTo, Some(depth)) => format!("up to {depth}"),
        (VerdictKind::UpTo, None) => "up to ?".into(),
        (VerdictKind::Violated, _) => "violated".into(),
        (VerdictKind::Unknown, _) => "unknown".into(),
    }
}

/// Why it is not proved; places in the corpus are named by their file, the same on every machine.
fn reason(verdict: &Verdict) -> String {
    let folder = format!("{}/", folder().display());
    verdict
        .reason
        .as_deref()
        .unwrap_or_default()
        .replace(&folder, "")
}

fn yes_or_no(decided: Option<bool>) -> String {
    decided
        .map_or("-", |yes| if yes { "yes" } else { "no" })
        .to_owned()
}

fn show(rows: &[Row], budget: Duration) -> String {
    let header: Vec<&str> = ["filter", "engine"].into_iter().chain(COLUMNS).collect();
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let remarks: String = rows.iter().filter_map(Row::remark).collect();
    let head = format!("{} s for each filter and engine\n\n", budget.as_secs_f64());
    let explanation = "conjecture, abstraction: how often they were refined\n";
    let table = table(
        &header,
        &["engine", "verdict", "stateless", "linear"],
        &cells,
    );
    format!("{head}{table}\n{explanation}{remarks}{}", summary(rows))
}

/// How many are proved with each engine and what that took; a process that failed does not say what it took.
fn summary(rows: &[Row]) -> String {
    let of = |engine: FilterEngine| {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.engine == engine).collect();
        let proved = rows
            .iter()
            .filter(|row| row.cell("verdict") == "proved")
            .count();
        let time: f64 = rows
            .iter()
            .filter_map(|row| row.cell("CPU s").parse::<f64>().ok())
            .sum();
        format!(
            "{}: {proved} of {} proved, {time:.2} s",
            engine.name(),
            rows.len()
        )
    };
    format!("{}\n", ENGINES.map(of).join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_string).collect()
    }

    fn row(engine: FilterEngine, measured: Result<&str, &str>) -> Row {
        let measured = measured.map_err(str::to_owned).and_then(read);
        Row {
            name: "clip".into(),
            engine,
            measured,
        }
    }

    #[test]
    fn filters_and_the_budget_can_be_chosen() {
        let chosen = Ok((
            Duration::from_millis(2500),
            vec!["clip".to_owned(), "rot13".into()],
        ));
        assert_eq!(arguments(&args("clip --budget 2.5 rot13")), chosen);
        for line in [
            "--budget",
            "--budget soon",
            "--fast",
            "no_such_filter",
            "bad",
            "README",
        ] {
            assert!(arguments(&args(line)).is_err(), "{line}");
        }
    }

    #[test]
    fn the_sanitizers_of_the_corpus_come_first_and_nothing_twice() {
        let readme =
            std::fs::read_to_string(folder().join("README.md")).expect("the corpus has a README");
        let section = readme
            .split("\n## ")
            .find(|part| part.starts_with("Sanitizers"))
            .expect("it lists them");
        let listed: Vec<&str> = section
            .lines()
            .filter_map(|l| l.strip_prefix("| `")?.split('`').next())
            .collect();
        let (_, all) = arguments(&[]).expect("the corpus can be listed");
        assert_eq!(all[..listed.len()], listed);
        assert!(all[listed.len()..].is_sorted_by(|a, b| a < b), "{all:?}");
        assert!(
            all[listed.len()..]
                .iter()
                .all(|name| !listed.contains(&name.as_str())),
            "{all:?}"
        );
    }

    #[test]
    fn a_filter_is_the_program_or_the_function_of_its_name() {
        let function = |name| {
            request(name, FilterEngine::Explore)
                .expect("it is there")
                .function
        };
        assert_eq!(
            (function("html_escape"), function("clip").as_deref()),
            (None, Some("clip"))
        );
    }

    #[test]
    fn one_state_without_lookback_escapes_html() {
        // Not as `child` does it: what ends that process would end this one.
        let (request, time) =
            asked(&args("explore html_escape 60")).expect("there is such a filter");
        let measured =
            read(&measured(&request, time).expect("it can be read")).expect("it is whole");
        let row = Row {
            name: "html_escape".into(),
            engine: FilterEngine::Explore,
            measured: Ok(measured),
        };
        let found = [
            "verdict",
            "states",
            "lookback",
            "registers",
            "starts",
            "stateless",
            "linear",
        ]
        .map(|c| row.cell(c));
        assert_eq!(found, ["proved", "1", "0", "0", "1", "yes", "no"]);
        assert_eq!(row.remark(), None);
        assert!(asked(&args("guess html_escape 60")).is_err());
    }

    #[test]
    fn what_is_proved_is_counted_for_each_engine_and_what_is_not_says_why() {
        let proved = "proved\t1\t3\t0\t0\t1\tyes\tno\t0\t0\t0\t15\t0.25\t48\t";
        let cut = "up to 3\t-\t-\t-\t-\t-\t-\t-\t2\t1\t4\t99\t1.50\t60\tthe time budget is spent";
        let rows = [
            row(FilterEngine::Explore, Ok(proved)),
            row(FilterEngine::SigmaStar, Ok(cut)),
            row(FilterEngine::Explore, Err("killed\n")),
            row(FilterEngine::SigmaStar, Ok("proved\t1")),
        ];
        let text = show(&rows, BUDGET);
        let expected = "clip, sigma-star: the time budget is spent\nclip, explore: killed\n\
                        clip, sigma-star: unreadable: \"proved\\t1\"\n\
                        explore: 1 of 2 proved, 0.25 s; sigma-star: 0 of 2 proved, 1.50 s\n";
        assert!(text.ends_with(expected), "{text}");
        assert_eq!(
            text.lines()
                .filter(|line| line.contains(" failed "))
                .count(),
            2,
            "{text}"
        );
    }
}
