//! What can be asked of a C program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use emit::report::FailureKind;
use emit::report::Reading;
pub use front::c::Machine;
use teach::error_language::MOST_APART;

/// The function that a run starts with, unless another one is named.
const MAIN: &str = "main";

/// Learn the words of events on which a program fails, or those with which it ends.
#[derive(Clone, Debug)]
pub struct LanguageRequest {
    /// A `.c` file, or a `.i` file, which is preprocessed already.
    pub path: PathBuf,
    /// The other files of the program.
    pub also: Vec<PathBuf>,
    /// A `compile_commands.json`, or a folder with one: further arguments of the preprocessor for each file.
    pub commands: Option<PathBuf>,
    /// Sizes of `long` and of pointers.
    pub machine: Machine,
    /// Further arguments of the preprocessor.
    pub options: Vec<String>,
    /// The function that a run starts with.
    pub entry: String,
    /// What the words end with.
    pub goal: Goal,
    /// How they are found.
    pub engine: LanguageEngine,
    /// What counts as an event: `calls`, `branches`, `labels`, `returns`, `assign:VAR`. Nothing: calls, or branches in a
    /// program without calls.
    pub events: Vec<String>,
    /// Patterns with `*` and `?`: only events that match one, if there are any.
    pub only: Vec<String>,
    /// Not those that match one of these.
    pub except: Vec<String>,
    /// The bound on iterations and nested calls; searched for if none is given.
    pub bound: Option<usize>,
    /// The greatest bound that is tried.
    pub max_bound: Option<usize>,
    /// The bound on the length of words.
    pub word_length: Option<usize>,
    /// The greatest length that is looked at where none is given.
    pub max_word_length: usize,
    /// Kinds of undefined behaviour that are given the meaning they have on most machines.
    pub defined: Vec<String>,
    /// What counts as a failure; what is usual for the goal, if nothing is said.
    pub failures: Option<BTreeSet<FailureKind>>,
    /// Whether `abort` is a failure, whatever else is.
    pub abort_fails: bool,
    /// Whether memory may run out: what allocates may give null.
    pub malloc_fails: bool,
    /// Whether to look beyond the bounds: to prove, or else to conjecture, loops.
    pub beyond: bool,
    /// The most runs that are followed one by one; with more, paths that meet again are joined.
    pub most_apart: usize,
    /// Whether what is found is held against the compiled program, which is executed for it.
    pub replay: bool,
}

impl LanguageRequest {
    /// The failures of a program, in terms of what it has.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            also: Vec::new(),
            commands: None,
            machine: Machine::Bits64,
            options: Vec::new(),
            entry: MAIN.to_owned(),
            goal: Goal::Failures,
            engine: LanguageEngine::Exact,
            events: Vec::new(),
            only: Vec::new(),
            except: Vec::new(),
            bound: None,
            max_bound: None,
            word_length: None,
            max_word_length: 200,
            defined: Vec::new(),
            failures: None,
            abort_fails: false,
            malloc_fails: false,
            beyond: true,
            most_apart: MOST_APART,
            replay: false,
        }
    }
}

impl LanguageRequest {
    /// Whether something counts as a failure. Who asks how a program ends asks nothing of undefined behaviour, and `abort`
    /// is an end, too.
    pub fn counts(&self, kind: FailureKind) -> bool {
        let usual = match self.goal {
            Goal::Failures => FailureKind::USUAL.contains(&kind),
            Goal::Ends => kind == FailureKind::Assertions,
        };
        let chosen = self.failures.as_ref();
        chosen.map_or(usual, |chosen| chosen.contains(&kind))
            || self.abort_fails && kind == FailureKind::Abort
    }

    /// What counts as a failure, for who reads the model.
    fn counted(&self) -> Option<BTreeSet<FailureKind>> {
        match self.goal {
            Goal::Failures => {
                let usual = || FailureKind::USUAL.into_iter().collect();
                Some(self.failures.clone().unwrap_or_else(usual))
            }
            Goal::Ends => self.failures.clone(),
        }
    }
}

impl LanguageRequest {
    /// What it takes to read the program again in the same way.
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            function: Some(self.entry.clone()).filter(|entry| entry != MAIN),
            also: self.also.iter().map(|file| text(file)).collect(),
            commands: self.commands.as_deref().map(text),
            machine: bits(self.machine),
            defined: self.defined.clone(),
            options: self.options.clone(),
            events: self.events.clone(),
            only: self.only.clone(),
            except: self.except.clone(),
            failures: self.counted(),
            abort_fails: self.abort_fails,
            malloc_fails: self.malloc_fails,
            ..Reading::default()
        }
    }

    /// A program that is to be read as another one was.
    pub(crate) fn read_as(path: &Path, reading: &Reading) -> Self {
        let entry = reading.function.clone();
        Self {
            entry: entry.unwrap_or_else(|| MAIN.to_owned()),
            also: reading.also.iter().map(PathBuf::from).collect(),
            commands: reading.commands.as_ref().map(PathBuf::from),
            machine: machine(reading.machine),
            defined: reading.defined.clone(),
            options: reading.options.clone(),
            events: reading.events.clone(),
            only: reading.only.clone(),
            except: reading.except.clone(),
            // Models of versions that did not say it are about assertions.
            failures: Some(
                (reading.failures.clone())
                    .unwrap_or_else(|| BTreeSet::from([FailureKind::Assertions])),
            ),
            abort_fails: reading.abort_fails,
            malloc_fails: reading.malloc_fails,
            ..Self::new(path)
        }
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The bits of a machine that is not the usual one.
pub(crate) fn bits(machine: Machine) -> Option<u32> {
    match machine {
        Machine::Bits32 => Some(32),
        Machine::Bits64 => None,
    }
}

/// The machine with these bits; the usual one, if nothing is said.
pub(crate) fn machine(bits: Option<u32>) -> Machine {
    match bits {
        Some(32) => Machine::Bits32,
        Some(_) | None => Machine::Bits64,
    }
}

/// What words end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A failure: `mores errors`.
    Failures,
    /// The end of the program: `mores explain`.
    Ends,
}

impl Goal {
    /// The command that asks for it.
    pub fn command(self) -> &'static str {
        match self {
            Self::Failures => "errors",
            Self::Ends => "explain",
        }
    }
}

/// How a language is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageEngine {
    /// Every run within the bounds is followed.
    Exact,
    /// As published: a learner asks for words and proposes automata.
    LStar,
}
