//! The languages of error of `corpus/c/errors`: the exact method and the paper's, which asks word by word (Chapman et al., "Learning the Language of Error", 2015); the
//! latter also as published, with one process of CBMC for each question, where CBMC is installed. And whether programs with
//! loops fail at all.

mod beside;
mod cbmc;
mod loops;
mod question;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mores::report::VerdictKind;
use mores::{Budget, LanguageEngine, LanguageReport, LanguageRequest, NoProgress};

use crate::java::output_of;
use crate::measure::{cpu_time, peak_megabytes};
use crate::options;
use crate::table::table;

/// The command by which the program calls itself.
pub const COMMAND: &str = "measure-errors";

/// How long one engine may take with one program unless it is said otherwise.
const BUDGET: Duration = Duration::from_secs(300);

/// A program and the bounds within which it is learned: b and the length of words, as the paper has them.
#[derive(Clone, Copy)]
struct Subject {
    name: &'static str,
    /// The variable whose assignments are the events; calls are where there is none.
    variable: Option<&'static str>,
    bound: usize,
    length: usize,
}

const fn calls(name: &'static str, bound: usize, length: usize) -> Subject {
    Subject {
        name,
        variable: None,
        bound,
        length,
    }
}

const SUBJECTS: [Subject; 7] = [
    calls("tcas", 1, 17),
    calls("bubble_sort", 3, 36),
    calls("merge_sort", 2, 12),
    calls("sll_to_dll_rev", 2, 28),
    calls("defroster", 1, 52),
    calls("docking", 3, 28),
    Subject {
        variable: Some("state"),
        ..calls("protocol", 6, 12)
    },
];

impl Subject {
    fn named(name: &str) -> Result<Self, String> {
        let found = SUBJECTS.iter().find(|subject| subject.name == name);
        found
            .copied()
            .ok_or_else(|| format!("there is no program {name} to measure"))
    }

    fn path(&self) -> PathBuf {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/errors");
        corpus.join(self.name).with_extension("c")
    }

    fn request(&self, engine: LanguageEngine) -> LanguageRequest {
        let events = self
            .variable
            .map_or("calls".to_owned(), |variable| format!("assign:{variable}"));
        LanguageRequest {
            engine,
            events: vec![events],
            bound: Some(self.bound),
            word_length: Some(self.length),
            beyond: false,
            ..LanguageRequest::new(self.path())
        }
    }
}

/// How the words are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Exact,
    LStar,
    Cbmc,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::LStar => "lstar",
            Self::Cbmc => "cbmc",
        }
    }

    fn named(name: &str) -> Result<Self, String> {
        let all = [Self::Exact, Self::LStar, Self::Cbmc];
        all.into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| format!("there is no method {name}"))
    }
}

/// The columns of each method.
const EXACT: [&str; 9] = [
    "letters",
    "words",
    "states",
    "edges",
    "verdict",
    "runs",
    "solver calls",
    "CPU s",
    "MB",
];
const LSTAR: [&str; 4] = ["questions", "without a run", "conjectures", "CPU s"];
const CBMC: [&str; 4] = ["questions", "CBMC calls", "states", "CPU s"];

/// Measures all programs, or those that are named, with each method in a process of its own.
pub fn run(args: &[String]) -> Result<String, String> {
    if let [first, rest @ ..] = args
        && first == loops::NAME
    {
        return loops::run(rest);
    }
    if let [first, rest @ ..] = args
        && first == beside::NAME
    {
        return beside::run(rest);
    }
    let (budget, names) = arguments(args)?;
    let chosen: Vec<Subject> = match names.is_empty() {
        true => SUBJECTS.to_vec(),
        false => names
            .iter()
            .map(|name| Subject::named(name))
            .collect::<Result<_, _>>()?,
    };
    let (exact, taken) = part(&chosen, Method::Exact, &EXACT, budget);
    let (asked, _) = part(&chosen, Method::LStar, &LSTAR, budget);
    let published = match cbmc::version() {
        Some(version) => {
            let (table, published) = part(&chosen, Method::Cbmc, &CBMC, budget);
            format!(
                "as published, with {version}:\n{table}\n{}",
                ratios(&taken, &published)
            )
        }
        None => {
            "CBMC is not installed: the published method is not measured beside these\n".to_owned()
        }
    };
    Ok(format!(
        "every run within the bounds is followed (exact):\n{exact}\na learner asks (lstar):\n{asked}\n{published}"
    ))
}

fn arguments(args: &[String]) -> Result<(Duration, &[String]), String> {
    match args {
        [flag, time, rest @ ..] if flag == "--budget" => Ok((options::seconds(time)?, rest)),
        [flag, ..] if flag.starts_with('-') => Err(format!("there is no option {flag}")),
        names => Ok((BUDGET, names)),
    }
}

/// What a method took, in seconds of the processor.
#[derive(Clone, Copy)]
enum Took {
    /// To its end.
    All(f64),
    /// Until it was stopped.
    Until(f64),
}

/// How many times as long the published method took, program by program.
fn ratios(exact: &BTreeMap<&str, Took>, published: &BTreeMap<&str, Took>) -> String {
    let mut lines = String::from("CPU time of the published method for that of exact:\n");
    for (name, took) in published {
        let Some(Took::All(base)) = exact.get(name) else {
            continue;
        };
        // Less than a hundredth of a second is not told apart.
        let times = |seconds: f64| seconds / base.max(0.01);
        lines.push_str(&match took {
            Took::All(seconds) => format!("{name}: {:.0} times\n", times(*seconds)),
            Took::Until(seconds) => format!("{name}: more than {:.0} times\n", times(*seconds)),
        });
    }
    lines
}

/// The seconds at the end of what a method that was stopped says.
fn until(why: &str) -> Option<Took> {
    let seconds = why.trim().strip_suffix(" s")?.rsplit(' ').next()?;
    seconds.parse().ok().map(Took::Until)
}

/// One table. A program that cannot be measured says why and does not keep the others from it.
fn part(
    chosen: &[Subject],
    method: Method,
    columns: &[&str],
    budget: Duration,
) -> (String, BTreeMap<&'static str, Took>) {
    let header: Vec<&str> = ["program", "b", "length"]
        .into_iter()
        .chain(columns.iter().copied())
        .collect();
    let (mut rows, mut remarks, mut taken) = (Vec::new(), String::new(), BTreeMap::new());
    let processor = columns.iter().position(|column| *column == "CPU s");
    for subject in chosen {
        let size = [
            subject.name.to_owned(),
            subject.bound.to_string(),
            subject.length.to_string(),
        ];
        let cells = measure(subject, method, budget).unwrap_or_else(|why| {
            remarks.push_str(&format!("{}: {}\n", subject.name, why.trim()));
            taken.extend(until(&why).map(|took| (subject.name, took)));
            vec!["-".to_owned(); columns.len()]
        });
        let seconds = processor.and_then(|column| cells.get(column)?.parse().ok());
        taken.extend(seconds.map(|seconds| (subject.name, Took::All(seconds))));
        rows.push(size.into_iter().chain(cells).collect());
    }
    (table(&header, &["verdict"], &rows) + &remarks, taken)
}

fn measure(subject: &Subject, method: Method, budget: Duration) -> Result<Vec<String>, String> {
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot find itself: {error}"))?;
    let mut command = Command::new(program);
    command
        .args([COMMAND, method.name(), subject.name])
        .arg(budget.as_secs_f64().to_string());
    Ok(output_of(command)?
        .trim_end()
        .split('\t')
        .map(str::to_owned)
        .collect())
}

/// What the new process does: one line, columns separated by tabs.
pub fn child(args: &[String]) -> Result<String, String> {
    if let [first, rest @ ..] = args
        && first == beside::NAME
    {
        return beside::child(rest);
    }
    let [method, name, budget] = args else {
        return Err(format!("{COMMAND} METHOD PROGRAM SECONDS"));
    };
    if method == loops::NAME {
        return loops::child(name, budget);
    }
    let (method, subject) = (Method::named(method)?, Subject::named(name)?);
    let budget = Budget::lasting(options::seconds(budget)?);
    let learned = |engine| {
        mores::language(&subject.request(engine), &budget, &NoProgress)
            .map(|found| found.report)
            .map_err(|error| error.to_string())
    };
    let cells = match method {
        Method::Exact => exact(&learned(LanguageEngine::Exact)?),
        Method::LStar => asked(&learned(LanguageEngine::LStar)?)?,
        Method::Cbmc => cbmc::measure(&subject, &budget)?,
    };
    Ok(cells.join("\t") + "\n")
}

fn exact(report: &LanguageReport) -> Vec<String> {
    let (counts, effort) = (&report.counts, &report.effort);
    let verdict = match report.verdict.kind {
        VerdictKind::Proved => "proved",
        VerdictKind::UpTo => "exact within the bounds",
        VerdictKind::Violated | VerdictKind::Unknown => "incomplete",
    };
    vec![
        counts.symbols.to_string(),
        counts.words.to_string(),
        counts.states.to_string(),
        counts.transitions.to_string(),
        verdict.to_owned(),
        first_number(report).to_string(),
        effort.solver_calls.to_string(),
        seconds(cpu_time()),
        peak_megabytes().to_string(),
    ]
}

fn asked(report: &LanguageReport) -> Result<Vec<String>, String> {
    if report.verdict.kind == VerdictKind::Unknown {
        return Err(report.verdict.reason.clone().unwrap_or_default());
    }
    let effort = &report.effort;
    let counts = [effort.membership, first_number(report), effort.equivalence];
    Ok(counts
        .iter()
        .map(u64::to_string)
        .chain([seconds(cpu_time())])
        .collect())
}

/// What the engine's sentence counts: runs, or words that needed none.
fn first_number(report: &LanguageReport) -> u64 {
    let sentence = report.effort.engine.first().map_or("", String::as_str);
    sentence
        .split_whitespace()
        .find_map(|word| word.parse().ok())
        .unwrap_or(0)
}

fn seconds(time: f64) -> String {
    format!("{time:.2}")
}

#[cfg(test)]
mod tests {
    use super::arguments;
    use std::time::Duration;

    #[test]
    fn programs_and_the_budget_can_be_chosen() {
        let args = |line: &str| {
            line.split_whitespace()
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            arguments(&args("--budget 2 tcas")),
            Ok((Duration::from_secs(2), &args("tcas")[..]))
        );
        assert!(arguments(&args("--fast")).is_err());
    }
}
