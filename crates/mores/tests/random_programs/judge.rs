//! What is claimed of a program, held against what the compiled program does.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use base::{Failure, Random, Undefined};
use emit::language::{Event, Word};
use mores::report::VerdictKind;
use mores::{FailureKind, Goal, LanguageReport, LanguageRequest};

use super::compiled::{Build, Compiler, Ending, Observed, Run, SOURCES};
use super::generate::Program;

/// The name of bytes of standard input among the inputs of a word.
const STANDARD_INPUT: &str = "stdin";
/// The assumption without which a claim holds of every run.
const UNDEFINED: &str = "nothing happens that C leaves undefined";
/// The assumption where an expression may have no meaning, which no sanitizer sees.
const IN_NO_ORDER: &str = "no two parts of an expression change and use one object in no order";
/// How an assumption ends that a function is what its attributes promise, which no sanitizer sees.
const PROMISED: &str = "as its attributes say";
/// Runs with any inputs.
const RANDOM_RUNS: usize = 30;
/// Those that a sanitizer looks at: each is slow.
const SANITIZED_RUNS: usize = 12;
/// Words that are shown to the program, at most.
const MOST_WORDS: usize = 24;

/// Claims that were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Words with inputs that the program was given.
    pub words: usize,
    /// Runs on any inputs that were held against a proved language.
    pub runs: usize,
    /// Findings of undefined behaviour, and runs of which it was claimed that there is none.
    pub undefined: usize,
}

/// Holds what was claimed against the compiled program; the first contradiction is an error.
pub struct Judge<'a> {
    pub program: &'a Program,
    pub request: &'a LanguageRequest,
    pub path: &'a Path,
    pub compiler: &'a Compiler,
    /// Further flags of the compiler.
    pub flags: Vec<&'static str>,
    /// What was compiled already.
    pub made: RefCell<Vec<(Build, PathBuf)>>,
}

impl Judge<'_> {
    /// Nothing fails, it was said: there is no assertion.
    pub fn no_failure(&self) -> Result<Compared, String> {
        let build = self.build();
        let runs = self.any_runs();
        for (run, observed) in runs.iter().zip(self.observe(build, &runs)) {
            let fails = matches!(observed.ending, Ending::Assertion(_) | Ending::Error);
            if fails && !self.program.unseen && !self.complains(std::slice::from_ref(run))[0] {
                return Err(format!(
                    "there is no assertion, but given {run:?} it ends with {:?}",
                    observed.ending
                ));
            }
        }
        Ok(Compared {
            runs: runs.len(),
            ..Compared::default()
        })
    }

    /// All claims of a report.
    pub fn report(&self, report: &LanguageReport) -> Result<Compared, String> {
        let mut compared = Compared::default();
        let build = self.build();
        self.words(report, build, &mut compared)?;
        if report.verdict.kind == VerdictKind::Proved {
            self.any(report, build, &mut compared)?;
        }
        let any = undefined_letters(report).next().is_some();
        if self.program.seed.is_multiple_of(4) || any || !report.model.undefined.is_empty() {
            self.undefined(report, &mut compared)?;
        }
        Ok(compared)
    }

    /// Half of the programs are optimised.
    fn build(&self) -> Build {
        if self.program.seed.is_multiple_of(2) {
            Build::Plain
        } else {
            Build::Optimised
        }
    }

    fn observe(&self, build: Build, runs: &[Run]) -> Vec<Observed> {
        if runs.is_empty() {
            return Vec::new();
        }
        let made = self
            .made
            .borrow()
            .iter()
            .find(|(made, _)| *made == build)
            .map(|(_, program)| program.clone());
        let program = made.unwrap_or_else(|| self.compiler.compile(self.path, build, &self.flags));
        self.made.borrow_mut().push((build, program.clone()));
        self.compiler.run(&program, runs)
    }

    /// Every word with inputs is what the program does when it is given these.
    fn words(
        &self,
        report: &LanguageReport,
        build: Build,
        compared: &mut Compared,
    ) -> Result<(), String> {
        let words = report
            .model
            .words
            .iter()
            .filter(|word| word.witnessed && !word.open && undefined_end(report, word).is_none())
            .take(MOST_WORDS);
        let words: Vec<_> = words
            .filter_map(|word| Some((word, given(&word.inputs)?)))
            .collect();
        let runs: Vec<Run> = words.iter().map(|(_, run)| run.clone()).collect();
        for ((word, run), observed) in words.iter().zip(self.observe(build, &runs)) {
            let (last, before) = word.events.split_last().ok_or("a word is empty")?;
            let as_said = self
                .shows_events(report)
                .is_none_or(|()| before == observed.events);
            let last = letter(report, last).ok_or("a word has a letter that is none")?;
            if !as_said || !self.ends_with(&observed, last) {
                return Err(format!(
                    "given {run:?} it does {observed:?}, not {:?}",
                    word.events
                ));
            }
            compared.words += 1;
        }
        Ok(())
    }

    /// Whatever the program is given, what it does is a word, if it ends as words do.
    fn any(
        &self,
        report: &LanguageReport,
        build: Build,
        compared: &mut Compared,
    ) -> Result<(), String> {
        let runs = self.any_runs();
        for (run, observed) in runs.iter().zip(self.observe(build, &runs)) {
            compared.runs += 1;
            let Some(how) = self.no_word(report, &observed) else {
                continue;
            };
            if !self.is_excused(report, run) {
                return Err(format!("given {run:?} it {how}"));
            }
        }
        Ok(())
    }

    fn no_word(&self, report: &LanguageReport, observed: &Observed) -> Option<String> {
        let fails = self.request.goal == Goal::Failures;
        match observed.ending {
            Ending::Assertion(_) | Ending::Error if fails => {}
            Ending::Returned(_) if !fails => {}
            Ending::Crashed(SIGABRT) if !fails || self.request.counts(FailureKind::Abort) => {}
            Ending::Crashed(signal) if signal != SIGABRT && !assumes(report, UNDEFINED) => {
                return Some(format!(
                    "is ended by signal {signal}, and nothing is undefined"
                ));
            }
            _ => return None,
        }
        let letters = report.model.alphabet.iter();
        let mut lasts = letters.filter(|letter| self.ends_with(observed, letter));
        let shown = self.shows_events(report);
        let is_word =
            |last: &Event| shown.is_none() || accepts(report, &observed.events, &last.symbol);
        (!lasts.any(is_word)).then(|| format!("does {observed:?}, which is no word"))
    }

    /// Whether the end of a run is what a letter says.
    fn ends_with(&self, observed: &Observed, letter: &Event) -> bool {
        let said = line_of(letter);
        match (observed.ending, &letter.failure) {
            (Ending::Assertion(line), Some(Failure::Assertion)) => line == said,
            (Ending::Error, Some(Failure::Assertion)) => self.program.line(said).contains("error("),
            (Ending::Crashed(SIGABRT), Some(Failure::Abort)) => true,
            (Ending::Returned(_), None) | (Ending::Crashed(SIGABRT), None) => {
                letter.symbol == "end"
            }
            _ => false,
        }
    }

    /// Whether the functions that are entered are the events.
    fn shows_events(&self, report: &LanguageReport) -> Option<()> {
        let mut letters = report.model.alphabet.iter();
        letters
            .all(|letter| letter.failure.is_some() || !letter.symbol.contains(':'))
            .then_some(())
    }

    /// Whether something undefined happens in a run, of which nothing was claimed.
    fn is_excused(&self, report: &LanguageReport, run: &Run) -> bool {
        if assumes(report, IN_NO_ORDER)
            || report
                .verdict
                .assumptions
                .iter()
                .any(|a| a.ends_with(PROMISED))
        {
            return true;
        }
        let excepted = assumes(report, UNDEFINED) || undefined_letters(report).next().is_some();
        excepted && (self.program.unseen || self.complains(std::slice::from_ref(run))[0])
    }

    /// Which runs a sanitizer complains about, or end by a signal.
    fn complains(&self, runs: &[Run]) -> Vec<bool> {
        self.observe(Build::Sanitized, runs)
            .iter()
            .map(is_complaint)
            .collect()
    }

    /// Every word that ends in undefined behaviour that sanitizers see makes one complain, after the events of the word.
    fn undefined_words(
        &self,
        report: &LanguageReport,
        compared: &mut Compared,
    ) -> Result<(), String> {
        let words = report.model.words.iter();
        let seen =
            |word: &Word| undefined_end(report, word).is_some_and(Undefined::is_seen_by_sanitizers);
        let words = words.filter(|word| word.witnessed && !word.open && seen(word));
        let words: Vec<_> = words
            .take(MOST_WORDS)
            .filter_map(|word| Some((word, given(&word.inputs)?)))
            .collect();
        let runs: Vec<Run> = words.iter().map(|(_, run)| run.clone()).collect();
        let all = self.observe(Build::Sanitized, &runs);
        for ((word, run), observed) in words.iter().zip(all) {
            let before = &word.events[..word.events.len() - 1];
            let shown = self.shows_events(report);
            if !is_complaint(&observed) || shown.is_some() && before != observed.events {
                return Err(format!(
                    "given {run:?} a sanitizer sees {observed:?}, not {:?}",
                    word.events
                ));
            }
            compared.undefined += 1;
        }
        Ok(())
    }

    /// Whether a run that a sanitizer complains about is a word.
    fn is_undefined_word(&self, report: &LanguageReport, observed: &Observed) -> bool {
        let shown = self.shows_events(report);
        undefined_letters(report)
            .any(|last| shown.is_none() || accepts(report, &observed.events, &last.symbol))
    }

    /// What was found undefined is seen by a sanitizer, too; where it was said that nothing is, none sees anything.
    fn undefined(&self, report: &LanguageReport, compared: &mut Compared) -> Result<(), String> {
        if !self.request.defined.is_empty() {
            return Ok(());
        }
        self.undefined_words(report, compared)?;
        let found = report
            .model
            .undefined
            .iter()
            .filter(|found| is_seen(&found.what));
        let found: Vec<_> = found
            .filter_map(|found| Some((found, given(&found.inputs)?)))
            .collect();
        let mut runs: Vec<Run> = found.iter().map(|(_, run)| run.clone()).collect();
        let is_free = report.verdict.kind == VerdictKind::Proved && !assumes(report, UNDEFINED);
        if is_free {
            runs.extend(self.any_runs().into_iter().step_by(3).take(SANITIZED_RUNS));
        }
        for (i, observed) in self.observe(Build::Sanitized, &runs).iter().enumerate() {
            compared.undefined += 1;
            let complains = is_complaint(observed);
            match found.get(i) {
                Some((found, run)) if !complains => {
                    return Err(format!(
                        "given {run:?} nothing undefined is seen, and it was said: {found:?}"
                    ));
                }
                None if complains && !self.is_undefined_word(report, observed) => {
                    return Err(format!("given {:?} something undefined happens", runs[i]));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Inputs around the numbers that the program mentions.
    fn any_runs(&self) -> Vec<Run> {
        let mut random = Random::seeded(self.program.seed ^ 0x5eed);
        let numbers = self.program.numbers();
        let mut runs: Vec<Run> = numbers
            .iter()
            .map(|n| Run {
                numbers: vec![*n; 3],
                ..Run::default()
            })
            .collect();
        runs.extend((0..RANDOM_RUNS).map(|_| {
            let numbers = (0..random.below(6))
                .map(|_| *random.pick(&numbers))
                .collect();
            let bytes = (0..random.below(6))
                .map(|_| *random.pick(b"ab\n 0A-9z\xff\x80\0"))
                .collect();
            Run {
                numbers,
                sources: None,
                bytes,
            }
        }));
        runs
    }
}

/// Flags with which a compiler does what is asked for and assumed.
pub fn flags(request: &LanguageRequest, report: Option<&LanguageReport>) -> Vec<&'static str> {
    let wraps = request
        .defined
        .iter()
        .any(|kind| kind == "overflow")
        .then_some("-fwrapv");
    let assumptions = report.map_or(&[][..], |report| &report.verdict.assumptions);
    let assumes = |what: &str| {
        assumptions
            .iter()
            .any(|assumption| assumption.contains(what))
    };
    let own_names = assumes("(-fno-builtin)").then_some("-fno-builtin");
    // Calls of functions that are said to do nothing are left out by optimisers.
    let all_calls = assumes(PROMISED).then_some("-O0");
    wraps
        .into_iter()
        .chain(own_names)
        .chain(all_calls)
        .collect()
}

const SIGABRT: u32 = 6;

/// Kinds of undefined behaviour that sanitizers see wherever they occur.
fn is_seen(kind: &str) -> bool {
    ["overflow", "division", "shift", "bounds", "null", "dead"]
        .iter()
        .any(|seen| kind.contains(seen))
}

fn assumes(report: &LanguageReport, what: &str) -> bool {
    report
        .verdict
        .assumptions
        .iter()
        .any(|assumption| assumption == what)
}

/// What a program is to be given; nothing where something is left open.
fn given(inputs: &[emit::language::Input]) -> Option<Run> {
    let (mut numbers, mut sources, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for input in inputs {
        let value: i64 = input.value.parse().ok()?;
        match SOURCES.iter().position(|source| *source == input.name) {
            _ if input.open => return None,
            Some(source) => {
                numbers.push(value);
                sources.push(u8::try_from(source).expect("there are few"));
            }
            None if input.name == STANDARD_INPUT => bytes.extend(u8::try_from(value).ok()),
            None => return None,
        }
    }
    Some(Run {
        numbers,
        sources: Some(sources),
        bytes,
    })
}

fn letter<'r>(report: &'r LanguageReport, name: &str) -> Option<&'r Event> {
    let mut letters = report.model.alphabet.iter();
    letters.find(|event| event.symbol == name)
}

/// The letters of undefined behaviour.
fn undefined_letters(report: &LanguageReport) -> impl Iterator<Item = &Event> {
    let letters = report.model.alphabet.iter();
    letters.filter(|letter| kind_of(letter).is_some())
}

fn kind_of(letter: &Event) -> Option<Undefined> {
    letter.failure.as_ref().and_then(Failure::undefined)
}

/// The undefined behaviour that a word ends with, if it does.
fn undefined_end(report: &LanguageReport, word: &Word) -> Option<Undefined> {
    kind_of(letter(report, word.events.last()?)?)
}

/// Whether a sanitizer complains about a run, or a signal ends it.
fn is_complaint(observed: &Observed) -> bool {
    match observed.ending {
        Ending::Undefined => true,
        Ending::Crashed(signal) => signal != SIGABRT,
        _ => false,
    }
}

/// The line of a failure, 0 if there is none.
fn line_of(letter: &Event) -> u32 {
    let line = letter
        .place
        .as_ref()
        .and_then(|place| place.rsplit_once(':'));
    line.and_then(|(_, line)| line.parse().ok()).unwrap_or(0)
}

/// Whether the automaton accepts a word.
fn accepts(report: &LanguageReport, before: &[&str], last: &str) -> bool {
    let model = &report.model;
    let step = |from: u64, letter: &str| {
        model
            .transitions
            .iter()
            .find(|t| t.from == from && t.symbol == letter)
            .map(|t| t.to)
    };
    let at = before
        .iter()
        .copied()
        .chain([last])
        .try_fold(model.initial, step);
    at.is_some_and(|at| {
        model
            .states
            .iter()
            .any(|state| state.id == at && state.accepting)
    })
}
