//! The method of Chapman et al. ("Learning the Language of Error", 2015) as published: L* with one process of CBMC for each question.
//!
//! Everything that needs no process is answered as the paper says (section 4.1): words that do not end in a failure, hold one
//! before, are too long, or that control flow cannot show.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, NoProgress, StopReason};
use front::c::{Events, LowerOptions, Lowered, Machine, Source, lower, read};
use learn::{
    Conclusion, Conformance, Difference, EquivalenceOracle, LStar, MembershipOracle,
    ObservationTree, learn_from,
};
use model::Moore;
use model::dfa::{Alphabet, Nfa, PartialDfa};
use step::events::control_flow;

use super::question::Instrumented;
use super::{Subject, cpu_time, seconds};

/// The one that `tools/cbmc.py` has fetched, or the one on the path.
fn program() -> Command {
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/cbmc/cbmc");
    match fetched.exists() {
        true => Command::new(fetched),
        false => Command::new("cbmc"),
    }
}

/// CBMC with a file.
pub fn command_of(file: &Path) -> Command {
    let mut command = program();
    command.arg(file);
    command
}

/// What CBMC calls itself; `None` if there is none.
pub fn version() -> Option<String> {
    let output = program()
        .arg("--version")
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(format!(
        "CBMC {}",
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .next()?
            .trim()
    ))
}

/// Learns a program and says what it took: questions, processes, states, processor time of all of them.
pub fn measure(subject: &Subject, budget: &Budget) -> Result<Vec<String>, String> {
    if subject.variable.is_some() {
        return Err(
            "its events are assignments, which the published method does not have".to_owned(),
        );
    }
    let (program, flow) = prepare(subject)?;
    let folder = tempfile::tempdir().map_err(|error| format!("no folder can be made: {error}"))?;
    let mut teacher = Published {
        program: &program,
        flow,
        length: subject.length,
        cbmc: Cbmc {
            file: folder.path().join("question.c"),
            subject: *subject,
            budget,
            calls: 0,
        },
        known: BTreeSet::new(),
        refuted: BTreeSet::new(),
        questions: 0,
    };
    let mut learner = LStar::angluin(program.letters(), ObservationTree::default());
    match learn_from(&mut learner, &mut teacher, budget, &NoProgress).conclusion {
        Conclusion::Conforms {
            model,
            evidence: (),
        } => {
            let shown = PartialDfa::of_machine(teacher.flow.alphabet().clone(), &model);
            let counts = [teacher.questions, teacher.cbmc.calls, shown.states()];
            Ok(counts
                .iter()
                .map(usize::to_string)
                .chain([seconds(cpu_time())])
                .collect())
        }
        Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => {
            let (questions, calls) = (teacher.questions, teacher.cbmc.calls);
            Err(format!(
                "{reason}, after {questions} questions and {calls} processes, {} s",
                seconds(cpu_time())
            ))
        }
    }
}

/// The program to be asked about, and the words that control flow allows.
fn prepare(subject: &Subject) -> Result<(Instrumented, PartialDfa), String> {
    let (text, path) = (
        fs::read_to_string(subject.path()).map_err(|e| e.to_string())?,
        subject.path(),
    );
    let options = LowerOptions {
        events: Events {
            calls: true,
            ..Events::default()
        },
        ..LowerOptions::default()
    };
    let unit = read(&Source::new(&path, Machine::Bits64)).map_err(|error| error.to_string())?;
    let Lowered {
        program,
        start,
        endings,
        ..
    } = lower(&unit, &options).map_err(|error| error.to_string())?;
    let endings = endings.classes();
    let functions: Vec<String> = program
        .events
        .values()
        .map(|event| event.name.to_string())
        .collect();
    let flow = control_flow(&Rc::new(step::events::Subject {
        program,
        start,
        endings,
    }));
    let lines: BTreeSet<u32> = flow
        .failures
        .iter()
        .filter_map(|(_, _, place)| Some(place.as_ref()?.line))
        .collect();
    let lines: Vec<u32> = lines.into_iter().collect();
    let failures: Vec<String> = lines
        .iter()
        .map(|line| format!("failure, line {line}"))
        .collect();
    let alphabet = Alphabet::new(functions.iter().chain(&failures).map(String::as_str))
        .map_err(|e| format!("{e:?}"))?;
    let words = allowed(&flow, alphabet, functions.len(), &lines);
    Ok((Instrumented::new(&text, &functions, lines)?, words))
}

fn allowed(
    flow: &step::events::Flow,
    alphabet: Alphabet,
    events: usize,
    lines: &[u32],
) -> PartialDfa {
    let mut words = Nfa::new(alphabet);
    (0..flow.points).for_each(|_| {
        words.add_state(true);
    });
    let last = words.add_state(true);
    words.start_at(0);
    flow.steps
        .iter()
        .for_each(|&(from, letter, to)| words.add_step(from, letter, to));
    for (at, _, place) in &flow.failures {
        let letter = lines
            .iter()
            .position(|line| place.as_ref().is_some_and(|place| *line == place.line))
            .map(|number| events + number);
        words.add_step(*at, letter, last);
    }
    words.determinise()
}

struct Published<'a> {
    program: &'a Instrumented,
    flow: PartialDfa,
    length: usize,
    cbmc: Cbmc<'a>,
    /// Words that were found to be in the language, and not to be.
    known: BTreeSet<Vec<usize>>,
    refuted: BTreeSet<Vec<usize>>,
    questions: usize,
}

impl Published<'_> {
    fn is_failure(&self, letter: usize) -> bool {
        letter >= self.program.events()
    }

    fn asked(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        let Some((&last, before)) = word.split_last() else {
            return Ok(false);
        };
        let well_formed =
            self.is_failure(last) && !before.iter().any(|&letter| self.is_failure(letter));
        if !well_formed
            || before.len() > self.length
            || self.refuted.contains(word)
            || self.flow.run(word).is_none()
        {
            return Ok(false);
        }
        if !self.known.contains(word) {
            let shown = self.cbmc.ask(&self.program.membership(word))?.is_some();
            let answers = if shown {
                &mut self.known
            } else {
                &mut self.refuted
            };
            answers.insert(word.to_vec());
        }
        Ok(self.known.contains(word))
    }

    /// What is wrong with a conjecture. A word of the trap may be in the language all the same; it is asked for, and the trap
    /// knows it from then on.
    fn contradiction(
        &mut self,
        conjecture: &Moore<bool>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let automaton = PartialDfa::of_machine(self.flow.alphabet().clone(), conjecture);
        if let Some(word) = automaton.difference(&self.flow).shortest_word() {
            return Ok(Some(word));
        }
        loop {
            let known: Vec<Vec<usize>> = self.known.iter().cloned().collect();
            let question = self.program.conjecture(conjecture, self.length, &known);
            let Some(trace) = self.cbmc.ask(&question)? else {
                return Ok(None);
            };
            let word = path_of(&trace)
                .ok_or_else(|| StopReason::Limit("a trace of CBMC could not be read".to_owned()))?;
            if self.asked(&word)? != automaton.accepts(&word) {
                return Ok(Some(word));
            }
        }
    }
}

impl MembershipOracle<bool> for Published<'_> {
    fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        self.questions += 1;
        self.asked(word)
    }
}

impl EquivalenceOracle<bool, ()> for Published<'_> {
    fn compare(&mut self, conjecture: &Moore<bool>) -> Conformance<()> {
        match self.contradiction(conjecture) {
            Ok(Some(word)) => Conformance::Differs(Difference::Word(word)),
            Ok(None) => Conformance::Conforms(()),
            Err(reason) => Conformance::Inconclusive(reason),
        }
    }
}

/// CBMC, one process at a time.
struct Cbmc<'a> {
    file: PathBuf,
    subject: Subject,
    budget: &'a Budget,
    calls: usize,
}

impl Cbmc<'_> {
    /// The trace of a run that answers a question, if there is one.
    fn ask(&mut self, question: &str) -> Result<Option<String>, StopReason> {
        self.calls += 1;
        let failed =
            |error: std::io::Error| StopReason::Limit(format!("CBMC cannot be asked: {error}"));
        fs::write(&self.file, question).map_err(failed)?;
        let (answer, complaint) = (
            self.file.with_extension("out"),
            self.file.with_extension("err"),
        );
        let mut child = command(&self.file, &self.subject)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&answer).map_err(failed)?)
            .stderr(fs::File::create(&complaint).map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        let code = self.wait(&mut child)?;
        let text = |file: &Path| fs::read_to_string(file).unwrap_or_default();
        match code {
            Some(0) => Ok(None),
            Some(10) => Ok(Some(text(&answer))),
            _ => Err(StopReason::Limit(format!(
                "CBMC says: {}",
                text(&complaint).trim()
            ))),
        }
    }

    /// Its status, unless the budget ends first.
    fn wait(&self, child: &mut Child) -> Result<Option<i32>, StopReason> {
        loop {
            let ended = child
                .try_wait()
                .map_err(|error| StopReason::Limit(error.to_string()))?;
            if let Some(status) = ended {
                return Ok(status.code());
            }
            if let Err(reason) = self.budget.check() {
                let _ = child.kill();
                let _ = child.wait();
                return Err(reason);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Loops of the program are followed for b rounds, which CBMC counts with the test that leaves them; the trap as long as words
/// may be. Runs that go on are cut, and nothing but the question is checked.
fn command(file: &Path, subject: &Subject) -> Command {
    let mut command = command_of(file);
    command.args([
        "--no-standard-checks",
        "--no-unwinding-assertions",
        "--trace",
        "--unwind",
    ]);
    command.arg((subject.bound + 1).to_string());
    command
        .arg("--unwindset")
        .arg(format!("learn_end.0:{}", subject.length + 2));
    command
}

/// The word that a trace left in `path`, up to `at`.
fn path_of(trace: &str) -> Option<Vec<usize>> {
    let mut path: Vec<Option<usize>> = Vec::new();
    let mut length = 0;
    for line in trace.lines().map(str::trim) {
        let Some((name, value)) = line.split_once('=') else {
            continue;
        };
        let Some(value) = value
            .split_whitespace()
            .next()
            .and_then(|value| value.parse::<usize>().ok())
        else {
            continue;
        };
        match name
            .strip_prefix("path[")
            .and_then(|rest| rest.strip_suffix(']'))
        {
            Some(index) => {
                let index = number_in(index)?;
                path.resize(path.len().max(index + 1), None);
                path[index] = Some(value);
            }
            None if name == "at" => length = value,
            None => {}
        }
    }
    path.get(..length)?.iter().copied().collect()
}

/// The number of an index, which CBMC writes as `3l` or `(signed long int)3`.
fn number_in(index: &str) -> Option<usize> {
    let digits = index.trim_end_matches(['l', 'L', 'u', 'U']);
    digits[digits
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + 1)..]
        .parse()
        .ok()
}

#[cfg(test)]
mod tests;
