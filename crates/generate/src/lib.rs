//! Code from models: a filter that is known becomes a fast one.
//!
//! What Botinčan and Babić ("Sigma*: Symbolic Learning of Input-Output Specifications", POPL 2013, section 6) leave to a
//! compiler of transducers. How the code gets fast is decided from the model alone ([`plan`]); what it is written in comes
//! after that ([`c`], [`rust`], [`cuda`]). Nothing here runs or proves what it wrote: whoever calls does.

#![forbid(unsafe_code)]

mod c;
mod clamp;
mod cuda;
mod expression;
mod fraction;
mod middle;
mod plan;
mod rust;
mod unroll;
mod words;

use std::fmt;
use std::time::Duration;

use base::Budget;
use model::transducer::{SymbolicTransducer, without_lookback};

/// A program in C++ that does what the threads of generated CUDA do, one after the other, and says whether that is what a model says:
/// compiled with `FILTER_FILE` as the generated file's name.
pub const EMULATED_CUDA: &str = include_str!("cuda/emulate.cpp");

/// A state may become so many that look at the byte alone.
const MOST_VARIANTS: usize = 64;
/// What takes longer is left as it is.
const UNFOLDING: Duration = Duration::from_secs(5);

/// A language, with what is known to compile it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99, with vector instructions of x86 and Arm where the compiler and the machine have them.
    C,
    /// Rust without dependencies.
    Rust,
    /// CUDA C++.
    Cuda,
}

impl Language {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Rust => "rust",
            Self::Cuda => "cuda",
        }
    }
}

/// What is to be generated.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// What the function is called: an identifier.
    pub name: &'a str,
    /// The model.
    pub machine: &'a SymbolicTransducer,
    /// Where the model comes from and how well it is known, in sentences, for the comment on top.
    pub origin: &'a [String],
    /// Whether a program around it is wanted that filters its standard input.
    pub main: bool,
}

/// What was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Files, by name; the first holds the code.
    pub files: Vec<(String, String)>,
    /// How it gets fast, in a sentence.
    pub means: String,
    /// Whether it can be fed its input in pieces.
    pub streams: bool,
}

/// Why nothing can be generated, in words that go on after the filter's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes the code.
pub fn generate(request: &Request<'_>, language: Language) -> Result<Generated, Refusal> {
    let unrolled = unroll::unrolled(request.machine);
    let request = &Request {
        machine: unrolled.as_ref().unwrap_or(request.machine),
        ..request.clone()
    };
    let plan = plan::Plan::new(request.machine)?;
    let Some(tabled) = tabled(&plan) else {
        return write(request, &plan, language);
    };
    let request = Request {
        machine: &tabled,
        ..request.clone()
    };
    write(&request, &plan::Plan::new(&tabled)?, language)
}

/// A machine that has tables, where that is faster and this one has none: one that remembers by its states what the other
/// looks back to.
fn tabled(plan: &plan::Plan<'_>) -> Option<SymbolicTransducer> {
    let slow = matches!(
        plan.form(),
        plan::Form::Runs | plan::Form::Home(_) | plan::Form::Steps
    );
    if !slow || !plan.streams() {
        return None;
    }
    let budget = Budget::lasting(UNFOLDING);
    let found = without_lookback(plan.machine, MOST_VARIANTS, &budget).ok()??;
    let tables = plan::Plan::new(&found).ok()?.has_tables();
    tables.then_some(found)
}

fn write(
    request: &Request<'_>,
    plan: &plan::Plan<'_>,
    language: Language,
) -> Result<Generated, Refusal> {
    match language {
        Language::C => c::file(request, plan),
        Language::Rust => rust::file(request, plan),
        Language::Cuda => cuda::file(request, plan),
    }
}
