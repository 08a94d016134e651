//! The programs of `corpus/c/errors`: their languages against snapshots that people have looked at, every word against the
//! compiled program, and runs that are known to fail against the automata. `UPDATE_SNAPSHOTS=1` writes the snapshots anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mores::{LanguageArtifacts, LanguageReport, LanguageRequest, write_language};

use crate::programs::{
    Ending, SHOW_CALLS, accepts, compile, corpus, failing_line, learned, observed, readable,
};

/// A program and the bounds within which it is learned.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    /// The variable whose assignments are the events; calls are where there is none.
    variable: Option<&'static str>,
    bound: Option<usize>,
    beyond: bool,
    /// Those of the failing runs of its `.inputs`, counted from 1, that lie within the bounds.
    known: &'static [usize],
}

const fn calls(name: &'static str, bound: usize, known: &'static [usize]) -> Case {
    Case {
        name,
        variable: None,
        bound: Some(bound),
        beyond: false,
        known,
    }
}

impl Case {
    fn source(&self) -> PathBuf {
        corpus().join(self.name).with_extension("c")
    }

    fn request(&self) -> LanguageRequest {
        let events = self
            .variable
            .map_or("calls".to_owned(), |variable| format!("assign:{variable}"));
        LanguageRequest {
            events: vec![events],
            bound: self.bound,
            beyond: self.beyond,
            ..LanguageRequest::new(self.source())
        }
    }

    /// The program so that it tells of its events when it is compiled with these flags. Calls are told of by the compiler;
    /// for assignments the text is changed, and its lines stay where they are.
    fn talking(&self, folder: &Path) -> (PathBuf, Vec<&'static str>) {
        let Some(variable) = self.variable else {
            return (self.source(), SHOW_CALLS.to_vec());
        };
        let text = fs::read_to_string(self.source()).expect("the source is there");
        let path = folder.join(self.name).with_extension("c");
        fs::write(&path, telling(&text, variable)).expect("written");
        (path, Vec::new())
    }

    /// Everything of one program: the snapshot, every word, and every run that is known to fail.
    fn check(self) {
        let mut found = learned(&self.request());
        snapshot(self.name, &found.report);
        self.replay(&mut found);
        self.known_runs(&found.report);
    }

    /// Every word happens when the program is compiled and given its inputs.
    fn replay(&self, found: &mut LanguageArtifacts) {
        let folder = tempfile::tempdir().expect("there is room for files");
        write_language(folder.path(), found).expect("it can be written");
        let (program, flags) = self.talking(folder.path());
        let object = folder.path().join("program.o");
        compile(&[&flags[..], &["-c"]].concat(), &[program], &object);
        for word in &found.report.model.words {
            let harness = folder
                .path()
                .join(word.harness.as_ref().expect("each word has a file"));
            let run = harness.with_extension("run");
            compile(&flags, &[object.clone(), harness], &run);
            let (last, events) = word.events.split_last().expect("a word has an end");
            let (seen, end) = observed(&run, &[]);
            assert_eq!(
                (&seen[..], end),
                (events, self.ending(failing_line(last))),
                "{}: {:?}",
                self.name,
                word.inputs
            );
        }
    }

    /// How a run ends that fails on a line: its text says it.
    fn ending(&self, line: u32) -> Ending {
        let text = fs::read_to_string(self.source()).expect("the source is there");
        let text = text
            .lines()
            .nth(line as usize - 1)
            .unwrap_or_else(|| panic!("{}: no line {line}", self.name));
        match (
            text.contains("assert("),
            text.contains("reach_error()") || text.contains("__VERIFIER_error()"),
        ) {
            (true, false) => Ending::Assertion(line),
            (false, true) => Ending::Error,
            _ => panic!("{}:{line}: nothing fails here: {text}", self.name),
        }
    }

    /// Runs that people found, and that fail, are words of the automaton: it is complete as far as they can tell.
    fn known_runs(&self, report: &LanguageReport) {
        let folder = tempfile::tempdir().expect("there is room for files");
        let (program, flags) = self.talking(folder.path());
        let run = folder.path().join("run");
        let hidden = ["-finstrument-functions-exclude-file-list=harness.c"];
        compile(
            &[&flags[..], &hidden].concat(),
            &[program, corpus().join("harness.c")],
            &run,
        );
        let failing: Vec<(String, Vec<String>)> = vectors(self.name)
            .into_iter()
            .filter(|v| v.0.starts_with("error"))
            .collect();
        for (expected, inputs) in self.known.iter().map(|number| &failing[number - 1]) {
            let done = Command::new(&run).args(inputs).output().expect("it runs");
            let (events, how) = told(&done);
            assert_eq!(&how, expected, "{}: {inputs:?}", self.name);
            let letters = report
                .model
                .alphabet
                .iter()
                .map(|event| event.symbol.as_str());
            let mut fitting = letters
                .filter(|letter| letter.contains(" fails, line ") && self.fits(letter, &how));
            let accepted = |last: &str| {
                accepts(
                    report,
                    &[
                        &events.iter().map(String::as_str).collect::<Vec<_>>()[..],
                        &[last],
                    ]
                    .concat(),
                )
            };
            assert!(
                fitting.any(accepted),
                "{}: {inputs:?} fails and is no word: {events:?}",
                self.name
            );
        }
    }

    /// Whether a letter is the failure that `error assert FUNCTION` or `error reach_error` tells of.
    fn fits(&self, letter: &str, how: &str) -> bool {
        let line = failing_line(letter);
        match (self.ending(line), how.strip_prefix("error assert ")) {
            (Ending::Assertion(line), Some(function)) => self.function_at(line) == function,
            (Ending::Error, None) => true,
            _ => false,
        }
    }

    /// The function that a line is in: the last definition that starts above it.
    fn function_at(&self, line: u32) -> String {
        let text = fs::read_to_string(self.source()).expect("the source is there");
        let above: Vec<&str> = text.lines().take(line as usize).collect();
        let starts = |l: &&&str| {
            l.starts_with(|c: char| c.is_ascii_alphabetic()) && l.contains('(') && !l.contains(';')
        };
        let head = above
            .iter()
            .rev()
            .find(starts)
            .expect("a failure is in a function");
        let name = head
            .split('(')
            .next()
            .and_then(|head| head.rsplit([' ', '*']).next());
        name.unwrap_or_default().to_owned()
    }
}

/// Every `variable = CONSTANT;` says so before it is done.
fn telling(text: &str, variable: &str) -> String {
    let assignment = format!(" {variable} = ");
    let mut parts = text.split(&assignment);
    let mut out = format!(
        "extern int told(const char *); {}",
        parts.next().unwrap_or_default()
    );
    for part in parts {
        let (value, rest) = part.split_once(';').expect("an assignment ends");
        out.push_str(&format!(
            " {variable} = (told(\"{variable} := {value}\"), {value});{rest}"
        ));
    }
    out.push_str(
        "\nextern int dprintf(int, const char *, ...);\nint told(const char *what) { return dprintf(2, \"mores: call %s\\n\", what); }\n",
    );
    out
}

/// The events and the last line that the harness of the corpus prints.
fn told(done: &std::process::Output) -> (Vec<String>, String) {
    let (stdout, stderr) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    let entered = stdout
        .lines()
        .find_map(|line| line.strip_prefix("word main "));
    let events = match entered {
        Some(entered) => entered.split(' ').map(str::to_owned).collect(),
        None => stderr
            .lines()
            .filter_map(|line| line.strip_prefix("mores: call "))
            .map(str::to_owned)
            .collect(),
    };
    (events, stdout.lines().last().unwrap_or_default().to_owned())
}

/// How each run of a `.inputs` file ends, and its inputs.
fn vectors(name: &str) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(corpus().join(name).with_extension("inputs"))
        .expect("the inputs are there");
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    let split = lines.filter_map(|line| line.split_once(':'));
    split
        .map(|(how, values)| {
            (
                how.to_owned(),
                values.split_whitespace().map(str::to_owned).collect(),
            )
        })
        .collect()
}

fn snapshot(name: &str, report: &LanguageReport) {
    let text = readable(report);
    let file = corpus().join("expected").join(name).with_extension("txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(file.parent().expect("it has a folder")).expect("it can be made");
        fs::write(&file, &text).expect("it can be written");
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(known, text, "{name} is not what {} says", file.display());
}

#[test]
fn every_failing_advisory_of_tcas_is_shown_and_proved_to_be_all() {
    Case {
        bound: None,
        beyond: true,
        ..calls("tcas", 1, &[1, 2, 3, 4])
    }
    .check();
}

#[test]
fn every_way_to_the_uninitialised_root_of_bubble_sort_is_shown() {
    calls("bubble_sort", 4, &[1, 2, 3, 4]).check();
}

#[test]
fn every_way_in_which_merge_sort_loses_a_node_is_shown() {
    calls("merge_sort", 4, &[1, 2, 3]).check();
}

#[test]
fn every_reversal_that_keeps_a_link_is_shown() {
    calls("sll_to_dll_rev", 5, &[1, 2, 3, 4]).check();
}

#[test]
fn every_first_cycle_in_which_the_defroster_fails_is_shown() {
    calls("defroster", 1, &[1, 2, 3]).check();
}

#[test]
fn failures_of_the_second_cycle_are_words_of_the_defroster_with_a_greater_bound() {
    let case = calls("defroster", 2, &[1, 2, 3, 4, 5]);
    let report = learned(&case.request()).report;
    case.known_runs(&report);
}

#[test]
fn every_fast_contact_of_the_docking_loop_is_shown() {
    calls("docking", 3, &[2]).check();
}

#[test]
fn every_order_of_states_in_which_the_protocol_fails_is_shown() {
    Case {
        variable: Some("state"),
        ..calls("protocol", 6, &[1, 2, 3, 6])
    }
    .check();
}
