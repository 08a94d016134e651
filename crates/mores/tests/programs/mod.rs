//! C programs: what is learned of them, and what they do when the machine's compiler has compiled them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mores::report::VerdictKind;
use mores::{Budget, LanguageArtifacts, LanguageReport, LanguageRequest, NoProgress};

/// Hands the arguments of the command line to the program, and says which functions it enters.
const DRIVER: &str = include_str!("driver.c");

/// How a compiled program ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// An assertion failed on this line.
    Assertion(u32),
    /// An error function was called.
    Error,
    /// It returned.
    Returned,
    /// Something else, as it was told.
    Other(String),
}

/// The folder of the programs with errors.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/c/errors")
        .canonicalize()
        .expect("the corpus is there")
}

/// What the tool says of a program.
pub fn learned(request: &LanguageRequest) -> LanguageArtifacts {
    learned_within(request, &Budget::unlimited())
}

/// The same within a budget.
pub fn learned_within(request: &LanguageRequest, budget: &Budget) -> LanguageArtifacts {
    let name = request.path.display();
    let learned = mores::language(request, budget, &NoProgress);
    let learned = learned.unwrap_or_else(|e| panic!("{name}: {e}"));
    crate::schema::assert_valid(&learned.report);
    learned
}

/// A program of a few lines in a folder of its own.
pub struct Small {
    pub folder: tempfile::TempDir,
    pub path: PathBuf,
}

/// What programs to be verified are given by convention.
const CONVENTIONS: &str = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n";

impl Small {
    /// The conventions' declarations take the first three lines.
    pub fn new(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("there is room for files");
        let path = folder.path().join(format!("{name}.c"));
        fs::write(&path, format!("{CONVENTIONS}{text}")).expect("written");
        Self { folder, path }
    }

    pub fn request(&self) -> LanguageRequest {
        LanguageRequest::new(&self.path)
    }

    /// Compiles it so that it takes its inputs from the command line.
    pub fn compiled(&self, flags: &[&str]) -> PathBuf {
        let driver = self.folder.path().join("driver.c");
        fs::write(&driver, DRIVER).expect("written");
        let program = self.folder.path().join("program");
        compile(flags, &[self.path.clone(), driver], &program);
        program
    }
}

/// Flags with which a program says which functions it enters.
pub const SHOW_CALLS: [&str; 3] = ["-DMORES_CALLS", "-finstrument-functions", "-rdynamic"];

/// Compiles with the machine's compiler.
pub fn compile(flags: &[&str], sources: &[PathBuf], into: &Path) {
    let mut command = Command::new("cc");
    command
        .arg("-w")
        .args(flags)
        .args(sources)
        .arg("-o")
        .arg(into)
        .args(["-ldl", "-lm"]);
    let done = command.output().expect("there is a C compiler");
    assert!(
        done.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Runs a compiled program: the events it told of, and its end.
pub fn observed(program: &Path, args: &[&str]) -> (Vec<String>, Ending) {
    let output = Command::new(program).args(args).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let events = stderr
        .lines()
        .filter_map(|line| line.strip_prefix("mores: call "));
    // The run starts within `main`.
    let events = events
        .filter(|event| *event != "main")
        .map(str::to_owned)
        .collect();
    (events, ending(&output, &stderr))
}

fn ending(output: &Output, stderr: &str) -> Ending {
    // glibc says `program: file.c:97: function: Assertion ...`
    let asserted = stderr.lines().find(|line| line.contains(": Assertion `"));
    let line = asserted.and_then(|line| line.split(':').find_map(|part| part.parse().ok()));
    match (line, output.status.code()) {
        (Some(line), None) => Ending::Assertion(line),
        (None, Some(0)) => Ending::Returned,
        (None, Some(1)) if stderr.contains("mores: error reached") => Ending::Error,
        _ => Ending::Other(format!("{}\n{stderr}", output.status)),
    }
}

/// The line on which a word ends: `assertion fails, line 97`.
pub fn failing_line(letter: &str) -> u32 {
    let line = letter
        .split("line ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    line.and_then(|line| line.parse().ok())
        .unwrap_or_else(|| panic!("`{letter}` is no failure"))
}

/// Whether the automaton of a report accepts a word.
pub fn accepts(report: &LanguageReport, word: &[&str]) -> bool {
    let model = &report.model;
    let step = |state: Option<u64>, letter: &&str| {
        let from = state?;
        model
            .transitions
            .iter()
            .find(|t| t.from == from && t.symbol == *letter)
            .map(|t| t.to)
    };
    let last = word.iter().fold(Some(model.initial), step);
    last.is_some_and(|last| {
        model
            .states
            .iter()
            .any(|state| state.id == last && state.accepting)
    })
}

/// All words that the automaton of a report accepts, up to so many letters.
pub fn words_of(report: &LanguageReport, longest: usize) -> BTreeSet<Vec<String>> {
    let model = &report.model;
    let accepting = |id: u64| {
        model
            .states
            .iter()
            .any(|state| state.id == id && state.accepting)
    };
    let (mut words, mut open) = (BTreeSet::new(), vec![(model.initial, Vec::new())]);
    while let Some((at, word)) = open.pop() {
        if accepting(at) {
            words.insert(word.clone());
        }
        if word.len() < longest {
            let steps = model.transitions.iter().filter(|t| t.from == at);
            open.extend(
                steps.map(|t| (t.to, [&word[..], std::slice::from_ref(&t.symbol)].concat())),
            );
        }
    }
    words
}

/// The words for which there are inputs.
pub fn found_words(report: &LanguageReport) -> BTreeSet<Vec<String>> {
    report
        .model
        .words
        .iter()
        .map(|word| word.events.clone())
        .collect()
}

/// A report as people can check it: what does not depend on which inputs a solver picks.
pub fn readable(report: &LanguageReport) -> String {
    let counts = &report.counts;
    let bound = |bound: Option<u64>| bound.map_or("none".to_owned(), |b| b.to_string());
    let kind = match report.verdict.kind {
        VerdictKind::Proved => "proved",
        VerdictKind::UpTo => "exact within the bounds",
        VerdictKind::Violated | VerdictKind::Unknown => "incomplete",
    };
    let mut lines = vec![
        format!("verdict: {kind}"),
        format!(
            "bounds: loops {}, events {}",
            bound(report.model.bounds.loops),
            bound(report.model.bounds.length)
        ),
        format!(
            "{} words, {} states, {} transitions",
            counts.words, counts.states, counts.transitions
        ),
    ];
    for found in &report.model.undefined {
        let place = found
            .place
            .as_ref()
            .map_or(String::new(), |p| format!(", line {}", p.line));
        lines.push(format!("undefined: {}{place}", found.what));
    }
    lines.push("words:".to_owned());
    lines.extend(
        report
            .model
            .words
            .iter()
            .map(|word| format!("  {}", word.events.join(" > "))),
    );
    lines.push("automaton:".to_owned());
    lines.extend(automaton(report));
    lines.join("\n") + "\n"
}

/// The states that words end in or cannot leave, then all transitions.
fn automaton(report: &LanguageReport) -> Vec<String> {
    let states = report.model.states.iter();
    let states = states.filter(|s| s.accepting || s.doomed).map(|s| {
        let accepting = if s.accepting { " accepting" } else { "" };
        let doomed = if s.doomed { " doomed" } else { "" };
        format!("  {}{accepting}{doomed}", s.id)
    });
    let transitions = report.model.transitions.iter().map(|t| {
        let every = if t.dominating { " (in every word)" } else { "" };
        let mark = t
            .mark
            .map_or(String::new(), |mark| format!(" {mark:?}").to_lowercase());
        format!("  {} {} -> {}{every}{mark}", t.from, t.symbol, t.to)
    });
    states.chain(transitions).collect()
}
